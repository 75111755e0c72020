//! Limits by name and by address that all nodes share: records in the store.
//!
//! Each limit is a bucket of [`Allowance::burst`] attempts that fills again by one each
//! [`Allowance::each_ms`] (the generic cell rate algorithm: the record is the instant at which the
//! bucket will be full). Only failures of logging in are charged, so two hundred people behind one
//! address can all log in, and a wrong password or two each does not change that.

use crate::store::{Store, StoreError};
use sha1::{Digest, Sha1};
use std::time::Duration;
use tokio::{sync::Mutex, time::sleep};

/// So many attempts at once, and then one more in so many ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Attempts at once.
    pub burst: u32,
    /// ms for one more.
    pub each_ms: u64,
}

/// Tries to change a record against other nodes, about two seconds in all.
const TRIES: u32 = 60;

/// Longest pause between two tries, ms. Pauses are random and grow, so that no node is always the
/// second.
const PAUSE_MS: u64 = 64;

/// When all tries were lost, ms.
const CROWDED_MS: u64 = 1_000;

/// Locks in this node, so that it does not race itself.
const LOCKS: usize = 64;

/// A bucket: which limit and for whom.
pub(super) struct Bucket {
    key: String,
    allowance: Allowance,
    lock: usize,
}

impl Bucket {
    /// `limit` names the limit, `whom` may be anything: only its digest is stored.
    pub(super) fn new(limit: &str, whom: &str, allowance: Allowance) -> Self {
        let digest = Sha1::digest(whom.as_bytes());
        let whom: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { key: format!("th.{limit}.{whom}"), allowance, lock: usize::from(digest[0]) % LOCKS }
    }

    /// The instant at which the bucket would be full after one more attempt, or how long to wait.
    fn after_one(&self, full_at: u64, now: u64) -> Result<u64, u64> {
        let Allowance { burst, each_ms } = self.allowance;
        let after = full_at.max(now).saturating_add(each_ms);
        let latest = now.saturating_add(u64::from(burst).saturating_mul(each_ms));
        if after <= latest { Ok(after) } else { Err(after - latest) }
    }
}

/// The limits.
pub(super) struct Throttle {
    locks: [Mutex<()>; LOCKS],
}

/// What a look at buckets found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Go on.
    Free,
    /// Empty for so many ms.
    Wait(u64),
}

impl Throttle {
    pub(super) fn new() -> Self {
        Self { locks: std::array::from_fn(|_| Mutex::new(())) }
    }

    /// Whether all have room; charges nothing.
    pub(super) async fn look(&self, store: &dyn Store, buckets: &[Bucket], now: u64) -> Result<Verdict, StoreError> {
        let mut wait = 0;
        for bucket in buckets {
            let (_, full_at) = read(store, bucket).await?;
            wait = wait.max(bucket.after_one(full_at, now).err().unwrap_or(0));
        }
        Ok(if wait == 0 { Verdict::Free } else { Verdict::Wait(wait) })
    }

    /// Takes one attempt out of a bucket, if there is one.
    pub(super) async fn take(&self, store: &dyn Store, bucket: &Bucket, now: u64) -> Result<Verdict, StoreError> {
        let _alone = self.locks[bucket.lock].lock().await;
        for n in 0..TRIES {
            let (version, full_at) = read(store, bucket).await?;
            let after = match bucket.after_one(full_at, now) {
                Ok(after) => after,
                Err(wait) => return Ok(Verdict::Wait(wait)),
            };
            let value = after.to_string().into();
            if store.put_record(&bucket.key, version, value, Some(after.saturating_sub(now).max(1))).await? {
                return Ok(Verdict::Free);
            }
            let longest = PAUSE_MS.min(1 << n.min(16));
            sleep(Duration::from_millis(rand::random_range(1..=longest))).await;
        }
        Ok(Verdict::Wait(CROWDED_MS))
    }
}

async fn read(store: &dyn Store, bucket: &Bucket) -> Result<(u64, u64), StoreError> {
    let Some(record) = store.record(&bucket.key).await? else { return Ok((0, 0)) };
    let text = std::str::from_utf8(&record.value).ok();
    let full_at = text
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| StoreError::Damaged { place: bucket.key.clone(), what: "not a number of ms".into() })?;
    Ok((record.version, full_at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::memory::Memory;
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    const THREE: Allowance = Allowance { burst: 3, each_ms: 1_000 };

    fn store_at(now: &Arc<AtomicU64>) -> Memory {
        let now = Arc::clone(now);
        Memory::with_wall(Arc::new(move || now.load(Ordering::Relaxed)))
    }

    #[tokio::test]
    async fn a_bucket_empties_and_fills_again_with_time() {
        let now = Arc::new(AtomicU64::new(50_000));
        let store = store_at(&now);
        let throttle = Throttle::new();
        let bucket = || Bucket::new("x", "somebody", THREE);
        let take = async |at: u64| {
            now.store(at, Ordering::Relaxed);
            throttle.take(&store, &bucket(), at).await.unwrap()
        };
        for _ in 0..3 {
            assert_eq!(take(50_000).await, Verdict::Free);
        }
        assert_eq!(take(50_000).await, Verdict::Wait(1_000));
        assert_eq!(take(50_999).await, Verdict::Wait(1));
        assert_eq!(take(51_000).await, Verdict::Free);
        assert_eq!(take(51_000).await, Verdict::Wait(1_000));
        let look = throttle.look(&store, &[bucket(), Bucket::new("x", "another", THREE)], 51_000).await.unwrap();
        assert_eq!(look, Verdict::Wait(1_000));
        assert_eq!(throttle.look(&store, &[Bucket::new("y", "somebody", THREE)], 51_000).await.unwrap(), Verdict::Free);
        for _ in 0..3 {
            assert_eq!(take(60_000).await, Verdict::Free);
        }
        assert_eq!(take(60_000).await, Verdict::Wait(1_000), "never more than the burst");
    }

    #[tokio::test]
    async fn many_at_once_get_exactly_the_burst() {
        let store = Arc::new(store_at(&Arc::new(AtomicU64::new(1))));
        let nodes = [Arc::new(Throttle::new()), Arc::new(Throttle::new())];
        let tasks: Vec<_> = (0..40)
            .map(|n| {
                let (store, throttle) = (Arc::clone(&store), Arc::clone(&nodes[n % 2]));
                tokio::spawn(async move {
                    let bucket = Bucket::new("x", "somebody", Allowance { burst: 25, each_ms: 1_000 });
                    throttle.take(&*store, &bucket, 1).await.unwrap()
                })
            })
            .collect();
        let mut free = 0;
        for task in tasks {
            free += u32::from(task.await.unwrap() == Verdict::Free);
        }
        assert_eq!(free, 25);
    }
}
