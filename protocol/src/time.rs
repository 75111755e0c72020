//! Time controls and clocks as they stand on the wire, in integers of milliseconds.
//!
//! What a move does to a clock is computed by the server's core; here are the shapes, the faces, the
//! limits, and the short form that people type. Reading the short form checks the limits too;
//! reading JSON does not, so that a stored game stays readable when a limit changes: whoever
//! accepts a control from outside calls [`TimeControl::validate`].
//!
//! The forms are listed at `FromStr for TimeControl`, in `text.rs`.

mod running;
mod text;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// One second in ms.
const SECOND: u64 = 1_000;
/// One minute in ms.
const MINUTE: u64 = 60 * SECOND;
/// One hour in ms.
const HOUR: u64 = 60 * MINUTE;
/// One day in ms.
const DAY: u64 = 24 * HOUR;

/// The limits of a time control; a control outside them is refused when it is offered.
///
/// They keep a game from blocking a seat for ever, and from being over before a frame can cross a
/// network. Durations are ms.
pub mod time_limits {
    use super::{DAY, HOUR, RangeInclusive, SECOND};

    /// Main time where the game is lost when it is used up, and the cap of `fischer`. Games of more
    /// than a day are correspondence.
    pub const MAIN: RangeInclusive<u64> = SECOND..=24 * HOUR;
    /// Main time that overtime follows: there may be none.
    pub const MAIN_BEFORE_OVERTIME: RangeInclusive<u64> = 0..=24 * HOUR;
    /// Number of byo-yomi periods: 60 is an hour of counted minutes, far beyond title matches (10).
    pub const PERIODS: RangeInclusive<u32> = 1..=60;
    /// Length of a byo-yomi period.
    pub const PERIOD: RangeInclusive<u64> = SECOND..=HOUR;
    /// Moves in a Canadian block.
    pub const STONES: RangeInclusive<u32> = 1..=100;
    /// Length of a Canadian block.
    pub const BLOCK: RangeInclusive<u64> = SECOND..=4 * HOUR;
    /// Fischer increment: a tenth of a second is enough between two programs.
    pub const INCREMENT: RangeInclusive<u64> = 100..=HOUR;
    /// Allowance of `simple`: from fast programs to an hour a move; days are correspondence.
    pub const SIMPLE: RangeInclusive<u64> = 100..=HOUR;
    /// Allowance of `correspondence`.
    pub const CORRESPONDENCE: RangeInclusive<u64> = DAY..=30 * DAY;
    /// Bytes of a short form: the longest that is printed for a valid control is below 48.
    pub const TEXT: usize = 64;
}

/// The system of time of a game. All durations are ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum TimeControl {
    /// No clock.
    None,
    /// Main time only; used up, the game is lost. Short form `1h`.
    Absolute {
        /// Main time.
        main: u64,
    },
    /// Main time, then `periods` periods (读秒); a move within a period is free, each full period
    /// used is lost (S2 article 12). Short form `30m+5x60s`, or `2h(5x60s)` when the periods are
    /// reserved inside a limit of 2 h.
    ByoYomi {
        /// Main time.
        main: u64,
        /// Number of periods, the last one included.
        periods: u32,
        /// Length of one period.
        period: u64,
    },
    /// Main time, then blocks of `block` ms in which `stones` moves are made. Short form `20m+25/10m`.
    Canadian {
        /// Main time.
        main: u64,
        /// Moves to be made in each block.
        stones: u32,
        /// Length of one block.
        block: u64,
    },
    /// After each own move `increment` is added. Short form `10m+15s/move`, with a cap `10m+15s/move<20m`.
    Fischer {
        /// Time at the start.
        main: u64,
        /// Added after each own move.
        increment: u64,
        /// The remaining time never grows beyond this by an increment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap: Option<u64>,
    },
    /// The full allowance for each move. Short form `5s/move`.
    Simple {
        /// Allowance for one move.
        allowance: u64,
    },
    /// The same in days, by wall time. Short form `3d/move`.
    Correspondence {
        /// Allowance for one move.
        allowance: u64,
    },
}

/// One side's clock at an instant, in ms. Which fields are present follows from the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// Main time left; with `simple` and `correspondence` what is left for this move.
    pub main: u64,
    /// Byo-yomi: periods left, the running one included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
    /// Canadian: moves still to be made in the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<u32>,
    /// Byo-yomi: what is left of the period; Canadian: of the block. While main time is left this
    /// is the full length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
}

/// What a limit is about, for the text of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeSetting {
    /// Main time, ms.
    Main,
    /// Number of byo-yomi periods.
    Periods,
    /// Length of a byo-yomi period, ms.
    Period,
    /// Moves in a Canadian block.
    Stones,
    /// Length of a Canadian block, ms.
    Block,
    /// Fischer increment, ms.
    Increment,
    /// Cap of a Fischer clock, ms.
    Cap,
    /// Allowance for a move of `simple`, ms.
    Simple,
    /// Allowance for a move of `correspondence`, ms.
    Correspondence,
}

/// Why a time control was refused. `min`, `max` and `given` are counts for periods and stones, else
/// ms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// The text is not a short form.
    #[error(
        "time control '{0}': write one like 30m+5x60s, 2h(5x60s), 20m+25/10m, 10m+15s/move, 1h, 5s/move, 3d/move or none"
    )]
    Form(String),
    /// The text is longer than any short form.
    #[error("a time control may have at most {} characters", time_limits::TEXT)]
    TooLong,
    /// A part of the text is not a duration.
    #[error("duration '{0}': write whole numbers with d, h, m, s or ms, the largest unit first, like 1h30m")]
    Duration(String),
    /// A part of the text is a bare number.
    #[error("duration '{0}': write its unit; did you mean {0}m or {0}s?")]
    NoUnit(String),
    /// A part of the text is a duration beyond all limits.
    #[error("duration '{0}' is too long: write 24h at most, or up to 30d for each move")]
    TooLongDuration(String),
    /// A part of the text is not a count.
    #[error("number '{0}': write a whole number of periods or moves, like the 5 in 5x60s")]
    Count(String),
    /// The periods reserved inside a limit leave no main time.
    #[error(
        "the reserved {} must be shorter than the limit of {}",
        text::Shown(*reserve), text::Shown(*limit)
    )]
    Reserve {
        /// All periods together, ms.
        reserve: u64,
        /// The whole limit, ms.
        limit: u64,
    },
    /// A value is outside what is allowed.
    #[error("{setting} must be {} to {}, not {}", setting.show(*min), setting.show(*max), setting.show(*given))]
    Limit {
        /// Which value.
        setting: TimeSetting,
        /// The value.
        given: u64,
        /// The smallest that is allowed.
        min: u64,
        /// The largest that is allowed.
        max: u64,
    },
}

impl TimeControl {
    /// Checks the control against [`time_limits`], so that neither side is without time.
    ///
    /// # Errors
    /// The first value that is outside its limit.
    pub fn validate(&self) -> Result<(), TimeControlError> {
        use TimeSetting as Of;
        use time_limits as limits;
        match *self {
            Self::None => Ok(()),
            Self::Absolute { main } => within(Of::Main, main, &limits::MAIN),
            Self::ByoYomi { main, periods, period } => {
                within(Of::Main, main, &limits::MAIN_BEFORE_OVERTIME)?;
                within(Of::Periods, periods, &limits::PERIODS)?;
                within(Of::Period, period, &limits::PERIOD)
            }
            Self::Canadian { main, stones, block } => {
                within(Of::Main, main, &limits::MAIN_BEFORE_OVERTIME)?;
                within(Of::Stones, stones, &limits::STONES)?;
                within(Of::Block, block, &limits::BLOCK)
            }
            Self::Fischer { main, increment, cap } => {
                within(Of::Main, main, &limits::MAIN)?;
                within(Of::Increment, increment, &limits::INCREMENT)?;
                cap.map_or(Ok(()), |cap| within(Of::Cap, cap, &limits::MAIN))
            }
            Self::Simple { allowance } => within(Of::Simple, allowance, &limits::SIMPLE),
            Self::Correspondence { allowance } => within(Of::Correspondence, allowance, &limits::CORRESPONDENCE),
        }
    }

    /// Whether the game's time is wall time instead of the store's logical time: where clocks count
    /// days, and where there is none, so that such games keep no partition ticking.
    #[must_use]
    pub const fn runs_on_wall_time(&self) -> bool {
        matches!(self, Self::Correspondence { .. } | Self::None)
    }
}

fn within<T>(setting: TimeSetting, given: T, allowed: &RangeInclusive<T>) -> Result<(), TimeControlError>
where
    T: Copy + PartialOrd + Into<u64>,
{
    if allowed.contains(&given) {
        return Ok(());
    }
    Err(TimeControlError::Limit {
        setting,
        given: given.into(),
        min: (*allowed.start()).into(),
        max: (*allowed.end()).into(),
    })
}
