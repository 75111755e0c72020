//! A game as a client sees it: a pure fold of one snapshot and the events after it.
//!
//! Nothing here judges a move or asks for the time: events record outcomes, and the instant of each
//! is an argument. An event that does not fit changes nothing; the connection then asks the server
//! for what it lacks.

mod ruled;

use std::time::{Duration, Instant};
use tengen_protocol::{
    Adjournment, BoardHash, Clock, Clocks, Colour, Event, GameEvent, Head, IllegalMove, Matter, MoveTime, Outcome,
    Overtime, Pause, Phase, Point, Preset, Proposed, Recorded, ResumeAt, Revised, Scoring, Seal, Setup, Sides, Size,
    Snapshot, Start, Stop, UndoRequest, Undone, Vertex,
};

/// Why an event cannot follow the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is in the view already.
    Seen,
    /// Events before it are missing.
    Gap,
    /// It follows another log than the one that was seen.
    Forked,
    /// The board after it is not the server's, or it names points that are not on the board.
    BoardDiffers,
    /// It needs more than the view has.
    NeedsSnapshot,
}

/// The stones, rows from the top: what `hash` is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    size: Size,
    rows: Vec<u8>,
}

impl Board {
    /// The board that rows from the top say, of `X`, `O` and `.`; nothing when they do not fit.
    pub(crate) fn read(size: Size, rows: &str) -> Option<Self> {
        let fits = rows.len() == usize::from(size.points()) && rows.bytes().all(|b| matches!(b, b'X' | b'O' | b'.'));
        fits.then(|| Self { size, rows: rows.as_bytes().to_vec() })
    }

    fn index(&self, point: Point) -> Option<usize> {
        let from_top = self.size.height().checked_sub(1 + point.row())?;
        self.size
            .contains(point)
            .then(|| usize::from(from_top) * usize::from(self.size.width()) + usize::from(point.column()))
    }

    /// The stone on a point; nothing for an empty point and for one that is not on the board.
    pub(crate) fn stone(&self, point: Point) -> Option<Colour> {
        match self.index(point).and_then(|i| self.rows.get(i)) {
            Some(b'X') => Some(Colour::Black),
            Some(b'O') => Some(Colour::White),
            _ => None,
        }
    }

    /// The size.
    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    /// Every point, from the top left.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.size.width(), self.size.height());
        (0..height).rev().flat_map(move |row| (0..width).filter_map(move |column| Point::new(column, row)))
    }

    /// How many stones a side has on the board.
    /// The stones with their points.
    pub(crate) fn stones(&self) -> Vec<(Colour, Point)> {
        self.points().filter_map(|point| Some((self.stone(point)?, point))).collect()
    }

    fn count(&self, colour: Colour) -> usize {
        let letter = letter(colour);
        self.rows.iter().filter(|b| **b == letter).count()
    }

    pub(crate) fn hash(&self) -> BoardHash {
        BoardHash::of_rows(&self.rows)
    }

    fn put(&mut self, point: Point, stone: Option<Colour>) -> Result<(), Misfit> {
        let index = self.index(point).ok_or(Misfit::BoardDiffers)?;
        if let Some(cell) = self.rows.get_mut(index) {
            *cell = stone.map_or(b'.', letter);
        }
        Ok(())
    }

    /// The chain of the stone on a point, sorted; empty for an empty point.
    pub(crate) fn chain(&self, point: Point) -> Vec<Point> {
        let Some(colour) = self.stone(point) else { return Vec::new() };
        let mut chain = vec![point];
        let mut next = 0;
        while let Some(&from) = chain.get(next) {
            next += 1;
            for near in neighbours(from) {
                if self.stone(near) == Some(colour) && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        chain.sort_unstable();
        chain
    }
}

const fn letter(colour: Colour) -> u8 {
    match colour {
        Colour::Black => b'X',
        Colour::White => b'O',
    }
}

fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    let (column, row) = (point.column(), point.row());
    [
        column.checked_sub(1).map(|c| (c, row)),
        Some((column + 1, row)),
        row.checked_sub(1).map(|r| (column, r)),
        Some((column, row + 1)),
    ]
    .into_iter()
    .flatten()
    .filter_map(|(c, r)| Point::new(c, r))
}

/// The game's time (logical, or wall) and when it was so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Synced {
    time_ms: u64,
    at: Instant,
}

/// All that is drawn of a game, and what a bot decides from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameView {
    /// The last event in it.
    pub(crate) seq: u64,
    /// The head after that event.
    pub(crate) head: Head,
    /// The settings.
    pub(crate) setup: Setup,
    /// Names of the players.
    pub(crate) names: Sides<String>,
    /// The phase.
    pub(crate) phase: Phase,
    /// Who has come.
    pub(crate) arrived: Sides<bool>,
    /// Handicap stones that were placed.
    pub(crate) handicap_stones: Vec<Point>,
    /// The position from which the moves go on, when a referee has edited it.
    pub(crate) start: Option<Start>,
    /// Handicap stones that Black still has to place.
    pub(crate) handicap_left: u16,
    /// All moves with their colours.
    pub(crate) moves: Vec<(Colour, Vertex)>,
    /// The stones.
    pub(crate) board: Board,
    /// Whose turn it is.
    pub(crate) to_move: Colour,
    /// Stones that each side has captured.
    pub(crate) captures: Sides<u32>,
    /// Warnings so far.
    pub(crate) warnings: Sides<u8>,
    /// Sides that may repeat no position any more.
    pub(crate) no_repetition: Sides<bool>,
    /// Further periods that each side was given for one zi each.
    pub(crate) penalties: Sides<u8>,
    /// A pending request for undo.
    pub(crate) undo_request: Option<UndoRequest>,
    /// A proposal that waits.
    pub(crate) proposal: Option<Proposed>,
    /// The pause, while paused.
    pub(crate) pause: Option<Pause>,
    /// The adjournment that is agreed on, or that there is.
    pub(crate) adjournment: Option<Adjournment>,
    /// Marks, while `scoring` and after.
    pub(crate) scoring: Option<Scoring>,
    /// Whether the next stop will be final.
    pub(crate) next_stop_final: bool,
    /// The result, when finished.
    pub(crate) outcome: Option<Outcome>,
    clocks: Option<Clocks>,
    synced: Synced,
}

impl GameView {
    /// The view of a snapshot that was received at `at`, when the game's time was `now`.
    ///
    /// # Errors
    /// When the snapshot does not agree with itself.
    pub(crate) fn of(snapshot: Snapshot, now: u64, at: Instant) -> Result<Self, Misfit> {
        let board = Board::read(snapshot.setup.size, &snapshot.board).ok_or(Misfit::BoardDiffers)?;
        if board.hash() != snapshot.hash {
            return Err(Misfit::BoardDiffers);
        }
        let first = if snapshot.handicap_stones.is_empty() { Colour::Black } else { Colour::White };
        let mut mover = snapshot.start.as_ref().map_or(first, |start| start.to_move);
        let mut moves = Vec::new();
        for vertex in snapshot.moves.split_ascii_whitespace() {
            moves.push((mover, vertex.parse().map_err(|_| Misfit::BoardDiffers)?));
            mover = mover.other();
        }
        Ok(Self {
            seq: snapshot.seq,
            head: snapshot.head,
            setup: snapshot.setup,
            names: snapshot.names,
            phase: snapshot.phase,
            arrived: snapshot.arrived,
            start: snapshot.start,
            handicap_stones: snapshot.handicap_stones,
            handicap_left: snapshot.handicap_left,
            moves,
            board,
            to_move: snapshot.to_move,
            captures: snapshot.captures,
            warnings: snapshot.warnings,
            no_repetition: snapshot.no_repetition,
            penalties: snapshot.penalties,
            undo_request: snapshot.undo_request,
            proposal: snapshot.proposal,
            pause: snapshot.pause,
            adjournment: snapshot.adjournment,
            scoring: snapshot.scoring,
            next_stop_final: snapshot.next_stop_final,
            outcome: snapshot.outcome,
            clocks: snapshot.clocks,
            synced: Synced { time_ms: now, at },
        })
    }

    /// Notes that the game's time was `now` at `at`. Not to be called with the time of an event
    /// that is only repeated.
    pub(crate) const fn sync(&mut self, now: u64, at: Instant) {
        self.synced = Synced { time_ms: now, at };
    }

    /// The game's time at `at`, as far as a client can know.
    pub(crate) fn game_time(&self, at: Instant) -> u64 {
        self.synced.time_ms.saturating_add(ms(at.saturating_duration_since(self.synced.at)))
    }

    /// What both clocks show at `at`; nothing without a time control.
    pub(crate) fn clocks(&self, at: Instant) -> Option<Sides<Clock>> {
        let clocks = self.clocks?;
        let mut shown = Sides { black: clocks.black, white: clocks.white };
        if let Some(side) = clocks.running {
            let elapsed = self.game_time(at).saturating_sub(clocks.since);
            *shown.of_mut(side) = self.setup.time.running(shown.of(side), elapsed);
        }
        Some(shown)
    }

    /// Both clocks as they were stored, for made-up games.
    #[cfg(test)]
    pub(crate) fn clocks_as_stored(&self) -> Option<Sides<Clock>> {
        self.clocks.map(|clocks| Sides { black: clocks.black, white: clocks.white })
    }

    /// The clocks with what runs, for made-up games.
    #[cfg(test)]
    pub(crate) const fn raw_clocks(&self) -> Option<Clocks> {
        self.clocks
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Colour> {
        self.clocks.and_then(|clocks| clocks.running)
    }

    /// Whether there are clocks.
    pub(crate) const fn has_clocks(&self) -> bool {
        self.clocks.is_some()
    }

    /// The side that an account plays.
    pub(crate) fn side_of(&self, account: &tengen_protocol::AccountId) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|side| self.setup.players.of(*side) == account)
    }

    /// The point of the last move, if it was a stone: the only one that is marked.
    pub(crate) fn last_stone(&self) -> Option<Point> {
        match self.moves.last() {
            Some((_, Vertex::Point(point))) => Some(*point),
            Some((_, Vertex::Pass)) | None => None,
        }
    }

    /// Whether play had stopped before and went on.
    pub(crate) fn was_resumed(&self) -> bool {
        self.phase == Phase::Playing
            && self.moves.windows(2).any(|pair| pair.iter().all(|(_, vertex)| *vertex == Vertex::Pass))
    }

    /// AGA rules: prisoners that each side gave by passing. Shown only.
    pub(crate) fn pass_stones(&self) -> Option<Sides<u32>> {
        let passes = |side| self.moves.iter().filter(|made| **made == (side, Vertex::Pass)).count();
        let count = |side| u32::try_from(passes(side)).unwrap_or(u32::MAX);
        (self.setup.rules.preset == Preset::Aga)
            .then(|| Sides { black: count(Colour::Black), white: count(Colour::White) })
    }

    /// Whether play has stopped for good unless both want to go on.
    pub(crate) fn stop_is_final(&self) -> bool {
        self.scoring.as_ref().is_some_and(|scoring| scoring.is_final)
    }

    /// Whether an adjournment is agreed on and the side to move has to seal its move.
    pub(crate) fn is_sealing(&self) -> bool {
        self.phase == Phase::Playing && self.adjournment.is_some()
    }

    /// Whether a referee has suspended the game: he alone lets it go on.
    pub(crate) fn is_suspended(&self) -> bool {
        self.phase == Phase::Paused && self.pause.is_some_and(|pause| pause.suspended_until.is_some())
    }

    /// On what a referee has to rule before play goes on.
    pub(crate) fn awaited(&self) -> Option<Matter> {
        self.pause.filter(|_| self.phase == Phase::Paused)?.awaits
    }

    /// ms until a pause is used up.
    pub(crate) fn until_pause_ends(&self, at: Instant) -> Option<u64> {
        let until = self.pause.filter(|_| self.phase == Phase::Paused)?.until?;
        Some(until.saturating_sub(self.game_time(at)))
    }

    /// ms until dead stones must be confirmed.
    pub(crate) fn until_deadline(&self, at: Instant) -> Option<u64> {
        let scoring = self.scoring.as_ref().filter(|_| self.phase == Phase::Scoring)?;
        Some(scoring.deadline.saturating_sub(self.game_time(at)))
    }

    /// The view after an event. Unchanged when it does not fit.
    ///
    /// # Errors
    /// Why it does not fit.
    pub(crate) fn after(&self, event: &GameEvent) -> Result<Self, Misfit> {
        let recorded = &event.recorded;
        if recorded.seq <= self.seq {
            return Err(Misfit::Seen);
        }
        if recorded.seq != self.seq + 1 {
            return Err(Misfit::Gap);
        }
        if recorded.prev != self.head {
            return Err(Misfit::Forked);
        }
        let mut next = self.clone();
        next.fold(&recorded.event, next.time_of(recorded))?;
        next.seq = recorded.seq;
        next.head = event.head;
        Ok(next)
    }

    /// The game's time of an event: wall time where clocks count days or there are none.
    pub(crate) fn time_of(&self, recorded: &Recorded) -> u64 {
        if self.runs_on_wall_time() { recorded.at } else { recorded.t }
    }

    /// Whether clocks and deadlines are in wall time.
    pub(crate) const fn runs_on_wall_time(&self) -> bool {
        self.setup.time.runs_on_wall_time()
    }

    fn fold(&mut self, event: &Event, t: u64) -> Result<(), Misfit> {
        match event {
            Event::Created { .. } => return Err(Misfit::NeedsSnapshot),
            Event::Arrived { by, late, outcome, .. } => {
                if let (Some(clocks), Some(after)) = (&mut self.clocks, late.as_ref().and_then(|late| late.clocks)) {
                    (clocks.black, clocks.white) = (after.black, after.white);
                }
                self.arrive(*by, t);
                self.end(outcome.as_ref(), t);
            }
            Event::Handicap { by, vertex, left, time, hash, .. } => {
                self.board.put(*vertex, Some(*by))?;
                self.handicap_stones.push(*vertex);
                self.handicap_left = *left;
                let next = if *left == 0 { by.other() } else { *by };
                self.moved(*by, time, next, t);
                self.check(*hash)?;
            }
            Event::Play { by, vertex, captures, time, hash, awaits, outcome, .. } => {
                self.board.put(*vertex, Some(*by))?;
                self.take(captures)?;
                self.moves.push((*by, Vertex::Point(*vertex)));
                self.moved(*by, time, by.other(), t);
                self.check(*hash)?;
                self.awaits(*awaits, t);
                self.end(outcome.as_ref(), t);
            }
            Event::Pass { by, time, hash, stop, awaits, outcome, .. } => {
                self.check(*hash)?;
                self.passed(*by, time, *stop, t);
                self.awaits(*awaits, t);
                self.end(outcome.as_ref(), t);
            }
            Event::Illegal { by, led_to, time, hash, stop, awaits, outcome, .. } => {
                self.check(*hash)?;
                match led_to {
                    IllegalMove::Pass => self.passed(*by, time, *stop, t),
                    IllegalMove::Warn => {
                        let warnings = self.warnings.of_mut(*by);
                        *warnings = warnings.saturating_add(1);
                    }
                    IllegalMove::Lose | IllegalMove::Reject => {}
                }
                self.awaits(*awaits, t);
                self.end(outcome.as_ref(), t);
            }
            Event::Overran { by, led_to, time, hash, stop, awaits, outcome } => {
                self.check(*hash)?;
                match led_to {
                    Overtime::Pass => self.passed(*by, time, *stop, t),
                    Overtime::Penalty => self.penalised(*by, time, t),
                    Overtime::Lose => {}
                }
                self.awaits(*awaits, t);
                self.end(outcome.as_ref(), t);
            }
            Event::UndoRequested { by, moves, .. } => {
                self.undo_request = Some(UndoRequest { by: *by, moves: *moves });
            }
            Event::UndoAnswered { undone, .. } => {
                self.undo_request = None;
                if let Some(undone) = undone {
                    self.proposal = None;
                    self.take_back(undone, t)?;
                }
            }
            Event::Proposed { by, proposal, resume_at, .. } => {
                self.proposal = Some(Proposed { by: *by, proposal: *proposal, resume_at: resume_at.clone() });
            }
            Event::Declined { .. } => self.proposal = None,
            Event::Paused { time, lasts, .. } => {
                self.stand(time, t);
                self.phase = Phase::Paused;
                let until = Some(t.saturating_add(*lasts));
                self.pause = Some(Pause { since: t, until, suspended_until: None, awaits: None });
            }
            Event::WentOn { to_move, .. } => {
                self.go_on(*to_move, t);
            }
            Event::CountAgreed { time, stop, outcome, .. } => {
                self.stand(time, t);
                if let Some(stop) = stop {
                    self.stop(*stop, t);
                }
                self.end(outcome.as_ref(), t);
            }
            Event::AdjournmentAgreed { resume_at, .. } => self.adjourn(resume_at),
            Event::Sealed { by, digest, time, .. } => {
                let adjournment = self.adjournment.as_mut().ok_or(Misfit::NeedsSnapshot)?;
                adjournment.sealed = Some(Seal { by: *by, digest: digest.clone() });
                self.stand(time, t);
                self.phase = Phase::Adjourned;
            }
            Event::Unsealed { sealed_by, vertex, captures, hash, stop, awaits, outcome, .. } => {
                if let Vertex::Point(point) = vertex {
                    self.board.put(*point, Some(*sealed_by))?;
                }
                self.take(captures)?;
                self.moves.push((*sealed_by, *vertex));
                self.go_on(sealed_by.other(), t);
                self.check(*hash)?;
                if let Some(stop) = stop {
                    self.stop(*stop, t);
                }
                self.awaits(*awaits, t);
                self.end(outcome.as_ref(), t);
            }
            Event::Marked { dead, stones, revision, deadline, .. } => {
                self.mark(*dead, stones, *revision, t.saturating_add(*deadline))?;
            }
            Event::Accepted { by, outcome, .. } => {
                let scoring = self.scoring.as_mut().ok_or(Misfit::NeedsSnapshot)?;
                *scoring.accepted.of_mut(*by) = true;
                self.end(outcome.as_ref(), t);
            }
            Event::Resumed { to_move, next_stop_final, .. } => {
                self.scoring = None;
                self.next_stop_final = *next_stop_final;
                self.phase = Phase::Playing;
                self.to_move = *to_move;
                self.run(Some(*to_move), t);
            }
            Event::ResumeRequested { by, .. } => {
                let scoring = self.scoring.as_mut().ok_or(Misfit::NeedsSnapshot)?;
                *scoring.resume_asked.of_mut(*by) = true;
            }
            Event::Credited { to, ms, .. } => self.credit(*to, *ms),
            Event::Warned { warned, revised, outcome, .. } => {
                let warnings = self.warnings.of_mut(*warned);
                *warnings = warnings.saturating_add(1);
                if let Some(Revised { revision, deadline }) = *revised {
                    self.revise(revision, t.saturating_add(deadline))?;
                }
                self.end(outcome.as_ref(), t);
            }
            Event::Settled { outcome } => {
                if let Some(scoring) = &mut self.scoring {
                    scoring.dead.clear();
                }
                self.end(Some(outcome), t);
            }
            Event::Resigned { .. } | Event::TimedOut { .. } | Event::Cancelled { .. } => self.end(event.outcome(), t),
            Event::Ruled { ruling, .. } => self.ruled(ruling, t)?,
        }
        Ok(())
    }

    fn arrive(&mut self, by: Colour, t: u64) {
        *self.arrived.of_mut(by) = true;
        if self.arrived.black && self.arrived.white {
            self.phase = Phase::Playing;
            self.run(Some(self.to_move), t);
        }
    }

    /// The clocks stand as an event says, or as they show where it says nothing.
    fn stand(&mut self, time: &MoveTime, t: u64) {
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, time.clock)
            && let Some(running) = clocks.running.take()
        {
            *side(clocks, running) = clock;
        }
        self.freeze(t);
        self.undo_request = None;
        self.proposal = None;
    }

    /// Play goes on after a pause or an adjournment.
    fn go_on(&mut self, to_move: Colour, t: u64) {
        self.proposal = None;
        self.pause = None;
        self.adjournment = None;
        self.phase = Phase::Playing;
        self.to_move = to_move;
        self.run(Some(to_move), t);
    }

    fn adjourn(&mut self, resume_at: &ResumeAt) {
        let sealed = self.adjournment.take().and_then(|adjournment| adjournment.sealed);
        self.adjournment = Some(Adjournment { resume_at: resume_at.clone(), sealed });
        self.proposal = None;
        self.undo_request = None;
    }

    fn passed(&mut self, by: Colour, time: &MoveTime, stop: Option<Stop>, t: u64) {
        self.moves.push((by, Vertex::Pass));
        self.moved(by, time, by.other(), t);
        if let Some(stop) = stop {
            self.stop(stop, t);
        }
    }

    /// One more period for one zi; the same side moves.
    fn penalised(&mut self, by: Colour, time: &MoveTime, t: u64) {
        let penalties = self.penalties.of_mut(by);
        *penalties = penalties.saturating_add(1);
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, time.clock) {
            *side(clocks, by) = clock;
            clocks.since = t;
        }
    }

    /// The clocks and the turn after a move; any move cancels a request for undo and a proposal.
    fn moved(&mut self, by: Colour, time: &MoveTime, next: Colour, t: u64) {
        self.undo_request = None;
        self.proposal = None;
        self.to_move = next;
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, time.clock) {
            *side(clocks, by) = clock;
        }
        self.run(Some(next), t);
    }

    const fn run(&mut self, running: Option<Colour>, since: u64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.running = running;
            clocks.since = since;
        }
    }

    /// Stops the running clock at what it shows.
    fn freeze(&mut self, t: u64) {
        if let Some(clocks) = &mut self.clocks
            && let Some(running) = clocks.running
        {
            let elapsed = t.saturating_sub(clocks.since);
            let clock = side(clocks, running);
            *clock = self.setup.time.running(clock, elapsed);
        }
        self.run(None, t);
    }

    fn credit(&mut self, to: Colour, ms: u64) {
        if let Some(clocks) = &mut self.clocks
            && clocks.running == Some(to)
        {
            clocks.since = clocks.since.saturating_add(ms);
        }
    }

    /// Two passes: the clocks stand as they were after the pass.
    fn stop(&mut self, stop: Stop, t: u64) {
        if stop.closing_pass {
            self.moves.push((self.to_move, Vertex::Pass));
            self.to_move = self.to_move.other();
        }
        self.run(None, t);
        self.phase = Phase::Scoring;
        self.scoring = Some(Scoring {
            stop: stop.number,
            is_final: stop.is_final,
            revision: stop.revision,
            dead: Vec::new(),
            accepted: Sides::default(),
            resume_asked: Sides::default(),
            deadline: t.saturating_add(stop.deadline),
        });
    }

    fn end(&mut self, outcome: Option<&Outcome>, t: u64) {
        let Some(outcome) = outcome else { return };
        self.freeze(t);
        self.phase = Phase::Finished;
        self.undo_request = None;
        self.proposal = None;
        self.pause = None;
        self.adjournment = None;
        self.outcome = Some(outcome.clone());
    }

    /// Removes captured stones and counts them for the other side.
    fn take(&mut self, captures: &[Point]) -> Result<(), Misfit> {
        for point in captures {
            let colour = self.board.stone(*point).ok_or(Misfit::BoardDiffers)?;
            self.board.put(*point, None)?;
            *self.captures.of_mut(colour.other()) += 1;
        }
        Ok(())
    }

    fn mark(&mut self, dead: bool, stones: &[Point], revision: u32, deadline: u64) -> Result<(), Misfit> {
        let scoring = self.scoring.as_mut().ok_or(Misfit::NeedsSnapshot)?;
        scoring.dead.retain(|point| !stones.contains(point));
        if dead {
            scoring.dead.extend_from_slice(stones);
        }
        scoring.dead.sort_unstable();
        self.revise(revision, deadline)
    }

    /// A new revision of the marks, which nobody has accepted.
    fn revise(&mut self, revision: u32, deadline: u64) -> Result<(), Misfit> {
        let scoring = self.scoring.as_mut().ok_or(Misfit::NeedsSnapshot)?;
        scoring.revision = revision;
        scoring.accepted = Sides::default();
        scoring.deadline = deadline;
        Ok(())
    }

    fn take_back(&mut self, undone: &Undone, t: u64) -> Result<(), Misfit> {
        let count = usize::try_from(undone.moves).map_err(|_| Misfit::NeedsSnapshot)?;
        let left = self.moves.len().checked_sub(count).ok_or(Misfit::NeedsSnapshot)?;
        self.moves.truncate(left);
        self.board = Board::read(self.setup.size, &undone.board).ok_or(Misfit::BoardDiffers)?;
        self.to_move = undone.to_move;
        self.captures = Sides { black: self.missing(Colour::White), white: self.missing(Colour::Black) };
        if let (Some(clocks), Some(black), Some(white)) = (&mut self.clocks, undone.black, undone.white) {
            (clocks.black, clocks.white) = (black, white);
        }
        self.run(Some(undone.to_move), t);
        self.check(undone.hash)
    }

    /// Stones that a side has placed and that are no longer there: those were captured.
    fn missing(&self, colour: Colour) -> u32 {
        let played = self.moves.iter().filter(|(by, vertex)| *by == colour && *vertex != Vertex::Pass).count();
        let given = match &self.start {
            Some(start) => start.board.matches(if colour == Colour::Black { 'X' } else { 'O' }).count(),
            None if colour == Colour::Black => self.handicap_stones.len(),
            None => 0,
        };
        u32::try_from((played + given).saturating_sub(self.board.count(colour))).unwrap_or(u32::MAX)
    }

    fn check(&self, hash: BoardHash) -> Result<(), Misfit> {
        if self.board.hash() == hash { Ok(()) } else { Err(Misfit::BoardDiffers) }
    }
}

const fn side(clocks: &mut Clocks, colour: Colour) -> &mut Clock {
    match colour {
        Colour::Black => &mut clocks.black,
        Colour::White => &mut clocks.white,
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
