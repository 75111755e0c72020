//! Bans from every tournament of the server (S1.13, 14, 18).
//!
//! A ban is an event of the tournament whose officials laid it. An index of the account names its bans by when they
//! end, so that whoever is to be entered anywhere is looked up in one read. It is written with the list, from the
//! outbox, and like the list may be written again by any node at any time.

use super::{
    super::{Hub, busy},
    list::{at_and_tournament, text_of},
};
use crate::store::{Index, StoreError};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::BTreeSet;
use tengen_core::tournament::event::{Refused, Tournament};
use tengen_protocol::{AccountId, TournamentId, WireError};

/// Accounts that are looked up at the same time.
const AT_ONCE: usize = 16;

/// Bans of one account that are read at once.
const PAGE: u64 = 100;

/// A ban that somebody who is to be entered has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ban {
    account: AccountId,
    until: u64,
    tournament: TournamentId,
}

impl Ban {
    /// Refuses whom it holds for.
    pub(super) fn check(&self, now: u64) -> Result<(), Refused> {
        if self.until <= now {
            return Ok(());
        }
        let Self { account, until, tournament } = self.clone();
        Err(Refused::BannedEverywhere { account, until, tournament })
    }
}

fn bans_of(account: &AccountId) -> Index {
    Index::of_account(account, "bans")
}

impl Hub {
    /// The longest ban of each of these accounts that has one.
    ///
    /// # Errors
    /// The store does not answer.
    pub(super) async fn bans(&self, accounts: BTreeSet<AccountId>) -> Result<Vec<Ban>, WireError> {
        let read = stream::iter(accounts).map(|account| async move {
            let last = self.0.calls.index_before(&bans_of(&account), None, 1).await?;
            let ban = last.first().and_then(|text| at_and_tournament(text));
            Ok(ban.map(|(until, tournament)| Ban { account, until, tournament }))
        });
        let read: Result<Vec<Option<Ban>>, StoreError> = read.buffered(AT_ONCE).try_collect().await;
        Ok(read.map_err(|_| busy("the store does not answer"))?.into_iter().flatten().collect())
    }

    /// Makes the indexes say what this tournament's officials have said; nobody is free while it is written.
    pub(super) async fn put_bans(&self, fold: &Tournament) -> Result<(), StoreError> {
        for (account, until) in fold.bans_everywhere() {
            let (index, wanted) = (bans_of(&account), until.map(|until| text_of(until, fold.id())));
            if let Some(wanted) = &wanted {
                self.0.calls.set_index(&index, wanted, true).await?;
            }
            let mut before: Option<String> = None;
            loop {
                let texts = self.0.calls.index_before(&index, before.as_deref(), PAGE).await?;
                for text in &texts {
                    let is_old = at_and_tournament(text).is_some_and(|(_, by)| by == *fold.id());
                    if is_old && Some(text) != wanted.as_ref() {
                        self.0.calls.set_index(&index, text, false).await?;
                    }
                }
                if (texts.len() as u64) < PAGE {
                    break;
                }
                before = texts.last().cloned();
            }
        }
        Ok(())
    }
}
