//! What a game is made of: its settings, phases, results, and what each side sees of it.

use crate::{
    breaks::{Adjournment, Pause, Proposed},
    ids::{AccountId, BoardHash, Head, OfferId, TournamentId},
    lapse::{IllegalMove, Overtime},
    point::{Colour, Point, Size},
    repetition::UnruledRepetition,
    rules::{Komi, Rules},
    time::{Clock, TimeControl},
    tournament::BoutRef,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Sides<T> {
    /// That of one side.
    pub const fn of(&self, colour: Colour) -> &T {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// That of one side, to be changed.
    pub const fn of_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

/// Who may see a game. *No such game* and *not for you* get the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody, and it is listed.
    #[default]
    Public,
    /// Everybody who knows its id.
    Unlisted,
    /// Its players.
    Private,
}

/// How handicap stones come onto the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// On the star points, by custom.
    #[default]
    Fixed,
    /// Where Black likes.
    Free,
}

/// The draw for colours (猜先, S2 article 10): the server drew with this seed. Black is the
/// offerer when the first bit of `sha1(seed)` is 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nigiri {
    /// 16 random bytes as hex.
    pub seed: String,
    /// What the offerer got.
    pub offerer: Colour,
}

/// What an event settles for its games beyond the rules of play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Regulations {
    /// Who may rule in this game beside the accounts with the role `referee`; at most 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub referees: Vec<AccountId>,
    /// What becomes of whoever comes late.
    #[serde(default, skip_serializing_if = "Lateness::is_default")]
    pub lateness: Lateness,
    /// With `ko` = `referee`: what a third occurrence makes of a game on which nobody rules.
    #[serde(default, skip_serializing_if = "UnruledRepetition::is_default")]
    pub unruled_repetition: UnruledRepetition,
    /// After so many moves, passes counted, the game stops for a referee, who ends it or lets it go on; 10 to
    /// 2,000, absent for none. Where nobody is named as referee, and when nobody rules, the board is counted
    /// as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// What becomes of a play that the rules refuse.
    #[serde(default, skip_serializing_if = "IllegalMove::is_default")]
    pub illegal_move: IllegalMove,
    /// What becomes of a side whose time has run out; with clocks without byo-yomi periods always `lose`.
    #[serde(default, skip_serializing_if = "Overtime::is_default")]
    pub overtime: Overtime,
}

/// What becomes of a player who comes after the set time, which is when the game was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lateness {
    /// Nothing is lost by it, and a game to which somebody never comes is void.
    #[default]
    Free,
    /// Twice the lateness comes off the main time (S1.12); who is later than `arrive_within` loses, and
    /// both lose if neither came. At exactly that time it is not yet lost.
    Doubled,
    /// It costs no time. Who is later than `arrive_within` loses, and both lose if neither came.
    Forfeit,
    /// One's own clock runs from the set time until one comes. Who comes when it has run out, or later
    /// than `arrive_within`, loses, and both lose if neither came.
    Counted,
}

impl Lateness {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Regulations {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Where a game stands in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentRef {
    /// The tournament.
    pub tournament: TournamentId,
    /// The bout.
    pub bout: BoutRef,
    /// The board of the bout, from 1.
    pub board: u32,
}

/// The settings of a game, fixed when it is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The rules, every knob settled.
    pub rules: Rules,
    /// Komi in points.
    pub komi: Komi,
    /// Handicap stones. 0: an even game. 1: no stones, no komi unless set.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap: u16,
    /// How the handicap stones are placed.
    #[serde(default)]
    pub placement: Placement,
    /// The time control.
    pub time: TimeControl,
    /// Whether undo may be asked for.
    pub undo: bool,
    /// How long all pauses together may last, ms; 0 for none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub pause_budget: u64,
    /// Who may see it.
    #[serde(default)]
    pub visibility: Visibility,
    /// Who plays; accounts, never names.
    pub players: Sides<AccountId>,
    /// The draw for colours, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nigiri: Option<Nigiri>,
    /// The offer that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferId>,
    /// The tournament that it is a game of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentRef>,
    /// Clocks start when both players have arrived. Whoever has not arrived this many ms after
    /// creation is a no-show, and the game is void, or lost by `regulations`.
    pub arrive_within: u64,
    /// What an event settles for it.
    #[serde(default, skip_serializing_if = "Regulations::is_default")]
    pub regulations: Regulations,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_zero(n: &u16) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_none(n: &u64) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_neither(sides: &Sides<bool>) -> bool {
    !sides.black && !sides.white
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_nothing(of: &Sides<u8>) -> bool {
    matches!(of, Sides { black: 0, white: 0 })
}

/// Where a game is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Created; clocks stand until both players have arrived.
    Waiting,
    /// Moves are made.
    Playing,
    /// A pause: clocks stand until both agree to go on, or the pause is used up; or until a referee lets the
    /// game go on or rules.
    Paused,
    /// Adjourned with a sealed move (封棋): clocks stand until both agree to go on, or the set time comes.
    Adjourned,
    /// Two passes, or an agreed count: dead stones are marked and confirmed; clocks stand.
    Scoring,
    /// Over; the result stands unless a referee overturns it.
    Finished,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Area was counted (数子法).
    Count,
    /// A side resigned (认输).
    Resignation,
    /// A side's time ran out.
    Time,
    /// Forfeited by warnings, by an illegal move where the event sets that, or by a ruling.
    Forfeit,
    /// A player never came.
    NoShow,
    /// Both players left a game without a clock for 15 days.
    Abandoned,
    /// A referee's ruling.
    Ruling,
    /// Both sides lost: by a ruling, or since neither came.
    BothLose,
    /// A referee ordered that the game is played again.
    Replay,
    /// The colours were wrong, and a referee had the game begin anew with the right ones.
    WrongColours,
    /// The position repeated itself: a draw, or no result.
    Repetition,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// As SGF writes it: `B+1.5` (points), `B+R`, `B+T`, `B+F`, `0` for a draw, `Void`.
    pub result: String,
    /// Why.
    pub reason: EndReason,
    /// The winner; absent for a draw and for `Void`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// The count, when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
}

/// A count of area (数子法), dead stones removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// Points of Black: living stones and the points that only Black surrounds.
    pub black: u16,
    /// Points of White.
    pub white: u16,
    /// Neutral points, shared half and half.
    pub neutral: u16,
    /// Black's margin in quarter zi (3 is 3/4 zi or 1.5 points); negative when White is ahead.
    pub quarter_zi: i32,
    /// Zi that each side gives in it, for warnings and for further periods; in counts of older servers that is
    /// not said.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub penalties: Sides<u8>,
}

/// Both clocks at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Black's at `since`.
    pub black: Clock,
    /// White's at `since`.
    pub white: Clock,
    /// Whose clock runs; absent while both stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Colour>,
    /// Time from which the running clock is charged, ms, by the game's time: logical as `t` of
    /// events, or wall time as `at` with `correspondence`.
    pub since: u64,
}

/// A pending request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoRequest {
    /// Who asks.
    pub by: Colour,
    /// How many plies, passes included, to take back.
    pub moves: u32,
}

/// A position that a referee has set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// The whole board, rows from the top, `X` Black, `O` White, `.` empty.
    pub board: String,
    /// Who moves first from there.
    pub to_move: Colour,
}

/// The state of marking and confirming dead stones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scoring {
    /// 1 until a stop was resumed by one side alone or by its deadline.
    pub stop: u32,
    /// Nobody can resume alone, and at the deadline the game is counted.
    #[serde(default, rename = "final", skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
    /// The revision of the marks, counted from 0 over the whole game; each change makes a new one,
    /// and so does each stop.
    pub revision: u32,
    /// All stones marked dead.
    pub dead: Vec<Point>,
    /// Who has accepted this revision.
    pub accepted: Sides<bool>,
    /// Who has asked to resume at a final stop.
    pub resume_asked: Sides<bool>,
    /// The deadline, ms, by the game's time: compare with `now`.
    pub deadline: u64,
}

/// A game as it stands: all that a client needs to draw it and go on. The same for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The last event in it.
    pub seq: u64,
    /// The head after that event.
    pub head: Head,
    /// The settings.
    pub setup: Setup,
    /// Names of the players now; names may change, accounts do not.
    pub names: Sides<String>,
    /// When it was created, ms since 1970.
    pub created_at: u64,
    /// The phase.
    pub phase: Phase,
    /// Who has come (only while `waiting`).
    pub arrived: Sides<bool>,
    /// The position from which `moves` go on, when a referee has edited it; its stones are then all that
    /// stood there, handicap stones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Handicap stones on the board when play began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicap_stones: Vec<Point>,
    /// Handicap stones that Black still has to place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap_left: u16,
    /// All moves as GTP vertices with a space between, colours alternating from the first mover
    /// (White if there are handicap stones on the board, else Black).
    pub moves: String,
    /// The board, rows from the top, `X` Black, `O` White, `.` empty, nothing between rows.
    pub board: String,
    /// Of the board.
    pub hash: BoardHash,
    /// Whose turn it is; while `adjourned`, whose move is sealed.
    pub to_move: Colour,
    /// Stones that each side has captured.
    pub captures: Sides<u32>,
    /// AGA rules: passes of each side, each of which gives a prisoner. Shown only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_stones: Option<Sides<u32>>,
    /// The clocks; absent without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Warnings so far.
    #[serde(default)]
    pub warnings: Sides<u8>,
    /// Sides that may repeat no position any more, by a referee's ruling.
    #[serde(default, skip_serializing_if = "is_neither")]
    pub no_repetition: Sides<bool>,
    /// Further periods that each side was given for one zi each, where the event sets that.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub penalties: Sides<u8>,
    /// A pending request for undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_request: Option<UndoRequest>,
    /// A proposal that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposed>,
    /// What is left of the budget of pauses, ms; while `paused`, what was left when the pause began.
    #[serde(default, skip_serializing_if = "is_none")]
    pub pause_left: u64,
    /// The pause, while `paused`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<Pause>,
    /// An adjournment: while `playing` one is agreed and the side to move must seal its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjournment: Option<Adjournment>,
    /// Marks, while `scoring` and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// A stop was resumed: the next one will be final.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next_stop_final: bool,
    /// The result, when finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}
