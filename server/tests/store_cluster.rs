//! The store over a Redis Cluster does what every store must do, and slots may move meanwhile.

#![allow(clippy::cast_possible_truncation)] // the helpers of tests are tests

mod conformance;

use async_trait::async_trait;
use conformance::{Bed, append, chained, conformance, fresh, grown, must, small, until, whole};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_core::log::Position;
use tengen_core::partition::PartitionClock;
use tengen_server::store::redis::{RedisOptions, RedisStore};
use tengen_server::store::{News, Outcome, Partition, Store, Stream};
use tengen_tests::RedisCluster;
use tokio::sync::mpsc;

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

struct ClusterBed {
    cluster: Mutex<RedisCluster>,
    urls: String,
    store: Mutex<Arc<RedisStore>>,
}

async fn open(urls: &str, node: &str) -> Arc<RedisStore> {
    RedisStore::open(urls, node, RedisOptions { prefix: "test:".into(), ..RedisOptions::default() })
        .await
        .expect("a store")
}

impl ClusterBed {
    async fn new() -> Self {
        let cluster = RedisCluster::start().expect("a cluster");
        let urls = cluster.urls();
        let store = Mutex::new(open(&urls, NODE).await);
        Self { cluster: Mutex::new(cluster), urls, store }
    }

    fn now(&self) -> Arc<RedisStore> {
        self.store.lock().expect("no case panics while it holds this").clone()
    }

    /// Asks the master that holds the key.
    fn ask(&self, key: &str, command: &[&str]) -> String {
        let cluster = self.cluster.lock().expect("no case panics while it holds this");
        let holder = cluster.holder(cluster.slot_of(key).expect("a slot")).expect("a holder");
        cluster.masters[holder].run(command).expect("an answer")
    }

    fn change(&self, script: &str, partition: Partition, ms: i64) {
        let store = self.now();
        let key = store.clock_key(partition);
        self.ask(key, &["EVAL", script, "1", key, &ms.to_string()]);
    }
}

#[async_trait]
impl Bed for ClusterBed {
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

    async fn restart(&self) {
        self.now().close().await;
        {
            let mut cluster = self.cluster.lock().expect("no case panics while it holds this");
            cluster.masters.iter_mut().for_each(tengen_tests::RedisServer::kill);
            for master in &mut cluster.masters {
                master.restart().expect("a master again");
            }
            cluster.wait_until_agreed().expect("a cluster again");
        }
        let store = open(&self.urls, NODE).await;
        *self.store.lock().expect("no case panics while it holds this") = store;
    }

    async fn clock(&self, partition: Partition) -> PartitionClock {
        let store = self.now();
        let key = store.clock_key(partition);
        self.ask(key, &["GET", key]).trim().parse().expect("a packed time")
    }
}

conformance!(redis_cluster, ClusterBed::new());

/// Appends until told to stop, whatever the store answers meanwhile; gives the number of acknowledged
/// events.
async fn write(store: Arc<dyn Store>, stream: Stream, stop: Arc<AtomicBool>) -> u64 {
    let (mut end, mut done) = (Position::default(), 0);
    while !stop.load(Ordering::Acquire) {
        match store.commit(append(&stream, end, small(done))).await {
            Ok(reply) => match reply.value {
                Outcome::Committed { position, .. } => (end, done) = (position, done + 1),
                other => panic!("nobody else writes: {other:?}"),
            },
            Err(error) => assert!(error.retryable(), "{error}"),
        }
    }
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slots_move_while_games_go_on_and_begin() {
    let cluster = RedisCluster::start().expect("a cluster");
    let store: Arc<dyn Store> = open(&cluster.urls(), NODE).await;
    let first = fresh();
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, mut news) = mpsc::channel(100_000);
    let subscription = store.subscribe(&first, sender).await.expect("a subscription");
    let writer = tokio::spawn(write(store.clone(), first.clone(), stop.clone()));

    let redis = open(&cluster.urls(), "there").await;
    let slot = cluster.slot_of(redis.clock_key(first.partition())).expect("a slot");
    let from = cluster.holder(slot).expect("a holder");
    let begun = conformance::beside(&first);
    let beginner = tokio::spawn(write(store.clone(), begun.clone(), stop.clone()));
    let cluster = Arc::new(cluster);
    for to in [(from + 1) % 3, (from + 2) % 3, from] {
        let moving = cluster.clone();
        tokio::task::spawn_blocking(move || moving.migrate_slot_slowly(slot, to, Duration::from_millis(20)))
            .await
            .expect("no panic")
            .expect("a migration");
        assert_eq!(cluster.holder(slot).expect("a holder"), to);
        let third = fresh();
        let last =
            until("a new log begins", async || store.commit(append(&third, Position::default(), small(0))).await.ok())
                .await;
        assert!(matches!(last.value, Outcome::Committed { .. }));
    }
    let seen = store.positions(std::slice::from_ref(&first)).await.expect("positions")[0].seq;
    until("it goes on", async || {
        let ends = store.positions(std::slice::from_ref(&first)).await.ok()?;
        (ends[0].seq > seen + 3).then_some(())
    })
    .await;
    stop.store(true, Ordering::Release);
    for (stream, writer) in [(&first, writer), (&begun, beginner)] {
        let done = writer.await.expect("no panic");
        let tail = whole(&store, stream).await;
        assert_eq!(tail.events.len() as u64, done, "what was acknowledged stands once, and nothing else");
        assert_eq!(chained(Position::default(), &tail.events), tail.end);
        assert!(done > 0);
    }
    assert!(subscription.take_lost(), "a slot that moves may lose news");
    while news.try_recv().is_ok() {}
    let end = whole(&store, &first).await.end;
    must(&store, append(&first, end, small(0))).await;
    let heard = tokio::time::timeout(conformance::PATIENCE, news.recv()).await.expect("news after all").expect("open");
    assert!(matches!(heard, News::Event(event) if conformance::front(&event).seq == end.seq + 1));
    store.ping().await.expect("each node is heard");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_goes_takes_nothing_of_the_others_along() {
    let mut cluster = RedisCluster::start().expect("a cluster");
    let store: Arc<dyn Store> = open(&cluster.urls(), NODE).await;
    let names = open(&cluster.urls(), "there").await;
    let at = |cluster: &RedisCluster, stream: &Stream| {
        cluster.holder(cluster.slot_of(names.clock_key(stream.partition())).expect("a slot")).expect("a holder")
    };
    let lies = |cluster: &RedisCluster, index: usize| {
        std::iter::repeat_with(fresh).find(|stream| at(cluster, stream) == index).expect("endless")
    };
    let (here, gone) = (lies(&cluster, 0), lies(&cluster, 2));
    let last = grown(&store, &gone, 3).await;
    grown(&store, &here, 3).await;
    cluster.masters[2].kill();
    assert!(store.commit(append(&gone, last.position, small(4))).await.is_err());
    assert!(store.ping().await.is_err(), "a node cannot be heard");
    until("the others go on", async || store.read(&here, 0, 10).await.ok()).await;
    cluster.masters[2].restart().expect("it starts again");
    until("it is found again", async || store.commit(append(&gone, last.position, small(4))).await.ok()).await;
    until("it is heard again", async || store.ping().await.ok()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_a_snapshot_is_read_while_its_slot_moves() {
    let cluster = RedisCluster::start().expect("a cluster");
    let store = open(&cluster.urls(), NODE).await;
    let stream = fresh();
    let slot = cluster.slot_of(store.clock_key(stream.partition())).expect("a slot");
    let store: Arc<dyn Store> = store;
    let last = grown(&store, &stream, 3).await;
    let from = cluster.holder(slot).expect("a holder");
    let to = (from + 1) % 3;
    let id = |index: usize| cluster.masters[index].run(&["CLUSTER", "MYID"]).expect("an id").trim().to_owned();
    let slot = slot.to_string();
    cluster.masters[to].run(&["CLUSTER", "SETSLOT", &slot, "IMPORTING", &id(from)]).expect("ready to take it");
    cluster.masters[from].run(&["CLUSTER", "SETSLOT", &slot, "MIGRATING", &id(to)]).expect("ready to give it");
    assert_eq!(store.read(&stream, 0, 100).await.expect("readable").value.end, last.position);
}
