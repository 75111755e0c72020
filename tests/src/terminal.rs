//! A person's terminal: a shell in a tmux of its own, with keys, mouse, size, and what the screen shows.
//!
//! What is typed reaches the program through a real pseudo-terminal with job control, and the screen is
//! what tmux, an independent terminal, makes of what was printed.

mod account;
pub mod picture;
mod screen;
pub mod story;
mod table;

pub use account::Account;
pub use screen::{Screen, steady};
pub use table::Table;

use crate::binary;
use anyhow::{Context, ensure};
use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{process::Command, time::sleep};

/// However slow the machine: no test waits longer for something to be shown.
const SHOWN_WITHIN: Duration = Duration::from_secs(60);

/// Between two looks at a screen.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Columns and rows of the smallest terminal that everything must fit.
pub const SIZE: (u16, u16) = (80, 24);

/// What the shell asks for a command with.
const PROMPT: &str = "$ ";

/// A terminal with a shell; gone when dropped.
#[derive(Debug)]
pub struct Terminal {
    /// Holds the socket of its tmux.
    dir: TempDir,
}

impl Terminal {
    /// Opens one of [`SIZE`] at the prompt of a shell that finds `tengen`: for this account, in this language
    /// and with this of the environment besides.
    ///
    /// # Errors
    /// When tmux or bash are not installed, or the client is not built.
    pub async fn open(account: &Account, language: &str, environment: &[(&str, &str)]) -> anyhow::Result<Self> {
        let terminal = Self { dir: tempfile::tempdir()? };
        let programs = binary("tengen")?.parent().map(Path::to_owned).context("no folder")?;
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = terminal.tmux();
        command
            .env_clear()
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("LANG", "C.UTF-8")
            .env("HOME", account.home())
            .env("XDG_CONFIG_HOME", account.home())
            .env("SHELL", "/bin/bash")
            .env("PS1", PROMPT)
            .env("TENGEN_SERVER", account.server())
            .env("TENGEN_LANGUAGE", language)
            .env("RUST_BACKTRACE", "0")
            .envs(environment.iter().copied());
        // Without a status line the shell has all rows; a lone escape is a key at once.
        let settings = "set -g status off ; set -g default-terminal screen-256color ; set -s escape-time 0 ; \
                        new-session -d -x";
        let (columns, rows) = (SIZE.0.to_string(), SIZE.1.to_string());
        command.args(["start-server", ";"]).args(settings.split_whitespace()).args([&columns, "-y", &rows]);
        command.args(["bash", "--noprofile", "--norc"]);
        run(command).await?;
        terminal.prompt().await?;
        Ok(terminal)
    }

    fn socket(&self) -> PathBuf {
        self.dir.path().join("tmux")
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-u").arg("-S").arg(self.socket()).args(["-f", "/dev/null"]);
        command
    }

    async fn tell(&self, words: &[&str]) -> anyhow::Result<String> {
        let mut command = self.tmux();
        command.args(words);
        run(command).await
    }

    /// Waits for the shell to ask for a command on the last line that is not empty.
    ///
    /// # Errors
    /// When it does not.
    pub async fn prompt(&self) -> anyhow::Result<Screen> {
        let asks = |screen: &Screen| screen.rows().iter().rfind(|row| !row.is_empty()).is_some_and(|row| row == "$");
        self.until("the shell's prompt", asks).await
    }

    /// Types this.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn text(&self, text: &str) -> anyhow::Result<()> {
        self.tell(&["send-keys", "-l", "--", &literal(text)]).await.map(drop)
    }

    /// Presses keys by tmux's names: `Enter`, `Up`, `Escape`, `C-z`, `PPage`.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn keys(&self, keys: &[&str]) -> anyhow::Result<()> {
        self.tell(&[&["send-keys", "--"], keys].concat()).await.map(drop)
    }

    /// Types a line.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn line(&self, line: &str) -> anyhow::Result<()> {
        self.tell(&["send-keys", "-l", "--", &literal(line), ";", "send-keys", "Enter"]).await.map(drop)
    }

    /// Presses and releases the left button on a cell, counted from 0, as a terminal reports it (SGR, 1006).
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn click(&self, (column, row): (usize, usize)) -> anyhow::Result<()> {
        let at = format!("{};{}", column + 1, row + 1);
        self.text(&format!("\u{1b}[<0;{at}M\u{1b}[<0;{at}m")).await
    }

    /// Pastes this, in brackets where the program has asked for them.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn paste(&self, text: &str) -> anyhow::Result<()> {
        self.tell(&["set-buffer", "--", &literal(text), ";", "paste-buffer", "-p"]).await.map(drop)
    }

    /// Changes its size.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn resize(&self, (columns, rows): (u16, u16)) -> anyhow::Result<()> {
        self.tell(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]).await.map(drop)
    }

    /// What it shows now.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn screen(&self) -> anyhow::Result<Screen> {
        Ok(Screen::new(&self.tell(&["capture-pane", "-p"]).await?))
    }

    /// The same with all cells and with their colours and other marks, as escape sequences (SGR).
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn painted(&self) -> anyhow::Result<String> {
        self.tell(&["capture-pane", "-p", "-e", "-N"]).await
    }

    /// Waits until this text is shown.
    ///
    /// # Errors
    /// When it is not, with what is shown instead.
    pub async fn sees(&self, text: &str) -> anyhow::Result<Screen> {
        self.until(&format!("'{text}'"), |screen| screen.has(text)).await
    }

    /// Waits until the screen is as it should be.
    ///
    /// # Errors
    /// When it does not become so, with what is shown instead.
    pub async fn until(&self, what: &str, is_so: impl Fn(&Screen) -> bool) -> anyhow::Result<Screen> {
        let deadline = Instant::now() + SHOWN_WITHIN;
        loop {
            let screen = self.screen().await?;
            if is_so(&screen) {
                return Ok(screen);
            }
            let seconds = SHOWN_WITHIN.as_secs();
            ensure!(Instant::now() < deadline, "waited {seconds} s for {what}; the terminal shows\n{screen}");
            sleep(LOOK_EVERY).await;
        }
    }

    /// Kills the program that the shell has started, as the system does to one that takes all memory.
    ///
    /// # Errors
    /// When there is none.
    pub async fn kill_program(&self) -> anyhow::Result<()> {
        let shell = self.tell(&["display-message", "-p", "#{pane_pid}"]).await?;
        let mut command = Command::new("pgrep");
        command.args(["-P", shell.trim()]);
        let programs = run(command).await?;
        let mut command = Command::new("kill");
        command.arg("-KILL").args(programs.split_whitespace());
        run(command).await.map(drop)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Its programs get SIGHUP, as from a window that is closed.
        let mut command = std::process::Command::new("tmux");
        command.arg("-S").arg(self.socket()).arg("kill-server").stdin(Stdio::null());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A semicolon at the end would end tmux's command.
fn literal(text: &str) -> String {
    text.strip_suffix(';').map_or_else(|| text.to_owned(), |text| format!("{text}\\;"))
}

async fn run(mut command: Command) -> anyhow::Result<String> {
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    let out = command.stdin(Stdio::null()).output().await.with_context(|| format!("{program} is not installed"))?;
    ensure!(out.status.success(), "{:?}: {}", command.as_std(), String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).with_context(|| program)
}
