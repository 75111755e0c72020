//! A game between two nodes or more, with a spectator, and its end.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{path::Path, time::Duration};
use tengen_tests::{
    cli::{Dialogue, guest, json, tengen},
    history::{Log, Seen, violations},
    player::Player,
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// Moves of a game, of both together.
pub(crate) const PLIES: usize = 60;

/// However slow the machine.
const PLAYED_WITHIN: Duration = Duration::from_secs(60);

/// A game of three guests: Black comes to the first of these places, White to the next, a spectator
/// to the one after, and each to the others when it is lost.
pub(crate) async fn begun(home: &Path, places: &[String]) -> anyhow::Result<[Player; 3]> {
    let url = places.first().context("nowhere to play")?;
    let mut tokens = Vec::new();
    for name in ["black", "white", "spectator"] {
        tokens.push(guest(&home.join(name), url).await?.1);
    }
    let game = agreed(home, url, [&tokens[0], &tokens[1]]).await?;
    let column = |letters: &str| -> Vec<String> {
        letters.chars().flat_map(|letter| (1..=9).map(move |row| format!("{letter}{row}"))).collect()
    };
    let points = [column("ABCD"), column("FGHJ"), Vec::new()];
    let mut players = tokens.into_iter().zip(points).enumerate().map(|(side, (token, points))| {
        let mut places = places.to_vec();
        let count = places.len();
        places.rotate_left(side % count);
        let mut player = Player::new(token, places, side, game.clone(), points);
        player.thinks = Duration::from_millis(15);
        player
    });
    let mut next = || players.next().context("three");
    Ok([next()?, next()?, next()?])
}

/// The game that Black offers and White accepts.
pub(crate) async fn agreed(home: &Path, url: &str, [black, white]: [&str; 2]) -> anyhow::Result<String> {
    let say = async |token: &str, words: &str, field: &str| {
        let mut command = tengen(home, url, Some(token))?;
        command.args(words.split(' ')).arg("--json");
        let lines = json(command).await?;
        let value = lines.first().and_then(|line| line[field].as_str()).map(str::to_owned);
        value.with_context(|| format!("no {field}: {lines:?}"))
    };
    let offer = say(black, "offer --size 9 --time 1h --colour black", "offer").await?;
    say(white, &format!("accept {offer}"), "game").await
}

/// Plays all moves; `change` is made when half of them are in the log, and then nobody goes on before
/// it is made.
pub(crate) async fn over(
    players: &mut [Player; 3],
    log: &str,
    change: impl AsyncFnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (made, go) = watch::channel(false);
    for player in players.iter_mut() {
        player.holds = Some((PLIES / 2, go.clone()));
    }
    let path = format!("{log}/api/v1/games/{}/log", players[0].game);
    let [black, white, spectator] = players;
    let playing = async { tokio::try_join!(black.play(PLIES), white.play(PLIES), spectator.play(PLIES)).map(|_| ()) };
    let changing = async {
        let moves = |page: &Value| {
            let events = page["events"].as_array().map(Vec::as_slice).unwrap_or_default();
            events.iter().filter(|event| event["event"]["kind"] == "play").count()
        };
        while moves(&page(&path).await?) < PLIES / 2 {
            sleep(Duration::from_millis(20)).await;
        }
        change().await?;
        made.send_replace(true);
        anyhow::Ok(())
    };
    let both = async { tokio::try_join!(playing, changing) };
    timeout(PLAYED_WITHIN, both).await.with_context(|| format!("not played in {PLAYED_WITHIN:?}"))??;
    Ok(())
}

async fn page(url: &str) -> anyhow::Result<Value> {
    let answer = reqwest::get(url).await?;
    ensure!(answer.status().is_success(), "GET {url}: {}", answer.status());
    Ok(answer.json().await?)
}

/// Judges what everybody saw by the log that is read here.
pub(crate) async fn check(log: &str, players: [Player; 3]) -> anyhow::Result<()> {
    let page = page(&format!("{log}/api/v1/games/{}/log", players[0].game)).await?;
    let events = page["events"].as_array().context("no events")?.clone();
    let log = Log { events, head: page["head"].as_str().context("no head")?.to_owned() };
    let records = players.map(|player| player.seen);
    let found = violations(&log, &records);
    ensure!(found.is_empty(), "{found:#?}");
    let acknowledged = records.iter().flatten().filter(|seen| matches!(seen, Seen::Acknowledged { .. })).count();
    ensure!(acknowledged == PLIES, "{acknowledged} moves were acknowledged: {page}");
    Ok(())
}

/// Two people at keyboards pass, agree on the dead stones, and the game is counted and recorded.
pub(crate) async fn counted(home: &Path, places: [&str; 2], tokens: [&str; 2], game: &str) -> anyhow::Result<()> {
    let sit = |side: usize| {
        let mut command = tengen(home, places[side], Some(tokens[side]))?;
        command.args(["play", game]);
        Dialogue::start(command)
    };
    let (mut black, mut white) = (sit(0)?, sit(1)?);
    black.when("your move", "pass").await?;
    white.when("your move", "pass").await?;
    black.when("two passes: agree on the dead stones", "accept").await?;
    white.when("two passes: agree on the dead stones", "accept").await?;
    let ((black, _), (white, _)) = tokio::try_join!(black.end(), white.end())?;
    ensure!(black && white, "both leave a game that has ended");
    let record = reqwest::get(format!("{}/api/v1/games/{game}.sgf", places[1])).await?.text().await?;
    ensure!(record.contains("RE["), "no result: {record}");
    Ok(())
}
