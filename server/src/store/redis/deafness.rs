//! A connection of news that stays open and over which nothing comes any more.

use super::*;
use crate::hub::STORE_SILENCE;
use std::net::SocketAddr;
use tengen_protocol::GameId;
use tengen_tests::RedisServer;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{Instant, timeout},
};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(40);

/// Stands between the store and Redis.
struct Between {
    address: SocketAddr,
    connections: Arc<AtomicU64>,
    /// Connections of news up to this number hear nothing.
    deaf: Arc<AtomicU64>,
}

impl Between {
    async fn start(redis: &RedisServer) -> Self {
        let url = redis.url();
        let redis: SocketAddr = url.trim_start_matches("redis://").trim_end_matches('/').parse().expect("an address");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (connections, deaf) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (counted, silent) = (connections.clone(), deaf.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = counted.fetch_add(1, Ordering::SeqCst) + 1;
                let silent = silent.clone();
                tokio::spawn(async move {
                    let Ok(server) = TcpStream::connect(redis).await else { return };
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = server.into_split();
                    let is_news = AtomicU64::new(0);
                    let asks = pump(from_client, to_server, |bytes| {
                        if bytes.windows(10).any(|word| word == b"SSUBSCRIBE") {
                            is_news.store(1, Ordering::SeqCst);
                        }
                        true
                    });
                    let answers = pump(from_server, to_client, |_| {
                        is_news.load(Ordering::SeqCst) == 0 || number > silent.load(Ordering::SeqCst)
                    });
                    tokio::select! { () = asks => {} () = answers => {} }
                });
            }
        });
        Self { address, connections, deaf }
    }

    /// The connection of news that there is now hears nothing any more; later ones do.
    fn deafen(&self) {
        self.deaf.store(self.connections.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, passes: impl Fn(&[u8]) -> bool) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if passes(&buffer[..read]) && to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

#[test]
fn a_deaf_connection_is_found_before_anybody_gives_up_waiting_for_a_ping() {
    assert!(HEARD_WITHIN < STORE_SILENCE);
    assert!(HEARD_WITHIN < crate::config::Timeouts::default().ready);
}

#[tokio::test]
async fn a_deaf_connection_is_replaced_and_its_listeners_are_told_of_the_loss() {
    let redis = RedisServer::start().unwrap();
    let between = Between::start(&redis).await;
    let url = format!("redis://{}", between.address);
    let store = RedisStore::open(&url, "here", RedisOptions::default()).await.unwrap();
    let (sender, _news) = mpsc::channel(8);
    let game = Stream::game(&"one".parse::<GameId>().unwrap());
    let subscription = store.subscribe(&game, sender).await.unwrap();
    store.ping().await.unwrap();
    assert!(!subscription.take_lost());
    let mut found = false;
    for _ in 0..5 {
        between.deafen();
        // as the runtime asks; again if this machine was too busy to answer at all
        if let Ok(heard) = timeout(STORE_SILENCE, store.ping()).await {
            assert!(heard.is_err(), "it cannot have heard itself");
            found = true;
            break;
        }
    }
    assert!(found, "whoever asks gives up before it is found");
    let end = Instant::now() + PATIENCE;
    while store.ping().await.is_err() {
        assert!(Instant::now() < end, "it stays deaf");
    }
    while !subscription.take_lost() {
        assert!(Instant::now() < end, "the loss is not told");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_connection_of_news_that_redis_kills_is_made_again() {
    let redis = RedisServer::start().unwrap();
    let store = RedisStore::open(&redis.url(), "here", RedisOptions::default()).await.unwrap();
    store.ping().await.unwrap();
    let client = redis::Client::open(redis.url()).unwrap();
    let mut other = client.get_multiplexed_async_connection().await.unwrap();
    let killed: i64 = redis::cmd("CLIENT").arg("KILL").arg("TYPE").arg("pubsub").query_async(&mut other).await.unwrap();
    assert_eq!(killed, 1, "there is one connection of news");
    let end = Instant::now() + PATIENCE;
    while store.ping().await.is_err() {
        assert!(Instant::now() < end, "it stays deaf");
    }
}
