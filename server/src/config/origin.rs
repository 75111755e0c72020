//! Which pages may open a WebSocket (RFC 6455 section 10.2): browsers say in `Origin` where a page
//! comes from; other programs say nothing, and hold a token of their own anyway.

use http::{HeaderMap, Uri, header};
use std::{fmt, str::FromStr};

/// An origin: scheme, host and port, in lower case and without the scheme's own port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    authority: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Scheme {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// Host and port as the scheme would write them.
    fn authority(self, text: &str) -> String {
        let text = text.to_ascii_lowercase();
        let own = match self {
            Self::Http => ":80",
            Self::Https => ":443",
        };
        text.strip_suffix(own).map_or(text.clone(), str::to_owned)
    }
}

/// The text is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no origin: write http:// or https:// and a host, as in https://go.example:8443")]
pub struct NotAnOrigin(String);

impl Origin {
    /// The origin of a URL that may have a path.
    ///
    /// # Errors
    /// If it is not `http(s)://HOST[:PORT][/PATH]`.
    pub fn of_url(text: &str) -> Result<Self, NotAnOrigin> {
        let wrong = || NotAnOrigin(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = match uri.scheme_str() {
            Some("http") => Scheme::Http,
            Some("https") => Scheme::Https,
            _ => return Err(wrong()),
        };
        let authority = uri.authority().map(|authority| authority.as_str()).filter(|text| !text.contains('@'));
        let host = uri.host().filter(|host| !host.is_empty());
        match (authority, host) {
            (Some(authority), Some(_)) => Ok(Self { scheme, authority: scheme.authority(authority) }),
            _ => Err(wrong()),
        }
    }

    /// The port, where it is not the scheme's own.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.authority.rsplit_once(':').and_then(|(_, port)| port.parse().ok())
    }

    fn is_of_host(&self, host: &str) -> bool {
        self.authority == self.scheme.authority(host)
    }
}

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let origin = Self::of_url(text)?;
        let after_scheme = text.split_once("://").map_or("", |(_, rest)| rest);
        if after_scheme.contains(['/', '?', '#']) { Err(NotAnOrigin(text.to_owned())) } else { Ok(origin) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.authority)
    }
}

/// Whether a handshake with these headers may go on: it names no origin, that of its `Host`, or one
/// of `allowed`.
#[must_use]
pub fn may_connect(headers: &HeaderMap, allowed: &[Origin]) -> bool {
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let Some(origin) = origin_of(headers) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| origin.is_of_host(host)) || allowed.contains(&origin)
}

/// The one origin that these headers name.
#[must_use]
pub fn origin_of(headers: &HeaderMap) -> Option<Origin> {
    let mut named = headers.get_all(header::ORIGIN).iter();
    match (named.next(), named.next()) {
        (Some(one), None) => one.to_str().ok()?.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn may(host: &'static str, origins: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        for origin in origins {
            headers.append(header::ORIGIN, HeaderValue::from_static(origin));
        }
        let allowed = ["https://go.example", "http://localhost:8080"].map(|text| text.parse().unwrap());
        may_connect(&headers, &allowed)
    }

    #[test]
    fn origins_that_may_connect() {
        assert!(may("a.example", &[]), "no browser");
        assert!(may("a.example", &["http://a.example"]));
        assert!(may("a.example", &["https://a.example:443"]));
        assert!(may("A.example:9191", &["http://a.EXAMPLE:9191"]));
        assert!(may("[::1]:9191", &["http://[::1]:9191"]));
        assert!(may("10.0.0.1", &["https://go.example"]), "behind a proxy");
        assert!(may("10.0.0.1", &["http://localhost:8080"]));
    }

    #[test]
    fn origins_that_may_not() {
        for origin in [
            "https://evil.example",
            "null",
            "",
            "http://go.example",
            "https://go.example:444",
            "https://go.example.evil.example",
            "https://go.example/path",
            "https://x@go.example",
            "ftp://a.example",
            "http://a.example:9191",
            "a.example",
        ] {
            assert!(!may("a.example", &[origin]), "{origin}");
        }
        assert!(!may("a.example", &["http://a.example", "http://a.example"]), "two headers");
    }

    #[test]
    fn a_port_that_is_not_the_schemes_own_is_told() {
        for (origin, port) in [
            ("http://a.example:9191", Some(9191)),
            ("https://[::1]:80", Some(80)),
            ("https://a.example:443", None),
            ("http://a.example", None),
            ("http://[::1]", None),
        ] {
            assert_eq!(origin.parse::<Origin>().unwrap().port(), port, "{origin}");
        }
    }

    #[test]
    fn urls_have_an_origin_and_origins_no_path() {
        assert_eq!(Origin::of_url("https://Go.example:443/play/").unwrap().to_string(), "https://go.example");
        assert!("https://go.example/".parse::<Origin>().is_err());
        assert!(Origin::of_url("https://user:word@go.example/").is_err());
        assert!(Origin::of_url("/play").is_err());
    }
}
