//! Two nodes over a Redis Cluster under play: slots move, masters die and come back.

use super::table::{Nodes, PLIES, Table};
use anyhow::{Context, ensure};
use std::{collections::BTreeSet, time::Duration};
use tengen_tests::{RedisCluster, history::Promise};
use tokio::task::block_in_place;

/// Before a slot that moves gives its keys, and after each, so that nodes meet it on its way.
const PAUSE: Duration = Duration::from_millis(20);

/// Games that are made while slots move.
const NEW_GAMES: u64 = 3;

/// The slot of what has this name in its key.
fn slot_of(cluster: &RedisCluster, name: &str) -> anyhow::Result<u16> {
    for master in &cluster.masters {
        if let Some(key) = master.run(&["KEYS", &format!("*{name}*")])?.lines().find(|key| !key.is_empty()) {
            return cluster.slot_of(key);
        }
    }
    anyhow::bail!("no key has {name} in it")
}

/// Every slot with keys that this master holds.
fn slots(cluster: &RedisCluster, master: usize) -> anyhow::Result<BTreeSet<u16>> {
    let keys = cluster.masters[master].run(&["KEYS", "*"])?;
    keys.lines().filter(|key| !key.is_empty()).map(|key| cluster.slot_of(key)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn slots_move_under_play_and_while_games_are_made() -> anyhow::Result<()> {
    let cluster = block_in_place(RedisCluster::start)?;
    let nodes = Nodes::start(2, &["--redis", &cluster.urls()]).await?;
    let mut table = nodes.table(21).await?;
    let (game, lobby) = (slot_of(&cluster, &table.game)?, slot_of(&cluster, "lobby")?);
    let mut made = Vec::new();
    table
        .play_under(async |go, _| {
            go.send_replace(true);
            let moving = || -> anyhow::Result<()> {
                for slot in [game, lobby] {
                    let from = cluster.holder(slot)?;
                    cluster.migrate_slot_slowly(slot, (from + 1) % 3, PAUSE)?;
                }
                // games that are made lie anywhere
                cluster.migrate_all(slots(&cluster, 0)?, 1)?;
                cluster.migrate_all([game, lobby], 2)
            };
            let making = async {
                for seed in 0..NEW_GAMES {
                    made.push(nodes.table(30 + seed).await?);
                }
                anyhow::Ok(())
            };
            std::thread::scope(|scope| {
                let moved = scope.spawn(moving);
                block_in_place(|| tokio::runtime::Handle::current().block_on(making))?;
                moved.join().map_err(|_| anyhow::anyhow!("moving slots panicked"))?
            })
        })
        .await?;
    ensure!(cluster.holder(game)? == 2 && cluster.holder(lobby)? == 2, "they did not move");
    table.check(&nodes.nodes[1], Promise::Kept).await?;
    let last: Option<Table> = made.pop();
    let mut last = last.context("no game was made")?;
    last.play_under(async |_, _| Ok(())).await?;
    last.check(&nodes.nodes[0], Promise::Kept).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_is_killed_and_started_again_under_play() -> anyhow::Result<()> {
    let mut cluster = block_in_place(RedisCluster::start)?;
    let nodes = Nodes::start(2, &["--redis", &cluster.urls()]).await?;
    let mut table = nodes.table(22).await?;
    let holder = cluster.holder(slot_of(&cluster, &table.game)?)?;
    table
        .play_under(async |go, plies| {
            go.send_replace(true);
            let from = *plies.borrow();
            ensure!(from + 1 < PLIES, "{from} moves were made already");
            plies.wait_for(|plies| *plies > from).await?;
            cluster.masters[holder].kill();
            // the others count it as gone, and nodes ask them where its slots are
            tokio::time::sleep(Duration::from_secs(3)).await;
            block_in_place(|| cluster.masters[holder].restart())?;
            block_in_place(|| cluster.wait_until_agreed())
        })
        .await?;
    table.check(&nodes.nodes[1], Promise::Kept).await.map(|_| ())
}
