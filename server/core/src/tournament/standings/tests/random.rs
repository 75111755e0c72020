//! Random events: everything that may happen to a round happens.

use super::{bout, entrants};
use crate::tournament::{History, Round};
use rand::{Rng as _, RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_chacha::ChaCha8Rng;
use tengen_protocol::{EntryNo, Score, Scores};

/// How many events a test tries.
pub(super) fn seeds() -> std::ops::Range<u64> {
    0..if std::env::var_os("TENGEN_LONG").is_some_and(|value| value == "1") { 50_000 } else { 600 }
}

pub(super) fn source(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn result(random: &mut ChaCha8Rng) -> Scores {
    let score = [Score::Win, Score::Draw, Score::Loss][random.random_range(0..3)];
    match random.random_range(0..20) {
        0 => Scores::forfeited(Score::Win),
        1 => Scores::forfeited(Score::Loss),
        2 => Scores::both_lose(false),
        3 => Scores::both_lose(true),
        _ => Scores::played(score),
    }
}

/// Some rounds with late entries, withdrawals, warnings, byes, absences, forfeits; often a last round
/// that is going on.
pub(super) fn event(seed: u64) -> History {
    let mut random = source(seed);
    let n = random.random_range(2..=10);
    let rounds: u32 = random.random_range(0..=8);
    let mut history = entrants(n);
    for entrant in &mut history.entrants {
        if random.random_ratio(1, 6) {
            entrant.from_round = random.random_range(1..=4);
        }
        if random.random_ratio(1, 6) {
            entrant.until_round = Some(random.random_range(0..=rounds));
        }
        if random.random_ratio(1, 8) {
            let left = random.random_range(1..=4);
            entrant.away.push(left..=left + random.random_range(0..=2));
        }
        entrant.warnings = random.next_u32() % 8 / 6;
        entrant.carried = random.next_u32() % 9 / 6;
    }
    for number in 1..=rounds {
        let field = history.entrants.iter().filter(|entrant| entrant.plays_in(number));
        let mut field: Vec<u32> = field.map(|entrant| entrant.no.0).collect();
        field.shuffle(&mut random);
        let mut round = Round::default();
        while let Some(one) = field.pop() {
            match field.pop() {
                Some(_) if random.random_ratio(1, 30) => {}
                Some(other) => round.bouts.push(bout(one, other, Some(result(&mut random)))),
                None if random.random_ratio(4, 5) => round.byes.push(EntryNo(one)),
                None => {}
            }
        }
        if number == rounds && random.random_ratio(1, 3) {
            for bout in &mut round.bouts {
                bout.result = bout.result.filter(|_| random.random_ratio(1, 2));
            }
        }
        history.rounds.push(round);
    }
    history
}
