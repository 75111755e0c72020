//! Accounts: who somebody is, and the tokens that say so.
//!
//! An account is a log of events in the store like everything else, folded by
//! `Account::apply`; [`Accounts`] is the service that sockets, HTTP and the administrator's
//! socket share. Tokens are signed ([`tokens`]), but a signature alone opens nothing: each use reads
//! the end of the account's log, so that a revoked token is refused by every node at once, and
//! [`Accounts::watch`] tells an open socket.
//!
//! What must hold: no password, hash, token or secret is ever in a `Debug` or `Display` text or in
//! the log of the process; an unknown name and a wrong password are answered alike and equally
//! slowly; failures are throttled, successes never. Nothing here knows HTTP or games.

pub mod account;
mod cache;
mod error;
mod keys;
mod log;
pub mod names;
mod passwords;
mod service;
mod sessions;
mod throttle;
pub mod tokens;
mod watch;

pub use account::{Account, Role, Silence};
pub use error::{AuthError, Parameter};
pub use keys::{KeyError, SECRET_FILE, SigningKeys};
pub use names::{Name, NameError};
pub use passwords::{Hashing, Password};
pub use service::{
    Accounts, Clock, GUESTS_PER_ADDRESS, Identity, Issued, Limits, Listed, NamedIssued, Settings, system_clock,
};
pub use throttle::Allowance;
pub use watch::Watch;
