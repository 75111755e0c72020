//! Ordered sets of short texts, looked up from their end.

use super::*;
use tengen_server::store::Index;

fn index() -> Index {
    Index::common(&format!("t{:016x}", getrandom::u64().expect("randomness")))
}

async fn all(store: &Arc<dyn Store>, index: &Index) -> Vec<String> {
    store.index_before(index, None, 1_000).await.unwrap()
}

pub(crate) async fn entries_come_from_the_end_in_pages(bed: &dyn Bed) {
    let (store, index) = (bed.store().await, index());
    assert!(all(&store, &index).await.is_empty());
    assert!(store.index_before(&index, Some("x"), 10).await.unwrap().is_empty());
    // by bytes: what begins with another text comes after it, and digits are no numbers
    let mut entries = ["1", "10", "2", "B", "a", "a-", "a-b", "a.", "a.b", "ab", "b_", "~"].map(str::to_owned);
    for entry in entries.iter().rev().chain(&entries[3..5]) {
        store.index_add(&index, entry).await.unwrap();
    }
    entries.reverse();
    assert_eq!(all(&store, &index).await, entries);
    assert_eq!(store.index_before(&index, None, 5).await.unwrap(), entries[..5]);
    assert!(store.index_before(&index, None, 0).await.unwrap().is_empty());
    for (at, entry) in entries.iter().enumerate() {
        let before = async |before: &str| store.index_before(&index, Some(before), 3).await.unwrap();
        let rest = &entries[at + 1..];
        assert_eq!(before(entry).await, rest[..rest.len().min(3)], "what is named is not in it");
        let with = &entries[at..];
        assert_eq!(before(&format!("{entry}!")).await, with[..with.len().min(3)], "nobody need have named it");
    }
    if let Some(other) = bed.another().await {
        assert_eq!(all(&other, &index).await, entries);
    }
}

pub(crate) async fn entries_stand_once_and_are_counted(bed: &dyn Bed) {
    let (store, index, other) = (bed.store().await, index(), index());
    let len = async || store.index_len(&index).await.unwrap();
    assert_eq!(len().await, 0);
    store.index_remove(&index, "a").await.unwrap();
    assert_eq!(len().await, 0);
    for entry in ["a", "b", "a", "a"] {
        store.index_add(&index, entry).await.unwrap();
    }
    store.index_add(&other, "c").await.unwrap();
    assert_eq!((len().await, all(&store, &index).await), (2, vec!["b".to_owned(), "a".to_owned()]));
    for _ in 0..2 {
        store.index_remove(&index, "b").await.unwrap();
        assert_eq!((len().await, all(&store, &index).await), (1, vec!["a".to_owned()]));
    }
    store.index_remove(&index, "a").await.unwrap();
    assert_eq!((len().await, all(&store, &index).await), (0, Vec::new()));
    assert_eq!(store.index_len(&other).await.unwrap(), 1, "another index is another one");
}

pub(crate) async fn many_add_at_once(bed: &dyn Bed) {
    let (store, index) = (bed.store().await, index());
    // each twice, as two nodes do that sweep the same
    let racers: Vec<_> = (0..200)
        .map(|n| {
            let (store, index) = (store.clone(), index.clone());
            tokio::spawn(async move { store.index_add(&index, &format!("{:03}", n / 2)).await.unwrap() })
        })
        .collect();
    for racer in racers {
        racer.await.unwrap();
    }
    let expected: Vec<String> = (0..100).rev().map(|n| format!("{n:03}")).collect();
    assert_eq!(all(&store, &index).await, expected);
    assert_eq!(store.index_len(&index).await.unwrap(), 100);
}

pub(crate) async fn an_index_is_there_after_a_restart(bed: &dyn Bed) {
    let (store, of) = (bed.store().await, Index::of_account(&"a-1_z".parse().unwrap(), "won"));
    for entry in ["a", "b", "c"] {
        store.index_add(&of, entry).await.unwrap();
    }
    store.index_remove(&of, "b").await.unwrap();
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    assert_eq!(all(&store, &of).await, ["c", "a"]);
    assert_eq!(store.index_len(&of).await.unwrap(), 2);
    let others = Index::of_account(&"a-1_".parse().unwrap(), "won");
    assert!(all(&store, &others).await.is_empty());
}
