//! The wall clock of Redis or of a node is set while games are played: clocks of games know nothing of
//! it, since logical time leaves out what the wall clock jumped.

use super::{Nodes, PLAYED_WITHIN, Unusual, under};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};
use tengen_tests::{player::Player, wait_for, wall_clock::WallClock};
use tokio::time::timeout;

/// A step, ms: more than the games' main time.
const STEP_MS: i64 = 60_000;

/// What a clock may differ from the one of this process, ms, without having been set: a slow machine.
const SAME_MS: u64 = 20_000;

fn here_ms() -> anyhow::Result<i64> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

/// How far Redis's clock is ahead of this process's, ms.
fn redis_ahead_ms(nodes: &Nodes) -> anyhow::Result<i64> {
    let answer = nodes.redis.run(&["TIME"])?;
    let seconds: i64 = answer.lines().next().context("no time")?.parse()?;
    Ok(seconds * 1_000 - here_ms()?)
}

/// How far the first node's clock is ahead of the second's, ms: each says until when a new guest stays.
async fn node_ahead_ms(nodes: &Nodes) -> anyhow::Result<i64> {
    let mut ends = Vec::new();
    for node in &nodes.nodes {
        let answer = reqwest::Client::new().post(format!("{}/api/v1/guests", node.url)).send().await?;
        let session: Value = serde_json::from_str(&answer.text().await?)?;
        ends.push(session["expires_at"].as_i64().with_context(|| session.to_string())?);
    }
    Ok(ends[0] - ends[1])
}

/// A game of less than a minute for each, under which Redis's clock is set.
async fn redis_is_set(step_ms: i64) -> anyhow::Result<()> {
    let clock = WallClock::new()?;
    let mut nodes = Nodes::start_as(2, Unusual { redis_clock: Some(&clock), ..Unusual::default() }).await?;
    nodes.time = "50s";
    let players = under(&mut nodes, async |nodes| {
        clock.set(step_ms)?;
        let ahead = redis_ahead_ms(nodes)?;
        ensure!(ahead.abs_diff(step_ms) < SAME_MS, "Redis is {ahead} ms ahead");
        Ok(())
    })
    .await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_redis_is_set_forward_under_play() -> anyhow::Result<()> {
    redis_is_set(STEP_MS).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_redis_is_set_back_under_play() -> anyhow::Result<()> {
    redis_is_set(-STEP_MS).await
}

/// The same with the first node's clock; nobody needs to come back for it.
async fn a_node_is_set(step_ms: i64) -> anyhow::Result<()> {
    let clock = WallClock::new()?;
    let mut nodes = Nodes::start_as(2, Unusual { node_clock: Some(&clock), ..Unusual::default() }).await?;
    nodes.time = "50s";
    let players = under(&mut nodes, async |nodes| {
        clock.set(step_ms)?;
        let ahead = node_ahead_ms(nodes).await?;
        ensure!(ahead.abs_diff(step_ms) < SAME_MS, "the node is {ahead} ms ahead");
        Ok(())
    })
    .await?;
    ensure!(players.iter().all(|player| player.joined == 1), "somebody was sent away");
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_a_node_is_set_forward_under_play() -> anyhow::Result<()> {
    a_node_is_set(STEP_MS).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_a_node_is_set_back_under_play() -> anyhow::Result<()> {
    a_node_is_set(-STEP_MS).await
}

/// A clock that was set back stops nobody's time: who does not move loses, no earlier and not a minute
/// later.
#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_in_time_after_the_wall_clock_of_redis_was_set_back() -> anyhow::Result<()> {
    const PLIES: usize = 10;
    let clock = WallClock::new()?;
    let mut nodes = Nodes::start_as(2, Unusual { redis_clock: Some(&clock), ..Unusual::default() }).await?;
    nodes.time = "4s";
    let [mut black, mut white, _] = nodes.game().await?;
    let play = async |player: &mut Player| player.play(PLIES).await;
    let playing = async { tokio::try_join!(play(&mut black), play(&mut white)) };
    timeout(PLAYED_WITHIN, playing).await.context("not played")??;
    clock.set(-STEP_MS)?;
    let path = format!("/api/v1/games/{}/log", black.game);
    let over = async || {
        let page: Value = serde_json::from_str(&nodes.nodes[1].get(&path).await.ok()?).ok()?;
        page["events"].as_array()?.last().filter(|event| event["event"]["kind"] == "timed_out")?;
        Some(page)
    };
    let page = wait_for("Black's flag", 30, over).await?;
    let events = page["events"].as_array().context("no events")?;
    let [.., blacks, whites, flag] = &events[..] else { anyhow::bail!("{page}") };
    let left = blacks["event"]["clock"]["main"].as_u64().with_context(|| page.to_string())?;
    let waited = flag["t"].as_u64().zip(whites["t"].as_u64()).map(|(flag, move_)| flag.saturating_sub(move_));
    ensure!(flag["event"]["by"] == "black", "{flag}");
    ensure!(waited.is_some_and(|waited| (left..left + 2_000).contains(&waited)), "{left} ms, {waited:?}: {page}");
    Ok(())
}
