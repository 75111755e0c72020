//! A game as text for a terminal: board, captures, clocks, state. Pure.
//!
//! The board has coordinates on all sides (letters skip I), star points, and a mark around the last
//! stone that nothing else on the board resembles (S2, requirement 5): brackets. Dead stones are
//! written small.

use crate::{
    game_view::GameView,
    t,
    text::printable,
    words::{Words, clock::clock, game},
};
use std::{fmt::Write as _, time::Instant};
use tengen_protocol::{COLUMNS, Colour, Point, Size};

/// Bold, for the last stone; whoever does not show colours strips it.
pub(crate) const BOLD: &str = "\u{1b}[1m";
pub(crate) const PLAIN: &str = "\u{1b}[0m";

/// The marked points (星位) of a board: none below 7, and the sides and the centre where there is a
/// middle line.
pub(crate) fn stars(size: Size) -> Vec<Point> {
    let lines = |side: u8| -> Vec<u8> {
        let edge = if side < 13 { 2 } else { 3 };
        match side {
            0..7 => Vec::new(),
            7..=8 => vec![edge, side - 1 - edge],
            _ if side % 2 == 1 => vec![edge, side / 2, side - 1 - edge],
            _ => vec![edge, side - 1 - edge],
        }
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let mut stars: Vec<Point> =
        rows.iter().flat_map(|row| columns.iter().filter_map(|column| Point::new(*column, *row))).collect();
    // On small boards only corners and centre are marked.
    if size.width() < 13 || size.height() < 13 {
        let middle = |p: &Point| (p.column() == size.width() / 2, p.row() == size.height() / 2);
        let odd = (size.width() % 2 == 1, size.height() % 2 == 1);
        stars.retain(|p| {
            matches!((middle(p), odd), ((true, true), (true, true)) | ((false, false), _) | (_, (false, false)))
        });
    }
    stars
}

/// The board with coordinates on all sides.
pub(crate) fn board(view: &GameView) -> String {
    let dead = view.scoring.as_ref().map_or(&[][..], |scoring| &scoring.dead);
    drawn(view.board.size(), |point| view.board.stone(point), view.last_stone(), dead)
}

/// Any board, with a mark around one stone.
pub(crate) fn drawn(
    size: Size,
    stone: impl Fn(Point) -> Option<Colour>,
    last: Option<Point>,
    dead: &[Point],
) -> String {
    let stars = stars(size);
    let mut letters = "   ".to_owned();
    for column in COLUMNS.iter().take(usize::from(size.width())) {
        let _infallible = write!(letters, " {}", char::from(*column));
    }
    let mut text = format!("{letters}\n");
    for row in (0..size.height()).rev() {
        let _infallible = write!(text, "{:>2} ", row + 1);
        let mut closing = false;
        for column in 0..size.width() {
            let Some(point) = Point::new(column, row) else { continue };
            let is_last = last == Some(point);
            text.push_str(if closing {
                ")"
            } else if is_last {
                "("
            } else {
                " "
            });
            let cell = cell(stone(point), dead.contains(&point), stars.contains(&point));
            if is_last {
                let _infallible = write!(text, "{BOLD}{cell}{PLAIN}");
            } else {
                text.push(cell);
            }
            closing = is_last;
        }
        let _infallible = writeln!(text, "{}{}", if closing { ')' } else { ' ' }, row + 1);
    }
    text.push_str(&letters);
    text
}

const fn cell(stone: Option<Colour>, dead: bool, star: bool) -> char {
    match (stone, dead) {
        (Some(Colour::Black), false) => 'X',
        (Some(Colour::White), false) => 'O',
        (Some(Colour::Black), true) => 'x',
        (Some(Colour::White), true) => 'o',
        (None, _) if star => '+',
        (None, _) => '.',
    }
}

/// One line for a side: name, captures, clock.
fn side(words: Words, view: &GameView, colour: Colour, at: Instant) -> String {
    let letter = if colour == Colour::Black { "X" } else { "O" };
    let (named, name) = (game::colour(words, colour), printable(view.names.of(colour)));
    let captures = *view.captures.of(colour);
    let mut line = t!(words, "board-side", letter = letter, colour = named, name = name, captures = captures);
    if let Some(passes) = view.pass_stones().map(|passes| *passes.of(colour.other())).filter(|passes| *passes > 0) {
        line = t!(words, "board-side-passes", side = line, passes = passes);
    }
    if let Some(clocks) = view.clocks(at) {
        let time = clock(words, clocks.of(colour));
        line = if view.running() == Some(colour) {
            t!(words, "board-side-running", side = line, time = time)
        } else {
            t!(words, "board-side-time", side = line, time = time)
        };
    }
    line
}

/// Everything: board, both sides, what happened last and what comes next.
pub(crate) fn game(words: Words, view: &GameView, at: Instant) -> String {
    let sides = [Colour::Black, Colour::White].map(|colour| side(words, view, colour, at));
    let mut text = format!("{}\n{}\n", board(view), sides.join("\n"));
    if let Some(last) = game::last_move(words, view) {
        let _infallible = writeln!(text, "{last}");
    }
    text.push_str(&game::state(words, view, at));
    text
}

#[cfg(test)]
mod tests;
