//! Rounds: paired by the system or by hand, begun, closed.

use super::{
    super::flow::{Draft, Settle, tables},
    check_act,
};
use crate::tournament::{
    Next,
    event::{Asker, Phase, Proposal, Refused, RoundState, Tournament, state::index, systems},
};
use std::collections::{BTreeSet, HashSet};
use tengen_protocol::{Act, BoutRef, EntryNo, Happened, Pairing, System, tournament_limits as limits};

impl Tournament {
    /// Pairs the next round as its system proposes.
    pub(in super::super) fn pair(&self, proposal: &Proposal, begin: bool, seed: &str) -> Result<Happened, Refused> {
        self.current()?;
        self.rounds_must_be_over()?;
        if proposal.from != self.state.paired_from {
            return Err(Refused::OldProposal);
        }
        let Next::Round(plan) = &proposal.next else { return Err(Refused::StageOver) };
        let pairs: Vec<_> = plan.pairs.iter().map(systems::pairing).collect();
        let round = self.state.stage().map_or(0, |stage| stage.round()) + 1;
        let mut paired = self.paired(round, pairs, plan.byes.clone(), begin, seed)?;
        if let Happened::Paired { remarks, why, .. } = &mut paired {
            *remarks = plan.remarks.iter().map(systems::remark).collect();
            why.clone_from(&proposal.why);
        }
        Ok(paired)
    }

    /// Pairs the next round by hand, or anew the one that waits to begin.
    pub(super) fn pair_by_hand(
        &self,
        asker: &Asker,
        pairs: Vec<Pairing>,
        byes: Vec<EntryNo>,
        act: Act,
        seed: &str,
    ) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        let (_, settings) = self.current()?;
        let stage = self.state.stage().ok_or(Refused::NoRound)?;
        let waiting = stage.rounds.last().filter(|round| round.begun.is_none());
        if waiting.is_none() {
            self.rounds_must_be_over()?;
        }
        let round = stage.round() + u32::from(waiting.is_none());
        self.must_keep_own(asker, waiting, round, &pairs, &byes)?;
        if !matches!(settings.system, System::Swiss { .. }) {
            let wanted = match waiting {
                Some(paired) => named(paired.bouts.iter().map(|bout| (bout.first, bout.second)), &paired.byes),
                None => match self.propose()?.next {
                    Next::Round(plan) => named(plan.pairs.iter().map(|pair| (pair.first, pair.second)), &plan.byes),
                    Next::Over => return Err(Refused::StageOver),
                },
            };
            let given = named(pairs.iter().map(|pair| (pair.first, pair.second)), &byes);
            if let Some(entry) = wanted.symmetric_difference(&given).next() {
                let why = "this system wants everybody who is in, and nobody else";
                return Err(Refused::BadPairing { entry: *entry, why });
            }
        }
        let mut paired = self.paired(round, pairs, byes, false, seed)?;
        if let Happened::Paired { by_hand, .. } = &mut paired {
            *by_hand = Some(act);
        }
        Ok(paired)
    }

    /// An official who plays in this round leaves his own bout or bye as the system has paired it.
    fn must_keep_own(
        &self,
        asker: &Asker,
        waiting: Option<&RoundState>,
        round: u32,
        pairs: &[Pairing],
        byes: &[EntryNo],
    ) -> Result<(), Refused> {
        let placed = self.state.stage().into_iter().flat_map(|stage| &stage.field).map(|placed| placed.entry);
        for no in placed.filter(|no| self.is_of(*no, &asker.account)) {
            let (before, bye_before) = waiting.map_or((None, false), |waiting| {
                let own = waiting.bouts.iter().find(|bout| bout.has(no));
                (own.map(|bout| (bout.first, bout.second)), waiting.byes.contains(&no))
            });
            let now = pairs.iter().find(|pair| pair.first == no || pair.second == no);
            let same = now.map(|pair| (pair.first, pair.second)) == before && byes.contains(&no) == bye_before;
            if !same || (waiting.is_none() && self.plays(no, round)) {
                return Err(Refused::OwnBout);
            }
        }
        Ok(())
    }

    fn paired(
        &self,
        round: u32,
        pairs: Vec<Pairing>,
        byes: Vec<EntryNo>,
        begin: bool,
        seed: &str,
    ) -> Result<Happened, Refused> {
        let (stage, settings) = self.current()?;
        if round > limits::ROUNDS {
            return Err(Refused::Limit { what: "rounds in a stage", most: limits::ROUNDS as usize });
        }
        let rounds = self.state.stages.iter().flat_map(|stage| &stage.rounds);
        if rounds.map(|round| round.bouts.len()).sum::<usize>() + pairs.len() > limits::BOUTS {
            return Err(Refused::Limit { what: "bouts", most: limits::BOUTS });
        }
        self.check_pairs(round, &pairs, &byes)?;
        let mut draft = Draft::new(&self.state, settings, seed);
        for (at, pair) in tables(stage, round, pairs.len()).zip(&pairs) {
            draft.add(at, pair.first, pair.second, seed);
            if begin {
                draft.settle(at, Settle::Live)?;
            }
        }
        let changes = draft.whole()?;
        let (by_hand, remarks, why) = (None, Vec::new(), None);
        let seed = seed.to_owned();
        Ok(Happened::Paired { stage, round, by_hand, seed, pairs, byes, remarks, why, begun: begin, changes })
    }

    fn plays(&self, no: EntryNo, round: u32) -> bool {
        let placed = self.state.stage().and_then(|stage| stage.placed(no));
        placed.is_some_and(|placed| placed.from_round <= round && placed.until_round.is_none_or(|until| round <= until))
    }

    /// Nobody twice, nobody who is not in the stage, nobody who has left but in a round robin.
    fn check_pairs(&self, round: u32, pairs: &[Pairing], byes: &[EntryNo]) -> Result<(), Refused> {
        let (_, settings) = self.current()?;
        let robin = matches!(settings.system, System::RoundRobin { .. });
        let mut seen = HashSet::new();
        let paired = pairs.iter().flat_map(|pair| [pair.first, pair.second]);
        for entry in paired.chain(byes.iter().copied()) {
            let placed = self.state.stage().and_then(|stage| stage.placed(entry));
            if placed.is_none() || !(robin || self.plays(entry, round)) {
                return Err(Refused::BadPairing { entry, why: "does not play in this round" });
            }
            if !seen.insert(entry) {
                return Err(Refused::BadPairing { entry, why: "is paired twice" });
            }
        }
        Ok(())
    }

    /// The round that is paired and waits, with its number.
    fn waiting(&self) -> Result<(u32, &RoundState), Refused> {
        let stage = self.state.stage().filter(|_| self.phase() == Phase::Running).ok_or(Refused::NothingToBegin)?;
        let round = stage.rounds.last().filter(|round| round.begun.is_none()).ok_or(Refused::NothingToBegin)?;
        Ok((stage.round(), round))
    }

    /// Begins the round that waits.
    pub(in super::super) fn begin(&self, seed: &str) -> Result<Happened, Refused> {
        let (stage, settings) = self.current()?;
        let (round, waiting) = self.waiting()?;
        let mut draft = Draft::new(&self.state, settings, seed);
        for at in tables(stage, round, waiting.bouts.len()) {
            draft.settle(at, Settle::Live)?;
        }
        Ok(Happened::Begun { stage, round, changes: draft.whole()? })
    }

    pub(super) fn swap(&self, asker: &Asker, at: BoutRef, act: Act) -> Result<Happened, Refused> {
        check_act(&act)?;
        let bout = self.bout(at).ok_or(Refused::NoSuchBout(at))?;
        self.must_rule(asker, bout)?;
        let (stage, _) = self.current()?;
        let (round, _) = self.waiting().map_err(|_| Refused::RoundBegun(at.round))?;
        if (at.stage, at.round) != (stage, round) {
            return Err(Refused::RoundBegun(at.round));
        }
        Ok(Happened::Swapped { bout: at, act })
    }

    /// Decides what is undecided in the round going on.
    pub(super) fn close_round(&self, asker: &Asker) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        let (stage, settings) = self.current()?;
        let state = self.state.stage().ok_or(Refused::NoRound)?;
        let round = state.round();
        let open = state.rounds.get(index(round)).filter(|round| round.begun.is_some() && !round.is_complete());
        let open = open.ok_or(Refused::NoRound)?;
        // nothing begins any more, so no id is made
        let mut draft = Draft::new(&self.state, settings, "");
        for (at, bout) in tables(stage, round, open.bouts.len()).zip(&open.bouts) {
            if bout.result.is_none() {
                self.must_rule(asker, bout)?;
                draft.settle(at, Settle::Closed)?;
                let scores = draft.bout(at)?.result.ok_or(Refused::NoDraws)?;
                draft.fix(at, scores)?;
            }
        }
        draft.drop_absent(stage);
        Ok(Happened::RoundClosed { stage, round, changes: draft.changes })
    }
}

/// Everybody who is named in a round.
fn named(pairs: impl Iterator<Item = (EntryNo, EntryNo)>, byes: &[EntryNo]) -> BTreeSet<EntryNo> {
    pairs.flat_map(|(first, second)| [first, second]).chain(byes.iter().copied()).collect()
}

/// How this bout is computed: see [`Tournament::is_live`].
pub(super) fn settling(tournament: &Tournament, at: BoutRef) -> Settle {
    let over = tournament.state.round(at).is_none_or(|round| round.closed || round.is_complete());
    match (tournament.is_live(at), over) {
        (true, _) => Settle::Live,
        (false, true) => Settle::Closed,
        (false, false) => Settle::Left,
    }
}
