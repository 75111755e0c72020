//! The Tengen server: sockets, HTTP, stores, accounts and timers around the pure core.

mod client;
pub mod http;
mod metrics;
mod services;
pub mod store;

pub use client::{ClientAddr, Network, NotANetwork};
pub use metrics::{Metrics, Refused};
pub use services::{GameReader, GameStatus, Health, Services, Socket, SocketHandler, TokenCheck};
