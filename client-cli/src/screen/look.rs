//! How a screen may look: language, colours, characters.

use super::cells;
use crate::{args::Global, t, words::Words};
use ratatui::{
    Frame,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use std::io::{IsTerminal, stdin, stdout};

/// Screens need so many columns ..
pub(crate) const LEAST_COLUMNS: u16 = 60;

/// .. and rows.
pub(crate) const LEAST_ROWS: u16 = 20;

/// What every screen knows about the terminal and the person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// What the person is spoken to with.
    pub(crate) words: Words,
    /// Which colours there are.
    pub(crate) colours: Colours,
    /// Draw with ASCII alone.
    pub(crate) ascii: bool,
    /// Ring the bell.
    pub(crate) bell: bool,
}

impl Look {
    /// The look of a full screen, if one is wanted and the terminal can have one.
    pub(crate) fn of(global: &Global) -> Option<Self> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let term = variable("TERM");
        let term = term.as_ref().and_then(|term| term.to_str());
        let terminals = stdin().is_terminal() && stdout().is_terminal();
        let colours = if variable("NO_COLOR").is_some() { Colours::None } else { Colours::Sixteen };
        let look = Self { words: global.words(), colours, ascii: global.ascii, bell: global.bell };
        full_screen(global.lines || global.json, terminals, term).then_some(look)
    }

    /// Text that names what is below or beside it.
    pub(crate) fn title(self) -> Style {
        self.coloured(Color::Cyan, Modifier::BOLD)
    }

    /// Text of less weight.
    pub(crate) fn quiet(self) -> Style {
        self.coloured(Color::DarkGray, Modifier::empty())
    }

    /// What is wrong.
    pub(crate) fn error(self) -> Style {
        self.coloured(Color::Red, Modifier::BOLD)
    }

    /// What is well.
    pub(crate) fn good(self) -> Style {
        self.coloured(Color::Green, Modifier::empty())
    }

    /// What the next key is about.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn coloured(self, colour: Color, modifier: Modifier) -> Style {
        match self.colours {
            Colours::Sixteen => Style::new().fg(colour).add_modifier(modifier),
            Colours::None => Style::new().add_modifier(modifier),
        }
    }

    /// Whether nothing can be shown in so little room.
    #[expect(clippy::unused_self, reason = "the look of every screen is the same here")]
    pub(crate) const fn is_too_small(self, area: Rect) -> bool {
        area.width < LEAST_COLUMNS || area.height < LEAST_ROWS
    }

    /// Says so where the terminal is too small; then nothing else is to be drawn.
    pub(crate) fn too_small(self, frame: &mut Frame<'_>) -> bool {
        let area = frame.area();
        let small = self.is_too_small(area);
        if small {
            let text = t!(self.words, "lobby-too-small", columns = LEAST_COLUMNS, rows = LEAST_ROWS);
            for (y, line) in (area.y..area.bottom()).zip(cells::wrap(&text, area.width.into())) {
                frame.buffer_mut().set_stringn(area.x, y, line, area.width.into(), Style::new());
            }
        }
        small
    }
}

/// Whether a full screen is shown; `plain` means that other output is wanted.
fn full_screen(plain: bool, terminals: bool, term: Option<&str>) -> bool {
    // Only Unix names its terminals.
    let able = term.map_or(cfg!(not(unix)), |term| term != "dumb");
    !plain && terminals && able
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// The sixteen that every terminal has.
    Sixteen,
    /// None (`NO_COLOR`): bold, reverse and underline say what colours would.
    None,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_printed_where_a_screen_is_not_wanted_or_not_possible() {
        assert!(full_screen(false, true, Some("xterm")));
        assert!(!full_screen(true, true, Some("xterm")));
        assert!(!full_screen(false, false, Some("xterm")));
        assert!(!full_screen(false, true, Some("dumb")));
        assert_eq!(full_screen(false, true, None), cfg!(not(unix)));
    }
}
