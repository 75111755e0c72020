//! What a player is given back whose node went away while he was to move.
//!
//! He could not move then, through no fault of his own. That time is nobody's: it moves the start of
//! his clock, as an event that everybody sees. Time in which no clock ran anyway, since the store was
//! away, is not given a second time.

use super::{Decision, Game};
use crate::timing::{Due, FLAG_GRACE_MS, Guard, Time, When};
use tengen_protocol::{Colour, Event};

/// The most that is given back for one absence, ms.
pub const ABSENCE_MOST_MS: u64 = 10_000;

/// An instant by both times of a partition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instant {
    /// Logical time, ms.
    pub logical: u64,
    /// The store's wall time, ms since 1970.
    pub wall: u64,
}

impl Game {
    /// Whether the node of this side matters: its clock runs, by logical time.
    #[must_use]
    pub fn waits_for(&self, colour: Colour) -> bool {
        self.charge_start().is_some() && self.running == Some(colour)
    }

    /// Gives back to a side that is to move the time for which its node was away: from `gone`, wall
    /// time, until it `returned`; each absence once. `now` is logical time. Nothing if there is
    /// nothing to give. The guard refuses it when the flag had fallen before he returned nevertheless.
    #[must_use]
    pub fn absent(&self, colour: Colour, gone: u64, returned: Instant, now: u64) -> Option<Decision> {
        let given = self.credited_at.of(colour).is_some_and(|at| at >= gone);
        if !self.waits_for(colour) || given || self.is_at_limit() {
            return None;
        }
        let returned = Instant { logical: returned.logical.min(now), ..returned };
        let began = self.turn_at;
        let away = returned.wall.saturating_sub(gone.max(began.wall));
        let passed = returned.wall.saturating_sub(began.wall);
        let stood = passed.saturating_sub(returned.logical.saturating_sub(began.logical));
        let charged = returned.logical.saturating_sub(self.since);
        let ms = away.saturating_sub(stood).min(charged).min(ABSENCE_MOST_MS);
        if ms == 0 {
            return None;
        }
        let deadline = self.flag_at(colour)?.saturating_add(ms);
        // He came then, however long it took to find out where from. Not as time itself acts: that waits
        // while the partition is quiet after an outage.
        let guard = Guard::Arrived {
            arrived: returned.logical,
            credit: 0,
            start: self.since.saturating_add(ms),
            deadline: Some(deadline),
        };
        let looks_at = deadline.saturating_add(*self.quota.of(colour)).saturating_add(FLAG_GRACE_MS);
        let due = Some(Due { time: Time::Logical, when: When::At(looks_at) });
        Some(Decision { event: Event::Credited { to: colour, ms }, guard, due, lifecycle: false })
    }
}
