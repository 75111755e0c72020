//! A real Redis Cluster for a test: masters on free ports that share the slots, with replicas or
//! without, gone when dropped.

use crate::{RedisServer, RedisTls, free_port};
use anyhow::{Context, Result, bail, ensure};
use std::net::{Ipv4Addr, TcpListener};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Slots of a cluster.
const SLOTS: u16 = 16_384;

/// How long the masters may take to know each other.
const AGREE: Duration = Duration::from_secs(30);

/// Attempts to find ports that nobody takes between looking and starting.
const PORTS: usize = 5;

/// Keys that are moved in one go.
const KEYS: usize = 100;

/// Masters, and replicas if they were asked for. They do not stop serving their own slots when another one is gone.
#[derive(Debug)]
pub struct RedisCluster {
    /// The masters; the i-th holds the i-th share of the slots at first.
    pub masters: Vec<RedisServer>,
    /// The i-th follows the i-th master, if there are some.
    pub replicas: Vec<RedisServer>,
}

impl RedisCluster {
    /// Three masters.
    ///
    /// # Errors
    /// When they do not start or do not agree in time.
    pub fn start() -> Result<Self> {
        Self::of(3)
    }

    /// So many masters, which share the slots evenly.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn of(count: usize) -> Result<Self> {
        let masters = (0..count).map(|_| master(&[])).collect::<Result<Vec<_>>>()?;
        Self::joined(masters, |master| master.port())
    }

    /// Two masters that speak TLS, at the ports in the URLs that it gives, too.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn over_tls(certificates: &RedisTls) -> Result<(Self, String)> {
        let ports = [free_port()?, free_port()?];
        let secured = |port: &u16| {
            let more = [certificates.settings(*port), vec!["--tls-cluster".to_owned(), "yes".to_owned()]];
            master(&more.concat())
        };
        let masters = ports.iter().map(secured).collect::<Result<Vec<_>>>()?;
        let [first, second] = ports;
        let cluster = Self::joined(masters, |_| first)?;
        Ok((cluster, format!("rediss://127.0.0.1:{first},rediss://127.0.0.1:{second}")))
    }

    /// Masters that do not know each other yet; `meet` is the port at which the others meet the first.
    fn joined(masters: Vec<RedisServer>, meet: impl Fn(&RedisServer) -> u16) -> Result<Self> {
        let cluster = Self { masters, replicas: Vec::new() };
        let count = cluster.masters.len();
        for (index, master) in cluster.masters.iter().enumerate() {
            let slots = usize::from(SLOTS);
            let (from, to) = (slots * index / count, slots * (index + 1) / count - 1);
            // nodes whose epochs differ need not find out later whose is the greater one
            master.run(&["CLUSTER", "SET-CONFIG-EPOCH", &(index + 1).to_string()])?;
            master.run(&["CLUSTER", "ADDSLOTSRANGE", &from.to_string(), &to.to_string()])?;
            let first = cluster.master(0)?;
            if index > 0 {
                let (port, bus) = (meet(first).to_string(), (first.port() + 1).to_string());
                master.run(&["CLUSTER", "MEET", "127.0.0.1", &port, &bus])?;
            }
        }
        cluster.wait_until_agreed()?;
        Ok(cluster)
    }

    /// Three masters with a replica each.
    ///
    /// # Errors
    /// As [`start`](Self::start), or when a replica does not follow.
    pub fn with_replicas() -> Result<Self> {
        let mut cluster = Self::of(3)?;
        for index in 0..cluster.masters.len() {
            let (replica, first) = (master(&[])?, cluster.master(0)?);
            let (port, bus) = (first.port().to_string(), (first.port() + 1).to_string());
            replica.run(&["CLUSTER", "MEET", "127.0.0.1", &port, &bus])?;
            let id = cluster.master(index)?.run(&["CLUSTER", "MYID"])?;
            let until = Instant::now() + AGREE;
            // it must have heard of its master first
            while let Err(error) = replica.run(&["CLUSTER", "REPLICATE", id.trim()]) {
                ensure!(Instant::now() < until, "a replica of a cluster knows no master within {AGREE:?}: {error}");
                sleep(Duration::from_millis(20));
            }
            while !cluster.master(index)?.run(&["INFO", "replication"])?.contains("state=online") {
                ensure!(Instant::now() < until, "a replica of a cluster does not follow within {AGREE:?}");
                sleep(Duration::from_millis(20));
            }
            cluster.replicas.push(replica);
        }
        cluster.wait_until_agreed()?;
        Ok(cluster)
    }

    fn master(&self, index: usize) -> Result<&RedisServer> {
        self.masters.get(index).with_context(|| format!("there is no master {index}"))
    }

    /// Every master that runs knows all and serves all slots.
    ///
    /// # Errors
    /// When that does not come in time.
    pub fn wait_until_agreed(&self) -> Result<()> {
        let until = Instant::now() + AGREE;
        let known = format!("cluster_known_nodes:{}", self.masters.len() + self.replicas.len());
        let agreed = |master: &RedisServer| -> Result<bool> {
            let info = master.run(&["CLUSTER", "INFO"])?;
            Ok(info.lines().any(|line| line.trim_end() == known) && info.contains("cluster_state:ok"))
        };
        for master in self.masters.iter().filter(|master| master.process().is_some()) {
            while !agreed(master)? {
                ensure!(Instant::now() < until, "the masters of a cluster did not agree within {AGREE:?}");
                sleep(Duration::from_millis(20));
            }
        }
        Ok(())
    }

    /// The URLs of all masters, as `--redis` takes them.
    #[must_use]
    pub fn urls(&self) -> String {
        self.masters.iter().map(RedisServer::url).collect::<Vec<_>>().join(",")
    }

    /// Which master holds a slot, as the masters themselves say.
    ///
    /// # Errors
    /// When none does.
    pub fn holder(&self, slot: u16) -> Result<usize> {
        for (index, master) in self.masters.iter().enumerate() {
            let nodes = master.run(&["CLUSTER", "NODES"])?;
            let own = nodes.lines().find(|line| line.contains("myself")).unwrap_or_default();
            // after the first eight fields: slots and ranges; those in brackets are on their way
            let holds = own.split_whitespace().skip(8).filter(|field| !field.starts_with('[')).any(|range| {
                let (from, to) = range.split_once('-').unwrap_or((range, range));
                matches!((from.parse(), to.parse()), (Ok(from), Ok(to)) if (from..=to).contains(&slot))
            });
            if holds {
                return Ok(index);
            }
        }
        bail!("nobody holds slot {slot}")
    }

    /// The slot of a key.
    ///
    /// # Errors
    /// When no master answers.
    pub fn slot_of(&self, key: &str) -> Result<u16> {
        Ok(self.master(0)?.run(&["CLUSTER", "KEYSLOT", key])?.trim().parse()?)
    }

    /// Moves a slot with its keys to another master, as `redis-cli --cluster reshard` does.
    ///
    /// # Errors
    /// When a step is refused.
    pub fn migrate_slot(&self, slot: u16, to: usize) -> Result<()> {
        self.migrate_slot_slowly(slot, to, Duration::ZERO)
    }

    /// The same, with a wait before it begins to move keys and one after each key, so that others meet
    /// the slot on its way.
    ///
    /// # Errors
    /// When a step is refused.
    pub fn migrate_slot_slowly(&self, slot: u16, to: usize, pause: Duration) -> Result<()> {
        let from = self.holder(slot)?;
        if from == to {
            return Ok(());
        }
        let (source, target) = (self.master(from)?, self.master(to)?);
        let (source_id, target_id) = (source.run(&["CLUSTER", "MYID"])?, target.run(&["CLUSTER", "MYID"])?);
        let (source_id, target_id) = (source_id.trim(), target_id.trim());
        let (number, port) = (slot.to_string(), target.port().to_string());
        target.run(&["CLUSTER", "SETSLOT", &number, "IMPORTING", source_id])?;
        source.run(&["CLUSTER", "SETSLOT", &number, "MIGRATING", target_id])?;
        sleep(pause);
        loop {
            let batch = if pause.is_zero() { KEYS } else { 1 };
            let found = source.run(&["CLUSTER", "GETKEYSINSLOT", &number, &batch.to_string()])?;
            let keys: Vec<&str> = found.lines().filter(|line| !line.is_empty()).collect();
            if keys.is_empty() {
                break;
            }
            let mut migrate = vec!["MIGRATE", "127.0.0.1", &port, "", "0", "5000", "KEYS"];
            migrate.extend(keys);
            source.run(&migrate)?;
            sleep(pause);
        }
        // the new holder first: it must know before anybody is sent there
        for master in [target, source].into_iter().chain(&self.masters) {
            if master.process().is_some() {
                master.run(&["CLUSTER", "SETSLOT", &number, "NODE", target_id])?;
            }
        }
        Ok(())
    }

    /// Moves every slot of `slots` to another master, one after the other.
    ///
    /// # Errors
    /// When a step is refused.
    pub fn migrate_all(&self, slots: impl IntoIterator<Item = u16>, to: usize) -> Result<()> {
        slots.into_iter().try_for_each(|slot| self.migrate_slot(slot, to))
    }
}

/// A master that holds nothing yet, with more settings. Its bus is at the port after its own.
fn master(more: &[String]) -> Result<RedisServer> {
    let mut last = None;
    for _ in 0..PORTS {
        let bus = free_pair()?;
        let settings = [
            "--port",
            &(bus - 1).to_string(),
            "--cluster-enabled",
            "yes",
            "--cluster-port",
            &bus.to_string(),
            "--cluster-node-timeout",
            "2000",
            "--cluster-require-full-coverage",
            "no",
            "--repl-diskless-sync-delay",
            "0",
        ]
        .map(str::to_owned);
        match RedisServer::at(bus - 1, [&settings[..], more].concat()) {
            Ok(server) => return Ok(server),
            Err(error) => last = Some(error),
        }
    }
    Err(last.context("invariant: at least one attempt was made")?)
}

/// A free port whose predecessor is free, too.
fn free_pair() -> Result<u16> {
    loop {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = first.local_addr()?.port();
        if let Some(next) = port.checked_add(1)
            && TcpListener::bind((Ipv4Addr::LOCALHOST, next)).is_ok()
        {
            return Ok(next);
        }
    }
}
