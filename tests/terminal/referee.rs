//! A referee at his console in a real terminal: a board that is late, then suspended, resumed, and a warning.

use anyhow::Context;
use serde_json::Value;
use std::process::Stdio;
use tengen_tests::{
    cli::tengen,
    server::{Server, StoreKind},
    terminal::{Account, Screen, Terminal},
    wait_for,
};
use tokio::process::Child;

/// Somebody sits down at his board.
fn sits(account: &Account, game: &str) -> anyhow::Result<Child> {
    let mut command = tengen(account.home(), account.server(), None)?;
    command.args(["play", game]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    Ok(command.spawn()?)
}

async fn order(account: &Account, words: &[&str]) -> anyhow::Result<Value> {
    let words = [&["tournament"], words].concat();
    account.run(&words).await?.into_iter().next().context("no answer")
}

/// What the game says of itself.
async fn snapshot(server: &Server, game: &str) -> anyhow::Result<Value> {
    let text = server.get(&format!("/api/v1/games/{game}")).await?;
    Ok(serde_json::from_str::<Value>(&text)?["snapshot"].take())
}

async fn stands(server: &Server, game: &str, what: &str, is: fn(&Value) -> bool) -> anyhow::Result<()> {
    wait_for(what, 60, || async { snapshot(server, game).await.ok().filter(is).map(drop) }).await
}

/// The row of a board, wherever it stands in the list.
fn shows(screen: &Screen, trouble: &str) -> bool {
    screen.rows().iter().any(|row| row.contains("龙马") && row.contains("Kirin") && row.contains(trouble))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_looks_after_a_board() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let named = |name| Account::named(&server, name);
    let (kirin, longma, olga, referee) =
        tokio::try_join!(named("Kirin"), named("龙马"), named("Olga"), named("Fenghuang"))?;
    let create = ["create", "春季公开赛", "--system", "swiss:1", "--size", "9", "--time", "10m"];
    let made = order(&olga, &[&create[..], &["--referee", "Fenghuang"]].concat()).await?;
    let event = made["tournament"].as_str().context("no tournament")?.to_owned();
    for account in [&kirin, &longma] {
        order(account, &["enter", &event]).await?;
    }
    for words in [&["draw", &event, "--by", "seed"][..], &["start", &event], &["pair", &event, "--begin"]] {
        order(&olga, words).await?;
    }
    let terminal = Terminal::open(&referee, "en", &[("NO_COLOR", "1")]).await?;
    terminal.line(&format!("tengen referee {event}")).await?;
    terminal.until("a late board", |screen| screen.has("春季公开赛") && shows(screen, "somebody is late")).await?;

    let boards = referee.run(&["referee", &event, "boards"]).await?;
    let game = boards.first().and_then(|view| view["boards"][0]["game"].as_str()).context("no game")?.to_owned();
    let _players = (sits(&kirin, &game)?, sits(&longma, &game)?);
    terminal.until("the game is played", |screen| shows(screen, "played")).await?;

    // all boards: the reason is chosen, words are typed, and it is confirmed
    terminal.text("s").await?;
    terminal.sees("suspend 1 board").await?;
    terminal.keys(&["End", "Enter"]).await?;
    terminal.line("power cut").await?;
    terminal.sees("suspend 1 board (another reason)? y: yes, n: no").await?;
    terminal.text("y").await?;
    terminal.until("a suspended board", |screen| shows(screen, "suspended")).await?;
    stands(&server, &game, "suspended", |snapshot| snapshot["phase"] == "paused").await?;

    // however small it becomes meanwhile
    terminal.resize((50, 15)).await?;
    terminal.sees("too small").await?;
    terminal.resize((80, 24)).await?;
    terminal.until("a suspended board", |screen| shows(screen, "suspended")).await?;

    // the board itself: it goes on, and one side is warned
    terminal.keys(&["Enter"]).await?;
    terminal.until("the board", |screen| screen.at("E5").is_some() && screen.has("g go on")).await?;
    terminal.text("g").await?;
    terminal.keys(&["End", "Enter", "Enter"]).await?;
    terminal.sees("let the game go on (another reason)?").await?;
    terminal.text("y").await?;
    stands(&server, &game, "resumed", |snapshot| snapshot["phase"] == "playing").await?;
    terminal.sees("s suspend").await?;
    terminal.text("w").await?;
    terminal.keys(&["Down", "Enter", "Enter"]).await?;
    terminal.line("once more").await?;
    terminal.sees("warn white").await?;
    // a no does nothing
    terminal.text("n").await?;
    terminal.until("the board", |screen| screen.at("E5").is_some() && !screen.has("y: yes")).await?;
    terminal.text("w").await?;
    terminal.keys(&["Down", "Enter", "Enter"]).await?;
    terminal.line("once more").await?;
    terminal.sees("y: yes").await?;
    terminal.text("y").await?;
    stands(&server, &game, "warned", |snapshot| snapshot["warnings"]["white"] == 1).await?;
    terminal.sees("warned once").await?;
    terminal.keys(&["Escape"]).await?;
    terminal.until("the list", |screen| shows(screen, "warned")).await?;
    terminal.text("q").await?;
    terminal.prompt().await?;
    Ok(())
}
