//! A followed game: joining it, folding its events in order, and what a rollback means for own moves.
//!
//! An event is told only when it fits what was told before; everything else leads to a new `join`.

use super::{
    Pending, Sending, Session, backoff, may_be_repeated,
    talk::Channels,
    told::{Effect, News, Update},
    wait, write,
};
use crate::{
    game_view::{GameView, Misfit},
    t,
    words::Words,
};
use serde::Deserialize;
use std::{collections::VecDeque, sync::Arc, time::Instant};
use tengen_protocol::{
    Code, CommandId, Done, GameEvent, GameId, Have, Head, Joined, Request, Snapshot, Vertex, WireError,
    limits::HAVE_HEADS,
};

/// Own moves that are remembered for the case of a rollback, in each game.
pub(super) const KEPT_MOVES: usize = 64;

/// Rejoins in a row without a fitting event that are made at once.
const QUICK_REJOINS: u32 = 2;

/// An own move that was acknowledged.
#[derive(Debug)]
pub(super) struct Acknowledged {
    id: CommandId,
    request: Request,
    text: Arc<str>,
    seq: u64,
    made_for: (u64, Head),
    vertex: Vertex,
}

/// A game that the user follows.
#[derive(Debug, Default)]
pub(super) struct Followed {
    pub(super) view: Option<Arc<GameView>>,
    /// The heads before the view's, the newest first: with them the server finds what a loss has left.
    heads: VecDeque<Head>,
    /// The `join` that is on its way.
    pub(super) join: Option<CommandId>,
    /// Whether the server has answered a `join` on this connection.
    pub(super) joined: bool,
    /// The next `join` asks for a snapshot.
    fresh: bool,
    /// Events up to this one are repeated and say nothing about the present time.
    replayed_to: u64,
    /// Rejoins since the last event that fitted.
    misfits: u32,
    /// It was told that the server's answers make no game.
    baffled: bool,
    /// When to `join` again.
    pub(super) rejoin_at: Option<Instant>,
    pub(super) moves: VecDeque<Acknowledged>,
    pub(super) talk: Channels,
}

/// What every event says, of whatever kind.
#[derive(Deserialize)]
pub(super) struct Envelope {
    game: GameId,
    seq: u64,
    #[serde(rename = "event")]
    _event: serde::de::IgnoredAny,
}

impl Session {
    pub(super) fn join(&mut self, game: &GameId) {
        let Some(followed) = self.games.get_mut(game) else { return };
        if !self.ready || followed.join.is_some() {
            return;
        }
        followed.rejoin_at = None;
        let have = match &followed.view {
            Some(view) if !followed.fresh => {
                Some(Have { seq: view.seq, head: view.head, heads: followed.heads.iter().copied().collect() })
            }
            _ => None,
        };
        let id = self.ids.next();
        followed.join = Some(id.clone());
        let text = write(&id, &Request::Join { game: game.clone(), have });
        self.effects.push_back(Effect::Send(text));
    }

    /// Joins again because something did not fit: at once, but not for ever in a tight circle.
    pub(super) fn rejoin(&mut self, game: &GameId, now: Instant) {
        let Some(followed) = self.games.get_mut(game) else { return };
        followed.misfits = followed.misfits.saturating_add(1);
        match followed.misfits.checked_sub(QUICK_REJOINS + 1) {
            None => self.join(game),
            Some(more) => followed.rejoin_at = followed.rejoin_at.or(Some(now + backoff::bound(more))),
        }
    }

    /// Joins again because an answer made no game; says so once, until one does.
    fn not_understood(&mut self, game: &GameId, now: Instant) {
        let Some(followed) = self.games.get_mut(game) else { return };
        if !std::mem::replace(&mut followed.baffled, true) {
            self.note(t!(Words::current(), "connection-no-game", game = game.as_str()));
        }
        self.rejoin(game, now);
    }

    pub(super) fn joining(&mut self, re: &CommandId) -> Option<GameId> {
        let (game, followed) = self.games.iter_mut().find(|(_, followed)| followed.join.as_ref() == Some(re))?;
        followed.join = None;
        Some(game.clone())
    }

    pub(super) fn join_answered(&mut self, game: &GameId, result: Result<Done, WireError>, raw: &str, now: Instant) {
        let joined = match result {
            Ok(Done::Joined(joined)) => joined,
            Ok(_) => return self.not_understood(game, now),
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
        self.ask_talk(game);
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
    pub(super) fn replace(&mut self, game: &GameId, snapshot: Snapshot, logical: u64, raw: &str, now: Instant) {
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
            return self.not_understood(game, now);
        };
        followed.fresh = false;
        followed.baffled = false;
        followed.heads.clear();
        followed.view = Some(Arc::new(view));
        sync(followed, logical, self.wall_ms, now);
        let Some(view) = followed.view.clone() else { return };
        self.tell(Update::Game { game: game.clone(), view, news: News::Snapshot { raw: raw.into(), lost } });
        self.ask_talk(game);
    }

    /// Nothing after `stands` is left: sends the own move again that was made for exactly that head.
    pub(super) fn roll_back(
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

    /// Keeps an acknowledged move for the case that the server's store loses it.
    pub(super) fn remember(&mut self, pending: Pending, seq: u64) {
        let (Request::Play { game, vertex, after, head, .. } | Request::Seal { game, vertex, after, head, .. }) =
            &pending.request
        else {
            return;
        };
        let (made_for, vertex) = ((*after, *head), *vertex);
        let Some(followed) = self.games.get_mut(game) else { return };
        if followed.moves.len() >= KEPT_MOVES {
            followed.moves.pop_front();
        }
        let Pending { id, request, text, .. } = pending;
        followed.moves.push_back(Acknowledged { id, request, text, seq, made_for, vertex });
    }

    pub(super) fn event(&mut self, event: GameEvent, raw: &str, now: Instant) {
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
                followed.heads.truncate(HAVE_HEADS - 1);
                followed.heads.push_front(view.head);
                let view = Arc::new(next);
                followed.view = Some(view.clone());
                let finished = event.recorded.event.outcome().is_some();
                let news = News::Event { raw: raw.into(), event: Box::new(event) };
                self.tell(Update::Game { game: game.clone(), view, news });
                if finished {
                    self.ask_talk(&game);
                }
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
    pub(super) fn unknown_event(&mut self, envelope: Envelope, raw: &str, now: Instant) {
        let Envelope { game, seq, .. } = envelope;
        let Some(followed) = self.games.get_mut(&game) else { return };
        if followed.view.as_ref().is_none_or(|view| seq <= view.seq) {
            return;
        }
        followed.fresh = true;
        self.tell(Update::Unknown { seq, raw: raw.into() });
        self.rejoin(&game, now);
    }
}

fn sync(followed: &mut Followed, logical: u64, wall: u64, now: Instant) {
    if let Some(view) = &mut followed.view {
        let time = if view.runs_on_wall_time() { wall } else { logical };
        Arc::make_mut(view).sync(time, now);
    }
}
