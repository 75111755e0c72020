//! `tengen-server admin`: the operator's way into a running server, over a Unix socket.
//!
//! The socket belongs to the user that runs the server (mode 0600); whoever can open it may do
//! everything here. Newline-delimited JSON: a `Request` a line, a `Reply` a line. Passwords come
//! from a prompt or stdin, never from an argument, and are never logged.

mod client;
mod server;

pub use client::{AdminArgs, run_admin_client};
pub use server::{AdminSocket, BindError, check_path};

use serde::{Deserialize, Serialize};
use tengen_protocol::{AccountId, WireError};

/// Longest line of a request, bytes.
const REQUEST_BYTES: usize = 8 * 1024;

/// Accounts in one list, at most.
const LIST: usize = 10_000;

/// What the operator wants. An account is named by its name, or by `@` and its id.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Register an account, with roles.
    Create { name: String, password: String, roles: Vec<String> },
    /// Give a role.
    GiveRole { account: String, role: String },
    /// Take a role.
    TakeRole { account: String, role: String },
    /// Set a password; all sessions and tokens end.
    ResetPassword { account: String, password: String },
    /// List the registered accounts.
    List { limit: usize },
    /// End a named token, or everything.
    Revoke { account: String, token: Option<String> },
    /// Let an account not talk, for so many ms or for good.
    Mute {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        for_ms: Option<u64>,
    },
    /// Let it talk again.
    Unmute { account: String },
    /// Copy the embedded store into this new directory of the server's machine; an absolute path.
    Backup { to: String },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    /// Done; the accounts as they are now.
    Ok(Vec<AccountLine>),
    /// Refused.
    Error(WireError),
}

/// An account as it is shown to the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AccountLine {
    account: AccountId,
    name: String,
    registered_at: u64,
    roles: Vec<String>,
}

#[cfg(test)]
mod tests;
