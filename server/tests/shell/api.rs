//! The HTTP API as the shell answers it, whatever is behind.

use crate::support::{code, config, get, raw, request, split, start, started, why};
use std::time::Duration;

#[tokio::test]
async fn lists_are_limited() {
    let server = started();
    assert!(get(server.public, "/api/v1/games").await.2.starts_with(r#"{"games":[]"#));
    for good in ["?status=live", "?status=finished&limit=1", "?limit=200"] {
        assert_eq!(get(server.public, &format!("/api/v1/games{good}")).await.0, 200, "{good}");
    }
    for (bad, cause) in [
        ("?limit=0", "out_of_range"),
        ("?limit=201", "out_of_range"),
        ("?limit=x", "query"),
        ("?status=lost", "query"),
        ("?colour=red", "query"),
    ] {
        let (status, _, body) = get(server.public, &format!("/api/v1/games{bad}")).await;
        assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (400, "bad_request", cause), "{bad}");
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
        assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (405, "bad_request", "method"), "{line}");
        assert!(head.contains(&format!("allow: {allow}")), "{head}");
    }
}

#[tokio::test]
async fn what_the_library_refuses_in_words_of_its_own_is_json_too() {
    let server = started();
    assert_eq!(request(server.public, "POST /api/v1/echo", "", "text").await.0, 200);
    let bytes = b"POST /api/v1/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 1\r\n\r\n\xff";
    let (status, head, body) = split(&raw(server.public, bytes).await);
    assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (400, "bad_request", "malformed"), "{head}");
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
    assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (408, "bad_request", "slow_body"));
}

#[tokio::test]
async fn talk_names_its_channel_and_is_refused_like_everything_else() {
    let server = started();
    for (query, status, said) in [
        ("?channel=spectators", 200, r#"{"game":"public","channel":"spectators","lines":[],"upto":7}"#),
        ("?channel=spectators&after=3", 200, r#""upto":3}"#),
        ("?channel=players", 403, r#""code":"forbidden""#),
        ("", 400, r#""code":"bad_request""#),
        ("?channel=all", 400, r#""code":"bad_request""#),
        ("?channel=players&after=-1", 400, r#""code":"bad_request""#),
        ("?channel=players&x=1", 400, r#""code":"bad_request""#),
    ] {
        let (answered, _, body) = get(server.public, &format!("/api/v1/games/public/talk{query}")).await;
        assert_eq!(answered, status, "{query}: {body}");
        assert!(body.contains(said), "{query}: {body}");
    }
    for game in ["private", "nothing", "no%20id"] {
        let (status, _, body) = get(server.public, &format!("/api/v1/games/{game}/talk?channel=players")).await;
        assert_eq!(status, 404, "{game}");
        assert!(body.contains("no_such_game"), "{body}");
    }
}

#[tokio::test]
async fn what_is_looked_for_is_read_from_the_query() {
    let server = started();
    for (query, said) in [
        (
            "",
            "status: None, player: None, opponent: None, size: None, result: None, before: None, limit: 50 } for None",
        ),
        ("?status=live&limit=200", "status: Some(Live), player: None"),
        (
            "?status=finished&player=Zo%C3%AB%20x&opponent=a1&size=9&result=lost&before=17.g-1&limit=1",
            r#"status: Some(Finished), player: Some(\"Zoë x\"), opponent: Some(\"a1\"), size: Some("#,
        ),
        ("?before=17.g-1", "before: Some(Cursor { ended_at: 17, game: g-1 })"),
        ("?player=a&result=other", "result: Some(Other)"),
    ] {
        let (status, _, body) = get(server.public, &format!("/api/v1/games{query}")).await;
        // the helper gives each byte as a character
        let body = String::from_utf8(body.chars().map(|c| u8::try_from(c).unwrap()).collect()).unwrap();
        assert_eq!(status, 200, "{query}: {body}");
        assert!(body.contains(said), "{query}: {body}");
    }
    let owner = "authorization: Bearer token-of-owner\r\n";
    let (_, _, body) = request(server.public, "GET /api/v1/games?player=owner", owner, "").await;
    assert!(body.contains("for Some(owner)"), "{body}");
    let (status, _, body) = request(server.public, "GET /api/v1/games", "authorization: Bearer wrong\r\n", "").await;
    assert_eq!((status, code(&body).as_str()), (401, "unauthorized"), "who sends a token wants to be somebody");
    for query in [
        "?opponent=a1",
        "?result=won",
        "?player=a&result=void",
        "?size=26",
        "?size=9x",
        "?before=17",
        "?before=x.g",
        "?before=17.g.g",
        "?before=-1.g",
        "?status=over",
        "?rank=9",
        "?player=a&player=b",
    ] {
        let (status, _, body) = get(server.public, &format!("/api/v1/games{query}")).await;
        assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (400, "bad_request", "query"), "{query}");
    }
}

#[tokio::test]
async fn a_player_is_told_by_name_or_id_and_nobody_is_not_found() {
    let server = started();
    let (status, _, body) = get(server.public, "/api/v1/players/Zo%C3%AB").await;
    assert_eq!(status, 200, "{body}");
    for said in [r#""account":"a1""#, r#""guest":false,"since":7,"finished":3,"won":2,"lost":1,"other":0}"#] {
        assert!(body.contains(said), "{body}");
    }
    for who in ["a2", "%FF", "a%2Fb"] {
        let (status, _, body) = get(server.public, &format!("/api/v1/players/{who}")).await;
        assert_eq!((status, code(&body).as_str()), (404, "not_found"), "{who}");
    }
    let (status, _, body) = get(server.public, "/api/v1/players/").await;
    assert_eq!((status, code(&body).as_str()), (404, "not_found"), "{body}");
}
