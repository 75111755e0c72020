//! One rate for many askers, each with an allowance of his own.
//!
//! Time comes from the limiter's own monotonic clock. Who has been silent is forgotten, so that
//! memory follows those who ask now. Which rates there are is said where they are used.

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use std::{
    hash::Hash,
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
};
use tengen_protocol::{Code, WireError};

/// After so many checks the limiter forgets whoever has been silent.
const FORGET_EVERY: u32 = 100_000;

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

pub(crate) struct Rate<K: Hash + Eq + Clone, C: Clock = DefaultClock> {
    limiter: Limiter<K, C>,
    clock: C,
    /// What can be counted at once.
    at_once: NonZeroU32,
    /// What is allowed, for the refusal.
    allowed: String,
    checked: AtomicU32,
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> Rate<K, C> {
    pub(crate) fn new(quota: Quota, clock: &C, allowed: String) -> Self {
        let at_once = quota.burst_size();
        let limiter = RateLimiter::dashmap_with_clock(quota, clock.clone());
        Self { limiter, at_once, clock: clock.clone(), allowed, checked: AtomicU32::new(0) }
    }
}

impl<K: Hash + Eq + Clone, C: Clock> Rate<K, C> {
    /// Counts one more.
    ///
    /// # Errors
    /// As [`Rate::check_many`].
    pub(crate) fn check(&self, key: &K) -> Result<(), WireError> {
        self.check_many(key, NonZeroU32::MIN)
    }

    /// Counts so many more, or as many as there can be at once.
    ///
    /// # Errors
    /// [`Code::RateLimited`] with what is allowed and when to come back.
    pub(crate) fn check_many(&self, key: &K, count: NonZeroU32) -> Result<(), WireError> {
        if self.checked.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.limiter.retain_recent();
        }
        let counted = self.limiter.check_key_n(key, count.min(self.at_once)).unwrap_or(Ok(()));
        counted.map_err(|early| {
            let wait = crate::hub::ms(early.wait_time_from(self.clock.now())).max(1);
            WireError::new(Code::RateLimited, format!("too fast: {}", self.allowed)).retry_after(wait)
        })
    }
}
