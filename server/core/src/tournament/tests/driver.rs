//! Plays a stage to its end at random: results, forfeits, both lose, withdrawals, late entries.

use super::*;

/// What may happen in an event.
#[derive(Clone, Copy)]
pub(super) struct Chances {
    pub(super) draws: bool,
    pub(super) withdrawals: bool,
    pub(super) late_entries: bool,
    /// A result is overturned after later rounds.
    pub(super) overturned: bool,
    /// Whoever has left is readmitted.
    pub(super) readmissions: bool,
}

pub(super) const QUIET: Chances =
    Chances { draws: false, withdrawals: false, late_entries: false, overturned: false, readmissions: false };
pub(super) const WILD: Chances =
    Chances { draws: true, withdrawals: true, late_entries: true, overturned: false, readmissions: false };

/// Seeds in random order.
pub(super) fn shuffled(n: u32, dice: &mut Dice) -> History {
    let mut seeds: Vec<_> = (1..=n).collect();
    dice.shuffle(&mut seeds);
    History::new((1..=n).zip(seeds).map(|(no, seed)| Entrant::new(EntryNo(no), seed)).collect())
}

fn result(dice: &mut Dice, chances: Chances) -> Scores {
    match dice.below(20) {
        0 => BOTH_LOSE,
        1 => Scores::both_lose(true),
        2 => Scores::forfeited(Score::Win),
        3 => Scores::forfeited(Score::Loss),
        4 | 5 if chances.draws => Scores::played(Score::Draw),
        n if n % 2 == 0 => FIRST,
        _ => SECOND,
    }
}

/// Plays a stage to its end. `check` sees each plan before it is recorded.
pub(super) fn play(
    mut history: History,
    system: System,
    chances: Chances,
    dice: &mut Dice,
    mut check: impl FnMut(&History, &Plan),
) -> History {
    let chances = Chances { draws: chances.draws && !system::needs_winner(system), ..chances };
    loop {
        let next = next(&history, system);
        let mut mixed = history.clone();
        dice.shuffle(&mut mixed.entrants);
        assert_eq!(super::next(&mixed, system), next, "the order of the entrants changes the pairing");
        let plan = match next {
            Ok(Next::Round(plan)) => plan,
            Ok(Next::Over) => return history,
            Err(error) => panic!("{error}"),
        };
        check(&history, &plan);
        let round = history.next_round();
        let bouts = plan.pairs.iter().map(|pair| {
            let result = system::forfeit(&history, *pair, round).unwrap_or_else(|| result(dice, chances));
            Bout { result: Some(result), ..Bout::new(pair.first, pair.second) }
        });
        let bouts = bouts.collect();
        history.rounds.push(Round { bouts, byes: plan.byes });
        assert!(history.rounds.len() < 5_000, "it does not end");
        if chances.withdrawals && dice.once_in(4) {
            let no = dice.below(u32::try_from(history.entrants.len()).unwrap()) + 1;
            if history.entrant(EntryNo(no)).is_some_and(|entrant| entrant.until_round.is_none()) {
                withdraw(&mut history, no);
            }
        }
        if chances.readmissions && dice.once_in(3) {
            readmit(&mut history, dice);
        }
        if chances.overturned && dice.once_in(4) {
            let round = usize::try_from(dice.below(round)).unwrap();
            let bouts = &mut history.rounds[round].bouts;
            let at = usize::try_from(dice.below(u32::try_from(bouts.len()).unwrap())).unwrap();
            bouts[at].result = Some(result(dice, chances));
        }
        if chances.late_entries && round < 4 && dice.once_in(4) && system::takes_late_entry(&history, system) {
            let no = u32::try_from(history.entrants.len()).unwrap() + 1;
            history.entrants.push(Entrant { from_round: round + 1, ..Entrant::new(EntryNo(no), no) });
        }
    }
}

/// Readmits one of those who have left.
fn readmit(history: &mut History, dice: &mut Dice) {
    let paired = history.next_round() - 1;
    let at = usize::try_from(dice.below(u32::try_from(history.entrants.len()).unwrap())).unwrap();
    let entrant = &mut history.entrants[at];
    if let Some(until) = entrant.until_round.take()
        && until < paired
    {
        entrant.away.push(until + 1..=paired);
    }
}

/// Everybody who may play is paired or has a bye exactly once, and nobody else is, but for those who
/// have withdrawn and whose pairs are forfeited.
pub(super) fn everybody_once(field: &[EntryNo], plan: &Plan, history: &History) {
    let round = history.next_round();
    let mut there: Vec<_> = plan.pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
    there.retain(|no| history.entrant(*no).unwrap().plays_in(round));
    there.extend(&plan.byes);
    there.sort_unstable();
    let mut field = field.to_vec();
    field.sort_unstable();
    assert_eq!(there, field, "round {round}");
}
