//! What the black-box tests stand on: real processes on free ports, and a proxy that cuts them off.
//!
//! Nothing here knows the server's inside; it is spoken to as a stranger would, over its sockets.

mod board;
pub mod certificates;
pub mod cli;
pub mod history;
pub mod lobby;
pub mod oracle;
pub mod player;
pub mod preload;
pub mod proxy;
mod redis_cluster;
mod redis_replicated;
mod redis_sentinel;
mod redis_server;
mod redis_tls;
pub mod server;
pub mod terminal;
pub mod wall_clock;

pub use redis_cluster::RedisCluster;
pub use redis_replicated::RedisReplicated;
pub use redis_sentinel::{MASTER as SENTINEL_MASTER, RedisSentinel};
pub use redis_server::{RedisServer, free_port};
pub use redis_tls::RedisTls;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// Where the binaries under test were built: beside this test.
///
/// # Errors
/// When this program's own path cannot be read.
pub fn binary(name: &str) -> anyhow::Result<PathBuf> {
    let me = std::env::current_exe()?;
    let beside = me.ancestors().skip(1).map(|dir| dir.join(name)).find(|path| path.is_file());
    beside.ok_or_else(|| {
        anyhow::anyhow!("{name} is not built: run tests/run, or `cargo test --profile ci --workspace --no-run`")
    })
}

/// Waits until `condition` gives something.
///
/// # Errors
/// After `seconds`, naming what was waited for.
pub async fn wait_for<T, F>(what: &str, seconds: u64, mut condition: impl FnMut() -> F) -> anyhow::Result<T>
where
    F: Future<Output = Option<T>>,
{
    let until = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(value) = condition().await {
            return Ok(value);
        }
        anyhow::ensure!(Instant::now() < until, "waited {seconds} s for {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
