//! A game under play while something breaks, and what must hold when it is over.

use anyhow::{Context, ensure};
use std::{fs::Permissions, os::unix::fs::PermissionsExt, time::Duration};
use tempfile::TempDir;
use tengen_tests::{
    history::{Log, Promise, Seen, violations_of},
    player::Player,
    server::{Server, StoreKind},
    wait_for,
};
use tokio::{sync::watch, time::timeout};

/// Moves of a game, of both together.
pub(crate) const PLIES: usize = 60;

/// Here the players wait for the fault.
pub(crate) const WAITS_AT: usize = PLIES / 2 + 5;

/// Small enough for captures and ko.
const SIZE: u32 = 7;

/// Before each move.
const THINKS: Duration = Duration::from_millis(10);

/// Far more than any node measures on this machine: it is to be given the quota at most.
const CLAIMS_MS: u64 = 5_000;

/// Of a hundred moves so many are first sent for a position that is gone.
const ERRS: u32 = 10;

/// Here Black asks to take moves back: before the fault and after it.
const TAKES_BACK: [usize; 2] = [12, 50];

/// However slow the machine.
const PLAYED_WITHIN: Duration = Duration::from_secs(120);

/// Nodes over the same Redis, which the arguments name.
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Server>,
    _secret: TempDir,
}

impl Nodes {
    pub(crate) async fn start(count: usize, arguments: &[&str]) -> anyhow::Result<Self> {
        let secret = tempfile::tempdir()?;
        let file = secret.path().join("secret");
        std::fs::write(&file, "0123456789abcdef".repeat(4))?;
        std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
        let file = file.display().to_string();
        let arguments = [arguments, &["--secret-file", &file]].concat();
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(Server::start_with(StoreKind::Embedded, &arguments).await?);
        }
        Ok(Self { nodes, _secret: secret })
    }

    pub(crate) async fn table(&self, seed: u64) -> anyhow::Result<Table> {
        Table::new(&self.nodes.iter().collect::<Vec<_>>(), seed).await
    }
}

/// Two who play and one who watches.
pub(crate) struct Table {
    players: [Player; 3],
    go: watch::Sender<bool>,
    /// Moves that White knows of.
    plies: watch::Receiver<usize>,
    /// The game.
    pub(crate) game: String,
}

impl Table {
    /// A new one; the players wait for the fault.
    pub(crate) async fn new(servers: &[&Server], seed: u64) -> anyhow::Result<Self> {
        let mut players = Player::at_a_new_table(servers, SIZE, "1h", seed).await?;
        let (go, going) = watch::channel(false);
        for player in &mut players {
            player.holds = Some((WAITS_AT, going.clone()));
            (player.thinks, player.errs) = (THINKS, ERRS);
        }
        players[0].takes_back = TAKES_BACK.to_vec();
        players[1].claims = Some(CLAIMS_MS);
        let (plies, game) = (players[1].plies.subscribe(), players[1].game.clone());
        Ok(Self { players, go, plies, game })
    }

    /// Plays to the end; `fault` begins when half of the moves were made, and not much more than that
    /// is played before it says so by its first argument; the second one counts moves.
    pub(crate) async fn play_under(
        &mut self,
        fault: impl AsyncFnOnce(&watch::Sender<bool>, &mut watch::Receiver<usize>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let [black, white, spectator] = &mut self.players;
        let playing =
            async { tokio::try_join!(black.play(PLIES), white.play(PLIES), spectator.play(PLIES)).map(|_| ()) };
        let (plies, go) = (&mut self.plies, &self.go);
        let breaking = async {
            plies.wait_for(|plies| *plies >= PLIES / 2).await?;
            fault(go, plies).await?;
            go.send_replace(true);
            Ok(())
        };
        timeout(PLAYED_WITHIN, async { tokio::try_join!(playing, breaking) })
            .await
            .with_context(|| format!("not played in {} s", PLAYED_WITHIN.as_secs()))??;
        Ok(())
    }

    /// Judges what everybody saw by the log as this server has it; gives the log.
    pub(crate) async fn check(&self, server: &Server, promise: Promise) -> anyhow::Result<Log> {
        let log = Log::read(&server.url, &self.game).await?;
        let records = self.players.each_ref().map(|player| player.seen.clone());
        let found = violations_of(&log, &records, promise);
        ensure!(found.is_empty(), "{found:#?}\n{}", lines(&log));
        ensure!(log.count("timed_out") == 0, "a flag fell");
        let taken_back: u64 = log.events.iter().filter_map(|one| one["event"]["undone"]["moves"].as_u64()).sum();
        let moves = log.count("play") + log.count("pass");
        ensure!(moves as u64 == PLIES as u64 + taken_back, "{moves} moves, of which {taken_back} were taken back");
        ensure!(taken_back > 0, "nothing was taken back");
        let acknowledged = records.iter().flatten().filter(|seen| matches!(seen, Seen::Acknowledged { .. })).count();
        ensure!(acknowledged >= PLIES, "{acknowledged} moves were acknowledged");
        let captures = log.events.iter().filter(|one| one["event"]["captures"].is_array()).count();
        ensure!(captures > 0, "nothing was captured, so nothing was learnt of captures");
        let seen = records[2].iter().filter(|seen| matches!(seen, Seen::Event(_))).count();
        ensure!(seen > PLIES / 2, "the spectator saw {seen} events only");
        Ok(log)
    }

    /// Where the game stands, says this server to the spectator, who has seen all of it: `None` when it
    /// does not take anything back.
    pub(crate) async fn taken_back_to(&mut self, server: &Server) -> anyhow::Result<Option<u64>> {
        let [.., spectator] = &mut self.players;
        spectator.nodes = vec![server.url.clone()];
        spectator.come_back().await?;
        match &spectator.seen[..] {
            [.., Seen::RolledBack { seq, .. }, Seen::Standing { .. }] => Ok(Some(*seq)),
            _ => Ok(None),
        }
    }

    /// Connections on which Black joined.
    pub(crate) const fn black_joined(&self) -> u64 {
        self.players[0].joined
    }

    /// Who was told that events were lost.
    pub(crate) fn told_of_a_loss(&self) -> usize {
        let told = |seen: &Seen| matches!(seen, Seen::RolledBack { .. });
        self.players.iter().filter(|player| player.seen.iter().any(told)).count()
    }
}

/// A log, an event a line.
pub(crate) fn lines(log: &Log) -> String {
    log.events.iter().map(|event| format!("{event}\n")).collect()
}

/// Waits until a condition holds, however slow the machine.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) -> anyhow::Result<()> {
    let held = || {
        let held = holds();
        async { held.await.then_some(()) }
    };
    wait_for(what, 60, held).await
}
