//! Following a tournament on a socket: notices on every node, few connections' worth of them, and no more after the
//! end.

use super::*;
use tengen_protocol::tournament_limits;

fn follow(id: &TournamentId, follow: bool) -> Value {
    json!({"type": "follow_tournament", "tournament": id, "follow": follow})
}

#[tokio::test(start_paused = true)]
async fn whoever_follows_hears_of_events_and_of_standings_when_they_change() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::begun(&one, settings(2), &["ann", "bob"]).await;
    let mut watcher = two.anonymous().await;
    let following = watcher.ok(follow(&event.id, true)).await;
    assert_eq!(following["seq"], memory.end(&Stream::tournament(&event.id)).seq);
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let told = watcher.notice("tournament").await;
    assert_eq!(
        (told["stage"].as_u64(), told["round"].as_u64(), told["phase"].as_str()),
        (Some(1), Some(1), Some("running"))
    );
    let game = event.created(1).await.remove(0);
    let (mut ann, mut bob) = (one.login("ann").await, one.login("bob").await);
    plays_and_resigns(&game, &mut [&mut ann, &mut bob], "bob").await;
    let with_points = |message: &Value| {
        message["notice"] == "tournament" && message["standings"].as_array().is_some_and(|rows| rows[0]["points"] == 2)
    };
    let told = watcher.wait("standings", with_points).await;
    assert_eq!(told["seq"], memory.end(&Stream::tournament(&event.id)).seq);
    // a sanction changes no standings
    let sanction = tengen_protocol::Sanction::Reprimand { entry: None, name: "Bob".into() };
    let act = tengen_protocol::Act { reason: tengen_protocol::Reason::Other, text: String::new() };
    let done = event.ok("org", TournamentAsk::Sanction { sanction, act }).await;
    let told = watcher.wait("the sanction", |message| message["seq"] == done.seq).await;
    assert!(told.get("standings").is_none(), "{told}");
    watcher.ok(follow(&event.id, false)).await;
    watcher.kept.clear();
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    assert!(watcher.is_quiet().await);
}

#[tokio::test(start_paused = true)]
async fn a_connection_follows_so_many_tournaments_and_none_that_is_not_there() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut ann = node.login("ann").await;
    for n in 0..2 * tournament_limits::FOLLOWED {
        let id: TournamentId = format!("none-{n}").parse().unwrap();
        assert_eq!(ann.refused(follow(&id, true)).await, "not_found", "it takes no place");
    }
    let mut events = Vec::new();
    for _ in 0..=tournament_limits::FOLLOWED {
        events.push(Event::made(&node, settings(1)).await);
    }
    let (last, others) = events.split_last().unwrap();
    for event in others {
        ann.ok(follow(&event.id, true)).await;
        ann.ok(follow(&event.id, true)).await;
    }
    assert_eq!(ann.refused(follow(&last.id, true)).await, "too_many_joined");
    ann.ok(follow(&others[0].id, false)).await;
    ann.ok(follow(&last.id, true)).await;
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_nobody_follows_or_asks_for_leaves_memory() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::made(&node, settings(1)).await;
    let stream = Stream::tournament(&event.id);
    let mut ann = node.login("ann").await;
    ann.ok(follow(&event.id, true)).await;
    for _ in 0..100 {
        // whoever reads answers pings
        assert!(ann.is_quiet().await);
    }
    assert_eq!(memory.subscribers(&stream), 1, "somebody follows");
    drop(ann);
    until("it is let go", || memory.subscribers(&stream) == 0).await;
    let none: TournamentId = "none".parse().unwrap();
    assert_eq!(event.desk.get(&none).await.unwrap_err().code, Code::NotFound);
    until("nothing is kept of what is not there", || memory.subscribers(&Stream::tournament(&none)) == 0).await;
    event.desk.get(&event.id).await.unwrap();
}
