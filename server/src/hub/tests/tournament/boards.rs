//! What referees see of the boards: who has not come, and whose connection is gone, wherever it was.

use super::*;
use tengen_protocol::{
    Colour,
    tournament_view::{BoardView, Trouble},
};

impl Event {
    /// Waits until the only board is seen like this.
    async fn board(&self, what: &str, is: impl Fn(&BoardView) -> bool) -> BoardView {
        self.wait(what, async || {
            let boards = self.desk.boards(&self.id).await.unwrap();
            boards.boards.first().filter(|board| is(board)).cloned()
        })
        .await
    }

    async fn absent(&self, colours: &[Colour]) -> BoardView {
        self.board("who is there", |board| board.absent == colours).await
    }
}

/// Ann and Bob sit at the only board, she on one node, he on the other; gives her and his colour.
async fn seated(one: &Node, two: &Node) -> (Event, GameId, Client, Client, [Colour; 2]) {
    let (mut ann, mut bob) = (one.login("ann").await, two.login("bob").await);
    let event = Event::begun(one, settings(1), &["ann", "bob"]).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    let [black, _] = players(one, &game).await;
    let colours = if black == "ann" { [Colour::Black, Colour::White] } else { [Colour::White, Colour::Black] };
    let [hers, his] = colours;
    let there = event.on(two);
    let board = there.board("nobody has come", |board| board.trouble == Trouble::Late).await;
    assert_eq!(board.absent, [Colour::Black, Colour::White]);
    ann.join(&game).await;
    there.absent(&[his]).await;
    bob.join(&game).await;
    for event in [&event, &there] {
        let board = event.board("it is played", |board| board.trouble == Trouble::Playing).await;
        assert_eq!((board.absent.as_slice(), &board.game, board.table), (&[][..], &game, 1));
    }
    assert_ne!(hers, his);
    (event, game, ann, bob, colours)
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_dropped_is_missed_on_every_node_until_it_is_back() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, game, ann, bob, [hers, his]) = seated(&one, &two).await;
    let there = event.on(&two);
    drop(ann);
    for event in [&event, &there] {
        assert_eq!(event.absent(&[hers]).await.trouble, Trouble::Disconnected);
    }
    // she comes back where he is
    let mut ann = two.login("ann").await;
    ann.join(&game).await;
    for event in [&event, &there] {
        assert_eq!(event.absent(&[]).await.trouble, Trouble::Playing);
    }
    drop(bob);
    for event in [&event, &there] {
        event.absent(&[his]).await;
    }
    ann.ok(json!({"type": "resign", "game": game})).await;
    event
        .wait("it is over", async || event.desk.boards(&event.id).await.unwrap().boards.is_empty().then_some(()))
        .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_sat_on_a_node_that_died_is_missed() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, _, _ann, _bob, [_, his]) = seated(&one, &two).await;
    two.die().await;
    assert_eq!(event.absent(&[his]).await.trouble, Trouble::Disconnected);
}

#[tokio::test(start_paused = true)]
async fn all_who_look_within_a_second_are_shown_the_same() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, ..) = seated(&one, &two).await;
    let (first, second) = tokio::join!(event.desk.boards(&event.id), event.desk.boards(&event.id));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(Arc::ptr_eq(&first, &second), "the boards are looked at once");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(!Arc::ptr_eq(&first, &event.desk.boards(&event.id).await.unwrap()), "and then again");
}

#[tokio::test(start_paused = true)]
async fn a_board_that_cannot_be_read_is_shown_as_one() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (event, game, ..) = seated(&one, &two).await;
    let third = Node::start(&memory, "three");
    let there = event.on(&third);
    there.desk.get(&event.id).await.unwrap();
    memory.append(&Stream::game(&game), r#""v":1,"event":{"kind":"of_tomorrow"}}"#);
    let board = there.board("unread", |board| board.trouble == Trouble::Unread).await;
    assert_eq!((board.phase, board.game), (None, game));
}
