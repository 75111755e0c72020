//! What people ask of a tournament.
//!
//! For a player speaks his account; for a team the first in its list who has an account. Nobody rules on
//! himself, or on whom he meets in the newest round.

use super::{Proposal, Refused};
use serde::Serialize;
use sha1::{Digest, Sha1};
use std::fmt::Write;
use tengen_protocol::{
    AccountId, Act, BoutRef, CommandId, DrawBy, Entry, EntryNo, EventSettings, GameId, GameScore, Member, Pairing,
    Rank, Sanction, Scores,
};

/// An office.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Office {
    /// Rules on games and people.
    Referee,
    /// Does everything.
    Organiser,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The account.
    pub account: AccountId,
    /// An office that it has in every event of this server.
    pub office: Option<Office>,
    /// The last event that it had seen when it acted: an official who has not seen another's ruling is
    /// refused. Absent where that does not matter.
    pub after: Option<u64>,
}

/// What an organiser changes of an entry; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Name.
    pub name: Option<String>,
    /// Account, also for one who had none.
    pub account: Option<AccountId>,
    /// Rank, or none.
    pub rank: Option<Option<Rank>>,
    /// Rating, or none.
    pub rating: Option<Option<i32>>,
    /// Club, or none.
    pub club: Option<Option<String>>,
    /// Seed number, or none.
    pub seed: Option<Option<u32>>,
    /// Members of a team.
    pub members: Option<Vec<Member>>,
}

/// What gets another result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruled {
    /// A game: Black first. Its bout is computed anew.
    Game(GameId, GameScore),
    /// A whole bout.
    Bout(BoutRef, Scores),
}

/// What people can ask. Ids of games and draws are made from seeds that the caller draws: 16 random
/// bytes as hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Make the tournament. Whoever asks is an organiser.
    Create(Box<EventSettings>),
    /// Change its settings: everything before the start, later a few.
    Settings(Box<EventSettings>),
    /// Enter, oneself or, by an organiser, somebody else. The number that it has is not looked at: the
    /// event gives one.
    Enter(Box<Entry>),
    /// Enter a list, by an organiser: all or none.
    Import(Vec<Entry>),
    /// Change an entry, by an organiser.
    ChangeEntry(EntryNo, Change),
    /// Withdraw, oneself or by an official.
    Withdraw {
        /// Who.
        entry: EntryNo,
        /// A game of his is being played (both had arrived): it is lost and not a forfeit. Asked of the game.
        #[serde(skip)]
        in_play: bool,
        /// For ids of games, which a team match that it decides may still list as forfeits.
        #[serde(skip)]
        seed: String,
    },
    /// Exclude, by an official.
    Exclude {
        /// Who.
        entry: EntryNo,
        /// Why.
        act: Act,
        /// As for `Withdraw`.
        #[serde(skip)]
        in_play: bool,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Say who plays for a team from the next bout on, by whoever speaks for it or an organiser.
    LineUp {
        /// The team.
        entry: EntryNo,
        /// Members by their number in its list, from 1, in order.
        members: Vec<u32>,
        /// Those of them who are not there: they forfeit.
        absent: Vec<u32>,
    },
    /// A member leaves (S1.26): his results stand, and what he has not played is forfeited.
    MemberLeaves {
        /// The team.
        entry: EntryNo,
        /// The member.
        member: u32,
        /// As for `Withdraw`.
        #[serde(skip)]
        in_play: bool,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Let somebody be paired again who had left or was not paired any more.
    Readmit {
        /// Who.
        entry: EntryNo,
        /// Why.
        act: Act,
    },
    /// Draw the order of the field; again as often as one likes before the start.
    Draw {
        /// How.
        by: DrawBy,
        /// The seed of the lot.
        #[serde(skip)]
        seed: String,
    },
    /// Begin the first stage.
    Start,
    /// Pair the next round as proposed.
    Pair {
        /// From `Tournament::propose`.
        #[serde(skip)]
        proposal: Box<Proposal>,
        /// Begin it at once.
        begin: bool,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Pair the next round by hand, or the one that waits to begin anew.
    PairByHand {
        /// Who meets whom.
        pairs: Vec<Pairing>,
        /// Who has a bye.
        byes: Vec<EntryNo>,
        /// Why.
        act: Act,
        /// For draws of colours.
        #[serde(skip)]
        seed: String,
    },
    /// Begin the round that is paired.
    Begin {
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Exchange the colours of a bout that has not begun.
    Swap {
        /// The bout.
        bout: BoutRef,
        /// Why.
        act: Act,
    },
    /// Announce the result of a game of this round.
    Announce {
        /// The game.
        game: GameId,
        /// Black first; without scores there is no result and it is replayed.
        score: GameScore,
        /// Why, where it was not just played.
        act: Option<Act>,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Have a game of this round played again: it does not count.
    Replay {
        /// The game.
        game: GameId,
        /// Why.
        act: Act,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Give a game or bout another result, also after later rounds and after the end (S1.13).
    Overturn {
        /// Which, and what it is now.
        ruled: Ruled,
        /// Why.
        act: Act,
        /// For ids of games.
        #[serde(skip)]
        seed: String,
    },
    /// Close the round: bouts without a result are 1:1, or as their games stand.
    CloseRound,
    /// Begin the next stage.
    NextStage {
        /// Who goes on, the first seed first; by standings if absent.
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

impl Command {
    /// The first 16 hex digits of the SHA-1 of what was said, without what the server drew for it.
    pub(super) fn said(&self) -> Result<String, Refused> {
        let text = serde_json::to_vec(self).map_err(|error| Refused::Unwritable(error.to_string()))?;
        Ok(hex(&Sha1::digest(text), 8))
    }
}

/// The first bytes of a digest as hex.
pub(super) fn hex(digest: &[u8], bytes: usize) -> String {
    let mut out = String::with_capacity(2 * bytes);
    for byte in digest.iter().take(bytes) {
        // writing into a string does not fail
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// Ids of new games, made from a seed: the first 20 hex digits of the SHA-1 of `<seed>:<n>`.
#[derive(Clone, Debug)]
pub(super) struct Ids<'a> {
    seed: &'a str,
    made: u32,
}

impl<'a> Ids<'a> {
    pub(super) const fn new(seed: &'a str) -> Self {
        Self { seed, made: 0 }
    }

    pub(super) fn game(&mut self) -> Result<GameId, Refused> {
        self.made += 1;
        Ok(hex(&Sha1::digest(format!("{}:{}", self.seed, self.made)), 10).parse()?)
    }
}

/// The seed of a bout, for draws of colours: the first 32 hex digits of the SHA-1 of
/// `<seed of the round>:bout:<table>`.
pub(super) fn bout_seed(round: &str, table: u32) -> String {
    hex(&Sha1::digest(format!("{round}:bout:{table}")), 16)
}

/// A command's place among those that are remembered.
pub(super) fn is_same(known: (&AccountId, &CommandId), by: &AccountId, id: &CommandId) -> bool {
    known == (by, id)
}
