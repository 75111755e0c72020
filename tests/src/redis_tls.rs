//! What a Redis for a test needs to speak TLS: an authority of its own, and what it signed for this machine.

use anyhow::{Context, Result, ensure};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// See the module.
#[derive(Debug)]
pub struct RedisTls {
    directory: TempDir,
}

impl RedisTls {
    /// For 127.0.0.1.
    ///
    /// # Errors
    /// When `openssl` is not installed or refuses.
    pub fn new() -> Result<Self> {
        Self::of("IP:127.0.0.1")
    }

    /// For this alternative name, as `DNS:elsewhere.example`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of(name: &str) -> Result<Self> {
        let directory = TempDir::new()?;
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        openssl(
            &format!(
                "req -x509 {key} -days 2 -subj /CN=authority -addext basicConstraints=critical,CA:TRUE -keyout ca.key \
                 -out ca.pem"
            ),
            directory.path(),
        )?;
        openssl(
            &format!("req -new {key} -subj /CN=redis -addext subjectAltName={name} -keyout key.pem -out request.pem"),
            directory.path(),
        )?;
        openssl(
            "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -days 2 -out \
             cert.pem",
            directory.path(),
        )?;
        Ok(Self { directory })
    }

    /// Who signed.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.directory.path().join("ca.pem")
    }

    /// What makes a `redis-server` speak TLS at this port, beside its own.
    #[must_use]
    pub fn settings(&self, port: u16) -> Vec<String> {
        let file = |name: &str| self.directory.path().join(name).display().to_string();
        [
            ("--tls-port", port.to_string()),
            ("--tls-cert-file", file("cert.pem")),
            ("--tls-key-file", file("key.pem")),
            ("--tls-ca-cert-file", file("ca.pem")),
            ("--tls-auth-clients", "no".into()),
            ("--tls-replication", "yes".into()),
        ]
        .into_iter()
        .flat_map(|(name, value)| [name.to_owned(), value])
        .collect()
    }
}

fn openssl(words: &str, directory: &Path) -> Result<()> {
    let output = Command::new("openssl")
        .args(words.split(' '))
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .context("openssl cannot be started")?;
    ensure!(output.status.success(), "openssl {words}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// A port that nobody uses now.
///
/// # Errors
/// When there is none.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
