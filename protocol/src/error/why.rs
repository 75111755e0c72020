//! The closed list of causes, where a code has several: what people read is made of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! causes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// The cause of a refusal, where its code has several. The list is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Why {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $name,)+
        }

        impl Why {
            /// Every cause.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The cause on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

causes! {
    // Texts
    /// There is nothing in it that is seen.
    Empty = "empty",
    /// It is too short: `limit`.
    TooShort = "too_short",
    /// It is too long: `limit`.
    TooLong = "too_long",
    /// It has control, direction or zero-width characters, or others that are not seen.
    ControlCharacters = "control_characters",
    // Names
    /// It has something else than letters, digits, `-`, `_` and `.`.
    Symbols = "symbols",
    /// It has too many marks (accents) on one letter.
    Marks = "marks",
    /// It does not begin and end with a letter or a digit.
    Edges = "edges",
    /// It mixes scripts that are easily taken for one another.
    MixedScripts = "mixed_scripts",
    /// It mixes directions of writing.
    MixedDirections = "mixed_directions",
    /// It is reserved for the server or for people in office.
    Reserved = "reserved",
    // Numbers
    /// A number is out of its range: `limit`.
    OutOfRange = "out_of_range",
    // Offers and accounts
    /// Colours are drawn in even games only: with a handicap one colour must be chosen.
    NigiriWithHandicap = "nigiri_with_handicap",
    /// Nobody plays against himself.
    SamePlayer = "same_player",
    /// Nobody mutes himself.
    MutesOneself = "mutes_oneself",
    // Requests
    /// There is no such role.
    UnknownRole = "unknown_role",
    /// Everything is in Redis, whose files are backed up instead.
    StoredInRedis = "stored_in_redis",
    /// The request is none of this version.
    Malformed = "malformed",
    /// The body is no JSON, or has a wrong, missing or unknown field; the message says where.
    Body = "body",
    /// The body is not said to be JSON.
    ContentType = "content_type",
    /// The body did not come in time.
    SlowBody = "slow_body",
    /// A parameter behind the `?` is wrong, missing or unknown.
    Query = "query",
    /// The path does not take this method.
    Method = "method",
    /// None of the subprotocols that were offered is this server's.
    Subprotocol = "subprotocol",
    /// The handshake of the WebSocket is wrong.
    Handshake = "handshake",
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
