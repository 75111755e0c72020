//! One tournament on this node: a task that follows its log and takes one thing at a time.
//!
//! It starts when somebody asks for the tournament and ends when nobody has for a while and nobody follows it,
//! or when nobody follows it and another needs its place (`node.rs`).
//! It alone changes the fold, which anybody may read (`way.rs`). What follows from the state (games to create,
//! games to end, rounds whose time has come) is begun at once by the node that appended the event; the others
//! come to it when it is due, should that node have died in between.

use super::{
    super::{Hub, busy, calls::Backoff},
    board::Board,
    follow::{Ears, Trouble, next_news},
    games,
    way::{Ask, Busy, Handle, Shared},
};
use crate::store::{News, Stream};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tengen_core::tournament::event::Tournament;
use tengen_protocol::{Code, TournamentId, WireError};
use tokio::{
    select,
    sync::{Semaphore, mpsc},
    time::{Instant, sleep_until},
};
use tracing::Instrument;

/// A tournament that nobody follows or asks for is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(60);

/// One that cannot be read is not tried again for so long: what is damaged stays so until somebody mends it.
const UNREADABLE_FOR: Duration = Duration::from_secs(30);

/// How long it is tried to read one while somebody waits.
const LOAD_WITHIN: Duration = Duration::from_secs(4);

/// Steps that follow from one another without anybody asking, before others get their turn.
const STEPS: u32 = 8;

/// The task.
pub(super) struct Desk {
    pub(super) hub: Hub,
    pub(super) id: TournamentId,
    pub(super) stream: Stream,
    asks: mpsc::Receiver<(Ask, Busy)>,
    pub(super) shared: Arc<Shared>,
    /// Absent while there is no fold.
    pub(super) ears: Option<Ears>,
    /// News may be missing.
    pub(super) behind: bool,
    pub(super) unreadable_until: Option<Instant>,
    /// An event was appended from here since what follows from the state was looked at.
    pub(super) own: bool,
    /// Held while games are being created and ended.
    working: Arc<Semaphore>,
    /// Who follows, and what they were told.
    board: Board,
    used_at: Instant,
    /// When those who follow were last looked after.
    looked_at: Instant,
}

/// Starts the task of a tournament.
pub(super) fn spawn(hub: &Hub, id: &TournamentId) -> Handle {
    let (handle, asks) = Handle::new();
    let desk = Desk {
        hub: hub.clone(),
        id: id.clone(),
        stream: Stream::tournament(id),
        asks,
        shared: Arc::clone(&handle.shared),
        ears: None,
        behind: false,
        unreadable_until: None,
        own: false,
        working: Arc::new(Semaphore::new(1)),
        board: Board::new(id.clone()),
        used_at: Instant::now(),
        looked_at: Instant::now(),
    };
    hub.spawn(desk.run().instrument(tracing::info_span!(parent: None, "tournament", tournament = %id)));
    handle
}

enum Woken {
    Ask(Option<(Ask, Busy)>),
    News(Option<News>),
    Closing,
    Timer,
}

impl Desk {
    async fn run(mut self) {
        let closing = self.hub.0.closing.clone();
        loop {
            let timer = self.board.next_look(self.looked_at).unwrap_or(self.used_at + IDLE);
            let woken = select! {
                biased;
                news = next_news(&mut self.ears) => Woken::News(news),
                ask = self.asks.recv() => Woken::Ask(ask),
                () = closing.cancelled() => Woken::Closing,
                () = sleep_until(timer) => Woken::Timer,
            };
            // it is not unloaded before what was asked is done, and what follows from it begun
            let busy = match woken {
                Woken::Ask(Some((ask, busy))) => {
                    self.used_at = Instant::now();
                    self.take(ask).await;
                    Some(busy)
                }
                Woken::News(Some(News::Event(stored))) => {
                    self.hear(&stored).await;
                    None
                }
                Woken::News(Some(News::Seat(..))) => None,
                Woken::News(None) => {
                    self.behind = true;
                    self.look_after().await;
                    None
                }
                Woken::Timer => {
                    self.looked_at = Instant::now();
                    // whoever follows a log that could not be read hears of it again when it can
                    if !self.board.is_empty() {
                        self.look_after().await;
                    }
                    None
                }
                Woken::Ask(None) | Woken::Closing => return,
            };
            self.tend().await;
            self.shared.followed.store(!self.board.is_empty(), Ordering::Release);
            drop(busy);
            if self.is_of_no_use() {
                return self.end();
            }
        }
    }

    async fn look_after(&mut self) {
        if let Err(error) = self.ensure().await {
            self.put_up_with(&error).await;
        }
    }

    /// Nobody needs it any more, or there is nothing to keep.
    fn is_of_no_use(&self) -> bool {
        if !self.asks.is_empty() || !self.board.is_empty() {
            return false;
        }
        let nothing = self.shared.position().seq == 0 && !self.is_unreadable();
        nothing || self.used_at.elapsed() >= IDLE
    }

    /// Ends: whoever asks from now on gets a new task, and what was asked in between too.
    fn end(mut self) {
        self.hub.0.desks.forget(&self.id, &self.shared);
        self.asks.close();
        while let Ok((ask, _)) = self.asks.try_recv() {
            let (hub, id) = (self.hub.clone(), self.id.clone());
            self.hub.spawn(async move { hub.ask_desk(&id, ask).await });
        }
    }

    async fn take(&mut self, ask: Ask) {
        if let Ask::TimeActs = &ask {
            self.shared.time_taken();
        }
        match ask {
            // nobody waits for it any more: it is asked again, with the same id, or swept again
            Ask::Command { reply, .. } if reply.is_closed() => {}
            Ask::GameEnded { reply, .. } if reply.is_closed() => {}
            Ask::Get(reply) => {
                let fold = self.get().await;
                // whoever asked may have gone
                let _gone = reply.send(fold);
            }
            Ask::Command { asker, id, wish, bans, reply } => {
                let done = self.command(asker, id, wish, bans).await;
                let _gone = reply.send(done);
            }
            Ask::GameEnded { end, reply } => {
                let told = self.game_ended(end).await;
                let _gone = reply.send(told);
            }
            Ask::GamesCreated(games) => self.games_created(games).await,
            Ask::Follow { link, member, ticket } => match self.get().await {
                Ok(fold) => self.board.follow(&fold, link, &member, ticket),
                Err(error) => Ask::Follow { link, member, ticket }.refuse(&error),
            },
            Ask::Unfollow { connection, member, ticket } => self.board.unfollow(connection, &member, ticket),
            Ask::TimeActs => self.look().await,
            Ask::Check(position) => {
                self.behind |= position != self.shared.position();
                self.look_after().await;
            }
        }
    }

    /// The fold, read if it has to be, while somebody waits.
    pub(super) async fn get(&mut self) -> Result<Arc<Tournament>, WireError> {
        let until = Instant::now() + LOAD_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        loop {
            match self.ensure().await {
                Ok(()) => break,
                Err(error) if error.retryable() && Instant::now() < until => {
                    self.behind = true;
                    backoff.wait().await;
                }
                Err(error) => return Err(self.fails(&error)),
            }
        }
        let fold = self.shared.fold().filter(|fold| fold.position().seq > 0);
        fold.ok_or_else(super::no_such_tournament)
    }

    /// What whoever asked is told when it does not work; an unreadable log is left alone for a while.
    pub(super) fn fails(&mut self, error: &Trouble) -> WireError {
        match error {
            error if error.retryable() => busy("the store does not answer"),
            Trouble::Broken(what) => {
                tracing::error!(what, "work for a tournament broke off");
                WireError::new(Code::Internal, "this could not be worked out; it is in the server's log")
            }
            Trouble::Still => super::unreadable(),
            error => {
                tracing::error!(%error, again_after_s = UNREADABLE_FOR.as_secs(), "the tournament cannot be served");
                self.forget_fold();
                self.unreadable_until = Some(Instant::now() + UNREADABLE_FOR);
                super::unreadable()
            }
        }
    }

    /// Nobody waits for what did not work.
    pub(super) async fn put_up_with(&mut self, error: &Trouble) {
        match error {
            Trouble::OtherLog => tracing::warn!(%error, "the tournament's log is read anew"),
            error if error.retryable() => {
                tracing::debug!(%error, "the tournament's log could not be read yet");
                self.behind = true;
                // a deaf one would be woken again at once
                let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(1));
                backoff.wait().await;
            }
            error => drop(self.fails(error)),
        }
    }

    async fn hear(&mut self, stored: &[u8]) {
        let heard = self.absorb(stored);
        let heard = if heard.is_ok() && self.behind { self.ensure().await } else { heard };
        if let Err(error) = heard {
            self.put_up_with(&error).await;
        }
    }

    /// The store's wall time.
    pub(super) fn wall(&self) -> u64 {
        self.hub.times().wall(self.stream.partition()).unwrap_or_default()
    }

    /// It is due, or somebody thinks so.
    async fn look(&mut self) {
        if let Err(error) = self.ensure().await {
            return self.put_up_with(&error).await;
        }
        self.begin_work();
        self.own |= self.time_acts().await;
    }

    /// Does what follows from what was appended here, and tells those who follow.
    async fn tend(&mut self) {
        for _ in 0..STEPS {
            if !std::mem::take(&mut self.own) {
                break;
            }
            self.begin_work();
            self.own |= self.time_acts().await;
        }
        if let Some(fold) = self.shared.fold() {
            self.board.tell(&fold).await;
        }
    }

    /// Games are created and ended beside this task, so that nobody waits for them.
    fn begin_work(&self) {
        let Some(fold) = self.shared.fold() else { return };
        let work = games::Work::of(&fold);
        if work.is_empty() {
            return;
        }
        // whoever works tells when that is done, and what is left is found then
        let Ok(working) = Arc::clone(&self.working).try_acquire_owned() else { return };
        let (hub, id) = (self.hub.clone(), self.id.clone());
        self.hub.spawn(async move {
            let created = work.run(&hub).await;
            drop(working);
            if !created.is_empty() {
                hub.ask_desk(&id, Ask::GamesCreated(created)).await;
            }
        });
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.hub.0.desks.forget(&self.id, &self.shared);
        self.asks.close();
        while let Ok((ask, _)) = self.asks.try_recv() {
            ask.refuse(&busy("the tournament's task has ended"));
        }
    }
}
