use super::{
    pulse::{Beat, Pulse},
    *,
};
use crate::{
    config::ProfileFile,
    http::Api,
    testing::{
        START, Script, game_id, head_of,
        server::{DEADLINE, FakeServer},
        vertex,
    },
    tokens::Source,
    trust::Trust,
};
use serde_json::json;
use std::time::Instant;
use tokio::net::TcpListener;

async fn until<T>(client: &mut Client, wanted: impl Fn(Update) -> Option<T>) -> T {
    loop {
        let update = time::timeout(DEADLINE, client.next()).await.unwrap().unwrap();
        if let Some(found) = wanted(update) {
            return found;
        }
    }
}

fn answer_to(id: &CommandId) -> impl Fn(Update) -> Option<bool> {
    move |update| match update {
        Update::Answer { id: of, result } if of == *id => Some(result.is_ok()),
        _ => None,
    }
}

#[tokio::test]
async fn a_move_survives_cuts_before_and_after_the_server_has_read_it() {
    let (server, mut client) = FakeServer::start().await;
    let mut script = Script::playing(9);
    let mut socket = server.accept().await;
    client.follow(&game_id()).await.unwrap();
    let join = socket.read().await;
    socket.ok(&join, json!({ "join": "snapshot", "now": START, "snapshot": script.snapshot() })).await;
    let play = Request::Play { game: game_id(), vertex: vertex("D4"), after: 3, head: head_of(3), lag: None };
    let id = client.submit(play).await.unwrap();
    let first = socket.read().await;
    // The server has read it, but the answer is lost.
    drop(socket);
    let mut socket = server.accept().await;
    let join = socket.read().await;
    assert_eq!(join["have"]["seq"], 3);
    // Cut before the server has even answered the join.
    drop(socket);
    let mut socket = server.accept().await;
    let join = socket.read().await;
    socket.ok(&join, json!({ "join": "up_to_date", "seq": 3, "head": head_of(3), "now": START })).await;
    let again = socket.read().await;
    assert_eq!(again, first);
    socket.event(script.play_as("D4", &[], id.as_str())).await;
    socket.ok(&again, json!({ "seq": 4 })).await;
    assert!(until(&mut client, answer_to(&id)).await);
    client.close().await;
}

#[tokio::test]
async fn a_server_that_closes_says_when_to_come_back() {
    let (server, mut client) = FakeServer::start().await;
    let mut socket = server.accept().await;
    socket.send(json!({ "notice": "closing", "code": "going_away", "retry_after": 300 })).await;
    let waits = |update| match update {
        Update::Disconnected { retry_in, .. } => Some(retry_in),
        _ => None,
    };
    assert!(until(&mut client, waits).await >= Duration::from_millis(300));
    drop(socket);
    let mut socket = server.accept().await;
    let id = client.submit(Request::Ping).await.unwrap();
    let ping = socket.read().await;
    socket.ok(&ping, json!({})).await;
    assert!(until(&mut client, answer_to(&id)).await);
}

#[tokio::test]
async fn round_trips_are_measured() {
    let (server, mut client) = FakeServer::start().await;
    let mut socket = server.accept().await;
    // The fake server answers pings while it reads.
    let reading = tokio::spawn(async move { socket.read().await });
    let measured = async {
        until(&mut client, |update| matches!(update, Update::Connected(_)).then_some(())).await;
        client.submit(Request::Ping).await.unwrap();
        reading.await.unwrap()
    };
    assert_eq!(time::timeout(DEADLINE, measured).await.unwrap()["type"], "ping");
}

#[test]
fn a_silent_connection_is_asked_and_then_given_up() {
    let start = Instant::now();
    let mut pulse = Pulse::new(start);
    assert_eq!(pulse.beat(start, false), Beat::Ping(1), "the first ping measures the round trip");
    let after = |ms| start + Duration::from_millis(ms);
    assert_eq!(pulse.pong(&1u64.to_be_bytes(), after(40)), Some(Duration::from_millis(40)));
    assert_eq!(pulse.pong(&9u64.to_be_bytes(), after(40)), None);
    pulse.heard(after(40));
    assert_eq!(pulse.beat(after(10_039), false), Beat::Nothing);
    assert_eq!(pulse.beat(after(3_040), true), Beat::Ping(2), "sooner while an answer is awaited");
    assert_eq!(pulse.beat(after(11_039), true), Beat::Nothing);
    assert_eq!(pulse.beat(after(11_040), true), Beat::Dead);
    pulse.heard(after(11_041));
    assert_eq!(pulse.beat(after(21_041), false), Beat::Ping(3), "any frame is a sign of life");
}

#[tokio::test]
async fn patience_has_an_end() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    assert!(Patience::Short.allows(Duration::from_secs(4), true));
    assert!(!Patience::Short.allows(Duration::from_secs(5), true));
    assert!(!Patience::Unattended.allows(Duration::from_secs(30), false));
    assert!(Patience::Long.allows(Duration::from_secs(3_000_000), true));
    assert!(Patience::Unattended.allows_nobody(false) && !Patience::Long.allows_nobody(false));
    let server = format!("http://{address}");
    let file = ProfileFile::within(std::env::temp_dir(), "unused").unwrap();
    let tokens =
        Tokens::new(Source::Anonymous, server.clone(), file, Api::new(&server, &Trust::with(None).unwrap()).unwrap());
    let url = format!("ws://{address}/ws").parse().unwrap();
    let mut client = Client::start(Target {
        url,
        trust: Trust::with(None).unwrap(),
        tokens: Arc::new(tokens),
        patience: Patience::Short,
    });
    let failure = time::timeout(DEADLINE, client.request(Request::Ping)).await.unwrap().unwrap_err();
    assert_eq!(failure.exit_code(), 3);
    let text = failure.to_string();
    assert_eq!(text, format!("no server at {server} (connection refused); start one, or set --server"));
    // Who has heard of the end may still ask, and then close.
    let again = time::timeout(DEADLINE, client.request(Request::Ping)).await.unwrap().unwrap_err();
    assert_eq!(again.exit_code(), 3);
    time::timeout(DEADLINE, client.close()).await.unwrap();
}

#[tokio::test]
async fn a_session_that_never_began_can_be_closed() {
    let home = tempfile::tempdir().unwrap();
    let server = "http://127.0.0.1:1".to_owned();
    let file = ProfileFile::within(home.path().to_owned(), "nobody").unwrap();
    for patience in [Patience::Short, Patience::Long, Patience::Unattended] {
        let tokens = Tokens::new(
            Source::Profile,
            server.clone(),
            file.clone(),
            Api::new(&server, &Trust::with(None).unwrap()).unwrap(),
        );
        let url = "ws://127.0.0.1:1/ws".parse().unwrap();
        let mut client =
            Client::start(Target { url, trust: Trust::with(None).unwrap(), tokens: Arc::new(tokens), patience });
        let failure = time::timeout(DEADLINE, client.welcome()).await.unwrap().unwrap_err();
        assert_eq!(failure.exit_code(), 4, "{failure}");
        time::timeout(DEADLINE, client.close()).await.unwrap();
    }
}
