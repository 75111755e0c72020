//! How fast accounts may ask, and how many may only watch from one address.
//!
//! An account is limited by itself once it is known, so that a school behind one address is not one
//! user. Those without an account share the allowance of their address, which grows with the number
//! of connections that it may have. Time comes from the limiter's own monotonic clock.

use crate::{
    rates::Rate,
    shares::{Share, Shares},
};
use governor::{
    Quota,
    clock::{Clock, DefaultClock},
};
use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};
use tengen_protocol::{AccountId, Code, WireError, limits};

/// Connections without an account from one address, where nothing else is said: a class that watches
/// one game.
pub const ANONYMOUS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(64).expect("invariant: not zero");

/// Whose commands are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asker {
    Account(AccountId),
    Address(IpAddr),
}

/// The limits of one node.
pub struct Rates<C: Clock = DefaultClock> {
    accounts: Rate<AccountId, C>,
    addresses: Rate<IpAddr, C>,
    lines: Rate<AccountId, C>,
    anonymous: Arc<Shares>,
}

impl Rates {
    pub(super) fn new(anonymous_per_address: NonZeroU32) -> Self {
        Self::with_clock(&DefaultClock::default(), anonymous_per_address)
    }
}

/// Commands a second, sustained, and how many at once; of an account, or of an address that may have
/// so many anonymous connections.
fn allowance(anonymous: Option<NonZeroU32>) -> [NonZeroU32; 2] {
    let usual = ANONYMOUS_PER_ADDRESS.get();
    let connections = anonymous.map_or(usual, |connections| connections.get().max(usual));
    [limits::COMMANDS_PER_SECOND, limits::COMMANDS_BURST].map(|limit| {
        let share = u64::from(limit) * u64::from(connections) / u64::from(usual);
        // the limiter counts in ns
        u32::try_from(share.min(1_000_000)).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
    })
}

fn rate<K: std::hash::Hash + Eq + Clone, C: Clock + Clone>(
    [sustained, burst]: [NonZeroU32; 2],
    clock: &C,
) -> Rate<K, C> {
    let quota = Quota::per_second(sustained).allow_burst(burst);
    Rate::new(quota, clock, format!("{sustained} commands a second, {burst} at once"))
}

/// Lines of talk of an account.
fn lines<C: Clock + Clone>(clock: &C) -> Rate<AccountId, C> {
    let (burst, each_ms) = (limits::TALK_BURST, limits::TALK_EACH_MS);
    let quota = Quota::with_period(Duration::from_millis(each_ms)).expect("invariant: a period is not zero");
    let burst_size = NonZeroU32::new(burst).expect("invariant: not zero");
    Rate::new(quota.allow_burst(burst_size), clock, format!("{burst} lines at once, one more each {each_ms} ms"))
}

impl<C: Clock + Clone> Rates<C> {
    fn with_clock(clock: &C, anonymous_per_address: NonZeroU32) -> Self {
        Self {
            accounts: rate(allowance(None), clock),
            addresses: rate(allowance(Some(anonymous_per_address)), clock),
            lines: lines(clock),
            anonymous: Shares::new(anonymous_per_address.get() as usize),
        }
    }
}

impl<C: Clock> Rates<C> {
    /// Counts a command.
    pub(super) fn command(&self, asker: &Asker) -> Result<(), WireError> {
        match asker {
            Asker::Account(account) => self.accounts.check(account),
            Asker::Address(address) => self.addresses.check(address),
        }
    }

    /// Counts a line of talk.
    pub(super) fn line(&self, account: &AccountId) -> Result<(), WireError> {
        self.lines.check(account)
    }

    /// Lets one more connection without an account in, as long as it keeps its share.
    pub(super) fn anonymous(&self, address: IpAddr) -> Result<Share, WireError> {
        self.anonymous.take(address).ok_or_else(|| {
            let message = format!("{} anonymous connections from one address: log in", self.anonymous.most());
            WireError::new(Code::RateLimited, message).retry_after(60_000)
        })
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

    fn asker(name: &str) -> Asker {
        Asker::Account(name.parse().unwrap())
    }

    #[test]
    fn the_burst_passes_and_one_more_is_told_when_to_come_back() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(&clock, ANONYMOUS_PER_ADDRESS);
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
    fn an_account_says_five_lines_and_one_more_each_two_seconds() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(&clock, ANONYMOUS_PER_ADDRESS);
        let (ann, bob) = ("a".parse().unwrap(), "b".parse().unwrap());
        for _ in 0..limits::TALK_BURST {
            rates.line(&ann).unwrap();
        }
        let error = rates.line(&ann).unwrap_err();
        assert_eq!(error.code, Code::RateLimited);
        let wait = error.retry_after.unwrap();
        assert!((1..=limits::TALK_EACH_MS).contains(&wait), "{wait}");
        rates.line(&bob).expect("another account is not limited by this one");
        clock.advance(Duration::from_millis(limits::TALK_EACH_MS));
        rates.line(&ann).unwrap();
        assert!(rates.line(&ann).is_err());
        rates.command(&asker("a")).expect("moves are counted apart");
    }

    #[test]
    fn anonymous_connections_are_counted_by_address_and_given_back() {
        for most in [1, 64, 1_000] {
            let rates = Rates::new(NonZeroU32::new(most).unwrap());
            let address = "1.2.3.4".parse().unwrap();
            let mut held: Vec<_> = (0..most).map(|_| rates.anonymous(address).unwrap()).collect();
            let error = rates.anonymous(address).unwrap_err();
            assert_eq!(error.code, Code::RateLimited);
            assert!(error.message.starts_with(&format!("{most} anonymous connections")), "{error}");
            rates.anonymous("1.2.3.5".parse().unwrap()).unwrap();
            held.pop();
            rates.anonymous(address).unwrap();
        }
    }

    #[test]
    fn an_address_that_may_have_more_connections_may_say_more() {
        for (connections, burst) in [(1, 60), (64, 60), (640, 600)] {
            let clock = FakeRelativeClock::default();
            let rates = Rates::with_clock(&clock, NonZeroU32::new(connections).unwrap());
            let address = Asker::Address("1.2.3.4".parse().unwrap());
            for n in 0..burst {
                assert!(rates.command(&address).is_ok(), "{connections}: {n}");
            }
            assert_eq!(rates.command(&address).unwrap_err().code, Code::RateLimited, "{connections}");
            for _ in 0..limits::COMMANDS_BURST {
                rates.command(&asker("a")).unwrap();
            }
            assert!(rates.command(&asker("a")).is_err(), "an account's allowance is always the same");
        }
    }
}
