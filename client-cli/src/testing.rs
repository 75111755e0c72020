//! What tests share: a game whose events are made up by a script, with heads and hashes that fit.

pub(crate) mod server;

use crate::game_view::GameView;
use std::time::Instant;
use tengen_protocol::{
    BoardHash, Clock, Colour, CommandId, EndReason, EntryNo, Event, GameEvent, GameId, Head, MoveTime, Outcome, Phase,
    Point, Recorded, Seat, Setup, Sides, Size, Snapshot, Stop, TimeControl, Vertex,
    tournament_view::{BoardView, Trouble},
};

/// The game of every script.
pub(crate) fn game_id() -> GameId {
    "g1".parse().unwrap()
}

/// The logical time of the first event, ms.
pub(crate) const START: u64 = 1_000_000;

/// The log, the board and the view of a made-up game.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// Everything since the snapshot it began with.
    pub(crate) events: Vec<GameEvent>,
    /// What it began with.
    pub(crate) first: Snapshot,
    /// The logical time of the next event.
    pub(crate) t: u64,
    rows: Vec<u8>,
    view: GameView,
    at: Instant,
}

impl Script {
    /// Both players (`a1` Black, `a2` White) sit at an empty board; 60 s and 3 periods of 10 s each.
    pub(crate) fn playing(side: u8) -> Self {
        Self::with(side, |_| {})
    }

    /// The same with some of the snapshot changed.
    pub(crate) fn with(side: u8, change: impl FnOnce(&mut Snapshot)) -> Self {
        let size = Size::square(side).unwrap();
        let time: TimeControl = "60s+3x10s".parse().unwrap();
        let clock = time.initial().unwrap();
        let board = ".".repeat(usize::from(size.points()));
        let rules = tengen_protocol::Preset::Chinese;
        let mut first = Snapshot {
            seq: 3,
            head: head_of(3),
            setup: Setup {
                size,
                rules: rules.rules(),
                komi: rules.komi(),
                handicap: 0,
                placement: tengen_protocol::Placement::Fixed,
                time,
                undo: true,
                pause_budget: 1_800_000,
                visibility: tengen_protocol::Visibility::Public,
                players: Sides { black: "a1".parse().unwrap(), white: "a2".parse().unwrap() },
                nigiri: None,
                offer: None,
                tournament: None,
                arrive_within: 300_000,
                regulations: tengen_protocol::Regulations::default(),
            },
            names: Sides { black: "Ann".into(), white: "Bob".into() },
            created_at: 1_700_000_000_000,
            phase: Phase::Playing,
            arrived: Sides { black: true, white: true },
            start: None,
            handicap_stones: Vec::new(),
            handicap_left: 0,
            moves: String::new(),
            hash: BoardHash::of_rows(board.as_bytes()),
            board,
            to_move: Colour::Black,
            captures: Sides::default(),
            pass_stones: None,
            clocks: Some(tengen_protocol::Clocks {
                black: clock,
                white: clock,
                running: Some(Colour::Black),
                since: START,
            }),
            warnings: Sides::default(),
            no_repetition: Sides::default(),
            penalties: Sides::default(),
            undo_request: None,
            proposal: None,
            pause_left: 1_800_000,
            pause: None,
            adjournment: None,
            scoring: None,
            next_stop_final: false,
            outcome: None,
        };
        change(&mut first);
        first.hash = BoardHash::of_rows(first.board.as_bytes());
        let at = Instant::now();
        let view = GameView::of(first.clone(), START, at).unwrap();
        let rows = first.board.as_bytes().to_vec();
        Self { events: Vec::new(), first, t: START, rows, view, at }
    }

    /// The view after the last event.
    pub(crate) const fn view(&self) -> &GameView {
        &self.view
    }

    /// The instant of the first event.
    pub(crate) const fn at(&self) -> Instant {
        self.at
    }

    /// The snapshot of the game as it stands.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let view = &self.view;
        let moves: Vec<String> = view.moves.iter().map(|(_, vertex)| vertex.to_string()).collect();
        Snapshot {
            seq: view.seq,
            head: view.head,
            phase: view.phase,
            start: view.start.clone(),
            handicap_stones: view.handicap_stones.clone(),
            handicap_left: view.handicap_left,
            moves: moves.join(" "),
            board: String::from_utf8(self.rows.clone()).unwrap(),
            hash: self.hash(),
            to_move: view.to_move,
            captures: view.captures,
            clocks: view.raw_clocks(),
            warnings: view.warnings,
            no_repetition: view.no_repetition,
            penalties: view.penalties,
            undo_request: view.undo_request,
            proposal: view.proposal.clone(),
            pause: view.pause,
            adjournment: view.adjournment.clone(),
            scoring: view.scoring.clone(),
            next_stop_final: view.next_stop_final,
            outcome: view.outcome.clone(),
            ..self.first.clone()
        }
    }

    /// Of the board as it stands.
    pub(crate) fn hash(&self) -> BoardHash {
        BoardHash::of_rows(&self.rows)
    }

    /// The rows of the board as it stands.
    pub(crate) fn rows(&self) -> String {
        String::from_utf8(self.rows.clone()).unwrap()
    }

    /// Puts or removes a stone on the script's board only.
    pub(crate) fn set(&mut self, point: &str, stone: u8) {
        let point: Point = point.parse().unwrap();
        let side = self.first.setup.size.height();
        let index = usize::from(side - 1 - point.row()) * usize::from(side) + usize::from(point.column());
        self.rows[index] = stone;
    }

    /// The next event of the log, not folded.
    pub(crate) fn next(&self, event: Event) -> GameEvent {
        let seq = self.view.seq + 1;
        let (t, at) = (self.t, 1_700_000_000_000 + self.t);
        let recorded = Recorded { seq, t, at, prev: self.view.head, v: 1, event };
        GameEvent { game: game_id(), head: head_of(seq), recorded }
    }

    /// Appends an event.
    pub(crate) fn append(&mut self, event: Event) -> &GameEvent {
        let event = self.next(event);
        self.view = self.view.after(&event).unwrap();
        self.view.sync(self.t, self.at);
        self.events.push(event);
        self.events.last().unwrap()
    }

    /// The side to move plays there, capturing nothing; 2 s later than the event before.
    pub(crate) fn play(&mut self, vertex: &str) -> &GameEvent {
        self.capture(vertex, &[])
    }

    /// The same, capturing.
    pub(crate) fn capture(&mut self, vertex: &str, captures: &[&str]) -> &GameEvent {
        self.play_as(vertex, captures, "made-up-1")
    }

    /// The same by a command of that id.
    pub(crate) fn play_as(&mut self, vertex: &str, captures: &[&str], id: &str) -> &GameEvent {
        let by = self.view.to_move;
        self.set(vertex, if by == Colour::Black { b'X' } else { b'O' });
        for point in captures {
            self.set(point, b'.');
        }
        let event = Event::Play {
            by,
            id: id.parse().unwrap(),
            vertex: vertex.parse().unwrap(),
            captures: captures.iter().map(|point| point.parse().unwrap()).collect(),
            time: self.move_time(by),
            hash: self.hash(),
            repeats: None,
            awaits: None,
            outcome: None,
        };
        self.append(event)
    }

    /// The side to move passes.
    pub(crate) fn pass(&mut self, stop: Option<Stop>) -> &GameEvent {
        let by = self.view.to_move;
        let (id, time, hash) = (command_id(), self.move_time(by), self.hash());
        let event = Event::Pass { by, id, time, hash, stop, awaits: None, outcome: None };
        self.append(event)
    }

    /// Two passes.
    pub(crate) fn stop(&mut self, number: u32) {
        self.pass(None);
        self.pass(Some(Stop { number, is_final: number > 1, revision: 0, deadline: 300_000, closing_pass: false }));
    }

    /// Marks a chain.
    pub(crate) fn mark(&mut self, by: Colour, stones: &[&str], dead: bool) -> &GameEvent {
        let stones: Vec<Point> = stones.iter().map(|point| point.parse().unwrap()).collect();
        let revision = self.view.scoring.as_ref().unwrap().revision + 1;
        let deadline = 300_000;
        self.append(Event::Marked { by, id: command_id(), vertex: stones[0], dead, stones, revision, deadline })
    }

    /// A side gives up.
    pub(crate) fn resign(&mut self, by: Colour) -> &GameEvent {
        let winner = by.other();
        let outcome = Outcome {
            result: format!("{}+R", winner.letter()),
            reason: EndReason::Resignation,
            winner: Some(winner),
            count: None,
        };
        self.append(Event::Resigned { by, id: command_id(), outcome })
    }

    pub(crate) fn move_time(&mut self, by: Colour) -> MoveTime {
        self.t += 2_000;
        let clock = self.view.clocks_as_stored().map(|clocks| *clocks.of(by));
        let clock = clock.map(|clock| Clock { main: clock.main.saturating_sub(2_000), ..clock });
        MoveTime { used: 2_000, lag: 0, clock }
    }
}

/// A head that depends on the number alone.
pub(crate) fn head_of(seq: u64) -> Head {
    Head::from_digest((seq * 0x0101).to_be_bytes())
}

/// An id for events that nobody asks about.
pub(crate) fn command_id() -> CommandId {
    "made-up-1".parse().unwrap()
}

/// A vertex.
pub(crate) fn vertex(text: &str) -> Vertex {
    text.parse().unwrap()
}

/// Points.
pub(crate) fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|point| point.parse().unwrap()).collect()
}

/// A board of a tournament, of entries 1 and 2.
pub(crate) fn board(table: u32, trouble: Trouble) -> BoardView {
    let seat = |entry| Seat { entry: EntryNo(entry), member: 0 };
    BoardView {
        stage: 1,
        round: 1,
        table,
        board: 1,
        game: format!("g{table}").parse().unwrap(),
        black: seat(1),
        white: seat(2),
        phase: Some(Phase::Playing),
        trouble,
        since: None,
        until: None,
        absent: Vec::new(),
        warnings: Sides::default(),
        moves: 0,
        clocks: None,
        game_now: START,
    }
}
