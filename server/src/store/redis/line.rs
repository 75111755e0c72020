//! The connection over which one Redis node tells its news: made again when lost, its subscriptions
//! kept as the table of channels wishes.

use super::news::{Channels, Wish};
use super::nodes::{Hint, redirection};
use super::target::{Backoff, Target};
use crate::store::StoreError;
use redis::aio::{MultiplexedConnection, SendError};
use redis::{PushInfo, RedisError};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_util::task::AbortOnDropHandle;

/// A connection on which nothing was asked for so long is asked whether it is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A connection that lived for so long begins with short waits when it is lost.
const SETTLED: Duration = Duration::from_secs(5);

/// See the module.
pub(super) struct Line {
    number: u64,
    channels: Arc<Channels>,
    worker: AbortOnDropHandle<()>,
}

impl Line {
    /// Connects and keeps connected until dropped.
    pub(super) fn open(channels: &Arc<Channels>, target: Arc<Target>) -> Self {
        let number = channels.add_line();
        let worker = AbortOnDropHandle::new(tokio::spawn(keep(target, channels.clone(), number)));
        Self { number, channels: channels.clone(), worker }
    }

    /// What the table of channels calls it.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Closes it for good.
    pub(super) fn close(&self) {
        self.worker.abort();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.channels.remove_line(self.number);
    }
}

async fn connect(
    target: &Target,
    channels: &Arc<Channels>,
    line: u64,
) -> Result<(MultiplexedConnection, u64), StoreError> {
    let generation = channels.begin(line);
    let pushed = channels.clone();
    let push = move |info: PushInfo| -> Result<(), SendError> {
        pushed.push(line, generation, info);
        Ok(())
    };
    target.connect(push).await.map(|(connection, _)| (connection, generation))
}

async fn keep(target: Arc<Target>, channels: Arc<Channels>, line: u64) {
    let address = target.address.as_str();
    let mut backoff = Backoff::default();
    let mut lost = false;
    loop {
        match connect(&target, &channels, line).await {
            Ok((connection, generation)) => {
                if lost {
                    tracing::info!(redis.address = address, redis.link = "news", "connected to Redis again");
                }
                lost = true;
                let since = Instant::now();
                serve(&channels, &target, line, connection, generation).await;
                tracing::warn!(redis.address = address, redis.link = "news", "lost the connection to Redis");
                if since.elapsed() >= SETTLED {
                    backoff = Backoff::default();
                }
            }
            Err(error) => tracing::debug!(redis.link = "news", "still no connection to Redis: {error}"),
        }
        channels.hint(Hint::Lost);
        sleep(backoff.next()).await;
    }
}

/// Keeps the connection's subscriptions as wished until it is of no use.
async fn serve(
    channels: &Channels,
    target: &Target,
    line: u64,
    mut connection: MultiplexedConnection,
    generation: u64,
) {
    let mut refusals = Backoff::default();
    let wake = channels.wake_of(line);
    loop {
        let wishes = channels.wishes(line);
        if wishes.is_empty() {
            tokio::select! {
                () = wake.notified() => continue,
                () = channels.ended(line, generation) => return,
                () = sleep(HEARTBEAT) => {
                    let alive = redis::cmd("PING").query_async::<()>(&mut connection).await;
                    if alive.is_err_and(|error| super::error::refusal(&error).is_none()) {
                        return;
                    }
                    channels.ask_again(line);
                }
            }
            continue;
        }
        let Ok(errors) = send(&wishes, &mut connection).await else { return };
        if errors.is_empty() {
            refusals = Backoff::default();
            continue;
        }
        for error in &errors {
            let words = super::error::refusal(error).filter(|(code, _)| code == "MOVED").map(|(_, words)| words);
            if let Some((slot, address)) = words.as_deref().and_then(redirection) {
                channels.hint(Hint::Moved(slot, target.completed(address)));
            } else {
                tracing::warn!(redis.link = "news", "Redis refuses a subscription: {error}");
            }
        }
        // what was subscribed all the same is not asked for again
        channels.refused(wishes);
        sleep(refusals.next()).await;
    }
}

/// One command a channel: one answer each, and never channels of several slots in one command.
async fn send(wishes: &[Wish], connection: &mut MultiplexedConnection) -> Result<Vec<RedisError>, RedisError> {
    let mut pipeline = redis::pipe();
    for wish in wishes {
        let (command, name) = match wish {
            Wish::Subscribe(name) => ("SSUBSCRIBE", name),
            Wish::Unsubscribe(name) => ("SUNSUBSCRIBE", name),
        };
        pipeline.cmd(command).arg(name);
    }
    let answers: Vec<Result<redis::Value, RedisError>> = pipeline.ignore_errors().query_async(connection).await?;
    Ok(answers.into_iter().filter_map(Result::err).collect())
}
