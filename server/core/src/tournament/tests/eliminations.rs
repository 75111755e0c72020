//! Random eliminations, from the first round to the last.

use super::driver::{Chances, QUIET, WILD, everybody_once, play, shuffled};
use super::*;
use tengen_protocol::bracket::{Outcome, Place};
use tengen_protocol::{BoutKind, System};

#[test]
fn a_bracket_ends_with_one_winner_or_nobody() {
    let (mut won, mut nobody) = (0, 0);
    for case in 0..cases(1_000) {
        let mut dice = Dice(case);
        let n = dice.below(40) + 2;
        let chances = if dice.once_in(2) { QUIET } else { WILD };
        let over =
            play(shuffled(n, &mut dice), System::Elimination { losses: 1 }, chances, &mut dice, |history, plan| {
                let alive: Vec<_> =
                    history.field().iter().map(|entrant| entrant.no).filter(|no| history.losses_of(*no) == 0).collect();
                everybody_once(&alive, plan, history);
                assert!(!plan.pairs.is_empty(), "a round of byes alone");
                let round = history.next_round();
                let drawn = elimination::bracket(history);
                let layer = &drawn.layers
                    [drawn.layers.iter().rposition(|layer| layer.round.is_some()).map_or(0, |at| at + 1)..];
                let layer =
                    layer.iter().find(|layer| layer.matches.iter().any(|m| m.outcome == Outcome::Open)).unwrap();
                let pairs = layer
                    .matches
                    .iter()
                    .filter(|m| matches!((m.upper, m.lower), (Place::Taken { .. }, Place::Taken { .. })));
                assert_eq!(pairs.count(), plan.pairs.len(), "case {case}, round {round}");
            });
        assert!(over.rounds.len() <= elimination::most_rounds(usize::try_from(n).unwrap(), 1));
        let unbeaten: Vec<_> =
            over.entrants.iter().map(|entrant| entrant.no).filter(|no| over.losses_of(*no) == 0).collect();
        let drawn = elimination::bracket(&over);
        assert!(drawn.layers.iter().flat_map(|layer| &layer.matches).all(|m| m.outcome != Outcome::Open));
        match drawn.outcome {
            Outcome::Won { entry } => {
                won += 1;
                assert!(unbeaten.contains(&entry));
                // Whoever else is unbeaten has withdrawn.
                let still = unbeaten.iter().filter(|no| over.entrant(**no).unwrap().until_round.is_none());
                assert!(still.count() <= 1, "case {case}");
            }
            Outcome::Nobody => {
                nobody += 1;
                assert!(unbeaten.iter().all(|no| over.entrant(*no).unwrap().until_round.is_some()), "case {case}");
            }
            Outcome::Open => panic!("case {case}: {drawn:?}"),
        }
    }
    assert!(won > 100 && nobody > 20, "{won} {nobody}");
}

#[test]
fn an_elimination_of_several_losses_ends_with_one_or_nobody() {
    for case in 0..cases(300) {
        let mut dice = Dice(case);
        let (n, losses) = (dice.below(24) + 2, u8::try_from(dice.below(4) + 2).unwrap());
        let chances = Chances { late_entries: dice.once_in(3), withdrawals: dice.once_in(2), ..QUIET };
        let has_losses_left = |history: &History| -> Vec<EntryNo> {
            let field = history.field();
            field.iter().map(|entrant| entrant.no).filter(|no| history.losses_of(*no) < u32::from(losses)).collect()
        };
        let system = System::Elimination { losses };
        let over = play(shuffled(n, &mut dice), system, chances, &mut dice, |history, plan| {
            let field = has_losses_left(history);
            everybody_once(&field, plan, history);
            assert_eq!(plan.byes.len(), field.len() % 2);
            let byes = |no: EntryNo| history.byes_of(no);
            let fewest = field.iter().map(|no| byes(*no)).min().unwrap();
            assert!(plan.byes.iter().all(|no| byes(*no) == fewest));
        });
        let late = over.entrants.iter().any(|entrant| entrant.from_round > 1);
        assert!(late || over.rounds.len() <= elimination::most_rounds(over.entrants.len(), losses), "case {case}");
        assert!(has_losses_left(&over).len() <= 1);
    }
}

#[test]
fn results_that_are_overturned_later_never_stop_a_stage() {
    let chances = Chances { overturned: true, readmissions: true, ..WILD };
    for case in 0..cases(300) {
        let mut dice = Dice(case);
        let (n, losses) = (dice.below(20) + 2, u8::try_from(dice.below(3) + 1).unwrap());
        let elimination = System::Elimination { losses };
        let system = if dice.once_in(3) { System::SwissElimination { losses } } else { elimination };
        play(shuffled(n, &mut dice), system, chances, &mut dice, |history, plan| {
            let there: Vec<_> =
                plan.pairs.iter().flat_map(|pair| [pair.first, pair.second]).chain(plan.byes.clone()).collect();
            everybody_once(&there, plan, history);
            let mut once = there.clone();
            once.sort_unstable();
            once.dedup();
            assert!(!plan.pairs.is_empty() && once.len() == there.len(), "case {case}");
            if system == elimination {
                let is_in = |no: &EntryNo| history.losses_of(*no) < u32::from(losses);
                assert!(there.iter().all(is_in), "case {case}: somebody is out");
            }
            assert!(!elimination::bracket(history).layers.is_empty());
        });
    }
}

/// The first round in which somebody is out, told from what is left of him: his rounds and his losses.
fn slow_out(history: &History, no: EntryNo, losses: u8, returns: bool) -> Option<u32> {
    let rounds = || (1..).zip(&history.rounds);
    let last = rounds().filter(|(_, round)| system::takes_part(round, no)).last().unwrap().0;
    let lost: Vec<u32> = history.bouts_of(no).filter(|(_, bout)| bout.is_lost_by(no)).map(|(round, _)| round).collect();
    let missed = (last < history.next_round() - 1).then_some(last + 1);
    let all_lost = lost.get(usize::from(losses) - 1).copied();
    let by_loss = if returns { all_lost.and(lost.last().copied()).filter(|lost| *lost == last) } else { all_lost };
    let left = history.entrant(no).unwrap().until_round.map(|until| until + 1);
    by_loss.or(missed).or(left)
}

#[test]
fn places_go_by_the_round_of_going_out_and_a_bracket_has_its_winner_first() {
    let (mut winners, mut shared) = (0, 0);
    for case in 0..cases(600) {
        let mut dice = Dice(case);
        let (n, losses) = (dice.below(20) + 2, u8::try_from(dice.below(3) + 1).unwrap());
        let (overturned, readmissions, returns) = (dice.once_in(2), dice.once_in(2), dice.once_in(3));
        let chances = Chances { overturned, readmissions, ..WILD };
        let system = if returns { System::SwissElimination { losses } } else { System::Elimination { losses } };
        let over = play(shuffled(n, &mut dice), system, chances, &mut dice, |_, _| {});
        let rows = standings::standings(&over, &standings::for_stage(system, BoutKind::Game, 0));
        let takes_part = |no: EntryNo| over.rounds.iter().any(|round| system::takes_part(round, no));
        let out = |no: EntryNo| slow_out(&over, no, losses, returns).map_or(u32::MAX, |round| round);
        for row in &rows {
            assert_eq!(row.place.is_some(), takes_part(row.entry), "case {case}, {}", row.entry);
        }
        let placed: Vec<_> = rows.iter().filter(|row| row.place.is_some()).collect();
        assert!(placed.is_sorted_by_key(|row| std::cmp::Reverse(out(row.entry))), "case {case}");
        if !returns {
            for two in placed.windows(2) {
                assert_eq!(two[0].place == two[1].place, out(two[0].entry) == out(two[1].entry), "case {case}");
            }
        }
        let first: Vec<_> = placed.iter().filter(|row| row.place == Some(1)).map(|row| row.entry).collect();
        if system == (System::Elimination { losses: 1 }) {
            match elimination::bracket(&over).outcome {
                Outcome::Won { entry } => {
                    winners += 1;
                    assert_eq!(first, [entry], "case {case}");
                }
                Outcome::Nobody => {
                    shared += 1;
                    assert!(first.iter().all(|no| out(*no) != u32::MAX), "case {case}: the first was beaten too");
                }
                Outcome::Open => panic!("case {case}"),
            }
        }
    }
    assert!(winners > 50 && shared > 10, "{winners} {shared}");
}
