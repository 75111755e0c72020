//! The lobby as the rest of the node sees it: what it can be asked, and what it knows.
//!
//! Accepting an offer is one event in the lobby's log; the game's own log is created from it
//! afterwards, by whichever node comes first, and again by a look at what is not known to exist,
//! should all of them crash in between. Players are told only when the game can be joined.
//!
//! Look next at `service.rs` for the task that follows the log, `creation.rs` for games that come of
//! offers.

mod creation;
mod service;

pub(super) use creation::Created;
pub(super) use service::run;

use super::{Hub, RETRY_AFTER_MS, Ticket, draw, judge::Lifecycle, lock};
use std::time::Duration;
use tengen_core::lobby::{Command, Lobby, Promised};
use tengen_protocol::{AccountId, Code, GameId, OfferId, Outcome as GameOutcome, Terms, WireError};
use tokio::sync::oneshot;

/// Asks that may wait for the lobby.
pub(super) const QUEUE: usize = 1024;

/// Random characters of an id: nobody guesses an unlisted game.
const ID_CHARS: usize = 16;

/// How long a command is tried while the store does not answer.
const SETTLE_WITHIN: Duration = Duration::from_secs(8);

/// What an account wants of the lobby.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Make an offer.
    Offer(Box<Terms>),
    /// Withdraw one's own.
    Withdraw(OfferId),
    /// Accept one.
    Accept(OfferId),
}

/// What the lobby can be asked.
#[derive(Debug)]
pub enum LobbyAsk {
    /// Judge a command.
    Command {
        /// Who.
        by: AccountId,
        /// What.
        wish: Wish,
        /// The answer.
        ticket: Ticket,
    },
    /// A game's log says so.
    Apply {
        /// What.
        lifecycle: Lifecycle,
        /// The result, when it is finished.
        outcome: Option<GameOutcome>,
        /// Whether it is in the lobby's log.
        reply: oneshot::Sender<bool>,
    },
    /// Games of a tournament are to be made.
    Promise {
        /// They.
        games: Vec<Promised>,
        /// Whether that is in the lobby's log.
        reply: oneshot::Sender<bool>,
    },
    /// The time of an offer may be over.
    TimeActs,
    /// Look after the log: missing events, games that do not exist yet, compaction.
    Look,
}

impl LobbyAsk {
    pub(super) fn refuse(self, error: &WireError) {
        match self {
            Self::Command { ticket, .. } => ticket.answer(Err(error.clone())),
            Self::Apply { reply, .. } | Self::Promise { reply, .. } => {
                // whoever asked may have gone
                let _gone = reply.send(false);
            }
            Self::TimeActs | Self::Look => {}
        }
    }
}

/// The command, with what is drawn for it: an id, or a game's id and a seed for the colours.
fn drawn(wish: Wish) -> (Command, Option<GameId>) {
    match wish {
        Wish::Offer(terms) => (Command::Offer { offer: random_id(), terms: *terms }, None),
        Wish::Withdraw(offer) => (Command::Withdraw { offer }, None),
        Wish::Accept(offer) => {
            let game: GameId = random_id();
            let seed = format!("{:032x}", draw::bits());
            (Command::Accept { offer, game: game.clone(), seed }, Some(game))
        }
    }
}

fn random_id<T: std::str::FromStr<Err = tengen_protocol::ParseError>>() -> T {
    draw::text(ID_CHARS).parse().expect("invariant: 16 letters and digits are an id")
}

impl Hub {
    /// Waits until the lobby has been read once, for a bounded time.
    async fn lobby_is_open(&self) -> Result<(), WireError> {
        let mut open = self.0.lobby_open.subscribe();
        let waited = tokio::time::timeout(super::STORE_SILENCE, open.wait_for(|open| *open)).await;
        match waited {
            Ok(Ok(_)) => Ok(()),
            _ => Err(WireError::new(Code::Unavailable, "the lobby is not read yet").retry_after(RETRY_AFTER_MS)),
        }
    }

    /// Reads the lobby as this node knows it: at most as old as the newest news.
    ///
    /// # Errors
    /// While it has not been read since the start.
    pub async fn lobby<T>(&self, read: impl FnOnce(&Lobby) -> T) -> Result<T, WireError> {
        self.lobby_is_open().await?;
        Ok(read(&lock(&self.0.lobby_fold)))
    }
}
