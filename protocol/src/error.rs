//! The closed list of error codes: part of the protocol, each with its meaning.
//!
//! `message` is English and for developers; people read text that a client makes from the code and
//! its parameters in their language.

mod limit;
mod why;

pub use limit::{Limit, Limited};
pub use why::Why;

use crate::{ids::Head, point::Colour, rules::Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a command was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireError {
    /// What was wrong.
    pub code: Code,
    /// The same for developers: what was wrong, where, and what is allowed.
    pub message: String,
    /// With `superko`: the latest earlier ply after which the board was the same; 0 is the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats_move: Option<u32>,
    /// With `stale` and `rollback`: the last event of the game; with `tournament` and `acted_since`: the
    /// last one of an official.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// With `stale` and `rollback`: the head after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
    /// With `stale_marks`: the revision of the marks now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// With `not_your_turn` and `late`: whose turn it is, or was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Colour>,
    /// With `pass_while_placing`: how many handicap stones are still to be placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap_left: Option<u16>,
    /// With `bad_terms`, `bad_text`, `bad_name`, `bad_password`, `bad_request` and `tournament`, and of
    /// tournaments with `forbidden` and `not_found`: the cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// With a `why` about a length or a range, `no_such_moves`, `game_limit`, `ruling_moves`, `bad_clock`, `talk_full`, `too_many` and
    /// `too_many_joined`: what is limited, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Box<Limit>>,
    /// With `not_supported`: the rules that are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supported: Option<Box<[Preset]>>,
    /// ms after which the same command may be sent again; absent with `muted` if that is for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl WireError {
    /// An error without parameters.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            repeats_move: None,
            seq: None,
            head: None,
            revision: None,
            to_move: None,
            handicap_left: None,
            why: None,
            limit: None,
            supported: None,
            retry_after: None,
        }
    }

    /// This was the cause.
    #[must_use]
    pub const fn why(mut self, why: Why) -> Self {
        self.why = Some(why);
        self
    }

    /// It went beyond this limit.
    #[must_use]
    pub fn limit(mut self, limit: Limit) -> Self {
        self.limit = Some(Box::new(limit));
        self
    }

    /// It is, or was, this side's turn.
    #[must_use]
    pub const fn to_move(mut self, colour: Colour) -> Self {
        self.to_move = Some(colour);
        self
    }

    /// The same command may be sent again after `ms`.
    #[must_use]
    pub fn retry_after(mut self, ms: u64) -> Self {
        self.retry_after = Some(ms);
        self
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for WireError {}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// What was wrong with a command or a request. The list is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Code {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $name,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What it means, in English.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+),)+ }
            }
        }
    };
}

codes! {
    // The move
    /// A stone is already on that point.
    Occupied = "occupied",
    /// The point is not on this board.
    OffBoard = "off_board",
    /// Forbidden point (禁着点): the chain would have no liberty and nothing is captured.
    Suicide = "suicide",
    /// The ko may not be retaken yet.
    Ko = "ko",
    /// The play would repeat an earlier position of the game; `repeats_move` says which.
    Superko = "superko",
    /// It is the opponent's turn: `to_move`.
    NotYourTurn = "not_your_turn",
    /// Handicap stones are being placed, `handicap_left` more: no pass, count or adjournment before that.
    PassWhilePlacing = "pass_while_placing",
    /// The time of the side to move was up before the command arrived: yours for a move, the
    /// opponent's if you agreed to take moves back.
    Late = "late",
    // The game
    /// No such game, or not for you.
    NoSuchGame = "no_such_game",
    /// You watch this game; only its players may do that.
    NotAPlayer = "not_a_player",
    /// Send `join` for this game on this connection first.
    NotJoined = "not_joined",
    /// Another connection of yours plays this game; send `take_seat` to play from here.
    SeatTaken = "seat_taken",
    /// The game is finished.
    GameOver = "game_over",
    /// The game has not begun: a player has not arrived yet.
    NotStarted = "not_started",
    /// Not possible while dead stones are marked.
    InScoring = "in_scoring",
    /// Only possible while dead stones are marked.
    NotInScoring = "not_in_scoring",
    /// There is no stone on that point.
    NoStone = "no_stone",
    /// The chain is marked so already.
    AlreadyMarked = "already_marked",
    /// You have arrived, accepted this revision or asked to resume already.
    AlreadyDone = "already_done",
    /// The marks have changed; `revision` is the one now.
    StaleMarks = "stale_marks",
    /// The game has gone on since `after`; look at the events that you missed.
    Stale = "stale",
    /// The log does not have the event that `after` and `head` name; join again.
    Rollback = "rollback",
    /// This command id was used for another command.
    IdReused = "id_reused",
    /// The game is paused: propose to go on.
    Paused = "paused",
    /// The game is adjourned: propose to go on, or wait for the set time.
    Adjourned = "adjourned",
    /// The game is neither paused nor adjourned.
    NotPaused = "not_paused",
    /// There are no pauses in this game, or their time is used up.
    PauseOff = "pause_off",
    /// Only a game with a live clock is adjourned.
    AdjournOff = "adjourn_off",
    /// An adjournment is agreed on: the side to move seals its move.
    SealMove = "seal_move",
    /// No adjournment is agreed on: play openly.
    NotSealing = "not_sealing",
    /// That is no time at which the game can go on: it is not RFC 3339 with a zone, or not from now to a
    /// year ahead; `why` says which.
    BadResumeAt = "bad_resume_at",
    /// Undo is not allowed in this game.
    UndoOff = "undo_off",
    /// There are not so many moves to take back; `limit` says how many there are.
    NoSuchMoves = "no_such_moves",
    /// A request is pending already, or was made in this turn.
    AlreadyRequested = "already_requested",
    /// There is no such request.
    NoRequest = "no_request",
    /// A limit of this game is reached, `limit` says which: only commands that end it pass.
    GameLimit = "game_limit",
    // Referees
    /// The ruling does not fit the game as it stands: its phase, its clock, or nothing waits for it.
    NotNow = "not_now",
    /// Play has stopped until a referee rules: on a repetition, or since the game has as many moves as it may have.
    AwaitsRuling = "awaits_ruling",
    /// The ruling needs more stones or moves in the game, or fewer; `limit` says how many.
    RulingMoves = "ruling_moves",
    /// The ruling sets a clock beyond what may be set; `limit` says how.
    BadClock = "bad_clock",
    // Offers
    /// No such offer, it was taken, or it is not for you.
    NoSuchOffer = "no_such_offer",
    /// You cannot accept your own offer.
    OwnOffer = "own_offer",
    /// The offer's terms do not fit together; `why` says how, `limit` which value is out of which range.
    BadTerms = "bad_terms",
    /// Too many open offers or games, of the account or of all, or too many other things of an account;
    /// `limit` says which.
    TooMany = "too_many",
    /// The server does not have these rules; `supported` names those that it has.
    NotSupported = "not_supported",
    // Tournaments
    /// The tournament does not allow that as it stands; `why` says why.
    Tournament = "tournament",
    // Talk
    /// The operator does not let this account talk; `retry_after` says how long, unless it is for good.
    Muted = "muted",
    /// There is no talk on this server.
    TalkOff = "talk_off",
    /// That cannot be said: the line is empty or too long, or has control, direction or zero-width
    /// characters; `why` says which.
    BadText = "bad_text",
    /// This channel of the game has as many lines as it may have, or as it may have of this account;
    /// `limit` says how many.
    TalkFull = "talk_full",
    // The connection
    /// The message is not JSON of the protocol; the message says where.
    BadMessage = "bad_message",
    /// The message is larger than allowed.
    TooLarge = "too_large",
    /// The first message must be `hello`, and only the first.
    HelloFirst = "hello_first",
    /// The token is missing, wrong, expired or revoked.
    Unauthorized = "unauthorized",
    /// Not allowed for this account, or without one; of tournaments `why` says who may.
    Forbidden = "forbidden",
    /// Too fast; `retry_after` says when to go on.
    RateLimited = "rate_limited",
    /// Too many games followed on this connection; `limit` says how many may be.
    TooManyJoined = "too_many_joined",
    /// The connection did not read what it was sent.
    SlowReader = "slow_reader",
    /// Nothing was heard from the connection.
    Silent = "silent",
    /// The server is going down.
    GoingAway = "going_away",
    /// The store does not answer, or the server is full. The command may or may not have been done: send it again with
    /// the same id.
    Unavailable = "unavailable",
    /// The game was written by a newer server, or cannot be read.
    Unreadable = "unreadable",
    /// An error of the server; it is in its log.
    Internal = "internal",
    // Accounts, over HTTP
    /// The name is taken or looks like a name that is.
    NameTaken = "name_taken",
    /// The name is not allowed; `why` says what is wrong with it.
    BadName = "bad_name",
    /// The password is too short or too long, or has control characters; `why` says which.
    BadPassword = "bad_password",
    /// Wrong name or password.
    BadLogin = "bad_login",
    /// No such thing; of tournaments `why` says what.
    NotFound = "not_found",
    /// A parameter of the request is wrong; `why` says how, the message which.
    BadRequest = "bad_request",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_small_enough_to_be_returned() {
        // from 128 bytes on clippy wants it boxed
        assert!(size_of::<WireError>() < 128, "{}", size_of::<WireError>());
    }

    #[test]
    fn a_cause_is_on_the_wire_by_its_name() {
        for why in Why::ALL {
            let error = WireError::new(Code::BadName, "for developers").why(*why);
            let text = serde_json::to_string(&error).unwrap();
            assert!(text.contains(&format!(r#""why":"{why}""#)), "{text}");
            assert_eq!(serde_json::from_str::<WireError>(&text).unwrap(), error);
        }
    }
}
