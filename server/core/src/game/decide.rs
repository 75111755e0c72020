//! Judging commands: each gives one event, or a refusal that says what was wrong and what is allowed.

mod stop;
mod undo;

use super::{
    Game, Refusal,
    count::win,
    time::{Act, Charge},
};
use crate::{
    rules::{Illegal, Position},
    timing::{Due, Guard, When},
};
use sha1::{Digest, Sha1};
use tengen_protocol::{
    BoardHash, Code, Colour, CommandId, EndReason, Ending, Event, Head, Limit, Limited, Phase, Point, Preset, Stop,
    Vertex, limits,
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
    Mark(Point, bool, u32),
    Accept(u32),
    Resume,
}

impl Command {
    pub(super) const fn said(&self) -> Said {
        match *self {
            Self::Arrive => Said::Arrive,
            Self::Play { vertex, .. } => Said::Move(vertex),
            Self::Resign => Said::Resign,
            Self::RequestUndo { moves, .. } => Said::RequestUndo(moves),
            Self::AnswerUndo { accept, .. } => Said::AnswerUndo(accept),
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
    let digest = Sha1::new().chain_update([by.letter() as u8]).chain_update(id.as_str()).finalize();
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
            Command::Arrive => self.arrive(by, id),
            Command::Play { vertex, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.must_move(by)?;
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
                self.request_undo(by, id, moves)
            }
            Command::AnswerUndo { accept, after, head } => {
                self.must_play()?;
                self.seen(after, head, self.turn_began)?;
                self.answer_undo(by, id, accept, after, arrival)
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
    fn seen(&self, after: u64, head: Head, needs: u64) -> Result<(), Refusal> {
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

    fn ends(&self, event: Event) -> Decision {
        Decision { event, guard: Guard::None, due: None, lifecycle: true }
    }

    fn stays(&self, event: Event) -> Decision {
        Decision { event, guard: Guard::None, due: self.due_now(), lifecycle: false }
    }

    fn arrive(&self, by: Colour, id: CommandId) -> Result<Decision, Refusal> {
        if self.phase != Phase::Waiting || self.has_arrived(by) {
            return refuse(Code::AlreadyDone, "you have arrived already");
        }
        let event = Event::Arrived { by, id };
        if !self.has_arrived(by.other()) {
            return Ok(self.stays(event));
        }
        let first = self.to_move();
        Ok(Decision { event, guard: Guard::None, due: self.due_of_turn(first), lifecycle: false })
    }

    fn play(&self, by: Colour, id: CommandId, vertex: Point, arrival: Arrival) -> Result<Decision, Refusal> {
        self.must_have_room()?;
        let (after, captures) = self.position.board_after(vertex).map_err(|illegal| illegal_play(illegal, vertex))?;
        let Charge { time, guard } = self.charge(by, Act::Move, arrival);
        let event = Event::Play { by, id, vertex, captures, time, hash: after.rows_hash() };
        Ok(Decision { event, guard, due: self.due_of_turn(by.other()), lifecycle: false })
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
        if self.handicap_left > 0 {
            let message = format!("{} handicap stones are still to be placed: play one", self.handicap_left);
            let mut refusal = Refusal::new(Code::PassWhilePlacing, message);
            refusal.handicap_left = Some(self.handicap_left);
            return Err(refusal);
        }
        let Charge { time, guard } = self.charge(by, Act::Move, arrival);
        let hash = hash_of(&self.position);
        let pass = |stop, outcome| Event::Pass { by, id, time, hash, stop, outcome };
        if self.passes() == 0 {
            let due = self.due_of_turn(by.other());
            return Ok(Decision { event: pass(None, None), guard, due, lifecycle: false });
        }
        if self.setup.rules.ending == Ending::AsItStands {
            let event = pass(None, Some(self.count(&[])));
            return Ok(Decision { event, guard, due: None, lifecycle: true });
        }
        let [deadline, ..] = self.scoring_times();
        let closing_pass = self.setup.rules.preset == Preset::Aga && by == Colour::Black;
        // After the last event there would be no room for the game to go on.
        let is_final = self.next_stop_final || self.at.seq + 1 >= limits::GAME_EVENTS;
        let (number, revision) = (self.resumed_stops + 1, self.next_revision);
        let stop = Stop { number, is_final, revision, deadline, closing_pass };
        let due = Some(Due { time: self.time(), when: When::After(deadline) });
        Ok(Decision { event: pass(Some(stop), None), guard, due, lifecycle: false })
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

fn illegal_play(illegal: Illegal, vertex: Point) -> Refusal {
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
    use crate::rules::SetupError as E;
    let code = match error {
        E::OffBoard(_) => Code::OffBoard,
        E::Occupied(_) => Code::Occupied,
        E::NoLiberties(_) => Code::Suicide,
        E::Begun => Code::NotStarted,
    };
    Refusal::new(code, format!("{vertex}: {error}"))
}

fn beyond(code: Code, message: String, of: Limited, max: u64) -> Refusal {
    Refusal::new(code, message).limit(Limit::most(of, max))
}

fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}
