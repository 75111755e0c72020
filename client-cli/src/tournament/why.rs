//! Why a Swiss round has somebody meet whom he meets: the system's own codes and numbers, in words. Pure.

use super::names::Names;
use crate::{
    t,
    words::{Words, game, tournament as said},
};
use tengen_protocol::{
    Colour, EntryNo,
    pairing::{Amount, ColourReason, Criterion, Obstacle, SideWhy, Strength, Why, Wish},
};

/// What is told of a pairing to who it is explained to.
pub(super) fn told(words: Words, names: &Names<'_>, me: EntryNo, why: &Why) -> Vec<String> {
    match why {
        Why::Pair { first, second, colours, costs } => {
            let (own, other, colour) =
                if second.entry == me { (second, first, Colour::White) } else { (first, second, Colour::Black) };
            let (opponent, colour) = (names.numbered(other.entry), game::colour(words, colour));
            let points = other.points;
            let mut lines = vec![t!(words, "pairing-met", opponent = opponent, points = points, colour = colour)];
            lines.extend(side(words, names, own));
            lines.push(colours_told(words, colours));
            lines.extend(costs_told(words, costs));
            lines
        }
        Why::Bye { side: own, costs } => {
            let mut lines = vec![t!(words, "counted-bye")];
            lines.extend(side(words, names, own));
            lines.extend(costs_told(words, costs));
            lines
        }
    }
}

fn side(words: Words, names: &Names<'_>, side: &SideWhy) -> Vec<String> {
    let (points, rank, group) = (side.points, side.rank, side.group);
    let mut lines = vec![t!(words, "pairing-group", points = points, rank = rank, group = group)];
    if let Some(natural) = &side.natural {
        let opponent = names.numbered(natural.opponent);
        lines.push(match &natural.obstacle {
            Obstacle::Paired => t!(words, "pairing-natural"),
            Obstacle::Met { .. } => t!(words, "pairing-natural-met", opponent = opponent),
            Obstacle::HasBye => t!(words, "pairing-natural-has-bye", opponent = opponent),
            Obstacle::OwnBye => t!(words, "pairing-natural-own-bye", opponent = opponent),
            Obstacle::Floats { opponent: other } => {
                t!(words, "pairing-natural-floats", opponent = opponent, other = names.numbered(*other))
            }
            Obstacle::CostsMore { criterion: by } => {
                t!(words, "pairing-natural-costs", opponent = opponent, criterion = criterion(words, *by))
            }
            Obstacle::Whole { opponent: other } => {
                t!(words, "pairing-natural-whole", opponent = opponent, other = names.numbered(*other))
            }
        });
    }
    if let Some(Wish { colour, strength }) = &side.wish {
        let colour = game::colour(words, *colour);
        lines.push(match strength {
            Strength::Mild => t!(words, "pairing-wish", colour = colour),
            Strength::Strong => t!(words, "pairing-wish-strong", colour = colour),
        });
    }
    lines
}

fn colours_told(words: Words, reason: &ColourReason) -> String {
    match reason {
        ColourReason::OtherwiseMore { criterion: by } => {
            t!(words, "pairing-colours-costs", criterion = criterion(words, *by))
        }
        ColourReason::LargerDifference => t!(words, "pairing-colours-difference"),
        ColourReason::Alternate => t!(words, "pairing-colours-alternate"),
        ColourReason::BetterPlaced => t!(words, "pairing-colours-better-placed"),
        ColourReason::Seed => t!(words, "pairing-colours-seed"),
    }
}

/// What was given up, if anything.
fn costs_told(words: Words, costs: &[Amount]) -> Option<String> {
    let amounts = costs.iter().filter(|cost| !matches!(cost.criterion, Criterion::LowestList));
    let parts: Vec<String> = amounts
        .map(|cost| t!(words, "pairing-cost", criterion = criterion(words, cost.criterion), amount = cost.amount))
        .collect();
    (!parts.is_empty()).then(|| t!(words, "pairing-costs", costs = said::listed(words, parts)))
}

fn criterion(words: Words, criterion: Criterion) -> String {
    match criterion {
        Criterion::Rematch => t!(words, "pairing-by-rematch"),
        Criterion::ByeAgain => t!(words, "pairing-by-bye-again"),
        Criterion::ColourBounds => t!(words, "pairing-by-colour-bounds"),
        Criterion::ByePlace => t!(words, "pairing-by-bye-place"),
        Criterion::PointDifference => t!(words, "pairing-by-point-difference"),
        Criterion::FloatAgain => t!(words, "pairing-by-float-again"),
        Criterion::FloatAsBefore => t!(words, "pairing-by-float-as-before"),
        Criterion::SameClub => t!(words, "pairing-by-same-club"),
        Criterion::StrongWishes => t!(words, "pairing-by-strong-wishes"),
        Criterion::MildWishes => t!(words, "pairing-by-mild-wishes"),
        Criterion::Displacement => t!(words, "pairing-by-displacement"),
        Criterion::LowestList => t!(words, "pairing-by-lowest-list"),
    }
}
