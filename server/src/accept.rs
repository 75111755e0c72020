//! The accept loop: TCP connections, with TLS or without, into hyper, with a cap on connections, time
//! limits on handshakes and request heads, and an orderly end. It knows nothing of what the requests mean.
//!
//! What must hold: a connection holds one of the places of its listener from `accept` until it is
//! closed, an upgraded socket included; one address has only a share of them before it is known who
//! connects, TLS handshakes included; who finds no place is told so and not just dropped; no client can hold a place by
//! sending or reading slowly.

use crate::{
    client::{ClientAddr, Network},
    config::Timeouts,
    http::{Bare, Prefix},
    hub::lock,
    metrics::{Metrics, Refused},
    shares::{Share, Shares},
    tls::Tls,
    transport::Transport,
};
use axum::{Router, body::Body};
use http::Request;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    io,
    net::SocketAddr,
    pin::pin,
    sync::{Arc, Mutex},
    time::Duration,
};
use tengen_protocol::{Code, WireError, http::ErrorBody};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;
use tracing::{Instrument, debug, info_span, warn};

/// Connections that the kernel keeps until they are accepted: a burst of everybody's reconnects
/// after a restart.
const BACKLOG: i32 = 4096;

/// Bytes of a request's head: the largest that hyper's smallest buffer allows, twice.
const HEAD_BYTES: usize = 16 * 1024;

/// Headers of a request.
const HEADERS: usize = 64;

/// Connections that are being told so at once; beyond it they are dropped without a word.
pub(crate) const REFUSALS: usize = 32;

/// For telling one connection, its TLS handshake included.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// When a full server may be asked again.
const FULL_RETRY: Duration = Duration::from_secs(10);

/// Pauses after a failed `accept` (no files or memory left), doubling from the first to the last.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// Binds a listener; port 0 takes a free one.
///
/// # Errors
/// If the address is taken or not of this machine.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = socket2::Socket::new(
        socket2::Domain::for_address(address),
        socket2::Type::STREAM.nonblocking(),
        Some(socket2::Protocol::TCP),
    )?;
    // A restarted server must not wait for connections of the old one in TIME_WAIT.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// The connection that a request came on; an extension of every request.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    /// The address at the other end.
    pub(crate) peer: SocketAddr,
    /// Its place; whoever takes the connection over keeps it.
    pub(crate) place: Arc<Place>,
}

/// A place among the connections of a listener, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
    /// Until the client has said who it is; absent for a proxy's, who speaks for many.
    share: Mutex<Option<Share>>,
    metrics: Option<Arc<Metrics>>,
}

impl Place {
    /// Counts the connection to an address that a proxy named; false if that has too many.
    pub(crate) fn count_to(&self, shares: &Arc<Shares>, address: std::net::IpAddr) -> bool {
        let mut share = lock(&self.share);
        if share.is_none() {
            *share = shares.take(address);
        }
        share.is_some()
    }

    /// The client has said who it is.
    pub(crate) fn greeted(&self) {
        lock(&self.share).take();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(metrics) = &self.metrics {
            metrics.connections.dec();
        }
    }
}

/// What an accept loop needs.
#[derive(Clone)]
pub(crate) struct Acceptor {
    /// Answers the requests.
    pub(crate) router: Router,
    /// With TLS, if there is a certificate.
    pub(crate) tls: Option<Tls>,
    /// The path below which people see the server, if not at the root.
    pub(crate) prefix: Option<Prefix>,
    /// Connections at once.
    pub(crate) places: Arc<Semaphore>,
    /// How many of them one address may have; `None` for the admin listener.
    pub(crate) shares: Option<Arc<Shares>>,
    /// Proxies, whose connections are many clients'.
    pub(crate) trusted: Arc<[Network]>,
    /// Times.
    pub(crate) timeouts: Timeouts,
    /// Where connections are counted; `None` for the admin listener.
    pub(crate) metrics: Option<Arc<Metrics>>,
    /// No new connections, and the open ones end.
    pub(crate) closing: CancellationToken,
    /// Whatever is left is dropped.
    pub(crate) force: CancellationToken,
    /// Knows all connection tasks.
    pub(crate) tasks: TaskTracker,
}

impl Acceptor {
    /// Accepts connections until `closing`.
    pub(crate) async fn run(self, listener: TcpListener) {
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        let mut pause = BACKOFF.0;
        let mut number: u64 = 0;
        loop {
            let accepted = tokio::select! {
                biased;
                () = self.closing.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => {
                    pause = BACKOFF.0;
                    number += 1;
                    self.take(stream, peer, number, &refusals);
                }
                Err(error) if of_one_connection(&error) => debug!(%error, "a connection ended before it was accepted"),
                Err(error) => {
                    warn!(%error, pause_ms = pause.as_millis(), "cannot accept connections");
                    tokio::select! { () = self.closing.cancelled() => return, () = sleep(pause) => {} }
                    pause = (pause * 2).min(BACKOFF.1);
                }
            }
        }
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr, number: u64, refusals: &Arc<Semaphore>) {
        if !self.may_begin(peer) {
            // dropped without a word: to tell would take the handshake that is one too many
            return self.metrics.iter().for_each(|metrics| metrics.refused(Refused::Address));
        }
        let Some(share) = self.share(peer) else {
            let error = WireError::new(Code::RateLimited, "too many connections from one address say nothing");
            return self.turn_away(stream, Refused::Address, "429 Too Many Requests", error, refusals);
        };
        let Ok(permit) = self.places.clone().try_acquire_owned() else {
            let error = WireError::new(Code::Unavailable, "all connections of this server are taken");
            return self.turn_away(stream, Refused::Full, "503 Service Unavailable", error, refusals);
        };
        if let Some(metrics) = &self.metrics {
            metrics.connections.inc();
            metrics.connections_accepted.inc();
        }
        let place = Arc::new(Place { _permit: permit, share: Mutex::new(share), metrics: self.metrics.clone() });
        let span = info_span!("http", number, %peer);
        self.tasks.spawn(self.clone().drive(stream, Connection { peer, place }).instrument(span));
    }

    /// Whether this address may begin one more TLS handshake.
    fn may_begin(&self, peer: SocketAddr) -> bool {
        let client = ClientAddr::direct(peer);
        self.tls.as_ref().is_none_or(|tls| self.is_trusted(client) || tls.may_begin(client.bucket()))
    }

    fn is_trusted(&self, client: ClientAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(client.ip()))
    }

    /// The share that a connection holds at first, if it needs one; `None` if its address has too
    /// many.
    fn share(&self, peer: SocketAddr) -> Option<Option<Share>> {
        let client = ClientAddr::direct(peer);
        match &self.shares {
            Some(shares) if !self.is_trusted(client) => shares.take(client.bucket()).map(Some),
            _ => Some(None),
        }
    }

    fn turn_away(
        &self,
        stream: TcpStream,
        reason: Refused,
        status: &'static str,
        error: WireError,
        refusals: &Arc<Semaphore>,
    ) {
        if let Some(metrics) = &self.metrics {
            metrics.refused(reason);
        }
        if let Ok(permit) = refusals.clone().try_acquire_owned() {
            let tls = self.tls.clone();
            self.tasks.spawn(async move {
                refuse(stream, tls, &refusal(status, error)).await;
                drop(permit);
            });
        }
    }

    /// The connection as it came, or after its TLS handshake; none when that failed or took too long.
    async fn secured(&self, stream: TcpStream) -> Option<Transport> {
        let Some(tls) = &self.tls else { return Some(Transport::Plain(stream)) };
        let handshake = tokio::select! {
            biased;
            () = self.closing.cancelled() => return None,
            done = timeout(self.timeouts.handshake, tls.accept(stream)) => done,
        };
        let why = match handshake {
            Ok(Ok(stream)) => return Some(stream),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("not done within {} ms", self.timeouts.handshake.as_millis()),
        };
        if let Some(metrics) = &self.metrics {
            metrics.refused(Refused::Tls);
        }
        debug!(why, "a TLS handshake failed");
        None
    }

    async fn drive(self, stream: TcpStream, connection: Connection) {
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "the connection is gone already");
            return;
        }
        let Some(stream) = self.secured(stream).await else { return };
        let (router, prefix) = (self.router, self.prefix);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(connection.clone());
            if let Some(prefix) = &prefix {
                if prefix.is_bare(request.uri()) {
                    request.extensions_mut().insert(Bare(prefix.clone()));
                }
                prefix.remove_from(request.uri_mut());
            }
            router.clone().call(request.map(Body::new))
        });
        let http = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.timeouts.header)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEADERS)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut http = pin!(http);
        let ended = tokio::select! {
            biased;
            ended = http.as_mut() => Some(ended),
            () = self.closing.cancelled() => None,
            () = sleep(self.timeouts.http_connection) => None,
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                http.as_mut().graceful_shutdown();
                tokio::select! {
                    ended = http => ended,
                    () = self.force.cancelled() => return,
                    () = sleep(self.timeouts.request + self.timeouts.header) => return,
                }
            }
        };
        if let Err(error) = ended {
            debug!(?error, "a connection ended badly");
        }
    }
}

/// Errors of `accept` that say something about one connection and nothing about the listener.
fn of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// The whole answer to who finds no place.
fn refusal(status: &str, error: WireError) -> String {
    let retry_ms = u64::try_from(FULL_RETRY.as_millis()).unwrap_or(u64::MAX);
    let body = serde_json::to_string(&ErrorBody { error: error.retry_after(retry_ms) }).unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: {}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        FULL_RETRY.as_secs(),
        body.len(),
    )
}

async fn refuse(stream: TcpStream, tls: Option<Tls>, answer: &str) {
    let told = async {
        match tls {
            Some(tls) => tell(tls.accept(stream).await?, answer).await,
            None => tell(stream, answer).await,
        }
    };
    match timeout(REFUSAL_TIMEOUT, told).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => debug!(%error, "a refused connection was gone"),
        Err(_) => debug!("a refused connection did not hang up"),
    }
}

/// What the client has sent is read until it hangs up: closing over unread bytes would reset the
/// connection, and the answer could be lost.
async fn tell(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: &str) -> io::Result<()> {
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut unread = [0; 512];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}
