//! The server's HTTP API: accounts, tokens, lists and records. What is live goes over the WebSocket.

pub(crate) mod tournaments;

use crate::{
    failure::Failure,
    reach::{self, Reason, Stage},
    t,
    text::printable,
    trust::Trust,
    words::Words,
};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tengen_protocol::{
    GameId, Size,
    http::{
        Credentials, ErrorBody, GameList, GameView, LogPage, Me, NamedToken, Player, PlayerResult, RefreshRequest,
        Session, TokenList, TokenRequest,
    },
    limits,
};
use tokio_rustls::rustls::ClientConfig;

/// A connection must be open within this.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// A whole answer must be there within this.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// One server's API.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    client: reqwest::Client,
    server: String,
    /// Whether the server has answered once.
    answered: Arc<AtomicBool>,
}

/// Which games are looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameQuery {
    /// Only finished ones.
    pub(crate) finished: bool,
    /// Name or id of a player.
    pub(crate) player: Option<String>,
    /// Name or id of the other one.
    pub(crate) opponent: Option<String>,
    /// The board.
    pub(crate) size: Option<Size>,
    /// How it ended for the player.
    pub(crate) result: Option<PlayerResult>,
    /// The `next` of the page before.
    pub(crate) before: Option<String>,
    /// So many at most; else as many as the server likes.
    pub(crate) limit: Option<u32>,
}

impl GameQuery {
    fn path(&self) -> String {
        let result = self.result.map(|result| match result {
            PlayerResult::Won => "won",
            PlayerResult::Lost => "lost",
            PlayerResult::Other => "other",
        });
        let parts = [
            ("status", self.finished.then(|| "finished".to_owned())),
            ("player", self.player.clone()),
            ("opponent", self.opponent.clone()),
            ("size", self.size.map(|size| size.to_string())),
            ("result", result.map(str::to_owned)),
            ("before", self.before.clone()),
            ("limit", self.limit.map(|limit| limit.to_string())),
        ];
        let said = parts.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", encoded(&value?))));
        let query: Vec<String> = said.collect();
        if query.is_empty() { "/games".to_owned() } else { format!("/games?{}", query.join("&")) }
    }
}

/// As a part of a URL (RFC 3986 section 2.1): all but unreserved characters are escaped.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _infallible = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

impl Api {
    /// The API of the server at `http://HOST:PORT`, or with `https` if its certificate is trusted.
    ///
    /// # Errors
    /// When the machine has no way to make connections.
    pub(crate) fn new(server: &str, trust: &Trust) -> Result<Self, Failure> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(ClientConfig::clone(&trust.config()))
            .connect_timeout(CONNECT_WITHIN)
            .timeout(ANSWER_WITHIN)
            .user_agent(concat!("tengen/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| Failure::Local(error.to_string()))?;
        Ok(Self { client, server: server.trim_end_matches('/').to_owned(), answered: Arc::default() })
    }

    fn request(&self, method: Method, path: &str, token: Option<&str>) -> RequestBuilder {
        let request = self.client.request(method, format!("{}/api/v1{path}", self.server));
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Makes an account.
    pub(crate) async fn register(&self, credentials: &Credentials) -> Result<Session, Failure> {
        self.read(self.request(Method::POST, "/accounts", None).json(credentials)).await
    }

    /// A session of an account.
    pub(crate) async fn login(&self, credentials: &Credentials) -> Result<Session, Failure> {
        self.read(self.request(Method::POST, "/login", None).json(credentials)).await
    }

    /// A session of a new guest.
    pub(crate) async fn guest(&self) -> Result<Session, Failure> {
        self.read(self.request(Method::POST, "/guests", None)).await
    }

    /// A session after the one that the refresh token belongs to.
    pub(crate) async fn refresh(&self, refresh_token: &str) -> Result<Session, Failure> {
        let body = RefreshRequest { refresh_token: refresh_token.to_owned() };
        self.read(self.request(Method::POST, "/refresh", None).json(&body)).await
    }

    /// Whose token it is.
    pub(crate) async fn me(&self, token: &str) -> Result<Me, Failure> {
        self.read(self.request(Method::GET, "/me", Some(token))).await
    }

    /// What anybody may know of an account, by its name or id.
    pub(crate) async fn player(&self, named: &str) -> Result<Player, Failure> {
        self.read(self.request(Method::GET, &format!("/players/{}", encoded(named)), None)).await
    }

    /// A page of the games that are looked for.
    pub(crate) async fn games(&self, query: &GameQuery, token: Option<&str>) -> Result<GameList, Failure> {
        self.read(self.request(Method::GET, &query.path(), token)).await
    }

    /// Games that are being played, newest first, as many as the server likes.
    pub(crate) async fn live_games(&self, token: Option<&str>) -> Result<GameList, Failure> {
        self.read(self.request(Method::GET, "/games?status=live", token)).await
    }

    /// A game as it stands.
    pub(crate) async fn game(&self, game: &GameId, token: Option<&str>) -> Result<GameView, Failure> {
        self.read(self.request(Method::GET, &format!("/games/{game}"), token)).await
    }

    /// The record of a game.
    pub(crate) async fn sgf(&self, game: &GameId, token: Option<&str>) -> Result<String, Failure> {
        let response = self.send(self.request(Method::GET, &format!("/games/{game}.sgf"), token)).await?;
        response.text().await.map_err(|error| self.unreachable(&error))
    }

    /// One page of a game's log from an event on.
    pub(crate) async fn log(&self, game: &GameId, from: u64, token: Option<&str>) -> Result<LogPage, Failure> {
        let path = format!("/games/{game}/log?from={from}&limit={}", limits::LOG_PAGE);
        self.read(self.request(Method::GET, &path, token)).await
    }

    /// Makes a named token.
    pub(crate) async fn make_token(&self, token: &str, request: &TokenRequest) -> Result<NamedToken, Failure> {
        self.read(self.request(Method::POST, "/tokens", Some(token)).json(request)).await
    }

    /// Lists named tokens.
    pub(crate) async fn tokens(&self, token: &str) -> Result<TokenList, Failure> {
        self.read(self.request(Method::GET, "/tokens", Some(token))).await
    }

    /// Revokes a named token.
    pub(crate) async fn revoke_token(&self, token: &str, id: &str) -> Result<(), Failure> {
        if !id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)) {
            return Err(Failure::Usage(t!(Words::current(), "token-id", id = printable(id))));
        }
        self.send(self.request(Method::DELETE, &format!("/tokens/{id}"), Some(token))).await.map(drop)
    }

    /// Ends the session of a refresh token.
    pub(crate) async fn logout(&self, token: &str) -> Result<(), Failure> {
        self.send(self.request(Method::POST, "/logout", Some(token))).await.map(drop)
    }

    async fn read<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Failure> {
        let response = self.send(request).await?;
        response.json().await.map_err(|error| if error.is_decode() { self.foreign() } else { self.unreachable(&error) })
    }

    /// Whatever answers so is not the server.
    fn foreign(&self) -> Failure {
        let words = Words::current();
        Failure::Unreachable(reach::stranger(words, &self.server, &t!(words, "reach-foreign-answer")))
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, Failure> {
        let response = request.send().await.map_err(|error| self.unreachable(&error))?;
        self.answered.store(true, Ordering::Relaxed);
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = response.bytes().await.map_err(|error| self.unreachable(&error))?;
        Err(self.refused(status, &body))
    }

    fn unreachable(&self, error: &reqwest::Error) -> Failure {
        let stage = if self.answered.load(Ordering::Relaxed) { Stage::Talking } else { Stage::Greeting };
        let reason = Reason::of(&self.server, error, stage);
        Failure::Unreachable(reach::sentence(Words::current(), &self.server, &reason))
    }

    /// A refusal has its code in the body; whatever else answers is not the server.
    fn refused(&self, status: StatusCode, body: &[u8]) -> Failure {
        match serde_json::from_slice::<ErrorBody>(body) {
            Ok(body) => body.error.into(),
            Err(_) if status == StatusCode::UNAUTHORIZED => Failure::NotLoggedIn(t!(Words::current(), "token-refused")),
            Err(_) => Failure::Unreachable(reach::stranger(Words::current(), &self.server, &status.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_looked_for_is_one_query() {
        assert_eq!(GameQuery::default().path(), "/games");
        let query = GameQuery {
            finished: true,
            player: Some("Zoë&size=9".into()),
            opponent: Some("天元".into()),
            size: Some("13x9".parse().unwrap()),
            result: Some(PlayerResult::Lost),
            before: Some("1764500000000.k3".into()),
            limit: Some(7),
        };
        assert_eq!(
            query.path(),
            "/games?status=finished&player=Zo%C3%AB%26size%3D9&opponent=%E5%A4%A9%E5%85%83&size=13x9&result=lost\
             &before=1764500000000.k3&limit=7"
        );
    }
}
