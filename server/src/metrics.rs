//! Every metric of a node, for `GET /metrics` of the admin listener. Names are part of what
//! operators build on: a renamed metric is a change for the changelog. Labels only ever take values
//! from closed lists (codes, command names, routes), so the number of series is bounded.

use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Registry, Unit},
};
use std::time::Duration;
use tengen_protocol::Code;

/// Buckets of latencies, seconds: a commit is expected at 0.1 to 10 ms, people notice 100 ms, and
/// a store that needs 2 s makes the node not ready.
const LATENCY_BUCKETS: [f64; 14] =
    [0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0];

/// Why a handshake or a connection was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// The connection limit is reached.
    Full,
    /// The address has too many connections that have not said who they are.
    Address,
    /// The TLS handshake failed or took too long.
    Tls,
    /// The page comes from an origin that is not allowed.
    Origin,
    /// Only unknown subprotocols were offered.
    Subprotocol,
    /// No WebSocket handshake, or a broken one.
    Handshake,
    /// The server is going down.
    Closing,
}

impl Refused {
    /// The value of the label.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Address => "address",
            Self::Tls => "tls",
            Self::Origin => "origin",
            Self::Subprotocol => "subprotocol",
            Self::Handshake => "handshake",
            Self::Closing => "closing",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CommandLabels {
    command: &'static str,
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OperationLabel {
    operation: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct QueueLabel {
    queue: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct HttpLabels {
    route: String,
    method: &'static str,
    status: u16,
}

/// Everything that a node counts.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// TCP connections that are open on the public listener, sockets included.
    pub connections: Gauge,
    /// TCP connections accepted on the public listener.
    pub connections_accepted: Counter,
    /// WebSocket connections that are open.
    pub sockets: Gauge,
    /// Messages received on sockets.
    pub messages_in: Counter,
    /// Messages sent on sockets.
    pub messages_out: Counter,
    /// Bytes of messages sent on sockets.
    pub bytes_out: Counter,
    /// Games whose fold is in memory.
    pub games_loaded: Gauge,
    /// (connection, game) pairs that are followed.
    pub watching: Gauge,
    /// From handing a commit to the store until its answer, seconds.
    pub commit_seconds: Histogram,
    /// From the arrival of a move's frame until its answer is queued, seconds.
    pub move_seconds: Histogram,
    refused: Family<ReasonLabel, Counter>,
    commands: Family<CommandLabels, Counter>,
    store_errors: Family<OperationLabel, Counter>,
    queue_drops: Family<QueueLabel, Counter>,
    http: Family<HttpLabels, Counter>,
    http_seconds: Histogram,
}

impl Metrics {
    /// All at zero.
    #[must_use]
    pub fn new() -> Self {
        let latency = || Histogram::new(LATENCY_BUCKETS);
        let mut metrics = Self {
            registry: Registry::with_prefix("tengen"),
            connections: Gauge::default(),
            connections_accepted: Counter::default(),
            sockets: Gauge::default(),
            messages_in: Counter::default(),
            messages_out: Counter::default(),
            bytes_out: Counter::default(),
            games_loaded: Gauge::default(),
            watching: Gauge::default(),
            commit_seconds: latency(),
            move_seconds: latency(),
            refused: Family::default(),
            commands: Family::default(),
            store_errors: Family::default(),
            queue_drops: Family::default(),
            http: Family::default(),
            http_seconds: latency(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let r = &mut self.registry;
        let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        r.register("build", "Version of the server", version);
        r.register("connections", "Open TCP connections on the public listener", self.connections.clone());
        r.register("connections_accepted", "TCP connections accepted", self.connections_accepted.clone());
        r.register("refused", "Connections and handshakes refused, by reason", self.refused.clone());
        r.register("sockets", "Open WebSocket connections", self.sockets.clone());
        r.register("messages_in", "Messages received on sockets", self.messages_in.clone());
        r.register("messages_out", "Messages sent on sockets", self.messages_out.clone());
        r.register_with_unit("messages_out", "Messages sent on sockets", Unit::Bytes, self.bytes_out.clone());
        r.register("commands", "Commands, by command and result code (ok or an error code)", self.commands.clone());
        r.register("games_loaded", "Games whose state is in memory", self.games_loaded.clone());
        r.register("watching", "Pairs of a connection and a game that it follows", self.watching.clone());
        let seconds = || Unit::Seconds;
        r.register_with_unit("commit", "Time of a commit to the store", seconds(), self.commit_seconds.clone());
        r.register_with_unit("move", "Time from a move's arrival to its answer", seconds(), self.move_seconds.clone());
        r.register("store_errors", "Calls to the store that failed, by operation", self.store_errors.clone());
        r.register("queue_drops", "Messages not delivered for a full queue, by queue", self.queue_drops.clone());
        r.register("http_requests", "HTTP requests, by route, method and status", self.http.clone());
        r.register_with_unit("http_request", "Time of an HTTP request", seconds(), self.http_seconds.clone());
    }

    /// Counts a refused connection or handshake.
    pub fn refused(&self, reason: Refused) {
        self.refused.get_or_create(&ReasonLabel { reason: reason.as_str() }).inc();
    }

    /// Counts a command by its wire name and how it ended; `None` is success.
    pub fn command(&self, command: &'static str, error: Option<Code>) {
        let code = error.map_or("ok", Code::as_str);
        self.commands.get_or_create(&CommandLabels { command, code }).inc();
    }

    /// Counts a call to the store that failed; `operation` is the name of the method.
    pub fn store_error(&self, operation: &'static str) {
        self.store_errors.get_or_create(&OperationLabel { operation }).inc();
    }

    /// Counts a message that a full queue dropped.
    pub fn queue_drop(&self, queue: &'static str) {
        self.queue_drops.get_or_create(&QueueLabel { queue }).inc();
    }

    /// Counts an HTTP request. `route` is the pattern of a route and never the path itself: a path
    /// is chosen by the client.
    pub(crate) fn http(&self, route: &str, method: &http::Method, status: http::StatusCode, took: Duration) {
        let labels = HttpLabels { route: route.to_owned(), method: known_method(method), status: status.as_u16() };
        self.http.get_or_create(&labels).inc();
        self.http_seconds.observe(took.as_secs_f64());
    }

    /// All metrics in the OpenMetrics text format.
    ///
    /// # Errors
    /// If a metric cannot be written as text.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut out = String::new();
        text::encode(&mut out, &self.registry)?;
        Ok(out)
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

/// Methods are free text in HTTP; only those that a route can have become a label.
fn known_method(method: &http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "DELETE" => "DELETE",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_every_metric() {
        let metrics = Metrics::new();
        metrics.connections.inc();
        metrics.refused(Refused::Full);
        metrics.command("play", None);
        metrics.command("play", Some(Code::Ko));
        metrics.store_error("commit");
        metrics.queue_drop("spectator");
        metrics.bytes_out.inc_by(7);
        metrics.http("/api/v1/games", &http::Method::GET, http::StatusCode::OK, Duration::from_millis(3));
        let text = metrics.text().unwrap();
        for line in [
            "tengen_connections 1\n",
            "tengen_connections_accepted_total 0\n",
            "tengen_refused_total{reason=\"full\"} 1\n",
            "tengen_sockets 0\n",
            "tengen_messages_out_bytes_total 7\n",
            "tengen_commands_total{command=\"play\",code=\"ok\"} 1\n",
            "tengen_commands_total{command=\"play\",code=\"ko\"} 1\n",
            "tengen_commit_seconds_count 0\n",
            "tengen_store_errors_total{operation=\"commit\"} 1\n",
            "tengen_queue_drops_total{queue=\"spectator\"} 1\n",
            "tengen_http_requests_total{route=\"/api/v1/games\",method=\"GET\",status=\"200\"} 1\n",
            "tengen_http_request_seconds_bucket{le=\"0.005\"} 1\n",
            "# EOF\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn methods_are_a_closed_list() {
        assert_eq!(known_method(&http::Method::from_bytes(b"EVIL").unwrap()), "other");
    }
}
