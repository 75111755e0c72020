//! What waits for one connection to be read: a queue that is bounded in bytes.
//!
//! Many game actors write to one connection and none of them may wait for it. So pushing never
//! blocks: a spectator who does not read loses the events of a game and gets a snapshot when he has
//! read the rest, a player who does not read is closed and comes back. Nothing here does I/O; the
//! connection's task pops what it can write.

use super::lock;
use crate::Metrics;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tengen_protocol::{AccountId, Code, GameId, Notice, limits::OUTGOING_BYTES};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Commands of a connection are not read while more than this waits for it or is promised to it:
/// whoever asks faster than he reads is slowed, not closed.
pub const READ_WHILE_UNDER_BYTES: usize = OUTGOING_BYTES / 2;

/// A line of talk is not sent to a connection for which more than this waits.
const TALK_WHILE_UNDER_BYTES: usize = OUTGOING_BYTES / 4;

/// For whom an event is, if the connection does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// He must see every event: he is closed when he falls behind, and resumes.
    Player,
    /// He is resynchronised.
    Spectator,
}

/// Why a connection is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The reason, which the client is told.
    pub code: Code,
    /// When it may come back, ms.
    pub retry_after: Option<u64>,
}

/// The way to one connection.
pub struct Link {
    id: u64,
    account: Option<AccountId>,
    metrics: Arc<Metrics>,
    queue: Mutex<Queue>,
    wake: Notify,
    /// Measured round trip in ms, plus one; 0 before the first measurement.
    round_trip: AtomicU64,
    ended: AtomicBool,
}

#[derive(Default)]
struct Queue {
    texts: VecDeque<Queued>,
    bytes: usize,
    promised: usize,
    lagging: Vec<Lagging>,
    closing: Option<Closing>,
}

struct Queued {
    game: Option<GameId>,
    text: Utf8Bytes,
}

struct Lagging {
    game: GameId,
    asked: bool,
}

impl Link {
    /// Of a connection; `account` is absent for an anonymous one.
    #[must_use]
    pub fn new(id: u64, account: Option<AccountId>, metrics: Arc<Metrics>) -> Self {
        Self {
            id,
            account,
            metrics,
            queue: Mutex::default(),
            wake: Notify::new(),
            round_trip: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        }
    }

    /// Its number on this node.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Whose connection it is.
    #[must_use]
    pub const fn account(&self) -> Option<&AccountId> {
        self.account.as_ref()
    }

    /// The measured round trip, ms.
    #[must_use]
    pub fn round_trip(&self) -> Option<u64> {
        self.round_trip.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Notes a round trip, ms.
    pub fn set_round_trip(&self, ms: u64) {
        self.round_trip.store(ms.saturating_add(1), Ordering::Relaxed);
    }

    /// The connection has ended: nobody will read what is sent to it.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }

    /// Whether the connection has ended. Whoever keeps the link lets go of it then.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// An event of a game that the connection follows.
    pub fn event(&self, game: &GameId, text: &Utf8Bytes, role: Role) {
        let mut queue = lock(&self.queue);
        if queue.closing.is_some() || queue.lagging.iter().any(|lagging| lagging.game == *game) {
            return;
        }
        if queue.fits(text.len()) {
            queue.push(Some(game.clone()), text.clone());
        } else if role == Role::Player {
            self.metrics.queue_drop("player");
            queue.close(Closing { code: Code::SlowReader, retry_after: None });
        } else {
            self.metrics.queue_drop("spectator");
            queue.drop_game(game);
            queue.lagging.push(Lagging { game: game.clone(), asked: false });
        }
        drop(queue);
        self.wake.notify_one();
    }

    /// An event that is in answer to a `join`: room for it was promised, so it is never dropped.
    pub fn replayed(&self, game: &GameId, text: &Utf8Bytes) {
        self.push(Some(game), text.clone());
    }

    /// Something that was not asked for, about no game in particular.
    pub fn notice(&self, notice: &Notice) {
        if let Some(text) = to_text(notice) {
            self.push(None, text);
        }
    }

    /// A line of talk: while little waits, so that it is never in the way of what a game needs. Whoever
    /// reads too slowly for it is not told of it and can ask.
    pub fn talk(&self, text: &Utf8Bytes) {
        let mut queue = lock(&self.queue);
        if queue.closing.is_some() {
            return;
        }
        if queue.bytes + text.len() > TALK_WHILE_UNDER_BYTES {
            self.metrics.queue_drop("talk");
            return;
        }
        queue.push(None, text.clone());
        drop(queue);
        self.wake.notify_one();
    }

    /// What is told anew when it was not heard: only while little waits; false if it was not taken.
    pub fn passing(&self, text: &Utf8Bytes) -> bool {
        let mut queue = lock(&self.queue);
        if queue.closing.is_some() {
            return true;
        }
        if queue.bytes + text.len() > READ_WHILE_UNDER_BYTES {
            return false;
        }
        queue.push(None, text.clone());
        drop(queue);
        self.wake.notify_one();
        true
    }

    /// A game's newest state, after which events may follow again.
    pub fn resynchronised(&self, game: &GameId, notice: &Notice) {
        let Some(text) = to_text(notice) else { return };
        let mut queue = lock(&self.queue);
        queue.lagging.retain(|lagging| lagging.game != *game);
        drop(queue);
        self.push(Some(game), text);
    }

    /// The connection does not follow the game any more.
    pub fn forget(&self, game: &GameId) {
        lock(&self.queue).lagging.retain(|lagging| lagging.game != *game);
    }

    fn push(&self, game: Option<&GameId>, text: Utf8Bytes) {
        let mut queue = lock(&self.queue);
        if queue.closing.is_some() {
            return;
        }
        queue.put(game, text);
        drop(queue);
        self.wake.notify_one();
    }

    /// The answer to a command. One that was taken before the connection is closed is answered first, unless
    /// the connection is closed because it does not read.
    pub(super) fn answer(&self, text: Utf8Bytes) {
        let mut queue = lock(&self.queue);
        if queue.closing.is_some_and(|closing| closing.code == Code::SlowReader) {
            return;
        }
        queue.put(None, text);
        drop(queue);
        self.wake.notify_one();
    }

    /// Closes the connection once what waits for it is written, and what was promised. The first reason stands.
    pub fn close(&self, code: Code, retry_after: Option<u64>) {
        lock(&self.queue).close(Closing { code, retry_after });
        self.wake.notify_one();
    }

    /// Why it is to be closed, if it is.
    #[must_use]
    pub fn closing(&self) -> Option<Closing> {
        lock(&self.queue).closing
    }

    /// The next text to write.
    #[must_use]
    pub fn pop(&self) -> Option<Utf8Bytes> {
        let mut queue = lock(&self.queue);
        let queued = queue.texts.pop_front()?;
        queue.bytes -= queued.text.len();
        Some(queued.text)
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.queue).texts.is_empty()
    }

    /// Whether every command that was taken is answered and nothing waits.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let queue = lock(&self.queue);
        queue.promised == 0 && queue.texts.is_empty()
    }

    /// Room is promised to an answer.
    pub(super) fn promise(&self, bytes: usize) {
        lock(&self.queue).promised += bytes;
    }

    /// The answer is here, or will never be.
    pub(super) fn promise_kept(&self, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.promised = queue.promised.saturating_sub(bytes);
        drop(queue);
        self.wake.notify_one();
    }

    /// Where the node counts.
    pub(super) const fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Whether the connection should read before it asks for more.
    #[must_use]
    pub fn congested(&self) -> bool {
        let queue = lock(&self.queue);
        queue.bytes + queue.promised > READ_WHILE_UNDER_BYTES
    }

    /// The games whose events were dropped, each once, when everything else has been written.
    #[must_use]
    pub fn to_resynchronise(&self) -> Vec<GameId> {
        let mut queue = lock(&self.queue);
        if !queue.texts.is_empty() {
            return Vec::new();
        }
        let unasked = queue.lagging.iter_mut().filter(|lagging| !lagging.asked);
        unasked
            .map(|lagging| {
                lagging.asked = true;
                lagging.game.clone()
            })
            .collect()
    }

    /// Asking the game for its state did not work: try again at the next opportunity.
    pub fn resynchronise_later(&self, game: &GameId) {
        for lagging in &mut lock(&self.queue).lagging {
            if lagging.game == *game {
                lagging.asked = false;
            }
        }
    }

    /// Waits until something was pushed, answered or closed.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("id", &self.id).field("account", &self.account).finish_non_exhaustive()
    }
}

impl Queue {
    const fn fits(&self, len: usize) -> bool {
        self.bytes + len <= OUTGOING_BYTES
    }

    /// Queues it, or closes a connection for which more waits than may.
    fn put(&mut self, game: Option<&GameId>, text: Utf8Bytes) {
        if self.bytes > OUTGOING_BYTES {
            self.close(Closing { code: Code::SlowReader, retry_after: None });
        } else {
            self.push(game.cloned(), text);
        }
    }

    fn push(&mut self, game: Option<GameId>, text: Utf8Bytes) {
        self.bytes += text.len();
        self.texts.push_back(Queued { game, text });
    }

    fn drop_game(&mut self, game: &GameId) {
        self.texts.retain(|queued| queued.game.as_ref() != Some(game));
        self.bytes = self.texts.iter().map(|queued| queued.text.len()).sum();
    }

    fn close(&mut self, closing: Closing) {
        if self.closing.is_some() {
            return;
        }
        self.closing = Some(closing);
        if closing.code == Code::SlowReader {
            self.texts.clear();
            self.bytes = 0;
        }
    }
}

/// A message as text. The wire types have nothing that JSON cannot say; if one ever had, the
/// operator reads it and the client asks again.
pub(crate) fn to_text<T: serde::Serialize>(message: &T) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message could not be written as JSON");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link() -> Arc<Link> {
        Arc::new(Link::new(1, None, Arc::new(Metrics::new())))
    }

    fn id(text: &str) -> GameId {
        text.parse().unwrap()
    }

    fn event(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    fn drain(link: &Link) -> Vec<Utf8Bytes> {
        std::iter::from_fn(|| link.pop()).collect()
    }

    #[test]
    fn exactly_the_limit_is_queued_for_a_player_and_one_byte_more_closes_him() {
        let link = link();
        link.event(&id("g"), &event(OUTGOING_BYTES), Role::Player);
        assert_eq!(link.closing(), None);
        link.event(&id("g"), &event(1), Role::Player);
        assert_eq!(link.closing().map(|closing| closing.code), Some(Code::SlowReader));
        assert!(link.is_empty(), "what a slow reader did not read is not kept");
    }

    #[test]
    fn a_spectator_loses_one_games_events_and_is_resynchronised_when_he_has_read_the_rest() {
        let link = link();
        link.event(&id("g"), &event(OUTGOING_BYTES - 10), Role::Spectator);
        link.event(&id("other"), &event(10), Role::Spectator);
        link.event(&id("g"), &event(1), Role::Spectator);
        assert!(link.to_resynchronise().is_empty(), "not before the rest is read");
        assert_eq!(drain(&link).len(), 1, "only the other game's event is left");
        assert_eq!(link.to_resynchronise(), [id("g")]);
        assert!(link.to_resynchronise().is_empty(), "asked once");
        link.event(&id("g"), &event(1), Role::Spectator);
        assert!(link.is_empty(), "no event before the snapshot");
        link.resynchronised(&id("g"), &Notice::SeatTaken { game: id("g") });
        link.event(&id("g"), &event(1), Role::Spectator);
        assert_eq!(drain(&link).len(), 2);
        assert_eq!(link.closing(), None);
    }

    #[test]
    fn the_first_reason_to_close_stands() {
        let link = link();
        link.close(Code::Silent, None);
        link.close(Code::GoingAway, Some(1));
        assert_eq!(link.closing().map(|closing| closing.code), Some(Code::Silent));
    }
}
