//! Logging in, refreshing, and ending what that began.

use super::{
    super::{
        account::{Account, AccountEvent, NAMED_TOKENS, REVOKED_IDS, Role},
        error::{AuthError, LABEL_CHARS, NAMED_DAYS, Parameter},
        names::Name,
        passwords::{Password, PasswordHash},
        sessions::{self, Next, PAGE_KEEPS_MS, Rotated},
        throttle::{Bucket, Verdict},
        tokens::{ACCESS_S, REFRESH_S, Use},
    },
    Accounts, Identity, Issued, NamedIssued, Whose, free, random_id,
};
use bytes::Bytes;
use sha1::{Digest, Sha1};
use std::net::IpAddr;
use tengen_protocol::{AccountId, Limited, http::NamedToken};

/// An address from which somebody logged in is known so long, ms.
const KNOWN_MS: u64 = 30 * 24 * 3600 * 1000;

/// Life of a named token when none is named, days.
const NAMED_DAYS_DEFAULT: u16 = 90;

const NEEDS_LOGIN: &str = "log in with the password for this; guests and named tokens cannot";

/// What a failed login is charged to.
struct FailureBuckets {
    address: Bucket,
    /// Absent for what cannot be a name.
    named: Option<NamedBuckets>,
}

struct NamedBuckets {
    name: Bucket,
    pair: Bucket,
    /// The record that somebody logged in to this account from this address lately.
    known: String,
}

impl FailureBuckets {
    fn all(&self) -> Vec<&Bucket> {
        let named = self.named.iter().flat_map(|named| [&named.name, &named.pair]);
        std::iter::once(&self.address).chain(named).collect()
    }
}

/// Only a digest is stored.
fn known_key(pair: &str) -> String {
    let digest: String = Sha1::digest(pair.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("known.{digest}")
}

impl Accounts {
    /// Logs somebody at an address in.
    ///
    /// An unknown name, a guest's, one that cannot be a name and a wrong password are answered
    /// alike, after the same work.
    ///
    /// # Errors
    /// [`AuthError::BadLogin`]; [`AuthError::Throttled`] after too many failures; or the store
    /// failed.
    pub async fn login(&self, from: IpAddr, name: &str, password: &str) -> Result<Issued, AuthError> {
        let name = Name::normalise(name).ok();
        let buckets = self.failure_buckets(from, name.as_ref());
        self.may_try(&buckets).await?;
        let turn = self.passwords.turn().await?;
        // again: others may have failed while this one waited, and only a few have a turn at once
        self.may_try(&buckets).await?;
        let found = self.find_for_login(name.as_ref()).await?;
        let password = Password::parse(password).ok();
        let possible = password.is_some();
        let (password, hash) = match (password, &found) {
            (Some(password), Some((_, _, hash))) => (password, hash.clone()),
            (Some(password), None) => (password, self.passwords.dummy().clone()),
            (None, _) => (Password::parse("not a password")?, self.passwords.dummy().clone()),
        };
        let right = turn.verify(password, hash).await?;
        match found {
            Some((id, account, _)) if right && possible => {
                self.take("sess", id.as_str(), self.settings.limits.sessions).await?;
                self.remember_place(&buckets).await?;
                let whose = Whose { account: &id, generation: account.generation, session: None, ends_at: None };
                self.begin_session(whose, &account.name).await
            }
            _ => {
                self.charge(&buckets.all()).await?;
                Err(AuthError::BadLogin)
            }
        }
    }

    fn failure_buckets(&self, from: IpAddr, name: Option<&Name>) -> FailureBuckets {
        let limits = &self.settings.limits;
        let address = Bucket::new("addr", &from.to_string(), limits.failures_of_address);
        let named = name.and_then(|name| name.keys().into_iter().next()).map(|key| {
            let pair = format!("{from} {key}");
            NamedBuckets {
                known: known_key(&pair),
                name: Bucket::new("name", &key, limits.failures_of_name),
                pair: Bucket::new("pair", &pair, limits.failures_of_pair),
            }
        });
        FailureBuckets { address, named }
    }

    /// Whether another try is allowed. Strangers who use up the tries for a name do not lock its
    /// owner out: from where he has logged in lately only his own failures count.
    async fn may_try(&self, buckets: &FailureBuckets) -> Result<(), AuthError> {
        let now = self.now();
        free(self.throttle.look(&*self.store, std::slice::from_ref(&buckets.address), now).await?)?;
        let Some(named) = &buckets.named else { return Ok(()) };
        free(self.throttle.look(&*self.store, std::slice::from_ref(&named.pair), now).await?)?;
        let by_name = self.throttle.look(&*self.store, std::slice::from_ref(&named.name), now).await?;
        match by_name {
            Verdict::Wait(_) if self.store.record(&named.known).await?.is_some() => Ok(()),
            verdict => free(verdict),
        }
    }

    /// Remembers that somebody logged in to the account from there.
    async fn remember_place(&self, buckets: &FailureBuckets) -> Result<(), AuthError> {
        let Some(named) = &buckets.named else { return Ok(()) };
        let version = self.store.record(&named.known).await?.map_or(0, |record| record.version);
        // another login from there at once is the same
        let _same = self.store.put_record(&named.known, version, Bytes::from_static(b"1"), Some(KNOWN_MS)).await?;
        Ok(())
    }

    async fn charge(&self, buckets: &[&Bucket]) -> Result<(), AuthError> {
        for bucket in buckets {
            if let Verdict::Wait(_) = self.throttle.take(&*self.store, bucket, self.now()).await? {
                tracing::debug!("a failed login found its limit used up meanwhile");
            }
        }
        Ok(())
    }

    /// Reads as much for a name that nobody has as for another.
    async fn find_for_login(
        &self,
        name: Option<&Name>,
    ) -> Result<Option<(AccountId, Account, PasswordHash)>, AuthError> {
        let id = match name {
            Some(name) => self.find(name.as_str()).await?,
            None => None,
        };
        let Some(id) = id else {
            self.load(&super::random_account()?).await?;
            return Ok(None);
        };
        let account = self.load(&id).await?;
        Ok(account.password.clone().map(|hash| (id, account, hash)))
    }

    pub(super) async fn begin_session(&self, whose: Whose<'_>, name: &str) -> Result<Issued, AuthError> {
        let (sid, jti, now) = (random_id()?, random_id()?, self.now());
        let first = Next { jti: &jti, now, life_s: whose.at_most(now, REFRESH_S) };
        if !sessions::begin(&*self.store, &sid, whose.account, first).await? {
            return Err(AuthError::Internal("a random session id was taken".into()));
        }
        tracing::info!(account = %whose.account, "session begun");
        self.issue(Whose { session: Some(&sid), ..whose }, name, &jti, now)
    }

    /// An access token, and the session's newest refresh token, which was made at `since`.
    fn issue(&self, whose: Whose<'_>, name: &str, refresh_jti: &str, since: u64) -> Result<Issued, AuthError> {
        let now = self.now();
        // a guest's opens no more than a guest may do
        let access = if whose.ends_at.is_some() { Use::Guest } else { Use::Access };
        let (token, expires_at) = self.sign(whose, access, &random_id()?, now, whose.at_most(now, ACCESS_S))?;
        let life_s = whose.at_most(since, REFRESH_S);
        let (refresh, refresh_ends) = self.sign(whose, Use::Refresh, refresh_jti, since, life_s)?;
        let (account, name) = (whose.account.clone(), name.into());
        let refresh_life_s = refresh_ends.saturating_sub(now) / 1000;
        Ok(Issued { account, name, token, expires_at, refresh_token: Some(refresh), refresh_life_s })
    }

    /// New tokens for a refresh token. Each works once: one that is used again ends its session,
    /// but for the answer that got lost (within 30 s the same answer is given again).
    ///
    /// # Errors
    /// [`AuthError::Unauthorized`] when the token is not valid any more, or the store failed.
    pub async fn refresh(&self, token: &str) -> Result<Issued, AuthError> {
        self.renew(token, 0).await
    }

    /// The same for a page, whose refresh token works again and again for an hour before it is replaced.
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub async fn refresh_page(&self, token: &str) -> Result<Issued, AuthError> {
        self.renew(token, PAGE_KEEPS_MS).await
    }

    async fn renew(&self, token: &str, keeps: u64) -> Result<Issued, AuthError> {
        let now = self.now();
        let claims = self.keys.check(token, &self.settings.issuer, &[Use::Refresh], now / 1000)?;
        let sid = claims.sid.as_deref().ok_or(AuthError::Unauthorized("the token is not valid"))?;
        let account = self.load(&claims.sub).await?;
        if !account.accepts(&claims) {
            return Err(AuthError::Unauthorized("the session has ended: log in again"));
        }
        let (generation, ends_at) = (account.generation, account.ends_at());
        let whose = Whose { account: &claims.sub, generation, session: Some(sid), ends_at };
        let next = random_id()?;
        let next = Next { jti: &next, now, life_s: whose.at_most(now, REFRESH_S) };
        match sessions::rotate(&*self.store, sid, &claims.sub, &claims.jti, next, keeps).await? {
            Rotated::To { jti, since } => self.issue(whose, &account.name, &jti, since),
            Rotated::Gone => Err(AuthError::Unauthorized("the session has ended: log in again")),
            Rotated::Reused => {
                tracing::warn!(account = %claims.sub, "a refresh token was used twice: its session ends");
                self.end_session(&claims.sub, sid).await?;
                Err(AuthError::Unauthorized("the token was used before, so its session has ended: log in again"))
            }
        }
    }

    /// Ends what the token belongs to: its session, the named token itself, or the guest.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn logout(&self, identity: &Identity) -> Result<(), AuthError> {
        match &identity.claims.sid {
            Some(sid) => self.end_session(&identity.account, sid).await,
            None => self.revoke_id(&identity.account, &identity.jti).await,
        }
    }

    /// Ends the session of a refresh token, the newest or one before; nothing is to be done for what is no
    /// such token any more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn end_session_of(&self, refresh_token: &str) -> Result<(), AuthError> {
        let checked = self.keys.check(refresh_token, &self.settings.issuer, &[Use::Refresh], self.now() / 1000);
        let Ok(claims) = checked else { return Ok(()) };
        let Some(sid) = claims.sid.as_deref() else { return Ok(()) };
        if !self.load(&claims.sub).await?.accepts(&claims) {
            return Ok(sessions::end(&*self.store, sid).await?);
        }
        match self.end_session(&claims.sub, sid).await {
            // the guest ended meanwhile
            Err(AuthError::NotFound(_)) => Ok(()),
            ended => ended,
        }
    }

    /// The record first: if what follows fails, no refresh token makes new tokens any more.
    async fn end_session(&self, account: &AccountId, sid: &str) -> Result<(), AuthError> {
        sessions::end(&*self.store, sid).await?;
        self.revoke_id(account, sid).await
    }

    /// Too many at once end everything: the safe side.
    async fn revoke_id(&self, account: &AccountId, id: &str) -> Result<(), AuthError> {
        let revoked = AccountEvent::Revoked { id: id.to_owned() };
        let now = self.now();
        self.change(account, |account| {
            let event = match account.lately_revoked(now) {
                _ if account.revoked.contains_key(id) => None,
                REVOKED_IDS.. => Some(AccountEvent::AllRevoked),
                _ => Some(revoked.clone()),
            };
            Ok((event, ()))
        })
        .await
    }

    /// Makes a named token for a bot or a command line.
    ///
    /// # Errors
    /// When label or days are out of range, the account has 20 already, the caller is a guest or
    /// came with a named token, or the store fails.
    pub async fn name_token(
        &self,
        identity: &Identity,
        label: &str,
        days: Option<u16>,
    ) -> Result<NamedIssued, AuthError> {
        needs_login(identity)?;
        let label = label.trim();
        let chars = label.chars().count();
        if !(1..=LABEL_CHARS).contains(&chars) {
            return Err(Parameter::LabelLength(chars).into());
        }
        if label.chars().any(char::is_control) {
            return Err(Parameter::LabelCharacters.into());
        }
        let days = days.unwrap_or(NAMED_DAYS_DEFAULT);
        if !(1..=NAMED_DAYS).contains(&days) {
            return Err(Parameter::Days(days).into());
        }
        let (id, now) = (random_id()?, self.now());
        let life_s = u64::from(days) * 24 * 3600;
        let whose =
            Whose { account: &identity.account, generation: identity.claims.r#gen, session: None, ends_at: None };
        let (token, expires_at) = self.sign(whose, Use::Named, &id, now, life_s)?;
        let event = AccountEvent::TokenNamed { id: id.clone(), label: label.to_owned(), expires_at };
        self.change(&identity.account, |account| {
            if !account.accepts(&identity.claims) {
                return Err(AuthError::Unauthorized("the token was revoked"));
            }
            if account.live_tokens(now).count() >= NAMED_TOKENS {
                let message = "an account has at most 20 named tokens: revoke one";
                return Err(AuthError::TooMany(message, Limited::Tokens, NAMED_TOKENS));
            }
            Ok((Some(event.clone()), ()))
        })
        .await?;
        tracing::info!(account = %identity.account, jti = %id, "named token made");
        Ok(NamedIssued { id, label: label.to_owned(), expires_at, token })
    }

    /// The account's named tokens, without the tokens themselves.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list_tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, AuthError> {
        let account = self.load(account).await?;
        let tokens = account.live_tokens(self.now()).map(|(id, named)| NamedToken {
            id: id.clone(),
            label: named.label.clone(),
            expires_at: named.expires_at,
            token: None,
        });
        Ok(tokens.collect())
    }

    /// Revokes a named token of the caller's account.
    ///
    /// # Errors
    /// [`AuthError::NotFound`] when there is none with this id; when the caller is a guest or came
    /// with another named token; or the store failed.
    pub async fn revoke(&self, identity: &Identity, id: &str) -> Result<(), AuthError> {
        if identity.jti != id {
            needs_login(identity)?;
        }
        self.revoke_named(&identity.account, id).await
    }

    /// Revokes a named token of an account: for the administrator.
    ///
    /// # Errors
    /// [`AuthError::NotFound`] when there is none with this id, or the store failed.
    pub async fn revoke_named(&self, account: &AccountId, id: &str) -> Result<(), AuthError> {
        let revoked = AccountEvent::Revoked { id: id.to_owned() };
        self.change(account, |account| match account.tokens.contains_key(id) {
            true => Ok((Some(revoked.clone()), ())),
            false => Err(AuthError::NotFound("token")),
        })
        .await
    }

    /// Ends all sessions and tokens of an account.
    ///
    /// # Errors
    /// When there is no such account, or the store fails.
    pub async fn revoke_all(&self, account: &AccountId) -> Result<(), AuthError> {
        self.change(account, |_| Ok((Some(AccountEvent::AllRevoked), ()))).await?;
        tracing::info!(%account, "all tokens revoked");
        Ok(())
    }

    /// Sets a new password and ends all sessions and tokens.
    ///
    /// # Errors
    /// When the password is not allowed, the account does not exist or is a guest's, or the store
    /// fails.
    pub async fn set_password(&self, account: &AccountId, password: &str) -> Result<(), AuthError> {
        let password = Password::parse(password)?;
        let hash = self.passwords.turn().await?.hash(password).await?;
        let event = AccountEvent::PasswordChanged { password: hash };
        self.change(account, |account| match account.is_guest() {
            true => Err(AuthError::Forbidden("a guest has no password")),
            false => Ok((Some(event.clone()), ())),
        })
        .await?;
        tracing::info!(%account, "password changed");
        Ok(())
    }

    /// Gives a role; nothing happens if the account has it.
    ///
    /// # Errors
    /// When there is no such account, or the store fails.
    pub async fn give_role(&self, account: &AccountId, role: Role) -> Result<(), AuthError> {
        self.change(account, |account| {
            Ok(((!account.roles.contains(&role)).then_some(AccountEvent::RoleGiven { role }), ()))
        })
        .await
    }

    /// Takes a role; nothing happens if the account does not have it.
    ///
    /// # Errors
    /// When there is no such account, or the store fails.
    pub async fn take_role(&self, account: &AccountId, role: Role) -> Result<(), AuthError> {
        self.change(account, |account| {
            Ok((account.roles.contains(&role).then_some(AccountEvent::RoleTaken { role }), ()))
        })
        .await
    }
}

fn needs_login(identity: &Identity) -> Result<(), AuthError> {
    match identity.claims.r#use {
        Use::Access => Ok(()),
        Use::Named | Use::Guest | Use::Refresh => Err(AuthError::Forbidden(NEEDS_LOGIN)),
    }
}
