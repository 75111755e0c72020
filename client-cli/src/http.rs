//! The server's HTTP API: accounts, tokens, lists and records. What is live goes over the WebSocket.

use crate::{failure::Failure, reach, trust::Trust};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tengen_protocol::{
    GameId,
    http::{
        Credentials, ErrorBody, GameList, GameView, LogPage, Me, NamedToken, RefreshRequest, Session, TokenList,
        TokenRequest,
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
        Ok(Self { client, server: server.trim_end_matches('/').to_owned() })
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

    /// Games, newest first, so many at most; without a number as many as the server likes.
    pub(crate) async fn games(&self, limit: Option<u32>, token: Option<&str>) -> Result<GameList, Failure> {
        let path = limit.map_or_else(|| "/games".to_owned(), |limit| format!("/games?limit={limit}"));
        self.read(self.request(Method::GET, &path, token)).await
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
            return Err(Failure::Usage(format!("token id '{id}': write it as `tengen token list` shows it")));
        }
        self.send(self.request(Method::DELETE, &format!("/tokens/{id}"), Some(token))).await.map(drop)
    }

    /// Ends the session of a refresh token.
    pub(crate) async fn logout(&self, token: &str) -> Result<(), Failure> {
        self.send(self.request(Method::POST, "/logout", Some(token))).await.map(drop)
    }

    async fn read<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Failure> {
        let response = self.send(request).await?;
        response.json().await.map_err(|error| {
            if error.is_decode() {
                return Failure::Unreachable(reach::stranger(&self.server, "its answer is not of this protocol"));
            }
            self.unreachable(&error)
        })
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, Failure> {
        let response = request.send().await.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = response.bytes().await.map_err(|error| self.unreachable(&error))?;
        Err(self.refused(status, &body))
    }

    fn unreachable(&self, error: &reqwest::Error) -> Failure {
        Failure::Unreachable(reach::sentence(&self.server, &reach::reason(&self.server, error)))
    }

    /// A refusal has its code in the body; whatever else answers is not the server.
    fn refused(&self, status: StatusCode, body: &[u8]) -> Failure {
        match serde_json::from_slice::<ErrorBody>(body) {
            Ok(body) => body.error.into(),
            Err(_) if status == StatusCode::UNAUTHORIZED => Failure::NotLoggedIn("the token was refused".into()),
            Err(_) => Failure::Unreachable(reach::stranger(&self.server, status)),
        }
    }
}
