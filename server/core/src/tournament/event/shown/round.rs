//! One round: its pairings and how they ended.

use crate::tournament::event::{BoutState, GameState, Tournament, state::index};
use tengen_protocol::tournament_view::{BoutGameView, BoutView, RoundView};

impl Tournament {
    /// A round, by its stage and number from 1; nothing for one that is not paired.
    #[must_use]
    pub fn round_view(&self, stage: u32, round: u32) -> Option<RoundView> {
        let state = self.stages().get(index(stage))?.rounds.get(index(round))?;
        Some(RoundView {
            tournament: self.id().clone(),
            seq: self.position().seq,
            stage,
            round,
            paired: state.paired,
            begun: state.begun,
            complete: state.complete,
            closed: state.closed,
            by_hand: state.by_hand.clone(),
            bouts: (1..).zip(&state.bouts).map(|(table, state)| bout(table, state)).collect(),
            byes: state.byes.clone(),
            remarks: state.remarks.clone(),
        })
    }
}

fn bout(table: u32, state: &BoutState) -> BoutView {
    BoutView {
        table,
        first: state.first,
        second: state.second,
        result: state.result,
        fixed: state.fixed,
        games: state.games.iter().map(game).collect(),
    }
}

fn game(state: &GameState) -> BoutGameView {
    BoutGameView {
        game: state.id.clone(),
        board: state.board,
        black: state.black,
        white: state.white,
        elsewhere: state.elsewhere,
        created: state.created,
        outcome: state.outcome.clone(),
        score: state.score,
        ruled: state.ruled,
        warnings: state.warnings,
    }
}
