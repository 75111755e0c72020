//! One subscribing connection for all streams of this node.
//!
//! A channel is subscribed once however many listen. Whatever happens to the connection, the wish
//! stays: it is subscribed again, and then everybody who listens is told that news may have been
//! lost. News is handed over in the task that reads the socket, so nothing here waits for a
//! listener: a full one is marked instead.

use super::target::{Backoff, Target};
use crate::store::{News, Seat, StoreError, Subscription};
use bytes::Bytes;
use redis::aio::{MultiplexedConnection, SendError};
use redis::{PushInfo, PushKind, RedisError, Value};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tengen_protocol::Colour;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

/// Channels that are subscribed in one go.
const BATCH: usize = 100;

/// A connection on which nothing was asked for so long is asked whether it is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A connection that lived for so long begins with short waits when it is lost.
const SETTLED: Duration = Duration::from_secs(5);

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
    listeners: Vec<Listener>,
}

impl Channel {
    const fn new(partition: usize, own: bool) -> Self {
        Self { partition, state: State::Unsent, again: false, own, listeners: Vec::new() }
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
        let Some(news) = parse(payload) else {
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

#[derive(Debug, Default)]
struct Table {
    /// Which connection the states speak of.
    generation: u64,
    channels: HashMap<String, Channel>,
    /// Channels whose wish may differ from what the connection knows.
    pending: Vec<String>,
    next: u64,
    /// Who waits to hear the node itself.
    heard: HashMap<Vec<u8>, oneshot::Sender<()>>,
}

#[derive(Debug)]
struct Shared {
    table: Mutex<Table>,
    wake: Notify,
    /// The newest connection that is of no use. A number and no bell: what was said of an old
    /// connection must not end the new one.
    gone: watch::Sender<u64>,
    own: String,
}

/// What to send for a channel.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Subscribe(String),
    Unsubscribe(String),
}

impl Shared {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A push from the connection of this generation.
    fn push(&self, generation: u64, info: PushInfo) {
        let mut table = self.table();
        if table.generation != generation {
            return;
        }
        if info.kind == PushKind::Disconnection {
            drop(table);
            self.end(generation);
            return;
        }
        let mut data = info.data.into_iter();
        let Some(Value::BulkString(name)) = data.next() else { return };
        if info.kind == PushKind::SMessage && name == self.own.as_bytes() {
            if let Some(Value::BulkString(word)) = data.next()
                && let Some(heard) = table.heard.remove(&word)
            {
                let _ = heard.send(());
            }
            return;
        }
        let Ok(name) = String::from_utf8(name) else { return };
        let Some(channel) = table.channels.get_mut(&name) else { return };
        match (info.kind, data.next()) {
            (PushKind::SMessage, Some(Value::BulkString(payload))) => channel.tell(payload),
            (PushKind::SSubscribe, _) => channel.confirm(),
            // unasked: its slot went to another node
            (PushKind::SUnsubscribe, _) if channel.state == State::Confirmed => {
                channel.lose();
                table.pending.push(name);
                drop(table);
                self.wake.notify_one();
            }
            _ => {}
        }
    }

    /// The connection of this generation is of no use.
    fn end(&self, generation: u64) {
        self.gone.send_if_modified(|newest| {
            let newer = generation > *newest;
            *newest = generation.max(*newest);
            newer
        });
    }

    /// Waits until it is.
    async fn ended(&self, generation: u64) {
        // the sender lives as long as this
        let _ = self.gone.subscribe().wait_for(|newest| *newest >= generation).await;
    }

    /// A new connection knows no channel.
    fn begin(&self) -> u64 {
        let mut table = self.table();
        table.generation += 1;
        let mut all: Vec<(usize, String)> = Vec::with_capacity(table.channels.len());
        for (name, channel) in &mut table.channels {
            channel.lose();
            all.push((channel.partition, name.clone()));
        }
        all.sort_unstable();
        table.pending = all.into_iter().map(|(_, name)| name).collect();
        table.generation
    }

    /// The next wishes, at most [`BATCH`].
    fn wishes(&self) -> Vec<Wish> {
        let mut table = self.table();
        let mut wishes = Vec::new();
        while wishes.len() < BATCH
            && let Some(name) = table.pending.pop()
        {
            let Some(channel) = table.channels.get_mut(&name) else { continue };
            if !channel.wanted() {
                let known = channel.state != State::Unsent;
                table.channels.remove(&name);
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

    /// Wishes that were refused are wished again.
    fn refused(&self, wishes: Vec<Wish>) {
        let mut table = self.table();
        for wish in wishes {
            if let Wish::Subscribe(name) = wish
                && let Some(channel) = table.channels.get_mut(&name)
                && channel.state == State::Sent
            {
                channel.state = State::Unsent;
                table.pending.push(name);
            }
        }
    }

    fn leave(&self, name: &str, number: u64) {
        let mut table = self.table();
        let Some(channel) = table.channels.get_mut(name) else { return };
        channel.listeners.retain(|listener| listener.number != number);
        if !channel.wanted() {
            table.pending.push(name.to_owned());
            drop(table);
            self.wake.notify_one();
        }
    }
}

/// Ends one listener's part when dropped.
struct Leave {
    shared: Arc<Shared>,
    channel: String,
    number: u64,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.shared.leave(&self.channel, self.number);
    }
}

/// See the module.
pub(super) struct Subscriber {
    shared: Arc<Shared>,
    target: Arc<Target>,
    worker: AbortOnDropHandle<()>,
}

impl Subscriber {
    /// Connects and keeps connected until dropped. `own` is a channel of this node alone, of the
    /// partition with that index.
    pub(super) async fn open(target: Arc<Target>, own: (usize, String)) -> Result<Self, StoreError> {
        let (partition, own) = own;
        let channels = HashMap::from([(own.clone(), Channel::new(partition, true))]);
        let table = Mutex::new(Table { channels, ..Table::default() });
        let shared = Arc::new(Shared { table, wake: Notify::new(), gone: watch::Sender::new(0), own });
        let first = connect(&target, &shared).await?;
        let worker = AbortOnDropHandle::new(tokio::spawn(keep(target.clone(), shared.clone(), first)));
        Ok(Self { shared, target, worker })
    }

    /// Closes it for good.
    pub(super) fn close(&self) {
        self.worker.abort();
    }

    /// Listens from now on: whatever is published after this has returned is told or its loss is.
    pub(super) async fn subscribe(
        &self,
        partition: usize,
        channel: String,
        news: mpsc::Sender<News>,
    ) -> Result<Subscription, StoreError> {
        let (ready, confirmed) = oneshot::channel();
        let lost = Arc::new(AtomicBool::new(false));
        let leave = self.listen(partition, channel, news, lost.clone(), ready);
        match timeout(self.target.options.response_timeout, confirmed).await {
            Ok(Ok(())) => Ok(Subscription::new(lost, Box::new(leave))),
            _ => Err(StoreError::Unavailable("Redis did not confirm a subscription in time".into())),
        }
    }

    fn listen(
        &self,
        partition: usize,
        name: String,
        news: mpsc::Sender<News>,
        lost: Arc<AtomicBool>,
        ready: oneshot::Sender<()>,
    ) -> Leave {
        let mut table = self.shared.table();
        table.next += 1;
        let number = table.next;
        let channel = table.channels.entry(name.clone()).or_insert_with(|| Channel::new(partition, false));
        channel.listeners.push(Listener { number, news, lost, ready: Some(ready) });
        if channel.state == State::Confirmed {
            channel.confirm();
        } else {
            table.pending.push(name.clone());
            self.shared.wake.notify_one();
        }
        drop(table);
        Leave { shared: self.shared.clone(), channel: name, number }
    }

    /// The channel on which the node hears itself.
    pub(super) fn own_channel(&self) -> &str {
        &self.shared.own
    }

    /// Resolves when this word was heard on the node's own channel; and the connection that should
    /// hear it.
    pub(super) fn hear(&self, word: Vec<u8>) -> (oneshot::Receiver<()>, u64) {
        let (heard, hearing) = oneshot::channel();
        let mut table = self.shared.table();
        table.heard.retain(|_, waiting| !waiting.is_closed());
        table.heard.insert(word, heard);
        (hearing, table.generation)
    }

    /// A word was published and this connection did not hear it: it is deaf, whatever it says.
    pub(super) fn deaf(&self, generation: u64) {
        self.shared.end(generation);
    }
}

async fn connect(target: &Target, shared: &Arc<Shared>) -> Result<(MultiplexedConnection, u64), StoreError> {
    let generation = shared.begin();
    let pushed = shared.clone();
    let push = move |info: PushInfo| -> Result<(), SendError> {
        pushed.push(generation, info);
        Ok(())
    };
    target.connect(push).await.map(|(connection, _)| (connection, generation))
}

async fn keep(target: Arc<Target>, shared: Arc<Shared>, first: (MultiplexedConnection, u64)) {
    let address = target.address.as_str();
    let mut backoff = Backoff::default();
    let mut connection = Some(first);
    loop {
        if let Some((connection, generation)) = connection.take() {
            let since = Instant::now();
            serve(&shared, connection, generation).await;
            tracing::warn!(redis.address = address, redis.link = "news", "lost the connection to Redis");
            if since.elapsed() >= SETTLED {
                backoff = Backoff::default();
            }
        }
        sleep(backoff.next()).await;
        match connect(&target, &shared).await {
            Ok(made) => {
                tracing::info!(redis.address = address, redis.link = "news", "connected to Redis again");
                connection = Some(made);
            }
            Err(error) => tracing::debug!(redis.link = "news", "still no connection to Redis: {error}"),
        }
    }
}

/// Keeps the connection's subscriptions as wished until it is of no use.
async fn serve(shared: &Shared, mut connection: MultiplexedConnection, generation: u64) {
    let mut refusals = Backoff::default();
    loop {
        let wishes = shared.wishes();
        let answer = if wishes.is_empty() {
            tokio::select! {
                () = shared.wake.notified() => continue,
                () = shared.ended(generation) => return,
                () = sleep(HEARTBEAT) => redis::cmd("PING").query_async::<()>(&mut connection).await,
            }
        } else {
            send(&wishes, &mut connection).await
        };
        let Err(error) = answer else {
            refusals = Backoff::default();
            continue;
        };
        if super::error::refusal(&error).is_none() {
            return;
        }
        tracing::warn!(redis.link = "news", "Redis refuses a subscription: {error}");
        shared.refused(wishes);
        sleep(refusals.next()).await;
    }
}

/// One command a channel: one answer each, and a cluster takes each where it belongs.
async fn send(wishes: &[Wish], connection: &mut MultiplexedConnection) -> Result<(), RedisError> {
    let mut pipeline = redis::pipe();
    for wish in wishes {
        let (command, name) = match wish {
            Wish::Subscribe(name) => ("SSUBSCRIBE", name),
            Wish::Unsubscribe(name) => ("SUNSUBSCRIBE", name),
        };
        pipeline.cmd(command).arg(name).ignore();
    }
    pipeline.query_async(connection).await
}

/// The name of a side in keys and messages.
pub(super) const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "b",
        Colour::White => "w",
    }
}

/// A seat as stored: `connection:node`.
pub(super) fn seat_text(seat: &Seat) -> String {
    format!("{}:{}", seat.connection, seat.node)
}

/// Reads [`seat_text`].
pub(super) fn parse_seat(text: &[u8]) -> Option<Seat> {
    let (connection, node) = std::str::from_utf8(text).ok()?.split_once(':')?;
    Some(Seat { node: node.into(), connection: connection.parse().ok()? })
}

/// The message that a seat was taken. A stored event begins with `{`, so they cannot be confused.
pub(super) fn seat_news(colour: Colour, seat: &Seat) -> String {
    format!("s{}{}", side(colour), seat_text(seat))
}

fn parse(payload: Vec<u8>) -> Option<News> {
    match payload.as_slice() {
        [b'{', ..] => Some(News::Event(Bytes::from(payload))),
        [b's', b'b', seat @ ..] => Some(News::Seat(Colour::Black, parse_seat(seat)?)),
        [b's', b'w', seat @ ..] => Some(News::Seat(Colour::White, parse_seat(seat)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_events_or_seats() {
        assert!(matches!(parse(b"{\"seq\":1}".to_vec()), Some(News::Event(event)) if event == "{\"seq\":1}"));
        let seat = Seat { node: "a:b".into(), connection: u64::MAX };
        let news = parse(seat_news(Colour::White, &seat).into_bytes());
        assert!(matches!(news, Some(News::Seat(Colour::White, told)) if told == seat));
        for bad in [&b""[..], b"s", b"sb", b"sbx:n", b"sg1:n", b"x"] {
            assert!(parse(bad.to_vec()).is_none(), "{bad:?}");
        }
    }

    fn shared() -> Shared {
        let table = Mutex::new(Table::default());
        Shared { table, wake: Notify::new(), gone: watch::Sender::new(0), own: "own".into() }
    }

    fn listener(number: u64) -> (Listener, mpsc::Receiver<News>, oneshot::Receiver<()>, Arc<AtomicBool>) {
        let (news, told) = mpsc::channel(1);
        let (ready, confirmed) = oneshot::channel();
        let lost = Arc::new(AtomicBool::new(false));
        (Listener { number, news, lost: lost.clone(), ready: Some(ready) }, told, confirmed, lost)
    }

    fn add(shared: &Shared, name: &str, listener: Listener) {
        let mut table = shared.table();
        table.channels.entry(name.into()).or_insert_with(|| Channel::new(0, false)).listeners.push(listener);
        table.pending.push(name.into());
    }

    fn pushed(shared: &Shared, kind: PushKind, name: &str, payload: &[u8]) {
        let data = vec![Value::BulkString(name.into()), Value::BulkString(payload.into())];
        let generation = shared.table().generation;
        shared.push(generation, PushInfo { kind, data });
    }

    #[test]
    fn a_channel_is_subscribed_once_and_left_by_the_last() {
        let shared = shared();
        let (first, ..) = listener(1);
        let (second, ..) = listener(2);
        add(&shared, "c", first);
        add(&shared, "c", second);
        assert_eq!(shared.wishes(), [Wish::Subscribe("c".into())]);
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        shared.leave("c", 1);
        assert_eq!(shared.wishes(), []);
        shared.leave("c", 2);
        assert_eq!(shared.wishes(), [Wish::Unsubscribe("c".into())]);
        assert!(shared.table().channels.is_empty());
    }

    #[test]
    fn news_is_lost_until_subscribed_again_and_only_then() {
        let shared = shared();
        let (first, _told, mut confirmed, lost) = listener(1);
        add(&shared, "c", first);
        shared.wishes();
        assert!(confirmed.try_recv().is_err());
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(confirmed.try_recv().is_ok());
        assert!(!lost.load(Ordering::Acquire));

        let before = shared.table().generation;
        shared.begin();
        assert_eq!(shared.wishes(), [Wish::Subscribe("c".into())]);
        let data = vec![Value::BulkString(b"c".to_vec()), Value::Int(1)];
        shared.push(before, PushInfo { kind: PushKind::SSubscribe, data });
        assert!(!lost.load(Ordering::Acquire), "the old connection says nothing about the new one");
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        assert!(lost.load(Ordering::Acquire));
    }

    #[test]
    fn an_unasked_unsubscription_is_answered_with_a_subscription() {
        let shared = shared();
        let (first, _told, _confirmed, lost) = listener(1);
        add(&shared, "c", first);
        shared.wishes();
        pushed(&shared, PushKind::SSubscribe, "c", b"");
        pushed(&shared, PushKind::SUnsubscribe, "c", b"");
        assert_eq!(shared.wishes(), [Wish::Subscribe("c".into())]);
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
        let wishes = shared.wishes();
        assert_eq!(wishes.len(), BATCH);
        assert_eq!(shared.wishes().len(), 1);
        shared.refused(wishes);
        assert_eq!(shared.wishes().len(), BATCH);
    }
}
