//! The first message: who it is.

use super::{Sockets, commands::id_of, writer::Writer};
use crate::{
    ClientAddr,
    hub::{Closing, Identity, RETRY_AFTER_MS, to_text},
    shares::Share,
};
use futures_util::{Sink, Stream, StreamExt};
use std::time::Duration;
use tengen_protocol::{Answer, AnswerOutcome, ClientMessage, Code, CommandId, Request, WireError, limits};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Name and version of a client in the log: more is cut.
const CLIENT_BYTES: usize = 64;

/// What a connection is after `hello`.
pub(super) struct Hello {
    /// The id of the command, to be answered.
    pub(super) id: CommandId,
    /// Absent for an anonymous one.
    pub(super) identity: Option<Identity>,
    /// What an anonymous one holds of its address until it ends.
    pub(super) anonymous: Option<Share>,
}

/// Waits for `hello`; none when the connection has ended or was refused, and was told so.
pub(super) async fn wait<R, W>(
    sockets: &Sockets,
    reader: &mut R,
    writer: &mut Writer<W>,
    peer: ClientAddr,
) -> Result<Hello, Refusal>
where
    R: Stream<Item = Result<Message, Error>> + Unpin,
    W: Sink<Message, Error = Error> + Unpin,
{
    let within = Duration::from_millis(limits::HELLO_WITHIN_MS);
    let refusal = match timeout(within, first_text(reader)).await {
        Ok(Ok(text)) => match admit(sockets, &text, peer).await {
            Ok(hello) => return Ok(hello),
            Err(refusal) => refusal,
        },
        Ok(Err(Some(error))) => (None, error),
        Ok(Err(None)) => return Err(Refusal::Gone),
        Err(_) => (None, WireError::new(Code::HelloFirst, "send `hello` within 5 s after connecting")),
    };
    let (re, error) = refusal;
    Err(Refusal::Told(refuse(sockets, writer, re, error).await))
}

/// Answers `hello` with an error; the connection is to be closed then.
pub(super) async fn refuse<W>(
    sockets: &Sockets,
    writer: &mut Writer<W>,
    re: Option<CommandId>,
    error: WireError,
) -> Closing
where
    W: Sink<Message, Error = Error> + Unpin,
{
    tracing::debug!(code = %error.code, "refused at hello");
    sockets.hub.metrics().command("hello", Some(error.code));
    let (code, retry_after) = (error.code, error.retry_after);
    if let Some(text) = to_text(&Answer { re, result: AnswerOutcome::Error(Box::new(error)) }) {
        // The peer may have gone; the close that follows finds that out.
        let _sent = writer.text(text).await;
    }
    Closing { code, retry_after }
}

/// Why there is no connection to serve.
pub(super) enum Refusal {
    /// It has ended.
    Gone,
    /// It was told the reason and is to be closed.
    Told(Closing),
}

/// The first text frame; `None` when the connection ends before.
async fn first_text<R>(reader: &mut R) -> Result<String, Option<WireError>>
where
    R: Stream<Item = Result<Message, Error>> + Unpin,
{
    let mut control_frames = 0;
    loop {
        match reader.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => {
                return Err(Some(WireError::new(Code::BadMessage, "binary frames are not spoken here: send text")));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                control_frames += 1;
                if control_frames > limits::HELLO_CONTROL_FRAMES {
                    return Err(Some(WireError::new(Code::HelloFirst, "so many pings are no `hello`")));
                }
            }
            Some(Err(Error::Capacity(_))) => return Err(Some(too_large())),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
    }
}

fn too_large() -> WireError {
    WireError::new(Code::TooLarge, format!("at most {} bytes before `hello` is answered", limits::HELLO_BYTES))
}

async fn admit(sockets: &Sockets, text: &str, peer: ClientAddr) -> Result<Hello, (Option<CommandId>, WireError)> {
    if text.len() > limits::HELLO_BYTES {
        return Err((None, too_large()));
    }
    let message = ClientMessage::read(text).map_err(|error| (id_of(text), error))?;
    let id = message.id;
    let Request::Hello { token, anonymous, client } = message.request else {
        return Err((Some(id), WireError::new(Code::HelloFirst, "the first message must be `hello`")));
    };
    let refuse = |error| (Some(id.clone()), error);
    if !*sockets.hub.ready().borrow() {
        let error = WireError::new(Code::Unavailable, "the store does not answer: try another node");
        return Err(refuse(error.retry_after(RETRY_AFTER_MS)));
    }
    let client: String = client.unwrap_or_default().chars().filter(|c| !c.is_control()).take(CLIENT_BYTES).collect();
    let (identity, anonymous) = match (token, anonymous) {
        (Some(token), _) => (Some(sockets.hub.directory().authenticate(&token).await.map_err(refuse)?), None),
        (None, true) => (None, Some(sockets.rates.anonymous(peer.bucket()).map_err(refuse)?)),
        (None, false) => {
            let error = WireError::new(Code::Unauthorized, "send a token, or `anonymous: true` to watch only");
            return Err(refuse(error));
        }
    };
    tracing::debug!(client, "hello");
    Ok(Hello { id, identity, anonymous })
}
