//! The Tengen server: sockets, HTTP, stores, accounts and timers around the pure core.
//!
//! [`run`] is one server: [`config`] says how, [`store`] keeps the logs, the rest is found through
//! the traits of [`Services`].

mod accept;
pub mod admin;
pub mod auth;
pub mod cli;
mod client;
mod compose;
pub mod config;
pub mod http;
pub mod hub;
mod metrics;
mod serve;
mod services;
pub mod socket;
pub mod store;
pub mod telemetry;

pub use accept::bind;
pub use client::{ClientAddr, Network, NotANetwork};
pub use metrics::{Metrics, Refused};
pub use serve::{Listeners, serve};
pub use services::{GameReader, GameStatus, Health, Services, Socket, SocketHandler, TokenCheck};

use config::Config;
use tokio_util::sync::CancellationToken;

/// Runs a server on listeners that are bound already until `stop` is cancelled; returns when
/// everything has ended. `ready` is called when connections are about to be accepted.
///
/// # Errors
/// If the store cannot be opened.
pub async fn run(
    config: &Config,
    listeners: Listeners,
    stop: CancellationToken,
    ready: impl FnOnce(),
) -> anyhow::Result<()> {
    let services = compose::services(config);
    ready();
    serve(config, listeners, services, stop).await;
    Ok(())
}
