//! A session with a server that outlives its connections.
//!
//! [`Client`] is what the commands use: it submits commands and yields one ordered stream of
//! updates. Behind it one task owns the socket and a `Session`, the state without input or output;
//! the task only connects, waits, reads, writes and keeps time.

mod backoff;
mod driver;
mod pulse;
mod session;
mod socket;

pub(crate) use session::{News, TournamentNews, Update};

use crate::{failure::Failure, output::say, t, tokens::Tokens, trust::Trust, words::Words};
use backoff::Backoff;
use driver::Driver;
use rand::RngExt;
use session::{Ask, Ids, Session};
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tengen_protocol::{CommandId, Done, GameId, Request, Welcome};
use tokio::{sync::mpsc, task::JoinHandle, time};
use tokio_tungstenite::tungstenite::http::Uri;

/// Updates and commands between the task and the user.
const CHANNEL: usize = 64;

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

    /// Whether somebody is there who wants to know what is said beside the games that are followed.
    const fn hears_talk(self) -> bool {
        matches!(self, Self::Long)
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
    pub(crate) url: Uri,
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
            session: Session::new(ids.clone(), target.patience.hears_talk() && target.tokens.may_hear()),
            target,
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
        let ended = || Failure::Unreachable(t!(Words::current(), "connection-ended"));
        let Some(task) = self.task.as_mut() else { return ended() };
        let result = task.await;
        self.task = None;
        match result {
            Ok(Err(failure)) => failure,
            Ok(Ok(())) => ended(),
            Err(error) => Failure::Local(t!(Words::current(), "connection-failed", why = error.to_string())),
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

#[cfg(test)]
mod tests;
