//! The bracket of a single elimination.
//!
//! The 2^m places hold the seeds so that the two best can meet only in the final, the four best only in
//! the semifinals, and so on: 1 against 2^m, 2 against 2^m - 1, .. Places beyond the field are empty, so
//! the byes of the first layer go to the best seeds. Who withdraws before round 1 is left out; nobody
//! can come late. A place is also empty when both lost the match below it, when its entrant may not play
//! any more, or when a win of his was overturned after the next round was paired; his opponent has a
//! walkover, listed among the byes. A layer in which nobody has an opponent is passed over: there is no
//! round of byes alone.
//!
//! What happened is taken from the rounds as they were recorded, not as this module would have paired
//! them: a pair that was made by hand goes on from the match of whichever of the two is placed higher.

use super::colours;
use crate::tournament::{
    Bout, Entrant, History, Next, Plan, Round,
    system::{is_on_time, takes_part},
};
use std::mem::take;
use tengen_protocol::EntryNo;
use tengen_protocol::bracket::{Bracket, Layer, Match, Outcome, Place};

/// The bracket as it stands, for drawing: layers that were played, and those that are to come.
#[must_use]
pub fn bracket(history: &History) -> Bracket {
    let mut walk = Walk::through(history);
    let outcome = match walk.slots.as_slice() {
        [Place::Taken { entry } | Place::Left { entry }] if !history.rounds.is_empty() => {
            if history.losses_of(*entry) == 0 { Outcome::Won { entry: *entry } } else { Outcome::Nobody }
        }
        [Place::Empty] => Outcome::Nobody,
        _ => Outcome::Open,
    };
    while walk.slots.len() > 1 {
        let slots = take(&mut walk.slots);
        let matches: Vec<_> =
            halves(&slots).map(|(upper, lower)| Match { upper, lower, outcome: Outcome::Open }).collect();
        let is_empty = |place| matches!(place, Place::Empty | Place::Left { .. });
        walk.slots = matches
            .iter()
            .map(|to_come| if is_empty(to_come.upper) && is_empty(to_come.lower) { Place::Empty } else { Place::Open })
            .collect();
        walk.layers.push(Layer { round: None, matches });
    }
    Bracket { layers: walk.layers, outcome }
}

/// The next round; every bout has a winner or two losers.
pub(super) fn next(history: &History) -> Next {
    let walk = Walk::through(history);
    if walk.slots.len() < 2 {
        return Next::Over;
    }
    let mut plan = Plan::default();
    for (upper, lower) in halves(&walk.slots) {
        let entrant = |place| match place {
            Place::Taken { entry } => history.entrant(entry),
            _ => None,
        };
        match (entrant(upper), entrant(lower)) {
            (Some(upper), Some(lower)) => plan.pairs.push(colours::assign(history, upper, lower, plan.pairs.len())),
            (Some(alone), None) | (None, Some(alone)) => plan.byes.push(alone.no),
            (None, None) => {}
        }
    }
    Next::Round(plan)
}

/// Seeds 1 to `size` (a power of two) from top to bottom.
pub(super) fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![1];
    while order.len() < size {
        let sum = 2 * order.len() + 1;
        order = order.into_iter().flat_map(|seed| [seed, sum - seed]).collect();
    }
    order
}

fn halves(slots: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    slots.chunks(2).map(|two| (two[0], two.get(1).copied().unwrap_or(Place::Empty)))
}

/// Walks through the rounds of a stage.
struct Walk {
    layers: Vec<Layer>,
    /// Who comes into the next layer, from top to bottom: a power of two, or nothing without entrants.
    slots: Vec<Place>,
}

impl Walk {
    fn through(history: &History) -> Self {
        let mut walk = Self { layers: Vec::new(), slots: first_places(history) };
        for (number, round) in (1u32..).zip(&history.rounds) {
            walk.pass_over(|entry| takes_part(round, entry));
            walk.play(number, round);
        }
        if walk.slots.len() > 1 && !walk.slots.contains(&Place::Open) {
            let number = history.next_round();
            let may_play = |entrant: &Entrant| entrant.plays_in(number) && history.losses_of(entrant.no) == 0;
            walk.pass_over(|entry| history.entrant(entry).is_some_and(may_play));
        }
        walk
    }

    /// Marks who is not there any more and goes up to the next layer in which somebody has an opponent:
    /// to the winner when at most one is left.
    fn pass_over(&mut self, is_there: impl Fn(EntryNo) -> bool) {
        while self.slots.len() > 1 {
            for slot in &mut self.slots {
                if let Place::Taken { entry } = *slot
                    && !is_there(entry)
                {
                    *slot = Place::Left { entry };
                }
            }
            let is_taken = |place| matches!(place, Place::Taken { .. } | Place::Open);
            if halves(&self.slots).any(|(upper, lower)| is_taken(upper) && is_taken(lower)) {
                return;
            }
            let matches =
                halves(&self.slots).map(|(upper, lower)| Match { upper, lower, outcome: walkover(upper, lower) });
            let layer = Layer { round: None, matches: matches.collect() };
            self.go_up(layer);
        }
    }

    /// Adds a round as it was recorded.
    fn play(&mut self, number: u32, round: &Round) {
        let mut units: Vec<_> =
            round.bouts.iter().map(Unit::Bout).chain(round.byes.iter().map(|no| Unit::Bye(*no))).collect();
        if units.is_empty() {
            return;
        }
        units.sort_by_key(|unit| self.slots_of(unit)[0]);
        let count = (self.slots.len() / 2).max(units.len().next_power_of_two());
        let mut matches: Vec<_> =
            halves(&self.slots).map(|(upper, lower)| Match { upper, lower, outcome: Outcome::Nobody }).collect();
        matches.resize(count, Match { upper: Place::Empty, lower: Place::Empty, outcome: Outcome::Nobody });
        let mut used = vec![false; count];
        for unit in &units {
            let [high, low] = self.slots_of(unit);
            let is_free = |at: &usize| used.get(*at) == Some(&false);
            let Some(at) = [high / 2, low / 2].into_iter().find(is_free).or_else(|| used.iter().position(|used| !used))
            else {
                continue; // There are at least as many matches as units.
            };
            used[at] = true;
            let from_slots = low < self.slots.len() && high / 2 == at && low / 2 == at;
            if !from_slots {
                [matches[at].upper, matches[at].lower] = self.places_of(unit);
            }
            matches[at].outcome = unit.outcome();
        }
        self.go_up(Layer { round: Some(number), matches });
    }

    fn go_up(&mut self, layer: Layer) {
        let place = |played: &Match| match played.outcome {
            Outcome::Open => Place::Open,
            Outcome::Won { entry } => Place::Taken { entry },
            Outcome::Nobody => Place::Empty,
        };
        self.slots = layer.matches.iter().map(place).collect();
        self.layers.push(layer);
    }

    /// The slots from which the members of a unit come, the higher first; `usize::MAX` for none.
    fn slots_of(&self, unit: &Unit<'_>) -> [usize; 2] {
        let slot = |no| self.slots.iter().position(|place| *place == Place::Taken { entry: no }).unwrap_or(usize::MAX);
        match unit {
            Unit::Bout(bout) => {
                let (one, other) = (slot(bout.first), slot(bout.second));
                [one.min(other), one.max(other)]
            }
            Unit::Bye(no) => [slot(*no); 2],
        }
    }

    fn places_of(&self, unit: &Unit<'_>) -> [Place; 2] {
        match unit {
            Unit::Bout(bout) => [Place::Taken { entry: bout.first }, Place::Taken { entry: bout.second }],
            Unit::Bye(no) => [Place::Taken { entry: *no }, Place::Empty],
        }
    }
}

/// What takes one match of a layer.
enum Unit<'a> {
    Bout(&'a Bout),
    Bye(EntryNo),
}

impl Unit<'_> {
    fn outcome(&self) -> Outcome {
        match self {
            Self::Bye(entry) => Outcome::Won { entry: *entry },
            Self::Bout(bout) => match (bout.is_lost_by(bout.first), bout.is_lost_by(bout.second)) {
                (false, true) => Outcome::Won { entry: bout.first },
                (true, false) => Outcome::Won { entry: bout.second },
                (true, true) => Outcome::Nobody,
                (false, false) => Outcome::Open,
            },
        }
    }
}

/// The outcome of a match in which at most one can play.
fn walkover(upper: Place, lower: Place) -> Outcome {
    match (upper, lower) {
        (Place::Taken { entry }, _) | (_, Place::Taken { entry }) => Outcome::Won { entry },
        (Place::Open, _) | (_, Place::Open) => Outcome::Open,
        _ => Outcome::Nobody,
    }
}

/// The places of the first layer: once round 1 is paired of those who are in it, whoever comes or comes
/// back later.
fn first_places(history: &History) -> Vec<Place> {
    let mut entrants: Vec<_> = history.entrants.iter().filter(|entrant| is_on_time(history, entrant)).collect();
    entrants.sort_by_key(|entrant| entrant.seed);
    if entrants.is_empty() {
        return Vec::new();
    }
    let place = |seed: usize| entrants.get(seed - 1).map_or(Place::Empty, |entrant| Place::Taken { entry: entrant.no });
    seeding(entrants.len().next_power_of_two()).into_iter().map(place).collect()
}
