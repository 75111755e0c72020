//! What an event makes of plays that the rules refuse and of time that runs out, and wrong colours: scripted
//! players in its games, nobody of whom hurries.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{collections::VecDeque, net::Ipv4Addr, time::Duration};
use tengen_tests::{
    lobby::{Guest, open},
    server::Server,
    wait_for,
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

on_both_stores!(
    an_illegal_move_is_a_pass,
    an_illegal_move_is_warned,
    an_illegal_move_loses,
    overtime_is_a_pass,
    overtime_costs_a_zi,
    wrong_colours_begin_anew,
);

/// However slow the machine: nothing that is waited for takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// An event of two players, its organiser, and who has which colour in its first game.
struct Hall {
    server: Server,
    http: reqwest::Client,
    /// The organiser, then the players in the order of the list.
    people: Vec<Guest>,
    tournament: String,
    asked: u32,
}

/// A long clock, so that nobody runs out of time by chance.
fn unhurried() -> Value {
    json!({"system": "absolute", "main": 3_600_000})
}

/// So short that it is used up at once.
fn one_second() -> Value {
    json!({"system": "byo_yomi", "main": 0, "periods": 1, "period": 1_000})
}

impl Hall {
    async fn open(kind: StoreKind, time: Value, illegal_move: &str, overtime: &str) -> anyhow::Result<Self> {
        let (server, http) = (Server::start(kind).await?, reqwest::Client::new());
        let mut people = Vec::new();
        for name in ["Olga", "Ann", "Bob"] {
            let body = json!({"name": name, "password": "correct horse"});
            let answer = http.post(format!("{}/api/v1/accounts", server.url)).json(&body).send().await?;
            let (status, text) = (answer.status(), answer.text().await?);
            ensure!(status.is_success(), "{name}: {status} {text}");
            people.push(serde_json::from_str::<Guest>(&text)?);
        }
        let mut hall = Self { server, http, people, tournament: String::new(), asked: 0 };
        let swiss = json!({"system": {"system": "swiss", "rounds": 1}, "bout": {"bout": "game"},
            "pace": {"pace": "at_once", "pause": 0}});
        // who comes late loses nothing of a clock that has no main time
        let settings = json!({"name": "Spring", "stages": [swiss], "lateness": "doubled",
            "illegal_move": illegal_move, "overtime": overtime,
            "terms": {"size": {"width": 9, "height": 9}, "time": time, "undo": false}});
        let made = hall.post("tournaments", &json!({"id": "make", "settings": settings})).await?;
        hall.tournament = made["tournament"].as_str().context("no tournament")?.to_owned();
        let entry = |n: usize, name: &str| json!({"name": name, "account": hall.people[n].account, "seed": n});
        let entries = json!([entry(1, "Ann"), entry(2, "Bob")]);
        hall.ask(json!({"ask": "import", "entries": entries})).await?;
        hall.ask(json!({"ask": "draw", "by": "seed"})).await?;
        hall.ask(json!({"ask": "start"})).await?;
        Ok(hall)
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let request = self.http.post(format!("{}/api/v1/{path}", self.server.url)).json(body);
        let answer = request.bearer_auth(&self.people[0].token).send().await?;
        let (status, text) = (answer.status(), answer.text().await?);
        ensure!(status.is_success(), "{path}: {status} {text}");
        Ok(serde_json::from_str(&text)?)
    }

    async fn ask(&mut self, mut command: Value) -> anyhow::Result<Value> {
        self.asked += 1;
        command["id"] = format!("o{}", self.asked).into();
        self.post(&format!("tournaments/{}/commands", self.tournament), &command).await
    }

    async fn bout(&self) -> Option<Value> {
        let path = format!("/api/v1/tournaments/{}/rounds/1/1", self.tournament);
        let mut round: Value = serde_json::from_str(&self.server.get(&path).await.ok()?).ok()?;
        Some(round["bouts"][0].take())
    }

    /// The `n`th game of the bout, once it can be joined.
    async fn game(&self, n: usize) -> anyhow::Result<Value> {
        wait_for("the game", LIMIT.as_secs(), || async {
            self.bout().await?["games"].get(n).filter(|game| game["created"] == true).cloned()
        })
        .await
    }

    /// Both at the board, Black first.
    async fn seats(&self, game: &Value) -> anyhow::Result<[Seat; 2]> {
        let id = game["game"].as_str().context("no game")?;
        let player = |side: &str| {
            let entry = usize::try_from(game[side]["entry"].as_u64().unwrap_or_default()).unwrap_or_default();
            self.people.get(entry).context("nobody")
        };
        let black = Seat::take(&self.server.url, player("black")?, id).await?;
        let white = Seat::take(&self.server.url, player("white")?, id).await?;
        Ok([black, white])
    }

    async fn snapshot(&self, game: &Value) -> anyhow::Result<Value> {
        let game = game["game"].as_str().context("no game")?;
        let text = self.server.get(&format!("/api/v1/games/{game}")).await?;
        Ok(serde_json::from_str::<Value>(&text)?["snapshot"].take())
    }

    /// The tournament has the result of the only game.
    async fn counts(&self, first_is_black: &Value, warnings: [u64; 2]) -> anyhow::Result<()> {
        let counted = wait_for("the result", LIMIT.as_secs(), || async {
            self.bout().await.filter(|bout| bout["result"].is_object())
        });
        let bout = counted.await?;
        ensure!(
            bout["result"]["first"] == *first_is_black && bout["games"][0]["warnings"] == json!(warnings),
            "{bout}"
        );
        ensure!(bout["result"]["forfeit"].is_null(), "it was played: {bout}");
        Ok(())
    }
}

/// Somebody who follows a game.
struct Seat {
    socket: WebSocketStream<TcpStream>,
    game: String,
    seq: u64,
    head: String,
    /// Events that nobody has looked at.
    events: VecDeque<Value>,
    sent: u32,
}

impl Seat {
    async fn take(node: &str, who: &Guest, game: &str) -> anyhow::Result<Self> {
        let socket = open(node, Ipv4Addr::UNSPECIFIED).await?;
        let (game, head) = (game.to_owned(), String::new());
        let mut seat = Self { socket, game, seq: 0, head, events: VecDeque::new(), sent: 0 };
        seat.ask(json!({"type": "hello", "token": who.token})).await?;
        let joined = seat.ask(json!({"type": "join", "game": seat.game})).await?;
        let snapshot = &joined["ok"]["snapshot"];
        if seat.seq == 0 {
            seat.seq = snapshot["seq"].as_u64().with_context(|| joined.to_string())?;
            seat.head = snapshot["head"].as_str().context("no head")?.to_owned();
        }
        Ok(seat)
    }

    async fn send(&mut self, command: &Value) -> anyhow::Result<()> {
        self.socket.send(Message::Text(command.to_string().into())).await?;
        Ok(())
    }

    async fn hear(&mut self) -> anyhow::Result<Value> {
        loop {
            let message = timeout(LIMIT, self.socket.next()).await?.context("the end")??;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["event"].is_object() {
                self.seq = message["seq"].as_u64().context("no seq")?;
                self.head = message["head"].as_str().context("no head")?.to_owned();
                self.events.push_back(message["event"].clone());
            }
            return Ok(message);
        }
    }

    /// Says it and gives the answer.
    async fn ask(&mut self, mut command: Value) -> anyhow::Result<Value> {
        self.sent += 1;
        command["id"] = format!("c{}", self.sent).into();
        self.ask_again(&command).await
    }

    async fn ask_again(&mut self, command: &Value) -> anyhow::Result<Value> {
        self.send(command).await?;
        loop {
            let message = self.hear().await?;
            if message["re"] == command["id"] {
                return Ok(message);
            }
        }
    }

    fn play_at(&self, vertex: &str) -> Value {
        json!({"type": "play", "game": self.game, "vertex": vertex, "after": self.seq, "head": self.head})
    }

    async fn play(&mut self, vertex: &str) -> anyhow::Result<Value> {
        let play = self.play_at(vertex);
        self.ask(play).await
    }

    /// The next event of this kind; those before it are gone.
    async fn sees(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            while let Some(event) = self.events.pop_front() {
                if event["kind"] == kind {
                    return Ok(event);
                }
            }
            self.hear().await.with_context(|| format!("waiting for {kind}"))?;
        }
    }
}

/// Black has played, and White plays on the same point.
async fn occupied(hall: &Hall) -> anyhow::Result<(Value, [Seat; 2], Value)> {
    let game = hall.game(0).await?;
    let [mut black, mut white] = hall.seats(&game).await?;
    while black.sees("arrived").await?["by"] != "white" {}
    let played = black.play("E5").await?;
    ensure!(played["ok"]["seq"].is_u64(), "{played}");
    white.sees("play").await?;
    let illegal = white.play("E5").await?;
    Ok((game, [black, white], illegal))
}

async fn an_illegal_move_is_a_pass(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, unhurried(), "pass", "lose").await?;
    let (game, [mut black, mut white], answer) = occupied(&hall).await?;
    let event = black.sees("illegal").await?;
    ensure!(event["led_to"] == "pass" && event["code"] == "occupied" && event["vertex"] == "E5", "{event}");
    ensure!(hall.snapshot(&game).await?["moves"] == "E5 pass");
    // the same again is answered as the first time, also after a move of the opponent
    ensure!(black.play("C3").await?["ok"]["seq"].is_u64());
    white.sees("play").await?;
    let mut again = json!({"type": "play", "game": white.game, "vertex": "E5", "id": answer["re"]});
    (again["after"], again["head"]) = (white.seq.into(), white.head.clone().into());
    let repeated = white.ask_again(&again).await?;
    ensure!(repeated["ok"] == answer["ok"], "{repeated} after {answer}");
    // and with another pass play stops
    ensure!(white.play("C3").await?["ok"]["seq"].is_u64());
    black.sees("illegal").await?;
    ensure!(black.play("pass").await?["ok"]["seq"].is_u64());
    ensure!(hall.snapshot(&game).await?["phase"] == "scoring");
    let sgf = hall.server.get(&format!("/api/v1/games/{}.sgf", white.game)).await?;
    ensure!(sgf.contains(";W[]C[white played E5, illegal (occupied)\\: pass]"), "{sgf}");
    Ok(())
}

async fn an_illegal_move_is_warned(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, unhurried(), "warn", "lose").await?;
    let (game, [mut black, mut white], _) = occupied(&hall).await?;
    let event = black.sees("illegal").await?;
    ensure!(event["led_to"] == "warn" && event["outcome"].is_null(), "{event}");
    let snapshot = hall.snapshot(&game).await?;
    ensure!(snapshot["to_move"] == "white" && snapshot["warnings"] == json!({"black": 0, "white": 1}), "{snapshot}");
    white.sees("illegal").await?;
    white.play("E5").await?;
    let event = black.sees("illegal").await?;
    ensure!(event["outcome"]["result"] == "B+F" && event["outcome"]["reason"] == "forfeit", "{event}");
    hall.counts(&json!("win"), [0, 2]).await
}

async fn an_illegal_move_loses(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, unhurried(), "lose", "lose").await?;
    let (_, [mut black, _white], answer) = occupied(&hall).await?;
    ensure!(answer["ok"]["seq"].is_u64(), "{answer}");
    let event = black.sees("illegal").await?;
    ensure!(event["led_to"] == "lose" && event["outcome"]["result"] == "B+F", "{event}");
    hall.counts(&json!("win"), [0, 0]).await
}

/// Nobody moves: both pass by that, and play stops.
async fn overtime_is_a_pass(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, one_second(), "reject", "pass").await?;
    let game = hall.game(0).await?;
    let [mut black, _white] = hall.seats(&game).await?;
    for (by, stops) in [("black", false), ("white", true)] {
        let event = black.sees("overran").await?;
        ensure!(event["by"] == by && event["led_to"] == "pass" && event["used"] == 1_000, "{event}");
        ensure!(event["clock"] == json!({"main": 0, "periods": 1, "period": 1_000}), "{event}");
        ensure!(event["stop"].is_object() == stops, "{event}");
    }
    let snapshot = hall.snapshot(&game).await?;
    ensure!(snapshot["phase"] == "scoring" && snapshot["moves"] == "pass pass", "{snapshot}");
    Ok(())
}

/// Nobody moves: Black gives two zi, and then the game.
async fn overtime_costs_a_zi(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, one_second(), "reject", "penalty").await?;
    let game = hall.game(0).await?;
    let [_black, mut white] = hall.seats(&game).await?;
    for _ in 0..2 {
        let event = white.sees("overran").await?;
        ensure!(event["by"] == "black" && event["led_to"] == "penalty" && event["used"] == 1_000, "{event}");
    }
    let event = white.sees("timed_out").await?;
    ensure!(event["outcome"]["result"] == "W+T", "{event}");
    let snapshot = hall.snapshot(&game).await?;
    ensure!(snapshot["penalties"] == json!({"black": 2, "white": 0}), "{snapshot}");
    ensure!(snapshot["warnings"] == json!({"black": 0, "white": 0}), "penalties are no warnings: {snapshot}");
    hall.counts(&json!("loss"), [0, 0]).await
}

async fn wrong_colours_begin_anew(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind, unhurried(), "reject", "lose").await?;
    let (game, [mut black, _white], answer) = occupied(&hall).await?;
    ensure!(answer["error"]["code"] == "occupied", "where nothing is set it is refused: {answer}");
    let mut referee = Seat::take(&hall.server.url, &hall.people[0], &black.game).await?;
    let ruling = json!({"type": "rule", "game": black.game, "order": {"kind": "colours_wrong"}, "reason": "other",
        "after": referee.seq, "head": referee.head});
    let ruled = referee.ask(ruling).await?;
    ensure!(ruled["ok"]["seq"].is_u64(), "{ruled}");
    let event = black.sees("ruled").await?;
    ensure!(event["outcome"]["reason"] == "wrong_colours" && event["outcome"]["result"] == "Void", "{event}");
    let again = hall.game(1).await?;
    ensure!(again["black"] == game["white"] && again["white"] == game["black"], "{again} after {game}");
    let bout = hall.bout().await.context("no bout")?;
    ensure!(bout["first"] == game["black"]["entry"], "the assigned colours stay: {bout}");
    Ok(())
}
