//! A log leaves for the archive: its events make way for one piece, once its time has come.

use super::*;
use tengen_protocol::Colour;
use tengen_server::store::Seat;

const PACKED: Bytes = Bytes::from_static(b"packed \x00\xff 1:2:3");

/// A log whose last event says that it may leave after so many ms of wall time.
async fn ended(store: &Arc<dyn Store>, stream: &Stream, ms: u64) -> Done {
    let last = grown(store, stream, 4).await;
    let mut end = append(stream, last.position, small(5));
    end.due = Some(Due { time: Time::Wall, when: When::After(ms) });
    must(store, end).await
}

/// Waits until wall time may act on the stream.
async fn came(bed: &dyn Bed, store: &Arc<dyn Store>, stream: &Stream) {
    until("its time has come", async || {
        bed.pass(stream.partition(), 5).await;
        is_due(store, stream).await.then_some(())
    })
    .await;
}

async fn is_due(store: &Arc<dyn Store>, stream: &Stream) -> bool {
    let tick = store.tick(&[stream.partition()]).await.expect("the store answers").remove(0).value;
    tick.due.iter().any(|id| **id == *stream.id())
}

pub(crate) async fn an_archived_log_is_one_piece(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let seat = Seat { node: bed.node().into(), connection: 7 };
    let last = ended(&store, &stream, 1).await;
    store.take_seat(&stream, Colour::White, seat).await.unwrap();
    came(bed, &store, &stream).await;
    assert!(store.archive(&stream, last.position, PACKED).await.unwrap());
    for after in [0, 4] {
        let tail = store.read(&stream, after, 100).await.unwrap().value;
        assert_eq!((tail.end, tail.snapshot), (last.position, Some((last.position, PACKED))), "after {after}");
        assert!(tail.events.is_empty());
    }
    let tail = store.read(&stream, 5, 100).await.unwrap().value;
    assert_eq!((tail.end, tail.snapshot, tail.events.len()), (last.position, None, 0));
    assert_eq!(store.positions(std::slice::from_ref(&stream)).await.unwrap(), [last.position]);
    assert!(!is_due(&store, &stream).await, "it is due no more");
    assert_eq!(store.seats(&stream).await.unwrap(), [None, None]);
    assert!(!store.archive(&stream, last.position, PACKED).await.unwrap(), "once");
}

pub(crate) async fn only_what_is_due_is_archived(bed: &dyn Bed) {
    let (store, waiting, endless, logical) = (bed.store().await, fresh(), fresh(), fresh());
    let absent = Position { seq: 1, head: Head::from_digest([3; 8]) };
    for position in [Position::default(), absent] {
        assert!(!store.archive(&waiting, position, PACKED).await.unwrap());
    }
    let not_yet = ended(&store, &waiting, 3_600_000).await;
    let never = grown(&store, &endless, 5).await;
    let four = grown(&store, &logical, 4).await;
    let mut commit = append(&logical, four.position, small(5));
    commit.due = in_logical(1);
    let other_time = must(&store, commit).await;
    flow(bed, &store, logical.partition(), 10).await;
    for (stream, last) in [(&waiting, &not_yet), (&endless, &never), (&logical, &other_time)] {
        assert!(!store.archive(stream, last.position, PACKED).await.unwrap(), "{stream:?}");
        let tail = whole(&store, stream).await;
        assert_eq!((tail.end, tail.events.len(), tail.snapshot), (last.position, 5, None));
    }
}

pub(crate) async fn only_a_log_that_ends_there_is_archived(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = ended(&store, &stream, 1).await;
    came(bed, &store, &stream).await;
    let other = Position { seq: 5, head: Head::from_digest([3; 8]) };
    let before = Position { seq: 4, head: front(&last.event).prev };
    for position in [other, before, Position { seq: 6, head: last.position.head }] {
        assert!(!store.archive(&stream, position, PACKED).await.unwrap(), "{position:?}");
    }
    // a node that was late with what it packed
    let ruled = must(&store, append(&stream, last.position, small(6))).await;
    assert!(!store.archive(&stream, last.position, PACKED).await.unwrap());
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.events.len(), tail.snapshot), (ruled.position, 6, None));
}

pub(crate) async fn an_archived_log_goes_on_and_is_archived_again(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = ended(&store, &stream, 1).await;
    came(bed, &store, &stream).await;
    assert!(store.archive(&stream, last.position, PACKED).await.unwrap());
    assert_eq!(outcome(&store, append(&stream, Position::default(), small(1))).await, Outcome::Conflict(last.position));
    let mut late = append(&stream, last.position, small(6));
    late.due = Some(Due { time: Time::Wall, when: When::After(1) });
    let late = must(&store, late).await;
    assert_eq!(chained(last.position, std::slice::from_ref(&late.event)), late.position);
    for (after, piece, events) in [(0, true, 1), (4, true, 1), (5, false, 1), (6, false, 0)] {
        let tail = store.read(&stream, after, 100).await.unwrap().value;
        let snapshot = piece.then_some((last.position, PACKED));
        assert_eq!((tail.end, tail.snapshot, tail.events.len()), (late.position, snapshot, events), "after {after}");
    }
    came(bed, &store, &stream).await;
    let again = Bytes::from_static(b"packed with six");
    assert!(!store.archive(&stream, last.position, PACKED).await.unwrap());
    assert!(store.archive(&stream, late.position, again.clone()).await.unwrap());
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.snapshot, tail.events.len()), (late.position, Some((late.position, again)), 0));
}

pub(crate) async fn an_archived_log_is_there_after_a_restart(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = ended(&store, &stream, 1).await;
    came(bed, &store, &stream).await;
    assert!(store.archive(&stream, last.position, PACKED).await.unwrap());
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.snapshot, tail.events.len()), (last.position, Some((last.position, PACKED)), 0));
    assert!(!is_due(&store, &stream).await);
    must(&store, append(&stream, last.position, small(6))).await;
}
