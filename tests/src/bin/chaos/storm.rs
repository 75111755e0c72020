//! A reconnect storm: many live games on two nodes, one of which is killed and stays away. How soon is
//! everybody back in his game, is everything there that was acknowledged, and how long do moves take of
//! those who lost nothing?

use crate::{
    client::{Client, Latency, Side},
    game::{Ending, Plan, Stamps, judge},
    report::Spread,
    run::{Pace, Run, Stage, lock},
    world::World,
};
use anyhow::{Context, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde::Serialize;
use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_tests::lobby::{Guest, arrange, guest};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// Everybody who was on the node that is killed must be back by then.
const BACK_WITHIN: Duration = Duration::from_secs(120);

/// Accounts, offers and looks at logs that are made at the same time.
const AT_ONCE: usize = 16;

/// Between two pairs of players who come to their games.
const SITS_EVERY: Duration = Duration::from_millis(10);

/// A killed process ends its connections, so that nobody needs to ask often.
const PACE: Pace = Pace { ping: Duration::from_secs(10), silence: Duration::from_secs(25) };

/// What a storm says at its end.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Storm {
    seed: u64,
    games: usize,
    /// Connections of players to the node that was killed.
    connections_lost: usize,
    /// From the kill until the last one followed his game again, ms.
    all_back_ms: f64,
    /// Of each of them, from the kill.
    resumed: Spread,
    moves_acknowledged_and_checked: u64,
    events: u64,
    /// Moves of those whose connection was never lost: until the kill ..
    moves_before: Spread,
    /// .. until all were back ..
    moves_during: Spread,
    /// .. and from then on.
    moves_after: Spread,
    flags: usize,
    pub(crate) violations: Vec<String>,
}

impl Storm {
    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut lines: Vec<String> = self.violations.iter().take(50).map(|what| format!("VIOLATION {what}")).collect();
        lines.push(format!("moves of those who lost nothing, before: {}", self.moves_before.text()));
        lines.push(format!("                                during: {}", self.moves_during.text()));
        lines.push(format!("                                 after: {}", self.moves_after.text()));
        lines.push(format!("back in the game: {}", self.resumed.text()));
        lines.push(format!(
            "seed {}: {} games, {} connections lost, all back {:.2} s after the kill; {} moves acknowledged and \
             checked, {} flags, {} violations",
            self.seed,
            self.games,
            self.connections_lost,
            self.all_back_ms / 1_000.0,
            self.moves_acknowledged_and_checked,
            self.flags,
            self.violations.len()
        ));
        lines.join("\n")
    }
}

/// One game, and when its commands were sent.
struct Table {
    game: String,
    clients: [Client; 2],
    stamps: Arc<Mutex<Stamps>>,
}

/// Makes so many games, kills a node, and judges what came of it.
///
/// # Errors
/// When it cannot be run, or somebody does not come back.
pub(crate) async fn run(seed: u64, games: usize, rate: f64, calm_s: f64) -> anyhow::Result<Storm> {
    ensure!(games > 0 && rate > 0.0, "at least one game, and moves in it");
    let calm = Duration::try_from_secs_f64(calm_s).context("--calm")?;
    let mut world = World::start(2, games * 2, false).await?;
    let run = Arc::new(Run::new(world.urls(), PACE)?);
    let mut rng = StdRng::seed_from_u64(seed);
    let tables = sit(&run, games, rate, &mut rng).await?;

    let mut playing = JoinSet::new();
    for mut table in tables {
        sleep(SITS_EVERY).await;
        playing.spawn(async move {
            let [black, white] = &mut table.clients;
            tokio::try_join!(black.play(), white.play()).map(|_| table)
        });
    }
    let joined = async |count: usize, what: &str| {
        let until = Instant::now() + BACK_WITHIN;
        while run.following() < count {
            ensure!(Instant::now() < until, "{what}: {} of {count} after {BACK_WITHIN:?}", run.following());
            sleep(Duration::from_millis(5)).await;
        }
        anyhow::Ok(())
    };
    joined(games * 2, "players at their games").await?;
    eprintln!("chaos: {games} games are played");
    sleep(calm).await;

    let killed = Instant::now();
    run.breaks("node-killed");
    world.nodes[0].server.kill().await?;
    let lost = async {
        // nobody is away before he has noticed
        while run.lost() < games {
            sleep(Duration::from_millis(1)).await;
        }
    };
    ensure!(tokio::time::timeout(BACK_WITHIN, lost).await.is_ok(), "{} of {games} noticed", run.lost());
    joined(games * 2, "players back at their games").await?;
    let back = Instant::now();
    eprintln!("chaos: all are back after {:?}", back - killed);
    sleep(calm).await;
    run.go_to(Stage::Stopped);
    let mut tables = Vec::new();
    while let Some(table) = playing.join_next().await {
        tables.push(table.context("a table")??);
    }

    let mut storm = Storm { seed, games, connections_lost: run.lost(), ..Storm::default() };
    storm.all_back_ms = ((back - killed).as_secs_f64() * 10_000.0).round() / 10.0;
    storm.resumed = Spread::of(run.all_resumed().into_values().flatten().collect());
    let calm_clients = || tables.iter().flat_map(|table| &table.clients).filter(|client| client.losses == 0);
    let latencies: Vec<Latency> = calm_clients().flat_map(|client| client.latencies.iter().copied()).collect();
    let spread = |from: Option<Instant>, to: Option<Instant>| {
        let within = |one: &&Latency| from.is_none_or(|from| one.sent >= from) && to.is_none_or(|to| one.sent < to);
        Spread::of(latencies.iter().filter(within).map(|one| one.took).collect())
    };
    storm.moves_before = spread(None, Some(killed));
    storm.moves_during = spread(Some(killed), Some(back));
    storm.moves_after = spread(Some(back), None);
    let run = &run;
    let judged = stream::iter(&tables).map(async |table| {
        let stamps = std::mem::take(&mut *lock(&table.stamps));
        judge(run, &table.game, &table.clients, &stamps).await
    });
    let judged: Vec<_> = judged.buffer_unordered(AT_ONCE).collect().await;
    for one in judged {
        match one {
            Ok((verdict, _)) => {
                storm.moves_acknowledged_and_checked += verdict.moves;
                storm.events += verdict.events;
                storm.flags += usize::from(verdict.flagged);
                storm.violations.extend(verdict.violations);
            }
            Err(error) => storm.violations.push(format!("{error:#}")),
        }
    }
    if storm.flags > 0 {
        storm.violations.push(format!("{} players were flagged who had an hour", storm.flags));
    }
    Ok(storm)
}

/// Makes the games; Black is at one node and White at the other.
async fn sit(run: &Arc<Run>, games: usize, rate: f64, rng: &mut StdRng) -> anyhow::Result<Vec<Table>> {
    let guests: Vec<Guest> = stream::iter(0..games * 2)
        .map(|n| guest(run.http(), &run.nodes[n % 2]))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    eprintln!("chaos: {} guests are there", guests.len());
    // half of the time either side thinks: a game has a move each so many ms
    let each = Duration::try_from_secs_f64(games as f64 / rate).context("--rate")?;
    let each_ms = u64::try_from(each.as_millis())?.clamp(10, 600_000);
    let plan = Plan {
        size: 19,
        main_ms: 3_600_000,
        thinks_ms: each_ms / 2..=each_ms * 3 / 2,
        plies: usize::MAX,
        ending: Ending::Resigned,
    };
    let arranged: Vec<String> = stream::iter(guests.chunks_exact(2))
        .map(async |pair| arrange(&run.nodes, [&pair[0], &pair[1]], plan.terms(), "storm").await)
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    eprintln!("chaos: {} games are made", arranged.len());
    let tables = arranged.into_iter().zip(guests.chunks_exact(2)).enumerate().map(|(n, (game, pair))| {
        let stamps = Arc::default();
        let mut client = |side: Side| {
            let mut client = Client::new(run, &stamps, &plan, (&pair[side as usize].token, &game), side, rng.random());
            client.start_at(n + side as usize, own_address(2 * n + side as usize));
            client
        };
        let clients = [client(Side::Black), client(Side::White)];
        Table { game, clients, stamps }
    });
    Ok(tables.collect())
}

/// People are at addresses of their own, and are counted by them until they are known.
fn own_address(n: usize) -> Ipv4Addr {
    let [.., high, low] = n.to_be_bytes();
    Ipv4Addr::new(127, 1, high, low)
}
