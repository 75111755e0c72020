//! One game on this node: a task that takes one thing at a time.
//!
//! It starts when somebody asks for the game and ends when nobody has for a while. It alone touches
//! the fold, and at most one commit is in flight, so a store that stalls never makes a node race
//! itself. Moves go before everything else. It waits for the store, never for a connection.

use super::{
    Hub, Link, Ticket, busy,
    calls::Backoff,
    fanout::Watchers,
    journal::{Absorbed, Journal, Unserved},
    judge::Unsettled,
    lock,
};
use crate::store::News;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::Duration,
};
use tengen_core::{
    game::{Command, Game},
    log::Position,
    timing::Time,
};
use tengen_protocol::{Code, GameId, Have, Sides, Snapshot, WireError};
use tokio::{
    select,
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};
use tracing::Instrument;

/// Moves that may wait for one game: two players and their repeats.
const MOVES: usize = 32;

/// Other asks that may wait for one game.
const REQUESTS: usize = 256;

/// A game that nobody watches or asks for is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(30);

/// How often something that did not work is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// How long a game is tried to be read while somebody waits for it.
const LOAD_WITHIN: Duration = Duration::from_secs(4);

/// Names may change; they are asked for again when they are older than this.
const NAMES_FRESH: Duration = Duration::from_secs(60);

/// In which order a game takes what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Before everything else.
    Moves,
    /// In the order of asking.
    Requests,
}

/// Whether a connection follows a game: shared by the connection and the game's task.
#[derive(Debug, Default)]
pub struct Membership(AtomicU8);

impl Membership {
    const ASKED: u8 = 0;
    const IN: u8 = 1;
    const OUT: u8 = 2;
    const PLAYS: u8 = 3;

    /// The `join` is not answered yet: what follows it must not overtake it.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Acquire) == Self::ASKED
    }

    /// The `join` was refused, or the game is not followed any more.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.0.load(Ordering::Acquire) == Self::OUT
    }

    /// It plays from here in a game that is not finished.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.0.load(Ordering::Acquire) == Self::PLAYS
    }

    pub(super) fn enter(&self, plays: bool) {
        self.0.store(if plays { Self::PLAYS } else { Self::IN }, Ordering::Release);
    }

    pub(super) fn leave(&self) {
        self.0.store(Self::OUT, Ordering::Release);
    }
}

/// When a command's frame was read, and what is known about its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrived {
    /// Logical time of the game's partition then; unknown before the first reply of the store.
    pub logical: Option<u64>,
    /// The store's wall time then.
    pub wall: Option<u64>,
    /// Lag that the client claims, ms.
    pub claimed_lag: u64,
    /// The connection's measured round trip, ms.
    pub round_trip: Option<u64>,
}

/// What a game's task can be asked.
#[derive(Debug)]
pub enum Ask {
    /// Follow the game.
    Join {
        /// The connection.
        link: Arc<Link>,
        /// Whether it follows.
        member: Arc<Membership>,
        /// What it has already.
        have: Option<Have>,
        /// The answer.
        ticket: Ticket,
    },
    /// Follow it no more; without a ticket when the connection has ended.
    Leave {
        /// The connection.
        connection: u64,
        /// The answer.
        ticket: Option<Ticket>,
    },
    /// Play from this connection.
    TakeSeat {
        /// The connection.
        connection: u64,
        /// The answer.
        ticket: Ticket,
    },
    /// Judge a player's command.
    Command {
        /// The connection.
        connection: u64,
        /// What.
        command: Command,
        /// When.
        arrived: Arrived,
        /// When the frame was read, for the metrics.
        read_at: Instant,
        /// The answer.
        ticket: Ticket,
    },
    /// The connection has read what waited for it and lacks events of this game.
    Resync {
        /// The connection.
        connection: u64,
    },
    /// Time may act on the game.
    TimeActs,
    /// The log ends there in the store.
    Check(Position),
    /// The game as it stands, for HTTP.
    View(oneshot::Sender<Result<View, WireError>>),
}

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct View {
    /// Now, by the game's time.
    pub now: u64,
    /// The game.
    pub snapshot: Snapshot,
}

impl Ask {
    /// Answers that it cannot be done.
    pub fn refuse(self, error: &WireError) {
        match self {
            Self::Join { member, ticket, .. } => {
                member.leave();
                ticket.answer(Err(error.clone()));
            }
            Self::TakeSeat { ticket, .. } | Self::Command { ticket, .. } | Self::Leave { ticket: Some(ticket), .. } => {
                ticket.answer(Err(error.clone()));
            }
            Self::View(reply) => {
                // whoever asked may have gone
                let _gone = reply.send(Err(error.clone()));
            }
            Self::Leave { ticket: None, .. } | Self::Resync { .. } | Self::TimeActs | Self::Check(_) => {}
        }
    }
}

/// The way to a game's task.
#[derive(Clone)]
pub(super) struct Handle {
    moves: mpsc::Sender<Ask>,
    requests: mpsc::Sender<Ask>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Where the fold ends; seq 0 while there is none.
    position: Mutex<Position>,
    time_asked: AtomicBool,
}

impl Handle {
    #[expect(clippy::result_large_err, reason = "the ask is given back to be sent elsewhere or refused")]
    pub(super) fn try_send(&self, lane: Lane, ask: Ask) -> Result<(), mpsc::error::TrySendError<Ask>> {
        match lane {
            Lane::Moves => self.moves.try_send(ask),
            Lane::Requests => self.requests.try_send(ask),
        }
    }

    pub(super) async fn send(&self, ask: Ask) -> Result<(), mpsc::error::SendError<Ask>> {
        self.requests.send(ask).await
    }

    pub(super) fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }

    pub(super) fn position(&self) -> Position {
        *lock(&self.shared.position)
    }

    /// Asks that time acts, unless that is asked already.
    pub(super) fn time_acts(&self) {
        if !self.shared.time_asked.swap(true, Ordering::AcqRel) && self.requests.try_send(Ask::TimeActs).is_err() {
            self.shared.time_asked.store(false, Ordering::Release);
        }
    }
}

/// Starts the task of a game.
pub(super) fn spawn(hub: &Hub, id: &GameId) -> Handle {
    let (moves, moves_asked) = mpsc::channel(MOVES);
    let (requests, requests_asked) = mpsc::channel(REQUESTS);
    let handle = Handle { moves, requests, shared: Arc::default() };
    let actor = Actor {
        hub: hub.clone(),
        id: id.clone(),
        shared: Arc::clone(&handle.shared),
        moves: moves_asked,
        requests: requests_asked,
        journal: None,
        behind: false,
        watchers: Watchers::new(id.clone(), Arc::clone(hub.metrics())),
        names: Sides::default(),
        names_at: None,
        unsettled: Unsettled::default(),
        used_at: Instant::now(),
    };
    hub.spawn(actor.run().instrument(tracing::info_span!("game", game = %id)));
    handle
}

pub(super) struct Actor {
    pub(super) hub: Hub,
    pub(super) id: GameId,
    shared: Arc<Shared>,
    moves: mpsc::Receiver<Ask>,
    requests: mpsc::Receiver<Ask>,
    /// The fold; absent before the first ask and after it was dropped.
    pub(super) journal: Option<Journal>,
    /// News may be missing, and reading them has not worked yet.
    pub(super) behind: bool,
    pub(super) watchers: Watchers,
    pub(super) names: Sides<String>,
    names_at: Option<Instant>,
    pub(super) unsettled: Unsettled,
    used_at: Instant,
}

enum Woken {
    Ask(Option<Ask>),
    News(Option<News>),
    Timer,
}

impl Actor {
    async fn run(mut self) {
        loop {
            let timer = Instant::now() + if self.wants_attention() { AGAIN } else { IDLE };
            let woken = select! {
                biased;
                ask = self.moves.recv() => Woken::Ask(ask),
                news = next_news(&mut self.journal) => Woken::News(news),
                ask = self.requests.recv() => Woken::Ask(ask),
                () = sleep_until(timer) => Woken::Timer,
            };
            match woken {
                Woken::Ask(Some(ask)) => {
                    self.used_at = Instant::now();
                    self.take(ask).await;
                }
                Woken::Ask(None) => return,
                Woken::News(Some(news)) => self.hear(news).await,
                Woken::News(None) => self.behind = true,
                Woken::Timer => {
                    if self.watchers.is_empty() && self.used_at.elapsed() >= IDLE {
                        return self.end();
                    }
                    self.look_after().await;
                }
            }
            let gone = self.journal.is_none() && self.watchers.is_empty();
            if gone && self.moves.is_empty() && self.requests.is_empty() {
                return self.end();
            }
        }
    }

    /// Whether something is left to be done that did not work at once.
    fn wants_attention(&self) -> bool {
        !self.watchers.is_empty() && (self.journal.is_none() || self.behind || self.arrival_owed().is_some())
    }

    async fn look_after(&mut self) {
        if let Err(error) = self.ensure().await {
            tracing::debug!(%error, "the game is still not readable");
            return;
        }
        if let Some((colour, id)) = self.arrival_owed() {
            self.arrive(colour, &id).await;
        }
    }

    /// Ends: whoever asks from now on gets a new task, and what was asked in between too.
    fn end(mut self) {
        let mut games = lock(&self.hub.0.games);
        if games.get(&self.id).is_some_and(|handle| Arc::ptr_eq(&handle.shared, &self.shared)) {
            games.remove(&self.id);
        }
        drop(games);
        self.moves.close();
        self.requests.close();
        while let Ok(ask) = self.moves.try_recv() {
            self.hub.ask(&self.id, Lane::Moves, ask);
        }
        while let Ok(ask) = self.requests.try_recv() {
            self.hub.ask(&self.id, Lane::Requests, ask);
        }
    }

    async fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Leave { connection, ticket } => return self.leave(connection, ticket).await,
            Ask::TimeActs => self.shared.time_asked.store(false, Ordering::Release),
            _ => {}
        }
        self.hear_all().await;
        if let Err(error) = self.ensure().await {
            if let Ask::Resync { connection } = ask {
                return self.watchers.resynchronise_later(connection);
            }
            ask.refuse(&error);
            return self.refuse_waiting(&error);
        }
        match ask {
            Ask::Join { link, member, have, ticket } => self.join(link, member, have, ticket).await,
            Ask::TakeSeat { connection, ticket } => self.take_seat(connection, ticket).await,
            Ask::Command { connection, command, arrived, read_at, ticket } => {
                let id = ticket.id().map(ToString::to_string).unwrap_or_default();
                let span = tracing::debug_span!("command", connection, id);
                self.command(connection, &command, arrived, read_at, ticket).instrument(span).await;
            }
            Ask::Resync { connection } => self.resynchronise(connection).await,
            Ask::TimeActs => self.time_acts().await,
            Ask::Check(position) => self.check(position).await,
            Ask::View(reply) => {
                self.refresh_names().await;
                let view = self.view().ok_or_else(|| busy("the game is being read again"));
                // whoever asked may have gone
                let _gone = reply.send(view);
            }
            Ask::Leave { .. } => {}
        }
    }

    /// The store does not serve the game now: nobody waits for it one after the other.
    fn refuse_waiting(&mut self, error: &WireError) {
        let mut kept = Vec::new();
        while let Ok(ask) = self.moves.try_recv() {
            ask.refuse(error);
        }
        while let Ok(ask) = self.requests.try_recv() {
            match ask {
                Ask::TimeActs => self.shared.time_asked.store(false, Ordering::Release),
                Ask::Leave { .. } => kept.push(ask),
                ask => ask.refuse(error),
            }
        }
        for ask in kept {
            if let Ask::Leave { connection, ticket } = ask {
                self.watchers.remove(connection);
                if let Some(ticket) = ticket {
                    ticket.answer(Ok(tengen_protocol::Done::Nothing {}));
                }
            }
        }
    }

    /// Makes sure that there is a fold and that it lacks nothing that is known to be lacking.
    pub(super) async fn ensure(&mut self) -> Result<(), WireError> {
        match &self.journal {
            None => return Box::pin(self.open()).await,
            Some(journal) => self.behind |= journal.take_lost(),
        }
        if self.behind {
            self.catch_up().await?;
            self.refresh_seats().await;
        }
        Ok(())
    }

    async fn open(&mut self) -> Result<(), WireError> {
        let until = Instant::now() + LOAD_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), AGAIN);
        loop {
            match Journal::open(&self.hub.0.calls, &self.id).await {
                Ok(journal) => {
                    self.opened(journal).await;
                    return Ok(());
                }
                Err(Unserved::Absent) => {
                    if !self.hub.create_promised(&self.id).await? {
                        return Err(no_such_game());
                    }
                }
                Err(Unserved::Store(error)) if error.retryable() => {
                    if Instant::now() >= until {
                        return Err(busy("the store does not answer"));
                    }
                    backoff.wait().await;
                }
                Err(error) => {
                    tracing::error!(%error, "the game cannot be read");
                    self.watchers.close(Code::Unreadable);
                    let text = "the game cannot be read by this server; it may have been written by a newer one";
                    return Err(WireError::new(Code::Unreadable, text).retry_after(super::RETRY_AFTER_MS));
                }
            }
        }
    }

    async fn opened(&mut self, journal: Journal) {
        *lock(&self.shared.position) = journal.position();
        self.journal = Some(journal);
        self.behind = false;
        self.hub.0.metrics.games_loaded.inc();
        self.refresh_names().await;
        self.refresh_seats().await;
        // whoever watched the fold that was dropped: his last event may not be in the log any more
        if let Some(View { now, snapshot }) = self.view().filter(|_| !self.watchers.is_empty()) {
            self.watchers.rolled_back(now, snapshot);
        }
    }

    /// Drops the fold; the next ask reads the log anew.
    pub(super) fn drop_fold(&mut self, why: &str) {
        tracing::warn!(why, "the game's log is read anew");
        if self.journal.take().is_some() {
            self.hub.0.metrics.games_loaded.dec();
        }
        *lock(&self.shared.position) = Position::default();
    }

    /// News that have come already, before something is judged.
    async fn hear_all(&mut self) {
        while let Some(news) = self.journal.as_mut().and_then(Journal::news_now) {
            self.hear(news).await;
        }
    }

    async fn hear(&mut self, news: News) {
        match news {
            News::Event(stored) => {
                if !self.absorb(&stored)
                    && let Err(error) = self.ensure().await
                {
                    tracing::debug!(%error, "missing events could not be read yet");
                }
            }
            News::Seat(colour, seat) => self.seat_news(colour, seat).await,
        }
    }

    /// Folds a stored event and tells everybody; false when the log must be read first.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> bool {
        let Some(journal) = &mut self.journal else { return false };
        match journal.absorb(stored) {
            Absorbed::New(wire, recorded) => {
                *lock(&self.shared.position) = journal.position();
                self.watchers.event(&wire.text);
                if recorded.event.outcome().is_some() {
                    self.watchers.finished();
                }
                true
            }
            Absorbed::Known => true,
            Absorbed::Gap => {
                self.behind = true;
                false
            }
            Absorbed::Other(error) => {
                self.drop_fold(&error.to_string());
                false
            }
        }
    }

    /// Reads what the fold lacks.
    pub(super) async fn catch_up(&mut self) -> Result<(), WireError> {
        let Some(journal) = &self.journal else { return Box::pin(self.open()).await };
        let have = journal.position();
        self.behind = true;
        let tail = match self.hub.0.calls.read(journal.stream(), have.seq).await {
            Ok(tail) => tail,
            Err(error) if error.retryable() => return Err(busy("the store does not answer")),
            Err(error) => {
                tracing::error!(%error, "the game's log cannot be read");
                return Err(WireError::new(Code::Unreadable, "the game's log cannot be read"));
            }
        };
        let same_end = tail.end.seq == have.seq && tail.end.head != have.head;
        if tail.end.seq < have.seq || same_end || tail.snapshot.is_some() {
            self.drop_fold("the store's log is not a continuation of what was folded");
            return Box::pin(self.open()).await;
        }
        for stored in &tail.events {
            if !self.absorb(stored) {
                self.drop_fold("what was read does not follow what was folded");
                return Box::pin(self.open()).await;
            }
        }
        self.behind = false;
        Ok(())
    }

    async fn check(&mut self, position: Position) {
        if self.journal.as_ref().is_some_and(|journal| journal.position() != position) {
            tracing::debug!(seq = position.seq, "the position check found events that were not heard of");
            if let Err(error) = self.catch_up().await {
                tracing::debug!(%error, "missing events could not be read yet");
            }
            self.refresh_seats().await;
        }
    }

    /// Now, by the game's time.
    pub(super) fn now(&self, game: &Game) -> u64 {
        let partition = crate::store::Stream::game(&self.id).partition();
        let now = match game.time() {
            Time::Logical => self.hub.times().logical(partition),
            Time::Wall => self.hub.times().wall(partition),
        };
        now.unwrap_or_default()
    }

    /// The game as it stands.
    pub(super) fn view(&self) -> Option<View> {
        let game = self.journal.as_ref()?.game();
        Some(View { now: self.now(game), snapshot: game.snapshot(self.names.clone()) })
    }

    pub(super) async fn refresh_names(&mut self) {
        if self.names_at.is_some_and(|at| at.elapsed() < NAMES_FRESH) {
            return;
        }
        let Some(journal) = &self.journal else { return };
        let players = journal.game().setup().players.clone();
        let mut names = self.hub.directory().names(&[players.black, players.white]).await.into_iter();
        if let (Some(black), Some(white)) = (names.next(), names.next()) {
            self.names = Sides { black, white };
            self.names_at = Some(Instant::now());
        }
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        if self.journal.is_some() {
            self.hub.0.metrics.games_loaded.dec();
        }
    }
}

async fn next_news(journal: &mut Option<Journal>) -> Option<News> {
    match journal {
        Some(journal) => journal.news().await,
        None => std::future::pending().await,
    }
}

/// The same answer for a game that is not there and for one that is not for you.
pub(super) fn no_such_game() -> WireError {
    WireError::new(Code::NoSuchGame, "no such game, or not for you")
}
