//! Which state of a tournament an answer tells of, so that the same is not sent again (RFC 9110, 8.8 and 13).

use super::ApiError;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use tengen_core::tournament::event::Tournament;
use tengen_protocol::{AccountId, Code};

/// Kept by the browser, and asked for anew each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A state of a tournament as somebody sees it.
pub(super) struct Tag(String);

impl Tag {
    /// The same for everybody.
    pub(super) fn of(tournament: &Tournament) -> Self {
        let at = tournament.position();
        Self(format!("\"{}-{}\"", at.seq, at.head))
    }

    /// Of an answer that also tells the viewer who he is.
    pub(super) fn seen_by(tournament: &Tournament, viewer: Option<&AccountId>) -> Self {
        let at = tournament.position();
        let viewer = viewer.map_or("", AccountId::as_str);
        // weak: names of officials and what time it is change beside it
        Self(format!("W/\"{}-{}-{viewer}\"", at.seq, at.head))
    }

    /// Whether the client has it.
    pub(super) fn is_held(&self, headers: &HeaderMap) -> bool {
        let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
        let held = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        held.flat_map(|tags| tags.split(',')).any(|tag| tag.trim() == "*" || opaque(tag) == opaque(&self.0))
    }

    /// An answer that tells of this state.
    pub(super) fn on(self, answer: impl IntoResponse) -> Result<Response, ApiError> {
        let tag = HeaderValue::try_from(self.0)
            .map_err(|_| ApiError::new(Code::Internal, "a tag does not fit into a header"))?;
        Ok(([(header::ETAG, tag), (header::CACHE_CONTROL, ASK_AGAIN)], answer).into_response())
    }

    /// That nothing has changed.
    pub(super) fn unchanged(self) -> Result<Response, ApiError> {
        self.on(StatusCode::NOT_MODIFIED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_it_is_sent_nothing() {
        let tournament = Tournament::new("t1".parse().unwrap());
        let held = |tag: &Tag, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, value.parse().unwrap());
            tag.is_held(&headers)
        };
        let tag = Tag::of(&tournament);
        assert_eq!(tag.0, "\"0-0000000000000000\"");
        for (value, is_held) in [
            ("\"0-0000000000000000\"", true),
            ("W/\"0-0000000000000000\"", true),
            ("\"x\" , \"0-0000000000000000\"", true),
            ("*", true),
            ("\"1-0000000000000000\"", false),
            ("0-0000000000000000", false),
        ] {
            assert_eq!(held(&tag, value), is_held, "{value}");
        }
        let own = Tag::seen_by(&tournament, Some(&"a1".parse().unwrap()));
        assert!(held(&own, "\"0-0000000000000000-a1\"") && !held(&own, "\"0-0000000000000000-a2\""));
        assert!(!tag.is_held(&HeaderMap::new()));
    }
}
