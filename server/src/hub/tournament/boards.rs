//! The boards that a tournament is played on now, for its referees.
//!
//! Which they are says the tournament; each game's task says how it stands, and the store who sits where. That is
//! asked for a few games at a time, and once a second at most for all who look.

use super::{super::Hub, Tournaments, busy};
use crate::{
    hub::lock,
    store::{Seat, Stream},
};
use futures_util::{StreamExt, stream};
use rustc_hash::FxHashMap;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_core::tournament::trouble::{self, Sight};
use tengen_protocol::{
    Code, Phase, Sides, TournamentId, WireError,
    tournament_view::{BoardView, BoardsView, Trouble},
};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout},
};

/// What was seen is shown to others for so long.
const FRESH: Duration = Duration::from_secs(1);

/// What nobody has asked for is kept for so long.
const KEPT: Duration = Duration::from_secs(60);

/// Games that are looked at at the same time for one tournament ..
const AT_ONCE: usize = 16;

/// .. and tournaments.
const TOURNAMENTS: usize = 2;

/// How long one game may take; a board that takes longer is shown as one that could not be read.
const GAME_WITHIN: Duration = Duration::from_secs(3);

/// How long whoever asks waits for others to have looked.
const TURN_WITHIN: Duration = Duration::from_secs(8);

/// What was seen of a tournament; held by whoever looks.
type Seen = Arc<tokio::sync::Mutex<Option<(Instant, Arc<BoardsView>)>>>;

/// What was seen lately, of each tournament that somebody watches over.
pub(super) struct Lookout {
    seen: Mutex<FxHashMap<TournamentId, (Instant, Seen)>>,
    turns: Semaphore,
}

impl Lookout {
    pub(super) fn new() -> Self {
        Self { seen: Mutex::default(), turns: Semaphore::new(TOURNAMENTS) }
    }

    fn of(&self, id: &TournamentId) -> Seen {
        let (now, mut all) = (Instant::now(), lock(&self.seen));
        all.retain(|_, (asked, _)| now.duration_since(*asked) < KEPT);
        let (asked, seen) = all.entry(id.clone()).or_insert_with(|| (now, Seen::default()));
        *asked = now;
        Arc::clone(seen)
    }
}

impl Tournaments {
    /// The boards that a tournament is played on now, those in trouble first: as they were at most a second ago.
    /// Who may see them is the caller's to ask.
    ///
    /// # Errors
    /// As [`Tournaments::get`]; [`Code::Unavailable`] also when too many look.
    pub async fn boards(&self, id: &TournamentId) -> Result<Arc<BoardsView>, WireError> {
        let lookout = &self.0.0.desks.lookout;
        let seen = lookout.of(id);
        let looked = async {
            let mut seen = seen.lock().await;
            let fold = self.get(id).await?;
            let is_fresh =
                |(at, view): &(Instant, Arc<BoardsView>)| at.elapsed() < FRESH && view.seq == fold.position().seq;
            if let Some((_, view)) = seen.as_ref().filter(|seen| is_fresh(seen)) {
                return Ok(Arc::clone(view));
            }
            let _turn = lookout.turns.acquire().await.map_err(|_| busy("the server is going down"))?;
            let now = self.now(id);
            let mut boards = self.0.look_at(fold.open_boards(), now).await;
            trouble::worst_first(&mut boards);
            let view = BoardsView { tournament: id.clone(), seq: fold.position().seq, now, boards };
            let view = Arc::new(view);
            *seen = Some((Instant::now(), Arc::clone(&view)));
            Ok(view)
        };
        timeout(TURN_WITHIN, looked).await.unwrap_or_else(|_| Err(busy("the boards could not be seen in time")))
    }
}

/// Which nodes live, as far as it was asked.
type Nodes = tokio::sync::Mutex<HashMap<Arc<str>, bool>>;

impl Hub {
    async fn look_at(&self, boards: Vec<BoardView>, now: u64) -> Vec<BoardView> {
        let nodes = Nodes::default();
        let looks = stream::iter(boards.into_iter().map(|board| self.look_at_one(board, now, &nodes)));
        looks.buffer_unordered(AT_ONCE).filter_map(|board| async { board }).collect().await
    }

    /// A board with what is the matter at it; nothing when its game is over.
    async fn look_at_one(&self, board: BoardView, now: u64, nodes: &Nodes) -> Option<BoardView> {
        if board.trouble == Trouble::Missing {
            return Some(board);
        }
        let look = async {
            let view = self.view(&board.game).await?;
            // elsewhere nobody's connection matters
            let here = match view.snapshot.phase {
                Phase::Playing => self.who_is_here(&board, nodes).await?,
                _ => Sides { black: true, white: true },
            };
            Ok::<_, WireError>((view, here))
        };
        let looked = timeout(GAME_WITHIN, look).await;
        match looked.unwrap_or_else(|_| Err(busy("the game could not be read in time"))) {
            Ok((view, here)) => {
                let sight = Sight { snapshot: &view.snapshot, game_now: view.now, now, stopped: view.stopped, here };
                trouble::seen(board, &sight)
            }
            // a failover took it back, and it is created again
            Err(error) if error.code == Code::NoSuchGame => Some(BoardView { trouble: Trouble::Missing, ..board }),
            Err(error) => {
                tracing::debug!(%error, game = %board.game, "a board could not be looked at");
                Some(board)
            }
        }
    }

    async fn who_is_here(&self, board: &BoardView, nodes: &Nodes) -> Result<Sides<bool>, WireError> {
        let unanswered = |_| busy("the store does not answer");
        let [black, white] = self.0.calls.seats(&Stream::game(&board.game)).await.map_err(unanswered)?;
        Ok(Sides { black: self.is_there(black, nodes).await?, white: self.is_there(white, nodes).await? })
    }

    /// Whether somebody sits there: his connection is open here, or on another node that lives.
    async fn is_there(&self, seat: Option<Seat>, nodes: &Nodes) -> Result<bool, WireError> {
        let Some(seat) = seat else { return Ok(false) };
        if seat.node == self.0.node {
            return Ok(self.0.links.is_open(seat.connection));
        }
        let mut nodes = nodes.lock().await;
        if let Some(lives) = nodes.get(&seat.node) {
            return Ok(*lives);
        }
        let lives = self.node_lives(&seat.node).await.map_err(|_| busy("the store does not answer"))?;
        nodes.insert(seat.node, lives);
        Ok(lives)
    }
}
