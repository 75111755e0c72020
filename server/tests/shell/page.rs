//! The page as a browser is given it.

use crate::support::{Server, code, config, get, raw, request, start, started};
use flate2::read::GzDecoder;
use std::io::Read;
use tengen_server::{config::Origin, http::Prefix};

const GZIP: &str = "accept-encoding: gzip, deflate, br, zstd\r\n";

/// What every answer of the page says.
const POLICY: [&str; 6] = [
    "content-security-policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
     object-src 'none'; require-trusted-types-for 'script'",
    "referrer-policy: no-referrer",
    "cross-origin-opener-policy: same-origin",
    "x-content-type-options: nosniff",
    "cache-control: no-cache",
    "vary: accept-encoding",
];

fn says(head: &str, name: &str) -> Option<String> {
    let mut values = head.lines().filter_map(|line| line.strip_prefix(&format!("{name}: ")));
    let value = values.next().map(str::to_owned);
    assert_eq!(values.next(), None, "{name} once");
    value
}

/// The bytes of a body: each came as one character.
fn bytes(body: &str) -> Vec<u8> {
    body.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect()
}

async fn ask(server: &Server, method: &str, path: &str, headers: &str) -> (u16, String, String) {
    request(server.public, &format!("{method} {path}"), headers, "").await
}

#[tokio::test]
async fn files_are_the_same_packed_and_plain_and_say_the_policy() {
    let server = started();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/style/base.css", "text/css; charset=utf-8"),
        ("/board/wood.svg", "image/svg+xml; charset=utf-8"),
        ("/locales/zh-Hans/page.ftl", "text/plain; charset=utf-8"),
        ("/app.js?v=1", "text/javascript; charset=utf-8"),
    ] {
        let (status, plain_head, plain) = ask(&server, "GET", path, "").await;
        assert_eq!(status, 200, "{path}");
        let (status, packed_head, packed) = ask(&server, "GET", path, GZIP).await;
        assert_eq!((status, says(&packed_head, "content-encoding").as_deref()), (200, Some("gzip")), "{path}");
        assert_eq!(says(&plain_head, "content-encoding"), None);
        for head in [&plain_head, &packed_head] {
            assert_eq!(says(head, "content-type").as_deref(), Some(kind), "{path}");
            for said in POLICY {
                assert!(head.lines().any(|line| line == said), "{said} is not in {head}");
            }
        }
        let mut unpacked = Vec::new();
        GzDecoder::new(&*bytes(&packed)).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, bytes(&plain), "{path}");
        assert!(packed.len() < plain.len());
        assert_ne!(says(&plain_head, "etag"), says(&packed_head, "etag"));
        for (headers, whole) in [("", &plain_head), (GZIP, &packed_head)] {
            let (status, head, body) = ask(&server, "HEAD", path, headers).await;
            assert_eq!((status, body.as_str()), (200, ""), "{path}");
            for name in ["content-length", "content-type", "content-encoding", "etag"] {
                assert_eq!(says(&head, name), says(whole, name), "{name} of {path}");
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = started();
    let tag = async |headers: &str| {
        let (_, head, _) = ask(&server, "GET", "/app.js", headers).await;
        says(&head, "etag").expect("a tag")
    };
    let (plain, packed) = (tag("").await, tag(GZIP).await);
    for (headers, tag) in [("", &plain), (GZIP, &packed)] {
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            let headers = format!("{headers}if-none-match: {known}\r\n");
            for method in ["GET", "HEAD"] {
                let (status, head, body) = ask(&server, method, "/app.js", &headers).await;
                assert_eq!((status, body.as_str()), (304, ""), "{known}");
                assert_eq!(says(&head, "etag").as_ref(), Some(tag));
                assert!(says(&head, "content-security-policy").is_some(), "{head}");
                assert_eq!(says(&head, "content-length"), None, "0 would be wrong");
            }
        }
        let other = if headers.is_empty() { &packed } else { &plain };
        let stale = format!("{headers}if-none-match: {other}\r\n");
        assert_eq!(ask(&server, "GET", "/app.js", &stale).await.0, 200, "another form");
    }
    // one after the other on one connection
    let asked = "GET /app.js HTTP/1.1\r\nhost: a\r\nif-none-match: *\r\n";
    let answers = raw(server.public, format!("{asked}\r\n{asked}connection: close\r\n\r\n").as_bytes()).await;
    assert_eq!(answers.matches("HTTP/1.1 304 ").count(), 2, "{answers}");
}

#[tokio::test]
async fn what_is_no_file_is_refused_as_everywhere() {
    let server = started();
    for path in [
        "/index.html",
        "/protocol.d.ts",
        "/vendor/ORIGIN.md",
        "/locales/en/help.ftl",
        "/style",
        "/style/",
        "//app.js",
        "/../Cargo.toml",
        "/%61pp.js",
        "/%2e%2e/app.js",
        "/App.js",
        "/nothing",
    ] {
        let (status, head, body) = get(server.public, path).await;
        assert_eq!((status, code(&body).as_str()), (404, "not_found"), "{path}");
        assert!(head.contains("cache-control: no-store"), "{head}");
    }
    let (status, head, body) = ask(&server, "POST", "/app.js", "").await;
    assert_eq!((status, code(&body).as_str()), (405, "bad_request"));
    assert!(head.contains("allow: get,head"), "{head}");
    assert_eq!(get(server.admin, "/").await.0, 404, "operators have no page");
    let text = server.metrics.text().unwrap();
    assert!(text.contains("{route=\"none\",method=\"GET\",status=\"404\"}"), "{text}");
    assert!(!text.contains("app.js"), "{text}");
}

#[tokio::test]
async fn files_are_counted_together_and_not_as_calls_of_the_api() {
    let server = started();
    for _ in 0..3 {
        assert_eq!(get(server.public, "/app.js").await.0, 200);
    }
    assert_eq!(get(server.public, "/").await.0, 200);
    let text = server.metrics.text().unwrap();
    assert!(text.contains("{route=\"page\",method=\"GET\",status=\"200\"} 4\n"), "{text}");
}

#[tokio::test]
async fn an_operator_who_wants_no_page_has_none() {
    let server = start(config(|config| config.page = false));
    for path in ["/", "/app.js"] {
        let (status, _, body) = get(server.public, path).await;
        assert_eq!((status, code(&body).as_str()), (404, "not_found"), "{path}");
    }
    assert_eq!(get(server.public, "/healthz").await.0, 200);
}

#[tokio::test]
async fn below_a_path_the_page_is_found_with_its_slash() {
    let url = "https://club.example/a/go/";
    let server = start(config(|config| {
        config.prefix = Prefix::of_url(url).unwrap();
        config.origins = vec![Origin::of_url(url).unwrap()];
    }));
    for (path, to) in [("/a/go", "/a/go/"), ("/a/go?a=b&c", "/a/go/?a=b&c")] {
        for method in ["GET", "HEAD"] {
            let (status, head, body) = ask(&server, method, path, "").await;
            assert_eq!((status, says(&head, "location").as_deref(), body.as_str()), (308, Some(to), ""), "{path}");
        }
    }
    assert_eq!(ask(&server, "POST", "/a/go", "").await.0, 405);
    let (_, _, root) = get(server.public, "/").await;
    for path in ["/a/go/", "/a/go/?a=b"] {
        let (status, _, body) = get(server.public, path).await;
        assert_eq!((status, &body), (200, &root), "{path}");
    }
    assert_eq!(get(server.public, "/a/go/style/base.css").await.0, 200);
    assert_eq!(get(server.public, "/a/go/nothing").await.0, 404);
    let directory = start(config(|config| config.prefix = Prefix::of_url("https://club.example/style/").unwrap()));
    let (_, _, styles) = get(server.public, "/style/base.css").await;
    // a proxy cuts the path off, or hands it on
    for path in ["/style/base.css", "/style/style/base.css"] {
        assert_eq!(get(directory.public, path).await.2, styles, "{path}");
    }
    assert_eq!(get(directory.public, "/style/").await.2, root);
    let off = start(config(|config| {
        config.prefix = Prefix::of_url(url).unwrap();
        config.page = false;
    }));
    assert_eq!(get(off.public, "/a/go").await.0, 404, "there is nothing to go to");
}
