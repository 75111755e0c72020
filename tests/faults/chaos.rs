//! The command that breaks things at random, small: it works, breaks something and finds nothing wrong.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{os::unix::fs::PermissionsExt, process::Stdio};
use tengen_tests::{binary, cli::json};
use tokio::process::Command;

/// In front of the real one: it loses the end of its log before it starts again.
const FORGETFUL_REDIS: &str = "#!/bin/sh
dir=.
previous=
for argument in \"$@\"; do
  [ \"$previous\" = --dir ] && dir=$argument
  previous=$argument
done
for log in \"$dir\"/appendonlydir/*.incr.aof; do
  [ -s \"$log\" ] && truncate -s -2000 \"$log\"
done
PATH=${PATH#*:} exec redis-server \"$@\"
";

fn chaos(arguments: &str) -> anyhow::Result<Command> {
    let mut command = Command::new(binary("chaos")?);
    command.args(arguments.split(' ')).arg("--json").kill_on_drop(true);
    Ok(command)
}

/// Runs it to a good end.
async fn report(arguments: &str) -> anyhow::Result<Value> {
    json(chaos(arguments)?).await?.into_iter().next().context("it said nothing")
}

#[tokio::test(flavor = "multi_thread")]
async fn some_seconds_of_chaos_violate_nothing() -> anyhow::Result<()> {
    let report = report("--minutes 0.1 --games 6 --seed 3").await?;
    ensure!(report["violations"].as_array().is_some_and(Vec::is_empty), "{report}");
    ensure!(report["faults"].as_object().is_some_and(|faults| !faults.is_empty()), "{report}");
    ensure!(report["games"].as_u64() >= Some(6), "{report}");
    ensure!(report["moves_acknowledged_and_checked"].as_u64() > Some(0), "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_storm_brings_everybody_back() -> anyhow::Result<()> {
    let report = report("--storm --games 50 --rate 100 --calm 1 --seed 1").await?;
    ensure!(report["violations"].as_array().is_some_and(Vec::is_empty), "{report}");
    ensure!(report["connections_lost"] == 50 && report["resumed"]["count"] == 50, "{report}");
    for when in ["moves_before", "moves_during", "moves_after"] {
        ensure!(report[when].is_object(), "{report}");
    }
    ensure!(report["moves_after"]["count"].as_u64() > Some(0), "{report}");
    Ok(())
}

/// A violation is seen: this Redis loses what it has acknowledged.
#[tokio::test(flavor = "multi_thread")]
async fn chaos_finds_a_store_that_forgets() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let script = directory.path().join("redis-server");
    std::fs::write(&script, FORGETFUL_REDIS)?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    let path = std::env::var("PATH")?;
    let mut command = chaos("--minutes 0.1 --games 4 --seed 1 --only redis-killed")?;
    command.env("PATH", format!("{}:{path}", directory.path().display()));
    let out = command.stdin(Stdio::null()).output().await?;
    let report: Value = serde_json::from_slice(&out.stdout).with_context(|| format!("{out:?}"))?;
    ensure!(out.status.code() == Some(1), "{}", out.status);
    ensure!(report["violations"].as_array().is_some_and(|found| !found.is_empty()), "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_arguments_are_told_apart_from_violations() -> anyhow::Result<()> {
    let status = chaos("--only earthquake")?.stderr(Stdio::null()).status().await?;
    ensure!(status.code() == Some(2), "{status}");
    Ok(())
}
