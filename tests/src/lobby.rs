//! Making games as a client does, whatever breaks meanwhile: each command is sent again with the same id,
//! to one node after the other, until it is answered.

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{net::Ipv4Addr, time::Duration};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// For one attempt; then another node is asked.
const PATIENCE: Duration = Duration::from_secs(5);

/// However much is broken: until then a command has been answered.
const ANSWERED_WITHIN: Duration = Duration::from_secs(120);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(200);

/// The library's own would be most of the memory of a program with thousands of connections.
const BUFFER_BYTES: usize = 4 * 1024;

/// A guest of the server.
#[derive(Clone, Debug, Deserialize)]
pub struct Guest {
    /// The account.
    pub account: String,
    /// Its token.
    pub token: String,
}

/// Opens a WebSocket to a node at `http://IP:PORT`, from this address: each of a network that begins with
/// 127 is this machine's.
///
/// # Errors
/// When there is none.
pub async fn open(node: &str, from: Ipv4Addr) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let address = node.trim_start_matches("http://");
    let socket = TcpSocket::new_v4()?;
    if !from.is_unspecified() {
        socket.bind((from, 0).into())?;
    }
    let stream = socket.connect(address.parse()?).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(BUFFER_BYTES);
    Ok(client_async_with_config(format!("ws://{address}/ws"), stream, Some(config)).await?.0)
}

/// A guest of this node, who waits when there are too many.
///
/// # Errors
/// When none is made.
pub async fn guest(http: &reqwest::Client, node: &str) -> anyhow::Result<Guest> {
    let until = Instant::now() + ANSWERED_WITHIN;
    loop {
        let answer = http.post(format!("{node}/api/v1/guests")).send().await?;
        let (status, text) = (answer.status(), answer.text().await?);
        if status.is_success() {
            return serde_json::from_str(&text).with_context(|| text.clone());
        }
        ensure!(matches!(status.as_u16(), 429 | 503) && Instant::now() < until, "no guest is made: {text}");
        sleep(PAUSE).await;
    }
}

/// Two players agree on a game on these nodes; `name` makes the ids of their commands.
///
/// # Errors
/// When one of them is refused, or not answered for two minutes.
pub async fn arrange(nodes: &[String], players: [&Guest; 2], mut terms: Value, name: &str) -> anyhow::Result<String> {
    terms["to"] = players[1].account.clone().into();
    terms["colour"] = "black".into();
    let offer = json!({"id": format!("{name}-offer"), "type": "offer", "terms": terms});
    let offer = persist(nodes, players[0], &offer).await?;
    let offer = offer["offer"].as_str().with_context(|| offer.to_string())?;
    let accept = json!({"id": format!("{name}-accept"), "type": "accept_offer", "offer": offer});
    let game = persist(nodes, players[1], &accept).await?;
    Ok(game["game"].as_str().with_context(|| game.to_string())?.to_owned())
}

/// Sends a command until it is answered, and gives what it brought.
async fn persist(nodes: &[String], who: &Guest, command: &Value) -> anyhow::Result<Value> {
    let until = Instant::now() + ANSWERED_WITHIN;
    for node in nodes.iter().cycle() {
        let answer = match timeout(PATIENCE, once(node, who, command)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) if Instant::now() >= until => return Err(error.context(command.to_string())),
            Err(_) if Instant::now() >= until => bail!("not answered: {command}"),
            Ok(Err(_)) | Err(_) => {
                sleep(PAUSE).await;
                continue;
            }
        };
        let code = answer["error"]["code"].as_str();
        match code {
            None => return Ok(answer["ok"].clone()),
            // of the second one: this node's clock is wrong, or it does not know the account yet
            Some("unavailable" | "rate_limited" | "going_away" | "unauthorized") if Instant::now() < until => {}
            Some(_) => bail!("{command}: {answer}"),
        }
        let wait = answer["error"]["retry_after"].as_u64().map_or(PAUSE, Duration::from_millis);
        sleep(wait.min(PATIENCE)).await;
    }
    bail!("there are no nodes")
}

async fn once(node: &str, who: &Guest, command: &Value) -> anyhow::Result<Value> {
    let mut socket = open(node, Ipv4Addr::UNSPECIFIED).await?;
    let hello = json!({"id": "hello", "type": "hello", "token": who.token});
    for message in [&hello, command] {
        socket.send(Message::Text(message.to_string().into())).await?;
    }
    loop {
        let message = socket.next().await.context("the connection ended")??;
        let Message::Text(text) = message else { continue };
        let answer: Value = serde_json::from_str(&text)?;
        let refused = answer["re"] == "hello" && answer["error"].is_object();
        if answer["re"] == command["id"] || refused {
            return Ok(answer);
        }
        ensure!(answer["notice"] != "closing", "{text}");
    }
}
