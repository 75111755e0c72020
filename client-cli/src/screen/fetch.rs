//! What the full screen asks over HTTP, beside its loop.

use super::{
    Query,
    game::times::{self, Timed},
};
use crate::{
    account,
    context::{Account, Context},
    failure::Failure,
    referee::{
        all::{self, Became, ToAll},
        boards,
    },
    t, talk, tournament,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tengen_protocol::{
    Code, GameId, Phase, Reason, Snapshot, TournamentDone,
    http::{GameSummary, GameView, Muted},
    tournament_view::{BoardView, BoardsView, TournamentView},
};

/// At most so many of one's own games are asked for one by one at a time ..
const ONE_BY_ONE: usize = 20;

/// .. and each again after this.
const AGAIN_AFTER: Duration = Duration::from_secs(30);

/// What was asked for.
pub(super) enum Answer {
    /// One's own games and those of others.
    Games { mine: Vec<GameSummary>, others: Vec<GameSummary> },
    /// The time that each move of a game took.
    Times { game: GameId, moves: Vec<Timed> },
    /// One is a guest, and the profile says so.
    Guest,
    /// Whom the account has muted.
    Mutes(Vec<Muted>),
    /// The boards of a tournament.
    Boards(Arc<BoardsView>),
    /// A tournament.
    Event(Arc<TournamentView>),
    /// It was done.
    Asked(TournamentDone),
    /// What became of an order to many boards.
    Ordered { done: usize, failed: Vec<(BoardView, String)> },
}

/// What is known of one's own games that no list has, one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct Alone(Arc<Mutex<Games>>);

/// When each was asked for, and what is shown of it.
#[derive(Debug, Default)]
struct Games(BTreeMap<GameId, (Instant, Option<GameSummary>)>);

impl Games {
    /// Those of the missing games that are to be asked for; what is not missing any more is forgotten.
    fn due(&mut self, missing: &[GameId], now: Instant) -> Vec<GameId> {
        self.0.retain(|game, _| missing.contains(game));
        let is_due = |game: &&GameId| self.0.get(game).is_none_or(|(asked, _)| now >= *asked + AGAIN_AFTER);
        missing.iter().filter(is_due).take(ONE_BY_ONE).cloned().collect()
    }

    fn learn(&mut self, game: GameId, now: Instant, summary: Option<GameSummary>) {
        self.0.insert(game, (now, summary));
    }

    /// It could not be had: what was known of it stands.
    fn fail(&mut self, game: GameId, now: Instant) {
        self.0.entry(game).or_insert((now, None)).0 = now;
    }

    fn known(&self) -> impl Iterator<Item = GameSummary> {
        self.0.values().filter_map(|(_, summary)| summary.clone())
    }
}

impl Alone {
    fn with<T>(&self, does: impl FnOnce(&mut Games) -> T) -> T {
        does(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Asks it.
pub(super) async fn ask(context: Context, alone: Alone, query: Query) -> (Query, Result<Answer, Failure>) {
    let answer = match &query {
        Query::Games { mine } => games(&context, &alone, mine).await,
        Query::Times { game } => {
            moves_of(&context, game).await.map(|moves| Answer::Times { game: game.clone(), moves })
        }
        Query::Mutes => talk::mutes(&context).await.map(Answer::Mutes),
        Query::Guest => account::become_guest(&context).await.map(|()| Answer::Guest),
        Query::Boards { tournament } => {
            boards::boards(&context, tournament).await.map(|boards| Answer::Boards(Arc::new(boards)))
        }
        Query::Event { tournament } => {
            boards::event(&context, tournament).await.map(|event| Answer::Event(Arc::new(event)))
        }
        Query::Tournament { tournament, after, ask } => {
            tournament::done(&context, tournament, Some(*after), (**ask).clone()).await.map(Answer::Asked)
        }
        Query::ToAll { boards, to_all, reason, text } => {
            to_boards(&context, boards, *to_all, (*reason, text.as_deref())).await
        }
    };
    (query, answer)
}

async fn to_boards(
    context: &Context,
    boards: &[BoardView],
    to_all: ToAll,
    why: (Reason, Option<&str>),
) -> Result<Answer, Failure> {
    let (mut done, mut failed) = (0, Vec::new());
    let each = |board: &BoardView, became: &Became| {
        match became {
            Ok(_) => done += 1,
            Err(why) => failed.push((board.clone(), why.clone())),
        }
        Ok(())
    };
    all::order_all(context, boards, to_all, why, each).await?;
    Ok(Answer::Ordered { done, failed })
}

async fn games(context: &Context, alone: &Alone, mine: &[GameId]) -> Result<Answer, Failure> {
    let token = context.token(Account::Optional).await?;
    let live = context.api.live_games(token.as_deref()).await?.games;
    let (mut own, others): (Vec<_>, Vec<_>) = live.into_iter().partition(|game| mine.contains(&game.game));
    // The list has not those that only players see, nor those that began a moment ago.
    let missing: Vec<GameId> = mine.iter().filter(|id| own.iter().all(|game| game.game != **id)).cloned().collect();
    for game in alone.with(|known| known.due(&missing, Instant::now())) {
        let answer = context.api.game(&game, token.as_deref()).await;
        let now = Instant::now();
        match answer {
            Ok(view) => {
                let summary = (view.snapshot.phase != Phase::Finished).then(|| summary(view));
                alone.with(|known| known.learn(game, now, summary));
            }
            // It was void and is gone.
            Err(Failure::Refused(error)) if error.code == Code::NoSuchGame => {
                alone.with(|known| known.learn(game, now, None));
            }
            // One game that cannot be had now is no reason to show none.
            Err(Failure::Refused(_)) => alone.with(|known| known.fail(game, now)),
            Err(_) => {
                // The others would take as long; they are asked for the next time.
                alone.with(|known| known.fail(game, now));
                break;
            }
        }
    }
    own.extend(alone.with(|known| known.known().collect::<Vec<_>>()));
    own.sort_by_key(|game| std::cmp::Reverse(game.created_at));
    Ok(Answer::Games { mine: own, others })
}

/// The moves of a game as its log tells them, page by page.
async fn moves_of(context: &Context, game: &GameId) -> Result<Vec<Timed>, Failure> {
    let token = context.token(Account::Optional).await?;
    let (mut moves, mut next) = (Vec::new(), 1);
    loop {
        let before = next;
        let page = context.api.log(game, next, token.as_deref()).await?;
        for recorded in page.events {
            if recorded.seq != next {
                break;
            }
            times::tell(&mut moves, &recorded.event);
            next += 1;
        }
        if next > page.seq {
            return Ok(moves);
        }
        // A page that brings nothing would be asked for again and again.
        if next == before {
            let words = context.words;
            return Err(Failure::Unreachable(t!(words, "server-no-event", game = game.as_str(), event = next)));
        }
    }
}

fn summary(view: GameView) -> GameSummary {
    let Snapshot { setup, names, created_at, phase, outcome, .. } = view.snapshot;
    GameSummary { game: view.game, setup, names, created_at, phase, outcome, ended_at: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Script;

    #[test]
    fn a_game_that_no_list_has_is_asked_for_rarely_and_shown_all_the_time() {
        let (now, mut games) = (Instant::now(), Games::default());
        let ids: Vec<GameId> = (0..30).map(|n| format!("g{n}").parse().unwrap()).collect();
        let summary = |game: &GameId| {
            let Snapshot { setup, names, created_at, phase, outcome, .. } = Script::playing(9).first;
            GameSummary { game: game.clone(), setup, names, created_at, phase, outcome, ended_at: None }
        };
        let first = games.due(&ids, now);
        assert_eq!(first, ids[..ONE_BY_ONE]);
        for game in first {
            let summary = summary(&game);
            games.learn(game, now, Some(summary));
        }
        assert_eq!(games.due(&ids, now), ids[ONE_BY_ONE..], "the others are asked for the next time");
        games.fail(ids[25].clone(), now);
        let later = now + AGAIN_AFTER;
        assert_eq!(games.due(&ids[..1], later - Duration::from_millis(1)), []);
        assert_eq!(games.known().count(), 1, "what a list has is forgotten");
        assert_eq!(games.due(&ids[..1], later), ids[..1]);
        games.fail(ids[0].clone(), later);
        assert_eq!(games.due(&ids[..1], later), []);
        assert_eq!(games.known().next(), Some(summary(&ids[0])), "what cannot be had now is shown as it was");
    }
}
