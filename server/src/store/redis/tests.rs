//! What only this store does: the rule of time in two languages, and a Redis that goes away,
//! forgets, is full, is frozen or does not let one in.

use super::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::time::{Duration, Instant};
use tengen_core::partition::PartitionClock;
use tengen_core::timing::{Due, Time, When};
use tengen_protocol::GameId;
use tengen_tests::RedisServer;

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(40);

fn options() -> RedisOptions {
    RedisOptions { response_timeout: Duration::from_millis(500), ..RedisOptions::default() }
}

async fn open(server: &RedisServer) -> Arc<RedisStore> {
    RedisStore::open(&server.url(), "here", options()).await.unwrap()
}

fn game(name: &str) -> Stream {
    Stream::game(&name.parse::<GameId>().unwrap())
}

fn event(stream: &Stream, expect: Position) -> Commit {
    let body = Bytes::from_static(b"\"v\":1,\"event\":{\"kind\":\"play\",\"at\":\"Q16\"}}");
    Commit { stream: stream.clone(), expect, body, guard: Guard::None, due: None, lifecycle: None, secret: None }
}

async fn must(store: &RedisStore, commit: Commit) -> Position {
    match store.commit(commit).await.unwrap().value {
        Outcome::Committed { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

async fn until<T>(what: &str, mut holds: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = holds().await {
            return found;
        }
        assert!(Instant::now() < end, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn raw(server: &RedisServer) -> redis::aio::MultiplexedConnection {
    let client = redis::Client::open(server.url()).unwrap();
    let patient = redis::AsyncConnectionConfig::new().set_response_timeout(Some(PATIENCE));
    client.get_multiplexed_async_connection_with_config(&patient).await.unwrap()
}

/// The same random steps through the core's state machine and through the script's, each from the
/// state that the other left.
#[tokio::test]
async fn the_script_advances_time_as_the_core_does() {
    const STEPS: usize = 20_000;
    const SCRIPT: &str = concat!(
        include_str!("clock.lua"),
        "local logical, hold, quiet, write = advance(ARGV[1], tonumber(ARGV[2]), ARGV[3], KEYS[tonumber(ARGV[4])])\n",
        "return { pack(ARGV[2], logical, hold, quiet, ARGV[3]), write and 1 or 0 }"
    );
    let server = RedisServer::start().unwrap();
    let mut connection = raw(&server).await;
    let seed = rand::rng().random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    redis::pipe()
        .cmd("ZADD")
        .arg("idle")
        .arg("+inf")
        .arg("")
        .cmd("ZADD")
        .arg("waiting")
        .arg("+inf")
        .arg("")
        .arg(7)
        .arg("game")
        .query_async::<()>(&mut connection)
        .await
        .unwrap();
    let sha: String = redis::cmd("SCRIPT").arg("LOAD").arg(SCRIPT).query_async(&mut connection).await.unwrap();
    let mut clock = PartitionClock::new(1_900_000_000_000, "run0");
    let mut outages = 0;
    for done in (0..STEPS).step_by(PIPELINE) {
        let mut pipeline = redis::pipe();
        let mut expected = Vec::new();
        for _ in 0..PIPELINE {
            let d: i64 = match random.random_range(0..12) {
                0 => random.random_range(-100_000..0),
                1 => random.random_range(1_400..1_600),
                2 => random.random_range(900..1_100),
                3 => random.random_range(1_500..100_000),
                4 => *[0, 1, 449, 450, 999, 1_000, 1_001, 1_499, 1_500, 1_501].get(random.random_range(0..10)).unwrap(),
                _ => random.random_range(0..700),
            };
            let time = clock.wall.checked_add_signed(d).unwrap();
            let run =
                if random.random_bool(0.03) { format!("run{}", random.random_range(0..9)) } else { clock.run.clone() };
            let due = random.random_bool(0.8);
            if random.random_bool(0.1) {
                clock.hold = random.random_range(0..3_000);
            }
            let key = if due { 1 } else { 2 };
            let call = pipeline.cmd("EVALSHA").arg(&sha).arg(2).arg("waiting").arg("idle");
            call.arg(clock.pack()).arg(time).arg(&run).arg(key);
            // a clock that was stepped back is written at once, else time would stand until it has caught up
            let writes = d < 0 || d.unsigned_abs() >= tengen_core::partition::TICK_MIN_MS || run != clock.run;
            let before = clock.pack();
            outages += u32::from(clock.advance(time, &run, due).outage);
            expected.push((format!("{before}, {d} ms, due {due}"), clock.pack(), i64::from(writes)));
        }
        let found: Vec<(String, i64)> = pipeline.query_async(&mut connection).await.unwrap();
        for ((what, packed, writes), found) in expected.into_iter().zip(found) {
            assert_eq!(found, (packed, writes), "seed {seed}, step {done} and on: {what}");
        }
    }
    assert!(outages > 100, "{outages} outages are too few to say anything");
}

#[tokio::test]
async fn forgotten_scripts_and_lost_keys_are_made_again() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = must(&store, event(&game("one"), Position::default())).await;
    redis::cmd("SCRIPT").arg("FLUSH").query_async::<()>(&mut raw(&server).await).await.unwrap();
    must(&store, event(&game("one"), one)).await;
    redis::cmd("SCRIPT").arg("FLUSH").query_async::<()>(&mut raw(&server).await).await.unwrap();
    let all: Vec<Partition> = Partition::all().collect();
    assert_eq!(store.tick(&all).await.unwrap().len(), all.len());
    redis::cmd("FLUSHALL").query_async::<()>(&mut raw(&server).await).await.unwrap();
    let two = game("two");
    must(&store, event(&two, Position::default())).await;
    assert_eq!(store.tick(&all).await.unwrap().len(), all.len());
    assert_eq!(store.read(&game("one"), 0, 9).await.unwrap().value.end, Position::default());
}

#[tokio::test]
async fn a_lost_time_of_waiting_games_is_damage() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = game("one");
    let mut commit = event(&one, Position::default());
    commit.due = Some(Due { time: Time::Logical, when: When::After(60_000) });
    let end = must(&store, commit).await;
    let key = store.clock_key(one.partition());
    redis::cmd("DEL").arg(key).query_async::<()>(&mut raw(&server).await).await.unwrap();
    let error = store.commit(event(&one, end)).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    redis::cmd("SET").arg(key).arg("nonsense").query_async::<()>(&mut raw(&server).await).await.unwrap();
    for error in [
        store.commit(event(&one, end)).await.unwrap_err(),
        store.tick(&[one.partition()]).await.unwrap_err(),
        store.read(&one, 0, 9).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    }
}

#[tokio::test]
async fn damaged_logs_are_named_and_not_served() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = game("one");
    let first = must(&store, event(&one, Position::default())).await;
    let second = must(&store, event(&one, first)).await;
    let keys = store.keys.of(one.partition());
    let mut connection = raw(&server).await;
    // a form of a later version
    redis::cmd("SET").arg(keys.end("one")).arg("2:00:2:new").query_async::<()>(&mut connection).await.unwrap();
    for error in [store.commit(event(&one, second)).await.unwrap_err(), store.read(&one, 0, 9).await.unwrap_err()] {
        assert!(matches!(&error, StoreError::Damaged { place, .. } if place == "one"), "{error}");
    }
    // lost events
    let end = format!("2:{}:1:", second.head);
    redis::cmd("SET").arg(keys.end("one")).arg(end).query_async::<()>(&mut connection).await.unwrap();
    redis::cmd("LPOP").arg(keys.events("one")).query_async::<()>(&mut connection).await.unwrap();
    let error = store.read(&one, 0, 9).await.unwrap_err();
    assert!(error.to_string().contains("first events are missing"), "{error}");
}

#[tokio::test]
async fn time_outs_by_wall_time_need_clocks_that_agree() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = game("one");
    let end = must(&store, event(&one, Position::default())).await;
    let keys = store.keys.of(one.partition());
    let now: u64 = own_wall().parse().unwrap();
    for (own, committed) in [(now - 40_000, false), (now + 40_000, false), (now, true)] {
        let (log_end, events) = (keys.end("one"), keys.events("one"));
        let names = [&log_end, &events, &keys.clk, &keys.due, &keys.duew, &keys.out].map(String::as_str);
        let (expected, before, own) = (expected_end(end), end.head.to_string(), own.to_string());
        let args = [&*expected, &*before, "2", "}", "one", "channel", "", "", "w", "5", "", "", "here", &*own];
        let args = args.map(str::as_bytes);
        let call = Call { script: &script::COMMIT, keys: &names, args: &args };
        let answer = store.call(Lane::Commits, one.partition(), call, "one").await.unwrap();
        assert_eq!(matches!(answer, Value::BulkString(_)), committed, "{answer:?}");
    }
}

#[tokio::test]
async fn full_means_full_and_nothing_is_half_done() {
    let server = RedisServer::with(&["--maxmemory-policy", "noeviction"]).unwrap();
    let store = open(&server).await;
    let one = game("one");
    let end = must(&store, event(&one, Position::default())).await;
    let mut connection = raw(&server).await;
    redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(1).query_async::<()>(&mut connection).await.unwrap();
    let mut commit = event(&one, end);
    commit.lifecycle = Some(Bytes::from_static(b"finished"));
    commit.due = Some(Due { time: Time::Logical, when: When::After(60_000) });
    let error = store.commit(commit.clone()).await.unwrap_err();
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    // what is there is still read
    assert_eq!(store.read(&one, 0, 9).await.unwrap().value.end, end);
    redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(0).query_async::<()>(&mut connection).await.unwrap();
    let tail = store.read(&one, 0, 9).await.unwrap().value;
    assert_eq!((tail.end, tail.events.len()), (end, 1));
    assert!(store.outbox(one.partition(), 9).await.unwrap().is_empty());
    must(&store, commit).await;
}

#[tokio::test]
async fn a_killed_redis_is_found_again_and_listeners_are_told() {
    let mut server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = game("one");
    let (sender, mut news) = mpsc::channel(64);
    let subscription = store.subscribe(&one, sender).await.unwrap();
    let first = must(&store, event(&one, Position::default())).await;
    let before = store.tick(&[one.partition()]).await.unwrap().remove(0).stamp;
    server.kill();
    let error = until("the loss is seen", async || store.ping().await.err()).await;
    assert!(error.retryable(), "{error}");
    let asked = Instant::now();
    assert!(store.commit(event(&one, first)).await.unwrap_err().retryable());
    assert!(asked.elapsed() < PATIENCE, "a call waits for a bounded time");
    server.restart().unwrap();
    until("it is ready again", async || store.ping().await.ok()).await;
    until("the loss is told", async || subscription.take_lost().then_some(())).await;
    let second = must(&store, event(&one, first)).await;
    // questions have a connection of their own, which may come back later
    let ends = until("questions are answered", async || store.positions(std::slice::from_ref(&one)).await.ok()).await;
    assert_eq!(ends, [second]);
    until("news comes again", async || {
        let News::Event(event) = news.recv().await? else { return None };
        event.starts_with(b"{\"seq\":2,").then_some(())
    })
    .await;
    assert!(!subscription.take_lost());
    let after = store.tick(&[one.partition()]).await.unwrap().remove(0).stamp;
    assert!(after.logical >= before.logical);
}

#[tokio::test]
async fn cut_subscribers_come_back() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let mut subscriptions = Vec::new();
    let (sender, mut news) = mpsc::channel(1_024);
    for number in 0..250 {
        subscriptions.push(store.subscribe(&game(&format!("g{number}")), sender.clone()).await.unwrap());
    }
    for _ in 0..3 {
        let mut connection = raw(&server).await;
        let killed: u32 =
            redis::cmd("CLIENT").arg("KILL").arg("TYPE").arg("pubsub").query_async(&mut connection).await.unwrap();
        assert_eq!(killed, 1, "one connection for all subscriptions");
        for subscription in &subscriptions {
            until("the loss is told", async || subscription.take_lost().then_some(())).await;
        }
        let channels: Vec<String> =
            redis::cmd("PUBSUB").arg("SHARDCHANNELS").query_async(&mut connection).await.unwrap();
        assert_eq!(channels.len(), 251);
    }
    must(&store, event(&game("g249"), Position::default())).await;
    assert!(matches!(news.recv().await, Some(News::Event(_))));
    subscriptions.clear();
    let mut connection = raw(&server).await;
    until("all are left", async || {
        let channels: Vec<String> =
            redis::cmd("PUBSUB").arg("SHARDCHANNELS").query_async(&mut connection).await.unwrap();
        (channels.len() == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_frozen_redis_holds_up_calls_for_a_bounded_time() {
    let server = RedisServer::start().unwrap();
    let store = open(&server).await;
    let one = game("one");
    let first = must(&store, event(&one, Position::default())).await;
    server.freeze().unwrap();
    let asked = Instant::now();
    let error = store.commit(event(&one, first)).await.unwrap_err();
    assert!(error.to_string().contains("not known"), "{error}");
    assert!(store.ping().await.is_err());
    assert!(asked.elapsed() < PATIENCE);
    server.thaw().unwrap();
    until("it is ready again", async || store.ping().await.ok()).await;
    // the commit that was not answered was done or not; asked again it stands once
    let outcome = store.commit(event(&one, first)).await.unwrap().value;
    assert!(matches!(outcome, Outcome::Committed { .. } | Outcome::Conflict(_)), "{outcome:?}");
    assert_eq!(store.read(&one, 0, 9).await.unwrap().value.events.len(), 2);
}

#[tokio::test]
async fn newer_data_and_wrong_passwords_are_refused_and_no_secret_is_told() {
    let server = RedisServer::start().unwrap();
    let mut connection = raw(&server).await;
    redis::cmd("SET").arg("{lobby}:format").arg(2).query_async::<()>(&mut connection).await.unwrap();
    let error = RedisStore::open(&server.url(), "here", options()).await.unwrap_err();
    assert!(matches!(&error, StoreError::Open(what) if what.contains("format 2")), "{error}");
    redis::cmd("SET").arg("{lobby}:format").arg("x").query_async::<()>(&mut connection).await.unwrap();
    assert!(RedisStore::open(&server.url(), "here", options()).await.is_err());

    let server = RedisServer::with(&["--requirepass", "opensesame"]).unwrap();
    let with = |password: &str| format!("redis://:{password}@127.0.0.1:{}", server.port());
    for url in [server.url(), with("wrongsesame")] {
        let error = RedisStore::open(&url, "here", options()).await.unwrap_err();
        assert!(matches!(error, StoreError::Open(_)), "{error}");
        assert!(!error.to_string().contains("sesame"), "{error}");
    }
    let store = RedisStore::open(&with("opensesame"), "here", options()).await.unwrap();
    assert!(!format!("{store:?}").contains("sesame"));
    drop(server);
    let error = until("the loss is seen", async || store.ping().await.err()).await;
    assert!(!error.to_string().contains("sesame"), "{error}");
}

#[tokio::test]
async fn settings_that_may_not_be_read_promise_nothing() {
    let server = RedisServer::start().unwrap();
    let promise = open(&server).await.promise().await.unwrap();
    assert!(promise.durable, "{}", promise.sentence);
    let mut connection = raw(&server).await;
    redis::cmd("ACL")
        .arg("SETUSER")
        .arg("tengen")
        .arg(&["on", "nopass", "~*", "&*", "+@all", "-config"])
        .query_async::<()>(&mut connection)
        .await
        .unwrap();
    let url = format!("redis://tengen:x@127.0.0.1:{}", server.port());
    let promise = RedisStore::open(&url, "here", options()).await.unwrap().promise().await.unwrap();
    assert!(!promise.durable && promise.sentence.contains("may not be read"), "{}", promise.sentence);
}

#[tokio::test]
async fn prefixes_share_a_redis() {
    let server = RedisServer::start().unwrap();
    let with = |prefix: &str| RedisOptions { prefix: prefix.into(), ..options() };
    let one = RedisStore::open(&server.url(), "here", with("one:")).await.unwrap();
    let two = RedisStore::open(&server.url(), "here", with("two:")).await.unwrap();
    must(&one, event(&game("g"), Position::default())).await;
    must(&two, event(&game("g"), Position::default())).await;
}
