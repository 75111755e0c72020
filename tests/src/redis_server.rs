//! A real Redis for a test: on a free port, in a directory of its own, gone when dropped.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a start may take.
const START: Duration = Duration::from_secs(20);

/// How long an answer to a command may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Attempts to find a port that nobody takes between looking and starting.
const PORTS: usize = 5;

/// Names another server than the `redis-server` of the path: a Valkey, a Redis of another version.
const PROGRAM: &str = "TENGEN_REDIS_SERVER";

/// The server under test.
pub(crate) fn program() -> Command {
    Command::new(std::env::var_os(PROGRAM).unwrap_or_else(|| "redis-server".into()))
}

/// `redis-server` with every write on its disk before it is answered.
#[derive(Debug)]
pub struct RedisServer {
    process: Option<Child>,
    directory: TempDir,
    port: u16,
    settings: Vec<String>,
    environment: Vec<(String, String)>,
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
        Self::with_environment(settings, &[])
    }

    /// The same in this environment besides one's own.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn with_environment(settings: &[&str], environment: &[(String, String)]) -> Result<Self> {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let mut last = None;
        for _ in 0..PORTS {
            let port = free_port()?;
            let (settings, environment) = (settings.clone(), environment.to_vec());
            let mut server = Self { process: None, directory: TempDir::new()?, port, settings, environment };
            match server.restart() {
                Ok(()) => return Ok(server),
                Err(error) => last = Some(error),
            }
        }
        Err(last.context("invariant: at least one attempt was made")?)
    }

    /// Starts one at this port, which must be free, with more settings.
    pub(crate) fn at(port: u16, settings: Vec<String>) -> Result<Self> {
        let mut server = Self { process: None, directory: TempDir::new()?, port, settings, environment: Vec::new() };
        server.restart()?;
        Ok(server)
    }

    /// One command and its answer as plain text: a line for each element of a list, an empty one for
    /// nothing. No error is an answer.
    ///
    /// # Errors
    /// When it refuses or does not answer within five seconds.
    pub fn run(&self, command: &[&str]) -> Result<String> {
        ask(self.port, command)
    }

    /// Starts it again on the same port and data, after [`kill`](Self::kill) or instead.
    ///
    /// # Errors
    /// When it does not start.
    pub fn restart(&mut self) -> Result<()> {
        self.kill();
        let process = program()
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--dir"])
            .arg(self.directory.path())
            .args(["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"])
            .args(&self.settings)
            .envs(self.environment.iter().cloned())
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

/// A port that nobody uses now.
///
/// # Errors
/// When there is none.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// One command to whoever listens at this port of this machine; see [`RedisServer::run`].
pub(crate) fn ask(port: u16, command: &[&str]) -> Result<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut text = format!("*{}\r\n", command.len());
    for word in command {
        text.push_str(&format!("${}\r\n{word}\r\n", word.len()));
    }
    stream.write_all(text.as_bytes())?;
    let mut answer = String::new();
    read_answer(&mut BufReader::new(stream), &mut answer)?;
    Ok(answer)
}

fn read_answer(from: &mut impl BufRead, into: &mut String) -> Result<()> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        bail!("no answer");
    }
    let line = line.trim_end();
    let (kind, rest) = line.split_at_checked(1).context("an empty answer")?;
    match kind {
        "-" => bail!("refused: {rest}"),
        "$" if rest != "-1" => {
            let mut bytes = vec![0; rest.parse::<usize>()? + 2];
            from.read_exact(&mut bytes)?;
            into.push_str(String::from_utf8_lossy(&bytes).trim_end_matches("\r\n"));
            into.push('\n');
        }
        "*" if rest != "-1" => {
            for _ in 0..rest.parse::<usize>()? {
                read_answer(from, into)?;
            }
        }
        "+" | ":" => {
            into.push_str(rest);
            into.push('\n');
        }
        _ => into.push('\n'),
    }
    Ok(())
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}
