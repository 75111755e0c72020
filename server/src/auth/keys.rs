//! The keys that tokens are signed and checked with, as operators give them: a file of up to
//! [`MAX_KEYS`] keys, each a secret on a line of its own (HS256) or a private key in PEM (EdDSA for
//! Ed25519, ES256 for P-256). The first signs, all are accepted, so that a key can be changed
//! without logging everybody out.
//!
//! Each key has one algorithm, for ever, and one name (`kid`). What others may know of the private
//! ones is a JSON Web Key Set (RFC 7517); of a secret nothing is in it. Nothing here knows tokens.

use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey,
    jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash},
};
use rustls_pki_types::{PrivatePkcs8KeyDer, pem::PemObject};
use sha1::{Digest, Sha1};
use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// Shortest secret, bytes: as long as the hash (RFC 7518, 3.2).
pub(super) const SECRET_BYTES: usize = 32;

/// Keys in use at once.
pub(super) const MAX_KEYS: usize = 4;

/// The secret's file in the data directory.
pub const SECRET_FILE: &str = "secret";

/// How a private key begins and ends in PEM (RFC 7468, 10), and how anything in PEM begins.
const PEM_BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const PEM_END: &str = "-----END PRIVATE KEY-----";
const PEM_ANY: &str = "-----";

/// Why there is no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A secret is too short.
    #[error("a signing secret has at least {SECRET_BYTES} bytes: make one with `openssl rand -hex 32`")]
    Short,
    /// The text holds no key or too many.
    #[error(
        "write 1 to {MAX_KEYS} signing secrets, each on a line of its own (`openssl rand -hex 32`), or private keys"
    )]
    Text,
    /// A private key cannot be used.
    #[error(
        "a private key is Ed25519 or P-256, in PEM as `PRIVATE KEY` (PKCS #8), not encrypted: make one with \
         `openssl genpkey -algorithm ed25519`"
    )]
    Private,
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

/// One key: its name, its only algorithm, and how to check with it.
pub(super) struct Key {
    kid: String,
    pub(super) algorithm: Algorithm,
    pub(super) decoding: DecodingKey,
    /// What everybody may know of it; none of a secret.
    public: Option<Jwk>,
}

/// The keys that tokens are signed and checked with. Cannot be printed but for their names.
pub struct SigningKeys {
    encoding: EncodingKey,
    first: Key,
    others: Vec<Key>,
}

impl fmt::Debug for SigningKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys().map(|key| &key.kid)).finish()
    }
}

/// A key as it was given.
enum Given {
    Secret(Zeroizing<Vec<u8>>),
    /// PEM.
    Private(Zeroizing<String>),
}

impl Given {
    fn read(&self) -> Result<(EncodingKey, Key), KeyError> {
        match self {
            Self::Secret(secret) => of_secret(secret),
            Self::Private(pem) => of_private(pem),
        }
    }
}

impl SigningKeys {
    /// With one secret of at least 32 bytes.
    ///
    /// # Errors
    /// When it is shorter.
    pub fn from_bytes(secret: &[u8]) -> Result<Self, KeyError> {
        Self::of(&[Given::Secret(Zeroizing::new(secret.to_vec()))])
    }

    /// With secrets, one a line, and private keys in PEM: the first signs, all are accepted. A line
    /// of hexadecimal digits stands for the bytes that it spells, another for its own bytes. The
    /// form of the file and of the environment variable.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_text(text: &str) -> Result<Self, KeyError> {
        let mut given = Vec::new();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        while let Some(line) = lines.next() {
            given.push(if line == PEM_BEGIN {
                Given::Private(rest_of_pem(&mut lines)?)
            } else if line.starts_with(PEM_ANY) {
                return Err(KeyError::Private);
            } else {
                Given::Secret(unhex(line).unwrap_or_else(|| Zeroizing::new(line.as_bytes().to_vec())))
            });
        }
        Self::of(&given)
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

    fn of(given: &[Given]) -> Result<Self, KeyError> {
        if given.len() > MAX_KEYS {
            return Err(KeyError::Text);
        }
        let (first, others) = given.split_first().ok_or(KeyError::Text)?;
        let (encoding, first) = first.read()?;
        let others = others.iter().map(|one| one.read().map(|(_, key)| key)).collect::<Result<_, _>>()?;
        Ok(Self { encoding, first, others })
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// What signs: the name, the algorithm and the key.
    pub(super) fn signer(&self) -> (&str, Algorithm, &EncodingKey) {
        (&self.first.kid, self.first.algorithm, &self.encoding)
    }

    /// The key of this name.
    pub(super) fn find(&self, kid: &str) -> Option<&Key> {
        self.keys().find(|key| key.kid == kid)
    }

    /// The public halves of the private keys, for others who check tokens. Secrets have none.
    #[must_use]
    pub fn public(&self) -> JwkSet {
        JwkSet { keys: self.keys().filter_map(|key| key.public.clone()).collect() }
    }
}

fn failed(error: impl fmt::Display) -> KeyError {
    KeyError::Failed(error.to_string())
}

fn of_secret(secret: &[u8]) -> Result<(EncodingKey, Key), KeyError> {
    if secret.len() < SECRET_BYTES {
        return Err(KeyError::Short);
    }
    let decoding = DecodingKey::from_secret(secret).map_err(failed)?;
    let key = Key { kid: kid(secret), algorithm: Algorithm::HS256, decoding, public: None };
    Ok((EncodingKey::from_secret(secret).map_err(failed)?, key))
}

/// The key itself says which of the two kinds it is.
fn of_private(pem: &str) -> Result<(EncodingKey, Key), KeyError> {
    let der = PrivatePkcs8KeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| KeyError::Private)?;
    let der = Zeroizing::new(der.secret_pkcs8_der().to_vec());
    let kinds =
        [(Algorithm::EdDSA, EncodingKey::from_ed_der(&der)), (Algorithm::ES256, EncodingKey::from_ec_der(&der))];
    let read = |(algorithm, encoding)| Some((algorithm, Jwk::from_encoding_key(&encoding, algorithm).ok()?, encoding));
    let (algorithm, mut public, encoding) = kinds.into_iter().find_map(read).ok_or(KeyError::Private)?;
    let kid = public.thumbprint(ThumbprintHash::SHA256).map_err(failed)?;
    public.common.key_id = Some(kid.clone());
    public.common.public_key_use = Some(PublicKeyUse::Signature);
    let decoding = DecodingKey::from_jwk(&public).map_err(failed)?;
    Ok((encoding, Key { kid, algorithm, decoding, public: Some(public) }))
}

/// A private key, of which the first line was read.
fn rest_of_pem<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Zeroizing<String>, KeyError> {
    let mut pem = Zeroizing::new(format!("{PEM_BEGIN}\n"));
    for line in lines {
        pem.push_str(line);
        pem.push('\n');
        if line == PEM_END {
            return Ok(pem);
        }
    }
    Err(KeyError::Private)
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
pub(super) mod tests {
    use super::*;
    use jsonwebtoken::jwk::AlgorithmParameters;

    /// `openssl genpkey -algorithm ed25519`
    pub(crate) const ED25519_PEM: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINxo11Sevrhv/ArFr+Oav6QU7iUEcCVcUiyw+uhZgnXy
-----END PRIVATE KEY-----
";

    /// `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`
    pub(crate) const P256_PEM: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9OVXFU0qASrqViPB
D5qezSBPAfd4niWJSjuZm/nm5YmhRANCAATAI7qu7v2KjQqTc3I17rtISqeAamR0
sAwKcJe0Ijzka0DaaEDatSGoe4P1/KlCg1jSVNR1NKuvxcrIpI6BDf5L
-----END PRIVATE KEY-----
";

    /// P-384, which is no key of ours.
    const P384_PEM: &str = "-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBFW6WGbU9kO0X99nDl
+38/0vWbLomsnDL7iEmyk0a2XTbPmvga8b6VKByjweiZIeChZANiAAS0tH9wcjqY
PVCxcmHu4SYrfEzzpGwI2eP1I0j1t0AqrmJEPRacz4TFMiRv/GZgseETgKiraTfM
YpbbC+ha70nHtYjCOWhtnD1KhZ16S+wTDeRN0HLTbjqAeOlSjiByWAs=
-----END PRIVATE KEY-----
";

    pub(crate) fn hmac_kid(secret: &[u8]) -> String {
        kid(secret)
    }

    #[test]
    fn a_private_key_says_its_algorithm_and_only_its_public_half_is_told() {
        let secret = "ab".repeat(32);
        for (pem, algorithm, kty) in [(ED25519_PEM, Algorithm::EdDSA, "OKP"), (P256_PEM, Algorithm::ES256, "EC")] {
            let keys = SigningKeys::from_text(&format!("{secret}\n{}", pem.replace('\n', "\r\n"))).unwrap();
            assert_eq!(keys.first.algorithm, Algorithm::HS256);
            assert_eq!(keys.others[0].algorithm, algorithm);
            let told = serde_json::to_value(keys.public()).unwrap();
            let [key] = told["keys"].as_array().unwrap().as_slice() else { panic!("{told}") };
            assert_eq!((key["kty"].as_str(), key["use"].as_str()), (Some(kty), Some("sig")));
            assert_eq!(key["kid"], keys.others[0].kid);
            let mut names: Vec<_> = key.as_object().unwrap().keys().map(String::as_str).collect();
            names.sort_unstable();
            let allowed = ["alg", "crv", "kid", "kty", "use", "x", "y"];
            assert!(names.iter().all(|name| allowed.contains(name)), "{names:?}");
            assert!(!format!("{keys:?}").contains(&pem.lines().nth(1).unwrap()[8..]), "{keys:?}");
        }
        let only_secrets = SigningKeys::from_text(&secret).unwrap();
        assert!(only_secrets.public().keys.is_empty());
    }

    #[test]
    fn a_key_has_the_name_that_everybody_gives_it() {
        let keys = SigningKeys::from_text(ED25519_PEM).unwrap();
        let public = keys.public();
        let AlgorithmParameters::OctetKeyPair(parameters) = &public.keys[0].algorithm else { panic!("{public:?}") };
        // as `openssl pkey -pubout` tells it
        assert_eq!(parameters.x, "rg8VZ1gZgzLI_bctVcwvwRkS7QHloSTxINYqYaLAtmY");
        // RFC 7638: the SHA-256 of {"crv":"Ed25519","kty":"OKP","x":".."}
        assert_eq!(keys.first.kid, "ydNkA3XwGn2I9GtZDJO6ICa_9wVy8_8SQ3hE6vbuVGc");
    }

    #[test]
    fn what_is_no_private_key_of_ours_is_refused_and_never_taken_for_a_secret() {
        let cut = &ED25519_PEM[..ED25519_PEM.len() - 10];
        let broken = ED25519_PEM.replace("MC4C", "MC5C");
        let public = ED25519_PEM.replace("PRIVATE", "PUBLIC");
        let encrypted = ED25519_PEM.replace("PRIVATE", "ENCRYPTED PRIVATE");
        let older = P256_PEM.replace("PRIVATE", "EC PRIVATE");
        for bad in [cut, &broken, &public, &encrypted, &older, P384_PEM] {
            assert!(matches!(SigningKeys::from_text(bad), Err(KeyError::Private)), "{bad}");
        }
        assert!(SigningKeys::from_text(&[ED25519_PEM, P256_PEM].concat().repeat(2)).is_ok());
        let five = [ED25519_PEM, P256_PEM].concat().repeat(2) + P256_PEM;
        assert!(matches!(SigningKeys::from_text(&five), Err(KeyError::Text)));
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
        assert_eq!(first.first.kid, again.first.kid);
        assert!(!write_new_secret(dir.path(), &path).unwrap(), "the second process keeps the first's");
        let printed = format!("{first:?}");
        let secret = fs::read_to_string(&path).unwrap();
        assert!(!printed.contains(secret.trim()) && printed.len() < 16, "{printed}");
        assert!(matches!(SigningKeys::create_in(&dir.path().join("none")), Err(KeyError::File { .. })));
    }

    proptest::proptest! {
        #[test]
        fn no_text_breaks_the_reading_of_keys_or_is_taken_for_more_than_it_holds(
            lines in proptest::collection::vec("[0-9a-f]{0,80}|[A-Za-z0-9+/=]{0,64}|-{5}(BEGIN|END) PRIVATE KEY-{5}|\\PC{0,40}", 0..8),
        ) {
            if let Ok(keys) = SigningKeys::from_text(&lines.join("\n")) {
                proptest::prop_assert!(keys.keys().count() <= MAX_KEYS);
                proptest::prop_assert!(keys.keys().count() <= lines.len());
            }
        }
    }
}
