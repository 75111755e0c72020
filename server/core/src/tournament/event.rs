//! A tournament as one log: entries, draw, stages, rounds, results, and what officials rule.
//!
//! Like a game and the lobby it is judged by a pure `decide` and folded by `apply`. A command gives
//! exactly one event with all its consequences as fields, or a refusal that changes nothing: a result
//! carries the bout that it decides, the game that the bout needs next and whoever is not paired any
//! more. Ids and seeds come as arguments.
//!
//! ```text
//! entry -> drawn -> running (round r: paired, playing, complete) -> next stage .. -> finished
//!                                                             any of them -> cancelled
//! ```
//!
//! The games that must exist are a function of the state ([`Tournament::uncreated`]), so any node
//! creates them, as often as it takes. A game's result comes with the number of the game's event that
//! says so; what is not newer than what was counted changes nothing, so it counts once, whatever
//! crashes. Names of accounts, clocks and moves are not known here.

mod command;
mod decide;
mod flow;
mod fold;
mod presets;
mod refused;
mod settings;
mod shown;
mod state;
mod systems;
#[cfg(test)]
mod tests;
mod time;
mod view;

pub use command::{Asker, Change, Command, Office, Ruled};
pub use decide::{Decision, GameEnd};
pub use fold::Unreadable;
pub use presets::EventPreset;
pub use refused::Refused;
pub use settings::check as check_settings;
pub use shown::pairing_why;
#[cfg(test)]
pub(super) use shown::tests::five_players;
pub use state::{BoutState, Done, Entered, GameState, Phase, Placed, RoundState, Sanctioned, StageState};
pub use systems::Proposal;
pub use time::Ripe;

use crate::log;
use state::{Place, State};
use std::collections::HashMap;
use tengen_protocol::{GameId, TournamentId};

/// Accepted commands that are remembered for repeats, of all accounts together.
pub const COMMANDS_REMEMBERED: usize = 4_000;

/// Those of one account that holds no office in the event.
pub const COMMANDS_OF_A_PLAYER: usize = 64;

/// Those of one of its organisers or referees.
pub const COMMANDS_OF_AN_OFFICIAL: usize = 1_000;

/// Largest event, bytes: a round of 500 bouts with an explanation for each is a fifth of it.
pub const EVENT_BYTES: usize = 1 << 20;

/// A tournament, folded from its log.
#[derive(Clone, Debug)]
pub struct Tournament {
    id: TournamentId,
    at: log::Position,
    state: State,
    /// Where each game stands; made anew from the state.
    places: HashMap<GameId, Place>,
}

impl Tournament {
    /// One whose log is empty.
    #[must_use]
    pub fn new(id: TournamentId) -> Self {
        Self { id, at: log::Position::default(), state: State::default(), places: HashMap::new() }
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &TournamentId {
        &self.id
    }

    /// Where the log ends.
    #[must_use]
    pub const fn position(&self) -> log::Position {
        self.at
    }
}
