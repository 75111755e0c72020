//! The store on Redis or Valkey: any number of nodes, no owner of any game.
//!
//! Every change is one script run by its digest, which compares, looks at the time and appends;
//! all keys of a script lie in one slot of a cluster (`keys.rs`). What the scripts do stands in
//! their heads, `*.lua` beside this file. Calls go over connections that are made again when lost
//! (`link.rs`), news comes over one of its own (`news.rs`). Nothing here parses an event or knows a
//! rule of Go.
//!
//! A commit whose answer was lost returns [`StoreError::Unavailable`], and whether it was done is
//! unknown: the caller asks again with the same command id, which the log knows if it was. So does one
//! that too few replicas have in time, where they are waited for (`replicas.rs`).

#[cfg(test)]
mod deafness;
mod error;
mod keys;
mod line;
mod link;
mod message;
mod news;
mod nodes;
mod replicas;
mod reply;
mod script;
mod sentinel;
mod settings;
mod target;
mod terms;
#[cfg(test)]
mod tests;

pub use replicas::Replicas;
pub use target::RedisOptions;
pub(crate) use target::split;

use super::{
    Commit, Index, News, Outcome, Partition, Promise, Record, Reply, Seat, Secret, Stamp, Store, StoreError, Stream,
    Subscription, Tail, Tick,
};
use async_trait::async_trait;
use bytes::Bytes;
use keys::Keys;
use link::Answer;
use nodes::{Lane, Nodes};
use redis::Value;
use reply::damaged;
use script::{Call, Request, Script};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use target::{Backoff, Target};
use tengen_core::log::Position;
use tengen_core::timing::Guard;
use tengen_protocol::Colour;
use terms::{due_arguments, expected_end, guard_arguments, ms, outcome, own_wall, snapshot_text, tick};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};

/// Most ids of streams in one look at a partition.
const DUE_MAX: &str = "1000";

/// Calls and questions that are sent in one go.
const PIPELINE: usize = 100;

/// Arguments of the commit script before the secret, without the run id.
const COMMIT_ARGS: usize = 14;

/// Longest life of a log that is told to end, ms: a hundred years.
const TTL_MAX_MS: u64 = 100 * 365 * 24 * 3600 * 1000;

/// A word that was published is heard within this time, or the connection of news is deaf. Shorter
/// than anybody waits for [`Store::ping`], so that it is found here.
const HEARD_WITHIN: Duration = Duration::from_secs(1);

/// How long to wait before looking again whether the node's own channel is subscribed.
const SUBSCRIBED_SOON: Duration = Duration::from_millis(10);

/// Stands before an entry of an outbox, so that none equals the sentinel, which is empty.
const ENTRY: u8 = b'+';

/// The store.
pub struct RedisStore {
    node: Arc<str>,
    keys: Keys,
    address: String,
    response_timeout: Duration,
    nodes: Nodes,
    word: AtomicU64,
}

impl std::fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisStore").field("address", &self.address).finish_non_exhaustive()
    }
}

impl RedisStore {
    /// Connects to the Redis at `url` as this node; nodes need different names. Several URLs are
    /// parted by commas: nodes of one cluster, which tell the others, or with
    /// [`RedisOptions::sentinel_master`] sentinels. A Redis that does not answer yet is waited for.
    ///
    /// # Errors
    /// [`StoreError::Open`] when the URL, the password, the version or the stored format does not
    /// do, [`StoreError::Unavailable`] when Redis does not answer in time.
    pub async fn open(url: &str, node: &str, options: RedisOptions) -> Result<Arc<Self>, StoreError> {
        let urls = target::split(url);
        let targets = match &options.sentinel_master {
            Some(master) => vec![Arc::new(Target::behind_sentinels(&urls, master, options.clone())?)],
            None => urls
                .into_iter()
                .map(|url| Target::parse(url, options.clone()).map(Arc::new))
                .collect::<Result<Vec<_>, _>>()?,
        };
        let until = Instant::now() + options.open_wait;
        let mut backoff = Backoff::default();
        let mut waited = false;
        loop {
            let why = match Self::attempt(&targets, node, &options).await {
                Err(StoreError::Unavailable(why)) => why,
                opened => return opened.map(Arc::new),
            };
            if !waited {
                let most = options.open_wait.as_secs();
                tracing::warn!("Redis does not do yet, waiting for it up to {most} s: {why}");
                waited = true;
            }
            let wait = backoff.next();
            if Instant::now() + wait >= until {
                return Err(StoreError::Unavailable(format!(
                    "{why}; it was tried for {} s: look whether Redis runs there and whether its address is right",
                    options.open_wait.as_secs()
                )));
            }
            sleep(wait).await;
        }
    }

    async fn attempt(targets: &[Arc<Target>], node: &str, options: &RedisOptions) -> Result<Self, StoreError> {
        let keys = Keys::new(&options.prefix);
        let address = targets.iter().map(|target| &*target.address).collect::<Vec<_>>().join(",");
        // no id begins like this, and no other node or start has the same
        let mut random = [0; 8];
        getrandom::fill(&mut random)
            .map_err(|error| StoreError::Open(format!("the system gives no random numbers: {error}")))?;
        let own = format!("!{:016x}", u64::from_be_bytes(random));
        let nodes = Nodes::open(targets.to_vec(), Keys::slots(), |index| keys.at(index).channel(&own)).await?;
        settings::check_wait(&nodes).await?;
        settings::check_format(&nodes, &keys.of(Partition::LOBBY).format()).await?;
        let response_timeout = options.response_timeout;
        let store = Self { node: node.into(), keys, address, response_timeout, nodes, word: AtomicU64::new(0) };
        let all: Vec<Partition> = Partition::all().collect();
        store.begin(&all).await?;
        Ok(store)
    }

    /// The key of a partition's time, for looking at it from outside.
    #[must_use]
    pub fn clock_key(&self, partition: Partition) -> &str {
        &self.keys.of(partition).clk
    }

    /// Makes the keys of partitions that always exist.
    async fn begin(&self, partitions: &[Partition]) -> Result<(), StoreError> {
        for some in partitions.chunks(PIPELINE) {
            let keys: Vec<[&str; 4]> = some.iter().map(|one| self.keys.of(*one).permanent()).collect();
            let requests: Vec<(Partition, Request<'_>)> = some
                .iter()
                .zip(&keys)
                .map(|(one, keys)| (*one, Request::Script(Call { script: &script::BEGIN, keys, args: &[] })))
                .collect();
            self.nodes.ask_many(Lane::Queries, &requests, "a partition's keys").await?;
        }
        Ok(())
    }

    /// A call that needs the keys of its partition; they are made when they are not there, which
    /// is after somebody emptied Redis.
    async fn call(&self, lane: Lane, partition: Partition, call: Call<'_>, place: &str) -> Result<Value, StoreError> {
        let request = Request::Script(call);
        if let Answer::Given(answer) = self.nodes.ask(lane, partition, &request, place).await? {
            return Ok(answer);
        }
        self.begin(&[partition]).await?;
        match self.nodes.ask(lane, partition, &request, place).await? {
            Answer::Given(answer) => Ok(answer),
            Answer::NotBegun => Err(not_begun()),
        }
    }

    /// A change whose script asks for no time.
    async fn plain(
        &self,
        partition: Partition,
        script: &'static Script,
        keys: &[&str],
        args: &[&[u8]],
        place: &str,
    ) -> Result<u64, StoreError> {
        self.plain_over(Lane::Commits, partition, Call { script, keys, args }, place).await
    }

    async fn plain_over(
        &self,
        lane: Lane,
        partition: Partition,
        call: Call<'_>,
        place: &str,
    ) -> Result<u64, StoreError> {
        match self.nodes.ask(lane, partition, &Request::Script(call), place).await? {
            Answer::Given(answer) => reply::number(&answer, place),
            Answer::NotBegun => Err(not_begun()),
        }
    }

    /// A change of a seat, about which no replica is asked: it is nothing that stays, and who comes back
    /// while there is none wants to see his game.
    async fn seat(&self, game: &Stream, script: &'static Script, args: &[&[u8]]) -> Result<(), StoreError> {
        let id = game.id();
        let keys = [&*self.keys.of(game.partition()).seats(id)];
        let call = Call { script, keys: &keys, args };
        self.plain_over(self.nodes.at_once(), game.partition(), call, id).await.map(drop)
    }

    async fn put_record_over(
        &self,
        lane: Lane,
        key: &str,
        expect: u64,
        value: &[u8],
        ttl_ms: Option<u64>,
    ) -> Result<bool, StoreError> {
        let ttl = ttl_ms.map_or_else(String::new, |ttl| ms(ttl.max(1)));
        let (expect, version) = (expect.to_string(), expect.saturating_add(1).to_string());
        let args = [expect.as_bytes(), version.as_bytes(), value, ttl.as_bytes()];
        let record = self.record_key(key);
        let keys = [&*record];
        let call = Call { script: &script::PUT_RECORD, keys: &keys, args: &args };
        Ok(self.plain_over(lane, Partition::of(key), call, key).await? == 1)
    }

    async fn ticks(&self, partitions: &[Partition]) -> Result<Answer<Vec<Value>>, StoreError> {
        let keys: Vec<[&str; 4]> = partitions.iter().map(|one| self.keys.of(*one).permanent()).collect();
        let args: [&[u8]; 1] = [DUE_MAX.as_bytes()];
        let requests: Vec<(Partition, Request<'_>)> = partitions
            .iter()
            .zip(&keys)
            .map(|(one, keys)| (*one, Request::Script(Call { script: &script::TICK, keys, args: &args })))
            .collect();
        self.nodes.ask_many(Lane::Queries, &requests, "a partition's time").await
    }

    /// One connection's word to itself, until `HEARD_WITHIN`.
    async fn hear_oneself(&self, line: u64) -> Result<(), StoreError> {
        let until = Instant::now() + HEARD_WITHIN;
        while Instant::now() < until {
            let number = self.word.fetch_add(1, Ordering::Relaxed);
            let word = number.to_string();
            let turn = usize::try_from(number).unwrap_or_default();
            let news = self.nodes.news();
            let Some(mut ear) = news.hear(line, turn, word.as_bytes()) else {
                // it is being subscribed
                sleep(SUBSCRIBED_SOON).await;
                continue;
            };
            let Some(partition) = Partition::all().nth(ear.partition) else { continue };
            let mut publish = redis::cmd("SPUBLISH");
            publish.arg(&ear.channel).arg(word);
            self.nodes.query(self.nodes.at_once(), partition, publish, "ping").await?;
            match timeout_at(until, &mut ear.heard).await {
                Ok(Ok(())) => return Ok(()),
                // the channel went elsewhere: another one
                Ok(Err(_)) => {}
                Err(_) => news.deaf(&ear),
            }
        }
        Err(StoreError::Unavailable("Redis answers, but its news does not come".into()))
    }

    /// One run of the commit script, with its guard as arguments.
    async fn append(&self, commit: &Commit, (guard, at): (&'static str, String)) -> Result<Reply<Outcome>, StoreError> {
        let (partition, id) = (commit.stream.partition(), commit.stream.id());
        let keys = self.keys.of(partition);
        let (end, events, channel) = (keys.end(id), keys.events(id), keys.channel(id));
        let expected = expected_end(commit.expect);
        let (before, seq) = (commit.expect.head.to_string(), (commit.expect.seq + 1).to_string());
        let (due, instant) = due_arguments(commit.due);
        let entry = commit.lifecycle.as_ref().map(|entry| [&[ENTRY], &entry[..]].concat()).unwrap_or_default();

        let mut names = vec![&*end, &*events, &*keys.clk, &*keys.due, &*keys.duew];
        let mut args: Vec<&[u8]> = [&*expected, &*before, &*seq].map(str::as_bytes).to_vec();
        args.push(&commit.body);
        args.extend([id, &*channel, due, &*instant, guard, &*at].map(str::as_bytes));
        args.push(&entry);
        let (seats, own, secret);
        if let Guard::Due { flag, .. } = &commit.guard {
            let whose = flag.map_or("", |(colour, _)| message::side(colour));
            own = own_wall();
            args.extend([whose, &*self.node, &*own].map(str::as_bytes));
            names.push(&keys.out);
            if flag.is_some() {
                seats = keys.seats(id);
                names.push(&seats);
            }
        } else if commit.lifecycle.is_some() || commit.secret.is_some() {
            names.push(&keys.out);
        }
        if let Some(kept) = &commit.secret {
            // after the three of a guard by time, which no command has
            args.resize(COMMIT_ARGS, b"");
            args.push(kept.as_bytes());
            secret = keys.secret(id);
            names.push(&secret);
        }
        let call = Call { script: &script::COMMIT, keys: &names, args: &args };
        outcome(self.call(Lane::Commits, partition, call, id).await?, commit)
    }

    /// What was read or found there is as safe as what is written, or this fails: where replicas are waited
    /// for, they have everything before it. The log is none, since only the fence is wanted.
    async fn fence(&self, partition: Partition) -> Result<(), StoreError> {
        self.confirm(&Stream { partition, id: "".into() }, Position::default()).await.map(drop)
    }

    /// A command about one index.
    async fn ask_index(&self, lane: Lane, index: &Index, name: &str, args: &[&[u8]]) -> Result<Value, StoreError> {
        let mut command = redis::cmd(name);
        command.arg(self.keys.of(index.partition).index(&index.id)).arg(args);
        self.nodes.query(lane, index.partition, command, &index.id).await
    }

    /// A change of one index.
    async fn change_index(&self, index: &Index, name: &str, args: &[&[u8]]) -> Result<(), StoreError> {
        let answer = self.ask_index(Lane::Commits, index, name, args).await?;
        if reply::number(&answer, &index.id)? == 0 {
            // it was so already, by whoever: nothing was written that replicas could be waited for
            self.fence(index.partition).await?;
        }
        Ok(())
    }

    fn record_key(&self, key: &str) -> String {
        self.keys.of(Partition::of(key)).record(key)
    }
}

fn not_begun() -> StoreError {
    StoreError::Unavailable("the keys of a partition vanish as soon as they are made".into())
}

#[async_trait]
impl Store for RedisStore {
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        let guard = guard_arguments(&commit.guard);
        self.append(&commit, guard).await
    }

    /// A commit that only compares, and writes the time so that there is something for replicas to have:
    /// whoever has that has the log.
    async fn confirm(&self, stream: &Stream, position: Position) -> Result<bool, StoreError> {
        if self.nodes.replicas().is_none() {
            return Ok(true);
        }
        let (stream, body) = (stream.clone(), Bytes::new());
        let fence =
            Commit { stream, expect: position, body, guard: Guard::None, due: None, lifecycle: None, secret: None };
        let compared = self.append(&fence, ("f", String::new())).await?.value;
        Ok(!matches!(compared, Outcome::Reload(_)))
    }

    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError> {
        let (partition, id) = (stream.partition(), stream.id());
        let keys = self.keys.of(partition);
        let (end, events, snapshot) = (keys.end(id), keys.events(id), keys.snapshot(id));
        let (after, limit) = (ms(after), ms(limit));
        let names = [&*end, &*events, &*keys.clk, &*keys.due, &*snapshot];
        let [most @ .., _] = &names;
        let args = [after.as_bytes(), limit.as_bytes()];
        let read = async |keys: &[&str]| {
            let call = Call { script: &script::READ, keys, args: &args };
            reply::exactly::<4>(self.call(Lane::Queries, partition, call, id).await?, id)
        };
        let mut answer = read(most).await?;
        if let [_, _, Value::Int(_), _] = answer {
            answer = read(&names).await?;
        }
        let [packed, end, snapshot, events] = answer;
        let end = reply::bytes(end, id)?;
        let snapshot = match reply::optional(snapshot, id)? {
            None => None,
            Some(text) => {
                let (position, state) = reply::position(&text, id)?;
                Some((position, Bytes::copy_from_slice(state)))
            }
        };
        let value = Tail {
            end: reply::position(&end, id)?.0,
            snapshot,
            events: reply::list(events, id)?.into_iter().map(Bytes::from).collect(),
        };
        Ok(Reply { stamp: reply::stamp(packed, id)?, value })
    }

    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        let id = stream.id();
        let mut get = redis::cmd("GET");
        get.arg(self.keys.of(stream.partition()).secret(id));
        let kept = self.nodes.query(Lane::Queries, stream.partition(), get, id).await?;
        Ok(reply::optional(kept, id)?.map(Secret::new))
    }

    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        let mut positions = Vec::with_capacity(streams.len());
        for some in streams.chunks(PIPELINE) {
            let get = |stream: &Stream| {
                let mut get = redis::cmd("GET");
                get.arg(self.keys.of(stream.partition()).end(stream.id()));
                (stream.partition(), Request::Plain(get))
            };
            let requests: Vec<(Partition, Request<'_>)> = some.iter().map(get).collect();
            let Answer::Given(ends) = self.nodes.ask_many(Lane::Queries, &requests, "the ends of logs").await? else {
                return Err(not_begun());
            };
            for (stream, end) in some.iter().zip(ends) {
                let end = reply::optional(end, stream.id())?.unwrap_or_default();
                positions.push(reply::position(&end, stream.id())?.0);
            }
        }
        Ok(positions)
    }

    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        if position.seq == 0 {
            return Ok(false);
        }
        let id = stream.id();
        let keys = self.keys.of(stream.partition());
        let text = snapshot_text(position, &snapshot);
        let done = self
            .plain(
                stream.partition(),
                &script::COMPACT,
                &[&keys.end(id), &keys.events(id), &keys.snapshot(id)],
                &[expected_end(position).as_bytes(), &text],
                id,
            )
            .await?;
        Ok(done == 1)
    }

    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError> {
        if position.seq == 0 {
            return Ok(false);
        }
        let id = stream.id();
        let keys = self.keys.of(stream.partition());
        let names = [keys.end(id), keys.events(id), keys.snapshot(id), keys.seats(id), keys.secret(id)];
        let [end, events, snapshot, seats, secret] = names.each_ref().map(String::as_str);
        let (expected, text) = (expected_end(position), snapshot_text(position, &packed));
        let (keys, args) =
            ([end, events, snapshot, seats, &keys.duew, secret], [expected.as_bytes(), &text, id.as_bytes()]);
        Ok(self.plain(stream.partition(), &script::ARCHIVE, &keys, &args, id).await? == 1)
    }

    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        let id = stream.id();
        let keys = self.keys.of(stream.partition());
        let names = [keys.end(id), keys.events(id), keys.snapshot(id)];
        let names = names.each_ref().map(String::as_str);
        // far beyond every log's life, and sums stay exact
        let ttl = ms(ttl_ms.clamp(1, TTL_MAX_MS));
        self.plain(stream.partition(), &script::EXPIRE, &names, &[ttl.as_bytes()], id).await.map(drop)
    }

    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError> {
        let channel = self.keys.of(stream.partition()).channel(stream.id());
        self.nodes.news().subscribe(stream.partition().index(), channel, news, self.response_timeout).await
    }

    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError> {
        let mut looks = Vec::with_capacity(partitions.len());
        for some in partitions.chunks(PIPELINE) {
            let answers = match self.ticks(some).await? {
                Answer::Given(answers) => answers,
                Answer::NotBegun => {
                    self.begin(some).await?;
                    match self.ticks(some).await? {
                        Answer::Given(answers) => answers,
                        Answer::NotBegun => return Err(not_begun()),
                    }
                }
            };
            for answer in answers {
                looks.push(tick(answer)?);
            }
        }
        Ok(looks)
    }

    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let out = &self.keys.of(partition).out;
        let mut range = redis::cmd("LRANGE");
        // the sentinel is the first
        range.arg(out).arg(1).arg(ms(limit));
        let found = reply::list(self.nodes.query(Lane::Queries, partition, range, out).await?, out)?;
        if !found.is_empty() {
            // other logs are told: a failover must not take back here what stands there then
            self.fence(partition).await?;
        }
        Ok(found.into_iter().map(|entry| Bytes::from(entry).slice(1..)).collect())
    }

    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        let out = &self.keys.of(partition).out;
        let mut remove = redis::cmd("LREM");
        remove.arg(out).arg(1).arg([&[ENTRY], &entry[..]].concat());
        self.nodes.query(Lane::Commits, partition, remove, out).await.map(drop)
    }

    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        let channel = self.keys.of(game.partition()).channel(game.id());
        let (seat, told) = (message::seat_text(&seat), message::seat_news(colour, &seat));
        let args = [message::side(colour), &*seat, &*channel, &*told].map(str::as_bytes);
        self.seat(game, &script::TAKE_SEAT, &args).await
    }

    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        let seat = message::seat_text(seat);
        self.seat(game, &script::LEAVE_SEAT, &[message::side(colour), &*seat].map(str::as_bytes)).await
    }

    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        let id = game.id();
        let mut get = redis::cmd("HMGET");
        get.arg(self.keys.of(game.partition()).seats(id)).arg("b").arg("w");
        let found = self.nodes.query(Lane::Queries, game.partition(), get, id).await?;
        let [black, white] = reply::exactly(found, id)?;
        let seat = |value| match reply::optional(value, id)? {
            None => Ok(None),
            Some(text) => message::parse_seat(&text).map(Some).ok_or_else(|| damaged(id, "a seat cannot be read")),
        };
        Ok([seat(black)?, seat(white)?])
    }

    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let mut get = redis::cmd("GET");
        get.arg(self.record_key(key));
        let found = self.nodes.query(Lane::Queries, Partition::of(key), get, key).await?;
        let Some(text) = reply::optional(found, key)? else { return Ok(None) };
        let parse = || {
            let end = text.iter().position(|byte| *byte == b':')?;
            let version = std::str::from_utf8(text.get(..end)?).ok()?.parse().ok()?;
            Some(Record { version, value: Bytes::copy_from_slice(text.get(end + 1..)?) })
        };
        parse().map(Some).ok_or_else(|| damaged(key, "its version cannot be read"))
    }

    async fn put_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: Option<u64>) -> Result<bool, StoreError> {
        self.put_record_over(Lane::Commits, key, expect, &value, ttl_ms).await
    }

    async fn put_passing_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: u64) -> Result<bool, StoreError> {
        self.put_record_over(self.nodes.at_once(), key, expect, &value, Some(ttl_ms)).await
    }

    async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        let mut delete = redis::cmd("DEL");
        delete.arg(self.record_key(key));
        self.nodes.query(Lane::Commits, Partition::of(key), delete, key).await.map(drop)
    }

    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.change_index(index, "ZADD", &[b"0", entry.as_bytes()]).await
    }

    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        self.change_index(index, "ZREM", &[entry.as_bytes()]).await
    }

    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError> {
        let (from, limit) = (before.map_or_else(|| "+".to_owned(), |before| format!("({before}")), ms(limit));
        let args = [from.as_bytes(), b"-", b"BYLEX", b"REV", b"LIMIT", b"0", limit.as_bytes()];
        let found = self.ask_index(Lane::Queries, index, "ZRANGE", &args).await?;
        let texts = reply::list(found, &index.id)?.into_iter().map(String::from_utf8);
        texts.map(|text| text.map_err(|_| damaged(&index.id, "an entry is no text"))).collect()
    }

    async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        reply::number(&self.ask_index(Lane::Queries, index, "ZCARD", &[]).await?, &index.id)
    }

    async fn promise(&self) -> Result<Promise, StoreError> {
        settings::promise(&self.nodes).await
    }

    /// Whether the node hears itself: a word is published over the connection of commits and must
    /// come back over that of news. An answer alone would not say that news still comes.
    async fn ping(&self) -> Result<(), StoreError> {
        let lines = self.nodes.news().lines();
        futures_util::future::try_join_all(lines.into_iter().map(|line| self.hear_oneself(line))).await.map(drop)
    }

    /// Whether moves can be acknowledged: enough replicas follow, where they are waited for.
    async fn ready(&self) -> Result<(), StoreError> {
        settings::check_replicas(&self.nodes).await?;
        self.ping().await
    }

    /// Nothing is held back here, so there is nothing to finish but what others wait for.
    async fn close(&self) {
        self.nodes.close();
    }
}
