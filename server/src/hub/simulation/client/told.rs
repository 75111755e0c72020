//! What a client is told: it keeps a board of it, and checks what it can.

use super::{Client, Connection, Pending, SIZE};
use crate::hub::{
    lock,
    simulation::{aims::Aim, history::Invariant},
};
use serde_json::Value;
use std::time::Duration;
use tengen_protocol::{BoardHash, Colour, Have, Head, Phase};
use tokio::time::Instant;

impl Client {
    /// False when the connection is left.
    pub(super) fn told(&mut self, on: &mut Connection, text: &str) -> bool {
        let Ok(message) = serde_json::from_str::<Value>(text) else { return false };
        if message["event"].is_object() {
            self.event(&message);
        } else if let Some(notice) = message["notice"].as_str() {
            match notice {
                "rollback" | "resync" => self.snapshot(&message["snapshot"]),
                // plays again from a new connection
                "seat_taken" => return false,
                _ => {}
            }
        } else if let Some(re) = message["re"].as_str() {
            return self.answer(on, re, &message);
        }
        true
    }

    fn answer(&mut self, on: &mut Connection, re: &str, message: &Value) -> bool {
        let code = message["error"]["code"].as_str();
        if on.joining.as_ref().is_some_and(|(id, _)| id == re) {
            on.joining = None;
            on.act_at = Instant::now() + Duration::from_millis(self.world.below(1_000));
            let joined = &message["ok"];
            match joined["join"].as_str() {
                Some("snapshot" | "rollback") => self.snapshot(&joined["snapshot"]),
                Some("up_to_date") => {
                    let have = self.have.as_ref().map(|have| (have.seq, have.head.to_string()));
                    let told = joined["seq"].as_u64().zip(joined["head"].as_str().map(str::to_owned));
                    if have != told {
                        self.violated(Invariant::Seen, format!("has {have:?}, was told {told:?} is up to date"));
                    }
                }
                Some(_) => {}
                None => return false,
            }
            return true;
        }
        let Some((id, _)) = on.asked.take_if(|(id, _)| id == re) else { return true };
        let answer = message["ok"]["seq"].as_u64().ok_or(code.unwrap_or("none"));
        lock(&self.world.history).answered(self.world.now(), &self.stream(), &id, answer);
        match answer {
            Ok(_) => self.pending = None,
            // the same again, here or elsewhere
            Err("unavailable" | "internal" | "seat_taken" | "not_joined") => return false,
            Err("rollback") => {}
            Err(_) => self.pending = None,
        }
        true
    }

    fn snapshot(&mut self, snapshot: &Value) {
        let head = snapshot["head"].as_str().and_then(|head| head.parse().ok());
        let (Some(seq), Some(head)) = (snapshot["seq"].as_u64(), head) else {
            return self.violated(Invariant::Seen, format!("no snapshot: {snapshot}"));
        };
        self.have = Some(Have { seq, head, heads: Vec::new() });
        let rows = snapshot["board"].as_str().unwrap_or_default();
        self.board = rows.bytes().filter(|byte| matches!(byte, b'X' | b'O' | b'.')).collect();
        self.check_board(&snapshot["hash"]);
        self.finished = snapshot["phase"] == "finished";
        self.to_move = snapshot["phase"] == "playing" && self.is_me(&snapshot["to_move"]);
        let other = |pending: &mut Pending| pending.head != head;
        drop(self.pending.take_if(other));
    }

    fn is_me(&self, colour: &Value) -> bool {
        self.colour.is_some_and(|mine| *colour == mine.to_string())
    }

    fn check_board(&self, hash: &Value) {
        let mine = BoardHash::of_rows(&self.board).to_string();
        if hash.as_str().is_some_and(|hash| hash != mine) {
            self.violated(Invariant::Seen, format!("the board is {mine}, should be {hash}"));
        }
    }

    fn event(&mut self, message: &Value) {
        let have = self.have.clone().unwrap_or(Have { seq: 0, head: Head::EMPTY, heads: Vec::new() });
        let (seq, prev) = (message["seq"].as_u64().unwrap_or_default(), message["prev"].as_str().unwrap_or_default());
        if seq != have.seq + 1 || prev != have.head.to_string() {
            self.violated(Invariant::Seen, format!("has {} {}, was sent {message}", have.seq, have.head));
        }
        let Some(head) = message["head"].as_str().and_then(|head| head.parse().ok()) else { return };
        self.have = Some(Have { seq, head, heads: Vec::new() });
        let event = &message["event"];
        match event["kind"].as_str().unwrap_or_default() {
            "play" => {
                let stone = if event["by"] == "black" { b'X' } else { b'O' };
                self.put(&event["vertex"], stone);
                for captured in event["captures"].as_array().into_iter().flatten() {
                    self.put(captured, b'.');
                }
                self.check_board(&event["hash"]);
                self.to_move = self.colour.is_some() && !self.is_me(&event["by"]);
            }
            "arrived" => {
                let history = lock(&self.world.history);
                let truth = history.truths.get(&self.stream()).and_then(|truth| truth.game.as_ref());
                self.to_move =
                    self.colour == Some(Colour::Black) && truth.is_some_and(|game| game.phase() == Phase::Playing);
            }
            "illegal" | "overran" if event["led_to"] != "pass" => self.check_board(&event["hash"]),
            "pass" | "illegal" | "overran" => {
                self.check_board(&event["hash"]);
                self.to_move = self.colour.is_some() && !self.is_me(&event["by"]) && event["stop"].is_null();
            }
            "undo_answered" if event["undone"].is_object() => {
                let undone = &event["undone"];
                self.board = undone["board"].as_str().unwrap_or_default().bytes().collect();
                self.check_board(&undone["hash"]);
                self.to_move = self.is_me(&undone["to_move"]);
            }
            "resumed" => self.to_move = self.is_me(&event["to_move"]),
            _ => {}
        }
        self.finished |= !event["outcome"].is_null();
        // one's own is kept until it is answered
        drop(self.pending.take_if(|pending| pending.after < seq && event["id"] != pending.id));
        if self.world.aim == Aim::Tail && self.pending.is_none() {
            // before the event can get lost
            self.think();
        }
    }

    fn put(&mut self, vertex: &Value, stone: u8) {
        let text = vertex.as_str().unwrap_or_default();
        let column = text.bytes().next().and_then(|letter| b"ABCDEFGHJ".iter().position(|known| *known == letter));
        let row = text.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        if let (Some(column), Some(row)) = (column, row)
            && let Some(place) = self.board.get_mut((SIZE - row) * SIZE + column)
        {
            *place = stone;
        }
    }
}
