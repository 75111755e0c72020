//! The full screen of a terminal: the lobby and a game.
//!
//! A [`Screen`] is pure state: it is told what was heard and typed, draws itself into a frame, and
//! answers with [`Effect`]s. `shell` owns the terminal and the session and carries them out.

pub(crate) mod cells;
mod fetch;
pub(crate) mod game;
pub(crate) mod input;
mod lobby;
pub(crate) mod look;
mod referee;
mod shell;
mod start;
mod terminal;

pub(crate) use input::Input;
pub(crate) use look::Look;
#[cfg(test)]
pub(crate) use referee::tests as referee_samples;
pub(crate) use start::{lobby, play, referee, watch};
#[cfg(unix)]
pub(crate) use terminal::let_go;

use crate::{connection::Update, referee::all::ToAll};
use ratatui::Frame;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    CommandId, GameId, Reason, Request, TournamentAsk, TournamentDone, TournamentId,
    http::{GameSummary, Muted},
    tournament_view::{BoardView, BoardsView, TournamentView},
};

/// What a screen wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Send a command; the screen is told its id by [`Screen::sent`].
    Send(Request),
    /// Ring the terminal's bell, if it is wanted.
    Bell,
    /// Back to what was shown before, or to the shell.
    Leave,
    /// End the program.
    Quit,
    /// Draw everything anew, whatever the terminal shows.
    Redraw,
    /// Show a game that one plays in.
    Open(GameId),
    /// Show a game of others.
    Watch(GameId),
    /// Ask something that is not of the session; the answer comes by [`Screen::fetched`].
    Ask(Query),
}

/// What is asked over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// The games that are being played, and these of one's own that such a list may not have.
    Games {
        /// One's games in progress.
        mine: Vec<GameId>,
    },
    /// The time that each move of a game took.
    Times {
        /// The game.
        game: GameId,
    },
    /// Become a guest.
    Guest,
    /// Whom the account has muted.
    Mutes,
    /// The boards of a tournament.
    Boards {
        /// Which.
        tournament: TournamentId,
    },
    /// A tournament.
    Event {
        /// Which.
        tournament: TournamentId,
    },
    /// Something is asked of a tournament, once.
    Tournament {
        /// Which.
        tournament: TournamentId,
        /// The last event that was shown.
        after: u64,
        /// What.
        ask: Box<TournamentAsk>,
    },
    /// The same is ordered at many boards.
    ToAll {
        /// They.
        boards: Vec<BoardView>,
        /// What.
        to_all: ToAll,
        /// Why.
        reason: Reason,
        /// Why, in the referee's words.
        text: Option<String>,
    },
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fetched {
    /// To [`Query::Games`].
    Games {
        /// One's own, newest first.
        mine: Vec<GameSummary>,
        /// Those of others, newest first.
        others: Vec<GameSummary>,
    },
    /// To [`Query::Times`].
    Times {
        /// The game.
        game: GameId,
        /// Its moves from the first.
        moves: Vec<game::times::Timed>,
    },
    /// To [`Query::Guest`]: one is a guest now, and the session begins anew.
    Guest,
    /// To [`Query::Mutes`].
    Mutes(Vec<Muted>),
    /// To [`Query::Boards`].
    Boards(Arc<BoardsView>),
    /// To [`Query::Event`].
    Event(Arc<TournamentView>),
    /// To [`Query::Tournament`].
    Asked(TournamentDone),
    /// To [`Query::ToAll`].
    Ordered {
        /// Boards that have it now.
        done: usize,
        /// Boards that have refused, each with the reason.
        failed: Vec<(BoardView, String)>,
    },
    /// It could not be had; why, for people.
    Failed(Query, String),
}

/// What is shown: pure state. Only the topmost screen is drawn and gets input; all hear the session.
pub(crate) trait Screen {
    /// The session has news.
    fn heard(&mut self, update: Update, now: Instant) -> Vec<Effect>;

    /// The person did something, or the tick that was asked for has come.
    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect>;

    /// The id that a command of [`Effect::Send`] got, by which its answer is known.
    fn sent(&mut self, id: CommandId, request: &Request);

    /// Draws everything; areas may be remembered for the mouse.
    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant);

    /// When it must be drawn again though nothing happens: a running clock.
    fn next_tick(&self, now: Instant) -> Option<Duration>;

    /// The answer to what it asked by [`Effect::Ask`].
    fn fetched(&mut self, _fetched: Fetched, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    /// It is the topmost again: the one above has left.
    fn resumed(&mut self, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    /// What is to be sent before the program ends.
    fn parting(&mut self) -> Vec<Request> {
        Vec::new()
    }
}
