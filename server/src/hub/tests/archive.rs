//! Finished games leave for the archive and are the same to everybody.

use super::{log::Log, *};
use crate::{GameReader, GameStatus, Search, store::Stream};
use tengen_core::log::{Position, head_after, stored};

const AFTER: Duration = Duration::from_secs(60);

/// What a referee says after the end.
const RULED: &str = r#""v":1,"event":{"kind":"ruled","referee":"ref","id":"r-1","reason":"cheating","order":"0000000000000000","ruling":"result","outcome":{"result":"W+F","reason":"forfeit"}}}"#;

/// A game of 40 moves that White resigns.
async fn finished(node: &Node) -> GameId {
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut at = alice.have(&game).await;
    for n in 0..40_u8 {
        let vertex = format!("{}{}", char::from(b"ABCDEFGH"[usize::from(n % 8)]), 1 + n / 8 + 4 * (n / 32));
        let mover = if n % 2 == 0 { &mut alice } else { &mut bob };
        mover.ok(Client::play(&game, &vertex, &at)).await;
        at = after(&alice.event("play").await);
    }
    bob.ok(json!({"type": "resign", "game": game})).await;
    game
}

/// All that can be read of a game, but for its time.
async fn everything(node: &Node, game: &GameId) -> Value {
    let view = node.hub.view(game).await.unwrap();
    let mut pages = Vec::new();
    for (from, limit) in [(1, 1_000), (1, 7), (8, 7), (40, 2), (44, 5), (45, 5), (1_000, 5), (0, 1)] {
        pages.push(GameReader::log(&node.hub, game, None, from, limit).await.unwrap());
    }
    let sgf = GameReader::sgf(&node.hub, game, None).await.unwrap();
    let lists = [
        node.hub.list(&Search::newest(Some(GameStatus::Finished), 10), None).await.unwrap(),
        node.hub.list(&Search::newest(Some(GameStatus::Live), 10), None).await.unwrap(),
    ];
    json!({"view": view.snapshot, "pages": pages, "sgf": sgf, "lists": lists})
}

/// A well packed log of so many events that is not the game's.
fn other_log(count: u64) -> bytes::Bytes {
    let (mut events, mut end) = (Vec::new(), Position::default());
    for _ in 0..count {
        let event = bytes::Bytes::from(stored(end, 0, 0, br#""v":1,"event":{"kind":"other"}}"#));
        end = Position { seq: end.seq + 1, head: head_after(end.head, &event) };
        events.push(event);
    }
    crate::hub::packed::pack(&events, end).unwrap()
}

async fn unloaded(node: &Node) {
    until("unloaded", || node.hub.metrics().games_loaded.get() == 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_leaves_after_a_while_and_reads_the_same() {
    let memory = Memory::new();
    let node = Node::start_with(&memory, "one", Some(AFTER));
    let game = finished(&node).await;
    let ended = Instant::now();
    let stream = Stream::game(&game);
    unloaded(&node).await;
    let (before, bytes) = (everything(&node, &game).await, memory.bytes(&stream));
    assert_eq!(before["view"]["outcome"]["result"], "B+R");
    assert_eq!(before["pages"][0]["events"].as_array().unwrap().len(), 44);
    assert_eq!(before["lists"][0]["games"].as_array().unwrap().len(), 1);

    assert!(memory.packed(&stream).is_none() && ended.elapsed() < AFTER);
    until("it has left", || memory.packed(&stream).is_some()).await;
    assert!(ended.elapsed() >= AFTER, "{:?}", ended.elapsed());
    assert!(ended.elapsed() <= AFTER + Duration::from_secs(10), "{:?}", ended.elapsed());
    let packed = memory.bytes(&stream);
    assert!(packed * 2 < bytes, "{packed} of {bytes} bytes");
    assert!(!memory.is_due_some_day(&stream));
    assert_eq!(memory.seats(&stream), [None, None]);

    unloaded(&node).await;
    assert_eq!(everything(&node, &game).await, before);
    // a node that has never seen it, and a client that comes back
    let other = Node::start_with(&memory, "two", Some(AFTER));
    assert_eq!(everything(&other, &game).await, before);
    let mut watcher = other.anonymous().await;
    let joined = watcher.join(&game).await;
    assert_eq!(joined["snapshot"], before["view"]);
    let last = &before["pages"][0]["events"][42];
    let have = json!({"seq": 42, "head": last["prev"]});
    let joined = watcher.ok(json!({"type": "join", "game": game, "have": have})).await;
    assert_eq!((&joined["join"], &joined["seq"]), (&json!("events"), &json!(44)));
    for seq in [43, 44] {
        assert_eq!(watcher.wait("an event", |message| message["event"].is_object()).await["seq"], seq);
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_time_it_stays() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let game = finished(&node).await;
    tokio::time::sleep(AFTER * 10).await;
    assert!(memory.packed(&Stream::game(&game)).is_none());
    assert!(!memory.is_due_some_day(&Stream::game(&game)));
}

#[tokio::test(start_paused = true)]
async fn a_late_ruling_is_heard_by_who_follows_and_read_by_who_comes() {
    let memory = Memory::new();
    let (one, two) = (Node::start_with(&memory, "one", Some(AFTER)), Node::start_with(&memory, "two", Some(AFTER)));
    let game = finished(&one).await;
    let stream = Stream::game(&game);
    let mut watcher = one.anonymous().await;
    watcher.join(&game).await;
    while memory.packed(&stream).is_none() {
        // it reads, and so answers pings
        assert!(watcher.is_quiet().await);
    }
    memory.append(&stream, RULED);
    assert_eq!(watcher.event("ruled").await["seq"], 45);
    for node in [&one, &two] {
        let view = node.hub.view(&game).await.unwrap();
        assert_eq!((view.snapshot.seq, view.snapshot.outcome.unwrap().result.to_string()), (45, "W+F".into()));
        let sgf = GameReader::sgf(&node.hub, &game, None).await.unwrap();
        assert!(sgf.contains("RE[W+F]"), "{sgf}");
        let page = GameReader::log(&node.hub, &game, None, 44, 10).await.unwrap();
        assert_eq!(page.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [44, 45]);
    }
    // what was packed is as it was: the ruling stands after it
    assert!(memory.packed(&stream).is_some());
}

#[tokio::test(start_paused = true)]
async fn a_damaged_archive_is_named_and_not_served() {
    let log = Log::start();
    let memory = Memory::new();
    let node = Node::start_with(&memory, "one", Some(AFTER));
    let game = finished(&node).await;
    let stream = Stream::game(&game);
    until("it has left", || memory.packed(&stream).is_some()).await;
    unloaded(&node).await;
    let good = memory.packed(&stream).unwrap();
    for (bad, said) in [
        (other_log(44), "its head is"),
        (other_log(43), "has 43 events"),
        (good.slice(..good.len() / 2), "cannot be unpacked"),
        ("tengen-log 7\n".into(), "update the server"),
    ] {
        memory.repack(&stream, bad);
        assert_eq!(node.hub.view(&game).await.unwrap_err().code, Code::Unreadable, "{said}");
        assert!(log.has("the game cannot be served", said), "{said}");
        tokio::time::sleep(Duration::from_secs(120)).await;
    }
    memory.repack(&stream, good);
    assert!(node.hub.view(&game).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_game_is_not_archived_while_its_store_is_away_and_is_later() {
    let memory = Memory::new();
    let node = Node::start_with(&memory, "one", Some(AFTER));
    let game = finished(&node).await;
    memory.down.store(true, std::sync::atomic::Ordering::Release);
    tokio::time::sleep(AFTER * 3).await;
    assert!(memory.packed(&Stream::game(&game)).is_none());
    memory.down.store(false, std::sync::atomic::Ordering::Release);
    until("it has left", || memory.packed(&Stream::game(&game)).is_some()).await;
}

/// Lets the looks of so long a time happen.
async fn pass(time: Duration) {
    tokio::time::sleep(time).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_due_is_loaded_as_soon_as_there_is_room_and_not_at_the_next_look() {
    let memory = Memory::new();
    let (started, node) = (Instant::now(), Node::start_with(&memory, "one", Some(AFTER)));
    let stream = Stream::game(&finished(&node).await);
    let full = node.hub.0.waking.take_all();
    pass(AFTER * 2).await;
    // just after a look at everything, which is each 5 s
    let age = super::super::ms(started.elapsed());
    pass(Duration::from_millis(5_000 - age % 5_000 + 1_000)).await;
    assert!(memory.packed(&stream).is_none());
    let freed = Instant::now();
    drop(full);
    until("it has left", || memory.packed(&stream).is_some()).await;
    assert!(freed.elapsed() < Duration::from_secs(2), "{:?}", freed.elapsed());
}

#[tokio::test(start_paused = true)]
async fn finished_games_that_wait_for_the_archive_hold_neither_memory_nor_time_outs() {
    let memory = Memory::new();
    let node = Node::start_with(&memory, "one", Some(AFTER));
    let game = finished(&node).await;
    let stream = Stream::game(&game);
    let busy: Vec<_> = (0..crate::hub::waking::ARCHIVING).map(|_| node.hub.0.waking.archiving().unwrap()).collect();
    assert!(node.hub.0.waking.archiving().is_none());
    pass(AFTER * 2).await;
    unloaded(&node).await;
    let before = memory.reads(&stream);
    for _ in 0..60 {
        pass(Duration::from_secs(5)).await;
        assert_eq!(node.hub.metrics().games_loaded.get(), 0);
    }
    // it is not loaded at each of the sixty looks
    let reads = memory.reads(&stream) - before;
    assert!((5..=11).contains(&reads), "{reads}");
    // time acts on others
    let (mut carol, mut dave) = (node.login("carol").await, node.login("dave").await);
    let other = offer_and_accept(&mut carol, &mut dave, absolute(5_000)).await;
    carol.join(&other).await;
    dave.join(&other).await;
    drop((carol, dave));
    let last = || memory.events(&Stream::game(&other)).last().cloned().unwrap_or_default();
    until("a time-out", || last()["event"]["kind"] == "timed_out").await;
    assert!(memory.packed(&stream).is_none());
    drop(busy);
    until("it has left", || memory.packed(&stream).is_some()).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_be_packed_is_not_loaded_at_each_look() {
    let log = Log::start();
    let memory = Memory::new();
    let node = Node::start_with(&memory, "one", Some(AFTER));
    let game = finished(&node).await;
    let stream = Stream::game(&game);
    // an event that is not one line
    memory.append(&stream, &RULED.replacen(r#""event""#, "\n\"event\"", 1));
    pass(AFTER * 2).await;
    assert!(log.has("a finished game cannot be packed and stays as it is", "an event is not one line"));
    // lists tell of the ruling, which no entry of an outbox told of
    pass(Duration::from_secs(600)).await;
    unloaded(&node).await;
    let before = memory.reads(&stream);
    pass(Duration::from_secs(1_800)).await;
    assert_eq!((memory.reads(&stream), node.hub.metrics().games_loaded.get()), (before, 0));
    // it is tried again some day
    pass(Duration::from_secs(1_900)).await;
    assert!(memory.reads(&stream) > before);
    unloaded(&node).await;
    assert!(memory.packed(&stream).is_none());
}
