//! What is bounded, and that nothing is stuck at a bound; stages of other sizes than those before.

use super::*;
use crate::tournament::system::Unfit;
use std::{collections::HashSet, time::Instant};
use tengen_protocol::{BoutKind, DrawBy, Member, Qualifying, tournament_limits};

fn team(name: &str, members: u32) -> Entry {
    let member = |n| Member {
        name: format!("{name}{n}"),
        account: Some(account(&format!("{name}{n}"))),
        rank: None,
        rating: None,
    };
    Entry { account: None, members: (1..=members).map(member).collect(), ..entry(name) }
}

fn teams(stages: Vec<StageSettings>, names: &[&str], members: u32) -> Desk {
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(stages) });
    for name in names {
        desk.ask("org", Command::Enter(Box::new(team(name, members)))).unwrap();
    }
    desk.ask("org", Command::Draw { by: DrawBy::Lot, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk
}

/// In win and continue the next of a team comes for one who leaves: a game begins with the withdrawal.
#[test]
fn games_that_begin_when_somebody_leaves_have_ids_of_their_own() {
    let bout = BoutKind::WinAndContinue { draw_both_out: false };
    let mut desk = teams(
        vec![StageSettings { bout, ..stage(System::Swiss { rounds: 2 }) }],
        &["east", "west", "north", "south"],
        3,
    );
    desk.pair().unwrap();
    for entry in (1..=4).map(EntryNo) {
        let seed = desk.seed();
        let leaves = Command::MemberLeaves { entry, member: 1, in_play: false, seed };
        let event = desk.ask("org", leaves).unwrap();
        let Happened::MemberLeft { changes, .. } = event.what else { panic!("{event:?}") };
        assert!(!changes.games.is_empty(), "the next sits down");
    }
    let ids: HashSet<_> = desk.event.all_games().map(|(_, game)| &game.id).collect();
    assert_eq!((ids.len(), desk.event.places.len()), (6, 6));
    let again = Command::MemberLeaves { entry: EntryNo(1), member: 2, in_play: false, seed: "x".into() };
    desk.ask("org", again).unwrap();
    let twice = Command::MemberLeaves { entry: EntryNo(2), member: 2, in_play: false, seed: "x".into() };
    assert!(matches!(desk.ask("org", twice), Err(Refused::Unwritable(_))), "an id that is there is not given again");
    desk.check();
}

#[test]
fn games_that_end_after_an_event_was_cancelled_are_counted_and_decide_nothing_that_they_do_not_say() {
    for (system, said, result) in [
        (System::Elimination { losses: 1 }, void(), None),
        (System::Elimination { losses: 1 }, drawn(), None),
        (System::Swiss { rounds: 2 }, void(), None),
        (System::Swiss { rounds: 2 }, won(Colour::White), Some(Scores::played(Score::Loss))),
    ] {
        let mut desk = Desk::started(settings(vec![stage(system)]), 2);
        desk.pair().unwrap();
        let game = desk.going_on()[0].clone();
        let created = desk.event.created(std::slice::from_ref(&game), desk.now).unwrap().unwrap();
        desk.append(&created);
        desk.ask("org", Command::Cancel { act: act(Reason::Other) }).unwrap();
        assert_eq!(desk.event.pointless().collect::<Vec<_>>(), [&game]);
        desk.end(&game, 9, said).unwrap();
        assert_eq!(desk.at(1, 1, 1).result, result);
        assert_eq!(desk.event.all_games().count(), 1, "nothing is replayed");
        assert_eq!(desk.event.pointless().count(), 0);
        desk.check();
    }
}

#[test]
fn what_cannot_be_played_to_its_end_does_not_start() {
    let mut desk = Desk::new(settings(vec![stage(System::RoundRobin { laps: 8 })]));
    desk.enter(10);
    let draw = || Command::Draw { by: DrawBy::Lot, seed: "00".into() };
    desk.ask("org", draw()).unwrap();
    let unfit = Unfit::TooManyRounds { entrants: 10, rounds: 72, most: 64 };
    assert_eq!(desk.ask("org", Command::Start), Err(unfit.into()));
    desk.ask("p10", Command::Withdraw { entry: EntryNo(10), in_play: false, seed: "01".into() }).unwrap();
    desk.ask("p9", Command::Withdraw { entry: EntryNo(9), in_play: false, seed: "01".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();

    // late entries: an elimination has no room for any, a round robin for one
    for (system, players, late, room) in [
        (System::Elimination { losses: 1 }, 3, 1, false),
        (System::Elimination { losses: 2 }, 3, 1, true),
        (System::RoundRobin { laps: 1 }, 3, 1, true),
        (System::RoundRobin { laps: 1 }, 3, 2, false),
        (System::RoundRobin { laps: 1 }, 4, 1, false),
        (System::Swiss { rounds: 3 }, 3, 2, true),
    ] {
        let mut desk = Desk::new(settings(vec![stage(system)]));
        desk.enter(players);
        for n in 0..late {
            let late = Entry { from_round: 2, ..entry(&format!("late{n}")) };
            desk.ask("org", Command::Enter(Box::new(late))).unwrap();
        }
        desk.ask("org", draw()).unwrap();
        assert_eq!(desk.ask("org", Command::Start).is_ok(), room, "{system:?} {players}+{late}");
    }
    let mut desk = Desk::new(settings(vec![stage(System::Swiss { rounds: 3 })]));
    desk.enter(1);
    desk.ask("org", Command::Enter(Box::new(Entry { from_round: 2, ..entry("late") }))).unwrap();
    desk.ask("org", draw()).unwrap();
    assert_eq!(desk.ask("org", Command::Start), Err(Refused::TooFew(1)), "nobody is there for the first round");
}

/// A round begins in one step of the log, which has a size: 302 teams on 20 boards are more games.
#[test]
fn a_round_has_no_more_games_than_one_step_can_tell() {
    let bout = BoutKind::Boards { boards: 20 };
    let stage = StageSettings { bout, ..stage(System::Swiss { rounds: 2 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![stage]) });
    let all: Vec<Entry> = (0..302).map(|n| team(&format!("t{n}x"), 20)).collect();
    for some in all.chunks(50) {
        desk.ask("org", Command::Import(some.to_vec())).unwrap();
    }
    let draw = || Command::Draw { by: DrawBy::Lot, seed: "00".into() };
    desk.ask("org", draw()).unwrap();
    let limit = Refused::Limit { what: "games in one round", most: tournament_limits::GAMES_AT_ONCE };
    assert_eq!(desk.ask("org", Command::Start), Err(limit));
    for entry in [301, 302].map(EntryNo) {
        desk.ask("org", Command::Withdraw { entry, in_play: false, seed: "01".into() }).unwrap();
    }
    desk.ask("org", Command::Start).unwrap();
    let all: Vec<_> = desk.event.stages()[0].field.iter().map(|placed| placed.entry).collect();
    let pairs = all.chunks(2).map(|two| tengen_protocol::Pairing { first: two[0], second: two[1] }).collect();
    let by_hand = Command::PairByHand { pairs, byes: vec![], act: act(Reason::Other), seed: "02".into() };
    desk.ask("org", by_hand).unwrap();
    let seed = desk.seed();
    desk.ask("org", Command::Begin { seed }).unwrap();
    assert_eq!(desk.event.uncreated().count(), 3_000);
}

/// By a timetable too it waits for an organiser, and time does not try again and again.
#[test]
fn time_does_not_start_what_does_not_fit() {
    let pace = Pace::At { times: vec![2_000], zone: None };
    let mut desk = Desk::new(settings(vec![StageSettings { pace, ..stage(System::RoundRobin { laps: 8 }) }]));
    desk.enter(10);
    desk.ask("org", Command::Draw { by: DrawBy::Lot, seed: "00".into() }).unwrap();
    assert_eq!(desk.event.due(), None);
    desk.now = 3_000;
    assert_eq!(desk.event.ripe(desk.now), None);
}

#[test]
fn an_event_with_all_the_games_that_it_may_have_can_be_ended() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 2);
    desk.pair().unwrap();
    let game = desk.going_on()[0].clone();
    let mut full = desk.event.clone();
    full.state.games = tournament_limits::GAMES;
    let end = GameEnd { game: game.clone(), seq: 4, outcome: void(), played: true, warnings: [0, 0] };
    let counted = full.game_ended(end, "01", 5).unwrap().unwrap();
    let Happened::Counted { changes, .. } = counted.event.what else { panic!() };
    assert!(changes.games.is_empty() && changes.scored.len() == 1, "it counts, and waits for a ruling");
    let limit = Refused::Limit { what: "games", most: tournament_limits::GAMES };
    let asker = Asker { account: account("org"), office: None, after: None };
    let replay = Command::Replay { game, act: act(Reason::Other), seed: "02".into() };
    assert_eq!(full.decide(&asker, &"x1".parse().unwrap(), replay, 5), Err(limit));
    assert!(full.decide(&asker, &"x2".parse().unwrap(), Command::CloseRound, 5).is_ok());
}

#[test]
fn line_ups_are_for_matches_of_so_many_boards_and_who_left_stays_away() {
    let first = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 1 }) };
    let from = Some(Qualifying { first: 2, carry_points: false });
    let last = StageSettings { bout: BoutKind::Boards { boards: 3 }, from, ..stage(System::Swiss { rounds: 1 }) };
    let mut desk = teams(vec![first, last], &["east", "west"], 4);
    let line_up = |members: &[u32]| Command::LineUp { entry: EntryNo(1), members: members.into(), absent: vec![] };
    desk.ask("east1", line_up(&[2, 4])).unwrap();
    desk.pair().unwrap();
    let leaves = Command::MemberLeaves { entry: EntryNo(1), member: 2, in_play: false, seed: "0a".into() };
    desk.ask("east2", leaves).unwrap();
    desk.ask("org", Command::CloseRound).unwrap();
    desk.ask("org", Command::NextStage { chosen: Some(vec![EntryNo(1), EntryNo(2)]) }).unwrap();
    let back = Err(Refused::NoSuchMember { entry: EntryNo(1), member: 2 });
    assert_eq!(desk.ask("east1", line_up(&[1, 2, 3])), back, "who left does not come back by himself");
    desk.pair().unwrap();
    let bout = desk.at(2, 1, 1);
    assert_eq!(bout.games.len(), 3, "three boards");
    let lineups = bout.lineups.clone().unwrap();
    let east = if bout.first == EntryNo(1) { lineups.first } else { lineups.second };
    assert_eq!((east.members, east.absent.into_iter().collect::<Vec<_>>()), (vec![1, 2, 3], vec![2]));
    assert_eq!(bout.games.iter().filter(|game| game.score.is_some()).count(), 1, "his board is forfeited");
    desk.check();
}

#[test]
fn a_log_has_an_end_and_an_event_can_be_finished_there() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 4);
    let same = Box::new(desk.event.settings().unwrap().clone());
    assert!(matches!(desk.ask("org", Command::Settings(same.clone())), Err(Refused::Settings(_))));
    let other = Command::Settings(Box::new(EventSettings { name: "Other".into(), ..*same }));
    let before = desk.event.state.steps;
    desk.ask("org", other).unwrap();
    assert_eq!(desk.event.state.steps, before + 1);
    desk.pair().unwrap();
    assert_eq!(desk.event.state.steps, before + 1, "rounds have a bound of their own");
    desk.check();

    desk.event.state.steps = tournament_limits::PLAYERS_STEPS;
    let enter = |name: &str| Command::Enter(Box::new(Entry { from_round: 2, ..entry(name) }));
    let limit = |most| Err(Refused::Limit { what: "steps", most });
    assert_eq!(desk.ask("p5", enter("p5")), limit(tournament_limits::PLAYERS_STEPS));
    desk.ask("org", enter("p5")).unwrap();
    desk.event.state.steps = tournament_limits::STEPS;
    assert_eq!(desk.ask("org", enter("p6")), limit(tournament_limits::STEPS));
    desk.end(&desk.going_on()[0].clone(), 4, won(Colour::Black)).unwrap();
    let at = BoutRef { stage: 1, round: 1, table: 1 };
    let overturn =
        |scores| Command::Overturn { ruled: Ruled::Bout(at, scores), act: act(Reason::Other), seed: "0b".into() };
    desk.ask("org", overturn(Scores::both_lose(false))).unwrap();
    desk.event.state.steps = tournament_limits::STEPS + tournament_limits::RULINGS_BEYOND;
    let beyond = tournament_limits::STEPS + tournament_limits::RULINGS_BEYOND;
    assert_eq!(desk.ask("org", overturn(Scores::played(Score::Win))), limit(beyond));
    desk.ask("p4", Command::Withdraw { entry: EntryNo(4), in_play: true, seed: "0c".into() }).unwrap();
    if !desk.event.stages()[0].rounds[0].is_complete() {
        desk.ask("org", Command::CloseRound).unwrap();
    }
    desk.pair().unwrap();
    desk.ask("org", Command::CloseRound).unwrap();
    desk.ask("org", Command::Finish).unwrap();
}

#[test]
fn a_team_lines_up_anew_so_often_and_not_twice_the_same() {
    let first = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 1 }) };
    let mut desk = teams(vec![first], &["east", "west"], 4);
    let line_up = |members: &[u32]| Command::LineUp { entry: EntryNo(1), members: members.into(), absent: vec![] };
    desk.ask("east1", line_up(&[2, 4])).unwrap();
    assert!(matches!(desk.ask("east1", line_up(&[2, 4])), Err(Refused::Settings(_))));
    for n in 1..tournament_limits::LINEUPS {
        desk.ask("east1", line_up(if n % 2 == 1 { &[1, 2] } else { &[2, 4] })).unwrap();
    }
    let most = tournament_limits::LINEUPS as usize;
    assert_eq!(desk.ask("east1", line_up(&[3, 4])), Err(Refused::Limit { what: "line-ups of one team", most }));
    desk.ask("west1", Command::LineUp { entry: EntryNo(2), members: vec![2, 3], absent: vec![] }).unwrap();
    desk.ask("org", line_up(&[3, 4])).unwrap();
    desk.check();
}

#[test]
fn nobody_makes_the_answers_to_others_be_forgotten() {
    let first = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 1 }) };
    let mut desk = teams(vec![first], &["east", "west"], 4);
    let by =
        |desk: &Desk, name: &str| desk.event.state.commands.iter().filter(|known| known.by == account(name)).count();
    let officials = by(&desk, "org");
    for n in 0..COMMANDS_OF_A_PLAYER + 3 {
        let members = if n % 2 == 0 { vec![1, 2] } else { vec![2, 4] };
        desk.ask("east1", Command::LineUp { entry: EntryNo(1), members, absent: vec![] }).unwrap();
    }
    assert_eq!((by(&desk, "east1"), by(&desk, "org")), (COMMANDS_OF_A_PLAYER, officials));
    let newest = desk.event.state.commands.back().unwrap().done.seq;
    let oldest = desk.event.state.commands.iter().find(|known| known.by == account("east1")).unwrap().done.seq;
    assert_eq!(newest - oldest + 1, COMMANDS_OF_A_PLAYER as u64, "his own oldest are forgotten");

    // where there are too many of all together those of players go first
    let some = desk.event.state.commands.back().unwrap().clone();
    while desk.event.state.commands.len() < COMMANDS_REMEMBERED {
        let by = account(&format!("x{}", desk.event.state.commands.len()));
        desk.event.state.commands.push_back(state::Remembered { by, ..some.clone() });
    }
    desk.ask("west1", Command::LineUp { entry: EntryNo(2), members: vec![2, 3], absent: vec![] }).unwrap();
    assert_eq!(desk.event.state.commands.len(), COMMANDS_REMEMBERED);
    assert_eq!((by(&desk, "west1"), by(&desk, "org")), (1, officials));
    assert_eq!(by(&desk, "east1"), COMMANDS_OF_A_PLAYER - 1);
}

/// A thousand players, ten rounds: what one command costs.
#[test]
fn what_a_command_of_a_large_event_costs() {
    if std::env::var_os("TENGEN_LONG").is_none() {
        return;
    }
    let mut event = Desk::new(settings(vec![stage(System::Swiss { rounds: 64 })]));
    event.enter(1_000);
    let desk = &mut event;
    desk.ask("org", Command::Draw { by: DrawBy::Lot, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    for round in 0..10_u32 {
        let seat = |n: u32| EntryNo((n + n / 500 * round * 7 % 500) % 500 + n / 500 * 500 + 1);
        let pairs = (0..500).map(|n| tengen_protocol::Pairing { first: seat(n), second: seat(n + 500) }).collect();
        let seed = desk.seed();
        desk.ask("org", Command::PairByHand { pairs, byes: vec![], act: act(Reason::Other), seed }).unwrap();
        let seed = desk.seed();
        desk.ask("org", Command::Begin { seed }).unwrap();
        let asked = Instant::now();
        let games = desk.going_on();
        for (n, game) in games.iter().enumerate() {
            let end =
                GameEnd { game: game.clone(), seq: 9, outcome: won(Colour::Black), played: true, warnings: [0, 0] };
            let decision = desk.event.game_ended(end, "5eed", 7).unwrap().unwrap();
            let body = log::body(TOURNAMENT_FORMAT, &decision.event).unwrap();
            let stored = log::stored(desk.event.position(), 0, n as u64, &body);
            desk.event.apply(&stored).unwrap();
        }
        println!("round {round}: {:?} for each result", asked.elapsed() / 500);
    }
    println!("snapshot: {} bytes", desk.event.snapshot().unwrap().len());
    let known = serde_json::to_vec(&desk.event.state.commands).unwrap().len();
    println!("commands: {known} bytes for {}", desk.event.state.commands.len());
}
