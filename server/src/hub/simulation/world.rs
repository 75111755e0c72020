//! The store between nodes and the memory: what is delayed, lost, stalled and repeated, by the seed.

use super::{NODES, aims::Aim, history::History};
use crate::{
    hub::lock,
    store::{
        Commit, Index, News, Outcome, Partition, Promise, Record, Reply, Seat, Secret, Store, StoreError, Stream,
        Subscription, Tail, Tick,
        memory::{Memory, Weakness},
    },
};
use async_trait::async_trait;
use bytes::Bytes;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tengen_core::log::Position;
use tengen_protocol::{Colour, GameId};
use tokio::{
    sync::{Notify, mpsc},
    time::{Instant, sleep},
};

/// When the simulated wall clock starts, ms since 1970.
pub(super) const WALL_START: u64 = 1_800_000_000_000;

/// What everything in one run shares.
pub(super) struct World {
    started: Instant,
    random: Mutex<StdRng>,
    pub(super) memory: Memory,
    /// What the store's wall clock was stepped by, ms.
    pub(super) step: Arc<AtomicI64>,
    /// Whether anything fails.
    pub(super) faults: AtomicBool,
    /// What the faults of the run are aimed at.
    pub(super) aim: Aim,
    /// The store stands while it is shut.
    pub(super) gate: Gate,
    /// By so much longer is the way to the store from each node, ms.
    pub(super) slow: [AtomicU64; NODES],
    /// Neither news nor positions reach the node.
    pub(super) deaf: [AtomicBool; NODES],
    /// Who thinks and does not move.
    pub(super) thinking: Mutex<Option<(GameId, Colour)>>,
    /// One call in so many is not done, or done and not answered.
    pub(super) fail_one_in: AtomicU64,
    pub(super) history: Mutex<History>,
}

impl World {
    pub(super) fn new(seed: u64, aim: Aim, weakness: Option<Weakness>) -> Arc<Self> {
        let started = Instant::now();
        let step = Arc::new(AtomicI64::new(0));
        let stepped = Arc::clone(&step);
        let wall = move || {
            let now = WALL_START + crate::hub::ms(started.elapsed());
            now.saturating_add_signed(stepped.load(Relaxed))
        };
        let memory = Memory::with_wall(Arc::new(wall));
        memory.weaken(weakness);
        Arc::new(Self {
            started,
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            memory,
            step,
            faults: AtomicBool::new(true),
            aim,
            gate: Gate::default(),
            slow: Default::default(),
            deaf: Default::default(),
            thinking: Mutex::default(),
            fail_one_in: AtomicU64::new(200),
            history: Mutex::default(),
        })
    }

    /// True time since the start, ms.
    pub(super) fn now(&self) -> u64 {
        crate::hub::ms(self.started.elapsed())
    }

    pub(super) fn below(&self, n: u64) -> u64 {
        lock(&self.random).random_range(0..n)
    }

    pub(super) fn one_in(&self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub(super) fn faulty(&self) -> bool {
        self.faults.load(Relaxed)
    }

    /// The way through the network: short, now and then long.
    pub(super) async fn way(&self) {
        let ms = match self.below(40) {
            0 if self.faulty() => self.below(900),
            _ => self.below(5),
        };
        sleep(Duration::from_millis(ms)).await;
    }

    pub(super) fn note(&self, line: impl FnOnce() -> String) {
        let now = self.now();
        lock(&self.history).note(now, line());
    }
}

/// What all calls wait at, and pass in the order in which they came: a channel's receivers would be
/// woken in an order that no seed decides.
#[derive(Default)]
pub(super) struct Gate {
    shut: AtomicBool,
    opened: Notify,
}

impl Gate {
    pub(super) fn shut(&self) {
        self.shut.store(true, Relaxed);
    }

    pub(super) fn open(&self) {
        self.shut.store(false, Relaxed);
        self.opened.notify_waiters();
    }

    async fn passed(&self) {
        while self.shut.load(Relaxed) {
            self.opened.notified().await;
        }
    }
}

/// The store as one node reaches it.
pub(super) struct Seam {
    world: Arc<World>,
    memory: Memory,
    which: usize,
}

impl Seam {
    pub(super) fn new(world: &Arc<World>, which: usize) -> Self {
        Self { world: Arc::clone(world), memory: world.memory.node(&format!("n{which}")), which }
    }

    fn fails(&self) -> Result<(), StoreError> {
        let one_in = self.world.fail_one_in.load(Relaxed);
        if self.world.faulty() && self.world.one_in(one_in) {
            return Err(StoreError::Unavailable("the simulation says so".into()));
        }
        Ok(())
    }

    /// The way there: after it the store is touched without anything in between.
    async fn there(&self) -> Result<(), StoreError> {
        self.world.way().await;
        let slow = self.world.slow[self.which].load(Relaxed);
        if slow > 0 {
            sleep(Duration::from_millis(slow)).await;
        }
        self.world.gate.passed().await;
        self.fails()
    }

    /// The way back, on which an answer may be lost.
    async fn back<T>(&self, value: T) -> Result<T, StoreError> {
        self.world.way().await;
        self.fails()?;
        Ok(value)
    }
}

#[async_trait]
impl Store for Seam {
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        self.there().await?;
        let stream = commit.stream.clone();
        let reply = self.memory.commit(commit).await?;
        self.world.note(|| format!("{} n{} tried a commit", stream.id(), self.which));
        if let Outcome::Committed { position, event, .. } = &reply.value {
            let now = self.world.now();
            lock(&self.world.history).committed(now, &stream, *position, event);
        }
        self.back(reply).await
    }

    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError> {
        self.there().await?;
        let tail = self.memory.read(stream, after, limit).await?;
        self.back(tail).await
    }

    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        self.there().await?;
        let secret = self.memory.secret(stream).await?;
        self.back(secret).await
    }

    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        self.there().await?;
        if self.world.deaf[self.which].load(Relaxed) {
            return Err(StoreError::Unavailable("the node is deaf".into()));
        }
        let ends = self.memory.positions(streams).await?;
        self.back(ends).await
    }

    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        self.there().await?;
        self.memory.compact(stream, position, snapshot).await
    }

    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError> {
        self.there().await?;
        let done = self.memory.archive(stream, position, packed).await?;
        self.back(done).await
    }

    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        self.there().await?;
        self.memory.expire(stream, ttl_ms).await
    }

    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError> {
        self.there().await?;
        let (sender, mut heard) = mpsc::channel(64);
        let subscription = self.memory.subscribe(stream, sender).await?;
        let (world, which) = (Arc::clone(&self.world), self.which);
        tokio::spawn(async move {
            let mut kept = None;
            loop {
                let told = tokio::select! {
                    biased;
                    () = news.closed() => return,
                    told = heard.recv() => told,
                };
                let Some(told) = told else { return };
                world.way().await;
                if world.deaf[which].load(Relaxed) {
                    continue;
                }
                let fate = if world.faulty() { world.below(30) } else { u64::MAX };
                // lost, in another order, twice
                match fate {
                    0 => continue,
                    1 if kept.is_none() => {
                        kept = Some(told);
                        continue;
                    }
                    2 => drop(news.try_send(told.clone())),
                    3 => return,
                    _ => {}
                }
                // a full queue loses it, and the position check finds it
                drop(news.try_send(told));
                if let Some(kept) = kept.take() {
                    drop(news.try_send(kept));
                }
            }
        });
        self.back(subscription).await
    }

    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError> {
        self.there().await?;
        let ticks = self.memory.tick(partitions).await?;
        self.back(ticks).await
    }

    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        self.there().await?;
        self.memory.outbox(partition, limit).await
    }

    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        self.there().await?;
        self.memory.outbox_remove(partition, entry).await
    }

    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        self.there().await?;
        self.world.note(|| format!("{} {colour} sits at {} as {}", game.id(), seat.node, seat.connection));
        self.memory.take_seat(game, colour, seat).await?;
        self.back(()).await
    }

    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        self.there().await?;
        self.world.note(|| format!("{} {colour} leaves {} as {}", game.id(), seat.node, seat.connection));
        self.memory.leave_seat(game, colour, seat).await
    }

    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        self.there().await?;
        self.memory.seats(game).await
    }

    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        self.there().await?;
        self.memory.record(key).await
    }

    async fn put_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: Option<u64>) -> Result<bool, StoreError> {
        self.there().await?;
        self.memory.put_record(key, expect, value, ttl_ms).await
    }

    async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        self.there().await?;
        self.memory.delete_record(key).await
    }

    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.there().await?;
        self.memory.index_add(index, entry).await?;
        self.back(()).await
    }

    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.there().await?;
        self.memory.index_remove(index, entry).await?;
        self.back(()).await
    }

    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError> {
        self.there().await?;
        self.memory.index_before(index, before, limit).await
    }

    async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        self.there().await?;
        self.memory.index_len(index).await
    }

    async fn promise(&self) -> Result<Promise, StoreError> {
        self.memory.promise().await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.there().await
    }

    async fn close(&self) {}
}
