//! Who went out when (S1.29, S1.32), whatever officials change later.

use super::{bout, entrants, places, round, row_of, won};
use crate::tournament::{
    Entrant, History,
    standings::{self, explain},
};
use tengen_protocol::{
    EntryNo, Score, Scores,
    standings::{Counted, Criterion, Formula, Order},
};

/// When somebody went out; nothing while he is in.
fn out(history: &History, order: &Order, no: u32) -> Option<u32> {
    match explain(history, order, EntryNo(no)).unwrap().figures[0].formula {
        Formula::Out { round } => Some(round),
        _ => None,
    }
}

#[test]
fn a_win_that_is_overturned_after_the_final_makes_nobody_first_who_was_not_in_it() {
    let mut history = entrants(4);
    history.rounds = vec![round([won(1, 4), won(2, 3)], &[]), round([won(1, 2)], &[])];
    history.rounds[0].bouts[0].result = Some(Scores::played(Score::Loss));
    let order = standings::elimination(1);
    // 1 is out by the bout that he has lost now, 4 since the round for which he was not paired any more, 2 since
    // the final.
    assert_eq!([1, 2, 3, 4].map(|no| out(&history, &order, no)), [Some(1), Some(2), Some(1), Some(2)]);
    assert_eq!(places(&history, &order), [(2, Some(1)), (4, Some(1)), (1, Some(3)), (3, Some(3))]);
    // With two losses he who was beaten once is in as long as he is paired.
    let order = standings::elimination(2);
    assert_eq!([1, 2].map(|no| out(&history, &order, no)), [None, None]);
    // Where people may come back he is in who goes on playing.
    let order = standings::swiss_elimination(1);
    assert_eq!([1, 2, 3, 4].map(|no| out(&history, &order, no)), [None, Some(2), Some(1), Some(2)]);
}

#[test]
fn nobody_has_a_place_who_was_to_come_later_and_never_came() {
    let mut history = entrants(4);
    history.entrants.push(Entrant { from_round: 2, ..Entrant::new(EntryNo(5), 5) });
    history.entrants.push(Entrant { from_round: 9, ..Entrant::new(EntryNo(6), 6) });
    history.entrants.push(Entrant { from_round: 3, until_round: Some(2), ..Entrant::new(EntryNo(7), 7) });
    history.rounds = vec![round([won(1, 4), won(2, 3)], &[]), round([won(1, 2)], &[])];
    let order = standings::elimination(1);
    let none = [(5, None), (6, None), (7, None)];
    assert_eq!(places(&history, &order)[..4], [(1, Some(1)), (2, Some(2)), (3, Some(3)), (4, Some(3))]);
    assert_eq!(places(&history, &order)[4..], none);
    assert_eq!(places(&history, &standings::swiss_by_points())[4..], none);
    // One who comes late to several losses is in with those who have been there.
    history.rounds.push(round([won(5, 1)], &[2]));
    let order = standings::elimination(2);
    assert_eq!(out(&history, &order, 5), None);
    assert_eq!(row_of(&history, &order, 5).place, Some(1));
}

#[test]
fn whoever_was_away_and_is_readmitted_is_in_again_where_people_may_come() {
    // 1 leaves after round 1 and is back for round 3.
    let mut history = entrants(4);
    history.rounds = vec![round([won(1, 4), won(2, 3)], &[]), round([won(3, 4)], &[2])];
    history.entrants[0].until_round = Some(1);
    let order = standings::elimination(2);
    assert_eq!([1, 4].map(|no| out(&history, &order, no)), [Some(2), Some(2)]);
    history.entrants[0].until_round = None;
    history.entrants[0].away.push(2..=2);
    assert_eq!(out(&history, &order, 1), Some(2), "until he is paired");
    history.rounds.push(round([bout(1, 2, None)], &[3]));
    assert_eq!(out(&history, &order, 1), None);
    history.rounds[2].bouts[0] = won(1, 2);
    assert_eq!(places(&history, &order), [(1, Some(1)), (2, Some(1)), (3, Some(1)), (4, Some(4))]);
    // In between he is absent and not just unpaired: it adds nothing to sums of opponents' points.
    for order in [Order { criteria: vec![Criterion::Sos], ..standings::swiss() }, order] {
        let at = order.criteria.len();
        let criteria = [order.criteria.clone(), vec![Criterion::Sos]].concat();
        let sos = explain(&history, &Order { criteria, ..order }, EntryNo(1)).unwrap().figures.swap_remove(at);
        assert_eq!((sos.terms[1].why, sos.terms[1].counts.n), (Counted::AfterLeaving, 0));
    }
}

#[test]
fn a_bracket_goes_on_without_whoever_was_away() {
    // 1 leaves after round 1; 4 has nobody to meet in round 2.
    let mut history = entrants(8);
    history.rounds = vec![
        round([won(1, 8), won(4, 5), won(2, 7), won(3, 6)], &[]),
        round([won(2, 3)], &[4]),
        round([won(2, 4)], &[]),
    ];
    history.entrants[0].away.push(2..=2);
    let order = standings::elimination(1);
    assert_eq!(places(&history, &order)[..4], [(2, Some(1)), (4, Some(2)), (1, Some(3)), (3, Some(3))]);
    history.rounds.pop();
    assert_eq!(out(&history, &order, 1), Some(2), "before the final too");
}

#[test]
fn of_one_sided_scores_whoever_has_fewer_points_has_lost() {
    let ruled = |first, second| Some(Scores { first, second, forfeit: false });
    let mut history = entrants(4);
    history.rounds = vec![
        round([bout(1, 4, ruled(Score::Draw, Score::Loss)), bout(2, 3, ruled(Score::Draw, Score::Win))], &[]),
        round([won(1, 3)], &[]),
    ];
    let order = standings::elimination(1);
    assert_eq!(places(&history, &order), [(1, Some(1)), (3, Some(2)), (2, Some(3)), (4, Some(3))]);
    assert_eq!(explain(&history, &order, EntryNo(2)).unwrap().figures[0].terms.len(), 1, "his loss");
}
