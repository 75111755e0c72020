//! A Redis as `redis.conf` and `users.acl` make it, with secrets by `make-secrets`.

use crate::{deployed, program, replaced, run};
use anyhow::{Context, ensure};
use redis::{FromRedisValue, RedisError, aio::MultiplexedConnection};
use std::{
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tengen_tests::{free_port, wait_for};
use tokio::process::Child;

/// The operator's password here.
const OPERATOR: &str = "operator";

/// A running Redis; killed when dropped.
pub(crate) struct Secured {
    process: Child,
    port: u16,
    dir: TempDir,
}

impl Secured {
    /// Makes secrets, lets the operator in, and starts it.
    pub(crate) async fn start() -> anyhow::Result<Self> {
        let dir = tempfile::tempdir()?;
        let secrets = dir.path().join("secrets");
        run(program(deployed("make-secrets"), &[&secrets.display().to_string()])).await?;
        let users = secrets.join("users.acl");
        let on = format!("user operator on >{OPERATOR} ");
        std::fs::write(&users, replaced(&std::fs::read_to_string(&users)?, "user operator off resetpass ", &on)?)?;
        std::fs::create_dir(dir.path().join("redis"))?;
        let port = free_port()?;
        let process = spawn(dir.path(), port)?;
        let this = Self { process, port, dir };
        this.ready().await?;
        Ok(this)
    }

    /// Kills it and starts it again over the same files.
    pub(crate) async fn restart(&mut self) -> anyhow::Result<()> {
        self.process.kill().await?;
        self.process = spawn(self.dir.path(), self.port)?;
        self.ready().await
    }

    /// Kills it and starts it again over other files: a copy that was made of them.
    pub(crate) async fn restart_from(&mut self, files: &Path) -> anyhow::Result<()> {
        self.process.kill().await?;
        std::fs::remove_dir_all(self.files())?;
        std::fs::rename(files, self.files())?;
        self.process = spawn(self.dir.path(), self.port)?;
        self.ready().await
    }

    async fn ready(&self) -> anyhow::Result<()> {
        let log = || std::fs::read_to_string(self.dir.path().join("redis.txt")).unwrap_or_default();
        wait_for("Redis", 20, || async { self.ask::<String>(&["PING"]).await.ok() }).await.with_context(log)?;
        Ok(())
    }

    /// Where its files lie.
    pub(crate) fn files(&self) -> PathBuf {
        self.dir.path().join("redis")
    }

    /// A directory beside its own.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// What a node is started with.
    pub(crate) fn options(&self) -> Vec<String> {
        let secrets = self.dir.path().join("secrets");
        let file = |name: &str| secrets.join(name).display().to_string();
        let redis = format!("redis://tengen@127.0.0.1:{}", self.port);
        let named = [("--redis", redis), ("--redis-password-file", file("redis-password"))];
        let named = named.into_iter().chain([("--secret-file", file("secret"))]);
        named.flat_map(|(name, value)| [name.to_owned(), value]).chain(["--require-durable".to_owned()]).collect()
    }

    /// What the operator is answered.
    pub(crate) async fn ask<T: FromRedisValue>(&self, words: &[&str]) -> anyhow::Result<T> {
        Ok(ask(&mut self.connection(Some(("operator", OPERATOR))).await?, words).await?)
    }

    /// A connection as the user of the servers.
    pub(crate) async fn as_server(&self) -> anyhow::Result<MultiplexedConnection> {
        let password = std::fs::read_to_string(self.dir.path().join("secrets/redis-password"))?;
        Ok(self.connection(Some(("tengen", password.trim()))).await?)
    }

    /// A connection as this user, or nobody.
    pub(crate) async fn connection(&self, user: Option<(&str, &str)>) -> Result<MultiplexedConnection, RedisError> {
        let user = user.map_or_else(String::new, |(name, password)| format!("{name}:{password}@"));
        let client = redis::Client::open(format!("redis://{user}127.0.0.1:{}", self.port))?;
        client.get_multiplexed_async_connection().await
    }

    /// Fails if a user was refused anything since the start.
    pub(crate) async fn refused_nothing(&self) -> anyhow::Result<()> {
        let log: Vec<redis::Value> = self.ask(&["ACL", "LOG"]).await?;
        ensure!(log.is_empty(), "refused: {log:#?}");
        Ok(())
    }
}

/// One command.
pub(crate) async fn ask<T: FromRedisValue>(
    connection: &mut MultiplexedConnection,
    words: &[&str],
) -> Result<T, RedisError> {
    let (name, arguments) = words.split_first().unwrap_or((&"", &[]));
    redis::cmd(name).arg(arguments).query_async(connection).await
}

fn spawn(dir: &Path, port: u16) -> anyhow::Result<Child> {
    let log = std::fs::File::create(dir.join("redis.txt"))?;
    let mut command = program("redis-server", &[]);
    command
        .arg(deployed("redis.conf"))
        .args(["--port", &port.to_string(), "--dir"])
        .arg(dir.join("redis"))
        .arg("--aclfile")
        .arg(dir.join("secrets/users.acl"));
    Ok(command.stdin(Stdio::null()).stdout(log).spawn()?)
}
