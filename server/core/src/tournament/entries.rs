//! Entry lists: checked, in and out as CSV, and ordered by seed or by lot.
//!
//! [`check`] says everything that is wrong with a list; [`read`](fn@read) and [`write`](fn@write) take
//! it from and to spreadsheets; [`draw`](fn@draw) puts it in the order in which a system pairs it, and
//! [`entrants`] makes of both what pairing sees. Nothing here knows accounts: whether one exists is for
//! the caller to ask.

mod cells;
mod check;
mod columns;
mod draw;
mod read;
#[cfg(test)]
mod tests;
mod told;
mod write;

pub(super) use cells::guarded;
pub use check::{Fault, Form, MOST_ENTRIES, MOST_NO, MOST_RATING, MOST_ROUND, Problem, check};
pub use columns::Field;
pub use draw::{draw, entrants};
pub use read::{CSV_BYTES, Read, ReadError, RowProblem, read};
pub use write::write;
