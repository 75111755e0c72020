//! A server of which each connection is scripted by the test, frame by frame.

use super::{Script, game_id};
use crate::{
    config::ProfileFile,
    connection::{Client, Patience, Target},
    http::Api,
    tokens::{Source, Tokens},
    trust::Trust,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tengen_protocol::{GameEvent, limits};
use tokio::{
    net::{TcpListener, TcpStream},
    time,
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{ErrorResponse, Request as Upgrade, Response},
    },
};

/// However slow the machine: no test waits longer for something that must happen.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// Where connections come in.
pub(crate) struct FakeServer {
    listener: TcpListener,
}

/// One connection.
pub(crate) struct FakeSocket(WebSocketStream<TcpStream>);

impl FakeServer {
    /// A server and a client that is on its way to it, as account `a1`.
    pub(crate) async fn start() -> (Self, Client) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = format!("http://{address}");
        let file = ProfileFile::within(std::env::temp_dir(), "unused").unwrap();
        let tokens = Tokens::new(
            Source::Given("t".into()),
            server.clone(),
            file,
            Api::new(&server, &Trust::with(None).unwrap()).unwrap(),
        );
        let url = format!("ws://{address}/ws").parse().unwrap();
        let client = Client::start(Target {
            url,
            trust: Trust::with(None).unwrap(),
            tokens: Arc::new(tokens),
            patience: Patience::Unattended,
        });
        (Self { listener }, client)
    }

    /// The next connection, welcomed with no unfinished games.
    pub(crate) async fn accept(&self) -> FakeSocket {
        self.accept_with(&[]).await
    }

    /// The next connection, welcomed with these unfinished games.
    #[expect(clippy::result_large_err, reason = "the form of the library's callback")]
    pub(crate) async fn accept_with(&self, games: &[&str]) -> FakeSocket {
        let (stream, _) = time::timeout(DEADLINE, self.listener.accept()).await.unwrap().unwrap();
        let choose = |request: &Upgrade, mut response: Response| -> Result<Response, ErrorResponse> {
            let asked = request.headers().get("sec-websocket-protocol").cloned().unwrap();
            assert_eq!(asked, limits::SUBPROTOCOL);
            response.headers_mut().insert("sec-websocket-protocol", asked);
            Ok(response)
        };
        let mut socket = FakeSocket(accept_hdr_async(stream, choose).await.unwrap());
        let hello = socket.expect("hello").await;
        assert_eq!(hello["token"], "t");
        socket.ok(&hello, json!({ "server": "fake", "games": games, "account": "a1" })).await;
        socket
    }
}

impl FakeSocket {
    /// The next frame.
    pub(crate) async fn read(&mut self) -> Value {
        loop {
            match time::timeout(DEADLINE, self.0.next()).await.unwrap().unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next frame, which is of this kind.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.read().await;
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// The next frame of this kind, whatever comes before.
    pub(crate) async fn find(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.read().await;
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Sends a frame.
    pub(crate) async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Sends an event.
    pub(crate) async fn event(&mut self, event: &GameEvent) {
        self.send(serde_json::to_value(event).unwrap()).await;
    }

    /// Answers a command well.
    pub(crate) async fn ok(&mut self, to: &Value, ok: Value) {
        self.send(json!({ "re": to["id"], "ok": ok })).await;
    }

    /// Refuses a command.
    pub(crate) async fn refuse(&mut self, to: &Value, code: &str) {
        self.send(json!({ "re": to["id"], "error": { "code": code, "message": "" } })).await;
    }

    /// Waits for `join` and answers with the script's snapshot.
    pub(crate) async fn answer_join(&mut self, script: &Script) {
        let join = self.expect("join").await;
        assert_eq!(join["game"], game_id().as_str());
        self.ok(&join, json!({ "join": "snapshot", "now": script.t, "snapshot": script.snapshot() })).await;
    }

    /// Waits for `join` with all that the script has and answers so.
    pub(crate) async fn answer_up_to_date(&mut self, script: &Script) {
        let join = self.expect("join").await;
        let (seq, head) = (script.view().seq, script.view().head);
        assert_eq!((&join["have"]["seq"], &join["have"]["head"]), (&json!(seq), &json!(head)));
        self.ok(&join, json!({ "join": "up_to_date", "seq": seq, "head": head, "now": script.t })).await;
    }
}
