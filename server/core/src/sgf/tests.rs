//! Records as they are written, as strings: whoever changes one sees what readers will get.

use super::*;
use crate::{
    game::{
        Command,
        tests::{BLACK, Table, WHITE, terms},
    },
    log,
};
use tengen_protocol::{Proposal, Regulations, Terms};

fn named(black: &str, white: &str) -> Sides<String> {
    Sides { black: black.into(), white: white.into() }
}

fn sgf(table: &Table) -> String {
    write(&table.stored, &named("Ann", "Bob")).unwrap()
}

/// The root's properties, without those that are the same in every record of these tests.
fn root(terms: &Terms) -> String {
    root_of(&Table::waiting(terms))
}

fn root_of(table: &Table) -> String {
    let text = sgf(table);
    let root = text.trim_end_matches(")\n").split("\n;").next().unwrap();
    let (_, root) = root.split_once("DT[1970-01-01]").unwrap();
    root.to_owned()
}

fn moves(table: &Table) -> String {
    let text = sgf(table);
    let (_, moves) = text.trim_end_matches(")\n").split_once("\n;").unwrap();
    moves.replace('\n', "")
}

/// Takes moves back by consent.
fn undo(table: &mut Table, by: Colour, moves: u32) {
    let at = table.game.position();
    table.say(by, Command::RequestUndo { moves, after: at.seq, head: at.head }).event();
    let at = table.game.position();
    table.say(by.other(), Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
}

#[test]
fn a_sealed_move_stands_where_it_was_played_once_it_is_opened() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5 C3");
    table.propose(WHITE, Proposal::Adjourn).event();
    table.reply(BLACK, true).event();
    table.wait(30_000);
    table.seal(BLACK, "J9").event();
    assert!(!sgf(&table).contains("B[ia]"), "{}", sgf(&table));
    table.agree(Proposal::GoOn);
    table.plays("C4 D4");
    assert_eq!(
        moves(&table),
        ";B[ee]BL[600];W[cg]WL[600];B[ia]BL[570];W[cf]WL[600];B[df]BL[570]".replace(";B[ee]", "B[ee]")
    );
    undo(&mut table, BLACK, 2);
    assert!(sgf(&table).contains("B[ia]") && !sgf(&table).contains("W[cf]"), "{}", sgf(&table));
}

#[test]
fn a_whole_record() {
    let mut table = Table::new(&terms("9", "1m+3x10s"));
    table.wait(1_500);
    table.plays("C3 G7");
    table.wait(75_000);
    table.plays("J9 pass pass");
    for by in [BLACK, WHITE] {
        table.say(by, Command::Accept { revision: 0 }).event();
    }
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:{version}]SZ[9]PB[Ann]PW[Bob]DT[1970-01-01]RU[Chinese]KM[7.5]\
         TM[60]OT[3x10 byo-yomi]RE[W+6.5]\n\
         ;B[cg]BL[58.5]\n\
         ;W[gc]WL[60]\n\
         ;B[ia]BL[10]OB[2]\n\
         ;W[]WL[60]\n\
         ;B[]BL[10]OB[2])\n"
    );
    assert_eq!(sgf(&table), expected);
}

#[test]
fn each_preset_from_no_handicap_to_nine_stones() {
    let places = "[cg][gc][cc][gg]";
    let sides = "[ce][ge][eg][ec]";
    let stones = |n: usize| match n {
        0 | 1 => String::new(),
        2..=4 => places[..4 * n].to_owned(),
        _ => format!("{places}{}{}", &sides[..(n - 4) / 2 * 8], if n % 2 == 1 { "[ee]" } else { "" }),
    };
    for (preset, name, komi) in [
        (Preset::Chinese, "Chinese", "7.5"),
        (Preset::Chinese1988, "Chinese", "5.5"),
        (Preset::Aga, "AGA", "7.5"),
        (Preset::NewZealand, "NZ", "7"),
        (Preset::TrompTaylor, "Tromp-Taylor", "7.5"),
    ] {
        for n in 0..=9 {
            let mut terms = terms("9", "none");
            (terms.rules, terms.handicap) = (preset, n);
            let handicap = if n < 2 { String::new() } else { format!("HA[{n}]AB{}PL[W]", stones(n.into())) };
            let komi = if n == 0 { komi } else { "0" };
            let expected = format!("RU[{name}]KM[{komi}]{handicap}");
            assert_eq!(root(&terms), expected, "{preset} H{n}");
        }
    }
}

#[test]
fn black_is_to_play_until_all_free_stones_are_placed() {
    let mut free = terms("9", "none");
    (free.handicap, free.placement) = (3, Placement::Free);
    let mut table = Table::new(&free);
    assert_eq!(root_of(&table), "RU[Chinese]KM[0]HA[3]PL[B]", "an empty AB is not written");
    table.play(BLACK, "C3").event();
    assert_eq!(root_of(&table), "RU[Chinese]KM[0]HA[3]AB[cg]PL[B]");
    table.play(BLACK, "G7").event();
    assert_eq!(root_of(&table), "RU[Chinese]KM[0]HA[3]AB[cg][gc]PL[B]");
    table.play(BLACK, "E5").event();
    assert_eq!(root_of(&table), "RU[Chinese]KM[0]HA[3]AB[cg][gc][ee]PL[W]");
    table.plays("A1");
    assert_eq!(moves(&table), "W[ai]");
}

#[test]
fn time_of_each_system() {
    for (time, expected) in [
        ("none", ""),
        ("1h", "TM[3600]"),
        ("30m+5x60s", "TM[1800]OT[5x60 byo-yomi]"),
        ("2h(5x60s)", "TM[6900]OT[5x60 byo-yomi]"),
        ("20m+25/10m", "TM[1200]OT[25/600 Canadian]"),
        ("10m+1500ms/move", "TM[600]OT[1.5 Fischer]"),
        ("10m+15s/move<20m", "TM[600]OT[15 Fischer]"),
        ("5s/move", "TM[0]OT[5 per move]"),
        ("3d/move", "TM[0]OT[259200 per move]"),
    ] {
        assert_eq!(root(&terms("9", time)), format!("RU[Chinese]KM[7.5]{expected}"), "{time}");
    }
}

#[test]
fn what_was_left_after_each_move() {
    let mut canadian = Table::new(&terms("9", "1m+2/10s"));
    canadian.wait(61_000);
    canadian.plays("C3 G7");
    canadian.wait(2_001);
    canadian.plays("C4");
    assert_eq!(moves(&canadian), "B[cg]BL[9]OB[1];W[gc]WL[60];B[cf]BL[10]OB[2]", "two moves end the block");
    let mut fischer = Table::new(&terms("9", "10s+1s/move"));
    fischer.wait(2_500);
    fischer.plays("C3");
    assert_eq!(moves(&fischer), "B[cg]BL[8.5]");
    let mut none = Table::new(&terms("9", "none"));
    none.plays("C3 pass");
    assert_eq!(moves(&none), "B[cg];W[]");
}

#[test]
fn moves_that_were_taken_back_are_not_in_it() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("C3 G7 E5 D5");
    undo(&mut table, BLACK, 2);
    table.plays("A9");
    assert_eq!(moves(&table), "B[cg];W[gc];B[aa]");
}

#[test]
fn what_refused_plays_and_overtime_led_to_is_said_with_the_moves() {
    let under = |rules, illegal_move, overtime| {
        let regulations = Regulations { illegal_move, overtime, ..Regulations::default() };
        let terms = Terms { rules, ..terms("9", "0s+1x10s") };
        let mut table = Table::waiting_under(&terms, &regulations);
        table.say(BLACK, Command::Arrive).event();
        table.say(WHITE, Command::Arrive).event();
        table
    };
    let mut table = under(Preset::Aga, IllegalMove::Pass, Overtime::Pass);
    table.wait(11_000);
    table.time_acts().event();
    table.plays("E5");
    table.play(BLACK, "E5").event();
    let left = "BL[10]OB[1]";
    assert_eq!(
        moves(&table),
        format!(
            "B[]C[black ran out of time\\: pass]{left};W[ee]WL[10]OW[1];B[]C[black played E5, illegal (occupied)\\: pass]{left}"
        )
    );
    let mut table = under(Preset::Chinese, IllegalMove::Warn, Overtime::Penalty);
    table.wait(11_000);
    table.time_acts().event();
    assert!(root_of(&table).ends_with("C[black ran out of time\\: one more period for one zi]"), "{}", root_of(&table));
    table.plays("E5");
    table.play(WHITE, "E5").event();
    assert_eq!(moves(&table), format!("B[ee]C[white played E5, illegal (occupied)\\: warn]{left}"));
}

#[test]
fn whites_closing_pass_is_in_it_and_is_taken_back_as_a_ply() {
    let mut aga = terms("9", "none");
    aga.rules = Preset::Aga;
    let mut table = Table::new(&aga);
    table.plays("E5 pass pass");
    assert_eq!(moves(&table), "B[ee];W[];B[];W[]");
    table.say(BLACK, Command::Resume).event();
    table.plays("D5");
    undo(&mut table, BLACK, 3);
    assert_eq!(moves(&table), "B[ee];W[]");
    assert_eq!(table.game.snapshot(Sides::default()).moves, "E5 pass");
}

#[test]
fn results() {
    let result = |table: &Table| {
        let text = sgf(table);
        let (_, result) = text.split_once("RE[")?;
        Some(result.split_once(']')?.0.to_owned())
    };
    let mut table = Table::new(&terms("9", "1m"));
    assert_eq!(result(&table), None, "nothing while it goes on");
    table.wait(120_000);
    table.time_acts().event();
    assert_eq!(result(&table).as_deref(), Some("W+T"));
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("C3");
    table.say(WHITE, Command::Resign).event();
    assert_eq!(result(&table).as_deref(), Some("B+R"));
    let mut table = Table::waiting(&terms("9", "1m"));
    table.wait(crate::game::ARRIVE_WITHIN_MS);
    table.time_acts().event();
    assert_eq!(result(&table).as_deref(), Some("Void"));
    let mut even = terms("9", "none");
    (even.rules, even.komi) = (Preset::TrompTaylor, Some("0".parse().unwrap()));
    let mut table = Table::new(&even);
    table.plays("C3 G7 pass pass");
    assert_eq!(result(&table).as_deref(), Some("0"), "a draw");
}

#[test]
fn a_board_that_is_no_square() {
    let mut table = Table::new(&terms("13x9", "none"));
    table.plays("A1 N9");
    assert!(sgf(&table).contains("SZ[13:9]"));
    assert_eq!(moves(&table), "B[ai];W[ma]", "rows from the top");
}

#[test]
fn names_are_escaped() {
    let table = Table::waiting(&terms("9", "none"));
    let text = write(&table.stored, &named("a]b\\c:d\ne", "天元;(")).unwrap();
    assert!(text.contains(r"PB[a\]b\\c\:d e]PW[天元;(]"), "{text}");
}

#[test]
fn rules_that_were_set_by_themselves_are_named() {
    let mut odd = terms("9", "none");
    odd.ko = Some(Ko::Simple);
    assert_eq!(root(&odd), "RU[Chinese, simple ko]KM[7.5]");
    odd.suicide = Some(Suicide::Multi);
    odd.compensation = Some(Compensation::None);
    let text = "Chinese, simple ko, multi-stone suicide, White gets no points for stones";
    assert_eq!(root(&odd), format!("RU[{text}]KM[7.5]"));
    odd.ko = Some(Ko::Referee);
    assert!(root(&odd).starts_with("RU[Chinese, a referee rules on repetition, "));
    odd.ko = Some(Ko::Positional);
    odd.suicide = Some(Suicide::No);
    odd.compensation = Some(Compensation::N);
    assert_eq!(root(&odd), "RU[Chinese]KM[7.5]", "what the preset says anyway is not said again");
}

#[test]
fn a_log_that_this_server_does_not_understand_is_refused() {
    let table = Table::new(&terms("9", "none"));
    let names = named("Ann", "Bob");
    let with = |event: Vec<u8>| {
        let mut stored = table.stored.clone();
        stored.push(event);
        write(&stored, &names)
    };
    let at = table.game.position();
    let play = |format: u32| {
        log::stored(at, 1, 1, format!(r#""v":{format},"event":{{"kind":"credited","to":"black","ms":1}}}}"#).as_bytes())
    };
    assert!(with(play(1)).is_ok());
    assert!(matches!(with(play(2)), Err(Unreadable::Newer { seq: 4, format: 2 })));
    let twice = table.stored.last().unwrap().clone();
    assert!(matches!(with(twice), Err(Unreadable::Broken { seq: 4, .. })));
    assert!(matches!(write(&table.stored[1..], &names), Err(Unreadable::Broken { seq: 1, .. })));
    assert_eq!(write(Vec::<Vec<u8>>::new(), &names), Err(Unreadable::Empty));
}

#[test]
fn seconds_keep_their_milliseconds() {
    assert_eq!(seconds(1_800_000), "1800");
    assert_eq!(seconds(59_999), "59.999");
    assert_eq!(seconds(500), "0.5");
    assert_eq!(seconds(0), "0");
}
