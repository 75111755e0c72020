//! Who takes part: entries, the draw, withdrawals, the fields of the stages.

use crate::tournament::{
    entries::{self, Form, Problem},
    event::{
        Asker, Change, Entered, Office, Phase, Refused, Tournament,
        state::{index, number},
    },
    system,
};
use std::collections::HashSet;
use tengen_protocol::{
    AccountId, DrawBy, Entry, EntryNo, EntryRule, Happened, Sanction, Starter, tournament_limits as limits,
};

impl Tournament {
    pub(super) fn enter(&self, asker: &Asker, new: Vec<Entry>, now: u64) -> Result<Happened, Refused> {
        let organises = self.office_of(asker) == Some(Office::Organiser);
        let settings = self.settings().ok_or(Refused::Unknown)?;
        if !organises {
            if settings.entry == EntryRule::Organiser {
                return Err(Refused::EntryClosed);
            }
            if new.iter().any(|entry| entry.account.as_ref() != Some(&asker.account)) {
                return Err(Refused::NotYourself);
            }
            // who is strong, and who is late, is not for oneself to say
            if new.iter().any(|entry| entry.seed.is_some() || entry.from_round != 1) {
                return Err(Refused::NotAnOrganiser);
            }
        }
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let late_from = self.late_from()?;
        let playing = self.entries().iter().filter(|entered| !entered.gone).count();
        if playing + new.len() > settings.entry_limit as usize || self.entries().len() + new.len() > most_numbers() {
            return Err(Refused::Full(settings.entry_limit));
        }
        let mut known: HashSet<AccountId> = HashSet::new();
        let mut entries = Vec::with_capacity(new.len());
        for (n, new) in (1..).zip(new) {
            let no = EntryNo(number(self.entries().len() + n));
            let entry = Entry { no, ..new };
            if entry.from_round < late_from {
                return Err(Refused::TooLate(late_from));
            }
            for account in accounts(&entry) {
                self.must_be_free(account, None, now)?;
                if !known.insert(account.clone()) {
                    return Err(Refused::Entered { account: account.clone(), entry: no });
                }
            }
            entries.push(entry);
        }
        self.check_entries(&entries)?;
        Ok(Happened::Entered { entries })
    }

    /// The first round that a new entry can play in.
    fn late_from(&self) -> Result<u32, Refused> {
        let Some(stage) = self.state.stage() else { return Ok(1) };
        let next = stage.round() + 1;
        let (history, settings) = self.current_history()?;
        let takes = self.state.stages.len() == 1 && system::takes_late_entry(&history, settings.system);
        if takes { Ok(next) } else { Err(Refused::TooLate(next)) }
    }

    /// Whether these may stand in a list with everybody else who takes part.
    fn check_entries(&self, new: &[Entry]) -> Result<(), Refused> {
        let teams = self.settings().is_some_and(|settings| settings.teams);
        let others = self.all_taking_part().into_iter().filter(|known| new.iter().all(|entry| entry.no != known.no));
        let mut all: Vec<Entry> = others.collect();
        let others = all.len();
        all.extend_from_slice(new);
        let problems = entries::check(&all, if teams { Form::Teams } else { Form::Players });
        let of_new = problems.into_iter().filter(|problem| problem.at >= others);
        let problems: Vec<_> = of_new.map(|problem| Problem { at: problem.at - others, ..problem }).collect();
        if problems.is_empty() { Ok(()) } else { Err(Refused::Entries(problems)) }
    }

    /// An account plays for one entry, and for none while it is banned.
    pub(super) fn must_be_free(&self, account: &AccountId, but: Option<EntryNo>, now: u64) -> Result<(), Refused> {
        for ruled in &self.state.sanctions {
            if let Sanction::Ban { account: banned, until } = &ruled.sanction
                && banned == account
                && now < *until
            {
                return Err(Refused::Banned { account: account.clone(), until: *until });
            }
        }
        let others = self.entries().iter().filter(|entered| !entered.gone && Some(entered.entry.no) != but);
        let mut of_account = others.filter(|entered| accounts(&entered.entry).any(|known| known == account));
        of_account
            .next()
            .map_or(Ok(()), |entered| Err(Refused::Entered { account: account.clone(), entry: entered.entry.no }))
    }

    pub(super) fn change_entry(&self, asker: &Asker, no: EntryNo, change: Change) -> Result<Happened, Refused> {
        self.must_organise(asker)?;
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let known = &self.taking_part(no)?.entry;
        let entry = Entry {
            no,
            name: change.name.unwrap_or_else(|| known.name.clone()),
            account: change.account.or_else(|| known.account.clone()),
            rank: change.rank.unwrap_or(known.rank),
            rating: change.rating.unwrap_or(known.rating),
            club: change.club.unwrap_or_else(|| known.club.clone()),
            seed: change.seed.unwrap_or(known.seed),
            from_round: known.from_round,
            members: change.members.unwrap_or_else(|| known.members.clone()),
        };
        self.check_entries(std::slice::from_ref(&entry))?;
        if entry.members.len() < known.members.len() && self.phase() == Phase::Running {
            return Err(Refused::Settings("members have numbers: a team that plays does not lose any, it gains some"));
        }
        let mut mine = HashSet::new();
        for account in accounts(&entry) {
            self.must_be_free(account, Some(no), u64::MAX)?;
            if !mine.insert(account) {
                return Err(Refused::Entered { account: account.clone(), entry: no });
            }
        }
        Ok(Happened::EntryChanged { entry })
    }

    pub(super) fn taking_part(&self, no: EntryNo) -> Result<&Entered, Refused> {
        self.entry(no).filter(|entered| !entered.gone).ok_or(Refused::NoSuchEntry(no))
    }

    /// The order of the field: see [`entries::draw`].
    pub(super) fn draw(&self, asker: &Asker, how: DrawBy, seed: &str) -> Result<Happened, Refused> {
        self.must_organise(asker)?;
        self.must_be(&[Phase::Entry, Phase::Drawn])?;
        let field = self.all_taking_part();
        if field.len() < 2 {
            return Err(Refused::TooFew(field.len()));
        }
        let order = entries::draw(&field, how, seed);
        Ok(Happened::Drawn { how, seed: seed.to_owned(), order })
    }

    fn all_taking_part(&self) -> Vec<Entry> {
        self.entries().iter().filter(|entered| !entered.gone).map(|entered| entered.entry.clone()).collect()
    }

    /// Begins the first stage with the field as it was drawn.
    pub(in super::super) fn start(&self) -> Result<Happened, Refused> {
        let draw = self.state.draw.as_ref().filter(|_| self.phase() == Phase::Drawn);
        let draw = match draw {
            Some(draw) => draw,
            None if self.phase() == Phase::Entry => return Err(Refused::NotDrawn),
            None => return Err(Refused::NotNow(self.phase())),
        };
        if draw.order.len() < 2 {
            return Err(Refused::TooFew(draw.order.len()));
        }
        let starter = |(seed, entry): (u32, &EntryNo)| Starter { entry: *entry, seed, carried: 0 };
        Ok(Happened::StageStarted { stage: 1, field: (1..).zip(&draw.order).map(starter).collect() })
    }

    /// Begins the next stage with those who go on, or with those whom an organiser names.
    pub(in super::super) fn next_stage(&self, chosen: Option<Vec<EntryNo>>) -> Result<Happened, Refused> {
        let (before, _) = self.current()?;
        self.rounds_must_be_over()?;
        let settings = self.stage_settings(before + 1).ok_or(Refused::LastStage)?;
        let from = settings.from.ok_or(Refused::LastStage)?;
        let rows = self.standings(before).ok_or(Refused::NoRound)?;
        let gone = |no: EntryNo| self.entry(no).is_none_or(|entered| entered.gone);
        let ranked = rows.iter().filter_map(|row| Some((row.entry, row.place?))).filter(|(no, _)| !gone(*no));
        let ranked: Vec<_> = ranked.collect();
        let points = |no| rows.iter().find(|row| row.entry == no).map(|row| row.points);
        let field = match chosen {
            Some(chosen) => {
                let distinct: HashSet<_> = chosen.iter().collect();
                let not_there = chosen.iter().copied().find(|no| points(*no).is_none() || gone(*no));
                if let Some(entry) = not_there {
                    return Err(Refused::NoSuchEntry(entry));
                }
                if distinct.len() != chosen.len() {
                    return Err(Refused::Settings("somebody is named twice"));
                }
                chosen
            }
            None => first(&ranked, from.first)?,
        };
        if field.len() < 2 {
            return Err(Refused::TooFew(field.len()));
        }
        let carried = |no| if from.carry_points { points(no).unwrap_or(0) } else { 0 };
        let starter = |(seed, entry): (u32, EntryNo)| Starter { entry, seed, carried: carried(entry) };
        Ok(Happened::StageStarted { stage: before + 1, field: (1..).zip(field).map(starter).collect() })
    }
}

/// The first `most` of a ranking, unless places are shared where it is cut.
fn first(ranked: &[(EntryNo, u32)], most: u32) -> Result<Vec<EntryNo>, Refused> {
    let cut = most as usize;
    if let (Some((_, last)), Some((_, next))) = (ranked.get(index(most)), ranked.get(cut))
        && last == next
    {
        let tied = ranked.iter().filter(|(_, place)| place == last).map(|(no, _)| *no).collect();
        return Err(Refused::TiedAtTheCut { first: most, tied });
    }
    Ok(ranked.iter().take(cut).map(|(no, _)| *no).collect())
}

/// Entries get numbers up to this: those who withdrew keep theirs.
const fn most_numbers() -> usize {
    2 * limits::ENTRIES as usize
}

/// Every account of an entry.
pub(super) fn accounts(entry: &Entry) -> impl Iterator<Item = &AccountId> {
    // who speaks for a team may be one of its members
    let members = entry.members.iter().filter_map(|member| member.account.as_ref());
    let own = entry.account.as_ref();
    own.into_iter().chain(members.filter(move |account| Some(*account) != own))
}
