//! What it costs that many watch: one game, moves at a steady rate, and many connections without an
//! account that follow it, on our server and on a bare broadcast in turn.
//!
//! Measured are deliveries a second, the delay from the mover's answer to each spectator's receipt, how
//! long the mover waits for his answer, and the server's CPU for each delivery, that of the move
//! included. Every spectator must get every event once and in order.

use crate::{
    Sizing,
    bare::NAME,
    client::{self, Player, Socket},
    process::Cpu,
    processes::{BareServer, Processes, ours},
    report::{Report, percentile},
    tables::{Ours, Sizes, Table, moves_of, named},
};
use anyhow::{Context, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};
use tengen_tests::server::StoreKind;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until, timeout},
};

/// The board, so large that no game ends within a round.
const SIZE: u8 = 25;

/// An event that takes longer to come is lost.
const LOST_AFTER: Duration = Duration::from_secs(30);

/// Measures.
pub(crate) async fn measure(sizing: &Sizing) -> anyhow::Result<Report> {
    let server = ours(StoreKind::Embedded, 2, sizing.spectators).await?;
    let bare = BareServer::of("broadcast").await?;
    let guests = client::guests(&server.url, 2).await?;
    let mut columns: [Vec<Round>; 2] = Default::default();
    let mut sizes = Sizes::default();
    for n in 1..=sizing.rounds {
        eprintln!("fan-out: round {n} of {}", sizing.rounds);
        let mut table = Ours::sit(server.address, [&guests[0], &guests[1]], SIZE, sizing.seed + n as u64).await?;
        table.prepare(moves(sizing)).await?;
        let game = table.players[0].log.game.clone();
        let watching = (0..sizing.spectators).map(|spectator| watch(server.address, &game, spectator));
        let watching = stream::iter(watching.collect::<Vec<_>>()).buffered(client::AT_ONCE).try_collect().await?;
        columns[0].push(round(&mut table, watching, sizing, Processes::of(&server)?).await?);
        sizes = table.sizes;
        let mut player = BarePlayer::connect(bare.address, sizes).await?;
        let watching = (0..sizing.spectators).map(|_| watch_bare(bare.address, sizes));
        let watching = stream::iter(watching.collect::<Vec<_>>()).buffered(client::AT_ONCE).try_collect().await?;
        columns[1].push(round(&mut player, watching, sizing, bare.processes()?).await?);
    }
    Ok(report(sizing, sizes, &columns))
}

fn report(sizing: &Sizing, sizes: Sizes, columns: &[Vec<Round>; 2]) -> Report {
    let Sizing { spectators, watched_rate, rounds, .. } = sizing;
    let seconds = sizing.time.as_secs_f64();
    let title = format!("{spectators} spectators, {watched_rate} moves a second, {rounds} rounds of {seconds} s");
    let settings = json!({
        "spectators": spectators, "rate": watched_rate, "seconds": seconds, "rounds": rounds, "seed": sizing.seed,
        "event_bytes": sizes.event,
    });
    let mut report = Report::new("fan-out", title, settings, ["ours", "bare"]);
    let mut row = |key, label, decimals, value: &dyn Fn(&Round) -> f64| {
        let columns = columns.iter().map(|rounds| rounds.iter().map(value).collect()).collect();
        report.row(key, label, decimals, columns);
    };
    row("cpu_us", "server CPU, us a delivery", 2, &|round| round.cpu_us);
    row("kernel", "  the kernel's part of it", 2, &|round| round.kernel);
    row("deliveries_per_s", "deliveries/s", 0, &|round| round.deliveries_per_s);
    row("delay_p50_ms", "answer to receipt, p50 ms", 2, &|round| percentile(&round.delays_ms, 50));
    row("delay_p99_ms", "answer to receipt, p99 ms", 2, &|round| percentile(&round.delays_ms, 99));
    row("ack_p50_ms", "to the mover's answer, p50 ms", 2, &|round| percentile(&round.answers_ms, 50));
    row("ack_p99_ms", "to the mover's answer, p99 ms", 2, &|round| percentile(&round.answers_ms, 99));
    report
}

fn moves(sizing: &Sizing) -> usize {
    let moves = (sizing.time.as_millis() * u128::from(sizing.watched_rate)).div_ceil(1000).max(1);
    usize::try_from(moves).unwrap_or(usize::MAX)
}

/// Checks that settings fit together.
pub(crate) fn check(sizing: &Sizing) -> anyhow::Result<()> {
    let most = moves_of(SIZE);
    ensure!(sizing.spectators > 0, "at least one spectator");
    ensure!((1..=38).contains(&sizing.watched_rate), "1 to 38 moves a second in the watched game");
    ensure!(moves(sizing) <= most, "a game has {most} moves: fewer seconds or moves a second");
    Ok(())
}

/// Sees moves.
trait Spectator: Send + 'static {
    /// When the next move came, after it was checked.
    fn next(&mut self, number: usize) -> impl Future<Output = anyhow::Result<Instant>> + Send;
}

async fn watch(server: SocketAddr, game: &str, number: usize) -> anyhow::Result<Player> {
    let mut player = Player::hello(server, None, format!("s{number}")).await?;
    player.join(game).await?;
    Ok(player)
}

impl Spectator for Player {
    async fn next(&mut self, _number: usize) -> anyhow::Result<Instant> {
        self.see(self.log.seq + 1).await?;
        Ok(Instant::now())
    }
}

struct BareSpectator(Socket, Sizes);

async fn watch_bare(server: SocketAddr, sizes: Sizes) -> anyhow::Result<BareSpectator> {
    Ok(BareSpectator(open(server, "watch").await?, sizes))
}

impl Spectator for BareSpectator {
    async fn next(&mut self, number: usize) -> anyhow::Result<Instant> {
        named(&mut self.0, &format!("{number:0NAME$}"), self.1.event).await
    }
}

async fn open(server: SocketAddr, what: &str) -> anyhow::Result<Socket> {
    let mut socket = Socket::open(server).await?;
    socket.send(what).await?;
    let text = socket.text().await?;
    ensure!(text.as_str() == "ok", "not welcome: {text}");
    Ok(socket)
}

/// Makes moves.
trait Mover {
    /// Makes one; how long its answer took.
    async fn make(&mut self, number: usize) -> anyhow::Result<Duration>;
}

impl Mover for Ours {
    async fn make(&mut self, _number: usize) -> anyhow::Result<Duration> {
        Ok(self.play().await?.answered)
    }
}

struct BarePlayer(Socket, Sizes);

impl BarePlayer {
    async fn connect(server: SocketAddr, sizes: Sizes) -> anyhow::Result<Self> {
        Ok(Self(open(server, &format!("play {} {}", sizes.event, sizes.answer)).await?, sizes))
    }
}

impl Mover for BarePlayer {
    async fn make(&mut self, number: usize) -> anyhow::Result<Duration> {
        let name = format!("{number:0NAME$}");
        let sent = Instant::now();
        self.0.send(format!("{name:x<0$}", self.1.command)).await?;
        Ok(named(&mut self.0, &name, self.1.answer).await? - sent)
    }
}

/// What one round on one server gave.
struct Round {
    cpu_us: f64,
    kernel: f64,
    deliveries_per_s: f64,
    /// Sorted, of every move and spectator; 0 where the spectator was first.
    delays_ms: Vec<f64>,
    /// Sorted, of every move.
    answers_ms: Vec<f64>,
}

async fn round<S: Spectator>(
    mover: &mut impl Mover,
    spectators: Vec<S>,
    sizing: &Sizing,
    processes: Processes,
) -> anyhow::Result<Round> {
    let moves = moves(sizing);
    let deliveries = (spectators.len() * moves) as f64;
    let before = Cpu::of(processes.server)?;
    let start = Instant::now();
    let mut watching = JoinSet::new();
    for (n, mut spectator) in spectators.into_iter().enumerate() {
        watching.spawn(async move {
            let mut seen = Vec::with_capacity(moves);
            for number in 0..moves {
                let next = timeout(LOST_AFTER, spectator.next(number)).await;
                seen.push(next.with_context(|| format!("spectator {n} did not get move {number}"))??);
            }
            // the connection stays open until all have seen all
            anyhow::Ok((spectator, seen))
        });
    }
    let (mut answered, mut answers_ms) = (Vec::new(), Vec::new());
    for number in 0..moves {
        sleep_until(start + Duration::from_secs_f64(number as f64 / f64::from(sizing.watched_rate))).await;
        let sent = Instant::now();
        let took = timeout(LOST_AFTER, mover.make(number)).await.context("a move was not answered")??;
        answered.push(sent + took);
        answers_ms.push(took.as_secs_f64() * 1e3);
    }
    let (mut delays_ms, mut open) = (Vec::new(), Vec::new());
    while let Some(ended) = watching.join_next().await {
        let (spectator, seen) = ended??;
        open.push(spectator);
        let delays = seen.iter().zip(&answered).map(|(seen, answered)| seen.saturating_duration_since(*answered));
        delays_ms.extend(delays.map(|delay| delay.as_secs_f64() * 1e3));
    }
    let took = start.elapsed();
    let spent = Cpu::of(processes.server)?.since(&before);
    delays_ms.sort_unstable_by(f64::total_cmp);
    answers_ms.sort_unstable_by(f64::total_cmp);
    Ok(Round {
        cpu_us: spent.total.as_secs_f64() * 1e6 / deliveries,
        kernel: spent.kernel,
        deliveries_per_s: deliveries / took.as_secs_f64(),
        delays_ms,
        answers_ms,
    })
}
