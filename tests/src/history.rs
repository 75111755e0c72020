//! Judges what clients saw of a game against its final log. It works on plain JSON and has its own
//! board, clocks and CRC, so that it shares no code with what it judges.
//!
//! Of the log by itself: numbers without a gap, each id once, turns, captures, ko and the board's hash,
//! undo and handicap stones, clocks, no move after the flag and no flag before its time, and that all
//! logical time between two moves was charged, given back for lag within the quota, or taken by the
//! move's way into the log. Of each client: it saw every event once and in order, or was told
//! explicitly that it goes on from elsewhere; what was acknowledged stays; refusals are true.

mod judge;
#[cfg(test)]
mod tests;

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{collections::HashMap, time::Duration};

/// A move's way from the client into the log may look so much longer in logical time, ms: that is
/// how far a wall clock that is set takes it along.
const STEP_MS: u64 = 1_500 + 100;

/// What one client saw, in order.
#[derive(Clone, Debug)]
pub enum Seen {
    /// An event as it was sent.
    Event(Value),
    /// An explicit snapshot or resynchronisation: it continues after this event.
    Standing {
        /// The last event that stands.
        seq: u64,
        /// The head after it.
        head: String,
    },
    /// The server said that what was seen after this event was lost. How the game stands is said next.
    RolledBack {
        /// The last event in common.
        seq: u64,
        /// The head after it.
        head: String,
    },
    /// A command was sent, for the first time or again.
    Sent {
        /// The command.
        id: String,
        /// The last event that it names.
        after: u64,
        /// The head after that.
        head: String,
    },
    /// A command was acknowledged as this event.
    Acknowledged {
        /// The command.
        id: String,
        /// The event.
        seq: u64,
    },
    /// An acknowledged command took so long from its first sending on.
    Took {
        /// The event.
        seq: u64,
        /// By the client's own clock.
        ms: u64,
    },
    /// A command was refused for good.
    Refused {
        /// The command.
        id: String,
        /// The code.
        code: String,
        /// With `stale` and `rollback`: the last event.
        seq: u64,
        /// The head after it.
        head: String,
    },
}

/// What the store promises about acknowledged events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Each stays for ever.
    Kept,
    /// A failover may lose the last ones, and then says so to everybody.
    TailMayBeLost,
}

/// The final log of a game.
#[derive(Clone, Debug)]
pub struct Log {
    /// Every event, from the first on.
    pub events: Vec<Value>,
    /// The head after the last one.
    pub head: String,
}

impl Log {
    /// All pages of it from a server at `url`.
    ///
    /// # Errors
    /// When the server refuses, or it changes while it is read.
    pub async fn read(url: &str, game: &str) -> anyhow::Result<Self> {
        let mut events: Vec<Value> = Vec::new();
        loop {
            let path = format!("{url}/api/v1/games/{game}/log?from={}", events.len() + 1);
            let answer = reqwest::Client::new().get(&path).timeout(Duration::from_secs(10)).send().await?;
            let (status, body) = (answer.status(), answer.text().await?);
            ensure!(status.is_success(), "GET {path}: {status}: {body}");
            let page: Value = serde_json::from_str(&body)?;
            let more = page["events"].as_array().context("no events")?;
            events.extend(more.iter().cloned());
            if page["seq"].as_u64() == Some(events.len() as u64) {
                return Ok(Self { events, head: text(&page, "head").to_owned() });
            }
            ensure!(!more.is_empty(), "GET {path}: no events, and there are {}", page["seq"]);
        }
    }

    /// How many events are of this kind.
    #[must_use]
    pub fn count(&self, kind: &str) -> usize {
        self.events.iter().filter(|recorded| recorded["event"]["kind"] == kind).count()
    }
}

/// Every violation that the log and the clients' records show, of a store that keeps everything.
#[must_use]
pub fn violations(log: &Log, clients: &[Vec<Seen>]) -> Vec<String> {
    violations_of(log, clients, Promise::Kept)
}

/// The same of a store that promises this.
#[must_use]
pub fn violations_of(log: &Log, clients: &[Vec<Seen>], promise: Promise) -> Vec<String> {
    let mut found = Vec::new();
    judge::judge(log, &mut found);
    let mut answers = HashMap::new();
    for (n, client) in clients.iter().enumerate() {
        let mut wrong = Vec::new();
        judge_client(log, client, promise, &mut answers, &mut wrong);
        found.extend(wrong.into_iter().map(|what| format!("client {n}: {what}")));
    }
    found
}

fn judge_client<'seen>(
    log: &Log,
    client: &'seen [Seen],
    promise: Promise,
    answers: &mut HashMap<&'seen str, u64>,
    found: &mut Vec<String>,
) {
    let mut last: Option<(u64, &str)> = None;
    let mut sent: HashMap<&str, (u64, &str)> = HashMap::new();
    for (index, seen) in client.iter().enumerate() {
        // what the server took back later, and said so, needs not be in the log
        let stands = |seq| !is_taken_back(&client[index..], seq);
        match seen {
            Seen::Event(event) => {
                let (seq, head) = (number(event, "seq"), text(event, "head"));
                let follows = last.is_none_or(|(before, prev)| seq == before + 1 && text(event, "prev") == prev);
                if !follows {
                    found.push(format!("event {seq} does not follow {last:?}"));
                }
                if stands(seq) && (head_after(log, seq) != Some(head) || event["event"] != at(log, seq)["event"]) {
                    found.push(format!("event {seq} is another one in the log"));
                }
                last = Some((seq, head));
            }
            Seen::Standing { seq, head } | Seen::RolledBack { seq, head } => {
                if stands(*seq) && head_after(log, *seq) != Some(head.as_str()) {
                    found.push(format!("a snapshot at {seq} is not of this log"));
                }
                match (seen, promise) {
                    (Seen::RolledBack { .. }, Promise::Kept) => {
                        found.push(format!("what came after event {seq} was taken back"));
                    }
                    (Seen::Standing { .. }, _) if last.is_some_and(|(before, _)| *seq < before) => {
                        found.push(format!("a snapshot at {seq} after {last:?}, and nothing was said of a loss"));
                    }
                    _ => {}
                }
                last = Some((*seq, head));
            }
            Seen::Sent { id, after, head } => {
                sent.entry(id).or_insert((*after, head));
            }
            Seen::Acknowledged { id, seq } if stands(*seq) => {
                if text(&at(log, *seq)["event"], "id") != id {
                    found.push(format!("acknowledged {id} is not event {seq} of the log"));
                }
                if answers.insert(id, *seq).is_some_and(|before| before != *seq) {
                    found.push(format!("{id} was answered in two ways"));
                }
                if let Some((after, _)) = sent.get(id.as_str())
                    && seq <= after
                {
                    found.push(format!("{id} was made for what came after event {after} and became {seq}"));
                }
            }
            Seen::Took { seq, ms } if stands(*seq) => judge_way(log, *seq, *ms, found),
            Seen::Acknowledged { .. } | Seen::Took { .. } => {}
            Seen::Refused { id, code, seq, head } => {
                let made_for = sent.get(id.as_str()).copied();
                judge_refusal(log, code, (*seq, head), made_for, promise, found);
            }
        }
    }
}

/// Whether the server said later that this event was lost.
fn is_taken_back(later: &[Seen], seq: u64) -> bool {
    later.iter().any(|seen| matches!(seen, Seen::RolledBack { seq: stands, .. } if *stands < seq))
}

/// What a move was not charged, and got not back for lag, lay between its sending and the answer.
fn judge_way(log: &Log, seq: u64, way_ms: u64, found: &mut Vec<String>) {
    let (recorded, event) = (at(log, seq), &at(log, seq)["event"]);
    let before = (1..seq).rev().map(|seq| at(log, seq)).find(|one| starts_a_clock(&one["event"]));
    let credits: u64 = (1..seq)
        .rev()
        .map(|seq| &at(log, seq)["event"])
        .take_while(|event| !starts_a_clock(event))
        .filter(|event| event["kind"] == "credited")
        .map(|event| number(event, "ms"))
        .sum();
    let (Some(before), true) = (before, event["clock"].is_object()) else { return };
    let elapsed = number(recorded, "t").saturating_sub(number(before, "t"));
    let nobodys = elapsed.saturating_sub(credits + number(event, "used") + number(event, "lag"));
    if nobodys > way_ms + STEP_MS {
        found.push(format!("event {seq}: {nobodys} ms were nobody's, and its way took {way_ms} ms"));
    }
}

fn starts_a_clock(event: &Value) -> bool {
    let undone = event["undone"].is_object();
    undone || matches!(text(event, "kind"), "arrived" | "play" | "pass" | "handicap" | "resumed")
}

fn judge_refusal(
    log: &Log,
    code: &str,
    (seq, head): (u64, &str),
    made_for: Option<(u64, &str)>,
    promise: Promise,
    found: &mut Vec<String>,
) {
    if promise == Promise::TailMayBeLost {
        // what was true then may be lost now
        return;
    }
    match code {
        "stale" => {
            if head_after(log, seq) != Some(head) {
                found.push(format!("stale, says the server, and the last event is {seq}, which is not of this log"));
            }
            if made_for.is_some_and(|(after, _)| after >= seq) {
                found.push(format!("stale, says the server, and {made_for:?} was the last event of {seq}"));
            }
        }
        "rollback" => found.push(format!("rollback, says the server, of {made_for:?}, and nothing may be lost")),
        _ => {}
    }
}

fn at(log: &Log, seq: u64) -> &Value {
    let index = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1));
    index.and_then(|index| log.events.get(index)).unwrap_or(&Value::Null)
}

/// The head after an event is what the next one stands on.
fn head_after(log: &Log, seq: u64) -> Option<&str> {
    if seq == log.events.len() as u64 { Some(&log.head) } else { at(log, seq + 1)["prev"].as_str() }
}

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_default()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}
