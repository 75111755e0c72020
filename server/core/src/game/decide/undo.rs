//! Taking moves back by consent.

use super::{Arrival, Code, Decision, Refusal, hash_of, refuse};
use crate::{
    clock,
    game::Game,
    timing::{Guard, Time},
};
use tengen_protocol::{Colour, CommandId, Event, Limit, Limited, Undone};

impl Game {
    pub(super) fn request_undo(&self, by: Colour, id: CommandId, moves: u32) -> Result<Decision, Refusal> {
        self.must_have_room()?;
        if !self.setup.undo {
            return refuse(Code::UndoOff, "this game was made without undo");
        }
        if self.undo.is_some() || *self.asked_undo_in.of(by) == self.turn_began {
            return refuse(
                Code::AlreadyRequested,
                "one request for undo a side and turn: wait for the answer or the next move",
            );
        }
        self.may_request(by)?;
        let played = self.position.ply();
        if moves == 0 || moves > played {
            return Err(no_such_moves(moves, played));
        }
        Ok(self.stays(Event::UndoRequested { by, id, moves }))
    }

    pub(super) fn answer_undo(
        &self,
        by: Colour,
        id: CommandId,
        accept: bool,
        after: u64,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let Some(pending) = self.undo.filter(|pending| pending.seq <= after) else {
            return refuse(Code::NoRequest, "no request for undo is pending");
        };
        if !accept {
            return Ok(self.stays(Event::UndoAnswered { by, id, undone: None }));
        }
        self.must_have_room()?;
        if pending.request.by == by {
            return refuse(Code::NoRequest, "only the opponent can accept a request for undo; you can withdraw it");
        }
        let (undone, guard) = self.undone(pending.request.moves, arrival)?;
        let to_move = undone.to_move;
        let clock = match to_move {
            Colour::Black => undone.black,
            Colour::White => undone.white,
        };
        let due = self.due_after_start(clock, *self.quota.of(to_move));
        Ok(Decision { event: Event::UndoAnswered { by, id, undone: Some(undone) }, guard, due, lifecycle: false })
    }

    pub(in crate::game) fn undone(&self, moves: u32, arrival: Arrival) -> Result<(Undone, Guard), Refusal> {
        let mut position = self.position.clone();
        if position.undo(moves).is_err() {
            return Err(no_such_moves(moves, position.ply()));
        }
        // The thinking so far is charged; by wall time a new allowance begins anyway.
        let arrived = arrival.logical.max(self.since);
        let thinking = self.running.filter(|_| self.time() == Time::Logical);
        let clock_of = |colour: Colour| {
            let mut undone = clock::Undone::default();
            for ((by, _), given) in self.position.moves().zip(&self.given).skip(position.ply() as usize) {
                if let Some(added) = given.filter(|_| by == colour) {
                    undone.moves += 1;
                    undone.added += added;
                }
            }
            let control = &self.setup.time;
            let elapsed = if thinking == Some(colour) { arrived - self.since } else { 0 };
            let clock = clock::interrupted(control, &self.clock(colour)?, elapsed);
            Some(clock::after_undo(control, &clock, undone))
        };
        let guard = match (self.running.filter(|_| self.clocks.is_some()), self.time()) {
            (Some(side), Time::Logical) => {
                Guard::Arrived { arrived, credit: 0, start: self.since, deadline: self.flag_at(side) }
            }
            (Some(side), Time::Wall) => Guard::Before { deadline: self.flag_at(side).unwrap_or(u64::MAX) },
            (None, _) => Guard::None,
        };
        let undone = Undone {
            moves,
            board: position.board().rows(),
            hash: hash_of(&position),
            to_move: position.to_move(),
            black: clock_of(Colour::Black),
            white: clock_of(Colour::White),
        };
        Ok((undone, guard))
    }
}

pub(in crate::game) fn no_such_moves(asked: u32, played: u32) -> Refusal {
    let limit = Limit { of: Limited::Moves, min: Some(1), max: played.into(), given: Some(asked.into()) };
    Refusal::new(Code::NoSuchMoves, format!("{asked} moves cannot be taken back: 1 to {played} can")).limit(limit)
}
