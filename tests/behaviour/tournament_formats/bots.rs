//! Scripted players. Each comes to its games by itself, and of two the weaker one resigns at its second turn.

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    net::Ipv4Addr,
    sync::Arc,
    time::Duration,
};
use tengen_tests::lobby::{Guest, open};
use tokio::{net::TcpStream, sync::watch, task::JoinSet, time::sleep};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

/// Before a connection is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// Players at one server; gone when dropped.
pub(super) struct Bots {
    _tasks: JoinSet<()>,
    held: watch::Sender<bool>,
}

impl Bots {
    /// They come to this server. The strength of an account: of two the one with the lower number wins.
    pub(super) fn come(node: &str, players: &[Guest], strengths: HashMap<String, usize>) -> Self {
        let (held, holds) = watch::channel(false);
        let strengths = Arc::new(strengths);
        let mut tasks = JoinSet::new();
        for (n, player) in (0u8..).zip(players) {
            let mut bot = Bot {
                node: node.to_owned(),
                // few who have not said yet who they are may come from one address
                from: Ipv4Addr::new(127, 0, 1, n),
                player: player.clone(),
                strengths: Arc::clone(&strengths),
                holds: holds.clone(),
                tables: BTreeMap::new(),
                joins: HashMap::new(),
                sent: 0,
            };
            tasks.spawn(async move {
                loop {
                    // whatever ends a connection: the next one begins with what stands
                    drop(bot.session().await);
                    sleep(AGAIN).await;
                }
            });
        }
        Self { _tasks: tasks, held }
    }

    /// From now on no second move of a game is made, or again.
    pub(super) fn hold(&self, hold: bool) {
        self.held.send_replace(hold);
    }
}

struct Bot {
    node: String,
    from: Ipv4Addr,
    player: Guest,
    strengths: Arc<HashMap<String, usize>>,
    holds: watch::Receiver<bool>,
    /// By game.
    tables: BTreeMap<String, Table>,
    /// Games by the ids of the commands that join them.
    joins: HashMap<String, String>,
    sent: u64,
}

/// A game as a bot sees it.
struct Table {
    seq: u64,
    head: String,
    plies: usize,
    /// 0 with Black, 1 with White.
    side: usize,
    stronger: bool,
    over: bool,
    /// The last event after which something was sent.
    acted: u64,
}

impl Bot {
    async fn session(&mut self) -> anyhow::Result<()> {
        self.tables.clear();
        let mut socket = open(&self.node, self.from).await?;
        self.say(&mut socket, json!({"type": "hello", "token": self.player.token})).await?;
        loop {
            tokio::select! {
                message = socket.next() => {
                    let Message::Text(text) = message.context("the end")?? else { continue };
                    let message: Value = serde_json::from_str(&text)?;
                    self.hear(&mut socket, &message).await?;
                }
                changed = self.holds.changed() => changed?,
            }
            self.act(&mut socket).await?;
        }
    }

    async fn hear(&mut self, socket: &mut WebSocketStream<TcpStream>, message: &Value) -> anyhow::Result<()> {
        if let Some(games) = message["ok"]["games"].as_array() {
            for game in games {
                self.join(socket, game).await?;
            }
        } else if message["notice"] == "tournament_game" {
            self.join(socket, &message["game"]).await?;
        } else if message["notice"] == "closing" {
            bail!("closing");
        } else if let Some(snapshot) =
            [&message["ok"]["snapshot"], &message["snapshot"]].into_iter().find(|one| one.is_object())
        {
            let joined = message["re"].as_str().and_then(|id| self.joins.get(id)).cloned();
            let game = joined.or_else(|| message["game"].as_str().map(str::to_owned)).context("of which game?")?;
            self.stand(game, snapshot)?;
        } else if message["event"].is_object() {
            self.follow(message)?;
        } else if let Some(retry_after) = message["error"]["retry_after"].as_u64() {
            sleep(Duration::from_millis(retry_after)).await;
            bail!("refused for now");
        }
        // other refusals, as of what was sent too early: the next event shows what stands
        Ok(())
    }

    fn stand(&mut self, game: String, snapshot: &Value) -> anyhow::Result<()> {
        let players = ["black", "white"].map(|side| snapshot["setup"]["players"][side].as_str().unwrap_or_default());
        let side = players.iter().position(|player| *player == self.player.account).context("a game of others")?;
        let strength = |account| self.strengths.get(account).context("somebody unknown");
        let table = Table {
            seq: snapshot["seq"].as_u64().context("seq")?,
            head: snapshot["head"].as_str().context("head")?.to_owned(),
            plies: snapshot["moves"].as_str().context("moves")?.split_whitespace().count(),
            side,
            stronger: strength(players[side])? < strength(players[1 - side])?,
            over: snapshot["phase"] == "finished",
            acted: 0,
        };
        self.tables.insert(game, table);
        Ok(())
    }

    fn follow(&mut self, message: &Value) -> anyhow::Result<()> {
        let game = message["game"].as_str().context("game")?;
        let Some(table) = self.tables.get_mut(game) else { return Ok(()) };
        table.seq = message["seq"].as_u64().context("seq")?;
        message["head"].as_str().context("head")?.clone_into(&mut table.head);
        table.plies += usize::from(message["event"]["kind"] == "play");
        table.over |= message["event"]["outcome"].is_object();
        Ok(())
    }

    /// Once after each event of a game in which it is to move.
    async fn act(&mut self, socket: &mut WebSocketStream<TcpStream>) -> anyhow::Result<()> {
        let held = *self.holds.borrow_and_update();
        let mut orders = Vec::new();
        for (game, table) in &mut self.tables {
            if table.over || table.plies % 2 != table.side || table.acted == table.seq || (held && table.plies > 0) {
                continue;
            }
            table.acted = table.seq;
            orders.push(if !table.stronger && table.plies > 1 {
                json!({"type": "resign", "game": game})
            } else {
                // nobody is asked for more than four moves: a row of stones
                let vertex = format!("{}5", ["A", "B", "C", "D", "E", "F", "G", "H", "J"][table.plies % 9]);
                json!({"type": "play", "game": game, "vertex": vertex, "after": table.seq, "head": table.head})
            });
        }
        for order in orders {
            self.say(socket, order).await?;
        }
        Ok(())
    }

    async fn join(&mut self, socket: &mut WebSocketStream<TcpStream>, game: &Value) -> anyhow::Result<()> {
        self.say(socket, json!({"type": "join", "game": game})).await?;
        self.joins.insert(format!("b{}", self.sent), game.as_str().context("game")?.to_owned());
        Ok(())
    }

    async fn say(&mut self, socket: &mut WebSocketStream<TcpStream>, mut command: Value) -> anyhow::Result<()> {
        self.sent += 1;
        command["id"] = format!("b{}", self.sent).into();
        Ok(socket.send(Message::Text(command.to_string().into())).await?)
    }
}
