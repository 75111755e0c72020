//! The node's runtime: one task for each game that is watched here, the lobby, and what keeps time.
//!
//! A node owns no game. It keeps a fold of each game it serves, judges commands against it and
//! appends by compare, so that any number of nodes may serve the same game. The hub holds no rule of
//! Go and no account; it does no I/O but through the store. Sockets push commands in by
//! [`Hub::ask`] and are pushed to through their [`Link`].
//!
//! Look next at `ask.rs` for what a game can be asked, `actor.rs` for its task, `judge.rs` for a
//! command's way into the log, `due.rs` for time-outs, `lease.rs` for players whose node went away, `archive.rs` for finished
//! games, `ended.rs` for how they are found again, `lobby.rs` for offers, `tournament.rs` for tournaments.

mod actor;
mod archive;
mod ask;
mod calls;
mod draw;
mod due;
mod ended;
mod fanout;
mod follow;
mod journal;
mod judge;
mod lease;
mod lobby;
mod office;
mod outgoing;
mod packed;
mod reader;
mod registry;
mod rule;
mod seal;
#[cfg(test)]
mod simulation;
mod sweep;
mod talk;
#[cfg(test)]
mod tests;
mod ticket;
mod times;
mod tournament;
mod waking;

pub use ask::{Arrived, Ask, Lane, Membership, View};
pub use judge::{Lifecycle, LifecycleKind};
pub use lobby::{LobbyAsk, Wish};
pub use outgoing::{Closing, Link, READ_WHILE_UNDER_BYTES, Role};
pub use registry::Registration;
pub use talk::{Silenced, TalkAsk, TalkReply, Voice};
pub use ticket::{ANSWER_BYTES, JOIN_ANSWER_BYTES, Ticket};
pub use times::Times;
pub use tournament::Tournaments;

pub(crate) use outgoing::to_text;
pub(crate) use seal::sealed;
pub(crate) use times::ms;

use crate::{Metrics, store::Store};
use ask::Handle;
use async_trait::async_trait;
use calls::Calls;
use futures_util::future::BoxFuture;
use registry::Links;
use rustc_hash::FxHashMap;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    time::Duration,
};
use tengen_core::{lobby::Lobby, tournament::event::Office};
use tengen_protocol::{AccountId, Code, GameId, WireError};
use tokio::{
    sync::{
        Semaphore,
        mpsc::{self, error::TrySendError},
        watch,
    },
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Without an answer of the store for so long the node is not ready.
pub const STORE_SILENCE: Duration = Duration::from_secs(2);

/// What was asked before a node closes is settled within this time, or dropped: as long as one call
/// to the store may take.
pub const CLOSE_WITHIN: Duration = STORE_SILENCE;

/// Logs whose ends are compared with the store's in one call.
const CHECK_BATCH: usize = 100;

/// What a client is told to wait when the store or a queue is the reason, ms.
pub const RETRY_AFTER_MS: u64 = 1_000;

/// Who is sent away because the node goes down is told to come back after this time, ms, drawn for
/// each: else the others would get all of them in one instant.
const COME_BACK_MS: std::ops::RangeInclusive<u64> = 500..=3_500;

/// The wait for one connection, ms.
pub(crate) fn come_back_ms() -> u64 {
    draw::within(COME_BACK_MS)
}

/// Whom a token lets in, and until when.
pub struct Identity {
    /// The account.
    pub account: AccountId,
    /// Its name now.
    pub name: String,
    /// When the token expires, ms since 1970.
    pub expires_at: u64,
    /// Games that one of its connections may follow at once.
    pub follows: usize,
    /// Ends when the token is revoked before that.
    pub revoked: BoxFuture<'static, ()>,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("account", &self.account).finish_non_exhaustive()
    }
}

/// What anybody may know of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub account: AccountId,
    /// Its name now, as its owner wrote it.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
    /// When it was made, ms since 1970.
    pub since: u64,
}

/// Who accounts are.
#[async_trait]
pub trait Directory: Send + Sync + 'static {
    /// Whom the token lets in; [`Code::Unauthorized`] when it is wrong, expired or revoked.
    async fn authenticate(&self, token: &str) -> Result<Identity, WireError>;

    /// Whether the account has the role `referee` now.
    async fn is_referee(&self, account: &AccountId) -> Result<bool, WireError>;

    /// The office that the account has now in every tournament of this server.
    async fn office(&self, account: &AccountId) -> Result<Option<Office>, WireError> {
        Ok(self.is_referee(account).await?.then_some(Office::Referee))
    }

    /// The names of accounts now, in the same order; the id for an account without one.
    async fn names(&self, accounts: &[AccountId]) -> Vec<String>;

    /// The account with this id or, if there is none, this name.
    async fn person(&self, who: &str) -> Result<Option<Person>, WireError> {
        let _ = who;
        Ok(None)
    }

    /// What talk asks of an account now.
    async fn voice(&self, account: &AccountId) -> Result<Voice, WireError> {
        let _ = account;
        Ok(Voice::default())
    }

    /// Whether an account with a connection to this node wants to hear nothing of another one, as far as it
    /// is known here. Asked for every line and reader, so it waits for nothing.
    fn mutes(&self, reader: &AccountId, speaker: &AccountId) -> bool {
        let _ = (reader, speaker);
        false
    }

    /// An account wants to hear another one no more, or again.
    async fn mute(&self, reader: &AccountId, speaker: &AccountId, muted: bool) -> Result<(), WireError> {
        let _ = (reader, speaker, muted);
        Err(WireError::new(Code::TalkOff, "there is no talk on this server"))
    }
}

/// How long a node keeps what is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// A game that is finished from now on leaves for the archive so long after its last event, unless this
    /// is `None`.
    pub archive_after: Option<Duration>,
    /// Talk beside games; there is none if this is `None`.
    pub talk: Option<Duration>,
}

/// The runtime of one node. Clones are the same hub.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    node: Arc<str>,
    calls: Calls,
    directory: Arc<dyn Directory>,
    metrics: Arc<Metrics>,
    games: Mutex<FxHashMap<GameId, Handle>>,
    links: Links,
    lobby: mpsc::Sender<LobbyAsk>,
    lobby_fold: Mutex<Lobby>,
    /// Whether the lobby has been read once.
    lobby_open: watch::Sender<bool>,
    /// Whether its log turned out to be damaged, or newer than this server, after that.
    lobby_unreadable: AtomicBool,
    sweeps: sweep::Wanted,
    /// Searches of finished games that may run.
    searches: Semaphore,
    running: due::Running,
    ready: watch::Sender<bool>,
    /// Finished games leave for the archive after this time, if they do.
    archive_after: Option<Duration>,
    /// Where is talked beside games.
    rooms: Arc<talk::Rooms>,
    /// Tournaments that are loaded here.
    desks: tournament::Desks,
    /// Games that are loaded because time acts on them.
    waking: waking::Waking,
    /// Since when this node sends its players away, the store's wall time; absent while it does not.
    drained: watch::Sender<Option<u64>>,
    /// This node has said that it lives.
    lives: AtomicBool,
    /// Whether it was said that this node's clock and the store's are too far apart.
    clocks_apart: AtomicBool,
    /// What is asked is settled, then tasks end.
    closing: CancellationToken,
    /// They end where they are.
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Hub {
    /// Starts the runtime on a store. `node` is the name under which the store knows this node's
    /// seats. Finished games stay where they are, and there is no talk.
    #[must_use]
    pub fn start(node: Arc<str>, store: Arc<dyn Store>, directory: Arc<dyn Directory>, metrics: Arc<Metrics>) -> Self {
        Self::start_with(node, store, directory, metrics, Keeping::default())
    }

    /// The same, with what is kept how long.
    #[must_use]
    pub fn start_with(
        node: Arc<str>,
        store: Arc<dyn Store>,
        directory: Arc<dyn Directory>,
        metrics: Arc<Metrics>,
        keeping: Keeping,
    ) -> Self {
        let (lobby, lobby_asks) = mpsc::channel(lobby::QUEUE);
        let (sweeps, sweeps_wanted) = sweep::Wanted::new();
        let (waking, wakes_wanted) = waking::Waking::new();
        let hub = Self(Arc::new(Inner {
            node,
            calls: Calls::new(store, Arc::clone(&metrics)),
            directory,
            metrics,
            games: Mutex::default(),
            links: Links::new(),
            lobby,
            lobby_fold: Mutex::default(),
            lobby_open: watch::Sender::new(false),
            lobby_unreadable: AtomicBool::new(false),
            sweeps,
            searches: Semaphore::new(ended::SEARCHES),
            running: due::Running::default(),
            ready: watch::Sender::new(true),
            archive_after: keeping.archive_after,
            rooms: talk::Rooms::new(keeping.talk),
            desks: tournament::Desks::new(),
            waking,
            drained: watch::Sender::new(None),
            lives: AtomicBool::new(false),
            clocks_apart: AtomicBool::new(false),
            closing: CancellationToken::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }));
        hub.spawn(lobby::run(hub.clone(), lobby_asks));
        hub.spawn(lease::run(hub.clone()));
        hub.spawn_endless(due::run(hub.clone()));
        hub.spawn_endless(due::check_positions(hub.clone()));
        hub.spawn_endless(sweep::run(hub.clone(), sweeps_wanted));
        hub.spawn_endless(waking::run(hub.clone(), wakes_wanted));
        hub.spawn_endless(ended::make_up(hub.clone()));
        hub
    }

    /// A task of which nothing is lost when it ends anywhere: whatever it left undone is found again.
    fn spawn_endless(&self, task: impl Future<Output = ()> + Send + 'static) {
        let closing = self.0.closing.clone();
        self.spawn(async move {
            let _closing = closing.run_until_cancelled(task).await;
        });
    }

    /// A task that ends by itself once the node closes, or is ended if that takes too long.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.0.stop.clone();
        self.0.tasks.spawn(async move {
            let _stopped = stop.run_until_cancelled(task).await;
        });
    }

    /// Whether the store answers; changes when it stops to, and when it does again.
    #[must_use]
    pub fn ready(&self) -> watch::Receiver<bool> {
        self.0.ready.subscribe()
    }

    /// The newest times of the partitions.
    #[must_use]
    pub fn times(&self) -> &Times {
        self.0.calls.times()
    }

    /// Where the node counts.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.0.metrics
    }

    /// Who accounts are.
    #[must_use]
    pub fn directory(&self) -> &dyn Directory {
        &*self.0.directory
    }

    /// Asks a game's task; a full queue refuses at once.
    pub fn ask(&self, game: &GameId, lane: Lane, ask: Ask) {
        match self.try_ask(game, lane, ask) {
            Ok(()) => {}
            Err(TrySendError::Full(full)) => {
                self.0.metrics.queue_drop("game");
                full.refuse(&busy("the game's queue is full"));
            }
            Err(TrySendError::Closed(closed)) => closed.refuse(&busy("the game is being loaded")),
        }
    }

    /// Asks a game's task for what must not be lost: in its turn if there is room in the queue, else
    /// as soon as there is.
    pub fn ask_surely(&self, game: &GameId, ask: Ask) {
        match self.try_ask(game, Lane::Requests, ask) {
            Ok(()) => {}
            Err(TrySendError::Full(ask)) => {
                let (hub, game) = (self.clone(), game.clone());
                tokio::spawn(async move { hub.tell(&game, ask).await });
            }
            Err(TrySendError::Closed(closed)) => closed.refuse(&busy("the game is being loaded")),
        }
    }

    #[expect(clippy::result_large_err, reason = "the ask is given back to be sent later or refused")]
    fn try_ask(&self, game: &GameId, lane: Lane, mut ask: Ask) -> Result<(), TrySendError<Ask>> {
        // A task that is just ending hands its queue on; the next one is asked then.
        for _ in 0..3 {
            match self.handle(game).try_send(lane, ask) {
                Err(TrySendError::Closed(closed)) => ask = closed,
                other => return other,
            }
        }
        Err(TrySendError::Closed(ask))
    }

    /// Asks a game's task and waits for room in its queue: for what must not be lost.
    pub async fn tell(&self, game: &GameId, ask: Ask) {
        let mut ask = ask;
        for _ in 0..3 {
            match self.handle(game).send(ask).await {
                Ok(()) => return,
                Err(mpsc::error::SendError(back)) => ask = back,
            }
        }
        ask.refuse(&busy("the game is being loaded"));
    }

    fn handle(&self, game: &GameId) -> Handle {
        let mut games = lock(&self.0.games);
        if let Some(handle) = games.get(game).filter(|handle| handle.is_open()) {
            return handle.clone();
        }
        let handle = actor::spawn(self, game);
        games.insert(game.clone(), handle.clone());
        handle
    }

    /// Asks the lobby.
    pub fn ask_lobby(&self, ask: LobbyAsk) {
        if let Err(error) = self.0.lobby.try_send(ask) {
            self.0.metrics.queue_drop("lobby");
            error.into_inner().refuse(&busy("the lobby's queue is full"));
        }
    }

    /// Settles what was asked; at most [`CLOSE_WITHIN`], then the tasks end where they are.
    /// Connections are told before, by whoever accepted them. The seats of those who still play here
    /// go on to name this node, which says that it has drained.
    pub async fn close(&self) {
        self.drain();
        self.0.closing.cancel();
        self.0.tasks.close();
        if timeout(CLOSE_WITHIN, self.0.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.0.tasks.len(), "what was asked could not be settled before the end");
        }
        self.0.stop.cancel();
        self.0.tasks.wait().await;
        lock(&self.0.games).clear();
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("node", &self.0.node).finish_non_exhaustive()
    }
}

/// For now it cannot be done; the same command may be sent again.
fn busy(what: &str) -> WireError {
    WireError::new(Code::Unavailable, format!("{what}; send the same command again")).retry_after(RETRY_AFTER_MS)
}

/// A lock whose data stays whole when a holder panics: nothing is left half-done under it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
