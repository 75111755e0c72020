//! What a referee can order in a game, and for which reasons (S1.12-20; S2, rules 3, 5 and 6).
//!
//! Each order becomes one event of the game's log with the referee's account, a reason and, if he
//! gives one, a text. Bans, prizes and reprimands are matters of the event, not of one game.

use crate::{
    ids::{AccountId, CommandId, Head},
    point::{Colour, ParseError, Point},
    repetition::Repetition,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// Why a referee acted. The list is closed; what it does not say stands in the text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Reason {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $name,)+
        }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The reason on the wire and on the command line.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

reasons! {
    /// He came late, or not (S1.12).
    Late = "late",
    /// Fraud, or a game that was arranged beforehand (S1.13).
    Cheating = "cheating",
    /// He asked somebody, or looked something up (S1.14-15).
    Consulting = "consulting",
    /// He talked, or let himself be talked to (S1.16).
    Talking = "talking",
    /// A telephone or another device (S1.15).
    Device = "device",
    /// He smoked (S1.17).
    Smoking = "smoking",
    /// He disturbed the opponent or others (S1.17-19).
    Disturbance = "disturbance",
    /// He left the event (S1.18, 24).
    Withdrawal = "withdrawal",
    /// He stayed away from a ceremony (S1.18).
    Ceremony = "ceremony",
    /// Another reason, power cuts and other force majeure among them: the text says which.
    Other = "other",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Reason {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.iter().copied().find(|reason| reason.as_str() == text).ok_or_else(|| {
            let all: Vec<_> = Self::ALL.iter().map(|reason| reason.as_str()).collect();
            ParseError(format!("reason '{text}': choose one of {}", all.join(", ")))
        })
    }
}

/// Who loses by a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loser {
    /// Black.
    Black,
    /// White.
    White,
    /// Both (双负): nobody has won.
    Both,
}

/// A result that a referee names: `B+3.5` (points), `B+R`, `B+T`, `B+F`, the same for `W`, `0` for a
/// draw, `Void` for none, `both_lose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GivenResult {
    /// A side wins.
    Win(Colour, By),
    /// A draw.
    Draw,
    /// No result: the game is to be replayed, or stays without one.
    Void,
    /// Both lose.
    BothLose,
}

/// By what a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// So many half points, at least one.
    HalfPoints(u16),
    /// The opponent's resignation.
    Resignation,
    /// Time.
    Time,
    /// Forfeit.
    Forfeit,
}

impl GivenResult {
    /// The largest margin, in half points: more than any board and komi give.
    pub const MAX_HALF_POINTS: u16 = 4_000;
}

impl fmt::Display for GivenResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Self::Win(winner, by) => (winner.letter(), by),
            Self::Draw => return f.write_str("0"),
            Self::Void => return f.write_str("Void"),
            Self::BothLose => return f.write_str("both_lose"),
        };
        match by {
            By::HalfPoints(half) if half % 2 == 0 => write!(f, "{winner}+{}", half / 2),
            By::HalfPoints(half) => write!(f, "{winner}+{}.5", half / 2),
            By::Resignation => write!(f, "{winner}+R"),
            By::Time => write!(f, "{winner}+T"),
            By::Forfeit => write!(f, "{winner}+F"),
        }
    }
}

impl FromStr for GivenResult {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            ParseError(format!(
                "result '{text}': write B+3.5 (points), B+R, B+T or B+F, the same for W, 0, Void or both_lose"
            ))
        };
        match text {
            "0" => return Ok(Self::Draw),
            "Void" => return Ok(Self::Void),
            "both_lose" => return Ok(Self::BothLose),
            _ => {}
        }
        let (winner, by) = text.split_once('+').ok_or_else(bad)?;
        let winner = match winner {
            "B" => Colour::Black,
            "W" => Colour::White,
            _ => return Err(bad()),
        };
        let by = match by {
            "R" => By::Resignation,
            "T" => By::Time,
            "F" => By::Forfeit,
            points => By::HalfPoints(half_points(points).ok_or_else(bad)?),
        };
        Ok(Self::Win(winner, by))
    }
}

/// `3` or `3.5`, more than nothing.
fn half_points(text: &str) -> Option<u16> {
    let (whole, half) = match text.split_once('.') {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
    };
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let points = whole.parse::<u16>().ok()?.checked_mul(2)?.checked_add(half)?;
    (1..=GivenResult::MAX_HALF_POINTS).contains(&points).then_some(points)
}

impl Serialize for GivenResult {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GivenResult {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for GivenResult {
    fn schema_name() -> Cow<'static, str> {
        "GivenResult".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": r"^([BW]\+([0-9]+(\.[05])?|[RTF])|0|Void|both_lose)$",
            "description": "B+3.5 (points), B+R, B+T, B+F, the same for W, 0, Void or both_lose." })
    }
}

/// A clock that a referee sets; what is absent stays as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClock {
    /// Main time, ms; with `simple` and `correspondence` what is left of the allowance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<u64>,
    /// Byo-yomi periods, each of them a full one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
}

/// What a referee orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Order {
    /// Warns a side: one zi in the count; the second loses the game. While dead stones are marked it
    /// voids what was accepted.
    Warn {
        /// Whom.
        side: Colour,
    },
    /// One side loses, or both.
    Lose {
        /// Who.
        side: Loser,
    },
    /// Ends the game with this result.
    Adjudicate {
        /// The result.
        result: GivenResult,
        /// It is for force majeure: then more than 150 stones must have been played (S2, rule 3).
        #[serde(default = "yes")]
        force_majeure: bool,
    },
    /// Ends the game with the count of the board as it stands.
    AdjudicateCount {
        /// A stone of each dead chain; these are removed.
        #[serde(default)]
        dead: Vec<Point>,
        /// As above.
        #[serde(default = "yes")]
        force_majeure: bool,
    },
    /// Gives a finished game another result (S1.13); the old one stays on record.
    Overturn {
        /// The result.
        result: GivenResult,
    },
    /// Rules which stones are dead at a final stop, and the game is counted (S2, rules 5 and 6).
    LifeAndDeath {
        /// A stone of each dead chain.
        #[serde(default)]
        dead: Vec<Point>,
    },
    /// Sets clocks.
    Clocks {
        /// Black's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<NewClock>,
        /// White's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<NewClock>,
    },
    /// Takes back moves. Clocks are as after an undo, or as they are set here.
    TakeBack {
        /// How many plies, passes included.
        moves: u32,
        /// Black's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<NewClock>,
        /// White's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<NewClock>,
    },
    /// Changes the stones on the board and goes on from there; no earlier position counts as a
    /// repetition any more (S2, requirement 6).
    Edit {
        /// Stones taken from the board; first of all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remove: Vec<Point>,
        /// Black stones put on empty points.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        black: Vec<Point>,
        /// White stones put on empty points.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        white: Vec<Point>,
        /// Who moves next; absent for whose turn it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_move: Option<Colour>,
    },
    /// Begins the game anew: the first board, full clocks. Warnings stay.
    Restart,
    /// The game ends without a result and is to be played again.
    Replay,
    /// The colours were wrong: the game ends without a result and begins anew with the right ones, which a tournament
    /// does by itself. Up to the tenth stone (R02, 17.1); later it is too late.
    ColoursWrong,
    /// Play stands still, as in a pause, until a referee lets it go on; after 30 days it goes on by itself.
    Suspend,
    /// Lets suspended or paused play go on, also beyond the limit of moves. Everything stands as it stood. Where a
    /// repetition waits for a ruling it is refused: rule `continue`.
    Resume,
    /// Rules on a repetition for which play has stopped.
    Repetition {
        /// How.
        ruling: Repetition,
    },
}

const fn yes() -> bool {
    true
}

/// A referee's order with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// What.
    pub order: Order,
    /// Why.
    pub reason: Reason,
    /// Why, in his words: 1 to 300 characters as in talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The last event that he has seen.
    pub after: u64,
    /// The head after that event.
    pub head: Head,
}

/// Who ruled and why: the same in every event that a referee makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Authority {
    /// The referee's account.
    pub referee: AccountId,
    /// His command.
    pub id: CommandId,
    /// Why.
    pub reason: Reason,
    /// Why, in his words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Of the command: 16 hex digits by which it is known again when it is sent again.
    pub order: Head,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for text in ["B+0.5", "W+3", "B+184.5", "W+R", "B+T", "W+F", "0", "Void", "both_lose"] {
            let result: GivenResult = text.parse().unwrap();
            assert_eq!(result.to_string(), text);
            assert_eq!(serde_json::from_str::<GivenResult>(&format!("\"{text}\"")).unwrap(), result);
        }
        for text in
            ["", "B", "B+", "B+0", "B+0.0", "B+1.25", "X+R", "B+r", "B++1", "B+-1", "B+2000.5", "W+99999", "Draw"]
        {
            assert!(text.parse::<GivenResult>().is_err(), "{text}");
        }
        assert_eq!("B+3.0".parse::<GivenResult>().unwrap().to_string(), "B+3");
    }

    #[test]
    fn reasons_have_names() {
        for reason in Reason::ALL {
            assert_eq!(reason.as_str().parse::<Reason>().unwrap(), *reason);
            assert_eq!(serde_json::to_string(reason).unwrap(), format!("\"{reason}\""));
        }
        assert!("boredom".parse::<Reason>().is_err());
    }

    #[test]
    fn an_adjudication_is_for_force_majeure_unless_it_says_otherwise() {
        let order: Order = serde_json::from_str(r#"{"kind":"adjudicate","result":"B+R"}"#).unwrap();
        assert!(matches!(order, Order::Adjudicate { force_majeure: true, .. }));
    }
}
