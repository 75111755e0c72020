//! Who sends too much, or never to the end.

use crate::client::{Client, SOON, frame, game, guest, play, post, raw};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use tengen_tests::{
    binary,
    server::{Server, StoreKind},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    process::Command,
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

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_follows_16_games_and_a_broadcaster_s_more() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let mut black = Client::login(&server, &guest(&server).await?).await?;
    let mut white = Client::login(&server, &guest(&server).await?).await?;
    let mut games = Vec::new();
    for _ in 0..17 {
        let game = game(&mut black, &mut white).await?;
        for side in [&mut black, &mut white] {
            side.ok(json!({"type": "leave", "game": game})).await?;
        }
        games.push(game);
    }
    let words = json!({"name": "Kifu", "password": "correct horse"});
    let (status, made) = post(&server, "accounts", None, words).await?;
    ensure!(status == 201, "{made}");
    let token = made["token"].as_str().context("no token")?;

    let mut watcher = Client::login(&server, token).await?;
    for game in &games[..16] {
        watcher.join(game).await?;
    }
    let refused = watcher.refused(json!({"type": "join", "game": games[16]})).await?;
    ensure!(refused["code"] == "too_many_joined" && refused["limit"]["max"] == 16, "{refused}");

    let mut admin = Command::new(binary("tengen-server")?);
    admin.arg("--data").arg(server.home().join("data")).args([
        "admin",
        "account",
        "role",
        "Kifu",
        "give",
        "broadcaster",
    ]);
    let given = admin.stdin(Stdio::null()).output().await?;
    ensure!(given.status.success(), "{}", String::from_utf8_lossy(&given.stderr));
    // what is open has the new limit after a `refresh`, what is opened now at once
    watcher.ok(json!({"type": "refresh", "token": token})).await?;
    watcher.join(&games[16]).await?;
    let mut broadcaster = Client::login(&server, token).await?;
    for game in &games {
        broadcaster.join(game).await?;
    }
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
