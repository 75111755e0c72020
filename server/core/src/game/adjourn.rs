//! The sealed move (封棋): what is kept secret while a game is adjourned, and what holds it to it.
//!
//! The log is public to its players, so it has the digest alone. Nonce and vertex are kept beside it,
//! by whoever stores the log, and come back when the game goes on. The nonce is random and long: 361
//! points are soon tried.

use sha2::{Digest, Sha256};
use std::fmt;
use tengen_protocol::{Vertex, limits};

/// Bytes of a nonce.
pub const NONCE_BYTES: usize = 16;

/// A move that was sealed, with its nonce. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedMove {
    nonce: String,
    vertex: Vertex,
}

/// What is kept of a sealed move is none, or not the one that the log names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what is kept of the sealed move is not what was sealed")]
pub struct NotSealed;

impl SealedMove {
    /// With a nonce that nobody can guess.
    #[must_use]
    pub fn new(nonce: [u8; NONCE_BYTES], vertex: Vertex) -> Self {
        Self { nonce: hex(&nonce), vertex }
    }

    /// As it is kept: nonce, space, vertex.
    #[must_use]
    pub fn to_secret(&self) -> String {
        format!("{} {}", self.nonce, self.vertex)
    }

    /// From what was kept.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_secret(secret: &[u8]) -> Result<Self, NotSealed> {
        let text = std::str::from_utf8(secret).map_err(|_| NotSealed)?;
        let (nonce, vertex) = text.split_once(' ').ok_or(NotSealed)?;
        let plain = nonce.len() == 2 * NONCE_BYTES && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !plain {
            return Err(NotSealed);
        }
        Ok(Self { nonce: nonce.to_owned(), vertex: vertex.parse().map_err(|_| NotSealed)? })
    }

    /// SHA-256 of what is kept, as 64 hex digits: what the log says.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&self.nonce, self.vertex)
    }

    pub(super) fn nonce(&self) -> &str {
        &self.nonce
    }

    pub(super) const fn vertex(&self) -> Vertex {
        self.vertex
    }
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedMove").finish_non_exhaustive()
    }
}

/// The digest of a nonce and a vertex.
pub(super) fn digest(nonce: &str, vertex: Vertex) -> String {
    hex(&Sha256::digest(format!("{nonce} {vertex}")))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the text may be the IANA name of a time zone: it is shown to people as it is.
pub(super) fn is_zone(name: &str) -> bool {
    (1..=limits::ZONE_BYTES).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte))
}
