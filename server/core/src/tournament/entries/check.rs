//! What an entry may be, and what two of a list may not have in common.

use super::Field;
use crate::tournament::bout::MOST_MEMBERS;
use std::{collections::HashMap, hash::Hash};
use tengen_protocol::{Entry, EntryNo, Member, Rank, steers};
use unicode_segmentation::UnicodeSegmentation;

/// Entries of one tournament.
pub const MOST_ENTRIES: usize = 1_000;

/// The highest number of an entry: numbers of those who have withdrawn are not given again.
pub const MOST_NO: u32 = 9_999;

/// The highest rating; the lowest is as far below zero.
pub const MOST_RATING: i32 = 9_999;

/// The latest round for a late entry.
pub const MOST_ROUND: u32 = 1_000;

/// Shortest name, in graphemes; clubs may have one. As names of accounts.
const NAME_MIN: usize = 2;

/// Longest name, in graphemes ..
pub(super) const NAME_MAX: usize = 24;

/// .. and in bytes of UTF-8.
pub(super) const NAME_BYTES: usize = 256;

/// Problems of one list that are told.
pub(super) const MOST_PROBLEMS: usize = 20;

/// Whom a list enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Players.
    Players,
    /// Teams with their members.
    Teams,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing is there.
    #[error("is missing")]
    Missing,
    /// So many characters (graphemes).
    #[error("has {min} to {NAME_MAX} characters, not {given}")]
    Length {
        /// How many are allowed at least.
        min: usize,
        /// How many it has.
        given: usize,
    },
    /// So many bytes.
    #[error("has at most {NAME_BYTES} bytes of UTF-8, not {0}")]
    Bytes(usize),
    /// A control, direction or zero-width character.
    #[error("U+{:04X} is not allowed: no control, direction or zero-width characters", u32::from(*.0))]
    Steers(char),
    /// What could not be decoded.
    #[error("holds a character that could not be read: save the file as UTF-8")]
    Undecodable,
    /// Blanks other than single spaces between words.
    #[error("has single spaces between words, and none at its ends")]
    Blanks,
    /// Not a whole number in this range.
    #[error("write a whole number from {min} to {max}, not {given:?}")]
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What was written.
        given: String,
    },
    /// Not a rank.
    #[error("write a rank such as 5d, 12k or 9p, not {0:?}")]
    Rank(String),
    /// Not the id of an account.
    #[error("write the id of an account, not {0:?}")]
    Account(String),
    /// Another has the same.
    #[error("entry {0} has the same")]
    Taken(EntryNo),
    /// Another with the same name and club.
    #[error("entry {0} has the same name and club: tell them apart by the club or by the name")]
    SameName(EntryNo),
    /// Another row of the same team has another one.
    #[error("another row of this team says otherwise")]
    Differs,
    /// Two columns of one row say two things.
    #[error("another column of this row says otherwise")]
    Contradicts,
    /// So many members.
    #[error("a team has 1 to {MOST_MEMBERS} members, not {0}")]
    Members(usize),
    /// A team itself has none of this: its members have.
    #[error("belongs to players, not to a team")]
    NotOfTeams,
    /// A player with members.
    #[error("a player has no members")]
    NoTeam,
    /// More cells than the header has columns.
    #[error("the row has more cells than the header: put a cell with a comma into quotation marks")]
    Cells,
}

/// Something wrong with one entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which of the list, from 0.
    pub at: usize,
    /// Which member of a team, from 0; nothing when it is the team or player himself.
    pub member: Option<usize>,
    /// What of it.
    pub field: Field,
    /// What is wrong.
    pub fault: Fault,
}

/// Everything that is wrong with a list, up to 20 problems; nothing when it is good.
#[must_use]
pub fn check(entries: &[Entry], form: Form) -> Vec<Problem> {
    let mut found = Found::default();
    for (at, entry) in entries.iter().enumerate() {
        found.whole(at, entry, form);
    }
    found.twins(entries, form);
    found.0.sort_by_key(|problem| (problem.at, problem.member));
    found.0.truncate(MOST_PROBLEMS);
    found.0
}

#[derive(Default)]
struct Found(Vec<Problem>);

impl Found {
    fn note(&mut self, at: usize, member: Option<usize>, field: Field, fault: Option<Fault>) {
        self.0.extend(fault.map(|fault| Problem { at, member, field, fault }));
    }

    fn whole(&mut self, at: usize, entry: &Entry, form: Form) {
        self.note(at, None, Field::No, number(entry.no.0, 1, MOST_NO));
        self.note(at, None, if form == Form::Teams { Field::Team } else { Field::Name }, name(&entry.name, NAME_MIN));
        self.note(at, None, Field::Club, entry.club.as_deref().and_then(|club| name(club, 1)));
        let most_seed = u32::try_from(MOST_ENTRIES).unwrap_or(u32::MAX);
        self.note(at, None, Field::Seed, entry.seed.and_then(|seed| number(seed, 1, most_seed)));
        self.note(at, None, Field::FromRound, number(entry.from_round, 1, MOST_ROUND));
        self.strength(at, None, entry.rank, entry.rating);
        match form {
            Form::Players => {
                let members = (!entry.members.is_empty()).then_some(Fault::NoTeam);
                self.note(at, None, Field::Name, members);
            }
            Form::Teams => {
                let count = entry.members.len();
                self.note(
                    at,
                    None,
                    Field::Team,
                    (!(1..=MOST_MEMBERS).contains(&count)).then_some(Fault::Members(count)),
                );
                self.note(at, None, Field::Account, entry.account.is_some().then_some(Fault::NotOfTeams));
                for (index, member) in entry.members.iter().enumerate() {
                    self.note(at, Some(index), Field::Name, name(&member.name, NAME_MIN));
                    self.strength(at, Some(index), member.rank, member.rating);
                }
            }
        }
    }

    fn strength(&mut self, at: usize, member: Option<usize>, rank: Option<Rank>, rating: Option<i32>) {
        let unknown = rank.filter(|rank| !rank.exists()).map(|rank| Fault::Rank(rank.to_string()));
        self.note(at, member, Field::Rank, unknown);
        let off = rating.and_then(|rating| number(rating, -MOST_RATING, MOST_RATING));
        self.note(at, member, Field::Rating, off);
    }

    /// What two have in common and may not.
    fn twins(&mut self, entries: &[Entry], form: Form) {
        let mut numbers = Once::default();
        let mut seeds = Once::default();
        let mut accounts = Once::default();
        let mut names = Once::default();
        for (at, entry) in entries.iter().enumerate() {
            let taken = |by: Option<EntryNo>| by.map(Fault::Taken);
            self.note(at, None, Field::No, taken(numbers.other(entry.no, entry.no)));
            self.note(at, None, Field::Seed, taken(entry.seed.and_then(|seed| seeds.other(seed, entry.no))));
            let account = entry.account.as_ref().and_then(|account| accounts.other(account, entry.no));
            self.note(at, None, Field::Account, taken(account));
            let club = if form == Form::Players { entry.club.as_deref().map(folded) } else { None };
            let same = names.other((folded(&entry.name), club), entry.no).map(Fault::SameName);
            self.note(at, None, if form == Form::Teams { Field::Team } else { Field::Name }, same);
            let mut members = Once::default();
            for (index, Member { name, account, .. }) in entry.members.iter().enumerate() {
                self.note(at, Some(index), Field::Name, taken(members.other(folded(name), entry.no)));
                let account = account.as_ref().and_then(|account| accounts.other(account, entry.no));
                self.note(at, Some(index), Field::Account, taken(account));
            }
        }
    }
}

/// Who was the first with each.
struct Once<K>(HashMap<K, EntryNo>);

impl<K> Default for Once<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Once<K> {
    /// Who had this before, if anybody.
    fn other(&mut self, key: K, by: EntryNo) -> Option<EntryNo> {
        let first = self.0.get(&key).copied();
        self.0.entry(key).or_insert(by);
        first
    }
}

/// The same in any case.
pub(super) fn folded(text: &str) -> String {
    text.to_lowercase()
}

fn number<N: Copy + Into<i64>>(given: N, min: N, max: N) -> Option<Fault> {
    let (given, min, max) = (given.into(), min.into(), max.into());
    (!(min..=max).contains(&given)).then(|| Fault::Number { min, max, given: given.to_string() })
}

fn name(text: &str, min: usize) -> Option<Fault> {
    let graphemes = text.graphemes(true).count();
    if text.is_empty() {
        Some(Fault::Missing)
    } else if text.len() > NAME_BYTES {
        Some(Fault::Bytes(text.len()))
    } else if let Some(c) = text.chars().find(|c| steers(*c)) {
        Some(Fault::Steers(c))
    } else if text.contains('\u{fffd}') {
        Some(Fault::Undecodable)
    } else if text != super::cells::tidy(text) {
        Some(Fault::Blanks)
    } else if !(min..=NAME_MAX).contains(&graphemes) {
        Some(Fault::Length { min, given: graphemes })
    } else {
        None
    }
}
