//! A connection for calls that is made again when it is lost.
//!
//! A call waits for a connection for a bounded time, for its answer for a bounded time, and is not
//! repeated when its answer was lost: only the caller knows what a second time would mean. Between
//! attempts to connect there is a growing wait, so that a Redis that is down costs next to nothing.

use super::error::{refused_with, store_error};
use super::script::Call;
use super::target::{Backoff, Target};
use crate::store::StoreError;
use redis::aio::{MultiplexedConnection, SendError};
use redis::{Pipeline, PushInfo, PushKind, RedisError, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

/// How long a call is repeated that Redis refused for a moment: a slot moves, data is being read.
const MOMENT: Duration = Duration::from_secs(1);

/// The first wait of those, ms; jittered and doubled.
const MOMENT_MIN_MS: u64 = 5;

/// A connection that lived for so long begins with short waits when it is lost.
const SETTLED: Duration = Duration::from_secs(5);

/// Doubts that may wait; more say nothing new.
const DOUBTS: usize = 16;

/// A connection and the process at its other end.
#[derive(Clone)]
pub(super) struct Live {
    connection: MultiplexedConnection,
    run: Arc<str>,
    generation: u64,
}

/// Why a connection may be of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// It is closed, or leads to a replica.
    Gone,
    /// An answer did not come in time.
    Silent,
}

/// See the module.
pub(super) struct Link {
    target: Arc<Target>,
    live: watch::Receiver<Option<Live>>,
    doubts: mpsc::Sender<(u64, Doubt)>,
    keeper: AbortOnDropHandle<()>,
}

impl Link {
    /// Connects, and keeps connected until dropped. `purpose` is for the log.
    pub(super) async fn open(target: Arc<Target>, purpose: &'static str) -> Result<Self, StoreError> {
        let (doubts, doubted) = mpsc::channel(DOUBTS);
        let first = connect(&target, &doubts, 0).await?;
        let (publish, live) = watch::channel(Some(first.clone()));
        let keeper = Keeper { target: target.clone(), purpose, publish, doubts: doubts.clone(), doubted };
        let keeper = AbortOnDropHandle::new(tokio::spawn(keeper.keep(first)));
        Ok(Self { target, live, doubts, keeper })
    }

    /// Closes it for good.
    pub(super) fn close(&self) {
        self.keeper.abort();
    }

    async fn live(&self) -> Result<Live, StoreError> {
        let mut watched = self.live.clone();
        let found = timeout(self.target.options.link_wait, watched.wait_for(Option::is_some)).await;
        match found {
            Ok(Ok(live)) => live.clone().ok_or_else(|| self.away()),
            Ok(Err(_)) => Err(StoreError::Unavailable("the store is closed".into())),
            Err(_) => Err(self.away()),
        }
    }

    fn away(&self) -> StoreError {
        StoreError::Unavailable(format!("no connection to Redis at {}", self.target.address))
    }

    fn doubt(&self, live: &Live, error: &RedisError) {
        let doubt = if refused_with(error, "READONLY") || error.is_connection_dropped() {
            Doubt::Gone
        } else if error.is_io_error() {
            Doubt::Silent
        } else {
            return;
        };
        // full means that as much was said already
        let _ = self.doubts.try_send((live.generation, doubt));
    }

    /// One pipeline without scripts.
    pub(super) async fn query(&self, pipeline: &Pipeline, place: &str) -> Result<Vec<Value>, StoreError> {
        self.ask(pipeline).await?.map_err(|error| store_error(&error, place))
    }

    /// The same, for a caller to whom a refusal is an answer too.
    pub(super) async fn ask(&self, pipeline: &Pipeline) -> Result<Result<Vec<Value>, RedisError>, StoreError> {
        let mut live = self.live().await?;
        let answer = pipeline.query_async(&mut live.connection).await;
        if let Err(error) = &answer {
            self.doubt(&live, error);
        }
        Ok(answer)
    }

    /// One script. What was refused before anything was done is repeated for a moment; scripts that
    /// were forgotten are told again.
    pub(super) async fn call(&self, call: &Call<'_>, place: &str) -> Result<Answer<Value>, StoreError> {
        Ok(match self.calls(std::slice::from_ref(call), place).await? {
            Answer::Given(answers) => Answer::Given(answers.into_iter().next().unwrap_or_default()),
            Answer::NotBegun => Answer::NotBegun,
        })
    }

    /// Many calls of scripts in one go; all are repeated if one was refused.
    pub(super) async fn calls(&self, calls: &[Call<'_>], place: &str) -> Result<Answer<Vec<Value>>, StoreError> {
        let until = Instant::now() + MOMENT;
        let mut wait = Backoff::from_ms(MOMENT_MIN_MS);
        loop {
            let mut live = self.live().await?;
            let error = match live.run(calls).await {
                Ok(answers) => return Ok(Answer::Given(answers)),
                Err(error) => error,
            };
            if refused_with(&error, "NOPARTITION") {
                return Ok(Answer::NotBegun);
            }
            self.doubt(&live, &error);
            let moment = ["TRYAGAIN", "LOADING", "NOSCRIPT"].iter().any(|code| refused_with(&error, code));
            if !moment || Instant::now() >= until {
                return Err(store_error(&error, place));
            }
            if refused_with(&error, "NOSCRIPT") {
                let told = super::target::tell_scripts(&mut live.connection).await;
                told.map_err(|error| store_error(&error, place))?;
            } else {
                sleep(wait.next()).await;
            }
        }
    }
}

impl Live {
    async fn run(&mut self, calls: &[Call<'_>]) -> Result<Vec<Value>, RedisError> {
        if let [call] = calls {
            let answer = call.command(&self.run).query_async(&mut self.connection).await?;
            return Ok(vec![answer]);
        }
        let mut pipeline = redis::pipe();
        for call in calls {
            pipeline.add_command(call.command(&self.run));
        }
        pipeline.query_async(&mut self.connection).await
    }
}

/// What a script answered.
#[derive(Debug)]
pub(super) enum Answer<T> {
    /// This.
    Given(T),
    /// A partition's keys are not there yet.
    NotBegun,
}

async fn connect(target: &Target, doubts: &mpsc::Sender<(u64, Doubt)>, generation: u64) -> Result<Live, StoreError> {
    let doubts = doubts.clone();
    let watch_end = move |push: PushInfo| -> Result<(), SendError> {
        if push.kind == PushKind::Disconnection {
            let _ = doubts.try_send((generation, Doubt::Gone));
        }
        Ok(())
    };
    let (connection, process) = target.connect(watch_end).await?;
    Ok(Live { connection, run: process.run, generation })
}

/// Replaces the connection when it is of no use any more.
struct Keeper {
    target: Arc<Target>,
    purpose: &'static str,
    publish: watch::Sender<Option<Live>>,
    doubts: mpsc::Sender<(u64, Doubt)>,
    doubted: mpsc::Receiver<(u64, Doubt)>,
}

impl Keeper {
    async fn keep(mut self, mut live: Live) {
        let mut backoff = Backoff::default();
        loop {
            let since = Instant::now();
            self.ended(&mut live).await;
            self.publish.send_replace(None);
            let address = self.target.address.as_str();
            tracing::warn!(redis.address = address, redis.link = self.purpose, "lost the connection to Redis");
            if since.elapsed() >= SETTLED {
                backoff = Backoff::default();
            }
            live = self.again(&mut backoff, live.generation + 1).await;
            self.publish.send_replace(Some(live.clone()));
            tracing::info!(redis.address = address, redis.link = self.purpose, "connected to Redis again");
        }
    }

    /// Waits until the connection is of no use: closed, or a ping after a lost answer is lost too.
    async fn ended(&mut self, live: &mut Live) {
        while let Some((generation, doubt)) = self.doubted.recv().await {
            if generation != live.generation {
                continue;
            }
            if doubt == Doubt::Gone || redis::cmd("PING").query_async::<()>(&mut live.connection).await.is_err() {
                return;
            }
        }
    }

    async fn again(&self, backoff: &mut Backoff, generation: u64) -> Live {
        loop {
            sleep(backoff.next()).await;
            match connect(&self.target, &self.doubts, generation).await {
                Ok(live) => return live,
                Err(error) => tracing::debug!(redis.link = self.purpose, "still no connection to Redis: {error}"),
            }
        }
    }
}
