//! What a Redis for a test needs to speak TLS: an authority of its own, and what it issued.

use crate::certificates::{Authority, Issued, NAMES};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// See the module.
#[derive(Debug)]
pub struct RedisTls {
    _directory: TempDir,
    authority: PathBuf,
    issued: Issued,
}

impl RedisTls {
    /// For this machine.
    ///
    /// # Errors
    /// When none can be made.
    pub fn new() -> anyhow::Result<Self> {
        Self::of(&NAMES)
    }

    /// For these hosts and addresses.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of(hosts: &[&str]) -> anyhow::Result<Self> {
        let (directory, authority) = (TempDir::new()?, Authority::new()?);
        let issued = authority.issue_for(hosts, directory.path(), "redis")?;
        Ok(Self { authority: authority.file(directory.path())?, issued, _directory: directory })
    }

    /// Who signed.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.authority.clone()
    }

    /// What makes a `redis-server` speak TLS at this port, beside its own.
    #[must_use]
    pub fn settings(&self, port: u16) -> Vec<String> {
        let file = |path: &Path| path.display().to_string();
        [
            ("--tls-port", port.to_string()),
            ("--tls-cert-file", file(&self.issued.cert)),
            ("--tls-key-file", file(&self.issued.key)),
            ("--tls-ca-cert-file", file(&self.authority)),
            ("--tls-auth-clients", "no".into()),
            ("--tls-replication", "yes".into()),
        ]
        .into_iter()
        .flat_map(|(name, value)| [name.to_owned(), value])
        .collect()
    }
}
