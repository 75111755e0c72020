//! What subscribers hear, and seats.

use super::*;
use tengen_protocol::Colour;
use tengen_server::store::{News, Seat};
use tokio::sync::mpsc;

/// The next piece of news, which must come.
async fn heard(news: &mut mpsc::Receiver<News>) -> News {
    tokio::time::timeout(PATIENCE, news.recv()).await.expect("waited in vain for news").expect("the channel is open")
}

async fn heard_event(news: &mut mpsc::Receiver<News>) -> Bytes {
    match heard(news).await {
        News::Event(event) => event,
        News::Seat(colour, seat) => panic!("an event was expected, not {colour:?} {seat:?}"),
    }
}

pub(crate) async fn subscribers_hear_each_event(bed: &dyn Bed) {
    let (store, stream, other) = (bed.store().await, fresh(), fresh());
    let first = grown(&store, &stream, 1).await;
    let listeners = [Some(store.clone()), bed.another().await];
    let mut channels = Vec::new();
    for store in listeners.into_iter().flatten() {
        let (sender, receiver) = mpsc::channel(64);
        let subscription = store.subscribe(&stream, sender).await.unwrap();
        channels.push((subscription, receiver, store));
    }
    let mut end = first.position;
    for n in 2..=20 {
        grown(&store, &fresh(), 1).await;
        end = must(&store, append(&stream, end, small(n))).await.position;
        // refusals are no news
        let refused = outcome(&store, append(&stream, first.position, small(0))).await;
        assert_eq!(refused, Outcome::Conflict(end));
    }
    grown(&store, &other, 2).await;
    let tail = whole(&store, &stream).await;
    for (subscription, receiver, _store) in &mut channels {
        for event in &tail.events[1..] {
            assert_eq!(heard_event(receiver).await, event);
        }
        assert!(!subscription.take_lost());
    }
}

/// Three writers and a subscriber that comes in the middle.
pub(crate) async fn subscribe_then_read_has_no_gap(bed: &dyn Bed) {
    const GOAL: u64 = 120;
    let (one, stream) = (bed.store().await, fresh());
    let other = bed.another().await.unwrap_or_else(|| one.clone());
    let writers: Vec<_> = (0..3_u64)
        .map(|writer| {
            let (store, stream) = (if writer == 0 { other.clone() } else { one.clone() }, stream.clone());
            tokio::spawn(async move {
                let mut end = Position::default();
                while end.seq < GOAL {
                    end = match outcome(&store, append(&stream, end, small(writer))).await {
                        Outcome::Committed { position, .. } | Outcome::Conflict(position) => position,
                        other => panic!("{other:?}"),
                    };
                }
            })
        })
        .collect();
    let mut readers = Vec::new();
    for start in [0, 10, 40, 80] {
        let store = if start % 20 == 0 { one.clone() } else { other.clone() };
        until("the log grows", async || {
            (store.positions(std::slice::from_ref(&stream)).await.unwrap()[0].seq >= start).then_some(())
        })
        .await;
        let stream = stream.clone();
        readers.push(tokio::spawn(async move {
            let (sender, mut news) = mpsc::channel(1_000);
            let subscription = store.subscribe(&stream, sender).await.unwrap();
            let mut events = whole(&store, &stream).await.events;
            while (events.len() as u64) < GOAL {
                let event = heard_event(&mut news).await;
                let seq = front(&event).seq;
                if seq > events.len() as u64 {
                    assert_eq!(seq, events.len() as u64 + 1, "a gap");
                    events.push(event);
                }
            }
            assert!(!subscription.take_lost());
            events
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let all = whole(&one, &stream).await.events;
    for reader in readers {
        let events = reader.await.unwrap();
        chained(Position::default(), &events);
        assert_eq!(events, all[..events.len()]);
    }
}

pub(crate) async fn a_full_channel_marks_the_loss(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (sender, mut news) = mpsc::channel(1);
    let (patient, mut all) = mpsc::channel(64);
    let subscription = store.subscribe(&stream, sender).await.unwrap();
    let beside = store.subscribe(&stream, patient).await.unwrap();
    let last = grown(&store, &stream, 3).await;
    until("the loss is marked", async || subscription.take_lost().then_some(())).await;
    // the others got everything, and nobody waited
    for _ in 0..3 {
        heard_event(&mut all).await;
    }
    assert!(!beside.take_lost());
    // the mark was taken; after making room the news come again
    assert_eq!(front(&heard_event(&mut news).await).seq, 1);
    let mut end = last.position;
    until("news come again", async || {
        end = must(&store, append(&stream, end, small(4))).await.position;
        tokio::time::timeout(Duration::from_secs(1), news.recv()).await.ok()
    })
    .await;
}

pub(crate) async fn a_dropped_subscription_hears_nothing(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (sender, mut dropped) = mpsc::channel(64);
    let (other, mut kept) = mpsc::channel(64);
    let subscription = store.subscribe(&stream, sender).await.unwrap();
    let _kept = store.subscribe(&stream, other).await.unwrap();
    let first = grown(&store, &stream, 1).await;
    assert_eq!(heard_event(&mut dropped).await, first.event);
    drop(subscription);
    // nobody holds the sender any more
    let end = tokio::time::timeout(PATIENCE, dropped.recv()).await.expect("waited in vain for the end of news");
    assert!(end.is_none());
    let second = must(&store, append(&stream, first.position, small(2))).await;
    assert_eq!(heard_event(&mut kept).await, first.event);
    assert_eq!(heard_event(&mut kept).await, second.event);
}

fn seat(node: &str, connection: u64) -> Seat {
    Seat { node: node.into(), connection }
}

pub(crate) async fn seats_are_told(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (sender, mut news) = mpsc::channel(64);
    let _subscription = store.subscribe(&stream, sender).await.unwrap();
    store.take_seat(&stream, Colour::White, seat(bed.node(), 7)).await.unwrap();
    store.take_seat(&fresh(), Colour::White, seat(bed.node(), 8)).await.unwrap();
    store.take_seat(&stream, Colour::Black, seat("far", 9)).await.unwrap();
    for expected in [(Colour::White, seat(bed.node(), 7)), (Colour::Black, seat("far", 9))] {
        match heard(&mut news).await {
            News::Seat(colour, seat) => assert_eq!((colour, seat), expected),
            News::Event(event) => panic!("a seat was expected, not {event:?}"),
        }
    }
}

pub(crate) async fn seats_are_taken_and_left(bed: &dyn Bed) {
    let (store, game) = (bed.store().await, fresh());
    let seats = async || store.seats(&game).await.unwrap();
    assert_eq!(seats().await, [None, None]);
    store.take_seat(&game, Colour::Black, seat("one", 1)).await.unwrap();
    store.take_seat(&game, Colour::White, seat("one", 2)).await.unwrap();
    assert_eq!(seats().await, [Some(seat("one", 1)), Some(seat("one", 2))]);
    // the newest has it, whoever had it
    store.take_seat(&game, Colour::Black, seat("two", u64::MAX >> 11)).await.unwrap();
    assert_eq!(seats().await, [Some(seat("two", u64::MAX >> 11)), Some(seat("one", 2))]);
    // only he who has it can leave it
    store.leave_seat(&game, Colour::Black, &seat("one", 1)).await.unwrap();
    store.leave_seat(&game, Colour::White, &seat("two", 2)).await.unwrap();
    assert_eq!(seats().await, [Some(seat("two", u64::MAX >> 11)), Some(seat("one", 2))]);
    store.leave_seat(&game, Colour::Black, &seat("two", u64::MAX >> 11)).await.unwrap();
    assert_eq!(seats().await, [None, Some(seat("one", 2))]);
    store.leave_seat(&game, Colour::White, &seat("one", 2)).await.unwrap();
    store.leave_seat(&game, Colour::White, &seat("one", 2)).await.unwrap();
    assert_eq!(seats().await, [None, None]);
    assert_eq!(store.seats(&fresh()).await.unwrap(), [None, None]);
}
