//! The clocks of the machine, behind a trait so that tests can set them.

use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tengen_core::partition::MAX_MS;

/// The two clocks of a machine. Neither is asked for anything else.
pub trait Clock: Send + Sync + 'static {
    /// Wall time, ms since 1970. Somebody may set it forward or back.
    fn wall_ms(&self) -> u64;

    /// Ms since some fixed instant; it never goes back, whatever is done to wall time.
    fn monotonic_ms(&self) -> u64;
}

/// The clocks of this machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// Monotonic time counts from now.
    #[must_use]
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn wall_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| whole_ms(past.as_millis()))
    }

    fn monotonic_ms(&self) -> u64 {
        whole_ms(self.start.elapsed().as_millis())
    }
}

fn whole_ms(ms: u128) -> u64 {
    u64::try_from(ms).map_or(MAX_MS, |ms| ms.min(MAX_MS))
}

/// An instant of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    /// What logical time is advanced by: the wall time of the start and monotonic time since, so
    /// that a clock that is set does not reach the players' clocks.
    pub(super) steady: u64,
    /// Wall time: for people, timetables and correspondence.
    pub(super) wall: u64,
}

/// Where [`Now`] comes from.
pub(super) struct Clocks {
    clock: Box<dyn Clock>,
    start_wall: u64,
    start_monotonic: u64,
}

impl Clocks {
    pub(super) fn start(clock: Box<dyn Clock>) -> Self {
        let (start_wall, start_monotonic) = (clock.wall_ms(), clock.monotonic_ms());
        Self { clock, start_wall, start_monotonic }
    }

    pub(super) fn now(&self) -> Now {
        let since = self.clock.monotonic_ms().saturating_sub(self.start_monotonic);
        Now { steady: self.start_wall.saturating_add(since).min(MAX_MS), wall: self.clock.wall_ms().min(MAX_MS) }
    }
}
