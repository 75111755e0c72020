//! Whoever returns gets the same game, also from a server that was killed.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use tengen_tests::{
    cli::{guest, json, tengen},
    server::Server,
};

on_both_stores!(accounts_offers_and_games_outlive_a_kill);

async fn accounts_offers_and_games_outlive_a_kill(kind: StoreKind) -> anyhow::Result<()> {
    let mut server = Server::start(kind).await?;
    let home = server.home().to_owned();
    let (_, ann) = guest(&home.join("ann"), &server.url).await?;
    let (_, bob) = guest(&home.join("bob"), &server.url).await?;
    let run = |url: String, token: String, words: Vec<String>| {
        let home = home.clone();
        async move {
            let mut command = tengen(&home, &url, Some(&token))?;
            command.args(words).arg("--json");
            json(command).await
        }
    };
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let offer = run(server.url.clone(), ann.clone(), words("offer --size 9 --time 1h --colour black")).await?;
    let offer = offer[0]["offer"].as_str().context("no offer")?.to_owned();
    server.kill_and_restart().await?;
    let accepted = run(server.url.clone(), bob.clone(), words(&format!("accept {offer}"))).await?;
    let game = accepted[0]["game"].as_str().context("no game")?.to_owned();
    let before: Value = serde_json::from_str(&server.get(&format!("/api/v1/games/{game}/log")).await?)?;
    server.kill_and_restart().await?;
    let after: Value = serde_json::from_str(&server.get(&format!("/api/v1/games/{game}/log")).await?)?;
    ensure!(before == after, "the log changed: {before} {after}");
    let me = run(server.url.clone(), ann, words("whoami")).await?;
    ensure!(me[0]["guest"] == true, "{me:?}");
    ensure!(server.stop().await?.success(), "SIGTERM ends it well");
    Ok(())
}
