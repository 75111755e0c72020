//! The socket: how it is opened and written to.

use super::driver::{End, lost};
use crate::{
    failure::Failure,
    reach::{self, Reason, Stage},
    t,
    trust::Trust,
    words::Words,
};
use futures_util::SinkExt;
use std::time::Duration;
use tengen_protocol::limits;
use tokio::{net::TcpStream, time};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{self, ClientRequestBuilder, Message, http::StatusCode, protocol::WebSocketConfig},
};

/// A connection must be open and welcomed within this.
pub(super) const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// A frame must be handed to the system within this.
pub(super) const SEND_WITHIN: Duration = Duration::from_secs(10);

/// Largest message of a server: a join of 32 KiB of events comes as single frames, a snapshot is
/// far below.
const MESSAGE_BYTES: usize = 1024 * 1024;

/// A connection with or without TLS.
pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a socket of the server that people call `server`.
pub(super) async fn connect(
    url: tungstenite::http::Uri,
    server: &str,
    trust: &Trust,
    stage: Stage,
) -> Result<Socket, End> {
    let request = ClientRequestBuilder::new(url).with_sub_protocol(limits::SUBPROTOCOL);
    let config = WebSocketConfig::default()
        .read_buffer_size(16 * 1024)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let words = Words::current();
    // used for wss:// alone
    let connector = Some(Connector::Rustls(trust.config()));
    let connecting = connect_async_tls_with_config(request, Some(config), true, connector);
    match time::timeout(CONNECT_WITHIN, connecting).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(tungstenite::Error::Http(response))) if response.status() == StatusCode::NOT_FOUND => {
            let what = response.status().to_string();
            Err(End::Fatal(Failure::Unreachable(reach::stranger(words, server, &what))))
        }
        Ok(Err(tungstenite::Error::Http(response))) => {
            let status = response.status().to_string();
            let why = t!(words, "connection-refused", server = server, status = status);
            let is_ours = response.status().is_client_error();
            Err(if is_ours { End::Fatal(Failure::Unreachable(why)) } else { lost(why) })
        }
        Ok(Err(error)) => {
            let reason = Reason::of(server, &error, stage);
            Err(End::Unreached(reach::sentence(words, server, &reason)))
        }
        Err(_) => Err(End::Unreached(reach::sentence(words, server, &Reason::NoAnswer))),
    }
}

pub(super) async fn send(socket: &mut Socket, message: Message) -> Result<(), End> {
    match time::timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(lost(error.to_string())),
        Err(_) => Err(lost(t!(Words::current(), "connection-stuck"))),
    }
}
