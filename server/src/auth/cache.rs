//! A bounded map for what can be read again.
//!
//! Two generations: a full young one becomes the old one, and what is asked for again moves back.
//! So an entry in use stays, and nothing is ever searched for the oldest.

use std::{collections::HashMap, hash::Hash};

/// At most `2 * half` entries.
pub(super) struct Cache<K, V> {
    half: usize,
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Eq + Hash + Clone, V: Clone> Cache<K, V> {
    pub(super) fn new(half: usize) -> Self {
        Self { half: half.max(1), young: HashMap::new(), old: HashMap::new() }
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let value = self.old.remove(key)?;
        self.put(key.clone(), value.clone());
        Some(value)
    }

    pub(super) fn put(&mut self, key: K, value: V) {
        if self.young.len() >= self.half && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_bounded_and_keeps_what_is_used() {
        let mut cache = Cache::new(10);
        cache.put(0, 0);
        for n in 1..1_000 {
            cache.put(n, n);
            assert_eq!(cache.get(&0), Some(0), "asked for all the time");
            assert!(cache.young.len() + cache.old.len() <= 20);
        }
        assert_eq!(cache.get(&1), None);
        cache.put(0, 7);
        assert_eq!(cache.get(&0), Some(7));
    }
}
