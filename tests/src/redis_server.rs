//! A real Redis for a test: on a free port, in a directory of its own, gone when dropped.

use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a start may take.
const START: Duration = Duration::from_secs(20);

/// Attempts to find a port that nobody takes between looking and starting.
const PORTS: usize = 5;

/// `redis-server` with every write on its disk before it is answered.
#[derive(Debug)]
pub struct RedisServer {
    process: Option<Child>,
    directory: TempDir,
    port: u16,
    settings: Vec<String>,
}

impl RedisServer {
    /// Starts one with `appendonly yes` and `appendfsync always`.
    ///
    /// # Errors
    /// When `redis-server` (7.0 or newer) is not installed or does not start.
    pub fn start() -> Result<Self> {
        Self::with(&[])
    }

    /// The same with more settings, as on its command line: `&["--maxmemory", "2mb"]`.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn with(settings: &[&str]) -> Result<Self> {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let mut last = None;
        for _ in 0..PORTS {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
            let mut server = Self { process: None, directory: TempDir::new()?, port, settings: settings.clone() };
            match server.restart() {
                Ok(()) => return Ok(server),
                Err(error) => last = Some(error),
            }
        }
        Err(last.context("invariant: at least one attempt was made")?)
    }

    /// Starts it again on the same port and data, after [`kill`](Self::kill) or instead.
    ///
    /// # Errors
    /// When it does not start.
    pub fn restart(&mut self) -> Result<()> {
        self.kill();
        let process = Command::new("redis-server")
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--dir"])
            .arg(self.directory.path())
            .args(["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"])
            .args(&self.settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("redis-server cannot be started: install Redis 7.0 or newer")?;
        self.process = Some(process);
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let until = Instant::now() + START;
        while Instant::now() < until {
            if let Some(process) = &mut self.process
                && let Some(status) = process.try_wait()?
            {
                bail!("redis-server stopped at once: {status}");
            }
            if self.answers() {
                return Ok(());
            }
            sleep(Duration::from_millis(10));
        }
        bail!("redis-server did not answer within {START:?}")
    }

    /// Whether it takes commands; it refuses a PING while it reads its data.
    fn answers(&self) -> bool {
        let ask = || {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
            let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            stream.write_all(b"PING\r\n")?;
            let mut answer = [0; 5];
            stream.read_exact(&mut answer)?;
            std::io::Result::Ok(answer)
        };
        // asked for a password means ready, too
        matches!(ask().as_ref(), Ok(b"+PONG" | b"-NOAU"))
    }

    /// Kills it as a power cut does: no goodbye.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // it may have stopped by itself
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Stops it without an end: connections stay open, nothing is answered.
    ///
    /// # Errors
    /// When it is not running.
    pub fn freeze(&self) -> Result<()> {
        self.signal("-STOP")
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// When it is not running.
    pub fn thaw(&self) -> Result<()> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> Result<()> {
        let process = self.process.as_ref().context("redis-server is not running")?;
        let status = Command::new("kill").args([signal, &process.id().to_string()]).status()?;
        if !status.success() {
            bail!("kill {signal} failed: {status}");
        }
        Ok(())
    }

    /// Its process; none when it was killed.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// Where it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}
