//! Small values changed by compare, and the outbox.

use super::*;

fn key() -> String {
    format!("test:{:016x}", getrandom::u64().expect("randomness"))
}

fn value(n: u8) -> Bytes {
    Bytes::from(vec![0, n, 255])
}

pub(crate) async fn records_compare_and_swap(bed: &dyn Bed) {
    let (store, key) = (bed.store().await, key());
    assert_eq!(store.record(&key).await.unwrap(), None);
    assert!(!store.put_record(&key, 1, value(1), None).await.unwrap(), "absent is version 0");
    assert!(store.put_record(&key, 0, value(1), None).await.unwrap());
    let first = store.record(&key).await.unwrap().unwrap();
    assert_eq!(first.value, value(1));
    assert!(first.version > 0);
    for wrong in [0, first.version + 1, u64::MAX >> 12] {
        assert!(!store.put_record(&key, wrong, value(2), None).await.unwrap());
    }
    assert!(store.put_record(&key, first.version, value(2), None).await.unwrap());
    let second = store.record(&key).await.unwrap().unwrap();
    assert_eq!(second.value, value(2));
    assert!(second.version > first.version);
    assert!(!store.put_record(&key, first.version, value(3), None).await.unwrap());
    if let Some(other) = bed.another().await {
        assert_eq!(other.record(&key).await.unwrap(), Some(second));
    }
}

pub(crate) async fn records_expire(bed: &dyn Bed) {
    let (store, short, long) = (bed.store().await, key(), key());
    assert!(store.put_record(&long, 0, value(1), Some(3_600_000)).await.unwrap());
    assert!(store.put_record(&short, 0, value(1), Some(20)).await.unwrap());
    until("the record expires", async || {
        bed.pass(fresh().partition(), 5).await;
        store.record(&short).await.unwrap().is_none().then_some(())
    })
    .await;
    assert!(store.put_record(&short, 0, value(2), None).await.unwrap(), "an expired record is absent");
    // a change without a term takes the term away
    let version = store.record(&long).await.unwrap().unwrap().version;
    assert!(store.put_record(&long, version, value(3), Some(20)).await.unwrap());
    until("the changed record expires", async || {
        bed.pass(fresh().partition(), 5).await;
        store.record(&long).await.unwrap().is_none().then_some(())
    })
    .await;
    assert_eq!(store.record(&short).await.unwrap().unwrap().value, value(2));
}

pub(crate) async fn one_winner_per_version(bed: &dyn Bed) {
    let (store, key) = (bed.store().await, key());
    for round in 0..10 {
        let version = store.record(&key).await.unwrap().map_or(0, |record| record.version);
        let racers: Vec<_> = (0..8)
            .map(|racer| {
                let (store, key) = (store.clone(), key.clone());
                tokio::spawn(async move { store.put_record(&key, version, value(racer), None).await.unwrap() })
            })
            .collect();
        let mut winners = Vec::new();
        for (racer, n) in racers.into_iter().zip(0..) {
            if racer.await.unwrap() {
                winners.push(n);
            }
        }
        assert_eq!(winners.len(), 1, "round {round}");
        assert_eq!(store.record(&key).await.unwrap().unwrap().value, value(winners[0]));
    }
}

pub(crate) async fn deleted_records_are_absent(bed: &dyn Bed) {
    let (store, key) = (bed.store().await, key());
    store.delete_record(&key).await.unwrap();
    assert!(store.put_record(&key, 0, value(1), Some(3_600_000)).await.unwrap());
    store.delete_record(&key).await.unwrap();
    assert_eq!(store.record(&key).await.unwrap(), None);
    assert!(store.put_record(&key, 0, value(2), None).await.unwrap());
    assert_eq!(store.record(&key).await.unwrap().unwrap().value, value(2));
}

pub(crate) async fn the_outbox_is_written_in_the_same_step(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let entry = |n: u8| Bytes::from(format!("{}:{n}", stream.id()));
    let mut create = append(&stream, Position::default(), small(1));
    create.lifecycle = Some(entry(1));
    let first = must(&store, create.clone()).await;
    // refused: nothing goes out
    assert!(matches!(outcome(&store, create.clone()).await, Outcome::Conflict(_)));
    create.lifecycle = Some(entry(9));
    create.expect = Position { seq: 7, head: Head::EMPTY };
    assert!(matches!(outcome(&store, create).await, Outcome::Reload(_)));
    let mut late = append(&stream, first.position, small(2));
    late.guard = Guard::Before { deadline: 1 };
    late.lifecycle = Some(entry(8));
    assert_eq!(outcome(&store, late.clone()).await, Outcome::Late);
    let plain = must(&store, append(&stream, first.position, small(2))).await;
    late.guard = Guard::None;
    late.expect = plain.position;
    late.lifecycle = Some(entry(2));
    must(&store, late).await;
    assert_eq!(store.outbox(partition, 10).await.unwrap(), [entry(1), entry(2)]);
    assert_eq!(store.outbox(partition, 1).await.unwrap(), [entry(1)]);
    assert_eq!(store.tick(&[partition]).await.unwrap()[0].value.outbox, 2);
    assert!(store.outbox(Partition::LOBBY, 10).await.unwrap().is_empty());
}

pub(crate) async fn the_outbox_forgets_what_is_removed(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let entries: Vec<Bytes> = (1..=5).map(|n| format!("{}:{n}", stream.id()).into()).collect();
    let mut end = Position::default();
    for entry in &entries {
        let mut commit = append(&stream, end, small(1));
        commit.lifecycle = Some(entry.clone());
        end = must(&store, commit).await.position;
    }
    for _ in 0..2 {
        store.outbox_remove(partition, &entries[2]).await.unwrap();
    }
    store.outbox_remove(partition, &Bytes::from_static(b"never there")).await.unwrap();
    store.outbox_remove(partition, &entries[0]).await.unwrap();
    let left = [entries[1].clone(), entries[3].clone(), entries[4].clone()];
    assert_eq!(store.outbox(partition, 10).await.unwrap(), left);
    assert_eq!(store.tick(&[partition]).await.unwrap()[0].value.outbox, 3);
    for entry in left {
        store.outbox_remove(partition, &entry).await.unwrap();
    }
    assert!(store.outbox(partition, 10).await.unwrap().is_empty());
    assert_eq!(store.tick(&[partition]).await.unwrap()[0].value.outbox, 0);
}
