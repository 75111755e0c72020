//! The events of a game's log. What is stored is what is sent.
//!
//! Stored and sent form of an event:
//! `{"seq":42,"t":..,"at":..,"prev":"..","v":1,"event":{"kind":"play",..}}`; on the wire the game and
//! the head after the event stand in front. Events record outcomes (captures, clocks, result), so
//! reading a log again computes nothing. Optional fields are absent, never null.

mod fields;

use crate::{
    breaks::{Proposal, ResumeAt},
    game::{Outcome, Setup, Sides},
    ids::{BoardHash, CommandId, GameId, Head},
    lapse::{IllegalMove, IllegalPlay, Overtime},
    point::{Colour, Point, Vertex},
    referee::Authority,
    repetition::{Awaits, Recurrence},
    time::Clock,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The format of events that this version writes.
pub const EVENT_FORMAT: u32 = 1;

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recorded<E = Event> {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// Logical time of the commit, ms; for clocks only. Stands still while the store is away.
    pub t: u64,
    /// Wall time of the commit, ms since 1970; for people. May step.
    pub at: u64,
    /// The head of the log before this event.
    pub prev: Head,
    /// Format of the event.
    pub v: u32,
    /// What happened.
    pub event: E,
}

/// An event as a socket gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameEvent {
    /// The game.
    pub game: GameId,
    /// The head of the log after this event: what `have` and commands name.
    pub head: Head,
    /// The event itself.
    #[serde(flatten)]
    pub recorded: Recorded,
}

/// What is the same in every move: play, pass and handicap stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveTime {
    /// ms charged to the mover: from the start of his clock to the arrival of his command. 0 with
    /// `correspondence`, where each move has the whole allowance again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u64,
    /// ms of lag that were given back to him and are nobody's.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lag: u64,
    /// His clock after the move; absent without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_zero_u32(n: &u32) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_zero_u16(n: &u16) -> bool {
    *n == 0
}

/// Two passes, or an agreed count: play has stopped, dead stones are to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stop {
    /// 1 until a stop was resumed by one side alone or by its deadline.
    pub number: u32,
    /// Nobody can resume alone, and at the deadline the game is counted. So is every stop after one
    /// that was resumed, and one that leaves the game no room for further events.
    #[serde(default, rename = "final", skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
    /// The revision of the marks, of which there are none yet: counted over the whole game, so that
    /// an acceptance of an earlier stop fits no later one.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    pub revision: u32,
    /// ms from this event's time until the deadline, by the game's time.
    pub deadline: u64,
    /// AGA rules: White passed first, so the server recorded White's closing pass after this one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closing_pass: bool,
}

/// Marks that stand as they stood, as a new revision that nobody has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revised {
    /// The revision.
    pub revision: u32,
    /// ms from this event's time until the deadline, by the game's time.
    pub deadline: u64,
}

/// The position after an accepted undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Undone {
    /// Plies taken back.
    pub moves: u32,
    /// The whole board, rows from the top, `X` Black, `O` White, `.` empty.
    pub board: String,
    /// Of that board.
    pub hash: BoardHash,
    /// Whose turn it is now.
    pub to_move: Colour,
    /// Black's clock; absent without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Clock>,
    /// White's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Clock>,
}

/// How late a player came, where lateness costs time (S1.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Late {
    /// ms after the set time.
    pub ms: u64,
    /// With the second arrival: both clocks after what its lateness cost each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Sides<Clock>>,
}

/// The position after a referee has changed it: a new history begins there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Replaced {
    /// The whole board, rows from the top, `X` Black, `O` White, `.` empty.
    pub board: String,
    /// Of that board.
    pub hash: BoardHash,
    /// Whose turn it is now.
    pub to_move: Colour,
    /// Handicap stones that Black still has to place.
    #[serde(default, skip_serializing_if = "is_zero_u16")]
    pub handicap_left: u16,
    /// Black's clock; absent without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Clock>,
    /// White's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Clock>,
}

/// A referee's ruling other than a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ruling", rename_all = "snake_case")]
pub enum Ruling {
    /// The game ends so, or its result is overturned.
    Result {
        /// The new result.
        outcome: Outcome,
        /// The dead stones by which it was counted; absent when the result was named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dead: Option<Vec<Point>>,
    },
    /// Clocks were set. The turn stays; its clock runs on from what it has now.
    Clocks {
        /// Black's, whether it was set or not.
        black: Clock,
        /// White's.
        white: Clock,
    },
    /// Play stands still until a referee lets it go on.
    Suspended {
        /// What the side to move has used, and its clock, which stands.
        #[serde(flatten)]
        time: MoveTime,
        /// When play goes on by itself all the same: wall time, ms since 1970, whatever the clocks run by.
        until: u64,
    },
    /// Suspended play goes on, or play that waited for a ruling.
    Resumed {
        /// Whose turn it is.
        to_move: Colour,
    },
    /// Moves were taken back.
    TakenBack {
        /// The position after it.
        undone: Undone,
        /// By a ruling on a repetition: this side may repeat no position any more, to the end of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        forbids: Option<Colour>,
    },
    /// The position was edited, and play goes on from there.
    Edited {
        /// The position after it.
        replaced: Replaced,
    },
    /// The game begins anew: no handicap stone has been placed freely, no move made.
    Restarted {
        /// The position after it.
        replaced: Replaced,
    },
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The game was created. Always the first event.
    Created {
        /// Its settings.
        setup: Setup,
        /// Fixed handicap stones.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stones: Vec<Point>,
    },
    /// A player joined for the first time. When both have, play and the clocks begin.
    Arrived {
        /// Who.
        by: Colour,
        /// The command that brought him.
        id: CommandId,
        /// How late he came, where that costs time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        late: Option<Box<Late>>,
        /// The result, when somebody's lateness has cost all his time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// Black placed a handicap stone of his choice.
    Handicap {
        /// Always Black.
        by: Colour,
        /// The command.
        id: CommandId,
        /// Where.
        vertex: Point,
        /// How many are still to be placed; at 0 White moves.
        left: u16,
        /// Time.
        #[serde(flatten)]
        time: MoveTime,
        /// Of the board after it.
        hash: BoardHash,
    },
    /// A stone was played.
    Play {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// Where.
        vertex: Point,
        /// Stones removed by it: the opponent's, or one's own where suicide is allowed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captures: Vec<Point>,
        /// Time.
        #[serde(flatten)]
        time: MoveTime,
        /// Of the board after it.
        hash: BoardHash,
        /// The board has come about before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeats: Option<Recurrence>,
        /// Present when play stands still until a referee rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        awaits: Option<Awaits>,
        /// Present when nobody is named to rule: the game is finished.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// A pass (虚着). The second in a row stops play.
    Pass {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// Time.
        #[serde(flatten)]
        time: MoveTime,
        /// Of the board, which has not changed.
        hash: BoardHash,
        /// Present when play has stopped and scoring begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
        /// Present when play stands still until a referee rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        awaits: Option<Awaits>,
        /// Present when the rules count the board as it stands, or nobody is named to rule: the game is finished.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// A play was refused by the rules, and the event's setting has made something of it.
    Illegal {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// Where he wanted to play.
        vertex: Point,
        /// By which rule it was refused.
        code: IllegalPlay,
        /// With `superko`: the latest ply with the same position; 0 is the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeats_move: Option<u32>,
        /// What it led to, never `reject`: a pass like any other; a warning, after which the same side moves and
        /// its time runs on; or the loss of the game.
        led_to: IllegalMove,
        /// Time, with a pass.
        #[serde(flatten)]
        time: MoveTime,
        /// Of the board, which has not changed.
        hash: BoardHash,
        /// Present when it was the second pass in a row: play has stopped and scoring begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
        /// A pass that is one move too many: play stands until a referee rules, as in `pass`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        awaits: Option<Awaits>,
        /// The result, when that lost the game, or the rules count the board as it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// A player resigned (认输).
    Resigned {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// The result.
        outcome: Outcome,
    },
    /// A player proposes something to his opponent. Any move cancels it, and so does whatever else
    /// changes position, phase or turn.
    Proposed {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// What.
        proposal: Proposal,
        /// With `adjourn`: when the game is to go on; absent for 30 days later.
        #[serde(flatten)]
        resume_at: Option<ResumeAt>,
    },
    /// The opponent declined a proposal, or whoever made it withdrew it.
    Declined {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
    },
    /// The opponent accepted a pause: clocks stand.
    Paused {
        /// Who accepted.
        by: Colour,
        /// The command.
        id: CommandId,
        /// What the side to move has thought so far, and its clock as it stands: a period that has
        /// begun is not given back.
        #[serde(flatten)]
        time: MoveTime,
        /// ms from this event's time, by the game's time, after which play goes on by itself: what is
        /// left of the budget.
        lasts: u64,
    },
    /// Play goes on after a pause; the clock of the side to move runs from where it stood.
    WentOn {
        /// Who accepted to go on; absent when the pause was used up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Colour>,
        /// The command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Whose turn it is.
        to_move: Colour,
    },
    /// The opponent accepted to count (申请数子, S1.8): play stops as after two passes, none of which
    /// is recorded. If play is resumed, the side moves that was to move.
    CountAgreed {
        /// Who accepted.
        by: Colour,
        /// The command.
        id: CommandId,
        /// As in `paused`; with `correspondence` the clock stops at this event's `at`.
        #[serde(flatten)]
        time: MoveTime,
        /// Scoring begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
        /// Present when the rules count the board as it stands: the game is finished.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// The opponent accepted to adjourn: the side to move seals its next move, on its own time. While
    /// adjourned: another time was agreed on.
    AdjournmentAgreed {
        /// Who accepted.
        by: Colour,
        /// The command.
        id: CommandId,
        /// When the game goes on by itself.
        #[serde(flatten)]
        resume_at: ResumeAt,
    },
    /// The side to move sealed its move (封棋): the game is adjourned, clocks stand. The move counts as
    /// made for the clock; what it is nobody learns before the game goes on.
    Sealed {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// SHA-256 of nonce, space and vertex, as 64 hex digits.
        digest: String,
        /// Time.
        #[serde(flatten)]
        time: MoveTime,
    },
    /// An adjourned game goes on: the sealed move is opened and made. The clock of the opponent runs,
    /// whoever is there (S1.12).
    Unsealed {
        /// Who accepted to go on; absent when the set time had come.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Colour>,
        /// The command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Whose move it is.
        sealed_by: Colour,
        /// 32 hex digits; with the vertex it has the digest that was sealed.
        nonce: String,
        /// The move: a point, or a pass.
        vertex: Vertex,
        /// Stones removed by it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captures: Vec<Point>,
        /// Of the board after it.
        hash: BoardHash,
        /// Present when it was the second pass in a row: play has stopped and scoring begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
        /// The board has come about before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeats: Option<Recurrence>,
        /// Present when play stands still until a referee rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        awaits: Option<Awaits>,
        /// Present when it was, and the rules count the board as it stands; or when nobody is named to rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// A player asks to take moves back. Any move cancels the request.
    UndoRequested {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// How many plies.
        moves: u32,
    },
    /// The opponent answered, or the asker withdrew the request.
    UndoAnswered {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// The position after it, when accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undone: Option<Undone>,
    },
    /// A player marked a chain dead or alive. Voids acceptances.
    Marked {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// The point that was named.
        vertex: Point,
        /// Dead, or alive again.
        dead: bool,
        /// The whole chain on it.
        stones: Vec<Point>,
        /// The new revision of the marks.
        revision: u32,
        /// ms from this event's time until the deadline now, as in [`Stop`].
        deadline: u64,
    },
    /// A player accepted a revision of the marks.
    Accepted {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
        /// The revision.
        revision: u32,
        /// The result, when both have accepted this revision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// Play goes on after a stop: the opponent of the last passer moves, clocks as they stood.
    /// An undo across the stop takes the moves back, not what is said here.
    Resumed {
        /// Who asked; absent when the deadline passed unconfirmed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Colour>,
        /// The command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Whose turn it is.
        to_move: Colour,
        /// Whether the next stop will be final.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        next_stop_final: bool,
    },
    /// A player asked to resume at a final stop, where the opponent must ask too.
    ResumeRequested {
        /// Who.
        by: Colour,
        /// The command.
        id: CommandId,
    },
    /// The deadline of a final stop passed: all stones count as alive. Or nobody has ruled in time where play
    /// stood still for it.
    Settled {
        /// The result.
        outcome: Outcome,
    },
    /// A side's time ran out.
    TimedOut {
        /// Whose.
        by: Colour,
        /// The result.
        outcome: Outcome,
    },
    /// A side's time ran out, and the event's setting has made something else of it than a loss.
    Overran {
        /// Whose.
        by: Colour,
        /// What it led to, never `lose`: a pass like any other, or one more period for one zi, in which the same
        /// side moves.
        led_to: Overtime,
        /// All that it had is used, and on its clock is one full period. What went by after that, until this
        /// event, is nobody's.
        #[serde(flatten)]
        time: MoveTime,
        /// Of the board, which has not changed.
        hash: BoardHash,
        /// Present when it was the second pass in a row: play has stopped and scoring begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
        /// A pass that is one move too many: play stands until a referee rules, as in `pass`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        awaits: Option<Awaits>,
        /// Present when it was, and the rules count the board as it stands: the game is finished.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// The game ends without a result: a player never came, or both went away from a game without
    /// a clock.
    Cancelled {
        /// The result, `Void`.
        outcome: Outcome,
    },
    /// Time given back to a player whose node went away while he was to move.
    Credited {
        /// To whom.
        to: Colour,
        /// How much, ms; it moves the start of his clock.
        ms: u64,
    },
    /// A referee warned a player (S1.15-21): one zi in the count; the second loses.
    Warned {
        /// Who was warned.
        warned: Colour,
        /// By whom and why.
        #[serde(flatten)]
        authority: Authority,
        /// While dead stones are marked: the count is another one now, so whoever accepted it accepts anew.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revised: Option<Revised>,
        /// The result, when it was the second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// A referee ruled.
    Ruled {
        /// Who and why.
        #[serde(flatten)]
        authority: Authority,
        /// What.
        #[serde(flatten)]
        ruling: Ruling,
    },
}

impl Event {
    /// The result that this event brings, if it ends the game.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Arrived { outcome, .. }
            | Self::Play { outcome, .. }
            | Self::Pass { outcome, .. }
            | Self::Illegal { outcome, .. }
            | Self::Overran { outcome, .. }
            | Self::Accepted { outcome, .. }
            | Self::CountAgreed { outcome, .. }
            | Self::Unsealed { outcome, .. }
            | Self::Warned { outcome, .. } => outcome.as_ref(),
            Self::Resigned { outcome, .. }
            | Self::Settled { outcome }
            | Self::TimedOut { outcome, .. }
            | Self::Cancelled { outcome }
            | Self::Ruled { ruling: Ruling::Result { outcome, .. }, .. } => Some(outcome),
            _ => None,
        }
    }

    /// The referee's word, if it is one.
    #[must_use]
    pub const fn authority(&self) -> Option<&Authority> {
        match self {
            Self::Warned { authority, .. } | Self::Ruled { authority, .. } => Some(authority),
            _ => None,
        }
    }

    /// Who sent the command behind this event, and its id.
    #[must_use]
    pub const fn command(&self) -> Option<(Colour, &CommandId)> {
        match self {
            Self::Arrived { by, id, .. }
            | Self::Handicap { by, id, .. }
            | Self::Play { by, id, .. }
            | Self::Pass { by, id, .. }
            | Self::Illegal { by, id, .. }
            | Self::Resigned { by, id, .. }
            | Self::Proposed { by, id, .. }
            | Self::Declined { by, id }
            | Self::Paused { by, id, .. }
            | Self::WentOn { by: Some(by), id: Some(id), .. }
            | Self::CountAgreed { by, id, .. }
            | Self::AdjournmentAgreed { by, id, .. }
            | Self::Sealed { by, id, .. }
            | Self::Unsealed { by: Some(by), id: Some(id), .. }
            | Self::UndoRequested { by, id, .. }
            | Self::UndoAnswered { by, id, .. }
            | Self::Marked { by, id, .. }
            | Self::Accepted { by, id, .. }
            | Self::ResumeRequested { by, id }
            | Self::Resumed { by: Some(by), id: Some(id), .. } => Some((*by, id)),
            _ => None,
        }
    }
}
