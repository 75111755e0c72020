//! Result lists of a stage: as CSV for spreadsheets ([`csv`]), as a table of the European Go Federation for
//! rating programs ([`h9`]), and as text to be printed ([`text`]).
//!
//! All three say the same: the order of the standings, and round by round whom everybody met. Nothing is
//! counted here; what is not in the standings is in no list. Heads of columns are English words that
//! programs know again, as in lists of entries.

mod csv;
mod h9;
#[cfg(test)]
mod tests;
mod text;

pub use self::csv::csv;
pub use h9::h9;
pub use text::text;

use super::event::Tournament;
use std::collections::HashMap;
use tengen_protocol::{
    Colour, Entry, EntryNo, EventSettings, Score,
    standings::{Criterion, Row},
    tournament_view::{Cell, Prize, StandingsRow},
};

/// The results of a stage as they stand.
#[derive(Clone, Debug)]
pub struct Results {
    /// The settings of the event.
    pub settings: EventSettings,
    /// The stage, from 1.
    pub stage: u32,
    /// Rounds that are complete.
    pub complete: u32,
    /// Rounds that are paired.
    pub paired: usize,
    /// When the stage began, ms since 1970.
    pub began: u64,
    /// When its last complete round was complete; when it began before that.
    pub last: u64,
    /// Points for a bye.
    pub bye_points: u8,
    /// What each line's numbers are.
    pub criteria: Vec<Criterion>,
    /// The best first.
    pub lines: Vec<Line>,
}

/// One line of the results.
#[derive(Clone, Debug)]
pub struct Line {
    /// Place, points and numbers.
    pub row: Row,
    /// Who.
    pub entry: Entry,
    /// Round by round.
    pub cells: Vec<Cell>,
    /// What the place gives.
    pub prize: Option<Prize>,
}

impl Tournament {
    /// The results of a stage; nothing for one that has not begun.
    #[must_use]
    pub fn results(&self, stage: u32) -> Option<Results> {
        let state = self.stages().get((stage as usize).checked_sub(1)?)?;
        let view = self.standings_view(stage)?;
        let line = |line: StandingsRow| {
            let entry = self.entry(line.row.entry)?.entry.clone();
            Some(Line { row: line.row, entry, cells: line.cells, prize: line.prize })
        };
        Some(Results {
            settings: self.settings()?.clone(),
            stage,
            complete: view.rounds,
            paired: state.rounds.len(),
            began: state.began,
            last: state.rounds.iter().filter_map(|round| round.complete).max().unwrap_or(state.began),
            bye_points: view.order.bye_points,
            criteria: view.order.criteria,
            lines: view.rows.into_iter().filter_map(line).collect(),
        })
    }
}

impl Results {
    /// Where everybody stands in the list, from 1: as `h9` names opponents, since places may be shared.
    fn positions(&self) -> HashMap<EntryNo, usize> {
        (1..).zip(&self.lines).map(|(at, line)| (line.row.entry, at)).collect()
    }

    /// The criteria that say more than the column of points, with their place among a row's values.
    fn further(&self) -> impl Iterator<Item = (usize, Criterion)> {
        let criteria = self.criteria.iter().copied().enumerate();
        criteria.filter(|(_, criterion)| *criterion != Criterion::Points)
    }
}

impl Line {
    /// A number of the line as lists print it; empty where the criterion does not apply.
    fn number(&self, at: usize) -> String {
        let number = self.row.values.get(at).and_then(|value| value.number);
        number.map(|number| number.to_string()).unwrap_or_default()
    }

    /// The place; empty without one.
    fn place(&self) -> String {
        self.row.place.map(|place| place.to_string()).unwrap_or_default()
    }

    /// The prize: `cup`; of those who share places `cup + 100 yuan, shared by 2`.
    fn prize(&self) -> String {
        match &self.prize {
            None => String::new(),
            Some(Prize { prizes, shared_by: 1, .. }) => prizes.join(" + "),
            Some(Prize { prizes, shared_by, .. }) => format!("{}, shared by {shared_by}", prizes.join(" + ")),
        }
    }

    fn rank(&self) -> String {
        self.entry.rank.map(|rank| rank.to_string()).unwrap_or_default()
    }
}

/// The word that heads the column of a criterion.
fn head(criterion: Criterion) -> String {
    let word = match criterion {
        Criterion::Points => "points",
        Criterion::Total => "total",
        Criterion::Sos => "sos",
        Criterion::SosWithoutExtremes => "sos_without_extremes",
        Criterion::Sodos => "sodos",
        Criterion::Sosos => "sosos",
        Criterion::BeatenOpponents => "beaten_opponents",
        Criterion::Warnings => "warnings",
        Criterion::DirectEncounter => "direct_encounter",
        Criterion::Wins => "wins",
        Criterion::WinsWithWhite => "wins_with_white",
        Criterion::BoardPoints => "board_points",
        Criterion::BoardWins => "board_wins",
        Criterion::WinsOnBoard { board } => return format!("wins_on_board_{board}"),
        Criterion::Survival { .. } => "survival",
    };
    word.to_owned()
}

/// How a round ended, in one character.
const fn sign(score: Option<Score>) -> char {
    match score {
        Some(Score::Win) => '+',
        Some(Score::Draw) => '=',
        Some(Score::Loss) => '-',
        None => '?',
    }
}

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'b',
        Colour::White => 'w',
    }
}

/// A round of somebody for spreadsheets and people: the opponent's number, `+`, `=`, `-` or `?`, `!` where
/// nobody played for it, and the colour: `7+b`, `12-!w`. `bye` for a bye, empty without a pairing.
fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Met { opponent, colour, score, forfeit } => {
            let forfeit = if *forfeit { "!" } else { "" };
            format!("{}{}{forfeit}{}", opponent.0, sign(*score), letter(*colour))
        }
        Cell::Bye => "bye".to_owned(),
        Cell::Absent => String::new(),
    }
}
