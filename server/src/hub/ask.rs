//! What a game's task can be asked, and the way to it.
//!
//! An ask is answered by whoever has it: by the task, or with a refusal by whoever could not hand it
//! on. Look next at `actor.rs` for what becomes of it.

use super::{Link, Ticket, busy, lock};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU8, Ordering},
};
use tengen_core::{game::Command, log::Position};
use tengen_protocol::{AccountId, GameId, Have, Order, Rule, Snapshot, WireError};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, oneshot},
    time::Instant,
};

/// In which order a game takes what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Before everything else.
    Moves,
    /// In the order of asking.
    Requests,
}

/// Moves of one connection that may wait for a game: two players together leave room in the lane, so
/// that neither keeps the other's move out.
const MOVES_WAITING: u8 = 8;

/// Whether a connection follows a game: shared by the connection and the game's task.
#[derive(Debug, Default)]
pub struct Membership {
    state: AtomicU8,
    moves: AtomicU8,
}

/// A move of a connection that waits for the game; when it is dropped the move waits no more.
#[derive(Debug)]
pub struct Waiting(Arc<Membership>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.moves.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Membership {
    const ASKED: u8 = 0;
    const IN: u8 = 1;
    const OUT: u8 = 2;
    const PLAYS: u8 = 3;

    /// The `join` is not answered yet: what follows it must not overtake it.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.state.load(Ordering::Acquire) == Self::ASKED
    }

    /// The `join` was refused, or the game is not followed any more.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.state.load(Ordering::Acquire) == Self::OUT
    }

    /// It plays from here in a game that is not finished.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.state.load(Ordering::Acquire) == Self::PLAYS
    }

    /// A place for one more move; none while as many wait as may.
    #[must_use]
    pub fn move_waits(self: &Arc<Self>) -> Option<Waiting> {
        let more = |waiting| (waiting < MOVES_WAITING).then_some(waiting + 1);
        self.moves.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        Some(Waiting(Arc::clone(self)))
    }

    /// Asks again for a game that is followed: what follows this `join` must not overtake it either.
    pub(crate) fn ask_again(&self) {
        self.state.store(Self::ASKED, Ordering::Release);
    }

    pub(super) fn enter(&self, plays: bool) {
        self.state.store(if plays { Self::PLAYS } else { Self::IN }, Ordering::Release);
    }

    pub(super) fn leave(&self) {
        self.state.store(Self::OUT, Ordering::Release);
    }
}

/// When a command's frame was read, and what is known about its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrived {
    /// Logical time of the game's partition then; unknown before the first reply of the store.
    pub logical: Option<u64>,
    /// The store's wall time then.
    pub wall: Option<u64>,
    /// Lag that the client claims, ms.
    pub claimed_lag: u64,
    /// The connection's measured round trip, ms.
    pub round_trip: Option<u64>,
}

/// What a game's task can be asked.
#[derive(Debug)]
pub enum Ask {
    /// Follow the game.
    Join {
        /// The connection.
        link: Arc<Link>,
        /// Whether it follows.
        member: Arc<Membership>,
        /// What it has already.
        have: Option<Have>,
        /// Whether the account has the role `referee`; the game's task finds out where that matters.
        office: Option<bool>,
        /// The answer.
        ticket: Ticket,
    },
    /// Follow it no more; without a ticket when the connection has ended.
    Leave {
        /// The connection.
        connection: u64,
        /// The answer.
        ticket: Option<Ticket>,
    },
    /// Play from this connection.
    TakeSeat {
        /// The connection.
        connection: u64,
        /// The answer.
        ticket: Ticket,
    },
    /// Judge a player's command.
    Command {
        /// The connection.
        connection: u64,
        /// What.
        command: Command,
        /// When.
        arrived: Arrived,
        /// When the frame was read, for the metrics.
        read_at: Instant,
        /// Its place among the moves that wait, if it is one.
        waiting: Option<Waiting>,
        /// The answer.
        ticket: Ticket,
    },
    /// Judge a referee's order.
    Rule {
        /// The connection.
        connection: u64,
        /// What.
        rule: Box<Rule>,
        /// When.
        arrived: Arrived,
        /// As of a `Join`.
        office: Option<bool>,
        /// The answer.
        ticket: Ticket,
    },
    /// End the game by the authority of the event that it belongs to.
    EndForEvent {
        /// How.
        order: Box<EventOrder>,
        /// When.
        arrived: Arrived,
    },
    /// The connection has read what waited for it and lacks events of this game.
    Resync {
        /// The connection.
        link: Arc<Link>,
        /// The game.
        game: GameId,
    },
    /// Time may act on the game.
    TimeActs {
        /// What allows to load it for that.
        waking: Option<OwnedSemaphorePermit>,
    },
    /// The log ends there in the store.
    Check(Position),
    /// The game as it stands, for HTTP.
    View(oneshot::Sender<Result<View, WireError>>),
}

/// How a game is ended by the event that it belongs to.
#[derive(Debug)]
pub struct EventOrder {
    /// In whose name: the event's.
    pub referee: AccountId,
    /// What.
    pub order: Order,
    /// Whether it is over now.
    pub reply: oneshot::Sender<Result<(), WireError>>,
}

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct View {
    /// Now, by the game's time.
    pub now: u64,
    /// The game.
    pub snapshot: Snapshot,
    /// When the stop began that there is, by the game's time.
    pub stopped: Option<u64>,
}

impl Ask {
    /// Of the command that it came from, if somebody waits for the answer to one.
    pub(super) const fn ticket(&self) -> Option<&Ticket> {
        match self {
            Self::Join { ticket, .. }
            | Self::TakeSeat { ticket, .. }
            | Self::Command { ticket, .. }
            | Self::Rule { ticket, .. } => Some(ticket),
            Self::Leave { ticket, .. } => ticket.as_ref(),
            Self::EndForEvent { .. } | Self::Resync { .. } | Self::TimeActs { .. } | Self::Check(_) | Self::View(_) => {
                None
            }
        }
    }

    /// The connection that asks.
    pub(super) fn connection(&self) -> Option<u64> {
        match self {
            Self::Join { link, .. } | Self::Resync { link, .. } => Some(link.id()),
            Self::Leave { connection, .. }
            | Self::TakeSeat { connection, .. }
            | Self::Command { connection, .. }
            | Self::Rule { connection, .. } => Some(*connection),
            Self::EndForEvent { .. } | Self::TimeActs { .. } | Self::Check(_) | Self::View(_) => None,
        }
    }

    /// The same of an account that has the role, or has not.
    pub(super) fn of_office(mut self, has: bool) -> Self {
        if let Self::Join { office, .. } | Self::Rule { office, .. } = &mut self {
            *office = Some(has);
        }
        self
    }

    /// Answers that it cannot be done.
    pub fn refuse(self, error: &WireError) {
        match self {
            Self::Join { member, ticket, .. } => {
                member.leave();
                ticket.answer(Err(error.clone()));
            }
            Self::TakeSeat { ticket, .. }
            | Self::Command { ticket, .. }
            | Self::Rule { ticket, .. }
            | Self::Leave { ticket: Some(ticket), .. } => {
                ticket.answer(Err(error.clone()));
            }
            Self::View(reply) => {
                // whoever asked may have gone
                let _gone = reply.send(Err(error.clone()));
            }
            Self::EndForEvent { order, .. } => {
                // whoever asked may have gone
                let _gone = order.reply.send(Err(error.clone()));
            }
            Self::Resync { link, game } => link.resynchronise_later(&game),
            Self::Leave { ticket: None, .. } | Self::TimeActs { .. } | Self::Check(_) => {}
        }
    }
}

/// Moves that may wait for one game: two players and their repeats.
const MOVES: usize = 32;

/// Other asks that may wait for one game.
const REQUESTS: usize = 256;

/// The way to a game's task.
#[derive(Clone)]
pub(super) struct Handle {
    moves: mpsc::Sender<Ask>,
    requests: mpsc::Sender<Ask>,
    shared: Arc<Shared>,
}

/// The task's end of it.
pub(super) struct Inbox {
    pub(super) moves: mpsc::Receiver<Ask>,
    pub(super) requests: mpsc::Receiver<Ask>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Where the fold ends; seq 0 while there is none.
    position: Mutex<Position>,
    time_asked: AtomicBool,
}

/// The two ends of the way to a new task.
pub(super) fn way() -> (Handle, Inbox) {
    let (moves, moves_asked) = mpsc::channel(MOVES);
    let (requests, requests_asked) = mpsc::channel(REQUESTS);
    let handle = Handle { moves, requests, shared: Arc::default() };
    let shared = Arc::clone(&handle.shared);
    (handle, Inbox { moves: moves_asked, requests: requests_asked, shared })
}

impl Handle {
    #[expect(clippy::result_large_err, reason = "the ask is given back to be sent elsewhere or refused")]
    pub(super) fn try_send(&self, lane: Lane, ask: Ask) -> Result<(), mpsc::error::TrySendError<Ask>> {
        match lane {
            Lane::Moves => self.moves.try_send(ask),
            Lane::Requests => self.requests.try_send(ask),
        }
    }

    pub(super) async fn send(&self, ask: Ask) -> Result<(), mpsc::error::SendError<Ask>> {
        self.requests.send(ask).await
    }

    pub(super) fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }

    /// Whether it leads to that task.
    pub(super) fn leads_to(&self, inbox: &Inbox) -> bool {
        Arc::ptr_eq(&self.shared, &inbox.shared)
    }

    pub(super) fn position(&self) -> Position {
        *lock(&self.shared.position)
    }

    /// Asks that time acts, unless that is asked already.
    pub(super) fn time_acts(&self, waking: Option<OwnedSemaphorePermit>) {
        let asked = self.shared.time_asked.swap(true, Ordering::AcqRel);
        if !asked && self.requests.try_send(Ask::TimeActs { waking }).is_err() {
            self.shared.time_asked.store(false, Ordering::Release);
        }
    }
}

impl Drop for Inbox {
    /// Whatever ends the task, nobody waits for it in vain.
    fn drop(&mut self) {
        self.moves.close();
        self.requests.close();
        while let Ok(ask) = self.moves.try_recv() {
            ask.refuse(&busy("the game's task has ended"));
        }
        while let Ok(ask) = self.requests.try_recv() {
            ask.refuse(&busy("the game's task has ended"));
        }
    }
}

impl Inbox {
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.requests.is_empty()
    }

    /// Says where the fold ends now.
    pub(super) fn set_position(&self, position: Position) {
        *lock(&self.shared.position) = position;
    }

    /// Time may be asked for again.
    pub(super) fn time_taken(&self) {
        self.shared.time_asked.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metrics, hub::Role};
    use tengen_protocol::{Code, limits::OUTGOING_BYTES};

    #[test]
    fn a_resynchronisation_that_was_refused_is_asked_for_again() {
        let link = Arc::new(Link::new(1, None, Arc::new(Metrics::new())));
        let game: GameId = "g".parse().unwrap();
        link.event(&game, &"x".repeat(OUTGOING_BYTES + 1).into(), Role::Spectator);
        assert_eq!(link.to_resynchronise(), std::slice::from_ref(&game));
        assert!(link.to_resynchronise().is_empty());
        Ask::Resync { link: Arc::clone(&link), game: game.clone() }.refuse(&busy("the game's queue is full"));
        assert_eq!(link.to_resynchronise(), [game]);
    }

    #[test]
    fn what_waits_for_a_task_that_ends_is_refused() {
        let link = Arc::new(Link::new(1, None, Arc::new(Metrics::new())));
        let (handle, inbox) = way();
        let ticket = Ticket::new(&link, Some("a-1".parse().unwrap()), "take_seat", 0);
        handle.try_send(Lane::Moves, Ask::TakeSeat { connection: 1, ticket }).unwrap();
        drop(inbox);
        assert!(link.pop().unwrap().contains(Code::Unavailable.as_str()));
    }
}
