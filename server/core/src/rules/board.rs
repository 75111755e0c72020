//! Stones on a board, their chains and whether these have liberties.
//!
//! A board knows captures and suicide but nothing of history, so it cannot judge repetition; only
//! [`Position`](super::Position) plays on it. Everything lies in arrays of a fixed size, and
//! playing allocates nothing.
//!
//! Chains are circular lists of stones that share a head. A head counts *pseudo-liberties*: the
//! empty neighbours of each of its stones, a shared one once for each. The count is zero exactly
//! when the chain has no liberty (S1.4), and unlike a set of liberties it adds up when chains
//! merge.

use super::{position::Illegal, zobrist};
use std::fmt;
use tengen_protocol::{BoardHash, Colour, MAX_SIDE, Point, Size, Suicide};

/// A cell of the padded board: a point, or a part of the wall around it.
///
/// Rows are one wider than the board, so that the wall at the left of a row is also the wall at
/// the right of the row below it.
pub(super) type Cell = u16;

/// Cells of the largest board: a wall row below and above, a wall cell in each row.
pub(super) const CELLS: usize = (MAX_SIDE as usize + 1) * (MAX_SIDE as usize + 2);

/// Never a point: cell 0 is in the corner of the wall. As a head it means *no chain*.
const NOWHERE: Cell = 0;

/// What is on a cell: 0 nothing, 1 Black, 2 White, 3 wall.
pub(super) type Content = u8;
const EMPTY: Content = 0;
const WALL: Content = 3;

pub(super) const fn stone(colour: Colour) -> Content {
    match colour {
        Colour::Black => 1,
        Colour::White => 2,
    }
}

/// A cell's letter in a row. By index, not by match: each event's hash needs all of them.
const LETTERS: [u8; 4] = *b".XO.";

const fn colour_of(content: Content) -> Option<Colour> {
    match content {
        1 => Some(Colour::Black),
        2 => Some(Colour::White),
        _ => None,
    }
}

/// The contents of all cells, for walking back through history.
pub(super) type Contents = [Content; CELLS];

/// The stones on a board.
#[derive(Clone)]
pub struct Board {
    size: Size,
    stride: Cell,
    hash: u64,
    contents: Contents,
    /// Of a stone: the head of its chain. Of anything else: `NOWHERE`.
    head: [Cell; CELLS],
    /// Of a stone: the next one of its chain, round and round.
    next: [Cell; CELLS],
    /// Of a head: the pseudo-liberties of its chain.
    liberties: [u16; CELLS],
}

/// What a play does, found before anything is changed.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// Heads of the chains that are taken off the board.
    heads: [Cell; 4],
    taken: usize,
    /// Whether they are the mover's own.
    pub(super) is_suicide: bool,
    /// The board's hash afterwards.
    pub(super) hash: u64,
}

impl Effect {
    fn take(&mut self, head: Cell) {
        if !self.heads().contains(&head) {
            self.heads[self.taken] = head;
            self.taken += 1;
        }
    }

    fn heads(&self) -> &[Cell] {
        &self.heads[..self.taken]
    }
}

impl Board {
    /// A board without stones.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        let stride = Cell::from(size.width()) + 1;
        let mut board = Self {
            size,
            stride,
            hash: 0,
            contents: [WALL; CELLS],
            head: [NOWHERE; CELLS],
            next: [NOWHERE; CELLS],
            liberties: [0; CELLS],
        };
        for row in 1..=usize::from(size.height()) {
            let left = row * usize::from(stride) + 1;
            board.contents[left..left + usize::from(size.width())].fill(EMPTY);
        }
        board
    }

    /// The board's width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` where there is none, off the board too.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Colour> {
        self.cell(point).and_then(|at| colour_of(self.contents[usize::from(at)]))
    }

    /// All points from the lower left corner, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size.height()).flat_map(move |row| (0..size.width()).filter_map(move |column| Point::new(column, row)))
    }

    /// All stones from the lower left corner, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        self.points().filter_map(|point| self.get(point).map(|colour| (colour, point)))
    }

    /// The whole chain that the stone on this point belongs to, from the lower left corner, row by
    /// row; empty where there is no stone.
    #[must_use]
    pub fn chain(&self, point: Point) -> Vec<Point> {
        let head = self.cell(point).map_or(NOWHERE, |at| self.head[usize::from(at)]);
        if head == NOWHERE {
            return Vec::new();
        }
        let mut chain: Vec<Point> = self.walk(head).map(|at| self.point(at)).collect();
        chain.sort_unstable();
        chain
    }

    /// The board as ASCII rows from the top without separators: `X` Black, `O` White, `.` empty.
    #[must_use]
    pub fn rows(&self) -> String {
        self.ascii().into_iter().map(char::from).collect()
    }

    /// The hash of [`Self::rows`], which every event about the board carries.
    #[must_use]
    pub fn rows_hash(&self) -> BoardHash {
        BoardHash::of_rows(&self.ascii())
    }

    fn ascii(&self) -> Vec<u8> {
        let size = self.size;
        let mut rows = Vec::with_capacity(usize::from(size.points()));
        for row in (0..size.height()).rev() {
            let left = (usize::from(row) + 1) * usize::from(self.stride) + 1;
            let cells = &self.contents[left..left + usize::from(size.width())];
            rows.extend(cells.iter().map(|content| LETTERS[usize::from(content % 4)]));
        }
        rows
    }

    /// The cell of a point; `None` off the board.
    #[inline]
    pub(super) fn cell(&self, point: Point) -> Option<Cell> {
        self.size.contains(point).then(|| (Cell::from(point.row()) + 1) * self.stride + Cell::from(point.column()) + 1)
    }

    /// The point of a cell that is not in the wall.
    pub(super) fn point(&self, at: Cell) -> Point {
        point_of(self.stride, at)
    }

    pub(super) const fn stride(&self) -> Cell {
        self.stride
    }

    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) const fn contents(&self) -> &Contents {
        &self.contents
    }

    pub(super) fn is_empty(&self, at: Cell) -> bool {
        self.contents[usize::from(at)] == EMPTY
    }

    /// Whether the stone on this cell has no liberty.
    pub(super) fn is_dead(&self, at: Cell) -> bool {
        let head = self.head[usize::from(at)];
        head != NOWHERE && self.liberties[usize::from(head)] == 0
    }

    #[inline]
    fn neighbours(&self, at: Cell) -> [Cell; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    /// The cells of a chain.
    fn walk(&self, head: Cell) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(Some(head), move |at| {
            let next = self.next[usize::from(*at)];
            (next != head).then_some(next)
        })
    }

    /// What a play on an empty cell takes off the board, by S1.5 and S1.6: first the opponent's
    /// chains without liberties, and only if there are none one's own.
    pub(super) fn judge(&self, at: Cell, colour: Colour, suicide: Suicide) -> Result<Effect, Illegal> {
        let near = self.neighbours(at);
        let heads = near.map(|n| self.head[usize::from(n)]);
        let mut effect =
            Effect { heads: [NOWHERE; 4], taken: 0, is_suicide: false, hash: self.hash ^ zobrist::key(colour, at) };
        let mut breathes = false;
        for (n, head) in near.into_iter().zip(heads) {
            let content = self.contents[usize::from(n)];
            if content == EMPTY {
                breathes = true;
            } else if content != WALL {
                let touching = heads.iter().filter(|h| **h == head).count();
                let last_liberty = usize::from(self.liberties[usize::from(head)]) == touching;
                if content == stone(colour) {
                    breathes |= !last_liberty;
                } else if last_liberty {
                    effect.take(head);
                }
            }
        }
        let mut lost = colour.other();
        if !breathes && effect.taken == 0 {
            self.judge_suicide(near, colour, suicide, &mut effect)?;
            effect.hash = self.hash;
            lost = colour;
        }
        for i in 0..effect.taken {
            for cell in self.walk(effect.heads[i]) {
                effect.hash ^= zobrist::key(lost, cell);
            }
        }
        Ok(effect)
    }

    fn judge_suicide(
        &self,
        near: [Cell; 4],
        colour: Colour,
        suicide: Suicide,
        effect: &mut Effect,
    ) -> Result<(), Illegal> {
        for n in near {
            if self.contents[usize::from(n)] == stone(colour) {
                effect.take(self.head[usize::from(n)]);
            }
        }
        effect.is_suicide = true;
        match suicide {
            Suicide::Multi if effect.taken > 0 => Ok(()),
            Suicide::Multi | Suicide::No => Err(Illegal::Suicide),
        }
    }

    /// Plays what [`judge`](Self::judge) found, and appends the cells that were emptied: of a
    /// suicide the played stone first.
    pub(super) fn apply(&mut self, at: Cell, colour: Colour, effect: &Effect, emptied: &mut Vec<Cell>) {
        if effect.is_suicide {
            emptied.push(at);
        } else {
            self.put(at, colour);
        }
        for head in effect.heads() {
            self.remove(*head, emptied);
        }
        if !effect.is_suicide {
            self.join(at, colour);
        }
        self.hash = effect.hash;
    }

    /// The contents after what [`judge`](Self::judge) found.
    pub(super) fn contents_after(&self, at: Cell, colour: Colour, effect: &Effect) -> Contents {
        let mut contents = self.contents;
        if !effect.is_suicide {
            contents[usize::from(at)] = stone(colour);
        }
        for head in effect.heads() {
            for cell in self.walk(*head) {
                contents[usize::from(cell)] = EMPTY;
            }
        }
        contents
    }

    /// Puts a stone of a chain of its own on an empty cell.
    fn put(&mut self, at: Cell, colour: Colour) {
        let mut liberties = 0;
        for n in self.neighbours(at).map(usize::from) {
            match self.contents[n] {
                EMPTY => liberties += 1,
                WALL => {}
                _ => self.liberties[usize::from(self.head[n])] -= 1,
            }
        }
        let i = usize::from(at);
        self.contents[i] = stone(colour);
        self.head[i] = at;
        self.next[i] = at;
        self.liberties[i] = liberties;
    }

    /// Joins a stone with the chains of its colour around it.
    fn join(&mut self, at: Cell, colour: Colour) {
        for n in self.neighbours(at).map(usize::from) {
            if self.contents[n] == stone(colour) {
                self.merge(self.head[usize::from(at)], self.head[n]);
            }
        }
    }

    fn merge(&mut self, a: Cell, b: Cell) {
        if a == b {
            return;
        }
        // The one with more liberties is likely the longer one: relabel the other.
        let (a, b) = if self.liberties[usize::from(a)] < self.liberties[usize::from(b)] { (b, a) } else { (a, b) };
        let mut at = b;
        loop {
            self.head[usize::from(at)] = a;
            at = self.next[usize::from(at)];
            if at == b {
                break;
            }
        }
        self.next.swap(usize::from(a), usize::from(b));
        self.liberties[usize::from(a)] += self.liberties[usize::from(b)];
    }

    fn remove(&mut self, head: Cell, emptied: &mut Vec<Cell>) {
        let mut at = head;
        loop {
            self.contents[usize::from(at)] = EMPTY;
            self.head[usize::from(at)] = NOWHERE;
            for n in self.neighbours(at).map(usize::from) {
                // The wall and empty cells have the head NOWHERE, whose count nobody reads.
                let head = usize::from(self.head[n]);
                self.liberties[head] = self.liberties[head].wrapping_add(1);
            }
            emptied.push(at);
            at = self.next[usize::from(at)];
            if at == head {
                break;
            }
        }
    }

    /// Puts a stone of the initial position, without judging anything.
    pub(super) fn set_up(&mut self, at: Cell, colour: Colour) {
        self.put(at, colour);
        self.join(at, colour);
        self.hash ^= zobrist::key(colour, at);
    }

    /// Replaces all stones by those of `contents`, of a board of the same size.
    pub(super) fn restore(&mut self, contents: &Contents) {
        let used = usize::from(self.stride) * (usize::from(self.size.height()) + 1);
        for at in 0..used {
            if self.contents[at] != WALL {
                self.contents[at] = EMPTY;
                self.head[at] = NOWHERE;
            }
        }
        self.hash = 0;
        for (at, content) in (0..).zip(&contents[..used]) {
            if let Some(colour) = colour_of(*content) {
                self.set_up(at, colour);
            }
        }
    }
}

pub(super) fn point_of(stride: Cell, at: Cell) -> Point {
    let coordinate = |n: Cell| u8::try_from(n).ok().and_then(|n| n.checked_sub(1));
    coordinate(at % stride)
        .zip(coordinate(at / stride))
        .and_then(|(column, row)| Point::new(column, row))
        .expect("invariant: cells of stones lie inside the wall")
}

impl PartialEq for Board {
    /// The same size and the same stones.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.contents == other.contents
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Board {}", self.size)?;
        let rows = self.rows();
        for row in rows.as_bytes().chunks(usize::from(self.size.width())) {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}
