//! What stands in the indexes of finished games: all that a search asks for before it reads a game's record.
//!
//! An entry begins with when the game ended and its id, so that each index is in the order of the ends, and
//! a cursor means the same in all of them.

use crate::Cursor;
use std::{cmp::Reverse, fmt, str::FromStr};
use tengen_protocol::{AccountId, GameId, ParseError, Size};

/// Greater than any time that a game ended, so that times have 13 digits.
const LATEST: u64 = 9_999_999_999_999;

/// A game in an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// When it ended, ms since 1970.
    pub(super) ended_at: u64,
    /// The game.
    pub(super) game: GameId,
    /// The other player, in the index of a player.
    pub(super) opponent: Option<AccountId>,
    /// The board.
    pub(super) size: Size,
}

impl Entry {
    pub(super) fn cursor(&self) -> Cursor {
        Cursor { ended_at: self.ended_at, game: self.game.clone() }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opponent = self.opponent.as_ref().map_or("", AccountId::as_str);
        write!(f, "{}{opponent}.{}", begins(self.ended_at, &self.game), self.size)
    }
}

impl FromStr for Entry {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split('.');
        let mut part = || parts.next().ok_or_else(|| ParseError(format!("'{text}' is no entry of a game")));
        let (ended_at, game, opponent, size) = (part()?, part()?, part()?, part()?);
        Ok(Self {
            ended_at: ended_at.parse().map_err(|_| ParseError(format!("'{ended_at}' is no time")))?,
            game: game.parse()?,
            opponent: if opponent.is_empty() { None } else { Some(opponent.parse()?) },
            size: size.parse()?,
        })
    }
}

fn begins(ended_at: u64, game: &GameId) -> String {
    format!("{:013}.{game}.", ended_at.min(LATEST))
}

/// What is less than this in an index comes after the cursor.
pub(super) fn after(cursor: &Cursor) -> String {
    begins(cursor.ended_at, &cursor.game)
}

/// The cursor before all games.
pub(super) fn beginning() -> Cursor {
    Cursor { ended_at: LATEST, game: "z".parse().expect("invariant: a letter is an id") }
}

/// One of the indexes that a search looks through, and with whom a game in it must have been played.
#[derive(Clone, Debug)]
pub(super) struct Source<I> {
    pub(super) index: I,
    pub(super) with: Option<AccountId>,
}

impl<I> Source<I> {
    /// Whether a game of this index is looked for.
    pub(super) fn wants(&self, entry: &Entry, size: Option<Size>) -> bool {
        let with = self.with.as_ref().is_none_or(|with| entry.opponent.as_ref() == Some(with));
        with && size.is_none_or(|size| size == entry.size)
    }
}

/// The first `limit` of several pages, each in order and of up to `limit`, as one page; and whether there may
/// be more behind it. A game that is just moving from one index to another stands once.
pub(super) fn merged(pages: Vec<Vec<(Entry, bool)>>, limit: usize) -> (Vec<(Entry, bool)>, bool) {
    let full = pages.iter().any(|page| page.len() >= limit);
    let mut all: Vec<(Entry, bool)> = pages.into_iter().flatten().collect();
    all.sort_by_cached_key(|(entry, wanted)| Reverse((begins(entry.ended_at, &entry.game), *wanted)));
    all.dedup_by(|next, kept| next.0.cursor() == kept.0.cursor());
    let more = full || all.len() > limit;
    all.truncate(limit);
    (all, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(ended_at: u64, game: &str) -> Entry {
        let opponent = Some("b-_1".parse().unwrap());
        Entry { ended_at, game: game.parse().unwrap(), opponent, size: Size::square(9).unwrap() }
    }

    #[test]
    fn entries_are_read_back() {
        let one = entry(1_764_500_000_000, "k3-j9_");
        assert_eq!(one.to_string(), "1764500000000.k3-j9_.b-_1.9x9");
        assert_eq!(one.to_string().parse::<Entry>().unwrap(), one);
        let of_all = Entry { opponent: None, ended_at: 7, ..one };
        assert_eq!(of_all.to_string(), "0000000000007.k3-j9_..9x9");
        assert_eq!(of_all.to_string().parse::<Entry>().unwrap(), of_all);
        for bad in ["", "1", "1.g", "1.g.", "x.g..9x9", "1.g/..9x9", "1.g..0x9", "1..b.9x9"] {
            assert!(bad.parse::<Entry>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_cursor_parts_those_before_it_from_those_after_it() {
        // ids that begin with one another, at the same instant
        let mut texts: Vec<Entry> = ["a", "ab", "ab-", "ab-c", "ab0", "b"].map(|game| entry(5, game)).to_vec();
        texts.extend([entry(4, "zz"), entry(6, "a"), entry(50, "a")]);
        texts.sort_by_key(|entry| Reverse(entry.to_string()));
        assert_eq!(texts[0].ended_at, 50);
        for (at, one) in texts.iter().enumerate() {
            let rest: Vec<&Entry> = texts.iter().filter(|other| other.to_string() < after(&one.cursor())).collect();
            assert_eq!(rest, texts[at + 1..].iter().collect::<Vec<_>>(), "{one}");
            assert!(one.to_string() < after(&beginning()));
        }
    }

    #[test]
    fn pages_are_merged_in_order_and_say_whether_there_may_be_more() {
        let page = |times: &[u64]| times.iter().map(|at| (entry(*at, "g"), *at % 2 == 0)).collect::<Vec<_>>();
        let times = |merged: &[(Entry, bool)]| merged.iter().map(|(entry, _)| entry.ended_at).collect::<Vec<_>>();
        let (all, more) = merged(vec![page(&[9, 5]), page(&[8, 5]), page(&[])], 4);
        assert_eq!((times(&all), more), (vec![9, 8, 5], false));
        let (some, more) = merged(vec![page(&[9, 5]), page(&[8, 4])], 3);
        assert_eq!((times(&some), more), (vec![9, 8, 5], true));
        // what stands behind a full page may come before the others' ends
        let (full, more) = merged(vec![page(&[9, 8]), page(&[1])], 2);
        assert_eq!((times(&full), more), (vec![9, 8], true));
        // found in one of two, it is found
        let twice = merged(vec![vec![(entry(3, "g"), false)], vec![(entry(3, "g"), true)]], 9).0;
        assert_eq!(twice, [(entry(3, "g"), true)]);
    }
}
