//! What a move costs: many games at once, two connections a game, each move sent when the opponent's has
//! come (or at a fixed rate), on our server and on a bare one in turn.
//!
//! Measured are acknowledged moves a second, the time from sending a move to its answer and to the
//! opponent, and the CPU of the server and of Redis for each move. The bare server makes a text durable
//! and known with the least that Redis can do, and sends an answer and a text to the opponent. Both
//! Redis write each append to the disk before they answer.

use crate::{
    Sizing, client,
    process::{Cpu, Spent},
    processes::{BareServer, Processes, ours},
    report::{Report, percentile},
    tables::{Bare, Ours, Sizes, Table, moves_of},
};
use anyhow::Context;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};
use tengen_protocol::limits::COMMANDS_PER_SECOND;
use tengen_tests::server::{Server, StoreKind};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until, timeout},
};

/// Moves a second in one game at most: both players stay below what an account may ask.
const MOST_A_GAME: f64 = 2.0 * COMMANDS_PER_SECOND as f64 * 0.95;

/// Before the first round, so that connections, scripts and caches are warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// A move that takes longer is lost.
const LOST_AFTER: Duration = Duration::from_secs(30);

/// Measures.
pub(crate) async fn measure(sizing: &Sizing) -> anyhow::Result<Report> {
    let redis = ours(StoreKind::Redis, sizing.games * 2, 0).await?;
    let embedded = ours(StoreKind::Embedded, sizing.games * 2, 0).await?;
    let bare = BareServer::moves().await?;
    let mut on_redis = sit(&redis, sizing).await?;
    let mut on_embedded = sit(&embedded, sizing).await?;
    let interval = pace(sizing);

    on_redis = round(on_redis, interval, WARM_UP, Processes::of(&redis)?).await?.0;
    let mut on_bare = sit_bare(bare.address, on_redis[0].sizes, sizing).await?;
    on_bare = round(on_bare, interval, WARM_UP, bare.processes()?).await?.0;
    on_embedded = round(on_embedded, interval, WARM_UP, Processes::of(&embedded)?).await?.0;

    let mut columns: [Vec<Round>; 3] = Default::default();
    for n in 1..=sizing.rounds {
        eprintln!("moves: round {n} of {}", sizing.rounds);
        let time = sizing.time;
        let measured;
        (on_redis, measured) = round(on_redis, interval, time, Processes::of(&redis)?).await?;
        columns[0].push(measured);
        let measured;
        (on_bare, measured) = round(on_bare, interval, time, bare.processes()?).await?;
        columns[1].push(measured);
        let measured;
        (on_embedded, measured) = round(on_embedded, interval, time, Processes::of(&embedded)?).await?;
        columns[2].push(measured);
    }
    for (server, tables) in [(&redis, &on_redis), (&embedded, &on_embedded)] {
        for table in tables {
            table.check_log(server).await?;
        }
    }
    Ok(report(sizing, on_redis[0].sizes, &columns))
}

fn report(sizing: &Sizing, sizes: Sizes, columns: &[Vec<Round>; 3]) -> Report {
    let Sizing { games, size, rate, .. } = sizing;
    let seconds = sizing.time.as_secs_f64();
    let how = rate.map_or_else(
        || format!("at once after the last, at most {MOST_A_GAME:.0} a second in a game"),
        |rate| format!("{rate} moves a second"),
    );
    let title = format!("{games} games {size}x{size}, {how}, {} rounds of {seconds} s", sizing.rounds);
    let settings = json!({
        "games": games, "size": size, "rate": rate, "seconds": seconds, "rounds": sizing.rounds,
        "seed": sizing.seed, "stored_bytes": sizes.stored, "event_bytes": sizes.event, "command_bytes": sizes.command,
    });
    let mut report = Report::new("moves", title, settings, ["ours, Redis", "bare, Redis", "ours, embedded"]);
    let mut row = |key, label, decimals, value: &dyn Fn(&Round) -> Option<f64>| {
        let columns = columns.iter().map(|rounds| rounds.iter().filter_map(value).collect()).collect();
        report.row(key, label, decimals, columns);
    };
    row("server_cpu_us", "server CPU, us a move", 1, &|round| Some(round.a_move(round.server)));
    row("server_kernel", "  the kernel's part of it", 2, &|round| Some(round.server.kernel));
    row("redis_cpu_us", "Redis CPU, us a move", 1, &|round| Some(round.a_move(round.redis?)));
    row("moves_per_s", "moves/s", 0, &|round| Some(round.answered_ms.len() as f64 / round.took.as_secs_f64()));
    row("ack_p50_ms", "to the answer, p50 ms", 2, &|round| Some(percentile(&round.answered_ms, 50)));
    row("ack_p99_ms", "to the answer, p99 ms", 2, &|round| Some(percentile(&round.answered_ms, 99)));
    row("opponent_p50_ms", "to the opponent, p50 ms", 2, &|round| Some(percentile(&round.seen_ms, 50)));
    row("opponent_p99_ms", "to the opponent, p99 ms", 2, &|round| Some(percentile(&round.seen_ms, 99)));
    report
}

/// How long one game waits between two moves at least, and whether it catches up when it was late.
#[derive(Clone, Copy)]
struct Pace {
    interval: Duration,
    catches_up: bool,
}

fn pace(sizing: &Sizing) -> Pace {
    let of_game = sizing.rate.map_or(MOST_A_GAME, |rate| rate / sizing.games as f64);
    Pace { interval: Duration::from_secs_f64(1.0 / of_game.min(MOST_A_GAME)), catches_up: sizing.rate.is_some() }
}

async fn sit(server: &Server, sizing: &Sizing) -> anyhow::Result<Vec<Ours>> {
    let guests = client::guests(&server.url, sizing.games * 2).await?;
    let pairs = guests.chunks_exact(2).enumerate();
    let tables = pairs.map(|(n, pair)| {
        let seed = sizing.seed.wrapping_mul(1_000_000).wrapping_add(n as u64);
        Ours::sit(server.address, [&pair[0], &pair[1]], sizing.size, seed)
    });
    stream::iter(tables.collect::<Vec<_>>()).buffered(client::AT_ONCE).try_collect().await
}

async fn sit_bare(server: SocketAddr, sizes: Sizes, sizing: &Sizing) -> anyhow::Result<Vec<Bare>> {
    let tables: Vec<_> = (0..sizing.games).map(|game| Bare::sit(server, game, sizes)).collect();
    stream::iter(tables).buffered(client::AT_ONCE).try_collect().await
}

/// What one round on one server gave.
struct Round {
    took: Duration,
    server: Spent,
    redis: Option<Spent>,
    /// Each move's, sorted.
    answered_ms: Vec<f64>,
    seen_ms: Vec<f64>,
}

impl Round {
    fn a_move(&self, spent: Spent) -> f64 {
        spent.total.as_secs_f64() * 1e6 / self.answered_ms.len().max(1) as f64
    }
}

/// All tables play for the time; the move that each is at is finished and counted.
async fn round<T: Table>(
    tables: Vec<T>,
    pace: Pace,
    time: Duration,
    processes: Processes,
) -> anyhow::Result<(Vec<T>, Round)> {
    // games begin before the clock does, if all moves fit into one
    let moves = usize::try_from(time.as_nanos().div_ceil(pace.interval.as_nanos()) + 1)?;
    let prepared = tables.into_iter().map(async |mut table| {
        table.prepare(moves).await?;
        anyhow::Ok(table)
    });
    let prepared: Vec<T> = stream::iter(prepared).buffered(client::AT_ONCE).try_collect().await?;

    let cpu = |process: Option<u32>| process.map(Cpu::of).transpose();
    let before = (Cpu::of(processes.server)?, cpu(processes.redis)?);
    let start = Instant::now();
    let mut playing = JoinSet::new();
    let count = prepared.len().max(1);
    for (n, mut table) in prepared.into_iter().enumerate() {
        playing.spawn(async move {
            let mut played = Vec::new();
            // spread over the interval, so that not all move at once
            let mut due = start + pace.interval.mul_f64(n as f64 / count as f64);
            while start.elapsed() < time {
                sleep_until(due).await;
                let one = timeout(LOST_AFTER, table.play()).await;
                played.push(one.with_context(|| format!("a move was not answered in {LOST_AFTER:?}"))??);
                due += pace.interval;
                if !pace.catches_up {
                    due = due.max(Instant::now());
                }
            }
            anyhow::Ok((table, played))
        });
    }
    let (mut tables, mut played) = (Vec::new(), Vec::new());
    while let Some(ended) = playing.join_next().await {
        let (table, some) = ended??;
        tables.push(table);
        played.extend(some);
    }
    let took = start.elapsed();
    let server = Cpu::of(processes.server)?.since(&before.0);
    let redis = cpu(processes.redis)?.zip(before.1).map(|(after, before)| after.since(&before));
    let sorted = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let answered_ms = sorted(played.iter().map(|one| ms(one.answered)).collect());
    let seen_ms = sorted(played.iter().map(|one| ms(one.seen)).collect());
    Ok((tables, Round { took, server, redis, answered_ms, seen_ms }))
}

impl Ours {
    /// The log over HTTP ends where the players saw it end.
    async fn check_log(&self, server: &Server) -> anyhow::Result<()> {
        let log = &self.players[0].log;
        let page = server.get(&format!("/api/v1/games/{}/log?from={}", log.game, log.seq)).await?;
        let page: serde_json::Value = serde_json::from_str(&page)?;
        anyhow::ensure!(
            page["seq"] == log.seq && page["head"] == log.head.as_str() && log.seq == self.players[1].log.seq,
            "the log of {} ends otherwise than at {}: {page}",
            log.game,
            log.seq
        );
        Ok(())
    }
}

/// Checks that settings fit together.
pub(crate) fn check(sizing: &Sizing) -> anyhow::Result<()> {
    let most = MOST_A_GAME * sizing.games as f64;
    anyhow::ensure!(sizing.games > 0, "at least one game");
    anyhow::ensure!(
        sizing.rate.is_none_or(|rate| rate > 0.0 && rate <= most),
        "{} games may make {most:.0} moves a second: an account may ask {COMMANDS_PER_SECOND} times a second",
        sizing.games
    );
    anyhow::ensure!((5..=25).contains(&sizing.size), "a size from 5 to 25; 19 has {} moves", moves_of(19));
    Ok(())
}
