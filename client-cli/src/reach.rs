//! Why a server cannot be reached, in words that a person can act upon instead of a library's chain
//! of causes. Pure.

use std::{error::Error, io};

/// Nobody listens there.
const REFUSED: &str = "connection refused";

/// What is told when there is no connection to a server (`http://HOST:PORT`) for this reason.
pub(crate) fn sentence(server: &str, reason: &str) -> String {
    if reason == REFUSED {
        return format!("no server at {server} ({reason}); start one, or set --server");
    }
    format!("no connection to {server}: {reason}")
}

/// What is told when something else than a Tengen server answers.
pub(crate) fn stranger(server: &str, what: impl std::fmt::Display) -> String {
    format!("what answers at {server} is no Tengen server ({what})")
}

/// The reason in a few words.
pub(crate) fn reason(server: &str, error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    let kind = causes.clone().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind).last();
    let text = causes.last().map(ToString::to_string).unwrap_or_default();
    network(kind, &text).map_or_else(|| speech(server, kind, &text), str::to_owned)
}

/// What the network says.
fn network(kind: Option<io::ErrorKind>, text: &str) -> Option<&'static str> {
    match kind {
        Some(io::ErrorKind::ConnectionRefused) => Some(REFUSED),
        Some(io::ErrorKind::TimedOut) => Some("no answer in time"),
        Some(io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable) => {
            Some("the network has no way to it")
        }
        _ if text.contains("failed to lookup address") => Some("there is no host of that name"),
        _ if text.contains("timed out") => Some("no answer in time"),
        _ => None,
    }
}

/// Somebody is there, but one does not understand the other.
fn speech(server: &str, kind: Option<io::ErrorKind>, text: &str) -> String {
    if let Some(rest) = server.strip_prefix("https://") {
        if text.contains("UnknownIssuer") {
            return format!("nobody trusted has issued its certificate ({text}); name a private authority with --ca");
        }
        if text.contains("certificate") {
            return format!("its certificate is not trusted ({text})");
        }
        return format!("this server may speak http: try http://{rest}");
    }
    // what TLS says to a plain request is no HTTP
    if let Some(rest) = server.strip_prefix("http://").filter(|_| text.contains("invalid HTTP version")) {
        return format!("this server may speak https: try https://{rest}");
    }
    match kind {
        Some(io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::UnexpectedEof) => {
            "the connection was cut".into()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{failure::Failure, http::Api, testing::server::DEADLINE, trust::Trust};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        time::timeout,
    };

    async fn told(server: &str) -> String {
        let api = Api::new(server, &Trust::with(None).unwrap()).unwrap();
        let failure = timeout(DEADLINE, api.games(None, None)).await.unwrap().unwrap_err();
        assert!(matches!(failure, Failure::Unreachable(_)) && failure.exit_code() == 3, "{failure}");
        failure.to_string()
    }

    #[tokio::test]
    async fn nobody_there_is_said_without_the_librarys_causes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let text = told(&server).await;
        assert_eq!(text, format!("no server at {server} (connection refused); start one, or set --server"));
    }

    #[tokio::test]
    async fn a_server_that_speaks_http_is_known_when_https_was_asked_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answering = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 1024]).await;
                let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n").await;
            }
        });
        let text = told(&format!("https://{address}")).await;
        assert!(text.ends_with(&format!(": this server may speak http: try http://{address}")), "{text}");
        let text = told(&format!("http://{address}")).await;
        assert!(text.contains("is no Tengen server (400 Bad Request)"), "{text}");
        answering.abort();
    }

    #[test]
    fn causes_become_words() {
        let of = |kind, text: &str| reason("http://h", &io::Error::new(kind, text.to_owned()));
        assert_eq!(of(io::ErrorKind::ConnectionRefused, "x (os error 111)"), "connection refused");
        assert_eq!(of(io::ErrorKind::HostUnreachable, "x"), "the network has no way to it");
        assert_eq!(
            of(io::ErrorKind::Other, "failed to lookup address information: x"),
            "there is no host of that name"
        );
        assert_eq!(of(io::ErrorKind::ConnectionReset, "x"), "the connection was cut");
        let of = |why: &str| reason("https://h", &io::Error::other(format!("invalid peer certificate: {why}")));
        assert!(of("Expired").starts_with("its certificate is not trusted"));
        assert!(
            of("UnknownIssuer")
                .ends_with("(invalid peer certificate: UnknownIssuer); name a private authority with --ca")
        );
    }
}
