//! What the faults of a run are aimed at: rules that hold against rare schedules are missed by chance
//! alone too seldom.

use super::{client::home, failed_over, lock, world::World};
use crate::store::Stream;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};
use tengen_core::timing::FLAG_GRACE_MS;
use tengen_protocol::{GameId, IllegalMove, Overtime, Regulations, TimeControl};
use tokio::time::{Instant, sleep};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// At nothing: everything happens.
    Broad,
    /// Players play when their time is nearly over, while one node's way to the store is slow.
    Brink,
    /// Players let their time run out, and the store stands or starts anew just then.
    Deadline,
    /// A failover loses the last move, the other player's node does not hear of it, and he answers when
    /// another move has its number.
    Tail,
}

impl Aim {
    /// Half of all seeds are broad.
    pub(super) const fn of(seed: u64) -> Self {
        match seed % 6 {
            1 => Self::Brink,
            3 => Self::Deadline,
            5 => Self::Tail,
            _ => Self::Broad,
        }
    }

    pub(super) fn games(self, world: &World) -> u64 {
        match self {
            Self::Broad => 1 + world.below(3),
            Self::Brink => 3,
            Self::Deadline => 4,
            Self::Tail => 1 + world.below(2),
        }
    }

    /// How the `n`th game of the run is timed.
    pub(super) fn time(self, world: &World, n: u64) -> TimeControl {
        match self {
            Self::Broad if world.one_in(2) => TimeControl::Absolute { main: 8_000 + world.below(30_000) },
            Self::Broad => {
                TimeControl::ByoYomi { main: world.below(8_000), periods: 3, period: 3_000 + world.below(3_000) }
            }
            Self::Brink => TimeControl::ByoYomi { main: 2_000, periods: 1, period: 3_000 + world.below(2_000) },
            // one after the other
            Self::Deadline => TimeControl::Absolute { main: 3_000 + 5_000 * n + world.below(2_000) },
            Self::Tail => TimeControl::Absolute { main: 120_000 },
        }
    }

    /// What the `n`th game makes of refused plays and of overtime.
    pub(super) fn regulations(self, n: u64, time: TimeControl) -> Regulations {
        let (illegal_move, overtime) = match (self, n) {
            (Self::Broad, 1) => (IllegalMove::Pass, Overtime::Pass),
            (Self::Broad, 2) => (IllegalMove::Warn, Overtime::Penalty),
            (Self::Brink, 1) => (IllegalMove::Reject, Overtime::Pass),
            (Self::Brink, 2) => (IllegalMove::Lose, Overtime::Penalty),
            _ => (IllegalMove::Reject, Overtime::Lose),
        };
        let overtime = if matches!(time, TimeControl::ByoYomi { .. }) { overtime } else { Overtime::Lose };
        Regulations { illegal_move, overtime, ..Regulations::default() }
    }

    pub(super) const fn faults(self) -> u64 {
        match self {
            Self::Broad | Self::Brink => 7,
            Self::Deadline => 5,
            Self::Tail => 2,
        }
    }
}

/// One node's way to the store is slow for a while.
pub(super) async fn slow(world: &World) {
    let slow = &world.slow[usize::try_from(world.below(world.slow.len() as u64)).unwrap_or_default()];
    // less than what a node takes for silence
    slow.store(400 + world.below(1_000), Relaxed);
    sleep(Duration::from_millis(6_000)).await;
    slow.store(0, Relaxed);
}

/// The store stands, or is another process, when the next flag is about to fall.
pub(super) async fn at_a_flag(world: &World, games: &[GameId], n: u64) {
    let until = Instant::now() + Duration::from_secs(12);
    let left = loop {
        let next = games.iter().filter_map(|game| until_flag(world, game)).min();
        match next {
            Some(left) if left < 800 => break left,
            _ if Instant::now() >= until => return,
            _ => sleep(Duration::from_millis(20)).await,
        }
    };
    if world.one_in(2) {
        let from = world.now();
        world.gate.shut();
        // no outage, after which the clocks would stand
        sleep(Duration::from_millis(1_010 + world.below(200))).await;
        lock(&world.history).away(from, world.now(), false);
        world.gate.open();
    } else {
        sleep(Duration::from_millis(left)).await;
        world.memory.restart(format!("run{n}"));
        let now = world.now();
        lock(&world.history).away(now, now, true);
    }
}

/// Until a flag may fall that has not fallen, ms.
fn until_flag(world: &World, game: &GameId) -> Option<u64> {
    let stream = Stream::game(game);
    let (deadline, quota) = lock(&world.history).truths.get(&stream)?.flag()?;
    (deadline + quota + FLAG_GRACE_MS).checked_sub(world.memory.logical(stream.partition()))
}

/// The last move of a game is lost, and whoever would answer it is not told.
pub(super) async fn lose_a_move(world: &Arc<World>, games: &[GameId], n: u64) {
    let Some(game) = games.get(usize::try_from(n).unwrap_or_default() % games.len()) else { return };
    let stream = Stream::game(game);
    let before = world.memory.end(&stream).seq;
    let mut saved = world.memory.save();
    let until = Instant::now() + Duration::from_secs(8);
    loop {
        sleep(Duration::from_millis(10)).await;
        let seq = world.memory.end(&stream).seq;
        if seq > before {
            break;
        }
        if Instant::now() >= until {
            return;
        }
        saved = world.memory.save();
    }
    let Some(mover) = lock(&world.history).truths.get(&stream).and_then(|truth| truth.mover()) else { return };
    let answers = mover.other();
    *lock(&world.thinking) = Some((game.clone(), answers));
    // the move is heard of everywhere
    sleep(Duration::from_millis(50)).await;
    let deaf = &world.deaf[home(answers)];
    deaf.store(true, Relaxed);
    let (lost, logical) = (world.memory.end(&stream).seq, world.memory.logical(stream.partition()));
    world.note(|| format!("{} loses event {lost}", stream.id()));
    let from = world.now();
    world.memory.fail_over(saved, format!("run{n}"));
    failed_over(world, games, from);
    // another one has its number, and its time is over: the clocks stood
    let until = Instant::now() + Duration::from_secs(25);
    while Instant::now() < until
        && (world.memory.end(&stream).seq < lost || world.memory.logical(stream.partition()) <= logical + 100)
    {
        sleep(Duration::from_millis(20)).await;
    }
    *lock(&world.thinking) = None;
    sleep(Duration::from_secs(3)).await;
    deaf.store(false, Relaxed);
}
