//! Quirks of records, each with its right value.

use super::super::{judge, parse, show};
use super::*;
use crate::rules::Illegal;
use crate::sgf::{
    Wrong,
    note::{Expected, Note},
};
use tengen_protocol::{Ko, QuarterZi, Suicide};

fn record(text: &str) -> Record {
    Record::read(&parse(text.as_bytes()).unwrap(), 1).unwrap()
}

fn notes(text: &str) -> Vec<Oddity> {
    record(text).notes.kept.into_iter().map(|note| note.what).collect()
}

/// Moves as `B Q16`.
fn moves(text: &str) -> String {
    let moves: Vec<String> = record(text)
        .moves()
        .map(|played| match &played.at {
            Target::Vertex(vertex) => format!("{} {vertex}", played.by.letter()),
            Target::Beyond(written) => format!("{} [{written}]", played.by.letter()),
        })
        .collect();
    moves.join(", ")
}

/// The board at the end, rows from the top with line breaks.
fn board(text: &str) -> String {
    let record = record(text);
    let rows = show(&record, None).diagram.rows();
    let rows: Vec<&str> = (0..rows.len())
        .step_by(record.size.width().into())
        .map(|at| &rows[at..at + usize::from(record.size.width())])
        .collect();
    rows.join("\n")
}

#[test]
fn a_record_with_everything() {
    let read = record(
        "(;GM[1]FF[4]CA[UTF-8]AP[x:1]SZ[19]PB[柯洁]PW[Lee \\] Sedol]BR[9p]WR[9段]BT[CN]DT[2016-01-02]EV[LG杯]RO[2]\
         PC[Seoul]GN[a]RU[Chinese]KM[7.5]HA[0]RE[B+R]TM[7200]OT[5x60 byo-yomi]GC[one\ntwo]\
         ;B[pd]BL[7199.5];W[dp]WL[60]OW[3]C[hm\\: yes];B[])",
    );
    assert_eq!(read.size, Size::square(19).unwrap());
    assert_eq!(read.names, Sides { black: Some("柯洁".into()), white: Some("Lee ] Sedol".into()) });
    assert_eq!(read.ranks, Sides { black: Some("9p".into()), white: Some("9段".into()) });
    assert_eq!(read.teams, Sides { black: Some("CN".into()), white: None });
    let said = [&read.date, &read.event, &read.round, &read.place, &read.name, &read.rules, &read.overtime];
    let said: Vec<&str> = said.into_iter().map(|it| it.as_deref().unwrap()).collect();
    assert_eq!(said, ["2016-01-02", "LG杯", "2", "Seoul", "a", "Chinese", "5x60 byo-yomi"]);
    assert_eq!(read.comment.as_deref(), Some("one\ntwo"));
    assert_eq!((read.komi.unwrap().half_points(), read.handicap, read.main_time), (15, Some(0), Some(7_200_000)));
    assert_eq!(read.verdict, Some(Verdict::Win { winner: Colour::Black, how: How::Resignation }));
    let times: Vec<_> = read.moves().map(|played| (played.left, played.overtime_left)).collect();
    assert_eq!(times, [(Some(7_199_500), None), (Some(60_000), Some(3)), (None, None)]);
    assert_eq!(read.steps[2].comment.as_deref(), Some("hm: yes"));
    assert_eq!(read.moves().nth(2).unwrap().at, Target::Vertex(Vertex::Pass));
    assert_eq!((read.notes.kept.len(), read.variations), (0, 0));
}

#[test]
fn a_name_with_an_escaped_line_break_is_one_line() {
    assert_eq!(record("(;PB[a\\\nb\nc\r\nd])").names.black.as_deref(), Some("ab c d"));
}

#[test]
fn passes_of_every_format() {
    assert_eq!(moves("(;SZ[19];B[tt];W[];B[aa])"), "B pass, W pass, B A19");
    assert_eq!(moves("(;SZ[20];B[tt])"), "B U1");
    assert_eq!(moves("(;B[pd];W[ss])"), "B Q16, W T1", "19x19 where nothing is said");
    assert_eq!(moves("(;SZ[19:13];B[tt];W[sm])"), "B pass, W T1");
}

#[test]
fn moves_beyond_the_board_are_kept_as_written() {
    assert_eq!(moves("(;SZ[9];B[zz];W[q16])"), "B [zz], W [q16]");
    let what = |value: &str, property: &str| Oddity::Value {
        property: property.into(),
        value: value.into(),
        expected: Expected::Point,
    };
    let kept = record("(;SZ[9];\nB[zz];W[q16])").notes.kept;
    assert_eq!(kept[0], Note { at: Place { line: 2, column: 3 }, what: what("zz", "B") });
    assert_eq!(kept[1].what, what("q16", "W"));
}

#[test]
fn names_of_old_formats() {
    assert_eq!(moves("(;SiZe[9];Black[aa];White[bb])"), "B A9, W B8");
    assert_eq!(moves("(;sz[9];b[aa];w[bb])"), "B A9, W B8");
}

#[test]
fn stones_are_set_up_anywhere() {
    assert_eq!(board("(;SZ[3]AB[aa:ba]AW[cc])"), "XX.\n...\n..O");
    assert_eq!(board("(;SZ[3]AB[];B[aa])"), "X..\n...\n...", "an empty list sets nothing");
    assert_eq!(board("(;SZ[3];B[aa];W[bb];AE[aa]AB[cc]AW[cb])"), "...\n.OO\n..X");
    assert_eq!(board("(;SZ[3]AB[aa]AW[aa])"), "O..\n...\n...", "the last word counts");
    assert!(notes("(;SZ[3]AB[];B[aa])").is_empty());
    let points = Oddity::Value { property: "AB".into(), value: "aa:dd".into(), expected: Expected::Points };
    assert_eq!(notes("(;SZ[3]AB[aa:dd])"), [points]);
    assert_eq!(notes("(;SZ[3];AB[aa]B[bb])"), [Oddity::SetupAndMove]);
    assert_eq!(notes("(;SZ[3];B[bb]W[aa])"), [Oddity::SeveralMoves]);
}

#[test]
fn handicap_of_every_kind() {
    let read = record("(;SZ[9]HA[2]AB[gc][cg];W[ee])");
    assert_eq!((read.handicap, read.first_stones().count(), read.notes.kept.len()), (Some(2), 2, 0));
    for none in ["HA[0]", "HA[1]", "HA[]", ""] {
        assert!(notes(&format!("(;SZ[9]{none};B[ee])")).is_empty(), "{none}");
    }
    assert_eq!(notes("(;SZ[9]HA[3]AB[gc][cg];W[ee])"), [Oddity::Handicap { handicap: 3, stones: 2 }]);
    // As Black's first moves.
    let played = "(;SZ[9]HA[2];B[gc];B[cg];W[ee];B[aa])";
    assert_eq!(moves(played), "W E5, B A9");
    assert_eq!((record(played).first_stones().count(), notes(played)), (2, vec![]));
    // White moved between them: they are moves.
    assert_eq!(moves("(;SZ[9]HA[2];B[gc];W[ee];B[cg])"), "B G7, W E5, B C3");
    assert_eq!(notes("(;SZ[9]HA[2];B[gc];W[ee])"), [Oddity::Handicap { handicap: 2, stones: 0 }]);
    assert_eq!(record("(;HA[让2子])").handicap, Some(2));
}

#[test]
fn komi_is_noted_where_it_is_not_in_points() {
    let komi = |text: &str| record(&format!("(;KM[{text}])")).komi.map(|komi| komi.to_string());
    assert_eq!(komi("375").as_deref(), Some("7.5"));
    assert_eq!(komi("750").as_deref(), Some("7.5"));
    assert_eq!(komi("").as_deref(), None);
    let zi = Oddity::Komi { value: "375".into(), komi: "7.5".parse().unwrap() };
    assert_eq!(notes("(;KM[375])"), [zi]);
    let odd = Oddity::Value { property: "KM".into(), value: "much".into(), expected: Expected::Komi };
    assert_eq!(notes("(;KM[much])"), [odd]);
}

#[test]
fn results_are_kept_as_written_too() {
    let read = record("(;RE[白胜3/4子])");
    assert_eq!(read.result.as_deref(), Some("白胜3/4子"));
    assert_eq!(read.verdict.unwrap().margin(), Some(QuarterZi(-3)));
    let odd = record("(;RE[nobody knows])");
    assert_eq!((odd.result.as_deref(), odd.verdict), (Some("nobody knows"), None));
    assert_eq!(odd.notes.kept[0].at, Place { line: 1, column: 6 });
}

#[test]
fn times_that_clocks_wrote() {
    let left = |text: &str| record(&format!("(;;B[aa]BL[{text}])")).moves().next().unwrap().left;
    assert_eq!(left("12.3456"), Some(12_345));
    assert_eq!(left("-0.5"), Some(0));
    assert_eq!(left("60"), Some(60_000));
    assert_eq!(left("soon"), None);
    let odd = Oddity::Value { property: "TM".into(), value: "1 hour".into(), expected: Expected::Seconds };
    assert_eq!(notes("(;TM[1 hour])"), [odd]);
}

#[test]
fn other_games_and_boards_are_refused() {
    let refused = |text: &str| Record::read(&parse(text.as_bytes()).unwrap(), 1).unwrap_err();
    let at = |column| Place { line: 1, column };
    assert_eq!(refused("(;GM[2])"), ReadError::OtherGame { number: "2".into(), at: at(6) });
    assert_eq!(refused("(;GM[1]SZ[37])"), ReadError::Size { written: "37".into(), at: at(11) });
    let tree = parse(b"(;B[aa])(;W[bb])").unwrap();
    assert_eq!(Record::read(&tree, 2).unwrap().moves().next().unwrap().by, Colour::White);
    for asked in [0, 3] {
        assert_eq!(Record::read(&tree, asked).unwrap_err(), ReadError::NoSuchGame { asked, games: 2 });
    }
}

#[test]
fn the_main_line_is_the_first_variation() {
    let text = "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))";
    assert_eq!(moves(text), "B A9, W B8, B C7");
    assert_eq!(record(text).variations, 2);
}

#[test]
fn the_board_at_any_move() {
    let read = record("(;SZ[3]AB[ba];W[aa];B[ab]C[taken];AW[cc];W[])");
    let rows = |number| {
        let shown = show(&read, number);
        (shown.diagram.rows(), shown.number, shown.comment)
    };
    assert_eq!(rows(Some(0)), (".X.......".into(), 0, None));
    assert_eq!(rows(Some(1)), ("OX.......".into(), 1, None));
    assert_eq!(rows(Some(2)), (".X.X.....".into(), 2, Some("taken")));
    assert_eq!(rows(Some(3)), (".X.X....O".into(), 3, None));
    assert_eq!(rows(None), rows(Some(99)));
    assert_eq!(show(&read, None).diagram.captured, Sides { black: 0, white: 1 });
    let with_move = record("(;SZ[3];AB[aa]W[bb])");
    assert_eq!(show(&with_move, Some(0)).diagram.rows(), "X........");
}

/// What is wrong with a 9x9 record, by the number of the move.
fn wrong(text: &str, ko: Ko, suicide: Suicide) -> Option<(u32, Wrong)> {
    judge(&record(text), ko, suicide).fault.map(|fault| (fault.number, fault.wrong))
}

#[test]
fn the_first_illegal_move_is_named() {
    let chinese = |text: &str| wrong(text, Ko::Positional, Suicide::No);
    assert_eq!(chinese("(;SZ[9];B[aa];W[bb];B[])"), None);
    assert_eq!(chinese("(;SZ[9];B[aa];W[aa])"), Some((2, Wrong::Illegal(Illegal::Occupied))));
    assert_eq!(chinese("(;SZ[9];B[aa];B[bb])"), Some((2, Wrong::OutOfTurn)));
    assert_eq!(chinese("(;SZ[9];W[aa];B[zz])"), Some((2, Wrong::Illegal(Illegal::OffBoard))));
    // Black takes at C8, White takes back at once.
    let ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])";
    assert_eq!(chinese(ko), Some((2, Wrong::Illegal(Illegal::Ko))));
    assert_eq!(
        chinese("(;SZ[9]AB[aa]AW[ab][ba];B[cc])"),
        Some((0, Wrong::SetUp(crate::rules::SetupError::NoLiberties("A9".parse().unwrap()))))
    );
    let suicide = "(;SZ[9]AB[aa]AW[ab][bb][ca];B[ba])";
    assert_eq!(chinese(suicide), Some((1, Wrong::Illegal(Illegal::Suicide))));
    assert_eq!(wrong(suicide, Ko::Positional, Suicide::Multi), None);
}

#[test]
fn stones_set_up_in_a_game_begin_a_new_history() {
    // The ko is taken, stones are set up elsewhere, and it is taken back: nothing is repeated since.
    let edited = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];AB[hh];W[bb])";
    assert_eq!(wrong(edited, Ko::Positional, Suicide::No), None);
    let judged = judge(&record(edited), Ko::Positional, Suicide::No);
    assert_eq!((judged.moves, judged.captured), (2, [1, 1]));
    // A repetition after an edit names moves of the record.
    let text = "(;SZ[9];B[ii];W[hi];AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb])";
    let superko = Wrong::Illegal(Illegal::Superko { repeats_move: 2 });
    assert_eq!(wrong(text, Ko::Positional, Suicide::No), Some((6, superko)));
    assert_eq!(wrong(text, Ko::Simple, Suicide::No), None);
}

#[test]
fn moves_know_their_places() {
    let read = record("(;PB[柯洁];B[aa]\n;W[柯]C[\n\n];B[bb])");
    let places: Vec<(u32, u32)> = read.moves().map(|played| (played.place.line, played.place.column)).collect();
    assert_eq!(places, [(1, 12), (2, 4), (4, 5)]);
}
