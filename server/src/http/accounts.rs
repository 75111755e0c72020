//! Accounts and tokens over HTTP, under `/api/v1`; and the keys by which
//! others check tokens.
//!
//! Translates between bodies and [`Accounts`] and decides nothing. Tokens come in
//! `Authorization: Bearer`, never in a URL; every answer is `Cache-Control: no-store`, and nothing
//! that a client sent is repeated in an error, since it may be a password.

use super::{ApiError, HttpRates, games::bearer};
use crate::{
    ClientAddr, TokenCheck,
    auth::{Accounts, AuthError, Identity, Issued, NamedIssued},
};
use async_trait::async_trait;
use axum::{
    Extension, Json, Router,
    body::to_bytes,
    extract::{FromRequest, FromRequestParts, Path, Request, State, rejection::PathRejection},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use http::{HeaderValue, StatusCode, header, request::Parts};
use serde::de::DeserializeOwned;
use std::{net::IpAddr, sync::Arc};
use tengen_protocol::{
    AccountId, Code, Why, WireError,
    http::{Credentials, Me, NamedToken, RefreshRequest, Session, TokenList, TokenRequest},
};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::Instrument;

/// Largest body, bytes: the longest name and password, escaped, have less than half.
pub const BODY_BYTES: usize = 8 * 1024;

/// How long others may keep our public keys: a new key is announced before it signs.
const PUBLIC_KEYS_CACHE: &str = "public, max-age=300";

/// The routes of accounts. Whoever serves them puts a [`ClientAddr`] into each request's extensions.
pub fn routes(accounts: Arc<Accounts>) -> Router {
    let no_store = HeaderValue::from_static("no-store");
    Router::new()
        .route("/api/v1/accounts", post(register))
        .route("/api/v1/login", post(login))
        .route("/api/v1/guests", post(guest))
        .route("/api/v1/refresh", post(refresh))
        .route("/api/v1/logout", post(logout))
        .route("/api/v1/tokens", post(name_token).get(list_tokens))
        .route("/api/v1/tokens/{id}", delete(revoke))
        .route("/api/v1/me", get(me))
        .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, no_store))
        .route("/.well-known/jwks.json", get(public_keys))
        .with_state(accounts)
}

#[async_trait]
impl TokenCheck for Accounts {
    async fn account(&self, token: &str) -> Result<AccountId, WireError> {
        match self.authenticate(token).await {
            Ok(identity) => Ok(identity.account),
            Err(error) => Err(told(&error)),
        }
    }
}

/// What the client is told; the server's own faults go to its log here, once.
fn told(error: &AuthError) -> WireError {
    if error.is_fault() {
        tracing::error!(%error, "an account could not be served");
    }
    error.into()
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        told(&error).into()
    }
}

type Shared = State<Arc<Accounts>>;

/// The keys by which others check our tokens (RFC 7517); none while tokens are signed with a secret.
async fn public_keys(State(accounts): Shared) -> impl IntoResponse {
    let headers = [(header::CACHE_CONTROL, PUBLIC_KEYS_CACHE), (header::CONTENT_TYPE, "application/jwk-set+json")];
    (headers, Json(accounts.public_keys()))
}

async fn register(State(accounts): Shared, Address(from): Address, Body(body): Body<Credentials>) -> Answer<Session> {
    created(to_its_end(async move { accounts.register(from, &body.name, &body.password).await }).await.map(session)?)
}

async fn login(State(accounts): Shared, Address(from): Address, Body(body): Body<Credentials>) -> Answer<Session> {
    ok(to_its_end(async move { accounts.login(from, &body.name, &body.password).await }).await.map(session)?)
}

async fn guest(State(accounts): Shared, Address(from): Address) -> Answer<Session> {
    created(to_its_end(async move { accounts.guest(from).await }).await.map(session)?)
}

async fn refresh(State(accounts): Shared, Body(body): Body<RefreshRequest>) -> Answer<Session> {
    ok(to_its_end(async move { accounts.refresh(&body.refresh_token).await }).await.map(session)?)
}

async fn logout(State(accounts): Shared, Bearer(identity): Bearer) -> Result<StatusCode, ApiError> {
    to_its_end(async move { accounts.logout(&identity).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn name_token(
    State(accounts): Shared,
    Bearer(identity): Bearer,
    Body(body): Body<TokenRequest>,
) -> Answer<NamedToken> {
    let made = to_its_end(async move { accounts.name_token(&identity, &body.label, body.days).await });
    let NamedIssued { id, label, expires_at, token } = made.await?;
    created(NamedToken { id, label, expires_at, token: Some(token) })
}

async fn list_tokens(State(accounts): Shared, Bearer(identity): Bearer) -> Answer<TokenList> {
    ok(TokenList { tokens: accounts.list_tokens(&identity.account).await? })
}

async fn revoke(
    State(accounts): Shared,
    Bearer(identity): Bearer,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::from(AuthError::NotFound("token")))?;
    to_its_end(async move { accounts.revoke(&identity, &id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn me(State(accounts): Shared, Bearer(identity): Bearer) -> Answer<Me> {
    let roles = identity.roles.iter().map(ToString::to_string).collect();
    let mutes = accounts.muted_by(&identity.account).await?;
    ok(Me { account: identity.account, name: identity.name.to_string(), guest: identity.guest, roles, mutes })
}

/// Does what changes something in a task of its own: a client that hangs up, or a request that takes
/// too long, leaves nothing half done.
pub(super) async fn to_its_end<T, E, F>(change: F) -> Result<T, ApiError>
where
    T: Send + 'static,
    E: Into<ApiError> + Send + 'static,
    F: Future<Output = Result<T, E>> + Send + 'static,
{
    match tokio::spawn(change.in_current_span()).await {
        Ok(done) => done.map_err(Into::into),
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ApiError::new(Code::Unavailable, "the server is going down")),
        },
    }
}

pub(super) fn session(issued: Issued) -> Session {
    let Issued { account, name, token, expires_at, refresh_token, refresh_life_s: _ } = issued;
    Session { account, name: name.to_string(), token, expires_at, refresh_token }
}

type Answer<T> = Result<(StatusCode, Json<T>), ApiError>;

fn ok<T>(body: T) -> Answer<T> {
    Ok((StatusCode::OK, Json(body)))
}

fn created<T>(body: T) -> Answer<T> {
    Ok((StatusCode::CREATED, Json(body)))
}

/// The address that limits are counted by.
pub(super) struct Address(pub(super) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let client = Extension::<ClientAddr>::from_request_parts(parts, state).await;
        match client {
            Ok(Extension(client)) => Ok(Self(client.bucket())),
            Err(_) => Err(AuthError::Internal("a request came without its address".into()).into()),
        }
    }
}

/// Who the request's token lets in.
struct Bearer(Identity);

impl FromRequestParts<Arc<Accounts>> for Bearer {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, accounts: &Arc<Accounts>) -> Result<Self, Response> {
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = given.and_then(bearer) else {
            return Err(unauthorized(ApiError::new(Code::Unauthorized, "write `authorization: Bearer TOKEN`")));
        };
        let identity = accounts.authenticate(token).await.map_err(|error| unauthorized(error.into()))?;
        if let Some(rates) = parts.extensions.get::<Arc<HttpRates>>() {
            let counted = rates.account(&identity.account, &parts.method);
            counted.map_err(|error| ApiError::from(error).into_response())?;
        }
        Ok(Self(identity))
    }
}

/// A 401 says how to authenticate (RFC 9110, 11.6.1).
pub(super) fn unauthorized(error: ApiError) -> Response {
    let mut response = error.into_response();
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// A JSON body of at most [`BODY_BYTES`].
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        json_of(request, BODY_BYTES).await.map(Self)
    }
}

/// A JSON body of at most `most` bytes.
pub(super) async fn json_of<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, ApiError> {
    // a page of another origin can send other types without asking the browser first
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_json = kind.is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    if !is_json {
        let message = "the body must be JSON: write `content-type: application/json`";
        let refusal = ApiError::with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BadRequest, message);
        return Err(refusal.why(Why::ContentType));
    }
    let too_large = || ApiError::new(Code::TooLarge, format!("a body has at most {most} bytes"));
    let bytes = to_bytes(request.into_body(), most).await.map_err(|_| too_large())?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let what = if error.is_data() { "has a wrong, missing or unknown field" } else { "is no JSON" };
        ApiError::new(Code::BadRequest, format!("the body {what}, at line {line} column {column}")).why(Why::Body)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        auth::{Hashing, Settings, SigningKeys},
        store::memory::Memory,
    };
    use http::Method;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    struct Site(Router);

    struct Reply {
        status: u16,
        body: Value,
        text: String,
        headers: http::HeaderMap,
    }

    impl Site {
        fn new() -> Self {
            Self::on(Arc::new(Memory::default()))
        }

        fn on(store: Arc<Memory>) -> Self {
            let hashing = Hashing { memory_kib: 8, passes: 1, at_once: 1, waiting: 8 };
            let settings = Settings { hashing, ..Settings::default() };
            let keys = SigningKeys::from_bytes(&[9; 32]).unwrap();
            let accounts = Accounts::new(store, keys, settings).unwrap();
            let peer = ClientAddr::direct(([10, 0, 0, 1], 4242).into());
            Self(routes(Arc::new(accounts)).layer(Extension(peer)))
        }

        async fn send(&self, request: http::request::Builder, body: impl Into<axum::body::Body>) -> Reply {
            let response = self.0.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
            let (parts, body) = response.into_parts();
            let bytes = to_bytes(body, 1 << 20).await.unwrap();
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let body = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() };
            assert_eq!(parts.headers[header::CACHE_CONTROL], "no-store");
            Reply { status: parts.status.as_u16(), body, text, headers: parts.headers }
        }

        async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Reply {
            let mut request = Request::builder().method(Method::POST).uri(format!("/api/v1/{path}"));
            request = request.header("content-type", "application/json; charset=utf-8");
            if let Some(token) = token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            self.send(request, body.to_string()).await
        }

        async fn ask(&self, method: Method, path: &str, token: &str) -> Reply {
            let request = Request::builder().method(method).uri(format!("/api/v1/{path}"));
            self.send(request.header("authorization", format!("bearer {token}")), "").await
        }
    }

    fn kirin() -> Value {
        json!({"name": "Kirin", "password": "correct horse"})
    }

    #[tokio::test]
    async fn a_whole_visit() {
        let site = Site::new();
        let made = site.post("accounts", None, kirin()).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(made.body["name"], "Kirin");
        let again = site.post("accounts", None, kirin()).await;
        assert_eq!((again.status, &again.body["error"]["code"]), (409, &json!("name_taken")));
        let login = site.post("login", None, kirin()).await;
        assert_eq!(login.status, 200);
        let token = login.body["token"].as_str().unwrap();
        let me = site.ask(Method::GET, "me", token).await;
        assert_eq!(me.body, json!({"account": made.body["account"], "name": "Kirin", "guest": false, "roles": []}));

        let bot = site.post("tokens", Some(token), json!({"label": "bot", "days": 7})).await;
        assert_eq!(bot.status, 201);
        let id = bot.body["id"].as_str().unwrap();
        let list = site.ask(Method::GET, "tokens", token).await;
        assert_eq!(list.body["tokens"][0]["label"], "bot");
        assert!(list.body["tokens"][0]["token"].is_null());
        assert_eq!(site.ask(Method::DELETE, &format!("tokens/{id}"), token).await.status, 204);
        let gone = site.ask(Method::DELETE, &format!("tokens/{id}"), token).await;
        assert_eq!((gone.status, &gone.body["error"]["code"]), (404, &json!("not_found")));

        let refresh = json!({"refresh_token": login.body["refresh_token"]});
        let refreshed = site.post("refresh", None, refresh).await;
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        assert_eq!(site.post("logout", Some(token), Value::Null).await.status, 204);
        let after = site.ask(Method::GET, "me", token).await;
        assert_eq!((after.status, &after.body["error"]["code"]), (401, &json!("unauthorized")));
        assert_eq!(after.headers[header::WWW_AUTHENTICATE], "Bearer");
    }

    #[tokio::test]
    async fn whoever_checks_tokens_gets_the_public_keys_and_no_secret() {
        let ask = async |keys: SigningKeys| {
            let accounts = Accounts::new(Arc::new(Memory::default()), keys, Settings::default()).unwrap();
            let request = Request::builder().uri("/.well-known/jwks.json").body(axum::body::Body::empty()).unwrap();
            let (parts, body) = routes(Arc::new(accounts)).oneshot(request).await.unwrap().into_parts();
            assert_eq!(parts.status, StatusCode::OK);
            let body: Value = serde_json::from_slice(&to_bytes(body, 1 << 20).await.unwrap()).unwrap();
            (parts.headers, body)
        };
        let (_, none) = ask(SigningKeys::from_bytes(&[7; 32]).unwrap()).await;
        assert_eq!(none, json!({"keys": []}));
        let pem = "-----BEGIN PRIVATE KEY-----\n\
            MC4CAQAwBQYDK2VwBCIEINxo11Sevrhv/ArFr+Oav6QU7iUEcCVcUiyw+uhZgnXy\n\
            -----END PRIVATE KEY-----\n";
        let (headers, told) = ask(SigningKeys::from_text(&format!("{pem}{}", "ab".repeat(32))).unwrap()).await;
        assert_eq!(headers[header::CONTENT_TYPE], "application/jwk-set+json");
        assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=300");
        let [key] = told["keys"].as_array().unwrap().as_slice() else { panic!("{told}") };
        assert_eq!((&key["alg"], &key["crv"]), (&json!("EdDSA"), &json!("Ed25519")));
        assert!(key.get("d").is_none() && key.get("k").is_none(), "{key}");
    }

    #[tokio::test]
    async fn a_guest_needs_nothing() {
        let site = Site::new();
        let request = Request::builder().method(Method::POST).uri("/api/v1/guests");
        let guest = site.send(request, "").await;
        assert_eq!(guest.status, 201);
        assert!(guest.body.get("refresh_token").is_none());
        let me = site.ask(Method::GET, "me", guest.body["token"].as_str().unwrap()).await;
        assert_eq!(me.body["guest"], true);
    }

    #[tokio::test]
    async fn refusals_have_a_code_a_status_and_never_what_was_sent() {
        let site = Site::new();
        let secret = "s3cr3t-s3cr3t";
        for (path, body, status, code, why) in [
            ("accounts", json!({"name": "x", "password": secret}), 400, "bad_name", Some("too_short")),
            ("accounts", json!({"name": "Kirin", "password": "s3cr3t"}), 400, "bad_password", Some("too_short")),
            ("login", json!({"name": "Kirin", "password": secret}), 401, "bad_login", None),
            ("login", json!({"name": "Kirin"}), 400, "bad_request", Some("body")),
            ("login", json!({"name": "Kirin", "password": [secret]}), 400, "bad_request", Some("body")),
            ("login", json!({"name": "Kirin", "password": "x", "s3cr3t": 1}), 400, "bad_request", Some("body")),
            ("login", json!(secret), 400, "bad_request", Some("body")),
            ("refresh", json!({"refresh_token": secret}), 401, "unauthorized", None),
            ("tokens", json!({"label": secret}), 401, "unauthorized", None),
        ] {
            let reply = site.post(path, None, body).await;
            let error = &reply.body["error"];
            assert_eq!((reply.status, error["code"].as_str().unwrap(), error["why"].as_str()), (status, code, why));
            assert!(!reply.text.contains("s3cr3t"), "{}", reply.text);
        }
    }

    #[tokio::test]
    async fn a_client_that_hangs_up_cancels_nothing() {
        let store = Arc::new(Memory::default());
        let site = Site::on(store.clone());
        let made = site.post("accounts", None, kirin()).await;
        let (token, refresh) = (made.body["token"].as_str().unwrap(), &made.body["refresh_token"]);
        store.hold_commits();
        let mut logout = Box::pin(site.post("logout", Some(token), Value::Null));
        let hung_up = async {
            tokio::select! {
                _ = &mut logout => panic!("the store holds it"),
                () = store.held() => {}
            }
        };
        hung_up.await;
        drop(logout);
        store.release();
        let ended = async {
            while site.ask(Method::GET, "me", token).await.status != 401 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), ended).await.expect("the session ends");
        assert_eq!(site.post("refresh", None, json!({"refresh_token": refresh})).await.status, 401);
    }

    #[tokio::test]
    async fn an_id_that_is_no_text_is_the_id_of_no_token() {
        let site = Site::new();
        let made = site.post("accounts", None, kirin()).await;
        let gone = site.ask(Method::DELETE, "tokens/%ff", made.body["token"].as_str().unwrap()).await;
        assert_eq!((gone.status, &gone.body["error"]["code"]), (404, &json!("not_found")));
    }

    #[tokio::test]
    async fn an_account_that_changes_too_much_is_told_when_to_come_back() {
        let site = Site::new();
        let made = site.post("accounts", None, kirin()).await;
        let token = made.body["token"].as_str().unwrap();
        let limited = Site(site.0.layer(Extension(Arc::new(HttpRates::new()))));
        let mut allowed = 0;
        // some come back meanwhile
        let refused = loop {
            let reply = limited.ask(Method::DELETE, "tokens/none", token).await;
            match reply.status {
                404 => allowed += 1,
                _ => break reply,
            }
        };
        assert!(allowed >= tengen_protocol::limits::CHANGES_BURST, "{allowed}");
        assert_eq!((refused.status, &refused.body["error"]["code"]), (429, &json!("rate_limited")));
        assert!(refused.headers.contains_key(header::RETRY_AFTER));
        assert_eq!(limited.ask(Method::GET, "tokens", token).await.status, 200);
    }

    #[tokio::test]
    async fn failed_logins_say_when_to_come_back() {
        let site = Site::new();
        let wrong = || json!({"name": "Kirin", "password": "wrong password"});
        for _ in 0..5 {
            assert_eq!(site.post("login", None, wrong()).await.status, 401);
        }
        let refused = site.post("login", None, wrong()).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (429, &json!("rate_limited")));
        assert!(refused.body["error"]["retry_after"].as_u64().unwrap() > 0);
        assert!(refused.headers.contains_key(header::RETRY_AFTER));
    }

    #[tokio::test]
    async fn bodies_are_small_and_json() {
        let site = Site::new();
        let post = || Request::builder().method(Method::POST).uri("/api/v1/login");
        let json = || post().header("content-type", "application/json");
        for (length, status) in [(BODY_BYTES, 400), (BODY_BYTES + 1, 413)] {
            assert_eq!(site.send(json(), "x".repeat(length)).await.status, status);
        }
        for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
            let reply = site.send(post().header("content-type", kind), kirin().to_string()).await;
            let error = &reply.body["error"];
            assert_eq!(
                (reply.status, &error["code"], &error["why"]),
                (415, &json!("bad_request"), &json!("content_type"))
            );
        }
    }
}
