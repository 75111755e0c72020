//! What a session is asked, what it tells its user and what its driver must do.

use crate::game_view::GameView;
use std::{sync::Arc, time::Duration};
use tengen_protocol::{
    Channel, CommandId, Done, Event, GameEvent, GameId, Line, Request, TournamentId, Vertex, Welcome, WireError,
    tournament_view::TournamentPhase,
};

/// What a session tells its user.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// A connection is open and the server has said hello.
    Connected(Box<Welcome>),
    /// The connection is gone; the next try is after the wait.
    Disconnected {
        /// Why, for people.
        why: String,
        /// When it is tried again.
        retry_in: Duration,
    },
    /// There is news of a followed game.
    Game {
        /// The game.
        game: GameId,
        /// As it stands now.
        view: Arc<GameView>,
        /// What is new.
        news: News,
    },
    /// An event of a kind that this client does not know; the next news is a snapshot.
    Unknown {
        /// The number of the event.
        seq: u64,
        /// The message as it came.
        raw: Arc<str>,
    },
    /// The game cannot be followed.
    NotFollowed {
        /// The game.
        game: GameId,
        /// Why.
        error: WireError,
    },
    /// The answer to a command.
    Answer {
        /// The command.
        id: CommandId,
        /// How it ended.
        result: Result<Done, WireError>,
    },
    /// A game of this account was made.
    Started {
        /// The game.
        game: GameId,
    },
    /// Another connection of this account plays the game now.
    SeatTaken {
        /// The game.
        game: GameId,
    },
    /// A line was said beside a followed game, in a channel that this account may read: in each channel in
    /// order and each once. Name and text are a stranger's: print them with `text::printable` alone.
    Talk {
        /// The game.
        game: GameId,
        /// The channel.
        channel: Channel,
        /// The line.
        line: Line,
    },
    /// Something happened in a tournament that this connection follows. A new connection follows none.
    Tournament(Box<TournamentNews>),
    /// Something that a person should know.
    Note(String),
}

/// What a notice says of a tournament; the rest is read over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TournamentNews {
    /// Which.
    pub(crate) tournament: TournamentId,
    /// Where it is.
    pub(crate) phase: TournamentPhase,
    /// Whether its standings are others than before.
    pub(crate) standings_changed: bool,
    /// The message as it came.
    pub(crate) raw: Arc<str>,
}

impl Update {
    /// What a person is told of it, whatever he is doing.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::Disconnected { why, retry_in } => Some(crate::text::trying_again(why, *retry_in)),
            Self::Note(note) => Some(note.clone()),
            _ => None,
        }
    }
}

/// What is new in a game.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// This event.
    Event {
        /// The message as it came.
        raw: Arc<str>,
        /// The event.
        event: Box<GameEvent>,
    },
    /// The whole game was read again; own moves that the server has lost and that were not sent
    /// again are named.
    Snapshot {
        /// The message as it came.
        raw: Arc<str>,
        /// Own acknowledged moves that are gone.
        lost: Vec<Vertex>,
    },
    /// Nothing: the game stands as it was known.
    UpToDate,
}

impl News {
    /// What happened, if it is one event.
    pub(crate) fn event(&self) -> Option<&Event> {
        match self {
            Self::Event { event, .. } => Some(&event.recorded.event),
            Self::Snapshot { .. } | Self::UpToDate => None,
        }
    }
}

/// What the driver must do.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Send this text frame.
    Send(Arc<str>),
    /// Tell the user.
    Tell(Update),
    /// Get a new access token and call `refreshed`.
    FetchToken,
    /// The token was refused: get another one before the next connection, or give up.
    TokenRefused(WireError),
    /// Close, and come back not before the wait.
    Close(Option<Duration>),
    /// Give up: the server will not talk to this client.
    Fatal(WireError),
}

/// What a user may ask.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// Send a command; the answer comes as an update.
    Submit(CommandId, Request),
    /// Follow a game from now on.
    Follow(GameId),
    /// Stop following it.
    Leave(GameId),
}

/// Makes ids of commands: a random prefix for each start, then a number.
#[derive(Debug)]
pub(crate) struct Ids {
    prefix: String,
    next: std::sync::atomic::AtomicU64,
}

impl Ids {
    pub(in crate::connection) fn new(prefix: String) -> Self {
        Self { prefix, next: 0.into() }
    }

    pub(in crate::connection) fn next(&self) -> CommandId {
        let n = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{}-{n}", self.prefix).parse().expect("invariant: a short prefix and a number are an id")
    }
}
