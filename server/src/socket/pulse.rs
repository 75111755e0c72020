//! Whether the peer is still there, and how far away: pings with a counter, and their pongs.

use crate::hub::ms;
use std::{collections::VecDeque, time::Duration};
use tengen_protocol::limits::{PING_EVERY_MS, SILENCE_MS};
use tokio::time::Instant;

/// Round trips that are looked back on: the smallest of them counts, so that one delay on the way
/// does not look like a long way.
const ROUND_TRIPS: usize = 5;

pub(super) struct Pulse {
    heard_at: Instant,
    ping_at: Instant,
    counter: u64,
    sent: Option<(u64, Instant)>,
    round_trips: VecDeque<u64>,
}

impl Pulse {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { heard_at: now, ping_at: now, counter: 0, sent: None, round_trips: VecDeque::new() }
    }

    /// Something came.
    pub(super) fn heard(&mut self) {
        self.heard_at = Instant::now();
    }

    /// When the next ping is due, or the silence has lasted too long.
    pub(super) fn next(&self) -> Instant {
        self.ping_at.min(self.silent_at())
    }

    pub(super) fn silent_at(&self) -> Instant {
        self.heard_at + Duration::from_millis(SILENCE_MS)
    }

    pub(super) fn is_silent(&self) -> bool {
        Instant::now() >= self.silent_at()
    }

    /// The payload of a ping, if one is due.
    pub(super) fn ping(&mut self) -> Option<[u8; 8]> {
        let now = Instant::now();
        if now < self.ping_at {
            return None;
        }
        self.ping_at = now + Duration::from_millis(PING_EVERY_MS);
        self.counter += 1;
        self.sent = Some((self.counter, now));
        Some(self.counter.to_be_bytes())
    }

    /// A pong; gives the round trip, ms, if it answers the last ping.
    pub(super) fn pong(&mut self, payload: &[u8]) -> Option<u64> {
        let (counter, sent) = self.sent?;
        if payload != counter.to_be_bytes() {
            return None;
        }
        self.sent = None;
        if self.round_trips.len() == ROUND_TRIPS {
            self.round_trips.pop_front();
        }
        self.round_trips.push_back(ms(sent.elapsed()));
        self.round_trips.iter().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_smallest_round_trip_counts_and_a_stale_pong_does_not() {
        let mut pulse = Pulse::new();
        let first = pulse.ping().unwrap();
        assert!(pulse.ping().is_none(), "not before 20 s");
        tokio::time::advance(Duration::from_millis(30)).await;
        assert_eq!(pulse.pong(&first), Some(30));
        assert_eq!(pulse.pong(&first), None, "once");
        tokio::time::advance(Duration::from_millis(PING_EVERY_MS)).await;
        let second = pulse.ping().unwrap();
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(pulse.pong(&first), None);
        assert_eq!(pulse.pong(&second), Some(30));
    }

    #[tokio::test(start_paused = true)]
    async fn silence_is_45_s_and_not_a_ms_less() {
        let mut pulse = Pulse::new();
        tokio::time::advance(Duration::from_millis(SILENCE_MS - 1)).await;
        assert!(!pulse.is_silent());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(pulse.is_silent());
        pulse.heard();
        assert!(!pulse.is_silent());
    }
}
