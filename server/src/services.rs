//! What the shell asks of the parts behind it: games to read, sockets to serve, tokens to check,
//! readiness. The shell (listeners, HTTP, signals) knows these traits and nothing of games, stores
//! or accounts; tests put their own in.

use crate::{accept::Place, client::ClientAddr, metrics::Metrics, transport::Transport};
use async_trait::async_trait;
use std::{fmt, str::FromStr, sync::Arc};
use tengen_protocol::{
    AccountId, Channel, GameId, ParseError, Size, Talk, WireError,
    http::{GameList, GameView, LogPage, Player, PlayerResult},
};
use tokio_tungstenite::WebSocketStream;
use tokio_util::sync::CancellationToken;

/// A WebSocket whose handshake is done.
pub type Socket = WebSocketStream<Transport>;

/// Serves WebSocket connections.
#[async_trait]
pub trait SocketHandler: Send + Sync + 'static {
    /// Serves one connection until it ends; returning ends it. When `closing` is cancelled the
    /// server goes down: tell the client, flush, close with 1012 and return. `greeting` is done once
    /// the client has said who it is.
    async fn serve(&self, socket: Socket, peer: ClientAddr, closing: CancellationToken, greeting: Greeting);
}

/// Held by a connection until its client has said who it is: so long it counts among those that its
/// address may have. By default that of a connection that is not counted.
#[derive(Debug, Default)]
pub struct Greeting(Option<Arc<Place>>);

impl Greeting {
    pub(crate) const fn new(place: Arc<Place>) -> Self {
        Self(Some(place))
    }

    /// The client has said who it is, and that was right.
    pub fn done(self) {
        if let Some(place) = self.0 {
            place.greeted();
        }
    }
}

/// Which games `GET /api/v1/games` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// Not finished.
    Live,
    /// Finished.
    Finished,
}

/// Where the next page of finished games begins: behind this game, by when it ended. On the wire
/// `1764500000000.k3j9x2m4p7q8r5t6`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// When it ended, ms since 1970.
    pub ended_at: u64,
    /// The game.
    pub game: GameId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ended_at, self.game)
    }
}

impl FromStr for Cursor {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || ParseError("cursor: write what `next` of the page before was".to_owned());
        let (ended_at, game) = text.split_once('.').ok_or_else(bad)?;
        Ok(Self { ended_at: ended_at.parse().map_err(|_| bad())?, game: game.parse()? })
    }
}

/// What `GET /api/v1/games` looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Whether games are finished; all if absent.
    pub status: Option<GameStatus>,
    /// Name or id of an account that plays.
    pub player: Option<String>,
    /// Name or id of the account that it plays with; only with `player`.
    pub opponent: Option<String>,
    /// The board.
    pub size: Option<Size>,
    /// How it ended for `player`; only with it, and only finished games.
    pub result: Option<PlayerResult>,
    /// Only games that ended before this one.
    pub before: Option<Cursor>,
    /// At most so many.
    pub limit: usize,
}

impl Search {
    /// The newest public games.
    #[must_use]
    pub const fn newest(status: Option<GameStatus>, limit: usize) -> Self {
        Self { status, player: None, opponent: None, size: None, result: None, before: None, limit }
    }
}

/// Reads games for people and programs that do not follow them on a socket.
///
/// Every method answers [`tengen_protocol::Code::NoSuchGame`] both when there is no such game and
/// when the viewer may not see it.
#[async_trait]
pub trait GameReader: Send + Sync + 'static {
    /// Games that a search finds and `viewer` may see: live ones, newest first, then finished ones, the one
    /// that ended last first. Without a player only public games; [`tengen_protocol::Code::NotFound`] when
    /// nobody has that name or id.
    async fn list(&self, search: &Search, viewer: Option<&AccountId>) -> Result<GameList, WireError>;

    /// What anybody may know of the account with this name or id; [`tengen_protocol::Code::NotFound`] when
    /// there is none.
    async fn player(&self, who: &str) -> Result<Player, WireError>;

    /// The game as `viewer` may see it now.
    async fn view(&self, game: &GameId, viewer: Option<&AccountId>) -> Result<GameView, WireError>;

    /// Events from number `from` (1 is the first) on, at most `limit`.
    async fn log(&self, game: &GameId, viewer: Option<&AccountId>, from: u64, limit: u64)
    -> Result<LogPage, WireError>;

    /// The game as SGF, file format 4.
    async fn sgf(&self, game: &GameId, viewer: Option<&AccountId>) -> Result<String, WireError>;

    /// What was said beside the game, as far as `viewer` may read it: the newest lines, or those after a
    /// number.
    async fn talk(
        &self,
        game: &GameId,
        viewer: Option<&AccountId>,
        channel: Channel,
        after: Option<u64>,
    ) -> Result<Talk, WireError>;
}

/// Says whose a token is.
#[async_trait]
pub trait TokenCheck: Send + Sync + 'static {
    /// The account of an access token; [`tengen_protocol::Code::Unauthorized`] if it is wrong,
    /// expired or revoked.
    async fn account(&self, token: &str) -> Result<AccountId, WireError>;
}

/// Whether this node can do its work, and how it stops.
#[async_trait]
pub trait Health: Send + Sync + 'static {
    /// `Err` with a sentence when the node should get no new connections: the store does not
    /// answer, or what this node publishes does not come back to it.
    async fn ready(&self) -> Result<(), String>;

    /// Called once after the last connection has ended: finishes what is running and closes the
    /// store.
    async fn close(&self);
}

/// Everything behind the shell.
#[derive(Clone)]
pub struct Services {
    /// Reads games.
    pub games: Arc<dyn GameReader>,
    /// Serves sockets.
    pub sockets: Arc<dyn SocketHandler>,
    /// Checks tokens.
    pub tokens: Arc<dyn TokenCheck>,
    /// Readiness and the end.
    pub health: Arc<dyn Health>,
    /// Further public routes (accounts), with their state; they get the same limits as all.
    pub routes: axum::Router,
    /// Where everything counts.
    pub metrics: Arc<Metrics>,
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Services").finish_non_exhaustive()
    }
}
