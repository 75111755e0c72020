use super::*;
use crate::{config::Profile, trust::Trust};
use std::{sync::Arc, time::Duration};
use tengen_protocol::Code;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::Mutex,
};

/// A server that takes each refresh token once, in order `r0`, `r1`, ..
struct Refresher {
    server: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Refresher {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = Vec::new();
                while !request.ends_with(b"}") {
                    let mut part = [0; 1024];
                    let read = stream.read(&mut part).await.unwrap();
                    request.extend_from_slice(&part[..read]);
                }
                let request = String::from_utf8(request).unwrap();
                let token = request.rsplit('"').nth(1).unwrap().to_owned();
                let mut seen = seen.lock().await;
                let n = seen.len();
                let (status, body) = if token == format!("r{n}") {
                    seen.push(token);
                    let (next, far) = (n + 1, u64::MAX);
                    let body = format!(
                        r#"{{"account":"a1","name":"Ann","token":"t{next}","expires_at":{far},"refresh_token":"r{next}"}}"#
                    );
                    ("200 OK", body)
                } else {
                    ("401 Unauthorized", r#"{"error":{"code":"unauthorized","message":"used"}}"#.to_owned())
                };
                let length = body.len();
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
                );
                stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            }
        });
        Self { server, asked }
    }

    fn tokens(&self, file: &ProfileFile, source: Source) -> Tokens {
        Tokens::new(
            source,
            self.server.clone(),
            file.clone(),
            Api::new(&self.server, &Trust::with(None).unwrap()).unwrap(),
        )
    }

    /// A profile whose access token `t0` has expired.
    fn profile(&self, home: &tempfile::TempDir) -> ProfileFile {
        let file = ProfileFile::within(home.path().to_owned(), "p").unwrap();
        let saved = Saved {
            account: "a1".parse().unwrap(),
            name: "Ann".into(),
            token: "t0".into(),
            expires_at: 5,
            refresh_token: Some("r0".into()),
        };
        let mut profile = Profile::default();
        profile.sessions.insert(self.server.clone(), saved);
        file.save(&profile, &file.lock().unwrap()).unwrap();
        file
    }
}

fn refused() -> WireError {
    WireError::new(Code::Unauthorized, "")
}

#[tokio::test]
async fn an_old_token_is_renewed_once_however_many_need_it() {
    let (home, server) = (tempfile::tempdir().unwrap(), Refresher::start().await);
    let file = server.profile(&home);
    let users: Vec<_> = (0..8).map(|_| server.tokens(&file, Source::Profile)).collect();
    let mut tasks = tokio::task::JoinSet::new();
    for user in users {
        tasks.spawn(async move { user.current().await.unwrap().unwrap() });
    }
    let all = tokio::time::timeout(Duration::from_secs(60), tasks.join_all()).await.unwrap();
    assert!(all.iter().all(|token| token == "t1"), "{all:?}");
    assert_eq!(*server.asked.lock().await, ["r0"], "each refresh token is used once");
    let kept = file.load().unwrap();
    assert_eq!(kept.sessions[&server.server].refresh_token.as_deref(), Some("r1"), "and the next one is kept");
}

#[tokio::test]
async fn a_refused_token_is_replaced_unless_there_is_a_newer_one() {
    let (home, server) = (tempfile::tempdir().unwrap(), Refresher::start().await);
    let file = server.profile(&home);
    let tokens = server.tokens(&file, Source::Profile);
    tokens.after_refusal(Some("t0"), refused()).await.unwrap();
    // Another process was told of the same refusal: the newer token is there already.
    tokens.after_refusal(Some("t0"), refused()).await.unwrap();
    assert_eq!(server.asked.lock().await.len(), 1);
    assert_eq!(tokens.current().await.unwrap().as_deref(), Some("t1"));
}

#[tokio::test]
async fn a_login_that_has_ended_says_so() {
    let (home, server) = (tempfile::tempdir().unwrap(), Refresher::start().await);
    let file = server.profile(&home);
    server.asked.lock().await.push("somebody else was here".into());
    let failure = server.tokens(&file, Source::Profile).current().await.unwrap_err();
    assert_eq!(failure.exit_code(), 4);
    let other = Tokens::new(
        Source::Profile,
        "http://other".into(),
        file,
        Api::new("http://other", &Trust::with(None).unwrap()).unwrap(),
    );
    assert_eq!(other.current().await.unwrap_err().exit_code(), 4, "no token is sent to another server");
}

#[tokio::test]
async fn given_tokens_are_taken_as_they_are() {
    let (home, server) = (tempfile::tempdir().unwrap(), Refresher::start().await);
    let file = server.profile(&home);
    let given = server.tokens(&file, Source::Given("x".into()));
    assert_eq!(given.current().await.unwrap().as_deref(), Some("x"));
    assert!(given.after_refusal(Some("x"), refused()).await.is_err());
    assert_eq!(server.tokens(&file, Source::Anonymous).current().await.unwrap(), None);
    let path = home.path().join("token");
    let from_file = server.tokens(&file, Source::File(path.clone()));
    assert!(from_file.current().await.is_err());
    std::fs::write(&path, " y\n").unwrap();
    assert_eq!(from_file.current().await.unwrap().as_deref(), Some("y"));
    assert!(from_file.after_refusal(Some("y"), refused()).await.is_err());
    std::fs::write(&path, "z").unwrap();
    assert!(from_file.after_refusal(Some("y"), refused()).await.is_ok(), "somebody has renewed it");
}
