//! Boards that come about again, and play that stands still until a referee rules.
//!
//! A ruling is awaited when a board has come about for the third time in balanced cycles ([`Ko::Referee`]), and
//! when a game has as many moves as its event allows. In a game for which nobody is named as referee, and
//! when nobody rules in time, the game ends by the setting for that.
//!
//! [`Ko::Referee`]: crate::Ko::Referee

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// With `ko` = `referee`: the board after a play has come about before, in a balanced cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recurrence {
    /// The latest earlier ply with the same board; 0 is the start.
    #[serde(rename = "move")]
    pub of_move: u32,
    /// How often it has come about, at the start and by plays, this play counted: 2 or more.
    pub occurrence: u32,
}

/// What becomes of a game whose position has repeated itself for the third time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// A draw (和棋).
    Draw,
    /// No result (无胜负).
    NoResult,
    /// No result, and the game is played again (重赛).
    Replay,
    /// The play is taken back, and its side may repeat no position any more, to the end of the game (moonshine
    /// life, 假生).
    Forbid,
    /// Play goes on, until the position comes about once more.
    Continue,
}

impl Repetition {
    /// Every ruling.
    pub const ALL: [Self; 5] = [Self::Draw, Self::NoResult, Self::Replay, Self::Forbid, Self::Continue];
}

/// On what a referee has to rule before play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    /// The position has come about for the third time, or once more after he let play continue.
    Repetition,
    /// The game has as many moves as `regulations.move_limit`.
    MoveLimit,
}

/// Play stands still after a move until a referee rules; clocks stand as the move left them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Awaits {
    /// On what.
    pub on: Matter,
    /// When the game ends if nobody has ruled: wall time, ms since 1970.
    pub until: u64,
}

/// What a position that has come about for the third time makes of a game on which nobody rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnruledRepetition {
    /// No result (无胜负).
    #[default]
    NoResult,
    /// A draw (和棋).
    Draw,
}

impl UnruledRepetition {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
