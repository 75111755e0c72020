//! The one entry to all pairing systems.

use super::history::is_lost;
use super::swiss::{self, Pairing, Rematches, Why};
use super::{Bout, Entrant, History, Next, NotYet, Pair, Round, elimination, round_robin, swiss_elimination};
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
            swiss_elimination::next(history, losses, options.bye_points, |field| {
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

/// In round 1, once it is paired; before that, to be paired in it.
pub(super) fn is_on_time(history: &History, entrant: &Entrant) -> bool {
    history.rounds.first().map_or_else(|| entrant.plays_in(1), |round| takes_part(round, entrant.no))
}

/// Refuses while a bout has no result, the earliest round first; where `needs_winner`, one that lets neither
/// or both go on is none.
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
    bout.result.is_some_and(|scores| !needs_winner || leaves_one_or_none(scores))
}

/// Whether these scores tell who of two goes on: one has more points, or both have lost. A referee may
/// rule any scores, but an elimination cannot go on with others.
#[must_use]
pub fn leaves_one_or_none(scores: Scores) -> bool {
    is_lost(scores) || is_lost(scores.swapped())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_fits_when_it_can_be_played_to_its_end() {
        let robin = |laps| System::RoundRobin { laps };
        let knockout = |losses| System::Elimination { losses };
        let swiss = System::Swiss { rounds: 5 };
        for system in [robin(1), knockout(1), knockout(2), swiss, System::SwissElimination { losses: 2 }] {
            assert_eq!(fits(system, 0), Err(Unfit::TooFew(0)), "{system:?}");
            assert_eq!(fits(system, 1), Err(Unfit::TooFew(1)), "{system:?}");
            assert_eq!(fits(system, 2), Ok(()), "{system:?}");
        }
        // 64 rounds: 64 x 1, 33 x 2 (an odd field has as many rounds as entrants), 9 x 7.
        for (laps, largest) in [(1, 64), (2, 32), (3, 22), (4, 16), (7, 10), (8, 8)] {
            assert_eq!(fits(robin(laps), largest), Ok(()), "{laps} laps");
            assert!(fits(robin(laps), largest + 1).is_err(), "{laps} laps");
        }
        assert_eq!(fits(robin(2), 33), Err(Unfit::TooManyRounds { entrants: 33, rounds: 66, most: 64 }));
        assert_eq!(fits(robin(1), 65), Err(Unfit::TooMany { given: 65, most: 64 }));
        assert_eq!(fits(knockout(1), 1024), Ok(()));
        assert_eq!(fits(knockout(1), 1025), Err(Unfit::TooMany { given: 1025, most: 1024 }));
        assert_eq!(fits(knockout(4), 1000), Ok(()));
        assert_eq!(fits(knockout(5), 1000), Err(Unfit::TooManyRounds { entrants: 1000, rounds: 69, most: 64 }));
        assert_eq!(fits(swiss, 2_000), Ok(()));
        assert_eq!(fits(swiss, 2_001), Err(Unfit::TooMany { given: 2_001, most: 2_000 }));
    }

    #[test]
    fn an_elimination_goes_on_with_the_better_by_points_or_with_nobody() {
        use Score::{Draw, Loss, Win};
        for (first, second, tells) in [
            (Win, Loss, true),
            (Win, Draw, true),
            (Loss, Draw, true),
            (Loss, Loss, true),
            (Draw, Draw, false),
            (Win, Win, false),
        ] {
            assert_eq!(leaves_one_or_none(Scores { first, second, forfeit: false }), tells, "{first:?} {second:?}");
        }
    }
}
