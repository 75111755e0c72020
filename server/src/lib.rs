//! The Tengen server: sockets, HTTP, stores, accounts and timers around the pure core.
//!
//! [`run`] is one server: [`config`] says how, [`store`] keeps the logs, the rest is found through
//! the traits of [`Services`].

// the suite that all stores are held to names this crate as its other users do
#[cfg(test)]
extern crate self as tengen_server;

mod accept;
pub mod admin;
pub mod auth;
pub mod cli;
mod client;
mod compose;
pub mod config;
mod healthcheck;
pub mod http;
pub mod hub;
mod metrics;
mod pem;
mod rates;
mod serve;
mod services;
mod shares;
pub mod socket;
pub mod store;
pub mod systemd;
pub mod telemetry;
mod tls;
mod transport;

pub use accept::bind;
pub use client::{ClientAddr, Network, NotANetwork};
pub use compose::RunError;
pub use metrics::{Metrics, Refused};
pub use serve::{Listeners, serve};
pub use services::{
    Cursor, GameReader, GameStatus, Greeting, Health, Search, Services, Socket, SocketHandler, TokenCheck,
};
pub use tls::{Tls, TlsError, TlsFiles};
pub use transport::Transport;

use compose::Parts;
use config::Config;
use std::sync::Arc;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Runs a server on listeners that are bound already until `stop` is cancelled; returns when
/// everything has ended. `ready` is called when connections are about to be accepted.
///
/// # Errors
/// If the store, the signing secret or the administrator's socket cannot be opened, or the store
/// breaks while the server runs.
pub async fn run(
    config: &Config,
    listeners: Listeners,
    stop: CancellationToken,
    ready: impl FnOnce(),
) -> Result<(), RunError> {
    for doubt in config.doubts() {
        tracing::warn!("{doubt}");
    }
    // a store that does not answer yet is waited for, and nothing was begun that must be ended
    let Some(parts) = stop.run_until_cancelled(Parts::open(config)).await else { return Ok(()) };
    let parts = parts?;
    ready();
    let serving = serve(config, listeners, parts.services, stop.clone());
    let Some(broken) = parts.broken else {
        serving.await;
        return Ok(());
    };
    let mut serving = std::pin::pin!(serving);
    tokio::select! {
        () = serving.as_mut() => Ok(()),
        why = breaks(broken) => {
            tracing::error!(%why, "the store broke: the server stops");
            stop.cancel();
            serving.await;
            Err(RunError::Broken(why))
        }
    }
}

/// Waits until the store breaks, for ever if it does not.
async fn breaks(mut broken: watch::Receiver<Option<Arc<str>>>) -> Arc<str> {
    let why = match broken.wait_for(Option::is_some).await {
        Ok(why) => why.clone(),
        Err(_) => None,
    };
    match why {
        Some(why) => why,
        None => std::future::pending().await,
    }
}
