//! Random events: against the slow reference, and what must hold whatever happens.

use super::{
    bout, entrants,
    random::{event, seeds, source},
    reference::Reference,
    round,
};
use crate::tournament::standings::{self, as_it_counts, explain, shared, standings};
use num_rational::Ratio;
use rand::{RngExt as _, seq::SliceRandom as _};
use std::cmp::Ordering;
use tengen_protocol::{
    EntryNo, Score, Scores,
    standings::{Criterion, Exact, Formula, Highest, Order, Row, Unplayed, Withdrawals},
};

const ALL: [Criterion; 11] = [
    Criterion::Points,
    Criterion::Total,
    Criterion::Sos,
    Criterion::SosWithoutExtremes,
    Criterion::Sodos,
    Criterion::Sosos,
    Criterion::BeatenOpponents,
    Criterion::Warnings,
    Criterion::DirectEncounter,
    Criterion::Wins,
    Criterion::WinsWithWhite,
];

/// A preset, or any criteria in any order with any setting.
fn order(seed: u64, rounds: u32) -> Order {
    let mut random = source(seed);
    let mut order = match random.random_range(0..4) {
        0 => standings::swiss(),
        1 => standings::swiss_by_points(),
        2 => standings::round_robin(rounds),
        _ => {
            let mut criteria = ALL.to_vec();
            criteria.shuffle(&mut random);
            criteria.truncate(random.random_range(1..=5));
            Order { criteria, ..standings::swiss() }
        }
    };
    order.unplayed = [Unplayed::Own, Unplayed::None, Unplayed::Half][random.random_range(0..3)];
    order.highest = [Highest::TwiceRounds, Highest::BestActual][random.random_range(0..2)];
    order
}

fn of(exact: Exact) -> Ratio<i128> {
    Ratio::new(exact.n.into(), u64::from(exact.d).into())
}

fn rounds(history: &crate::tournament::History) -> u32 {
    u32::try_from(history.rounds.len()).unwrap()
}

#[test]
fn the_slow_reference_agrees() {
    for seed in seeds() {
        let history = event(seed);
        let order = order(seed, rounds(&history));
        let rows = standings(&history, &order);
        let reference = Reference::new(&history, &order);
        let expected = reference.numbers();
        assert_eq!(rows.len(), history.entrants.len(), "seed {seed}");
        assert_eq!(rows.iter().filter(|row| row.place.is_some()).count(), expected.len(), "seed {seed}");
        for (no, numbers) in &expected {
            let row = rows.iter().find(|row| row.entry == *no).unwrap();
            let ours: Vec<_> = row.values.iter().map(|value| value.number.map(of)).collect();
            assert_eq!(ours, *numbers, "seed {seed}, {no}: {:?}", order.criteria);
            let better = expected.iter().filter(|(_, other)| reference.compare(other, numbers) == Ordering::Less);
            let place = 1 + u32::try_from(better.count()).unwrap();
            assert_eq!(row.place, Some(place), "seed {seed}, {no}: {:?}", order.criteria);
        }
    }
}

#[test]
fn the_order_of_lists_changes_nothing() {
    for seed in seeds() {
        let history = event(seed);
        let order = order(seed, rounds(&history));
        let mut shuffled = history.clone();
        let mut random = source(seed);
        shuffled.entrants.shuffle(&mut random);
        for round in &mut shuffled.rounds {
            round.bouts.shuffle(&mut random);
            round.byes.shuffle(&mut random);
        }
        assert_eq!(standings(&history, &order), standings(&shuffled, &order), "seed {seed}");
        let no = EntryNo(1);
        assert_eq!(explain(&history, &order, no), explain(&shuffled, &order, no), "seed {seed}");
    }
}

#[test]
fn points_are_neither_made_nor_lost() {
    for seed in seeds() {
        let history = event(seed);
        let decided = history.rounds.iter().flat_map(|round| &round.bouts).filter_map(|bout| bout.result);
        let loses = |scores: &Scores| (scores.first, scores.second) == (Score::Loss, Score::Loss);
        let (both_lose, others): (Vec<_>, Vec<_>) = decided.partition(loses);
        let byes: usize = history.rounds.iter().map(|round| round.byes.len()).sum();
        let mut order = standings::swiss();
        let carried: u32 = history.entrants.iter().map(|entrant| entrant.carried).sum();
        let given = |order: &Order| standings(&history, order).iter().map(|row| row.points).sum::<u32>() - carried;
        assert_eq!(given(&order), 2 * u32::try_from(others.len() + byes).unwrap(), "seed {seed}, {both_lose:?}");
        order.bye_points = 0;
        assert_eq!(given(&order), 2 * u32::try_from(others.len()).unwrap(), "seed {seed}, {both_lose:?}");
    }
}

#[test]
fn places_leave_no_gap_and_are_shared_by_those_who_tie_in_everything() {
    for seed in seeds() {
        let history = event(seed);
        let mut order = order(seed, rounds(&history));
        let rows = standings(&history, &order);
        let placed: Vec<&Row> = rows.iter().filter(|row| row.place.is_some()).collect();
        for (at, row) in placed.iter().enumerate() {
            let equal = placed.iter().position(|other| other.values == row.values).unwrap();
            assert_eq!(row.place, Some(u32::try_from(equal + 1).unwrap()), "seed {seed}, {at}");
        }
        assert!(rows[placed.len()..].iter().all(|row| row.place.is_none()), "seed {seed}: they are last");
        // A lot leaves nothing shared and moves nobody past somebody who was better.
        order.drawn = history.entrants.iter().rev().map(|entrant| entrant.no).collect();
        let drawn = standings(&history, &order);
        assert!(shared(&drawn).is_empty(), "seed {seed}");
        for row in drawn {
            let before = rows.iter().find(|other| other.entry == row.entry).unwrap();
            assert!(row.place >= before.place && row.values == before.values, "seed {seed}");
        }
    }
}

#[test]
fn brackets_average_zero_when_everybody_played_every_round() {
    for seed in seeds() {
        let mut random = source(seed);
        let n = 2 * random.random_range(1..=6);
        let mut history = entrants(n);
        for _ in 0..random.random_range(1..=9) {
            let mut field: Vec<u32> = (1..=n).collect();
            field.shuffle(&mut random);
            let bouts = field.chunks(2).map(|pair| {
                let score = [Score::Win, Score::Draw, Score::Loss][random.random_range(0..3)];
                bout(pair[0], pair[1], Some(Scores::played(score)))
            });
            history.rounds.push(round(bouts.collect::<Vec<_>>(), &[]));
        }
        let order = Order { criteria: vec![Criterion::Total, Criterion::Points], ..standings::swiss() };
        let brackets = standings(&history, &order).into_iter();
        let sum: Ratio<i128> =
            brackets.map(|row| of(row.values[0].number.unwrap()) - of(row.values[1].number.unwrap())).sum();
        assert_eq!(sum, Ratio::from(0), "seed {seed}");
    }
}

#[test]
fn explanations_add_up_to_the_standings() {
    for seed in seeds() {
        let history = event(seed);
        let order = order(seed, rounds(&history));
        for row in standings(&history, &order) {
            let explained = explain(&history, &order, row.entry).unwrap();
            assert_eq!(explained.place, row.place, "seed {seed}");
            let values: Vec<_> = explained.figures.iter().map(|figure| figure.value).collect();
            assert_eq!(values, row.values, "seed {seed}, {}", row.entry);
            let points: Ratio<i128> = explained.points.iter().map(|term| of(term.counts)).sum();
            assert_eq!(points, Ratio::from(i128::from(row.points)), "seed {seed}, {}", row.entry);
            for figure in explained.figures {
                let sum: Ratio<i128> = figure.terms.iter().map(|term| of(term.counts)).sum();
                let number = figure.value.number.map(of);
                match figure.formula {
                    Formula::Sum => assert_eq!(number, Some(sum), "seed {seed}, {}", row.entry),
                    Formula::Total { points, opponents, highest, rounds, bracket } => {
                        assert_eq!(of(opponents), sum);
                        assert_eq!(number, Some(of(points) + of(bracket)));
                        let scaled = sum * 2 - Ratio::from(i128::from(rounds) * i128::from(highest));
                        assert_eq!(
                            of(bracket) * i128::from(highest),
                            if highest == 0 { Ratio::from(0) } else { scaled }
                        );
                    }
                    _ => assert!(figure.terms.is_empty()),
                }
            }
        }
    }
}

#[test]
fn what_is_void_may_as_well_never_have_been() {
    for seed in seeds() {
        let history = event(seed);
        let order = standings::round_robin(rounds(&history));
        let counted = as_it_counts(&history, order.withdrawals);
        let stand = Order { withdrawals: Withdrawals::Stand, ..order.clone() };
        let of_placed = |rows: Vec<Row>| {
            let gone = standings::void(&history, order.withdrawals);
            rows.into_iter()
                .filter(|row| !gone.contains(&row.entry))
                .map(|row| (row.entry, row.points, row.values))
                .collect::<Vec<_>>()
        };
        assert_eq!(of_placed(standings(&history, &order)), of_placed(standings(&counted, &stand)), "seed {seed}");
    }
}
