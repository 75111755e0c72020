//! Nodes that acknowledge what a replica of Redis has, while the replica is away.

use super::{Nodes, lasting, under};
use anyhow::ensure;
use serde_json::Value;
use tengen_tests::{RedisReplicated, RedisServer, wait_for};

/// Two nodes over a Redis with a replica, and the replica.
async fn replicated() -> anyhow::Result<(Nodes, RedisServer)> {
    let RedisReplicated { master, replica } = RedisReplicated::start()?;
    Ok((Nodes::over(master, 2, &["--redis-min-replicas", "1"]).await?, replica))
}

/// Status and body of the readiness of the last node.
async fn readiness(nodes: &Nodes) -> Option<(u16, Value)> {
    let answer = reqwest::get(format!("{}/readyz", nodes.nodes.last()?.admin)).await.ok()?;
    let status = answer.status().as_u16();
    Some((status, serde_json::from_str(&answer.text().await.ok()?).ok()?))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_stands_still_and_goes_on_under_play() -> anyhow::Result<()> {
    let (mut nodes, replica) = replicated().await?;
    let players = under(&mut nodes, async |_| {
        replica.freeze()?;
        lasting().await;
        replica.thaw()
    })
    .await?;
    nodes.check(1, players).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_is_killed_and_started_again_under_play() -> anyhow::Result<()> {
    let (mut nodes, mut replica) = replicated().await?;
    let log = std::fs::read_to_string(nodes.nodes[0].home().join("server.txt"))?;
    ensure!(log.contains("acknowledged when 1 of its replicas have it"), "{log}");
    let players = Box::pin(under(&mut nodes, async |nodes| {
        replica.kill();
        let (_, said) = wait_for("a node that is not ready", 20, || async {
            readiness(nodes).await.filter(|(status, _)| *status == 503)
        })
        .await?;
        ensure!(said["reason"].as_str().is_some_and(|why| why.contains("0 of 1 replicas follow Redis")), "{said}");
        replica.restart()?;
        wait_for("a node that is ready", 20, || async { readiness(nodes).await.filter(|(status, _)| *status == 200) })
            .await
            .map(drop)
    }))
    .await?;
    nodes.check(1, players).await
}
