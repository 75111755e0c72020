//! `GET /ws`: the WebSocket handshake (RFC 6455 section 4.2), and handing the socket over.
//!
//! Checked here and nowhere else: the origin of pages, the subprotocol, and the sizes of buffers and
//! messages. Who somebody is, is said in the first message.

use super::{ApiError, router::Shell};
use crate::{
    accept::{Connection, Place},
    client::ClientAddr,
    config::may_connect,
    metrics::{Metrics, Refused},
    services::{Greeting, Socket},
    transport::Transport,
};
use axum::{
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::{io, sync::Arc};
use tengen_protocol::{
    Code, Why, WireError,
    limits::{HELLO_WITHIN_MS, MESSAGE_BYTES, OUTGOING_BYTES, SUBPROTOCOL},
};
use tokio::time::timeout;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error,
        error::ProtocolError,
        handshake::server::create_response_with_body,
        protocol::{Role, WebSocketConfig},
    },
};
use tracing::{debug, warn};

/// Allocated for every connection, so small; a command has some 150 bytes, and larger messages make
/// the buffer grow. (The library's 128 KiB would be nearly all memory of an idle connection.)
const READ_BUFFER_BYTES: usize = 2 * 1024;

/// Messages are gathered up to this before they are written, or until a flush.
const WRITE_BUFFER_BYTES: usize = 8 * 1024;

/// What may wait in the socket's own buffer when the client does not read: one whole queue that is
/// being flushed, and one message more.
const MAX_WRITE_BUFFER_BYTES: usize = 2 * OUTGOING_BYTES;

/// Asked of the kernel, which takes twice as much for its bookkeeping. Left alone it grows a
/// buffer to megabytes for a client that does not read, and hides for long that it does not.
const SEND_BUFFER_BYTES: usize = OUTGOING_BYTES / 2;

/// When an address whose connections say nothing may try again, ms: they are closed by then.
const SHARE_RETRY_MS: u64 = 2 * HELLO_WITHIN_MS;

/// Buffers and limits of every socket.
fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES))
}

/// `GET /ws`.
pub(crate) async fn upgrade(State(shell): State<Shell>, mut request: Request) -> Response {
    match accept(&shell, &mut request) {
        Ok(response) => response,
        Err(refusal) => {
            let (reason, response) = *refusal;
            shell.services.metrics.refused(reason);
            debug!(reason = reason.as_str(), "refused a handshake");
            response
        }
    }
}

/// Why, and the answer; boxed since it is large and rare.
type Refusal = Box<(Refused, Response)>;

fn accept(shell: &Shell, request: &mut Request) -> Result<Response, Refusal> {
    let refuse = |reason, error: ApiError| Box::new((reason, error.into_response()));
    if shell.closing.is_cancelled() {
        return Err(refuse(Refused::Closing, ApiError::new(Code::GoingAway, "the server is going down")));
    }
    if !may_connect(request.headers(), &shell.origins) {
        let message = "pages of this origin may not connect; the server's options public-url and origin allow some";
        return Err(refuse(Refused::Origin, ApiError::new(Code::Forbidden, message)));
    }
    let protocol = choose_protocol(request.headers()).map_err(|error| refuse(Refused::Subprotocol, error))?;
    let mut response = create_response_with_body(request, Body::empty)
        .map_err(|error| Box::new((Refused::Handshake, explain(&error))))?;
    if let Some(protocol) = protocol {
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol));
    }
    let broken = || refuse(Refused::Handshake, ApiError::new(Code::Internal, "this connection cannot be upgraded"));
    let connection = request.extensions().get::<Connection>().cloned().ok_or_else(broken)?;
    let client = request.extensions().get::<ClientAddr>().copied().ok_or_else(broken)?;
    if !connection.place.count_to(&shell.shares, client.bucket()) {
        let message = format!("{} connections of this address say nothing", shell.shares.most());
        let error = WireError::new(Code::RateLimited, message).retry_after(SHARE_RETRY_MS);
        return Err(refuse(Refused::Address, error.into()));
    }
    let upgrade = hyper::upgrade::on(request);
    shell.sockets.spawn(serve(shell.clone(), upgrade, connection.place, client));
    Ok(response)
}

/// Ours if it is offered; none if none is offered, for programs that know nothing of subprotocols.
fn choose_protocol(headers: &HeaderMap) -> Result<Option<&'static str>, ApiError> {
    let offered = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL);
    let mut names = offered.iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).peekable();
    if names.peek().is_none() {
        return Ok(None);
    }
    if names.any(|name| name.trim_ascii() == SUBPROTOCOL.as_bytes()) {
        return Ok(Some(SUBPROTOCOL));
    }
    let message = format!("the subprotocol of this server is {SUBPROTOCOL}");
    Err(ApiError::new(Code::BadRequest, message).why(Why::Subprotocol))
}

/// 426 tells what to upgrade to where the request is no handshake of this version.
fn explain(error: &Error) -> Response {
    let is_other = matches!(
        error,
        Error::Protocol(
            ProtocolError::MissingConnectionUpgradeHeader
                | ProtocolError::MissingUpgradeWebSocketHeader
                | ProtocolError::MissingSecWebSocketVersionHeader
        )
    );
    let status = if is_other { StatusCode::UPGRADE_REQUIRED } else { StatusCode::BAD_REQUEST };
    let message = format!("a WebSocket handshake of version 13 is needed here: {error}");
    let refusal = ApiError::with_status(status, Code::BadRequest, message).why(Why::Handshake);
    let mut response = refusal.into_response();
    if is_other {
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    }
    response
}

/// Counts a socket as long as it lives.
struct Counted(Arc<Metrics>);

impl Counted {
    fn new(metrics: &Arc<Metrics>) -> Self {
        metrics.sockets.inc();
        Self(metrics.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.sockets.dec();
    }
}

async fn serve(shell: Shell, upgrade: OnUpgrade, place: Arc<Place>, client: ClientAddr) {
    // hyper answers the handshake as soon as the client reads; a client that does not must not wait
    // here for ever.
    let socket = match timeout(shell.timeouts.request, open(upgrade)).await {
        Ok(Ok(socket)) => socket,
        Ok(Err(error)) => return debug!(?error, "an upgrade failed"),
        Err(_) => return debug!("an upgrade took too long"),
    };
    let counted = Counted::new(&shell.services.metrics);
    let greeting = Greeting::new(place.clone());
    let served = shell.services.sockets.serve(socket, client, shell.closing.clone(), greeting);
    tokio::select! {
        () = served => {}
        () = shell.force.cancelled() => warn!("dropped a socket that did not close in time"),
    }
    drop(counted);
    drop(place);
}

async fn open(upgrade: OnUpgrade) -> io::Result<Socket> {
    let upgraded = upgrade.await.map_err(io::Error::other)?;
    let parts = upgraded
        .downcast::<TokioIo<Transport>>()
        .map_err(|_| io::Error::other("the connection is none of the listener"))?;
    let stream = parts.io.into_inner();
    socket2::SockRef::from(stream.tcp()).set_send_buffer_size(SEND_BUFFER_BYTES)?;
    // A copy, so that hyper's buffer of several KiB is freed.
    let read = parts.read_buf.to_vec();
    Ok(WebSocketStream::from_partially_read(stream, read, Role::Server, Some(limits())).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(offered: &[&'static str]) -> Result<Option<&'static str>, (Code, Option<Why>)> {
        let mut headers = HeaderMap::new();
        for value in offered {
            headers.append(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(value));
        }
        choose_protocol(&headers).map_err(|error| (error.code(), error.cause()))
    }

    #[test]
    fn our_subprotocol_is_chosen_among_others() {
        assert_eq!(choose(&[]), Ok(None));
        assert_eq!(choose(&["tengen.v1"]), Ok(Some(SUBPROTOCOL)));
        assert_eq!(choose(&["chat, tengen.v1"]), Ok(Some(SUBPROTOCOL)));
        assert_eq!(choose(&["chat", "tengen.v1"]), Ok(Some(SUBPROTOCOL)));
        for bad in ["chat", "tengen.v2", "TENGEN.V1", "tengen.v10", ""] {
            assert_eq!(choose(&[bad]), Err((Code::BadRequest, Some(Why::Subprotocol))), "{bad:?}");
        }
    }
}
