//! What the log has made so far.

use crate::{
    lobby::nigiri_colour,
    tournament::{
        Bout, BoutGame, Entrant, GameScores, History, Player, Round,
        bout::{Lineup, Lineups},
    },
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeSet, VecDeque},
    ops::RangeInclusive,
};
use tengen_protocol::{
    AccountId, Act, BoutRef, Colour, CommandId, DrawBy, EndReason, Entry, EntryNo, EventSettings, GameId, GameScore,
    Outcome, PairingRemark, Sanction, Scores, Seat,
};

pub use tengen_protocol::tournament_view::TournamentPhase as Phase;

/// An entry and whether it still takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    /// The entry.
    pub entry: Entry,
    /// Withdrew or was excluded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Why he was excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Act>,
    /// Who plays for the team, once it has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lineup: Option<Lineup>,
    /// Members of the team who have left (S1.26): whatever it says later, what they do not play is forfeited.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left: BTreeSet<u32>,
    /// How often the number was given back and taken again before the start.
    #[serde(default, skip_serializing_if = "is_never")]
    pub again: u32,
    /// How often its line-up was given.
    #[serde(default, skip_serializing_if = "is_never")]
    pub lined_up: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_never(times: &u32) -> bool {
    *times == 0
}

impl Entered {
    /// Somebody who has just entered.
    pub(super) const fn new(entry: Entry) -> Self {
        Self { entry, gone: false, excluded: None, lineup: None, left: BTreeSet::new(), again: 0, lined_up: 0 }
    }
}

/// The draw of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Drawn {
    pub(super) how: DrawBy,
    pub(super) seed: String,
    pub(super) order: Vec<EntryNo>,
}

impl Drawn {
    /// The colour of the first in the first round.
    pub(super) fn first_colour(&self) -> Colour {
        nigiri_colour(&format!("{}00", self.seed))
    }
}

/// Somebody in a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Who.
    pub entry: EntryNo,
    /// His place in the order of the draw, from 1.
    pub seed: u32,
    /// Points that he brought along from the stage before.
    #[serde(default)]
    pub carried: u32,
    /// The first round in which he may be paired.
    pub from_round: u32,
    /// The last one, once he has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_round: Option<u32>,
    /// Rounds that were paired after he had left and before he was readmitted, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<RangeInclusive<u32>>,
}

/// A stage so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageState {
    /// Who plays in it.
    pub field: Vec<Placed>,
    /// Its rounds.
    pub rounds: Vec<RoundState>,
    /// When it began, ms since 1970.
    pub began: u64,
    /// Time could not pair this round; whoever acts next lets time try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundState {
    /// The event that paired it, which says why these pairs.
    pub seq: u64,
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
    pub bouts: Vec<BoutState>,
    /// Who has a bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntryNo>,
    /// What could not be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<PairingRemark>,
}

/// A bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoutState {
    /// Has Black in the first game.
    pub first: EntryNo,
    /// The other.
    pub second: EntryNo,
    /// Its games, in the order in which they were begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameState>,
    /// The result, once it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Scores>,
    /// An official or a withdrawal decided it: games do not change it any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Its seed, for draws of colours.
    pub seed: String,
    /// Who plays for two teams, since it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lineups: Option<Lineups>,
}

/// A game of a bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState {
    /// Its id; also where it is not played on this server.
    pub id: GameId,
    /// The board, from 1.
    pub board: u32,
    /// Black.
    pub black: Seat,
    /// White.
    pub white: Seat,
    /// The seed of the draw for colours, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nigiri: Option<String>,
    /// Played somewhere else: its result is announced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
    /// Its own log is known to exist.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub created: bool,
    /// The event of the game that was counted; 0 for none.
    #[serde(default)]
    pub counted: u64,
    /// How it ended, as it says itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<GameScore>,
    /// An official said how it counts: what it says itself does not change it any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ruled: bool,
    /// Warnings of Black and White.
    #[serde(default)]
    pub warnings: [u8; 2],
}

/// A ban, a prize, a reprimand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sanctioned {
    /// Whose ruling.
    pub by: Option<AccountId>,
    /// When, ms since 1970.
    pub at: u64,
    /// Which.
    pub sanction: Sanction,
    /// Why.
    pub act: Act,
}

/// What an accepted command is answered with, again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The event.
    pub seq: u64,
    /// The numbers of new entries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryNo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Remembered {
    pub(super) by: AccountId,
    pub(super) id: CommandId,
    pub(super) said: String,
    pub(super) done: Done,
}

/// All that a compacted log must keep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) settings: Option<EventSettings>,
    pub(super) phase: Phase,
    pub(super) entries: Vec<Entered>,
    pub(super) draw: Option<Drawn>,
    /// Somebody left after the draw: it should be drawn again if time allows (S1.24).
    pub(super) redraw: bool,
    pub(super) stages: Vec<StageState>,
    pub(super) sanctions: Vec<Sanctioned>,
    /// Games of all stages.
    pub(super) games: usize,
    /// Steps that can be taken again and again: see [`tengen_protocol::tournament_limits::STEPS`].
    #[serde(default)]
    pub(super) steps: usize,
    /// The last event that changed what pairings are made from.
    pub(super) paired_from: u64,
    /// The last event that an official asked for, what he did for himself or his own team left out.
    pub(super) acted: u64,
    pub(super) commands: VecDeque<Remembered>,
}

/// Where a game stands: its bout, and which game of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bout: BoutRef,
    pub(super) game: usize,
}

/// A number from 1 as an index.
pub(super) const fn index(number: u32) -> usize {
    (number as usize).wrapping_sub(1)
}

/// How many there are, as a number.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl From<Seat> for Player {
    fn from(seat: Seat) -> Self {
        Self { entry: seat.entry, member: seat.member }
    }
}

impl GameState {
    /// As bouts and standings see it.
    pub(super) fn seen(&self) -> BoutGame {
        let wrong_colours = self.outcome.as_ref().is_some_and(|outcome| outcome.reason == EndReason::WrongColours);
        let none = if wrong_colours { GameScores::WrongColours } else { GameScores::NoResult };
        let result = self.score.map(|score| score.scores.map_or(none, GameScores::Scored));
        BoutGame { board: self.board, black: self.black.into(), white: self.white.into(), result }
    }
}

impl BoutState {
    /// As bouts see it; for standings see [`State::seen_with_counts`].
    pub(super) fn seen(&self) -> Bout {
        let games = self.games.iter().map(GameState::seen).collect();
        Bout { games, result: self.result, ..Bout::new(self.first, self.second) }
    }

    /// Whether this entrant plays in it.
    #[must_use]
    pub fn has(&self, no: EntryNo) -> bool {
        self.first == no || self.second == no
    }
}

impl RoundState {
    /// Every bout has a result, or an official closed it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.begun.is_some() && self.bouts.iter().all(|bout| bout.result.is_some())
    }
}

impl StageState {
    /// One who plays in it.
    #[must_use]
    pub fn placed(&self, no: EntryNo) -> Option<&Placed> {
        self.field.iter().find(|placed| placed.entry == no)
    }

    /// How many rounds it has so far.
    #[must_use]
    pub fn round(&self) -> u32 {
        number(self.rounds.len())
    }
}

impl State {
    pub(super) fn entered(&self, no: EntryNo) -> Option<&Entered> {
        self.entries.get(index(no.0))
    }

    pub(super) fn round(&self, at: BoutRef) -> Option<&RoundState> {
        self.stages.get(index(at.stage))?.rounds.get(index(at.round))
    }

    pub(super) fn bout(&self, at: BoutRef) -> Option<&BoutState> {
        self.round(at)?.bouts.get(index(at.table))
    }

    pub(super) fn bout_mut(&mut self, at: BoutRef) -> Option<&mut BoutState> {
        let round = self.stages.get_mut(index(at.stage))?.rounds.get_mut(index(at.round))?;
        round.bouts.get_mut(index(at.table))
    }

    /// The stage that is going on.
    pub(super) fn stage(&self) -> Option<&StageState> {
        self.stages.last()
    }

    pub(super) fn account_of(&self, seat: Seat) -> Option<&AccountId> {
        let entry = &self.entered(seat.entry)?.entry;
        match seat.member {
            0 => entry.account.as_ref(),
            member => entry.members.get(index(member))?.account.as_ref(),
        }
    }

    /// A stage as pairing and standings see it; nothing for one that has not begun.
    pub(super) fn history(&self, stage: u32) -> Option<History> {
        let state = self.stages.get(index(stage))?;
        let clubs: BTreeSet<&str> = self.entries.iter().filter_map(|entered| entered.entry.club.as_deref()).collect();
        let club_of = |no| {
            let club = self.entered(no)?.entry.club.as_deref()?;
            clubs.iter().position(|known| *known == club).map(number)
        };
        let entrant = |placed: &Placed| Entrant {
            no: placed.entry,
            seed: placed.seed,
            club: club_of(placed.entry),
            from_round: placed.from_round,
            until_round: placed.until_round,
            away: placed.away.clone(),
            warnings: 0,
            carried: placed.carried,
        };
        let mut entrants: Vec<_> = state.field.iter().map(entrant).collect();
        for game in state.rounds.iter().flat_map(|round| &round.bouts).flat_map(|bout| &bout.games) {
            for (seat, warnings) in [game.black, game.white].into_iter().zip(game.warnings) {
                if let Some(warned) = entrants.iter_mut().find(|entrant| warnings > 0 && entrant.no == seat.entry) {
                    warned.warnings += u32::from(warnings);
                }
            }
        }
        entrants.sort_by_key(|entrant| entrant.no);
        let seen = |round: &RoundState| Round {
            bouts: round.bouts.iter().map(|bout| self.seen_with_counts(stage, bout)).collect(),
            byes: round.byes.clone(),
        };
        Some(History { entrants, rounds: state.rounds.iter().map(seen).collect() })
    }
}
