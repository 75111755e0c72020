//! What both must agree on: a pause, counting, an adjournment, and going on; and sealing a move.

use super::{Arrival, Code, Decision, Refusal, beyond, refuse};
use crate::{
    game::{
        Game,
        adjourn::{SealedMove, is_zone},
        awaits::Sequel,
        time::{Act, Charge},
    },
    timing::{Due, Guard, Time, When},
};
use tengen_protocol::{
    Colour, CommandId, Event, Limit, Limited, MoveTime, Phase, Proposal, Proposed, ResumeAt, Vertex, Why, limits,
};

impl Game {
    pub(super) fn propose(
        &self,
        by: Colour,
        id: CommandId,
        proposal: Proposal,
        resume_at: Option<ResumeAt>,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        self.may_propose(proposal)?;
        self.must_have_room()?;
        if let Some(resume_at) = &resume_at {
            check_resume_at(resume_at, proposal, arrival)?;
        }
        if self.breaks.proposal.is_some() {
            return refuse(Code::AlreadyRequested, "a proposal waits: answer it first, or withdraw your own");
        }
        // while nothing runs nobody is disturbed at his move
        let turns = self.phase == Phase::Playing;
        if turns && self.breaks.has_proposed(by, proposal, self.turn_began) {
            return refuse(
                Code::AlreadyRequested,
                "each thing is proposed once a side and turn: wait for the next move",
            );
        }
        self.may_request(by)?;
        Ok(self.stays(Event::Proposed { by, id, proposal, resume_at }))
    }

    fn may_propose(&self, proposal: Proposal) -> Result<(), Refusal> {
        let live = self.time() == Time::Logical;
        match (proposal, self.phase) {
            (_, Phase::Finished) => refuse(Code::GameOver, "the game is finished"),
            (Proposal::GoOn, Phase::Paused) if self.awaits().is_some() => self.must_not_await(),
            (Proposal::GoOn, Phase::Paused) if self.is_suspended() => {
                refuse(Code::NotNow, "a referee has suspended the game, and lets it go on")
            }
            (Proposal::GoOn, Phase::Paused | Phase::Adjourned) | (Proposal::Adjourn, Phase::Adjourned) => Ok(()),
            (Proposal::GoOn, _) => refuse(Code::NotPaused, "the game is neither paused nor adjourned"),
            (Proposal::Pause | Proposal::Count | Proposal::Adjourn, _) => {
                self.must_play()?;
                self.must_not_seal()?;
                match proposal {
                    Proposal::Pause if self.breaks.pause_left == 0 => {
                        let most = self.setup.pause_budget;
                        let message = format!("all pauses of this game last {most} ms together, nothing is left");
                        Err(beyond(Code::PauseOff, message, Limited::Pauses, most))
                    }
                    Proposal::Adjourn if !live => refuse(
                        Code::AdjournOff,
                        "only a game with a live clock is adjourned: in this one nobody hurries",
                    ),
                    Proposal::Count | Proposal::Adjourn => self.must_have_placed(),
                    Proposal::Pause | Proposal::GoOn => Ok(()),
                }
            }
        }
    }

    /// Once an adjournment is agreed on the next move is sealed.
    pub(super) fn must_not_seal(&self) -> Result<(), Refusal> {
        if self.is_sealing() {
            return refuse(Code::SealMove, "an adjournment is agreed on: the side to move seals its move");
        }
        Ok(())
    }

    pub(super) fn answer(
        &self,
        by: Colour,
        id: CommandId,
        accept: bool,
        after: u64,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let waiting = self.breaks.proposal.as_ref().filter(|(_, seq)| *seq <= after);
        let Some((Proposed { by: asker, proposal, resume_at }, _)) = waiting else {
            return refuse(Code::NoRequest, "nothing is proposed");
        };
        if !accept {
            return Ok(self.stays(Event::Declined { by, id }));
        }
        self.must_have_room()?;
        if *asker == by {
            return refuse(Code::NoRequest, "only the opponent can accept a proposal; you can withdraw it");
        }
        match proposal {
            Proposal::Pause => {
                let (time, guard) = self.stand(arrival);
                let lasts = self.breaks.pause_left;
                let due = Some(Due { time: self.time(), when: When::After(lasts) });
                Ok(Decision { event: Event::Paused { by, id, time, lasts }, guard, due, lifecycle: false })
            }
            Proposal::Count => {
                let (time, guard) = self.stand(arrival);
                let (stop, outcome, due) = self.stops(false);
                let lifecycle = outcome.is_some();
                Ok(Decision { event: Event::CountAgreed { by, id, time, stop, outcome }, guard, due, lifecycle })
            }
            Proposal::Adjourn => {
                let latest = || arrival.wall.saturating_add(limits::ADJOURNED_DEFAULT_MS);
                let resume_at = resume_at.clone().unwrap_or_else(|| ResumeAt { resume_at: latest(), zone: None });
                let due = match self.phase {
                    Phase::Adjourned => Some(at_wall(resume_at.resume_at)),
                    _ => self.due_now(),
                };
                let event = Event::AdjournmentAgreed { by, id, resume_at };
                Ok(Decision { event, guard: Guard::None, due, lifecycle: false })
            }
            Proposal::GoOn if self.phase == Phase::Adjourned => self.unseals(Some((by, id)), Guard::None, arrival.wall),
            Proposal::GoOn => Ok(self.goes_on(Some((by, id)), Guard::None)),
        }
    }

    /// What the side to move has thought, and its clock as it stands when the command arrived.
    pub(in crate::game) fn stand(&self, arrival: Arrival) -> (MoveTime, Guard) {
        let still = MoveTime { used: 0, lag: 0, clock: None };
        let Some((side, clock)) = self.running.and_then(|side| Some((side, self.clock(side)?))) else {
            return (still, Guard::None);
        };
        if self.time() == Time::Wall {
            return (still, Guard::Before { deadline: self.flag_at(side).unwrap_or(u64::MAX) });
        }
        let arrived = arrival.logical.max(self.since);
        let used = arrived - self.since;
        let clock = Some(crate::clock::interrupted(&self.setup.time, &clock, used));
        let guard = Guard::Arrived { arrived, credit: 0, start: self.since, deadline: self.flag_at(side) };
        (MoveTime { used, lag: 0, clock }, guard)
    }

    /// A pause ends.
    pub(in crate::game) fn goes_on(&self, by: Option<(Colour, CommandId)>, guard: Guard) -> Decision {
        let (by, id) = by.unzip();
        let to_move = self.to_move();
        let due = self.due_of_turn(to_move);
        Decision { event: Event::WentOn { by, id, to_move }, guard, due, lifecycle: false }
    }

    pub(super) fn seals(
        &self,
        by: Colour,
        id: CommandId,
        sealed: &SealedMove,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let Some(adjournment) = self.breaks.adjournment.as_ref().filter(|_| self.is_sealing()) else {
            return refuse(Code::NotSealing, "no adjournment is agreed on: play openly");
        };
        self.must_have_room()?;
        if let Vertex::Point(point) = sealed.vertex() {
            self.position.board_after(point).map_err(|illegal| super::illegal_play(illegal, point))?;
        }
        let Charge { time, guard } = self.charge(by, Act::Move, arrival);
        let due = Some(at_wall(adjournment.resume_at.resume_at));
        let event = Event::Sealed { by, id, digest: sealed.digest(), time };
        Ok(Decision { event, guard, due, lifecycle: false })
    }

    /// The game goes on with the sealed move; `wall` is the time.
    pub(in crate::game) fn unseals(
        &self,
        by: Option<(Colour, CommandId)>,
        guard: Guard,
        wall: u64,
    ) -> Result<Decision, Refusal> {
        let (Some(seal), Some(secret)) = (self.seal(), self.secret()) else {
            return Err(Refusal::new(Code::Unavailable, "the sealed move is not at hand").retry_after(1_000));
        };
        let ((by, id), sealed_by, vertex) = (by.unzip(), seal.by, secret.vertex());
        let (captures, hash, repeats, (stop, sequel)) = match vertex {
            Vertex::Point(point) => {
                let refused = |illegal| super::illegal_play(illegal, point);
                let (after, captures) = self.position.board_after(point).map_err(refused)?;
                let repeats = self.position.recurrence_after(point).map_err(refused)?;
                let sequel = self.sequel(sealed_by, &after, repeats, wall);
                (captures, after.rows_hash(), repeats, (None, sequel))
            }
            Vertex::Pass => (Vec::new(), super::hash_of(&self.position), None, self.after_pass(sealed_by, wall)),
        };
        let Sequel { awaits, outcome, due } = sequel;
        let lifecycle = outcome.is_some();
        let nonce = secret.nonce().to_owned();
        let event =
            Event::Unsealed { by, id, sealed_by, nonce, vertex, captures, hash, stop, repeats, awaits, outcome };
        Ok(Decision { event, guard, due, lifecycle })
    }
}

const fn at_wall(ms: u64) -> Due {
    Due { time: Time::Wall, when: When::At(ms) }
}

fn check_resume_at(resume_at: &ResumeAt, proposal: Proposal, arrival: Arrival) -> Result<(), Refusal> {
    let bad = |why, message: &str| Refusal::new(Code::BadResumeAt, message).why(why);
    if proposal != Proposal::Adjourn {
        return Err(bad(Why::Malformed, "only an adjournment has a time at which the game goes on"));
    }
    if resume_at.zone.as_deref().is_some_and(|zone| !is_zone(zone)) {
        return Err(bad(Why::Malformed, "that is no name of a time zone"));
    }
    let (now, given) = (arrival.wall, resume_at.resume_at);
    let latest = now.saturating_add(limits::ADJOURNED_MS);
    if given > now && given <= latest {
        return Ok(());
    }
    let limit = Limit::range(Limited::ResumeAt, now, latest, given);
    Err(bad(Why::OutOfRange, "the game can go on from now to a year ahead").limit(limit))
}
