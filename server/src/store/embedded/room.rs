//! When to try again after something found no room, and how much room must be there before.
//!
//! A little room that is soon used up would otherwise be tried each second: the commit fails, the
//! file is opened anew, the little room is there again. Each such try in vain doubles both the wait
//! and the room that is asked for; a commit that succeeds ends that.

/// How long after a commit found no room it is looked for, ms.
pub(super) const FIRST_WAIT_MS: u64 = 1_000;

/// It is looked for at least this often, ms.
pub(super) const MAX_WAIT_MS: u64 = 60_000;

/// So much room, bytes, is asked for at first.
pub(super) const FIRST_BYTES: u64 = 1 << 20;

/// At most so much room, bytes, is asked for: some times what is written in one go.
pub(super) const MAX_BYTES: u64 = 4 * super::writer::BATCH_MAX_BYTES as u64;

/// The writer's knowledge of the room.
#[derive(Debug)]
pub(super) struct Room {
    looked: u64,
    wait_ms: u64,
    bytes: u64,
    trying: bool,
}

impl Room {
    pub(super) const fn new() -> Self {
        Self { looked: 0, wait_ms: FIRST_WAIT_MS, bytes: FIRST_BYTES, trying: false }
    }

    /// A commit found no room at `now`, ms.
    pub(super) fn run_out(&mut self, now: u64) {
        self.looked = now;
        if self.trying {
            self.wait_ms = (self.wait_ms * 2).min(MAX_WAIT_MS);
            self.bytes = (self.bytes * 2).min(MAX_BYTES);
        }
        self.trying = false;
    }

    /// Whether it is time to look for room; if so, for how many bytes.
    pub(super) const fn look(&mut self, now: u64) -> Option<u64> {
        if now.saturating_sub(self.looked) < self.wait_ms {
            return None;
        }
        self.looked = now;
        Some(self.bytes)
    }

    /// What was asked for was there. Whether it is enough is seen by the next commit.
    pub(super) const fn found(&mut self) {
        self.trying = true;
    }

    /// Whether no commit has succeeded since room was found.
    pub(super) const fn is_trying(&self) -> bool {
        self.trying
    }

    /// A commit succeeded.
    pub(super) const fn committed(&mut self) {
        *self = Self { looked: self.looked, ..Self::new() };
    }
}
