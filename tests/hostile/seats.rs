//! One playing connection a seat, over two nodes of one Redis, however often an account comes.

use crate::{
    accounts::{Two, two_nodes},
    client::{Client, game, guest, play},
};
use anyhow::ensure;
use serde_json::{Value, json};

/// A move at where the game stands, and the code of its refusal.
async fn may_not_play(side: &mut Client, game: &str, vertex: &str) -> anyhow::Result<Value> {
    let (after, head) = side.join(game).await?;
    let play = json!({"type": "play", "game": game, "vertex": vertex, "after": after, "head": head});
    Ok(side.refused(play).await?["code"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_last_plays_on_whatever_node_and_the_others_watch() -> anyhow::Result<()> {
    let Two { nodes, .. } = &two_nodes().await?;
    let token = guest(&nodes[0]).await?;
    let mut first = Client::login(&nodes[0], &token).await?;
    let mut white = Client::login(&nodes[0], &guest(&nodes[0]).await?).await?;
    let game = game(&mut first, &mut white).await?;
    play(&mut first, &game, "E5").await?;
    play(&mut white, &game, "pass").await?;

    let taken = |message: &Value| message["notice"] == "seat_taken" && message["game"] == game.as_str();
    let played = |message: &Value, vertex: &str| message["event"]["vertex"] == vertex;
    let mut second = Client::login(&nodes[1], &token).await?;
    second.join(&game).await?;
    first.told(taken).await?;
    // to join again takes nothing back
    for _ in 0..2 {
        ensure!(may_not_play(&mut first, &game, "C3").await? == "seat_taken");
    }
    play(&mut second, &game, "C4").await?;
    first.told(|message| played(message, "C4")).await?;
    play(&mut white, &game, "pass").await?;

    // it is taken back and forth only when that is said, and one at a time plays
    let take = json!({"type": "take_seat", "game": game});
    for _ in 0..5 {
        first.ok(take.clone()).await?;
        second.told(taken).await?;
        ensure!(may_not_play(&mut second, &game, "C5").await? == "seat_taken");
        second.ok(take.clone()).await?;
        first.told(taken).await?;
    }
    play(&mut second, &game, "C5").await?;
    first.told(|message| played(message, "C5")).await?;
    // others have no seat to take
    let refused = white.refused(json!({"type": "take_seat", "game": "nosuchgamenosuch"})).await?;
    ensure!(refused["code"] == "not_joined", "{refused}");
    let mut stranger = Client::login(&nodes[1], &guest(&nodes[1]).await?).await?;
    stranger.join(&game).await?;
    ensure!(stranger.refused(take).await?["code"] == "not_a_player");
    Ok(())
}
