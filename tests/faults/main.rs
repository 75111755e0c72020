//! Live games while processes are killed: what was acknowledged stays, on whatever node one is.

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{os::unix::fs::PermissionsExt, time::Duration};
use tempfile::TempDir;
use tengen_tests::{
    RedisServer,
    cli::{guest, json as answer, tengen},
    history::{Log, Seen, violations},
    player::Player,
    server::{Server, StoreKind},
};
use tokio::{process::Command, time::timeout};

const PLIES: usize = 60;

/// Several nodes over one Redis.
struct Nodes {
    redis: RedisServer,
    nodes: Vec<Server>,
    _secret: TempDir,
}

impl Nodes {
    async fn start(count: usize) -> anyhow::Result<Self> {
        let (redis, secret) = (RedisServer::start()?, tempfile::tempdir()?);
        let file = secret.path().join("secret");
        std::fs::write(&file, "0123456789abcdef".repeat(4))?;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
        let arguments = ["--redis".into(), redis.url(), "--secret-file".into(), file.display().to_string()];
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(Server::start_with(StoreKind::Embedded, &arguments).await?);
        }
        Ok(Self { redis, nodes, _secret: secret })
    }

    /// A game that both play from here on, Black first on node 0 and White first on node 1.
    async fn game(&self) -> anyhow::Result<[Player; 2]> {
        let home = self.nodes[0].home();
        let (black, white) =
            (guest(&home.join("b"), &self.nodes[0].url).await?.1, guest(&home.join("w"), &self.nodes[0].url).await?.1);
        let run = async |token: &str, words: String| {
            let mut command = tengen(home, &self.nodes[0].url, Some(token))?;
            command.args(words.split(' ')).arg("--json");
            answer(command).await
        };
        let offer = run(&black, "offer --size 9 --time 1h --colour black".into()).await?;
        let offer = offer[0]["offer"].as_str().context("no offer")?.to_owned();
        let game = run(&white, format!("accept {offer}")).await?;
        let game = game[0]["game"].as_str().context("no game")?.to_owned();
        let column = |letters: &str| -> Vec<String> {
            letters.chars().flat_map(|letter| (1..=9).map(move |row| format!("{letter}{row}"))).collect()
        };
        let mut urls: Vec<String> = self.nodes.iter().map(|node| node.url.clone()).collect();
        let first = Player::new(black, urls.clone(), 0, game.clone(), column("ABCD"));
        urls.rotate_left(1);
        Ok([first, Player::new(white, urls, 1, game, column("FGHJ"))])
    }

    async fn check(&self, node: usize, players: [Player; 2]) -> anyhow::Result<()> {
        let game = players[0].game.clone();
        let page: Value = serde_json::from_str(&self.nodes[node].get(&format!("/api/v1/games/{game}/log")).await?)?;
        let events = page["events"].as_array().context("no events")?.clone();
        let log = Log { events, head: page["head"].as_str().context("no head")?.to_owned() };
        let records = players.map(|player| player.seen);
        let acknowledged = records.iter().flatten().filter(|seen| matches!(seen, Seen::Acknowledged { .. })).count();
        let found = violations(&log, &records);
        ensure!(found.is_empty(), "{found:#?}");
        ensure!(acknowledged == PLIES, "{acknowledged} moves were acknowledged: {}", json!(page));
        Ok(())
    }
}

/// Plays to the end; `fault` runs once half of the moves are in the log of the last node.
async fn under(
    nodes: &mut Nodes,
    fault: impl AsyncFnOnce(&mut Nodes) -> anyhow::Result<()>,
) -> anyhow::Result<[Player; 2]> {
    let [mut black, mut white] = nodes.game().await?;
    let path = format!("/api/v1/games/{}/log", black.game);
    let last = nodes.nodes.len() - 1;
    let playing = async { tokio::try_join!(black.play(PLIES), white.play(PLIES)).map(|_| ()) };
    let breaking = async {
        loop {
            let page: Value = serde_json::from_str(&nodes.nodes[last].get(&path).await?)?;
            if page["seq"].as_u64().is_some_and(|seq| seq >= PLIES as u64 / 2) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        fault(nodes).await
    };
    timeout(Duration::from_secs(60), async { tokio::try_join!(playing, breaking) })
        .await
        .context("not played in 60 s")??;
    Ok([black, white])
}

async fn signal(signal: &str, process: Option<u32>) -> anyhow::Result<()> {
    let process = process.context("it has ended")?.to_string();
    ensure!(Command::new("kill").args([signal, &process]).status().await?.success(), "kill {signal}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_killed_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(3).await?;
    let players = under(&mut nodes, async |nodes| signal("-KILL", nodes.nodes[0].process()).await).await?;
    nodes.check(2, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_is_killed_and_started_again_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let players = under(&mut nodes, async |nodes| nodes.redis.restart()).await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_stands_still_and_goes_on_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(3).await?;
    let players = under(&mut nodes, async |nodes| {
        let process = nodes.nodes[0].process();
        signal("-STOP", process).await?;
        // as long as the fault shall last: longer than a player's patience
        tokio::time::sleep(Duration::from_secs(4)).await;
        signal("-CONT", process).await
    })
    .await?;
    nodes.check(2, players).await
}
