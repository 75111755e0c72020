//! The bed of every store over Redis, whichever way its servers stand: one, a cluster, behind
//! sentinels. What differs is behind [`Servers`]; time is real, and moved by changing what is stored.

use crate::conformance::Bed;
use async_trait::async_trait;
use std::sync::{Arc, Mutex, MutexGuard};
use tengen_core::partition::PartitionClock;
use tengen_server::store::redis::{RedisOptions, RedisStore, Replicas};
use tengen_server::store::{Partition, Store};

/// The node of the bed's store.
pub(crate) const NODE: &str = "here";

/// Makes it so long since the partition was touched.
const PASS: &str = r"
local packed = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
local wall = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1])
redis.call('SET', KEYS[1], (string.gsub(packed, '^%d+', wall)))";

/// Sets the clock forward by so many ms, which is the same as setting what is stored back.
const STEP: &str = r"
local packed = redis.call('GET', KEYS[1])
local wall = string.format('%d', string.match(packed, '^%d+') - ARGV[1])
redis.call('SET', KEYS[1], (string.gsub(packed, '^%d+', wall)))";

/// The Redis processes of a bed.
pub(crate) trait Servers: Send + 'static {
    /// What the sentinels call the master, if there are some.
    const SENTINEL_MASTER: Option<&str> = None;

    /// How many replicas must have what is acknowledged, if any.
    const REPLICAS: Option<Replicas> = None;

    /// What a store is opened with.
    fn urls(&self) -> String;

    /// One command to whichever process holds the key now, and its answer.
    fn ask(&self, key: &str, command: &[&str]) -> String;

    /// Another run of the same data.
    fn restart(&mut self);
}

/// Options of tests, with the master's name if sentinels know it.
pub(crate) fn options(sentinel_master: Option<&str>) -> RedisOptions {
    let sentinel_master = sentinel_master.map(str::to_owned);
    RedisOptions { prefix: "test:".into(), sentinel_master, ..RedisOptions::default() }
}

/// A store over such servers.
pub(crate) async fn open<S: Servers>(urls: &str, node: &str) -> Arc<RedisStore> {
    let options = RedisOptions { replicas: S::REPLICAS, ..options(S::SENTINEL_MASTER) };
    RedisStore::open(urls, node, options).await.expect("a store")
}

/// See the module.
pub(crate) struct RedisBed<S> {
    servers: Mutex<S>,
    urls: String,
    store: Mutex<Arc<RedisStore>>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no case panics while it holds this")
}

impl<S: Servers> RedisBed<S> {
    pub(crate) async fn new(servers: S) -> Self {
        let urls = servers.urls();
        let store = Mutex::new(open::<S>(&urls, NODE).await);
        Self { servers: Mutex::new(servers), urls, store }
    }

    fn now(&self) -> Arc<RedisStore> {
        held(&self.store).clone()
    }

    fn change(&self, script: &str, partition: Partition, ms: i64) {
        let store = self.now();
        let key = store.clock_key(partition);
        held(&self.servers).ask(key, &["EVAL", script, "1", key, &ms.to_string()]);
    }
}

#[async_trait]
impl<S: Servers> Bed for RedisBed<S> {
    async fn store(&self) -> Arc<dyn Store> {
        self.now()
    }

    async fn another(&self) -> Option<Arc<dyn Store>> {
        Some(open::<S>(&self.urls, "there").await)
    }

    fn node(&self) -> &str {
        NODE
    }

    fn still(&self) -> bool {
        false
    }

    async fn pass(&self, partition: Partition, ms: u64) {
        self.change(PASS, partition, ms.cast_signed());
    }

    async fn step(&self, partition: Partition, ms: i64) {
        self.change(STEP, partition, ms);
    }

    async fn restart(&self) {
        self.now().close().await;
        held(&self.servers).restart();
        let store = open::<S>(&self.urls, NODE).await;
        *held(&self.store) = store;
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        let store = self.now();
        let key = store.clock_key(partition);
        held(&self.servers).ask(key, &["GET", key]).trim().parse().expect("a packed time")
    }
}
