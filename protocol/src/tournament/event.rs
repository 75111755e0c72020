//! The log of an event (a tournament): what was asked and by whom, and everything that came of it.
//!
//! One command is one entry of the log. Consequences (results of bouts, games that come next, who is
//! not paired any more) are fields of it, so that whoever reads the log has nothing to compute.

use super::{DrawBy, Entry, EntryNo, EventSettings, Scores, pairing};
use crate::{
    game::Outcome,
    ids::{AccountId, CommandId, GameId},
    referee::Reason,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The format of a tournament's log that this version writes.
pub const TOURNAMENT_FORMAT: u32 = 1;

/// One entry of a tournament's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentEvent {
    /// Who asked; absent where a game or time acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// What happened.
    pub what: Happened,
}

/// The command behind an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Who.
    pub by: AccountId,
    /// His command.
    pub id: CommandId,
    /// The first 16 hex digits of the SHA-1 of what it said: the same id with other words is refused.
    pub said: String,
}

/// A bout by its place, each from 1: printed `stage.round.table`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct BoutRef {
    /// The stage.
    pub stage: u32,
    /// The round of the stage.
    pub round: u32,
    /// The table in the round.
    pub table: u32,
}

impl fmt::Display for BoutRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.stage, self.round, self.table)
    }
}

/// Why, in a code and in an official's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// The code.
    pub reason: Reason,
    /// The words; at most 300 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// What an official lays on somebody beside results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "sanction", rename_all = "snake_case")]
pub enum Sanction {
    /// 停赛: no entry before then (S1.13, 14, 18). Where two overlap the longer one holds.
    Ban {
        /// Whom.
        account: AccountId,
        /// Until when, ms since 1970.
        until: u64,
        /// From every tournament of the server, which is for those alone who have an office on the whole server;
        /// else from this one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        everywhere: bool,
    },
    /// The bans that this tournament has laid on somebody are lifted.
    LiftBan {
        /// From whom.
        account: AccountId,
    },
    /// The prize of the next lower place; the rank stays (S1.18).
    LowerPrize {
        /// Whose.
        entry: EntryNo,
    },
    /// 通报批评, a reprimand in public (S1.18-19); for people who do not play, too.
    Reprimand {
        /// Whose entry, if he has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<EntryNo>,
        /// The name as it is to be read out.
        name: String,
    },
}

/// Who sits at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// The entry.
    pub entry: EntryNo,
    /// The member of a team, from 1; 0 for a player.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub member: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A game that a bout needs now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewGame {
    /// The bout.
    pub bout: BoutRef,
    /// Its id; also where it is not played on this server.
    pub game: GameId,
    /// The board, from 1.
    pub board: u32,
    /// Black.
    pub black: Seat,
    /// White.
    pub white: Seat,
    /// The seed of the draw for colours, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nigiri: Option<String>,
    /// Played somewhere else, or by somebody without an account: its result is announced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

/// How a game counts: with scores, Black first; without, it had no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameScore {
    /// Black first, White second; absent without a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

/// A game that has another score now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scored {
    /// The game.
    pub game: GameId,
    /// How it counts.
    pub score: GameScore,
}

/// A bout that has another result now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoutResult {
    /// The bout.
    pub bout: BoutRef,
    /// The result; absent when it is open again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
    /// An official or a withdrawal decided it: games do not change it any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
}

/// Somebody is not paired any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Left {
    /// Who.
    pub entry: EntryNo,
    /// The last round of the stage in which he was paired; 0 before its first.
    pub until_round: u32,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    /// Games with another score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scored: Vec<Scored>,
    /// Bouts with another result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<BoutResult>,
    /// Games that begin now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<NewGame>,
    /// Who is not paired any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
}

impl Changes {
    /// Whether nothing came of it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.scored.is_empty() && self.results.is_empty() && self.games.is_empty() && self.left.is_empty()
    }
}

/// Two who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pairing {
    /// Has Black (on the odd boards of a team match).
    pub first: EntryNo,
    /// The other.
    pub second: EntryNo,
}

/// A rule that this field made impossible to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "remark", rename_all = "snake_case")]
pub enum PairingRemark {
    /// A bye for somebody who has had one.
    ByeAgain {
        /// Who.
        entry: EntryNo,
        /// Which bye it is for him, from 2.
        times: u32,
    },
    /// Two meet who have met.
    Rematch {
        /// Has Black.
        first: EntryNo,
        /// The other.
        second: EntryNo,
        /// Which meeting it is, from 2.
        times: u32,
    },
}

/// Who plays in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Starter {
    /// Who.
    pub entry: EntryNo,
    /// His place in the order of the draw, from 1.
    pub seed: u32,
    /// Points that he brings along from the stage before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub carried: u32,
}

/// What happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happened {
    /// It was made.
    Created {
        /// Its settings.
        settings: Box<EventSettings>,
    },
    /// Its settings were changed.
    Changed {
        /// All of them.
        settings: Box<EventSettings>,
    },
    /// Entries: one, or an imported list.
    Entered {
        /// They. Who withdrew before he was in any stage has his old number again.
        entries: Vec<Entry>,
    },
    /// An entry was changed.
    EntryChanged {
        /// As it is now.
        entry: Entry,
    },
    /// The order of the field was drawn.
    Drawn {
        /// How.
        how: DrawBy,
        /// The seed of the lot, 16 random bytes as hex.
        seed: String,
        /// The field, the first seed first.
        order: Vec<EntryNo>,
    },
    /// A stage began; the first one, or the next when the one before was over.
    StageStarted {
        /// Its number, from 1.
        stage: u32,
        /// Who plays in it.
        field: Vec<Starter>,
    },
    /// A round was paired, or paired anew by hand.
    Paired {
        /// The stage.
        stage: u32,
        /// The round.
        round: u32,
        /// An official paired it by hand, and why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_hand: Option<Act>,
        /// What the seeds of its bouts are made from: for `table` the first 32 hex digits of the SHA-1 of
        /// `<seed>:bout:<table>`. With it colours are drawn.
        seed: String,
        /// Who meets whom, in the order of the tables.
        pairs: Vec<Pairing>,
        /// Who has a bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<EntryNo>,
        /// What could not be kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<PairingRemark>,
        /// Why these pairs, for each in their order and then for the byes: of a Swiss.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Vec<pairing::Why>>,
        /// It begins with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        begun: bool,
        /// What came of it: games, and forfeits of those who have left.
        #[serde(default, skip_serializing_if = "Changes::is_empty")]
        changes: Changes,
    },
    /// The sides of a bout changed places before it began.
    Swapped {
        /// The bout.
        bout: BoutRef,
        /// Why.
        act: Act,
    },
    /// A paired round began.
    Begun {
        /// The stage.
        stage: u32,
        /// The round.
        round: u32,
        /// Its games.
        #[serde(default, skip_serializing_if = "Changes::is_empty")]
        changes: Changes,
    },
    /// Games' own logs exist.
    GamesCreated {
        /// Which.
        games: Vec<GameId>,
    },
    /// A game ended, or its result was overturned in its own log.
    Counted {
        /// The game.
        game: GameId,
        /// The event of the game that says so.
        seq: u64,
        /// As the game says it.
        outcome: Outcome,
        /// Warnings of Black and White in it.
        #[serde(default, skip_serializing_if = "none_warned")]
        warnings: [u8; 2],
        /// What came of it.
        changes: Changes,
    },
    /// An official announced the result of a game.
    Announced {
        /// The game.
        game: GameId,
        /// Why, where it was not just played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<Act>,
        /// What came of it.
        changes: Changes,
    },
    /// A game is to be played again.
    ReplayOrdered {
        /// The game, which does not count.
        game: GameId,
        /// Why.
        act: Act,
        /// What came of it.
        changes: Changes,
    },
    /// An official gave a bout another result, also after later rounds (S1.13): past pairings stand.
    Overturned {
        /// Why.
        act: Act,
        /// What came of it.
        changes: Changes,
    },
    /// Somebody withdrew or was excluded.
    Withdrew {
        /// Who.
        entry: EntryNo,
        /// An official excluded him, and why; absent when he withdrew.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        excluded: Option<Act>,
        /// What came of it.
        changes: Changes,
    },
    /// A team said who plays for it from the next bout on.
    LinedUp {
        /// The team.
        entry: EntryNo,
        /// Members by their number in its list, in order.
        members: Vec<u32>,
        /// Those of them who forfeit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<u32>,
    },
    /// A member of a team left.
    MemberLeft {
        /// The team.
        entry: EntryNo,
        /// The member.
        member: u32,
        /// What came of it.
        #[serde(default, skip_serializing_if = "Changes::is_empty")]
        changes: Changes,
    },
    /// Somebody who was not paired any more is paired again.
    Readmitted {
        /// Who.
        entry: EntryNo,
        /// Why.
        act: Act,
    },
    /// An official closed a round: bouts without a result are drawn.
    RoundClosed {
        /// The stage.
        stage: u32,
        /// The round.
        round: u32,
        /// What came of it.
        #[serde(default, skip_serializing_if = "Changes::is_empty")]
        changes: Changes,
    },
    /// Time could not pair the next round: an organiser must look.
    Held {
        /// The stage.
        stage: u32,
        /// The round.
        round: u32,
        /// Why, for developers.
        why: String,
    },
    /// A ban, a prize, a reprimand.
    Sanctioned {
        /// Which.
        sanction: Sanction,
        /// Why.
        act: Act,
    },
    /// It is over.
    Finished,
    /// It does not take place, or not to its end.
    Cancelled {
        /// Why.
        act: Act,
    },
}

const fn none_warned(warnings: &[u8; 2]) -> bool {
    matches!(warnings, [0, 0])
}
