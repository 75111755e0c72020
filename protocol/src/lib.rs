//! Every message, id, unit and error code on Tengen's wire; no input or output.
//!
//! The server and every client speak only these types, and the JSON Schema under `schema/` is
//! generated from them. Nothing here judges a move or runs a clock: that is the server's core.

mod point;
mod rules;
mod time;

pub use point::{COLUMNS, Colour, MAX_SIDE, ParseError, Point, Size, Vertex};
pub use rules::{Compensation, Ending, Ko, Komi, Preset, Rules, Suicide};
pub use time::{Clock, TimeControl};
