//! The rules against numbers, records and references that others computed.
#![cfg(test)]

mod complete;
mod counting;
mod cycles;
mod handicap;
mod perft;
mod real_games;
mod reference;
mod regulations;
mod repetition;
mod slow;
mod suicide;
mod support;
mod tiers;
