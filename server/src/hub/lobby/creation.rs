//! Games that come of accepted offers: their logs are created, then the players are told.

use super::{
    super::{
        Hub, Link, Ticket, busy,
        calls::Backoff,
        judge::{Lifecycle, LifecycleKind, prepare},
        lock,
    },
    LobbyAsk, SETTLE_WITHIN,
};
use crate::store::{Commit, Outcome, StoreError, Stream};
use std::{sync::Arc, time::Duration};
use tengen_core::{game::Game, lobby::Lobby, log};
use tengen_protocol::{Code, Done, GameId, Notice, OfferId, Setup, WireError};
use tokio::{sync::oneshot, time::Instant};

/// The first commit of a game's log.
fn creation(game: &GameId, setup: Setup) -> Result<Commit, WireError> {
    let unfit = |what: String| {
        tracing::error!(%game, what, "an accepted game cannot be made");
        WireError::new(Code::Internal, "the game cannot be made; it is in the server's log")
    };
    let decision = Game::create(setup).map_err(|error| unfit(error.to_string()))?;
    prepare(game, Stream::game(game), log::Position::default(), &decision).map_err(|error| unfit(error.to_string()))
}

/// Since when a game's log exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hub) enum Created {
    /// Since now.
    New,
    /// It existed before; perhaps the game is over already.
    Before,
}

impl Hub {
    /// Tells the lobby where a game is in its life. Its outbox tells too; but a game may be promised after what
    /// stood there was applied.
    pub(in crate::hub) async fn tell_lobby_again(&self, game: &GameId) {
        let view = match self.view(game).await {
            Ok(view) => view.snapshot,
            Err(error) => return tracing::debug!(%error, %game, "a game could not be looked at yet"),
        };
        let outcome = view.outcome;
        let kind = if outcome.is_some() { LifecycleKind::Finished } else { LifecycleKind::Created };
        let (reply, _answer) = oneshot::channel();
        let lifecycle = Lifecycle { game: game.clone(), seq: view.seq, kind };
        self.ask_lobby(LobbyAsk::Apply { lifecycle, outcome, reply });
    }

    /// An offer was accepted: the game is created, then both sides are told, and whoever accepted
    /// it here is answered.
    pub(super) fn started(&self, offer: OfferId, game: GameId, setup: Setup, ticket: Option<Ticket>) {
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
    pub(in crate::hub) async fn create(&self, game: &GameId, setup: Setup) -> Result<Created, WireError> {
        let commit = creation(game, setup)?;
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        loop {
            match self.create_once(&commit).await {
                Ok(Some(created)) => return Ok(created),
                Ok(None) if Instant::now() < until => backoff.wait().await,
                Err(error) if error.retryable() && Instant::now() < until => backoff.wait().await,
                Ok(None) => return Err(busy("the game's log is not there yet")),
                Err(error) => {
                    // whoever wanted the game says so in the log
                    tracing::debug!(%error, %game, "a game's log could not be created");
                    return Err(busy("the store does not answer"));
                }
            }
        }
    }

    /// One try; nothing if it is not safe yet that the log exists.
    async fn create_once(&self, commit: &Commit) -> Result<Option<Created>, StoreError> {
        match self.0.calls.commit(commit.clone()).await?.value {
            Outcome::Committed { .. } => {
                let partition = commit.stream.partition();
                self.0.running.add(partition);
                self.0.sweeps.want(partition);
                Ok(Some(Created::New))
            }
            Outcome::Conflict(end) => Ok(self.0.calls.confirm(&commit.stream, end).await?.then_some(Created::Before)),
            // anything else says that the log exists already
            _ => Ok(Some(Created::Before)),
        }
    }

    /// Creates a game's log if the lobby has promised the game; false if it has not.
    pub(in crate::hub) async fn create_promised(&self, game: &GameId) -> Result<bool, WireError> {
        let promised = |lobby: &Lobby| lobby.game(game).filter(|live| !live.created).map(|live| live.setup.clone());
        let setup = promised(&lock(&self.0.lobby_fold));
        match setup {
            Some(setup) => self.create(game, setup).await.map(|_| true),
            None => Ok(false),
        }
    }
}
