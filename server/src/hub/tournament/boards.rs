//! The boards of the newest round as a referee looks at them: what their games say, and who is connected.
//!
//! Read at most once a second, whoever and how many look: a referee's console asks again and again.

use super::{
    super::{Hub, busy},
    Tournaments,
};
use crate::store::{StoreError, Stream};
use futures_util::{StreamExt, stream};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tengen_core::tournament::{
    event::{Asker, BoutState, GameState, Refused, Tournament},
    trouble::{self, Look},
};
use tengen_protocol::{
    Colour, GameId, Phase, TournamentId, WireError,
    boards::{BoardView, BoardsView, Trouble},
};
use tokio::{sync::Mutex, time::Instant};

/// What was read is told to others for so long.
const KEPT: Duration = Duration::from_secs(1);

/// Boards whose games are looked at each time; of the others nothing is known.
const LOOKS: usize = 1_000;

/// Games that are looked at at the same time.
const AT_ONCE: usize = 16;

/// What was told last.
#[derive(Clone)]
pub(super) struct Kept(Instant, Arc<BoardsView>);

impl Tournaments {
    /// The games of the newest round that are played here and not decided, the worst first, for officials.
    ///
    /// # Errors
    /// [`Code::Forbidden`](tengen_protocol::Code::Forbidden) for everybody else; otherwise as [`Tournaments::get`].
    pub async fn boards(&self, asker: &Asker, id: &TournamentId) -> Result<Arc<BoardsView>, WireError> {
        let fold = self.get(id).await?;
        // another node may have named him, which was not heard here yet
        if fold.office_of(asker).is_none() && self.newest(&fold).await?.office_of(asker).is_none() {
            return Err(WireError::from(&Refused::NotAnOfficial));
        }
        let handle = self.0.desk(id)?;
        let mut kept = handle.shared.boards.lock().await;
        if let Some(Kept(at, view)) = &*kept
            && at.elapsed() < KEPT
        {
            return Ok(Arc::clone(view));
        }
        let fold = self.get(id).await?;
        let view = Arc::new(self.0.look_at_boards(&fold, self.now(id)).await?);
        *kept = Some(Kept(Instant::now(), Arc::clone(&view)));
        Ok(view)
    }
}

/// A game and where it is played.
struct Place<'a> {
    stage: u32,
    round: u32,
    table: u32,
    game: &'a GameState,
}

/// Those of the newest round that are to be played here.
fn open(fold: &Tournament) -> Vec<Place<'_>> {
    let Some(stage) = fold.stages().last() else { return Vec::new() };
    let Some(round) = stage.rounds.last().filter(|round| round.begun.is_some()) else { return Vec::new() };
    let number = u32::try_from(fold.stages().len()).unwrap_or(u32::MAX);
    let bouts = (1..).zip(&round.bouts).filter(|(_, bout): &(u32, &BoutState)| !bout.fixed);
    let games = bouts.flat_map(|(table, bout)| bout.games.iter().map(move |game| (table, game)));
    games
        .filter(|(_, game)| !game.elsewhere && game.score.is_none())
        .map(|(table, game)| Place { stage: number, round: stage.round(), table, game })
        .collect()
}

impl Hub {
    async fn look_at_boards(&self, fold: &Tournament, wall: u64) -> Result<BoardsView, WireError> {
        let open = open(fold);
        let nodes = Nodes::new(self, wall);
        let games: Vec<_> = open.iter().map(|place| (place.game.created, place.game.id.clone())).enumerate().collect();
        let looks = stream::iter(games).map(|(at, (created, game))| {
            let (hub, nodes) = (self, &nodes);
            async move {
                match (created, at < LOOKS) {
                    (false, _) => Ok(Err(Trouble::Missing)),
                    (true, true) => hub.look_at(&game, wall, nodes).await,
                    (true, false) => Ok(Err(Trouble::Unknown)),
                }
            }
        });
        let looks: Vec<Result<Result<Look, Trouble>, StoreError>> = looks.buffered(AT_ONCE).collect().await;
        let mut boards = Vec::with_capacity(open.len());
        for (place, look) in open.iter().zip(looks) {
            let look = look.map_err(|_| busy("the store does not answer"))?;
            // it is over, and the tournament will hear of it
            let is_over = |look: &Look| look.state.phase == Phase::Finished;
            if !look.as_ref().is_ok_and(is_over) {
                boards.push(board(place, look));
            }
        }
        boards.sort_by_key(|board| (board.trouble, board.table, board.board));
        Ok(BoardsView { tournament: fold.id().clone(), seq: fold.position().seq, now: wall, boards })
    }

    async fn look_at(&self, game: &GameId, wall: u64, nodes: &Nodes<'_>) -> Result<Result<Look, Trouble>, StoreError> {
        let view = match self.view(game).await {
            Ok(view) => view,
            Err(error) => {
                tracing::debug!(%error, %game, "a board could not be looked at");
                return Ok(Err(Trouble::Unknown));
            }
        };
        let away = match view.snapshot.phase {
            Phase::Playing => nodes.away(game).await?,
            _ => [false; 2],
        };
        Ok(Ok(trouble::look(&view.snapshot, view.now, wall, away)))
    }
}

fn board(place: &Place<'_>, look: Result<Look, Trouble>) -> BoardView {
    let (trouble, since, until, absent, state) = match look {
        Ok(Look { trouble, since, until, absent, state }) => (trouble, since, until, absent, Some(state)),
        Err(trouble) => (trouble, None, None, Vec::<Colour>::new(), None),
    };
    BoardView {
        stage: place.stage,
        round: place.round,
        table: place.table,
        board: place.game.board,
        game: place.game.id.clone(),
        black: place.game.black,
        white: place.game.white,
        trouble,
        since,
        until,
        absent,
        state,
    }
}

/// Nodes on which players sit, and whether they live: each is asked for once a look.
struct Nodes<'a> {
    hub: &'a Hub,
    wall: u64,
    gone: Mutex<BTreeMap<Arc<str>, bool>>,
}

impl<'a> Nodes<'a> {
    fn new(hub: &'a Hub, wall: u64) -> Self {
        Self { hub, wall, gone: Mutex::default() }
    }

    /// Whether nobody is connected for Black and for White.
    async fn away(&self, game: &GameId) -> Result<[bool; 2], StoreError> {
        let [black, white] = self.hub.0.calls.seats(&Stream::game(game)).await?;
        let mut away = [true; 2];
        for (away, seat) in away.iter_mut().zip([black, white]) {
            if let Some(seat) = seat {
                *away = self.is_gone(&seat.node).await?;
            }
        }
        Ok(away)
    }

    async fn is_gone(&self, node: &Arc<str>) -> Result<bool, StoreError> {
        if **node == *self.hub.0.node {
            return Ok(false);
        }
        let mut gone = self.gone.lock().await;
        if let Some(known) = gone.get(node) {
            return Ok(*known);
        }
        let is_gone = self.hub.is_gone(node, self.wall).await?;
        gone.insert(Arc::clone(node), is_gone);
        Ok(is_gone)
    }
}
