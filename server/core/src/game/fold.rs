//! Folding events: what was decided is taken, nothing is judged again.
//!
//! Stones are put by the rules' own board, and the hash in the event must be that board's: a log
//! that does not fold is named and not served.

use super::{
    Game, LAG_QUOTA_MS, Marks, Pending,
    absence::Instant,
    decide::{Said, command_key, hash_of},
    late,
    pause::Breaks,
    referee,
    setup::{ABANDONED_AFTER_MS, time_of},
};
use crate::{clock, log, rules::Position, timing::Time};
use rustc_hash::FxHashMap;
use tengen_protocol::{
    Colour, EVENT_FORMAT, Event, Head, MoveTime, Pause, Phase, Placement, Point, Proposed, Recorded, Revised, Setup,
    Sides, Stop, UndoRequest, Undone, Vertex,
};

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is not an event of this format.
    #[error("event {seq} cannot be read: {what}")]
    Malformed {
        /// The event expected.
        seq: u64,
        /// What is wrong.
        what: String,
    },
    /// It was written by a newer server.
    #[error("event {seq} has format {format}, this server reads up to {EVENT_FORMAT}: update it")]
    Newer {
        /// The event.
        seq: u64,
        /// Its format.
        format: u64,
    },
    /// It is not the event that follows.
    #[error("event {seq} does not follow: {what}")]
    Broken {
        /// The event expected.
        seq: u64,
        /// What does not fit.
        what: String,
    },
    /// There is no event.
    #[error("the log is empty")]
    Empty,
}

/// An event that was folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The event.
    pub recorded: Recorded,
    /// The head after it.
    pub head: Head,
}

/// Reads a stored event of this format.
pub(crate) fn parse(stored: &[u8], seq: u64) -> Result<Recorded, Unreadable> {
    // as text: otherwise each string in it is checked for UTF-8 by itself
    let read = std::str::from_utf8(stored).ok().and_then(|text| serde_json::from_str::<Recorded>(text).ok());
    read.filter(|recorded| recorded.v == EVENT_FORMAT).map_or_else(|| Err(unreadable(stored, seq)), Ok)
}

#[cold]
fn unreadable(stored: &[u8], seq: u64) -> Unreadable {
    let format = serde_json::from_slice::<serde_json::Value>(stored).ok().and_then(|value| value["v"].as_u64());
    if let Some(format) = format.filter(|format| *format > u64::from(EVENT_FORMAT)) {
        return Unreadable::Newer { seq, format };
    }
    let what = match serde_json::from_slice::<Recorded>(stored) {
        Err(error) => error.to_string(),
        Ok(recorded) => format!("format {} is unknown", recorded.v),
    };
    Unreadable::Malformed { seq, what }
}

impl Game {
    /// Folds a whole log from its first event.
    ///
    /// # Errors
    /// The first event that cannot be read.
    pub fn load(events: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<Self, Unreadable> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(Unreadable::Empty)?;
        let mut game = Self::begin(first.as_ref())?;
        for stored in events {
            game.apply(stored.as_ref())?;
        }
        Ok(game)
    }

    fn begin(stored: &[u8]) -> Result<Self, Unreadable> {
        let recorded = parse(stored, 1)?;
        let Event::Created { setup, stones } = recorded.event else {
            return Err(Unreadable::Broken { seq: 1, what: "a log begins with `created`".into() });
        };
        if recorded.seq != 1 || recorded.prev != Head::EMPTY {
            return Err(Unreadable::Broken { seq: 1, what: format!("it is event {}", recorded.seq) });
        }
        let head = log::head_after(Head::EMPTY, stored);
        let (t, at) = (recorded.t, recorded.at);
        Self::created(setup, stones, t, at, head).map_err(|what| Unreadable::Broken { seq: 1, what })
    }

    fn created(setup: Setup, stones: Vec<Point>, t: u64, at: u64, head: Head) -> Result<Self, String> {
        let mut position = Position::new(setup.size, setup.rules.ko, setup.rules.suicide);
        if !stones.is_empty() {
            position.place(Colour::Black, &stones).map_err(|error| error.to_string())?;
        }
        let now = match time_of(&setup.time) {
            Time::Logical => t,
            Time::Wall => at,
        };
        let handicap_left = match setup.placement {
            Placement::Free if setup.handicap >= 2 => setup.handicap,
            _ => 0,
        };
        let clock = clock::initial(&setup.time);
        Ok(Self {
            at: log::Position { seq: 1, head },
            created_at: at,
            position,
            phase: Phase::Waiting,
            arrived: Sides::default(),
            late: Sides::default(),
            handicap_stones: stones,
            handicap_left,
            clocks: clock.map(|clock| Sides { black: clock, white: clock }),
            given: Vec::new(),
            running: None,
            since: now,
            turn_at: Instant { logical: t, wall: at },
            credited_at: Sides::default(),
            quota: Sides { black: LAG_QUOTA_MS, white: LAG_QUOTA_MS },
            warnings: Sides::default(),
            penalties: Sides::default(),
            undo: None,
            asked_undo_in: Sides::default(),
            requests: Sides::default(),
            breaks: Breaks::new(&setup),
            resumed_stops: 0,
            resumed_at: Vec::new(),
            next_stop_final: false,
            scoring: None,
            changes_of_marks: 0,
            next_revision: 0,
            outcome: None,
            start: None,
            played_before: 0,
            moves_before: 0,
            beyond_limit: false,
            ruled_at: 0,
            rulings: 0,
            idle_deadline: now.saturating_add(late::waits(&setup)),
            commands: FxHashMap::default(),
            turn_began: 1,
            heads: vec![head],
            setup,
        })
    }

    /// Folds the next stored event.
    ///
    /// # Errors
    /// When it cannot be read or is not the one that follows; then the game must be dropped.
    pub fn apply(&mut self, stored: &[u8]) -> Result<Applied, Unreadable> {
        let seq = self.at.seq + 1;
        let recorded = parse(stored, seq)?;
        if recorded.seq != seq {
            return Err(Unreadable::Broken { seq, what: format!("it is event {}", recorded.seq) });
        }
        if recorded.prev != self.at.head {
            let what = format!("its head before is {}, the log's is {}", recorded.prev, self.at.head);
            return Err(Unreadable::Broken { seq, what });
        }
        self.fold(&recorded).map_err(|what| Unreadable::Broken { seq, what })?;
        let head = log::head_after(self.at.head, stored);
        self.at = log::Position { seq, head };
        if self.turn_began == seq {
            self.heads.clear();
        }
        self.heads.push(head);
        if let Some((by, id)) = recorded.event.command()
            && let Some(said) = said(&recorded.event)
        {
            self.commands.insert(command_key(by, id), (seq, said));
        }
        if let Some(authority) = recorded.event.authority() {
            let key = referee::key(&authority.referee, &authority.id);
            self.commands.insert(key, (seq, Said::Ruled(authority.order)));
            self.ruled_at = seq;
            self.rulings = self.rulings.saturating_add(1);
        }
        Ok(Applied { recorded, head })
    }

    fn fold(&mut self, recorded: &Recorded) -> Result<(), String> {
        let seq = recorded.seq;
        let now = match self.time() {
            Time::Logical => recorded.t,
            Time::Wall => recorded.at,
        };
        match &recorded.event {
            Event::Created { .. } => return Err("a game is created once".into()),
            Event::Arrived { by, late, .. } => {
                if let Some(late) = late {
                    self.fold_late(*by, late);
                }
                self.fold_arrived(*by, seq, now);
            }
            Event::Handicap { by, vertex, left, time, hash, .. } => {
                self.position.place(*by, &[*vertex]).map_err(|error| error.to_string())?;
                self.handicap_stones.push(*vertex);
                self.handicap_left = *left;
                self.check_board(*hash)?;
                *self.quota.of_mut(*by) = self.quota_after_stone(*by, time.lag);
                self.charged(*by, *time, seq, now);
            }
            Event::Play { by, vertex, time, hash, awaits, .. } => {
                self.put(*by, Vertex::Point(*vertex))?;
                self.check_board(*hash)?;
                self.moved(*by, *time, seq, now);
                self.fold_awaits(*awaits, seq, now);
            }
            Event::Pass { by, time, hash, stop, awaits, .. } => {
                self.put(*by, Vertex::Pass)?;
                self.check_board(*hash)?;
                self.moved(*by, *time, seq, now);
                if let Some(stop) = stop {
                    self.fold_stop(*stop, now)?;
                }
                self.fold_awaits(*awaits, seq, now);
            }
            Event::Illegal { by, led_to, time, hash, stop, awaits, .. } => {
                self.check_board(*hash)?;
                self.fold_illegal(*by, *led_to, *time, (*stop, *awaits), seq, now)?;
            }
            Event::Overran { by, led_to, time, hash, stop, awaits, .. } => {
                self.check_board(*hash)?;
                self.fold_overran(*by, *led_to, *time, (*stop, *awaits), seq, now)?;
            }
            Event::UndoRequested { by, moves, .. } => {
                self.undo = Some(Pending { request: UndoRequest { by: *by, moves: *moves }, seq });
                *self.asked_undo_in.of_mut(*by) = self.turn_began;
                *self.requests.of_mut(*by) += 1;
            }
            Event::UndoAnswered { undone, .. } => {
                self.undo = None;
                if let Some(undone) = undone {
                    self.fold_undone(undone, seq, now)?;
                }
            }
            Event::Proposed { by, proposal, resume_at, .. } => {
                self.fold_proposed(Proposed { by: *by, proposal: *proposal, resume_at: resume_at.clone() }, seq);
            }
            Event::Declined { .. } => self.breaks.proposal = None,
            Event::Paused { time, lasts, .. } => {
                let until = Some(now.saturating_add(*lasts));
                self.fold_paused(*time, Pause { since: now, until, suspended_until: None, awaits: None }, seq, now);
            }
            Event::WentOn { .. } => self.fold_went_on(seq, now)?,
            Event::CountAgreed { time, stop, .. } => {
                self.fold_stand(*time, now);
                self.turn_began = seq;
                if let Some(stop) = stop {
                    self.fold_stop(*stop, now)?;
                }
            }
            Event::AdjournmentAgreed { resume_at, .. } => self.fold_adjournment(resume_at.clone()),
            Event::Sealed { by, digest, time, .. } => self.fold_sealed(*by, digest, *time, seq, now)?,
            Event::Unsealed { sealed_by, nonce, vertex, hash, stop, awaits, .. } => {
                self.fold_unsealed(*sealed_by, (nonce, *vertex), *hash, seq, now)?;
                if let Some(stop) = stop {
                    self.fold_stop(*stop, now)?;
                }
                self.fold_awaits(*awaits, seq, now);
            }
            Event::Marked { dead, stones, revision, deadline, .. } => {
                self.fold_marked(*dead, stones, *revision, now.saturating_add(*deadline))?
            }
            Event::Accepted { by, .. } => {
                *self.stop()?.accepted.of_mut(*by) = true;
            }
            Event::ResumeRequested { by, .. } => {
                *self.stop()?.resume_asked.of_mut(*by) = true;
                *self.requests.of_mut(*by) += 1;
            }
            Event::Resumed { by, next_stop_final, .. } => {
                self.next_stop_final = *next_stop_final;
                self.fold_resumed(*by, seq, now)?;
            }
            Event::Credited { to, ms } => {
                if self.running == Some(*to) {
                    self.since = self.since.saturating_add(*ms);
                }
                *self.credited_at.of_mut(*to) = Some(recorded.at);
            }
            Event::Warned { warned, revised, .. } => {
                let warnings = self.warnings.of_mut(*warned);
                *warnings = warnings.saturating_add(1);
                if let Some(Revised { revision, deadline }) = *revised {
                    self.fold_revision(revision, now.saturating_add(deadline))?;
                }
            }
            Event::Resigned { .. } | Event::Settled { .. } | Event::TimedOut { .. } | Event::Cancelled { .. } => {}
            Event::Ruled { ruling, .. } => self.fold_ruling(ruling, seq, now)?,
        }
        if self.turn_began == seq {
            self.turn_at = Instant { logical: recorded.t, wall: recorded.at };
        }
        if let Event::Settled { .. } = recorded.event
            && let Some(marks) = &mut self.scoring
        {
            marks.dead.clear();
        }
        if let Some(outcome) = recorded.event.outcome() {
            self.outcome = Some(outcome.clone());
            self.phase = Phase::Finished;
            self.stop_clocks(now);
            self.undo = None;
            self.breaks.end();
        }
        Ok(())
    }

    fn fold_arrived(&mut self, by: Colour, seq: u64, now: u64) {
        *self.arrived.of_mut(by) = true;
        if self.arrived.black && self.arrived.white {
            self.phase = Phase::Playing;
            self.turn_began = seq;
            self.start_clock(now);
        }
    }

    pub(super) fn put(&mut self, by: Colour, vertex: Vertex) -> Result<(), String> {
        if self.position.to_move() != by {
            return Err(format!("it is not {by}'s turn"));
        }
        self.position.play(vertex).map(|_| ()).map_err(|illegal| illegal.to_string())
    }

    pub(super) fn check_board(&self, hash: tengen_protocol::BoardHash) -> Result<(), String> {
        let here = hash_of(&self.position);
        if here == hash { Ok(()) } else { Err(format!("the board's hash is {here}, the event's {hash}")) }
    }

    /// A move was made: it is charged, and what it gave is kept in case that it is taken back.
    pub(super) fn moved(&mut self, by: Colour, time: MoveTime, seq: u64, now: u64) {
        let added = match (self.clock(by), time.clock) {
            (Some(before), Some(after)) => clock::added(&before, time.used, &after),
            _ => 0,
        };
        self.given.push(Some(added));
        *self.quota.of_mut(by) = self.quota_after_move(by, time.lag);
        self.charged(by, time, seq, now);
    }

    /// A move or a handicap stone was made: its time is charged, the next clock starts.
    pub(super) fn charged(&mut self, by: Colour, time: MoveTime, seq: u64, now: u64) {
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, time.clock) {
            *clocks.of_mut(by) = clock;
        }
        self.undo = None;
        self.breaks.proposal = None;
        self.turn_began = seq;
        self.start_clock(now);
    }

    pub(super) fn start_clock(&mut self, now: u64) {
        self.running = Some(self.to_move());
        self.since = now;
        self.idle_deadline = now.saturating_add(ABANDONED_AFTER_MS);
    }

    /// The running clock stops at what it shows: for a stop that is what the pass left on it, at the
    /// end of the game what was left then, or nothing after a flag. Nothing is judged by it any more.
    pub(super) fn stop_clocks(&mut self, now: u64) {
        if let (Some(clocks), Some(running)) = (&mut self.clocks, self.running) {
            let clock = clocks.of_mut(running);
            *clock = clock::interrupted(&self.setup.time, clock, now.saturating_sub(self.since));
        }
        self.running = None;
        self.since = now;
    }

    pub(super) fn fold_stop(&mut self, stop: Stop, now: u64) -> Result<(), String> {
        if stop.closing_pass {
            self.put(self.position.to_move(), Vertex::Pass)?;
            self.given.push(None);
        }
        self.phase = Phase::Scoring;
        self.next_revision = stop.revision.saturating_add(1);
        self.stop_clocks(now);
        self.scoring = Some(Marks {
            stop: stop.number,
            is_final: stop.is_final,
            revision: stop.revision,
            dead: Vec::new(),
            accepted: Sides::default(),
            resume_asked: Sides::default(),
            began: now,
            deadline: now.saturating_add(stop.deadline),
        });
        Ok(())
    }

    fn stop(&mut self) -> Result<&mut Marks, String> {
        self.scoring.as_mut().filter(|_| self.phase == Phase::Scoring).ok_or_else(|| "play has not stopped".into())
    }

    fn fold_marked(&mut self, dead: bool, stones: &[Point], revision: u32, deadline: u64) -> Result<(), String> {
        self.changes_of_marks += 1;
        let marks = self.stop()?;
        marks.dead.retain(|point| !stones.contains(point));
        if dead {
            marks.dead.extend_from_slice(stones);
        }
        marks.dead.sort_unstable();
        self.fold_revision(revision, deadline)
    }

    /// A new revision, which nobody has accepted.
    fn fold_revision(&mut self, revision: u32, deadline: u64) -> Result<(), String> {
        self.next_revision = revision.saturating_add(1);
        let marks = self.stop()?;
        marks.revision = revision;
        marks.deadline = deadline;
        marks.accepted = Sides::default();
        Ok(())
    }

    fn fold_resumed(&mut self, by: Option<Colour>, seq: u64, now: u64) -> Result<(), String> {
        let agreed = by.is_some() && self.stop()?.is_final;
        if !agreed {
            self.resumed_stops += 1;
        }
        self.scoring = None;
        self.resumed_at.push(self.position.ply());
        self.phase = Phase::Playing;
        self.turn_began = seq;
        self.start_clock(now);
        Ok(())
    }

    pub(super) fn fold_undone(&mut self, undone: &Undone, seq: u64, now: u64) -> Result<(), String> {
        self.position.undo(undone.moves).map_err(|error| error.to_string())?;
        self.check_board(undone.hash)?;
        self.given.truncate(self.position.ply() as usize);
        if let (Some(clocks), Some(black), Some(white)) = (&mut self.clocks, undone.black, undone.white) {
            *clocks = Sides { black, white };
        }
        let ply = self.position.ply();
        self.resumed_at.retain(|resumed| *resumed <= ply);
        self.breaks.proposal = None;
        self.turn_began = seq;
        self.start_clock(now);
        Ok(())
    }
}

/// The command behind an event, as [`super::Command::said`] gives it.
fn said(event: &Event) -> Option<Said> {
    Some(match event {
        Event::Arrived { .. } => Said::Arrive,
        Event::Handicap { vertex, .. } | Event::Play { vertex, .. } | Event::Illegal { vertex, .. } => {
            Said::Move(Vertex::Point(*vertex))
        }
        Event::Pass { .. } => Said::Move(Vertex::Pass),
        Event::Resigned { .. } => Said::Resign,
        Event::UndoRequested { moves, .. } => Said::RequestUndo(*moves),
        Event::UndoAnswered { undone, .. } => Said::AnswerUndo(undone.is_some()),
        Event::Proposed { proposal, resume_at, .. } => {
            Said::Propose(*proposal, resume_at.as_ref().map(|resume_at| resume_at.resume_at))
        }
        Event::Declined { .. } => Said::Answer(false),
        Event::Paused { .. }
        | Event::WentOn { .. }
        | Event::CountAgreed { .. }
        | Event::AdjournmentAgreed { .. }
        | Event::Unsealed { .. } => Said::Answer(true),
        Event::Sealed { .. } => Said::Seal,
        Event::Marked { vertex, dead, revision, .. } => Said::Mark(*vertex, *dead, revision.saturating_sub(1)),
        Event::Accepted { revision, .. } => Said::Accept(*revision),
        Event::Resumed { .. } | Event::ResumeRequested { .. } => Said::Resume,
        _ => return None,
    })
}
