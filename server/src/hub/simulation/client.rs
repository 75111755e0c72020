//! Scripted clients: they come to any node, play what is legal, pass, take moves back, mark and accept,
//! claim lag that they do not have, send again what was not answered, and check what they are told.

mod told;

use super::{
    aims::Aim,
    history::{Frame, Invariant},
    nodes::{Node, Nodes},
    world::World,
};
use crate::{
    hub::{ANSWER_BYTES, Arrived, Ask, JOIN_ANSWER_BYTES, Lane, Membership, Registration, Ticket, lock},
    store::Stream,
};
use std::{sync::Arc, time::Duration};
use tengen_core::game::{Arrival, Command, Game};
use tengen_protocol::{Colour, GameId, Have, Head, Phase, Sides, Vertex};
use tokio::{
    select,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

/// Lines of the board.
pub(super) const SIZE: usize = 9;

/// Without an answer for so long on a living connection a command counts as lost.
const ANSWER_WITHIN: Duration = Duration::from_secs(60);

/// Who plays on the brink plays when less than this is left, ms.
const BRINK_MS: u64 = 100;

/// The node to which a player goes when tails get lost.
pub(super) const fn home(colour: Colour) -> usize {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

/// A command that is not known to be in the log.
#[derive(Clone)]
struct Pending {
    id: String,
    command: Command,
    /// What it was made for.
    after: u64,
    head: Head,
}

pub(super) struct Client {
    pub(super) world: Arc<World>,
    pub(super) nodes: Arc<Nodes>,
    pub(super) game: GameId,
    pub(super) name: String,
    /// Absent for a spectator.
    pub(super) colour: Option<Colour>,
    /// Everybody goes home.
    pub(super) over: CancellationToken,
    have: Option<Have>,
    board: Vec<u8>,
    to_move: bool,
    finished: bool,
    sent: u64,
    pending: Option<Pending>,
}

struct Connection {
    node: Node,
    registration: Registration,
    member: Arc<Membership>,
    /// The `join` that is not answered, and since when.
    joining: Option<(String, Instant)>,
    /// The move that is not answered, and since when.
    asked: Option<(String, Instant)>,
    failovers: u64,
    act_at: Instant,
}

impl Client {
    pub(super) fn new(
        world: &Arc<World>,
        nodes: &Arc<Nodes>,
        game: &GameId,
        name: &str,
        colour: Option<Colour>,
        over: &CancellationToken,
    ) -> Self {
        let (world, nodes) = (Arc::clone(world), Arc::clone(nodes));
        Self {
            world,
            nodes,
            game: game.clone(),
            name: name.to_owned(),
            colour,
            over: over.clone(),
            have: None,
            board: vec![b'.'; SIZE * SIZE],
            to_move: false,
            finished: false,
            sent: 0,
            pending: None,
        }
    }

    fn stream(&self) -> Stream {
        Stream::game(&self.game)
    }

    /// What it has is what the log had a while ago, or newer.
    pub(super) fn compare(&self) {
        let now = self.world.now();
        let history = lock(&self.world.history);
        let Some(truth) = history.truths.get(&self.stream()) else { return };
        let newest = truth.newest_before(now.saturating_sub(8_000));
        let have = self.have.as_ref().map_or(0, |have| have.seq);
        let same = self.have.as_ref().is_none_or(|have| truth.head(have.seq) == Some(have.head));
        drop(history);
        if have < newest || !same {
            self.violated(Invariant::Seen, format!("has event {have} at the end, the log had {newest}"));
        }
    }

    fn violated(&self, invariant: Invariant, what: String) {
        let what = format!("{} in {}: {what}", self.name, self.game);
        lock(&self.world.history).violated(self.world.now(), invariant, what);
    }

    fn id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.name, self.sent)
    }

    pub(super) async fn run(mut self) -> Self {
        while !self.over.is_cancelled() {
            sleep(Duration::from_millis(self.world.below(400))).await;
            let Some(node) = self.node() else { continue };
            if node.hub.not_ready().is_some() {
                continue;
            }
            let account = self.colour.map(|_| self.name.parse().expect("invariant: names are ids"));
            let Ok(registration) = node.hub.register(account) else { continue };
            registration.link().set_round_trip(40);
            let mut connection = Connection {
                node,
                registration,
                member: Arc::default(),
                joining: None,
                asked: None,
                failovers: lock(&self.world.history).failovers,
                act_at: Instant::now(),
            };
            self.connected(&mut connection).await;
            if let Some((id, _)) = &connection.asked {
                lock(&self.world.history).forget(&self.stream(), id);
            }
            if !connection.node.dead.is_cancelled() {
                let (id, hub) = (connection.registration.link().id(), connection.node.hub.clone());
                hub.tell(&self.game, Ask::Leave { connection: id, ticket: None }).await;
            }
        }
        self
    }

    /// Any; when tails get lost, each player's own.
    fn node(&self) -> Option<Node> {
        match (self.world.aim, self.colour) {
            (Aim::Tail, Some(colour)) => self.nodes.at(home(colour)),
            _ => self.nodes.any(&self.world),
        }
    }

    async fn connected(&mut self, on: &mut Connection) {
        self.join(on);
        let link = Arc::clone(on.registration.link());
        let (dead, over) = (on.node.dead.clone(), self.over.clone());
        loop {
            select! {
                biased;
                () = dead.cancelled() => {
                    if let Some((id, _)) = &on.asked {
                        lock(&self.world.history).forget(&self.stream(), id);
                    }
                    return sleep(Duration::from_millis(self.world.below(2_000))).await;
                }
                () = over.cancelled() => return,
                () = link.woken() => {
                    self.world.way().await;
                    while let Some(text) = link.pop() {
                        if dead.is_cancelled() || !self.told(on, &text) {
                            return;
                        }
                    }
                    if link.closing().is_some() {
                        return;
                    }
                }
                () = sleep_until(on.act_at) => if !self.act(on).await {
                    return;
                },
            }
        }
    }

    fn join(&mut self, on: &mut Connection) {
        let id = self.id();
        let link = Arc::clone(on.registration.link());
        let ticket = Ticket::new(&link, id.parse().ok(), "join", JOIN_ANSWER_BYTES);
        on.joining = Some((id, Instant::now()));
        on.act_at = Instant::now() + ANSWER_WITHIN;
        let ask = Ask::Join { link, member: Arc::clone(&on.member), have: self.have.clone(), office: None, ticket };
        on.node.hub.ask(&self.game, Lane::Requests, ask);
    }

    /// False when the connection is left.
    async fn act(&mut self, on: &mut Connection) -> bool {
        for (id, since) in [&on.joining, &on.asked].into_iter().flatten() {
            if since.elapsed() >= ANSWER_WITHIN {
                self.violated(Invariant::Ends, format!("{id} was not answered"));
                return false;
            }
        }
        on.act_at = Instant::now() + Duration::from_millis(300 + self.world.below(2_500));
        if on.joining.is_some() || on.asked.is_some() || self.finished {
            return true;
        }
        if self.waits(on) {
            return true;
        }
        if self.world.faulty() && self.world.aim == Aim::Broad && self.world.one_in(12) {
            return false;
        }
        if self.pending.is_none() {
            self.think();
        }
        if let Some(pending) = self.pending.clone() {
            self.world.way().await;
            if on.node.dead.is_cancelled() || on.registration.link().closing().is_some() {
                return true;
            }
            self.send(on, &pending);
            // the connection breaks while the move is on its way, and it is sent again elsewhere
            return !(self.world.faulty() && self.world.one_in(15));
        }
        true
    }

    /// Whether it does not move yet: until its time is nearly over, or at all.
    fn waits(&self, on: &mut Connection) -> bool {
        if !self.world.faulty() {
            return false;
        }
        match self.world.aim {
            Aim::Broad => false,
            Aim::Brink => {
                let left = self.left().filter(|_| self.to_move).unwrap_or_default();
                if left > BRINK_MS {
                    // by then a hold may have begun or ended
                    let wait = (left - BRINK_MS + 20 + self.world.below(BRINK_MS - 30)).min(1_000);
                    on.act_at = Instant::now() + Duration::from_millis(wait);
                }
                left > BRINK_MS
            }
            Aim::Deadline => !self.world.one_in(8),
            Aim::Tail => {
                let thinking = lock(&self.world.thinking);
                let waits = thinking.as_ref().is_some_and(|(game, by)| *game == self.game && Some(*by) == self.colour);
                if waits {
                    on.act_at = Instant::now() + Duration::from_millis(100);
                }
                waits
            }
        }
    }

    /// Until the clock that runs runs out, ms.
    fn left(&self) -> Option<u64> {
        let stream = self.stream();
        let (deadline, _) = lock(&self.world.history).truths.get(&stream)?.flag()?;
        Some(deadline.saturating_sub(self.world.memory.logical(stream.partition())))
    }

    /// Something to do, if there is anything by what was told.
    fn think(&mut self) {
        let made_for = self.have.as_ref().map(|have| (have.seq, have.head));
        let (Some(colour), Some((after, head))) = (self.colour, made_for) else { return };
        let id = self.id();
        let history = lock(&self.world.history);
        let Some(game) = history.truths.get(&self.stream()).and_then(|truth| truth.game.as_ref()) else { return };
        let Ok(name) = id.parse() else { return };
        if game.position().head != head {
            return;
        }
        let may = |command: &Command| game.decide(colour, &name, command, Arrival::default()).is_ok();
        let first =
            (self.world.aim == Aim::Broad).then(|| self.asides(game, colour, (after, head))).flatten().filter(may);
        let command = first.or_else(|| {
            let moves = if self.to_move && game.phase() == Phase::Playing { 20 } else { 0 };
            (0..moves).filter_map(|_| self.point(after, head)).find(may)
        });
        if let Some(command) = command {
            self.pending = Some(Pending { id, command, after, head });
        }
    }

    /// Any point.
    fn point(&self, after: u64, head: Head) -> Option<Command> {
        let at = self.world.below((SIZE * SIZE) as u64) as usize;
        let letter = b"ABCDEFGHJ"[at % SIZE] as char;
        let vertex = format!("{letter}{}", SIZE - at / SIZE).parse().ok()?;
        Some(Command::Play { vertex, after, head })
    }

    /// Now and then passes, undo, and what belongs to scoring; it may not be allowed just now.
    fn asides(&self, game: &Game, colour: Colour, (after, head): (u64, Head)) -> Option<Command> {
        let snapshot = game.snapshot(Sides::default());
        if let Some(marks) = snapshot.scoring.filter(|_| game.phase() == Phase::Scoring) {
            return Some(match self.world.below(6) {
                0 => Command::Resume,
                1 => {
                    let Command::Play { vertex: Vertex::Point(vertex), .. } = self.point(after, head)? else {
                        return None;
                    };
                    Command::Mark { vertex, dead: !marks.dead.contains(&vertex), revision: marks.revision }
                }
                _ => Command::Accept { revision: marks.revision },
            });
        }
        match snapshot.undo_request {
            Some(request) if request.by != colour && self.world.one_in(2) => {
                return Some(Command::AnswerUndo { accept: self.world.one_in(2), after, head });
            }
            _ if self.world.one_in(25) => {
                return Some(Command::RequestUndo { moves: 1 + self.world.below(2) as u32, after, head });
            }
            _ => {}
        }
        let passes = if snapshot.moves.ends_with("pass") { 3 } else { 20 };
        let vertex = Vertex::Pass;
        (self.to_move && self.world.one_in(passes)).then_some(Command::Play { vertex, after, head })
    }

    fn send(&mut self, on: &mut Connection, pending: &Pending) {
        let Some(by) = self.colour else { return };
        let stream = self.stream();
        let (times, partition) = (on.node.hub.times(), stream.partition());
        let arrived = Arrived {
            logical: times.logical(partition),
            wall: times.wall(partition),
            claimed_lag: self.world.below(10_000),
            round_trip: on.registration.link().round_trip(),
        };
        let link = on.registration.link();
        let ticket = Ticket::new(link, pending.id.parse().ok(), "play", ANSWER_BYTES);
        let now = self.world.now();
        let frame = Frame {
            by,
            after: pending.after,
            head: pending.head,
            arrived: self.world.memory.logical(partition),
            at: now,
            failovers: on.failovers,
        };
        self.world.note(|| format!("{} {} sent {arrived:?} true {}", self.game, pending.id, frame.arrived));
        on.asked = Some((pending.id.clone(), Instant::now()));
        let command = pending.command.clone();
        let lane = match command {
            Command::Play { .. } => {
                // only a move is in time or late
                lock(&self.world.history).arrived(&stream, &pending.id, frame);
                Lane::Moves
            }
            _ => Lane::Requests,
        };
        let (connection, read_at) = (link.id(), Instant::now());
        let ask = Ask::Command { connection, command, arrived, read_at, waiting: None, ticket };
        on.node.hub.ask(&self.game, lane, ask);
    }
}
