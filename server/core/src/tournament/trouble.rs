//! What is the matter at the boards of a tournament, for its referees. Pure: what each game says, and who has a
//! connection, comes as an argument.

use tengen_protocol::{
    Colour, Matter, Phase, Sides, Snapshot,
    tournament_view::{BoardView, Trouble},
};

/// Nobody needs so long to mark dead stones, ms.
const LONG_SCORING_MS: u64 = 180_000;

/// What is seen at a board.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The game.
    pub snapshot: &'a Snapshot,
    /// Now, ms, by the game's time.
    pub game_now: u64,
    /// Now, ms since 1970.
    pub now: u64,
    /// When the stop began that there is, ms, by the game's time.
    pub stopped: Option<u64>,
    /// Whose connection is there.
    pub here: Sides<bool>,
}

/// A board with what is the matter at it; nothing when its game is over.
#[must_use]
pub fn seen(board: BoardView, sight: &Sight<'_>) -> Option<BoardView> {
    let snapshot = sight.snapshot;
    if snapshot.phase == Phase::Finished {
        return None;
    }
    let absent = sight.absent();
    let (trouble, since, until) = sight.trouble(!absent.is_empty());
    let moves = snapshot.moves.split_ascii_whitespace().count();
    Some(BoardView {
        phase: Some(snapshot.phase),
        trouble,
        since,
        until,
        absent,
        warnings: snapshot.warnings,
        moves: u32::try_from(moves).unwrap_or(u32::MAX),
        clocks: snapshot.clocks,
        game_now: sight.game_now,
        ..board
    })
}

/// The worst first, and those of one kind in the order of the tables.
pub fn worst_first(boards: &mut [BoardView]) {
    boards.sort_by_key(|board| (board.trouble, board.stage, board.round, board.table, board.board));
}

impl Sight<'_> {
    /// Who should be there and is not.
    fn absent(&self) -> Vec<Colour> {
        let snapshot = self.snapshot;
        let there = match snapshot.phase {
            Phase::Waiting => snapshot.arrived,
            // whoever has days for a move need not be there
            Phase::Playing if !snapshot.setup.time.runs_on_wall_time() => self.here,
            _ => return Vec::new(),
        };
        [Colour::Black, Colour::White].into_iter().filter(|colour| !there.of(*colour)).collect()
    }

    /// The worst, when it began and when it ends by itself.
    fn trouble(&self, somebody_is_absent: bool) -> (Trouble, Option<u64>, Option<u64>) {
        let snapshot = self.snapshot;
        match snapshot.phase {
            Phase::Waiting => {
                let until = snapshot.created_at.saturating_add(snapshot.setup.arrive_within);
                (Trouble::Late, Some(snapshot.created_at), Some(until))
            }
            Phase::Paused => self.of_pause(),
            Phase::Adjourned => {
                let until = snapshot.adjournment.as_ref().map(|adjournment| adjournment.resume_at.resume_at);
                (Trouble::Adjourned, None, until)
            }
            Phase::Scoring => self.of_stop(),
            Phase::Playing | Phase::Finished => {
                let warned = snapshot.warnings.black > 0 || snapshot.warnings.white > 0;
                let trouble = match (somebody_is_absent, warned) {
                    (true, _) => Trouble::Disconnected,
                    (false, true) => Trouble::Warned,
                    (false, false) => Trouble::Playing,
                };
                (trouble, None, None)
            }
        }
    }

    fn of_pause(&self) -> (Trouble, Option<u64>, Option<u64>) {
        let Some(pause) = self.snapshot.pause else { return (Trouble::Paused, None, None) };
        let since = Some(self.wall(pause.since));
        let trouble = match (pause.awaits, pause.suspended_until) {
            (Some(Matter::Repetition), _) => Trouble::Repetition,
            (Some(Matter::MoveLimit), _) => Trouble::MoveLimit,
            (None, Some(_)) => Trouble::Suspended,
            (None, None) => Trouble::Paused,
        };
        (trouble, since, pause.suspended_until.or(pause.until.map(|until| self.wall(until))))
    }

    fn of_stop(&self) -> (Trouble, Option<u64>, Option<u64>) {
        let since = self.stopped.map(|stopped| self.wall(stopped));
        let until = self.snapshot.scoring.as_ref().map(|scoring| self.wall(scoring.deadline));
        let is_final = self.snapshot.scoring.as_ref().is_some_and(|scoring| scoring.is_final);
        let is_long = self.stopped.is_some_and(|at| self.game_now.saturating_sub(at) > LONG_SCORING_MS);
        let trouble = match (is_final, is_long) {
            (true, _) => Trouble::FinalStop,
            (false, true) => Trouble::LongScoring,
            (false, false) => Trouble::Scoring,
        };
        (trouble, since, until)
    }

    /// Games have a time of their own, which stands while the server does.
    const fn wall(&self, at: u64) -> u64 {
        if at >= self.game_now {
            self.now.saturating_add(at - self.game_now)
        } else {
            self.now.saturating_sub(self.game_now - at)
        }
    }
}

#[cfg(test)]
mod tests;
