//! Bodies of the HTTP API under `/api/v1`. A refusal has the body of a [`crate::WireError`] under
//! `error` and the HTTP status of its code.

use crate::{
    event::Recorded,
    game::{Outcome, Phase, Setup, Sides, Snapshot},
    ids::{AccountId, GameId, Head},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `POST /api/v1/accounts` (register) and `POST /api/v1/login`.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password; never logged.
    pub password: String,
}

/// Answer of register, login, guest and refresh.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Access token: 15 minutes; a guest's lasts as long as the guest.
    pub token: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
    /// For `POST /api/v1/refresh`; each works once. Absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
}

/// `POST /api/v1/refresh`.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The newest refresh token.
    pub refresh_token: String,
}

/// `POST /api/v1/tokens`: a named token for a bot or a command line.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// What it is for; 1 to 64 characters.
    pub label: String,
    /// Days until it expires, 1 to 400; 90 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u16>,
}

/// A named token; the token itself only in the answer that makes it.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct NamedToken {
    /// Its id, for `DELETE /api/v1/tokens/{id}`.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
    /// The token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// `GET /api/v1/tokens`.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct TokenList {
    /// Those that have neither expired nor been revoked.
    pub tokens: Vec<NamedToken>,
}

/// `GET /api/v1/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
    /// Its roles.
    pub roles: Vec<String>,
}

/// One line of `GET /api/v1/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// Its settings.
    pub setup: Setup,
    /// Names of the players now.
    pub names: Sides<String>,
    /// When it was created, ms since 1970.
    pub created_at: u64,
    /// Its phase.
    pub phase: Phase,
    /// The result, when finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// `GET /api/v1/games`: newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// `GET /api/v1/games/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameView {
    /// The game.
    pub game: GameId,
    /// Now by the game's time, ms: logical as `t` of events, or wall time as `at` with
    /// `correspondence` and `none`. A running clock has been running for
    /// `now - snapshot.clocks.since`.
    pub now: u64,
    /// The game as it stands.
    pub snapshot: Snapshot,
}

/// `GET /api/v1/games/{id}/log?from=1&limit=1000`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogPage {
    /// The game.
    pub game: GameId,
    /// The last event of the whole log.
    pub seq: u64,
    /// The head after it.
    pub head: Head,
    /// Events from `from` on, at most `limit`.
    pub events: Vec<Recorded>,
}

/// A refusal over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// Why.
    pub error: crate::error::WireError,
}
