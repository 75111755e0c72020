//! Team matches: line-ups, members who leave (S1.26), win and continue.

use super::*;
use tengen_protocol::{BoutKind, Member};

fn team(name: &str, members: u32) -> Entry {
    let member = |n| Member {
        name: format!("{name}{n}"),
        account: Some(account(&format!("{name}{n}"))),
        rank: None,
        rating: None,
    };
    Entry { account: None, members: (1..=members).map(member).collect(), ..entry(name) }
}

fn started(bout: BoutKind, members: u32) -> Desk {
    let robin = StageSettings { bout, ..stage(System::RoundRobin { laps: 1 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![robin]) });
    for (seed, name) in (1..).zip(["east", "west"]) {
        let entry = Entry { seed: Some(seed), ..team(name, members) };
        desk.ask("org", Command::Enter(Box::new(entry))).unwrap();
    }
    desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Seed, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk
}

#[test]
fn a_member_who_leaves_keeps_what_he_won_and_forfeits_the_rest() {
    let mut desk = started(BoutKind::Boards { boards: 3 }, 4);
    let line_up = |members: &[u32]| Command::LineUp { entry: EntryNo(1), members: members.into(), absent: vec![] };
    assert_eq!(desk.ask("west1", line_up(&[1, 2, 4])), Err(Refused::NotYourself));
    assert!(matches!(desk.ask("east1", line_up(&[2, 1, 4])), Err(Refused::Lineup(_))), "the order is kept");
    assert!(matches!(desk.ask("east1", line_up(&[1, 2, 5])), Err(Refused::Lineup(_))));
    desk.ask("east1", line_up(&[1, 2, 4])).unwrap();
    desk.pair().unwrap();
    let bout = desk.at(1, 1, 1).clone();
    assert_eq!(bout.games.len(), 3);
    let east = |game: &GameState| if game.black.entry == EntryNo(1) { game.black.member } else { game.white.member };
    assert_eq!(bout.games.iter().map(east).collect::<Vec<_>>(), [1, 2, 4], "a substitute moved in");
    assert_eq!(desk.event.uncreated().count(), 3);
    let leaves = |member| Command::MemberLeaves { entry: EntryNo(1), member, in_play: false, seed: "1eaf".into() };
    assert_eq!(desk.ask("east1", leaves(5)), Err(Refused::NoSuchMember { entry: EntryNo(1), member: 5 }));
    desk.ask("org", leaves(4)).unwrap();
    assert_eq!(desk.event.uncreated().count(), 2);
    assert_eq!(desk.at(1, 1, 1).result, None);
    for game in &bout.games[..2] {
        let colour = if game.black.entry == EntryNo(1) { Colour::Black } else { Colour::White };
        desk.end(&game.id, 4, won(colour)).unwrap();
    }
    let first = if bout.first == EntryNo(1) { Score::Win } else { Score::Loss };
    assert_eq!(desk.at(1, 1, 1).result, Some(Scores::played(first)), "4:2 on the boards");
    desk.check();
}

#[test]
fn a_team_that_leaves_forfeits_what_it_has_not_played() {
    let mut desk = started(BoutKind::Boards { boards: 3 }, 3);
    desk.pair().unwrap();
    let bout = desk.at(1, 1, 1).clone();
    let board = &bout.games[0];
    let colour = if board.black.entry == EntryNo(1) { Colour::Black } else { Colour::White };
    desk.end(&board.id, 4, won(colour)).unwrap();
    desk.ask("org", Command::Withdraw { entry: EntryNo(1), in_play: false, seed: "1eaf".into() }).unwrap();
    let first = if bout.first == EntryNo(1) { Score::Loss } else { Score::Win };
    assert_eq!(desk.at(1, 1, 1).result, Some(Scores::played(first)), "2:4 on the boards, one of them played");
    desk.check();
}

#[test]
fn in_win_and_continue_the_winner_stays() {
    let mut desk = started(BoutKind::WinAndContinue { draw_both_out: false }, 3);
    desk.pair().unwrap();
    let mut games = 0;
    while desk.at(1, 1, 1).result.is_none() {
        desk.beats(1, 2);
        games += 1;
    }
    assert_eq!(games, 3, "one member of the first beat all of the other");
    let state = desk.at(1, 1, 1);
    let of_west = |game: &GameState| if game.black.entry == EntryNo(2) { game.black.member } else { game.white.member };
    assert_eq!(state.games.iter().map(of_west).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(state.games.iter().all(|game| game.nigiri.is_some()), "colours are drawn, on record");
    desk.check();
}
