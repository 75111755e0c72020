//! A real Redis with a replica and sentinels for a test, gone when dropped.

use crate::{RedisServer, RedisTls, free_port};
use anyhow::{Context, Result, bail, ensure};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the sentinels call the master.
pub const MASTER: &str = "tengen";

/// How long a sentinel may take to start, and all to know each other and the replica.
const START: Duration = Duration::from_secs(30);

/// A master that does not answer for so long is down, ms.
const DOWN_AFTER_MS: u32 = 1_500;

/// One master, one replica, one to three sentinels.
#[derive(Debug)]
pub struct RedisSentinel {
    /// The two Redis servers; the first one is the master at first.
    pub servers: [RedisServer; 2],
    sentinels: Vec<Sentinel>,
}

#[derive(Debug)]
struct Sentinel {
    process: Child,
    port: u16,
    _directory: TempDir,
}

impl RedisSentinel {
    /// With so many sentinels, of which a majority must agree that the master is down.
    ///
    /// # Errors
    /// When something does not start, or they do not know each other in time.
    pub fn start(sentinels: usize) -> Result<Self> {
        let master = RedisServer::with(&["--repl-diskless-sync-delay", "0"])?;
        let port = master.port().to_string();
        let replica =
            RedisServer::with(&["--repl-diskless-sync-delay", "0", "--replicaof", &format!("127.0.0.1 {port}")])?;
        let quorum = sentinels / 2 + 1;
        let sentinels =
            (0..sentinels).map(|_| Sentinel::start(master.port(), quorum, "")).collect::<Result<Vec<_>>>()?;
        let all = Self { servers: [master, replica], sentinels };
        all.wait_until_known()?;
        Ok(all)
    }

    /// One sentinel, over TLS all of them; the ports of [`servers`](Self::servers) are those without it.
    /// Gives the sentinel's URL, too.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn over_tls(certificates: &RedisTls) -> Result<(Self, String)> {
        let ports = [free_port()?, free_port()?, free_port()?];
        let [master_port, replica_port, sentinel_port] = ports;
        let server = |port: u16, more: &[String]| {
            let mut settings = certificates.settings(port);
            settings.extend(["--repl-diskless-sync-delay".to_owned(), "0".to_owned()]);
            settings.extend_from_slice(more);
            RedisServer::with(&settings.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let master = server(master_port, &[])?;
        let replica = server(replica_port, &["--replicaof".to_owned(), format!("127.0.0.1 {master_port}")])?;
        // a setting in a file has no dashes
        let settings = certificates.settings(sentinel_port);
        let lines = settings.chunks(2).map(|pair| format!("{}\n", pair.join(" ").trim_start_matches('-')));
        let sentinel = Sentinel::start(master_port, 1, &lines.collect::<String>())?;
        let all = Self { servers: [master, replica], sentinels: vec![sentinel] };
        all.wait_until_known()?;
        Ok((all, format!("rediss://127.0.0.1:{sentinel_port}")))
    }

    /// Every sentinel that runs knows the replica and the other sentinels, and the replica is in step.
    fn wait_until_known(&self) -> Result<()> {
        let until = Instant::now() + START;
        let others = format!("sentinels={}", self.sentinels.len());
        let known = || -> Result<bool> {
            for sentinel in &self.sentinels {
                let info = run(sentinel.port, &["INFO", "sentinel"])?;
                if !(info.contains("slaves=1") && info.contains(&others)) {
                    return Ok(false);
                }
            }
            let [_, replica] = &self.servers;
            Ok(replica.run(&["INFO", "replication"])?.contains("master_link_status:up"))
        };
        while !known()? {
            ensure!(Instant::now() < until, "the sentinels do not know everybody within {START:?}");
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The URLs of the sentinels, as `--redis` takes them beside `--redis-sentinel-master`.
    #[must_use]
    pub fn urls(&self) -> String {
        let urls: Vec<_> =
            self.sentinels.iter().map(|sentinel| format!("redis://127.0.0.1:{}", sentinel.port)).collect();
        urls.join(",")
    }

    /// The port of the master, as the first sentinel says.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn master_port(&self) -> Result<u16> {
        let sentinel = self.sentinels.first().context("there is no sentinel")?;
        let answer = run(sentinel.port, &["SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER])?;
        Ok(answer.lines().nth(1).context("no port")?.trim().parse()?)
    }

    /// Which of [`servers`](Self::servers) calls itself a master; the first one that runs and does.
    ///
    /// # Errors
    /// When none does.
    pub fn master(&self) -> Result<usize> {
        let port = self.master_port()?;
        let found = self.servers.iter().position(|server| server.port() == port);
        found.with_context(|| format!("the sentinels name a stranger at port {port}"))
    }

    /// Waits until the sentinels name this server, and it calls itself a master.
    ///
    /// # Errors
    /// After a minute.
    pub fn wait_for_master(&self, index: usize) -> Result<()> {
        let until = Instant::now() + Duration::from_secs(60);
        let server = self.servers.get(index).with_context(|| format!("there is no server {index}"))?;
        loop {
            let named = self.master_port().is_ok_and(|port| port == server.port());
            if named && server.run(&["ROLE"]).is_ok_and(|role| role.starts_with("master")) {
                return Ok(());
            }
            ensure!(Instant::now() < until, "no failover within a minute");
            sleep(Duration::from_millis(20));
        }
    }

    /// Tells each sentinel that this server is the master, without a failover: no connection is cut.
    ///
    /// # Errors
    /// When one refuses or does not answer.
    pub fn name_master(&self, index: usize) -> Result<()> {
        let server = self.servers.get(index).with_context(|| format!("there is no server {index}"))?;
        let quorum = (self.sentinels.len() / 2 + 1).to_string();
        for sentinel in &self.sentinels {
            run(sentinel.port, &["SENTINEL", "REMOVE", MASTER])?;
            run(sentinel.port, &["SENTINEL", "MONITOR", MASTER, "127.0.0.1", &server.port().to_string(), &quorum])?;
        }
        Ok(())
    }

    /// Waits until the server that is no master has all that this one has.
    ///
    /// # Errors
    /// When one does not answer, or after half a minute.
    pub fn wait_until_in_step(&self, master: usize) -> Result<()> {
        let until = Instant::now() + START;
        let server = self.servers.get(master).with_context(|| format!("there is no server {master}"))?;
        loop {
            let info = server.run(&["INFO", "replication"])?;
            let field =
                |name: &str| info.lines().find_map(|line| line.trim_end().strip_prefix(name)?.strip_prefix(':'));
            let told = field("master_repl_offset").context("no offset")?;
            if field("slave0").is_some_and(|replica| replica.contains(&format!("offset={told},"))) {
                return Ok(());
            }
            ensure!(Instant::now() < until, "the replica is not in step within {START:?}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Cuts the replica off: it follows a port where nobody is, and misses what the master is told from
    /// now on. The sentinels would set it right within some seconds.
    ///
    /// # Errors
    /// When the replica does not answer.
    pub fn cut_replica(&self) -> Result<()> {
        let [_, replica] = &self.servers;
        replica.run(&["REPLICAOF", "127.0.0.1", "1"]).map(drop)
    }
}

impl Sentinel {
    /// `more` stands in front of its settings.
    fn start(master: u16, quorum: usize, more: &str) -> Result<Self> {
        let directory = TempDir::new()?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let file = directory.path().join("sentinel.conf");
        let text = format!(
            "{more}port {port}\nbind 127.0.0.1\ndir {}\nsentinel monitor {MASTER} 127.0.0.1 {master} {quorum}\n\
             sentinel down-after-milliseconds {MASTER} {DOWN_AFTER_MS}\nsentinel failover-timeout {MASTER} 5000\n",
            directory.path().display()
        );
        std::fs::write(&file, text)?;
        let process = crate::redis_server::program()
            .arg(&file)
            .arg("--sentinel")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("redis-server cannot be started: install Redis 7.0 or newer")?;
        let mut sentinel = Self { process, port, _directory: directory };
        let until = Instant::now() + START;
        while run(port, &["PING"]).is_err() {
            if let Some(status) = sentinel.process.try_wait()? {
                bail!("a sentinel stopped at once: {status}");
            }
            ensure!(Instant::now() < until, "a sentinel did not answer within {START:?}");
            sleep(Duration::from_millis(10));
        }
        Ok(sentinel)
    }
}

impl Drop for Sentinel {
    fn drop(&mut self) {
        // it may have stopped by itself
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn run(port: u16, command: &[&str]) -> Result<String> {
    crate::redis_server::ask(port, command)
}
