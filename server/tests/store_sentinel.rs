//! The store behind sentinels does what every store must do, and survives a failover.

#![allow(clippy::cast_possible_truncation)] // the helpers of tests are tests

mod conformance;

use async_trait::async_trait;
use conformance::{Bed, PATIENCE, append, conformance, fresh, front, grown, in_logical, must, outcome, small, until};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_core::partition::PartitionClock;
use tengen_server::store::redis::{RedisOptions, RedisStore};
use tengen_server::store::{Commit, News, Outcome, Partition, Store, StoreError};
use tengen_tests::{RedisSentinel, RedisServer, SENTINEL_MASTER};
use tokio::sync::mpsc;

const NODE: &str = "here";

const HOUR_MS: u64 = 3_600_000;

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

struct SentinelBed {
    redis: Mutex<RedisSentinel>,
    urls: String,
    store: Mutex<Arc<RedisStore>>,
}

fn options(master: Option<&str>) -> RedisOptions {
    RedisOptions { prefix: "test:".into(), sentinel_master: master.map(str::to_owned), ..RedisOptions::default() }
}

async fn open(urls: &str, node: &str) -> Arc<RedisStore> {
    RedisStore::open(urls, node, options(Some(SENTINEL_MASTER))).await.expect("a store")
}

impl SentinelBed {
    async fn new() -> Self {
        let redis = RedisSentinel::start(1).expect("a Redis with a sentinel");
        let urls = redis.urls();
        let store = Mutex::new(open(&urls, NODE).await);
        Self { redis: Mutex::new(redis), urls, store }
    }

    fn now(&self) -> Arc<RedisStore> {
        self.store.lock().expect("no case panics while it holds this").clone()
    }

    fn ask(&self, command: &[&str]) -> String {
        let redis = self.redis.lock().expect("no case panics while it holds this");
        redis.servers[redis.master().expect("a master")].run(command).expect("an answer")
    }

    fn change(&self, script: &str, partition: Partition, ms: i64) {
        let store = self.now();
        self.ask(&["EVAL", script, "1", store.clock_key(partition), &ms.to_string()]);
    }
}

#[async_trait]
impl Bed for SentinelBed {
    async fn store(&self) -> Arc<dyn Store> {
        self.now()
    }

    async fn another(&self) -> Option<Arc<dyn Store>> {
        Some(open(&self.urls, "there").await)
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

    /// A failover to a replica that has everything.
    async fn restart(&self) {
        self.now().close().await;
        {
            let mut redis = self.redis.lock().expect("no case panics while it holds this");
            let master = redis.master().expect("a master");
            redis.wait_until_in_step(master).expect("a replica in step");
            redis.servers[master].kill();
            redis.wait_for_master(1 - master).expect("a failover");
            redis.servers[master].restart().expect("the old master again");
        }
        let store = open(&self.urls, NODE).await;
        *self.store.lock().expect("no case panics while it holds this") = store;
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        let store = self.now();
        self.ask(&["GET", store.clock_key(partition)]).trim().parse().expect("a packed time")
    }
}

conformance!(redis_sentinel, SentinelBed::new());

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_that_loses_a_tail_is_seen_and_play_goes_on() {
    let mut redis = RedisSentinel::start(3).expect("a Redis with sentinels");
    let store: Arc<dyn Store> = open(&redis.urls(), NODE).await;
    let stream = fresh();
    let kept = grown(&store, &stream, 3).await;
    let due = Commit { due: in_logical(HOUR_MS), ..append(&stream, kept.position, small(4)) };
    let kept = must(&store, due).await;
    let (sender, mut news) = mpsc::channel(100);
    let subscription = store.subscribe(&stream, sender).await.expect("a subscription");
    redis.wait_until_in_step(0).expect("a replica in step");
    redis.cut_replica().expect("a replica that hears no more");
    let lost = must(&store, append(&stream, kept.position, small(5))).await;
    let heard = tokio::time::timeout(PATIENCE, news.recv()).await.expect("in time").expect("open");
    assert!(matches!(heard, News::Event(event) if event == lost.event));

    redis.servers[0].kill();
    redis.wait_for_master(1).expect("a failover");
    until("the news of the new master is heard", async || store.ping().await.ok()).await;
    assert!(subscription.take_lost(), "what was told meanwhile is lost");
    let after = outcome(&store, append(&stream, lost.position, small(6))).await;
    assert_eq!(after, Outcome::Reload(kept.position), "what the new master never had is no place to go on from");
    let done = must(&store, append(&stream, kept.position, small(7))).await;
    assert!(done.stamp.hold > 0, "another process: people are coming back");
    assert!(done.t >= kept.t, "logical time never goes back behind an event");
    let heard = tokio::time::timeout(PATIENCE, news.recv()).await.expect("in time").expect("open");
    assert!(matches!(heard, News::Event(event) if event == done.event && front(&event).seq == done.position.seq));

    // the old master comes back as a replica, and nobody goes to it
    redis.servers[0].restart().expect("the old master again");
    redis.wait_until_in_step(1).expect("it follows");
    let more = must(&store, append(&stream, done.position, small(8))).await;
    assert_eq!(store.read(&stream, 0, 100).await.expect("readable").value.end, more.position);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_master_that_becomes_a_replica_is_left() {
    let redis = RedisSentinel::start(1).expect("a Redis with a sentinel");
    let store: Arc<dyn Store> = open(&redis.urls(), NODE).await;
    let stream = fresh();
    let last = grown(&store, &stream, 3).await;
    redis.wait_until_in_step(0).expect("a replica in step");
    // unlike a sentinel this cuts no connection: only the refusal tells
    redis.servers[1].run(&["REPLICAOF", "NO", "ONE"]).expect("a master");
    redis.servers[0].run(&["REPLICAOF", "127.0.0.1", &redis.servers[1].port().to_string()]).expect("a replica");
    redis.name_master(1).expect("a sentinel that knows");
    let done = until("it is found", async || match store.commit(append(&stream, last.position, small(4))).await {
        Ok(reply) => Some(reply.value),
        Err(error) => {
            assert!(error.retryable(), "{error}");
            None
        }
    })
    .await;
    assert!(matches!(done, Outcome::Committed { .. }), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_dial_that_is_refused_is_tried_again() {
    // sentinels that still name the dead master
    let mut redis = RedisSentinel::start(3).expect("a Redis with sentinels");
    redis.servers[0].kill();
    assert_eq!(redis.master().expect("a name"), 0, "nobody has noticed yet");
    let store: Arc<dyn Store> = open(&redis.urls(), NODE).await;
    grown(&store, &fresh(), 1).await;
    assert_eq!(redis.master().expect("a master"), 1);

    // one Redis that is being started
    let mut alone = RedisServer::start().expect("a Redis");
    let url = alone.url();
    alone.kill();
    let opening = tokio::spawn(async move { RedisStore::open(&url, NODE, options(None)).await });
    tokio::task::yield_now().await;
    alone.restart().expect("a Redis again");
    opening.await.expect("no panic").expect("a store");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_do_is_said() {
    let mut redis = RedisSentinel::start(1).expect("a Redis with a sentinel");
    let soon = |master| RedisOptions { open_wait: Duration::from_millis(300), ..options(master) };
    let urls = redis.urls();
    let refused = async |url: &str, master| RedisStore::open(url, NODE, soon(master)).await.expect_err("refused");

    let unknown = refused(&urls, Some("other")).await;
    assert!(matches!(&unknown, StoreError::Open(why) if why.contains("a master called 'other'")), "{unknown}");
    let plain = refused(&urls, None).await;
    assert!(matches!(&plain, StoreError::Open(why) if why.contains("redis-sentinel-master")), "{plain}");
    let none = refused(&redis.servers[0].url(), Some(SENTINEL_MASTER)).await;
    assert!(matches!(&none, StoreError::Open(why) if why.contains("is no sentinel")), "{none}");
    redis.name_master(1).expect("a sentinel that errs");
    let replica = refused(&urls, Some(SENTINEL_MASTER)).await;
    assert!(matches!(&replica, StoreError::Unavailable(why) if why.contains("is not the master")), "{replica}");
    redis.servers.iter_mut().for_each(RedisServer::kill);
    let dead = refused(&urls, Some(SENTINEL_MASTER)).await;
    assert!(matches!(&dead, StoreError::Unavailable(why) if why.contains("look whether Redis runs")), "{dead}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_password_and_database_are_for_the_master() {
    let redis = RedisSentinel::start(1).expect("a Redis with a sentinel");
    redis.servers[0].run(&["ACL", "SETUSER", "tengen", "on", ">hunter2", "~*", "&*", "+@all"]).expect("a user");
    let url = |password: &str| redis.urls().replace("redis://", &format!("redis://tengen:{password}@")) + "/3";
    let store: Arc<dyn Store> = open(&url("hunter2"), NODE).await;
    grown(&store, &fresh(), 1).await;
    assert_eq!(redis.servers[0].run(&["DBSIZE"]).expect("an answer").trim(), "0");
    let keyspace = redis.servers[0].run(&["INFO", "keyspace"]).expect("an answer");
    assert!(keyspace.contains("db3:"), "{keyspace}");
    let wrong = RedisStore::open(&url("wrong"), NODE, options(Some(SENTINEL_MASTER))).await.expect_err("refused");
    assert!(matches!(&wrong, StoreError::Open(why) if why.contains("user and password")), "{wrong}");
    assert!(!wrong.to_string().contains("wrong@"));
}
