//! One game as a log of events: `decide` judges a command, `apply` folds what was decided.
//!
//! The contract, as in a sans-I/O protocol:
//! - [`Game::decide`] is pure. It gives exactly one event with all its consequences (captures,
//!   clocks, scoring begins, the game ends), what must hold about time when it is appended
//!   ([`Guard`](crate::timing::Guard)) and when time itself may act next ([`Due`]); or a refusal, and nothing has changed.
//! - [`Game::apply`] takes the outcomes from the event and computes none, so a later fix of a clock
//!   or scoring rule changes no game that is read again. It never fails on what `decide` allowed.
//! - Time and ids come as arguments. Whether a move is late is the store's word alone.
//!
//! Look next at `decide.rs` for commands, `referee.rs` for orders of referees, `time.rs` for what time does, `late.rs` for who comes late, `lapse.rs` for what an event makes of refused plays and of overtime, `absence.rs` for time given back, `pause.rs` for pauses and adjournments, `awaits.rs` for what a referee must rule on, `fold.rs` for events,
//! `setup.rs` for how terms become a game. People's names, sockets and stores are not known here.

mod absence;
mod adjourn;
mod awaits;
mod count;
mod decide;
mod fold;
mod lapse;
mod late;
mod pause;
mod referee;
mod setup;
mod snapshot;
#[cfg(test)]
pub(crate) mod tests;
mod time;

pub use absence::{ABSENCE_MOST_MS, Instant};
pub use adjourn::{NONCE_BYTES, NotSealed, SealedMove};
pub use decide::{Arrival, Command, Decision};
pub(crate) use fold::parse;
pub use fold::{Applied, Unreadable};
pub use setup::{ABANDONED_AFTER_MS, ARRIVE_WITHIN_MS, ARRIVE_WITHIN_SLOW_MS, SetupError, check_terms, settle};
pub(crate) use setup::{check_move_limit, check_overtime};
/// Why a command was refused; nothing has changed.
pub use tengen_protocol::WireError as Refusal;

use crate::{
    log,
    rules::Position,
    timing::{Due, Time},
};
use decide::Said;
use rustc_hash::FxHashMap;
use tengen_protocol::{
    AccountId, Clock, Code, Colour, CommandId, Head, Outcome, Phase, Point, Setup, Sides, Start, UndoRequest, limits,
};

/// Lag credit that a side can have at most, and has at the start, ms.
pub const LAG_QUOTA_MS: u64 = 300;

/// What an own move gives back to the quota, ms.
pub const LAG_QUOTA_GAIN_MS: u64 = 100;

/// What is believed beyond the measured round trip, ms: reading, drawing, the client's own queue.
pub const LAG_BEYOND_ROUND_TRIP_MS: u64 = 140;

/// A game, folded from its log.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where the log ends.
    at: log::Position,
    setup: Setup,
    /// Wall time of creation, ms since 1970.
    created_at: u64,
    position: Position,
    phase: Phase,
    arrived: Sides<bool>,
    /// How late each side came, ms, where that costs time.
    late: Sides<u64>,
    handicap_stones: Vec<Point>,
    handicap_left: u16,
    clocks: Option<Sides<Clock>>,
    /// For each ply what its mover's clock was given for it, ms; none for a pass that the server
    /// recorded for him.
    given: Vec<Option<u64>>,
    /// Whose clock runs, or whose turn it would be charged to.
    running: Option<Colour>,
    /// From when the running clock is charged, by the game's time.
    since: u64,
    /// When the turn began, logical and wall time.
    turn_at: absence::Instant,
    /// When each side was last given its absence back, wall time.
    credited_at: Sides<Option<u64>>,
    /// Lag credit left, ms.
    quota: Sides<u64>,
    warnings: Sides<u8>,
    /// Periods that each side was given for one zi each.
    penalties: Sides<u8>,
    undo: Option<Pending>,
    /// In which turn (number of the event that began it) each side last asked for undo.
    asked_undo_in: Sides<u64>,
    requests: Sides<u32>,
    /// Proposals, pauses, adjournments.
    breaks: pause::Breaks,
    /// Stops after which play was resumed by one side alone or by the deadline. An undo does not
    /// change it: it takes back moves, not that somebody has refused to count already.
    resumed_stops: u32,
    /// Plies at which play was resumed, oldest first: passes before the last do not count as
    /// consecutive. Those beyond the position were taken back and are gone.
    resumed_at: Vec<u32>,
    /// As the last resumption said.
    next_stop_final: bool,
    scoring: Option<Marks>,
    /// Changes of marks in the whole game.
    changes_of_marks: u32,
    /// The revision that the marks of the next stop begin with.
    next_revision: u32,
    outcome: Option<Outcome>,
    /// The position that a referee has set up, from which the history goes on.
    start: Option<Start>,
    /// Stones played before that.
    played_before: u32,
    /// Moves made before that.
    moves_before: u32,
    /// A referee has let it go on beyond the limit of moves.
    beyond_limit: bool,
    /// The last ruling; 0 for none.
    ruled_at: u64,
    /// How many there were, warnings among them.
    rulings: u32,
    /// When nobody's clock will act: the no-show deadline, or the end of a game without a clock.
    idle_deadline: u64,
    /// Accepted commands of each player, for repeats.
    commands: FxHashMap<decide::CommandKey, (u64, Said)>,
    /// The last event that changed position, phase or turn ..
    turn_began: u64,
    /// .. and the heads from it on.
    heads: Vec<Head>,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    request: UndoRequest,
    seq: u64,
}

/// Marks during a stop.
#[derive(Clone, Debug)]
struct Marks {
    stop: u32,
    is_final: bool,
    revision: u32,
    dead: Vec<Point>,
    accepted: Sides<bool>,
    resume_asked: Sides<bool>,
    /// By the game's time.
    began: u64,
    deadline: u64,
}

impl Game {
    /// Where the log ends.
    #[must_use]
    pub const fn position(&self) -> log::Position {
        self.at
    }

    /// The settings.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// When it was created, ms since 1970.
    #[must_use]
    pub const fn created_at(&self) -> u64 {
        self.created_at
    }

    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The result, once finished.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whose turn it is; while handicap stones are placed, Black's; while adjourned, whose move is sealed.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        if self.handicap_left > 0 { Colour::Black } else { self.position.to_move() }
    }

    /// The board with its history.
    #[must_use]
    pub const fn board_position(&self) -> &Position {
        &self.position
    }

    /// Handicap stones that stood or were placed before the first move.
    #[must_use]
    pub fn handicap_stones(&self) -> &[Point] {
        &self.handicap_stones
    }

    /// Which side the account plays.
    #[must_use]
    pub fn player(&self, account: &AccountId) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|colour| self.setup.players.of(*colour) == account)
    }

    /// When the stop began in which dead stones are marked, ms, by the game's time.
    #[must_use]
    pub fn stopped_at(&self) -> Option<u64> {
        self.scoring.as_ref().filter(|_| self.phase == Phase::Scoring).map(|marks| marks.began)
    }

    /// Whether this side has come.
    #[must_use]
    pub const fn has_arrived(&self, colour: Colour) -> bool {
        *self.arrived.of(colour)
    }

    /// By which time this game's clocks and deadlines run.
    #[must_use]
    pub const fn time(&self) -> Time {
        setup::time_of(&self.setup.time)
    }

    /// Logical time from which the running clock is charged; absent while none runs by logical time.
    #[must_use]
    pub fn charge_start(&self) -> Option<u64> {
        (self.clocks.is_some() && self.time() == Time::Logical && self.running.is_some()).then_some(self.since)
    }

    /// When time may act next, as the store was told.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        self.due_now()
    }

    /// Whether this command was accepted already, and as which event.
    ///
    /// # Errors
    /// The id was used for another command.
    pub fn repeat(&self, by: Colour, id: &CommandId, command: &Command) -> Option<Result<u64, Refusal>> {
        let (seq, said) = self.commands.get(&decide::command_key(by, id))?;
        Some(if *said == command.said() {
            Ok(*seq)
        } else {
            Err(Refusal::new(
                Code::IdReused,
                format!("id {id} was used for the command of event {seq}; use a new id for each command"),
            ))
        })
    }

    /// At the limit of events only commands that end the game pass.
    const fn is_at_limit(&self) -> bool {
        self.at.seq >= limits::GAME_EVENTS
    }

    /// Consecutive passes since play began or was resumed.
    fn passes(&self) -> u32 {
        let resumed_at = self.resumed_at.last().copied().unwrap_or(0);
        let since_resumed = self.position.ply().saturating_sub(resumed_at);
        self.position.consecutive_passes().min(since_resumed)
    }
}
