//! What the server is measured against: the least that does the same on the same machine, as a process
//! of its own so that its CPU can be told apart. Nothing is parsed, judged, remembered or limited.
//!
//! The first text of a connection says what it is, and is answered `ok`. A text of a player begins with
//! sixteen characters that name it; whatever comes of it begins with them too, so that the client can
//! check what it gets.

use crate::processes::LISTENING;
use anyhow::{Context, bail};
use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use redis::{Script, aio::MultiplexedConnection};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{broadcast, mpsc},
    time::interval,
};
use tokio_tungstenite::{
    WebSocketStream, accept_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

/// Characters that name a text.
pub(crate) const NAME: usize = 16;

/// Pings, as often as the server's.
const PING_EVERY: Duration = Duration::from_millis(tengen_protocol::limits::PING_EVERY_MS);

/// Texts that a slow reader may lack before he is lost; none is in a measurement.
const BROADCAST: usize = 1024;

/// The least that makes an event durable and known: what the server's own script does beside its
/// comparisons and its clock.
const COMMIT: &str = "\
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], 'seq', ARGV[2], 'head', ARGV[2])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[4])
redis.call('SPUBLISH', KEYS[4], ARGV[1])
return 1";

/// A bare server.
#[derive(Debug, Parser)]
pub(crate) enum Bare {
    /// Each text is one script in Redis, then an answer and a text to the opponent.
    Moves {
        #[arg(long)]
        redis: String,
    },
    /// Each text of a player is answered and goes to everybody.
    Broadcast,
    /// Accepts connections and pings them.
    Idle,
}

type Socket = WebSocketStream<TcpStream>;

impl Bare {
    /// Serves until it is killed.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{LISTENING}{}", listener.local_addr()?);
        let kind = Arc::new(match self {
            Self::Moves { redis } => Kind::Moves(Moves {
                redis: redis::Client::open(redis)?.get_multiplexed_async_connection().await?,
                script: Script::new(COMMIT),
                seats: Mutex::default(),
            }),
            Self::Broadcast => Kind::Broadcast(broadcast::Sender::new(BROADCAST)),
            Self::Idle => Kind::Idle,
        });
        loop {
            let (stream, _) = listener.accept().await?;
            let kind = Arc::clone(&kind);
            tokio::spawn(async move {
                if let Err(error) = kind.serve(stream).await {
                    eprintln!("bare: {error:#}");
                }
            });
        }
    }
}

enum Kind {
    Moves(Moves),
    Broadcast(broadcast::Sender<Utf8Bytes>),
    Idle,
}

struct Moves {
    redis: MultiplexedConnection,
    script: Script,
    /// Where the texts for a player go, by `GAME SIDE`.
    seats: Mutex<HashMap<(u64, u64), mpsc::UnboundedSender<Utf8Bytes>>>,
}

impl Kind {
    async fn serve(&self, stream: TcpStream) -> anyhow::Result<()> {
        stream.set_nodelay(true)?;
        // as the server's own
        let buffers = WebSocketConfig::default().read_buffer_size(2 * 1024).write_buffer_size(8 * 1024);
        let mut socket = accept_async_with_config(stream, Some(buffers)).await?;
        let first = text(&mut socket).await?.context("it said nothing")?;
        match self {
            Self::Moves(moves) => moves.serve(socket, &first).await,
            Self::Broadcast(everybody) if first.starts_with("watch") => watch(socket, everybody.subscribe()).await,
            Self::Broadcast(everybody) => play(socket, everybody, &first).await,
            Self::Idle => idle(socket).await,
        }
    }
}

impl Moves {
    async fn serve(&self, mut socket: Socket, first: &str) -> anyhow::Result<()> {
        let [game, side, stored, event, answer] = numbers(first)?;
        let (sender, mut texts) = mpsc::unbounded_channel();
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).insert((game, side), sender);
        let mut redis = self.redis.clone();
        let keys = ["e", "g", "due", "c"].map(|key| format!("{{{}}}:{key}:{game}", game % 256));
        let (stored, event, answer) = (filler(stored)?, filler(event)?, filler(answer)?);
        socket.send(Message::text("ok")).await?;
        let mut opponent = None;
        loop {
            let message = tokio::select! {
                text = texts.recv() => {
                    socket.send(Message::Text(text.context("invariant: this task's own sender lives")?)).await?;
                    continue;
                }
                message = text(&mut socket) => message?,
            };
            let Some(message) = message else { return Ok(()) };
            let name = message.get(..NAME).context("a text without a name")?;
            let mut commit = self.script.prepare_invoke();
            for key in &keys {
                commit.key(key);
            }
            commit.arg([name, &stored].concat()).arg(name).arg(1).arg(game);
            let _: i64 = commit.invoke_async(&mut redis).await?;
            let seats = || self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(&(game, 1 - side)).cloned();
            let opponent = opponent.get_or_insert_with(|| seats().context("the opponent is not here"));
            let opponent = opponent.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
            opponent.send([name, &event].concat().into())?;
            socket.send(Message::text([name, &answer].concat())).await?;
        }
    }
}

async fn watch(mut socket: Socket, mut everybody: broadcast::Receiver<Utf8Bytes>) -> anyhow::Result<()> {
    socket.send(Message::text("ok")).await?;
    loop {
        tokio::select! {
            event = everybody.recv() => socket.send(Message::Text(event?)).await?,
            message = text(&mut socket) => if message?.is_none() { return Ok(()) },
        }
    }
}

async fn play(mut socket: Socket, everybody: &broadcast::Sender<Utf8Bytes>, first: &str) -> anyhow::Result<()> {
    let [event, answer] = numbers(first)?;
    let (event, answer) = (filler(event)?, filler(answer)?);
    socket.send(Message::text("ok")).await?;
    while let Some(message) = text(&mut socket).await? {
        let name = message.get(..NAME).context("a text without a name")?;
        everybody.send([name, &event].concat().into()).context("nobody watches")?;
        socket.send(Message::text([name, &answer].concat())).await?;
    }
    Ok(())
}

async fn idle(mut socket: Socket) -> anyhow::Result<()> {
    socket.send(Message::text("ok")).await?;
    let mut pings = interval(PING_EVERY);
    let mut counter: u64 = 0;
    loop {
        tokio::select! {
            message = text(&mut socket) => if message?.is_none() { return Ok(()) },
            _ = pings.tick() => {
                counter += 1;
                socket.send(Message::Ping(counter.to_be_bytes().to_vec().into())).await?;
            }
        }
    }
}

/// The next text; none when the connection has ended.
async fn text(socket: &mut Socket) -> anyhow::Result<Option<Utf8Bytes>> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(Some(text)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
            Some(Ok(other)) => bail!("unexpected frame: {other:?}"),
        }
    }
}

/// What stands behind the first word.
fn numbers<const N: usize>(first: &str) -> anyhow::Result<[u64; N]> {
    let numbers = first.split(' ').skip(1).map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    numbers.try_into().map_err(|numbers| anyhow::anyhow!("not {N} numbers: {numbers:?}"))
}

/// What makes a text of so many bytes out of its name.
fn filler(bytes: u64) -> anyhow::Result<String> {
    Ok("x".repeat(usize::try_from(bytes)?.saturating_sub(NAME)))
}
