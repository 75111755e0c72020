//! What Redis says when it refuses, in words that say what to do.

use crate::store::StoreError;
use redis::RedisError;
use std::sync::atomic::{AtomicBool, Ordering};

/// The code and the words of a server's refusal, or of the first one of a pipeline.
pub(super) fn refusal(error: &RedisError) -> Option<(String, String)> {
    let errors = error.clone().into_server_errors()?;
    let (_, first) = errors.first()?;
    Some((first.code().to_owned(), first.details().unwrap_or_default().to_owned()))
}

/// Whether the server refused with this code.
pub(super) fn refused_with(error: &RedisError, code: &str) -> bool {
    refusal(error).is_some_and(|(said, _)| said == code)
}

/// Whether the certificate at the other end is not accepted. The error is the TLS library's, behind one
/// of input and output.
pub(super) fn is_untrusted(error: &RedisError) -> bool {
    error.to_string().contains("invalid peer certificate")
}

/// The store's error for what was done at `place`.
pub(super) fn store_error(error: &RedisError, place: &str) -> StoreError {
    match refusal(error) {
        Some((code, words)) => refused(&code, &words, place),
        None if error.is_timeout() => {
            StoreError::Unavailable("no answer from Redis in time; whether it was done is not known".into())
        }
        None => StoreError::Unavailable(format!("no answer from Redis: {error}")),
    }
}

/// Whether it was said that Redis does not let this user do something.
static FORBIDDEN: AtomicBool = AtomicBool::new(false);

/// Says it unless it was said, and whether it did: to those who ask it looks like a Redis that is away.
fn warn_of_forbidden(said: &AtomicBool, words: &str) -> bool {
    let first = !said.swap(true, Ordering::AcqRel);
    if first {
        tracing::warn!(
            words,
            "Redis does not let this server's user do all that it needs; load the user again as deploy/users.acl has it"
        );
    }
    first
}

fn refused(code: &str, words: &str, place: &str) -> StoreError {
    let unavailable = |what: &str| StoreError::Unavailable(format!("{what} ({code} {words})"));
    if code == "NOPERM" {
        let _first = warn_of_forbidden(&FORBIDDEN, words);
    }
    match code {
        "OOM" => StoreError::Full(format!("raise maxmemory of Redis ({code} {words})")),
        "MISCONF" if words.contains("No space left") => {
            StoreError::Full(format!("the disk of Redis is full ({code} {words})"))
        }
        "MISCONF" => unavailable("Redis takes no writes because it cannot write its disk"),
        "DAMAGED" | "WRONGTYPE" => StoreError::Damaged { place: place.to_owned(), what: words.to_owned() },
        "LOADING" => unavailable("Redis is reading its data after a start"),
        "BUSY" => unavailable("Redis is busy with another program's script"),
        "READONLY" => unavailable("this Redis is a replica now"),
        "CLUSTERDOWN" => unavailable("the cluster is down or lacks slots: look at CLUSTER INFO and CLUSTER SLOTS"),
        "TRYAGAIN" | "MASTERDOWN" => unavailable("the cluster is being changed"),
        "MOVED" | "ASK" => unavailable("slots of the cluster go back and forth"),
        "CROSSSLOT" => unavailable("a cluster keeps keys of one partition in two slots, which no version asks for"),
        "NOREPLICAS" => unavailable("Redis takes no writes while it has too few replicas (min-replicas-to-write)"),
        "NOAUTH" | "WRONGPASS" | "NOPERM" => unavailable("Redis does not let this user do it"),
        _ => unavailable("Redis refused"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> StoreError {
        let error = redis::parse_redis_value(format!("-{text}\r\n").as_bytes())
            .and_then(|value| value.extract_error())
            .expect_err("an error");
        store_error(&error, "game x")
    }

    #[test]
    fn each_refusal_says_what_to_do() {
        for (text, start) in [
            ("OOM command not allowed", "the store is full: raise maxmemory"),
            ("MISCONF Errors writing to the AOF file: No space left on device", "the store is full: the disk"),
            ("MISCONF Redis is configured to save RDB snapshots", "the store does not answer: Redis takes no writes"),
            ("LOADING Redis is loading", "the store does not answer: Redis is reading"),
            ("BUSY Redis is busy", "the store does not answer: Redis is busy"),
            ("READONLY You can't write", "the store does not answer: this Redis is a replica"),
            ("TRYAGAIN Multiple keys", "the store does not answer: the cluster is being changed"),
            ("MOVED 5 127.0.0.1:1", "the store does not answer: slots of the cluster go"),
            ("ASK 5 127.0.0.1:1", "the store does not answer: slots of the cluster go"),
            ("NOAUTH Authentication required.", "the store does not answer: Redis does not let this user"),
            (
                "NOREPLICAS Not enough good replicas",
                "the store does not answer: Redis takes no writes while it has too",
            ),
            ("NEWCODE what", "the store does not answer: Redis refused (NEWCODE what)"),
            ("WRONGTYPE Operation", "the store is damaged at game x: Operation"),
            ("DAMAGED its end", "the store is damaged at game x: its end"),
        ] {
            let error = said(text);
            assert!(error.to_string().starts_with(start), "{error}");
            assert_eq!(error.retryable(), !matches!(error, StoreError::Damaged { .. }), "{error}");
        }
    }

    #[test]
    fn a_missing_permission_is_said_once() {
        let words = "User tengen has no permissions to run the 'zrange' command";
        let before = AtomicBool::new(false);
        assert!(warn_of_forbidden(&before, words));
        assert!(!warn_of_forbidden(&before, words));
        let error = said(&format!("NOPERM {words}"));
        assert!(error.retryable() && error.to_string().contains(words), "{error}");
        assert!(FORBIDDEN.load(Ordering::Acquire));
    }

    #[test]
    fn a_lost_answer_is_retryable() {
        let lost = RedisError::from(std::io::Error::from(std::io::ErrorKind::TimedOut));
        assert!(store_error(&lost, "x").to_string().contains("whether it was done is not known"));
        let gone = RedisError::from(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
        assert!(store_error(&gone, "x").retryable());
    }
}
