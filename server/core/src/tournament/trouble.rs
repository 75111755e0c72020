//! What is the matter at a board, for whoever has to look after many of them. Pure.

use tengen_protocol::{
    Colour, Matter, Phase, Snapshot,
    boards::{BoardState, Trouble},
};

/// Nobody needs so long, ms, to mark dead stones: so much is left of the time for it then.
const LONG_SCORING_LEFT: u64 = 120_000;

/// A board as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is the matter.
    pub trouble: Trouble,
    /// Since when, ms since 1970.
    pub since: Option<u64>,
    /// When something happens by itself, ms since 1970.
    pub until: Option<u64>,
    /// Who is not there.
    pub absent: Vec<Colour>,
    /// The game in short.
    pub state: BoardState,
}

/// Looks at a game. `now` is its own time, `wall` the time of people, both ms; `away` says of Black and White whether
/// nobody is connected to play for them.
#[must_use]
pub fn look(game: &Snapshot, now: u64, wall: u64, away: [bool; 2]) -> Look {
    // games have a time of their own, which stands while the server does
    let at = |time: u64| if time >= now { wall.saturating_add(time - now) } else { wall.saturating_sub(now - time) };
    let sides = [Colour::Black, Colour::White];
    let those = |which: [bool; 2]| sides.into_iter().zip(which).filter(|(_, is)| *is).map(|(side, _)| side).collect();
    let said = |trouble, since, until| (trouble, since, until, Vec::new());
    let (trouble, since, until, absent) = match game.phase {
        Phase::Waiting => {
            let until = game.created_at.saturating_add(game.setup.arrive_within);
            let absent = those([!game.arrived.black, !game.arrived.white]);
            (Trouble::Late, Some(game.created_at), Some(until), absent)
        }
        Phase::Paused => paused(game, at),
        Phase::Adjourned => {
            said(Trouble::Adjourned, None, game.adjournment.as_ref().map(|adjournment| adjournment.resume_at.resume_at))
        }
        Phase::Scoring => match &game.scoring {
            Some(scoring) if scoring.is_final => said(Trouble::FinalStop, None, Some(at(scoring.deadline))),
            Some(scoring) if scoring.deadline.saturating_sub(now) < LONG_SCORING_LEFT => {
                said(Trouble::LongScoring, None, Some(at(scoring.deadline)))
            }
            scoring => said(Trouble::Scoring, None, scoring.as_ref().map(|scoring| at(scoring.deadline))),
        },
        Phase::Playing if away != [false; 2] => (Trouble::Disconnected, None, None, those(away)),
        Phase::Playing | Phase::Finished => {
            let is_warned = game.warnings.black > 0 || game.warnings.white > 0;
            said(if is_warned { Trouble::Warned } else { Trouble::Playing }, None, None)
        }
    };
    Look { trouble, since, until, absent, state: state(game, now) }
}

fn paused(game: &Snapshot, at: impl Fn(u64) -> u64) -> (Trouble, Option<u64>, Option<u64>, Vec<Colour>) {
    let Some(pause) = game.pause else { return (Trouble::Paused, None, None, Vec::new()) };
    let trouble = match (pause.awaits, pause.suspended_until) {
        (Some(Matter::Repetition), _) => Trouble::Repetition,
        (Some(Matter::MoveLimit), _) => Trouble::MoveLimit,
        (None, Some(_)) => Trouble::Suspended,
        (None, None) => Trouble::Paused,
    };
    (trouble, Some(at(pause.since)), pause.suspended_until.or(pause.until.map(&at)), Vec::new())
}

fn state(game: &Snapshot, now: u64) -> BoardState {
    let moves = game.moves.split_ascii_whitespace().count();
    BoardState {
        seq: game.seq,
        phase: game.phase,
        moves: u32::try_from(moves).unwrap_or(u32::MAX),
        to_move: game.to_move,
        warnings: game.warnings,
        now,
        clocks: game.clocks,
    }
}

#[cfg(test)]
mod tests;
