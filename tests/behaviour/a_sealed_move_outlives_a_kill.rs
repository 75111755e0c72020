//! An adjourned game: its sealed move is nobody's to see, a killed server has it and the clocks again, and
//! the game goes on when both agree or when the set time has come.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_tests::{player::Player, server::Server};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

on_both_stores!(a_sealed_move_outlives_a_kill);

/// However slow the machine.
const SOON: Duration = Duration::from_secs(60);

/// A connection that has joined the game, and everything that it was ever sent.
struct Voice {
    token: String,
    game: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    told: Vec<String>,
    /// So many of them were looked at for events.
    looked_at: usize,
    sent: u32,
    at: (u64, String),
}

impl Voice {
    async fn join(server: &Server, token: &str, game: &str, told: Vec<String>) -> anyhow::Result<Self> {
        let mut request = server.url.replacen("http", "ws", 1).into_client_request()?;
        *request.uri_mut() = format!("{}/ws", server.url.replacen("http", "ws", 1)).parse()?;
        request.headers_mut().insert("sec-websocket-protocol", "tengen.v1".parse()?);
        let (socket, _) = timeout(SOON, connect_async(request)).await??;
        let (sent, looked_at) = (u32::try_from(told.len())?, told.len());
        let mut voice =
            Self { token: token.into(), game: game.into(), socket, told, looked_at, sent, at: (0, String::new()) };
        let token = voice.token.clone();
        voice.ask(json!({"type": "hello", "token": token})).await?;
        let joined = voice.ask(json!({"type": "join", "game": game})).await?;
        let snapshot = &joined["ok"]["snapshot"];
        voice.at = (snapshot["seq"].as_u64().context("no seq")?, snapshot["head"].as_str().context("no head")?.into());
        Ok(voice)
    }

    async fn hear(&mut self) -> anyhow::Result<Value> {
        loop {
            let message = timeout(SOON, self.socket.next()).await.context("nothing is said")?.context("the end")??;
            let Message::Text(text) = message else { continue };
            self.told.push(text.to_string());
            let message: Value = serde_json::from_str(&text)?;
            if let (Some(seq), Some(head)) = (message["seq"].as_u64(), message["head"].as_str()) {
                self.at = (seq, head.to_owned());
            }
            return Ok(message);
        }
    }

    /// Sends a command and gives its answer.
    async fn ask(&mut self, mut command: Value) -> anyhow::Result<Value> {
        self.sent += 1;
        let id = format!("v-{}-{}", std::process::id(), self.sent);
        command["id"] = json!(id);
        self.socket.send(Message::text(command.to_string())).await?;
        loop {
            let message = self.hear().await?;
            if message["re"] == id {
                return Ok(message);
            }
        }
    }

    /// A command for the position that it knows.
    async fn says(&mut self, mut command: Value) -> anyhow::Result<Value> {
        (command["game"], command["after"], command["head"]) = (json!(self.game), json!(self.at.0), json!(self.at.1));
        self.ask(command).await
    }

    async fn must(&mut self, command: Value) -> anyhow::Result<()> {
        let answer = self.says(command.clone()).await?;
        ensure!(answer["ok"]["seq"].is_u64(), "{command}: {answer}");
        Ok(())
    }

    /// The next event of this kind, heard already or to come.
    async fn until(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            while let Some(text) = self.told.get(self.looked_at) {
                self.looked_at += 1;
                let message: Value = serde_json::from_str(text)?;
                if message["event"]["kind"] == kind {
                    return Ok(message["event"].clone());
                }
            }
            self.hear().await?;
        }
    }
}

async fn a_sealed_move_outlives_a_kill(kind: StoreKind) -> anyhow::Result<()> {
    let mut server = Server::start(kind).await?;
    let [black, white, watcher] = Player::at_a_new_table(&[&server], 9, "10m+3x30s", 1).await?;
    let game = black.game.clone();
    let mut voices = Vec::new();
    for player in [&black, &white, &watcher] {
        voices.push(Voice::join(&server, &player.token, &game, Vec::new()).await?);
    }
    let [black, white, watcher] = voices.as_mut_slice() else { anyhow::bail!("three") };
    let page = format!("/api/v1/games/{game}");

    // agreed, sealed, killed
    for voice in [&mut *black, &mut *white] {
        // made, and both have come
        while voice.at.0 < 3 {
            voice.hear().await?;
        }
    }
    white.must(json!({"type": "propose", "proposal": "adjourn"})).await?;
    black.until("proposed").await?;
    black.must(json!({"type": "answer", "accept": true})).await?;
    let refused = black.says(json!({"type": "play", "vertex": "J9"})).await?;
    ensure!(refused["error"]["code"] == "seal_move", "{refused}");
    let refused = black.says(json!({"type": "seal", "vertex": "K9"})).await?;
    ensure!(refused["error"]["code"] == "off_board", "{refused}");
    black.must(json!({"type": "seal", "vertex": "J9"})).await?;
    white.until("sealed").await?;
    watcher.until("sealed").await?;
    let snapshot = async |server: &Server| -> anyhow::Result<Value> {
        Ok(serde_json::from_str::<Value>(&server.get(&page).await?)?["snapshot"].clone())
    };
    let before = snapshot(&server).await?;
    ensure!(before["phase"] == "adjourned" && before["clocks"]["running"].is_null(), "{before}");
    server.kill_and_restart().await?;
    let after = snapshot(&server).await?;
    ensure!(before == after, "{before}\n{after}");
    let mut public = server.log();
    for page in [page.clone(), format!("{page}/log"), format!("{page}.sgf")] {
        public += &server.get(&page).await?;
    }
    for (who, texts) in [("the opponent", &white.told), ("a spectator", &watcher.told), ("everybody", &vec![public])] {
        // its own command is not told back to Black either, but it was he who sent it
        // ids are drawn, and one may have the same letters
        let says = |text: &String| text.replace(&game, "").contains("J9");
        ensure!(!texts.iter().any(says), "{who} was told: {texts:?}");
    }

    // both agree to go on
    for voice in [&mut *black, &mut *white, &mut *watcher] {
        let told = std::mem::take(&mut voice.told);
        *voice = Voice::join(&server, &voice.token.clone(), &game, told).await?;
    }
    black.must(json!({"type": "propose", "proposal": "go_on"})).await?;
    white.until("proposed").await?;
    white.must(json!({"type": "answer", "accept": true})).await?;
    let opened = watcher.until("unsealed").await?;
    ensure!(opened["vertex"] == "J9" && opened["sealed_by"] == "black" && opened["by"] == "white", "{opened}");
    let on = snapshot(&server).await?;
    ensure!(on["moves"] == "J9" && on["clocks"]["running"] == "white", "{on}");
    for side in ["black", "white"] {
        ensure!(on["clocks"][side] == before["clocks"][side], "{before}\n{on}");
    }

    // and by itself at the set time
    black.until("unsealed").await?;
    for seconds in [1, 5, 25, 125] {
        // on a slow machine the time may have come before it is read
        let resume_at = (Timestamp::now() + seconds.seconds()).to_string();
        let answer = black.says(json!({"type": "propose", "proposal": "adjourn", "resume_at": resume_at})).await?;
        match answer["error"]["code"].as_str() {
            None => break,
            Some(code) => ensure!(code == "bad_resume_at", "{answer}"),
        }
    }
    white.until("proposed").await?;
    white.must(json!({"type": "answer", "accept": true})).await?;
    white.must(json!({"type": "seal", "vertex": "A1"})).await?;
    let opened = watcher.until("unsealed").await?;
    ensure!(opened["vertex"] == "A1" && opened["by"].is_null(), "{opened}");
    Ok(())
}
