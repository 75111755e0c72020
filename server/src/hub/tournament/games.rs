//! Games that a tournament needs now, and those that it needs no more.
//!
//! Both are found in its state, so every node may do this at any time and as often as it takes. A game is
//! promised in the lobby's log first: from then on it is like a game that came of an offer, in lists, for its
//! players and for whoever repairs a creation that was cut off. A game that goes on although nothing hangs on it
//! any more is ended in its own log, by the authority of the event: the ruling names the tournament's id in the
//! place of a referee's account.

use super::super::{Arrived, Ask, Hub, LobbyAsk, ask::EventOrder, lobby::Created};
use crate::store::Stream;
use futures_util::{StreamExt, stream};
use std::time::Duration;
use tengen_core::{
    lobby::Promised,
    log::Position,
    tournament::event::{GameState, Tournament},
};
use tengen_protocol::{
    AccountId, Code, EntryNo, GameId, GivenResult, Loser, Order, Score, TournamentId, TournamentRef, WireError,
};
use tokio::{sync::oneshot, time::timeout};

/// Games created in one go; the rest follows.
const AT_A_TIME: usize = 500;

/// Games promised in one event of the lobby.
const PROMISED: usize = 64;

/// Games created or ended at the same time.
const AT_ONCE: usize = 16;

/// How long the lobby may take for a promise.
const PROMISE_WITHIN: Duration = Duration::from_secs(10);

/// How long one game may take to be ended.
const END_WITHIN: Duration = Duration::from_secs(10);

/// What is to be done for a tournament's games.
pub(super) struct Work {
    tournament: TournamentId,
    missing: Vec<Promised>,
    pointless: Vec<(GameId, Order)>,
}

impl Work {
    /// What its state asks for, at most so much as is done in one go.
    pub(super) fn of(fold: &Tournament) -> Self {
        let missing = fold.uncreated().filter_map(|(game, setup)| match setup {
            Ok(mut setup) => {
                let (bout, state) = fold.game(game)?;
                setup.tournament = Some(TournamentRef { tournament: fold.id().clone(), bout, board: state.board });
                Some(Promised { game: game.clone(), setup })
            }
            Err(error) => {
                tracing::error!(%error, %game, "a game of a tournament cannot be made");
                None
            }
        });
        let pointless = fold.pointless().filter_map(|game| Some((game.clone(), end_of(fold.game(game)?.1))));
        Self {
            tournament: fold.id().clone(),
            missing: missing.take(AT_A_TIME).collect(),
            pointless: pointless.take(AT_A_TIME).collect(),
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.pointless.is_empty()
    }

    /// Does it, and gives those of the missing games whose logs exist now. What did not work is found again.
    pub(super) async fn run(self, hub: &Hub) -> Vec<GameId> {
        let Self { tournament, missing, pointless } = self;
        let created = async {
            let mut exist = Vec::new();
            for batch in missing.chunks(PROMISED) {
                exist.extend(create(hub, batch).await);
            }
            exist
        };
        // nobody waits for his game because others cannot be ended
        tokio::join!(created, end(hub, &tournament, pointless)).0
    }
}

/// A game ends as it counts; where it counts in no way it ends without a result.
fn end_of(game: &GameState) -> Order {
    let lost = |score| score == Score::Loss;
    let side = game.score.and_then(|score| score.scores).and_then(|scores| {
        // forfeits name Black first too
        match (lost(scores.first), lost(scores.second)) {
            (true, true) => Some(Loser::Both),
            (true, false) => Some(Loser::Black),
            (false, true) => Some(Loser::White),
            (false, false) => None,
        }
    });
    match side {
        Some(side) => Order::Lose { side },
        None => Order::Adjudicate { result: GivenResult::Void, force_majeure: false },
    }
}

/// Creates games; gives those whose logs exist now.
async fn create(hub: &Hub, games: &[Promised]) -> Vec<GameId> {
    let streams: Vec<Stream> = games.iter().map(|promised| Stream::game(&promised.game)).collect();
    let ends = match hub.0.calls.positions(&streams).await {
        Ok(ends) => ends,
        Err(error) => {
            tracing::debug!(%error, "games of a tournament could not be looked for yet");
            return Vec::new();
        }
    };
    let is_there = |end: &Position| end.seq > 0;
    let (there, missing): (Vec<_>, Vec<_>) = games.iter().zip(&ends).partition(|(_, end)| is_there(end));
    let mut exist: Vec<GameId> = there.into_iter().map(|(promised, _)| promised.game.clone()).collect();
    let missing: Vec<Promised> = missing.into_iter().map(|(promised, _)| promised.clone()).collect();
    if missing.is_empty() || !is_promised(hub, missing.clone()).await {
        return exist;
    }
    let created = stream::iter(missing).map(|Promised { game, setup }| async move {
        match hub.create(&game, setup).await {
            Ok(created) => {
                if created == Created::Before {
                    hub.tell_lobby_again(&game).await;
                }
                Some(game)
            }
            Err(error) => {
                tracing::debug!(%error, %game, "a game of a tournament could not be created yet");
                None
            }
        }
    });
    let created: Vec<Option<GameId>> = created.buffer_unordered(AT_ONCE).collect().await;
    exist.extend(created.into_iter().flatten());
    exist
}

/// Whether the lobby's log says that these games are to be made.
async fn is_promised(hub: &Hub, games: Vec<Promised>) -> bool {
    let (reply, answer) = oneshot::channel();
    hub.ask_lobby(LobbyAsk::Promise { games, reply });
    matches!(timeout(PROMISE_WITHIN, answer).await, Ok(Ok(true)))
}

/// Ends games in their own logs.
async fn end(hub: &Hub, tournament: &TournamentId, games: Vec<(GameId, Order)>) {
    // an id of a tournament is written as one of an account is, and no account has it
    let Ok(authority) = tournament.as_str().parse::<AccountId>() else { return };
    let authority = &authority;
    let ended = stream::iter(games).for_each_concurrent(AT_ONCE, |(game, order)| async move {
        let (reply, answer) = oneshot::channel();
        let order = Box::new(EventOrder { referee: authority.clone(), order, reply });
        hub.tell(&game, Ask::EndForEvent { order, arrived: Arrived::default() }).await;
        match timeout(END_WITHIN, answer).await {
            Ok(Ok(Ok(()))) => tracing::debug!(%game, "a game was ended on which nothing hangs any more"),
            Ok(Ok(Err(error))) => tracing::debug!(%error, %game, "a game could not be ended yet"),
            _ => tracing::debug!(%game, "a game could not be ended in time"),
        }
    });
    ended.await;
}

/// Whether somebody's game is being played: both have arrived, and it is not over.
///
/// # Errors
/// A game cannot be read now.
pub(super) async fn is_in_play(hub: &Hub, fold: &Tournament, entry: EntryNo) -> Result<bool, WireError> {
    let going_on = |game: &&GameState| {
        let plays = game.black.entry == entry || game.white.entry == entry;
        plays && !game.elsewhere && game.score.is_none()
    };
    let last = fold.stages().last().and_then(|stage| stage.rounds.last());
    let games = last.into_iter().flat_map(|round| &round.bouts).flat_map(|bout| &bout.games).filter(going_on);
    for game in games {
        let snapshot = match hub.view(&game.id).await {
            Ok(view) => view.snapshot,
            // it is not made yet
            Err(error) if error.code == Code::NoSuchGame => continue,
            Err(error) => return Err(error),
        };
        if snapshot.arrived.black && snapshot.arrived.white && snapshot.outcome.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}
