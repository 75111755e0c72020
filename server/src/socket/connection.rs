//! One connection's task: reads, writes, pings, and watches over its token.

use super::{
    Sockets,
    hello::{self, Hello, Refusal},
    pulse::Pulse,
    rates::Asker,
    writer::{STALLED_AFTER, Writer},
};
use crate::{
    ClientAddr, Greeting,
    hub::{
        ANSWER_BYTES, Ask, Closing, Identity, Lane, Link, Membership, RETRY_AFTER_MS, Registration, Ticket,
        come_back_ms, to_text,
    },
};
use futures_util::{FutureExt, Sink, StreamExt, future::BoxFuture, stream::FuturesUnordered};
use rustc_hash::FxHashMap;
use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tengen_protocol::{Code, Done, GameId, Notice, TournamentId, Welcome, WireError, limits};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    select,
    sync::oneshot,
    time::{Instant, sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};
use tokio_util::sync::CancellationToken;

/// The client is asked for a new token so long before the old one expires.
const EXPIRY_NOTICE: Duration = Duration::from_secs(60);

/// A playing connection is not closed within this time after the expiry, and then it is, whatever it
/// sends.
const PLAYING_GRACE: Duration = Duration::from_secs(60);

/// When who was closed for asking too fast may come back, ms.
const FLOOD_RETRY_MS: u64 = 60_000;

/// How long saying goodbye may take.
const GOODBYE_WITHIN: Duration = Duration::from_secs(3);

/// Until when a token lets in, and what ends it before.
struct Access {
    expires_at: u64,
    /// The same by the monotonic clock.
    at: Instant,
    noticed: bool,
    /// Games that it may follow.
    follows: usize,
    revoked: Seldom<BoxFuture<'static, ()>>,
}

/// One future that is polled only when it was woken, and not each time that its task is: it seldom
/// ends, and looking at it takes a lock that all connections share.
type Seldom<F> = FuturesUnordered<F>;

impl Access {
    fn new(identity: Identity) -> Self {
        let Identity { expires_at, follows, revoked, .. } = identity;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, crate::hub::ms);
        // far beyond every token's life, so that the sum of instants cannot overflow
        let left = Duration::from_millis(expires_at.saturating_sub(now)).min(Duration::from_secs(10 * 365 * 86_400));
        Self { expires_at, at: Instant::now() + left, noticed: false, follows, revoked: Seldom::from_iter([revoked]) }
    }

    fn notice_at(&self) -> Instant {
        self.at.checked_sub(EXPIRY_NOTICE).unwrap_or(self.at)
    }
}

/// What a connection knows of itself.
pub(super) struct Connection<'a> {
    pub(super) sockets: &'a Sockets,
    registration: Registration,
    asker: Asker,
    /// By how many those of its commands and control frames that were too fast outnumber the others.
    refusals: u32,
    pub(super) memberships: FxHashMap<GameId, Arc<Membership>>,
    /// Tournaments that it follows; their tasks let go of it when it has ended.
    pub(super) followed: FxHashMap<TournamentId, Arc<Membership>>,
    access: Option<Access>,
    /// A `refresh` that is being looked at.
    refreshing: Option<oneshot::Receiver<Access>>,
    pulse: Pulse,
}

/// Serves a connection from its first message to its end.
pub(super) async fn serve<S>(
    sockets: &Sockets,
    socket: WebSocketStream<S>,
    peer: ClientAddr,
    closing: CancellationToken,
    greeting: Greeting,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let (sink, mut reader) = socket.split();
    let mut writer = Writer::new(sink);
    let hello = select! {
        hello = hello::wait(sockets, &mut reader, &mut writer, peer) => hello,
        () = closing.cancelled() =>
            Err(Refusal::Told(Closing { code: Code::GoingAway, retry_after: Some(come_back_ms()) })),
    };
    let Hello { id, identity, anonymous: _held } = match hello {
        Ok(hello) => hello,
        Err(Refusal::Gone) => return,
        Err(Refusal::Told(closing)) => return goodbye(&mut reader, &mut writer, closing).await,
    };
    let mut connection = match Connection::new(sockets, identity.as_ref(), peer) {
        Ok(connection) => connection,
        Err(error) => {
            let closing = hello::refuse(sockets, &mut writer, Some(id), error).await;
            return goodbye(&mut reader, &mut writer, closing).await;
        }
    };
    greeting.done();
    let ticket = Ticket::new(connection.link(), Some(id), "hello", ANSWER_BYTES);
    connection.welcome(identity, ticket).await;
    let end = connection.run(&mut reader, &mut writer, &closing).await;
    connection.count(&mut writer);
    match &end {
        End::Closed(closed) => {
            tracing::debug!(code = %closed.code, "closing");
            goodbye(&mut reader, &mut writer, *closed).await;
        }
        End::Gone => {
            tracing::debug!("the peer has gone");
            // A peer that said so waits for its close frame to be answered (RFC 6455, 5.5.1).
            let _answered = timeout(GOODBYE_WITHIN, writer.finish()).await;
        }
        End::Failed(error) => tracing::debug!(?error, "the connection broke"),
        End::Stalled => tracing::debug!("the peer does not read"),
    }
    drop(reader);
    connection.leave_all().await;
}

/// How a connection ended.
enum End {
    /// By this server; to be told.
    Closed(Closing),
    /// By its peer.
    Gone,
    Failed(Error),
    /// The peer reads nothing: telling it is of no use.
    Stalled,
}

impl<'a> Connection<'a> {
    fn new(sockets: &'a Sockets, identity: Option<&Identity>, peer: ClientAddr) -> Result<Self, WireError> {
        let account = identity.map(|identity| identity.account.clone());
        let asker = account.clone().map_or(Asker::Address(peer.bucket()), Asker::Account);
        let registration = sockets.hub.register(account.clone())?;
        let span = tracing::Span::current();
        span.record("connection", registration.link().id());
        if let Some(account) = &account {
            span.record("account", account.as_str());
        }
        Ok(Self {
            sockets,
            registration,
            asker,
            refusals: 0,
            memberships: FxHashMap::default(),
            followed: FxHashMap::default(),
            access: None,
            refreshing: None,
            pulse: Pulse::new(),
        })
    }

    /// Games that this connection may follow.
    pub(super) fn follows(&self) -> usize {
        self.access.as_ref().map_or(limits::JOINED_GAMES, |access| access.follows)
    }

    /// Counts a command or a control frame. Who goes on and on too fast is closed: to refuse costs
    /// something too.
    pub(super) fn within_rate(&mut self) -> Result<(), WireError> {
        let counted = self.sockets.rates.command(&self.asker);
        self.refusals = match counted {
            Ok(()) => self.refusals.saturating_sub(1),
            Err(_) => self.refusals + 1,
        };
        if self.refusals >= limits::RATE_REFUSALS {
            self.link().close(Code::RateLimited, Some(FLOOD_RETRY_MS));
        }
        counted
    }

    pub(super) const fn link(&self) -> &Arc<Link> {
        self.registration.link()
    }

    /// Answers `hello`.
    async fn welcome(&mut self, identity: Option<Identity>, ticket: Ticket) {
        let games = match &identity {
            Some(identity) => self.sockets.hub.games_of(&identity.account).await,
            None => Ok(Vec::new()),
        };
        let games = match games {
            Ok(games) => games,
            Err(error) => {
                let (code, retry_after) = (error.code, error.retry_after);
                ticket.answer(Err(error));
                // after the answer: nothing is queued for a connection that closes
                return self.link().close(code, retry_after);
            }
        };
        ticket.answer(Ok(Done::Welcome(welcome(identity.as_ref(), games))));
        self.access = identity.map(Access::new);
    }

    async fn run<R, W>(&mut self, reader: &mut R, writer: &mut Writer<W>, closing: &CancellationToken) -> End
    where
        R: futures_util::Stream<Item = Result<Message, Error>> + Unpin,
        W: Sink<Message, Error = Error> + Unpin,
    {
        let mut cancelled = Seldom::from_iter([closing.cancelled()]);
        let mut timer = pin!(sleep_until(self.next_timer(None)));
        loop {
            self.resynchronise();
            if let Some(closed) = self.link().closing() {
                return End::Closed(self.write_rest(writer, closed).await);
            }
            let link = Arc::clone(self.link());
            let readable = !link.congested();
            let writable = writer.has_work(&link);
            let due = self.next_timer(writer.stalled_at());
            // one that goes off too early finds nothing to do and is set again, which is cheaper than
            // to set it each time
            if due < timer.deadline() || timer.is_elapsed() {
                timer.as_mut().reset(due);
            }
            select! {
                frame = reader.next(), if readable => match frame {
                    Some(Ok(frame)) => {
                        self.pulse.heard();
                        if self.frame(frame, writer).is_break() {
                            return End::Gone;
                        }
                    }
                    Some(Err(Error::Capacity(_))) => self.too_large(),
                    Some(Err(error)) => return End::Failed(error),
                    None => return End::Gone,
                },
                written = writer.pump(&link), if writable => if let Err(error) = written {
                    return End::Failed(error);
                },
                () = link.woken() => {}
                () = timer.as_mut() => if let Some(end) = self.look_around(writer, readable) {
                    return end;
                },
                Some(()) = cancelled.next() => {
                    self.sockets.hub.drain();
                    link.close(Code::GoingAway, Some(come_back_ms()));
                }
                () = revoked(&mut self.access) => link.close(Code::Unauthorized, None),
                access = refreshed(&mut self.refreshing) => {
                    self.refreshing = None;
                    if let Some(access) = access {
                        self.access = Some(access);
                    }
                }
            }
            self.count(writer);
        }
    }

    fn count<W: Sink<Message, Error = Error> + Unpin>(&self, writer: &mut Writer<W>) {
        let (messages, bytes) = writer.take_written();
        let metrics = self.sockets.hub.metrics();
        metrics.messages_out.inc_by(messages);
        metrics.bytes_out.inc_by(bytes);
    }

    /// Asks for the state of games whose events were dropped, once the rest is written.
    fn resynchronise(&self) {
        for game in self.link().to_resynchronise() {
            let ask = Ask::Resync { link: Arc::clone(self.link()), game: game.clone() };
            self.sockets.hub.ask(&game, Lane::Requests, ask);
        }
    }

    fn frame<W>(&mut self, frame: Message, writer: &mut Writer<W>) -> std::ops::ControlFlow<()>
    where
        W: Sink<Message, Error = Error> + Unpin,
    {
        match frame {
            Message::Text(text) => self.text(text.as_str()),
            Message::Binary(_) => {
                let ticket = Ticket::new(self.link(), None, "unknown", ANSWER_BYTES);
                ticket.refuse(Code::BadMessage, "binary frames are not spoken here: send text");
                self.link().close(Code::BadMessage, None);
            }
            Message::Ping(_) => {
                // the pong is made by the socket; only how soon it is written depends on the rate
                if self.within_rate().is_ok() {
                    writer.flush_soon();
                }
            }
            Message::Pong(payload) => match self.pulse.pong(&payload) {
                Some(ms) => self.link().set_round_trip(ms),
                // one that was not asked for: refused as there is nothing to refuse
                None => drop(self.within_rate()),
            },
            Message::Close(_) => return std::ops::ControlFlow::Break(()),
            Message::Frame(_) => {}
        }
        std::ops::ControlFlow::Continue(())
    }

    fn too_large(&self) {
        let ticket = Ticket::new(self.link(), None, "unknown", ANSWER_BYTES);
        let most = limits::MESSAGE_BYTES;
        ticket.refuse(Code::TooLarge, format!("a message has at most {most} bytes"));
        self.link().close(Code::TooLarge, None);
    }

    fn next_timer(&self, stalled_at: Option<Instant>) -> Instant {
        let access =
            self.access.as_ref().map(|access| if access.noticed { self.ends_at(access) } else { access.notice_at() });
        [stalled_at, access].into_iter().flatten().fold(self.pulse.next(), Instant::min)
    }

    /// When an expired token closes the connection: at once, or if it plays some time later.
    fn ends_at(&self, access: &Access) -> Instant {
        let plays = self.memberships.values().any(|member| member.plays());
        if plays { access.at + PLAYING_GRACE } else { access.at }
    }

    /// A timer went off.
    fn look_around<W>(&mut self, writer: &mut Writer<W>, reading: bool) -> Option<End>
    where
        W: Sink<Message, Error = Error> + Unpin,
    {
        let now = Instant::now();
        if writer.stalled_at().is_some_and(|at| now >= at) {
            return Some(End::Stalled);
        }
        if !reading {
            // what the peer says is not being read, so its silence says nothing
            self.pulse.heard();
        } else if self.pulse.is_silent() {
            self.link().close(Code::Silent, None);
            return None;
        }
        if let Some(payload) = self.pulse.ping()
            && let Err(error) = writer.ping_soon(payload)
        {
            return Some(End::Failed(error));
        }
        self.look_at_token(now);
        None
    }

    fn look_at_token(&mut self, now: Instant) {
        let ends_at = self.access.as_ref().map(|access| self.ends_at(access));
        let (Some(access), Some(ends_at)) = (&mut self.access, ends_at) else { return };
        if now >= ends_at {
            return self.registration.link().close(Code::Unauthorized, None);
        }
        if !access.noticed && now >= access.notice_at() {
            access.noticed = true;
            self.registration.link().notice(&Notice::TokenExpiring { expires_at: access.expires_at });
        }
    }

    /// Looks at a new token of the same account, without holding anything up.
    pub(super) fn refresh(&mut self, token: String, ticket: Ticket) {
        if self.refreshing.is_some() {
            return ticket
                .answer(Err(WireError::new(Code::RateLimited, "another `refresh` is being looked at")
                    .retry_after(RETRY_AFTER_MS)));
        }
        let (sender, receiver) = oneshot::channel();
        self.refreshing = Some(receiver);
        let hub = self.sockets.hub.clone();
        tokio::spawn(async move {
            let identity = match hub.directory().authenticate(&token).await {
                Ok(identity) if ticket.link().account() == Some(&identity.account) => identity,
                Ok(_) => return ticket.refuse(Code::Unauthorized, "the token is another account's"),
                Err(error) => return ticket.answer(Err(error)),
            };
            let games = hub.games_of(&identity.account).await.unwrap_or_default();
            let done = Done::Welcome(welcome(Some(&identity), games));
            // the connection may have ended meanwhile
            let _gone = sender.send(Access::new(identity));
            ticket.answer(Ok(done));
        });
    }

    /// Writes what waits and what commands that were taken are answered, for a bounded time; gives back why it
    /// is closed.
    async fn write_rest<W>(&mut self, writer: &mut Writer<W>, closed: Closing) -> Closing
    where
        W: Sink<Message, Error = Error> + Unpin,
    {
        let link = self.registration.link();
        let rest = async {
            loop {
                writer.pump(link).await?;
                // where the store does not answer there is nothing to wait for
                if link.is_settled() || closed.code == Code::Unavailable {
                    return Ok::<(), Error>(());
                }
                link.woken().await;
            }
        };
        if closed.code != Code::SlowReader {
            // what is left then is lost with the connection
            let _late = timeout(GOODBYE_WITHIN, rest).await;
        }
        closed
    }

    /// Tells each game that the connection has ended. What it asked before is settled first.
    async fn leave_all(&mut self) {
        let connection = self.link().id();
        for (game, member) in std::mem::take(&mut self.memberships) {
            if !member.is_out() {
                self.sockets.hub.tell(&game, Ask::Leave { connection, ticket: None }).await;
            }
        }
    }
}

fn welcome(identity: Option<&Identity>, games: Vec<GameId>) -> Welcome {
    Welcome {
        server: concat!("tengen-server ", env!("CARGO_PKG_VERSION")).to_owned(),
        account: identity.map(|identity| identity.account.clone()),
        name: identity.map(|identity| identity.name.clone()),
        games,
        expires_at: identity.map(|identity| identity.expires_at),
    }
}

async fn revoked(access: &mut Option<Access>) {
    match access {
        Some(access) => access.revoked.next().await.unwrap_or_default(),
        None => std::future::pending().await,
    }
}

async fn refreshed(refreshing: &mut Option<oneshot::Receiver<Access>>) -> Option<Access> {
    match refreshing {
        Some(receiver) => receiver.map(Result::ok).await,
        None => std::future::pending().await,
    }
}

/// Says why and closes, for a bounded time. The peer's close is waited for: ending a connection with
/// something unread in it would throw away what was sent last.
async fn goodbye<R, W>(reader: &mut R, writer: &mut Writer<W>, closing: Closing)
where
    R: futures_util::Stream<Item = Result<Message, Error>> + Unpin,
    W: Sink<Message, Error = Error> + Unpin,
{
    let Closing { code, retry_after } = closing;
    let told = async {
        if let Some(text) = to_text(&Notice::Closing { code, retry_after }) {
            writer.text(text).await?;
        }
        let frame = CloseFrame { code: close_code(code), reason: code.as_str().into() };
        writer.send(Message::Close(Some(frame))).await?;
        while let Some(Ok(_)) = reader.next().await {}
        Ok::<(), Error>(())
    };
    let within = if code == Code::SlowReader { STALLED_AFTER / 10 } else { GOODBYE_WITHIN };
    // the peer may have gone, or may not read: then it finds out by itself
    let _gone = timeout(within, told).await;
}

/// The close code of RFC 6455, and 1012, 1013 of its registry, that fits a reason.
const fn close_code(code: Code) -> CloseCode {
    match code {
        Code::GoingAway => CloseCode::Restart,
        Code::Unavailable | Code::Unreadable | Code::SlowReader => CloseCode::Again,
        Code::TooLarge => CloseCode::Size,
        Code::BadMessage => CloseCode::Unsupported,
        Code::Internal => CloseCode::Error,
        _ => CloseCode::Policy,
    }
}
