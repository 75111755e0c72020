//! The one entry to all pairing systems.

use super::swiss::{self, Pairing, Rematches, Why};
use super::{Bout, History, Next, NotYet, Pair, Round, elimination, round_robin, swiss_elimination};
use tengen_protocol::{EntryNo, Score, Scores, System, tournament_limits as limits};

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

/// Why a stage of so many entrants cannot be played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Nobody to meet.
    #[error("{0} entrants: at least 2 are needed")]
    TooFew(usize),
    /// More than this system takes.
    #[error("{given} entrants: this system takes up to {most}")]
    TooMany {
        /// How many there are.
        given: usize,
        /// How many are allowed.
        most: usize,
    },
    /// It may need more rounds than a stage may have.
    #[error("{entrants} entrants may need {rounds} rounds and a stage has at most {most}: set fewer laps or losses")]
    TooManyRounds {
        /// How many there are.
        entrants: usize,
        /// How many rounds they need, or may need.
        rounds: usize,
        /// How many a stage may have.
        most: usize,
    },
}

/// Whether a stage of so many entrants can be played to its end, before it begins.
///
/// A Swiss of more rounds than there are opponents is fit: late entries may still come, and where all have
/// met the organiser ends it. Swiss with elimination has no bound of rounds, since draws put nobody out.
///
/// # Errors
/// What does not fit, with what is allowed.
pub fn fits(system: System, entrants: usize) -> Result<(), Unfit> {
    let (most_entrants, rounds) = match system {
        System::RoundRobin { laps } => {
            (round_robin::MOST_ENTRANTS, round_robin::rounds_in_lap(entrants).saturating_mul(laps.into()))
        }
        System::Elimination { losses } => (elimination::MOST_ENTRANTS, elimination::most_rounds(entrants, losses)),
        System::Swiss { .. } | System::SwissElimination { .. } => (swiss::MOST_ENTRANTS, 0),
    };
    let most = usize::try_from(limits::ROUNDS).unwrap_or(usize::MAX);
    match entrants {
        few @ 0..2 => Err(Unfit::TooFew(few)),
        given if given > most_entrants => Err(Unfit::TooMany { given, most: most_entrants }),
        _ if rounds > most => Err(Unfit::TooManyRounds { entrants, rounds, most }),
        _ => Ok(()),
    }
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
