//! What the list of boards looks like.

use super::{
    Console, Link,
    paper::{self, put},
};
use crate::{
    referee::boards::are_several,
    screen::{
        Look,
        cells::{self, fit, width},
    },
    t,
    text::printable,
    tournament::Names,
    words::referee as said,
};
use ratatui::{Frame, buffer::Buffer, layout::Rect, style::Style};
use std::time::Instant;
use tengen_protocol::tournament_view::{BoardView, TournamentView, Trouble};

/// Rows above the boards: title, what is open, a rule, the heads.
const ABOVE: u16 = 4;

/// Rows below: a rule, a message, keys.
const BELOW: u16 = 3;

/// Cells of the columns beside the names: table, moves, state, time, who is absent.
const TABLE: usize = 6;
const MOVES: usize = 6;
const STATE: usize = 18;
const TIME: usize = 16;
const ABSENT: usize = 7;

/// Draws the console; remembers where the boards stand.
pub(super) fn console(console: &mut Console, frame: &mut Frame<'_>, now: Instant) {
    let look = console.look;
    console.rows.clear();
    if look.too_small(frame) {
        return;
    }
    let area = frame.area();
    let buffer = frame.buffer_mut();
    head(console, area, buffer, now);
    boards(console, area, buffer, now);
    let bottom = area.bottom();
    rule(look, area, buffer, bottom - BELOW);
    if let Some(said) = &console.said {
        let style = if said.wrong { look.error() } else { Style::new() };
        let text = cells::cut(&printable(&said.text), area.width.into(), look.ascii);
        put(buffer, 0, bottom - 2, &text, area.width, style);
    }
    keys(look, area, buffer, &wanted_keys(console));
    if let Some((_, sheet)) = &console.asking {
        paper::draw(sheet, look, frame);
    }
}

fn rule(look: Look, area: Rect, buffer: &mut Buffer, y: u16) {
    let line = if look.ascii { "-" } else { "\u{2500}" };
    put(buffer, 0, y, &line.repeat(area.width.into()), area.width, look.quiet());
}

fn head(console: &Console, area: Rect, buffer: &mut Buffer, now: Instant) {
    let (look, words) = (console.look, console.look.words);
    let (state, style) = match &console.link {
        Link::Opening => (t!(words, "lobby-connecting"), look.quiet()),
        Link::Up => (t!(words, "lobby-connected"), look.good()),
        Link::Lost { until, .. } => {
            let seconds = until.saturating_duration_since(now).as_millis().div_ceil(1000).max(1);
            let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
            (t!(words, "lobby-disconnected", seconds = seconds), look.error())
        }
    };
    let name = console.event.as_ref().map(|event| printable(&event.settings.name)).unwrap_or_default();
    let right = area.width.saturating_sub(u16::try_from(width(&state)).unwrap_or(u16::MAX));
    let title = t!(words, "console-title", event = name);
    let title = cells::cut(&title, usize::from(right).saturating_sub(1), look.ascii);
    put(buffer, 0, 0, &title, right, look.title());
    put(buffer, right, 0, &state, area.width - right, style);
    let open = console.boards();
    let troubled = open.iter().filter(|board| board.trouble.needs_a_look()).count();
    let line = match (&console.link, &console.boards) {
        (Link::Lost { why, .. }, _) => printable(why),
        (_, None) => t!(words, "lobby-not-read-yet"),
        (_, Some(_)) if open.is_empty() => t!(words, "console-no-boards"),
        (_, Some(_)) => t!(words, "console-count", open = open.len(), troubled = troubled),
    };
    put(buffer, 0, 1, &cells::cut(&line, area.width.into(), look.ascii), area.width, Style::new());
    rule(look, area, buffer, 2);
}

/// Table, moves, state, time, absent, and each of the names.
fn columns(cells: usize) -> [usize; 7] {
    // where there is little room names are worth more than the number of moves, and than how long it has been so
    let (moves, time) = if cells >= 74 { (MOVES, TIME) } else { (0, 0) };
    let names = cells.saturating_sub(TABLE + moves + STATE + time + ABSENT);
    [TABLE, names / 2, names - names / 2, moves, STATE, time, ABSENT]
}

fn row(look: Look, texts: &[String; 7], cells: usize) -> String {
    // one cell between columns, whatever is in them
    let column = |(text, cells): (&String, usize)| {
        fit(&fit(&printable(text), cells.saturating_sub(1), look.ascii), cells, look.ascii)
    };
    texts.iter().zip(columns(cells)).map(column).collect()
}

fn boards(console: &mut Console, area: Rect, buffer: &mut Buffer, now: Instant) {
    let (look, words) = (console.look, console.look.words);
    let Some(view) = console.boards.clone().filter(|view| !view.boards.is_empty()) else { return };
    let cells = usize::from(area.width).saturating_sub(2);
    let heads = [
        t!(words, "console-table"),
        t!(words, "console-black"),
        t!(words, "console-white"),
        t!(words, "console-moves"),
        t!(words, "console-state"),
        t!(words, "console-time"),
        t!(words, "console-absent"),
    ];
    put(buffer, 2, ABOVE - 1, &row(look, &heads, cells), area.width - 2, look.quiet());
    let rows = usize::from(area.height.saturating_sub(ABOVE + BELOW));
    let selected = console.selected();
    console.first = console.first.clamp((selected + 1).saturating_sub(rows), selected);
    // what has gone on since the boards came
    let passed = now.saturating_duration_since(console.seen_at).as_millis();
    let wall = view.now.saturating_add(u64::try_from(passed).unwrap_or(u64::MAX));
    let several = are_several(&view);
    for (y, (at, board)) in (ABOVE..).zip(view.boards.iter().enumerate().skip(console.first).take(rows)) {
        let mark = if at == selected { "> " } else { "  " };
        let style = match board.trouble {
            _ if at == selected => look.selected(),
            trouble if trouble.needs_a_look() && trouble != Trouble::Warned => look.error(),
            _ => Style::new(),
        };
        let text = row(look, &texts(look, console.event.as_deref(), board, several, wall), cells);
        put(buffer, 0, y, &format!("{mark}{text}"), area.width, style);
        console.rows.push((y, at));
    }
    let left = view.boards.len().saturating_sub(console.first + rows);
    if left > 0 {
        let text = format!(" {} {left} ", if look.ascii { "v" } else { "\u{2193}" });
        let x = area.width.saturating_sub(u16::try_from(width(&text)).unwrap_or(0));
        put(buffer, x, area.bottom() - BELOW, &text, area.width - x, look.quiet());
    }
}

fn texts(look: Look, event: Option<&TournamentView>, board: &BoardView, several: bool, now: u64) -> [String; 7] {
    let words = look.words;
    let names = event.map(Names::of);
    let name =
        |seat: tengen_protocol::Seat| names.as_ref().map_or_else(|| seat.entry.to_string(), |names| names.at(seat));
    [
        said::table(board, several),
        name(board.black),
        name(board.white),
        board.moves.to_string(),
        said::trouble(words, board.trouble),
        said::how_long(words, board, now),
        said::absent(words, board),
    ]
}

fn wanted_keys(console: &Console) -> Vec<(String, String)> {
    let words = console.look.words;
    let mut keys = Vec::new();
    if console.chosen().is_some() {
        keys.push(("Enter", t!(words, "console-key-open")));
        keys.push(("s", t!(words, "console-key-suspend-all")));
        keys.push(("g", t!(words, "console-key-resume-all")));
        keys.push(("v", t!(words, "console-key-result")));
    }
    keys.push(("m", t!(words, "console-key-more")));
    keys.push(("r", t!(words, "lobby-key-refresh")));
    keys.push(("q", t!(words, "lobby-key-quit")));
    keys.into_iter().map(|(key, text)| (key.to_owned(), text)).collect()
}

/// The keys at the bottom, as many as there is room for.
pub(super) fn keys(look: Look, area: Rect, buffer: &mut Buffer, keys: &[(String, String)]) {
    let (y, mut x) = (area.bottom() - 1, 0);
    for (key, text) in keys {
        let cells = width(key) + 1 + width(text);
        if usize::from(x) + cells > area.width.into() {
            break;
        }
        x = put(buffer, x, y, key, area.width - x, look.title());
        x = put(buffer, x + 1, y, text, area.width - x - 1, Style::new()) + 2;
    }
}
