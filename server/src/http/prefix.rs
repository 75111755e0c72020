//! The path below which people see the server, when its address has one: `/go` of
//! `https://club.example/go/`.
//!
//! Both a proxy that hands on the whole path and one that cuts the prefix off work: a request below
//! the prefix is served as if the prefix were not there, every other one as it is. So a prefix must not be
//! what a route begins with. It may be what files of the page begin with: a path that names a file only
//! with the prefix has lost one already.

use super::page;
use http::{Uri, uri::PathAndQuery};
use std::{fmt, sync::Arc};

/// What routes begin with.
const ROUTES: [&str; 4] = ["api", "ws", "healthz", ".well-known"];

/// Longest prefix, bytes.
const BYTES: usize = 256;

/// Begins with a slash and does not end with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(Arc<str>);

/// A URL's path cannot be a prefix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the path `{0}` cannot be served: write names of a-z A-Z 0-9 . _ - ~ parted by single slashes, at most {BYTES} \
     bytes, no query, the first name none of the server's own: {own}",
    own = ROUTES.join(", ")
)]
pub struct NoPrefix(String);

/// A request for the prefix itself, without the slash that links of a page are relative to.
#[derive(Clone, Debug)]
pub(crate) struct Bare(pub(crate) Prefix);

impl Prefix {
    /// The prefix of a public URL; none if its path is the root.
    ///
    /// # Errors
    /// If the path has a query, names of other characters, or one of the server's own first.
    pub fn of_url(url: &str) -> Result<Option<Self>, NoPrefix> {
        let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
        let Some(at) = after_scheme.find(['/', '?', '#']) else { return Ok(None) };
        let path = &after_scheme[at..];
        let wrong = || NoPrefix(path.to_owned());
        let whole = path.strip_prefix('/').ok_or_else(wrong)?;
        let names = whole.strip_suffix('/').unwrap_or(whole);
        if path == "/" {
            return Ok(None);
        }
        let plain = |name: &str| {
            !matches!(name, "" | "." | "..")
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-~".contains(&byte))
        };
        let first = names.split('/').next().unwrap_or_default();
        if names.len() > BYTES || ROUTES.contains(&first) || !names.split('/').all(plain) {
            return Err(wrong());
        }
        Ok(Some(Self(format!("/{names}").into())))
    }

    /// Whether this is the path of the prefix itself, without a slash after it.
    pub(crate) fn is_bare(&self, uri: &Uri) -> bool {
        uri.path() == &*self.0
    }

    /// Cuts the prefix off, if the path is below it.
    pub(crate) fn remove_from(&self, uri: &mut Uri) {
        let Some(rest) = uri.path_and_query().and_then(|whole| self.rest(whole.as_str())) else { return };
        if page::is_file(uri.path()) && !page::is_file(rest.path()) {
            return;
        }
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(rest);
        // a URI stays one with another path; if it did not, it would be served as it came
        if let Ok(without) = Uri::from_parts(parts) {
            *uri = without;
        }
    }

    fn rest(&self, path: &str) -> Option<PathAndQuery> {
        match path.strip_prefix(&*self.0)? {
            "" => Some(PathAndQuery::from_static("/")),
            rest if rest.starts_with('/') => rest.parse().ok(),
            query if query.starts_with('?') => format!("/{query}").parse().ok(),
            _ => None,
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str) -> Result<Option<String>, NoPrefix> {
        Prefix::of_url(url).map(|prefix| prefix.map(|prefix| prefix.to_string()))
    }

    #[test]
    fn prefixes_of_urls() {
        for root in ["https://go.example", "https://go.example/", "https://go.example:8443/"] {
            assert_eq!(of(root), Ok(None), "{root}");
        }
        for (url, prefix) in [
            ("https://club.example/go", "/go"),
            ("https://club.example/go/", "/go"),
            ("https://club.example/a/b-c_d~1.2/", "/a/b-c_d~1.2"),
            ("https://club.example/apis", "/apis"),
            ("https://club.example/board/", "/board"),
            ("https://club.example/locales/en", "/locales/en"),
        ] {
            assert_eq!(of(url), Ok(Some(prefix.to_owned())));
        }
        let long = |bytes: usize| format!("https://club.example/{}", "x".repeat(bytes));
        assert!(of(&long(BYTES)).is_ok());
        assert!(of(&long(BYTES + 1)).is_err());
        for bad in ["//", "/a//b", "/a//", "/.", "/a/../b", "/%67o", "/go?a=b", "?a", "#a", "/a b", "/围棋"] {
            assert!(of(&format!("https://club.example{bad}")).is_err(), "{bad}");
        }
        for own in ROUTES {
            assert!(of(&format!("https://club.example/{own}/go")).is_err(), "{own}");
        }
    }

    #[test]
    fn a_prefix_may_be_a_directory_of_the_page_whatever_a_proxy_cuts_off() {
        for (prefix, path, served) in [
            ("style", "/style/style/base.css?v=1", "/style/base.css?v=1"),
            ("style", "/style/base.css?v=1", "/style/base.css?v=1"),
            ("style", "/style/app.js", "/app.js"),
            ("style", "/app.js", "/app.js"),
            ("style", "/style/", "/"),
            ("style", "/style/ws", "/ws"),
            ("style", "/style/api/v1/me", "/api/v1/me"),
            ("style", "/style/nothing.css", "/nothing.css"),
            ("locales/en", "/locales/en/locales/en/page.ftl", "/locales/en/page.ftl"),
            ("locales/en", "/locales/en/page.ftl", "/locales/en/page.ftl"),
        ] {
            let prefix = Prefix::of_url(&format!("https://club.example/{prefix}/")).unwrap().unwrap();
            let mut uri: Uri = path.parse().unwrap();
            prefix.remove_from(&mut uri);
            assert_eq!(uri.to_string(), served, "{path}");
        }
    }

    #[test]
    fn a_prefix_is_cut_off_once_and_only_as_whole_names() {
        let prefix = Prefix::of_url("https://club.example/go/").unwrap().unwrap();
        for (path, served) in [
            ("/go/ws", "/ws"),
            ("/go", "/"),
            ("/go/", "/"),
            ("/go?a=b", "/?a=b"),
            ("/go/api/v1/games?limit=1", "/api/v1/games?limit=1"),
            ("/go/go/ws", "/go/ws"),
            ("/go//ws", "//ws"),
            ("/gopher", "/gopher"),
            ("/Go/ws", "/Go/ws"),
            ("/ws", "/ws"),
            ("/", "/"),
            ("http://club.example/go/ws", "http://club.example/ws"),
            ("*", "*"),
        ] {
            let mut uri: Uri = path.parse().unwrap();
            prefix.remove_from(&mut uri);
            assert_eq!(uri.to_string(), served, "{path}");
        }
    }
}
