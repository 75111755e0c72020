//! The boards of a game's earlier moves, made again from its moves. Pure.
//!
//! A snapshot has the moves but not what they captured, so they are played again on the core's
//! board under the game's own rules. Nothing is judged by it: a game that cannot be played again is
//! only not looked back into.

use crate::game_view::{Board, GameView};
use tengen_core::rules::Position;
use tengen_protocol::{Colour, Point, Vertex};

/// Every board of a game, the one before the first move too.
#[derive(Clone, Debug)]
pub(super) struct Past {
    boards: Vec<Board>,
    moves: Vec<(Colour, Vertex)>,
}

impl Past {
    /// The game as it stands and as it stood; nothing when its moves do not lead to its board.
    pub(super) fn of(view: &GameView) -> Option<Self> {
        let (size, rules) = (view.setup.size, view.setup.rules);
        let mut position = match &view.start {
            Some(start) => {
                let stones = Board::read(size, &start.board)?.stones();
                Position::with_stones(size, rules.ko, rules.suicide, &stones, start.to_move).ok()?
            }
            None => Position::new(size, rules.ko, rules.suicide),
        };
        if view.start.is_none() && !view.handicap_stones.is_empty() {
            position.place(Colour::Black, &view.handicap_stones).ok()?;
        }
        let mut boards = vec![Board::read(size, &position.board().rows())?];
        for (by, vertex) in &view.moves {
            if position.to_move() != *by {
                return None;
            }
            position.play(*vertex).ok()?;
            boards.push(Board::read(size, &position.board().rows())?);
        }
        let fits = boards.last().is_some_and(|last| *last == view.board);
        fits.then(|| Self { boards, moves: view.moves.clone() })
    }

    /// How many moves there are.
    pub(super) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The board after so many moves.
    pub(super) fn board(&self, moves: usize) -> Option<&Board> {
        self.boards.get(moves)
    }

    /// The last move of the first so many.
    pub(super) fn last(&self, moves: usize) -> Option<(Colour, Vertex)> {
        self.moves.get(moves.checked_sub(1)?).copied()
    }

    /// The stone of that move, if it was one and is still there.
    pub(super) fn last_stone(&self, moves: usize) -> Option<Point> {
        match self.last(moves)? {
            (_, Vertex::Point(point)) => Some(point),
            (_, Vertex::Pass) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Script;

    #[test]
    fn captured_stones_stand_again_before_they_were_captured() {
        let mut script = Script::playing(9);
        for at in ["D4", "E4", "E3", "A1", "F4", "A2"] {
            script.play(at);
        }
        script.capture("E5", &["E4"]);
        let past = Past::of(script.view()).unwrap();
        let e4 = "E4".parse().unwrap();
        assert_eq!(past.moves(), 7);
        assert_eq!(past.board(7), Some(&script.view().board));
        assert_eq!((past.board(6).unwrap().stone(e4), past.board(7).unwrap().stone(e4)), (Some(Colour::White), None));
        assert_eq!(past.board(0).unwrap().points().filter_map(|at| past.board(0).unwrap().stone(at)).count(), 0);
        assert_eq!((past.last_stone(0), past.last_stone(2)), (None, Some(e4)));
        assert!(past.board(8).is_none());
    }

    #[test]
    fn handicap_stones_stand_from_the_beginning() {
        let script = Script::with(9, |snapshot| {
            snapshot.handicap_stones = crate::testing::points("C3 G7");
            snapshot.moves = "E5".into();
            snapshot.board = script_board(&[("C3", b'X'), ("G7", b'X'), ("E5", b'O')]);
            snapshot.to_move = Colour::Black;
        });
        let past = Past::of(script.view()).unwrap();
        let stone = |moves, at: &str| past.board(moves).unwrap().stone(at.parse().unwrap());
        assert_eq!((stone(0, "C3"), stone(0, "E5"), stone(1, "E5")), (Some(Colour::Black), None, Some(Colour::White)));
    }

    #[test]
    fn moves_that_do_not_lead_to_the_board_are_not_shown() {
        let script = Script::with(9, |snapshot| snapshot.moves = "E5 E5".into());
        assert!(Past::of(script.view()).is_none());
        let script = Script::with(9, |snapshot| snapshot.moves = "E5".into());
        assert!(Past::of(script.view()).is_none());
    }

    fn script_board(stones: &[(&str, u8)]) -> String {
        let mut script = Script::playing(9);
        for (at, letter) in stones {
            script.set(at, *letter);
        }
        script.rows()
    }
}
