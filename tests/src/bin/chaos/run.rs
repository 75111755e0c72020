//! What all clients of a run share: where the nodes are, how patient to be, when to end, and what is noted
//! about coming back.

use anyhow::{Context, bail};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

/// However much is broken: until then some node has answered.
const ANSWERED_WITHIN: Duration = Duration::from_secs(120);

/// For one request over HTTP.
const HTTP_WITHIN: Duration = Duration::from_secs(5);

/// How patient clients are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// They ask so often whether the node is there.
    pub(crate) ping: Duration,
    /// Without a word for so long they go to another node.
    pub(crate) silence: Duration,
}

/// A connection that was lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// When the last frame came.
    pub(crate) well_until: Instant,
    pub(crate) noticed: Instant,
}

/// Something that was broken for a while.
struct Broken {
    fault: &'static str,
    from: Instant,
    to: Option<Instant>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Games go on.
    Playing,
    /// Games are ended by whose turn it is.
    Ending,
    /// Clients stop as soon as their command is answered.
    Stopped,
}

/// See the module.
pub(crate) struct Run {
    /// `http://HOST:PORT` of each node.
    pub(crate) nodes: Vec<String>,
    /// Of the clients.
    pub(crate) pace: Pace,
    stage: watch::Sender<Stage>,
    /// What was broken from when until when.
    faults: Mutex<Vec<Broken>>,
    /// Times to resume by what was broken.
    resumed: Mutex<BTreeMap<&'static str, Vec<Duration>>>,
    /// Clients that follow their game now.
    following: AtomicUsize,
    /// Connections that were lost.
    lost: AtomicUsize,
    http: reqwest::Client,
}

impl Run {
    /// Over these nodes.
    ///
    /// # Errors
    /// When there can be no HTTP client.
    pub(crate) fn new(nodes: Vec<String>, pace: Pace) -> anyhow::Result<Self> {
        Ok(Self {
            nodes,
            pace,
            stage: watch::Sender::new(Stage::Playing),
            faults: Mutex::default(),
            resumed: Mutex::default(),
            following: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
            http: reqwest::Client::builder().timeout(HTTP_WITHIN).build()?,
        })
    }

    pub(crate) const fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// Goes to a later stage.
    pub(crate) fn go_to(&self, stage: Stage) {
        self.stage.send_replace(stage);
    }

    /// Games are ended, or clients stop.
    pub(crate) fn is_ending(&self) -> bool {
        *self.stage.borrow() >= Stage::Ending
    }

    /// Clients stop.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.stage.borrow() >= Stage::Stopped
    }

    /// From now on this is broken.
    pub(crate) fn breaks(&self, fault: &'static str) {
        lock(&self.faults).push(Broken { fault, from: Instant::now(), to: None });
    }

    /// And now no more.
    pub(crate) fn mended(&self) {
        if let Some(last) = lock(&self.faults).last_mut() {
            last.to = Some(Instant::now());
        }
    }

    /// A client follows its game.
    pub(crate) fn follows(&self) {
        self.following.fetch_add(1, Ordering::SeqCst);
    }

    /// A client that followed its game does so no more, and did not want it so.
    pub(crate) fn is_lost(&self) {
        self.following.fetch_sub(1, Ordering::SeqCst);
        self.lost.fetch_add(1, Ordering::SeqCst);
    }

    /// Clients that follow their game now.
    pub(crate) fn following(&self) -> usize {
        self.following.load(Ordering::SeqCst)
    }

    /// Connections that were lost so far.
    pub(crate) fn lost(&self) -> usize {
        self.lost.load(Ordering::SeqCst)
    }

    /// A client that lost its connection follows its game again. It may have been well a while before
    /// what was broken then, since it asks only now and then.
    pub(crate) fn resumed(&self, loss: Loss) {
        let faults = lock(&self.faults);
        let so_far = || faults.iter().filter(|broken| broken.from <= loss.noticed);
        let meant =
            so_far().find(|broken| broken.to.is_none_or(|to| to >= loss.well_until)).or_else(|| so_far().next_back());
        let (fault, from) = meant.map_or(("nothing", loss.well_until), |broken| (broken.fault, broken.from));
        lock(&self.resumed).entry(fault).or_default().push(from.max(loss.well_until).elapsed());
    }

    /// All times to resume so far.
    pub(crate) fn all_resumed(&self) -> BTreeMap<&'static str, Vec<Duration>> {
        lock(&self.resumed).clone()
    }

    /// What any node answers.
    ///
    /// # Errors
    /// When none does for two minutes.
    pub(crate) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let until = Instant::now() + ANSWERED_WITHIN;
        let once = async |node: &str| {
            let answer = self.http.get(format!("{node}{path}")).send().await?;
            anyhow::Ok(serde_json::from_str(&answer.error_for_status()?.text().await?)?)
        };
        for node in self.nodes.iter().cycle() {
            match once(node).await {
                Ok(answer) => return Ok(answer),
                Err(error) if Instant::now() >= until => return Err(error).context(path.to_owned()),
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        }
        bail!("there are no nodes")
    }
}

/// What is guarded here is whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
