//! The example bot, two of them, from the protocol's README: whoever can read can write one.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::process::Stdio;
use tengen_tests::{oracle, server::Server};
use tokio::process::Command;

on_both_stores!(two_example_bots_play_a_whole_game);

async fn two_example_bots_play_a_whole_game(kind: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(kind).await?;
    let example = oracle::file("../protocol/examples/bot.py");
    let lines = std::fs::read_to_string(&example)?.lines().count();
    ensure!(lines < 100, "the example has {lines} lines");
    let bot = |how: &str| {
        let mut command = Command::new(oracle::python());
        command.arg(&example).args([&server.url, how]).stdin(Stdio::null()).kill_on_drop(true);
        command.output()
    };
    let both = async { tokio::try_join!(bot("offer"), bot("accept")) };
    let (offered, accepted) = tokio::time::timeout(std::time::Duration::from_secs(120), both).await??;
    let mut results = Vec::new();
    for out in [offered, accepted] {
        ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let line: Value = serde_json::from_slice(&out.stdout)?;
        results.push(line);
    }
    ensure!(
        results[0]["result"] == results[1]["result"] && results[0]["colour"] != results[1]["colour"],
        "{results:?}"
    );
    let game = results[0]["game"].as_str().context("no game")?;
    let sgf = server.get(&format!("/api/v1/games/{game}.sgf")).await?;
    let record = oracle::sgfmill(&sgf, &[]).await?;
    ensure!(record.result.as_deref() == results[0]["result"].as_str(), "{record:?}");
    Ok(())
}
