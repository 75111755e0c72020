//! A player or spectator of one game: plays at random what is legal, and comes back to any node after a
//! loss with what it has. It knows no rules: what the server refuses it does not play.

mod choice;

use crate::{
    board::Board,
    game::{Plan, Stamps},
    run::{Loss, Run, lock},
};
use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_tests::{history::Seen, lobby::open};
use tokio::{
    net::TcpStream,
    select,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

/// Before another node is tried, up to this, ms; twice as long after each attempt in vain ..
const ELSEWHERE_MS: u64 = 200;

/// .. so often.
const DOUBLINGS: u32 = 4;

/// The longest wait that a server may ask for, ms.
const LONGEST_WAIT_MS: u64 = 2_000;

type Socket = WebSocketStream<TcpStream>;

/// Who plays what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Black,
    White,
    Spectator,
}

impl Side {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Spectator => "spectator",
        }
    }
}

/// A command that is not answered.
struct Pending {
    id: String,
    text: String,
    vertex: Option<String>,
    sent: Option<Instant>,
    /// When it is sent, or sent again.
    send_at: Option<Instant>,
}

/// How long a move took that was answered on the connection it was made on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latency {
    pub(crate) sent: Instant,
    pub(crate) took: Duration,
}

/// One client.
pub(crate) struct Client {
    run: Arc<Run>,
    stamps: Arc<Mutex<Stamps>>,
    plan: Plan,
    token: String,
    game: String,
    side: Side,
    /// The node it is at, or tries next.
    node: usize,
    rng: StdRng,
    /// What it saw, for the judge.
    pub(crate) seen: Vec<Seen>,
    /// Of its moves.
    pub(crate) latencies: Vec<Latency>,
    /// Moves that were acknowledged.
    pub(crate) moves: u64,
    /// Connections that it lost.
    pub(crate) losses: u64,
    board: Board,
    seq: u64,
    head: String,
    /// The newest event that an answer named.
    answered: u64,
    pending: Option<Pending>,
    tried: HashSet<String>,
    sent: u64,
    /// When it was last well, while it is not.
    lost: Option<Loss>,
    /// Attempts in vain since it followed the game.
    vain: u32,
    /// Where it connects from.
    from: Ipv4Addr,
}

impl Client {
    pub(crate) fn new(
        run: &Arc<Run>,
        stamps: &Arc<Mutex<Stamps>>,
        plan: &Plan,
        (token, game): (&str, &str),
        side: Side,
        seed: u64,
    ) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        Self {
            run: Arc::clone(run),
            stamps: Arc::clone(stamps),
            plan: plan.clone(),
            token: token.into(),
            game: game.into(),
            side,
            node: rng.random_range(0..run.nodes.len()),
            rng,
            seen: Vec::new(),
            latencies: Vec::new(),
            moves: 0,
            losses: 0,
            board: Board::default(),
            seq: 0,
            head: String::new(),
            answered: 0,
            pending: None,
            tried: HashSet::new(),
            sent: 0,
            lost: None,
            vain: 0,
            from: Ipv4Addr::UNSPECIFIED,
        }
    }

    /// Goes to this node first, counted over all, and has an address of its own.
    pub(crate) const fn start_at(&mut self, node: usize, from: Ipv4Addr) {
        self.node = node;
        self.from = from;
    }

    /// Plays or watches to the end of the game, or of the run.
    ///
    /// # Errors
    /// When something comes that must not.
    pub(crate) async fn play(&mut self) -> anyhow::Result<()> {
        while !self.is_over() {
            let node = self.run.nodes[self.node % self.run.nodes.len()].clone();
            if let Ok(Ok(mut socket)) = timeout(self.run.pace.silence, open(&node, self.from)).await {
                self.session(&mut socket).await.with_context(|| format!("{} of {}", self.side.name(), self.game))?;
            }
            self.node += 1;
            if !self.is_over() {
                let most_ms = ELSEWHERE_MS << self.vain.min(DOUBLINGS);
                self.vain += 1;
                sleep(Duration::from_millis(self.rng.random_range(0..=most_ms))).await;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.pending.is_none() && (self.board.over || self.run.is_stopped())
    }

    /// One connection, until it is lost or all is over.
    async fn session(&mut self, socket: &mut Socket) -> anyhow::Result<()> {
        let mut connection = Connection::default();
        let lost_at = self.connected(socket, &mut connection).await?;
        if let (Some(at), true) = (lost_at, connection.joined) {
            self.losses += 1;
            self.run.is_lost();
            self.lost.get_or_insert(Loss { well_until: at, noticed: Instant::now() });
        }
        Ok(())
    }

    /// Gives when it was last well, if it was lost.
    async fn connected(&mut self, socket: &mut Socket, connection: &mut Connection) -> anyhow::Result<Option<Instant>> {
        let pace = self.run.pace;
        let mut heard = Instant::now();
        let mut join = json!({"id": self.next_id(), "type": "join", "game": self.game});
        if self.seq > 0 {
            join["have"] = json!({"seq": self.seq, "head": self.head});
        }
        join["id"].as_str().context("an id")?.clone_into(&mut connection.join);
        self.stamp_sent(&connection.join);
        let hello = json!({"id": self.next_id(), "type": "hello", "token": self.token, "client": "chaos"});
        for message in [hello, join] {
            if !say(socket, message.to_string(), pace.silence).await {
                return Ok(Some(heard));
            }
        }
        if let Some(pending) = &mut self.pending {
            (pending.sent, pending.send_at) = (None, Some(heard));
        }
        let (mut ping_at, mut act_at) = (heard + pace.ping, None);
        while !self.is_over() {
            if connection.joined {
                if self.pending.is_some() {
                    act_at = None;
                } else if act_at.is_none() && self.is_to_act() {
                    act_at = Some(Instant::now() + self.thinks());
                }
            }
            let send_at = self.pending.as_ref().filter(|_| connection.joined).and_then(|pending| pending.send_at);
            let silent_at = heard + pace.silence;
            let wake = [act_at, send_at].into_iter().flatten().fold(silent_at.min(ping_at), Instant::min);
            let message = select! {
                biased;
                message = socket.next() => message,
                () = sleep_until(wake) => {
                    let now = Instant::now();
                    if now >= silent_at {
                        return Ok(Some(heard));
                    }
                    if act_at.is_some_and(|at| at <= now) {
                        act_at = None;
                        self.decide();
                    }
                    if !self.speak(socket, connection.joined, &mut ping_at).await {
                        return Ok(Some(heard));
                    }
                    continue;
                }
            };
            let Some(Ok(message)) = message else { return Ok(Some(heard)) };
            heard = Instant::now();
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            match self.take(&message, connection).with_context(|| text.to_string())? {
                Next::GoOn => {}
                Next::TakeSeat => {
                    let take = json!({"id": self.next_id(), "type": "take_seat", "game": self.game});
                    if !say(socket, take.to_string(), pace.silence).await {
                        return Ok(Some(heard));
                    }
                    if let Some(pending) = &mut self.pending {
                        pending.send_at = Some(heard);
                    }
                }
                Next::Leave => return Ok(Some(heard)),
            }
        }
        Ok(None)
    }

    /// Sends what is due; whether that worked.
    async fn speak(&mut self, socket: &mut Socket, joined: bool, ping_at: &mut Instant) -> bool {
        let now = Instant::now();
        let silence = self.run.pace.silence;
        if *ping_at <= now {
            *ping_at = now + self.run.pace.ping;
            let ping = json!({"id": self.next_id(), "type": "ping"});
            if !say(socket, ping.to_string(), silence).await {
                return false;
            }
        }
        let Some(pending) =
            self.pending.as_mut().filter(|pending| joined && pending.send_at.is_some_and(|at| at <= now))
        else {
            return true;
        };
        pending.send_at = None;
        pending.sent.get_or_insert(now);
        let (id, text) = (pending.id.clone(), pending.text.clone());
        self.stamp_sent(&id);
        say(socket, text, silence).await
    }

    fn take(&mut self, message: &Value, connection: &mut Connection) -> anyhow::Result<Next> {
        if let Some(notice) = message["notice"].as_str() {
            return Ok(match notice {
                "closing" => Next::Leave,
                "seat_taken" => Next::TakeSeat,
                "resync" => {
                    self.stand(&message["snapshot"])?;
                    Next::GoOn
                }
                "rollback" => bail!("nothing may be lost here"),
                _ => Next::GoOn,
            });
        }
        if message["event"].is_object() {
            self.event(message)?;
            return Ok(Next::GoOn);
        }
        let re = message["re"].as_str().unwrap_or_default();
        let ours = self.pending.as_ref().is_some_and(|pending| pending.id == re);
        if message["error"].is_object() {
            let code = message["error"]["code"].as_str().unwrap_or_default();
            return if ours {
                self.refused(code, &message["error"])
            } else if re == connection.join || !connection.joined {
                ensure!(
                    matches!(code, "unavailable" | "rate_limited" | "unauthorized" | "no_such_game" | "going_away"),
                    "refused"
                );
                Ok(Next::Leave)
            } else {
                // of a ping or of taking a seat
                Ok(Next::GoOn)
            };
        }
        let ok = &message["ok"];
        if re == connection.join {
            ensure!(ok["join"] != "rollback", "nothing may be lost here");
            connection.joined = true;
            self.vain = 0;
            self.run.follows();
            if ok["snapshot"].is_object() {
                self.stand(&ok["snapshot"])?;
            }
            if let Some(lost) = self.lost.take() {
                self.run.resumed(lost);
            }
        } else if let (true, Some(seq)) = (ours, ok["seq"].as_u64())
            && let Some(pending) = self.pending.take()
        {
            self.acknowledged(&pending, seq);
        }
        Ok(Next::GoOn)
    }

    fn acknowledged(&mut self, pending: &Pending, seq: u64) {
        self.stamp_seen(seq);
        self.answered = self.answered.max(seq);
        self.seen.push(Seen::Acknowledged { id: pending.id.clone(), seq });
        if let Some(first_sent) = lock(&self.stamps).sent.get(&pending.id) {
            let ms = u64::try_from(first_sent.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.seen.push(Seen::Took { seq, ms });
        }
        if pending.vertex.is_some() {
            self.moves += 1;
            if let Some(sent) = pending.sent {
                self.latencies.push(Latency { sent, took: sent.elapsed() });
            }
        }
    }

    fn refused(&mut self, code: &str, error: &Value) -> anyhow::Result<Next> {
        if let (Some(seq), Some(head), Some(pending)) = (error["seq"].as_u64(), error["head"].as_str(), &self.pending) {
            let (id, code) = (pending.id.clone(), code.to_owned());
            self.seen.push(Seen::Refused { id, code, seq, head: head.to_owned() });
        }
        match code {
            "occupied" | "suicide" | "ko" | "superko" => {
                let vertex = self.pending.take().and_then(|pending| pending.vertex);
                self.tried.extend(vertex);
            }
            "stale" | "stale_marks" | "not_your_turn" | "in_scoring" | "not_in_scoring" | "already_done"
            | "game_over" | "late" | "not_started" => self.pending = None,
            "unavailable" | "rate_limited" => {
                let wait = error["retry_after"].as_u64().unwrap_or(LONGEST_WAIT_MS).min(LONGEST_WAIT_MS);
                if let Some(pending) = &mut self.pending {
                    pending.send_at = Some(Instant::now() + Duration::from_millis(wait));
                }
            }
            "not_joined" => return Ok(Next::Leave),
            "seat_taken" => return Ok(Next::TakeSeat),
            _ => bail!("refused"),
        }
        Ok(Next::GoOn)
    }

    /// What stands, whatever was before.
    fn stand(&mut self, snapshot: &Value) -> anyhow::Result<()> {
        self.seq = snapshot["seq"].as_u64().context("seq")?;
        snapshot["head"].as_str().context("head")?.clone_into(&mut self.head);
        self.board = Board::of(snapshot, self.side)?;
        self.tried.clear();
        self.seen.push(Seen::Standing { seq: self.seq, head: self.head.clone() });
        Ok(())
    }

    fn event(&mut self, message: &Value) -> anyhow::Result<()> {
        self.seq = message["seq"].as_u64().context("seq")?;
        message["head"].as_str().context("head")?.clone_into(&mut self.head);
        self.stamp_seen(self.seq);
        self.board.apply(&message["event"], self.side)?;
        self.tried.clear();
        self.seen.push(Seen::Event(message.clone()));
        Ok(())
    }

    fn next_id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.side.name(), self.sent)
    }

    fn stamp_sent(&self, id: &str) {
        let mut stamps = lock(&self.stamps);
        stamps.sent.entry(id.to_owned()).or_insert_with(Instant::now);
    }

    fn stamp_seen(&self, seq: u64) {
        let mut stamps = lock(&self.stamps);
        stamps.seen.entry(seq).or_insert_with(Instant::now);
    }
}

/// What is known of a connection.
#[derive(Default)]
struct Connection {
    join: String,
    joined: bool,
}

enum Next {
    GoOn,
    TakeSeat,
    Leave,
}

/// Whether it could be sent in time.
async fn say(socket: &mut Socket, text: String, within: Duration) -> bool {
    matches!(timeout(within, socket.send(Message::Text(text.into()))).await, Ok(Ok(())))
}
