//! How long to wait before trying again: doubling, bounded, jittered, so that a thousand clients of
//! a server that comes back do not come at once.

use rand::RngExt;
use std::time::Duration;

/// The wait after the first failure.
const FIRST: Duration = Duration::from_millis(100);

/// No wait is longer, unless the server asks for it.
const LONGEST: Duration = Duration::from_secs(5);

/// No wait that a server asks for is longer: a mistaken one must not keep a player away.
const LONGEST_ASKED: Duration = Duration::from_secs(60);

/// Failures that count after a connection that was of use: waits begin at 200 ms.
const SOFTENED: u32 = 2;

/// Waits between attempts.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The next wait: between half and the whole of a bound that doubles with each failure, and
    /// never less than the server asked for.
    pub(crate) fn next(&mut self, asked: Option<Duration>) -> Duration {
        let bound = bound(self.failures);
        self.failures = self.failures.saturating_add(1);
        let wait = bound / 2 + jitter(bound / 2);
        let asked = asked.unwrap_or_default().min(LONGEST_ASKED);
        if asked.is_zero() { wait } else { wait.max(asked + jitter(bound)) }
    }

    /// After a connection on which the server has done something for us, however short it was: the
    /// next waits are short, but not so short that a server that always hangs up is hammered.
    pub(crate) const fn soften(&mut self) {
        if self.failures > SOFTENED {
            self.failures = SOFTENED;
        }
    }

    /// After a connection that held.
    pub(crate) const fn reset(&mut self) {
        self.failures = 0;
    }
}

/// The longest wait after so many failures.
pub(crate) fn bound(failures: u32) -> Duration {
    FIRST.saturating_mul(1 << failures.min(10)).min(LONGEST)
}

/// Evenly from nothing to `most`.
pub(crate) fn jitter(most: Duration) -> Duration {
    most.mul_f64(rand::rng().random_range(0.0..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_are_bounded() {
        let mut backoff = Backoff::default();
        for n in 0..40 {
            let wait = backoff.next(None);
            assert!(wait >= bound(n) / 2 && wait <= bound(n), "{n}: {wait:?}");
            assert!(wait <= LONGEST);
        }
        assert_eq!(bound(0), FIRST);
        assert_eq!(bound(1), FIRST * 2);
        assert_eq!(bound(40), LONGEST);
        backoff.soften();
        assert!(backoff.next(None) <= FIRST * 4);
        backoff.reset();
        assert!(backoff.next(None) <= FIRST);
        backoff.soften();
        assert!(backoff.next(None) <= FIRST * 2, "softening makes nothing longer");
    }

    #[test]
    fn a_server_is_obeyed_within_reason() {
        let mut backoff = Backoff::default();
        assert!(backoff.next(Some(Duration::from_secs(3))) >= Duration::from_secs(3));
        let wait = backoff.next(Some(Duration::from_secs(86_400)));
        assert!(wait >= LONGEST_ASKED && wait <= LONGEST_ASKED + LONGEST, "{wait:?}");
    }
}
