//! The load tool: what the server costs, beside the least that could do the same on this machine in the
//! same run. `tests/load` builds it and the server and runs it.
//!
//! The clients are this process; every server is a process of its own, so that its CPU can be told
//! apart. Our server runs with its defaults but for the limits of one address. What comes back is all
//! checked, and whatever is wrong ends the run with an error; how fast it was does not.

#![allow(clippy::print_stdout)] // it is a command

mod bare;
mod client;
mod fan_out;
mod idle;
mod moves;
mod process;
mod processes;
mod report;
mod tables;

use clap::{Parser, ValueEnum};
use std::time::Duration;

/// Measures the server beside a bare one
///
/// Times depend on the machine and on what else runs on it: look at the ratios, and at the CPU for one
/// operation.
#[derive(Debug, Parser)]
#[command(name = "load", after_help = EXAMPLES)]
struct Arguments {
    /// What to measure; everything if nothing is said
    #[arg(value_enum, value_name = "MEASUREMENT")]
    measurements: Vec<Measurement>,

    /// Everything small and short, to see that it works
    #[arg(long)]
    smoke: bool,

    /// One JSON object a measurement on stdout instead of tables
    #[arg(long)]
    json: bool,

    /// Rounds, each of our server and then of the bare one [default: 3; smoke: 1]
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,

    /// Seconds a round on one server [default: 6; smoke: 1]
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,

    /// For the order of moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// moves: games at once, with two connections each [default: 200; smoke: 16]
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    games: Option<usize>,

    /// moves: size of the boards, 5 to 25
    #[arg(long, value_name = "N", default_value_t = 19, help_heading = "Sizes")]
    size: u8,

    /// moves: moves a second in all games together [default: each move at once after the last, but
    /// no more in a game than its two accounts may make]
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    rate: Option<f64>,

    /// fan-out: spectators of one game [default: 1000; smoke: 100]
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    spectators: Option<usize>,

    /// fan-out: moves a second in the watched game, up to 38
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Sizes")]
    watched_rate: u32,

    /// idle: connections [default: 4000; smoke: 200]
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    connections: Option<usize>,

    /// idle: seconds a round [default: 20; smoke: 1]
    #[arg(long, value_name = "SECONDS", help_heading = "Sizes")]
    idle_seconds: Option<f64>,
}

const EXAMPLES: &str = "\
Examples:
  tests/load
      Everything, in about four minutes
  tests/load --smoke
      Everything small, in seconds
  tests/load moves --rate 1000 --seconds 8 --rounds 5
      What a move costs when both servers have as much to do
  tests/load fan-out --spectators 4000 --watched-rate 5
      Many spectators of one game
  tests/load moves idle --json > numbers.jsonl
      For a script

Each connection needs an open file in this process and in the server: tests/load raises the limit as
far as it may.

Exit codes: 0 all was right, 1 something was not, such as a move without an answer, 2 wrong arguments.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measurement {
    /// A move through the whole server: CPU, rate, latency, on Redis and on the embedded store
    Moves,
    /// An event to many spectators: CPU a delivery, delay
    FanOut,
    /// A connection that does nothing: memory, CPU
    Idle,
}

/// How much of everything.
#[derive(Debug)]
struct Sizing {
    rounds: usize,
    time: Duration,
    seed: u64,
    games: usize,
    size: u8,
    rate: Option<f64>,
    spectators: usize,
    watched_rate: u32,
    connections: usize,
    idle_time: Duration,
}

impl Arguments {
    fn sizing(&self) -> anyhow::Result<Sizing> {
        let usually = |smoke, otherwise| if self.smoke { smoke } else { otherwise };
        let seconds = |said: Option<f64>, usual| Duration::try_from_secs_f64(said.unwrap_or(usual));
        let sizing = Sizing {
            rounds: self.rounds.unwrap_or(usually(1, 3)),
            time: seconds(self.seconds, if self.smoke { 1.0 } else { 6.0 })?,
            seed: self.seed,
            games: self.games.unwrap_or(usually(16, 200)),
            size: self.size,
            rate: self.rate,
            spectators: self.spectators.unwrap_or(usually(100, 1000)),
            watched_rate: self.watched_rate,
            connections: self.connections.unwrap_or(usually(200, 4000)),
            idle_time: seconds(self.idle_seconds, if self.smoke { 1.0 } else { 20.0 })?,
        };
        anyhow::ensure!(sizing.rounds > 0, "at least one round");
        moves::check(&sizing)?;
        fan_out::check(&sizing)?;
        idle::check(&sizing)?;
        Ok(sizing)
    }
}

fn main() -> std::process::ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(1, &error.into()),
    };
    if arguments.get(1).is_some_and(|argument| argument == "bare") {
        arguments.remove(1);
        let ended = runtime.block_on(bare::Bare::parse_from(arguments).run());
        return ended.map_or_else(|error| failed(1, &error), |()| std::process::ExitCode::SUCCESS);
    }
    let arguments = Arguments::parse_from(arguments);
    let sizing = match arguments.sizing() {
        Ok(sizing) => sizing,
        Err(error) => return failed(2, &error),
    };
    match runtime.block_on(measure(&arguments, &sizing)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => failed(1, &error),
    }
}

fn failed(code: u8, error: &anyhow::Error) -> std::process::ExitCode {
    eprintln!("load: {error:#}");
    code.into()
}

async fn measure(arguments: &Arguments, sizing: &Sizing) -> anyhow::Result<()> {
    for measurement in Measurement::value_variants() {
        if !arguments.measurements.is_empty() && !arguments.measurements.contains(measurement) {
            continue;
        }
        let report = match measurement {
            Measurement::Moves => moves::measure(sizing).await?,
            Measurement::FanOut => fan_out::measure(sizing).await?,
            Measurement::Idle => idle::measure(sizing).await?,
        };
        if arguments.json {
            println!("{}", report.json());
        } else {
            println!("{}", report.table());
        }
    }
    Ok(())
}
