//! The boards of a round as a referee looks at them: what is the matter at each, the worst first.

use super::Seat;
use crate::{
    game::{Clocks, Phase, Sides},
    ids::{GameId, TournamentId},
    point::Colour,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is the matter at a board, the worst first: what waits for a referee before what passes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A position has come about for the third time: he has to rule on it.
    Repetition,
    /// The game has as many moves as it may have: he has to rule on it.
    MoveLimit,
    /// A final stop: nobody can resume alone, and at the deadline the game is counted.
    FinalStop,
    /// He has suspended it.
    Suspended,
    /// Marking dead stones takes long: two minutes before the deadline nobody has agreed.
    LongScoring,
    /// Somebody has not come.
    Late,
    /// Somebody's connection is away while the game is played.
    Disconnected,
    /// The game is not made yet, which is for whoever runs the server.
    Missing,
    /// The players have agreed on a pause.
    Paused,
    /// Adjourned with a sealed move.
    Adjourned,
    /// Dead stones are being marked.
    Scoring,
    /// Somebody has been warned.
    Warned,
    /// It could not be read just now, or there are more boards than are looked at.
    Unknown,
    /// Nothing.
    Playing,
}

impl Trouble {
    /// All, the worst first.
    pub const ALL: [Self; 14] = [
        Self::Repetition,
        Self::MoveLimit,
        Self::FinalStop,
        Self::Suspended,
        Self::LongScoring,
        Self::Late,
        Self::Disconnected,
        Self::Missing,
        Self::Paused,
        Self::Adjourned,
        Self::Scoring,
        Self::Warned,
        Self::Unknown,
        Self::Playing,
    ];

    /// Whether somebody should look at the board.
    #[must_use]
    pub const fn is_trouble(self) -> bool {
        !matches!(self, Self::Scoring | Self::Warned | Self::Unknown | Self::Playing)
    }
}

/// `GET /api/v1/tournaments/{id}/boards`: the games of the newest round that are played here and not decided, for
/// officials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardsView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// When this was so, ms since 1970.
    pub now: u64,
    /// The worst first, then by table and board.
    pub boards: Vec<BoardView>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The stage, from 1.
    pub stage: u32,
    /// The round, from 1.
    pub round: u32,
    /// The table, from 1.
    pub table: u32,
    /// The board of the bout, from 1.
    pub board: u32,
    /// The game.
    pub game: GameId,
    /// Black.
    pub black: Seat,
    /// White.
    pub white: Seat,
    /// What is the matter.
    pub trouble: Trouble,
    /// Since when, ms since 1970, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// When something happens by itself (play goes on, it is counted, somebody loses), ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// Who has not come, or whose connection is away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Colour>,
    /// What follows is as the game has it; absent where it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BoardState>,
}

/// A game as it stands, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardState {
    /// The last event of the game.
    pub seq: u64,
    /// Where it is in its life.
    pub phase: Phase,
    /// Moves so far, passes counted, since a referee set up the position if one has.
    pub moves: u32,
    /// Whose turn it is.
    pub to_move: Colour,
    /// Warnings.
    pub warnings: Sides<u8>,
    /// Now, by the game's time: compare with `clocks.since`.
    pub now: u64,
    /// The clocks, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}
