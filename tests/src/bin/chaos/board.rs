//! The game as a client draws it: stones, turn and phase, from snapshots and events alone.

use crate::client::Side;
use anyhow::Context;
use serde_json::Value;
use std::collections::HashSet;

/// The game as a client draws it.
#[derive(Default)]
pub(crate) struct Board {
    width: usize,
    /// Rows from the top.
    points: Vec<u8>,
    /// Moves so far, passes included.
    pub(crate) plies: usize,
    /// Players who have come.
    pub(crate) arrived: usize,
    pub(crate) white_to_move: bool,
    /// The revision of the marks, while stones are marked.
    pub(crate) marks: Option<u64>,
    /// This client accepted them.
    pub(crate) accepted: bool,
    pub(crate) over: bool,
}

impl Board {
    /// As it stands, seen by this side.
    pub(crate) fn of(snapshot: &Value, side: Side) -> anyhow::Result<Self> {
        let width = snapshot["setup"]["size"]["width"].as_u64().context("width")?;
        let scoring = &snapshot["scoring"];
        let marks = (snapshot["phase"] == "scoring").then(|| scoring["revision"].as_u64().unwrap_or_default());
        Ok(Self {
            width: usize::try_from(width)?,
            points: snapshot["board"].as_str().context("board")?.bytes().collect(),
            plies: snapshot["moves"].as_str().unwrap_or_default().split_whitespace().count(),
            arrived: if snapshot["phase"] == "waiting" {
                ["black", "white"].iter().filter(|side| snapshot["arrived"][**side] == true).count()
            } else {
                2
            },
            white_to_move: snapshot["to_move"] == "white",
            marks,
            accepted: scoring["accepted"][side.name()] == true,
            over: snapshot["phase"] == "finished",
        })
    }

    /// After one more event.
    pub(crate) fn apply(&mut self, event: &Value, side: Side) -> anyhow::Result<()> {
        let by_white = event["by"] == "white";
        match event["kind"].as_str().unwrap_or_default() {
            "created" => {
                *self = Self::default();
                let size = |name: &str| event["setup"]["size"][name].as_u64().context("size");
                self.width = usize::try_from(size("width")?)?;
                self.points = vec![b'.'; self.width * usize::try_from(size("height")?)?];
            }
            "arrived" => self.arrived += 1,
            kind @ ("play" | "pass") => {
                self.plies += 1;
                self.white_to_move = !by_white;
                if kind == "play" {
                    self.put(&event["vertex"], if by_white { b'O' } else { b'X' })?;
                }
                for vertex in event["captures"].as_array().into_iter().flatten() {
                    self.put(vertex, b'.')?;
                }
                if event["stop"].is_object() {
                    self.marks = Some(event["stop"]["revision"].as_u64().unwrap_or_default());
                    self.accepted = false;
                }
            }
            "accepted" => self.accepted |= event["by"] == side.name(),
            "resumed" => {
                self.marks = None;
                self.white_to_move = event["to_move"] == "white";
            }
            _ => {}
        }
        self.over |= !event["outcome"].is_null();
        Ok(())
    }

    fn put(&mut self, vertex: &Value, stone: u8) -> anyhow::Result<()> {
        let vertex = vertex.as_str().context("a vertex")?;
        let point = (0..self.points.len()).find(|point| self.vertex(*point) == vertex);
        self.points[point.with_context(|| format!("{vertex} is not on the board"))?] = stone;
        Ok(())
    }

    fn vertex(&self, point: usize) -> String {
        let letter = char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % self.width]);
        format!("{letter}{}", (self.points.len() - point - 1) / self.width + 1)
    }

    /// Empty points but these.
    pub(crate) fn free(&self, tried: &HashSet<String>) -> Vec<String> {
        let free = (0..self.points.len()).filter(|point| self.points[*point] == b'.');
        free.map(|point| self.vertex(point)).filter(|vertex| !tried.contains(vertex)).collect()
    }
}
