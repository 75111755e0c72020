//! The logical time of a partition of the store: the time that clocks run on.
//!
//! Wall time goes on while the store is down, when a node hangs and when somebody sets the clock of
//! the machine; logical time does not. It is advanced in every step that touches a game, by the
//! wall time since the step before, and it stands still over an outage and for a while after it, so
//! that a stopped store, a power cut, a failover or a stepped clock costs a player at most
//! [`OUTAGE_OVER_MS`] ms of his time, usually nothing.
//!
//! [`PartitionClock`] is the rule as a pure state machine. The embedded store runs it, and the
//! script of the Redis store does the same in its own language on the same packed text: a change
//! here is a change there. [`ArrivalEstimate`] is the node's side: in which logical millisecond a
//! frame arrived. Neither may ask for a time of its own. All times are ms.

use crate::timing::ARRIVAL_WINDOW_MS;
use std::{fmt, str::FromStr};

/// Between two steps while anything is due, more wall time than this is an outage. Partitions with
/// running clocks are ticked each 500 ms, so two missed ticks are still none.
pub const OUTAGE_OVER_MS: u64 = 1_500;

/// How long clocks stand after an outage: people are reconnecting.
pub const HOLD_MS: u64 = 10_000;

/// More wall time than this between two steps is no outage, but a hiccup in which a move may be
/// stuck: it is followed by quiet.
pub const HICCUP_OVER_MS: u64 = 1_000;

/// For so long, in logical time, no time-out is committed after an outage or a hiccup, so that
/// moves which arrived before it are settled first.
pub const QUIET_MS: u64 = 2_000;

/// A tick that finds less wall time than this gone by writes nothing: ten nodes tick the same
/// partitions, and one of them is enough.
pub const TICK_MIN_MS: u64 = 450;

/// The largest number that is kept, 2^53 - 1: the script's numbers are doubles, and JavaScript's.
pub const MAX_MS: u64 = (1 << 53) - 1;

/// How old an arrival is said to be that was older than [`ARRIVAL_WINDOW_MS`]: the node was stuck and nobody knows better.
pub const ARRIVAL_AGE_AGAIN_MS: u64 = 5_000;

/// The time of one partition as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionClock {
    /// Wall time of the store at the last step. It may have been stepped since.
    pub wall: u64,
    /// Logical time; it never goes back.
    pub logical: u64,
    /// For so many ms of wall time logical time stands.
    pub hold: u64,
    /// No time-out is committed before this logical time.
    pub quiet: u64,
    /// Run id of the store process: another one means that the store was started anew or that
    /// another one took over.
    pub run: String,
}

/// What a step found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// Logical time of the step.
    pub now_logical: u64,
    /// For so many ms logical time will stand yet.
    pub hold: u64,
    /// Whether this step found an outage.
    pub outage: bool,
}

/// Why a stored time could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// A part is missing.
    #[error("partition time '{0}' must have five parts: wall:logical:hold:quiet:run")]
    Parts(String),
    /// A part is not a number of ms.
    #[error("{field} '{value}' of a partition's time must be a whole number up to {MAX_MS}")]
    Number {
        /// Which part.
        field: &'static str,
        /// What it says.
        value: String,
    },
}

impl PartitionClock {
    /// The time of a partition that is touched for the first time.
    #[must_use]
    pub fn new(time: u64, run: &str) -> Self {
        Self { wall: time, logical: 0, hold: 0, quiet: 0, run: run.to_owned() }
    }

    /// One step at the store's wall time `time` by the store process `run`; `anything_due` says
    /// whether any game of the partition waits for logical time.
    ///
    /// While nothing is due there is no clock to protect: long gaps are usual then and no outage,
    /// and another run id is just noted.
    pub fn advance(&mut self, time: u64, run: &str, anything_due: bool) -> Advance {
        let forward = time.checked_sub(self.wall);
        self.wall = time;
        let other_run = self.run != run;
        if other_run {
            run.clone_into(&mut self.run);
        }
        let outage = anything_due && (other_run || forward.is_some_and(|d| d > OUTAGE_OVER_MS));
        match forward {
            _ if outage => {
                self.hold = HOLD_MS;
                self.be_quiet();
            }
            Some(d) if anything_due => {
                let held = d.min(self.hold);
                self.hold -= held;
                self.go_on(d - held);
                if d > HICCUP_OVER_MS {
                    self.be_quiet();
                }
            }
            Some(d) if d <= OUTAGE_OVER_MS => self.go_on(d),
            // a gap that nobody waited in, or a clock stepped back
            Some(_) | None => {}
        }
        Advance { now_logical: self.logical, hold: self.hold, outage }
    }

    fn go_on(&mut self, ms: u64) {
        self.logical = self.logical.saturating_add(ms);
    }

    fn be_quiet(&mut self) {
        self.quiet = self.logical.saturating_add(QUIET_MS);
    }

    /// Whether a time-out by logical time may be committed now.
    #[must_use]
    pub const fn may_time_out(&self) -> bool {
        self.logical >= self.quiet
    }

    /// The text that is stored: `wall:logical:hold:quiet:run`.
    #[must_use]
    pub fn pack(&self) -> String {
        self.to_string()
    }

    /// Reads what [`pack`](Self::pack) wrote. The run id is all after the fourth colon.
    ///
    /// # Errors
    /// When a part is missing, or is not a number that [`MAX_MS`] allows.
    pub fn unpack(text: &str) -> Result<Self, UnpackError> {
        let mut parts = text.splitn(5, ':');
        let mut part = || parts.next().ok_or_else(|| UnpackError::Parts(text.to_owned()));
        Ok(Self {
            wall: number("wall", part()?)?,
            logical: number("logical", part()?)?,
            hold: number("hold", part()?)?,
            quiet: number("quiet", part()?)?,
            run: part()?.to_owned(),
        })
    }
}

impl fmt::Display for PartitionClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wall, logical, hold, quiet, run } = self;
        write!(f, "{wall}:{logical}:{hold}:{quiet}:{run}")
    }
}

impl FromStr for PartitionClock {
    type Err = UnpackError;
    fn from_str(text: &str) -> Result<Self, UnpackError> {
        Self::unpack(text)
    }
}

/// Digits only: the standard parser takes a sign, the script's would not print one.
fn number(field: &'static str, value: &str) -> Result<u64, UnpackError> {
    let digits = value.bytes().all(|b| b.is_ascii_digit());
    match value.parse() {
        Ok(ms) if digits && ms <= MAX_MS => Ok(ms),
        _ => Err(UnpackError::Number { field, value: value.to_owned() }),
    }
}

/// What a node knows of a partition's logical time: the newest reply or event that it got.
///
/// A node cannot ask for the logical time of a frame's arrival, only estimate it; the store checks
/// the estimate with [`arrival_stands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalEstimate {
    /// Logical time of the newest reply or event.
    pub base: u64,
    /// What was left of the hold then.
    pub hold: u64,
}

impl ArrivalEstimate {
    /// The logical time `since_base` ms of monotonic time after the reply: it stands while the hold
    /// runs, then goes on.
    #[must_use]
    pub const fn after(self, since_base: u64) -> u64 {
        self.base.saturating_add(since_base.saturating_sub(self.hold))
    }

    /// The arrival of a frame `since_base` ms after the reply, within what is known for certain: at
    /// most `asked_later`, the logical time of the first reply to a request sent after the arrival,
    /// and at least `started`, the time of the event that started the player's clock.
    #[must_use]
    pub fn arrival(self, since_base: u64, asked_later: Option<u64>, started: u64) -> u64 {
        let estimate = self.after(since_base);
        asked_later.map_or(estimate, |latest| estimate.min(latest)).max(started)
    }
}

/// Whether the store takes an arrival: not before the clock was started, not in the future, and not
/// older than [`ARRIVAL_WINDOW_MS`].
#[must_use]
pub const fn arrival_stands(started: u64, arrived: u64, now: u64) -> bool {
    started <= arrived && arrived <= now && now - arrived <= ARRIVAL_WINDOW_MS
}

/// The arrival to try again with at logical time `now`, when the store did not take `arrived`.
#[must_use]
pub fn arrival_again(started: u64, arrived: u64, now: u64) -> u64 {
    let again = if now.saturating_sub(arrived) > ARRIVAL_WINDOW_MS {
        now.saturating_sub(ARRIVAL_AGE_AGAIN_MS)
    } else {
        arrived.min(now)
    };
    again.max(started)
}

#[cfg(test)]
mod tests;
