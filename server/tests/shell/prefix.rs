//! A server that people see below a path, with a proxy before it that cuts the path off or does not.

use crate::support::{Server, config, get, request, start};
use tengen_protocol::limits::ADDRESS_REQUESTS_BURST;
use tengen_server::{config::Origin, http::Prefix};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{client_async, tungstenite::client::IntoClientRequest};

const URL: &str = "https://club.example/go/";

fn below_a_path() -> Server {
    start(config(|config| {
        config.prefix = Prefix::of_url(URL).unwrap();
        config.origins = vec![Origin::of_url(URL).unwrap()];
    }))
}

#[tokio::test]
async fn everything_is_served_with_the_path_and_without_it() {
    let server = below_a_path();
    for path in ["/healthz", "/go/healthz", "/api/v1/games?limit=1", "/go/api/v1/games?limit=1"] {
        assert_eq!(get(server.public, path).await.0, 200, "{path}");
    }
    assert_eq!(request(server.public, "POST /go/api/v1/echo", "", "text").await.2, "text");
    for path in ["/gopher/healthz", "/go/go/healthz", "/Go/healthz", "/other/healthz", "/go//healthz"] {
        assert_eq!(get(server.public, path).await.0, 404, "{path}");
    }
    // a path of the client's choice is no label
    let text = server.metrics.text().unwrap();
    assert!(text.contains("{route=\"/healthz\",method=\"GET\",status=\"200\"} 2\n"), "{text}");
    assert_eq!(get(server.admin, "/go/readyz").await.0, 404, "operators need no path");
}

#[tokio::test]
async fn sockets_open_below_it_and_pages_of_its_origin_may_connect() {
    let server = below_a_path();
    let status = async |path: &str, origin: &str| {
        let stream = TcpStream::connect(server.public).await.unwrap();
        let mut handshake = format!("ws://{}{path}", server.public).into_client_request().unwrap();
        handshake.headers_mut().insert("origin", origin.parse().unwrap());
        match client_async(handshake, stream).await {
            Ok(_) => 101,
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    };
    for path in ["/ws", "/go/ws"] {
        assert_eq!(status(path, "https://club.example").await, 101, "{path}");
        for other in ["https://club.example:8443", "http://club.example", "https://go.club.example"] {
            assert_eq!(status(path, other).await, 403, "{path} {other}");
        }
    }
}

#[tokio::test]
async fn the_path_is_no_way_around_limits() {
    let server = below_a_path();
    let mut stream = TcpStream::connect(server.public).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    // two paths, one allowance
    let each = ADDRESS_REQUESTS_BURST as usize;
    let asking = async {
        for _ in 0..each {
            for path in ["/api/v1/games", "/go/api/v1/games"] {
                writer.write_all(format!("GET {path} HTTP/1.1\r\nhost: a\r\n\r\n").as_bytes()).await.unwrap();
            }
        }
        writer.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    };
    let mut answers = String::new();
    let (_, read) = tokio::join!(asking, reader.read_to_string(&mut answers));
    read.unwrap();
    let (allowed, refused) = (answers.matches(" 200 OK").count(), answers.matches(" 429 Too Many").count());
    assert_eq!(allowed + refused, 2 * each + 1);
    assert!(refused > 0, "nobody was told that it is too fast");
}
