//! The embedded store under play: killed in mid-commit, its file damaged, its disk full or broken.

use super::table::{Table, lines, until};
use anyhow::{Context, ensure};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::{
    fs::File,
    io::Write,
    os::unix::fs::FileExt,
    path::PathBuf,
    process::{Command, Stdio},
};
use tempfile::TempDir;
use tengen_tests::{
    history::{Log, Promise},
    server::{Server, StoreKind},
    wait_for,
};

/// What is loaded into the server.
const SOURCE: &str = include_str!("../preload/disk.c");

/// So many kills in the long tier.
const LONG_KILLS: u32 = 200;

/// So many damages in the long tier.
const LONG_DAMAGES: usize = 400;

/// What the disk of a server does.
#[derive(Clone, Copy)]
enum Does {
    Works = 0,
    HasNoRoom = 1,
    FailsWrites = 2,
    FailsSyncs = 3,
    /// The server dies in the middle of a later write to its file, or before a sync.
    DiesIn = 4,
}

/// A disk that does what it is told to do, for the servers that are started on it.
struct Disk {
    directory: TempDir,
    told: File,
}

impl Disk {
    fn new() -> anyhow::Result<Self> {
        let directory = tempfile::tempdir()?;
        let mut compiler = Command::new("cc")
            .args(["-x", "c", "-O2", "-shared", "-fPIC", "-o"])
            .arg(directory.path().join("disk.so"))
            .arg("-")
            .stdin(Stdio::piped())
            .spawn()
            .context("no C compiler: install gcc and libc6-dev")?;
        compiler.stdin.take().context("no stdin")?.write_all(SOURCE.as_bytes())?;
        let status = compiler.wait()?;
        ensure!(status.success(), "cc: {status}");
        let disk = Self { told: File::create_new(directory.path().join("told"))?, directory };
        disk.tell(Does::Works, 0)?;
        Ok(disk)
    }

    fn environment(&self) -> Vec<(String, String)> {
        let file = |name: &str| self.directory.path().join(name).display().to_string();
        vec![("LD_PRELOAD".into(), file("disk.so")), ("TENGEN_TEST_DISK".into(), file("told"))]
    }

    fn tell(&self, does: Does, after: u32) -> anyhow::Result<()> {
        // what it waits for before what it does, which is looked at first
        self.told.write_all_at(&after.to_ne_bytes(), 4)?;
        Ok(self.told.write_all_at(&(does as u32).to_ne_bytes(), 0)?)
    }
}

async fn server_on(disk: &Disk) -> anyhow::Result<Server> {
    Server::start_in(StoreKind::Embedded, &["--drain-seconds".into(), "1".into()], &disk.environment()).await
}

fn database(server: &Server) -> PathBuf {
    server.home().join("data/tengen.redb")
}

/// What the server has said for its operator.
fn said(server: &Server) -> String {
    std::fs::read_to_string(server.home().join("server.txt")).unwrap_or_default()
}

/// Why it ended, as it said itself.
fn last_words(said: &str) -> String {
    said.lines().rfind(|line| line.starts_with("tengen-server: ")).unwrap_or_default().to_owned()
}

/// Whether its process has ended, without waiting for it.
fn has_ended(server: &Server) -> bool {
    let stat = |id| std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    server.process().is_none_or(|id| stat(id).rsplit(") ").next().is_none_or(|rest| rest.starts_with(['Z', 'X'])))
}

async fn ended(server: &Server) -> anyhow::Result<()> {
    until("the server ends", async || has_ended(server)).await
}

/// `/readyz`: the status and what it says.
async fn readiness(server: &Server) -> anyhow::Result<(u16, String)> {
    let answer = reqwest::get(format!("{}/readyz", server.admin)).await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

/// Whether it is not ready, and says that it needs room.
async fn is_full(server: &Server) -> bool {
    readiness(server).await.is_ok_and(|(status, text)| status == 503 && text.contains("make room"))
}

fn is_long() -> bool {
    std::env::var_os("TENGEN_LONG").is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_killed_in_mid_commit_many_times() -> anyhow::Result<()> {
    let kills = if is_long() { LONG_KILLS } else { 10 };
    let disk = Disk::new()?;
    let mut chance = StdRng::seed_from_u64(1);
    for game in 0..kills.div_ceil(10) {
        let mut server = server_on(&disk).await?;
        let mut table = Table::new(&[&server], game.into()).await?;
        table
            .play_under(async |go, _| {
                go.send_replace(true);
                for _ in 0..10 {
                    disk.tell(Does::DiesIn, chance.random_range(1..12))?;
                    ended(&server).await?;
                    disk.tell(Does::Works, 0)?;
                    server.kill().await?;
                    server.start_again().await?;
                }
                Ok(())
            })
            .await?;
        ensure!(table.black_joined() > 3, "Black joined {} times only", table.black_joined());
        table.check(&server, Promise::Kept).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_given_room_again_under_play() -> anyhow::Result<()> {
    let disk = Disk::new()?;
    let mut server = server_on(&disk).await?;
    let mut table = Table::new(&[&server], 2).await?;
    table
        .play_under(async |go, _| {
            disk.tell(Does::HasNoRoom, 0)?;
            go.send_replace(true);
            until("it is not ready", async || is_full(&server).await).await?;
            ensure!(said(&server).contains("nothing is acknowledged until there is"), "{}", said(&server));
            // what did not find room is nowhere, not even after a crash: it would be there twice
            server.kill().await?;
            disk.tell(Does::Works, 0)?;
            server.start_again().await?;
            // and while it runs: no new start is needed
            disk.tell(Does::HasNoRoom, 0)?;
            until("it is full again", async || is_full(&server).await).await?;
            disk.tell(Does::Works, 0)?;
            until("it is ready", async || readiness(&server).await.is_ok_and(|(status, _)| status == 200)).await
        })
        .await?;
    table.check(&server, Promise::Kept).await?;
    ensure!(said(&server).contains("there is room again"), "{}", said(&server));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_the_size_of_files_is_a_full_disk() -> anyhow::Result<()> {
    let server = Server::start(StoreKind::Embedded).await?;
    let mut table = Table::new(&[&server], 3).await?;
    let process = server.process().context("it has ended")?.to_string();
    let limit = |bytes: &str| {
        let status = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={bytes}:")]).status()?;
        ensure!(status.success(), "prlimit: {status}");
        Ok(())
    };
    table
        .play_under(async |go, _| {
            // what lies behind it cannot even be written anew
            limit("8192")?;
            go.send_replace(true);
            until("it is not ready", async || is_full(&server).await).await?;
            ensure!(!has_ended(&server), "{}", said(&server));
            limit("unlimited")
        })
        .await?;
    table.check(&server, Promise::Kept).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fails_stops_the_server_and_loses_nothing() -> anyhow::Result<()> {
    for does in [Does::FailsSyncs, Does::FailsWrites] {
        let disk = Disk::new()?;
        let mut server = server_on(&disk).await?;
        let mut table = Table::new(&[&server], 4).await?;
        table
            .play_under(async |go, _| {
                disk.tell(does, 0)?;
                go.send_replace(true);
                ended(&server).await?;
                let file = database(&server).display().to_string();
                for words in ["the store broke", &file, "Input/output error", "check the disk, then start the server"] {
                    ensure!(said(&server).contains(words), "{words:?} is not in {}", said(&server));
                }
                disk.tell(Does::Works, 0)?;
                server.kill().await?;
                server.start_again().await
            })
            .await?;
        table.check(&server, Promise::Kept).await?;
    }
    Ok(())
}

/// How a file is damaged.
#[derive(Debug)]
enum Damage {
    Flipped(Vec<(usize, u8)>),
    Cut(usize),
    Zeroed(usize),
}

impl Damage {
    /// Mostly where something lies, for free space is most of a small file.
    fn of(file: &[u8], chance: &mut StdRng) -> Self {
        const PAGE: usize = 4_096;
        let mut place = || loop {
            let at = chance.random_range(0..file.len());
            let block = &file[at - at % 64..];
            if block.iter().take(64).any(|byte| *byte != 0) || chance.random_range(0..50) == 0 {
                break (at, 1_u8 << chance.random_range(0..8));
            }
        };
        let first = place();
        match first.0 % 8 {
            0 => Self::Cut(first.0),
            1 => Self::Zeroed(first.0 - first.0 % PAGE),
            2 => Self::Flipped((0..20).map(|_| place()).collect()),
            _ => Self::Flipped(vec![first]),
        }
    }

    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Self::Flipped(places) => places.iter().for_each(|(at, bit)| file[*at] ^= bit),
            Self::Cut(at) => file.truncate(*at),
            Self::Zeroed(at) => file.iter_mut().skip(*at).take(4_096).for_each(|byte| *byte = 0),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_is_refused_or_served_as_it_was() -> anyhow::Result<()> {
    let damages = if is_long() { LONG_DAMAGES } else { 24 };
    let mut server = Server::start(StoreKind::Embedded).await?;
    let mut table = Table::new(&[&server], 5).await?;
    table.play_under(async |_, _| Ok(())).await?;
    let game = table.game.clone();
    let log = table.check(&server, Promise::Kept).await?;
    // as it lies after a crash and after a stop
    server.kill().await?;
    let path = database(&server);
    let crashed = std::fs::read(&path)?;
    server.start_again().await?;
    let status = server.stop().await?;
    ensure!(status.success(), "{status}");
    let stopped = std::fs::read(&path)?;
    let (mut not_started, mut ended_later, mut not_served, mut same, mut torn) = (0, 0, 0, 0, 0);
    for seed in 0..damages as u64 {
        let whole = if seed % 2 == 0 { &crashed } else { &stopped };
        let damage = Damage::of(whole, &mut StdRng::seed_from_u64(seed));
        let mut file = whole.clone();
        damage.apply(&mut file);
        std::fs::write(&path, file)?;
        if let Err(refused) = server.start_again().await {
            let last = last_words(&format!("{refused:#}"));
            let named = last.contains(&path.display().to_string()) && last.contains("backup");
            ensure!(named, "seed {seed}, {damage:?}: {refused:#}");
            not_started += 1;
            continue;
        }
        match Log::read(&server.url, &game).await {
            Ok(served) if served.events == log.events && served.head == log.head => same += 1,
            Ok(served) => {
                // what the last sync wrote cannot be told from what a crash kept from being written; whoever
                // has seen it can
                let is_torn = seed % 2 == 0 && log.events[..log.events.len() - 1] == served.events;
                ensure!(is_torn, "seed {seed}, {damage:?}:\n{}was\n{}", lines(&served), lines(&log));
                if torn == 0 {
                    let back = table.taken_back_to(&server).await?;
                    ensure!(back == Some(served.events.len() as u64), "the spectator was told {back:?}");
                }
                torn += 1;
            }
            Err(refused) if format!("{refused:#}").contains("unreadable") => not_served += 1,
            Err(refused) => {
                // it met the damage when it wrote
                let stops = wait_for("the server stops", 10, async || has_ended(&server).then_some(())).await;
                let last = last_words(&said(&server));
                let named = last.contains(&path.display().to_string()) && last.contains("backup");
                ensure!(stops.is_ok() && named, "seed {seed}, {damage:?}: {refused:#}: {last}");
                ended_later += 1;
            }
        }
        server.kill().await?;
    }
    println!(
        "of {damages} damages {not_started} were refused at the start, {ended_later} when the server wrote and {not_served} by \
         the game, {torn} looked like a crash in the last commit, {same} changed nothing"
    );
    ensure!(not_started > 0 && not_served + same > 0, "the damages were all of a kind");
    Ok(())
}
