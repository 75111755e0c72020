//! Who does not read costs only himself: through real sockets, from the accept loop to the hub.

use crate::support::{Fake, SOON, config, until};
use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{collections::HashMap, net::SocketAddr, path::Path, sync::Arc};
use tengen_protocol::{AccountId, WireError};
use tengen_server::{
    Listeners, Metrics, Services, bind,
    hub::{Directory, Hub, Identity},
    serve,
    socket::Sockets,
    store::embedded::Embedded,
};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::{Instant, timeout_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};
use tokio_util::sync::CancellationToken;

/// As many as one connection may follow, so that there is enough not to read.
const GAMES: usize = 16;

/// Marks in each game. With them more is sent to each connection than its queue and the buffers of
/// both its ends hold.
const MARKS: u64 = 52;

/// The last event: created, two arrivals, a stone, two passes, marks.
const LAST: u64 = 6 + MARKS;

/// What a socket of a client that does not read takes in for it.
const RECEIVE_BYTES: u32 = 4 * 1024;

/// Tokens are account ids.
struct Names;

#[async_trait]
impl Directory for Names {
    async fn authenticate(&self, token: &str) -> Result<Identity, WireError> {
        Ok(Identity {
            account: token.parse().unwrap(),
            name: token.to_owned(),
            expires_at: u64::MAX,
            follows: GAMES,
            revoked: Box::pin(std::future::pending()),
        })
    }

    async fn is_referee(&self, _: &AccountId) -> Result<bool, WireError> {
        Ok(false)
    }

    async fn names(&self, accounts: &[AccountId]) -> Vec<String> {
        accounts.iter().map(ToString::to_string).collect()
    }
}

/// A server with games: where it listens, what it counts, and its end.
fn start(data: &Path) -> (SocketAddr, Arc<Metrics>, CancellationToken) {
    let metrics = Arc::new(Metrics::new());
    let hub = Hub::start("one".into(), Embedded::open(data, "one").unwrap(), Arc::new(Names), metrics.clone());
    let fake = Arc::new(Fake::default());
    let services = Services {
        games: Arc::new(hub.clone()),
        sockets: Arc::new(Sockets::new(hub)),
        tokens: fake.clone(),
        health: fake,
        routes: axum::Router::new(),
        metrics: metrics.clone(),
    };
    let listener = bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let listeners = Listeners { public: listener, tls: None, admin: None };
    tokio::spawn(async move { serve(&config(|_| {}), listeners, services, stopped).await });
    (address, metrics, stop)
}

struct Client {
    socket: WebSocketStream<TcpStream>,
    sent: u32,
    /// Where each game ends as far as it was told, and by what: `event` or `resync`.
    games: HashMap<String, (u64, String)>,
    resynchronised: usize,
}

impl Client {
    async fn connect(address: SocketAddr, hello: Value) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(RECEIVE_BYTES).unwrap();
        let stream = socket.connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        let mut client = Self { socket, sent: 0, games: HashMap::new(), resynchronised: 0 };
        client.ok(hello).await;
        client
    }

    async fn login(address: SocketAddr, account: &str) -> Self {
        Self::connect(address, json!({"type": "hello", "token": account})).await
    }

    async fn anonymous(address: SocketAddr) -> Self {
        Self::connect(address, json!({"type": "hello", "anonymous": true})).await
    }

    /// The next message; `None` when the server has closed. No event may be missing or come twice.
    async fn read(&mut self) -> Option<Value> {
        // pings are no message
        let until = Instant::now() + SOON;
        loop {
            let message = timeout_at(until, self.socket.next()).await.expect("no message came");
            let Some(Ok(Message::Text(text))) = message else {
                if let Some(Ok(Message::Ping(_) | Message::Pong(_))) = message {
                    continue;
                }
                return None;
            };
            let message: Value = serde_json::from_str(text.as_str()).unwrap();
            let game = message["game"].as_str().or(message["ok"]["game"].as_str()).unwrap_or_default().to_owned();
            let snapshot = [&message["snapshot"], &message["ok"]["snapshot"]].into_iter().find(|at| at.is_object());
            if let Some(snapshot) = snapshot.filter(|_| message["notice"] == "resync") {
                self.resynchronised += 1;
                self.games.insert(game, end(snapshot));
            } else if message["event"].is_object() {
                let (seq, head) = end(&message);
                if let Some((before, _)) = self.games.get(&game) {
                    assert_eq!(seq, before + 1, "{message}");
                }
                self.games.insert(game, (seq, head));
            }
            return Some(message);
        }
    }

    async fn send(&mut self, mut command: Value) -> String {
        self.sent += 1;
        let id = format!("c{}", self.sent);
        command["id"] = json!(id);
        self.socket.send(Message::text(command.to_string())).await.unwrap();
        id
    }

    async fn ok(&mut self, command: Value) -> Value {
        let id = self.send(command.clone()).await;
        self.answered(&id, &command).await
    }

    async fn answered(&mut self, id: &str, command: &Value) -> Value {
        loop {
            let message = self.read().await.expect("closed before the answer");
            if message["re"] == *id {
                assert!(message["ok"].is_object(), "{command}: {message}");
                return message["ok"].clone();
            }
        }
    }

    async fn join(&mut self, game: &str) {
        let joined = self.ok(json!({"type": "join", "game": game})).await;
        self.games.insert(game.to_owned(), end(&joined["snapshot"]));
    }

    /// Reads until the game's event of this number.
    async fn reads_to(&mut self, game: &str, seq: u64) {
        while self.games.get(game).is_none_or(|(last, _)| *last < seq) {
            self.read().await.expect("closed before the event");
        }
    }

    async fn play(&mut self, game: &str, vertex: &str) {
        let (after, head) = self.games[game].clone();
        self.ok(json!({"type": "play", "game": game, "vertex": vertex, "after": after, "head": head})).await;
    }
}

fn end(at: &Value) -> (u64, String) {
    (at["seq"].as_u64().unwrap(), at["head"].as_str().unwrap().to_owned())
}

/// A game of `alice` in which Black has one stone and play has stopped.
async fn stopped_game(address: SocketAddr, alice: &mut Client, number: usize) -> (Client, String) {
    let mut bob = Client::login(address, &format!("bob{number}")).await;
    let terms = json!({"size": {"width": 9, "height": 9}, "time": {"system": "none"}, "colour": "black"});
    let offer = bob.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    let started = alice.ok(json!({"type": "accept_offer", "offer": offer})).await;
    let game = started["game"].as_str().unwrap().to_owned();
    bob.join(&game).await;
    alice.join(&game).await;
    bob.reads_to(&game, 3).await;
    bob.play(&game, "E5").await;
    alice.reads_to(&game, 4).await;
    alice.play(&game, "pass").await;
    bob.reads_to(&game, 5).await;
    bob.play(&game, "pass").await;
    alice.reads_to(&game, 6).await;
    (bob, game)
}

/// Marks the stone dead and alive, without waiting in between.
async fn mark(mut bob: Client, game: String) -> Client {
    let mark = |revision: u64| {
        let dead = revision.is_multiple_of(2);
        json!({"type": "mark", "game": game, "vertex": "E5", "dead": dead, "revision": revision})
    };
    let mut ids = Vec::new();
    for revision in 0..MARKS {
        ids.push(bob.send(mark(revision)).await);
    }
    for id in ids {
        bob.answered(&id, &json!("mark")).await;
    }
    bob.reads_to(&game, LAST).await;
    bob
}

#[tokio::test]
async fn a_player_who_does_not_read_is_closed_and_a_spectator_resynchronised_and_others_lose_nothing() {
    let data = tempfile::tempdir().unwrap();
    let (address, metrics, stop) = start(data.path());
    let mut alice = Client::login(address, "alice").await;
    let (mut lazy, mut attentive) = (Client::anonymous(address).await, Client::anonymous(address).await);
    let mut games = Vec::new();
    for number in 0..GAMES {
        let (bob, game) = stopped_game(address, &mut alice, number).await;
        lazy.join(&game).await;
        attentive.join(&game).await;
        games.push((bob, game));
    }
    let watching = metrics.clone();
    assert_eq!(watching.watching.get(), 4 * GAMES as i64);

    // from here on neither alice nor the lazy one reads
    let ids: Vec<String> = games.iter().map(|(_, game)| game.clone()).collect();
    let bobs: Vec<_> = games.into_iter().map(|(bob, game)| tokio::spawn(mark(bob, game))).collect();
    for game in &ids {
        attentive.reads_to(game, LAST).await;
    }
    assert_eq!(attentive.resynchronised, 0);
    let mut kept = Vec::new();
    for bob in bobs {
        kept.push(bob.await.unwrap());
    }
    until("the player's connection has ended", || watching.watching.get() == 3 * GAMES as i64).await;
    while alice.read().await.is_some() {}
    assert!(alice.games.values().any(|(seq, _)| *seq < LAST), "she was not told everything");

    for game in &ids {
        lazy.reads_to(game, LAST).await;
    }
    assert!(lazy.resynchronised > 0);
    lazy.ok(json!({"type": "ping"})).await;
    let text = metrics.text().unwrap();
    assert!(text.contains("tengen_queue_drops_total{queue=\"player\"} 1\n"), "{text}");
    stop.cancel();
}
