//! The boundaries of the rule, a model that is written from its sentences, and what must hold for
//! any sequence of steps.

use super::*;
use proptest::prelude::*;

const RUN: &str = "a";
const OTHER: &str = "b";

fn clock(hold: u64, quiet: u64) -> PartitionClock {
    PartitionClock { wall: 1_000_000, logical: 5_000, hold, quiet, run: RUN.to_owned() }
}

/// A step `d` ms after the last one: the clock after it, as (logical, hold, quiet), and the outage.
fn step(mut clock: PartitionClock, d: i64, run: &str, due: bool) -> (u64, u64, u64, bool) {
    let time = clock.wall.checked_add_signed(d).expect("a time");
    let advance = clock.advance(time, run, due);
    assert_eq!(clock.wall, time);
    assert_eq!(clock.run, run);
    assert_eq!((advance.now_logical, advance.hold), (clock.logical, clock.hold));
    (clock.logical, clock.hold, clock.quiet, advance.outage)
}

#[test]
fn while_something_is_due() {
    for (d, logical, quiet) in [
        (0, 5_000, 0),
        (1, 5_001, 0),
        (999, 5_999, 0),
        (1_000, 6_000, 0),
        (1_001, 6_001, 8_001),
        (1_499, 6_499, 8_499),
        (1_500, 6_500, 8_500),
    ] {
        assert_eq!(step(clock(0, 0), d, RUN, true), (logical, 0, quiet, false), "{d}");
    }
    for d in [1_501, 1_502, 86_400_000] {
        assert_eq!(step(clock(0, 0), d, RUN, true), (5_000, 10_000, 7_000, true), "{d}");
        assert_eq!(step(clock(3, 6_000), d, RUN, true), (5_000, 10_000, 7_000, true), "{d}");
    }
    for d in [-1, -999_999] {
        assert_eq!(step(clock(70, 9), d, RUN, true), (5_000, 70, 9, false), "{d}");
    }
}

#[test]
fn another_run_is_an_outage_however_short() {
    for d in [-999_999, -1, 0, 1, 1_500, 1_501] {
        assert_eq!(step(clock(0, 0), d, OTHER, true), (5_000, 10_000, 7_000, true), "{d}");
    }
}

#[test]
fn the_hold_is_counted_down_by_wall_time() {
    for (hold, d, logical, left) in [
        (10_000, 500, 5_000, 9_500),
        (500, 499, 5_000, 1),
        (500, 500, 5_000, 0),
        (500, 501, 5_001, 0),
        (1, 1_000, 5_999, 0),
    ] {
        assert_eq!(step(clock(hold, 9), d, RUN, true), (logical, left, 9, false));
    }
    // the hiccup counts by wall time, its quiet starts at the new logical time
    assert_eq!(step(clock(10_000, 0), 1_001, RUN, true), (5_000, 8_999, 7_000, false));
}

#[test]
fn while_nothing_is_due() {
    for (d, logical) in
        [(-999_999, 5_000), (-1, 5_000), (0, 5_000), (1_500, 6_500), (1_501, 5_000), (86_400_000, 5_000)]
    {
        for run in [RUN, OTHER] {
            assert_eq!(step(clock(70, 9), d, run, false), (logical, 70, 9, false), "{d}");
        }
    }
}

#[test]
fn a_run_that_began_while_nothing_was_due_is_no_outage_later() {
    let mut clock = clock(0, 0);
    let wall = clock.wall;
    assert!(!clock.advance(wall + 9_000, OTHER, false).outage);
    assert!(!clock.advance(wall + 9_500, OTHER, true).outage);
    assert!(clock.advance(wall + 9_600, RUN, true).outage);
}

#[test]
fn a_store_that_was_away_costs_nothing_and_clocks_go_on_after_the_hold() {
    let mut clock = PartitionClock::new(0, RUN);
    let mut wall = 3_600_000;
    assert!(clock.advance(wall, OTHER, true).outage);
    let outage = clock.logical;
    for _ in 0..20 {
        wall += 500;
        assert_eq!(clock.advance(wall, OTHER, true).now_logical, outage);
        assert!(!clock.may_time_out());
    }
    assert_eq!(clock.hold, 0);
    for ticks in 1..=4 {
        assert!(!clock.may_time_out());
        wall += 500;
        assert_eq!(clock.advance(wall, OTHER, true).now_logical, outage + ticks * 500);
    }
    assert!(clock.may_time_out(), "{QUIET_MS} ms of logical time have gone by");
}

#[test]
fn a_cut_of_a_second_charges_a_second_and_flags_nobody() {
    let mut clock = clock(0, 0);
    let wall = clock.wall;
    assert_eq!(clock.advance(wall + 1_200, RUN, true).now_logical, 6_200);
    assert!(!clock.may_time_out());
}

#[test]
fn quiet_ends_exactly_at_its_logical_time() {
    for (logical, may) in [(6_999, false), (7_000, true), (7_001, true)] {
        let clock = PartitionClock { logical, ..clock(0, 7_000) };
        assert_eq!(clock.may_time_out(), may);
    }
}

#[test]
fn the_packed_text() {
    let clock = PartitionClock { wall: 1, logical: 2, hold: 3, quiet: 4, run: "f00d".to_owned() };
    assert_eq!(clock.pack(), "1:2:3:4:f00d");
    assert_eq!(PartitionClock::unpack("1:2:3:4:f00d"), Ok(clock));
    let max = format!("{MAX_MS}:0:0:0:");
    assert_eq!(PartitionClock::unpack(&max).map(|clock| clock.wall), Ok(MAX_MS));
    for (text, said) in [
        ("", "wall '' of a partition's time must be a whole number up to 9007199254740991"),
        ("1:2:3:4", "partition time '1:2:3:4' must have five parts: wall:logical:hold:quiet:run"),
        ("1:+2:3:4:a", "logical '+2' of a partition's time must be a whole number up to 9007199254740991"),
        ("1:2:-3:4:a", "hold '-3' of a partition's time must be a whole number up to 9007199254740991"),
        ("1:2:3:1e3:a", "quiet '1e3' of a partition's time must be a whole number up to 9007199254740991"),
        (
            "9007199254740992:2:3:4:a",
            "wall '9007199254740992' of a partition's time must be a whole number up to 9007199254740991",
        ),
    ] {
        assert_eq!(PartitionClock::unpack(text).expect_err(text).to_string(), said);
    }
}

#[test]
fn an_arrival_stands_still_while_the_hold_runs() {
    let estimate = ArrivalEstimate { base: 5_000, hold: 300 };
    for (since, at) in [(0, 5_000), (299, 5_000), (300, 5_000), (301, 5_001), (1_300, 6_000)] {
        assert_eq!(estimate.after(since), at);
    }
}

#[test]
fn an_arrival_keeps_within_what_is_known() {
    let estimate = ArrivalEstimate { base: 5_000, hold: 0 };
    for (later, started, at) in [
        (None, 0, 5_100),
        (None, 5_100, 5_100),
        (None, 5_101, 5_101),
        (Some(5_099), 0, 5_099),
        (Some(5_100), 0, 5_100),
        (Some(5_101), 0, 5_100),
        (Some(5_050), 5_060, 5_060),
    ] {
        assert_eq!(estimate.arrival(100, later, started), at);
    }
    assert_eq!(ArrivalEstimate { base: u64::MAX, hold: 0 }.arrival(9, None, 0), u64::MAX);
}

#[test]
fn the_store_takes_an_arrival_between_the_start_and_now() {
    for (started, arrived, now, stands) in [
        (100, 99, 200, false),
        (100, 100, 200, true),
        (100, 200, 200, true),
        (100, 201, 200, false),
        (0, 1_000, 11_000, true),
        (0, 999, 11_000, false),
    ] {
        assert_eq!(arrival_stands(started, arrived, now), stands);
    }
}

#[test]
fn an_arrival_that_was_not_taken_is_made_anew() {
    assert_eq!(arrival_again(0, 201, 200), 200);
    assert_eq!(arrival_again(0, 1_000, 11_000), 1_000);
    assert_eq!(arrival_again(0, 999, 11_000), 6_000);
    assert_eq!(arrival_again(7_000, 999, 11_000), 7_000);
}

/// One step in numbers that may be negative, each sentence of the rule a line.
fn model(clock: &PartitionClock, time: u64, run: &str, due: bool) -> (i128, i128, i128, bool) {
    let (mut logical, mut hold, mut quiet) =
        (i128::from(clock.logical), i128::from(clock.hold), i128::from(clock.quiet));
    let d = i128::from(time) - i128::from(clock.wall);
    if !due {
        logical += if (0..=1500).contains(&d) { d } else { 0 };
        return (logical, hold, quiet, false);
    }
    if d > 1500 || run != clock.run {
        return (logical, 10_000, logical + 2000, true);
    }
    if d >= 0 {
        let u = d.min(hold);
        hold -= u;
        logical += d - u;
        if d > 1000 {
            quiet = logical + 2000;
        }
    }
    (logical, hold, quiet, false)
}

/// Steps of the wall clock: ticks, hiccups, gaps, and being set back.
fn steps() -> impl Strategy<Value = Vec<(i64, bool, bool)>> {
    let d = prop_oneof![4 => 0..600_i64, 2 => 900..1_600_i64, 1 => -5_000..0_i64, 1 => 1_500..100_000_i64];
    let other_run = proptest::bool::weighted(0.05);
    let due = proptest::bool::weighted(0.8);
    proptest::collection::vec((d, other_run, due), 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_steps(steps in steps()) {
        let mut clock = PartitionClock::new(1_000_000_000, RUN);
        let mut wall = clock.wall;
        let mut run = 0;
        for (d, other_run, due) in steps {
            let before = clock.clone();
            wall = wall.checked_add_signed(d).expect("a time");
            run += u32::from(other_run);
            let name = format!("run{run}");
            let expected = model(&before, wall, &name, due);
            let advance = clock.advance(wall, &name, due);
            let seen = (clock.logical.into(), clock.hold.into(), clock.quiet.into(), advance.outage);
            prop_assert_eq!(seen, expected);

            let gained = clock.logical.checked_sub(before.logical).expect("logical time never goes back");
            prop_assert!(gained <= d.max(0).unsigned_abs(), "never more than wall time");
            prop_assert!(gained <= OUTAGE_OVER_MS, "no gap costs more");
            prop_assert!(clock.hold <= HOLD_MS);
            prop_assert!(clock.quiet <= clock.logical.max(before.logical) + QUIET_MS);
            prop_assert_eq!(clock.may_time_out(), clock.quiet <= clock.logical);
            prop_assert_eq!(PartitionClock::unpack(&clock.pack()), Ok(clock.clone()));
        }
        // ticked as usual, clocks go on after every hold, and time-outs after every quiet
        let name = format!("run{run}");
        let _ = clock.advance(wall, &name, true);
        let stopped = clock.logical;
        for _ in 0..(HOLD_MS + QUIET_MS) / 500 {
            wall += 500;
            prop_assert!(!clock.advance(wall, &name, true).outage);
        }
        prop_assert!(clock.logical >= stopped + QUIET_MS);
        prop_assert!(clock.may_time_out());
    }

    #[test]
    fn no_number_panics(
        wall in any::<u64>(), logical in any::<u64>(), hold in any::<u64>(), quiet in any::<u64>(),
        time in any::<u64>(), run in "\\PC{0,5}", due in any::<bool>(), since in any::<u64>(),
    ) {
        let mut clock = PartitionClock { wall, logical, hold, quiet, run: RUN.to_owned() };
        let advance = clock.advance(time, &run, due);
        prop_assert!(advance.now_logical >= logical);
        let estimate = ArrivalEstimate { base: logical, hold };
        let arrived = estimate.arrival(since, Some(quiet), wall);
        prop_assert!(arrived >= wall);
        let again = arrival_again(wall.min(time), arrived, time);
        prop_assert!(arrival_stands(wall.min(time), again, time) || time - again > ARRIVAL_WINDOW_MS);
    }

    #[test]
    fn what_was_packed_is_unpacked(
        numbers in [0..=MAX_MS, 0..=MAX_MS, 0..=MAX_MS, 0..=MAX_MS], run in "\\PC{0,45}",
    ) {
        let [wall, logical, hold, quiet] = numbers;
        let clock = PartitionClock { wall, logical, hold, quiet, run };
        prop_assert_eq!(PartitionClock::unpack(&clock.pack()), Ok(clock));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}|[0-9:]{0,40}") {
        if let Ok(clock) = text.parse::<PartitionClock>() {
            let _ = clock.pack();
        }
    }
}
