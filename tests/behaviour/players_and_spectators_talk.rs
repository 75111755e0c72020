//! Talk beside a game: the players and the spectators apart until the end, on whatever way they ask and
//! whichever node they use; muted where somebody wants it.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use tengen_tests::{
    binary,
    cli::{Dialogue, guest, json, tengen, typed},
    server::Server,
    wait_for,
};
use tokio::process::Command;

on_both_stores!(talk_is_apart_until_the_end);

/// The status and body of a channel over HTTP.
async fn channel(node: &str, game: &str, channel: &str, token: Option<&str>) -> anyhow::Result<(u16, String)> {
    let mut request = reqwest::Client::new().get(format!("{node}/api/v1/games/{game}/talk?channel={channel}"));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

/// Another node over the same Redis, if there is one.
async fn other_node(server: &Server) -> anyhow::Result<Option<Server>> {
    let Some(redis) = server.redis() else { return Ok(None) };
    let secret = server.home().join("secret").display().to_string();
    let arguments = ["--redis".to_owned(), redis.url(), "--secret-file".to_owned(), secret];
    Ok(Some(Server::start_with(StoreKind::Embedded, &arguments).await?))
}

async fn talk_is_apart_until_the_end(kind: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(kind).await?;
    let other = other_node(&server).await?;
    let (here, there) = (server.url.as_str(), other.as_ref().map_or(server.url.as_str(), |other| other.url.as_str()));
    let mut guests = Vec::new();
    for who in ["ann", "bob", "cyd"] {
        guests.push(guest(&server.home().join(who), here).await?);
    }
    let [(_, ann), (_, bob), (cyd_id, cyd)] = &guests[..] else { anyhow::bail!("three guests") };
    let client = |node: &str, token: &str, words: &[&str]| {
        let mut command = tengen(server.home(), node, Some(token))?;
        command.args(words);
        anyhow::Ok(command)
    };
    let offer = ["offer", "--size", "9", "--time", "10m", "--colour", "black", "--json"];
    let offer = json(client(here, ann, &offer)?).await?[0]["offer"].as_str().context("no offer")?.to_owned();
    let accepted = json(client(there, bob, &["accept", &offer, "--json"])?).await?;
    let game = accepted[0]["game"].as_str().context("no game")?.to_owned();

    let mut black = Dialogue::start(client(here, ann, &["play", &game])?)?;
    let mut white = Dialogue::start(client(there, bob, &["play", &game])?)?;
    let mut watcher = Dialogue::start(client(there, cyd, &["watch", &game])?)?;
    black.when("you play Black against", "say hello Bob").await?;
    white.when(": hello Bob", "say 你好").await?;
    black.when(": 你好", "say").await?;
    black.when("say what?", "say a\u{202e}b").await?;
    black.when("cannot be said", "help").await?;
    let (code, _, said) = typed(client(here, cyd, &["say", &game, "B2", "dies"])?, "").await?;
    ensure!(code == Some(0), "{said}");
    watcher.when("[spectators] guest-", "").await?;
    ensure!(watcher.said.last().is_some_and(|line| line.ends_with(": B2 dies")), "{:?}", watcher.said);
    // a player says from wherever he is, and to his channel alone
    let (code, _, said) = typed(client(there, ann, &["say", &game, "from elsewhere"])?, "").await?;
    ensure!(code == Some(0), "{said}");
    white.when(": from elsewhere", "").await?;
    for words in [["say", &game, "x", "--channel", "spectators"], ["say", &game, "x", "--channel", "players"]] {
        let who = if words[4] == "players" { cyd } else { ann };
        let (code, _, said) = typed(client(here, who, &words)?, "").await?;
        ensure!(code == Some(1) && said.contains("may not do that"), "{code:?} {said}");
    }
    for node in [here, there] {
        for (token, hidden, open) in [(Some(ann), "spectators", "players"), (None, "players", "spectators")] {
            let token = token.map(String::as_str);
            let (status, body) = channel(node, &game, hidden, token).await?;
            ensure!(status == 403 && body.contains("forbidden") && !body.contains("dies"), "{status} {body}");
            ensure!(channel(node, &game, open, token).await?.0 == 200);
        }
    }
    // whom one mutes one does not hear, on any node
    let heard = white.said.iter().find(|line| line.ends_with(": hello Bob")).context("not heard")?;
    let name = heard.trim_start_matches("[players] ").split(": ").next().context("no name")?.to_owned();
    white.say(&format!("mute {name}")).await?;
    white.when("is not heard any more", "").await?;
    wait_for("the mute", 30, || async {
        let (_, body) = channel(here, &game, "players", Some(bob)).await.ok()?;
        (!body.contains("hello Bob")).then_some(())
    })
    .await?;
    // whom the operator mutes says nothing, on any node
    let operate = async |words: &[&str]| {
        let mut command = Command::new(binary("tengen-server")?);
        let data = server.home().join("data");
        let out = command.arg("admin").arg("--data").arg(data).args(words).output().await?;
        ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        anyhow::Ok(())
    };
    let cyd_id = format!("@{cyd_id}");
    operate(&["mute", &cyd_id, "--for", "1h"]).await?;
    let (code, _, said) = typed(client(there, cyd, &["say", &game, "mutedline"])?, "").await?;
    ensure!(code == Some(1) && said.contains("does not let you talk for"), "{said}");
    operate(&["unmute", &cyd_id]).await?;
    let (code, _, said) = typed(client(there, cyd, &["say", &game, "or does it?"])?, "").await?;
    ensure!(code == Some(0), "{said}");

    white.say("resign").await?;
    white.when("resign this game?", "yes").await?;
    ensure!(white.end().await?.0 && black.end().await?.0 && watcher.end().await?.0, "all end well");
    for (token, which, text) in
        [(Some(ann), "spectators", "B2 dies"), (None, "players", "hello Bob"), (Some(cyd), "players", "from elsewhere")]
    {
        let token = token.map(String::as_str);
        let (status, body) = wait_for("the end on the other node", 30, || async {
            channel(there, &game, which, token).await.ok().filter(|(status, _)| *status == 200)
        })
        .await?;
        ensure!(body.contains(text) && !body.contains("mutedline"), "{status} {body}");
    }
    for page in ["", "/log", ".sgf"] {
        let body = server.get(&format!("/api/v1/games/{game}{page}")).await?;
        ensure!(!body.contains("hello Bob") && !body.contains("dies"), "{page}: {body}");
    }
    ensure!(!server.log().contains("hello Bob") && !server.log().contains("dies"), "the log is told nothing");
    Ok(())
}
