//! What can be done, laid over the screen.

use super::{cells, paint};
use crate::{screen::Look, t};
use ratatui::{
    Frame,
    layout::Rect,
    symbols::border,
    text::{Line, Text},
    widgets::{Block, Clear},
};

/// Keys as they are called, and the key of what each does.
const KEYS: [(&str, &str); 16] = [
    ("screen-key-arrows", "screen-does-walk"),
    ("screen-key-enter", "screen-does-play"),
    ("screen-key-click", "screen-does-click"),
    ("screen-key-vertex", "screen-does-vertex"),
    ("screen-key-f2", "screen-does-pass"),
    ("screen-key-f3", "screen-does-undo"),
    ("screen-key-f4", "screen-does-resign"),
    ("screen-key-yes", "screen-does-yes"),
    ("screen-key-dead", "screen-does-dead"),
    ("screen-key-brackets", "screen-does-review"),
    ("screen-key-pages", "screen-does-pages"),
    ("screen-key-tab", "screen-does-talk"),
    ("screen-key-say", "screen-does-say"),
    ("screen-key-seat", "screen-does-seat"),
    ("screen-key-escape", "screen-does-escape"),
    ("screen-key-quit", "screen-does-quit"),
];

/// A frame where there is nothing but ASCII.
const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws it in the middle of an area.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, look: Look) {
    let words = look.words;
    let rows: Vec<(String, String)> = KEYS.iter().map(|(key, does)| (t!(words, key), t!(words, does))).collect();
    let widest = |texts: fn(&(String, String)) -> &String| rows.iter().map(texts).map(|text| cells::width(text)).max();
    let (first, second) = (widest(|row| &row.0).unwrap_or(0), widest(|row| &row.1).unwrap_or(0));
    // A frame, and a space on both sides within it.
    let width = (first + second + 6).min(usize::from(area.width));
    let lines = rows.iter().map(|(key, does)| {
        let text = format!(" {}  {does}", cells::fit(key, first, look.ascii));
        Line::raw(cells::fit(&text, width.saturating_sub(2), look.ascii))
    });
    let height = u16::try_from(rows.len() + 2).unwrap_or(area.height).min(area.height);
    let width = u16::try_from(width).unwrap_or(area.width);
    let middle = Rect {
        x: area.x + area.width.saturating_sub(width) / 2,
        y: area.y + area.height.saturating_sub(height) / 2,
        width,
        height,
    };
    let frame_set = if look.ascii { ASCII } else { border::PLAIN };
    let block = Block::bordered()
        .border_set(frame_set)
        .title(Line::styled(format!(" {} ", t!(words, "screen-help")), paint::heading(look)))
        .title_bottom(Line::raw(format!(" {} ", t!(words, "screen-help-close"))));
    let inside = block.inner(middle);
    frame.render_widget(Clear, middle);
    frame.render_widget(block, middle);
    frame.render_widget(Text::from_iter(lines), inside);
}
