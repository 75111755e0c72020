//! Brackets by hand, and rounds of several losses against all possible pairings.

use super::bracket::seeding;
use super::*;
use crate::tournament::tests::{
    BOTH_LOSE, Dice, FIRST, SECOND, better_wins, cases, entries, numbers, pair, plan, record, stage, withdraw,
};
use crate::tournament::{Bout, Entrant, Pair, Plan, Remark, Round};
use tengen_protocol::bracket::{Match, Outcome, Place};
use tengen_protocol::{Colour, EntryNo, Score, Scores};

fn taken(no: u32) -> Place {
    Place::Taken { entry: EntryNo(no) }
}

fn won(no: u32) -> Outcome {
    Outcome::Won { entry: EntryNo(no) }
}

fn unordered(plan: &Plan) -> Vec<(u32, u32)> {
    plan.pairs.iter().map(|pair| (pair.first.0.min(pair.second.0), pair.first.0.max(pair.second.0))).collect()
}

#[test]
fn the_best_meet_as_late_as_they_can() {
    assert_eq!(seeding(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    for size in [1, 2, 4, 8, 16, 32, 64, 1024] {
        let order = seeding(size);
        for blocks in (0..).map(|power| 1 << power).take_while(|blocks| *blocks <= size) {
            // The best so many are in blocks of their own, and the best pair of a block sums to one more.
            for block in order.chunks(size / blocks) {
                assert_eq!(block.iter().filter(|seed| **seed <= blocks).count(), 1, "{size} {blocks}");
            }
        }
        for two in order.chunks_exact(2) {
            assert_eq!(two[0] + two[1], size + 1);
        }
    }
}

#[test]
fn byes_go_to_the_best_and_winners_advance_in_the_order_of_the_bracket() {
    let mut history = stage(5);
    let first = plan(next(&history, 1));
    assert_eq!((unordered(&first), entries(&first.byes)), (vec![(4, 5)], vec![1, 2, 3]));
    record(&mut history, &first, |pair| if pair.first == EntryNo(5) { FIRST } else { SECOND });
    let second = plan(next(&history, 1));
    assert_eq!((unordered(&second), entries(&second.byes)), (vec![(1, 5), (2, 3)], vec![]));
    record(&mut history, &second, better_wins);
    let third = plan(next(&history, 1));
    assert_eq!(unordered(&third), [(1, 2)]);
    let open = bracket(&history);
    assert_eq!(open.outcome, Outcome::Open);
    assert_eq!(open.layers.iter().map(|layer| layer.round).collect::<Vec<_>>(), [Some(1), Some(2), None]);
    assert_eq!(open.layers[2].matches, [Match { upper: taken(1), lower: taken(2), outcome: Outcome::Open }]);
    record(&mut history, &third, better_wins);
    assert_eq!(next(&history, 1), Ok(Next::Over));
    let drawn = bracket(&history);
    assert_eq!(drawn.outcome, won(1));
    let expected = [
        Match { upper: taken(1), lower: Place::Empty, outcome: won(1) },
        Match { upper: taken(4), lower: taken(5), outcome: won(5) },
        Match { upper: taken(2), lower: Place::Empty, outcome: won(2) },
        Match { upper: taken(3), lower: Place::Empty, outcome: won(3) },
    ];
    assert_eq!(drawn.layers[0].matches, expected);
}

#[test]
fn a_bracket_is_drawn_before_it_begins_and_while_a_round_goes_on() {
    let mut history = stage(8);
    let drawn = bracket(&history);
    assert_eq!(drawn.layers.iter().map(|layer| layer.matches.len()).collect::<Vec<_>>(), [4, 2, 1]);
    assert_eq!(drawn.layers[0].matches[1], Match { upper: taken(4), lower: taken(5), outcome: Outcome::Open });
    assert_eq!(drawn.layers[2].matches[0], Match { upper: Place::Open, lower: Place::Open, outcome: Outcome::Open });
    let first = plan(next(&history, 1));
    record(&mut history, &first, better_wins);
    history.rounds[0].bouts[3].result = None;
    assert_eq!(bracket(&history).layers[1].matches[1].upper, taken(2));
    assert_eq!(bracket(&history).layers[1].matches[1].lower, Place::Open);
    assert_eq!(bracket(&stage(0)).layers, []);
    assert_eq!(bracket(&stage(1)).outcome, Outcome::Open);
}

#[test]
fn both_lose_leaves_a_walkover_and_in_the_final_nobody_wins() {
    let mut history = stage(8);
    let first = plan(next(&history, 1));
    let both = |pair: Pair| if [pair.first, pair.second].contains(&EntryNo(1)) { BOTH_LOSE } else { better_wins(pair) };
    record(&mut history, &first, both);
    let second = plan(next(&history, 1));
    assert_eq!((unordered(&second), entries(&second.byes)), (vec![(2, 3)], vec![4]));
    record(&mut history, &second, better_wins);
    let third = plan(next(&history, 1));
    assert_eq!(unordered(&third), [(2, 4)]);
    record(&mut history, &third, |_| BOTH_LOSE);
    assert_eq!(next(&history, 1), Ok(Next::Over));
    assert_eq!(bracket(&history).outcome, Outcome::Nobody);
}

#[test]
fn a_layer_in_which_nobody_has_an_opponent_is_passed_over() {
    // 1 v 8 and 2 v 7 are won, 4 v 5 and 3 v 6 lost by both: the final comes at once.
    let mut history = stage(8);
    let first = plan(next(&history, 1));
    let wins = |pair: Pair| if pair.first.0.min(pair.second.0) <= 2 { better_wins(pair) } else { BOTH_LOSE };
    record(&mut history, &first, wins);
    let second = plan(next(&history, 1));
    assert_eq!((unordered(&second), entries(&second.byes)), (vec![(1, 2)], vec![]));
    record(&mut history, &second, better_wins);
    let drawn = bracket(&history);
    assert_eq!(drawn.layers.iter().map(|layer| layer.round).collect::<Vec<_>>(), [Some(1), None, Some(2)]);
    assert_eq!(drawn.outcome, won(1));
}

#[test]
fn who_leaves_gives_a_walkover_and_before_the_start_a_new_draw() {
    let mut history = stage(4);
    withdraw(&mut history, 2);
    let first = plan(next(&history, 1));
    assert_eq!((unordered(&first), entries(&first.byes)), (vec![(3, 4)], vec![1]));

    let mut history = stage(4);
    let first = plan(next(&history, 1));
    record(&mut history, &first, better_wins);
    withdraw(&mut history, 1);
    assert_eq!(next(&history, 1), Ok(Next::Over), "2 has nobody to meet");
    let drawn = bracket(&history);
    assert_eq!(drawn.outcome, won(2));
    assert_eq!(drawn.layers[1].matches[0].upper, Place::Left { entry: EntryNo(1) });
}

#[test]
fn a_pair_that_was_made_by_hand_goes_on_from_where_it_stands() {
    let mut history = stage(4);
    let by_hand = Plan { pairs: vec![pair(1, 2), pair(3, 4)], ..Plan::default() };
    record(&mut history, &by_hand, better_wins);
    let second = plan(next(&history, 1));
    assert_eq!(unordered(&second), [(1, 3)]);
    record(&mut history, &second, better_wins);
    assert_eq!(bracket(&history).outcome, won(1));
}

#[test]
fn a_win_that_is_overturned_later_puts_its_winner_out() {
    let mut history = stage(8);
    for _ in 0..2 {
        let round = plan(next(&history, 1));
        record(&mut history, &round, better_wins);
    }
    let bout = history.rounds[0].bouts.iter_mut().find(|bout| bout.colour_of(EntryNo(1)).is_some()).unwrap();
    bout.result = Some(if bout.first == EntryNo(1) { SECOND } else { FIRST });
    assert_eq!(next(&history, 1), Ok(Next::Over));
    assert_eq!(bracket(&history).outcome, won(2));
}

#[test]
fn a_draw_is_undecided_until_it_is_replayed() {
    for losses in [1, 2] {
        let mut history = stage(4);
        let first = plan(next(&history, losses));
        record(&mut history, &first, |_| Scores::played(Score::Draw));
        assert_eq!(next(&history, losses), Err(NotYet::Undecided { round: 1, undecided: 2 }));
        assert!(bracket(&history).layers[0].matches.iter().all(|m| m.outcome == Outcome::Open));
    }
}

#[test]
fn of_one_sided_scores_the_side_with_more_points_goes_on() {
    let ruled = |first, second| Scores { first, second, forfeit: false };
    for (first, second, goes_on) in [
        (Score::Draw, Score::Loss, true),
        (Score::Win, Score::Draw, true),
        (Score::Loss, Score::Draw, false),
        (Score::Draw, Score::Win, false),
    ] {
        for losses in [1, 2] {
            let mut history = stage(4);
            let round = plan(next(&history, losses));
            record(&mut history, &round, better_wins);
            // 1 - 4
            let bout = history.rounds[0].bouts.iter_mut().find(|bout| bout.colour_of(EntryNo(4)).is_some()).unwrap();
            assert_eq!(bout.first, EntryNo(1));
            bout.result = Some(ruled(first, second));
            let winner = if goes_on { 1 } else { 4 };
            assert_eq!([1, 4].map(|no| history.losses_of(EntryNo(no))), if goes_on { [0, 1] } else { [1, 0] });
            assert!(unordered(&plan(next(&history, losses))).contains(&(winner.min(2), winner.max(2))));
        }
        let mut history = stage(2);
        let round = plan(next(&history, 1));
        record(&mut history, &round, |_| ruled(first, second));
        assert_eq!(bracket(&history).outcome, won(if goes_on { 1 } else { 2 }));
        assert_eq!(next(&history, 1), Ok(Next::Over));
    }
    let mut history = stage(4);
    let round = plan(next(&history, 1));
    record(&mut history, &round, |_| ruled(Score::Win, Score::Win));
    assert_eq!(next(&history, 1), Err(NotYet::Undecided { round: 1, undecided: 2 }), "one of two can go on");
}

#[test]
fn whoever_left_before_the_start_and_is_readmitted_does_not_move_the_others() {
    let mut history = stage(5);
    withdraw(&mut history, 2);
    let round = plan(next(&history, 1));
    record(&mut history, &round, better_wins);
    let (before, drawn) = (next(&history, 1), bracket(&history));
    history.entrants[1].until_round = None;
    history.entrants[1].away.push(1..=1);
    assert_eq!((next(&history, 1), bracket(&history)), (before, drawn));
    assert_eq!(unordered(&plan(next(&history, 1))), [(1, 3)]);
    // Where there is no bracket he comes as a late one does.
    let with_two = plan(next(&history, 2));
    assert!(
        with_two.pairs.iter().any(|pair| pair.first == EntryNo(2) || pair.second == EntryNo(2))
            || with_two.byes == [EntryNo(2)]
    );
}

#[test]
fn two_losses_of_four_by_hand() {
    let mut history = stage(4);
    let first = plan(next(&history, 2));
    assert_eq!(unordered(&first), [(1, 4), (2, 3)], "the best meets the last");
    assert_eq!(numbers(&first.pairs), [(1, 4), (3, 2)], "the better seed has Black at odd tables");
    record(&mut history, &first, better_wins);
    // 1 2 without a loss, 3 4 with one each.
    let second = plan(next(&history, 2));
    assert_eq!(unordered(&second), [(1, 2), (3, 4)]);
    assert_eq!(numbers(&second.pairs), [(2, 1), (4, 3)], "whoever had White has Black");
    record(&mut history, &second, better_wins);
    // 1: 0, 2: 1, 3: 1; 4 is out. Nobody has had a bye: it goes to the fewest losses.
    let third = plan(next(&history, 2));
    assert_eq!((unordered(&third), entries(&third.byes)), (vec![(2, 3)], vec![1]));
    assert_eq!(third.remarks, [Remark::Rematch { pair: third.pairs[0], times: 2 }]);
    record(&mut history, &third, better_wins);
    // 1: 0, 2: 1. The last two play until one has two.
    for times in 2..=3 {
        let last = plan(next(&history, 2));
        assert_eq!((unordered(&last), last.remarks), (vec![(1, 2)], vec![]), "meeting {times}");
        let two_wins_once = |pair: Pair| if (times == 2) == (pair.first == EntryNo(2)) { FIRST } else { SECOND };
        record(&mut history, &Plan { pairs: last.pairs, ..Plan::default() }, two_wins_once);
    }
    assert_eq!(next(&history, 2), Ok(Next::Over));
}

#[test]
fn a_second_bye_only_when_everybody_has_had_one() {
    let mut history = stage(3);
    let mut byes = Vec::new();
    for _ in 0..3 {
        let round = plan(next(&history, 5));
        byes.extend(entries(&round.byes));
        record(&mut history, &round, better_wins);
    }
    byes.sort_unstable();
    assert_eq!(byes, [1, 2, 3]);
    let fourth = plan(next(&history, 5));
    assert_eq!(fourth.remarks[0], Remark::ByeAgain { entry: EntryNo(1), times: 2 });
}

#[test]
fn the_bounds_of_rounds_and_fields() {
    assert_eq!([2, 3, 4, 5, 8, 9, 1024].map(|n| most_rounds(n, 1)), [1, 2, 2, 3, 3, 4, 10]);
    // Two, two losses: 1:1 and the third decides.
    assert_eq!(most_rounds(2, 2), 3);
    assert_eq!(next(&stage(1), 1), Err(NotYet::TooFew(1)));
    assert_eq!(next(&stage(0), 2), Err(NotYet::TooFew(0)));
    assert!(next(&stage(1024), 1).is_ok());
    for losses in [1, 2] {
        assert_eq!(next(&stage(1025), losses), Err(NotYet::TooMany { given: 1025, most: 1024 }));
    }
}

/// What is defined in words, for one whole pairing: differences in losses, meetings, balances, seeds.
fn slow_cost(history: &History, field: &[EntryNo], pairs: &[(EntryNo, EntryNo)]) -> [i64; 4] {
    let balance =
        |no| -> i64 { history.colours_of(no).iter().map(|colour| if *colour == Colour::Black { 1 } else { -1 }).sum() };
    let place = |no| i64::try_from(field.iter().position(|other| *other == no).unwrap() + 1).unwrap();
    let mut cost = [0; 4];
    for (one, other) in pairs {
        let (one, other) = (*one, *other);
        cost[0] += (i64::from(history.losses_of(one)) - i64::from(history.losses_of(other))).pow(2);
        cost[1] += i64::try_from(history.meetings(one, other)).unwrap();
        let colours = |black, white| (balance(black) + 1).pow(2) + (balance(white) - 1).pow(2);
        cost[2] += colours(one, other).min(colours(other, one));
        cost[3] += place(one) * place(other);
    }
    cost
}

/// Every way to pair a field of even length, the lowest list first.
fn all_pairings(field: &[EntryNo]) -> Vec<Vec<(EntryNo, EntryNo)>> {
    let Some((first, others)) = field.split_first() else { return vec![Vec::new()] };
    let mut pairings = Vec::new();
    for (at, partner) in others.iter().enumerate() {
        let rest: Vec<_> = others.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, no)| *no).collect();
        let whole = |rest: Vec<_>| [(*first, *partner)].into_iter().chain(rest).collect();
        pairings.extend(all_pairings(&rest).into_iter().map(whole));
    }
    pairings
}

#[test]
fn a_round_is_the_best_of_all_pairings() {
    let mut rounds = 0;
    for case in 0..cases(200) {
        let mut dice = Dice(case);
        let (n, losses) = (dice.below(8) + 2, u8::try_from(dice.below(4) + 2).unwrap());
        let mut history = stage(n);
        // Rounds as a careless organiser would pair them, so that there is something to repair.
        for _ in 0..dice.below(4) {
            let mut order: Vec<_> = history.entrants.iter().map(|entrant| entrant.no).collect();
            dice.shuffle(&mut order);
            let bouts = order.chunks_exact(2).map(|two| {
                let result =
                    [FIRST, SECOND, BOTH_LOSE, Scores::forfeited(Score::Win)][usize::try_from(dice.below(4)).unwrap()];
                Bout { result: Some(result), ..Bout::new(two[0], two[1]) }
            });
            let bouts = bouts.collect();
            let byes = order.chunks_exact(2).remainder().to_vec();
            history.rounds.push(Round { bouts, byes });
        }
        let Ok(Next::Round(plan)) = next(&history, losses) else { continue };
        rounds += 1;
        let mut field: Vec<_> = history.field().iter().map(|entrant: &&Entrant| entrant.no).collect();
        field.retain(|no| history.losses_of(*no) < u32::from(losses) && !plan.byes.contains(no));
        let pairs: Vec<_> = plan.pairs.iter().map(|pair| (pair.first, pair.second)).collect();
        // The pairings come in the order of their lists, and of equals the first is taken.
        let all = all_pairings(&field);
        let first_best = all.iter().min_by_key(|pairing| slow_cost(&history, &field, pairing)).unwrap();
        let best = slow_cost(&history, &field, first_best);
        let by_seed = |(one, other): (EntryNo, EntryNo)| (one.min(other), one.max(other));
        let mut chosen: Vec<_> = pairs.iter().copied().map(by_seed).collect();
        chosen.sort_unstable();
        assert_eq!(&chosen, first_best, "case {case}");
        let told = cost(&history, losses, &plan.pairs);
        assert_eq!([told.losses, told.meetings, told.colours, told.seeds], best);
        for pair in &plan.pairs {
            let balance = |no| -> i64 {
                history.colours_of(no).iter().map(|colour| if *colour == Colour::Black { 1 } else { -1 }).sum()
            };
            let had_white = |no| history.colours_of(no).last() == Some(&Colour::White);
            let order = |no| (balance(no), !had_white(no));
            assert!(order(pair.first) <= order(pair.second), "case {case}: colours");
        }
    }
    assert!(rounds > 100, "{rounds}");
}

#[test]
fn a_thousand_with_two_losses() {
    if std::env::var_os("TENGEN_LONG").is_none() {
        println!("skipped without TENGEN_LONG: how long a large field takes");
        return;
    }
    for n in [128, 256, 512, 1024] {
        let (mut history, mut dice) = (stage(n), Dice(1));
        let mut slowest = std::time::Duration::ZERO;
        let begun = std::time::Instant::now();
        loop {
            let round_begun = std::time::Instant::now();
            let Ok(Next::Round(plan)) = next(&history, 2) else { break };
            slowest = slowest.max(round_begun.elapsed());
            let results: Vec<_> = plan.pairs.iter().map(|pair| (*pair, dice.once_in(2))).collect();
            record(&mut history, &plan, |pair| if results.contains(&(pair, true)) { FIRST } else { SECOND });
        }
        let rounds = history.rounds.len();
        println!("{n} entrants, 2 losses: {rounds} rounds, {:?}, the slowest {slowest:?}", begun.elapsed());
        assert!(rounds <= most_rounds(usize::try_from(n).unwrap(), 2));
    }
}
