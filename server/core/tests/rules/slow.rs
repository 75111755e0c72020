//! Go as slowly and obviously as it can be written: a list of whole boards, flood fill for
//! everything, nothing shared with the fast board but the names of refusals.

use std::collections::BTreeSet;
use tengen_core::rules::{Illegal, count::Area};
use tengen_protocol::{Colour, Ko, Point, Suicide};

/// `X`, `O` or `.`, by row from the bottom and column.
pub(crate) type Stones = Vec<Vec<char>>;
type At = (usize, usize);

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'X',
        Colour::White => 'O',
    }
}

fn around(board: &Stones, (row, column): At) -> Vec<At> {
    let mut near = Vec::new();
    if row > 0 {
        near.push((row - 1, column));
    }
    if column > 0 {
        near.push((row, column - 1));
    }
    if row + 1 < board.len() {
        near.push((row + 1, column));
    }
    if column + 1 < board[0].len() {
        near.push((row, column + 1));
    }
    near
}

/// All that is connected with `start` and alike, and what borders on it.
fn flood(board: &Stones, start: At) -> (BTreeSet<At>, BTreeSet<char>) {
    let kind = board[start.0][start.1];
    let mut region = BTreeSet::from([start]);
    let mut border = BTreeSet::new();
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        for n in around(board, at) {
            let there = board[n.0][n.1];
            if there != kind {
                border.insert(there);
            } else if region.insert(n) {
                todo.push(n);
            }
        }
    }
    (region, border)
}

fn remove_if_dead(board: &mut Stones, start: At) -> BTreeSet<At> {
    let (chain, border) = flood(board, start);
    if border.contains(&'.') {
        return BTreeSet::new();
    }
    for at in &chain {
        board[at.0][at.1] = '.';
    }
    chain
}

/// One game: `boards[n]` and `prisoners[n]` are those after ply n.
#[derive(Clone)]
pub(crate) struct SlowGame {
    ko: Ko,
    suicide: Suicide,
    first: Colour,
    pub(crate) boards: Vec<Stones>,
    pub(crate) prisoners: Vec<[u32; 2]>,
    /// Whether each ply was a pass.
    passes: Vec<bool>,
    /// Sides that may repeat nothing.
    pub(crate) bound: Vec<Colour>,
}

impl SlowGame {
    pub(crate) fn new(board: Stones, ko: Ko, suicide: Suicide, first: Colour) -> Self {
        Self { ko, suicide, first, boards: vec![board], prisoners: vec![[0; 2]], passes: Vec::new(), bound: Vec::new() }
    }

    pub(crate) fn ply(&self) -> usize {
        self.passes.len()
    }

    pub(crate) fn board(&self) -> &Stones {
        &self.boards[self.ply()]
    }

    fn to_move_after(&self, ply: usize) -> Colour {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    pub(crate) fn to_move(&self) -> Colour {
        self.to_move_after(self.ply())
    }

    /// The board after a play and the stones that it took, own ones in a suicide.
    fn judge(&self, point: Point) -> Result<(Stones, BTreeSet<At>, Colour), Illegal> {
        let at = (usize::from(point.row()), usize::from(point.column()));
        let me = self.to_move();
        let mut board = self.board().clone();
        match board.get(at.0).and_then(|row| row.get(at.1)) {
            None => return Err(Illegal::OffBoard),
            Some('.') => {}
            Some(_) => return Err(Illegal::Occupied),
        }
        board[at.0][at.1] = letter(me);
        let mut taken = BTreeSet::new();
        for n in around(&board, at) {
            if board[n.0][n.1] == letter(me.other()) {
                taken.extend(remove_if_dead(&mut board, n));
            }
        }
        let mut of = me.other();
        let own = remove_if_dead(&mut board, at);
        if !own.is_empty() {
            if self.suicide == Suicide::No || own.len() == 1 {
                return Err(Illegal::Suicide);
            }
            (taken, of) = (own, me);
        }
        self.judge_repetition(&board)?;
        Ok((board, taken, of))
    }

    fn judge_repetition(&self, board: &Stones) -> Result<(), Illegal> {
        let now = self.ply();
        if now > 0 && !self.passes[now - 1] && self.boards[now - 1] == *board {
            return Err(Illegal::Ko);
        }
        if self.ko == Ko::Referee {
            return self.judge_cycle(board);
        }
        for ply in (0..=now).rev() {
            let counts = match self.ko {
                Ko::Positional => true,
                Ko::Situational => self.to_move_after(ply) == self.to_move_after(now + 1),
                Ko::Simple | Ko::Referee => false,
            };
            if counts && self.boards[ply] == *board {
                let repeats_move = u32::try_from(ply).unwrap();
                return Err(Illegal::Superko { repeats_move });
            }
        }
        Ok(())
    }

    /// The cycle since the latest ply with this board, plays counted one by one.
    fn judge_cycle(&self, board: &Stones) -> Result<(), Illegal> {
        let mover = self.to_move();
        let Some(latest) = (0..=self.ply()).rev().find(|ply| self.boards[*ply] == *board) else {
            return Ok(());
        };
        let mut plays = vec![mover];
        for ply in latest..self.ply() {
            if !self.passes[ply] {
                plays.push(self.to_move_after(ply));
            }
        }
        let of = |colour| plays.iter().filter(|by| **by == colour).count();
        let (black, white) = (of(Colour::Black), of(Colour::White));
        if black != white || black == 1 || self.bound.contains(&mover) {
            return Err(Illegal::Superko { repeats_move: u32::try_from(latest).unwrap() });
        }
        Ok(())
    }

    /// The latest ply with the board after a play, and how often it was made, this time counted.
    pub(crate) fn recurrence(&self, point: Point) -> Result<Option<(usize, usize)>, Illegal> {
        if self.ko != Ko::Referee {
            return Ok(None);
        }
        let (board, ..) = self.judge(point)?;
        let latest = (0..=self.ply()).rev().find(|ply| self.boards[*ply] == board);
        let made = (0..=self.ply()).filter(|ply| *ply == 0 || !self.passes[*ply - 1]);
        let times = made.filter(|ply| self.boards[*ply] == board).count() + 1;
        Ok(latest.map(|latest| (latest, times)))
    }

    pub(crate) fn check(&self, point: Point) -> Result<(), Illegal> {
        self.judge(point).map(|_| ())
    }

    /// Plays and gives what was taken, lower left first.
    pub(crate) fn play(&mut self, point: Point) -> Result<Vec<Point>, Illegal> {
        let (board, taken, of) = self.judge(point)?;
        let mut prisoners = self.prisoners[self.ply()];
        prisoners[of.index()] += u32::try_from(taken.len()).unwrap();
        self.boards.push(board);
        self.prisoners.push(prisoners);
        self.passes.push(false);
        Ok(points(&taken))
    }

    pub(crate) fn pass(&mut self) {
        self.boards.push(self.board().clone());
        self.prisoners.push(self.prisoners[self.ply()]);
        self.passes.push(true);
    }

    pub(crate) fn undo(&mut self, plies: usize) {
        let left = self.ply() - plies;
        self.passes.truncate(left);
        self.boards.truncate(left + 1);
        self.prisoners.truncate(left + 1);
    }

    pub(crate) fn chain(&self, point: Point) -> Vec<Point> {
        let at = (usize::from(point.row()), usize::from(point.column()));
        if self.board()[at.0][at.1] == '.' {
            return Vec::new();
        }
        points(&flood(self.board(), at).0)
    }
}

fn points(set: &BTreeSet<At>) -> Vec<Point> {
    let number = |n: &usize| u8::try_from(*n).unwrap();
    set.iter().map(|(row, column)| Point::new(number(column), number(row)).unwrap()).collect()
}

/// Rows from the top.
pub(crate) fn rows(board: &Stones) -> String {
    board.iter().rev().flatten().collect()
}

/// Every point asked by itself.
pub(crate) fn area(board: &Stones, dead: &[Point]) -> Area {
    let mut board = board.clone();
    for point in dead {
        board[usize::from(point.row())][usize::from(point.column())] = '.';
    }
    let mut area = Area { black: 0, white: 0, neutral: 0 };
    for (row, columns) in board.iter().enumerate() {
        for (column, kind) in columns.iter().enumerate() {
            let sides = match kind {
                '.' => flood(&board, (row, column)).1,
                stone => BTreeSet::from([*stone]),
            };
            match sides.into_iter().collect::<String>().as_str() {
                "X" => area.black += 1,
                "O" => area.white += 1,
                _ => area.neutral += 1,
            }
        }
    }
    area
}
