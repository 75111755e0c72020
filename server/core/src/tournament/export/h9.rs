//! The tournament table of the European Go Federation, as OpenGotha names its files: `.h9`.
//!
//! Source: A. Cieply, *Comments on submitting tournament results* (EGF). One line a player; what follows a
//! semicolon is a comment; entries are separated by blanks:
//!
//! | column | what it holds |
//! |---|---|
//! | 1 | where he stands in the list, from 1; by this opponents are named, so it is never shared |
//! | 2, 3 | the first word of the name, and the others joined by `_`; `-` when there are none |
//! | 4 | the rank, `5D`, `12K`, `9P`; `30K` when it is not known |
//! | 5, 6 | country, always `XX` since it is not known, and club, `xxxx` when it is not known |
//! | 7 to 10 | points of the event (2 for a win), then the first three further criteria, or 0 |
//! | 11 .. | a round each: `<opponent><+, -, = or ?></ or !><b or w>0` |
//!
//! `!` stands in place of the slash, as OpenGotha has it, where nobody played for the result. A round without
//! an opponent is `0+`, `0=` or `0-`, by what a bye gives and as free otherwise. A bout of several games is
//! one entry, by its result. What the organiser must add by hand before it is rated: the class of the
//! tournament (`CL`) and its place (`PC`).

use super::{Line, Results, head, letter, sign};
use std::{collections::HashMap, fmt::Write};
use tengen_protocol::{EntryNo, Score, TimeControl, tournament_view::Cell};

/// Numbers between the club and the first round.
const NUMBERS: usize = 4;

/// The table; nothing for an event of teams, which the format does not know.
#[must_use]
pub fn h9(results: &Results) -> Option<String> {
    if results.settings.teams {
        return None;
    }
    let mut out = header(results);
    let positions = results.positions();
    for (at, line) in (1..).zip(&results.lines) {
        push_line(&mut out, results, &positions, at, line);
    }
    Some(out)
}

fn header(results: &Results) -> String {
    let settings = &results.settings;
    let komi = settings.terms.komi.unwrap_or_else(|| settings.terms.rules.komi());
    let heads = results.further().take(NUMBERS - 1).map(|(_, criterion)| head(criterion));
    let heads: Vec<_> = std::iter::once("points".to_owned()).chain(heads).collect();
    let mut out = format!("; EV[{}]\n", comment(&settings.name));
    if let (Some(began), Some(last)) = (crate::sgf::date(results.began), crate::sgf::date(results.last)) {
        // writing into a string does not fail
        let _ = writeln!(out, "; DT[{began},{last}]");
    }
    let _ = writeln!(out, "; KM[{komi}]");
    if let Some(main) = main_time(&settings.terms.time) {
        let _ = writeln!(out, "; TM[{}]", main / 60_000);
    }
    let _ = writeln!(out, "; Pl Name Rk Co Club {}", heads.join(" "));
    out
}

/// What a comment may say: one line, and no bracket that ends its value.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || matches!(c, '[' | ']') { ' ' } else { c }).collect()
}

/// The time before any overtime, ms; nothing where time is by the move or there is none.
const fn main_time(time: &TimeControl) -> Option<u64> {
    match time {
        TimeControl::Absolute { main }
        | TimeControl::ByoYomi { main, .. }
        | TimeControl::Canadian { main, .. }
        | TimeControl::Fischer { main, .. } => Some(*main),
        TimeControl::None | TimeControl::Simple { .. } | TimeControl::Correspondence { .. } => None,
    }
}

fn push_line(out: &mut String, results: &Results, positions: &HashMap<EntryNo, usize>, at: usize, line: &Line) {
    let (first, rest) = names(&line.entry.name);
    let rank = if line.entry.rank.is_some() { line.rank().to_uppercase() } else { "30K".to_owned() };
    let club = line.entry.club.as_deref().map(word).filter(|club| !club.is_empty());
    let club = club.unwrap_or_else(|| "xxxx".to_owned());
    let _ = write!(out, "{at:4} {first} {rest} {rank} XX {club} {}", line.row.points);
    let further: Vec<_> = results.further().take(NUMBERS - 1).map(|(at, _)| line.number(at)).collect();
    for at in 0..NUMBERS - 1 {
        let number = further.get(at).filter(|number| !number.is_empty()).map_or("0", String::as_str);
        let _ = write!(out, " {number}");
    }
    for cell in &line.cells {
        let _ = write!(out, " {:>9}", result(cell, positions, results));
    }
    out.push('\n');
}

/// A name as the two words that the format wants.
fn names(name: &str) -> (String, String) {
    let mut words = name.split_whitespace().map(word);
    let first = words.next().unwrap_or_else(|| "-".to_owned());
    let rest = words.collect::<Vec<_>>().join("_");
    (first, if rest.is_empty() { "-".to_owned() } else { rest })
}

/// One word that no reader takes for more or for a comment.
fn word(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() || c == ';' { '_' } else { c }).collect()
}

fn result(cell: &Cell, positions: &HashMap<EntryNo, usize>, results: &Results) -> String {
    match cell {
        Cell::Met { opponent, colour, score, forfeit } => {
            let kind = if *forfeit { '!' } else { '/' };
            let at = positions.get(opponent).copied().unwrap_or(0);
            format!("{at}{}{kind}{}0", sign(*score), letter(*colour))
        }
        Cell::Bye => format!("0{}", sign(Some(bye(results)))),
        Cell::Absent => "0-".to_owned(),
    }
}

/// What a bye gives.
fn bye(results: &Results) -> Score {
    match results.bye_points {
        0 => Score::Loss,
        1 => Score::Draw,
        _ => Score::Win,
    }
}
