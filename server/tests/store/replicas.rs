//! The store that acknowledges what a replica has: it does what every store must do, and acknowledges
//! nothing else.

#![allow(clippy::cast_possible_truncation)] // the helpers of tests are tests

use crate::conformance::{self, append, chained, conformance, fresh, grown, must, outcome, small, until, whole};
use crate::redis_bed::{NODE, RedisBed, Servers, options};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_core::log::Position;
use tengen_protocol::Colour;
use tengen_server::store::redis::{RedisOptions, RedisStore, Replicas};
use tengen_server::store::{Commit, Outcome, Seat, Store, StoreError, Stream};
use tengen_tests::{RedisCluster, RedisReplicated, RedisSentinel, RedisServer, SENTINEL_MASTER};

/// One, however slow the machine.
const ONE: Replicas = Replicas { count: 1, wait: Duration::from_secs(20) };

/// One, for a short time: where none comes that is waited for in vain.
const SOON: Replicas = Replicas { count: 1, wait: Duration::from_millis(300) };

/// Failovers one after the other: ten seconds each.
fn failovers() -> usize {
    if std::env::var_os("TENGEN_LONG").is_some() { 10 } else { 2 }
}

/// Games that are played during each.
const WRITERS: usize = 16;

impl Servers for RedisReplicated {
    const REPLICAS: Option<Replicas> = Some(ONE);

    fn urls(&self) -> String {
        self.master.url()
    }

    fn ask(&self, _: &str, command: &[&str]) -> String {
        self.master.run(command).expect("an answer")
    }

    fn restart(&mut self) {
        self.master.restart().expect("a Redis again");
        self.wait_until_followed().expect("a replica again");
    }
}

conformance!(redis_replicated, RedisBed::new(RedisReplicated::start().expect("a Redis with a replica")));

async fn with(replicas: Replicas, urls: &str, sentinel_master: Option<&str>) -> Arc<RedisStore> {
    let options = RedisOptions { replicas: Some(replicas), ..options(sentinel_master) };
    RedisStore::open(urls, NODE, options).await.expect("a store")
}

fn few(error: &StoreError) -> bool {
    matches!(error, StoreError::Unavailable(why) if why.contains("0 of 1 replicas"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_replica_has_not_is_not_acknowledged_and_stands_once() {
    let redis = RedisReplicated::start().expect("a Redis with a replica");
    let store: Arc<dyn Store> = with(SOON, &redis.master.url(), None).await;
    let patient: Arc<dyn Store> = with(ONE, &redis.master.url(), None).await;
    let stream = fresh();
    let last = grown(&patient, &stream, 3).await;
    assert!(patient.confirm(&stream, last.position).await.expect("an answer"));
    redis.replica.freeze().expect("it stands still");
    for _ in 0..2 {
        // done, and then refused as done by somebody, both without an acknowledgement
        let error = store.commit(append(&stream, last.position, small(4))).await.expect_err("no replica has it");
        assert!(few(&error) && error.retryable(), "{error}");
    }
    let tail = whole(&store, &stream).await;
    assert_eq!(tail.events.len(), 4, "it is in the log all the same");
    let error = store.confirm(&stream, tail.end).await.expect_err("no replica has it");
    assert!(few(&error), "{error}");
    for error in [
        store.put_record("r", 0, "x".into(), None).await.map(drop).expect_err("no replica has it"),
        store.delete_record("r").await.expect_err("no replica has it"),
    ] {
        assert!(few(&error), "{error}");
    }

    let seat = Seat { node: NODE.into(), connection: 7 };
    store.take_seat(&stream, Colour::Black, seat.clone()).await.expect("a seat waits for nobody");
    assert_eq!(store.seats(&stream).await.expect("readable"), [Some(seat.clone()), None]);
    store.leave_seat(&stream, Colour::Black, &seat).await.expect("a seat waits for nobody");
    assert_eq!(store.seats(&stream).await.expect("readable"), [None, None]);
    let lives = store.put_passing_record("lives", 0, "here".into(), 60_000).await;
    assert!(lives.expect("what passes waits for nobody"));
    assert!(store.outbox(stream.partition(), 9).await.expect("readable").is_empty());
    let told = Commit { lifecycle: Some("finished".into()), ..append(&stream, tail.end, small(5)) };
    assert!(few(&store.commit(told).await.expect_err("no replica has it")));
    let error = store.outbox(stream.partition(), 9).await.expect_err("nobody is told what no replica has");
    assert!(few(&error), "{error}");

    redis.replica.thaw().expect("it goes on");
    let tail = whole(&store, &stream).await;
    assert!(patient.confirm(&stream, tail.end).await.expect("an answer"));
    assert_eq!(patient.outbox(stream.partition(), 9).await.expect("readable"), ["finished"]);
    assert_eq!(outcome(&patient, append(&stream, last.position, small(4))).await, Outcome::Conflict(tail.end));
    let next = must(&patient, append(&stream, tail.end, small(6))).await;
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.events.len(), tail.end), (6, next.position));
    assert_eq!(chained(Position::default(), &tail.events), tail.end);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_log_does_not_hold_is_not_confirmed() {
    let redis = RedisReplicated::start().expect("a Redis with a replica");
    let store: Arc<dyn Store> = with(ONE, &redis.master.url(), None).await;
    let (stream, other) = (fresh(), fresh());
    let first = grown(&store, &stream, 1).await;
    let second = must(&store, append(&stream, first.position, small(2))).await;
    let elsewhere = grown(&store, &other, 2).await;
    for held in [Position::default(), first.position, second.position] {
        assert!(store.confirm(&stream, held).await.expect("an answer"), "{held:?}");
    }
    let beyond = Position { seq: 3, ..second.position };
    for not in [elsewhere.position, beyond, Position { seq: 1, ..second.position }] {
        assert!(!store.confirm(&stream, not).await.expect("an answer"), "{not:?}");
    }
    assert!(!store.confirm(&fresh(), first.position).await.expect("an answer"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_not_ready_without_its_replica_and_says_what_it_promises() {
    let mut redis = RedisReplicated::start().expect("a Redis with a replica");
    let store: Arc<dyn Store> = with(ONE, &redis.master.url(), None).await;
    until("it is ready", async || store.ready().await.ok()).await;
    let promise = store.promise().await.expect("a promise");
    assert!(promise.durable && promise.sentence.contains("1 of its replicas"), "{}", promise.sentence);
    redis.replica.kill();
    let error = until("it is not ready", async || store.ready().await.err()).await;
    assert!(error.to_string().contains("0 of 1 replicas follow Redis"), "{error}");
    store.ping().await.expect("sockets stay: no node could serve them better");
    redis.replica.restart().expect("a replica again");
    until("it is ready again", async || store.ready().await.ok()).await;
    grown(&store, &fresh(), 1).await;

    // nobody takes the master's place here, so nothing is taken from the promise
    let plain: Arc<dyn Store> = RedisStore::open(&redis.master.url(), "plain", options(None)).await.expect("a store");
    assert!(plain.promise().await.expect("a promise").durable);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_who_may_not_wait_is_refused() {
    let redis = RedisReplicated::start().expect("a Redis with a replica");
    redis.master.run(&["ACL", "SETUSER", "tengen", "on", ">x", "~*", "&*", "+@all", "-wait"]).expect("a user");
    let url = redis.master.url().replace("redis://", "redis://tengen:x@");
    let options = RedisOptions { replicas: Some(SOON), ..options(None) };
    let error = RedisStore::open(&url, NODE, options).await.expect_err("refused");
    assert!(matches!(&error, StoreError::Open(why) if why.contains("+wait")), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writes_share_a_wait() {
    const WRITES: usize = 1_000;
    let redis = RedisReplicated::start().expect("a Redis with a replica");
    let store: Arc<dyn Store> = with(ONE, &redis.master.url(), None).await;
    let commits = (0..WRITES).map(|n| {
        let store = store.clone();
        tokio::spawn(async move { must(&store, append(&fresh(), Position::default(), small(n as u64))).await })
    });
    for commit in commits.collect::<Vec<_>>() {
        commit.await.expect("committed");
    }
    let stats = redis.master.run(&["INFO", "commandstats"]).expect("an answer");
    let calls = stats.lines().find_map(|line| line.strip_prefix("cmdstat_wait:calls=")?.split(',').next());
    let calls: usize = calls.expect("there were some").parse().expect("a number");
    assert!((1..WRITES / 2).contains(&calls), "{calls} times for {WRITES} writes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgotten_scripts_and_cut_connections_cost_no_acknowledged_write() {
    let redis = RedisReplicated::start().expect("a Redis with a replica");
    let store: Arc<dyn Store> = with(ONE, &redis.master.url(), None).await;
    let stop = Arc::new(AtomicBool::new(false));
    let stream = fresh();
    let writer = tokio::spawn(write(store.clone(), stream.clone(), stop.clone()));
    for _ in 0..5 {
        redis.master.run(&["SCRIPT", "FLUSH"]).expect("an answer");
        redis.master.run(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]).expect("an answer");
        let seen =
            until("it can be read", async || store.positions(std::slice::from_ref(&stream)).await.ok()).await[0].seq;
        until("it goes on", async || {
            (store.positions(std::slice::from_ref(&stream)).await.ok()?[0].seq > seen + 2).then_some(())
        })
        .await;
    }
    stop.store(true, Ordering::Release);
    let done = writer.await.expect("no panic");
    holds(&store, &stream, &done).await;
}

/// Appends numbered events until told to stop, asks again after each that was not answered, and gives
/// the numbers of those that were acknowledged.
async fn write(store: Arc<dyn Store>, stream: Stream, stop: Arc<AtomicBool>) -> BTreeSet<u64> {
    let (mut end, mut done) = (Position::default(), BTreeSet::new());
    let mut n = 0;
    while !stop.load(Ordering::Acquire) {
        match store.commit(append(&stream, end, small(n))).await.map(|reply| reply.value) {
            Ok(Outcome::Committed { position, .. }) => {
                done.insert(n);
                (end, n) = (position, n + 1);
            }
            // it was done without an answer, or what was acknowledged to nobody is gone: go on from there
            Ok(Outcome::Conflict(now) | Outcome::Reload(now)) => (end, n) = (now, n + 1),
            Ok(other) => panic!("{other:?}"),
            Err(error) => {
                assert!(error.retryable(), "{error}");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
    done
}

/// What was acknowledged is in the log, once.
async fn holds(store: &Arc<dyn Store>, stream: &Stream, acknowledged: &BTreeSet<u64>) {
    let tail = until("it is readable", async || store.read(stream, 0, 1_000_000).await.ok()).await.value;
    let numbers: Vec<u64> = tail
        .events
        .iter()
        .map(|event| {
            let event: serde_json::Value = serde_json::from_slice(event).expect("an event");
            event["event"]["n"].as_u64().expect("a number")
        })
        .collect();
    let stands: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!(stands.len(), numbers.len(), "each stands once");
    let lost: Vec<_> = acknowledged.difference(&stands).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert_eq!(chained(Position::default(), &tail.events), tail.end);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failovers_lose_nothing_that_was_acknowledged() {
    let mut redis = RedisSentinel::start(3).expect("a Redis with sentinels");
    let store: Arc<dyn Store> = with(SOON, &redis.urls(), Some(SENTINEL_MASTER)).await;
    let promise = store.promise().await.expect("a promise");
    assert!(promise.durable, "{}", promise.sentence);
    let plain: Arc<dyn Store> =
        RedisStore::open(&redis.urls(), "plain", options(Some(SENTINEL_MASTER))).await.expect("a store");
    let promise = plain.promise().await.expect("a promise");
    assert!(!promise.durable && promise.sentence.contains("redis-min-replicas"), "{}", promise.sentence);

    for _ in 0..failovers() {
        let master = redis.master().expect("a master");
        let stop = Arc::new(AtomicBool::new(false));
        let streams: Vec<Stream> = (0..WRITERS).map(|_| fresh()).collect();
        let writers: Vec<_> =
            streams.iter().map(|stream| tokio::spawn(write(store.clone(), stream.clone(), stop.clone()))).collect();
        until("they write", async || {
            let ends = store.positions(&streams).await.ok()?;
            ends.iter().all(|end| end.seq > 20).then_some(())
        })
        .await;
        redis.servers[master].kill();
        redis.wait_for_master(1 - master).expect("a failover");
        redis.servers[master].restart().expect("the old master again, as a replica soon");
        let seen = until("they can be read", async || store.positions(&streams).await.ok()).await;
        until("what is written is acknowledged again", async || store.ready().await.ok()).await;
        until("they go on", async || {
            let ends = store.positions(&streams).await.ok()?;
            ends.iter().zip(&seen).all(|(end, seen)| end.seq > seen.seq + 5).then_some(())
        })
        .await;
        stop.store(true, Ordering::Release);
        for (stream, writer) in streams.iter().zip(writers) {
            let done = writer.await.expect("no panic");
            assert!(!done.is_empty(), "nothing was acknowledged");
            holds(&store, stream, &done).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_master_that_is_cut_off_acknowledges_nothing() {
    let redis = RedisSentinel::start(1).expect("a Redis with a sentinel");
    let store: Arc<dyn Store> = with(SOON, &redis.urls(), Some(SENTINEL_MASTER)).await;
    let stream = fresh();
    let patient: Arc<dyn Store> = with(ONE, &redis.urls(), Some(SENTINEL_MASTER)).await;
    let kept = grown(&patient, &stream, 3).await;
    // the replica goes its own way; the old master goes on, connected to this node, and nobody cuts that
    redis.servers[1].run(&["REPLICAOF", "NO", "ONE"]).expect("a master");
    let error = store.commit(append(&stream, kept.position, small(4))).await.expect_err("nobody follows");
    assert!(few(&error), "{error}");
    let read = store.read(&stream, 0, 10).await.expect("readable").value;
    assert_eq!(read.end.seq, 4, "it is in the log of the old master");
    let error = store.confirm(&stream, read.end).await.expect_err("nobody follows");
    assert!(few(&error), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_node_of_a_cluster_waits_for_its_own_replica() {
    let cluster = RedisCluster::with_replicas().expect("a cluster");
    let store = with(ONE, &cluster.urls(), None).await;
    let hasty = with(SOON, &cluster.urls(), None).await;
    let at = |stream: &Stream| {
        cluster.holder(cluster.slot_of(store.clock_key(stream.partition())).expect("a slot")).expect("a holder")
    };
    let lies = |index: usize| std::iter::repeat_with(fresh).find(|stream| at(stream) == index).expect("endless");
    let (here, there) = (lies(0), lies(1));
    let nodes: Arc<dyn Store> = store.clone();
    let first = grown(&nodes, &here, 2).await;
    let second = grown(&nodes, &there, 2).await;
    cluster.replicas[0].freeze().expect("it stands still");
    let error = hasty.commit(append(&here, first.position, small(3))).await.expect_err("its replica has it not");
    assert!(few(&error), "{error}");
    must(&nodes, append(&there, second.position, small(3))).await;
    cluster.replicas[0].thaw().expect("it goes on");
    let end = whole(&nodes, &here).await.end;
    assert!(nodes.confirm(&here, end).await.expect("an answer"));
    assert_eq!(end.seq, 3);
    until("it is ready", async || nodes.ready().await.ok()).await;

    // a slot that moves meanwhile: ASK and MOVED go the same way
    let stop = Arc::new(AtomicBool::new(false));
    let moving = lies(0);
    let writer = tokio::spawn(write(nodes.clone(), moving.clone(), stop.clone()));
    let slot = cluster.slot_of(store.clock_key(moving.partition())).expect("a slot");
    until("it writes", async || (nodes.positions(std::slice::from_ref(&moving)).await.ok()?[0].seq > 3).then_some(()))
        .await;
    let cluster = Arc::new(cluster);
    let mover = cluster.clone();
    tokio::task::spawn_blocking(move || mover.migrate_slot_slowly(slot, 1, Duration::from_millis(20)))
        .await
        .expect("no panic")
        .expect("a migration");
    let seen = whole(&nodes, &moving).await.end.seq;
    until("it goes on", async || {
        (nodes.positions(std::slice::from_ref(&moving)).await.ok()?[0].seq > seen + 3).then_some(())
    })
    .await;
    stop.store(true, Ordering::Release);
    let done = writer.await.expect("no panic");
    holds(&nodes, &moving, &done).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_any_replica_it_starts_and_acknowledges_nothing() {
    let alone = RedisServer::start().expect("a Redis");
    let store: Arc<dyn Store> = with(SOON, &alone.url(), None).await;
    let error = store.commit(append(&fresh(), Position::default(), small(1))).await.expect_err("there is none");
    assert!(few(&error), "{error}");
    assert!(store.ready().await.is_err());
}
