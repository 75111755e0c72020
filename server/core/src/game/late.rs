//! Lateness (S1.12): twice of it comes off the main time, and whoever never comes loses. Events may say
//! instead that it costs nothing up to a limit, or as much as it lasted.
//!
//! The set time is when the game was created. Each side loses by its own lateness alone. Doubled it comes
//! off the main time alone; without overtime that may be all there is, and then the game is lost.

use super::{
    Arrival, Decision, Game, Refusal,
    count::{void, win},
    decide::refuse,
};
use crate::timing::{Due, Guard, Time, When};
use tengen_protocol::{
    Clock, Code, Colour, CommandId, EndReason, Event, Late, Lateness, Outcome, Setup, Sides, TimeControl,
};

/// How long after creation a game waits for its players, ms. Where lateness costs time the whole of the
/// last ms is still in time.
pub(super) const fn waits(setup: &Setup) -> u64 {
    match setup.regulations.lateness {
        Lateness::Free => setup.arrive_within,
        Lateness::Doubled | Lateness::Forfeit | Lateness::Counted => setup.arrive_within.saturating_add(1),
    }
}

impl Game {
    /// An arrival where lateness costs time.
    pub(super) fn arrives_late(&self, by: Colour, id: CommandId, arrival: Arrival) -> Result<Decision, Refusal> {
        let set = self.since;
        let (now, guard) = match self.time() {
            Time::Logical => {
                let arrived = arrival.logical.max(set);
                (arrived, Guard::Arrived { arrived, credit: 0, start: set, deadline: Some(self.idle_deadline) })
            }
            Time::Wall => (arrival.wall.max(set), Guard::Before { deadline: self.idle_deadline }),
        };
        let ms = now - set;
        if ms > self.setup.arrive_within {
            return refuse(Code::Late, "the time to come is over");
        }
        let other = *self.late.of(by.other());
        if !self.has_arrived(by.other()) {
            let event = Event::Arrived { by, id, late: Some(Box::new(Late { ms, clocks: None })), outcome: None };
            return Ok(Decision { event, guard, due: self.due_now(), lifecycle: false });
        }
        let lateness = match by {
            Colour::Black => Sides { black: ms, white: other },
            Colour::White => Sides { black: other, white: ms },
        };
        let clocks = self.clocks.map(|clocks| Sides {
            black: self.after_lateness(clocks.black, lateness.black),
            white: self.after_lateness(clocks.white, lateness.white),
        });
        let outcome = clocks.as_ref().and_then(|clocks| self.lost_by_lateness(clocks));
        let first = self.to_move();
        let due = match outcome {
            Some(_) => None,
            None => self.due_after_start(clocks.map(|clocks| *clocks.of(first)), super::LAG_QUOTA_MS),
        };
        let lifecycle = outcome.is_some();
        let event = Event::Arrived { by, id, late: Some(Box::new(Late { ms, clocks })), outcome };
        Ok(Decision { event, guard, due, lifecycle })
    }

    /// What is left of a clock.
    fn after_lateness(&self, clock: Clock, ms: u64) -> Clock {
        match self.setup.regulations.lateness {
            Lateness::Free | Lateness::Forfeit => clock,
            Lateness::Doubled => self.after_doubled(clock, ms),
            Lateness::Counted => crate::clock::interrupted(&self.setup.time, &clock, ms),
        }
    }

    /// Twice the lateness comes off the main time, where there is one.
    const fn after_doubled(&self, clock: Clock, ms: u64) -> Clock {
        match self.setup.time {
            TimeControl::Simple { .. } | TimeControl::Correspondence { .. } | TimeControl::None => clock,
            TimeControl::Absolute { .. }
            | TimeControl::Fischer { .. }
            | TimeControl::ByoYomi { .. }
            | TimeControl::Canadian { .. } => Clock { main: clock.main.saturating_sub(ms.saturating_mul(2)), ..clock },
        }
    }

    fn lost_by_lateness(&self, clocks: &Sides<Clock>) -> Option<Outcome> {
        let has_time = |clock: &Clock| crate::clock::allowance(&self.setup.time, clock).is_none_or(|ms| ms > 0);
        match (has_time(&clocks.black), has_time(&clocks.white)) {
            (true, true) => None,
            (true, false) => Some(win(Colour::Black, EndReason::Forfeit)),
            (false, true) => Some(win(Colour::White, EndReason::Forfeit)),
            (false, false) => Some(void(EndReason::BothLose)),
        }
    }

    /// What becomes of a game to which somebody has not come.
    pub(super) fn no_show(&self) -> Outcome {
        match (self.setup.regulations.lateness, self.arrived.black, self.arrived.white) {
            (Lateness::Free, ..) | (_, true, true) => void(EndReason::NoShow),
            (_, true, false) => win(Colour::Black, EndReason::NoShow),
            (_, false, true) => win(Colour::White, EndReason::NoShow),
            (_, false, false) => void(EndReason::BothLose),
        }
    }

    pub(super) fn fold_late(&mut self, by: Colour, late: &Late) {
        *self.late.of_mut(by) = late.ms;
        if let Some(clocks) = late.clocks {
            self.clocks = Some(clocks);
        }
    }
}

/// When time may act on a game that was just created.
pub(super) const fn due_of(setup: &Setup, time: Time) -> Due {
    Due { time, when: When::After(waits(setup)) }
}
