//! The store in memory, for tests: maps behind one lock, everything else as the trait says.
//!
//! It keeps nothing on disk and promises nothing after the process has ended. Its time is the rule of
//! [`tengen_core::partition`], as the real stores'. Several nodes may share one ([`Memory::node`]), and
//! a test may start it anew or let it lose a tail; a [`Weakness`] takes one rule out of it.

mod indexes;
mod tests;

pub use indexes::Indexes;

use super::{
    Commit, Index, News, Outcome, Partition, Promise, Record, Reply, Seat, Secret, Stamp, Store, StoreError, Stream,
    Subscription, Tail, Tick,
};
use async_trait::async_trait;
use bytes::Bytes;
use rustc_hash::FxHashMap;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};
use tengen_core::{
    log::{Position, head_after, stored},
    partition::{PartitionClock, arrival_stands},
    timing::{Due, FLAG_GRACE_ELSEWHERE_MS, FLAG_GRACE_MS, Guard, Time, When},
};
use tengen_protocol::Colour;
use tokio::sync::{mpsc, watch};

/// The name of this node and of the store's run.
const NODE: &str = "memory";

/// The most that a quota of lag credit is, ms.
const QUOTA_MS: u64 = 300;

/// Ids in one look at a partition.
const DUE_LIMIT: usize = 1_000;

/// Wall time, ms since 1970.
pub type Wall = Arc<dyn Fn() -> u64 + Send + Sync>;

/// A rule that is taken out, to see whether a test misses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    /// The store's run id is not compared: a quick restart is not noticed.
    RunId,
    /// Clocks go on at once after an outage.
    Hold,
    /// Time-outs are committed right after an outage or a hiccup.
    Quiet,
    /// A flag does not wait for a player who sits at another node.
    Elsewhere,
    /// A frame counts as having arrived when it is committed.
    Arrival,
    /// Only the number of the last event is compared, not its head.
    Head,
    /// A flag does not wait for the quota of lag credit.
    Quota,
}

/// What a replica had at some time.
pub struct Saved {
    clocks: FxHashMap<Partition, PartitionClock>,
    outboxes: FxHashMap<Partition, Vec<Bytes>>,
    logs: FxHashMap<Stream, Log>,
}

/// The store in memory, as one node sees it.
pub struct Memory {
    name: Arc<str>,
    wall: Wall,
    inner: Arc<Mutex<Inner>>,
    indexes: Arc<Indexes>,
    /// Whether commits wait.
    holding: watch::Sender<bool>,
    /// Commits that have waited.
    waited: watch::Sender<u32>,
}

#[derive(Default)]
struct Inner {
    run: String,
    weakness: Option<Weakness>,
    clocks: FxHashMap<Partition, PartitionClock>,
    logs: FxHashMap<Stream, Log>,
    outboxes: FxHashMap<Partition, Vec<Bytes>>,
    records: FxHashMap<String, (Record, Option<u64>)>,
    version: u64,
    subscriber: u64,
}

#[derive(Default)]
struct Log {
    snapshot: Option<(Position, Bytes)>,
    /// After the snapshot, each with the head after it.
    events: Vec<(Position, Bytes)>,
    due: Option<(Time, u64)>,
    expires: Option<u64>,
    secret: Option<Secret>,
    seats: [Option<Seat>; 2],
    subscribers: Vec<(u64, mpsc::Sender<News>, Arc<AtomicBool>)>,
}

impl Log {
    fn end(&self) -> Position {
        let compacted = self.snapshot.as_ref().map_or_else(Position::default, |(position, _)| *position);
        self.events.last().map_or(compacted, |(position, _)| *position)
    }

    /// Whether the log has or may have had this position.
    fn contains(&self, at: Position) -> bool {
        let start = self.snapshot.as_ref().map_or_else(Position::default, |(position, _)| *position);
        if at.seq <= start.seq {
            return at.seq < start.seq || at == start;
        }
        self.events.iter().any(|(position, _)| *position == at)
    }

    fn publish(&self, news: &News) {
        for (_, sender, lost) in &self.subscribers {
            if sender.try_send(news.clone()).is_err() {
                lost.store(true, Ordering::Release);
            }
        }
    }
}

impl Inner {
    fn advance(&mut self, partition: Partition, wall: u64) -> Stamp {
        let running = self.running(partition);
        let run = self.run.as_str();
        let clock = self.clocks.entry(partition).or_insert_with(|| PartitionClock::new(wall, run));
        if self.weakness == Some(Weakness::RunId) {
            run.clone_into(&mut clock.run);
        }
        clock.advance(wall, run, running);
        if self.weakness == Some(Weakness::Hold) {
            clock.hold = 0;
        }
        Stamp { logical: clock.logical, hold: clock.hold, wall }
    }

    fn running(&self, partition: Partition) -> bool {
        let logical = |log: &Log| matches!(log.due, Some((Time::Logical, _)));
        self.logs.iter().any(|(stream, log)| stream.partition() == partition && logical(log))
    }

    fn quiet(&self, partition: Partition) -> bool {
        let quiet = self.clocks.get(&partition).is_some_and(|clock| !clock.may_time_out());
        quiet && self.weakness != Some(Weakness::Quiet)
    }

    /// What forbids the commit, if anything does.
    fn forbids(&self, commit: &Commit, now: Stamp, node: &str) -> Option<Outcome> {
        match commit.guard {
            Guard::None => None,
            Guard::Arrived { arrived, credit, start, deadline } => {
                if !arrival_stands(start, arrived, now.logical) {
                    return Some(Outcome::Time);
                }
                let arrived = if self.weakness == Some(Weakness::Arrival) { now.logical } else { arrived };
                deadline.is_some_and(|deadline| arrived.saturating_sub(credit) >= deadline).then_some(Outcome::Late)
            }
            Guard::Before { deadline } => (now.wall >= deadline).then_some(Outcome::Late),
            Guard::Due { time, at, flag } => {
                let waited = |quota| if self.weakness == Some(Weakness::Quota) { 0 } else { quota };
                let grace = flag.map_or(0, |(colour, quota)| waited(quota) + self.grace(&commit.stream, colour, node));
                let (reached, quiet) = match time {
                    Time::Logical => (now.logical, self.quiet(commit.stream.partition())),
                    Time::Wall => (now.wall, false),
                };
                (quiet || reached < at + grace).then_some(Outcome::Time)
            }
        }
    }

    fn grace(&self, stream: &Stream, colour: Colour, node: &str) -> u64 {
        let seat = self.logs.get(stream).and_then(|log| log.seats[side(colour)].as_ref());
        let elsewhere = seat.is_some_and(|seat| &*seat.node != node);
        if elsewhere && self.weakness != Some(Weakness::Elsewhere) { FLAG_GRACE_ELSEWHERE_MS } else { FLAG_GRACE_MS }
    }

    fn commit(&mut self, commit: Commit, wall: u64, node: &str) -> Reply<Outcome> {
        let partition = commit.stream.partition();
        let stamp = self.advance(partition, wall);
        let end = self.logs.get(&commit.stream).map_or_else(Position::default, Log::end);
        let same =
            if self.weakness == Some(Weakness::Head) { end.seq == commit.expect.seq } else { end == commit.expect };
        if !same {
            let known = self.logs.get(&commit.stream).is_some_and(|log| log.contains(commit.expect));
            let grown = end.seq > commit.expect.seq && (known || commit.expect == Position::default());
            let value = if grown { Outcome::Conflict(end) } else { Outcome::Reload(end) };
            return Reply { stamp, value };
        }
        if let Some(value) = self.forbids(&commit, stamp, node) {
            return Reply { stamp, value };
        }
        let event = Bytes::from(stored(end, stamp.logical, wall, &commit.body));
        let position = Position { seq: end.seq + 1, head: head_after(end.head, &event) };
        let log = self.logs.entry(commit.stream).or_default();
        log.events.push((position, event.clone()));
        log.due = commit.due.map(|due| instant(due, stamp));
        if commit.secret.is_some() {
            log.secret = commit.secret;
        }
        log.publish(&News::Event(event.clone()));
        if let Some(entry) = commit.lifecycle {
            self.outboxes.entry(partition).or_default().push(entry);
        }
        Reply { stamp, value: Outcome::Committed { position, t: stamp.logical, at: wall, event } }
    }

    fn look(&mut self, partition: Partition, wall: u64) -> Reply<Tick> {
        let stamp = self.advance(partition, wall);
        let quiet = self.quiet(partition);
        let early = if self.weakness == Some(Weakness::Quota) { QUOTA_MS } else { 0 };
        let is_due = |due: Option<(Time, u64)>| match due {
            Some((Time::Logical, at)) => !quiet && at <= stamp.logical + early,
            Some((Time::Wall, at)) => at <= wall,
            None => false,
        };
        let here = self.logs.iter().filter(|(stream, _)| stream.partition() == partition);
        let due = here.filter(|(_, log)| is_due(log.due)).map(|(stream, _)| stream.id().into());
        let due = due.take(DUE_LIMIT).collect();
        let outbox = self.outboxes.get(&partition).map_or(0, Vec::len) as u64;
        Reply { stamp, value: Tick { due, running: self.running(partition), outbox } }
    }

    fn live_record(&self, key: &str, now: u64) -> Option<Record> {
        let (record, expires) = self.records.get(key)?;
        expires.is_none_or(|at| at > now).then(|| record.clone())
    }
}

const fn side(colour: Colour) -> usize {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

fn instant(due: Due, now: Stamp) -> (Time, u64) {
    let base = match due.time {
        Time::Logical => now.logical,
        Time::Wall => now.wall,
    };
    match due.when {
        When::After(ms) => (due.time, base + ms),
        When::At(at) => (due.time, at),
    }
}

/// Ends a subscription.
struct Unsubscribe {
    inner: Arc<Mutex<Inner>>,
    stream: Stream,
    id: u64,
}

impl Drop for Unsubscribe {
    fn drop(&mut self) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = inner.logs.get_mut(&self.stream) {
            log.subscribers.retain(|(id, _, _)| *id != self.id);
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        let since = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::with_wall(Arc::new(move || u64::try_from(since().as_millis()).unwrap_or(u64::MAX)))
    }
}

impl Memory {
    /// With a wall time of the test's own.
    pub fn with_wall(wall: Wall) -> Self {
        let inner = Arc::new(Mutex::new(Inner { run: NODE.to_owned(), ..Inner::default() }));
        let (holding, waited) = (watch::Sender::new(false), watch::Sender::new(0));
        Self { name: NODE.into(), wall, inner, indexes: Arc::default(), holding, waited }
    }

    /// The same store as another node sees it.
    pub fn node(&self, name: &str) -> Self {
        let (wall, inner, indexes) = (Arc::clone(&self.wall), Arc::clone(&self.inner), Arc::clone(&self.indexes));
        Self { name: name.into(), wall, inner, indexes, holding: self.holding.clone(), waited: self.waited.clone() }
    }

    /// Takes a rule out.
    pub fn weaken(&self, weakness: Option<Weakness>) {
        self.lock().0.weakness = weakness;
    }

    /// It was started anew, or another one took over: it has this run id now.
    pub fn restart(&self, run: String) {
        self.lock().0.run = run;
    }

    /// The logical time that a touch of the partition would find now.
    pub fn logical(&self, partition: Partition) -> u64 {
        let (inner, wall) = self.lock();
        let Some(mut clock) = inner.clocks.get(&partition).cloned() else { return 0 };
        clock.advance(wall, &inner.run, inner.running(partition)).now_logical
    }

    /// The time of a partition as it is kept.
    pub fn clock(&self, partition: Partition) -> Option<PartitionClock> {
        self.lock().0.clocks.get(&partition).cloned()
    }

    /// What a replica has that is this far and gets no further.
    pub fn save(&self) -> Saved {
        let (inner, _) = self.lock();
        let copy = |log: &Log| Log {
            snapshot: log.snapshot.clone(),
            events: log.events.clone(),
            due: log.due,
            expires: log.expires,
            secret: log.secret.clone(),
            seats: log.seats.clone(),
            subscribers: Vec::new(),
        };
        let logs = inner.logs.iter().map(|(stream, log)| (stream.clone(), copy(log))).collect();
        Saved { clocks: inner.clocks.clone(), outboxes: inner.outboxes.clone(), logs }
    }

    /// That replica takes over: what came after it is lost. Subscribers stay.
    pub fn fail_over(&self, saved: Saved, run: String) {
        let (mut inner, _) = self.lock();
        inner.run = run;
        inner.clocks = saved.clocks;
        inner.outboxes = saved.outboxes;
        let before = std::mem::replace(&mut inner.logs, saved.logs);
        for (stream, log) in before {
            inner.logs.entry(stream).or_default().subscribers = log.subscribers;
        }
    }

    /// Where a log ends.
    pub fn end(&self, stream: &Stream) -> Position {
        self.lock().0.logs.get(stream).map_or_else(Position::default, Log::end)
    }

    /// From now on commits wait.
    pub fn hold_commits(&self) {
        self.holding.send_replace(true);
    }

    /// Waits until a commit waits, or has waited.
    pub async fn held(&self) {
        let _ = self.waited.subscribe().wait_for(|waited| *waited > 0).await;
    }

    /// Lets them go on.
    pub fn release(&self) {
        self.holding.send_replace(false);
    }

    async fn wait(&self) {
        let mut holding = self.holding.subscribe();
        if *holding.borrow() {
            self.waited.send_modify(|waited| *waited += 1);
            let _ = holding.wait_for(|holding| !holding).await;
        }
    }

    /// As if the news of all subscriptions got lost from now on, unnoticed.
    pub fn forget_subscribers(&self) {
        let (mut inner, _) = self.lock();
        for log in inner.logs.values_mut() {
            // dropping the senders would be noticed
            std::mem::forget(std::mem::take(&mut log.subscribers));
        }
    }

    fn lock(&self) -> (MutexGuard<'_, Inner>, u64) {
        let (mut inner, wall) = (self.inner.lock().unwrap_or_else(PoisonError::into_inner), (self.wall)());
        for log in inner.logs.values_mut().filter(|log| log.expires.is_some_and(|at| at <= wall)) {
            // subscribers stay: they learn it from the end
            let subscribers = std::mem::take(&mut log.subscribers);
            *log = Log { subscribers, ..Log::default() };
        }
        (inner, wall)
    }

    /// Logs that are not empty.
    pub fn logs(&self) -> usize {
        self.lock().0.logs.values().filter(|log| log.end() != Position::default()).count()
    }
}

#[async_trait]
impl Store for Memory {
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        self.wait().await;
        let (mut inner, wall) = self.lock();
        Ok(inner.commit(commit, wall, &self.name))
    }

    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError> {
        let (mut inner, wall) = self.lock();
        let stamp = inner.advance(stream.partition(), wall);
        let Some(log) = inner.logs.get(stream) else { return Ok(Reply { stamp, value: Tail::default() }) };
        let snapshot = log.snapshot.clone().filter(|(position, _)| position.seq > after && limit > 0);
        let wanted = log.events.iter().filter(|(position, _)| position.seq > after);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let events = wanted.take(limit).map(|(_, event)| event.clone()).collect();
        Ok(Reply { stamp, value: Tail { end: log.end(), snapshot, events } })
    }

    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        let (inner, _) = self.lock();
        Ok(inner.logs.get(stream).and_then(|log| log.secret.clone()))
    }

    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        let (inner, _) = self.lock();
        Ok(streams.iter().map(|stream| inner.logs.get(stream).map_or_else(Position::default, Log::end)).collect())
    }

    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        let (mut inner, _) = self.lock();
        let log = inner.logs.entry(stream.clone()).or_default();
        let fits = log.end() == position && position.seq > 0;
        if fits {
            log.snapshot = Some((position, snapshot));
            log.events.clear();
        }
        Ok(fits)
    }

    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError> {
        let (mut inner, wall) = self.lock();
        let Some(log) = inner.logs.get_mut(stream) else { return Ok(false) };
        let due = matches!(log.due, Some((Time::Wall, at)) if at <= wall);
        let fits = due && log.end() == position && position.seq > 0;
        if fits {
            log.snapshot = Some((position, packed));
            log.events.clear();
            log.due = None;
            log.secret = None;
            log.seats = [None, None];
        }
        Ok(fits)
    }

    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        let (mut inner, wall) = self.lock();
        if let Some(log) = inner.logs.get_mut(stream) {
            log.expires = Some(wall + ttl_ms);
        }
        Ok(())
    }

    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError> {
        let (mut inner, _) = self.lock();
        inner.subscriber += 1;
        let id = inner.subscriber;
        let lost = Arc::new(AtomicBool::new(false));
        inner.logs.entry(stream.clone()).or_default().subscribers.push((id, news, Arc::clone(&lost)));
        let guard = Unsubscribe { inner: Arc::clone(&self.inner), stream: stream.clone(), id };
        Ok(Subscription::new(lost, Box::new(guard)))
    }

    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError> {
        let (mut inner, wall) = self.lock();
        Ok(partitions.iter().map(|partition| inner.look(*partition, wall)).collect())
    }

    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        let (inner, _) = self.lock();
        let entries = inner.outboxes.get(&partition).into_iter().flatten();
        Ok(entries.take(usize::try_from(limit).unwrap_or(usize::MAX)).cloned().collect())
    }

    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        let (mut inner, _) = self.lock();
        let entries = inner.outboxes.entry(partition).or_default();
        if let Some(found) = entries.iter().position(|other| other == entry) {
            entries.remove(found);
        }
        Ok(())
    }

    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        let (mut inner, _) = self.lock();
        let log = inner.logs.entry(game.clone()).or_default();
        log.seats[side(colour)] = Some(seat.clone());
        log.publish(&News::Seat(colour, seat));
        Ok(())
    }

    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        let (mut inner, _) = self.lock();
        let taken = &mut inner.logs.entry(game.clone()).or_default().seats[side(colour)];
        if taken.as_ref() == Some(seat) {
            *taken = None;
        }
        Ok(())
    }

    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        let (inner, _) = self.lock();
        Ok(inner.logs.get(game).map_or_else(Default::default, |log| log.seats.clone()))
    }

    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let (inner, wall) = self.lock();
        Ok(inner.live_record(key, wall))
    }

    async fn put_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: Option<u64>) -> Result<bool, StoreError> {
        let (mut inner, wall) = self.lock();
        let fits = inner.live_record(key, wall).map_or(0, |record| record.version) == expect;
        if fits {
            inner.version += 1;
            let record = Record { version: inner.version, value };
            inner.records.insert(key.to_owned(), (record, ttl_ms.map(|ttl| wall + ttl)));
        }
        Ok(fits)
    }

    async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        let (mut inner, _) = self.lock();
        inner.records.remove(key);
        Ok(())
    }

    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.indexes.add(index, entry);
        Ok(())
    }

    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.indexes.remove(index, entry);
        Ok(())
    }

    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError> {
        Ok(self.indexes.before(index, before, limit))
    }

    async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        Ok(self.indexes.len(index))
    }

    async fn promise(&self) -> Result<Promise, StoreError> {
        Ok(Promise { durable: false, sentence: "everything is lost when the process ends (memory)".into() })
    }

    async fn ping(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(&self) {}
}
