//! The line mode, which screen readers read: in a terminal that is suspended, killed and comes back.

use anyhow::ensure;
use tengen_tests::{
    server::{Server, StoreKind},
    terminal::{Account, Terminal},
};

const LINES: &[(&str, &str)] = &[("TENGEN_LINES", "1")];

#[tokio::test(flavor = "multi_thread")]
async fn line_mode_is_lines_in_any_terminal() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let (black, white) = tokio::try_join!(Account::named(&server, "Kirin"), Account::named(&server, "龙马"))?;
    let (black, white) = tokio::try_join!(Terminal::open(&black, "en", LINES), Terminal::open(&white, "en", LINES))?;
    black.line("tengen play --offer --size 9 --time 50m --colour black").await?;
    let offer = offer(&black).await?;
    white.line(&format!("tengen play --accept {offer}")).await?;
    black.sees("your move").await?;
    black.line("E5").await?;
    white.sees("move 1: black E5").await?;

    // Suspended it hears nothing; in the foreground again it goes on.
    black.keys(&["C-z"]).await?;
    black.sees("Stopped").await?;
    white.line("c3").await?;
    white.sees("move 2: white C3").await?;
    black.line("echo the shell is here").await?;
    black.until("the shell", |screen| screen.rows().iter().any(|row| row == "the shell is here")).await?;
    black.line("fg").await?;
    let screen = black.sees("move 2: white C3").await?;
    let row = |is: &dyn Fn(&str) -> bool| screen.rows().iter().position(|row| is(row));
    let (continued, moved) = (row(&|row| row.ends_with("$ fg")), row(&|row| row.contains("move 2")));
    ensure!(continued.is_some() && continued < moved, "a stopped process shows nothing:\n{screen}");

    // Killed it leaves a usable terminal, and the game goes on from there.
    black.kill_program().await?;
    black.sees("Killed").await?;
    black.line("clear").await?;
    black.until("an empty screen", |screen| screen.rows().first().is_some_and(|row| row == "$")).await?;
    black.line("tengen play").await?;
    let screen = black.sees("your move").await?;
    ensure!(screen.has("move 2: white C3"), "{screen}");
    black.line("G7").await?;
    white.sees("move 3: black G7").await?;
    white.line("quit").await?;
    white.prompt().await?;
    Ok(())
}

/// The id in the message of the offer.
async fn offer(terminal: &Terminal) -> anyhow::Result<String> {
    let id = |row: &str| Some(row.strip_prefix("offer ")?.split_once(' ')?.0.to_owned());
    let screen = terminal.until("an offer", |screen| screen.rows().iter().any(|row| id(row).is_some())).await?;
    Ok(screen.rows().iter().find_map(|row| id(row)).unwrap_or_default())
}
