//! What a referee's ruling does to the view of a game. A position that he sets up begins a new history.

use super::{Board, GameView, Misfit};
use tengen_protocol::{Awaits, Colour, MoveTime, Pause, Phase, Replaced, Ruling, Sides, Start};

impl GameView {
    pub(super) fn ruled(&mut self, ruling: &Ruling, t: u64) -> Result<(), Misfit> {
        match ruling {
            Ruling::Result { outcome, dead } => {
                if let (Some(scoring), Some(dead)) = (&mut self.scoring, dead) {
                    scoring.dead.clone_from(dead);
                }
                self.end(Some(outcome), t);
                Ok(())
            }
            Ruling::Clocks { black, white } => {
                if let Some(clocks) = &mut self.clocks {
                    (clocks.black, clocks.white, clocks.since) = (*black, *white, t);
                }
                Ok(())
            }
            Ruling::Suspended { time, until } => {
                let awaits = self.awaited();
                self.stand(time, t);
                self.phase = Phase::Paused;
                self.pause = Some(Pause { since: t, until: None, suspended_until: Some(*until), awaits });
                Ok(())
            }
            Ruling::Resumed { to_move } => {
                self.go_on(*to_move, t);
                Ok(())
            }
            Ruling::TakenBack { undone, forbids } => {
                if let Some(side) = forbids {
                    *self.no_repetition.of_mut(*side) = true;
                }
                self.begin_again(undone.to_move, t);
                self.take_back(undone, t)
            }
            Ruling::Edited { replaced } => {
                self.start = Some(Start { board: replaced.board.clone(), to_move: replaced.to_move });
                self.replace(replaced, t)
            }
            Ruling::Restarted { replaced } => {
                self.start = None;
                self.next_stop_final = false;
                self.replace(replaced, t)?;
                let handicap = self.board.stones().into_iter().filter(|(colour, _)| *colour == Colour::Black);
                self.handicap_stones = handicap.map(|(_, point)| point).collect();
                self.handicap_left = replaced.handicap_left;
                Ok(())
            }
        }
    }

    /// After a move play stands still until a referee rules.
    pub(super) fn awaits(&mut self, awaits: Option<Awaits>, t: u64) {
        let Some(Awaits { on, until }) = awaits else { return };
        self.stand(&MoveTime::default(), t);
        self.phase = Phase::Paused;
        self.pause = Some(Pause { since: t, until: None, suspended_until: Some(until), awaits: Some(on) });
    }

    /// Moves are made again, whatever was asked or marked.
    fn begin_again(&mut self, to_move: Colour, t: u64) {
        self.undo_request = None;
        self.scoring = None;
        self.go_on(to_move, t);
    }

    fn replace(&mut self, replaced: &Replaced, t: u64) -> Result<(), Misfit> {
        self.board = Board::read(self.setup.size, &replaced.board).ok_or(Misfit::BoardDiffers)?;
        self.moves.clear();
        self.captures = Sides::default();
        if let (Some(clocks), Some(black), Some(white)) = (&mut self.clocks, replaced.black, replaced.white) {
            (clocks.black, clocks.white) = (black, white);
        }
        self.begin_again(replaced.to_move, t);
        self.check(replaced.hash)
    }
}

#[cfg(test)]
mod tests;
