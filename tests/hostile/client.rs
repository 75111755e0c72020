//! A client that says whatever a test wants.

use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    process::Stdio,
    sync::LazyLock,
    time::{Duration, Instant},
};
use tengen_tests::{binary, certificates::Authority, server::Server};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::Command,
    time::{sleep, timeout, timeout_at},
};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, client_async_tls_with_config,
    tungstenite::{Message, client::IntoClientRequest},
};

/// For whatever must happen, however slow the machine.
pub(crate) const SOON: Duration = Duration::from_secs(60);

/// Made once: it reads the machine's certificates.
static HTTP: LazyLock<reqwest::Client> = LazyLock::new(|| {
    // certificates are looked at in tests of their own
    reqwest::Client::builder().tls_danger_accept_invalid_certs(true).build().unwrap_or_default()
});

/// One connection and what came on it.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sent: u32,
    /// Messages that came while an answer was waited for.
    kept: VecDeque<Value>,
}

impl Client {
    /// Connected, with nothing said; `from` is the address that a trusted proxy names.
    pub(crate) async fn open(server: &Server, from: Option<String>, receive: Option<u32>) -> anyhow::Result<Self> {
        Self::open_with(server, from, receive, None).await
    }

    /// The same to a server with TLS, whose certificate this authority has issued.
    pub(crate) async fn open_with(
        server: &Server,
        from: Option<String>,
        receive: Option<u32>,
        authority: Option<&Authority>,
    ) -> anyhow::Result<Self> {
        let tcp = TcpSocket::new_v4()?;
        if let Some(receive) = receive {
            tcp.set_recv_buffer_size(receive)?;
        }
        let stream = timeout(SOON, tcp.connect(server.address)).await.context("no connection")??;
        let scheme = if authority.is_some() { "wss" } else { "ws" };
        let mut request = format!("{scheme}://{}/ws", server.address).into_client_request()?;
        if let Some(from) = from {
            request.headers_mut().insert("x-forwarded-for", from.parse()?);
        }
        let tls = authority.map(|authority| authority.client(&[]).map(Connector::Rustls)).transpose()?;
        let handshake = client_async_tls_with_config(request, stream, None, tls);
        let (socket, _) = timeout(SOON, handshake).await.context("no handshake")??;
        Ok(Self { socket, sent: 0, kept: VecDeque::new() })
    }

    /// Lets in by a token.
    pub(crate) async fn login(server: &Server, token: &str) -> anyhow::Result<Self> {
        let mut client = Self::open(server, None, None).await?;
        client.ok(json!({"type": "hello", "token": token})).await?;
        Ok(client)
    }

    /// May only watch.
    pub(crate) async fn anonymous(server: &Server) -> anyhow::Result<Self> {
        let mut client = Self::open(server, None, None).await?;
        client.ok(json!({"type": "hello", "anonymous": true})).await?;
        Ok(client)
    }

    /// The next message; `None` when the server has hung up.
    pub(crate) async fn read(&mut self) -> anyhow::Result<Option<Value>> {
        if let Some(kept) = self.kept.pop_front() {
            return Ok(Some(kept));
        }
        // pings are no message
        let until = Instant::now() + SOON;
        loop {
            match timeout_at(until.into(), self.socket.next()).await.context("no message came")? {
                Some(Ok(Message::Text(text))) => return Ok(Some(serde_json::from_str(&text)?)),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until this is said.
    pub(crate) async fn told(&mut self, is: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        loop {
            let message = self.read().await?.context("closed before it was said")?;
            if is(&message) {
                return Ok(message);
            }
        }
    }

    /// Reads to the end: the last message before the server hung up.
    pub(crate) async fn last(&mut self) -> anyhow::Result<Value> {
        let mut last = Value::Null;
        while let Some(message) = self.read().await? {
            last = message;
        }
        Ok(last)
    }

    /// Sends a command and gives its id.
    pub(crate) async fn send(&mut self, mut command: Value) -> anyhow::Result<String> {
        self.sent += 1;
        let id = format!("c{}", self.sent);
        command["id"] = json!(id);
        self.socket.send(Message::text(command.to_string())).await?;
        Ok(id)
    }

    /// The answer to a command; what comes before it is kept.
    pub(crate) async fn answer(&mut self, id: &str) -> anyhow::Result<Value> {
        let mut passed = VecDeque::new();
        loop {
            let message = self.read().await?.context("closed before the answer")?;
            if message["re"] == id {
                passed.append(&mut self.kept);
                self.kept = passed;
                return Ok(message);
            }
            passed.push_back(message);
        }
    }

    /// What an allowed command is answered.
    pub(crate) async fn ok(&mut self, command: Value) -> anyhow::Result<Value> {
        let id = self.send(command.clone()).await?;
        let answer = self.answer(&id).await?;
        ensure!(answer["ok"].is_object(), "{command}: {answer}");
        Ok(answer["ok"].clone())
    }

    /// What a refused command is answered.
    pub(crate) async fn refused(&mut self, command: Value) -> anyhow::Result<Value> {
        let id = self.send(command.clone()).await?;
        let answer = self.answer(&id).await?;
        ensure!(answer["error"].is_object(), "{command}: {answer}");
        Ok(answer["error"].clone())
    }

    /// The answer to a command, which is sent again as soon as it may be while it is too fast.
    pub(crate) async fn in_time(&mut self, command: Value) -> anyhow::Result<Value> {
        loop {
            let id = self.send(command.clone()).await?;
            let answer = self.answer(&id).await?;
            match answer["error"]["retry_after"].as_u64() {
                Some(wait) => sleep(Duration::from_millis(wait)).await,
                None => return Ok(answer),
            }
        }
    }

    /// Follows a game: where it stands, `(seq, head)`.
    pub(crate) async fn join(&mut self, game: &str) -> anyhow::Result<(u64, String)> {
        let joined = self.ok(json!({"type": "join", "game": game})).await?;
        at(&joined["snapshot"])
    }
}

/// Where a game stands.
pub(crate) fn at(message: &Value) -> anyhow::Result<(u64, String)> {
    let head = message["head"].as_str().with_context(|| format!("no head: {message}"))?;
    Ok((message["seq"].as_u64().context("no seq")?, head.to_owned()))
}

/// A game of two, Black first, without clocks, to which neither has come yet; its id.
pub(crate) async fn agreed(black: &mut Client, white: &mut Client, visibility: &str) -> anyhow::Result<String> {
    let mut terms = json!({"size": {"width": 9, "height": 9}, "time": {"system": "none"}, "colour": "black"});
    terms["visibility"] = json!(visibility);
    let offer = black.ok(json!({"type": "offer", "terms": terms})).await?["offer"].clone();
    let started = white.ok(json!({"type": "accept_offer", "offer": offer})).await?;
    Ok(started["game"].as_str().context("no game")?.to_owned())
}

/// The same when both have come, which begins it.
pub(crate) async fn game(black: &mut Client, white: &mut Client) -> anyhow::Result<String> {
    let game = agreed(black, white, "public").await?;
    black.join(&game).await?;
    white.join(&game).await?;
    Ok(game)
}

/// Plays as soon as the game has begun and this side knows its last event.
pub(crate) async fn play(side: &mut Client, game: &str, vertex: &str) -> anyhow::Result<()> {
    let until = Instant::now() + SOON;
    loop {
        let (after, head) = side.join(game).await?;
        let play = json!({"type": "play", "game": game, "vertex": vertex, "after": after, "head": head});
        let id = side.send(play).await?;
        let answer = side.answer(&id).await?;
        if answer["ok"].is_object() {
            return Ok(());
        }
        let early = ["not_started", "stale"].contains(&answer["error"]["code"].as_str().unwrap_or_default());
        ensure!(early && Instant::now() < until, "{vertex}: {answer}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Posts to the API: status and body.
pub(crate) async fn post(
    server: &Server,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> anyhow::Result<(u16, Value)> {
    let mut request = HTTP.post(format!("{}/api/v1/{path}", server.url)).json(&body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    let text = answer.text().await?;
    Ok((status, if text.is_empty() { Value::Null } else { serde_json::from_str(&text)? }))
}

/// An operator's command to a running server: what it printed.
pub(crate) async fn admin(server: &Server, words: &str) -> anyhow::Result<String> {
    let mut command = Command::new(binary("tengen-server")?);
    command.arg("--data").arg(server.home().join("data")).arg("admin").args(words.split(' '));
    let done = command.stdin(Stdio::null()).output().await?;
    ensure!(done.status.success(), "{words}: {}", String::from_utf8_lossy(&done.stderr));
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// The token of a new guest.
pub(crate) async fn guest(server: &Server) -> anyhow::Result<String> {
    let (status, body) = post(server, "guests", None, Value::Null).await?;
    ensure!(status == 201, "{status}: {body}");
    Ok(body["token"].as_str().context("no token")?.to_owned())
}

/// A connection on which frames are written by hand, after the handshake.
pub(crate) async fn raw(server: &Server) -> anyhow::Result<TcpStream> {
    let mut stream = TcpStream::connect(server.address).await?;
    let request = "GET /ws HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(timeout(SOON, stream.read_u8()).await.context("no handshake")??);
    }
    ensure!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    Ok(stream)
}

/// A frame of a client (RFC 6455, 5.2), masked with zeros, of less than 64 KiB.
pub(crate) fn frame(fin: bool, opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![u8::from(fin) << 7 | opcode];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => bytes.push(0x80 | length),
        _ => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(payload.len()).unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
