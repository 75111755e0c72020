//! Configuration: one table of options, read from flags, environment variables and a file, in that
//! order of precedence, over defaults; then settled once into a [`Config`] that the rest trusts.

mod effective;
mod options;
mod origin;
mod redis_url;
mod settle;
mod time_or_off;

pub use effective::{Effective, Source, from_matches};
pub use options::{AdminListen, LogFormat, Options, Switch};
pub use origin::{NotAnOrigin, Origin, may_connect, origin_of};
pub use redis_url::{AlreadyHasPassword, NotARedisUrl, RedisUrl};
pub(crate) use settle::certificates;
pub use settle::{limits, node_name};
pub use time_or_off::TimeOrOff;

use crate::{client::Network, http::Prefix, store::redis::Replicas, tls::TlsFiles};
use std::{
    net::SocketAddr,
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
    time::Duration,
};

/// Everything that a server is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// The public listener.
    pub listen: SocketAddr,
    /// The admin listener, if there is one.
    pub admin_listen: Option<SocketAddr>,
    /// Unix socket for administration on this machine.
    pub admin_socket: PathBuf,
    /// Origins whose pages may connect besides that of `Host`.
    pub origins: Vec<Origin>,
    /// Where people reach the server, if it was said.
    pub public_url: Option<String>,
    /// The path of that, if it is not the root.
    pub prefix: Option<Prefix>,
    /// Whether the page is served.
    pub page: bool,
    /// Certificate and key of the public listener, if it speaks TLS itself.
    pub tls: Option<TlsFiles>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// Directory of the embedded store and of what the server makes for itself.
    pub data: PathBuf,
    /// Which store.
    pub store: StoreChoice,
    /// Refuse to start when an acknowledged move could be lost.
    pub require_durable: bool,
    /// When finished games leave for the archive, if they do.
    pub archive_after: Option<Duration>,
    /// How long talk beside games is kept; without it there is none.
    pub talk_keep: Option<Duration>,
    /// File with the signing secret, if it was said.
    pub secret_file: Option<PathBuf>,
    /// For development: a secret may be missing.
    pub dev: bool,
    /// Connections at once, if it was said; else as the limit of open files allows.
    pub max_connections: Option<NonZeroUsize>,
    /// Connections without an account from one address at once.
    pub anonymous_per_address: NonZeroU32,
    /// Guests that one address may make at once.
    pub guests_per_address: NonZeroU32,
    /// Time for connections to end at a stop.
    pub drain: Duration,
    /// Name of this node among the nodes of one store.
    pub node_name: String,
    /// Filter of the log.
    pub log: String,
    /// Form of the log.
    pub log_format: LogFormat,
    /// Times that are no options: tests shorten them.
    pub timeouts: Timeouts,
}

impl Config {
    /// Whether people reach the server by https, as far as it was said.
    #[must_use]
    pub fn is_public_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.to_ascii_lowercase().starts_with("https:"))
    }

    /// What is allowed and yet probably not meant, for the log.
    #[must_use]
    pub fn doubts(&self) -> Vec<&'static str> {
        let mut doubts = Vec::new();
        if self.is_public_https() && self.tls.is_none() && self.trusted_proxies.is_empty() {
            doubts.push(
                "public-url is https and tls-cert is not set, so a proxy stands before this server, but trusted-proxy is \
                 not set: all of its clients share the limits of its one address",
            );
        }
        doubts
    }
}

/// Which store keeps the logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreChoice {
    /// Files in the data directory.
    Embedded,
    /// Redis or Valkey.
    Redis {
        /// Where it is, or its sentinels.
        url: RedisUrl,
        /// What the sentinels call the master.
        sentinel_master: Option<String>,
        /// How many replicas must have what is acknowledged, if any.
        replicas: Option<Replicas>,
        /// File with the certificates of those who sign that of Redis.
        authorities: Option<PathBuf>,
    },
}

/// How long the shell waits for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a TLS handshake.
    pub handshake: Duration,
    /// For the whole head of a request, and for the next one on a kept connection: slow senders
    /// (slowloris) must not hold connections.
    pub header: Duration,
    /// From a request's head until its answer, its body included.
    pub request: Duration,
    /// A connection without a WebSocket is asked to end after this, so that one that does not read
    /// its answers does not hold a place for ever.
    pub http_connection: Duration,
    /// For the answer to a readiness check.
    pub ready: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(5),
            header: Duration::from_secs(5),
            request: Duration::from_secs(10),
            http_connection: Duration::from_secs(120),
            ready: Duration::from_secs(2),
        }
    }
}

/// What is wrong with the configuration, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// The file is not what it should be.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: String,
    },
    /// A value is not allowed.
    #[error("{option}: {why}")]
    Value {
        /// The option, as the file's key.
        option: &'static str,
        /// What is allowed.
        why: String,
    },
}
