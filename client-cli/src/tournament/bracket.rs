//! A bracket drawn in characters. Pure.
//!
//! Place j of layer l stands in line 2^l (2j + 1) - 1, in the middle between the two that lead to it.

use super::names::Names;
use crate::{t, words::Words};
use tengen_protocol::{
    bracket::{Bracket, Match, Outcome, Place},
    tournament_view::BracketView,
};
use unicode_width::UnicodeWidthStr;

/// What a bracket is drawn with.
struct Strokes {
    down: &'static str,
    through: &'static str,
    up: &'static str,
    out: &'static str,
}

const LINES: Strokes = Strokes { down: "─┐", through: " │", up: "─┘", out: " ├─" };
const ASCII: Strokes = Strokes { down: "-+", through: " |", up: "-+", out: " +-" };

/// Cells that the strokes between two layers take.
const STROKES: usize = 3;

/// One layer, with who has won the whole behind the last one.
struct Column {
    head: String,
    places: Vec<String>,
}

/// The page of a bracket.
pub(super) fn bracket(words: Words, names: &Names<'_>, view: &BracketView) -> String {
    let title = t!(words, "tournament-bracket", stage = view.stage);
    let columns = columns(words, names, &view.bracket);
    if view.bracket.layers.is_empty() {
        return [title, t!(words, "tournament-bracket-empty")].join("\n");
    }
    let strokes = if words.ascii() { &ASCII } else { &LINES };
    std::iter::once(title).chain(drawn(&columns, strokes)).collect::<Vec<_>>().join("\n")
}

fn columns(words: Words, names: &Names<'_>, bracket: &Bracket) -> Vec<Column> {
    let layers = bracket.layers.iter().enumerate().map(|(at, layer)| {
        let place = |place: Place| said(words, names, place, at == 0);
        let places = layer.matches.iter().flat_map(|Match { upper, lower, .. }| [place(*upper), place(*lower)]);
        let head = layer.round.map_or_else(String::new, |round| t!(words, "tournament-bracket-round", round = round));
        Column { head, places: places.collect() }
    });
    let winner = match bracket.outcome {
        Outcome::Open => "...".to_owned(),
        Outcome::Won { entry } => names.numbered(entry),
        Outcome::Nobody => t!(words, "tournament-bracket-nobody"),
    };
    let last = Column { head: t!(words, "tournament-bracket-winner"), places: vec![winner] };
    layers.chain([last]).collect()
}

fn said(words: Words, names: &Names<'_>, place: Place, first: bool) -> String {
    match place {
        Place::Open => "...".to_owned(),
        Place::Empty if first => t!(words, "tournament-cell-bye"),
        Place::Empty => t!(words, "tournament-bracket-nobody"),
        Place::Taken { entry } => names.numbered(entry),
        Place::Left { entry } => t!(words, "tournament-bracket-left", entry = names.numbered(entry)),
    }
}

/// The line of a place, from 0.
fn line_of(layer: usize, place: usize) -> usize {
    (1_usize << layer) * (2 * place + 1) - 1
}

fn drawn(columns: &[Column], strokes: &Strokes) -> Vec<String> {
    let lines = columns.first().map_or(0, |first| (2 * first.places.len()).saturating_sub(1));
    let mut heads = String::new();
    let mut page = vec![String::new(); lines];
    let mut from = 0;
    for (layer, column) in columns.iter().enumerate() {
        let cells = column.places.iter().chain([&column.head]).map(|text| text.width()).max().unwrap_or(0);
        put(&mut heads, from, &column.head);
        for (at, text) in column.places.iter().enumerate() {
            if let Some(line) = page.get_mut(line_of(layer, at)) {
                put(line, from, text);
            }
        }
        // of two that lead to one place; the winner leads to none
        for pair in 0..column.places.len() / 2 {
            join(&mut page, layer, pair, from + cells, strokes);
        }
        from += cells + STROKES;
    }
    let heads = Some(heads).filter(|heads| !heads.trim().is_empty());
    heads.into_iter().chain(page).map(|line| line.trim_end().to_owned()).collect()
}

/// Leads two places of a layer to the one between them.
fn join(page: &mut [String], layer: usize, pair: usize, bar: usize, strokes: &Strokes) {
    let (upper, lower) = (line_of(layer, 2 * pair), line_of(layer, 2 * pair + 1));
    let middle = line_of(layer + 1, pair);
    for (at, line) in page.iter_mut().enumerate().take(lower + 1).skip(upper) {
        let stroke = match at {
            _ if at == upper => strokes.down,
            _ if at == lower => strokes.up,
            _ if at == middle => strokes.out,
            _ => strokes.through,
        };
        if at == upper || at == lower {
            lead(line, bar, strokes);
        }
        put(line, bar, stroke);
    }
}

/// Writes a text so many cells from the left.
fn put(line: &mut String, from: usize, text: &str) {
    let missing = from.saturating_sub(line.width());
    line.extend(std::iter::repeat_n(' ', missing));
    line.push_str(text);
}

/// Draws a line from the end of a name, one cell apart, to the bar.
fn lead(line: &mut String, bar: usize, strokes: &Strokes) {
    if line.width() < bar {
        line.push(' ');
    }
    let stroke = strokes.down.chars().next().unwrap_or(' ');
    let missing = bar.saturating_sub(line.width());
    line.extend(std::iter::repeat_n(stroke, missing));
}
