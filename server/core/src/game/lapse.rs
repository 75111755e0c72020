//! Plays that the rules refuse, and time that has run out, where the event makes something else of them than a
//! refusal and a loss.
//!
//! Either is one event, with a pass, a warning or the end as its consequence. A pass that it makes counts like any
//! other. Where nothing is set nothing here acts: a play is refused in `decide.rs`, a flag falls in `time.rs`.

use super::{
    Arrival, Decision, Game, Refusal,
    awaits::Sequel,
    count::win,
    decide::{hash_of, illegal_play},
    time::{Act, Charge},
};
use crate::{rules::Illegal, timing::Guard};
use tengen_protocol::{
    Awaits, Clock, Colour, CommandId, EndReason, Event, IllegalMove, IllegalPlay, MoveTime, Overtime, Point, Stop,
    TimeControl, Vertex, limits,
};

/// What a pass leads to: a stop for counting, or for a referee's ruling.
type Then = (Option<Stop>, Option<Awaits>);

/// A play that was refused, as its event says it.
pub(super) struct Lapsed {
    vertex: Point,
    code: IllegalPlay,
    repeats_move: Option<u32>,
}

impl Lapsed {
    /// Nothing for a point that is not there: that is no play at all.
    const fn of(vertex: Point, illegal: Illegal) -> Option<Self> {
        let (code, repeats_move) = match illegal {
            Illegal::OffBoard => return None,
            Illegal::Occupied => (IllegalPlay::Occupied, None),
            Illegal::Suicide => (IllegalPlay::Suicide, None),
            Illegal::Ko => (IllegalPlay::Ko, None),
            Illegal::Superko { repeats_move } => (IllegalPlay::Superko, Some(repeats_move)),
        };
        Some(Self { vertex, code, repeats_move })
    }
}

impl Game {
    /// What a play of the side to move leads to that the rules refuse.
    pub(super) fn illegal(
        &self,
        by: Colour,
        id: CommandId,
        (vertex, illegal): (Point, Illegal),
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let led_to = self.setup.regulations.illegal_move;
        let lapsed = Lapsed::of(vertex, illegal).filter(|_| led_to != IllegalMove::Reject);
        let Some(Lapsed { vertex, code, repeats_move }) = lapsed else { return Err(illegal_play(illegal, vertex)) };
        let lost = || Some(win(by.other(), EndReason::Forfeit));
        let nothing = || Sequel { awaits: None, outcome: None, due: None };
        let (time, guard, stop, sequel) = match led_to {
            IllegalMove::Pass => {
                let Charge { time, guard } = self.charge(by, Act::Move, arrival);
                let (stop, sequel) = self.after_pass(by, arrival.wall);
                (time, guard, stop, sequel)
            }
            // whose time was up has lost by that, or passed, before he played
            IllegalMove::Warn if *self.warnings.of(by) == 0 => {
                let sequel = Sequel { due: self.due_now(), ..nothing() };
                (MoveTime::default(), self.stand(arrival).1, None, sequel)
            }
            IllegalMove::Warn | IllegalMove::Lose | IllegalMove::Reject => {
                (MoveTime::default(), self.stand(arrival).1, None, Sequel { outcome: lost(), ..nothing() })
            }
        };
        let Sequel { awaits, outcome, due } = sequel;
        let lifecycle = outcome.is_some();
        let hash = hash_of(&self.position);
        let event = Event::Illegal { by, id, vertex, code, repeats_move, led_to, time, hash, stop, awaits, outcome };
        Ok(Decision { event, guard, due, lifecycle })
    }

    /// What time that has run out leads to where the side does not lose by it. `guard` is that of a flag.
    pub(super) fn overruns(&self, by: Colour, guard: Guard) -> Option<Decision> {
        let TimeControl::ByoYomi { period, .. } = self.setup.time else { return None };
        let used = self.flag_at(by)?.saturating_sub(self.since);
        let clock = Clock { main: 0, periods: Some(1), period: Some(period), stones: None };
        let time = MoveTime { used, lag: 0, clock: Some(clock) };
        let led_to = self.setup.regulations.overtime;
        let (stop, Sequel { awaits, outcome, due }) = match led_to {
            // where a referee is to rule after it he has his days from about now on
            Overtime::Pass if self.handicap_left == 0 => self.after_pass(by, self.turn_at.wall.saturating_add(used)),
            Overtime::Penalty if *self.penalties.of(by) < limits::PENALTY_PERIODS => {
                let due = self.due_after_start(Some(clock), *self.quota.of(by));
                (None, Sequel { awaits: None, outcome: None, due })
            }
            Overtime::Lose | Overtime::Pass | Overtime::Penalty => return None,
        };
        let lifecycle = outcome.is_some();
        let event = Event::Overran { by, led_to, time, hash: hash_of(&self.position), stop, awaits, outcome };
        Some(Decision { event, guard, due, lifecycle })
    }

    fn fold_then(&mut self, (stop, awaits): Then, seq: u64, now: u64) -> Result<(), String> {
        if let Some(stop) = stop {
            self.fold_stop(stop, now)?;
        }
        self.fold_awaits(awaits, seq, now);
        Ok(())
    }

    pub(super) fn fold_illegal(
        &mut self,
        by: Colour,
        led_to: IllegalMove,
        time: MoveTime,
        then: Then,
        seq: u64,
        now: u64,
    ) -> Result<(), String> {
        match led_to {
            IllegalMove::Pass => {
                self.put(by, Vertex::Pass)?;
                self.moved(by, time, seq, now);
                self.fold_then(then, seq, now)
            }
            IllegalMove::Warn => {
                let warnings = self.warnings.of_mut(by);
                *warnings = warnings.saturating_add(1);
                Ok(())
            }
            IllegalMove::Lose | IllegalMove::Reject => Ok(()),
        }
    }

    pub(super) fn fold_overran(
        &mut self,
        by: Colour,
        led_to: Overtime,
        time: MoveTime,
        then: Then,
        seq: u64,
        now: u64,
    ) -> Result<(), String> {
        match led_to {
            Overtime::Pass => {
                self.put(by, Vertex::Pass)?;
                self.given.push(Some(0));
                // no frame of his came, so his quota of lag credit stays as it is
                self.charged(by, time, seq, now);
                self.fold_then(then, seq, now)
            }
            Overtime::Penalty => {
                let penalties = self.penalties.of_mut(by);
                *penalties = penalties.saturating_add(1);
                if let (Some(clocks), Some(clock)) = (&mut self.clocks, time.clock) {
                    *clocks.of_mut(by) = clock;
                }
                self.since = now;
                Ok(())
            }
            Overtime::Lose => Ok(()),
        }
    }
}
