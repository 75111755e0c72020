//! Swiss rounds against trying everything, whole events, and cases computed by hand.

mod cases;
mod events;
mod oracle;
mod speed;

use super::*;
use crate::tournament::{Bout, Entrant, Round};
use rand::{Rng, RngExt as _};
use tengen_protocol::{Score, Scores};

/// Entrants 1 to n, seeds alike.
fn field(n: u32) -> Vec<Entrant> {
    (1..=n).map(|no| Entrant::new(EntryNo(no), no)).collect()
}

/// How a bout of a test goes: mostly wins, some draws, forfeits and double losses.
fn draw_result(random: &mut impl Rng) -> Scores {
    match random.random_range(0..20) {
        0 => Scores::both_lose(random.random_bool(0.5)),
        1 => Scores::forfeited(Score::Win),
        2 => Scores::forfeited(Score::Loss),
        3 | 4 => Scores::played(Score::Draw),
        odd if odd % 2 == 1 => Scores::played(Score::Win),
        _ => Scores::played(Score::Loss),
    }
}

/// Plays a planned round with results drawn.
fn play(plan: &Plan, random: &mut impl Rng) -> Round {
    let bout = |pair: &Pair| Bout { result: Some(draw_result(random)), ..Bout::new(pair.first, pair.second) };
    Round { bouts: plan.pairs.iter().map(bout).collect(), byes: plan.byes.clone() }
}
