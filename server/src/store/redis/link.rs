//! A connection for calls that is made again when it is lost.
//!
//! A call waits for a connection for a bounded time, for its answer for a bounded time, and is not
//! repeated when its answer was lost: only the caller knows what a second time would mean. Between
//! attempts to connect there is a growing wait, so that a Redis that is down costs next to nothing.

use super::error::{refused_with, store_error};
use super::script::Request;
use super::target::{Backoff, Target};
use crate::store::StoreError;
use redis::aio::{MultiplexedConnection, SendError};
use redis::{Pipeline, PushInfo, PushKind, RedisError, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

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

impl Live {
    pub(super) const fn connection(&mut self) -> &mut MultiplexedConnection {
        &mut self.connection
    }

    /// Which process it is.
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// Each connection of a link has another one.
    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }
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

    /// The same without waiting for the first connection.
    pub(super) fn start(target: Arc<Target>, purpose: &'static str) -> Self {
        let (doubts, doubted) = mpsc::channel(DOUBTS);
        let (publish, live) = watch::channel(None);
        let keeper = Keeper { target: target.clone(), purpose, publish, doubts: doubts.clone(), doubted };
        let keeper = AbortOnDropHandle::new(tokio::spawn(async move {
            let first = keeper.again(&mut Backoff::from_ms(1), 0).await;
            keeper.publish.send_replace(Some(first.clone()));
            keeper.keep(first).await;
        }));
        Self { target, live, doubts, keeper }
    }

    /// Closes it for good.
    pub(super) fn close(&self) {
        self.keeper.abort();
    }

    /// The connection, waited for.
    pub(super) async fn live(&self) -> Result<Live, StoreError> {
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

    /// Looks whether the connection is still of use after such an error.
    pub(super) fn doubt(&self, live: &Live, error: &RedisError) {
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

    /// The connection leads to a replica.
    pub(super) fn leave(&self, live: &Live) {
        // full means that as much was said already
        let _ = self.doubts.try_send((live.generation, Doubt::Gone));
    }

    /// Whether there is a connection now.
    pub(super) fn is_live(&self) -> bool {
        self.live.borrow().is_some()
    }

    /// One pipeline without scripts, for a caller to whom a refusal is an answer too.
    pub(super) async fn ask(&self, pipeline: &Pipeline) -> Result<Result<Vec<Value>, RedisError>, StoreError> {
        let mut live = self.live().await?;
        let answer = pipeline.query_async(&mut live.connection).await;
        if let Err(error) = &answer {
            self.doubt(&live, error);
        }
        Ok(answer)
    }

    /// One request, once; `asking` at a node that is receiving its slot.
    pub(super) async fn once(
        &self,
        request: &Request<'_>,
        asking: bool,
    ) -> Result<Result<Value, RedisError>, StoreError> {
        let mut live = self.live().await?;
        let command = request.command(&live.run);
        let answer = if asking {
            // it holds for the next command of the connection, and a pipeline is sent as one
            let mut pipeline = redis::pipe();
            pipeline.cmd("ASKING").ignore().add_command(command);
            pipeline.query_async(&mut live.connection).await.map(|(answer,): (Value,)| answer)
        } else {
            command.query_async(&mut live.connection).await
        };
        if let Err(error) = &answer {
            self.doubt(&live, error);
        }
        Ok(answer)
    }

    /// Many requests in one go, once, each with its own answer.
    #[allow(clippy::type_complexity)] // no connection, no answer, a refusal: three things
    pub(super) async fn many(
        &self,
        requests: &[&Request<'_>],
    ) -> Result<Result<Vec<Result<Value, RedisError>>, RedisError>, StoreError> {
        let mut live = self.live().await?;
        let mut pipeline = redis::pipe();
        for request in requests {
            pipeline.add_command(request.command(&live.run));
        }
        let answers = pipeline.ignore_errors().query_async(&mut live.connection).await;
        if let Err(error) = &answers {
            self.doubt(&live, error);
        }
        Ok(answers)
    }

    /// Tells scripts that were forgotten.
    pub(super) async fn tell_scripts(&self, place: &str) -> Result<(), StoreError> {
        let mut live = self.live().await?;
        super::target::tell_scripts(&mut live.connection).await.map_err(|error| store_error(&error, place))
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

    /// The first attempt is of this generation, each further one of the next: the end of a connection
    /// that was not taken says nothing about the one that was.
    async fn again(&self, backoff: &mut Backoff, mut generation: u64) -> Live {
        loop {
            sleep(backoff.next()).await;
            match connect(&self.target, &self.doubts, generation).await {
                Ok(live) => return live,
                Err(error) => tracing::debug!(redis.link = self.purpose, "still no connection to Redis: {error}"),
            }
            generation += 1;
        }
    }
}
