//! Connections and nodes that end: nothing of them is left behind.

use super::*;
use crate::{
    hub::{Ask, CLOSE_WITHIN, Lane, Lifecycle, LifecycleKind, LobbyAsk},
    store::Stream,
};
use std::sync::atomic::Ordering;
use tengen_core::log::Position;
use tokio::sync::oneshot;

async fn nothing_is_left(node: &Node) {
    let metrics = node.hub.metrics();
    until("nobody watches", || metrics.watching.get() == 0).await;
    until("no game is loaded", || metrics.games_loaded.get() == 0).await;
    assert!(super::super::lock(&node.hub.0.games).is_empty());
}

#[tokio::test(start_paused = true)]
async fn whoever_joined_again_in_vain_and_has_gone_is_let_go_of() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, bob, game) = node.game(json!({"system": "none"})).await;
    memory.down.store(true, Ordering::Release);
    assert_eq!(alice.refused(json!({"type": "join", "game": game})).await, "unavailable");
    memory.down.store(false, Ordering::Release);
    drop((alice, bob));
    nothing_is_left(&node).await;
    assert_eq!(memory.seats(&Stream::game(&game)), [None, None]);
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_leaves_nobody_behind_who_joined_again() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (alice, bob, game) = node.game(json!({"system": "none"})).await;
    let mut watcher = node.anonymous().await;
    watcher.join(&game).await;
    memory.stalled.send_replace(true);
    // the first one is taken and waits for the store
    let elsewhere = Position { seq: 99, ..Position::default() };
    for _ in 0..300 {
        node.hub.ask(&game, Lane::Requests, Ask::Check(elsewhere));
        tokio::task::yield_now().await;
    }
    assert_eq!(watcher.refused(json!({"type": "join", "game": game})).await, "unavailable");
    assert_eq!(watcher.refused(json!({"type": "leave", "game": game})).await, "not_joined", "as it was told");
    memory.stalled.send_replace(false);
    drop((watcher, alice, bob));
    nothing_is_left(&node).await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_ended_without_leaving_is_let_go_of_by_the_next_event_or_in_time() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    for event in [true, false] {
        let gone = node.hub.register(None).unwrap();
        let ticket = super::super::Ticket::new(gone.link(), None, "join", 0);
        let link = Arc::clone(gone.link());
        node.hub.ask(
            &game,
            Lane::Requests,
            Ask::Join { link, member: Arc::default(), have: None, office: None, ticket },
        );
        until("it watches", || node.hub.metrics().watching.get() == 3).await;
        drop(gone);
        let started = Instant::now();
        if event {
            alice.ok(Client::play(&game, "E5", &at)).await;
            bob.event("play").await;
            assert_eq!(node.hub.metrics().watching.get(), 2);
        } else {
            until("it is let go of", || node.hub.metrics().watching.get() == 2).await;
            assert!(started.elapsed() <= Duration::from_secs(31));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_join_right_after_leaving_is_not_undone_by_it() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    let mut watcher = node.anonymous().await;
    watcher.join(&game).await;
    let left = watcher.send(json!({"type": "leave", "game": game})).await;
    let joined = watcher.send(json!({"type": "join", "game": game})).await;
    assert!(watcher.answer(&left).await.get("ok").is_some());
    assert!(watcher.answer(&joined).await.get("ok").is_some());
    alice.ok(Client::play(&game, "E5", &at)).await;
    watcher.event("play").await;
}

#[tokio::test(start_paused = true)]
async fn seats_of_those_who_were_sent_away_name_the_node_that_has_closed() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    let stream = Stream::game(&game);
    let before = memory.seats(&stream);
    assert!(before.iter().all(Option::is_some));
    // one is told and leaves, the other one is simply cut off
    node.closing.cancel();
    alice.closed().await;
    node.hub.close().await;
    assert_eq!(memory.seats(&stream), before);
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_keeps_no_seats_of_a_node_that_has_closed() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    alice.ok(json!({"type": "resign", "game": game})).await;
    node.closing.cancel();
    alice.closed().await;
    node.hub.close().await;
    assert_eq!(memory.seats(&Stream::game(&game)), [None, None]);
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_before_a_node_closes_is_answered() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, _bob, game) = node.game(absolute(600_000)).await;
    let (reply, viewed) = oneshot::channel();
    node.hub.ask(&game, Lane::Requests, Ask::View(reply));
    let (reply, applied) = oneshot::channel();
    let lifecycle = Lifecycle { game: "elsewhere".parse().unwrap(), seq: 1, kind: LifecycleKind::Created };
    node.hub.ask_lobby(LobbyAsk::Apply { lifecycle, outcome: None, reply });
    node.hub.close().await;
    assert!(viewed.await.unwrap().is_ok());
    assert_eq!(applied.await, Ok(true));
    let (reply, late) = oneshot::channel();
    node.hub.ask(&game, Lane::Requests, Ask::View(reply));
    assert_eq!(late.await.unwrap().unwrap_err().code, Code::Unavailable);
}

#[tokio::test(start_paused = true)]
async fn a_node_closes_in_bounded_time_when_its_store_stalls() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, _bob, game) = node.game(absolute(600_000)).await;
    memory.stalled.send_replace(true);
    let (reply, viewed) = oneshot::channel();
    // each of the first two waits for the store as long as a call may take
    for _ in 0..2 {
        node.hub.ask(&game, Lane::Requests, Ask::Check(Position { seq: 99, ..Position::default() }));
    }
    node.hub.ask(&game, Lane::Requests, Ask::View(reply));
    let started = Instant::now();
    node.hub.close().await;
    assert!(started.elapsed() <= CLOSE_WITHIN + Duration::from_millis(10), "{:?}", started.elapsed());
    assert_eq!(viewed.await.unwrap().unwrap_err().code, Code::Unavailable, "nobody waits for ever");
}
