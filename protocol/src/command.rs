//! What a client sends: one `hello`, then commands. Every one is answered by its id.

mod wished;

use crate::{
    breaks::Proposal,
    error::{Code, WireError},
    game::{Placement, Visibility},
    ids::{AccountId, CommandId, GameId, Head, OfferId, TournamentId},
    point::{Colour, Point, Size, Vertex},
    referee::Rule,
    rules::{Compensation, Ko, Komi, Preset, Suicide},
    talk::Channel,
    time::TimeControl,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message from a client: `{"id":"..","type":"play",...}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClientMessage {
    /// The client's name for this command; the answer carries it as `re`.
    pub id: CommandId,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

impl ClientMessage {
    /// Reads a message as a server does.
    ///
    /// # Errors
    /// `not_supported` when it asks for rules that there are not, with the names of those that there
    /// are; else `bad_message`.
    pub fn read(text: &str) -> Result<Self, WireError> {
        serde_json::from_str(text).map_err(|error| {
            wished::unsupported_rules(text)
                .unwrap_or_else(|| WireError::new(Code::BadMessage, format!("not a message of the protocol: {error}")))
        })
    }
}

/// The last event that a client has of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Have {
    /// Its number; 0 for nothing.
    pub seq: u64,
    /// The head after it; sixteen zeros for nothing.
    pub head: Head,
    /// The heads after the events before it, the newest first, as many as the client knows; 16 are looked
    /// at. Should the log have lost events, the server finds with them where it parts from the client's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<Head>,
}

/// What a client can ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// First message of a connection.
    Hello {
        /// An access token; absent for a guest who only watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// Must be true when there is no token.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anonymous: bool,
        /// Name and version of the client, for the operator's log; at most 64 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Answered at once; for measuring the way. (WebSocket pings work as well.)
    Ping,
    /// A new access token for this connection, before the old one expires.
    Refresh {
        /// The token, of the same account.
        token: String,
    },
    /// Follow a game from now on; a player takes his seat.
    Join {
        /// The game.
        game: GameId,
        /// What the client has of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<Have>,
    },
    /// Stop following a game. Disconnection never stops a clock, nor does this.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Play from this connection, after another one took the seat.
    TakeSeat {
        /// The game.
        game: GameId,
    },
    /// Play a stone or pass; while handicap stones are placed freely, place one.
    Play {
        /// The game.
        game: GameId,
        /// Where.
        vertex: Vertex,
        /// The last event that the client has seen.
        after: u64,
        /// The head after that event.
        head: Head,
        /// Lag that the client claims for this move, ms. What is given back is bounded by the
        /// measured round trip and a quota.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u64>,
    },
    /// Resign (认输), in any phase before the end.
    Resign {
        /// The game.
        game: GameId,
    },
    /// Propose something to the opponent: a pause, counting, an adjournment, going on.
    Propose {
        /// The game.
        game: GameId,
        /// What.
        proposal: Proposal,
        /// With `adjourn`: when the game goes on by itself, RFC 3339 with the offset or the zone, as
        /// `2026-12-01T10:00:00+08:00` or `2026-12-01T10:00:00+08:00[Asia/Shanghai]`; at most a year
        /// ahead, 30 days if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume_at: Option<String>,
        /// The last event that the client has seen.
        after: u64,
        /// The head after that event.
        head: Head,
    },
    /// Answer a proposal; whoever made it may withdraw it with `accept: false`.
    Answer {
        /// The game.
        game: GameId,
        /// Whether it is accepted.
        accept: bool,
        /// The last event that the client has seen: the proposal is this one.
        after: u64,
        /// The head after that event.
        head: Head,
    },
    /// Seal a move (封棋), after an adjournment was agreed on: it is checked as every move is and told
    /// nobody before the game goes on.
    Seal {
        /// The game.
        game: GameId,
        /// Where, or `pass`.
        vertex: Vertex,
        /// The last event that the client has seen.
        after: u64,
        /// The head after that event.
        head: Head,
        /// As with `play`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u64>,
    },
    /// Ask the opponent to let moves be taken back.
    RequestUndo {
        /// The game.
        game: GameId,
        /// How many plies, passes included.
        moves: u32,
        /// The last event that the client has seen.
        after: u64,
        /// The head after that event.
        head: Head,
    },
    /// Answer a request for undo; the asker may withdraw it with `accept: false`.
    AnswerUndo {
        /// The game.
        game: GameId,
        /// Whether the moves are taken back.
        accept: bool,
        /// The last event that the client has seen: the request is this one.
        after: u64,
        /// The head after that event.
        head: Head,
    },
    /// Mark the whole chain on a point dead or alive.
    Mark {
        /// The game.
        game: GameId,
        /// Any stone of the chain.
        vertex: Point,
        /// Dead, or alive.
        dead: bool,
        /// The revision that the client has seen.
        revision: u32,
    },
    /// Accept the marks of a revision. When both have, the game is counted.
    Accept {
        /// The game.
        game: GameId,
        /// The revision.
        revision: u32,
    },
    /// Play on instead of counting. At a final stop both must ask.
    Resume {
        /// The game.
        game: GameId,
    },
    /// Rule as a referee: with that role, or named in the game's settings, and never in a game of
    /// one's own. Nobody may have ruled since what he saw, and for orders about the position that position must
    /// still be there.
    Rule {
        /// The game.
        game: GameId,
        /// What, and why.
        #[serde(flatten)]
        rule: Rule,
    },
    /// Make an offer of a game.
    Offer {
        /// What is offered.
        #[serde(deserialize_with = "wished::terms")]
        terms: Terms,
    },
    /// Withdraw an offer of one's own.
    WithdrawOffer {
        /// The offer.
        offer: OfferId,
    },
    /// Accept an offer: the game is made.
    AcceptOffer {
        /// The offer.
        offer: OfferId,
    },
    /// List the open offers that one may accept, and one's own.
    Offers,
    /// Say a line beside a game. It needs no `join`. Before the end players say to `players`, everybody
    /// else to `spectators`. Sent again with its id it is known among the newest 50 lines of the channel;
    /// after more than these it would be said twice.
    Say {
        /// The game.
        game: GameId,
        /// To whom.
        channel: Channel,
        /// What: 1 to 300 characters, without control, direction and zero-width ones.
        text: String,
    },
    /// Read what was said beside a game, as far as one may: the newest lines, or those after a number. It
    /// needs no `join`; lines that are said from now on come to whoever has joined.
    Talk {
        /// The game.
        game: GameId,
        /// Which channel.
        channel: Channel,
        /// The last line that one has: those after it, the first of them; absent for the newest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// Hear of a tournament from now on, or no more: what changes comes as notices, with the standings.
    FollowTournament {
        /// Which.
        tournament: TournamentId,
        /// From now on, or no more.
        follow: bool,
    },
    /// Hear an account no more, or again: on all connections of one's account, until it is taken back.
    Mute {
        /// Whom.
        account: AccountId,
        /// No more, or again.
        muted: bool,
    },
}

impl Request {
    /// The game that a command is about.
    #[must_use]
    pub const fn game(&self) -> Option<&GameId> {
        match self {
            Self::Join { game, .. }
            | Self::Leave { game }
            | Self::TakeSeat { game }
            | Self::Play { game, .. }
            | Self::Resign { game }
            | Self::Propose { game, .. }
            | Self::Answer { game, .. }
            | Self::Seal { game, .. }
            | Self::RequestUndo { game, .. }
            | Self::AnswerUndo { game, .. }
            | Self::Mark { game, .. }
            | Self::Accept { game, .. }
            | Self::Resume { game }
            | Self::Rule { game, .. }
            | Self::Say { game, .. }
            | Self::Talk { game, .. } => Some(game),
            _ => None,
        }
    }
}

/// Which colour the maker of an offer wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColourChoice {
    /// The maker plays Black.
    Black,
    /// The maker plays White.
    White,
    /// The server draws (猜先).
    #[default]
    Nigiri,
}

impl ColourChoice {
    /// The maker's colour, unless it is drawn.
    #[must_use]
    pub const fn fixed(self) -> Option<Colour> {
        match self {
            Self::Black => Some(Colour::Black),
            Self::White => Some(Colour::White),
            Self::Nigiri => None,
        }
    }
}

/// What is offered. Everything has a default but the size and the time control.
///
/// A field that is not known is refused in an offer: it would be a wish that the server does not
/// fulfil. In what a server sends it is to be ignored, as everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The rules; `chinese` if absent.
    #[serde(default)]
    pub rules: Preset,
    /// Ko setting other than the preset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ko: Option<Ko>,
    /// Suicide setting other than the preset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suicide: Option<Suicide>,
    /// Handicap compensation other than the preset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compensation: Option<Compensation>,
    /// Komi other than the preset's, or than 0 in a game with handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<Komi>,
    /// Handicap stones.
    #[serde(default)]
    pub handicap: u16,
    /// How they are placed.
    #[serde(default)]
    pub placement: Placement,
    /// The time control.
    pub time: TimeControl,
    /// The maker's colour. With a handicap it must be black or white.
    #[serde(default)]
    pub colour: ColourChoice,
    /// Whether undo may be asked for; yes if absent.
    #[serde(default = "yes")]
    pub undo: bool,
    /// How long all pauses together may last, ms, at most four hours; 0 for none. 30 minutes if absent,
    /// none where the clock counts days or there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_budget: Option<u64>,
    /// Who may see the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// The one account that may accept; absent for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<AccountId>,
}

impl Terms {
    /// What an offer that names only board and time stands for.
    #[must_use]
    pub fn new(size: Size, time: TimeControl) -> Self {
        Self {
            size,
            rules: Preset::default(),
            ko: None,
            suicide: None,
            compensation: None,
            komi: None,
            handicap: 0,
            placement: Placement::default(),
            time,
            colour: ColourChoice::default(),
            undo: yes(),
            pause_budget: None,
            visibility: Visibility::default(),
            to: None,
        }
    }
}

const fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_of_board_and_time_alone_is_read_as_it_is_made() {
        let text = r#"{"size": {"width": 9, "height": 9}, "time": {"system": "none"}}"#;
        let made = Terms::new(Size::square(9).unwrap(), TimeControl::None);
        assert_eq!(serde_json::from_str::<Terms>(text).unwrap(), made);
    }
}
