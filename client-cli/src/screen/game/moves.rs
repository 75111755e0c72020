//! The list of moves with the time that each took. Pure.

use super::{GameScreen, board, cells, clock, paint};
use crate::{game_view::GameView, t};
use ratatui::text::{Line, Span};
use tengen_protocol::{Colour, Vertex};

/// Cells of one move: sign, number, stone, vertex, time.
const ENTRY: usize = 17;

/// The list in so many rows and cells: the newest moves, or those around the one that is looked at.
pub(super) fn lines(screen: &GameScreen, view: &GameView, width: usize, rows: usize) -> Vec<Line<'static>> {
    let each = (width / ENTRY).clamp(1, 2);
    let shown = screen.review.as_ref().map_or(view.moves.len(), |review| review.moves);
    let all = view.moves.len().div_ceil(each);
    let current = shown.div_ceil(each);
    // The row of the shown move is the last but one, so that one sees what came after it.
    let last = (current + usize::from(shown < view.moves.len())).max(rows).min(all);
    let first = last.saturating_sub(rows);
    (first..last)
        .map(|row| {
            let moves = (row * each..(row + 1) * each).filter_map(|n| Some((n + 1, view.moves.get(n)?)));
            Line::from(moves.map(|(number, made)| entry(screen, view, number, *made, shown)).collect::<Vec<_>>())
        })
        .collect()
}

/// Where clocks count days or there are none, a move has no time.
pub(super) fn are_timed(view: &GameView) -> bool {
    view.has_clocks() && !view.runs_on_wall_time()
}

fn entry(screen: &GameScreen, view: &GameView, number: usize, made: (Colour, Vertex), shown: usize) -> Span<'static> {
    let look = screen.look;
    let vertex = match made.1 {
        Vertex::Point(point) => point.to_string(),
        Vertex::Pass => t!(look.words, "screen-pass"),
    };
    let time = match screen.used.get(number - 1).copied().flatten() {
        _ if !are_timed(view) => String::new(),
        Some(ms) => clock::used(ms),
        None => "?".into(),
    };
    let here = number == shown && screen.review.is_some();
    let sign = if here { '>' } else { ' ' };
    let stone = board::stone(made.0, look);
    let text = format!("{sign}{number:>3} {stone} {}{time:>6}", cells::fit(&vertex, 4, true));
    let text = cells::fit(&text, ENTRY, true);
    if here { Span::styled(text, paint::heading(look)) } else { Span::raw(text) }
}
