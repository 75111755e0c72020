//! Why an account could not do something, and what a client is told of it.

use super::{
    log::LogError,
    names::{self, NameError},
    passwords::{self, PasswordError},
};
use crate::store::StoreError;
use tengen_protocol::{Code, Limit, Limited, Why, WireError};

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
    /// A limit of the account is reached: the sentence and what is limited say which, and how many are
    /// allowed.
    #[error("{0}")]
    TooMany(&'static str, Limited, usize),
    /// A parameter is wrong.
    #[error(transparent)]
    Invalid(#[from] Parameter),
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

/// A parameter that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Parameter {
    /// The label of a token has so many characters.
    #[error("label: 1 to {LABEL_CHARS} characters, not {0}")]
    LabelLength(usize),
    /// The label of a token has a control character.
    #[error("label: no control characters")]
    LabelCharacters,
    /// So many days for a named token.
    #[error("days: 1 to {NAMED_DAYS}, not {0}")]
    Days(u16),
    /// Muting oneself.
    #[error("nobody mutes himself")]
    Oneself,
    /// A role that there is not.
    #[error("a role is admin, organiser, referee or broadcaster")]
    Role,
}

/// Longest label of a named token, characters.
pub(super) const LABEL_CHARS: usize = 64;

/// Longest life of a named token, days.
pub(super) const NAMED_DAYS: u16 = 400;

/// A cause, and how what is wrong is limited.
type Cause = (Why, Option<Limit>);

/// A length that is not `min` to `max`.
const fn length(of: Limited, min: usize, max: usize, given: usize) -> Cause {
    let why = if given < min { Why::TooShort } else { Why::TooLong };
    (why, Some(Limit::range(of, min as u64, max as u64, given as u64)))
}

impl Parameter {
    const fn cause(self) -> Cause {
        match self {
            Self::LabelLength(given) => length(Limited::LabelCharacters, 1, LABEL_CHARS, given),
            Self::LabelCharacters => (Why::ControlCharacters, None),
            Self::Days(given) => {
                (Why::OutOfRange, Some(Limit::range(Limited::TokenDays, 1, NAMED_DAYS as u64, given as u64)))
            }
            Self::Oneself => (Why::MutesOneself, None),
            Self::Role => (Why::UnknownRole, None),
        }
    }
}

const fn cause_of_name(error: NameError) -> Cause {
    match error {
        NameError::Length(given) => length(Limited::NameCharacters, names::MIN_GRAPHEMES, names::MAX_GRAPHEMES, given),
        NameError::Bytes(given) => {
            let limit = Limit::most(Limited::NameBytes, names::MAX_BYTES as u64);
            (Why::TooLong, Some(Limit { given: Some(given as u64), ..limit }))
        }
        NameError::Hidden => (Why::ControlCharacters, None),
        NameError::Symbols => (Why::Symbols, None),
        NameError::Marks => (Why::Marks, None),
        NameError::Edges => (Why::Edges, None),
        NameError::MixedScripts => (Why::MixedScripts, None),
        NameError::Direction => (Why::MixedDirections, None),
        NameError::Reserved => (Why::Reserved, None),
    }
}

/// How long a password is that was not taken is told to nobody.
const fn cause_of_password(error: PasswordError) -> Cause {
    let why = match error {
        PasswordError::Short => Why::TooShort,
        PasswordError::Long => Why::TooLong,
        PasswordError::Characters => return (Why::ControlCharacters, None),
    };
    let most = Limit::most(Limited::PasswordBytes, passwords::MAX_BYTES as u64);
    (why, Some(Limit { min: Some(passwords::MIN_BYTES as u64), ..most }))
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
            Self::TooMany(..) => Code::TooMany,
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
            AuthError::TooMany(_, of, most) => wire.limit(Limit::most(*of, *most as u64)),
            AuthError::Name(error) => caused(wire, cause_of_name(*error)),
            AuthError::Password(error) => caused(wire, cause_of_password(*error)),
            AuthError::Invalid(parameter) => caused(wire, parameter.cause()),
            _ => wire,
        }
    }
}

fn caused(wire: WireError, (why, limit): Cause) -> WireError {
    let wire = wire.why(why);
    match limit {
        Some(limit) => wire.limit(limit),
        None => wire,
    }
}

impl From<AuthError> for WireError {
    fn from(error: AuthError) -> Self {
        Self::from(&error)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Name, passwords::Password},
        *,
    };

    /// The cause and the limit: its kind, the least, the most, what was given.
    type Told = (Option<Why>, Option<(Limited, Option<u64>, u64, Option<u64>)>);

    fn told(error: impl Into<AuthError>) -> Told {
        let wire = WireError::from(error.into());
        (wire.why, wire.limit.map(|limit| (limit.of, limit.min, limit.max, limit.given)))
    }

    #[test]
    fn each_cause_about_a_name_is_told_apart() {
        let range = |given| Some((Limited::NameCharacters, Some(2), 24, Some(given)));
        for (name, why, limit) in [
            ("x", Why::TooShort, range(1)),
            (&*"x".repeat(25), Why::TooLong, range(25)),
            (&*"x".repeat(257), Why::TooLong, Some((Limited::NameBytes, None, 256, Some(257)))),
            ("ab\u{200b}c", Why::ControlCharacters, None),
            ("a b", Why::Symbols, None),
            (&*format!("za{}b", "\u{335}".repeat(4)), Why::Marks, None),
            ("_a", Why::Edges, None),
            ("p\u{430}ul", Why::MixedScripts, None),
            ("\u{5e9}\u{5dc}abc", Why::MixedDirections, None),
            ("admin", Why::Reserved, None),
        ] {
            assert_eq!(told(Name::parse(name).unwrap_err()), (Some(why), limit), "{name:?}");
        }
    }

    #[test]
    fn a_refused_password_is_not_measured_for_its_reader() {
        let limit = Some((Limited::PasswordBytes, Some(8), 256, None));
        for (password, why, limit) in [
            ("short", Why::TooShort, limit),
            (&*"x".repeat(257), Why::TooLong, limit),
            ("abc\u{0}defgh", Why::ControlCharacters, None),
        ] {
            assert_eq!(told(Password::parse(password).unwrap_err()), (Some(why), limit));
        }
    }

    #[test]
    fn each_wrong_parameter_is_told_apart() {
        let label = |given| Some((Limited::LabelCharacters, Some(1), 64, Some(given)));
        for (parameter, why, limit) in [
            (Parameter::LabelLength(0), Why::TooShort, label(0)),
            (Parameter::LabelLength(65), Why::TooLong, label(65)),
            (Parameter::LabelCharacters, Why::ControlCharacters, None),
            (Parameter::Days(401), Why::OutOfRange, Some((Limited::TokenDays, Some(1), 400, Some(401)))),
            (Parameter::Oneself, Why::MutesOneself, None),
            (Parameter::Role, Why::UnknownRole, None),
        ] {
            assert_eq!(told(parameter), (Some(why), limit), "{parameter}");
        }
        assert_eq!(told(AuthError::TooMany("", Limited::Tokens, 20)), (None, Some((Limited::Tokens, None, 20, None))));
    }
}
