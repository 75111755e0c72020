//! Tournaments on a node: one task for each that is asked for here, what may be asked of it, and the list of all.
//!
//! A tournament is a log like a game's and the lobby's. Its task (`desk.rs`) keeps a fold, judges what is asked
//! and appends by compare, so any number of nodes may serve the same tournament; what must happen because of its
//! state is found in the state again by whoever looks: the games that it needs (`games.rs`), what time does, what
//! lists tell of it (`list.rs`). Rules of tournaments are the core's; nothing here knows them.
//!
//! Look next at `desk.rs` for the task, `wish.rs` for what is asked, `judge.rs` for its way into the log.

use super::Hub;
use std::sync::Arc;
use tengen_core::tournament::event::Tournament;
use tengen_protocol::{
    AccountId, Code, NewTournament, TournamentCommand, TournamentDone, TournamentId, WireError,
    tournament_view::{TournamentList, TournamentLogPage, TournamentPhase},
};

/// The tournaments of a server, as this node sees them. Clones are the same.
#[derive(Clone, Debug)]
pub struct Tournaments(Hub);

impl Hub {
    /// Its tournaments.
    #[must_use]
    pub fn tournaments(&self) -> Tournaments {
        Tournaments(self.clone())
    }
}

impl Tournaments {
    /// Makes a tournament of which the account is an organiser. Its id is made from the account and the command's
    /// id, so the same command sent again finds the same tournament.
    ///
    /// # Errors
    /// [`Code::Forbidden`] for guests, [`Code::TooMany`] while the account has too many that are not over,
    /// [`Code::RateLimited`], [`Code::Unavailable`], and the refusals of the core: settings that cannot be, or the
    /// id was used for another command.
    pub async fn create(&self, by: &AccountId, new: NewTournament) -> Result<TournamentDone, WireError> {
        let _ = (by, new, &self.0);
        Err(not_yet())
    }

    /// Asks something of a tournament; answered once it is committed. What office the account has on this server is
    /// asked here, and names of accounts become ids.
    ///
    /// # Errors
    /// [`Code::NotFound`] when there is no such tournament, or nobody has a name that is given; [`Code::Forbidden`]
    /// also for guests who enter; otherwise as [`Tournaments::create`].
    pub async fn command(
        &self,
        by: &AccountId,
        id: &TournamentId,
        command: TournamentCommand,
    ) -> Result<TournamentDone, WireError> {
        let _ = (by, id, command);
        Err(not_yet())
    }

    /// A tournament as it stands: at least as new as what this node has acknowledged, and as its log was when it was
    /// loaded. It does not change any more and may be kept.
    ///
    /// # Errors
    /// [`Code::NotFound`] when there is none, [`Code::Unavailable`], [`Code::Unreadable`].
    pub async fn get(&self, id: &TournamentId) -> Result<Arc<Tournament>, WireError> {
        let _ = id;
        Err(not_yet())
    }

    /// Reads a tournament ([`Tournaments::get`]) on a thread where that may take its time: standings of a thousand
    /// players do.
    ///
    /// # Errors
    /// As [`Tournaments::get`].
    pub async fn read<T: Send + 'static>(
        &self,
        id: &TournamentId,
        read: impl FnOnce(&Tournament) -> T + Send + 'static,
    ) -> Result<T, WireError> {
        let tournament = self.get(id).await?;
        let read = tokio::task::spawn_blocking(move || read(&tournament));
        read.await.map_err(|error| {
            tracing::error!(%error, "a tournament could not be read");
            WireError::new(Code::Internal, "the tournament could not be read; it is in the server's log")
        })
    }

    /// Events of a tournament's log from number `from` (1 is the first) on: at most `limit`, and fewer where they
    /// are large.
    ///
    /// # Errors
    /// As [`Tournaments::get`].
    pub async fn log(&self, id: &TournamentId, from: u64, limit: u64) -> Result<TournamentLogPage, WireError> {
        let _ = (id, from, limit);
        Err(not_yet())
    }

    /// The store's wall time as far as it is known here, ms since 1970: `now` of views.
    #[must_use]
    pub fn now(&self, id: &TournamentId) -> u64 {
        let _ = id;
        0
    }

    /// Tournaments, the newest first: all, or those in a phase. `before` is what `next` of the page before was.
    ///
    /// # Errors
    /// [`Code::BadRequest`] when `before` is no such text, [`Code::Unavailable`].
    pub async fn list(
        &self,
        phase: Option<TournamentPhase>,
        before: Option<&str>,
        limit: usize,
    ) -> Result<TournamentList, WireError> {
        let _ = (phase, before, limit);
        Err(not_yet())
    }
}

fn not_yet() -> WireError {
    super::busy("tournaments are not served yet")
}
