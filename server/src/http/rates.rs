//! How fast HTTP may be asked: each address in all, and each account once its token is known.
//!
//! An address has room for a school; an account has room for one person and their programs. The
//! numbers are those of [`tengen_protocol::limits`]. What limits logins, registrations and guests is
//! elsewhere and the same on all nodes; this protects one node from a flood.

use crate::rates::Rate;
use governor::{
    Quota,
    clock::{Clock, DefaultClock},
};
use http::Method;
use std::{net::IpAddr, num::NonZeroU32};
use tengen_protocol::{AccountId, WireError, limits};

/// The limits of one node.
pub(crate) struct HttpRates<C: Clock = DefaultClock> {
    addresses: Rate<IpAddr, C>,
    requests: Rate<AccountId, C>,
    changes: Rate<AccountId, C>,
}

impl HttpRates {
    pub(crate) fn new() -> Self {
        Self::with_clock(&DefaultClock::default())
    }
}

fn number(limit: u32) -> NonZeroU32 {
    NonZeroU32::new(limit).expect("invariant: the protocol's limits are not zero")
}

impl<C: Clock + Clone> HttpRates<C> {
    fn with_clock(clock: &C) -> Self {
        let (rate, burst) = (limits::ADDRESS_REQUESTS_PER_SECOND, limits::ADDRESS_REQUESTS_BURST);
        let quota = Quota::per_second(number(rate)).allow_burst(number(burst));
        let addresses = Rate::new(quota, clock, format!("{rate} requests a second from one address, {burst} at once"));
        let (rate, burst) = (limits::REQUESTS_PER_SECOND, limits::REQUESTS_BURST);
        let quota = Quota::per_second(number(rate)).allow_burst(number(burst));
        let requests = Rate::new(quota, clock, format!("{rate} requests a second, {burst} at once"));
        let (rate, burst) = (limits::CHANGES_PER_MINUTE, limits::CHANGES_BURST);
        let quota = Quota::per_minute(number(rate)).allow_burst(number(burst));
        let changes = Rate::new(quota, clock, format!("{rate} changes a minute, {burst} at once"));
        Self { addresses, requests, changes }
    }
}

impl<C: Clock> HttpRates<C> {
    /// Counts a request from an address, before anything is done for it.
    pub(crate) fn address(&self, address: IpAddr) -> Result<(), WireError> {
        self.addresses.check(&address)
    }

    /// Counts a request of an account whose token was right.
    pub(crate) fn account(&self, account: &AccountId, method: &Method) -> Result<(), WireError> {
        self.requests.check(account)?;
        if method.is_safe() { Ok(()) } else { self.changes.check(account) }
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
    use tengen_protocol::Code;

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
