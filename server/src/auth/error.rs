//! Why an account could not do something, and what a client is told of it.

use super::{log::LogError, names::NameError, passwords::PasswordError};
use crate::store::StoreError;
use tengen_protocol::{Code, WireError};

/// Why something about an account was refused or failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AuthError {
    /// The name is not allowed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Somebody has the name or one that looks like it.
    #[error("the name is taken, or looks like one that is")]
    NameTaken,
    /// The password is not allowed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Wrong name or password; which of them is not told.
    #[error("wrong name or password")]
    BadLogin,
    /// The token proves nothing; the sentence says why.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// Not with this kind of token or account; the sentence says what is needed.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Too often.
    #[error("too many attempts: wait {retry_after_ms} ms")]
    Throttled {
        /// When it may be tried again, ms from now.
        retry_after_ms: u64,
    },
    /// A limit of the account is reached; the sentence says which.
    #[error("{0}")]
    TooMany(&'static str),
    /// A parameter is wrong; the sentence says what is allowed.
    #[error("{0}")]
    Invalid(&'static str),
    /// No such account or token.
    #[error("no such {0}")]
    NotFound(&'static str),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A log cannot be read by this version of the server.
    #[error("{0}")]
    Unreadable(String),
    /// A fault of the server.
    #[error("{0}")]
    Internal(String),
}

impl From<LogError> for AuthError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            LogError::Unreadable { .. } => Self::Unreadable(error.to_string()),
            LogError::Contended(_) | LogError::Write(_) => Self::Internal(error.to_string()),
        }
    }
}

impl AuthError {
    /// Whether it is the server's fault and belongs into its log.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        matches!(self, Self::Store(_) | Self::Unreadable(_) | Self::Internal(_))
    }

    /// Its code on the wire.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Name(_) => Code::BadName,
            Self::NameTaken => Code::NameTaken,
            Self::Password(_) => Code::BadPassword,
            Self::BadLogin => Code::BadLogin,
            Self::Unauthorized(_) => Code::Unauthorized,
            Self::Forbidden(_) => Code::Forbidden,
            Self::Throttled { .. } => Code::RateLimited,
            Self::TooMany(_) => Code::TooMany,
            Self::Invalid(_) => Code::BadRequest,
            Self::NotFound(_) => Code::NotFound,
            Self::Store(_) => Code::Unavailable,
            Self::Unreadable(_) => Code::Unreadable,
            Self::Internal(_) => Code::Internal,
        }
    }
}

/// What a client is told: of the server's own faults only their kind.
impl From<&AuthError> for WireError {
    fn from(error: &AuthError) -> Self {
        let code = error.code();
        let message = match error {
            AuthError::Store(_) => "the store does not answer; try again".to_owned(),
            AuthError::Unreadable(_) => "the account was written by a newer server, or cannot be read".to_owned(),
            AuthError::Internal(_) => "an error of the server; it is in its log".to_owned(),
            _ => error.to_string(),
        };
        let wire = Self::new(code, message);
        match error {
            AuthError::Throttled { retry_after_ms } => wire.retry_after(*retry_after_ms),
            AuthError::Store(error) if error.retryable() => wire.retry_after(1_000),
            _ => wire,
        }
    }
}

impl From<AuthError> for WireError {
    fn from(error: AuthError) -> Self {
        Self::from(&error)
    }
}
