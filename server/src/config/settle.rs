//! Judges the values of options, whatever source they came from, and makes the [`Config`] of them.

use super::{
    AdminListen, Config, ConfigError, LogFormat, Options, Origin, RedisUrl, StoreChoice, Switch, TimeOrOff, Timeouts,
};
use crate::{admin, auth::SigningKeys, http::Prefix, pem, store::redis::Replicas, tls::TlsFiles};
use std::{
    ffi::OsString,
    net::SocketAddr,
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
    time::Duration,
};
use tracing_subscriber::EnvFilter;

/// Ranges of options.
pub mod limits {
    /// Connections at once.
    pub const MAX_CONNECTIONS: u32 = 1_000_000;
    /// Anonymous connections, or guests, of one address.
    pub const PER_ADDRESS: u32 = 1_000_000;
    /// Seconds to drain.
    pub const DRAIN_SECONDS: u32 = 3_600;
    /// Entries of a list.
    pub const LIST: usize = 64;
    /// Bytes of a node's name.
    pub const NODE_NAME: usize = 64;
    /// Replicas that are waited for.
    pub const MIN_REPLICAS: u32 = 8;
    /// How long they are waited for, ms; the default, and the range. Nobody waits for the store longer
    /// than two seconds.
    pub const REPLICAS_WAIT_MS: (u32, std::ops::RangeInclusive<u32>) = (1_000, 10..=1_500);
    /// Bytes of a file that holds certificates.
    pub const CERTIFICATES_FILE: u64 = 1024 * 1024;
    /// Bytes of a file that holds a password.
    pub const PASSWORD_FILE: u64 = 4_096;
}

impl Config {
    /// Judges options that were laid over their defaults.
    ///
    /// # Errors
    /// If a value is not allowed or options do not fit together; the error says what is.
    pub fn settle(options: &Options) -> Result<Self, ConfigError> {
        let data = options.data.clone().filter(|path| !path.as_os_str().is_empty());
        let data = data.ok_or_else(|| wrong("data", "there is no home directory: say where to keep the data"))?;
        let log = options.log.clone().unwrap_or_default();
        EnvFilter::try_new(&log).map_err(|error| wrong("log", format!("{error}: write a level or a filter")))?;
        let (listen, admin_listen) = listeners(options)?;
        Ok(Self {
            listen,
            admin_listen,
            admin_socket: admin_socket(options, &data)?,
            origins: origins(options)?,
            public_url: options.public_url.clone(),
            prefix: prefix(options)?,
            page: options.page != Some(Switch::Off),
            tls: tls(options)?,
            trusted_proxies: list("trusted-proxy", options.trusted_proxy.as_deref())?,
            data,
            store: store(options)?,
            require_durable: options.require_durable.unwrap_or_default(),
            archive_after: options.archive_after.unwrap_or(TimeOrOff::ARCHIVE_AFTER).duration(),
            talk_keep: options.talk_keep.unwrap_or(TimeOrOff::TALK_KEEP).duration(),
            secret_file: secret_file(options.secret_file.as_deref())?,
            dev: options.dev.unwrap_or_default(),
            max_connections: max_connections(options)?,
            anonymous_per_address: per_address("anonymous-per-address", options.anonymous_per_address)?,
            guests_per_address: per_address("guests-per-address", options.guests_per_address)?,
            drain: drain(options)?,
            node_name: options.node_name.as_deref().map_or_else(|| Ok(generated_node_name()), node_name)?,
            log,
            log_format: options.log_format.unwrap_or(LogFormat::Text),
            timeouts: Timeouts::default(),
        })
    }
}

fn listeners(options: &Options) -> Result<(SocketAddr, Option<SocketAddr>), ConfigError> {
    let listen = options.listen.ok_or_else(|| wrong("listen", "write IP:PORT"))?;
    let admin = options.admin_listen.and_then(|listen| match listen {
        AdminListen::At(address) => Some(address),
        AdminListen::Off => None,
    });
    if admin == Some(listen) && listen.port() != 0 {
        return Err(wrong("admin-listen", format!("{listen} is the public listener's; give it another port, or off")));
    }
    Ok((listen, admin))
}

fn admin_socket(options: &Options, data: &Path) -> Result<PathBuf, ConfigError> {
    let path = options.admin_socket.clone().unwrap_or_else(|| data.join("admin.sock"));
    admin::check_path(&path).map_err(|error| wrong("admin-socket", error.to_string()))?;
    Ok(path)
}

fn wrong(option: &'static str, why: impl Into<String>) -> ConfigError {
    ConfigError::Value { option, why: why.into() }
}

fn list<T>(option: &'static str, texts: Option<&[String]>) -> Result<Vec<T>, ConfigError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let texts = texts.unwrap_or_default();
    if texts.len() > limits::LIST {
        return Err(wrong(option, format!("{} entries; {} are allowed", texts.len(), limits::LIST)));
    }
    texts.iter().map(|text| text.trim().parse().map_err(|error: T::Err| wrong(option, error.to_string()))).collect()
}

fn origins(options: &Options) -> Result<Vec<Origin>, ConfigError> {
    let mut origins: Vec<Origin> = list("origin", options.origin.as_deref())?;
    if let Some(url) = &options.public_url {
        origins.push(Origin::of_url(url).map_err(|error| wrong("public-url", error.to_string()))?);
    }
    Ok(origins)
}

fn prefix(options: &Options) -> Result<Option<Prefix>, ConfigError> {
    let Some(url) = &options.public_url else { return Ok(None) };
    Prefix::of_url(url).map_err(|error| wrong("public-url", error.to_string()))
}

/// The files are read at the start and again at a SIGHUP: whoever only asks how the server is need not be
/// able to.
fn tls(options: &Options) -> Result<Option<TlsFiles>, ConfigError> {
    match (options.tls_cert.clone(), options.tls_key.clone()) {
        (None, None) => Ok(None),
        (Some(cert), Some(key)) => Ok(Some(TlsFiles { cert, key })),
        (Some(_), None) => Err(wrong("tls-key", "needed with tls-cert: the file with its private key")),
        (None, Some(_)) => Err(wrong("tls-cert", "needed with tls-key: the file with the certificate")),
    }
}

fn store(options: &Options) -> Result<StoreChoice, ConfigError> {
    let Some(url) = &options.redis else {
        return match needs_redis(options) {
            Some((option, why)) => Err(wrong(option, why)),
            None => Ok(StoreChoice::Embedded),
        };
    };
    let url: RedisUrl = url.parse().map_err(|error: super::NotARedisUrl| wrong("redis", error.to_string()))?;
    if options.secret_file.is_none() && !options.dev.unwrap_or_default() {
        let why = "needed with redis: all nodes must sign with the same secret (dev = true goes without)";
        return Err(wrong("secret-file", why));
    }
    let url = match &options.redis_password_file {
        None => url,
        Some(path) => url.with_password(&password(path)?).map_err(|error| wrong("redis", error.to_string()))?,
    };
    url.check().map_err(|error| wrong("redis", error.to_string()))?;
    let sentinel_master = options.redis_sentinel_master.clone();
    // what a sentinel takes as a name
    let fits = |name: &String| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if sentinel_master.as_ref().is_some_and(|name| !fits(name)) {
        return Err(wrong("redis-sentinel-master", "a name of A-Z a-z 0-9 . _ - as in sentinel.conf"));
    }
    let authorities = options.redis_ca.clone();
    if let Some(path) = &authorities {
        if !crate::store::redis::split(url.expose()).iter().all(|url| url.starts_with("rediss://")) {
            return Err(wrong("redis-ca", "needs redis with rediss://, or Redis is spoken to in clear"));
        }
        certificates(path).map_err(|why| wrong("redis-ca", why))?;
    }
    Ok(StoreChoice::Redis { url, sentinel_master, replicas: replicas(options)?, authorities })
}

/// The first option that says nothing without a Redis.
fn needs_redis(options: &Options) -> Option<(&'static str, &'static str)> {
    [
        ("redis-password-file", "needs redis", options.redis_password_file.is_some()),
        (
            "redis-sentinel-master",
            "needs redis with the addresses of the sentinels",
            options.redis_sentinel_master.is_some(),
        ),
        ("redis-min-replicas", "needs redis", options.redis_min_replicas.is_some()),
        ("redis-replicas-wait-ms", "needs redis", options.redis_replicas_wait_ms.is_some()),
        ("redis-ca", "needs redis", options.redis_ca.is_some()),
    ]
    .into_iter()
    .find_map(|(option, why, said)| said.then_some((option, why)))
}

fn replicas(options: &Options) -> Result<Option<Replicas>, ConfigError> {
    let Some(count) = options.redis_min_replicas else {
        return match options.redis_replicas_wait_ms {
            Some(_) => Err(wrong("redis-replicas-wait-ms", "needs redis-min-replicas")),
            None => Ok(None),
        };
    };
    if !(1..=limits::MIN_REPLICAS).contains(&count) {
        return Err(wrong("redis-min-replicas", format!("{count} is not in 1 to {}", limits::MIN_REPLICAS)));
    }
    let (default, range) = limits::REPLICAS_WAIT_MS;
    let wait = options.redis_replicas_wait_ms.unwrap_or(default);
    if !range.contains(&wait) {
        let why = format!("{wait} is not in {} to {}", range.start(), range.end());
        return Err(wrong("redis-replicas-wait-ms", why));
    }
    Ok(Some(Replicas { count, wait: Duration::from_millis(wait.into()) }))
}

/// A file of certificates as PEM, with one at least.
pub(crate) fn certificates(path: &Path) -> Result<Vec<u8>, String> {
    let read = pem::certificates(path, limits::CERTIFICATES_FILE);
    read.map(|found| found.pem).map_err(|why| format!("{}: {why}", path.display()))
}

fn password(path: &Path) -> Result<String, ConfigError> {
    let option = "redis-password-file";
    let failed = |error: std::io::Error| wrong(option, format!("cannot read {}: {error}", path.display()));
    if std::fs::metadata(path).map_err(failed)?.len() > limits::PASSWORD_FILE {
        return Err(wrong(option, format!("more than {} bytes", limits::PASSWORD_FILE)));
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() { Err(wrong(option, "the file is empty")) } else { Ok(text.to_owned()) }
}

/// The file is read again at the start: secrets are kept in one place only.
fn secret_file(path: Option<&Path>) -> Result<Option<PathBuf>, ConfigError> {
    let Some(path) = path else { return Ok(None) };
    SigningKeys::from_file(path).map_err(|error| wrong("secret-file", error.to_string()))?;
    Ok(Some(path.to_owned()))
}

fn max_connections(options: &Options) -> Result<Option<NonZeroUsize>, ConfigError> {
    let Some(wanted) = options.max_connections else { return Ok(None) };
    let allowed = NonZeroUsize::new(wanted as usize).filter(|_| wanted <= limits::MAX_CONNECTIONS);
    let why = || wrong("max-connections", format!("{wanted} is not in 1 to {}", limits::MAX_CONNECTIONS));
    allowed.map(Some).ok_or_else(why)
}

fn per_address(option: &'static str, wanted: Option<u32>) -> Result<NonZeroU32, ConfigError> {
    let wanted = wanted.unwrap_or_default();
    let allowed = NonZeroU32::new(wanted).filter(|_| wanted <= limits::PER_ADDRESS);
    allowed.ok_or_else(|| wrong(option, format!("{wanted} is not in 1 to {}", limits::PER_ADDRESS)))
}

fn drain(options: &Options) -> Result<Duration, ConfigError> {
    let seconds = options.drain_seconds.unwrap_or_default();
    if seconds > limits::DRAIN_SECONDS {
        return Err(wrong("drain-seconds", format!("{seconds} is not in 0 to {}", limits::DRAIN_SECONDS)));
    }
    Ok(Duration::from_secs(seconds.into()))
}

/// Checks a node's name.
///
/// # Errors
/// If it is not 1 to 64 of `A-Z a-z 0-9 . _ -`.
pub fn node_name(text: &str) -> Result<String, ConfigError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if plain && (1..=limits::NODE_NAME).contains(&text.len()) {
        Ok(text.to_owned())
    } else {
        Err(wrong("node-name", format!("write 1 to {} of A-Z a-z 0-9 . _ -", limits::NODE_NAME)))
    }
}

/// The host's name and a random suffix: a node that starts anew must not be taken for the one that
/// died.
fn generated_node_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String =
        host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || "._-".contains(*c)).take(48).collect();
    let host = if host.is_empty() { "node" } else { &host };
    format!("{host}-{:06x}", rand::random::<u32>() & 0x00ff_ffff)
}

impl Options {
    /// The data directory for this user: systemd's `$STATE_DIRECTORY`, else `tengen` in
    /// `$XDG_DATA_HOME`, else in `~/.local/share`. Relative paths in these variables do not count
    /// (XDG Base Directory Specification).
    #[must_use]
    pub fn data_directory(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        absolute("STATE_DIRECTORY")
            .or_else(|| absolute("XDG_DATA_HOME").map(|path| path.join("tengen")))
            .or_else(|| absolute("HOME").map(|path| path.join(".local/share/tengen")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::defaults(Some("/var/lib/tengen".into()))
    }

    fn refused(change: impl FnOnce(&mut Options)) -> String {
        let mut options = options();
        change(&mut options);
        Config::settle(&options).unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_allowed() {
        let config = Config::settle(&options()).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:9191");
        assert_eq!(config.admin_socket, Path::new("/var/lib/tengen/admin.sock"));
        assert_eq!(config.store, StoreChoice::Embedded);
        assert_eq!((config.anonymous_per_address.get(), config.guests_per_address.get()), (64, 500));
        assert!(node_name(&config.node_name).is_ok(), "{}", config.node_name);
    }

    #[test]
    fn ranges_at_their_ends_and_one_beyond() {
        for good in [1, limits::MAX_CONNECTIONS] {
            let options = Options { max_connections: Some(good), ..options() };
            assert!(Config::settle(&options).is_ok());
        }
        for bad in [0, limits::MAX_CONNECTIONS + 1] {
            assert_eq!(
                refused(|o| o.max_connections = Some(bad)),
                format!("max-connections: {bad} is not in 1 to 1000000")
            );
        }
        for good in [1, limits::PER_ADDRESS] {
            let (anonymous_per_address, guests_per_address) = (Some(good), Some(good));
            let config = Config::settle(&Options { anonymous_per_address, guests_per_address, ..options() }).unwrap();
            assert_eq!((config.anonymous_per_address.get(), config.guests_per_address.get()), (good, good));
        }
        for bad in [0, limits::PER_ADDRESS + 1] {
            let why = format!("{bad} is not in 1 to 1000000");
            assert_eq!(refused(|o| o.anonymous_per_address = Some(bad)), format!("anonymous-per-address: {why}"));
            assert_eq!(refused(|o| o.guests_per_address = Some(bad)), format!("guests-per-address: {why}"));
        }
        assert!(Config::settle(&Options { drain_seconds: Some(0), ..options() }).is_ok());
        assert!(Config::settle(&Options { drain_seconds: Some(3600), ..options() }).is_ok());
        assert_eq!(refused(|o| o.drain_seconds = Some(3601)), "drain-seconds: 3601 is not in 0 to 3600");
        let origins = |n: usize| Some(vec!["http://a.example".to_owned(); n]);
        assert!(Config::settle(&Options { origin: origins(64), ..options() }).is_ok());
        assert_eq!(refused(|o| o.origin = origins(65)), "origin: 65 entries; 64 are allowed");
        assert!(node_name(&"x".repeat(64)).is_ok());
        assert!(node_name(&"x".repeat(65)).is_err());
    }

    #[test]
    fn wrong_values_say_what_is_allowed() {
        assert!(refused(|o| o.data = None).starts_with("data: there is no home directory"));
        assert!(refused(|o| o.node_name = Some("a b".into())).contains("A-Z a-z 0-9"));
        assert!(refused(|o| o.origin = Some(vec!["go.example".into()])).contains("https://go.example:8443"));
        assert!(refused(|o| o.public_url = Some("go.example".into())).starts_with("public-url: "));
        assert!(refused(|o| o.public_url = Some("https://go.example/api".into())).starts_with("public-url: "));
        assert!(refused(|o| o.tls_cert = Some("x".into())).starts_with("tls-key: needed with tls-cert"));
        assert!(refused(|o| o.tls_key = Some("x".into())).starts_with("tls-cert: needed with tls-key"));
        assert!(refused(|o| o.trusted_proxy = Some(vec!["10/8".into()])).contains("CIDR"));
        assert!(refused(|o| o.log = Some("info,=x=".into())).starts_with("log: "));
        assert!(refused(|o| o.redis = Some("http://h".into())).contains("redis://HOST:PORT"));
        assert!(refused(|o| o.redis = Some("redis://h".into())).starts_with("secret-file: needed with redis"));
        assert!(refused(|o| o.secret_file = Some("/nonexistent".into())).starts_with("secret-file: /nonexistent: "));
        assert!(refused(|o| (o.redis, o.dev) = (Some("redis://h:99999".into()), Some(true))).starts_with("redis: "));
        assert!(refused(|o| o.admin_socket = Some("x".repeat(200).into())).starts_with("admin-socket: "));
        assert!(refused(|o| o.data = Some(format!("/{}", "x".repeat(200)).into())).contains("--admin-socket"));
        let same = refused(|o| o.admin_listen = Some(AdminListen::At(([127, 0, 0, 1], 9191).into())));
        assert!(same.starts_with("admin-listen: 127.0.0.1:9191 is the public listener's"), "{same}");
        assert_eq!(refused(|o| o.redis_password_file = Some("x".into())), "redis-password-file: needs redis");
        assert!(
            refused(|o| o.redis_sentinel_master = Some("x".into())).starts_with("redis-sentinel-master: needs redis")
        );
        let named = |o: &mut Options| {
            (o.redis, o.dev, o.redis_sentinel_master) = (Some("redis://h".into()), Some(true), Some("a b".into()));
        };
        assert!(refused(named).starts_with("redis-sentinel-master: a name of"));
    }

    #[test]
    fn a_proxy_that_is_not_trusted_is_doubted() {
        let doubts = |url: &str, proxies: &[&str]| {
            let trusted_proxy = Some(proxies.iter().map(|text| (*text).to_owned()).collect());
            let options = Options { public_url: Some(url.into()), trusted_proxy, ..options() };
            Config::settle(&options).unwrap().doubts().len()
        };
        assert_eq!(doubts("https://go.example", &[]), 1);
        assert_eq!(doubts("https://go.example", &["127.0.0.1"]), 0);
        assert_eq!(doubts("http://go.example", &[]), 0);
        let (tls_cert, tls_key) = (Some("c".into()), Some("k".into()));
        let options = Options { public_url: Some("https://go.example".into()), tls_cert, tls_key, ..options() };
        assert_eq!(Config::settle(&options).unwrap().doubts().len(), 0);
    }

    #[test]
    fn a_secret_that_is_too_short_is_refused_here_and_not_only_at_the_start() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("secret");
        for (text, good) in [("12345", false), ("", false), (&*"x".repeat(31), false), (&*"x".repeat(32), true)] {
            std::fs::write(&path, text).unwrap();
            let settled = Config::settle(&Options { secret_file: Some(path.clone()), ..options() });
            assert_eq!(settled.is_ok(), good, "{text}");
        }
        std::fs::write(&path, "12345").unwrap();
        assert!(refused(|o| o.secret_file = Some(path)).starts_with("secret-file: a signing secret has at least 32"));
    }

    #[test]
    fn replicas_are_waited_for_within_their_ranges() {
        let with = |count, wait| Options {
            redis: Some("redis://h".into()),
            dev: Some(true),
            redis_min_replicas: count,
            redis_replicas_wait_ms: wait,
            ..options()
        };
        let of = |count, wait| match Config::settle(&with(count, wait)).map(|config| config.store) {
            Ok(StoreChoice::Redis { replicas, .. }) => Ok(replicas.map(|of| (of.count, of.wait.as_millis()))),
            Ok(StoreChoice::Embedded) => panic!("not Redis"),
            Err(error) => Err(error.to_string()),
        };
        assert_eq!(of(None, None), Ok(None));
        assert_eq!(of(Some(1), None), Ok(Some((1, 1_000))));
        assert_eq!(of(Some(8), Some(10)), Ok(Some((8, 10))));
        assert_eq!(of(Some(1), Some(1_500)), Ok(Some((1, 1_500))));
        for bad in [0, 9] {
            assert_eq!(of(Some(bad), None), Err(format!("redis-min-replicas: {bad} is not in 1 to 8")));
        }
        for bad in [9, 1_501] {
            assert_eq!(of(Some(1), Some(bad)), Err(format!("redis-replicas-wait-ms: {bad} is not in 10 to 1500")));
        }
        assert_eq!(of(None, Some(10)), Err("redis-replicas-wait-ms: needs redis-min-replicas".into()));
        assert_eq!(refused(|o| o.redis_min_replicas = Some(1)), "redis-min-replicas: needs redis");
        assert_eq!(refused(|o| o.redis_replicas_wait_ms = Some(10)), "redis-replicas-wait-ms: needs redis");
    }

    #[test]
    fn authorities_of_redis_are_certificates_and_for_rediss() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ca.pem");
        let with = |redis: &'static str, path: &Path| {
            let path = Some(path.to_owned());
            refused(|o| (o.redis, o.dev, o.redis_ca) = (Some(redis.into()), Some(true), path))
        };
        assert_eq!(refused(|o| o.redis_ca = Some("x".into())), "redis-ca: needs redis");
        assert!(with("redis://h", &path).starts_with("redis-ca: needs redis with rediss://"));
        assert!(with("rediss://h,redis://i", &path).starts_with("redis-ca: needs redis with rediss://"));
        assert!(with("rediss://h", &path).ends_with("ca.pem: No such file or directory (os error 2)"));
        for text in ["", "no certificate"] {
            std::fs::write(&path, text).unwrap();
            assert!(with("rediss://h", &path).contains("ca.pem: there is no certificate in it"));
        }
        std::fs::write(&path, "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n").unwrap();
        assert!(with("rediss://h", &path).starts_with("redis-ca: "));
        for text in pem::tests::spoilt() {
            std::fs::write(&path, &text).unwrap();
            let said = with("rediss://h", &path);
            assert!(said.starts_with("redis-ca: ") && !pem::tests::tells(&said), "{said}");
        }
    }

    #[test]
    fn redis_gets_its_password_from_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("password");
        std::fs::write(&path, "hunter2\n").unwrap();
        let options = Options {
            redis: Some("redis://h:1".into()),
            redis_password_file: Some(path),
            dev: Some(true),
            ..options()
        };
        let config = Config::settle(&options).unwrap();
        let StoreChoice::Redis { url, .. } = &config.store else { panic!("not Redis") };
        assert_eq!(url.expose(), "redis://:hunter2@h:1");
        assert!(!format!("{config:?}").contains("hunter2"));
    }

    #[test]
    fn the_data_directory_follows_the_environment() {
        let of = |pairs: &[(&str, &str)]| {
            Options::data_directory(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        let home = ("HOME", "/home/u");
        assert_eq!(of(&[home]), Some("/home/u/.local/share/tengen".into()));
        assert_eq!(of(&[home, ("XDG_DATA_HOME", "/d")]), Some("/d/tengen".into()));
        assert_eq!(of(&[home, ("XDG_DATA_HOME", "d")]), Some("/home/u/.local/share/tengen".into()));
        assert_eq!(of(&[home, ("STATE_DIRECTORY", "/var/lib/tengen")]), Some("/var/lib/tengen".into()));
        assert_eq!(of(&[]), None);
    }
}
