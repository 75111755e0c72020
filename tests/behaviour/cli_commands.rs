//! What scripts rely on: JSON lines, exit codes, offers and refusals.

use crate::{StoreKind, on_both_stores};
use anyhow::ensure;
use tengen_tests::{
    cli::{Dialogue, guest, json, tengen, typed},
    server::Server,
    wait_for,
};

on_both_stores!(offers_are_made_listed_and_accepted_once, a_player_is_told_what_to_do, logins_are_not_thrown_away);

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

/// Runs to the end and says what was printed, whatever the exit code.
async fn run(command: tokio::process::Command) -> anyhow::Result<(Option<i32>, String, String)> {
    typed(command, "").await
}

async fn a_player_is_told_what_to_do(kind: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(kind).await?;
    let home = server.home();
    let mut tokens = Vec::new();
    for who in ["ann", "bob", "cyd"] {
        tokens.push(guest(&home.join(who), &server.url).await?.1);
    }
    let client = |who: usize, words: &[&str]| {
        let mut command = tengen(home, &server.url, Some(&tokens[who]))?;
        command.args(words);
        anyhow::Ok(command)
    };
    let words = ["play", "--offer", "--size", "9", "--time", "10m", "--colour", "black"];
    // What is typed before there is a game is answered, and quit takes the offer back.
    let (code, _, said) = typed(client(0, &words)?, "D4\nresign\nyes\nquit\n").await?;
    ensure!(code == Some(0) && said.contains("the game has not begun; quit withdraws the offer"), "{said}");
    ensure!(run(client(1, &["offers"])?).await?.1.is_empty(), "the offer is still there");
    // Who cannot type cannot play.
    let (code, _, said) = run(client(0, &words)?).await?;
    ensure!(code == Some(1) && said.contains("the input has ended"), "{said}");
    ensure!(run(client(1, &["offers"])?).await?.1.is_empty(), "the offer is still there");

    let (_, offer, _) = run(client(0, &["offer", "--size", "9", "--time", "10m", "--colour", "black"])?).await?;
    let offer = offer.trim();
    ensure!(run(client(0, &["offers"])?).await?.1.contains("(yours)"), "one's own offer is marked");
    ensure!(!run(client(1, &["offers"])?).await?.1.contains("(yours)"), "it is nobody else's");
    let (code, _, said) = run(client(1, &["withdraw", offer])?).await?;
    ensure!(code == Some(1) && said.contains("no such offer"), "only its maker withdraws it: {said}");
    ensure!(run(client(0, &["withdraw", offer])?).await?.0 == Some(0), "its maker withdraws it");
    ensure!(run(client(1, &["accept", offer])?).await?.0 == Some(1), "nobody can accept it then");

    let (_, offer, _) = run(client(0, &["offer", "--size", "9", "--time", "10m", "--colour", "black"])?).await?;
    let (_, game, _) = run(client(1, &["accept", offer.trim()])?).await?;
    let game = game.trim();
    let (_, mine, _) = run(client(0, &["games", "--mine"])?).await?;
    ensure!(mine.starts_with(game) && mine.lines().count() == 1, "{mine}");
    let (code, _, said) = run(client(2, &["play", game])?).await?;
    ensure!(code == Some(1) && said.contains("you do not play in this game; use `tengen watch`"), "{said}");
    // White has come and left; Black resumes the one game in progress and plays.
    let (code, _, said) = run(client(1, &["play"])?).await?;
    ensure!(code == Some(0) && said.contains("you play White against"), "{said}");
    ensure!(said.contains("you leave before the game has begun"), "{said}");
    let mut black = Dialogue::start(client(0, &["play"])?)?;
    black.when("you play Black against", "undo").await?;
    black.when("you have no move to take back", "").await?;
    let mut white = Dialogue::start(client(1, &["play"])?)?;
    white.when("you play White against", "").await?;
    if !black.said.iter().any(|message| message == "your move") {
        black.when("your move", "").await?;
    }
    black.say("D4").await?;
    white.when("your move", "pass").await?;
    black.when("your move", "pass").await?;
    black.when("two passes: agree on the dead stones", "resume").await?;
    white.when("your move", "resign").await?;
    white.when("resign this game?", "yes").await?;
    let (white_ended_well, _) = white.end().await?;
    let (black_ended_well, board) = black.end().await?;
    ensure!(white_ended_well && black_ended_well && board.contains("(X)"), "D4 is on the board: {board}");

    wait_for("no game in progress", 30, || async {
        run(client(0, &["games", "--mine"]).ok()?)
            .await
            .ok()
            .filter(|(code, list, _)| *code == Some(0) && list.is_empty())
    })
    .await?;
    let (code, _, said) = run(client(0, &["play"])?).await?;
    ensure!(code == Some(2) && said.contains("no game of yours is in progress"), "{said}");
    let (_, _, said) = run(client(0, &["play", game])?).await?;
    ensure!(said.contains("you played Black against") && !said.contains("you leave"), "{said}");
    ensure!(run(client(2, &["games", "--limit", "1"])?).await?.1.lines().count() == 1, "but listed");
    // It is found by its players.
    let mut who = Vec::new();
    for player in [0, 1] {
        let me = json(client(player, &["whoami", "--json"])?).await?;
        who.push(["account", "name"].map(|field| me[0][field].as_str().unwrap_or_default().to_owned()));
    }
    let [[black, black_name], [white, _]] = [&who[0], &who[1]];
    let found = async |words: &[&str]| {
        let mut command = client(2, &["games", "--json", "--finished", "--player"])?;
        command.args(words);
        json(command).await
    };
    for words in [
        &[black_name.as_str(), "--opponent", white, "--result", "won", "--size", "9"][..],
        &[white, "--result", "LOST"],
    ] {
        let games = found(words).await?;
        ensure!(games.len() == 1 && games[0]["game"] == game && games[0]["ended_at"].is_u64(), "{words:?}: {games:?}");
    }
    let cursor = format!("{}.{game}", found(&[black]).await?[0]["ended_at"]);
    for words in [["--result", "lost"], ["--size", "13"], ["--before", &cursor]] {
        ensure!(found(&[black, words[0], words[1]]).await?.is_empty(), "{words:?}");
    }
    let (code, _, said) = run(client(2, &["games", "--player", "nobody at all"])?).await?;
    ensure!(code == Some(2) && said.contains("no player has this name or id"), "{said}");
    let player: serde_json::Value = serde_json::from_str(&server.get(&format!("/api/v1/players/{black_name}")).await?)?;
    ensure!(player["account"] == black.as_str() && player["guest"] == true, "{player}");
    ensure!([&player["finished"], &player["won"], &player["lost"]].map(|n| n.as_u64()) == [Some(1), Some(1), Some(0)]);
    // A finished game gives its whole log.
    let mut watch = client(2, &["watch", game])?;
    watch.arg("--json");
    let events = json(watch).await?;
    ensure!(events.first().is_some_and(|event| event["seq"] == 1), "{events:?}");
    ensure!(events.last().is_some_and(|event| event["event"]["kind"] == "resigned"), "{events:?}");
    Ok(())
}

async fn logins_are_not_thrown_away(kind: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(kind).await?;
    let client = |words: &[&str]| {
        let mut command = tengen(server.home(), &server.url, None)?;
        command.args(words);
        anyhow::Ok(command)
    };
    let first = run(client(&["guest"])?).await?.1;
    let whoami = || async { anyhow::Ok(run(client(&["whoami"])?).await?.1) };
    let me = whoami().await?;
    ensure!(me.starts_with("guest-") && first.starts_with("guest-"), "{me} {first}");
    for words in [&["guest"][..], &["guest", "--json"], &["register", "Kirin"], &["login", "Kirin"]] {
        let (code, out, said) = typed(client(words)?, "correct horse\n").await?;
        ensure!(code == Some(2) && out.is_empty(), "{words:?}: {out} {said}");
        ensure!(said.contains("profile 'default' is guest-") && said.contains("--replace"), "{words:?}: {said}");
    }
    let (_, token, _) = run(client(&["guest", "--print"])?).await?;
    ensure!(token.trim().len() > 20 && token.lines().count() == 1, "only a token is printed");
    ensure!(whoami().await? == me, "nothing of this has touched the profile");
    let (code, _, said) = typed(client(&["register", "Kirin", "--profile", "friend"])?, "correct horse\n").await?;
    ensure!(code == Some(0), "{said}");
    // To log in as the same account again throws nothing away.
    let (code, _, said) = typed(client(&["login", "kirin", "--profile", "friend"])?, "correct horse\n").await?;
    ensure!(code == Some(0), "{said}");
    let (code, _, said) = typed(client(&["register", "Longma"])?, "short\n").await?;
    ensure!(code == Some(2) && said.contains("--replace"), "{said}");
    let (code, _, said) = typed(client(&["register", "Longma", "--replace"])?, "short\n").await?;
    ensure!(code == Some(2) && said.contains("8 bytes"), "{said}");
    ensure!(run(client(&["guest", "--replace"])?).await?.0 == Some(0), "what is said is done");
    ensure!(whoami().await? != me, "another guest");
    ensure!(run(client(&["logout"])?).await?.0 == Some(0), "logout");
    let left: Vec<_> = std::fs::read_dir(server.home().join("tengen"))?.filter_map(Result::ok).collect();
    ensure!(left.iter().all(|file| !file.file_name().to_string_lossy().contains(".default.lock")), "{left:?}");
    Ok(())
}
