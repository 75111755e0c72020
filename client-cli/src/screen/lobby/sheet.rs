//! What the form of an offer and an offer that waits look like: sheets in the middle.

use super::{
    draw::{Places, keys, put},
    form::{FIELDS, Field, Form},
};
use crate::{
    screen::{Look, cells::width},
    t,
    text::printable,
    words,
};
use ratatui::{Frame, buffer::Buffer, layout::Rect, style::Style};
use tengen_protocol::{ColourChoice, Komi, QuarterZi, Terms};

/// The form, instead of the lists; where the cursor is, if something is typed.
pub(super) fn form(
    look: Look,
    form: &Form,
    area: Rect,
    buffer: &mut Buffer,
    places: &mut Places,
) -> Option<(u16, u16)> {
    let words = look.words;
    let values = FIELDS.map(|field| match field {
        Field::Komi if form.text(Field::Komi).is_empty() => komi(look, form.usual_komi()),
        Field::Rules => words::settings::rules(words, form.rules()),
        Field::Colour => colour(look, form.colour()),
        field => form.text(field).to_owned(),
    });
    let heading = t!(words, "lobby-form-title");
    let inner = sheet(look, &heading, 10, area, buffer);
    let labels = FIELDS.map(|field| label(look, field));
    let indent = labels.iter().map(|label| width(label)).max().unwrap_or(0) + 2;
    let mut cursor = None;
    for ((y, field), (name, value)) in (inner.y + 1..).zip(FIELDS).zip(labels.iter().zip(&values)) {
        let chosen = field == form.field();
        let style = if form.wrong == Some(field) { look.error() } else { Style::new() };
        put(buffer, inner.x + 1, y, name, inner.width - 1, style);
        let x = inner.x + 1 + u16::try_from(indent).unwrap_or(0);
        let room = inner.right().saturating_sub(x);
        let shown = if chosen { format!("< {value} >") } else { format!("  {value}") };
        put(buffer, x, y, &shown, room, if chosen { look.selected() } else { style });
        if chosen && !matches!(field, Field::Rules | Field::Colour) {
            let typed = u16::try_from(width(form.text(field))).unwrap_or(0);
            cursor = Some((x + 2 + typed, y)).filter(|(x, _)| *x < inner.right());
        }
        places.fields.push((Rect::new(inner.x, y, inner.width, 1), field));
    }
    let below = inner.y + 8;
    match form.wrong {
        Some(field) => put(buffer, inner.x + 1, below, &problem(look, field), inner.width - 1, look.error()),
        None => put(buffer, inner.x + 1, below, &hint(look, form.field()), inner.width - 1, look.quiet()),
    };
    cursor
}

/// A frame with a heading in the middle; the area within.
fn sheet(look: Look, heading: &str, rows: u16, area: Rect, buffer: &mut Buffer) -> Rect {
    let (columns, rows) = (area.width.min(64), rows.min(area.height.saturating_sub(2)));
    let outer = Rect::new((area.width - columns) / 2, (area.height - rows - 2) / 2, columns, rows + 2);
    let [h, v, corners] =
        if look.ascii { ["-", "|", "++++"] } else { ["\u{2500}", "\u{2502}", "\u{250c}\u{2510}\u{2514}\u{2518}"] };
    let corners: Vec<char> = corners.chars().collect();
    let corner = |at: usize| corners.get(at).copied().unwrap_or('+');
    let inside = usize::from(columns) - 2;
    let (bar, space) = (h.repeat(inside), " ".repeat(inside));
    for y in outer.top()..outer.bottom() {
        let line = if y == outer.top() {
            format!("{}{bar}{}", corner(0), corner(1))
        } else if y + 1 == outer.bottom() {
            format!("{}{bar}{}", corner(2), corner(3))
        } else {
            format!("{v}{space}{v}")
        };
        put(buffer, outer.x, y, &line, columns, Style::new());
    }
    put(buffer, outer.x + 2, outer.y, &format!(" {heading} "), columns - 4, look.title());
    Rect::new(outer.x + 1, outer.y + 1, columns - 2, rows)
}

fn label(look: Look, field: Field) -> String {
    match field {
        Field::Size => t!(look.words, "lobby-board"),
        Field::Time => t!(look.words, "lobby-time"),
        Field::Rules => t!(look.words, "lobby-rules"),
        Field::Handicap => t!(look.words, "lobby-handicap"),
        Field::Komi => t!(look.words, "lobby-komi"),
        Field::Colour => t!(look.words, "lobby-colour"),
    }
}

fn hint(look: Look, field: Field) -> String {
    match field {
        Field::Size => t!(look.words, "lobby-hint-size"),
        Field::Time => t!(look.words, "lobby-hint-time"),
        Field::Rules => t!(look.words, "lobby-hint-rules"),
        Field::Handicap => t!(look.words, "lobby-hint-handicap"),
        Field::Komi => t!(look.words, "lobby-hint-komi"),
        Field::Colour => t!(look.words, "lobby-hint-colour"),
    }
}

fn problem(look: Look, field: Field) -> String {
    match field {
        Field::Size => t!(look.words, "lobby-wrong-size"),
        Field::Time => t!(look.words, "lobby-wrong-time"),
        Field::Handicap => t!(look.words, "lobby-wrong-handicap"),
        Field::Komi => t!(look.words, "lobby-wrong-komi"),
        Field::Rules | Field::Colour => t!(look.words, "lobby-wrong-colour"),
    }
}

fn komi(look: Look, komi: Komi) -> String {
    let zi = look.words.zi(QuarterZi(komi.half_points().into()));
    t!(look.words, "lobby-komi-usual", points = komi.to_string(), zi = zi)
}

fn colour(look: Look, colour: ColourChoice) -> String {
    match colour {
        ColourChoice::Black => t!(look.words, "lobby-colour-black"),
        ColourChoice::White => t!(look.words, "lobby-colour-white"),
        ColourChoice::Nigiri => t!(look.words, "lobby-colour-nigiri"),
    }
}

/// An offer that waits for `waited` seconds, or does not any more.
pub(super) fn waiting(look: Look, terms: &Terms, waited: Option<u64>, said: Option<&str>, frame: &mut Frame<'_>) {
    if look.too_small(frame) {
        return;
    }
    let words = look.words;
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let inner = sheet(look, &t!(words, "lobby-waiting-title"), 11, area, buffer);
    let usual = if terms.handicap > 0 { Komi::default() } else { terms.rules.komi() };
    let labels = FIELDS.map(|field| label(look, field));
    let indent = u16::try_from(labels.iter().map(|label| width(label)).max().unwrap_or(0) + 2).unwrap_or(0);
    for ((y, field), name) in (inner.y + 1..).zip(FIELDS).zip(labels) {
        let value = match field {
            Field::Size => terms.size.to_string(),
            Field::Time => words::clock::time_control(words, &terms.time),
            Field::Rules => words::settings::rules(words, terms.rules),
            Field::Handicap => terms.handicap.to_string(),
            Field::Komi => terms.komi.map_or_else(|| komi(look, usual), |komi| komi.to_string()),
            Field::Colour => colour(look, terms.colour),
        };
        put(buffer, inner.x + 1, y, &name, inner.width - 1, Style::new());
        put(buffer, inner.x + 1 + indent, y, &value, inner.width.saturating_sub(indent + 1), Style::new());
    }
    if let Some(waited) = waited {
        let clock = format!("{}:{:02}", waited / 60, waited % 60);
        let text = t!(words, "lobby-waiting", clock = clock);
        put(buffer, inner.x + 1, inner.y + 8, &text, inner.width - 1, look.title());
    }
    if let Some(said) = said {
        put(buffer, inner.x + 1, inner.y + 9, &printable(said), inner.width - 1, look.error());
    }
    keys(look, area, buffer, &[("Esc", t!(words, "lobby-key-give-up"))]);
}
