//! Why a command failed, what a person reads about it, and the exit code.

use crate::{t, text, words::Words};
use tengen_protocol::{Code, GameId, WireError};

/// Why a command failed. The exit codes are documented in `--help` and do not change.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The server refused it.
    #[error("{}", text::refusal(.0))]
    Refused(Box<WireError>),
    /// The server cannot be reached or does not speak the protocol; a whole sentence.
    #[error("{0}")]
    Unreachable(String),
    /// There is no valid token.
    #[error("{}", not_logged_in(.0))]
    NotLoggedIn(String),
    /// The engine does not start, does not speak GTP, or dies again and again.
    #[error("{}", engine(.0))]
    Engine(String),
    /// Another connection of the account plays the game.
    #[error("{}", seat_taken(.0))]
    SeatTaken(GameId),
    /// What was asked makes no sense.
    #[error("{0}")]
    Usage(String),
    /// Something of this machine: a file, a directory, the terminal.
    #[error("{0}")]
    Local(String),
    /// There is no command, and no terminal for a full screen.
    #[error("{}", t!(Words::current(), "mistake-no-command"))]
    Help,
    /// The answer is no, and it has been printed.
    #[error("no")]
    Told,
    /// The person stopped it.
    #[error("{}", t!(Words::current(), "failure-interrupted"))]
    Interrupted,
    /// Whoever reads the output has gone.
    #[error("{}", t!(Words::current(), "failure-output-closed"))]
    OutputClosed,
}

fn not_logged_in(why: &str) -> String {
    t!(Words::current(), "failure-not-logged-in", why = why)
}

fn engine(why: &str) -> String {
    t!(Words::current(), "failure-engine", why = why)
}

fn seat_taken(game: &GameId) -> String {
    t!(Words::current(), "failure-seat-taken", game = game.to_string())
}

impl Failure {
    /// The exit code of the process.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) | Self::Local(_) | Self::Told => 1,
            Self::Usage(_) | Self::Help => 2,
            Self::Unreachable(_) => 3,
            Self::NotLoggedIn(_) => 4,
            Self::Engine(_) => 5,
            Self::SeatTaken(_) => 6,
            Self::Interrupted => 130,
            Self::OutputClosed => 0,
        }
    }
}

impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        match error.code {
            Code::Unauthorized => Self::NotLoggedIn(text::refusal(&error)),
            _ => Self::Refused(Box::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_token_is_told_from_other_refusals() {
        assert_eq!(Failure::from(WireError::new(Code::Unauthorized, "x")).exit_code(), 4);
        assert_eq!(Failure::from(WireError::new(Code::Ko, "x")).exit_code(), 1);
    }
}
