//! What happened since the initial position, and which boards it led to.
//!
//! One record a ply, each the head of a bucket of earlier ones with a like hash: finding an
//! earlier ply is O(1) expected over the whole game, and taking back the last ply is exact. A hash
//! is never trusted: whoever finds a ply here compares its board, see
//! [`contents_at`](History::contents_at).

use super::board::{Cell, Contents, stone};
use tengen_protocol::Colour;

/// No record: the end of a bucket.
const NONE: u32 = u32::MAX;

/// Buckets of a new game; doubled whenever there are more plies than buckets.
const FIRST_BUCKETS: usize = 64;

/// The start, or one ply.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// Of the board after it.
    hash: u64,
    /// The next earlier ply in the same bucket.
    older: u32,
    /// Where its emptied cells end in `emptied`; they begin where the ply's before end.
    emptied_end: u32,
    /// The cell played on; `None` is a pass, and the start.
    at: Option<Cell>,
}

#[derive(Clone, Debug)]
pub(super) struct History {
    /// Who moves at ply 1.
    first: Colour,
    /// Index = ply; 0 is the initial position.
    records: Vec<Record>,
    /// The latest ply of each bucket.
    buckets: Vec<u32>,
    /// The cells that the plies emptied, one ply after the other.
    emptied: Vec<Cell>,
}

impl History {
    pub(super) fn new(first: Colour, hash: u64) -> Self {
        let mut history = Self { first, records: Vec::new(), buckets: vec![NONE; FIRST_BUCKETS], emptied: Vec::new() };
        history.push(None, hash);
        history
    }

    /// Plies since the start.
    pub(super) fn ply(&self) -> u32 {
        u32::try_from(self.records.len() - 1).expect("invariant: fewer than 2^32 plies")
    }

    /// Who moves after this ply.
    pub(super) const fn to_move_after(&self, ply: u32) -> Colour {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// Appends a ply whose emptied cells are already at the end of [`emptied`](Self::emptied).
    pub(super) fn push(&mut self, at: Option<Cell>, hash: u64) {
        if self.records.len() >= self.buckets.len() {
            self.grow();
        }
        let ply = u32::try_from(self.records.len()).expect("invariant: fewer than 2^32 plies");
        let emptied_end = u32::try_from(self.emptied.len()).expect("invariant: fewer than 2^32 captures");
        let bucket = self.bucket(hash);
        self.records.push(Record { hash, older: std::mem::replace(&mut self.buckets[bucket], ply), emptied_end, at });
    }

    /// The cells emptied since the start, for a play to append to before it is pushed.
    pub(super) const fn emptied(&mut self) -> &mut Vec<Cell> {
        &mut self.emptied
    }

    /// The cells that the last ply emptied.
    pub(super) fn last_emptied(&self) -> &[Cell] {
        self.emptied_by(self.records.len() - 1)
    }

    /// Forgets all plies after `ply`.
    pub(super) fn truncate(&mut self, ply: u32) {
        while self.ply() > ply {
            let Some(record) = self.records.pop() else {
                return;
            };
            // The latest ply is always the first of its bucket.
            let bucket = self.bucket(record.hash);
            self.buckets[bucket] = record.older;
        }
        let kept = self.records.last().map_or(0, |record| record.emptied_end);
        self.emptied.truncate(kept as usize);
    }

    /// The cell played on at this ply; `None` for a pass and for the start.
    pub(super) fn played(&self, ply: u32) -> Option<Cell> {
        self.records.get(ply as usize).and_then(|record| record.at)
    }

    pub(super) fn hash(&self, ply: u32) -> Option<u64> {
        self.records.get(ply as usize).map(|record| record.hash)
    }

    /// The latest ply with this hash that `is_same` confirms.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut ply = self.buckets[self.bucket(hash)];
        while ply != NONE {
            let record = &self.records[ply as usize];
            if record.hash == hash && is_same(ply) {
                return Some(ply);
            }
            ply = record.older;
        }
        None
    }

    /// The contents of the board after `ply`, walked back from those of now. Costs the number of
    /// plies in between, so it is only called when a hash has been met again.
    pub(super) fn contents_at(&self, ply: u32, now: &Contents) -> Contents {
        let mut contents = *now;
        for index in (ply as usize + 1..self.records.len()).rev() {
            let Some(at) = self.records[index].at else {
                continue;
            };
            let mover = self.to_move_after(u32::try_from(index - 1).unwrap_or(0));
            let emptied = self.emptied_by(index);
            let lost = if emptied.first() == Some(&at) { mover } else { mover.other() };
            for cell in emptied {
                contents[usize::from(*cell)] = stone(lost);
            }
            contents[usize::from(at)] = 0;
        }
        contents
    }

    fn emptied_by(&self, index: usize) -> &[Cell] {
        let end = self.records[index].emptied_end as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.records[before].emptied_end as usize);
        &self.emptied[start..end]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    fn grow(&mut self) {
        self.buckets = vec![NONE; 2 * self.buckets.len()];
        for index in 0..self.records.len() {
            let bucket = self.bucket(self.records[index].hash);
            let ply = u32::try_from(index).expect("invariant: fewer than 2^32 plies");
            self.records[index].older = std::mem::replace(&mut self.buckets[bucket], ply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hash_for_two_boards_is_told_apart() {
        let mut history = History::new(Colour::Black, 7);
        for at in 1..=300 {
            history.push(Some(at), 7);
        }
        assert_eq!(history.find(7, |_| true), Some(300), "the latest first");
        assert_eq!(history.find(7, |ply| ply == 3), Some(3));
        assert_eq!(history.find(7, |_| false), None);
        assert_eq!(history.find(7 + 4096, |_| true), None, "same bucket, other hash");
        history.truncate(2);
        assert_eq!(history.find(7, |_| true), Some(2));
    }

    #[test]
    fn sides_alternate_from_the_first() {
        let history = History::new(Colour::White, 0);
        assert_eq!(history.to_move_after(0), Colour::White);
        assert_eq!(history.to_move_after(1), Colour::Black);
        assert_eq!(history.to_move_after(2), Colour::White);
    }
}
