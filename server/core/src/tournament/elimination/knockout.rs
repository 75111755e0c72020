//! One round of an elimination with two or more losses: the best whole.
//!
//! The field is whoever may play in the round and has fewer than k losses. Odd: the bye goes to fewest
//! byes so far, then fewest losses, then the best seed; a second bye is remarked. The others are paired
//! so that [`Cost`] is lowest, its parts in their order, and among equals the list of pairs, written as
//! places by seed, is the lowest. Then colours are given ([`super::colours`]).
//! The last two play on against each other until one has k losses.
//!
//! The tables: fewest losses together first, then the best seed.

use super::colours;
use crate::tournament::{Entrant, History, Next, Pair, Plan, Remark, swiss::optimum};
use tengen_protocol::EntryNo;

/// What a set of pairs costs: the first part decides, then the next. Sums over the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Squares of the difference in losses.
    pub losses: i64,
    /// How often the two have met.
    pub meetings: i64,
    /// Squares of both sides' balance of colours (Blacks minus Whites) after the round, with the colours
    /// that make the sum of the pair least.
    pub colours: i64,
    /// Products of the two's places in the field by seed, from 1: lowest when the best meets the last,
    /// the second best the last but one, and so on.
    pub seeds: i64,
}

impl Cost {
    fn plus(self, other: Self) -> Self {
        Self {
            losses: self.losses + other.losses,
            meetings: self.meetings + other.meetings,
            colours: self.colours + other.colours,
            seeds: self.seeds + other.seeds,
        }
    }

    const fn in_order(self) -> [i64; 4] {
        [self.losses, self.meetings, self.colours, self.seeds]
    }
}

/// What these pairs would cost in the next round. Pairs of others than the field cost nothing.
#[must_use]
pub fn cost(history: &History, losses: u8, pairs: &[Pair]) -> Cost {
    let mut field = field(history, losses);
    field.retain(|side| pairs.iter().any(|pair| pair.first == side.entrant.no || pair.second == side.entrant.no));
    number(&mut field);
    let find = |no: EntryNo| field.iter().find(|side| side.entrant.no == no);
    pairs
        .iter()
        .filter_map(|pair| {
            Some(of_pair(find(pair.first)?, find(pair.second)?, history.meetings(pair.first, pair.second)))
        })
        .fold(Cost::default(), Cost::plus)
}

pub(super) fn next(history: &History, losses: u8) -> Next {
    let mut field = field(history, losses);
    if field.len() < 2 {
        return Next::Over;
    }
    let mut plan = Plan::default();
    if field.len() % 2 == 1 {
        let byes = |side: &Side<'_>| history.byes_of(side.entrant.no);
        let bye = (0..field.len()).min_by_key(|at| (byes(&field[*at]), field[*at].losses, field[*at].entrant.seed));
        if let Some(at) = bye {
            let side = field.remove(at);
            let (entry, times) = (side.entrant.no, byes(&side) + 1);
            plan.byes.push(entry);
            if times > 1 {
                plan.remarks.push(Remark::ByeAgain { entry, times });
            }
        }
    }
    number(&mut field);
    let mut tables = best(history, &field);
    tables.sort_by_key(|(one, other)| (one.losses + other.losses, one.entrant.seed.min(other.entrant.seed)));
    for (table, (one, other)) in tables.iter().enumerate() {
        let pair = colours::assign(history, one.entrant, other.entrant, table);
        let times = history.meetings(pair.first, pair.second) + 1;
        // That the last two meet again is the rule itself.
        if times > 1 && (tables.len() > 1 || !plan.byes.is_empty()) {
            plan.remarks.push(Remark::Rematch { pair, times });
        }
        plan.pairs.push(pair);
    }
    Next::Round(plan)
}

/// One who is paired.
struct Side<'a> {
    entrant: &'a Entrant,
    losses: u32,
    balance: i64,
    /// His place among those who are paired, by seed, from 1.
    place: i64,
}

/// Who may play and has losses left, by seed.
fn field(history: &History, losses: u8) -> Vec<Side<'_>> {
    let mut field: Vec<_> = history
        .field()
        .into_iter()
        .map(|entrant| {
            let balance = colours::Given::to(history, entrant).balance;
            Side { entrant, losses: history.losses_of(entrant.no), balance, place: 0 }
        })
        .filter(|side| side.losses < u32::from(losses))
        .collect();
    number(&mut field);
    field
}

fn number(field: &mut [Side<'_>]) {
    for (place, side) in (1..).zip(field) {
        side.place = place;
    }
}

fn of_pair(one: &Side<'_>, other: &Side<'_>, meetings: usize) -> Cost {
    let apart = i64::from(one.losses.abs_diff(other.losses));
    let after = |black: &Side<'_>, white: &Side<'_>| (black.balance + 1).pow(2) + (white.balance - 1).pow(2);
    Cost {
        losses: apart * apart,
        meetings: i64::try_from(meetings).unwrap_or(i64::MAX),
        colours: after(one, other).min(after(other, one)),
        seeds: one.place * other.place,
    }
}

/// The best pairs in a field of even length, the better place first.
fn best<'a, 'b>(history: &History, field: &'b [Side<'a>]) -> Vec<(&'b Side<'a>, &'b Side<'a>)> {
    let n = field.len();
    let met = meetings(history, field);
    let all = (0..n).flat_map(|one| (one + 1..n).map(move |other| (one, other)));
    let costs = |(one, other): (usize, usize)| of_pair(&field[one], &field[other], met[one * n + other]).in_order();
    // Everybody may meet everybody, so an even field can always be paired.
    let mates = optimum::best(n, all, costs).unwrap_or_default();
    (0..n).zip(mates).filter(|(one, other)| one < other).map(|(one, other)| (&field[one], &field[other])).collect()
}

/// How often each two have met, in one walk through the rounds.
fn meetings(history: &History, field: &[Side<'_>]) -> Vec<usize> {
    let n = field.len();
    let mut places: Vec<_> = field.iter().enumerate().map(|(at, side)| (side.entrant.no, at)).collect();
    places.sort_unstable();
    let place = |no| places.binary_search_by_key(&no, |(no, _)| *no).ok().map(|at| places[at].1);
    let mut met = vec![0; n * n];
    for bout in history.rounds.iter().flat_map(|round| &round.bouts).filter(|bout| bout.is_met()) {
        if let (Some(one), Some(other)) = (place(bout.first), place(bout.second)) {
            met[one * n + other] += 1;
            met[other * n + one] += 1;
        }
    }
    met
}
