//! The store on Redis does what every store must do: a real Redis for each case, and real time.

mod conformance;

use async_trait::async_trait;
use conformance::{Bed, conformance};
use std::sync::{Arc, Mutex};
use tengen_core::partition::PartitionClock;
use tengen_server::store::redis::{RedisOptions, RedisStore};
use tengen_server::store::{Partition, Store};
use tengen_tests::RedisServer;

const NODE: &str = "here";

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

struct RedisBed {
    server: Mutex<RedisServer>,
    url: String,
    store: Mutex<Arc<RedisStore>>,
}

async fn open(url: &str, node: &str) -> Arc<RedisStore> {
    RedisStore::open(url, node, RedisOptions { prefix: "test:".into(), ..RedisOptions::default() })
        .await
        .expect("a store")
}

impl RedisBed {
    async fn new() -> Self {
        let server = RedisServer::start().expect("a Redis");
        let url = server.url();
        let store = Mutex::new(open(&url, NODE).await);
        Self { server: Mutex::new(server), url, store }
    }

    fn now(&self) -> Arc<RedisStore> {
        self.store.lock().expect("no case panics while it holds this").clone()
    }

    async fn ask<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> T {
        let client = redis::Client::open(self.url.as_str()).expect("a URL");
        let mut connection = client.get_multiplexed_async_connection().await.expect("a connection");
        command.query_async(&mut connection).await.expect("an answer")
    }

    async fn change(&self, script: &str, partition: Partition, ms: i64) {
        let store = self.now();
        let key = store.clock_key(partition);
        self.ask::<()>(redis::cmd("EVAL").arg(script).arg(1).arg(key).arg(ms)).await;
    }
}

#[async_trait]
impl Bed for RedisBed {
    async fn store(&self) -> Arc<dyn Store> {
        self.now()
    }

    async fn another(&self) -> Option<Arc<dyn Store>> {
        Some(open(&self.url, "there").await)
    }

    fn node(&self) -> &str {
        NODE
    }

    fn still(&self) -> bool {
        false
    }

    async fn pass(&self, partition: Partition, ms: u64) {
        self.change(PASS, partition, ms.cast_signed()).await;
    }

    async fn step(&self, partition: Partition, ms: i64) {
        self.change(STEP, partition, ms).await;
    }

    async fn restart(&self) {
        self.now().close().await;
        self.server.lock().expect("no case panics while it holds this").restart().expect("a Redis again");
        let store = open(&self.url, NODE).await;
        *self.store.lock().expect("no case panics while it holds this") = store;
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        let store = self.now();
        let packed: String = self.ask(redis::cmd("GET").arg(store.clock_key(partition))).await;
        packed.parse().expect("a packed time")
    }
}

conformance!(redis_store, RedisBed::new());
