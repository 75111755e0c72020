//! What stands in a tournament, as `GET` under `/api/v1/tournaments` answers it.
//!
//! Names of people and teams are those of their entries; accounts are named by their ids.

pub use super::boards::{BoardView, BoardsView, Trouble};
use super::{
    Act, DrawBy, Entry, EntryNo, EventSettings, GameScore, PairingRemark, Sanction, Score, Scores, Seat, Starter,
    TournamentEvent, bracket::Bracket, pairing,
};
use crate::{
    event::Recorded,
    game::Outcome,
    ids::{AccountId, GameId, Head, TournamentId},
    point::Colour,
    standings::{Explanation, Order, Row},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/v1/tournaments/presets`: settings to begin one's own from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPresets {
    /// In the order in which they are offered.
    pub presets: Vec<TournamentPreset>,
}

/// Settings that people know by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPreset {
    /// `computer-go`, `chinese-1988`, `chinese-2002`, `cgos`, `uec`.
    pub preset: String,
    /// Its settings, with that name as the event's.
    pub settings: EventSettings,
}

/// Where a tournament is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// People enter.
    #[default]
    Entry,
    /// The order of the field is drawn.
    Drawn,
    /// Rounds are played.
    Running,
    /// Over; officials may still overturn results.
    Finished,
    /// It does not take place, or not to its end.
    Cancelled,
}

/// `GET /api/v1/tournaments?phase=running&before=..&limit=50`: the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentList {
    /// They. A search may find fewer than `limit`, even none, and there are more all the same.
    pub tournaments: Vec<TournamentLine>,
    /// What `before` names for the next page; absent when there are no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentLine {
    /// Which.
    pub tournament: TournamentId,
    /// What people call it.
    pub name: String,
    /// Where it is.
    pub phase: TournamentPhase,
    /// When it was made, ms since 1970.
    pub created_at: u64,
    /// Entries that still take part.
    pub entries: u32,
    /// The stage going on; 0 before the first.
    pub stage: u32,
    /// Its newest round; 0 before the first.
    pub round: u32,
}

/// `GET /api/v1/tournaments/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentView {
    /// Which.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// The head after it.
    pub head: Head,
    /// Now, ms since 1970.
    pub now: u64,
    /// Where it is.
    pub phase: TournamentPhase,
    /// Its settings.
    pub settings: EventSettings,
    /// Names of its officials now, as (account, name).
    pub officials: Vec<(AccountId, String)>,
    /// Everybody who was ever entered, by number.
    pub entries: Vec<EntryView>,
    /// The draw of the order, the first seed first; absent before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawView>,
    /// Stages that have begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageView>,
    /// Bans, prizes, reprimands, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sanctions: Vec<SanctionView>,
    /// What time does next by itself, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextStep>,
    /// The viewer's place in it.
    #[serde(default, skip_serializing_if = "You::is_nobody")]
    pub you: You,
}

/// What the viewer is in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct You {
    /// He may do everything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub organiser: bool,
    /// He may rule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub referee: bool,
    /// His entry, as a player or as a member of a team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryNo>,
}

impl You {
    /// Whether he is nobody here.
    #[must_use]
    pub const fn is_nobody(&self) -> bool {
        !self.organiser && !self.referee && self.entry.is_none()
    }
}

/// An entry and whether it still takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryView {
    /// The entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// Withdrew or was excluded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Why he was excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Act>,
    /// Who plays for the team from the next bout on, by number of the member.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lineup: Vec<u32>,
    /// Those of them who forfeit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
}

/// The draw of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrawView {
    /// How.
    pub how: DrawBy,
    /// The seed of the lot, 16 random bytes as hex: with it everybody can draw it again.
    pub seed: String,
    /// The field, the first seed first.
    pub order: Vec<EntryNo>,
    /// Somebody left since: it should be drawn again if time allows (S1.24).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// A stage that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StageView {
    /// Its number, from 1.
    pub stage: u32,
    /// When it began, ms since 1970.
    pub began: u64,
    /// Who plays in it.
    pub field: Vec<Starter>,
    /// How many rounds are paired.
    pub rounds: u32,
    /// How many are complete.
    pub complete: u32,
    /// Time could not pair this round; an organiser must look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
}

/// A ban, a prize, a reprimand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SanctionView {
    /// When, ms since 1970.
    pub at: u64,
    /// Whose ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AccountId>,
    /// Which.
    pub sanction: Sanction,
    /// Why.
    pub act: Act,
}

/// What time does next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {
    /// What.
    pub step: Step,
    /// When, ms since 1970.
    pub at: u64,
}

/// What time can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Begin the first stage.
    Start,
    /// Begin the round that is paired.
    Begin,
    /// Pair the next round and begin it, or end the stage.
    Next,
}

/// `GET /api/v1/tournaments/{id}/rounds/{stage}/{round}`: the pairings and how they ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// The stage.
    pub stage: u32,
    /// The round.
    pub round: u32,
    /// When it was paired, ms since 1970.
    pub paired: u64,
    /// When it began, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<u64>,
    /// When it was complete, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<u64>,
    /// An official closed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// Paired by hand, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<Act>,
    /// Its bouts, in the order of the tables.
    pub bouts: Vec<BoutView>,
    /// Who has a bye (轮空).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntryNo>,
    /// What could not be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<PairingRemark>,
}

/// A bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoutView {
    /// The table, from 1.
    pub table: u32,
    /// Has Black in the first game (on the odd boards of a team match).
    pub first: EntryNo,
    /// The other.
    pub second: EntryNo,
    /// The result, once it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Scores>,
    /// An official or a withdrawal decided it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Its games, in the order in which they began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<BoutGameView>,
}

/// A game of a bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoutGameView {
    /// Its id; also where it is not played on this server.
    pub game: GameId,
    /// The board, from 1.
    pub board: u32,
    /// Black.
    pub black: Seat,
    /// White.
    pub white: Seat,
    /// Played somewhere else: its result is announced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
    /// It can be joined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub created: bool,
    /// How it ended, as it says itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<GameScore>,
    /// An official said how it counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ruled: bool,
    /// Warnings of Black and White.
    #[serde(default)]
    pub warnings: [u8; 2],
}

/// `GET /api/v1/tournaments/{id}/standings?stage=1`: the stage going on if none is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingsView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// The stage.
    pub stage: u32,
    /// Completed rounds.
    pub rounds: u32,
    /// How places are decided.
    pub order: Order,
    /// Best first.
    pub rows: Vec<StandingsRow>,
}

/// One line of the standings, and what it was made of: a line of the cross table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingsRow {
    /// The line.
    #[serde(flatten)]
    pub row: Row,
    /// Round by round, from the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// The prize that the place gives, in the last stage of a tournament that has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<Prize>,
}

/// What somebody gets: those who share a place share the prizes of all places that they take up. A lowered prize
/// (S1.18) is that of the next lower place and is shared with nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prize {
    /// The prizes, as the settings have them.
    pub prizes: Vec<String>,
    /// Among how many they are shared; 1 where they are one's own.
    pub shared_by: u32,
    /// It was lowered by a ruling.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lowered: bool,
}

/// One round of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum Cell {
    /// He met somebody.
    Met {
        /// Whom.
        opponent: EntryNo,
        /// His colour in the first game: first-named has Black.
        colour: Colour,
        /// What he got; absent while it is not decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// Nobody played for it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forfeit: bool,
    },
    /// A bye.
    Bye,
    /// He was not paired.
    Absent,
}

/// `GET /api/v1/tournaments/{id}/explain?entry=3&stage=1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// The stage.
    pub stage: u32,
    /// How his place came about.
    pub place: Explanation,
    /// Why he met whom he met, for each round that was paired by a system that explains itself: as the
    /// system says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<PairingWhy>,
}

/// Why somebody met whom he met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingWhy {
    /// The round.
    pub round: u32,
    /// Why.
    pub why: pairing::Why,
}

/// `GET /api/v1/tournaments/{id}/bracket?stage=1`: of a single elimination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BracketView {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of its log.
    pub seq: u64,
    /// The stage.
    pub stage: u32,
    /// As it is drawn.
    pub bracket: Bracket,
}

/// `GET /api/v1/tournaments/{id}/log?from=1&limit=100`: each event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentLogPage {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last event of the whole log.
    pub seq: u64,
    /// The head after it.
    pub head: Head,
    /// Events from `from` on, at most `limit`.
    pub events: Vec<Recorded<TournamentEvent>>,
}
