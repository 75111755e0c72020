//! What the node says in its log.

use super::*;
use std::{
    io,
    sync::{Mutex, PoisonError},
};
use tracing_subscriber::fmt::format::FmtSpan;

/// The log of a test's thread, on which all its tasks run.
pub(super) struct Log {
    lines: Arc<Mutex<Vec<u8>>>,
    _guard: tracing::subscriber::DefaultGuard,
}

struct Sink(Arc<Mutex<Vec<u8>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub(super) fn start() -> Self {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&lines);
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_max_level(tracing::Level::DEBUG)
            .with_span_events(FmtSpan::CLOSE)
            .with_writer(move || Sink(Arc::clone(&sink)))
            .finish();
        Self { lines, _guard: tracing::subscriber::set_default(subscriber) }
    }

    fn text(&self) -> String {
        String::from_utf8(self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap()
    }

    fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// How often this was said.
    pub(super) fn count(&self, message: &str) -> usize {
        self.lines().iter().filter(|line| line["fields"]["message"] == message).count()
    }

    /// Whether this was said with an error that has these words.
    pub(super) fn has(&self, message: &str, error: &str) -> bool {
        let said = |line: &Value| {
            line["fields"]["message"] == message
                && line["fields"]["error"].as_str().is_some_and(|text| text.contains(error))
        };
        self.lines().iter().any(said)
    }

    /// The spans of this name that have ended.
    fn spans(&self, name: &str) -> Vec<Value> {
        let closed = |line: &Value| line["fields"]["message"] == "close" && line["span"]["name"] == name;
        self.lines().into_iter().filter(closed).map(|line| line["span"].clone()).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn a_commands_span_says_whose_it_is_and_about_which_game_and_no_secret() {
    let log = Log::start();
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    drop(alice);
    let token = "expiring-alice-3600000";
    alice = node.connect().await;
    alice.name = "again".into();
    alice.ok(json!({"type": "hello", "token": token})).await;
    let at = alice.have(&game).await;
    let play = alice.send(Client::play(&game, "E5", &at)).await;
    alice.answer(&play).await;
    let refused = alice.send(Client::play(&game, "E5", &at)).await;
    assert!(alice.answer(&refused).await.get("error").is_some());
    let offer = alice
        .send(json!({"type": "offer", "terms": {"size": {"width": 9, "height": 9}, "time": absolute(60_000)}}))
        .await;
    alice.answer(&offer).await;
    drop(alice);
    until("the connections' spans have ended", || log.spans("connection").len() == 2).await;

    let spans = log.spans("command");
    let of = |id: &str| spans.iter().find(|span| span["id"] == *id).unwrap_or_else(|| panic!("{id}: {spans:?}"));
    for id in [&play, &refused] {
        let span = of(id);
        assert_eq!((&span["type"], &span["account"], &span["game"]), (&json!("play"), &json!("alice"), &json!(game)));
        assert!(span["connection"].as_u64().is_some(), "{span}");
    }
    assert_eq!((&of(&offer)["type"], &of(&offer)["account"]), (&json!("offer"), &json!("alice")));
    assert!(spans.iter().any(|span| span["type"] == "join" && span["account"] == "bob"), "{spans:?}");
    let connections = log.spans("connection");
    assert!(
        connections.iter().all(|span| span["account"] == "alice" && span["connection"].is_u64()),
        "{connections:?}"
    );
    assert!(!log.text().contains(token));
}
