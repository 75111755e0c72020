//! The task of the lobby: one fold that follows the lobby's log, and the way of commands into it.

use super::{
    super::{
        Hub, Ticket, busy,
        calls::Backoff,
        journal::seq_of,
        judge::{Lifecycle, LifecycleKind},
        lock,
    },
    LobbyAsk, SETTLE_WITHIN, Wish,
    creation::Created,
    drawn,
};
use crate::store::{Commit, News, Outcome, StoreError, Stream, Subscription, Tail};
use std::{sync::atomic::Ordering, time::Duration};
use tengen_core::{
    lobby::{Command, Decision, Done as LobbyDone, Event, LOBBY_FORMAT, Lobby},
    log,
    timing::{Guard, Time},
};
use tengen_protocol::{AccountId, Code, CommandId, Done, GameId, Notice, Outcome as GameOutcome, Setup, WireError};
use tokio::{select, sync::mpsc, time::Instant};
use tracing::Instrument;

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 256;

/// The log is compacted when it is longer than this.
const COMPACT_OVER: u64 = 2_000;

/// How often a command is judged again because another node was first.
const ROUNDS: u32 = 32;

/// Games created again in one look.
const CREATE_AGAIN: usize = 64;

/// A game that was accepted so long ago, ms, and is not known to exist is created again.
const CREATE_AGAIN_AFTER_MS: u64 = 3_000;

/// Why the lobby could not be read or written.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unreadable(#[from] tengen_core::lobby::Unreadable),
}

impl Trouble {
    /// Whether the same may work later without anybody's doing.
    const fn retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.retryable())
    }
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

/// What the lobby is asked. Whatever ends its task, nobody waits for it in vain.
struct Asks(mpsc::Receiver<LobbyAsk>);

impl Asks {
    fn refuse_all(&mut self, why: &str) {
        while let Ok(ask) = self.0.try_recv() {
            ask.refuse(&busy(why));
        }
    }
}

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.close();
        self.refuse_all("the node is going down");
    }
}

/// Serves the lobby until the node closes.
pub(in crate::hub) async fn run(hub: Hub, asks: mpsc::Receiver<LobbyAsk>) {
    let mut asks = Asks(asks);
    let mut said = false;
    let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));
    loop {
        match Service::open(&hub).await {
            Ok(service) => {
                backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));
                hub.0.lobby_open.send_replace(true);
                hub.0.lobby_unreadable.store(false, Ordering::Release);
                if std::mem::take(&mut said) {
                    tracing::info!("the lobby's log can be read again");
                }
                if service.serve(&mut asks).await.is_break() {
                    return;
                }
            }
            Err(error) => {
                // a store that does not answer is noticed and said where time is kept
                if !error.retryable() {
                    hub.0.lobby_unreadable.store(true, Ordering::Release);
                }
                if std::mem::replace(&mut said, true) {
                    tracing::debug!(%error, "the lobby's log still cannot be read");
                } else {
                    tracing::error!(%error, "the lobby's log cannot be read");
                }
                asks.refuse_all("the lobby cannot be read");
                if hub.0.closing.run_until_cancelled(backoff.wait()).await.is_none() {
                    return;
                }
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
    async fn serve(mut self, asks: &mut Asks) -> std::ops::ControlFlow<()> {
        let closing = self.hub.0.closing.clone();
        loop {
            let result = select! {
                biased;
                news = self.news.recv(), if !self.is_deaf() => match news {
                    Some(News::Event(stored)) => self.absorb(&stored),
                    Some(News::Seat(..)) => Ok(()),
                    None => self.ensure().await,
                },
                ask = asks.0.recv() => match ask {
                    Some(ask) => self.take(ask).await,
                    None => return std::ops::ControlFlow::Break(()),
                },
                // everything that was asked is settled
                () = closing.cancelled() => return std::ops::ControlFlow::Break(()),
            };
            match result {
                Ok(()) => {}
                Err(error) if error.retryable() => {
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
            LobbyAsk::Command { by, wish, ticket } => {
                let span = ticket.span(None);
                self.command(&by, wish, ticket).instrument(span).await
            }
            LobbyAsk::Apply { lifecycle, outcome, reply } => {
                let done = self.apply_lifecycle(&lifecycle, outcome.as_ref()).await;
                // whoever asked may have gone
                let _gone = reply.send(matches!(done, Ok(true)));
                done.map(|_| ())
            }
            LobbyAsk::Promise { games, reply } => {
                let done = self.append(|lobby| lobby.promise(&games)).await;
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
        match seq_of(stored) {
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
        let (offer, game, setup) = match event {
            Event::Accepted { offer, game, setup, .. } => (offer, game, setup),
            Event::Created { game } => return self.tell_players(&game),
            _ => return,
        };
        let ticket = match self.accepting.take() {
            Some((accepted, ticket)) if accepted == game => Some(ticket),
            other => {
                self.accepting = other;
                None
            }
        };
        self.hub.started(offer, game, setup, ticket);
    }

    /// The players of a tournament's game hear of it when they can join it.
    fn tell_players(&self, game: &GameId) {
        let setup = self.lobby(|lobby| lobby.game(game).map(|live| live.setup.clone()));
        let Some((players, place)) = setup.and_then(|setup| Some((setup.players, setup.tournament?))) else { return };
        let notice = Notice::TournamentGame { tournament: place.tournament, game: game.clone(), bout: place.bout };
        for player in [&players.black, &players.white] {
            self.hub.0.links.of(player, |link| link.notice(&notice));
        }
    }

    /// Whether the store has ended the subscription: nothing will be heard.
    fn is_deaf(&self) -> bool {
        self.news.is_closed() && self.news.is_empty()
    }

    async fn ensure(&mut self) -> Result<(), Trouble> {
        if self.is_deaf() {
            self.behind = true;
            let (sender, news) = mpsc::channel(NEWS_QUEUE);
            self.subscription = self.hub.0.calls.subscribe(&self.stream, sender).await?;
            self.news = news;
        }
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

    /// Reads what the store has and was not heard yet; says whether there was something.
    async fn read_on(&mut self) -> Result<bool, Trouble> {
        let position = self.lobby(Lobby::position);
        let end = self.hub.0.calls.positions(std::slice::from_ref(&self.stream)).await?;
        let more = end.first().is_some_and(|end| *end != position);
        if more {
            self.catch_up().await?;
        }
        Ok(more)
    }

    /// What is in the fold is done, if the store has it as safely as what it appends.
    async fn confirm(&self) -> Result<(), Trouble> {
        let position = self.lobby(Lobby::position);
        if self.hub.0.calls.confirm(&self.stream, position).await? {
            return Ok(());
        }
        let what = "the store's log does not hold what was heard of it".to_owned();
        Err(tengen_core::lobby::Unreadable::Malformed { after: position.seq, what }.into())
    }

    /// One try to append.
    async fn commit(&mut self, decision: &Decision, guard: Guard) -> Result<Step, Trouble> {
        let body = log::body(LOBBY_FORMAT, &decision.event)
            .map_err(|error| StoreError::Damaged { place: "lobby".into(), what: error.to_string() })?;
        let expect = self.lobby(Lobby::position);
        let stream = self.stream.clone();
        let commit =
            Commit { stream, expect, body: body.into(), guard, due: decision.due, lifecycle: None, secret: None };
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
        let mut looked = false;
        for _ in 0..ROUNDS {
            let tried = match self.ensure().await {
                Ok(()) => {
                    let repeat = |lobby: &Lobby| lobby.repeat(by, id, command).map(|done| done.cloned());
                    let (step, done) = if let Some(done) = self.lobby(repeat).transpose()? {
                        (self.confirm().await.map(|()| Step::Done), Some(done))
                    } else {
                        let now = self.wall();
                        match self.lobby(|lobby| lobby.decide(by, id, command.clone(), now)) {
                            Ok(decision) => {
                                let done = decision.event.done().map(|(_, _, done)| done);
                                (self.commit(&decision, Guard::None).await, done)
                            }
                            // No log makes bad terms good.
                            Err(refusal) if looked || refusal.code == Code::BadTerms => return Err(refusal.into()),
                            // What another node has acknowledged may not have been heard here yet.
                            Err(refusal) => match self.read_on().await {
                                Ok(false) => return Err(refusal.into()),
                                Ok(true) => {
                                    looked = true;
                                    continue;
                                }
                                Err(error) => (Err(error), None),
                            },
                        }
                    };
                    match (step, done) {
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
        self.append(|lobby| match (lifecycle.kind, outcome) {
            (LifecycleKind::Created, _) => lobby.created(&lifecycle.game),
            (LifecycleKind::Finished, Some(outcome)) => lobby.game_finished(&lifecycle.game, outcome),
            (LifecycleKind::Finished, None) => None,
        })
        .await
    }

    /// Appends what is new in it; whether the lobby's log has it now.
    async fn append(&mut self, decide: impl Fn(&Lobby) -> Option<Decision>) -> Result<bool, Trouble> {
        for _ in 0..ROUNDS {
            self.ensure().await?;
            let decision = self.lobby(&decide);
            let Some(decision) = decision else { return self.confirm().await.map(|()| true) };
            if let Step::Done = self.commit(&decision, Guard::None).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn look(&mut self) -> Result<(), Trouble> {
        self.ensure().await?;
        self.read_on().await?;
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
                    Ok(Created::New) => tracing::info!(%game, "a game whose creation was cut off exists now"),
                    // whoever created it has told the lobby, or it was promised again after that
                    Ok(Created::Before) => hub.tell_lobby_again(&game).await,
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
