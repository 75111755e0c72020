use super::*;
use crate::testing::{Script, game_id, server::FakeServer};

/// What a player has sent after he has typed these lines.
async fn sent(typed: &[&str]) -> Vec<String> {
    let (_server, mut client) = FakeServer::start().await;
    let mut seat = Seat {
        form: Form::Json,
        words: Words::english(),
        client: &mut client,
        game: game_id(),
        account: "a1".parse().unwrap(),
        view: Some(Arc::new(Script::playing(9).view().clone())),
        confirming: false,
        missed: false,
        known: talk::Known::default(),
        time_keeper: TimeKeeper::default(),
        sent: BTreeMap::new(),
    };
    for line in typed {
        assert!(seat.typed(line).await.unwrap(), "{line}");
    }
    seat.sent.into_values().map(|sent| sent.line).collect()
}

#[tokio::test]
async fn only_a_yes_that_follows_at_once_resigns() {
    assert_eq!(sent(&["resign", "yes"]).await, ["yes"]);
    assert_eq!(sent(&["resign", "", "yes"]).await, ["yes"]);
    assert_eq!(sent(&["resign", "say wait", "yes"]).await, ["say wait"]);
    for between in ["help", "board", "no", "Q26", "mute Nobody", "say"] {
        assert!(sent(&["resign", between, "yes"]).await.is_empty(), "{between}");
    }
}
