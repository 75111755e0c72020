//! What is not for everybody: games that are unlisted or private, and names, passwords and tokens,
//! of which nothing is in the log of a server however much it is told to say.

use crate::client::{Client, admin, agreed, guest, post};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use tengen_tests::{
    binary,
    server::{Server, StoreKind},
};
use tokio::process::Command;

/// The status and body of a page, for who has this token.
async fn page(server: &Server, path: &str, token: Option<&str>) -> anyhow::Result<(u16, String)> {
    let mut request = reqwest::Client::new().get(format!("{}/api/v1/{path}", server.url));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlisted_game_is_in_no_list_and_a_private_one_is_none_for_others() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let (ann, bob, cyd) = (guest(&server).await?, guest(&server).await?, guest(&server).await?);
    let (mut black, mut white) = (Client::login(&server, &ann).await?, Client::login(&server, &bob).await?);
    let mut games = Vec::new();
    for visibility in ["public", "unlisted", "private"] {
        games.push(agreed(&mut black, &mut white, visibility).await?);
    }
    let [public, unlisted, private] = &games[..] else { anyhow::bail!("three games: {games:?}") };
    for token in [None, Some(cyd.as_str())] {
        let (_, list) = page(&server, "games", token).await?;
        ensure!(list.contains(public) && !list.contains(unlisted) && !list.contains(private), "{list}");
        for path in ["", "/log", ".sgf"] {
            ensure!(page(&server, &format!("games/{unlisted}{path}"), token).await?.0 == 200, "by link: {path}");
            let none = page(&server, &format!("games/nosuchgamenosuch{path}"), token).await?;
            let hidden = page(&server, &format!("games/{private}{path}"), token).await?;
            ensure!(none.0 == 404 && none == hidden, "{path}: {none:?} {hidden:?}");
        }
        let mut watcher = match token {
            Some(token) => Client::login(&server, token).await?,
            None => Client::anonymous(&server).await?,
        };
        watcher.join(public).await?;
        watcher.join(unlisted).await?;
        let none = watcher.refused(json!({"type": "join", "game": "nosuchgamenosuch"})).await?;
        let hidden = watcher.refused(json!({"type": "join", "game": private})).await?;
        ensure!(none == hidden && none["code"] == "no_such_game", "{none} {hidden}");
    }
    for token in [&ann, &bob] {
        ensure!(page(&server, &format!("games/{private}/log"), Some(token)).await?.0 == 200);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_holds_no_name_password_or_token_however_much_it_says() -> anyhow::Result<()> {
    for format in ["text", "json"] {
        let arguments = ["--log", "trace", "--log-format", format].map(str::to_owned);
        let server = Server::start_with(StoreKind::Embedded, &arguments).await?;
        let (name, password, wrong) = ("Kirinjiru", "correct-horse-battery", "staple-of-somebody-else");
        let words = |password: &str| json!({"name": name, "password": password});
        let (status, made) = post(&server, "accounts", None, words(password)).await?;
        ensure!(status == 201, "{made}");
        ensure!(post(&server, "login", None, words(wrong)).await?.0 == 401);
        let field = |body: &Value, name: &str| body[name].as_str().map(str::to_owned).context("a token");
        let (token, refresh) = (field(&made, "token")?, field(&made, "refresh_token")?);
        let (_, renewed) = post(&server, "refresh", None, json!({"refresh_token": refresh})).await?;
        let (_, bot) = post(&server, "tokens", Some(&token), json!({"label": "label-of-a-bot"})).await?;
        let visitor = guest(&server).await?;
        let (mut black, mut white) = (Client::login(&server, &token).await?, Client::login(&server, &visitor).await?);
        let game = agreed(&mut black, &mut white, "public").await?;
        black.join(&game).await?;
        white.join(&game).await?;
        black.ok(json!({"type": "refresh", "token": field(&renewed, "token")?})).await?;
        let forged = format!("{token}x");
        Client::open(&server, None, None).await?.refused(json!({"type": "hello", "token": forged})).await?;
        admin(&server, "account role Kirinjiru give referee").await?;
        let mut reset = Command::new(binary("tengen-server")?);
        reset.arg("--data").arg(server.home().join("data"));
        reset.args(["admin", "account", "reset-password", name]).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut reset = reset.spawn()?;
        let mut typing = reset.stdin.take().context("no stdin")?;
        tokio::io::AsyncWriteExt::write_all(&mut typing, b"another-long-password\n").await?;
        drop(typing);
        ensure!(reset.wait().await?.success());

        let log = server.log();
        ensure!(log.contains("TRACE"), "it was told to say much");
        ensure!(log.contains(made["account"].as_str().context("an account")?), "accounts are named by their ids");
        let secrets = [
            name.to_owned(),
            password.to_owned(),
            wrong.to_owned(),
            "another-long-password".to_owned(),
            "label-of-a-bot".to_owned(),
            "argon2".to_owned(),
            token,
            refresh,
            field(&renewed, "token")?,
            field(&renewed, "refresh_token")?,
            field(&bot, "token")?,
            visitor,
        ];
        for secret in secrets {
            // of a token the signature alone lets nobody in, but nothing of it is needed in a log
            let part = secret.rsplit('.').next().unwrap_or_default();
            let found = log.lines().find(|line| line.contains(part));
            ensure!(found.is_none(), "{part} is in the log: {found:?}");
        }
    }
    Ok(())
}
