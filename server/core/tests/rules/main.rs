//! The rules against numbers, records and references that others computed.
#![cfg(test)]

mod perft;
mod real_games;
mod repetition;
mod support;
mod tiers;
