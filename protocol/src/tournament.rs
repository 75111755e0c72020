//! Tournaments on the wire: who takes part, how pairings are made, and what a game counts.
//!
//! Only plain data: the core pairs, ranks and judges. Points of an event are 2 for a win, 1 for a
//! draw, 0 for a loss (Chinese competition rules, 2002); they are not points on the board.

mod ask;
mod boards;
mod bout;
pub mod bracket;
mod entry;
mod event;
mod list;
pub mod pairing;
mod settings;
pub mod view;

pub use ask::{
    Cleared, EntryChange, NewEntry, NewMember, NewTournament, TournamentAsk, TournamentCommand, TournamentDone,
};
pub use bout::{ContinueColours, DrawRule, LineupOrder};
pub use entry::{Entry, Member, Rank};
pub use event::{
    Act, Asked, BoutRef, BoutResult, Changes, GameScore, Happened, Left, NewGame, Pairing, PairingRemark, Sanction,
    Scored, Seat, Starter, TOURNAMENT_FORMAT, TournamentEvent,
};
pub use list::{EntryField, EntryListCheck, EntryListProblem};
pub use settings::{
    DrawBy, EntryRule, EventSettings, LatenessRule, Pace, Qualifying, StageSettings, limits as tournament_limits,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an entry (a player, or a team in a team event) in its tournament, from 1 in the
/// order of entry. Never given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct EntryNo(pub u32);

impl fmt::Display for EntryNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What one side of a game or bout got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// 0 points.
    Loss,
    /// 1 point.
    Draw,
    /// 2 points.
    Win,
}

impl Score {
    /// In points of the event.
    #[must_use]
    pub const fn points(self) -> u32 {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// What the opponent of this side usually gets.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The result of a game or bout, each side by itself: a referee may let both lose (S1.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    /// Of the side named first, which has Black (on the odd boards of a team match).
    pub first: Score,
    /// Of the other.
    pub second: Score,
    /// Nobody played for it: late, no-show, withdrawn. The two have then not met, and it gives no
    /// colour and is never rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forfeit: bool,
}

impl Scores {
    /// The usual result of a game that was played, from the first side's.
    #[must_use]
    pub const fn played(first: Score) -> Self {
        Self { first, second: first.opposite(), forfeit: false }
    }

    /// A forfeit that `first` wins (2:0) or loses (0:2).
    #[must_use]
    pub const fn forfeited(first: Score) -> Self {
        Self { first, second: first.opposite(), forfeit: true }
    }

    /// Both lose (0:0), by forfeit or by a ruling on a game that was played.
    #[must_use]
    pub const fn both_lose(forfeit: bool) -> Self {
        Self { first: Score::Loss, second: Score::Loss, forfeit }
    }

    /// The same seen from the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { first: self.second, second: self.first, forfeit: self.forfeit }
    }
}

/// How the pairings of a stage are made (S1.29, S1.32-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum System {
    /// 循环赛: everybody meets everybody `laps` times, by Berger's tables.
    RoundRobin {
        /// 1 to 8; each lap swaps colours.
        laps: u8,
    },
    /// 积分编排制: equal or similar points meet, nobody twice.
    Swiss {
        /// How many rounds; the organiser may change it while the event goes on.
        rounds: u32,
    },
    /// 淘汰制: whoever has lost `losses` times is out. 1 is a bracket.
    Elimination {
        /// 1 to 5.
        losses: u8,
    },
    /// 积分编排加淘汰: Swiss pairing, and whoever has lost `losses` times is out.
    SwissElimination {
        /// 1 to 5.
        losses: u8,
    },
}

/// What one bout of a stage is made of (S1.30-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "bout", rename_all = "snake_case")]
pub enum BoutKind {
    /// One game. In systems in which somebody must win a draw is replayed with colours swapped.
    Game,
    /// 多局决胜: whoever first wins more than half of `games`.
    BestOf {
        /// 3, 5 or 7.
        games: u8,
    },
    /// 团体赛: a game on each board, the first-named with Black on the odd ones.
    Boards {
        /// 1 to 20.
        boards: u8,
    },
    /// 擂台赛: two teams in fixed order, the winner stays and the loser's team sends its next.
    WinAndContinue {
        /// After a draw both are out; else it is replayed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        draw_both_out: bool,
    },
}
