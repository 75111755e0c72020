//! Whether nodes live, and what it means for a player who comes from one that does not.
//!
//! Each node renews a record of its own. Who comes back to a game in which he is to move, and whose
//! seat names a node that died or drained, was sent away through no fault of his: he gets his absence
//! back. This decides nothing about who may serve or write; a wrong answer costs a few seconds of
//! somebody's clock, at most those of the limit in the core.

use super::{Hub, actor::Actor, judge::Step};
use crate::store::{Partition, StoreError, Stream};
use bytes::Bytes;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tengen_core::game::Instant as Moment;
use tengen_protocol::{Colour, Event};
use tokio::{
    select,
    time::{Instant, MissedTickBehavior, interval},
};

/// How often a node says that it lives.
const RENEW: Duration = Duration::from_secs(1);

/// After so many ms without saying so it is dead.
const DEAD_AFTER_MS: u64 = 3_000;

/// What a dead node has said is kept for so long, ms.
const KEPT_MS: u64 = 10 * 60_000;

/// A player may be faster than his node's death is known: so long it is looked for, and his flag does
/// not fall here.
const LOOK_FOR: Duration = Duration::from_secs(4);

/// How often a credit is tried because another writer was first, or its time did not fit.
const ROUNDS: u32 = 16;

/// What a node says of itself, in the store's wall time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Lease {
    /// It lived then.
    alive: u64,
    /// Since then it sends players away.
    drained: Option<u64>,
}

impl Lease {
    /// Since when it has been gone, if it has.
    fn gone(self, now: u64) -> Option<u64> {
        let dead = now.saturating_sub(self.alive) > DEAD_AFTER_MS;
        self.drained.or_else(|| dead.then_some(self.alive))
    }
}

/// A player who came from another node.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    node: Arc<str>,
    returned: Moment,
    until: Instant,
}

fn key(node: &str) -> String {
    format!("node.{node}")
}

/// Renews this node's lease until it closes.
pub(super) async fn run(hub: Hub) {
    let mut renewals = interval(RENEW);
    renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut drained = hub.0.drained.subscribe();
    loop {
        let (renews, last) = select! {
            biased;
            () = hub.0.closing.cancelled() => (true, true),
            changed = drained.changed() => (changed.is_ok(), false),
            _ = renewals.tick() => (hub.0.calls.is_shared(), false),
        };
        if renews && let Err(error) = renew(&hub).await {
            tracing::debug!(%error, "this node's lease could not be renewed");
        }
        if last {
            return;
        }
    }
}

async fn renew(hub: &Hub) -> Result<(), StoreError> {
    if hub.times().wall(Partition::LOBBY).is_none() {
        hub.0.calls.tick(&[Partition::LOBBY]).await?;
    }
    let unknown = || StoreError::Unavailable("it has not said what time it is".into());
    let alive = hub.times().wall(Partition::LOBBY).ok_or_else(unknown)?;
    let key = key(&hub.0.node);
    let lease = Lease { alive, drained: *hub.0.drained.borrow() };
    let damaged = |error: serde_json::Error| StoreError::Damaged { place: key.clone(), what: error.to_string() };
    let value = Bytes::from(serde_json::to_vec(&lease).map_err(damaged)?);
    if !hub.0.calls.replace_record(&key, value, KEPT_MS).await? {
        tracing::warn!(node = &*hub.0.node, "another node renews the lease of this name");
    }
    hub.0.lives.store(true, Ordering::Release);
    Ok(())
}

impl Hub {
    /// Players are sent away from now on; other nodes shall know that it is not their doing. Saying it
    /// again changes nothing.
    pub fn drain(&self) {
        let now = self.times().wall(Partition::LOBBY);
        self.0.drained.send_if_modified(|drained| {
            let changes = drained.is_none() && now.is_some();
            *drained = drained.or(now);
            changes
        });
    }

    /// Whether players are sent away.
    pub(super) fn is_drained(&self) -> bool {
        self.0.drained.borrow().is_some()
    }

    /// This node has said that it lives, before anybody sits here: should it die in its first second, he
    /// would otherwise come from a node of which nothing is known.
    pub(super) async fn says_it_lives(&self) -> Result<(), StoreError> {
        if self.0.lives.load(Ordering::Acquire) || !self.0.calls.is_shared() {
            return Ok(());
        }
        renew(self).await
    }

    /// Whether another node lives and sends nobody away.
    pub(super) async fn node_lives(&self, node: &str) -> Result<bool, StoreError> {
        let Some(now) = self.times().wall(Partition::LOBBY) else { return Ok(true) };
        Ok(self.lease(node).await?.is_some_and(|lease| lease.gone(now).is_none()))
    }

    async fn lease(&self, node: &str) -> Result<Option<Lease>, StoreError> {
        let key = key(node);
        let Some(record) = self.0.calls.record(&key).await? else { return Ok(None) };
        let lease = serde_json::from_slice(&record.value);
        lease.map(Some).map_err(|error| StoreError::Damaged { place: key, what: error.to_string() })
    }
}

/// What is known of an absence.
enum Known {
    /// All that will be.
    All,
    /// It is to be looked at again.
    NotYet,
}

impl Actor {
    /// A player comes: if he is to move and his seat names another node, he may have been absent.
    pub(super) async fn look_where_from(&mut self, colour: Colour) {
        let partition = Stream::game(&self.id).partition();
        let times = self.hub.times();
        let (Some(logical), Some(wall)) = (times.logical(partition), times.wall(partition)) else { return };
        let Some(journal) = self.journal.as_ref().filter(|journal| journal.game().waits_for(colour)) else { return };
        let seats = match self.hub.0.calls.seats(journal.stream()).await {
            Ok([black, white]) => tengen_protocol::Sides { black, white },
            // the seat cannot be taken then either, and he comes again
            Err(error) => return tracing::debug!(%error, %colour, "where a player was could not be read"),
        };
        let Some(seat) = seats.of(colour).as_ref().filter(|seat| seat.node != self.hub.0.node) else { return };
        let node = Arc::clone(&seat.node);
        let returned = Moment { logical, wall };
        *self.absences.of_mut(colour) = Some(Absence { node, returned, until: Instant::now() + LOOK_FOR });
        self.look_at_absence(colour).await;
    }

    /// Whether somebody's absence is still to be looked at.
    pub(super) fn looks_for_absence(&self) -> bool {
        self.absences.black.is_some() || self.absences.white.is_some()
    }

    /// Looks at the absences of which not all is known.
    pub(super) async fn look_for_absence(&mut self) {
        for colour in [Colour::Black, Colour::White] {
            self.look_at_absence(colour).await;
        }
    }

    /// Whether time that he needs may still be given back to a player.
    pub(super) fn may_have_been_absent(&self, colour: Colour) -> bool {
        self.absences.of(colour).as_ref().is_some_and(|absence| Instant::now() < absence.until)
    }

    pub(super) async fn look_at_absence(&mut self, colour: Colour) {
        let Some(absence) = self.absences.of(colour).clone() else { return };
        let known = self.known_absence(colour, &absence).await.unwrap_or_else(|error| {
            tracing::debug!(%error, %colour, "an absence could not be looked at yet");
            Known::NotYet
        });
        if matches!(known, Known::All) || Instant::now() >= absence.until {
            *self.absences.of_mut(colour) = None;
        }
    }

    async fn known_absence(&mut self, colour: Colour, absence: &Absence) -> Result<Known, StoreError> {
        let Some(lease) = self.hub.lease(&absence.node).await? else { return Ok(Known::All) };
        let now = self.hub.times().wall(Stream::game(&self.id).partition()).unwrap_or(absence.returned.wall);
        let Some(gone) = lease.gone(now) else { return Ok(Known::NotYet) };
        self.give_back(colour, gone, absence.returned).await
    }

    async fn give_back(&mut self, colour: Colour, gone: u64, returned: Moment) -> Result<Known, StoreError> {
        let mut now = self.hub.times().logical(Stream::game(&self.id).partition()).unwrap_or(returned.logical);
        for _ in 0..ROUNDS {
            if (self.journal.is_none() || self.behind)
                && let Err(error) = self.ensure().await
            {
                tracing::debug!(%error, "the game cannot be read now");
                return Ok(Known::NotYet);
            }
            let Some(journal) = &self.journal else { return Ok(Known::NotYet) };
            let Some(decision) = journal.game().absent(colour, gone, returned, now) else { return Ok(Known::All) };
            let given = match decision.event {
                Event::Credited { ms, .. } => ms,
                _ => 0,
            };
            match self.commit(decision).await {
                Ok(Step::Done(seq)) => {
                    tracing::info!(seq, %colour, given_ms = given, "a player's node had gone away");
                    return Ok(Known::All);
                }
                Ok(Step::Again) => {}
                Ok(Step::Time(stamp)) if stamp.logical < now.min(returned.logical) => now = stamp.logical,
                // he came so long ago that his return proves nothing any more
                Ok(Step::Time(_)) => return Ok(Known::All),
                // his flag fell before he was away, or after he came back
                Ok(Step::Late) => return Ok(Known::All),
                Err(error) => {
                    self.behind = true;
                    return Err(error);
                }
            }
        }
        Ok(Known::NotYet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_gone_when_it_says_so_or_says_nothing_for_a_while() {
        let alive = Lease { alive: 10_000, drained: None };
        assert_eq!(alive.gone(9_000), None, "clocks may differ");
        assert_eq!(alive.gone(13_000), None);
        assert_eq!(alive.gone(13_001), Some(10_000));
        let drained = Lease { alive: 10_000, drained: Some(8_000) };
        assert_eq!((drained.gone(10_000), drained.gone(60_000)), (Some(8_000), Some(8_000)));
    }
}
