//! The stage seen by each entrant: one line a round, and his points.

use super::{
    super::{Bout, Entrant, History, history::is_lost},
    Number, withdrawn,
};
use rustc_hash::{FxHashMap, FxHashSet};
use tengen_protocol::{
    Colour, EntryNo, Score, Scores,
    standings::{Criterion, Highest, Order, Unplayed},
};

/// Rounds beyond are left out: see the bounds in the module above.
const MOST_ROUNDS: usize = 65_535;

/// What one round was for somebody. Opponents are places in the list of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Met { opponent: usize, score: Score, colour: Colour },
    Forfeit { opponent: usize, score: Score },
    Undecided { opponent: usize },
    Void { opponent: usize },
    Bye,
    NotPaired,
    BeforeEntry,
    AfterLeaving,
}

impl What {
    /// Paired, or with a bye.
    const fn takes_part(self) -> bool {
        !matches!(self, Self::NotPaired | Self::BeforeEntry | Self::AfterLeaving)
    }

    pub(super) const fn opponent(self) -> Option<usize> {
        match self {
            Self::Met { opponent, .. }
            | Self::Forfeit { opponent, .. }
            | Self::Undecided { opponent }
            | Self::Void { opponent } => Some(opponent),
            Self::Bye | Self::NotPaired | Self::BeforeEntry | Self::AfterLeaving => None,
        }
    }

    pub(super) const fn score(self) -> Option<Score> {
        match self {
            Self::Met { score, .. } | Self::Forfeit { score, .. } => Some(score),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) round: u32,
    pub(super) what: What,
    /// He has lost it ([`Bout::is_lost_by`]).
    pub(super) is_lost: bool,
    pub(super) bout: Option<&'a Bout>,
}

pub(super) struct Tally<'a> {
    history: &'a History,
    unplayed: Unplayed,
    bye_points: u32,
    highest: Highest,
    /// By entrant: all rounds.
    lines: Vec<Vec<Line<'a>>>,
    completed: usize,
    /// Points of completed rounds of this stage.
    points: Vec<i64>,
    /// SOS of completed rounds, if the order asks for what is made of it.
    sos: Vec<Number>,
    is_placed: Vec<bool>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(history: &'a History, order: &Order) -> Self {
        let void: FxHashSet<_> = withdrawn::void(history, order.withdrawals).into_iter().collect();
        let rounds = &history.rounds[..history.rounds.len().min(MOST_ROUNDS)];
        let mut tally = Self {
            history,
            unplayed: order.unplayed,
            bye_points: u32::from(order.bye_points),
            highest: order.highest,
            lines: lines(history, rounds.len(), &void),
            completed: 0,
            points: Vec::new(),
            sos: Vec::new(),
            is_placed: Vec::new(),
        };
        // before the first round whoever can be in it
        let has_part = |(lines, entrant): (&Vec<Line<'_>>, &Entrant)| {
            let takes_part = lines.iter().any(|line| line.what.takes_part());
            !void.contains(&entrant.no) && (takes_part || (lines.is_empty() && entrant.until_round != Some(0)))
        };
        tally.is_placed = tally.lines.iter().zip(&history.entrants).map(has_part).collect();
        let is_complete =
            |at: &usize| !tally.lines.iter().any(|lines| matches!(lines[*at].what, What::Undecided { .. }));
        tally.completed = (0..rounds.len()).take_while(is_complete).count();
        let points =
            tally.lines.iter().map(|lines| lines[..tally.completed].iter().map(|line| tally.points_of(line)).sum());
        tally.points = points.map(|points: u32| i64::from(points)).collect();
        if order.criteria.iter().any(|criterion| matches!(criterion, Criterion::Survival { .. })) {
            tally.mark_those_out();
        }
        if order.criteria.contains(&Criterion::Sosos) {
            let everybody = 0..tally.lines.len();
            tally.sos = everybody.map(|who| super::criteria::sos(&tally, who)).collect();
        }
        tally
    }

    /// Where people go out whoever is not paired is out, or has not come back yet: he is not just unpaired.
    fn mark_those_out(&mut self) {
        let unpaired = self.lines.iter_mut().flatten().filter(|line| line.what == What::NotPaired);
        unpaired.for_each(|line| line.what = What::AfterLeaving);
    }

    pub(super) fn no(&self, who: usize) -> EntryNo {
        self.history.entrants[who].no
    }

    pub(super) fn everybody(&self) -> std::ops::Range<usize> {
        0..self.lines.len()
    }

    /// Whether he has a place: not if he never took part or his results are void.
    pub(super) fn is_placed(&self, who: usize) -> bool {
        self.is_placed[who]
    }

    pub(super) fn warnings(&self, who: usize) -> u32 {
        self.history.entrants[who].warnings
    }

    /// How many rounds are completed.
    pub(super) fn completed(&self) -> u32 {
        u32::try_from(self.completed).unwrap_or(u32::MAX)
    }

    /// His completed rounds.
    pub(super) fn lines(&self, who: usize) -> &[Line<'a>] {
        &self.lines[who][..self.completed]
    }

    /// All his rounds, the one that is going on too.
    pub(super) fn lines_so_far(&self, who: usize) -> &[Line<'a>] {
        &self.lines[who]
    }

    /// What a round gave.
    pub(super) fn points_of(&self, line: &Line<'_>) -> u32 {
        if line.what == What::Bye { self.bye_points } else { line.what.score().map_or(0, Score::points) }
    }

    /// Points of completed rounds.
    pub(super) fn points(&self, who: usize) -> Number {
        self.points[who].into()
    }

    pub(super) fn sos(&self, who: usize) -> Number {
        self.sos[who]
    }

    /// Points with those of the round that is going on and those brought along.
    pub(super) fn points_so_far(&self, who: usize) -> u32 {
        let here = self.lines[who].iter().map(|line| self.points_of(line)).sum::<u32>();
        here.saturating_add(self.carried(who))
    }

    pub(super) fn carried(&self, who: usize) -> u32 {
        self.history.entrants[who].carried
    }

    /// What stands for an opponent in a round without one.
    pub(super) fn stand_in(&self, own: Number) -> Number {
        match self.unplayed {
            Unplayed::Own => own,
            Unplayed::None => Number::ZERO,
            Unplayed::Half => own / 2,
        }
    }

    /// The "highest score" of S1.27 A.
    pub(super) fn highest(&self) -> u32 {
        match self.highest {
            Highest::TwiceRounds => self.completed().saturating_mul(2),
            Highest::BestActual => self.points.iter().max().and_then(|best| u32::try_from(*best).ok()).unwrap_or(0),
        }
    }

    /// The round since which he is out, if he is: that of the loss with which he has lost so often, or the
    /// first one in which he did not take part. Whoever takes part later is in again, but with so many losses
    /// only where people may return, and until the next.
    pub(super) fn out_since(&self, who: usize, losses: u8, returns: bool) -> Option<u32> {
        let (mut lost, mut out) = (0, None);
        for line in &self.lines[who] {
            let is_completed = line.round <= self.completed();
            if line.what.takes_part() {
                if returns || lost < u32::from(losses) {
                    out = None;
                }
                lost += u32::from(is_completed && line.is_lost);
                if is_completed && line.is_lost && lost >= u32::from(losses) {
                    out = out.or(Some(line.round));
                }
            } else if is_completed && line.what != What::BeforeEntry {
                out = out.or(Some(line.round));
            }
        }
        let left = self.history.entrants[who].until_round.filter(|until| *until <= self.completed());
        out.or(left.map(|until| until + 1))
    }
}

/// One line for each entrant and round. A bout with a number that nobody has is left out.
fn lines<'a>(history: &'a History, rounds: usize, void: &FxHashSet<EntryNo>) -> Vec<Vec<Line<'a>>> {
    let numbers = history.entrants.iter().map(|entrant| entrant.no);
    let index: FxHashMap<EntryNo, usize> = numbers.zip(0..).collect();
    let mut all: Vec<Vec<Line<'a>>> = history.entrants.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for (round, played) in (1u32..).zip(history.rounds.iter().take(rounds)) {
        for (lines, entrant) in all.iter_mut().zip(&history.entrants) {
            let what = if round < entrant.from_round {
                What::BeforeEntry
            } else if entrant.plays_in(round) {
                What::NotPaired
            } else {
                What::AfterLeaving
            };
            lines.push(Line { round, what, is_lost: false, bout: None });
        }
        let mut set = |who: usize, what, is_lost, bout| {
            if let Some(line) = all[who].last_mut() {
                *line = Line { round, what, is_lost, bout };
            }
        };
        for who in played.byes.iter().filter_map(|no| index.get(no)) {
            set(*who, What::Bye, false, None);
        }
        for bout in &played.bouts {
            let (Some(first), Some(second)) = (index.get(&bout.first), index.get(&bout.second)) else { continue };
            let result = withdrawn::result(history, round, bout);
            let is_void = void.contains(&bout.first) || void.contains(&bout.second);
            for (who, opponent, colour) in [(*first, *second, Colour::Black), (*second, *first, Colour::White)] {
                let own = result.map(|scores| if colour == Colour::Black { scores } else { scores.swapped() });
                let what = match own {
                    _ if is_void => What::Void { opponent },
                    None => What::Undecided { opponent },
                    Some(Scores { first: score, forfeit: true, .. }) => What::Forfeit { opponent, score },
                    Some(Scores { first: score, .. }) => What::Met { opponent, score, colour },
                };
                set(who, what, !is_void && own.is_some_and(is_lost), Some(bout));
            }
        }
    }
    all
}
