//! Spectators who do not read, a thousand of them.

use crate::client::{Client, SOON, game, guest, play};
use anyhow::{Context, ensure};
use serde_json::json;
use tengen_tests::{
    certificates::Authority,
    server::{Server, StoreKind},
    wait_for,
};
use tokio::{task::JoinSet, time::timeout};

/// As many as one connection may follow, so that there is enough not to read.
const GAMES: usize = 16;

/// Marks in each game. With them more is sent to each spectator than his queue and the buffers of
/// both ends hold.
const MARKS: u64 = 52;

/// What a socket of a client that does not read takes in for it, bytes.
const RECEIVE_BYTES: u32 = 4 * 1024;

/// What may wait for one connection, bytes.
const QUEUE_BYTES: u64 = 64 * 1024;

/// What one connection may cost beside its queue, bytes: its task, its buffers and the allocator.
const BESIDE_BYTES: u64 = 32 * 1024;

/// What may wait encrypted, bytes ..
const RECORD_BYTES: u64 = 16 * 1024;

/// .. and what else TLS keeps for a connection, bytes.
const SESSION_BYTES: u64 = 16 * 1024;

/// Memory of a process that is not its files', bytes.
fn memory(server: &Server) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process().context("it has ended")?))?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).context("no RssAnon")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

/// The value of a counter of the server.
async fn counter(server: &Server, name: &str) -> Option<u64> {
    let text = reqwest::get(format!("{}/metrics", server.admin)).await.ok()?.text().await.ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_stalled_spectators_cost_64_kib_each_and_players_are_answered() -> anyhow::Result<()> {
    stalled(1_000, None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn with_tls_they_cost_one_record_more() -> anyhow::Result<()> {
    stalled(300, Some(&Authority::new()?)).await
}

/// So many spectators, with TLS if there is an authority.
async fn stalled(count: usize, authority: Option<&Authority>) -> anyhow::Result<()> {
    let files = tempfile::tempdir()?;
    let mut arguments = vec!["--trusted-proxy".into(), "127.0.0.1".into()];
    if let Some(authority) = authority {
        arguments.extend(authority.issue(files.path(), "site")?.arguments());
    }
    let server = Server::start_with(StoreKind::Embedded, &arguments).await?;
    let login = async || {
        let token = guest(&server).await?;
        let mut client = Client::open_with(&server, None, None, authority).await?;
        client.ok(json!({"type": "hello", "token": token})).await?;
        anyhow::Ok(client)
    };
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let mut black = login().await?;
        let mut white = login().await?;
        let game = game(&mut black, &mut white).await?;
        play(&mut black, &game, "E5").await?;
        play(&mut white, &game, "pass").await?;
        play(&mut black, &game, "pass").await?;
        games.push((game, black, white));
    }
    let before = memory(&server)?;
    let mut spectators = JoinSet::new();
    for number in 0..count {
        // a connection's rates and shares are its address's while it has no account
        let from = format!("10.1.{}.{}", number / 250, number % 250);
        let mut spectator = Client::open_with(&server, Some(from), Some(RECEIVE_BYTES), authority).await?;
        let games: Vec<String> = games.iter().map(|(game, ..)| game.clone()).collect();
        spectators.spawn(async move {
            spectator.ok(json!({"type": "hello", "anonymous": true})).await?;
            for game in &games {
                spectator.join(game).await?;
            }
            anyhow::Ok(spectator)
        });
    }
    // kept, and read no more
    let mut stalled = Vec::new();
    while let Some(spectator) = spectators.join_next().await {
        stalled.push(spectator??);
    }
    ensure!(stalled.len() == count);
    let mut marking = JoinSet::new();
    for (game, mut black, white) in games {
        marking.spawn(async move {
            for revision in 0..MARKS {
                let dead = revision % 2 == 0;
                black
                    .ok(json!({"type": "mark", "game": game, "vertex": "E5", "dead": dead, "revision": revision}))
                    .await?;
            }
            anyhow::Ok((black, white))
        });
    }
    // two others play meanwhile, and each of their moves is answered
    let mut black = login().await?;
    let mut white = login().await?;
    let game = game(&mut black, &mut white).await?;
    for row in 1..=9 {
        play(&mut black, &game, &format!("C{row}")).await?;
        play(&mut white, &game, &format!("G{row}")).await?;
    }
    let mut players = Vec::new();
    while let Some(pair) = timeout(SOON, marking.join_next()).await.context("marks are not answered")? {
        players.push(pair??);
    }
    wait_for("all of them to fall behind", 60, || async {
        counter(&server, "tengen_queue_drops_total{queue=\"spectator\"}").await.filter(|drops| *drops >= count as u64)
    })
    .await?;
    let cost = memory(&server)?.saturating_sub(before) / count as u64;
    let tls = if authority.is_some() { RECORD_BYTES + SESSION_BYTES } else { 0 };
    ensure!(cost <= QUEUE_BYTES + BESIDE_BYTES + tls, "{cost} bytes for each");
    // who reads again is told where the games stand
    let one = stalled.last_mut().context("none")?;
    loop {
        let message = one.read().await?.context("a spectator was closed")?;
        if message["notice"] == "resync" {
            break;
        }
    }
    Ok(())
}
