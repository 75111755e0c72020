//! Every message, id, unit and error code on Tengen's wire; no input or output.
//!
//! The server and every client speak only these types, and the JSON Schema under `schema/` is
//! generated from them. Nothing here judges a move or runs a clock: that is the server's core.
//! Points are GTP vertices, times are integers of ms, komi is in points.

mod command;
mod error;
mod event;
mod game;
pub mod http;
mod ids;
pub mod limits;
mod margin;
mod message;
mod point;
mod rules;
mod time;

pub use command::{ClientMessage, ColourChoice, Have, Request, Terms};
pub use error::{Code, Limit, Limited, WireError};
pub use event::{EVENT_FORMAT, Event, GameEvent, MoveTime, Recorded, Ruling, Stop, Undone};
pub use game::{
    Clocks, Count, EndReason, Nigiri, Outcome, Phase, Placement, Scoring, Setup, Sides, Snapshot, UndoRequest,
    Visibility,
};
pub use ids::{AccountId, BoardHash, CommandId, GameId, Head, OfferId};
pub use margin::QuarterZi;
pub use message::{Answer, Done, Joined, Notice, Offer, Outcome as AnswerOutcome, ServerMessage, Welcome};
pub use point::{COLUMNS, Colour, MAX_SIDE, ParseError, Point, Size, Vertex};
pub use rules::{Compensation, Ending, Ko, Komi, Preset, Rules, Suicide};
pub use time::{Clock, TimeControl, TimeControlError, TimeSetting, time_limits};
