//! Events of the lobby and their fold.

use super::{COMMANDS_REMEMBERED, FINISHED_LISTED, FinishedGame, LiveGame, Lobby, OpenOffer, Remembered, Said, State};
use crate::log;
use serde::{Deserialize, Serialize};
use tengen_protocol::{AccountId, CommandId, GameId, OfferId, Outcome, Recorded, Setup, Terms};

/// The format of the lobby's events and snapshots that this version writes.
pub const LOBBY_FORMAT: u32 = 1;

/// What happened in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// An offer was made.
    Offered {
        /// By whom.
        by: AccountId,
        /// The command.
        id: CommandId,
        /// The offer.
        offer: OfferId,
        /// What is offered.
        terms: Terms,
        /// When it ends, ms since 1970.
        until: u64,
    },
    /// Its maker withdrew it.
    Withdrawn {
        /// Who.
        by: AccountId,
        /// The command.
        id: CommandId,
        /// The offer.
        offer: OfferId,
    },
    /// An offer was accepted: this game is to be made.
    Accepted {
        /// By whom.
        by: AccountId,
        /// The command.
        id: CommandId,
        /// The offer.
        offer: OfferId,
        /// The game.
        game: GameId,
        /// Its settings, colours drawn.
        setup: Setup,
        /// Other offers of both that are withdrawn with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        withdrawn: Vec<OfferId>,
    },
    /// These games are to be made, for a tournament.
    Promised {
        /// They.
        games: Vec<Promised>,
    },
    /// A game's own log exists.
    Created {
        /// The game.
        game: GameId,
    },
    /// A game is finished.
    Finished {
        /// The game.
        game: GameId,
        /// How.
        outcome: Outcome,
    },
    /// The time of offers is over.
    Expired {
        /// Which.
        offers: Vec<OfferId>,
    },
}

/// A game that is to be made, though nobody offered it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promised {
    /// The game.
    pub game: GameId,
    /// Its settings.
    pub setup: Setup,
}

/// Why the lobby's log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Not an event or snapshot of this format.
    #[error("the lobby's log after event {after} cannot be read: {what}")]
    Malformed {
        /// The last event that could be read.
        after: u64,
        /// What is wrong.
        what: String,
    },
    /// It was written by a newer server.
    #[error("the lobby's log has format {0}, this server reads up to {LOBBY_FORMAT}: update it")]
    Newer(u32),
}

#[derive(Serialize, Deserialize)]
struct Compacted<S> {
    v: u32,
    state: S,
}

impl Lobby {
    /// The lobby from a compacted log's snapshot.
    ///
    /// # Errors
    /// When the snapshot cannot be read.
    pub fn from_snapshot(at: log::Position, snapshot: &[u8]) -> Result<Self, Unreadable> {
        let malformed = |error: serde_json::Error| Unreadable::Malformed { after: at.seq, what: error.to_string() };
        let compacted: Compacted<serde_json::Value> = serde_json::from_slice(snapshot).map_err(malformed)?;
        if compacted.v > LOBBY_FORMAT {
            return Err(Unreadable::Newer(compacted.v));
        }
        let state: State = serde_json::from_value(compacted.state).map_err(malformed)?;
        Ok(Self { at, state })
    }

    /// What the log can be compacted to at [`Lobby::position`].
    ///
    /// # Errors
    /// When it cannot be serialised.
    pub fn snapshot(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Compacted { v: LOBBY_FORMAT, state: &self.state })
    }

    /// Folds the next stored event.
    ///
    /// # Errors
    /// When it cannot be read or is not the one that follows.
    pub fn apply(&mut self, stored: &[u8]) -> Result<Event, Unreadable> {
        let after = self.at.seq;
        let malformed = |what: String| Unreadable::Malformed { after, what };
        let recorded: Recorded<serde_json::Value> =
            serde_json::from_slice(stored).map_err(|error| malformed(error.to_string()))?;
        if recorded.v > LOBBY_FORMAT {
            return Err(Unreadable::Newer(recorded.v));
        }
        if recorded.seq != after + 1 || recorded.prev != self.at.head {
            return Err(malformed(format!(
                "event {} with head before {} does not follow",
                recorded.seq, recorded.prev
            )));
        }
        let event: Event = serde_json::from_value(recorded.event).map_err(|error| malformed(error.to_string()))?;
        self.at = log::Position { seq: recorded.seq, head: log::head_after(self.at.head, stored) };
        let said = event.said().map_err(|error| malformed(error.to_string()))?;
        self.state.fold(&event, said, recorded.seq, recorded.at);
        Ok(event)
    }
}

impl State {
    fn fold(&mut self, event: &Event, said: Option<Said>, seq: u64, at: u64) {
        if let Some((by, id, done)) = event.done() {
            self.commands.push_back(Remembered { by: by.clone(), id: id.clone(), said, done });
            if self.commands.len() > COMMANDS_REMEMBERED {
                self.commands.pop_front();
            }
        }
        match event {
            Event::Offered { by, offer, terms, until, .. } => {
                let open = OpenOffer { by: by.clone(), terms: terms.clone(), at, until: *until, seq };
                self.offers.insert(offer.clone(), open);
            }
            Event::Withdrawn { offer, .. } => {
                self.offers.remove(offer);
            }
            Event::Accepted { by, offer, game, setup, withdrawn, .. } => {
                self.offers.retain(|id, _| id != offer && !withdrawn.contains(id));
                let live = LiveGame { setup: setup.clone(), accepted_by: by.clone(), at, created: false, seq };
                self.games.insert(game.clone(), live);
            }
            Event::Promised { games } => {
                for Promised { game, setup } in games {
                    let accepted_by = setup.players.black.clone();
                    let live = LiveGame { setup: setup.clone(), accepted_by, at, created: false, seq };
                    self.games.insert(game.clone(), live);
                }
            }
            Event::Created { game } => {
                if let Some(live) = self.games.get_mut(game) {
                    live.created = true;
                }
            }
            Event::Finished { game, outcome } => {
                let Some(live) = self.games.remove(game) else { return };
                let finished =
                    FinishedGame { game: game.clone(), setup: live.setup, at: live.at, outcome: outcome.clone() };
                self.finished.push_back(finished);
                if self.finished.len() > FINISHED_LISTED {
                    self.finished.pop_front();
                }
            }
            Event::Expired { offers } => self.offers.retain(|id, _| !offers.contains(id)),
        }
    }
}
