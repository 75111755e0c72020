//! What is said in the language of the process where no words are at hand, and text of strangers made
//! fit for a terminal.

use crate::{
    t,
    words::{Words, refusal},
};
use std::{io, time::Duration};
use tengen_protocol::{Code, WireError, steers};

/// One sentence for a person, in the language of the process.
pub(crate) fn refusal(error: &WireError) -> String {
    refusal::refusal(Words::current(), error)
}

/// What a code means, in the language of the process.
pub(crate) fn code(code: Code) -> String {
    refusal::code(Words::current(), code)
}

/// That there is no connection, why, and when it is tried again.
pub(crate) fn trying_again(why: &str, retry_in: Duration) -> String {
    let seconds = u64::try_from(retry_in.as_millis().div_ceil(1000).max(1)).unwrap_or(u64::MAX);
    t!(Words::current(), "connection-trying-again", why = why, seconds = seconds)
}

/// What this machine says of a file or a program, in the language of the process; what is rare in
/// the machine's own words.
pub(crate) fn system(error: &io::Error) -> String {
    let words = Words::current();
    match error.kind() {
        io::ErrorKind::NotFound => t!(words, "system-not-found"),
        io::ErrorKind::PermissionDenied => t!(words, "system-denied"),
        io::ErrorKind::IsADirectory => t!(words, "system-directory"),
        io::ErrorKind::NotADirectory => t!(words, "system-no-directory"),
        io::ErrorKind::StorageFull => t!(words, "system-full"),
        io::ErrorKind::ReadOnlyFilesystem => t!(words, "system-read-only"),
        io::ErrorKind::InvalidData => t!(words, "system-no-text"),
        _ => error.to_string(),
    }
}

/// A server's text without anything that a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_said_in_whole_seconds() {
        assert_eq!(trying_again("lost", Duration::from_millis(80)), "lost; trying again in 1 s");
        assert_eq!(trying_again("lost", Duration::from_millis(1_001)), "lost; trying again in 2 s");
    }

    #[test]
    fn the_machine_is_quoted_where_it_says_what_is_rare() {
        assert_eq!(system(&io::Error::from(io::ErrorKind::NotFound)), "No such file or directory");
        assert_eq!(system(&io::Error::other("rare")), "rare");
    }

    #[test]
    fn a_server_cannot_steer_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}c"), "a\u{fffd}[2Jb\u{fffd}c");
        for refused in ["\u{61c}", "\u{2028}", "\u{2029}", "\u{206a}", "\u{ad}", "\u{3164}", "\u{fff9}", "\u{e0041}"] {
            assert_eq!(printable(refused), "\u{fffd}", "{refused:?}");
        }
        assert_eq!(printable("好棋 👍🏽 e\u{301}"), "好棋 👍🏽 e\u{301}");
    }
}
