//! Players whose node went away while they were to move, and those who went by themselves.

use super::*;
use crate::store::Stream;

/// The credits in the log: to whom, ms.
fn credits(memory: &Arc<Memory>, game: &GameId) -> Vec<(String, u64)> {
    let events = memory.events(&Stream::game(game)).into_iter().map(|recorded| recorded["event"].clone());
    let credits = events.filter(|event| event["kind"] == "credited");
    credits.map(|event| (event["to"].as_str().unwrap().to_owned(), event["ms"].as_u64().unwrap())).collect()
}

fn kinds(memory: &Arc<Memory>, game: &GameId) -> Vec<String> {
    let events = memory.events(&Stream::game(game));
    events.iter().map(|recorded| recorded["event"]["kind"].as_str().unwrap().to_owned()).collect()
}

async fn pass(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// A game, Black to move, whose node `one` died 2 s after its begin and so long ago: the store, the node
/// that is left, and the game.
async fn left_alone(ms: u64) -> (Arc<Memory>, Node, GameId) {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (alice, bob, game) = one.game(absolute(60_000)).await;
    pass(2_000).await;
    one.die().await;
    drop((alice, bob));
    pass(ms).await;
    (memory, two, game)
}

/// The only credit, which is Black's: as long as the absence, and at most as much more as lies
/// between two renewals of a lease.
#[track_caller]
fn assert_credit(memory: &Arc<Memory>, game: &GameId, away: std::ops::RangeInclusive<u64>) {
    let credits = credits(memory, game);
    let [(to, ms)] = &credits[..] else { panic!("{credits:?}") };
    assert_eq!(to, "black");
    assert!(away.contains(ms), "{ms} ms");
}

#[tokio::test(start_paused = true)]
async fn whose_node_died_gets_his_absence_back_before_he_sees_the_game() {
    let (memory, two, game) = left_alone(5_000).await;
    let mut alice = two.login("alice").await;
    let joined = alice.join(&game).await;
    assert_credit(&memory, &game, 5_000..=6_100);
    assert_eq!(joined["snapshot"]["seq"], 4, "the credit is in what he gets");
    let credit = credits(&memory, &game)[0].1;
    let since = joined["snapshot"]["clocks"]["since"].as_u64().unwrap();
    let began = memory.events(&Stream::game(&game))[2]["t"].as_u64().unwrap();
    assert_eq!(since, began + credit);
    // Bob's clock did not run
    let mut bob = two.login("bob").await;
    let at = bob.have(&game).await;
    assert_eq!(credits(&memory, &game).len(), 1);
    alice.name = "alice-again".into();
    alice.ok(Client::play(&game, "E5", &at)).await;
    bob.event("play").await;
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_before_his_nodes_death_is_known_gets_it_too() {
    let (memory, two, game) = left_alone(1_200).await;
    let mut alice = two.login("alice").await;
    alice.join(&game).await;
    assert_eq!(credits(&memory, &game), []);
    let back = Instant::now();
    alice.event("credited").await;
    assert!(back.elapsed() <= Duration::from_secs(4));
    assert_credit(&memory, &game, 1_200..=2_300);
    pass(20_000).await;
    let mut again = two.login("alice").await;
    again.join(&game).await;
    assert_eq!(credits(&memory, &game).len(), 1, "once");
}

#[tokio::test(start_paused = true)]
async fn whose_node_died_in_its_first_moments_gets_his_absence_back() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (alice, bob, game) = one.game(absolute(60_000)).await;
    one.die().await;
    drop((alice, bob));
    pass(5_000).await;
    two.login("alice").await.join(&game).await;
    assert_credit(&memory, &game, 4_900..=5_100);
}

#[tokio::test(start_paused = true)]
async fn a_flag_waits_until_it_is_known_where_its_player_was() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, bob, game) = one.game(absolute(5_000)).await;
    let at = alice.have(&game).await;
    pass(3_500).await;
    one.die().await;
    drop((alice, bob));
    pass(2_500).await;
    // his time is up by what is known when he comes and moves
    let mut alice = two.login("alice").await;
    alice.join(&game).await;
    assert_eq!(credits(&memory, &game), []);
    pass(300).await;
    alice.name = "alice-again".into();
    alice.ok(Client::play(&game, "E5", &at)).await;
    assert_eq!(kinds(&memory, &game)[3..], ["credited", "play"]);
    assert_credit(&memory, &game, 2_500..=3_600);
}

#[tokio::test(start_paused = true)]
async fn whose_node_drained_gets_his_absence_back() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(60_000)).await;
    pass(2_000).await;
    one.closing.cancel();
    alice.closed().await;
    pass(1_500).await;
    let mut alice = two.login("alice").await;
    alice.join(&game).await;
    assert_credit(&memory, &game, 1_500..=1_600);
    one.hub.close().await;
    pass(20_000).await;
    let mut again = two.login("alice").await;
    again.join(&game).await;
    assert_eq!(credits(&memory, &game).len(), 1, "once");
}

#[tokio::test(start_paused = true)]
async fn who_closes_his_socket_gets_nothing() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (alice, _bob, game) = one.game(absolute(60_000)).await;
    pass(2_000).await;
    drop(alice);
    let stream = Stream::game(&game);
    until("his seat is empty", || memory.seats(&stream)[0].is_none()).await;
    pass(5_000).await;
    let mut alice = two.login("alice").await;
    alice.join(&game).await;
    // nor when his node goes afterwards
    one.closing.cancel();
    one.hub.close().await;
    pass(10_000).await;
    drop(alice);
    two.login("alice").await.join(&game).await;
    assert_eq!(credits(&memory, &game), []);
}

#[tokio::test(start_paused = true)]
async fn who_goes_to_another_node_by_himself_gets_nothing_and_his_flag_falls() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (_alice, mut bob, game) = one.game(absolute(5_000)).await;
    pass(4_900).await;
    two.login("alice").await.join(&game).await;
    bob.event("timed_out").await;
    assert_eq!(credits(&memory, &game), []);
}

#[tokio::test(start_paused = true)]
async fn whose_turn_it_is_not_gets_nothing() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (alice, bob, game) = one.game(absolute(60_000)).await;
    one.die().await;
    drop((alice, bob));
    pass(5_000).await;
    two.login("bob").await.join(&game).await;
    assert_eq!(credits(&memory, &game), []);
}

#[tokio::test(start_paused = true)]
async fn a_credit_whose_answer_is_lost_is_given_once() {
    let (memory, two, game) = left_alone(5_000).await;
    memory.answers_lost.store(1, std::sync::atomic::Ordering::Release);
    two.login("alice").await.join(&game).await;
    pass(10_000).await;
    assert_credit(&memory, &game, 5_000..=6_100);
}
