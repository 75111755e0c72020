//! The embedded store's directory: what is refused with which words, what is found again after a
//! crash, and that nothing damaged is served.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // the helpers of tests are tests

use bytes::Bytes;
use redb::{Database, ReadableTable, TableDefinition};
use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};
use tengen_core::{
    log::{Position, body, head_after},
    timing::Guard,
};
use tengen_protocol::Head;
use tengen_server::store::{Commit, Outcome, Store, StoreError, Stream, embedded::Embedded};

const CHILD_DIR: &str = "TENGEN_TEST_WRITE_UNTIL_KILLED";

fn stream(id: &str) -> Stream {
    Stream::game(&id.parse().expect("an id"))
}

async fn append(store: &Embedded, stream: &Stream, expect: Position, text: &str) -> Position {
    let body = body(1, &serde_json::json!({ "text": text })).expect("serialisable").into();
    let commit =
        Commit { stream: stream.clone(), expect, body, guard: Guard::None, due: None, lifecycle: None, secret: None };
    match store.commit(commit).await.expect("the store answers").value {
        Outcome::Committed { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

fn refused(dir: &Path) -> StoreError {
    match Embedded::open(dir, "here") {
        Err(error) => error,
        Ok(store) => panic!("{store:?} was opened"),
    }
}

fn assert_says(error: &StoreError, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "{word:?} is not in {text:?}");
    }
    assert!(!error.retryable(), "{text}");
}

#[tokio::test]
async fn a_directory_in_use_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = Embedded::open(dir.path(), "here").unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, StoreError::Open(_)));
    let pid = format!("process {}", std::process::id());
    assert_says(&error, &[dir.path().to_str().unwrap(), "in use by another server", &pid, "stop that one"]);
    append(&store, &stream("a"), Position::default(), "still works").await;
    store.close().await;
    Embedded::open(dir.path(), "here").unwrap().close().await;
}

#[tokio::test]
async fn the_file_open_in_another_program_is_named() {
    let dir = tempfile::tempdir().unwrap();
    Embedded::open(dir.path(), "here").unwrap().close().await;
    let _other = Database::open(dir.path().join("tengen.redb")).unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, StoreError::Open(_)), "{error:?}");
    assert_says(&error, &["tengen.redb", "open in another program"]);
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "no directory").unwrap();
    for path in [file.clone(), file.join("below"), "/proc/tengen-data".into()] {
        let error = refused(&path);
        assert!(matches!(error, StoreError::Open(_)), "{error:?}");
        assert_says(&error, &["cannot use the data directory", path.to_str().unwrap(), "write access"]);
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), "no directory");
}

#[tokio::test]
async fn files_are_private_whatever_the_directory_is() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let set = |path: &Path, mode: u32| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    let modes = || -> Vec<(String, u32)> {
        let entries = std::fs::read_dir(dir.path()).unwrap().map(Result::unwrap);
        entries
            .map(|entry| {
                let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
                (entry.file_name().into_string().unwrap(), mode)
            })
            .collect()
    };
    set(dir.path(), 0o755);
    Embedded::open(dir.path(), "here").unwrap().close().await;
    let found = modes();
    assert!(found.len() >= 3 && found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    for (name, _) in found {
        set(&dir.path().join(name), 0o644);
    }
    let store = Embedded::open(dir.path(), "here").unwrap();
    let found = modes();
    assert!(found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    append(&store, &stream("a"), Position::default(), "still works").await;
    store.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_directory_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("deep").join("data");
    Embedded::open(&data, "here").unwrap().close().await;
    assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
}

const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");
const CLOCKS: TableDefinition<'_, u16, &str> = TableDefinition::new("clocks");
const EVENTS: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("events");
const LOGS: TableDefinition<'_, &str, (u64, u64, u64, u64)> = TableDefinition::new("logs");

fn alter(dir: &Path, change: impl FnOnce(&redb::WriteTransaction)) {
    let db = Database::open(dir.join("tengen.redb")).unwrap();
    let tx = db.begin_write().unwrap();
    change(&tx);
    tx.commit().unwrap();
}

#[tokio::test]
async fn a_newer_format_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    Embedded::open(dir.path(), "here").unwrap().close().await;
    let marker = dir.path().join("format");
    assert_eq!(std::fs::read_to_string(&marker).unwrap(), "1\n");
    std::fs::write(&marker, "7\n").unwrap();
    let words = ["format 7", "reads up to 1", "newer server", dir.path().to_str().unwrap()];
    assert_says(&refused(dir.path()), &words);
    // the file itself says it too
    std::fs::remove_file(&marker).unwrap();
    alter(dir.path(), |tx| {
        tx.open_table(META).unwrap().insert("format", 7).unwrap();
    });
    assert_says(&refused(dir.path()), &words);
    alter(dir.path(), |tx| {
        tx.open_table(META).unwrap().insert("format", 1).unwrap();
    });
    Embedded::open(dir.path(), "here").unwrap().close().await;
    assert_eq!(std::fs::read_to_string(&marker).unwrap(), "1\n", "written again");
    std::fs::write(&marker, "elephant").unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, StoreError::Damaged { .. }));
    assert_says(&error, &["format", "elephant"]);
}

#[tokio::test]
async fn a_missing_file_is_not_an_empty_store() {
    let dir = tempfile::tempdir().unwrap();
    Embedded::open(dir.path(), "here").unwrap().close().await;
    std::fs::remove_file(dir.path().join("tengen.redb")).unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, StoreError::Damaged { .. }));
    assert_says(&error, &["tengen.redb", "missing", "backup"]);
    // but what a crash left of making a new one is no store
    std::fs::remove_file(dir.path().join("format")).unwrap();
    std::fs::write(dir.path().join("tengen.redb.new"), "half").unwrap();
    Embedded::open(dir.path(), "here").unwrap().close().await;
}

/// A store with three logs; gives the ends.
async fn filled(dir: &Path) -> HashMap<&'static str, Position> {
    let store = Embedded::open(dir, "here").unwrap();
    let mut ends = HashMap::new();
    for id in ["left", "hurt", "right"] {
        let mut end = Position::default();
        for n in 0..30 {
            end = append(&store, &stream(id), end, &format!("<{id}-{n:02}>")).await;
        }
        ends.insert(id, end);
    }
    store.close().await;
    ends
}

async fn is_damaged(store: &Embedded, id: &str, after: u64) -> Option<String> {
    match store.read(&stream(id), after, 100).await {
        Ok(_) => None,
        Err(StoreError::Damaged { place, what }) => {
            assert_eq!(place, id);
            Some(what)
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_flipped_bit_is_found_and_not_served() {
    let dir = tempfile::tempdir().unwrap();
    let ends = filled(dir.path()).await;
    let path = dir.path().join("tengen.redb");
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = b"<hurt-17>";
    let places: Vec<usize> =
        bytes.windows(needle.len()).enumerate().filter(|(_, window)| window == needle).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place + 3] ^= 1;
    }
    std::fs::write(&path, bytes).unwrap();
    let store = Embedded::open(dir.path(), "here").unwrap();
    let what = is_damaged(&store, "hurt", 0).await.expect("found");
    assert!(what.contains("event 18 is not what was written"), "{what}");
    assert!(is_damaged(&store, "hurt", 17).await.is_some());
    // what does not contain it is served, and so are the others
    assert!(is_damaged(&store, "hurt", 18).await.is_none());
    assert_eq!(store.read(&stream("hurt"), 0, 17).await.unwrap().value.events.len(), 17);
    for id in ["left", "right"] {
        let tail = store.read(&stream(id), 0, 100).await.unwrap().value;
        assert_eq!((tail.end, tail.events.len()), (ends[id], 30));
    }
    store.close().await;
}

#[tokio::test]
async fn what_contradicts_itself_is_found() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path()).await;
    alter(dir.path(), |tx| {
        tx.open_table(EVENTS).unwrap().remove(("left", 5)).unwrap();
        tx.open_table(EVENTS).unwrap().remove(("right", 30)).unwrap();
        let mut logs = tx.open_table(LOGS).unwrap();
        let (seq, head, snapshot, at) = logs.get("hurt").unwrap().unwrap().value();
        logs.insert("hurt", (seq, head ^ 1, snapshot, at)).unwrap();
    });
    let store = Embedded::open(dir.path(), "here").unwrap();
    assert!(is_damaged(&store, "left", 0).await.unwrap().contains("event 5 is missing"));
    assert!(is_damaged(&store, "left", 5).await.unwrap().contains("event 5 is missing"));
    assert!(is_damaged(&store, "left", 6).await.is_none());
    assert!(is_damaged(&store, "right", 3).await.unwrap().contains("event 30 is missing"));
    assert!(is_damaged(&store, "hurt", 0).await.unwrap().contains("event 30 is not what was written"));
    store.close().await;
    alter(dir.path(), |tx| {
        tx.open_table(CLOCKS).unwrap().insert(9, "tomorrow").unwrap();
    });
    let error = refused(dir.path());
    assert!(matches!(error, StoreError::Damaged { .. }));
    assert_says(&error, &["tengen.redb", "time of a partition"]);
}

/// Wherever a bit flips: a log is refused, or it is what was written.
#[tokio::test]
async fn no_flipped_bit_changes_what_is_served() {
    const FLIPS: usize = 150;
    let dir = tempfile::tempdir().unwrap();
    let ends = filled(dir.path()).await;
    let path = dir.path().join("tengen.redb");
    let whole = std::fs::read(&path).unwrap();
    // pages that hold something, by a fixed walk
    let used: Vec<usize> =
        (0..whole.len()).filter(|at| whole[at - at % 64..].iter().take(64).any(|byte| *byte != 0)).collect();
    let (mut refused_open, mut refused_read) = (0, 0);
    for flip in 0..FLIPS {
        let at = used[(flip * 7_919 * 31) % used.len()];
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (flip % 8);
        std::fs::write(&path, bytes).unwrap();
        let store = match Embedded::open(dir.path(), "here") {
            Ok(store) => store,
            Err(error) => {
                assert!(!error.retryable(), "byte {at}: {error}");
                refused_open += 1;
                continue;
            }
        };
        for (id, end) in &ends {
            match store.read(&stream(id), 0, 100).await {
                Ok(reply) => {
                    assert_eq!((reply.value.end, reply.value.events.len()), (*end, 30), "byte {at} bit {}", flip % 8);
                    let head = reply.value.events.iter().fold(Head::EMPTY, |head, event| head_after(head, event));
                    assert_eq!(head, end.head);
                }
                Err(StoreError::Damaged { .. }) => refused_read += 1,
                Err(error) => panic!("byte {at}: {error}"),
            }
        }
        store.close().await;
    }
    println!("of {FLIPS} flips {refused_open} refused to open, {refused_read} logs were refused");
}

#[tokio::test]
async fn a_flipped_snapshot_is_not_served() {
    let dir = tempfile::tempdir().unwrap();
    let store = Embedded::open(dir.path(), "here").unwrap();
    let game = stream("a");
    let end = append(&store, &game, Position::default(), "first").await;
    assert!(store.compact(&game, end, Bytes::from_static(b"<the state>")).await.unwrap());
    store.close().await;
    alter(dir.path(), |tx| {
        let snapshots: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("snapshots");
        let mut table = tx.open_table(snapshots).unwrap();
        let mut row = table.get("a").unwrap().unwrap().value().to_vec();
        *row.last_mut().unwrap() ^= 4;
        table.insert("a", row.as_slice()).unwrap();
    });
    let store = Embedded::open(dir.path(), "here").unwrap();
    assert!(is_damaged(&store, "a", 0).await.unwrap().contains("snapshot"));
    store.close().await;
}

#[tokio::test]
async fn a_truncated_file_is_not_served() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path()).await;
    let path = dir.path().join("tengen.redb");
    let whole = std::fs::read(&path).unwrap();
    for keep in [0, 1, 100, 4_096, whole.len() / 4, whole.len() / 2, whole.len() - 4_096, whole.len() - 1] {
        std::fs::write(&path, &whole[..keep]).unwrap();
        let error = refused(dir.path());
        assert!(matches!(error, StoreError::Damaged { .. }), "{keep}: {error:?}");
        assert_says(&error, &[path.to_str().unwrap(), "backup"]);
    }
    std::fs::write(&path, b"this is no database, but it is long enough".repeat(1_000)).unwrap();
    assert!(matches!(refused(dir.path()), StoreError::Damaged { .. }));
    std::fs::write(&path, &whole).unwrap();
    Embedded::open(dir.path(), "here").unwrap().close().await;
}

/// Not a test: the process that [`what_was_acknowledged_survives_a_kill`] kills.
#[test]
fn writes_until_killed() {
    let Ok(dir) = std::env::var(CHILD_DIR) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Embedded::open(Path::new(&dir), "here").unwrap();
        let writers: Vec<_> =
            (0..8).map(|n| tokio::spawn(write_for_ever(store.clone(), stream(&format!("w{n}"))))).collect();
        for writer in writers {
            writer.await.unwrap();
        }
    });
}

async fn write_for_ever(store: Arc<Embedded>, stream: Stream) {
    let mut end = store.read(&stream, 0, 0).await.unwrap().value.end;
    loop {
        end = append(&store, &stream, end, "x").await;
        println!("acknowledged {} {} {}", stream.id(), end.seq, end.head);
    }
}

/// What one run acknowledged before it was killed: stream, seq, head.
fn acknowledged(dir: &Path) -> Vec<(String, u64, Head)> {
    const ENOUGH: usize = 400;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "embedded::writes_until_killed", "--nocapture"])
        .env(CHILD_DIR, dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut seen = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        // the last line may be cut
        let Some(rest) = line.strip_prefix("acknowledged ") else { continue };
        if let [id, seq, head] = rest.split(' ').collect::<Vec<_>>()[..]
            && let (Ok(seq), Ok(head)) = (seq.parse(), head.parse())
        {
            seen.push((id.to_owned(), seq, head));
        }
        if seen.len() == ENOUGH {
            child.kill().unwrap();
        }
    }
    assert!(!child.wait().unwrap().success(), "it was killed");
    assert!(seen.len() >= ENOUGH, "{}", seen.len());
    seen
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let acknowledged = acknowledged(dir.path());
        let store = Embedded::open(dir.path(), "here").unwrap();
        let mut heads: HashMap<String, Vec<Head>> = HashMap::new();
        for (id, seq, head) in acknowledged {
            if !heads.contains_key(&id) {
                let tail = store.read(&stream(&id), 0, 100_000).await.unwrap().value;
                let mut chain = vec![Head::EMPTY];
                for event in &tail.events {
                    chain.push(head_after(chain[chain.len() - 1], event));
                }
                assert_eq!(tail.end, Position { seq: tail.events.len() as u64, head: chain[chain.len() - 1] });
                heads.insert(id.clone(), chain);
            }
            let there = usize::try_from(seq).ok().and_then(|seq| heads[&id].get(seq));
            assert_eq!(there, Some(&head), "round {round}: {id} {seq} was acknowledged");
        }
        store.close().await;
    }
}
