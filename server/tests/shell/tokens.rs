//! Tokens that nobody has issued, at the doors of a running server: HTTP and `hello`. What each
//! claim must be is tested at the keys (`auth/tokens.rs`); here it is that no door forgets to ask.

use crate::signals::{Program, asked, program_in};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde_json::{Value, json};
use std::{
    net::TcpStream,
    time::{SystemTime, UNIX_EPOCH},
};
use tokio_tungstenite::tungstenite::{Message, client};

const SECRET: &str = "the secret of a test, 32 bytes or more";

/// A server that signs with [`SECRET`].
fn server() -> Program {
    let data = tempfile::tempdir().unwrap();
    let secret = data.path().join("of-a-test");
    std::fs::write(&secret, SECRET).unwrap();
    program_in(data, &[("TENGEN_SECRET_FILE", &secret)])
}

/// The answer to `hello`, and what is said after it until the connection ends.
fn hello(address: &str, path: &str, token: Option<&str>) -> Vec<Value> {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(crate::support::SOON)).unwrap();
    let (mut socket, _) = client(format!("ws://{address}{path}"), stream).unwrap();
    let first = match token {
        Some(token) => json!({"id": "h", "type": "hello", "token": token}),
        None => json!({"id": "h", "type": "offers"}),
    };
    socket.send(Message::text(first.to_string())).unwrap();
    let mut said = Vec::new();
    while let Ok(message) = socket.read() {
        if let Message::Text(text) = message {
            said.push(serde_json::from_str::<Value>(&text).unwrap());
            if said[0]["ok"].is_object() {
                break;
            }
        }
    }
    said
}

/// A token and what is needed to make others of it.
struct Known {
    kid: String,
    claims: Value,
}

impl Known {
    fn guest(server: &Program) -> (String, Self) {
        let (_, body) = asked(&server.public, "POST /api/v1/guests", None);
        let body: Value = serde_json::from_str(&body).unwrap();
        let token = body["token"].as_str().unwrap().to_owned();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&["tengen"]);
        let key = DecodingKey::from_secret(SECRET.as_bytes()).unwrap();
        let claims = decode::<Value>(&token, &key, &validation).unwrap().claims;
        let kid = decode_header(&token).unwrap().kid.unwrap();
        (token, Self { kid, claims })
    }

    fn signed(&self, kid: Option<&str>, algorithm: Algorithm, secret: &str, change: &[(&str, Value)]) -> String {
        let mut header = Header::new(algorithm);
        header.kid = kid.map(str::to_owned);
        let mut claims = self.claims.clone();
        for (name, value) in change {
            claims[*name] = value.clone();
        }
        encode(&header, &claims, &EncodingKey::from_secret(secret.as_bytes()).unwrap()).unwrap()
    }

    /// Signed as the server does, with other claims.
    fn with(&self, change: &[(&str, Value)]) -> String {
        self.signed(Some(&self.kid), Algorithm::HS256, SECRET, change)
    }
}

#[test]
fn a_token_that_the_server_has_not_issued_opens_no_door() {
    let server = server();
    let (token, known) = Known::guest(&server);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let kid = Some(known.kid.as_str());
    // a forger with the secret would be let in: what follows is refused for what it is
    for good in [&token, &known.with(&[])] {
        assert!(asked(&server.public, "GET /api/v1/me", Some(good)).0.contains(" 200 "));
        assert!(hello(&server.public, "/ws", Some(good))[0]["ok"].is_object());
    }
    let body = token.split('.').nth(1).unwrap();
    let forged = [
        ("none", format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}.")),
        ("no signature", format!("{}.", token.rsplit_once('.').unwrap().0)),
        ("another algorithm", known.signed(kid, Algorithm::HS512, SECRET, &[])),
        ("another secret", known.signed(kid, Algorithm::HS256, "another secret, of 32 bytes or more", &[])),
        ("an unknown key", known.signed(Some("00000000"), Algorithm::HS256, SECRET, &[])),
        ("no key", known.signed(None, Algorithm::HS256, SECRET, &[])),
        ("expired", known.with(&[("exp", json!(now - 60))])),
        ("not yet valid", known.with(&[("nbf", json!(now + 60))])),
        ("another audience", known.with(&[("aud", json!("another"))])),
        ("to refresh with", known.with(&[("aud", json!("tengen-refresh")), ("use", json!("refresh"))])),
        ("another server", known.with(&[("iss", json!("another"))])),
        ("without an end", known.with(&[("exp", Value::Null)])),
        ("nobody's", known.with(&[("sub", json!("nobodynobodynobo"))])),
        ("revoked with all before", known.with(&[("gen", json!(1))])),
        ("too long", known.with(&[("pad", json!("x".repeat(2_048)))])),
        ("nothing", String::new()),
    ];
    for (what, token) in &forged {
        let (status, body) = asked(&server.public, "GET /api/v1/me", Some(token));
        assert!(status.contains(" 401 ") && body.contains("\"unauthorized\""), "{what}: {status} {body}");
        let said = hello(&server.public, "/ws", Some(token));
        assert_eq!(said[0]["error"]["code"], "unauthorized", "{what}: {said:?}");
        assert_eq!(said.last().unwrap()["notice"], "closing", "{what}: {said:?}");
    }
}

#[test]
fn a_token_in_a_url_counts_for_nothing() {
    let server = server();
    let (token, _) = Known::guest(&server);
    for name in ["token", "access_token"] {
        let (status, _) = asked(&server.public, &format!("GET /api/v1/me?{name}={token}"), None);
        assert!(status.contains(" 401 "), "{status}");
        let said = hello(&server.public, &format!("/ws?{name}={token}"), None);
        assert_eq!(said[0]["error"]["code"], "hello_first", "{said:?}");
    }
}
