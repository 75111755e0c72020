//! What is kept beside a log: in the step that appends, and nowhere that the log is read.

use super::*;
use tengen_server::store::{News, Secret};
use tokio::sync::mpsc;

const WORDS: [&str; 2] = ["0123456789abcdef Q16", "fedcba9876543210 pass"];

fn secret(n: usize) -> Option<Secret> {
    Some(Secret::new(WORDS[n]))
}

fn sealing(stream: &Stream, expect: Position, n: usize) -> Commit {
    Commit { secret: secret(n), ..append(stream, expect, small(n as u64 + 100)) }
}

pub(crate) async fn a_secret_is_kept_in_the_step_that_appends(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (sender, mut news) = mpsc::channel(16);
    let _subscription = store.subscribe(&stream, sender).await.unwrap();
    assert_eq!(store.secret(&stream).await.unwrap(), None);
    let first = grown(&store, &stream, 2).await;
    // refused: nothing is kept
    let elsewhere = Position { seq: 1, head: Head::from_digest([9; 8]) };
    assert!(matches!(outcome(&store, sealing(&stream, elsewhere, 0)).await, Outcome::Reload(_)));
    let mut late = sealing(&stream, first.position, 0);
    late.guard = Guard::Before { deadline: 1 };
    assert_eq!(outcome(&store, late).await, Outcome::Late);
    assert_eq!(store.secret(&stream).await.unwrap(), None);
    let sealed = must(&store, sealing(&stream, first.position, 0)).await;
    assert_eq!(store.secret(&stream).await.unwrap(), secret(0));
    // others go on without one, and it stays until there is another
    let next = must(&store, append(&stream, sealed.position, small(3))).await;
    assert_eq!(store.secret(&stream).await.unwrap(), secret(0));
    must(&store, sealing(&stream, next.position, 1)).await;
    assert_eq!(store.secret(&stream).await.unwrap(), secret(1));
    assert_eq!(store.secret(&beside(&stream)).await.unwrap(), None, "each log has its own");
    if let Some(other) = bed.another().await {
        assert_eq!(other.secret(&stream).await.unwrap(), secret(1));
    }
    let tail = whole(&store, &stream).await;
    let mut told = tail.events.iter().map(|event| String::from_utf8_lossy(event).into_owned()).collect::<Vec<_>>();
    while told.len() < 2 * tail.events.len() {
        match tokio::time::timeout(PATIENCE, news.recv()).await.unwrap().unwrap() {
            News::Event(event) => told.push(String::from_utf8_lossy(&event).into_owned()),
            News::Seat(..) => {}
        }
    }
    for text in told {
        assert!(WORDS.iter().all(|word| !text.contains(word)), "{text}");
    }
    assert_eq!(format!("{:?}", secret(0)), "Some(Secret(..))");
}

pub(crate) async fn a_secret_is_there_after_a_restart(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = grown(&store, &stream, 1).await;
    must(&store, sealing(&stream, first.position, 0)).await;
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    assert_eq!(store.secret(&stream).await.unwrap(), secret(0));
}

pub(crate) async fn a_secret_goes_to_no_archive(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = grown(&store, &stream, 1).await;
    let mut end = sealing(&stream, first.position, 0);
    end.due = Some(Due { time: Time::Wall, when: When::After(1) });
    let end = must(&store, end).await;
    until("its time has come", async || {
        bed.pass(stream.partition(), 5).await;
        store.archive(&stream, end.position, Bytes::from_static(b"packed")).await.unwrap().then_some(())
    })
    .await;
    assert_eq!(store.secret(&stream).await.unwrap(), None);
}
