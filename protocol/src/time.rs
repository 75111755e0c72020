//! Time controls and clocks as they stand on the wire, in integers of milliseconds.
//!
//! What a clock does while it runs is computed by the server's core; here are only the shapes, and
//! the short form that people type (`30m+5x60s`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The system of time of a game. All durations are ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "snake_case", deny_unknown_fields)]
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
