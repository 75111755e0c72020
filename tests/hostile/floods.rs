//! Who sends too much, or never to the end.

use crate::client::{Client, SOON, admin, agreed, frame, game, guest, play, post, raw};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_tests::{
    server::{Server, StoreKind},
    wait_for,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;

const HELLO: &str = r#"{"id":"h","type":"hello","anonymous":true}"#;
const TEXT: u8 = 1;
const CONTINUATION: u8 = 0;

/// What comes until the server hangs up; frames are no UTF-8.
async fn rest(stream: &mut TcpStream) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // a reset after the answer is a hang-up too
    let _reset = timeout(SOON, stream.read_to_end(&mut bytes)).await.context("the server did not hang up")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes the same frame until the server hangs up: bytes that it took.
async fn endless(stream: &mut TcpStream, frame: &[u8]) -> anyhow::Result<usize> {
    let writing = async {
        let mut taken = 0;
        while stream.write_all(frame).await.is_ok() {
            taken += frame.len();
        }
        taken
    };
    timeout(SOON, writing).await.context("the server takes frames without an end")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_parts_is_one_message_and_has_the_limits_of_one() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let mut stream = raw(&server).await?;
    let mut parts = frame(false, TEXT, b"");
    for byte in &HELLO.as_bytes()[..HELLO.len() - 1] {
        parts.extend(frame(false, CONTINUATION, &[*byte]));
    }
    parts.extend(frame(true, CONTINUATION, b"}"));
    // 9 parts of 1 KiB, of which the last is one too many, and it never ends
    parts.extend(frame(false, TEXT, &[b' '; 1024]));
    for _ in 0..8 {
        parts.extend(frame(false, CONTINUATION, &[b' '; 1024]));
    }
    stream.write_all(&parts).await?;
    let said = rest(&mut stream).await?;
    ensure!(said.contains(r#""re":"h","ok""#), "{said}");
    ensure!(said.contains("too_large"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_without_an_end_are_cut_off() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    // a frame that says that it has 2^62 bytes is refused for what it says
    let mut stream = raw(&server).await?;
    let mut huge = vec![0x81, 0x80 | 127];
    huge.extend((1_u64 << 62).to_be_bytes());
    huge.extend([0; 4]);
    stream.write_all(&huge).await?;
    rest(&mut stream).await?;
    // parts of nothing, for ever: the deadline of `hello` ends them
    let mut stream = raw(&server).await?;
    stream.write_all(&frame(false, TEXT, b"")).await?;
    endless(&mut stream, &frame(false, CONTINUATION, b"")).await?;
    // and full parts, for ever, before `hello`: little is taken
    let mut stream = raw(&server).await?;
    stream.write_all(&frame(false, TEXT, b"")).await?;
    endless(&mut stream, &frame(false, CONTINUATION, &[b' '; 1024])).await?;
    Client::anonymous(&server).await?.ok(json!({"type": "ping"})).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_first_is_told_so_and_closed() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let opened = Instant::now();
    let mut silent = Client::open(&server, None, None).await?;
    let first = silent.read().await?.context("nothing was said")?;
    ensure!(first["error"]["code"] == "hello_first", "{first}");
    ensure!(opened.elapsed() >= Duration::from_millis(4_900), "after {:?}", opened.elapsed());
    silent.last().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pings_is_closed_and_told_when_to_come_back() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let flooding = Client::anonymous(&server).await?;
    let (mut sink, mut stream) = flooding.socket.split();
    let flood = async { while sink.send(Message::Ping(Vec::new().into())).await.is_ok() {} };
    let listen = async {
        let mut last = None;
        while let Some(Ok(message)) = stream.next().await {
            if let Message::Text(text) = message {
                last = Some(text.to_string());
            }
        }
        last
    };
    let (_, last) = timeout(SOON, async { tokio::join!(flood, listen) }).await.context("it is not closed")?;
    let last: Value = serde_json::from_str(&last.context("nothing was said")?)?;
    ensure!(last["notice"] == "closing" && last["code"] == "rate_limited", "{last}");
    ensure!(last["retry_after"].as_u64().is_some_and(|ms| ms > 0), "{last}");
    Ok(())
}

/// Games of a pair of accounts: an account may be in 50, and say 60 commands at once.
const OF_A_PAIR: usize = 40;

/// So many games, made by as few accounts as may have them.
async fn games(server: &Server, count: usize) -> anyhow::Result<Vec<String>> {
    let mut making = JoinSet::new();
    for begun in (0..count).step_by(OF_A_PAIR) {
        let (one, other) = (guest(server).await?, guest(server).await?);
        let (mut black, mut white) = (Client::login(server, &one).await?, Client::login(server, &other).await?);
        making.spawn(async move {
            let mut made = Vec::new();
            for _ in begun..count.min(begun + OF_A_PAIR) {
                made.push(agreed(&mut black, &mut white, "public").await?);
            }
            anyhow::Ok(made)
        });
    }
    let mut games = Vec::new();
    while let Some(made) = making.join_next().await {
        games.extend(made??);
    }
    ensure!(games.len() == count, "{} games", games.len());
    Ok(games)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_follows_16_games_and_a_broadcaster_s_256() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let games = games(&server, 257).await?;
    let words = json!({"name": "Kifu", "password": "correct horse"});
    let (status, made) = post(&server, "accounts", None, words).await?;
    ensure!(status == 201, "{made}");
    let token = made["token"].as_str().context("no token")?;
    let full = |refused: &Value, max: u64| refused["code"] == "too_many_joined" && refused["limit"]["max"] == max;

    let mut watcher = Client::login(&server, token).await?;
    for game in &games[..16] {
        watcher.join(game).await?;
    }
    let refused = watcher.refused(json!({"type": "join", "game": games[16]})).await?;
    ensure!(full(&refused, 16), "{refused}");
    // one that it follows already is no further one
    watcher.join(&games[0]).await?;

    admin(&server, "account role Kifu give broadcaster").await?;
    // what is open has the new limit after a `refresh`
    let refresh = json!({"type": "refresh", "token": token});
    let join = |game: &str| json!({"type": "join", "game": game});
    watcher.ok(refresh.clone()).await?;
    for game in &games[16..256] {
        let joined = watcher.in_time(join(game)).await?;
        ensure!(joined["ok"].is_object(), "{joined}");
    }
    let refused = watcher.in_time(join(&games[256])).await?;
    ensure!(full(&refused["error"], 256), "{refused}");
    let left = watcher.in_time(json!({"type": "leave", "game": games[0]})).await?;
    ensure!(left["ok"].is_object(), "{left}");
    let joined = watcher.in_time(join(&games[256])).await?;
    ensure!(joined["ok"].is_object(), "{joined}");

    // who is one no more follows no further game after the next `refresh`
    admin(&server, "account role Kifu take broadcaster").await?;
    let refreshed = watcher.in_time(refresh).await?;
    ensure!(refreshed["ok"].is_object(), "{refreshed}");
    let refused = watcher.in_time(join(&games[0])).await?;
    ensure!(full(&refused["error"], 16), "{refused}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_may_watch_without_an_account_from_one_address_and_all_who_have_one() -> anyhow::Result<()> {
    let arguments = ["--anonymous-per-address", "2"].map(str::to_owned);
    let server = Server::start_with(StoreKind::Embedded, &arguments).await?;
    let mut watching = vec![Client::anonymous(&server).await?, Client::anonymous(&server).await?];
    let mut third = Client::open(&server, None, None).await?;
    let refused = third.refused(json!({"type": "hello", "anonymous": true})).await?;
    ensure!(refused["code"] == "rate_limited" && refused["retry_after"].is_u64(), "{refused}");
    ensure!(third.last().await?["notice"] == "closing");
    Client::login(&server, &guest(&server).await?).await?.ok(json!({"type": "offers"})).await?;
    let refused = watching[0].refused(json!({"type": "offer", "terms": {}})).await?;
    ensure!(["forbidden", "bad_message"].contains(&refused["code"].as_str().unwrap_or_default()), "{refused}");
    // the place of one who has gone is free
    drop(watching.pop());
    wait_for("a place", 30, || async { Client::anonymous(&server).await.ok() }).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_joins_is_answered_closed_and_leaves_nothing_behind() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let flooding = Client::login(&server, &guest(&server).await?).await?;
    let (mut sink, mut stream) = flooding.socket.split();
    let flood = async {
        for number in 0_u32.. {
            let game = format!("{number:016}");
            let join = json!({"id": format!("j{number}"), "type": "join", "game": game});
            if sink.send(Message::text(join.to_string())).await.is_err() {
                break;
            }
        }
    };
    let listen = async {
        let mut told = Vec::new();
        while let Some(Ok(message)) = stream.next().await {
            if let Message::Text(text) = message {
                told.push(serde_json::from_str::<Value>(&text)?);
            }
        }
        anyhow::Ok(told)
    };
    let (_, told) = timeout(SOON, async { tokio::join!(flood, listen) }).await.context("it is not closed")?;
    let mut told = told?;
    let last = told.pop().context("nothing was said")?;
    ensure!(last["notice"] == "closing" && last["code"] == "rate_limited", "{last}");
    ensure!(last["retry_after"].as_u64().is_some_and(|ms| ms > 0), "{last}");
    for answer in &told {
        let code = answer["error"]["code"].as_str().unwrap_or_default();
        ensure!(["no_such_game", "rate_limited"].contains(&code), "{answer}");
        ensure!(code != "rate_limited" || answer["error"]["retry_after"].is_u64(), "{answer}");
    }
    let unknown = told.iter().filter(|answer| answer["error"]["code"] == "no_such_game").count();
    ensure!(unknown >= 60 && told.len() > unknown, "{unknown} of {}", told.len());
    // the burst is served, the first of it first
    let burst = |answer: &&Value| answer["re"].as_str().is_some_and(|id| (0..59).any(|n| id == format!("j{n}")));
    let refused = told.iter().filter(burst).find(|answer| answer["error"]["code"] == "rate_limited");
    ensure!(refused.is_none(), "{refused:?}");
    // others are served, and of games that are none nothing stays loaded
    Client::login(&server, &guest(&server).await?).await?.ok(json!({"type": "offers"})).await?;
    wait_for("no game to be loaded", 60, || async {
        let text = reqwest::get(format!("{}/metrics", server.admin)).await.ok()?.text().await.ok()?;
        text.lines().any(|line| line == "tengen_games_loaded 0").then_some(())
    })
    .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_people_behind_one_address_all_play() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let mut pupils = Vec::new();
    for _ in 0..200 {
        pupils.push(Client::login(&server, &guest(&server).await?).await?);
    }
    let mut playing = Vec::new();
    while let (Some(mut black), Some(mut white)) = (pupils.pop(), pupils.pop()) {
        playing.push(tokio::spawn(async move {
            let game = game(&mut black, &mut white).await?;
            for (side, vertex) in [(&mut black, "E5"), (&mut white, "D5")] {
                side.ok(json!({"type": "offers"})).await?;
                play(side, &game, vertex).await?;
            }
            anyhow::Ok((black, white))
        }));
    }
    ensure!(playing.len() == 100);
    let mut kept = Vec::new();
    for pair in playing {
        kept.push(timeout(SOON, pair).await.context("a game hangs")???);
    }
    Ok(())
}
