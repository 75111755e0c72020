//! What a client does when it is to act.

use super::{Client, Pending, Side};
use crate::game::Ending;
use rand::{RngExt, seq::IndexedRandom};
use serde_json::json;
use std::time::Duration;
use tengen_tests::history::Seen;
use tokio::time::Instant;

/// How often a move claims lag, true or not.
const CLAIMS: f64 = 0.2;

impl Client {
    /// Whether it waits for this client.
    pub(super) fn is_to_act(&self) -> bool {
        let board = &self.board;
        if board.over || self.side == Side::Spectator || self.seq < self.answered || board.arrived < 2 {
            return false;
        }
        if board.marks.is_some() {
            return !board.accepted;
        }
        let idles = self.plan.ending == Ending::Flag && board.plies >= self.plan.plies && !self.run.is_ending();
        board.white_to_move == (self.side == Side::White) && !idles
    }

    /// Before a move.
    pub(super) fn thinks(&mut self) -> Duration {
        Duration::from_millis(self.rng.random_range(self.plan.thinks_ms.clone()))
    }

    /// Chooses a command, if it is still time for one.
    pub(super) fn decide(&mut self) {
        if !self.is_to_act() || self.pending.is_some() || self.run.is_stopped() {
            return;
        }
        let id = self.next_id();
        let done = self.board.plies >= self.plan.plies;
        let (command, vertex) = if self.run.is_ending() || (done && self.plan.ending == Ending::Resigned) {
            (json!({"id": id, "type": "resign", "game": self.game}), None)
        } else if let Some(revision) = self.board.marks {
            (json!({"id": id, "type": "accept", "game": self.game, "revision": revision}), None)
        } else {
            let free = self.board.free(&self.tried);
            let vertex = free.choose(&mut self.rng).filter(|_| !done).map_or("pass", String::as_str).to_owned();
            let mut play = json!({"id": id, "type": "play", "game": self.game, "vertex": vertex,
                "after": self.seq, "head": self.head});
            if self.rng.random_bool(CLAIMS) {
                play["lag"] = self.rng.random_range(0..=2_000).into();
            }
            self.seen.push(Seen::Sent { id: id.clone(), after: self.seq, head: self.head.clone() });
            (play, Some(vertex))
        };
        let text = command.to_string();
        self.pending = Some(Pending { id, text, vertex, sent: None, send_at: Some(Instant::now()) });
    }
}
