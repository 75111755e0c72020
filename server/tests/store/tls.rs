//! The store over connections with TLS: one Redis, sentinels, a cluster; and certificates that do not do.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_core::{
    log::{Position, body},
    timing::Guard,
};
use tengen_server::store::redis::{RedisOptions, RedisStore};
use tengen_server::store::{Commit, News, Outcome, Store, StoreError, Stream};
use tengen_tests::{RedisCluster, RedisSentinel, RedisServer, RedisTls, SENTINEL_MASTER, free_port};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// However slow the machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The node of the store.
const NODE: &str = "here";

fn options(sentinel_master: Option<&str>) -> RedisOptions {
    RedisOptions { sentinel_master: sentinel_master.map(str::to_owned), ..RedisOptions::default() }
}

/// Waits until `holds` gives something.
async fn until<T>(what: &str, mut holds: impl AsyncFnMut() -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = holds().await {
                return found;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

fn fresh() -> Stream {
    let id = format!("t-{:016x}", getrandom::u64().expect("randomness"));
    Stream::game(&id.parse().expect("an id"))
}

fn append(stream: &Stream, expect: Position) -> Commit {
    let body = body(1, &serde_json::json!({ "kind": "test" })).expect("serialisable").into();
    Commit { stream: stream.clone(), expect, body, guard: Guard::None, due: None, lifecycle: None, secret: None }
}

fn trusting(certificates: &RedisTls, sentinel_master: Option<&str>) -> RedisOptions {
    let pem = std::fs::read(certificates.authority()).expect("a certificate");
    RedisOptions { authorities: Some(pem.into()), ..options(sentinel_master) }
}

/// A Redis that speaks TLS, and its URL.
fn secured(certificates: &RedisTls) -> (RedisServer, String) {
    let port = free_port().expect("a port");
    let settings = certificates.settings(port);
    let server = RedisServer::with(&settings.iter().map(String::as_str).collect::<Vec<_>>());
    (server.expect("a Redis with TLS"), format!("rediss://127.0.0.1:{port}"))
}

/// Writes, reads and hears.
async fn works(store: &Arc<dyn Store>) {
    let stream = fresh();
    let (sender, mut news) = mpsc::channel(8);
    let _subscription = store.subscribe(&stream, sender).await.expect("a subscription");
    let done = store.commit(append(&stream, Position::default())).await.expect("an answer").value;
    let Outcome::Committed { position, event, .. } = done else { panic!("{done:?}") };
    let heard = timeout(PATIENCE, news.recv()).await.expect("in time").expect("open");
    assert!(matches!(heard, News::Event(heard) if heard == event));
    assert_eq!(store.read(&stream, 0, 10).await.expect("readable").value.end, position);
    until("it hears itself", async || store.ping().await.ok()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_connection_to_a_redis_is_encrypted() {
    let certificates = RedisTls::new().expect("certificates");
    let (redis, url) = secured(&certificates);
    let store: Arc<dyn Store> = RedisStore::open(&url, NODE, trusting(&certificates, None)).await.expect("a store");
    works(&store).await;
    let port = url.rsplit(':').next().expect("a port");
    let clients = redis.run(&["CLIENT", "LIST"]).expect("an answer");
    let (encrypted, plain): (Vec<&str>, Vec<&str>) = clients
        .lines()
        .filter(|line| line.starts_with("id="))
        .partition(|line| line.contains(&format!("laddr=127.0.0.1:{port} ")));
    assert_eq!(encrypted.len(), 3, "commits, queries and news: {clients}");
    assert_eq!(plain.len(), 1, "this question: {clients}");
    redis.run(&["CLIENT", "KILL", "TYPE", "pubsub"]).expect("an answer");
    until("it hears itself again", async || store.ping().await.ok()).await;
    works(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_that_does_not_do_is_refused_at_once() {
    let (ours, others) = (RedisTls::new().expect("certificates"), RedisTls::new().expect("certificates"));
    let elsewhere = RedisTls::of(&["elsewhere.example"]).expect("certificates");
    let (_redis, url) = secured(&ours);
    let (_other, other_url) = secured(&elsewhere);
    let began = Instant::now();
    for (url, options) in
        [(&url, options(None)), (&url, trusting(&others, None)), (&other_url, trusting(&elsewhere, None))]
    {
        let error = RedisStore::open(url, NODE, options).await.expect_err("refused");
        assert!(
            matches!(&error, StoreError::Open(why) if why.contains("certificate") && why.contains("redis-ca")),
            "{error}"
        );
    }
    assert!(began.elapsed() < options(None).open_wait, "it is not waited for");
    let nonsense = RedisOptions { authorities: Some(b"nonsense".as_slice().into()), ..options(None) };
    let error = RedisStore::open(&url, NODE, nonsense).await.expect_err("refused");
    assert!(matches!(error, StoreError::Open(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sentinels_and_the_master_that_they_name_are_spoken_to_over_tls() {
    let certificates = RedisTls::new().expect("certificates");
    let (mut redis, url) = RedisSentinel::over_tls(&certificates).expect("sentinels with TLS");
    let store: Arc<dyn Store> =
        RedisStore::open(&url, NODE, trusting(&certificates, Some(SENTINEL_MASTER))).await.expect("a store");
    works(&store).await;
    let error = RedisStore::open(&url, NODE, options(Some(SENTINEL_MASTER))).await.expect_err("refused");
    assert!(matches!(&error, StoreError::Open(why) if why.contains("certificate of the sentinel")), "{error}");
    redis.wait_until_in_step(0).expect("a replica in step");
    redis.servers[0].kill();
    until("the new master is found", async || store.commit(append(&fresh(), Position::default())).await.ok()).await;
    until("its news is heard", async || store.ping().await.ok()).await;
    works(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_of_a_cluster_is_spoken_to_over_tls() {
    let certificates = RedisTls::new().expect("certificates");
    let (cluster, urls) = RedisCluster::over_tls(&certificates).expect("a cluster with TLS");
    // the others are found from one
    let first = urls.split(',').next().expect("two");
    let store: Arc<dyn Store> = RedisStore::open(first, NODE, trusting(&certificates, None)).await.expect("a store");
    for _ in 0..8 {
        works(&store).await;
    }
    for master in &cluster.masters {
        let keys: u64 = master.run(&["DBSIZE"]).expect("an answer").trim().parse().expect("a number");
        assert!(keys > 400, "each holds its half: {keys}");
        let plain = format!("laddr=127.0.0.1:{} ", master.port());
        let clients = master.run(&["CLIENT", "LIST"]).expect("an answer");
        assert_eq!(clients.lines().filter(|line| line.contains(&plain)).count(), 1, "this question: {clients}");
    }
}
