//! Calls to the store: each with a bound on how long it may take, counted when it fails, and its
//! time noted.

use super::{STORE_SILENCE, Times, archive, draw, ms};
use crate::{
    Metrics,
    store::{
        Commit, News, Outcome, Partition, Record, Reply, Seat, Store, StoreError, Stream, Subscription, Tail, Tick,
    },
};
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tengen_core::log::Position;
use tengen_protocol::Colour;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

/// Events in one read.
const READ_LIMIT: u64 = 1_000;

/// The store, with bounds.
pub(super) struct Calls {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    times: Times,
}

impl Calls {
    pub(super) fn new(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Self {
        Self { store, metrics, times: Times::default() }
    }

    pub(super) const fn times(&self) -> &Times {
        &self.times
    }

    async fn bounded<T>(
        &self,
        operation: &'static str,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let silent = || StoreError::Unavailable(format!("no answer to `{operation}` for {} ms", ms(STORE_SILENCE)));
        let result = timeout(STORE_SILENCE, call).await.unwrap_or_else(|_| Err(silent()));
        if result.is_err() {
            self.metrics.store_error(operation);
        }
        result
    }

    pub(super) async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        let partition = commit.stream.partition();
        let started = Instant::now();
        let reply = self.bounded("commit", self.store.commit(commit)).await?;
        self.metrics.commit_seconds.observe(started.elapsed().as_secs_f64());
        self.times.note(partition, reply.stamp);
        Ok(reply)
    }

    /// See [`Store::confirm`].
    pub(super) async fn confirm(&self, stream: &Stream, position: Position) -> Result<bool, StoreError> {
        self.bounded("confirm", self.store.confirm(stream, position)).await
    }

    /// The log after number `after`, to its end. When the beginning was compacted away and was asked
    /// for, the snapshot comes with it.
    pub(super) async fn read(&self, stream: &Stream, after: u64) -> Result<Tail, StoreError> {
        let mut whole = self.read_piece(stream, after, READ_LIMIT, u64::MAX).await?;
        loop {
            let start = whole.snapshot.as_ref().map_or(after, |(position, _)| position.seq);
            let have = start + whole.events.len() as u64;
            if have >= whole.end.seq {
                return Ok(whole);
            }
            let page = self.read_piece(stream, have, READ_LIMIT, u64::MAX).await?;
            whole.end = page.end;
            if page.events.is_empty() || page.snapshot.is_some() {
                // it was compacted or became shorter in between: what is here is whole up to `have`
                return Ok(whole);
            }
            whole.events.extend(page.events);
        }
    }

    /// At most `limit` events of it.
    pub(super) async fn read_page(&self, stream: &Stream, after: u64, limit: u64) -> Result<Tail, StoreError> {
        self.read_piece(stream, after, limit, limit).await
    }

    /// At most `limit` events of the store, and what was packed before them: at most `most` together.
    async fn read_piece(&self, stream: &Stream, after: u64, limit: u64, most: u64) -> Result<Tail, StoreError> {
        let reply = self.bounded("read", self.store.read(stream, after, limit)).await?;
        self.times.note(stream.partition(), reply.stamp);
        archive::unpacked(stream.id(), reply.value, after, most)
    }

    /// Puts the packed log in place of one that ends there and is due to leave; false if it does not.
    pub(super) async fn archive(&self, stream: &Stream, at: Position, packed: Bytes) -> Result<bool, StoreError> {
        self.bounded("archive", self.store.archive(stream, at, packed)).await
    }

    pub(super) async fn subscribe(
        &self,
        stream: &Stream,
        news: mpsc::Sender<News>,
    ) -> Result<Subscription, StoreError> {
        self.bounded("subscribe", self.store.subscribe(stream, news)).await
    }

    pub(super) async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        self.bounded("positions", self.store.positions(streams)).await
    }

    pub(super) async fn compact(&self, stream: &Stream, at: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        self.bounded("compact", self.store.compact(stream, at, snapshot)).await
    }

    pub(super) async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Tick>, StoreError> {
        let replies = self.bounded("tick", self.store.tick(partitions)).await?;
        let note = |(partition, reply): (&Partition, Reply<Tick>)| {
            self.times.note(*partition, reply.stamp);
            reply.value
        };
        Ok(partitions.iter().zip(replies).map(note).collect())
    }

    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        self.bounded("ping", self.store.ping()).await
    }

    pub(super) async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        self.bounded("outbox", self.store.outbox(partition, limit)).await
    }

    pub(super) async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        self.bounded("outbox_remove", self.store.outbox_remove(partition, entry)).await
    }

    pub(super) async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        self.bounded("take_seat", self.store.take_seat(game, colour, seat)).await
    }

    pub(super) async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        self.bounded("leave_seat", self.store.leave_seat(game, colour, seat)).await
    }

    pub(super) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    pub(super) async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        self.bounded("record", self.store.record(key)).await
    }

    /// Puts a passing record in place of whatever is there, unless somebody else does just now; it
    /// expires after `ttl_ms`.
    pub(super) async fn replace_record(&self, key: &str, value: Bytes, ttl_ms: u64) -> Result<bool, StoreError> {
        let version = self.record(key).await?.map_or(0, |record| record.version);
        self.bounded("put_record", self.store.put_passing_record(key, version, value, ttl_ms)).await
    }

    pub(super) async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        self.bounded("seats", self.store.seats(game)).await
    }
}

/// Waits longer each time, with jitter so that nodes do not come back together.
pub(super) struct Backoff {
    next: Duration,
    most: Duration,
}

impl Backoff {
    pub(super) const fn new(first: Duration, most: Duration) -> Self {
        Self { next: first, most }
    }

    pub(super) async fn wait(&mut self) {
        let half = self.next / 2;
        let jitter = half.mul_f64(draw::share());
        tokio::time::sleep(half + jitter).await;
        self.next = (self.next * 2).min(self.most);
    }
}
