//! Keeping a tournament's fold in step with its log: read when it is asked for, followed by news, caught up when news
//! were lost, read anew when the log is another one.

use super::{
    super::{Hub, journal::seq_of},
    desk::Desk,
};
use crate::store::{News, StoreError, Stream, Subscription};
use std::sync::Arc;
use tengen_core::tournament::event::{Tournament, Unreadable};
use tokio::{sync::mpsc, time::Instant};

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 64;

/// Events in one read: the largest are a thousand times as large as those of games.
const PAGE: u64 = 100;

/// Why a log could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The store's log is not the one that was folded: it is read anew.
    #[error("the store's log is not a continuation of what was folded")]
    OtherLog,
    /// It could not be read a short while ago.
    #[error("the tournament's log could not be read a short while ago")]
    Still,
    /// Work on another thread broke off.
    #[error("{0}")]
    Broken(String),
}

impl Trouble {
    /// Whether the same may work at once, or soon.
    pub(super) const fn retryable(&self) -> bool {
        match self {
            Self::Store(error) => error.retryable(),
            Self::OtherLog => true,
            Self::Unreadable(_) | Self::Still | Self::Broken(_) => false,
        }
    }
}

/// Where news come from.
pub(super) struct Ears {
    news: mpsc::Receiver<News>,
    subscription: Subscription,
}

impl Ears {
    async fn open(hub: &Hub, stream: &Stream) -> Result<Self, StoreError> {
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        let subscription = hub.0.calls.subscribe(stream, sender).await?;
        Ok(Self { news, subscription })
    }

    /// Whether the store has ended the subscription: nothing will be heard.
    fn is_deaf(&self) -> bool {
        self.news.is_closed() && self.news.is_empty()
    }
}

impl Desk {
    pub(super) fn is_unreadable(&self) -> bool {
        self.unreadable_until.is_some_and(|until| Instant::now() < until)
    }

    /// The next ask reads the log anew.
    pub(super) fn forget_fold(&mut self) {
        *self.shared.locked() = None;
        self.ears = None;
        self.behind = false;
    }

    /// Makes sure that there is a fold and that it lacks nothing that is known to be lacking.
    pub(super) async fn ensure(&mut self) -> Result<(), Trouble> {
        if self.is_unreadable() {
            return Err(Trouble::Still);
        }
        let Some(ears) = &mut self.ears else { return self.open().await };
        if ears.is_deaf() {
            self.behind = true;
            *ears = Ears::open(&self.hub, &self.stream).await?;
        }
        self.behind |= ears.subscription.take_lost();
        while let Some(Ok(news)) = self.ears.as_mut().map(|ears| ears.news.try_recv()) {
            if let News::Event(stored) = news {
                self.absorb(&stored)?;
            }
        }
        if self.behind { self.catch_up().await } else { Ok(()) }
    }

    async fn open(&mut self) -> Result<(), Trouble> {
        let ears = Ears::open(&self.hub, &self.stream).await?;
        let tail = self.hub.0.calls.read_by(PAGE, &self.stream, 0).await?;
        let (id, end) = (self.id.clone(), tail.end);
        let events = tail.events;
        let folded = super::elsewhere(move || {
            let mut fold = Tournament::new(id);
            for stored in &events {
                fold.apply(stored)?;
            }
            Ok::<_, Unreadable>(fold)
        });
        let fold = folded.await.map_err(Trouble::Broken)??;
        let position = fold.position();
        if position.seq == end.seq && position.head != end.head {
            let what = format!("its head is {}, the store's is {}", position.head, end.head);
            return Err(Unreadable::Malformed { after: position.seq, what }.into());
        }
        if self.unreadable_until.take().is_some() {
            tracing::info!("the tournament can be read again");
        }
        *self.shared.locked() = Some(Arc::new(fold));
        self.ears = Some(ears);
        self.behind = false;
        Ok(())
    }

    async fn catch_up(&mut self) -> Result<(), Trouble> {
        self.behind = true;
        let position = self.shared.position();
        let tail = self.hub.0.calls.read_by(PAGE, &self.stream, position.seq).await?;
        let other = tail.end.seq < position.seq || (tail.end.seq == position.seq && tail.end.head != position.head);
        if other {
            self.forget_fold();
            return Err(Trouble::OtherLog);
        }
        for stored in &tail.events {
            self.absorb(stored)?;
        }
        self.behind = false;
        Ok(())
    }

    /// Reads what the store has and was not heard yet; says whether there was something.
    pub(super) async fn read_on(&mut self) -> Result<bool, Trouble> {
        let position = self.shared.position();
        let end = self.hub.0.calls.positions(std::slice::from_ref(&self.stream)).await?;
        let more = end.first().is_some_and(|end| *end != position);
        if more {
            self.catch_up().await?;
        }
        Ok(more)
    }

    /// What is in the fold is done, if the store has it as safely as what it appends.
    pub(super) async fn confirm(&mut self) -> Result<(), Trouble> {
        let position = self.shared.position();
        if position.seq == 0 || self.hub.0.calls.confirm(&self.stream, position).await? {
            return Ok(());
        }
        self.forget_fold();
        Err(Trouble::OtherLog)
    }

    /// Folds a stored event if it is the next one.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> Result<(), Trouble> {
        let mut shared = self.shared.locked();
        let Some(fold) = shared.as_mut() else { return Ok(()) };
        let position = fold.position();
        match seq_of(stored) {
            Some(seq) if seq <= position.seq => return Ok(()),
            Some(seq) if seq > position.seq + 1 => {
                self.behind = true;
                return Ok(());
            }
            _ => {}
        }
        // whoever reads it keeps what he has
        match Arc::make_mut(fold).apply(stored) {
            Ok(_) => Ok(()),
            // an event that follows another one than ours: the log was another one
            Err(Unreadable::Malformed { .. }) if !super::follows(stored, position) => {
                *shared = None;
                drop(shared);
                self.forget_fold();
                Err(Trouble::OtherLog)
            }
            Err(error) => {
                *shared = None;
                drop(shared);
                self.forget_fold();
                Err(error.into())
            }
        }
    }
}

/// The next news; never while there is no subscription.
pub(super) async fn next_news(ears: &mut Option<Ears>) -> Option<News> {
    match ears {
        Some(ears) => ears.news.recv().await,
        None => std::future::pending().await,
    }
}
