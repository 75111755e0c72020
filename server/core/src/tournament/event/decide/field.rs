//! Who takes part: entries, the draw, withdrawals, the fields of the stages.

use crate::tournament::{
    entries::{self, Form, Problem},
    event::{
        Asker, Change, Entered, Office, Phase, Refused, Tournament,
        flow::places,
        state::{GameState, index, number},
    },
    system,
};
use std::collections::HashSet;
use tengen_protocol::{
    AccountId, BoutKind, DrawBy, Entry, EntryNo, EntryRule, Happened, Seat, Starter, System,
    tournament_limits as limits,
};

impl Tournament {
    pub(super) fn enter(&self, asker: &Asker, new: Vec<Entry>, now: u64) -> Result<Happened, Refused> {
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        let organises = self.office_of(asker) == Some(Office::Organiser);
        if !organises {
            self.must_enter_himself(asker, &new)?;
        }
        let late_from = self.late_from()?;
        let mut known: HashSet<AccountId> = HashSet::new();
        let mut taken: HashSet<EntryNo> = HashSet::new();
        let mut entries: Vec<Entry> = Vec::with_capacity(new.len());
        let mut numbers = self.entries().len();
        for new in new {
            let former = self.former(&new, organises)?.filter(|no| taken.insert(*no));
            let no = former.unwrap_or_else(|| EntryNo(number(numbers + 1)));
            numbers = numbers.max(no.0 as usize);
            let entry = Entry { no, ..new };
            if entry.from_round < late_from {
                return Err(Refused::TooLate(late_from));
            }
            for account in accounts(&entry) {
                self.must_be_free(account, None)?;
                self.must_not_be_banned(account, now)?;
                if !known.insert(account.clone()) {
                    return Err(Refused::Entered { account: account.clone(), entry: no });
                }
            }
            entries.push(entry);
        }
        self.must_have_room(entries.len(), numbers)?;
        self.check_entries(&entries)?;
        Ok(Happened::Entered { entries })
    }

    /// Nobody enters others, nor says how strong he is or that he comes late. After the draw it is for an
    /// organiser to say whether there is to be another.
    fn must_enter_himself(&self, asker: &Asker, new: &[Entry]) -> Result<(), Refused> {
        let settings = self.settings().ok_or(Refused::Unknown)?;
        if settings.entry == EntryRule::Organiser || self.phase() == Phase::Drawn {
            return Err(Refused::EntryClosed);
        }
        let own = |entry: &Entry| {
            let mut accounts = accounts(entry).peekable();
            accounts.peek().is_some() && accounts.all(|account| *account == asker.account)
        };
        if !new.iter().all(own) {
            return Err(Refused::NotYourself);
        }
        if new.iter().any(|entry| entry.seed.is_some() || entry.from_round != 1) {
            return Err(Refused::NotAnOrganiser);
        }
        Ok(())
    }

    /// The number that somebody had who withdrew before he was in any stage: it is his again. Whoever was
    /// excluded, or has played, comes back by an official's ruling alone.
    fn former(&self, new: &Entry, organises: bool) -> Result<Option<EntryNo>, Refused> {
        let mut former = None;
        for account in accounts(new) {
            let of_account =
                |entered: &&Entered| entered.gone && accounts(&entered.entry).any(|known| known == account);
            for entered in self.entries().iter().filter(of_account) {
                let no = entered.entry.no;
                let played = self.stages().iter().any(|stage| stage.placed(no).is_some());
                if entered.excluded.is_some() || played {
                    return Err(Refused::WasEntered { account: account.clone(), entry: no });
                }
                if entered.again >= MOST_AGAIN && !organises {
                    return Err(Refused::Limit { what: "entries of one account", most: MOST_AGAIN as usize });
                }
                if accounts(&entered.entry).next() == accounts(new).next() {
                    former = former.or(Some(no));
                }
            }
        }
        Ok(former)
    }

    /// Room for so many more, with so many numbers given in all.
    pub(super) fn must_have_room(&self, more: usize, numbers: usize) -> Result<(), Refused> {
        let settings = self.settings().ok_or(Refused::Unknown)?;
        let playing = self.entries().iter().filter(|entered| !entered.gone).count();
        if playing + more > settings.entry_limit as usize || numbers > most_numbers() {
            return Err(Refused::Full(settings.entry_limit));
        }
        if let Some((stage, settings)) = self.state.stage().zip(self.stage_settings(1)) {
            games_fit(settings.bout, stage.field.len() + more)?;
        }
        Ok(())
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
    pub(super) fn check_entries(&self, new: &[Entry]) -> Result<(), Refused> {
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

    /// An account plays for one entry, and for no other once it was excluded.
    pub(super) fn must_be_free(&self, account: &AccountId, but: Option<EntryNo>) -> Result<(), Refused> {
        let others = self.entries().iter().filter(|entered| Some(entered.entry.no) != but);
        let mut excluded = others.filter(|entered| entered.gone && entered.excluded.is_some());
        if let Some(entered) = excluded.find(|entered| accounts(&entered.entry).any(|known| known == account)) {
            return Err(Refused::WasEntered { account: account.clone(), entry: entered.entry.no });
        }
        let others = self.entries().iter().filter(|entered| !entered.gone && Some(entered.entry.no) != but);
        let mut of_account = others.filter(|entered| accounts(&entered.entry).any(|known| known == account));
        of_account
            .next()
            .map_or(Ok(()), |entered| Err(Refused::Entered { account: account.clone(), entry: entered.entry.no }))
    }

    pub(super) fn change_entry(
        &self,
        asker: &Asker,
        no: EntryNo,
        change: Change,
        now: u64,
    ) -> Result<Happened, Refused> {
        self.must_organise(asker)?;
        self.must_judge(asker, no)?;
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
        self.must_keep_accounts(known, &entry)?;
        let mut mine = HashSet::new();
        for account in accounts(&entry) {
            self.must_be_free(account, Some(no))?;
            // who was banned while he takes part is not put out by it
            if !accounts(known).any(|before| before == account) {
                self.must_not_be_banned(account, now)?;
            }
            if !mine.insert(account) {
                return Err(Refused::Entered { account: account.clone(), entry: no });
            }
        }
        Ok(Happened::EntryChanged { entry })
    }

    /// A game that is to be made needs an account on either side: without one nobody could ever play it.
    fn must_keep_accounts(&self, known: &Entry, entry: &Entry) -> Result<(), Refused> {
        let waits = |seat: Seat| {
            let waiting = |game: &GameState| !game.elsewhere && !game.created && game.score.is_none();
            self.all_games().any(|(_, game)| waiting(game) && [game.black, game.white].contains(&seat))
        };
        let members = (1..).zip(known.members.iter().zip(&entry.members));
        let mut lose = members.filter(|(_, (before, now))| before.account.is_some() && now.account.is_none());
        if lose.any(|(member, _)| waits(Seat { entry: entry.no, member })) {
            return Err(Refused::Settings("a game of this member is being made, which needs his account"));
        }
        Ok(())
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
        self.must_fit(1, &draw.order)?;
        let starter = |(seed, entry): (u32, &EntryNo)| Starter { entry: *entry, seed, carried: 0 };
        Ok(Happened::StageStarted { stage: 1, field: (1..).zip(&draw.order).map(starter).collect() })
    }

    /// Begins the next stage with those who go on, or with those whom an organiser names.
    pub(in super::super) fn next_stage(&self, chosen: Option<Vec<EntryNo>>) -> Result<Happened, Refused> {
        let (before, _) = self.current()?;
        let played = self.state.stage().ok_or(Refused::NoRound)?;
        self.rounds_must_be_over()?;
        let settings = self.stage_settings(before + 1).ok_or(Refused::LastStage)?;
        let from = settings.from.ok_or(Refused::LastStage)?;
        let rows = self.standings(before).ok_or(Refused::NoRound)?;
        let gone = |no: EntryNo| self.entry(no).is_none_or(|entered| entered.gone);
        // nor does who is not paired any more, unless he is named
        let left = |no: EntryNo| gone(no) || played.placed(no).is_some_and(|placed| placed.until_round.is_some());
        let ranked = rows.iter().filter_map(|row| Some((row.entry, row.place?))).filter(|(no, _)| !left(*no));
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
        self.must_fit(before + 1, &field)?;
        let carried = |no| if from.carry_points { points(no).unwrap_or(0) } else { 0 };
        let starter = |(seed, entry): (u32, EntryNo)| Starter { entry, seed, carried: carried(entry) };
        Ok(Happened::StageStarted { stage: before + 1, field: (1..).zip(field).map(starter).collect() })
    }
}

impl Tournament {
    /// Who names those who go on is none of them.
    pub(super) fn must_not_be_named(&self, asker: &Asker, chosen: Option<&[EntryNo]>) -> Result<(), Refused> {
        let own = |no: &EntryNo| self.is_of(*no, &asker.account);
        if chosen.is_some_and(|chosen| chosen.iter().any(own)) { Err(Refused::OwnBout) } else { Ok(()) }
    }

    /// A stage can be played to its end by these.
    fn must_fit(&self, stage: u32, field: &[EntryNo]) -> Result<(), Refused> {
        let settings = self.stage_settings(stage).ok_or(Refused::NoRound)?;
        let late = |no: &&EntryNo| stage == 1 && self.entry(**no).is_some_and(|entered| entered.entry.from_round > 1);
        let late = field.iter().filter(late).count();
        let on_time = field.len() - late;
        if on_time < 2 {
            return Err(Refused::TooFew(on_time));
        }
        let room = match settings.system {
            System::RoundRobin { .. } => on_time % 2,
            System::Elimination { losses: 0..=1 } => 0,
            System::Elimination { .. } | System::Swiss { .. } | System::SwissElimination { .. } => late,
        };
        if late > room {
            return Err(Refused::TooLate(1));
        }
        system::fits(settings.system, field.len())?;
        games_fit(settings.bout, field.len())
    }
}

/// A round's games begin in one step of the log.
fn games_fit(bout: BoutKind, field: usize) -> Result<(), Refused> {
    let games = field / 2 * usize::from(places(bout).unwrap_or(1));
    if games <= limits::GAMES_AT_ONCE {
        return Ok(());
    }
    Err(Refused::Limit { what: "games in one round", most: limits::GAMES_AT_ONCE })
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

/// How often one account may enter again, having withdrawn before the start.
const MOST_AGAIN: u32 = 10;

/// Entries get numbers up to this: those who withdrew keep theirs.
const fn most_numbers() -> usize {
    2 * limits::ENTRIES as usize
}

/// Every account of an entry.
pub(in super::super) fn accounts(entry: &Entry) -> impl Iterator<Item = &AccountId> {
    // who speaks for a team may be one of its members
    let members = entry.members.iter().filter_map(|member| member.account.as_ref());
    let own = entry.account.as_ref();
    own.into_iter().chain(members.filter(move |account| Some(*account) != own))
}
