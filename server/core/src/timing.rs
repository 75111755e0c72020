//! What must hold about time when an event is appended, and when time itself may act next.
//!
//! The core names instants, the store checks them in the step that appends: a move is refused as
//! late only there, never from an estimate.

use tengen_protocol::Colour;

/// How late a command may reach the store after it arrived, ms.
pub const ARRIVAL_WINDOW_MS: u64 = 10_000;

/// After the flag, what a time-out waits for beyond the quota of lag credit, ms.
pub const FLAG_GRACE_MS: u64 = 50;

/// The same when the player sits at another node, ms: time to come back and get his credit.
pub const FLAG_GRACE_ELSEWHERE_MS: u64 = 10_000;

/// Which time something is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// The partition's logical time, which stands still while the store is away.
    Logical,
    /// The store's wall time, ms since 1970: correspondence and timetables.
    Wall,
}

/// When time itself may act on a stream next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// By which time.
    pub time: Time,
    /// When.
    pub when: When,
}

/// An instant, known beforehand or only at the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// So many ms after the commit.
    After(u64),
    /// At this instant.
    At(u64),
}

/// What must hold about time for a commit. The caller's fold is the log's, since seq and head are
/// compared; so the instants come from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    None,
    /// A command of the side whose clock runs, by logical time. `start <= arrived <= now` and
    /// `now - arrived <= 10 s`, else *time*; then `arrived - credit < deadline`, else
    /// *late*.
    Arrived {
        /// Logical time at which the command arrived at the node.
        arrived: u64,
        /// Lag credit, ms.
        credit: u64,
        /// Logical time at which the clock was started.
        start: u64,
        /// Logical time at which it runs out; absent without a clock.
        deadline: Option<u64>,
    },
    /// A command of the side whose clock runs, by wall time: before the deadline, else
    /// *late*.
    Before {
        /// Wall time at which the clock runs out.
        deadline: u64,
    },
    /// Time itself acts: not before `at`, else *time*; by logical time also not while the
    /// partition is quiet after an outage.
    Due {
        /// By which time.
        time: Time,
        /// The earliest instant.
        at: u64,
        /// For a flag: whose, and his quota of lag credit, which is waited for, with
        /// [`FLAG_GRACE_MS`], or [`FLAG_GRACE_ELSEWHERE_MS`] if his seat names another node.
        flag: Option<(Colour, u64)>,
    },
}
