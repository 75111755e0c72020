//! Talk beside games: two channels a game, each a log of its own beside the game's.
//!
//! One task a game that is talked about here (`room.rs`) takes what is said and asked and hands lines
//! to whoever may read them. It has no part in the game's task and none in its log: a store that stalls
//! for talk, or a flood of it, holds up no move. What both share is the [`Audience`]: who has joined, and
//! what of the game decides about rights.
//!
//! What must hold: before the end a player reads nothing of the spectators' channel, by account, on
//! whatever way he asks; whether there is anything to read does not show either. An anonymous connection
//! is nobody's, so it counts as a spectator.

mod channel;
mod room;

use super::{Hub, Link, Ticket, busy, lock};
use rustc_hash::FxHashMap;
use std::{
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tengen_core::game::Game;
use tengen_protocol::{
    AccountId, Channel, Code, Done, GameId, Phase, Setup, Sides, Snapshot, Talk, Visibility, WireError,
};
use tokio::sync::{
    Notify,
    mpsc::{self, error::TrySendError},
};

/// What may wait for one room.
const ASKS: usize = 256;

/// What a room can be asked.
pub enum TalkAsk {
    /// Say a line.
    Say {
        /// Who.
        by: AccountId,
        /// To whom.
        channel: Channel,
        /// What; checked already.
        text: String,
        /// The answer.
        ticket: Ticket,
    },
    /// Read what was said.
    List {
        /// Who asks; nobody for an anonymous connection.
        viewer: Option<AccountId>,
        /// Which channel.
        channel: Channel,
        /// The last line that is known.
        after: Option<u64>,
        /// Takes the answer.
        reply: TalkReply,
    },
}

/// Takes the answer to a question.
pub type TalkReply = Box<dyn FnOnce(Result<Talk, WireError>) + Send>;

impl TalkAsk {
    /// A question of a connection.
    #[must_use]
    pub fn list(channel: Channel, after: Option<u64>, ticket: Ticket) -> Self {
        let viewer = ticket.link().account().cloned();
        Self::List { viewer, channel, after, reply: Box::new(move |talk| ticket.answer(talk.map(Done::Talk))) }
    }

    fn refuse(self, error: &WireError) {
        match self {
            Self::Say { ticket, .. } => ticket.answer(Err(error.clone())),
            Self::List { reply, .. } => reply(Err(error.clone())),
        }
    }
}

impl std::fmt::Debug for TalkAsk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TalkAsk").finish_non_exhaustive()
    }
}

/// What talk asks of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// Whether the operator lets it not talk.
    pub silenced: Option<Silenced>,
    /// Whom it does not want to hear.
    pub mutes: std::collections::BTreeSet<AccountId>,
}

/// The operator lets an account not talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silenced {
    /// For how long yet, ms; absent if for good.
    pub left: Option<u64>,
}

/// What of a game decides who may read and say what.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    players: Sides<AccountId>,
    private: bool,
    finished: bool,
}

/// What somebody is to a game that he may see.
#[derive(Clone, Copy, Debug)]
struct Rights {
    player: bool,
    finished: bool,
}

impl Facts {
    fn new(setup: &Setup, phase: Phase) -> Self {
        let private = setup.visibility == Visibility::Private;
        Self { players: setup.players.clone(), private, finished: phase == Phase::Finished }
    }

    pub(super) fn of(game: &Game) -> Self {
        Self::new(game.setup(), game.phase())
    }

    fn of_snapshot(snapshot: &Snapshot) -> Self {
        Self::new(&snapshot.setup, snapshot.phase)
    }

    fn rights(&self, account: Option<&AccountId>) -> Result<Rights, WireError> {
        let player = account.is_some_and(|account| self.players.black == *account || self.players.white == *account);
        if self.private && !player {
            return Err(super::actor::no_such_game());
        }
        Ok(Rights { player, finished: self.finished })
    }
}

/// Who follows a game here: written by the game's task, read by its room.
pub(super) struct Audience {
    game: GameId,
    rooms: Arc<Rooms>,
    here: Mutex<Here>,
    dirty: AtomicBool,
    changed: Notify,
}

#[derive(Default)]
struct Here {
    listeners: FxHashMap<u64, Listener>,
    /// How many of them are players; nobody counts thousands under the lock that the game's task waits for.
    players: usize,
    /// Absent while no fold is loaded.
    facts: Option<Facts>,
    /// Whose word about the facts counts: the newest task's.
    owner: u64,
}

#[derive(Clone)]
struct Listener {
    link: Arc<Link>,
    player: bool,
}

impl Here {
    fn enter(&mut self, link: &Arc<Link>, player: bool) {
        self.leave(link.id());
        self.players += usize::from(player);
        self.listeners.insert(link.id(), Listener { link: Arc::clone(link), player });
    }

    fn leave(&mut self, connection: u64) {
        if let Some(gone) = self.listeners.remove(&connection) {
            self.players -= usize::from(gone.player);
        }
    }

    fn is_finished(&self) -> bool {
        self.facts.as_ref().is_some_and(|facts| facts.finished)
    }

    fn has_readers(&self, channel: Channel) -> bool {
        let some = [(true, self.players), (false, self.listeners.len() - self.players)];
        let finished = self.is_finished();
        some.into_iter().any(|(player, count)| count > 0 && channel.may_read(player, finished))
    }
}

impl Audience {
    fn change<T>(&self, change: impl FnOnce(&mut Here) -> T) -> T {
        let changed = change(&mut lock(&self.here));
        self.dirty.store(true, Ordering::Release);
        self.changed.notify_one();
        changed
    }

    /// A new task of the game; gives its number.
    pub(super) fn begin(&self) -> u64 {
        self.change(|here| {
            here.owner += 1;
            here.facts = None;
            here.owner
        })
    }

    /// The game as that task has it now.
    pub(super) fn set_facts(&self, owner: u64, facts: Option<Facts>) {
        self.change(|here| {
            if here.owner == owner {
                here.facts = facts;
            }
        });
    }

    pub(super) fn enter(&self, link: &Arc<Link>, player: bool) {
        self.change(|here| here.enter(link, player));
    }

    pub(super) fn leave(&self, connection: u64) {
        self.change(|here| here.leave(connection));
    }

    fn facts(&self) -> Option<Facts> {
        lock(&self.here).facts.clone()
    }

    /// Those who may read a channel now.
    fn of(&self, channel: Channel) -> Vec<Arc<Link>> {
        let here = lock(&self.here);
        let finished = here.is_finished();
        let may = here.listeners.values().filter(|listener| channel.may_read(listener.player, finished));
        may.filter(|listener| !listener.link.has_ended()).map(|listener| Arc::clone(&listener.link)).collect()
    }

    fn has_readers(&self, channel: Channel) -> bool {
        lock(&self.here).has_readers(channel)
    }

    /// A room looks at who is here, though none has come or gone.
    fn look(&self) {
        self.change(|_| ());
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        let mut rooms = lock(&self.rooms.open);
        if rooms.get(&self.game).is_some_and(|room| room.audience.strong_count() == 0) {
            rooms.remove(&self.game);
        }
    }
}

/// The rooms of a node.
pub(super) struct Rooms {
    /// How long lines are kept; absent: there is no talk.
    keep: Option<Duration>,
    open: Mutex<FxHashMap<GameId, Room>>,
}

/// The way to one; its entry goes with its audience.
struct Room {
    audience: Weak<Audience>,
    asks: Option<mpsc::Sender<TalkAsk>>,
}

impl Rooms {
    pub(super) fn new(keep: Option<Duration>) -> Arc<Self> {
        Arc::new(Self { keep, open: Mutex::default() })
    }

    /// Who follows a game here.
    pub(super) fn audience(self: &Arc<Self>, game: &GameId) -> Arc<Audience> {
        self.with(game, |_, audience| Arc::clone(audience))
    }

    /// Those that are open.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        lock(&self.open).len()
    }

    /// A room takes nothing any more, as when it has decided to end.
    #[cfg(test)]
    pub(super) fn shut(&self, game: &GameId) {
        if let Some(room) = lock(&self.open).get_mut(game) {
            room.asks = None;
        }
    }

    fn with<T>(self: &Arc<Self>, game: &GameId, take: impl FnOnce(&mut Room, &Arc<Audience>) -> T) -> T {
        let mut open = lock(&self.open);
        let room = open.entry(game.clone()).or_insert_with(|| Room { audience: Weak::new(), asks: None });
        let audience = room.audience.upgrade().unwrap_or_else(|| {
            let audience = Arc::new(Audience {
                game: game.clone(),
                rooms: Arc::clone(self),
                here: Mutex::default(),
                dirty: AtomicBool::new(false),
                changed: Notify::new(),
            });
            room.audience = Arc::downgrade(&audience);
            audience
        });
        let taken = take(room, &audience);
        // the end of an audience takes the lock
        drop(open);
        drop(audience);
        taken
    }
}

impl Hub {
    /// Asks a game's room.
    pub fn talk(&self, game: &GameId, ask: TalkAsk) {
        if self.0.rooms.keep.is_none() {
            return ask.refuse(&WireError::new(Code::TalkOff, "there is no talk on this server"));
        }
        let mut ask = ask;
        // one that is just ending takes nothing any more: the next one is asked then
        for _ in 0..3 {
            match self.room(game).try_send(ask) {
                Ok(()) => return,
                Err(TrySendError::Full(full)) => {
                    self.0.metrics.queue_drop("talk");
                    return full.refuse(&busy("too much is being said"));
                }
                Err(TrySendError::Closed(closed)) => ask = closed,
            }
        }
        ask.refuse(&busy("the talk is being read"));
    }

    /// Somebody has joined who may want to hear.
    pub(super) fn listen(&self, game: &GameId) {
        if self.0.rooms.keep.is_some() {
            drop(self.room(game));
        }
    }

    fn room(&self, game: &GameId) -> mpsc::Sender<TalkAsk> {
        self.0.rooms.with(game, |room, audience| {
            if let Some(asks) = room.asks.as_ref().filter(|asks| !asks.is_closed()) {
                return asks.clone();
            }
            let (asks, asked) = mpsc::channel(ASKS);
            room.asks = Some(asks.clone());
            room::spawn(self, game, Arc::clone(audience), asked);
            asks
        })
    }
}
