//! The shell as a black box: listeners, HTTP, handshakes, limits, stops and options.

mod api;
mod handshake;
mod limits;
mod operators;
mod options;
mod signals;
mod stopping;
mod support;
