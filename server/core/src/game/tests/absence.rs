//! Time that is given back to whose node went away.
//!
//! Logical and wall time are one at the table; where they differ, the store was away.

use super::*;
use crate::game::absence::{ABSENCE_MOST_MS, Instant};
use proptest::prelude::*;

/// He comes back now.
fn back(table: &Table) -> Instant {
    Instant { logical: table.now, wall: table.now }
}

/// His node went away at `gone`; how much he is given.
fn credit(table: &mut Table, by: Colour, gone: u64) -> Option<u64> {
    let returned = back(table);
    credit_of(table, by, gone, returned)
}

fn credit_of(table: &mut Table, by: Colour, gone: u64, returned: Instant) -> Option<u64> {
    let decision = table.game.absent(by, gone, returned, table.now)?;
    match table.append(decision).event() {
        Event::Credited { to, ms } if to == by => Some(ms),
        other => panic!("{other:?}"),
    }
}

#[test]
fn he_gets_back_his_absence_in_his_turn_and_at_most_ten_seconds() {
    // thought before, away, given
    let cases = [(5_000, 4_000, 4_000), (5_000, 10_000, 10_000), (5_000, 25_000, ABSENCE_MOST_MS), (0, 1, 1)];
    for (thought, away, given) in cases {
        let mut table = Table::new(&terms("9", "1m"));
        table.wait(thought);
        let gone = table.now;
        table.wait(away);
        assert_eq!(credit(&mut table, BLACK, gone), Some(given));
        table.wait(1_000);
        table.plays("E5");
        assert_eq!(table.clock(BLACK).main, 60_000 - (thought + away + 1_000 - given));
        table.check_replay();
    }
}

#[test]
fn an_absence_before_his_turn_counts_from_its_beginning() {
    let mut table = Table::new(&terms("9", "1m"));
    let gone = table.now;
    table.wait(7_000);
    table.plays("E5");
    table.wait(2_000);
    assert_eq!(credit(&mut table, WHITE, gone), Some(2_000));
}

#[test]
fn nothing_is_given_to_whom_nobody_waits_for() {
    let mut table = Table::new(&terms("9", "1m"));
    let gone = table.now;
    table.wait(3_000);
    assert_eq!(table.game.absent(WHITE, gone, back(&table), table.now), None, "it is Black's turn");
    assert_eq!(table.game.absent(BLACK, table.now, back(&table), table.now), None, "he was not away");
    assert_eq!(table.game.absent(BLACK, table.now + 1, back(&table), table.now), None, "he was back before");
    table.plays("pass pass");
    assert_eq!(table.game.absent(BLACK, gone, back(&table), table.now), None, "no clock runs");
    for time in ["2d/move", "none"] {
        let mut table = Table::new(&terms("9", time));
        let gone = table.now;
        table.wait(3_000);
        assert_eq!(table.game.absent(BLACK, gone, back(&table), table.now), None, "{time}");
    }
    let waiting = Table::waiting(&terms("9", "1m"));
    assert_eq!(waiting.game.absent(BLACK, 0, back(&waiting), waiting.now), None);
}

#[test]
fn an_absence_is_given_once_and_the_next_one_again() {
    let mut table = Table::new(&terms("9", "1m"));
    let gone = table.now;
    table.wait(4_000);
    assert_eq!(credit(&mut table, BLACK, gone), Some(4_000));
    table.wait(2_000);
    assert_eq!(credit(&mut table, BLACK, gone), None);
    let again = table.now;
    table.wait(1_500);
    assert_eq!(credit(&mut table, BLACK, again), Some(1_500));
    table.plays("E5");
    assert_eq!(table.clock(BLACK).main, 58_000);
}

#[test]
fn time_in_which_the_store_was_away_is_not_given_twice() {
    let mut table = Table::new(&terms("9", "1m"));
    let gone = table.now;
    table.wait(6_000);
    // of 26 s by the wall the clock ran for 6 s
    let returned = Instant { logical: table.now, wall: table.now + 20_000 };
    let decision = table.game.absent(BLACK, gone, returned, table.now).unwrap();
    assert_eq!(decision.event, Event::Credited { to: BLACK, ms: 6_000 });
    // he was there for 4 s of the 6 s, as far as is known
    let decision = table.game.absent(BLACK, gone + 24_000, returned, table.now);
    assert_eq!(decision, None);
}

#[test]
fn a_flag_that_fell_only_because_he_was_away_is_not_kept_and_any_other_is() {
    for (thought, in_time) in [(59_999, true), (60_000, false)] {
        let mut table = Table::new(&terms("9", "1m"));
        table.wait(thought);
        let gone = table.now;
        table.wait(5_000);
        let decision = table.game.absent(BLACK, gone, back(&table), table.now).unwrap();
        match table.append(decision) {
            Ended::Committed(_) => assert!(in_time),
            Ended::Late => assert!(!in_time),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_counts_is_when_he_came_back_and_not_when_that_was_understood() {
    let mut table = Table::new(&terms("9", "1m"));
    table.wait(59_000);
    let gone = table.now;
    table.wait(5_000);
    let returned = back(&table);
    table.wait(4_000);
    assert_eq!(credit_of(&mut table, BLACK, gone, returned), Some(5_000));
    assert_eq!(table.play(BLACK, "E5"), Ended::Late, "he had a second left and took four");
    table.time_acts().event();
    assert_eq!(table.outcome(), "W+T");
}

#[test]
fn a_return_that_was_estimated_too_late_is_taken_as_now() {
    let mut table = Table::new(&terms("9", "1m"));
    let gone = table.now;
    table.wait(3_000);
    let returned = Instant { logical: table.now + 40, wall: table.now + 40 };
    let decision = table.game.absent(BLACK, gone, returned, table.now).unwrap();
    assert_eq!(table.append(decision).event(), Event::Credited { to: BLACK, ms: 3_000 });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Absences of a turn one after the other, each told several times; time is conserved.
    #[test]
    fn charged_and_nobodys_are_what_passed(
        absences in prop::collection::vec((0..8_000_u64, 0..15_000_u64, 1..4_u32), 1..6),
        thought in 0..5_000_u64,
    ) {
        let mut table = Table::new(&terms("9", "10m"));
        let began = table.now;
        let mut given = 0;
        let mut away_in_all = 0;
        for (there, away, told) in absences {
            table.wait(there);
            let gone = table.now;
            table.wait(away);
            let returned = back(&table);
            let mut now_given = 0;
            for _ in 0..told {
                now_given += credit_of(&mut table, BLACK, gone, returned).unwrap_or(0);
                table.wait(1);
            }
            prop_assert_eq!(now_given, away.min(ABSENCE_MOST_MS));
            given += now_given;
            away_in_all += away;
        }
        table.wait(thought);
        let Event::Play { time, .. } = table.play(BLACK, "E5").event() else { panic!() };
        prop_assert_eq!(time.used + time.lag + given, table.now - began);
        prop_assert!(given <= away_in_all);
        table.check_replay();
    }

    /// Whatever the walls say, by outages and steps, no more is given than the clock ran for.
    #[test]
    fn no_wall_clock_gives_time(
        ran in 0..30_000_u64,
        gone in 900_000..1_100_000_u64,
        wall in 900_000..1_100_000_u64,
        late in 0..50_u64,
    ) {
        let mut table = Table::new(&terms("9", "10m"));
        let since = table.game.since;
        table.wait(ran);
        let returned = Instant { logical: table.now + late, wall };
        if let Some(decision) = table.game.absent(BLACK, gone, returned, table.now) {
            let Event::Credited { ms, .. } = decision.event else { panic!() };
            prop_assert!(ms > 0 && ms <= ran && ms <= ABSENCE_MOST_MS && ms <= wall - gone);
            table.append(decision).event();
            prop_assert_eq!(table.game.since, since + ms);
            prop_assert!(table.game.since <= table.now);
        }
    }
}
