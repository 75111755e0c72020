//! What `tengen-server healthcheck` does: asks the server that runs with this configuration how it
//! is, over its own listeners and as briefly as can be.

use crate::config::Config;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    sync::Arc,
    time::Duration,
};
use tokio_rustls::rustls::{
    self, ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
};

/// For each step: operators' tools give up after some seconds themselves.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Bytes of the answer that are looked at.
const ANSWER_BYTES: u64 = 1024;

/// Asks whether the server is alive, or `ready` for new connections.
///
/// # Errors
/// If it is not well, or not to be reached; the error says which.
pub(crate) fn ask(config: &Config, ready: bool) -> anyhow::Result<()> {
    let (address, path, tls) = match (config.admin_listen, ready) {
        (Some(admin), true) => (admin, "/readyz", false),
        (Some(admin), false) => (admin, "/healthz", false),
        (None, true) => anyhow::bail!("--ready asks the admin listener, which is off"),
        (None, false) => (config.listen, "/healthz", config.tls.is_some()),
    };
    anyhow::ensure!(address.port() != 0, "the configuration leaves the port to chance (port 0)");
    let address = reachable(address);
    let url = format!("{}://{address}{path}", if tls { "https" } else { "http" });
    let status = status(address, path, tls).map_err(|error| anyhow::anyhow!("{url}: {error}"))?;
    anyhow::ensure!(status == "200", "{url} answered {status}");
    Ok(())
}

/// Who listens on all addresses is asked on the loopback one.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn status(address: SocketAddr, path: &str, tls: bool) -> io::Result<String> {
    let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    if tls { answer(secured(stream, address.ip())?, address, path) } else { answer(stream, address, path) }
}

fn answer(mut stream: impl Read + Write, address: SocketAddr, path: &str) -> io::Result<String> {
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    stream.flush()?;
    let mut line = String::new();
    BufReader::new(Read::take(stream, ANSWER_BYTES)).read_line(&mut line)?;
    let status = line.split(' ').nth(1).map(str::trim);
    status.map(str::to_owned).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no HTTP answer"))
}

fn secured(stream: TcpStream, ip: IpAddr) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let any = Arc::new(AnyCertificate(provider.clone()));
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(any)
        .with_no_client_auth();
    let session = ClientConnection::new(Arc::new(config), ServerName::from(ip)).map_err(io::Error::other)?;
    Ok(StreamOwned::new(session, stream))
}

/// Takes every certificate: the server's is for the name that people use and not for a loopback
/// address, nothing secret is sent, and whether it answers is all that is asked.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
