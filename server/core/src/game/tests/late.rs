//! Lateness with the numbers of the regulations (S1.12).

use super::*;
use tengen_protocol::{EndReason, Lateness, Setup};

const MINUTE: u64 = 60_000;

/// A game of an event: an hour to come, twice the lateness is lost.
fn event(time: &str) -> Table {
    regulated(time, Lateness::Doubled, 60 * MINUTE)
}

fn regulated(time: &str, lateness: Lateness, arrive_within: u64) -> Table {
    let players = Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
    let mut setup: Setup = settle(&terms("9", time), players, None, None).unwrap();
    setup.regulations.lateness = lateness;
    setup.arrive_within = arrive_within;
    Table::created(setup)
}

/// Both come after so many ms.
fn come(table: &mut Table, mut arrivals: [(Colour, u64); 2]) {
    let began = table.now;
    arrivals.sort_by_key(|(_, ms)| *ms);
    for (side, ms) in arrivals {
        table.now = began + ms;
        table.say(side, Command::Arrive).event();
    }
}

#[test]
fn twice_the_lateness_comes_off_the_main_time_alone() {
    // 2h(5x60s): a limit of 2 h, of which 5 minutes are byo-yomi
    let mut table = event("2h(5x60s)");
    come(&mut table, [(BLACK, 12 * MINUTE + 30_000), (WHITE, 20 * MINUTE)]);
    assert_eq!(table.clock(BLACK).main, 90 * MINUTE);
    assert_eq!(table.clock(WHITE).main, 75 * MINUTE);
    for side in [BLACK, WHITE] {
        assert_eq!((table.clock(side).periods, table.clock(side).period), (Some(5), Some(60_000)));
    }
    assert_eq!(table.game.phase(), Phase::Playing);
    table.check_replay();
    // and the clock runs from there
    table.wait(90 * MINUTE + 59_999);
    table.plays("E5");
    assert_eq!((table.clock(BLACK).main, table.clock(BLACK).periods), (0, Some(5)));
}

#[test]
fn whoever_has_overtime_goes_on_with_it_and_whoever_has_not_has_lost() {
    for (time, winner) in [("30m+3x30s", None), ("30m+5/2m", None), ("30m", Some(WHITE)), ("30m+10s/move", Some(WHITE))]
    {
        let mut table = event(time);
        come(&mut table, [(BLACK, 15 * MINUTE), (WHITE, 0)]);
        assert_eq!(table.clock(BLACK).main, 0, "{time}");
        let outcome = table.game.outcome();
        assert_eq!(outcome.and_then(|outcome| outcome.winner), winner, "{time}");
        assert!(outcome.is_none_or(|outcome| outcome.reason == EndReason::Forfeit), "{time}");
        table.check_replay();
        let mut in_time = event(time);
        come(&mut in_time, [(BLACK, 15 * MINUTE - 1), (WHITE, 0)]);
        assert_eq!((in_time.game.phase(), in_time.clock(BLACK).main), (Phase::Playing, 2), "{time}");
    }
    let mut both = event("30m");
    come(&mut both, [(BLACK, 15 * MINUTE), (WHITE, 16 * MINUTE)]);
    assert_eq!(both.game.outcome().unwrap().reason, EndReason::BothLose);
}

#[test]
fn without_main_time_only_the_hour_counts() {
    for time in ["30s/move", "3d/move", "none"] {
        let mut table = event(time);
        let before = table.game.snapshot(Sides::default()).clocks.map(|clocks| clocks.black);
        come(&mut table, [(BLACK, 60 * MINUTE), (WHITE, 5)]);
        assert_eq!(table.game.snapshot(Sides::default()).clocks.map(|clocks| clocks.black), before, "{time}");
        assert_eq!(table.game.phase(), Phase::Playing, "{time}");
        table.check_replay();
    }
}

#[test]
fn exactly_an_hour_is_not_yet_lost() {
    for came in [None, Some(BLACK), Some(WHITE)] {
        let mut table = event("3h+5x60s");
        if let Some(side) = came {
            table.say(side, Command::Arrive).event();
        }
        table.wait(60 * MINUTE);
        assert_eq!(table.time_acts(), Ended::Time, "60:00.000 is in time");
        table.wait(1);
        let late = table.say(came.map_or(BLACK, Colour::other), Command::Arrive);
        assert_eq!(late.refused(), Code::Late);
        table.time_acts().event();
        let outcome = table.game.outcome().unwrap();
        match came {
            None => assert_eq!((outcome.winner, outcome.reason), (None, EndReason::BothLose)),
            Some(side) => {
                assert_eq!((outcome.winner, outcome.reason), (Some(side), EndReason::NoShow));
                assert_eq!(outcome.result, format!("{}+F", side.letter()));
            }
        }
        table.check_replay();
    }
    let mut table = event("3h+5x60s");
    come(&mut table, [(BLACK, 60 * MINUTE), (WHITE, 0)]);
    assert_eq!(table.clock(BLACK).main, 60 * MINUTE);
}

#[test]
fn a_quarter_of_an_hour_costs_nothing_and_then_everything() {
    let mut table = regulated("30m", Lateness::Forfeit, 15 * MINUTE);
    come(&mut table, [(BLACK, 15 * MINUTE), (WHITE, 14 * MINUTE)]);
    assert_eq!((table.game.phase(), table.clock(BLACK).main), (Phase::Playing, 30 * MINUTE));
    assert_eq!(table.clock(WHITE).main, 30 * MINUTE);
    table.check_replay();
    for came in [None, Some(BLACK), Some(WHITE)] {
        let mut table = regulated("30m", Lateness::Forfeit, 15 * MINUTE);
        if let Some(side) = came {
            table.say(side, Command::Arrive).event();
        }
        table.wait(15 * MINUTE + 1);
        let late = table.say(came.map_or(BLACK, Colour::other), Command::Arrive);
        assert_eq!(late.refused(), Code::Late);
        table.time_acts().event();
        assert_eq!(table.game.outcome().unwrap().winner, came, "whoever came is not punished");
        table.check_replay();
    }
}

#[test]
fn a_clock_that_runs_from_the_set_time_loses_the_lateness_once() {
    let mut table = regulated("30m+3x30s", Lateness::Counted, 60 * MINUTE);
    come(&mut table, [(BLACK, 5 * MINUTE), (WHITE, 30 * MINUTE + 40_000)]);
    assert_eq!(table.clock(BLACK).main, 25 * MINUTE);
    let white = table.clock(WHITE);
    assert_eq!((white.main, white.periods), (0, Some(2)), "one period of 30 s has gone");
    assert_eq!(table.game.phase(), Phase::Playing);
    table.check_replay();
    let mut table = regulated("30m", Lateness::Counted, 30 * MINUTE - 1);
    come(&mut table, [(BLACK, 0), (WHITE, 30 * MINUTE - 1)]);
    assert_eq!((table.game.phase(), table.clock(WHITE).main), (Phase::Playing, 1));
    let mut table = regulated("30m", Lateness::Counted, 30 * MINUTE - 1);
    table.say(BLACK, Command::Arrive).event();
    table.wait(30 * MINUTE);
    table.time_acts().event();
    assert_eq!(table.game.outcome().unwrap().winner, Some(BLACK));
    table.check_replay();
}
