//! What a refused command went beyond, in numbers.

use crate::time::{TimeControlError, TimeSetting};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a refused command went beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// What is limited.
    pub of: Limited,
    /// The least that is allowed, where that is not 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The most that is allowed.
    pub max: u64,
    /// What was given, where the command gave a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<u64>,
}

/// What has a limit. The list is closed. Durations are ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limited {
    /// Main time, ms.
    Main,
    /// Number of byo-yomi periods.
    Periods,
    /// Length of a byo-yomi period, ms.
    Period,
    /// Moves in a Canadian block.
    Stones,
    /// Length of a Canadian block, ms.
    Block,
    /// Fischer increment, ms.
    Increment,
    /// Cap of a Fischer clock, ms.
    Cap,
    /// Allowance for a move of `simple`, ms.
    Simple,
    /// Allowance for a move of `correspondence`, ms.
    Correspondence,
    /// Time of all pauses of a game together, ms.
    Pauses,
    /// When an adjourned game goes on, ms since 1970.
    ResumeAt,
    /// Handicap stones on this board.
    Handicap,
    /// Moves that can be taken back.
    Moves,
    /// Events of a game.
    Events,
    /// Changes of marks in a game.
    Marks,
    /// Requests of a player in a game.
    Requests,
    /// Rulings in a game.
    Rulings,
    /// Open offers of an account.
    OpenOffers,
    /// Open offers of all accounts together.
    AllOffers,
    /// Games in progress of an account.
    Games,
    /// Games followed by a connection.
    Joined,
    /// Lines of a channel of a game.
    Lines,
    /// Accounts that an account mutes.
    Muted,
    /// Characters (code points) of a line of talk.
    LineCharacters,
    /// Characters (graphemes) of a name.
    NameCharacters,
    /// Bytes of a name.
    NameBytes,
    /// Bytes of a password.
    PasswordBytes,
    /// Characters (code points) of the label of a token.
    LabelCharacters,
    /// Days that a named token is good for.
    TokenDays,
    /// Named tokens of an account.
    Tokens,
    /// Connections of an account to one node.
    Sockets,
    /// Stones played in a game so far.
    Played,
    /// Referees named by a game.
    Referees,
    /// Entries of one answer.
    Page,
    /// Entries of a tournament.
    Entries,
    /// Tournaments of an account that are not over.
    OpenTournaments,
    /// Organisers and referees of a tournament together.
    Officials,
    /// Stages of a tournament.
    Stages,
    /// Rounds of a stage.
    Rounds,
    /// Laps of a round robin.
    Laps,
    /// Losses that put out.
    Losses,
    /// Boards of a team match.
    Boards,
    /// How many go on to a stage.
    Qualifiers,
    /// Criteria of an order of places.
    Criteria,
    /// Pause between rounds, ms.
    RoundPause,
    /// Characters (code points) of a text.
    TextCharacters,
    /// Bouts of a tournament.
    Bouts,
    /// Games of a tournament.
    TournamentGames,
    /// Games of one round of a tournament.
    RoundGames,
    /// Games of one bout.
    BoutGames,
    /// Entries of one account in a tournament.
    EntriesEach,
    /// Sanctions of a tournament.
    Sanctions,
    /// Another number of a tournament.
    OfTournament,
    /// Moves after which a game stops for a referee.
    MoveLimit,
}

impl From<TimeSetting> for Limited {
    fn from(setting: TimeSetting) -> Self {
        match setting {
            TimeSetting::Main => Self::Main,
            TimeSetting::Periods => Self::Periods,
            TimeSetting::Period => Self::Period,
            TimeSetting::Stones => Self::Stones,
            TimeSetting::Block => Self::Block,
            TimeSetting::Increment => Self::Increment,
            TimeSetting::Cap => Self::Cap,
            TimeSetting::Simple => Self::Simple,
            TimeSetting::Correspondence => Self::Correspondence,
        }
    }
}

impl Limit {
    /// A number that the server counts itself.
    #[must_use]
    pub const fn most(of: Limited, max: u64) -> Self {
        Self { of, min: None, max, given: None }
    }

    /// A number that the command gave.
    #[must_use]
    pub const fn range(of: Limited, min: u64, max: u64, given: u64) -> Self {
        Self { of, min: Some(min), max, given: Some(given) }
    }

    /// The limit that a time control breaks, where it is a number out of its range.
    #[must_use]
    pub fn of_time(error: &TimeControlError) -> Option<Self> {
        match *error {
            TimeControlError::Limit { setting, given, min, max } => Some(Self::range(setting.into(), min, max, given)),
            _ => None,
        }
    }
}
