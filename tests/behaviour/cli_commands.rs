//! What scripts rely on: JSON lines, exit codes, offers and refusals.

use crate::{StoreKind, on_both_stores};
use anyhow::ensure;
use tengen_tests::{
    cli::{guest, json, tengen},
    server::Server,
};

on_both_stores!(offers_are_made_listed_and_accepted_once);

async fn offers_are_made_listed_and_accepted_once(kind: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(kind).await?;
    let home = server.home();
    let mut tokens = Vec::new();
    for who in ["ann", "bob", "cyd"] {
        tokens.push(guest(&home.join(who), &server.url).await?.1);
    }
    let ask = |who: usize, words: &[&str]| {
        let mut command = tengen(home, &server.url, Some(&tokens[who]))?;
        command.args(words).arg("--json");
        anyhow::Ok(json(command))
    };
    let made = ask(0, &["offer", "--size", "9", "--time", "10m+3x30s"])?.await?;
    let offer = made[0]["offer"].as_str().unwrap_or_default().to_owned();
    let listed = ask(1, &["offers"])?.await?;
    ensure!(listed.len() == 1 && listed[0]["offer"] == offer.as_str(), "{listed:?}");
    let accepted = ask(1, &["accept", &offer])?.await?;
    let game = accepted[0]["game"].as_str().unwrap_or_default().to_owned();
    ensure!(!game.is_empty(), "{accepted:?}");
    ensure!(ask(2, &["accept", &offer])?.await.is_err(), "an offer starts one game");
    ensure!(ask(0, &["offer", "--size", "26"])?.await.is_err(), "no such board");
    let games = ask(2, &["games"])?.await?;
    ensure!(games.len() == 1 && games[0]["game"] == game.as_str(), "{games:?}");
    let me = ask(0, &["whoami"])?.await?;
    ensure!(me[0]["guest"] == true, "{me:?}");
    Ok(())
}
