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
    sync::atomic::{AtomicU32, Ordering},
};
use tengen_protocol::{Code, WireError};

/// After so many checks the limiter forgets whoever has been silent.
const FORGET_EVERY: u32 = 100_000;

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

pub(crate) struct Rate<K: Hash + Eq + Clone, C: Clock = DefaultClock> {
    limiter: Limiter<K, C>,
    clock: C,
    /// What is allowed, for the refusal.
    allowed: String,
    checked: AtomicU32,
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> Rate<K, C> {
    pub(crate) fn new(quota: Quota, clock: &C, allowed: String) -> Self {
        let limiter = RateLimiter::dashmap_with_clock(quota, clock.clone());
        Self { limiter, clock: clock.clone(), allowed, checked: AtomicU32::new(0) }
    }
}

impl<K: Hash + Eq + Clone, C: Clock> Rate<K, C> {
    /// Counts one more.
    ///
    /// # Errors
    /// [`Code::RateLimited`] with what is allowed and when to come back.
    pub(crate) fn check(&self, key: &K) -> Result<(), WireError> {
        if self.checked.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(key).map_err(|early| {
            let wait = crate::hub::ms(early.wait_time_from(self.clock.now())).max(1);
            WireError::new(Code::RateLimited, format!("too fast: {}", self.allowed)).retry_after(wait)
        })
    }
}
