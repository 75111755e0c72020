//! Calls to the store: each with a bound on how long it may take, counted when it fails, and its
//! time noted.

use super::{STORE_SILENCE, Times, archive, draw, ms};
use crate::{
    Metrics,
    store::{
        Commit, Index, News, Outcome, Partition, Record, Reply, Seat, Secret, Store, StoreError, Stream, Subscription,
        Tail, Tick,
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
        let started = Instant::now();
        let reply = self.committed("commit", commit).await?;
        self.metrics.commit_seconds.observe(started.elapsed().as_secs_f64());
        Ok(reply)
    }

    /// A line of talk: counted apart from what games wait for.
    pub(super) async fn commit_talk(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        self.committed("commit_talk", commit).await
    }

    async fn committed(&self, name: &'static str, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        let partition = commit.stream.partition();
        let reply = self.bounded(name, self.store.commit(commit)).await?;
        self.times.note(partition, reply.stamp);
        Ok(reply)
    }

    /// See [`Store::expire`].
    pub(super) async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        self.bounded("expire", self.store.expire(stream, ttl_ms)).await
    }

    /// See [`Store::confirm`].
    pub(super) async fn confirm(&self, stream: &Stream, position: Position) -> Result<bool, StoreError> {
        self.bounded("confirm", self.store.confirm(stream, position)).await
    }

    /// See [`Store::secret`].
    pub(super) async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        self.bounded("secret", self.store.secret(stream)).await
    }

    /// The log after number `after`, to its end. When the beginning was compacted away and was asked
    /// for, the snapshot comes with it.
    pub(super) async fn read(&self, stream: &Stream, after: u64) -> Result<Tail, StoreError> {
        self.read_by(READ_LIMIT, stream, after).await
    }

    /// The same with so many events in each read of the store.
    pub(super) async fn read_by(&self, piece: u64, stream: &Stream, after: u64) -> Result<Tail, StoreError> {
        let mut whole = self.read_piece(stream, after, piece, u64::MAX).await?;
        loop {
            let start = whole.snapshot.as_ref().map_or(after, |(position, _)| position.seq);
            let have = start + whole.events.len() as u64;
            if have >= whole.end.seq {
                return Ok(whole);
            }
            let page = self.read_piece(stream, have, piece, u64::MAX).await?;
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

    /// See [`Store::put_record`]; it stays.
    pub(super) async fn put_record(&self, key: &str, expect: u64, value: Bytes) -> Result<bool, StoreError> {
        self.bounded("put_record", self.store.put_record(key, expect, value, None)).await
    }

    /// See [`Store::delete_record`].
    pub(super) async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        self.bounded("delete_record", self.store.delete_record(key)).await
    }

    /// See [`Store::index_add`] and [`Store::index_remove`].
    pub(super) async fn set_index(&self, index: &Index, entry: &str, there: bool) -> Result<(), StoreError> {
        match there {
            true => self.bounded("index_add", self.store.index_add(index, entry)).await,
            false => self.bounded("index_remove", self.store.index_remove(index, entry)).await,
        }
    }

    /// See [`Store::index_before`].
    pub(super) async fn index_before(
        &self,
        index: &Index,
        before: Option<&str>,
        limit: u64,
    ) -> Result<Vec<String>, StoreError> {
        self.bounded("index_before", self.store.index_before(index, before, limit)).await
    }

    /// See [`Store::index_len`].
    pub(super) async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        self.bounded("index_len", self.store.index_len(index)).await
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
