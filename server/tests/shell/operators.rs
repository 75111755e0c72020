//! The admin listener.

use crate::support::{get, started};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn ready_follows_the_store() {
    let server = started();
    assert_eq!(get(server.admin, "/readyz").await.2, r#"{"ready":true}"#);
    server.fake.unready.store(true, Ordering::SeqCst);
    let (status, _, body) = get(server.admin, "/readyz").await;
    assert_eq!((status, body.as_str()), (503, r#"{"ready":false,"reason":"the store does not answer"}"#));
    assert_eq!(get(server.admin, "/healthz").await.0, 200, "restarting would not help");
}

#[tokio::test]
async fn metrics_count_requests_by_route() {
    let server = started();
    get(server.public, "/api/v1/games/a/log").await;
    get(server.public, "/api/v1/games/b/log").await;
    get(server.public, "/chosen-by-the-client").await;
    let (status, head, body) = get(server.admin, "/metrics").await;
    assert_eq!(status, 200);
    assert!(head.contains("content-type: application/openmetrics-text; version=1.0.0; charset=utf-8"), "{head}");
    let log = "tengen_http_requests_total{route=\"/api/v1/games/{game}/log\",method=\"GET\",status=\"404\"} 2\n";
    assert!(body.contains(log), "{body}");
    assert!(body.contains("{route=\"none\",method=\"GET\",status=\"404\"} 1\n"), "{body}");
    assert!(!body.contains("chosen-by-the-client"), "{body}");
}

#[tokio::test]
async fn version_names_the_protocol() {
    let server = started();
    let (_, _, body) = get(server.admin, "/version").await;
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(body["protocol"], "tengen.v1");
    assert!(body["node"].is_string());
}

#[tokio::test]
async fn players_are_not_served_here() {
    let server = started();
    for path in ["/ws", "/api/v1/games"] {
        assert_eq!(get(server.admin, path).await.0, 404, "{path}");
    }
}
