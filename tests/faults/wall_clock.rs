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
const SAME_MS: i64 = 20_000;

fn here_ms() -> anyhow::Result<i64> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

/// How far Redis's clock is ahead of this process's, ms.
fn redis_ahead_ms(nodes: &Nodes) -> anyhow::Result<i64> {
    let answer = nodes.redis.run(&["TIME"])?;
    let seconds: i64 = answer.lines().next().context("no time")?.parse()?;
    Ok(seconds * 1_000 - here_ms()?)
}

/// How far a node's clock is ahead, ms: it dates its answers.
async fn node_ahead_ms(nodes: &Nodes, node: usize) -> anyhow::Result<i64> {
    let answer = reqwest::get(format!("{}/healthz", nodes.nodes[node].url)).await?;
    let date = answer.headers().get("date").context("no date")?.to_str()?.to_owned();
    let clock = date.split(' ').nth(4).with_context(|| date.clone())?;
    let fields = clock.split(':').map(str::parse).collect::<Result<Vec<i64>, _>>()?;
    let [hours, minutes, seconds] = fields[..] else { anyhow::bail!("{date}") };
    let day = 86_400_000;
    let ahead = ((hours * 60 + minutes) * 60 + seconds) * 1_000 - here_ms()? % day;
    // around midnight
    Ok((ahead + day + day / 2).rem_euclid(day) - day / 2)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_redis_is_set_forward_and_back_under_play() -> anyhow::Result<()> {
    for step_ms in [STEP_MS, -STEP_MS] {
        let clock = WallClock::new()?;
        let mut nodes = Nodes::start_as(2, Unusual { redis_clock: Some(&clock), ..Unusual::default() }).await?;
        nodes.time = "50s";
        let players = under(&mut nodes, async |nodes| {
            clock.set(step_ms)?;
            let ahead = redis_ahead_ms(nodes)?;
            ensure!(ahead.abs_diff(step_ms) < SAME_MS.unsigned_abs(), "Redis is {ahead} ms ahead");
            Ok(())
        })
        .await?;
        nodes.check(1, players).await.with_context(|| format!("set by {step_ms} ms"))?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_clock_of_a_node_is_set_forward_and_back_under_play() -> anyhow::Result<()> {
    let clock = WallClock::new()?;
    let mut nodes = Nodes::start_as(2, Unusual { node_clock: Some(&clock), ..Unusual::default() }).await?;
    nodes.time = "50s";
    for step_ms in [STEP_MS, -STEP_MS] {
        let players = under(&mut nodes, async |nodes| {
            clock.set(step_ms)?;
            let (first, second) = (node_ahead_ms(nodes, 0).await?, node_ahead_ms(nodes, 1).await?);
            ensure!(first.abs_diff(step_ms) < SAME_MS.unsigned_abs(), "the node is {first} ms ahead");
            ensure!(second.abs() < SAME_MS, "the other node is {second} ms ahead");
            Ok(())
        })
        .await?;
        ensure!(players.iter().all(|player| player.joined == 1), "somebody was sent away");
        clock.set(0)?;
        nodes.check(1, players).await.with_context(|| format!("set by {step_ms} ms"))?;
    }
    Ok(())
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
