//! TLS on the public listener: a certificate and its private key from PEM files, which may be read
//! again while the server runs.
//!
//! What must hold: a pair that cannot be used never takes the place of one that can; an open
//! connection keeps what it began with; of a key nothing is ever printed. Clients show no
//! certificates: who they are is said in `hello`.

use crate::{config::ConfigError, hub::lock, pem, rates::Rate, transport::Transport};
use governor::{Quota, clock::DefaultClock};
use std::{
    fmt, fs, io,
    net::IpAddr,
    num::NonZeroU32,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{self, InconsistentKeys, ServerConfig, crypto::aws_lc_rs, server::ParsedCertificate},
};
use tracing::warn;

/// Largest file, bytes: a chain of certificates has a twentieth.
const FILE_BYTES: u64 = 128 * 1024;

/// The one protocol that is spoken inside (RFC 7301).
const ALPN: &[u8] = b"http/1.1";

/// What one connection may hold encrypted for a client that does not read, bytes: one record. (The
/// library's 64 KiB would double what a stalled spectator costs.)
const BUFFER_BYTES: usize = 16 * 1024;

/// Handshakes of one address a second, sustained: each costs a processor some tenths of a
/// millisecond ..
const HANDSHAKES_PER_SECOND: NonZeroU32 = NonZeroU32::new(100).expect("invariant: not zero");

/// .. and how many at once: a school's people all come back together, some of them twice.
const HANDSHAKES_BURST: NonZeroU32 = NonZeroU32::new(2_000).expect("invariant: not zero");

/// Where certificate and key are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, and after it those of the authorities between it and a root.
    pub cert: PathBuf,
    /// Its private key, not encrypted.
    pub key: PathBuf,
}

/// Why a pair of files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate's file.
    #[error("{path}: {why}")]
    Cert {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The key's file.
    #[error("{path}: {why}")]
    Key {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

impl From<TlsError> for ConfigError {
    fn from(error: TlsError) -> Self {
        let option = match &error {
            TlsError::Cert { .. } => "tls-cert",
            TlsError::Key { .. } => "tls-key",
        };
        Self::Value { option, why: error.to_string() }
    }
}

/// What the listener shows and signs with now. Clones share it.
#[derive(Clone)]
pub struct Tls {
    files: Arc<TlsFiles>,
    current: Arc<Mutex<Arc<ServerConfig>>>,
    handshakes: Arc<Rate<IpAddr>>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads both files.
    ///
    /// # Errors
    /// If one cannot be read, is not what it should be, or they do not belong together.
    pub fn load(files: &TlsFiles) -> Result<Self, TlsError> {
        let current = Arc::new(Mutex::new(read(files)?));
        let quota = Quota::per_second(HANDSHAKES_PER_SECOND).allow_burst(HANDSHAKES_BURST);
        let allowed = format!("{HANDSHAKES_PER_SECOND} handshakes a second, {HANDSHAKES_BURST} at once");
        let handshakes = Arc::new(Rate::new(quota, &DefaultClock::default(), allowed));
        Ok(Self { files: Arc::new(files.clone()), current, handshakes })
    }

    /// Reads both files again, for the connections from now on. No session of the certificate before
    /// is resumed.
    ///
    /// # Errors
    /// As [`load`](Self::load); what was there before stays then.
    pub fn reload(&self) -> Result<(), TlsError> {
        let new = read(&self.files)?;
        *lock(&self.current) = new;
        Ok(())
    }

    /// The certificate's file.
    #[must_use]
    pub fn cert(&self) -> &Path {
        &self.files.cert
    }

    /// Counts a handshake of an address; false if it has had too many.
    pub(crate) fn may_begin(&self, address: IpAddr) -> bool {
        self.handshakes.check(&address).is_ok()
    }

    /// Does the handshake; whoever calls it bounds the time.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<Transport> {
        let current = lock(&self.current).clone();
        let bounded = |session: &mut rustls::ServerConnection| session.set_buffer_limit(Some(BUFFER_BYTES));
        let stream = TlsAcceptor::from(current).accept_with(stream, bounded).await?;
        Ok(Transport::Tls(Box::new(stream)))
    }
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>, TlsError> {
    let TlsFiles { cert, key } = files;
    let bad_cert = |why: String| TlsError::Cert { path: cert.clone(), why };
    let bad_key = |why: String| TlsError::Key { path: key.clone(), why };
    let chain = pem::certificates(cert, FILE_BYTES).map_err(bad_cert)?.all;
    // the library looks at the first one alone, and clients at all
    for (number, one) in (1..).zip(&chain) {
        ParsedCertificate::try_from(one).map_err(|error| bad_cert(format!("certificate {number} in it: {error}")))?;
    }
    let private = pem::private_key(key, FILE_BYTES).map_err(bad_key)?;
    warn_if_open(key);
    let built = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, private));
    let mut config = built.map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            bad_key(format!("it is not the key of the certificate in {}", cert.display()))
        }
        rustls::Error::InvalidCertificate(why) => bad_cert(format!("not a certificate: {why}")),
        error => bad_key(format!("it cannot be used: {error}")),
    })?;
    config.alpn_protocols = vec![ALPN.to_vec()];
    Ok(Arc::new(config))
}

/// A group may have it: where tools renew certificates one often does.
fn warn_if_open(key: &Path) {
    let mode = fs::metadata(key).map_or(0, |found| found.permissions().mode());
    if mode & 0o007 != 0 {
        warn!(path = %key.display(), mode = format!("{:o}", mode & 0o777), "every user of this machine can read the private key: chmod 600 it");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_tests::certificates::Authority;

    fn files(dir: &Path, name: &str) -> TlsFiles {
        let made = Authority::new().unwrap().issue(dir, name).unwrap();
        TlsFiles { cert: made.cert, key: made.key }
    }

    fn refused(files: &TlsFiles) -> String {
        ConfigError::from(Tls::load(files).unwrap_err()).to_string()
    }

    #[test]
    fn a_pair_that_belongs_together_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let tls = Tls::load(&files(dir.path(), "one")).unwrap();
        assert_eq!(lock(&tls.current).alpn_protocols, [b"http/1.1".to_vec()]);
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_reason() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (files(dir.path(), "one"), files(dir.path(), "other"));
        let missing = dir.path().join("missing.pem");
        let said = refused(&TlsFiles { cert: missing.clone(), ..one.clone() });
        assert_eq!(said, format!("tls-cert: {}: No such file or directory (os error 2)", missing.display()));
        let said = refused(&TlsFiles { key: missing.clone(), ..one.clone() });
        assert_eq!(said, format!("tls-key: {}: No such file or directory (os error 2)", missing.display()));
        let said = refused(&TlsFiles { key: other.key.clone(), ..one.clone() });
        let mismatch = format!("it is not the key of the certificate in {}", one.cert.display());
        assert_eq!(said, format!("tls-key: {}: {mismatch}", other.key.display()));
        let said = refused(&TlsFiles { cert: one.key.clone(), key: one.cert.clone() });
        assert!(said.starts_with("tls-cert: ") && said.contains("there is no certificate in it"), "{said}");
        let said = refused(&TlsFiles { key: one.cert.clone(), ..one.clone() });
        assert!(said.starts_with("tls-key: ") && said.contains("there is no private key in it"), "{said}");
        let broken = dir.path().join("broken.pem");
        let begin = "-----BEGIN CERTIFICATE-----\n";
        for text in [format!("{begin}AAAA\n-----END CERTIFICATE-----\n"), format!("{begin}AA"), format!("{begin}?!\n")]
        {
            fs::write(&broken, &text).unwrap();
            let said = refused(&TlsFiles { cert: broken.clone(), ..one.clone() });
            assert!(said.starts_with("tls-cert: "), "{text:?}: {said}");
            // nor behind one that is right
            fs::write(&broken, fs::read_to_string(&one.cert).unwrap() + &text).unwrap();
            let said = refused(&TlsFiles { cert: broken.clone(), ..one.clone() });
            assert!(said.starts_with("tls-cert: "), "{text:?}: {said}");
        }
        let key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n";
        fs::write(&broken, key).unwrap();
        let said = refused(&TlsFiles { key: broken.clone(), ..one.clone() });
        assert!(said.starts_with("tls-key: ") && !said.contains("c2VjcmV0"), "{said}");
        for text in pem::tests::spoilt() {
            fs::write(&broken, &text).unwrap();
            let key = refused(&TlsFiles { key: broken.clone(), ..one.clone() });
            let cert = refused(&TlsFiles { cert: broken.clone(), ..one.clone() });
            assert!(key.starts_with("tls-key: ") && cert.starts_with("tls-cert: "), "{key} {cert}");
            assert!(!pem::tests::tells(&key) && !pem::tests::tells(&cert), "{key} {cert}");
        }
        fs::write(&broken, vec![b'\n'; 128 * 1024 + 1]).unwrap();
        let said = refused(&TlsFiles { cert: broken, ..one });
        assert!(said.ends_with("it is larger than the 131072 bytes allowed"), "{said}");
    }

    #[test]
    fn an_address_may_begin_its_burst_and_is_stopped_then_alone() {
        let dir = tempfile::tempdir().unwrap();
        let tls = Tls::load(&files(dir.path(), "one")).unwrap();
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        assert!((0..HANDSHAKES_BURST.get()).all(|_| tls.may_begin(one)));
        // some come back while this is counted
        assert!((0..100 * HANDSHAKES_BURST.get()).any(|_| !tls.may_begin(one)));
        assert!(tls.may_begin(other));
    }

    #[test]
    fn a_broken_file_leaves_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (files(dir.path(), "one"), files(dir.path(), "other"));
        let tls = Tls::load(&one).unwrap();
        let before = lock(&tls.current).clone();
        fs::copy(&other.cert, &one.cert).unwrap();
        assert!(matches!(tls.reload(), Err(TlsError::Key { .. })));
        assert!(Arc::ptr_eq(&before, &lock(&tls.current)));
        fs::copy(&other.key, &one.key).unwrap();
        tls.reload().unwrap();
        assert!(!Arc::ptr_eq(&before, &lock(&tls.current)));
    }
}
