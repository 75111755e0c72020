//! The table of channels: who listens where, and over which connection.
//!
//! A channel is subscribed once however many listen, at the Redis node that holds its partition.
//! Whatever happens to the connection or the partition, the wish stays: it is subscribed again, and
//! then everybody who listens is told that news may have been lost. News is handed over in the task
//! that reads the socket, so nothing here waits for a listener: a full one is marked instead.

use super::nodes::Hint;
use crate::store::{News, StoreError, Subscription};
use redis::{PushInfo, PushKind, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::timeout;

/// Channels that are subscribed in one go.
const BATCH: usize = 100;

/// What the connection knows of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unsent,
    Sent,
    Confirmed,
}

#[derive(Debug)]
struct Listener {
    number: u64,
    news: mpsc::Sender<News>,
    lost: Arc<AtomicBool>,
    ready: Option<oneshot::Sender<()>>,
}

#[derive(Debug)]
struct Channel {
    partition: usize,
    state: State,
    /// It was subscribed before: news may have been lost until it is again.
    again: bool,
    /// The node's own channel, on which it hears itself.
    own: bool,
    /// The connection on which it is subscribed.
    line: u64,
    listeners: Vec<Listener>,
}

impl Channel {
    const fn new(partition: usize, own: bool, line: u64) -> Self {
        Self { partition, state: State::Unsent, again: false, own, line, listeners: Vec::new() }
    }

    const fn wanted(&self) -> bool {
        self.own || !self.listeners.is_empty()
    }

    fn confirm(&mut self) {
        self.state = State::Confirmed;
        for listener in &mut self.listeners {
            if self.again {
                listener.lost.store(true, Ordering::Release);
            }
            if let Some(ready) = listener.ready.take() {
                // a listener that has gone needs no word
                let _ = ready.send(());
            }
        }
        self.again = false;
    }

    fn lose(&mut self) {
        self.again |= self.state != State::Unsent;
        self.state = State::Unsent;
    }

    fn tell(&self, payload: Vec<u8>) {
        let Some(news) = super::message::parse(payload) else {
            tracing::warn!("a message on a stream's channel is none of ours");
            return;
        };
        for listener in &self.listeners {
            if listener.news.try_send(news.clone()).is_err() {
                listener.lost.store(true, Ordering::Release);
            }
        }
    }
}

/// One connection as the table sees it.
#[derive(Debug)]
struct LineState {
    /// Which connection the states of its channels speak of.
    generation: u64,
    /// Channels whose wish may differ from what the connection knows.
    pending: Vec<String>,
    wake: Arc<Notify>,
    /// The newest connection that is of no use. A number and no bell: what was said of an old
    /// connection must not end the new one.
    gone: watch::Sender<u64>,
}

impl LineState {
    fn want(&mut self, name: String) {
        self.pending.push(name);
        self.wake.notify_one();
    }
}

#[derive(Debug, Default)]
struct Table {
    lines: HashMap<u64, LineState>,
    /// By index of partition, the connection to the node that holds it.
    holders: Vec<u64>,
    channels: HashMap<String, Channel>,
    next: u64,
    /// Who waits to hear the node itself, and on which channel.
    heard: HashMap<Vec<u8>, (String, oneshot::Sender<()>)>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Channels {
    table: Mutex<Table>,
    hints: mpsc::Sender<Hint>,
}

/// What to send for a channel.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Subscribe(String),
    Unsubscribe(String),
}

/// A channel on which the node is about to hear itself.
pub(super) struct Ear {
    /// Its index.
    pub(super) partition: usize,
    /// Its name.
    pub(super) channel: String,
    /// Resolves when the word was heard; fails when the channel was lost.
    pub(super) heard: oneshot::Receiver<()>,
    line: u64,
    generation: u64,
}

impl Channels {
    /// With so many partitions, and the node's own channels as index of partition and name.
    pub(super) fn new(partitions: usize, own: Vec<(usize, String)>, hints: mpsc::Sender<Hint>) -> Arc<Self> {
        let channels = own.into_iter().map(|(partition, name)| (name, Channel::new(partition, true, 0))).collect();
        let table = Table { channels, holders: vec![0; partitions], next: 0, ..Table::default() };
        Arc::new(Self { table: Mutex::new(table), hints })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells who keeps the map of nodes.
    pub(super) fn hint(&self, hint: Hint) {
        // full means that it will look anyway
        let _ = self.hints.try_send(hint);
    }

    /// A number for a new connection. None is 0.
    pub(super) fn add_line(&self) -> u64 {
        let mut table = self.table();
        table.next += 1;
        let number = table.next;
        let gone = watch::Sender::new(0);
        table.lines.insert(number, LineState { generation: 0, pending: Vec::new(), wake: Arc::default(), gone });
        number
    }

    pub(super) fn remove_line(&self, line: u64) {
        self.table().lines.remove(&line);
    }

    /// What rings when a connection has wishes.
    pub(super) fn wake_of(&self, line: u64) -> Arc<Notify> {
        self.table().lines.get(&line).map(|line| line.wake.clone()).unwrap_or_default()
    }

    /// These partitions are heard of over this connection from now on.
    pub(super) fn hold(&self, partitions: Range<usize>, line: u64) {
        let mut table = self.table();
        let Table { lines, holders, channels, .. } = &mut *table;
        let mut changed = Vec::new();
        for index in partitions {
            if let Some(holder) = holders.get_mut(index)
                && *holder != line
            {
                *holder = line;
                changed.push(index);
            }
        }
        if changed.is_empty() {
            return;
        }
        let mut lost = Vec::new();
        for (name, channel) in channels.iter_mut().filter(|(_, channel)| changed.contains(&channel.partition)) {
            channel.lose();
            channel.line = line;
            lost.push(name.clone());
        }
        if let Some(line) = lines.get_mut(&line) {
            line.pending.extend(lost.iter().cloned());
            line.wake.notify_one();
        }
        table.heard.retain(|_, (name, _)| !lost.contains(name));
    }

    /// News of this partition may have been lost.
    pub(super) fn doubt(&self, partition: usize) {
        let table = self.table();
        let doubted = table.channels.values().filter(|channel| channel.partition == partition);
        for listener in doubted.flat_map(|channel| &channel.listeners) {
            listener.lost.store(true, Ordering::Release);
        }
    }

    /// A push from a connection.
    pub(super) fn push(&self, line: u64, generation: u64, info: PushInfo) {
        let mut table = self.table();
        if table.lines.get(&line).is_none_or(|line| line.generation != generation) {
            return;
        }
        if info.kind == PushKind::Disconnection {
            end(&table, line, generation);
            return;
        }
        let mut data = info.data.into_iter();
        let Some(Value::BulkString(name)) = data.next() else { return };
        let Ok(name) = String::from_utf8(name) else { return };
        let Table { lines, channels, heard, .. } = &mut *table;
        let Some(channel) = channels.get_mut(&name).filter(|channel| channel.line == line) else { return };
        match (info.kind, data.next()) {
            (PushKind::SMessage, Some(Value::BulkString(word))) if channel.own => {
                if let Some((_, waiting)) = heard.remove(&word) {
                    let _ = waiting.send(());
                }
            }
            (PushKind::SMessage, Some(Value::BulkString(payload))) => channel.tell(payload),
            (PushKind::SSubscribe, _) => channel.confirm(),
            // unasked: its slot went to another node
            (PushKind::SUnsubscribe, _) if channel.state == State::Confirmed => {
                channel.lose();
                heard.retain(|_, (on, _)| *on != name);
                if let Some(line) = lines.get_mut(&line) {
                    line.want(name);
                }
            }
            _ => {}
        }
    }

    /// Waits until the connection of this generation is of no use.
    pub(super) async fn ended(&self, line: u64, generation: u64) {
        let Some(mut gone) = self.table().lines.get(&line).map(|line| line.gone.subscribe()) else { return };
        // a line that was taken away has ended, too
        let _ = gone.wait_for(|newest| *newest >= generation).await;
    }

    /// A new connection knows no channel.
    pub(super) fn begin(&self, line: u64) -> u64 {
        let mut table = self.table();
        let Table { lines, channels, heard, .. } = &mut *table;
        let mut all: Vec<(usize, String)> = Vec::new();
        for (name, channel) in channels.iter_mut().filter(|(_, channel)| channel.line == line) {
            channel.lose();
            all.push((channel.partition, name.clone()));
        }
        heard.retain(|_, (on, _)| channels.get(on).is_some_and(|channel| channel.line != line));
        all.sort_unstable();
        let Some(line) = lines.get_mut(&line) else { return 0 };
        line.generation += 1;
        line.pending = all.into_iter().map(|(_, name)| name).collect();
        line.generation
    }

    /// The next wishes, at most [`BATCH`].
    pub(super) fn wishes(&self, number: u64) -> Vec<Wish> {
        let mut table = self.table();
        let Table { lines, channels, .. } = &mut *table;
        let mut wishes = Vec::new();
        let Some(line) = lines.get_mut(&number) else { return wishes };
        while wishes.len() < BATCH
            && let Some(name) = line.pending.pop()
        {
            let Some(channel) = channels.get_mut(&name).filter(|channel| channel.line == number) else { continue };
            if !channel.wanted() {
                let known = channel.state != State::Unsent;
                channels.remove(&name);
                if known {
                    wishes.push(Wish::Unsubscribe(name));
                }
            } else if channel.state == State::Unsent {
                channel.state = State::Sent;
                wishes.push(Wish::Subscribe(name));
            }
        }
        wishes
    }

    /// Wishes that were refused are wished again, over the connection where they belong now.
    pub(super) fn refused(&self, wishes: Vec<Wish>) {
        let mut table = self.table();
        for wish in wishes {
            if let Wish::Subscribe(name) = wish {
                unsent(&mut table, name);
            }
        }
    }

    /// Subscriptions that were never confirmed are wished again.
    pub(super) fn ask_again(&self, line: u64) {
        let mut table = self.table();
        let sent = table.channels.iter().filter(|(_, channel)| channel.line == line && channel.state == State::Sent);
        let names: Vec<String> = sent.map(|(name, _)| name.clone()).collect();
        for name in names {
            unsent(&mut table, name);
        }
    }

    fn leave(&self, name: &str, number: u64) {
        let mut table = self.table();
        let Table { lines, channels, .. } = &mut *table;
        let Some(channel) = channels.get_mut(name) else { return };
        channel.listeners.retain(|listener| listener.number != number);
        if !channel.wanted() {
            match lines.get_mut(&channel.line) {
                Some(line) => line.want(name.to_owned()),
                None => drop(channels.remove(name)),
            }
        }
    }

    /// Listens from now on: whatever is published after this has returned is told or its loss is.
    pub(super) async fn subscribe(
        self: &Arc<Self>,
        partition: usize,
        channel: String,
        news: mpsc::Sender<News>,
        patience: Duration,
    ) -> Result<Subscription, StoreError> {
        let (ready, confirmed) = oneshot::channel();
        let lost = Arc::new(AtomicBool::new(false));
        let leave = self.listen(partition, channel, news, lost.clone(), ready);
        match timeout(patience, confirmed).await {
            Ok(Ok(())) => Ok(Subscription::new(lost, Box::new(leave))),
            _ => Err(StoreError::Unavailable("Redis did not confirm a subscription in time".into())),
        }
    }

    fn listen(
        self: &Arc<Self>,
        partition: usize,
        name: String,
        news: mpsc::Sender<News>,
        lost: Arc<AtomicBool>,
        ready: oneshot::Sender<()>,
    ) -> Leave {
        let mut table = self.table();
        table.next += 1;
        let number = table.next;
        let Table { lines, channels, holders, .. } = &mut *table;
        let line = holders.get(partition).copied().unwrap_or_default();
        let channel = channels.entry(name.clone()).or_insert_with(|| Channel::new(partition, false, line));
        channel.listeners.push(Listener { number, news, lost, ready: Some(ready) });
        if channel.state == State::Confirmed {
            channel.confirm();
        } else if let Some(line) = lines.get_mut(&channel.line) {
            line.want(name.clone());
        }
        drop(table);
        Leave { channels: self.clone(), channel: name, number }
    }

    /// The connections over which any partition is heard of.
    pub(super) fn lines(&self) -> Vec<u64> {
        let mut lines = self.table().holders.clone();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// A channel of the node's own that this connection has subscribed; the `turn`th, so that all have
    /// theirs. None while none is confirmed.
    pub(super) fn hear(&self, line: u64, turn: usize, word: &[u8]) -> Option<Ear> {
        let mut table = self.table();
        table.heard.retain(|_, (_, waiting)| !waiting.is_closed());
        let generation = table.lines.get(&line)?.generation;
        let own = |channel: &Channel| channel.own && channel.line == line && channel.state == State::Confirmed;
        let mut all: Vec<(usize, &String)> = table
            .channels
            .iter()
            .filter(|(_, channel)| own(channel))
            .map(|(name, own)| (own.partition, name))
            .collect();
        all.sort_unstable();
        let (partition, channel) =
            all.get(turn.checked_rem(all.len())?).map(|(index, name)| (*index, (*name).clone()))?;
        let (heard, hearing) = oneshot::channel();
        table.heard.insert(word.to_vec(), (channel.clone(), heard));
        Some(Ear { partition, channel, heard: hearing, line, generation })
    }

    /// A word was published and this connection did not hear it: it is deaf, whatever it says.
    pub(super) fn deaf(&self, ear: &Ear) {
        end(&self.table(), ear.line, ear.generation);
    }
}

fn end(table: &Table, line: u64, generation: u64) {
    let Some(line) = table.lines.get(&line) else { return };
    line.gone.send_if_modified(|newest| {
        let newer = generation > *newest;
        *newest = generation.max(*newest);
        newer
    });
}

fn unsent(table: &mut Table, name: String) {
    let Some(channel) = table.channels.get_mut(&name) else { return };
    if channel.state == State::Sent {
        channel.state = State::Unsent;
        if let Some(line) = table.lines.get_mut(&channel.line) {
            line.want(name);
        }
    }
}

/// Ends one listener's part when dropped.
struct Leave {
    channels: Arc<Channels>,
    channel: String,
    number: u64,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.channels.leave(&self.channel, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With one connection, number 1.
    fn shared() -> Arc<Channels> {
        let shared = Channels::new(2, Vec::new(), mpsc::channel(1).0);
        assert_eq!(shared.add_line(), 1);
        shared.hold(0..2, 1);
        shared
    }

    fn listener(number: u64) -> (Listener, mpsc::Receiver<News>, oneshot::Receiver<()>, Arc<AtomicBool>) {
        let (news, told) = mpsc::channel(1);
        let (ready, confirmed) = oneshot::channel();
        let lost = Arc::new(AtomicBool::new(false));
        (Listener { number, news, lost: lost.clone(), ready: Some(ready) }, told, confirmed, lost)
    }

    fn add(shared: &Channels, name: &str, listener: Listener) {
        let mut table = shared.table();
        table.channels.entry(name.into()).or_insert_with(|| Channel::new(0, false, 1)).listeners.push(listener);
        table.lines.get_mut(&1).unwrap().pending.push(name.into());
    }

    fn pushed(shared: &Channels, kind: PushKind, name: &str, payload: &[u8]) {
        let data = vec![Value::BulkString(name.into()), Value::BulkString(payload.into())];
        let generation = shared.table().lines[&1].generation;
        shared.push(1, generation, PushInfo { kind, data });
    }

    #[test]
    fn a_channel_is_subscribed_once_and_left_by_the_last() {
        let shared = shared();
        let (first, ..) = listener(1);
        let (second, ..) = listener(2);
        add(&shared, "c", first);
        add(&shared, "c", second);
        assert_eq!(shared.wishes(1), [Wish::Subscribe("c".into())]);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        shared.leave("c", 1);
        assert_eq!(shared.wishes(1), []);
        shared.leave("c", 2);
        assert_eq!(shared.wishes(1), [Wish::Unsubscribe("c".into())]);
        assert!(shared.table().channels.is_empty());
    }

    #[test]
    fn news_is_lost_until_subscribed_again_and_only_then() {
        let shared = shared();
        let (first, _told, mut confirmed, lost) = listener(1);
        add(&shared, "c", first);
        shared.wishes(1);
        assert!(confirmed.try_recv().is_err());
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(confirmed.try_recv().is_ok());
        assert!(!lost.load(Ordering::Acquire));

        let before = shared.table().lines[&1].generation;
        shared.begin(1);
        assert_eq!(shared.wishes(1), [Wish::Subscribe("c".into())]);
        let data = vec![Value::BulkString(b"c".to_vec()), Value::Int(1)];
        shared.push(1, before, PushInfo { kind: PushKind::SSubscribe, data });
        assert!(!lost.load(Ordering::Acquire), "the old connection says nothing about the new one");
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(lost.load(Ordering::Acquire));
    }

    #[test]
    fn an_unasked_unsubscription_is_answered_with_a_subscription() {
        let shared = shared();
        let (first, _told, _confirmed, lost) = listener(1);
        add(&shared, "c", first);
        shared.wishes(1);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        pushed(&shared, PushKind::SUnsubscribe, "c", b"");
        assert_eq!(shared.wishes(1), [Wish::Subscribe("c".into())]);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(lost.load(Ordering::Acquire));
    }

    #[test]
    fn a_full_listener_is_marked_and_holds_up_nobody() {
        let shared = shared();
        let (full, mut told, _confirmed, lost) = listener(1);
        add(&shared, "c", full);
        pushed(&shared, PushKind::SMessage, "c", b"{1}");
        assert!(!lost.load(Ordering::Acquire));
        pushed(&shared, PushKind::SMessage, "c", b"{2}");
        assert!(lost.load(Ordering::Acquire));
        assert!(matches!(told.try_recv(), Ok(News::Event(event)) if event == "{1}"));
    }

    #[test]
    fn wishes_come_in_batches_and_refused_ones_again() {
        let shared = shared();
        for number in 0..=u64::try_from(BATCH).unwrap() {
            let (one, ..) = listener(number);
            add(&shared, &format!("c{number}"), one);
        }
        let wishes = shared.wishes(1);
        assert_eq!(wishes.len(), BATCH);
        assert_eq!(shared.wishes(1).len(), 1);
        shared.refused(wishes);
        assert_eq!(shared.wishes(1).len(), BATCH);
    }

    #[test]
    fn a_partition_that_goes_to_another_node_takes_its_channels_along() {
        let shared = shared();
        let (first, _told, _confirmed, lost) = listener(1);
        add(&shared, "c", first);
        shared.wishes(1);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        let other = shared.add_line();
        shared.hold(1..2, other);
        assert_eq!(shared.wishes(other), [], "the other partition stays");
        shared.hold(0..1, other);
        assert_eq!(shared.wishes(other), [Wish::Subscribe("c".into())]);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(!lost.load(Ordering::Acquire), "the node that had it says nothing about the new one");
        let data = vec![Value::BulkString(b"c".to_vec()), Value::Int(1)];
        shared.push(other, 0, PushInfo { kind: PushKind::SSubscribe, data });
        assert!(lost.load(Ordering::Acquire));
        assert_eq!(shared.wishes(1), []);
    }
}
