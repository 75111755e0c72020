//! Names of things on the wire: games, accounts, offers, commands, and the head of a log.
//!
//! Each is checked when it is read, so that behind the edge an id is always short and plain ASCII.

use crate::point::{ParseError, as_text};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr, sync::Arc};

fn plain(text: &str, longest: usize, what: &str, extra: &[u8]) -> Result<Arc<str>, ParseError> {
    let fits = (1..=longest).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || extra.contains(&byte));
    if fits {
        Ok(text.into())
    } else {
        let also: String = extra.iter().map(|byte| format!(" {}", *byte as char)).collect();
        Err(ParseError(format!("{what}: write 1 to {longest} of A-Z a-z 0-9{also}")))
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $longest:literal, $what:literal, $extra:literal, $pattern:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The longest such id, in bytes.
            pub const LONGEST: usize = $longest;

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseError;
            fn from_str(text: &str) -> Result<Self, ParseError> {
                plain(text, $longest, $what, $extra).map(Self)
            }
        }

        as_text!($name, $pattern, $what);
    };
}

id!(
    /// A game. Chosen by the server.
    GameId, 24, "game id", b"-_", "^[A-Za-z0-9_-]{1,24}$"
);
id!(
    /// An account. Chosen by the server; names may change, this never does.
    AccountId, 24, "account id", b"-_", "^[A-Za-z0-9_-]{1,24}$"
);
id!(
    /// An offer of a game in the lobby. Chosen by the server.
    OfferId, 24, "offer id", b"-_", "^[A-Za-z0-9_-]{1,24}$"
);
id!(
    /// A tournament. Chosen by the server.
    TournamentId, 24, "tournament id", b"-_", "^[A-Za-z0-9_-]{1,24}$"
);
id!(
    /// A command. Chosen by the client, with a random prefix for each of its starts, so that a
    /// command that is sent again is known again.
    CommandId, 40, "command id", b"-_.:", "^[A-Za-z0-9_.:-]{1,40}$"
);

/// The head of a log after an event: the first 16 hex digits of
/// `sha1(head before, stored bytes of the event)`. Two logs with the same head are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Head(u64);

impl Head {
    /// The head of an empty log: sixteen zeros.
    pub const EMPTY: Self = Self(0);

    /// From the first eight bytes of the digest.
    #[must_use]
    pub const fn from_digest(first: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(first))
    }

    /// The eight bytes again.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Head {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let plain = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !plain {
            return Err(ParseError("head: write 16 lower-case hex digits".into()));
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|error| ParseError(error.to_string()))
    }
}

as_text!(Head, "^[0-9a-f]{16}$", "Head of a log: 16 hex digits; sixteen zeros before the first event.");

/// CRC-32 (IEEE) of the board as ASCII rows from the top, `X` Black, `O` White, `.` empty, nothing
/// between rows. Eight hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardHash(u32);

impl BoardHash {
    /// Of the rows as one string, from the top left to the bottom right.
    #[must_use]
    pub fn of_rows(rows: &[u8]) -> Self {
        Self(crc32fast::hash(rows))
    }
}

impl fmt::Display for BoardHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl fmt::Debug for BoardHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BoardHash {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let plain = text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !plain {
            return Err(ParseError("hash: write 8 lower-case hex digits".into()));
        }
        u32::from_str_radix(text, 16).map(Self).map_err(|error| ParseError(error.to_string()))
    }
}

as_text!(BoardHash, "^[0-9a-f]{8}$", "CRC-32 of the board's rows from the top as `X`, `O` and `.`.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_and_plain() {
        assert!("k3-9_Z".parse::<GameId>().is_ok());
        assert!("a.b:c-1".parse::<CommandId>().is_ok());
        for bad in ["", "a b", "a/b", "ü", &"x".repeat(25)] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
        assert!("x".repeat(40).parse::<CommandId>().is_ok());
        assert!("x".repeat(41).parse::<CommandId>().is_err());
    }

    #[test]
    fn heads_are_sixteen_hex_digits() {
        let head = Head::from_digest([0, 1, 2, 3, 4, 5, 6, 0xff]);
        assert_eq!(head.to_string(), "00010203040506ff");
        assert_eq!(Head::from_digest(head.to_bytes()), head);
        assert_eq!("00010203040506ff".parse::<Head>().unwrap(), head);
        for bad in ["", "0", "00010203040506FF", "+0010203040506ff"] {
            assert!(bad.parse::<Head>().is_err(), "{bad}");
        }
    }
}
