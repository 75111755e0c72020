//! Finished games that no entry of an outbox brings in any more: those that a server without indexes
//! finished or took out of an outbox, before this node started or beside it, and those whose end a failover
//! took back.
//!
//! The lobby lists the last finished games. Each of them is looked at once, and again when its log has
//! another end than it had then.

use super::{
    super::{Hub, calls::Backoff, lock},
    Kept, key,
};
use crate::store::{StoreError, Stream};
use futures_util::{StreamExt, stream};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tengen_core::log::Position;
use tengen_protocol::{Code, GameId};

/// Time between two looks; that after one that left something undone is shorter at first.
const EVERY: Duration = Duration::from_secs(300);

/// Time after the first look that left something undone.
const AGAIN: Duration = Duration::from_millis(200);

/// Games that are looked at at the same time.
const AT_ONCE: usize = 8;

/// Looks for ever.
pub(in crate::hub) async fn make_up(hub: Hub) {
    let mut open = hub.0.lobby_open.subscribe();
    if open.wait_for(|open| *open).await.is_err() {
        return;
    }
    let mut settled = BTreeMap::new();
    let mut backoff = Backoff::new(AGAIN, EVERY);
    loop {
        match look(&hub, &mut settled).await {
            Ok(true) => {
                tokio::time::sleep(EVERY).await;
                backoff = Backoff::new(AGAIN, EVERY);
            }
            Ok(false) => backoff.wait().await,
            Err(error) => {
                tracing::debug!(%error, "games that were finished before cannot be looked at yet");
                backoff.wait().await;
            }
        }
    }
}

/// Whether nothing was left undone. `settled` has the games that are found as their logs tell them up to
/// there.
async fn look(hub: &Hub, settled: &mut BTreeMap<GameId, Position>) -> Result<bool, StoreError> {
    let listed: BTreeSet<GameId> = lock(&hub.0.lobby_fold).finished().map(|finished| finished.game.clone()).collect();
    settled.retain(|game, _| listed.contains(game));
    let streams: Vec<Stream> = listed.iter().map(Stream::game).collect();
    let ends = hub.0.calls.positions(&streams).await?;
    let open: Vec<(GameId, Position)> =
        listed.into_iter().zip(ends).filter(|(game, end)| settled.get(game) != Some(end)).collect();
    let looks = stream::iter(open).map(|(game, end)| async move {
        let done = settle(hub, &game, end).await;
        (game, end, done)
    });
    let mut looks = std::pin::pin!(looks.buffer_unordered(AT_ONCE));
    let mut all = true;
    while let Some((game, end, done)) = looks.next().await {
        match done {
            Err(error) if error.retryable() => {
                tracing::debug!(%error, %game, "a game that was finished before cannot be noted yet");
                all = false;
                continue;
            }
            Err(error) => tracing::error!(%error, %game, "a finished game cannot be noted and is missing in lists"),
            Ok(()) => {}
        }
        settled.insert(game, end);
    }
    Ok(all)
}

/// Makes a game be found as its log tells it, which ends there.
async fn settle(hub: &Hub, game: &GameId, end: Position) -> Result<(), StoreError> {
    let record = hub.0.calls.record(&key(game)).await?;
    let kept = record.map(|record| Kept::read(game, &record.value)).transpose()?;
    if let Some(kept) = kept.filter(|kept| kept.seq == end.seq) {
        return hub.put_again(game, kept).await;
    }
    match hub.whole(game).await {
        Ok(view) => hub.note_ended(game, &view.snapshot).await,
        // whoever opens it is told the same
        Err(error) if matches!(error.code, Code::NoSuchGame | Code::Unreadable) => Ok(()),
        Err(error) => Err(StoreError::Unavailable(error.to_string())),
    }
}
