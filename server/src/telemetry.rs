//! Where the log goes: stderr, filtered, as text for people or JSON for programs. stdout belongs to
//! what programs wait for.
//!
//! Nothing secret may reach a field of an event or span: passwords and tokens have types without a
//! text form, and headers and bodies are never logged.

use crate::config::LogFormat;
use std::io::{self, IsTerminal};
use tracing_subscriber::{EnvFilter, filter::ParseError, fmt};

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter is wrong.
    #[error("the log filter is wrong: {0}")]
    Filter(#[from] ParseError),
    /// The process has one already.
    #[error("the log is set up already: {0}")]
    Set(#[from] Box<dyn std::error::Error + Send + Sync>),
}

/// Sets the process's log up; once.
///
/// # Errors
/// If the filter is wrong or there is a log already.
pub fn init(filter: &str, format: LogFormat) -> Result<(), TelemetryError> {
    let filter = EnvFilter::try_new(filter)?;
    let log = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => log.try_init()?,
        LogFormat::Json => log.json().with_ansi(false).flatten_event(true).try_init()?,
    }
    Ok(())
}
