//! One tournament on this node: a task that follows its log and takes one thing at a time.
//!
//! It starts when somebody asks for the tournament and ends when nobody has for a while and nobody follows it.
//! It alone changes the fold, which anybody may read ([`Shared`]). What follows from the state (games to create,
//! games to end, rounds whose time has come) is begun at once by the node that appended the event; the others
//! come to it when it is due, should that node have died in between.

use super::{
    super::{Hub, Link, Membership, Ticket, busy, calls::Backoff, journal::seq_of, lock},
    board::Board,
    games,
    wish::Wish,
};
use crate::store::{News, StoreError, Stream, Subscription};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tengen_core::{
    log::Position,
    tournament::event::{Asker, Done, GameEnd, Tournament, Unreadable},
};
use tengen_protocol::{Code, CommandId, GameId, TournamentId, WireError};
use tokio::{
    select,
    sync::{Semaphore, mpsc, oneshot},
    time::{Instant, sleep_until},
};
use tracing::Instrument;

/// Asks that may wait for one tournament; more wait where they come from.
const QUEUE: usize = 256;

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 64;

/// Events in one read: the largest are a thousand times as large as those of games.
const PAGE: u64 = 100;

/// A tournament that nobody follows or asks for is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(60);

/// One that cannot be read is not tried again for so long: what is damaged stays so until somebody mends it.
const UNREADABLE_FOR: Duration = Duration::from_secs(30);

/// How long it is tried to read one while somebody waits.
const LOAD_WITHIN: Duration = Duration::from_secs(4);

/// Steps that follow from one another without anybody asking, before others get their turn.
const STEPS: u32 = 8;

/// What a tournament's task can be asked.
pub(in crate::hub) enum Ask {
    /// It as it stands.
    Get(oneshot::Sender<Result<Arc<Tournament>, WireError>>),
    /// Judge a command.
    Command { asker: Asker, id: CommandId, wish: Arc<Wish>, reply: oneshot::Sender<Result<Done, WireError>> },
    /// A game has ended, or ended otherwise than was said; the answer is whether the log has it.
    GameEnded { end: GameEnd, reply: oneshot::Sender<bool> },
    /// These games' own logs exist.
    GamesCreated(Vec<GameId>),
    /// Hear of what changes.
    Follow { link: Arc<Link>, member: Arc<Membership>, ticket: Ticket },
    /// Hear of it no more.
    Unfollow { connection: u64, member: Arc<Membership>, ticket: Ticket },
    /// Time may act, or something is left to be done.
    TimeActs,
    /// The log ends there in the store.
    Check(Position),
}

impl Ask {
    pub(super) fn refuse(self, error: &WireError) {
        // whoever asked may have gone
        match self {
            Self::Get(reply) => drop(reply.send(Err(error.clone()))),
            Self::Command { reply, .. } => drop(reply.send(Err(error.clone()))),
            Self::GameEnded { reply, .. } => drop(reply.send(false)),
            Self::Follow { member, ticket, .. } => {
                member.leave();
                ticket.answer(Err(error.clone()));
            }
            Self::Unfollow { ticket, .. } => ticket.answer(Err(error.clone())),
            Self::GamesCreated(_) | Self::TimeActs | Self::Check(_) => {}
        }
    }
}

/// What the task and everybody else share.
#[derive(Default)]
pub(super) struct Shared {
    /// The fold; absent while it is not read. At number 0 there is no such tournament.
    fold: Mutex<Option<Arc<Tournament>>>,
    time_asked: AtomicBool,
}

impl Shared {
    pub(super) fn fold(&self) -> Option<Arc<Tournament>> {
        lock(&self.fold).clone()
    }

    pub(super) fn position(&self) -> Position {
        lock(&self.fold).as_ref().map(|fold| fold.position()).unwrap_or_default()
    }
}

/// The way to a tournament's task.
#[derive(Clone)]
pub(in crate::hub) struct Handle {
    asks: mpsc::Sender<Ask>,
    pub(super) shared: Arc<Shared>,
}

impl Handle {
    pub(super) fn is_open(&self) -> bool {
        !self.asks.is_closed()
    }

    /// Waits for room; gives the ask back if the task is ending.
    pub(super) async fn send(&self, ask: Ask) -> Result<(), Ask> {
        self.asks.send(ask).await.map_err(|error| error.0)
    }

    /// What is asked again soon, if there is room.
    pub(super) fn hint(&self, ask: Ask) {
        // the next look asks again
        let _full = self.asks.try_send(ask);
    }

    /// Asks that time acts, unless that is asked already.
    pub(super) fn time_acts(&self) {
        let asked = self.shared.time_asked.swap(true, Ordering::AcqRel);
        if !asked && self.asks.try_send(Ask::TimeActs).is_err() {
            self.shared.time_asked.store(false, Ordering::Release);
        }
    }
}

/// Why a log could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The store's log is not the one that was folded: it is read anew.
    #[error("the store's log is not a continuation of what was folded")]
    OtherLog,
    /// It could not be read a short while ago.
    #[error("the tournament's log could not be read a short while ago")]
    Still,
    /// Work on another thread broke off.
    #[error("{0}")]
    Broken(String),
}

impl Trouble {
    /// Whether the same may work at once, or soon.
    pub(super) const fn retryable(&self) -> bool {
        match self {
            Self::Store(error) => error.retryable(),
            Self::OtherLog => true,
            Self::Unreadable(_) | Self::Still | Self::Broken(_) => false,
        }
    }
}

/// Where news come from.
pub(super) struct Ears {
    news: mpsc::Receiver<News>,
    subscription: Subscription,
}

impl Ears {
    async fn open(hub: &Hub, stream: &Stream) -> Result<Self, StoreError> {
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        let subscription = hub.0.calls.subscribe(stream, sender).await?;
        Ok(Self { news, subscription })
    }

    /// Whether the store has ended the subscription: nothing will be heard.
    fn is_deaf(&self) -> bool {
        self.news.is_closed() && self.news.is_empty()
    }
}

/// The task.
pub(super) struct Desk {
    pub(super) hub: Hub,
    pub(super) id: TournamentId,
    pub(super) stream: Stream,
    asks: mpsc::Receiver<Ask>,
    pub(super) shared: Arc<Shared>,
    /// Absent while there is no fold.
    ears: Option<Ears>,
    /// News may be missing.
    pub(super) behind: bool,
    unreadable_until: Option<Instant>,
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
    let (sender, asks) = mpsc::channel(QUEUE);
    let shared = Arc::new(Shared::default());
    let desk = Desk {
        hub: hub.clone(),
        id: id.clone(),
        stream: Stream::tournament(id),
        asks,
        shared: Arc::clone(&shared),
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
    Handle { asks: sender, shared }
}

enum Woken {
    Ask(Option<Ask>),
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
            match woken {
                Woken::Ask(Some(ask)) => {
                    self.used_at = Instant::now();
                    self.take(ask).await;
                }
                Woken::News(Some(News::Event(stored))) => self.hear(&stored).await,
                Woken::News(Some(News::Seat(..))) => {}
                Woken::News(None) => {
                    self.behind = true;
                    self.look_after().await;
                }
                Woken::Timer => {
                    self.looked_at = Instant::now();
                    // whoever follows a log that could not be read hears of it again when it can
                    if !self.board.is_empty() {
                        self.look_after().await;
                    }
                }
                Woken::Ask(None) | Woken::Closing => return,
            }
            self.tend().await;
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
        while let Ok(ask) = self.asks.try_recv() {
            let (hub, id) = (self.hub.clone(), self.id.clone());
            self.hub.spawn(async move { hub.ask_desk(&id, ask).await });
        }
    }

    async fn take(&mut self, ask: Ask) {
        if let Ask::TimeActs = &ask {
            self.shared.time_asked.store(false, Ordering::Release);
        }
        match ask {
            Ask::Get(reply) => {
                let fold = self.get().await;
                // whoever asked may have gone
                let _gone = reply.send(fold);
            }
            Ask::Command { asker, id, wish, reply } => {
                let done = self.command(asker, id, wish).await;
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
    async fn get(&mut self) -> Result<Arc<Tournament>, WireError> {
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

    fn is_unreadable(&self) -> bool {
        self.unreadable_until.is_some_and(|until| Instant::now() < until)
    }

    /// The next ask reads the log anew.
    pub(super) fn forget_fold(&mut self) {
        *lock(&self.shared.fold) = None;
        self.ears = None;
        self.behind = false;
    }

    /// Makes sure that there is a fold and that it lacks nothing that is known to be lacking.
    pub(super) async fn ensure(&mut self) -> Result<(), Trouble> {
        if self.is_unreadable() {
            return Err(Trouble::Still);
        }
        let Some(ears) = &mut self.ears else { return self.open().await };
        if ears.is_deaf() {
            self.behind = true;
            *ears = Ears::open(&self.hub, &self.stream).await?;
        }
        self.behind |= ears.subscription.take_lost();
        while let Some(Ok(news)) = self.ears.as_mut().map(|ears| ears.news.try_recv()) {
            if let News::Event(stored) = news {
                self.absorb(&stored)?;
            }
        }
        if self.behind { self.catch_up().await } else { Ok(()) }
    }

    async fn open(&mut self) -> Result<(), Trouble> {
        let ears = Ears::open(&self.hub, &self.stream).await?;
        let tail = self.hub.0.calls.read_by(PAGE, &self.stream, 0).await?;
        let (id, end) = (self.id.clone(), tail.end);
        let events = tail.events;
        let folded = super::elsewhere(move || {
            let mut fold = Tournament::new(id);
            for stored in &events {
                fold.apply(stored)?;
            }
            Ok::<_, Unreadable>(fold)
        });
        let fold = folded.await.map_err(Trouble::Broken)??;
        let position = fold.position();
        if position.seq == end.seq && position.head != end.head {
            let what = format!("its head is {}, the store's is {}", position.head, end.head);
            return Err(Unreadable::Malformed { after: position.seq, what }.into());
        }
        if self.unreadable_until.take().is_some() {
            tracing::info!("the tournament can be read again");
        }
        *lock(&self.shared.fold) = Some(Arc::new(fold));
        self.ears = Some(ears);
        self.behind = false;
        Ok(())
    }

    async fn catch_up(&mut self) -> Result<(), Trouble> {
        self.behind = true;
        let position = self.shared.position();
        let tail = self.hub.0.calls.read_by(PAGE, &self.stream, position.seq).await?;
        let other = tail.end.seq < position.seq || (tail.end.seq == position.seq && tail.end.head != position.head);
        if other {
            self.forget_fold();
            return Err(Trouble::OtherLog);
        }
        for stored in &tail.events {
            self.absorb(stored)?;
        }
        self.behind = false;
        Ok(())
    }

    /// Reads what the store has and was not heard yet; says whether there was something.
    pub(super) async fn read_on(&mut self) -> Result<bool, Trouble> {
        let position = self.shared.position();
        let end = self.hub.0.calls.positions(std::slice::from_ref(&self.stream)).await?;
        let more = end.first().is_some_and(|end| *end != position);
        if more {
            self.catch_up().await?;
        }
        Ok(more)
    }

    /// What is in the fold is done, if the store has it as safely as what it appends.
    pub(super) async fn confirm(&mut self) -> Result<(), Trouble> {
        let position = self.shared.position();
        if position.seq == 0 || self.hub.0.calls.confirm(&self.stream, position).await? {
            return Ok(());
        }
        self.forget_fold();
        Err(Trouble::OtherLog)
    }

    /// Folds a stored event if it is the next one.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> Result<(), Trouble> {
        let mut shared = lock(&self.shared.fold);
        let Some(fold) = shared.as_mut() else { return Ok(()) };
        let position = fold.position();
        match seq_of(stored) {
            Some(seq) if seq <= position.seq => return Ok(()),
            Some(seq) if seq > position.seq + 1 => {
                self.behind = true;
                return Ok(());
            }
            _ => {}
        }
        // whoever reads it keeps what he has
        match Arc::make_mut(fold).apply(stored) {
            Ok(_) => Ok(()),
            // an event that follows another one than ours: the log was another one
            Err(Unreadable::Malformed { .. }) if !super::follows(stored, position) => {
                *shared = None;
                drop(shared);
                self.forget_fold();
                Err(Trouble::OtherLog)
            }
            Err(error) => {
                *shared = None;
                drop(shared);
                self.forget_fold();
                Err(error.into())
            }
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
        while let Ok(ask) = self.asks.try_recv() {
            ask.refuse(&busy("the tournament's task has ended"));
        }
    }
}

async fn next_news(ears: &mut Option<Ears>) -> Option<News> {
    match ears {
        Some(ears) => ears.news.recv().await,
        None => std::future::pending().await,
    }
}
