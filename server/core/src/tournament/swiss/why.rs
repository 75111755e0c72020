//! What was weighed for each pair: codes and numbers, for clients to put into words.

use super::{
    Drawing, Rematches,
    cost::{self, Costs},
};
use serde::Serialize;
use tengen_protocol::{Colour, EntryNo};

/// A direction out of one's group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// Against somebody with fewer points; also a bye, and a bout won by forfeit.
    Down,
    /// Against somebody with more points.
    Up,
}

impl Float {
    /// Of somebody with `own` points against somebody with `other`.
    pub(super) fn between(own: u32, other: u32) -> Option<Self> {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => Some(Self::Up),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Down),
        }
    }
}

/// How much a colour is wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// He had both equally often: the other than last.
    Mild,
    /// The other would break more bounds, or he had it more often.
    Strong,
}

/// Which colour somebody should get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Wish {
    /// The colour.
    pub colour: Colour,
    /// How much.
    pub strength: Strength,
}

/// What rounds are compared by, in this order; defined in the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Amount {
    /// The criterion.
    pub criterion: Criterion,
    /// How much, in the criterion's own unit; above 0.
    pub amount: i64,
}

/// Who would be met half a group away, and why it is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Natural {
    /// He.
    pub opponent: EntryNo,
    /// Why not.
    pub obstacle: Obstacle,
}

/// Why somebody does not meet his natural opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "obstacle", rename_all = "snake_case")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wish: Option<Wish>,
    /// How he floats now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float: Option<Float>,
    /// How he floated in the last round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_float: Option<Float>,
    /// How he floated in the round before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float_before: Option<Float>,
    /// Who is half a group away from him; nobody for the last of an odd group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub natural: Option<Natural>,
}

/// Why a pair or a bye is as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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

impl Drawing<'_> {
    pub(super) fn why_pair(&self, mate: &[usize], place: usize, partner: usize) -> Why {
        let colours = cost::colours(&self.members[place], &self.members[partner], self.options);
        let (first, second) = if colours.better_black { (place, partner) } else { (partner, place) };
        Why::Pair {
            first: self.side(mate, first),
            second: self.side(mate, second),
            colours: colours.reason,
            costs: amounts(&self.costs((place, partner))),
        }
    }

    pub(super) fn why_bye(&self, mate: &[usize], place: usize) -> Why {
        Why::Bye { side: self.side(mate, place), costs: amounts(&self.costs((place, self.members.len()))) }
    }

    fn side(&self, mate: &[usize], place: usize) -> SideWhy {
        let member = &self.members[place];
        let float = match self.members.get(mate[place]) {
            Some(other) => member.float_against(other),
            None => Some(Float::Down),
        };
        SideWhy {
            entry: member.no,
            place: place + 1,
            points: member.points,
            byes: member.byes,
            rank: member.rank + 1,
            group: member.group_size,
            colours: member.colours.clone(),
            wish: member.wish,
            float,
            last_float: member.floats[0],
            float_before: member.floats[1],
            natural: self.natural(mate, place),
        }
    }

    fn natural(&self, mate: &[usize], place: usize) -> Option<Natural> {
        let member = &self.members[place];
        let half = member.group_size / 2;
        let natural = match member.rank {
            upper if upper < half => place + half,
            lower if lower < 2 * half => place - half,
            _ => return None,
        };
        Some(Natural { opponent: self.members[natural].no, obstacle: self.obstacle(mate, place, natural) })
    }

    fn obstacle(&self, mate: &[usize], place: usize, natural: usize) -> Obstacle {
        let ends = (place.min(natural), place.max(natural));
        let times = self.members[place].meetings(&self.members[natural]);
        if mate[place] == natural {
            return Obstacle::Paired;
        }
        if times > 0 && self.options.rematches == Rematches::Never {
            return Obstacle::Met { times };
        }
        let Some(opponent) = self.no_of(mate[natural]) else { return Obstacle::HasBye };
        if self.no_of(mate[place]).is_none() {
            return Obstacle::OwnBye;
        }
        if self.members[mate[natural]].points != self.members[natural].points {
            return Obstacle::Floats { opponent };
        }
        let now = self.costs((place.min(mate[place]), place.max(mate[place])));
        let then = self.costs(ends);
        match then.iter().zip(now).position(|(then, now)| *then != now) {
            Some(at) if then[at] > now[at] => Obstacle::CostsMore { criterion: cost::ORDER[at] },
            _ => Obstacle::Whole { opponent },
        }
    }
}

fn amounts(costs: &Costs) -> Vec<Amount> {
    let amounts = cost::ORDER.iter().zip(costs);
    amounts.filter(|(_, amount)| **amount > 0).map(|(&criterion, &amount)| Amount { criterion, amount }).collect()
}
