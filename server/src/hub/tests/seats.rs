//! One playing connection a seat, and connections that do not read.

use super::*;
use crate::{
    hub::{Ask, Lane},
    store::Seat,
};
use tengen_protocol::Colour;

#[tokio::test(start_paused = true)]
async fn the_newest_connection_takes_the_seat_and_the_older_one_watches() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    let mut second = node.login("alice").await;
    let at = second.have(&game).await;
    assert_eq!(alice.notice("seat_taken").await["game"], game.as_str());
    assert_eq!(alice.refused(Client::play(&game, "E5", &at)).await, "seat_taken");
    alice.join(&game).await;
    assert_eq!(alice.refused(Client::play(&game, "E5", &at)).await, "seat_taken", "to join again takes nothing back");
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
    // a pipe so small that little of what is sent to it leaves the server's queue
    let mut lazy = node.connect_with(1024).await;
    lazy.ok(json!({"type": "hello", "anonymous": true})).await;
    // eight games, since the limit of commands counts by the machine's clock
    let mut games = Vec::new();
    for pair in 0..8 {
        let (mut black, mut white) = (node.login(&format!("b{pair}")).await, node.login(&format!("w{pair}")).await);
        let game = offer_and_accept(&mut black, &mut white, absolute(600_000)).await;
        black.join(&game).await;
        white.join(&game).await;
        black.wait("both", |message| message["seq"] == 3).await;
        let at = lazy.have(&game).await;
        games.push((black, white, game, at));
    }
    let mut sent = 0;
    for (mut black, mut white, game, mut at) in games {
        for index in 0..50 {
            let (side, columns) = if index % 2 == 0 { (&mut black, "ABC") } else { (&mut white, "JHG") };
            let vertex = format!("{}{}", &columns[index / 18..=index / 18], index / 2 % 9 + 1);
            side.ok(Client::play(&game, &vertex, &at)).await;
            let event = side.wait("own move", |message| message["event"]["vertex"] == *vertex).await;
            sent += event.to_string().len();
            at = after(&event);
        }
    }
    assert!(sent > 80 * 1024, "{sent}");
    let resync = lazy.notice("resync").await;
    assert_eq!(resync["snapshot"]["seq"], 53);
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

#[tokio::test(start_paused = true)]
async fn a_finished_game_keeps_no_seats_of_those_who_have_left() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let (mut alice, mut bob, game) = node.game(absolute(600_000)).await;
    alice.ok(json!({"type": "resign", "game": game})).await;
    bob.event("resigned").await;
    bob.ok(json!({"type": "leave", "game": game})).await;
    drop(alice);
    let stream = crate::store::Stream::game(&game);
    until("both seats are empty", || memory.seats(&stream).iter().all(Option::is_none)).await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_an_older_connection_took_late_and_left_is_taken_again() {
    let memory = Memory::new();
    let one = Node::start(&memory, "one");
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let stream = crate::store::Stream::game(&game);
    let at = alice.have(&game).await;
    let seats = memory.seats(&stream);
    let store = memory.node("two");
    for (colour, seat) in [(Colour::Black, &seats[0]), (Colour::White, &seats[1])] {
        assert_eq!(seat.as_ref().map(|seat| &*seat.node), Some("one"));
        let late = Seat { node: "two".into(), connection: 1 };
        store.take_seat(&stream, colour, late.clone()).await.unwrap();
        store.leave_seat(&stream, colour, &late).await.unwrap();
    }
    until("the seats name again who plays from here", || memory.seats(&stream) == seats).await;
    alice.ok(Client::play(&game, "E5", &at)).await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_has_ended_takes_no_seat() {
    let memory = Memory::new();
    let one = Node::start(&memory, "one");
    let (mut alice, _bob, game) = one.game(absolute(600_000)).await;
    let stream = crate::store::Stream::game(&game);
    let at = alice.have(&game).await;
    let seats = memory.seats(&stream);
    let account = "alice".parse().unwrap();
    let gone = one.hub.register(Some(account)).unwrap();
    let ticket = crate::hub::Ticket::new(gone.link(), None, "join", 0);
    let link = std::sync::Arc::clone(gone.link());
    drop(gone);
    one.hub.ask(
        &game,
        Lane::Requests,
        Ask::Join { link, member: std::sync::Arc::default(), have: None, office: None, ticket },
    );
    alice.ok(Client::play(&game, "E5", &at)).await;
    alice.event("play").await;
    assert_eq!(memory.seats(&stream), seats);
}
