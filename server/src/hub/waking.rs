//! Games that nobody plays here and on which time may act: they are loaded for that, a bounded number
//! at once.
//!
//! After a long downtime thousands are due. Each waits here as its id alone until a permit is free, and
//! finished games have few permits of their own for the archive, so that time-outs do not wait for them.
//! What is lost here is found again: it is due until it is done.

use super::{Hub, lock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_protocol::GameId;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::Instant,
};

/// Games at once that are loaded only because time acts on them.
const WAKING: usize = 64;

/// Games at once that are packed for the archive.
pub(super) const ARCHIVING: usize = 8;

/// Games that wait to be loaded; what is beyond is found at the next look.
const WAITING: usize = 65_536;

/// See the module.
pub(super) struct Waking {
    permits: Arc<Semaphore>,
    archiving: Arc<Semaphore>,
    queue: mpsc::Sender<GameId>,
    queued: Mutex<FxHashSet<GameId>>,
    /// Finished games that are not loaded for the archive before.
    put_off: Mutex<FxHashMap<GameId, Instant>>,
}

impl Waking {
    /// With what waits, for [`run`].
    pub(super) fn new() -> (Self, mpsc::Receiver<GameId>) {
        let (queue, waiting) = mpsc::channel(WAITING);
        let permits = Arc::new(Semaphore::new(WAKING));
        let archiving = Arc::new(Semaphore::new(ARCHIVING));
        (Self { permits, archiving, queue, queued: Mutex::default(), put_off: Mutex::default() }, waiting)
    }

    /// A permit to pack a game, if one is free.
    pub(super) fn archiving(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.archiving).try_acquire_owned().ok()
    }

    /// A finished game is not loaded for the archive for so long.
    pub(super) fn put_off(&self, game: &GameId, time: Duration) {
        lock(&self.put_off).insert(game.clone(), Instant::now() + time);
    }

    /// Forgets what may be loaded again.
    pub(super) fn tidy(&self) {
        let now = Instant::now();
        lock(&self.put_off).retain(|_, until| *until > now);
    }

    fn is_put_off(&self, game: &GameId) -> bool {
        lock(&self.put_off).get(game).is_some_and(|until| *until > Instant::now())
    }

    fn want(&self, game: GameId) {
        if !self.is_put_off(&game)
            && lock(&self.queued).insert(game.clone())
            && self.queue.try_send(game.clone()).is_err()
        {
            lock(&self.queued).remove(&game);
        }
    }
}

impl Hub {
    /// Time may act on a game: on one that is loaded at once, on another when it is its turn.
    pub(super) fn time_acts(&self, game: GameId) {
        let loaded = lock(&self.0.games).get(&game).filter(|handle| handle.position().seq > 0).cloned();
        match loaded {
            Some(handle) => handle.time_acts(None),
            None => self.0.waking.want(game),
        }
    }
}

/// Loads for ever what waits.
pub(super) async fn run(hub: Hub, mut waiting: mpsc::Receiver<GameId>) {
    while let Some(game) = waiting.recv().await {
        let Ok(permit) = Arc::clone(&hub.0.waking.permits).acquire_owned().await else { return };
        lock(&hub.0.waking.queued).remove(&game);
        hub.handle(&game).time_acts(Some(permit));
    }
}

#[cfg(test)]
impl Waking {
    /// All permits to load.
    pub(super) fn take_all(&self) -> OwnedSemaphorePermit {
        let all = u32::try_from(WAKING).unwrap();
        Arc::clone(&self.permits).try_acquire_many_owned(all).unwrap()
    }
}
