//! The servers that are measured, each a process of its own.

use anyhow::{Context, ensure};
use std::{net::SocketAddr, process::Stdio, time::Duration};
use tengen_tests::{
    RedisServer,
    server::{Server, StoreKind},
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

/// What a bare server prints before its address.
pub(crate) const LISTENING: &str = "listening on ";

/// Starts `tengen-server` with its default settings but for those that one address would run into.
pub(crate) async fn ours(store: StoreKind, guests: usize, anonymous: usize) -> anyhow::Result<Server> {
    let mut arguments = Vec::new();
    for (option, default, needed) in [("guests", 500, guests), ("anonymous", 64, anonymous)] {
        if needed > default {
            arguments.push(format!("--{option}-per-address={needed}"));
        }
    }
    Server::start_with(store, &arguments).await
}

/// A bare server, and its Redis if it has one; killed when dropped.
pub(crate) struct BareServer {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    redis: Option<RedisServer>,
}

impl BareServer {
    /// Starts `bare moves` over a Redis of its own.
    pub(crate) async fn moves() -> anyhow::Result<Self> {
        let redis = RedisServer::start()?;
        let url = redis.url();
        Self::start(&["moves", "--redis", &url], Some(redis)).await
    }

    /// Starts `bare KIND`.
    pub(crate) async fn of(kind: &str) -> anyhow::Result<Self> {
        Self::start(&[kind], None).await
    }

    async fn start(arguments: &[&str], redis: Option<RedisServer>) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("bare").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("no stdout")?).lines();
        let line = timeout(Duration::from_secs(20), lines.next_line()).await.context("it does not listen")??;
        let line = line.context("it ended")?;
        let address = line.strip_prefix(LISTENING).with_context(|| line.clone())?.parse()?;
        Ok(Self { child, address, redis })
    }

    /// Its process, and that of its Redis.
    pub(crate) fn processes(&self) -> anyhow::Result<Processes> {
        let server = self.child.id().context("it has ended")?;
        Ok(Processes { server, redis: self.redis.as_ref().and_then(RedisServer::process) })
    }
}

/// Whose CPU is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Processes {
    /// The server.
    pub(crate) server: u32,
    /// Its Redis, if it has one.
    pub(crate) redis: Option<u32>,
}

impl Processes {
    /// Of our server.
    pub(crate) fn of(server: &Server) -> anyhow::Result<Self> {
        let redis = server.redis().and_then(RedisServer::process);
        let processes = Self { server: server.process().context("the server has ended")?, redis };
        ensure!(server.redis().is_some() == redis.is_some(), "its Redis has ended");
        Ok(processes)
    }
}
