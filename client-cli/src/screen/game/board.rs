//! The board as lines of cells: coordinates on all sides, star points, stones, marks. Pure.
//!
//! A point takes two cells: a gap, in which marks are drawn, and the point itself. The last stone
//! stands in round brackets, the cursor in square ones, both in one in braces; nothing else is drawn in
//! a gap. Dead stones are small letters. All of that can be seen without colours; with them the marks
//! are coloured too.
//!
//! `●` and `○` are one cell wide by Unicode's own tables, but some terminals set for Chinese or
//! Japanese draw them in two; there `--ascii` has letters.

use super::paint;
use crate::{board_text::stars, game_view::Board, screen::Look};
use ratatui::{
    layout::Position,
    text::{Line, Span},
};
use std::ops::Range;
use tengen_protocol::{COLUMNS, Colour, Point, Size};

/// Cells left of the first gap: a row's number and a space.
const LEFT: u16 = 3;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture<'a> {
    /// The stones.
    pub(super) board: &'a Board,
    /// The last stone.
    pub(super) last: Option<Point>,
    /// The keyboard's cursor.
    pub(super) cursor: Option<Point>,
    /// Stones that are marked dead.
    pub(super) dead: &'a [Point],
}

/// The part of a board that is shown: all of it where there is room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    columns: Range<u8>,
    rows: Range<u8>,
}

/// Columns and rows of cells that a whole board takes.
pub(super) fn cells(size: Size) -> (u16, u16) {
    (u16::from(size.width()) * 2 + LEFT + 3, u16::from(size.height()) + 2)
}

impl Window {
    /// What of a board fits into so many columns and rows of cells; around a point where not all does.
    pub(super) fn new(size: Size, columns: u16, rows: u16, around: Option<Point>) -> Self {
        let middle = around.map_or((size.width() / 2, size.height() / 2), |point| (point.column(), point.row()));
        let fitting = |cells: u16| u8::try_from(cells).unwrap_or(u8::MAX);
        Self {
            columns: part(size.width(), fitting(columns.saturating_sub(LEFT + 3) / 2), middle.0),
            rows: part(size.height(), fitting(rows.saturating_sub(2)), middle.1),
        }
    }

    /// The point under a cell, counted from the window's top left.
    pub(super) fn point_at(&self, at: Position) -> Option<Point> {
        let column = u8::try_from(at.x.checked_sub(LEFT)? / 2).ok()?.checked_add(self.columns.start)?;
        let below_top = u8::try_from(at.y.checked_sub(1)?).ok()?;
        let row = self.rows.end.checked_sub(1 + below_top)?;
        (self.columns.contains(&column) && self.rows.contains(&row)).then(|| Point::new(column, row)).flatten()
    }
}

/// A range of `shown` of `all` lines with `middle` in it.
fn part(all: u8, shown: u8, middle: u8) -> Range<u8> {
    let shown = shown.min(all);
    let start = middle.saturating_sub(shown / 2).min(all - shown);
    start..start + shown
}

/// The window's lines, from the top.
pub(super) fn lines(picture: &Picture<'_>, window: &Window, look: Look) -> Vec<Line<'static>> {
    let plain = paint::board(look);
    let mut letters = " ".repeat(usize::from(LEFT));
    for column in window.columns.clone() {
        letters.push(' ');
        letters.push(COLUMNS.get(usize::from(column)).map_or(' ', |letter| char::from(*letter)));
    }
    letters.push_str("   ");
    let edge = Line::styled(letters, plain);
    let stars = stars(picture.board.size());
    let mut lines = vec![edge.clone()];
    for row in window.rows.clone().rev() {
        lines.push(self::row(picture, window, row, &stars, look));
    }
    lines.push(edge);
    lines
}

fn row(picture: &Picture<'_>, window: &Window, row: u8, stars: &[Point], look: Look) -> Line<'static> {
    let plain = paint::board(look);
    let mut spans = vec![Span::styled(format!("{:>2} ", row + 1), plain)];
    // The closing bracket of the point before stands in this point's gap, unless its own mark does.
    let mut closing = None;
    for point in window.columns.clone().filter_map(|column| Point::new(column, row)) {
        let mark = Mark::of(picture, point);
        let gap = match (mark, closing) {
            (Some(Mark::Last), Some(Mark::Cursor | Mark::Both)) | (None, Some(_)) => {
                closing.map(|mark| (mark, mark.brackets().1))
            }
            (Some(mark), _) => Some((mark, mark.brackets().0)),
            (None, None) => None,
        };
        spans.push(gap.map_or_else(|| Span::styled(" ", plain), |(mark, sign)| sign_of(mark, sign, look)));
        spans.push(cell(picture, point, stars.contains(&point), mark, look));
        closing = mark;
    }
    spans.push(closing.map_or_else(|| Span::styled(" ", plain), |mark| sign_of(mark, mark.brackets().1, look)));
    spans.push(Span::styled(format!("{:<2}", row + 1), plain));
    Line::from(spans)
}

/// What stands around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Last,
    Cursor,
    Both,
}

impl Mark {
    fn of(picture: &Picture<'_>, point: Point) -> Option<Self> {
        match (picture.last == Some(point), picture.cursor == Some(point)) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Last),
            (false, true) => Some(Self::Cursor),
            (false, false) => None,
        }
    }

    const fn brackets(self) -> (char, char) {
        match self {
            Self::Last => ('(', ')'),
            Self::Cursor => ('[', ']'),
            Self::Both => ('{', '}'),
        }
    }
}

fn sign_of(mark: Mark, sign: char, look: Look) -> Span<'static> {
    let style = match mark {
        Mark::Last => paint::last(look),
        Mark::Cursor | Mark::Both => paint::cursor(look),
    };
    Span::styled(sign.to_string(), style)
}

fn cell(picture: &Picture<'_>, point: Point, star: bool, mark: Option<Mark>, look: Look) -> Span<'static> {
    let stone = picture.board.stone(point);
    let sign = match stone {
        Some(colour) if picture.dead.contains(&point) => dead(colour),
        Some(colour) => self::stone(colour, look),
        None if star => '+',
        None if look.ascii => '.',
        None => '·',
    };
    let style = stone.map_or_else(|| paint::board(look), |colour| paint::stone(colour, look));
    let style = match mark {
        Some(Mark::Last) => style.patch(paint::last_stone(look)),
        Some(Mark::Cursor | Mark::Both) => style.patch(paint::under_cursor(look)),
        None => style,
    };
    Span::styled(sign.to_string(), style)
}

/// A stone as it is drawn on the board and before names.
pub(super) const fn stone(colour: Colour, look: Look) -> char {
    match (colour, look.ascii) {
        (Colour::Black, false) => '●',
        (Colour::White, false) => '○',
        (Colour::Black, true) => 'X',
        (Colour::White, true) => 'O',
    }
}

/// A stone that is marked dead.
const fn dead(colour: Colour) -> char {
    match colour {
        Colour::Black => 'x',
        Colour::White => 'o',
    }
}
