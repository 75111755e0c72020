//! A TCP proxy that cuts a client off, before or after the server's answer.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// Stands between a client and the server.
pub struct Proxy {
    /// Where clients connect.
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    /// What the server says is swallowed, so that acknowledgements are lost.
    muted: AtomicBool,
    /// Bytes that came from clients while muted.
    heard_muted: AtomicU64,
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
            muted: AtomicBool::new(false),
            heard_muted: AtomicU64::new(0),
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

    /// Cuts every connection.
    pub fn cut(&self) {
        self.shared.cut.send_modify(|generation| *generation += 1);
    }

    /// From now on nothing that the server says comes through.
    pub fn mute(&self) {
        self.shared.heard_muted.store(0, Ordering::SeqCst);
        self.shared.muted.store(true, Ordering::SeqCst);
    }

    /// Whether a client has said anything since it was muted.
    #[must_use]
    pub fn was_heard(&self) -> bool {
        self.shared.heard_muted.load(Ordering::SeqCst) > 0
    }

    /// Cuts every connection and lets later ones hear again.
    pub fn cut_and_unmute(&self) {
        self.cut();
        self.shared.muted.store(false, Ordering::SeqCst);
    }

    /// Connections so far.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.shared.connections.load(Ordering::Relaxed)
    }
}

async fn pass(client: TcpStream, server: SocketAddr, shared: Arc<Shared>) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    let _speed = (client.set_nodelay(true), server.set_nodelay(true));
    let mut cut = shared.cut.subscribe();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        _ = cut.changed() => {}
        () = pump(from_client, to_server, &shared, true) => {}
        () = pump(from_server, to_client, &shared, false) => {}
    }
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, shared: &Shared, is_client: bool) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if shared.muted.load(Ordering::SeqCst) {
            if !is_client {
                continue;
            }
            shared.heard_muted.fetch_add(read as u64, Ordering::SeqCst);
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
