//! Whether the moves of a record are legal, and what its end counts, beside what it says itself. Pure.

use super::{ReadGame, notes_json, show::outcome_json, side, words as of};
use crate::{
    t,
    text::printable,
    words::{Words, game, refusal, settings},
};
use serde_json::{Value, json};
use tengen_core::{
    rules::{Illegal, SetupError, count, handicap},
    sgf::{self, Fault, Judged, Record, Target, Wrong},
};
use tengen_protocol::{
    Code, Colour, Count, EndReason, Ending, Ko, Komi, Outcome, Point, Preset, Rules, Sides, Suicide, WireError,
};

/// What a record is judged and counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) rules: Rules,
    pub(super) komi: Komi,
    pub(super) handicap: u16,
    /// The record names rules that Tengen does not have, and no others were asked for: what it says of its
    /// result was counted by those.
    pub(super) foreign: bool,
}

impl Terms {
    /// What was asked for, else what the record says, else the Chinese rules.
    pub(super) fn of(record: &Record, preset: Option<Preset>, ko: Option<Ko>, suicide: Option<Suicide>) -> Self {
        let named = preset.map(Preset::rules).or_else(|| record.known_rules());
        let foreign = named.is_none() && record.rules.as_ref().is_some_and(|text| !text.trim().is_empty());
        let mut rules = named.unwrap_or_else(|| Preset::default().rules());
        rules.ko = ko.unwrap_or(rules.ko);
        rules.suicide = suicide.unwrap_or(rules.suicide);
        let handicap = record.handicap.unwrap_or(0);
        let komi = record.komi.unwrap_or_else(|| handicap::default_komi(rules.preset, handicap));
        Self { rules, komi, handicap, foreign }
    }
}

/// What was found.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) terms: Terms,
    pub(super) judged: Judged,
    /// The count, where all moves are legal and it is known what is dead.
    pub(super) count: Option<Count>,
    /// The dead stones that it was made without.
    pub(super) dead: Vec<Point>,
}

/// Judges a record and counts it without these chains, or without those that it marks itself.
///
/// # Errors
/// A point that was named and has no stone.
pub(super) fn check(record: &Record, terms: Terms, dead: Option<Vec<Point>>) -> Result<Checked, Point> {
    let judged = sgf::judge(record, terms.rules.ko, terms.rules.suicide);
    let mut checked = Checked { terms, judged, count: None, dead: Vec::new() };
    if checked.judged.fault.is_some() {
        return Ok(checked);
    }
    let board = checked.judged.position.board();
    let named = match dead {
        Some(dead) => {
            if let Some(empty) = dead.iter().find(|point| board.get(**point).is_none()) {
                return Err(*empty);
            }
            dead
        }
        None if !record.territory.is_empty() => {
            let others =
                |(whose, point): &(Colour, Point)| (board.get(*point) == Some(whose.other())).then_some(*point);
            record.territory.iter().filter_map(others).collect()
        }
        None if terms.rules.ending == Ending::AsItStands => Vec::new(),
        None => return Ok(checked),
    };
    // A chain lives or dies as one.
    let mut chains: Vec<Point> = named.iter().flat_map(|point| board.chain(*point)).collect();
    chains.sort_unstable();
    chains.dedup();
    let area = count::area(board, &chains);
    let compensation_points = handicap::compensation_points(terms.rules.compensation, terms.handicap);
    let margin = count::score(area, count::Terms { komi: terms.komi, compensation_points, ..count::Terms::default() });
    let (black, white, neutral) = (area.black, area.white, area.neutral);
    checked.count = Some(Count { black, white, neutral, quarter_zi: margin.0, penalties: Sides::default() });
    checked.dead = chains;
    Ok(checked)
}

/// Whether the record says the same margin; nothing where it has none, or by rules that are not known.
fn agrees(record: &Record, terms: Terms, count: &Count) -> Option<bool> {
    if terms.foreign {
        return None;
    }
    record.verdict.and_then(sgf::Verdict::margin).map(|said| said == count.margin())
}

/// Legality, count and comparison, a line each.
pub(super) fn text(words: Words, record: &Record, checked: &Checked) -> String {
    let Rules { preset, ko, suicide, .. } = checked.terms.rules;
    let (ko, suicide) = (settings::ko(words, ko), settings::suicide(words, suicide));
    let mut lines = vec![t!(words, "sgf-under", rules = settings::rules(words, preset), ko = ko, suicide = suicide)];
    if let Some(named) = record.rules.as_deref().filter(|_| checked.terms.foreign) {
        let rules = settings::rules(words, preset);
        lines.push(t!(words, "sgf-rules-unknown", named = printable(named), rules = rules));
    }
    match &checked.judged.fault {
        None => lines.push(t!(words, "sgf-legal", moves = checked.judged.moves)),
        Some(fault) => lines.push(illegal(words, record, fault)),
    }
    let said = of::result(words, record);
    match &checked.count {
        None if checked.judged.fault.is_some() => {}
        None => lines.push(t!(words, "sgf-not-counted")),
        Some(count) => {
            lines.push(settings::komi(words, checked.terms.komi));
            let winner = count.margin().winner();
            let outcome = Outcome { result: String::new(), reason: EndReason::Count, winner, count: Some(*count) };
            lines.push(game::outcome_with_area(words, &outcome));
            match (said, agrees(record, checked.terms, count)) {
                (Some(result), Some(true)) => lines.push(t!(words, "sgf-agrees", result = result)),
                (Some(result), Some(false)) => lines.push(t!(words, "sgf-differs", result = result)),
                (Some(result), None) => lines.push(t!(words, "sgf-result", result = result)),
                (None, _) => {}
            }
        }
    }
    lines.join("\n")
}

fn illegal(words: Words, record: &Record, fault: &Fault) -> String {
    if let Wrong::SetUp(error) = fault.wrong {
        let point = match error {
            SetupError::OffBoard(point) | SetupError::Occupied(point) | SetupError::NoLiberties(point) => {
                point.to_string()
            }
            SetupError::Begun => String::new(),
        };
        return t!(words, "sgf-illegal-setup", number = fault.number, vertex = point);
    }
    let Some(played) = at(record, fault) else { return String::new() };
    let colour = game::colour(words, played.by);
    let vertex = match &played.at {
        Target::Vertex(vertex) => vertex.to_string(),
        Target::Beyond(written) => format!("[{}]", printable(written)),
    };
    let place = of::place(words, played.place);
    let why = refusal::refusal(words, &refused(fault.wrong, played.by));
    t!(words, "sgf-illegal", number = fault.number, colour = colour, vertex = vertex, why = why, place = place)
}

/// The move that is wrong.
fn at<'a>(record: &'a Record, fault: &Fault) -> Option<&'a sgf::Move> {
    let index = usize::try_from(fault.number).ok()?.checked_sub(1)?;
    record.moves().nth(index)
}

/// What the server would have answered.
fn refused(wrong: Wrong, by: Colour) -> WireError {
    let error = |code| WireError::new(code, "");
    match wrong {
        Wrong::Illegal(Illegal::OffBoard) => error(Code::OffBoard),
        Wrong::Illegal(Illegal::Occupied) => error(Code::Occupied),
        Wrong::Illegal(Illegal::Suicide) => error(Code::Suicide),
        Wrong::Illegal(Illegal::Ko) => error(Code::Ko),
        Wrong::Illegal(Illegal::Superko { repeats_move }) => {
            let mut error = error(Code::Superko);
            error.repeats_move = Some(repeats_move);
            error
        }
        Wrong::OutOfTurn => error(Code::NotYourTurn).to_move(by.other()),
        Wrong::SetUp(_) => error(Code::BadRequest),
    }
}

/// All of it for programs.
pub(super) fn json(read: &ReadGame, checked: &Checked) -> Value {
    let record = &read.record;
    let fault = checked.judged.fault.as_ref().map(|fault| {
        if let Wrong::SetUp(_) = fault.wrong {
            return json!({ "number": fault.number, "code": "set_up" });
        }
        let played = at(record, fault);
        let by = played.map_or(Colour::Black, |played| played.by);
        let error = refused(fault.wrong, by);
        let mut value = json!({ "number": fault.number, "by": side(by), "code": error.code });
        if let Some(played) = played {
            match &played.at {
                Target::Vertex(vertex) => value["vertex"] = json!(vertex),
                Target::Beyond(written) => value["beyond"] = json!(written),
            }
            value["line"] = played.place.line.into();
            value["column"] = played.place.column.into();
        }
        if let Some(repeats) = error.repeats_move {
            value["repeats_move"] = repeats.into();
        }
        value
    });
    json!({
        "game": read.which,
        "legal": checked.judged.fault.is_none(),
        "moves": checked.judged.moves,
        "fault": fault,
        "rules": checked.terms.rules,
        "rules_unknown": record.rules.as_ref().filter(|_| checked.terms.foreign),
        "komi": checked.terms.komi,
        "handicap": checked.terms.handicap,
        "dead": checked.count.map(|_| &checked.dead),
        "count": checked.count,
        "result": record.result,
        "outcome": outcome_json(record),
        "agrees": checked.count.as_ref().and_then(|count| agrees(record, checked.terms, count)),
        "notes": notes_json(&record.notes),
        "notes_left_out": record.notes.more,
    })
}
