//! How fast HTTP may be asked: each address in all, and each account once its token is known.
//!
//! An address has room for a school; an account has room for one person and their programs. The
//! numbers are those of [`tengen_protocol::limits`]. What limits logins, registrations and guests is
//! elsewhere and the same on all nodes; this protects one node from a flood.

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use http::Method;
use std::{
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
};
use tengen_protocol::{AccountId, Code, WireError, limits};

/// After so many requests the limiters forget whoever has been silent.
const FORGET_EVERY: u32 = 100_000;

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The limits of one node.
pub(crate) struct HttpRates<C: Clock = DefaultClock> {
    addresses: Limiter<IpAddr, C>,
    requests: Limiter<AccountId, C>,
    changes: Limiter<AccountId, C>,
    clock: C,
    counted: AtomicU32,
}

impl HttpRates {
    pub(crate) fn new() -> Self {
        Self::with_clock(&DefaultClock::default())
    }
}

fn number(limit: u32) -> NonZeroU32 {
    NonZeroU32::new(limit).expect("invariant: the protocol's limits are not zero")
}

impl<C: Clock> HttpRates<C> {
    fn with_clock(clock: &C) -> Self
    where
        C: Clone,
    {
        let limiter = |quota: Quota, burst: u32| quota.allow_burst(number(burst));
        let addresses =
            limiter(Quota::per_second(number(limits::ADDRESS_REQUESTS_PER_SECOND)), limits::ADDRESS_REQUESTS_BURST);
        let requests = limiter(Quota::per_second(number(limits::REQUESTS_PER_SECOND)), limits::REQUESTS_BURST);
        let changes = limiter(Quota::per_minute(number(limits::CHANGES_PER_MINUTE)), limits::CHANGES_BURST);
        Self {
            addresses: RateLimiter::dashmap_with_clock(addresses, clock.clone()),
            requests: RateLimiter::dashmap_with_clock(requests, clock.clone()),
            changes: RateLimiter::dashmap_with_clock(changes, clock.clone()),
            clock: clock.clone(),
            counted: AtomicU32::new(0),
        }
    }

    /// Counts a request from an address, before anything is done for it.
    pub(crate) fn address(&self, address: IpAddr) -> Result<(), WireError> {
        if self.counted.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.addresses.retain_recent();
            self.requests.retain_recent();
            self.changes.retain_recent();
        }
        let (rate, burst) = (limits::ADDRESS_REQUESTS_PER_SECOND, limits::ADDRESS_REQUESTS_BURST);
        self.check(&self.addresses, &address, || format!("{rate} requests a second from one address, {burst} at once"))
    }

    /// Counts a request of an account whose token was right.
    pub(crate) fn account(&self, account: &AccountId, method: &Method) -> Result<(), WireError> {
        let (rate, burst) = (limits::REQUESTS_PER_SECOND, limits::REQUESTS_BURST);
        self.check(&self.requests, account, || format!("{rate} requests a second, {burst} at once"))?;
        if method.is_safe() {
            return Ok(());
        }
        let (rate, burst) = (limits::CHANGES_PER_MINUTE, limits::CHANGES_BURST);
        self.check(&self.changes, account, || format!("{rate} changes a minute, {burst} at once"))
    }

    fn check<K: Clone + Hash + Eq>(
        &self,
        limiter: &Limiter<K, C>,
        key: &K,
        allowed: impl FnOnce() -> String,
    ) -> Result<(), WireError> {
        limiter.check_key(key).map_err(|early| {
            let wait = crate::hub::ms(early.wait_time_from(self.clock.now())).max(1);
            WireError::new(Code::RateLimited, format!("too fast: {}", allowed())).retry_after(wait)
        })
    }
}

impl<C: Clock> std::fmt::Debug for HttpRates<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpRates").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;
    use std::time::Duration;

    #[test]
    fn each_limit_passes_its_burst_and_says_when_to_come_back() {
        let clock = FakeRelativeClock::default();
        let rates = HttpRates::with_clock(&clock);
        let (one, other): (AccountId, AccountId) = ("a".parse().unwrap(), "b".parse().unwrap());
        for _ in 0..limits::REQUESTS_BURST {
            rates.account(&one, &Method::GET).unwrap();
        }
        let error = rates.account(&one, &Method::GET).unwrap_err();
        assert_eq!((error.code, error.retry_after), (Code::RateLimited, Some(100)));
        for _ in 0..limits::CHANGES_BURST {
            rates.account(&other, &Method::DELETE).unwrap();
        }
        let error = rates.account(&other, &Method::POST).unwrap_err();
        assert_eq!((error.code, error.retry_after), (Code::RateLimited, Some(3_000)));
        rates.account(&other, &Method::GET).unwrap();
        clock.advance(Duration::from_secs(3));
        rates.account(&other, &Method::POST).unwrap();
        for _ in 0..limits::ADDRESS_REQUESTS_BURST {
            rates.address([10, 0, 0, 1].into()).unwrap();
        }
        assert_eq!(rates.address([10, 0, 0, 1].into()).unwrap_err().retry_after, Some(5));
        rates.address([10, 0, 0, 2].into()).unwrap();
    }

    #[test]
    fn two_hundred_people_behind_one_address_log_in_and_look_around() {
        let rates = HttpRates::with_clock(&FakeRelativeClock::default());
        for n in 0..200 {
            let account: AccountId = format!("pupil-{n}").parse().unwrap();
            for _ in 0..10 {
                rates.address([10, 0, 0, 1].into()).unwrap();
                rates.account(&account, &Method::GET).unwrap();
            }
        }
    }
}
