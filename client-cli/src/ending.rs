//! The end by force of a process that was told to end and cannot: what draws or prints waits for a
//! terminal that takes nothing (Ctrl-S, a connection that hangs).
//!
//! The orderly way, which gives the terminal back and tells the server, is that of the commands; here
//! is only what happens if it takes too long.

use crate::{failure::Failure, screen::let_go};
use futures_util::{StreamExt, stream::FuturesUnordered};
use std::{thread, time::Duration};
use tokio::signal::unix::{SignalKind, signal};

/// So long may the orderly way take: enough to tell the server.
const ORDERLY_WITHIN: Duration = Duration::from_secs(4);

/// From now on the process ends within a bounded time after the first of these signals. It is told
/// by a thread of its own: all others may be waiting for the terminal.
pub(crate) fn insist(kinds: &'static [SignalKind]) {
    let watch = move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        let told = runtime.block_on(async {
            let signals = kinds.iter().filter_map(|kind| signal(*kind).ok());
            let mut told: FuturesUnordered<_> = signals.map(|mut signal| async move { signal.recv().await }).collect();
            told.next().await.flatten()
        });
        if told.is_some() {
            thread::sleep(ORDERLY_WITHIN);
            let_go();
            std::process::exit(Failure::Interrupted.exit_code().into());
        }
    };
    // Without a thread there is the orderly way alone.
    let _started = thread::Builder::new().name("ending".into()).spawn(watch);
}
