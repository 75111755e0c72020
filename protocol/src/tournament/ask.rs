//! What is asked of a tournament over HTTP: `POST /api/v1/tournaments` and `/api/v1/tournaments/{id}/commands`.
//!
//! One command is one event of its log, or a refusal that changes nothing.

use super::{Act, BoutRef, DrawBy, EntryNo, EventSettings, GameScore, Member, Pairing, Rank, Sanction, Scores};
use crate::ids::{CommandId, GameId, TournamentId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `POST /api/v1/tournaments`: make one. Whoever asks is its organiser. Sent again with the same id it is
/// the same tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// The client's name for this command, as on the socket.
    pub id: CommandId,
    /// What it is.
    pub settings: EventSettings,
}

/// `POST /api/v1/tournaments/{id}/commands`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentCommand {
    /// The client's name for this command: sent again it is answered as the first time.
    pub id: CommandId,
    /// The last event that an official had seen when he acted: he is refused when another has ruled since.
    /// Absent where that does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// What is asked.
    #[serde(flatten)]
    pub ask: TournamentAsk,
}

/// What people can ask of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum TournamentAsk {
    /// Change its settings: everything before the start, later a few. All of them are sent.
    Settings {
        /// As they are to be.
        settings: Box<EventSettings>,
    },
    /// Enter, oneself or, by an organiser, somebody else.
    Enter {
        /// Who.
        entry: NewEntry,
    },
    /// Enter a list, by an organiser: all or none.
    Import {
        /// They; at most as many as there may be entries.
        entries: Vec<NewEntry>,
    },
    /// Change an entry, by an organiser; what is absent stays.
    ChangeEntry {
        /// Which.
        entry: EntryNo,
        /// What of it.
        change: EntryChange,
    },
    /// Withdraw, oneself or by an official.
    Withdraw {
        /// Who.
        entry: EntryNo,
    },
    /// Exclude, by an official.
    Exclude {
        /// Who.
        entry: EntryNo,
        /// Why.
        act: Act,
    },
    /// Say who plays for a team from the next bout on, by whoever speaks for it or an organiser.
    LineUp {
        /// The team.
        entry: EntryNo,
        /// Members by their number in its list, from 1, in order.
        members: Vec<u32>,
        /// Those of them who are not there: they forfeit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<u32>,
    },
    /// A member leaves (S1.26): his results stand, and what he has not played is forfeited.
    MemberLeaves {
        /// The team.
        entry: EntryNo,
        /// The member.
        member: u32,
    },
    /// Let somebody be paired again who had left or was not paired any more.
    Readmit {
        /// Who.
        entry: EntryNo,
        /// Why.
        act: Act,
    },
    /// Draw the order of the field (抽签); again as often as one likes before the start.
    Draw {
        /// How.
        #[serde(default)]
        by: DrawBy,
    },
    /// Begin the first stage.
    Start,
    /// Pair the next round, as the system says.
    Pair {
        /// Begin it at once.
        #[serde(default)]
        begin: bool,
    },
    /// Pair the next round by hand, or the one that waits to begin anew.
    PairByHand {
        /// Who meets whom.
        pairs: Vec<Pairing>,
        /// Who has a bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<EntryNo>,
        /// Why.
        act: Act,
    },
    /// Begin the round that is paired.
    Begin,
    /// Exchange the colours of a bout that has not begun.
    Swap {
        /// The bout.
        bout: BoutRef,
        /// Why.
        act: Act,
    },
    /// Announce the result of a game of this round that is not played on this server.
    Announce {
        /// The game.
        game: GameId,
        /// Black first; without scores there is no result and it is replayed.
        score: GameScore,
        /// Why, where it was not just played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<Act>,
    },
    /// Have a game of this round played again: it does not count.
    Replay {
        /// The game.
        game: GameId,
        /// Why.
        act: Act,
    },
    /// Give a game another result, also after later rounds and after the end (S1.13).
    OverturnGame {
        /// The game.
        game: GameId,
        /// What it is now, Black first.
        score: GameScore,
        /// Why.
        act: Act,
    },
    /// Give a whole bout another result, as above.
    OverturnBout {
        /// The bout.
        bout: BoutRef,
        /// What it is now.
        scores: Scores,
        /// Why.
        act: Act,
    },
    /// Close the round: bouts without a result are 1:1, or as their games stand.
    CloseRound,
    /// Begin the next stage.
    NextStage {
        /// Who goes on, the first seed first; by standings if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<Vec<EntryNo>>,
    },
    /// A ban, a prize, a reprimand.
    Sanction {
        /// Which.
        sanction: Sanction,
        /// Why.
        act: Act,
    },
    /// It is over.
    Finish,
    /// It does not take place, or not to its end.
    Cancel {
        /// Why.
        act: Act,
    },
}

/// Somebody who is to be entered. The event gives the number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    /// The name on lists; one's own if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The account that plays, its name or id, where an organiser enters somebody else; nobody's if absent
    /// there. Whoever enters himself leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// By an organiser: the account is his own, and he plays himself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub myself: bool,
    /// Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Club or team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Seed number, by an organiser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The first round in which he may be paired; the next one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// Members of a team, substitutes last; accounts by name or id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<NewMember>,
}

/// A member of a team that is to be entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMember {
    /// The name on lists.
    pub name: String,
    /// The account that plays, its name or id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

/// What an organiser changes of an entry; what is absent stays. To take something away: `clear` names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryChange {
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Account, its name or id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Seed number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// Members of a team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<Member>>,
    /// What is taken away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clear: Vec<Cleared>,
}

/// What can be taken away from an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cleared {
    /// Rank.
    Rank,
    /// Rating.
    Rating,
    /// Club.
    Club,
    /// Seed number.
    Seed,
}

/// The answer to a command of a tournament: it is committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentDone {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the event in its log.
    pub seq: u64,
    /// The numbers of new entries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryNo>,
}
