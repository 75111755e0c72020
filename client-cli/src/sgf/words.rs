//! What is odd about a record, and why one cannot be read, in words. Pure.

use crate::{t, text::printable, words::Words, words::game};
use tengen_core::sgf::{Counted, Expected, How, Note, Oddity, Place, ReadError, Record, Verdict};
use tengen_protocol::{Colour, Count, EndReason, Outcome, QuarterZi, Sides};

/// A place in a file.
pub(super) fn place(words: Words, at: Place) -> String {
    t!(words, "sgf-place", line = at.line, column = at.column)
}

/// Where something is odd, and what.
pub(super) fn note(words: Words, note: &Note) -> String {
    let what = oddity(words, &note.what);
    t!(words, "sgf-at", place = place(words, note.at), what = what)
}

fn oddity(words: Words, oddity: &Oddity) -> String {
    match oddity {
        Oddity::EncodingGuessed { encoding } => t!(words, "sgf-encoding-guessed", encoding = *encoding),
        Oddity::EncodingUnknown { named, encoding } => {
            t!(words, "sgf-encoding-unknown", named = printable(named), encoding = *encoding)
        }
        Oddity::EncodingWrong { named, encoding } => {
            t!(words, "sgf-encoding-wrong", named = *named, encoding = *encoding)
        }
        Oddity::Undecodable { encoding } => t!(words, "sgf-undecodable", encoding = *encoding),
        Oddity::Skipped => t!(words, "sgf-skipped"),
        Oddity::NoSemicolon => t!(words, "sgf-no-semicolon"),
        Oddity::OpenValue => t!(words, "sgf-open-value"),
        Oddity::OpenTrees { missing } => t!(words, "sgf-open-trees", n = *missing),
        Oddity::Value { property, value, expected: wanted } => {
            let (property, value) = (printable(property), printable(value));
            t!(words, "sgf-value", property = property, value = value, expected = expected(words, *wanted))
        }
        Oddity::Komi { value, komi } => {
            t!(words, "sgf-komi-read", value = printable(value), komi = komi.to_string())
        }
        Oddity::Handicap { handicap, stones } => {
            t!(words, "sgf-handicap-differs", handicap = *handicap, stones = *stones)
        }
        Oddity::SeveralMoves => t!(words, "sgf-several-moves"),
        Oddity::SetupAndMove => t!(words, "sgf-setup-and-move"),
    }
}

fn expected(words: Words, expected: Expected) -> String {
    match expected {
        Expected::Point => t!(words, "sgf-expected-point"),
        Expected::Points => t!(words, "sgf-expected-points"),
        Expected::Colour => t!(words, "sgf-expected-colour"),
        Expected::Number => t!(words, "sgf-expected-number"),
        Expected::Seconds => t!(words, "sgf-expected-seconds"),
        Expected::Komi => t!(words, "sgf-expected-komi"),
        Expected::Result => t!(words, "sgf-expected-result"),
    }
}

/// Why a record cannot be read.
pub(super) fn unreadable(words: Words, error: &ReadError) -> String {
    let at = |at: &Place, what: String| t!(words, "sgf-at", place = place(words, *at), what = what);
    match error {
        ReadError::TooLong { most, .. } => t!(words, "sgf-too-long", most = most / (1024 * 1024)),
        ReadError::TooMany { what, most, at: place } => {
            at(place, t!(words, "sgf-too-many", most = *most, what = counted(words, *what)))
        }
        ReadError::NoGame => t!(words, "sgf-no-game"),
        ReadError::NoSuchGame { asked, games } => t!(words, "sgf-no-such-game", asked = *asked, games = *games),
        ReadError::NoSuchEncoding { named } => t!(words, "sgf-no-such-encoding", named = printable(named)),
        ReadError::OtherGame { number, at: place } => {
            at(place, t!(words, "sgf-other-game", number = printable(number)))
        }
        ReadError::Size { written, at: place } => at(place, t!(words, "sgf-size", written = printable(written))),
    }
}

fn counted(words: Words, counted: Counted) -> String {
    match counted {
        Counted::Nodes => t!(words, "sgf-counted-nodes"),
        Counted::Depth => t!(words, "sgf-counted-depth"),
        Counted::Properties => t!(words, "sgf-counted-properties"),
        Counted::Values => t!(words, "sgf-counted-values"),
        Counted::SetUp => t!(words, "sgf-counted-set-up"),
    }
}

/// The result that the record says, in words where it was understood, else as it is written.
pub(super) fn result(words: Words, record: &Record) -> Option<String> {
    match record.verdict {
        Some(Verdict::Unknown) => Some(t!(words, "sgf-result-unknown")),
        Some(verdict) => Some(game::outcome(words, &outcome(verdict))),
        None => record.result.as_deref().map(printable),
    }
}

/// A verdict as results are told.
pub(super) fn outcome(verdict: Verdict) -> Outcome {
    let margin =
        |margin: QuarterZi| Count { black: 0, white: 0, neutral: 0, quarter_zi: margin.0, penalties: Sides::default() };
    let (winner, reason, count) = match verdict {
        Verdict::Win { winner, how } => {
            let (reason, count) = match how {
                How::Count(of) => (EndReason::Count, Some(margin(of))),
                How::Resignation => (EndReason::Resignation, None),
                How::Time => (EndReason::Time, None),
                How::Forfeit => (EndReason::Forfeit, None),
                How::Unstated => (EndReason::Count, None),
            };
            (Some(winner), reason, count)
        }
        Verdict::Draw => (None, EndReason::Count, Some(margin(QuarterZi(0)))),
        Verdict::Void | Verdict::Unknown => (None, EndReason::Ruling, None),
    };
    Outcome { result: String::new(), reason, winner, count }
}

/// A player with his rank; nobody's name is not shown as empty.
pub(super) fn player(words: Words, record: &Record, colour: Colour) -> String {
    let name = record.names.of(colour).as_deref().map_or_else(|| t!(words, "sgf-nobody"), printable);
    match record.ranks.of(colour) {
        Some(rank) => t!(words, "sgf-player-rank", name = name, rank = printable(rank)),
        None => name,
    }
}
