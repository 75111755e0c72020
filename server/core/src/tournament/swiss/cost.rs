//! What a pair or a bye costs by each criterion, and which colours a pair gets.

use super::{ColourReason, Criterion, Options, Strength, Wish, field::Member, optimum::Cost};
use std::cmp::Ordering;
use tengen_protocol::Colour;

/// How many criteria are sums of costs: all but the lowest list of pairs.
pub(super) const CRITERIA: usize = 11;

/// By criterion, in their order.
pub(super) type Costs = [Cost; CRITERIA];

/// The criteria of [`Costs`].
pub(super) const ORDER: [Criterion; CRITERIA] = [
    Criterion::Rematch,
    Criterion::ByeAgain,
    Criterion::ColourBounds,
    Criterion::ByePlace,
    Criterion::PointDifference,
    Criterion::FloatAgain,
    Criterion::FloatAsBefore,
    Criterion::SameClub,
    Criterion::StrongWishes,
    Criterion::MildWishes,
    Criterion::Displacement,
];

/// The colours of a pair.
pub(super) struct Colours {
    /// Whether the better placed has Black.
    pub(super) better_black: bool,
    pub(super) reason: ColourReason,
    /// Breaches of bounds, strong and mild wishes that are not met.
    costs: [Cost; 3],
}

/// The better colours for two, `better` the better placed.
pub(super) fn colours(better: &Member, other: &Member, options: &Options) -> Colours {
    let costs = |black: &Member, white: &Member| {
        let unmet = |strength| {
            let unmet = |member: &Member, colour| member.wish == Some(Wish { colour, strength });
            Cost::from(unmet(black, Colour::White)) + Cost::from(unmet(white, Colour::Black))
        };
        let breaches = black.breaches(Colour::Black, options) + white.breaches(Colour::White, options);
        [Cost::from(breaches), unmet(Strength::Strong), unmet(Strength::Mild)]
    };
    let (straight, swapped) = (costs(better, other), costs(other, better));
    let (better_black, reason) = match straight.cmp(&swapped) {
        Ordering::Equal => among_equal(better, other, options),
        unequal => {
            let decided = straight.iter().zip(&swapped).position(|(one, other)| one != other);
            let criteria = [Criterion::ColourBounds, Criterion::StrongWishes, Criterion::MildWishes];
            let criterion = criteria[decided.unwrap_or(0)];
            (unequal == Ordering::Less, ColourReason::OtherwiseMore { criterion })
        }
    };
    Colours { better_black, reason, costs: if better_black { straight } else { swapped } }
}

/// When either way costs the same: whether the better placed has Black, and by which rule.
fn among_equal(better: &Member, other: &Member, options: &Options) -> (bool, ColourReason) {
    if let (Some(one), Some(two)) = (better.wish, other.wish) {
        let order = better.balance.abs().cmp(&other.balance.abs());
        if one.colour == two.colour && order != Ordering::Equal {
            let better_served = order == Ordering::Greater;
            return ((one.colour == Colour::Black) == better_served, ColourReason::LargerDifference);
        }
    }
    let mut latest = better.colours.iter().rev().zip(other.colours.iter().rev());
    if let Some((had, _)) = latest.find(|(one, two)| one != two) {
        return (*had == Colour::White, ColourReason::Alternate);
    }
    if let Some(wish) = better.wish {
        return (wish.colour == Colour::Black, ColourReason::BetterPlaced);
    }
    let odd = better.seed % 2 == 1;
    (odd == (options.first_colour == Colour::Black), ColourReason::Seed)
}

/// What a pair costs, `better` the better placed.
pub(super) fn of_pair(better: &Member, other: &Member, round: u32, options: &Options) -> Costs {
    let [breaches, strong, mild] = colours(better, other, options).costs;
    let floats_again = |rounds_ago: usize| {
        let again = |member: &Member, against: &Member| {
            let float = member.float_against(against);
            Cost::from(float.is_some() && float == member.floats[rounds_ago])
        };
        again(better, other) + again(other, better)
    };
    let same_club = round <= options.clubs_apart && better.club.is_some() && better.club == other.club;
    let difference = Cost::from(better.points.abs_diff(other.points));
    [
        cost_of(better.meetings(other)),
        0,
        breaches,
        0,
        difference * difference,
        floats_again(0),
        floats_again(1),
        Cost::from(same_club),
        strong,
        mild,
        displacement(better, other),
    ]
}

/// What a bye costs for one whose place is so many from the last.
pub(super) fn of_bye(member: &Member, from_last: usize) -> Costs {
    let mut costs = [0; CRITERIA];
    costs[1] = Cost::from(member.byes);
    costs[3] = cost_of(from_last);
    costs
}

/// In one group: how far the two are from half a group apart. Across groups: how far the one is
/// from the end of his, and the other from the head of his. Squares.
fn displacement(better: &Member, other: &Member) -> Cost {
    let square = |places: usize| cost_of(places) * cost_of(places);
    if better.points == other.points {
        return square((other.rank - better.rank).abs_diff(better.group_size / 2));
    }
    square(better.group_size - 1 - better.rank) + square(other.rank)
}

fn cost_of(number: usize) -> Cost {
    Cost::try_from(number).unwrap_or(Cost::MAX)
}
