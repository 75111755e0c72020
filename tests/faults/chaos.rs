//! The command that breaks things at random, small: it works, breaks something and finds nothing wrong.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::process::Stdio;
use tengen_tests::{binary, cli::json};
use tokio::process::Command;

async fn chaos(arguments: &str) -> anyhow::Result<Value> {
    let mut command = Command::new(binary("chaos")?);
    command.args(arguments.split(' ')).arg("--json").kill_on_drop(true);
    json(command).await?.into_iter().next().context("it said nothing")
}

#[tokio::test(flavor = "multi_thread")]
async fn some_seconds_of_chaos_violate_nothing() -> anyhow::Result<()> {
    let report = chaos("--minutes 0.1 --games 6 --seed 3").await?;
    ensure!(report["violations"].as_array().is_some_and(Vec::is_empty), "{report}");
    ensure!(report["faults"].as_object().is_some_and(|faults| !faults.is_empty()), "{report}");
    ensure!(report["games"].as_u64() >= Some(6), "{report}");
    ensure!(report["moves_acknowledged_and_checked"].as_u64() > Some(0), "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_storm_brings_everybody_back() -> anyhow::Result<()> {
    let report = chaos("--storm --games 50 --rate 100 --calm 1 --seed 1").await?;
    ensure!(report["violations"].as_array().is_some_and(Vec::is_empty), "{report}");
    ensure!(report["connections_lost"] == 50 && report["resumed"]["count"] == 50, "{report}");
    for when in ["moves_before", "moves_during", "moves_after"] {
        ensure!(report[when].is_object(), "{report}");
    }
    ensure!(report["moves_after"]["count"].as_u64() > Some(0), "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_arguments_are_told_apart_from_violations() -> anyhow::Result<()> {
    let mut command = Command::new(binary("chaos")?);
    let status = command.args(["--only", "earthquake"]).stderr(Stdio::null()).status().await?;
    ensure!(status.code() == Some(2), "{status}");
    Ok(())
}
