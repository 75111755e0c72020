//! Limits of a connection, each at the limit and one beyond.

use super::*;
use tengen_protocol::limits;

#[tokio::test(start_paused = true)]
async fn hello_comes_first_and_soon() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let started = Instant::now();
    let mut silent = node.connect().await;
    let rest = silent.closed().await;
    assert_eq!(rest[0]["error"]["code"], "hello_first");
    assert_eq!(super::super::ms(started.elapsed()), limits::HELLO_WITHIN_MS);
    for (first, code) in [
        (json!({"type": "ping"}), "hello_first"),
        (json!({"type": "hello"}), "unauthorized"),
        (json!({"type": "hello", "token": "wrong"}), "unauthorized"),
        (json!({"type": "hallo"}), "bad_message"),
        (json!({"type": "offer", "terms": {"rules": "japanese"}}), "not_supported"),
    ] {
        let mut client = node.connect().await;
        assert_eq!(client.refused(first).await, code);
        assert_eq!(client.closed().await[0]["notice"], "closing");
    }
    let mut twice = node.anonymous().await;
    assert_eq!(twice.refused(json!({"type": "hello", "anonymous": true})).await, "hello_first");
}

#[tokio::test(start_paused = true)]
async fn sizes_at_the_limit_and_one_beyond() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let padded = |base: &str, length: usize| {
        let text = base.to_owned();
        let pad = " ".repeat(length - text.len());
        Message::text(text + &pad)
    };
    let hello = r#"{"id":"a","type":"hello","anonymous":true}"#;
    let mut client = node.connect().await;
    client.send_raw(padded(hello, limits::HELLO_BYTES)).await;
    assert!(client.answer("a").await.get("ok").is_some());
    client.send_raw(padded(r#"{"id":"b","type":"ping"}"#, limits::MESSAGE_BYTES)).await;
    assert!(client.answer("b").await.get("ok").is_some());
    client.send_raw(padded(r#"{"id":"c","type":"ping"}"#, limits::MESSAGE_BYTES + 1)).await;
    let rest = client.closed().await;
    assert_eq!(rest[0]["error"]["code"], "too_large");
    let mut client = node.connect().await;
    client.send_raw(padded(hello, limits::HELLO_BYTES + 1)).await;
    assert_eq!(client.closed().await[0]["error"]["code"], "too_large");
}

#[tokio::test(start_paused = true)]
async fn what_is_not_a_command_is_answered_with_its_id_and_the_place() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut client = node.anonymous().await;
    client.send_raw(Message::text(r#"{"id":"x1","type":"join"}"#)).await;
    let error = client.answer("x1").await["error"].clone();
    assert_eq!(error["code"], "bad_message");
    assert!(error["message"].as_str().unwrap().contains("game"), "{error}");
    client.send_raw(Message::text("{")).await;
    let answer = client.read().await.unwrap();
    assert!(answer.get("re").is_none());
    assert!(answer["error"]["message"].as_str().unwrap().contains("line 1"), "{answer}");
    client.send_raw(Message::binary(vec![1, 2, 3])).await;
    let rest = client.closed().await;
    assert_eq!(rest[0]["error"]["code"], "bad_message");
    assert_eq!(rest[1]["code"], "bad_message");
}

#[tokio::test(start_paused = true)]
async fn a_connection_follows_sixteen_games_and_not_one_more() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let mut games = Vec::new();
    for _ in 0..=limits::JOINED_GAMES {
        games.push(offer_and_accept(&mut alice, &mut bob, absolute(60_000)).await);
    }
    let mut watcher = node.anonymous().await;
    for game in &games[1..] {
        watcher.join(game).await;
    }
    assert_eq!(watcher.refused(json!({"type": "join", "game": games[0]})).await, "too_many_joined");
    watcher.join(&games[1]).await;
    watcher.ok(json!({"type": "leave", "game": games[1]})).await;
    assert_eq!(watcher.refused(json!({"type": "leave", "game": games[1]})).await, "not_joined");
    watcher.join(&games[0]).await;
    // a broadcaster has a limit of its own
    let mut broadcaster = node.login("broadcaster").await;
    for game in &games {
        broadcaster.join(game).await;
    }
}

#[tokio::test(start_paused = true)]
async fn without_an_account_one_only_watches_and_watchers_do_not_play() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, _bob, game) = node.game(absolute(600_000)).await;
    let mut anonymous = node.anonymous().await;
    let at = anonymous.have(&game).await;
    assert_eq!(anonymous.refused(Client::play(&game, "E5", &at)).await, "forbidden");
    anonymous.ok(json!({"type": "offers"})).await;
    let mut carol = node.login("carol").await;
    assert_eq!(carol.refused(Client::play(&game, "E5", &at)).await, "not_joined");
    carol.join(&game).await;
    assert_eq!(carol.refused(Client::play(&game, "E5", &at)).await, "not_a_player");
    assert_eq!(carol.refused(json!({"type": "take_seat", "game": game})).await, "not_a_player");
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_says_nothing_is_closed_after_45_s() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let started = Instant::now();
    let mut client = node.connect().await;
    client.ok(json!({"type": "hello", "anonymous": true})).await;
    // a client that does not read answers no ping
    tokio::time::sleep(Duration::from_millis(limits::SILENCE_MS + 1_000)).await;
    let rest = client.closed().await;
    assert_eq!(rest.last().unwrap()["code"], "silent");
    assert!(super::super::ms(started.elapsed()) >= limits::SILENCE_MS);
}

#[tokio::test(start_paused = true)]
async fn a_token_is_asked_for_before_it_expires_and_then_closes_who_does_not_play() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut client = node.connect().await;
    client.ok(json!({"type": "hello", "token": "expiring-carol-100000"})).await;
    client.notice("token_expiring").await;
    assert_eq!(client.refused(json!({"type": "refresh", "token": "alice"})).await, "unauthorized");
    client.ok(json!({"type": "refresh", "token": "expiring-carol-200000"})).await;
    client.notice("token_expiring").await;
    assert_eq!(client.closed().await.last().unwrap()["code"], "unauthorized");
}

/// Alice is back in a game with Bob, with a token for 100 s.
async fn player_whose_token_expires(node: &Node) -> (Client, Client, GameId) {
    let (alice, bob, game) = node.game(absolute(6_000_000)).await;
    drop(alice);
    let mut alice = node.connect().await;
    alice.name = "again".into();
    alice.ok(json!({"type": "hello", "token": "expiring-alice-100000"})).await;
    (alice, bob, game)
}

#[tokio::test(start_paused = true)]
async fn an_expired_token_does_not_close_who_has_just_moved() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = player_whose_token_expires(&node).await;
    let started = Instant::now();
    let at = alice.have(&game).await;
    alice.notice("token_expiring").await;
    // reading goes on, so that pings are answered
    let quiet = timeout(Duration::from_secs(50), alice.read()).await;
    assert!(quiet.is_err(), "{quiet:?}");
    alice.ok(Client::play(&game, "E5", &at)).await;
    alice.closed().await;
    let open = super::super::ms(started.elapsed());
    assert!((145_000..175_000).contains(&open), "{open}");
}

#[tokio::test(start_paused = true)]
async fn an_expired_token_ends_within_a_minute_whatever_is_sent() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = player_whose_token_expires(&node).await;
    let started = Instant::now();
    let mut at = alice.have(&game).await;
    at.1 = "0000000000000000".into();
    let end = started + Duration::from_secs(170);
    let (mut refused, mut open) = (0, true);
    // refused plays, each 25 s
    while open && Instant::now() < end {
        let next = Instant::now() + Duration::from_secs(25);
        alice.send(Client::play(&game, "E5", &at)).await;
        while open && let Ok(message) = timeout_at(next, alice.read()).await {
            open = message.is_some();
            refused += u32::from(message.is_some_and(|message| message["error"].is_object()));
        }
    }
    assert!(refused >= 5, "{refused}");
    let open = super::super::ms(started.elapsed());
    assert!((155_000..170_000).contains(&open), "{open}");
}

#[tokio::test(start_paused = true)]
async fn a_revoked_token_closes_at_once() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut alice = node.login("alice").await;
    node.names.revoked.send_replace(true);
    assert_eq!(alice.closed().await.last().unwrap()["code"], "unauthorized");
}

#[tokio::test(start_paused = true)]
async fn going_down_is_told() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut waiting) = (node.login("alice").await, node.connect().await);
    node.closing.cancel();
    let last = alice.closed().await.pop().unwrap();
    assert_eq!((last["notice"].as_str(), last["code"].as_str()), (Some("closing"), Some("going_away")));
    assert_eq!(waiting.closed().await[0]["code"], "going_away");
    let wait = last["retry_after"].as_u64().unwrap();
    assert!((500..=3_500).contains(&wait), "{wait}");
}

#[test]
fn who_is_sent_away_comes_back_at_times_of_his_own() {
    let waits: std::collections::BTreeSet<u64> = (0..100).map(|_| super::super::come_back_ms()).collect();
    assert!(waits.len() > 50, "{waits:?}");
    assert!(waits.iter().all(|wait| (500..=3_500).contains(wait)), "{waits:?}");
}

#[tokio::test(start_paused = true)]
async fn an_account_that_asks_too_fast_is_told_when_to_come_back() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut alice = node.login("alice").await;
    let mut limited = 0;
    // far more than the burst: some are over the limit however slow the machine is
    for index in 0..400 {
        alice.send_raw(Message::text(format!(r#"{{"id":"r{index}","type":"ping"}}"#))).await;
    }
    for index in 0..400 {
        let answer = alice.answer(&format!("r{index}")).await;
        if let Some(error) = answer.get("error") {
            assert_eq!(error["code"], "rate_limited");
            assert!(error["retry_after"].as_u64().unwrap() > 0);
            limited += 1;
        }
    }
    assert!(limited > 0);
}

#[tokio::test(start_paused = true)]
async fn moves_of_others_do_not_keep_the_movers_out_while_the_store_stalls() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut watcher = node.login("carol").await;
    let at = watcher.have(&game).await;
    memory.commits_lost.store(u32::MAX, std::sync::atomic::Ordering::Release);
    let stuck = alice.send(Client::play(&game, "E5", &at)).await;
    // what goes first is a lane of 32, and neither spectators nor one player can fill it
    for _ in 0..40 {
        watcher.send(Client::play(&game, "C3", &at)).await;
    }
    let mut refused = Vec::new();
    for _ in 0..9 {
        refused.push(bob.send(Client::play(&game, "C3", &at)).await);
    }
    assert_eq!(bob.answer(&refused[8]).await["error"]["code"], "rate_limited", "the ninth that waits");
    let second = alice.send(Client::play(&game, "E5", &at)).await;
    memory.commits_lost.store(0, std::sync::atomic::Ordering::Release);
    assert!(alice.answer(&stuck).await.get("ok").is_some());
    // each had its turn and was judged
    let second = alice.answer(&second).await;
    assert!(["stale", "not_your_turn"].contains(&second["error"]["code"].as_str().unwrap()), "{second}");
    for id in &refused[..8] {
        assert_eq!(bob.answer(id).await["error"]["code"], "stale");
    }
    bob.ok(Client::play(&game, "C3", &after(&alice.event("play").await))).await;
}

#[tokio::test(start_paused = true)]
async fn an_account_has_32_connections_and_not_one_more() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut open = Vec::new();
    for _ in 0..limits::SOCKETS_PER_ACCOUNT {
        open.push(node.login("alice").await);
    }
    let mut more = node.connect().await;
    let refused = more.ask(json!({"type": "hello", "token": "alice"})).await["error"].clone();
    assert_eq!((&refused["code"], &refused["limit"]), (&json!("too_many"), &json!({"of": "sockets", "max": 32})));
    assert!(refused["message"].as_str().unwrap().contains("32") && refused["retry_after"].is_number(), "{refused}");
    assert_eq!(more.closed().await.last().unwrap()["code"], "too_many");
    node.login("bob").await;
    node.anonymous().await;
    open.pop();
    until("one has gone", || node.hub.register(Some("alice".parse().unwrap())).is_ok()).await;
    node.login("alice").await;
}

#[tokio::test(start_paused = true)]
async fn two_hundred_people_behind_one_address_come_back_at_once() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut pupils = Vec::new();
    for _ in 0..200 {
        pupils.push(node.connect().await);
    }
    for (n, pupil) in pupils.iter_mut().enumerate() {
        pupil.ok(json!({"type": "hello", "token": format!("pupil{n}")})).await;
        pupil.ok(json!({"type": "offers"})).await;
    }
}

#[tokio::test(start_paused = true)]
async fn who_goes_on_and_on_too_fast_is_closed() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut flooding = node.login("alice").await;
    // pings count like commands; the pongs are what the client would have to read
    for _ in 0..20 * limits::RATE_REFUSALS {
        if flooding.socket.send(Message::Ping(bytes::Bytes::new())).await.is_err() {
            break;
        }
    }
    let told = flooding.closed().await;
    let last = told.last().unwrap();
    assert_eq!((last["notice"].as_str(), last["code"].as_str()), (Some("closing"), Some("rate_limited")));
    assert!(last["retry_after"].as_u64().unwrap() > 0);
}

#[tokio::test(start_paused = true)]
async fn so_many_pings_are_no_hello() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut client = node.connect().await;
    for _ in 0..limits::HELLO_CONTROL_FRAMES {
        client.send_raw(Message::Ping(bytes::Bytes::new())).await;
    }
    client.ok(json!({"type": "hello", "anonymous": true})).await;
    let mut client = node.connect().await;
    for _ in 0..=limits::HELLO_CONTROL_FRAMES {
        client.send_raw(Message::Ping(bytes::Bytes::new())).await;
    }
    assert_eq!(client.closed().await[0]["error"]["code"], "hello_first");
}

#[tokio::test(start_paused = true)]
async fn who_is_silent_for_45_s_is_closed_and_who_answers_pings_is_not() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut answering, mut silent) = (node.login("alice").await, node.login("bob").await);
    // whoever reads answers pings
    let twice = Duration::from_millis(2 * limits::SILENCE_MS);
    assert!(timeout(twice, answering.read()).await.is_err(), "it is told something, or closed");
    answering.ok(json!({"type": "ping"})).await;
    // had it not been closed it would answer now and stay
    silent.closed().await;
}
