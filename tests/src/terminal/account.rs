//! Who sits at a terminal.

use crate::{
    cli::{json, tengen, typed},
    server::Server,
};
use anyhow::ensure;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// An account, logged in with a configuration of its own.
#[derive(Clone, Debug)]
pub struct Account {
    home: PathBuf,
    server: String,
}

impl Account {
    /// Registers this name.
    ///
    /// # Errors
    /// When the server refuses it.
    pub async fn named(server: &Server, name: &str) -> anyhow::Result<Self> {
        let home = server.home().join(name);
        std::fs::create_dir(&home)?;
        let mut command = tengen(&home, &server.url, None)?;
        command.args(["register", name]);
        let (code, _, said) = typed(command, "correct horse battery\n").await?;
        ensure!(code == Some(0), "{name}: {said}");
        Ok(Self { home, server: server.url.clone() })
    }

    /// Runs a command of the client outside of any terminal, and gives its JSON lines.
    ///
    /// # Errors
    /// When it fails.
    pub async fn run(&self, words: &[&str]) -> anyhow::Result<Vec<Value>> {
        let mut command = tengen(&self.home, &self.server, None)?;
        command.args(words).arg("--json");
        json(command).await
    }

    /// Where its configuration is kept.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The server's URL.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }
}
