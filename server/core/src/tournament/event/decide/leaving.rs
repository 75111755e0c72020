//! Who leaves, and who comes back (S1.24-26): withdrawals, exclusions, members of teams.

use super::{
    super::flow::{Draft, places},
    check_act,
    field::accounts,
    rounds::is_live,
};
use crate::tournament::{
    bout::Lineup,
    event::{
        Asker, Office, Phase, Refused, StageState, Tournament,
        state::{Place, number},
    },
};
use tengen_protocol::{Act, BoutRef, Changes, EntryNo, GameScore, Happened, Left, Score, Scores, Seat};

impl Tournament {
    pub(super) fn withdraw(&self, asker: &Asker, no: EntryNo, in_play: bool, seed: &str) -> Result<Happened, Refused> {
        if !self.is_of(no, &asker.account) {
            self.must_officiate(asker)?;
        }
        Ok(Happened::Withdrew { entry: no, excluded: None, changes: self.leaves(no, in_play, seed)? })
    }

    pub(super) fn exclude(
        &self,
        asker: &Asker,
        no: EntryNo,
        act: Act,
        in_play: bool,
        seed: &str,
    ) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        Ok(Happened::Withdrew { entry: no, excluded: Some(act), changes: self.leaves(no, in_play, seed)? })
    }

    /// What somebody's leaving does (S1.24-26): what he is playing is lost, his results stand, what is
    /// left of his bout is forfeited, and he is not paired any more; a round robin lists his further
    /// bouts as forfeits. Whether his results in a round robin count is the standings' part.
    fn leaves(&self, no: EntryNo, in_play: bool, seed: &str) -> Result<Changes, Refused> {
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        self.taking_part(no)?;
        let Some(stage) = self.state.stage().filter(|stage| stage.placed(no).is_some()) else {
            return Ok(Changes::default());
        };
        let (_, settings) = self.current()?;
        let mut draft = Draft::new(&self.state, settings, seed).without(no);
        draft.changes.left.push(Left { entry: no, until_round: until(stage, no) });
        if let Some(at) = self.open_bout(no) {
            self.lose_games(&mut draft, at, in_play, |seat| seat.entry == no)?;
            if is_live(self, at) {
                draft.settle(at, true)?;
            }
        }
        Ok(draft.changes)
    }

    /// The bout of this round that is not decided.
    fn open_bout(&self, no: EntryNo) -> Option<BoutRef> {
        let stage = self.state.stage()?;
        let (table, _) =
            (1..).zip(&stage.rounds.last()?.bouts).find(|(_, bout)| bout.has(no) && bout.result.is_none())?;
        Some(BoutRef { stage: number(self.state.stages.len()), round: stage.round(), table })
    }

    /// Games without a score are lost by whoever leaves: as played ones where they were being played.
    fn lose_games(
        &self,
        draft: &mut Draft<'_>,
        at: BoutRef,
        in_play: bool,
        leaves: impl Fn(Seat) -> bool,
    ) -> Result<(), Refused> {
        let games = draft.bout(at)?.games.clone();
        for (game, state) in games.iter().enumerate().filter(|(_, state)| state.score.is_none()) {
            let black = match (leaves(state.black), leaves(state.white)) {
                (true, _) => Score::Loss,
                (false, true) => Score::Win,
                (false, false) => continue,
            };
            let scores = if in_play { Scores::played(black) } else { Scores::forfeited(black) };
            draft.score(Place { bout: at, game }, GameScore { scores: Some(scores) })?;
        }
        Ok(())
    }

    pub(super) fn readmit(&self, asker: &Asker, no: EntryNo, act: Act) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let entered = self.entry(no).ok_or(Refused::NoSuchEntry(no))?;
        let placed = self.state.stage().and_then(|stage| stage.placed(no));
        let left = entered.gone || placed.is_some_and(|placed| placed.until_round.is_some());
        if !left || (self.phase() != Phase::Entry && placed.is_none()) {
            return Err(Refused::NoSuchEntry(no));
        }
        for account in accounts(&entered.entry) {
            self.must_be_free(account, Some(no), 0)?;
        }
        Ok(Happened::Readmitted { entry: no, act })
    }

    /// Whoever speaks for a team, or an organiser.
    fn must_lead(&self, asker: &Asker, no: EntryNo) -> Result<(), Refused> {
        self.taking_part(no)?;
        if self.is_of(no, &asker.account) || self.office_of(asker) == Some(Office::Organiser) {
            return Ok(());
        }
        Err(Refused::NotYourself)
    }

    pub(super) fn line_up(
        &self,
        asker: &Asker,
        no: EntryNo,
        members: Vec<u32>,
        absent: Vec<u32>,
    ) -> Result<Happened, Refused> {
        self.must_lead(asker, no)?;
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let stage = number(self.state.stages.len()).max(1);
        let settings = self.stage_settings(stage).ok_or(Refused::NoRound)?;
        let team = self.taking_part(no)?.entry.members.len();
        let lineup = Lineup { members: members.clone(), absent: absent.iter().copied().collect() };
        lineup.check(team, places(settings.bout), settings.lineups)?;
        Ok(Happened::LinedUp { entry: no, members, absent })
    }

    pub(super) fn member_leaves(
        &self,
        asker: &Asker,
        no: EntryNo,
        member: u32,
        in_play: bool,
        seed: &str,
    ) -> Result<Happened, Refused> {
        self.must_lead(asker, no)?;
        let (_, settings) = self.current()?;
        if !self.state.lineup(no, settings.bout).has(member) {
            return Err(Refused::NoSuchMember { entry: no, member });
        }
        let mut draft = Draft::new(&self.state, settings, seed);
        if let Some(at) = self.open_bout(no).filter(|at| is_live(self, *at)) {
            self.lose_games(&mut draft, at, in_play, |seat| seat == Seat { entry: no, member })?;
            let bout = draft.bout(at)?;
            let first = bout.first == no;
            if let Some(lineups) = bout.lineups.as_mut() {
                if first { &mut lineups.first } else { &mut lineups.second }.absent.insert(member);
            }
            draft.settle(at, true)?;
        }
        Ok(Happened::MemberLeft { entry: no, member, changes: draft.changes })
    }
}

/// The last round in which somebody who leaves now was paired.
fn until(stage: &StageState, no: EntryNo) -> u32 {
    let early = stage.placed(no).and_then(|placed| placed.until_round);
    early.unwrap_or_else(|| stage.round())
}
