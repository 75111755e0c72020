//! The one entry to all pairing systems.

use super::swiss::{self, Pairing, Rematches, Why};
use super::{Bout, History, Next, NotYet, Pair, Round, elimination, round_robin, swiss_elimination};
use tengen_protocol::{EntryNo, Score, Scores, System};

/// What an event may set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Of Swiss pairings. Swiss with elimination goes on when all have met, whatever is set here.
    pub swiss: swiss::Options,
}

/// What comes next in a stage: a round, or that it is over.
///
/// # Errors
/// As [`explained`].
pub fn next(history: &History, system: System, options: &Options) -> Result<Next, NotYet> {
    explained(history, system, options).map(|(next, _)| next)
}

/// As [`next`], and in systems that pair by Swiss why: for each pair in the order of the tables, then
/// for the bye.
///
/// # Errors
/// Results are missing, the field is too small or too large at the start, or all have met.
pub fn explained(history: &History, system: System, options: &Options) -> Result<(Next, Vec<Why>), NotYet> {
    let mut why = Vec::new();
    let next = match system {
        System::RoundRobin { laps } => round_robin::next(history, laps),
        System::Elimination { losses } => elimination::next(history, losses),
        System::Swiss { rounds } => {
            undecided(history, false)?;
            // Whoever is alone at the end has nobody to meet; at the start somebody may still come.
            let is_alone = !history.rounds.is_empty() && history.field().len() < 2;
            if history.next_round() > rounds || is_alone {
                Ok(Next::Over)
            } else {
                let Pairing { plan, why: reasons } = swiss::pair(history, &options.swiss)?;
                why = reasons;
                Ok(Next::Round(plan))
            }
        }
        System::SwissElimination { losses } => {
            let options = swiss::Options { rematches: Rematches::WhenExhausted, ..options.swiss.clone() };
            swiss_elimination::next(history, losses, |field| {
                let Pairing { plan, why: reasons } = swiss::pair(field, &options)?;
                why = reasons;
                Ok(plan)
            })
        }
    }?;
    Ok((next, why))
}

/// The result that a pair of this round has without play because one or both may not play in it any
/// more (withdrawn or excluded); `None` when both are there.
#[must_use]
pub fn forfeit(history: &History, pair: Pair, round: u32) -> Option<Scores> {
    let there = |no| history.entrant(no).is_some_and(|entrant| entrant.plays_in(round));
    match (there(pair.first), there(pair.second)) {
        (true, true) => None,
        (true, false) => Some(Scores::forfeited(Score::Win)),
        (false, true) => Some(Scores::forfeited(Score::Loss)),
        (false, false) => Some(Scores::both_lose(true)),
    }
}

/// Whether a drawn bout must be replayed, since the system needs a winner or two losers.
///
/// In Swiss with elimination a draw stands: it costs nobody a loss.
#[must_use]
pub const fn needs_winner(system: System) -> bool {
    matches!(system, System::Elimination { .. })
}

/// Whether the next round can take somebody who has not been there from the start.
///
/// A round robin has room for one, when its field is odd; a bracket that has begun has none.
#[must_use]
pub fn takes_late_entry(history: &History, system: System) -> bool {
    history.rounds.is_empty()
        || match system {
            System::RoundRobin { .. } => round_robin::seats(history).last() == Some(&None),
            System::Elimination { losses } => losses > 1,
            System::Swiss { .. } | System::SwissElimination { .. } => true,
        }
}

/// Whether an entrant has a bout or a bye in this round.
pub(super) fn takes_part(round: &Round, no: EntryNo) -> bool {
    round.byes.contains(&no) || round.bout_of(no).is_some()
}

/// Refuses while a bout has no result, the earliest round first; where `needs_winner`, a draw is none.
pub(super) fn undecided(history: &History, needs_winner: bool) -> Result<(), NotYet> {
    for (round, played) in (1u32..).zip(&history.rounds) {
        let undecided = played.bouts.iter().filter(|bout| !is_decided(bout, needs_winner)).count();
        if undecided > 0 {
            return Err(NotYet::Undecided { round, undecided });
        }
    }
    Ok(())
}

fn is_decided(bout: &Bout, needs_winner: bool) -> bool {
    bout.result.is_some_and(|scores| !(needs_winner && scores.first == Score::Draw && scores.second == Score::Draw))
}
