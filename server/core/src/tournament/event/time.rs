//! What time does by itself: it begins rounds, and ends stages that nobody has to look at.

use super::{
    Decision, Phase, Proposal, Refused, StageState, Tournament,
    state::{index, number},
};
use crate::{
    timing::{Due, Time, When},
    tournament::Next,
};
use tengen_protocol::{Happened, Pace, TournamentEvent};

/// What time may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ripe {
    /// Begin the first stage: by its timetable.
    Start,
    /// Begin the round that is paired.
    Begin,
    /// Pair the next round and begin it, or end the stage: as [`Tournament::propose`] says.
    Next,
}

impl Tournament {
    /// When time may act next, wall time.
    pub(super) fn due(&self) -> Option<Due> {
        self.ripe_at().map(|(_, at)| Due { time: Time::Wall, when: When::At(at) })
    }

    /// What time may do at wall time `now`.
    #[must_use]
    pub fn ripe(&self, now: u64) -> Option<Ripe> {
        self.ripe_at().filter(|(_, at)| *at <= now).map(|(ripe, _)| ripe)
    }

    fn ripe_at(&self) -> Option<(Ripe, u64)> {
        match self.state.phase {
            // a field that does not fit waits for an organiser
            Phase::Drawn if self.start().is_ok() => match &self.stage_settings(1)?.pace {
                Pace::At { times, .. } => times.first().map(|at| (Ripe::Start, *at)),
                _ => None,
            },
            Phase::Running => self.next_of(self.state.stage()?),
            _ => None,
        }
    }

    fn next_of(&self, stage: &StageState) -> Option<(Ripe, u64)> {
        let pace = &self.stage_settings(number(self.state.stages.len()))?.pace;
        let (ripe, round, since) = match stage.rounds.last() {
            None => (Ripe::Next, 1, stage.began),
            Some(last) => match (last.begun, last.complete) {
                (None, _) => (Ripe::Begin, stage.round(), last.paired),
                (Some(_), Some(complete)) => (Ripe::Next, stage.round() + 1, complete),
                (Some(_), None) => return None,
            },
        };
        if stage.held.is_some() {
            return None;
        }
        match pace {
            Pace::ByHand => None,
            // nobody waits for the first round
            Pace::AtOnce { pause } => Some((ripe, since + if round == 1 { 0 } else { *pause })),
            Pace::At { times, .. } => times.get(index(round)).map(|at| (ripe, *at)),
        }
    }

    /// What time does at wall time `now`; `proposal` is what [`Tournament::propose`] answered, needed
    /// when [`Ripe::Next`] is what there is to do. Nothing if there is nothing to do.
    ///
    /// # Errors
    /// Not a refusal by rule: a proposal that is too old (propose again), or a limit.
    pub fn time_acts(
        &self,
        proposal: Option<&Result<Proposal, Refused>>,
        seed: &str,
        now: u64,
    ) -> Result<Option<Decision>, Refused> {
        let what = match self.ripe(now) {
            None => return Ok(None),
            Some(Ripe::Start) => self.start(),
            Some(Ripe::Begin) => self.begin(seed),
            Some(Ripe::Next) => match proposal {
                None => Err(Refused::OldProposal),
                Some(Ok(proposal)) if proposal.next == Next::Over => self.stage_ends(proposal),
                Some(Ok(proposal)) => self.pair(proposal, true, seed),
                Some(Err(refused)) => Err(refused.clone()),
            },
        };
        let decide = |what| self.decision(TournamentEvent { asked: None, what }, now);
        match what.and_then(decide) {
            Err(Refused::OldProposal) => Err(Refused::OldProposal),
            Err(refused) => self.held(&refused).and_then(decide).map(Some),
            Ok(decision) => Ok(Some(decision)),
        }
    }

    /// The next stage begins, or the event is over.
    fn stage_ends(&self, proposal: &Proposal) -> Result<Happened, Refused> {
        if proposal.from != self.state.paired_from {
            return Err(Refused::OldProposal);
        }
        let next = number(self.state.stages.len()) + 1;
        if self.stage_settings(next).is_some() { self.next_stage(None) } else { self.finish() }
    }

    /// Time cannot go on: said once, until somebody acts.
    fn held(&self, refused: &Refused) -> Result<Happened, Refused> {
        let Some(state) = self.state.stage() else { return Err(refused.clone()) };
        let waits = state.rounds.last().is_some_and(|round| round.begun.is_none());
        let (stage, round) = (number(self.state.stages.len()), state.round() + u32::from(!waits));
        Ok(Happened::Held { stage, round, why: refused.to_string() })
    }
}
