//! Tournaments: who meets whom, what a bout is made of, and who stands where.
//!
//! Two things are kept apart. A *system* pairs the entrants of a stage round by round and looks only
//! at results of bouts: [`System`]. A *bout* between two entrants turns games into such a result:
//! one game, best of n, the boards of a team match, win-and-continue: [`BoutKind`]. A best-of-three
//! final is thus an elimination of two whose bouts are best of three, a team league a round robin
//! whose bouts have boards.
//!
//! Everything here is a pure function of the [`History`]: no names, no clocks, no randomness but
//! seeds that come as arguments, so the same history gives the same pairings on every node.
//! Sources: Chinese competition rules of 2002, articles 24 to 40 of the digest (S1).

pub mod bout;
pub mod elimination;
pub mod entries;
pub mod event;
pub mod export;
mod history;
mod plan;
pub mod round_robin;
pub mod standings;
pub mod swiss;
pub mod swiss_elimination;
pub mod system;
pub mod trouble;

pub use history::{Bout, BoutGame, CountedGame, Entrant, GameScores, History, Player, Round};
pub use plan::{Next, NotYet, Pair, Plan, Remark};

#[cfg(test)]
mod tests;
