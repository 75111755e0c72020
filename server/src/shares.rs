//! How many connections of one address there may be while nobody says who he is: before `hello`, and
//! of those who watch without an account.
//!
//! Whoever is known is limited by himself, so that a school behind one address is not one user.

use crate::hub::lock;
use rustc_hash::FxHashMap;
use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
};

/// Connections of one address that have not said who they are: two hundred people behind one
/// address come back at once after a restart, each with a socket and the six HTTP connections that a
/// browser keeps while it gets the page.
const MOST: usize = 2_048;

/// A small server gives one address at least this many ..
const LEAST: usize = 16;

/// .. and otherwise at most one place of so many.
const PART: usize = 2;

/// The shares of all addresses.
#[derive(Debug)]
pub(crate) struct Shares {
    most: usize,
    open: Mutex<FxHashMap<IpAddr, usize>>,
}

impl Shares {
    /// So many connections of each address.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, open: Mutex::default() })
    }

    /// Before `hello`, of so many places.
    pub(crate) fn of(places: usize) -> Arc<Self> {
        Self::new((places / PART).clamp(LEAST, MOST))
    }

    /// Connections that one address may have.
    pub(crate) const fn most(&self) -> usize {
        self.most
    }

    /// One more for this address, if it may have it.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Share> {
        let mut open = lock(&self.open);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Share { shares: Arc::clone(self), address })
    }
}

/// One connection's; given back when dropped.
#[derive(Debug)]
pub(crate) struct Share {
    shares: Arc<Shares>,
    address: IpAddr,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut open = lock(&self.shares.open);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_part_of_the_places_within_bounds() {
        for (places, most) in [(1, 16), (30, 16), (100, 50), (1_024, 512), (1_000_000, 2_048)] {
            assert_eq!(Shares::of(places).most(), most, "{places}");
        }
    }

    #[test]
    fn shares_are_counted_by_address_and_given_back() {
        let shares = Shares::of(40);
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let mut held: Vec<_> = (0..20).map(|_| shares.take(one).unwrap()).collect();
        assert!(shares.take(one).is_none());
        assert!(shares.take(other).is_some());
        held.pop();
        assert!(shares.take(one).is_some());
        drop(held);
        assert!(lock(&shares.open).is_empty());
    }
}
