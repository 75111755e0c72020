//! What a client can take from the server by being slow, large or many: little.

use crate::support::{Server, code, config, get, raw, request, rest, split, start, started, until};
use futures_util::{SinkExt, StreamExt};
use std::{num::NonZeroUsize, time::Duration};
use tengen_protocol::limits::ADDRESS_REQUESTS_BURST;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

fn with_header_timeout() -> Server {
    start(config(|config| config.timeouts.header = Duration::from_millis(100)))
}

#[tokio::test]
async fn a_slow_head_is_cut_off() {
    let server = with_header_timeout();
    let mut stream = TcpStream::connect(server.public).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").await.unwrap();
    let answer = rest(stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[tokio::test]
async fn a_connection_that_says_nothing_is_cut_off() {
    let server = with_header_timeout();
    assert_eq!(rest(TcpStream::connect(server.public).await.unwrap()).await, "");
    let metrics = server.metrics.clone();
    until("its place is free again", || metrics.connections.get() == 0).await;
}

#[tokio::test]
async fn a_kept_connection_that_asks_nothing_more_is_cut_off() {
    let server = with_header_timeout();
    let answer = raw(server.public, b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert_eq!(split(&answer).0, 200);
}

#[tokio::test]
async fn a_connection_that_only_asks_ends_after_its_time() {
    let server = start(config(|config| {
        config.timeouts.http_connection = Duration::from_millis(50);
        config.timeouts.request = Duration::from_millis(50);
        config.timeouts.header = Duration::from_secs(3600);
    }));
    let answer = raw(server.public, b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert_eq!(split(&answer).0, 200);
}

#[tokio::test]
async fn a_large_head_is_refused() {
    let server = started();
    let head = |bytes: usize| format!("x-large: {}\r\n", "x".repeat(bytes));
    assert_eq!(request(server.public, "GET /healthz", &head(8 * 1024), "").await.0, 200);
    assert_eq!(request(server.public, "GET /healthz", &head(17 * 1024), "").await.0, 431);
    let many = |n: usize| "x-many: 1\r\n".repeat(n);
    assert_eq!(request(server.public, "GET /healthz", &many(60), "").await.0, 200);
    assert_eq!(request(server.public, "GET /healthz", &many(65), "").await.0, 431);
}

#[tokio::test]
async fn a_large_body_is_refused() {
    let server = started();
    let largest = "x".repeat(16 * 1024);
    let (status, _, body) = request(server.public, "POST /api/v1/echo", "", &largest).await;
    assert_eq!((status, body.len()), (200, largest.len()));
    let (status, _, body) = request(server.public, "POST /api/v1/echo", "", &format!("{largest}x")).await;
    assert_eq!((status, code(&body).as_str()), (413, "too_large"));
}

#[tokio::test]
async fn a_large_body_is_refused_without_a_length_too() {
    let server = started();
    let mut bytes =
        b"POST /api/v1/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for _ in 0..17 {
        bytes.extend(b"400\r\n");
        bytes.extend([b'x'; 1024]);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"0\r\n\r\n");
    assert_eq!(split(&raw(server.public, &bytes).await).0, 413);
}

#[tokio::test]
async fn one_address_has_a_share_of_the_places_until_it_is_known_who_connects() {
    let server = start(config(|config| {
        config.max_connections = NonZeroUsize::new(40);
    }));
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(server.socket(&[]).await.unwrap());
    }
    let (status, head, body) = get(server.public, "/healthz").await;
    assert_eq!((status, code(&body).as_str()), (429, "rate_limited"));
    assert!(head.contains("retry-after: 10"), "{head}");
    assert_eq!(server.socket(&[]).await.err(), Some(429));
    // who has said who he is counts no more
    for (socket, _) in &mut silent {
        socket.send("hello".into()).await.unwrap();
        assert_eq!(socket.next().await.unwrap().unwrap().into_text().unwrap(), "hello");
    }
    for _ in 0..19 {
        silent.push(server.socket(&[]).await.unwrap());
    }
    assert_eq!(get(server.public, "/healthz").await.0, 200);
    assert!(server.metrics.text().unwrap().contains("tengen_refused_total{reason=\"address\"} 2\n"));
}

#[tokio::test]
async fn the_clients_of_a_trusted_proxy_have_a_share_each() {
    let server = start(config(|config| {
        config.max_connections = NonZeroUsize::new(64);
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    }));
    let mut silent = Vec::new();
    for _ in 0..32 {
        silent.push(server.socket(&[("x-forwarded-for", "10.0.0.1")]).await.unwrap());
    }
    assert_eq!(server.socket(&[("x-forwarded-for", "10.0.0.1")]).await.err(), Some(429));
    silent.push(server.socket(&[("x-forwarded-for", "10.0.0.2")]).await.unwrap());
    assert_eq!(get(server.public, "/healthz").await.0, 200, "the proxy itself has no share");
}

#[tokio::test]
async fn an_address_that_asks_too_fast_is_told_when_to_come_back() {
    let server = started();
    let mut stream = TcpStream::connect(server.public).await.unwrap();
    let ask = b"GET /api/v1/games HTTP/1.1\r\nhost: a\r\n\r\n";
    let count = 2 * ADDRESS_REQUESTS_BURST as usize;
    let (mut reader, mut writer) = stream.split();
    let asking = async {
        for _ in 0..count {
            writer.write_all(ask).await.unwrap();
        }
        writer.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    };
    let mut answers = String::new();
    let (_, read) = tokio::join!(asking, reader.read_to_string(&mut answers));
    read.unwrap();
    let (allowed, refused) = (answers.matches(" 200 OK").count(), answers.matches(" 429 Too Many").count());
    assert_eq!(allowed + refused, count + 1);
    assert!(allowed > ADDRESS_REQUESTS_BURST as usize && refused > 0, "{allowed} {refused}");
    assert_eq!(answers.matches("retry-after: 1\r\n").count(), refused);
    assert!(answers.trim_end().ends_with(r#"{"status":"ok"}"#), "what operators ask is not limited");
}

#[tokio::test]
async fn a_full_server_says_so_and_takes_the_next_when_one_has_gone() {
    let server = start(config(|config| config.max_connections = NonZeroUsize::new(2)));
    let first = server.socket(&[]).await.unwrap();
    let second = server.socket(&[]).await.unwrap();
    let (status, head, body) = get(server.public, "/healthz").await;
    assert_eq!((status, code(&body).as_str()), (503, "unavailable"));
    assert!(head.contains("retry-after: 10"), "{head}");
    assert_eq!(server.socket(&[]).await.err(), Some(503));
    assert_eq!(get(server.admin, "/healthz").await.0, 200, "operators have places of their own");
    let text = server.metrics.text().unwrap();
    assert!(text.contains("tengen_refused_total{reason=\"full\"} 2\n"), "{text}");
    assert!(text.contains("tengen_sockets 2\n"), "{text}");
    drop(first);
    let metrics = server.metrics.clone();
    until("a place is free", || metrics.connections.get() == 1).await;
    assert_eq!(get(server.public, "/healthz").await.0, 200);
    drop(second);
    until("all places are free", || metrics.connections.get() == 0 && metrics.sockets.get() == 0).await;
}
