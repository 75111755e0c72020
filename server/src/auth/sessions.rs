//! Sessions: which refresh token is the newest of each.
//!
//! A refresh token works once: using it makes the next one. One that was used before means that two
//! parties have it, so the session ends for both. The exception is a lost answer: within
//! [`GRACE_MS`] after a rotation the token before the newest gets the newest *again* (the same one,
//! so there are never two lines of tokens). A page comes back at each load, and may be closed before it has
//! kept an answer: it is given a newer token only when its own is [`PAGE_KEEPS_MS`] old.

use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use tengen_protocol::AccountId;

/// For so long after a rotation its answer is given again, ms.
pub(super) const GRACE_MS: u64 = 30_000;

/// So old a page's token is when it is replaced, ms.
pub(super) const PAGE_KEEPS_MS: u64 = 3_600_000;

/// Tries to rotate against other nodes.
const TRIES: usize = 8;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Session {
    account: AccountId,
    /// Id of the newest refresh token.
    current: String,
    /// When it was made, ms since 1970.
    since: u64,
    /// Id of the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// What using a refresh token led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rotated {
    /// The newest token has this id and was made then, ms since 1970.
    To { jti: String, since: u64 },
    /// It was used before: end the session.
    Reused,
    /// There is no such session any more.
    Gone,
}

fn key(sid: &str) -> String {
    format!("sess.{sid}")
}

/// Writes a session if its record has this version; it lasts as long as its newest refresh token, s.
async fn write(store: &dyn Store, sid: &str, version: u64, session: &Session, life_s: u64) -> Result<bool, StoreError> {
    let damaged = |error: serde_json::Error| StoreError::Damaged { place: key(sid), what: error.to_string() };
    let value = serde_json::to_vec(session).map_err(damaged)?;
    store.put_record(&key(sid), version, value.into(), Some(life_s.max(1) * 1000)).await
}

/// The next refresh token of a session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next<'a> {
    /// Its id.
    pub(super) jti: &'a str,
    /// Now, ms since 1970.
    pub(super) now: u64,
    /// How long it can be used, s.
    pub(super) life_s: u64,
}

/// Begins a session; false if the id is taken.
pub(super) async fn begin(
    store: &dyn Store,
    sid: &str,
    account: &AccountId,
    first: Next<'_>,
) -> Result<bool, StoreError> {
    let Next { jti, now, life_s } = first;
    let session = Session { account: account.clone(), current: jti.to_owned(), since: now, previous: None };
    write(store, sid, 0, &session, life_s).await
}

/// Uses the refresh token `jti`; `next` is the token after it, unless the newest is younger than `keeps` ms: then it
/// is itself the answer.
pub(super) async fn rotate(
    store: &dyn Store,
    sid: &str,
    account: &AccountId,
    jti: &str,
    next: Next<'_>,
    keeps: u64,
) -> Result<Rotated, StoreError> {
    let now = next.now;
    for _ in 0..TRIES {
        let Some(record) = store.record(&key(sid)).await? else { return Ok(Rotated::Gone) };
        let session: Session = serde_json::from_slice(&record.value)
            .map_err(|_| StoreError::Damaged { place: key(sid), what: "not a session".into() })?;
        if session.account != *account {
            return Ok(Rotated::Gone);
        }
        if session.current != jti {
            let lost_answer = session.previous.as_deref() == Some(jti) && now.abs_diff(session.since) < GRACE_MS;
            let again = Rotated::To { jti: session.current, since: session.since };
            return Ok(if lost_answer { again } else { Rotated::Reused });
        }
        if now.abs_diff(session.since) < keeps {
            return Ok(Rotated::To { jti: session.current, since: session.since });
        }
        let rotated = Session {
            account: session.account,
            current: next.jti.to_owned(),
            since: now,
            previous: Some(jti.to_owned()),
        };
        if write(store, sid, record.version, &rotated, next.life_s).await? {
            return Ok(Rotated::To { jti: next.jti.to_owned(), since: now });
        }
    }
    Err(StoreError::Unavailable(format!("{} is changed by others all the time", key(sid))))
}

/// Ends a session.
pub(super) async fn end(store: &dyn Store, sid: &str) -> Result<(), StoreError> {
    store.delete_record(&key(sid)).await
}
