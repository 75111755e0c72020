//! Results count once, whatever comes twice; what is overturned counts anew; and a game on which nothing hangs any
//! more is ended.

use super::*;
use crate::hub::judge::{Lifecycle, LifecycleKind};
use tengen_protocol::{Act, Reason, Score};

/// White has won after all.
const RULED: &str = r#""v":1,"event":{"kind":"ruled","referee":"ref","id":"r-1","reason":"cheating","order":"0000000000000000","ruling":"result","outcome":{"result":"W+F","reason":"forfeit","winner":"white"}}}"#;

fn deliver(memory: &Arc<Memory>, game: &GameId, seq: u64) {
    let entry = Lifecycle { game: game.clone(), seq, kind: LifecycleKind::Finished };
    memory.put_in_outbox(Stream::game(game).partition(), serde_json::to_vec(&entry).unwrap().leak());
}

fn counted(memory: &Memory, event: &Event) -> Vec<Value> {
    log(memory, event).into_iter().filter(|what| what["kind"] == "counted").collect()
}

/// Ann and Bob play in the first round of two, and it is over; Black has won.
async fn one_round(one: &Node, two: &Node) -> (Event, GameId) {
    let event = Event::begun(one, settings(2), &["ann", "bob"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    let (mut ann, mut bob) = (one.login("ann").await, two.login("bob").await);
    let [_, white] = players(one, &game).await;
    plays_and_resigns(&game, &mut [&mut ann, &mut bob], &white).await;
    event.round_is_complete(1).await;
    (event, game)
}

#[tokio::test(start_paused = true)]
async fn a_result_counts_once_however_often_it_is_told_and_by_whom() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, game) = one_round(&one, &two).await;
    let seq = memory.end(&Stream::game(&game)).seq;
    for _ in 0..3 {
        deliver(&memory, &game, seq);
        tokio::time::sleep(Duration::from_secs(30)).await;
    }
    let counted = counted(&memory, &event);
    assert_eq!(counted.len(), 1, "{counted:?}");
    assert_eq!((counted[0]["game"].as_str(), counted[0]["seq"].as_u64()), (Some(game.as_str()), Some(seq)));
    let bout = event.desk.get(&event.id).await.unwrap().stages()[0].rounds[0].bouts[0].clone();
    assert_eq!(bout.result.map(|scores| scores.forfeit), Some(false), "both had come");
}

#[tokio::test(start_paused = true)]
async fn who_comes_so_late_that_he_has_lost_has_not_played() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut settings = settings(2);
    settings.terms.time = "10m".parse().unwrap();
    let event = Event::begun(&node, settings, &["ann", "bob"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    node.login("ann").await.join(&game).await;
    // twice as long is all the time that he has
    tokio::time::sleep(Duration::from_secs(301)).await;
    node.login("bob").await.join(&game).await;
    event.round_is_complete(1).await;
    let bout = event.desk.get(&event.id).await.unwrap().stages()[0].rounds[0].bouts[0].clone();
    assert_eq!(bout.result.map(|scores| scores.forfeit), Some(true));
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_does_not_answer_holds_up_no_other_games() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::begun(&node, settings(2), &["ann", "bob"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    let (mut ann, mut bob) = (node.login("ann").await, node.login("bob").await);
    memory.tournaments_stalled.send_replace(true);
    plays_and_resigns(&game, &mut [&mut ann, &mut bob], "bob").await;
    let is_free = async |name: &str| node.hub.games_of(&account(name)).await.unwrap().is_empty();
    event.wait("its players may play again", async || is_free("bob").await.then_some(())).await;
    // while the result waits, games that have nothing to do with it end one after the other
    for _ in 0..3 {
        let (began, other) = (Instant::now(), crate::hub::tests::ended::won(&node, "public").await);
        let noted = async || {
            let store = memory.node("looks");
            let left = store.outbox(Stream::game(&other).partition(), 10).await.unwrap();
            let waits = |entry: &bytes::Bytes| String::from_utf8_lossy(entry).contains(other.as_str());
            (!left.iter().any(waits)).then_some(())
        };
        event.wait("its end is noted", noted).await;
        assert!(began.elapsed() < Duration::from_secs(2), "by the time of the test: {:?}", began.elapsed());
    }
    memory.tournaments_stalled.send_replace(false);
    event.round_is_complete(1).await;
}

#[tokio::test(start_paused = true)]
async fn a_result_that_a_referee_overturned_after_the_round_counts_anew() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, game) = one_round(&one, &two).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    event.created(1).await;
    let seq = memory.end(&Stream::game(&game)).seq;
    memory.append(&Stream::game(&game), RULED);
    deliver(&memory, &game, seq + 1);
    let there = event.on(&two);
    let score = async || {
        let fold = there.desk.get(&event.id).await.unwrap();
        let scores = fold.game(&game)?.1.score?.scores?;
        (scores.first == Score::Loss).then_some(fold.stages()[0].rounds.len())
    };
    assert_eq!(there.wait("it counts anew", score).await, 2, "past pairings stand");
    assert_eq!(counted(&memory, &event).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_entry_stays_in_the_outbox_until_its_tournament_has_the_result() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, game) = one_round(&one, &two).await;
    memory.lose_last(&Stream::tournament(&event.id));
    let partition = Stream::game(&game).partition();
    let seq = memory.end(&Stream::game(&game)).seq;
    deliver(&memory, &game, seq);
    event.wait("counted again", async || (counted(&memory, &event).len() == 1).then_some(())).await;
    let store = memory.node("looks");
    event.wait("swept", async || store.outbox(partition, 10).await.unwrap().is_empty().then_some(())).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_withdraws_while_he_plays_loses_a_game_that_was_played_and_it_ends_in_its_own_log() {
    for plays in [true, false] {
        let memory = Memory::new();
        let node = Node::start(&memory, "one");
        let event = Event::begun(&node, settings(2), &["ann", "bob"]).await;
        event.ok("org", TournamentAsk::Pair { begin: true }).await;
        let game = event.created(1).await.remove(0);
        let (mut ann, mut bob) = (node.login("ann").await, node.login("bob").await);
        ann.join(&game).await;
        if plays {
            bob.join(&game).await;
            bob.wait("both came", |message| message["seq"] == 3).await;
        }
        let withdraw = command(TournamentAsk::Withdraw { entry: EntryNo(2) });
        let done = event.desk.command(&account("bob"), &event.id, withdraw.clone()).await.unwrap();
        let result = event.desk.get(&event.id).await.unwrap().stages()[0].rounds[0].bouts[0].result.unwrap();
        assert_eq!(result.forfeit, !plays);
        event.wait("the game ends", async || node.hub.view(&game).await.unwrap().snapshot.outcome).await;
        let outcome = node.hub.view(&game).await.unwrap().snapshot.outcome.unwrap();
        let ann_has = if players(&node, &game).await[0] == "ann" { "B+F" } else { "W+F" };
        assert_eq!(outcome.result, ann_has, "it ends as it counts");
        event.wait("counted", async || (counted(&memory, &event).len() == 1).then_some(())).await;
        let again = event.desk.get(&event.id).await.unwrap().stages()[0].rounds[0].bouts[0].result.unwrap();
        assert_eq!(again, result);
        // the same command is known whatever has become of the game
        assert_eq!(event.desk.command(&account("bob"), &event.id, withdraw).await.unwrap(), done);
        assert!(!memory.is_due_some_day(&Stream::tournament(&event.id)));
    }
}

#[tokio::test(start_paused = true)]
async fn games_of_a_tournament_that_is_cancelled_end_without_a_result() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::begun(&one, settings(2), &["ann", "bob", "cyd", "dan"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let games = event.created(2).await;
    let act = Act { reason: Reason::Other, text: "a power cut".into() };
    event.on(&two).ok("org", TournamentAsk::Cancel { act }).await;
    for game in games {
        event.wait("it ends", async || one.hub.view(&game).await.unwrap().snapshot.outcome).await;
        let outcome = one.hub.view(&game).await.unwrap().snapshot.outcome.unwrap();
        assert_eq!(outcome.result, "Void");
    }
    assert!(one.hub.games_of(&account("ann")).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_come_loses_by_forfeit_without_anybody_asking() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::begun(&node, settings(2), &["ann", "bob"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    let mut ann = node.login("ann").await;
    ann.join(&game).await;
    // the game waits for an hour
    let end = Instant::now() + Duration::from_secs(7_200);
    let scores = loop {
        let fold = event.desk.get(&event.id).await.unwrap();
        if let Some(scores) = fold.stages()[0].rounds[0].bouts[0].result {
            break scores;
        }
        assert!(Instant::now() < end, "nobody lost");
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    assert!(scores.forfeit);
    let bout = event.desk.get(&event.id).await.unwrap().stages()[0].rounds[0].bouts[0].clone();
    let of_ann = if bout.first == EntryNo(1) { scores.first } else { scores.second };
    assert_eq!(of_ann, Score::Win);
}
