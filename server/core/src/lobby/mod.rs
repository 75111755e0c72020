//! The lobby as one log: offers, who took them, and which games are going on.
//!
//! Like a game it is judged by a pure `decide` and folded by `apply`. Accepting an offer is one
//! event that fixes the game's id and settings, withdraws the other live offers of both players and
//! checks their limits; so an offer starts one game, whoever races. The game's own log is created
//! from that event afterwards, by whichever node comes first, as often as it takes: `created` says
//! that it exists. Only ids are known here, no names; what a game does inside is not known at all.

mod decide;
mod fold;
#[cfg(test)]
mod tests;

pub use decide::{Command, Decision, Said, nigiri_colour};
pub use fold::{Event, LOBBY_FORMAT, Promised, Unreadable};

use crate::log;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use tengen_protocol::{AccountId, Code, CommandId, GameId, OfferId, Outcome, Setup, Terms, WireError, limits};

/// An offer stands so long, ms.
pub const OFFER_FOR_MS: u64 = 3_600_000;

/// The same for games counted in days or without a clock, ms.
pub const SLOW_OFFER_FOR_MS: u64 = 14 * 86_400_000;

/// Open offers of all accounts together.
pub const ALL_OFFERS: usize = 10_000;

/// Finished games that the lobby still lists.
pub const FINISHED_LISTED: usize = 200;

/// Accepted commands that are remembered for repeats.
pub const COMMANDS_REMEMBERED: usize = 4_000;

/// An open offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOffer {
    /// Who made it.
    pub by: AccountId,
    /// What is offered.
    pub terms: Terms,
    /// When it was made, ms since 1970.
    pub at: u64,
    /// When it ends, ms since 1970.
    pub until: u64,
    /// Its event, for the order of the list.
    pub seq: u64,
}

/// A game that was made here and is not finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveGame {
    /// Its settings.
    pub setup: Setup,
    /// Who accepted the offer; Black in a game that nobody offered.
    pub accepted_by: AccountId,
    /// When the offer was accepted or the game promised, ms since 1970.
    pub at: u64,
    /// Whether its own log is known to exist.
    pub created: bool,
    /// The event, for the order of the list.
    pub seq: u64,
}

/// A game that was finished not long ago.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The game.
    pub game: GameId,
    /// Its settings.
    pub setup: Setup,
    /// When the offer was accepted, ms since 1970.
    pub at: u64,
    /// How it ended.
    pub outcome: Outcome,
}

/// What an accepted command is answered with, again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// The offer was made.
    Offered {
        /// Its id.
        offer: OfferId,
    },
    /// The offer was withdrawn.
    Withdrawn {
        /// Its id.
        offer: OfferId,
    },
    /// The offer was accepted.
    Started {
        /// The offer.
        offer: OfferId,
        /// The game.
        game: GameId,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Remembered {
    by: AccountId,
    id: CommandId,
    /// What was asked; absent in snapshots that were written before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<Said>,
    done: Done,
}

/// The lobby, folded from its log.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    at: log::Position,
    state: State,
}

/// All that a compacted log must keep.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    offers: BTreeMap<OfferId, OpenOffer>,
    games: BTreeMap<GameId, LiveGame>,
    finished: VecDeque<FinishedGame>,
    commands: VecDeque<Remembered>,
}

impl Lobby {
    /// Where the log ends.
    #[must_use]
    pub const fn position(&self) -> log::Position {
        self.at
    }

    /// One open offer, whoever it is for.
    #[must_use]
    pub fn offer(&self, offer: &OfferId) -> Option<&OpenOffer> {
        self.state.offers.get(offer)
    }

    /// The open offers that an account may accept or made itself, oldest first; without an account
    /// those that are for everybody.
    #[must_use]
    pub fn offers(&self, account: Option<&AccountId>) -> Vec<(&OfferId, &OpenOffer)> {
        let visible = |offer: &OpenOffer| match &offer.terms.to {
            None => true,
            Some(to) => account.is_some_and(|account| account == to || *account == offer.by),
        };
        let mut offers: Vec<_> = self.state.offers.iter().filter(|(_, offer)| visible(offer)).collect();
        offers.sort_by_key(|(_, offer)| offer.seq);
        offers
    }

    /// One game that is not finished.
    #[must_use]
    pub fn game(&self, game: &GameId) -> Option<&LiveGame> {
        self.state.games.get(game)
    }

    /// Games that are not finished, newest first, of all visibilities.
    #[must_use]
    pub fn games(&self) -> Vec<(&GameId, &LiveGame)> {
        let mut games: Vec<_> = self.state.games.iter().collect();
        games.sort_by_key(|(_, game)| std::cmp::Reverse(game.seq));
        games
    }

    /// An account's games that are not finished.
    pub fn games_of<'a>(&'a self, account: &'a AccountId) -> impl Iterator<Item = &'a GameId> {
        self.state.games.iter().filter(|(_, game)| plays(&game.setup, account)).map(|(id, _)| id)
    }

    /// Games whose own log may not exist yet.
    pub fn uncreated(&self) -> impl Iterator<Item = (&GameId, &LiveGame)> {
        self.state.games.iter().filter(|(_, game)| !game.created)
    }

    /// Games finished not long ago, newest first.
    pub fn finished(&self) -> impl Iterator<Item = &FinishedGame> {
        self.state.finished.iter().rev()
    }

    /// What an accepted command was answered with, if it is still remembered.
    ///
    /// # Errors
    /// The id was used for another command.
    pub fn repeat(&self, by: &AccountId, id: &CommandId, command: &Command) -> Option<Result<&Done, WireError>> {
        let known = self.state.commands.iter().rev().find(|known| known.by == *by && known.id == *id)?;
        let same = known.said.as_ref().is_none_or(|said| command.said().is_ok_and(|asked| asked == *said));
        Some(if same {
            Ok(&known.done)
        } else {
            let message = format!("id {id} was used for another command: use a new id for each command");
            Err(WireError::new(Code::IdReused, message))
        })
    }

    fn open_offers_of(&self, account: &AccountId) -> usize {
        self.state.offers.values().filter(|offer| offer.by == *account).count()
    }

    /// Games of tournaments do not count: others made them, and they keep nobody from playing of his own.
    fn has_room_for_a_game(&self, account: &AccountId) -> bool {
        let own = |game: &&LiveGame| game.setup.tournament.is_none() && plays(&game.setup, account);
        self.state.games.values().filter(own).count() < limits::LIVE_GAMES
    }
}

fn plays(setup: &Setup, account: &AccountId) -> bool {
    setup.players.black == *account || setup.players.white == *account
}
