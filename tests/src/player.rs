//! A scripted player: plays its half of the board, comes back to any of several nodes after a loss,
//! resumes with what it has and sends what was not answered again with the same id.

use crate::history::Seen;
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Without a word for so long a player goes to another node.
const PATIENCE: Duration = Duration::from_secs(3);

/// One player of one game.
pub struct Player {
    /// Its access token.
    pub token: String,
    /// Nodes, `http://HOST:PORT`, the first one first.
    pub nodes: Vec<String>,
    /// 0 for Black, 1 for White, 2 for who only watches.
    pub side: usize,
    /// The game.
    pub game: String,
    /// What it plays, in order.
    pub points: Vec<String>,
    /// Everything it saw.
    pub seen: Vec<Seen>,
    /// Connections on which it joined the game.
    pub joined: u64,
    /// It thinks so long before each move, so that a fault finds moves on their way.
    pub thinks: Duration,
    /// From this move of the game on it waits until this is true.
    pub holds: Option<(usize, watch::Receiver<bool>)>,
    seq: u64,
    head: String,
    plies: usize,
    pending: Option<(String, Value)>,
    sent: u64,
}

impl Player {
    /// One that has not connected yet.
    #[must_use]
    pub fn new(token: String, nodes: Vec<String>, side: usize, game: String, points: Vec<String>) -> Self {
        Self {
            token,
            nodes,
            side,
            game,
            points,
            seen: Vec::new(),
            joined: 0,
            thinks: Duration::ZERO,
            holds: None,
            seq: 0,
            head: String::new(),
            plies: 0,
            pending: None,
            sent: 0,
        }
    }

    /// Plays until so many moves were made by both together.
    ///
    /// # Errors
    /// When the game ends before, or what comes is not of the protocol.
    pub async fn play(&mut self, plies: usize) -> anyhow::Result<()> {
        let mut node = 0;
        while self.plies < plies || self.pending.is_some() {
            let url = self.nodes[node % self.nodes.len()].clone();
            node += 1;
            if let Ok(Ok(mut socket)) = timeout(PATIENCE, open(&url)).await {
                self.session(&mut socket, plies).await?;
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// One connection, until it is lost or all is played.
    async fn session(&mut self, socket: &mut WebSocketStream<TcpStream>, plies: usize) -> anyhow::Result<()> {
        let mut join = json!({"id": self.id(), "type": "join", "game": self.game});
        if self.seq > 0 {
            join["have"] = json!({"seq": self.seq, "head": self.head});
        }
        let hello = json!({"id": self.id(), "type": "hello", "token": self.token});
        for message in [hello, join] {
            if socket.send(Message::Text(message.to_string().into())).await.is_err() {
                return Ok(());
            }
        }
        let (mut joined, mut resend) = (false, true);
        while self.plies < plies || self.pending.is_some() {
            if joined {
                if self.pending.is_none() && self.plies < plies && self.plies % 2 == self.side {
                    sleep(self.thinks).await;
                    if let Some((from, go)) = &mut self.holds
                        && self.plies >= *from
                    {
                        go.wait_for(|go| *go).await?;
                    }
                    let (id, vertex) = (self.id(), &self.points[self.plies / 2]);
                    let play = json!({"id": id, "type": "play", "game": self.game, "vertex": vertex,
                        "after": self.seq, "head": self.head});
                    (self.pending, resend) = (Some((id, play)), true);
                }
                if let (true, Some((_, play))) = (resend, &self.pending) {
                    resend = false;
                    if socket.send(Message::Text(play.to_string().into())).await.is_err() {
                        return Ok(());
                    }
                }
            }
            let Ok(Some(Ok(message))) = timeout(PATIENCE, socket.next()).await else { return Ok(()) };
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["notice"] == "closing" {
                return Ok(());
            }
            if let Some(retry_after) = message["error"]["retry_after"].as_u64() {
                sleep(Duration::from_millis(retry_after)).await;
                if !joined {
                    return Ok(());
                }
                resend = true;
                continue;
            } else if message["error"].is_object() {
                let code = message["error"]["code"].as_str().unwrap_or_default();
                ensure!(matches!(code, "not_started" | "stale" | "rollback"), "refused: {text}");
                self.pending = None;
                sleep(Duration::from_millis(20)).await;
            }
            if message["ok"]["join"].is_string() {
                joined = true;
                self.joined += 1;
            }
            self.take(message)?;
        }
        Ok(())
    }

    fn take(&mut self, message: Value) -> anyhow::Result<()> {
        let snapshot = [&message["ok"]["snapshot"], &message["snapshot"]].into_iter().find(|one| one.is_object());
        if let Some(snapshot) = snapshot {
            self.seq = snapshot["seq"].as_u64().context("seq")?;
            snapshot["head"].as_str().context("head")?.clone_into(&mut self.head);
            self.plies = snapshot["moves"].as_str().unwrap_or_default().split_whitespace().count();
            self.seen.push(Seen::Standing { seq: self.seq, head: self.head.clone() });
        } else if message["event"].is_object() {
            self.seq = message["seq"].as_u64().context("seq")?;
            message["head"].as_str().context("head")?.clone_into(&mut self.head);
            self.plies += usize::from(message["event"]["kind"] == "play");
            ensure!(message["event"]["outcome"].is_null(), "the game ended: {message}");
            self.seen.push(Seen::Event(message));
        } else if let Some(seq) = message["ok"]["seq"].as_u64()
            && let Some((id, _)) = self.pending.take_if(|(id, _)| message["re"] == id.as_str())
        {
            self.seen.push(Seen::Acknowledged { id, seq });
        }
        Ok(())
    }

    fn id(&mut self) -> String {
        self.sent += 1;
        format!("p{}-{}", self.side, self.sent)
    }
}

async fn open(url: &str) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let address = url.trim_start_matches("http://");
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(client_async(format!("ws://{address}/ws"), stream).await?.0)
}
