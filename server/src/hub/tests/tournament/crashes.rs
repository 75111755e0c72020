//! Nodes that die in the middle, stores that do not answer, and rounds that begin by themselves all the same.

use super::*;

/// A round is paired, but no game of it is made before the node dies.
async fn cut_off(memory: &Arc<Memory>, away: &std::sync::atomic::AtomicBool) -> (Event, Node) {
    let node = Node::start(memory, "one");
    let event = Event::begun(&node, settings(2), &["ann", "bob"]).await;
    away.store(true, Ordering::Release);
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    node.die().await;
    away.store(false, Ordering::Release);
    let other = Node::start(memory, "two");
    (event.on(&other), other)
}

#[tokio::test(start_paused = true)]
async fn a_game_that_was_not_promised_before_the_node_died_is_made_by_another_that_was_not_asked() {
    let memory = Memory::new();
    let (event, _other) = cut_off(&memory, &memory.lobby_away).await;
    until("noted", || kinds(&memory, &event).contains(&"games_created".to_owned())).await;
    let [game] = event.created(1).await.try_into().unwrap();
    assert_eq!(memory.events(&Stream::game(&game)).len(), 1);
    until("done", || !memory.is_due_some_day(&Stream::tournament(&event.id))).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_was_promised_before_the_node_died_is_made_by_another_that_was_not_asked() {
    let memory = Memory::new();
    let (event, _other) = cut_off(&memory, &memory.games_away).await;
    until("noted", || kinds(&memory, &event).contains(&"games_created".to_owned())).await;
    let [game] = event.created(1).await.try_into().unwrap();
    assert_eq!(memory.events(&Stream::game(&game)).len(), 1);
    let lobby = memory.events(&Stream::lobby());
    assert_eq!(lobby.iter().filter(|stored| stored["event"]["kind"] == "promised").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn rounds_begin_and_the_event_ends_by_itself_whoever_is_left() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut ann, mut bob) = (two.login("ann").await, two.login("bob").await);
    let event = Event::begun(&one, at_once(2), &["ann", "bob"]).await.on(&two);
    let game = event.created(1).await.remove(0);
    plays_and_resigns(&game, &mut [&mut ann, &mut bob], "bob").await;
    event.round_is_complete(1).await;
    one.die().await;
    let next = event.wait("the next round begins", async || {
        let (id, created, _) = event.games().await.into_iter().next()?;
        (created && id != game).then_some(id)
    });
    let next = next.await;
    plays_and_resigns(&next, &mut [&mut ann, &mut bob], "ann").await;
    event.wait("it is over", async || (event.phase().await == TournamentPhase::Finished).then_some(())).await;
    let paired = kinds(&memory, &event).iter().filter(|kind| *kind == "paired").count();
    assert_eq!(paired, 2);
}

#[tokio::test(start_paused = true)]
async fn two_nodes_that_see_the_same_hour_pair_one_round() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::made(&one, at_once(1)).await;
    for player in ["ann", "bob", "cyd"] {
        event.on(&two).ok(player, TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() }).await;
    }
    event.ok("org", TournamentAsk::Draw { by: tengen_protocol::DrawBy::Lot }).await;
    memory.silent.store(true, Ordering::Release);
    event.ok("org", TournamentAsk::Start).await;
    for node in [&one, &two] {
        node.hub.tournament_acts(&event.id);
    }
    event.created(1).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(kinds(&memory, &event).iter().filter(|kind| *kind == "paired").count(), 1);
    let seen = async |event: &Event| event.desk.get(&event.id).await.unwrap().position();
    let there = event.on(&two);
    there.wait("both see the same", async || (seen(&event).await == seen(&there).await).then_some(())).await;
}

#[tokio::test(start_paused = true)]
async fn a_list_tells_of_a_tournament_whose_node_died_before_it_was_noted() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::made(&node, settings(2)).await;
    // what is noted from here on is lost with the node
    memory.notes_left.store(0, Ordering::Release);
    let act = tengen_protocol::Act { reason: tengen_protocol::Reason::Other, text: String::new() };
    event.ok("org", TournamentAsk::Cancel { act }).await;
    node.die().await;
    memory.notes_left.store(u32::MAX, Ordering::Release);
    let event = event.on(&Node::start(&memory, "two"));
    event.wait("noted", async || (event.phase().await == TournamentPhase::Cancelled).then_some(())).await;
}

#[tokio::test(start_paused = true)]
async fn an_end_of_the_log_that_a_failover_took_back_is_not_served_on() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::made(&node, settings(2)).await;
    event.ok("ann", TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() }).await;
    memory.lose_last(&Stream::tournament(&event.id));
    event
        .wait("read anew", async || (event.desk.get(&event.id).await.unwrap().entries().is_empty()).then_some(()))
        .await;
    event.ok("ann", TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() }).await;
    assert_eq!(event.desk.get(&event.id).await.unwrap().entries().len(), 1);
}
