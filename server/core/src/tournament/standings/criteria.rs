//! The criteria: for each the terms that it is made of, and what is made of them.

use super::{
    super::{Bout, CountedGame},
    Number, exact,
    tally::{Line, Tally, What},
};
use rustc_hash::FxHashSet;
use tengen_protocol::{
    Colour, Score,
    standings::{self, Counted, Criterion, Formula, Order, Term, Value},
};

/// One number with its parts.
pub(super) struct Figure {
    criterion: Criterion,
    level: usize,
    pub(super) number: Option<Number>,
    formula: Formula,
    terms: Vec<Part>,
}

/// What a round adds.
struct Part {
    round: u32,
    what: What,
    from: Number,
    counts: Number,
    why: Counted,
}

impl Part {
    fn new(line: &Line<'_>, from: Number, counts: Number) -> Self {
        let why = match line.what {
            What::Met { .. } => Counted::Played,
            What::Forfeit { .. } => Counted::Forfeit,
            What::Undecided { .. } => Counted::Undecided,
            What::Void { .. } => Counted::Void,
            What::Bye => Counted::Bye,
            What::NotPaired => Counted::NotPaired,
            What::BeforeEntry => Counted::BeforeEntry,
            What::AfterLeaving => Counted::AfterLeaving,
        };
        Self { round: line.round, what: line.what, from, counts, why }
    }
}

impl Figure {
    /// As it is shown.
    pub(super) fn shown(&self, tally: &Tally<'_>) -> standings::Figure {
        let terms = self.terms.iter().map(|part| Term {
            round: part.round,
            opponent: part.what.opponent().map(|who| tally.no(who)),
            score: part.what.score(),
            from: exact(part.from),
            counts: exact(part.counts),
            why: part.why,
        });
        standings::Figure {
            value: Value { criterion: self.criterion, number: self.number.map(exact) },
            level: u32::try_from(self.level).unwrap_or(u32::MAX),
            formula: self.formula,
            terms: terms.collect(),
        }
    }
}

/// The number of one entrant by one criterion; `level` are those who tie until then, himself included.
pub(super) fn figure(tally: &Tally<'_>, who: usize, criterion: Criterion, level: &[usize]) -> Figure {
    let sum = |terms: Vec<Part>| (Some(total(&terms)), Formula::Sum, terms);
    let each = |count: &dyn Fn(&Line<'_>) -> Option<u32>| sum(counted(tally.lines(who), count));
    let (number, formula, terms) = match criterion {
        Criterion::Points => sum(points(tally, who)),
        Criterion::Total => total_of_method_a(tally, who),
        Criterion::Sos => sum(opponents(tally, who, &|who| tally.points(who))),
        Criterion::SosWithoutExtremes => sum(without_extremes(opponents(tally, who, &|who| tally.points(who)))),
        Criterion::Sodos => sum(sodos(tally, who)),
        Criterion::Sosos => sum(opponents(tally, who, &|who| tally.sos(who))),
        Criterion::BeatenOpponents => sum(beaten(tally, who)),
        Criterion::Warnings => (Some(i64::from(tally.warnings(who)).into()), Formula::Count, Vec::new()),
        Criterion::DirectEncounter => direct_encounter(tally, who, level),
        Criterion::Wins => each(&|line| (line.what.score() == Some(Score::Win)).then_some(1)),
        Criterion::WinsWithWhite => each(&|line| {
            let is_one = matches!(line.what, What::Met { score: Score::Win, colour: Colour::White, .. });
            is_one.then_some(1)
        }),
        Criterion::BoardPoints => {
            each(&|line| games(tally, who, line).map(|scores| scores.map(|(_, score)| score.points()).sum()))
        }
        Criterion::BoardWins => each(&|line| games(tally, who, line).map(|scores| wins(scores, None))),
        Criterion::WinsOnBoard { board } => {
            each(&|line| games(tally, who, line).map(|scores| wins(scores, Some(u32::from(board)))))
        }
        Criterion::Survival { losses, returns } => survival(tally, who, losses, returns),
    };
    Figure { criterion, level: level.len(), number, formula, terms }
}

fn total(terms: &[Part]) -> Number {
    terms.iter().map(|part| part.counts).sum()
}

/// Terms that are whole numbers of their round.
fn counted(lines: &[Line<'_>], count: impl Fn(&Line<'_>) -> Option<u32>) -> Vec<Part> {
    let of = |line: &Line<'_>| {
        let number = Number::from(i64::from(count(line)?));
        Some(Part::new(line, number, number))
    };
    lines.iter().filter_map(of).collect()
}

/// What he brought along, and the rounds of this stage.
fn points(tally: &Tally<'_>, who: usize) -> Vec<Part> {
    let carried = Number::from(i64::from(tally.carried(who)));
    let brought = Part { round: 0, what: What::BeforeEntry, from: carried, counts: carried, why: Counted::Carried };
    let mut terms: Vec<Part> = (carried != Number::ZERO).then_some(brought).into_iter().collect();
    terms.extend(counted(tally.lines_so_far(who), |line| Some(tally.points_of(line))));
    terms
}

/// The sum of the opponents' points.
pub(super) fn sos(tally: &Tally<'_>, who: usize) -> Number {
    total(&opponents(tally, who, &|who| tally.points(who)))
}

/// For each round a number of the opponent, or what stands for it.
fn opponents(tally: &Tally<'_>, who: usize, number: &dyn Fn(usize) -> Number) -> Vec<Part> {
    let of = |line: &Line<'_>| match line.what {
        What::Met { opponent, .. } => Part::new(line, number(opponent), number(opponent)),
        What::Forfeit { .. } | What::Bye | What::NotPaired => Part::new(line, number(who), tally.stand_in(number(who))),
        What::Undecided { .. } | What::Void { .. } | What::BeforeEntry | What::AfterLeaving => {
            Part::new(line, Number::ZERO, Number::ZERO)
        }
    };
    tally.lines(who).iter().map(of).collect()
}

/// Without the highest and the lowest, the earliest of equal ones; nothing is left of one or two.
fn without_extremes(mut terms: Vec<Part>) -> Vec<Part> {
    for why in [Counted::Lowest, Counted::Highest] {
        let left = terms.iter().enumerate().filter(|(_, part)| part.why != Counted::Lowest);
        let at = match why {
            Counted::Lowest => left.min_by_key(|(_, part)| part.counts),
            // Of equal ones the last that it sees, so the earliest from behind.
            _ => left.rev().max_by_key(|(_, part)| part.counts),
        };
        if let Some((at, _)) = at {
            terms[at].counts = Number::ZERO;
            terms[at].why = why;
        }
    }
    terms
}

/// Half of 2, 1 or 0 points: what part of an opponent's points counts.
fn part_of(tally: &Tally<'_>, line: &Line<'_>) -> Number {
    Number::new(i64::from(tally.points_of(line)), 2)
}

fn sodos(tally: &Tally<'_>, who: usize) -> Vec<Part> {
    let mut terms = opponents(tally, who, &|who| tally.points(who));
    for (part, line) in terms.iter_mut().zip(tally.lines(who)) {
        part.counts *= part_of(tally, line);
    }
    terms
}

/// S1.28 A; a win by forfeit counts as one over the board, a bye has no opponent.
fn beaten(tally: &Tally<'_>, who: usize) -> Vec<Part> {
    let of = |line: &Line<'_>| match line.what {
        What::Met { opponent, .. } | What::Forfeit { opponent, .. } => {
            let points = tally.points(opponent);
            Some(Part::new(line, points, points * part_of(tally, line)))
        }
        What::Void { .. } => Some(Part::new(line, Number::ZERO, Number::ZERO)),
        _ => None,
    };
    tally.lines(who).iter().filter_map(of).collect()
}

/// S1.27 A.
fn total_of_method_a(tally: &Tally<'_>, who: usize) -> (Option<Number>, Formula, Vec<Part>) {
    let terms = opponents(tally, who, &|who| tally.points(who));
    let (points, opponents) = (Number::from(i64::from(tally.points_so_far(who))), total(&terms));
    let (highest, rounds) = (tally.highest(), tally.completed());
    let bracket = bracket(opponents, highest, rounds);
    let formula =
        Formula::Total { points: exact(points), opponents: exact(opponents), highest, rounds, bracket: exact(bracket) };
    (Some(points + bracket), formula, terms)
}

/// [对手积分总和 / (1/2 最高积分) - 轮次]; 0 as long as nobody can have points.
pub(super) fn bracket(opponents: Number, highest: u32, rounds: u32) -> Number {
    if highest == 0 {
        return Number::ZERO;
    }
    opponents / Number::new(i64::from(highest), 2) - i64::from(rounds)
}

fn direct_encounter(tally: &Tally<'_>, who: usize, level: &[usize]) -> (Option<Number>, Formula, Vec<Part>) {
    let group: FxHashSet<usize> = level.iter().copied().collect();
    let others_met = |one: usize| {
        let met = tally.lines(one).iter().filter_map(|line| match line.what {
            What::Met { opponent, .. } => group.contains(&opponent).then_some(opponent),
            _ => None,
        });
        met.collect::<FxHashSet<_>>().len()
    };
    // Nobody can have met more than one a round.
    let is_possible = level.len() <= tally.lines(who).len() + 1;
    if level.len() < 2 || !is_possible || level.iter().any(|one| others_met(*one) + 1 < level.len()) {
        return (None, Formula::NotAllMet, Vec::new());
    }
    let terms = counted(tally.lines(who), |line| {
        line.what.opponent().filter(|opponent| group.contains(opponent)).map(|_| tally.points_of(line))
    });
    (Some(total(&terms)), Formula::Sum, terms)
}

/// Who is out late is better; who is in is better than who withdrew after the last round.
fn survival(tally: &Tally<'_>, who: usize, losses: u8, returns: bool) -> (Option<Number>, Formula, Vec<Part>) {
    let terms = counted(tally.lines(who), |line| line.is_lost.then_some(1));
    let (number, formula) = match tally.out_since(who, losses, returns) {
        Some(round) => (round, Formula::Out { round }),
        None => (tally.completed() + 2, Formula::In),
    };
    (Some(i64::from(number).into()), formula, terms)
}

/// The scores of somebody's side in the games of a bout that count, with their boards; none without a bout
/// that counts.
fn games<'a>(tally: &Tally<'_>, who: usize, line: &Line<'a>) -> Option<impl Iterator<Item = (u32, Score)> + use<'a>> {
    line.what.score()?;
    let (bout, is_first): (&'a Bout, bool) = (line.bout?, line.bout?.first == tally.no(who));
    let of_side = move |game: &CountedGame| (game.board, if is_first { game.scores.first } else { game.scores.second });
    Some(bout.counted.iter().map(of_side))
}

fn wins(scores: impl Iterator<Item = (u32, Score)>, on: Option<u32>) -> u32 {
    let won = scores.filter(|(board, score)| *score == Score::Win && on.is_none_or(|on| on == *board));
    u32::try_from(won.count()).unwrap_or(u32::MAX)
}

/// His number in the draw, from 0.
pub(super) fn draw_position(tally: &Tally<'_>, order: &Order, who: usize) -> Option<usize> {
    let no = tally.no(who);
    order.drawn.iter().position(|drawn| *drawn == no)
}

/// His number among those of the draw, from 1, if the draw decided between him and others.
pub(super) fn place_in_draw(tally: &Tally<'_>, order: &Order, who: usize, level: &[usize]) -> Option<u32> {
    let own = draw_position(tally, order, who)?;
    let positions: Option<Vec<usize>> = level.iter().map(|one| draw_position(tally, order, *one)).collect();
    let before = positions?.into_iter().filter(|position| *position < own).count();
    (level.len() > 1).then(|| u32::try_from(before + 1).unwrap_or(u32::MAX))
}
