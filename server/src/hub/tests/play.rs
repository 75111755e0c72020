//! Two clients play, others watch, commands are repeated.

use super::*;
use crate::store::Stream;

#[tokio::test(start_paused = true)]
async fn two_clients_play_a_game_to_its_count() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut watcher = node.anonymous().await;
    let at = watcher.have(&game).await;
    let done = alice.ok(Client::play(&game, "D5", &at)).await;
    assert_eq!(done["seq"], at.0 + 1);
    let at = after(&bob.event("play").await);
    bob.ok(Client::play(&game, "F5", &at)).await;
    let seen = watcher.event("play").await;
    assert_eq!(seen["game"], game.as_str());
    assert_eq!(seen["event"]["vertex"], "D5");
    let own = after(&alice.event("play").await);
    assert_eq!(own.0, at.0, "own moves are echoed");
    let at = after(&alice.event("play").await);
    alice.ok(Client::play(&game, "pass", &at)).await;
    let at = after(&bob.event("pass").await);
    bob.ok(Client::play(&game, "pass", &at)).await;
    bob.ok(json!({"type": "accept", "game": game, "revision": 0})).await;
    alice.ok(json!({"type": "accept", "game": game, "revision": 0})).await;
    let last = watcher.wait("the result", |message| message["event"].get("outcome").is_some()).await;
    assert_eq!(last["event"]["outcome"]["reason"], "count");
    assert_eq!(alice.refused(Client::play(&game, "E5", &after(&last))).await, "game_over");
    // the lobby hears of it, and the list of live games is empty again
    let finished = || async { node.hub.lobby(|lobby| lobby.finished().count()).await.unwrap() };
    for _ in 0..100 {
        if finished().await == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(finished().await, 1);
    assert!(node.hub.games_of(&"alice".parse().unwrap()).await.unwrap().is_empty());
    let kinds: Vec<_> =
        memory.events(&Stream::game(&game)).iter().map(|event| event["event"]["kind"].clone()).collect();
    assert_eq!(kinds, ["created", "arrived", "arrived", "play", "play", "pass", "pass", "accepted", "accepted"]);
}

#[tokio::test(start_paused = true)]
async fn a_watcher_sees_every_event_once_and_in_order() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut watcher = node.anonymous().await;
    let mut at = watcher.have(&game).await;
    let first = at.0;
    for (index, vertex) in ["C3", "D3", "C4", "D4", "C5", "D5"].into_iter().enumerate() {
        let side = if index % 2 == 0 { &mut alice } else { &mut bob };
        side.ok(Client::play(&game, vertex, &at)).await;
        at = after(&side.wait("own move", |message| message["event"]["vertex"] == vertex).await);
    }
    let mut before = None;
    for seq in first + 1..=first + 6 {
        let event = watcher.read().await.unwrap();
        assert_eq!(event["seq"], seq);
        assert!(before.is_none_or(|before| before == event["prev"]));
        before = Some(event["head"].clone());
    }
    assert!(watcher.is_quiet().await);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_command_is_answered_as_the_first_time_and_done_once() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    let mut play = Client::play(&game, "E5", &at);
    play["id"] = json!("same-id");
    alice.send_raw(Message::text(play.to_string())).await;
    alice.send_raw(Message::text(play.to_string())).await;
    let first = alice.answer("same-id").await;
    assert_eq!(first, alice.answer("same-id").await);
    let at = after(&bob.event("play").await);
    bob.ok(Client::play(&game, "C3", &at)).await;
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(first, alice.answer("same-id").await, "even after the opponent has replied");
    play["vertex"] = json!("E6");
    alice.send_raw(Message::text(play.to_string())).await;
    assert_eq!(alice.answer("same-id").await["error"]["code"], "id_reused");
    let plays = memory.events(&Stream::game(&game)).iter().filter(|event| event["event"]["kind"] == "play").count();
    assert_eq!(plays, 2);
}

#[tokio::test(start_paused = true)]
async fn a_command_made_for_an_older_position_is_refused_with_where_the_game_stands() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let old = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &old)).await;
    let at = after(&bob.event("play").await);
    bob.ok(Client::play(&game, "E6", &at)).await;
    let answer = alice.ask(Client::play(&game, "E4", &old)).await;
    assert_eq!(answer["error"]["code"], "stale");
    assert_eq!(answer["error"]["seq"], at.0 + 1);
    let wrong = (at.0 + 1, "00000000000000aa".to_owned());
    assert_eq!(alice.refused(Client::play(&game, "E4", &wrong)).await, "rollback");
    assert_eq!(bob.refused(Client::play(&game, "E5", &(at.0 + 1, String::from("0000000000000000")))).await, "rollback");
}

#[tokio::test(start_paused = true)]
async fn two_nodes_serve_one_game() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, mut bob) = (one.login("alice").await, two.login("bob").await);
    let game = offer_and_accept(&mut alice, &mut bob, absolute(600_000)).await;
    alice.join(&game).await;
    bob.join(&game).await;
    bob.event("arrived").await;
    let mut at = after(&alice.wait("both", |message| message["seq"] == 3).await);
    for vertex in ["C3", "G7", "C7", "G3"] {
        alice.ok(Client::play(&game, vertex, &at)).await;
        at = after(&bob.wait("the move", |message| message["event"]["vertex"] == vertex).await);
        let reply = vertex.replace(['3', '7'], "5");
        bob.ok(Client::play(&game, if vertex == "C7" { "pass" } else { &reply }, &at)).await;
        at = after(&alice.wait("the reply", |message| message["seq"] == at.0 + 1).await);
        if vertex == "G7" {
            break;
        }
    }
    assert_eq!(memory.events(&Stream::game(&game)).len() as u64, at.0);
}

#[tokio::test(start_paused = true)]
async fn join_answers_with_what_is_missing() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
    let now = after(&bob.event("play").await);
    let join = |have: &(u64, String)| json!({"type": "join", "game": game, "have": {"seq": have.0, "head": have.1}});
    let mut watcher = node.anonymous().await;
    let joined = watcher.ok(join(&now)).await;
    assert_eq!((joined["join"].as_str(), joined["seq"].as_u64()), (Some("up_to_date"), Some(now.0)));
    let joined = watcher.ok(join(&at)).await;
    assert_eq!(joined["join"], "events");
    assert_eq!(after(&watcher.event("play").await), now);
    let joined = watcher.ok(join(&(0, "0000000000000000".into()))).await;
    assert_eq!(joined["join"], "events");
    for seq in 1..=now.0 {
        assert_eq!(watcher.read().await.unwrap()["seq"], seq);
    }
    for (seq, named) in [(now.0, at.0), (now.0 - 1, at.0 - 1), (now.0 + 5, now.0)] {
        let joined = watcher.ok(join(&(seq, "00000000000000aa".into()))).await;
        assert_eq!((&joined["join"], &joined["seq"]), (&json!("rollback"), &json!(named)), "{seq}");
        assert_eq!(joined["snapshot"]["head"], now.1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_private_game_is_the_same_as_none_for_others() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, mut carol) =
        (node.login("alice").await, node.login("bob").await, node.login("carol").await);
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000), "visibility": "private"});
    let offer = alice.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    let game = bob.ok(json!({"type": "accept_offer", "offer": offer})).await["game"].clone();
    bob.ok(json!({"type": "join", "game": game})).await;
    let hidden = carol.ask(json!({"type": "join", "game": game})).await["error"].clone();
    let absent = carol.ask(json!({"type": "join", "game": "nosuchgame"})).await["error"].clone();
    assert_eq!(hidden, absent);
    assert_eq!(hidden["code"], "no_such_game");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_while_the_account_of_a_referee_is_read() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000), "visibility": "private", "colour": "black"});
    let offer = alice.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    let game: GameId =
        bob.ok(json!({"type": "accept_offer", "offer": offer})).await["game"].as_str().unwrap().parse().unwrap();
    alice.join(&game).await;
    bob.join(&game).await;
    bob.event("arrived").await;
    // one whose account cannot be read, and behind him one whose can
    let mut slow = node.login("slow").await;
    slow.send(json!({"type": "join", "game": game})).await;
    let mut umpire = node.login("umpire").await;
    let (after_join, head) = umpire.have(&game).await;
    let rule = |after: u64, head: &str| {
        json!({"type": "rule", "game": game, "order": {"kind": "warn", "side": "white"}, "reason": "talking",
               "after": after, "head": head})
    };
    umpire.ok(rule(after_join, &head)).await;
    alice.event("warned").await;
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
    // what is sent right behind a `join` does not overtake it
    let mut second = node.login("umpire").await;
    second.send(json!({"type": "join", "game": game})).await;
    let left = second.ask(json!({"type": "leave", "game": game})).await;
    assert!(left.get("ok").is_some(), "{left}");
    let answered = second.kept.iter().any(|message| message["ok"].get("snapshot").is_some());
    assert!(answered, "the join was answered first: {:?}", second.kept);
    // he goes, and nothing is left of him
    drop(slow);
    assert_eq!(node.login("carol").await.refused(json!({"type": "join", "game": game})).await, "no_such_game");
}
