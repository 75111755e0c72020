//! Clocks that a referee sets.

use super::{Arrival, Code, Decision, Game, Refusal, refuse};
use crate::{
    clock,
    timing::{Guard, Time},
};
use tengen_protocol::{Authority, Clock, Colour, Event, Limit, Limited, NewClock, Ruling, TimeControl, time_limits};

impl Game {
    pub(super) fn set_clocks(
        &self,
        authority: Authority,
        new: [Option<NewClock>; 2],
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let (black, guard) = self.clock_now(Colour::Black, arrival);
        let (white, _) = self.clock_now(Colour::White, arrival);
        let (Some(black), Some(white)) = (self.set(black, new[0])?, self.set(white, new[1])?) else {
            return refuse(Code::NotNow, "the game has no clock");
        };
        let due = match self.running {
            Some(Colour::Black) => self.due_after_start(Some(black), *self.quota.of(Colour::Black)),
            Some(Colour::White) => self.due_after_start(Some(white), *self.quota.of(Colour::White)),
            None => self.due_now(),
        };
        let ruling = Ruling::Clocks { black, white };
        Ok(Decision { event: Event::Ruled { authority, ruling }, guard, due, lifecycle: false })
    }

    /// What a clock shows when the order came. The instant must fit the store's, but no flag refuses it.
    pub(super) fn clock_now(&self, colour: Colour, arrival: Arrival) -> (Option<Clock>, Guard) {
        let Some(clock) = self.clock(colour) else { return (None, Guard::None) };
        let elapsed = |arrived: u64| if self.running == Some(colour) { arrived - self.since } else { 0 };
        let (elapsed, guard) = match (self.running, self.time()) {
            (None, _) => (0, Guard::None),
            (Some(_), Time::Logical) => {
                let arrived = arrival.logical.max(self.since);
                let guard = Guard::Arrived { arrived, credit: 0, start: self.since, deadline: None };
                (elapsed(arrived), guard)
            }
            // days: the fold counts from the commit on, so what was used until now is taken off here
            (Some(_), Time::Wall) => (elapsed(arrival.wall.max(self.since)), Guard::None),
        };
        (Some(clock::interrupted(&self.setup.time, &clock, elapsed)), guard)
    }

    /// A clock with what a referee sets of it.
    pub(super) fn set(&self, clock: Option<Clock>, new: Option<NewClock>) -> Result<Option<Clock>, Refusal> {
        let (Some(mut clock), Some(new)) = (clock, new) else { return Ok(clock) };
        if let Some(main) = new.main {
            let most = match self.setup.time {
                TimeControl::Simple { .. } => *time_limits::SIMPLE.end(),
                TimeControl::Correspondence { .. } => *time_limits::CORRESPONDENCE.end(),
                _ => *time_limits::MAIN.end(),
            };
            if main > most {
                return Err(bad_clock(Limited::Main, 0, most, main));
            }
            clock.main = main;
        }
        if let Some(count) = new.periods {
            let TimeControl::ByoYomi { period, .. } = self.setup.time else {
                return refuse(Code::NotNow, "the game has no byo-yomi periods");
            };
            let most = *time_limits::PERIODS.end();
            if count > most {
                return Err(bad_clock(Limited::Periods, 0, most.into(), count.into()));
            }
            clock.periods = Some(count);
            clock.period = Some(if count == 0 { 0 } else { period });
        }
        // nobody is made to lose on time by setting his clock: that would be a ruling of its own
        match clock::allowance(&self.setup.time, &clock) {
            Some(0) => Err(bad_clock(Limited::Main, 1, *time_limits::MAIN.end(), 0)),
            _ => Ok(Some(clock)),
        }
    }
}

fn bad_clock(of: Limited, min: u64, max: u64, given: u64) -> Refusal {
    let message = format!("a clock is set to {min} to {max} here, not {given}");
    Refusal::new(Code::BadClock, message).limit(Limit::range(of, min, max, given))
}
