//! What a side's clock does: pure functions of the time control, the clock and the time spent.
//!
//! A [`Clock`] is what stands on the face when nothing runs. Every function takes the time spent
//! since then; none knows the time of day, and none may ask. All times are integers of ms;
//! arithmetic saturates, so no input panics and no clock goes below zero.
//!
//! Three rules hold for all systems:
//! - *in time* means elapsed < [`allowance`]: a move exactly at the end of the time is late, one
//!   millisecond before it is not;
//! - main time first, then overtime; on the move where main time ends only the excess counts
//!   (S2 article 12): with 10 s left a move of 75 s uses 65 s of overtime;
//! - a stretch of thinking may be cut in pieces ([`interrupted`]) and costs the same as in one.
//!
//! A move that ends exactly with main time is already in overtime: of a Canadian block it is the
//! first move.
//!
//! What a clock shows while it runs is shared with clients and lies in the protocol.
//!
//! `tests.rs` has the boundaries of each system by name, `reference.rs` a clock that ticks through
//! every millisecond, against which these functions are checked.

use tengen_protocol::{Clock, TimeControl};

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

/// The flag fell: the side had used its time before the move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flag fell after {allowance_ms} ms, the move took {elapsed_ms} ms")]
pub struct Flag {
    /// What the side had for the move.
    pub allowance_ms: u64,
    /// What it took.
    pub elapsed_ms: u64,
}

/// The clock of either side before the first move; nothing without a clock (`none`).
#[must_use]
pub fn initial(control: &TimeControl) -> Option<Clock> {
    control.initial()
}

/// How long, in ms, the side may think about its move before the flag falls: it is in time while
/// elapsed < allowance. Nothing without a clock.
#[must_use]
pub fn allowance(control: &TimeControl, clock: &Clock) -> Option<u64> {
    control.allowance(clock)
}

/// The clock after a move that took `elapsed` ms.
///
/// # Errors
/// [`Flag`] when the move came at or after the end of the allowance.
pub fn after_move(control: &TimeControl, clock: &Clock, elapsed: u64) -> Result<Clock, Flag> {
    in_time(control, clock, elapsed)?;
    Ok(moved(control, running(control, clock, elapsed)))
}

/// What the clock shows after `elapsed` ms of thinking: periods are rolled over, nothing is below
/// zero, and all is zero when the flag has fallen.
#[must_use]
pub fn running(control: &TimeControl, clock: &Clock, elapsed: u64) -> Clock {
    control.running(clock, elapsed)
}

/// The clock of a side that was stopped after `elapsed` ms of thinking without having moved: by a
/// pause, an adjournment or a stop for counting.
///
/// Every number stays as it was shown, a started period too, so that resuming is as if nothing had
/// happened. (A completed move is [`after_move`]; moves taken back are [`after_undo`].)
#[must_use]
pub fn interrupted(control: &TimeControl, clock: &Clock, elapsed: u64) -> Clock {
    running(control, clock, elapsed)
}

/// Own moves of a side that are taken back, and what its clock was given for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undone {
    /// How many; passes that the server recorded for the side are none.
    pub moves: u32,
    /// The increments that they really added, ms: less than a whole one each where the clock stood
    /// near its cap.
    pub added: u64,
}

/// A side's clock after moves of its own were taken back.
///
/// Time that a side has thought on the undone moves is first charged with [`interrupted`]. No time
/// is given back: neither main time nor a lost period returns. What either side thinks about next
/// is a new move, so
/// - byo-yomi: it has a full period, if one is left at all;
/// - `simple` and `correspondence`: it has the full allowance;
/// - Canadian: the undone moves are to be made again within what is left of the block, at most as
///   many as the block has;
/// - Fischer: what the undone moves added is taken away again, but one increment, or what there was
///   if that is less, stays: agreeing to an undo must not lose a game on the spot.
#[must_use]
pub fn after_undo(control: &TimeControl, clock: &Clock, undone: Undone) -> Clock {
    let mut after = *clock;
    match *control {
        TimeControl::None | TimeControl::Absolute { .. } => {}
        TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => {
            after.main = allowance;
        }
        TimeControl::ByoYomi { periods, period, .. } => {
            let left = clock.periods.unwrap_or(periods);
            after.periods = Some(left);
            after.period = Some(if left == 0 { 0 } else { period });
        }
        TimeControl::Canadian { stones, block, .. } => {
            let to_make = clock.stones.unwrap_or(stones);
            after.stones = Some(to_make.saturating_add(undone.moves).min(stones));
            after.period = Some(clock.period.unwrap_or(block));
        }
        TimeControl::Fischer { increment, .. } => {
            let kept = clock.main.min(increment);
            after.main = clock.main.saturating_sub(undone.added).max(kept);
        }
    }
    after
}

/// The clock after a handicap stone that took `elapsed` ms.
///
/// Placing stones is setting up the board, no move: the time runs, but there is no increment and no
/// move of a Canadian block is made. What has its own allowance for each stretch of thinking has it
/// for the next stone too: a full period, the full allowance.
///
/// # Errors
/// [`Flag`] when the stone came at or after the end of the allowance.
pub fn after_stone(control: &TimeControl, clock: &Clock, elapsed: u64) -> Result<Clock, Flag> {
    in_time(control, clock, elapsed)?;
    Ok(after_undo(control, &running(control, clock, elapsed), Undone::default()))
}

/// What a move that took `elapsed` ms and left the clock at `after` has added to it, ms.
#[must_use]
pub const fn added(before: &Clock, elapsed: u64, after: &Clock) -> u64 {
    after.main.saturating_sub(before.main.saturating_sub(elapsed))
}

fn in_time(control: &TimeControl, clock: &Clock, elapsed: u64) -> Result<(), Flag> {
    match allowance(control, clock) {
        Some(allowance) if elapsed >= allowance => Err(Flag { allowance_ms: allowance, elapsed_ms: elapsed }),
        _ => Ok(()),
    }
}

/// What completing a move gives to a clock that stands at what was shown in the last moment.
fn moved(control: &TimeControl, mut clock: Clock) -> Clock {
    match *control {
        TimeControl::None | TimeControl::Absolute { .. } => {}
        TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => {
            clock.main = allowance;
        }
        TimeControl::ByoYomi { period, .. } => clock.period = Some(period),
        TimeControl::Canadian { stones, block, .. } => {
            if clock.main == 0 {
                let to_make = clock.stones.unwrap_or(stones).saturating_sub(1);
                let finished = to_make == 0;
                clock.stones = Some(if finished { stones } else { to_make });
                clock.period = if finished { Some(block) } else { clock.period };
            }
        }
        TimeControl::Fischer { increment, cap, .. } => {
            let raised = clock.main.saturating_add(increment);
            clock.main = cap.map_or(raised, |cap| raised.min(cap)).max(clock.main);
        }
    }
    clock
}
