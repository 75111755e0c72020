//! The rules of Go: legality, repetition, handicap and counting.
//!
//! This is the one path on which every play is judged, whoever makes it: people, bots, referees
//! and imported records. It knows nothing of clocks, players, turns taken out of order or the
//! phases of a game; those are the game's. It does no input or output and never panics on input.
//!
//! - [`Board`]: stones alone, with chains and their liberties.
//! - [`Position`]: a board with its whole history and the side to move; it judges and plays.
//! - [`handicap`]: where the stones go and what they cost.
//! - [`count`]: area and result, in quarter zi.
//!
//! Sources: the digest of the 2002 Chinese rules (S1), the 1988 Chinese rules (S2).

mod board;
pub mod count;
pub mod handicap;
mod history;
mod position;
mod repetition;
mod zobrist;

pub use board::Board;
pub use position::{Captures, Illegal, Position, SetupError, UndoError};
