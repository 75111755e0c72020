//! Whether the log of a game is right in itself: rules, turns, clocks.

use super::{Log, at, number, text};
use crate::board::{Board, Position};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Between a move's arrival and its commit the store takes no more, ms.
const ARRIVAL_WINDOW_MS: u64 = 10_000;

/// Lag that can be given back at once, ms, and what each move gives of it.
const LAG_QUOTA_MS: (u64, u64) = (300, 100);

/// Everything that is wrong with it.
pub(super) fn judge(log: &Log, found: &mut Vec<String>) {
    let mut game = Game::new(log);
    let mut ids = HashSet::new();
    for (index, recorded) in log.events.iter().enumerate() {
        let (seq, event) = (number(recorded, "seq"), &recorded["event"]);
        if seq != index as u64 + 1 {
            found.push(format!("the log has {seq} as event {}", index + 1));
        }
        if let Some(id) = event["id"].as_str()
            && !ids.insert((event["by"].to_string(), id))
        {
            found.push(format!("event {seq}: {id} is there twice"));
        }
        for wrong in game.take(event, number(recorded, "t")) {
            found.push(format!("event {seq}: {wrong}"));
        }
    }
}

/// What one side has on its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Face {
    main: u64,
    periods: u64,
    period: u64,
}

impl Face {
    fn read(clock: &Value) -> Self {
        Self { main: number(clock, "main"), periods: number(clock, "periods"), period: number(clock, "period") }
    }

    fn begin(time: &Value) -> Self {
        let main = if time["system"] == "simple" { number(time, "allowance") } else { number(time, "main") };
        Self { main, periods: number(time, "periods"), period: number(time, "period") }
    }

    /// How long its side may think. `None` where that is not known here.
    fn allowance(self, time: &Value) -> Option<u64> {
        match text(time, "system") {
            "absolute" | "fischer" | "simple" => Some(self.main),
            "byo_yomi" if self.periods == 0 => Some(self.main),
            "byo_yomi" => Some(self.main + self.period + (self.periods - 1) * number(time, "period")),
            _ => None,
        }
    }

    /// After thinking for so long and no move. `None` where that is not known here.
    fn after_thinking(self, time: &Value, used: u64) -> Option<Self> {
        let main = self.main.saturating_sub(used);
        match text(time, "system") {
            "absolute" | "fischer" | "simple" => Some(Self { main, ..self }),
            "byo_yomi" => {
                let (over, length) = (used.saturating_sub(self.main), number(time, "period"));
                if over < self.period {
                    return Some(Self { main, period: self.period - over, ..self });
                }
                let (lost, into) = (1 + (over - self.period) / length, (over - self.period) % length);
                let periods = self.periods.saturating_sub(lost);
                Some(Self { main, periods, period: if periods == 0 { 0 } else { length - into } })
            }
            _ => None,
        }
    }

    /// After a move that took so long.
    fn after_move(self, time: &Value, used: u64) -> Option<Self> {
        let thought = self.after_thinking(time, used)?;
        Some(match text(time, "system") {
            "fischer" => {
                let raised = thought.main + number(time, "increment");
                let capped = time["cap"].as_u64().map_or(raised, |cap| raised.min(cap));
                Self { main: capped.max(thought.main), ..thought }
            }
            "simple" => Self::begin(time),
            "byo_yomi" => Self { period: number(time, "period"), ..thought },
            _ => thought,
        })
    }
}

struct Game {
    time: Value,
    superko: bool,
    position: Position,
    to_move: &'static str,
    faces: HashMap<&'static str, Face>,
    quota: HashMap<&'static str, u64>,
    arrived: HashSet<String>,
    /// When the clock of the side to move started, if it runs.
    started: Option<u64>,
    /// Free handicap stones that are still to come.
    placing: bool,
    ended: bool,
    last_t: u64,
}

impl Game {
    fn new(log: &Log) -> Self {
        let created = &at(log, 1)["event"];
        let setup = &created["setup"];
        let side = |name| usize::try_from(number(&setup["size"], name)).unwrap_or_default();
        let mut board = Board::new(side("width"), side("height"));
        let stones = created["stones"].as_array().map(Vec::as_slice).unwrap_or_default();
        for stone in stones {
            board.put(stone.as_str().unwrap_or_default(), "black");
        }
        let time = setup["time"].clone();
        let face = Face::begin(&time);
        Self {
            superko: setup["rules"]["ko"] == "positional",
            position: Position::new(board),
            to_move: if stones.is_empty() { "black" } else { "white" },
            faces: HashMap::from([("black", face), ("white", face)]),
            quota: HashMap::from([("black", LAG_QUOTA_MS.0), ("white", LAG_QUOTA_MS.0)]),
            arrived: HashSet::new(),
            started: None,
            placing: setup["placement"] == "free" && number(setup, "handicap") >= 2,
            ended: false,
            last_t: 0,
            time,
        }
    }

    fn take(&mut self, event: &Value, t: u64) -> Vec<String> {
        let mut wrong = Vec::new();
        if t < self.last_t {
            wrong.push(format!("logical time went back from {} to {t}", self.last_t));
        }
        self.last_t = t;
        match text(event, "kind") {
            "arrived" => {
                self.arrived.insert(text(event, "by").to_owned());
                if self.arrived.len() == 2 {
                    self.started = Some(t);
                }
            }
            "handicap" => {
                self.charge(event, t, false, &mut wrong);
                if !self.placing || !self.position.put(text(event, "vertex"), "black") {
                    wrong.push("an impossible handicap stone".into());
                }
                self.same_board(text(event, "hash"), &mut wrong);
                if number(event, "left") == 0 {
                    self.placing = false;
                    self.to_move = "white";
                }
            }
            "play" | "pass" => self.take_move(event, t, &mut wrong),
            "illegal" if event["led_to"] == "pass" => self.take_move(event, t, &mut wrong),
            "illegal" => self.same_board(text(event, "hash"), &mut wrong),
            "overran" => self.take_overrun(event, t, &mut wrong),
            "undo_answered" if event["undone"].is_object() => self.take_undo(&event["undone"], t, &mut wrong),
            "resumed" => {
                self.to_move = colour(text(event, "to_move"));
                self.started = Some(t);
            }
            "credited" => match &mut self.started {
                Some(started) if text(event, "to") == self.to_move => {
                    *started += number(event, "ms");
                    if *started > t {
                        wrong.push("more was given back than had gone by".into());
                    }
                }
                _ => wrong.push("time was given back to a side that was not to move".into()),
            },
            "timed_out" => self.take_flag(text(event, "by"), t, &mut wrong),
            _ => {}
        }
        if !event["outcome"].is_null() {
            self.ended = true;
            self.started = None;
        }
        wrong
    }

    fn take_move(&mut self, event: &Value, t: u64, wrong: &mut Vec<String>) {
        let by = text(event, "by");
        if self.ended {
            wrong.push("a move after the end".into());
        } else if self.started.is_none() {
            wrong.push("a move while no clock runs".into());
        }
        if by != self.to_move || self.placing {
            wrong.push(format!("it is not {by}'s turn"));
        }
        self.charge(event, t, true, wrong);
        if matches!(text(event, "kind"), "pass" | "illegal") {
            self.position.pass();
        } else {
            self.take_stone(event, by, wrong);
        }
        self.same_board(text(event, "hash"), wrong);
        if event["stop"].is_object() {
            self.started = None;
        }
        self.to_move = other(by);
    }

    fn take_stone(&mut self, event: &Value, by: &str, wrong: &mut Vec<String>) {
        let vertex = text(event, "vertex");
        let told: HashSet<&str> =
            event["captures"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        match self.position.play(vertex, by) {
            Ok(captured) => {
                if told != captured.iter().map(String::as_str).collect() {
                    wrong.push(format!("{vertex} captures {captured:?} and not {told:?}"));
                }
            }
            Err(why) if self.superko || !why.contains("before") => wrong.push(format!("{vertex} is {why}")),
            Err(_) => {}
        }
    }

    /// The move is charged, the next clock starts.
    fn charge(&mut self, event: &Value, t: u64, is_move: bool, wrong: &mut Vec<String>) {
        let by = colour(text(event, "by"));
        let (used, lag) = (number(event, "used"), number(event, "lag"));
        // elapsed = charged + given back for lag + on its way into the log, and the last two are nobody's
        if let Some(started) = self.started.filter(|_| !self.is_by_wall_time()) {
            match t.saturating_sub(started).checked_sub(used + lag) {
                None => wrong.push(format!("{used} ms charged and {lag} ms given back in {} ms", t.abs_diff(started))),
                Some(late) if late > ARRIVAL_WINDOW_MS => {
                    wrong.push(format!("of {} ms {late} were neither charged nor given back", t - started));
                }
                Some(_) => {}
            }
        }
        let quota = self.quota.entry(by).or_default();
        if lag > *quota {
            wrong.push(format!("{lag} ms of lag were given back, and {quota} ms were left"));
        }
        *quota = quota.saturating_sub(lag);
        if is_move {
            *quota = (*quota + LAG_QUOTA_MS.1).min(LAG_QUOTA_MS.0);
        }
        let (before, after) = (self.face(by), Face::read(&event["clock"]));
        if before.allowance(&self.time).is_some_and(|allowance| used >= allowance) {
            wrong.push(format!("a move after the flag: {used} ms of {before:?}"));
        }
        let should = if is_move { before.after_move(&self.time, used) } else { None };
        if should.is_some_and(|should| should != after) {
            wrong.push(format!("{before:?} less {used} ms is not {after:?}"));
        }
        self.faces.insert(by, after);
        self.started = Some(t);
    }

    fn take_undo(&mut self, undone: &Value, t: u64, wrong: &mut Vec<String>) {
        let moves = usize::try_from(number(undone, "moves")).unwrap_or(usize::MAX);
        let mover = if moves % 2 == 0 { self.to_move } else { other(self.to_move) };
        if !self.position.undo(moves) {
            wrong.push(format!("{moves} moves cannot be taken back"));
        }
        if text(undone, "board") != self.position.board().rows() {
            wrong.push("another board than before the moves that were taken back".into());
        }
        self.same_board(text(undone, "hash"), wrong);
        if text(undone, "to_move") != mover {
            wrong.push(format!("{mover} moves after {moves} moves were taken back"));
        }
        for side in ["black", "white"] {
            let (before, after) = (self.face(side), Face::read(&undone[side]));
            // no time comes back: whose clock runs is charged for what he thought, up to now at most
            let thought = self.started.filter(|_| side == self.to_move).map_or(0, |started| t.saturating_sub(started));
            let least = before.main.saturating_sub(thought + self.given_at_most(moves));
            if self.time["system"] != "simple" && !(least..=before.main).contains(&after.main) {
                wrong.push(format!("{side}'s clock went from {before:?} to {after:?} when moves were taken back"));
            }
            self.faces.insert(side, after);
        }
        self.to_move = mover;
        self.started = Some(t);
    }

    /// Increments of moves that are taken back go with them.
    fn given_at_most(&self, moves: usize) -> u64 {
        if self.time["system"] == "fischer" { number(&self.time, "increment") * moves as u64 } else { 0 }
    }

    fn take_flag(&mut self, by: &str, t: u64, wrong: &mut Vec<String>) {
        let Some(started) = self.started.filter(|_| by == self.to_move) else {
            wrong.push(format!("the flag of {by}, whose clock does not run"));
            return;
        };
        let allowance = self.face(by).allowance(&self.time);
        if allowance.is_some_and(|allowance| t < started + allowance) {
            wrong.push(format!("{by}'s flag fell after {} ms of {allowance:?}", t - started));
        }
    }

    /// Time that has run out and led to a pass or to one more period.
    fn take_overrun(&mut self, event: &Value, t: u64, wrong: &mut Vec<String>) {
        let by = colour(text(event, "by"));
        self.take_flag(by, t, wrong);
        let used = number(event, "used");
        if self.face(by).allowance(&self.time) != Some(used) {
            wrong.push(format!("{by} ran out of time after {used} ms of {:?}", self.face(by)));
        }
        let (face, period) = (Face::read(&event["clock"]), number(&self.time, "period"));
        if face != (Face { main: 0, periods: 1, period }) {
            wrong.push(format!("{by} was given {face:?} after that"));
        }
        self.faces.insert(by, face);
        self.started = Some(t);
        if event["led_to"] == "pass" {
            self.position.pass();
            self.to_move = other(by);
        }
        if event["stop"].is_object() {
            self.started = None;
        }
        self.same_board(text(event, "hash"), wrong);
    }

    /// Clocks in days, or none.
    fn is_by_wall_time(&self) -> bool {
        matches!(text(&self.time, "system"), "correspondence" | "none")
    }

    fn face(&self, by: &str) -> Face {
        self.faces.get(by).copied().unwrap_or_default()
    }

    fn same_board(&self, told: &str, wrong: &mut Vec<String>) {
        let here = self.position.board().hash();
        if here != told {
            wrong.push(format!("the board has hash {here} and not {told}"));
        }
    }
}

fn colour(name: &str) -> &'static str {
    if name == "black" { "black" } else { "white" }
}

fn other(name: &str) -> &'static str {
    if name == "black" { "white" } else { "black" }
}
