//! What this node knows of each partition's logical time.
//!
//! Every reply of the store carries the partition's time; the newest one and the monotonic instant
//! at which it came are enough to say in which logical millisecond a frame arrived. The store checks
//! what is said; nothing here refuses a move.

use super::lock;
use crate::store::{PARTITIONS, Partition, Stamp};
use std::sync::Mutex;
use tengen_core::partition::ArrivalEstimate;
use tokio::time::Instant;

/// The newest time of each partition.
pub struct Times {
    newest: Vec<Mutex<Option<(ArrivalEstimate, u64, Instant)>>>,
}

impl Default for Times {
    fn default() -> Self {
        Self { newest: (0..=PARTITIONS).map(|_| Mutex::new(None)).collect() }
    }
}

impl Times {
    /// Notes the time of a reply that came just now.
    pub fn note(&self, partition: Partition, stamp: Stamp) {
        let Some(slot) = self.newest.get(partition.index()) else { return };
        let mut newest = lock(slot);
        // replies may overtake each other; but a replica that took over is behind in logical time alone
        if newest.is_none_or(|(known, wall, _)| stamp.logical >= known.base || stamp.wall > wall) {
            *newest = Some((ArrivalEstimate { base: stamp.logical, hold: stamp.hold }, stamp.wall, Instant::now()));
        }
    }

    /// The logical time now, as far as it is known. Asked at the moment a frame is read, it is that
    /// frame's arrival.
    #[must_use]
    pub fn logical(&self, partition: Partition) -> Option<u64> {
        let newest = (*lock(self.newest.get(partition.index())?))?;
        Some(newest.0.after(ms(newest.2.elapsed())))
    }

    /// The store's wall time now, ms since 1970, as far as it is known.
    #[must_use]
    pub fn wall(&self, partition: Partition) -> Option<u64> {
        let newest = (*lock(self.newest.get(partition.index())?))?;
        Some(newest.1.saturating_add(ms(newest.2.elapsed())))
    }
}

impl std::fmt::Debug for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Times").finish_non_exhaustive()
    }
}

/// A duration in whole ms.
pub(crate) fn ms(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn time_goes_on_after_the_hold_and_an_older_reply_changes_nothing() {
        let times = Times::default();
        assert_eq!(times.logical(Partition::LOBBY), None);
        times.note(Partition::LOBBY, Stamp { logical: 1000, hold: 300, wall: 5_000 });
        tokio::time::advance(Duration::from_millis(200)).await;
        assert_eq!(times.logical(Partition::LOBBY), Some(1000));
        times.note(Partition::LOBBY, Stamp { logical: 900, hold: 0, wall: 4_900 });
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(times.logical(Partition::LOBBY), Some(1200));
        assert_eq!(times.wall(Partition::LOBBY), Some(5_500));
        // a replica took over that had less
        times.note(Partition::LOBBY, Stamp { logical: 800, hold: 10_000, wall: 5_600 });
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(times.logical(Partition::LOBBY), Some(800));
    }
}
