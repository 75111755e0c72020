//! The address of Redis with its password, which no log, error or `Debug` text may ever show.

use std::{fmt, str::FromStr};

/// Keys of a query that hold no secret.
const PLAIN_KEYS: [&str; 3] = ["db", "protocol", "user"];

/// Schemes that name a Redis.
const SCHEMES: [&str; 4] = ["redis", "rediss", "redis+unix", "unix"];

/// The address of Redis; its text forms hide the password.
#[derive(Clone, PartialEq, Eq)]
pub struct RedisUrl(String);

/// The text is no address of Redis. It does not repeat the text, which may hold a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no address of Redis: write redis://HOST:PORT, rediss://HOST:PORT (TLS) or redis+unix:///PATH")]
pub struct NotARedisUrl;

impl RedisUrl {
    /// The address as it was given, password included.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Reads it as the store will.
    ///
    /// # Errors
    /// If host, port, database or path are wrong.
    pub fn check(&self) -> Result<(), NotARedisUrl> {
        let mut urls = crate::store::redis::split(self.expose()).into_iter();
        urls.try_for_each(|url| redis::Client::open(url).map(drop).map_err(|_| NotARedisUrl))
    }

    /// Whether it holds a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        let parts = self.parts();
        parts.user.is_some_and(|user| user.contains(':')) || parts.has_other_keys() || parts.is_torn()
    }

    /// The same with this password, percent-encoded.
    ///
    /// # Errors
    /// If it holds one already.
    pub fn with_password(&self, password: &str) -> Result<Self, AlreadyHasPassword> {
        if self.has_password() {
            return Err(AlreadyHasPassword);
        }
        let with = |url: &str| Self(url.to_owned()).one_with_password(password);
        Ok(Self(crate::store::redis::split(self.expose()).into_iter().map(with).collect::<Vec<_>>().join(",")))
    }

    /// One of a list.
    fn one_with_password(&self, password: &str) -> String {
        let Parts { scheme, user, place, query } = self.parts();
        let password = percent_encoded(password);
        if scheme.ends_with("unix") {
            // a path has nobody in front of it: the redis crate reads the query
            let begin = query.map_or("?".to_owned(), |query| format!("?{query}&"));
            return format!("{}{begin}pass={password}", self.before_query());
        }
        let query = query.map_or_else(String::new, |query| format!("?{query}"));
        format!("{scheme}://{}:{password}@{place}{query}", user.unwrap_or_default())
    }

    fn before_query(&self) -> &str {
        self.0.split_once('?').map_or(&self.0, |(before, _)| before)
    }

    fn parts(&self) -> Parts<'_> {
        let query = self.0.split_once('?').map(|(_, query)| query);
        let (scheme, rest) = self.before_query().split_once("://").unwrap_or(("", self.before_query()));
        let (user, place) = rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
        Parts { scheme, user, place, query }
    }
}

/// An address, cut at `?` first: what follows belongs to no host, whatever it looks like.
struct Parts<'url> {
    scheme: &'url str,
    /// User and password.
    user: Option<&'url str>,
    /// Host and port and database, or path.
    place: &'url str,
    query: Option<&'url str>,
}

impl Parts<'_> {
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.query.into_iter().flat_map(|query| query.split('&'));
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    /// Whether the query may hold a password: under every key that is not known to hold none.
    fn has_other_keys(&self) -> bool {
        self.pairs().any(|(key, _)| !PLAIN_KEYS.contains(&key))
    }

    /// Whether the query is not to be shown.
    fn hides_query(&self) -> bool {
        let is_odd = |value: &str| !value.bytes().all(|byte| byte.is_ascii_alphanumeric());
        self.has_other_keys() || self.pairs().any(|(_, value)| is_odd(value))
    }

    /// Whether a password with a `?` in it, which belongs percent-encoded, may have been cut.
    fn is_torn(&self) -> bool {
        self.query.is_some_and(|query| query.contains('@')) && !self.scheme.ends_with("unix")
    }
}

/// The address holds a password already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address of Redis has a password and a password file: leave one out")]
pub struct AlreadyHasPassword;

fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

impl FromStr for RedisUrl {
    type Err = NotARedisUrl;

    fn from_str(text: &str) -> Result<Self, NotARedisUrl> {
        let known = text.split_once("://").is_some_and(|(scheme, rest)| SCHEMES.contains(&scheme) && !rest.is_empty());
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        if known && plain { Ok(Self(text.to_owned())) } else { Err(NotARedisUrl) }
    }
}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        if parts.is_torn() {
            return write!(f, "{}://***", parts.scheme);
        }
        let hidden = if parts.user.is_some() { "***@" } else { "" };
        write!(f, "{}://{hidden}{}", parts.scheme, parts.place)?;
        match parts.query {
            Some(query) if !parts.hides_query() => write!(f, "?{query}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_shown() {
        for (url, shown) in [
            ("redis://127.0.0.1:6379", "redis://127.0.0.1:6379"),
            ("redis://:hunter2@h/0", "redis://***@h/0"),
            ("rediss://user:p@hunter2@h:1", "rediss://***@h:1"),
            ("redis+unix:///run/r.sock?db=1&pass=hunter2", "redis+unix:///run/r.sock"),
            ("redis+unix:///run/r.sock?pass=abc@hunter2&db=1", "redis+unix:///run/r.sock"),
            ("redis+unix:///run/r.sock?db=1&protocol=resp3", "redis+unix:///run/r.sock?db=1&protocol=resp3"),
            ("unix:///run/r.sock?pa%73s=hunter2", "unix:///run/r.sock"),
            ("rediss://h:6380/0?protocol=resp3", "rediss://h:6380/0?protocol=resp3"),
            ("redis://:hunter2?x@h:1", "redis://***"),
            ("redis://:x?hunter2@h:1", "redis://***"),
        ] {
            let url: RedisUrl = url.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
            assert_eq!(url.has_password(), url.expose().contains("hunter2"), "{shown}");
        }
        assert!(!"hunter2".parse::<RedisUrl>().unwrap_err().to_string().contains("hunter2"));
    }

    #[test]
    fn a_password_from_a_file_is_put_in() {
        let url: RedisUrl = "redis://user@h:1/2".parse().unwrap();
        assert_eq!(url.with_password("a/b@c").unwrap().expose(), "redis://user:a%2Fb%40c@h:1/2");
        let url: RedisUrl = "redis://h".parse().unwrap();
        let url = url.with_password("x").unwrap();
        assert_eq!(url.expose(), "redis://:x@h");
        assert_eq!(url.with_password("y"), Err(AlreadyHasPassword));
        for (url, with) in [
            ("redis+unix:///run/r.sock", "redis+unix:///run/r.sock?pass=a%26b%40c"),
            ("unix:///run/r.sock?db=1&user=me", "unix:///run/r.sock?db=1&user=me&pass=a%26b%40c"),
            ("rediss://h:6380/2?protocol=resp3", "rediss://:a%26b%40c@h:6380/2?protocol=resp3"),
        ] {
            let url: RedisUrl = url.parse().unwrap();
            let url = url.with_password("a&b@c").unwrap();
            assert_eq!(url.expose(), with);
            assert!(url.has_password() && !url.to_string().contains("a%26b"), "{url}");
            let info = redis::IntoConnectionInfo::into_connection_info(url.expose()).unwrap();
            assert_eq!(info.redis_settings().password(), Some("a&b@c"), "as the store reads it");
        }
    }

    #[test]
    fn nodes_of_a_cluster_are_a_list() {
        let urls: RedisUrl = "redis://a:1,redis://b:2".parse().unwrap();
        urls.check().unwrap();
        let urls = urls.with_password("x,y").unwrap();
        assert_eq!(urls.expose(), "redis://:x%2Cy@a:1,redis://:x%2Cy@b:2");
        assert_eq!(urls.to_string(), "redis://***@b:2");
        assert!("redis://a:1,redis://b:99999".parse::<RedisUrl>().unwrap().check().is_err());
    }

    #[test]
    fn addresses_with_tls_are_read() {
        for (url, address) in
            [("rediss://h", "h:6379"), ("rediss://user:word@h:6380/1", "h:6380"), ("rediss://[::1]:6380", "::1:6380")]
        {
            let url: RedisUrl = url.parse().unwrap();
            url.check().unwrap();
            let info = redis::IntoConnectionInfo::into_connection_info(url.expose()).unwrap();
            assert!(matches!(info.addr(), redis::ConnectionAddr::TcpTls { insecure: false, .. }), "{url}");
            assert_eq!(info.addr().to_string(), address);
        }
    }

    #[test]
    fn what_the_store_would_not_read_is_refused_before() {
        for bad in ["redis://h:99999", "redis://h/x", "redis://:1"] {
            let url: RedisUrl = bad.parse().unwrap();
            assert_eq!(url.check(), Err(NotARedisUrl), "{bad}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in ["", "h:6379", "http://h", "redis://", "redis://h h", "redis://h\n"] {
            assert!(bad.parse::<RedisUrl>().is_err(), "{bad:?}");
        }
    }
}
