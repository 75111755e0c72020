//! What the settings of Redis promise, and the marker of the stored format.

use super::error::{refusal, store_error};
use super::link::Link;
use super::nodes::{Lane, Node, Nodes};
use super::replicas::{self, Replicas};
use crate::store::{Partition, Promise, StoreError};
use redis::Value;
use std::collections::BTreeMap;

/// The format of keys and values that this version writes and reads.
pub(super) const FORMAT: u64 = 1;

/// The settings that acknowledged moves hang on.
const NAMES: [&str; 6] =
    ["appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory", "maxmemory-policy", "save"];

/// Refuses data of a newer version; marks an empty Redis.
pub(super) async fn check_format(nodes: &Nodes, key: &str) -> Result<(), StoreError> {
    let mut set = redis::cmd("SET");
    set.arg(key).arg(FORMAT).arg("NX");
    nodes.query(Lane::Queries, Partition::LOBBY, set, key).await?;
    let mut get = redis::cmd("GET");
    get.arg(key);
    let found = nodes.query(Lane::Queries, Partition::LOBBY, get, key).await?;
    let found = super::reply::text(found, key)?;
    match found.parse::<u64>() {
        Ok(FORMAT) => Ok(()),
        Ok(newer) if newer > FORMAT => Err(StoreError::Open(format!(
            "this Redis holds data of format {newer}, and this version knows formats up to {FORMAT}: run a newer version"
        ))),
        _ => Err(super::reply::damaged(key, format!("'{found}' is no format"))),
    }
}

/// Refuses a user who may not ask for replicas, where they are to be asked for.
pub(super) async fn check_wait(nodes: &Nodes) -> Result<(), StoreError> {
    if nodes.replicas().is_none() {
        return Ok(());
    }
    let mut wait = redis::pipe();
    wait.cmd("WAIT").arg(0).arg(0);
    for node in nodes.every() {
        if let Err(error) = node.queries().ask(&wait).await? {
            return Err(match super::error::refused_with(&error, "NOPERM") {
                true => StoreError::Open("redis-min-replicas needs a user of Redis who may run WAIT (+wait)".into()),
                false => store_error(&error, "WAIT"),
            });
        }
    }
    Ok(())
}

/// Fails while a node has fewer replicas than must have each write.
pub(super) async fn check_replicas(nodes: &Nodes) -> Result<(), StoreError> {
    let Some(Replicas { count, .. }) = nodes.replicas() else { return Ok(()) };
    for node in nodes.every() {
        let have = following(&node).await?.unwrap_or_default();
        if have < u64::from(count) {
            return Err(StoreError::Unavailable(format!(
                "{have} of {count} replicas follow Redis at {}, so nothing is acknowledged (redis-min-replicas)",
                node.address()
            )));
        }
    }
    Ok(())
}

/// How many replicas follow a node; `None` where it is none that has some.
async fn following(node: &Node) -> Result<Option<u64>, StoreError> {
    let mut info = redis::pipe();
    info.cmd("INFO").arg("replication");
    let answer = node.queries().ask(&info).await?.map_err(|error| store_error(&error, "INFO"))?;
    match answer.into_iter().next() {
        Some(Value::VerbatimString { text, .. }) => Ok(replicas::following(&text)),
        Some(value) => Ok(replicas::following(&super::reply::text(value, "INFO")?)),
        None => Ok(None),
    }
}

/// Reads the settings and says what they promise.
pub(super) async fn promise(nodes: &Nodes) -> Result<Promise, StoreError> {
    // the least that any of them promises
    let mut least: Option<Promise> = None;
    for node in nodes.every() {
        let promise = promise_of(node.queries()).await?;
        let may_be_replaced = nodes.fails_over() && following(&node).await?.is_some_and(|replicas| replicas > 0);
        let promise = with_replicas(promise, nodes.replicas(), may_be_replaced);
        if least.as_ref().is_none_or(|least| least.durable) {
            least = Some(promise);
        }
    }
    least.ok_or_else(|| StoreError::Unavailable("there is no Redis".into()))
}

/// What replicas add to it, or take from it.
fn with_replicas(promise: Promise, replicas: Option<Replicas>, may_be_replaced: bool) -> Promise {
    let Promise { durable, sentence } = promise;
    match replicas {
        Some(Replicas { count, .. }) => Promise {
            durable,
            sentence: format!(
                "{sentence}; it is acknowledged when {count} of its replicas have it, and a failover to one of those \
                 loses none (redis-min-replicas)"
            ),
        },
        None if may_be_replaced => Promise {
            durable: false,
            sentence: format!(
                "{sentence}; but a failover may lose the newest moves: no replica is waited for (redis-min-replicas)"
            ),
        },
        None => Promise { durable, sentence },
    }
}

async fn promise_of(link: &Link) -> Result<Promise, StoreError> {
    let mut pipeline = redis::pipe();
    pipeline.cmd("CONFIG").arg("GET").arg(&NAMES);
    match link.ask(&pipeline).await? {
        Ok(answer) => Ok(sentence(&settings(answer))),
        Err(error) if refusal(&error).is_none() => Err(store_error(&error, "CONFIG GET")),
        // an operator may keep CONFIG from this user; that is no reason to stop
        Err(_) => Ok(Promise {
            durable: false,
            sentence: "The settings of Redis may not be read by this user (CONFIG GET), so nothing is known about \
                       what survives a crash"
                .into(),
        }),
    }
}

fn settings(answer: Vec<Value>) -> BTreeMap<String, String> {
    let pairs = answer.into_iter().flat_map(|value| match value {
        Value::Map(pairs) => pairs,
        _ => Vec::new(),
    });
    pairs.filter_map(|(name, value)| Some((as_text(name)?, as_text(value)?))).collect()
}

fn as_text(value: Value) -> Option<String> {
    super::reply::text(value, "CONFIG GET").ok()
}

fn sentence(settings: &BTreeMap<String, String>) -> Promise {
    let get = |name: &str| settings.get(name).map_or("?", String::as_str);
    let evicts = get("maxmemory") != "0" && get("maxmemory-policy") != "noeviction";
    let aof = get("appendonly") == "yes";
    let always = aof && get("appendfsync") == "always" && get("no-appendfsync-on-rewrite") == "no";
    let promised = if evicts {
        "Redis may throw games away when its memory is full"
    } else if always {
        "Each acknowledged move is on the disk of Redis"
    } else if aof && get("appendfsync") == "everysec" {
        "A crash of Redis may lose the moves of the last second or two"
    } else if aof {
        "A crash of Redis may lose moves that its disk has not yet"
    } else if get("save").is_empty() {
        "Games do not survive a stop of Redis"
    } else {
        "A crash of Redis may lose all moves since its last snapshot"
    };
    let read: Vec<String> = NAMES.iter().map(|name| format!("{name} '{}'", get(name))).collect();
    Promise { durable: always && !evicts, sentence: format!("{promised} ({})", read.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: [&str; 6]) -> Promise {
        sentence(&NAMES.iter().zip(values).map(|(name, value)| ((*name).to_owned(), value.to_owned())).collect())
    }

    #[test]
    fn replicas_that_are_not_waited_for_take_from_the_promise() {
        let alone = || of(["yes", "always", "no", "0", "noeviction", ""]);
        let two = Some(Replicas { count: 2, wait: std::time::Duration::from_secs(1) });
        for (replicas, may_be_replaced, durable, words) in [
            (None, false, true, "save '')"),
            (None, true, false, "but a failover may lose the newest moves"),
            (two, true, true, "when 2 of its replicas have it"),
            (two, false, true, "when 2 of its replicas have it"),
        ] {
            let promise = with_replicas(alone(), replicas, may_be_replaced);
            assert_eq!(promise.durable, durable, "{promise:?}");
            assert!(promise.sentence.contains(words), "{promise:?}");
        }
        let weak = with_replicas(of(["yes", "everysec", "no", "0", "noeviction", ""]), two, true);
        assert!(!weak.durable, "a Redis that comes back without the last second is followed by its replicas");
    }

    #[test]
    fn what_each_setting_promises() {
        for (values, durable, start) in [
            (["yes", "always", "no", "0", "noeviction", ""], true, "Each acknowledged move is on the disk"),
            (["yes", "always", "no", "0", "allkeys-lru", ""], true, "Each acknowledged move is on the disk"),
            (["yes", "always", "yes", "0", "noeviction", ""], false, "A crash of Redis may lose moves"),
            (["yes", "always", "no", "9", "allkeys-lru", ""], false, "Redis may throw games away"),
            (["yes", "everysec", "no", "0", "noeviction", ""], false, "A crash of Redis may lose the moves of the"),
            (["yes", "no", "no", "0", "noeviction", ""], false, "A crash of Redis may lose moves"),
            (["no", "always", "no", "0", "noeviction", "3600 1"], false, "A crash of Redis may lose all moves since"),
            (["no", "always", "no", "0", "noeviction", ""], false, "Games do not survive a stop of Redis"),
        ] {
            let promise = of(values);
            assert_eq!(promise.durable, durable, "{promise:?}");
            assert!(promise.sentence.starts_with(start), "{promise:?}");
        }
        let full = of(["yes", "always", "no", "0", "noeviction", ""]).sentence;
        assert!(full.ends_with(
            "(appendonly 'yes', appendfsync 'always', no-appendfsync-on-rewrite 'no', maxmemory '0', \
             maxmemory-policy 'noeviction', save '')"
        ));
    }
}
