//! Which Redis, and making one connection to it.

use super::replicas::Replicas;
use super::script;
use super::sentinel::Sentinels;
use crate::store::StoreError;
use rand::RngExt;
use redis::aio::{AsyncPushSender, MultiplexedConnection};
use redis::io::tcp::TcpSettings;
use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, ProtocolVersion, RedisError,
    TlsCertificates,
};
use std::sync::Arc;
use std::time::Duration;

/// The oldest Redis whose scripts and sharded channels do.
const OLDEST: (u64, u64) = (7, 0);

/// Commands of one connection that wait to be written; more wait in their callers.
const QUEUE: usize = 4_096;

/// The longest wait between two attempts to connect, ms.
const BACKOFF_MAX_MS: u64 = 2_000;

/// The first wait, ms.
const BACKOFF_MIN_MS: u64 = 50;

/// How to reach Redis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedisOptions {
    /// Put in front of every key and channel, so that several servers share one Redis; up to 64
    /// bytes without braces.
    pub prefix: String,
    /// How long an answer is waited for. A commit without one is neither done nor not done: it is
    /// asked again.
    pub response_timeout: Duration,
    /// How long one attempt to connect may take.
    pub connection_timeout: Duration,
    /// How long a call waits for a connection while there is none.
    pub link_wait: Duration,
    /// How long an open waits for a Redis that does not answer yet: it is being started, or a
    /// failover is going on.
    pub open_wait: Duration,
    /// What sentinels call the master; the URLs are theirs then.
    pub sentinel_master: Option<String>,
    /// How many replicas must have a write before it is acknowledged; `None`: nobody asks them.
    pub replicas: Option<Replicas>,
    /// Who signs the certificates of Redis and of its sentinels, as PEM, instead of the public
    /// authorities.
    pub authorities: Option<Arc<[u8]>>,
}

impl Default for RedisOptions {
    fn default() -> Self {
        Self {
            prefix: String::new(),
            response_timeout: Duration::from_secs(2),
            connection_timeout: Duration::from_secs(2),
            link_wait: Duration::from_secs(1),
            open_wait: Duration::from_secs(30),
            sentinel_master: None,
            replicas: None,
            authorities: None,
        }
    }
}

/// What a server process says about itself.
#[derive(Clone, Debug)]
pub(super) struct Process {
    /// Changes with each start.
    pub(super) run: Arc<str>,
}

/// Where to connect to, and how.
#[derive(Clone, Debug)]
pub(super) struct Target {
    client: Client,
    /// Who says where it is; the client's own address is not used then.
    sentinels: Option<Sentinels>,
    /// Host and port, path, or the master's name: for logs, without user and password.
    pub(super) address: String,
    /// As given.
    pub(super) options: RedisOptions,
}

impl Target {
    /// Reads the URL; its errors never quote it, since it may hold a password.
    pub(super) fn parse(url: &str, options: RedisOptions) -> Result<Self, StoreError> {
        let info = read(url, &options)?;
        let address = info.addr().to_string();
        let client = Client::open(info).map_err(wrong)?;
        Ok(Self { client, sentinels: None, address, options })
    }

    /// The master that sentinels at these URLs name; user, password, database and encryption for it
    /// are those of the first URL.
    pub(super) fn behind_sentinels(urls: &[&str], master: &str, options: RedisOptions) -> Result<Self, StoreError> {
        let infos = urls.iter().map(|url| read(url, &options)).collect::<Result<Vec<_>, _>>()?;
        let first = infos.first().ok_or_else(|| StoreError::Open("there is no address of a sentinel".into()))?;
        let client = Client::open(first.clone()).map_err(wrong)?;
        let sentinels = Sentinels::new(infos, master.to_owned());
        let address = sentinels.label();
        Ok(Self { client, sentinels: Some(sentinels), address, options })
    }

    /// The same for commands that Redis may answer so much later.
    pub(super) fn patient(&self, more: Duration) -> Self {
        let mut target = self.clone();
        target.options.response_timeout += more;
        target
    }

    /// One connection, ready: the process is known, new enough, and remembers the scripts; behind
    /// sentinels it is the master.
    pub(super) async fn connect(
        &self,
        push: impl AsyncPushSender,
    ) -> Result<(MultiplexedConnection, Process), StoreError> {
        let Some(sentinels) = &self.sentinels else {
            return self.connect_with(&self.client, &self.address, push).await;
        };
        let (host, port) = sentinels.master().await?;
        let place = format!("{host}:{port}");
        let client = self.client_at(host, port).map_err(|error| refused(&error, &place))?;
        let (mut connection, process) = self.connect_with(&client, &place, push).await?;
        let role: Vec<redis::Value> =
            redis::cmd("ROLE").query_async(&mut connection).await.map_err(|error| refused(&error, &place))?;
        if matches!(role.first(), Some(redis::Value::BulkString(role)) if role == b"master") {
            return Ok((connection, process));
        }
        Err(StoreError::Unavailable(format!(
            "Redis at {place} is not the master that sentinels call it: a failover is not over yet"
        )))
    }

    async fn connect_with(
        &self,
        client: &Client,
        place: &str,
        push: impl AsyncPushSender,
    ) -> Result<(MultiplexedConnection, Process), StoreError> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.options.connection_timeout))
            .set_response_timeout(Some(self.options.response_timeout))
            .set_pipeline_buffer_size(QUEUE)
            .set_push_sender(push);
        let refused = |error: RedisError| refused(&error, place);
        let mut connection = client.get_multiplexed_async_connection_with_config(&config).await.map_err(refused)?;
        let info: String = redis::cmd("INFO").arg("server").query_async(&mut connection).await.map_err(refused)?;
        // the second is how Valkey says it
        if info.lines().any(|line| matches!(line.trim_end(), "redis_mode:sentinel" | "server_mode:sentinel")) {
            let why = format!("{place} is a sentinel, not a master: name the master with redis-sentinel-master");
            return Err(StoreError::Open(why));
        }
        let process = process(&info)?;
        tell_scripts(&mut connection).await.map_err(refused)?;
        Ok((connection, process))
    }

    /// The same user, password, database and encryption elsewhere.
    fn client_at(&self, host: String, port: u16) -> Result<Client, RedisError> {
        let info = self.client.get_connection_info().clone();
        let addr = match info.addr().clone() {
            ConnectionAddr::TcpTls { insecure, tls_params, .. } => {
                ConnectionAddr::TcpTls { host, port, insecure, tls_params }
            }
            _ => ConnectionAddr::Tcp(host, port),
        };
        Client::open(info.set_addr(addr))
    }

    /// The same user, password and encryption at another address, `host:port`.
    pub(super) fn elsewhere(&self, address: &str) -> Result<Self, StoreError> {
        let wrong = || StoreError::Unavailable(format!("a node of the cluster is said to be at '{address}'"));
        let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
        let (host, port) = (host.trim_matches(['[', ']']).to_owned(), port.parse().map_err(|_| wrong())?);
        let client = self.client_at(host, port).map_err(|_| wrong())?;
        Ok(Self { client, sentinels: None, address: address.to_owned(), options: self.options.clone() })
    }

    /// The address with this node's host where it names none.
    pub(super) fn completed(&self, address: &str) -> String {
        if !address.starts_with(':') && !address.starts_with('?') {
            return address.to_owned();
        }
        let host = self.address.rsplit_once(':').map_or("", |(host, _)| host);
        format!("{host}:{}", address.trim_start_matches(['?', ':']))
    }

    /// Whether it is a node of a cluster.
    pub(super) async fn is_cluster(&self) -> Result<bool, StoreError> {
        let (mut connection, _) = self.connect(|_: redis::PushInfo| Ok::<(), redis::aio::SendError>(())).await?;
        let info: String = redis::cmd("INFO")
            .arg("cluster")
            .query_async(&mut connection)
            .await
            .map_err(|error| refused(&error, &self.address))?;
        Ok(info.contains("cluster_enabled:1"))
    }
}

fn wrong(_: RedisError) -> StoreError {
    StoreError::Open("write the Redis URL as redis://[user[:password]@]host[:port][/db]".into())
}

/// Reads one URL; its errors never quote it.
fn read(url: &str, options: &RedisOptions) -> Result<ConnectionInfo, StoreError> {
    let prefix = &options.prefix;
    if prefix.len() > 64 || prefix.contains(['{', '}']) {
        return Err(StoreError::Open("the prefix of Redis keys has up to 64 bytes and no braces".into()));
    }
    let info = url.into_connection_info().map_err(wrong)?;
    let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
    let info = info.set_redis_settings(settings).set_tcp_settings(TcpSettings::default().set_nodelay(true));
    match (&options.authorities, info.addr()) {
        (Some(pem), ConnectionAddr::TcpTls { .. }) => {
            let certificates = TlsCertificates { client_tls: None, root_cert: Some(pem.to_vec()) };
            // the library's own error may quote what was named by mistake
            let client = Client::build_with_tls(info, certificates).map_err(|_| {
                StoreError::Open("the certificates of Redis's authorities cannot be used: one of them is none".into())
            })?;
            Ok(client.get_connection_info().clone())
        }
        _ => Ok(info),
    }
}

fn refused(error: &RedisError, place: &str) -> StoreError {
    use redis::ErrorKind::{AuthenticationFailed, InvalidClientConfig, RESP3NotSupported};
    let wrong_password = || StoreError::Open(format!("Redis at {place} does not accept this user and password"));
    match error.kind() {
        AuthenticationFailed => wrong_password(),
        _ if super::error::refused_with(error, "WRONGPASS") => wrong_password(),
        RESP3NotSupported => StoreError::Open(too_old(&format!("the one at {place}"))),
        _ if super::error::is_untrusted(error) => StoreError::Open(untrusted(&format!("Redis at {place}"), error)),
        InvalidClientConfig => StoreError::Open(format!("Redis at {place} cannot be reached: {error}")),
        _ if super::error::refused_with(error, "NOAUTH") => {
            StoreError::Open(format!("Redis at {place} wants a user and a password"))
        }
        _ if super::error::refused_with(error, "NOPERM") => {
            StoreError::Open(format!("Redis at {place} does not let this user run what is needed: {error}"))
        }
        _ => StoreError::Unavailable(format!("Redis at {place}: {error}")),
    }
}

/// What to do about a certificate that is not accepted.
pub(super) fn untrusted(whose: &str, error: &RedisError) -> String {
    format!(
        "the certificate of {whose} is not accepted ({error}): it must be for the host that the URL names, and signed by \
         a public authority or by those in redis-ca"
    )
}

/// The URLs of a list; a comma parts them where another URL begins.
pub(crate) fn split(urls: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for (comma, _) in urls.match_indices(',') {
        if ["redis://", "rediss://"].iter().any(|scheme| urls[comma + 1..].starts_with(scheme)) {
            parts.push(&urls[begin..comma]);
            begin = comma + 1;
        }
    }
    parts.push(&urls[begin..]);
    parts
}

/// Lets the process remember every script.
pub(super) async fn tell_scripts(connection: &mut MultiplexedConnection) -> Result<(), RedisError> {
    let mut load = redis::pipe();
    for script in script::all() {
        load.cmd("SCRIPT").arg("LOAD").arg(script.source).ignore();
    }
    load.query_async(connection).await
}

fn too_old(found: &str) -> String {
    format!("Redis must be version {}.{} or newer, or Valkey; {found} is older", OLDEST.0, OLDEST.1)
}

/// Reads `INFO server`; Valkey names the version of Redis that it equals in the same field.
fn process(info: &str) -> Result<Process, StoreError> {
    let field = |name: &str| info.lines().find_map(|line| line.trim_end().strip_prefix(name)?.strip_prefix(':'));
    let unreadable = || StoreError::Open("Redis does not say its version and run id in INFO server".into());
    let version = field("redis_version").ok_or_else(unreadable)?;
    let mut numbers = version.split('.').map(str::parse::<u64>);
    let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
        return Err(unreadable());
    };
    if (major, minor) < OLDEST {
        return Err(StoreError::Open(too_old(&format!("version {version}"))));
    }
    Ok(Process { run: field("run_id").ok_or_else(unreadable)?.into() })
}

/// Waits between attempts: doubled each time, from the half of it to all of it by chance, so that
/// nodes which lost the same Redis do not come back in step.
#[derive(Debug)]
pub(super) struct Backoff {
    longest_ms: u64,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::from_ms(BACKOFF_MIN_MS)
    }
}

impl Backoff {
    /// With this as the first wait.
    pub(super) const fn from_ms(longest_ms: u64) -> Self {
        Self { longest_ms }
    }

    /// The next wait.
    pub(super) fn next(&mut self) -> Duration {
        let longest = self.longest_ms.min(BACKOFF_MAX_MS);
        self.longest_ms = longest * 2;
        Duration::from_millis(rand::rng().random_range(longest / 2..=longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_their_longest_and_no_further() {
        let mut backoff = Backoff::default();
        for longest in [50, 100, 200, 400, 800, 1_600, 2_000, 2_000] {
            let wait = backoff.next().as_millis();
            assert!((longest / 2..=longest).contains(&wait), "{wait} of {longest}");
        }
        for _ in 0..100 {
            assert!(backoff.next().as_millis() <= 2_000);
        }
    }

    #[test]
    fn the_version_is_read_and_an_old_one_refused() {
        let info = |version: &str| format!("# Server\r\nredis_version:{version}\r\nrun_id:abc\r\n");
        for version in ["7.0.0", "7.2.4", "8.0.1", "10.1.0"] {
            assert_eq!(&*process(&info(version)).unwrap().run, "abc");
        }
        for version in ["6.2.14", "5.0.3"] {
            let error = process(&info(version)).unwrap_err().to_string();
            assert_eq!(error, format!("Redis must be version 7.0 or newer, or Valkey; version {version} is older"));
        }
        assert!(process("redis_version:7.0.0\r\n").is_err());
        assert!(process(&info("x")).is_err());
    }

    #[test]
    fn no_error_and_no_name_tells_a_secret() {
        let options = RedisOptions::default;
        let wrong = Target::parse("redis://me:secret@ho st:x", options()).unwrap_err();
        assert!(!wrong.to_string().contains("secret"));
        let right = Target::parse("redis://me:secret@127.0.0.1:7", options()).unwrap();
        assert_eq!(right.address, "127.0.0.1:7");
        let braces = RedisOptions { prefix: "{a}".into(), ..options() };
        assert!(Target::parse("redis://127.0.0.1:7", braces).is_err());
        for text in crate::pem::tests::spoilt() {
            let authorities = RedisOptions { authorities: Some(text.as_bytes().into()), ..options() };
            let wrong = Target::parse("rediss://127.0.0.1:7", authorities).unwrap_err().to_string();
            assert!(wrong.contains("authorities") && !crate::pem::tests::tells(&wrong), "{wrong}");
        }
    }
}
