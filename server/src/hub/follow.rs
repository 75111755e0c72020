//! Keeping a game's fold in step with its log: read when it is asked for, followed by news, caught up
//! when news were lost, read anew when the log is another one.

use super::{
    RETRY_AFTER_MS,
    actor::{AGAIN, Actor, no_such_game},
    ask::View,
    busy,
    calls::Backoff,
    journal::{Absorbed, Journal, Unserved},
};
use crate::store::News;
use std::time::Duration;
use tengen_core::log::Position;
use tengen_protocol::{Code, Phase, WireError};
use tokio::time::Instant;

/// How long a game is tried to be read while somebody waits for it.
const LOAD_WITHIN: Duration = Duration::from_secs(4);

/// A game that cannot be read is not tried again for so long: what is damaged stays so until somebody
/// mends it, a newer event until this server is updated, while clients come back each second and
/// time is asked for each half second. So each of these games costs one read and one line of the log
/// in this time, and is served at most this long after it was mended.
const UNREADABLE_FOR: Duration = Duration::from_secs(30);

impl Actor {
    /// Makes sure that there is a fold and that it lacks nothing that is known to be lacking.
    pub(super) async fn ensure(&mut self) -> Result<(), WireError> {
        let Some(journal) = &mut self.journal else { return Box::pin(self.open()).await };
        if journal.is_deaf() {
            self.behind = true;
            if let Err(error) = journal.listen_again(&self.hub.0.calls).await {
                tracing::debug!(%error, "the game's news could not be subscribed again yet");
                return Err(busy("the store does not answer"));
            }
        }
        self.behind |= journal.take_lost();
        if self.behind {
            self.catch_up().await?;
            self.refresh_seats().await;
        }
        Ok(())
    }

    async fn open(&mut self) -> Result<(), WireError> {
        if self.is_unreadable() {
            return Err(unreadable());
        }
        let until = Instant::now() + LOAD_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), AGAIN);
        loop {
            match Journal::open(&self.hub.0.calls, &self.id).await {
                Ok(journal) => {
                    self.opened(journal).await;
                    return Ok(());
                }
                Err(Unserved::Absent) => {
                    if !self.hub.create_promised(&self.id).await? {
                        return Err(no_such_game());
                    }
                    // it is there now, unless the store has lost it again or hides it
                    if Instant::now() >= until {
                        return Err(busy("the game is being created"));
                    }
                    backoff.wait().await;
                }
                Err(Unserved::Store(error)) if error.retryable() => {
                    if Instant::now() >= until {
                        return Err(busy("the store does not answer"));
                    }
                    backoff.wait().await;
                }
                Err(error) => return Err(self.give_up(&error)),
            }
        }
    }

    /// The game cannot be served: everybody who follows it is sent away, and it is not tried again
    /// for a while.
    pub(super) fn give_up(&mut self, error: &dyn std::fmt::Display) -> WireError {
        tracing::error!(%error, again_after_s = UNREADABLE_FOR.as_secs(), "the game cannot be served");
        self.unreadable_until = Some(Instant::now() + UNREADABLE_FOR);
        self.forget_fold();
        self.watchers.close(Code::Unreadable);
        unreadable()
    }

    /// Whether it could not be read a short while ago.
    pub(super) fn is_unreadable(&self) -> bool {
        self.unreadable_until.is_some_and(|until| Instant::now() < until)
    }

    async fn opened(&mut self, journal: Journal) {
        if self.unreadable_until.take().is_some() {
            tracing::info!("the game can be read again");
        }
        self.inbox.set_position(journal.position());
        if journal.game().phase() != Phase::Finished {
            self.watchers.reopened();
        }
        self.journal = Some(journal);
        self.tell_audience();
        self.behind = false;
        self.hub.0.metrics.games_loaded.inc();
        self.refresh_names().await;
        let sent = self.dropped.take();
        let parts = sent.as_ref().zip(self.journal.as_ref()).map(|(sent, journal)| journal.parts_from(sent));
        if sent.zip(parts).is_some_and(|(sent, parts)| parts.seq < sent.seq) {
            // with the end of the log a store has lost who sat where
            self.keep_seats().await;
        } else {
            self.refresh_seats().await;
        }
        // whoever watched the fold that was dropped: his last event may not be in the log any more
        if let Some(View { now, snapshot, .. }) = self.view().filter(|_| !self.watchers.is_empty()) {
            let end = Position { seq: snapshot.seq, head: snapshot.head };
            self.watchers.rolled_back(now, snapshot, parts.unwrap_or(end));
        }
    }

    /// Drops the fold; the next ask reads the log anew.
    pub(super) fn drop_fold(&mut self, why: &str) {
        tracing::warn!(why, "the game's log is read anew");
        self.forget_fold();
    }

    pub(super) fn forget_fold(&mut self) {
        if let Some(journal) = self.journal.take() {
            self.hub.0.metrics.games_loaded.dec();
            self.dropped = Some(journal.all());
            self.tell_audience();
        }
        self.inbox.set_position(Position::default());
    }

    /// News that have come already, before something is judged.
    pub(super) async fn hear_all(&mut self) {
        while let Some(news) = self.journal.as_mut().and_then(Journal::news_now) {
            self.hear(news).await;
        }
    }

    pub(super) async fn hear(&mut self, news: News) {
        match news {
            News::Event(stored) => {
                if !self.absorb(&stored)
                    && let Err(error) = self.ensure().await
                {
                    tracing::debug!(%error, "missing events could not be read yet");
                }
            }
            News::Seat(colour, seat) => self.seat_news(colour, seat).await,
        }
    }

    /// Folds a stored event and tells everybody; false when the log must be read first.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> bool {
        let Some(journal) = &mut self.journal else { return false };
        match journal.absorb(stored) {
            Absorbed::New(wire, recorded) => {
                self.inbox.set_position(journal.position());
                let finished = recorded.event.outcome().is_some();
                if finished {
                    // before anybody hears of it and asks for the other channel
                    self.tell_audience();
                }
                self.watchers.event(&wire.text);
                if finished {
                    self.watchers.finished();
                }
                true
            }
            Absorbed::Known => true,
            Absorbed::Gap => {
                self.behind = true;
                false
            }
            Absorbed::Other(error) => {
                self.drop_fold(&error.to_string());
                false
            }
        }
    }

    /// Reads what the fold lacks.
    pub(super) async fn catch_up(&mut self) -> Result<(), WireError> {
        let Some(journal) = &self.journal else { return Box::pin(self.open()).await };
        let have = journal.position();
        self.behind = true;
        let tail = match self.hub.0.calls.read(journal.stream(), have.seq).await {
            Ok(tail) => tail,
            Err(error) if error.retryable() => return Err(busy("the store does not answer")),
            Err(error) => return Err(self.give_up(&error)),
        };
        let same_end = tail.end.seq == have.seq && tail.end.head != have.head;
        if tail.end.seq < have.seq || same_end || tail.snapshot.is_some() {
            self.drop_fold("the store's log is not a continuation of what was folded");
            return Box::pin(self.open()).await;
        }
        for stored in &tail.events {
            if !self.absorb(stored) {
                self.drop_fold("what was read does not follow what was folded");
                return Box::pin(self.open()).await;
            }
        }
        self.behind = false;
        Ok(())
    }

    pub(super) async fn check(&mut self, position: Position) {
        if self.journal.as_ref().is_some_and(|journal| journal.position() != position) {
            tracing::debug!(seq = position.seq, "the position check found events that were not heard of");
            if let Err(error) = self.catch_up().await {
                tracing::debug!(%error, "missing events could not be read yet");
            }
            self.refresh_seats().await;
        }
    }
}

fn unreadable() -> WireError {
    let text = "the game cannot be read by this server; it may have been written by a newer one";
    WireError::new(Code::Unreadable, text).retry_after(RETRY_AFTER_MS)
}
