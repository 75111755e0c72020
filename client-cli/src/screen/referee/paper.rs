//! What a sheet looks like: a frame in the middle, the answers so far, what is asked now.

use super::sheet::{Field, Kind, Sheet};
use crate::{
    screen::{
        Look,
        cells::{self, fit, width},
    },
    t,
    text::printable,
};
use ratatui::{Frame, buffer::Buffer, layout::Rect, style::Style};

/// Options that are shown at once.
const SHOWN: usize = 10;

/// Cells of the widest sheet.
const WIDEST: u16 = 74;

/// Writes a text into so many cells; where it ends.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, cells: u16, style: Style) -> u16 {
    buffer.set_stringn(x, y, text, cells.into(), style).0
}

/// One line of a sheet.
struct Line {
    text: String,
    style: Style,
    /// Where in it the cursor stands.
    cursor: Option<usize>,
}

fn line(text: String, style: Style) -> Line {
    Line { text, style, cursor: None }
}

/// Draws it over what is there.
pub(super) fn draw(sheet: &Sheet, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let columns = area.width.min(WIDEST);
    let inside = usize::from(columns.saturating_sub(4));
    let lines = lines(sheet, look, inside, usize::from(area.height).saturating_sub(2));
    let rows = u16::try_from(lines.len() + 2).unwrap_or(area.height).min(area.height);
    let outer = Rect::new((area.width - columns) / 2, (area.height - rows) / 2, columns, rows);
    border(look, &sheet.title, outer, frame.buffer_mut());
    for (y, line) in (outer.y + 1..outer.bottom().saturating_sub(1)).zip(&lines) {
        put(frame.buffer_mut(), outer.x + 2, y, &line.text, columns - 4, line.style);
        if let Some(cursor) = line.cursor {
            let x = outer.x + 2 + u16::try_from(cursor).unwrap_or(0);
            frame.set_cursor_position((x.min(outer.right().saturating_sub(2)), y));
        }
    }
}

fn border(look: Look, title: &str, outer: Rect, buffer: &mut Buffer) {
    let [h, v, corners] =
        if look.ascii { ["-", "|", "++++"] } else { ["\u{2500}", "\u{2502}", "\u{250c}\u{2510}\u{2514}\u{2518}"] };
    let corner = |at: usize| corners.chars().nth(at).unwrap_or('+');
    let inside = usize::from(outer.width.saturating_sub(2));
    let (bar, space) = (h.repeat(inside), " ".repeat(inside));
    for y in outer.top()..outer.bottom() {
        let line = match y {
            y if y == outer.top() => format!("{}{bar}{}", corner(0), corner(1)),
            y if y + 1 == outer.bottom() => format!("{}{bar}{}", corner(2), corner(3)),
            _ => format!("{v}{space}{v}"),
        };
        put(buffer, outer.x, y, &line, outer.width, Style::new());
    }
    let title = format!(" {} ", printable(title));
    put(buffer, outer.x + 2, outer.y, &title, outer.width.saturating_sub(4), look.title());
}

/// What stands on it, in so many cells and rows.
fn lines(sheet: &Sheet, look: Look, cells: usize, rows: usize) -> Vec<Line> {
    let mut lines: Vec<Line> =
        cells::wrap(&printable(&sheet.about), cells).into_iter().map(|text| line(text, look.quiet())).collect();
    let answered = if sheet.question.is_some() { sheet.fields.len() } else { sheet.at };
    for field in sheet.fields.iter().take(answered) {
        let text = format!("{}: {}", field.label, field.shown());
        lines.extend(cells::wrap(&text, cells).into_iter().map(|text| line(text, Style::new())));
    }
    lines.push(line(String::new(), Style::new()));
    let keys = match (&sheet.question, sheet.fields.get(sheet.at)) {
        (Some(question), _) => {
            let style = look.error();
            lines.extend(cells::wrap(&printable(question), cells).into_iter().map(|text| line(text, style)));
            t!(look.words, "sheet-keys-question")
        }
        (None, Some(field)) => {
            lines.push(line(format!("{}:", field.label), look.title()));
            let room = rows.saturating_sub(lines.len() + 3).clamp(3, SHOWN);
            lines.extend(asked(field, look, cells, room));
            match field.kind {
                Kind::Choice { .. } => t!(look.words, "sheet-keys-choice"),
                Kind::Text { .. } => t!(look.words, "sheet-keys-text"),
            }
        }
        (None, None) => String::new(),
    };
    let problem = sheet.problem.as_deref().map(|problem| cells::wrap(&printable(problem), cells)).unwrap_or_default();
    lines.extend(problem.into_iter().map(|text| line(text, look.error())));
    lines.push(line(String::new(), Style::new()));
    lines.push(line(cells::cut(&keys, cells, look.ascii), look.quiet()));
    // the keys are seen, whatever else is not
    while lines.len() > rows && lines.len() > 2 {
        lines.remove(0);
    }
    lines
}

/// The field that is asked for.
fn asked(field: &Field, look: Look, cells: usize, rows: usize) -> Vec<Line> {
    match &field.kind {
        Kind::Choice { options, at } => {
            let first = at.saturating_sub(rows / 2).min(options.len().saturating_sub(rows));
            let shown = options.iter().enumerate().skip(first).take(rows);
            shown
                .map(|(n, option)| {
                    let (mark, style) = if n == *at { ("> ", look.selected()) } else { ("  ", Style::new()) };
                    line(fit(&format!("{mark}{}", printable(option)), cells, look.ascii), style)
                })
                .collect()
        }
        Kind::Text { input, .. } => {
            let room = cells.saturating_sub(3);
            let scroll = input.visual_scroll(room);
            let typed = printable(cells::after(input.value(), scroll));
            let text = format!("> {}", cells::beginning(&typed, room));
            let cursor = Some(width("> ") + input.visual_cursor().saturating_sub(scroll));
            vec![Line { text, style: Style::new(), cursor }]
        }
    }
}

/// All keys with what they do, over what is there.
pub(super) fn keys(title: &str, keys: &[(String, String)], look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let cells = keys.iter().map(|(key, does)| width(key) + 2 + width(does)).max().unwrap_or(0).max(width(title) + 2);
    let columns = u16::try_from(cells + 4).unwrap_or(area.width).min(area.width);
    let rows = u16::try_from(keys.len() + 2).unwrap_or(area.height).min(area.height);
    let outer = Rect::new((area.width - columns) / 2, (area.height - rows) / 2, columns, rows);
    border(look, title, outer, frame.buffer_mut());
    for (y, (key, does)) in (outer.y + 1..outer.bottom().saturating_sub(1)).zip(keys) {
        let x = put(frame.buffer_mut(), outer.x + 2, y, key, columns - 4, look.title());
        put(frame.buffer_mut(), x + 2, y, does, outer.right().saturating_sub(x + 3), Style::new());
    }
}
