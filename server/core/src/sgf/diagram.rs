//! The board of a record as it is drawn: every move is carried out, as FF[4] wants it, whatever any
//! rules say of it.
//!
//! It judges nothing. For a legal game it is the board that the rules make.

use super::record::{Record, Step, Target};
use tengen_protocol::{Colour, Point, Sides, Size, Vertex};

/// The stones at some moment of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: Size,
    stones: Vec<Option<Colour>>,
    /// Stones of each side that were taken off the board by moves.
    pub captured: Sides<u32>,
}

/// A record up to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// The board there.
    pub diagram: Diagram,
    /// How many moves have been made.
    pub number: usize,
    /// The last of them.
    pub last: Option<(Colour, &'a Target)>,
    /// The comment of the node that was reached last.
    pub comment: Option<&'a str>,
}

/// The board after so many moves, or after all and what is set up after them.
#[must_use]
pub fn show(record: &Record, moves: Option<usize>) -> Shown<'_> {
    let mut shown = Shown { diagram: Diagram::empty(record.size), number: 0, last: None, comment: None };
    for step in &record.steps {
        if moves == Some(shown.number) && (shown.number > 0 || !step.moves.is_empty()) {
            // Stones that stand before the first move belong to move 0.
            if shown.number == 0 {
                shown.diagram.set_up(step);
            }
            break;
        }
        shown.diagram.set_up(step);
        shown.comment = step.comment.as_deref();
        for played in &step.moves {
            if moves == Some(shown.number) {
                return shown;
            }
            if let Target::Vertex(Vertex::Point(point)) = played.at {
                shown.diagram.play(played.by, point);
            }
            shown.number += 1;
            shown.last = Some((played.by, &played.at));
        }
    }
    shown
}

impl Diagram {
    /// A board without stones.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self { size, stones: vec![None; usize::from(size.points())], captured: Sides::default() }
    }

    /// The board's width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    fn index(&self, point: Point) -> Option<usize> {
        let index = usize::from(point.row()) * usize::from(self.size.width()) + usize::from(point.column());
        self.size.contains(point).then_some(index)
    }

    /// The stone on a point; nothing off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.index(point).and_then(|index| self.stones.get(index).copied().flatten())
    }

    /// All stones from the lower left corner, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        let size = self.size;
        let points = (0..size.height()).flat_map(move |row| (0..size.width()).map(move |column| (column, row)));
        self.stones.iter().zip(points).filter_map(|(stone, (column, row))| stone.zip(Point::new(column, row)))
    }

    /// Rows from the top without separators: `X` Black, `O` White, `.` empty.
    #[must_use]
    pub fn rows(&self) -> String {
        let letter = |stone: &Option<Colour>| match stone {
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
            None => '.',
        };
        self.stones.chunks(usize::from(self.size.width())).rev().flatten().map(letter).collect()
    }

    /// Puts and removes the stones that a node sets up; nothing is captured.
    pub(super) fn set_up(&mut self, step: &Step) {
        for (stone, point) in &step.set_up {
            self.put(*point, *stone);
        }
    }

    fn put(&mut self, point: Point, stone: Option<Colour>) {
        if let Some(cell) = self.index(point).and_then(|index| self.stones.get_mut(index)) {
            *cell = stone;
        }
    }

    /// Puts a stone and takes off what has no liberty, the opponent's first.
    pub fn play(&mut self, by: Colour, point: Point) {
        self.put(point, Some(by));
        for near in neighbours(point) {
            if self.stone(near) == Some(by.other()) {
                self.take_if_dead(near);
            }
        }
        self.take_if_dead(point);
    }

    fn take_if_dead(&mut self, point: Point) {
        let Some(colour) = self.stone(point) else { return };
        let (mut chain, mut next) = (vec![point], 0);
        let mut seen = vec![false; self.stones.len()];
        while let Some(from) = chain.get(next).copied() {
            next += 1;
            for near in neighbours(from) {
                let Some(index) = self.index(near) else { continue };
                match self.stones.get(index).copied().flatten() {
                    None => return,
                    Some(stone) if stone == colour && !seen[index] && near != point => {
                        seen[index] = true;
                        chain.push(near);
                    }
                    Some(_) => {}
                }
            }
        }
        for taken in &chain {
            self.put(*taken, None);
        }
        let count = self.captured.of_mut(colour);
        *count = count.saturating_add(u32::try_from(chain.len()).unwrap_or(u32::MAX));
    }
}

fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    let (column, row) = (point.column(), point.row());
    let left = column.checked_sub(1).map(|column| (column, row));
    let below = row.checked_sub(1).map(|row| (column, row));
    let near = [left, Some((column + 1, row)), below, Some((column, row + 1))];
    near.into_iter().flatten().filter_map(|(column, row)| Point::new(column, row))
}
