//! A referee sees from the command line what is the matter at the boards of a tournament, suspends all of them and
//! lets them go on; nobody else sees or does that.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::path::PathBuf;
use tengen_tests::{
    cli::{json, tengen, typed},
    server::Server,
    wait_for,
};
use tokio::process::{Child, Command};

on_both_stores!(boards_in_trouble_are_seen_and_suspended);

const PLAYERS: [&str; 4] = ["Ann", "Bob", "Cyd", "Dan"];

/// A server, a tournament of four whose first round is going on, and its referee Ref.
struct Hall {
    /// Kept for as long as the test goes on.
    server: Server,
    home: PathBuf,
    event: String,
}

impl Hall {
    async fn open(kind: StoreKind) -> anyhow::Result<Self> {
        let server = Server::start(kind).await?;
        let mut hall = Self { home: server.home().to_owned(), server, event: String::new() };
        for name in ["Olga", "Ref"].iter().chain(&PLAYERS) {
            let (code, _, said) = typed(hall.client(name, &["register", name])?, "correct horse\n").await?;
            ensure!(code == Some(0), "{name}: {said}");
        }
        let create = ["create", "Club", "--system", "swiss:1", "--size", "9", "--time", "10m", "--referee", "Ref"];
        hall.event = hall.done("Olga", &[&["tournament"][..], &create].concat()).await?.trim().to_owned();
        let t = hall.event.as_str();
        for name in PLAYERS {
            hall.done(name, &["tournament", "enter", t]).await?;
        }
        for order in [&["draw", t, "--by", "seed"][..], &["start", t], &["pair", t, "--begin"]] {
            hall.done("Olga", &[&["tournament"], order].concat()).await?;
        }
        Ok(hall)
    }

    fn client(&self, who: &str, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = tengen(&self.home.join(who), &self.server.url, None)?;
        command.args(words);
        Ok(command)
    }

    async fn done(&self, who: &str, words: &[&str]) -> anyhow::Result<String> {
        let (code, out, said) = typed(self.client(who, words)?, "").await?;
        ensure!(code == Some(0), "{words:?}: {out} {said}");
        Ok(out)
    }

    /// Exit code and lines of an order of the referee's to all boards.
    async fn to_all(&self, order: &str) -> anyhow::Result<(Option<i32>, Vec<Value>)> {
        let words = ["referee", &self.event, order, "--reason", "other", "--text", "power cut", "--yes", "--json"];
        let (code, out, _) = typed(self.client("Ref", &words)?, "").await?;
        Ok((code, out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?))
    }

    /// The boards once they stand like this: table and trouble, the worst first.
    async fn boards(&self, wanted: &[(u64, &str)]) -> anyhow::Result<Vec<Value>> {
        wait_for(&format!("{wanted:?}"), 60, || async {
            let view = json(self.client("Ref", &["referee", &self.event, "boards", "--json"]).ok()?).await.ok()?;
            let boards = view.first()?["boards"].as_array()?.clone();
            let seen: Vec<_> =
                boards.iter().map(|board| (board["table"].as_u64(), board["trouble"].as_str())).collect();
            let wanted: Vec<_> = wanted.iter().map(|(table, trouble)| (Some(*table), Some(*trouble))).collect();
            (seen == wanted).then_some(boards)
        })
        .await
    }

    /// Somebody sits down at his board; dropped, he loses his connection.
    fn sits(&self, who: &str, game: &str) -> anyhow::Result<Child> {
        let mut command = self.client(who, &["play", game])?;
        let quiet = || std::process::Stdio::null();
        Ok(command.stdin(std::process::Stdio::piped()).stdout(quiet()).stderr(quiet()).kill_on_drop(true).spawn()?)
    }
}

async fn boards_in_trouble_are_seen_and_suspended(kind: StoreKind) -> anyhow::Result<()> {
    let hall = Hall::open(kind).await?;
    let boards = hall.boards(&[(1, "late"), (2, "late")]).await?;
    ensure!(boards[0]["absent"] == serde_json::json!(["black", "white"]), "{boards:?}");
    let name_at = |board: &Value, colour: &str| {
        let no = board[colour]["entry"].as_u64().and_then(|no| usize::try_from(no).ok());
        no.and_then(|no| PLAYERS.get(no.checked_sub(1)?)).copied()
    };
    let game = boards[0]["game"].as_str().context("no game")?;
    let (black, white) =
        (name_at(&boards[0], "black").context("black")?, name_at(&boards[0], "white").context("white")?);
    let _black = hall.sits(black, game)?;
    let mut white = hall.sits(white, game)?;
    hall.boards(&[(2, "late"), (1, "playing")]).await?;

    // where there is no terminal the console is its list
    let listed = hall.done("Ref", &["referee", &hall.event]).await?;
    ensure!(listed.contains("2 boards are open") && listed.contains("somebody is late"), "{listed}");
    let (code, _, said) = typed(hall.client("Ann", &["referee", &hall.event, "boards"])?, "").await?;
    ensure!(code == Some(1) && !said.is_empty(), "players do not see it: {said}");

    // whose connection is gone is missed
    white.kill().await?;
    let boards = hall.boards(&[(2, "late"), (1, "disconnected")]).await?;
    ensure!(boards[1]["absent"] == serde_json::json!(["white"]), "{boards:?}");

    // a game that has not begun cannot be suspended, and that is told
    let (code, told) = hall.to_all("suspend-all").await?;
    ensure!(code == Some(1) && told.len() == 2, "{told:?}");
    ensure!(told.iter().any(|line| line["table"] == 2 && line["error"].is_string()), "{told:?}");
    ensure!(told.iter().any(|line| line["table"] == 1 && line["seq"].is_u64()), "{told:?}");
    hall.boards(&[(1, "suspended"), (2, "late")]).await?;
    // what is suspended already is left as it is
    let (code, told) = hall.to_all("suspend-all").await?;
    ensure!(code == Some(1) && told.len() == 1 && told[0]["table"] == 2, "{told:?}");
    let (code, told) = hall.to_all("resume-all").await?;
    ensure!(code == Some(0) && told.len() == 1 && told[0]["table"] == 1, "{told:?}");
    hall.boards(&[(2, "late"), (1, "disconnected")]).await?;
    let (code, told) = hall.to_all("resume-all").await?;
    ensure!(code == Some(0) && told.is_empty(), "nothing is left to be done: {told:?}");
    let log = hall.server.get(&format!("/api/v1/games/{game}/log")).await?;
    ensure!(log.matches("power cut").count() == 2, "each is in the game's log once: {log}");
    Ok(())
}
