//! How many tournaments a node has in memory.

use super::*;
use crate::hub::tournament::node::LOADED;
use futures_util::future::join_all;

async fn made_by(node: &Node, by: &str) -> Event {
    let desk = node.hub.tournaments();
    let new = NewTournament { id: command(TournamentAsk::Start).id, settings: settings(1) };
    let done = desk.create(&account(by), new).await.unwrap();
    Event { desk, id: done.tournament }
}

#[tokio::test(start_paused = true)]
async fn a_node_serves_more_tournaments_than_it_has_in_memory_and_keeps_those_that_are_followed() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut watcher = node.anonymous().await;
    let first = made_by(&node, "org").await;
    watcher.ok(json!({"type": "follow_tournament", "tournament": first.id, "follow": true})).await;
    let read = memory.reads(&Stream::tournament(&first.id));
    let mut others = Vec::new();
    for n in 0..2 * LOADED {
        others.push(made_by(&node, &format!("org{n}")).await);
    }
    for event in &others {
        assert_eq!(event.desk.get(&event.id).await.unwrap().position().seq, 1);
    }
    let unfollowed = memory.reads(&Stream::tournament(&others[0].id));
    assert!(unfollowed > 1, "it made room and was read again: {unfollowed}");
    let done = first.ok("ann", TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() }).await;
    watcher.wait("the entry", |message| message["notice"] == "tournament" && message["seq"] == done.seq).await;
    let outside = memory.reads(&Stream::tournament(&first.id)) - read;
    assert!(outside <= 2, "it stayed where it was: the list alone reads its first event, not {outside} times");
}

#[tokio::test(start_paused = true)]
async fn tournaments_that_do_not_exist_take_no_place() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let desk = node.hub.tournaments();
    let ids: Vec<TournamentId> = (0..2 * LOADED).map(|n| format!("none-{n}").parse().unwrap()).collect();
    for found in join_all(ids.iter().map(|id| desk.get(id))).await {
        assert_eq!(found.unwrap_err().code, Code::NotFound);
    }
}
