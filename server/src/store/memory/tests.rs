//! The store in memory does what every store must do. Time passes only when a case says so.

#[path = "../../../tests/store/conformance/mod.rs"]
mod conformance;

use super::Memory;
use crate::store::{Partition, Store};
use async_trait::async_trait;
use conformance::{Bed, conformance};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::SeqCst},
};
use tengen_core::partition::PartitionClock;

const NODE: &str = "here";

struct MemoryBed {
    wall: Arc<AtomicU64>,
    store: Arc<Memory>,
    runs: AtomicU64,
}

impl MemoryBed {
    async fn new() -> Self {
        let wall = Arc::new(AtomicU64::new(1_900_000_000_000));
        let now = Arc::clone(&wall);
        let store = Memory::with_wall(Arc::new(move || now.load(SeqCst))).node(NODE);
        Self { wall, store: Arc::new(store), runs: AtomicU64::new(0) }
    }
}

#[async_trait]
impl Bed for MemoryBed {
    async fn store(&self) -> Arc<dyn Store> {
        Arc::<Memory>::clone(&self.store)
    }

    async fn another(&self) -> Option<Arc<dyn Store>> {
        Some(Arc::new(self.store.node("elsewhere")))
    }

    fn node(&self) -> &str {
        NODE
    }

    fn still(&self) -> bool {
        true
    }

    async fn pass(&self, _: Partition, ms: u64) {
        self.wall.fetch_add(ms, SeqCst);
    }

    async fn step(&self, _: Partition, ms: i64) {
        let stepped = self.wall.load(SeqCst).checked_add_signed(ms).expect("a time after 1970");
        self.wall.store(stepped, SeqCst);
    }

    async fn restart(&self) {
        self.store.restart(format!("run{}", self.runs.fetch_add(1, SeqCst)));
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        self.store.clock(partition).expect("the partition was touched")
    }
}

conformance!(every_store, MemoryBed::new());
