//! The store: logs that are appended to by compare, and the time that they are judged by.
//!
//! One small trait with two implementations, [`embedded`] (one process, a directory) and [`redis`]
//! (any number of nodes), held to one conformance suite. A store knows streams of opaque events; it
//! never parses one, knows no rule of Go and no account. What it promises: an append happens
//! exactly when the log still ends where the caller thinks it ends and the guard about time holds;
//! it is durable before it is answered or published; a subscriber that then reads misses nothing.

pub mod embedded;
mod index;
#[cfg(test)]
pub mod memory;
pub mod redis;

pub use index::Index;

use async_trait::async_trait;
use bytes::Bytes;
use sha1::{Digest, Sha1};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tengen_core::log::Position;
use tengen_core::timing::{Due, Guard};
use tengen_protocol::{AccountId, Channel, Colour, GameId, TournamentId};
use tokio::sync::mpsc;

/// Number of partitions of games and accounts. Each has its own logical time.
pub const PARTITIONS: u16 = 256;

/// A part of the store with a logical time of its own: 0 to 255, and the lobby's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Partition(u16);

impl Partition {
    /// That of the lobby: offers, seeks and limits per account.
    pub const LOBBY: Self = Self(PARTITIONS);

    /// Every partition, the lobby's last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=PARTITIONS).map(Self)
    }

    /// 0 to 256; 256 is the lobby's.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Of an id: the first byte of its SHA-1, so that every program finds the same.
    fn of(id: &str) -> Self {
        Self(u16::from(Sha1::digest(id.as_bytes())[0]))
    }
}

/// The name of a log and where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    partition: Partition,
    id: Arc<str>,
}

impl Stream {
    /// The log of a game.
    #[must_use]
    pub fn game(id: &GameId) -> Self {
        Self { partition: Partition::of(id.as_str()), id: id.as_str().into() }
    }

    /// The log of what is said in a channel of a game: beside the game's own.
    #[must_use]
    pub fn talk(game: &GameId, channel: Channel) -> Self {
        let which = match channel {
            Channel::Players => 'p',
            Channel::Spectators => 's',
        };
        Self { partition: Partition::of(game.as_str()), id: format!("t.{which}.{game}").into() }
    }

    /// The log of an account.
    #[must_use]
    pub fn account(id: &AccountId) -> Self {
        Self { partition: Partition::of(id.as_str()), id: format!("a.{id}").into() }
    }

    /// The log that says which account a name belongs to; `skeleton` is the name's confusable
    /// skeleton.
    #[must_use]
    pub fn name(skeleton: &str) -> Self {
        let digest: String = Sha1::digest(skeleton.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        Self { partition: Partition::of(&digest), id: format!("n.{digest}").into() }
    }

    /// A log of accounts that exist, for lists: a log cannot be found without its name. There are
    /// several, so that registrations do not queue for one.
    #[must_use]
    pub fn directory(shard: u8) -> Self {
        let id = format!("d.{shard}");
        Self { partition: Partition::of(&id), id: id.into() }
    }

    /// The lobby's log.
    #[must_use]
    pub fn lobby() -> Self {
        Self { partition: Partition::LOBBY, id: "lobby".into() }
    }

    /// The log of a tournament.
    #[must_use]
    pub fn tournament(id: &TournamentId) -> Self {
        Self { partition: Partition::of(id.as_str()), id: format!("e.{id}").into() }
    }

    /// The tournament whose log it is, from the id that [`Tick::due`] gave.
    #[must_use]
    pub fn tournament_of_due(id: &str) -> Option<TournamentId> {
        id.strip_prefix("e.")?.parse().ok()
    }

    /// A game's log again, from the id that [`Tick::due`] gave.
    #[must_use]
    pub fn game_of_due(id: &str) -> Option<GameId> {
        id.parse().ok()
    }

    /// Where it lies.
    #[must_use]
    pub const fn partition(&self) -> Partition {
        self.partition
    }

    /// Its name in the store: a game's id, or `a.`, `e.`, `n.`, `t.` and more for others, or `lobby`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// An append to a log.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The log.
    pub stream: Stream,
    /// Where it must end now.
    pub expect: Position,
    /// The event as [`body`](tengen_core::log::body) makes it.
    pub body: Bytes,
    /// What must hold about time.
    pub guard: Guard,
    /// When time may act next; `None` clears it.
    pub due: Option<Due>,
    /// Goes to the partition's outbox in the same step: a game was created, finished, or its
    /// result changed.
    pub lifecycle: Option<Bytes>,
    /// Kept beside the log from the same step on, in place of what was kept there before: a sealed
    /// move. The event has its digest alone.
    pub secret: Option<Secret>,
}

/// What is kept beside a log and published to nobody. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Bytes);

impl Secret {
    /// Not empty.
    #[must_use]
    pub fn new(secret: impl Into<Bytes>) -> Self {
        Self(secret.into())
    }

    /// What it is.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// How a commit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Appended, durable, published.
    Committed {
        /// Where the log ends now.
        position: Position,
        /// Logical time of the commit: the event's `t`.
        t: u64,
        /// Wall time of the commit: the event's `at`.
        at: u64,
        /// The event as stored.
        event: Bytes,
    },
    /// Nothing was appended: the log is longer than `expect`. Read and judge again.
    Conflict(Position),
    /// Nothing was appended: the log does not contain `expect`. Drop the fold and read anew.
    Reload(Position),
    /// Nothing was appended: the time was up.
    Late,
    /// Nothing was appended: the guard's instants do not fit the store's time. Make the event
    /// again from [`Stamp`].
    Time,
}

/// The partition's time in every reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stamp {
    /// Logical time, ms.
    pub logical: u64,
    /// For so many ms logical time stands still: people are coming back after an outage.
    pub hold: u64,
    /// Wall time, ms since 1970.
    pub wall: u64,
}

/// A reply and the time at which it was made.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The time.
    pub stamp: Stamp,
    /// The reply.
    pub value: T,
}

/// A piece of a log, up to its end or to the limit of one read.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    /// Where the whole log ends.
    pub end: Position,
    /// When the log's beginning was compacted away and was asked for: the state after `0`'s seq.
    pub snapshot: Option<(Position, Bytes)>,
    /// The events after the snapshot, or after what was asked for.
    pub events: Vec<Bytes>,
}

/// What a look at a partition found.
#[derive(Clone, Debug, Default)]
pub struct Tick {
    /// Ids of streams on which time may act now; at most 1,000 in one look.
    pub due: Vec<Arc<str>>,
    /// Whether any stream waits for logical time, so that it must be ticked.
    pub running: bool,
    /// Entries in the outbox.
    pub outbox: u64,
}

/// Who plays a side from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The node.
    pub node: Arc<str>,
    /// The connection on it.
    pub connection: u64,
}

/// A small value beside the logs, changed by compare: sessions, revocations, throttles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Grows with each change; 0 means absent.
    pub version: u64,
    /// The value.
    pub value: Bytes,
}

/// What a subscriber is told.
#[derive(Clone, Debug)]
pub enum News {
    /// An event was committed, by whichever node.
    Event(Bytes),
    /// A seat was taken.
    Seat(Colour, Seat),
}

/// A subscription; dropping it ends it.
pub struct Subscription {
    lost: Arc<AtomicBool>,
    _guard: Box<dyn Send + Sync>,
}

impl Subscription {
    /// Made by a store: `guard` unsubscribes when dropped, `lost` is set when news may be missing.
    #[must_use]
    pub fn new(lost: Arc<AtomicBool>, guard: Box<dyn Send + Sync>) -> Self {
        Self { lost, _guard: guard }
    }

    /// Whether news may have been missed since the last call: then read the log.
    #[must_use]
    pub fn take_lost(&self) -> bool {
        self.lost.swap(false, Ordering::AcqRel)
    }
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription").finish_non_exhaustive()
    }
}

/// What went wrong in a store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// It did not answer, or refused for now. Nothing was done, or (for a commit) it is not known
    /// whether it was done: ask again with the same command id.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// It is full (`maxmemory`, disk). Nothing was done.
    #[error("the store is full: {0}")]
    Full(String),
    /// What it holds is damaged; it is named and not served.
    #[error("the store is damaged at {place}: {what}")]
    Damaged {
        /// Which stream or file.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// It cannot be opened as configured; the message says what to do.
    #[error("{0}")]
    Open(String),
}

impl StoreError {
    /// Whether the same call may succeed later.
    #[must_use]
    pub const fn retryable(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Full(_))
    }
}

/// The store.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends an event if the log ends at `expect` and the guard holds. Creating a log is an
    /// append to an empty one; a repeated creation is a [`Outcome::Conflict`].
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError>;

    /// Whether the log holds this position, as safely as an append is when it is answered. What was
    /// heard or read may be less safe than that: a store that waits for replicas publishes before. So
    /// nothing is answered as done because it is in the log, unless this says so.
    async fn confirm(&self, stream: &Stream, position: Position) -> Result<bool, StoreError> {
        let _ = (stream, position);
        Ok(true)
    }

    /// The events after number `after`, at most `limit` (0: the end of the log only).
    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError>;

    /// What is kept beside a log: the secret of its newest commit that had one, until the log goes to the
    /// archive or ends.
    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError>;

    /// Ends of many logs, for the position check; absent logs have seq 0.
    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError>;

    /// Puts a snapshot in place of all events up to `position`, if the log ends there; false
    /// otherwise.
    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError>;

    /// Puts a log, packed, in place of its events up to `position`, and forgets who sat where and that
    /// anything was due, in one step: if the log ends there and is due by wall time now; false
    /// otherwise. It is read as a snapshot; what is appended later stands after it.
    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError>;

    /// Deletes a log in so many ms, or somewhat later, with its snapshot and what was appended meanwhile:
    /// that is kept longer only if this is said again. Then it is as if it had never been. For logs that
    /// nothing is due in.
    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError>;

    /// Sends the stream's news to `news`. A full channel sets the subscription's lost mark and
    /// holds up nobody.
    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError>;

    /// Advances the time of partitions and looks what is due.
    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError>;

    /// The oldest entries of the partition's outbox.
    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError>;

    /// Removes one such entry; removing it again does nothing.
    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError>;

    /// Takes a seat of a game, whoever had it, and tells the game's subscribers.
    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError>;

    /// Empties a seat, if `seat` still has it.
    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError>;

    /// Who sits where: Black, White.
    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError>;

    /// A record, unless it has expired.
    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError>;

    /// Writes a record if its version is still `expect` (0: absent); false otherwise. It expires
    /// after `ttl_ms`.
    async fn put_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: Option<u64>) -> Result<bool, StoreError>;

    /// The same for what soon passes anyway: no replica is waited for, and a failover may take it back.
    async fn put_passing_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: u64) -> Result<bool, StoreError> {
        self.put_record(key, expect, value, Some(ttl_ms)).await
    }

    /// Deletes a record.
    async fn delete_record(&self, key: &str) -> Result<(), StoreError>;

    /// Adds a text to an index; nothing if it is there. Texts are ASCII and not empty.
    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError>;

    /// Removes a text from an index; nothing if it is not there.
    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError>;

    /// At most `limit` texts of an index, the greatest first, by bytes; with `before` those that are less
    /// than it.
    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError>;

    /// How many texts an index has.
    async fn index_len(&self, index: &Index) -> Result<u64, StoreError>;

    /// Whether other nodes may serve from it too.
    fn is_shared(&self) -> bool {
        true
    }

    /// One sentence for the log: what is promised about acknowledged moves with these settings.
    async fn promise(&self) -> Result<Promise, StoreError>;

    /// Whether it answers.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Whether it can do its work: it answers, and appends can be acknowledged.
    async fn ready(&self) -> Result<(), StoreError> {
        self.ping().await
    }

    /// Finishes what is running and closes.
    async fn close(&self);
}

/// What the store's settings promise.
#[derive(Clone, Debug)]
pub struct Promise {
    /// Whether an acknowledged event survives a crash of the store's machine whose disk survives.
    pub durable: bool,
    /// The same as a sentence, with the settings that it follows from.
    pub sentence: String,
}
