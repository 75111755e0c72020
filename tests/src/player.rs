//! A scripted player: plays points that were given to it, or any legal move from a seed, comes back to
//! any of several nodes after a loss, resumes with what it has and sends what was not answered again
//! with the same id.

use crate::{
    board::{Board, Position},
    cli::{guest, json as answer, tengen},
    history::Seen,
    server::Server,
};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{sleep, timeout, timeout_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Without a word for so long a player goes to another node.
const PATIENCE: Duration = Duration::from_secs(3);

/// So many earlier heads are told to a node that is joined; it looks at no more.
const HEADS: usize = 16;

/// Between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(50);

const SIDES: [&str; 2] = ["black", "white"];

/// One player of one game, an even one.
pub struct Player {
    /// Its access token.
    pub token: String,
    /// Nodes, `http://HOST:PORT`, the first one first.
    pub nodes: Vec<String>,
    /// 0 for Black, 1 for White, 2 for who only watches.
    pub side: usize,
    /// The game.
    pub game: String,
    /// What it plays, in order; when there is nothing, legal moves by the seed.
    pub points: Vec<String>,
    /// What its moves and its mistakes follow from.
    pub seed: u64,
    /// Everything it saw.
    pub seen: Vec<Seen>,
    /// Connections on which it joined the game.
    pub joined: u64,
    /// It thinks so long before each move, so that a fault finds moves on their way.
    pub thinks: Duration,
    /// Lag that it claims for each move, ms, whatever there was.
    pub claims: Option<u64>,
    /// Before each move it sends one for a position that is gone, so often of a hundred times.
    pub errs: u32,
    /// At these moves of the game it asks to take the last two back, once each.
    pub takes_back: Vec<usize>,
    /// From this move of the game on it waits until this is true.
    pub holds: Option<(usize, watch::Receiver<bool>)>,
    /// How many moves both have made, as far as it knows.
    pub plies: watch::Sender<usize>,
    seq: u64,
    head: String,
    /// The heads before that, the newest first.
    heads: Vec<String>,
    /// Where its opponent's last move but one left the game.
    before: (u64, String),
    size: (usize, usize),
    moves: Vec<String>,
    /// Who has asked to take moves back, and is not answered.
    undo_by: Option<String>,
    pending: Option<(String, Value)>,
    /// It is to be sent, for the first time or again.
    resend: bool,
    /// When it was sent first.
    sent_at: Option<Instant>,
    /// What was acknowledged last: when its event is the first one that is lost, it is sent again.
    acknowledged: Option<(String, Value)>,
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
            seed: 0,
            seen: Vec::new(),
            joined: 0,
            thinks: Duration::ZERO,
            claims: None,
            errs: 0,
            takes_back: Vec::new(),
            holds: None,
            plies: watch::Sender::new(0),
            seq: 0,
            head: String::new(),
            heads: Vec::new(),
            before: (0, String::new()),
            size: (0, 0),
            moves: Vec::new(),
            undo_by: None,
            pending: None,
            resend: false,
            sent_at: None,
            acknowledged: None,
            sent: 0,
        }
    }

    /// Two guests in a game that was just made, on the first of these servers, with this time, and one who
    /// watches. The players begin at different servers, if there are more, the spectator at the last one.
    ///
    /// # Errors
    /// When a server refuses.
    pub async fn at_a_new_table(servers: &[&Server], size: u32, time: &str, seed: u64) -> anyhow::Result<[Self; 3]> {
        let node = servers.first().context("no server")?;
        let mut tokens = Vec::new();
        for name in ["black", "white", "spectator"] {
            tokens.push(guest(&node.home().join(name), &node.url).await?.1);
        }
        let run = async |token: &str, words: String| {
            let mut command = tengen(node.home(), &node.url, Some(token))?;
            command.args(words.split(' ')).arg("--json");
            answer(command).await
        };
        let offer = run(&tokens[0], format!("offer --size {size} --time {time} --colour black")).await?;
        let offer = offer[0]["offer"].as_str().context("no offer")?.to_owned();
        let game = run(&tokens[1], format!("accept {offer}")).await?;
        let game = game[0]["game"].as_str().context("no game")?.to_owned();
        let from = [0, 1 % servers.len(), servers.len() - 1];
        let mut players = tokens.into_iter().enumerate().map(|(side, token)| {
            let mut urls: Vec<String> = servers.iter().map(|node| node.url.clone()).collect();
            urls.rotate_left(from[side]);
            Self { seed, ..Self::new(token, urls, side, game.clone(), Vec::new()) }
        });
        let mut next = || players.next().context("three");
        Ok([next()?, next()?, next()?])
    }

    /// Plays until so many moves were made by both together.
    ///
    /// # Errors
    /// When the game ends before, or what comes is not of the protocol.
    pub async fn play(&mut self, plies: usize) -> anyhow::Result<()> {
        let mut node = 0;
        while self.goes_on(plies) {
            let url = self.nodes[node % self.nodes.len()].clone();
            node += 1;
            // on the heap: many players play in one task
            if let Ok(Ok(mut socket)) = timeout(PATIENCE, Box::pin(open(&url))).await {
                Box::pin(self.session(&mut socket, plies)).await?;
            }
            sleep(AGAIN).await;
        }
        Ok(())
    }

    /// Joins once more with what it has, and takes what it is told.
    ///
    /// # Errors
    /// When the first node does not answer, or refuses.
    pub async fn come_back(&mut self) -> anyhow::Result<()> {
        let url = self.nodes.first().context("no node")?;
        let mut socket = timeout(PATIENCE, open(url)).await??;
        self.greet(&mut socket).await;
        // pings are no answer
        let until = Instant::now() + PATIENCE;
        loop {
            let message = timeout_at(until.into(), socket.next()).await?.context("the end")??;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            ensure!(message["error"].is_null(), "refused: {text}");
            let joined = message["ok"]["join"].is_string();
            self.take(message)?;
            if joined {
                return Ok(());
            }
        }
    }

    /// Says who it is and joins; whether it could.
    async fn greet(&mut self, socket: &mut WebSocketStream<TcpStream>) -> bool {
        let mut join = json!({"id": self.id(), "type": "join", "game": self.game});
        if self.seq > 0 {
            join["have"] = json!({"seq": self.seq, "head": self.head, "heads": self.heads});
        }
        let hello = json!({"id": self.id(), "type": "hello", "token": self.token});
        say(socket, &hello).await && say(socket, &join).await
    }

    fn goes_on(&self, plies: usize) -> bool {
        self.moves.len() < plies || self.pending.is_some()
    }

    /// One connection, until it is lost or all is played.
    async fn session(&mut self, socket: &mut WebSocketStream<TcpStream>, plies: usize) -> anyhow::Result<()> {
        if !self.greet(socket).await {
            return Ok(());
        }
        let mut joined = false;
        self.resend = true;
        while self.goes_on(plies) {
            if joined {
                if self.pending.is_none()
                    && let Some(command) = self.next(plies).await?
                {
                    (self.pending, self.resend) = (Some(command), true);
                }
                if let (true, Some((id, play))) = (self.resend, self.pending.clone()) {
                    self.resend = false;
                    self.note_sent(id, &play);
                    if !say(socket, &play).await {
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
                self.resend = true;
                continue;
            } else if message["error"].is_object() {
                let code = message["error"]["code"].as_str().unwrap_or_default();
                let of_undo = matches!(code, "no_request" | "already_requested");
                ensure!(of_undo || matches!(code, "not_started" | "stale" | "rollback"), "refused: {text}");
                if of_undo {
                    self.undo_by = None;
                }
                self.note_refused(&message);
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

    /// What it does now, if anything.
    async fn next(&mut self, plies: usize) -> anyhow::Result<Option<(String, Value)>> {
        let Some(own) = SIDES.get(self.side) else { return Ok(None) };
        match &self.undo_by {
            Some(by) if by == own => return Ok(None),
            Some(_) => return Ok(Some(self.about_undo("answer_undo", "accept", true.into()))),
            None => {}
        }
        if self.moves.len() >= plies || self.moves.len() % 2 != self.side {
            return Ok(None);
        }
        sleep(self.thinks).await;
        if let Some((from, go)) = &mut self.holds
            && self.moves.len() >= *from
        {
            go.wait_for(|go| *go).await?;
        }
        if let Some(index) = self.takes_back.iter().position(|at| *at == self.moves.len()) {
            self.takes_back.swap_remove(index);
            return Ok(Some(self.about_undo("request_undo", "moves", 2.into())));
        }
        Ok(Some(self.choose()?))
    }

    fn about_undo(&mut self, kind: &str, field: &str, value: Value) -> (String, Value) {
        let id = self.id();
        let mut command = json!({"id": id, "type": kind, "game": self.game, "after": self.seq, "head": self.head});
        command[field] = value;
        (id, command)
    }

    /// What it plays now, once for each position of the game.
    fn choose(&mut self) -> anyhow::Result<(String, Value)> {
        let id = self.id();
        let mut chance = StdRng::seed_from_u64(self.seed ^ (self.sent << 20) ^ self.seq);
        let vertex = if self.points.is_empty() {
            let mut legal = self.position()?.legal(SIDES[self.side]);
            // a board that is never emptied is soon full
            if legal.iter().any(|(_, captured)| *captured > 0) {
                legal.retain(|(_, captured)| *captured > 0);
            }
            match legal.len() {
                0 if self.moves.last().is_some_and(|last| last == "pass") => anyhow::bail!("nobody can move any more"),
                0 => "pass".to_owned(),
                count => legal[chance.random_range(0..count)].0.clone(),
            }
        } else {
            self.points[self.moves.len() / 2].clone()
        };
        let errs = self.before.0 > 0 && chance.random_range(0..100) < self.errs;
        let (after, head) = if errs { self.before.clone() } else { (self.seq, self.head.clone()) };
        let mut play = json!({"id": id, "type": "play", "game": self.game, "vertex": vertex,
            "after": after, "head": head});
        if let Some(claims) = self.claims {
            play["lag"] = claims.into();
        }
        Ok((id, play))
    }

    fn position(&self) -> anyhow::Result<Position> {
        let mut position = Position::new(Board::new(self.size.0, self.size.1));
        for (ply, vertex) in self.moves.iter().enumerate() {
            if vertex == "pass" {
                position.pass();
            } else if let Err(why) = position.play(vertex, SIDES[ply % 2]) {
                anyhow::bail!("{vertex} is {why}: {:?}", self.moves);
            }
        }
        Ok(position)
    }

    fn note_sent(&mut self, id: String, play: &Value) {
        let after = play["after"].as_u64().unwrap_or_default();
        let head = play["head"].as_str().unwrap_or_default().to_owned();
        self.sent_at.get_or_insert_with(Instant::now);
        self.seen.push(Seen::Sent { id, after, head });
    }

    fn note_refused(&mut self, message: &Value) {
        let (re, error) = (&message["re"], &message["error"]);
        if self.pending.take_if(|(id, _)| *re == id.as_str()).is_some() {
            self.sent_at = None;
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let seq = error["seq"].as_u64().unwrap_or_default();
        self.seen.push(Seen::Refused { id: text(re), code: text(&error["code"]), seq, head: text(&error["head"]) });
    }

    fn take(&mut self, message: Value) -> anyhow::Result<()> {
        let snapshot = [&message["ok"]["snapshot"], &message["snapshot"]].into_iter().find(|one| one.is_object());
        if let Some(snapshot) = snapshot {
            let said = if message["ok"].is_object() { &message["ok"] } else { &message };
            let rolled_back = said["join"] == "rollback" || said["notice"] == "rollback";
            if rolled_back {
                let (seq, head) = (said["seq"].as_u64().context("seq")?, said["head"].as_str().context("head")?);
                self.seen.push(Seen::RolledBack { seq, head: head.to_owned() });
            }
            self.stand(snapshot, rolled_back)?;
        } else if message["event"].is_object() {
            self.heads.insert(0, self.head.clone());
            self.heads.truncate(HEADS);
            self.before = (self.seq, std::mem::take(&mut self.head));
            self.seq = message["seq"].as_u64().context("seq")?;
            message["head"].as_str().context("head")?.clone_into(&mut self.head);
            self.follow(&message["event"])?;
            self.seen.push(Seen::Event(message));
        } else if let Some(seq) = message["ok"]["seq"].as_u64()
            && let Some((id, play)) = self.pending.take_if(|(id, _)| message["re"] == id.as_str())
        {
            self.acknowledged = Some((id.clone(), play));
            self.seen.push(Seen::Acknowledged { id, seq });
            if let Some(at) = self.sent_at.take() {
                let ms = u64::try_from(at.elapsed().as_millis())?;
                self.seen.push(Seen::Took { seq, ms });
            }
        }
        Ok(())
    }

    /// Goes on from a snapshot.
    fn stand(&mut self, snapshot: &Value, rolled_back: bool) -> anyhow::Result<()> {
        self.seq = snapshot["seq"].as_u64().context("seq")?;
        snapshot["head"].as_str().context("head")?.clone_into(&mut self.head);
        self.before = (0, String::new());
        self.heads.clear();
        let size = &snapshot["setup"]["size"];
        let side = |name: &str| size[name].as_u64().and_then(|side| usize::try_from(side).ok());
        self.size = (side("width").context("width")?, side("height").context("height")?);
        let moves = snapshot["moves"].as_str().unwrap_or_default();
        self.moves = moves.split_whitespace().map(str::to_owned).collect();
        self.undo_by = snapshot["undo_request"]["by"].as_str().map(str::to_owned);
        self.plies.send_replace(self.moves.len());
        let board = snapshot["board"].as_str().unwrap_or_default();
        ensure!(self.position()?.board().rows() == board, "{board} is not {moves}");
        let (seq, head) = (self.seq, self.head.clone());
        self.seen.push(Seen::Standing { seq, head });
        let fits = |play: &Value| play["after"] == self.seq && play["head"] == self.head.as_str();
        if rolled_back && let Some(lost) = self.acknowledged.take_if(|(_, play)| fits(play)) {
            (self.pending, self.resend, self.sent_at) = (Some(lost), true, None);
        }
        Ok(())
    }

    fn follow(&mut self, event: &Value) -> anyhow::Result<()> {
        ensure!(event["outcome"].is_null(), "the game ended: {event}");
        match event["kind"].as_str() {
            Some(kind @ ("play" | "pass")) => {
                let vertex = if kind == "play" { event["vertex"].as_str().context("vertex")? } else { kind };
                self.moves.push(vertex.to_owned());
                self.undo_by = None;
            }
            Some("undo_requested") => self.undo_by = event["by"].as_str().map(str::to_owned),
            Some("undo_answered") => {
                let back = usize::try_from(event["undone"]["moves"].as_u64().unwrap_or_default())?;
                self.moves.truncate(self.moves.len().saturating_sub(back));
                self.undo_by = None;
            }
            Some("created") => anyhow::bail!("a game is created once, and joined with a snapshot"),
            _ => {}
        }
        self.plies.send_replace(self.moves.len());
        Ok(())
    }

    fn id(&mut self) -> String {
        self.sent += 1;
        format!("p{}-{}", self.side, self.sent)
    }
}

/// Whether it could be sent.
async fn say(socket: &mut WebSocketStream<TcpStream>, message: &Value) -> bool {
    socket.send(Message::Text(message.to_string().into())).await.is_ok()
}

async fn open(url: &str) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let address = url.trim_start_matches("http://");
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(client_async(format!("ws://{address}/ws"), stream).await?.0)
}
