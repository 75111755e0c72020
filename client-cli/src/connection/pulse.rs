//! Signs of life of a connection: when to ping, and when to give it up. Pure.

use std::time::{Duration, Instant};

/// After so much silence a ping is sent ..
const PING_AFTER: Duration = Duration::from_secs(10);

/// .. or after so much while an answer is awaited.
const PING_SOONER: Duration = Duration::from_secs(3);

/// Nothing was heard for so long after a ping: the connection is dead.
const PONG_WITHIN: Duration = Duration::from_secs(8);

/// When to ping and when to give a connection up.
#[derive(Debug)]
pub(super) struct Pulse {
    pub(super) started: Instant,
    heard: Instant,
    ping: Option<(u64, Instant)>,
    pings: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Beat {
    Nothing,
    Ping(u64),
    Dead,
}

impl Pulse {
    pub(super) const fn new(now: Instant) -> Self {
        Self { started: now, heard: now, ping: None, pings: 0 }
    }

    pub(super) const fn heard(&mut self, now: Instant) {
        self.heard = now;
    }

    /// The instant of the next `beat`.
    pub(super) fn next(&self, waiting: bool) -> Instant {
        match self.ping {
            // The first ping goes out at once: it measures the round trip.
            None => self.started,
            Some((_, sent)) if self.heard < sent => sent + PONG_WITHIN,
            Some(_) => self.heard + quiet(waiting),
        }
    }

    pub(super) fn beat(&mut self, now: Instant, waiting: bool) -> Beat {
        if now < self.next(waiting) {
            return Beat::Nothing;
        }
        match self.ping {
            Some((_, sent)) if self.heard < sent => Beat::Dead,
            _ => {
                self.pings += 1;
                self.ping = Some((self.pings, now));
                Beat::Ping(self.pings)
            }
        }
    }

    /// The round trip, if the pong answers the last ping.
    pub(super) fn pong(&self, payload: &[u8], now: Instant) -> Option<Duration> {
        let (last, sent) = self.ping?;
        (payload == last.to_be_bytes()).then(|| now.saturating_duration_since(sent))
    }
}

const fn quiet(waiting: bool) -> Duration {
    if waiting { PING_SOONER } else { PING_AFTER }
}
