//! The service: what sockets, HTTP and the administrator ask of accounts.
//!
//! This file has the settings, tokens and the ways to read and change an account; registering is in
//! `register`, logging in and what follows from it in `login`.

mod login;
mod register;
mod talk;

use super::{
    account::{Account, AccountEvent, Role},
    cache::Cache,
    error::AuthError,
    keys::SigningKeys,
    log::{Folded, LogError, TRIES},
    passwords::{HashError, Hashing, Passwords},
    throttle::{Allowance, Bucket, Throttle, Verdict},
    tokens::{Claims, TokenError, Use},
    watch::Following,
};
use crate::store::{Store, Stream};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::{
    fmt,
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tengen_protocol::AccountId;

pub use register::Listed;

/// Accounts kept in memory, twice.
const CACHED_ACCOUNTS: usize = 5_000;

/// Names kept in memory, twice.
const CACHED_NAMES: usize = 50_000;

/// How long it is remembered that there is no such account, ms.
const NOBODY_FOR_MS: u64 = 60_000;

/// Accounts whose names are read at the same time.
const NAMES_AT_ONCE: usize = 16;

/// Letters and digits that nobody takes for one another.
const ID_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of account, session and token ids: 80 bits.
const ID_LENGTH: usize = 16;

/// Wall time, ms since 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The machine's.
#[must_use]
pub fn system_clock() -> Clock {
    Arc::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// How often what may be done. Addresses are those of
/// [`ClientAddr::bucket`](crate::ClientAddr::bucket).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Failed logins for one name from one address.
    pub failures_of_pair: Allowance,
    /// Failed logins for one name from everywhere: many addresses do not guess one password, and
    /// one address does not lock somebody out.
    pub failures_of_name: Allowance,
    /// Failed logins from one address: a school may sit behind it.
    pub failures_of_address: Allowance,
    /// Sessions that one account begins, by right password.
    pub sessions: Allowance,
    /// Registrations from one address.
    pub registrations: Allowance,
    /// Guests from one address.
    pub guests: Allowance,
}

/// Guests that one address may make at once, where nothing else is said: a school sits behind it.
pub const GUESTS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(500).expect("invariant: not zero");

/// ms until an address that made all its guests may make as many again.
const GUESTS_AGAIN_MS: u64 = 2_500_000;

impl Limits {
    /// The same with so many guests at once from one address.
    #[must_use]
    pub const fn with_guests(mut self, most: NonZeroU32) -> Self {
        self.guests = guests(most);
        self
    }
}

/// As long for any number: a large one stays large for those who come later.
const fn guests(most: NonZeroU32) -> Allowance {
    let each_ms = GUESTS_AGAIN_MS / most.get() as u64;
    Allowance { burst: most.get(), each_ms: if each_ms == 0 { 1 } else { each_ms } }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            failures_of_pair: Allowance { burst: 5, each_ms: 30_000 },
            failures_of_name: Allowance { burst: 50, each_ms: 10_000 },
            failures_of_address: Allowance { burst: 400, each_ms: 3_000 },
            sessions: Allowance { burst: 100, each_ms: 10_000 },
            registrations: Allowance { burst: 250, each_ms: 15_000 },
            guests: guests(GUESTS_PER_ADDRESS),
        }
    }
}

/// How accounts are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The issuer that tokens name; the same on all nodes.
    pub issuer: String,
    /// How passwords are hashed.
    pub hashing: Hashing,
    /// How often what may be done.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self { issuer: "tengen".into(), hashing: Hashing::default(), limits: Limits::default() }
    }
}

/// Who a token let in.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The account.
    pub account: AccountId,
    /// Its name now.
    pub name: Arc<str>,
    /// Whether it is a guest.
    pub guest: bool,
    /// What it may do beyond playing.
    pub roles: Vec<Role>,
    /// The token's id.
    pub jti: String,
    /// When the token expires, ms since 1970.
    pub expires_at: u64,
    pub(super) claims: Claims,
}

/// A fresh access token and what goes with it. Cannot be printed.
#[derive(Clone)]
pub struct Issued {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: Arc<str>,
    /// The access token.
    pub token: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
    /// The refresh token, if the session has one: that of a guest's program has none.
    pub refresh_token: Option<String>,
    /// How long that can be used from now on, s.
    pub refresh_life_s: u64,
}

impl fmt::Debug for Issued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Issued").field("account", &self.account).finish_non_exhaustive()
    }
}

/// A named token that was just made. Cannot be printed.
#[derive(Clone)]
pub struct NamedIssued {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
    /// The token.
    pub token: String,
}

impl fmt::Debug for NamedIssued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamedIssued").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The accounts of this server.
pub struct Accounts {
    pub(super) store: Arc<dyn Store>,
    pub(super) following: Arc<Following>,
    keys: SigningKeys,
    settings: Settings,
    now: Clock,
    passwords: Passwords,
    throttle: Throttle,
    folds: Mutex<Cache<AccountId, Folded<Account>>>,
    names: Mutex<Cache<AccountId, Arc<str>>>,
    /// Of these there is no account, until then, ms since 1970.
    nobodies: Mutex<Cache<AccountId, u64>>,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accounts").field("keys", &self.keys).finish_non_exhaustive()
    }
}

impl From<HashError> for AuthError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Throttled { retry_after_ms: 2_000 },
            HashError::Failed(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<TokenError> for AuthError {
    fn from(error: TokenError) -> Self {
        Self::Unauthorized(match error {
            TokenError::Invalid => "the token is not valid",
            TokenError::Expired => "the token has expired",
            TokenError::NotYet => "the token is not valid yet: look at the clock",
        })
    }
}

impl Accounts {
    /// The accounts in a store.
    ///
    /// # Errors
    /// When the hashing parameters make no sense or there is no randomness.
    pub fn new(store: Arc<dyn Store>, keys: SigningKeys, settings: Settings) -> Result<Self, AuthError> {
        Self::with_clock(store, keys, settings, system_clock())
    }

    /// The same with a wall time of the caller's.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_clock(
        store: Arc<dyn Store>,
        keys: SigningKeys,
        settings: Settings,
        now: Clock,
    ) -> Result<Self, AuthError> {
        Ok(Self {
            passwords: Passwords::new(settings.hashing)?,
            throttle: Throttle::new(),
            folds: Mutex::new(Cache::new(CACHED_ACCOUNTS)),
            names: Mutex::new(Cache::new(CACHED_NAMES)),
            nobodies: Mutex::new(Cache::new(CACHED_NAMES)),
            following: Arc::default(),
            store,
            keys,
            settings,
            now,
        })
    }

    fn now(&self) -> u64 {
        (self.now)()
    }

    /// Who the token lets in, now, on any node: reads the end of the account's log.
    ///
    /// # Errors
    /// [`AuthError::Unauthorized`] when the token is wrong, expired or revoked; else when the store
    /// fails.
    pub async fn authenticate(&self, token: &str) -> Result<Identity, AuthError> {
        let uses = [Use::Access, Use::Named, Use::Guest];
        let claims = self.keys.check(token, &self.settings.issuer, &uses, self.now() / 1000)?;
        let account = self.load(&claims.sub).await?;
        if !account.accepts(&claims) {
            return Err(AuthError::Unauthorized("the token was revoked"));
        }
        Ok(Identity {
            account: claims.sub.clone(),
            name: account.name.as_str().into(),
            guest: account.is_guest(),
            roles: account.roles.iter().copied().collect(),
            jti: claims.jti.clone(),
            expires_at: claims.exp.saturating_mul(1000),
            claims,
        })
    }

    /// The public halves of the keys that sign tokens: a JSON Web Key Set.
    #[must_use]
    pub fn public_keys(&self) -> jsonwebtoken::jwk::JwkSet {
        self.keys.public()
    }

    /// The names of accounts, in order; `None` for what is no account, or was none a minute ago.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn names_of(&self, accounts: &[AccountId]) -> Result<Vec<Option<Arc<str>>>, AuthError> {
        let names = stream::iter(accounts.to_vec()).map(|id| async move { self.name_of(&id).await });
        names.buffered(NAMES_AT_ONCE).try_collect().await
    }

    async fn name_of(&self, id: &AccountId) -> Result<Option<Arc<str>>, AuthError> {
        if let Some(name) = self.names.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(Some(name));
        }
        let nobody_until = self.nobodies.lock().unwrap_or_else(PoisonError::into_inner).get(id);
        if nobody_until.is_some_and(|until| self.now() < until) {
            return Ok(None);
        }
        let account = self.load(id).await?;
        if !account.exists() {
            let until = self.now().saturating_add(NOBODY_FOR_MS);
            self.nobodies.lock().unwrap_or_else(PoisonError::into_inner).put(id.clone(), until);
            return Ok(None);
        }
        let name: Arc<str> = account.name.into();
        self.names.lock().unwrap_or_else(PoisonError::into_inner).put(id.clone(), Arc::clone(&name));
        Ok(Some(name))
    }

    /// The account as its log ends now; one that does not exist is [`Account::default`].
    ///
    /// # Errors
    /// When the store fails or the log cannot be read.
    pub async fn load(&self, id: &AccountId) -> Result<Account, AuthError> {
        let mut folded = self.cached(id);
        folded.catch_up(&*self.store, &Stream::account(id)).await?;
        let account = folded.state.clone();
        self.keep(id, folded);
        Ok(account)
    }

    fn cached(&self, id: &AccountId) -> Folded<Account> {
        self.folds.lock().unwrap_or_else(PoisonError::into_inner).get(id).unwrap_or_default()
    }

    fn keep(&self, id: &AccountId, folded: Folded<Account>) {
        if folded.state.exists() {
            self.folds.lock().unwrap_or_else(PoisonError::into_inner).put(id.clone(), folded);
        }
    }

    /// Changes an account by what `judge` decides about it, as often as others change it meanwhile.
    /// `judge` may refuse, or decide that nothing is to be done.
    async fn change<T>(
        &self,
        id: &AccountId,
        judge: impl Fn(&Account) -> Result<(Option<AccountEvent>, T), AuthError>,
    ) -> Result<T, AuthError> {
        let stream = Stream::account(id);
        let mut folded = self.cached(id);
        for _ in 0..TRIES {
            folded.catch_up(&*self.store, &stream).await?;
            if !folded.state.exists() {
                return Err(AuthError::NotFound("account"));
            }
            let (event, value) = judge(&folded.state)?;
            let done = match event {
                Some(event) => folded.append(&*self.store, &stream, &event).await?,
                // it stands in the log already, which a failover must not take back after this answer
                None => self.store.confirm(&stream, folded.position).await?,
            };
            if done {
                if let Some(ends_at) = folded.state.ends_at() {
                    // what was written now must end with the rest
                    self.forget_guest_in(id, ends_at.saturating_sub(self.now())).await?;
                }
                self.keep(id, folded);
                return Ok(value);
            }
        }
        Err(LogError::Contended(stream.id().to_owned()).into())
    }

    /// Signs a token that lives `life_s` from `from_ms` on; also says when it expires, ms since 1970.
    fn sign(
        &self,
        whose: Whose<'_>,
        r#use: Use,
        jti: &str,
        from_ms: u64,
        life_s: u64,
    ) -> Result<(String, u64), AuthError> {
        let from = from_ms / 1000;
        let claims = Claims {
            iss: self.settings.issuer.clone(),
            aud: r#use.audience().to_owned(),
            sub: whose.account.clone(),
            jti: jti.to_owned(),
            iat: from,
            nbf: from,
            exp: from + life_s,
            r#use,
            r#gen: whose.generation,
            sid: whose.session.map(str::to_owned),
        };
        let token = self.keys.sign(&claims).map_err(AuthError::Internal)?;
        Ok((token, claims.exp * 1000))
    }

    async fn take(&self, limit: &str, whom: &str, allowance: Allowance) -> Result<(), AuthError> {
        let bucket = Bucket::new(limit, whom, allowance);
        free(self.throttle.take(&*self.store, &bucket, self.now()).await?)
    }
}

/// Whose token it is.
#[derive(Clone, Copy)]
struct Whose<'a> {
    account: &'a AccountId,
    generation: u32,
    session: Option<&'a str>,
    /// When a guest ends, ms since 1970.
    ends_at: Option<u64>,
}

impl Whose<'_> {
    /// So long a life from then on, s, or as long as the guest has left.
    fn at_most(&self, from_ms: u64, life_s: u64) -> u64 {
        self.ends_at.map_or(life_s, |end| life_s.min(end.saturating_sub(from_ms) / 1000))
    }
}

const fn free(verdict: Verdict) -> Result<(), AuthError> {
    match verdict {
        Verdict::Free => Ok(()),
        Verdict::Wait(retry_after_ms) => Err(AuthError::Throttled { retry_after_ms }),
    }
}

/// Random letters and digits.
fn random_text(length: usize) -> Result<String, AuthError> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(|error| AuthError::Internal(format!("no randomness: {error}")))?;
    Ok(bytes.into_iter().map(|byte| char::from(ID_ALPHABET[usize::from(byte % 32)])).collect())
}

fn random_id() -> Result<String, AuthError> {
    random_text(ID_LENGTH)
}

fn random_account() -> Result<AccountId, AuthError> {
    random_id()?.parse().map_err(|error| AuthError::Internal(format!("account id: {error}")))
}

#[cfg(test)]
mod tests;
