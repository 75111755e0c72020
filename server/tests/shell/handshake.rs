//! The WebSocket handshake and what is set for every socket.

use crate::support::{Server, code, config, raw, request, split, start, started, why};
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tengen_server::Refused;
use tokio_tungstenite::tungstenite::{Error, Message, error::CapacityError};

async fn status(server: &Server, headers: &[(&'static str, &str)]) -> u16 {
    server.socket(headers).await.map_or_else(|status| status, |_| 101)
}

#[tokio::test]
async fn a_socket_is_handed_over_with_the_bytes_that_came_with_the_handshake() {
    let server = started();
    // "hi" in a masked text frame, in the same packet as the handshake.
    let mut bytes = b"GET /ws HTTP/1.1\r\nhost: a\r\nconnection: keep-alive, Upgrade\r\nupgrade: WebSocket\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        .to_vec();
    bytes.extend([0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
    // A close frame, so that the server hangs up.
    bytes.extend([0x88, 0x80, 0, 0, 0, 0]);
    let answer = raw(server.public, &bytes).await;
    let (status, head, rest) = split(&answer);
    assert_eq!(status, 101);
    // The key and answer of RFC 6455 section 1.3.
    assert!(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{answer}");
    assert!(!head.contains("sec-websocket-protocol"), "none was offered: {head}");
    assert!(rest.starts_with("\u{81}\u{2}hi"), "{rest:?}");
}

#[tokio::test]
async fn origins() {
    let server = started();
    let own = format!("http://{}", server.public);
    for good in [None, Some(own.as_str()), Some("https://go.example"), Some("http://localhost:8080")] {
        let headers: Vec<_> = good.map(|origin| ("origin", origin)).into_iter().collect();
        assert_eq!(status(&server, &headers).await, 101, "{good:?}");
    }
    for bad in ["https://evil.example", "null", "http://go.example", "http://localhost:8081", "http://127.0.0.1:1"] {
        assert_eq!(status(&server, &[("origin", bad)]).await, 403, "{bad}");
    }
    let text = server.metrics.text().unwrap();
    assert!(text.contains("tengen_refused_total{reason=\"origin\"} 5\n"), "{text}");
}

#[tokio::test]
async fn subprotocols() {
    let server = started();
    let (_, response) = server.socket(&[("sec-websocket-protocol", "tengen.v1, chat")]).await.unwrap();
    assert_eq!(response.headers()["sec-websocket-protocol"], "tengen.v1");
    assert_eq!(status(&server, &[("sec-websocket-protocol", "chat")]).await, 400);
    assert_eq!(status(&server, &[("sec-websocket-protocol", "tengen.v2")]).await, 400);
    let text = server.metrics.text().unwrap();
    assert!(text.contains(&format!("reason=\"{}\"}} 2\n", Refused::Subprotocol.as_str())), "{text}");
}

#[tokio::test]
async fn what_is_no_handshake_is_told_what_is_needed() {
    // The connections are kept after the answer.
    let server = start(config(|config| config.timeouts.header = Duration::from_millis(500)));
    let (status, head, body) = request(server.public, "GET /ws", "", "").await;
    assert_eq!((status, code(&body).as_str(), why(&body).as_str()), (426, "bad_request", "handshake"));
    assert!(head.contains("upgrade: websocket"), "{head}");
    let version = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 8\r\n";
    let answer = raw(server.public, format!("GET /ws HTTP/1.1\r\nhost: a\r\n{version}\r\n").as_bytes()).await;
    let (status, head, _) = split(&answer);
    assert_eq!(status, 426);
    assert!(head.contains("sec-websocket-version: 13"), "{head}");
    let key = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: short\r\n";
    let (status, ..) = split(&raw(server.public, format!("GET /ws HTTP/1.1\r\nhost: a\r\n{key}\r\n").as_bytes()).await);
    assert_eq!(status, 400);
}

#[tokio::test]
async fn messages_have_at_most_8_kib() {
    let server = started();
    let (mut socket, _) = server.socket(&[]).await.unwrap();
    let largest = "x".repeat(8 * 1024);
    socket.send(Message::text(largest.clone())).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), Message::text(largest));
    // The server gives up; how that shows at the client depends on what is read first.
    let _ = socket.send(Message::text("x".repeat(8 * 1024 + 1))).await;
    let answer = socket.next().await;
    assert!(!matches!(answer, Some(Ok(Message::Text(_)))), "{answer:?}");
    assert!(!matches!(answer, Some(Err(Error::Capacity(CapacityError::MessageTooLong { .. })))));
}

#[tokio::test]
async fn a_trusted_proxy_names_the_client() {
    let who = async |server: &Server| {
        let (mut socket, _) = server.socket(&[("x-forwarded-for", "6.6.6.6, 9.9.9.9")]).await.unwrap();
        socket.send(Message::text("who")).await.unwrap();
        socket.next().await.unwrap().unwrap().to_string()
    };
    assert_eq!(who(&started()).await, "127.0.0.1");
    let trusting = start(config(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]));
    assert_eq!(who(&trusting).await, "9.9.9.9");
}
