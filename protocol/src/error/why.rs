//! The closed list of causes, where a code has several: what people read is made of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! causes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// The cause of a refusal, where its code has several. The list is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Why {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $name,)+
        }

        impl Why {
            /// Every cause.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The cause on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

causes! {
    // Texts
    /// There is nothing in it that is seen.
    Empty = "empty",
    /// It is too short: `limit`.
    TooShort = "too_short",
    /// It is too long: `limit`.
    TooLong = "too_long",
    /// It has control, direction or zero-width characters, or others that are not seen.
    ControlCharacters = "control_characters",
    // Names
    /// It has something else than letters, digits, `-`, `_` and `.`.
    Symbols = "symbols",
    /// It has too many marks (accents) on one letter.
    Marks = "marks",
    /// It does not begin and end with a letter or a digit.
    Edges = "edges",
    /// It mixes scripts that are easily taken for one another.
    MixedScripts = "mixed_scripts",
    /// It mixes directions of writing.
    MixedDirections = "mixed_directions",
    /// It is reserved for the server or for people in office.
    Reserved = "reserved",
    // Numbers
    /// A number is out of its range: `limit`.
    OutOfRange = "out_of_range",
    // Offers and accounts
    /// Colours are drawn in even games only: with a handicap one colour must be chosen.
    NigiriWithHandicap = "nigiri_with_handicap",
    /// Nobody plays against himself.
    SamePlayer = "same_player",
    /// A side that runs out of time can only lose where the clock has no byo-yomi periods.
    OvertimeWithoutPeriods = "overtime_without_periods",
    /// Nobody mutes himself.
    MutesOneself = "mutes_oneself",
    // Requests
    /// There is no such role.
    UnknownRole = "unknown_role",
    /// Everything is in Redis, whose files are backed up instead.
    StoredInRedis = "stored_in_redis",
    /// The request is none of this version.
    Malformed = "malformed",
    /// The body is no JSON, or has a wrong, missing or unknown field; the message says where.
    Body = "body",
    /// The body is not said to be JSON.
    ContentType = "content_type",
    /// The body did not come in time.
    SlowBody = "slow_body",
    /// A parameter behind the `?` is wrong, missing or unknown.
    Query = "query",
    /// The path does not take this method.
    Method = "method",
    /// None of the subprotocols that were offered is this server's.
    Subprotocol = "subprotocol",
    /// The handshake of the WebSocket is wrong.
    Handshake = "handshake",
    // Tournaments: who may
    /// Only an organiser of the tournament may do that.
    NotAnOrganiser = "not_an_organiser",
    /// Only an organiser or a referee of the tournament may do that.
    NotAnOfficial = "not_an_official",
    /// Nobody rules on himself or on a bout that he plays in.
    OwnBout = "own_bout",
    /// Guests neither take part nor make tournaments.
    Guest = "guest",
    /// Organisers enter people; nobody enters himself.
    EntryClosed = "entry_closed",
    /// One can do that for oneself, or for one's own team, only.
    NotYourself = "not_yourself",
    /// It was entered, and was excluded or has played since: an official readmits it.
    WasEntered = "was_entered",
    /// The account is banned from entering for a time.
    Banned = "banned",
    /// The account is banned from every tournament of the server for a time.
    BannedEverywhere = "banned_everywhere",
    /// That is for those who have an office on the whole server.
    NotOfTheServer = "not_of_the_server",
    // Tournaments: what is asked for is not there
    /// There is no such entry, or it does not take part any more.
    NoEntry = "no_entry",
    /// There is no such member of the team, or he does not play now.
    NoMember = "no_member",
    /// There is no such bout.
    NoBout = "no_bout",
    /// There is no such game in the tournament.
    NoGame = "no_game",
    /// That stage has not begun, or that round is not paired.
    NoStage = "no_stage",
    /// There is none for tournaments of this kind: a bracket for a single elimination only, a table for
    /// rating programs for players only.
    NotOfThisKind = "not_of_this_kind",
    // Tournaments: as one stands
    /// The tournament is before or past the phase in which that is possible.
    WrongPhase = "wrong_phase",
    /// An official has acted since the event that `after` names; `seq` is his.
    ActedSince = "acted_since",
    /// Results or entries changed while the round was being paired: ask again.
    ChangedMeanwhile = "changed_meanwhile",
    /// After the start only name, description, officials, entry limit, timetable, lots and the rounds of a
    /// Swiss change.
    Fixed = "fixed",
    /// The account is entered already.
    Entered = "entered",
    /// Nobody can join before that round any more.
    TooLate = "too_late",
    /// The order of the field is not drawn.
    NotDrawn = "not_drawn",
    /// There are more to play, or more rounds, than the system can take; the message says how many.
    Unfit = "unfit",
    /// There are fewer than two to play.
    TooFew = "too_few",
    /// A round is not complete.
    RoundOpen = "round_open",
    /// No round is paired and waits to begin.
    NothingToBegin = "nothing_to_begin",
    /// The round has begun: its pairings stand.
    RoundBegun = "round_begun",
    /// The round of that game is over: its result can be overturned.
    RoundOver = "round_over",
    /// No round is going on.
    NoRound = "no_round",
    /// The game has a result: it can be overturned.
    HasResult = "has_result",
    /// The stage is over.
    StageOver = "stage_over",
    /// The stage is not over.
    StageNotOver = "stage_not_over",
    /// There is no further stage.
    LastStage = "last_stage",
    /// Everybody has met everybody.
    Exhausted = "exhausted",
    /// Places are shared where it is decided who goes on.
    TiedAtTheCut = "tied_at_the_cut",
    /// A bout of an elimination is no draw.
    NoDraws = "no_draws",
    // Tournaments: what was sent
    /// Its settings do not fit together; the message says how.
    Settings = "settings",
    /// Places cannot be decided so; the message says why.
    Order = "order",
    /// The list of entries has mistakes; the message names their lines and columns.
    EntryList = "entry_list",
    /// The line-up is not possible; the message says why.
    Lineup = "lineup",
    /// The pairing by hand is not possible; the message says why.
    BadPairing = "bad_pairing",
    // Lists of entries
    /// A character could not be decoded.
    Undecodable = "undecodable",
    /// It has other blanks than single spaces between words.
    Blanks = "blanks",
    /// It is no rank.
    NoRank = "no_rank",
    /// It is no account.
    NoAccount = "no_account",
    /// Another has the same.
    Taken = "taken",
    /// Another has the same name, and the same club or none.
    SameName = "same_name",
    /// Another row of the team, or another column of the row, says otherwise.
    Differs = "differs",
    /// It belongs to players and not to teams, or the other way round.
    PlayersAndTeams = "players_and_teams",
    /// The row has more cells than the header.
    Cells = "cells",
    /// No column holds that.
    NoColumn = "no_column",
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
