//! Data on stdout, messages on stderr; colours only where a terminal shows them.
//!
//! What is written here passes a gate, wherever it came from: a server, a file or an engine cannot
//! steer the terminal. Our own pages with colours alone go around it ([`page`], [`say_page`]).

use crate::{
    board_text::{BOLD, PLAIN},
    failure::Failure,
    text::printable,
};
use serde::Serialize;
use std::{
    fmt::Write as _,
    io::{ErrorKind, Write},
    sync::{Mutex, PoisonError},
};
use tengen_protocol::steers;
use tokio::sync::mpsc;

/// Who shows messages while a full screen is up.
static SHOWN_BY: Mutex<Option<mpsc::UnboundedSender<String>>> = Mutex::new(None);

/// How data is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// Text without anything that a terminal would obey, but for ends of lines and tabs.
pub(crate) fn tame(text: &str) -> String {
    let mut tame = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let end = part.len() - usize::from(part.ends_with(['\n', '\t']));
        tame.push_str(&printable(&part[..end]));
        tame.push_str(&part[end..]);
    }
    tame
}

/// The same, but for the bold of the last stone.
fn tame_board(text: &str) -> String {
    let parts = text.split(BOLD).map(|part| part.split(PLAIN).map(tame).collect::<Vec<_>>().join(PLAIN));
    parts.collect::<Vec<_>>().join(BOLD)
}

/// The same JSON on one line and without anything that a terminal would obey: such characters are
/// written as escapes, which mean the same.
fn tame_json(text: &str) -> String {
    let mut tame = String::with_capacity(text.len());
    let mut units = [0; 2];
    for c in text.chars() {
        match c {
            // Valid JSON has them between its parts alone.
            '\n' | '\r' | '\t' => tame.push(' '),
            c if !steers(c) => tame.push(c),
            c => {
                for unit in c.encode_utf16(&mut units) {
                    let _infallible = write!(tame, "\\u{unit:04x}");
                }
            }
        }
    }
    tame
}

/// Writes a line for a person and flushes it.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn line(text: &str) -> Result<(), Failure> {
    page(&tame(text))
}

/// Writes a board and what stands beside it.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn board(text: &str) -> Result<(), Failure> {
    page(&tame_board(text))
}

/// Writes a line of JSON as a server sent it and flushes it, so that a program that reads it sees it
/// at once.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn raw(json: &str) -> Result<(), Failure> {
    page(&tame_json(json))
}

/// Writes text of our own, which may have colours.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn page(text: &str) -> Result<(), Failure> {
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
    raw(&text)
}

/// Messages that would destroy a full screen; dropped, it prints what was not shown.
#[derive(Debug)]
pub(crate) struct Diverted(mpsc::UnboundedReceiver<String>);

impl Diverted {
    /// From now on [`say`] tells it here.
    pub(crate) fn begin() -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        *SHOWN_BY.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        Self(receiver)
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> String {
        match self.0.recv().await {
            Some(text) => text,
            // The sender is kept until the end.
            None => std::future::pending().await,
        }
    }
}

impl Drop for Diverted {
    fn drop(&mut self) {
        *SHOWN_BY.lock().unwrap_or_else(PoisonError::into_inner) = None;
        while let Ok(text) = self.0.try_recv() {
            say(text);
        }
    }
}

/// Tells the person something. A closed stderr does not matter.
pub(crate) fn say(text: impl std::fmt::Display) {
    say_page(&tame(&text.to_string()));
}

/// Tells the person something of our own, which may have colours.
pub(crate) fn say_page(text: &str) {
    if let Some(shown) = SHOWN_BY.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
        && shown.send(text.to_owned()).is_ok()
    {
        return;
    }
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_steers_the_terminal() {
        assert_eq!(tame("a\u{1b}]0;pwn\u{7}\n\tb\u{202e}\u{9b}m\n"), "a\u{fffd}]0;pwn\u{fffd}\n\tb\u{fffd}\u{fffd}m\n");
        assert_eq!(tame(""), "");
        let board = ".(\u{1b}[1mO\u{1b}[0m). \n";
        assert_eq!(tame(board), ".(\u{fffd}[1mO\u{fffd}[0m). \n");
        assert_eq!(tame_board(board), board, "what is our own stays");
        assert_eq!(tame_board("a\u{1b}[2J\u{1b}[1m"), "a\u{fffd}[2J\u{1b}[1m");
        assert_eq!(tame("柯洁\n\n"), "柯洁\n\n");
    }

    #[test]
    fn json_stays_the_same_value_on_one_line() {
        let sent = "{\"name\":\r\n\t\"柯\u{9b}洁\u{202e}\u{7f}\u{1f44d}\"}";
        let tame = tame_json(sent);
        assert_eq!(tame, "{\"name\":   \"柯\\u009b洁\\u202e\\u007f\u{1f44d}\"}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&tame), value(sent));
    }

    #[test]
    fn what_is_diverted_is_tame_too() {
        let mut shown = Diverted::begin();
        say("a\u{1b}[2J");
        // Other tests speak too.
        assert!(std::iter::from_fn(|| shown.0.try_recv().ok()).any(|text| text == "a\u{fffd}[2J"));
    }
}
