//! The life of an event: who may do what, when, and what repeats do.

use super::*;
use crate::tournament::NotYet;
use tengen_protocol::{
    DrawBy, EntryRule, IllegalMove, Ko, Lateness, LatenessRule, Overtime, Preset, Qualifying, TimeControl,
    UnruledRepetition,
};

fn swiss(rounds: u32) -> EventSettings {
    settings(vec![stage(System::Swiss { rounds })])
}

#[test]
fn an_event_of_four_is_played_through() {
    let mut desk = Desk::started(swiss(3), 4);
    assert_eq!(desk.event.phase(), Phase::Running);
    for round in 1..=3 {
        desk.pair().unwrap();
        assert_eq!(desk.ask("org", Command::Finish), Err(Refused::RoundOpen(round)));
        assert_eq!(desk.event.uncreated().count(), 2);
        let setups: Vec<_> = desk.event.uncreated().map(|(_, setup)| setup.unwrap()).collect();
        assert_eq!(setups[0].rules.preset, Preset::Chinese);
        assert_eq!(setups[0].regulations.referees, [account("org")]);
        let games = desk.going_on();
        let created = desk.event.created(&games, desk.now).unwrap().unwrap();
        desk.append(&created);
        assert!(desk.event.created(&games, desk.now).unwrap().is_none(), "said once");
        assert_eq!(desk.event.uncreated().count(), 0);
        assert_eq!(desk.pair(), Err(NotYet::Undecided { round, undecided: 2 }.into()));
        for game in games {
            desk.end(&game, 7, won(Colour::Black)).unwrap();
        }
        desk.check();
    }
    assert_eq!(desk.pair(), Err(Refused::StageOver));
    let rows = desk.event.standings(1).unwrap();
    assert_eq!(rows.iter().map(|row| row.points).sum::<u32>(), 12, "two points for each bout");
    desk.ask("org", Command::Finish).unwrap();
    assert_eq!(desk.event.phase(), Phase::Finished);
    assert_eq!(desk.pair(), Err(Refused::NotNow(Phase::Finished)));
    desk.check();
}

/// S1.12: an hour and twice the lateness; a quarter of an hour; or as long as the clock runs.
#[test]
fn games_are_told_what_lateness_costs() {
    let setup = |rule, time: &str| {
        let mut settings = EventSettings { lateness: rule, ..swiss(3) };
        settings.terms.time = time.parse().unwrap();
        let mut desk = Desk::started(settings, 2);
        desk.pair().unwrap();
        let setup = desk.event.uncreated().next().unwrap().1.unwrap();
        (setup.regulations.lateness, setup.arrive_within)
    };
    let (hour, days) = (3_600_000, 3 * 86_400_000);
    assert_eq!(setup(LatenessRule::Doubled, "2h(5x60s)"), (Lateness::Doubled, hour));
    assert_eq!(setup(LatenessRule::Doubled, "30s/move"), (Lateness::Doubled, hour));
    assert_eq!(setup(LatenessRule::Doubled, "3d/move"), (Lateness::Doubled, days));
    assert_eq!(setup(LatenessRule::QuarterHour, "2h(5x60s)"), (Lateness::Forfeit, hour / 4));
    assert_eq!(setup(LatenessRule::None, "1h"), (Lateness::Counted, hour - 1));
    assert_eq!(setup(LatenessRule::None, "2h(5x60s)"), (Lateness::Counted, 2 * hour - 1));
    assert_eq!(setup(LatenessRule::None, "none"), (Lateness::Counted, days));
}

#[test]
fn games_are_told_on_what_a_referee_rules() {
    let mut settings = swiss(3);
    settings.terms.ko = Some(Ko::Referee);
    (settings.unruled_repetition, settings.move_limit) = (UnruledRepetition::Draw, Some(400));
    let mut desk = Desk::started(settings, 2);
    desk.pair().unwrap();
    let setup = desk.event.uncreated().next().unwrap().1.unwrap();
    assert_eq!(setup.rules.ko, Ko::Referee);
    assert_eq!(setup.regulations.unruled_repetition, UnruledRepetition::Draw);
    assert_eq!(setup.regulations.move_limit, Some(400));
    let limits = EventPreset::ALL.map(|preset| preset.settings("x").unwrap().move_limit);
    assert_eq!(limits, [None, None, None, None, Some(400)], "at the UEC cup alone");
    assert_eq!(EventPreset::Chinese2002.settings("x").unwrap().terms.ko, None, "national events refuse what repeats");
}

#[test]
fn games_are_told_what_refused_plays_and_overtime_lead_to() {
    for (illegal_move, overtime) in IllegalMove::ALL.into_iter().zip([0, 1, 2, 0].map(|n| Overtime::ALL[n])) {
        let mut desk = Desk::started(EventSettings { illegal_move, overtime, ..swiss(3) }, 2);
        desk.pair().unwrap();
        let setup = desk.event.uncreated().next().unwrap().1.unwrap();
        assert_eq!((setup.regulations.illegal_move, setup.regulations.overtime), (illegal_move, overtime));
    }
}

#[test]
fn a_command_sent_again_is_answered_as_the_first_time() {
    let mut desk = Desk::new(swiss(3));
    let enter = |name: &str| Command::Enter(Box::new(entry(name)));
    desk.ask("ann", enter("ann")).unwrap();
    desk.ask("bob", enter("bob")).unwrap();
    let repeat = |desk: &Desk, by: &str, id: &str, command: &Command| {
        desk.event.repeat(&account(by), &id.parse().unwrap(), command).map(Result::<&Done, Refused>::cloned)
    };
    // c1 made the event
    assert_eq!(repeat(&desk, "ann", "c2", &enter("ann")), Some(Ok(Done { seq: 2, entries: vec![EntryNo(1)] })));
    assert_eq!(repeat(&desk, "bob", "c3", &enter("bob")), Some(Ok(Done { seq: 3, entries: vec![EntryNo(2)] })));
    assert_eq!(repeat(&desk, "bob", "c3", &enter("cyd")), Some(Err(Refused::IdReused)));
    assert_eq!(repeat(&desk, "ann", "c3", &enter("ann")), None, "ids are each account's own");
    // the seed is the server's and may differ
    let draw = |seed: &str| Command::Draw { by: DrawBy::Lot, seed: seed.into() };
    desk.ask("org", draw("aa")).unwrap();
    assert!(repeat(&desk, "org", "c4", &draw("bb")).unwrap().is_ok());
    let other = Command::Draw { by: DrawBy::Rating, seed: "aa".into() };
    assert_eq!(repeat(&desk, "org", "c4", &other), Some(Err(Refused::IdReused)));
}

#[test]
fn whoever_may_not_is_refused() {
    let mut desk = Desk::new(EventSettings { referees: vec![account("ref")], ..swiss(3) });
    desk.enter(4);
    let other = Command::Enter(Box::new(entry("zoe")));
    assert_eq!(desk.ask("ann", other.clone()), Err(Refused::NotYourself));
    assert_eq!(
        desk.ask("p1", Command::Enter(Box::new(entry("p1")))),
        Err(Refused::Entered { account: account("p1"), entry: EntryNo(1) })
    );
    let mut seeded = entry("zoe");
    seeded.seed = Some(1);
    assert_eq!(desk.ask("zoe", Command::Enter(Box::new(seeded))), Err(Refused::NotAnOrganiser));
    desk.ask("org", other).unwrap();
    let draw = Command::Draw { by: DrawBy::Seed, seed: "00".into() };
    for by in ["p1", "ref"] {
        assert_eq!(desk.ask(by, draw.clone()), Err(Refused::NotAnOrganiser), "{by}");
    }
    assert_eq!(desk.ask("org", Command::Start), Err(Refused::NotDrawn));
    assert_eq!(
        desk.ask("p1", Command::Withdraw { entry: EntryNo(2), in_play: false, seed: "1eaf".into() }),
        Err(Refused::NotAnOfficial)
    );
    desk.ask("zoe", Command::Withdraw { entry: EntryNo(5), in_play: false, seed: "1eaf".into() }).unwrap();
    desk.ask("org", draw).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk.pair().unwrap();
    assert_eq!(desk.ask("p1", Command::CloseRound), Err(Refused::NotAnOfficial));
    desk.ask("ref", Command::CloseRound).unwrap();
    let closed = EventSettings { entry: EntryRule::Organiser, ..swiss(3) };
    assert_eq!(Desk::new(closed).ask("p1", Command::Enter(Box::new(entry("p1")))), Err(Refused::EntryClosed));
    let fresh = Tournament::new("t2".parse().unwrap());
    let asker = Asker { account: account("org"), office: None, after: None };
    assert_eq!(fresh.decide(&asker, &"c1".parse().unwrap(), Command::Start, 0), Err(Refused::Unknown));
}

#[test]
fn who_leaves_after_the_draw_is_out_of_it_and_a_new_entry_voids_it() {
    let mut desk = Desk::new(swiss(3));
    desk.enter(4);
    let draw = Command::Draw { by: DrawBy::Seed, seed: "00".into() };
    desk.ask("org", draw.clone()).unwrap();
    desk.ask("p2", Command::Withdraw { entry: EntryNo(2), in_play: false, seed: "1eaf".into() }).unwrap();
    assert!(desk.event.should_redraw());
    assert_eq!(desk.event.phase(), Phase::Drawn);
    assert_eq!(desk.ask("p5", Command::Enter(Box::new(entry("p5")))), Err(Refused::EntryClosed));
    desk.ask("org", Command::Enter(Box::new(entry("p5")))).unwrap();
    assert_eq!(desk.event.phase(), Phase::Entry);
    let drawn = desk.ask("org", draw).unwrap();
    let Happened::Drawn { order, .. } = drawn.what else { panic!("{drawn:?}") };
    assert_eq!(order.len(), 4);
    assert!(!order.contains(&EntryNo(2)) && !desk.event.should_redraw());
    desk.check();
}

#[test]
fn a_draw_follows_seed_numbers_ratings_and_its_lot() {
    let mut desk = Desk::new(swiss(3));
    for n in 1..=20_u32 {
        let mut new = entry(&format!("p{n}"));
        new.seed = (n == 7).then_some(1);
        new.rating = (n > 10).then(|| 1_000 + 10 * i32::try_from(n).unwrap());
        desk.ask("org", Command::Enter(Box::new(new))).unwrap();
    }
    let mut draw = |by, seed: &str| {
        let drawn = desk.ask("org", Command::Draw { by, seed: seed.into() }).unwrap();
        let Happened::Drawn { order, .. } = drawn.what else { panic!("{drawn:?}") };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=20).map(EntryNo).collect::<Vec<_>>());
        order
    };
    assert_eq!(draw(DrawBy::Seed, "1")[0], EntryNo(7));
    let by_rating: Vec<_> = draw(DrawBy::Rating, "1").into_iter().take(10).collect();
    assert_eq!(by_rating, (11..=20).rev().map(EntryNo).collect::<Vec<_>>());
    assert_eq!(draw(DrawBy::Lot, "1"), draw(DrawBy::Lot, "1"), "the same seed, the same draw");
    assert_ne!(draw(DrawBy::Lot, "1"), draw(DrawBy::Lot, "2"));
}

#[test]
fn late_entries_come_into_a_swiss_and_not_into_a_later_stage() {
    let last = StageSettings {
        from: Some(Qualifying { first: 2, carry_points: false }),
        bout: tengen_protocol::BoutKind::BestOf { games: 3 },
        ..stage(System::Elimination { losses: 1 })
    };
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 }), last]), 4);
    desk.pair().unwrap();
    let mut late = entry("p5");
    assert_eq!(desk.ask("org", Command::Enter(Box::new(late.clone()))), Err(Refused::TooLate(2)));
    late.from_round = 2;
    desk.ask("org", Command::Enter(Box::new(late.clone()))).unwrap();
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    desk.pair().unwrap();
    let round = &desk.event.stages()[0].rounds[1];
    assert_eq!((round.bouts.len(), round.byes.len()), (2, 1), "five are paired");
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    desk.ask("org", Command::NextStage { chosen: Some(vec![EntryNo(1), EntryNo(2)]) }).unwrap();
    late.account = Some(account("p6"));
    late.from_round = 9;
    assert!(matches!(desk.ask("org", Command::Enter(Box::new(late))), Err(Refused::TooLate(_))));
    // the final: best of three
    desk.pair().unwrap();
    desk.beats(1, 2);
    assert_eq!(desk.going_on().len(), 1);
    desk.beats(2, 1);
    desk.beats(1, 2);
    assert_eq!(desk.at(2, 1, 1).games.len(), 3);
    assert_eq!(desk.event.propose().unwrap().next, crate::tournament::Next::Over);
    let rows = desk.event.standings(2).unwrap();
    assert_eq!((rows[0].entry, rows[0].place), (EntryNo(1), Some(1)));
    desk.ask("org", Command::Finish).unwrap();
    desk.check();
}

#[test]
fn whoever_shares_the_place_at_the_cut_must_be_named() {
    let last = StageSettings {
        from: Some(Qualifying { first: 1 + 1, carry_points: true }),
        ..stage(System::Elimination { losses: 1 })
    };
    let mut desk = Desk::started(settings(vec![stage(System::RoundRobin { laps: 1 }), last]), 3);
    for _ in 0..3 {
        desk.pair().unwrap();
        for game in desk.going_on() {
            desk.end(&game, 3, drawn()).unwrap();
        }
    }
    let tied = vec![EntryNo(1), EntryNo(2), EntryNo(3)];
    assert_eq!(desk.ask("org", Command::NextStage { chosen: None }), Err(Refused::TiedAtTheCut { first: 2, tied }));
    let named = |of: &[u32]| Command::NextStage { chosen: Some(of.iter().copied().map(EntryNo).collect()) };
    assert_eq!(desk.ask("org", named(&[3, 9])), Err(Refused::NoSuchEntry(EntryNo(9))));
    assert!(desk.ask("org", named(&[3, 3])).is_err());
    let started = desk.ask("org", named(&[3, 1])).unwrap();
    let Happened::StageStarted { field, .. } = started.what else { panic!("{started:?}") };
    let field: Vec<_> = field.iter().map(|starter| (starter.entry.0, starter.seed, starter.carried)).collect();
    assert_eq!(field, [(3, 1, 2), (1, 2, 2)]);
}

#[test]
fn settings_are_checked_and_few_may_be_changed_after_the_start() {
    type Bend = fn(&mut EventSettings);
    let bad: [Bend; 15] = [
        |s| s.terms.undo = true,
        |s| s.name = String::new(),
        |s| s.name = "a\u{202e}b".into(),
        |s| s.description = "x".repeat(4_001),
        |s| s.entry_limit = 1_001,
        |s| s.stages.clear(),
        |s| s.stages = vec![stage(System::Swiss { rounds: 65 })],
        |s| s.stages = vec![stage(System::RoundRobin { laps: 9 })],
        |s| s.stages[0].bout = tengen_protocol::BoutKind::BestOf { games: 4 },
        |s| s.stages[0].bout = tengen_protocol::BoutKind::Boards { boards: 3 },
        |s| s.terms.time = TimeControl::Absolute { main: 0 },
        |s| (s.terms.time, s.overtime) = (TimeControl::Absolute { main: 60_000 }, Overtime::Pass),
        |s| s.stages[0].pace = Pace::At { times: vec![5, 5], zone: None },
        |s| s.move_limit = Some(9),
        |s| s.referees = (0..20).map(|n| account(&format!("r{n}"))).collect(),
    ];
    for (n, bend) in bad.iter().enumerate() {
        let mut bent = EventSettings { organisers: vec![account("org")], ..swiss(3) };
        check_settings(&bent).unwrap();
        bend(&mut bent);
        assert!(check_settings(&bent).is_err(), "{n}");
    }
    for preset in EventPreset::ALL {
        let settings = EventSettings { organisers: vec![account("org")], ..preset.settings("x").unwrap() };
        check_settings(&settings).unwrap();
        assert_eq!(preset.name().parse::<EventPreset>().unwrap(), preset);
    }
    let national = EventPreset::Chinese1988.settings("x").unwrap();
    assert_eq!(national.terms.time, "2h(5x60s)".parse().unwrap());
    assert_eq!(EventPreset::ComputerGo.settings("x").unwrap().terms.time, "1h".parse().unwrap());

    assert_eq!(EventPreset::Cgos.settings("x").unwrap().illegal_move, IllegalMove::Lose);
    assert_eq!(national.illegal_move, IllegalMove::Reject, "a slip is refused unless an event wants it by the letter");

    let mut desk = Desk::started(swiss(3), 4);
    desk.pair().unwrap();
    let now = desk.event.settings().unwrap().clone();
    let change = |desk: &mut Desk, bend: Bend| {
        let mut new = now.clone();
        bend(&mut new);
        desk.ask("org", Command::Settings(Box::new(new)))
    };
    change(&mut desk, |s| s.stages[0].system = System::Swiss { rounds: 2 }).unwrap();
    assert!(change(&mut desk, |s| s.stages[0].system = System::Swiss { rounds: 0 }).is_err());
    assert_eq!(change(&mut desk, |s| s.stages[0].system = System::RoundRobin { laps: 1 }), Err(Refused::Fixed));
    assert_eq!(change(&mut desk, |s| s.lateness = LatenessRule::QuarterHour), Err(Refused::Fixed));
    change(&mut desk, |s| s.stages[0].pace = Pace::AtOnce { pause: 5 }).unwrap();
    change(&mut desk, |s| s.referees.push(account("ref"))).unwrap();
    desk.check();
}
