//! The store over a Redis Cluster does what every store must do, and slots may move meanwhile.

#![allow(clippy::cast_possible_truncation)] // the helpers of tests are tests

use crate::conformance::{self, append, chained, conformance, fresh, grown, must, small, until, whole};
use crate::redis_bed::{NODE, RedisBed, Servers, open};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_core::log::Position;
use tengen_server::store::{News, Outcome, Store, Stream};
use tengen_tests::RedisCluster;
use tokio::sync::mpsc;

impl Servers for RedisCluster {
    fn urls(&self) -> String {
        Self::urls(self)
    }

    fn ask(&self, key: &str, command: &[&str]) -> String {
        let holder = self.holder(self.slot_of(key).expect("a slot")).expect("a holder");
        self.masters[holder].run(command).expect("an answer")
    }

    fn restart(&mut self) {
        self.masters.iter_mut().for_each(tengen_tests::RedisServer::kill);
        for master in &mut self.masters {
            master.restart().expect("a master again");
        }
        self.wait_until_agreed().expect("a cluster again");
    }
}

conformance!(redis_cluster, RedisBed::new(RedisCluster::start().expect("a cluster")));

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
    let store: Arc<dyn Store> = open::<RedisCluster>(&cluster.urls(), NODE).await;
    let first = fresh();
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, mut news) = mpsc::channel(100_000);
    let subscription = store.subscribe(&first, sender).await.expect("a subscription");
    let writer = tokio::spawn(write(store.clone(), first.clone(), stop.clone()));

    let redis = open::<RedisCluster>(&cluster.urls(), "there").await;
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
    let store: Arc<dyn Store> = open::<RedisCluster>(&cluster.urls(), NODE).await;
    let names = open::<RedisCluster>(&cluster.urls(), "there").await;
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
    let store = open::<RedisCluster>(&cluster.urls(), NODE).await;
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
