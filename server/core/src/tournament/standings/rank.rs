//! Ordering: criterion after criterion splits those who are still level.

use super::{
    Number,
    criteria::{draw_position, figure},
    tally::Tally,
};
use std::cmp::Reverse;
use tengen_protocol::standings::{Criterion, Order};

/// One entrant in his place.
pub(super) struct Ranked {
    pub(super) who: usize,
    pub(super) place: Option<u32>,
    /// One for each criterion.
    pub(super) numbers: Vec<Option<Number>>,
}

/// Everybody, best first.
pub(super) fn rank(tally: &Tally<'_>, order: &Order) -> Vec<Ranked> {
    let mut numbers: Vec<Vec<Option<Number>>> = tally.everybody().map(|_| Vec::new()).collect();
    let (placed, unplaced): (Vec<_>, Vec<_>) = tally.everybody().partition(|who| tally.is_placed(*who));
    let mut groups = vec![placed];
    for criterion in &order.criteria {
        for group in &groups {
            for who in group {
                numbers[*who].push(figure(tally, *who, *criterion, group).number);
            }
        }
        for who in &unplaced {
            numbers[*who].push(figure(tally, *who, *criterion, &[*who]).number);
        }
        groups =
            groups.into_iter().flat_map(|group| split(group, |who| key(*criterion, numbers[who].last()))).collect();
    }
    groups = groups.into_iter().flat_map(|group| apply_draw(tally, order, group)).collect();

    let mut ranking = Vec::with_capacity(numbers.len());
    let mut place = 1;
    let placed = groups.into_iter().map(|group| (true, group));
    for (is_placed, mut group) in placed.chain([(false, unplaced)]) {
        let size = u32::try_from(group.len()).unwrap_or(u32::MAX);
        group.sort_by_key(|who| tally.no(*who));
        let places = group.into_iter().map(|who| (who, is_placed.then_some(place)));
        ranking.extend(places.map(|(who, place)| Ranked { who, place, numbers: std::mem::take(&mut numbers[who]) }));
        place += size;
    }
    ranking
}

/// The greater the better.
fn key(criterion: Criterion, number: Option<&Option<Number>>) -> Option<Number> {
    let number = number.copied().flatten();
    if criterion == Criterion::Warnings { number.map(|warnings| -warnings) } else { number }
}

/// Those who are equal by this key together, the greatest first.
fn split<K: Ord>(mut group: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    group.sort_by_cached_key(|who| Reverse(key(*who)));
    group.chunk_by(|one, other| key(*one) == key(*other)).map(<[usize]>::to_vec).collect()
}

/// A tie of which everybody is named in the draw is decided by it.
fn apply_draw(tally: &Tally<'_>, order: &Order, group: Vec<usize>) -> Vec<Vec<usize>> {
    if group.len() > 1 && group.iter().all(|who| draw_position(tally, order, *who).is_some()) {
        return split(group, |who| Reverse(draw_position(tally, order, who)));
    }
    vec![group]
}
