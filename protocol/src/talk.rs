//! Talk beside a game: who may read and write which channel, and what a line may be.
//!
//! Talk is never in a game's log. While the game is not *finished* the players and the spectators talk
//! apart, by account and not by connection; after the end both channels are open to all who may see the
//! game.

use crate::{
    error::{Code, Limit, Limited, Why, WireError},
    ids::AccountId,
    limits::LINE_CHARS,
    point::{ParseError, as_text},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// One of the two channels of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// The two players', whichever connection they use.
    Players,
    /// That of everybody else who may see the game. An account that plays it does not read it before the
    /// end.
    Spectators,
}

impl Channel {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Players, Self::Spectators];

    /// The one that is open before the end to a player, or to everybody else.
    #[must_use]
    pub const fn of(player: bool) -> Self {
        if player { Self::Players } else { Self::Spectators }
    }

    /// Its name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Spectators => "spectators",
        }
    }

    /// Whether it may be read in a game that the reader may see.
    #[must_use]
    pub fn may_read(self, player: bool, finished: bool) -> bool {
        finished || self == Self::of(player)
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Channel {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|channel| channel.as_str() == text);
        found.ok_or_else(|| ParseError("channel: write players or spectators".into()))
    }
}

as_text!(Channel, "^(players|spectators)$", "channel");

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Its number in the channel, from 1 on. Numbers are missing where one's account may not read a line:
    /// it is too old, or its writer is muted by the reader.
    pub n: u64,
    /// When it was said, ms since 1970.
    pub at: u64,
    /// Who said it.
    pub by: AccountId,
    /// His name now.
    pub name: String,
    /// What was said, as it was sent: see [`check_text`].
    pub text: String,
}

/// Lines of a channel, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Talk {
    /// The lines: at most 50, and at most about 16 KiB.
    pub lines: Vec<Line>,
    /// These are all up to the line of this number that one may read, or the newest of them. Less than
    /// `after` when the talk that was known has gone and new talk has begun.
    pub upto: u64,
    /// There are more lines: ask again `after` this `upto`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// It says nothing.
    #[error("a line has at least one character that is seen")]
    Empty,
    /// It is too long.
    #[error("a line has at most {LINE_CHARS} characters, not {0}")]
    Long(usize),
    /// It has a character that is not text but steers how text is shown.
    #[error("U+{:04X} is not allowed: no control, direction or zero-width characters", u32::from(*.0))]
    Steers(char),
}

impl From<BadText> for WireError {
    fn from(bad: BadText) -> Self {
        let refusal = Self::new(Code::BadText, bad.to_string());
        match bad {
            BadText::Empty => refusal.why(Why::Empty),
            BadText::Long(chars) => {
                let given = Some(chars as u64);
                let limit = Limit { given, ..Limit::most(Limited::LineCharacters, LINE_CHARS as u64) };
                refusal.why(Why::TooLong).limit(limit)
            }
            BadText::Steers(_) => refusal.why(Why::ControlCharacters),
        }
    }
}

/// Whether a text may be said: 1 to [`LINE_CHARS`] characters (code points), not only such as show
/// nothing, none that [`steers`] a terminal or a page. It is refused or kept as it is, never altered.
///
/// # Errors
/// What is wrong with it.
pub fn check_text(text: &str) -> Result<(), BadText> {
    let chars = text.chars().count();
    if chars > LINE_CHARS {
        return Err(BadText::Long(chars));
    }
    if let Some(steers) = text.chars().find(|c| steers(*c)) {
        return Err(BadText::Steers(steers));
    }
    if text.chars().all(shows_nothing) { Err(BadText::Empty) } else { Ok(()) }
}

/// Spaces, the empty pattern of braille, and what only alters the character before it.
fn shows_nothing(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{2800}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a character steers how text is shown: controls (line ends among them), marks of direction,
/// what has no width, fillers that look like nothing, tags and annotations. None may be said, and a
/// client shows none, whatever a server sends.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_end_players_and_spectators_read_apart() {
        use Channel::{Players, Spectators};
        for (channel, player, open) in
            [(Players, true, true), (Players, false, false), (Spectators, true, false), (Spectators, false, true)]
        {
            assert_eq!(channel.may_read(player, false), open, "{channel} {player}");
            assert!(channel.may_read(player, true), "after the end both are open");
        }
    }

    #[test]
    fn a_line_is_refused_or_kept_as_it_is() {
        for good in [
            "好棋!",
            " spaces stay ",
            "👍🏽",
            "e\u{301}",
            "\u{202f}a",
            "❤\u{fe0f}",
            "葛\u{e0100}",
            "1 < 2 & \"x\"",
            "العربية",
        ] {
            assert_eq!(check_text(good), Ok(()), "{good}");
        }
        for steering in ["a\u{1b}[2J", "a\nb", "\u{7f}", "\u{9b}", "\u{202e}abc", "a\u{200b}", "\u{2066}", "a\u{feff}"]
        {
            assert!(matches!(check_text(steering), Err(BadText::Steers(_))), "{steering:?}");
        }
        for empty in ["", " ", "\u{3000}\u{a0}", "\u{2800}", "\u{34f}", "\u{fe0f}", " \u{2800}\u{fe0e}\u{e0100}"] {
            assert_eq!(check_text(empty), Err(BadText::Empty), "{empty:?}");
        }
        assert_eq!(BadText::Steers('\u{9}').to_string().split(':').next(), Some("U+0009 is not allowed"));
    }

    #[test]
    fn a_line_has_300_characters_and_no_more_whatever_their_bytes() {
        for widest in ["a", "棋", "\u{1f44d}"] {
            let longest = widest.repeat(LINE_CHARS);
            assert_eq!(check_text(&longest), Ok(()));
            assert!(longest.len() <= crate::limits::LINE_BYTES);
            assert_eq!(check_text(&(longest + widest)), Err(BadText::Long(LINE_CHARS + 1)));
        }
    }

    #[test]
    fn a_refusal_says_what_is_wrong_with_a_line() {
        let refused = |text: &str| {
            let refusal = WireError::from(check_text(text).unwrap_err());
            assert_eq!(refusal.code, Code::BadText);
            (refusal.why, refusal.limit)
        };
        assert_eq!(refused(" "), (Some(Why::Empty), None));
        assert_eq!(refused("a\u{200b}"), (Some(Why::ControlCharacters), None));
        let limit = Limit { of: Limited::LineCharacters, min: None, max: 300, given: Some(301) };
        assert_eq!(refused(&"a".repeat(301)), (Some(Why::TooLong), Some(Box::new(limit))));
    }

    #[test]
    fn channels_have_names() {
        for channel in Channel::ALL {
            assert_eq!(channel.to_string().parse(), Ok(channel));
            assert_eq!(serde_json::to_value(channel).unwrap(), channel.as_str());
        }
        assert!("all".parse::<Channel>().is_err());
    }
}
