//! Talk beside games: who hears what, how long, and that no move waits for it.

use super::*;
use crate::{GameReader, hub::Silenced, store::Stream};
use std::sync::atomic::Ordering;
use tengen_protocol::{
    Channel,
    Channel::{Players, Spectators},
    limits::{LINE_CHARS, TALK_LINES, TALK_LINES_EACH},
};

const KEEP: Duration = Duration::from_secs(3_600);

fn talking(memory: &Arc<Memory>, name: &str) -> Node {
    Node::keeping(memory, name, Keeping { archive_after: None, talk: Some(KEEP) })
}

fn say(game: &GameId, channel: Channel, text: &str) -> Value {
    json!({"type": "say", "game": game, "channel": channel, "text": text})
}

fn ask(game: &GameId, channel: Channel, after: Option<u64>) -> Value {
    match after {
        Some(after) => json!({"type": "talk", "game": game, "channel": channel, "after": after}),
        None => json!({"type": "talk", "game": game, "channel": channel}),
    }
}

fn texts(lines: &Value) -> Vec<String> {
    lines["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

impl Client {
    /// The next line that comes by itself: the channel, who said it and what.
    async fn hears(&mut self) -> (String, String, String) {
        let heard = self.notice("talk").await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&heard["channel"]), text(&heard["line"]["name"]), text(&heard["line"]["text"]))
    }

    async fn heard_nothing(&mut self) -> bool {
        while let Ok(Some(message)) = timeout(Duration::from_secs(2), self.read()).await {
            self.kept.push_back(message);
        }
        !self.kept.iter().any(|message| message["notice"] == "talk")
    }

    async fn texts(&mut self, game: &GameId, channel: Channel) -> Vec<String> {
        texts(&self.ok(ask(game, channel, None)).await)
    }
}

fn heard(channel: Channel, name: &str, text: &str) -> (String, String, String) {
    (channel.to_string(), name.to_owned(), text.to_owned())
}

#[tokio::test(start_paused = true)]
async fn players_and_spectators_talk_apart_until_the_end() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let (mut cyd, mut nobody, mut elsewhere) =
        (node.login("cyd").await, node.anonymous().await, node.login("alice").await);
    elsewhere.name = "alice-elsewhere".to_owned();
    cyd.join(&game).await;
    nobody.join(&game).await;
    assert_eq!(alice.ok(say(&game, Players, "hello")).await["n"], 1);
    for player in [&mut alice, &mut bob] {
        assert_eq!(player.hears().await, heard(Players, "ALICE", "hello"));
    }
    // without having joined, as a player from another terminal
    assert_eq!(elsewhere.ok(say(&game, Players, "me too")).await["n"], 2);
    assert_eq!(bob.hears().await, heard(Players, "ALICE", "me too"));
    cyd.ok(say(&game, Spectators, "B2 dies")).await;
    for spectator in [&mut cyd, &mut nobody] {
        assert_eq!(spectator.hears().await, heard(Spectators, "CYD", "B2 dies"));
    }
    let secret = |of: &Value| of.to_string().contains("B2 dies");
    for player in [&mut alice, &mut bob, &mut elsewhere] {
        assert_eq!(player.refused(ask(&game, Spectators, None)).await, "forbidden");
        assert_eq!(player.refused(say(&game, Spectators, "?")).await, "forbidden");
        assert!(!player.kept.iter().any(secret));
    }
    // whether there is talk does not show: a game without any answers the same
    let mut eve = node.login("eve").await;
    let silent = offer_and_accept(&mut elsewhere, &mut eve, absolute(600_000)).await;
    let [with, without] = [&game, &silent].map(|game| ask(game, Spectators, None));
    let mut answers = Vec::new();
    for question in [with, without] {
        let mut answer = elsewhere.ask(question).await;
        answer.as_object_mut().unwrap().remove("re");
        answers.push(answer);
    }
    assert_eq!(answers[0], answers[1]);
    for outsider in [&mut cyd, &mut nobody] {
        assert_eq!(outsider.refused(ask(&game, Players, None)).await, "forbidden");
        assert_eq!(outsider.refused(say(&game, Players, "?")).await, "forbidden");
    }
    assert_eq!(nobody.refused(say(&game, Spectators, "?")).await, "forbidden", "nobody says nothing");
    let (hub, alice_id) = (&node.hub, "alice".parse().unwrap());
    let over_http = |viewer, channel| GameReader::talk(hub, &game, viewer, channel, None);
    assert_eq!(over_http(Some(&alice_id), Spectators).await.unwrap_err().code, Code::Forbidden);
    assert_eq!(over_http(None, Players).await.unwrap_err().code, Code::Forbidden);
    assert_eq!(over_http(None, Spectators).await.unwrap().lines.len(), 1);
    let log = memory.events(&Stream::game(&game));
    assert!(!log.iter().any(|event| event.to_string().contains("hello") || secret(event)));

    bob.ok(json!({"type": "resign", "game": game})).await;
    alice.event("resigned").await;
    assert_eq!(alice.texts(&game, Spectators).await, ["B2 dies"]);
    cyd.event("resigned").await;
    assert_eq!(cyd.texts(&game, Players).await, ["hello", "me too"]);
    assert_eq!(over_http(Some(&alice_id), Spectators).await.unwrap().lines[0].text, "B2 dies");
    alice.ok(say(&game, Spectators, "it lives")).await;
    for one in [&mut cyd, &mut nobody, &mut bob] {
        assert_eq!(one.hears().await, heard(Spectators, "ALICE", "it lives"));
    }
    cyd.ok(say(&game, Players, "thanks")).await;
    assert_eq!(alice.wait("thanks", |message| message["line"]["text"] == "thanks").await["channel"], "players");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_not_for_you_has_no_talk_for_you() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let terms = json!({"size": {"width": 9, "height": 9}, "time": absolute(60_000), "visibility": "private"});
    let offer = alice.ok(json!({"type": "offer", "terms": terms})).await["offer"].clone();
    let game = bob.ok(json!({"type": "accept_offer", "offer": offer})).await["game"].as_str().unwrap().parse().unwrap();
    let mut cyd = node.login("cyd").await;
    let none: GameId = "nosuchgame".parse().unwrap();
    for game in [&game, &none] {
        for channel in Channel::ALL {
            assert_eq!(cyd.refused(ask(game, channel, None)).await, "no_such_game");
            assert_eq!(cyd.refused(say(game, channel, "x")).await, "no_such_game");
        }
    }
    alice.ok(say(&game, Players, "x")).await;
}

#[tokio::test(start_paused = true)]
async fn a_line_and_a_channel_have_their_limits() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    let longest = "棋".repeat(LINE_CHARS);
    alice.ok(say(&game, Players, &longest)).await;
    for (bad, why) in [
        (format!("{longest}x"), "too_long"),
        (" ".into(), "empty"),
        ("a\u{202e}b".into(), "control_characters"),
        ("a\tb".into(), "control_characters"),
    ] {
        let error = alice.ask(say(&game, Players, &bad)).await["error"].clone();
        assert_eq!((error["code"].as_str(), error["why"].as_str()), (Some("bad_text"), Some(why)), "{bad}");
    }
    let stream = Stream::talk(&game, Players);
    for n in 2..TALK_LINES {
        let event = format!(r#""v":1,"event":{{"kind":"said","by":"bob","id":"b-{n}","text":"{n}"}}}}"#);
        memory.append(&stream, &event);
    }
    assert_eq!(alice.ok(say(&game, Players, "last")).await["n"], TALK_LINES);
    let answer = alice.ask(say(&game, Players, "one more")).await;
    assert_eq!(answer["error"]["code"], "talk_full");
    assert_eq!(answer["error"]["limit"], json!({"of": "lines", "max": TALK_LINES}));
    // all of it in pages, and the newest
    let (mut known, mut all) = (0, Vec::new());
    loop {
        let page = alice.ok(ask(&game, Players, Some(known))).await;
        all.extend(page["lines"].as_array().unwrap().iter().map(|line| line["n"].as_u64().unwrap()));
        known = page["upto"].as_u64().unwrap();
        if page.get("more").is_none() {
            break;
        }
    }
    assert_eq!(all, (1..=TALK_LINES).collect::<Vec<_>>());
    let newest = alice.ok(ask(&game, Players, None)).await;
    assert_eq!((texts(&newest).len(), texts(&newest)[49].as_str(), &newest["upto"]), (50, "last", &json!(1_000)));
    // what one has goes beyond what there is: it was another log
    assert_eq!(alice.ok(ask(&game, Players, Some(5_000))).await, newest);
}

#[tokio::test(start_paused = true)]
async fn nobody_fills_a_channel_by_himself() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    for n in 2..TALK_LINES_EACH {
        let event = format!(r#""v":1,"event":{{"kind":"said","by":"alice","id":"a-{n}","text":"{n}"}}}}"#);
        memory.append(&Stream::talk(&game, Players), &event);
    }
    let others = TALK_LINES_EACH - 2;
    for n in 1..=2 {
        assert_eq!(bob.ok(say(&game, Players, "I")).await["n"], others + n);
    }
    for n in 3..=4 {
        assert_eq!(alice.ok(say(&game, Players, "you")).await["n"], others + n);
    }
    let answer = alice.ask(say(&game, Players, "one more")).await;
    assert_eq!(answer["error"]["code"], "talk_full");
    assert_eq!(answer["error"]["limit"], json!({"of": "lines", "max": TALK_LINES_EACH}));
    assert_eq!(bob.ok(say(&game, Players, "at last")).await["n"], others + 5);
}

#[tokio::test(start_paused = true)]
async fn too_many_lines_are_refused_and_told_when_to_go_on() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    let mut refused = None;
    for n in 0..=tengen_protocol::limits::TALK_BURST {
        refused = alice.ask(say(&game, Players, &format!("{n}"))).await.get("error").cloned();
    }
    let refused = refused.expect("one more than may be said at once");
    assert_eq!(refused["code"], "rate_limited");
    assert!(refused["retry_after"].as_u64().unwrap() > 0);
    assert_eq!(alice.texts(&game, Players).await.len(), 5);
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
}

#[tokio::test(start_paused = true)]
async fn whom_one_mutes_one_does_not_hear_and_whom_the_operator_mutes_nobody() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    alice.ok(json!({"type": "mute", "account": "bob", "muted": true})).await;
    bob.ok(say(&game, Players, "one")).await;
    assert_eq!(bob.hears().await, heard(Players, "BOB", "one"));
    assert_eq!(alice.ok(ask(&game, Players, None)).await, json!({"lines": [], "upto": 1}));
    assert!(alice.heard_nothing().await);
    alice.ok(json!({"type": "mute", "account": "bob", "muted": false})).await;
    bob.ok(say(&game, Players, "two")).await;
    assert_eq!(alice.hears().await, heard(Players, "BOB", "two"));
    assert_eq!(alice.texts(&game, Players).await, ["one", "two"]);
    let silence = |left| Voice { silenced: Some(Silenced { left }), ..Voice::default() };
    for left in [Some(60_000_u64), None] {
        crate::hub::lock(&node.names.voices).insert("bob".parse().unwrap(), silence(left));
        let error = bob.ask(say(&game, Players, "three")).await["error"].clone();
        assert_eq!((&error["code"], error["retry_after"].as_u64()), (&json!("muted"), left));
    }
    crate::hub::lock(&node.names.voices).clear();
    bob.ok(say(&game, Players, "three")).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_too_old_is_given_to_nobody_and_goes_by_itself() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, bob, game) = node.game(absolute(80_000_000)).await;
    let read = async |after| {
        let alice = "alice".parse().unwrap();
        let talk = GameReader::talk(&node.hub, &game, Some(&alice), Players, after).await.unwrap();
        (talk.lines.into_iter().map(|line| line.text).collect::<Vec<_>>(), talk.upto)
    };
    alice.ok(say(&game, Players, "early")).await;
    drop((alice, bob));
    tokio::time::sleep(KEEP / 2).await;
    node.login("bob").await.ok(say(&game, Players, "late")).await;
    assert_eq!(read(None).await, (vec!["early".to_owned(), "late".to_owned()], 2));
    tokio::time::sleep(KEEP / 2).await;
    assert_eq!(read(None).await, (vec!["late".to_owned()], 2));
    assert_eq!(read(Some(0)).await, (vec!["late".to_owned()], 2));
    tokio::time::sleep(KEEP / 2).await;
    assert_eq!(read(None).await, (Vec::new(), 2));
    let told = crate::hub::lock(&memory.expiries).clone();
    let of_talk: Vec<u64> = told.iter().filter(|(id, _)| id.starts_with("t.p.")).map(|(_, ms)| *ms).collect();
    assert_eq!(of_talk, [3_600_000, 3_600_000], "each line puts the end off");
}

#[tokio::test(start_paused = true)]
async fn a_node_that_finds_talk_says_again_how_long_it_is_kept() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(80_000_000)).await;
    alice.ok(say(&game, Players, "x")).await;
    crate::hub::lock(&memory.expiries).clear();
    tokio::time::sleep(KEEP / 4).await;
    // the node that said it may have died before it could
    let other = talking(&memory, "two");
    let mut bob = other.login("bob").await;
    bob.join(&game).await;
    until("it is said", || !crate::hub::lock(&memory.expiries).is_empty()).await;
    let (id, left) = crate::hub::lock(&memory.expiries)[0].clone();
    assert!(id.starts_with("t.p.") && (2_690_000..=2_700_000).contains(&left), "{id} {left}");
}

#[tokio::test(start_paused = true)]
async fn a_node_that_hears_the_first_line_says_too_how_long_it_is_kept() {
    let memory = Memory::new();
    let (one, two) = (talking(&memory, "one"), talking(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut bob = two.login("bob").await;
    bob.join(&game).await;
    until("both hear", || memory.subscribers(&Stream::talk(&game, Players)) == 2).await;
    alice.ok(say(&game, Players, "x")).await;
    assert_eq!(bob.hears().await.2, "x");
    let told = || crate::hub::lock(&memory.expiries).iter().filter(|(id, _)| id.starts_with("t.p.")).count();
    until("both have said it", || told() == 2).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_said_after_talk_has_gone_is_heard_everywhere() {
    let memory = Memory::new();
    let (one, two) = (talking(&memory, "one"), talking(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut bob = two.login("bob").await;
    bob.join(&game).await;
    for text in ["one", "two"] {
        alice.ok(say(&game, Players, text)).await;
        assert_eq!(bob.hears().await.2, text);
    }
    for gone in [2, 1] {
        // all of it is of age, then the end alone is lost
        for _ in 0..gone {
            memory.lose_last(&Stream::talk(&game, Players));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(alice.ok(say(&game, Players, "anew")).await["n"], 1);
        assert_eq!(bob.hears().await.2, "anew");
    }
    assert_eq!(bob.texts(&game, Players).await, ["anew"]);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_ends_hands_its_listeners_over() {
    let memory = Memory::new();
    let (one, two) = (talking(&memory, "one"), talking(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut bob = two.login("bob").await;
    bob.join(&game).await;
    until("both hear", || memory.subscribers(&Stream::talk(&game, Players)) == 2).await;
    // as when it decides to end and somebody comes before it has
    two.hub.0.rooms.shut(&game);
    tokio::time::sleep(Duration::from_secs(1)).await;
    alice.ok(say(&game, Players, "still there?")).await;
    assert_eq!(bob.hears().await.2, "still there?");
}

#[tokio::test(start_paused = true)]
async fn moves_go_on_while_the_store_stalls_for_talk() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let started = Instant::now();
    memory.talk_stalled.send_replace(true);
    let said = alice.send(say(&game, Players, "slow")).await;
    let waiting: Vec<_> = {
        let mut waiting = Vec::new();
        for n in 0..4 {
            waiting.push(bob.send(say(&game, Players, &format!("{n}"))).await);
        }
        waiting
    };
    let mut at = alice.have(&game).await;
    for vertex in ["C3", "D3", "C4", "D4"] {
        let side = if vertex.starts_with('C') { &mut alice } else { &mut bob };
        side.ok(Client::play(&game, vertex, &at)).await;
        at = after(&alice.wait("the move", |message| message["event"]["vertex"] == vertex).await);
    }
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    assert!(!alice.kept.iter().any(|message| message["re"] == *said), "it is not said yet");
    memory.talk_stalled.send_replace(false);
    assert!(alice.answer(&said).await.get("ok").is_some());
    for id in waiting {
        assert!(bob.answer(&id).await.get("ok").is_some());
    }
    assert_eq!(alice.texts(&game, Players).await, ["slow", "0", "1", "2", "3"], "in the order in which it was said");
}

#[tokio::test(start_paused = true)]
async fn a_line_that_is_sent_again_is_said_once() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    memory.answers_lost.store(1, Ordering::Release);
    assert_eq!(alice.ok(say(&game, Players, "once")).await["n"], 1);
    // the store is away for longer than a line is tried
    memory.talk_stalled.send_replace(true);
    let mut again = say(&game, Players, "twice");
    again["id"] = json!("mine-1");
    alice.send_raw(Message::text(again.to_string())).await;
    assert_eq!(alice.answer("mine-1").await["error"]["code"], "unavailable");
    memory.talk_stalled.send_replace(false);
    for n in [2, 2] {
        alice.send_raw(Message::text(again.to_string())).await;
        assert_eq!(alice.answer("mine-1").await["ok"]["n"], n);
    }
    again["text"] = json!("other");
    alice.send_raw(Message::text(again.to_string())).await;
    assert_eq!(alice.answer("mine-1").await["error"]["code"], "id_reused");
    assert_eq!(bob.texts(&game, Players).await, ["once", "twice"]);
    for text in ["once", "twice"] {
        assert_eq!(bob.hears().await.2, text);
    }
    assert!(bob.heard_nothing().await);
}

#[tokio::test(start_paused = true)]
async fn lines_cross_nodes_and_those_of_which_no_news_came_are_found() {
    let memory = Memory::new();
    let (one, two) = (talking(&memory, "one"), talking(&memory, "two"));
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let mut bob = two.login("bob").await;
    bob.join(&game).await;
    alice.ok(say(&game, Players, "hello")).await;
    assert_eq!(bob.hears().await, heard(Players, "ALICE", "hello"));
    bob.ok(say(&game, Players, "hi")).await;
    assert_eq!(alice.hears().await, heard(Players, "ALICE", "hello"));
    assert_eq!(alice.hears().await, heard(Players, "BOB", "hi"));
    memory.silent.store(true, Ordering::Release);
    alice.ok(say(&game, Players, "who hears this?")).await;
    assert_eq!(bob.hears().await.2, "hi");
    // it is found after a while; both go on reading, or they would be closed as silent
    let found = tokio::select! {
        found = bob.hears() => found,
        _ = alice.wait("nothing", |_| false) => panic!("nothing was waited for"),
    };
    assert_eq!(found.2, "who hears this?");
    memory.silent.store(false, Ordering::Release);
    memory.unsubscribe(&Stream::talk(&game, Players));
    alice.ok(say(&game, Players, "and this?")).await;
    assert_eq!(bob.hears().await.2, "and this?");
}

#[tokio::test(start_paused = true)]
async fn only_what_somebody_here_may_hear_is_subscribed() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let subscribed = || Channel::ALL.map(|channel| memory.subscribers(&Stream::talk(&game, channel)));
    until("the players hear", || subscribed() == [1, 0]).await;
    let mut cyd = node.login("cyd").await;
    cyd.join(&game).await;
    until("a spectator hears", || subscribed() == [1, 1]).await;
    cyd.ok(json!({"type": "leave", "game": game})).await;
    until("nobody hears the spectators", || subscribed() == [1, 0]).await;
    bob.ok(json!({"type": "resign", "game": game})).await;
    until("both are open", || subscribed() == [1, 1]).await;
    for client in [&mut alice, &mut bob] {
        client.ok(json!({"type": "leave", "game": game})).await;
    }
    until("nobody hears", || subscribed() == [0, 0]).await;
    until("nothing is kept", || node.hub.0.rooms.count() == 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_without_talk_says_so() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, _bob, game) = node.game(absolute(600_000)).await;
    assert_eq!(alice.refused(say(&game, Players, "x")).await, "talk_off");
    assert_eq!(alice.refused(ask(&game, Players, None)).await, "talk_off");
    assert_eq!(memory.subscribers(&Stream::talk(&game, Players)), 0);
}

#[tokio::test(start_paused = true)]
async fn talk_that_cannot_be_read_is_said_so_and_holds_up_nothing() {
    let memory = Memory::new();
    let node = talking(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    memory.append(&Stream::talk(&game, Players), r#""v":9,"event":{"kind":"sung","by":"bob"}}"#);
    assert_eq!(alice.refused(ask(&game, Players, None)).await, "unreadable");
    assert_eq!(alice.refused(say(&game, Players, "x")).await, "unreadable");
    let at = alice.have(&game).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
    for client in [&mut alice, &mut bob] {
        client.ok(json!({"type": "leave", "game": game})).await;
    }
    until("its room has ended", || node.hub.0.rooms.count() == 0).await;
}
