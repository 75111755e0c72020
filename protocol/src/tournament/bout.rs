//! What an event settles about its bouts.

use super::System;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a draw (和棋) does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawRule {
    /// It stands: 1:1.
    #[default]
    Stands,
    /// Somebody must win: the game is replayed with colours swapped.
    Replay,
}

impl DrawRule {
    /// What a system needs: an elimination goes on with one of two, the others take draws.
    #[must_use]
    pub const fn of(system: &System) -> Self {
        match system {
            System::Elimination { .. } => Self::Replay,
            System::RoundRobin { .. } | System::Swiss { .. } | System::SwissElimination { .. } => Self::Stands,
        }
    }
}

/// Who has Black in the games of a win-and-continue match (擂台赛).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContinueColours {
    /// By a draw (猜先) before each game.
    #[default]
    Nigiri,
    /// The team named first in the first game, and then the teams by turns.
    Alternate,
}

/// In which order the members of a team sit at its boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineupOrder {
    /// In that of the team's list: when somebody is left out those behind him move up.
    #[default]
    Kept,
    /// In any, chosen for each match; a substitute may take the very place of the one he replaces.
    Free,
}
