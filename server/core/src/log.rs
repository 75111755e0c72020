//! The form of a stored event and the chain of heads that makes two logs comparable.
//!
//! One event is one JSON object, made once: the node makes its body, the store puts number, times
//! and the head before in front, and the same bytes go to the store, to other nodes and to every
//! socket. Nothing here knows what an event means.

use serde_json::value::RawValue;
use sha1::{Digest, Sha1};
use tengen_protocol::Head;

/// What the body of a move has, about: it is written into this without growing.
const BODY_BYTES: usize = 256;

/// Where a log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Number of the last event; 0 for an empty log.
    pub seq: u64,
    /// The head after it.
    pub head: Head,
}

/// The part of a stored event that the node makes: `"v":1,"event":{..}}`.
///
/// # Errors
/// When the event cannot be serialised.
pub fn body<E: serde::Serialize>(format: u32, event: &E) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(BODY_BYTES);
    out.extend_from_slice(format!("\"v\":{format},\"event\":").as_bytes());
    serde_json::to_writer(&mut out, event)?;
    out.push(b'}');
    Ok(out)
}

/// The stored event: what the store puts before the body is its number, times and the head before.
#[must_use]
pub fn stored(before: Position, t: u64, at: u64, body: &[u8]) -> Vec<u8> {
    let front = format!("{{\"seq\":{},\"t\":{t},\"at\":{at},\"prev\":\"{}\",", before.seq + 1, before.head);
    [front.as_bytes(), body].concat()
}

/// A stored event as it is read: the event itself is not looked at, for only its log knows what it means.
#[derive(Debug, serde::Deserialize)]
pub struct Stored<'a> {
    /// Its number.
    pub seq: u64,
    /// Wall time, ms since 1970.
    pub at: u64,
    /// The head before it.
    pub prev: Head,
    /// The format of the event.
    pub v: u32,
    /// The event, JSON.
    #[serde(borrow)]
    pub event: &'a RawValue,
}

/// The head after an event: the first 8 bytes of sha1(head before as 16 hex digits, stored bytes).
#[must_use]
pub fn head_after(before: Head, stored: &[u8]) -> Head {
    let digest = Sha1::new().chain_update(before.to_string()).chain_update(stored).finalize();
    Head::from_digest(first_eight(&digest))
}

fn first_eight(digest: &[u8]) -> [u8; 8] {
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_event_is_one_object_and_moves_the_head() {
        let body = body(1, &serde_json::json!({"kind": "x"})).unwrap();
        let event = stored(Position::default(), 5, 7, &body);
        let text = String::from_utf8(event.clone()).unwrap();
        assert_eq!(text, r#"{"seq":1,"t":5,"at":7,"prev":"0000000000000000","v":1,"event":{"kind":"x"}}"#);
        serde_json::from_str::<serde_json::Value>(&text).unwrap();
        let read: Stored<'_> = serde_json::from_str(&text).unwrap();
        assert_eq!((read.seq, read.at, read.prev, read.v), (1, 7, Head::EMPTY, 1));
        assert_eq!(read.event.get(), r#"{"kind":"x"}"#);
        // printf '%s' "0000000000000000$text" | sha1sum
        assert_eq!(head_after(Head::EMPTY, &event).to_string(), "b2951c68dea77b52");
    }
}
