//! What the scripts are told and what they answer: numbers, guards and what is due as their arguments, and their
//! answers as the store's outcomes. Pure: nothing is asked here.

use super::{
    Commit, Outcome, Reply, Stamp, StoreError, Tick,
    reply::{self, damaged},
};
use redis::Value;
use std::time::{SystemTime, UNIX_EPOCH};
use tengen_core::{
    log::{self, Position},
    partition::MAX_MS,
    timing::{Due, Guard, Time, When},
};

/// Numbers as the scripts can hold them exactly; nothing real is larger.
pub(super) fn ms(value: u64) -> String {
    value.min(MAX_MS).to_string()
}

/// What is due, as arguments of the commit script.
pub(super) fn due_arguments(due: Option<Due>) -> (&'static str, String) {
    let Some(Due { time, when }) = due else { return ("", String::new()) };
    match (time, when) {
        (Time::Logical, When::At(at)) => ("l", ms(at)),
        (Time::Logical, When::After(after)) => ("L", ms(after)),
        (Time::Wall, When::At(at)) => ("w", ms(at)),
        (Time::Wall, When::After(after)) => ("W", ms(after)),
    }
}

/// The guard, as arguments of the commit script. What does not hang on the store's time is judged
/// here.
pub(super) fn guard_arguments(guard: &Guard) -> (&'static str, String) {
    match *guard {
        Guard::None => ("", String::new()),
        Guard::Arrived { arrived, start, .. } if arrived < start => ("t", String::new()),
        Guard::Arrived { arrived, credit, deadline, .. } => {
            let late = deadline.is_some_and(|deadline| arrived.saturating_sub(credit) >= deadline);
            (if late { "A" } else { "a" }, ms(arrived))
        }
        Guard::Before { deadline } => ("b", ms(deadline)),
        Guard::Due { time, at, flag } => {
            let at = at.saturating_add(flag.map_or(0, |(_, quota)| quota));
            (if time == Time::Logical { "d" } else { "w" }, ms(at))
        }
    }
}

/// The node's own wall time.
pub(super) fn own_wall() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    ms(u64::try_from(since.as_millis()).unwrap_or(MAX_MS))
}

/// The end of a log as the script compares it: [`PartitionKeys::end`](super::keys::PartitionKeys::end) up to its due part. No
/// log ends at 0 with another head than the empty one, so that form equals none.
pub(super) fn expected_end(position: Position) -> String {
    if position == Position::default() { String::new() } else { format!("{}:{}:1:", position.seq, position.head) }
}

/// A snapshot as it is stored.
pub(super) fn snapshot_text(position: Position, snapshot: &[u8]) -> Vec<u8> {
    [format!("{}:{}:", position.seq, position.head).as_bytes(), snapshot].concat()
}

/// What the commit script answered.
pub(super) fn outcome(answer: Value, commit: &Commit) -> Result<Reply<Outcome>, StoreError> {
    let place = commit.stream.id();
    if let Value::BulkString(_) = answer {
        let stamp = reply::stamp(answer, place)?;
        return Ok(Reply { stamp, value: committed(commit, stamp) });
    }
    let [what, packed, end] = reply::exactly(answer, place)?;
    let stamp = reply::stamp(packed, place)?;
    let end = reply::bytes(end, place)?;
    let end = reply::position(&end, place)?.0;
    let value = match reply::text(what, place)?.as_str() {
        "conflict" => Outcome::Conflict(end),
        "reload" => Outcome::Reload(end),
        "late" => Outcome::Late,
        "time" => Outcome::Time,
        other => return Err(damaged(place, format!("'{other}' is no answer to a commit"))),
    };
    Ok(Reply { stamp, value })
}

/// The script made the same event and head from the same parts.
fn committed(commit: &Commit, stamp: Stamp) -> Outcome {
    let event = log::stored(commit.expect, stamp.logical, stamp.wall, &commit.body);
    let position = Position { seq: commit.expect.seq + 1, head: log::head_after(commit.expect.head, &event) };
    Outcome::Committed { position, t: stamp.logical, at: stamp.wall, event: event.into() }
}

pub(super) fn tick(answer: Value) -> Result<Reply<Tick>, StoreError> {
    let place = "a partition's time";
    let [packed, waiting, outbox, due] = reply::exactly(answer, place)?;
    let due = reply::list(due, place)?.into_iter().map(|id| match String::from_utf8(id) {
        Ok(id) => Ok(id.into()),
        Err(_) => Err(damaged(place, "an id that is due is no text")),
    });
    let value = Tick {
        due: due.collect::<Result<_, _>>()?,
        running: reply::number(&waiting, place)? > 0,
        outbox: reply::number(&outbox, place)?,
    };
    Ok(Reply { stamp: reply::stamp(packed, place)?, value })
}
