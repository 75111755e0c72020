//! A game as text for a terminal: board, captures, clocks, state. Pure.
//!
//! The board has coordinates on all sides (letters skip I), star points, and a mark around the last
//! stone that nothing else on the board resembles (S2, requirement 5): brackets. Dead stones are
//! written small.

use crate::{
    game_view::GameView,
    text::{count, printable},
};
use std::{fmt::Write as _, time::Instant};
use tengen_protocol::{COLUMNS, Colour, Event, Outcome, Phase, Point, Size, Vertex};

/// Bold, for the last stone; whoever does not show colours strips it.
const BOLD: &str = "\u{1b}[1m";
const PLAIN: &str = "\u{1b}[0m";

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
    let size = view.board.size();
    let stars = stars(size);
    let last = view.last_stone();
    let dead = view.scoring.as_ref().map_or(&[][..], |scoring| &scoring.dead);
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
            let cell = cell(view.board.stone(point), dead.contains(&point), stars.contains(&point));
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
fn side(view: &GameView, colour: Colour, at: Instant) -> String {
    let letter = if colour == Colour::Black { 'X' } else { 'O' };
    let name = printable(view.names.of(colour));
    let mut line = format!("{letter} {colour}: {name}, captured {}", view.captures.of(colour));
    if let Some(passes) = view.pass_stones().map(|passes| *passes.of(colour.other())).filter(|passes| *passes > 0) {
        let _infallible = write!(line, " and {passes} by passes of the opponent");
    }
    if let Some(clocks) = view.clocks(at) {
        let runs = if view.running() == Some(colour) { " (running)" } else { "" };
        let _infallible = write!(line, ", time {}{runs}", clocks.of(colour));
    }
    line
}

/// The last move in words.
pub(crate) fn last_move(view: &GameView) -> Option<String> {
    let (colour, vertex) = view.moves.last()?;
    let number = view.moves.len();
    Some(match vertex {
        Vertex::Point(point) => format!("move {number}: {colour} {point}"),
        Vertex::Pass => format!("move {number}: {colour} passes"),
    })
}

/// What an event says beyond what the board shows.
pub(crate) fn note(event: &Event) -> Option<String> {
    Some(match event {
        Event::Arrived { by, .. } => format!("{by} has arrived"),
        Event::UndoAnswered { by, undone: None, .. } => format!("{by} does not agree to take moves back"),
        Event::UndoAnswered { undone: Some(undone), .. } => {
            let were = if undone.moves == 1 { "was" } else { "were" };
            format!("{} {were} taken back", count(undone.moves, "move"))
        }
        Event::Resumed { by: Some(by), .. } => format!("{by} plays on"),
        Event::Resumed { by: None, .. } => "nothing was confirmed in time: play goes on".into(),
        Event::Credited { to, ms } => format!("{to} gets {} s back: the server was away", ms.div_ceil(1000)),
        Event::Warned { warned, reason, .. } => format!("{warned} was warned: {}", printable(reason)),
        Event::Ruled { reason, .. } => format!("the referee has ruled: {}", printable(reason)),
        Event::Settled { .. } => "nothing was confirmed in time: all stones count as alive".into(),
        _ => return None,
    })
}

/// The result in words.
pub(crate) fn outcome(outcome: &Outcome) -> String {
    let words = outcome.in_words();
    let Some(count) = outcome.count else { return words };
    let (black, white) = (count.black, count.white);
    format!("{words}: area {black} to {white}, {} neutral", count.neutral)
}

/// What a game waits for.
pub(crate) fn state(view: &GameView, at: Instant) -> String {
    match view.phase {
        Phase::Waiting => "waiting for a player to arrive".into(),
        Phase::Playing if view.handicap_left > 0 => {
            format!("black places {}", count(view.handicap_left, "more handicap stone"))
        }
        Phase::Playing => match view.undo_request {
            Some(request) => {
                let moves = count(request.moves, "move");
                format!("{} asks to take back {moves}; {} to move", request.by, view.to_move)
            }
            None if view.next_stop_final => format!("{} to move; the next stop is final", view.to_move),
            None => format!("{} to move", view.to_move),
        },
        Phase::Scoring => scoring(view, at),
        Phase::Finished => view.outcome.as_ref().map_or_else(|| "finished".into(), outcome),
    }
}

/// How many stones are marked, and how one sees which.
fn dead(stones: usize) -> String {
    match stones {
        0 => "no stones are marked dead".into(),
        1 => "1 stone is marked dead, small on the board".into(),
        n => format!("{n} stones are marked dead, small on the board"),
    }
}

fn scoring(view: &GameView, at: Instant) -> String {
    let Some(scoring) = &view.scoring else { return "play has stopped".into() };
    let stopped = if scoring.is_final { "play has stopped for good unless both resume" } else { "play has stopped" };
    let (stones, revision) = (dead(scoring.dead.len()), scoring.revision);
    let mut text = format!("{stopped}: {stones} (revision {revision})");
    for colour in [Colour::Black, Colour::White] {
        if *scoring.accepted.of(colour) {
            let _infallible = write!(text, ", {colour} accepts");
        }
        if *scoring.resume_asked.of(colour) {
            let _infallible = write!(text, ", {colour} wants to play on");
        }
    }
    if let Some(ms) = view.until_deadline(at) {
        let _infallible = write!(text, "; {} s left", ms / 1000);
    }
    text
}

/// Everything: board, both sides, what happened last and what comes next.
pub(crate) fn game(view: &GameView, at: Instant) -> String {
    let mut text = format!("{}\n{}\n{}\n", board(view), side(view, Colour::Black, at), side(view, Colour::White, at));
    if let Some(last) = last_move(view) {
        let _infallible = writeln!(text, "{last}");
    }
    text.push_str(&state(view, at));
    text
}

#[cfg(test)]
mod tests;
