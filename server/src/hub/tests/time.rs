//! Flags, deadlines and no-shows, with nobody connected.

use super::*;
use crate::store::Stream;

async fn result(memory: &Arc<Memory>, game: &GameId) -> Value {
    let stream = Stream::game(game);
    let outcome = || memory.events(&stream).last().and_then(|event| event["event"].get("outcome").cloned());
    until("the game ends", || outcome().is_some()).await;
    outcome().unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_flag_falls_with_nobody_connected_and_not_early() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, bob, game) = node.game(absolute(5_000)).await;
    let (_, _) = alice.have(&game).await;
    drop((alice, bob));
    assert_eq!(result(&memory, &game).await["result"], "W+T");
    let events = memory.events(&Stream::game(&game));
    let t = |index: usize| events[index]["t"].as_u64().unwrap();
    let waited = t(events.len() - 1) - t(events.len() - 2);
    assert!((5_350..6_500).contains(&waited), "deadline, quota and grace, and at most two ticks: {waited}");
}

#[tokio::test(start_paused = true)]
async fn another_node_flags_whose_node_has_gone() {
    let memory = Memory::new();
    let one = Node::start(&memory, "one");
    let _two = Node::start(&memory, "two");
    let (_alice, _bob, game) = one.game(absolute(5_000)).await;
    one.die().await;
    assert_eq!(result(&memory, &game).await["result"], "W+T");
    let events = memory.events(&Stream::game(&game));
    let t = |index: usize| events[index]["t"].as_u64().unwrap();
    assert!(t(events.len() - 1) - t(events.len() - 2) >= 15_000, "time to come back");
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_deadline_is_late_and_the_flag_falls() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(5_000)).await;
    let at = alice.have(&game).await;
    tokio::time::sleep(Duration::from_millis(5_100)).await;
    assert_eq!(alice.refused(Client::play(&game, "E5", &at)).await, "late");
    assert_eq!(bob.event("timed_out").await["event"]["outcome"]["winner"], "white");
}

#[tokio::test(start_paused = true)]
async fn whoever_never_comes_ends_the_game() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let game = offer_and_accept(&mut alice, &mut bob, absolute(60_000)).await;
    alice.join(&game).await;
    drop(bob);
    assert_eq!(result(&memory, &game).await["reason"], "no_show");
}

#[tokio::test(start_paused = true)]
async fn play_goes_on_when_the_first_stop_is_not_confirmed() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "pass", &at)).await;
    let at = after(&bob.event("pass").await);
    bob.ok(Client::play(&game, "pass", &at)).await;
    drop((alice, bob));
    let stream = Stream::game(&game);
    until("resumed", || memory.events(&stream).last().unwrap()["event"]["kind"] == "resumed").await;
}

#[tokio::test(start_paused = true)]
async fn an_idle_game_leaves_memory_and_its_subscription() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (alice, bob, game) = node.game(json!({"system": "none"})).await;
    let stream = Stream::game(&game);
    assert_eq!(memory.subscribers(&stream), 1);
    drop((alice, bob));
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
    until("unsubscribed", || memory.subscribers(&stream) == 0).await;
    let mut back = node.login("alice").await;
    assert_eq!(back.have(&game).await.0, 3);
}
