//! Data on stdout, messages on stderr; colours only where a terminal shows them.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// How data is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// Writes a line of data and flushes it, so that a program that reads it sees it at once.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn line(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::Local(format!("stdout: {error}")),
    })
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Local(error.to_string()))?;
    line(&text)
}

/// Tells the person something. A closed stderr does not matter.
pub(crate) fn say(text: impl std::fmt::Display) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{text}");
}
