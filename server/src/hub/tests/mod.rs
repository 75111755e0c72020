//! The runtime and its sockets, over a store in memory and time that tests pause.
//!
//! A test has one or two nodes and clients that speak the protocol over a pipe; it waits for
//! messages, never for time to pass of itself.

mod absence;
mod archive;
mod ended;
mod faults;
mod leaving;
mod limits;
mod lobby;
mod log;
mod memory;
mod play;
mod rollback;
mod seats;
mod talk;
mod time;
mod tournament;
mod unreadable;

use super::{Directory, Hub, Identity, Keeping, Person, Voice};
use crate::{ClientAddr, Metrics, socket::Sockets};
use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use memory::Memory;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tengen_protocol::{AccountId, Code, GameId, WireError};
use tokio::{
    io::DuplexStream,
    sync::watch,
    time::{Instant, timeout, timeout_at},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::Role},
};
use tokio_util::sync::CancellationToken;

/// No test waits longer for a message, by the paused clock.
const PATIENCE: Duration = Duration::from_secs(300);

/// Tokens are account ids; `expiring-<account>-<ms>` expires so many ms after it was made.
struct Names {
    revoked: watch::Sender<bool>,
    voices: Mutex<HashMap<AccountId, Voice>>,
    /// How often somebody was looked up.
    looked_up: AtomicU32,
}

#[async_trait]
impl Directory for Names {
    async fn authenticate(&self, token: &str) -> Result<Identity, WireError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, super::ms);
        let (name, life) = match token.strip_prefix("expiring-").and_then(|rest| rest.split_once('-')) {
            Some((name, life)) => (name, life.parse().unwrap()),
            None => (token, 3_600_000),
        };
        if name == "wrong" {
            return Err(WireError::new(Code::Unauthorized, "no such token"));
        }
        let mut revoked = self.revoked.subscribe();
        Ok(Identity {
            account: name.parse().unwrap(),
            name: name.to_uppercase(),
            expires_at: now + life,
            follows: if name == "broadcaster" {
                tengen_protocol::limits::BROADCAST_GAMES
            } else {
                tengen_protocol::limits::JOINED_GAMES
            },
            revoked: Box::pin(async move {
                let _ended = revoked.wait_for(|revoked| *revoked).await;
            }),
        })
    }

    async fn is_referee(&self, account: &AccountId) -> Result<bool, WireError> {
        if account.as_str() == "slow" {
            // his account is never read
            std::future::pending::<()>().await;
        }
        Ok(account.as_str() == "umpire")
    }

    async fn names(&self, accounts: &[AccountId]) -> Vec<String> {
        accounts.iter().map(|account| account.as_str().to_uppercase()).collect()
    }

    /// Names are ids in capitals; nobody is called `gone`, and whose name begins with `guest` is one.
    async fn person(&self, who: &str) -> Result<Option<Person>, WireError> {
        self.looked_up.fetch_add(1, Ordering::Relaxed);
        let account = who.to_lowercase().parse().ok().filter(|_| who != "gone");
        let guest = who.to_lowercase().starts_with("guest");
        Ok(account.map(|account| Person { account, name: who.to_uppercase(), guest, since: 7 }))
    }

    async fn voice(&self, account: &AccountId) -> Result<Voice, WireError> {
        Ok(super::lock(&self.voices).get(account).cloned().unwrap_or_default())
    }

    fn mutes(&self, reader: &AccountId, speaker: &AccountId) -> bool {
        super::lock(&self.voices).get(reader).is_some_and(|voice| voice.mutes.contains(speaker))
    }

    async fn mute(&self, reader: &AccountId, speaker: &AccountId, muted: bool) -> Result<(), WireError> {
        let mut voices = super::lock(&self.voices);
        let mutes = &mut voices.entry(reader.clone()).or_default().mutes;
        let _known = if muted { mutes.insert(speaker.clone()) } else { mutes.remove(speaker) };
        Ok(())
    }
}

/// One node of a test.
struct Node {
    hub: Hub,
    sockets: Sockets,
    closing: CancellationToken,
    names: Arc<Names>,
}

impl Node {
    fn start(memory: &Arc<Memory>, name: &str) -> Self {
        Self::start_with(memory, name, None)
    }

    fn start_with(memory: &Arc<Memory>, name: &str, archive_after: Option<Duration>) -> Self {
        Self::keeping(memory, name, Keeping { archive_after, talk: None })
    }

    fn keeping(memory: &Arc<Memory>, name: &str, keeping: Keeping) -> Self {
        let names = Arc::new(Names {
            revoked: watch::Sender::new(false),
            voices: Mutex::default(),
            looked_up: AtomicU32::new(0),
        });
        let (store, metrics) = (memory.node(name), Arc::new(Metrics::new()));
        let hub = Hub::start_with(name.into(), store, names.clone(), metrics, keeping);
        Self { sockets: Sockets::new(hub.clone()), hub, closing: CancellationToken::new(), names }
    }

    /// A connection before its `hello`, with a pipe that holds so many bytes.
    async fn connect_with(&self, pipe: usize) -> Client {
        let (ours, theirs) = tokio::io::duplex(pipe);
        let server = WebSocketStream::from_raw_socket(theirs, Role::Server, Some(websocket())).await;
        let (sockets, closing) = (self.sockets.clone(), self.closing.clone());
        let peer = ClientAddr::direct("127.0.0.1:1000".parse().unwrap());
        tokio::spawn(async move { sockets.run(server, peer, closing).await });
        let socket = WebSocketStream::from_raw_socket(ours, Role::Client, None).await;
        Client { socket, kept: VecDeque::new(), sent: 0, name: String::new() }
    }

    async fn connect(&self) -> Client {
        self.connect_with(256 * 1024).await
    }

    async fn anonymous(&self) -> Client {
        let mut client = self.connect().await;
        client.ok(json!({"type": "hello", "anonymous": true})).await;
        client
    }

    async fn login(&self, account: &str) -> Client {
        let mut client = self.connect().await;
        client.name = account.to_owned();
        client.ok(json!({"type": "hello", "token": account})).await;
        client
    }

    /// Its process dies: nothing that was begun is finished.
    async fn die(&self) {
        self.hub.0.stop.cancel();
        self.hub.0.tasks.close();
        self.hub.0.tasks.wait().await;
    }

    /// Alice (Black) and Bob (White), joined, clocks running.
    async fn game(&self, time: Value) -> (Client, Client, GameId) {
        let (mut alice, mut bob) = (self.login("alice").await, self.login("bob").await);
        let game = offer_and_accept(&mut alice, &mut bob, time).await;
        alice.join(&game).await;
        bob.join(&game).await;
        alice.event("arrived").await;
        alice.event("arrived").await;
        bob.event("arrived").await;
        (alice, bob, game)
    }
}

fn websocket() -> tokio_tungstenite::tungstenite::protocol::WebSocketConfig {
    tokio_tungstenite::tungstenite::protocol::WebSocketConfig::default()
        .read_buffer_size(2 * 1024)
        .write_buffer_size(4 * 1024)
        .max_write_buffer_size(128 * 1024)
        .max_message_size(Some(tengen_protocol::limits::MESSAGE_BYTES))
        .max_frame_size(Some(tengen_protocol::limits::MESSAGE_BYTES))
}

fn absolute(ms: u64) -> Value {
    json!({"system": "absolute", "main": ms})
}

async fn offer_and_accept(maker: &mut Client, taker: &mut Client, time: Value) -> GameId {
    let terms = json!({"size": {"width": 9, "height": 9}, "time": time, "colour": "black"});
    let offer = maker.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    let started = taker.ok(json!({"type": "accept_offer", "offer": offer})).await;
    let told = maker.notice("game_started").await;
    assert_eq!(told["game"], started["game"]);
    started["game"].as_str().unwrap().parse().unwrap()
}

/// A client of a test.
struct Client {
    socket: WebSocketStream<DuplexStream>,
    /// Messages that came before what was waited for.
    kept: VecDeque<Value>,
    sent: u32,
    name: String,
}

impl Client {
    async fn send_raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Sends a command with a new id, and gives the id.
    async fn send(&mut self, mut command: Value) -> String {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        command["id"] = json!(id);
        self.send_raw(Message::text(command.to_string())).await;
        id
    }

    /// The next text from the socket; `None` at its end.
    async fn read(&mut self) -> Option<Value> {
        let end = Instant::now() + PATIENCE;
        loop {
            match timeout_at(end, self.socket.next()).await.expect("no message came") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(text.as_str()).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The first message, kept or new, of which this holds.
    async fn wait(&mut self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.kept.iter().position(&is) {
            return self.kept.remove(index).unwrap();
        }
        loop {
            let Some(message) = self.read().await else { panic!("closed before {what}; kept: {:?}", self.kept) };
            if is(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    async fn answer(&mut self, id: &str) -> Value {
        self.wait(&format!("the answer to {id}"), |message| message["re"] == *id).await
    }

    async fn ask(&mut self, command: Value) -> Value {
        let id = self.send(command).await;
        self.answer(&id).await
    }

    async fn ok(&mut self, command: Value) -> Value {
        let answer = self.ask(command.clone()).await;
        assert!(answer.get("ok").is_some(), "{command} was answered {answer}");
        answer["ok"].clone()
    }

    /// The code of the refusal.
    async fn refused(&mut self, command: Value) -> String {
        let answer = self.ask(command.clone()).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{command} was answered {answer}")).to_owned()
    }

    async fn notice(&mut self, notice: &str) -> Value {
        self.wait(&format!("notice {notice}"), |message| message["notice"] == *notice).await
    }

    async fn event(&mut self, kind: &str) -> Value {
        self.wait(&format!("event {kind}"), |message| message["event"]["kind"] == *kind).await
    }

    async fn join(&mut self, game: &GameId) -> Value {
        self.ok(json!({"type": "join", "game": game})).await
    }

    /// What names the game's last event for `after` and `head`.
    async fn have(&mut self, game: &GameId) -> (u64, String) {
        let joined = self.join(game).await;
        let at = joined.get("snapshot").unwrap_or(&joined);
        (at["seq"].as_u64().unwrap(), at["head"].as_str().unwrap().to_owned())
    }

    fn play(game: &GameId, vertex: &str, (after, head): &(u64, String)) -> Value {
        json!({"type": "play", "game": game, "vertex": vertex, "after": after, "head": head})
    }

    /// Whether nothing but pings comes for a while.
    async fn is_quiet(&mut self) -> bool {
        match timeout(Duration::from_secs(2), self.read()).await {
            Ok(Some(message)) => {
                self.kept.push_back(message);
                false
            }
            Ok(None) => false,
            Err(_) => self.kept.is_empty(),
        }
    }

    /// Waits until the server has closed.
    async fn closed(&mut self) -> Vec<Value> {
        let mut rest = Vec::from(std::mem::take(&mut self.kept));
        while let Some(message) = self.read().await {
            rest.push(message);
        }
        rest
    }
}

/// After an event: what the next command names.
fn after(event: &Value) -> (u64, String) {
    (event["seq"].as_u64().unwrap(), event["head"].as_str().unwrap().to_owned())
}

/// Waits until a condition holds, by the paused clock.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(3_600);
    while !holds() {
        assert!(Instant::now() < end, "{what} never held");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
