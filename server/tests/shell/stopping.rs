//! A stop tells everybody, waits, and ends in time.

use crate::support::{config, get, start, started, until};
use futures_util::{SinkExt, StreamExt};
use std::{sync::atomic::Ordering, time::Duration};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Message, protocol::frame::coding::CloseCode};

#[tokio::test]
async fn sockets_are_told_and_the_store_is_closed_last() {
    let server = started();
    let (mut socket, _) = server.socket(&[]).await.unwrap();
    let task = tokio::spawn(server.stopped());
    let told = socket.next().await.unwrap().unwrap();
    assert!(matches!(&told, Message::Close(Some(frame)) if frame.code == CloseCode::Restart), "{told:?}");
    assert!(task.await.unwrap().closed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn while_stopping_the_node_is_not_ready_and_takes_nobody() {
    let server = started();
    server.fake.stubborn.store(true, Ordering::SeqCst);
    let (mut socket, _) = server.socket(&[]).await.unwrap();
    socket.send(Message::text("served")).await.unwrap();
    socket.next().await.unwrap().unwrap();
    server.stop.cancel();
    let (status, _, body) = get(server.admin, "/readyz").await;
    assert_eq!((status, body.as_str()), (503, r#"{"ready":false,"reason":"the server is going down"}"#));
    let gone = tokio::time::timeout(crate::support::SOON, async {
        while TcpStream::connect(server.public).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    gone.await.expect("still listening");
    assert!(!server.fake.closed.load(Ordering::SeqCst), "the store serves those who are left");
    socket.send(Message::text("still here")).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), Message::text("still here"));
    drop(socket);
    server.stopped().await;
}

#[tokio::test]
async fn who_does_not_go_is_dropped_after_the_time_to_drain() {
    let server = start(config(|config| config.drain = Duration::from_millis(50)));
    server.fake.stubborn.store(true, Ordering::SeqCst);
    let (mut socket, _) = server.socket(&[]).await.unwrap();
    let metrics = server.metrics.clone();
    assert!(server.stopped().await.closed.load(Ordering::SeqCst));
    until("the place is free", || metrics.connections.get() == 0 && metrics.sockets.get() == 0).await;
    assert!(!matches!(socket.next().await, Some(Ok(_))));
}

#[tokio::test]
async fn idle_http_connections_end_at_once() {
    let server = start(config(|config| config.timeouts.header = Duration::from_secs(3600)));
    let _silent = TcpStream::connect(server.public).await.unwrap();
    let metrics = server.metrics.clone();
    until("it is connected", || metrics.connections.get() == 1).await;
    server.stopped().await;
}
