//! What an event makes of a play that the rules refuse, and of time that has run out.
//!
//! Both are settings of [`Regulations`](crate::Regulations), and what they lead to is one event of the game's
//! log. Nothing of it is a referee's ruling: it follows from the setting alone.

use crate::error::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What becomes of a play of the side to move that the rules refuse: on a stone, suicide, ko or repetition.
/// Whatever else is refused is refused alone: a point off the board, a handicap stone, a move to be sealed, a
/// command out of turn or for another position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IllegalMove {
    /// It is refused, and the turn stays (the rules of 2002).
    #[default]
    Reject,
    /// It counts as a pass (判虚着, the rules of 1988).
    Pass,
    /// A warning (警告): one zi in the count, and the second in a game loses it. The turn stays, its time runs.
    Warn,
    /// It loses the game (判负), as on CGOS.
    Lose,
}

impl IllegalMove {
    /// Every setting.
    pub const ALL: [Self; 4] = [Self::Reject, Self::Pass, Self::Warn, Self::Lose];

    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reject => "reject",
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Lose => "lose",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// By which rule a play was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IllegalPlay {
    /// There is a stone.
    Occupied,
    /// The stone or its chain would have no liberty.
    Suicide,
    /// It takes back in a ko at once.
    Ko,
    /// It repeats an earlier position.
    Superko,
}

impl IllegalPlay {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Occupied, Self::Suicide, Self::Ko, Self::Superko];

    /// The code by which the same play is refused where it leads to nothing else.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Occupied => Code::Occupied,
            Self::Suicide => Code::Suicide,
            Self::Ko => Code::Ko,
            Self::Superko => Code::Superko,
        }
    }

    /// Its name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.code().as_str()
    }
}

/// What becomes of a side whose time has run out, where the clock has byo-yomi periods. With every other clock
/// it loses: there a game that is set otherwise is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Overtime {
    /// It loses.
    #[default]
    Lose,
    /// Its move is a pass (判虚着, the rules of 2002), and its last period is full again. While it places
    /// handicap stones it loses.
    Pass,
    /// It gives one zi (罚一子) for one more period, at most twice in a game; then it loses.
    Penalty,
}

impl Overtime {
    /// Every setting.
    pub const ALL: [Self; 3] = [Self::Lose, Self::Pass, Self::Penalty];

    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lose => "lose",
            Self::Pass => "pass",
            Self::Penalty => "penalty",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_the_names_of_the_wire() {
        for setting in IllegalMove::ALL {
            assert_eq!(serde_json::to_string(&setting).unwrap(), format!("\"{}\"", setting.as_str()));
        }
        for setting in Overtime::ALL {
            assert_eq!(serde_json::to_string(&setting).unwrap(), format!("\"{}\"", setting.as_str()));
        }
        for play in IllegalPlay::ALL {
            assert_eq!(serde_json::to_string(&play).unwrap(), format!("\"{}\"", play.as_str()));
        }
    }
}
