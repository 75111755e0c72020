//! The lobby on this node: one fold that follows the lobby's log, and the way of commands into it.
//!
//! Accepting an offer is one event here; the game's own log is created from it afterwards, by
//! whichever node comes first, and again by a look at what is not known to exist, should all of them
//! crash in between. Players are told only when the game can be joined.

use super::{
    Hub, Link, RETRY_AFTER_MS, Ticket, busy,
    calls::Backoff,
    judge::{Lifecycle, LifecycleKind, prepare},
    lock,
};
use crate::store::{Commit, News, Outcome, StoreError, Stream, Subscription, Tail};
use rand::{
    RngExt,
    distr::{Alphanumeric, SampleString},
};
use std::{sync::Arc, time::Duration};
use tengen_core::{
    game::Game,
    lobby::{Command, Decision, Done as LobbyDone, Event, LOBBY_FORMAT, Lobby},
    log,
    timing::{Guard, Time},
};
use tengen_protocol::{
    AccountId, Code, CommandId, Done, GameId, Notice, OfferId, Outcome as GameOutcome, Setup, Terms, WireError,
};
use tokio::{
    select,
    sync::{mpsc, oneshot},
    time::{Instant, sleep},
};

/// Asks that may wait for the lobby.
pub(super) const QUEUE: usize = 1024;

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 256;

/// The log is compacted when it is longer than this.
const COMPACT_OVER: u64 = 2_000;

/// How long a command is tried while the store does not answer.
const SETTLE_WITHIN: Duration = Duration::from_secs(8);

/// How often a command is judged again because another node was first.
const ROUNDS: u32 = 32;

/// Games created again in one look.
const CREATE_AGAIN: usize = 64;

/// A game that was accepted so long ago, ms, and is not known to exist is created again.
const CREATE_AGAIN_AFTER_MS: u64 = 3_000;

/// Random characters of an id: nobody guesses an unlisted game.
const ID_CHARS: usize = 16;

/// What an account wants of the lobby.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Make an offer.
    Offer(Box<Terms>),
    /// Withdraw one's own.
    Withdraw(OfferId),
    /// Accept one.
    Accept(OfferId),
}

/// What the lobby can be asked.
#[derive(Debug)]
pub enum LobbyAsk {
    /// Judge a command.
    Command {
        /// Who.
        by: AccountId,
        /// What.
        wish: Wish,
        /// The answer.
        ticket: Ticket,
    },
    /// A game's log says so.
    Apply {
        /// What.
        lifecycle: Lifecycle,
        /// The result, when it is finished.
        outcome: Option<GameOutcome>,
        /// Whether it is in the lobby's log.
        reply: oneshot::Sender<bool>,
    },
    /// The time of an offer may be over.
    TimeActs,
    /// Look after the log: missing events, games that do not exist yet, compaction.
    Look,
}

impl LobbyAsk {
    pub(super) fn refuse(self, error: &WireError) {
        match self {
            Self::Command { ticket, .. } => ticket.answer(Err(error.clone())),
            Self::Apply { reply, .. } => {
                // whoever asked may have gone
                let _gone = reply.send(false);
            }
            Self::TimeActs | Self::Look => {}
        }
    }
}

/// Why the lobby could not be read or written.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unreadable(#[from] tengen_core::lobby::Unreadable),
}

enum Step {
    Done,
    Again,
    NotYet,
}

struct Service {
    hub: Hub,
    stream: Stream,
    news: mpsc::Receiver<News>,
    subscription: Subscription,
    behind: bool,
    /// Where the stored log begins, after compaction.
    begins: u64,
    /// Who waits for the game that is being accepted just now.
    accepting: Option<(GameId, Ticket)>,
}

/// Serves the lobby for ever.
pub(super) async fn run(hub: Hub, mut asks: mpsc::Receiver<LobbyAsk>) {
    let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));
    loop {
        match Service::open(&hub).await {
            Ok(service) => {
                backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));
                hub.0.lobby_open.send_replace(true);
                if service.serve(&mut asks).await.is_break() {
                    return;
                }
            }
            Err(error) => {
                tracing::error!(%error, "the lobby's log cannot be read");
                while let Ok(ask) = asks.try_recv() {
                    ask.refuse(&busy("the lobby cannot be read"));
                }
                backoff.wait().await;
            }
        }
    }
}

impl Service {
    async fn open(hub: &Hub) -> Result<Self, Trouble> {
        let stream = Stream::lobby();
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        let subscription = hub.0.calls.subscribe(&stream, sender).await?;
        let tail = hub.0.calls.read(&stream, 0).await?;
        let (lobby, begins) = fold(&tail)?;
        *lock(&hub.0.lobby_fold) = lobby;
        Ok(Self { hub: hub.clone(), stream, news, subscription, behind: false, begins, accepting: None })
    }

    /// Until the fold must be read anew, or nobody asks any more.
    async fn serve(mut self, asks: &mut mpsc::Receiver<LobbyAsk>) -> std::ops::ControlFlow<()> {
        loop {
            let result = select! {
                biased;
                news = self.news.recv() => match news {
                    Some(News::Event(stored)) => self.absorb(&stored),
                    Some(News::Seat(..)) => Ok(()),
                    None => {
                        self.behind = true;
                        sleep(Duration::from_millis(100)).await;
                        self.catch_up().await
                    }
                },
                ask = asks.recv() => match ask {
                    Some(ask) => self.take(ask).await,
                    None => return std::ops::ControlFlow::Break(()),
                },
            };
            match result {
                Ok(()) => {}
                Err(Trouble::Store(error)) if error.retryable() => {
                    tracing::debug!(%error, "the lobby could not be read yet");
                }
                Err(error) => {
                    tracing::warn!(%error, "the lobby's log is read anew");
                    if let Some((_, ticket)) = self.accepting.take() {
                        ticket.answer(Err(busy("the lobby is being read again")));
                    }
                    return std::ops::ControlFlow::Continue(());
                }
            }
        }
    }

    async fn take(&mut self, ask: LobbyAsk) -> Result<(), Trouble> {
        match ask {
            LobbyAsk::Command { by, wish, ticket } => self.command(&by, wish, ticket).await,
            LobbyAsk::Apply { lifecycle, outcome, reply } => {
                let done = self.apply_lifecycle(&lifecycle, outcome.as_ref()).await;
                // whoever asked may have gone
                let _gone = reply.send(matches!(done, Ok(true)));
                done.map(|_| ())
            }
            LobbyAsk::TimeActs => self.time_acts().await,
            LobbyAsk::Look => self.look().await,
        }
    }

    fn lobby<T>(&self, read: impl FnOnce(&Lobby) -> T) -> T {
        read(&lock(&self.hub.0.lobby_fold))
    }

    /// Folds a stored event if it is the next one, and does what follows from it.
    fn absorb(&mut self, stored: &[u8]) -> Result<(), Trouble> {
        let position = self.lobby(Lobby::position);
        match super::journal::seq_of(stored) {
            Some(seq) if seq <= position.seq => return Ok(()),
            Some(seq) if seq > position.seq + 1 => {
                self.behind = true;
                return Ok(());
            }
            _ => {}
        }
        let event = lock(&self.hub.0.lobby_fold).apply(stored)?;
        self.react(event);
        Ok(())
    }

    fn react(&mut self, event: Event) {
        let Event::Accepted { offer, game, setup, .. } = event else { return };
        let ticket = match self.accepting.take() {
            Some((accepted, ticket)) if accepted == game => Some(ticket),
            other => {
                self.accepting = other;
                None
            }
        };
        self.hub.started(offer, game, setup, ticket);
    }

    async fn ensure(&mut self) -> Result<(), Trouble> {
        self.behind |= self.subscription.take_lost();
        while let Ok(news) = self.news.try_recv() {
            if let News::Event(stored) = news {
                self.absorb(&stored)?;
            }
        }
        if self.behind { self.catch_up().await } else { Ok(()) }
    }

    async fn catch_up(&mut self) -> Result<(), Trouble> {
        self.behind = true;
        let position = self.lobby(Lobby::position);
        let tail = self.hub.0.calls.read(&self.stream, position.seq).await?;
        let other = tail.end.seq < position.seq || (tail.end.seq == position.seq && tail.end.head != position.head);
        if other {
            let what = "the store's log is not a continuation of what was folded".to_owned();
            return Err(tengen_core::lobby::Unreadable::Malformed { after: position.seq, what }.into());
        }
        if tail.snapshot.is_some() {
            let (lobby, begins) = fold(&tail)?;
            *lock(&self.hub.0.lobby_fold) = lobby;
            self.begins = begins;
        } else {
            for stored in &tail.events {
                self.absorb(stored)?;
            }
        }
        self.behind = false;
        Ok(())
    }

    /// One try to append.
    async fn commit(&mut self, decision: &Decision, guard: Guard) -> Result<Step, Trouble> {
        let body = log::body(LOBBY_FORMAT, &decision.event)
            .map_err(|error| StoreError::Damaged { place: "lobby".into(), what: error.to_string() })?;
        let expect = self.lobby(Lobby::position);
        let stream = self.stream.clone();
        let commit = Commit { stream, expect, body: body.into(), guard, due: decision.due, lifecycle: None };
        match self.hub.0.calls.commit(commit).await?.value {
            Outcome::Committed { event, .. } => {
                self.absorb(&event)?;
                Ok(Step::Done)
            }
            Outcome::Conflict(_) => {
                self.catch_up().await?;
                Ok(Step::Again)
            }
            Outcome::Reload(position) => {
                let what = "the store's log ends otherwise".to_owned();
                Err(tengen_core::lobby::Unreadable::Malformed { after: position.seq, what }.into())
            }
            Outcome::Late | Outcome::Time => Ok(Step::NotYet),
        }
    }

    async fn command(&mut self, by: &AccountId, wish: Wish, ticket: Ticket) -> Result<(), Trouble> {
        let Some(id) = ticket.id().cloned() else {
            ticket.refuse(Code::BadMessage, "a command needs an id");
            return Ok(());
        };
        // Drawn once: a command that is judged again makes the same.
        let (command, game) = drawn(wish);
        if let Some(game) = &game {
            self.accepting = Some((game.clone(), ticket));
            let result = self.settle(by, &id, &command).await;
            let waiting = self.accepting.take().filter(|(waiting, _)| waiting == game).map(|(_, ticket)| ticket);
            return self.answer(waiting, result);
        }
        let result = self.settle(by, &id, &command).await;
        self.answer(Some(ticket), result)
    }

    fn answer(&self, ticket: Option<Ticket>, result: Result<LobbyDone, Refused>) -> Result<(), Trouble> {
        match (result, ticket) {
            (Ok(LobbyDone::Started { offer, game }), Some(ticket)) => {
                // a repeat: the game may still have to be created
                match self.lobby(|lobby| lobby.game(&game).map(|live| (live.created, live.setup.clone()))) {
                    Some((false, setup)) => self.hub.started(offer, game, setup, Some(ticket)),
                    _ => ticket.answer(Ok(Done::Started { game, offer })),
                }
                Ok(())
            }
            (Ok(LobbyDone::Offered { offer }), Some(ticket)) => {
                ticket.answer(Ok(Done::Offered { offer }));
                Ok(())
            }
            (Ok(LobbyDone::Withdrawn { .. }), Some(ticket)) => {
                ticket.answer(Ok(Done::Nothing {}));
                Ok(())
            }
            (Err(Refused::Wire(error)), Some(ticket)) => {
                ticket.answer(Err(error));
                Ok(())
            }
            (Err(Refused::Trouble(error)), Some(ticket)) => {
                ticket.answer(Err(busy("the store does not answer")));
                Err(error)
            }
            (Err(Refused::Trouble(error)), None) => Err(error),
            (_, None) => Ok(()),
        }
    }

    async fn settle(&mut self, by: &AccountId, id: &CommandId, command: &Command) -> Result<LobbyDone, Refused> {
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        for _ in 0..ROUNDS {
            let tried = match self.ensure().await {
                Ok(()) => {
                    let repeat = |lobby: &Lobby| lobby.repeat(by, id, command).map(|done| done.cloned());
                    if let Some(repeat) = self.lobby(repeat) {
                        return Ok(repeat?);
                    }
                    let now = self.wall();
                    let decision = self.lobby(|lobby| lobby.decide(by, id, command.clone(), now))?;
                    let done = decision.event.done().map(|(_, _, done)| done);
                    match (self.commit(&decision, Guard::None).await, done) {
                        (Ok(Step::Done), Some(done)) => return Ok(done),
                        (Ok(_), _) => continue,
                        (Err(error), _) => error,
                    }
                }
                Err(error) => error,
            };
            match tried {
                Trouble::Store(error) if error.retryable() && Instant::now() < until => {
                    self.behind = true;
                    backoff.wait().await;
                }
                error => return Err(Refused::Trouble(error)),
            }
        }
        Err(Refused::Wire(busy("others were first too often")))
    }

    /// The store's wall time.
    fn wall(&self) -> u64 {
        self.hub.times().wall(self.stream.partition()).unwrap_or_default()
    }

    async fn time_acts(&mut self) -> Result<(), Trouble> {
        self.ensure().await?;
        let now = self.wall();
        let Some(decision) = self.lobby(|lobby| lobby.time_acts(now)) else { return Ok(()) };
        self.commit(&decision, Guard::Due { time: Time::Wall, at: now, flag: None }).await.map(|_| ())
    }

    /// Whether the lobby's log has it now.
    async fn apply_lifecycle(&mut self, lifecycle: &Lifecycle, outcome: Option<&GameOutcome>) -> Result<bool, Trouble> {
        for _ in 0..ROUNDS {
            self.ensure().await?;
            let decision = self.lobby(|lobby| match (lifecycle.kind, outcome) {
                (LifecycleKind::Created, _) => lobby.created(&lifecycle.game),
                (LifecycleKind::Finished, Some(outcome)) => lobby.game_finished(&lifecycle.game, outcome),
                (LifecycleKind::Finished, None) => None,
            });
            let Some(decision) = decision else { return Ok(true) };
            if let Step::Done = self.commit(&decision, Guard::None).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn look(&mut self) -> Result<(), Trouble> {
        self.ensure().await?;
        let position = self.lobby(Lobby::position);
        let end = self.hub.0.calls.positions(std::slice::from_ref(&self.stream)).await?;
        if end.first().is_some_and(|end| *end != position) {
            self.catch_up().await?;
        }
        self.create_again();
        self.compact().await
    }

    fn create_again(&self) {
        let before = self.wall().saturating_sub(CREATE_AGAIN_AFTER_MS);
        let missing: Vec<(GameId, Setup)> = self.lobby(|lobby| {
            let old = lobby.uncreated().filter(|(_, live)| live.at <= before);
            old.take(CREATE_AGAIN).map(|(id, live)| (id.clone(), live.setup.clone())).collect()
        });
        for (game, setup) in missing {
            let hub = self.hub.clone();
            self.hub.spawn(async move {
                match hub.create(&game, setup).await {
                    Ok(()) => tracing::info!(%game, "a game whose creation was cut off exists now"),
                    Err(error) => tracing::warn!(%error, %game, "an accepted game could not be created yet"),
                }
            });
        }
    }

    async fn compact(&mut self) -> Result<(), Trouble> {
        let position = self.lobby(Lobby::position);
        if position.seq.saturating_sub(self.begins) <= COMPACT_OVER {
            return Ok(());
        }
        let snapshot = self.lobby(Lobby::snapshot);
        let snapshot =
            snapshot.map_err(|error| StoreError::Damaged { place: "lobby".into(), what: error.to_string() })?;
        if self.hub.0.calls.compact(&self.stream, position, snapshot.into()).await? {
            self.begins = position.seq;
            tracing::info!(seq = position.seq, "the lobby's log was compacted");
        }
        Ok(())
    }
}

#[derive(Debug)]
enum Refused {
    Wire(WireError),
    Trouble(Trouble),
}

impl From<WireError> for Refused {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

fn fold(tail: &Tail) -> Result<(Lobby, u64), tengen_core::lobby::Unreadable> {
    let (mut lobby, begins) = match &tail.snapshot {
        Some((position, snapshot)) => (Lobby::from_snapshot(*position, snapshot)?, position.seq),
        None => (Lobby::default(), 0),
    };
    for stored in &tail.events {
        lobby.apply(stored)?;
    }
    Ok((lobby, begins))
}

/// The command, with what is drawn for it: an id, or a game's id and a seed for the colours.
fn drawn(wish: Wish) -> (Command, Option<GameId>) {
    match wish {
        Wish::Offer(terms) => (Command::Offer { offer: random_id(), terms: *terms }, None),
        Wish::Withdraw(offer) => (Command::Withdraw { offer }, None),
        Wish::Accept(offer) => {
            let game: GameId = random_id();
            let seed = format!("{:032x}", rand::rng().random::<u128>());
            (Command::Accept { offer, game: game.clone(), seed }, Some(game))
        }
    }
}

fn random_id<T: std::str::FromStr<Err = tengen_protocol::ParseError>>() -> T {
    let text = Alphanumeric.sample_string(&mut rand::rng(), ID_CHARS);
    text.parse().expect("invariant: 16 letters and digits are an id")
}

/// The first commit of a game's log.
fn creation(game: &GameId, setup: Setup) -> Result<Commit, WireError> {
    let unfit = |what: String| {
        tracing::error!(%game, what, "an accepted game cannot be made");
        WireError::new(Code::Internal, "the game cannot be made; it is in the server's log")
    };
    let decision = Game::create(setup).map_err(|error| unfit(error.to_string()))?;
    prepare(game, Stream::game(game), log::Position::default(), &decision).map_err(|error| unfit(error.to_string()))
}

impl Hub {
    /// An offer was accepted: the game is created, then both sides are told, and whoever accepted
    /// it here is answered.
    fn started(&self, offer: OfferId, game: GameId, setup: Setup, ticket: Option<Ticket>) {
        let hub = self.clone();
        self.spawn(async move {
            let players = setup.players.clone();
            if let Err(error) = hub.create(&game, setup).await {
                tracing::warn!(%error, %game, "an accepted game could not be created yet");
                if let Some(ticket) = ticket {
                    ticket.answer(Err(error));
                }
                return;
            }
            let asker = ticket.as_ref().map(|ticket| ticket.link().id());
            let notice = Notice::GameStarted { game: game.clone(), offer: offer.clone() };
            let tell = |link: &Arc<Link>| {
                if Some(link.id()) != asker {
                    link.notice(&notice);
                }
            };
            hub.0.links.of(&players.black, tell);
            hub.0.links.of(&players.white, tell);
            if let Some(ticket) = ticket {
                ticket.answer(Ok(Done::Started { game, offer }));
            }
        });
    }

    /// Makes sure that a game's log exists.
    async fn create(&self, game: &GameId, setup: Setup) -> Result<(), WireError> {
        let commit = creation(game, setup)?;
        let partition = commit.stream.partition();
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        loop {
            match self.0.calls.commit(commit.clone()).await {
                Ok(reply) => {
                    if let Outcome::Committed { .. } = reply.value {
                        self.0.running.add(partition);
                        self.0.sweeps.want(partition);
                    }
                    // anything else says that the log exists already
                    return Ok(());
                }
                Err(error) if error.retryable() && Instant::now() < until => backoff.wait().await,
                Err(error) => {
                    tracing::warn!(%error, %game, "a game's log could not be created");
                    return Err(busy("the store does not answer"));
                }
            }
        }
    }

    /// Creates a game's log if the lobby has promised the game; false if it has not.
    pub(super) async fn create_promised(&self, game: &GameId) -> Result<bool, WireError> {
        let promised = |lobby: &Lobby| lobby.game(game).filter(|live| !live.created).map(|live| live.setup.clone());
        let setup = promised(&lock(&self.0.lobby_fold));
        match setup {
            Some(setup) => self.create(game, setup).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Waits until the lobby has been read once, for a bounded time.
    async fn lobby_is_open(&self) -> Result<(), WireError> {
        let mut open = self.0.lobby_open.subscribe();
        let waited = tokio::time::timeout(super::STORE_SILENCE, open.wait_for(|open| *open)).await;
        match waited {
            Ok(Ok(_)) => Ok(()),
            _ => Err(WireError::new(Code::Unavailable, "the lobby is not read yet").retry_after(RETRY_AFTER_MS)),
        }
    }

    /// Reads the lobby as this node knows it: at most as old as the newest news.
    ///
    /// # Errors
    /// While it has not been read since the start.
    pub async fn lobby<T>(&self, read: impl FnOnce(&Lobby) -> T) -> Result<T, WireError> {
        self.lobby_is_open().await?;
        Ok(read(&lock(&self.0.lobby_fold)))
    }
}
