//! What a bot does while dead stones are confirmed.
//!
//! It asks its engine once a stop, marks once what differs from its engine's list, accepts if and
//! only if the marks equal that list, and otherwise plays on after a first stop or waits at a final
//! one. It never follows an opponent who keeps changing marks: any change voids its acceptance, and
//! it accepts again only what it has checked.

use crate::game_view::GameView;
use std::collections::{BTreeSet, VecDeque};
use tengen_protocol::{Colour, Point, Scoring};

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Mark the chain on the point.
    Mark(Point, bool),
    /// Accept the revision.
    Accept(u32),
    /// Play on.
    Resume,
    /// Wait for the opponent or the deadline.
    Wait,
}

/// The plan for one stop.
#[derive(Debug)]
pub(crate) struct Plan {
    stop: u32,
    dead: BTreeSet<Point>,
    to_mark: VecDeque<(Point, bool)>,
    resumed: bool,
}

impl Plan {
    /// A plan from the engine's list of dead stones: whole chains, of stones that are there.
    pub(crate) fn new(view: &GameView, scoring: &Scoring, engines: &[Point]) -> Self {
        let dead: BTreeSet<Point> = engines.iter().flat_map(|point| view.board.chain(*point)).collect();
        let marked: BTreeSet<Point> = scoring.dead.iter().copied().collect();
        let mut to_mark = VecDeque::new();
        let mut seen = BTreeSet::new();
        for point in dead.symmetric_difference(&marked) {
            if !seen.contains(point) {
                seen.extend(view.board.chain(*point));
                to_mark.push_back((*point, dead.contains(point)));
            }
        }
        Self { stop: scoring.stop, dead, to_mark, resumed: false }
    }

    /// Which stop it is for.
    pub(crate) const fn stop(&self) -> u32 {
        self.stop
    }

    /// The next step, given the marks as they stand.
    pub(crate) fn next(&mut self, scoring: &Scoring, me: Colour) -> Step {
        while let Some((point, dead)) = self.to_mark.front().copied() {
            if scoring.dead.contains(&point) != dead {
                return Step::Mark(point, dead);
            }
            self.to_mark.pop_front();
        }
        let agreed = scoring.dead.len() == self.dead.len() && scoring.dead.iter().all(|p| self.dead.contains(p));
        if agreed {
            return if *scoring.accepted.of(me) { Step::Wait } else { Step::Accept(scoring.revision) };
        }
        if !scoring.is_final && !self.resumed { Step::Resume } else { Step::Wait }
    }

    /// The mark on the point was made or is impossible: it is not tried again.
    pub(crate) fn done(&mut self, point: Point) {
        self.to_mark.retain(|(planned, _)| *planned != point);
    }

    /// Resuming was refused or is under way: it is not tried again.
    pub(crate) const fn has_resumed(&mut self) {
        self.resumed = true;
    }
}

/// The engine's list: vertices with any white space between; what is no point is skipped.
pub(crate) fn read_list(answer: &str) -> Vec<Point> {
    answer.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests;
