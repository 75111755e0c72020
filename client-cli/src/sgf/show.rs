//! A record for people and for programs: what is said of the game, and the board at some move. Pure.

use super::{ReadGame, notes_json, side, words as of};
use crate::{
    board_text, t,
    text::printable,
    words::{Words, game, settings},
};
use serde_json::{Value, json};
use tengen_core::sgf::{self, Move, Record, Shown, Target, Verdict};
use tengen_protocol::{Colour, Vertex};

/// The board, the players, the last move, and what is said of the game.
pub(super) fn text(words: Words, read: &ReadGame, number: Option<usize>) -> String {
    let record = &read.record;
    let shown = sgf::show(record, number);
    let diagram = &shown.diagram;
    let last = match shown.last {
        Some((_, Target::Vertex(Vertex::Point(point)))) => Some(*point),
        _ => None,
    };
    let mut lines = vec![board_text::drawn(diagram.size(), |point| diagram.stone(point), last, &[])];
    for colour in [Colour::Black, Colour::White] {
        let letter = if colour == Colour::Black { "X" } else { "O" };
        let (named, name) = (game::colour(words, colour), of::player(words, record, colour));
        let captures = *diagram.captured.of(colour.other());
        lines.push(t!(words, "board-side", letter = letter, colour = named, name = name, captures = captures));
    }
    lines.push(reached(words, record, &shown));
    lines.extend(information(words, record));
    if read.games > 1 {
        lines.push(t!(words, "sgf-game-of", game = read.which, games = read.games));
    }
    if record.variations > 0 {
        lines.push(t!(words, "sgf-variations", n = record.variations));
    }
    let comment = shown.comment.or(record.comment.as_deref().filter(|_| shown.number == 0));
    if let Some(comment) = comment {
        lines.push(t!(words, "sgf-comment"));
        lines.extend(comment.trim().lines().map(|line| format!("  {}", printable(line))));
    }
    lines.join("\n")
}

/// The move that the board is after.
fn reached(words: Words, record: &Record, shown: &Shown<'_>) -> String {
    let moves = record.moves().count();
    let Some((by, at)) = shown.last else { return t!(words, "sgf-before-moves", moves = moves) };
    let made = match at {
        Target::Vertex(vertex) => game::made(words, shown.number, by, *vertex),
        Target::Beyond(written) => {
            let (colour, written) = (game::colour(words, by), printable(written));
            t!(words, "sgf-move-beyond", number = shown.number, colour = colour, written = written)
        }
    };
    t!(words, "sgf-move-of", made = made, moves = moves)
}

/// What is said of the game, a line each.
fn information(words: Words, record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(result) = of::result(words, record) {
        lines.push(t!(words, "sgf-result", result = result));
    }
    lines.extend(record.komi.map(|komi| settings::komi(words, komi)));
    lines.extend(record.handicap.filter(|n| *n >= 2).map(|n| t!(words, "handicap", stones = n)));
    let said = |text: &Option<String>| text.as_deref().map(printable);
    lines.extend(said(&record.rules).map(|text| t!(words, "sgf-rules", text = text)));
    lines.extend(said(&record.name).map(|text| t!(words, "sgf-name", text = text)));
    lines.extend(said(&record.event).map(|text| t!(words, "sgf-event", text = text)));
    lines.extend(said(&record.round).map(|text| t!(words, "sgf-round", text = text)));
    lines.extend(said(&record.date).map(|text| t!(words, "sgf-date", text = text)));
    lines.extend(said(&record.place).map(|text| t!(words, "sgf-where", text = text)));
    lines
}

/// All of it for programs, with all moves.
pub(super) fn json(read: &ReadGame, number: Option<usize>) -> Value {
    let record = &read.record;
    let shown = sgf::show(record, number);
    let moves: Vec<Value> = record.moves().map(move_json).collect();
    let captured = &shown.diagram.captured;
    json!({
        "game": read.which,
        "games": read.games,
        "encoding": read.encoding,
        "size": record.size,
        "names": record.names,
        "ranks": record.ranks,
        "teams": record.teams,
        "date": record.date,
        "event": record.event,
        "round": record.round,
        "place": record.place,
        "name": record.name,
        "comment": record.comment,
        "rules": record.rules,
        "komi": record.komi,
        "handicap": record.handicap,
        "main_time": record.main_time,
        "overtime": record.overtime,
        "result": record.result,
        "outcome": outcome_json(record),
        "variations": record.variations,
        "moves": moves,
        "number": shown.number,
        "board": shown.diagram.rows(),
        "captures": { "black": captured.white, "white": captured.black },
        "move_comment": shown.comment,
        "notes": notes_json(&record.notes),
        "notes_left_out": record.notes.more,
    })
}

fn move_json(played: &Move) -> Value {
    let mut value = match &played.at {
        Target::Vertex(vertex) => json!({ "by": side(played.by), "vertex": vertex }),
        Target::Beyond(written) => json!({ "by": side(played.by), "beyond": written }),
    };
    if let Some(left) = played.left {
        value["left"] = left.into();
    }
    if let Some(left) = played.overtime_left {
        value["overtime_left"] = left.into();
    }
    value
}

/// The result as it was understood; `quarter_zi` is the margin, positive for Black.
pub(super) fn outcome_json(record: &Record) -> Value {
    match record.verdict {
        None | Some(Verdict::Unknown) => Value::Null,
        Some(verdict) => {
            let outcome = of::outcome(verdict);
            let margin = outcome.count.map(|count| count.quarter_zi);
            let reason = match verdict {
                Verdict::Void => Value::from("void"),
                Verdict::Win { how: sgf::How::Unstated, .. } => Value::Null,
                _ => json!(outcome.reason),
            };
            json!({ "winner": outcome.winner, "reason": reason, "quarter_zi": margin })
        }
    }
}
