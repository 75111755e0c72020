//! Two engines that cannot see each other play whole games through the server; a third account
//! watches; one engine's connection is cut ten times.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{collections::HashSet, time::Duration};
use tengen_tests::{
    cli::{Running, guest, tengen},
    oracle,
    proxy::Proxy,
    server::Server,
    wait_for,
};

on_both_stores!(a_9x9_game, a_19x19_game_with_cuts);

async fn a_9x9_game(kind: StoreKind) -> anyhow::Result<()> {
    whole_game(kind, 9, "2m+3x20s", 0).await
}

async fn a_19x19_game_with_cuts(kind: StoreKind) -> anyhow::Result<()> {
    whole_game(kind, 19, "10m+5x30s", 10).await
}

fn engine(level: u32) -> String {
    format!("{} --mode gtp --chinese-rules --positional-superko --level {level}", oracle::gnugo())
}

fn bot(server: &Server, url: &str, token: &str) -> anyhow::Result<tokio::process::Command> {
    let mut command = tengen(&server.home().join(token.get(..8).unwrap_or("bot")), url, Some(token))?;
    command.args(["bot", "--json", "--engine", &engine(1)]);
    Ok(command)
}

async fn whole_game(kind: StoreKind, size: usize, time: &str, cuts: u32) -> anyhow::Result<()> {
    let mut server = Server::start(kind).await?;
    let home = server.home().to_owned();
    let (_, black) = guest(&home.join("b"), &server.url).await?;
    let (_, white) = guest(&home.join("w"), &server.url).await?;
    let (_, watcher) = guest(&home.join("s"), &server.url).await?;
    let proxy = Proxy::start(server.address).await?;
    let through_proxy = format!("http://{}", proxy.address);

    let mut offer = bot(&server, &server.url, &black)?;
    offer.args(["--offer", "--size", &size.to_string(), "--time", time, "--colour", "black", "--games", "1"]);
    let offering = Running::start(offer)?;
    let mut accept = bot(&server, &through_proxy, &white)?;
    accept.args(["--accept", "--games", "1"]);
    let accepting = Running::start(accept)?;

    let game = wait_for("a game in the list", 30, || live_game(&server)).await?;
    // The watcher comes in the middle.
    wait_for("some moves", 60, || async { (log_length(&server, &game).await.ok()? > 8).then_some(()) }).await?;
    let mut watch = tengen(&home.join("s"), &server.url, Some(&watcher))?;
    watch.args(["watch", &game, "--json"]);
    let watching = tokio::spawn(Running::start(watch)?.rest());
    cut(&server, &proxy, &game, cuts).await?;

    let limit = Duration::from_secs(400);
    let (_, offered_well) = tokio::time::timeout(limit, offering.rest()).await.context("the game did not end")??;
    let (_, accepted_well) = tokio::time::timeout(limit, accepting.rest()).await.context("the bot did not end")??;
    ensure!(offered_well && accepted_well, "a bot failed");
    let (seen, watched_well) = tokio::time::timeout(limit, watching).await.context("the watcher did not end")???;
    ensure!(watched_well, "the watcher failed");
    ensure!(cuts == 0 || proxy.connections() > u64::from(cuts), "{} connections", proxy.connections());

    let log = whole_log(&server, &game).await?;
    every_event_once(&log, &seen)?;
    each_move_once(&log)?;
    the_record_is_right(&server, &game, &log, size).await?;
    ensure!(server.stop().await?.success(), "the server did not stop well");
    Ok(())
}

async fn live_game(server: &Server) -> Option<String> {
    let list: Value = serde_json::from_str(&server.get("/api/v1/games").await.ok()?).ok()?;
    list["games"][0]["game"].as_str().map(str::to_owned)
}

async fn log_length(server: &Server, game: &str) -> anyhow::Result<u64> {
    let page: Value = serde_json::from_str(&server.get(&format!("/api/v1/games/{game}/log?from=1&limit=1")).await?)?;
    page["seq"].as_u64().context("no seq")
}

async fn whole_log(server: &Server, game: &str) -> anyhow::Result<Vec<Value>> {
    let mut log = Vec::new();
    loop {
        let page = server.get(&format!("/api/v1/games/{game}/log?from={}&limit=100", log.len() + 1)).await?;
        let page: Value = serde_json::from_str(&page)?;
        let events = page["events"].as_array().context("no events")?;
        log.extend(events.iter().cloned());
        if log.len() as u64 >= page["seq"].as_u64().context("no seq")? {
            return Ok(log);
        }
        ensure!(!events.is_empty(), "an empty page before the end");
    }
}

/// Cuts the proxied bot, every third time after it spoke and before it was answered.
async fn cut(server: &Server, proxy: &Proxy, game: &str, cuts: u32) -> anyhow::Result<()> {
    for n in 0..cuts {
        let before = log_length(server, game).await?;
        wait_for("two more moves", 90, || async { (log_length(server, game).await.ok()? >= before + 2).then_some(()) })
            .await?;
        if n % 3 != 0 {
            proxy.cut();
            continue;
        }
        // From here on the bot hears nothing: its own next move is committed and not acknowledged.
        proxy.mute();
        let muted_at = log_length(server, game).await?;
        let spoke = wait_for("a move without an answer", 30, || async {
            let more = log_length(server, game).await.ok()? > muted_at;
            (more && proxy.was_heard()).then_some(())
        });
        // It may be the other side's turn, which the muted bot cannot know: then it is just cut.
        let _spoke_or_not = tokio::time::timeout(Duration::from_secs(5), spoke).await;
        proxy.cut_and_unmute();
    }
    Ok(())
}

/// The watcher saw each event after it joined, once and in order, as the log has it.
fn every_event_once(log: &[Value], seen: &[Value]) -> anyhow::Result<()> {
    let first = seen.first().and_then(|line| line["seq"].as_u64()).context("the watcher saw nothing")?;
    let expected: Vec<u64> = (first..=log.len() as u64).collect();
    let got: Vec<u64> = seen.iter().filter_map(|line| line["seq"].as_u64()).collect();
    ensure!(got == expected, "the watcher saw {got:?}, the log has {} events", log.len());
    for line in seen {
        let at = usize::try_from(line["seq"].as_u64().context("seq")?)? - 1;
        for field in ["t", "at", "event"] {
            ensure!(line[field] == log[at][field], "event {} differs: {line} {}", at + 1, log[at]);
        }
        ensure!(line["game"].is_string(), "{line}");
    }
    Ok(())
}

fn each_move_once(log: &[Value]) -> anyhow::Result<()> {
    let mut ids = HashSet::new();
    let mut turn = "black";
    for (n, recorded) in log.iter().enumerate() {
        ensure!(recorded["seq"].as_u64() == Some(n as u64 + 1), "seq of {recorded}");
        let event = &recorded["event"];
        if let Some(id) = event["id"].as_str() {
            ensure!(ids.insert((event["by"].clone().to_string(), id.to_owned())), "{id} twice");
        }
        if matches!(event["kind"].as_str(), Some("play" | "pass")) {
            ensure!(event["by"] == turn, "out of turn: {recorded}");
            turn = if turn == "black" { "white" } else { "black" };
        }
    }
    Ok(())
}

/// Stones that both confirmed dead: the marks of the last stop.
fn dead_stones(log: &[Value]) -> Vec<String> {
    let mut dead = HashSet::new();
    for recorded in log {
        let event = &recorded["event"];
        if event.get("stop").is_some() {
            dead.clear();
        }
        for stone in event["stones"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if event["kind"] == "marked" && event["dead"] == true {
                dead.insert(stone.to_owned());
            } else if event["kind"] == "marked" {
                dead.remove(stone);
            }
        }
    }
    dead.into_iter().collect()
}

/// The time that the record says was left after each move is what the log says.
fn the_times_are_right(record: &oracle::Record, log: &[Value]) -> anyhow::Result<()> {
    let setup = &log.first().context("empty log")?["event"]["setup"];
    let main = setup["time"]["main"].as_f64().context("no main time")?;
    ensure!(record.main_time == Some(main / 1000.0), "TM {:?}, main time {main} ms", record.main_time);
    let clocks =
        log.iter().map(|line| &line["event"]).filter(|event| event["kind"] == "play" || event["kind"] == "pass");
    for (event, (left, periods)) in clocks.zip(&record.left) {
        let clock = &event["clock"];
        let in_main = clock["main"].as_u64().context("no clock")? > 0 || clock["period"].is_null();
        let expected = if in_main { &clock["main"] } else { &clock["period"] };
        ensure!(*left == expected.as_f64().map(|ms| ms / 1000.0), "left {left:?} after {event}");
        let expected = if in_main { None } else { clock["periods"].as_u64() };
        ensure!(periods.map(u64::from) == expected, "periods {periods:?} after {event}");
    }
    Ok(())
}

async fn the_record_is_right(server: &Server, game: &str, log: &[Value], size: usize) -> anyhow::Result<()> {
    let outcome = &log.last().context("empty log")?["event"]["outcome"];
    let result = outcome["result"].as_str().context("no result")?;
    let sgf = server.get(&format!("/api/v1/games/{game}.sgf")).await?;
    let dead = dead_stones(log);
    let record = oracle::sgfmill(&sgf, &dead).await?;
    let moves = log.iter().filter(|line| matches!(line["event"]["kind"].as_str(), Some("play" | "pass"))).count();
    ensure!(record.moves == moves, "sgfmill read {} moves of {moves}", record.moves);
    ensure!(record.result.as_deref() == Some(result), "RE {:?}, result {result}", record.result);
    the_times_are_right(&record, log)?;
    ensure!(oracle::gnugo_board(&sgf, size).await? == record.board, "gnugo's board differs from sgfmill's");
    if outcome["reason"] == "count" {
        // Area of both with neutral points halved: the margin is the difference minus komi.
        let margin = f64::from(record.area_margin) - record.komi;
        let counted = match margin {
            0.0 => "0".to_owned(),
            _ if margin > 0.0 => format!("B+{margin}"),
            _ => format!("W+{}", -margin),
        };
        ensure!(counted == result, "sgfmill counts {counted}, the server {result}");
    } else {
        ensure!(outcome["reason"] == "resignation", "engines end by count or resignation: {outcome}");
    }
    let finished: Value = serde_json::from_str(&server.get("/api/v1/games?status=finished").await?)?;
    let listed = finished["games"].as_array().is_some_and(|games| games.iter().any(|line| line["game"] == game));
    ensure!(listed, "not listed as finished: {finished}");
    Ok(())
}
