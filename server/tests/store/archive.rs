//! A whole game that has ended leaves for the archive of a real store by a real node: memory comes back,
//! it is read as before, and it goes on when a referee rules late.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use async_trait::async_trait;
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tengen_core::{
    game::{Arrival, Command, Decision, Game, settle},
    log::{self, Position},
    sgf,
    timing::{Due, Guard, Time, When},
};
use tengen_protocol::{
    AccountId, Authority, Colour, EVENT_FORMAT, EndReason, Event, GameId, Head, Outcome, Point, Reason, Ruling, Sides,
    Size, Terms, Vertex, WireError,
};
use tengen_server::{
    GameReader, Metrics,
    hub::{Directory, Hub, Identity},
    store::{
        Commit, Outcome as Committed, Store, Stream,
        embedded::Embedded,
        redis::{RedisOptions, RedisStore},
    },
};
use tengen_tests::RedisServer;
use tokio::time::{sleep, timeout};

/// However slow the machine.
const SOON: Duration = Duration::from_secs(60);

/// Moves of a game.
const MOVES: usize = 250;

struct Names;

#[async_trait]
impl Directory for Names {
    async fn authenticate(&self, _: &str) -> Result<Identity, WireError> {
        unreachable!("nobody logs in here")
    }

    async fn is_referee(&self, _: &AccountId) -> Result<bool, WireError> {
        Ok(false)
    }

    async fn names(&self, accounts: &[AccountId]) -> Vec<String> {
        accounts.iter().map(|account| account.as_str().to_uppercase()).collect()
    }
}

fn names() -> Sides<String> {
    Sides { black: "ANN".into(), white: "BOB".into() }
}

/// A game written into a store without a node.
struct Written {
    store: Arc<dyn Store>,
    id: GameId,
    game: Option<Game>,
    events: Vec<Bytes>,
    /// Logical time of the last event.
    t: u64,
}

impl Written {
    fn new(store: &Arc<dyn Store>, id: &str) -> Self {
        Self { store: store.clone(), id: id.parse().unwrap(), game: None, events: Vec::new(), t: 0 }
    }

    fn stream(&self) -> Stream {
        Stream::game(&self.id)
    }

    async fn commit(&mut self, decision: Decision) {
        let expect = self.game.as_ref().map_or_else(Position::default, Game::position);
        let body = log::body(EVENT_FORMAT, &decision.event).unwrap().into();
        let (stream, guard, due) = (self.stream(), decision.guard, decision.due);
        let reply = self
            .store
            .commit(Commit { stream, expect, body, guard, due, lifecycle: None, secret: None })
            .await
            .unwrap();
        let Committed::Committed { t, event, .. } = reply.value else { panic!("{:?}", reply.value) };
        match &mut self.game {
            Some(game) => drop(game.apply(&event).unwrap()),
            None => self.game = Some(Game::load([&event]).unwrap()),
        }
        self.events.push(event);
        self.t = t;
    }

    fn decide(&self, by: Colour, command: &Command) -> Result<Decision, WireError> {
        let id = format!("{by}-k3f9-{}", self.events.len()).parse().unwrap();
        let arrival = Arrival { logical: self.t, ..Arrival::default() };
        self.game.as_ref().unwrap().decide(by, &id, command, arrival)
    }

    /// All of it, to its end, from which on it may leave.
    async fn whole(store: &Arc<dyn Store>, id: &str) -> Self {
        let mut written = Self::new(store, id);
        let players = Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
        let terms = Terms::new(Size::square(19).unwrap(), "1h+5x60s".parse().unwrap());
        let setup = settle(&terms, players, Some("f51c8s".parse().unwrap()), None).unwrap();
        written.commit(Game::create(setup).unwrap()).await;
        for by in [Colour::Black, Colour::White] {
            let arrive = written.decide(by, &Command::Arrive).unwrap();
            written.commit(arrive).await;
        }
        let (mut at, mut by) = (0_u16, Colour::Black);
        while written.events.len() < MOVES + 3 {
            // all points in an order that looks like none
            at = (at + 97) % 361;
            let point = Point::new(u8::try_from(at % 19).unwrap(), u8::try_from(at / 19).unwrap()).unwrap();
            let Position { seq, head } = written.game.as_ref().unwrap().position();
            let play = Command::Play { vertex: Vertex::Point(point), after: seq, head };
            if let Ok(decision) = written.decide(by, &play) {
                written.commit(decision).await;
                by = by.other();
            }
        }
        let resigns = written.decide(by, &Command::Resign).unwrap();
        written.commit(Decision { due: soon(), ..resigns }).await;
        written
    }

    /// What every reader of the game gets.
    fn expected(&self) -> serde_json::Value {
        let snapshot = self.game.as_ref().unwrap().snapshot(names());
        let events: Vec<serde_json::Value> =
            self.events.iter().map(|event| serde_json::from_slice(event).unwrap()).collect();
        serde_json::json!({"snapshot": snapshot, "events": events, "sgf": sgf::write(&self.events, &names()).unwrap()})
    }

    /// What they get from a node.
    async fn read(&self, hub: &Hub) -> serde_json::Value {
        let view = GameReader::view(hub, &self.id, None).await.unwrap();
        let mut events = Vec::new();
        loop {
            let page = GameReader::log(hub, &self.id, None, events.len() as u64 + 1, 60).await.unwrap();
            if page.events.is_empty() {
                break;
            }
            events.extend(page.events.iter().map(|event| serde_json::to_value(event).unwrap()));
        }
        let sgf = GameReader::sgf(hub, &self.id, None).await.unwrap();
        serde_json::json!({"snapshot": view.snapshot, "events": events, "sgf": sgf})
    }

    async fn is_packed(&self) -> bool {
        self.store.read(&self.stream(), 0, 1).await.unwrap().value.snapshot.is_some()
    }

    async fn packed(&self) {
        let packed = async {
            loop {
                let tail = self.store.read(&self.stream(), 0, 1).await.unwrap().value;
                if tail.snapshot.is_some() && tail.events.is_empty() {
                    break;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(SOON, packed).await.expect("it stays");
    }
}

/// From the commit on.
const fn soon() -> Option<Due> {
    Some(Due { time: Time::Wall, when: When::After(1) })
}

fn hub(store: &Arc<dyn Store>, name: &str) -> Hub {
    Hub::start(name.into(), store.clone(), Arc::new(Names), Arc::new(Metrics::new()))
}

/// It is packed by a node, reads as before, goes on with a ruling, and is packed again.
async fn leaves_and_comes_back(store: Arc<dyn Store>, another: Arc<dyn Store>, weigh: impl Fn() -> u64) -> [u64; 2] {
    let mut game = Written::whole(&store, "g7k2m9qd4xw3").await;
    assert!(!game.is_packed().await);
    let before = weigh();
    let (one, two) = (hub(&store, "one"), hub(&another, "two"));
    game.packed().await;
    let after = weigh();
    for hub in [&one, &two] {
        assert_eq!(game.read(hub).await, game.expected());
    }

    let outcome = Outcome { result: "W+F".into(), reason: EndReason::Ruling, winner: Some(Colour::White), count: None };
    let ruling = Ruling::Result { outcome, dead: None };
    let (referee, id) = ("ref".parse().unwrap(), "r-1".parse().unwrap());
    let authority = Authority { referee, id, reason: Reason::Late, text: None, order: Head::EMPTY };
    let event = Event::Ruled { authority, ruling };
    game.commit(Decision { event, guard: Guard::None, due: soon(), lifecycle: false }).await;
    // whoever has a fold hears of it; and when it is packed again it is the same
    for _ in 0..2 {
        for hub in [&one, &two] {
            let heard = async {
                while GameReader::view(hub, &game.id, None).await.unwrap().snapshot.seq < MOVES as u64 + 5 {
                    sleep(Duration::from_millis(10)).await;
                }
            };
            timeout(SOON, heard).await.expect("the ruling is not heard");
            let read = game.read(hub).await;
            assert_eq!(read["snapshot"]["outcome"]["result"], "W+F");
            assert_eq!(read, game.expected());
        }
        game.packed().await;
    }
    tokio::join!(one.close(), two.close());
    [before, after]
}

async fn open(redis: &RedisServer, node: &str) -> Arc<dyn Store> {
    RedisStore::open(&redis.url(), node, RedisOptions::default()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_redis_memory_comes_back() {
    let redis = RedisServer::start().unwrap();
    let (one, two) = (open(&redis, "one").await, open(&redis, "two").await);
    let [before, after] = leaves_and_comes_back(one, two, || weight(&redis, "g7k2m9qd4xw3")).await;
    println!("{before} bytes became {after}");
    assert!(after * 3 < before, "{before} bytes became {after}");
    let keys = redis.run(&["KEYS", "*g7k2m9qd4xw3"]).unwrap();
    assert_eq!(keys.lines().count(), 2, "its end and the packed events: {keys}");
}

/// What Redis says that the keys of a game take, bytes.
fn weight(redis: &RedisServer, id: &str) -> u64 {
    let keys = redis.run(&["KEYS", &format!("*:{id}")]).unwrap();
    let of = |key: &str| redis.run(&["MEMORY", "USAGE", key, "SAMPLES", "0"]).unwrap().trim().parse::<u64>().unwrap();
    keys.lines().map(of).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn embedded_it_reads_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Embedded::open(dir.path(), "one").unwrap();
    leaves_and_comes_back(store.clone(), store.clone(), || 0).await;
    store.close().await;
}

/// Memory is given back before it is taken: the archive works when nothing else does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_redis_still_archives() {
    let redis = RedisServer::start().unwrap();
    let store = open(&redis, "one").await;
    let game = Written::whole(&store, "g7k2m9qd4xw3").await;
    let end = game.game.as_ref().unwrap().position();
    redis.run(&["CONFIG", "SET", "maxmemory", "1"]).unwrap();
    assert!(store.put_record("x", 0, Bytes::from_static(b"y"), None).await.is_err(), "it is full");
    let archived = async {
        // its time may not have come in this very millisecond
        while !store.archive(&game.stream(), end, Bytes::from_static(b"packed")).await.unwrap() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(SOON, archived).await.expect("it is not archived");
    redis.run(&["CONFIG", "SET", "maxmemory", "0"]).unwrap();
    let tail = store.read(&game.stream(), 0, 10).await.unwrap().value;
    assert_eq!((tail.end, tail.snapshot), (end, Some((end, Bytes::from_static(b"packed")))));
}
