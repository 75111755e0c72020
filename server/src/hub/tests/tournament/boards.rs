//! What officials are told of the boards: from any node, wherever the players are.

use super::*;
use tengen_core::tournament::event::{Asker, Office};
use tengen_protocol::{
    Colour,
    boards::{BoardsView, Trouble},
};

impl Event {
    async fn boards(&self, by: &str, office: Option<Office>) -> Result<Arc<BoardsView>, WireError> {
        let asker = Asker { account: account(by), office, after: None };
        self.desk.boards(&asker, &self.id).await
    }

    async fn board_is(&self, trouble: Trouble, absent: &[Colour]) {
        self.wait("the board is so", async || {
            let view = self.boards("org", None).await.unwrap();
            let [board] = view.boards.as_slice() else { return None };
            (board.trouble == trouble && board.absent == absent).then_some(())
        })
        .await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_official_sees_on_any_node_who_is_missing_and_what_is_the_matter() {
    let memory = Memory::new();
    let (one, two, third) = (Node::start(&memory, "one"), Node::start(&memory, "two"), Node::start(&memory, "three"));
    let event = Event::begun(&one, settings(2), &["ann", "bob"]).await;
    assert_eq!(event.boards("ann", None).await.unwrap_err().code, Code::Forbidden);
    assert!(event.boards("org", None).await.unwrap().boards.is_empty(), "no round is going on");
    assert!(event.boards("umpire", Some(Office::Referee)).await.is_ok(), "an office on the whole server");
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let game = event.created(1).await.remove(0);
    let there = event.on(&third);
    there.board_is(Trouble::Late, &[Colour::Black, Colour::White]).await;
    let [black, white] = players(&one, &game).await;
    let (mut on_one, mut on_two) = (one.login(&black).await, two.login(&white).await);
    on_one.join(&game).await;
    there.board_is(Trouble::Late, &[Colour::White]).await;
    on_two.join(&game).await;
    there.board_is(Trouble::Playing, &[]).await;
    // one goes away, and the other's node dies
    drop(on_one);
    for event in [&event, &there] {
        event.board_is(Trouble::Disconnected, &[Colour::Black]).await;
    }
    two.die().await;
    there.board_is(Trouble::Disconnected, &[Colour::Black, Colour::White]).await;
    let mut back = third.login(&white).await;
    back.join(&game).await;
    there.board_is(Trouble::Disconnected, &[Colour::Black]).await;
    back.ok(json!({"type": "resign", "game": game})).await;
    event.round_is_complete(1).await;
    event
        .wait("no board is left", async || event.boards("org", None).await.unwrap().boards.is_empty().then_some(()))
        .await;
}
