//! What a tournament's task can be asked, and the way to it. An ask is answered by whoever has it.

use super::{
    super::{Link, Membership, Ticket, lock},
    bans::Ban,
    wish::Wish,
};
use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, Ordering, fence},
};
use tengen_core::{
    log::Position,
    tournament::event::{Asker, Done, GameEnd, Tournament},
};
use tengen_protocol::{CommandId, GameId, WireError};
use tokio::sync::{mpsc, oneshot};

/// Asks that may wait for one tournament; more wait where they come from.
const QUEUE: usize = 256;

/// What a tournament's task can be asked.
pub(in crate::hub) enum Ask {
    /// It as it stands.
    Get(oneshot::Sender<Result<Arc<Tournament>, WireError>>),
    /// Judge a command; `bans` are those that anybody whom it enters has anywhere.
    Command {
        asker: Asker,
        id: CommandId,
        wish: Arc<Wish>,
        bans: Vec<Ban>,
        reply: oneshot::Sender<Result<Done, WireError>>,
    },
    /// A game has ended, or ended otherwise than was said; the answer is whether the log has it.
    GameEnded { end: GameEnd, reply: oneshot::Sender<bool> },
    /// These games' own logs exist.
    GamesCreated(Vec<GameId>),
    /// Hear of what changes.
    Follow { link: Arc<Link>, member: Arc<Membership>, ticket: Ticket },
    /// Hear of it no more.
    Unfollow { connection: u64, member: Arc<Membership>, ticket: Ticket },
    /// Time may act, or something is left to be done.
    TimeActs,
    /// The log ends there in the store.
    Check(Position),
}

impl Ask {
    pub(super) fn refuse(self, error: &WireError) {
        // whoever asked may have gone
        match self {
            Self::Get(reply) => drop(reply.send(Err(error.clone()))),
            Self::Command { reply, .. } => drop(reply.send(Err(error.clone()))),
            Self::GameEnded { reply, .. } => drop(reply.send(false)),
            Self::Follow { member, ticket, .. } => {
                member.leave();
                ticket.answer(Err(error.clone()));
            }
            Self::Unfollow { ticket, .. } => ticket.answer(Err(error.clone())),
            Self::GamesCreated(_) | Self::TimeActs | Self::Check(_) => {}
        }
    }
}

/// What the task and everybody else share.
#[derive(Default)]
pub(super) struct Shared {
    /// The fold; absent while it is not read. At number 0 there is no such tournament.
    fold: Mutex<Option<Arc<Tournament>>>,
    time_asked: AtomicBool,
    /// Somebody follows it: its task is not unloaded.
    pub(super) followed: AtomicBool,
    /// When it was last asked for, in turns of the node.
    pub(super) used: AtomicU64,
    /// Each ask that is on its way, or being worked on, holds one.
    asked: Arc<()>,
}

/// An ask on its way: its task is busy until this is dropped.
pub(super) struct Busy(#[expect(dead_code, reason = "it is counted")] Arc<()>);

impl Shared {
    /// The fold, to be changed by the task alone.
    pub(super) fn locked(&self) -> MutexGuard<'_, Option<Arc<Tournament>>> {
        lock(&self.fold)
    }

    /// Nobody waits for it, and nobody follows it.
    pub(super) fn is_idle(&self) -> bool {
        let unasked = Arc::strong_count(&self.asked) == 1;
        // what was done while it was busy is seen
        fence(Ordering::Acquire);
        unasked && !self.followed.load(Ordering::Acquire)
    }

    fn busy(&self) -> Busy {
        Busy(Arc::clone(&self.asked))
    }

    /// Time may be asked for again.
    pub(super) fn time_taken(&self) {
        self.time_asked.store(false, Ordering::Release);
    }

    pub(super) fn fold(&self) -> Option<Arc<Tournament>> {
        lock(&self.fold).clone()
    }

    pub(super) fn position(&self) -> Position {
        lock(&self.fold).as_ref().map(|fold| fold.position()).unwrap_or_default()
    }
}

/// The way to a tournament's task.
#[derive(Clone)]
pub(in crate::hub) struct Handle {
    asks: mpsc::Sender<(Ask, Busy)>,
    pub(super) shared: Arc<Shared>,
}

impl Handle {
    /// The two ends of the way to a new task.
    pub(super) fn new() -> (Self, mpsc::Receiver<(Ask, Busy)>) {
        let (asks, asked) = mpsc::channel(QUEUE);
        (Self { asks, shared: Arc::default() }, asked)
    }

    pub(super) fn is_open(&self) -> bool {
        !self.asks.is_closed()
    }

    /// Whether it can be unloaded. Asked where no more of these are handed out, so that it stays so.
    pub(super) fn is_idle(&self) -> bool {
        self.asks.strong_count() == 1 && self.shared.is_idle()
    }

    /// Waits for room; gives the ask back if the task is ending.
    pub(super) async fn send(&self, ask: Ask) -> Result<(), Ask> {
        self.asks.send((ask, self.shared.busy())).await.map_err(|error| error.0.0)
    }

    /// What is asked again soon, if there is room.
    pub(super) fn hint(&self, ask: Ask) {
        // the next look asks again
        let _full = self.asks.try_send((ask, self.shared.busy()));
    }

    /// Asks that time acts, unless that is asked already.
    pub(super) fn time_acts(&self) {
        let asked = self.shared.time_asked.swap(true, Ordering::AcqRel);
        if !asked && self.asks.try_send((Ask::TimeActs, self.shared.busy())).is_err() {
            self.shared.time_asked.store(false, Ordering::Release);
        }
    }
}
