//! The client as a process: what people and scripts type.

use crate::binary;
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{path::Path, process::Stdio};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

/// `tengen` with its configuration in `home`, speaking to `server`.
///
/// # Errors
/// When it is not built.
pub fn tengen(home: &Path, server: &str, token: Option<&str>) -> anyhow::Result<Command> {
    let mut command = Command::new(binary("tengen")?);
    command
        .env("XDG_CONFIG_HOME", home)
        .env("HOME", home)
        .env("TENGEN_SERVER", server)
        .env_remove("TENGEN_TOKEN")
        .env_remove("TENGEN_TOKEN_FILE")
        .kill_on_drop(true);
    if let Some(token) = token {
        command.env("TENGEN_TOKEN", token);
    }
    Ok(command)
}

/// Runs it to its end and gives the JSON lines of its output.
///
/// # Errors
/// When it fails, with what it printed.
pub async fn json(mut command: Command) -> anyhow::Result<Vec<Value>> {
    let out = command.stdin(Stdio::null()).output().await?;
    let (stdout, stderr) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    ensure!(out.status.success(), "{:?} ended with {}\n{stdout}\n{stderr}", command.as_std(), out.status);
    stdout.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned())).collect()
}

/// A guest: account and token.
///
/// # Errors
/// When the server makes none.
pub async fn guest(home: &Path, server: &str) -> anyhow::Result<(String, String)> {
    let mut command = tengen(home, server, None)?;
    command.args(["guest", "--json"]);
    let lines = json(command).await?;
    let field = |name: &str| {
        lines
            .first()
            .and_then(|line| line[name].as_str())
            .map(str::to_owned)
            .with_context(|| format!("no {name}: {lines:?}"))
    };
    Ok((field("account")?, field("token")?))
}

/// A client that goes on beside the test; its lines are read as they come.
pub struct Running {
    /// The process.
    pub child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(mut command: Command) -> anyhow::Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().context("no stdout")?;
        Ok(Self { child, lines: BufReader::new(stdout).lines() })
    }

    /// All lines until it ends, and whether it ended well.
    ///
    /// # Errors
    /// When a line is no JSON.
    pub async fn rest(mut self) -> anyhow::Result<(Vec<Value>, bool)> {
        let mut values = Vec::new();
        while let Some(line) = self.lines.next_line().await? {
            values.push(serde_json::from_str(&line).with_context(|| line.clone())?);
        }
        Ok((values, self.child.wait().await?.success()))
    }
}
