//! Worked numbers, a real table, and properties of random events against a slow reference.

mod properties;
mod random;
mod reference;
mod survival;
mod table;
mod worked;

use super::{Exact, standings};
use crate::tournament::{Bout, Entrant, History, Round};
use tengen_protocol::{
    EntryNo, Score, Scores,
    standings::{Order, Row},
};

/// Entrants 1 to n, seeded by number.
fn entrants(n: u32) -> History {
    History::new((1..=n).map(|no| Entrant::new(EntryNo(no), no)).collect())
}

fn bout(first: u32, second: u32, result: Option<Scores>) -> Bout {
    Bout { result, ..Bout::new(EntryNo(first), EntryNo(second)) }
}

/// `first` wins by play.
fn won(first: u32, second: u32) -> Bout {
    bout(first, second, Some(Scores::played(Score::Win)))
}

fn drawn(first: u32, second: u32) -> Bout {
    bout(first, second, Some(Scores::played(Score::Draw)))
}

fn round(bouts: impl Into<Vec<Bout>>, byes: &[u32]) -> Round {
    Round { bouts: bouts.into(), byes: byes.iter().map(|no| EntryNo(*no)).collect() }
}

fn row_of(history: &History, order: &Order, no: u32) -> Row {
    standings(history, order).into_iter().find(|row| row.entry == EntryNo(no)).unwrap()
}

/// The number of the first criterion.
fn first_number(history: &History, order: &Order, no: u32) -> Exact {
    row_of(history, order, no).values[0].number.unwrap()
}

/// Entry numbers with their places.
fn places(history: &History, order: &Order) -> Vec<(u32, Option<u32>)> {
    standings(history, order).iter().map(|row| (row.entry.0, row.place)).collect()
}
