//! Who stands where: points, tie-breaks and totals as exact rationals.
//!
//! [`standings`] orders the entrants of a stage by the criteria of an
//! [`Order`]; [`for_stage`] gives the orders of the regulations
//! (S1.26-28, S1.32). Each number is the sum of terms that [`explain`] shows: there is no second way
//! of counting behind it. Whom to pair and what a withdrawal does to pairings is decided elsewhere;
//! what it does to results (S1.24) is [`as_it_counts`].
//!
//! # What counts
//! - Win 2, draw 1, loss 0; both may lose. A bye gives what the order says.
//! - Points are those of every decided bout, and those brought along from the stage before, which
//!   count for whoever has them and not in the sums of his opponents.
//! - All else, opponents' points included, is as after the last completed round: while a round is going
//!   on whoever has finished early would otherwise have one opponent more than the others.
//! - Sums of opponents' points take the opponent's points of the whole stage. A round that was not
//!   played (bye, forfeit won or lost, not paired) counts as the order's `unplayed` says; a round
//!   before the entry, after a withdrawal or after going out adds 0.
//! - A game lost by a ruling after it was played is a played game.
//! - Of the games of a bout those count that [`counted`](super::bout::counted) names.
//! - Between leaving and being readmitted, or brought back, rounds add 0 as after leaving.
//!
//! # Why nothing overflows
//! Points are at most 2 a round and bye points at most 255, so in a stage of up to 65,535 rounds a
//! score in the stage is below 2^24, SOS below 2^40 and SOSOS below 2^56; denominators are 1, 2, 4, 8 or at most the
//! highest score, and only SOS (at most halved) is divided by that: numerators stay below 2^58.
//! Rounds beyond are left out.

mod check;
mod criteria;
mod preset;
mod rank;
mod tally;
#[cfg(test)]
mod tests;
mod withdrawn;

use super::History;
use criteria::{figure, place_in_draw};
use num_rational::Ratio;
use rank::{Ranked, rank};
use std::num::NonZeroU64;
use tally::Tally;
use tengen_protocol::{
    EntryNo,
    standings::{Criterion, Exact, Explanation, Order, Row, Value},
};

pub use check::{BadOrder, MOST_BYE_POINTS, check_order};
pub use preset::{elimination, for_stage, round_robin, swiss, swiss_by_points, swiss_elimination, team};
pub use withdrawn::{as_it_counts, void};

/// An exact number.
type Number = Ratio<i64>;

fn exact(number: Number) -> Exact {
    // A ratio keeps its denominator positive.
    let d = NonZeroU64::new(number.denom().unsigned_abs()).unwrap_or(NonZeroU64::MIN);
    Exact { n: *number.numer(), d }
}

/// The standings, best first; those who share a place by number, those without a place at the end.
#[must_use]
pub fn standings(history: &History, order: &Order) -> Vec<Row> {
    let tally = Tally::new(history, order);
    rank(&tally, order).into_iter().map(|ranked| row(&tally, order, ranked)).collect()
}

fn row(tally: &Tally<'_>, order: &Order, ranked: Ranked) -> Row {
    let numbers = ranked.numbers.iter().map(|number| number.map(exact));
    Row {
        entry: tally.no(ranked.who),
        place: ranked.place,
        points: tally.points_so_far(ranked.who),
        values: order
            .criteria
            .iter()
            .zip(numbers)
            .map(|(criterion, number)| Value { criterion: *criterion, number })
            .collect(),
    }
}

/// How the place of one entrant came about: every criterion with the rounds it is made of. None if
/// there is nobody with this number.
#[must_use]
pub fn explain(history: &History, order: &Order, entry: EntryNo) -> Option<Explanation> {
    let tally = Tally::new(history, order);
    let ranking = rank(&tally, order);
    let own = ranking.iter().find(|ranked| tally.no(ranked.who) == entry)?;
    let level_before = |criterion: usize| -> Vec<usize> {
        let is_level = |other: &&Ranked| {
            other.place.is_some() == own.place.is_some()
                && other.numbers.iter().take(criterion).eq(own.numbers.iter().take(criterion))
        };
        if own.place.is_none() {
            return vec![own.who];
        }
        ranking.iter().filter(is_level).map(|ranked| ranked.who).collect()
    };
    let figures = order.criteria.iter().enumerate();
    let figures = figures.map(|(at, criterion)| figure(&tally, own.who, *criterion, &level_before(at)).shown(&tally));
    let points = figure(&tally, own.who, Criterion::Points, &[own.who]).shown(&tally);
    let level = level_before(order.criteria.len());
    let shared = ranking.iter().filter(|other| other.who != own.who && own.place.is_some() && other.place == own.place);
    Some(Explanation {
        entry,
        place: own.place,
        rounds: tally.completed(),
        points: points.terms,
        figures: figures.collect(),
        shared_with: shared.map(|other| tally.no(other.who)).collect(),
        drawn: place_in_draw(&tally, order, own.who, &level),
    })
}

/// Who shares a place with whom: where the event allows none shared, a play-off or a lot decides
/// (S1.28 C), whose outcome goes into [`Order::drawn`].
#[must_use]
pub fn shared(rows: &[Row]) -> Vec<Vec<EntryNo>> {
    let groups = rows.chunk_by(|one, other| one.place.is_some() && one.place == other.place);
    groups.filter(|group| group.len() > 1).map(|group| group.iter().map(|row| row.entry).collect()).collect()
}
