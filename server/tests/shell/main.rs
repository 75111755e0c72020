//! The shell as a black box: listeners, HTTP, handshakes, limits, stops and options.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

mod api;
mod browser;
mod handshake;
mod inputs;
mod limits;
mod operators;
mod options;
mod page;
mod prefix;
mod records;
mod signals;
mod slow;
mod stopping;
mod support;
mod tokens;
mod tournaments;
