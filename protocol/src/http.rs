//! Bodies of the HTTP API under `/api/v1`. A refusal has the body of a [`crate::WireError`] under
//! `error` and the HTTP status of its code.

use crate::{
    event::Recorded,
    game::{Outcome, Phase, Setup, Sides, Snapshot},
    ids::{AccountId, GameId, Head},
    talk::{Channel, Talk},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `POST /api/v1/accounts` (register) and `POST /api/v1/login`; for pages `/api/v1/browser/register` and
/// `/api/v1/browser/login`.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password; never logged.
    pub password: String,
}

/// Answer of register, login, guest and refresh, for programs and for pages
/// (`POST /api/v1/browser/{register,login,guest,refresh}`).
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Access token: 15 minutes; that of a guest's program lasts as long as the guest.
    pub token: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
    /// For `POST /api/v1/refresh`; each works once. Absent for programs of guests, and for pages, which have
    /// it in a cookie that scripts cannot read.
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
    /// Whom it does not want to hear; at most 200.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutes: Vec<Muted>,
}

/// An account that another one does not want to hear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Muted {
    /// The account.
    pub account: AccountId,
    /// Its name now; its id when it is gone.
    pub name: String,
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
    /// When it ended, ms since 1970; in lists of finished games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
}

/// How a finished game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerResult {
    /// He won.
    Won,
    /// He lost.
    Lost,
    /// A draw, or it is void.
    Other,
}

/// `GET /api/v1/games`: games that are not finished, newest first, then finished ones, the one that ended last
/// first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameList {
    /// The games. A search may find fewer than `limit`, even none, and there are more all the same.
    pub games: Vec<GameSummary>,
    /// What `before` names for the next page of finished games; absent when there are no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `GET /api/v1/players/{name or id}`: what anybody may know of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// The account.
    pub account: AccountId,
    /// Its name now, as its owner wrote it; the id of a guest that has ended and whose games are listed still.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
    /// When it was made, ms since 1970; 0 if that is not known any more.
    pub since: u64,
    /// Its finished games that are listed: all of those below.
    pub finished: u64,
    /// Of these it won so many ..
    pub won: u64,
    /// .. lost so many ..
    pub lost: u64,
    /// .. and so many were drawn or void.
    pub other: u64,
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

/// `GET /api/v1/games/{id}/talk?channel=players&after=41`: what the command `talk` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TalkPage {
    /// The game.
    pub game: GameId,
    /// The channel.
    pub channel: Channel,
    /// What was said there.
    #[serde(flatten)]
    pub talk: Talk,
}

/// A refusal over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// Why.
    pub error: crate::error::WireError,
}
