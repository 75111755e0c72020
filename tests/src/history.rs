//! Judges what clients saw of a game against its final log. It works on plain JSON and has its own
//! board and CRC, so that it shares no code with what it judges.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// What one client saw, in order.
#[derive(Clone, Debug)]
pub enum Seen {
    /// An event as it was sent.
    Event(Value),
    /// An explicit snapshot, resynchronisation or rollback: it continues after this event.
    Standing {
        /// The last event that stands.
        seq: u64,
        /// The head after it.
        head: String,
    },
    /// A command was acknowledged as this event.
    Acknowledged {
        /// The command.
        id: String,
        /// The event.
        seq: u64,
    },
}

/// The final log of a game.
#[derive(Clone, Debug)]
pub struct Log {
    /// Every event, from the first on.
    pub events: Vec<Value>,
    /// The head after the last one.
    pub head: String,
}

/// Every violation that the log and the clients' records show.
#[must_use]
pub fn violations(log: &Log, clients: &[Vec<Seen>]) -> Vec<String> {
    let mut found = Vec::new();
    judge_log(log, &mut found);
    let mut answers: HashMap<&str, u64> = HashMap::new();
    for (n, client) in clients.iter().enumerate() {
        let mut last: Option<(u64, &str)> = None;
        for seen in client {
            match seen {
                Seen::Event(event) => {
                    let (seq, head) = (number(event, "seq"), text(event, "head"));
                    let follows = last.is_none_or(|(before, prev)| seq == before + 1 && text(event, "prev") == prev);
                    if !follows {
                        found.push(format!("client {n}: event {seq} does not follow {last:?}"));
                    }
                    if head_after(log, seq) != Some(head) || event["event"] != at(log, seq)["event"] {
                        found.push(format!("client {n}: event {seq} is another one in the log"));
                    }
                    last = Some((seq, head));
                }
                Seen::Standing { seq, head } => {
                    if head_after(log, *seq) != Some(head.as_str()) {
                        found.push(format!("client {n}: a snapshot at {seq} is not of this log"));
                    }
                    last = Some((*seq, head));
                }
                Seen::Acknowledged { id, seq } => {
                    if text(&at(log, *seq)["event"], "id") != id {
                        found.push(format!("client {n}: acknowledged {id} is not event {seq} of the log"));
                    }
                    if answers.insert(id, *seq).is_some_and(|before| before != *seq) {
                        found.push(format!("client {n}: {id} was answered in two ways"));
                    }
                }
            }
        }
    }
    found
}

fn judge_log(log: &Log, found: &mut Vec<String>) {
    let setup = &at(log, 1)["event"]["setup"];
    let width = usize::try_from(number(&setup["size"], "width")).unwrap_or_default();
    let height = usize::try_from(number(&setup["size"], "height")).unwrap_or_default();
    let mut board = Board { width, height, points: vec![b'.'; width * height] };
    let mut left =
        HashMap::from([("black", number(&setup["time"], "main")), ("white", number(&setup["time"], "main"))]);
    let (mut ids, mut ended, mut started) = (HashSet::new(), false, 0);
    for (index, recorded) in log.events.iter().enumerate() {
        let (seq, event) = (number(recorded, "seq"), &recorded["event"]);
        if seq != index as u64 + 1 {
            found.push(format!("the log has {seq} as event {}", index + 1));
        }
        if let Some(id) = event["id"].as_str()
            && !ids.insert((event["by"].to_string(), id))
        {
            found.push(format!("event {seq}: {id} is there twice"));
        }
        let (kind, t) = (text(event, "kind"), number(recorded, "t"));
        if kind == "arrived" {
            started = t;
        }
        if matches!(kind, "play" | "pass") {
            if ended {
                found.push(format!("event {seq}: a move after the end"));
            }
            let by = text(event, "by");
            let (used, lag) = (number(event, "used"), number(event, "lag"));
            if started + used + lag > t {
                found.push(format!(
                    "event {seq}: {used} ms charged and {lag} ms given back in {} ms",
                    t.abs_diff(started)
                ));
            }
            if setup["time"]["system"] == "absolute" {
                let before = left.get(by).copied().unwrap_or_default();
                if used >= before || number(&event["clock"], "main") != before.saturating_sub(used) {
                    found.push(format!("event {seq}: {before} ms less {used} ms is not {}", event["clock"]));
                }
                left.insert(by, before.saturating_sub(used));
            }
            started = t;
            if kind == "play" && !board.play(text(event, "vertex"), by) {
                found.push(format!("event {seq}: an impossible play"));
            }
            if board.hash() != text(event, "hash") {
                found.push(format!("event {seq}: the board has hash {} and not {}", board.hash(), event["hash"]));
            }
        }
        ended |= !event["outcome"].is_null();
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

struct Board {
    width: usize,
    height: usize,
    /// Rows from the top.
    points: Vec<u8>,
}

impl Board {
    fn play(&mut self, vertex: &str, by: &str) -> bool {
        let Some((letter, row)) = vertex.split_at_checked(1) else { return false };
        let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter);
        let (Some(column), Ok(row)) = (column, row.parse::<usize>()) else { return false };
        if column >= self.width || row == 0 || row > self.height {
            return false;
        }
        let (point, own) = ((self.height - row) * self.width + column, if by == "black" { b'X' } else { b'O' });
        if self.points[point] != b'.' {
            return false;
        }
        self.points[point] = own;
        for near in self.near(point) {
            if self.points[near] != b'.' && self.points[near] != own {
                self.remove_if_dead(near);
            }
        }
        true
    }

    fn near(&self, point: usize) -> Vec<usize> {
        let (column, row) = (point % self.width, point / self.width);
        let mut near = Vec::new();
        near.extend((column > 0).then(|| point - 1));
        near.extend((column + 1 < self.width).then_some(point + 1));
        near.extend((row > 0).then(|| point - self.width));
        near.extend((row + 1 < self.height).then_some(point + self.width));
        near
    }

    fn remove_if_dead(&mut self, point: usize) {
        let (colour, mut chain, mut next) = (self.points[point], vec![point], 0);
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for near in self.near(stone) {
                if self.points[near] == b'.' {
                    return;
                }
                if self.points[near] == colour && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        for stone in chain {
            self.points[stone] = b'.';
        }
    }

    fn hash(&self) -> String {
        let mut crc = u32::MAX;
        for byte in &self.points {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
            }
        }
        format!("{:08x}", !crc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn log() -> Log {
        let created = json!({"seq":1,"t":0,"prev":"h0","event":{"kind":"created","setup":{
            "size":{"width":3,"height":3},"time":{"system":"absolute","main":1000}}}});
        let play = json!({"seq":2,"t":50,"prev":"h1","event":{"kind":"play","by":"black","id":"a","vertex":"B2",
            "used":40,"clock":{"main":960},"hash":"4f6e2872"}});
        let over = json!({"seq":3,"t":60,"prev":"h2","event":{"kind":"resigned","by":"white","id":"b","outcome":{}}});
        Log { events: vec![created, play, over], head: "h3".into() }
    }

    fn sent(log: &Log, seq: u64) -> Seen {
        let mut event = at(log, seq).clone();
        event["head"] = head_after(log, seq).into();
        Seen::Event(event)
    }

    fn acknowledged(id: &str, seq: u64) -> Seen {
        Seen::Acknowledged { id: id.into(), seq }
    }

    #[test]
    fn a_good_history_has_no_violation() {
        let log = log();
        let client = vec![sent(&log, 1), acknowledged("a", 2), sent(&log, 2), sent(&log, 3), acknowledged("a", 2)];
        assert_eq!(violations(&log, &[client]), Vec::<String>::new());
    }

    #[test]
    fn what_clients_saw_otherwise_is_found() {
        let log = log();
        let stands = |seq, head: &str| Seen::Standing { seq, head: head.into() };
        for (client, what) in [
            (vec![sent(&log, 1), sent(&log, 3)], "does not follow"),
            (vec![sent(&log, 1), sent(&log, 2), sent(&log, 2)], "does not follow"),
            (vec![stands(2, "other")], "not of this log"),
            (vec![acknowledged("lost", 4)], "is not event 4"),
            (vec![acknowledged("a", 2), acknowledged("a", 3)], "in two ways"),
        ] {
            let found = violations(&log, &[client]);
            assert!(found.iter().any(|one| one.contains(what)), "{what}: {found:?}");
        }
    }

    #[test]
    fn a_log_that_is_wrong_in_itself_is_found() {
        let change = |at: usize, field: &str, value: Value| {
            let mut log = log();
            log.events[at]["event"][field] = value;
            log
        };
        let mut late = log();
        late.events.swap(1, 2);
        let mut early = log();
        early.events[1]["t"] = 30.into();
        let mut twice = log();
        twice.events[2]["event"] = json!({"kind":"play","by":"black","id":"a","vertex":"A1"});
        for (log, what) in [
            (change(1, "hash", "00000000".into()), "the board has hash"),
            (change(1, "used", 1000.into()), "is not"),
            (early, "charged"),
            (late, "a move after the end"),
            (twice, "is there twice"),
        ] {
            let found = violations(&log, &[]);
            assert!(found.iter().any(|one| one.contains(what)), "{what}: {found:?}");
        }
    }
}
