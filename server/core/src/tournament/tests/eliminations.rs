//! Random eliminations, from the first round to the last.

use super::driver::{Chances, QUIET, WILD, everybody_once, play, shuffled};
use super::*;
use tengen_protocol::System;
use tengen_protocol::bracket::{Outcome, Place};

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
    let chances = Chances { overturned: true, ..WILD };
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
