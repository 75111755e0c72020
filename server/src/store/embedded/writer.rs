//! The one writer: drains its queue into one transaction, syncs it once, then answers everybody.
//!
//! Nothing that a batch did is answered, published or readable before its transaction is on the
//! disk. When that fails nothing is tried again, since nobody knows what was written: the store is
//! broken from then on. Only when there was no room is it known: nothing was.

use super::{
    Shared,
    clock::Now,
    guard::{Seated, refusal},
    room::Room,
    state::{DueAt, State},
    tables::{self, Fault, Log, Tables},
};
use crate::store::{Commit, News, Outcome, Partition, Reply, Stamp, Stream, Tick};
use bytes::Bytes;
use redb::{Database, Durability, ReadableDatabase};
use std::{
    collections::{BTreeSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use tengen_core::{
    log::{Position, stored},
    timing::{Due, Guard, Time, When},
};
use tokio::sync::{mpsc, oneshot};

/// At most so many jobs share one sync.
const BATCH_MAX_JOBS: usize = 1_024;

/// A batch whose bodies are so long together, bytes, takes no more jobs.
pub(super) const BATCH_MAX_BYTES: usize = 8 << 20;

/// While a logical clock is running the partition's time is written this often, ms, when no commit
/// does it.
const CLOCK_WRITE_EVERY_MS: u64 = 1_000;

/// How often expired records are looked for, ms.
const SWEEP_EVERY_MS: u64 = 10_000;

/// At most so many expired records are deleted in one batch.
const SWEEP_MAX: usize = 1_000;

/// At most so many expired logs.
const SWEEP_MAX_LOGS: usize = 200;

/// What the writer is asked for. An answer that is dropped means that the store broke or closed.
pub(super) enum Job {
    Commit(Commit, oneshot::Sender<Reply<Outcome>>),
    Compact {
        stream: Arc<str>,
        position: Position,
        snapshot: Bytes,
        answer: oneshot::Sender<bool>,
    },
    Archive {
        stream: Stream,
        position: Position,
        packed: Bytes,
        answer: oneshot::Sender<bool>,
    },
    Expire {
        stream: Arc<str>,
        ttl_ms: u64,
        answer: oneshot::Sender<()>,
    },
    Tick(Vec<Partition>, oneshot::Sender<Vec<Reply<Tick>>>),
    RemoveOutbox(Partition, Bytes, oneshot::Sender<()>),
    PutRecord {
        key: String,
        expect: u64,
        value: Bytes,
        ttl_ms: Option<u64>,
        answer: oneshot::Sender<bool>,
    },
    DeleteRecord(String, oneshot::Sender<()>),
    /// An entry of an index is to be there, or not to be.
    Index {
        index: Arc<str>,
        entry: String,
        there: bool,
        answer: oneshot::Sender<()>,
    },
    Ping(oneshot::Sender<()>),
    Close(oneshot::Sender<()>),
}

impl Job {
    /// Who waits for the end, if it asks for that.
    fn closing(self) -> Option<oneshot::Sender<()>> {
        if let Self::Close(answer) = self { Some(answer) } else { None }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Commit(commit, _) => commit.body.len(),
            Self::Compact { snapshot, .. } => snapshot.len(),
            Self::Archive { packed, .. } => packed.len(),
            Self::PutRecord { value, .. } => value.len(),
            _ => 0,
        }
    }
}

/// What is done to the memory, and answered, after the transaction is on the disk.
type After = Box<dyn FnOnce(&mut State)>;

/// Jobs and answers; outside of the code that may panic, so that nobody is answered too early.
#[derive(Default)]
struct Batch {
    jobs: VecDeque<Job>,
    after: Vec<After>,
    closing: Option<oneshot::Sender<()>>,
}

/// Runs until the queue or the store is closed, or the store breaks.
pub(super) fn run(shared: &Arc<Shared>, mut queue: mpsc::Receiver<Job>) {
    let mut last_sweep = shared.clocks.now().steady;
    let mut room = Room::new();
    while let Some(first) = queue.blocking_recv() {
        let mut batch = Batch::default();
        let mut bytes = first.bytes();
        batch.jobs.push_back(first);
        while batch.jobs.len() < BATCH_MAX_JOBS && bytes < BATCH_MAX_BYTES {
            let Ok(job) = queue.try_recv() else { break };
            bytes += job.bytes();
            batch.jobs.push_back(job);
        }
        let is_full = shared.full().is_some();
        if is_full && !has_room(shared, &mut room) {
            // jobs that are dropped are answered that there is no room
            batch.closing = batch.jobs.drain(..).find_map(Job::closing);
            if close(&mut queue, &mut batch) {
                return;
            }
            continue;
        }
        // the database may panic over a file that was altered
        let worked = catch_unwind(AssertUnwindSafe(|| work(shared, &mut batch, &mut room, &mut last_sweep)));
        let fault = match worked {
            Ok(Ok(())) => None,
            Ok(Err(Fault::Full(what))) => {
                let path = shared.dir.display();
                tracing::error!(%path, why = what, "no room: nothing is acknowledged until there is");
                *shared.full() = Some(what);
                room.run_out(shared.clocks.now().steady);
                let opened = shared.open_again();
                // now they are answered so, and find it open
                (batch.jobs, batch.after) = (VecDeque::new(), Vec::new());
                opened.err().map(|error| Fault::Disk(error.to_string()))
            }
            Ok(Err(fault)) => Some(fault),
            Err(_) => Some(Fault::File("it contradicts itself".into())),
        };
        if let Some(fault) = fault {
            shared.break_down(fault);
            return;
        }
        if close(&mut queue, &mut batch) {
            return;
        }
    }
}

/// Takes no more jobs, if that was asked for.
fn close(queue: &mut mpsc::Receiver<Job>, batch: &mut Batch) -> bool {
    let Some(closing) = batch.closing.take() else { return false };
    queue.close();
    reply(closing, ());
    true
}

/// Whether there is room again, if it is time to look.
fn has_room(shared: &Arc<Shared>, room: &mut Room) -> bool {
    let Some(bytes) = room.look(shared.clocks.now().steady) else { return false };
    match shared.place.has_room(bytes) {
        Ok(()) => {
            *shared.full() = None;
            room.found();
            tracing::info!(path = %shared.dir.display(), bytes, "there is room again");
            true
        }
        Err(error) => {
            tracing::debug!(%error, bytes, "there is no room yet");
            false
        }
    }
}

fn work(shared: &Arc<Shared>, batch: &mut Batch, room: &mut Room, last_sweep: &mut u64) -> Result<(), Fault> {
    shared.state().committing = true;
    let files = shared.files();
    let Some(files) = &*files else { return Err(Fault::Disk("it is closed".into())) };
    let now = shared.clocks.now();
    let mut touched = look(shared, batch, now);
    if room.is_trying() {
        // time goes on when it can be written
        touched.extend(shared.state().advance_all(now, &shared.run));
    }
    let sweeping = now.steady.saturating_sub(*last_sweep) >= SWEEP_EVERY_MS;
    if sweeping {
        *last_sweep = now.steady;
    }
    let sweeping = sweeping && tables::any_expired(&files.db.begin_read()?, now.wall)?;
    if (!batch.jobs.is_empty() || !touched.is_empty() || sweeping)
        && write(shared, &files.db, batch, &mut touched, sweeping)?
    {
        room.committed();
    }
    let mut state = shared.state();
    for after in batch.after.drain(..) {
        after(&mut state);
    }
    state.committing = false;
    Ok(())
}

/// Does what writes nothing, and leaves the other jobs; gives the partitions whose time must be
/// written.
fn look(shared: &Arc<Shared>, batch: &mut Batch, now: Now) -> BTreeSet<Partition> {
    let mut touched = BTreeSet::new();
    for job in std::mem::take(&mut batch.jobs) {
        match job {
            Job::Tick(partitions, answer) => {
                let mut state = shared.state();
                for partition in &partitions {
                    let part = state.part(*partition);
                    part.advance(now, &shared.run);
                    if part.write_is_due(now, CLOCK_WRITE_EVERY_MS) {
                        touched.insert(*partition);
                    }
                }
                drop(state);
                batch.after.push(Box::new(move |state| {
                    let looked = partitions.into_iter().map(|partition| {
                        let part = state.part(partition);
                        Reply { stamp: part.stamp(now.wall), value: part.look(now.wall) }
                    });
                    reply(answer, looked.collect());
                }));
            }
            Job::Ping(answer) => batch.after.push(Box::new(move |_| reply(answer, ()))),
            Job::Close(answer) => {
                let mut state = shared.state();
                touched.extend(Partition::all().filter(|partition| state.part(*partition).clock().is_some()));
                batch.closing = Some(answer);
            }
            other => batch.jobs.push_back(other),
        }
    }
    touched
}

/// Whoever asked may have gone: then nobody wants to know.
fn reply<T>(answer: oneshot::Sender<T>, value: T) {
    let _ = answer.send(value);
}

/// Whether anything was committed.
fn write(
    shared: &Arc<Shared>,
    db: &Database,
    batch: &mut Batch,
    touched: &mut BTreeSet<Partition>,
    sweeping: bool,
) -> Result<bool, Fault> {
    let mut tx = db.begin_write()?;
    tx.set_durability(Durability::Immediate).map_err(|error| Fault::Disk(error.to_string()))?;
    let mut step = Step { shared, tables: Tables::open(&tx)?, touched, changed: false };
    while let Some(job) = batch.jobs.pop_front() {
        batch.after.push(step.job(job)?);
    }
    if sweeping {
        let wall = shared.clocks.now().wall;
        step.changed |= step.tables.sweep(wall, SWEEP_MAX)? > 0;
        step.changed |= step.tables.sweep_logs(wall, SWEEP_MAX_LOGS)? > 0;
    }
    let changed = step.write_clocks()?;
    if changed {
        tx.commit()?;
    } else {
        tx.abort()?;
    }
    Ok(changed)
}

/// One transaction in the making.
struct Step<'tx> {
    shared: &'tx Arc<Shared>,
    tables: Tables<'tx>,
    touched: &'tx mut BTreeSet<Partition>,
    changed: bool,
}

impl Step<'_> {
    fn job(&mut self, job: Job) -> Result<After, Fault> {
        match job {
            Job::Commit(commit, answer) => self.commit(commit, answer),
            Job::Compact { stream, position, snapshot, answer } => {
                let log = self.tables.log(&stream)?;
                // an empty log has nothing to put a snapshot of
                let fits = log.end == position && position.seq > 0;
                if fits {
                    self.tables.compact(&stream, &log, &snapshot)?;
                    self.changed = true;
                }
                Ok(Box::new(move |_| reply(answer, fits)))
            }
            Job::Archive { stream, position, packed, answer } => self.archive(&stream, position, &packed, answer),
            Job::Expire { stream, ttl_ms, answer } => {
                let at = self.shared.clocks.now().wall.saturating_add(ttl_ms);
                self.changed |= self.tables.expire(&stream, at)?;
                Ok(Box::new(move |_| reply(answer, ())))
            }
            Job::RemoveOutbox(partition, entry, answer) => {
                let was_there = self.tables.remove_outbox(partition, &entry)?;
                self.changed |= was_there;
                Ok(Box::new(move |state| {
                    if was_there {
                        state.part(partition).take_outbox();
                    }
                    reply(answer, ());
                }))
            }
            Job::PutRecord { key, expect, value, ttl_ms, answer } => {
                let wall = self.shared.clocks.now().wall;
                let put = self.tables.put_record(&key, expect, &value, wall, ttl_ms)?;
                self.changed |= put;
                Ok(Box::new(move |_| reply(answer, put)))
            }
            Job::DeleteRecord(key, answer) => {
                self.tables.delete_record(&key)?;
                self.changed = true;
                Ok(Box::new(move |_| reply(answer, ())))
            }
            Job::Index { index, entry, there, answer } => {
                self.changed |= self.tables.set_index(&index, &entry, there)?;
                Ok(Box::new(move |_| reply(answer, ())))
            }
            // `look` took these out
            Job::Tick(..) | Job::Ping(_) | Job::Close(_) => Ok(Box::new(|_| {})),
        }
    }

    fn commit(&mut self, commit: Commit, answer: oneshot::Sender<Reply<Outcome>>) -> Result<After, Fault> {
        let now = self.shared.clocks.now();
        let (stamp, refused) = self.time(&commit, now);
        let log = self.tables.log(commit.stream.id())?;
        let elsewhere = self.elsewhere(&commit, &log)?;
        if let Some(outcome) = elsewhere.or(refused) {
            return Ok(Box::new(move |_| reply(answer, Reply { stamp, value: outcome })));
        }
        let Commit { stream, body, due, lifecycle, secret, .. } = commit;
        let event = Bytes::from(stored(log.end, stamp.logical, stamp.wall, &body));
        let position = self.tables.append(stream.id(), &log, &event)?;
        let due = due.map(|due| due_at(due, stamp));
        self.tables.set_due(stream.id(), stream.partition(), due)?;
        if let Some(secret) = &secret {
            self.tables.set_secret(stream.id(), Some(secret.as_bytes()))?;
        }
        if let Some(entry) = &lifecycle {
            self.tables.push_outbox(stream.partition(), entry)?;
        }
        self.touched.insert(stream.partition());
        self.changed = true;
        Ok(Box::new(move |state| {
            let part = state.part(stream.partition());
            part.set_due(&stream.id, due);
            part.add_outbox(u64::from(lifecycle.is_some()));
            state.publish(&stream.id, &News::Event(event.clone()));
            let value = Outcome::Committed { position, t: stamp.logical, at: stamp.wall, event };
            reply(answer, Reply { stamp, value });
        }))
    }

    fn archive(
        &mut self,
        stream: &Stream,
        position: Position,
        packed: &[u8],
        answer: oneshot::Sender<bool>,
    ) -> Result<After, Fault> {
        let log = self.tables.log(stream.id())?;
        let due = self.tables.due(stream.id())?;
        let wall = self.shared.clocks.now().wall;
        let is_due = matches!(due, Some(DueAt { time: Time::Wall, at }) if at <= wall);
        if !is_due || log.end != position || position.seq == 0 {
            return Ok(Box::new(move |_| reply(answer, false)));
        }
        self.tables.compact(stream.id(), &log, packed)?;
        self.tables.set_secret(stream.id(), None)?;
        self.tables.set_due(stream.id(), stream.partition(), None)?;
        self.changed = true;
        let stream = stream.clone();
        Ok(Box::new(move |state| {
            state.part(stream.partition()).set_due(&stream.id, None);
            state.forget_seats(stream.id());
            reply(answer, true);
        }))
    }

    /// Advances the partition's time and asks the guard.
    fn time(&self, commit: &Commit, now: Now) -> (Stamp, Option<Outcome>) {
        let mut state = self.shared.state();
        let seated = match commit.guard {
            Guard::Due { flag: Some((colour, _)), .. }
                if state.sits_elsewhere(commit.stream.id(), colour, &self.shared.node) =>
            {
                Seated::Elsewhere
            }
            _ => Seated::HereOrNowhere,
        };
        let part = state.part(commit.stream.partition());
        let refused = refusal(&commit.guard, part.advance(now, &self.shared.run), now.wall, seated);
        (part.stamp(now.wall), refused)
    }

    /// Whether the log ends elsewhere than where it was expected to end.
    fn elsewhere(&self, commit: &Commit, log: &Log) -> Result<Option<Outcome>, Fault> {
        let expect = commit.expect;
        if expect == log.end {
            return Ok(None);
        }
        if expect.seq >= log.end.seq {
            return Ok(Some(Outcome::Reload(log.end)));
        }
        let known = self.tables.head_at(commit.stream.id(), log, expect.seq)?;
        let contained = known.is_none_or(|head| head == expect.head);
        Ok(Some(if contained { Outcome::Conflict(log.end) } else { Outcome::Reload(log.end) }))
    }

    /// Writes the time of each partition that was touched; whether anything was changed at all.
    fn write_clocks(mut self) -> Result<bool, Fault> {
        let now = self.shared.clocks.now();
        let mut clocks = Vec::new();
        let mut state = self.shared.state();
        for partition in self.touched.iter() {
            let part = state.part(*partition);
            if let Some(clock) = part.clock() {
                clocks.push((*partition, clock.clone()));
                part.mark_written(now);
            }
        }
        drop(state);
        self.changed |= !clocks.is_empty();
        for (partition, clock) in clocks {
            self.tables.set_clock(partition, &clock)?;
        }
        Ok(self.changed)
    }
}

const fn due_at(due: Due, stamp: Stamp) -> DueAt {
    let now = match due.time {
        Time::Logical => stamp.logical,
        Time::Wall => stamp.wall,
    };
    let at = match due.when {
        When::After(ms) => now.saturating_add(ms),
        When::At(at) => at,
    };
    DueAt { time: due.time, at }
}
