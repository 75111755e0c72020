//! Sessions of pages at the program itself, on both stores.

use crate::support::SOON;
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;
use tengen_tests::RedisServer;

/// A program whose whole log is kept.
pub(crate) struct Program {
    child: Child,
    address: String,
    home: TempDir,
    _redis: Option<RedisServer>,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    pub(crate) fn start(redis: Option<RedisServer>, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let log = File::create(home.path().join("log")).unwrap();
        let store = redis.as_ref().map(|redis| [format!("--redis={}", redis.url()), "--dev".to_owned()]);
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen-server"))
            .args(["--listen=127.0.0.1:0", "--admin-listen=off", "--log=trace", "--data"])
            .arg(home.path().join("data"))
            .args(store.iter().flatten())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").expect("the line").to_owned();
        Self { child, address, home, _redis: redis }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    fn on_both() -> [Self; 2] {
        [Self::start(None, &[]), Self::start(Some(RedisServer::start().unwrap()), &[])]
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.home.path().join("log")).unwrap()
    }

    /// A request of a page at `origin`.
    fn post(&self, path: &str, origin: &str, cookie: &str, body: &Value) -> Reply {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        let cookie = if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\norigin: {origin}\r\ncontent-type: \
             application/json\r\ncontent-length: {}\r\n{cookie}\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ").map(str::to_owned));
        let body = if body.is_empty() { Value::Null } else { serde_json::from_str(body).unwrap() };
        Reply { status: head.split(' ').nth(1).unwrap().parse().unwrap(), cookie, body }
    }

    fn own(&self, what: &str, cookie: &str, body: &Value) -> Reply {
        self.post(&format!("/api/v1/browser/{what}"), &format!("http://{}", self.address), cookie, body)
    }

    /// The cookie after the token in it was used by what is no page.
    fn rotated(&self, cookie: &str) -> String {
        let (name, token) = cookie.split_once('=').unwrap();
        let said =
            self.post("/api/v1/refresh", &format!("http://{}", self.address), "", &json!({"refresh_token": token}));
        assert_eq!(said.status, 200, "{}", said.body);
        format!("{name}={}", said.body["refresh_token"].as_str().unwrap())
    }

    /// The name of the cookie: each port of a host has another one.
    fn cookie(&self) -> String {
        format!("tengen-session-{}", self.address.rsplit_once(':').unwrap().1)
    }

    /// Whether this token is let in.
    fn lets_in(&self, token: &str) -> bool {
        crate::signals::asked(&self.address, "GET /api/v1/me", Some(token)).0.contains(" 200 ")
    }
}

struct Reply {
    status: u16,
    cookie: Option<String>,
    body: Value,
}

impl Reply {
    fn cookie(&self) -> &str {
        self.cookie.as_deref().expect("a cookie")
    }

    /// What a browser sends from then on.
    fn kept(&self) -> String {
        self.cookie().split(';').next().unwrap().to_owned()
    }

    fn token(&self) -> &str {
        self.body["token"].as_str().expect("a token")
    }
}

#[test]
fn a_session_is_renewed_by_its_cookie_until_it_is_ended() {
    for server in Program::on_both() {
        let kirin = json!({"name": "Kirin", "password": "correct horse"});
        let made = server.own("register", "", &kirin);
        assert_eq!(made.status, 201, "{}", made.body);
        let login = server.own("login", "", &kirin);
        let guest = server.own("guest", "", &json!({}));
        for (begun, status) in [(&made, 201), (&login, 200), (&guest, 201)] {
            assert_eq!(begun.status, status, "{}", begun.body);
            let (attributes, seconds) = begun.cookie().rsplit_once('=').unwrap();
            assert!(attributes.ends_with("; HttpOnly; SameSite=Strict; Max-Age"), "{attributes}");
            // thirty days, but for what the answer took
            assert!((29 * 24 * 3600..=30 * 24 * 3600).contains(&seconds.parse().unwrap()), "{seconds}");
            assert!(begun.body.get("refresh_token").is_none() && server.lets_in(begun.token()));
        }
        let mut tokens = vec![made.kept(), login.kept(), guest.kept()];
        for begun in [&login, &guest] {
            let first = server.own("refresh", &begun.kept(), &json!({}));
            assert_eq!((first.status, &first.body["account"]), (200, &begun.body["account"]));
            let lost = server.own("refresh", &begun.kept(), &json!({}));
            assert_eq!((lost.status, lost.kept()), (200, first.kept()), "an answer may get lost");
            // what is no page gets another one each time
            let second = server.rotated(&server.rotated(&first.kept()));
            let renewed = server.own("refresh", &second, &json!({}));
            assert_eq!((renewed.status, renewed.kept()), (200, second.clone()));
            // used before the newest two: somebody else has it
            let stolen = server.own("refresh", &begun.kept(), &json!({}));
            assert_eq!((stolen.status, stolen.kept()), (401, format!("{}=", server.cookie())));
            assert_eq!(server.own("refresh", &second, &json!({})).status, 401, "so the session has ended");
            assert!(!server.lets_in(renewed.token()));
            tokens.push(second);
        }
        assert!(server.lets_in(made.token()), "another session goes on");
        for _ in 0..2 {
            let ended = server.own("logout", &made.kept(), &json!({}));
            assert_eq!(ended.status, 204, "{}", ended.body);
            assert_eq!(ended.cookie(), format!("{}=; HttpOnly; SameSite=Strict; Max-Age=0", server.cookie()));
            assert!(!server.lets_in(made.token()));
        }
        assert_eq!(server.own("refresh", &made.kept(), &json!({})).status, 401);
        let log = server.log();
        assert!(log.contains("TRACE"), "it was told to say much");
        for token in tokens {
            let signature = token.rsplit('.').next().unwrap();
            assert!(!log.contains(signature), "a token is in the log");
        }
    }
}

#[test]
fn below_a_path_and_behind_https_the_cookie_is_for_what_the_browser_sees() {
    let server = Program::start(None, &["--public-url=https://club.example/go/", "--trusted-proxy=127.0.0.1"]);
    // a proxy hands the path on, or cuts the prefix off
    for path in ["/go/api/v1/browser/guest", "/api/v1/browser/guest"] {
        let begun = server.post(path, "https://club.example", "", &json!({}));
        assert_eq!(begun.status, 201, "{}", begun.body);
        assert!(begun.cookie().ends_with("; Secure"), "it goes by https only");
        // the browser takes the path that it asked at
        assert!(!begun.cookie().to_ascii_lowercase().contains("path="));
        let renewed = server.post(&path.replace("guest", "refresh"), "https://club.example", &begun.kept(), &json!({}));
        assert_eq!(renewed.status, 200, "{}", renewed.body);
    }
    for other in ["https://evil.example", "http://club.example", "https://club.example:8443", "null"] {
        let refused = server.post("/go/api/v1/browser/guest", other, "", &json!({}));
        assert_eq!((refused.status, refused.cookie.is_some()), (403, false), "{other}");
    }
    let direct = server.own("guest", "", &json!({}));
    assert_eq!(direct.status, 201);
    assert!(!direct.cookie().contains("Secure"), "past the proxy, without https");
}
