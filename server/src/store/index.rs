//! Indexes: ordered sets of short texts, for what is looked up from its end in pages.
//!
//! What a text means is for whoever writes it. Adding one that is there and removing one that is not
//! change nothing, so both may be repeated, by any node.

use super::Partition;
use std::sync::Arc;
use tengen_protocol::AccountId;

/// The name of an index and where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    pub(super) partition: Partition,
    pub(super) id: Arc<str>,
}

impl Index {
    /// One for all; `name` holds no dot.
    #[must_use]
    pub fn common(name: &str) -> Self {
        Self { partition: Partition::of(name), id: name.into() }
    }

    /// One of an account, in the partition of its log; `name` holds no dot.
    #[must_use]
    pub fn of_account(account: &AccountId, name: &str) -> Self {
        Self { partition: Partition::of(account.as_str()), id: format!("{name}.{account}").into() }
    }

    /// Where it lies.
    #[must_use]
    pub const fn partition(&self) -> Partition {
        self.partition
    }

    /// Its name in the store.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}
