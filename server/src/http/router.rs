//! The routes of both listeners, and what surrounds every one of them: a panic is one 500 and no
//! more, requests end in time, bodies are small, everything is counted, every refusal is JSON.

use super::{ApiError, HttpRates, games, health, page, tournaments, upgrade};
use crate::{
    accept::Connection,
    client::{ClientAddr, Network},
    config::{Origin, Timeouts},
    hub::lock,
    services::Services,
    shares::Shares,
};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use std::{
    any::Any,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tengen_protocol::{Code, Why, WireError};
use tokio::time::timeout;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower_http::catch_panic::CatchPanicLayer;
use tracing::{Level, debug, error, event, warn};

/// Bytes of a request's body: credentials and names of tokens need a tenth. Some routes take more of those
/// who show who they are.
pub(crate) const BODY_BYTES: usize = 16 * 1024;

/// What is limited by rate.
const API: &str = "/api/";

/// When a request that this server was too slow for may be sent again, ms.
const SLOW_RETRY_MS: u64 = 1_000;

/// That a proxy is not trusted is said again after this.
const UNHEEDED_EVERY: Duration = Duration::from_secs(600);

/// The label of requests that no route takes.
const NO_ROUTE: &str = "none";

/// What the shell's own handlers share.
#[derive(Clone)]
pub(crate) struct Shell {
    pub(crate) services: Services,
    pub(crate) origins: Arc<[Origin]>,
    /// Whether the page is served.
    pub(crate) page: bool,
    pub(crate) trusted: Arc<[Network]>,
    pub(crate) timeouts: Timeouts,
    pub(crate) node_name: Arc<str>,
    pub(crate) closing: CancellationToken,
    pub(crate) force: CancellationToken,
    pub(crate) sockets: TaskTracker,
    pub(crate) shares: Arc<Shares>,
    pub(crate) rates: Arc<HttpRates>,
    pub(crate) unheeded: Arc<Unheeded>,
}

/// When it was said last that a proxy names clients and is not trusted to.
#[derive(Debug, Default)]
pub(crate) struct Unheeded(Mutex<Option<Instant>>);

impl Unheeded {
    /// Whether it is time to say it.
    fn say_now(&self) -> bool {
        let mut said = lock(&self.0);
        let now = said.is_none_or(|said| said.elapsed() >= UNHEEDED_EVERY);
        if now {
            *said = Some(Instant::now());
        }
        now
    }
}

/// What the world may ask.
pub(crate) fn public(shell: &Shell) -> Router {
    let routes = Router::new()
        .route("/ws", get(upgrade::upgrade))
        .route("/healthz", get(health::alive))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/games/{game}", get(games::one))
        .route("/api/v1/players/{player}", get(games::player))
        .route("/api/v1/games/{game}/log", get(games::log))
        .route("/api/v1/games/{game}/talk", get(games::talk))
        .with_state(shell.clone())
        .merge(shell.services.routes.clone());
    let routes = if shell.page { routes.fallback(page::serve) } else { routes.fallback(no_such_route) };
    surround(routes, shell)
}

/// What operators may ask.
pub(crate) fn admin(shell: &Shell) -> Router {
    let routes = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/version", get(health::version))
        .with_state(shell.clone());
    surround(routes.fallback(no_such_route), shell)
}

fn surround(routes: Router, shell: &Shell) -> Router {
    routes
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shell.clone(), guard))
}

pub(super) async fn no_such_route() -> ApiError {
    ApiError::new(Code::NotFound, "there is nothing at this path")
}

pub(super) async fn wrong_method() -> ApiError {
    let message = "this path does not take this method; the header `allow` says which";
    ApiError::with_status(StatusCode::METHOD_NOT_ALLOWED, Code::BadRequest, message).why(Why::Method)
}

fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    error!(panic = text.unwrap_or("not text"), "a request's handler panicked");
    ApiError::new(Code::Internal, "an error of the server; it is in its log").into_response()
}

/// Around every request: the client's address, limits, headers, count and log.
async fn guard(State(shell): State<Shell>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    let peer = request.extensions().get::<Connection>().map(|connection| connection.peer);
    let mut counted = Ok(());
    if let Some(peer) = peer {
        let client = ClientAddr::of(peer, request.headers(), &shell.trusted);
        if ClientAddr::is_unheeded(peer, request.headers(), &shell.trusted) && shell.unheeded.say_now() {
            warn!(%peer, "X-Forwarded-For is ignored, so all clients of this proxy share the limits of its address: \
                          if it is yours, set trusted-proxy");
        }
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(shell.rates.clone());
        if request.uri().path().starts_with(API) {
            counted = shell.rates.address(client.bucket());
        }
    }
    let mut response = match counted {
        Ok(()) => as_json(answer(&shell, request, next).await),
        Err(error) => ApiError::from(error).into_response(),
    };
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // a file has no route, and a path of the client's choice is no label
    let route = response.extensions().get::<page::Served>().map_or(route, |_| page::ROUTE);
    let took = begun.elapsed();
    shell.services.metrics.http(route, &method, response.status(), took);
    event!(Level::DEBUG, %method, route, status = response.status().as_u16(), us = took.as_micros(), "request");
    response
}

/// The whole body first, so that it is known who was slow: the client (408) or this server (503).
async fn answer(shell: &Shell, request: Request, next: Next) -> Response {
    let within = shell.timeouts.request;
    let most = if takes_more(&request) {
        match room(shell, request.headers().clone(), declared_length(&request)).await {
            Ok(most) => most,
            Err(refused) => return refused.into_response(),
        }
    } else {
        BODY_BYTES
    };
    let request = match timeout(within, whole(request, most)).await {
        Ok(Ok(request)) => request,
        Ok(Err(refused)) => return refused.into_response(),
        Err(_) => {
            let message = format!("the body did not come within {} ms", within.as_millis());
            let refusal = ApiError::with_status(StatusCode::REQUEST_TIMEOUT, Code::BadRequest, message);
            return refusal.why(Why::SlowBody).into_response();
        }
    };
    match timeout(within, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            debug!("a request took too long");
            let message = format!("not answered within {} ms", within.as_millis());
            ApiError::from(WireError::new(Code::Unavailable, message).retry_after(SLOW_RETRY_MS)).into_response()
        }
    }
}

/// Whether a body may be larger than most.
fn takes_more(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>();
    request.method() == Method::POST && route.is_some_and(|route| tournaments::LARGE.contains(&route.as_str()))
}

/// How many bytes a body may have that may be larger than most.
async fn room(shell: &Shell, headers: HeaderMap, declared: u64) -> Result<usize, ApiError> {
    match games::viewer_of(&*shell.services.tokens, &headers).await {
        Ok(Some(_)) => Ok(tournaments::BODY_BYTES),
        // whoever is not let in is told that, and not of the size
        Err(refused) if declared > BODY_BYTES as u64 => Err(refused),
        Ok(None) | Err(_) => Ok(BODY_BYTES),
    }
}

/// The request with its body in memory.
async fn whole(request: Request, most: usize) -> Result<Request, ApiError> {
    let too_large = || ApiError::new(Code::TooLarge, format!("a body has at most {most} bytes"));
    if declared_length(&request) > most as u64 {
        return Err(too_large());
    }
    let (parts, body) = request.into_parts();
    // a body that breaks off has nobody to be told of it
    let bytes = to_bytes(body, most).await.map_err(|_| too_large())?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

/// Whatever a layer or an extractor of the library refused in words of its own is said as everything
/// else is.
fn as_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let code = match status {
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        status if status.is_server_error() => Code::Internal,
        _ => Code::BadRequest,
    };
    let message = status.canonical_reason().unwrap_or("the request was refused").to_lowercase();
    let refusal = ApiError::with_status(status, code, message);
    let refusal = if code == Code::BadRequest { refusal.why(Why::Malformed) } else { refusal };
    let mut said = refusal.into_response();
    for (name, value) in response.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            said.headers_mut().append(name, value.clone());
        }
    }
    said
}

fn declared_length(request: &Request) -> u64 {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.and_then(|text| text.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_a_proxy_is_not_trusted_is_said_once_in_a_while() {
        let unheeded = Unheeded::default();
        assert!(unheeded.say_now());
        assert!(!unheeded.say_now());
        *lock(&unheeded.0) = Instant::now().checked_sub(UNHEEDED_EVERY);
        assert!(unheeded.say_now());
    }
}
