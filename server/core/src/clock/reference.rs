//! Property tests against a clock that ticks through every millisecond, as a club clock would.
//!
//! The reference knows no division and no sums: it takes one millisecond at a time away and looks
//! what has become zero. Durations are short, since only boundaries matter.

use super::*;
use proptest::prelude::*;

/// A clock that ticks. Fields that a system does not have stay zero.
#[derive(Clone, Debug, PartialEq)]
struct Ticking {
    main: u64,
    periods: u32,
    stones: u32,
    period: u64,
    fallen: bool,
}

impl Ticking {
    fn from_clock(clock: &Clock) -> Self {
        Self {
            main: clock.main,
            periods: clock.periods.unwrap_or(0),
            stones: clock.stones.unwrap_or(0),
            period: clock.period.unwrap_or(0),
            fallen: false,
        }
    }

    /// One millisecond passes.
    fn tick(&mut self, control: &TimeControl) {
        if self.fallen {
            return;
        }
        if self.main > 0 {
            self.main -= 1;
        } else {
            self.period -= 1;
            if let TimeControl::ByoYomi { period, .. } = *control
                && self.period == 0
            {
                self.periods -= 1;
                if self.periods > 0 {
                    self.period = period;
                }
            }
        }
        self.fallen = self.main == 0 && self.period == 0;
    }

    /// The move is made.
    fn press(&mut self, control: &TimeControl) {
        match *control {
            TimeControl::None | TimeControl::Absolute { .. } => {}
            TimeControl::ByoYomi { period, .. } => self.period = period,
            TimeControl::Canadian { stones, block, .. } => {
                if self.main == 0 {
                    self.stones -= 1;
                }
                if self.stones == 0 {
                    self.stones = stones;
                    self.period = block;
                }
            }
            TimeControl::Fischer { increment, cap, .. } => {
                for _ in 0..increment {
                    if cap.is_none_or(|cap| self.main < cap) {
                        self.main += 1;
                    }
                }
            }
            TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => {
                self.main = allowance;
            }
        }
    }

    fn shows(&self, clock: &Clock) -> bool {
        *self == Self { fallen: self.fallen, ..Self::from_clock(clock) }
    }
}

/// Controls of a few dozen ms, so that every boundary is met often.
fn control() -> impl Strategy<Value = TimeControl> {
    let main = 0..40_u64;
    prop_oneof![
        (1..60_u64).prop_map(|main| TimeControl::Absolute { main }),
        (main.clone(), 1..5_u32, 1..12_u64)
            .prop_map(|(main, periods, period)| { TimeControl::ByoYomi { main, periods, period } }),
        (main, 1..6_u32, 1..40_u64).prop_map(|(main, stones, block)| TimeControl::Canadian { main, stones, block }),
        (1..40_u64, 0..15_u64, proptest::option::of(1..50_u64))
            .prop_map(|(main, increment, cap)| TimeControl::Fischer { main, increment, cap }),
        (1..20_u64).prop_map(|allowance| TimeControl::Simple { allowance }),
        (1..20_u64).prop_map(|allowance| TimeControl::Correspondence { allowance }),
    ]
}

/// Any control and any clock, sensible or not.
fn anything() -> impl Strategy<Value = (TimeControl, Clock)> {
    let ms = || prop_oneof![any::<u64>(), 0..3_u64, Just(u64::MAX)];
    let number = || prop_oneof![any::<u32>(), 0..3_u32, Just(u32::MAX)];
    let control =
        (0..7, ms(), number(), ms(), proptest::option::of(ms())).prop_map(|(system, main, number, length, cap)| {
            match system {
                0 => TimeControl::None,
                1 => TimeControl::Absolute { main },
                2 => TimeControl::ByoYomi { main, periods: number, period: length },
                3 => TimeControl::Canadian { main, stones: number, block: length },
                4 => TimeControl::Fischer { main, increment: length, cap },
                5 => TimeControl::Simple { allowance: main },
                _ => TimeControl::Correspondence { allowance: main },
            }
        });
    use proptest::option::of as maybe;
    let clock = (ms(), maybe(number()), maybe(number()), maybe(ms()))
        .prop_map(|(main, periods, stones, period)| Clock { main, periods, stones, period });
    (control, clock)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_game_of_moves_and_pauses_is_as_on_the_ticking_clock(
        control in control(),
        stretches in proptest::collection::vec((0..30_u64, any::<bool>()), 1..40),
    ) {
        let mut clock = initial(&control).unwrap();
        let mut reference = Ticking::from_clock(&clock);
        for (elapsed, moves) in stretches {
            let had = allowance(&control, &clock).unwrap();
            for passed in 0..elapsed {
                prop_assert!(reference.shows(&running(&control, &clock, passed)));
                prop_assert_eq!(reference.fallen, passed >= had, "neither early nor late");
                reference.tick(&control);
            }
            let shown = running(&control, &clock, elapsed);
            prop_assert!(reference.shows(&shown), "{:?} {:?}", reference, shown);
            if !moves {
                clock = interrupted(&control, &clock, elapsed);
                continue;
            }
            match after_move(&control, &clock, elapsed) {
                Ok(next) => {
                    prop_assert!(!reference.fallen);
                    reference.press(&control);
                    clock = next;
                    prop_assert!(reference.shows(&clock), "{:?} {:?}", reference, clock);
                }
                Err(flag) => {
                    prop_assert!(reference.fallen);
                    prop_assert_eq!(flag, Flag { allowance_ms: had, elapsed_ms: elapsed });
                    break;
                }
            }
        }
    }

    #[test]
    fn pieces_of_thinking_cost_the_same_as_one_stretch(
        control in control(),
        earlier in 0..30_u64,
        pieces in proptest::collection::vec(0..15_u64, 1..8),
        last in 0..15_u64,
    ) {
        let fresh = initial(&control).unwrap();
        let start = after_move(&control, &fresh, earlier).unwrap_or(fresh);
        let mut cut = start;
        for &piece in &pieces {
            cut = interrupted(&control, &cut, piece);
        }
        let whole: u64 = pieces.iter().sum();
        prop_assert_eq!(cut, interrupted(&control, &start, whole));
        prop_assert_eq!(running(&control, &cut, last), running(&control, &start, whole + last));
        match (after_move(&control, &cut, last), after_move(&control, &start, whole + last)) {
            (Ok(a), Ok(b)) => prop_assert_eq!(a, b),
            (a, b) => prop_assert!(a.is_err() && b.is_err()),
        }
    }

    #[test]
    fn what_is_left_falls_by_what_was_spent(control in control(), a in 0..100_u64, b in 0..100_u64) {
        let clock = initial(&control).unwrap();
        let had = allowance(&control, &clock).unwrap();
        for spent in [a, b, a + b] {
            let left = allowance(&control, &running(&control, &clock, spent)).unwrap();
            prop_assert_eq!(left, had.saturating_sub(spent));
        }
    }

    #[test]
    fn an_undo_gives_no_time_and_loses_no_game(
        control in control(),
        moves in proptest::collection::vec(0..20_u64, 0..20),
        thinking in 0..20_u64,
        undone in 0..25_u32,
    ) {
        let mut clock = initial(&control).unwrap();
        let mut given = Vec::new();
        for elapsed in moves {
            match after_move(&control, &clock, elapsed) {
                Ok(next) => {
                    given.push(added(&clock, elapsed, &next));
                    clock = next;
                }
                Err(_) => break,
            }
        }
        let had = allowance(&control, &clock).unwrap();
        let before = interrupted(&control, &clock, thinking.min(had - 1));
        let taken = given.iter().rev().take(undone as usize).sum();
        let after = after_undo(&control, &before, Undone { moves: undone, added: taken });
        prop_assert_ne!(allowance(&control, &after), Some(0));
        prop_assert!(after.periods <= before.periods);
        prop_assert!(after.stones >= before.stones);
        match control {
            TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => {
                prop_assert_eq!(after.main, allowance);
            }
            TimeControl::ByoYomi { period, .. } => {
                prop_assert_eq!((after.main, after.period), (before.main, Some(period)));
            }
            TimeControl::Canadian { stones, .. } => {
                prop_assert_eq!((after.main, after.period), (before.main, before.period));
                prop_assert!(after.stones <= Some(stones));
            }
            TimeControl::Fischer { increment, .. } => {
                prop_assert!(after.main <= before.main);
                prop_assert!(after.main + taken >= before.main, "no more is taken than was given");
                prop_assert!(after.main + taken == before.main || after.main == increment.min(before.main));
            }
            _ => prop_assert!(after.main <= before.main),
        }
    }

    #[test]
    fn no_number_panics((control, clock) in anything(), elapsed in any::<u64>(), undone in any::<u32>()) {
        let _ = initial(&control);
        let had = allowance(&control, &clock);
        let shown = running(&control, &clock, elapsed);
        prop_assert!(shown.main <= clock.main);
        prop_assert_eq!(interrupted(&control, &clock, elapsed), shown);
        let moved = after_move(&control, &clock, elapsed);
        prop_assert_eq!(moved.is_err(), had.is_some_and(|had| elapsed >= had));
        let _ = after_undo(&control, &clock, Undone { moves: undone, added: elapsed });
        let _ = after_stone(&control, &clock, elapsed);
        let _ = added(&clock, elapsed, &shown);
    }
}
