//! What a person does at a terminal.

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// One thing that happens to a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A key was pressed or repeats; never that one was released.
    Key(KeyEvent),
    /// The mouse did something; columns and rows from 0 at the top left.
    Mouse(MouseEvent),
    /// Text was pasted, all at once; it may hold anything.
    Paste(String),
    /// The terminal has another size.
    Resized,
    /// The time that [`super::Screen::next_tick`] named has come.
    Tick,
}
