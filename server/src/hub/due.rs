//! What keeps time on this node: partitions are ticked while a clock runs in them, what is due is
//! handed to its game, and every watched game's end is compared with the store's.
//!
//! Whoever ticks, one time-out commits; so every node does it and none must. Here is also where it
//! is noticed that the store does not answer, or that its news does not come.

use super::{CHECK_BATCH, Hub, Lane, LobbyAsk, STORE_SILENCE, ask::Ask, come_back_ms, lock};
use crate::store::{Partition, StoreError, Stream, Tick};
use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tengen_protocol::{Code, GameId};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// How often partitions with running clocks are ticked.
const TICK: Duration = Duration::from_millis(500);

/// Every so many ticks all partitions are looked over: each 5 s.
const LOOK_OVER: u32 = 10;

/// How often the node asks whether it hears itself ..
const LISTEN: Duration = Duration::from_secs(5);

/// .. and how often while it does not.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// After so many times the node counts as deaf: a connection of news that was made anew did not help.
const DEAF_AFTER: u32 = 3;

/// Ticked when no clock runs, to see that the store answers.
const AT_LEAST: &[Partition] = &[Partition::LOBBY];

/// How often the ends of watched games are compared with the store's.
const CHECK: Duration = Duration::from_secs(5);

/// Partitions in which a logical clock runs, as far as this node knows.
#[derive(Default)]
pub(super) struct Running(Mutex<Known>);

#[derive(Default)]
struct Known {
    running: BTreeSet<Partition>,
    /// Where a clock began to run since the last tick was sent: its answer may be older.
    begun: BTreeSet<Partition>,
}

impl Running {
    /// A clock runs there from now on.
    pub(super) fn add(&self, partition: Partition) {
        let mut known = lock(&self.0);
        known.running.insert(partition);
        known.begun.insert(partition);
    }

    /// What to tick now. One tick at a time is under way.
    fn to_tick(&self) -> Vec<Partition> {
        let mut known = lock(&self.0);
        known.begun.clear();
        known.running.iter().copied().collect()
    }

    /// What a tick found. A partition that is forgotten is ticked by nobody here for seconds, and its
    /// clocks would be held.
    fn found(&self, partition: Partition, running: bool) {
        let mut known = lock(&self.0);
        if running {
            known.running.insert(partition);
        } else if !known.begun.contains(&partition) {
            known.running.remove(&partition);
        }
    }
}

/// Ticks and listens for ever.
pub(super) async fn run(hub: Hub) {
    let deaf = AtomicBool::new(false);
    tokio::join!(tick_on(&hub, &deaf), listen_on(&hub, &deaf));
}

async fn tick_on(hub: &Hub, deaf: &AtomicBool) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut answered = Instant::now();
    let mut count = 0;
    loop {
        ticks.tick().await;
        let mut partitions = hub.0.running.to_tick();
        if count % LOOK_OVER == 0 {
            hub.0.waking.tidy();
            partitions = Partition::all().collect();
        }
        let trouble = match tick(hub, &partitions).await {
            Ok(()) => {
                answered = Instant::now();
                count = (count + 1) % LOOK_OVER;
                let news = || StoreError::Unavailable("it answers, but its news does not come".into());
                deaf.load(Ordering::Acquire).then(news)
            }
            Err(error) => Some(error),
        };
        let Some(error) = trouble else {
            if !hub.0.ready.send_replace(true) {
                tracing::info!("the store answers again: this node is ready");
            }
            continue;
        };
        let long = deaf.load(Ordering::Acquire) || answered.elapsed() >= STORE_SILENCE;
        if long && hub.0.ready.send_replace(false) {
            tracing::error!(%error, "this node is not ready and closes its sockets");
        }
        if !*hub.0.ready.borrow() {
            // players go to a node that has its store
            hub.0.links.all(|link| link.close(Code::Unavailable, Some(come_back_ms())));
        }
    }
}

/// Asks the store whether this node hears itself: news that stays away is noticed by nothing else,
/// least of all while everything else works. The store repairs what it can by being asked.
async fn listen_on(hub: &Hub, deaf: &AtomicBool) {
    let mut missed = 0;
    loop {
        match hub.0.calls.ping().await {
            Ok(()) => {
                missed = 0;
                deaf.store(false, Ordering::Release);
            }
            Err(error) => {
                missed += 1;
                tracing::debug!(%error, missed, "this node did not hear itself");
                if missed >= DEAF_AFTER {
                    deaf.store(true, Ordering::Release);
                }
            }
        }
        sleep(if missed == 0 { LISTEN } else { LISTEN_AGAIN }).await;
    }
}

impl Hub {
    /// Why connections should go to another node, if they should.
    #[must_use]
    pub fn not_ready(&self) -> Option<&'static str> {
        if !*self.0.ready.borrow() {
            Some("the store does not answer in time, or its news does not come")
        } else if !*self.0.lobby_open.borrow() {
            Some("the lobby's log is not read yet, or cannot be read")
        } else if self.0.lobby_unreadable.load(Ordering::Acquire) {
            Some("the lobby's log cannot be read any more: this node's log says why")
        } else {
            None
        }
    }

    /// Waits until the lobby has been read, for a bounded time: a node should not say that it listens
    /// before it can serve, nor stay away because of one damaged log.
    pub async fn opened(&self) {
        let mut open = self.0.lobby_open.subscribe();
        if timeout(STORE_SILENCE, open.wait_for(|open| *open)).await.is_err() {
            tracing::warn!("the lobby is not read yet: this node is not ready");
        }
    }
}

async fn tick(hub: &Hub, partitions: &[Partition]) -> Result<(), StoreError> {
    let partitions = if partitions.is_empty() { AT_LEAST } else { partitions };
    let ticks = hub.0.calls.tick(partitions).await?;
    for (partition, tick) in partitions.iter().zip(ticks) {
        found(hub, *partition, &tick);
    }
    Ok(())
}

fn found(hub: &Hub, partition: Partition, tick: &Tick) {
    hub.0.running.found(partition, tick.running);
    if tick.outbox > 0 {
        hub.0.sweeps.want(partition);
    }
    for id in &tick.due {
        if **id == *Stream::lobby().id() {
            hub.ask_lobby(LobbyAsk::TimeActs);
        } else if let Some(game) = Stream::game_of_due(id) {
            hub.time_acts(game);
        } else if let Some(tournament) = Stream::tournament_of_due(id) {
            hub.tournament_acts(&tournament);
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
        if let Err(error) = hub.check_tournaments().await {
            tracing::debug!(%error, "positions of tournaments could not be compared");
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_began_during_a_tick_is_ticked_on() {
        let [here, there] = [Partition::all().next().unwrap(), Partition::LOBBY];
        let running = Running::default();
        assert_eq!(running.to_tick(), []);
        // a look at all partitions is under way, and was there before the clock began to run
        running.add(here);
        running.found(here, false);
        running.found(there, true);
        assert_eq!(running.to_tick(), [here, there]);
        running.found(here, false);
        running.found(there, true);
        assert_eq!(running.to_tick(), [there]);
    }
}
