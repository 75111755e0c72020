//! Registering, guests, and finding accounts by name.
//!
//! The order makes a crash harmless at every point: the account's log first, then the directory,
//! then its name's keys. An account that loses the race for its name is an orphan: nobody can log
//! in to it, lists leave it out. A crash between the two keys of a name leaves an account that
//! works and whose twin in capitals may still be taken.

use super::{
    super::{
        account::{Account, AccountEvent, Directory, DirectoryEvent, NameEvent, Owner, Role},
        error::AuthError,
        log::{Folded, LogError, TRIES, append_anywhere},
        names::{GUEST_PREFIX, Name},
        passwords::{Password, PasswordHash},
        throttle::Bucket,
        tokens::{GUEST_S, LEEWAY_S, Use},
    },
    Accounts, Issued, Whose, free, random_account, random_id, random_text,
};
use crate::store::Stream;
use sha1::{Digest, Sha1};
use std::{net::IpAddr, sync::Arc};
use tengen_protocol::AccountId;

/// Logs that the directory is spread over.
const DIRECTORY_SHARDS: u8 = 16;

/// Characters of a guest's name after the prefix; when they are taken, more.
const GUEST_LENGTHS: [usize; 8] = [4, 4, 4, 5, 6, 8, 10, 12];

/// A guest's log is kept so much longer than his token, ms: clocks are stepped.
const FORGET_LATER_MS: u64 = 60 * 60 * 1000;

/// One account in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// When it was registered, ms since 1970.
    pub registered_at: u64,
    /// What it may do.
    pub roles: Vec<Role>,
}

impl Accounts {
    /// Registers an account for somebody at an address and begins a session.
    ///
    /// # Errors
    /// When name or password are not allowed, the name is taken, there were too many from the
    /// address, or the store fails. If it failed the account may exist: log in.
    pub async fn register(&self, from: IpAddr, name: &str, password: &str) -> Result<Issued, AuthError> {
        let name = Name::parse(name)?;
        let password = Password::parse(password)?;
        let bucket = Bucket::new("reg", &from.to_string(), self.settings.limits.registrations);
        free(self.throttle.look(&*self.store, std::slice::from_ref(&bucket), self.now()).await?)?;
        self.check_free(&name).await?;
        let turn = self.passwords.turn().await?;
        free(self.throttle.take(&*self.store, &bucket, self.now()).await?)?;
        let hash = turn.hash(password).await?;
        let account = self.create(&name, hash).await?;
        let whose = Whose { account: &account, generation: 0, session: None, ends_at: None };
        self.begin_session(whose, name.as_str()).await
    }

    /// Registers an account without a session: for the administrator.
    ///
    /// # Errors
    /// As [`register`](Self::register), but for the limits.
    pub async fn create_account(&self, name: &str, password: &str) -> Result<AccountId, AuthError> {
        let name = Name::parse(name)?;
        let password = Password::parse(password)?;
        self.check_free(&name).await?;
        let hash = self.passwords.turn().await?.hash(password).await?;
        self.create(&name, hash).await
    }

    /// Before the work of hashing.
    async fn check_free(&self, name: &Name) -> Result<(), AuthError> {
        for key in name.keys() {
            if self.owner(&key).await?.is_some() {
                return Err(AuthError::NameTaken);
            }
        }
        Ok(())
    }

    async fn create(&self, name: &Name, password: PasswordHash) -> Result<AccountId, AuthError> {
        let account = self.write_account(name, Some(password)).await?;
        let listed = DirectoryEvent::Listed { account: account.clone() };
        append_anywhere::<Directory>(&*self.store, &Stream::directory(shard(&account)), &listed).await?;
        self.claim_all(name, &account).await?;
        tracing::info!(%account, "account registered");
        Ok(account)
    }

    /// The first event of an account under a fresh id.
    async fn write_account(&self, name: &Name, password: Option<PasswordHash>) -> Result<AccountId, AuthError> {
        let event = AccountEvent::Registered { name: name.to_string(), password };
        for _ in 0..3 {
            let id = random_account()?;
            let mut folded = Folded::<Account>::default();
            if folded.append(&*self.store, &Stream::account(&id), &event).await? {
                self.keep(&id, folded);
                return Ok(id);
            }
        }
        Err(AuthError::Internal("three random account ids were taken".into()))
    }

    async fn claim_all(&self, name: &Name, account: &AccountId) -> Result<(), AuthError> {
        let keys = name.keys();
        for (n, key) in keys.iter().enumerate() {
            if !self.claim(key, account).await? {
                for mine in &keys[..n] {
                    self.release(mine, account).await?;
                }
                return Err(AuthError::NameTaken);
            }
        }
        Ok(())
    }

    async fn claim(&self, key: &str, account: &AccountId) -> Result<bool, AuthError> {
        let claimed = NameEvent::Claimed { account: account.clone() };
        self.change_owner(key, |owner| match owner {
            None => Some(claimed.clone()),
            Some(_) => None,
        })
        .await
        .map(|owner| owner.as_ref() == Some(account))
    }

    async fn release(&self, key: &str, account: &AccountId) -> Result<(), AuthError> {
        let release = |owner: Option<&AccountId>| (owner == Some(account)).then_some(NameEvent::Released);
        self.change_owner(key, release).await.map(|_| ())
    }

    async fn change_owner(
        &self,
        key: &str,
        judge: impl Fn(Option<&AccountId>) -> Option<NameEvent>,
    ) -> Result<Option<AccountId>, AuthError> {
        let stream = Stream::name(key);
        let mut folded = Folded::<Owner>::default();
        for _ in 0..TRIES {
            folded.catch_up(&*self.store, &stream).await?;
            match judge(folded.state.account.as_ref()) {
                None => return Ok(folded.state.account),
                Some(event) => {
                    if folded.append(&*self.store, &stream, &event).await? {
                        return Ok(folded.state.account);
                    }
                }
            }
        }
        Err(LogError::Contended(stream.id().to_owned()).into())
    }

    pub(super) async fn owner(&self, key: &str) -> Result<Option<AccountId>, AuthError> {
        let mut folded = Folded::<Owner>::default();
        folded.catch_up(&*self.store, &Stream::name(key)).await?;
        Ok(folded.state.account)
    }

    /// The account with this name, however it is written in capitals and small letters; guests too.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find(&self, name: &str) -> Result<Option<AccountId>, AuthError> {
        let Ok(name) = Name::normalise(name) else { return Ok(None) };
        let keys = name.keys();
        let Some(key) = keys.first() else { return Ok(None) };
        let owner = match self.owner(key).await? {
            Some(owner) => Some(owner),
            None => self.guest_of(key).await?,
        };
        let Some(id) = owner else { return Ok(None) };
        // the key may be the second one of another name
        let account = self.load(&id).await?;
        let same = Name::normalise(&account.name).is_ok_and(|other| other.keys().first() == Some(key));
        Ok(same.then_some(id))
    }

    /// Makes a guest for somebody at an address: one token that lasts as long as the guest.
    ///
    /// # Errors
    /// When there were too many from the address, or the store fails.
    pub async fn guest(&self, from: IpAddr) -> Result<Issued, AuthError> {
        let (account, name, _) = self.new_guest(from).await?;
        let whose = Whose { account: &account, generation: 0, session: None, ends_at: None };
        let (token, expires_at) = self.sign(whose, Use::Guest, &random_id()?, self.now(), GUEST_S)?;
        let name: Arc<str> = name.as_str().into();
        Ok(Issued { account, name, token, expires_at, refresh_token: None, refresh_life_s: 0 })
    }

    /// Makes a guest for somebody at an address and begins a session: for a page, which forgets its access
    /// token with every reload. No token of it outlasts the guest.
    ///
    /// # Errors
    /// As [`guest`](Self::guest).
    pub async fn guest_session(&self, from: IpAddr) -> Result<Issued, AuthError> {
        let (account, name, ends_at) = self.new_guest(from).await?;
        let whose = Whose { account: &account, generation: 0, session: None, ends_at };
        self.begin_session(whose, name.as_str()).await
    }

    /// A guest's id, name, and when he ends, ms since 1970.
    async fn new_guest(&self, from: IpAddr) -> Result<(AccountId, Name, Option<u64>), AuthError> {
        self.take("guest", &from.to_string(), self.settings.limits.guests).await?;
        for length in GUEST_LENGTHS {
            let text = format!("{GUEST_PREFIX}{}", random_text(length)?);
            let name = Name::normalise(&text)?;
            let account = random_account()?;
            if self.claim_guest(&name, &account).await? {
                let ends_at = self.write_guest(&name, &account).await?;
                return Ok((account, name, ends_at));
            }
        }
        Err(AuthError::Throttled { retry_after_ms: 60_000 })
    }

    /// A guest's name is a record that ends with him, not a log.
    async fn claim_guest(&self, name: &Name, account: &AccountId) -> Result<bool, AuthError> {
        for key in name.keys() {
            let value = account.to_string().into();
            if !self.store.put_record(&guest_key(&key), 0, value, Some(GUEST_S * 1000)).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn guest_of(&self, key: &str) -> Result<Option<AccountId>, AuthError> {
        let Some(record) = self.store.record(&guest_key(key)).await? else { return Ok(None) };
        let id = std::str::from_utf8(&record.value).ok().and_then(|text| text.parse().ok());
        id.map(Some).ok_or_else(|| AuthError::Unreadable("a guest's name is no account id".into()))
    }

    async fn write_guest(&self, name: &Name, account: &AccountId) -> Result<Option<u64>, AuthError> {
        let event = AccountEvent::Registered { name: name.to_string(), password: None };
        let mut folded = Folded::<Account>::default();
        if !folded.append(&*self.store, &Stream::account(account), &event).await? {
            return Err(AuthError::Internal("a random account id was taken".into()));
        }
        let ends_at = folded.state.ends_at();
        self.keep(account, folded);
        self.forget_guest_in(account, GUEST_S * 1000).await?;
        tracing::info!(%account, "guest made");
        Ok(ends_at)
    }

    /// A guest's log ends with his token, in so many ms, and not before.
    pub(super) async fn forget_guest_in(&self, account: &AccountId, ms: u64) -> Result<(), AuthError> {
        let later = LEEWAY_S * 1000 + FORGET_LATER_MS;
        Ok(self.store.expire(&Stream::account(account), ms.saturating_add(later)).await?)
    }

    /// Registered accounts by time, at most `limit`; guests are not among them. Reads them all: for
    /// administrators.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self, limit: usize) -> Result<Vec<Listed>, AuthError> {
        let mut all = Vec::new();
        for shard in 0..DIRECTORY_SHARDS {
            let mut folded = Folded::<Directory>::default();
            folded.catch_up(&*self.store, &Stream::directory(shard)).await?;
            for id in folded.state.accounts {
                let account = self.load(&id).await?;
                if self.has_its_name(&id, &account).await? {
                    let roles = account.roles.into_iter().collect();
                    let (name, registered_at) = (account.name, account.registered_at);
                    all.push(Listed { account: id, name, registered_at, roles });
                }
            }
        }
        all.sort_by(|a, b| (a.registered_at, &a.account).cmp(&(b.registered_at, &b.account)));
        all.truncate(limit);
        Ok(all)
    }

    async fn has_its_name(&self, id: &AccountId, account: &Account) -> Result<bool, AuthError> {
        let Ok(name) = Name::normalise(&account.name) else { return Ok(false) };
        match name.keys().first() {
            Some(key) => Ok(self.owner(key).await?.as_ref() == Some(id)),
            None => Ok(false),
        }
    }
}

fn shard(account: &AccountId) -> u8 {
    Sha1::digest(account.as_str())[0] % DIRECTORY_SHARDS
}

fn guest_key(key: &str) -> String {
    format!("gn.{key}")
}
