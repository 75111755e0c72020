//! The tournament as a whole.

use crate::tournament::event::{
    Asker, Entered, Office, Ripe, Sanctioned, StageState, Tournament,
    state::{Drawn, number},
};
use tengen_protocol::{
    AccountId, Starter,
    tournament_view::{DrawView, EntryView, NextStep, SanctionView, StageView, Step, TournamentView, You},
};

impl Tournament {
    /// As `viewer` sees it at wall time `now`, ms since 1970; nothing before its first event. Officials have
    /// their ids for names: the caller knows better.
    #[must_use]
    pub fn shown(&self, viewer: Option<&Asker>, now: u64) -> Option<TournamentView> {
        let settings = self.settings()?.clone();
        let at = self.position();
        let officials = settings.organisers.iter().chain(&settings.referees);
        let sanction = |said: &Sanctioned| SanctionView {
            at: said.at,
            by: said.by.clone(),
            sanction: said.sanction.clone(),
            act: said.act.clone(),
        };
        Some(TournamentView {
            tournament: self.id().clone(),
            seq: at.seq,
            head: at.head,
            now,
            phase: self.phase(),
            officials: officials.map(|account| (account.clone(), account.to_string())).collect(),
            entries: self.entries().iter().map(entry).collect(),
            draw: self.state.draw.as_ref().map(|drawn| self.draw_view(drawn)),
            stages: (1..).zip(self.stages()).map(|(number, state)| stage(number, state)).collect(),
            sanctions: self.sanctions().iter().map(sanction).collect(),
            next: self.next_step(),
            you: viewer.map_or_else(You::default, |viewer| self.you(viewer)),
            settings,
        })
    }

    /// What somebody is here.
    #[must_use]
    pub fn you(&self, viewer: &Asker) -> You {
        let office = self.office_of(viewer);
        You {
            organiser: office == Some(Office::Organiser),
            referee: office == Some(Office::Referee),
            entry: self.entry_of(&viewer.account).map(|entered| entered.entry.no),
        }
    }

    /// The newest entry of an account, as a player or as a member of a team: one that takes part before one
    /// that has gone.
    fn entry_of(&self, account: &AccountId) -> Option<&Entered> {
        let is_his = |entered: &&Entered| {
            let members = entered.entry.members.iter().filter_map(|member| member.account.as_ref());
            entered.entry.account.iter().chain(members).any(|known| known == account)
        };
        self.entries().iter().filter(is_his).max_by_key(|entered| (!entered.gone, entered.entry.no))
    }

    fn draw_view(&self, drawn: &Drawn) -> DrawView {
        DrawView { how: drawn.how, seed: drawn.seed.clone(), order: drawn.order.clone(), stale: self.should_redraw() }
    }

    fn next_step(&self) -> Option<NextStep> {
        let crate::timing::When::At(at) = self.due()?.when else { return None };
        let step = match self.ripe(at)? {
            Ripe::Start => Step::Start,
            Ripe::Begin => Step::Begin,
            Ripe::Next => Step::Next,
        };
        Some(NextStep { step, at })
    }
}

fn entry(entered: &Entered) -> EntryView {
    let lineup = entered.lineup.as_ref();
    EntryView {
        entry: entered.entry.clone(),
        gone: entered.gone,
        excluded: entered.excluded.clone(),
        lineup: lineup.map(|lineup| lineup.members.clone()).unwrap_or_default(),
        absent: lineup.map(|lineup| lineup.absent.iter().copied().collect()).unwrap_or_default(),
    }
}

fn stage(number_of_it: u32, state: &StageState) -> StageView {
    let starters =
        state.field.iter().map(|placed| Starter { entry: placed.entry, seed: placed.seed, carried: placed.carried });
    StageView {
        stage: number_of_it,
        began: state.began,
        field: starters.collect(),
        rounds: state.round(),
        complete: number(state.rounds.iter().filter(|round| round.complete.is_some()).count()),
        held: state.held,
    }
}
