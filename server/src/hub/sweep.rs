//! What games tell others: entries of the partitions' outboxes are applied to the indexes of finished
//! games, to the lobby's log and to the tournament that a game belongs to, then removed. Tournaments tell the
//! list of them in the same way.
//!
//! The lobby is told of all that was found first: whoever may play again does not wait for a list. The rest is
//! done beside the sweep, a few looks' worth at a time, so that neither an index that does not answer nor a
//! tournament that is busy holds up what other games have to tell.
//!
//! An entry was written in the step that appended its event, and is removed only after it was
//! applied; applying it again does nothing. So it counts once, whatever crashes, and any node may do
//! it.

use super::{
    Hub, LobbyAsk, STORE_SILENCE,
    judge::{Lifecycle, LifecycleKind},
    lock,
    tournament::Changed,
};
use crate::store::{Partition, StoreError};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_protocol::{Snapshot, TournamentId, WireError};
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    time::timeout,
};

/// Partitions that may wait to be swept; the tick names the others again.
const QUEUE: usize = 1024;

/// Entries in one look.
const BATCH: u64 = 100;

/// Entries of one partition that are looked at when some cannot be removed yet.
const LOOKED_AT: usize = 1_000;

/// How long the lobby may take for one entry.
const APPLY_WITHIN: Duration = Duration::from_secs(10);

/// How long it may take until a game is noted; it is tried again at the next look.
const NOTE_WITHIN: Duration = STORE_SILENCE.saturating_mul(2);

/// Finished games that are kept for being noted until the lobby knows what else there is.
const TO_NOTE: usize = 256;

/// Looks whose finds are noted at the same time.
const LOOKS_NOTED: usize = 8;

/// Games that are noted at the same time.
const NOTED_AT_ONCE: usize = 64;

/// Names partitions to be swept.
pub(super) struct Wanted(mpsc::Sender<Partition>);

impl Wanted {
    pub(super) fn new() -> (Self, mpsc::Receiver<Partition>) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        (Self(sender), receiver)
    }

    /// There is something in this partition's outbox.
    pub(super) fn want(&self, partition: Partition) {
        // when the queue is full the next look over the partitions wants it again
        let _full = self.0.try_send(partition);
    }
}

/// A finished game of which the lobby was told.
struct Finished {
    partition: Partition,
    entry: Bytes,
    lifecycle: Lifecycle,
    snapshot: Snapshot,
    /// Whether the lobby has it.
    told: bool,
}

/// What is done once the lobby knows what there is.
#[derive(Default)]
struct Later {
    finished: Vec<Finished>,
    /// Entries of tournaments that the list is to tell of, with the events that they are of.
    changed: BTreeMap<TournamentId, Vec<(Partition, Bytes, u64)>>,
}

/// What is being noted: an entry is worked on once at a time, and so is a tournament by one look.
#[derive(Default)]
struct Noting {
    entries: HashSet<Bytes>,
    tournaments: HashSet<TournamentId>,
}

/// What one look has found, taken on until it is dropped.
struct Claim {
    noting: Arc<Mutex<Noting>>,
    later: Later,
    entries: Vec<Bytes>,
    tournaments: HashSet<TournamentId>,
}

impl Claim {
    /// Takes on what nobody works on; games of a tournament that has not answered an earlier look wait for the next.
    fn of(noting: &Arc<Mutex<Noting>>, mut later: Later) -> Self {
        let mut held = lock(noting);
        let mut tournaments = HashSet::new();
        later.finished.retain(|finished| match finished.tournament() {
            Some(tournament) if tournaments.contains(tournament) => true,
            Some(tournament) => held.tournaments.insert(tournament.clone()) && tournaments.insert(tournament.clone()),
            None => true,
        });
        let changed = later.changed.values().flatten().map(|(_, entry, _)| entry);
        let entries: Vec<Bytes> =
            later.finished.iter().map(|finished| &finished.entry).chain(changed).cloned().collect();
        held.entries.extend(entries.iter().cloned());
        drop(held);
        Self { noting: Arc::clone(noting), later, entries, tournaments }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut held = lock(&self.noting);
        for entry in &self.entries {
            held.entries.remove(entry);
        }
        for tournament in &self.tournaments {
            held.tournaments.remove(tournament);
        }
    }
}

impl Finished {
    fn tournament(&self) -> Option<&TournamentId> {
        self.snapshot.setup.tournament.as_ref().map(|place| &place.tournament)
    }
}

/// What became of an entry.
enum Swept {
    /// It may be removed.
    Done,
    /// It waits for the next look.
    NotYet,
    /// It is to be noted.
    Finished(Box<Finished>),
}

/// Sweeps for ever.
pub(super) async fn run(hub: Hub, mut wanted: mpsc::Receiver<Partition>) {
    let mut sweeper =
        Sweeper { hub, unknown: BTreeSet::new(), noting: Arc::default(), looks: Arc::new(Semaphore::new(LOOKS_NOTED)) };
    while let Some(first) = wanted.recv().await {
        let mut partitions = BTreeSet::from([first]);
        while let Ok(more) = wanted.try_recv() {
            partitions.insert(more);
        }
        let mut later = Later::default();
        for partition in partitions {
            if let Err(error) = sweeper.sweep(partition, &mut later).await {
                tracing::debug!(%error, partition = partition.index(), "an outbox could not be swept yet");
            }
        }
        sweeper.note(later).await;
    }
}

struct Sweeper {
    hub: Hub,
    /// Partitions in which unknown entries were found already: they are looked at twice a second.
    unknown: BTreeSet<Partition>,
    noting: Arc<Mutex<Noting>>,
    looks: Arc<Semaphore>,
}

impl Sweeper {
    /// Notes beside the sweep what was found; waits while too much is being noted.
    async fn note(&self, later: Later) {
        if later.finished.is_empty() && later.changed.is_empty() {
            return;
        }
        // it is closed by nobody
        let Ok(look) = Arc::clone(&self.looks).acquire_owned().await else { return };
        let (hub, mut claim) = (self.hub.clone(), Claim::of(&self.noting, later));
        self.hub.spawn(async move {
            note(&hub, &mut claim.later).await;
            drop((claim, look));
        });
    }

    /// Tells the lobby; what is to be noted comes to `later`.
    async fn sweep(&mut self, partition: Partition, later: &mut Later) -> Result<(), StoreError> {
        let hub = self.hub.clone();
        let mut left: HashSet<Bytes> = HashSet::new();
        while left.len() < LOOKED_AT {
            let mut entries = hub.0.calls.outbox(partition, BATCH + left.len() as u64).await?;
            entries.retain(|entry| !left.contains(entry));
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                if lock(&self.noting).entries.contains(&entry) {
                    left.insert(entry);
                    continue;
                }
                if let Ok(changed) = serde_json::from_slice::<Changed>(&entry) {
                    later.changed.entry(changed.tournament).or_default().push((partition, entry.clone(), changed.seq));
                    left.insert(entry);
                    continue;
                }
                let lifecycle = match serde_json::from_slice::<Lifecycle>(&entry) {
                    Ok(lifecycle) => lifecycle,
                    Err(error) => {
                        // a newer server's entry is left for it
                        if self.unknown.insert(partition) {
                            let partition = partition.index();
                            tracing::warn!(%error, partition, "an entry of an outbox is not known here");
                        }
                        left.insert(entry);
                        continue;
                    }
                };
                match told(&hub, partition, &entry, lifecycle).await {
                    Swept::Done => hub.0.calls.outbox_remove(partition, &entry).await?,
                    Swept::NotYet => drop(left.insert(entry)),
                    Swept::Finished(one) => {
                        left.insert(entry);
                        later.finished.push(*one);
                        if later.finished.len() >= TO_NOTE {
                            self.note(std::mem::take(later)).await;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

async fn told(hub: &Hub, partition: Partition, entry: &Bytes, lifecycle: Lifecycle) -> Swept {
    let snapshot = match lifecycle.kind {
        LifecycleKind::Created => None,
        LifecycleKind::Finished => match seen(hub, &lifecycle).await {
            Ok(snapshot) => Some(snapshot),
            Err(error) => {
                tracing::debug!(%error, game = %lifecycle.game, "a finished game could not be read yet");
                return Swept::NotYet;
            }
        },
    };
    let outcome = snapshot.as_ref().and_then(|snapshot| snapshot.outcome.clone());
    let (reply, answer) = oneshot::channel();
    hub.ask_lobby(LobbyAsk::Apply { lifecycle: lifecycle.clone(), outcome, reply });
    let told = matches!(timeout(APPLY_WITHIN, answer).await, Ok(Ok(true)));
    match snapshot {
        Some(snapshot) => {
            let entry = entry.clone();
            Swept::Finished(Box::new(Finished { partition, entry, lifecycle, snapshot, told }))
        }
        None if told => Swept::Done,
        None => Swept::NotYet,
    }
}

/// The game with the event that the entry tells of, unless its log ends before it: news of it may come
/// later than the entry.
async fn seen(hub: &Hub, lifecycle: &Lifecycle) -> Result<Snapshot, WireError> {
    let snapshot = hub.view(&lifecycle.game).await?.snapshot;
    if snapshot.seq >= lifecycle.seq && snapshot.outcome.is_some() {
        return Ok(snapshot);
    }
    Ok(hub.whole(&lifecycle.game).await?.snapshot)
}

/// Notes these, has them counted where they count, and removes their entries; what does not work now is for
/// the next look.
async fn note(hub: &Hub, later: &mut Later) {
    let noted = stream::iter(later.finished.drain(..)).for_each_concurrent(NOTED_AT_ONCE, |finished| async move {
        let Finished { partition, entry, lifecycle, snapshot, told } = &finished;
        // each is tried, whatever becomes of the other
        let (is_noted, is_counted) =
            tokio::join!(is_noted(hub, lifecycle, snapshot), hub.is_counted(&lifecycle.game, snapshot));
        if is_noted
            && is_counted
            && *told
            && let Err(error) = hub.0.calls.outbox_remove(*partition, entry).await
        {
            tracing::debug!(%error, partition = partition.index(), "an entry could not be removed yet");
        }
    });
    noted.await;
    list(hub, std::mem::take(&mut later.changed)).await;
}

/// The list tells of these tournaments as they stand; entries of events up to there are removed.
async fn list(hub: &Hub, changed: BTreeMap<TournamentId, Vec<(Partition, Bytes, u64)>>) {
    let listed = stream::iter(changed).for_each_concurrent(NOTED_AT_ONCE, |(tournament, entries)| async move {
        let until = hub.listed_until(&tournament).await;
        for (partition, entry, seq) in entries {
            if until.is_some_and(|until| seq <= until)
                && let Err(error) = hub.0.calls.outbox_remove(partition, &entry).await
            {
                tracing::debug!(%error, partition = partition.index(), "an entry could not be removed yet");
            }
        }
    });
    listed.await;
}

/// Whether nothing is left to do that another try could do.
async fn is_noted(hub: &Hub, lifecycle: &Lifecycle, snapshot: &Snapshot) -> bool {
    let game = &lifecycle.game;
    match timeout(NOTE_WITHIN, hub.note_ended(game, snapshot)).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) if error.retryable() => {
            tracing::debug!(%error, %game, "a finished game could not be noted yet");
            false
        }
        Ok(Err(error)) => {
            tracing::error!(%error, %game, "a finished game cannot be noted and will be missing in lists");
            true
        }
        Err(_) => {
            tracing::debug!(%game, "a finished game could not be noted in time");
            false
        }
    }
}
