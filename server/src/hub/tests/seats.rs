//! One playing connection a seat, and connections that do not read.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_newest_connection_takes_the_seat_and_the_older_one_watches() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut second = node.login("alice").await;
    let at = second.have(&game).await;
    assert_eq!(alice.notice("seat_taken").await["game"], game.as_str());
    assert_eq!(alice.refused(Client::play(&game, "E5", &at)).await, "seat_taken");
    second.name = "second".into();
    second.ok(Client::play(&game, "E5", &at)).await;
    let at = after(&alice.event("play").await);
    bob.ok(Client::play(&game, "E6", &at)).await;
    let at = (at.0 + 1, alice.event("play").await["head"].as_str().unwrap().to_owned());
    alice.ok(json!({"type": "take_seat", "game": game})).await;
    second.notice("seat_taken").await;
    alice.ok(Client::play(&game, "E4", &at)).await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_taken_from_another_node() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut second = two.login("alice").await;
    let at = second.have(&game).await;
    alice.notice("seat_taken").await;
    assert_eq!(alice.refused(json!({"type": "resign", "game": game})).await, "seat_taken");
    second.name = "second".into();
    second.ok(Client::play(&game, "E5", &at)).await;
    alice.event("play").await;
}

#[tokio::test(start_paused = true)]
async fn a_hundred_returns_on_changing_nodes() {
    let memory = Memory::new();
    let nodes = [Node::start(&memory, "one"), Node::start(&memory, "two")];
    let (alice, bob, game) = nodes[0].game(json!({"system": "none"})).await;
    drop((alice, bob));
    let mut have: Option<(u64, String)> = None;
    for round in 0..100 {
        // the limit of commands counts by the machine's clock, so the rounds have accounts of their own
        let mut client = nodes[round % 2].anonymous().await;
        let mut join = json!({"type": "join", "game": game});
        if let Some((seq, head)) = &have {
            join["have"] = json!({"seq": seq, "head": head});
        }
        let joined = match round % 50 {
            49 => {
                tokio::time::sleep(Duration::from_secs(3_600)).await;
                let mut late = nodes[round % 2].login(&format!("late{round}")).await;
                late.ok(join).await
            }
            _ => {
                let id = client.send(join).await;
                let answer = client.answer(&id).await;
                if answer["error"]["code"] == "rate_limited" {
                    continue;
                }
                answer["ok"].clone()
            }
        };
        let at = joined.get("snapshot").unwrap_or(&joined);
        assert_eq!(at["seq"], 3);
        if have.is_some() {
            assert_eq!(joined["join"], "up_to_date");
        }
        have = Some((3, at["head"].as_str().unwrap().to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_does_not_read_is_resynchronised_and_costs_nobody_else() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(json!({"system": "none"})).await;
    // a pipe so small that little of what is sent to it leaves the server's queue
    let mut lazy = node.connect_with(1024).await;
    lazy.ok(json!({"type": "hello", "anonymous": true})).await;
    let mut at = lazy.have(&game).await;
    let mut seq = at.0;
    // enough to fill 64 KiB: one long game of moves, taken back by nobody, over fresh accounts' limit
    let points: Vec<String> = "ABCDEFGHJ".chars().flat_map(|c| (1..=9).map(move |n| format!("{c}{n}"))).collect();
    let mut texts = 0;
    for (index, vertex) in points.iter().cycle().take(400).enumerate() {
        if texts > 70 * 1024 {
            break;
        }
        let side = if index % 2 == 0 { &mut alice } else { &mut bob };
        let play = Client::play(&game, if index % 3 == 2 { "pass" } else { vertex }, &at);
        let answer = patient(side, play).await;
        if answer.get("ok").is_none() {
            continue;
        }
        seq += 1;
        let event = side.wait("own move", |message| message["seq"] == seq).await;
        texts += event.to_string().len();
        at = after(&event);
        if event["event"].get("stop").is_some() {
            patient(side, json!({"type": "resume", "game": game})).await;
            seq += 1;
            at = after(&side.wait("resumed", |message| message["seq"] == seq).await);
        }
    }
    let resync = lazy.notice("resync").await;
    assert!(resync["snapshot"]["seq"].as_u64().unwrap() <= seq);
    assert!(resync["snapshot"]["seq"].as_u64().unwrap() > 3);
}

/// Asks again when asked too fast: the limit counts by the machine's clock.
async fn patient(client: &mut Client, command: Value) -> Value {
    loop {
        let answer = client.ask(command.clone()).await;
        match answer["error"]["retry_after"].as_u64() {
            Some(_) if answer["error"]["code"] == "rate_limited" => std::thread::yield_now(),
            _ => return answer,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_reads_nothing_is_cut() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (_alice, _bob, game) = node.game(absolute(600_000)).await;
    let mut stuck = node.connect_with(600).await;
    stuck.ok(json!({"type": "hello", "anonymous": true})).await;
    stuck.send(json!({"type": "join", "game": game})).await;
    let watching = &node.hub.metrics().watching;
    until("watching", || watching.get() == 3).await;
    until("cut", || watching.get() == 2).await;
}
