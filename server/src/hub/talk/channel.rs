//! One channel's log as this node has it: where it ends, and the newest lines.
//!
//! The whole log is never kept: what is older is read when somebody asks for it. An event names the
//! account and not its name, as all logs do.

use super::super::{calls::Calls, journal::seq_of};
use crate::store::{StoreError, Stream};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tengen_core::log::{Position, Stored, body, head_after};
use tengen_protocol::{
    AccountId, CommandId, Head,
    limits::{TALK_ANSWER_LINES, TALK_LINES_EACH},
};

/// The newest form of an event that is read and written.
const FORMAT: u32 = 1;

/// What happens in a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Event {
    /// A line was said.
    Said {
        by: AccountId,
        /// Of the command, so that one that is sent again is said once.
        id: CommandId,
        text: String,
    },
}

/// A line as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) n: u64,
    /// ms since 1970.
    pub(super) at: u64,
    pub(super) by: AccountId,
    pub(super) id: CommandId,
    pub(super) text: String,
}

/// Why a channel cannot be served.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("line {n} cannot be read: {what}")]
    Unreadable { n: u64, what: String },
}

impl Trouble {
    pub(super) const fn retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.retryable())
    }
}

/// What a stored event is to what is known.
#[derive(Debug)]
pub(super) enum Absorbed {
    New(Said),
    Known,
    /// Lines before it are missing, or the log is another one: read.
    Apart,
}

/// The body of a line's event.
pub(super) fn said(by: &AccountId, id: &CommandId, text: &str) -> serde_json::Result<Vec<u8>> {
    body(FORMAT, &Event::Said { by: by.clone(), id: id.clone(), text: text.to_owned() })
}

/// A stored line with the head before it.
fn read(stored: &[u8]) -> Result<(Said, Head), Trouble> {
    let n = seq_of(stored).unwrap_or_default();
    // what was said is nobody's business in the log of the process
    let unreadable = |error: serde_json::Error| Trouble::Unreadable { n, what: format!("{:?}", error.classify()) };
    let Stored { seq, at, prev, v, event } = serde_json::from_slice(stored).map_err(unreadable)?;
    if v > FORMAT {
        return Err(Trouble::Unreadable { n, what: format!("format {v} is newer than {FORMAT}") });
    }
    let Event::Said { by, id, text } = serde_json::from_str(event.get()).map_err(unreadable)?;
    Ok((Said { n: seq, at, by, id, text }, prev))
}

#[derive(Debug)]
pub(super) struct Log {
    stream: Stream,
    end: Position,
    newest: VecDeque<Said>,
    /// How many lines each account has said; absent until it matters.
    counted: Option<FxHashMap<AccountId, u64>>,
}

impl Log {
    /// Reads the newest lines.
    pub(super) async fn open(calls: &Calls, stream: Stream) -> Result<Self, Trouble> {
        let end = calls.read_page(&stream, 0, 0).await?.end;
        let after = end.seq.saturating_sub(TALK_ANSWER_LINES as u64);
        let tail = calls.read(&stream, after).await?;
        let mut log = Self { stream, end: Position::default(), newest: VecDeque::new(), counted: None };
        for stored in &tail.events {
            let (said, before) = read(stored)?;
            if log.newest.back().is_some() && before != log.end.head {
                return Err(Trouble::Unreadable { n: said.n, what: "its chain of heads is broken".into() });
            }
            log.push(said, head_after(before, stored));
        }
        if log.end == tail.end {
            Ok(log)
        } else {
            Err(Trouble::Unreadable { n: tail.end.seq, what: "it does not end where it should".into() })
        }
    }

    /// Where it ends.
    pub(super) const fn end(&self) -> Position {
        self.end
    }

    pub(super) const fn stream(&self) -> &Stream {
        &self.stream
    }

    /// When the newest line was said, ms since 1970.
    pub(super) fn newest_at(&self) -> Option<u64> {
        self.newest.back().map(|said| said.at)
    }

    /// The newest lines, oldest first.
    pub(super) const fn newest(&self) -> &VecDeque<Said> {
        &self.newest
    }

    /// Whether the lines after that number are all among the newest.
    pub(super) fn covers(&self, after: u64) -> bool {
        after >= self.end.seq || self.newest.front().is_some_and(|first| first.n <= after.saturating_add(1))
    }

    /// A line that the same command said already.
    pub(super) fn repeat(&self, by: &AccountId, id: &CommandId) -> Option<&Said> {
        self.newest.iter().rev().find(|said| said.by == *by && said.id == *id)
    }

    /// Whether an account has said as much here as one may. All lines are read for that once, when there
    /// are enough of them.
    pub(super) async fn is_full_for(&mut self, calls: &Calls, by: &AccountId) -> Result<bool, Trouble> {
        if self.end.seq < TALK_LINES_EACH {
            return Ok(false);
        }
        if self.counted.is_none() {
            let mut counted = FxHashMap::default();
            for stored in &calls.read(&self.stream, 0).await?.events {
                let said = read(stored)?.0;
                if said.n <= self.end.seq {
                    *counted.entry(said.by).or_default() += 1;
                }
            }
            self.counted = Some(counted);
        }
        let said = self.counted.as_ref().and_then(|counted| counted.get(by));
        Ok(said.is_some_and(|said| *said >= TALK_LINES_EACH))
    }

    fn push(&mut self, said: Said, head: Head) {
        self.end = Position { seq: said.n, head };
        if let Some(counted) = &mut self.counted {
            *counted.entry(said.by.clone()).or_default() += 1;
        }
        if self.newest.len() == TALK_ANSWER_LINES {
            self.newest.pop_front();
        }
        self.newest.push_back(said);
    }

    /// Takes a stored event, if it is the next one.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> Result<Absorbed, Trouble> {
        let (said, before) = read(stored)?;
        if said.n <= self.end.seq {
            return Ok(if self.newest.contains(&said) { Absorbed::Known } else { Absorbed::Apart });
        }
        if said.n != self.end.seq + 1 || before != self.end.head {
            return Ok(Absorbed::Apart);
        }
        self.push(said.clone(), head_after(before, stored));
        Ok(Absorbed::New(said))
    }

    /// Reads what is new. A log that does not go on from what was known (it has gone of age, or its end
    /// was lost) is read anew: new in it is what was said later than all that was known.
    pub(super) async fn catch_up(&mut self, calls: &Calls) -> Result<Vec<Said>, Trouble> {
        let tail = calls.read(&self.stream, self.end.seq).await?;
        let mut new = Vec::new();
        for stored in &tail.events {
            match self.absorb(stored)? {
                Absorbed::New(said) => new.push(said),
                Absorbed::Known | Absorbed::Apart => break,
            }
        }
        if self.end != tail.end {
            let known_at = self.newest_at();
            *self = Self::open(calls, self.stream.clone()).await?;
            new.extend(self.newest.iter().filter(|said| Some(said.at) > known_at).cloned());
        }
        Ok(new)
    }

    /// At most `limit` lines after that number, from the store.
    pub(super) async fn page(&self, calls: &Calls, after: u64, limit: u64) -> Result<Vec<Said>, Trouble> {
        let tail = calls.read_page(&self.stream, after, limit).await?;
        tail.events.iter().map(|stored| Ok(read(stored)?.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_line_is_read_for_ever() {
        let golden = r#"{"seq":1,"t":5,"at":7,"prev":"0000000000000000","v":1,"event":{"kind":"said","by":"a1","id":"p-1","text":"hi"}}"#;
        let (by, id) = ("a1".parse().unwrap(), "p-1".parse().unwrap());
        let stored = tengen_core::log::stored(Position::default(), 5, 7, &said(&by, &id, "hi").unwrap());
        assert_eq!(std::str::from_utf8(&stored).unwrap(), golden);
        let (read_back, before) = read(golden.as_bytes()).unwrap();
        assert_eq!((read_back, before), (Said { n: 1, at: 7, by, id, text: "hi".into() }, Head::EMPTY));
        for newer in [golden.replace(r#""v":1"#, r#""v":2"#), golden.replace("said", "sung")] {
            let error = read(newer.as_bytes()).unwrap_err();
            assert!(!error.retryable() && !error.to_string().contains("hi"), "{error}");
        }
    }
}
