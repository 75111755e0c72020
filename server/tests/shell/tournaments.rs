//! Tournaments at the program itself: an event from its making to its result lists, as an organiser's
//! program asks for it.

use crate::{
    browser::Program,
    support::{SOON, get, request},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// A program and the accounts that ask it.
struct Site {
    _program: Program,
    address: SocketAddr,
}

struct Reply {
    status: u16,
    head: String,
    text: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    /// Status, code and cause of a refusal.
    fn refusal(&self) -> (u16, String, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
        (self.status, text("code"), text("why"))
    }

    fn is(&self, status: u16, code: &str, why: &str) {
        assert_eq!(self.refusal(), (status, code.to_owned(), why.to_owned()), "{}", self.text);
    }

    /// The tag of its state; the helper gives heads in lower case.
    fn tag(&self) -> String {
        let tag = self.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
        tag.replace("w/", "W/")
    }

    #[track_caller]
    fn ok(&self) -> Value {
        assert!(matches!(self.status, 200 | 201), "{} {}", self.status, self.text);
        self.json()
    }
}

impl Site {
    fn start() -> Self {
        let program = Program::start(None, &[]);
        let address = program.address().parse().unwrap();
        Self { _program: program, address }
    }

    async fn ask(&self, line: &str, token: &str, kind: &str, body: &str) -> Reply {
        let token = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        let headers = format!("content-type: {kind}\r\n{token}");
        let (status, head, text) = request(self.address, line, &headers, body).await;
        Reply { status, head, text }
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.ask(&format!("POST /api/v1/{path}"), token, "application/json", &body.to_string()).await
    }

    async fn get(&self, path: &str) -> Reply {
        let (status, head, mut text) = get(self.address, &format!("/api/v1/{path}")).await;
        if head.contains("transfer-encoding: chunked") {
            text = whole(&text);
        }
        Reply { status, head, text }
    }

    /// The token of a new account.
    async fn account(&self, name: &str) -> String {
        let made = self.post("accounts", "", &json!({"name": name, "password": "correct horse"})).await.ok();
        made["token"].as_str().unwrap().to_owned()
    }

    /// Settings of a Swiss of two rounds that is played elsewhere.
    async fn settings(&self) -> Value {
        let presets = self.get("tournaments/presets").await.ok();
        let presets = presets["presets"].as_array().unwrap();
        let preset = presets.iter().find(|preset| preset["preset"] == "chinese-2002").unwrap();
        let mut settings = preset["settings"].clone();
        settings["name"] = json!("Spring cup");
        settings["hosted"] = json!(false);
        settings["stages"][0]["system"] = json!({"system": "swiss", "rounds": 2});
        settings
    }
}

/// A body that came in chunks (RFC 9112, 7.1), up to the one of length 0.
fn whole(mut chunks: &str) -> String {
    let mut body = String::new();
    loop {
        let (length, rest) = chunks.split_once("\r\n").expect("a chunk, or the last one");
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return body;
        }
        // each byte is a character, of one byte or two
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
        body.push_str(&rest[..end]);
        chunks = rest[end..].strip_prefix("\r\n").expect("the end of a chunk");
    }
}

/// A tournament that the organiser has made.
struct Cup {
    site: Site,
    organiser: String,
    path: String,
    commands: u32,
}

impl Cup {
    async fn made() -> Self {
        let site = Site::start();
        let organiser = site.account("Olga").await;
        let new = json!({"id": "make", "settings": site.settings().await});
        let done = site.post("tournaments", &organiser, &new).await.ok();
        assert_eq!(done["seq"], 1);
        let path = format!("tournaments/{}", done["tournament"].as_str().unwrap());
        Self { site, organiser, path, commands: 0 }
    }

    async fn command(&self, token: &str, command: Value) -> Reply {
        self.site.post(&format!("{}/commands", self.path), token, &command).await
    }

    /// A command of the organiser that must succeed.
    async fn order(&mut self, mut command: Value) -> Value {
        self.commands += 1;
        command["id"] = json!(format!("o{}", self.commands));
        self.command(&self.organiser, command).await.ok()
    }

    async fn get(&self, rest: &str) -> Reply {
        self.site.get(&format!("{}{rest}", self.path)).await
    }

    async fn import(&self, query: &str, list: &str) -> Reply {
        let line = format!("POST /api/v1/{}/entries.csv{query}", self.path);
        self.site.ask(&line, &self.organiser, "text/csv", list).await
    }

    /// Five entries, the order drawn, the first round begun: its bouts.
    async fn begun(&mut self) -> Vec<Value> {
        self.import("?id=list", "name,rank,club\nAnn,5d,West\nBen,,\nCyd,2k,East\nDora,,West\n=Eve,,\n").await.ok();
        for step in [json!({"ask": "draw"}), json!({"ask": "start"}), json!({"ask": "pair", "begin": true})] {
            self.order(step).await;
        }
        let round = self.get("/rounds/1/1").await.ok();
        assert_eq!(round["byes"].as_array().unwrap().len(), 1);
        round["bouts"].as_array().unwrap().clone()
    }

    /// The first bout of the first round, once it is as it should be.
    async fn bout_when(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let come = async {
            loop {
                let bout = self.get("/rounds/1/1").await.ok()["bouts"][0].clone();
                if is_so(&bout) {
                    return bout;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(SOON, come).await.expect("the bout comes to that")
    }

    /// Black wins every game of these bouts.
    async fn black_wins(&mut self, bouts: &[Value]) {
        for bout in bouts {
            let game = &bout["games"][0];
            assert_eq!(game["elsewhere"], true);
            let scores = json!({"first": "win", "second": "loss"});
            self.order(json!({"ask": "announce", "game": game["game"], "score": {"scores": scores}})).await;
        }
    }
}

#[tokio::test]
async fn whoever_may_not_is_told_why_and_a_repeat_is_answered_as_the_first_time() {
    let site = Site::start();
    let settings = site.settings().await;
    let new = |id: &str, name: &str| {
        let mut settings = settings.clone();
        settings["name"] = json!(name);
        json!({"id": id, "settings": settings})
    };
    site.post("tournaments", "", &new("make", "Cup")).await.is(401, "unauthorized", "");
    site.post("tournaments", "wrong", &new("make", "Cup")).await.is(401, "unauthorized", "");
    let guest = site.post("guests", "", &json!({})).await.ok();
    let guest = guest["token"].as_str().unwrap();
    site.post("tournaments", guest, &new("make", "Cup")).await.is(403, "forbidden", "guest");
    let (olga, ann) = (site.account("Olga").await, site.account("Ann").await);
    site.post("tournaments", &olga, &json!({"id": "make"})).await.is(400, "bad_request", "body");
    site.post("tournaments", &olga, &new("make", "a\u{202e}b")).await.is(400, "bad_request", "control_characters");
    let mut long = new("make", "Cup");
    long["settings"]["stages"][0]["system"]["rounds"] = json!(65);
    let refused = site.post("tournaments", &olga, &long).await;
    refused.is(400, "bad_request", "out_of_range");
    assert_eq!(refused.json()["error"]["limit"], json!({"of": "rounds", "min": 1, "max": 64, "given": 65}));

    let made = site.post("tournaments", &olga, &new("make", "Cup")).await.ok();
    assert_eq!(site.post("tournaments", &olga, &new("make", "Cup")).await.ok(), made);
    site.post("tournaments", &olga, &new("make", "Other")).await.is(409, "id_reused", "");
    let path = format!("tournaments/{}/commands", made["tournament"].as_str().unwrap());
    let enter = json!({"id": "e1", "ask": "enter", "entry": {"rank": "3k"}});
    let entered = site.post(&path, &ann, &enter).await.ok();
    assert_eq!((&entered["entries"], &entered["seq"]), (&json!([1]), &json!(2)));
    assert_eq!(site.post(&path, &ann, &enter).await.ok(), entered);
    let again = json!({"id": "e2", "ask": "enter", "entry": {"rank": "3k"}});
    site.post(&path, &ann, &again).await.is(409, "tournament", "entered");
    site.post(&path, "", &again).await.is(401, "unauthorized", "");
    let start = json!({"id": "s1", "ask": "start"});
    site.post(&path, &ann, &start).await.is(403, "forbidden", "not_an_organiser");
    assert_eq!(site.post(&path, &olga, &start).await.refusal().0, 409);
    site.post(&path, &olga, &json!({"id": "x1", "ask": "dance"})).await.is(400, "bad_request", "body");
    let withdraw = json!({"id": "w1", "ask": "withdraw", "entry": 7});
    site.post(&path, &olga, &withdraw).await.is(404, "not_found", "no_entry");
    site.post("tournaments/none/commands", &olga, &start).await.is(404, "not_found", "");
    site.get("tournaments/no%20id").await.is(404, "not_found", "");
}

#[tokio::test]
async fn a_list_is_taken_whole_or_its_mistakes_are_named() {
    let cup = Cup::made().await;
    let wrong = "name,rank,account\nAnn,5d,\nBen,5x,\nAnn,,nobody-has-this\n";
    let refused = cup.import("?id=i1", wrong).await;
    refused.is(400, "bad_request", "entry_list");
    assert!(refused.text.contains("line 3, column 2 (rank)"), "{}", refused.text);
    let checked = cup.import("?check=true", wrong).await.ok();
    assert_eq!(checked["entries"], 0);
    let problem = &checked["problems"][0];
    assert_eq!([&problem["line"], &problem["column"], &problem["field"]], [&json!(3), &json!(2), &json!("rank")]);
    assert_eq!(problem["why"], "no_rank");
    let stranger = cup.import("?check=true", "name,account\nAnn,nobody-has-this\n").await.ok();
    assert_eq!(stranger["problems"][0]["why"], "no_account");

    let good = "name,rank,beer\r\nAnn,5d,dark\r\n'=Ben,,\r\n";
    let checked = cup.import("?check=true", good).await.ok();
    assert_eq!(checked, json!({"entries": 2, "encoding": "UTF-8", "ignored": ["beer"]}));
    cup.import("", good).await.is(400, "bad_request", "query");
    let done = cup.import("?id=i2", good).await.ok();
    assert_eq!(done["entries"], json!([1, 2]));
    assert_eq!(cup.import("?id=i2", good).await.ok(), done, "sent again");
    let again = cup.import("?check=true", good).await.ok();
    assert_eq!((&again["entries"], again["problems"].as_array().unwrap().len()), (&json!(0), 1));

    let other = cup.site.account("Zoe").await;
    let line = format!("POST /api/v1/{}/entries.csv", cup.path);
    for query in ["?check=true", "?id=z1"] {
        let refused = cup.site.ask(&format!("{line}{query}"), &other, "text/csv", good).await;
        refused.is(403, "forbidden", "not_an_organiser");
    }
    let list = cup.get("/entries.csv").await;
    assert!(list.head.contains("content-type: text/csv; charset=utf-8"), "{}", list.head);
    assert!(list.text.starts_with("\u{ef}\u{bb}\u{bf}no,name,") && list.text.contains(",'=Ben,"), "{}", list.text);
}

#[tokio::test]
async fn large_lists_are_for_those_who_say_who_they_are() {
    let cup = Cup::made().await;
    let row = |n: u32| format!("Player {n},,{}\n", "x".repeat(20));
    let list: String = std::iter::once("name,rank,club\n".to_owned()).chain((1..=800).map(row)).collect();
    assert!(list.len() > 20_000);
    let line = format!("POST /api/v1/{}/entries.csv?check=true", cup.path);
    assert_eq!(cup.site.ask(&line, "", "text/csv", &list).await.status, 413);
    assert_eq!(cup.site.ask(&line, "wrong", "text/csv", &list).await.status, 401);
    assert_eq!(cup.import("?check=true", &list).await.ok()["entries"], 800);
    let larger = "x".repeat(256 * 1024 + 1);
    cup.import("?check=true", &larger).await.is(413, "too_large", "");
    assert_eq!(cup.site.post("login", &cup.organiser, &json!({"name": list, "password": ""})).await.status, 413);
}

#[tokio::test]
async fn an_event_is_played_to_its_result_lists() {
    let mut cup = Cup::made().await;
    cup.get("/standings").await.is(404, "not_found", "no_stage");
    let bouts = cup.begun().await;
    cup.black_wins(&bouts).await;
    let shown = cup.get("").await.ok();
    assert_eq!((&shown["phase"], &shown["officials"][0][1]), (&json!("running"), &json!("Olga")));
    assert_eq!((&shown["stages"][0]["rounds"], &shown["stages"][0]["complete"]), (&json!(1), &json!(1)));
    assert!(shown["now"].as_u64().unwrap() > 0 && shown["you"].is_null(), "{shown}");

    let standings = cup.get("/standings").await.ok();
    let rows = standings["rows"].as_array().unwrap();
    // by method A whoever lost to somebody with two points is level with whoever won against nobody's
    let mut points: Vec<_> = rows.iter().map(|row| row["points"].as_u64().unwrap()).collect();
    assert_eq!((points[0], rows[1]["place"].as_u64()), (2, Some(2)));
    points.sort_unstable();
    assert_eq!(points, [0, 0, 2, 2, 2], "two winners and a bye");
    let bye = rows.iter().filter(|row| row["cells"] == json!([{"cell": "bye"}])).count();
    assert_eq!(bye, 1);

    let entry = &bouts[0]["first"];
    let explained = cup.get(&format!("/explain?entry={entry}")).await.ok();
    assert_eq!((&explained["place"]["entry"], &explained["pairings"][0]["round"]), (entry, &json!(1)));
    assert_eq!(explained["pairings"][0]["why"]["kind"], "pair");
    cup.get("/explain?entry=9").await.is(404, "not_found", "no_entry");
    cup.get("/explain").await.is(400, "bad_request", "query");
    cup.get("/bracket").await.is(404, "not_found", "not_of_this_kind");
    cup.get("/rounds/1/2").await.is(404, "not_found", "no_stage");
    cup.get("/rounds/1/x").await.is(404, "not_found", "no_stage");
    cup.get("/standings?stage=2").await.is(404, "not_found", "no_stage");

    for (file, kind, said) in [
        ("results.csv", "text/csv; charset=utf-8", "place,no,name,"),
        ("results.h9", "text/plain; charset=utf-8", "; EV[Spring cup]\n"),
        ("results.txt", "text/plain; charset=utf-8", "Spring cup\nplace  no  name"),
        ("games.sgf", "application/x-go-sgf; charset=utf-8", ""),
    ] {
        let list = cup.get(&format!("/{file}")).await;
        assert_eq!(list.status, 200, "{file}: {}", list.text);
        assert!(list.head.contains(&format!("content-type: {kind}")), "{}", list.head);
        assert!(list.head.contains(&format!("-{file}\"")), "{}", list.head);
        assert!(list.text.contains(said), "{file}: {}", list.text);
    }
    let log = cup.get("/log?from=2&limit=2").await.ok();
    let kinds: Vec<_> = log["events"].as_array().unwrap().iter().map(|event| &event["event"]["what"]["kind"]).collect();
    assert_eq!(kinds, ["entered", "drawn"]);
    for bad in ["/log?from=0", "/log?limit=0", "/log?limit=101"] {
        cup.get(bad).await.is(400, "bad_request", "out_of_range");
    }
    let list = cup.site.get("tournaments?phase=running&limit=5").await.ok();
    assert_eq!(list["tournaments"].as_array().unwrap().len() + list["next"].as_array().map_or(0, Vec::len), 1);
    cup.site.get("tournaments?phase=lost").await.is(400, "bad_request", "query");
    cup.site.get("tournaments?limit=201").await.is(400, "bad_request", "out_of_range");
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let mut cup = Cup::made().await;
    let bouts = cup.begun().await;
    for rest in ["", "/standings", "/rounds/1/1", "/results.csv", "/entries.csv"] {
        let first = cup.get(rest).await;
        let tag = first.tag();
        let line = format!("GET /api/v1/{}{rest}", cup.path);
        let held = format!("if-none-match: {tag}\r\n");
        let (status, head, body) = request(cup.site.address, &line, &held, "").await;
        assert_eq!((status, body.as_str()), (304, ""), "{rest}");
        assert!(
            head.contains(&format!("etag: {}", tag.to_lowercase()))
                && head.contains("cache-control: private, no-cache"),
            "{head}"
        );
    }
    let before = cup.get("/standings").await;
    let tag = before.tag();
    cup.black_wins(&bouts[..1]).await;
    let line = format!("GET /api/v1/{}/standings", cup.path);
    let (status, _, body) = request(cup.site.address, &line, &format!("if-none-match: {tag}\r\n"), "").await;
    assert_eq!(status, 200);
    assert_ne!(body, before.text);
}

/// A connection that has joined a game.
async fn joined(address: SocketAddr, token: &str, game: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
    let hello = json!({"id": "h", "type": "hello", "token": token});
    say(&mut socket, &hello).await;
    say(&mut socket, &json!({"id": "j", "type": "join", "game": game})).await;
    socket
}

/// Sends a command and waits until it is answered.
async fn say(socket: &mut WebSocketStream<TcpStream>, command: &Value) {
    socket.send(Message::Text(command.to_string().into())).await.unwrap();
    let answered = async {
        loop {
            let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["re"] == command["id"] {
                assert!(answer["error"].is_null(), "{command}: {answer}");
                return;
            }
        }
    };
    timeout(SOON, answered).await.expect("an answer");
}

#[tokio::test]
async fn the_records_of_all_games_are_one_collection() {
    let site = Site::start();
    let organiser = site.account("Olga").await;
    let mut settings = site.settings().await;
    settings.as_object_mut().unwrap().remove("hosted");
    let made = site.post("tournaments", &organiser, &json!({"id": "make", "settings": settings})).await.ok();
    let path = format!("tournaments/{}", made["tournament"].as_str().unwrap());
    let mut cup = Cup { site, organiser, path, commands: 0 };
    let mut tokens = Vec::new();
    for (n, name) in ["Ann", "Ben"].iter().enumerate() {
        let token = cup.site.account(name).await;
        cup.command(&token, json!({"id": "e", "ask": "enter", "entry": {}})).await.ok();
        let entry = cup.get("").await.ok()["entries"][n].clone();
        assert_eq!(entry["name"], **name);
        tokens.push(token);
    }
    for step in [json!({"ask": "draw"}), json!({"ask": "start"}), json!({"ask": "pair", "begin": true})] {
        cup.order(step).await;
    }
    let bout = cup.bout_when(|bout| bout["games"][0]["created"] == true).await;
    let game = &bout["games"][0];
    let [black, white] =
        ["black", "white"].map(|side| &tokens[usize::try_from(game[side]["entry"].as_u64().unwrap()).unwrap() - 1]);
    let id = game["game"].as_str().unwrap();
    let mut black = joined(cup.site.address, black, id).await;
    let _white = joined(cup.site.address, white, id).await;
    assert_eq!(cup.get("/games.sgf").await.text, "", "it is not finished");
    say(&mut black, &json!({"id": "r", "type": "resign", "game": id})).await;
    let bout = cup.bout_when(|bout| bout["result"].is_object()).await;
    assert_eq!(bout["result"], json!({"first": "loss", "second": "win"}));
    for query in ["", "?stage=1", "?round=1", "?stage=1&round=1"] {
        let games = cup.get(&format!("/games.sgf{query}")).await;
        assert_eq!((games.status, games.text.matches("(;").count()), (200, 1), "{query}: {}", games.text);
        assert!(games.text.contains("RE[W+R]"), "{}", games.text);
    }
    assert_eq!(cup.get("/games.sgf?round=2").await.text, "");
    cup.get("/games.sgf?stage=2").await.is(404, "not_found", "no_stage");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_boards_are_for_officials() {
    let cup = Cup::made().await;
    let boards = format!("GET /api/v1/{}/boards", cup.path);
    let seen = cup.site.ask(&boards, &cup.organiser, "application/json", "").await.ok();
    assert_eq!((seen["boards"].as_array().unwrap().len(), seen["seq"].as_u64()), (0, Some(1)));
    let somebody = cup.site.account("Sam").await;
    cup.site.ask(&boards, &somebody, "application/json", "").await.is(403, "forbidden", "not_an_official");
    assert_eq!(cup.site.ask(&boards, "", "application/json", "").await.status, 401);
    let nowhere = cup.site.ask("GET /api/v1/tournaments/nosuch/boards", &somebody, "application/json", "").await;
    assert_eq!(nowhere.status, 404);
}
