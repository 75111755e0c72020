//! What accounts have to do with talk: whom one does not want to hear, and whom the operator lets not
//! talk. Both stand in the account's log, so they hold on every node. Nothing here knows games.

use super::{super::error::Parameter, Accounts, AuthError};
use crate::auth::account::{Account, AccountEvent, Silence};
use std::{sync::Arc, time::Duration};
use tengen_protocol::{AccountId, Limited, http::Muted, limits::MUTED};

impl Accounts {
    /// `reader` hears `speaker` no more, or again. Doing it twice is doing it once.
    ///
    /// # Errors
    /// When there is no such account, it is one's own, or too many are muted; else when the store fails.
    pub async fn mute(&self, reader: &AccountId, speaker: &AccountId, muted: bool) -> Result<(), AuthError> {
        if reader == speaker {
            return Err(Parameter::Oneself.into());
        }
        if muted && !self.load(speaker).await?.exists() {
            return Err(AuthError::NotFound("account"));
        }
        let judge = |account: &Account| {
            let event = match (muted, account.muted.contains(speaker)) {
                (true, false) if account.muted.len() >= MUTED => {
                    let message = "an account mutes at most 200 others: hear one of them again";
                    return Err(AuthError::TooMany(message, Limited::Muted, MUTED));
                }
                (true, false) => Some(AccountEvent::Muted { account: speaker.clone() }),
                (false, true) => Some(AccountEvent::Unmuted { account: speaker.clone() }),
                (true, true) | (false, false) => None,
            };
            Ok((event, ()))
        };
        self.change(reader, judge).await
    }

    /// Whether an account that is followed here, since it has a connection, mutes another one.
    #[must_use]
    pub fn mutes(&self, reader: &AccountId, speaker: &AccountId) -> bool {
        self.followed_state(reader).is_some_and(|account| account.muted.contains(speaker))
    }

    /// Whom an account does not want to hear, by their ids.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn muted_by(&self, reader: &AccountId) -> Result<Vec<Muted>, AuthError> {
        let muted: Vec<AccountId> = self.load(reader).await?.muted.into_iter().collect();
        let names = self.names_of(&muted).await?;
        let named = |(account, name): (AccountId, Option<Arc<str>>)| {
            let name = name.map_or_else(|| account.to_string(), |name| name.to_string());
            Muted { account, name }
        };
        Ok(muted.into_iter().zip(names).map(named).collect())
    }

    /// For the operator: the account may not talk, for so long or for good; `None` for it may again.
    ///
    /// # Errors
    /// When there is no such account, or the store fails.
    pub async fn silence(&self, id: &AccountId, how: Option<Option<Duration>>) -> Result<(), AuthError> {
        let now = self.now();
        let until = |time: Duration| now.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let silence = how.map(|time| Silence { until: time.map(until) });
        let judge = |account: &Account| {
            let event = match silence {
                Some(silence) => Some(AccountEvent::Silenced(silence)),
                None => account.silence.map(|_| AccountEvent::Unsilenced),
            };
            Ok((event, ()))
        };
        self.change(id, judge).await
    }

    /// The account as it is now, and for how many ms yet it may not talk: `None` within if for good.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn voice(&self, id: &AccountId) -> Result<(Account, Option<Option<u64>>), AuthError> {
        let account = self.load(id).await?;
        let now = self.now();
        let left = match account.silence {
            None => None,
            Some(Silence { until: None }) => Some(None),
            Some(Silence { until: Some(until) }) => until.checked_sub(now).filter(|left| *left > 0).map(Some),
        };
        Ok((account, left))
    }
}
