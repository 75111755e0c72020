//! A triple ko in a game of a tournament: the third occurrence of a position stops play, the players are told, a
//! referee lets it continue and then rules a draw, and the tournament has the result. The stop outlives a kill.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::path::PathBuf;
use tengen_tests::{
    cli::{Dialogue, tengen, typed},
    server::Server,
    wait_for,
};
use tokio::process::Command;

on_both_stores!(a_triple_ko_is_ruled_on);

/// Three kos at the edges, as a referee sets them up.
const EDIT: [&str; 6] = ["--black", "A1 B2 F1 G2 H1 A9 B8", "--white", "B1 C2 D1 H2 J1 B9 C8 D9", "--to-move", "black"];

/// Six plies bring the board about again.
const ROUND: [&str; 6] = ["C1", "G1", "C9", "B1", "H1", "B9"];

/// A server and people who have accounts, each with a profile of his own.
struct Hall {
    server: Server,
    home: PathBuf,
}

impl Hall {
    async fn open(kind: StoreKind) -> anyhow::Result<Self> {
        let server = Server::start(kind).await?;
        let hall = Self { home: server.home().to_owned(), server };
        for name in ["Olga", "Ann", "Bob"] {
            let (code, _, said) = typed(hall.client(name, &["register", name])?, "correct horse\n").await?;
            ensure!(code == Some(0), "{name}: {said}");
        }
        Ok(hall)
    }

    fn client(&self, who: &str, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = tengen(&self.home.join(who), &self.server.url, None)?;
        command.args(words);
        Ok(command)
    }

    /// What is printed for a command that must succeed.
    async fn done(&self, who: &str, words: &[&str]) -> anyhow::Result<String> {
        let (code, out, said) = typed(self.client(who, words)?, "").await?;
        ensure!(code == Some(0), "{words:?}: {out} {said}");
        Ok(out)
    }

    async fn rule(&self, game: &str, words: &[&str]) -> anyhow::Result<String> {
        self.done("Olga", &[&["referee", game], words, &["--reason", "other", "--yes"]].concat()).await
    }

    async fn read(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.server.get(path).await?)?)
    }

    async fn snapshot(&self, game: &str) -> anyhow::Result<Value> {
        Ok(self.read(&format!("/api/v1/games/{game}")).await?["snapshot"].take())
    }

    async fn when(&self, what: &str, game: &str, is: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        wait_for(what, 60, || async { self.snapshot(game).await.ok().filter(|snapshot| is(snapshot)) }).await
    }
}

async fn a_triple_ko_is_ruled_on(kind: StoreKind) -> anyhow::Result<()> {
    let mut hall = Hall::open(kind).await?;
    let settings =
        ["--preset", "chinese-2002", "--system", "round-robin:1", "--size", "9", "--time", "1h", "--ko", "referee"];
    let made = hall.done("Olga", &[&["tournament", "create", "Kos"], &settings[..]].concat()).await?;
    let t = made.trim();
    let shown = hall.done("Ann", &["tournament", "show", t]).await?;
    ensure!(shown.contains("a referee rules on repetition"), "{shown}");
    for who in ["Ann", "Bob"] {
        hall.done(who, &["tournament", "enter", t]).await?;
    }
    for step in [&["draw", t][..], &["start", t], &["pair", t, "--begin"]] {
        hall.done("Olga", &[&["tournament"], step].concat()).await?;
    }
    let round = format!("/api/v1/tournaments/{t}/rounds/1/1");
    let round = wait_for("the game", 60, || async {
        hall.read(&round).await.ok().filter(|round| round["bouts"][0]["games"][0]["created"] == true)
    })
    .await?;
    let game = round["bouts"][0]["games"][0]["game"].as_str().context("no game")?.to_owned();
    let names = hall.snapshot(&game).await?["names"].take();
    let seat = |side: &str| names[side].as_str().context("no name").map(str::to_owned);
    let play = |who: &str| Dialogue::start(hall.client(who, &["play", "--tournament", t])?);
    let (mut black, mut white) = (play(&seat("black")?)?, play(&seat("white")?)?);
    hall.when("the beginning", &game, |snapshot| snapshot["phase"] == "playing").await?;
    black.when("your move", "").await?;
    hall.rule(&game, &[&["edit"][..], &EDIT].concat()).await?;

    for (ply, at) in ROUND.iter().chain(&ROUND).enumerate() {
        let player = if ply % 2 == 0 { &mut black } else { &mut white };
        player.when("your move", at).await?;
    }
    let waits = |snapshot: &Value| snapshot["phase"] == "paused" && snapshot["pause"]["awaits"] == "repetition";
    let stopped = hall.when("the third occurrence", &game, waits).await?;
    ensure!(stopped["moves"].as_str().map(|moves| moves.split(' ').count()) == Some(12), "{stopped}");
    ensure!(stopped["clocks"]["running"].is_null() && stopped["to_move"] == "black", "{stopped}");
    for player in [&mut black, &mut white] {
        player.when("occurrence 3; play stops until a referee rules on the repetition", "").await?;
    }
    // nobody goes on without a ruling, and no referee by the way
    black.say("C1").await?;
    black.when("play has stopped until a referee rules", "").await?;
    let words = ["referee", &game, "resume", "--reason", "other", "--yes"];
    let (code, _, said) = typed(hall.client("Olga", &words)?, "").await?;
    ensure!(code == Some(1) && said.contains("until a referee rules"), "{code:?} {said}");

    // it stands as it stood, whatever becomes of the server
    hall.server.kill().await?;
    hall.server.start_again().await?;
    let again = hall.when("the game", &game, waits).await?;
    ensure!((&again["clocks"], &again["moves"]) == (&stopped["clocks"], &stopped["moves"]), "{again}");
    hall.rule(&game, &["repetition", "continue"]).await?;
    // what comes about once more is ruled on again
    black.when("your move", "C1").await?;
    let thirteen =
        |snapshot: &Value| waits(snapshot) && snapshot["moves"].as_str().is_some_and(|moves| moves.ends_with("B9 C1"));
    hall.when("the next stop", &game, thirteen).await?;
    hall.rule(&game, &["repetition", "draw", "--text", "triple ko"]).await?;
    for player in [black, white] {
        let (ended, seen) = player.end().await?;
        ensure!(ended && seen.contains("draw"), "{seen}");
    }
    let outcome = hall.snapshot(&game).await?["outcome"].take();
    ensure!(outcome["result"] == "0" && outcome["reason"] == "repetition", "{outcome}");
    let standings = format!("/api/v1/tournaments/{t}/standings?stage=1");
    wait_for("the result", 60, || async {
        let standings = hall.read(&standings).await.ok()?;
        let points = standings["rows"].as_array()?.iter().map(|row| row["points"].as_u64());
        (points.collect::<Vec<_>>() == [Some(1), Some(1)]).then_some(())
    })
    .await?;
    // the record says what came about again
    let record = hall.done("Ann", &["sgf", &game]).await?;
    ensure!(record.contains("RU[Chinese, a referee rules on repetition]"), "{record}");
    ensure!(record.contains("C[Occurrence 3 of this position, last after move 6.]"), "{record}");
    hall.server.stop().await?;
    Ok(())
}
