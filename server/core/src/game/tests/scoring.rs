use super::*;
use crate::game::time::{SCORING_AFTER_MARK_MS, SCORING_MOST_MS, SCORING_MS};

fn mark(table: &mut Table, by: Colour, vertex: &str, dead: bool, revision: u32) -> Ended {
    table.say(by, Command::Mark { vertex: vertex.parse().unwrap(), dead, revision })
}

fn accept(table: &mut Table, by: Colour, revision: u32) -> Ended {
    table.say(by, Command::Accept { revision })
}

/// Black's wall on the fourth column of 9x9, White's on the sixth, one white stone behind it.
fn stopped() -> Table {
    let mut table = Table::new(&terms("9", "10m+3x30s"));
    table.plays("D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 A9 B5 pass pass");
    table
}

#[test]
fn both_must_accept_the_same_revision() {
    let mut table = stopped();
    assert_eq!(table.game.phase(), Phase::Scoring);
    mark(&mut table, BLACK, "B5", true, 0).event();
    accept(&mut table, BLACK, 1).event();
    assert_eq!(accept(&mut table, BLACK, 1).refused(), Code::AlreadyDone);
    assert_eq!(accept(&mut table, WHITE, 0).refused(), Code::StaleMarks);
    // White unmarks: Black's acceptance is void.
    mark(&mut table, WHITE, "B5", false, 1).event();
    accept(&mut table, WHITE, 2).event();
    assert_eq!(table.game.phase(), Phase::Scoring, "Black has accepted revision 1, not 2");
    mark(&mut table, BLACK, "B5", true, 2).event();
    accept(&mut table, WHITE, 3).event();
    accept(&mut table, BLACK, 3).event();
    // Black 36, White 36, the column between is 9 neutral points, komi 7.5.
    assert_eq!(table.outcome(), "W+7.5");
    let count = table.game.outcome().unwrap().count.unwrap();
    assert_eq!((count.black, count.white, count.neutral), (36, 36, 9));
    table.check_replay();
}

#[test]
fn marks_are_whole_chains_and_precise() {
    let mut table = stopped();
    let event = mark(&mut table, WHITE, "D5", true, 0).event();
    let Event::Marked { stones, revision: 1, .. } = event else { panic!("{event:?}") };
    assert_eq!(stones.len(), 9);
    assert_eq!(mark(&mut table, WHITE, "D1", true, 1).refused(), Code::AlreadyMarked);
    assert_eq!(mark(&mut table, WHITE, "E5", true, 1).refused(), Code::NoStone);
    assert_eq!(mark(&mut table, WHITE, "K1", true, 1).refused(), Code::OffBoard);
    assert_eq!(mark(&mut table, WHITE, "A9", true, 0).refused(), Code::StaleMarks);
    assert_eq!(table.play(BLACK, "E5").refused(), Code::InScoring);
}

#[test]
fn a_deadline_never_ratifies_what_one_side_proposed() {
    let mut table = stopped();
    mark(&mut table, WHITE, "D5", true, 0).event();
    accept(&mut table, WHITE, 1).event();
    table.wait(SCORING_MS - 1);
    assert_eq!(table.time_acts(), Ended::Time);
    table.wait(1);
    let Event::Resumed { by: None, to_move, .. } = table.time_acts().event() else { panic!() };
    // White passed last, so Black moves; the pass counter is zero, clocks as they stood.
    assert_eq!(to_move, BLACK);
    assert_eq!(table.game.phase(), Phase::Playing);
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Playing, "one pass after resuming does not stop play");
    table.plays("pass");
    // The second stop is final: at its deadline all stones are alive.
    let Event::ResumeRequested { by: BLACK, .. } = table.say(BLACK, Command::Resume).event() else { panic!() };
    assert_eq!(table.say(BLACK, Command::Resume).refused(), Code::AlreadyDone);
    mark(&mut table, WHITE, "D5", true, 2).event();
    table.wait(SCORING_MS);
    let Event::Settled { .. } = table.time_acts().event() else { panic!() };
    let count = table.game.outcome().unwrap().count.unwrap();
    assert_eq!(count.black + count.white + count.neutral, 81);
    assert!(table.game.snapshot(Sides::default()).scoring.unwrap().dead.is_empty());
    table.check_replay();
}

#[test]
fn a_final_stop_is_resumed_by_both_and_does_not_count() {
    let mut table = stopped();
    table.say(WHITE, Command::Resume).event();
    table.plays("pass pass");
    for _ in 0..2 {
        assert_eq!(table.game.snapshot(Sides::default()).scoring.unwrap().stop, 2);
        table.say(WHITE, Command::Resume).event();
        table.say(BLACK, Command::Resume).event();
        assert_eq!(table.game.phase(), Phase::Playing);
        table.plays("pass pass");
    }
    table.check_replay();
}

#[test]
fn each_revision_leaves_a_minute_but_never_beyond_ten() {
    let mut table = stopped();
    let stop = table.now;
    table.wait(SCORING_MS - 1);
    mark(&mut table, BLACK, "B5", true, 0).event();
    table.wait(SCORING_AFTER_MARK_MS - 1);
    assert_eq!(table.time_acts(), Ended::Time, "a minute is left after each revision");
    let mut revision = 1;
    while table.now + 30_000 < stop + SCORING_MOST_MS {
        table.wait(30_000);
        let dead = revision % 2 == 0;
        mark(&mut table, BLACK, "B5", dead, revision).event();
        revision += 1;
    }
    table.now = stop + SCORING_MOST_MS;
    let Event::Resumed { by: None, .. } = table.time_acts().event() else { panic!() };
}

#[test]
fn clocks_stand_during_scoring_and_go_on_exactly() {
    let mut table = Table::new(&terms("9", "10m"));
    table.wait(10_000);
    table.plays("E5");
    table.wait(20_000);
    table.plays("E4 pass pass");
    let (black, white) = (table.clock(BLACK), table.clock(WHITE));
    table.wait(200_000);
    table.say(BLACK, Command::Resume).event();
    assert_eq!((table.clock(BLACK), table.clock(WHITE)), (black, white));
    assert_eq!(table.game.to_move(), BLACK);
    table.wait(1_000);
    table.plays("D5");
    assert_eq!(table.clock(BLACK).main, black.main - 1_000, "only from the resumption on");
}

#[test]
fn at_most_200_revisions() {
    let mut table = stopped();
    for revision in 0..limits::MARK_REVISIONS {
        mark(&mut table, BLACK, "B5", revision % 2 == 0, revision).event();
    }
    let last = limits::MARK_REVISIONS;
    assert_eq!(mark(&mut table, BLACK, "B5", true, last).refused(), Code::GameLimit);
    accept(&mut table, BLACK, last).event();
    accept(&mut table, WHITE, last).event();
    assert_eq!(table.game.phase(), Phase::Finished);
}

#[test]
fn tromp_taylor_counts_at_two_passes() {
    let mut rules = terms("9", "none");
    rules.rules = Preset::TrompTaylor;
    let mut table = Table::new(&rules);
    table.plays("E5 pass pass");
    assert_eq!(table.outcome(), "B+73.5");
    table.check_replay();
}

#[test]
fn aga_records_whites_closing_pass() {
    let mut rules = terms("9", "none");
    rules.rules = Preset::Aga;
    let mut table = Table::new(&rules);
    table.plays("E5 pass pass");
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!(snapshot.pass_stones, Some(Sides { black: 1, white: 2 }), "White passed first and closes");
    assert_eq!(snapshot.moves, "E5 pass pass pass");
    table.say(BLACK, Command::Resume).event();
    table.plays("D5 E4 pass pass");
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!(snapshot.pass_stones, Some(Sides { black: 2, white: 3 }), "Black passed first: nothing to close");
    table.check_replay();
}

/// Seki: nobody marks it, so both chains count their stones and the shared liberties half each.
#[test]
fn unmarked_groups_in_seki_count() {
    let mut table = Table::new(&terms("5", "none"));
    // Two rows of White at the top stand against one row of Black at the bottom, C1 and C2 between
    // the inner chains are liberties of both.
    table.plays("A1 A3 B1 B3 A2 C3 B2 D3 pass E3 pass D2 pass D1 pass E2 pass pass");
    assert_eq!(table.game.phase(), Phase::Scoring);
    accept(&mut table, BLACK, 0).event();
    accept(&mut table, WHITE, 0).event();
    let count = table.game.outcome().unwrap().count.unwrap();
    assert_eq!((count.black, count.white, count.neutral), (4, 19, 2));
}

#[test]
fn a_mark_that_a_slow_store_held_up_leaves_its_minute_all_the_same() {
    for time in ["10m+3x30s", "none"] {
        let mut table = Table::new(&terms("9", time));
        table.plays("E5 pass pass");
        let [first, after_mark, most] = table.game.scoring_times();
        table.wait(first - 1);
        let mark = Command::Mark { vertex: "E5".parse().unwrap(), dead: true, revision: 0 };
        let arrival = Arrival { logical: table.now, wall: table.now, ..Arrival::default() };
        let decision = table.game.decide(BLACK, &"x".parse().unwrap(), &mark, arrival).unwrap();
        table.wait(9_000);
        let Event::Marked { deadline, .. } = table.append(decision).event() else { panic!() };
        assert_eq!(deadline, after_mark, "ms from the event on");
        assert_eq!(table.game.snapshot(Sides::default()).scoring.unwrap().deadline, table.now + after_mark);
        table.wait(after_mark - 1);
        assert_eq!(table.time_acts(), Ended::Time, "{time}");
        table.wait(1);
        table.time_acts().event();
        assert!(first + after_mark < most);
        table.check_replay();
    }
}

#[test]
fn whoever_may_be_away_for_days_has_days_to_confirm() {
    for (time, deadline) in [("10m", SCORING_MS), ("3d/move", 3 * 86_400_000), ("none", 3 * 86_400_000)] {
        let mut table = Table::new(&terms("9", time));
        table.plays("E5 pass");
        let Event::Pass { stop: Some(stop), .. } = table.play(BLACK, "pass").event() else { panic!("{time}") };
        assert_eq!(stop.deadline, deadline, "{time}");
    }
}

fn stop_of(event: Event) -> tengen_protocol::Stop {
    match event {
        Event::Pass { stop: Some(stop), .. } => stop,
        other => panic!("no stop: {other:?}"),
    }
}

#[test]
fn every_stop_says_whether_it_is_final_and_every_resumption_that_the_next_one_is() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5 pass");
    let stop = stop_of(table.play(BLACK, "pass").event());
    assert_eq!((stop.number, stop.is_final), (1, false));
    let snapshot = table.game.snapshot(Sides::default());
    assert!(!snapshot.next_stop_final && !snapshot.scoring.unwrap().is_final);
    let Event::Resumed { next_stop_final: true, .. } = table.say(BLACK, Command::Resume).event() else { panic!() };
    assert!(table.game.snapshot(Sides::default()).next_stop_final);
    table.plays("pass");
    let stop = stop_of(table.play(BLACK, "pass").event());
    assert_eq!((stop.number, stop.is_final), (2, true));
    assert!(table.game.snapshot(Sides::default()).scoring.unwrap().is_final);
    table.check_replay();
}

#[test]
fn a_stop_that_is_the_last_event_is_final() {
    for (seq, is_final) in [(limits::GAME_EVENTS - 1, false), (limits::GAME_EVENTS, true)] {
        let mut table = Table::new(&terms("9", "10m"));
        table.plays("E5 pass");
        super::life::with_events(&mut table, seq - 1);
        let stop = stop_of(table.play(BLACK, "pass").event());
        assert_eq!((table.game.position().seq, stop.is_final), (seq, is_final));
        table.now = table.game.scoring.as_ref().unwrap().deadline;
        match table.time_acts().event() {
            Event::Settled { .. } => assert!(is_final),
            Event::Resumed { .. } => assert!(!is_final),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_acceptance_of_an_earlier_stop_fits_no_later_one() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5 pass pass");
    mark(&mut table, BLACK, "E5", true, 0).event();
    table.say(BLACK, Command::Resume).event();
    table.plays("pass");
    let stop = stop_of(table.play(BLACK, "pass").event());
    assert_eq!(stop.revision, 2, "revisions 0 and 1 were the first stop's");
    for delayed in [0, 1] {
        assert_eq!(accept(&mut table, WHITE, delayed).refused(), Code::StaleMarks);
    }
    accept(&mut table, WHITE, 2).event();
    mark(&mut table, BLACK, "E5", true, 2).event();
    let scoring = table.game.snapshot(Sides::default()).scoring.unwrap();
    assert_eq!(scoring.revision, 3);
    // Resumed by both without a mark: the next one is another revision all the same.
    table.say(BLACK, Command::Resume).event();
    table.say(WHITE, Command::Resume).event();
    table.plays("pass");
    assert_eq!(stop_of(table.play(BLACK, "pass").event()).revision, 4);
    table.check_replay();
}
