//! What a clock shows while it runs: pure functions that server and clients share.
//!
//! A [`Clock`] is what stands on the face when nothing runs. Arithmetic saturates, so no input
//! panics and nothing goes below zero. What a completed move or an undo does to a clock is the
//! server's core.

use super::{Clock, TimeControl};

impl TimeControl {
    /// The clock of either side before the first move; nothing without a clock (`none`).
    #[must_use]
    pub fn initial(&self) -> Option<Clock> {
        let mut clock = Clock::default();
        match *self {
            Self::None => return None,
            Self::Absolute { main } | Self::Fischer { main, .. } => clock.main = main,
            Self::Simple { allowance } | Self::Correspondence { allowance } => clock.main = allowance,
            Self::ByoYomi { main, periods, period } => {
                clock.main = main;
                clock.periods = Some(periods);
                clock.period = Some(period);
            }
            Self::Canadian { main, stones, block } => {
                clock.main = main;
                clock.stones = Some(stones);
                clock.period = Some(block);
            }
        }
        Some(clock)
    }

    /// How long, in ms, the side may think about its move before the flag falls: it is in time
    /// while elapsed < allowance. Nothing without a clock.
    #[must_use]
    pub fn allowance(&self, clock: &Clock) -> Option<u64> {
        match *self {
            Self::None => None,
            Self::Absolute { .. } | Self::Fischer { .. } | Self::Simple { .. } | Self::Correspondence { .. } => {
                Some(clock.main)
            }
            Self::ByoYomi { periods, period, .. } => {
                let left = Periods::of(clock, periods, period);
                Some(clock.main.saturating_add(left.total(period)))
            }
            Self::Canadian { block, .. } => Some(clock.main.saturating_add(clock.period.unwrap_or(block))),
        }
    }

    /// What the clock shows after `elapsed` ms of thinking: periods are rolled over, nothing is
    /// below zero, and all is zero when the flag has fallen.
    #[must_use]
    pub fn running(&self, clock: &Clock, elapsed: u64) -> Clock {
        let mut shown = *clock;
        let excess = elapsed.saturating_sub(clock.main);
        match *self {
            Self::None => return shown,
            Self::ByoYomi { periods, period, .. } => {
                let left = Periods::of(clock, periods, period).after(excess, period);
                shown.periods = Some(left.count);
                shown.period = Some(left.current);
            }
            Self::Canadian { stones, block, .. } => {
                shown.stones = Some(clock.stones.unwrap_or(stones));
                shown.period = Some(clock.period.unwrap_or(block).saturating_sub(excess));
            }
            Self::Absolute { .. } | Self::Fischer { .. } | Self::Simple { .. } | Self::Correspondence { .. } => {}
        }
        shown.main = clock.main.saturating_sub(elapsed);
        shown
    }
}

/// Byo-yomi periods left (读秒).
#[derive(Clone, Copy)]
struct Periods {
    /// How many, the running one included.
    count: u32,
    /// What is left of the running one; zero when the count is.
    current: u64,
}

impl Periods {
    /// What the clock says; a clock that says nothing (main time set by a referee) has all.
    fn of(clock: &Clock, periods: u32, period: u64) -> Self {
        let count = clock.periods.unwrap_or(periods);
        let current = clock.period.unwrap_or(period);
        Self { count, current: if count == 0 { 0 } else { current } }
    }

    /// All that is left, in ms.
    fn total(self, period: u64) -> u64 {
        let later = period.saturating_mul(u64::from(self.count.saturating_sub(1)));
        self.current.saturating_add(later)
    }

    /// What is left after `spent` ms: each full period costs one, the last one the game.
    fn after(self, spent: u64, period: u64) -> Self {
        if spent < self.current {
            return Self { current: self.current - spent, ..self };
        }
        let beyond = spent - self.current;
        let further = beyond.checked_div(period).unwrap_or(u64::MAX);
        let count = u64::from(self.count).saturating_sub(further.saturating_add(1));
        match u32::try_from(count) {
            Ok(count @ 1..) => Self { count, current: period - beyond % period },
            _ => Self { count: 0, current: 0 },
        }
    }
}
