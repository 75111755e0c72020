//! Play that stands still until a referee rules: on a position that has come about for the third time
//! ([`Ko::Referee`](tengen_protocol::Ko::Referee)), and at the limit of moves that an event sets.
//!
//! The move is made, and the clocks stand as it left them; it is a suspension that says on what it waits. Where
//! the game has no referee of its own nobody is waited for: the move ends the game by the setting for that, and
//! so does the end of the longest suspension.

use super::{Game, Refusal, count::void, decide::refuse};
use crate::{
    rules::Board,
    timing::{Due, Time, When},
};
use tengen_protocol::{
    Awaits, Code, Colour, EndReason, Matter, MoveTime, Outcome, Pause, Recurrence, UnruledRepetition, limits,
};

/// From this occurrence of a board on a referee rules.
const RULED_FROM: u32 = 3;

/// What a move brings beside the board.
pub(super) struct Sequel {
    pub(super) awaits: Option<Awaits>,
    pub(super) outcome: Option<Outcome>,
    pub(super) due: Option<Due>,
}

impl Game {
    /// What follows a move of `by` that does not stop play for counting: the turn of the other, a ruling, or the
    /// end. `wall` is the time, and `board` as the move leaves it.
    pub(super) fn sequel(&self, by: Colour, board: &Board, recurrence: Option<Recurrence>, wall: u64) -> Sequel {
        let is_repeated = recurrence.is_some_and(|recurrence| recurrence.occurrence >= RULED_FROM);
        let on = match is_repeated {
            true => Matter::Repetition,
            false if self.reaches_limit() => Matter::MoveLimit,
            false => return Sequel { awaits: None, outcome: None, due: self.due_of_turn(by.other()) },
        };
        if !self.has_referees() {
            return Sequel { awaits: None, outcome: Some(self.unruled(on, board)), due: None };
        }
        let until = wall.saturating_add(limits::SUSPENDED_MS);
        let due = Some(Due { time: Time::Wall, when: When::At(until) });
        Sequel { awaits: Some(Awaits { on, until }), outcome: None, due }
    }

    /// Whether the game has referees of its own: named ones, or those of its tournament. Those with the role for
    /// all games are not waited for.
    const fn has_referees(&self) -> bool {
        self.setup.tournament.is_some() || !self.setup.regulations.referees.is_empty()
    }

    /// Whether the next move is the last one before a referee says that play goes on.
    fn reaches_limit(&self) -> bool {
        let moves = self.moves_before.saturating_add(self.position.ply()).saturating_add(1);
        !self.beyond_limit && self.setup.regulations.move_limit.is_some_and(|limit| moves >= limit)
    }

    /// The result where nobody rules. Stones that nobody has ruled dead are alive.
    pub(super) fn unruled(&self, on: Matter, board: &Board) -> Outcome {
        match (on, self.setup.regulations.unruled_repetition) {
            (Matter::MoveLimit, _) => self.count_of(board, &[]),
            (Matter::Repetition, UnruledRepetition::NoResult) => void(EndReason::Repetition),
            (Matter::Repetition, UnruledRepetition::Draw) => drawn_by_repetition(),
        }
    }

    /// On what a referee has to rule.
    pub(super) fn awaits(&self) -> Option<Matter> {
        self.breaks.pause?.awaits
    }

    pub(super) fn must_not_await(&self) -> Result<(), Refusal> {
        match self.awaits() {
            None => Ok(()),
            Some(Matter::Repetition) => refuse(
                Code::AwaitsRuling,
                "the position has come about for the third time: a referee has to rule on it",
            ),
            Some(Matter::MoveLimit) => {
                refuse(Code::AwaitsRuling, "the game has as many moves as it may have: a referee has to rule")
            }
        }
    }

    /// After a move play stands still.
    pub(super) fn fold_awaits(&mut self, awaits: Option<Awaits>, seq: u64, now: u64) {
        let Some(Awaits { on, until }) = awaits else { return };
        let pause = Pause { since: now, until: None, suspended_until: Some(until), awaits: Some(on) };
        self.fold_paused(MoveTime::default(), pause, seq, now);
    }

    /// A referee lets play go on, or changes the position and lets it go on from there: beyond the limit of moves
    /// it does not stop a second time.
    pub(super) fn passes_limit(&mut self) {
        self.beyond_limit |= self.awaits() == Some(Matter::MoveLimit);
    }
}

/// The position repeated itself, and that is a draw.
pub(super) fn drawn_by_repetition() -> Outcome {
    Outcome { result: "0".into(), reason: EndReason::Repetition, winner: None, count: None }
}
