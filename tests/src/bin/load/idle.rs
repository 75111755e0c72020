//! What a connection costs that does nothing: many that said hello and watch no game, on our server and
//! on a bare one side by side, each round with processes of its own.
//!
//! Measured are resident memory for each connection and the server's CPU for each while time passes, its
//! pings included. Every connection must be open at the end and have got nothing but pings.

use crate::{
    Sizing,
    client::{self, Guest, Player, Socket},
    process::{Cpu, resident_kib},
    processes::{BareServer, Processes, ours},
    report::Report,
};
use anyhow::ensure;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tengen_tests::server::StoreKind;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use tokio_tungstenite::tungstenite::Message;

/// Connections that share an account: as many as it may have.
const OF_ONE_ACCOUNT: usize = tengen_protocol::limits::SOCKETS_PER_ACCOUNT;

/// Until what opening the connections left to do is done.
const SETTLE: Duration = Duration::from_secs(1);

/// The CPU of a connection is given for so many seconds: one ping, usually.
const PING_SECONDS: f64 = tengen_protocol::limits::PING_EVERY_MS as f64 / 1e3;

/// Measures.
pub(crate) async fn measure(sizing: &Sizing) -> anyhow::Result<Report> {
    let mut columns: [Vec<Round>; 2] = Default::default();
    for n in 1..=sizing.rounds {
        eprintln!("idle: round {n} of {}", sizing.rounds);
        let accounts = sizing.connections.div_ceil(OF_ONE_ACCOUNT);
        let server = ours(StoreKind::Embedded, accounts, 0).await?;
        let guests = client::guests(&server.url, accounts).await?;
        let bare = BareServer::of("idle").await?;
        let (ours, bare_processes) = (Processes::of(&server)?, bare.processes()?);
        let before = [resident_kib(ours.server)?, resident_kib(bare_processes.server)?];
        let welcomed = (0..sizing.connections).map(|n| welcome(server.address, &guests[n % accounts], n));
        let opened = open_all(welcomed).await?;
        let opened_bare = open_all((0..sizing.connections).map(|_| welcome_bare(bare.address))).await?;
        sleep(SETTLE).await;
        let after = [resident_kib(ours.server)?, resident_kib(bare_processes.server)?];
        let cpu = || anyhow::Ok([Cpu::of(ours.server)?, Cpu::of(bare_processes.server)?]);
        let mut sides = [opened, opened_bare];
        let earlier = (Instant::now(), cpu()?, sides.each_ref().map(Open::pings));
        sleep(sizing.idle_time).await;
        let (took, later) = (earlier.0.elapsed(), cpu()?);
        for (side, open) in sides.iter_mut().enumerate() {
            open.check()?;
            let connections = sizing.connections as f64;
            let cpu = later[side].since(&earlier.1[side]).total;
            columns[side].push(Round {
                kib: after[side].saturating_sub(before[side]) as f64 / connections,
                cpu_us: cpu.as_secs_f64() * 1e6 / connections / took.as_secs_f64() * PING_SECONDS,
                pings: (open.pings() - earlier.2[side]) / connections,
            });
        }
    }
    Ok(report(sizing, &columns))
}

fn report(sizing: &Sizing, columns: &[Vec<Round>; 2]) -> Report {
    let Sizing { connections, rounds, .. } = sizing;
    let seconds = sizing.idle_time.as_secs_f64();
    let title = format!("{connections} connections, {rounds} rounds of {seconds} s");
    let settings = json!({ "connections": connections, "seconds": seconds, "rounds": rounds });
    let mut report = Report::new("idle", title, settings, ["ours", "bare"]);
    let mut row = |key, label, decimals, value: &dyn Fn(&Round) -> f64| {
        let columns = columns.iter().map(|rounds| rounds.iter().map(value).collect()).collect();
        report.row(key, label, decimals, columns);
    };
    row("kib", "memory, KiB a connection", 2, &|round| round.kib);
    row("cpu_us", "server CPU, us a connection in 20 s", 1, &|round| round.cpu_us);
    row("pings", "pings a connection", 2, &|round| round.pings);
    report
}

struct Round {
    kib: f64,
    cpu_us: f64,
    pings: f64,
}

/// Checks that settings fit together.
pub(crate) fn check(sizing: &Sizing) -> anyhow::Result<()> {
    ensure!(sizing.connections > 0, "at least one connection");
    Ok(())
}

async fn welcome(server: SocketAddr, guest: &Guest, number: usize) -> anyhow::Result<Socket> {
    Ok(Player::hello(server, Some(&guest.token), format!("i{number}")).await?.socket)
}

async fn welcome_bare(server: SocketAddr) -> anyhow::Result<Socket> {
    let mut socket = Socket::open(server).await?;
    socket.send("hello").await?;
    let text = socket.text().await?;
    ensure!(text.as_str() == "ok", "not welcome: {text}");
    Ok(socket)
}

/// Connections that are read, so that pings are answered.
struct Open {
    /// Each ends only with an error.
    reading: JoinSet<anyhow::Error>,
    pings: Arc<AtomicU64>,
}

async fn open_all(
    connecting: impl Iterator<Item = impl Future<Output = anyhow::Result<Socket>> + Send>,
) -> anyhow::Result<Open> {
    let mut open = Open { reading: JoinSet::new(), pings: Arc::default() };
    let mut connecting = stream::iter(connecting.collect::<Vec<_>>()).buffered(client::AT_ONCE);
    while let Some(socket) = connecting.try_next().await? {
        open.reading.spawn(read(socket, Arc::clone(&open.pings)));
    }
    Ok(open)
}

async fn read(mut socket: Socket, pings: Arc<AtomicU64>) -> anyhow::Error {
    loop {
        match socket.0.next().await {
            Some(Ok(Message::Ping(_))) => pings.fetch_add(1, Ordering::Relaxed),
            other => return anyhow::anyhow!("only pings were expected: {other:?}"),
        };
    }
}

impl Open {
    fn pings(&self) -> f64 {
        self.pings.load(Ordering::Relaxed) as f64
    }

    /// All are open still.
    fn check(&mut self) -> anyhow::Result<()> {
        match self.reading.try_join_next() {
            Some(ended) => Err(ended?),
            None => Ok(()),
        }
    }
}
