//! The files of `deploy/`, each used as an operator uses it: by the real Redis, nginx and systemd, in
//! front of and behind real servers. What changes is where things listen and lie.

mod backup;
mod compose;
mod game;
mod nginx;
mod redis_user;
mod secured;
mod systemd;

use anyhow::{Context, ensure};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};
use tokio::process::Command;

/// A file of `deploy/`.
fn deployed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

/// Its text.
fn text(name: &str) -> anyhow::Result<String> {
    let path = deployed(name);
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The text with another in the place of one that must be there.
fn replaced(text: &str, from: &str, to: &str) -> anyhow::Result<String> {
    ensure!(text.contains(from), "there is no '{from}' to be replaced in\n{text}");
    Ok(text.replace(from, to))
}

/// Runs a program to its end; gives stdout and stderr.
async fn run(mut command: Command) -> anyhow::Result<String> {
    let out = command.output().await.with_context(|| format!("{:?}", command.as_std()))?;
    let said = [out.stdout, out.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    ensure!(out.status.success(), "{:?} ended with {}\n{said}", command.as_std(), out.status);
    Ok(said)
}

/// A program with its arguments.
fn program(name: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).kill_on_drop(true);
    command
}
