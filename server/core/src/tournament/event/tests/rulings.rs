//! Rulings stand, and what nothing hangs on any more is ended.

use super::*;
use tengen_protocol::{BoutKind, Member};

fn overturn(game: &GameId, first: Score) -> Command {
    let score = GameScore { scores: Some(Scores::played(first)) };
    Command::Overturn { ruled: Ruled::Game(game.clone(), score), act: act(Reason::Other), seed: "0e".into() }
}

#[test]
fn a_result_that_an_official_confirms_is_not_changed_by_its_game() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 2);
    desk.pair().unwrap();
    let game = desk.going_on()[0].clone();
    desk.end(&game, 5, won(Colour::Black)).unwrap();
    desk.ask("org", overturn(&game, Score::Win)).unwrap();
    desk.end(&game, 6, won(Colour::White)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(Scores::played(Score::Win)));
    desk.check();
}

#[test]
fn a_game_begun_before_its_bout_was_decided_otherwise_is_ended() {
    let bout = BoutKind::BestOf { games: 3 };
    let mut desk = Desk::started(settings(vec![StageSettings { bout, ..stage(System::Swiss { rounds: 2 }) }]), 2);
    desk.pair().unwrap();
    desk.beats(1, 2);
    let second = desk.game_of(1, 2);
    desk.beats(2, 1);
    let third = desk.game_of(1, 2);
    assert_eq!(desk.event.uncreated().map(|(game, _)| game).collect::<Vec<_>>(), [&third]);
    let created = desk.event.created(std::slice::from_ref(&third), desk.now).unwrap().unwrap();
    desk.append(&created);
    let (_, state) = desk.event.game(&second).unwrap();
    let first = if state.black.entry == EntryNo(1) { Score::Win } else { Score::Loss };
    desk.ask("org", overturn(&second, first)).unwrap();
    assert!(desk.at(1, 1, 1).result.is_some(), "2:0");
    assert_eq!(desk.event.pointless().collect::<Vec<_>>(), [&third]);
    desk.end(&third, 3, void()).unwrap();
    assert_eq!((desk.event.pointless().count(), desk.event.uncreated().count()), (0, 0));
    desk.check();
}

#[test]
fn wrong_colours_are_changed_in_a_new_game_and_the_assigned_ones_count() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 2);
    desk.pair().unwrap();
    let (first, seats) = (desk.at(1, 1, 1).first, [desk.at(1, 1, 1).games[0].black, desk.at(1, 1, 1).games[0].white]);
    let corrected = Outcome { reason: EndReason::WrongColours, ..void() };
    let game = desk.game_of(1, 2);
    desk.end(&game, 5, corrected).unwrap();
    let bout = desk.at(1, 1, 1);
    assert_eq!((bout.games.len(), bout.result), (2, None));
    assert_eq!([bout.games[1].white, bout.games[1].black], seats);
    assert_eq!(desk.event.uncreated().map(|(game, _)| game).collect::<Vec<_>>(), [&bout.games[1].id]);
    desk.check();
    // a replay of that one keeps the right ones
    let again = desk.game_of(1, 2);
    desk.end(&again, 5, Outcome { reason: EndReason::Replay, ..void() }).unwrap();
    assert_eq!([desk.at(1, 1, 1).games[2].white, desk.at(1, 1, 1).games[2].black], seats);
    desk.beats(1, 2);
    let history = desk.event.history(1).unwrap();
    assert_eq!(history.colours_of(first), [Colour::Black], "as paired (R02, 17.1)");
    assert_eq!(history.points_from_bouts(EntryNo(1)), 2);
    desk.check();
}

#[test]
fn nobody_gets_more_than_there_is_in_a_game() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 2);
    desk.pair().unwrap();
    let game = desk.going_on()[0].clone();
    for (first, second) in [(Score::Win, Score::Win), (Score::Win, Score::Draw)] {
        let scores = Scores { first, second, forfeit: false };
        let announce = Command::Announce {
            game: game.clone(),
            score: GameScore { scores: Some(scores) },
            act: None,
            seed: "01".into(),
        };
        let ruled = Ruled::Bout(BoutRef { stage: 1, round: 1, table: 1 }, scores);
        let bout = Command::Overturn { ruled, act: act(Reason::Other), seed: "02".into() };
        assert!(desk.ask("org", announce).is_err() && desk.ask("org", bout).is_err(), "{first:?} {second:?}");
    }
    let one = Scores { first: Score::Draw, second: Score::Loss, forfeit: false };
    let ruled = Ruled::Bout(BoutRef { stage: 1, round: 1, table: 1 }, one);
    desk.ask("org", Command::Overturn { ruled, act: act(Reason::Other), seed: "02".into() }).unwrap();
}

/// Players act all the time: only what officials have ruled makes an official look again.
#[test]
fn players_do_not_keep_officials_from_ruling() {
    let stage = StageSettings { bout: BoutKind::Boards { boards: 1 }, ..stage(System::Swiss { rounds: 2 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![stage]) });
    for name in ["east", "west"] {
        let member = Member { name: name.into(), account: Some(account(name)), rank: None, rating: None };
        let team = Entry { account: None, members: vec![member], ..entry(name) };
        desk.ask("org", Command::Enter(Box::new(team))).unwrap();
    }
    desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Lot, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    let seen = desk.event.position().seq;
    let proposal = Box::new(desk.event.propose().unwrap());
    let line_up = || Command::LineUp { entry: EntryNo(1), members: vec![1], absent: vec![] };
    desk.ask("east", line_up()).unwrap();
    let asker = Asker { account: account("org"), office: None, after: Some(seen) };
    let pair = Command::Pair { proposal, begin: true, seed: "01".into() };
    assert!(desk.event.decide(&asker, &"x1".parse().unwrap(), pair, 9).is_ok(), "a line-up voids no pairing either");
    desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Lot, seed: "00".into() }).unwrap_err();
    desk.pair().unwrap();
    let cancel = Command::Cancel { act: act(Reason::Other) };
    let refused = desk.event.decide(&asker, &"x2".parse().unwrap(), cancel, 9).unwrap_err();
    assert!(matches!(refused, Refused::Stale { .. }), "an official has paired since");
}
