//! Which event is named when a log has lost its tail: the last one that both sides have.

use super::*;
use crate::store::Stream;

/// An event that changes no position, appended where others were lost.
const CREDITED: &str = r#""v":1,"event":{"kind":"credited","to":"black","ms":5}}"#;

/// Three moves, of which the log loses the last two; then something else comes.
async fn lost_and_gone_on(memory: &Arc<Memory>, node: &Node) -> (Client, Client, GameId, Vec<(u64, String)>) {
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut ends = vec![alice.have(&game).await];
    for vertex in ["E5", "C3", "G7"] {
        let at = ends[ends.len() - 1].clone();
        let mover = if vertex == "C3" { &mut bob } else { &mut alice };
        mover.ok(Client::play(&game, vertex, &at)).await;
        alice.event("play").await;
        ends.push(after(&bob.event("play").await));
    }
    let stream = Stream::game(&game);
    memory.lose_last(&stream);
    memory.lose_last(&stream);
    memory.append(&stream, CREDITED);
    (alice, bob, game, ends)
}

#[tokio::test(start_paused = true)]
async fn who_follows_is_told_the_last_event_that_still_stands() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, _game, ends) = lost_and_gone_on(&memory, &node).await;
    for client in [&mut alice, &mut bob] {
        let told = client.notice("rollback").await;
        assert_eq!((told["seq"].as_u64(), told["head"].as_str()), (Some(ends[1].0), Some(ends[1].1.as_str())));
        assert_eq!((&told["snapshot"]["seq"], &told["snapshot"]["moves"]), (&json!(ends[1].0 + 1), &json!("E5")));
    }
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_is_told_as_much_as_his_heads_say() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game, ends) = lost_and_gone_on(&memory, &node).await;
    alice.notice("rollback").await;
    let stands = alice.have(&game).await;
    assert_eq!(stands.0, ends[1].0 + 1);
    let mut join = async |have: Value| {
        let joined = alice.ok(json!({"type": "join", "game": game, "have": have})).await;
        assert_eq!(joined["join"], "rollback", "{have}");
        assert_eq!((&joined["snapshot"]["seq"], &joined["snapshot"]["head"]), (&json!(stands.0), &json!(stands.1)));
        (joined["seq"].as_u64().unwrap(), joined["head"].as_str().unwrap().to_owned())
    };
    let [zero, one, two, three] = &ends[..] else { panic!("{ends:?}") };
    // ahead of the log: nothing beyond its end can be in common, and no head says more
    assert_eq!(join(json!({"seq": three.0, "head": three.1})).await, stands);
    assert_eq!(join(json!({"seq": three.0, "head": three.1, "heads": [two.1]})).await, *one);
    assert_eq!(join(json!({"seq": three.0, "head": three.1, "heads": [two.1, one.1, zero.1]})).await, *one);
    // another event at the log's end: the one before it may be in common
    assert_eq!(join(json!({"seq": two.0, "head": two.1})).await, *one);
    assert_eq!(join(json!({"seq": two.0, "head": two.1, "heads": [one.1, zero.1]})).await, *one);
    // he has another log altogether
    let other = "00000000000000aa";
    assert_eq!(join(json!({"seq": two.0, "head": two.1, "heads": [other, other]})).await.0, zero.0 - 1);
    assert_eq!(join(json!({"seq": one.0, "head": other})).await, *zero);
    let many = vec![other; 300];
    assert_eq!(join(json!({"seq": two.0, "head": two.1, "heads": many})).await.0, 0);
    assert_eq!(join(json!({"seq": u64::MAX, "head": other, "heads": [other]})).await, stands);
}

#[tokio::test(start_paused = true)]
async fn the_first_lost_move_is_made_again_for_the_event_that_is_named() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game, ends) = lost_and_gone_on(&memory, &node).await;
    let told = bob.notice("rollback").await;
    alice.notice("rollback").await;
    // Bob's C3 was the first lost one; the event that came instead left the position as it was
    let named = (told["seq"].as_u64().unwrap(), told["head"].as_str().unwrap().to_owned());
    let mut again = Client::play(&game, "C3", &named);
    again["id"] = json!("bob-again");
    bob.send_raw(Message::text(again.to_string())).await;
    let seq = bob.answer("bob-again").await["ok"]["seq"].as_u64().unwrap();
    assert_eq!(seq, ends[1].0 + 2);
    // Alice's G7 was made for an event that is gone
    assert_eq!(alice.refused(Client::play(&game, "G7", &ends[2])).await, "stale");
    let event = alice.event("play").await;
    assert_eq!((&event["seq"], &event["event"]["vertex"]), (&json!(seq), &json!("C3")));
}
