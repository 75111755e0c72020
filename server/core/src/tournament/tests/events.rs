//! Random round robins and Swiss with elimination, from the first round to the last.

use super::driver::{Chances, QUIET, WILD, everybody_once, play, shuffled};
use super::*;
use std::collections::HashMap;
use tengen_protocol::System;

/// The larger of two first.
fn unordered(one: EntryNo, other: EntryNo) -> (EntryNo, EntryNo) {
    (one.max(other), one.min(other))
}

#[test]
fn a_round_robin_lets_everybody_meet_everybody_once_a_lap() {
    for case in 0..cases(300) {
        let mut dice = Dice(case);
        let (n, laps) = (dice.below(15) + 2, u8::try_from(dice.below(4) + 1).unwrap());
        let history = shuffled(n, &mut dice);
        let field: Vec<_> = history.entrants.iter().map(|entrant| entrant.no).collect();
        let over = play(history, System::RoundRobin { laps }, QUIET, &mut dice, |history, plan| {
            everybody_once(&field, plan, history);
        });
        let rounds = usize::try_from(if n % 2 == 0 { n - 1 } else { n }).unwrap();
        assert_eq!(over.rounds.len(), rounds * usize::from(laps));
        for lap in over.rounds.chunks(rounds) {
            let mut met: Vec<_> =
                lap.iter().flat_map(|round| &round.bouts).map(|bout| unordered(bout.first, bout.second)).collect();
            let bouts = met.len();
            met.sort_unstable();
            met.dedup();
            assert_eq!((met.len(), bouts), (field.len() * (field.len() - 1) / 2, met.len()));
            for no in &field {
                let blacks = lap.iter().flat_map(|round| &round.bouts).filter(|bout| bout.first == *no).count();
                let whites = lap.iter().flat_map(|round| &round.bouts).filter(|bout| bout.second == *no).count();
                assert_eq!(blacks.abs_diff(whites), usize::from(n % 2 == 0), "case {case}, {no}");
            }
        }
        // Two laps even out.
        for no in over.entrants.iter().map(|entrant| entrant.no).filter(|_| laps % 2 == 0) {
            let blacks = over.rounds.iter().flat_map(|round| &round.bouts).filter(|bout| bout.first == no).count();
            assert_eq!(blacks * 2, over.bouts_of(no).count());
        }
    }
}

#[test]
fn whoever_leaves_a_round_robin_or_comes_late_or_back_keeps_the_tables_whole() {
    for case in 0..cases(300) {
        let mut dice = Dice(case);
        let (n, laps) = (dice.below(12) + 2, u8::try_from(dice.below(3) + 1).unwrap());
        let chances = Chances { readmissions: true, ..WILD };
        let over = play(shuffled(n, &mut dice), System::RoundRobin { laps }, chances, &mut dice, |history, plan| {
            let field: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
            everybody_once(&field, plan, history);
        });
        let mut met = HashMap::new();
        for bout in over.rounds.iter().flat_map(|round| &round.bouts) {
            *met.entry(unordered(bout.first, bout.second)).or_insert(0) += 1;
        }
        let on_time = over.entrants.iter().filter(|entrant| entrant.from_round == 1);
        for one in on_time.clone() {
            for other in on_time.clone().filter(|other| one.no > other.no) {
                assert_eq!(met.get(&(one.no, other.no)), Some(&laps), "case {case}: {} {}", one.no, other.no);
            }
        }
        assert!(met.values().all(|times| *times <= laps));
    }
}

#[test]
fn swiss_ends_after_its_rounds_or_when_nobody_is_left_to_meet() {
    for case in 0..cases(60) {
        let mut dice = Dice(case);
        let (n, rounds) = (dice.below(20) + 2, dice.below(8) + 1);
        let over = play(shuffled(n, &mut dice), System::Swiss { rounds }, WILD, &mut dice, |history, plan| {
            let field: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
            everybody_once(&field, plan, history);
        });
        assert!(over.next_round() == rounds + 1 || over.field().len() < 2, "case {case}");
    }
}

#[test]
fn swiss_with_elimination_keeps_its_field_even_and_ends() {
    let mut returns = 0;
    for case in 0..cases(400) {
        let mut dice = Dice(case);
        let (n, losses) = (dice.below(20) + 2, u8::try_from(dice.below(3) + 1).unwrap());
        let (late_entries, withdrawals, draws) = (dice.once_in(3), dice.once_in(2), dice.once_in(2));
        let chances = Chances { late_entries, withdrawals, draws, ..QUIET };
        let mut came_back: Vec<EntryNo> = Vec::new();
        let mut active: Vec<EntryNo> = Vec::new();
        let system = System::SwissElimination { losses };
        let over = play(shuffled(n, &mut dice), system, chances, &mut dice, |history, plan| {
            // Who is in, told forwards from what the rounds brought, beside the function of the history.
            if let Some(last) = history.rounds.last() {
                active.retain(|no| last.bout_of(*no).and_then(|bout| bout.score_of(*no)) != Some(Score::Loss));
            }
            let may_play: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
            active.retain(|no| may_play.contains(no));
            let has_losses_left = |no: &EntryNo| history.losses_of(*no) < u32::from(losses);
            let mut field: Vec<_> =
                may_play.iter().copied().filter(|no| has_losses_left(no) || active.contains(no)).collect();
            let leavers: Vec<_> =
                may_play.iter().filter(|no| !field.contains(no) && !came_back.contains(no)).copied().collect();
            let told = swiss_elimination::field(history, losses, 2);
            if field.len() % 2 == 1 && !leavers.is_empty() {
                let back = told.returning.expect("somebody can come back");
                assert!(leavers.contains(&back));
                let points =
                    |no: EntryNo| history.points_from_bouts(no) + 2 * u32::try_from(history.byes_of(no)).unwrap();
                assert!(leavers.iter().all(|no| points(*no) <= points(back)), "case {case}");
                field.push(back);
                came_back.push(back);
                active.push(back);
                returns += 1;
            } else {
                assert_eq!(told.returning, None);
            }
            everybody_once(&field, plan, history);
            let odd = field.len() % 2 == 1;
            assert_eq!(plan.byes.len(), usize::from(odd), "case {case}: a bye only if nobody can come back");
            let mut told = told.playing;
            told.sort_unstable();
            field.sort_unstable();
            assert_eq!(told, field);
        });
        let field = swiss_elimination::field(&over, losses, 2);
        assert!(field.playing.len() <= 1 && field.returning.is_none());
        let decisive = over.rounds.iter().filter(|round| {
            round
                .bouts
                .iter()
                .any(|bout| bout.result.is_some_and(|r| r.first == Score::Loss || r.second == Score::Loss))
        });
        assert!(decisive.count() <= swiss_elimination::most_rounds(over.entrants.len(), losses));
    }
    assert!(returns > 200, "{returns}");
}
