//! Judging commands: each gives one event, or a refusal that says what was wrong and what is allowed.

mod pause;
mod stop;
mod undo;

pub(super) use undo::no_such_moves;

use super::{
    Game, Refusal,
    adjourn::SealedMove,
    awaits::Sequel,
    count::win,
    time::{Act, Charge},
};
use crate::{
    rules::{Illegal, Position},
    timing::{Due, Guard, When},
};
use sha1::{Digest, Sha1};
use tengen_protocol::{
    BoardHash, Code, Colour, CommandId, EndReason, Ending, Event, Head, Lateness, Limit, Limited, Outcome, Phase,
    Point, Preset, Proposal, ResumeAt, Stop, Vertex, limits,
};

/// What a player can ask of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// He has come.
    Arrive,
    /// Play a stone, pass, or place a handicap stone.
    Play {
        /// Where.
        vertex: Vertex,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Resign.
    Resign,
    /// Ask to take moves back.
    RequestUndo {
        /// How many plies.
        moves: u32,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Answer such a request, or withdraw one's own.
    AnswerUndo {
        /// Whether the moves are taken back.
        accept: bool,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Propose something to the opponent.
    Propose {
        /// What.
        proposal: Proposal,
        /// With an adjournment: when the game goes on.
        resume_at: Option<ResumeAt>,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Answer a proposal, or withdraw one's own.
    Answer {
        /// Whether it is accepted.
        accept: bool,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Seal a move. What is kept of it goes beside the log in the step that appends the event.
    Seal {
        /// The move, with a nonce of the moment.
        sealed: SealedMove,
        /// The last event that he has seen.
        after: u64,
        /// The head after it.
        head: Head,
    },
    /// Mark a chain.
    Mark {
        /// Any stone of it.
        vertex: Point,
        /// Dead, or alive.
        dead: bool,
        /// The revision that he has seen.
        revision: u32,
    },
    /// Accept the marks.
    Accept {
        /// The revision that he has seen.
        revision: u32,
    },
    /// Play on instead of counting.
    Resume,
}

/// A command without what only its first arrival needs: two commands with the same id must agree
/// in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Arrive,
    Move(Vertex),
    Resign,
    RequestUndo(u32),
    AnswerUndo(bool),
    Propose(Proposal, Option<u64>),
    Answer(bool),
    /// Which move it was is not known from the log.
    Seal,
    Mark(Point, bool, u32),
    Accept(u32),
    Resume,
    /// A referee's order.
    Ruled(Head),
}

impl Command {
    pub(super) fn said(&self) -> Said {
        match *self {
            Self::Arrive => Said::Arrive,
            Self::Play { vertex, .. } => Said::Move(vertex),
            Self::Resign => Said::Resign,
            Self::RequestUndo { moves, .. } => Said::RequestUndo(moves),
            Self::AnswerUndo { accept, .. } => Said::AnswerUndo(accept),
            Self::Propose { proposal, ref resume_at, .. } => {
                Said::Propose(proposal, resume_at.as_ref().map(|resume_at| resume_at.resume_at))
            }
            Self::Answer { accept, .. } => Said::Answer(accept),
            Self::Seal { .. } => Said::Seal,
            Self::Mark { vertex, dead, revision } => Said::Mark(vertex, dead, revision),
            Self::Accept { revision } => Said::Accept(revision),
            Self::Resume => Said::Resume,
        }
    }
}

/// The name under which a player's command is remembered: 128 bits of a cryptographic hash. The ids
/// of a game are public, so nobody may be able to make one that is taken for another's.
pub(super) type CommandKey = u128;

pub(super) fn command_key(by: Colour, id: &CommandId) -> CommandKey {
    key_of(&[by.letter().encode_utf8(&mut [0; 4]), id.as_str()])
}

pub(super) fn key_of(parts: &[&str]) -> CommandKey {
    let digest = parts.iter().fold(Sha1::new(), |sha1, part| sha1.chain_update(part)).finalize();
    let mut first = [0; 16];
    first.copy_from_slice(&digest[..16]);
    CommandKey::from_be_bytes(first)
}

/// When a command arrived at the node, and what may be given back for the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Logical time of the game's partition, as the node estimates it.
    pub logical: u64,
    /// The store's wall time, as the node estimates it, ms since 1970.
    pub wall: u64,
    /// Lag that the client claims, ms.
    pub claimed_lag: u64,
    /// The round trip that the node measured, ms; `None` before the first pong.
    pub measured_rtt: Option<u64>,
}

/// What a command or time does: one event and what goes with its commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The event.
    pub event: Event,
    /// What must hold about time.
    pub guard: Guard,
    /// When time may act next; `None` clears it.
    pub due: Option<Due>,
    /// Whether other logs must hear of it: the game was created, is finished, or has another result.
    pub lifecycle: bool,
}

impl Game {
    /// Judges a command of a player that is not a repeat ([`Game::repeat`]).
    ///
    /// # Errors
    /// A refusal; the game stays as it was.
    pub fn decide(&self, by: Colour, id: &CommandId, command: &Command, arrival: Arrival) -> Result<Decision, Refusal> {
        if self.phase == Phase::Finished {
            return refuse(Code::GameOver, "the game is finished");
        }
        let id = id.clone();
        match *command {
            Command::Arrive => self.arrive(by, id, arrival),
            Command::Play { vertex, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.must_move(by)?;
                if !self.is_at_limit() {
                    self.must_not_seal()?;
                }
                match vertex {
                    Vertex::Pass => self.pass(by, id, arrival),
                    Vertex::Point(point) if self.handicap_left > 0 => self.place(by, id, point, arrival),
                    Vertex::Point(point) => self.play(by, id, point, arrival),
                }
            }
            Command::Resign => {
                Ok(self.ends(Event::Resigned { by, id, outcome: win(by.other(), EndReason::Resignation) }))
            }
            Command::RequestUndo { moves, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.must_not_seal()?;
                self.request_undo(by, id, moves)
            }
            Command::AnswerUndo { accept, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.answer_undo(by, id, accept, after, arrival)
            }
            Command::Propose { proposal, ref resume_at, after, head } => {
                self.seen(after, head, self.turn_began)?;
                self.propose(by, id, proposal, resume_at.clone(), arrival)
            }
            Command::Answer { accept, after, head } => {
                self.seen(after, head, self.turn_began)?;
                self.answer(by, id, accept, after, arrival)
            }
            Command::Seal { ref sealed, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.must_move(by)?;
                self.seals(by, id, sealed, arrival)
            }
            Command::Mark { vertex, dead, revision } => self.mark(by, id, vertex, dead, revision, arrival),
            Command::Accept { revision } => self.accept(by, id, revision),
            Command::Resume => self.resume(by, id),
        }
    }

    fn must_play(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Waiting => refuse(Code::NotStarted, "the game begins when both players have joined"),
            Phase::Paused if self.awaits().is_some() => self.must_not_await(),
            Phase::Paused if self.is_suspended() => {
                refuse(Code::Paused, "a referee has suspended the game, and lets it go on")
            }
            Phase::Paused => refuse(Code::Paused, "the game is paused: propose to go on"),
            Phase::Adjourned => refuse(Code::Adjourned, "the game is adjourned: propose to go on, or wait"),
            Phase::Scoring => refuse(Code::InScoring, "play has stopped: mark dead stones and accept, or resume"),
            Phase::Finished => refuse(Code::GameOver, "the game is finished"),
        }
    }

    fn must_move(&self, by: Colour) -> Result<(), Refusal> {
        let turn = self.to_move();
        if turn == by {
            return Ok(());
        }
        Err(Refusal::new(Code::NotYourTurn, format!("it is {turn}'s turn")).to_move(turn))
    }

    fn must_have_room(&self) -> Result<(), Refusal> {
        if !self.is_at_limit() {
            return Ok(());
        }
        let message = format!("the game has {} events: pass, accept or resign to end it", limits::GAME_EVENTS);
        Err(beyond(Code::GameLimit, message, Limited::Events, limits::GAME_EVENTS))
    }

    /// A command is never applied to another position than the one it was made for.
    pub(super) fn seen(&self, after: u64, head: Head, needs: u64) -> Result<(), Refusal> {
        let here = |code, message: String| {
            let mut refusal = Refusal::new(code, message);
            refusal.seq = Some(self.at.seq);
            refusal.head = Some(self.at.head);
            Err(refusal)
        };
        if after < needs {
            return here(
                Code::Stale,
                format!("the game has gone on since event {after}: event {needs} changed the position"),
            );
        }
        let known = usize::try_from(after - self.turn_began).ok().and_then(|index| self.heads.get(index));
        if known == Some(&head) {
            return Ok(());
        }
        here(Code::Rollback, format!("the log has no event {after} with head {head}: join again"))
    }

    pub(super) fn ends(&self, event: Event) -> Decision {
        Decision { event, guard: Guard::None, due: None, lifecycle: true }
    }

    pub(super) fn stays(&self, event: Event) -> Decision {
        Decision { event, guard: Guard::None, due: self.due_now(), lifecycle: false }
    }

    fn arrive(&self, by: Colour, id: CommandId, arrival: Arrival) -> Result<Decision, Refusal> {
        if self.phase != Phase::Waiting || self.has_arrived(by) {
            return refuse(Code::AlreadyDone, "you have arrived already");
        }
        if self.setup.regulations.lateness != Lateness::Free {
            return self.arrives_late(by, id, arrival);
        }
        let event = Event::Arrived { by, id, late: None, outcome: None };
        if !self.has_arrived(by.other()) {
            return Ok(self.stays(event));
        }
        let first = self.to_move();
        Ok(Decision { event, guard: Guard::None, due: self.due_of_turn(first), lifecycle: false })
    }

    fn play(&self, by: Colour, id: CommandId, vertex: Point, arrival: Arrival) -> Result<Decision, Refusal> {
        self.must_have_room()?;
        let (after, captures) = match self.position.board_after(vertex) {
            Ok(played) => played,
            Err(illegal) => return self.illegal(by, id, (vertex, illegal), arrival),
        };
        let repeats = self.position.recurrence_after(vertex).map_err(|illegal| illegal_play(illegal, vertex))?;
        let Charge { time, guard } = self.charge(by, Act::Move, arrival);
        let Sequel { awaits, outcome, due } = self.sequel(by, &after, repeats, arrival.wall);
        let lifecycle = outcome.is_some();
        let hash = after.rows_hash();
        let event = Event::Play { by, id, vertex, captures, time, hash, repeats, awaits, outcome };
        Ok(Decision { event, guard, due, lifecycle })
    }

    fn place(&self, by: Colour, id: CommandId, vertex: Point, arrival: Arrival) -> Result<Decision, Refusal> {
        let mut after = self.position.clone();
        after.place(by, &[vertex]).map_err(|error| illegal_setup(error, vertex))?;
        let Charge { time, guard } = self.charge(by, Act::Stone, arrival);
        let left = self.handicap_left - 1;
        let due = match left {
            0 => self.due_of_turn(by.other()),
            _ => self.due_after_start(time.clock, self.quota_after_stone(by, time.lag)),
        };
        let event = Event::Handicap { by, id, vertex, left, time, hash: hash_of(&after) };
        Ok(Decision { event, guard, due, lifecycle: false })
    }

    fn pass(&self, by: Colour, id: CommandId, arrival: Arrival) -> Result<Decision, Refusal> {
        self.must_have_placed()?;
        let Charge { time, guard } = self.charge(by, Act::Move, arrival);
        let (stop, Sequel { awaits, outcome, due }) = self.after_pass(by, arrival.wall);
        let lifecycle = outcome.is_some();
        let event = Event::Pass { by, id, time, hash: hash_of(&self.position), stop, awaits, outcome };
        Ok(Decision { event, guard, due, lifecycle })
    }

    fn must_have_placed(&self) -> Result<(), Refusal> {
        if self.handicap_left == 0 {
            return Ok(());
        }
        let message = format!("{} handicap stones are still to be placed: play one", self.handicap_left);
        let mut refusal = Refusal::new(Code::PassWhilePlacing, message);
        refusal.handicap_left = Some(self.handicap_left);
        Err(refusal)
    }

    /// What a pass brings: the turn of the other, or a stop, a ruling or the end; and when time may act.
    pub(super) fn after_pass(&self, by: Colour, wall: u64) -> (Option<Stop>, Sequel) {
        if self.passes() == 0 {
            return (None, self.sequel(by, self.position.board(), None, wall));
        }
        let closing_pass = self.setup.rules.preset == Preset::Aga && by == Colour::Black;
        let (stop, outcome, due) = self.stops(closing_pass);
        (stop, Sequel { awaits: None, outcome, due })
    }

    /// Play stops: dead stones are marked, or the board is counted as it stands.
    fn stops(&self, closing_pass: bool) -> (Option<Stop>, Option<Outcome>, Option<Due>) {
        if self.setup.rules.ending == Ending::AsItStands {
            return (None, Some(self.count(&[])), None);
        }
        let [deadline, ..] = self.scoring_times();
        // After the last event there would be no room for the game to go on.
        let is_final = self.next_stop_final || self.at.seq + 1 >= limits::GAME_EVENTS;
        let (number, revision) = (self.resumed_stops + 1, self.next_revision);
        let stop = Stop { number, is_final, revision, deadline, closing_pass };
        let due = Some(Due { time: self.time(), when: When::After(deadline) });
        (Some(stop), None, due)
    }

    fn may_request(&self, by: Colour) -> Result<(), Refusal> {
        if *self.requests.of(by) < limits::REQUESTS {
            return Ok(());
        }
        let message = format!("a player has {} requests in a game, you have used yours", limits::REQUESTS);
        Err(beyond(Code::GameLimit, message, Limited::Requests, limits::REQUESTS.into()))
    }
}

/// Of the board as it stands.
pub(super) fn hash_of(position: &Position) -> BoardHash {
    position.board().rows_hash()
}

pub(super) fn illegal_play(illegal: Illegal, vertex: Point) -> Refusal {
    let code = match illegal {
        Illegal::OffBoard => Code::OffBoard,
        Illegal::Occupied => Code::Occupied,
        Illegal::Suicide => Code::Suicide,
        Illegal::Ko => Code::Ko,
        Illegal::Superko { .. } => Code::Superko,
    };
    let mut refusal = Refusal::new(code, format!("{vertex}: {illegal}"));
    if let Illegal::Superko { repeats_move } = illegal {
        refusal.repeats_move = Some(repeats_move);
    }
    refusal
}

fn illegal_setup(error: crate::rules::SetupError, vertex: Point) -> Refusal {
    Refusal::new(setup_code(error), format!("{vertex}: {error}"))
}

pub(super) const fn setup_code(error: crate::rules::SetupError) -> Code {
    use crate::rules::SetupError as E;
    match error {
        E::OffBoard(_) => Code::OffBoard,
        E::Occupied(_) => Code::Occupied,
        E::NoLiberties(_) => Code::Suicide,
        E::Begun => Code::NotStarted,
    }
}

pub(super) fn beyond(code: Code, message: String, of: Limited, max: u64) -> Refusal {
    Refusal::new(code, message).limit(Limit::most(of, max))
}

pub(super) fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}
