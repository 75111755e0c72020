//! What a withdrawal does to results (S1.24-26).

use super::super::{Bout, History};
use rustc_hash::FxHashSet;
use tengen_protocol::{EntryNo, Score, Scores, standings::Withdrawals};

/// Whose results are void: who withdrew from a round robin having played fewer games than half of the
/// rounds of all laps (S1.24 "已赛局数不足总轮次的一半"). A game decided by forfeit was not played; one
/// against somebody else whose results are void was.
#[must_use]
pub fn void(history: &History, withdrawals: Withdrawals) -> Vec<EntryNo> {
    let Withdrawals::VoidBelowHalf { rounds } = withdrawals else { return Vec::new() };
    let leavers = history.entrants.iter().filter(|entrant| entrant.until_round.is_some_and(|until| until < rounds));
    let played = |no| history.bouts_of(no).filter(|(_, bout)| bout.result.is_some() && bout.is_met()).count();
    let is_void = |no: &EntryNo| played(*no).saturating_mul(2) < usize::try_from(rounds).unwrap_or(usize::MAX);
    leavers.map(|entrant| entrant.no).filter(is_void).collect()
}

/// The result of a bout as it counts: one without a result in a round after a withdrawal is lost by
/// forfeit (S1.24, S1.26), by both if both had withdrawn.
pub(super) fn result(history: &History, round: u32, bout: &Bout) -> Option<Scores> {
    let has_left =
        |no| history.entrant(no).is_some_and(|entrant| entrant.until_round.is_some_and(|until| round > until));
    bout.result.or_else(|| match (has_left(bout.first), has_left(bout.second)) {
        (true, true) => Some(Scores::both_lose(true)),
        (true, false) => Some(Scores::forfeited(Score::Loss)),
        (false, true) => Some(Scores::forfeited(Score::Win)),
        (false, false) => None,
    })
}

/// The stage with its results as they count: bouts of those whose results are void are gone for both
/// sides, undecided bouts of others who have withdrawn are forfeits. Warnings are kept.
#[must_use]
pub fn as_it_counts(history: &History, withdrawals: Withdrawals) -> History {
    let void: FxHashSet<_> = void(history, withdrawals).into_iter().collect();
    let mut counted = history.clone();
    for (round, played) in (1u32..).zip(&mut counted.rounds) {
        played.bouts.retain(|bout| !void.contains(&bout.first) && !void.contains(&bout.second));
        for bout in &mut played.bouts {
            bout.result = result(history, round, bout);
        }
    }
    counted
}
