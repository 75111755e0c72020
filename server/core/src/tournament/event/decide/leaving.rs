//! Who leaves, and who comes back (S1.24-26): withdrawals, exclusions, members of teams.

use super::{
    super::flow::{Draft, Settle, places},
    check_act,
    field::accounts,
};
use crate::tournament::{
    bout::Lineup,
    event::{
        Asker, Office, Phase, Refused, StageState, Tournament,
        state::{Place, index, number},
    },
};
use tengen_protocol::{
    Act, BoutRef, Changes, EntryNo, GameScore, Happened, Left, Score, Scores, Seat, tournament_limits as limits,
};

impl Tournament {
    pub(super) fn withdraw(&self, asker: &Asker, no: EntryNo, in_play: bool, seed: &str) -> Result<Happened, Refused> {
        if !self.speaks_for(no, &asker.account) {
            self.must_judge(asker, no)?;
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
        self.must_judge(asker, no)?;
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
            if self.is_live(at) {
                draft.settle(at, Settle::Live)?;
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

    pub(super) fn readmit(&self, asker: &Asker, no: EntryNo, act: Act, now: u64) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        if self.is_of(no, &asker.account) {
            return Err(Refused::OwnBout);
        }
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let entered = self.entry(no).ok_or(Refused::NoSuchEntry(no))?;
        let placed = self.state.stage().and_then(|stage| stage.placed(no));
        let left = entered.gone || placed.is_some_and(|placed| placed.until_round.is_some());
        if !left || (self.phase() == Phase::Running && placed.is_none()) {
            return Err(Refused::NoSuchEntry(no));
        }
        for account in accounts(&entered.entry) {
            self.must_be_free(account, Some(no))?;
            self.must_not_be_banned(account, now)?;
        }
        if entered.gone {
            self.must_have_room(1, self.entries().len())?;
            self.check_entries(std::slice::from_ref(&entered.entry))?;
        }
        Ok(Happened::Readmitted { entry: no, act })
    }

    /// Whoever speaks for a team, or an organiser whose team does not meet it.
    fn must_lead(&self, asker: &Asker, no: EntryNo) -> Result<(), Refused> {
        self.taking_part(no)?;
        if self.speaks_for(no, &asker.account) {
            return Ok(());
        }
        if self.office_of(asker) == Some(Office::Organiser) {
            self.must_judge(asker, no)
        } else {
            Err(Refused::NotYourself)
        }
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
        let entered = self.taking_part(no)?;
        let team = entered.entry.members.len();
        let back = members.iter().find(|member| entered.left.contains(member) && !absent.contains(member));
        if let Some(member) = back.filter(|_| self.office_of(asker) != Some(Office::Organiser)) {
            return Err(Refused::NoSuchMember { entry: no, member: *member });
        }
        let lineup = Lineup { members: members.clone(), absent: absent.iter().copied().collect() };
        lineup.check(team, places(settings.bout), settings.lineups)?;
        if back.is_none() && entered.lineup.as_ref() == Some(&lineup) {
            return Err(Refused::Settings("the team is lined up so already"));
        }
        if entered.lined_up >= limits::LINEUPS && self.office_of(asker) != Some(Office::Organiser) {
            return Err(Refused::Limit { what: "line-ups of one team", most: limits::LINEUPS as usize });
        }
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
        let (_, settings) = self.current()?;
        let entered = self.taking_part(no)?;
        let (listed, known) = (entered.entry.members.get(index(member)), &entered.left);
        let listed = listed.filter(|_| !known.contains(&member)).ok_or(Refused::NoSuchMember { entry: no, member })?;
        if listed.account.as_ref() != Some(&asker.account) {
            self.must_lead(asker, no)?;
        }
        let mut draft = Draft::new(&self.state, settings, seed);
        if let Some(at) = self.open_bout(no).filter(|at| self.is_live(*at)) {
            self.lose_games(&mut draft, at, in_play, |seat| seat == Seat { entry: no, member })?;
            let bout = draft.bout(at)?;
            let first = bout.first == no;
            if let Some(lineups) = bout.lineups.as_mut() {
                let lineup = if first { &mut lineups.first } else { &mut lineups.second };
                lineup.absent.extend(lineup.members.contains(&member).then_some(member));
            }
            draft.settle(at, Settle::Live)?;
        }
        Ok(Happened::MemberLeft { entry: no, member, changes: draft.changes })
    }
}

/// The last round in which somebody who leaves now was paired.
fn until(stage: &StageState, no: EntryNo) -> u32 {
    let early = stage.placed(no).and_then(|placed| placed.until_round);
    early.unwrap_or_else(|| stage.round())
}
