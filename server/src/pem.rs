//! Certificates and private keys from PEM files (RFC 7468).
//!
//! What must hold: no error says anything of what a file holds. A key may stand where a certificate
//! belongs, or be pasted without its line breaks, and what is wrong with it goes to the log.

use rustls_pki_types::{
    CertificateDer, PrivateKeyDer,
    pem::{Error, PemObject},
};
use std::{
    fs,
    io::{self, Read},
    path::Path,
};
use zeroize::Zeroizing;

/// A file's certificates, one at least.
#[derive(Debug)]
pub(crate) struct Certificates {
    /// The file.
    pub(crate) pem: Vec<u8>,
    /// What is in it, in its order.
    pub(crate) all: Vec<CertificateDer<'static>>,
}

/// Reads a file of certificates, up to so many bytes.
///
/// # Errors
/// What is wrong, without the path.
pub(crate) fn certificates(path: &Path, most: u64) -> Result<Certificates, String> {
    let pem = read(path, most).map_err(|error| error.to_string())?;
    let all: Vec<_> = CertificateDer::pem_slice_iter(&pem)
        .collect::<Result<_, _>>()
        .map_err(|error| format!("not the PEM of certificates: {}", why(&error)))?;
    if all.is_empty() {
        return Err("there is no certificate in it: it begins with -----BEGIN CERTIFICATE-----".to_owned());
    }
    Ok(Certificates { pem, all })
}

/// Reads a file with a private key that is not encrypted, up to so many bytes.
///
/// # Errors
/// What is wrong, without the path.
pub(crate) fn private_key(path: &Path, most: u64) -> Result<PrivateKeyDer<'static>, String> {
    let pem = Zeroizing::new(read(path, most).map_err(|error| error.to_string())?);
    PrivateKeyDer::from_pem_slice(&pem).map_err(|error| match error {
        Error::NoItemsFound => {
            "there is no private key in it that is not encrypted: it begins with -----BEGIN PRIVATE KEY-----".to_owned()
        }
        error => format!("not the PEM of a private key: {}", why(&error)),
    })
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // a pipe would be waited for, a device never ends
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    let mut read = Vec::new();
    fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut read)?;
    if read.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than the {most} bytes allowed")));
    }
    Ok(read)
}

/// In fixed words: the library's own quote lines of the file.
const fn why(error: &Error) -> &'static str {
    match error {
        Error::MissingSectionEnd { .. } => {
            "a section does not end: its -----END ...----- is missing, or does not stand on a line of its own"
        }
        Error::IllegalSectionStart { .. } => "a -----BEGIN ...----- does not stand whole on a line of its own",
        Error::Base64Decode(_) => "a section is not base64",
        Error::NoItemsFound => "nothing of the kind is in it",
        Error::SectionTooLarge => "a section is too long",
        _ => "it cannot be read",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What is in a key, as it is written; it is none.
    const PAYLOAD: &str = "MIIEowIBAAKCAQEAsecretSecretSECRET0123456789";

    /// Files with a key that somebody has spoilt.
    pub(crate) fn spoilt() -> [String; 6] {
        let (begin, end) = ("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----");
        [
            format!("{begin}{PAYLOAD}{end}"),
            format!("{begin}{PAYLOAD}{end}\n"),
            // the header is cut off
            format!("-----BEGIN {PAYLOAD}\n{end}\n"),
            format!("{begin}{PAYLOAD}\n{end}\n"),
            format!("{begin}\n{PAYLOAD}\n"),
            format!("{begin}\n{PAYLOAD}?\n{end}\n"),
        ]
    }

    /// Whether a text tells of what [`spoilt`] holds: as it is written, or as numbers.
    pub(crate) fn tells(text: &str) -> bool {
        let numbers = |bytes: &[u8]| bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let part = &PAYLOAD[16..28];
        text.contains(part) || text.contains(&numbers(part.as_bytes()))
    }

    #[test]
    fn only_files_of_bounded_size_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key.pem");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        for none in [dir.path(), Path::new("/dev/zero")] {
            assert!(private_key(none, 1_000).is_err_and(|said| said == "it is not a file"));
        }
    }

    #[test]
    fn errors_tell_nothing_of_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key.pem");
        for text in spoilt() {
            fs::write(&path, &text).unwrap();
            let library = PrivateKeyDer::from_pem_slice(text.as_bytes()).unwrap_err().to_string();
            let said = private_key(&path, 1_000).unwrap_err();
            assert!(said.starts_with("not the PEM of a private key: ") && !tells(&said), "{text}: {said}");
            assert!(!said.contains(&library), "{said}");
            let said = certificates(&path, 1_000).unwrap_err();
            assert!(said.contains("certificate") && !tells(&said), "{text}: {said}");
        }
        let library = PrivateKeyDer::from_pem_slice(spoilt()[0].as_bytes()).unwrap_err().to_string();
        assert!(tells(&library), "the library quotes no more: {library}");
    }
}
