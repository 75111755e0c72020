//! What time does to a game: charging a move, lag credit, flags and deadlines.
//!
//! Instants are by the game's time: logical, or wall time where clocks are counted in days or there
//! is none. The store compares them with its own; nothing here knows what time it is.

use super::{
    Arrival, Decision, Game, LAG_BEYOND_ROUND_TRIP_MS, LAG_QUOTA_GAIN_MS, LAG_QUOTA_MS, Refusal,
    count::{void, win},
    setup::ABANDONED_AFTER_MS,
};
use crate::{
    clock,
    timing::{Due, FLAG_GRACE_MS, Guard, Time, When},
};
use tengen_protocol::{Clock, Colour, EndReason, Event, MoveTime, Phase};

/// Time to confirm dead stones, ms ..
pub(super) const SCORING_MS: u64 = 5 * 60_000;
/// .. of which each new revision leaves at least so much ..
pub(super) const SCORING_AFTER_MARK_MS: u64 = 60_000;
/// .. but never longer than this from the stop on.
pub(super) const SCORING_MOST_MS: u64 = 10 * 60_000;

/// The same three where the clock counts days or there is none: the players may be away for days.
pub(super) const SLOW_SCORING_MS: [u64; 3] = [3 * 86_400_000, 86_400_000, 6 * 86_400_000];

/// What is charged to the side whose clock runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// A play or a pass.
    Move,
    /// A handicap stone of Black's choice: setting up the board, no move.
    Stone,
}

/// How a move is charged, and what must hold for it to be in time.
pub(super) struct Charge {
    pub(super) time: MoveTime,
    pub(super) guard: Guard,
}

impl Game {
    /// Deadline, least after a mark, most: ms.
    pub(super) const fn scoring_times(&self) -> [u64; 3] {
        match self.time() {
            Time::Wall => SLOW_SCORING_MS,
            Time::Logical => [SCORING_MS, SCORING_AFTER_MARK_MS, SCORING_MOST_MS],
        }
    }

    /// Charges a move or a stone of the side whose clock runs, which arrived then.
    pub(super) fn charge(&self, by: Colour, act: Act, arrival: Arrival) -> Charge {
        let Some(clock) = self.clock(by) else {
            return Charge { time: MoveTime { used: 0, lag: 0, clock: None }, guard: Guard::None };
        };
        let control = &self.setup.time;
        let after = |elapsed| match act {
            Act::Move => clock::after_move(control, &clock, elapsed),
            Act::Stone => clock::after_stone(control, &clock, elapsed),
        };
        if self.time() == Time::Wall {
            // A move resets the allowance, so what it took needs not be known beforehand.
            let time = MoveTime { used: 0, lag: 0, clock: Some(after(0).unwrap_or(clock)) };
            return Charge { time, guard: Guard::Before { deadline: self.flag_at(by).unwrap_or(u64::MAX) } };
        }
        let arrived = arrival.logical.max(self.since);
        let elapsed = arrived - self.since;
        let lag = self.credit(by, arrival, elapsed);
        let used = elapsed - lag;
        // When this says that the flag has fallen, the store says so too and the event is not kept.
        let after = after(used).unwrap_or_else(|_| clock::running(control, &clock, used));
        Charge {
            time: MoveTime { used, lag, clock: Some(after) },
            guard: Guard::Arrived { arrived, credit: lag, start: self.since, deadline: self.flag_at(by) },
        }
    }

    /// The lag that is given back: never more than was claimed, than the measured way explains,
    /// than is left of the quota, and than he has used.
    fn credit(&self, by: Colour, arrival: Arrival, elapsed: u64) -> u64 {
        let explained = arrival.measured_rtt.map_or(0, |rtt| rtt.saturating_add(LAG_BEYOND_ROUND_TRIP_MS));
        arrival.claimed_lag.min(explained).min(*self.quota.of(by)).min(elapsed)
    }

    /// A side's clock at `since`.
    pub(super) fn clock(&self, colour: Colour) -> Option<Clock> {
        self.clocks.map(|clocks| *clocks.of(colour))
    }

    /// When the flag of the side whose clock runs falls, by the game's time.
    pub(super) fn flag_at(&self, colour: Colour) -> Option<u64> {
        let allowance = clock::allowance(&self.setup.time, &self.clock(colour)?)?;
        Some(self.since.saturating_add(allowance))
    }

    /// Quota of lag credit that a flag waits for; by wall time there is none.
    fn quota_of(&self, colour: Colour) -> u64 {
        match self.time() {
            Time::Logical => *self.quota.of(colour),
            Time::Wall => 0,
        }
    }

    /// What is left of a quota after a move that was given `lag`.
    pub(super) fn quota_after_move(&self, by: Colour, lag: u64) -> u64 {
        self.quota_after_stone(by, lag).saturating_add(LAG_QUOTA_GAIN_MS).min(LAG_QUOTA_MS)
    }

    /// The same after a handicap stone, which is no move and gains nothing.
    pub(super) fn quota_after_stone(&self, by: Colour, lag: u64) -> u64 {
        self.quota.of(by).saturating_sub(lag)
    }

    /// When time may act if the clock of `colour` starts as it stands with the next event.
    pub(super) fn due_of_turn(&self, colour: Colour) -> Option<Due> {
        self.due_after_start(self.clock(colour), self.quota_of(colour))
    }

    /// When time may act if a clock that stands at `clock` starts with the next event.
    pub(super) fn due_after_start(&self, clock: Option<Clock>, quota: u64) -> Option<Due> {
        let Some(clock) = clock else {
            return Some(Due { time: Time::Wall, when: When::After(ABANDONED_AFTER_MS) });
        };
        let allowance = clock::allowance(&self.setup.time, &clock)?;
        let quota = if self.time() == Time::Logical { quota } else { 0 };
        let wait = allowance.saturating_add(quota).saturating_add(FLAG_GRACE_MS);
        Some(Due { time: self.time(), when: When::After(wait) })
    }

    /// When time may act if nothing else happens.
    pub(super) fn due_now(&self) -> Option<Due> {
        let time = self.time();
        let at = match (self.phase, self.running) {
            (Phase::Finished, _) => return None,
            (Phase::Scoring, _) => self.scoring.as_ref()?.deadline,
            (Phase::Paused, _) => {
                let (time, at) = self.pause_ends()?;
                return Some(Due { time, when: When::At(at) });
            }
            (Phase::Adjourned, _) => {
                let at = self.breaks.adjournment.as_ref()?.resume_at.resume_at;
                return Some(Due { time: Time::Wall, when: When::At(at) });
            }
            (Phase::Playing, Some(colour)) if self.clocks.is_some() => {
                let grace = self.quota_of(colour).saturating_add(FLAG_GRACE_MS);
                self.flag_at(colour)?.saturating_add(grace)
            }
            (Phase::Waiting | Phase::Playing, _) => self.idle_deadline,
        };
        Some(Due { time, when: When::At(at) })
    }

    /// What time itself does to the game at its due instant; the guard says from when. Nothing for
    /// a finished game, and for an adjourned one of which the fold [lacks the secret](Game::lacks_secret).
    #[must_use]
    pub fn time_acts(&self) -> Option<Decision> {
        let time = self.time();
        let (event, at, flag) = match self.phase {
            Phase::Finished => return None,
            Phase::Paused => {
                let (time, at) = self.pause_ends()?;
                let guard = Guard::Due { time, at, flag: None };
                let Some(on) = self.awaits() else { return Some(self.goes_on(None, guard)) };
                let event = Event::Settled { outcome: self.unruled(on, self.position.board()) };
                return Some(Decision { guard, ..self.ends(event) });
            }
            Phase::Adjourned => {
                let at = self.breaks.adjournment.as_ref()?.resume_at.resume_at;
                return self.unseals(None, Guard::Due { time: Time::Wall, at, flag: None }, at).ok();
            }
            Phase::Waiting => (Event::Cancelled { outcome: self.no_show() }, self.idle_deadline, None),
            Phase::Playing => match self.running.filter(|_| self.clocks.is_some()) {
                Some(by) => {
                    let (at, flag) = (self.flag_at(by)?, Some((by, self.quota_of(by))));
                    if let Some(overran) = self.overruns(by, Guard::Due { time, at, flag }) {
                        return Some(overran);
                    }
                    (Event::TimedOut { by, outcome: win(by.other(), EndReason::Time) }, at, flag)
                }
                None => (Event::Cancelled { outcome: void(EndReason::Abandoned) }, self.idle_deadline, None),
            },
            Phase::Scoring => {
                let marks = self.scoring.as_ref()?;
                let event = if marks.is_final {
                    // Nobody has ruled: a deadline ratifies no side's proposal, so all are alive.
                    Event::Settled { outcome: self.count(&[]) }
                } else {
                    Event::Resumed { by: None, id: None, to_move: self.position.to_move(), next_stop_final: true }
                };
                (event, marks.deadline, None)
            }
        };
        let due = match event {
            Event::Resumed { to_move, .. } => self.due_of_turn(to_move),
            _ => None,
        };
        let lifecycle = event.outcome().is_some();
        Some(Decision { event, guard: Guard::Due { time, at, flag }, due, lifecycle })
    }

    /// The time of the side to move was up, whoever sent the command: that side its move, or the
    /// other its consent to take moves back.
    #[must_use]
    pub fn late(&self) -> Refusal {
        let turn = self.to_move();
        Refusal::new(tengen_protocol::Code::Late, format!("{turn}'s time was up before the command arrived"))
            .to_move(turn)
    }
}
