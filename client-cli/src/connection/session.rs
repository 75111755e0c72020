//! The state of a session with a server, over as many connections as it takes; no input or output.
//!
//! The driver (`mod.rs`) tells it what happened (`opened`, `received`, `closed`, `ask`, `due`), each
//! with the instant, and carries out the [`Effect`]s that it then finds in `poll`. What holds:
//! - a command is told one answer, however often it was sent: until then it is kept and sent again
//!   on each new connection with the same id and the same body, in its old order and after the
//!   answer to `join` of its game;
//! - events of a followed game are told in order and each once; what does not fit (gap, other head,
//!   other board) leads to a new `join` and is not told;
//! - after a rollback the own move that was made for exactly the head that stands is sent again with
//!   its old id; own later moves are told as lost.

use super::backoff;
use crate::game_view::{GameView, Misfit};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    Answer, AnswerOutcome, ClientMessage, Code, CommandId, Done, GameEvent, GameId, Have, Head, Joined, Notice,
    Request, ServerMessage, Snapshot, Vertex, Welcome, WireError,
};

/// Own moves that are remembered for the case of a rollback, in each game.
pub(super) const KEPT_MOVES: usize = 64;

/// Commands that may wait for their answer; more are refused at once.
pub(super) const PENDING: usize = 256;

/// A command that must first be preceded by `join` is tried so often.
const JOIN_TRIES: u32 = 5;

/// Rejoins in a row without a fitting event that are made at once.
const QUICK_REJOINS: u32 = 2;

/// What a session tells its user.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// A connection is open and the server has said hello.
    Connected(Box<Welcome>),
    /// The connection is gone; the next try is after the wait.
    Disconnected {
        /// Why, for people.
        why: String,
        /// When it is tried again.
        retry_in: Duration,
    },
    /// There is news of a followed game.
    Game {
        /// The game.
        game: GameId,
        /// As it stands now.
        view: Arc<GameView>,
        /// What is new.
        news: News,
    },
    /// An event of a kind that this client does not know; the next news is a snapshot.
    Unknown {
        /// The number of the event.
        seq: u64,
        /// The message as it came.
        raw: Arc<str>,
    },
    /// The game cannot be followed.
    NotFollowed {
        /// The game.
        game: GameId,
        /// Why.
        error: WireError,
    },
    /// The answer to a command.
    Answer {
        /// The command.
        id: CommandId,
        /// How it ended.
        result: Result<Done, WireError>,
    },
    /// A game of this account was made.
    Started {
        /// The game.
        game: GameId,
    },
    /// Another connection of this account plays the game now.
    SeatTaken {
        /// The game.
        game: GameId,
    },
    /// Something that a person should know.
    Note(String),
}

/// What is new in a game.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// This event.
    Event {
        /// The message as it came.
        raw: Arc<str>,
        /// The event.
        event: Box<GameEvent>,
    },
    /// The whole game was read again; own moves that the server has lost and that were not sent
    /// again are named.
    Snapshot {
        /// The message as it came.
        raw: Arc<str>,
        /// Own acknowledged moves that are gone.
        lost: Vec<Vertex>,
    },
    /// Nothing: the game stands as it was known.
    UpToDate,
}

/// What the driver must do.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Send this text frame.
    Send(Arc<str>),
    /// Tell the user.
    Tell(Update),
    /// Get a new access token and call `refreshed`.
    FetchToken,
    /// The token was refused: get another one before the next connection, or give up.
    TokenRefused(WireError),
    /// Close, and come back not before the wait.
    Close(Option<Duration>),
    /// Give up: the server will not talk to this client.
    Fatal(WireError),
}

/// What a user may ask.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// Send a command; the answer comes as an update.
    Submit(CommandId, Request),
    /// Follow a game from now on.
    Follow(GameId),
    /// Stop following it.
    Leave(GameId),
}

/// Makes ids of commands: a random prefix for each start, then a number.
#[derive(Debug)]
pub(crate) struct Ids {
    prefix: String,
    next: std::sync::atomic::AtomicU64,
}

impl Ids {
    pub(super) fn new(prefix: String) -> Self {
        Self { prefix, next: 0.into() }
    }

    pub(super) fn next(&self) -> CommandId {
        let n = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{}-{n}", self.prefix).parse().expect("invariant: a short prefix and a number are an id")
    }
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Sending {
    /// To be sent as soon as possible.
    Held,
    /// Sent on this connection.
    Sent,
    /// To be sent again at this instant.
    At(Instant),
}

/// A command that was not answered yet.
#[derive(Debug)]
struct Pending {
    id: CommandId,
    request: Request,
    text: Arc<str>,
    sending: Sending,
    tries: u32,
}

/// An own move that was acknowledged.
#[derive(Debug)]
struct Acknowledged {
    id: CommandId,
    request: Request,
    text: Arc<str>,
    seq: u64,
    made_for: (u64, Head),
    vertex: Vertex,
}

#[derive(Debug, Default)]
struct Followed {
    view: Option<Arc<GameView>>,
    /// The `join` that is on its way.
    join: Option<CommandId>,
    /// Whether the server has answered a `join` on this connection.
    joined: bool,
    /// The next `join` asks for a snapshot.
    fresh: bool,
    /// Events up to this one are repeated and say nothing about the present time.
    replayed_to: u64,
    /// Rejoins since the last event that fitted.
    misfits: u32,
    /// When to `join` again.
    rejoin_at: Option<Instant>,
    moves: VecDeque<Acknowledged>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Session {
    ids: Arc<Ids>,
    games: BTreeMap<GameId, Followed>,
    pending: VecDeque<Pending>,
    effects: VecDeque<Effect>,
    hello: Option<CommandId>,
    refresh: Option<CommandId>,
    ready: bool,
    /// Whether the server has done something for us on this connection.
    progress: bool,
    /// This machine's wall time at the last frame, ms since 1970: for clocks that count days.
    wall_ms: u64,
}

/// What every event says, of whatever kind.
#[derive(Deserialize)]
struct Envelope {
    game: GameId,
    seq: u64,
    #[serde(rename = "event")]
    _event: serde::de::IgnoredAny,
}

impl Session {
    pub(crate) fn new(ids: Arc<Ids>) -> Self {
        Self {
            ids,
            games: BTreeMap::new(),
            pending: VecDeque::new(),
            effects: VecDeque::new(),
            hello: None,
            refresh: None,
            ready: false,
            progress: false,
            wall_ms: 0,
        }
    }

    /// The next thing to do.
    pub(crate) fn poll(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Whether the server has welcomed this connection.
    pub(crate) const fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether the server has done something for us since this was last asked.
    pub(crate) const fn take_progress(&mut self) -> bool {
        std::mem::replace(&mut self.progress, false)
    }

    /// Whether a command or a `join` waits for its answer.
    pub(crate) fn is_waiting(&self) -> bool {
        self.hello.is_some()
            || self.pending.iter().any(|p| p.sending == Sending::Sent)
            || self.games.values().any(|game| game.join.is_some())
    }

    /// A connection is open.
    pub(crate) fn opened(&mut self, token: Option<String>) {
        let client = Some(concat!("tengen/", env!("CARGO_PKG_VERSION")).to_owned());
        let hello = Request::Hello { anonymous: token.is_none(), token, client };
        self.hello = Some(self.send_new(hello));
    }

    /// The connection is gone. Everything that was not answered is kept.
    pub(crate) fn closed(&mut self) {
        self.ready = false;
        self.hello = None;
        self.refresh = None;
        self.effects.retain(|effect| matches!(effect, Effect::Tell(_)));
        for game in self.games.values_mut() {
            game.join = None;
            game.joined = false;
            game.rejoin_at = None;
        }
        for pending in &mut self.pending {
            pending.sending = Sending::Held;
        }
    }

    /// A user asks for something.
    pub(crate) fn ask(&mut self, ask: Ask) {
        match ask {
            Ask::Submit(id, request) => self.submit(id, request),
            Ask::Follow(game) => {
                self.games.entry(game.clone()).or_default();
                self.join(&game);
            }
            Ask::Leave(game) => {
                if self.games.remove(&game).is_some() && self.ready {
                    self.send_new(Request::Leave { game });
                }
            }
        }
    }

    /// A new access token for the open connection.
    pub(crate) fn refreshed(&mut self, token: String) {
        if self.ready {
            self.refresh = Some(self.send_new(Request::Refresh { token }));
        }
    }

    /// When `due` must be called next.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        let commands = self.pending.iter().filter_map(|p| match p.sending {
            Sending::At(at) => Some(at),
            Sending::Held | Sending::Sent => None,
        });
        commands.chain(self.games.values().filter_map(|game| game.rejoin_at)).min()
    }

    /// Does what was put off until now.
    pub(crate) fn due(&mut self, now: Instant) {
        for pending in &mut self.pending {
            if matches!(pending.sending, Sending::At(at) if at <= now) {
                pending.sending = Sending::Held;
            }
        }
        let due = |game: &Followed| game.rejoin_at.is_some_and(|at| at <= now);
        let games: Vec<_> = self.games.iter().filter(|(_, game)| due(game)).map(|(id, _)| id.clone()).collect();
        for game in games {
            self.join(&game);
        }
        self.flush();
    }

    /// A text frame came, when this machine's wall clock stood at `wall_ms`.
    pub(crate) fn received(&mut self, text: &str, now: Instant, wall_ms: u64) {
        self.wall_ms = wall_ms;
        match serde_json::from_str::<ServerMessage>(text) {
            Ok(ServerMessage::Answer(answer)) => self.answered(answer, text, now),
            Ok(ServerMessage::Event(event)) => self.event(*event, text, now),
            Ok(ServerMessage::Notice(notice)) => self.noticed(notice, text, now),
            Err(error) => match serde_json::from_str::<Envelope>(text) {
                Ok(envelope) => self.unknown_event(envelope, text, now),
                Err(_) => self.tell(Update::Note(format!("a message of the server could not be read: {error}"))),
            },
        }
    }

    fn tell(&mut self, update: Update) {
        self.effects.push_back(Effect::Tell(update));
    }

    /// Sends a request that is not repeated on another connection.
    fn send_new(&mut self, request: Request) -> CommandId {
        let id = self.ids.next();
        let text = write(&id, &request);
        self.effects.push_back(Effect::Send(text));
        id
    }

    fn submit(&mut self, id: CommandId, request: Request) {
        if self.pending.len() >= PENDING {
            let error = WireError::new(Code::RateLimited, format!("at most {PENDING} commands may wait for an answer"));
            return self.tell(Update::Answer { id, result: Err(error) });
        }
        let text = write(&id, &request);
        self.pending.push_back(Pending { id, request, text, sending: Sending::Held, tries: 0 });
        self.flush();
    }

    /// Sends what is held and may be sent.
    fn flush(&mut self) {
        if !self.ready {
            return;
        }
        for pending in &mut self.pending {
            let followed = pending.request.game().and_then(|game| self.games.get(game));
            let may = followed.is_none_or(|game| game.joined);
            if pending.sending == Sending::Held && may {
                pending.sending = Sending::Sent;
                self.effects.push_back(Effect::Send(pending.text.clone()));
            }
        }
    }

    fn join(&mut self, game: &GameId) {
        let Some(followed) = self.games.get_mut(game) else { return };
        if !self.ready || followed.join.is_some() {
            return;
        }
        followed.rejoin_at = None;
        let have = match &followed.view {
            Some(view) if !followed.fresh => Some(Have { seq: view.seq, head: view.head }),
            _ => None,
        };
        let id = self.ids.next();
        followed.join = Some(id.clone());
        let text = write(&id, &Request::Join { game: game.clone(), have });
        self.effects.push_back(Effect::Send(text));
    }

    /// Joins again because something did not fit: at once, but not for ever in a tight circle.
    fn rejoin(&mut self, game: &GameId, now: Instant) {
        let Some(followed) = self.games.get_mut(game) else { return };
        followed.misfits = followed.misfits.saturating_add(1);
        match followed.misfits.checked_sub(QUICK_REJOINS + 1) {
            None => self.join(game),
            Some(more) => followed.rejoin_at = followed.rejoin_at.or(Some(now + backoff::bound(more))),
        }
    }

    fn answered(&mut self, answer: Answer, raw: &str, now: Instant) {
        let Some(re) = answer.re else {
            let AnswerOutcome::Error(error) = answer.result else { return };
            return self.tell(Update::Note(format!("the server could not read a message: {error}")));
        };
        let result = match answer.result {
            AnswerOutcome::Ok(done) => Ok(*done),
            AnswerOutcome::Error(error) => Err(*error),
        };
        if self.hello.as_ref() == Some(&re) {
            self.hello = None;
            self.welcomed(result);
        } else if self.refresh.as_ref() == Some(&re) {
            self.refresh = None;
            if let Err(error) = result {
                self.tell(Update::Note(format!("the token could not be renewed: {error}")));
            }
        } else if let Some(game) = self.joining(&re) {
            self.join_answered(&game, result, raw, now);
        } else if let Some(at) = self.pending.iter().position(|p| p.id == re) {
            self.command_answered(at, result, now);
        }
    }

    fn welcomed(&mut self, result: Result<Done, WireError>) {
        match result {
            Ok(Done::Welcome(welcome)) => {
                self.ready = true;
                self.tell(Update::Connected(Box::new(welcome)));
                let games: Vec<_> = self.games.keys().cloned().collect();
                for game in games {
                    self.join(&game);
                }
                self.flush();
            }
            Ok(_) => self.effects.push_back(Effect::Close(None)),
            Err(error) if error.code == Code::Unauthorized => self.effects.push_back(Effect::TokenRefused(error)),
            Err(error) if may_be_repeated(&error) => self.effects.push_back(Effect::Close(wait(&error))),
            Err(error) => self.effects.push_back(Effect::Fatal(error)),
        }
    }

    fn joining(&mut self, re: &CommandId) -> Option<GameId> {
        let (game, followed) = self.games.iter_mut().find(|(_, followed)| followed.join.as_ref() == Some(re))?;
        followed.join = None;
        Some(game.clone())
    }

    fn join_answered(&mut self, game: &GameId, result: Result<Done, WireError>, raw: &str, now: Instant) {
        let joined = match result {
            Ok(Done::Joined(joined)) => joined,
            Ok(_) => return self.rejoin(game, now),
            Err(error) if may_be_repeated(&error) || error.code == Code::Unreadable => {
                return self.join_later(game, &error, now);
            }
            Err(error) => {
                self.games.remove(game);
                return self.tell(Update::NotFollowed { game: game.clone(), error });
            }
        };
        self.progress = true;
        if let Some(followed) = self.games.get_mut(game) {
            followed.joined = true;
        }
        match joined {
            Joined::UpToDate { now: logical, .. } => self.up_to_date(game, logical, now),
            Joined::Events { seq, now: logical, .. } => {
                if let Some(followed) = self.games.get_mut(game) {
                    followed.replayed_to = seq;
                    sync(followed, logical, self.wall_ms, now);
                }
            }
            Joined::Snapshot { now: logical, snapshot } => self.replace(game, *snapshot, logical, raw, now),
            Joined::Rollback { seq, head, now: logical, snapshot } => {
                self.roll_back(game, (seq, head), *snapshot, logical, raw, now);
            }
        }
        self.flush();
    }

    fn join_later(&mut self, game: &GameId, error: &WireError, now: Instant) {
        let Some(followed) = self.games.get_mut(game) else { return };
        followed.misfits = followed.misfits.saturating_add(1);
        let pause = wait(error).unwrap_or_else(|| backoff::bound(followed.misfits));
        followed.rejoin_at = Some(now + pause);
    }

    fn up_to_date(&mut self, game: &GameId, logical: u64, now: Instant) {
        let Some(followed) = self.games.get_mut(game) else { return };
        sync(followed, logical, self.wall_ms, now);
        if let Some(view) = followed.view.clone() {
            self.tell(Update::Game { game: game.clone(), view, news: News::UpToDate });
        }
    }

    /// Puts a snapshot in the place of what was known.
    fn replace(&mut self, game: &GameId, snapshot: Snapshot, logical: u64, raw: &str, now: Instant) {
        self.replace_and_say(game, snapshot, logical, raw, now, Vec::new());
    }

    fn replace_and_say(
        &mut self,
        game: &GameId,
        snapshot: Snapshot,
        logical: u64,
        raw: &str,
        now: Instant,
        lost: Vec<Vertex>,
    ) {
        let Some(followed) = self.games.get_mut(game) else { return };
        let Ok(view) = GameView::of(snapshot, logical, now) else {
            followed.fresh = true;
            return self.rejoin(game, now);
        };
        followed.fresh = false;
        followed.view = Some(Arc::new(view));
        sync(followed, logical, self.wall_ms, now);
        let Some(view) = followed.view.clone() else { return };
        self.tell(Update::Game { game: game.clone(), view, news: News::Snapshot { raw: raw.into(), lost } });
    }

    /// The log ends at `stands` now: sends the own move again that was made for exactly that head.
    fn roll_back(
        &mut self,
        game: &GameId,
        stands: (u64, Head),
        snapshot: Snapshot,
        logical: u64,
        raw: &str,
        now: Instant,
    ) {
        let Some(followed) = self.games.get_mut(game) else { return };
        let mut lost = Vec::new();
        let mut again = None;
        while followed.moves.back().is_some_and(|last| last.seq > stands.0) {
            let Some(last) = followed.moves.pop_back() else { break };
            if last.made_for == stands {
                again = Some(last);
            } else {
                lost.insert(0, last.vertex);
            }
        }
        self.replace_and_say(game, snapshot, logical, raw, now, lost);
        if let Some(Acknowledged { id, request, text, .. }) = again {
            self.pending.push_front(Pending { id, request, text, sending: Sending::Held, tries: 0 });
            self.flush();
        }
    }

    fn command_answered(&mut self, at: usize, result: Result<Done, WireError>, now: Instant) {
        let Some(pending) = self.pending.get_mut(at) else { return };
        if let Err(error) = &result {
            pending.tries = pending.tries.saturating_add(1);
            if may_be_repeated(error) {
                let pause = wait(error).unwrap_or_else(|| backoff::bound(pending.tries));
                pending.sending = Sending::At(now + pause + backoff::jitter(pause / 4));
                return;
            }
            let followed = pending.request.game().and_then(|game| self.games.get_mut(game));
            if let (Code::NotJoined, Some(followed), 0..=JOIN_TRIES) = (error.code, followed, pending.tries) {
                followed.joined = false;
                pending.sending = Sending::Held;
                let game = pending.request.game().cloned();
                return game.iter().for_each(|game| self.join(game));
            }
        }
        let Some(pending) = self.pending.remove(at) else { return };
        self.progress = true;
        let id = pending.id.clone();
        match &result {
            Ok(Done::Committed { seq }) => self.remember(pending, *seq),
            Err(error) if matches!(error.code, Code::Stale | Code::Rollback | Code::NotYourTurn) => {
                // What was seen is not what stands: ask, so that there is always news to decide from.
                pending.request.game().into_iter().for_each(|game| self.rejoin(game, now));
            }
            _ => {}
        }
        self.tell(Update::Answer { id, result });
    }

    /// Keeps an acknowledged move for the case that the server's store loses it.
    fn remember(&mut self, pending: Pending, seq: u64) {
        let Request::Play { game, vertex, after, head, .. } = &pending.request else { return };
        let (made_for, vertex) = ((*after, *head), *vertex);
        let Some(followed) = self.games.get_mut(game) else { return };
        if followed.moves.len() >= KEPT_MOVES {
            followed.moves.pop_front();
        }
        let Pending { id, request, text, .. } = pending;
        followed.moves.push_back(Acknowledged { id, request, text, seq, made_for, vertex });
    }

    fn event(&mut self, event: GameEvent, raw: &str, now: Instant) {
        let game = event.game.clone();
        let Some(followed) = self.games.get_mut(&game) else { return };
        let Some(view) = &followed.view else { return };
        if followed.fresh {
            return;
        }
        match view.after(&event) {
            Ok(mut next) => {
                followed.misfits = 0;
                if event.recorded.seq > followed.replayed_to {
                    next.sync(next.time_of(&event.recorded), now);
                }
                let view = Arc::new(next);
                followed.view = Some(view.clone());
                let news = News::Event { raw: raw.into(), event: Box::new(event) };
                self.tell(Update::Game { game, view, news });
            }
            Err(Misfit::Seen) => {}
            Err(Misfit::Gap | Misfit::Forked) => self.rejoin(&game, now),
            Err(Misfit::BoardDiffers | Misfit::NeedsSnapshot) => {
                followed.fresh = true;
                self.rejoin(&game, now);
            }
        }
    }

    /// An event of a newer server: the game is read again as a whole.
    fn unknown_event(&mut self, envelope: Envelope, raw: &str, now: Instant) {
        let Envelope { game, seq, .. } = envelope;
        let Some(followed) = self.games.get_mut(&game) else { return };
        if followed.view.as_ref().is_none_or(|view| seq <= view.seq) {
            return;
        }
        followed.fresh = true;
        self.tell(Update::Unknown { seq, raw: raw.into() });
        self.rejoin(&game, now);
    }

    fn noticed(&mut self, notice: Notice, raw: &str, now: Instant) {
        match notice {
            Notice::GameStarted { game, .. } => self.tell(Update::Started { game }),
            Notice::SeatTaken { game } => self.tell(Update::SeatTaken { game }),
            Notice::Resync { game, now: logical, snapshot } => self.replace(&game, *snapshot, logical, raw, now),
            Notice::Rollback { game, seq, head, now: logical, snapshot } => {
                self.roll_back(&game, (seq, head), *snapshot, logical, raw, now);
            }
            Notice::TokenExpiring { .. } => self.effects.push_back(Effect::FetchToken),
            Notice::Closing { code, retry_after } => {
                self.tell(Update::Note(format!("the server closes the connection: {}", crate::text::code(code))));
                self.effects.push_back(Effect::Close(retry_after.map(Duration::from_millis)));
            }
        }
    }
}

fn sync(followed: &mut Followed, logical: u64, wall: u64, now: Instant) {
    if let Some(view) = &mut followed.view {
        let time = if view.runs_on_wall_time() { wall } else { logical };
        Arc::make_mut(view).sync(time, now);
    }
}

fn write(id: &CommandId, request: &Request) -> Arc<str> {
    let message = ClientMessage { id: id.clone(), request: request.clone() };
    serde_json::to_string(&message).expect("invariant: a command is plain data and can be written").into()
}

/// Whether the same command with the same id is to be sent again on this connection.
const fn may_be_repeated(error: &WireError) -> bool {
    matches!(error.code, Code::RateLimited | Code::Unavailable | Code::GoingAway)
}

fn wait(error: &WireError) -> Option<Duration> {
    error.retry_after.map(Duration::from_millis)
}

#[cfg(test)]
mod tests;
