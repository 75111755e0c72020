//! Whole events, and what tests of systems share.

mod driver;
mod eliminations;
mod events;

use super::*;
use tengen_protocol::{EntryNo, Score, Scores, System};

pub(super) const FIRST: Scores = Scores::played(Score::Win);
pub(super) const SECOND: Scores = Scores::played(Score::Loss);
pub(super) const BOTH_LOSE: Scores = Scores::both_lose(false);

/// Entrants 1 to n, whose seeds are their numbers.
pub(super) fn stage(n: u32) -> History {
    History::new((1..=n).map(|no| Entrant::new(EntryNo(no), no)).collect())
}

/// A pair of numbers.
pub(super) fn pair(first: u32, second: u32) -> Pair {
    Pair { first: EntryNo(first), second: EntryNo(second) }
}

pub(super) fn numbers(pairs: &[Pair]) -> Vec<(u32, u32)> {
    pairs.iter().map(|pair| (pair.first.0, pair.second.0)).collect()
}

pub(super) fn entries(entries: &[EntryNo]) -> Vec<u32> {
    entries.iter().map(|no| no.0).collect()
}

/// The round that comes next.
#[track_caller]
pub(super) fn plan(next: Result<Next, NotYet>) -> Plan {
    match next {
        Ok(Next::Round(plan)) => plan,
        other => panic!("{other:?}"),
    }
}

/// Records a round as it was planned.
pub(super) fn record(history: &mut History, plan: &Plan, result: impl Fn(Pair) -> Scores) {
    let bouts =
        plan.pairs.iter().map(|pair| Bout { result: Some(result(*pair)), ..Bout::new(pair.first, pair.second) });
    history.rounds.push(Round { bouts: bouts.collect(), byes: plan.byes.clone() });
}

/// The better seed wins.
pub(super) fn better_wins(pair: Pair) -> Scores {
    if pair.first < pair.second { FIRST } else { SECOND }
}

/// Withdraws an entrant after the rounds so far.
pub(super) fn withdraw(history: &mut History, no: u32) {
    let last = history.next_round() - 1;
    for entrant in history.entrants.iter_mut().filter(|entrant| entrant.no == EntryNo(no)) {
        entrant.until_round = Some(last);
    }
}

/// How many random events a test plays.
pub(super) fn cases(usual: u64) -> u64 {
    if std::env::var_os("TENGEN_LONG").is_some() { usual * 20 } else { usual }
}

/// Numbers that are the same each time: SplitMix64.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `below` - 1.
    pub(super) fn below(&mut self, below: u32) -> u32 {
        u32::try_from(self.next() % u64::from(below)).unwrap()
    }

    /// Once in `n` times.
    pub(super) fn once_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = usize::try_from(self.next() % (u64::try_from(last).unwrap() + 1)).unwrap();
            items.swap(last, other);
        }
    }
}

/// What comes next by any system. Swiss lets two meet again rather than end.
pub(super) fn next(history: &History, system: System) -> Result<Next, NotYet> {
    let swiss = swiss::Options { rematches: swiss::Rematches::WhenExhausted, ..swiss::Options::default() };
    system::next(history, system, &system::Options { swiss })
}
