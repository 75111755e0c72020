//! The processes of a run: Redis and the nodes, each behind a proxy and with a wall clock of its own.

use anyhow::{Context, ensure};
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;
use tengen_tests::{
    RedisServer,
    proxy::Proxy,
    server::{Server, StoreKind},
    wall_clock::WallClock,
};
use tokio::process::Command;

/// A node and what is between it and Redis.
pub(crate) struct Node {
    pub(crate) server: Server,
    /// None where nothing is to be broken.
    pub(crate) proxy: Option<Proxy>,
    pub(crate) clock: Option<WallClock>,
}

/// See the module.
pub(crate) struct World {
    pub(crate) redis: RedisServer,
    pub(crate) redis_clock: Option<WallClock>,
    pub(crate) nodes: Vec<Node>,
    _secret: TempDir,
}

impl World {
    /// So many nodes for so many guests. Only a breakable one has proxies and clocks that can be set.
    pub(crate) async fn start(nodes: usize, guests: usize, breakable: bool) -> anyhow::Result<Self> {
        let clock = || breakable.then(WallClock::new).transpose();
        let environment = |clock: &Option<WallClock>| clock.as_ref().map(WallClock::environment).unwrap_or_default();
        let redis_clock = clock()?;
        let redis = RedisServer::with_environment(&[], &environment(&redis_clock))?;
        let secret = tempfile::tempdir()?;
        let file = secret.path().join("secret");
        std::fs::write(&file, "0123456789abcdef".repeat(4))?;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
        let mut world = Self { redis, redis_clock, nodes: Vec::new(), _secret: secret };
        for _ in 0..nodes {
            let (mut proxy, mut url) = (None, world.redis.url());
            if breakable {
                let started = Proxy::start(([127, 0, 0, 1], world.redis.port()).into()).await?;
                url = format!("redis://{}", started.address);
                proxy = Some(started);
            }
            let mut arguments = vec!["--redis".into(), url, "--secret-file".into(), file.display().to_string()];
            // all clients are at one address
            arguments.push(format!("--guests-per-address={}", guests.max(500)));
            let clock = clock()?;
            let server = Server::start_in(StoreKind::Embedded, &arguments, &environment(&clock)).await?;
            world.nodes.push(Node { server, proxy, clock });
        }
        Ok(world)
    }

    pub(crate) fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| node.server.url.clone()).collect()
    }
}

/// Sends a signal to a process.
pub(crate) async fn signal(signal: &str, process: Option<u32>) -> anyhow::Result<()> {
    let process = process.context("it has ended by itself")?.to_string();
    let status = Command::new("kill").args([signal, &process]).status().await?;
    ensure!(status.success(), "kill {signal}: {status}");
    Ok(())
}
