//! Tournaments over HTTP. Bodies are handed on as they came, so that `--json` prints what the server said.

use super::{Api, encoded};
use crate::failure::Failure;
use reqwest::{Method, RequestBuilder, header::CONTENT_TYPE};
use serde::{Serialize, de::DeserializeOwned};
use std::{sync::atomic::Ordering, time::Duration};
use tengen_protocol::{Code, CommandId, NewTournament, TournamentCommand, TournamentId, WireError};
use tokio::time;

/// A command without an answer is sent so often, with the same id, before that is told.
const TRIES: u32 = 5;

/// The wait before it is sent again, growing.
const PAUSE: Duration = Duration::from_millis(200);

/// Nobody waits longer for a server that asks to be asked again.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Lists and records of a whole event may take so long.
const EXPORT_WITHIN: Duration = Duration::from_secs(300);

/// A query of a page: what is said of these.
pub(crate) fn query(parts: &[(&str, Option<String>)]) -> String {
    let said = parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", encoded(value.as_deref()?))));
    let said: Vec<String> = said.collect();
    if said.is_empty() { String::new() } else { format!("?{}", said.join("&")) }
}

impl Api {
    /// What stands at a path below `/tournaments`.
    pub(crate) async fn tournaments(&self, path: &str, token: Option<&str>) -> Result<String, Failure> {
        self.body(self.request(Method::GET, &format!("/tournaments{path}"), token)).await
    }

    /// The same where it may be long: lists and records to keep.
    pub(crate) async fn tournament_file(&self, path: &str, token: Option<&str>) -> Result<String, Failure> {
        let request = self.request(Method::GET, &format!("/tournaments{path}"), token);
        self.body(request.timeout(EXPORT_WITHIN)).await
    }

    /// Reads a body.
    ///
    /// # Errors
    /// When it is something else.
    pub(crate) fn understood<T: DeserializeOwned>(&self, body: &str) -> Result<T, Failure> {
        serde_json::from_str(body).map_err(|_| self.foreign())
    }

    /// Makes a tournament.
    pub(crate) async fn make_tournament(&self, new: &NewTournament, token: Option<&str>) -> Result<String, Failure> {
        self.certain(|| self.order("/tournaments", new, token)).await
    }

    /// Asks something of a tournament.
    pub(crate) async fn ask_tournament(
        &self,
        tournament: &TournamentId,
        command: &TournamentCommand,
        token: Option<&str>,
    ) -> Result<String, Failure> {
        self.certain(|| self.order(&format!("/tournaments/{tournament}/commands"), command, token)).await
    }

    /// Enters a list, or only checks it.
    pub(crate) async fn import_entries(
        &self,
        tournament: &TournamentId,
        csv: &[u8],
        (id, check): (&CommandId, bool),
        token: Option<&str>,
    ) -> Result<String, Failure> {
        let said = query(&[("id", Some(id.to_string())), ("check", check.then(|| "true".to_owned()))]);
        let path = format!("/tournaments/{tournament}/entries.csv{said}");
        self.certain(|| {
            self.request(Method::POST, &path, token).header(CONTENT_TYPE, "text/csv; charset=utf-8").body(csv.to_vec())
        })
        .await
    }

    fn order(&self, path: &str, body: &impl Serialize, token: Option<&str>) -> RequestBuilder {
        self.request(Method::POST, path, token).json(body)
    }

    async fn body(&self, request: RequestBuilder) -> Result<String, Failure> {
        self.send(request).await?.text().await.map_err(|error| self.unreachable(&error))
    }

    /// Sends a command until it is answered: its id makes that safe. A server that has never answered is not
    /// waited for.
    async fn certain(&self, request: impl Fn() -> RequestBuilder) -> Result<String, Failure> {
        let mut tries = 0;
        loop {
            let failure = match self.body(request()).await {
                Ok(body) => return Ok(body),
                Err(failure) => failure,
            };
            tries += 1;
            let usual = PAUSE.saturating_mul(1 << tries.min(4));
            let pause = match &failure {
                Failure::Unreachable(_) if self.answered.load(Ordering::Relaxed) => usual,
                Failure::Refused(error) if may_be_repeated(error) => {
                    error.retry_after.map_or(usual, Duration::from_millis).max(PAUSE)
                }
                _ => return Err(failure),
            };
            if tries >= TRIES || pause > LONGEST_PAUSE {
                return Err(failure);
            }
            time::sleep(pause).await;
        }
    }
}

const fn may_be_repeated(error: &WireError) -> bool {
    matches!(error.code, Code::RateLimited | Code::Unavailable | Code::GoingAway)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trust::Trust;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
    };

    /// One request as text; of its body at least the command's id.
    async fn heard(listener: &TcpListener) -> (TcpStream, String) {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (mut text, mut part) = (String::new(), [0; 4096]);
        while !text.contains("\"id\"") {
            let read = stream.read(&mut part).await.unwrap();
            assert!(read > 0, "{text}");
            text.push_str(std::str::from_utf8(&part[..read]).unwrap());
        }
        (stream, text)
    }

    async fn answer(mut stream: TcpStream, status: &str, body: &str) {
        let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n", body.len());
        stream.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes()).await.unwrap();
    }

    #[tokio::test]
    async fn a_command_whose_answer_is_lost_is_sent_again_as_it_was() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let api = Api::new(&format!("http://{address}"), &Trust::with(None).unwrap()).unwrap();
        let (asked, tournament) = (api.clone(), "t1".parse().unwrap());
        let asking = tokio::spawn(async move {
            let command = serde_json::from_str(r#"{"id":"c1","ask":"finish"}"#).unwrap();
            asked.ask_tournament(&tournament, &command, Some("t")).await
        });
        let (stream, first) = heard(&listener).await;
        let busy = r#"{"error":{"code":"unavailable","message":"a node is away","retry_after":1}}"#;
        answer(stream, "503 Service Unavailable", busy).await;
        let (stream, second) = heard(&listener).await;
        drop(stream);
        let (stream, third) = heard(&listener).await;
        answer(stream, "200 OK", r#"{"tournament":"t1","seq":7}"#).await;
        assert!(first.starts_with("POST /api/v1/tournaments/t1/commands ") && first == second && second == third);
        assert!(first.contains(r#""id":"c1""#), "{first}");
        assert_eq!(asking.await.unwrap().unwrap(), r#"{"tournament":"t1","seq":7}"#);
    }

    #[tokio::test]
    async fn nobody_waits_for_a_server_that_was_never_there() {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let api = Api::new(&format!("http://{free}"), &Trust::with(None).unwrap()).unwrap();
        let command = serde_json::from_str(r#"{"id":"c1","ask":"start"}"#).unwrap();
        let failure = api.ask_tournament(&"t1".parse().unwrap(), &command, None).await.unwrap_err();
        assert!(matches!(failure, Failure::Unreachable(_)), "{failure}");
    }

    #[test]
    fn what_is_not_said_is_not_in_a_query() {
        assert_eq!(query(&[("stage", None)]), "");
        assert_eq!(
            query(&[("phase", Some("running".into())), ("before", Some("a b".into()))]),
            "?phase=running&before=a%20b"
        );
    }
}
