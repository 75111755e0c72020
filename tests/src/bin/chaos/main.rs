//! Chaos: live games while everything under them is broken at random, judged by one checker.
//! `tests/chaos` builds it and the server and runs it.
//!
//! All clients are this process; Redis and every node is a process of its own. What was acknowledged is
//! looked up in the log of its game, and so is all that every client saw; whatever does not fit is a
//! violation and ends the command with an error.

#![allow(clippy::print_stdout)] // it is a command

mod board;
mod client;
mod fault;
mod game;
mod report;
mod run;
mod storm;
mod world;

use anyhow::{Context, ensure};
use clap::{Parser, ValueEnum};
use fault::{Fault, Kind};
use game::Plan;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use report::Report;
use run::{Pace, Run, Stage, lock};
use std::{
    ops::RangeInclusive,
    process::ExitCode,
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_tests::lobby::{Guest, guest};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use world::World;

/// Nodes under chaos.
const NODES: usize = 3;

/// Between two faults, ms.
const QUIET_MS: RangeInclusive<u64> = 300..=4_000;

/// How patient clients are.
const PACE: Pace = Pace { ping: Duration::from_secs(1), silence: Duration::from_secs(3) };

/// Breaks nodes, Redis and the ways between them at random under live games
///
/// Exits with an error when an acknowledged move is lost or counted twice, somebody is flagged wrongly or
/// charged for what he did not use, a client is told of a game otherwise than its log has it, or a game
/// does not end.
#[derive(Debug, Parser)]
#[command(name = "chaos", after_help = EXAMPLES)]
struct Arguments {
    /// Minutes of faults
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,

    /// For the faults, the games and the moves; drawn if nothing is said. The times at which things
    /// happen are the machine's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Games at once [default: 12; storm: 2000]
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Only these kinds of faults
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    only: Vec<Kind>,

    /// Instead: many games on two nodes, one of which is killed. How soon is everybody back, and how long
    /// do moves of the others take meanwhile?
    #[arg(long, conflicts_with_all = ["minutes", "only"])]
    storm: bool,

    /// storm: moves a second in all games together
    #[arg(long, value_name = "N", default_value_t = 200.0)]
    rate: f64,

    /// storm: seconds before the node is killed, and after all are back
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    calm: f64,

    /// One JSON object on stdout instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tests/chaos --minutes 10
      Ten minutes of everything; prints its seed first
  tests/chaos --minutes 10 --seed 42
      The same faults in the same order again
  tests/chaos --minutes 2 --only node-killed,redis-clock
      Two kinds of faults
  tests/chaos --storm
      2,000 games on two nodes, and one is killed
  tests/chaos --storm --games 50 --calm 2 --json
      The same small, for a script

Exit codes: 0 no violation, 1 violations or it could not run, 2 wrong arguments.";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let seed = arguments.seed.unwrap_or_else(|| rand::rng().random_range(0..1_000_000));
    eprintln!("chaos: seed {seed}");
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let json = arguments.json;
    let ended = runtime.block_on(async {
        if arguments.storm {
            let report = storm::run(seed, arguments.games.unwrap_or(2_000), arguments.rate, arguments.calm).await?;
            println!("{}", if json { serde_json::to_string(&report)? } else { report.text() });
            return anyhow::Ok(report.violations.is_empty());
        }
        let report = chaos(&arguments, seed).await?;
        println!("{}", if json { serde_json::to_string(&report)? } else { report.text() });
        Ok(report.violations.is_empty())
    });
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => failed(&error),
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("chaos: {error:#}");
    ExitCode::FAILURE
}

async fn chaos(arguments: &Arguments, seed: u64) -> anyhow::Result<Report> {
    let time = Duration::try_from_secs_f64(arguments.minutes * 60.0).context("--minutes")?;
    let tables = arguments.games.unwrap_or(12);
    ensure!(tables > 0, "at least one game");
    let kinds = if arguments.only.is_empty() { Kind::value_variants() } else { &arguments.only[..] };
    let mut world = World::start(NODES, tables * 3, true).await?;
    let run = Arc::new(Run::new(world.urls(), PACE)?);
    let report = Arc::new(Mutex::new(Report { seed, nodes: NODES, tables, ..Report::default() }));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut playing = JoinSet::new();
    for n in 0..tables {
        let mut guests = Vec::new();
        for _ in 0..3 {
            guests.push(guest(run.http(), &run.nodes[n % NODES]).await?);
        }
        playing.spawn(table(Arc::clone(&run), Arc::clone(&report), guests, rng.random()));
    }

    let from = Instant::now();
    while from.elapsed() < time {
        sleep(Duration::from_millis(rng.random_range(QUIET_MS))).await;
        let faults = Fault::draw(&mut rng, kinds, NODES)?;
        break_and_mend(&run, &mut world, &report, faults, from).await?;
    }
    run.go_to(Stage::Ending);
    eprintln!("chaos: {} s: nothing is broken any more, games end", from.elapsed().as_secs());
    while let Some(ended) = playing.join_next().await {
        ended.context("a table")?;
    }
    let mut report = std::mem::take(&mut *lock(&report));
    report.seconds = from.elapsed().as_secs();
    report.resumed(run.all_resumed());
    still_there(&run, &mut report).await;
    Ok(report)
}

/// One fault or two, from their beginning to their end.
async fn break_and_mend(
    run: &Run,
    world: &mut World,
    report: &Mutex<Report>,
    mut faults: Vec<Fault>,
    from: Instant,
) -> anyhow::Result<()> {
    let texts: Vec<_> = faults.iter().map(Fault::text).collect();
    {
        let mut report = lock(report);
        let (games, moves) = (report.games, report.moves_acknowledged_and_checked);
        for fault in &faults {
            *report.faults.entry(fault.kind.name()).or_default() += 1;
        }
        let (at, violations) = (from.elapsed().as_secs_f64(), report.violations.len());
        eprintln!("chaos: {at:.1} s, {games} games, {moves} moves, {violations} violations: {}", texts.join(", "));
    }
    run.breaks(if let [fault] = &faults[..] { fault.kind.name() } else { "two at once" });
    for fault in &faults {
        fault.begin(world).await.with_context(|| fault.text())?;
    }
    sleep(faults.iter().map(|fault| fault.lasts).max().unwrap_or_default()).await;
    Fault::order(&mut faults);
    for fault in &faults {
        fault.end(world).await.with_context(|| format!("mending {}", fault.text()))?;
    }
    run.mended();
    Ok(())
}

/// One game after the other by the same people.
async fn table(run: Arc<Run>, report: Arc<Mutex<Report>>, guests: Vec<Guest>, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut number = 0;
    while let ([black, white, spectator], false) = (&guests[..], run.is_ending()) {
        number += 1;
        let plan = Plan::draw(&mut rng);
        let judged = game::play(&run, [black, white, spectator], &plan, &format!("chaos-{number}"), &mut rng).await;
        lock(&report).add(judged);
    }
}

/// Every game that was finished is what it was, after all that was broken since.
async fn still_there(run: &Run, report: &mut Report) {
    for (game, seq, head) in std::mem::take(&mut report.ends) {
        match run.get(&format!("/api/v1/games/{game}/log?from=1&limit=1")).await {
            Ok(page) if page["seq"] == seq && page["head"] == head.as_str() => {}
            Ok(page) => report.violations.push(format!("game {game} ended at {seq} {head}, and now: {page}")),
            Err(error) => report.violations.push(format!("game {game} cannot be read any more: {error:#}")),
        }
    }
}
