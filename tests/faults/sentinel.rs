//! Two nodes behind sentinels under play: the master dies and the replica goes on, with all that was
//! acknowledged or without its end, which is said to everybody then.

use super::table::{Nodes, PLIES, WAITS_AT};
use anyhow::ensure;
use tengen_tests::{RedisSentinel, SENTINEL_MASTER, history::Promise};
use tokio::task::block_in_place;

/// Moves that only the old master has.
const LOST: usize = 6;

async fn nodes(redis: &RedisSentinel, count: usize) -> anyhow::Result<Nodes> {
    Nodes::start(count, &["--redis", &redis.urls(), "--redis-sentinel-master", SENTINEL_MASTER]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_that_dies_is_followed_by_its_replica_under_play() -> anyhow::Result<()> {
    let mut redis = block_in_place(|| RedisSentinel::start(3))?;
    let nodes = nodes(&redis, 2).await?;
    let mut table = nodes.table(11).await?;
    table
        .play_under(async |_, plies| {
            // nobody plays then, so nothing can be lost
            plies.wait_for(|plies| *plies == WAITS_AT).await?;
            block_in_place(|| redis.wait_until_in_step(0))?;
            redis.servers[0].kill();
            block_in_place(|| redis.wait_for_master(1))
        })
        .await?;
    table.check(&nodes.nodes[1], Promise::Kept).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tail_that_a_failover_loses_is_said_and_played_again() -> anyhow::Result<()> {
    let mut redis = block_in_place(|| RedisSentinel::start(3))?;
    let nodes = nodes(&redis, 2).await?;
    let mut table = nodes.table(12).await?;
    table
        .play_under(async |go, plies| {
            block_in_place(|| redis.wait_until_in_step(0))?;
            block_in_place(|| redis.cut_replica())?;
            go.send_replace(true);
            let from = *plies.borrow();
            ensure!(from + LOST < PLIES, "{from} moves were made already");
            plies.wait_for(|plies| *plies >= from + LOST).await?;
            redis.servers[0].kill();
            block_in_place(|| redis.wait_for_master(1))
        })
        .await?;
    ensure!(table.told_of_a_loss() == 3, "{} of three were told of the loss", table.told_of_a_loss());
    table.check(&nodes.nodes[1], Promise::TailMayBeLost).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_first_find_a_dead_master_wait_for_the_next_one() -> anyhow::Result<()> {
    let mut redis = block_in_place(|| RedisSentinel::start(3))?;
    redis.servers[0].kill();
    ensure!(redis.master()? == 0, "somebody has noticed already");
    let nodes = nodes(&redis, 2).await?;
    ensure!(redis.master()? == 1, "nobody followed the master");
    let mut table = nodes.table(13).await?;
    table.play_under(async |_, _| Ok(())).await?;
    table.check(&nodes.nodes[1], Promise::Kept).await.map(|_| ())
}
