//! `tengen-server` as a process, on the embedded store or on a Redis of its own.

use crate::{RedisServer, binary};
use anyhow::{Context, ensure};
use std::{
    net::SocketAddr,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

/// A free port of this machine.
const ANY_PORT: &str = "127.0.0.1:0";

/// Where a server keeps its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// In a directory.
    Embedded,
    /// In a Redis of its own, with AOF always.
    Redis,
}

/// A running server; killed when dropped.
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT`, or `https` with a certificate.
    pub url: String,
    /// The same as an address, for proxies.
    pub address: SocketAddr,
    /// `http://127.0.0.1:PORT` of the admin listener.
    pub admin: String,
    dir: TempDir,
    redis: Option<RedisServer>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Server {
    /// Starts one and waits until it listens.
    ///
    /// # Errors
    /// When it does not.
    pub async fn start(kind: StoreKind) -> anyhow::Result<Self> {
        Self::start_with(kind, &[]).await
    }

    /// The same with more options, as on its command line.
    ///
    /// # Errors
    /// When it does not listen.
    pub async fn start_with(kind: StoreKind, arguments: &[String]) -> anyhow::Result<Self> {
        Self::start_in(kind, arguments, &[]).await
    }

    /// The same in this environment besides its own, also when it is started again.
    ///
    /// # Errors
    /// When it does not listen.
    pub async fn start_in(
        kind: StoreKind,
        arguments: &[String],
        environment: &[(String, String)],
    ) -> anyhow::Result<Self> {
        let dir = tempfile::tempdir()?;
        let redis = match kind {
            StoreKind::Embedded => None,
            StoreKind::Redis => Some(RedisServer::start()?),
        };
        let (arguments, environment) = (arguments.to_vec(), environment.to_vec());
        let (child, url, admin) = spawn(dir.path(), redis.as_ref(), &arguments, &environment, ANY_PORT).await?;
        let address = address(&url)?;
        Ok(Self { child, url, address, admin, dir, redis, arguments, environment })
    }

    /// Ends it as an operator would, and gives how it ended.
    ///
    /// # Errors
    /// When it does not end in 20 s.
    pub async fn stop(&mut self) -> anyhow::Result<ExitStatus> {
        self.signal("TERM").await?;
        Ok(timeout(Duration::from_secs(20), self.child.wait()).await.context("SIGTERM did not end it in 20 s")??)
    }

    /// Sends it a signal.
    ///
    /// # Errors
    /// When it has ended already.
    pub async fn signal(&self, name: &str) -> anyhow::Result<()> {
        let id = self.child.id().context("it has ended already")?;
        let sent = Command::new("kill").args(["-s", name, &id.to_string()]).status().await?;
        ensure!(sent.success(), "kill: {sent}");
        Ok(())
    }

    /// What it has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("server.txt")).unwrap_or_default()
    }

    /// Kills it outright.
    ///
    /// # Errors
    /// When it has ended already.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Kills it outright and starts another over the same store, on another port.
    ///
    /// # Errors
    /// When the new one does not listen.
    pub async fn kill_and_restart(&mut self) -> anyhow::Result<()> {
        self.kill().await?;
        self.started(ANY_PORT).await
    }

    /// Starts another one over the same store and at the same address, after [`stop`](Self::stop) or a
    /// kill.
    ///
    /// # Errors
    /// When it does not listen.
    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        let address = self.address.to_string();
        self.started(&address).await
    }

    async fn started(&mut self, listen: &str) -> anyhow::Result<()> {
        let (arguments, environment) = (&self.arguments, &self.environment);
        let (child, url, admin) = spawn(self.dir.path(), self.redis.as_ref(), arguments, environment, listen).await?;
        self.address = address(&url)?;
        (self.child, self.url, self.admin) = (child, url, admin);
        Ok(())
    }

    /// Its process; none when it has ended.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Its Redis, if it keeps its games in one.
    #[must_use]
    pub const fn redis(&self) -> Option<&RedisServer> {
        self.redis.as_ref()
    }

    /// A folder for the clients of this test.
    #[must_use]
    pub fn home(&self) -> &Path {
        self.dir.path()
    }

    /// The body of a page.
    ///
    /// # Errors
    /// When the status is not 200.
    pub async fn get(&self, path: &str) -> anyhow::Result<String> {
        let answer = reqwest::get(format!("{}{path}", self.url)).await?;
        ensure!(answer.status().is_success(), "GET {path}: {}", answer.status());
        Ok(answer.text().await?)
    }
}

fn address(url: &str) -> anyhow::Result<SocketAddr> {
    let (_, address) = url.split_once("://").with_context(|| format!("no URL: {url}"))?;
    Ok(address.parse()?)
}

async fn spawn(
    dir: &Path,
    redis: Option<&RedisServer>,
    arguments: &[String],
    environment: &[(String, String)],
    listen: &str,
) -> anyhow::Result<(Child, String, String)> {
    let mut command = Command::new(binary("tengen-server")?);
    command.args(["--listen", listen, "--admin-listen", ANY_PORT]);
    command.arg("--data").arg(dir.join("data")).args(arguments).envs(environment.iter().cloned());
    if let Some(redis) = redis {
        // Nodes of one Redis sign with one secret, over restarts too.
        let secret = dir.join("secret");
        std::fs::write(&secret, "0123456789abcdef".repeat(4))?;
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600))?;
        command.args(["--redis", &redis.url()]).arg("--secret-file").arg(secret);
    }
    let log = std::fs::OpenOptions::new().create(true).append(true).open(dir.join("server.txt"))?;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("no stdout")?).lines();
    let (mut url, mut admin) = (None, None);
    let found = timeout(Duration::from_secs(30), async {
        while url.is_none() || admin.is_none() {
            let Some(line) = lines.next_line().await? else { break };
            if let Some(at) = line.strip_prefix("listening on ") {
                url = Some(at.to_owned());
            } else if let Some(at) = line.strip_prefix("admin on ") {
                admin = Some(at.to_owned());
            }
        }
        anyhow::Ok(())
    });
    found.await.context("the server does not listen after 30 s")??;
    let log = || std::fs::read_to_string(dir.join("server.txt")).unwrap_or_default();
    let url = url.with_context(|| format!("the server did not say where it listens:\n{}", log()))?;
    let admin = admin.context("the server did not say where its admin listener is")?;
    Ok((child, url, admin))
}
