//! Writing what waits for a connection: all of it, then one flush.

use crate::hub::Link;
use futures_util::{Sink, SinkExt};
use std::{future::poll_fn, time::Duration};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// A connection to which nothing could be written for so long is cut: its peer does not read.
pub(super) const STALLED_AFTER: Duration = Duration::from_secs(10);

pub(super) struct Writer<S> {
    sink: S,
    /// Something was given to the socket and not flushed yet.
    unflushed: bool,
    /// Since when nothing went on, while there is something to write.
    waiting_since: Option<Instant>,
    /// Messages and bytes written since the counters were last taken.
    written: (u64, u64),
}

impl<S: Sink<Message, Error = Error> + Unpin> Writer<S> {
    pub(super) const fn new(sink: S) -> Self {
        Self { sink, unflushed: false, waiting_since: None, written: (0, 0) }
    }

    /// Whether there is anything to write.
    pub(super) fn has_work(&self, link: &Link) -> bool {
        self.unflushed || !link.is_empty()
    }

    /// The socket itself has something to send, such as a pong.
    pub(super) const fn flush_soon(&mut self) {
        self.unflushed = true;
    }

    /// When the peer counts as one that does not read.
    pub(super) fn stalled_at(&self) -> Option<Instant> {
        self.waiting_since.map(|since| since + STALLED_AFTER)
    }

    /// Messages and bytes written since the last call.
    pub(super) fn take_written(&mut self) -> (u64, u64) {
        std::mem::take(&mut self.written)
    }

    /// Writes all that waits and flushes once. May be dropped and called again: nothing is lost,
    /// since a text is taken only when the socket is ready for it.
    pub(super) async fn pump(&mut self, link: &Link) -> Result<(), Error> {
        self.waiting_since.get_or_insert_with(Instant::now);
        loop {
            self.ready().await?;
            let Some(text) = link.pop() else { break };
            self.put(Message::Text(text))?;
        }
        self.sink.flush().await?;
        self.unflushed = false;
        self.waiting_since = None;
        Ok(())
    }

    async fn ready(&mut self) -> Result<(), Error> {
        poll_fn(|cx| self.sink.poll_ready_unpin(cx)).await
    }

    fn put(&mut self, message: Message) -> Result<(), Error> {
        if let Message::Text(text) = &message {
            self.written.0 += 1;
            self.written.1 += text.len() as u64;
        }
        self.sink.start_send_unpin(message)?;
        self.unflushed = true;
        self.waiting_since = Some(Instant::now());
        Ok(())
    }

    /// Sends one message at once, waiting as long as it takes.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.ready().await?;
        self.put(message)?;
        self.sink.flush().await?;
        self.unflushed = false;
        self.waiting_since = None;
        Ok(())
    }

    /// Gives the socket a ping to be sent with the next flush, if it can take one now.
    pub(super) fn ping_soon(&mut self, payload: [u8; 8]) -> Result<(), Error> {
        if self.stalled_at().is_none() {
            self.put(Message::Ping(payload.to_vec().into()))?;
        }
        Ok(())
    }

    /// Sends what the socket itself still has to say, such as the answer to a close frame.
    pub(super) async fn finish(&mut self) -> Result<(), Error> {
        self.sink.flush().await
    }

    /// Sends a text at once.
    pub(super) async fn text(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        self.send(Message::Text(text)).await
    }
}
