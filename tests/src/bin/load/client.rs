//! The client's side of a connection, and the checks of what comes: a frame that is missing, comes
//! twice, out of order or unasked for ends the measurement.

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpStream, time::sleep};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

/// The same for every server that is measured; the library's own would be most of this program's
/// memory.
const BUFFER_BYTES: usize = 4 * 1024;

/// Connections or accounts that are made at the same time.
pub(crate) const AT_ONCE: usize = 32;

/// A connection to a server.
pub(crate) struct Socket(pub(crate) WebSocketStream<TcpStream>);

impl Socket {
    /// Connects.
    pub(crate) async fn open(server: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(BUFFER_BYTES);
        let (socket, _) = client_async_with_config(format!("ws://{server}/ws"), stream, Some(config)).await?;
        Ok(Self(socket))
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: impl Into<Utf8Bytes>) -> anyhow::Result<()> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// The next text; pings are answered by the library.
    pub(crate) async fn text(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server ended the connection")?? {
                Message::Text(text) => return Ok(text),
                Message::Ping(_) | Message::Pong(_) => {}
                other => bail!("unexpected frame: {other:?}"),
            }
        }
    }
}

/// A message of a server, as much of it as is looked at.
#[derive(Debug, Deserialize)]
pub(crate) struct Incoming<'a> {
    pub(crate) re: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) ok: Option<Done<'a>>,
    error: Option<Refusal>,
    game: Option<&'a str>,
    seq: Option<u64>,
    head: Option<&'a str>,
    prev: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) event: Option<Event<'a>>,
    notice: Option<&'a str>,
}

/// A successful answer.
#[derive(Debug, Deserialize)]
pub(crate) struct Done<'a> {
    pub(crate) seq: Option<u64>,
    game: Option<&'a str>,
    offer: Option<&'a str>,
    #[serde(borrow)]
    snapshot: Option<Snapshot<'a>>,
}

#[derive(Debug, Deserialize)]
struct Snapshot<'a> {
    seq: u64,
    head: &'a str,
}

#[derive(Debug, Deserialize)]
struct Refusal {
    code: String,
    retry_after: Option<u64>,
}

/// What happened in a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Event<'a> {
    pub(crate) kind: &'a str,
    pub(crate) id: Option<&'a str>,
    pub(crate) vertex: Option<&'a str>,
    pub(crate) captures: Option<serde::de::IgnoredAny>,
}

impl<'a> Incoming<'a> {
    /// Reads a message. Notices that mean that something was lost or ends are errors, and so is a
    /// refusal.
    pub(crate) fn read(text: &'a str) -> anyhow::Result<Self> {
        let incoming: Self = serde_json::from_str(text).with_context(|| text.to_owned())?;
        ensure!(incoming.error.is_none(), "refused: {text}");
        ensure!(matches!(incoming.notice, None | Some("game_started" | "token_expiring")), "unexpected: {text}");
        Ok(incoming)
    }
}

/// What a successful answer said that is needed later.
#[derive(Debug, Default)]
pub(crate) struct Answered {
    pub(crate) game: Option<String>,
    pub(crate) offer: Option<String>,
}

/// A connection that speaks the protocol, and where it is in the log of the game that it follows.
pub(crate) struct Player {
    pub(crate) socket: Socket,
    pub(crate) log: Log,
    prefix: String,
    sent: u64,
}

/// The last event of a game that a connection has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The game.
    pub(crate) game: String,
    /// Its number.
    pub(crate) seq: u64,
    /// The head after it.
    pub(crate) head: String,
}

impl Log {
    /// Takes the next event: of this game, with the next number, behind the last one.
    pub(crate) fn take(&mut self, incoming: &Incoming<'_>) -> anyhow::Result<()> {
        let (game, seq) = (incoming.game.unwrap_or_default(), incoming.seq.unwrap_or_default());
        ensure!(
            game == self.game && seq == self.seq + 1 && incoming.prev == Some(&self.head),
            "event {seq} of {game} after {}, of {} {}: {incoming:?}",
            incoming.prev.unwrap_or_default(),
            self.seq,
            self.head
        );
        self.seq = seq;
        self.head.clear();
        self.head.push_str(incoming.head.context("an event without head")?);
        Ok(())
    }
}

impl Player {
    /// Connects and says hello; without a token it only watches. `prefix` makes its ids its own.
    pub(crate) async fn hello(server: SocketAddr, token: Option<&str>, prefix: String) -> anyhow::Result<Self> {
        let socket = Socket::open(server).await?;
        let mut player = Self { socket, log: Log::default(), prefix, sent: 0 };
        let who = token.map_or_else(|| r#""anonymous":true"#.to_owned(), |token| format!(r#""token":"{token}""#));
        player.ask(&format!(r#""type":"hello",{who},"client":"load""#)).await?;
        Ok(player)
    }

    /// The id of the next command.
    pub(crate) fn next_id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.prefix, self.sent)
    }

    /// Sends a command and waits for its answer; events in between are taken. A server that is asked
    /// too fast says when to ask again.
    pub(crate) async fn ask(&mut self, body: &str) -> anyhow::Result<Answered> {
        let id = self.next_id();
        loop {
            self.socket.send(format!(r#"{{"id":"{id}",{body}}}"#)).await?;
            match self.answer(&id).await? {
                Reply::Done(answered) => return Ok(answered),
                Reply::TooFast { retry_after_ms } => sleep(Duration::from_millis(retry_after_ms)).await,
            }
        }
    }

    async fn answer(&mut self, id: &str) -> anyhow::Result<Reply> {
        loop {
            let text = self.socket.text().await?;
            if let Some(retry_after_ms) = too_fast(&text) {
                return Ok(Reply::TooFast { retry_after_ms });
            }
            let incoming = Incoming::read(&text)?;
            if incoming.event.is_some() {
                self.log.take(&incoming)?;
            }
            let Some(re) = incoming.re else { continue };
            ensure!(re == id, "the answer to {id} was expected: {text}");
            let done = incoming.ok.with_context(|| text.to_string())?;
            if let Some(snapshot) = done.snapshot {
                (self.log.seq, self.log.head) = (snapshot.seq, snapshot.head.to_owned());
            }
            return Ok(Reply::Done(Answered {
                game: done.game.map(str::to_owned),
                offer: done.offer.map(str::to_owned),
            }));
        }
    }

    /// Follows a game from now on.
    pub(crate) async fn join(&mut self, game: &str) -> anyhow::Result<()> {
        game.clone_into(&mut self.log.game);
        self.ask(&format!(r#""type":"join","game":"{game}""#)).await?;
        ensure!(self.log.seq > 0, "joined without a snapshot");
        Ok(())
    }

    /// Waits until it has seen an event.
    pub(crate) async fn see(&mut self, seq: u64) -> anyhow::Result<()> {
        while self.log.seq < seq {
            let text = self.socket.text().await?;
            let incoming = Incoming::read(&text)?;
            if incoming.event.is_some() {
                self.log.take(&incoming)?;
            }
        }
        Ok(())
    }
}

enum Reply {
    Done(Answered),
    TooFast { retry_after_ms: u64 },
}

fn too_fast(text: &str) -> Option<u64> {
    let incoming: Incoming<'_> = serde_json::from_str(text).ok()?;
    let refusal = incoming.error.filter(|refusal| refusal.code == "rate_limited")?;
    refusal.retry_after
}

/// A guest of a server.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Guest {
    pub(crate) account: String,
    pub(crate) token: String,
}

/// Makes so many guests.
pub(crate) async fn guests(url: &str, count: usize) -> anyhow::Result<Vec<Guest>> {
    let http = reqwest::Client::new();
    let make = async || {
        let answer = http.post(format!("{url}/api/v1/guests")).send().await?;
        let text = answer.error_for_status()?.text().await?;
        anyhow::Ok(serde_json::from_str::<Guest>(&text)?)
    };
    stream::iter(0..count).map(|_| make()).buffered(AT_ONCE).try_collect().await
}
