//! How fast accounts may ask, and how many may only watch from one address.
//!
//! An account is limited by itself once it is known, so that a school behind one address is not one
//! user. Time comes from the limiter's own monotonic clock.

use crate::hub::lock;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use rustc_hash::FxHashMap;
use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
};
use tengen_protocol::{AccountId, Code, WireError, limits};

/// Connections without an account from one address: a class that watches one game.
pub const ANONYMOUS_PER_ADDRESS: u32 = 64;

/// After so many commands the limiter forgets whoever has been silent.
const FORGET_EVERY: u32 = 100_000;

/// Whose commands are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asker {
    Account(AccountId),
    Address(IpAddr),
}

/// The limits of one node.
pub struct Rates<C: Clock = DefaultClock> {
    commands: RateLimiter<Asker, DashMapStateStore<Asker>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    counted: AtomicU32,
    anonymous: Mutex<FxHashMap<IpAddr, u32>>,
}

impl Rates {
    pub(super) fn new() -> Self {
        let commands: DefaultKeyedRateLimiter<Asker> = RateLimiter::dashmap(quota());
        Self { commands, clock: DefaultClock::default(), counted: AtomicU32::new(0), anonymous: Mutex::default() }
    }
}

const fn quota() -> Quota {
    let (Some(sustained), Some(burst)) =
        (NonZeroU32::new(limits::COMMANDS_PER_SECOND), NonZeroU32::new(limits::COMMANDS_BURST))
    else {
        panic!("invariant: the protocol's limits are not zero")
    };
    Quota::per_second(sustained).allow_burst(burst)
}

impl<C: Clock> Rates<C> {
    #[cfg(test)]
    fn with_clock(clock: C) -> Self
    where
        C: Clone,
    {
        Self {
            commands: RateLimiter::dashmap_with_clock(quota(), clock.clone()),
            clock,
            counted: AtomicU32::new(0),
            anonymous: Mutex::default(),
        }
    }

    /// Counts a command.
    pub(super) fn command(&self, asker: &Asker) -> Result<(), WireError> {
        if self.counted.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.commands.retain_recent();
        }
        self.commands.check_key(asker).map_err(|early| {
            let wait = crate::hub::ms(early.wait_time_from(self.clock.now())).max(1);
            let (rate, burst) = (limits::COMMANDS_PER_SECOND, limits::COMMANDS_BURST);
            let message = format!("too fast: {rate} commands a second, {burst} at once");
            WireError::new(Code::RateLimited, message).retry_after(wait)
        })
    }

    /// Lets one more connection without an account in.
    pub(super) fn anonymous(&self, address: IpAddr) -> Result<(), WireError> {
        let mut open = lock(&self.anonymous);
        let count = open.entry(address).or_default();
        if *count >= ANONYMOUS_PER_ADDRESS {
            let message = format!("{ANONYMOUS_PER_ADDRESS} anonymous connections from one address: log in");
            return Err(WireError::new(Code::RateLimited, message).retry_after(60_000));
        }
        *count += 1;
        Ok(())
    }

    /// Such a connection has ended.
    pub(super) fn anonymous_gone(&self, address: IpAddr) {
        let mut open = lock(&self.anonymous);
        if let Some(count) = open.get_mut(&address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

impl<C: Clock> std::fmt::Debug for Rates<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rates").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;
    use std::time::Duration;

    fn asker(name: &str) -> Asker {
        Asker::Account(name.parse().unwrap())
    }

    #[test]
    fn the_burst_passes_and_one_more_is_told_when_to_come_back() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(clock.clone());
        for _ in 0..limits::COMMANDS_BURST {
            rates.command(&asker("a")).unwrap();
        }
        let error = rates.command(&asker("a")).unwrap_err();
        assert_eq!(error.code, Code::RateLimited);
        let wait = error.retry_after.unwrap();
        assert!((1..=1000 / u64::from(limits::COMMANDS_PER_SECOND)).contains(&wait), "{wait}");
        rates.command(&asker("b")).expect("another account is not limited by this one");
        clock.advance(Duration::from_millis(wait + 1));
        rates.command(&asker("a")).unwrap();
        assert!(rates.command(&asker("a")).is_err());
    }

    #[test]
    fn anonymous_connections_are_counted_by_address_and_given_back() {
        let rates = Rates::new();
        let address = "1.2.3.4".parse().unwrap();
        for _ in 0..ANONYMOUS_PER_ADDRESS {
            rates.anonymous(address).unwrap();
        }
        assert_eq!(rates.anonymous(address).unwrap_err().code, Code::RateLimited);
        rates.anonymous("1.2.3.5".parse().unwrap()).unwrap();
        rates.anonymous_gone(address);
        rates.anonymous(address).unwrap();
    }
}
