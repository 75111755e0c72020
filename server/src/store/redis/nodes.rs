//! Which Redis nodes there are, and which of them a partition lies at.
//!
//! One Redis is one node that holds everything, behind sentinels too. In a cluster the map comes
//! from `CLUSTER SLOTS` and from the redirections of the nodes themselves. A call that a node
//! refused before anything was done (the slot moved, is on its way, or the cluster is being changed)
//! is repeated for a moment; a lost answer never is.

use super::error::{refusal, refused_with, store_error};
use super::line::Line;
use super::link::{Answer, Link};
use super::news::Channels;
use super::replicas::{Replicas, Writes};
use super::script::Request;
use super::target::{Backoff, Target};
use crate::store::{Partition, StoreError};
use redis::{RedisError, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::task::AbortOnDropHandle;

/// How long a call is repeated that Redis refused for a moment: a slot moves, data is being read.
const MOMENT: Duration = Duration::from_secs(1);

/// The first wait of those, ms; jittered and doubled.
const MOMENT_MIN_MS: u64 = 5;

/// Shortest time between two looks at the map of a cluster.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The map is looked at after so long in any case.
const LOOK_ANYWAY: Duration = Duration::from_secs(30);

/// Hints that may wait; more say nothing new.
const HINTS: usize = 64;

/// Refusals before anything was done that end by themselves.
const MOMENTARY: [&str; 6] = ["TRYAGAIN", "LOADING", "NOSCRIPT", "CLUSTERDOWN", "MASTERDOWN", "READONLY"];

/// Which of a node's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Commits and seats.
    Commits,
    /// Long answers go over another one, so that they hold up no move.
    Queries,
}

/// The connections of commits.
enum Commits {
    /// One for all; acknowledged when Redis has it.
    Alone(Link),
    /// Several; acknowledged when replicas have it, too.
    Replicated(Writes),
}

/// One Redis process, or whoever is in its place.
pub(super) struct Node {
    target: Arc<Target>,
    commits: Commits,
    queries: Link,
    /// Its connection of news.
    line: Line,
}

impl Node {
    /// One that may be used by anybody at any time.
    fn link(&self, lane: Lane) -> &Link {
        match (lane, &self.commits) {
            (Lane::Commits, Commits::Alone(link)) => link,
            (Lane::Commits, Commits::Replicated(writes)) => writes.link(),
            (Lane::Queries, _) => &self.queries,
        }
    }

    async fn once(
        &self,
        lane: Lane,
        request: &Request<'_>,
        asking: bool,
    ) -> Result<Result<Value, RedisError>, StoreError> {
        match (lane, &self.commits) {
            (Lane::Commits, Commits::Replicated(writes)) => writes.once(request, asking).await,
            _ => self.link(lane).once(request, asking).await,
        }
    }
}

/// What was seen that the map should follow.
#[derive(Debug)]
pub(super) enum Hint {
    /// A slot lies at this address.
    Moved(u16, String),
    /// A node does not answer.
    Lost,
}

struct Map {
    /// By index of partition.
    holders: Vec<Arc<Node>>,
    /// By address.
    nodes: HashMap<String, Arc<Node>>,
}

struct Shared {
    seeds: Vec<Arc<Target>>,
    is_cluster: bool,
    /// The slot of each partition, by its index.
    slots: Vec<u16>,
    map: Mutex<Map>,
    news: Arc<Channels>,
    hints: mpsc::Sender<Hint>,
}

/// See the module.
pub(super) struct Nodes {
    shared: Arc<Shared>,
    looker: AbortOnDropHandle<()>,
}

/// Where a refused call goes next.
enum Next {
    /// To the node that holds the slot now.
    Again,
    /// To this node, which is receiving the slot.
    Asking(Arc<Node>),
    /// After a wait.
    Later,
}

impl Nodes {
    /// Connects to one Redis, or to every node of the cluster that the targets belong to.
    pub(super) async fn open(
        seeds: Vec<Arc<Target>>,
        slots: Vec<u16>,
        own: impl Fn(usize) -> String,
    ) -> Result<Self, StoreError> {
        let (first, is_cluster) = first(&seeds).await?;
        let (hints, hinted) = mpsc::channel(HINTS);
        let own_in = if is_cluster { 0..slots.len() } else { Partition::LOBBY.index()..slots.len() };
        let news = Channels::new(slots.len(), own_in.map(|index| (index, own(index))).collect(), hints.clone());
        let node = Arc::new(Node::open(first, &news).await?);
        let holders = vec![node.clone(); slots.len()];
        news.hold(0..slots.len(), node.line.number());
        let nodes = HashMap::from([(node.target.address.clone(), node)]);
        let map = Mutex::new(Map { holders, nodes });
        let shared = Arc::new(Shared { seeds, is_cluster, slots, map, news, hints });
        if is_cluster {
            shared.look().await?;
        }
        let looker = AbortOnDropHandle::new(tokio::spawn(keep_looking(shared.clone(), hinted)));
        Ok(Self { shared, looker })
    }

    /// Its news.
    pub(super) fn news(&self) -> &Arc<Channels> {
        &self.shared.news
    }

    /// Whether another node may take the place of one without anybody's doing.
    pub(super) fn fails_over(&self) -> bool {
        self.shared.is_cluster || self.shared.seeds.iter().any(|seed| seed.options.sentinel_master.is_some())
    }

    /// Where a change goes that no replica is asked about.
    pub(super) fn at_once(&self) -> Lane {
        if self.replicas().is_some() { Lane::Queries } else { Lane::Commits }
    }

    /// What must be counted before a commit is acknowledged.
    pub(super) fn replicas(&self) -> Option<Replicas> {
        self.shared.seeds.first().and_then(|seed| seed.options.replicas)
    }

    /// Any connection for questions that every node answers.
    pub(super) fn every(&self) -> Vec<Arc<Node>> {
        let map = self.shared.map();
        let mut nodes: Vec<Arc<Node>> = Vec::new();
        for holder in &map.holders {
            if !nodes.iter().any(|node| Arc::ptr_eq(node, holder)) {
                nodes.push(holder.clone());
            }
        }
        nodes
    }

    /// Closes all connections for good.
    pub(super) fn close(&self) {
        self.looker.abort();
        let map = self.shared.map();
        for node in map.nodes.values() {
            match &node.commits {
                Commits::Alone(link) => link.close(),
                Commits::Replicated(writes) => writes.close(),
            }
            node.queries.close();
            node.line.close();
        }
    }

    /// One request about one partition.
    pub(super) async fn ask(
        &self,
        lane: Lane,
        partition: Partition,
        request: &Request<'_>,
        place: &str,
    ) -> Result<Answer<Value>, StoreError> {
        let until = Instant::now() + MOMENT;
        let mut wait = Backoff::from_ms(MOMENT_MIN_MS);
        let mut asking = None;
        loop {
            let (node, asks) = match asking.take() {
                Some(node) => (node, true),
                None => (self.shared.holder(partition), false),
            };
            let error = match node.once(lane, request, asks).await.inspect_err(|_| self.shared.hint(Hint::Lost))? {
                Ok(answer) => return Ok(Answer::Given(answer)),
                Err(error) => error,
            };
            if refused_with(&error, "NOPARTITION") {
                return Ok(Answer::NotBegun);
            }
            let Some(next) = self.next(partition, &error, &node) else {
                return Err(store_error(&error, place));
            };
            if Instant::now() >= until {
                return Err(store_error(&error, place));
            }
            match next {
                Next::Again => {}
                Next::Asking(node) => asking = Some(node),
                Next::Later if refused_with(&error, "NOSCRIPT") => node.link(lane).tell_scripts(place).await?,
                Next::Later => sleep(wait.next()).await,
            }
        }
    }

    /// One command without a script about one partition.
    pub(super) async fn query(
        &self,
        lane: Lane,
        partition: Partition,
        command: redis::Cmd,
        place: &str,
    ) -> Result<Value, StoreError> {
        match self.ask(lane, partition, &Request::Plain(command), place).await? {
            Answer::Given(answer) => Ok(answer),
            Answer::NotBegun => Err(StoreError::Unavailable("Redis refused a command as a script's".into())),
        }
    }

    fn next(&self, partition: Partition, error: &RedisError, node: &Node) -> Option<Next> {
        let Some((code, words)) = refusal(error) else {
            self.shared.hint(Hint::Lost);
            return None;
        };
        match (code.as_str(), redirection(&words)) {
            ("MOVED", Some((_, address))) if self.shared.is_cluster => {
                let address = node.target.completed(address);
                self.shared.moved(partition.index(), &address);
                self.shared.hint(Hint::Lost);
                Some(Next::Again)
            }
            ("ASK", Some((_, address))) if self.shared.is_cluster => {
                // what is published there before the slot has come is heard by nobody here
                self.shared.news.doubt(partition.index());
                self.shared.node_at(&node.target.completed(address)).map(Next::Asking)
            }
            (code, _) if MOMENTARY.contains(&code) => Some(Next::Later),
            _ => None,
        }
    }

    /// Many requests, in one go for each node; those that are refused are repeated by themselves.
    pub(super) async fn ask_many(
        &self,
        lane: Lane,
        requests: &[(Partition, Request<'_>)],
        place: &str,
    ) -> Result<Answer<Vec<Value>>, StoreError> {
        if lane == Lane::Commits && self.replicas().is_some() {
            // they are sent in one go for each node all the same
            let asked = requests.iter().map(|(partition, request)| self.ask(lane, *partition, request, place));
            let answers = futures_util::future::try_join_all(asked).await?;
            let given = |answer| match answer {
                Answer::Given(value) => Some(value),
                Answer::NotBegun => None,
            };
            let all: Option<Vec<Value>> = answers.into_iter().map(given).collect();
            return Ok(all.map_or(Answer::NotBegun, Answer::Given));
        }
        let mut groups: Vec<(Arc<Node>, Vec<usize>)> = Vec::new();
        for (index, (partition, _)) in requests.iter().enumerate() {
            let node = self.shared.holder(*partition);
            match groups.iter_mut().find(|(other, _)| Arc::ptr_eq(other, &node)) {
                Some((_, indices)) => indices.push(index),
                None => groups.push((node, vec![index])),
            }
        }
        let asked = groups.iter().map(async |(node, indices)| {
            let some: Vec<&Request<'_>> =
                indices.iter().filter_map(|index| requests.get(*index)).map(|(_, request)| request).collect();
            let answers = node.link(lane).many(&some).await.inspect_err(|_| self.shared.hint(Hint::Lost))?;
            let answers = answers.map_err(|error| {
                self.shared.hint(Hint::Lost);
                store_error(&error, place)
            })?;
            if answers.iter().any(|answer| answer.as_ref().is_err_and(|error| refused_with(error, "NOSCRIPT"))) {
                node.link(lane).tell_scripts(place).await?;
            }
            let repeated =
                indices.iter().zip(answers).map(async |(index, answer)| match (answer, requests.get(*index)) {
                    (Ok(value), _) => Ok((*index, Answer::Given(value))),
                    (Err(_), Some((partition, request))) => {
                        Ok((*index, self.ask(lane, *partition, request, place).await?))
                    }
                    (Err(error), None) => Err(store_error(&error, place)),
                });
            futures_util::future::try_join_all(repeated).await
        });
        let mut all: Vec<(usize, Answer<Value>)> =
            futures_util::future::try_join_all(asked).await?.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(index, _)| *index);
        let mut values = Vec::with_capacity(all.len());
        for (_, answer) in all {
            match answer {
                Answer::Given(value) => values.push(value),
                Answer::NotBegun => return Ok(Answer::NotBegun),
            }
        }
        Ok(Answer::Given(values))
    }
}

impl Node {
    /// Its link for questions.
    pub(super) const fn queries(&self) -> &Link {
        &self.queries
    }

    /// Where it is, for logs.
    pub(super) fn address(&self) -> &str {
        &self.target.address
    }

    async fn open(target: Arc<Target>, news: &Arc<Channels>) -> Result<Self, StoreError> {
        let queries = Link::open(target.clone(), "queries").await?;
        let commits = match target.options.replicas {
            None => Commits::Alone(Link::open(target.clone(), "commits").await?),
            Some(replicas) => Commits::Replicated(Writes::open(&target, replicas).await?),
        };
        let line = Line::open(news, target.clone());
        Ok(Self { target, commits, queries, line })
    }

    /// Connects by and by.
    fn start(target: Arc<Target>, news: &Arc<Channels>) -> Self {
        let queries = Link::start(target.clone(), "queries");
        let commits = match target.options.replicas {
            None => Commits::Alone(Link::start(target.clone(), "commits")),
            Some(replicas) => Commits::Replicated(Writes::start(&target, replicas)),
        };
        let line = Line::open(news, target.clone());
        Self { target, commits, queries, line }
    }
}

impl Shared {
    fn map(&self) -> MutexGuard<'_, Map> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hint(&self, hint: Hint) {
        // full means that it will look anyway
        let _ = self.hints.try_send(hint);
    }

    fn holder(&self, partition: Partition) -> Arc<Node> {
        self.map().holders.get(partition.index()).cloned().expect("invariant: each partition has a holder")
    }

    fn node_at(&self, address: &str) -> Option<Arc<Node>> {
        self.known(&mut self.map(), address)
    }

    fn known(&self, map: &mut Map, address: &str) -> Option<Arc<Node>> {
        if let Some(node) = map.nodes.get(address) {
            return Some(node.clone());
        }
        let target = self.seeds.first()?.elsewhere(address);
        let target = target.inspect_err(|error| tracing::warn!("{error}")).ok()?;
        let node = Arc::new(Node::start(Arc::new(target), &self.news));
        map.nodes.insert(address.to_owned(), node.clone());
        Some(node)
    }

    /// A partition lies at this address.
    fn moved(&self, index: usize, address: &str) {
        let mut map = self.map();
        let Some(node) = self.known(&mut map, address) else { return };
        if let Some(holder) = map.holders.get_mut(index) {
            *holder = node.clone();
        }
        self.news.hold(index..index + 1, node.line.number());
    }

    fn slot_moved(&self, slot: u16, address: &str) {
        for (index, _) in self.slots.iter().enumerate().filter(|(_, of)| **of == slot) {
            self.moved(index, address);
        }
    }

    /// Reads the map from the first node that gives one.
    async fn look(&self) -> Result<(), StoreError> {
        let nodes: Vec<Arc<Node>> = self.map().nodes.values().cloned().collect();
        let mut last = StoreError::Unavailable("no node of the cluster answers".into());
        for node in nodes.iter().filter(|node| node.queries.is_live()) {
            let slots = Request::Plain(redis::cmd("CLUSTER").arg("SLOTS").clone());
            match node.queries.once(&slots, false).await {
                Ok(Ok(answer)) => {
                    self.take(&ranges(answer), &node.target);
                    return Ok(());
                }
                Ok(Err(error)) => last = store_error(&error, "CLUSTER SLOTS"),
                Err(error) => last = error,
            }
        }
        // all of them may have gone elsewhere: the seeds are where the operator says
        for seed in &self.seeds {
            self.node_at(&seed.address);
        }
        Err(last)
    }

    fn take(&self, ranges: &[(u16, u16, String)], asked: &Target) {
        for (index, slot) in self.slots.iter().enumerate() {
            if let Some((_, _, address)) = ranges.iter().find(|(from, to, _)| (from..=to).contains(&slot)) {
                self.moved(index, &asked.completed(address));
            }
        }
        let mut map = self.map();
        let Map { holders, nodes } = &mut *map;
        nodes.retain(|_, node| holders.iter().any(|holder| Arc::ptr_eq(holder, node)));
    }
}

async fn keep_looking(shared: Arc<Shared>, mut hinted: mpsc::Receiver<Hint>) {
    loop {
        let mut hints = Vec::new();
        let waited = tokio::time::timeout(LOOK_ANYWAY, hinted.recv_many(&mut hints, HINTS)).await;
        if waited == Ok(0) {
            return;
        }
        if !shared.is_cluster {
            continue;
        }
        for hint in hints {
            if let Hint::Moved(slot, address) = hint {
                shared.slot_moved(slot, &address);
            }
        }
        if let Err(error) = shared.look().await {
            tracing::debug!("the map of the cluster cannot be read: {error}");
        }
        sleep(LOOK_EVERY).await;
    }
}

/// The first target that answers, and whether it is a node of a cluster.
async fn first(seeds: &[Arc<Target>]) -> Result<(Arc<Target>, bool), StoreError> {
    let mut last = StoreError::Open("there is no address of Redis".into());
    for seed in seeds {
        match seed.is_cluster().await {
            Ok(is_cluster) => {
                if !is_cluster && seeds.len() > 1 {
                    return Err(StoreError::Open(format!(
                        "several Redis URLs are nodes of one cluster, or sentinels beside redis-sentinel-master; \
                         {} is no node of a cluster",
                        seed.address
                    )));
                }
                return Ok((seed.clone(), is_cluster));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// `slot address` of a redirection.
pub(super) fn redirection(words: &str) -> Option<(u16, &str)> {
    let (slot, address) = words.split_once(' ')?;
    Some((slot.parse().ok()?, address.trim()))
}

/// First and last slot and the address of each range in the answer to `CLUSTER SLOTS`.
fn ranges(answer: Value) -> Vec<(u16, u16, String)> {
    let Value::Array(ranges) = answer else { return Vec::new() };
    let range = |value: &Value| {
        let Value::Array(parts) = value else { return None };
        let [Value::Int(from), Value::Int(to), Value::Array(master), ..] = parts.as_slice() else { return None };
        let [host, Value::Int(port), ..] = master.as_slice() else { return None };
        // no host means the one that was asked
        let host = match host {
            Value::BulkString(host) => std::str::from_utf8(host).ok()?,
            _ => "",
        };
        Some((u16::try_from(*from).ok()?, u16::try_from(*to).ok()?, format!("{host}:{port}")))
    };
    ranges.iter().filter_map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirections_are_read() {
        assert_eq!(redirection("5 127.0.0.1:7"), Some((5, "127.0.0.1:7")));
        assert_eq!(redirection("5 ::1:7"), Some((5, "::1:7")));
        assert_eq!(redirection("x 127.0.0.1:7"), None);
        assert_eq!(redirection(""), None);
    }

    #[test]
    fn ranges_name_their_masters() {
        let node = |host: Value| Value::Array(vec![host, Value::Int(7), Value::BulkString(b"id".to_vec())]);
        let range = |from, to, host| Value::Array(vec![Value::Int(from), Value::Int(to), node(host)]);
        let answer = Value::Array(vec![
            range(0, 9, Value::BulkString(b"h".to_vec())),
            range(10, 10, Value::Nil),
            Value::Int(3),
            range(-1, 3, Value::Nil),
        ]);
        assert_eq!(ranges(answer), [(0, 9, "h:7".to_owned()), (10, 10, ":7".to_owned())]);
    }
}
