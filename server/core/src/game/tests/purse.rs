//! The clocks as a player would keep them on paper, from the rules alone and without the code that
//! they check: what each side had, what it spent, what each move gave it.

use super::*;

/// One side's clock while nothing runs, ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Purse {
    control: TimeControl,
    main: u64,
    periods: u32,
    stones: u32,
    /// What is left of the period or block.
    left: u64,
    quota: u64,
    /// What each of the side's moves gave it, oldest first.
    gifts: Vec<u64>,
}

impl Purse {
    pub(crate) fn new(control: TimeControl) -> Self {
        let (main, periods, stones, left) = match control {
            TimeControl::None => (0, 0, 0, 0),
            TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => (main, 0, 0, 0),
            TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => (allowance, 0, 0, 0),
            TimeControl::ByoYomi { main, periods, period } => (main, periods, 0, period),
            TimeControl::Canadian { main, stones, block } => (main, 0, stones, block),
        };
        Self { control, main, periods, stones, left, quota: 300, gifts: Vec::new() }
    }

    /// All that it has for the next move.
    pub(crate) fn total(&self) -> u64 {
        let later = match self.control {
            TimeControl::ByoYomi { period, .. } => u64::from(self.periods.saturating_sub(1)) * period,
            _ => 0,
        };
        self.main + self.left + later
    }

    pub(crate) const fn quota(&self) -> u64 {
        self.quota
    }

    /// Thinks for so long, less than it has.
    pub(crate) fn think(&mut self, ms: u64) {
        if self.control == TimeControl::None {
            return;
        }
        assert!(ms < self.total(), "{self:?} has no {ms} ms");
        let from_main = ms.min(self.main);
        self.main -= from_main;
        let mut excess = ms - from_main;
        while let TimeControl::ByoYomi { period, .. } = self.control
            && excess >= self.left
        {
            excess -= self.left;
            self.periods -= 1;
            self.left = period;
        }
        self.left -= excess;
    }

    /// Has thought, and moves.
    pub(crate) fn move_after(&mut self, used: u64, lag: u64) {
        self.place_after(used, lag);
        self.quota = (self.quota + 100).min(300);
        let mut gift = 0;
        match self.control {
            TimeControl::Fischer { increment, cap, .. } => {
                gift = cap.map_or(increment, |cap| increment.min(cap.saturating_sub(self.main)));
                self.main += gift;
            }
            TimeControl::Canadian { stones, block, .. } if self.main == 0 => {
                self.stones -= 1;
                if self.stones == 0 {
                    (self.stones, self.left) = (stones, block);
                }
            }
            _ => {}
        }
        self.gifts.push(gift);
    }

    /// Has thought, and places a handicap stone: a fresh stretch of thinking begins, nothing is given.
    pub(crate) fn place_after(&mut self, used: u64, lag: u64) {
        self.think(used);
        self.quota -= lag;
        self.think_afresh();
    }

    /// Moves of its own are taken back.
    pub(crate) fn take_back(&mut self, moves: usize) {
        let taken: u64 = self.gifts.split_off(self.gifts.len() - moves).iter().sum();
        match self.control {
            TimeControl::Fischer { increment, .. } => {
                self.main = self.main.saturating_sub(taken).max(self.main.min(increment));
            }
            TimeControl::Canadian { stones, .. } => {
                self.stones = stones.min(self.stones + u32::try_from(moves).unwrap());
            }
            _ => {}
        }
        self.think_afresh();
    }

    /// All that it has was used, and it is given one period more. A pass that came of it gave nothing.
    pub(crate) fn overrun(&mut self, passes: bool) {
        let TimeControl::ByoYomi { period, .. } = self.control else { panic!("no periods: {self:?}") };
        (self.main, self.periods, self.left) = (0, 1, period);
        if passes {
            self.gifts.push(0);
        }
    }

    const fn think_afresh(&mut self) {
        match self.control {
            TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => self.main = allowance,
            TimeControl::ByoYomi { period, .. } => self.left = period,
            _ => {}
        }
    }

    /// What the clock shows after thinking for so long; nothing is left after a flag.
    pub(crate) fn face_after(&self, thinking: u64) -> Option<Clock> {
        let mut shown = self.clone();
        if thinking == 0 || thinking < self.total() {
            shown.think(thinking);
        } else {
            (shown.main, shown.periods, shown.left) = (0, 0, 0);
        }
        shown.face()
    }

    fn face(&self) -> Option<Clock> {
        let bare = Clock { main: self.main, ..Clock::default() };
        match self.control {
            TimeControl::None => None,
            TimeControl::ByoYomi { .. } => Some(Clock { periods: Some(self.periods), period: Some(self.left), ..bare }),
            TimeControl::Canadian { .. } => Some(Clock { stones: Some(self.stones), period: Some(self.left), ..bare }),
            _ => Some(bare),
        }
    }
}
