//! One game's log as this node has it: the fold, the newest events as they go to sockets, and the
//! subscription that brings more.
//!
//! Subscribe, then read, then drop what is known: no gap and no repeat, whatever news are lost or
//! come twice. A log that is not a continuation of the fold makes it be dropped and read anew.

use super::calls::Calls;
use crate::store::{News, StoreError, Stream, Subscription};
use std::collections::VecDeque;
use tengen_core::{
    game::{Game, NotSealed, SealedMove, Unreadable},
    log::Position,
};
use tengen_protocol::{GameId, Have, Head, Recorded, limits::JOIN_EVENTS};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 64;

/// An event as sockets get it: made once.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub(super) seq: u64,
    /// The head before it.
    pub(super) before: Head,
    pub(super) text: Utf8Bytes,
    /// Length of what the wire puts before the stored event.
    front: usize,
}

impl Wire {
    /// The stored event with game and head in front.
    fn new(game: &GameId, seq: u64, before: Head, head: Head, stored: &str) -> Self {
        let front = format!("{{\"game\":\"{game}\",\"head\":\"{head}\",");
        // after the stored event's opening brace
        let text = [front.as_str(), stored.get(1..).unwrap_or_default()].concat();
        Self { seq, before, text: text.into(), front: front.len() }
    }

    fn is(&self, stored: &[u8]) -> bool {
        self.text.as_bytes().get(self.front..) == stored.get(1..)
    }
}

/// Why a log cannot be served.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unserved {
    #[error("there is no such log")]
    Absent,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// What a piece of news was.
pub(super) enum Absorbed {
    /// The next event.
    New(Wire, Box<Recorded>),
    /// Known already.
    Known,
    /// Events in between are missing: read.
    Gap,
    /// Another log than ours, or one that this fold cannot go on with: drop the fold.
    Other(Unreadable),
}

pub(super) struct Journal {
    id: GameId,
    stream: Stream,
    game: Game,
    newest: VecDeque<Wire>,
    news: mpsc::Receiver<News>,
    subscription: Subscription,
}

impl Journal {
    /// Subscribes, reads the whole log and folds it.
    pub(super) async fn open(calls: &Calls, id: &GameId) -> Result<Self, Unserved> {
        let stream = Stream::game(id);
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        let subscription = calls.subscribe(&stream, sender).await?;
        let tail = calls.read(&stream, 0).await?;
        if tail.snapshot.is_some() {
            return Err(Unreadable::Malformed { seq: 1, what: "its first events were compacted away".into() }.into());
        }
        let (first, rest) = tail.events.split_first().ok_or(Unserved::Absent)?;
        let game = Game::load([first])?;
        let mut journal = Self { id: id.clone(), stream, game, newest: VecDeque::new(), news, subscription };
        journal.remember(Head::EMPTY, first)?;
        for stored in rest {
            let before = journal.game.position().head;
            journal.game.apply(stored)?;
            journal.remember(before, stored)?;
        }
        // what follows the last event proves the ones before it; the end proves the last
        let Position { seq, head } = journal.game.position();
        if seq == tail.end.seq && head != tail.end.head {
            let what = format!("its head is {head}, the store's is {}", tail.end.head);
            return Err(Unreadable::Broken { seq, what }.into());
        }
        Ok(journal)
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// See [`Game::show_secret`].
    pub(super) fn show_secret(&mut self, sealed: SealedMove) -> Result<(), NotSealed> {
        self.game.show_secret(sealed)
    }

    pub(super) const fn stream(&self) -> &Stream {
        &self.stream
    }

    pub(super) const fn position(&self) -> Position {
        self.game.position()
    }

    /// The newest events, oldest first.
    pub(super) const fn newest(&self) -> &VecDeque<Wire> {
        &self.newest
    }

    /// The head after an event that is among the newest, or just before them.
    fn head_at(&self, seq: u64) -> Option<Head> {
        let end = self.position();
        if seq == end.seq {
            return Some(end.head);
        }
        self.newest.iter().find(|wire| wire.seq == seq.saturating_add(1)).map(|wire| wire.before)
    }

    /// What somebody has who was sent everything.
    pub(super) fn all(&self) -> Have {
        let Position { seq, head } = self.position();
        Have { seq, head, heads: self.newest.iter().rev().map(|wire| wire.before).collect() }
    }

    /// Where the log parts from what somebody else has: after this event they have none in common. It is
    /// the last one in common as far as his heads and the newest events reach, and rather too early than
    /// too late.
    pub(super) fn parts_from(&self, have: &Have) -> Position {
        let end = self.position();
        let theirs = std::iter::once(&have.head).chain(&have.heads);
        let mut theirs = (0..=have.seq).rev().zip(theirs);
        if let Some((seq, head)) = theirs.find(|(seq, head)| self.head_at(*seq).as_ref() == Some(*head)) {
            return Position { seq, head: *head };
        }
        let told = have.heads.len() as u64 + 1;
        let seq = end.seq.min(have.seq.saturating_sub(told));
        let first = || self.newest.front().map_or(end, |wire| Position { seq: wire.seq - 1, head: wire.before });
        self.head_at(seq).map_or_else(first, |head| Position { seq, head })
    }

    /// The next news. Cancel-safe.
    pub(super) async fn news(&mut self) -> Option<News> {
        self.news.recv().await
    }

    /// Whether the store has ended the subscription: nothing will be heard.
    pub(super) fn is_deaf(&self) -> bool {
        self.news.is_closed() && self.news.is_empty()
    }

    /// Subscribes anew. News were missed in between: read what is lacking.
    pub(super) async fn listen_again(&mut self, calls: &Calls) -> Result<(), StoreError> {
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        self.subscription = calls.subscribe(&self.stream, sender).await?;
        self.news = news;
        Ok(())
    }

    /// News that have come already.
    pub(super) fn news_now(&mut self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// Whether news may have been lost.
    pub(super) fn take_lost(&self) -> bool {
        self.subscription.take_lost()
    }

    fn remember(&mut self, before: Head, stored: &[u8]) -> Result<&Wire, Unreadable> {
        let Position { seq, head } = self.game.position();
        let text = std::str::from_utf8(stored)
            .map_err(|error| Unreadable::Malformed { seq, what: format!("it is not UTF-8: {error}") })?;
        if self.newest.len() == JOIN_EVENTS {
            self.newest.pop_front();
        }
        self.newest.push_back(Wire::new(&self.id, seq, before, head, text));
        self.newest.back().ok_or(Unreadable::Empty)
    }

    /// Folds an event that was committed, by whichever node, if it is the next one.
    pub(super) fn absorb(&mut self, stored: &[u8]) -> Absorbed {
        let position = self.game.position();
        let Some(seq) = seq_of(stored) else {
            return Absorbed::Other(Unreadable::Malformed {
                seq: position.seq + 1,
                what: "it does not begin with its number".into(),
            });
        };
        if seq <= position.seq {
            return match self.newest.iter().find(|wire| wire.seq == seq) {
                Some(wire) if !wire.is(stored) => Absorbed::Other(Unreadable::Broken {
                    seq,
                    what: "another event has this number in the store".into(),
                }),
                _ => Absorbed::Known,
            };
        }
        if seq > position.seq + 1 {
            return Absorbed::Gap;
        }
        let applied = match self.game.apply(stored) {
            Ok(applied) => applied,
            Err(error) => return Absorbed::Other(error),
        };
        match self.remember(position.head, stored) {
            Ok(wire) => Absorbed::New(wire.clone(), Box::new(applied.recorded)),
            Err(error) => Absorbed::Other(error),
        }
    }
}

/// The number of a stored event, which every store puts first.
pub(super) fn seq_of(stored: &[u8]) -> Option<u64> {
    let digits = stored.strip_prefix(br#"{"seq":"#)?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_stands_first() {
        assert_eq!(seq_of(br#"{"seq":42,"t":1}"#), Some(42));
        for bad in [&b""[..], b"{}", b"{\"seq\":", b"{\"seq\":x}", b"{\"t\":1,\"seq\":2}"] {
            assert_eq!(seq_of(bad), None);
        }
    }

    #[test]
    fn an_event_on_the_wire_is_the_stored_one_with_game_and_head_in_front() {
        let id: GameId = "g1".parse().unwrap();
        let wire = Wire::new(&id, 1, Head::EMPTY, Head::from_digest([1; 8]), r#"{"seq":1,"t":0}"#);
        assert_eq!(wire.text.as_str(), r#"{"game":"g1","head":"0101010101010101","seq":1,"t":0}"#);
        assert!(wire.is(br#"{"seq":1,"t":0}"#));
        assert!(!wire.is(br#"{"seq":1,"t":1}"#));
    }
}
