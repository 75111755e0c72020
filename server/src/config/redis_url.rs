//! The address of Redis with its password, which no log, error or `Debug` text may ever show.

use std::{fmt, str::FromStr};

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

    /// Whether it holds a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        let (_, rest) = self.parts();
        let in_user = user_info(rest).is_some_and(|(user, _)| user.contains(':'));
        in_user || secret_query(rest)
    }

    /// The same with this password, percent-encoded.
    ///
    /// # Errors
    /// If it holds one already.
    pub fn with_password(&self, password: &str) -> Result<Self, AlreadyHasPassword> {
        if self.has_password() {
            return Err(AlreadyHasPassword);
        }
        let (scheme, rest) = self.parts();
        let (user, host) = user_info(rest).unwrap_or(("", rest));
        Ok(Self(format!("{scheme}://{user}:{}@{host}", percent_encoded(password))))
    }

    fn parts(&self) -> (&str, &str) {
        self.0.split_once("://").unwrap_or(("", &self.0))
    }
}

/// The address holds a password already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address of Redis has a password and a password file: leave one out")]
pub struct AlreadyHasPassword;

fn user_info(rest: &str) -> Option<(&str, &str)> {
    rest.rsplit_once('@')
}

fn secret_query(rest: &str) -> bool {
    rest.split_once('?').is_some_and(|(_, query)| query.split('&').any(|pair| pair.starts_with("pass")))
}

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
        let (scheme, rest) = self.parts();
        let (hidden, host) = user_info(rest).map_or(("", rest), |(_, host)| ("***@", host));
        let host = if secret_query(rest) { host.split_once('?').map_or(host, |(host, _)| host) } else { host };
        write!(f, "{scheme}://{hidden}{host}")
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
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in ["", "h:6379", "http://h", "redis://", "redis://h h", "redis://h\n"] {
            assert!(bad.parse::<RedisUrl>().is_err(), "{bad:?}");
        }
    }
}
