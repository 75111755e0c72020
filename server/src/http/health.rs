//! What operators and their tools ask: alive, ready, metrics, version.

use super::{ApiError, router::Shell};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use serde::Serialize;
use tengen_protocol::{Code, limits::SUBPROTOCOL};
use tokio::time::timeout;

/// The OpenMetrics text format.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The body of `/healthz`.
#[derive(Serialize)]
pub(crate) struct Alive {
    status: &'static str,
}

/// The body of `/readyz`.
#[derive(Serialize)]
struct Ready {
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The body of `/version`.
#[derive(Serialize)]
pub(crate) struct Version {
    version: &'static str,
    protocol: &'static str,
    node: String,
}

/// `GET /healthz`: the process runs. Restarting it would not help when this answers.
pub(crate) async fn alive() -> Json<Alive> {
    Json(Alive { status: "ok" })
}

/// `GET /readyz`: 200 when new connections may come, 503 with a reason when not.
pub(crate) async fn ready(State(shell): State<Shell>) -> Response {
    let (status, reason) = match not_ready(&shell).await {
        None => (StatusCode::OK, None),
        Some(reason) => (StatusCode::SERVICE_UNAVAILABLE, Some(reason)),
    };
    (status, Json(Ready { ready: reason.is_none(), reason })).into_response()
}

async fn not_ready(shell: &Shell) -> Option<String> {
    if shell.closing.is_cancelled() {
        return Some("the server is going down".to_owned());
    }
    match timeout(shell.timeouts.ready, shell.services.health.ready()).await {
        Ok(Ok(())) => None,
        Ok(Err(reason)) => Some(reason),
        Err(_) => Some(format!("no answer within {} ms", shell.timeouts.ready.as_millis())),
    }
}

/// `GET /metrics`.
pub(crate) async fn metrics(State(shell): State<Shell>) -> Result<Response, ApiError> {
    let text = shell.services.metrics.text().map_err(|error| ApiError::new(Code::Internal, error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, METRICS_TYPE)], text).into_response())
}

/// `GET /version`.
pub(crate) async fn version(State(shell): State<Shell>) -> Json<Version> {
    let node = shell.node_name.to_string();
    Json(Version { version: env!("CARGO_PKG_VERSION"), protocol: SUBPROTOCOL, node })
}
