//! What an organiser sets: the stages of an event, its games, its officials, its timetable.

use super::{BoutKind, ContinueColours, DrawRule, LineupOrder, System};
use crate::{
    command::Terms,
    ids::AccountId,
    lapse::{IllegalMove, Overtime},
    repetition::UnruledRepetition,
    standings::Order,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of an event. What they may be is judged by the server's core: every limit is in
/// [`limits`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventSettings {
    /// What people call it.
    pub name: String,
    /// What else they should know: place, fees.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The prize of each place of the last stage, from the first on, as it is to be read out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<String>,
    /// Who may do everything here. The account that creates the event always is among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub organisers: Vec<AccountId>,
    /// Who may rule here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub referees: Vec<AccountId>,
    /// Entries are teams; else players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub teams: bool,
    /// Who may enter.
    #[serde(default)]
    pub entry: EntryRule,
    /// Most entries.
    #[serde(default = "default_entries")]
    pub entry_limit: u32,
    /// One after the other: a Swiss, then a best-of-three final.
    pub stages: Vec<StageSettings>,
    /// Of its games. Colours are the pairing's, so `colour` is left alone; `to` is absent; no handicap.
    pub terms: Terms,
    /// What lateness costs.
    #[serde(default)]
    pub lateness: LatenessRule,
    /// The games are played on this server; else somewhere else, and results are announced.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub hosted: bool,
    /// With `ko` = `referee` in `terms`: what a third occurrence makes of a game on which nobody rules.
    #[serde(default, skip_serializing_if = "UnruledRepetition::is_default")]
    pub unruled_repetition: UnruledRepetition,
    /// After so many moves, passes counted, a game stops for a referee; 10 to 2,000, absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// What becomes of a play that the rules refuse.
    #[serde(default, skip_serializing_if = "IllegalMove::is_default")]
    pub illegal_move: IllegalMove,
    /// What becomes of a side whose time has run out: other than `lose` only with byo-yomi.
    #[serde(default, skip_serializing_if = "Overtime::is_default")]
    pub overtime: Overtime,
}

/// One stage of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StageSettings {
    /// How its pairings are made.
    pub system: System,
    /// What a bout is made of.
    pub bout: BoutKind,
    /// What a drawn game does. In an elimination it is always replayed.
    #[serde(default)]
    pub draws: DrawRule,
    /// Who has Black in a win-and-continue match.
    #[serde(default)]
    pub colours: ContinueColours,
    /// How teams may line up.
    #[serde(default)]
    pub lineups: LineupOrder,
    /// How places are decided; the system's own way if absent. What a play-off or lot says where places
    /// are shared comes in later, as its `drawn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Who comes from the stage before; absent in the first one, needed in the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Qualifying>,
    /// When its rounds begin.
    #[serde(default)]
    pub pace: Pace,
}

/// Who goes on from the stage before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Qualifying {
    /// So many, from first place on.
    pub first: u32,
    /// They bring their points along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carry_points: bool,
}

/// When rounds begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "pace", rename_all = "snake_case")]
pub enum Pace {
    /// An organiser pairs and begins each.
    #[default]
    ByHand,
    /// Each begins by itself when the one before is complete.
    AtOnce {
        /// So long after it, ms.
        #[serde(default)]
        pause: u64,
    },
    /// By a timetable. A round whose time has come while the one before is not complete begins when it is.
    At {
        /// The start of each round, ms since 1970, ascending; rounds beyond the list begin by hand.
        times: Vec<u64>,
        /// The time zone in which people read them, by its IANA name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
    },
}

/// Who may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryRule {
    /// Everybody enters himself.
    #[default]
    Open,
    /// Organisers enter people.
    Organiser,
}

/// What lateness costs (S1.12, and the 15 minutes of the rules of 2002 as the event's choice).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LatenessRule {
    /// Up to one hour: twice the lateness comes off the main time. More loses. Where a game runs for days
    /// (correspondence, or without a clock) there are three days in place of the hour.
    #[default]
    Doubled,
    /// More than 15 minutes loses, three days as above; less costs nothing.
    QuarterHour,
    /// One's clock runs from the start of the round until one comes; nothing else. Without a clock more than
    /// three days loses.
    None,
}

/// How the field is put in order before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawBy {
    /// By seed number; those without one after them, by lot.
    #[default]
    Seed,
    /// By rating, the highest first; those without one after them, by lot.
    Rating,
    /// By rank, the highest first, and equal ones by rating; those without one after them, by lot.
    Rank,
    /// By lot, but for the first `seeded` of those with a seed number, who stand before all others in
    /// its order and are thus kept apart.
    Seeded {
        /// How many; fewer when fewer have a seed number.
        seeded: u32,
    },
    /// By lot alone.
    Lot,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_true(is: &bool) -> bool {
    *is
}

const fn default_entries() -> u32 {
    limits::ENTRIES
}

/// Limits of an event, each enforced by the core; those of an account and of a connection by the server.
pub mod limits {
    /// Entries.
    pub const ENTRIES: u32 = 1_000;
    /// Members of one team.
    pub const MEMBERS: usize = 40;
    /// Rounds of one stage.
    pub const ROUNDS: u32 = 64;
    /// Stages.
    pub const STAGES: usize = 8;
    /// Organisers and referees together.
    pub const OFFICIALS: usize = 20;
    /// Characters of an event's name.
    pub const NAME_CHARS: usize = 80;
    /// Characters of a description.
    pub const DESCRIPTION_CHARS: usize = 4_000;
    /// Prizes.
    pub const PRIZES: usize = 100;
    /// Characters of a prize.
    pub const PRIZE_CHARS: usize = 80;
    /// Characters of an official's words for a ruling.
    pub const TEXT_CHARS: usize = 300;
    /// Characters of the name of an IANA time zone.
    pub const ZONE_CHARS: usize = 64;
    /// Longest pause between rounds, ms (a day).
    pub const PAUSE_MS: u64 = 86_400_000;
    /// Bouts of a whole event: 1,000 players and 64 rounds are half of it.
    pub const BOUTS: usize = 64_000;
    /// Games of a whole event.
    pub const GAMES: usize = 100_000;
    /// Games that begin in one step: a round's bouts, each with all its boards.
    pub const GAMES_AT_ONCE: usize = 3_000;
    /// Games of one bout, replays counted.
    pub const GAMES_OF_A_BOUT: usize = 100;
    /// Criteria of an order of places.
    pub const CRITERIA: usize = 32;
    /// Tournaments that an account has made and that are not over.
    pub const OPEN_EACH: usize = 10;
    /// Tournaments that one connection follows.
    pub const FOLLOWED: usize = 4;
    /// Sanctions of an event.
    pub const SANCTIONS: usize = 1_000;
    /// Steps of an event that can be taken again and again: changes of its settings, entries, readmissions,
    /// line-ups, draws, pairings by hand, swaps of colours, and rulings. All others are bounded by what
    /// they are about, so that an event can be played to its end when it has no more of these.
    pub const STEPS: usize = 20_000;
    /// So many of them may players take; the rest is kept for officials.
    pub const PLAYERS_STEPS: usize = 10_000;
    /// Replays and overturned results for which there is room when there is none for other steps.
    pub const RULINGS_BEYOND: usize = 4_000;
    /// Line-ups of one team that it gives itself: six for each round of the longest stage.
    pub const LINEUPS: u32 = 384;
}
