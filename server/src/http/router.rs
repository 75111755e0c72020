//! The routes of both listeners, and what surrounds every one of them: a panic is one 500 and no
//! more, requests end in time, bodies are small, everything is counted, every refusal is JSON.

use super::{ApiError, games, health, upgrade};
use crate::{
    accept::Connection,
    client::{ClientAddr, Network},
    config::{Origin, Timeouts},
    services::Services,
};
use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use std::{any::Any, sync::Arc, time::Instant};
use tengen_protocol::Code;
use tokio::time::timeout;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower_http::{catch_panic::CatchPanicLayer, limit::RequestBodyLimitLayer};
use tracing::{Level, debug, error, event};

/// Bytes of a request's body: credentials and names of tokens need a tenth.
pub(crate) const BODY_BYTES: usize = 16 * 1024;

/// The label of requests that no route takes.
const NO_ROUTE: &str = "none";

/// What the shell's own handlers share.
#[derive(Clone)]
pub(crate) struct Shell {
    pub(crate) services: Services,
    pub(crate) origins: Arc<[Origin]>,
    pub(crate) trusted: Arc<[Network]>,
    pub(crate) timeouts: Timeouts,
    pub(crate) node_name: Arc<str>,
    pub(crate) closing: CancellationToken,
    pub(crate) force: CancellationToken,
    pub(crate) sockets: TaskTracker,
}

/// What the world may ask.
pub(crate) fn public(shell: &Shell) -> Router {
    let routes = Router::new()
        .route("/ws", get(upgrade::upgrade))
        .route("/healthz", get(health::alive))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/games/{game}", get(games::one))
        .route("/api/v1/games/{game}/log", get(games::log))
        .with_state(shell.clone())
        .merge(shell.services.routes.clone());
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
    surround(routes, shell)
}

fn surround(routes: Router, shell: &Shell) -> Router {
    routes
        .fallback(no_such_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shell.clone(), guard))
}

async fn no_such_route() -> ApiError {
    ApiError::new(Code::NotFound, "there is nothing at this path")
}

async fn wrong_method() -> ApiError {
    let message = "this path does not take this method; the header `allow` says which";
    ApiError::with_status(StatusCode::METHOD_NOT_ALLOWED, Code::BadRequest, message)
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
    if let Some(peer) = peer {
        let client = ClientAddr::of(peer, request.headers(), &shell.trusted);
        request.extensions_mut().insert(client);
    }
    let mut response = if declared_length(&request) > BODY_BYTES as u64 {
        ApiError::new(Code::TooLarge, format!("a body has at most {BODY_BYTES} bytes")).into_response()
    } else {
        answer(&shell, request, next).await
    };
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let took = begun.elapsed();
    shell.services.metrics.http(route, &method, response.status(), took);
    event!(Level::DEBUG, %method, route, status = response.status().as_u16(), us = took.as_micros(), "request");
    response
}

async fn answer(shell: &Shell, request: Request, next: Next) -> Response {
    match timeout(shell.timeouts.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            debug!("a request took too long");
            let message = format!("not answered within {} ms", shell.timeouts.request.as_millis());
            ApiError::with_status(StatusCode::REQUEST_TIMEOUT, Code::Unavailable, message).into_response()
        }
    }
}

fn declared_length(request: &Request) -> u64 {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.and_then(|text| text.parse().ok()).unwrap_or(0)
}
