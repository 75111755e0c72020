//! A referee rules in a game that others play: warns, changes the position, overturns a result. Players and
//! accounts without the office may not, and whoever watches is told.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use tengen_tests::{
    binary,
    cli::{Dialogue, guest, json, tengen, typed},
    server::Server,
    wait_for,
};
use tokio::process::Command;

on_both_stores!(a_referee_rules_and_nobody_else);

/// Two guests, the one who watches, and the referee.
struct Hall {
    server: Server,
    tokens: [String; 4],
}

const BLACK: usize = 0;
const WHITE: usize = 1;
const WATCHER: usize = 2;
const REFEREE: usize = 3;

impl Hall {
    async fn open(kind: StoreKind) -> anyhow::Result<Self> {
        let server = Server::start(kind).await?;
        let mut tokens: [String; 4] = Default::default();
        for (n, token) in tokens.iter_mut().enumerate() {
            let (account, made) = guest(&server.home().join(n.to_string()), &server.url).await?;
            *token = made;
            if n == REFEREE {
                let mut command = Command::new(binary("tengen-server")?);
                let data = server.home().join("data");
                command.arg("admin").arg("--data").arg(data);
                let out = command.args(["account", "role", &format!("@{account}"), "give", "referee"]).output().await?;
                ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
            }
        }
        Ok(Self { server, tokens })
    }

    fn command(&self, who: usize, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = tengen(self.server.home(), &self.server.url, Some(&self.tokens[who]))?;
        command.args(words);
        Ok(command)
    }

    async fn ask(&self, who: usize, words: &[&str]) -> anyhow::Result<Value> {
        json(self.command(who, words)?).await?.into_iter().next().context("no answer")
    }

    async fn game(&self) -> anyhow::Result<String> {
        let offer = ["offer", "--size", "9", "--time", "10m", "--colour", "black", "--json"];
        let offer = self.ask(BLACK, &offer).await?["offer"].as_str().context("no offer")?.to_owned();
        let game = self.ask(WHITE, &["accept", &offer, "--json"]).await?;
        Ok(game["game"].as_str().context("no game")?.to_owned())
    }

    async fn rule(&self, game: &str, words: &[&str]) -> anyhow::Result<Value> {
        let words = [&["referee", game], words, &["--yes", "--json"]].concat();
        self.ask(REFEREE, &words).await
    }

    async fn snapshot(&self, game: &str) -> anyhow::Result<Value> {
        let text = self.server.get(&format!("/api/v1/games/{game}")).await?;
        Ok(serde_json::from_str::<Value>(&text)?["snapshot"].take())
    }
}

async fn a_referee_rules_and_nobody_else(kind: StoreKind) -> anyhow::Result<()> {
    let mut hall = Hall::open(kind).await?;
    let game = hall.game().await?;
    let mut black = Dialogue::start(hall.command(BLACK, &["play", &game])?)?;
    let mut white = Dialogue::start(hall.command(WHITE, &["play", &game])?)?;
    let watcher = Dialogue::start(hall.command(WATCHER, &["watch", &game])?)?;
    black.when("the game begins", "E5").await?;
    white.when("your move", "C3").await?;

    // neither a player nor whoever has no office
    for who in [BLACK, WATCHER] {
        let words = ["referee", &game, "lose", "white", "--reason", "cheating", "--yes"];
        let (code, _, said) = typed(hall.command(who, &words)?, "").await?;
        ensure!(code == Some(1) && said.contains("may not do that"), "{code:?} {said}");
    }
    // nobody is asked where there is no terminal
    let words = ["referee", &game, "lose", "white", "--reason", "cheating"];
    let (code, _, said) = typed(hall.command(REFEREE, &words)?, "y\n").await?;
    ensure!(code == Some(2) && said.contains("--yes"), "{code:?} {said}");

    hall.rule(&game, &["warn", "black", "--reason", "talking", "--text", "twice before"]).await?;
    for heard in [&mut black, &mut white] {
        heard.when("black was warned: talking: “twice before”", "").await?;
    }
    // the position is changed under the players' hands, and they play on from it
    let edit = ["edit", "--remove", "C3", "--white", "G7 G6", "--to-move", "white", "--reason", "other"];
    hall.rule(&game, &edit).await?;
    let snapshot = hall.snapshot(&game).await?;
    ensure!(snapshot["moves"] == "" && snapshot["to_move"] == "white", "{snapshot}");
    ensure!(snapshot["board"].as_str().is_some_and(|rows| rows.matches('O').count() == 2), "{snapshot}");
    white.when("your move", "D4").await?;
    wait_for("D4", 30, || async { (hall.snapshot(&game).await.ok()?["moves"] == "D4").then_some(()) }).await?;
    // it survives the server
    hall.server.kill().await?;
    hall.server.start_again().await?;
    hall.rule(&game, &["warn", "black", "--reason", "device"]).await?;
    let (watched, seen) = watcher.end().await?;
    ensure!(white.end().await?.0 && black.end().await?.0 && watched, "all end well");
    for told in ["black was warned: talking: “twice before”", "the referee has changed the position"] {
        ensure!(seen.contains(told), "{told}: {seen}");
    }
    let outcome = hall.snapshot(&game).await?["outcome"].take();
    ensure!(outcome["result"] == "W+F" && outcome["reason"] == "forfeit", "{outcome}");

    // a finished game is overturned, and lists hear of it
    hall.rule(&game, &["overturn", "B+2.5", "--reason", "other"]).await?;
    let outcome = hall.snapshot(&game).await?["outcome"].take();
    ensure!(outcome["result"] == "B+2.5" && outcome["winner"] == "black", "{outcome}");
    wait_for("the list", 30, || async {
        let list = hall.server.get("/api/v1/games?status=finished").await.ok()?;
        list.contains("B+2.5").then_some(())
    })
    .await?;
    let record = hall.server.get(&format!("/api/v1/games/{game}.sgf")).await?;
    ensure!(record.contains("RE[B+2.5]") && record.contains("W[df]"), "{record}");
    let words = ["referee", &game, "warn", "black", "--reason", "late", "--yes"];
    let (code, _, said) = typed(hall.command(REFEREE, &words)?, "").await?;
    ensure!(code == Some(1) && said.contains("the game is over"), "{code:?} {said}");
    Ok(())
}
