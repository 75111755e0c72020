//! Asking the systems what comes next, and what they answer in the log's words.

use super::{
    Phase, Refused, Tournament,
    state::{Drawn, number},
};
use crate::tournament::{History, Next, Pair, Remark, round_robin, standings, swiss, system};
use tengen_protocol::{
    Colour, Pairing, PairingRemark, StageSettings, System,
    pairing::Why,
    standings::{Order, Row, Withdrawals},
};

/// What a system proposes for the next round, from the state after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The event after which it holds.
    pub(super) from: u64,
    /// A round, or that the stage is over.
    pub next: Next,
    /// Why, for each pair and then for the byes: of a Swiss.
    pub why: Option<Vec<Why>>,
}

impl Proposal {
    /// One that never holds: to ask whether a command with another one is a repeat, which it is not known by.
    #[must_use]
    pub const fn none() -> Self {
        Self { from: 0, next: Next::Over, why: None }
    }
}

impl Tournament {
    /// What comes next in the stage that is going on. It may take seconds for a thousand players, so
    /// it is asked for before the command that uses it; results and entries in between void it.
    ///
    /// # Errors
    /// No stage is going on, its round is not complete, or the system cannot pair.
    pub fn propose(&self) -> Result<Proposal, Refused> {
        let (history, settings) = self.current_history()?;
        let last = self.state.stage().and_then(|stage| stage.rounds.last());
        if last.is_some_and(|round| round.begun.is_none()) {
            return Err(Refused::RoundOpen(number(history.rounds.len())));
        }
        let first_colour = self.state.draw.as_ref().map_or(Colour::Black, Drawn::first_colour);
        let usual = || usual_order(&history, settings);
        let bye_points = settings.order.clone().unwrap_or_else(usual).bye_points;
        let swiss = swiss::Options { first_colour, bye_points: bye_points.into(), ..swiss::Options::default() };
        let options = system::Options { swiss };
        let (next, why) = system::explained(&history, settings.system, &options)?;
        let why = (!why.is_empty()).then_some(why);
        Ok(Proposal { from: self.state.paired_from, next, why })
    }

    pub(super) fn current_history(&self) -> Result<(History, &StageSettings), Refused> {
        let stage = number(self.state.stages.len());
        let history = self.history(stage).filter(|_| self.state.phase == Phase::Running);
        let settings = self.stage_settings(stage);
        history.zip(settings).ok_or(Refused::NotNow(self.state.phase))
    }
}

/// A plan's remarks in the log's words.
pub(super) fn remark(remark: &Remark) -> PairingRemark {
    match *remark {
        Remark::ByeAgain { entry, times } => PairingRemark::ByeAgain { entry, times: number(times) },
        Remark::Rematch { pair, times } => {
            PairingRemark::Rematch { first: pair.first, second: pair.second, times: number(times) }
        }
    }
}

/// A plan's pairs in the log's words.
pub(super) const fn pairing(pair: &Pair) -> Pairing {
    Pairing { first: pair.first, second: pair.second }
}

impl Tournament {
    /// How the places of a stage are decided; nothing for a stage that has not begun.
    #[must_use]
    pub fn order(&self, stage: u32) -> Option<Order> {
        let settings = self.stage_settings(stage)?;
        let history = self.history(stage)?;
        let mut order = settings.order.clone().unwrap_or_else(|| usual_order(&history, settings));
        if let Withdrawals::VoidBelowHalf { rounds } = &mut order.withdrawals {
            // nobody knew them when the order was set
            *rounds = rounds_of(&history, settings);
        }
        Some(order)
    }

    /// Who stands where in a stage, points that were brought along counted; nothing for a stage that
    /// has not begun.
    #[must_use]
    pub fn standings(&self, stage: u32) -> Option<Vec<Row>> {
        Some(standings::standings(&self.history(stage)?, &self.order(stage)?))
    }
}

/// The order that a system has by itself.
pub(super) fn usual_order(history: &History, settings: &StageSettings) -> Order {
    standings::for_stage(settings.system, settings.bout, rounds_of(history, settings))
}

/// The rounds of all laps of a round robin.
fn rounds_of(history: &History, settings: &StageSettings) -> u32 {
    match settings.system {
        System::RoundRobin { laps } => number(round_robin::schedule(history, laps).len()),
        _ => 0,
    }
}
