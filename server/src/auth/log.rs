//! Folds of logs in the store: catching up, appending, compacting.
//!
//! A fold keeps where its log ended. Catching up reads what is new and checks the chain of heads;
//! a log that does not go on from there (a failover lost its tail) is folded anew. Knows nothing of
//! accounts.

use crate::store::{Commit, Outcome, Stamp, Store, StoreError, Stream};
use bytes::Bytes;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tengen_core::{
    log::{Position, Stored, body, head_after},
    timing::Guard,
};

/// The newest form of events and snapshots that is read and written: 2 is that of mutes. What was there
/// before them is still written as 1, which older servers read.
const FORMAT: u32 = 2;

/// The form of what was there from the beginning.
const FIRST_FORMAT: u32 = 1;

/// Events in one read.
const PAGE: u64 = 1_000;

/// Reads of one catching up: a log of more pages than this is no account's.
const PAGES: usize = 1_000;

/// Tries of one change against others' changes of the same log.
pub(super) const TRIES: usize = 32;

/// After so many events a snapshot takes their place.
const COMPACT_AFTER: u64 = 100;

/// What went wrong with a log.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum LogError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A newer format, an unknown kind, or damage.
    #[error("log {stream} cannot be read at event {seq}: {what}")]
    Unreadable { stream: String, seq: u64, what: String },
    /// Others changed it each time.
    #[error("log {0} changed {TRIES} times while it was to be changed")]
    Contended(String),
    /// The event cannot be written.
    #[error("an event cannot be serialised: {0}")]
    Write(String),
}

/// A state made of events.
pub(super) trait Fold: Clone + Default + Serialize + DeserializeOwned {
    /// What happens to it.
    type Event: Serialize + DeserializeOwned;

    /// What an event at wall time `at` does.
    fn apply(&mut self, at: u64, event: Self::Event);

    /// The oldest form that has this event.
    fn format_of(_event: &Self::Event) -> u32 {
        FIRST_FORMAT
    }

    /// The oldest form that has all of this state.
    fn format(&self) -> u32 {
        FIRST_FORMAT
    }
}

/// A state and the place in the log that it is after.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded<F> {
    pub(super) position: Position,
    pub(super) state: F,
    snapshot_seq: u64,
}

#[derive(Serialize, Deserialize)]
struct Snapshot<F> {
    v: u32,
    state: F,
}

/// What an event is to a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It was the next one.
    Next,
    /// It is in the fold already.
    Known,
    /// Events before it are missing, or it belongs to another course of the log: catch up.
    Apart,
}

impl<F: Fold> Folded<F> {
    /// Folds one stored event in, if it is the next one.
    pub(super) fn take(&mut self, stream: &Stream, bytes: &[u8]) -> Result<Taken, LogError> {
        let unreadable =
            |what: String| LogError::Unreadable { stream: stream.id().to_owned(), seq: self.position.seq + 1, what };
        let stored: Stored<'_> = serde_json::from_slice(bytes).map_err(|error| unreadable(shape(&error)))?;
        if stored.seq <= self.position.seq {
            return Ok(Taken::Known);
        }
        if stored.seq != self.position.seq + 1 || stored.prev != self.position.head {
            return Ok(Taken::Apart);
        }
        if stored.v > FORMAT {
            return Err(unreadable(format!("format {} is newer than {FORMAT}", stored.v)));
        }
        let event = serde_json::from_str(stored.event.get()).map_err(|error| unreadable(shape(&error)))?;
        self.state.apply(stored.at, event);
        self.position = Position { seq: stored.seq, head: head_after(self.position.head, bytes) };
        Ok(Taken::Next)
    }

    /// Reads what is new, up to the log's end.
    pub(super) async fn catch_up(&mut self, store: &dyn Store, stream: &Stream) -> Result<Stamp, LogError> {
        let mut anew = false;
        for _ in 0..PAGES {
            let reply = store.read(stream, self.position.seq, PAGE).await?;
            let tail = reply.value;
            let behind = tail.end.seq < self.position.seq;
            let forked = tail.end.seq == self.position.seq && tail.end.head != self.position.head;
            let fits = !behind && !forked && self.take_all(stream, tail.snapshot, &tail.events)?;
            if fits && self.position == tail.end {
                return Ok(reply.stamp);
            }
            if !fits {
                if anew {
                    break;
                }
                anew = true;
                *self = Self::default();
            }
        }
        let what = "its chain of heads is broken".to_owned();
        Err(LogError::Unreadable { stream: stream.id().to_owned(), seq: self.position.seq + 1, what })
    }

    fn take_all(
        &mut self,
        stream: &Stream,
        snapshot: Option<(Position, Bytes)>,
        events: &[Bytes],
    ) -> Result<bool, LogError> {
        if let Some((position, bytes)) = snapshot.filter(|(position, _)| position.seq > self.position.seq) {
            let unreadable = |what| LogError::Unreadable { stream: stream.id().to_owned(), seq: position.seq, what };
            let snapshot: Snapshot<F> = serde_json::from_slice(&bytes).map_err(|error| unreadable(shape(&error)))?;
            if snapshot.v > FORMAT {
                return Err(unreadable(format!("format {} is newer than {FORMAT}", snapshot.v)));
            }
            *self = Self { position, state: snapshot.state, snapshot_seq: position.seq };
        }
        for event in events {
            if self.take(stream, event)? == Taken::Apart {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends an event after the fold and folds it in. False: the log has gone on; catch up and
    /// judge again.
    pub(super) async fn append(
        &mut self,
        store: &dyn Store,
        stream: &Stream,
        event: &F::Event,
    ) -> Result<bool, LogError> {
        let body = body(F::format_of(event), event).map_err(|error| LogError::Write(error.to_string()))?;
        let commit = Commit {
            stream: stream.clone(),
            expect: self.position,
            body: body.into(),
            guard: Guard::None,
            due: None,
            lifecycle: None,
            secret: None,
        };
        match store.commit(commit).await?.value {
            Outcome::Committed { event, .. } => {
                if self.take(stream, &event)? != Taken::Next {
                    *self = Self::default();
                    self.catch_up(store, stream).await?;
                }
                self.compact(store, stream).await;
                Ok(true)
            }
            // without a guard there is no time to be late for
            Outcome::Conflict(_) | Outcome::Reload(_) | Outcome::Late | Outcome::Time => Ok(false),
        }
    }

    /// Puts a snapshot in place of a long log. That it did not work is no loss: the next event tries
    /// again.
    async fn compact(&mut self, store: &dyn Store, stream: &Stream) {
        if self.position.seq - self.snapshot_seq < COMPACT_AFTER {
            return;
        }
        let snapshot = match serde_json::to_vec(&Snapshot { v: self.state.format(), state: &self.state }) {
            Ok(snapshot) => snapshot.into(),
            Err(error) => {
                tracing::warn!(stream = stream.id(), error = %shape(&error), "a snapshot cannot be written");
                return;
            }
        };
        match store.compact(stream, self.position, snapshot).await {
            Ok(true) => self.snapshot_seq = self.position.seq,
            Ok(false) => {}
            Err(error) => tracing::warn!(stream = stream.id(), %error, "a log could not be compacted"),
        }
    }
}

/// Appends an event wherever the log ends, for logs that take everything.
pub(super) async fn append_anywhere<F: Fold>(
    store: &dyn Store,
    stream: &Stream,
    event: &F::Event,
) -> Result<(), LogError> {
    let mut end = store.read(stream, 0, 0).await?.value.end;
    for _ in 0..TRIES {
        let mut folded = Folded::<F> { position: end, state: F::default(), snapshot_seq: end.seq };
        if folded.append(store, stream, event).await? {
            return Ok(());
        }
        end = store.read(stream, 0, 0).await?.value.end;
    }
    Err(LogError::Contended(stream.id().to_owned()))
}

/// What is wrong with JSON, without the values in it: they may be secret.
fn shape(error: &serde_json::Error) -> String {
    format!("{:?} error at column {}", error.classify(), error.column())
}
