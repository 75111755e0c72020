//! A board with its whole history and the side to move: where every play is judged.
//!
//! History begins with the initial position, set-up and handicap stones included, and holds the
//! board after each ply; nothing is ever dropped from it but by [`Position::undo`]. Passes are
//! plies: they neither lift nor create a repetition, except that they lift the ko of
//! [`Ko::Simple`].

use super::{
    board::{Board, Cell, Effect, point_of},
    history::History,
};
use tengen_protocol::{Colour, Ko, Point, Size, Suicide, Vertex};

/// Why a play is refused. The order is that of judging: a play that is refused for several
/// reasons names the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The point does not exist on this board.
    #[error("that point is not on the board")]
    OffBoard,
    /// There is a stone already.
    #[error("that point is occupied")]
    Occupied,
    /// The mover's own chain would have no liberty and nothing would be captured (S1.6).
    #[error("a play that leaves one's own chain without liberties is forbidden")]
    Suicide,
    /// The board would be the one before the opponent's immediately preceding play. Named so
    /// under every setting, since it is the case that people know.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// The board (under `situational` with the same side to move) would repeat (S1.7); under `referee` in a
    /// cycle that is not balanced.
    #[error("the position after move {repeats_move} may not be repeated")]
    Superko {
        /// The latest ply with that position, passes counted; 0 is the initial position.
        repeats_move: u32,
    },
}

/// Why stones cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A point does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Point),
    /// A point is named twice or has a stone already.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// A stone would stand in a chain without liberties.
    #[error("the chain at {0} has no liberty")]
    NoLiberties(Point),
    /// Stones are placed before the first ply only.
    #[error("stones can be placed only before the first move")]
    Begun,
}

/// Why moves cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{asked} moves cannot be taken back, {played} have been made")]
pub struct UndoError {
    /// How many plies were to be taken back.
    pub asked: u32,
    /// How many plies there are.
    pub played: u32,
}

/// A position in a game: board, side to move, and all that came before.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) ko: Ko,
    suicide: Suicide,
    /// Stones of Black and of White that were captured.
    prisoners: [u32; 2],
    /// Whether Black and White may repeat no board at all, by a referee's word.
    pub(super) bound: [bool; 2],
    pub(super) history: History,
}

impl Position {
    /// An empty board with Black to move.
    #[must_use]
    pub fn new(size: Size, ko: Ko, suicide: Suicide) -> Self {
        Self::start(Board::empty(size), ko, suicide, Colour::Black)
    }

    /// A game that begins with these stones.
    ///
    /// # Errors
    /// When a point is off the board or named twice, or a chain would have no liberty.
    pub fn with_stones(
        size: Size,
        ko: Ko,
        suicide: Suicide,
        stones: &[(Colour, Point)],
        to_move: Colour,
    ) -> Result<Self, SetupError> {
        let board = set_up(Board::empty(size), stones.iter().copied())?;
        Ok(Self::start(board, ko, suicide, to_move))
    }

    fn start(board: Board, ko: Ko, suicide: Suicide, to_move: Colour) -> Self {
        let history = History::new(to_move, board.hash());
        Self { board, ko, suicide, prisoners: [0; 2], bound: [false; 2], history }
    }

    /// Places more stones of one colour, for handicap. They become part of the initial position,
    /// and the other side moves next. On an error nothing has changed.
    ///
    /// # Errors
    /// When a ply has been made, a point is off the board, occupied or named twice, or a chain
    /// would have no liberty.
    pub fn place(&mut self, colour: Colour, points: &[Point]) -> Result<(), SetupError> {
        if self.ply() > 0 {
            return Err(SetupError::Begun);
        }
        let stones = points.iter().map(|point| (colour, *point));
        let board = set_up(self.board.clone(), stones)?;
        *self = Self { bound: self.bound, ..Self::start(board, self.ko, self.suicide, colour.other()) };
        Ok(())
    }

    /// The stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.history.to_move_after(self.ply())
    }

    /// Plies since the start, passes included.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.history.ply()
    }

    /// How many stones of this colour have been captured, its own suicides included.
    #[must_use]
    pub const fn prisoners(&self, colour: Colour) -> u32 {
        self.prisoners[colour.index()]
    }

    /// How many passes the last plies were.
    #[must_use]
    pub fn consecutive_passes(&self) -> u32 {
        let ply = self.ply();
        let last_play = (1..=ply).rev().find(|ply| self.history.played(*ply).is_some());
        ply - last_play.unwrap_or(0)
    }

    /// The last ply, unless there was none.
    #[must_use]
    pub fn last_move(&self) -> Option<Vertex> {
        let ply = self.ply();
        (ply > 0).then(|| self.vertex(ply))
    }

    /// The points that the last ply emptied, as [`play`](Self::play) gave them.
    #[must_use]
    pub fn last_captures(&self) -> Captures<'_> {
        Captures { cells: self.history.last_emptied().iter(), stride: self.board.stride() }
    }

    /// All plies from the first.
    pub fn moves(&self) -> impl Iterator<Item = (Colour, Vertex)> + '_ {
        (1..=self.ply()).map(|ply| (self.history.to_move_after(ply - 1), self.vertex(ply)))
    }

    fn vertex(&self, ply: u32) -> Vertex {
        self.history.played(ply).map_or(Vertex::Pass, |at| Vertex::Point(self.board.point(at)))
    }

    /// Whether the side to move may play here.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        self.judge(point).map(|_| ())
    }

    /// The board after a play of the side to move, and the captured points; nothing is played. Costs
    /// a copy of the board, not of the history.
    ///
    /// # Errors
    /// Why the play would be refused.
    pub fn board_after(&self, point: Point) -> Result<(Board, Vec<Point>), Illegal> {
        let (at, effect) = self.judge(point)?;
        let (mut board, mut emptied) = (self.board.clone(), Vec::new());
        board.apply(at, self.to_move(), &effect, &mut emptied);
        let captures = Captures { cells: emptied.iter(), stride: board.stride() }.collect();
        Ok((board, captures))
    }

    /// Plays for the side to move and gives the captured points. On an error nothing has changed.
    ///
    /// # Errors
    /// Why the play is refused; a pass never is.
    pub fn play(&mut self, vertex: Vertex) -> Result<Captures<'_>, Illegal> {
        match vertex {
            Vertex::Pass => self.history.push(None, self.board.hash()),
            Vertex::Point(point) => {
                let (at, effect) = self.judge(point)?;
                let mover = self.to_move();
                self.board.apply(at, mover, &effect, self.history.emptied());
                self.history.push(Some(at), effect.hash);
                let count = u32::try_from(self.history.last_emptied().len()).unwrap_or(u32::MAX);
                self.prisoners[lost_by(mover, &effect).index()] += count;
            }
        }
        Ok(self.last_captures())
    }

    /// Takes back this many plies and forgets the positions after them.
    ///
    /// # Errors
    /// When fewer have been made; then nothing has changed.
    pub fn undo(&mut self, plies: u32) -> Result<(), UndoError> {
        let played = self.ply();
        let target = played.checked_sub(plies).ok_or(UndoError { asked: plies, played })?;
        let contents = self.history.contents_at(target, self.board.contents());
        for _ in 0..plies {
            self.forget_last();
        }
        self.board.restore(&contents);
        Ok(())
    }

    /// Drops the last ply from history and its prisoners; the board is the caller's.
    fn forget_last(&mut self) {
        let ply = self.ply();
        let mover = self.history.to_move_after(ply - 1);
        let emptied = self.history.last_emptied();
        let lost = if emptied.first().copied() == self.history.played(ply) { mover } else { mover.other() };
        let count = u32::try_from(emptied.len()).unwrap_or(u32::MAX);
        self.prisoners[lost.index()] -= count;
        self.history.truncate(ply - 1);
    }

    pub(super) fn judge(&self, point: Point) -> Result<(Cell, Effect), Illegal> {
        let at = self.board.cell(point).ok_or(Illegal::OffBoard)?;
        if !self.board.is_empty(at) {
            return Err(Illegal::Occupied);
        }
        let effect = self.board.judge(at, self.to_move(), self.suicide)?;
        self.judge_repetition(at, &effect)?;
        Ok((at, effect))
    }
}

/// Whose stones a play takes.
const fn lost_by(mover: Colour, effect: &Effect) -> Colour {
    if effect.is_suicide { mover } else { mover.other() }
}

fn set_up(mut board: Board, stones: impl Iterator<Item = (Colour, Point)> + Clone) -> Result<Board, SetupError> {
    for (colour, point) in stones {
        let at = board.cell(point).ok_or(SetupError::OffBoard(point))?;
        if !board.is_empty(at) {
            return Err(SetupError::Occupied(point));
        }
        board.set_up(at, colour);
    }
    let dead =
        board.stones().map(|(_, point)| point).find(|point| board.cell(*point).is_some_and(|at| board.is_dead(at)));
    match dead {
        Some(point) => Err(SetupError::NoLiberties(point)),
        None => Ok(board),
    }
}

/// The points that a play emptied, of a suicide the played one too, so that whoever puts the
/// stone and then removes these has the board after the play.
#[derive(Clone, Debug)]
pub struct Captures<'a> {
    cells: std::slice::Iter<'a, Cell>,
    stride: Cell,
}

impl Iterator for Captures<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        self.cells.next().map(|at| point_of(self.stride, *at))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.cells.size_hint()
    }
}

impl ExactSizeIterator for Captures<'_> {}
