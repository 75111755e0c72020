//! What an account is: the fold of its log. No I/O and no time of its own.
//!
//! The log is the server's own and never sent: it holds the hash of the password.

use super::{
    log::Fold,
    passwords::PasswordHash,
    tokens::{ACCESS_S, Claims, GUEST_S, LEEWAY_S, REFRESH_S, Use},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};
use tengen_protocol::AccountId;

/// Named tokens of one account.
pub const NAMED_TOKENS: usize = 20;

/// Sessions of one account that may end early within the life of an access token; more end
/// everything.
pub const REVOKED_IDS: usize = 256;

/// Revoked ids that one account keeps: each until its tokens have expired by themselves, but the
/// oldest give way. Their refresh tokens have no session any more; of those that give way no access
/// token is left, since at most [`REVOKED_IDS`] are younger than that.
const REVOKED_KEPT: usize = 2 * REVOKED_IDS;

/// Expired ids are kept this long, so that a stepped clock revives nothing, ms.
const KEEP_MS: u64 = 60 * 60 * 1000;

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Admin,
    /// Runs tournaments.
    Organiser,
    /// Rules on games.
    Referee,
    /// Shows many games: follows more of them on one connection.
    Broadcaster,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Admin, Self::Organiser, Self::Referee, Self::Broadcaster];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Organiser => "organiser",
            Self::Referee => "referee",
            Self::Broadcaster => "broadcaster",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Not a role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no role: write admin, organiser, referee or broadcaster")]
pub struct NotARole(String);

impl FromStr for Role {
    type Err = NotARole;
    fn from_str(text: &str) -> Result<Self, NotARole> {
        let found = Self::ALL.into_iter().find(|role| role.as_str() == text);
        found.ok_or_else(|| NotARole(text.to_owned()))
    }
}

/// What happens to an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum AccountEvent {
    /// The first event.
    Registered {
        name: String,
        /// Absent for guests.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<PasswordHash>,
    },
    /// A new password; all tokens end.
    PasswordChanged { password: PasswordHash },
    /// A role was given.
    RoleGiven { role: Role },
    /// A role was taken.
    RoleTaken { role: Role },
    /// A named token was made.
    TokenNamed {
        id: String,
        label: String,
        /// ms since 1970.
        expires_at: u64,
    },
    /// A named token ended, or the session or guest token of that id.
    Revoked { id: String },
    /// All tokens and sessions ended.
    AllRevoked,
    /// It wants to hear another account no more ..
    Muted { account: AccountId },
    /// .. or again.
    Unmuted { account: AccountId },
    /// The operator lets it not talk ..
    Silenced(Silence),
    /// .. or again.
    Unsilenced,
}

/// That an account may not talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silence {
    /// Until when, ms since 1970; absent if for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// A named token of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// What it is for.
    pub label: String,
    /// When it expires, ms since 1970.
    pub expires_at: u64,
}

/// An account as its log has made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The name as shown; empty before the account is registered.
    pub name: String,
    /// When it was registered, ms since 1970.
    pub registered_at: u64,
    /// What it may do.
    pub roles: BTreeSet<Role>,
    /// Named tokens by id.
    pub tokens: BTreeMap<String, Named>,
    /// Whom it does not want to hear.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub muted: BTreeSet<AccountId>,
    /// That the operator let it not talk; it may be over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<Silence>,
    pub(super) password: Option<PasswordHash>,
    pub(super) generation: u32,
    /// Ids of sessions and guest tokens that ended early, and until when that matters, ms since 1970.
    pub(super) revoked: BTreeMap<String, u64>,
}

impl Account {
    /// Whether it exists.
    #[must_use]
    pub const fn exists(&self) -> bool {
        !self.name.is_empty()
    }

    /// Whether it is a guest's: without a password.
    #[must_use]
    pub const fn is_guest(&self) -> bool {
        self.password.is_none()
    }

    /// When it ends, ms since 1970: a guest does.
    #[must_use]
    pub const fn ends_at(&self) -> Option<u64> {
        if self.is_guest() { Some(self.registered_at.saturating_add(GUEST_S * 1000)) } else { None }
    }

    /// Whether a valid token still counts.
    #[must_use]
    pub fn accepts(&self, claims: &Claims) -> bool {
        let revoked = |id: &str| self.revoked.contains_key(id);
        self.exists()
            && claims.r#gen == self.generation
            && !revoked(&claims.jti)
            && !claims.sid.as_deref().is_some_and(revoked)
            && (claims.r#use != Use::Named || self.tokens.contains_key(&claims.jti))
    }

    /// Named tokens that have not expired at `now_ms`.
    pub fn live_tokens(&self, now_ms: u64) -> impl Iterator<Item = (&String, &Named)> {
        self.tokens.iter().filter(move |(_, token)| token.expires_at > now_ms)
    }

    fn end_all(&mut self) {
        self.generation = self.generation.saturating_add(1);
        self.tokens.clear();
        self.revoked.clear();
    }

    /// How long a revoked session or guest token must be remembered: as long as the last of its
    /// refresh tokens could be used, whatever became of the session's record; nothing of a guest is
    /// forgotten before the guest.
    fn remember_until(&self, at: u64) -> u64 {
        if self.is_guest() { u64::MAX } else { at + (REFRESH_S + LEEWAY_S) * 1000 + KEEP_MS }
    }

    /// How many sessions ended early in so short a time that their access tokens live at `now_ms`.
    #[must_use]
    pub(super) fn lately_revoked(&self, now_ms: u64) -> usize {
        let since = now_ms.saturating_sub((ACCESS_S + LEEWAY_S) * 1000 + KEEP_MS);
        self.revoked.values().filter(|until| **until >= self.remember_until(since)).count()
    }

    fn remember(&mut self, id: String, until: u64) {
        self.revoked.insert(id, until);
        if self.revoked.len() > REVOKED_KEPT {
            let oldest = self.revoked.iter().min_by_key(|(_, until)| **until).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                self.revoked.remove(&oldest);
            }
        }
    }
}

impl Fold for Account {
    type Event = AccountEvent;

    fn apply(&mut self, at: u64, event: AccountEvent) {
        self.tokens.retain(|_, token| token.expires_at.saturating_add(KEEP_MS) > at);
        self.revoked.retain(|_, until| *until > at);
        match event {
            AccountEvent::Registered { name, password } => {
                self.name = name;
                self.password = password;
                self.registered_at = at;
            }
            AccountEvent::PasswordChanged { password } => {
                self.password = Some(password);
                self.end_all();
            }
            AccountEvent::RoleGiven { role } => {
                self.roles.insert(role);
            }
            AccountEvent::RoleTaken { role } => {
                self.roles.remove(&role);
            }
            AccountEvent::TokenNamed { id, label, expires_at } => {
                self.tokens.insert(id, Named { label, expires_at });
            }
            AccountEvent::Revoked { id } => {
                if self.tokens.remove(&id).is_none() {
                    self.remember(id, self.remember_until(at));
                }
            }
            AccountEvent::AllRevoked => self.end_all(),
            AccountEvent::Muted { account } => {
                self.muted.insert(account);
            }
            AccountEvent::Unmuted { account } => {
                self.muted.remove(&account);
            }
            AccountEvent::Silenced(silence) => self.silence = Some(silence),
            AccountEvent::Unsilenced => self.silence = None,
        }
    }

    fn format_of(event: &AccountEvent) -> u32 {
        match event {
            AccountEvent::Muted { .. }
            | AccountEvent::Unmuted { .. }
            | AccountEvent::Silenced(_)
            | AccountEvent::Unsilenced => 2,
            _ => 1,
        }
    }

    fn format(&self) -> u32 {
        if self.muted.is_empty() && self.silence.is_none() { 1 } else { 2 }
    }
}

/// Whose a name is: the fold of a name's log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owner {
    pub(super) account: Option<AccountId>,
}

/// What happens to a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum NameEvent {
    /// It belongs to an account from now on.
    Claimed { account: AccountId },
    /// It is free again.
    Released,
}

impl Fold for Owner {
    type Event = NameEvent;

    fn apply(&mut self, _at: u64, event: NameEvent) {
        self.account = match event {
            NameEvent::Claimed { account } => Some(account),
            NameEvent::Released => None,
        };
    }
}

/// Accounts that were registered here: the fold of a directory's log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Directory {
    pub(super) accounts: Vec<AccountId>,
}

/// What is written in a directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum DirectoryEvent {
    /// An account was registered; its name may have been lost to another since.
    Listed { account: AccountId },
}

impl Fold for Directory {
    type Event = DirectoryEvent;

    fn apply(&mut self, _at: u64, event: DirectoryEvent) {
        let DirectoryEvent::Listed { account } = event;
        self.accounts.push(account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(r#use: Use, jti: &str, sid: Option<&str>, generation: u32) -> Claims {
        Claims {
            iss: "tengen".into(),
            aud: "tengen".into(),
            sub: "abc".parse().unwrap(),
            jti: jti.into(),
            iat: 0,
            nbf: 0,
            exp: 1,
            r#use,
            r#gen: generation,
            sid: sid.map(str::to_owned),
        }
    }

    fn hash() -> PasswordHash {
        serde_json::from_str("\"$argon2id$secret\"").unwrap()
    }

    fn registered() -> Account {
        let mut account = Account::default();
        account.apply(5, AccountEvent::Registered { name: "Li".into(), password: Some(hash()) });
        account
    }

    #[test]
    fn an_account_that_does_not_exist_accepts_nothing() {
        assert!(!Account::default().accepts(&claims(Use::Access, "t", Some("s"), 0)));
        assert!(registered().accepts(&claims(Use::Access, "t", Some("s"), 0)));
    }

    #[test]
    fn a_revoked_session_ends_alone_and_is_forgotten_when_its_tokens_have_expired() {
        let mut account = registered();
        account.apply(10, AccountEvent::Revoked { id: "s1".into() });
        assert!(!account.accepts(&claims(Use::Access, "t", Some("s1"), 0)));
        assert!(account.accepts(&claims(Use::Access, "t", Some("s2"), 0)));
        let until = account.revoked["s1"];
        assert!(until >= 10 + (REFRESH_S + LEEWAY_S) * 1000);
        account.apply(until, AccountEvent::RoleGiven { role: Role::Referee });
        assert!(account.revoked.is_empty());
    }

    #[test]
    fn named_tokens_count_only_while_they_are_listed() {
        let mut account = registered();
        let bot = claims(Use::Named, "b1", None, 0);
        assert!(!account.accepts(&bot));
        account.apply(10, AccountEvent::TokenNamed { id: "b1".into(), label: "bot".into(), expires_at: 99 });
        assert!(account.accepts(&bot));
        account.apply(11, AccountEvent::Revoked { id: "b1".into() });
        assert!(!account.accepts(&bot));
        assert!(account.revoked.is_empty(), "absence says it");
    }

    #[test]
    fn a_new_password_and_revoking_all_end_everything_before() {
        for event in [AccountEvent::AllRevoked, AccountEvent::PasswordChanged { password: hash() }] {
            let mut account = registered();
            account.apply(10, AccountEvent::TokenNamed { id: "b1".into(), label: "bot".into(), expires_at: 99 });
            account.apply(11, event);
            for old in [claims(Use::Access, "t", Some("s"), 0), claims(Use::Named, "b1", None, 0)] {
                assert!(!account.accepts(&old));
            }
            assert!(account.accepts(&claims(Use::Access, "t", Some("s"), 1)));
            assert!(!account.accepts(&claims(Use::Access, "t", Some("s"), 2)));
        }
    }

    #[test]
    fn the_oldest_revoked_sessions_give_way_and_only_those_of_lately_count() {
        let mut account = registered();
        let hour = 60 * 60 * 1000;
        for n in 0..=REVOKED_KEPT as u64 {
            account.apply(n * hour, AccountEvent::Revoked { id: format!("s{n}") });
        }
        assert_eq!(account.revoked.len(), REVOKED_KEPT);
        assert!(!account.revoked.contains_key("s0") && account.revoked.contains_key("s1"));
        // an hour and a quarter: the last one, and the one before
        assert_eq!(account.lately_revoked(REVOKED_KEPT as u64 * hour), 2);
    }

    #[test]
    fn a_revoked_guest_stays_revoked() {
        let mut guest = Account::default();
        guest.apply(1, AccountEvent::Registered { name: "guest-k3v9".into(), password: None });
        assert!(guest.is_guest() && guest.accepts(&claims(Use::Guest, "g", None, 0)));
        guest.apply(2, AccountEvent::Revoked { id: "g".into() });
        guest.apply(u64::MAX - 1, AccountEvent::RoleGiven { role: Role::Referee });
        assert!(!guest.accepts(&claims(Use::Guest, "g", None, 0)));
    }

    #[test]
    fn the_log_of_the_first_version_is_read_for_ever() {
        let golden = [
            r#"{"kind":"registered","name":"Li","password":"$argon2id$secret"}"#,
            r#"{"kind":"password_changed","password":"$argon2id$secret"}"#,
            r#"{"kind":"role_given","role":"organiser"}"#,
            r#"{"kind":"role_taken","role":"organiser"}"#,
            r#"{"kind":"token_named","id":"b1","label":"bot","expires_at":99}"#,
            r#"{"kind":"revoked","id":"b1"}"#,
            r#"{"kind":"all_revoked"}"#,
        ];
        for text in golden {
            let event: AccountEvent = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert!(!format!("{event:?}").contains("argon2"));
        }
        assert!(serde_json::from_str::<AccountEvent>(r#"{"kind":"ascended"}"#).is_err());
        assert!(!format!("{:?}", registered()).contains("argon2"));
    }

    #[test]
    fn the_log_with_broadcasters_is_read_for_ever() {
        let golden = [
            r#"{"kind":"role_given","role":"broadcaster"}"#,
            r#"{"kind":"role_given","role":"referee"}"#,
            r#"{"kind":"role_taken","role":"broadcaster"}"#,
        ];
        let mut account = registered();
        let mut held = Vec::new();
        for (at, text) in (2..).zip(golden) {
            let event: AccountEvent = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            account.apply(at, event);
            held.push(account.roles.iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        assert_eq!(held, [vec!["broadcaster"], vec!["referee", "broadcaster"], vec!["referee"]]);
        let kept = r#"["referee","broadcaster"]"#;
        let roles: BTreeSet<Role> = serde_json::from_str(kept).unwrap();
        assert_eq!(roles, BTreeSet::from([Role::Broadcaster, Role::Referee]));
        assert_eq!(serde_json::to_string(&roles).unwrap(), kept);
    }

    #[test]
    fn the_log_with_mutes_is_read_for_ever() {
        let golden = [
            r#"{"kind":"muted","account":"b1"}"#,
            r#"{"kind":"silenced","until":99}"#,
            r#"{"kind":"unmuted","account":"b1"}"#,
            r#"{"kind":"silenced"}"#,
            r#"{"kind":"unsilenced"}"#,
        ];
        let mut account = registered();
        let mut held = Vec::new();
        for (at, text) in (2..).zip(golden) {
            let event: AccountEvent = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(Account::format_of(&event), 2, "older servers know that they do not know it");
            account.apply(at, event);
            let holds = !account.muted.is_empty() || account.silence.is_some();
            assert_eq!(account.format(), if holds { 2 } else { 1 });
            held.push((account.muted.len(), account.silence.map(|silence| silence.until)));
        }
        let (timed, for_good) = (Some(Some(99)), Some(None));
        assert_eq!(held, [(1, None), (1, timed), (0, timed), (0, for_good), (0, None)]);
        assert_eq!(serde_json::to_value(&account).unwrap().get("muted"), None, "as before where there is nothing");
    }

    #[test]
    fn roles_have_names() {
        for role in Role::ALL {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        assert!("root".parse::<Role>().is_err());
    }
}
