//! Why a server cannot be reached, in words that a person can act upon instead of a library's chain
//! of causes. Pure: the words come with the call.

use crate::{t, text::printable, words::Words};
use std::{error::Error, io};

/// How far one had come when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nothing was understood yet: each may speak another protocol.
    Greeting,
    /// They have understood each other before.
    Talking,
}

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Nobody listens there.
    Refused,
    /// Nothing came in time.
    NoAnswer,
    /// The network does not lead there.
    NoWay,
    /// The name is of no host.
    NoHost,
    /// Nobody trusted has issued the certificate; what the library says.
    UnknownIssuer(String),
    /// The certificate is not trusted; what the library says.
    Untrusted(String),
    /// TLS was asked for and something else came; where to try without it.
    SpeaksHttp(String),
    /// TLS came where none was asked for; where to try with it.
    SpeaksHttps(String),
    /// The other side is gone.
    Cut,
    /// What the library says.
    Other(String),
}

/// What is told when there is no connection to a server (`http://HOST:PORT`) for this reason.
pub(crate) fn sentence(words: Words, server: &str, reason: &Reason) -> String {
    let why = reason.text(words);
    match reason {
        Reason::Refused => t!(words, "reach-nobody", server = server, why = why),
        _ => t!(words, "reach-no-connection", server = server, why = why),
    }
}

/// What is told when something else than a Tengen server answers.
pub(crate) fn stranger(words: Words, server: &str, what: &str) -> String {
    t!(words, "reach-stranger", server = server, what = what)
}

impl Reason {
    /// The reason behind a library's chain of causes.
    pub(crate) fn of(server: &str, error: &(dyn Error + 'static), stage: Stage) -> Self {
        let causes = std::iter::successors(Some(error), |error| (*error).source());
        let kind = causes.clone().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind).last();
        let text = causes.last().map(|cause| printable(&cause.to_string())).unwrap_or_default();
        Self::network(kind, &text)
            .or_else(|| Self::certificate(server, &text))
            .or_else(|| Self::speech(server, &text).filter(|_| stage == Stage::Greeting))
            .unwrap_or_else(|| Self::silence(kind, text))
    }

    /// What the network says.
    fn network(kind: Option<io::ErrorKind>, text: &str) -> Option<Self> {
        match kind {
            Some(io::ErrorKind::ConnectionRefused) => Some(Self::Refused),
            Some(io::ErrorKind::TimedOut) => Some(Self::NoAnswer),
            Some(io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable) => Some(Self::NoWay),
            _ if text.contains("failed to lookup address") => Some(Self::NoHost),
            _ if text.contains("timed out") => Some(Self::NoAnswer),
            _ => None,
        }
    }

    /// Who is there is not believed.
    fn certificate(server: &str, text: &str) -> Option<Self> {
        match server.starts_with("https://") {
            true if text.contains("UnknownIssuer") => Some(Self::UnknownIssuer(text.to_owned())),
            true if text.contains("certificate") => Some(Self::Untrusted(text.to_owned())),
            _ => None,
        }
    }

    /// Somebody is there, but one does not understand the other.
    fn speech(server: &str, text: &str) -> Option<Self> {
        if let Some(rest) = server.strip_prefix("https://") {
            return Some(Self::SpeaksHttp(format!("http://{rest}")));
        }
        // what TLS says to a plain request is no HTTP
        let rest = server.strip_prefix("http://").filter(|_| text.contains("invalid HTTP version"))?;
        Some(Self::SpeaksHttps(format!("https://{rest}")))
    }

    /// It ended.
    fn silence(kind: Option<io::ErrorKind>, text: String) -> Self {
        match kind {
            Some(io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::UnexpectedEof) => {
                Self::Cut
            }
            _ => Self::Other(text),
        }
    }

    /// The reason in a few words.
    pub(crate) fn text(&self, words: Words) -> String {
        match self {
            Self::Refused => t!(words, "reach-refused"),
            Self::NoAnswer => t!(words, "reach-no-answer"),
            Self::NoWay => t!(words, "reach-no-way"),
            Self::NoHost => t!(words, "reach-no-host"),
            Self::UnknownIssuer(why) => t!(words, "reach-unknown-issuer", why = why.as_str()),
            Self::Untrusted(why) => t!(words, "reach-untrusted", why = why.as_str()),
            Self::SpeaksHttp(address) => t!(words, "reach-speaks-http", address = address.as_str()),
            Self::SpeaksHttps(address) => t!(words, "reach-speaks-https", address = address.as_str()),
            Self::Cut => t!(words, "reach-cut"),
            Self::Other(why) => why.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        failure::Failure,
        http::{Api, GameQuery},
        testing::server::DEADLINE,
        trust::Trust,
    };
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        time::timeout,
    };

    async fn told(server: &str) -> String {
        let api = Api::new(server, &Trust::with(None).unwrap()).unwrap();
        let failure = timeout(DEADLINE, api.games(&GameQuery::default(), None)).await.unwrap().unwrap_err();
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
        let english = Words::english();
        let of = |kind, text: &str| {
            Reason::of("http://h", &io::Error::new(kind, text.to_owned()), Stage::Greeting).text(english)
        };
        assert_eq!(of(io::ErrorKind::ConnectionRefused, "x (os error 111)"), "connection refused");
        assert_eq!(of(io::ErrorKind::HostUnreachable, "x"), "the network has no way to it");
        assert_eq!(
            of(io::ErrorKind::Other, "failed to lookup address information: x"),
            "there is no host of that name"
        );
        assert_eq!(of(io::ErrorKind::ConnectionReset, "x"), "the connection was cut");
        let of = |why: &str| {
            let error = io::Error::other(format!("invalid peer certificate: {why}"));
            Reason::of("https://h", &error, Stage::Greeting).text(english)
        };
        assert!(of("Expired").starts_with("its certificate is not trusted"));
        assert!(
            of("UnknownIssuer")
                .ends_with("(invalid peer certificate: UnknownIssuer); name a private authority with --ca")
        );
    }

    #[test]
    fn only_who_was_never_understood_may_speak_another_protocol() {
        let of = |error: io::Error, stage| Reason::of("https://h", &error, stage);
        let garbled = || io::Error::new(io::ErrorKind::InvalidData, "received corrupt message");
        assert_eq!(of(garbled(), Stage::Greeting), Reason::SpeaksHttp("http://h".into()));
        assert_eq!(of(garbled(), Stage::Talking), Reason::Other("received corrupt message".into()));
        let cut = io::Error::new(io::ErrorKind::UnexpectedEof, "peer closed connection without close_notify");
        assert_eq!(of(cut, Stage::Talking), Reason::Cut);
        let certificate = || io::Error::other("invalid peer certificate: Expired");
        assert_eq!(of(certificate(), Stage::Greeting), of(certificate(), Stage::Talking));
    }
}
