//! The boards that are played on now, before anybody has looked at their games.

use crate::tournament::event::{BoutState, GameState, Phase, Tournament, state::number};
use tengen_protocol::{
    BoutRef, Sides,
    tournament_view::{BoardView, Trouble},
};

impl Tournament {
    /// The boards of the stage going on that have no result, in the order of rounds and tables: those whose games
    /// exist, to be looked at, and those of the newest round that are still missing.
    #[must_use]
    pub fn open_boards(&self) -> Vec<BoardView> {
        let Some(stage) = self.stages().last().filter(|_| self.phase() == Phase::Running) else { return Vec::new() };
        let rounds = (1..).zip(&stage.rounds);
        let bouts = rounds.flat_map(|(round, state)| {
            let stage = number(self.stages().len());
            (1..).zip(&state.bouts).map(move |(table, bout)| (BoutRef { stage, round, table }, bout))
        });
        let open = bouts.filter(|(_, bout)| bout.result.is_none() && !bout.fixed);
        open.flat_map(|(at, bout)| self.boards_of(at, bout)).collect()
    }

    fn boards_of(&self, at: BoutRef, bout: &BoutState) -> Vec<BoardView> {
        let is_live = self.is_live(at);
        let is_open = |game: &&GameState| {
            !game.elsewhere && game.score.is_none() && game.outcome.is_none() && (game.created || is_live)
        };
        bout.games.iter().filter(is_open).map(|game| board(at, game)).collect()
    }
}

fn board(at: BoutRef, game: &GameState) -> BoardView {
    let [black, white] = game.warnings;
    BoardView {
        stage: at.stage,
        round: at.round,
        table: at.table,
        board: game.board,
        game: game.id.clone(),
        black: game.black,
        white: game.white,
        phase: None,
        trouble: if game.created { Trouble::Unread } else { Trouble::Missing },
        since: None,
        until: None,
        absent: Vec::new(),
        warnings: Sides { black, white },
        moves: 0,
        clocks: None,
        game_now: 0,
    }
}
