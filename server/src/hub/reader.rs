//! Games for people and programs that do not follow them on a socket, and the lists of the lobby.

use super::{Hub, Lane, TalkAsk, View, actor::no_such_game, ask::Ask, busy};
use crate::{
    GameReader, Search,
    store::{StoreError, Stream},
};
use async_trait::async_trait;
use std::time::Duration;
use tengen_core::sgf;
use tengen_protocol::{
    AccountId, Channel, Code, GameId, Offer, OfferId, Talk, Visibility, WireError,
    http::{GameList, GameView, LogPage, Player},
    limits,
};
use tokio::{sync::oneshot, time::timeout};

/// How long a game may take to be read for HTTP.
const READ_WITHIN: Duration = Duration::from_secs(8);

/// Offers of others in one list; the newest ones, so that old offers of people who have gone hide
/// nobody's new one.
const OFFERS_LISTED: usize = 100;

impl Hub {
    /// The game as it stands, whoever may see it.
    ///
    /// # Errors
    /// When there is no such game or it cannot be read now.
    pub async fn view(&self, game: &GameId) -> Result<View, WireError> {
        let (reply, answer) = oneshot::channel();
        self.ask(game, Lane::Requests, Ask::View(reply));
        match timeout(READ_WITHIN, answer).await {
            Ok(Ok(view)) => view,
            _ => Err(busy("the game could not be read in time")),
        }
    }

    /// The same, if the viewer may see it.
    async fn visible(&self, game: &GameId, viewer: Option<&AccountId>) -> Result<View, WireError> {
        let view = self.view(game).await?;
        let setup = &view.snapshot.setup;
        let players = [&setup.players.black, &setup.players.white];
        match setup.visibility {
            Visibility::Public | Visibility::Unlisted => Ok(view),
            Visibility::Private => match viewer {
                Some(viewer) if players.contains(&viewer) => Ok(view),
                Some(viewer) if setup.regulations.referees.contains(viewer) => Ok(view),
                Some(viewer) if self.directory().is_referee(viewer).await? => Ok(view),
                _ => Err(no_such_game()),
            },
        }
    }

    /// An account's games that are not finished.
    ///
    /// # Errors
    /// While the lobby has not been read since the start.
    pub async fn games_of(&self, account: &AccountId) -> Result<Vec<GameId>, WireError> {
        self.lobby(|lobby| lobby.games_of(account).cloned().collect()).await
    }

    /// The open offers that an account may accept, and its own: oldest first; of others the
    /// newest 100.
    ///
    /// # Errors
    /// While the lobby has not been read since the start.
    pub async fn offers(&self, account: Option<&AccountId>) -> Result<Vec<Offer>, WireError> {
        let open: Vec<(OfferId, tengen_core::lobby::OpenOffer)> = self
            .lobby(|lobby| {
                let mut others = 0;
                let newest_first = lobby.offers(account).into_iter().rev().filter(|(_, open)| {
                    let own = account == Some(&open.by);
                    others += usize::from(!own);
                    own || others <= OFFERS_LISTED
                });
                let mut listed: Vec<_> = newest_first.map(|(id, open)| (id.clone(), open.clone())).collect();
                listed.reverse();
                listed
            })
            .await?;
        let makers: Vec<AccountId> = open.iter().map(|(_, open)| open.by.clone()).collect();
        let names = self.directory().names(&makers).await;
        let offers = open.into_iter().zip(names);
        Ok(offers
            .map(|((offer, open), name)| Offer { offer, by: open.by, name, at: open.at, terms: open.terms })
            .collect())
    }
}

#[async_trait]
impl GameReader for Hub {
    async fn list(&self, search: &Search, viewer: Option<&AccountId>) -> Result<GameList, WireError> {
        self.search(search, viewer).await
    }

    async fn player(&self, who: &str) -> Result<Player, WireError> {
        self.about(who).await
    }

    async fn view(&self, game: &GameId, viewer: Option<&AccountId>) -> Result<GameView, WireError> {
        let View { now, snapshot, .. } = self.visible(game, viewer).await?;
        Ok(GameView { game: game.clone(), now, snapshot })
    }

    async fn log(
        &self,
        game: &GameId,
        viewer: Option<&AccountId>,
        from: u64,
        limit: u64,
    ) -> Result<LogPage, WireError> {
        self.visible(game, viewer).await?;
        let limit = limit.min(limits::LOG_PAGE);
        let page = self.0.calls.read_page(&Stream::game(game), from.saturating_sub(1), limit).await;
        let page = page.map_err(|error| unread(game, &error))?;
        let unreadable = |error: serde_json::Error| unreadable(game, &error);
        let events = page.events.iter().map(|stored| serde_json::from_slice(stored)).collect::<Result<_, _>>();
        let (seq, head) = (page.end.seq, page.end.head);
        Ok(LogPage { game: game.clone(), seq, head, events: events.map_err(unreadable)? })
    }

    async fn sgf(&self, game: &GameId, viewer: Option<&AccountId>) -> Result<String, WireError> {
        let names = self.visible(game, viewer).await?.snapshot.names;
        let log = self.0.calls.read(&Stream::game(game), 0).await.map_err(|error| unread(game, &error))?;
        sgf::write(&log.events, &names).map_err(|error| unreadable(game, &error))
    }

    async fn talk(
        &self,
        game: &GameId,
        viewer: Option<&AccountId>,
        channel: Channel,
        after: Option<u64>,
    ) -> Result<Talk, WireError> {
        let (sender, answer) = oneshot::channel();
        let reply = Box::new(move |talk| {
            // whoever asked may have gone
            let _gone = sender.send(talk);
        });
        Self::talk(self, game, TalkAsk::List { viewer: viewer.cloned(), channel, after, reply });
        match timeout(READ_WITHIN, answer).await {
            Ok(Ok(talk)) => talk,
            _ => Err(busy("the talk could not be read in time")),
        }
    }
}

/// Why a log was not read. That the store does not answer is said once, by whoever keeps time.
fn unread(game: &GameId, error: &StoreError) -> WireError {
    if error.retryable() {
        tracing::debug!(%error, %game, "a log could not be read");
        return busy("the store does not answer");
    }
    unreadable(game, error)
}

fn unreadable(game: &GameId, error: &dyn std::fmt::Display) -> WireError {
    tracing::error!(%error, %game, "a log that was folded cannot be read");
    WireError::new(Code::Unreadable, "the game's log cannot be read")
}
