//! The store behind sentinels does what every store must do, and survives a failover.

#![allow(clippy::cast_possible_truncation)] // the helpers of tests are tests

use crate::conformance::{
    self, PATIENCE, append, conformance, fresh, front, grown, in_logical, must, outcome, small, until,
};
use crate::redis_bed::{NODE, RedisBed, Servers, open, options};
use std::sync::Arc;
use std::time::Duration;
use tengen_server::store::redis::{RedisOptions, RedisStore};
use tengen_server::store::{Commit, News, Outcome, Store, StoreError};
use tengen_tests::{RedisSentinel, RedisServer, SENTINEL_MASTER};
use tokio::sync::mpsc;

const HOUR_MS: u64 = 3_600_000;

impl Servers for RedisSentinel {
    const SENTINEL_MASTER: Option<&str> = Some(SENTINEL_MASTER);

    fn urls(&self) -> String {
        Self::urls(self)
    }

    fn ask(&self, _: &str, command: &[&str]) -> String {
        self.servers[self.master().expect("a master")].run(command).expect("an answer")
    }

    /// A failover to a replica that has everything.
    fn restart(&mut self) {
        let master = self.master().expect("a master");
        self.wait_until_in_step(master).expect("a replica in step");
        self.servers[master].kill();
        self.wait_for_master(1 - master).expect("a failover");
        self.servers[master].restart().expect("the old master again");
    }
}

conformance!(redis_sentinel, RedisBed::new(RedisSentinel::start(1).expect("a Redis with a sentinel")));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_that_loses_a_tail_is_seen_and_play_goes_on() {
    let mut redis = RedisSentinel::start(3).expect("a Redis with sentinels");
    let store: Arc<dyn Store> = open::<RedisSentinel>(&redis.urls(), NODE).await;
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
    let store: Arc<dyn Store> = open::<RedisSentinel>(&redis.urls(), NODE).await;
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
    let store: Arc<dyn Store> = open::<RedisSentinel>(&redis.urls(), NODE).await;
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
    let store: Arc<dyn Store> = open::<RedisSentinel>(&url("hunter2"), NODE).await;
    grown(&store, &fresh(), 1).await;
    assert_eq!(redis.servers[0].run(&["DBSIZE"]).expect("an answer").trim(), "0");
    let keyspace = redis.servers[0].run(&["INFO", "keyspace"]).expect("an answer");
    assert!(keyspace.contains("db3:"), "{keyspace}");
    let wrong = RedisStore::open(&url("wrong"), NODE, options(Some(SENTINEL_MASTER))).await.expect_err("refused");
    assert!(matches!(&wrong, StoreError::Open(why) if why.contains("user and password")), "{wrong}");
    assert!(!wrong.to_string().contains("wrong@"));
}
