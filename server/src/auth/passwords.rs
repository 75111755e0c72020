//! Passwords: hashed with Argon2id (RFC 9106), a few at a time, off the async threads.
//!
//! One hash takes tens of milliseconds and 19 MiB, so only [`Hashing::at_once`] run and
//! [`Hashing::waiting`] wait; more are refused for a moment. A [`Turn`] is the right to one hash and
//! goes with it into the thread, so that a caller who leaves does not let more run at once.

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash as PhcHash,
};
use precis_profiles::{OpaqueString, precis_core::profile::PrecisFastInvocation};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::available_parallelism,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};
use zeroize::Zeroizing;

/// Shortest password, bytes.
pub(super) const MIN_BYTES: usize = 8;

/// Longest password, bytes: hashing longer ones would be work for nothing.
pub(super) const MAX_BYTES: usize = 256;

/// Why a password cannot be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too short.
    #[error("a password has at least {MIN_BYTES} bytes")]
    Short,
    /// Too long.
    #[error("a password has at most {MAX_BYTES} bytes")]
    Long,
    /// It holds control characters.
    #[error("a password has no control characters")]
    Characters,
}

/// A password that somebody typed, normalised by PRECIS OpaqueString (RFC 8265, 4.2), so that it is
/// the same from every keyboard. It cannot be printed and is wiped when dropped.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// Checks and normalises.
    ///
    /// # Errors
    /// When the length or a character is not allowed.
    pub fn parse(text: &str) -> Result<Self, PasswordError> {
        check_length(text)?;
        let normal = OpaqueString::enforce(text).map_err(|_| PasswordError::Characters)?;
        check_length(&normal)?;
        Ok(Self(Zeroizing::new(normal.into_owned())))
    }
}

const fn check_length(text: &str) -> Result<(), PasswordError> {
    match text.len() {
        ..MIN_BYTES => Err(PasswordError::Short),
        MIN_BYTES..=MAX_BYTES => Ok(()),
        _ => Err(PasswordError::Long),
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// A hash in PHC form, as the account's log holds it. It cannot be printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct PasswordHash(String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// How passwords are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashing {
    /// Memory of one hash, KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Hashes at once.
    pub at_once: usize,
    /// Callers that may wait for one.
    pub waiting: usize,
}

impl Default for Hashing {
    /// 19 MiB and two passes, the first choice of OWASP's cheat sheet for Argon2id; half of the
    /// machine's threads, so that games go on while a school logs in.
    fn default() -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        Self { memory_kib: 19 * 1024, passes: 2, at_once: threads.div_ceil(2), waiting: 512 }
    }
}

/// Hashing failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum HashError {
    /// The parameters, or the random source.
    #[error("hashing a password failed: {0}")]
    Failed(String),
    /// Too many wait.
    #[error("too many wait for a password to be checked")]
    Busy,
}

fn failed(error: impl fmt::Display) -> HashError {
    HashError::Failed(error.to_string())
}

/// Hashes and checks passwords.
pub(super) struct Passwords {
    argon: Argon2<'static>,
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// Checked for names that do not exist.
    dummy: PasswordHash,
    /// Checks done.
    checks: Arc<AtomicU64>,
}

/// The right to one hash.
pub(super) struct Turn {
    argon: Argon2<'static>,
    checks: Arc<AtomicU64>,
    _permits: [OwnedSemaphorePermit; 2],
}

impl Passwords {
    pub(super) fn new(hashing: Hashing) -> Result<Self, HashError> {
        let params = Params::new(hashing.memory_kib, hashing.passes, 1, None).map_err(failed)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let mut unknown = [0; 32];
        getrandom::fill(&mut unknown).map_err(failed)?;
        let dummy = hash(&argon, &unknown)?;
        let running = hashing.at_once.max(1);
        Ok(Self {
            argon,
            running: Arc::new(Semaphore::new(running)),
            waiting: Arc::new(Semaphore::new(running + hashing.waiting)),
            dummy,
            checks: Arc::default(),
        })
    }

    /// A hash that no password has, as costly to check as a real one.
    pub(super) const fn dummy(&self) -> &PasswordHash {
        &self.dummy
    }

    /// Passwords that were compared with a hash, to the end.
    #[cfg(test)]
    pub(super) fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// Waits for a turn.
    pub(super) async fn turn(&self) -> Result<Turn, HashError> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| HashError::Busy)?;
        let permit = Arc::clone(&self.running).acquire_owned().await.map_err(failed)?;
        Ok(Turn { argon: self.argon.clone(), checks: Arc::clone(&self.checks), _permits: [place, permit] })
    }
}

impl Turn {
    /// The hash of a new password.
    pub(super) async fn hash(self, password: Password) -> Result<PasswordHash, HashError> {
        let make = move || {
            let turn = self; // all of it, not only what is used: the permits
            hash(&turn.argon, password.0.as_bytes())
        };
        spawn_blocking(make).await.map_err(failed)?
    }

    /// Whether the hash is the password's.
    pub(super) async fn verify(self, password: Password, hash: PasswordHash) -> Result<bool, HashError> {
        let check = move || {
            let turn = self;
            let parsed = PhcHash::new(&hash.0).map_err(failed)?;
            let right = turn.argon.verify_password(password.0.as_bytes(), &parsed).is_ok();
            turn.checks.fetch_add(1, Ordering::Relaxed);
            Ok(right)
        };
        spawn_blocking(check).await.map_err(failed)?
    }
}

fn hash(argon: &Argon2<'_>, password: &[u8]) -> Result<PasswordHash, HashError> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(failed)?;
    let hash: PhcHash = argon.hash_password_with_salt(password, &salt).map_err(failed)?;
    Ok(PasswordHash(hash.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const QUICK: Hashing = Hashing { memory_kib: 8, passes: 1, at_once: 2, waiting: 2 };

    #[test]
    fn the_length_is_checked_at_the_limits() {
        for (length, fits) in [(0, false), (7, false), (8, true), (256, true), (257, false)] {
            assert_eq!(Password::parse(&"x".repeat(length)).is_ok(), fits, "{length}");
        }
        assert_eq!(Password::parse("abc\u{0}defgh").unwrap_err(), PasswordError::Characters);
    }

    #[tokio::test]
    async fn a_password_is_the_same_from_every_keyboard() {
        let passwords = Passwords::new(QUICK).unwrap();
        let typed = |text: &str| Password::parse(text).unwrap();
        let hash = passwords.turn().await.unwrap().hash(typed("Zoë und Müller")).await.unwrap();
        let verify =
            async |text: &str| passwords.turn().await.unwrap().verify(typed(text), hash.clone()).await.unwrap();
        assert!(verify("Zoe\u{308} und Mu\u{308}ller").await);
        assert!(verify("Zoë\u{3000}und\u{a0}Müller").await);
        assert!(!verify("zoë und müller").await);
        assert!(hash.0.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let passwords = Passwords::new(QUICK).unwrap();
        let running = [passwords.turn().await.unwrap(), passwords.turn().await.unwrap()];
        let mut first = Box::pin(passwords.turn());
        let mut second = Box::pin(passwords.turn());
        tokio::select! {
            biased;
            _ = &mut first => unreachable!("two run"),
            _ = &mut second => unreachable!("two run"),
            () = tokio::task::yield_now() => {}
        }
        assert!(matches!(passwords.turn().await, Err(HashError::Busy)));
        drop(running);
        assert!(first.await.is_ok());
        assert!(second.await.is_ok());
    }

    #[test]
    fn who_leaves_does_not_let_more_run_at_once() {
        let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            let passwords = Passwords::new(QUICK).unwrap();
            let password = || Password::parse("correct horse").unwrap();
            // the only thread is busy, so that nothing of this is done before it is looked at
            let (free, busy) = std::sync::mpsc::channel::<()>();
            let held = spawn_blocking(move || busy.recv());
            let hashing = passwords.turn().await.unwrap().hash(password());
            let checking = passwords.turn().await.unwrap().verify(password(), passwords.dummy().clone());
            tokio::select! {
                biased;
                _ = hashing => unreachable!("the thread is busy"),
                _ = checking => unreachable!("the thread is busy"),
                () = tokio::task::yield_now() => {}
            }
            assert_eq!(passwords.running.available_permits(), 0, "both go on though nobody waits for them");
            free.send(()).unwrap();
            held.await.unwrap().unwrap();
            assert!(passwords.turn().await.is_ok());
        });
    }

    #[test]
    fn the_defaults_are_what_is_recommended() {
        let Hashing { memory_kib, passes, at_once, .. } = Hashing::default();
        assert_eq!((memory_kib, passes), (19_456, 2));
        assert!(at_once >= 1);
    }

    #[test]
    fn nothing_prints_a_password() {
        let password = Password::parse("correct horse").unwrap();
        let hash = PasswordHash("$argon2id$x".into());
        assert_eq!(format!("{password:?} {hash:?}"), "Password(..) PasswordHash(..)");
    }
}
