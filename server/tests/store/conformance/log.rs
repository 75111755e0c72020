//! Appending by compare, reading back, compaction.

use super::*;
use std::collections::HashMap;
use tengen_protocol::{AccountId, Channel, GameId};

pub(crate) async fn commits_append_and_read_back(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = must(&store, append(&stream, Position::default(), small(1))).await;
    assert_eq!(first.position.seq, 1);
    let second = must(&store, append(&stream, first.position, small(2))).await;
    assert_eq!(second.position.seq, 2);
    let tail = store.read(&stream, 0, 10).await.unwrap().value;
    assert_eq!(tail.end, second.position);
    assert_eq!(tail.events, [first.event, second.event]);
    assert!(tail.snapshot.is_none());
}

pub(crate) async fn bodies_are_stored_as_given(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    // key order, spaces, escapes, digits of any length: nothing may be read and written again
    let bodies = [
        "\"v\":1,\"event\":{ \"z\" : 1, \"a\":2.50, \"e\":1e3}}",
        "\"v\":1,\"event\":{\"text\":\"天元 \\u5929 \\/ \\n\",\"big\":123456789012345678901234567890}}",
        "\"v\":1,\"event\":{\"same\":1,\"same\":2}}",
        "\"v\":1,\"event\":{\"c\":\"%s %d {} $1 \\\\\"}}",
    ];
    let mut end = Position::default();
    for text in bodies {
        let done = must(&store, append(&stream, end, Bytes::from_static(text.as_bytes()))).await;
        let front = front(&done.event);
        let expected = tengen_core::log::stored(end, front.t, front.at, text.as_bytes());
        assert_eq!(done.event, expected);
        end = done.position;
    }
    // opaque to the store: not even text
    let raw: Bytes = (0..=255).collect::<Vec<u8>>().into();
    let done = must(&store, append(&stream, end, raw.clone())).await;
    assert!(done.event.ends_with(&raw));
    assert_eq!(store.read(&stream, 4, 9).await.unwrap().value.events, [done.event]);
}

pub(crate) async fn big_bodies(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let mut end = Position::default();
    let mut sent = Vec::new();
    for size in [0_usize, 1, 8 << 10, 64 << 10, 1 << 20] {
        let text = "天".repeat(size / 3);
        let big = body(1, &serde_json::json!({ "text": text })).unwrap();
        let done = must(&store, append(&stream, end, big.into())).await;
        end = done.position;
        sent.push(done.event);
    }
    let tail = whole(&store, &stream).await;
    assert!(tail.events == sent, "read back as sent");
    assert_eq!(chained(Position::default(), &tail.events), end);
}

pub(crate) async fn events_form_a_chain(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = grown(&store, &stream, 12).await;
    let tail = whole(&store, &stream).await;
    assert_eq!(chained(Position::default(), &tail.events), last.position);
    assert_eq!(tail.end, last.position);
    let times: Vec<u64> = tail.events.iter().map(|event| front(event).t).collect();
    assert!(times.is_sorted(), "logical time goes on: {times:?}");
}

pub(crate) async fn creation_is_idempotent(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let empty = store.read(&stream, 0, 10).await.unwrap().value;
    assert_eq!((empty.end, empty.events.len()), (Position::default(), 0));
    let create = append(&stream, Position::default(), small(1));
    let done = must(&store, create.clone()).await;
    for _ in 0..3 {
        assert_eq!(outcome(&store, create.clone()).await, Outcome::Conflict(done.position));
    }
    assert_eq!(whole(&store, &stream).await.events, [done.event]);
}

pub(crate) async fn a_longer_log_is_a_conflict(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = must(&store, append(&stream, Position::default(), small(1))).await;
    let mut ends = vec![Position::default(), first.position];
    for n in 2..=5 {
        ends.push(must(&store, append(&stream, ends[ends.len() - 1], small(n))).await.position);
    }
    let end = ends[5];
    for old in &ends[..5] {
        assert_eq!(outcome(&store, append(&stream, *old, small(9))).await, Outcome::Conflict(end), "{old:?}");
    }
    assert_eq!(whole(&store, &stream).await.events.len(), 5);
}

pub(crate) async fn another_head_is_a_reload(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = grown(&store, &stream, 5).await;
    let other = Head::from_digest([7; 8]);
    for seq in 0..=5 {
        let expect = Position { seq, head: other };
        let reload = Outcome::Reload(last.position);
        assert_eq!(outcome(&store, append(&stream, expect, small(9))).await, reload, "{seq}");
    }
    assert_eq!(whole(&store, &stream).await.events.len(), 5);
}

pub(crate) async fn a_shorter_log_is_a_reload(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let beyond = |end: Position| Position { seq: end.seq + 1, head: end.head };
    // a log that is not there is the shortest
    let ahead = Position { seq: 3, head: Head::from_digest([1; 8]) };
    assert_eq!(outcome(&store, append(&stream, ahead, small(9))).await, Outcome::Reload(Position::default()));
    let last = grown(&store, &stream, 2).await;
    for expect in [beyond(last.position), Position { seq: 1_000_000, head: last.position.head }] {
        assert_eq!(outcome(&store, append(&stream, expect, small(9))).await, Outcome::Reload(last.position));
    }
    assert_eq!(whole(&store, &stream).await.events.len(), 2);
}

/// A node that did not hear the answer sends the same again: it must find its event, once.
pub(crate) async fn a_repeat_is_a_conflict_and_stands_once(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = grown(&store, &stream, 1).await;
    let commit = append(&stream, first.position, small(2));
    // the answer is thrown away: the future is dropped at its first wait, or after it
    drop(tokio::time::timeout(Duration::ZERO, store.commit(commit.clone())).await);
    let found = until("the event is there or is taken", async || match outcome(&store, commit.clone()).await {
        Outcome::Committed { position, .. } | Outcome::Conflict(position) => Some(position),
        other => panic!("{other:?}"),
    })
    .await;
    assert_eq!(found.seq, 2);
    for _ in 0..2 {
        assert_eq!(outcome(&store, commit.clone()).await, Outcome::Conflict(found));
    }
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.events.len(), tail.end), (2, found));
    assert!(tail.events[1].ends_with(&small(2)));
}

pub(crate) async fn reads_page_and_catch_up(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = grown(&store, &stream, 9).await;
    let all = whole(&store, &stream).await.events;
    for after in 0..=11_u64 {
        for limit in [0, 1, 3, 100] {
            let tail = store.read(&stream, after, limit).await.unwrap().value;
            assert_eq!(tail.end, last.position);
            let expected: Vec<Bytes> = all.iter().skip(after as usize).take(limit as usize).cloned().collect();
            assert_eq!(tail.events, expected, "after {after}, at most {limit}");
        }
    }
    if let Some(other) = bed.another().await {
        assert_eq!(whole(&other, &stream).await.events, all);
    }
}

pub(crate) async fn positions_of_many(bed: &dyn Bed) {
    let store = bed.store().await;
    assert!(store.positions(&[]).await.unwrap().is_empty());
    let mut streams = Vec::new();
    let mut ends = Vec::new();
    for n in 0..40_u64 {
        let stream = fresh();
        // each third log is absent
        ends.push(if n % 3 == 0 { Position::default() } else { grown(&store, &stream, n % 4 + 1).await.position });
        streams.push(stream);
    }
    assert_eq!(store.positions(&streams).await.unwrap(), ends);
    streams.reverse();
    ends.reverse();
    assert_eq!(store.positions(&streams).await.unwrap(), ends);
}

pub(crate) async fn one_winner_per_number(bed: &dyn Bed) {
    const RACERS: u64 = 8;
    const NUMBERS: u64 = 25;
    let (one, stream) = (bed.store().await, fresh());
    let other = bed.another().await.unwrap_or_else(|| one.clone());
    let racers: Vec<_> = (0..RACERS)
        .map(|racer| {
            let (store, stream) = (if racer % 2 == 0 { one.clone() } else { other.clone() }, stream.clone());
            tokio::spawn(async move {
                let mut end = Position::default();
                let mut won = HashMap::new();
                while end.seq < NUMBERS {
                    let expect = end;
                    end = match outcome(&store, append(&stream, expect, small(racer))).await {
                        Outcome::Committed { position, event, .. } => {
                            assert_eq!(position.seq, expect.seq + 1);
                            won.insert(position.seq, event);
                            position
                        }
                        Outcome::Conflict(position) => position,
                        other => panic!("{other:?}"),
                    };
                }
                won
            })
        })
        .collect();
    let mut won: HashMap<u64, Bytes> = HashMap::new();
    for racer in racers {
        for (seq, event) in racer.await.unwrap() {
            assert!(won.insert(seq, event).is_none(), "{seq} was won twice");
        }
    }
    let tail = whole(&one, &stream).await;
    assert!(tail.end.seq >= NUMBERS);
    assert_eq!(won.len() as u64, tail.end.seq);
    for (event, seq) in tail.events.iter().zip(1..) {
        assert_eq!(won.get(&seq), Some(event));
    }
    assert_eq!(chained(Position::default(), &tail.events), tail.end);
}

pub(crate) async fn many_logs_at_once(bed: &dyn Bed) {
    let store = bed.store().await;
    let writers: Vec<_> = (0..48)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let stream = fresh();
                (grown(&store, &stream, 10).await.position, stream)
            })
        })
        .collect();
    for writer in writers {
        let (end, stream) = writer.await.unwrap();
        let tail = whole(&store, &stream).await;
        assert_eq!(tail.end, end);
        assert_eq!(chained(Position::default(), &tail.events), end);
        assert!(tail.events.iter().zip(1..).all(|(event, n)| event.ends_with(&small(n))));
    }
}

pub(crate) async fn compaction_keeps_the_end(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let last = grown(&store, &stream, 6).await;
    let snapshot = Bytes::from_static(b"{\"state\":\"after six \xE5\xA4\xA9\"}");
    assert!(store.compact(&stream, last.position, snapshot.clone()).await.unwrap());
    assert_eq!(store.positions(std::slice::from_ref(&stream)).await.unwrap(), [last.position]);
    let next = must(&store, append(&stream, last.position, small(7))).await;
    assert_eq!(next.position.seq, 7);
    for after in [0, 3, 5] {
        let tail = store.read(&stream, after, 100).await.unwrap().value;
        assert_eq!(tail.snapshot, Some((last.position, snapshot.clone())), "after {after}");
        assert_eq!((tail.end, tail.events), (next.position, vec![next.event.clone()]));
    }
    let tail = store.read(&stream, 6, 100).await.unwrap().value;
    assert_eq!((tail.end, tail.snapshot, tail.events), (next.position, None, vec![next.event]));
    let tail = store.read(&stream, 7, 100).await.unwrap().value;
    assert_eq!((tail.end, tail.snapshot, tail.events.len()), (next.position, None, 0));
    // what is compacted away is longer than any old expectation
    assert_eq!(outcome(&store, append(&stream, Position::default(), small(1))).await, Outcome::Conflict(next.position));
    // and again
    assert!(store.compact(&stream, next.position, Bytes::from_static(b"seven")).await.unwrap());
    let tail = store.read(&stream, 0, 100).await.unwrap().value;
    assert_eq!(tail.snapshot, Some((next.position, Bytes::from_static(b"seven"))));
    assert!(tail.events.is_empty());
}

pub(crate) async fn compaction_only_at_the_end(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let absent = Position { seq: 1, head: Head::from_digest([3; 8]) };
    assert!(!store.compact(&stream, absent, Bytes::from_static(b"x")).await.unwrap());
    let old = grown(&store, &stream, 3).await;
    let last = must(&store, append(&stream, old.position, small(4))).await;
    let wrong = Position { seq: 4, head: Head::from_digest([3; 8]) };
    for position in [old.position, wrong, Position { seq: 5, head: last.position.head }] {
        assert!(!store.compact(&stream, position, Bytes::from_static(b"x")).await.unwrap(), "{position:?}");
    }
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.events.len(), tail.snapshot), (last.position, 4, None));
}

pub(crate) async fn everything_is_there_after_a_restart(bed: &dyn Bed) {
    let (store, stream, compacted) = (bed.store().await, fresh(), fresh());
    let last = grown(&store, &stream, 4).await;
    let six = grown(&store, &compacted, 6).await;
    assert!(store.compact(&compacted, six.position, Bytes::from_static(b"six")).await.unwrap());
    assert!(store.put_record("kept", 0, Bytes::from_static(b"value"), None).await.unwrap());
    let mut entry = append(&stream, last.position, small(5));
    entry.lifecycle = Some(Bytes::from_static(b"finished"));
    entry.due = in_logical(3_600_000);
    let last = must(&store, entry).await;
    let events = whole(&store, &stream).await.events;
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.events), (last.position, events));
    let tail = whole(&store, &compacted).await;
    assert_eq!(tail.snapshot, Some((six.position, Bytes::from_static(b"six"))));
    assert_eq!(store.record("kept").await.unwrap().unwrap().value, "value");
    assert_eq!(store.outbox(stream.partition(), 10).await.unwrap(), ["finished"]);
    let tick = store.tick(&[stream.partition()]).await.unwrap().remove(0).value;
    assert_eq!((tick.running, tick.outbox, tick.due.len()), (true, 1, 0));
    must(&store, append(&stream, last.position, small(6))).await;
}

pub(crate) async fn every_kind_of_log(bed: &dyn Bed) {
    let store = bed.store().await;
    let account: AccountId = format!("a{:x}", getrandom::u64().unwrap()).parse().unwrap();
    let game: GameId = account.as_str().parse().unwrap();
    let [players, spectators] = Channel::ALL.map(|channel| Stream::talk(&game, channel));
    let name = Stream::name(&format!("天元 {account}"));
    let streams = [Stream::account(&account), name, Stream::lobby(), players, spectators, Stream::game(&game), fresh()];
    for stream in streams {
        let last = grown(&store, &stream, 3).await;
        let tail = whole(&store, &stream).await;
        assert_eq!((tail.end, tail.events.len()), (last.position, 3), "{stream:?}");
    }
}

pub(crate) async fn it_promises_and_answers(bed: &dyn Bed) {
    let store = bed.store().await;
    store.ping().await.unwrap();
    let promise = store.promise().await.unwrap();
    assert!(!promise.sentence.is_empty());
    assert!(!promise.sentence.contains('\n'), "one line: {}", promise.sentence);
}

pub(crate) async fn logs_end_when_they_are_told_to(bed: &dyn Bed) {
    let (store, short, long, other) = (bed.store().await, fresh(), fresh(), fresh());
    store.expire(&short, 20).await.unwrap();
    let first = grown(&store, &short, 3).await;
    assert!(store.compact(&short, first.position, Bytes::from_static(b"snapshot")).await.unwrap());
    let last = must(&store, append(&short, first.position, small(4))).await;
    for stream in [&long, &other] {
        grown(&store, stream, 2).await;
    }
    store.expire(&long, 20).await.unwrap();
    store.expire(&long, 3_600_000).await.unwrap();
    // what is appended puts the end off when it is said again
    let again = fresh();
    let end = grown(&store, &again, 1).await.position;
    store.expire(&again, 3_600_000).await.unwrap();
    must(&store, append(&again, end, small(2))).await;
    store.expire(&again, 7_200_000).await.unwrap();
    assert_eq!(whole(&store, &short).await.end, last.position, "what is not there yet is not told to end");
    store.expire(&short, 20).await.unwrap();
    until("the log has ended", async || {
        // expired things are looked for now and then, by whoever writes
        bed.pass(other.partition(), 11_000).await;
        store.ping().await.unwrap();
        // in one read: between two of them it may end
        let tail = store.read(&short, 0, 1_000).await.unwrap().value;
        (tail.end == Position::default()).then(|| assert!(tail.snapshot.is_none() && tail.events.is_empty()))
    })
    .await;
    for stream in [&long, &other, &again] {
        assert_eq!(whole(&store, stream).await.events.len(), 2);
    }
    assert_eq!(store.positions(std::slice::from_ref(&short)).await.unwrap(), [Position::default()]);
    // nothing of it is left that a new one would stumble over
    until("its events have gone too", async || {
        bed.pass(other.partition(), 11_000).await;
        match store.commit(append(&short, Position::default(), small(1))).await.unwrap().value {
            Outcome::Committed { .. } => Some(()),
            _ => None,
        }
    })
    .await;
}

/// Whoever appends may die before he says again how long the log is kept.
pub(crate) async fn what_is_appended_ends_with_its_log(bed: &dyn Bed) {
    let (store, other) = (bed.store().await, fresh());
    // a list of events that goes on, one that begins anew after a snapshot, and a snapshot made later
    for packed in [None, Some(false), Some(true)] {
        let mut ms = 250;
        let log = loop {
            // appended before its end, however slow the machine is
            let log = fresh();
            let end = grown(&store, &log, 2).await.position;
            let pack = async || store.compact(&log, end, Bytes::from_static(b"snapshot")).await.unwrap();
            if packed == Some(false) {
                assert!(pack().await);
            }
            store.expire(&log, ms).await.unwrap();
            ms *= 2;
            if packed == Some(true) && !pack().await {
                continue;
            }
            if let Outcome::Committed { .. } = outcome(&store, append(&log, end, small(3))).await {
                break log;
            }
        };
        until("all of it has ended", async || {
            bed.pass(other.partition(), 11_000).await;
            store.ping().await.unwrap();
            // in one read: between two of them it may end
            let tail = store.read(&log, 0, 1_000).await.unwrap().value;
            (tail.end == Position::default()).then(|| assert!(tail.snapshot.is_none() && tail.events.is_empty()))
        })
        .await;
        until("a new one begins", async || {
            bed.pass(other.partition(), 11_000).await;
            store.ping().await.unwrap();
            let begun = outcome(&store, append(&log, Position::default(), small(1))).await;
            matches!(begun, Outcome::Committed { .. }).then_some(())
        })
        .await;
        let tail = whole(&store, &log).await;
        assert_eq!((tail.end.seq, tail.events.len(), tail.snapshot), (1, 1, None), "{packed:?}");
    }
}
