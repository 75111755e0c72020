//! Why a Swiss round has somebody meet whom he meets, and with which colour: codes and numbers, for clients to put
//! into words.

use super::EntryNo;
use crate::point::Colour;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A direction out of one's group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingFloat")]
pub enum Float {
    /// Against somebody with fewer points; also a bye, and a bout won by forfeit.
    Down,
    /// Against somebody with more points.
    Up,
}

/// How much a colour is wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingStrength")]
pub enum Strength {
    /// He had both equally often: the other than last.
    Mild,
    /// The other would break more bounds, or he had it more often.
    Strong,
}

/// Which colour somebody should get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingWish")]
pub struct Wish {
    /// The colour.
    pub colour: Colour,
    /// How much.
    pub strength: Strength,
}

/// What rounds are compared by, in this order; as the regulations of the Swiss system (S1.34) are read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingCriterion")]
pub enum Criterion {
    /// Times that two have met.
    Rematch,
    /// Byes had by who gets one.
    ByeAgain,
    /// Bounds of colours broken.
    ColourBounds,
    /// Places between the bye and the last.
    ByePlace,
    /// Squares of differences of points.
    PointDifference,
    /// Floats as in the last round.
    FloatAgain,
    /// Floats as in the round before the last.
    FloatAsBefore,
    /// Pairs of one club in the first rounds.
    SameClub,
    /// Strong wishes for a colour not met.
    StrongWishes,
    /// Mild wishes for a colour not met.
    MildWishes,
    /// Squares of distances from the opponent half a group away.
    Displacement,
    /// The lowest list of pairs.
    LowestList,
}

/// By which rule a pair has these colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[schemars(rename = "PairingColourReason")]
pub enum ColourReason {
    /// The other way costs more.
    OtherwiseMore {
        /// By this criterion first.
        criterion: Criterion,
    },
    /// Both wish for the same: served is whose blacks and whites differ more.
    LargerDifference,
    /// Each the other colour than in the latest game in which theirs were different.
    Alternate,
    /// The better placed gets his wish.
    BetterPlaced,
    /// Nobody has a wish: by the seed number of the better placed, odd or even.
    Seed,
}

/// What a pair or a bye costs by one criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingCost")]
pub struct Amount {
    /// The criterion.
    pub criterion: Criterion,
    /// How much, in the criterion's own unit; above 0.
    pub amount: i64,
}

/// Who would be met half a group away, and why it is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingNatural")]
pub struct Natural {
    /// He.
    pub opponent: EntryNo,
    /// Why not.
    pub obstacle: Obstacle,
}

/// Why somebody does not meet his natural opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "obstacle", rename_all = "snake_case")]
#[schemars(rename = "PairingObstacle")]
pub enum Obstacle {
    /// He does.
    Paired,
    /// They have met.
    Met {
        /// So often.
        times: usize,
    },
    /// The other has the bye.
    HasBye,
    /// He himself has the bye.
    OwnBye,
    /// The other meets somebody of another group.
    Floats {
        /// Him.
        opponent: EntryNo,
    },
    /// That pair would cost more than his pair does now.
    CostsMore {
        /// By this criterion first.
        criterion: Criterion,
    },
    /// That pair would cost no more by itself, but the round as a whole would.
    Whole {
        /// Whom the other meets instead.
        opponent: EntryNo,
    },
}

/// One side of a pair as it was before the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingSide")]
pub struct SideWhy {
    /// Who.
    pub entry: EntryNo,
    /// His place in the field, from 1: most points, then lowest seed.
    pub place: usize,
    /// Points, byes included.
    pub points: u32,
    /// Byes so far.
    pub byes: u32,
    /// Rank in the group of those with the same points, by seed, from 1.
    pub rank: usize,
    /// How many they are.
    pub group: usize,
    /// Colours so far, oldest first.
    pub colours: Vec<Colour>,
    /// The colour that he should get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<Wish>,
    /// How he floats now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub float: Option<Float>,
    /// How he floated in the last round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_float: Option<Float>,
    /// How he floated in the round before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub float_before: Option<Float>,
    /// Who is half a group away from him; nobody for the last of an odd group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub natural: Option<Natural>,
}

/// Why a pair or a bye is as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "PairingReasons")]
pub enum Why {
    /// A pair.
    Pair {
        /// Has Black.
        first: SideWhy,
        /// The other.
        second: SideWhy,
        /// Why these colours.
        colours: ColourReason,
        /// What the pair costs, by the criteria that it costs anything by.
        costs: Vec<Amount>,
    },
    /// A bye.
    Bye {
        /// Who has it.
        side: SideWhy,
        /// What it costs.
        costs: Vec<Amount>,
    },
}
