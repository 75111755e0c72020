//! Finished games are found again, whatever crashes, and by whom they may be seen.

mod filter;
mod late;

use super::*;
use crate::{
    Cursor, GameReader, GameStatus, Search,
    hub::judge::{Lifecycle, LifecycleKind},
    store::{Index, Stream},
};
use std::sync::atomic::Ordering;
use tengen_protocol::{
    Phase, Size,
    http::{GameSummary, PlayerResult},
};

/// White has won after all.
const RULED: &str = r#""v":1,"event":{"kind":"ruled","referee":"ref","id":"r-1","reason":"cheating","order":"0000000000000000","ruling":"result","outcome":{"result":"W+F","reason":"forfeit","winner":"white"}}}"#;

fn finished() -> Search {
    Search::newest(Some(GameStatus::Finished), 10)
}

fn of(player: &str) -> Search {
    Search { player: Some(player.to_owned()), ..finished() }
}

fn against(player: &str, opponent: &str) -> Search {
    Search { opponent: Some(opponent.to_owned()), ..of(player) }
}

fn ended(player: &str, result: PlayerResult) -> Search {
    Search { result: Some(result), ..of(player) }
}

/// All pages of a search.
async fn pages(hub: &Hub, search: &Search, viewer: Option<&str>) -> Vec<GameSummary> {
    let viewer: Option<AccountId> = viewer.map(|viewer| viewer.parse().unwrap());
    let (mut found, mut search) = (Vec::new(), search.clone());
    loop {
        let page = hub.list(&search, viewer.as_ref()).await.unwrap();
        assert!(page.games.len() <= search.limit, "{search:?}");
        found.extend(page.games);
        let Some(next) = page.next else { return found };
        let next: Cursor = next.parse().unwrap();
        assert!(search.before.is_none_or(|before| next < before), "it goes on to earlier ends");
        search.before = Some(next);
    }
}

async fn ids(hub: &Hub, search: &Search, viewer: Option<&str>) -> Vec<GameId> {
    pages(hub, search, viewer).await.into_iter().map(|found| found.game).collect()
}

async fn counts(hub: &Hub, player: &str) -> [u64; 4] {
    let player = GameReader::player(hub, player).await.unwrap();
    [player.finished, player.won, player.lost, player.other]
}

/// A game of Alice and Bob that Bob resigns.
pub(super) async fn won(node: &Node, visibility: &str) -> GameId {
    won_from(node, "bob", visibility).await
}

async fn won_from(node: &Node, loser: &str, visibility: &str) -> GameId {
    let (mut alice, mut bob) = (node.login("alice").await, node.login(loser).await);
    // other ids than those of their earlier games
    alice.sent = 100 * u32::from(rand::random::<u16>());
    bob.sent = alice.sent;
    let terms = json!({"size": {"width": 9, "height": 9}, "time": {"system": "none"}, "colour": "black",
                       "visibility": visibility});
    let offer = alice.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    bob.ok(json!({"type": "accept_offer", "offer": offer})).await;
    let game: GameId = alice.notice("game_started").await["game"].as_str().unwrap().parse().unwrap();
    alice.join(&game).await;
    bob.join(&game).await;
    bob.event("arrived").await;
    bob.ok(json!({"type": "resign", "game": game})).await;
    game
}

async fn is_swept(memory: &Arc<Memory>, game: &GameId) {
    let (store, partition) = (memory.node("looks"), Stream::game(game).partition());
    while !store.outbox(partition, 10).await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// An entry of an outbox comes again, or for the first time.
fn deliver(memory: &Arc<Memory>, game: &GameId, seq: u64) {
    let entry = Lifecycle { game: game.clone(), seq, kind: LifecycleKind::Finished };
    memory.put_in_outbox(Stream::game(game).partition(), serde_json::to_vec(&entry).unwrap().leak());
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_is_found_by_its_players_and_a_ruling_moves_it() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let hub = &node.hub;
    let game = won(&node, "public").await;
    is_swept(&memory, &game).await;
    for search in [
        finished(),
        of("alice"),
        of("ALICE"),
        of("bob"),
        against("alice", "bob"),
        against("BOB", "alice"),
        ended("alice", PlayerResult::Won),
        ended("bob", PlayerResult::Lost),
        Search { size: Some(Size::square(9).unwrap()), ..of("bob") },
        Search { status: None, ..of("bob") },
    ] {
        assert_eq!(ids(hub, &search, None).await, std::slice::from_ref(&game), "{search:?}");
    }
    for search in [
        of("carol"),
        against("alice", "carol"),
        ended("bob", PlayerResult::Won),
        ended("alice", PlayerResult::Other),
        Search { size: Some(Size::square(13).unwrap()), ..finished() },
        Search { status: Some(GameStatus::Live), ..of("bob") },
    ] {
        assert!(ids(hub, &search, None).await.is_empty(), "{search:?}");
    }
    let found = pages(hub, &finished(), None).await.remove(0);
    let resigned = memory.events(&Stream::game(&game)).last().cloned().unwrap();
    assert_eq!(found.ended_at, resigned["at"].as_u64());
    assert_eq!((found.names.black.as_str(), found.phase), ("ALICE", Phase::Finished));
    assert_eq!(found.outcome.unwrap().result, "B+R");
    assert_eq!((counts(hub, "Alice").await, counts(hub, "bob").await), ([1, 1, 0, 0], [1, 0, 1, 0]));
    let alice = GameReader::player(hub, "alice").await.unwrap();
    assert_eq!((alice.account.as_str(), alice.name.as_str(), alice.since), ("alice", "ALICE", 7));
    for nobody in [GameReader::player(hub, "gone").await.unwrap_err(), hub.list(&of("gone"), None).await.unwrap_err()] {
        assert_eq!(nobody.code, Code::NotFound);
    }

    memory.append(&Stream::game(&game), RULED);
    let seq = memory.end(&Stream::game(&game)).seq;
    deliver(&memory, &game, seq);
    is_swept(&memory, &game).await;
    assert_eq!((counts(hub, "alice").await, counts(hub, "bob").await), ([1, 0, 1, 0], [1, 1, 0, 0]));
    assert!(ids(hub, &ended("alice", PlayerResult::Won), None).await.is_empty());
    let ruled = pages(hub, &ended("bob", PlayerResult::Won), None).await.remove(0);
    assert_eq!((ruled.outcome.unwrap().result.as_str(), ruled.ended_at), ("W+F", found.ended_at));
    assert_eq!(ids(hub, &finished(), None).await, [game]);
}

#[tokio::test(start_paused = true)]
async fn wherever_a_node_dies_a_game_is_found_once() {
    for steps in 0..6 {
        let memory = Memory::new();
        let node = Node::start(&memory, "one");
        memory.notes_left.store(steps, Ordering::Release);
        let game = won(&node, "public").await;
        // so far it comes, and no further
        until("it has come so far", || memory.notes_left.load(Ordering::Acquire) == 0 || steps > 4).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        node.die().await;
        memory.notes_left.store(u32::MAX, Ordering::Release);
        let (two, three) = (Node::start(&memory, "two"), Node::start(&memory, "three"));
        is_swept(&memory, &game).await;
        deliver(&memory, &game, memory.end(&Stream::game(&game)).seq);
        is_swept(&memory, &game).await;
        for hub in [&two.hub, &three.hub] {
            for search in [finished(), of("alice"), of("bob"), ended("alice", PlayerResult::Won)] {
                assert_eq!(ids(hub, &search, None).await, std::slice::from_ref(&game), "{steps} {search:?}");
            }
            assert_eq!((counts(hub, "alice").await, counts(hub, "bob").await), ([1, 1, 0, 0], [1, 0, 1, 0]), "{steps}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_entry_that_cannot_be_noted_yet_stays_and_the_lobby_knows_all_the_same() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    memory.notes_left.store(0, Ordering::Release);
    let game = won(&node, "public").await;
    let mut playing = true;
    while playing {
        tokio::time::sleep(Duration::from_millis(50)).await;
        playing = !node.hub.games_of(&"alice".parse().unwrap()).await.unwrap().is_empty();
    }
    let left = memory.node("looks").outbox(Stream::game(&game).partition(), 10).await.unwrap();
    assert_eq!(left.len(), 1);
    assert!(ids(&node.hub, &of("alice"), None).await.is_empty());
    memory.notes_left.store(u32::MAX, Ordering::Release);
    is_swept(&memory, &game).await;
    assert_eq!(ids(&node.hub, &of("alice"), None).await, [game]);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_listed_is_found_by_its_players_alone() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let hub = &node.hub;
    for visibility in ["unlisted", "private"] {
        let game = won(&node, visibility).await;
        is_swept(&memory, &game).await;
    }
    let searches = [of("alice"), of("bob"), against("alice", "bob"), ended("alice", PlayerResult::Won)];
    for search in &searches {
        for stranger in [None, Some("carol")] {
            assert!(pages(hub, search, stranger).await.is_empty(), "{search:?} by {stranger:?}");
        }
        for player in ["alice", "bob"] {
            assert_eq!(pages(hub, search, Some(player)).await.len(), 2, "{search:?} by {player}");
        }
    }
    assert!(pages(hub, &finished(), Some("alice")).await.is_empty(), "the list of all is of what is listed");
    assert_eq!((counts(hub, "alice").await, counts(hub, "bob").await), ([0; 4], [0; 4]));
}

#[tokio::test(start_paused = true)]
async fn live_games_are_found_by_player_and_come_first() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let hub = &node.hub;
    let over = won(&node, "public").await;
    is_swept(&memory, &over).await;
    let (mut alice, mut bob, mut carol) =
        (node.login("alice").await, node.login("bob").await, node.login("carol").await);
    let first = offer_and_accept(&mut alice, &mut bob, absolute(600_000)).await;
    let second = offer_and_accept(&mut alice, &mut carol, absolute(600_000)).await;
    let terms = json!({"size": {"width": 13, "height": 13}, "time": {"system": "none"}, "visibility": "private"});
    let offer = bob.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    carol.ok(json!({"type": "accept_offer", "offer": offer})).await;
    let private: GameId = bob.notice("game_started").await["game"].as_str().unwrap().parse().unwrap();
    for game in [&first, &second, &private] {
        is_swept(&memory, game).await;
    }
    let live = |player: &str| Search { status: Some(GameStatus::Live), ..of(player) };
    assert_eq!(ids(hub, &live("alice"), None).await, [second.clone(), first.clone()]);
    assert_eq!(ids(hub, &live("carol"), Some("alice")).await, std::slice::from_ref(&second));
    assert_eq!(ids(hub, &live("carol"), Some("bob")).await, [private.clone(), second.clone()]);
    let both = Search { opponent: Some("carol".into()), ..live("alice") };
    assert_eq!(ids(hub, &both, None).await, std::slice::from_ref(&second));
    let alone = Search { opponent: Some("alice".into()), ..live("alice") };
    assert_eq!(ids(hub, &alone, None).await, [], "nobody plays himself");
    let any = |limit| Search { status: None, limit, ..of("alice") };
    for limit in [1, 2, 3, 10] {
        let mut expected = vec![second.clone(), first.clone()];
        expected.truncate(limit);
        expected.push(over.clone());
        assert_eq!(ids(hub, &any(limit), None).await, expected, "what does not fit on the first page, if {limit} do");
    }
    let nine = Search { size: Some(Size::square(13).unwrap()), ..live("bob") };
    assert_eq!(ids(hub, &nine, Some("bob")).await, [private]);
    assert!(ids(hub, &Search { before: Some("5.g".parse().unwrap()), ..any(9) }, None).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_search_looks_at_so_many_games_and_goes_on_with_the_next_page() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let game = won(&node, "public").await;
    is_swept(&memory, &game).await;
    // newer ones, on another board
    let more = |from: u64, to: u64| {
        for n in from..to {
            memory.indexes.add(&Index::common("finished"), &format!("{:013}.n{n}..13x13", 2_000_000_000_000 + n));
        }
    };
    let small = Search { size: Some(Size::square(9).unwrap()), ..finished() };
    more(0, 999);
    let page = node.hub.list(&small, None).await.unwrap();
    assert_eq!((page.games.len(), page.next), (1, None), "one thousand are looked at");
    more(999, 1_000);
    let page = node.hub.list(&small, None).await.unwrap();
    assert_eq!((page.games.len(), page.next.as_deref()), (0, Some("2000000000000.n0")), "and not one more");
    let next = Search { before: Some(page.next.unwrap().parse().unwrap()), ..small };
    let page = node.hub.list(&next, None).await.unwrap();
    assert_eq!((page.games.len(), page.next), (1, None));
    // of those nothing is kept, which hides no other
    let page = node.hub.list(&Search { limit: 200, ..finished() }, None).await.unwrap();
    assert!(page.games.is_empty() && page.next.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_cursor_names_no_game_that_is_not_listed_but_to_its_players() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let hub = &node.hub;
    for visibility in ["public", "private"] {
        let game = won(&node, visibility).await;
        is_swept(&memory, &game).await;
    }
    let alice: AccountId = "alice".parse().unwrap();
    for n in 0..1_001 {
        let entry = format!("{:013}.n{n}.bob.9x9", 2_000_000_000_000_u64 + n);
        memory.indexes.add(&Index::of_account(&alice, "unlisted-won"), &entry);
    }
    let page = async |search: &Search, viewer: Option<&str>| {
        let viewer: Option<AccountId> = viewer.map(|viewer| viewer.parse().unwrap());
        let page = hub.list(search, viewer.as_ref()).await.unwrap();
        (page.games.len(), page.next)
    };
    for search in [of("alice"), against("alice", "bob"), ended("alice", PlayerResult::Won)] {
        for size in [1, 9, 19] {
            let search = Search { size: Some(Size::square(size).unwrap()), ..search.clone() };
            for stranger in [None, Some("carol")] {
                let listed = usize::from(size == 9);
                assert_eq!(page(&search, stranger).await, (listed, None), "{search:?} by {stranger:?}");
            }
        }
    }
    // his own ones are looked through
    let other = Search { size: Some(Size::square(13).unwrap()), ..of("alice") };
    assert_eq!(page(&other, Some("alice")).await, (0, Some("2000000000001.n1".to_owned())));
    // and what another one finds of them, he finds in his own index
    assert_eq!(page(&other, Some("bob")).await, (0, None));
    assert_eq!(page(&ended("alice", PlayerResult::Won), Some("bob")).await, (2, None));
    assert_eq!(page(&ended("alice", PlayerResult::Lost), Some("bob")).await, (0, None));
}

#[tokio::test(start_paused = true)]
async fn a_guest_that_has_ended_is_found_by_his_id() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let hub = &node.hub;
    // his games that are not listed are known to whom he played with
    let unlisted = won_from(&node, "gone", "unlisted").await;
    is_swept(&memory, &unlisted).await;
    assert_eq!(ids(hub, &of("gone"), Some("alice")).await, [unlisted]);
    let viewed = async |viewer: &str| hub.list(&of("gone"), Some(&viewer.parse().unwrap())).await;
    assert_eq!(viewed("carol").await.unwrap_err().code, Code::NotFound);
    assert_eq!(hub.list(&of("gone"), None).await.unwrap_err().code, Code::NotFound);
    assert_eq!(GameReader::player(hub, "gone").await.unwrap_err().code, Code::NotFound);
    let listed = won_from(&node, "gone", "public").await;
    is_swept(&memory, &listed).await;
    let told = GameReader::player(hub, "gone").await.unwrap();
    assert_eq!((told.account.as_str(), told.name.as_str(), told.guest, told.since), ("gone", "gone", true, 0));
    assert_eq!(counts(hub, "gone").await, [1, 0, 1, 0]);
    assert_eq!(ids(hub, &of("gone"), None).await, [listed]);
    // somebody, here bob, may have a name that is written like his id
    let his = won_from(&node, "BOB", "public").await;
    is_swept(&memory, &his).await;
    assert_eq!(ids(hub, &of("BOB"), None).await, [his]);
    assert_eq!(GameReader::player(hub, "BOB").await.unwrap().account.as_str(), "BOB");
}

#[tokio::test(start_paused = true)]
async fn so_many_searches_run_and_no_more() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    tokio::time::sleep(Duration::from_secs(1)).await;
    memory.stalled.send_replace(true);
    let search = async || node.hub.list(&finished(), None).await.unwrap_err().to_string();
    let answers = futures_util::future::join_all((0..20).map(|_| search())).await;
    let too_many = answers.iter().filter(|answer| answer.contains("too many games")).count();
    assert_eq!(too_many, 20 - super::super::ended::SEARCHES, "{answers:?}");
    memory.stalled.send_replace(false);
    assert!(node.hub.list(&finished(), None).await.is_ok());
}
