//! A store in memory for tests of the runtime: its time is tokio's, which tests pause, and it can be
//! told to fail.

use crate::{
    hub::lock,
    store::{
        Commit, Index, News, Outcome, Partition, Promise, Record, Reply, Seat, Secret, Stamp, Store, StoreError,
        Stream, Subscription, Tail, Tick, memory::Indexes,
    },
};
use async_trait::async_trait;
use bytes::Bytes;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};
use tengen_core::{
    log::{self, Position},
    partition::arrival_stands,
    timing::{Due, FLAG_GRACE_ELSEWHERE_MS, FLAG_GRACE_MS, Guard, Time, When},
};
use tengen_protocol::Colour;
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

/// When the tests' wall clock starts, ms since 1970.
const WALL_START: u64 = 1_800_000_000_000;

#[derive(Default)]
struct Log {
    snapshot: Option<(Position, Bytes)>,
    begins: u64,
    events: Vec<Bytes>,
    heads: Vec<log::Position>,
    due: Option<(Time, u64)>,
    seats: [Option<Seat>; 2],
    subscribers: Vec<(mpsc::Sender<News>, Arc<AtomicBool>)>,
    partition: Option<Partition>,
    reads: u32,
    secret: Option<Secret>,
}

impl Log {
    fn end(&self) -> Position {
        self.heads.last().copied().or(self.snapshot.as_ref().map(|(at, _)| *at)).unwrap_or_default()
    }

    fn knows(&self, position: Position) -> bool {
        position.seq == 0 || self.heads.contains(&position)
    }

    fn publish(&mut self, news: &News) {
        self.subscribers.retain(|(sender, lost)| {
            if let Err(mpsc::error::TrySendError::Full(_)) = sender.try_send(news.clone()) {
                lost.store(true, Ordering::Release);
            }
            !sender.is_closed()
        });
    }
}

/// What all nodes of a test share.
pub(super) struct Memory {
    started: Instant,
    logs: Mutex<HashMap<String, Log>>,
    outboxes: Mutex<HashMap<Partition, Vec<Bytes>>>,
    /// None expires before a test ends.
    records: Mutex<HashMap<String, Record>>,
    pub(super) indexes: Indexes,
    /// So many steps are done yet for finished games to be found, then none.
    pub(super) notes_left: AtomicU32,
    /// Such steps are answered when they do not any more.
    pub(super) notes_stalled: watch::Sender<bool>,
    /// Nothing answers.
    pub(super) down: AtomicBool,
    /// So many commits are done, but not answered.
    pub(super) answers_lost: AtomicU32,
    /// So many commits are not done and not answered.
    pub(super) commits_lost: AtomicU32,
    /// Calls are answered when it does not any more.
    pub(super) stalled: watch::Sender<bool>,
    /// Commits of talk are answered when they do not any more.
    pub(super) talk_stalled: watch::Sender<bool>,
    /// Commits of tournaments are answered when they do not any more.
    pub(super) tournaments_stalled: watch::Sender<bool>,
    /// What logs were to be kept how long, ms.
    pub(super) expiries: Mutex<Vec<(String, u64)>>,
    /// Commits to games are not done and not answered.
    pub(super) games_away: AtomicBool,
    /// Commits to the lobby are not done and not answered.
    pub(super) lobby_away: AtomicBool,
    /// News reach nobody.
    pub(super) silent: AtomicBool,
    /// No node hears itself, while all else works.
    pub(super) deaf: AtomicBool,
    /// No replica has what is in the logs, and each commit is done without an answer.
    pub(super) unreplicated: AtomicBool,
    /// Commits that were done.
    pub(super) commits: AtomicU32,
}

impl Memory {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            started: Instant::now(),
            logs: Mutex::default(),
            outboxes: Mutex::default(),
            records: Mutex::default(),
            indexes: Indexes::default(),
            notes_left: AtomicU32::new(u32::MAX),
            notes_stalled: watch::Sender::new(false),
            down: AtomicBool::new(false),
            answers_lost: AtomicU32::new(0),
            commits_lost: AtomicU32::new(0),
            stalled: watch::Sender::new(false),
            talk_stalled: watch::Sender::new(false),
            tournaments_stalled: watch::Sender::new(false),
            expiries: Mutex::default(),
            games_away: AtomicBool::new(false),
            lobby_away: AtomicBool::new(false),
            silent: AtomicBool::new(false),
            deaf: AtomicBool::new(false),
            unreplicated: AtomicBool::new(false),
            commits: AtomicU32::new(0),
        })
    }

    /// The store as one node sees it.
    pub(super) fn node(self: &Arc<Self>, node: &str) -> Arc<dyn Store> {
        Arc::new(Node { shared: Arc::clone(self), node: node.into() })
    }

    fn stamp(&self) -> Stamp {
        let logical = crate::hub::ms(self.started.elapsed());
        Stamp { logical, hold: 0, wall: WALL_START + logical }
    }

    pub(super) fn events(&self, stream: &Stream) -> Vec<serde_json::Value> {
        let logs = lock(&self.logs);
        let log = logs.get(stream.id());
        log.map(|log| log.events.iter().map(|event| serde_json::from_slice(event).unwrap()).collect())
            .unwrap_or_default()
    }

    /// Where a log ends.
    pub(super) fn end(&self, stream: &Stream) -> Position {
        lock(&self.logs).get(stream.id()).map_or_else(Position::default, Log::end)
    }

    /// The last event is lost, as after a failover.
    pub(super) fn lose_last(&self, stream: &Stream) {
        let mut logs = lock(&self.logs);
        let log = logs.get_mut(stream.id()).unwrap();
        log.events.pop();
        log.heads.pop();
    }

    /// The store goes back to who sat there before, and tells nobody.
    pub(super) fn seat_of_before(&self, stream: &Stream, colour: Colour, seat: Seat) {
        lock(&self.logs).get_mut(stream.id()).unwrap().seats[index(colour)] = Some(seat);
    }

    /// The last event is no longer the one that was committed.
    pub(super) fn change_last(&self, stream: &Stream) {
        let mut logs = lock(&self.logs);
        let last = logs.get_mut(stream.id()).unwrap().events.last_mut().unwrap();
        let changed = String::from_utf8(last.to_vec()).unwrap().replacen(r#""at":1"#, r#""at":2"#, 1);
        assert_ne!(changed.as_bytes(), &last[..]);
        *last = changed.into();
    }

    /// Another server, perhaps a newer one, appends an event.
    pub(super) fn append(&self, stream: &Stream, body: &str) {
        let stamp = self.stamp();
        let mut logs = lock(&self.logs);
        let log = logs.entry(stream.id().to_owned()).or_default();
        let end = log.end();
        let event = Bytes::from(log::stored(end, stamp.logical, stamp.wall, body.as_bytes()));
        log.heads.push(Position { seq: end.seq + 1, head: log::head_after(end.head, &event) });
        log.events.push(event.clone());
        if !self.silent.load(Ordering::Acquire) {
            log.publish(&News::Event(event));
        }
    }

    /// Bytes that the log takes.
    pub(super) fn bytes(&self, stream: &Stream) -> usize {
        let logs = lock(&self.logs);
        let Some(log) = logs.get(stream.id()) else { return 0 };
        let snapshot = log.snapshot.as_ref().map_or(0, |(_, snapshot)| snapshot.len());
        snapshot + log.events.iter().map(Bytes::len).sum::<usize>()
    }

    /// What the log was packed to, if it was.
    pub(super) fn packed(&self, stream: &Stream) -> Option<Bytes> {
        lock(&self.logs).get(stream.id())?.snapshot.as_ref().map(|(_, packed)| packed.clone())
    }

    /// Puts something else in its place.
    pub(super) fn repack(&self, stream: &Stream, packed: Bytes) {
        let mut logs = lock(&self.logs);
        logs.get_mut(stream.id()).unwrap().snapshot.as_mut().unwrap().1 = packed;
    }

    /// Whether time may act on the log some day.
    pub(super) fn is_due_some_day(&self, stream: &Stream) -> bool {
        lock(&self.logs).get(stream.id()).is_some_and(|log| log.due.is_some())
    }

    /// How often the log was read.
    pub(super) fn reads(&self, stream: &Stream) -> u32 {
        lock(&self.logs).get(stream.id()).map_or(0, |log| log.reads)
    }

    /// Who sits where.
    pub(super) fn seats(&self, stream: &Stream) -> [Option<Seat>; 2] {
        lock(&self.logs).get(stream.id()).map(|log| log.seats.clone()).unwrap_or_default()
    }

    /// The store ends all subscriptions of a log.
    pub(super) fn unsubscribe(&self, stream: &Stream) {
        lock(&self.logs).get_mut(stream.id()).unwrap().subscribers.clear();
    }

    /// Something in an outbox.
    pub(super) fn put_in_outbox(&self, partition: Partition, entry: &'static [u8]) {
        lock(&self.outboxes).entry(partition).or_default().push(Bytes::from_static(entry));
    }

    pub(super) fn subscribers(&self, stream: &Stream) -> usize {
        lock(&self.logs)
            .get(stream.id())
            .map_or(0, |log| log.subscribers.iter().filter(|(s, _)| !s.is_closed()).count())
    }
}

fn take(counter: &AtomicU32) -> bool {
    counter.fetch_update(Ordering::AcqRel, Ordering::Acquire, |n| n.checked_sub(1)).is_ok()
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("the test says so".into())
}

struct Node {
    shared: Arc<Memory>,
    node: Arc<str>,
}

impl Node {
    async fn up(&self) -> Result<(), StoreError> {
        let mut stalled = self.shared.stalled.subscribe();
        // the sender lives as long as this does
        let _ended = stalled.wait_for(|stalled| !*stalled).await;
        if self.shared.down.load(Ordering::Acquire) { Err(unavailable()) } else { Ok(()) }
    }

    /// A step for finished games to be found.
    async fn noted(&self) -> Result<(), StoreError> {
        let mut stalled = self.shared.notes_stalled.subscribe();
        // the sender lives as long as this does
        let _ended = stalled.wait_for(|stalled| !*stalled).await;
        if take(&self.shared.notes_left) { Ok(()) } else { Err(unavailable()) }
    }

    fn reply<T>(&self, value: T) -> Reply<T> {
        Reply { stamp: self.shared.stamp(), value }
    }

    /// Whether the guard holds; else how the commit ends.
    fn guard(&self, guard: &Guard, log: &Log, stamp: Stamp) -> Result<(), Outcome> {
        match guard {
            Guard::None => Ok(()),
            Guard::Arrived { arrived, credit, start, deadline } => {
                if !arrival_stands(*start, *arrived, stamp.logical) {
                    return Err(Outcome::Time);
                }
                let late = deadline.is_some_and(|deadline| arrived - credit >= deadline);
                if late { Err(Outcome::Late) } else { Ok(()) }
            }
            Guard::Before { deadline } => {
                if stamp.wall < *deadline {
                    Ok(())
                } else {
                    Err(Outcome::Late)
                }
            }
            Guard::Due { time, at, flag } => {
                let now = if *time == Time::Logical { stamp.logical } else { stamp.wall };
                let wait = flag.map_or(0, |(colour, quota)| {
                    let seat = &log.seats[index(colour)];
                    let elsewhere = seat.as_ref().is_some_and(|seat| seat.node != self.node);
                    quota + if elsewhere { FLAG_GRACE_ELSEWHERE_MS } else { FLAG_GRACE_MS }
                });
                if now >= at + wait { Ok(()) } else { Err(Outcome::Time) }
            }
        }
    }
}

const fn index(colour: Colour) -> usize {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

#[async_trait]
impl Store for Node {
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        self.up().await?;
        let stalls = match commit.stream.id().get(..2) {
            Some("t.") => Some(&self.shared.talk_stalled),
            Some("e.") => Some(&self.shared.tournaments_stalled),
            _ => None,
        };
        if let Some(stalled) = stalls {
            let mut stalled = stalled.subscribe();
            // the sender lives as long as this does
            let _ended = stalled.wait_for(|stalled| !*stalled).await;
        }
        let away = if commit.stream == Stream::lobby() {
            self.shared.lobby_away.load(Ordering::Acquire)
        } else {
            self.shared.games_away.load(Ordering::Acquire) && !commit.stream.id().starts_with("e.")
        };
        if away || take(&self.shared.commits_lost) {
            return Err(unavailable());
        }
        let stamp = self.shared.stamp();
        let mut logs = lock(&self.shared.logs);
        let log = logs.entry(commit.stream.id().to_owned()).or_default();
        let end = log.end();
        if end != commit.expect {
            let outcome = if log.knows(commit.expect) { Outcome::Conflict(end) } else { Outcome::Reload(end) };
            return Ok(Reply { stamp, value: outcome });
        }
        if let Err(outcome) = self.guard(&commit.guard, log, stamp) {
            return Ok(Reply { stamp, value: outcome });
        }
        let event = Bytes::from(log::stored(end, stamp.logical, stamp.wall, &commit.body));
        let position = Position { seq: end.seq + 1, head: log::head_after(end.head, &event) };
        log.events.push(event.clone());
        log.heads.push(position);
        log.partition = Some(commit.stream.partition());
        if commit.secret.is_some() {
            log.secret = commit.secret;
        }
        log.due = commit.due.map(|Due { time, when }| {
            let now = if time == Time::Logical { stamp.logical } else { stamp.wall };
            (
                time,
                match when {
                    When::At(at) => at,
                    When::After(ms) => now + ms,
                },
            )
        });
        if !self.shared.silent.load(Ordering::Acquire) {
            log.publish(&News::Event(event.clone()));
        }
        drop(logs);
        if let Some(entry) = commit.lifecycle {
            lock(&self.shared.outboxes).entry(commit.stream.partition()).or_default().push(entry);
        }
        self.shared.commits.fetch_add(1, Ordering::AcqRel);
        if take(&self.shared.answers_lost) || self.shared.unreplicated.load(Ordering::Acquire) {
            return Err(unavailable());
        }
        Ok(Reply { stamp, value: Outcome::Committed { position, t: stamp.logical, at: stamp.wall, event } })
    }

    async fn confirm(&self, stream: &Stream, position: Position) -> Result<bool, StoreError> {
        self.up().await?;
        if self.shared.unreplicated.load(Ordering::Acquire) {
            return Err(unavailable());
        }
        Ok(lock(&self.shared.logs).get(stream.id()).is_some_and(|log| log.knows(position)))
    }

    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError> {
        self.up().await?;
        let mut logs = lock(&self.shared.logs);
        let Some(log) = logs.get_mut(stream.id()) else { return Ok(self.reply(Tail::default())) };
        log.reads += 1;
        let compacted = after < log.begins;
        let snapshot = log.snapshot.clone().filter(|_| compacted);
        let skip = after.saturating_sub(log.begins);
        let rest = log.events.iter().skip(usize::try_from(skip).unwrap());
        let events = rest.take(usize::try_from(limit).unwrap()).cloned().collect();
        Ok(self.reply(Tail { end: log.end(), snapshot, events }))
    }

    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        self.up().await?;
        Ok(lock(&self.shared.logs).get(stream.id()).and_then(|log| log.secret.clone()))
    }

    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        self.up().await?;
        let logs = lock(&self.shared.logs);
        Ok(streams.iter().map(|stream| logs.get(stream.id()).map_or_else(Position::default, Log::end)).collect())
    }

    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        self.up().await?;
        let mut logs = lock(&self.shared.logs);
        let Some(log) = logs.get_mut(stream.id()) else { return Ok(false) };
        if log.end() != position {
            return Ok(false);
        }
        log.snapshot = Some((position, snapshot));
        log.begins = position.seq;
        log.events.clear();
        log.heads.clear();
        Ok(true)
    }

    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError> {
        self.up().await?;
        let wall = self.shared.stamp().wall;
        let mut logs = lock(&self.shared.logs);
        let Some(log) = logs.get_mut(stream.id()) else { return Ok(false) };
        let due = matches!(log.due, Some((Time::Wall, at)) if at <= wall);
        if !due || log.end() != position {
            return Ok(false);
        }
        log.snapshot = Some((position, packed));
        log.begins = position.seq;
        log.events.clear();
        log.heads.clear();
        log.due = None;
        log.seats = [None, None];
        Ok(true)
    }

    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        self.up().await?;
        lock(&self.shared.expiries).push((stream.id().to_owned(), ttl_ms));
        Ok(())
    }

    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError> {
        self.up().await?;
        let lost = Arc::new(AtomicBool::new(false));
        let mut logs = lock(&self.shared.logs);
        logs.entry(stream.id().to_owned()).or_default().subscribers.push((news, Arc::clone(&lost)));
        Ok(Subscription::new(lost, Box::new(())))
    }

    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError> {
        self.up().await?;
        let stamp = self.shared.stamp();
        let logs = lock(&self.shared.logs);
        let outboxes = lock(&self.shared.outboxes);
        let look = |partition: &Partition| {
            let mut tick =
                Tick { outbox: outboxes.get(partition).map_or(0, |all| all.len() as u64), ..Tick::default() };
            for (id, log) in logs.iter().filter(|(_, log)| log.partition == Some(*partition)) {
                match log.due {
                    Some((Time::Logical, at)) => {
                        tick.running = true;
                        if at <= stamp.logical {
                            tick.due.push(id.as_str().into());
                        }
                    }
                    Some((Time::Wall, at)) if at <= stamp.wall => tick.due.push(id.as_str().into()),
                    _ => {}
                }
            }
            Reply { stamp, value: tick }
        };
        Ok(partitions.iter().map(look).collect())
    }

    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        self.up().await?;
        let outboxes = lock(&self.shared.outboxes);
        let entries = outboxes.get(&partition).cloned().unwrap_or_default();
        Ok(entries.into_iter().take(usize::try_from(limit).unwrap()).collect())
    }

    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        self.up().await?;
        lock(&self.shared.outboxes).entry(partition).or_default().retain(|other| other != entry);
        Ok(())
    }

    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        self.up().await?;
        let mut logs = lock(&self.shared.logs);
        let log = logs.entry(game.id().to_owned()).or_default();
        log.seats[index(colour)] = Some(seat.clone());
        log.publish(&News::Seat(colour, seat));
        Ok(())
    }

    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        self.up().await?;
        let mut logs = lock(&self.shared.logs);
        let log = logs.entry(game.id().to_owned()).or_default();
        if log.seats[index(colour)].as_ref() == Some(seat) {
            log.seats[index(colour)] = None;
        }
        Ok(())
    }

    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        self.up().await?;
        Ok(lock(&self.shared.logs).get(game.id()).map(|log| log.seats.clone()).unwrap_or_default())
    }

    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        self.up().await?;
        Ok(lock(&self.shared.records).get(key).cloned())
    }

    async fn put_record(&self, key: &str, expect: u64, value: Bytes, _: Option<u64>) -> Result<bool, StoreError> {
        self.up().await?;
        if key.starts_with("f.") {
            self.noted().await?;
        }
        let mut records = lock(&self.shared.records);
        let fits = records.get(key).map_or(0, |record| record.version) == expect;
        if fits {
            records.insert(key.to_owned(), Record { version: expect + 1, value });
        }
        Ok(fits)
    }

    async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        self.up().await?;
        lock(&self.shared.records).remove(key);
        Ok(())
    }

    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.up().await?;
        self.noted().await?;
        self.shared.indexes.add(index, entry);
        Ok(())
    }

    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.up().await?;
        self.noted().await?;
        self.shared.indexes.remove(index, entry);
        Ok(())
    }

    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError> {
        self.up().await?;
        Ok(self.shared.indexes.before(index, before, limit))
    }

    async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        self.up().await?;
        Ok(self.shared.indexes.len(index))
    }

    async fn promise(&self) -> Result<Promise, StoreError> {
        Ok(Promise { durable: false, sentence: "kept in memory for a test".into() })
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.up().await?;
        if self.shared.deaf.load(Ordering::Acquire) { Err(unavailable()) } else { Ok(()) }
    }

    async fn close(&self) {}
}
