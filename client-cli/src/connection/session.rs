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

mod followed;
mod talk;
mod told;

pub(crate) use told::{Ask, Effect, Ids, News, TournamentNews, Update};

use super::backoff;
use crate::{t, text, words::Words};
use followed::{Envelope, Followed};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    AccountId, Answer, AnswerOutcome, ClientMessage, Code, CommandId, Done, GameId, Notice, Request, ServerMessage,
    WireError,
};

/// Commands that may wait for their answer; more are refused at once.
pub(super) const PENDING: usize = 256;

/// A command that must first be preceded by `join` is tried so often.
const JOIN_TRIES: u32 = 5;

/// No wait is shorter, whatever the server asks for.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);

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
    /// Whom the server has welcomed.
    account: Option<AccountId>,
    /// Whether talk beside games is wanted.
    hears_talk: bool,
    /// There is none on this server.
    talk_off: bool,
    /// This machine's wall time at the last frame, ms since 1970: for clocks that count days.
    wall_ms: u64,
}

impl Session {
    /// `hears_talk`: its user wants to know what is said beside the games that he follows.
    pub(crate) fn new(ids: Arc<Ids>, hears_talk: bool) -> Self {
        Self {
            ids,
            games: BTreeMap::new(),
            pending: VecDeque::new(),
            effects: VecDeque::new(),
            hello: None,
            refresh: None,
            ready: false,
            progress: false,
            account: None,
            hears_talk,
            talk_off: false,
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
            || self.games.values().any(|game| game.join.is_some() || game.talk.is_asked())
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
            game.talk.closed();
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
        let joins = self.games.values().filter_map(|game| game.rejoin_at);
        let talk = self.games.values().filter_map(|game| game.talk.next_due());
        commands.chain(joins).chain(talk).min()
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
        self.talk_due(now);
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
                Err(_) => {
                    self.note(t!(Words::current(), "connection-unreadable", why = text::printable(&error.to_string())))
                }
            },
        }
    }

    fn tell(&mut self, update: Update) {
        self.effects.push_back(Effect::Tell(update));
    }

    fn note(&mut self, text: String) {
        self.tell(Update::Note(text));
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

    fn answered(&mut self, answer: Answer, raw: &str, now: Instant) {
        let Some(re) = answer.re else {
            let AnswerOutcome::Error(error) = answer.result else { return };
            return self.note(t!(Words::current(), "connection-not-understood", why = text::refusal(&error)));
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
                self.note(t!(Words::current(), "token-not-renewed", why = text::refusal(&error)));
            }
        } else if let Some(game) = self.joining(&re) {
            self.join_answered(&game, result, raw, now);
        } else if let Some((game, channel)) = self.asking_talk(&re) {
            self.talk_answered(&game, channel, result, now);
        } else if let Some(at) = self.pending.iter().position(|p| p.id == re) {
            self.command_answered(at, result, now);
        }
    }

    fn welcomed(&mut self, result: Result<Done, WireError>) {
        match result {
            Ok(Done::Welcome(welcome)) => {
                self.ready = true;
                self.talk_off = false;
                self.account.clone_from(&welcome.account);
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

    fn noticed(&mut self, notice: Notice, raw: &str, now: Instant) {
        match notice {
            Notice::GameStarted { game, .. } | Notice::TournamentGame { game, .. } => {
                self.tell(Update::Started { game })
            }
            Notice::SeatTaken { game } => self.tell(Update::SeatTaken { game }),
            Notice::Resync { game, now: logical, snapshot } => self.replace(&game, *snapshot, logical, raw, now),
            Notice::Rollback { game, seq, head, now: logical, snapshot } => {
                self.roll_back(&game, (seq, head), *snapshot, logical, raw, now);
            }
            Notice::Talk { game, channel, line } => self.line(&game, channel, line),
            Notice::Tournament { tournament, phase, standings, .. } => {
                let (standings_changed, raw) = (standings.is_some(), raw.into());
                let news = TournamentNews { tournament, phase, standings_changed, raw };
                self.tell(Update::Tournament(Box::new(news)));
            }
            Notice::TokenExpiring { .. } => self.effects.push_back(Effect::FetchToken),
            Notice::Closing { code, retry_after } => {
                self.note(t!(Words::current(), "connection-closing", why = text::code(code)));
                self.effects.push_back(Effect::Close(retry_after.map(Duration::from_millis)));
            }
        }
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
    error.retry_after.map(Duration::from_millis).map(|asked| asked.max(SHORTEST_WAIT))
}

#[cfg(test)]
mod tests;
