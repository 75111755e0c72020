//! RedisTls for tests: an authority of its own that issues them for this machine.

use anyhow::Context;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose};
use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};

/// Whom a certificate of tests is for.
pub(crate) const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// An authority that nobody trusts who is not told to.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key as files.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The certificate, PEM.
    pub cert: PathBuf,
    /// Its private key, PEM, mode 0600.
    pub key: PathBuf,
}

impl Authority {
    /// A new one.
    ///
    /// # Errors
    /// When none can be made.
    pub fn new() -> anyhow::Result<Self> {
        let mut params = CertificateParams::new(Vec::new())?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        params.distinguished_name.push(DnType::CommonName, "Authority of a test");
        Ok(Self(CertifiedIssuer::self_signed(params, KeyPair::generate()?)?))
    }

    /// Its own certificate in PEM, for whoever trusts it.
    #[must_use]
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// The same as a file `ca.pem`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn file(&self, dir: &Path) -> anyhow::Result<PathBuf> {
        let path = dir.join("ca.pem");
        std::fs::write(&path, self.pem())?;
        Ok(path)
    }

    /// What a client of TLS needs that believes this authority alone and speaks these protocols.
    ///
    /// # Errors
    /// When its certificate cannot be used.
    pub fn client(&self, alpn: &[&[u8]]) -> anyhow::Result<Arc<ClientConfig>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone())?;
        let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = alpn.iter().map(|name| name.to_vec()).collect();
        Ok(Arc::new(config))
    }

    /// Issues a certificate for this machine: `NAME.pem` and `NAME.key` in the directory.
    ///
    /// # Errors
    /// When they cannot be made or written.
    pub fn issue(&self, dir: &Path, name: &str) -> anyhow::Result<Issued> {
        self.issue_for(&NAMES, dir, name)
    }

    /// The same for these hosts and addresses.
    ///
    /// # Errors
    /// As [`issue`](Self::issue).
    pub fn issue_for(&self, hosts: &[&str], dir: &Path, name: &str) -> anyhow::Result<Issued> {
        let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let mut params = CertificateParams::new(hosts)?;
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate()?;
        let cert = params.signed_by(&key, &*self.0).context("the certificate is not issued")?;
        let issued = Issued { cert: dir.join(format!("{name}.pem")), key: dir.join(format!("{name}.key")) };
        std::fs::write(&issued.cert, cert.pem())?;
        std::fs::write(&issued.key, key.serialize_pem())?;
        std::fs::set_permissions(&issued.key, std::fs::Permissions::from_mode(0o600))?;
        Ok(issued)
    }
}

impl Issued {
    /// The options with which a server takes them.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let path = |path: &Path| path.display().to_string();
        vec!["--tls-cert".to_owned(), path(&self.cert), "--tls-key".to_owned(), path(&self.key)]
    }
}
