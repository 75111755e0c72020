//! Every row of `tests/vectors/swiss_formula.tsv`, each in an event made so that somebody has the
//! row's points against opponents with the row's sums.

use super::{bout, entrants};
use crate::tournament::{
    History, Round,
    standings::{standings, swiss},
};
use std::{fs, path::Path};
use tengen_protocol::{
    EntryNo, Score, Scores,
    standings::{Criterion, Highest, Order, Unplayed},
};

/// A row of the table; all its results are wins and losses.
struct Wanted {
    points: u32,
    games: u32,
    sos: u32,
    sodos: u32,
    totals: [String; 2],
}

/// The rounds and the best score of a table: `.. R=7, actual highest=12`.
fn of_heading(line: &str) -> (u32, u32) {
    let after = |name| line.rsplit_once(name).unwrap().1.split(',').next().unwrap().parse().unwrap();
    (after("R="), after("actual highest="))
}

/// `parts` numbers as even as can be with this sum, each within the bounds.
fn split(sum: u32, parts: u32, bounds: std::ops::RangeInclusive<u32>) -> Vec<u32> {
    let split: Vec<u32> = (0..parts).map(|at| (sum + at) / parts).collect();
    assert!(split.iter().all(|part| bounds.contains(part)), "{sum} in {parts}");
    split
}

/// Entry 1 has what the row says, entry 2 the best score; the others are there for them.
fn event(wanted: &Wanted, rounds: u32, best: u32) -> History {
    let wins = wanted.points / 2;
    let losses = wanted.games - wins;
    // Whoever lost to 1 has at most 2 a round from the others, whoever won has 2 at least.
    let mut opponents: Vec<(Score, u32)> = Vec::new();
    opponents.extend(split(wanted.sodos, wins, 0..=best).into_iter().map(|points| (Score::Win, points)));
    opponents
        .extend(split(wanted.sos - wanted.sodos, losses, 2..=best).into_iter().map(|points| (Score::Loss, points)));
    let mut history = entrants(2 + 2 * wanted.games + 1);
    history.rounds = (0..rounds).map(|_| Round::default()).collect();
    // A row with fewer games than rounds missed the first ones.
    let missed = rounds - wanted.games;
    history.entrants[0].from_round = missed + 1;
    // `points` for `one`, two at a time; the other gets as little as can be, so that nobody but 2 has the best score.
    let mut meet = |one: u32, other: u32, mut points: u32, rounds: &mut dyn Iterator<Item = u32>| {
        for round in rounds {
            let scores = match points {
                0 => Scores::both_lose(false),
                1 => Scores::played(Score::Draw),
                _ => Scores::played(Score::Win),
            };
            points -= scores.first.points();
            history.rounds[usize::try_from(round).unwrap()].bouts.push(bout(one, other, Some(scores)));
        }
        assert_eq!(points, 0, "too few rounds");
    };
    for ((score, points), at) in opponents.into_iter().zip(0..) {
        let (opponent, partner) = (3 + 2 * at, 4 + 2 * at);
        let round = missed + at;
        match score {
            Score::Win => meet(1, opponent, 2, &mut [round].into_iter()),
            _ => meet(opponent, 1, 2, &mut [round].into_iter()),
        }
        let others = points - score.opposite().points();
        meet(opponent, partner, others, &mut (0..rounds).filter(|other| *other != round));
    }
    meet(2, 2 + 2 * wanted.games + 1, best, &mut (0..rounds));
    history
}

#[test]
fn a_real_table_whole() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/swiss_formula.tsv");
    let table = fs::read_to_string(path).unwrap();
    let (mut rounds, mut best, mut rows) = (0, 0, 0);
    for line in table.lines().filter(|line| !line.starts_with("player")) {
        if line.starts_with('#') {
            (rounds, best) = of_heading(line);
            continue;
        }
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| cells[at].parse::<u32>().unwrap();
        let totals = [cells[5].to_owned(), cells[6].to_owned()];
        let wanted = Wanted { points: number(1), games: number(2), sos: number(3), sodos: number(4), totals };
        let history = event(&wanted, rounds, best);
        for (highest, total) in [Highest::TwiceRounds, Highest::BestActual].into_iter().zip(&wanted.totals) {
            let criteria = vec![Criterion::Points, Criterion::Sos, Criterion::Sodos, Criterion::Total];
            let order = Order { criteria, highest, unplayed: Unplayed::None, ..swiss() };
            let row = standings(&history, &order).into_iter().find(|row| row.entry == EntryNo(1)).unwrap();
            let shown: Vec<String> = row.values.iter().map(|value| value.number.unwrap().decimal(6)).collect();
            let whole = |number: u32| format!("{number}.000000");
            assert_eq!(shown, [whole(wanted.points), whole(wanted.sos), whole(wanted.sodos), total.clone()], "{line}");
        }
        rows += 1;
    }
    assert_eq!(rows, 32 + 35, "every row was read");
}
