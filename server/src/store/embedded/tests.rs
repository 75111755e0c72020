//! What only this store does: nothing before the sync, no second try after a failed one, one sync
//! for many, limits.

use super::{clock::Clock, dir::Files, room, tables, *};
use crate::store::{Commit, Outcome};
use redb::{Database, StorageBackend, backends::InMemoryBackend};
use std::{
    io,
    sync::{
        Condvar,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};
use tengen_core::{
    log::body,
    partition::HOLD_MS,
    timing::{Due, Guard, Time, When},
};

#[derive(Debug, PartialEq, Eq)]
enum Disk {
    Works,
    Hangs,
    Fails,
    HasNoRoom,
    /// There is room for a file of so many bytes, but not for a commit.
    HasRoomFor(u64),
}

/// A disk that does what it is told to do at a sync.
#[derive(Clone, Debug)]
struct Told {
    memory: Arc<InMemoryBackend>,
    disk: Arc<(Mutex<Disk>, Condvar)>,
    /// Syncs that were begun.
    syncs: Arc<AtomicU64>,
    /// Times that the file was opened.
    opened: Arc<AtomicU64>,
}

impl Told {
    fn new() -> Self {
        let disk = Arc::new((Mutex::new(Disk::Works), Condvar::new()));
        Self { memory: Arc::new(InMemoryBackend::new()), disk, syncs: Arc::default(), opened: Arc::default() }
    }

    fn tell(&self, disk: Disk) {
        *self.disk.0.lock().unwrap() = disk;
        self.disk.1.notify_all();
    }

    fn syncs(&self) -> u64 {
        self.syncs.load(SeqCst)
    }

    fn room(&self, is_enough: impl FnOnce(&Disk) -> bool) -> io::Result<()> {
        if is_enough(&self.disk.0.lock().unwrap()) { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }
}

impl Place for Told {
    fn open(&self) -> Result<Database, StoreError> {
        self.opened.fetch_add(1, SeqCst);
        // not all is read from memory
        let db = Database::builder().set_cache_size(1 << 20).create_with_backend(self.clone());
        db.map_err(|error| StoreError::Open(error.to_string()))
    }
    fn has_room(&self, bytes: u64) -> io::Result<()> {
        self.room(|disk| match disk {
            Disk::HasNoRoom => false,
            Disk::HasRoomFor(most) => bytes <= *most,
            _ => true,
        })
    }
}

impl StorageBackend for Told {
    fn len(&self) -> io::Result<u64> {
        self.memory.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.memory.read(offset, out)
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        self.memory.set_len(len)
    }
    fn sync_data(&self) -> io::Result<()> {
        self.syncs.fetch_add(1, SeqCst);
        let disk = self.disk.1.wait_while(self.disk.0.lock().unwrap(), |disk| *disk == Disk::Hangs).unwrap();
        if *disk == Disk::Fails { Err(io::Error::other("the disk is on fire")) } else { Ok(()) }
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        // the front of the file is there already: of a commit it is written first
        if offset > 0 {
            self.room(|disk| !matches!(disk, Disk::HasNoRoom | Disk::HasRoomFor(_)))?;
        }
        self.memory.write(offset, data)
    }
}

/// One clock for both times.
#[derive(Clone, Default)]
struct OneClock(Arc<AtomicU64>);

impl OneClock {
    fn pass(&self, ms: u64) {
        self.0.fetch_add(ms, SeqCst);
    }
}

impl Clock for OneClock {
    fn wall_ms(&self) -> u64 {
        1_900_000_000_000 + self.0.load(SeqCst)
    }
    fn monotonic_ms(&self) -> u64 {
        self.0.load(SeqCst)
    }
}

fn open() -> (Arc<Embedded>, Told, OneClock) {
    open_at(Path::new("memory"))
}

/// Only what lies beside the file is looked for in the directory.
fn open_at(dir: &Path) -> (Arc<Embedded>, Told, OneClock) {
    open_after(dir, |_| Ok(()))
}

/// Something was done to the file before.
fn open_after(dir: &Path, change: impl FnOnce(&Database) -> Result<(), Fault>) -> (Arc<Embedded>, Told, OneClock) {
    let (told, clock) = (Told::new(), OneClock::default());
    let db = told.open().unwrap();
    tables::create(&db).and_then(|()| change(&db)).unwrap();
    let files = Files { db, _lock: tempfile::tempfile().unwrap() };
    let place = Box::new(told.clone());
    let store = Embedded::start(files, place, dir, "here", Box::new(clock.clone())).unwrap();
    (store, told, clock)
}

fn stream(name: &str) -> Stream {
    Stream::game(&name.parse().unwrap())
}

fn append(stream: &Stream, expect: Position) -> Commit {
    let body = body(1, &serde_json::json!({"kind": "test"})).unwrap().into();
    let due = Some(Due { time: Time::Logical, when: When::After(3_600_000) });
    Commit { stream: stream.clone(), expect, body, guard: Guard::None, due, lifecycle: None, secret: None }
}

async fn commit(store: &Embedded, commit: Commit) -> Position {
    match store.commit(commit).await.unwrap().value {
        Outcome::Committed { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

/// Waits for a condition that another thread makes true.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_seen_before_the_sync() {
    let (store, told, clock) = open();
    let game = stream("a");
    let first = commit(&store, append(&game, Position::default())).await;
    let (sender, mut news) = mpsc::channel(8);
    let subscription = store.subscribe(&game, sender).await.unwrap();
    let before = told.syncs();
    told.tell(Disk::Hangs);
    let second = tokio::spawn({
        let (store, game) = (store.clone(), game.clone());
        async move { commit(&store, append(&game, first)).await }
    });
    until("the sync begins", || told.syncs() > before);
    let logical = store.read(&game, 0, 9).await.unwrap().stamp.logical;
    clock.pass(60_000);
    let read = store.read(&game, 0, 9).await.unwrap();
    assert_eq!((read.value.end, read.value.events.len()), (first, 1));
    assert_eq!(read.stamp.logical, logical, "a disk that hangs costs nobody his time");
    assert_eq!(store.positions(std::slice::from_ref(&game)).await.unwrap(), [first]);
    assert!(news.try_recv().is_err());
    assert!(!second.is_finished());
    told.tell(Disk::Works);
    let end = second.await.unwrap();
    assert_eq!(end.seq, 2);
    assert!(matches!(news.recv().await, Some(News::Event(_))));
    assert_eq!(store.read(&game, 0, 9).await.unwrap().value.end, end);
    let stamp = store.tick(&[game.partition()]).await.unwrap()[0].stamp;
    assert_eq!((stamp.logical, stamp.hold), (logical, HOLD_MS), "it was an outage");
    assert!(!subscription.take_lost());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_sync_breaks_the_store_for_good() {
    let (store, told, _) = open();
    let game = stream("a");
    let first = commit(&store, append(&game, Position::default())).await;
    let (sender, mut news) = mpsc::channel(8);
    let subscription = store.subscribe(&game, sender).await.unwrap();
    let mut fatal = store.fatal();
    assert!(fatal.borrow().is_none());
    told.tell(Disk::Fails);
    let refused = store.commit(append(&game, first)).await.unwrap_err();
    assert!(refused.to_string().contains("the disk is on fire"), "{refused}");
    let message = fatal.wait_for(Option::is_some).await.unwrap().clone().unwrap();
    assert!(message.contains("memory/tengen.redb"), "{message}");
    assert!(message.contains("start the server again"), "{message}");
    // a disk that works again changes nothing, and it is not even asked
    told.tell(Disk::Works);
    let syncs = told.syncs();
    let errors = [
        store.commit(append(&game, first)).await.err(),
        store.read(&game, 0, 1).await.err(),
        store.positions(std::slice::from_ref(&game)).await.err(),
        store.tick(&[game.partition()]).await.err(),
        store.ping().await.err(),
        store.put_record("k", 0, Bytes::new(), None).await.err(),
        store.seats(&game).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), format!("the store does not answer: {message}"));
    }
    assert!(news.try_recv().is_err());
    assert!(subscription.take_lost());
    store.close().await;
    assert_eq!(told.syncs(), syncs);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_without_room_refuses_until_there_is_room() {
    let (store, told, clock) = open();
    let game = stream("a");
    let first = commit(&store, append(&game, Position::default())).await;
    let (sender, mut news) = mpsc::channel(8);
    let subscription = store.subscribe(&game, sender).await.unwrap();
    told.tell(Disk::HasNoRoom);
    let read = async || store.read(&game, 0, 9).await.unwrap();
    let logical = read().await.stamp.logical;
    let entry = Some(Bytes::from_static(b"finished"));
    let finish = Commit { lifecycle: entry, ..append(&game, first) };
    for _ in 0..3 {
        let refused = store.commit(finish.clone()).await.unwrap_err();
        assert!(matches!(refused, StoreError::Full(_)), "{refused}");
        assert!(refused.to_string().contains("no room for memory/tengen.redb"), "{refused}");
        assert!(refused.to_string().contains("make room"), "{refused}");
        assert!(matches!(store.ping().await, Err(StoreError::Full(_))));
        assert!(matches!(store.tick(&[game.partition()]).await, Err(StoreError::Full(_))));
        for _ in 0..2 {
            let read = read().await;
            assert_eq!((read.value.end, read.value.events.len()), (first, 1), "what is there is read");
            assert_eq!(read.stamp.logical, logical, "a full disk costs nobody his time");
            clock.pass(room::FIRST_WAIT_MS / 2);
        }
    }
    assert!(news.try_recv().is_err());
    assert!(subscription.take_lost());
    assert!(store.fatal().borrow().is_none(), "it goes on");
    assert!(matches!(store.ping().await, Err(StoreError::Full(_))), "it was looked for just now");
    told.tell(Disk::Works);
    clock.pass(room::FIRST_WAIT_MS / 2);
    assert_eq!(read().await.stamp.logical, logical);
    clock.pass(room::FIRST_WAIT_MS / 2 - 1);
    assert!(matches!(store.ping().await, Err(StoreError::Full(_))), "the disk is not asked all the time");
    assert_eq!(read().await.stamp.logical, logical);
    clock.pass(1);
    let tick = store.tick(&[game.partition()]).await.unwrap().remove(0);
    assert_eq!((tick.value.running, tick.value.outbox), (true, 0));
    assert_eq!((tick.stamp.logical, tick.stamp.hold), (logical, HOLD_MS), "it was an outage");
    assert_eq!(commit(&store, finish).await.seq, 2);
    assert!(matches!(news.try_recv(), Ok(News::Event(_))));
    assert_eq!(store.tick(&[game.partition()]).await.unwrap()[0].value.outbox, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_room_for_a_moment_is_an_outage_too() {
    let (store, told, clock) = open();
    let game = stream("a");
    let first = commit(&store, append(&game, Position::default())).await;
    let logical = store.read(&game, 0, 9).await.unwrap().stamp.logical;
    told.tell(Disk::HasNoRoom);
    assert!(matches!(store.commit(append(&game, first)).await, Err(StoreError::Full(_))));
    told.tell(Disk::Works);
    clock.pass(room::FIRST_WAIT_MS);
    let stamp = store.tick(&[game.partition()]).await.unwrap()[0].stamp;
    assert_eq!((stamp.logical, stamp.hold), (logical, HOLD_MS));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_little_room_is_tried_ever_more_seldom() {
    let (store, told, clock) = open();
    let game = stream("a");
    let partition = game.partition();
    let first = commit(&store, append(&game, Position::default())).await;
    let logical = store.read(&game, 0, 9).await.unwrap().stamp.logical;
    // the waits after each time that the file was opened anew, as ticks of 500 ms find them
    let waits = async |times: usize| {
        let mut waits = Vec::new();
        while waits.len() < times {
            let (before, mut waited) = (told.opened.load(SeqCst), 0);
            while told.opened.load(SeqCst) == before {
                assert!(waited <= room::MAX_WAIT_MS, "after {waits:?}");
                clock.pass(500);
                waited += 500;
                assert!(matches!(store.tick(&[partition]).await, Err(StoreError::Full(_))));
                assert_eq!(store.read(&game, 0, 9).await.unwrap().stamp.logical, logical);
            }
            waits.push(waited);
        }
        waits
    };
    told.tell(Disk::HasRoomFor(room::MAX_BYTES));
    assert!(matches!(store.commit(append(&game, first)).await, Err(StoreError::Full(_))));
    assert_eq!(waits(8).await, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    told.tell(Disk::Works);
    clock.pass(room::MAX_WAIT_MS);
    let stamp = store.tick(&[partition]).await.unwrap()[0].stamp;
    assert_eq!((stamp.logical, stamp.hold), (logical, HOLD_MS), "no try cost a player his time");
    // a commit that succeeds ends it, and where more room is asked for than there is nothing is tried
    told.tell(Disk::HasRoomFor(3 * room::FIRST_BYTES));
    assert!(matches!(store.commit(append(&game, first)).await, Err(StoreError::Full(_))));
    assert_eq!(waits(2).await, [1_000, 2_000]);
    let opened = told.opened.load(SeqCst);
    for _ in 0..10 {
        clock.pass(room::MAX_WAIT_MS);
        assert!(matches!(store.ping().await, Err(StoreError::Full(_))));
    }
    assert_eq!(told.opened.load(SeqCst), opened);
    told.tell(Disk::HasRoomFor(4 * room::FIRST_BYTES));
    clock.pass(room::MAX_WAIT_MS);
    assert!(matches!(store.ping().await, Err(StoreError::Full(_))), "a ping alone proves nothing");
    assert_eq!(told.opened.load(SeqCst), opened + 1, "the time of the game was to be written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_without_room_closes() {
    let (store, told, _) = open();
    told.tell(Disk::HasNoRoom);
    let refused = store.commit(append(&stream("a"), Position::default())).await.unwrap_err();
    assert!(matches!(refused, StoreError::Full(_)), "{refused}");
    store.close().await;
    assert!(store.ping().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_does_not_hold_up_a_store_that_finds_no_room() {
    let dir = tempfile::tempdir().unwrap();
    let (store, told, _) = open_at(&dir.path().join("data"));
    let (pipe, to) = (dir.path().join("data/pipe"), dir.path().join("copy"));
    std::fs::create_dir(dir.path().join("data")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let game = stream("a");
    let first = commit(&store, append(&game, Position::default())).await;
    let backup = tokio::spawn({
        let (store, to) = (store.clone(), to.clone());
        async move { store.backup(to, &["pipe"]).await }
    });
    until("the file is copied and the pipe is waited for", || dir.path().join("copy.partial/tengen.redb").exists());
    told.tell(Disk::HasNoRoom);
    let refused = store.commit(append(&game, first)).await.unwrap_err();
    let read = tokio::time::timeout(Duration::from_secs(10), store.read(&game, 0, 9)).await;
    let is_copying = !backup.is_finished();
    // before anything is asserted, so that nothing waits for ever
    std::fs::write(&pipe, "beside").unwrap();
    backup.await.unwrap().unwrap();
    assert!(matches!(refused, StoreError::Full(_)), "{refused}");
    assert_eq!(read.unwrap().unwrap().value.end, first);
    assert!(is_copying);
    assert_eq!(std::fs::read_to_string(to.join("pipe")).unwrap(), "beside");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_file_that_was_opened_anew_fails() {
    let (store, told, _) = open();
    let game = stream("a");
    let mut end = Position::default();
    for _ in 0..4 {
        let body = body(1, &"x".repeat(1 << 20)).unwrap().into();
        end = commit(&store, Commit { body, ..append(&game, end) }).await;
    }
    let tx = store.shared.begin_read(&store.shared.files()).unwrap();
    told.tell(Disk::HasNoRoom);
    assert!(matches!(store.commit(append(&game, end)).await, Err(StoreError::Full(_))));
    let to = Told::new().open().unwrap();
    tables::create(&to).unwrap();
    let fault = tables::copy(&tx, &to).unwrap_err();
    assert!(matches!(&fault, tables::Fault::Disk(what) if what.contains("opened anew")), "{fault:?}");
}

#[test]
fn a_sync_that_finds_no_room_is_a_failed_sync() {
    let full = || io::Error::from(io::ErrorKind::StorageFull);
    let fault = |error: io::Error| tables::Fault::from(redb::StorageError::Io(error));
    assert!(matches!(fault(full()), Fault::Full(_)));
    assert!(matches!(fault(disk::failed_sync(&full())), Fault::Disk(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_commits_share_one_sync() {
    const WAITING: usize = 50;
    let (store, told, _) = open();
    let before = told.syncs();
    commit(&store, append(&stream("a"), Position::default())).await;
    let one = told.syncs() - before;
    let before = told.syncs();
    told.tell(Disk::Hangs);
    let spawn = |name: String| {
        let store = store.clone();
        tokio::spawn(async move { commit(&store, append(&stream(&name), Position::default())).await })
    };
    let mut commits = vec![spawn("b".into())];
    until("the writer is busy", || told.syncs() > before);
    commits.extend((0..WAITING).map(|n| spawn(format!("c{n}"))));
    until("the others wait", || store.queue.capacity() == QUEUE_MAX - WAITING);
    told.tell(Disk::Works);
    for commit in commits {
        assert_eq!(commit.await.unwrap().seq, 1);
    }
    // that of the first, and of the others; one of them may be half in the queue when it is drained
    let shared = told.syncs() - before;
    assert!(shared <= 3 * one, "{WAITING} commits took {shared} syncs");
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_refuses_after_a_while() {
    let (store, told, _) = open();
    let before = told.syncs();
    told.tell(Disk::Hangs);
    let first = tokio::spawn({
        let store = store.clone();
        async move { store.commit(append(&stream("a"), Position::default())).await }
    });
    tokio::task::yield_now().await;
    until("the writer is busy", || told.syncs() > before);
    let mut waiting = Vec::new();
    for _ in 0..QUEUE_MAX {
        let (answer, answered) = oneshot::channel();
        store.queue.try_send(Job::Ping(answer)).unwrap_or_else(|_| panic!("there is room for {QUEUE_MAX}"));
        waiting.push(answered);
    }
    let refused = store.ping().await.unwrap_err();
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused:?}");
    assert!(refused.to_string().contains("4096 commands have been waiting"), "{refused}");
    // and who waits for an answer is not kept for ever
    let unknown = first.await.unwrap().unwrap_err();
    assert!(unknown.to_string().contains("not known whether it was done"), "{unknown}");
    told.tell(Disk::Works);
    for answered in waiting {
        answered.await.unwrap();
    }
}

#[tokio::test]
async fn time_is_written_each_second_while_a_clock_runs() {
    let (store, _, clock) = open();
    let game = stream("a");
    let partition = game.partition();
    let written = || {
        let files = store.shared.files();
        let clocks = tables::small(&files.as_ref().unwrap().db).unwrap().clocks;
        clocks.into_iter().find(|(other, _)| *other == partition).map(|(_, clock)| clock.logical)
    };
    let tick = async |ms| {
        clock.pass(ms);
        store.tick(&[partition]).await.unwrap()[0].stamp.logical
    };
    tick(400).await;
    assert_eq!(written(), None, "nothing is due");
    let first = commit(&store, append(&game, Position::default())).await;
    let t = written().unwrap();
    assert_eq!(tick(500).await, t + 500);
    assert_eq!(tick(499).await, t + 999);
    assert_eq!(written(), Some(t));
    assert_eq!(tick(1).await, t + 1_000);
    assert_eq!(written(), Some(t + 1_000));
    let mut stop = append(&game, first);
    stop.due = None;
    commit(&store, stop).await;
    tick(1_400).await;
    assert_eq!(written(), Some(t + 1_000), "nothing is due any more");
}

#[tokio::test]
async fn long_events_are_read_in_pieces() {
    let (store, _, _) = open();
    let game = stream("a");
    let mut end = Position::default();
    let text = "x".repeat(READ_EVENT);
    const READ_EVENT: usize = 1 << 20;
    let count = tables::READ_MAX_BYTES / READ_EVENT + 2;
    for _ in 0..count {
        let mut long = append(&game, end);
        long.body = body(1, &text).unwrap().into();
        end = commit(&store, long).await;
    }
    let first = store.read(&game, 0, 100).await.unwrap().value;
    assert_eq!((first.end, first.events.len()), (end, count - 2));
    let rest = store.read(&game, first.events.len() as u64, 100).await.unwrap().value;
    assert_eq!(rest.events.len(), 2);
}

#[tokio::test]
async fn expired_records_are_swept() {
    let (store, _, clock) = open();
    for n in 0..5 {
        let ttl = if n < 3 { 100 } else { 3_600_000 };
        assert!(store.put_record(&format!("k{n}"), 0, Bytes::from_static(b"v"), Some(ttl)).await.unwrap());
    }
    let lying = || {
        let files = store.shared.files();
        tables::any_expired(&files.as_ref().unwrap().db.begin_read().unwrap(), clock.wall_ms()).unwrap()
    };
    clock.pass(9_000);
    store.ping().await.unwrap();
    assert!(lying());
    clock.pass(1_000);
    store.ping().await.unwrap();
    assert!(!lying());
    assert!(store.record("k4").await.unwrap().is_some());
}

#[tokio::test]
async fn versions_of_records_never_come_back() {
    let (store, _, _) = open();
    assert!(store.put_record("k", 0, Bytes::from_static(b"1"), None).await.unwrap());
    let old = store.record("k").await.unwrap().unwrap().version;
    store.delete_record("k").await.unwrap();
    assert!(store.put_record("k", 0, Bytes::from_static(b"2"), None).await.unwrap());
    assert!(!store.put_record("k", old, Bytes::from_static(b"3"), None).await.unwrap());
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let (store, _, _) = open();
    let game = stream("a");
    commit(&store, append(&game, Position::default())).await;
    store.close().await;
    store.close().await;
    for error in [
        store.commit(append(&game, Position::default())).await.err(),
        store.read(&game, 0, 1).await.err(),
        store.ping().await.err(),
    ] {
        assert_eq!(error.unwrap().to_string(), "the store does not answer: it is closed");
    }
}

#[tokio::test]
async fn what_went_to_the_archive_takes_the_room_of_its_piece() {
    let (store, _, clock) = open();
    let (stream, packed) = (stream("ended"), Bytes::from_static(b"packed"));
    let bytes = async || store.look("a test", tables::stored_bytes).await.unwrap();
    let mut end = Position::default();
    for _ in 0..100 {
        end = commit(&store, append(&stream, end)).await;
    }
    let due = Some(Due { time: Time::Wall, when: When::After(10) });
    end = commit(&store, Commit { due, ..append(&stream, end) }).await;
    let full = bytes().await;
    assert!(full > 101 * 50, "{full}");
    assert!(!store.archive(&stream, end, packed.clone()).await.unwrap(), "not yet");
    assert_eq!(bytes().await, full);
    clock.pass(10);
    assert!(store.archive(&stream, end, packed).await.unwrap());
    let left = bytes().await;
    assert!(left < 100, "{left} bytes are left of {full}");
}

#[tokio::test]
async fn a_file_of_a_server_without_indexes_has_empty_ones() {
    let (store, _, _) = open_after(Path::new("memory"), tables::without_indexes);
    let index = Index::common("finished");
    assert!(store.index_before(&index, None, 9).await.unwrap().is_empty());
    assert_eq!(store.index_len(&index).await.unwrap(), 0);
    let (tx, to) = (store.shared.begin_read(&store.shared.files()).unwrap(), Told::new().open().unwrap());
    tables::create(&to).and_then(|()| tables::copy(&tx, &to)).unwrap();
    store.index_add(&index, "a").await.unwrap();
    assert_eq!(
        (store.index_before(&index, None, 9).await.unwrap(), store.index_len(&index).await.unwrap()),
        (vec!["a".to_owned()], 1)
    );
    // and a copy has what was added
    let (tx, to) = (store.shared.begin_read(&store.shared.files()).unwrap(), Told::new().open().unwrap());
    tables::create(&to).and_then(|()| tables::copy(&tx, &to)).unwrap();
    let copied = to.begin_read().unwrap();
    assert_eq!(tables::index_before(&copied, "finished", None, 9).unwrap(), ["a"]);
    assert_eq!(tables::index_len(&copied, "finished").unwrap(), 1);
}
