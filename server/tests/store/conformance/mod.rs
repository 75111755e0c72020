//! What every store must do, as cases that run on a [`Bed`]: one store prepared for tests.
//!
//! A store's test file makes its bed and calls the `conformance!` macro with it, which makes one
//! test of each case, so a failure names the case. A case may not know which store it runs on: what
//! a bed cannot do, it says. Time on a bed may be real; so a case names instants that hold however
//! slow the machine is, except where [`Bed::still`] says that time passes only when told.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)] // the helpers of tests are tests

pub(crate) mod archive;
pub(crate) mod index;
pub(crate) mod log;
pub(crate) mod news;
pub(crate) mod records;
pub(crate) mod secrets;
pub(crate) mod time;

use async_trait::async_trait;
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tengen_core::{
    log::{Position, body, head_after},
    partition::{PartitionClock, TICK_MIN_MS},
    timing::{Due, Guard, Time, When},
};
use tengen_protocol::Head;
use tengen_server::store::{Commit, Outcome, Partition, Reply, Stamp, Store, Stream, Tail};

/// One store prepared for one case: nothing in it but what the case puts there.
#[async_trait]
pub(crate) trait Bed: Send + Sync + 'static {
    /// A node's store; the same one until [`restart`](Self::restart).
    async fn store(&self) -> Arc<dyn Store>;

    /// Another node's store over the same data, where several nodes can share one.
    async fn another(&self) -> Option<Arc<dyn Store>>;

    /// The name of the node of [`store`](Self::store).
    fn node(&self) -> &str;

    /// Whether time passes only when [`pass`](Self::pass) is called.
    fn still(&self) -> bool;

    /// Makes it so long since the partition was last touched; nothing if it never was.
    async fn pass(&self, partition: Partition, ms: u64);

    /// Sets the clock of the store's machine forward or back, as the partition sees it.
    async fn step(&self, partition: Partition, ms: i64);

    /// Starts the store anew (another run id) and connects again: call [`store`](Self::store).
    async fn restart(&self);

    /// The time of a partition as the store keeps it.
    async fn clock(&self, partition: Partition) -> PartitionClock;
}

/// Makes one test of each case: `conformance!(module, async expression that makes the bed)`.
macro_rules! conformance {
    ($module:ident, $bed:expr) => {
        conformance! { @tests $module, $bed,
            log: commits_append_and_read_back, bodies_are_stored_as_given, big_bodies, events_form_a_chain,
                creation_is_idempotent, a_longer_log_is_a_conflict, another_head_is_a_reload, a_shorter_log_is_a_reload,
                a_repeat_is_a_conflict_and_stands_once, reads_page_and_catch_up, positions_of_many,
                one_winner_per_number, many_logs_at_once, compaction_keeps_the_end, compaction_only_at_the_end,
                everything_is_there_after_a_restart, every_kind_of_log, it_promises_and_answers,
                logs_end_when_they_are_told_to, what_is_appended_ends_with_its_log;
            archive: an_archived_log_is_one_piece, only_what_is_due_is_archived, only_a_log_that_ends_there_is_archived,
                an_archived_log_goes_on_and_is_archived_again, an_archived_log_is_there_after_a_restart;
            time: arrivals_in_time_and_late, arrivals_that_do_not_fit, the_arrival_window_to_the_ms, position_comes_first,
                wall_deadlines, what_is_due_by_logical_time, what_is_due_by_wall_time, due_moves_and_clears,
                many_due_at_once, time_follows_the_rule, an_outage_holds_the_clocks, a_restart_is_an_outage,
                a_restart_with_nothing_due_is_none, a_stepped_clock_costs_little, quiet_after_a_hiccup,
                flags_wait_for_the_grace, flags_wait_for_a_seat_elsewhere, the_grace_to_the_ms, partitions_have_their_own_time;
            news: subscribers_hear_each_event, subscribe_then_read_has_no_gap, a_full_channel_marks_the_loss,
                a_dropped_subscription_hears_nothing, seats_are_told, seats_are_taken_and_left;
            records: records_compare_and_swap, records_expire, one_winner_per_version, deleted_records_are_absent,
                the_outbox_is_written_in_the_same_step, the_outbox_forgets_what_is_removed;
            secrets: a_secret_is_kept_in_the_step_that_appends, a_secret_is_there_after_a_restart,
                a_secret_goes_to_no_archive;
            index: entries_come_from_the_end_in_pages, entries_stand_once_and_are_counted, many_add_at_once,
                an_index_is_there_after_a_restart;
        }
    };
    (@tests $module:ident, $bed:expr, $($topic:ident: $($case:ident),+;)+) => {
        mod $module {
            use super::*;
            $($(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let bed = $bed.await;
                    conformance::$topic::$case(&bed).await;
                }
            )+)+
        }
    };
}
pub(crate) use conformance;

/// How long a case waits for what must come: far above what it takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until `holds` gives something, and fails with `what` when it does not.
pub(crate) async fn until<T>(what: &str, mut holds: impl AsyncFnMut() -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = holds().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

/// A log of a new game.
pub(crate) fn fresh() -> Stream {
    let id = format!("t-{:016x}", getrandom::u64().expect("randomness"));
    Stream::game(&id.parse().expect("an id"))
}

/// A log of a new game in the same partition.
pub(crate) fn beside(stream: &Stream) -> Stream {
    std::iter::repeat_with(fresh).find(|other| other.partition() == stream.partition()).expect("endless")
}

/// The body of a small event that can be told from others.
pub(crate) fn small(n: u64) -> Bytes {
    body(1, &serde_json::json!({ "kind": "test", "n": n })).expect("serialisable").into()
}

/// An append without any condition about time.
pub(crate) fn append(stream: &Stream, expect: Position, body: Bytes) -> Commit {
    Commit { stream: stream.clone(), expect, body, guard: Guard::None, due: None, lifecycle: None, secret: None }
}

/// Due so many ms of logical time after the commit.
pub(crate) const fn in_logical(ms: u64) -> Option<Due> {
    Some(Due { time: Time::Logical, when: When::After(ms) })
}

/// A commit that succeeded.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) position: Position,
    pub(crate) t: u64,
    pub(crate) event: Bytes,
    pub(crate) stamp: Stamp,
}

/// Commits what must be committed.
pub(crate) async fn must(store: &Arc<dyn Store>, commit: Commit) -> Done {
    let what = format!("{commit:?}");
    let Reply { stamp, value } = store.commit(commit).await.expect("the store answers");
    match value {
        Outcome::Committed { position, t, at, event } => {
            assert_eq!((t, at), (stamp.logical, stamp.wall), "an event has the times of its reply");
            Done { position, t, event, stamp }
        }
        other => panic!("{what} was not committed: {other:?}"),
    }
}

/// How a commit ends.
pub(crate) async fn outcome(store: &Arc<dyn Store>, commit: Commit) -> Outcome {
    store.commit(commit).await.expect("the store answers").value
}

/// A new log with so many events, and its last one.
pub(crate) async fn grown(store: &Arc<dyn Store>, stream: &Stream, events: u64) -> Done {
    let mut last = must(store, append(stream, Position::default(), small(1))).await;
    for n in 2..=events {
        last = must(store, append(stream, last.position, small(n))).await;
    }
    last
}

/// A whole log, read page by page.
pub(crate) async fn whole(store: &Arc<dyn Store>, stream: &Stream) -> Tail {
    let mut tail = Tail::default();
    loop {
        let known = tail.snapshot.as_ref().map_or(0, |(position, _)| position.seq) + tail.events.len() as u64;
        let page = store.read(stream, known, 1_000).await.expect("readable").value;
        tail.end = page.end;
        tail.snapshot = tail.snapshot.or(page.snapshot);
        let more = !page.events.is_empty();
        tail.events.extend(page.events);
        if !more {
            return tail;
        }
    }
}

/// The fields that the store put in front of an event.
#[derive(serde::Deserialize)]
pub(crate) struct Front {
    pub(crate) seq: u64,
    pub(crate) t: u64,
    pub(crate) at: u64,
    pub(crate) prev: Head,
}

/// Reads them.
pub(crate) fn front(event: &[u8]) -> Front {
    serde_json::from_slice(event).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(event)))
}

/// Checks numbers and chain of events that follow `before`; gives the end.
pub(crate) fn chained(before: Position, events: &[Bytes]) -> Position {
    events.iter().fold(before, |before, event| {
        let front = front(event);
        assert_eq!((front.seq, front.prev), (before.seq + 1, before.head));
        Position { seq: front.seq, head: head_after(before.head, event) }
    })
}

/// Lets logical time of the stream's partition go on by at least `ms`, without an outage. Gives
/// the logical time after it.
pub(crate) async fn flow(bed: &dyn Bed, store: &Arc<dyn Store>, partition: Partition, ms: u64) -> u64 {
    let tick = async || store.tick(&[partition]).await.expect("the store answers")[0].stamp;
    let start = tick().await;
    let goal = start.logical + ms;
    let mut now = start;
    // a tick that finds less than this counts it without writing it, and an outage would take it back
    let least = if bed.still() { 1 } else { TICK_MIN_MS };
    while now.logical < goal {
        let left = (goal - now.logical + now.hold).min(500);
        bed.pass(partition, left.max(least)).await;
        now = tick().await;
    }
    now.logical
}
