//! The units are valid, grant little, and hand the server options that it takes.

use crate::{replaced, run, text};
use anyhow::{Context, ensure};
use std::path::Path;
use tempfile::TempDir;
use tengen_tests::binary;
use tokio::process::Command;

/// Exposure of a service that `systemd-analyze security` may find at most, in tenths; it calls 2.0
/// and less "OK".
const EXPOSURE: &str = "--threshold=20";

/// The units in a directory, with the server where it was built.
fn units() -> anyhow::Result<TempDir> {
    let dir = tempfile::tempdir()?;
    let start = format!("ExecStart={}", binary("tengen-server")?.display());
    for name in ["tengen.service", "tengen-node@.service"] {
        let unit = replaced(&text(&format!("systemd/{name}"))?, "ExecStart=/usr/local/bin/tengen-server", &start)?;
        std::fs::write(dir.path().join(name), unit)?;
    }
    Ok(dir)
}

fn analyze(dir: &Path, words: &[&str], unit: &str) -> Command {
    let mut command = Command::new("systemd-analyze");
    command.args(words).arg(dir.join(unit)).current_dir(dir).env("SYSTEMD_COLORS", "0");
    command
}

#[tokio::test]
async fn units_are_valid() -> anyhow::Result<()> {
    let dir = units()?;
    for unit in ["tengen.service", "tengen-node@9191.service"] {
        let said = run(analyze(dir.path(), &["verify"], unit)).await?;
        let ours: Vec<_> = said.lines().filter(|line| line.contains("tengen")).collect();
        ensure!(ours.is_empty(), "{ours:#?}");
    }
    // A directive with a slip of the pen is found.
    let path = dir.path().join("tengen.service");
    std::fs::write(&path, replaced(&std::fs::read_to_string(&path)?, "ProtectHome=", "ProtectHouse=")?)?;
    let said = run(analyze(dir.path(), &["verify"], "tengen.service")).await;
    let said = said.unwrap_or_else(|error| error.to_string());
    ensure!(said.contains("ProtectHouse"), "{said}");
    Ok(())
}

#[tokio::test]
async fn units_grant_little() -> anyhow::Result<()> {
    let dir = units()?;
    for unit in ["tengen.service", "tengen-node@.service"] {
        run(analyze(dir.path(), &["security", "--offline=true", EXPOSURE], unit)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_node_is_told_what_it_understands() -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("secret"), "0123456789abcdef".repeat(4))?;
    std::fs::write(dir.path().join("redis-password"), "a password")?;
    let credentials = dir.path().display().to_string();
    let unit = text("systemd/tengen-node@.service")?;
    let variables = unit.lines().filter_map(|line| line.strip_prefix("Environment=")).flat_map(str::split_whitespace);
    let mut command = Command::new(binary("tengen-server")?);
    command.arg("check-config").env_clear().env("TENGEN_REDIS", "redis://tengen@127.0.0.1:6379");
    let mut named = 0;
    for variable in variables {
        let (name, value) = variable.split_once('=').context("NAME=value")?;
        command.env(name, value.replace("%i", "9191").replace("%d", &credentials));
        named += 1;
    }
    let holds = run(command).await?;
    let from_unit = holds.lines().filter(|line| line.ends_with("# environment")).count();
    ensure!(from_unit == named + 1, "{named} variables and TENGEN_REDIS: {holds}");
    ensure!(holds.contains("listen = \"127.0.0.1:9191\""), "{holds}");
    ensure!(holds.contains("admin-listen = \"127.0.0.1:19191\""), "{holds}");
    ensure!(holds.contains(&format!("{credentials}/secret")) && !holds.contains("a password"), "{holds}");
    Ok(())
}
