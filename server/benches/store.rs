//! How fast events become durable: a plain append log with fdatasync, the database alone, and the
//! embedded store as the server uses it, on the same disk in the same run.
//!
//! `cargo bench -p tengen-server --bench store -- [SECONDS [DIR]]`: seconds per line (3), and a
//! directory on the disk to be measured (the current one). Each line is 1, 16 or 128 events to one
//! sync; for the store as many games that each commit one event after another.

#![allow(clippy::print_stdout)] // it is a command

use redb::{Database, Durability, TableDefinition};
use std::{
    fs::OpenOptions,
    io::{Seek, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tengen_core::{
    log::{Position, body, head_after, stored},
    timing::Guard,
};
use tengen_server::store::{Commit, Outcome, Store, Stream, embedded::Embedded};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A body as long as that of a move: about 200 bytes once stored.
fn one_body() -> Result<Vec<u8>, Failure> {
    let event = serde_json::json!({
        "kind": "play", "colour": "black", "vertex": "Q16", "hash": "00000000", "id": "abcdefghijkl-123",
        "clock": {"main": 1_800_000}, "credit": 12
    });
    Ok(body(1, &event)?)
}

/// What one line is about.
struct Line {
    what: &'static str,
    /// Events to a sync, or games at once.
    at: u32,
    /// Events to each of `took`.
    each: u32,
    took: Vec<Duration>,
}

impl Line {
    /// Repeats a commit of so many events for the time.
    fn measure(
        what: &'static str,
        events: u32,
        time: Duration,
        mut commit: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let mut took = Vec::new();
        while start.elapsed() < time {
            let before = Instant::now();
            commit()?;
            took.push(before.elapsed());
        }
        Ok(Self { what, at: events, each: events, took })
    }

    fn print(mut self, time: Duration) {
        self.took.sort_unstable();
        let ms = |hundredth: usize| {
            let index = (self.took.len() * hundredth / 100).min(self.took.len().saturating_sub(1));
            self.took.get(index).map_or(0.0, |took| took.as_secs_f64() * 1e3)
        };
        let rate = self.took.len() as f64 * f64::from(self.each) / time.as_secs_f64();
        println!("{:<34} {:>4} {:>12.0} {:>10.2} {:>10.2}", self.what, self.at, rate, ms(50), ms(99));
    }
}

/// Appends frames to a file and syncs; `reserved` bytes are written beforehand, so that the file
/// does not grow.
fn plain_log(what: &'static str, dir: &Path, events: u32, time: Duration, reserved: usize) -> Result<Line, Failure> {
    let path = dir.join("plain.log");
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(&path)?;
    file.write_all(&vec![0; reserved])?;
    file.rewind()?;
    file.sync_all()?;
    let body = one_body()?;
    let mut end = Position::default();
    let line = Line::measure(what, events, time, || {
        let mut frames = Vec::new();
        for _ in 0..events {
            let event = stored(end, 1, 1, &body);
            end = Position { seq: end.seq + 1, head: head_after(end.head, &event) };
            frames.extend_from_slice(&u32::try_from(event.len())?.to_le_bytes());
            frames.extend_from_slice(&event);
        }
        file.write_all(&frames)?;
        Ok(file.sync_data()?)
    })?;
    std::fs::remove_file(path)?;
    Ok(line)
}

const TABLE: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("events");

/// The same events in one table of the database, of so many games in turn.
fn database(dir: &Path, events: u32, time: Duration) -> Result<Line, Failure> {
    let path = dir.join("bench.redb");
    let db = Database::create(&path)?;
    let body = one_body()?;
    let mut seq = 0;
    let line = Line::measure("redb, one table", events, time, || {
        let mut tx = db.begin_write()?;
        tx.set_durability(Durability::Immediate)?;
        {
            let mut table = tx.open_table(TABLE)?;
            seq += 1;
            for game in 0..events {
                let before = Position { seq, ..Position::default() };
                table.insert((format!("game-{game}").as_str(), seq), stored(before, 1, 1, &body).as_slice())?;
            }
        }
        Ok(tx.commit()?)
    })?;
    drop(db);
    std::fs::remove_file(path)?;
    Ok(line)
}

/// So many games on the store, each waiting for its answer before it goes on.
async fn embedded(dir: &Path, games: u32, time: Duration) -> Result<Line, Failure> {
    let path = dir.join("store");
    let store = Embedded::open(&path, "bench")?;
    let body: bytes::Bytes = one_body()?.into();
    let start = Instant::now();
    let mut tasks = Vec::new();
    for game in 0..games {
        let (store, body) = (store.clone(), body.clone());
        let stream = Stream::game(&format!("game-{game}").parse()?);
        tasks.push(tokio::spawn(async move {
            let mut end = Position::default();
            let mut took = Vec::new();
            while start.elapsed() < time {
                let before = Instant::now();
                let (stream, body) = (stream.clone(), body.clone());
                let commit =
                    Commit { stream, expect: end, body, guard: Guard::None, due: None, lifecycle: None, secret: None };
                match store.commit(commit).await?.value {
                    Outcome::Committed { position, .. } => end = position,
                    other => return Err(format!("{other:?}").into()),
                }
                took.push(before.elapsed());
            }
            Ok::<_, Failure>(took)
        }));
    }
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await??);
    }
    store.close().await;
    std::fs::remove_dir_all(path)?;
    Ok(Line { what: "embedded store, games at once", at: games, each: 1, took })
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let time = Duration::from_secs_f64(arguments.first().map_or(Ok(3.0), |text| text.parse())?);
    let disk = arguments.get(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    let dir = tempfile::Builder::new().prefix("tengen-bench-").tempdir_in(&disk)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    println!("{:<34} {:>4} {:>12} {:>10} {:>10}", "", "at", "events/s", "p50 ms", "p99 ms");
    for events in [1, 16, 128] {
        plain_log("plain log, growing", dir.path(), events, time, 0)?.print(time);
        plain_log("plain log, space reserved", dir.path(), events, time, 256 << 20)?.print(time);
        database(dir.path(), events, time)?.print(time);
        runtime.block_on(embedded(dir.path(), events, time))?.print(time);
    }
    Ok(())
}
