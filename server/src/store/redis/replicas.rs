//! Writes that are answered only after so many replicas have them.
//!
//! `WAIT` counts for what its own connection wrote and holds that connection up, so such writes have
//! connections of their own. A connection sends all that waits, then one `WAIT` for all of it; what
//! comes meanwhile goes over the other. Replication is in order, so whoever has a write has all
//! that was written to that Redis before: an answer speaks for the whole log up to it.
//!
//! When too few replicas have it in time, the writes are done and may yet be lost in a failover:
//! neither done nor not done, as after a lost answer.

use super::error::refusal;
use super::link::{Link, Live};
use super::script::Request;
use super::target::Target;
use crate::store::StoreError;
use redis::{Cmd, RedisError, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::AbortOnDropHandle;

/// Connections to each Redis node: while one waits for the replicas the other writes. More of them make
/// more and smaller groups, and a sync of the disk for each.
const LANES: usize = 2;

/// Most writes that share one `WAIT`.
const GROUP: usize = 100;

/// Writes of one connection that may wait; more wait in their callers.
const QUEUE: usize = 1_024;

/// A replica that said nothing for longer is not counted as following, s. They say something each
/// second.
const LAG_MAX_S: u64 = 5;

/// How many replicas must have a write, and how long that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replicas {
    /// So many; at least 1.
    pub count: u32,
    /// So long; shorter than anybody waits for the store.
    pub wait: Duration,
}

/// What one write came to: no connection, a refusal, or an answer.
type Answer = Result<Result<Value, RedisError>, StoreError>;

struct Write {
    live: Live,
    command: Cmd,
    asking: bool,
    reply: oneshot::Sender<Answer>,
}

/// One connection.
struct Lane {
    link: Arc<Link>,
    queue: mpsc::Sender<Write>,
    /// Writes that are not answered yet.
    load: Arc<AtomicUsize>,
    _worker: AbortOnDropHandle<()>,
}

/// See the module.
pub(super) struct Writes(Vec<Lane>);

impl Writes {
    /// Connects.
    pub(super) async fn open(target: &Target, replicas: Replicas) -> Result<Self, StoreError> {
        let target = Arc::new(target.patient(replicas.wait));
        let links = (0..LANES).map(|_| Link::open(target.clone(), "commits"));
        let links = futures_util::future::try_join_all(links).await?;
        Ok(Self::over(links, replicas, &target))
    }

    /// Connects by and by.
    pub(super) fn start(target: &Target, replicas: Replicas) -> Self {
        let target = Arc::new(target.patient(replicas.wait));
        let links = (0..LANES).map(|_| Link::start(target.clone(), "commits")).collect();
        Self::over(links, replicas, &target)
    }

    fn over(links: Vec<Link>, replicas: Replicas, target: &Target) -> Self {
        let short = Arc::new(AtomicBool::new(false));
        let lane = |link: Link| {
            let link = Arc::new(link);
            let load = Arc::new(AtomicUsize::new(0));
            let (queue, queued) = mpsc::channel(QUEUE);
            let address = target.address.as_str().into();
            let worker = Worker { link: link.clone(), replicas, short: short.clone(), address };
            let worker = AbortOnDropHandle::new(tokio::spawn(worker.work(queued)));
            Lane { link, queue, load, _worker: worker }
        };
        Self(links.into_iter().map(lane).collect())
    }

    /// Closes it for good.
    pub(super) fn close(&self) {
        self.0.iter().for_each(|lane| lane.link.close());
    }

    /// Any of its connections, for what needs no replica.
    pub(super) fn link(&self) -> &Link {
        &self.least_busy().link
    }

    fn least_busy(&self) -> &Lane {
        let lanes = self.0.iter().min_by_key(|lane| (!lane.link.is_live(), lane.load.load(Ordering::Relaxed)));
        lanes.expect("invariant: there are some lanes")
    }

    /// One write, once; `asking` at a node that is receiving its slot.
    pub(super) async fn once(&self, request: &Request<'_>, asking: bool) -> Answer {
        let lane = self.least_busy();
        let _load = Load::on(&lane.load);
        let live = lane.link.live().await?;
        let command = request.command(live.run());
        let (reply, answer) = oneshot::channel();
        let closed = || StoreError::Unavailable("the store is closed".into());
        lane.queue.send(Write { live, command, asking, reply }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// Counts a write, until whoever asked has the answer or does not want it any more.
struct Load<'a>(&'a AtomicUsize);

impl<'a> Load<'a> {
    fn on(load: &'a AtomicUsize) -> Self {
        load.fetch_add(1, Ordering::Relaxed);
        Self(load)
    }
}

impl Drop for Load<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sends what waits for one connection.
struct Worker {
    link: Arc<Link>,
    replicas: Replicas,
    /// Whether it was said that there are too few replicas; of all connections to this node.
    short: Arc<AtomicBool>,
    address: Arc<str>,
}

impl Worker {
    async fn work(self, mut queued: mpsc::Receiver<Write>) {
        let mut writes = Vec::with_capacity(GROUP);
        while queued.recv_many(&mut writes, GROUP).await > 0 {
            // what nobody waits for any more was not begun, and need not be
            writes.retain(|write| !write.reply.is_closed());
            let newest = writes.iter().max_by_key(|write| write.live.generation());
            let Some(live) = newest.map(|write| write.live.clone()) else { continue };
            let (group, gone): (Vec<Write>, Vec<Write>) =
                writes.drain(..).partition(|write| write.live.generation() == live.generation());
            for write in gone {
                let lost = "the connection to Redis was lost before it was asked";
                answer(write, Err(StoreError::Unavailable(lost.into())));
            }
            self.send(live, group).await;
        }
    }

    async fn send(&self, mut live: Live, group: Vec<Write>) {
        let mut pipeline = redis::pipe();
        for write in &group {
            if write.asking {
                pipeline.cmd("ASKING").ignore();
            }
            pipeline.add_command(write.command.clone());
        }
        let wait = u64::try_from(self.replicas.wait.as_millis()).unwrap_or(u64::MAX);
        pipeline.cmd("WAIT").arg(self.replicas.count).arg(wait);
        let answers: Result<Vec<Result<Value, RedisError>>, RedisError> =
            pipeline.ignore_errors().query_async(live.connection()).await;
        let mut answers = match answers {
            Ok(answers) => answers,
            Err(error) => {
                self.link.doubt(&live, &error);
                group.into_iter().for_each(|write| answer(write, Ok(Err(error.clone()))));
                return;
            }
        };
        let have = answers.pop().map_or(Ok(0), |waited| self.have(waited, &live));
        for (write, done) in group.into_iter().zip(answers) {
            let done = match (done, &have) {
                // nothing was done
                (Err(error), _) => {
                    self.link.doubt(&live, &error);
                    Ok(Err(error))
                }
                (Ok(value), Ok(have)) if *have >= u64::from(self.replicas.count) => Ok(Ok(value)),
                (Ok(_), Ok(have)) => Err(too_few(*have, self.replicas.count)),
                (Ok(_), Err(error)) => Err(error.clone()),
            };
            answer(write, done);
        }
    }

    /// How many replicas have it.
    fn have(&self, waited: Result<Value, RedisError>, live: &Live) -> Result<u64, StoreError> {
        let have = match waited {
            Ok(value) => super::reply::number(&value, "WAIT")?,
            Err(error) => {
                if refusal(&error).is_some_and(|(_, words)| words.contains("replica")) {
                    self.link.leave(live);
                }
                return Err(super::error::store_error(&error, "WAIT"));
            }
        };
        let short = have < u64::from(self.replicas.count);
        let (address, wanted) = (&*self.address, self.replicas.count);
        match (self.short.swap(short, Ordering::AcqRel), short) {
            (false, true) => tracing::warn!(
                redis.address = address,
                have,
                wanted,
                "too few replicas have what was written: nothing is acknowledged (redis-min-replicas)"
            ),
            (true, false) => tracing::info!(redis.address = address, wanted, "replicas have what is written again"),
            _ => {}
        }
        Ok(have)
    }
}

fn too_few(have: u64, wanted: u32) -> StoreError {
    StoreError::Unavailable(format!(
        "{have} of {wanted} replicas of Redis have it in time; whether it stays is not known"
    ))
}

fn answer(write: Write, answer: Answer) {
    // whoever asked may have gone
    let _gone = write.reply.send(answer);
}

/// How many replicas follow, as `INFO replication` says: those in step or nearly, that said
/// something of late. `None` where it is no master.
pub(super) fn following(info: &str) -> Option<u64> {
    let lines = || info.lines().map(str::trim_end);
    lines().find(|line| *line == "role:master")?;
    let follows = |line: &str| {
        let (name, fields) = line.split_once(':')?;
        let is_replica =
            name.strip_prefix("slave").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        let field = |name: &str| fields.split(',').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
        let lag = field("lag").and_then(|lag| lag.parse::<u64>().ok());
        (is_replica && field("state") == Some("online") && lag.is_some_and(|lag| lag <= LAG_MAX_S)).then_some(())
    };
    Some(lines().filter_map(follows).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replicas_that_follow_are_counted() {
        let info = |role: &str, replicas: &[&str]| {
            let mut text = format!("# Replication\r\nrole:{role}\r\nconnected_slaves:{}\r\n", replicas.len());
            for (n, replica) in replicas.iter().enumerate() {
                text.push_str(&format!("slave{n}:ip=127.0.0.1,port=7,{replica}\r\n"));
            }
            text + "master_repl_offset:5\r\nslave_repl_offset:5\r\n"
        };
        let online = "state=online,offset=5,lag=0";
        assert_eq!(following(&info("master", &[])), Some(0));
        assert_eq!(following(&info("master", &[online, "state=online,offset=5,lag=5"])), Some(2));
        for not in ["state=wait_bgsave,offset=0,lag=0", "state=online,offset=5,lag=6", "state=online,offset=5,lag=-1"] {
            assert_eq!(following(&info("master", &[online, not])), Some(1), "{not}");
        }
        assert_eq!(following(&info("slave", &[online])), None);
        assert_eq!(following(""), None);
    }
}
