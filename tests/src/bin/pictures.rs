//! Plays games in terminals and draws what they show; `tests/pictures` builds and runs it.

#![allow(clippy::print_stdout)] // it is a command

use anyhow::Context;
use std::path::{Path, PathBuf};
use tengen_tests::{
    server::{Server, StoreKind},
    terminal::{
        Account, SIZE, Table, Terminal, picture,
        story::{DEAD, MOVES},
    },
};

/// An opening on 19x19, played by GNU Go against itself.
const OPENING: [&str; 38] = [
    "Q16", "C4", "Q4", "D17", "E4", "E3", "F3", "D3", "F4", "C6", "K4", "C15", "K17", "R6", "R8", "P6", "O4", "N6",
    "M4", "Q14", "O16", "R16", "R17", "R15", "S17", "R10", "G17", "S4", "R3", "S3", "P8", "O9", "R9", "Q10", "O14",
    "C10", "F14", "O11",
];

/// Who plays Black.
const NAME: &str = "Kirin";

/// Offers that the lobby shows beside the game that is played: whose, board, time.
const OFFERS: [(&str, &[&str]); 3] = [
    ("Phoenix", &["offer", "--size", "13", "--time", "20m+25/10m", "--rules", "aga"]),
    ("玄武", &["offer", "--time", "1h+5x60s", "--handicap", "4", "--colour", "white"]),
    ("白虎", &["offer", "--time", "10m+15s/move", "--colour", "black"]),
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("name the folder of the pictures")?);
    let server = Server::start(StoreKind::Embedded).await?;
    let kirin = Account::named(&server, NAME).await?;
    let longma = Account::named(&server, "龙马").await?;
    let black = Terminal::open(&kirin, "en", &[]).await?;
    let white = Terminal::open(&longma, "zh-Hans", &[]).await?;

    let table = begin(&black, &white, &kirin, &["--time", "30m+5x30s"], &OPENING).await?;
    table.play(0..OPENING.len()).await?;
    for (terminal, text) in [(&black, "Good game so far!"), (&white, "请多指教")] {
        terminal.keys(&["Tab"]).await?;
        terminal.line(text).await?;
        terminal.keys(&["Tab"]).await?;
        black.sees(&format!(": {text}")).await?;
    }
    draw(&server, &black, &folder, "game", "A game on 19x19 in the terminal, after 38 moves").await?;

    for (name, offer) in OFFERS {
        Account::named(&server, name).await?.run(offer).await?;
    }
    let guest = Terminal::open(&Account::named(&server, "鳳凰").await?, "en", &[]).await?;
    guest.line("tengen").await?;
    guest.until("offers and games", |screen| screen.has("白虎") && screen.has(NAME)).await?;
    draw(&server, &guest, &folder, "lobby", "The lobby: open offers and a game to watch").await?;

    for terminal in [&black, &white] {
        terminal.keys(&["C-c"]).await?;
        terminal.prompt().await?;
    }
    let table = begin(&black, &white, &kirin, &["--size", "9", "--time", "10m+3x30s"], &MOVES).await?;
    table.play(0..MOVES.len() - 1).await?;
    table.white.line("pass").await?;
    table.black.sees("revision 0").await?;
    table.white.line(&format!("dead {DEAD}")).await?;
    table.black.until("a dead stone", |screen| screen.at(DEAD) == Some('o')).await?;
    table.black.line("accept").await?;
    table.white.sees("+ ●").await?;
    draw(&server, &white, &folder, "scoring-zh", "死子确认: 9 路棋盘, 黑方已同意").await
}

/// Black offers a game and White takes it; both have it on their screens.
async fn begin<'a>(
    black: &'a Terminal,
    white: &'a Terminal,
    account: &Account,
    terms: &[&str],
    moves: &'a [&'a str],
) -> anyhow::Result<Table<'a>> {
    black.line(&format!("clear; tengen play --offer --colour black {}", terms.join(" "))).await?;
    let offer = tengen_tests::wait_for("an offer", 60, || async {
        let offers = account.run(&["offers"]).await.ok()?;
        let own = offers.iter().find(|offer| offer["name"] == NAME)?;
        own["offer"].as_str().map(str::to_owned)
    });
    white.line(&format!("clear; tengen play --accept {}", offer.await?)).await?;
    for terminal in [black, white] {
        terminal.until("an empty board", |screen| screen.at("E5").is_some()).await?;
    }
    Ok(Table { black, white, moves })
}

/// The address in pictures.
const SERVER: &str = "http://127.0.0.1:9191";

/// Draws what a terminal shows.
async fn draw(server: &Server, terminal: &Terminal, folder: &Path, name: &str, about: &str) -> anyhow::Result<()> {
    let path = folder.join(format!("{name}.svg"));
    // Not the port of this time; the row keeps its width.
    let painted = terminal.painted().await?.replace(&server.url, &format!("{SERVER:0$}", server.url.len()));
    std::fs::write(&path, picture::svg(&painted, SIZE, about))?;
    println!("{}", path.display());
    Ok(())
}
