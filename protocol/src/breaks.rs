//! What players agree on beside their moves: a pause, counting, an adjournment, and going on.

use crate::{point::Colour, repetition::Matter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player can propose to his opponent. One proposal waits at a time; any move cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// Let the clocks stand for a while. All pauses of a game together last no longer than its
    /// `pause_budget`; when that is used up, play goes on by itself.
    Pause,
    /// Stop and count (申请数子, S1.8), as after two passes.
    Count,
    /// Adjourn (封棋): the side to move seals its move, and the game goes on later. While adjourned:
    /// another time at which it goes on.
    Adjourn,
    /// Go on after a pause or an adjournment, now.
    GoOn,
}

impl Proposal {
    /// Every proposal.
    pub const ALL: [Self; 4] = [Self::Pause, Self::Count, Self::Adjourn, Self::GoOn];

    /// Its name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Count => "count",
            Self::Adjourn => "adjourn",
            Self::GoOn => "go_on",
        }
    }
}

/// When an adjourned game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeAt {
    /// Wall time, ms since 1970: what counts.
    pub resume_at: u64,
    /// The IANA name of the time zone in which it was said, for people; absent if only an offset was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

/// A proposal that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposed {
    /// Who proposes.
    pub by: Colour,
    /// What.
    pub proposal: Proposal,
    /// With `adjourn`: when the game is to go on; absent for 30 days later.
    #[serde(flatten)]
    pub resume_at: Option<ResumeAt>,
}

/// A pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// When it began, ms, by the game's time.
    pub since: u64,
    /// When play goes on by itself, ms, by the game's time: compare with `now`; absent while suspended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// A referee has suspended the game, and he alone lets it go on. When it goes on by itself all the
    /// same, wall time, ms since 1970; absent in a pause that the players have agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended_until: Option<u64>,
    /// A referee has to rule on this; if nobody has at `suspended_until`, the game ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaits: Option<Matter>,
}

/// An adjournment: agreed, and sealed or not yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Adjournment {
    /// When the game goes on by itself, whoever is there.
    #[serde(flatten)]
    pub resume_at: ResumeAt,
    /// The sealed move; absent until the side to move has sealed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Seal>,
}

/// A move that is sealed: nobody sees it before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seal {
    /// Who has sealed it. His opponent is to move when it is opened.
    pub by: Colour,
    /// What it is held to: SHA-256 of nonce, space and vertex, as 64 hex digits.
    pub digest: String,
}
