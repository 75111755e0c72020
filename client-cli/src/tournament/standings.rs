//! Standings and cross tables as text. Pure.

use super::{
    names::Names,
    table::{Side, Table},
};
use crate::{
    t,
    words::{Words, tournament as said},
};
use tengen_protocol::{
    Colour, Score,
    standings::{Criterion, Value},
    tournament_view::{Cell, Prize, StandingsRow, StandingsView},
};

/// The page of the standings.
pub(super) fn standings(words: Words, names: &Names<'_>, view: &StandingsView, crosstable: bool) -> String {
    let title = t!(words, "tournament-standings", stage = view.stage, rounds = view.rounds);
    let mut lines = vec![title, table(words, names, view, crosstable)];
    if crosstable && view.rows.iter().any(|row| !row.cells.is_empty()) {
        lines.push(t!(words, "tournament-crosstable-legend"));
    }
    lines.join("\n")
}

fn table(words: Words, names: &Names<'_>, view: &StandingsView, crosstable: bool) -> String {
    let rows = &view.rows;
    let values = rows.first().map_or(&[][..], |row| &row.row.values);
    // the points have a column of their own
    let criteria: Vec<Criterion> =
        values.iter().map(|value| value.criterion).filter(|it| *it != Criterion::Points).collect();
    let rounds = if crosstable { rows.iter().map(|row| row.cells.len()).max().unwrap_or(0) } else { 0 };
    let people = [
        (t!(words, "tournament-head-place"), Side::Right),
        (t!(words, "tournament-head-no"), Side::Right),
        (t!(words, "tournament-head-name"), Side::Left),
        (t!(words, "tournament-head-rank"), Side::Left),
        (t!(words, "tournament-head-club"), Side::Left),
    ];
    let played = (1..=rounds).map(|round| (round.to_string(), Side::Left));
    let numbers = criteria.iter().map(|criterion| (said::criterion(words, *criterion), Side::Right));
    let points = (t!(words, "criterion-points"), Side::Right);
    let prize = (t!(words, "tournament-head-prize"), Side::Left);
    let mut table = Table::new(people.into_iter().chain(played).chain([points]).chain(numbers).chain([prize]));
    for StandingsRow { row, cells, prize } in rows {
        let [rank, club] = names.rank_and_club(row.entry);
        let place = row.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let who = [place, row.entry.to_string(), names.name(row.entry), rank, club];
        let cell = |at: usize| cells.get(at).map(|it| cell(words, it)).unwrap_or_default();
        let values = row.values.iter().filter(|value| value.criterion != Criterion::Points);
        table.row(
            who.into_iter()
                .chain((0..rounds).map(cell))
                .chain([row.points.to_string()])
                .chain(values.map(|value| number(words, value, view.rounds)))
                .chain([prize.as_ref().map(|prize| prize_text(words, prize)).unwrap_or_default()]),
        );
    }
    if table.is_empty() { t!(words, "tournament-standings-empty") } else { table.text() }
}

/// What a place gives: `cup`; of those who share places `cup + 100 yuan (shared by 2)`.
fn prize_text(words: Words, Prize { prizes, shared_by, .. }: &Prize) -> String {
    let prizes = prizes.join(" + ");
    match shared_by {
        1 => prizes,
        among => t!(words, "tournament-prize-shared", prizes = prizes, among = among),
    }
}

/// A number as lists of results have it, after so many complete rounds.
pub(super) fn number(words: Words, value: &Value, rounds: u32) -> String {
    match (value.criterion, value.number) {
        (_, None) => "-".to_owned(),
        // whoever went out has a round that was played, or the one after it
        (Criterion::Survival { .. }, Some(exact)) if exact.n > i64::from(rounds) + 1 => {
            t!(words, "tournament-still-in")
        }
        (_, Some(exact)) => exact.to_string(),
    }
}

/// One round of somebody: `#5+b`, `#3-w!`.
fn cell(words: Words, cell: &Cell) -> String {
    match cell {
        Cell::Bye => t!(words, "tournament-cell-bye"),
        Cell::Absent => "-".to_owned(),
        Cell::Met { opponent, colour, score, forfeit } => {
            let sign = match score {
                Some(Score::Win) => "+",
                Some(Score::Draw) => "=",
                Some(Score::Loss) => "-",
                None => "?",
            };
            let colour = match colour {
                Colour::Black => t!(words, "tournament-cell-black"),
                Colour::White => t!(words, "tournament-cell-white"),
            };
            format!("{opponent}{sign}{colour}{}", if *forfeit { "!" } else { "" })
        }
    }
}
