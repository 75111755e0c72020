//! Every message, id, unit and error code on Tengen's wire; no input or output.
//!
//! The server and every client speak only these types, and the JSON Schema under `schema/` is
//! generated from them. Nothing here judges a move or runs a clock: that is the server's core.
//! Points are GTP vertices, times are integers of ms, komi is in points.

mod breaks;
mod command;
mod error;
mod event;
mod game;
pub mod http;
mod ids;
mod lapse;
pub mod limits;
pub mod locales;
mod margin;
mod message;
mod point;
mod referee;
mod repetition;
mod rules;
pub mod standings;
mod talk;
mod time;
mod tournament;

pub use breaks::{Adjournment, Pause, Proposal, Proposed, ResumeAt, Seal};
pub use command::{ClientMessage, ColourChoice, Have, Request, Terms};
pub use error::{Code, Limit, Limited, Why, WireError};
pub use event::{EVENT_FORMAT, Event, GameEvent, Late, MoveTime, Recorded, Replaced, Revised, Ruling, Stop, Undone};
pub use game::{
    Clocks, Count, EndReason, Lateness, Nigiri, Outcome, Phase, Placement, Regulations, Scoring, Setup, Sides,
    Snapshot, Start, TournamentRef, UndoRequest, Visibility,
};
pub use ids::{AccountId, BoardHash, CommandId, GameId, Head, OfferId, TournamentId};
pub use lapse::{IllegalMove, IllegalPlay, Overtime};
pub use margin::QuarterZi;
pub use message::{Answer, Done, Joined, Notice, Offer, Outcome as AnswerOutcome, ServerMessage, Welcome};
pub use point::{COLUMNS, Colour, MAX_SIDE, ParseError, Point, Size, Vertex};
pub use referee::{Authority, By, GivenResult, Loser, NewClock, Order, Reason, Rule};
pub use repetition::{Awaits, Matter, Recurrence, Repetition, UnruledRepetition};
pub use rules::{Compensation, Ending, Ko, Komi, Preset, Rules, Suicide};
pub use talk::{BadText, Channel, Line, Talk, check_text, steers};
pub use time::{Clock, TimeControl, TimeControlError, TimeSetting, time_limits};
pub use tournament::{
    Act, Asked, BoutRef, BoutResult, Changes, DrawBy, EntryRule, EventSettings, GameScore, Happened, LatenessRule,
    Left, NewGame, Pace, Pairing, PairingRemark, Qualifying, Sanction, Scored, Seat, StageSettings, Starter,
    TOURNAMENT_FORMAT, TournamentEvent, tournament_limits,
};
pub use tournament::{
    BoutKind, ContinueColours, DrawRule, Entry, EntryNo, LineupOrder, Member, Rank, Score, Scores, System,
};
pub use tournament::{
    Cleared, EntryChange, EntryField, EntryListCheck, EntryListProblem, NewEntry, NewMember, NewTournament,
    TournamentAsk, TournamentCommand, TournamentDone,
};
pub use tournament::{bracket, pairing, view as tournament_view};
