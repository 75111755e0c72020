//! The texts of seats and of messages on the channels of streams.

use crate::store::{News, Seat};
use bytes::Bytes;
use tengen_protocol::Colour;

/// The name of a side in keys and messages.
pub(super) const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "b",
        Colour::White => "w",
    }
}

/// A seat as stored: `connection:node`.
pub(super) fn seat_text(seat: &Seat) -> String {
    format!("{}:{}", seat.connection, seat.node)
}

/// Reads [`seat_text`].
pub(super) fn parse_seat(text: &[u8]) -> Option<Seat> {
    let (connection, node) = std::str::from_utf8(text).ok()?.split_once(':')?;
    Some(Seat { node: node.into(), connection: connection.parse().ok()? })
}

/// The message that a seat was taken. A stored event begins with `{`, so they cannot be confused.
pub(super) fn seat_news(colour: Colour, seat: &Seat) -> String {
    format!("s{}{}", side(colour), seat_text(seat))
}

/// Reads what came over a channel.
pub(super) fn parse(payload: Vec<u8>) -> Option<News> {
    match payload.as_slice() {
        [b'{', ..] => Some(News::Event(Bytes::from(payload))),
        [b's', b'b', seat @ ..] => Some(News::Seat(Colour::Black, parse_seat(seat)?)),
        [b's', b'w', seat @ ..] => Some(News::Seat(Colour::White, parse_seat(seat)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_events_or_seats() {
        assert!(matches!(parse(b"{\"seq\":1}".to_vec()), Some(News::Event(event)) if event == "{\"seq\":1}"));
        let seat = Seat { node: "a:b".into(), connection: u64::MAX };
        let news = parse(seat_news(Colour::White, &seat).into_bytes());
        assert!(matches!(news, Some(News::Seat(Colour::White, told)) if told == seat));
        for bad in [&b""[..], b"s", b"sb", b"sbx:n", b"sg1:n", b"x"] {
            assert!(parse(bad.to_vec()).is_none(), "{bad:?}");
        }
    }
}
