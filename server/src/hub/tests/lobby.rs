//! Offers, and the games that come of them.

use super::*;
use crate::store::Stream;
use std::sync::atomic::Ordering;

fn terms() -> Value {
    json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000)})
}

#[tokio::test(start_paused = true)]
async fn an_offer_starts_one_game_whoever_races() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob, mut carol) = (one.login("alice").await, one.login("bob").await, two.login("carol").await);
    let offer = alice.ok(json!({"type": "offer", "terms": terms()})).await["offer"].clone();
    let listed = carol.ok(json!({"type": "offers"})).await["offers"].clone();
    assert_eq!(listed[0]["offer"], offer);
    assert_eq!(listed[0]["name"], "ALICE");
    assert_eq!(alice.refused(json!({"type": "accept_offer", "offer": offer})).await, "own_offer");
    let accept = json!({"type": "accept_offer", "offer": offer});
    let (bob_id, carol_id) = (bob.send(accept.clone()).await, carol.send(accept).await);
    let answers = [bob.answer(&bob_id).await, carol.answer(&carol_id).await];
    let won: Vec<_> = answers.iter().filter(|answer| answer.get("ok").is_some()).collect();
    assert_eq!(won.len(), 1, "{answers:?}");
    assert_eq!(alice.notice("game_started").await["game"], won[0]["ok"]["game"]);
    assert!(carol.ok(json!({"type": "offers"})).await["offers"].as_array().unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_offer_that_another_node_has_not_heard_of_can_be_accepted_there() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob) = (one.login("alice").await, two.login("bob").await);
    let none = json!({"type": "accept_offer", "offer": "none"});
    assert_eq!(bob.refused(none.clone()).await, "no_such_offer");
    memory.silent.store(true, Ordering::Release);
    let offer = alice.ok(json!({"type": "offer", "terms": terms()})).await["offer"].clone();
    assert!(bob.ok(json!({"type": "accept_offer", "offer": offer})).await["game"].is_string());
    assert_eq!(bob.refused(none).await, "no_such_offer");
}

#[tokio::test(start_paused = true)]
async fn an_accepted_offer_is_answered_again_and_the_game_is_welcome_news() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let offer = alice.ok(json!({"type": "offer", "terms": terms()})).await["offer"].clone();
    let accept = json!({"type": "accept_offer", "offer": offer, "id": "again"});
    memory.answers_lost.store(1, Ordering::Release);
    bob.send_raw(Message::text(accept.to_string())).await;
    let first = bob.answer("again").await;
    assert!(first.get("ok").is_some(), "{first}");
    bob.send_raw(Message::text(accept.to_string())).await;
    assert_eq!(first, bob.answer("again").await);
    let mut later = node.connect().await;
    let welcome = later.ok(json!({"type": "hello", "token": "alice"})).await;
    assert_eq!(welcome["games"], json!([first["ok"]["game"]]));
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_creation_was_cut_off_is_created_by_the_others() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let offer = alice.ok(json!({"type": "offer", "terms": terms()})).await["offer"].clone();
    // the lobby's event is done, then the store is gone for everything else
    let before = memory.commits.load(Ordering::Acquire);
    memory.games_away.store(true, Ordering::Release);
    bob.send(json!({"type": "accept_offer", "offer": offer})).await;
    until("accepted", || memory.commits.load(Ordering::Acquire) > before).await;
    node.die().await;
    memory.games_away.store(false, Ordering::Release);
    let game = memory.events(&Stream::lobby()).last().unwrap()["event"]["game"].clone();
    let other = Node::start(&memory, "two");
    let mut alice = other.login("alice").await;
    let game: GameId = game.as_str().unwrap().parse().unwrap();
    assert_eq!(alice.join(&game).await["join"], "snapshot");
}

#[tokio::test(start_paused = true)]
async fn offers_end_and_are_withdrawn() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut alice = node.login("alice").await;
    let offer = alice.ok(json!({"type": "offer", "terms": terms()})).await["offer"].clone();
    alice.ok(json!({"type": "withdraw_offer", "offer": offer})).await;
    assert_eq!(alice.refused(json!({"type": "withdraw_offer", "offer": offer})).await, "no_such_offer");
    alice.ok(json!({"type": "offer", "terms": terms()})).await;
    drop(alice);
    tokio::time::sleep(Duration::from_millis(tengen_core::lobby::OFFER_FOR_MS + 10_000)).await;
    assert!(node.hub.offers(None).await.unwrap().is_empty());
    assert_eq!(memory.events(&Stream::lobby()).last().unwrap()["event"]["kind"], "expired");
}
