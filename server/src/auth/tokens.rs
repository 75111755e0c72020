//! Signed tokens: JWT (RFC 7519) with one algorithm, HS256, pinned for every key (RFC 8725, 3.1).
//!
//! `kid` is a look-up in the fixed table of configured keys and nothing else; the first key signs,
//! the others are still accepted, so that a secret can be changed without logging everybody out.
//! `exp`, `nbf`, `iat`, `iss`, `aud`, `sub` and `jti` are required. A valid token is not enough to
//! be let in: see [`Account::accepts`](super::Account::accepts).

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};
use tengen_protocol::AccountId;
use zeroize::Zeroizing;

/// What clocks of nodes may differ by, s.
pub const LEEWAY_S: u64 = 5;

/// An access token's life, s.
pub const ACCESS_S: u64 = 15 * 60;

/// A refresh token's life, s; each refresh starts it anew.
pub const REFRESH_S: u64 = 30 * 24 * 3600;

/// A guest's life, s.
pub const GUEST_S: u64 = 30 * 24 * 3600;

/// Longest token that is looked at, bytes; ours have about 400.
pub const TOKEN_BYTES: usize = 2048;

/// Shortest secret, bytes: as long as the hash (RFC 7518, 3.2).
pub const SECRET_BYTES: usize = 32;

/// Secrets in use at once.
pub const MAX_KEYS: usize = 4;

/// The secret's file in the data directory.
pub const SECRET_FILE: &str = "secret";

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// After logging in: minutes.
    Access,
    /// For new access tokens: days, each once.
    Refresh,
    /// Of a bot or a command line: until it expires or is revoked.
    Named,
    /// Of a guest: as long as the guest.
    Guest,
}

impl Use {
    pub(super) const fn audience(self) -> &'static str {
        match self {
            Self::Refresh => "tengen-refresh",
            Self::Access | Self::Named | Self::Guest => "tengen",
        }
    }
}

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Which server.
    pub iss: String,
    /// For what: refresh tokens have an audience of their own, so that one is never taken for an
    /// access token.
    pub aud: String,
    /// Whose.
    pub sub: AccountId,
    /// The token's id.
    pub jti: String,
    /// Made, s since 1970.
    pub iat: u64,
    /// Not valid before, s since 1970.
    pub nbf: u64,
    /// Not valid after, s since 1970.
    pub exp: u64,
    /// What it is for.
    pub r#use: Use,
    /// The account's generation: revoking all tokens begins a new one.
    pub r#gen: u32,
    /// The session that it belongs to, for access and refresh tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
}

/// Why a token is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not signed by this server for this use, or not a token at all.
    #[error("the token is not valid")]
    Invalid,
    /// Its time is over.
    #[error("the token has expired")]
    Expired,
    /// Its time has not come.
    #[error("the token is not valid yet")]
    NotYet,
}

/// Why there is no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A secret is too short.
    #[error("a signing secret has at least {SECRET_BYTES} bytes: make one with `openssl rand -hex 32`")]
    Short,
    /// The text holds no secret or too many.
    #[error("write 1 to {MAX_KEYS} signing secrets, each on a line of its own (`openssl rand -hex 32`)")]
    Text,
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The random source or the signer.
    #[error("no signing key could be made: {0}")]
    Failed(String),
}

struct Key {
    kid: String,
    decoding: DecodingKey,
}

/// The secrets that tokens are signed and checked with.
pub struct SigningKeys {
    encoding: EncodingKey,
    keys: Vec<Key>,
}

impl fmt::Debug for SigningKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|key| &key.kid)).finish()
    }
}

impl SigningKeys {
    /// With one secret of at least [`SECRET_BYTES`] bytes.
    ///
    /// # Errors
    /// When it is shorter.
    pub fn from_bytes(secret: &[u8]) -> Result<Self, KeyError> {
        Self::of(&[secret])
    }

    /// With secrets, one a line: the first signs, all are accepted. A line of hexadecimal digits
    /// stands for the bytes that it spells, another for its own bytes. The form of the file and of
    /// the environment variable.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_text(text: &str) -> Result<Self, KeyError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let secret = |line: &str| unhex(line).unwrap_or_else(|| Zeroizing::new(line.as_bytes().to_vec()));
        let secrets: Vec<_> = lines.map(secret).collect();
        Self::of(&secrets)
    }

    /// From a file of the form of [`from_text`](Self::from_text).
    ///
    /// # Errors
    /// When the file cannot be read or holds something else.
    pub fn from_file(path: &Path) -> Result<Self, KeyError> {
        let in_file = |error| KeyError::File { path: path.to_owned(), error };
        let text = Zeroizing::new(fs::read_to_string(path).map_err(in_file)?);
        let mode = fs::metadata(path).map_err(in_file)?.permissions().mode();
        if mode & 0o077 != 0 {
            tracing::warn!(path = %path.display(), mode = format!("{:o}", mode & 0o777), "other users can read the signing secret: chmod 600 it");
        }
        Self::from_text(&text)
    }

    /// From the file [`SECRET_FILE`] in the directory; makes a random 256-bit secret there, mode
    /// 0600, if there is none.
    ///
    /// # Errors
    /// When the file can be neither read nor made.
    pub fn create_in(dir: &Path) -> Result<Self, KeyError> {
        let path = dir.join(SECRET_FILE);
        if !path.exists() && write_new_secret(dir, &path)? {
            tracing::info!(path = %path.display(), "made a signing secret");
        }
        Self::from_file(&path)
    }

    /// With a random secret that ends with the process: for `--dev` and tests.
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn random() -> Result<Self, KeyError> {
        Self::from_bytes(&*random_secret()?)
    }

    fn of(secrets: &[impl AsRef<[u8]>]) -> Result<Self, KeyError> {
        if secrets.len() > MAX_KEYS {
            return Err(KeyError::Text);
        }
        if secrets.iter().any(|secret| secret.as_ref().len() < SECRET_BYTES) {
            return Err(KeyError::Short);
        }
        let first = secrets.first().ok_or(KeyError::Text)?.as_ref();
        let failed = |error: jsonwebtoken::errors::Error| KeyError::Failed(error.to_string());
        let key =
            |secret: &[u8]| Ok(Key { kid: kid(secret), decoding: DecodingKey::from_secret(secret).map_err(failed)? });
        let keys = secrets.iter().map(|secret| key(secret.as_ref())).collect::<Result<_, KeyError>>()?;
        Ok(Self { encoding: EncodingKey::from_secret(first).map_err(failed)?, keys })
    }

    /// Signs.
    pub(super) fn sign(&self, claims: &Claims) -> Result<String, String> {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = self.keys.first().map(|key| key.kid.clone());
        encode(&header, claims, &self.encoding).map_err(|error| error.to_string())
    }

    /// What a token says, if this server signed it for one of `uses` and its time is now.
    pub(super) fn check(&self, token: &str, issuer: &str, uses: &[Use], now_s: u64) -> Result<Claims, TokenError> {
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let known = self.keys.iter().find(|key| header.kid.as_deref() == Some(&*key.kid));
        let key = known.ok_or(TokenError::Invalid)?;
        let audiences: Vec<&str> = uses.iter().map(|r#use| r#use.audience()).collect();
        let decoded = decode::<Claims>(token, &key.decoding, &validation(issuer, &audiences));
        let claims = decoded.map_err(|_| TokenError::Invalid)?.claims;
        if !uses.contains(&claims.r#use) || claims.aud != claims.r#use.audience() {
            return Err(TokenError::Invalid);
        }
        if now_s >= claims.exp.saturating_add(LEEWAY_S) {
            return Err(TokenError::Expired);
        }
        if claims.nbf > now_s.saturating_add(LEEWAY_S) {
            return Err(TokenError::NotYet);
        }
        Ok(claims)
    }
}

/// The library checks signature, algorithm, audience, issuer and presence; time is checked with the
/// caller's.
fn validation(issuer: &str, audiences: &[&str]) -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
    validation.set_issuer(&[issuer]);
    validation.set_audience(audiences);
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation
}

/// A name for a secret that does not tell it.
fn kid(secret: &[u8]) -> String {
    let digest = Sha1::new().chain_update(b"tengen kid").chain_update(secret).finalize();
    hex(&digest[..4])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let digits = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [high, low] => {
            let digit = |c: u8| char::from(c).to_digit(16);
            u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
        }
        _ => None,
    };
    digits.map(byte).collect::<Option<Vec<u8>>>().map(Zeroizing::new)
}

fn random_secret() -> Result<Zeroizing<[u8; SECRET_BYTES]>, KeyError> {
    let mut secret = Zeroizing::new([0; SECRET_BYTES]);
    getrandom::fill(&mut *secret).map_err(|error| KeyError::Failed(error.to_string()))?;
    Ok(secret)
}

/// Writes a whole file and then gives it its name, so that a crash leaves no empty secret and two
/// processes never take each other's. False if another process was first.
fn write_new_secret(dir: &Path, path: &Path) -> Result<bool, KeyError> {
    let secret = random_secret()?;
    let text = Zeroizing::new(format!("{}\n", hex(&*secret)));
    let draft = dir.join(format!("{SECRET_FILE}.{}", std::process::id()));
    let write = || -> io::Result<bool> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        let linked = fs::hard_link(&draft, path);
        fs::remove_file(&draft)?;
        match linked {
            Ok(()) => File::open(dir)?.sync_all().map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    };
    write().map_err(|error| KeyError::File { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const NOW: u64 = 1_800_000_000;

    fn keys(byte: u8) -> SigningKeys {
        SigningKeys::from_bytes(&[byte; 32]).unwrap()
    }

    fn claims() -> Claims {
        Claims {
            iss: "tengen".into(),
            aud: "tengen".into(),
            sub: "abc".parse().unwrap(),
            jti: "t1".into(),
            iat: NOW,
            nbf: NOW,
            exp: NOW + ACCESS_S,
            r#use: Use::Access,
            r#gen: 0,
            sid: None,
        }
    }

    fn check(token: &str, now: u64) -> Result<Claims, TokenError> {
        keys(1).check(token, "tengen", &[Use::Access, Use::Named, Use::Guest], now)
    }

    /// Signs whatever a forger writes, with any key and algorithm.
    fn forge(change: impl FnOnce(&mut Value), kid: Option<&str>, alg: Algorithm, secret: &[u8]) -> String {
        let mut body = serde_json::to_value(claims()).unwrap();
        change(&mut body);
        let mut header = Header::new(alg);
        header.kid = kid.map(str::to_owned);
        encode(&header, &body, &EncodingKey::from_secret(secret).unwrap()).unwrap()
    }

    fn ours(change: impl FnOnce(&mut Value)) -> String {
        forge(change, Some(&kid(&[1; 32])), Algorithm::HS256, &[1; 32])
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let token = keys(1).sign(&claims()).unwrap();
        assert_eq!(check(&token, NOW).unwrap(), claims());
        assert_eq!(check(&ours(|_| ()), NOW).unwrap(), claims());
        assert!(token.len() < TOKEN_BYTES / 4, "{}", token.len());
    }

    #[test]
    fn time_is_checked_at_the_limits() {
        let token = keys(1).sign(&claims()).unwrap();
        assert!(check(&token, NOW + ACCESS_S + LEEWAY_S - 1).is_ok());
        assert_eq!(check(&token, NOW + ACCESS_S + LEEWAY_S), Err(TokenError::Expired));
        assert!(check(&token, NOW - LEEWAY_S).is_ok());
        assert_eq!(check(&token, NOW - LEEWAY_S - 1), Err(TokenError::NotYet));
    }

    #[test]
    fn other_algorithms_and_none_are_refused() {
        let id = kid(&[1; 32]);
        for alg in [Algorithm::HS384, Algorithm::HS512] {
            assert_eq!(check(&forge(|_| (), Some(&id), alg, &[1; 32]), NOW), Err(TokenError::Invalid));
        }
        // {"alg":"none","typ":"JWT"}, {"alg":"none","kid":"..."} unsigned, and our body without its signature
        let body = ours(|_| ()).split('.').nth(1).unwrap().to_owned();
        for token in [
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}."),
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}"),
            ours(|_| ()).rsplit_once('.').map(|(rest, _)| format!("{rest}.")).unwrap(),
        ] {
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "{token}");
        }
    }

    #[test]
    fn the_kid_is_a_look_up_and_nothing_else() {
        let id = kid(&[1; 32]);
        for other in [None, Some(""), Some("00000000"), Some("../secret"), Some("' or 1=1")] {
            assert_eq!(check(&forge(|_| (), other, Algorithm::HS256, &[1; 32]), NOW), Err(TokenError::Invalid));
        }
        assert_eq!(check(&forge(|_| (), Some(&id), Algorithm::HS256, &[2; 32]), NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn every_claim_is_required_and_compared() {
        for name in ["iss", "aud", "sub", "jti", "iat", "nbf", "exp", "use", "gen"] {
            let token = ours(|body| {
                body.as_object_mut().unwrap().remove(name);
            });
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "without {name}");
        }
        for (name, value) in [
            ("iss", json!("another")),
            ("aud", json!("another")),
            ("aud", json!("tengen-refresh")),
            ("aud", json!(["tengen", "tengen-refresh"])),
            ("use", json!("refresh")),
            ("use", json!("root")),
            ("sub", json!("not an id")),
            ("exp", json!("tomorrow")),
            ("exp", json!(-1)),
            ("gen", json!(-1)),
        ] {
            let token = ours(|body| body[name] = value.clone());
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "{name} = {value}");
        }
    }

    #[test]
    fn a_refresh_token_is_no_access_token_nor_the_other_way() {
        let refresh = Claims { r#use: Use::Refresh, aud: Use::Refresh.audience().into(), ..claims() };
        let refresh = keys(1).sign(&refresh).unwrap();
        assert_eq!(check(&refresh, NOW), Err(TokenError::Invalid));
        assert!(keys(1).check(&refresh, "tengen", &[Use::Refresh], NOW).is_ok());
        assert_eq!(keys(1).check(&ours(|_| ()), "tengen", &[Use::Refresh], NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let token = keys(1).sign(&claims()).unwrap();
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(check(&changed, NOW), Err(TokenError::Invalid), "byte {at}");
        }
        for nonsense in ["", ".", "..", "a.b.c", &"x".repeat(5000)] {
            assert_eq!(check(nonsense, NOW), Err(TokenError::Invalid));
        }
    }

    #[test]
    fn a_token_that_is_too_long_is_refused_though_it_is_signed() {
        let padded = |bytes: usize| ours(|body| body["pad"] = json!("x".repeat(bytes)));
        let bytes = (1..TOKEN_BYTES).take_while(|bytes| padded(*bytes).len() <= TOKEN_BYTES).last().unwrap();
        assert!(check(&padded(bytes), NOW).is_ok());
        assert!(padded(bytes + 3).len() > TOKEN_BYTES);
        assert_eq!(check(&padded(bytes + 3), NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn the_first_secret_signs_and_the_others_are_accepted() {
        let [old, new] = [hex(&[1; 32]), hex(&[2; 32])];
        let both = SigningKeys::from_text(&format!("{new}\n{old}\n")).unwrap();
        assert!(both.check(&keys(1).sign(&claims()).unwrap(), "tengen", &[Use::Access], NOW).is_ok());
        let by_both = both.sign(&claims()).unwrap();
        assert!(keys(2).check(&by_both, "tengen", &[Use::Access], NOW).is_ok());
        assert!(keys(1).check(&by_both, "tengen", &[Use::Access], NOW).is_err());
    }

    #[test]
    fn secrets_have_at_least_256_bits() {
        assert!(matches!(SigningKeys::from_bytes(&[1; 31]), Err(KeyError::Short)));
        for bad in
            ["", "\n", "xyz", "abc", &"g".repeat(31), &"ab".repeat(31), &format!("{}\n", "ab".repeat(32)).repeat(5)]
        {
            assert!(SigningKeys::from_text(bad).is_err(), "{bad}");
        }
        for good in [format!(" {}\r\n", "Ab".repeat(32)), "g".repeat(32), format!("{}\n", "ab".repeat(32)).repeat(4)] {
            assert!(SigningKeys::from_text(&good).is_ok(), "{good}");
        }
    }

    #[test]
    fn the_data_directory_gets_one_secret_for_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let first = SigningKeys::create_in(dir.path()).unwrap();
        let path = dir.path().join(SECRET_FILE);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no draft is left");
        let again = SigningKeys::create_in(dir.path()).unwrap();
        assert_eq!(first.keys[0].kid, again.keys[0].kid);
        assert!(!write_new_secret(dir.path(), &path).unwrap(), "the second process keeps the first's");
        let printed = format!("{first:?}");
        let secret = fs::read_to_string(&path).unwrap();
        assert!(!printed.contains(secret.trim()) && printed.len() < 16, "{printed}");
        assert!(matches!(SigningKeys::create_in(&dir.path().join("none")), Err(KeyError::File { .. })));
    }
}
