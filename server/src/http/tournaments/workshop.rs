//! Where answers about tournaments are worked out and written: a few at a time and on threads of their own, so that
//! readers take neither the cores nor the threads that games need.

use super::ApiError;
use std::{num::NonZeroUsize, sync::Arc, thread::available_parallelism};
use tengen_protocol::{Code, WireError};
use tokio::sync::Semaphore;

/// Requests that may wait for their turn; more are asked to come again.
const WAITING: usize = 64;

/// When, ms.
const COME_AGAIN_MS: u64 = 1_000;

pub(super) struct Workshop {
    /// For whoever is in it, at work or waiting.
    places: Arc<Semaphore>,
    benches: Arc<Semaphore>,
}

impl Workshop {
    /// With a bench for every second core.
    pub(super) fn new() -> Self {
        Self::with(available_parallelism().map_or(1, NonZeroUsize::get).div_ceil(2), WAITING)
    }

    fn with(benches: usize, waiting: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(benches + waiting)), benches: Arc::new(Semaphore::new(benches)) }
    }

    /// Works something out when it is its turn. Work goes on to its end, and keeps its bench, although whoever
    /// wanted it has gone.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let full = || {
            let text = "too many look at tournaments just now";
            ApiError::from(WireError::new(Code::Unavailable, text).retry_after(COME_AGAIN_MS))
        };
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| full())?;
        let bench = Arc::clone(&self.benches).acquire_owned().await.map_err(|_| full())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((bench, place));
            done
        });
        match done.await {
            Ok(done) => done,
            Err(ended) => match ended.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(ApiError::new(Code::Unavailable, "the server is going down")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use std::sync::mpsc;

    #[tokio::test]
    async fn only_so_many_work_and_wait_and_others_are_told_when_to_come() {
        let shop = Arc::new(Workshop::with(1, 1));
        let (begins, begun) = mpsc::channel();
        let (ends, ended) = mpsc::channel::<()>();
        let at_work = Arc::clone(&shop);
        let first = tokio::spawn(async move {
            at_work
                .work(move || {
                    begins.send(()).unwrap();
                    ended.recv().unwrap();
                    Ok(1)
                })
                .await
        });
        tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
        let waiting = Arc::clone(&shop);
        let mut second = Box::pin(async move { waiting.work(|| Ok(2)).await });
        assert!(futures_util::poll!(&mut second).is_pending(), "it waits for its turn");
        let refused = shop.work(|| Ok(3)).await.unwrap_err().into_response();
        assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].as_bytes()), (503, &b"1"[..]));
        ends.send(()).unwrap();
        assert_eq!((first.await.unwrap().unwrap(), second.await.unwrap()), (1, 2));
        assert_eq!(shop.work(|| Ok(4)).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn work_that_breaks_off_leaves_its_bench() {
        let shop = Arc::new(Workshop::with(1, 0));
        let broken = Arc::clone(&shop);
        let broke = tokio::spawn(async move { broken.work(|| -> Result<(), ApiError> { panic!("by intent") }).await });
        assert!(broke.await.unwrap_err().is_panic());
        assert_eq!(shop.work(|| Ok(1)).await.unwrap(), 1);
    }
}
