//! Where something stands in a record, what was odd there, and why a record cannot be read at all.
//!
//! Codes with parameters; whoever speaks to a person makes the text.

use std::fmt;
use tengen_protocol::Komi;

/// A place in the decoded text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a byte of the text.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let in_line = before.rsplit('\n').next().unwrap_or_default().chars().count();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
        Self { line: count(line), column: count(in_line) }
    }
}

/// Finds the places of many bytes that mostly come one after the other, without beginning anew for each.
pub(super) struct Places<'a> {
    text: &'a str,
    offset: usize,
    at: Place,
}

impl<'a> Places<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, offset: 0, at: Place { line: 1, column: 1 } }
    }

    pub(super) fn of(&mut self, offset: usize) -> Place {
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        for letter in self.text.get(self.offset..offset).unwrap_or_default().chars() {
            match letter {
                '\n' => self.at = Place { line: self.at.line.saturating_add(1), column: 1 },
                _ => self.at.column = self.at.column.saturating_add(1),
            }
        }
        self.offset = offset;
        self.at
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something odd that was read over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where; the start of the text for what concerns all of it.
    pub at: Place,
    /// What.
    pub what: Oddity,
}

/// What is odd, and how it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// No encoding is named and the text is not UTF-8: it was read as this one, a guess.
    EncodingGuessed {
        /// As which it was read.
        encoding: &'static str,
    },
    /// The encoding that is named is not known.
    EncodingUnknown {
        /// The name.
        named: String,
        /// As which it was read.
        encoding: &'static str,
    },
    /// The text is not in the encoding that it names.
    EncodingWrong {
        /// The one named.
        named: &'static str,
        /// As which it was read.
        encoding: &'static str,
    },
    /// Some bytes mean nothing in this encoding and were replaced.
    Undecodable {
        /// As which it was read.
        encoding: &'static str,
    },
    /// Text outside values was skipped; `(`, `)`, `;` or a property was expected.
    Skipped,
    /// A property where a node was expected: the `;` before it is missing.
    NoSemicolon,
    /// A value without `]`: it was read to the end of the file.
    OpenValue,
    /// The file ends before so many `)`.
    OpenTrees {
        /// How many are missing.
        missing: u32,
    },
    /// A value that does not mean what its property needs. It was left out; a move stays a move, to
    /// nowhere.
    Value {
        /// The property's name.
        property: String,
        /// The value as it is written, cut after 40 characters.
        value: String,
        /// What was expected.
        expected: Expected,
    },
    /// Komi that cannot be meant in points as it is written.
    Komi {
        /// As it is written.
        value: String,
        /// As it was read.
        komi: Komi,
    },
    /// `HA` and the stones on the board differ.
    Handicap {
        /// What `HA` says.
        handicap: u16,
        /// How many black stones were set up before the first move.
        stones: u32,
    },
    /// A node with more than one move; all were taken, in their order.
    SeveralMoves,
    /// A node that sets stones up and moves as well; the stones were taken first.
    SetupAndMove,
}

/// What a value should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A point of this board, `dd`, or for a move nothing as a pass.
    Point,
    /// A point of this board or a rectangle of them, `aa:cc`.
    Points,
    /// `B` or `W`.
    Colour,
    /// A number that is not negative.
    Number,
    /// Seconds.
    Seconds,
    /// Komi in whole or half points, or in zi.
    Komi,
    /// A result such as `B+1.5`, `W+R`, `0`, `Void`.
    Result,
}

impl Expected {
    /// All, for texts and tests.
    pub const ALL: [Self; 7] =
        [Self::Point, Self::Points, Self::Colour, Self::Number, Self::Seconds, Self::Komi, Self::Result];
}

/// Oddities in the order in which they were found. The first [`MOST_NOTES`] are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The first ones.
    pub kept: Vec<Note>,
    /// How many more there were.
    pub more: u32,
}

/// Notes that are kept of one file.
pub const MOST_NOTES: usize = 100;

impl Notes {
    /// Adds a note about a byte of the text. Places are looked for only for those that are kept.
    pub(super) fn add(&mut self, text: &str, offset: usize, what: Oddity) {
        if self.kept.len() < MOST_NOTES {
            self.kept.push(Note { at: Place::of(text, offset), what });
        } else {
            self.more = self.more.saturating_add(1);
        }
    }
}

/// What is counted in a file, against memory and time without bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Nodes of all games.
    Nodes,
    /// Variations within variations.
    Depth,
    /// Properties of all nodes.
    Properties,
    /// Values of all properties.
    Values,
    /// Points that are set up along a game's main line.
    SetUp,
}

impl Counted {
    /// All, for texts and tests.
    pub const ALL: [Self; 5] = [Self::Nodes, Self::Depth, Self::Properties, Self::Values, Self::SetUp];
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "nodes",
            Self::Depth => "variations within variations",
            Self::Properties => "properties",
            Self::Values => "values",
            Self::SetUp => "points set up",
        })
    }
}

/// Why a file or a game in it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// More bytes than are read.
    #[error("{bytes} bytes, at most {most} are read")]
    TooLong {
        /// The file's.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// More of something than is read.
    #[error("{at}: more than {most} {what}")]
    TooMany {
        /// Of what.
        what: Counted,
        /// The limit.
        most: usize,
        /// The first one beyond it.
        at: Place,
    },
    /// There is no game in it.
    #[error("no game: `(;` was expected")]
    NoGame,
    /// There is no such game in it.
    #[error("there is no game {asked}, the file has {games}")]
    NoSuchGame {
        /// From 1.
        asked: usize,
        /// How many there are.
        games: usize,
    },
    /// The encoding that was asked for is not known.
    #[error("the encoding '{named}' is not known")]
    NoSuchEncoding {
        /// Its name.
        named: String,
    },
    /// Another game than Go.
    #[error("{at}: game {number} is not Go, which is 1")]
    OtherGame {
        /// What `GM` says.
        number: String,
        /// Where.
        at: Place,
    },
    /// A board that Tengen does not have.
    #[error("{at}: board '{written}', expected 1 to 25, or columns:rows")]
    Size {
        /// What `SZ` says.
        written: String,
        /// Where.
        at: Place,
    },
}
