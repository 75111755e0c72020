//! What the settings of Redis promise, and the marker of the stored format.

use super::error::{refusal, store_error};
use super::link::Link;
use super::nodes::{Lane, Nodes};
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

/// Reads the settings and says what they promise.
pub(super) async fn promise(nodes: &Nodes) -> Result<Promise, StoreError> {
    // the least that any of them promises
    let mut least: Option<Promise> = None;
    for node in nodes.every() {
        let promise = promise_of(node.queries()).await?;
        if least.as_ref().is_none_or(|least| least.durable) {
            least = Some(promise);
        }
    }
    least.ok_or_else(|| StoreError::Unavailable("there is no Redis".into()))
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
