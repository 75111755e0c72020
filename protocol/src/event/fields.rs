//! Reading an event: all fields that any kind has in one struct, then the kind takes its own.
//!
//! serde's derive for a tagged enum first keeps every field in a buffer, since the tag may come
//! last. A game of 300 moves that is read again would spend a third of its time there.

use super::{Event, MoveTime, Ruling, Stop, Undone};
use crate::{
    game::{Outcome, Setup},
    ids::{AccountId, BoardHash, CommandId},
    point::{Colour, Point},
    time::Clock,
};
use serde::{Deserialize, Deserializer, de::Error};

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Created,
    Arrived,
    Handicap,
    Play,
    Pass,
    Resigned,
    UndoRequested,
    UndoAnswered,
    Marked,
    Accepted,
    Resumed,
    ResumeRequested,
    Settled,
    TimedOut,
    Cancelled,
    Credited,
    Warned,
    Ruled,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RulingKind {
    Result,
}

#[derive(Deserialize)]
struct Fields {
    kind: Kind,
    by: Option<Colour>,
    id: Option<CommandId>,
    vertex: Option<Point>,
    #[serde(default)]
    captures: Vec<Point>,
    #[serde(default)]
    used: u64,
    #[serde(default)]
    lag: u64,
    clock: Option<Clock>,
    hash: Option<BoardHash>,
    left: Option<u16>,
    stop: Option<Stop>,
    outcome: Option<Outcome>,
    moves: Option<u32>,
    undone: Option<Box<Undone>>,
    dead: Option<bool>,
    stones: Option<Vec<Point>>,
    revision: Option<u32>,
    deadline: Option<u64>,
    to_move: Option<Colour>,
    #[serde(default)]
    next_stop_final: bool,
    setup: Option<Box<Setup>>,
    to: Option<Colour>,
    ms: Option<u64>,
    warned: Option<Colour>,
    referee: Option<AccountId>,
    reason: Option<String>,
    ruling: Option<RulingKind>,
}

/// A field that this kind must have; the error is its name.
fn need<T>(name: &'static str, field: Option<T>) -> Result<T, &'static str> {
    field.ok_or(name)
}

impl Fields {
    fn into_event(self) -> Result<Event, &'static str> {
        let by = need("by", self.by);
        let id = need("id", self.id);
        let vertex = need("vertex", self.vertex);
        let hash = need("hash", self.hash);
        let outcome = self.outcome;
        let time = MoveTime { used: self.used, lag: self.lag, clock: self.clock };
        Ok(match self.kind {
            Kind::Created => {
                Event::Created { setup: *need("setup", self.setup)?, stones: self.stones.unwrap_or_default() }
            }
            Kind::Arrived => Event::Arrived { by: by?, id: id? },
            Kind::Handicap => {
                Event::Handicap { by: by?, id: id?, vertex: vertex?, left: need("left", self.left)?, time, hash: hash? }
            }
            Kind::Play => Event::Play { by: by?, id: id?, vertex: vertex?, captures: self.captures, time, hash: hash? },
            Kind::Pass => Event::Pass { by: by?, id: id?, time, hash: hash?, stop: self.stop, outcome },
            Kind::Resigned => Event::Resigned { by: by?, id: id?, outcome: need("outcome", outcome)? },
            Kind::UndoRequested => Event::UndoRequested { by: by?, id: id?, moves: need("moves", self.moves)? },
            Kind::UndoAnswered => Event::UndoAnswered { by: by?, id: id?, undone: self.undone.map(|undone| *undone) },
            Kind::Marked => Event::Marked {
                by: by?,
                id: id?,
                vertex: vertex?,
                dead: need("dead", self.dead)?,
                stones: need("stones", self.stones)?,
                revision: need("revision", self.revision)?,
                deadline: need("deadline", self.deadline)?,
            },
            Kind::Accepted => Event::Accepted { by: by?, id: id?, revision: need("revision", self.revision)?, outcome },
            Kind::Resumed => Event::Resumed {
                by: by.ok(),
                id: id.ok(),
                to_move: need("to_move", self.to_move)?,
                next_stop_final: self.next_stop_final,
            },
            Kind::ResumeRequested => Event::ResumeRequested { by: by?, id: id? },
            Kind::Settled => Event::Settled { outcome: need("outcome", outcome)? },
            Kind::TimedOut => Event::TimedOut { by: by?, outcome: need("outcome", outcome)? },
            Kind::Cancelled => Event::Cancelled { outcome: need("outcome", outcome)? },
            Kind::Credited => Event::Credited { to: need("to", self.to)?, ms: need("ms", self.ms)? },
            Kind::Warned => Event::Warned {
                warned: need("warned", self.warned)?,
                referee: need("referee", self.referee)?,
                reason: need("reason", self.reason)?,
                outcome,
            },
            Kind::Ruled => Event::Ruled {
                referee: need("referee", self.referee)?,
                reason: need("reason", self.reason)?,
                ruling: match need("ruling", self.ruling)? {
                    RulingKind::Result => Ruling::Result { outcome: need("outcome", outcome)? },
                },
            },
        })
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::deserialize(deserializer)?.into_event().map_err(D::Error::missing_field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_of_each_kind() -> Vec<Event> {
        let outcome = || Outcome {
            result: "B+R".into(),
            reason: crate::game::EndReason::Resignation,
            winner: Some(Colour::Black),
            count: None,
        };
        let by = Colour::Black;
        let id = || "abc-1".parse::<CommandId>().unwrap();
        let vertex = "Q16".parse::<Point>().unwrap();
        let hash = BoardHash::of_rows(b"...");
        let clock = Clock { main: 5, periods: Some(2), stones: None, period: Some(9) };
        let time = MoveTime { used: 3, lag: 1, clock: Some(clock) };
        let referee = || "ref1".parse::<AccountId>().unwrap();
        let reason = || String::from("late");
        let setup = Setup {
            size: crate::Size::square(9).unwrap(),
            rules: crate::Preset::Chinese.rules(),
            komi: "7.5".parse().unwrap(),
            handicap: 0,
            placement: crate::Placement::Fixed,
            time: "30m+5x60s".parse().unwrap(),
            undo: true,
            visibility: crate::Visibility::Public,
            players: crate::Sides { black: referee(), white: referee() },
            nigiri: None,
            offer: None,
            arrive_within: 1,
        };
        let undone = Undone { moves: 1, board: "...".into(), hash, to_move: by, black: Some(clock), white: None };
        vec![
            Event::Created { setup, stones: vec![vertex] },
            Event::Arrived { by, id: id() },
            Event::Handicap { by, id: id(), vertex, left: 2, time, hash },
            Event::Play { by, id: id(), vertex, captures: vec![vertex], time, hash },
            Event::Pass {
                by,
                id: id(),
                time,
                hash,
                stop: Some(Stop { number: 1, is_final: true, revision: 4, deadline: 7, closing_pass: true }),
                outcome: Some(outcome()),
            },
            Event::Resigned { by, id: id(), outcome: outcome() },
            Event::UndoRequested { by, id: id(), moves: 2 },
            Event::UndoAnswered { by, id: id(), undone: Some(undone) },
            Event::Marked { by, id: id(), vertex, dead: true, stones: vec![vertex], revision: 3, deadline: 8 },
            Event::Accepted { by, id: id(), revision: 3, outcome: Some(outcome()) },
            Event::Resumed { by: Some(by), id: Some(id()), to_move: by, next_stop_final: true },
            Event::ResumeRequested { by, id: id() },
            Event::Settled { outcome: outcome() },
            Event::TimedOut { by, outcome: outcome() },
            Event::Cancelled { outcome: outcome() },
            Event::Credited { to: by, ms: 9 },
            Event::Warned { warned: by, referee: referee(), reason: reason(), outcome: Some(outcome()) },
            Event::Ruled { referee: referee(), reason: reason(), ruling: Ruling::Result { outcome: outcome() } },
        ]
    }

    #[test]
    fn each_kind_is_read_as_it_was_written() {
        let events = one_of_each_kind();
        let kinds: std::collections::HashSet<_> = events.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), 18, "one of each kind");
        for event in events {
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event, "{text}");
            // in any order, and from a buffer, as a message with flattened parts is read
            let mut value = serde_json::to_value(&event).unwrap();
            value.as_object_mut().unwrap().sort_keys();
            assert_eq!(serde_json::from_value::<Event>(value).unwrap(), event, "{text}");
        }
    }

    /// Fields that may be absent, of those above.
    const OPTIONAL: [&str; 8] = ["captures", "used", "lag", "clock", "stop", "undone", "stones", "outcome"];

    #[test]
    fn a_field_that_lacks_is_named() {
        for event in one_of_each_kind() {
            let whole = serde_json::to_value(&event).unwrap();
            for field in whole.as_object().unwrap().keys() {
                let mut less = whole.clone();
                less.as_object_mut().unwrap().remove(field);
                match serde_json::from_value::<Event>(less) {
                    Err(error) => assert!(error.to_string().contains(&format!("missing field `{field}`")), "{error}"),
                    Ok(_) => assert!(
                        OPTIONAL.contains(&field.as_str()) || matches!(event, Event::Resumed { .. }),
                        "{event:?} without {field}"
                    ),
                }
            }
        }
        for (text, of) in
            [(r#"{"kind":"flown"}"#, "flown"), (r#"{"kind":"ruled","ruling":"odd"}"#, "odd"), ("[]", "struct Fields")]
        {
            let error = serde_json::from_str::<Event>(text).unwrap_err().to_string();
            assert!(error.contains(of), "{text}: {error}");
        }
    }
}
