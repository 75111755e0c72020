//! The colours of the game's screen: sixteen or none. Without colours everything is told apart by its
//! form; bold, reverse and dim only help.

use crate::screen::{Look, look::Colours};
use ratatui::style::{Color, Modifier, Style};
use tengen_protocol::Colour;

/// With colours one style, without another.
const fn either(look: Look, colours: Style, none: Style) -> Style {
    match look.colours {
        Colours::Sixteen => colours,
        Colours::None => none,
    }
}

/// The wood: coordinates, empty points and gaps.
pub(super) const fn board(look: Look) -> Style {
    either(look, Style::new().fg(Color::Black).bg(Color::Yellow), Style::new())
}

/// A stone. Not bold: many terminals draw bold black as grey.
pub(super) const fn stone(colour: Colour, look: Look) -> Style {
    let colour = match colour {
        Colour::Black => Color::Black,
        Colour::White => Color::White,
    };
    either(look, Style::new().fg(colour).bg(Color::Yellow), Style::new())
}

/// The brackets around the last stone.
pub(super) const fn last(look: Look) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    either(look, bold.fg(Color::Red).bg(Color::Yellow), bold)
}

/// What the last stone itself has beside its colour.
pub(super) const fn last_stone(look: Look) -> Style {
    either(look, Style::new(), Style::new().add_modifier(Modifier::BOLD))
}

/// The brackets of the cursor.
pub(super) const fn cursor(look: Look) -> Style {
    either(look, Style::new().fg(Color::Black).bg(Color::Cyan), Style::new().add_modifier(Modifier::BOLD))
}

/// What the point under the cursor has beside its colour.
pub(super) const fn under_cursor(look: Look) -> Style {
    either(look, Style::new().bg(Color::Cyan), Style::new().add_modifier(Modifier::REVERSED))
}

/// The side whose clock runs.
pub(super) const fn running(look: Look) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    either(look, bold.fg(Color::Green), bold)
}

/// A call of the time, a question, a loss of the connection: what must be seen at once.
pub(super) const fn urgent(look: Look) -> Style {
    let reversed = Style::new().add_modifier(Modifier::REVERSED);
    either(look, Style::new().fg(Color::White).bg(Color::Red), reversed)
}

/// What one is in: a heading, the review.
pub(super) const fn heading(_look: Look) -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
