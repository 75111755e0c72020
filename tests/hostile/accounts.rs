//! Passwords and tokens over two nodes of one Redis.

use crate::client::{Client, admin, post};
use anyhow::{Context, ensure};
use serde_json::json;
use std::{
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};
use tengen_tests::{
    RedisServer,
    server::{Server, StoreKind},
};

/// `openssl genpkey -algorithm ed25519`
const PRIVATE_KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINxo11Sevrhv/ArFr+Oav6QU7iUEcCVcUiyw+uhZgnXy
-----END PRIVATE KEY-----
";

pub(crate) struct Two {
    pub(crate) nodes: [Server; 2],
    _redis: RedisServer,
    _secret: tempfile::TempDir,
}

pub(crate) async fn two_nodes() -> anyhow::Result<Two> {
    let (redis, secret) = (RedisServer::start()?, tempfile::tempdir()?);
    let file = secret.path().join("secret");
    std::fs::write(&file, PRIVATE_KEY)?;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
    let arguments = ["--redis".into(), redis.url(), "--secret-file".into(), file.display().to_string()];
    let start = || Server::start_with(StoreKind::Embedded, &arguments);
    Ok(Two { nodes: [start().await?, start().await?], _redis: redis, _secret: secret })
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_logins_are_counted_by_all_nodes_together() -> anyhow::Result<()> {
    let Two { nodes, .. } = &two_nodes().await?;
    let words = |name: &str, password: &str| json!({"name": name, "password": password});
    for name in ["Kirin", "Phoenix"] {
        let (status, body) = post(&nodes[0], "accounts", None, words(name, "correct horse")).await?;
        ensure!(status == 201, "{body}");
    }
    for attempt in 0..5 {
        let (status, body) = post(&nodes[attempt % 2], "login", None, words("Kirin", "wrong password")).await?;
        ensure!(status == 401 && body["error"]["code"] == "bad_login", "{attempt}: {status} {body}");
    }
    for node in nodes {
        let (status, body) = post(node, "login", None, words("Kirin", "correct horse")).await?;
        ensure!(status == 429 && body["error"]["code"] == "rate_limited", "{status} {body}");
        ensure!(body["error"]["retry_after"].as_u64().is_some_and(|ms| ms > 0), "{body}");
        let (status, body) = post(node, "login", None, words("Phoenix", "correct horse")).await?;
        ensure!(status == 200, "{status} {body}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_closes_its_connection_to_another_node_within_a_second() -> anyhow::Result<()> {
    let Two { nodes, .. } = &two_nodes().await?;
    let words = json!({"name": "Kirin", "password": "correct horse"});
    ensure!(post(&nodes[0], "accounts", None, words.clone()).await?.0 == 201);
    let mut took = Vec::new();
    for _ in 0..5 {
        let (status, body) = post(&nodes[0], "login", None, words.clone()).await?;
        ensure!(status == 200, "{body}");
        let token = body["token"].as_str().context("no token")?;
        let mut open = Client::login(&nodes[1], token).await?;
        ensure!(post(&nodes[0], "logout", Some(token), json!(null)).await?.0 == 204);
        let revoked = Instant::now();
        let last = open.last().await?;
        took.push(revoked.elapsed());
        ensure!(last["notice"] == "closing" && last["code"] == "unauthorized", "{last}");
        let mut again = Client::open(&nodes[1], None, None).await?;
        let refused = again.refused(json!({"type": "hello", "token": token})).await?;
        ensure!(refused["code"] == "unauthorized", "{refused}");
    }
    took.sort_unstable();
    // a check each 10 s would find it too; the middle one of five in a row is told by the news
    ensure!(took[2] < Duration::from_secs(1), "{took:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_bot_and_an_account_that_is_ended_lose_their_connections_to_every_node() -> anyhow::Result<()> {
    let Two { nodes, .. } = &two_nodes().await?;
    let words = json!({"name": "Kirin", "password": "correct horse"});
    let (status, made) = post(&nodes[0], "accounts", None, words).await?;
    ensure!(status == 201, "{made}");
    let token = made["token"].as_str().context("no token")?;
    let (status, bot) = post(&nodes[0], "tokens", Some(token), json!({"label": "bot"})).await?;
    ensure!(status == 201, "{bot}");
    let (id, bot) = (bot["id"].as_str().context("no id")?, bot["token"].as_str().context("no token")?);
    let mut bots = [Client::login(&nodes[0], bot).await?, Client::login(&nodes[1], bot).await?];
    let mut people = [Client::login(&nodes[0], token).await?, Client::login(&nodes[1], token).await?];
    let ended = |last: &serde_json::Value| last["notice"] == "closing" && last["code"] == "unauthorized";

    let url = format!("{}/api/v1/tokens/{id}", nodes[0].url);
    let revoked = reqwest::Client::new().delete(url).bearer_auth(token).send().await?;
    ensure!(revoked.status() == 204, "{}", revoked.status());
    for bot in &mut bots {
        let last = bot.last().await?;
        ensure!(ended(&last), "{last}");
    }
    for person in &mut people {
        person.ok(json!({"type": "offers"})).await?;
    }
    admin(&nodes[1], "account revoke Kirin").await?;
    for person in &mut people {
        let last = person.last().await?;
        ensure!(ended(&last), "{last}");
    }
    for (node, token) in nodes.iter().flat_map(|node| [(node, token), (node, bot)]) {
        let refused = Client::open(node, None, None).await?.refused(json!({"type": "hello", "token": token})).await?;
        ensure!(refused["code"] == "unauthorized", "{refused}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_a_private_key_are_accepted_by_every_node_and_its_public_half_is_served() -> anyhow::Result<()> {
    let Two { nodes, .. } = &two_nodes().await?;
    let (status, made) = post(&nodes[0], "guests", None, json!(null)).await?;
    ensure!(status == 201, "{made}");
    Client::login(&nodes[1], made["token"].as_str().context("no token")?).await?;
    let keys = [nodes[0].get("/.well-known/jwks.json").await?, nodes[1].get("/.well-known/jwks.json").await?];
    ensure!(keys[0] == keys[1], "{keys:?}");
    let told: serde_json::Value = serde_json::from_str(&keys[0])?;
    ensure!(told["keys"][0]["crv"] == "Ed25519" && told["keys"][0]["d"].is_null(), "{told}");
    Ok(())
}
