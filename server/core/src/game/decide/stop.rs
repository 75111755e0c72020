//! A stop: dead stones are marked and accepted, or play goes on.

use super::{Arrival, Code, Decision, Refusal, beyond, refuse};
use crate::{
    game::{Game, Marks},
    timing::{Due, Guard, Time, When},
};
use tengen_protocol::{Authority, Colour, CommandId, Event, Limited, Outcome, Phase, Point, Revised, limits};

impl Game {
    fn marks(&self) -> Result<&Marks, Refusal> {
        match (&self.scoring, self.phase) {
            (Some(marks), Phase::Scoring) => Ok(marks),
            _ => refuse(Code::NotInScoring, "stones are marked only after two passes"),
        }
    }

    pub(super) fn mark(
        &self,
        by: Colour,
        id: CommandId,
        vertex: Point,
        dead: bool,
        revision: u32,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let marks = self.marks()?;
        check_revision(marks.revision, revision)?;
        self.must_have_room()?;
        if self.changes_of_marks >= limits::MARK_REVISIONS {
            let most = limits::MARK_REVISIONS;
            let message = format!("the marks have been changed {most} times: accept, resume or resign");
            return Err(beyond(Code::GameLimit, message, Limited::Marks, most.into()));
        }
        if !self.setup.size.contains(vertex) {
            return refuse(Code::OffBoard, format!("{vertex} is not on the {} board", self.setup.size));
        }
        let stones = self.position.board().chain(vertex);
        if stones.is_empty() {
            return refuse(Code::NoStone, format!("there is no stone on {vertex}"));
        }
        if marks.dead.contains(&vertex) == dead {
            let how = if dead { "dead" } else { "alive" };
            return refuse(Code::AlreadyMarked, format!("the chain on {vertex} is marked {how} already"));
        }
        let Revised { revision, deadline } = self.revised(marks, arrival);
        let due = Some(Due { time: self.time(), when: When::After(deadline) });
        let event = Event::Marked { by, id, vertex, dead, stones, revision, deadline };
        Ok(Decision { event, guard: Guard::None, due, lifecycle: false })
    }

    /// The next revision of these marks, with time to look at it.
    fn revised(&self, marks: &Marks, arrival: Arrival) -> Revised {
        let [_, after_mark, most] = self.scoring_times();
        let now = match self.time() {
            Time::Logical => arrival.logical,
            Time::Wall => arrival.wall,
        }
        .max(marks.began);
        // Counted from the event's own time: however slow the store is, so much is left after it.
        let left = marks.deadline.saturating_sub(now).max(after_mark);
        let deadline = left.min(marks.began.saturating_add(most).saturating_sub(now));
        Revised { revision: marks.revision.saturating_add(1), deadline }
    }

    /// A warning that does not end the game. It changes what is counted: whoever has accepted that, an
    /// acceptance on its way too, accepts it anew.
    pub(in crate::game) fn warns(&self, warned: Colour, authority: Authority, arrival: Arrival) -> Decision {
        let marks = self.scoring.as_ref().filter(|_| self.phase == Phase::Scoring);
        let revised = marks.map(|marks| self.revised(marks, arrival));
        let event = Event::Warned { warned, authority, revised, outcome: None };
        match revised {
            None => self.stays(event),
            Some(Revised { deadline, .. }) => {
                let due = Some(Due { time: self.time(), when: When::After(deadline) });
                Decision { event, guard: Guard::None, due, lifecycle: false }
            }
        }
    }

    pub(super) fn accept(&self, by: Colour, id: CommandId, revision: u32) -> Result<Decision, Refusal> {
        let marks = self.marks()?;
        check_revision(marks.revision, revision)?;
        if *marks.accepted.of(by) {
            return refuse(Code::AlreadyDone, format!("you have accepted revision {revision} already"));
        }
        let outcome: Option<Outcome> = marks.accepted.of(by.other()).then(|| self.count(&marks.dead));
        let accepted = Event::Accepted { by, id, revision, outcome };
        Ok(if accepted.outcome().is_some() { self.ends(accepted) } else { self.stays(accepted) })
    }

    pub(super) fn resume(&self, by: Colour, id: CommandId) -> Result<Decision, Refusal> {
        let marks = self.marks()?;
        self.must_have_room()?;
        if marks.is_final {
            if *marks.resume_asked.of(by) {
                return refuse(
                    Code::AlreadyDone,
                    "you have asked to resume already: this stop is final unless both ask",
                );
            }
            self.may_request(by)?;
            if !*marks.resume_asked.of(by.other()) {
                return Ok(self.stays(Event::ResumeRequested { by, id }));
            }
        }
        let to_move = self.position.to_move();
        let due = self.due_of_turn(to_move);
        let event = Event::Resumed { by: Some(by), id: Some(id), to_move, next_stop_final: true };
        Ok(Decision { event, guard: Guard::None, due, lifecycle: false })
    }
}

fn check_revision(now: u32, named: u32) -> Result<(), Refusal> {
    if now == named {
        return Ok(());
    }
    let mut refusal =
        Refusal::new(Code::StaleMarks, format!("the marks are at revision {now}, not {named}: look again"));
    refusal.revision = Some(now);
    Err(refusal)
}
