//! Telling open sockets that their token was revoked, on whichever node that was done.
//!
//! One task per account with open sockets on this node follows the account's log: it subscribes,
//! then reads. Published events may get lost, so a position check over all of them each
//! [`CHECK_MS`] makes a task read again. Sockets share the task and hold only a receiver.

use super::{
    account::Account,
    error::AuthError,
    log::{Folded, Taken},
    service::{Accounts, Identity},
    tokens::Claims,
};
use crate::store::{News, Store, Stream, Subscription};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};
use tengen_core::log::Position;
use tengen_protocol::AccountId;
use tokio::{
    sync::{Notify, mpsc, watch},
    task::AbortHandle,
    time::sleep,
};

/// A revocation is noticed within this time even if its news was lost, ms.
pub(super) const CHECK_MS: u64 = 10_000;

/// Logs in one question to the store.
const CHECK_BATCH: usize = 100;

/// Events that may wait for the task.
const NEWS: usize = 16;

/// Before a read that failed is tried again, ms.
const RETRY_MS: u64 = 1_000;

/// An account that is followed; the task ends with it.
struct Followed {
    stream: Stream,
    state: watch::Receiver<Arc<Account>>,
    seen: Arc<Mutex<Position>>,
    look_again: Arc<Notify>,
    task: AbortHandle,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// All that are followed on this node.
#[derive(Default)]
pub(super) struct Following {
    accounts: Mutex<HashMap<AccountId, Weak<Followed>>>,
    checking: std::sync::atomic::AtomicBool,
}

/// Tells when a token ends early. Dropping it stops watching.
pub struct Watch {
    claims: Claims,
    state: watch::Receiver<Arc<Account>>,
    _followed: Arc<Followed>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("account", &self.claims.sub).finish_non_exhaustive()
    }
}

impl Watch {
    /// Returns when the token was revoked: alone, with its session, or with all of the account's.
    /// That it expires is not told; see [`Identity::expires_at`]. May be dropped and called again.
    pub async fn revoked(&mut self) {
        let claims = &self.claims;
        if self.state.wait_for(|account| !account.accepts(claims)).await.is_err() {
            // the task has ended, which it does only when the server goes down
            std::future::pending::<()>().await;
        }
    }
}

impl Accounts {
    /// Follows the account of a token that was let in.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn watch(&self, identity: &Identity) -> Result<Watch, AuthError> {
        let followed = match self.followed(&identity.account) {
            Some(followed) => followed,
            None => self.follow(&identity.account).await?,
        };
        Ok(Watch { claims: identity.claims.clone(), state: followed.state.clone(), _followed: followed })
    }

    fn followed(&self, account: &AccountId) -> Option<Arc<Followed>> {
        let accounts = self.following.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.get(account).and_then(Weak::upgrade)
    }

    /// An account that is followed here, as it is known.
    pub(super) fn followed_state(&self, account: &AccountId) -> Option<Arc<Account>> {
        self.followed(account).map(|followed| Arc::clone(&followed.state.borrow()))
    }

    async fn follow(&self, account: &AccountId) -> Result<Arc<Followed>, AuthError> {
        let stream = Stream::account(account);
        let (sender, news) = mpsc::channel(NEWS);
        let subscription = self.store.subscribe(&stream, sender).await?;
        let mut folded = Folded::<Account>::default();
        folded.catch_up(&*self.store, &stream).await?;
        let (state, receiver) = watch::channel(Arc::new(folded.state.clone()));
        let seen = Arc::new(Mutex::new(folded.position));
        let look_again = Arc::new(Notify::new());
        let follower = Follower {
            store: Arc::clone(&self.store),
            stream: stream.clone(),
            news,
            subscription,
            folded,
            state,
            seen: Arc::clone(&seen),
            look_again: Arc::clone(&look_again),
        };
        let task = tokio::spawn(follower.run()).abort_handle();
        let ours = Arc::new(Followed { stream, state: receiver, seen, look_again, task });
        let mut accounts = self.following.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = accounts.get(account).and_then(Weak::upgrade) {
            return Ok(first);
        }
        accounts.insert(account.clone(), Arc::downgrade(&ours));
        drop(accounts);
        self.start_checking();
        Ok(ours)
    }

    /// The position check runs from the first watch on, until the server's accounts are dropped.
    fn start_checking(&self) {
        if self.following.checking.swap(true, std::sync::atomic::Ordering::AcqRel) {
            return;
        }
        let (following, store) = (Arc::downgrade(&self.following), Arc::clone(&self.store));
        tokio::spawn(async move {
            loop {
                sleep(Duration::from_millis(CHECK_MS)).await;
                let Some(following) = following.upgrade() else { return };
                following.check(&*store).await;
            }
        });
    }

    /// How many accounts are followed, for the metrics.
    #[must_use]
    pub fn followed_accounts(&self) -> usize {
        let accounts = self.following.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.values().filter(|followed| followed.strong_count() > 0).count()
    }
}

impl Following {
    fn all(&self) -> Vec<Arc<Followed>> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.retain(|_, followed| followed.strong_count() > 0);
        accounts.values().filter_map(Weak::upgrade).collect()
    }

    async fn check(&self, store: &dyn Store) {
        for batch in self.all().chunks(CHECK_BATCH) {
            let streams: Vec<_> = batch.iter().map(|followed| followed.stream.clone()).collect();
            let ends = match store.positions(&streams).await {
                Ok(ends) => ends,
                Err(error) => {
                    tracing::warn!(%error, "could not check the accounts of open connections");
                    return;
                }
            };
            for (followed, end) in batch.iter().zip(ends) {
                if *followed.seen.lock().unwrap_or_else(PoisonError::into_inner) != end {
                    followed.look_again.notify_one();
                }
            }
        }
    }
}

/// The task that follows one account.
struct Follower {
    store: Arc<dyn Store>,
    stream: Stream,
    news: mpsc::Receiver<News>,
    subscription: Subscription,
    folded: Folded<Account>,
    state: watch::Sender<Arc<Account>>,
    seen: Arc<Mutex<Position>>,
    look_again: Arc<Notify>,
}

impl Follower {
    async fn run(mut self) {
        loop {
            let known = tokio::select! {
                news = self.news.recv() => match news {
                    Some(News::Event(event)) => self.folded.take(&self.stream, &event).is_ok_and(|taken| taken != Taken::Apart),
                    Some(News::Seat(..)) => true,
                    // the store has ended the subscription: only the check is left
                    None => {
                        self.look_again.notified().await;
                        false
                    }
                },
                () = self.look_again.notified() => false,
            };
            if self.subscription.take_lost() || !known {
                self.read().await;
            }
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = self.folded.position;
            self.state.send_replace(Arc::new(self.folded.state.clone()));
        }
    }

    async fn read(&mut self) {
        while let Err(error) = self.folded.catch_up(&*self.store, &self.stream).await {
            tracing::warn!(stream = self.stream.id(), %error, "could not read the account of an open connection");
            sleep(Duration::from_millis(RETRY_MS)).await;
        }
    }
}
