//! What is noted late: rulings that nodes die over, what older and newer servers leave, what a store takes
//! back or does not answer.

use super::*;

const RESIGNED: &str = r#""v":1,"event":{"kind":"resigned","by":"white","id":"bob-9","outcome":{"result":"B+R","reason":"resignation","winner":"black"}}}"#;

async fn until_found(hub: &Hub, search: &Search, found: &[GameId]) {
    let end = Instant::now() + Duration::from_secs(1_000);
    while ids(hub, search, None).await != found {
        assert!(Instant::now() < end, "it never comes to {found:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn until_lobby_knows(hub: &Hub) {
    let end = Instant::now() + PATIENCE;
    while !hub.games_of(&"alice".parse().unwrap()).await.unwrap().is_empty() {
        assert!(Instant::now() < end, "the lobby never knows");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn outbox(memory: &Arc<Memory>, game: &GameId) -> Vec<bytes::Bytes> {
    memory.node("looks").outbox(Stream::game(game).partition(), 1_000).await.unwrap()
}

/// An older server takes out what it knows nothing to do with but to tell the lobby.
async fn taken_out(memory: &Arc<Memory>, game: &GameId) {
    let store = memory.node("old");
    for entry in outbox(memory, game).await {
        store.outbox_remove(Stream::game(game).partition(), &entry).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn wherever_a_node_dies_over_a_ruling_a_game_is_found_once() {
    for steps in 0..9 {
        let memory = Memory::new();
        let node = Node::start(&memory, "one");
        let game = won(&node, "public").await;
        is_swept(&memory, &game).await;
        memory.notes_left.store(steps, Ordering::Release);
        memory.append(&Stream::game(&game), RULED);
        deliver(&memory, &game, memory.end(&Stream::game(&game)).seq);
        // the record, three places and four that are left
        until("it has come so far", || memory.notes_left.load(Ordering::Acquire) == 0).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        node.die().await;
        memory.notes_left.store(u32::MAX, Ordering::Release);
        let two = Node::start(&memory, "two");
        is_swept(&memory, &game).await;
        for search in [finished(), of("alice"), of("bob"), ended("bob", PlayerResult::Won)] {
            assert_eq!(ids(&two.hub, &search, None).await, std::slice::from_ref(&game), "{steps} {search:?}");
        }
        assert!(ids(&two.hub, &ended("alice", PlayerResult::Won), None).await.is_empty(), "{steps}");
        let counted = (counts(&two.hub, "alice").await, counts(&two.hub, "bob").await);
        assert_eq!(counted, ([1, 0, 1, 0], [1, 1, 0, 0]), "{steps}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_server_without_indexes_finished_is_found_after_the_next_start() {
    for steps in 0..5 {
        let memory = Memory::new();
        let node = Node::start(&memory, "one");
        memory.notes_left.store(0, Ordering::Release);
        let game = won(&node, "public").await;
        until_lobby_knows(&node.hub).await;
        node.die().await;
        taken_out(&memory, &game).await;
        // the store fails in the middle of it
        memory.notes_left.store(steps, Ordering::Release);
        let later = Node::start(&memory, "two");
        until("it has come so far", || memory.notes_left.load(Ordering::Acquire) == 0).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        memory.notes_left.store(u32::MAX, Ordering::Release);
        for search in [finished(), of("bob"), ended("alice", PlayerResult::Won), ended("bob", PlayerResult::Lost)] {
            until_found(&later.hub, &search, std::slice::from_ref(&game)).await;
        }
        let found = pages(&later.hub, &finished(), None).await.remove(0);
        let resigned = memory.events(&Stream::game(&game)).last().cloned().unwrap();
        assert_eq!(found.ended_at, resigned["at"].as_u64());
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_server_without_indexes_takes_out_beside_this_one_is_found() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    // it has looked at what was there at its start
    tokio::time::sleep(Duration::from_secs(2)).await;
    memory.notes_left.store(0, Ordering::Release);
    let game = won(&node, "public").await;
    until_lobby_knows(&node.hub).await;
    taken_out(&memory, &game).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    memory.notes_left.store(u32::MAX, Ordering::Release);
    until_found(&node.hub, &of("bob"), &[game]).await;
}

#[tokio::test(start_paused = true)]
async fn an_end_that_a_failover_takes_back_is_found_no_more_until_it_comes_again() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let game = won(&node, "public").await;
    let stream = Stream::game(&game);
    until_found(&node.hub, &of("alice"), std::slice::from_ref(&game)).await;
    memory.lose_last(&stream);
    until_found(&node.hub, &of("alice"), &[]).await;
    assert_eq!((counts(&node.hub, "alice").await, counts(&node.hub, "bob").await), ([0; 4], [0; 4]));
    assert!(ids(&node.hub, &finished(), None).await.is_empty());
    memory.append(&stream, RESIGNED);
    deliver(&memory, &game, memory.end(&stream).seq);
    until_found(&node.hub, &of("alice"), &[game]).await;
    let found = pages(&node.hub, &finished(), None).await.remove(0);
    assert_eq!(found.ended_at, memory.events(&stream).last().unwrap()["at"].as_u64());
}

#[tokio::test(start_paused = true)]
async fn an_entry_of_which_no_news_were_heard_is_not_taken_for_done() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, _bob, game) = node.game(absolute(600_000)).await;
    let stream = Stream::game(&game);
    memory.silent.store(true, Ordering::Release);
    memory.append(&stream, RESIGNED);
    deliver(&memory, &game, memory.end(&stream).seq);
    is_swept(&memory, &game).await;
    assert_eq!(ids(&node.hub, &of("alice"), None).await, [game]);
    until_lobby_knows(&node.hub).await;
}

#[tokio::test(start_paused = true)]
async fn what_a_newer_server_noted_is_left_for_a_newer_server() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, mut bob, game) = node.game(absolute(600_000)).await;
    let newer = memory.node("newer");
    let key = format!("f.{game}");
    assert!(newer.put_record(&key, 0, r#"{"v":2}"#.into(), None).await.unwrap());
    bob.ok(json!({"type": "resign", "game": game})).await;
    until_lobby_knows(&node.hub).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(outbox(&memory, &game).await.len(), 1);
    newer.delete_record(&key).await.unwrap();
    is_swept(&memory, &game).await;
    assert_eq!(ids(&node.hub, &of("alice"), None).await, [game]);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_an_index_that_does_not_answer() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    memory.notes_stalled.send_replace(true);
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(won(&node, "public").await);
        let resigned = Instant::now();
        until_lobby_knows(&node.hub).await;
        assert!(resigned.elapsed() < Duration::from_secs(5), "{:?}", resigned.elapsed());
    }
    memory.notes_stalled.send_replace(false);
    for game in &games {
        is_swept(&memory, game).await;
    }
    assert_eq!(counts(&node.hub, "alice").await, [6, 6, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn what_lies_behind_entries_that_stay_is_swept() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, mut bob, game) = node.game(absolute(600_000)).await;
    is_swept(&memory, &game).await;
    for n in 0..150 {
        memory.put_in_outbox(Stream::game(&game).partition(), format!("newer {n}").leak().as_bytes());
    }
    bob.ok(json!({"type": "resign", "game": game})).await;
    until_found(&node.hub, &of("alice"), std::slice::from_ref(&game)).await;
    until_lobby_knows(&node.hub).await;
    assert_eq!(outbox(&memory, &game).await.len(), 150);
}

#[tokio::test(start_paused = true)]
async fn a_ruling_that_is_noted_before_the_end_does_not_move_it() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    memory.notes_left.store(0, Ordering::Release);
    let game = won(&node, "public").await;
    until_lobby_knows(&node.hub).await;
    taken_out(&memory, &game).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let stream = Stream::game(&game);
    let resigned = memory.events(&stream).last().cloned().unwrap();
    memory.append(&stream, RULED);
    memory.notes_left.store(u32::MAX, Ordering::Release);
    deliver(&memory, &game, memory.end(&stream).seq);
    is_swept(&memory, &game).await;
    let found = pages(&node.hub, &finished(), None).await.remove(0);
    assert_eq!((found.outcome.unwrap().result.as_str(), found.ended_at), ("W+F", resigned["at"].as_u64()));
}
