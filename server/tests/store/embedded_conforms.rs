//! The embedded store does what every store must do. Time passes only when a case says so.

use crate::conformance::{self, Bed, conformance};
use async_trait::async_trait;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering::SeqCst},
};
use tempfile::TempDir;
use tengen_core::partition::PartitionClock;
use tengen_server::store::{
    Partition, Store,
    embedded::{Clock, Embedded},
};

const NODE: &str = "here";

/// Clocks that stand until they are told.
#[derive(Clone)]
struct ManualClock {
    wall: Arc<AtomicU64>,
    monotonic: Arc<AtomicU64>,
}

impl Clock for ManualClock {
    fn wall_ms(&self) -> u64 {
        self.wall.load(SeqCst)
    }

    fn monotonic_ms(&self) -> u64 {
        self.monotonic.load(SeqCst)
    }
}

struct EmbeddedBed {
    dir: TempDir,
    clock: ManualClock,
    store: Mutex<Arc<Embedded>>,
}

impl EmbeddedBed {
    async fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory for the test");
        let wall = Arc::new(AtomicU64::new(1_900_000_000_000));
        let clock = ManualClock { wall, monotonic: Arc::new(AtomicU64::new(77)) };
        let store = Embedded::open_with(dir.path(), NODE, clock.clone()).expect("a store");
        Self { dir, clock, store: Mutex::new(store) }
    }

    fn now(&self) -> Arc<Embedded> {
        self.store.lock().expect("no case panics while it holds this").clone()
    }
}

#[async_trait]
impl Bed for EmbeddedBed {
    async fn store(&self) -> Arc<dyn Store> {
        self.now()
    }

    async fn another(&self) -> Option<Arc<dyn Store>> {
        None
    }

    fn node(&self) -> &str {
        NODE
    }

    fn still(&self) -> bool {
        true
    }

    async fn pass(&self, _: Partition, ms: u64) {
        self.clock.monotonic.fetch_add(ms, SeqCst);
        self.clock.wall.fetch_add(ms, SeqCst);
    }

    async fn step(&self, _: Partition, ms: i64) {
        let stepped = self.clock.wall_ms().checked_add_signed(ms).expect("a time after 1970");
        self.clock.wall.store(stepped, SeqCst);
    }

    async fn restart(&self) {
        self.now().close().await;
        let store = Embedded::open_with(self.dir.path(), NODE, self.clock.clone()).expect("a store");
        *self.store.lock().expect("no case panics while it holds this") = store;
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        self.now().partition_clock(partition).expect("the partition was touched")
    }
}

conformance!(embedded, EmbeddedBed::new());
