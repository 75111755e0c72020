//! How somebody's place came about, number by number, and why he met whom he met, as text. Pure.

use super::{
    names::Names,
    standings::number,
    table::{Side, Table},
    why,
};
use crate::{
    t,
    words::{Words, tournament as said},
};
use tengen_protocol::{
    standings::{Exact, Explanation, Figure, Formula, Term},
    tournament_view::ExplainView,
};

/// The page.
pub(super) fn explain(words: Words, names: &Names<'_>, view: &ExplainView) -> String {
    let place = &view.place;
    let mut lines = vec![title(words, names, view)];
    if !place.shared_with.is_empty() {
        let others = said::listed(words, place.shared_with.iter().map(|entry| names.numbered(*entry)));
        lines.push(t!(words, "explain-shared", others = others));
    }
    lines.extend(place.drawn.map(|drawn| t!(words, "explain-drawn", n = drawn)));
    lines.push(String::new());
    let points = place.points.iter().map(|term| term.counts.n).sum::<i64>();
    lines.push(t!(words, "explain-points", points = points));
    lines.extend(terms(words, names, &place.points));
    for figure in &place.figures {
        lines.push(String::new());
        lines.extend(explained(words, names, figure, place));
    }
    let mut told = false;
    for pairing in &view.pairings {
        if !std::mem::replace(&mut told, true) {
            lines.extend([String::new(), t!(words, "explain-pairings")]);
        }
        let round = t!(words, "explain-round", round = pairing.round);
        lines.push(format!("  {round}"));
        let why = why::told(words, names, place.entry, &pairing.why);
        lines.extend(why.into_iter().map(|line| format!("    {line}")));
    }
    lines.join("\n")
}

fn title(words: Words, names: &Names<'_>, view: &ExplainView) -> String {
    let place = &view.place;
    let (entry, stage, rounds) = (names.ranked(place.entry), view.stage, place.rounds);
    match place.place {
        Some(n) => t!(words, "explain-place", entry = entry, place = n, stage = stage, rounds = rounds),
        None => t!(words, "explain-no-place", entry = entry, stage = stage, rounds = rounds),
    }
}

/// One number: what it is, what it decided, and its parts.
fn explained(words: Words, names: &Names<'_>, figure: &Figure, place: &Explanation) -> Vec<String> {
    let criterion = said::criterion(words, figure.value.criterion);
    let value = number(words, &figure.value, place.rounds);
    let mut lines = vec![match figure.level {
        0 | 1 => t!(words, "explain-figure-not-needed", criterion = criterion, value = value),
        level => t!(words, "explain-figure", criterion = criterion, value = value, level = level),
    }];
    lines.extend(formula(words, figure.formula).map(|line| format!("  {line}")));
    lines.extend(terms(words, names, &figure.terms));
    lines
}

fn formula(words: Words, formula: Formula) -> Option<String> {
    match formula {
        Formula::Sum | Formula::Count => None,
        Formula::Total { points, opponents, highest, rounds, bracket } => {
            let whole = exact_sum(points, bracket);
            let (points, bracket) = (points.to_string(), bracket.to_string());
            let opponents = opponents.to_string();
            Some(if highest == 0 {
                t!(words, "explain-total-none", points = points)
            } else {
                let half = f64::from(highest) / 2.0;
                let (points, whole) = (points.as_str(), whole.as_str());
                t!(
                    words,
                    "explain-total",
                    points = points,
                    opponents = opponents,
                    half = half,
                    rounds = rounds,
                    bracket = bracket,
                    whole = whole
                )
            })
        }
        Formula::NotAllMet => Some(t!(words, "explain-not-all-met")),
        Formula::Out { round } => Some(t!(words, "explain-out", round = round)),
        Formula::In => Some(t!(words, "tournament-still-in")),
    }
}

/// The sum of two exact numbers as people read it.
fn exact_sum(one: Exact, other: Exact) -> String {
    let (a, b) = (i128::from(one.d.get()), i128::from(other.d.get()));
    let above = i128::from(one.n) * b + i128::from(other.n) * a;
    // numbers of an event are small: what does not fit is none of one
    let sum = i64::try_from(above).ok().zip(u64::try_from(a * b).ok().and_then(std::num::NonZeroU64::new));
    sum.map_or_else(String::new, |(n, d)| Exact { n, d }.to_string())
}

fn terms(words: Words, names: &Names<'_>, terms: &[Term]) -> Vec<String> {
    let mut table = Table::new([
        (t!(words, "tournament-head-round"), Side::Right),
        (t!(words, "tournament-head-opponent"), Side::Left),
        (t!(words, "tournament-head-result"), Side::Left),
        (t!(words, "tournament-head-from"), Side::Right),
        (t!(words, "tournament-head-counts"), Side::Right),
        (t!(words, "tournament-head-note"), Side::Left),
    ]);
    for term in terms {
        let round = if term.round == 0 { String::new() } else { term.round.to_string() };
        table.row([
            round,
            term.opponent.map(|opponent| names.numbered(opponent)).unwrap_or_default(),
            term.score.map(|score| score.points().to_string()).unwrap_or_default(),
            term.from.to_string(),
            term.counts.to_string(),
            said::counted(words, term.why).unwrap_or_default(),
        ]);
    }
    if table.is_empty() { Vec::new() } else { table.lines().into_iter().map(|line| format!("  {line}")).collect() }
}
