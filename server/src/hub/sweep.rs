//! What games tell other logs: entries of the partitions' outboxes are applied to the lobby's log,
//! then removed.
//!
//! An entry was written in the step that appended its event, and is removed only after it was
//! applied; applying it again does nothing. So it counts once, whatever crashes, and any node may do
//! it.

use super::{
    Hub, LobbyAsk,
    judge::{Lifecycle, LifecycleKind},
};
use crate::store::{Partition, StoreError};
use std::{collections::BTreeSet, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

/// Partitions that may wait to be swept; the tick names the others again.
const QUEUE: usize = 1024;

/// Entries in one look.
const BATCH: u64 = 100;

/// How long one entry may take.
const APPLY_WITHIN: Duration = Duration::from_secs(10);

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

/// Sweeps for ever.
pub(super) async fn run(hub: Hub, mut wanted: mpsc::Receiver<Partition>) {
    let mut unknown = BTreeSet::new();
    while let Some(first) = wanted.recv().await {
        let mut partitions = BTreeSet::from([first]);
        while let Ok(more) = wanted.try_recv() {
            partitions.insert(more);
        }
        for partition in partitions {
            if let Err(error) = sweep(&hub, partition, &mut unknown).await {
                tracing::debug!(%error, partition = partition.index(), "an outbox could not be swept yet");
            }
        }
    }
}

/// `unknown` has the partitions in which unknown entries were found already: they are looked at twice
/// a second.
async fn sweep(hub: &Hub, partition: Partition, unknown: &mut BTreeSet<Partition>) -> Result<(), StoreError> {
    loop {
        let entries = hub.0.calls.outbox(partition, BATCH).await?;
        let mut removed = 0;
        for entry in &entries {
            let lifecycle = match serde_json::from_slice::<Lifecycle>(entry) {
                Ok(lifecycle) => lifecycle,
                Err(error) => {
                    // a newer server's entry is left for it
                    if unknown.insert(partition) {
                        let partition = partition.index();
                        tracing::warn!(%error, partition, "an entry of an outbox is not known here");
                    }
                    continue;
                }
            };
            if applied(hub, lifecycle).await {
                hub.0.calls.outbox_remove(partition, entry).await?;
                removed += 1;
            }
        }
        if removed == 0 || (entries.len() as u64) < BATCH {
            return Ok(());
        }
    }
}

async fn applied(hub: &Hub, lifecycle: Lifecycle) -> bool {
    let outcome = match lifecycle.kind {
        LifecycleKind::Created => None,
        LifecycleKind::Finished => match hub.view(&lifecycle.game).await {
            Ok(view) => view.snapshot.outcome,
            Err(error) => {
                tracing::debug!(%error, game = %lifecycle.game, "a finished game could not be read yet");
                return false;
            }
        },
    };
    let (reply, answer) = oneshot::channel();
    hub.ask_lobby(LobbyAsk::Apply { lifecycle, outcome, reply });
    matches!(timeout(APPLY_WITHIN, answer).await, Ok(Ok(true)))
}
