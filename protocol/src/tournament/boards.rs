//! The boards of a tournament that are played now, for those who watch over them.

use super::Seat;
use crate::{
    game::{Clocks, Phase, Sides},
    ids::{GameId, TournamentId},
    point::Colour,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/v1/tournaments/{id}/boards`: the boards of the rounds going on, those in trouble first; for organisers
/// and referees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardsView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// When they were looked at, ms since 1970.
    pub now: u64,
    /// The worst first, and those of one kind in the order of the tables.
    pub boards: Vec<BoardView>,
}

/// What is the matter at a board: the worst first, so that they are sorted as they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// Play stands until a referee rules on a repetition of the position.
    Repetition,
    /// Play stands at the event's limit of moves until a referee rules.
    MoveLimit,
    /// Play has stopped for good, and the players do not agree on dead stones yet.
    FinalStop,
    /// A referee has suspended it.
    Suspended,
    /// Dead stones are marked for longer than anybody needs.
    LongScoring,
    /// Somebody has not come.
    Late,
    /// A player who is at play has no connection.
    Disconnected,
    /// What stands on it could not be read.
    Unread,
    /// The game is not there yet.
    Missing,
    /// The players have agreed on a pause.
    Paused,
    /// Adjourned.
    Adjourned,
    /// Dead stones are marked.
    Scoring,
    /// Somebody was warned.
    Warned,
    /// Nothing.
    Playing,
}

impl Trouble {
    /// All of them, the worst first.
    pub const ALL: [Self; 14] = [
        Self::Repetition,
        Self::MoveLimit,
        Self::FinalStop,
        Self::Suspended,
        Self::LongScoring,
        Self::Late,
        Self::Disconnected,
        Self::Unread,
        Self::Missing,
        Self::Paused,
        Self::Adjourned,
        Self::Scoring,
        Self::Warned,
        Self::Playing,
    ];

    /// Its name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::MoveLimit => "move_limit",
            Self::FinalStop => "final_stop",
            Self::Suspended => "suspended",
            Self::LongScoring => "long_scoring",
            Self::Late => "late",
            Self::Disconnected => "disconnected",
            Self::Unread => "unread",
            Self::Missing => "missing",
            Self::Paused => "paused",
            Self::Adjourned => "adjourned",
            Self::Scoring => "scoring",
            Self::Warned => "warned",
            Self::Playing => "playing",
        }
    }

    /// Whether a referee should look: it is neither play nor what belongs to every game.
    #[must_use]
    pub const fn needs_a_look(self) -> bool {
        !matches!(self, Self::Playing | Self::Scoring | Self::Warned)
    }
}

/// A board that is played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The stage.
    pub stage: u32,
    /// The round.
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
    /// Where the game is; absent while it is missing or could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// What is the matter: the worst of it.
    pub trouble: Trouble,
    /// When that began, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// When it ends by itself, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// Who has not come, or has no connection where the game is played now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Colour>,
    /// Warnings so far.
    #[serde(default)]
    pub warnings: Sides<u8>,
    /// Moves on record, passes included.
    #[serde(default)]
    pub moves: u32,
    /// The clocks; absent without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Now, ms, by the game's time: compare with `since` of the clocks.
    #[serde(default)]
    pub game_now: u64,
}
