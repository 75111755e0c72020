//! A store that fails, loses answers, news or the end of a log.

use super::*;
use crate::store::{Seat, Stream};
use std::sync::atomic::Ordering;
use tengen_protocol::Colour;

/// A game in which Alice has played E5 and has been told that it is done.
struct Played {
    memory: Arc<Memory>,
    node: Node,
    alice: Client,
    bob: Client,
    game: GameId,
    /// Where the game was before.
    at: (u64, String),
    /// The move as it was sent.
    play: Value,
}

impl Played {
    async fn with(id: &str) -> Self {
        let memory = Memory::new();
        let node = Node::start(&memory, "one");
        let (mut alice, bob, game) = node.game(absolute(600_000)).await;
        let at = alice.have(&game).await;
        let mut play = Client::play(&game, "E5", &at);
        play["id"] = json!(id);
        alice.send_raw(Message::text(play.to_string())).await;
        assert!(alice.answer(id).await.get("ok").is_some());
        Self { memory, node, alice, bob, game, at, play }
    }
}

#[tokio::test(start_paused = true)]
async fn a_commit_whose_answer_was_lost_is_found_in_the_log_and_counts_once() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    memory.answers_lost.store(1, Ordering::Release);
    let done = alice.ok(Client::play(&game, "E5", &at)).await;
    assert_eq!(done["seq"], at.0 + 1);
    bob.event("play").await;
    assert!(bob.is_quiet().await);
    assert_eq!(memory.events(&Stream::game(&game)).len() as u64, at.0 + 1);
}

#[tokio::test(start_paused = true)]
async fn a_commit_that_was_lost_is_tried_again_with_its_first_arrival() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    memory.commits_lost.store(3, Ordering::Release);
    alice.ok(Client::play(&game, "E5", &at)).await;
    let used = alice.event("play").await["event"]["used"].as_u64().unwrap();
    assert!((3_000..3_100).contains(&used), "the time that the store was away is nobody's: {used}");
}

#[tokio::test(start_paused = true)]
async fn a_command_is_given_up_in_bounded_time_and_works_when_sent_again() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    memory.commits_lost.store(u32::MAX, Ordering::Release);
    let mut play = Client::play(&game, "E5", &at);
    play["id"] = json!("stuck");
    alice.send_raw(Message::text(play.to_string())).await;
    let started = Instant::now();
    let error = alice.answer("stuck").await["error"].clone();
    assert_eq!(error["code"], "unavailable");
    assert!(error["retry_after"].as_u64().is_some());
    assert!(started.elapsed() < Duration::from_secs(12));
    memory.commits_lost.store(0, Ordering::Release);
    alice.send_raw(Message::text(play.to_string())).await;
    assert!(alice.answer("stuck").await.get("ok").is_some());
    let used = bob.event("play").await["event"]["used"].as_u64().unwrap_or_default();
    assert!(used < 5_000, "what the first arrival could not have used is not charged: {used}");
}

#[tokio::test(start_paused = true)]
async fn what_no_replica_has_is_seen_and_never_acknowledged() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob, game) = one.game(absolute(600_000)).await;
    let mut elsewhere = two.login("alice").await;
    elsewhere.join(&game).await;
    alice.ok(json!({"type": "take_seat", "game": game})).await;
    let at = alice.have(&game).await;
    memory.unreplicated.store(true, Ordering::Release);
    let mut play = Client::play(&game, "E5", &at);
    play["id"] = json!("once");
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(after(&bob.event("play").await).0, at.0 + 1);
    // wherever it is asked again, by whoever heard of it
    elsewhere.event("play").await;
    elsewhere.send_raw(Message::text(play.to_string())).await;
    for client in [&mut alice, &mut elsewhere] {
        let answer = client.answer("once").await;
        assert_eq!(answer["error"]["code"], "unavailable", "{answer}");
        assert!(answer["error"]["retry_after"].as_u64().is_some());
    }
    memory.unreplicated.store(false, Ordering::Release);
    for client in [&mut alice, &mut elsewhere] {
        client.send_raw(Message::text(play.to_string())).await;
        assert_eq!(client.answer("once").await["ok"]["seq"], at.0 + 1);
    }
    assert_eq!(memory.events(&Stream::game(&game)).len() as u64, at.0 + 1);
}

#[tokio::test(start_paused = true)]
async fn what_was_heard_of_a_log_that_a_failover_took_back_is_not_acknowledged() {
    let Played { memory, node: _node, mut alice, mut bob, game, at, play } = Played::with("once").await;
    bob.event("play").await;
    memory.lose_last(&Stream::game(&game));
    // the fold has it still
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(alice.answer("once").await["ok"]["seq"], at.0 + 1);
    assert_eq!(memory.events(&Stream::game(&game)).len() as u64, at.0 + 1, "it is in the log again");
}

#[tokio::test(start_paused = true)]
async fn an_offer_that_no_replica_has_is_not_acknowledged() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    memory.unreplicated.store(true, Ordering::Release);
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000)});
    let offer = json!({"type": "offer", "terms": terms, "id": "once"});
    alice.send_raw(Message::text(offer.to_string())).await;
    let answer = alice.answer("once").await;
    assert_eq!(answer["error"]["code"], "unavailable", "{answer}");
    let shown = bob.ok(json!({"type": "offers"})).await["offers"].clone();
    memory.unreplicated.store(false, Ordering::Release);
    alice.send_raw(Message::text(offer.to_string())).await;
    assert_eq!(alice.answer("once").await["ok"]["offer"], shown[0]["offer"], "it stands once");
    assert_eq!(bob.ok(json!({"type": "offers"})).await["offers"].as_array().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn lost_news_are_found_by_the_position_check() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut watcher = two.anonymous().await;
    let at = watcher.have(&game).await;
    memory.silent.store(true, Ordering::Release);
    alice.ok(Client::play(&game, "E5", &at)).await;
    let started = Instant::now();
    assert_eq!(after(&watcher.event("play").await).0, at.0 + 1);
    assert!(started.elapsed() <= Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn a_conflict_with_an_unheard_event_is_judged_again() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob) = (one.login("alice").await, two.login("bob").await);
    let game = offer_and_accept(&mut alice, &mut bob, absolute(600_000)).await;
    alice.join(&game).await;
    bob.join(&game).await;
    let at = after(&alice.wait("both", |message| message["seq"] == 3).await);
    bob.wait("both", |message| message["seq"] == 3).await;
    memory.silent.store(true, Ordering::Release);
    alice.ok(Client::play(&game, "E5", &at)).await;
    // his node has not heard of the move and thinks that the log ends before it
    bob.ok(json!({"type": "resign", "game": game})).await;
    let events = memory.events(&Stream::game(&game));
    assert_eq!(events.last().unwrap()["event"]["outcome"]["result"], "B+R");
    assert_eq!(bob.event("play").await["event"]["vertex"], "E5");
}

#[tokio::test(start_paused = true)]
async fn a_lost_tail_is_told_and_the_lost_move_may_be_sent_again() {
    let Played { memory, node: _node, mut alice, mut bob, game, at, play } = Played::with("lost").await;
    let lost = after(&bob.event("play").await);
    memory.lose_last(&Stream::game(&game));
    let bob_first = bob.ask(Client::play(&game, "C3", &lost)).await;
    assert_eq!(bob_first["error"]["code"], "rollback", "never applied to another position: {bob_first}");
    let told = bob.notice("rollback").await;
    assert_eq!((told["seq"].as_u64(), told["head"].as_str()), (Some(at.0), Some(at.1.as_str())));
    assert_eq!(told["snapshot"]["moves"], "");
    alice.notice("rollback").await;
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(alice.answer("lost").await["ok"]["seq"], lost.0);
    bob.event("play").await;
}

#[tokio::test(start_paused = true)]
async fn who_sat_in_a_game_whose_end_is_lost_plays_on() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    bob.ok(json!({"type": "resign", "game": game})).await;
    alice.event("resigned").await;
    memory.lose_last(&Stream::game(&game));
    alice.notice("rollback").await;
    alice.ok(Client::play(&game, "E5", &at)).await;
    let at = after(&bob.event("play").await);
    bob.ok(Client::play(&game, "C3", &at)).await;
}

#[tokio::test(start_paused = true)]
async fn who_plays_keeps_his_seat_when_the_store_goes_back_to_who_sat_there_before() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let (at, stream) = (alice.have(&game).await, Stream::game(&game));
    alice.ok(Client::play(&game, "E5", &at)).await;
    bob.event("play").await;
    let before = Seat { node: "gone".into(), connection: 7 };
    memory.lose_last(&stream);
    memory.seat_of_before(&stream, Colour::Black, before.clone());
    alice.notice("rollback").await;
    assert!(memory.seats(&stream)[0].as_ref().is_some_and(|seat| *seat != before));
    alice.ok(Client::play(&game, "C3", &at)).await;
    bob.event("play").await;
}

#[tokio::test(start_paused = true)]
async fn what_the_log_has_lost_is_not_made_anew_by_a_connection_that_watches() {
    let Played { memory, node, mut alice, mut bob, game, at, play } = Played::with("lost").await;
    bob.event("play").await;
    let mut newer = node.login("alice").await;
    newer.join(&game).await;
    alice.notice("seat_taken").await;
    memory.lose_last(&Stream::game(&game));
    // the fold has it still
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(alice.answer("lost").await["error"]["code"], "seat_taken");
    newer.send_raw(Message::text(play.to_string())).await;
    assert_eq!(newer.answer("lost").await["ok"]["seq"], at.0 + 1);
}

#[tokio::test(start_paused = true)]
async fn without_its_store_a_node_is_not_ready_and_sends_its_clients_away() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, _game) = node.game(absolute(600_000)).await;
    let mut ready = node.hub.ready();
    memory.down.store(true, Ordering::Release);
    ready.wait_for(|ready| !ready).await.unwrap();
    let last = alice.closed().await.pop().unwrap();
    assert_eq!((last["notice"].as_str(), last["code"].as_str()), (Some("closing"), Some("unavailable")));
    let mut early = node.connect().await;
    assert_eq!(early.refused(json!({"type": "hello", "anonymous": true})).await, "unavailable");
    memory.down.store(false, Ordering::Release);
    ready.wait_for(|ready| *ready).await.unwrap();
    node.login("alice").await;
}

#[tokio::test(start_paused = true)]
async fn a_list_is_refused_rather_than_empty_while_the_store_is_away() {
    use crate::{GameReader, GameStatus, Search};
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (alice, bob, game) = node.game(json!({"system": "none"})).await;
    drop((alice, bob));
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
    let live = Search::newest(Some(GameStatus::Live), 10);
    let listed = node.hub.list(&live, None).await.unwrap();
    assert_eq!(listed.games.iter().map(|live| &live.game).collect::<Vec<_>>(), [&game]);
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
    memory.down.store(true, Ordering::Release);
    assert_eq!(node.hub.list(&live, None).await.unwrap_err().code, Code::Unavailable);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_does_not_hear_itself_is_not_ready_though_clocks_run() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, _game) = node.game(absolute(600_000)).await;
    let mut ready = node.hub.ready();
    let started = Instant::now();
    memory.deaf.store(true, Ordering::Release);
    ready.wait_for(|ready| !ready).await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(node.hub.not_ready().is_some());
    assert_eq!(alice.closed().await.pop().unwrap()["code"], "unavailable");
    memory.deaf.store(false, Ordering::Release);
    ready.wait_for(|ready| *ready).await.unwrap();
    assert_eq!(node.hub.not_ready(), None);
    node.login("alice").await;
}

#[tokio::test(start_paused = true)]
async fn while_the_lobby_cannot_be_read_hello_is_answered_and_the_node_is_not_ready() {
    let memory = Memory::new();
    let body = tengen_core::log::body(1, &json!({"kind": "no such kind"})).unwrap().into();
    let guard = tengen_core::timing::Guard::None;
    let expect = tengen_core::log::Position::default();
    let commit =
        crate::store::Commit { stream: Stream::lobby(), expect, body, guard, due: None, lifecycle: None, secret: None };
    memory.node("one").commit(commit).await.unwrap();
    let node = Node::start(&memory, "one");
    let mut alice = node.connect().await;
    assert_eq!(alice.refused(json!({"type": "hello", "token": "alice"})).await, "unavailable");
    assert_eq!(alice.closed().await.last().unwrap()["notice"], "closing");
    assert!(node.hub.not_ready().is_some_and(|why| why.contains("lobby")));
}
