//! The pure heart of Tengen: rules, clocks and games.
//!
//! No input or output, no async, no clock and no source of randomness of its own: time and seeds
//! come as arguments, so every rule is tested without a socket, a database or a wait.

pub mod clock;
pub mod game;
pub mod lobby;
pub mod log;
pub mod partition;
pub mod rules;
pub mod sgf;
pub mod timing;
pub mod tournament;
