//! The HTTP API as the shell answers it, whatever is behind.

use crate::support::{code, config, get, raw, request, split, start, started};
use std::time::Duration;

#[tokio::test]
async fn lists_are_limited() {
    let server = started();
    assert_eq!(get(server.public, "/api/v1/games").await.2, r#"{"games":[]}"#);
    for good in ["?status=live", "?status=finished&limit=1", "?limit=200"] {
        assert_eq!(get(server.public, &format!("/api/v1/games{good}")).await.0, 200, "{good}");
    }
    for bad in ["?limit=0", "?limit=201", "?limit=x", "?status=lost", "?colour=red"] {
        let (status, _, body) = get(server.public, &format!("/api/v1/games{bad}")).await;
        assert_eq!((status, code(&body).as_str()), (400, "bad_request"), "{bad}");
    }
}

#[tokio::test]
async fn a_log_is_paged() {
    let server = started();
    let seq = async |query: &str| {
        let (status, _, body) = get(server.public, &format!("/api/v1/games/public/log{query}")).await;
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        (status, body["seq"].as_u64())
    };
    assert_eq!(seq("").await, (200, Some(1001)));
    assert_eq!(seq("?from=5&limit=2").await, (200, Some(7)));
    assert_eq!(seq("?limit=1000").await, (200, Some(1001)));
    for bad in ["?from=0", "?limit=0", "?limit=1001", "?from=-1", "?after=1"] {
        assert_eq!(seq(bad).await, (400, None), "{bad}");
    }
}

#[tokio::test]
async fn no_such_game_and_not_for_you_are_the_same_answer() {
    let server = started();
    let (status, _, unknown) = get(server.public, "/api/v1/games/nothing/log").await;
    assert_eq!((status, code(&unknown).as_str()), (404, "no_such_game"));
    let hidden = get(server.public, "/api/v1/games/private/log").await;
    assert_eq!((hidden.0, &hidden.2), (404, &unknown));
    for no_id in ["/api/v1/games/no%20id/log", "/api/v1/games/%ff/log", "/api/v1/games/%ff", "/api/v1/games/%ff.sgf"] {
        let no_id = get(server.public, no_id).await;
        assert_eq!((no_id.0, &no_id.2), (404, &unknown));
    }
    let other =
        request(server.public, "GET /api/v1/games/private/log", "authorization: Bearer token-of-other\r\n", "").await;
    assert_eq!((other.0, &other.2), (404, &unknown));
    let owner =
        request(server.public, "GET /api/v1/games/private/log", "authorization: bearer token-of-owner\r\n", "").await;
    assert_eq!(owner.0, 200);
}

#[tokio::test]
async fn a_wrong_token_is_refused_even_where_none_is_needed() {
    let server = started();
    for header in ["authorization: Bearer wrong\r\n", "authorization: Basic YTpi\r\n", "authorization: \r\n"] {
        let (status, _, body) = request(server.public, "GET /api/v1/games/public/log", header, "").await;
        assert_eq!((status, code(&body).as_str()), (401, "unauthorized"), "{header}");
    }
}

#[tokio::test]
async fn sgf_has_its_media_type() {
    let server = started();
    let (status, head, body) = get(server.public, "/api/v1/games/public.sgf").await;
    assert_eq!((status, body.as_str()), (200, "(;FF[4]GM[1])"));
    assert!(head.contains("content-type: application/x-go-sgf; charset=utf-8"), "{head}");
    let (status, _, body) = get(server.public, "/api/v1/games/other.sgf").await;
    assert_eq!((status, code(&body).as_str()), (404, "no_such_game"));
}

#[tokio::test]
async fn a_store_that_does_not_answer_says_when_to_come_back() {
    let server = started();
    let (status, head, body) = get(server.public, "/api/v1/games/busy").await;
    assert_eq!((status, code(&body).as_str()), (503, "unavailable"));
    assert!(head.contains("retry-after: 2"), "{head}");
}

#[tokio::test]
async fn unknown_paths_and_wrong_methods_are_json_too() {
    let server = started();
    for path in ["/nothing", "/api/v1/nothing", "/api/v1/games/a/b/c", "/metrics", "/readyz"] {
        let (status, head, body) = get(server.public, path).await;
        assert_eq!((status, code(&body).as_str()), (404, "not_found"), "{path}");
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(head.contains("cache-control: no-store"), "{head}");
    }
    for (line, allow) in [("POST /api/v1/games", "get,head"), ("DELETE /api/v1/echo", "post"), ("PUT /ws", "get,head")]
    {
        let (status, head, body) = request(server.public, line, "", "").await;
        assert_eq!((status, code(&body).as_str()), (405, "bad_request"), "{line}");
        assert!(head.contains(&format!("allow: {allow}")), "{head}");
    }
}

#[tokio::test]
async fn what_the_library_refuses_in_words_of_its_own_is_json_too() {
    let server = started();
    assert_eq!(request(server.public, "POST /api/v1/echo", "", "text").await.0, 200);
    let bytes = b"POST /api/v1/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 1\r\n\r\n\xff";
    let (status, head, body) = split(&raw(server.public, bytes).await);
    assert_eq!((status, code(&body).as_str()), (400, "bad_request"), "{head}");
}

#[tokio::test]
async fn a_panic_is_one_500_and_no_more() {
    let server = started();
    let (status, _, body) = get(server.public, "/api/v1/games?status=finished&limit=7").await;
    assert_eq!((status, code(&body).as_str()), (500, "internal"));
    assert!(!body.contains("bug"), "{body}");
    assert_eq!(get(server.public, "/healthz").await.0, 200);
}

#[tokio::test]
async fn a_request_ends_in_time() {
    let server = start(config(|config| config.timeouts.request = Duration::from_millis(50)));
    let (status, _, body) = get(server.public, "/api/v1/games/slow").await;
    assert_eq!((status, code(&body).as_str()), (503, "unavailable"));
    // A body that never comes is the client's slowness.
    let (status, _, body) = split(
        &raw(
            server.public,
            b"POST /api/v1/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9\r\n\r\nx",
        )
        .await,
    );
    assert_eq!((status, code(&body).as_str()), (408, "bad_request"));
}
