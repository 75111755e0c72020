//! Indexes in memory, for every store of tests.

use crate::store::Index;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, PoisonError},
};

/// All indexes of a store.
#[derive(Debug, Default)]
pub struct Indexes(Mutex<HashMap<Index, BTreeSet<String>>>);

impl Indexes {
    fn with<T>(&self, index: &Index, work: impl FnOnce(&mut BTreeSet<String>) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(all.entry(index.clone()).or_default())
    }

    /// See [`Store::index_add`](crate::store::Store::index_add).
    pub fn add(&self, index: &Index, entry: &str) {
        self.with(index, |entries| entries.insert(entry.to_owned()));
    }

    /// See [`Store::index_remove`](crate::store::Store::index_remove).
    pub fn remove(&self, index: &Index, entry: &str) {
        self.with(index, |entries| entries.remove(entry));
    }

    /// See [`Store::index_before`](crate::store::Store::index_before).
    pub fn before(&self, index: &Index, before: Option<&str>, limit: u64) -> Vec<String> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        self.with(index, |entries| {
            let less = entries.iter().rev().filter(|entry| before.is_none_or(|before| entry.as_str() < before));
            less.take(limit).cloned().collect()
        })
    }

    /// See [`Store::index_len`](crate::store::Store::index_len).
    pub fn len(&self, index: &Index) -> u64 {
        self.with(index, |entries| entries.len() as u64)
    }
}
