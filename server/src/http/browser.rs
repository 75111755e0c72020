//! Sessions of a page, under `/api/v1/browser`: what [`accounts`](super::accounts) does, with the refresh
//! token in a cookie that no script can read.
//!
//! What must hold: the refresh token is in no body; a page of another site can begin, renew or end nothing
//! here; a session that has ended takes its cookie along. The cookie names no path: the browser takes that
//! of the request, as the browser sees it, whatever proxies cut off. Cookies know no ports, so the name has
//! the one that the page came from. Neighbours below one domain can add cookies of that name: what is no
//! token of this server's counts for nothing and takes nothing away.

use super::{
    ApiError,
    accounts::{Address, Body, session, to_its_end},
};
use crate::{
    auth::{Accounts, AuthError, Issued},
    config::{Config, Origin, may_connect, origin_of},
};
use axum::{
    Json, Router,
    extract::{FromRequestParts, State},
    response::{IntoResponse, Response},
    routing::post,
};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use serde::Deserialize;
use std::sync::Arc;
use tengen_protocol::{Code, http::Credentials};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::warn;

/// What the name of the cookie begins with; after a dash the port follows, where the page's origin names one.
const COOKIE: &str = "tengen-session";

/// So many cookies of the name are looked at.
const LOOKED_AT: usize = 64;

/// What the cookie is: for no script, for no page of another site, for the requests below this path.
const ATTRIBUTES: &str = "HttpOnly; SameSite=Strict";

/// How browsers reach this server.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Origins whose pages may ask, besides that of `Host`.
    pub origins: Vec<Origin>,
    /// The server speaks TLS itself.
    pub tls: bool,
    /// People reach it by https, as far as it was said.
    pub https: bool,
}

impl From<&Config> for Reached {
    fn from(config: &Config) -> Self {
        Self { origins: config.origins.clone(), tls: config.tls.is_some(), https: config.is_public_https() }
    }
}

#[derive(Clone)]
struct Pages {
    accounts: Arc<Accounts>,
    reached: Arc<Reached>,
}

/// The routes of pages. Whoever serves them puts a [`ClientAddr`](crate::ClientAddr) into each request's
/// extensions.
pub fn routes(accounts: Arc<Accounts>, reached: Reached) -> Router {
    let no_store = HeaderValue::from_static("no-store");
    Router::new()
        .route("/api/v1/browser/register", post(register))
        .route("/api/v1/browser/login", post(login))
        .route("/api/v1/browser/guest", post(guest))
        .route("/api/v1/browser/refresh", post(refresh))
        .route("/api/v1/browser/logout", post(logout))
        .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, no_store))
        .with_state(Pages { accounts, reached: Arc::new(reached) })
}

/// The body of what needs none: that it is JSON is what a page of another site cannot send unasked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn register(
    State(Pages { accounts, .. }): State<Pages>,
    page: Page,
    Address(from): Address,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response, ApiError> {
    page.begins(
        StatusCode::CREATED,
        accounts,
        |accounts| async move { accounts.register(from, &name, &password).await },
    )
    .await
}

async fn login(
    State(Pages { accounts, .. }): State<Pages>,
    page: Page,
    Address(from): Address,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response, ApiError> {
    page.begins(StatusCode::OK, accounts, |accounts| async move { accounts.login(from, &name, &password).await }).await
}

async fn guest(
    State(Pages { accounts, .. }): State<Pages>,
    page: Page,
    Address(from): Address,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Response, ApiError> {
    page.begins(StatusCode::CREATED, accounts, |accounts| async move { accounts.guest_session(from).await }).await
}

/// Ends what a page was logged in to before: its cookie is about to be another one, so nobody would hold it.
async fn leave(accounts: &Accounts, old: &[String]) {
    for token in old {
        // the new session is there: a page that was told of a failure would not know of it
        if let Err(error) = accounts.end_session_of(token).await {
            warn!(%error, "the session before a login could not be ended");
        }
    }
}

async fn refresh(
    State(Pages { accounts, .. }): State<Pages>,
    page: Page,
    body: Result<Body<Nothing>, ApiError>,
) -> Result<Response, ApiError> {
    let mut refused = AuthError::Unauthorized("there is no session: log in").into();
    if page.tokens.is_empty() {
        return page.ended(refused);
    }
    let Body(Nothing {}) = body?;
    for token in page.tokens.clone() {
        let accounts = accounts.clone();
        match to_its_end(async move { accounts.refresh_page(&token).await }).await {
            Ok(renewed) => return page.begun(StatusCode::OK, renewed),
            Err(error) if error.code() == Code::Unauthorized => refused = error,
            // it may be tried again with the same cookie
            Err(error) => return Err(error),
        }
    }
    page.ended(refused)
}

async fn logout(
    State(Pages { accounts, .. }): State<Pages>,
    page: Page,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Response, ApiError> {
    for token in page.tokens.clone() {
        let accounts = accounts.clone();
        to_its_end(async move { accounts.end_session_of(&token).await }).await?;
    }
    page.ended(StatusCode::NO_CONTENT)
}

/// A request of a page that may ask here.
struct Page {
    /// The name of its cookie.
    cookie: String,
    /// What its cookies of that name hold.
    tokens: Vec<String>,
    /// It came by https, and the cookie must go by nothing else.
    secure: bool,
}

impl FromRequestParts<Pages> for Page {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, ApiError> {
        let (headers, reached) = (&parts.headers, &pages.reached);
        if is_of_another_site(headers) || !may_connect(headers, &reached.origins) {
            let message = "pages of this origin may not log in; the server's options public-url and origin allow some";
            return Err(ApiError::new(Code::Forbidden, message));
        }
        let cookie = name(headers);
        Ok(Self {
            tokens: tokens(headers, &cookie),
            cookie,
            secure: reached.tls || by_https(headers).unwrap_or(reached.https),
        })
    }
}

impl Page {
    /// Logs in to what is made, and leaves what it was logged in to.
    async fn begins<F>(
        self,
        status: StatusCode,
        accounts: Arc<Accounts>,
        make: impl FnOnce(Arc<Accounts>) -> F,
    ) -> Result<Response, ApiError>
    where
        F: Future<Output = Result<Issued, AuthError>> + Send + 'static,
    {
        let (old, made) = (self.tokens.clone(), make(Arc::clone(&accounts)));
        let made = to_its_end(async move {
            let made = made.await?;
            leave(&accounts, &old).await;
            Ok::<_, AuthError>(made)
        });
        self.begun(status, made.await?)
    }

    /// The session, but for its refresh token, which goes into the cookie.
    fn begun(&self, status: StatusCode, issued: Issued) -> Result<Response, ApiError> {
        let life_s = issued.refresh_life_s;
        let mut said = session(issued);
        let token = said.refresh_token.take();
        let token = token.ok_or_else(|| AuthError::Internal("a session without a refresh token".into()))?;
        let cookie = [(header::SET_COOKIE, self.cookie(&token, life_s)?)];
        Ok((status, cookie, Json(said)).into_response())
    }

    /// An answer that takes the cookie away.
    fn ended(&self, answer: impl IntoResponse) -> Result<Response, ApiError> {
        Ok(([(header::SET_COOKIE, self.cookie("", 0)?)], answer).into_response())
    }

    fn cookie(&self, token: &str, life_s: u64) -> Result<HeaderValue, ApiError> {
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!("{}={token}; {ATTRIBUTES}; Max-Age={life_s}{secure}", self.cookie);
        let mut value = HeaderValue::try_from(text)
            .map_err(|_| AuthError::Internal("a refresh token does not fit into a header".into()))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

/// The name of the cookie: two servers on one host have each its own. By `Origin`, which is the same
/// behind every proxy and at every node; browsers say it whenever a page asks for a change.
fn name(headers: &HeaderMap) -> String {
    let origin = origin_of(headers);
    let port = origin.as_ref().and_then(Origin::port);
    port.map_or_else(|| COOKIE.to_owned(), |port| format!("{COOKIE}-{port}"))
}

/// What the cookies of a name hold.
fn tokens(headers: &HeaderMap, cookie: &str) -> Vec<String> {
    // as bytes: what others keep there need not be text
    let bytes =
        headers.get_all(header::COOKIE).into_iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
    let texts = bytes.filter_map(|pair| str::from_utf8(pair).ok());
    let pairs = texts.filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == cookie).take(LOOKED_AT).map(|(_, token)| token.to_owned()).collect()
}

/// What browsers say of it themselves (Fetch Metadata).
fn is_of_another_site(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").into_iter().any(|site| site == "cross-site")
}

/// Whether the page itself came by https, if the browser says so.
fn by_https(headers: &HeaderMap) -> Option<bool> {
    headers.get(header::ORIGIN).map(|origin| origin.as_bytes().starts_with(b"https:"))
}

#[cfg(test)]
mod tests;
