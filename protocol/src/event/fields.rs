//! Reading an event: all fields that any kind has in one struct, then the kind takes its own.
//!
//! serde's derive for a tagged enum first keeps every field in a buffer, since the tag may come
//! last. A game of 300 moves that is read again would spend a third of its time there.

use super::{Event, Late, MoveTime, Replaced, Revised, Ruling, Stop, Undone};
use crate::{
    breaks::{Proposal, ResumeAt},
    game::{Outcome, Setup},
    ids::{AccountId, BoardHash, CommandId, Head},
    lapse::{IllegalMove, IllegalPlay, Overtime},
    point::{Colour, Point, Vertex},
    referee::{Authority, Reason},
    repetition::{Awaits, Recurrence},
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
    Illegal,
    Proposed,
    Declined,
    Paused,
    WentOn,
    CountAgreed,
    AdjournmentAgreed,
    Sealed,
    Unsealed,
    Resigned,
    UndoRequested,
    UndoAnswered,
    Marked,
    Accepted,
    Resumed,
    ResumeRequested,
    Settled,
    TimedOut,
    Overran,
    Cancelled,
    Credited,
    Warned,
    Ruled,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RulingKind {
    Result,
    Suspended,
    Resumed,
    Clocks,
    TakenBack,
    Edited,
    Restarted,
}

/// Of a mark whether the chain is dead; of a ruling which stones are.
#[derive(Deserialize)]
#[serde(untagged)]
enum Dead {
    Or(bool),
    Stones(Vec<Point>),
}

/// Of a play that was refused or of an overrun.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LedTo {
    Pass,
    Warn,
    Lose,
    Penalty,
}

impl LedTo {
    const fn by_a_play(self) -> Option<IllegalMove> {
        match self {
            Self::Pass => Some(IllegalMove::Pass),
            Self::Warn => Some(IllegalMove::Warn),
            Self::Lose => Some(IllegalMove::Lose),
            Self::Penalty => None,
        }
    }

    const fn by_overtime(self) -> Option<Overtime> {
        match self {
            Self::Pass => Some(Overtime::Pass),
            Self::Penalty => Some(Overtime::Penalty),
            Self::Warn | Self::Lose => None,
        }
    }
}

#[derive(Deserialize)]
struct Fields {
    kind: Kind,
    by: Option<Colour>,
    id: Option<CommandId>,
    vertex: Option<Vertex>,
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
    late: Option<Box<Late>>,
    outcome: Option<Outcome>,
    moves: Option<u32>,
    undone: Option<Box<Undone>>,
    dead: Option<Dead>,
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
    reason: Option<Reason>,
    text: Option<String>,
    order: Option<Head>,
    black: Option<Clock>,
    white: Option<Clock>,
    replaced: Option<Box<Replaced>>,
    ruling: Option<RulingKind>,
    proposal: Option<Proposal>,
    resume_at: Option<u64>,
    zone: Option<String>,
    lasts: Option<u64>,
    digest: Option<String>,
    until: Option<u64>,
    revised: Option<Revised>,
    sealed_by: Option<Colour>,
    nonce: Option<String>,
    repeats: Option<Recurrence>,
    awaits: Option<Awaits>,
    forbids: Option<Colour>,
    code: Option<IllegalPlay>,
    repeats_move: Option<u32>,
    led_to: Option<LedTo>,
}

/// A field that this kind must have; the error is its name.
fn need<T>(name: &'static str, field: Option<T>) -> Result<T, &'static str> {
    field.ok_or(name)
}

impl Fields {
    fn into_event(self) -> Result<Event, &'static str> {
        let by = need("by", self.by);
        let id = need("id", self.id);
        let vertex = match self.vertex {
            Some(Vertex::Point(point)) => Ok(point),
            Some(Vertex::Pass) | None => Err("vertex"),
        };
        let resume_at = self.resume_at.map(|resume_at| ResumeAt { resume_at, zone: self.zone });
        let hash = need("hash", self.hash);
        let outcome = self.outcome;
        let (dead_or_alive, dead_stones) = match self.dead {
            None => (None, None),
            Some(Dead::Or(dead)) => (Some(dead), None),
            Some(Dead::Stones(stones)) => (None, Some(stones)),
        };
        let authority = |id: Result<CommandId, &'static str>| -> Result<Authority, &'static str> {
            Ok(Authority {
                referee: need("referee", self.referee)?,
                id: id?,
                reason: need("reason", self.reason)?,
                text: self.text,
                order: need("order", self.order)?,
            })
        };
        let time = MoveTime { used: self.used, lag: self.lag, clock: self.clock };
        Ok(match self.kind {
            Kind::Created => {
                Event::Created { setup: *need("setup", self.setup)?, stones: self.stones.unwrap_or_default() }
            }
            Kind::Arrived => Event::Arrived { by: by?, id: id?, late: self.late, outcome },
            Kind::Handicap => {
                Event::Handicap { by: by?, id: id?, vertex: vertex?, left: need("left", self.left)?, time, hash: hash? }
            }
            Kind::Play => Event::Play {
                by: by?,
                id: id?,
                vertex: vertex?,
                captures: self.captures,
                time,
                hash: hash?,
                repeats: self.repeats,
                awaits: self.awaits,
                outcome,
            },
            Kind::Pass => {
                let (stop, awaits) = (self.stop, self.awaits);
                Event::Pass { by: by?, id: id?, time, hash: hash?, stop, awaits, outcome }
            }
            Kind::Illegal => Event::Illegal {
                by: by?,
                id: id?,
                vertex: vertex?,
                code: need("code", self.code)?,
                repeats_move: self.repeats_move,
                led_to: need("led_to", self.led_to.and_then(LedTo::by_a_play))?,
                time,
                hash: hash?,
                stop: self.stop,
                awaits: self.awaits,
                outcome,
            },
            Kind::Proposed => {
                Event::Proposed { by: by?, id: id?, proposal: need("proposal", self.proposal)?, resume_at }
            }
            Kind::Declined => Event::Declined { by: by?, id: id? },
            Kind::Paused => Event::Paused { by: by?, id: id?, time, lasts: need("lasts", self.lasts)? },
            Kind::WentOn => Event::WentOn { by: by.ok(), id: id.ok(), to_move: need("to_move", self.to_move)? },
            Kind::CountAgreed => Event::CountAgreed { by: by?, id: id?, time, stop: self.stop, outcome },
            Kind::AdjournmentAgreed => {
                Event::AdjournmentAgreed { by: by?, id: id?, resume_at: need("resume_at", resume_at)? }
            }
            Kind::Sealed => Event::Sealed { by: by?, id: id?, digest: need("digest", self.digest)?, time },
            Kind::Unsealed => Event::Unsealed {
                by: by.ok(),
                id: id.ok(),
                sealed_by: need("sealed_by", self.sealed_by)?,
                nonce: need("nonce", self.nonce)?,
                vertex: need("vertex", self.vertex)?,
                captures: self.captures,
                hash: hash?,
                stop: self.stop,
                repeats: self.repeats,
                awaits: self.awaits,
                outcome,
            },
            Kind::Resigned => Event::Resigned { by: by?, id: id?, outcome: need("outcome", outcome)? },
            Kind::UndoRequested => Event::UndoRequested { by: by?, id: id?, moves: need("moves", self.moves)? },
            Kind::UndoAnswered => Event::UndoAnswered { by: by?, id: id?, undone: self.undone.map(|undone| *undone) },
            Kind::Marked => Event::Marked {
                by: by?,
                id: id?,
                vertex: vertex?,
                dead: need("dead", dead_or_alive)?,
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
            Kind::Overran => {
                let led_to = need("led_to", self.led_to.and_then(LedTo::by_overtime))?;
                Event::Overran { by: by?, led_to, time, hash: hash?, stop: self.stop, awaits: self.awaits, outcome }
            }
            Kind::Cancelled => Event::Cancelled { outcome: need("outcome", outcome)? },
            Kind::Credited => Event::Credited { to: need("to", self.to)?, ms: need("ms", self.ms)? },
            Kind::Warned => Event::Warned {
                warned: need("warned", self.warned)?,
                authority: authority(id)?,
                revised: self.revised,
                outcome,
            },
            Kind::Ruled => Event::Ruled {
                authority: authority(id)?,
                ruling: match need("ruling", self.ruling)? {
                    RulingKind::Result => Ruling::Result { outcome: need("outcome", outcome)?, dead: dead_stones },
                    RulingKind::Clocks => {
                        Ruling::Clocks { black: need("black", self.black)?, white: need("white", self.white)? }
                    }
                    RulingKind::Suspended => Ruling::Suspended { time, until: need("until", self.until)? },
                    RulingKind::Resumed => Ruling::Resumed { to_move: need("to_move", self.to_move)? },
                    RulingKind::TakenBack => {
                        Ruling::TakenBack { undone: *need("undone", self.undone)?, forbids: self.forbids }
                    }
                    RulingKind::Edited => Ruling::Edited { replaced: *need("replaced", self.replaced)? },
                    RulingKind::Restarted => Ruling::Restarted { replaced: *need("replaced", self.replaced)? },
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
        let late = Late { ms: 750_000, clocks: Some(crate::Sides { black: clock, white: clock }) };
        let stop = Stop { number: 1, is_final: true, revision: 4, deadline: 7, closing_pass: true };
        let revised = Revised { revision: 5, deadline: 6 };
        let resume_at = || ResumeAt { resume_at: 1_800_000_000_000, zone: Some("Asia/Shanghai".into()) };
        let referee = || "ref1".parse::<AccountId>().unwrap();
        let authority = || Authority {
            referee: referee(),
            id: id(),
            reason: Reason::Late,
            text: Some("half an hour".into()),
            order: Head::EMPTY,
        };
        let ruled = |ruling| Event::Ruled { authority: authority(), ruling };
        let replaced =
            || Replaced { board: "...".into(), hash, to_move: by, handicap_left: 2, black: Some(clock), white: None };
        let setup = Setup {
            size: crate::Size::square(9).unwrap(),
            rules: crate::Preset::Chinese.rules(),
            komi: "7.5".parse().unwrap(),
            handicap: 0,
            placement: crate::Placement::Fixed,
            time: "30m+5x60s".parse().unwrap(),
            undo: true,
            pause_budget: 1_800_000,
            visibility: crate::Visibility::Public,
            players: crate::Sides { black: referee(), white: referee() },
            nigiri: None,
            offer: None,
            tournament: Some(crate::TournamentRef {
                tournament: "t1".parse().unwrap(),
                bout: crate::BoutRef { stage: 1, round: 2, table: 3 },
                board: 1,
            }),
            arrive_within: 1,
            regulations: crate::Regulations::default(),
        };
        let repeats = Some(Recurrence { of_move: 12, occurrence: 3 });
        let awaits = Some(Awaits { on: crate::Matter::Repetition, until: 9 });
        let undone = Undone { moves: 1, board: "...".into(), hash, to_move: by, black: Some(clock), white: None };
        vec![
            Event::Created { setup, stones: vec![vertex] },
            Event::Arrived { by, id: id(), late: Some(Box::new(late)), outcome: Some(outcome()) },
            Event::Handicap { by, id: id(), vertex, left: 2, time, hash },
            Event::Play { by, id: id(), vertex, captures: vec![vertex], time, hash, repeats, awaits, outcome: None },
            Event::Play {
                by,
                id: id(),
                vertex,
                captures: vec![],
                time,
                hash,
                repeats: None,
                awaits: None,
                outcome: Some(outcome()),
            },
            Event::Pass { by, id: id(), time, hash, stop: Some(stop), awaits, outcome: Some(outcome()) },
            Event::Illegal {
                by,
                id: id(),
                vertex,
                code: IllegalPlay::Superko,
                repeats_move: Some(12),
                led_to: IllegalMove::Pass,
                time,
                hash,
                stop: Some(stop),
                awaits,
                outcome: Some(outcome()),
            },
            Event::Proposed { by, id: id(), proposal: Proposal::Adjourn, resume_at: Some(resume_at()) },
            Event::Declined { by, id: id() },
            Event::Paused { by, id: id(), time, lasts: 9 },
            Event::WentOn { by: Some(by), id: Some(id()), to_move: by },
            Event::CountAgreed { by, id: id(), time, stop: Some(stop), outcome: Some(outcome()) },
            Event::AdjournmentAgreed { by, id: id(), resume_at: resume_at() },
            Event::Sealed { by, id: id(), digest: "00ff".into(), time },
            Event::Unsealed {
                by: Some(by),
                id: Some(id()),
                sealed_by: by,
                nonce: "ff00".into(),
                vertex: Vertex::Pass,
                captures: vec![vertex],
                hash,
                stop: Some(stop),
                repeats,
                awaits,
                outcome: Some(outcome()),
            },
            Event::Resigned { by, id: id(), outcome: outcome() },
            Event::UndoRequested { by, id: id(), moves: 2 },
            Event::UndoAnswered { by, id: id(), undone: Some(undone.clone()) },
            Event::Marked { by, id: id(), vertex, dead: true, stones: vec![vertex], revision: 3, deadline: 8 },
            Event::Accepted { by, id: id(), revision: 3, outcome: Some(outcome()) },
            Event::Resumed { by: Some(by), id: Some(id()), to_move: by, next_stop_final: true },
            Event::ResumeRequested { by, id: id() },
            Event::Settled { outcome: outcome() },
            Event::TimedOut { by, outcome: outcome() },
            Event::Overran {
                by,
                led_to: Overtime::Penalty,
                time,
                hash,
                stop: Some(stop),
                awaits,
                outcome: Some(outcome()),
            },
            Event::Cancelled { outcome: outcome() },
            Event::Credited { to: by, ms: 9 },
            Event::Warned { warned: by, authority: authority(), revised: Some(revised), outcome: Some(outcome()) },
            ruled(Ruling::Result { outcome: outcome(), dead: Some(vec![vertex]) }),
            ruled(Ruling::Clocks { black: clock, white: clock }),
            ruled(Ruling::Suspended { time, until: 7 }),
            ruled(Ruling::Resumed { to_move: by }),
            ruled(Ruling::TakenBack { undone: undone.clone(), forbids: Some(by) }),
            ruled(Ruling::Edited { replaced: replaced() }),
            ruled(Ruling::Restarted { replaced: replaced() }),
        ]
    }

    #[test]
    fn each_kind_is_read_as_it_was_written() {
        let events = one_of_each_kind();
        let kinds: std::collections::HashSet<_> = events.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), 28, "one of each kind");
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
    const OPTIONAL: [&str; 17] = [
        "captures",
        "used",
        "lag",
        "clock",
        "stop",
        "undone",
        "stones",
        "outcome",
        "text",
        "dead",
        "zone",
        "late",
        "revised",
        "repeats",
        "awaits",
        "forbids",
        "repeats_move",
    ];

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
                        OPTIONAL.contains(&field.as_str())
                            || matches!(
                                event,
                                Event::Resumed { .. }
                                    | Event::Proposed { .. }
                                    | Event::WentOn { .. }
                                    | Event::Unsealed { .. }
                            ),
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
