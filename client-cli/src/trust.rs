//! Whose certificates are believed: those of the machine's authorities, and of one more if a file
//! with it is named. The same for HTTP and for the WebSocket.

use crate::{failure::Failure, t, text::system, words::Words};
use rustls_platform_verifier::Verifier;
use std::{path::Path, sync::Arc};
use tokio_rustls::rustls::{
    ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier,
    client::WantsClientCert,
    crypto::aws_lc_rs,
    pki_types::{
        CertificateDer,
        pem::{self, PemObject},
    },
};

/// What is spoken inside (RFC 7301).
const ALPN: &[u8] = b"http/1.1";

/// Largest file with an authority, bytes: all that a system has fit.
const FILE_BYTES: u64 = 1024 * 1024;

/// See the module. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Trust(Arc<ClientConfig>);

impl Trust {
    /// The machine's authorities, and those in this file.
    ///
    /// # Errors
    /// When the file is none of certificates.
    pub(crate) fn with(ca: Option<&Path>) -> Result<Self, Failure> {
        let own = ca.map(read).transpose()?.unwrap_or_default();
        let named = || ca.unwrap_or(Path::new("")).display();
        // one that cannot be an authority is said before a machine without any
        let mut roots = RootCertStore::empty();
        for certificate in own.iter().cloned() {
            roots.add(certificate).map_err(|error| Failure::Usage(format!("--ca {}: {error}", named())))?;
        }
        let builder = builder()?;
        let verified = match Verifier::new_with_extra_roots(own, builder.crypto_provider().clone()) {
            Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)),
            // a machine without authorities may still play where there is no TLS
            Err(_) => builder.with_root_certificates(roots),
        };
        Ok(Self::of(verified))
    }

    fn of(verified: ConfigBuilder<ClientConfig, WantsClientCert>) -> Self {
        let mut config = verified.with_no_client_auth();
        config.alpn_protocols = vec![ALPN.to_vec()];
        Self(Arc::new(config))
    }

    /// For the library that connects.
    pub(crate) fn config(&self) -> Arc<ClientConfig> {
        self.0.clone()
    }
}

fn builder() -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, Failure> {
    ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Failure::Local(error.to_string()))
}

fn read(path: &Path) -> Result<Vec<CertificateDer<'static>>, Failure> {
    let words = Words::current();
    let bad = |why: String| Failure::Usage(format!("--ca {}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| bad(system(&error)))?.len();
    if size > FILE_BYTES {
        return Err(bad(t!(words, "trust-too-large", size = size, most = FILE_BYTES)));
    }
    let pem = std::fs::read(path).map_err(|error| bad(system(&error)))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    match found {
        Ok(found) if found.is_empty() => Err(bad(t!(words, "trust-no-certificate"))),
        Ok(found) => Ok(found),
        Err(error) => Err(bad(t!(words, "trust-no-pem", why = said(words, &error)))),
    }
}

/// In fixed words: the library's own quote lines of the file, and a key may be named by mistake.
fn said(words: Words, error: &pem::Error) -> String {
    match error {
        pem::Error::MissingSectionEnd { .. } => t!(words, "trust-no-end"),
        pem::Error::IllegalSectionStart { .. } => t!(words, "trust-no-start"),
        pem::Error::Base64Decode(_) => t!(words, "trust-no-base64"),
        _ => t!(words, "trust-unreadable"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_an_authority_is_refused_with_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ca.pem");
        let refused = || {
            let Err(Failure::Usage(why)) = Trust::with(Some(&path)) else { panic!("it is taken") };
            assert!(why.starts_with(&format!("--ca {}: ", path.display())), "{why}");
            why
        };
        assert!(refused().contains("No such file"));
        std::fs::write(&path, "text").unwrap();
        assert!(refused().contains("there is no certificate in it"));
        std::fs::write(&path, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
        refused();
        std::fs::write(&path, "-----BEGIN CERTIFICATE-----\nAA").unwrap();
        refused();
        let key = "MIIEowIBAAKCAQEAsecretSecretSECRET0123456789";
        let numbers = key.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(", ");
        for text in [
            format!("-----BEGIN PRIVATE KEY-----{key}-----END PRIVATE KEY-----"),
            format!("-----BEGIN PRIVATE KEY-----{key}\n-----END PRIVATE KEY-----\n"),
            format!("-----BEGIN {key}\n"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let why = refused();
            assert!(!why.contains(key) && !why.contains(&numbers), "{why}");
        }
        std::fs::File::create(&path).unwrap().set_len(FILE_BYTES + 1).unwrap();
        assert!(refused().ends_with("1048577 bytes; 1048576 are allowed"));
        assert!(Trust::with(None).is_ok());
    }
}
