//! What games tell others: entries of the partitions' outboxes are applied to the indexes of finished
//! games, to the lobby's log and to the tournament that a game belongs to, then removed. Tournaments tell the
//! list of them in the same way.
//!
//! The lobby is told of all that was found first: whoever may play again does not wait for a list, nor does
//! the end of one game for an index of another one that does not answer.
//!
//! An entry was written in the step that appended its event, and is removed only after it was
//! applied; applying it again does nothing. So it counts once, whatever crashes, and any node may do
//! it.

use super::{
    Hub, LobbyAsk, STORE_SILENCE,
    judge::{Lifecycle, LifecycleKind},
    tournament::Changed,
};
use crate::store::{Partition, StoreError};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use std::{
    collections::{BTreeSet, HashSet},
    time::Duration,
};
use tengen_protocol::{Snapshot, WireError};
use tokio::{
    sync::{mpsc, oneshot},
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
    let mut unknown = BTreeSet::new();
    while let Some(first) = wanted.recv().await {
        let mut partitions = BTreeSet::from([first]);
        while let Ok(more) = wanted.try_recv() {
            partitions.insert(more);
        }
        let mut finished = Vec::new();
        for partition in partitions {
            if let Err(error) = sweep(&hub, partition, &mut unknown, &mut finished).await {
                tracing::debug!(%error, partition = partition.index(), "an outbox could not be swept yet");
            }
        }
        note(&hub, &mut finished).await;
    }
}

/// Tells the lobby; what is to be noted comes to `finished`. `unknown` has the partitions in which unknown
/// entries were found already: they are looked at twice a second.
async fn sweep(
    hub: &Hub,
    partition: Partition,
    unknown: &mut BTreeSet<Partition>,
    finished: &mut Vec<Finished>,
) -> Result<(), StoreError> {
    let mut left: HashSet<Bytes> = HashSet::new();
    while left.len() < LOOKED_AT {
        let mut entries = hub.0.calls.outbox(partition, BATCH + left.len() as u64).await?;
        entries.retain(|entry| !left.contains(entry));
        if entries.is_empty() {
            break;
        }
        for entry in entries {
            if let Ok(changed) = serde_json::from_slice::<Changed>(&entry) {
                match hub.is_listed(&changed).await {
                    true => hub.0.calls.outbox_remove(partition, &entry).await?,
                    false => drop(left.insert(entry)),
                }
                continue;
            }
            let lifecycle = match serde_json::from_slice::<Lifecycle>(&entry) {
                Ok(lifecycle) => lifecycle,
                Err(error) => {
                    // a newer server's entry is left for it
                    if unknown.insert(partition) {
                        let partition = partition.index();
                        tracing::warn!(%error, partition, "an entry of an outbox is not known here");
                    }
                    left.insert(entry);
                    continue;
                }
            };
            match told(hub, partition, &entry, lifecycle).await {
                Swept::Done => hub.0.calls.outbox_remove(partition, &entry).await?,
                Swept::NotYet => drop(left.insert(entry)),
                Swept::Finished(one) => {
                    left.insert(entry);
                    finished.push(*one);
                    if finished.len() >= TO_NOTE {
                        note(hub, finished).await;
                    }
                }
            }
        }
    }
    Ok(())
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

/// Notes these, has them counted where they count, and removes their entries; what does not work now is for the next look.
async fn note(hub: &Hub, finished: &mut Vec<Finished>) {
    let noted = stream::iter(finished.drain(..)).for_each_concurrent(NOTED_AT_ONCE, |finished| async move {
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
