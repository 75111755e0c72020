//! A real Redis with a replica for a test, gone when dropped. Nobody makes the replica a master.

use crate::RedisServer;
use anyhow::{Result, ensure};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a replica may take to follow.
const FOLLOWS: Duration = Duration::from_secs(30);

/// One master and one replica.
#[derive(Debug)]
pub struct RedisReplicated {
    /// Where is written.
    pub master: RedisServer,
    /// What follows it.
    pub replica: RedisServer,
}

impl RedisReplicated {
    /// Starts both, and waits until one follows the other.
    ///
    /// # Errors
    /// When one does not start, or does not follow in time.
    pub fn start() -> Result<Self> {
        let master = RedisServer::with(&["--repl-diskless-sync-delay", "0"])?;
        let replica = RedisServer::with(&["--replicaof", &format!("127.0.0.1 {}", master.port())])?;
        let both = Self { master, replica };
        both.wait_until_followed()?;
        Ok(both)
    }

    /// Waits until the master counts its replica.
    ///
    /// # Errors
    /// When one does not answer, or after half a minute.
    pub fn wait_until_followed(&self) -> Result<()> {
        let until = Instant::now() + FOLLOWS;
        while !self.master.run(&["INFO", "replication"])?.contains("state=online") {
            ensure!(Instant::now() < until, "the replica does not follow within {FOLLOWS:?}");
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}
