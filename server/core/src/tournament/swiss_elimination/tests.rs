//! Fields by hand.

use super::field;
use crate::tournament::tests::{BOTH_LOSE, FIRST, SECOND, better_wins, entries, pair, plan, record, stage, withdraw};
use crate::tournament::{History, Next, NotYet, Pair, Plan, Round, swiss_elimination::Field};
use tengen_protocol::{EntryNo, Score, Scores, System};

/// What comes next with one loss.
fn next(history: &History) -> Result<Next, NotYet> {
    crate::tournament::tests::next(history, System::SwissElimination { losses: 1 })
}

fn by_hand(pairs: &[(u32, u32)]) -> Plan {
    Plan { pairs: pairs.iter().map(|(first, second)| pair(*first, *second)).collect(), ..Plan::default() }
}

#[test]
fn six_with_one_loss_become_three_and_one_then_two_then_one() {
    let mut history = stage(6);
    let mut sizes = Vec::new();
    let mut back = Vec::new();
    loop {
        let now = field(&history, 1, 2);
        sizes.push(now.playing.len());
        back.push(now.returning.map(|no| no.0));
        match next(&history) {
            Ok(Next::Round(plan)) => record(&mut history, &plan, better_wins),
            other => break assert_eq!(other, Ok(Next::Over)),
        }
    }
    assert_eq!(sizes, [6, 4, 2, 1]);
    assert_eq!(back[0], None);
    assert!(back[1].is_some(), "three are left and one comes back");
    assert_eq!(back[2..], [None, None]);
    assert_eq!(entries(&field(&history, 1, 2).playing), [1]);
}

#[test]
fn the_best_placed_comes_back_by_points_then_opponents_then_seed() {
    // Two losses: 5 has left without a point, 6 with a draw.
    let mut history = stage(7);
    record(&mut history, &Plan { byes: vec![EntryNo(7)], ..by_hand(&[(1, 5), (2, 6), (3, 4)]) }, |_| FIRST);
    let draw = |two: Pair| if two.second == EntryNo(4) { Scores::played(Score::Draw) } else { FIRST };
    record(&mut history, &Plan { byes: vec![EntryNo(3)], ..by_hand(&[(2, 5), (6, 4), (1, 7)]) }, draw);
    record(&mut history, &by_hand(&[(3, 6)]), |_| FIRST);
    assert_eq!(field(&history, 2, 2).returning, Some(EntryNo(6)));
    assert_eq!(entries(&field(&history, 2, 2).playing), [1, 2, 3, 4, 6, 7]);

    // One loss: 4 5 6 have lost to 3, 2 and 1; of them 5's opponent got one more point in a second round.
    let mut sums = stage(6);
    record(&mut sums, &by_hand(&[(1, 6), (2, 5), (3, 4)]), |_| FIRST);
    assert_eq!(field(&sums, 1, 2).returning, Some(EntryNo(4)), "all equal: the best seed");
    let second = by_hand(&[(2, 4), (1, 3)]);
    record(&mut sums, &second, |two| if two.first == EntryNo(2) { FIRST } else { BOTH_LOSE });
    assert_eq!(entries(&field(&sums, 1, 2).playing), [2], "one is left: nobody comes back");
    sums.rounds[1].bouts[1].result = Some(Scores::played(Score::Draw));
    // Left: 1 and 3 with 3 points and no loss, 2 with 4. 5 lost to 2 (4), 6 to 1 (3); 4 has come back once.
    assert_eq!(field(&sums, 1, 2).returning, Some(EntryNo(5)));
}

#[test]
fn the_best_placed_is_so_by_the_points_of_the_places() {
    let mut history = stage(6);
    record(&mut history, &by_hand(&[(1, 6), (2, 5), (3, 4)]), |_| FIRST);
    assert_eq!(field(&history, 1, 2).returning, Some(EntryNo(4)));
    history.entrants[5].carried = 1;
    assert_eq!(field(&history, 1, 2).returning, Some(EntryNo(6)), "he brought a point along");
    // 5 had a bye before, which the event may count or not.
    history.rounds.insert(0, Round { bouts: Vec::new(), byes: vec![EntryNo(5)] });
    assert_eq!(field(&history, 1, 2).returning, Some(EntryNo(5)));
    assert_eq!(field(&history, 1, 0).returning, Some(EntryNo(6)));
}

#[test]
fn a_bout_is_lost_by_points_here_too() {
    let mut history = stage(4);
    let one_sided = Scores { first: Score::Draw, second: Score::Loss, forfeit: false };
    let higher = Scores { first: Score::Draw, second: Score::Win, forfeit: false };
    record(&mut history, &by_hand(&[(1, 4), (2, 3)]), |two| if two.first == EntryNo(1) { one_sided } else { higher });
    assert_eq!(entries(&field(&history, 1, 2).playing), [1, 3]);
}

#[test]
fn who_comes_back_stays_until_the_next_loss_and_never_comes_twice() {
    let mut history = stage(6);
    record(&mut history, &by_hand(&[(1, 6), (2, 5), (3, 4)]), |_| FIRST);
    // 4 comes back and wins; 2 beats 1.
    record(&mut history, &by_hand(&[(3, 4), (1, 2)]), |_| SECOND);
    let third = field(&history, 1, 2);
    assert_eq!((entries(&third.playing), third.returning), (vec![2, 4], None));
    assert_eq!(entries(&third.returned), [4]);
    let mut won = history.clone();
    record(&mut won, &by_hand(&[(2, 4)]), |_| SECOND);
    assert_eq!(entries(&field(&won, 1, 2).playing), [4]);
    assert_eq!(next(&won), Ok(Next::Over));
    record(&mut history, &by_hand(&[(2, 4)]), |_| BOTH_LOSE);
    assert_eq!(field(&history, 1, 2), Field::default(), "nobody is left");
    assert_eq!(next(&history), Ok(Next::Over));
}

#[test]
fn with_nobody_to_bring_back_there_is_a_bye() {
    let history = stage(5);
    assert_eq!(plan(next(&history)).byes.len(), 1);
    let mut history = stage(6);
    record(&mut history, &by_hand(&[(1, 6), (2, 5), (3, 4)]), |_| FIRST);
    for gone in [4, 5, 6] {
        withdraw(&mut history, gone);
    }
    assert_eq!(field(&history, 1, 2).returning, None);
    assert_eq!(plan(next(&history)).byes.len(), 1);
}

#[test]
fn a_result_that_is_overturned_brings_its_new_winner_in_again() {
    let mut history = stage(4);
    record(&mut history, &by_hand(&[(1, 4), (2, 3)]), |_| FIRST);
    assert_eq!(entries(&field(&history, 1, 2).playing), [1, 2]);
    history.rounds[0].bouts[0].result = Some(SECOND);
    assert_eq!(entries(&field(&history, 1, 2).playing), [2, 4]);
}

#[test]
fn it_waits_for_results_and_needs_two() {
    let mut history = stage(2);
    record(&mut history, &by_hand(&[(1, 2)]), |_| FIRST);
    history.rounds[0].bouts[0].result = None;
    assert_eq!(next(&history), Err(NotYet::Undecided { round: 1, undecided: 1 }));
    assert_eq!(next(&stage(1)), Err(NotYet::TooFew(1)));
}
