//! The rules of a game as a set of knobs, with the presets that people know by name.
//!
//! Every knob can be set by itself; a preset only fills those that are not. Units: komi and
//! compensation in points (目); 1 zi (子) = 2 points.

use crate::point::ParseError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

/// Which repetitions of a position are refused (S1.7, S2 article 6). A position is the board;
/// history is the whole game from the initial position, after the last handicap stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ko {
    /// The board may not equal the board after any earlier ply or the initial one.
    Positional,
    /// Board and side to move together may not equal those after any earlier ply or at the start.
    Situational,
    /// The board may not equal the one before the opponent's immediately preceding play.
    Simple,
    /// Cycles that are not balanced are refused: since the latest ply with the same board both sides have
    /// played unequally often, or once each (passes do not count). In balanced ones (triple ko, eternal life)
    /// the second occurrence of a board is noted, and from the third on a referee rules
    /// ([`Repetition`](crate::Repetition)).
    Referee,
}

/// Whether a play may remove one's own chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suicide {
    /// Never (S1.6).
    No,
    /// Chains of two or more stones; a single stone never.
    Multi,
}

/// What White gets in the count for N >= 2 handicap stones, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compensation {
    /// N points.
    N,
    /// N - 1 points.
    NMinusOne,
    /// Nothing.
    None,
}

/// How a game that two passes ended is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Both confirm which stones are dead, then area is counted.
    Confirmed,
    /// The board is counted as it stands at two passes, nothing is removed (Tromp-Taylor).
    AsItStands,
}

/// A name for a whole set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Chinese rules of 2002: positional superko, komi 7.5 points (3 3/4 zi).
    #[default]
    Chinese,
    /// Chinese rules of 1988: as `chinese` with komi 5.5 points (2 3/4 zi).
    #[serde(rename = "chinese-1988")]
    Chinese1988,
    /// American Go Association, counted by area: situational superko.
    Aga,
    /// New Zealand: situational superko, multi-stone suicide, komi 7.
    NewZealand,
    /// Tromp-Taylor: positional superko, multi-stone suicide, no removal at the end.
    TrompTaylor,
}

impl Preset {
    /// All presets, in the order in which they are listed to people.
    pub const ALL: [Self; 5] = [Self::Chinese, Self::Chinese1988, Self::Aga, Self::NewZealand, Self::TrompTaylor];

    /// The name on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chinese => "chinese",
            Self::Chinese1988 => "chinese-1988",
            Self::Aga => "aga",
            Self::NewZealand => "new-zealand",
            Self::TrompTaylor => "tromp-taylor",
        }
    }

    /// The knobs of this preset.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let (ko, suicide, compensation, ending) = match self {
            Self::Chinese | Self::Chinese1988 => (Ko::Positional, Suicide::No, Compensation::N, Ending::Confirmed),
            Self::Aga => (Ko::Situational, Suicide::No, Compensation::NMinusOne, Ending::Confirmed),
            Self::NewZealand => (Ko::Situational, Suicide::Multi, Compensation::None, Ending::Confirmed),
            Self::TrompTaylor => (Ko::Positional, Suicide::Multi, Compensation::None, Ending::AsItStands),
        };
        Rules { preset: self, ko, suicide, compensation, ending }
    }

    /// The komi of an even game under this preset.
    #[must_use]
    pub const fn komi(self) -> Komi {
        match self {
            Self::Chinese | Self::Aga | Self::TrompTaylor => Komi::from_half_points(15),
            Self::Chinese1988 => Komi::from_half_points(11),
            Self::NewZealand => Komi::from_half_points(14),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|preset| preset.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|preset| preset.name()).collect();
            ParseError(format!("rules '{text}': choose one of {}", names.join(", ")))
        })
    }
}

/// The rules of one game, every knob settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// The preset that the knobs started from: what people call these rules.
    pub preset: Preset,
    /// Which repetitions are refused.
    pub ko: Ko,
    /// Whether suicide is allowed.
    pub suicide: Suicide,
    /// What White gets for handicap stones.
    pub compensation: Compensation,
    /// How the end is counted.
    pub ending: Ending,
}

/// Komi (贴子): what Black gives White in the count. Whole or half points, -999.5 to 999.5;
/// negative is reverse komi. A JSON number such as `7.5`; kept as an integer of half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(i16);

impl Komi {
    /// The largest komi either way, in half points.
    pub const MAX_HALF_POINTS: i16 = 1999;

    /// From half points: 15 is 7.5 points. Values beyond the limit are clamped to it.
    #[must_use]
    pub const fn from_half_points(half_points: i16) -> Self {
        if half_points > Self::MAX_HALF_POINTS {
            Self(Self::MAX_HALF_POINTS)
        } else if half_points < -Self::MAX_HALF_POINTS {
            Self(-Self::MAX_HALF_POINTS)
        } else {
            Self(half_points)
        }
    }

    /// In half points.
    #[must_use]
    pub const fn half_points(self) -> i16 {
        self.0
    }
}

impl fmt::Display for Komi {
    /// Points, `7.5` or `7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = self.0.unsigned_abs();
        let tail = if half % 2 == 1 { ".5" } else { "" };
        write!(f, "{sign}{}{tail}", half / 2)
    }
}

impl FromStr for Komi {
    type Err = ParseError;
    /// Reads points such as `7.5`, `7`, `-3.5`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let points: f64 = text.parse().map_err(|_| bad_komi(text))?;
        Self::from_points(points).ok_or_else(|| bad_komi(text))
    }
}

fn bad_komi(text: impl fmt::Display) -> ParseError {
    ParseError(format!("komi {text}: write whole or half points from -999.5 to 999.5, such as 7.5"))
}

impl Komi {
    fn from_points(points: f64) -> Option<Self> {
        let half = points * 2.0;
        let in_range = half.is_finite() && half.abs() <= f64::from(Self::MAX_HALF_POINTS);
        #[expect(clippy::cast_possible_truncation, reason = "in range and whole by the test before")]
        (in_range && half.fract() == 0.0).then_some(Self(half as i16))
    }
}

impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 { s.serialize_i16(self.0 / 2) } else { s.serialize_f64(f64::from(self.0) / 2.0) }
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(d)?;
        Self::from_points(points).ok_or_else(|| de::Error::custom(bad_komi(points)))
    }
}

impl JsonSchema for Komi {
    fn schema_name() -> Cow<'static, str> {
        "Komi".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.5, "minimum": -999.5, "maximum": 999.5,
            "description": "Komi in points (1 zi = 2 points); whole or half; negative is reverse komi." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_half_points() {
        for (text, half) in [("7.5", 15), ("7", 14), ("0", 0), ("-3.5", -7), ("-0.5", -1)] {
            let komi: Komi = text.parse().unwrap();
            assert_eq!(komi.half_points(), half);
            assert_eq!(komi.to_string(), text);
            assert_eq!(serde_json::to_string(&komi).unwrap(), text);
            assert_eq!(serde_json::from_str::<Komi>(text).unwrap(), komi);
        }
        for bad in ["3.75", "1000", "-1000", "NaN", "inf", "", "seven"] {
            assert!(bad.parse::<Komi>().is_err(), "{bad}");
        }
    }

    #[test]
    fn presets_have_names() {
        for preset in Preset::ALL {
            assert_eq!(preset.name().parse::<Preset>().unwrap(), preset);
            assert_eq!(serde_json::to_string(&preset).unwrap(), format!("\"{}\"", preset.name()));
        }
        assert!("japanese".parse::<Preset>().is_err());
    }
}
