//! WebSocket connections: one task each, from `hello` to the close frame.
//!
//! A connection reads commands, hands them to the hub and writes what its [`Link`](crate::hub::Link) holds. It judges
//! nothing and waits for nobody: a stalled reader costs only itself. Limits are those of
//! [`tengen_protocol::limits`]; the handshake was the shell's.

mod commands;
mod connection;
mod hello;
mod pulse;
mod rates;
mod resume_at;
mod writer;

pub use rates::{ANONYMOUS_PER_ADDRESS, Rates};

use crate::{ClientAddr, Greeting, Socket, SocketHandler, hub::Hub};
use async_trait::async_trait;
use std::{num::NonZeroU32, sync::Arc};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

/// Serves connections of one node.
#[derive(Clone, Debug)]
pub struct Sockets {
    hub: Hub,
    rates: Arc<Rates>,
}

impl Sockets {
    /// For this hub.
    #[must_use]
    pub fn new(hub: Hub) -> Self {
        Self { hub, rates: Arc::new(Rates::new(ANONYMOUS_PER_ADDRESS)) }
    }

    /// The same with so many connections without an account from one address.
    #[must_use]
    pub fn anonymous_per_address(self, most: NonZeroU32) -> Self {
        Self { rates: Arc::new(Rates::new(most)), ..self }
    }

    /// Serves one connection over anything that carries bytes.
    pub async fn run<S>(&self, socket: WebSocketStream<S>, peer: ClientAddr, closing: CancellationToken)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send,
    {
        self.run_greeting(socket, peer, closing, Greeting::default()).await;
    }

    /// The same for a connection that holds a share of its address until it has said who it is.
    async fn run_greeting<S>(
        &self,
        socket: WebSocketStream<S>,
        peer: ClientAddr,
        closing: CancellationToken,
        greeting: Greeting,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send,
    {
        let span = tracing::info_span!(
            "connection",
            peer = %peer,
            connection = tracing::field::Empty,
            account = tracing::field::Empty
        );
        connection::serve(self, socket, peer, closing, greeting).instrument(span).await;
    }
}

#[async_trait]
impl SocketHandler for Sockets {
    async fn serve(&self, socket: Socket, peer: ClientAddr, closing: CancellationToken, greeting: Greeting) {
        self.run_greeting(socket, peer, closing, greeting).await;
    }
}
