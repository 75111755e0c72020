//! One game on this node: a task that takes one thing at a time.
//!
//! It starts when somebody asks for the game and ends when nobody has for a while. It alone touches
//! the fold, and at most one commit is in flight, so a store that stalls never makes a node race
//! itself. Moves go before everything else. It waits for the store, never for a connection.

use super::{
    Hub,
    ask::{Ask, Handle, Inbox, Lane, View, way},
    busy,
    fanout::Watchers,
    journal::Journal,
    judge::Unsettled,
    lease::Absence,
    lock,
    office::{self, Offices},
    talk::{Audience, Facts},
};
use crate::store::News;
use futures_util::{StreamExt, stream::FuturesUnordered};
use std::{sync::Arc, time::Duration};
use tengen_core::{game::Game, timing::Time};
use tengen_protocol::{Code, GameId, Have, Sides, WireError};
use tokio::{
    select,
    time::{Instant, sleep_until},
};
use tracing::Instrument;

/// A game that nobody watches or asks for is kept in memory for so long.
const IDLE: Duration = Duration::from_secs(30);

/// How often something that did not work is tried again.
pub(super) const AGAIN: Duration = Duration::from_secs(1);

/// Names may change; they are asked for again when they are older than this.
const NAMES_FRESH: Duration = Duration::from_secs(60);

/// Starts the task of a game.
pub(super) fn spawn(hub: &Hub, id: &GameId) -> Handle {
    let (handle, inbox) = way();
    let audience = hub.0.rooms.audience(id);
    let actor = Actor {
        hub: hub.clone(),
        id: id.clone(),
        inbox,
        journal: None,
        dropped: None,
        behind: false,
        unreadable_until: None,
        owner: audience.begin(),
        offices: Offices::default(),
        watchers: Watchers::new(id.clone(), Arc::clone(hub.metrics()), Arc::clone(&audience)),
        audience,
        names: Sides::default(),
        names_at: None,
        unsettled: Unsettled::default(),
        absences: Sides::default(),
        unfit_for_archive: false,
        used_at: Instant::now(),
        looked_at: Instant::now(),
    };
    // not within the span of whichever connection asked first
    hub.spawn(actor.run().instrument(tracing::info_span!(parent: None, "game", game = %id)));
    handle
}

pub(super) struct Actor {
    pub(super) hub: Hub,
    pub(super) id: GameId,
    pub(super) inbox: Inbox,
    /// The fold; absent before the first ask and after it was dropped.
    pub(super) journal: Option<Journal>,
    /// What was sent of a fold that was dropped, until the log is read anew.
    pub(super) dropped: Option<Have>,
    /// News may be missing, and reading them has not worked yet.
    pub(super) behind: bool,
    /// It could not be read, and is not tried again before.
    pub(super) unreadable_until: Option<Instant>,
    pub(super) watchers: Watchers,
    /// Who asks for what a referee may, and is not known yet to be one.
    pub(super) offices: Offices,
    /// Who may talk beside the game, and by which number this task tells it of the game.
    audience: Arc<Audience>,
    owner: u64,
    pub(super) names: Sides<String>,
    names_at: Option<Instant>,
    pub(super) unsettled: Unsettled,
    /// Who came from another node of which it is not known yet whether it went away.
    pub(super) absences: Sides<Option<Absence>>,
    /// It is finished and was found to be none that can be packed.
    pub(super) unfit_for_archive: bool,
    used_at: Instant,
    /// When what did not work at once, and who is gone, was last looked after.
    looked_at: Instant,
}

enum Woken {
    Ask(Option<Ask>),
    Office(office::Known),
    News(Option<News>),
    Closing,
    Timer,
}

impl Actor {
    async fn run(mut self) {
        let closing = self.hub.0.closing.clone();
        // polled only when it was woken: looking at it takes a lock that all games share
        let mut closing = FuturesUnordered::from_iter([closing.cancelled()]);
        loop {
            let timer = self.next_look();
            let woken = select! {
                biased;
                ask = self.inbox.moves.recv() => Woken::Ask(ask),
                news = next_news(&mut self.journal) => Woken::News(news),
                known = self.offices.next(), if !self.offices.is_empty() => Woken::Office(known),
                ask = self.inbox.requests.recv() => Woken::Ask(ask),
                Some(()) = closing.next() => Woken::Closing,
                () = sleep_until(timer) => Woken::Timer,
            };
            match woken {
                Woken::Ask(Some(ask)) => {
                    self.used_at = Instant::now();
                    if let Some(ask) = self.offices.in_turn(ask) {
                        self.take(ask).await;
                    }
                }
                Woken::Office(known) => self.office_known(known).await,
                Woken::Ask(None) => return,
                Woken::News(Some(news)) => self.hear(news).await,
                Woken::News(None) => {
                    self.behind = true;
                    self.look_after().await;
                }
                Woken::Closing => return self.close().await,
                Woken::Timer => {
                    if self.watchers.is_empty() && self.used_at.elapsed() >= IDLE {
                        return self.end();
                    }
                    self.look_after().await;
                    self.looked_at = Instant::now();
                }
            }
            if self.watchers.some_gone() {
                self.let_go().await;
            }
            // what is known of an unreadable game is kept as long as it saves reading it
            let of_use = self.journal.is_some() || self.is_unreadable();
            if !of_use && self.watchers.is_empty() && self.offices.is_empty() && self.inbox.is_empty() {
                return self.end();
            }
        }
    }

    fn next_look(&self) -> Instant {
        if self.looks_for_absence() {
            return self.looked_at + AGAIN;
        }
        if self.watchers.is_empty() {
            return self.used_at + IDLE;
        }
        self.looked_at + if self.wants_attention() { AGAIN } else { IDLE }
    }

    /// Whether something is left to be done that did not work at once.
    fn wants_attention(&self) -> bool {
        !self.watchers.is_empty() && (self.journal.is_none() || self.behind || self.arrival_owed().is_some())
    }

    async fn look_after(&mut self) {
        self.let_go().await;
        if let Err(error) = self.ensure().await {
            tracing::debug!(%error, "the game is still not readable");
            return;
        }
        self.look_for_absence().await;
        if let Some((colour, id)) = self.arrival_owed() {
            self.arrive(colour, &id).await;
        }
    }

    /// The node goes down, and everything that was asked is settled.
    async fn close(mut self) {
        self.let_everybody_go().await;
        self.end();
    }

    /// Ends: whoever asks from now on gets a new task, and what was asked in between too.
    fn end(mut self) {
        let mut games = lock(&self.hub.0.games);
        if games.get(&self.id).is_some_and(|handle| handle.leads_to(&self.inbox)) {
            games.remove(&self.id);
        }
        drop(games);
        self.inbox.moves.close();
        self.inbox.requests.close();
        while let Ok(ask) = self.inbox.moves.try_recv() {
            self.hub.ask(&self.id, Lane::Moves, ask);
        }
        while let Ok(ask) = self.inbox.requests.try_recv() {
            self.hub.ask(&self.id, Lane::Requests, ask);
        }
    }

    /// Within the span of the command, if it is one.
    pub(super) async fn take(&mut self, ask: Ask) {
        match ask.ticket().map(|ticket| ticket.span(Some(&self.id))) {
            Some(span) => self.settle_ask(ask).instrument(span).await,
            None => self.settle_ask(ask).await,
        }
    }

    async fn settle_ask(&mut self, mut ask: Ask) {
        // held until it has acted: games that nobody plays here are not loaded by the thousand at once
        let mut permit = None;
        if let Ask::TimeActs { waking } = &mut ask {
            self.inbox.time_taken();
            permit = waking.take();
            if self.journal.is_none() && permit.is_none() {
                // it was loaded when this was asked; the next look asks again
                return;
            }
        }
        if let Ask::Leave { connection, ticket } = ask {
            return self.leave(connection, ticket).await;
        }
        self.hear_all().await;
        if let Err(error) = self.ensure().await {
            ask.refuse(&error);
            return self.refuse_waiting(&error);
        }
        let Some(ask) = self.with_office(ask) else { return };
        match ask {
            Ask::Join { link, member, have, office, ticket } => {
                self.join(link, member, have, office.unwrap_or_default(), ticket).await;
            }
            Ask::TakeSeat { connection, ticket } => self.take_seat(connection, ticket).await,
            Ask::Command { connection, command, arrived, read_at, ticket, waiting: _waiting } => {
                self.command(connection, &command, arrived, read_at, ticket).await;
            }
            Ask::Rule { connection, rule, arrived, office, ticket } => {
                self.rule(connection, &rule, arrived, office.unwrap_or_default(), ticket).await;
            }
            Ask::EndForEvent { order, arrived } => self.end_for_event(*order, arrived).await,
            Ask::Resync { link, .. } => self.resynchronise(&link).await,
            Ask::TimeActs { .. } => self.time_acts(permit).await,
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
        while let Ok(ask) = self.inbox.moves.try_recv() {
            ask.refuse(error);
        }
        while let Ok(ask) = self.inbox.requests.try_recv() {
            match ask {
                Ask::TimeActs { .. } => self.inbox.time_taken(),
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
        let snapshot = game.snapshot(self.names.clone());
        Some(View { now: self.now(game), snapshot, stopped: game.stopped_at() })
    }

    /// Tells the game's talk what of the game decides about rights.
    pub(super) fn tell_audience(&self) {
        self.audience.set_facts(self.owner, self.journal.as_ref().map(|journal| Facts::of(journal.game())));
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
        self.audience.set_facts(self.owner, None);
        if self.journal.is_some() {
            self.hub.0.metrics.games_loaded.dec();
        }
    }
}

async fn next_news(journal: &mut Option<Journal>) -> Option<News> {
    match journal {
        Some(journal) if !journal.is_deaf() => journal.news().await,
        _ => std::future::pending().await,
    }
}

/// The same answer for a game that is not there and for one that is not for you.
pub(super) fn no_such_game() -> WireError {
    WireError::new(Code::NoSuchGame, "no such game, or not for you")
}
