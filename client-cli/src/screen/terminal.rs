//! The terminal while the full screen is up: taken over, given back on every way out.
//!
//! One screen at a time. It is given back by `Drop`, by the panic hook when the thread that draws
//! panics, and for the time of a suspension.

use super::cells;
use crate::{failure::Failure, output, t, words::Words};
use ratatui::{
    Frame,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
    layout::{Position, Rect},
};
use std::{
    io::{Stdout, Write, stdout},
    mem::ManuallyDrop,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
};

/// Whether the terminal is taken over now.
static UP: AtomicBool = AtomicBool::new(false);

/// See the module.
pub(crate) struct Terminal {
    /// Never dropped: that shows the cursor once more, and panics where the terminal and stderr have gone.
    inner: ManuallyDrop<ratatui::Terminal<CrosstermBackend<Stdout>>>,
}

/// What is wrong with the terminal.
pub(super) fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Local(t!(Words::current(), "terminal-failed", why = error.to_string()))
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it is none; it is left as it was then.
    pub(crate) fn enter() -> Result<Self, Failure> {
        restore_at_panic(thread::current().id());
        take()?;
        match ratatui::Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(inner) => Ok(Self { inner: ManuallyDrop::new(inner) }),
            Err(error) => {
                give_back();
                Err(failed(error))
            }
        }
    }

    /// Draws what has changed, and nothing that this terminal may draw wider than it was counted.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<(), Failure> {
        let surely = |frame: &mut Frame<'_>| {
            draw(frame);
            for cell in &mut frame.buffer_mut().content {
                if let Some(text) = cells::sure(cell.symbol()) {
                    cell.set_symbol(&text);
                }
            }
        };
        self.inner.draw(surely).map(drop).map_err(failed)
    }

    /// Forgets what the terminal shows: the next drawing draws all.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        // `clear` of the library asks the terminal for its cursor, and the answer is read by another thread.
        let size = self.inner.size().map_err(failed)?;
        self.inner.resize(Rect::from((Position::ORIGIN, size))).map_err(failed)
    }

    /// Rings the bell.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub(crate) fn bell(&mut self) -> Result<(), Failure> {
        let mut out = stdout();
        out.write_all(b"\x07").and_then(|()| out.flush()).map_err(failed)
    }

    /// Takes the terminal over again, whatever somebody else did to it meanwhile.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub(crate) fn retake(&mut self) -> Result<(), Failure> {
        give_back();
        take()?;
        self.clear()
    }

    /// Gives the terminal back, stops this process until its user continues it (`fg`), and takes the
    /// terminal over again. Where nobody could continue it, it is not stopped.
    ///
    /// # Errors
    /// When the terminal has gone.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> Result<(), Failure> {
        give_back();
        let stopped = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
        self.retake()?;
        stopped.map_err(failed)
    }

    /// There is no job control.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "as on Unix")]
    pub(crate) fn suspend(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> Result<(), Failure> {
    UP.store(true, Ordering::SeqCst);
    enable_raw_mode()
        .and_then(|()| execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste))
        .map_err(|error| {
            give_back();
            failed(error)
        })
}

/// As the terminal was. What fails here fails because the terminal has gone.
fn give_back() {
    if UP.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Gives back what can be given back without writing: the terminal may take nothing.
#[cfg(unix)]
pub(crate) fn let_go() {
    // Whoever gives it back may be waiting to write, so whether it was taken is not asked: without a mode that
    // was kept this does nothing.
    let _ = disable_raw_mode();
}

/// A panic of the thread that draws ends the program: its message needs the terminal as it was. One of
/// another thread is told on the screen.
fn restore_at_panic(drawing: ThreadId) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().id() == drawing {
                give_back();
            } else if UP.load(Ordering::SeqCst) {
                return output::say(info);
            }
            before(info);
        }));
    });
}
