//! A player whose node goes away while he is to move gets his absence back on the node that he returns
//! to: as an event that everybody sees, of about the time that he was away, at most ten seconds.

use super::{Nodes, signal};
use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tengen_tests::history::{Log, Seen, violations};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// However slow the machine.
const SOON: Duration = Duration::from_secs(30);

/// He stays away so long after his node has gone: longer than it takes to be known to be dead.
const AWAY: Duration = Duration::from_secs(5);

/// What is given back comes within this.
const CREDITED_WITHIN: Duration = Duration::from_secs(15);

/// The most that is given back, ms.
const MOST_MS: u64 = 10_000;

/// A node says so often that it lives, ms; when it dies it is gone since it last said so.
const RENEWED_MS: u64 = 1_000;

/// What instants that different processes noted may differ by, ms.
const NOTED_MS: u64 = 500;

fn wall_ms() -> anyhow::Result<u64> {
    Ok(u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

/// A player on one connection.
struct Seated {
    socket: WebSocketStream<TcpStream>,
    name: &'static str,
    game: String,
    sent: u32,
    seen: Vec<Seen>,
    /// The last event and the head after it.
    at: (u64, String),
}

impl Seated {
    async fn join(url: &str, token: &str, name: &'static str, game: &str) -> anyhow::Result<Self> {
        let address = url.trim_start_matches("http://");
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await?;
        let mut seated =
            Self { socket, name, game: game.to_owned(), sent: 0, seen: Vec::new(), at: (0, String::new()) };
        seated.ask(json!({"type": "hello", "token": token})).await?;
        seated.ask(json!({"type": "join", "game": game})).await?;
        Ok(seated)
    }

    /// The next message of the protocol; pings are none.
    async fn text(&mut self) -> anyhow::Result<Value> {
        loop {
            if let Message::Text(text) = self.socket.next().await.context("closed")?? {
                return Ok(serde_json::from_str(&text)?);
            }
        }
    }

    async fn read(&mut self) -> anyhow::Result<Value> {
        let message = timeout(SOON, self.text()).await.context("no message came")??;
        if message["event"].is_object() {
            self.seen.push(Seen::Event(message.clone()));
            self.at = (message["seq"].as_u64().context("seq")?, message["head"].as_str().context("head")?.into());
        } else if message["ok"]["snapshot"].is_object() {
            let snapshot = &message["ok"]["snapshot"];
            self.at = (snapshot["seq"].as_u64().context("seq")?, snapshot["head"].as_str().context("head")?.into());
            self.seen.push(Seen::Standing { seq: self.at.0, head: self.at.1.clone() });
        }
        Ok(message)
    }

    async fn ask(&mut self, mut command: Value) -> anyhow::Result<Value> {
        self.sent += 1;
        let id = format!("{}-{}-{}", self.name, self.at.0, self.sent);
        command["id"] = json!(id);
        self.socket.send(Message::text(command.to_string())).await?;
        loop {
            let message = self.read().await?;
            if message["re"] == id.as_str() {
                ensure!(message["ok"].is_object(), "{command} was answered {message}");
                return Ok(message);
            }
        }
    }

    async fn play(&mut self, vertex: &str) -> anyhow::Result<()> {
        let (after, head) = &self.at;
        let play = json!({"type": "play", "game": self.game, "vertex": vertex, "after": after, "head": head});
        let before = self.at.0;
        self.ask(play).await?;
        // the answer may come before the event
        self.sees(before + 1).await
    }

    /// Waits until it has seen so many events.
    async fn sees(&mut self, seq: u64) -> anyhow::Result<()> {
        while self.at.0 < seq {
            self.read().await?;
        }
        Ok(())
    }

    /// Waits until the connection has ended.
    async fn ends(&mut self) -> anyhow::Result<()> {
        let until = Instant::now() + SOON;
        while timeout_at(until, self.socket.next())
            .await
            .context("the connection stays")?
            .is_some_and(|read| read.is_ok())
        {}
        Ok(())
    }
}

/// When, by the wall clock, ms.
struct Times {
    /// The node was told to go.
    told: u64,
    /// It had gone.
    gone: u64,
    /// The player came back.
    returned: u64,
}

/// Black is to move on node 0 when it goes, and comes back to node 1. The whole log then, and when what was.
async fn leaves_and_returns(
    nodes: &mut Nodes,
    go: impl AsyncFnOnce(&mut Nodes) -> anyhow::Result<()>,
) -> anyhow::Result<(Log, Times)> {
    let [black, white, _] = nodes.game().await?;
    let game = black.game;
    let urls = [nodes.nodes[0].url.clone(), nodes.nodes[1].url.clone()];
    let (mut one, mut two) = tokio::try_join!(
        Seated::join(&urls[0], &black.token, "black", &game),
        Seated::join(&urls[1], &white.token, "white", &game),
    )?;
    // created, and both have come
    tokio::try_join!(one.sees(3), two.sees(3))?;
    one.play("C3").await?;
    two.sees(4).await?;
    two.play("G7").await?;
    one.sees(5).await?;

    let told = wall_ms()?;
    go(nodes).await?;
    one.ends().await?;
    let gone = wall_ms()?;
    sleep(AWAY).await;
    let returned = wall_ms()?;
    let mut back = Seated::join(&urls[1], &black.token, "black", &game).await?;
    // none if the slow machine has made it an outage in which no clock ran
    if let Ok(seen) = timeout(CREDITED_WITHIN, back.sees(6)).await {
        seen?;
    }
    back.play("C7").await?;
    two.sees(back.at.0).await?;
    two.play("G3").await?;
    back.sees(two.at.0).await?;

    let page: Value = serde_json::from_str(&nodes.nodes[1].get(&format!("/api/v1/games/{game}/log")).await?)?;
    let events = page["events"].as_array().context("no events")?.clone();
    let log = Log { events, head: page["head"].as_str().context("no head")?.to_owned() };
    let found = violations(&log, &[one.seen, back.seen, two.seen]);
    ensure!(found.is_empty(), "{found:#?}");
    Ok((log, Times { told, gone, returned }))
}

/// One credit, to Black, of about the time between `since` and his return; since when he was away is not
/// known better than `unsure` says. On a slow machine it may have become an outage: then no clock ran for
/// a part of the time or for all of it, and that is not given back a second time.
fn credited(log: &Log, times: &Times, unsure: u64) -> anyhow::Result<()> {
    let event = |number: usize| log.events.get(number).context("an event is missing");
    let number = |place: &Value, field: &str| place[field].as_u64().with_context(|| format!("{field} of {place}"));
    let (credits, others): (Vec<&Value>, Vec<&Value>) =
        log.events.iter().partition(|event| event["event"]["kind"] == "credited");
    let kinds: Vec<&str> = others.iter().filter_map(|event| event["event"]["kind"].as_str()).collect();
    ensure!(kinds == ["created", "arrived", "arrived", "play", "play", "play", "play"], "{kinds:?}");
    let [before, after] = [others[4], others[5]];
    let by_wall = number(after, "at")? - number(before, "at")?;
    let turn = number(after, "t")? - number(before, "t")?;
    let stood = by_wall.saturating_sub(turn);
    let ms = match credits[..] {
        [] => 0,
        [credit] => {
            ensure!(*credit == *event(5)? && credit["event"]["to"] == "black", "{credit}");
            let most = (number(credit, "at")? - times.told + unsure + NOTED_MS).min(MOST_MS);
            let ms = number(&credit["event"], "ms")?;
            ensure!((1..=most).contains(&ms), "{ms} ms were given back, {most} ms at most were due");
            ms
        }
        _ => bail!("{credits:?}"),
    };
    let least = (times.returned - times.gone).min(MOST_MS).saturating_sub(NOTED_MS);
    ensure!(ms + stood >= least, "{ms} ms were given back, {stood} ms stood still, {least} ms at least were due");
    // it is not charged
    let used = after["event"]["used"].as_u64().unwrap_or_default();
    ensure!(used + ms <= turn, "{used} ms were charged of {turn} ms, of which {ms} ms were given back");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_node_was_killed_gets_his_absence_back() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let (log, times) =
        leaves_and_returns(&mut nodes, async |nodes| signal("-KILL", nodes.nodes[0].process()).await).await?;
    credited(&log, &times, RENEWED_MS)
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_node_was_drained_gets_his_absence_back() -> anyhow::Result<()> {
    let mut nodes = Nodes::start(2).await?;
    let (log, times) = leaves_and_returns(&mut nodes, async |nodes| {
        let status = nodes.nodes[0].stop().await?;
        ensure!(status.success(), "{status}");
        Ok(())
    })
    .await?;
    credited(&log, &times, 0)
}
