//! What stops the clocks beside a stop for counting: pauses and adjournments; and what is proposed.
//!
//! Nobody is given time back by either. The clock of the side to move stands at what it shows, a
//! started period included, and goes on from there. A pause is agreed on by both and ends when both
//! agree, or when the budget of the game is used up: then play goes on by itself, so that nobody can
//! stop a game for good. An adjourned game goes on when both agree, or by itself at its set time.
//!
//! Judging is in `decide/pause.rs`; here is what is kept, and how events change it. A game that anybody
//! else stops (a referee) goes through [`Game::fold_paused`] too.

use super::{
    Game,
    adjourn::{NotSealed, SealedMove, digest},
};
use crate::{clock, timing::Time};
use tengen_protocol::{
    Adjournment, BoardHash, Colour, MoveTime, Pause, Phase, Proposal, Proposed, ResumeAt, Seal, Setup, Sides, Vertex,
};

/// Proposals, pauses and adjournments of a game.
#[derive(Clone, Debug)]
pub(super) struct Breaks {
    /// The proposal that waits, and the number of its event.
    pub(super) proposal: Option<(Proposed, u64)>,
    /// In which turn (number of the event that began it) each side last proposed each thing.
    proposed_in: Sides<[u64; Proposal::ALL.len()]>,
    /// What is left of the budget of pauses, ms.
    pub(super) pause_left: u64,
    /// The pause or suspension that there is.
    pub(super) pause: Option<Pause>,
    /// The adjournment that is agreed on, or that there is.
    pub(super) adjournment: Option<Adjournment>,
    /// What the sealed move added to its clock, ms, should it be taken back later.
    added: u64,
    /// The sealed move, once whoever keeps it has shown it. Not of the log: no fold has it by itself.
    secret: Option<SealedMove>,
}

impl Breaks {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            proposal: None,
            proposed_in: Sides::default(),
            pause_left: setup.pause_budget,
            pause: None,
            adjournment: None,
            added: 0,
            secret: None,
        }
    }

    /// Whether this side has proposed this in the turn that began with event `turn`.
    pub(super) fn has_proposed(&self, by: Colour, proposal: Proposal, turn: u64) -> bool {
        self.proposed_in.of(by)[proposal as usize] == turn
    }

    /// What is over when the game is.
    pub(super) fn end(&mut self) {
        self.proposal = None;
        self.pause = None;
        self.adjournment = None;
        self.secret = None;
    }
}

impl Game {
    /// Whether an adjournment is agreed on and the side to move has not sealed yet.
    #[must_use]
    pub fn is_sealing(&self) -> bool {
        self.phase == Phase::Playing && self.breaks.adjournment.is_some()
    }

    /// Whether a move is sealed that this fold has not been shown: without it the game cannot go on.
    #[must_use]
    pub const fn lacks_secret(&self) -> bool {
        matches!(self.phase, Phase::Adjourned) && self.breaks.secret.is_none()
    }

    /// Shows the fold what is kept of the sealed move. It is in nothing that the game gives away
    /// ([`Game::snapshot`]) before the game goes on.
    ///
    /// # Errors
    /// When it is not what was sealed.
    pub fn show_secret(&mut self, sealed: SealedMove) -> Result<(), NotSealed> {
        if self.phase != Phase::Adjourned || self.seal().is_none_or(|seal| seal.digest != sealed.digest()) {
            return Err(NotSealed);
        }
        self.breaks.secret = Some(sealed);
        Ok(())
    }

    pub(super) const fn secret(&self) -> Option<&SealedMove> {
        self.breaks.secret.as_ref()
    }

    pub(super) fn seal(&self) -> Option<&Seal> {
        self.breaks.adjournment.as_ref()?.sealed.as_ref()
    }

    pub(super) fn fold_proposed(&mut self, proposed: Proposed, seq: u64) {
        let turn = self.turn_began;
        self.breaks.proposed_in.of_mut(proposed.by)[proposed.proposal as usize] = turn;
        *self.requests.of_mut(proposed.by) += 1;
        self.breaks.proposal = Some((proposed, seq));
    }

    /// The clocks stand as an event says, or as they show where it says nothing.
    pub(super) fn fold_stand(&mut self, time: MoveTime, now: u64) {
        if let (Some(clocks), Some(running), Some(clock)) = (&mut self.clocks, self.running, time.clock) {
            *clocks.of_mut(running) = clock;
            self.running = None;
        }
        self.stop_clocks(now);
        self.undo = None;
        self.breaks.proposal = None;
    }

    /// Whether a referee has suspended the game.
    pub(super) fn is_suspended(&self) -> bool {
        self.breaks.pause.is_some_and(|pause| pause.suspended_until.is_some())
    }

    /// When play goes on by itself after a pause or a suspension, and by which time.
    pub(super) fn pause_ends(&self) -> Option<(Time, u64)> {
        let pause = self.breaks.pause?;
        match pause.suspended_until {
            Some(until) => Some((Time::Wall, until)),
            None => Some((self.time(), pause.until?)),
        }
    }

    /// Play stands still.
    pub(super) fn fold_paused(&mut self, time: MoveTime, pause: Pause, seq: u64, now: u64) {
        self.fold_stand(time, now);
        self.breaks.pause = Some(pause);
        self.phase = Phase::Paused;
        self.turn_began = seq;
    }

    /// Whatever ends a pause, the players pay for what they have agreed on from their budget; what a referee
    /// has suspended costs them nothing.
    pub(super) fn end_pause(&mut self, now: u64) {
        if let Some(Pause { since, suspended_until: None, .. }) = self.breaks.pause.take() {
            let lasted = now.saturating_sub(since);
            self.breaks.pause_left = self.breaks.pause_left.saturating_sub(lasted);
        }
    }

    /// Play goes on from where it stood.
    pub(super) fn fold_went_on(&mut self, seq: u64, now: u64) -> Result<(), String> {
        if self.phase != Phase::Paused {
            return Err("play was not paused".into());
        }
        self.end_pause(now);
        self.breaks.proposal = None;
        self.phase = Phase::Playing;
        self.turn_began = seq;
        self.start_clock(now);
        Ok(())
    }

    /// An adjournment is agreed on, or the time at which the game goes on is another one.
    pub(super) fn fold_adjournment(&mut self, resume_at: ResumeAt) {
        let sealed = self.breaks.adjournment.take().and_then(|adjournment| adjournment.sealed);
        self.breaks.adjournment = Some(Adjournment { resume_at, sealed });
        self.breaks.proposal = None;
        self.undo = None;
    }

    /// A move was sealed: for the clock it is made.
    pub(super) fn fold_sealed(
        &mut self,
        by: Colour,
        digest: &str,
        time: MoveTime,
        seq: u64,
        now: u64,
    ) -> Result<(), String> {
        let added = match (self.clock(by), time.clock) {
            (Some(before), Some(after)) => clock::added(&before, time.used, &after),
            _ => 0,
        };
        let adjournment = self.breaks.adjournment.as_mut().ok_or("no adjournment is agreed on")?;
        adjournment.sealed = Some(Seal { by, digest: digest.to_owned() });
        self.breaks.added = added;
        self.breaks.secret = None;
        *self.quota.of_mut(by) = self.quota_after_move(by, time.lag);
        self.fold_stand(time, now);
        self.phase = Phase::Adjourned;
        self.turn_began = seq;
        Ok(())
    }

    /// The sealed move is opened and made.
    pub(super) fn fold_unsealed(
        &mut self,
        by: Colour,
        (nonce, vertex): (&str, Vertex),
        hash: BoardHash,
        seq: u64,
        now: u64,
    ) -> Result<(), String> {
        let seal = self.seal().filter(|_| self.phase == Phase::Adjourned).ok_or("no move is sealed")?;
        if seal.by != by || seal.digest != digest(nonce, vertex) {
            return Err("it is not the move that was sealed".into());
        }
        self.put(by, vertex)?;
        self.check_board(hash)?;
        self.given.push(Some(self.breaks.added));
        self.breaks.end();
        self.phase = Phase::Playing;
        self.turn_began = seq;
        self.start_clock(now);
        Ok(())
    }
}
