//! Puts the parts of a server together as the configuration says.

use crate::{
    client::ClientAddr,
    config::Config,
    metrics::Metrics,
    services::{GameReader, GameStatus, Health, Services, Socket, SocketHandler, TokenCheck},
};
use async_trait::async_trait;
use std::sync::Arc;
use tengen_protocol::{
    AccountId, Code, GameId, WireError,
    http::{GameSummary, GameView, LogPage},
};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};
use tokio_util::sync::CancellationToken;
use tracing::debug;

/// A server without games: it has a door and says that nobody is in.
struct Empty;

/// Everything behind the shell of a server with this configuration.
pub(crate) fn services(_config: &Config) -> Services {
    let empty = Arc::new(Empty);
    Services {
        games: empty.clone(),
        sockets: empty.clone(),
        tokens: empty.clone(),
        health: empty,
        routes: axum::Router::new(),
        metrics: Arc::new(Metrics::new()),
    }
}

fn no_such_game() -> WireError {
    WireError::new(Code::NoSuchGame, "no such game, or not for you")
}

#[async_trait]
impl GameReader for Empty {
    async fn list(&self, _: Option<GameStatus>, _: usize) -> Result<Vec<GameSummary>, WireError> {
        Ok(Vec::new())
    }

    async fn view(&self, _: &GameId, _: Option<&AccountId>) -> Result<GameView, WireError> {
        Err(no_such_game())
    }

    async fn log(&self, _: &GameId, _: Option<&AccountId>, _: u64, _: u64) -> Result<LogPage, WireError> {
        Err(no_such_game())
    }

    async fn sgf(&self, _: &GameId, _: Option<&AccountId>) -> Result<String, WireError> {
        Err(no_such_game())
    }
}

#[async_trait]
impl SocketHandler for Empty {
    async fn serve(&self, mut socket: Socket, _: ClientAddr, _: CancellationToken) {
        let frame = CloseFrame { code: CloseCode::Again, reason: "no games here yet".into() };
        if let Err(error) = socket.close(Some(frame)).await {
            debug!(%error, "a socket was gone");
        }
    }
}

#[async_trait]
impl TokenCheck for Empty {
    async fn account(&self, _: &str) -> Result<AccountId, WireError> {
        Err(WireError::new(Code::Unauthorized, "there are no accounts here"))
    }
}

#[async_trait]
impl Health for Empty {
    async fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    async fn close(&self) {}
}
