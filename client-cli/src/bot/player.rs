//! One engine at one game: keeps its board equal to the game's, whatever happens to either.
//!
//! An engine that dies, hangs or talks nonsense is started again and gets the position while the
//! clock runs (S2 rule 4). When it refuses a move of the opponent the position is set instead of
//! replayed (S2, requirements 6 and 7): by `loadsgf` with set-up stones, else stone by stone.

use super::{
    gtp::{ANSWER_WITHIN, Engine, EngineCommand, GtpError},
    scoring,
    timing::{self, ByoYomi},
};
use crate::{
    board_text::stars,
    failure::Failure,
    game_view::GameView,
    output::say,
    t,
    text::{printable, system},
    words::Words,
};
use std::{
    fmt::Write as _,
    io::Write as _,
    time::{Duration, Instant},
};
use tengen_protocol::{Colour, Compensation, Ko, Point, Preset, Rules, Size, Start, Suicide, Vertex};
use tokio::time;

/// An engine that fails so often in a row is given up.
const FAILURES: u32 = 5;

/// Beyond its time an engine may think so long before it counts as hanging.
const THINK_BEYOND: Duration = Duration::from_secs(30);

/// The longest thought where there is no clock, or one of days.
const THINK_AT_MOST: Duration = Duration::from_secs(3600);

/// The longest judgement of dead stones.
const JUDGE_WITHIN: Duration = Duration::from_secs(180);

/// What the engine is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// A move; those that the server has refused in this position are not wanted again.
    Move {
        /// For whom.
        colour: Colour,
        /// What was refused.
        refused: Vec<Point>,
    },
    /// Its list of dead stones.
    Dead,
    /// Where the free handicap stones go.
    Handicap,
}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Thought {
    /// Play this.
    Move(Vertex),
    /// Give up.
    Resign,
    /// These stones are dead.
    Dead(Vec<Point>),
    /// Handicap stones, in this order.
    Handicap(Vec<Point>),
}

/// Why a job was not done.
#[derive(Debug)]
enum Fault {
    /// The engine must be started again.
    Gtp(GtpError),
    /// Starting it again will not help.
    Cannot(String),
}

impl From<GtpError> for Fault {
    fn from(error: GtpError) -> Self {
        match error {
            GtpError::Start { .. } => Self::Cannot(error.to_string()),
            _ => Self::Gtp(error),
        }
    }
}

/// What stands on the engine's board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OnBoard {
    /// What a referee has set up instead of the first board.
    start: Option<Start>,
    handicap: Vec<Point>,
    moves: Vec<(Colour, Vertex)>,
}

/// An engine, started when it is needed.
#[derive(Debug)]
pub(crate) struct Player {
    command: EngineCommand,
    engine: Option<Engine>,
    is_set_up: bool,
    on_board: Option<OnBoard>,
    byo_yomi: ByoYomi,
    failures: u32,
}

impl Player {
    pub(crate) const fn new(command: EngineCommand) -> Self {
        Self { command, engine: None, is_set_up: false, on_board: None, byo_yomi: ByoYomi::AsCanadian, failures: 0 }
    }

    /// Starts the engine now, so that one that cannot be started is known before there is a game.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) async fn warm_up(&mut self) -> Result<(), Failure> {
        match self.running().await {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::Engine(error.to_string())),
        }
    }

    /// Whether the engine plays on such a board.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) async fn plays_on(&mut self, size: Size) -> Result<bool, Failure> {
        self.warm_up().await?;
        let Some(engine) = &mut self.engine else { return Ok(false) };
        let Some(command) = board_size(engine, size) else { return Ok(false) };
        self.is_set_up = false;
        match engine.ask(&command).await {
            Ok(_) => Ok(true),
            Err(GtpError::Refused(_)) => Ok(false),
            Err(error) => {
                self.drop_engine();
                Err(Failure::Engine(error.to_string()))
            }
        }
    }

    /// Does a job; starts the engine again as often as it makes sense.
    ///
    /// # Errors
    /// When the engine is of no use.
    pub(crate) async fn work(&mut self, view: &GameView, job: &Job) -> Result<Thought, Failure> {
        loop {
            match self.attempt(view, job).await {
                Ok(thought) => {
                    self.failures = 0;
                    return Ok(thought);
                }
                Err(Fault::Cannot(why)) => return Err(Failure::Engine(why)),
                Err(Fault::Gtp(error)) => {
                    self.drop_engine();
                    self.failures += 1;
                    if self.failures > FAILURES {
                        let (words, why) = (Words::current(), error.to_string());
                        return Err(Failure::Engine(t!(words, "engine-given-up", why = why, restarts = FAILURES)));
                    }
                    say(t!(Words::current(), "engine-again", why = error.to_string()));
                    time::sleep(Duration::from_millis(100 << self.failures)).await;
                }
            }
        }
    }

    /// Lets the engine go.
    pub(crate) async fn quit(mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit().await;
        }
    }

    fn drop_engine(&mut self) {
        self.engine = None;
        self.is_set_up = false;
        self.on_board = None;
    }

    async fn running(&mut self) -> Result<&mut Engine, GtpError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let engine = Engine::start(&self.command).await?;
                self.is_set_up = false;
                self.on_board = None;
                say(t!(Words::current(), "engine-is", name = engine.name()));
                engine
            }
        };
        Ok(self.engine.insert(engine))
    }

    async fn attempt(&mut self, view: &GameView, job: &Job) -> Result<Thought, Fault> {
        if !self.is_set_up {
            self.set_up(view).await?;
        }
        match job {
            Job::Move { colour, refused } => {
                self.sync(view).await?;
                self.think(view, *colour, refused).await
            }
            Job::Dead => {
                self.sync(view).await?;
                self.judge().await
            }
            Job::Handicap => self.place(view).await,
        }
    }

    /// Everything that is told once: board, rules, komi, time.
    async fn set_up(&mut self, view: &GameView) -> Result<(), Fault> {
        let (setup, words) = (&view.setup, Words::current());
        let engine = self.running().await?;
        let size = board_size(engine, setup.size)
            .ok_or_else(|| Fault::Cannot(t!(words, "engine-square-only", size = setup.size.to_string())))?;
        match engine.ask(&size).await {
            Err(GtpError::Refused(why)) => {
                let size = setup.size.to_string();
                return Err(Fault::Cannot(t!(words, "engine-not-on-board-because", size = size, why = why)));
            }
            answer => answer?,
        };
        let can_kgs = engine.can("kgs-time_settings");
        let (time_settings, byo_yomi) = timing::settings(&setup.time, can_kgs);
        let mut told = vec![format!("komi {}", setup.komi), time_settings];
        if engine.can("kata-set-rules") {
            told.push(format!("kata-set-rules {}", kata_rules(&setup.rules)));
        }
        for command in told {
            // An engine that does not know its komi or clock can still play.
            engine.answer_or_nothing(&command, ANSWER_WITHIN).await?;
        }
        self.byo_yomi = byo_yomi;
        self.is_set_up = true;
        self.on_board = None;
        Ok(())
    }

    /// Makes the engine's board the game's.
    async fn sync(&mut self, view: &GameView) -> Result<(), Fault> {
        let (start, handicap, moves) = (view.start.clone(), view.handicap_stones.clone(), view.moves.clone());
        let target = OnBoard { start, handicap, moves };
        let taken = self.on_board.take();
        if let Some(have) = taken.filter(|have| have.handicap == target.handicap && have.start == target.start) {
            if let Some(rest) = target.moves.strip_prefix(have.moves.as_slice()) {
                if self.play_all(rest).await? {
                    self.on_board = Some(target);
                    return Ok(());
                }
            } else if self.undo_one(&have, &target).await? {
                self.on_board = Some(target);
                return Ok(());
            }
        }
        self.rebuild(view, &target).await?;
        self.on_board = Some(target);
        Ok(())
    }

    /// Plays moves until one is refused; says whether all were taken.
    async fn play_all(&mut self, moves: &[(Colour, Vertex)]) -> Result<bool, GtpError> {
        let engine = self.running().await?;
        for (colour, vertex) in moves {
            match engine.ask(&format!("play {colour} {vertex}")).await {
                Err(GtpError::Refused(why)) => {
                    let (colour, vertex) = (colour.to_string(), vertex.to_string());
                    let words = Words::current();
                    say(t!(words, "engine-refuses-move", colour = colour, vertex = vertex, why = why));
                    return Ok(false);
                }
                answer => answer?,
            };
        }
        Ok(true)
    }

    /// Takes back a move of the engine that did not happen.
    async fn undo_one(&mut self, have: &OnBoard, target: &OnBoard) -> Result<bool, GtpError> {
        let one_more = have.moves.len() == target.moves.len() + 1 && have.moves.starts_with(&target.moves);
        let engine = self.running().await?;
        if !one_more || !engine.can("undo") {
            return Ok(false);
        }
        match engine.ask("undo").await {
            Err(GtpError::Refused(_)) => Ok(false),
            answer => answer.map(|_| true),
        }
    }

    /// Replays the game from an empty board, else sets its position.
    async fn rebuild(&mut self, view: &GameView, target: &OnBoard) -> Result<(), Fault> {
        self.running().await?.ask("clear_board").await?;
        // what a referee has set up was not played: its position is set
        let played = target.start.is_none();
        if played && self.put_handicap(&target.handicap).await? && self.play_all(&target.moves).await? {
            return Ok(());
        }
        if self.load_position(view).await? {
            return Ok(());
        }
        self.running().await?.ask("clear_board").await?;
        // A position that stands can be built in any order: each stone has a liberty all the time.
        let stones: Vec<_> =
            view.board.points().filter_map(|p| Some((view.board.stone(p)?, Vertex::Point(p)))).collect();
        if self.play_all(&stones).await? {
            return Ok(());
        }
        Err(Fault::Cannot(t!(Words::current(), "engine-takes-nothing")))
    }

    async fn put_handicap(&mut self, stones: &[Point]) -> Result<bool, GtpError> {
        if stones.is_empty() {
            return Ok(true);
        }
        let engine = self.running().await?;
        if stones.len() > 1 && engine.can("set_free_handicap") {
            let mut command = "set_free_handicap".to_owned();
            stones.iter().for_each(|stone| command.push_str(&format!(" {stone}")));
            match engine.ask(&command).await {
                Err(GtpError::Refused(_)) => {}
                answer => return answer.map(|_| true),
            }
        }
        let stones: Vec<_> = stones.iter().map(|stone| (Colour::Black, Vertex::Point(*stone))).collect();
        self.play_all(&stones).await
    }

    async fn load_position(&mut self, view: &GameView) -> Result<bool, Fault> {
        let engine = self.running().await?;
        if !engine.can("loadsgf") {
            return Ok(false);
        }
        let local = |error: std::io::Error| Fault::Cannot(t!(Words::current(), "engine-no-file", why = system(&error)));
        let mut file = tempfile::Builder::new().suffix(".sgf").tempfile().map_err(local)?;
        file.write_all(position_sgf(view).as_bytes()).and_then(|()| file.flush()).map_err(local)?;
        match engine.ask(&format!("loadsgf {}", file.path().display())).await {
            Err(GtpError::Refused(_)) => Ok(false),
            answer => {
                answer?;
                Ok(true)
            }
        }
    }

    async fn think(&mut self, view: &GameView, colour: Colour, refused: &[Point]) -> Result<Thought, Fault> {
        let byo_yomi = self.byo_yomi;
        let engine = self.running().await?;
        let mut within = THINK_AT_MOST;
        if let Some(clocks) = view.clocks(Instant::now()) {
            let clock = clocks.of(colour);
            if let Some(command) = timing::left(&view.setup.time, clock, colour, byo_yomi) {
                engine.answer_or_nothing(&command, ANSWER_WITHIN).await?;
            }
            let allowance = view.setup.time.allowance(clock).map_or(within, Duration::from_millis);
            within = within.min(allowance + THINK_BEYOND);
        }
        let answer = engine.ask_within(&genmove(engine, view, colour, refused), within).await?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Thought::Resign);
        }
        let vertex: Vertex = answer
            .parse()
            .map_err(|_| GtpError::Nonsense(t!(Words::current(), "engine-no-move", answer = printable(&answer))))?;
        if let Some(on_board) = &mut self.on_board {
            on_board.moves.push((colour, vertex));
        }
        match vertex {
            Vertex::Point(point) if refused.contains(&point) => Ok(Thought::Move(Vertex::Pass)),
            _ => Ok(Thought::Move(vertex)),
        }
    }

    async fn judge(&mut self) -> Result<Thought, Fault> {
        let engine = self.running().await?;
        if !engine.can("final_status_list") {
            return Ok(Thought::Dead(Vec::new()));
        }
        let list = engine.answer_or_nothing("final_status_list dead", JUDGE_WITHIN).await?;
        Ok(Thought::Dead(scoring::read_list(&list)))
    }

    /// Free handicap stones: the engine's, else the star points, else whatever is empty.
    async fn place(&mut self, view: &GameView) -> Result<Thought, Fault> {
        self.on_board = None;
        let wanted = usize::from(view.handicap_left);
        let engine = self.running().await?;
        let mut chosen = Vec::new();
        if view.handicap_stones.is_empty() && wanted > 1 && engine.can("place_free_handicap") {
            engine.ask("clear_board").await?;
            let answer = engine.answer_or_nothing(&format!("place_free_handicap {wanted}"), JUDGE_WITHIN).await?;
            chosen = scoring::read_list(&answer);
        }
        let mut stones: Vec<Point> = Vec::new();
        for point in chosen.into_iter().chain(stars(view.setup.size)).chain(view.board.points()) {
            let free = view.setup.size.contains(point) && view.board.stone(point).is_none();
            if free && stones.len() < wanted && !stones.contains(&point) {
                stones.push(point);
            }
        }
        Ok(Thought::Handicap(stones))
    }
}

/// The command that makes the engine move.
fn genmove(engine: &Engine, view: &GameView, colour: Colour, refused: &[Point]) -> String {
    if !refused.is_empty() && engine.can("restricted_genmove") {
        let mut command = format!("restricted_genmove {colour}");
        for point in view.board.points().filter(|p| view.board.stone(*p).is_none() && !refused.contains(p)) {
            command.push_str(&format!(" {point}"));
        }
        return command;
    }
    // After a dispute about dead stones everything must be played out.
    if view.was_resumed() && engine.can("kgs-genmove_cleanup") {
        return format!("kgs-genmove_cleanup {colour}");
    }
    format!("genmove {colour}")
}

/// The command for a board; nothing when the engine has none for it.
fn board_size(engine: &Engine, size: Size) -> Option<String> {
    if size.width() == size.height() {
        return Some(format!("boardsize {}", size.width()));
    }
    engine.can("rectangular_boardsize").then(|| format!("rectangular_boardsize {} {}", size.width(), size.height()))
}

/// The rules as KataGo's extension of GTP takes them.
fn kata_rules(rules: &Rules) -> String {
    let ko = match rules.ko {
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
        // of the long cycles it says nothing, and so allows them
        Ko::Simple | Ko::Referee => "SIMPLE",
    };
    let bonus = match rules.compensation {
        Compensation::N => "N",
        Compensation::NMinusOne => "N-1",
        Compensation::None => "0",
    };
    serde_json::json!({
        "koRule": ko,
        "scoringRule": "AREA",
        "taxRule": "NONE",
        "multiStoneSuicideLegal": rules.suicide == Suicide::Multi,
        "hasButton": false,
        "whiteHandicapBonus": bonus,
        "friendlyPassOk": rules.preset != Preset::TrompTaylor,
    })
    .to_string()
}

/// The position as a record with set-up stones.
fn position_sgf(view: &GameView) -> String {
    let size = view.setup.size;
    let side = if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let mut sgf = format!("(;GM[1]FF[4]SZ[{side}]KM[{}]", view.setup.komi);
    for (colour, property) in [(Colour::Black, "AB"), (Colour::White, "AW")] {
        let mut stones = view.board.points().filter(|p| view.board.stone(*p) == Some(colour)).peekable();
        if stones.peek().is_some() {
            sgf.push_str(property);
        }
        for point in stones {
            let (column, row) = (b'a' + point.column(), b'a' + (size.height() - 1 - point.row()));
            let _infallible = write!(sgf, "[{}{}]", char::from(column), char::from(row));
        }
    }
    let _infallible = write!(sgf, "PL[{}])", view.to_move.letter());
    sgf
}

#[cfg(test)]
mod tests;
