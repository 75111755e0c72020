//! The embedded store: one process, one directory, no other program.
//!
//! One writer thread owns all changes. It drains its queue into one transaction of the file, syncs
//! it once for all of them, and only then answers and tells subscribers; readers see what is on the
//! disk and nothing else. Reads run on the runtime's threads for blocking work, so the disk never
//! holds up a socket.
//!
//! A sync that fails is never tried again, since nobody knows what reached the disk: the store
//! refuses everything from then on, and says so through [`Embedded::fatal`], on which the process
//! must end. Started again, it reads what is really there.
//!
//! A disk without room is no failed sync: what found no room was not done and is refused as
//! [`StoreError::Full`], the file is opened anew so that reads go on, and when there is room again
//! so does play. Until then logical time stands.
//!
//! Time: logical time goes on by monotonic time and is written with each commit, and each second
//! while any logical clock is running. A start is an outage. While the writer waits for the disk
//! reads do not advance it, so a disk that hangs costs no player his time. Seats live in memory:
//! after a start all are empty, as all connections are gone.
//!
//! See `dir` for the files, `tables` for what is in them, `writer` for the one place that changes
//! them.

mod backup;
mod clock;
mod dir;
mod disk;
mod guard;
mod room;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod writer;

pub use clock::{Clock, SystemClock};

use super::{
    Commit, Index, News, Outcome, Partition, Promise, Record, Reply, Seat, Secret, Store, StoreError, Stream,
    Subscription, Tail, Tick,
};
use async_trait::async_trait;
use bytes::Bytes;
use clock::Clocks;
use dir::{Files, Place};
use redb::{ReadTransaction, ReadableDatabase};
use state::State;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, atomic::AtomicBool},
    time::Duration,
};
use tables::Fault;
use tengen_core::{log::Position, partition::PartitionClock};
use tengen_protocol::Colour;
use tokio::sync::{mpsc, oneshot, watch};
use writer::Job;

/// So many jobs wait for the writer; then callers wait for a place.
pub const QUEUE_MAX: usize = 4_096;

/// A caller waits so long for a place in the queue, ms.
pub const QUEUE_WAIT_MS: u64 = 2_000;

/// A caller waits so long for the answer, ms; then it is not known whether the job was done.
pub const ANSWER_WAIT_MS: u64 = 10_000;

/// The embedded store.
pub struct Embedded {
    shared: Arc<Shared>,
    queue: mpsc::Sender<Job>,
}

impl std::fmt::Debug for Embedded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embedded").field("dir", &self.shared.dir).finish_non_exhaustive()
    }
}

struct Shared {
    /// Absent after closing.
    files: RwLock<Option<Files>>,
    state: Mutex<State>,
    clocks: Clocks,
    /// Of this start.
    run: String,
    node: Arc<str>,
    dir: PathBuf,
    place: Box<dyn Place>,
    /// While there is no room: why.
    full: Mutex<Option<String>>,
    fatal: watch::Sender<Option<Arc<str>>>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self) -> RwLockReadGuard<'_, Option<Files>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses everything from now on, and says why and what to do.
    fn break_down(&self, fault: Fault) {
        let (file, unknown) = (dir::file(&self.dir), "what was not acknowledged may or may not be there");
        let file = file.display();
        let damaged = |what: String| format!("{file} is damaged: {what}; {unknown}; put the file back from a backup");
        let message = match fault {
            Fault::Disk(what) | Fault::Full(what) => {
                format!("writing to {file} failed: {what}; {unknown}; check the disk, then start the server again")
            }
            Fault::File(what) => damaged(what),
            Fault::Damaged { place, what } => damaged(format!("{place}: {what}")),
        };
        self.fatal.send_replace(Some(message.into()));
        self.state().mark_all_lost();
    }

    fn healthy(&self) -> Result<(), StoreError> {
        match &*self.fatal.borrow() {
            Some(message) => Err(StoreError::Unavailable(message.to_string())),
            None => Ok(()),
        }
    }

    /// What is said of the disk that has no room.
    fn full(&self) -> MutexGuard<'_, Option<String>> {
        self.full.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why there is no answer.
    fn gone(&self) -> StoreError {
        let full = || self.full().as_ref().map(|what| dir::no_room(&self.dir, what));
        self.healthy().err().or_else(full).unwrap_or_else(closed)
    }

    /// Begins to read. What the transaction has not read yet fails once the file is closed.
    fn begin_read(&self, files: &Option<Files>) -> Result<ReadTransaction, StoreError> {
        let Some(files) = files else { return Err(self.gone()) };
        files.db.begin_read().map_err(|error| StoreError::Unavailable(error.to_string()))
    }

    /// Opens the file anew, after which it is as its last commit left it: the database does nothing
    /// more with one that a write failed on.
    fn open_again(&self) -> Result<(), StoreError> {
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let Some(Files { db, _lock }) = files.take() else { return Err(closed()) };
        drop(db);
        let db = self.place.open()?;
        let small = dir::readable(&self.dir, || tables::small(&db))?;
        let mut state = self.state();
        state.take_rows(small.due, small.outbox);
        state.mark_all_lost();
        state.interrupt();
        *files = Some(Files { db, _lock });
        Ok(())
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("it is closed".into())
}

impl Embedded {
    /// Opens the store in a directory, which is made if it is not there; `node` is the name by
    /// which seats know this process. Reads and may repair the file: call it before anything is
    /// served.
    ///
    /// # Errors
    /// [`StoreError::Open`] when the directory is in use by another process, cannot be written or
    /// was written by a newer program; [`StoreError::Damaged`] when the file is.
    pub fn open(dir: &Path, node: &str) -> Result<Arc<Self>, StoreError> {
        Self::open_with(dir, node, SystemClock::new())
    }

    /// The same with other clocks than the machine's.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(dir: &Path, node: &str, clock: impl Clock) -> Result<Arc<Self>, StoreError> {
        let (files, place) = dir::open(dir)?;
        Self::start(files, Box::new(place), dir, node, Box::new(clock))
    }

    fn start(
        files: Files,
        place: Box<dyn Place>,
        dir: &Path,
        node: &str,
        clock: Box<dyn Clock>,
    ) -> Result<Arc<Self>, StoreError> {
        let mut state = State::new();
        let small = dir::readable(dir, || tables::small(&files.db))?;
        for (partition, clock) in small.clocks {
            state.part(partition).load_clock(clock);
        }
        state.take_rows(small.due, small.outbox);
        let run = getrandom::u64().map_err(|error| StoreError::Open(format!("no random numbers: {error}")))?;
        let shared = Arc::new(Shared {
            files: RwLock::new(Some(files)),
            state: Mutex::new(state),
            clocks: Clocks::start(clock),
            run: format!("{run:016x}"),
            node: node.into(),
            dir: dir.to_owned(),
            place,
            full: Mutex::new(None),
            fatal: watch::Sender::new(None),
        });
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let writing = shared.clone();
        std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || writer::run(&writing, jobs))
            .map_err(|error| StoreError::Open(format!("cannot start the store's thread: {error}")))?;
        Ok(Arc::new(Self { shared, queue }))
    }

    /// Becomes `Some` with a message for the operator when the store broke and refuses everything:
    /// then the process must end, and not try again.
    #[must_use]
    pub fn fatal(&self) -> watch::Receiver<Option<Arc<str>>> {
        self.shared.fatal.subscribe()
    }

    /// The time of a partition as it stands, without advancing it; `None` if it was never touched.
    #[must_use]
    pub fn partition_clock(&self, partition: Partition) -> Option<PartitionClock> {
        self.shared.state().part(partition).clock().cloned()
    }

    /// Asks the writer.
    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<T>) -> Job) -> Result<T, StoreError> {
        self.shared.healthy()?;
        let (answer, answered) = oneshot::channel();
        match tokio::time::timeout(Duration::from_millis(QUEUE_WAIT_MS), self.queue.send(job(answer))).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(self.shared.gone()),
            Err(_) => {
                let what = format!("{QUEUE_MAX} commands have been waiting for the disk for {QUEUE_WAIT_MS} ms");
                return Err(StoreError::Unavailable(what));
            }
        }
        match tokio::time::timeout(Duration::from_millis(ANSWER_WAIT_MS), answered).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(_)) => Err(self.shared.gone()),
            Err(_) => {
                let what = format!("the disk took over {ANSWER_WAIT_MS} ms; it is not known whether it was done");
                Err(StoreError::Unavailable(what))
            }
        }
    }

    /// Reads from the file; `place` is what is damaged if even the database cannot read it.
    async fn look<T: Send + 'static>(
        &self,
        place: &str,
        read: impl FnOnce(&ReadTransaction) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        let looking = move |shared: &Shared| {
            // held to the end, so that the file is not opened anew under a short read
            let files = shared.files();
            let tx = shared.begin_read(&files)?;
            read(&tx).map_err(|fault| dir::named(&shared.dir, fault))
        };
        self.aside(place, looking).await
    }

    /// Does what waits for the disk on a thread for blocking work; `place` as above.
    async fn aside<T: Send + 'static>(
        &self,
        place: &str,
        work: impl FnOnce(&Shared) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.shared.healthy()?;
        let shared = self.shared.clone();
        match tokio::task::spawn_blocking(move || work(&shared)).await {
            Ok(done) => done,
            Err(error) if error.is_panic() => {
                let what = "it contradicts itself; put the file back from a backup";
                Err(StoreError::Damaged { place: place.to_owned(), what: what.into() })
            }
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }
}

/// Ends a subscription.
struct Unsubscribe {
    shared: Arc<Shared>,
    stream: Arc<str>,
    number: u64,
}

impl Drop for Unsubscribe {
    fn drop(&mut self) {
        self.shared.state().unsubscribe(&self.stream, self.number);
    }
}

#[async_trait]
impl Store for Embedded {
    async fn commit(&self, commit: Commit) -> Result<Reply<Outcome>, StoreError> {
        self.ask(|answer| Job::Commit(commit, answer)).await
    }

    async fn read(&self, stream: &Stream, after: u64, limit: u64) -> Result<Reply<Tail>, StoreError> {
        let id = stream.id.clone();
        let value = self.look(stream.id(), move |tx| tables::read(tx, &id, after, limit)).await?;
        let Shared { clocks, run, .. } = &*self.shared;
        let stamp = self.shared.state().read_stamp(stream.partition(), clocks.now(), run);
        Ok(Reply { stamp, value })
    }

    async fn secret(&self, stream: &Stream) -> Result<Option<Secret>, StoreError> {
        let id = stream.id.clone();
        self.look(stream.id(), move |tx| tables::secret(tx, &id)).await
    }

    async fn positions(&self, streams: &[Stream]) -> Result<Vec<Position>, StoreError> {
        let ids: Vec<Arc<str>> = streams.iter().map(|stream| stream.id.clone()).collect();
        self.look("the ends of logs", move |tx| tables::ends(tx, ids.iter().map(|id| &**id))).await
    }

    async fn compact(&self, stream: &Stream, position: Position, snapshot: Bytes) -> Result<bool, StoreError> {
        let stream = stream.id.clone();
        self.ask(|answer| Job::Compact { stream, position, snapshot, answer }).await
    }

    async fn archive(&self, stream: &Stream, position: Position, packed: Bytes) -> Result<bool, StoreError> {
        let stream = stream.clone();
        self.ask(|answer| Job::Archive { stream, position, packed, answer }).await
    }

    async fn expire(&self, stream: &Stream, ttl_ms: u64) -> Result<(), StoreError> {
        let stream = stream.id.clone();
        self.ask(|answer| Job::Expire { stream, ttl_ms, answer }).await
    }

    async fn subscribe(&self, stream: &Stream, news: mpsc::Sender<News>) -> Result<Subscription, StoreError> {
        self.shared.healthy()?;
        let lost = Arc::new(AtomicBool::new(false));
        let number = self.shared.state().subscribe(&stream.id, news, lost.clone());
        let end = Unsubscribe { shared: self.shared.clone(), stream: stream.id.clone(), number };
        Ok(Subscription::new(lost, Box::new(end)))
    }

    async fn tick(&self, partitions: &[Partition]) -> Result<Vec<Reply<Tick>>, StoreError> {
        let partitions = partitions.to_vec();
        self.ask(|answer| Job::Tick(partitions, answer)).await
    }

    async fn outbox(&self, partition: Partition, limit: u64) -> Result<Vec<Bytes>, StoreError> {
        self.look("the outbox", move |tx| tables::outbox(tx, partition, limit)).await
    }

    async fn outbox_remove(&self, partition: Partition, entry: &Bytes) -> Result<(), StoreError> {
        let entry = entry.clone();
        self.ask(|answer| Job::RemoveOutbox(partition, entry, answer)).await
    }

    async fn take_seat(&self, game: &Stream, colour: Colour, seat: Seat) -> Result<(), StoreError> {
        self.shared.healthy()?;
        self.shared.state().take_seat(&game.id, colour, seat);
        Ok(())
    }

    async fn leave_seat(&self, game: &Stream, colour: Colour, seat: &Seat) -> Result<(), StoreError> {
        self.shared.healthy()?;
        self.shared.state().leave_seat(&game.id, colour, seat);
        Ok(())
    }

    async fn seats(&self, game: &Stream) -> Result<[Option<Seat>; 2], StoreError> {
        self.shared.healthy()?;
        Ok(self.shared.state().seats(game.id()))
    }

    async fn record(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let (wall, key) = (self.shared.clocks.now().wall, key.to_owned());
        self.look("records", move |tx| tables::record(tx, &key, wall)).await
    }

    async fn put_record(&self, key: &str, expect: u64, value: Bytes, ttl_ms: Option<u64>) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.ask(|answer| Job::PutRecord { key, expect, value, ttl_ms, answer }).await
    }

    async fn delete_record(&self, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.ask(|answer| Job::DeleteRecord(key, answer)).await
    }

    async fn index_add(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        let (index, entry) = (index.id.clone(), entry.to_owned());
        self.ask(|answer| Job::Index { index, entry, there: true, answer }).await
    }

    async fn index_remove(&self, index: &Index, entry: &str) -> Result<(), StoreError> {
        let (index, entry) = (index.id.clone(), entry.to_owned());
        self.ask(|answer| Job::Index { index, entry, there: false, answer }).await
    }

    async fn index_before(&self, index: &Index, before: Option<&str>, limit: u64) -> Result<Vec<String>, StoreError> {
        let (index, before) = (index.id.clone(), before.map(str::to_owned));
        self.look("indexes", move |tx| tables::index_before(tx, &index, before.as_deref(), limit)).await
    }

    async fn index_len(&self, index: &Index) -> Result<u64, StoreError> {
        let index = index.id.clone();
        self.look("indexes", move |tx| tables::index_len(tx, &index)).await
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn promise(&self) -> Result<Promise, StoreError> {
        let sentence = format!(
            "embedded store in {}: a move is acknowledged and shown only after it was synced to the disk, so none that \
             was acknowledged is lost while the disk survives",
            self.shared.dir.display()
        );
        Ok(Promise { durable: true, sentence })
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.ask(Job::Ping).await
    }

    async fn close(&self) {
        // a store that broke or was closed before has nothing left to finish
        let _ = self.ask(Job::Close).await;
        let shared = self.shared.clone();
        let closing = tokio::task::spawn_blocking(move || {
            drop(shared.files.write().unwrap_or_else(PoisonError::into_inner).take());
        });
        // only a runtime that is shutting down cancels it, and that drops the file as well
        let _ = closing.await;
    }
}
