//! A session with a server that outlives its connections.
//!
//! [`Client`] is what the commands use: it submits commands and yields one ordered stream of
//! updates. Behind it one task owns the socket and a `Session`, the state without input or output;
//! the task only connects, waits, reads, writes and keeps time.

mod backoff;
mod session;

pub(crate) use session::{News, Update};

use crate::{failure::Failure, output::say, reach, tokens::Tokens, trust::Trust};
use backoff::Backoff;
use futures_util::{SinkExt, StreamExt};
use rand::RngExt;
use session::{Ask, Effect, Ids, Session};
use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tengen_protocol::{CommandId, Done, GameId, Request, Welcome, WireError, limits};
use tokio::{net::TcpStream, sync::mpsc, task::JoinHandle, time};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{self, ClientRequestBuilder, Message, http::StatusCode, protocol::WebSocketConfig},
};

/// A connection must be open and welcomed within this.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// A frame must be handed to the system within this.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// After so much silence a ping is sent ..
const PING_AFTER: Duration = Duration::from_secs(10);

/// .. or after so much while an answer is awaited.
const PING_SOONER: Duration = Duration::from_secs(3);

/// Nothing was heard for so long after a ping: the connection is dead.
const PONG_WITHIN: Duration = Duration::from_secs(8);

/// A connection that held so long is a good one: the next try after it is quick.
const HELD: Duration = Duration::from_secs(10);

/// Largest message of a server: a join of 32 KiB of events comes as single frames, a snapshot is
/// far below.
const MESSAGE_BYTES: usize = 1024 * 1024;

/// Updates that wait for the user before the socket is no longer read.
const OUTBOX: usize = 256;

/// Updates and commands between the task and the user.
const CHANNEL: usize = 64;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long a session goes on without a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// For one question of a person: that no server is there is an answer; a connection that was
    /// lost is missed for a short while.
    Short,
    /// For a person at a game: that no server is there is an answer; a connection that was there is
    /// missed for ever.
    Long,
    /// For a program that nobody looks after: the server may come a while later; then for ever.
    Unattended,
}

impl Patience {
    const fn allows(self, without: Duration, ever_connected: bool) -> bool {
        match self {
            Self::Short => without.as_secs() < 5,
            Self::Long | Self::Unattended => ever_connected || without.as_secs() < 30,
        }
    }

    /// Whether one goes on when nobody could be reached at all.
    const fn allows_nobody(self, ever_connected: bool) -> bool {
        ever_connected || matches!(self, Self::Unattended)
    }
}

/// Where and as whom to connect.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The WebSocket's address.
    pub(crate) url: tungstenite::http::Uri,
    /// Whose certificates are believed.
    pub(crate) trust: Trust,
    /// Whose tokens.
    pub(crate) tokens: Arc<Tokens>,
    /// How long to go on trying.
    pub(crate) patience: Patience,
}

/// The user's end of a session.
#[derive(Debug)]
pub(crate) struct Client {
    asks: mpsc::Sender<Ask>,
    updates: mpsc::Receiver<Update>,
    ids: Arc<Ids>,
    round_trip_ms: Arc<AtomicU64>,
    /// Until it has ended and was asked why.
    task: Option<JoinHandle<Result<(), Failure>>>,
}

impl Client {
    /// Starts a session; it connects by itself.
    pub(crate) fn start(target: Target) -> Self {
        let prefix = format!("{:016x}", rand::rng().random::<u64>());
        let ids = Arc::new(Ids::new(prefix));
        let (asks, asked) = mpsc::channel(CHANNEL);
        let (tell, updates) = mpsc::channel(CHANNEL);
        let round_trip_ms = Arc::new(AtomicU64::new(0));
        let driver = Driver {
            target,
            session: Session::new(ids.clone()),
            asked,
            tell,
            outbox: VecDeque::new(),
            round_trip_ms: round_trip_ms.clone(),
            backoff: Backoff::default(),
        };
        let task = Some(tokio::spawn(driver.run()));
        Self { asks, updates, ids, round_trip_ms, task }
    }

    /// Sends a command; the answer comes as an update with the id.
    ///
    /// # Errors
    /// Why the session has ended.
    pub(crate) async fn submit(&mut self, request: Request) -> Result<CommandId, Failure> {
        let id = self.ids.next();
        self.put(Ask::Submit(id.clone(), request)).await?;
        Ok(id)
    }

    /// Follows a game.
    ///
    /// # Errors
    /// Why the session has ended.
    pub(crate) async fn follow(&mut self, game: &GameId) -> Result<(), Failure> {
        self.put(Ask::Follow(game.clone())).await
    }

    /// Stops following a game.
    ///
    /// # Errors
    /// Why the session has ended.
    pub(crate) async fn leave(&mut self, game: &GameId) -> Result<(), Failure> {
        self.put(Ask::Leave(game.clone())).await
    }

    async fn put(&mut self, ask: Ask) -> Result<(), Failure> {
        if self.asks.send(ask).await.is_err() { Err(self.ended().await) } else { Ok(()) }
    }

    /// The next update.
    ///
    /// # Errors
    /// Why the session has ended.
    pub(crate) async fn next(&mut self) -> Result<Update, Failure> {
        match self.updates.recv().await {
            Some(update) => Ok(update),
            None => Err(self.ended().await),
        }
    }

    /// Why the session has ended; told in full once.
    async fn ended(&mut self) -> Failure {
        let ended = || Failure::Unreachable("the session has ended".into());
        let Some(task) = self.task.as_mut() else { return ended() };
        let result = task.await;
        self.task = None;
        match result {
            Ok(Err(failure)) => failure,
            Ok(Ok(())) => ended(),
            Err(error) => Failure::Local(format!("the session has failed: {error}")),
        }
    }

    /// Waits for the server's welcome, and tells a person what is in the way.
    ///
    /// # Errors
    /// Why the session has ended.
    pub(crate) async fn welcome(&mut self) -> Result<Welcome, Failure> {
        loop {
            match self.next().await? {
                Update::Connected(welcome) => return Ok(*welcome),
                other => other.message().into_iter().for_each(say),
            }
        }
    }

    /// Sends a command and waits for its answer; other updates are dropped. For commands that are
    /// all that a session does.
    ///
    /// # Errors
    /// A refusal, or why the session has ended.
    pub(crate) async fn request(&mut self, request: Request) -> Result<Done, Failure> {
        let id = self.submit(request).await?;
        loop {
            match self.next().await? {
                Update::Answer { id: of, result } if of == id => return result.map_err(Failure::from),
                _ => {}
            }
        }
    }

    /// The last measured round trip, ms; 0 before the first.
    pub(crate) fn round_trip_ms(&self) -> u64 {
        self.round_trip_ms.load(Ordering::Relaxed)
    }

    /// Closes the connection in good order.
    pub(crate) async fn close(self) {
        drop(self.asks);
        drop(self.updates);
        // A socket that cannot be closed within a second is closed by the end of the process.
        if let Some(task) = self.task {
            let _ = time::timeout(Duration::from_secs(1), task).await;
        }
    }
}

struct Driver {
    target: Target,
    session: Session,
    asked: mpsc::Receiver<Ask>,
    tell: mpsc::Sender<Update>,
    outbox: VecDeque<Update>,
    round_trip_ms: Arc<AtomicU64>,
    backoff: Backoff,
}

/// How one connection ended.
enum End {
    /// The user has gone: end the session.
    UserGone,
    /// Nobody could be reached; a sentence.
    Unreached(String),
    /// Connect again.
    Lost { why: String, not_before: Option<Duration> },
    /// The token was refused.
    TokenRefused { token: Option<String>, error: Box<WireError> },
    /// End the session.
    Fatal(Failure),
}

fn lost(why: impl Into<String>) -> End {
    End::Lost { why: why.into(), not_before: None }
}

type TokenFetch = Pin<Box<dyn Future<Output = Result<String, Failure>> + Send>>;

impl Driver {
    async fn run(mut self) -> Result<(), Failure> {
        let mut without_since = Instant::now();
        let mut ever = false;
        loop {
            let started = Instant::now();
            let end = Box::pin(self.one_connection(&mut ever)).await;
            self.session.closed();
            if self.session.take_progress() {
                self.backoff.soften();
            }
            if ever && started.elapsed() > HELD {
                self.backoff.reset();
                without_since = Instant::now();
            }
            let (why, not_before) = match end {
                End::UserGone => return Ok(()),
                End::Fatal(failure) => return Err(failure),
                End::Unreached(why) if !self.target.patience.allows_nobody(ever) => {
                    return Err(Failure::Unreachable(why));
                }
                End::Unreached(why) => (why, None),
                End::Lost { why, not_before } => (format!("connection lost ({why})"), not_before),
                End::TokenRefused { token, error } => {
                    self.target.tokens.after_refusal(token.as_deref(), *error).await?;
                    ("the token was renewed".to_owned(), None)
                }
            };
            if !self.target.patience.allows(without_since.elapsed(), ever) {
                return Err(Failure::Unreachable(format!("{why}; given up")));
            }
            let retry_in = self.backoff.next(not_before);
            self.outbox.push_back(Update::Disconnected { why, retry_in });
            if let Err(End::UserGone) = self.meanwhile(time::sleep(retry_in)).await {
                return Ok(());
            }
        }
    }

    /// Waits for something while commands are still taken and updates delivered.
    async fn meanwhile<T>(&mut self, future: impl Future<Output = T>) -> Result<T, End> {
        let mut future = std::pin::pin!(future);
        loop {
            self.drain();
            tokio::select! {
                done = &mut future => return Ok(done),
                ask = self.asked.recv() => self.session.ask(ask.ok_or(End::UserGone)?),
                done = deliver(&self.tell, &mut self.outbox), if !self.outbox.is_empty() => done?,
            }
        }
    }

    /// Moves what is to be told into the outbox; while there is no connection nothing is sent.
    fn drain(&mut self) {
        while let Some(effect) = self.session.poll() {
            if let Effect::Tell(update) = effect {
                self.outbox.push_back(update);
            }
        }
    }

    async fn one_connection(&mut self, ever: &mut bool) -> End {
        let tokens = self.target.tokens.clone();
        let token = match self.meanwhile(async move { tokens.current().await }).await {
            Ok(Ok(token)) => token,
            Ok(Err(Failure::Unreachable(why))) => return End::Unreached(why),
            Ok(Err(failure)) => return End::Fatal(failure),
            Err(end) => return end,
        };
        let (url, server) = (self.target.url.clone(), self.target.tokens.server().to_owned());
        let trust = self.target.trust.clone();
        let socket = match self.meanwhile(Box::pin(connect(url, &server, &trust))).await {
            Ok(Ok(socket)) => socket,
            Ok(Err(end)) | Err(end) => return end,
        };
        self.session.opened(token.clone());
        match self.serve(socket, ever).await {
            End::TokenRefused { error, .. } => End::TokenRefused { token, error },
            end => end,
        }
    }

    async fn serve(&mut self, mut socket: Socket, ever: &mut bool) -> End {
        let mut pulse = Pulse::new(Instant::now());
        let mut fetch: Option<TokenFetch> = None;
        loop {
            if let Err(end) = self.carry_out(&mut socket, &mut fetch).await {
                return end;
            }
            *ever |= self.session.is_ready();
            if !self.session.is_ready() && pulse.started.elapsed() > CONNECT_WITHIN {
                return lost("the server did not answer hello");
            }
            let wake = pulse.next(self.session.is_waiting());
            let wake = self.session.next_due().map_or(wake, |due| due.min(wake));
            tokio::select! {
                frame = socket.next(), if self.outbox.len() < OUTBOX => {
                    if let Err(end) = self.frame(frame, &mut pulse) {
                        return end;
                    }
                }
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.session.ask(ask),
                    None => {
                        let _ = time::timeout(SEND_WITHIN, socket.close(None)).await;
                        return End::UserGone;
                    }
                },
                done = deliver(&self.tell, &mut self.outbox), if !self.outbox.is_empty() => {
                    if let Err(end) = done {
                        return end;
                    }
                }
                token = async { match fetch.as_mut() { Some(f) => f.await, None => std::future::pending().await } } => {
                    fetch = None;
                    match token {
                        Ok(token) => self.session.refreshed(token),
                        Err(failure) => self.outbox.push_back(Update::Note(format!("no new token: {failure}"))),
                    }
                }
                () = time::sleep_until(wake.into()) => {
                    let now = Instant::now();
                    self.session.due(now);
                    match pulse.beat(now, self.session.is_waiting()) {
                        Beat::Nothing => {}
                        Beat::Ping(payload) => {
                            let ping = Message::Ping(payload.to_be_bytes().to_vec().into());
                            if let Err(end) = send(&mut socket, ping).await {
                                return end;
                            }
                        }
                        Beat::Dead => return lost("nothing was heard from the server"),
                    }
                }
            }
        }
    }

    /// Does all that the session wants done.
    async fn carry_out(&mut self, socket: &mut Socket, fetch: &mut Option<TokenFetch>) -> Result<(), End> {
        let mut close = None;
        while let Some(effect) = self.session.poll() {
            match effect {
                Effect::Send(text) => send(socket, Message::text(&*text)).await?,
                Effect::Tell(update) => self.outbox.push_back(update),
                Effect::FetchToken => {
                    let tokens = self.target.tokens.clone();
                    *fetch = Some(Box::pin(async move { tokens.renewed().await }));
                }
                Effect::TokenRefused(error) => return Err(End::TokenRefused { token: None, error: Box::new(error) }),
                Effect::Close(not_before) => {
                    close = Some(End::Lost { why: "closed by the server".into(), not_before });
                }
                Effect::Fatal(error) => return Err(End::Fatal(error.into())),
            }
        }
        close.map_or(Ok(()), Err)
    }

    fn frame(&mut self, frame: Option<Result<Message, tungstenite::Error>>, pulse: &mut Pulse) -> Result<(), End> {
        let now = Instant::now();
        pulse.heard(now);
        match frame {
            Some(Ok(Message::Text(text))) => self.session.received(&text, now, crate::tokens::wall_ms()),
            Some(Ok(Message::Pong(payload))) => {
                if let Some(round_trip) = pulse.pong(&payload, now) {
                    let ms = u64::try_from(round_trip.as_millis()).unwrap_or(u64::MAX);
                    self.round_trip_ms.store(ms, Ordering::Relaxed);
                }
            }
            Some(Ok(Message::Close(frame))) => {
                let why = frame.map_or_else(String::new, |frame| format!(" ({} {})", frame.code, frame.reason));
                return Err(lost(format!("closed by the server{why}")));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(lost(reach::reason(self.target.tokens.server(), &error))),
            None => return Err(lost("the connection was cut")),
        }
        Ok(())
    }
}

/// Hands the oldest update to the user as soon as there is room for it; until then it is kept.
async fn deliver(tell: &mpsc::Sender<Update>, outbox: &mut VecDeque<Update>) -> Result<(), End> {
    let room = tell.reserve().await.map_err(|_| End::UserGone)?;
    if let Some(update) = outbox.pop_front() {
        room.send(update);
    }
    Ok(())
}

/// Opens a socket of the server that people call `server`.
async fn connect(url: tungstenite::http::Uri, server: &str, trust: &Trust) -> Result<Socket, End> {
    let request = ClientRequestBuilder::new(url).with_sub_protocol(limits::SUBPROTOCOL);
    let config = WebSocketConfig::default()
        .read_buffer_size(16 * 1024)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    // used for wss:// alone
    let connector = Some(Connector::Rustls(trust.config()));
    let connecting = connect_async_tls_with_config(request, Some(config), true, connector);
    match time::timeout(CONNECT_WITHIN, connecting).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(tungstenite::Error::Http(response))) if response.status() == StatusCode::NOT_FOUND => {
            Err(End::Fatal(Failure::Unreachable(reach::stranger(server, response.status()))))
        }
        Ok(Err(tungstenite::Error::Http(response))) => {
            let why = format!("{server} refuses the connection ({})", response.status());
            let is_ours = response.status().is_client_error();
            Err(if is_ours { End::Fatal(Failure::Unreachable(why)) } else { lost(why) })
        }
        Ok(Err(error)) => Err(End::Unreached(reach::sentence(server, &reach::reason(server, &error)))),
        Err(_) => Err(End::Unreached(reach::sentence(server, "no answer in time"))),
    }
}

async fn send(socket: &mut Socket, message: Message) -> Result<(), End> {
    match time::timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(lost(error.to_string())),
        Err(_) => Err(lost("the connection takes nothing more")),
    }
}

/// When to ping and when to give a connection up.
#[derive(Debug)]
struct Pulse {
    started: Instant,
    heard: Instant,
    ping: Option<(u64, Instant)>,
    pings: u64,
}

#[derive(Debug, PartialEq, Eq)]
enum Beat {
    Nothing,
    Ping(u64),
    Dead,
}

impl Pulse {
    const fn new(now: Instant) -> Self {
        Self { started: now, heard: now, ping: None, pings: 0 }
    }

    const fn heard(&mut self, now: Instant) {
        self.heard = now;
    }

    /// The instant of the next `beat`.
    fn next(&self, waiting: bool) -> Instant {
        match self.ping {
            // The first ping goes out at once: it measures the round trip.
            None => self.started,
            Some((_, sent)) if self.heard < sent => sent + PONG_WITHIN,
            Some(_) => self.heard + quiet(waiting),
        }
    }

    fn beat(&mut self, now: Instant, waiting: bool) -> Beat {
        if now < self.next(waiting) {
            return Beat::Nothing;
        }
        match self.ping {
            Some((_, sent)) if self.heard < sent => Beat::Dead,
            _ => {
                self.pings += 1;
                self.ping = Some((self.pings, now));
                Beat::Ping(self.pings)
            }
        }
    }

    /// The round trip, if the pong answers the last ping.
    fn pong(&self, payload: &[u8], now: Instant) -> Option<Duration> {
        let (last, sent) = self.ping?;
        (payload == last.to_be_bytes()).then(|| now.saturating_duration_since(sent))
    }
}

const fn quiet(waiting: bool) -> Duration {
    if waiting { PING_SOONER } else { PING_AFTER }
}

#[cfg(test)]
mod tests;
