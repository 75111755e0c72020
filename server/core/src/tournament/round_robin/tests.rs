//! Berger's tables as they are printed, and what happens to them when people come and go.

use super::*;
use crate::tournament::tests::{BOTH_LOSE, FIRST, better_wins, entries, numbers, plan, record, stage, withdraw};
use crate::tournament::{Entrant, system::forfeit};
use tengen_protocol::{Score, Scores};

/// The tables of the FIDE handbook (C.05, annex 1), the first-named with the first move.
const PRINTED: [(usize, &str); 4] = [
    (4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"),
    (6, "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"),
    (
        8,
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 \
         | 4-8 5-3 6-2 7-1",
    ),
    (
        10,
        "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3 \
         | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 \
         | 5-10 6-4 7-3 8-2 9-1",
    ),
];

#[test]
fn the_tables_are_those_that_are_printed() {
    for (n, table) in PRINTED {
        let rounds: Vec<&str> = table.split('|').map(str::trim).collect();
        assert_eq!(rounds.len(), rounds_in_lap(n));
        for (round, printed) in rounds.into_iter().enumerate() {
            let pairs: Vec<_> = berger(n, round).iter().map(|(black, white)| format!("{black}-{white}")).collect();
            assert_eq!(pairs.join(" "), printed, "n = {n}, round {}", round + 1);
        }
    }
    assert!(berger(0, 0).is_empty());
    assert_eq!(berger(2, 0), [(1, 2)]);
}

#[test]
fn every_table_is_whole_and_its_colours_balanced() {
    for n in (2..=MOST_ENTRANTS).step_by(2) {
        let (mut met, mut blacks) = (vec![false; n * n], vec![0; n]);
        for round in 0..rounds_in_lap(n) {
            let mut seen = vec![false; n];
            for (black, white) in berger(n, round) {
                let (black, white) = (black - 1, white - 1);
                assert!(!std::mem::replace(&mut met[black.min(white) * n + black.max(white)], true), "n = {n}");
                assert!(!std::mem::replace(&mut seen[black], true) && !std::mem::replace(&mut seen[white], true));
                blacks[black] += 1;
            }
            assert!(seen.iter().all(|seen| *seen));
        }
        assert_eq!(met.iter().filter(|met| **met).count(), n * (n - 1) / 2);
        // Of an odd number of games one colour is once more.
        assert!(blacks.iter().all(|blacks| *blacks == n / 2 || *blacks == n / 2 - 1), "n = {n}");
    }
}

#[test]
fn the_second_lap_swaps_colours_and_the_third_does_not() {
    let schedule = schedule(&stage(4), 3);
    assert_eq!(schedule.len(), 9);
    assert_eq!(numbers(&schedule[0].pairs), [(1, 4), (2, 3)]);
    assert_eq!(numbers(&schedule[3].pairs), [(4, 1), (3, 2)]);
    assert_eq!(numbers(&schedule[4].pairs), [(3, 4), (2, 1)]);
    assert_eq!(schedule[6], schedule[0]);
}

#[test]
fn in_an_odd_field_whoever_meets_nobody_has_a_bye() {
    let byes: Vec<_> = schedule(&stage(5), 1).iter().map(|plan| entries(&plan.byes)).collect();
    assert_eq!(byes, [[1], [4], [2], [5], [3]]);
}

#[test]
fn numbers_go_by_seed_and_not_by_entry() {
    let mut history = stage(4);
    for entrant in &mut history.entrants {
        entrant.seed = 5 - entrant.seed;
    }
    assert_eq!(numbers(&plan(next(&history, 1)).pairs), [(4, 1), (3, 2)]);
}

#[test]
fn who_withdraws_before_the_start_is_left_out_and_later_forfeits() {
    let mut history = stage(4);
    withdraw(&mut history, 2);
    let first = plan(next(&history, 1));
    assert_eq!((numbers(&first.pairs), entries(&first.byes)), (vec![(3, 4)], vec![1]), "redrawn: 1 3 4 are 1 2 3");

    let mut history = stage(4);
    record(&mut history, &schedule(&stage(4), 1)[0], better_wins);
    withdraw(&mut history, 3);
    let second = plan(next(&history, 1));
    assert_eq!(numbers(&second.pairs), [(4, 3), (1, 2)]);
    assert_eq!(forfeit(&history, second.pairs[0], 2), Some(Scores::forfeited(Score::Win)));
    assert_eq!(forfeit(&history, second.pairs[1], 2), None);
    withdraw(&mut history, 4);
    assert_eq!(forfeit(&history, second.pairs[0], 2), Some(BOTH_LOSE).map(|lost| Scores { forfeit: true, ..lost }));
}

#[test]
fn who_has_withdrawn_has_no_bye() {
    let mut history = stage(3);
    record(&mut history, &schedule(&stage(3), 1)[0], |_| FIRST);
    withdraw(&mut history, 3);
    assert_eq!(entries(&plan(next(&history, 1)).byes), [0_u32; 0], "3 would meet nobody now");
}

#[test]
fn who_comes_late_takes_the_free_number_of_an_odd_field() {
    let mut history = stage(3);
    record(&mut history, &schedule(&stage(3), 1)[0], |_| FIRST);
    history.entrants.push(Entrant { from_round: 2, ..Entrant::new(EntryNo(4), 4) });
    history.entrants.push(Entrant { from_round: 2, ..Entrant::new(EntryNo(5), 5) });
    let second = plan(next(&history, 1));
    assert_eq!((numbers(&second.pairs), entries(&second.byes)), (vec![(4, 3), (1, 2)], vec![]));
    assert_eq!(entries(&schedule(&history, 1)[0].byes), [1], "he was not there");
}

/// Numbers as they are, 0 for the one that nobody has.
fn numbered(history: &History) -> Vec<u32> {
    seats(history).iter().map(|seat| seat.map_or(0, |no| no.0)).collect()
}

#[test]
fn whoever_is_readmitted_does_not_move_the_others() {
    // 2 leaves before the start; the table is that of 1, 3, 4, 5.
    let mut history = stage(5);
    withdraw(&mut history, 2);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    let before = schedule(&history, 1);
    history.entrants[1].until_round = None;
    history.entrants[1].away.push(1..=1);
    assert_eq!(numbered(&history), [1, 3, 4, 5], "there is no number for him");
    assert_eq!(schedule(&history, 1), before);

    // In an odd field he takes the free number.
    let mut history = stage(4);
    withdraw(&mut history, 2);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    assert_eq!(numbered(&history), [1, 3, 4, 0]);
    history.entrants[1].until_round = None;
    history.entrants[1].away.push(1..=1);
    assert_eq!(numbered(&history), [1, 3, 4, 2]);
    let second = plan(next(&history, 1));
    assert_eq!((numbers(&second.pairs), entries(&second.byes)), (vec![(2, 4), (1, 3)], vec![]));

    // Who leaves in mid-event and comes back has never lost his.
    let mut history = stage(4);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    let before = schedule(&history, 1);
    withdraw(&mut history, 3);
    assert_eq!(schedule(&history, 1), before);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    history.entrants[2].until_round = None;
    history.entrants[2].away.push(2..=2);
    assert_eq!(schedule(&history, 1), before);
}

#[test]
fn the_free_number_stays_with_whoever_has_played_with_it() {
    let late = |no, seed, from_round| Entrant { from_round, ..Entrant::new(EntryNo(no), seed) };
    let mut history = stage(3);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    history.entrants.push(late(4, 9, 2));
    history.entrants.push(late(5, 1, 3));
    assert_eq!(numbered(&history), [1, 2, 3, 4]);
    // He does not come after all: the next may.
    let mut without = history.clone();
    withdraw(&mut without, 4);
    assert_eq!(numbered(&without), [1, 2, 3, 5]);
    // He has come: nobody else can, whatever his seed, also when he leaves.
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    history.entrants.push(late(6, 0, 2));
    assert_eq!(numbered(&history), [1, 2, 3, 4]);
    withdraw(&mut history, 4);
    assert_eq!(numbered(&history), [1, 2, 3, 4]);
}

#[test]
fn it_ends_after_its_laps_and_waits_for_results() {
    let mut history = stage(2);
    let first = plan(next(&history, 2));
    record(&mut history, &first, |_| Scores::played(Score::Draw));
    let second = plan(next(&history, 2));
    assert_eq!(numbers(&second.pairs), [(2, 1)]);
    record(&mut history, &second, better_wins);
    assert_eq!(next(&history, 2), Ok(Next::Over));
    history.rounds[0].bouts[0].result = None;
    assert_eq!(next(&history, 2), Err(NotYet::Undecided { round: 1, undecided: 1 }));
}

#[test]
fn the_field_has_bounds() {
    assert_eq!(next(&stage(1), 1), Err(NotYet::TooFew(1)));
    assert_eq!(next(&stage(0), 1), Err(NotYet::TooFew(0)));
    assert!(next(&stage(64), 8).is_ok());
    assert_eq!(next(&stage(65), 1), Err(NotYet::TooMany { given: 65, most: 64 }));
}
