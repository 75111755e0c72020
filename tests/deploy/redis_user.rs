//! The Redis of `redis.conf` and its user `tengen` are enough for everything a server does, and no more.

use crate::{deployed, game, run, secured, secured::Secured, text};
use anyhow::ensure;
use redis::FromRedisValue;
use std::collections::{BTreeSet, HashMap};
use tengen_tests::{
    binary,
    cli::{guest, tengen, typed},
    server::{Server, StoreKind},
};
use tokio::process::Command;

/// What a server asks outside its scripts: when it connects, of a cluster, behind sentinels, of news,
/// of single keys, of replicas.
const OUTSIDE_SCRIPTS: &str = "hello auth ping info config|get script|load evalsha cluster|slots asking role wait \
                               ssubscribe sunsubscribe spublish get set del lrange lrem hmget zadd zrem \
                               zcard zrange";

#[tokio::test(flavor = "multi_thread")]
async fn its_user_can_do_everything_that_a_server_does() -> anyhow::Result<()> {
    let mut redis = Secured::start().await?;
    let mut nodes = Vec::new();
    for _ in 0..2 {
        nodes.push(Server::start_with(StoreKind::Embedded, &redis.options()).await?);
    }
    let home = nodes[0].home().to_owned();
    let places: Vec<String> = nodes.iter().map(|node| node.url.clone()).collect();

    // A game on two nodes, one of which is killed and started again in the middle.
    let mut players = game::begun(&home, &places).await?;
    game::over(&mut players, &places[1], async || {
        let node = &mut nodes[0];
        ensure!(node.stop().await?.success(), "SIGTERM ends it well");
        node.start_again().await
    })
    .await?;
    let (tokens, game) = ([players[0].token.clone(), players[1].token.clone()], players[0].game.clone());
    game::check(&places[1], players).await?;
    game::counted(&home, [&places[0], &places[1]], [&tokens[0], &tokens[1]], &game).await?;
    found(&nodes[0], &game).await?;

    accounts(&nodes[0]).await?;
    redis.refused_nothing().await?;

    // Redis itself starts again from its files, and there is everything.
    redis.restart().await?;
    let events = tengen_tests::wait_for("the game after a restart of Redis", 30, || async {
        let mut command = tengen(&home, &places[1], Some(&tokens[0])).ok()?;
        command.args(["watch", &game, "--json"]);
        tengen_tests::cli::json(command).await.ok().filter(|events| events.len() > game::PLIES)
    })
    .await?;
    ensure!(events[0]["seq"] == 1, "{events:?}");
    for node in &mut nodes {
        ensure!(node.stop().await?.success(), "SIGTERM ends it well");
    }
    redis.refused_nothing().await
}

/// A finished game by its player.
async fn found(node: &Server, game: &str) -> anyhow::Result<()> {
    let list = tengen_tests::wait_for("the finished game in the list", 30, || async {
        let list = node.get("/api/v1/games?status=finished").await.ok()?;
        let list: serde_json::Value = serde_json::from_str(&list).ok()?;
        (list["games"][0]["game"] == game).then_some(list)
    })
    .await?;
    let black = list["games"][0]["setup"]["players"]["black"].as_str().unwrap_or_default().to_owned();
    let player: serde_json::Value = serde_json::from_str(&node.get(&format!("/api/v1/players/{black}")).await?)?;
    ensure!(player["finished"] == 1, "{player}");
    let list: serde_json::Value = serde_json::from_str(&node.get(&format!("/api/v1/games?player={black}")).await?)?;
    ensure!(list["games"][0]["game"] == game, "{list}");
    Ok(())
}

/// An account by its owner and by the operator.
async fn accounts(node: &Server) -> anyhow::Result<()> {
    let client = async |words: &str, line: &str| {
        let mut command = tengen(node.home(), &node.url, None)?;
        command.args(words.split(' '));
        let (code, _, said) = typed(command, line).await?;
        ensure!(code == Some(0), "{words}: {said}");
        anyhow::Ok(())
    };
    let admin = async |words: &str, line: &str| {
        let mut command = Command::new(binary("tengen-server")?);
        command.arg("--data").arg(node.home().join("data")).arg("admin").args(words.split(' '));
        let (code, out, said) = typed(command, line).await?;
        ensure!(code == Some(0), "{words}: {said}");
        anyhow::Ok(out)
    };
    client("register Kirin", "correct horse\n").await?;
    client("logout", "").await?;
    client("login Kirin", "correct horse\n").await?;
    client("whoami", "").await?;
    admin("account create Longma --role referee", "battery staple\n").await?;
    admin("account role Longma take referee", "").await?;
    admin("account reset-password Kirin", "another horse\n").await?;
    admin("account revoke Longma", "").await?;
    let list = admin("account list", "").await?;
    ensure!(list.contains("Kirin") && list.contains("Longma"), "{list}");
    client("login Kirin --replace", "another horse\n").await?;
    guest(node.home(), &node.url).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn its_user_can_do_nothing_else_and_nobody_else_anything() -> anyhow::Result<()> {
    let redis = Secured::start().await?;
    let mut server = redis.as_server().await?;
    redis.refused_nothing().await?;
    let others = [
        "FLUSHALL",
        "FLUSHDB",
        "KEYS *",
        "SCAN 0",
        "CONFIG SET save x",
        "CONFIG REWRITE",
        "EVAL return 0",
        "FUNCTION LIST",
        "SCRIPT FLUSH",
        "ACL LIST",
        "ACL SETUSER tengen +@all",
        "CLIENT LIST",
        "CLIENT KILL TYPE normal",
        "SHUTDOWN",
        "MONITOR",
        "BGREWRITEAOF",
        "REPLICAOF no one",
        "CLUSTER RESET",
        "MODULE LIST",
        // keys and channels of others
        "GET x",
        "SET {q000-0}:x 1",
        "DEL {lobby}",
        "SPUBLISH x 1",
        "SSUBSCRIBE x",
    ];
    for words in others {
        let words: Vec<&str> = words.split(' ').collect();
        let refusal = secured::ask::<redis::Value>(&mut server, &words).await.err();
        ensure!(refusal.as_ref().and_then(redis::RedisError::code) == Some("NOPERM"), "{words:?}: {refusal:?}");
    }
    // A script has no more rights than who runs it.
    let sha: String = secured::ask(&mut server, &["SCRIPT", "LOAD", "return redis.call('SET', 'x', '1')"]).await?;
    let refused = secured::ask::<redis::Value>(&mut server, &["EVALSHA", &sha, "0"]).await;
    ensure!(refused.is_err(), "a script writes everywhere");
    // Each is in the log (which shows ten, if not asked for more), some as another count of the one before.
    let log: Vec<HashMap<String, redis::Value>> = redis.ask(&["ACL", "LOG", "128"]).await?;
    let counts = log.iter().map(|entry| entry.get("count").and_then(|count| i64::from_redis_value_ref(count).ok()));
    let logged: i64 = counts.flatten().sum();
    ensure!(usize::try_from(logged)? == others.len() + 1, "{logged} refusals are in the log: {log:#?}");

    let mut nobody = redis.connection(None).await?;
    for words in [&["PING"][..], &["GET", "{lobby}:clk"], &["INFO"], &["SET", "x", "1"]] {
        let refusal = secured::ask::<redis::Value>(&mut nobody, words).await.err();
        ensure!(refusal.as_ref().and_then(redis::RedisError::code) == Some("NOAUTH"), "{words:?}: {refusal:?}");
    }
    // With AUTH itself, since a client with an empty password connects without it.
    for (user, password) in [("default", ""), ("default", "x"), ("tengen", ""), ("tengen", "x"), ("operator", "")] {
        let refusal = secured::ask::<redis::Value>(&mut nobody, &["AUTH", user, password]).await.err();
        let code = refusal.as_ref().and_then(redis::RedisError::code);
        ensure!(code == Some("WRONGPASS"), "{user:?} with {password:?}: {refusal:?}");
    }
    Ok(())
}

#[test]
fn its_user_may_run_what_the_scripts_call_and_nothing_that_nobody_uses() -> anyhow::Result<()> {
    let users = text("users.acl")?;
    let line = users.lines().find(|line| line.starts_with("user tengen "));
    let allowed: BTreeSet<String> = line
        .into_iter()
        .flat_map(str::split_whitespace)
        .filter_map(|word| word.strip_prefix('+'))
        .map(Into::into)
        .collect();
    let mut used: BTreeSet<String> = OUTSIDE_SCRIPTS.split_whitespace().map(Into::into).collect();
    for file in std::fs::read_dir(deployed("../server/src/store/redis"))? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "lua") {
            let script = std::fs::read_to_string(&path)?;
            let calls = script.split("call('").skip(1).filter_map(|rest| rest.split('\'').next());
            used.extend(calls.map(str::to_lowercase));
        }
    }
    ensure!(used.len() > 25, "the scripts are not found: {used:?}");
    ensure!(
        allowed == used,
        "allowed but not used: {:?}; used but not allowed: {:?}",
        allowed.difference(&used).collect::<Vec<_>>(),
        used.difference(&allowed).collect::<Vec<_>>()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn users_without_a_password_do_not_start() -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let mut command = Command::new("redis-server");
    command.arg(deployed("redis.conf")).args(["--port", "0", "--dir"]).arg(dir.path());
    command.arg("--aclfile").arg(deployed("users.acl")).kill_on_drop(true);
    let failed = tokio::time::timeout(std::time::Duration::from_secs(20), run(command)).await;
    ensure!(failed.is_ok_and(|ended| ended.is_err()), "the password was not put in, and Redis starts");
    Ok(())
}
