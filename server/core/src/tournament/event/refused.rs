//! Why a tournament refuses a command.

mod wire;

use super::Phase;
use crate::{
    game::SetupError,
    tournament::{NotYet, bout::BadLineup, entries::Problem, standings::BadOrder, system::Unfit},
};
use tengen_protocol::{AccountId, BoutRef, EntryNo, GameId, ParseError, TournamentId};

/// A refusal; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It exists already.
    #[error("this tournament exists already")]
    Exists,
    /// There is no such tournament.
    #[error("no such tournament")]
    Unknown,
    /// Only an organiser may do that.
    #[error("only an organiser of this event may do that")]
    NotAnOrganiser,
    /// Only an organiser or a referee may do that.
    #[error("only an organiser or a referee of this event may do that")]
    NotAnOfficial,
    /// Nobody rules on his own games.
    #[error("this is about yourself, or about your own bout: another official must rule on it")]
    OwnBout,
    /// Not in this phase.
    #[error("not possible while the event is in phase {0:?}")]
    NotNow(Phase),
    /// Somebody else acted since.
    #[error("the event has gone on since {after}: its last ruling is event {acted}; look at it first")]
    Stale {
        /// What was seen.
        after: u64,
        /// What was not.
        acted: u64,
    },
    /// A setting is out of its range.
    #[error("{what}: {given} given, {min} to {max} allowed")]
    OutOfRange {
        /// Which.
        what: &'static str,
        /// What was given.
        given: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// A setting that does not fit the others.
    #[error("{0}")]
    Settings(&'static str),
    /// The terms of the games do not fit.
    #[error(transparent)]
    Terms(#[from] SetupError),
    /// It cannot be changed any more.
    #[error(
        "after the start only name, description, prizes, officials, entry limit, timetable, lots and the rounds of a Swiss may be changed"
    )]
    Fixed,
    /// A text has characters that are not allowed, or none.
    #[error("{what} is empty or has control, direction or zero-width characters")]
    Text {
        /// Which.
        what: &'static str,
    },
    /// Entry is by organisers.
    #[error("organisers enter people to this event; ask one")]
    EntryClosed,
    /// An account enters itself only.
    #[error("you can enter yourself only")]
    NotYourself,
    /// It is entered.
    #[error("account {account} is entered already, as {entry}")]
    Entered {
        /// Who.
        account: AccountId,
        /// As whom.
        entry: EntryNo,
    },
    /// It was, and left: by itself it does not come back.
    #[error("account {account} was entered as {entry}, which was excluded or has played: an official readmits it")]
    WasEntered {
        /// Who.
        account: AccountId,
        /// As whom.
        entry: EntryNo,
    },
    /// Entries that cannot be: by their place in the list that was given.
    #[error("entry {} of the list: {:?} {}", .0.first().map_or(0, |p| p.at) + 1, .0.first().map(|p| p.field), .0.first().map_or(String::new(), |p| p.fault.to_string()))]
    Entries(Vec<Problem>),
    /// There is no room.
    #[error("this event takes {0} entries")]
    Full(u32),
    /// Banned by this event.
    #[error("account {account} may not enter before {until} (ms since 1970)")]
    Banned {
        /// Who.
        account: AccountId,
        /// Until when.
        until: u64,
    },
    /// Banned from every tournament of the server, by this one.
    #[error("account {account} may not enter any tournament before {until} (ms since 1970), by {tournament}")]
    BannedEverywhere {
        /// Who.
        account: AccountId,
        /// Until when.
        until: u64,
        /// Whose officials said so.
        tournament: TournamentId,
    },
    /// It is for those who have an office on the whole server.
    #[error("only whoever has an office on the whole server may do that")]
    NotOfTheServer,
    /// Nobody can join this stage any more.
    #[error(
        "nobody can join any more before round {0}, or not at all: a later stage has begun, or its system has no room"
    )]
    TooLate(u32),
    /// There is no such entry.
    #[error("there is no entry {0}, or it does not take part any more")]
    NoSuchEntry(EntryNo),
    /// There is no such member, or he does not play now.
    #[error("member {member} of {entry} does not play now")]
    NoSuchMember {
        /// The team.
        entry: EntryNo,
        /// Who.
        member: u32,
    },
    /// A line-up that cannot be.
    #[error(transparent)]
    Lineup(#[from] BadLineup),
    /// There is no such bout.
    #[error("there is no bout {0}")]
    NoSuchBout(BoutRef),
    /// There is no such game.
    #[error("there is no game {0} in this event")]
    NoSuchGame(GameId),
    /// Not with a draw that is not there.
    #[error("draw the order first")]
    NotDrawn,
    /// Too few to play.
    #[error("{0} entries: at least 2 are needed")]
    TooFew(usize),
    /// The round before is going on.
    #[error("round {0} is not complete: enter its results, or close it")]
    RoundOpen(u32),
    /// No round is waiting to begin.
    #[error("no round is paired and waits to begin")]
    NothingToBegin,
    /// The round has begun.
    #[error("round {0} has begun: its pairings stand")]
    RoundBegun(u32),
    /// Only in the round that is going on.
    #[error("that round is over: overturn the result instead")]
    RoundOver,
    /// No round is going on.
    #[error("no round is going on")]
    NoRound,
    /// A result is there already.
    #[error("game {0} has a result: overturn it instead")]
    HasResult(GameId),
    /// The pairing was made for another state of the event.
    #[error("results or entries have changed since this round was proposed: propose it again")]
    OldProposal,
    /// The system says that the stage is over.
    #[error("the stage is over: begin the next one, or finish the event")]
    StageOver,
    /// The system says that it is not.
    #[error("the stage is not over: a round is to be paired")]
    StageNotOver,
    /// There is no further stage.
    #[error("there is no further stage: finish the event")]
    LastStage,
    /// The system cannot pair.
    #[error(transparent)]
    NotYet(#[from] NotYet),
    /// More than its system can take.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Places cannot be decided so.
    #[error(transparent)]
    Order(#[from] BadOrder),
    /// A pairing by hand that cannot be.
    #[error("{entry}: {why}")]
    BadPairing {
        /// Who.
        entry: EntryNo,
        /// What is wrong.
        why: &'static str,
    },
    /// Who goes on is not decided.
    #[error("places are shared where {first} go on: name them")]
    TiedAtTheCut {
        /// How many go on.
        first: u32,
        /// Who share the place.
        tied: Vec<EntryNo>,
    },
    /// A result that such a game or bout cannot have.
    #[error("a bout of an elimination is no draw: have it replayed")]
    NoDraws,
    /// A limit of the event.
    #[error("an event has at most {most} {what}")]
    Limit {
        /// Of what.
        what: &'static str,
        /// How many.
        most: usize,
    },
    /// The command id was used for another command.
    #[error("this command id was used for another command: use a new id for each")]
    IdReused,
    /// An id made from the seed is none.
    #[error(transparent)]
    Id(#[from] ParseError),
    /// A command that cannot be written.
    #[error("the command cannot be written: {0}")]
    Unwritable(String),
}
