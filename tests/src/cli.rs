//! The client as a process: what people and scripts type.

use crate::binary;
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{path::Path, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// However slow the machine: no test waits longer for something that must happen.
const SOON: Duration = Duration::from_secs(60);

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
        .env("TENGEN_LANGUAGE", "en")
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

/// A guest: account and token; no profile is touched.
///
/// # Errors
/// When the server makes none.
pub async fn guest(home: &Path, server: &str) -> anyhow::Result<(String, String)> {
    let mut command = tengen(home, server, None)?;
    command.args(["guest", "--print", "--json"]);
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

/// Runs it with these lines typed at once, to its end: its exit code, stdout and stderr.
///
/// # Errors
/// When it cannot be run.
pub async fn typed(mut command: Command, lines: &str) -> anyhow::Result<(Option<i32>, String, String)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("no stdin")?;
    // One that does not read may have ended.
    let _ = stdin.write_all(lines.as_bytes()).await;
    drop(stdin);
    let out = child.wait_with_output().await?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((out.status.code(), text(out.stdout), text(out.stderr)))
}

/// A client at a keyboard: lines are typed when something was said.
pub struct Dialogue {
    child: Child,
    stdin: ChildStdin,
    messages: Lines<BufReader<ChildStderr>>,
    /// All messages so far.
    pub said: Vec<String>,
}

impl Dialogue {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(mut command: Command) -> anyhow::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().context("no stdin")?;
        let messages = BufReader::new(child.stderr.take().context("no stderr")?).lines();
        Ok(Self { child, stdin, messages, said: Vec::new() })
    }

    /// Waits until a message has this in it, and types a line.
    ///
    /// # Errors
    /// When it is not said before the end.
    pub async fn when(&mut self, said: &str, line: &str) -> anyhow::Result<()> {
        loop {
            let message =
                timeout(SOON, self.messages.next_line()).await.with_context(|| format!("{:?}", self.said))??;
            let message = message.with_context(|| format!("'{said}' was not said: {:?}", self.said))?;
            self.said.push(message.clone());
            if message.contains(said) {
                break;
            }
        }
        self.say(line).await
    }

    /// Types a line.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub async fn say(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(self.stdin.write_all(format!("{line}\n").as_bytes()).await?)
    }

    /// Waits for its end: whether it went well, and all of stdout.
    ///
    /// # Errors
    /// When it does not end.
    pub async fn end(mut self) -> anyhow::Result<(bool, String)> {
        let messages = &mut self.messages;
        let rest = async {
            while messages.next_line().await?.is_some() {}
            anyhow::Ok(())
        };
        timeout(SOON, rest).await.context("it does not end")??;
        drop(self.stdin);
        let out = self.child.wait_with_output().await?;
        Ok((out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned()))
    }
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
