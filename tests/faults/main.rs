//! Live games while processes are killed: what was acknowledged stays, on whatever node one is.

mod chaos;
mod credits;
mod cut_off;
mod replicas;
mod wall_clock;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{os::unix::fs::PermissionsExt, time::Duration};
use tempfile::TempDir;
use tengen_tests::{
    RedisServer,
    cli::{guest, json as answer, tengen},
    history::{Log, Seen, violations},
    player::Player,
    proxy::Proxy,
    server::{Server, StoreKind},
    wall_clock::WallClock,
};
use tokio::{
    process::Command,
    sync::watch,
    time::{sleep, timeout},
};

mod cluster;
mod embedded;
mod sentinel;
mod table;

/// Moves of a game, of both together.
const PLIES: usize = 60;

/// Before each move.
const THINKS: Duration = Duration::from_millis(15);

/// However slow the machine.
const PLAYED_WITHIN: Duration = Duration::from_secs(60);

/// Several nodes over one Redis.
struct Nodes {
    redis: RedisServer,
    nodes: Vec<Server>,
    /// One between each node and Redis, if asked for.
    proxies: Vec<Proxy>,
    /// Of the games, as the client reads it.
    time: &'static str,
    _secret: TempDir,
}

/// What is not as usual about some nodes and their Redis.
#[derive(Default)]
struct Unusual<'a> {
    /// This Redis and none of its own.
    redis: Option<RedisServer>,
    /// More options of the nodes.
    options: &'a [&'a str],
    /// Each node reaches Redis through a proxy.
    proxied: bool,
    /// By which Redis goes.
    redis_clock: Option<&'a WallClock>,
    /// By which the first node goes.
    node_clock: Option<&'a WallClock>,
}

impl Nodes {
    async fn start(count: usize) -> anyhow::Result<Self> {
        Self::start_as(count, Unusual::default()).await
    }

    /// The same over this Redis, with more options.
    async fn over(redis: RedisServer, count: usize, options: &[&str]) -> anyhow::Result<Self> {
        Self::start_as(count, Unusual { redis: Some(redis), options, ..Unusual::default() }).await
    }

    async fn start_as(count: usize, unusual: Unusual<'_>) -> anyhow::Result<Self> {
        let environment = |clock: Option<&WallClock>| clock.map(WallClock::environment).unwrap_or_default();
        let redis = match unusual.redis {
            Some(redis) => redis,
            None => RedisServer::with_environment(&[], &environment(unusual.redis_clock))?,
        };
        let secret = tempfile::tempdir()?;
        let file = secret.path().join("secret");
        std::fs::write(&file, "0123456789abcdef".repeat(4))?;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
        let (mut nodes, mut proxies) = (Vec::new(), Vec::new());
        for n in 0..count {
            let mut url = redis.url();
            if unusual.proxied {
                let proxy = Proxy::start(([127, 0, 0, 1], redis.port()).into()).await?;
                url = format!("redis://{}", proxy.address);
                proxies.push(proxy);
            }
            let mut arguments = vec!["--redis".into(), url, "--secret-file".into(), file.display().to_string()];
            arguments.extend(unusual.options.iter().map(|&word| word.to_owned()));
            let environment = environment(unusual.node_clock.filter(|_| n == 0));
            nodes.push(Server::start_in(StoreKind::Embedded, &arguments, &environment).await?);
        }
        Ok(Self { redis, nodes, proxies, time: "1h", _secret: secret })
    }

    /// A game and who follows it: Black first on node 0, White on node 1, a spectator on the last one.
    async fn game(&self) -> anyhow::Result<[Player; 3]> {
        let node = &self.nodes[0];
        let mut tokens = Vec::new();
        for name in ["black", "white", "spectator"] {
            tokens.push(guest(&node.home().join(name), &node.url).await?.1);
        }
        let run = async |token: &str, words: String| {
            let mut command = tengen(node.home(), &node.url, Some(token))?;
            command.args(words.split(' ')).arg("--json");
            answer(command).await
        };
        let offer = run(&tokens[0], format!("offer --size 9 --time {} --colour black", self.time)).await?;
        let offer = offer[0]["offer"].as_str().context("no offer")?.to_owned();
        let game = run(&tokens[1], format!("accept {offer}")).await?;
        let game = game[0]["game"].as_str().context("no game")?.to_owned();
        let from = [0, 1, self.nodes.len() - 1];
        let mut players = tokens.into_iter().enumerate().map(|(side, token)| {
            let mut urls: Vec<String> = self.nodes.iter().map(|node| node.url.clone()).collect();
            urls.rotate_left(from[side]);
            let mut player = Player::new(token, urls, side, game.clone(), Vec::new());
            player.thinks = THINKS;
            player
        });
        let mut next = || players.next().context("three");
        Ok([next()?, next()?, next()?])
    }

    /// The number of the game's last event, as this node tells it.
    async fn seq(&self, node: usize, game: &str) -> anyhow::Result<u64> {
        let page: Value = serde_json::from_str(&self.nodes[node].get(&format!("/api/v1/games/{game}")).await?)?;
        page["snapshot"]["seq"].as_u64().with_context(|| page.to_string())
    }

    /// Judges what everybody saw by the log as this node has it.
    async fn check(&self, node: usize, players: [Player; 3]) -> anyhow::Result<()> {
        let game = players[0].game.clone();
        let page: Value = serde_json::from_str(&self.nodes[node].get(&format!("/api/v1/games/{game}/log")).await?)?;
        let events = page["events"].as_array().context("no events")?.clone();
        let flags = events.iter().filter(|event| event["event"]["kind"] == "timed_out").count();
        let log = Log { events, head: page["head"].as_str().context("no head")?.to_owned() };
        let records = players.map(|player| player.seen);
        let acknowledged = records.iter().flatten().filter(|seen| matches!(seen, Seen::Acknowledged { .. })).count();
        let found = violations(&log, &records);
        ensure!(found.is_empty(), "{found:#?}");
        ensure!(flags == 0, "{flags} flags");
        ensure!(acknowledged == PLIES, "{acknowledged} moves were acknowledged: {}", json!(page));
        let seen = records[2].iter().filter(|seen| matches!(seen, Seen::Event(_))).count();
        ensure!(seen > PLIES / 2, "the spectator saw {seen} events only");
        Ok(())
    }
}

/// Plays to the end; `fault` begins when half of the moves are in the log, and not much more than
/// that is played before it has begun.
async fn under(
    nodes: &mut Nodes,
    fault: impl AsyncFnOnce(&mut Nodes) -> anyhow::Result<()>,
) -> anyhow::Result<[Player; 3]> {
    let mut players = nodes.game().await?;
    let (begun, go) = watch::channel(false);
    for player in &mut players {
        player.holds = Some((PLIES / 2 + 5, go.clone()));
    }
    let [black, white, spectator] = &mut players;
    let path = format!("/api/v1/games/{}/log", black.game);
    let last = nodes.nodes.len() - 1;
    let playing = async { tokio::try_join!(black.play(PLIES), white.play(PLIES), spectator.play(PLIES)).map(|_| ()) };
    let breaking = async {
        loop {
            let page: Value = serde_json::from_str(&nodes.nodes[last].get(&path).await?)?;
            if page["seq"].as_u64().is_some_and(|seq| seq >= PLIES as u64 / 2) {
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
        begun.send_replace(true);
        fault(nodes).await
    };
    timeout(PLAYED_WITHIN, async { tokio::try_join!(playing, breaking) })
        .await
        .with_context(|| format!("not played in {} s", PLAYED_WITHIN.as_secs()))??;
    Ok(players)
}

async fn signal(signal: &str, process: Option<u32>) -> anyhow::Result<()> {
    let process = process.context("it has ended")?.to_string();
    ensure!(Command::new("kill").args([signal, &process]).status().await?.success(), "kill {signal}");
    Ok(())
}

/// A fault that lasts: longer than a player's patience and the store's silence.
async fn lasting() {
    sleep(Duration::from_secs(4)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_killed_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(3).await?;
    let players = under(&mut nodes, async |nodes| signal("-KILL", nodes.nodes[0].process()).await).await?;
    ensure!(players[0].joined >= 2, "Black's node was killed, and he stayed");
    nodes.check(2, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_stands_still_and_goes_on_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(3).await?;
    let players = under(&mut nodes, async |nodes| {
        let process = nodes.nodes[0].process();
        signal("-STOP", process).await?;
        lasting().await;
        signal("-CONT", process).await
    })
    .await?;
    ensure!(players[0].joined >= 2, "Black's node stood still, and he stayed");
    nodes.check(2, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_are_restarted_one_after_the_other_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(3).await?;
    let players = under(&mut nodes, async |nodes| {
        for node in &mut nodes.nodes {
            let status = node.stop().await?;
            ensure!(status.success(), "{status}");
            node.start_again().await?;
        }
        Ok(())
    })
    .await?;
    ensure!(players[0].joined >= 2, "Black's node was restarted, and he stayed");
    nodes.check(2, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_is_killed_and_started_again_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let players = under(&mut nodes, async |nodes| nodes.redis.restart()).await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_stands_still_and_goes_on_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let players = under(&mut nodes, async |nodes| {
        nodes.redis.freeze()?;
        lasting().await;
        nodes.redis.thaw()
    })
    .await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_cuts_its_subscribers_and_forgets_its_scripts_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let players = under(&mut nodes, async |nodes| {
        let killed = nodes.redis.run(&["CLIENT", "KILL", "TYPE", "pubsub"])?;
        ensure!(killed.trim() == "2", "{killed} subscribers were cut");
        nodes.redis.run(&["SCRIPT", "FLUSH"]).map(|_| ())
    })
    .await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_is_full_and_is_given_room_again_under_play() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let players = under(&mut nodes, async |nodes| {
        nodes.redis.run(&["CONFIG", "SET", "maxmemory", "1"])?;
        lasting().await;
        nodes.redis.run(&["CONFIG", "SET", "maxmemory", "0"]).map(|_| ())
    })
    .await?;
    nodes.check(1, players).await
}
