//! What a node draws from outside of its store: chance, and the clock of its own machine.
//!
//! One place, so that the simulation gives the same history again for the same seed.

use rand::{
    Rng, RngExt,
    distr::{Alphanumeric, SampleString},
};
use std::{
    ops::RangeInclusive,
    time::{SystemTime, UNIX_EPOCH},
};

/// A random share of a wait, from 0 up to 1.
pub(super) fn share() -> f64 {
    with(|random| random.random())
}

/// A random number in a range.
pub(super) fn within(range: RangeInclusive<u64>) -> u64 {
    with(|random| random.random_range(range))
}

/// Random letters and digits.
pub(super) fn text(chars: usize) -> String {
    with(|random| Alphanumeric.sample_string(random, chars))
}

/// 128 random bits.
pub(super) fn bits() -> u128 {
    with(|random| random.random())
}

#[cfg(not(test))]
fn with<T>(draw: impl FnOnce(&mut dyn Rng) -> T) -> T {
    draw(&mut rand::rng())
}

#[cfg(test)]
fn with<T>(draw: impl FnOnce(&mut dyn Rng) -> T) -> T {
    seeded::SEEDED.with_borrow_mut(|seeded| match seeded {
        Some(seeded) => draw(&mut seeded.random),
        None => draw(&mut rand::rng()),
    })
}

/// Wall time of this machine, ms since 1970.
pub(super) fn wall() -> u64 {
    #[cfg(test)]
    if let Some(wall) = seeded::wall() {
        return wall;
    }
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, super::ms)
}

/// The second in which a process starts, since 1970: another one than its predecessor's.
pub(super) fn start_second() -> u64 {
    #[cfg(test)]
    if let Some(second) = seeded::start_second() {
        return second;
    }
    wall() / 1_000
}

/// The same again for the same seed, on this thread.
#[cfg(test)]
pub(super) mod seeded {
    use rand::{SeedableRng, rngs::StdRng};
    use std::cell::RefCell;
    use tokio::time::Instant;

    pub(super) struct Seeded {
        pub(super) random: StdRng,
        wall: u64,
        started: Instant,
        starts: u64,
        bold: bool,
    }

    thread_local! {
        pub(super) static SEEDED: RefCell<Option<Seeded>> = const { RefCell::new(None) };
    }

    /// From now on what is drawn comes from the seed, and the wall clock shows `wall` now.
    pub(in crate::hub) fn begin(seed: u64, wall: u64) {
        let random = StdRng::seed_from_u64(seed);
        SEEDED.set(Some(Seeded { random, wall, started: Instant::now(), starts: 0, bold: false }));
    }

    /// From now on it comes from the machine again.
    pub(in crate::hub) fn end() {
        SEEDED.set(None);
    }

    /// The clocks of the machines of all nodes are set so much forward, or back.
    pub(in crate::hub) fn step(ms: i64) {
        SEEDED.with_borrow_mut(|seeded| {
            if let Some(seeded) = seeded {
                seeded.wall = seeded.wall.saturating_add_signed(ms);
            }
        });
    }

    /// From now on nodes try a time-out whenever they are told to look, and leave it to the store to say
    /// that it is early: so that a store that does not is missed.
    pub(in crate::hub) fn be_bold() {
        SEEDED.with_borrow_mut(|seeded| seeded.iter_mut().for_each(|seeded| seeded.bold = true));
    }

    pub(in crate::hub) fn is_bold() -> bool {
        SEEDED.with_borrow(|seeded| seeded.as_ref().is_some_and(|seeded| seeded.bold))
    }

    pub(super) fn wall() -> Option<u64> {
        SEEDED
            .with_borrow(|seeded| seeded.as_ref().map(|seeded| seeded.wall + crate::hub::ms(seeded.started.elapsed())))
    }

    /// Nodes start more often than once a second there.
    pub(super) fn start_second() -> Option<u64> {
        SEEDED.with_borrow_mut(|seeded| {
            let seeded = seeded.as_mut()?;
            seeded.starts += 1;
            Some(seeded.starts)
        })
    }
}
