//! Colours, board sizes and vertices as they stand on the wire.
//!
//! A vertex is a GTP vertex: a column letter that skips I, then the row counted from the bottom
//! (`A1` is the lower left corner), or `pass`. Parsing happens here, at the edge; behind it a
//! [`Point`] is always within 25 x 25. Whether it is on *this* board is the rules' question.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

/// The largest width and height of a board, in points: GTP has 25 column letters.
pub const MAX_SIDE: u8 = 25;

/// The column letters of GTP: I is skipped, since it is easily taken for J.
pub const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Plays first (S1.3), or places the handicap stones.
    Black,
    /// Plays second and receives komi.
    White,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `B` or `W`, as SGF and results write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// 0 for Black, 1 for White: for arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A board of `width` x `height` points, each 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RawSize")]
pub struct Size {
    width: u8,
    height: u8,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Size")]
struct RawSize {
    /// Number of columns.
    #[schemars(range(min = 1, max = 25))]
    width: u8,
    /// Number of rows.
    #[schemars(range(min = 1, max = 25))]
    height: u8,
}

impl TryFrom<RawSize> for Size {
    type Error = ParseError;
    fn try_from(raw: RawSize) -> Result<Self, ParseError> {
        Self::new(raw.width, raw.height)
    }
}

/// What could not be read as a size, a vertex or another short text form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub String);

impl Size {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is not 1 to 25.
    pub fn new(width: u8, height: u8) -> Result<Self, ParseError> {
        if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
            Ok(Self { width, height })
        } else {
            Err(ParseError(format!("board {width}x{height}: each side must be 1 to {MAX_SIDE}")))
        }
    }

    /// The usual square board.
    ///
    /// # Errors
    /// When the side is not 1 to 25.
    pub fn square(side: u8) -> Result<Self, ParseError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points, at most 625.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// Whether the point lies on a board of this size.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }
}

impl fmt::Display for Size {
    /// `19x19`, columns first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ParseError;
    /// Reads `19` or `13x9` (columns x rows).
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            ParseError(format!("board size '{text}': write 19, or 13x9 for 13 columns and 9 rows, up to {MAX_SIDE}"))
        };
        let (w, h) = text.split_once('x').unwrap_or((text, text));
        Self::new(w.parse().map_err(|_| bad())?, h.parse().map_err(|_| bad())?)
    }
}

/// A point of a board, counted from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    row: u8,
    column: u8,
}

impl Point {
    /// The point `column` from the left and `row` from the bottom, both from 0.
    ///
    /// Returns `None` outside 25 x 25.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE { Some(Self { row, column }) } else { None }
    }

    /// Column from the left, 0 = A.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row from the bottom, 0 = row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", COLUMNS[self.column as usize] as char, self.row + 1)
    }
}

impl FromStr for Point {
    type Err = ParseError;
    /// Reads `Q16`, in either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad =
            || ParseError(format!("vertex '{text}': write a letter A to Z without I, then a row 1 to 25, such as Q16"));
        let first = *text.as_bytes().first().ok_or_else(bad)?;
        let letter = first.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|c| *c == letter).ok_or_else(bad)?;
        let digits = &text[1..];
        if digits.starts_with(['+', '0']) {
            return Err(bad());
        }
        let row: u8 = digits.parse().map_err(|_| bad())?;
        let column = u8::try_from(column).map_err(|_| bad())?;
        row.checked_sub(1).and_then(|row| Self::new(column, row)).ok_or_else(bad)
    }
}

/// A move: a point, or a pass (虚着).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// A stone on this point.
    Point(Point),
    /// No stone.
    Pass,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => point.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Vertex {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.eq_ignore_ascii_case("pass") { Ok(Self::Pass) } else { text.parse().map(Self::Point) }
    }
}

/// Reads a short text form where it lies, since a log of many events is read by parsing many of them.
pub(crate) struct Text<T>(pub(crate) std::marker::PhantomData<T>);

impl<T: FromStr<Err = ParseError>> de::Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Serialises a type by its `Display` and reads it by its `FromStr`.
macro_rules! as_text {
    ($type:ty, $pattern:literal, $doc:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                d.deserialize_str($crate::point::Text(std::marker::PhantomData))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern, "description": $doc })
            }
        }
    };
}
pub(crate) use as_text;

as_text!(
    Point,
    "^[A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5])$",
    "A point as a GTP vertex: column letter without I, row from the bottom."
);
as_text!(Vertex, "^([A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5])|[Pp][Aa][Ss][Ss])$", "A GTP vertex or `pass`.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_gtp() {
        let q16: Point = "q16".parse().unwrap();
        assert_eq!((q16.column(), q16.row()), (15, 15));
        assert_eq!(q16.to_string(), "Q16");
        assert_eq!("J1".parse::<Point>().unwrap().column(), 8);
        assert_eq!("Z25".parse::<Point>().unwrap().to_string(), "Z25");
        assert_eq!("PASS".parse::<Vertex>().unwrap(), Vertex::Pass);
        for bad in ["", "I5", "A0", "A26", "A", "5", "A+5", "A05", "AA5", "é4", "A1 ", "A-1", "A999999999999"] {
            assert!(bad.parse::<Vertex>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_have_limits() {
        assert_eq!("19".parse::<Size>().unwrap().points(), 361);
        assert_eq!("13x9".parse::<Size>().unwrap().to_string(), "13x9");
        for bad in ["0", "26", "9x0", "9x26", "x", "9x", "-1", "9x9x9", "300"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Size>(r#"{"width":0,"height":9}"#).is_err());
    }
}
