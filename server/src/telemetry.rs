//! Where the log goes: stderr, filtered, as text for people or JSON for programs. stdout belongs to
//! what programs wait for.
//!
//! An event is one line whatever is in it, so that nobody outside can write a line that this server
//! did not. Nothing secret may reach a field of an event or span: passwords and tokens have types without a
//! text form, and headers and bodies are never logged, those of libraries included.

use crate::config::LogFormat;
use std::io::{self, IsTerminal, Write};
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{
    EnvFilter,
    filter::{ParseError, filter_fn},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The library that says every message that it reads, which for `hello` is a token, at its lowest
/// level: that is never logged, whatever the filter says.
const SAYS_MESSAGES: &str = "tungstenite";

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter is wrong.
    #[error("the log filter is wrong")]
    Filter(#[from] ParseError),
    /// The process has one already.
    #[error("the log is set up already")]
    Set(#[from] Box<dyn std::error::Error + Send + Sync>),
}

/// Sets the process's log up; once.
///
/// # Errors
/// If the filter is wrong or there is a log already.
pub fn init(filter: &str, format: LogFormat) -> Result<(), TelemetryError> {
    let filter = EnvFilter::try_new(filter)?;
    let log = fmt().with_env_filter(filter).with_writer(|| OneLine(io::stderr())).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => set(log.finish()),
        LogFormat::Json => set(log.json().with_ansi(false).flatten_event(true).finish()),
    }
}

fn set(log: impl Subscriber + Send + Sync + 'static) -> Result<(), TelemetryError> {
    log.with(filter_fn(is_no_message)).try_init().map_err(|error| TelemetryError::Set(error.into()))
}

fn is_no_message(said: &Metadata<'_>) -> bool {
    *said.level() != Level::TRACE || !said.target().starts_with(SAYS_MESSAGES)
}

/// Escapes control characters within an event; each is given in one write, with its line's end.
/// Colours of a terminal are let through.
struct OneLine<W>(W);

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        const ESCAPE: u8 = 0x1b;
        let (text, end) = match event.strip_suffix(b"\n") {
            Some(text) => (text, &b"\n"[..]),
            None => (event, &[][..]),
        };
        let mut line = Vec::with_capacity(event.len());
        for byte in text {
            if byte.is_ascii_control() && *byte != ESCAPE {
                line.extend(byte.escape_ascii());
            } else {
                line.push(*byte);
            }
        }
        line.extend(end);
        self.0.write_all(&line).map(|()| event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&printed);
        let log = fmt().with_ansi(false).with_writer(move || OneLine(Shared(Arc::clone(&to)))).finish();
        tracing::subscriber::with_default(log, || {
            let error = "bad\n2026-01-01T00:00:00Z ERROR forged\r\u{7}";
            tracing::warn!(%error, text = error, "{error}");
            tracing::warn!("文");
        });
        let printed = String::from_utf8(printed.lock().unwrap().clone()).unwrap();
        assert_eq!(printed.lines().count(), 2, "{printed}");
        assert!(printed.contains(r"bad\n2026") && printed.contains("文"), "{printed}");
        assert!(printed.chars().all(|c| c == '\n' || !c.is_control()), "{printed}");
    }
}
