//! The way between a node and Redis is broken while Redis and the other nodes are well.

use super::{Nodes, PLAYED_WITHIN, PLIES, Unusual, lasting, under};
use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_tests::{
    proxy::{Way, Ways},
    server::Server,
    wait_for,
};
use tokio::{net::TcpStream, sync::watch, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, protocol::CloseFrame},
};

/// Created, and both have arrived.
const BEFORE_THE_FIRST_MOVE: u64 = 3;

const fn both(way: Way) -> Ways {
    Ways { requests: way, answers: way }
}

async fn behind_proxies() -> anyhow::Result<Nodes> {
    Nodes::start_as(2, Unusual { proxied: true, ..Unusual::default() }).await
}

/// Whether a node says that it is ready.
async fn is_ready(node: &Server) -> Option<bool> {
    let answer = reqwest::get(format!("{}/readyz", node.admin)).await.ok()?;
    Some(answer.status().is_success())
}

async fn until_ready(node: &Server, ready: bool) -> anyhow::Result<()> {
    let what = if ready { "the node to be ready" } else { "the node not to be ready" };
    wait_for(what, 20, async || (is_ready(node).await == Some(ready)).then_some(())).await
}

/// A connection that only listens.
async fn listener(node: &Server) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(node.address).await?;
    let mut socket = client_async(format!("ws://{}/ws", node.address), stream).await?.0;
    let hello = json!({"id": "hello", "type": "hello", "anonymous": true});
    socket.send(Message::Text(hello.to_string().into())).await?;
    Ok(socket)
}

/// The last notice of a connection and its close frame.
async fn goodbye(mut socket: WebSocketStream<TcpStream>) -> anyhow::Result<(Value, CloseFrame)> {
    let mut notice = Value::Null;
    let closed = async {
        loop {
            match socket.next().await.context("it ended without a close frame")?? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text)?;
                    if message["notice"].is_string() {
                        notice = message;
                    }
                }
                Message::Close(frame) => break frame.context("a close frame without a reason"),
                _ => {}
            }
        }
    };
    let frame = timeout(Duration::from_secs(20), closed).await.context("it is not closed")??;
    Ok((notice, frame))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_cut_off_from_redis_under_play() -> anyhow::Result<()> {
    let mut nodes = behind_proxies().await?;
    let players = under(&mut nodes, async |nodes| {
        let socket = listener(&nodes.nodes[0]).await?;
        nodes.proxies[0].set(both(Way::STALLED));
        let (notice, frame) = goodbye(socket).await?;
        ensure!(u16::from(frame.code) == 1013, "closed with {frame:?}");
        ensure!(notice["notice"] == "closing" && notice["code"] == "unavailable", "{notice}");
        ensure!(notice["retry_after"].is_u64(), "it does not say when to come back: {notice}");
        until_ready(&nodes.nodes[0], false).await?;
        ensure!(is_ready(&nodes.nodes[1]).await == Some(true), "the other node has its Redis");
        nodes.proxies[0].heal();
        until_ready(&nodes.nodes[0], true).await
    })
    .await?;
    ensure!(players[0].joined >= 2, "Black's node was cut off, and he stayed");
    ensure!(players[1].joined == 1, "White's node was well, and he left");
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_to_redis_are_cut_again_and_again_under_play() -> anyhow::Result<()> {
    let mut nodes = behind_proxies().await?;
    let players = under(&mut nodes, async |nodes| {
        for _ in 0..5 {
            nodes.proxies[0].cut();
            let before = nodes.proxies[0].connections();
            let again = async || (nodes.proxies[0].connections() > before).then_some(());
            wait_for("the node to connect again", 20, again).await?;
        }
        Ok(())
    })
    .await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_redis_are_late_under_play() -> anyhow::Result<()> {
    let mut nodes = behind_proxies().await?;
    let players = under(&mut nodes, async |nodes| {
        // within the node's patience, and beyond it: then each commit is one without an answer
        for delay_ms in [1_500, 2_500] {
            nodes.proxies[0].set(Ways { answers: Way::late(Duration::from_millis(delay_ms)), ..Ways::default() });
            lasting().await;
        }
        nodes.proxies[0].heal();
        until_ready(&nodes.nodes[0], true).await
    })
    .await?;
    nodes.check(1, players).await
}

async fn one_way_stalls(ways: Ways) -> anyhow::Result<()> {
    let mut nodes = behind_proxies().await?;
    let players = under(&mut nodes, async |nodes| {
        nodes.proxies[0].set(ways);
        lasting().await;
        nodes.proxies[0].heal();
        until_ready(&nodes.nodes[0], true).await
    })
    .await?;
    ensure!(players[0].joined >= 2, "Black's node was cut off, and he stayed");
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_a_node_to_redis_stall_under_play() -> anyhow::Result<()> {
    one_way_stalls(Ways { requests: Way::STALLED, ..Ways::default() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_redis_to_a_node_stall_under_play() -> anyhow::Result<()> {
    one_way_stalls(Ways { answers: Way::STALLED, ..Ways::default() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_between_nodes_and_redis_comes_in_halves() -> anyhow::Result<()> {
    let mut nodes = behind_proxies().await?;
    for proxy in &nodes.proxies {
        proxy.set(both(Way::HALVED));
    }
    let players = under(&mut nodes, async |_| Ok(())).await?;
    ensure!(players.iter().all(|player| player.joined == 1), "it is slow, and nothing else");
    nodes.check(1, players).await
}

/// Redis has committed a move and the node is not told: it is answered as that one, and not played
/// twice.
#[tokio::test(flavor = "multi_thread")]
async fn the_answer_to_a_commit_is_lost() -> anyhow::Result<()> {
    let nodes = behind_proxies().await?;
    let mut players = nodes.game().await?;
    let (go, waits) = watch::channel(false);
    players[0].holds = Some((PLIES / 2, waits));
    let [black, white, spectator] = &mut players;
    let game = black.game.clone();
    let before = BEFORE_THE_FIRST_MOVE + PLIES as u64 / 2;
    let playing =
        Box::pin(async { tokio::try_join!(black.play(PLIES), white.play(PLIES), spectator.play(PLIES)).map(|_| ()) });
    let losing = async {
        // Black's node knows that it is his turn, and he waits
        let known = async || (nodes.seq(0, &game).await.ok()? == before).then_some(());
        wait_for("White's move at Black's node", 20, known).await?;
        nodes.proxies[0].mute();
        go.send_replace(true);
        let committed = async || (nodes.seq(1, &game).await.ok()? > before).then_some(());
        wait_for("Black's move at White's node", 20, committed).await?;
        nodes.proxies[0].cut_and_unmute();
        Ok(())
    };
    timeout(PLAYED_WITHIN, async { tokio::try_join!(playing, losing) }).await.context("not played")??;
    nodes.check(1, players).await
}
