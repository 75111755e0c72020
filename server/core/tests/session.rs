//! The annotated session in `protocol/README.md` is what the types and the game say.
//!
//! `TENGEN_UPDATE=1 cargo test -p tengen-core --test session` writes its frames anew; the words
//! between them are people's.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use serde_json::{Value, json};
use std::{collections::HashMap, path::Path};
use tengen_core::{
    game::{Arrival, Command, Decision, Game, settle},
    log,
};
use tengen_protocol::{
    Answer, AnswerOutcome, BoardHash, ClientMessage, Colour, CommandId, Done, EVENT_FORMAT, GameEvent, Joined,
    Recorded, Request, ServerMessage, Sides, Terms, Welcome, http,
};

const GAME: &str = "g7k2m9qd4xw3";
const ANN: &str = "a4tzn1";
const BOB: &str = "a9xe62";
const TOKEN: &str = "eyJhbGciOi...";

/// The game and its log, with frames collected under names.
struct Session {
    game: Option<Game>,
    now: u64,
    frames: HashMap<String, String>,
}

impl Session {
    fn put(&mut self, name: &str, frame: String) {
        assert!(self.frames.insert(name.into(), frame).is_none(), "{name} twice");
    }

    /// What a client sends, read again by the server's type.
    fn client(&mut self, name: &str, message: Value) -> ClientMessage {
        let text = message.to_string();
        let read: ClientMessage = serde_json::from_str(&text).unwrap();
        self.put(name, serde_json::to_string(&read).unwrap());
        read
    }

    fn answer(&mut self, name: &str, re: &str, done: Done) {
        let answer = Answer { re: Some(re.parse().unwrap()), result: AnswerOutcome::Ok(Box::new(done)) };
        self.put(name, serde_json::to_string(&answer).unwrap());
    }

    fn commit(&mut self, decision: &Decision) -> String {
        let at = self.game.as_ref().map_or_else(log::Position::default, Game::position);
        let body = log::body(EVENT_FORMAT, &decision.event).unwrap();
        let stored = log::stored(at, self.now, 1_796_000_000_000 + self.now, &body);
        match &mut self.game {
            Some(game) => drop(game.apply(&stored).unwrap()),
            None => self.game = Some(Game::load([&stored]).unwrap()),
        }
        let head = self.game().position().head;
        let frame = format!("{{\"game\":\"{GAME}\",\"head\":\"{head}\",{}", &String::from_utf8(stored).unwrap()[1..]);
        let read: GameEvent = serde_json::from_str(&frame).unwrap();
        assert_eq!(read.head, head);
        let message: ServerMessage = serde_json::from_str(&frame).unwrap();
        assert!(matches!(message, ServerMessage::Event(_)));
        frame
    }

    fn game(&self) -> &Game {
        self.game.as_ref().unwrap()
    }

    fn decide(&mut self, by: Colour, id: &str, command: &Command) -> Result<Decision, tengen_protocol::WireError> {
        let arrival =
            Arrival { logical: self.now, wall: 1_796_000_000_000 + self.now, claimed_lag: 0, measured_rtt: None };
        let id: CommandId = id.parse().unwrap();
        self.game().decide(by, &id, command, arrival)
    }

    fn say(&mut self, by: Colour, id: &str, command: &Command) -> String {
        self.now += 2_000;
        let decision = self.decide(by, id, command).unwrap();
        self.commit(&decision)
    }

    fn play(&mut self, by: Colour, id: &str, vertex: &str) -> String {
        let at = self.game().position();
        self.say(by, id, &Command::Play { vertex: vertex.parse().unwrap(), after: at.seq, head: at.head })
    }
}

fn terms() -> Value {
    json!({"size": {"width": 5, "height": 5}, "rules": "chinese", "colour": "black",
        "time": {"system": "byo_yomi", "main": 600_000, "periods": 3, "period": 30_000}})
}

fn frames() -> HashMap<String, String> {
    let mut session = Session { game: None, now: 5_000_000, frames: HashMap::new() };
    let s = &mut session;
    login(s);
    s.client("hello", json!({"id": "k3f9-1", "type": "hello", "token": TOKEN, "client": "example 1.0"}));
    let welcome = Welcome {
        server: "tengen-server 0.1.0".into(),
        account: Some(ANN.parse().unwrap()),
        name: Some("ann".into()),
        games: Vec::new(),
        expires_at: Some(1_796_005_900_000),
    };
    s.answer("welcome", "k3f9-1", Done::Welcome(welcome));
    let offer = s.client("offer", json!({"id": "k3f9-2", "type": "offer", "terms": terms()}));
    s.answer("offered", "k3f9-2", Done::Offered { offer: "f51c8s".parse().unwrap() });
    s.client("accept_offer", json!({"id": "b1-2", "type": "accept_offer", "offer": "f51c8s"}));
    s.answer("started", "b1-2", Done::Started { game: GAME.parse().unwrap(), offer: "f51c8s".parse().unwrap() });
    let notice: ServerMessage =
        serde_json::from_value(json!({"notice": "game_started", "game": GAME, "offer": "f51c8s"})).unwrap();
    s.put("game_started", serde_json::to_string(&notice).unwrap());

    let Request::Offer { terms } = offer.request else { panic!() };
    create(s, &terms);
    s.client("join", json!({"id": "k3f9-3", "type": "join", "game": GAME}));
    let snapshot = s.game().snapshot(Sides { black: "ann".into(), white: "bob".into() });
    s.answer("joined", "k3f9-3", Done::Joined(Joined::Snapshot { now: s.now, snapshot: Box::new(snapshot) }));
    let arrived = s.say(Colour::Black, "k3f9-3", &Command::Arrive);
    s.put("arrived", arrived);
    s.say(Colour::White, "b1-3", &Command::Arrive);

    let at = s.game().position();
    s.client(
        "play",
        json!({"id": "k3f9-4", "type": "play", "game": GAME, "vertex": "B3", "after": at.seq, "head": at.head}),
    );
    let played = s.play(Colour::Black, "k3f9-4", "B3");
    s.put("played", played);
    s.answer("committed", "k3f9-4", Done::Committed { seq: s.game().position().seq });
    for (n, vertex) in ["E3", "C2", "D2", "C4", "D4", "D3"].into_iter().enumerate() {
        let by = s.game().to_move();
        s.play(by, &format!("m-{n}"), vertex);
    }
    let captured = s.play(Colour::White, "b1-8", "C3");
    s.put("captured", captured);
    refused_ko(s);
    s.play(Colour::Black, "k3f9-9", "pass");
    let passed = s.play(Colour::White, "b1-9", "pass");
    s.put("stopped", passed);
    s.client(
        "mark",
        json!({"id": "k3f9-10", "type": "mark", "game": GAME, "vertex": "C3", "dead": true, "revision": 0}),
    );
    let marked =
        s.say(Colour::Black, "k3f9-10", &Command::Mark { vertex: "C3".parse().unwrap(), dead: true, revision: 0 });
    s.put("marked", marked);
    s.client("accept", json!({"id": "b1-10", "type": "accept", "game": GAME, "revision": 1}));
    let accepted = s.say(Colour::White, "b1-10", &Command::Accept { revision: 1 });
    s.put("accepted", accepted);
    let finished = s.say(Colour::Black, "k3f9-11", &Command::Accept { revision: 1 });
    s.put("finished", finished);
    hashes(s);
    session.frames
}

/// Over HTTP: the bodies are the types', the lines around them HTTP's.
fn login(s: &mut Session) {
    let credentials = http::Credentials { name: "ann".into(), password: "correct horse battery staple".into() };
    let request = "POST /api/v1/login HTTP/1.1\nContent-Type: application/json\n\n".to_owned();
    s.put("login", request + &serde_json::to_string(&credentials).unwrap());
    let session = http::Session {
        account: ANN.parse().unwrap(),
        name: "ann".into(),
        token: TOKEN.into(),
        expires_at: 1_796_005_900_000,
        refresh_token: Some("rt_2f0c...".into()),
    };
    let answer = "HTTP/1.1 200 OK\nContent-Type: application/json\n\n".to_owned();
    s.put("logged_in", answer + &serde_json::to_string(&session).unwrap());
}

fn create(s: &mut Session, terms: &Terms) {
    let players = Sides { black: ANN.parse().unwrap(), white: BOB.parse().unwrap() };
    let setup = settle(terms, players, Some("f51c8s".parse().unwrap()), None).unwrap();
    let created = s.commit(&Game::create(setup).unwrap());
    s.put("created", created);
}

fn refused_ko(s: &mut Session) {
    let at = s.game().position();
    s.client(
        "ko",
        json!({"id": "k3f9-8", "type": "play", "game": GAME, "vertex": "D3", "after": at.seq, "head": at.head}),
    );
    let command = Command::Play { vertex: "D3".parse().unwrap(), after: at.seq, head: at.head };
    let refusal = s.decide(Colour::Black, "k3f9-8", &command).unwrap_err();
    let answer = Answer { re: Some("k3f9-8".parse().unwrap()), result: AnswerOutcome::Error(Box::new(refusal)) };
    s.put("ko_refused", serde_json::to_string(&answer).unwrap());
}

/// Three worked values of `hash`, each of a board that a reader can draw.
fn hashes(s: &mut Session) {
    let mut lines = Vec::new();
    let boards = [
        ("3x3, empty", "........."),
        ("3x3, Black on B2", "....X...."),
        ("5x5, after White's capture on C3", &s.game().board_position().board().rows().clone()),
    ];
    for (what, rows) in boards {
        lines.push(format!("{:<34} {rows:<27} {}", what, BoardHash::of_rows(rows.as_bytes())));
    }
    s.put("hashes", lines.join("\n"));
}

/// Puts each frame behind its marker `<!-- frame: NAME -->`.
fn fill(readme: &str, frames: &HashMap<String, String>) -> String {
    let mut out = String::new();
    let mut lines = readme.lines();
    let mut used = 0;
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(name) = line.strip_prefix("<!-- frame: ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let frame = frames.get(name).unwrap_or_else(|| panic!("README names no such frame: {name}"));
        used += 1;
        let fence = lines.next().expect("a fence after the marker");
        assert!(fence.starts_with("```"), "{name}: {fence}");
        lines.by_ref().find(|line| *line == "```").expect("the fence's end");
        out.push_str(&format!("{fence}\n{frame}\n```\n"));
    }
    assert_eq!(used, frames.len(), "README shows every frame");
    out
}

#[test]
fn the_session_in_the_readme_is_what_the_game_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../protocol/README.md");
    let kept = std::fs::read_to_string(&path).unwrap();
    let now = fill(&kept, &frames());
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        assert!(kept == now, "protocol/README.md is stale: TENGEN_UPDATE=1 cargo test -p tengen-core --test session");
    }
}

#[test]
fn every_event_of_a_log_is_read_again_as_it_was_written() {
    for frame in frames().values().filter(|frame| frame.contains("\"event\":")) {
        let event: GameEvent = serde_json::from_str(frame).unwrap();
        let recorded: Recorded = serde_json::from_str(frame).unwrap();
        assert_eq!(event.recorded, recorded);
        assert_eq!(serde_json::to_string(&event).unwrap(), *frame, "no field is lost or reordered");
    }
}
