//! What a page is told and what its cookie is, on the store in memory.

use super::*;
use crate::{
    ClientAddr,
    auth::{Hashing, Settings, SigningKeys},
    store::memory::Memory,
};
use axum::{Extension, body::to_bytes};
use http::{Method, Request};
use serde_json::{Value, json};
use tower::ServiceExt;

struct Site(Router);

struct Reply {
    status: u16,
    body: Value,
    cookie: Option<String>,
}

impl Reply {
    /// What the browser sends from then on.
    fn kept(&self) -> String {
        let cookie = self.cookie.as_ref().expect("a cookie");
        cookie.split(';').next().unwrap().to_owned()
    }

    /// The cookie's attributes.
    fn attributes(&self) -> &str {
        self.cookie.as_ref().expect("a cookie").split_once("; ").unwrap().1
    }

    /// Thirty days, but for what the answer took.
    fn lasts_a_month(&self) -> bool {
        let seconds: u64 = self.attributes().rsplit_once("Max-Age=").unwrap().1.parse().unwrap();
        (29 * 24 * 3600..=30 * 24 * 3600).contains(&seconds)
    }

    fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap()
    }
}

impl Site {
    fn new() -> Self {
        Self::reached(Reached::default())
    }

    fn reached(reached: Reached) -> Self {
        let hashing = Hashing { memory_kib: 8, passes: 1, at_once: 1, waiting: 8 };
        let settings = Settings { hashing, ..Settings::default() };
        let keys = SigningKeys::from_bytes(&[9; 32]).unwrap();
        let accounts = Accounts::new(Arc::new(Memory::default()), keys, settings).unwrap();
        let peer = ClientAddr::direct(([10, 0, 0, 1], 4242).into());
        Self(routes(Arc::new(accounts), reached).layer(Extension(peer)))
    }

    async fn send(&self, what: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::builder().method(Method::POST).uri(format!("/api/v1/browser/{what}"));
        for (name, value) in headers {
            // browsers send what is no ASCII as it is
            request = request.header(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let response =
            self.0.clone().oneshot(request.body(axum::body::Body::from(body.to_owned())).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_eq!(parts.headers[header::CACHE_CONTROL], "no-store");
        let bytes = to_bytes(body, 1 << 20).await.unwrap();
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
        let cookie = parts.headers.get(header::SET_COOKIE);
        assert!(cookie.is_none_or(HeaderValue::is_sensitive), "no log shows it");
        let cookie = cookie.map(|cookie| cookie.to_str().unwrap().to_owned());
        Reply { status: parts.status.as_u16(), body, cookie }
    }

    /// As a page of this server does, with what its cookie holds.
    async fn post(&self, what: &str, cookie: Option<&str>, body: Value) -> Reply {
        let mut headers = vec![("content-type", "application/json"), ("host", "go.example")];
        headers.extend([("origin", "http://go.example"), ("sec-fetch-site", "same-origin")]);
        headers.extend(cookie.map(|cookie| ("cookie", cookie)));
        self.send(what, &headers, &body.to_string()).await
    }
}

fn kirin() -> Value {
    json!({"name": "Kirin", "password": "correct horse"})
}

#[tokio::test]
async fn a_whole_visit() {
    let site = Site::new();
    let made = site.post("register", None, kirin()).await;
    assert_eq!((made.status, &made.body["name"]), (201, &json!("Kirin")), "{}", made.body);
    assert!(made.kept().starts_with("tengen-session=eyJ"), "{}", made.kept());
    assert_eq!(made.attributes().rsplit_once('=').unwrap().0, "HttpOnly; SameSite=Strict; Max-Age");
    assert!(made.lasts_a_month());
    let login = site.post("login", None, kirin()).await;
    assert_eq!((login.status, &login.body["account"]), (200, &made.body["account"]));
    let guest = site.post("guest", None, json!({})).await;
    assert_eq!(guest.status, 201);
    for begun in [&made, &login, &guest] {
        assert!(begun.body.get("refresh_token").is_none(), "scripts do not get it");
        assert!(begun.body["token"].is_string() && begun.body["expires_at"].is_u64());
    }
    let cookie = guest.kept();
    for _ in 0..3 {
        let again = site.post("refresh", Some(&format!("a=b; {cookie}; tengen=c")), json!({})).await;
        assert_eq!((again.status, &again.body["account"]), (200, &guest.body["account"]));
        assert_eq!(again.kept(), cookie, "the answer may get lost");
        assert_ne!(again.body["token"], guest.body["token"]);
    }
    for _ in 0..2 {
        let gone = site.post("logout", Some(&cookie), json!({})).await;
        assert_eq!((gone.status, gone.kept().as_str()), (204, "tengen-session="));
        assert_eq!(gone.attributes(), "HttpOnly; SameSite=Strict; Max-Age=0");
    }
    assert_eq!(site.post("logout", None, json!({})).await.status, 204, "nobody logs out");
    assert_eq!(site.post("refresh", Some(&login.kept()), json!({})).await.status, 200, "others go on");
    for ended in [Some(cookie.as_str()), Some("tengen-session=nonsense"), Some("tengen-session="), None] {
        let refused = site.post("refresh", ended, json!({})).await;
        assert_eq!((refused.status, refused.code(), refused.kept().as_str()), (401, "unauthorized", "tengen-session="));
    }
}

#[tokio::test]
async fn what_neighbours_put_beside_the_cookie_neither_counts_nor_takes_it_away() {
    let site = Site::new();
    let guest = site.post("guest", None, json!({})).await;
    let ended = site.post("guest", None, json!({})).await.kept();
    assert_eq!(site.post("logout", Some(&ended), json!({})).await.status, 204);
    let many = ["tengen-session=x"; 9].join("; ");
    for others in ["tengen-session=x", "tengen-session=x; tengen-session=", &ended, "theme=围棋", &many] {
        for cookies in [format!("{others}; {}", guest.kept()), format!("{}; {others}", guest.kept())] {
            let renewed = site.post("refresh", Some(&cookies), json!({})).await;
            assert_eq!((renewed.status, &renewed.body["account"]), (200, &guest.body["account"]), "{cookies}");
            assert_eq!(renewed.kept(), guest.kept());
        }
    }
    let none = site.post("refresh", Some(&format!("tengen-session=x; {ended}")), json!({})).await;
    assert_eq!((none.status, none.kept().as_str()), (401, "tengen-session="));
    let left = site.post("logout", Some(&format!("theme=围棋; {}", guest.kept())), json!({})).await;
    assert_eq!((left.status, left.kept().as_str()), (204, "tengen-session="));
    assert_eq!(site.post("refresh", Some(&guest.kept()), json!({})).await.status, 401);
}

#[tokio::test]
async fn two_servers_on_one_host_have_each_a_cookie_of_its_own() {
    let json = ("content-type", "application/json");
    // what a proxy writes into `host` does not count
    let origins = vec!["https://go.example:8443".parse().unwrap(), "https://go.example".parse().unwrap()];
    for (host, origin, name) in [
        ("go.example:9191", Some("http://go.example:9191"), "tengen-session-9191"),
        ("10.0.0.1:9191", Some("https://go.example:8443"), "tengen-session-8443"),
        ("10.0.0.1:9191", Some("https://go.example"), "tengen-session"),
        ("go.example:9191", None, "tengen-session"),
    ] {
        let site = Site::reached(Reached { origins: origins.clone(), ..Reached::default() });
        let mut headers = vec![json, ("host", host)];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let guest = site.send("guest", &headers, "{}").await.kept();
        assert_eq!(guest.split_once('=').unwrap().0, name);
        let token = guest.split_once('=').unwrap().1;
        for (cookies, status) in [
            (format!("tengen-session-1={token}; tengen-session-91910={token}"), 401),
            (format!("tengen-session-1=x; {guest}; tengen-session-2=y"), 200),
        ] {
            let headers: Vec<_> = headers.iter().copied().chain([("cookie", cookies.as_str())]).collect();
            let renewed = site.send("refresh", &headers, "{}").await;
            assert_eq!((renewed.status, renewed.kept().split_once('=').unwrap().0), (status, name), "{cookies}");
        }
    }
}

#[tokio::test]
async fn who_logs_in_again_leaves_no_session_behind() {
    let site = Site::new();
    let mut before = site.post("register", None, kirin()).await.kept();
    for (what, body) in
        [("login", kirin()), ("guest", json!({})), ("register", json!({"name": "Suzuki", "password": "correct horse"}))]
    {
        let begun = site.post(what, Some(&format!("tengen-session=x; {before}")), body).await;
        assert!(matches!(begun.status, 200 | 201), "{what}: {}", begun.body);
        assert_eq!(site.post("refresh", Some(&before), json!({})).await.status, 401, "{what}");
        before = begun.kept();
    }
    assert_eq!(site.post("refresh", Some(&before), json!({})).await.status, 200);
}

#[tokio::test]
async fn what_is_refused_leaves_the_cookie() {
    let site = Site::new();
    site.post("register", None, kirin()).await;
    let guest = site.post("guest", None, json!({})).await.kept();
    let wrong = json!({"name": "Kirin", "password": "wrong horse"});
    for (what, body, status, code) in [
        ("login", wrong, 401, "bad_login"),
        ("login", json!({}), 400, "bad_request"),
        ("register", kirin(), 409, "name_taken"),
        ("guest", json!({"name": "Kirin"}), 400, "bad_request"),
        ("refresh", json!({"refresh_token": "x"}), 400, "bad_request"),
        ("logout", json!([1]), 400, "bad_request"),
    ] {
        let refused = site.post(what, Some(&guest), body).await;
        assert_eq!((refused.status, refused.code(), &refused.cookie), (status, code, &None), "{what}");
    }
    assert_eq!(site.post("refresh", Some(&guest), json!({})).await.status, 200);
}

#[tokio::test]
async fn pages_of_other_sites_can_do_nothing() {
    let site = Site::reached(Reached { origins: vec!["https://club.example".parse().unwrap()], ..Reached::default() });
    let json = ("content-type", "application/json");
    let (host, own) = (("host", "go.example:9191"), ("origin", "http://go.example:9191"));
    let cookie = site.send("guest", &[json, host, own], "{}").await.kept();
    for what in ["register", "login", "guest", "refresh", "logout"] {
        let body = if matches!(what, "register" | "login") { kirin() } else { json!({}) }.to_string();
        for other in [
            ("origin", "https://evil.example"),
            ("origin", "http://go.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
        ] {
            let refused = site.send(what, &[json, host, other, ("cookie", &cookie)], &body).await;
            assert_eq!(
                (refused.status, refused.code(), &refused.cookie),
                (403, "forbidden", &None),
                "{what} {other:?}"
            );
        }
        for kind in
            [None, Some(("content-type", "text/plain")), Some(("content-type", "application/x-www-form-urlencoded"))]
        {
            let headers: Vec<_> = [host, own, ("cookie", &cookie)].into_iter().chain(kind).collect();
            let refused = site.send(what, &headers, &body).await;
            assert_eq!((refused.status, &refused.cookie), (415, &None), "{what} {kind:?}");
        }
    }
    assert_eq!(site.send("refresh", &[json, host, own, ("cookie", &cookie)], "{}").await.status, 200);
    assert_eq!(site.send("guest", &[json, host, ("origin", "https://club.example")], "{}").await.status, 201);
    assert_eq!(site.send("guest", &[json, host], "{}").await.status, 201, "no browser");
}

#[tokio::test]
async fn a_cookie_of_https_goes_by_nothing_else() {
    for (tls, https, origin, secure) in [
        (false, false, None, false),
        (false, false, Some("http://go.example"), false),
        // a proxy that was not told of
        (false, false, Some("https://go.example"), true),
        (false, true, None, true),
        (false, true, Some("https://go.example"), true),
        // past the proxy: a browser would not keep it
        (false, true, Some("http://go.example"), false),
        (true, false, None, true),
    ] {
        let site = Site::reached(Reached { origins: Vec::new(), tls, https });
        let mut headers = vec![("content-type", "application/json"), ("host", "go.example")];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let begun = site.send("guest", &headers, "{}").await;
        assert_eq!(begun.attributes().ends_with("; Secure"), secure, "{tls} {https} {origin:?}");
        let ended = site.send("logout", &headers, "{}").await;
        assert_eq!(ended.attributes().ends_with("; Secure"), secure, "it is the same cookie");
    }
}
