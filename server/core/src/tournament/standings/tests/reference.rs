//! The same numbers counted slowly and plainly from the definitions, for one entrant at a time.

use crate::tournament::{Bout, Entrant, History};
use num_rational::Ratio;
use std::cmp::Ordering;
use tengen_protocol::{
    Colour, EntryNo, Score,
    standings::{Criterion, Highest, Order, Unplayed, Withdrawals},
};

type Number = Ratio<i128>;

pub(super) struct Reference {
    /// Completed rounds without what is void.
    settled: History,
    /// All rounds without what is void.
    live: History,
    order: Order,
    pub(super) placed: Vec<EntryNo>,
}

fn half(points: u32) -> Number {
    Number::new(points.into(), 2)
}

impl Reference {
    pub(super) fn new(history: &History, order: &Order) -> Self {
        let mut live = history.clone();
        let mut placed: Vec<EntryNo> = live.entrants.iter().map(|entrant| entrant.no).collect();
        for Entrant { no, until_round, .. } in &history.entrants {
            let Some(until) = *until_round else { continue };
            let mut is_void = until == 0;
            if let Withdrawals::VoidBelowHalf { rounds } = order.withdrawals
                && until < rounds
            {
                let bouts = history.rounds.iter().flat_map(|round| &round.bouts);
                let mine = bouts.filter(|bout| bout.first == *no || bout.second == *no);
                let played = mine.filter(|bout| bout.result.is_some_and(|scores| !scores.forfeit)).count();
                if 2 * u32::try_from(played).unwrap() < rounds {
                    is_void = true;
                    for round in &mut live.rounds {
                        round.bouts.retain(|bout| bout.first != *no && bout.second != *no);
                    }
                }
            }
            if is_void {
                placed.retain(|placed| placed != no);
            }
        }
        // Who never took part has no place, once there is a round.
        let takes_part = |no: &EntryNo| live.byes_of(*no) > 0 || live.bouts_of(*no).next().is_some();
        placed.retain(|no| live.rounds.is_empty() || takes_part(no));
        let mut settled = live.clone();
        if settled.rounds.last().is_some_and(|round| !round.is_complete()) {
            settled.rounds.pop();
        }
        Self { settled, live, order: order.clone(), placed }
    }

    fn points(&self, history: &History, no: EntryNo) -> Number {
        let byes = history.byes_of(no) * usize::from(self.order.bye_points);
        Number::from(i128::try_from(byes).unwrap() + i128::from(history.points_from_bouts(no)))
    }

    /// Sums a number over the rounds: of the opponent, or of himself if there is none, times `part`.
    fn over_rounds(
        &self,
        no: EntryNo,
        number: &dyn Fn(EntryNo) -> Number,
        part: &dyn Fn(u32) -> Number,
    ) -> Vec<Number> {
        let entrant = self.settled.entrant(no).unwrap();
        let mut terms = Vec::new();
        for (number_of_round, round) in (1..).zip(&self.settled.rounds) {
            let bout = round.bout_of(no);
            let has_bye = round.byes.contains(&no);
            let got = bout.and_then(|bout| bout.score_of(no)).map_or(0, Score::points);
            let got = if has_bye { self.order.bye_points.into() } else { got };
            let term = match bout {
                Some(bout) if bout.is_met() => number(bout.opponent_of(no).unwrap()),
                None if !has_bye && !entrant.plays_in(number_of_round) => Number::from(0),
                _ => match self.order.unplayed {
                    Unplayed::Own => number(no),
                    Unplayed::Half => number(no) / 2,
                    Unplayed::None => Number::from(0),
                },
            };
            terms.push(term * part(got));
        }
        terms
    }

    fn sos(&self, no: EntryNo) -> Vec<Number> {
        self.over_rounds(no, &|other| self.points(&self.settled, other), &|_| Number::from(1))
    }

    fn count(&self, no: EntryNo, is_one: impl Fn(&Bout) -> bool) -> Number {
        let count = self.settled.bouts_of(no).filter(|(_, bout)| is_one(bout)).count();
        Number::from(i128::try_from(count).unwrap())
    }

    /// A number among those who are level so far.
    pub(super) fn number(&self, no: EntryNo, criterion: Criterion, level: &[EntryNo]) -> Option<Number> {
        let rounds = i128::try_from(self.settled.rounds.len()).unwrap();
        let carried = i128::from(self.live.entrant(no).unwrap().carried);
        let settled_points = |other| self.points(&self.settled, other);
        Some(match criterion {
            Criterion::Points => self.points(&self.live, no) + carried,
            Criterion::Total => {
                let everybody = self.settled.entrants.iter().map(|entrant| settled_points(entrant.no));
                let highest = match self.order.highest {
                    Highest::TwiceRounds => Number::from(2 * rounds),
                    Highest::BestActual => everybody.max().unwrap(),
                };
                let sum: Number = self.sos(no).into_iter().sum();
                let none = Number::from(0);
                let bracket = if highest == none { none } else { sum * 2 / highest - rounds };
                self.points(&self.live, no) + carried + bracket
            }
            Criterion::Sos => self.sos(no).into_iter().sum(),
            Criterion::SosWithoutExtremes => {
                let mut terms = self.sos(no);
                terms.sort();
                let all: Number = terms.iter().sum();
                if terms.len() < 3 { Number::from(0) } else { all - terms[0] - terms[terms.len() - 1] }
            }
            Criterion::Sodos => self.over_rounds(no, &settled_points, &half).into_iter().sum(),
            Criterion::Sosos => {
                let sos = |other| self.sos(other).into_iter().sum();
                self.over_rounds(no, &sos, &|_| Number::from(1)).into_iter().sum()
            }
            Criterion::BeatenOpponents => {
                let bouts = self.settled.bouts_of(no);
                let beaten = bouts.map(|(_, bout)| {
                    settled_points(bout.opponent_of(no).unwrap()) * half(bout.score_of(no).unwrap().points())
                });
                beaten.sum()
            }
            Criterion::Warnings => Number::from(i128::from(self.live.entrant(no).unwrap().warnings)),
            Criterion::DirectEncounter => {
                let pairs = level.iter().flat_map(|one| level.iter().map(move |other| (*one, *other)));
                let mut different = pairs.filter(|(one, other)| one != other).peekable();
                different.peek()?;
                if !different.all(|(one, other)| self.settled.meetings(one, other) > 0) {
                    return None;
                }
                let bouts = self.settled.bouts_of(no);
                let among = bouts.filter(|(_, bout)| level.contains(&bout.opponent_of(no).unwrap()));
                let points: u32 = among.map(|(_, bout)| bout.score_of(no).unwrap().points()).sum();
                Number::from(i128::from(points))
            }
            Criterion::Wins => self.count(no, |bout| bout.score_of(no) == Some(Score::Win)),
            Criterion::WinsWithWhite => self.count(no, |bout| {
                bout.is_met() && bout.score_of(no) == Some(Score::Win) && bout.colour_of(no) == Some(Colour::White)
            }),
            Criterion::BoardPoints
            | Criterion::BoardWins
            | Criterion::WinsOnBoard { .. }
            | Criterion::Survival { .. } => panic!("worked by hand"),
        })
    }

    /// All numbers of everybody who has a place.
    pub(super) fn numbers(&self) -> Vec<(EntryNo, Vec<Option<Number>>)> {
        let mut all: Vec<(EntryNo, Vec<Option<Number>>)> = self.placed.iter().map(|no| (*no, Vec::new())).collect();
        for criterion in &self.order.criteria {
            let before = all.clone();
            for (no, numbers) in &mut all {
                let level: Vec<_> = before.iter().filter(|(_, other)| other == numbers).map(|(no, _)| *no).collect();
                numbers.push(self.number(*no, *criterion, &level));
            }
        }
        all
    }

    /// Who is better by the first number that differs.
    pub(super) fn compare(&self, one: &[Option<Number>], other: &[Option<Number>]) -> Ordering {
        let differing = self.order.criteria.iter().zip(one.iter().zip(other)).find(|(_, (one, other))| one != other);
        differing.map_or(Ordering::Equal, |(criterion, (one, other))| match criterion {
            Criterion::Warnings => one.cmp(other),
            _ => other.cmp(one),
        })
    }
}
