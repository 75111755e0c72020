//! The one table of options. Its one struct is read from flags and environment variables (clap) and
//! from the configuration file (serde), so that the three cannot drift apart: the key of a file is
//! the long flag without `--`, the variable is `TENGEN_` and the flag in capitals.
//!
//! What a value may be is judged in one place for all sources, `settle`; nothing here knows defaults
//! of other parts.

use super::TimeOrOff;
use clap::{Args, ValueEnum, builder::BoolishValueParser};
use serde::{Deserialize, Serialize};
use std::{fmt, net::SocketAddr, path::PathBuf, str::FromStr};

/// What an operator may set; `None` where a source says nothing.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Options {
    /// Where people and bots connect: WebSocket and API. Port 0 takes a free one
    /// [default: 127.0.0.1:9191]
    #[arg(long, env = "TENGEN_LISTEN", value_name = "IP:PORT", value_parser = address, help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some_address")]
    pub listen: Option<SocketAddr>,

    /// Where operators look: readiness, metrics, version. Keep it private; `off` to have none
    /// [default: 127.0.0.1:9192]
    #[arg(long, env = "TENGEN_ADMIN_LISTEN", value_name = "IP:PORT|off", help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_listen: Option<AdminListen>,

    /// Unix socket for `tengen-server admin` [default: admin.sock in the data directory]
    #[arg(long, env = "TENGEN_ADMIN_SOCKET", value_name = "FILE", help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_socket: Option<PathBuf>,

    /// The address that people use, when it is not that of --listen; its pages may connect. With a
    /// path, as in https://club.example/go/, everything is served below that path too
    #[allow(rustdoc::bare_urls)] // the help on a terminal has no markup
    #[arg(long, env = "TENGEN_PUBLIC_URL", value_name = "URL", help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,

    /// Further origins whose pages may connect, as https://go.example; a list
    #[allow(rustdoc::bare_urls)] // the help on a terminal has no markup
    #[arg(long, env = "TENGEN_ORIGIN", value_name = "ORIGIN", value_delimiter = ',', help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Vec<String>>,

    /// Proxies whose X-Forwarded-For is believed, as 10.0.0.0/8; a list
    #[arg(
        long,
        env = "TENGEN_TRUSTED_PROXY",
        value_name = "NETWORK",
        value_delimiter = ',',
        help_heading = "Listening"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted_proxy: Option<Vec<String>>,

    /// Whether browsers get the page to watch and play at `/`; `off` leaves WebSocket and API [default: on]
    #[arg(long, env = "TENGEN_PAGE", value_name = "on|off", hide_possible_values = true, help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Switch>,

    /// Speak TLS, with the certificate in this file (PEM; its chain after it). The admin listener never
    /// does. SIGHUP reads both files again, for new connections
    #[arg(long, env = "TENGEN_TLS_CERT", value_name = "FILE", help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_cert: Option<PathBuf>,

    /// The private key of --tls-cert (PEM, not encrypted)
    #[arg(long, env = "TENGEN_TLS_KEY", value_name = "FILE", help_heading = "Listening")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_key: Option<PathBuf>,

    /// Directory of the embedded store and of what the server makes for itself [default:
    /// $STATE_DIRECTORY, $XDG_DATA_HOME/tengen or ~/.local/share/tengen]
    #[arg(long, env = "TENGEN_DATA", value_name = "DIR", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,

    /// Keep everything in Redis 7 or Valkey instead: redis://, rediss:// (TLS); several nodes of one
    /// Redis Cluster parted by commas, or one that tells the others; with --redis-sentinel-master the
    /// sentinels, parted by commas. A password belongs into --redis-password-file, the variable or
    /// the configuration file, never into a flag
    #[arg(long, env = "TENGEN_REDIS", value_name = "URL", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis: Option<String>,

    /// What the sentinels call the master: --redis holds their addresses then; user, password and
    /// database of the first one are for the master
    #[arg(long, env = "TENGEN_REDIS_SENTINEL_MASTER", value_name = "NAME", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis_sentinel_master: Option<String>,

    /// File with the password of Redis
    #[arg(long, env = "TENGEN_REDIS_PASSWORD_FILE", value_name = "FILE", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis_password_file: Option<PathBuf>,

    /// Acknowledge nothing before so many replicas of Redis have it, 1 to 8: a failover to one of them
    /// loses no acknowledged move. While there are fewer, moves wait [default: none is waited for]
    #[arg(long, env = "TENGEN_REDIS_MIN_REPLICAS", value_name = "N", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis_min_replicas: Option<u32>,

    /// How long replicas are waited for before a move is tried again, 10 to 1500 ms [default: 1000]
    #[arg(long, env = "TENGEN_REDIS_REPLICAS_WAIT_MS", value_name = "MS", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis_replicas_wait_ms: Option<u32>,

    /// File with the certificates, as PEM, of those who sign that of Redis (rediss://) [default: the
    /// public authorities]
    #[arg(long, env = "TENGEN_REDIS_CA", value_name = "FILE", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redis_ca: Option<PathBuf>,

    /// Do not start unless the store promises that no acknowledged move is lost [default: false]
    #[arg(
        long,
        env = "TENGEN_REQUIRE_DURABLE",
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_parser = BoolishValueParser::new(),
        help_heading = "Storage"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub require_durable: Option<bool>,

    /// Finished games are packed so long after their last event, a whole number with d, h, m or s, up
    /// to 3650d: they take a fifth of the memory and can be opened as before. `off`: games that are
    /// finished from then on stay as they are [default: 7d]
    #[arg(long, env = "TENGEN_ARCHIVE_AFTER", value_name = "TIME|off", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive_after: Option<TimeOrOff>,

    /// What is said beside games is kept so long, a whole number with d, h, m or s, up to 3650d: older
    /// lines are given to nobody, and the talk of a game goes when its last line is so old. `off`: there
    /// is no talk. The same for all nodes of one Redis [default: 30d]
    #[arg(long, env = "TENGEN_TALK_KEEP", value_name = "TIME|off", help_heading = "Storage")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk_keep: Option<TimeOrOff>,

    /// File with the secret that signs tokens, 32 bytes or more, or with a private key in PEM, whose
    /// public half is then served at /.well-known/jwks.json; the same for all nodes of one Redis
    /// [default: made at the first start in the data directory; needed with --redis]
    #[arg(long, env = "TENGEN_SECRET_FILE", value_name = "FILE", help_heading = "Safety")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_file: Option<PathBuf>,

    /// For development only: with --redis the secret may be missing [default: false]
    #[arg(
        long,
        env = "TENGEN_DEV",
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_parser = BoolishValueParser::new(),
        help_heading = "Safety"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dev: Option<bool>,

    /// Connections at once, 1 to 1000000; more get 503 [default: what the limit of open files allows]
    #[arg(long, env = "TENGEN_MAX_CONNECTIONS", value_name = "N", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_connections: Option<u32>,

    /// Connections without an account from one address at once, 1 to 1000000: a school that watches
    /// sits behind one. They share the address's commands, 20 a second for 64 and in proportion for
    /// more [default: 64]
    #[arg(long, env = "TENGEN_ANONYMOUS_PER_ADDRESS", value_name = "N", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anonymous_per_address: Option<u32>,

    /// Guest accounts that one address may make at once, 1 to 1000000; used up, all may be made
    /// again after 42 minutes, and some of them before [default: 500]
    #[arg(long, env = "TENGEN_GUESTS_PER_ADDRESS", value_name = "N", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests_per_address: Option<u32>,

    /// Time for connections to end when the server stops, 0 to 3600 seconds [default: 30]
    #[arg(long, env = "TENGEN_DRAIN_SECONDS", value_name = "SECONDS", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_seconds: Option<u32>,

    /// Name of this node among others on one Redis, 1 to 64 of A-Z a-z 0-9 . _ - [default: the
    /// host's name and a random suffix]
    #[arg(long, env = "TENGEN_NODE_NAME", value_name = "NAME", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_name: Option<String>,

    /// What to log on stderr: error, warn, info, debug, trace, or a filter as
    /// info,tengen_server=debug [default: info]
    #[arg(long, env = "TENGEN_LOG", value_name = "FILTER", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,

    /// Form of the log [default: text]
    #[arg(long, env = "TENGEN_LOG_FORMAT", value_name = "FORMAT", help_heading = "Running")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_format: Option<LogFormat>,
}

/// An address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write IP:PORT, such as 127.0.0.1:9191 or 0.0.0.0:9191".to_owned())
}

fn some_address<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    address(&String::deserialize(from)?).map(Some).map_err(serde::de::Error::custom)
}

/// Whether there is something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// There is.
    On,
    /// There is not.
    Off,
}

/// Form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where the admin listener is, if anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// There.
    At(SocketAddr),
    /// There is none.
    Off,
}

impl FromStr for AdminListen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(Self::Off),
            _ => text.parse().map(Self::At).map_err(|_| "write IP:PORT, such as 127.0.0.1:9192, or off".to_owned()),
        }
    }
}

impl fmt::Display for AdminListen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(address) => address.fmt(f),
            Self::Off => f.write_str("off"),
        }
    }
}

impl Serialize for AdminListen {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AdminListen {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
