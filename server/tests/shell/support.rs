//! A server on free ports with services that the tests control, and a client that writes raw bytes.

use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tengen_protocol::{
    AccountId, Channel, Code, GameId, Head, Talk, WireError,
    http::{GameList, GameView, LogPage, Player},
};
use tengen_server::{
    ClientAddr, GameReader, GameStatus, Greeting, Health, Listeners, Metrics, Search, Services, Socket, SocketHandler,
    TokenCheck, bind,
    config::{Config, Options},
    serve,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Message,
        client::IntoClientRequest,
        handshake::client::{Request, Response},
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};
use tokio_util::sync::CancellationToken;

/// For whatever must happen, however slow the machine.
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// Services that tests look into.
#[derive(Default)]
pub(crate) struct Fake {
    /// Sockets ignore that the server goes down.
    pub(crate) stubborn: AtomicBool,
    /// The store does not answer.
    pub(crate) unready: AtomicBool,
    /// The store was closed.
    pub(crate) closed: AtomicBool,
}

fn no_such_game<T>() -> Result<T, WireError> {
    Err(WireError::new(Code::NoSuchGame, "no such game, or not for you"))
}

#[async_trait]
impl GameReader for Fake {
    /// Answers with what was looked for, and by whom, as `next`.
    async fn list(&self, search: &Search, viewer: Option<&AccountId>) -> Result<GameList, WireError> {
        if search.status == Some(GameStatus::Finished) && search.limit == 7 {
            panic!("a bug in a handler");
        }
        Ok(GameList { games: Vec::new(), next: Some(format!("{search:?} for {viewer:?}")) })
    }

    async fn player(&self, who: &str) -> Result<Player, WireError> {
        match who {
            "Zoë" => Ok(Player {
                account: "a1".parse().unwrap(),
                name: who.to_owned(),
                guest: false,
                since: 7,
                finished: 3,
                won: 2,
                lost: 1,
                other: 0,
            }),
            _ => Err(WireError::new(Code::NotFound, "nobody")),
        }
    }

    async fn view(&self, game: &GameId, _: Option<&AccountId>) -> Result<GameView, WireError> {
        match game.as_str() {
            "busy" => Err(WireError::new(Code::Unavailable, "the store does not answer").retry_after(1500)),
            "slow" => std::future::pending().await,
            _ => no_such_game(),
        }
    }

    async fn log(
        &self,
        game: &GameId,
        viewer: Option<&AccountId>,
        from: u64,
        limit: u64,
    ) -> Result<LogPage, WireError> {
        let may = game.as_str() == "public" || viewer.is_some_and(|viewer| viewer.as_str() == "owner");
        if may {
            Ok(LogPage { game: game.clone(), seq: from + limit, head: Head::EMPTY, events: Vec::new() })
        } else {
            no_such_game()
        }
    }

    async fn sgf(&self, game: &GameId, _: Option<&AccountId>) -> Result<String, WireError> {
        if game.as_str() == "public" { Ok("(;FF[4]GM[1])".to_owned()) } else { no_such_game() }
    }

    async fn talk(
        &self,
        game: &GameId,
        _: Option<&AccountId>,
        channel: Channel,
        after: Option<u64>,
    ) -> Result<Talk, WireError> {
        match (game.as_str(), channel) {
            ("public", Channel::Spectators) => Ok(Talk { lines: Vec::new(), upto: after.unwrap_or(7), more: false }),
            ("public", Channel::Players) => Err(WireError::new(Code::Forbidden, "not before the end")),
            _ => no_such_game(),
        }
    }
}

#[async_trait]
impl SocketHandler for Fake {
    /// Answers each text with itself, `who` with the client's address; `hello` is the greeting.
    async fn serve(&self, mut socket: Socket, peer: ClientAddr, closing: CancellationToken, greeting: Greeting) {
        let mut greeting = Some(greeting);
        loop {
            let message = tokio::select! {
                message = socket.next() => message,
                () = closing.cancelled(), if !self.stubborn.load(Ordering::SeqCst) => {
                    let frame = CloseFrame { code: CloseCode::Restart, reason: "".into() };
                    let _ = socket.close(Some(frame)).await;
                    return;
                }
            };
            let Some(Ok(Message::Text(text))) = message else { return };
            if text == "hello"
                && let Some(greeting) = greeting.take()
            {
                greeting.done();
            }
            let text = if text == "who" { peer.to_string().into() } else { text };
            if socket.send(Message::Text(text)).await.is_err() {
                return;
            }
        }
    }
}

#[async_trait]
impl TokenCheck for Fake {
    async fn account(&self, token: &str) -> Result<AccountId, WireError> {
        match token.strip_prefix("token-of-") {
            Some(account) => account.parse().map_err(|_| WireError::new(Code::Unauthorized, "wrong")),
            None => Err(WireError::new(Code::Unauthorized, "the token is wrong")),
        }
    }
}

#[async_trait]
impl Health for Fake {
    async fn ready(&self) -> Result<(), String> {
        if self.unready.load(Ordering::SeqCst) { Err("the store does not answer".to_owned()) } else { Ok(()) }
    }

    async fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) public: SocketAddr,
    pub(crate) admin: SocketAddr,
    pub(crate) fake: Arc<Fake>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) stop: CancellationToken,
    pub(crate) task: JoinHandle<()>,
}

/// A configuration with free ports, after `change`.
pub(crate) fn config(change: impl FnOnce(&mut Config)) -> Config {
    let options = Options {
        listen: Some(([127, 0, 0, 1], 0).into()),
        public_url: Some("https://go.example/".to_owned()),
        origin: Some(vec!["http://localhost:8080".to_owned()]),
        drain_seconds: Some(30),
        ..Options::defaults(Some(PathBuf::from("/nonexistent")))
    };
    let mut config = Config::settle(&options).expect("the test's options are right");
    change(&mut config);
    config
}

/// A server with this configuration.
pub(crate) fn start(config: Config) -> Server {
    let local = ([127, 0, 0, 1], 0).into();
    let listeners = Listeners { public: bind(local).unwrap(), tls: None, admin: Some(bind(local).unwrap()) };
    let public = listeners.public.local_addr().unwrap();
    let admin = listeners.admin.as_ref().unwrap().local_addr().unwrap();
    let fake = Arc::new(Fake::default());
    let metrics = Arc::new(Metrics::new());
    let services = Services {
        games: fake.clone(),
        sockets: fake.clone(),
        tokens: fake.clone(),
        health: fake.clone(),
        routes: axum::Router::new().route("/api/v1/echo", axum::routing::post(|body: String| async { body })),
        metrics: metrics.clone(),
    };
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move { serve(&config, listeners, services, stopped).await });
    Server { public, admin, fake, metrics, stop, task }
}

/// A server with default times.
pub(crate) fn started() -> Server {
    start(config(|_| {}))
}

impl Server {
    /// Stops it and waits for its end.
    pub(crate) async fn stopped(self) -> Arc<Fake> {
        self.stop.cancel();
        timeout(SOON, self.task).await.expect("the server did not stop").unwrap();
        self.fake
    }

    /// A WebSocket with further headers.
    pub(crate) async fn socket(
        &self,
        headers: &[(&'static str, &str)],
    ) -> Result<(WebSocketStream<TcpStream>, Response), u16> {
        let stream = TcpStream::connect(self.public).await.unwrap();
        match timeout(SOON, client_async(handshake(self.public, headers), stream)).await.expect("no answer") {
            Ok(opened) => Ok(opened),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

fn handshake(address: SocketAddr, headers: &[(&'static str, &str)]) -> Request {
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    request
}

/// Sends bytes and reads until the server hangs up.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may hang up before it has read everything.
    let _ = stream.write_all(bytes).await;
    rest(stream).await
}

/// What comes until the server hangs up.
pub(crate) async fn rest(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // A reset after the answer is a hang-up too.
    let _ = timeout(SOON, stream.read_to_end(&mut answer)).await.expect("the server did not hang up");
    // Frames are no UTF-8: each byte is one character.
    answer.into_iter().map(char::from).collect()
}

/// One request on a connection of its own: status, head, body.
pub(crate) async fn request(address: SocketAddr, line: &str, headers: &str, body: &str) -> (u16, String, String) {
    let length = body.len();
    let text = format!(
        "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    split(&raw(address, text.as_bytes()).await)
}

/// A `GET`.
pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, String, String) {
    request(address, &format!("GET {path}"), "", "").await
}

/// Status, head, body of an answer.
pub(crate) fn split(answer: &str) -> (u16, String, String) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no HTTP answer: {answer:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_ascii_lowercase(), body.to_owned())
}

/// The error code in a body.
pub(crate) fn code(body: &str) -> String {
    let body: tengen_protocol::http::ErrorBody = serde_json::from_str(body).unwrap_or_else(|_| panic!("{body}"));
    body.error.code.to_string()
}

/// The cause in a body.
pub(crate) fn why(body: &str) -> String {
    let body: tengen_protocol::http::ErrorBody = serde_json::from_str(body).unwrap_or_else(|_| panic!("{body}"));
    body.error.why.map_or_else(String::new, |why| why.to_string())
}

/// Waits for a condition.
pub(crate) async fn until(what: &str, condition: impl Fn() -> bool) {
    let met = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, met).await.unwrap_or_else(|_| panic!("did not happen: {what}"));
}
