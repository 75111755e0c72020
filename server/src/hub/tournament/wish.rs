//! What people ask of a tournament, made from what they sent: names of accounts are ids here, seeds are drawn, and
//! what depends on the state of the tournament is left to whoever judges it.

use super::{super::Hub, judge::seed};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::{BTreeMap, BTreeSet};
use tengen_core::tournament::event::{Asker, Change, Command, Done, Office, Proposal, Refused, Ruled, Tournament};
use tengen_protocol::{
    AccountId, Act, Cleared, Code, CommandId, Entry, EntryChange, EntryNo, EventSettings, Member, NewEntry, NewMember,
    TournamentAsk, Why, WireError, tournament_limits as limits,
};

/// Names that are looked up at the same time.
const AT_ONCE: usize = 16;

/// What is asked.
pub(in crate::hub) enum Wish {
    /// It needs nothing of the state.
    Plain(Command),
    /// Enter these.
    Enter { entries: Vec<New>, list: bool },
    /// Somebody leaves.
    Leaves { how: Leaving, seed: String },
    /// Pair the next round as the system proposes.
    Pair { begin: bool, seed: String },
}

/// How somebody leaves.
pub(in crate::hub) enum Leaving {
    Withdraw(EntryNo),
    Exclude(EntryNo, Act),
    Member { entry: EntryNo, member: u32 },
}

/// Somebody who is to be entered.
pub(in crate::hub) struct New {
    /// As it was given; without an account or name where none was.
    entry: Entry,
    /// The name of the account that was given.
    known_as: Option<String>,
    /// The name of whoever asks.
    own_name: String,
    myself: bool,
    from_round: Option<u32>,
}

impl New {
    fn entry(&self, asker: &Asker, organises: bool, next_round: u32) -> Entry {
        let own = self.entry.account.is_none() && (self.myself || !organises);
        let mut entry = self.entry.clone();
        if own {
            entry.account = Some(asker.account.clone());
        }
        if entry.name.is_empty() {
            let name = if own { Some(&self.own_name) } else { self.known_as.as_ref() };
            entry.name = name.cloned().unwrap_or_default();
        }
        entry.from_round = self.from_round.unwrap_or(next_round);
        entry
    }
}

/// The round that is paired next.
fn next_round(fold: &Tournament) -> u32 {
    fold.stages().last().map_or(1, |stage| stage.round() + 1)
}

impl Wish {
    /// To make a tournament.
    pub(super) fn create(settings: EventSettings) -> Self {
        Self::Plain(Command::Create(Box::new(settings)))
    }

    /// Who leaves by it.
    pub(super) const fn leaves(&self) -> Option<EntryNo> {
        match self {
            Self::Leaves { how: Leaving::Withdraw(entry) | Leaving::Exclude(entry, _), .. }
            | Self::Leaves { how: Leaving::Member { entry, .. }, .. } => Some(*entry),
            _ => None,
        }
    }

    /// Whom it brings in, or back: nobody who is banned everywhere. Who takes part already is not put out by a ban.
    pub(super) fn enters(&self, fold: &Tournament, asker: &Asker) -> BTreeSet<AccountId> {
        let known = |no| fold.entry(no).map(|entered| accounts_of(&entered.entry)).unwrap_or_default();
        match self {
            Self::Plain(Command::Readmit { entry, .. }) => known(*entry),
            Self::Plain(Command::ChangeEntry(entry, change)) => {
                let members = change.members.iter().flatten().filter_map(|member| member.account.clone());
                let new: BTreeSet<_> = change.account.clone().into_iter().chain(members).collect();
                &new - &known(*entry)
            }
            Self::Enter { entries, .. } => {
                let organises = fold.office_of(asker) == Some(Office::Organiser);
                entries.iter().flat_map(|new| accounts_of(&new.entry(asker, organises, 1))).collect()
            }
            Self::Plain(_) | Self::Leaves { .. } | Self::Pair { .. } => BTreeSet::new(),
        }
    }

    /// What it was answered with, if it was accepted before, whatever the state was then.
    pub(super) fn known<'a>(
        &self,
        fold: &'a Tournament,
        asker: &Asker,
        id: &CommandId,
    ) -> Option<Result<&'a Done, Refused>> {
        let mut known = None;
        for command in self.as_it_may_have_been(fold, asker) {
            match fold.repeat(&asker.account, id, &command) {
                None => return None,
                Some(Ok(done)) => return Some(Ok(done)),
                Some(Err(refused)) => known = Some(Err(refused)),
            }
        }
        known
    }

    fn as_it_may_have_been(&self, fold: &Tournament, asker: &Asker) -> Vec<Command> {
        match self {
            Self::Plain(command) => vec![command.clone()],
            Self::Pair { begin, seed } => {
                let (proposal, begin, seed) = (Box::new(Proposal::none()), *begin, seed.clone());
                vec![Command::Pair { proposal, begin, seed }]
            }
            Self::Leaves { how, seed } => [true, false].map(|in_play| how.command(in_play, seed)).into(),
            Self::Enter { entries, list } => {
                let organises = fold.office_of(asker) == Some(Office::Organiser);
                let from = |round| enter(entries, *list, |new| new.entry(asker, organises, round));
                (1..=next_round(fold)).rev().map(from).collect()
            }
        }
    }

    /// Refuses what would be refused in any case, before anything is worked out or asked for it.
    ///
    /// # Errors
    /// As the tournament refuses it.
    pub(super) fn stands(&self, fold: &Tournament, asker: &Asker, id: &CommandId, now: u64) -> Result<(), Refused> {
        let command = match self {
            // judged once, and cheaply
            Self::Plain(_) | Self::Enter { .. } => return Ok(()),
            Self::Leaves { how, seed } => how.command(false, seed),
            Self::Pair { begin, seed } => {
                Command::Pair { proposal: Box::new(Proposal::none()), begin: *begin, seed: seed.clone() }
            }
        };
        match fold.decide(asker, id, command, now) {
            // it would stand with a pairing that is worked out
            Err(Refused::OldProposal) | Ok(_) => Ok(()),
            Err(refused) => Err(refused),
        }
    }

    /// The command as it is to be judged now.
    ///
    /// # Errors
    /// The system cannot pair.
    pub(super) fn command(&self, fold: &Tournament, asker: &Asker, in_play: bool) -> Result<Command, Refused> {
        Ok(match self {
            Self::Plain(command) => command.clone(),
            Self::Leaves { how, seed } => how.command(in_play, seed),
            Self::Enter { entries, list } => {
                let organises = fold.office_of(asker) == Some(Office::Organiser);
                // one may enter oneself for the first round only
                let round = if organises { next_round(fold) } else { 1 };
                enter(entries, *list, |new| new.entry(asker, organises, round))
            }
            Self::Pair { begin, seed } => {
                Command::Pair { proposal: Box::new(fold.propose()?), begin: *begin, seed: seed.clone() }
            }
        })
    }
}

fn accounts_of(entry: &Entry) -> BTreeSet<AccountId> {
    entry.account.iter().chain(entry.members.iter().filter_map(|member| member.account.as_ref())).cloned().collect()
}

fn enter(entries: &[New], list: bool, entry: impl Fn(&New) -> Entry) -> Command {
    match entries {
        [one] if !list => Command::Enter(Box::new(entry(one))),
        entries => Command::Import(entries.iter().map(entry).collect()),
    }
}

impl Leaving {
    fn command(&self, in_play: bool, seed: &str) -> Command {
        let seed = seed.to_owned();
        match self {
            Self::Withdraw(entry) => Command::Withdraw { entry: *entry, in_play, seed },
            Self::Exclude(entry, act) => Command::Exclude { entry: *entry, act: act.clone(), in_play, seed },
            Self::Member { entry, member } => Command::MemberLeaves { entry: *entry, member: *member, in_play, seed },
        }
    }
}

/// Makes a wish of what an account sent.
///
/// # Errors
/// Nobody has a name that is given; a guest is to be entered; too many are.
pub(super) async fn read(hub: &Hub, by: &AccountId, ask: TournamentAsk) -> Result<Wish, WireError> {
    use TournamentAsk as Ask;
    let leaves = |how| Wish::Leaves { how, seed: seed() };
    Ok(Wish::Plain(match ask {
        Ask::Enter { entry } => return Ok(Wish::Enter { entries: news(hub, by, vec![entry]).await?, list: false }),
        Ask::Import { entries } => return Ok(Wish::Enter { entries: news(hub, by, entries).await?, list: true }),
        Ask::Withdraw { entry } => return Ok(leaves(Leaving::Withdraw(entry))),
        Ask::Exclude { entry, act } => return Ok(leaves(Leaving::Exclude(entry, act))),
        Ask::MemberLeaves { entry, member } => return Ok(leaves(Leaving::Member { entry, member })),
        Ask::Pair { begin } => return Ok(Wish::Pair { begin, seed: seed() }),
        Ask::ChangeEntry { entry, change } => Command::ChangeEntry(entry, changed(hub, change).await?),
        Ask::Settings { settings } => Command::Settings(settings),
        Ask::LineUp { entry, members, absent } => Command::LineUp { entry, members, absent },
        Ask::Readmit { entry, act } => Command::Readmit { entry, act },
        Ask::Draw { by } => Command::Draw { by, seed: seed() },
        Ask::Start => Command::Start,
        Ask::PairByHand { pairs, byes, act } => Command::PairByHand { pairs, byes, act, seed: seed() },
        Ask::Begin => Command::Begin { seed: seed() },
        Ask::Swap { bout, act } => Command::Swap { bout, act },
        Ask::Announce { game, score, act } => Command::Announce { game, score, act, seed: seed() },
        Ask::Replay { game, act } => Command::Replay { game, act, seed: seed() },
        Ask::OverturnGame { game, score, act } => {
            Command::Overturn { ruled: Ruled::Game(game, score), act, seed: seed() }
        }
        Ask::OverturnBout { bout, scores, act } => {
            Command::Overturn { ruled: Ruled::Bout(bout, scores), act, seed: seed() }
        }
        Ask::CloseRound => Command::CloseRound,
        Ask::NextStage { chosen } => Command::NextStage { chosen },
        Ask::Sanction { sanction, act } => Command::Sanction { sanction, act },
        Ask::Finish => Command::Finish,
        Ask::Cancel { act } => Command::Cancel { act },
    }))
}

/// An account that is to play, by its name or id, and its name.
async fn player(hub: &Hub, who: &str) -> Result<(AccountId, String), WireError> {
    let nobody = || WireError::new(Code::NotFound, format!("no account has the name or id '{who}'"));
    let person = hub.directory().person(who).await?.ok_or_else(nobody)?;
    if person.guest {
        return Err(guests_do_not(&person.name));
    }
    Ok((person.account, person.name))
}

/// A guest's account ends, and with it whatever hangs on it.
pub(super) fn guests_do_not(name: &str) -> WireError {
    let message = format!("{name} is a guest: register to take part in tournaments or make one");
    WireError::new(Code::Forbidden, message).why(Why::Guest)
}

/// The accounts that are named in what is asked, each once: they are looked up before it is judged.
pub(super) fn names(ask: &TournamentAsk) -> BTreeSet<String> {
    match ask {
        TournamentAsk::Enter { entry } => names_of(std::slice::from_ref(entry)),
        TournamentAsk::Import { entries } => names_of(entries),
        TournamentAsk::ChangeEntry { change, .. } => names_in(change),
        _ => BTreeSet::new(),
    }
}

fn names_of(entries: &[NewEntry]) -> BTreeSet<String> {
    let members = entries.iter().flat_map(|entry| &entry.members).filter_map(|member| member.account.clone());
    entries.iter().filter_map(|entry| entry.account.clone()).chain(members).collect()
}

fn names_in(change: &EntryChange) -> BTreeSet<String> {
    let members = change.members.iter().flatten().filter_map(|member| member.account.as_ref());
    let members = members.take(limits::MEMBERS).map(AccountId::to_string);
    change.account.clone().into_iter().chain(members).collect()
}

/// Accounts by the texts that name them, with their names.
type Players = BTreeMap<String, (AccountId, String)>;

async fn players(hub: &Hub, names: BTreeSet<String>) -> Result<Players, WireError> {
    let read = stream::iter(names).map(|name| async move {
        let known = player(hub, &name).await?;
        Ok((name, known))
    });
    read.buffered(AT_ONCE).try_collect().await
}

/// The account that a text names, if there is one.
fn known(players: &Players, text: Option<&String>) -> Option<(AccountId, String)> {
    text.and_then(|text| players.get(text)).cloned()
}

async fn news(hub: &Hub, by: &AccountId, entries: Vec<NewEntry>) -> Result<Vec<New>, WireError> {
    if entries.len() > limits::ENTRIES as usize {
        return Err(WireError::new(Code::TooMany, format!("at most {} entries at once", limits::ENTRIES)));
    }
    if entries.iter().any(|entry| entry.members.len() > limits::MEMBERS) {
        return Err(WireError::new(Code::TooMany, format!("a team has at most {} members", limits::MEMBERS)));
    }
    let own_name = hub.directory().names(std::slice::from_ref(by)).await.pop().unwrap_or_else(|| by.to_string());
    // whoever enters himself, if it comes to that
    if entries.iter().any(|entry| entry.account.is_none()) {
        let is_guest = hub.directory().person(by.as_str()).await?.is_some_and(|person| person.guest);
        if is_guest {
            return Err(guests_do_not(&own_name));
        }
    }
    let players = players(hub, names_of(&entries)).await?;
    Ok(entries.into_iter().map(|entry| new(&players, &own_name, entry)).collect())
}

fn new(players: &Players, own_name: &str, new: NewEntry) -> New {
    let NewEntry { name, account, myself, rank, rating, club, seed, from_round, members } = new;
    let (account, known_as) = known(players, account.as_ref()).unzip();
    let (no, name, own_name) = (EntryNo(0), name.unwrap_or_default(), own_name.to_owned());
    let members = members.into_iter().map(|member| {
        let NewMember { name, account, rank, rating } = member;
        Member { name, account: known(players, account.as_ref()).map(|(account, _)| account), rank, rating }
    });
    let members = members.collect();
    let entry = Entry { no, name, account, rank, rating, club, seed, from_round: 1, members };
    New { entry, known_as, own_name, myself, from_round }
}

async fn changed(hub: &Hub, change: EntryChange) -> Result<Change, WireError> {
    let players = players(hub, names_in(&change)).await?;
    let EntryChange { name, account, rank, rating, club, seed, members, clear } = change;
    let account = known(&players, account.as_ref()).map(|(account, _)| account);
    let clears = |what| clear.contains(&what);
    Ok(Change {
        name,
        account,
        rank: set_or_cleared(rank, clears(Cleared::Rank)),
        rating: set_or_cleared(rating, clears(Cleared::Rating)),
        club: set_or_cleared(club, clears(Cleared::Club)),
        seed: set_or_cleared(seed, clears(Cleared::Seed)),
        members,
    })
}

/// As the core says it: nothing stays as it is, something is set or taken away.
fn set_or_cleared<T>(set: Option<T>, clear: bool) -> Option<Option<T>> {
    if set.is_some() || clear { Some(set) } else { None }
}
