//! Which connections there are, and whose.

use super::{Hub, Link, draw, lock};
use rustc_hash::FxHashMap;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};
use tengen_protocol::{AccountId, Code, Limit, Limited, WireError, limits};

/// Connection numbers are kept under 2^53, since a store's script may hold them as doubles.
const CONNECTIONS_PER_SECOND_BITS: u32 = 20;

/// When an account with too many connections may try again, ms: dead ones are found by then.
const TOO_MANY_RETRY_MS: u64 = limits::SILENCE_MS;

pub(super) struct Links {
    next: AtomicU64,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: FxHashMap<u64, Arc<Link>>,
    by_account: FxHashMap<AccountId, Vec<Arc<Link>>>,
}

impl Links {
    /// Numbers start at the time, so that a seat that a former process of the same name left in the
    /// store is never taken for one of this process.
    pub(super) fn new() -> Self {
        Self { next: AtomicU64::new(draw::start_second() << CONNECTIONS_PER_SECOND_BITS), open: Mutex::default() }
    }

    /// Calls `each` for the connections of an account.
    pub(super) fn of(&self, account: &AccountId, each: impl FnMut(&Arc<Link>)) {
        let links = lock(&self.open).by_account.get(account).cloned().unwrap_or_default();
        links.iter().for_each(each);
    }

    /// Calls `each` for every connection.
    pub(super) fn all(&self, each: impl FnMut(&Arc<Link>)) {
        let links: Vec<_> = lock(&self.open).all.values().cloned().collect();
        links.iter().for_each(each);
    }

    /// Whether there is one of this number.
    pub(super) fn is_open(&self, connection: u64) -> bool {
        lock(&self.open).all.contains_key(&connection)
    }

    /// False if its account has as many as it may have.
    fn add(&self, link: &Arc<Link>) -> bool {
        let mut open = lock(&self.open);
        if let Some(account) = link.account() {
            let links = open.by_account.entry(account.clone()).or_default();
            if links.len() >= limits::SOCKETS_PER_ACCOUNT {
                return false;
            }
            links.push(Arc::clone(link));
        }
        open.all.insert(link.id(), Arc::clone(link));
        true
    }

    fn remove(&self, link: &Link) {
        let mut open = lock(&self.open);
        open.all.remove(&link.id());
        let Some(account) = link.account() else { return };
        if let Some(links) = open.by_account.get_mut(account) {
            links.retain(|other| other.id() != link.id());
            if links.is_empty() {
                open.by_account.remove(account);
            }
        }
    }
}

/// A connection that the hub knows; dropping it makes it forgotten, whatever path its end took.
#[derive(Debug)]
pub struct Registration {
    hub: Hub,
    link: Arc<Link>,
}

impl Registration {
    /// The way to the connection.
    #[must_use]
    pub const fn link(&self) -> &Arc<Link> {
        &self.link
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.link.end();
        self.hub.0.links.remove(&self.link);
    }
}

impl Hub {
    /// Makes a connection known.
    ///
    /// # Errors
    /// [`Code::TooMany`] when its account has [`limits::SOCKETS_PER_ACCOUNT`] to this node.
    pub fn register(&self, account: Option<AccountId>) -> Result<Registration, WireError> {
        let id = self.0.links.next.fetch_add(1, Ordering::Relaxed);
        let link = Arc::new(Link::new(id, account, Arc::clone(&self.0.metrics)));
        if self.0.links.add(&link) {
            return Ok(Registration { hub: self.clone(), link });
        }
        let most = limits::SOCKETS_PER_ACCOUNT;
        let message = format!("an account has at most {most} connections: close one, or use one for several games");
        let limit = Limit::most(Limited::Sockets, most as u64);
        Err(WireError::new(Code::TooMany, message).limit(limit).retry_after(TOO_MANY_RETRY_MS))
    }
}
