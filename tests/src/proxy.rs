//! A TCP proxy that breaks the way between two programs: delays, stalls, loses, halves and cuts.

use std::{
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    select,
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until},
};

/// Reads that may wait for their time; then the sender waits as well.
const ON_THE_WAY: usize = 256;

/// Between the halves of what was written at once.
const HALF_APART: Duration = Duration::from_millis(2);

/// What becomes of bytes that go one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// They come so much later.
    pub delay: Duration,
    /// They wait until they may go on, as on a dead line whose ends do not know it.
    pub stalls: bool,
    /// They are lost, though the connection stays; cut it before more may come.
    pub loses: bool,
    /// What was written at once comes in two parts.
    pub halves: bool,
}

impl Way {
    /// Nothing comes for now.
    pub const STALLED: Self = Self { stalls: true, ..Self::CLEAR };

    /// Nothing comes at all.
    pub const LOST: Self = Self { loses: true, ..Self::CLEAR };

    /// Everything comes in pieces.
    pub const HALVED: Self = Self { halves: true, ..Self::CLEAR };

    /// Nothing is wrong.
    pub const CLEAR: Self = Self { delay: Duration::ZERO, stalls: false, loses: false, halves: false };

    /// Everything comes so much later.
    #[must_use]
    pub const fn late(delay: Duration) -> Self {
        Self { delay, ..Self::CLEAR }
    }
}

/// Both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// From the client to the server.
    pub requests: Way,
    /// From the server to the client.
    pub answers: Way,
}

/// Stands between a client and the server.
pub struct Proxy {
    /// Where clients connect.
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    ways: watch::Sender<Ways>,
    /// Bytes that came from clients since the ways were set.
    heard: AtomicU64,
    /// Generation: connections of an older one end.
    cut: watch::Sender<u64>,
    connections: AtomicU64,
}

impl Proxy {
    /// In front of `server`.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn start(server: SocketAddr) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            ways: watch::Sender::default(),
            heard: AtomicU64::new(0),
            cut: watch::Sender::new(0),
            connections: AtomicU64::new(0),
        });
        let for_task = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                for_task.connections.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(pass(client, server, Arc::clone(&for_task)));
            }
        });
        Ok(Self { address, shared })
    }

    /// From now on it is so, on every connection.
    pub fn set(&self, ways: Ways) {
        self.shared.heard.store(0, Ordering::SeqCst);
        self.shared.ways.send_replace(ways);
    }

    /// From now on nothing is wrong.
    pub fn heal(&self) {
        self.set(Ways::default());
    }

    /// Cuts every connection.
    pub fn cut(&self) {
        self.shared.cut.send_modify(|generation| *generation += 1);
    }

    /// From now on nothing that the server says comes through.
    pub fn mute(&self) {
        self.set(Ways { requests: Way::CLEAR, answers: Way::LOST });
    }

    /// Whether a client has said anything since the ways were set, or it was muted.
    #[must_use]
    pub fn was_heard(&self) -> bool {
        self.shared.heard.load(Ordering::SeqCst) > 0
    }

    /// Cuts every connection and lets later ones hear again.
    pub fn cut_and_unmute(&self) {
        self.cut();
        self.heal();
    }

    /// Connections so far.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.shared.connections.load(Ordering::Relaxed)
    }
}

async fn pass(client: TcpStream, server: SocketAddr, shared: Arc<Shared>) {
    // before anything else, so that a cut during the dial is one
    let mut cut = shared.cut.subscribe();
    let Ok(server) = TcpStream::connect(server).await else { return };
    let _speed = (client.set_nodelay(true), server.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    select! {
        _ = cut.changed() => {}
        () = pump(from_client, to_server, &shared, |ways| ways.requests, true) => {}
        () = pump(from_server, to_client, &shared, |ways| ways.answers, false) => {}
    }
}

/// Passes one way until its source ends, and all that it said has come, or its target is gone.
async fn pump(from: OwnedReadHalf, to: OwnedWriteHalf, shared: &Shared, way: fn(&Ways) -> Way, counts: bool) {
    let (sender, queue) = mpsc::channel(ON_THE_WAY);
    let mut writing = pin!(write(queue, to, shared.ways.subscribe(), way));
    select! {
        () = &mut writing => return,
        () = read(from, sender, shared, way, counts) => {}
    }
    writing.await;
}

async fn read(
    mut from: OwnedReadHalf,
    queue: mpsc::Sender<(Instant, Vec<u8>)>,
    shared: &Shared,
    way: fn(&Ways) -> Way,
    counts: bool,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if counts {
            shared.heard.fetch_add(read as u64, Ordering::SeqCst);
        }
        let now = way(&shared.ways.borrow());
        if !now.loses && queue.send((Instant::now() + now.delay, buffer[..read].to_vec())).await.is_err() {
            return;
        }
    }
}

async fn write(
    mut queue: mpsc::Receiver<(Instant, Vec<u8>)>,
    mut to: OwnedWriteHalf,
    mut ways: watch::Receiver<Ways>,
    way: fn(&Ways) -> Way,
) {
    while let Some((due, bytes)) = queue.recv().await {
        sleep_until(due).await;
        let Ok(now) = ways.wait_for(|ways| !way(ways).stalls).await.map(|ways| way(&ways)) else { return };
        let (first, second) = bytes.split_at(if now.halves { bytes.len() / 2 } else { bytes.len() });
        if to.write_all(first).await.is_err() {
            return;
        }
        if !second.is_empty() {
            sleep(HALF_APART).await;
            if to.write_all(second).await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use tokio::time::timeout;

    /// A server that says everything back, a proxy before it, and a client's connection.
    async fn echo() -> anyhow::Result<(Proxy, TcpStream)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let proxy = Proxy::start(listener.local_addr()?).await?;
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut read, mut write) = stream.split();
                    tokio::io::copy(&mut read, &mut write).await
                });
            }
        });
        let stream = TcpStream::connect(proxy.address).await?;
        Ok((proxy, stream))
    }

    async fn says(stream: &mut TcpStream, text: &str) -> anyhow::Result<String> {
        stream.write_all(text.as_bytes()).await?;
        let mut back = vec![0; text.len()];
        stream.read_exact(&mut back).await?;
        Ok(String::from_utf8(back)?)
    }

    #[tokio::test]
    async fn late_and_halved_bytes_come_all_and_in_order() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        assert_eq!(says(&mut stream, "clear").await?, "clear");
        let delay = Duration::from_millis(30);
        proxy.set(Ways { requests: Way::HALVED, answers: Way::late(delay) });
        let from = Instant::now();
        assert_eq!(says(&mut stream, "halved and late").await?, "halved and late");
        assert!(from.elapsed() >= delay);
        assert!(proxy.was_heard());
        Ok(())
    }

    #[tokio::test]
    async fn stalled_bytes_come_when_it_is_over_and_lost_ones_never() -> anyhow::Result<()> {
        for (ways, comes) in [
            (Ways { requests: Way::STALLED, ..Ways::default() }, true),
            (Ways { answers: Way::STALLED, ..Ways::default() }, true),
            (Ways { answers: Way::LOST, ..Ways::default() }, false),
        ] {
            let (proxy, mut stream) = echo().await?;
            assert_eq!(says(&mut stream, "clear").await?, "clear");
            proxy.set(ways);
            assert!(timeout(Duration::from_millis(50), says(&mut stream, "first")).await.is_err(), "{ways:?}");
            proxy.heal();
            let mut back = [0; 6];
            stream.write_all(b"second").await?;
            stream.read_exact(&mut back).await?;
            assert_eq!(&back, if comes { b"firsts" } else { b"second" }, "{ways:?}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_cut_ends_connections_and_later_ones_live() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        assert_eq!(says(&mut stream, "clear").await?, "clear");
        proxy.set(Ways { requests: Way::STALLED, answers: Way::STALLED });
        proxy.cut_and_unmute();
        let ended = stream.read(&mut [0]).await;
        assert!(matches!(&ended, Ok(0)) || ended.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
        let mut other = TcpStream::connect(proxy.address).await?;
        assert_eq!(says(&mut other, "again").await?, "again");
        assert_eq!(proxy.connections(), 2);
        Ok(())
    }
}
