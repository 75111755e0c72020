//! Logs that this server cannot read.

use super::{log::Log, *};
use crate::store::{Partition, Stream};

/// An event of a format that is not known yet.
const NEWER: &str = r#""v":2,"event":{"kind":"ascended"}}"#;

#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_be_read_is_read_once_in_a_while_and_refused_at_once_meanwhile() {
    let log = Log::start();
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(5_000)).await;
    let stream = Stream::game(&game);
    memory.append(&stream, NEWER);
    for client in [&mut alice, &mut bob] {
        assert_eq!(client.closed().await.last().unwrap()["code"], "unreadable");
    }
    let reads = memory.reads(&stream);
    let refused_at = Instant::now();
    // its time is over all the while: it is due at every look
    for second in 0..25 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let before = Instant::now();
        let error = node.hub.view(&game).await.unwrap_err();
        assert_eq!((error.code, before.elapsed()), (Code::Unreadable, Duration::ZERO), "after {second} s");
        assert!(error.retry_after.is_some());
    }
    assert_eq!(node.login("carol").await.refused(json!({"type": "join", "game": game})).await, "unreadable");
    assert_eq!(memory.reads(&stream), reads);
    assert_eq!(log.count("the game cannot be served"), 1);

    until("it is tried again", || memory.reads(&stream) > reads).await;
    assert!(refused_at.elapsed() >= Duration::from_secs(30), "{:?}", refused_at.elapsed());
    assert_eq!(log.count("the game cannot be served"), 2);

    memory.lose_last(&stream);
    until("the flag falls after all", || memory.events(&stream).last().unwrap()["event"]["kind"] == "timed_out").await;
    assert_eq!(log.count("the game cannot be served"), 2);
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_game_that_nobody_asks_for_leaves_memory() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (alice, bob, game) = node.game(json!({"system": "none"})).await;
    memory.append(&Stream::game(&game), NEWER);
    drop((alice, bob));
    until("forgotten", || super::super::lock(&node.hub.0.games).is_empty()).await;
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_lobby_and_an_unknown_entry_of_an_outbox_are_said_once() {
    let log = Log::start();
    let memory = Memory::new();
    memory.append(&Stream::lobby(), NEWER);
    let partition = Partition::all().next().unwrap();
    memory.put_in_outbox(partition, b"{}");
    let node = Node::start(&memory, "one");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(log.count("the lobby's log cannot be read"), 1);
    assert_eq!(log.count("an entry of an outbox is not known here"), 1);
    assert_eq!(node.hub.games_of(&"alice".parse().unwrap()).await.unwrap_err().code, Code::Unavailable);
    memory.lose_last(&Stream::lobby());
    tokio::time::sleep(Duration::from_secs(5)).await;
    node.login("alice").await;
    assert_eq!(log.count("the lobby's log can be read again"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_can_no_longer_be_read_makes_the_node_not_ready_until_it_can() {
    let log = Log::start();
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    assert_eq!(node.hub.not_ready(), None);
    memory.append(&Stream::lobby(), NEWER);
    until("not ready", || node.hub.not_ready().is_some()).await;
    assert!(node.hub.not_ready().unwrap().contains("lobby"));
    assert_eq!(log.count("the lobby's log cannot be read"), 1);
    // games go on for whoever is here, and he may come back
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
    let mut again = node.login("alice").await;
    assert_eq!(again.join(&game).await["snapshot"]["moves"], "E5");
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000)});
    assert_eq!(again.refused(json!({"type": "offer", "terms": terms})).await, "unavailable");

    memory.lose_last(&Stream::lobby());
    until("ready", || node.hub.not_ready().is_none()).await;
    assert_eq!(log.count("the lobby's log can be read again"), 1);
    again.ok(json!({"type": "offer", "terms": terms})).await;
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_is_read_anew_at_once_makes_no_node_not_ready() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut alice = node.login("alice").await;
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000)});
    alice.ok(json!({"type": "offer", "terms": terms})).await;
    memory.lose_last(&Stream::lobby());
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        assert_eq!(node.hub.not_ready(), None);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(alice.ok(json!({"type": "offers"})).await["offers"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn whose_news_have_ended_is_subscribed_again() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob, game) = one.game(absolute(600_000)).await;
    let mut watcher = two.anonymous().await;
    let at = watcher.have(&game).await;
    memory.unsubscribe(&Stream::game(&game));
    memory.unsubscribe(&Stream::lobby());
    alice.ok(Client::play(&game, "E5", &at)).await;
    let at = after(&watcher.event("play").await);
    bob.ok(Client::play(&game, "C3", &at)).await;
    watcher.event("play").await;
    assert_eq!(memory.subscribers(&Stream::game(&game)), 2);
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000)});
    alice.ok(json!({"type": "offer", "terms": terms})).await;
    assert_eq!(memory.subscribers(&Stream::lobby()), 2);
}

#[tokio::test(start_paused = true)]
async fn an_end_that_is_not_the_logs_is_named_and_not_served() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (alice, bob, game) = node.game(json!({"system": "none"})).await;
    drop((alice, bob));
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
    memory.change_last(&Stream::game(&game));
    assert_eq!(node.hub.view(&game).await.unwrap_err().code, Code::Unreadable);
}
