//! What keeps time on this node: partitions are ticked while a clock runs in them, what is due is
//! handed to its game, and every watched game's end is compared with the store's.
//!
//! Whoever ticks, one time-out commits; so every node does it and none must. Here is also where it
//! is noticed that the store does not answer.

use super::{Hub, Lane, LobbyAsk, RETRY_AFTER_MS, STORE_SILENCE, ask::Ask, lock};
use crate::store::{Partition, StoreError, Stream, Tick};
use std::{collections::BTreeSet, sync::Mutex, time::Duration};
use tengen_protocol::{Code, GameId};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often partitions with running clocks are ticked.
const TICK: Duration = Duration::from_millis(500);

/// Every so many ticks all partitions are looked over: each 5 s.
const LOOK_OVER: u32 = 10;

/// How often the ends of watched games are compared with the store's.
const CHECK: Duration = Duration::from_secs(5);

/// Games compared in one call.
const CHECK_BATCH: usize = 100;

/// Partitions in which a logical clock runs, as far as this node knows.
#[derive(Default)]
pub(super) struct Running(Mutex<BTreeSet<Partition>>);

impl Running {
    pub(super) fn add(&self, partition: Partition) {
        lock(&self.0).insert(partition);
    }

    fn set(&self, partition: Partition, running: bool) {
        let mut all = lock(&self.0);
        if running {
            all.insert(partition);
        } else {
            all.remove(&partition);
        }
    }

    fn all(&self) -> Vec<Partition> {
        lock(&self.0).iter().copied().collect()
    }
}

/// Ticks for ever.
pub(super) async fn run(hub: Hub) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut answered = Instant::now();
    let mut count = 0;
    loop {
        ticks.tick().await;
        let partitions = if count % LOOK_OVER == 0 { Partition::all().collect() } else { hub.0.running.all() };
        match tick(&hub, &partitions).await {
            Ok(()) => {
                answered = Instant::now();
                count = (count + 1) % LOOK_OVER;
                if !hub.0.ready.send_replace(true) {
                    tracing::info!("the store answers again: this node is ready");
                }
            }
            Err(error) => {
                if answered.elapsed() >= STORE_SILENCE && hub.0.ready.send_replace(false) {
                    tracing::error!(%error, "the store does not answer: this node is not ready and closes its sockets");
                }
                if !*hub.0.ready.borrow() {
                    // players go to a node that has its store
                    hub.0.links.all(|link| link.close(Code::Unavailable, Some(RETRY_AFTER_MS)));
                }
            }
        }
    }
}

async fn tick(hub: &Hub, partitions: &[Partition]) -> Result<(), StoreError> {
    if partitions.is_empty() {
        return hub.0.calls.ping().await;
    }
    let ticks = hub.0.calls.tick(partitions).await?;
    for (partition, tick) in partitions.iter().zip(ticks) {
        found(hub, *partition, &tick);
    }
    Ok(())
}

fn found(hub: &Hub, partition: Partition, tick: &Tick) {
    hub.0.running.set(partition, tick.running);
    if tick.outbox > 0 {
        hub.0.sweeps.want(partition);
    }
    for id in &tick.due {
        if **id == *Stream::lobby().id() {
            hub.ask_lobby(LobbyAsk::TimeActs);
        } else if let Some(game) = Stream::game_of_due(id) {
            hub.handle(&game).time_acts();
        }
    }
}

/// Compares for ever: news are a hint, the log is the truth.
pub(super) async fn check_positions(hub: Hub) {
    let mut checks = interval(CHECK);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        checks.tick().await;
        hub.ask_lobby(LobbyAsk::Look);
        let games: Vec<_> = lock(&hub.0.games).iter().map(|(id, handle)| (id.clone(), handle.clone())).collect();
        let loaded: Vec<_> = games.into_iter().filter(|(_, handle)| handle.position().seq > 0).collect();
        for batch in loaded.chunks(CHECK_BATCH) {
            let before: Vec<_> = batch.iter().map(|(_, handle)| handle.position()).collect();
            let streams: Vec<_> = batch.iter().map(|(id, _)| Stream::game(id)).collect();
            let ends = match hub.0.calls.positions(&streams).await {
                Ok(ends) => ends,
                Err(error) => {
                    tracing::debug!(%error, "positions could not be compared");
                    break;
                }
            };
            for (((id, handle), before), end) in batch.iter().zip(before).zip(ends) {
                let now = handle.position();
                let differs = end.seq == now.seq && end.head != now.head;
                if end.seq > now.seq || end.seq < before.seq || differs {
                    check(&hub, id, end);
                }
            }
        }
    }
}

fn check(hub: &Hub, game: &GameId, end: tengen_core::log::Position) {
    hub.ask(game, Lane::Requests, Ask::Check(end));
}
