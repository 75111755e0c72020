//! A server whose address has a path, `https://club.example/go/`: the client plays there.

use crate::StoreKind;
use anyhow::{Context, ensure};
use tengen_tests::{
    cli::{Dialogue, guest, json, tengen, typed},
    server::Server,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_below_a_path() -> anyhow::Result<()> {
    let arguments = ["--public-url", "https://club.example/club/go/"].map(str::to_owned);
    let server = Server::start_with(StoreKind::Embedded, &arguments).await?;
    let home = server.home();
    // as people write it, and as the proxy before it may have cut it
    let below = format!("{}/club/go/", server.url);
    let (_, ann) = guest(&home.join("ann"), &below).await?;
    let (_, bob) = guest(&home.join("bob"), &server.url).await?;
    let say = async |url: &str, token: &str, words: &str, field: &str| {
        let mut command = tengen(home, url, Some(token))?;
        command.args(words.split(' ')).arg("--json");
        let lines = json(command).await?;
        let value = lines.first().and_then(|line| line[field].as_str()).map(str::to_owned);
        value.with_context(|| format!("no {field}: {lines:?}"))
    };
    let offer = say(&below, &ann, "offer --size 9 --time 1h --colour black", "offer").await?;
    let game = say(&server.url, &bob, &format!("accept {offer}"), "game").await?;
    let sit = |url: &str, token: &str| {
        let mut command = tengen(home, url, Some(token))?;
        command.args(["play", &game]);
        Dialogue::start(command)
    };
    let (mut black, mut white) = (sit(&below, &ann)?, sit(&server.url, &bob)?);
    black.when("your move", "D4").await?;
    white.when("your move", "resign").await?;
    white.when("resign this game?", "yes").await?;
    for player in [black, white] {
        ensure!(player.end().await?.0, "the game did not end well");
    }
    let mut command = tengen(home, &below, None)?;
    command.args(["sgf", &game]);
    let (code, record, said) = typed(command, "").await?;
    ensure!(code == Some(0) && record.contains("RE[B+R"), "{record} {said}");
    for path in ["/.well-known/jwks.json", "/club/go/.well-known/jwks.json", "/club/go/healthz"] {
        server.get(path).await?;
    }
    // another path is somebody else's
    let mut command = tengen(home, &format!("{}/club", server.url), None)?;
    command.args(["games"]);
    let (code, _, said) = typed(command, "").await?;
    ensure!(code == Some(1) || code == Some(3), "{code:?} {said}");
    Ok(())
}
