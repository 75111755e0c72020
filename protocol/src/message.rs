//! What a server sends: answers, events of followed games, and notices.

use crate::{
    command::Terms,
    error::WireError,
    event::GameEvent,
    game::Snapshot,
    ids::{AccountId, CommandId, GameId, Head, OfferId, TournamentId},
    standings::Row,
    talk::{Channel, Line, Talk},
    tournament::{BoutRef, view::TournamentPhase},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message from the server; the three kinds are told apart by `re` or `error`, `event`, `notice`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ServerMessage {
    /// An event of a followed game, in order, each once.
    Event(Box<GameEvent>),
    /// Something that was not asked for.
    Notice(Notice),
    /// The answer to a command.
    Answer(Answer),
}

/// The answer to a command: `{"re":"..","ok":{..}}` or `{"re":"..","error":{..}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The command's id; absent when the message could not be read as far as its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<CommandId>,
    /// How it ended.
    #[serde(flatten)]
    pub result: Outcome,
}

/// Success or refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was done; an acknowledged move is committed.
    Ok(Box<Done>),
    /// It was refused and changed nothing.
    Error(Box<WireError>),
}

/// What a successful command answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Done {
    /// To `hello` and `refresh`.
    Welcome(Welcome),
    /// To `join`.
    Joined(Joined),
    /// To `follow_tournament`: as it stands now.
    Following {
        /// Which.
        tournament: TournamentId,
        /// The last event of its log.
        seq: u64,
    },
    /// To commands that append an event: its number. The event itself comes as every event does.
    Committed {
        /// The number of the event.
        seq: u64,
    },
    /// To `accept_offer`: the game that was made.
    Started {
        /// The game; join it.
        game: GameId,
        /// The offer that was accepted.
        offer: OfferId,
    },
    /// To `offer`.
    Offered {
        /// The new offer.
        offer: OfferId,
    },
    /// To `offers`.
    Offers {
        /// Open offers, oldest first.
        offers: Vec<Offer>,
    },
    /// To `say`: the number of the line. The line itself comes as every line does to whoever has joined.
    Said {
        /// The number of the line in its channel.
        n: u64,
    },
    /// To `talk`.
    Talk(Talk),
    /// To `ping`, `leave`, `withdraw_offer`, `take_seat`, `mute`.
    Nothing {},
}

/// To `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// Name and version of the server.
    pub server: String,
    /// The account; absent for an anonymous connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// One's games in progress.
    pub games: Vec<GameId>,
    /// When the token expires, ms since 1970; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

/// To `join`. `now` is the game's time, ms: logical as `t` of events, or wall time as `at` with
/// `correspondence` and `none`. A running clock has been running for `now - since`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "join", rename_all = "snake_case")]
pub enum Joined {
    /// The client has everything.
    UpToDate {
        /// The last event.
        seq: u64,
        /// The head after it.
        head: Head,
        /// Now by the game's time, ms.
        now: u64,
    },
    /// The missing events follow as ordinary messages, up to this one.
    Events {
        /// The last event.
        seq: u64,
        /// The head after it.
        head: Head,
        /// Now by the game's time, ms.
        now: u64,
    },
    /// The game as it stands.
    Snapshot {
        /// Now by the game's time, ms.
        now: u64,
        /// The game.
        snapshot: Box<Snapshot>,
    },
    /// The client has events that the log has not (any more). The snapshot is what stands, and a client
    /// goes on from it. Of its own moves after `seq` it re-sends, with the same id, only one that was made
    /// for exactly this `seq` and `head`.
    Rollback {
        /// After this event the client and the log have none in common. As far as the heads in `have`
        /// reach, it is the last that they have in common.
        seq: u64,
        /// The head after it in the log.
        head: Head,
        /// Now by the game's time, ms.
        now: u64,
        /// The game.
        snapshot: Box<Snapshot>,
    },
}

/// An open offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// Its id.
    pub offer: OfferId,
    /// Who made it.
    pub by: AccountId,
    /// His name.
    pub name: String,
    /// When, ms since 1970.
    pub at: u64,
    /// What is offered.
    pub terms: Terms,
}

/// Something that was not asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum Notice {
    /// One of the account's offers was accepted, or it accepted one on another connection.
    GameStarted {
        /// The game; join it.
        game: GameId,
        /// The offer.
        offer: OfferId,
    },
    /// A game of a tournament that the account plays in has begun.
    TournamentGame {
        /// The tournament.
        tournament: TournamentId,
        /// The game; join it.
        game: GameId,
        /// The bout that it belongs to.
        bout: BoutRef,
    },
    /// Another connection of the same account plays this game now; this one watches.
    SeatTaken {
        /// The game.
        game: GameId,
    },
    /// The connection fell behind, or the server had to read the game again: this is what stands.
    Resync {
        /// The game.
        game: GameId,
        /// Now by the game's time, ms.
        now: u64,
        /// The game as it stands.
        snapshot: Box<Snapshot>,
    },
    /// The last events of a game were lost by its store: this is what stands. What holds for the same
    /// answer to `join` holds here.
    Rollback {
        /// The game.
        game: GameId,
        /// The last event that was sent and still stands, as far as it is known: none after it does.
        seq: u64,
        /// The head after it.
        head: Head,
        /// Now by the game's time, ms.
        now: u64,
        /// The game as it stands.
        snapshot: Box<Snapshot>,
    },
    /// A line was said beside a game that this connection has joined, in a channel that it may read. Where
    /// lines are missing before it, `talk` has them; a connection that reads slowly is told of none.
    Talk {
        /// The game.
        game: GameId,
        /// The channel.
        channel: Channel,
        /// The line.
        line: Line,
    },
    /// Something happened in a tournament that this connection follows. Several events close to one another
    /// may come as one notice: the newest. What it does not say is read over HTTP.
    Tournament {
        /// Which.
        tournament: TournamentId,
        /// The last event of its log.
        seq: u64,
        /// Where it is.
        phase: TournamentPhase,
        /// The stage going on; 0 before the first.
        stage: u32,
        /// Its newest round; 0 before the first.
        round: u32,
        /// The standings of that stage when they have changed, best first; only the first 100 lines, without
        /// cells. Absent when they are as they were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        standings: Option<Vec<Row>>,
    },
    /// The token expires soon: send `refresh`.
    TokenExpiring {
        /// When, ms since 1970.
        expires_at: u64,
    },
    /// The server is about to close the connection.
    Closing {
        /// Why, as a code.
        code: crate::error::Code,
        /// When to come back at the earliest, ms from now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
    },
}
