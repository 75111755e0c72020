//! Records in files: `tengen sgf show` and `tengen sgf check`.
//!
//! Reading and judging are the core's, the one part of the client that uses it; here are files, words
//! and JSON. No server is asked.

mod check;
mod show;
mod words;

use crate::{
    args::{Global, SgfCommand, SgfFile},
    failure::Failure,
    output::{self, Form},
    t,
    words::Words,
};
use serde_json::{Value, json};
use std::{fs::File, io::Read};
use tengen_core::sgf::{self, Limits, Notes, Oddity, Record};
use tengen_protocol::Colour;

/// Shows or checks a record.
///
/// # Errors
/// When it cannot be read; [`Failure::Told`] when it is not legal.
pub(crate) fn run(global: &Global, command: SgfCommand) -> Result<(), Failure> {
    let words = global.words();
    let form = if global.json { Form::Json } else { Form::Human };
    match command {
        SgfCommand::Show { file, number } => {
            let read = read(words, &file)?;
            if form == Form::Json {
                return output::json(&show::json(&read, number));
            }
            tell_notes(words, &read.record.notes);
            output::board(&show::text(words, &read, number))
        }
        SgfCommand::Check { file, rules, ko, suicide, dead } => {
            let read = read(words, &file)?;
            let terms = check::Terms::of(&read.record, rules, ko.map(|ko| ko.value()), suicide.map(|it| it.value()));
            let checked = check::check(&read.record, terms, dead.map(|dead| dead.0));
            let checked =
                checked.map_err(|point| Failure::Usage(t!(words, "sgf-dead-empty", vertex = point.to_string())))?;
            match form {
                Form::Json => output::json(&check::json(&read, &checked))?,
                Form::Human => {
                    tell_notes(words, &read.record.notes);
                    output::line(&check::text(words, &read.record, &checked))?;
                }
            }
            if checked.judged.fault.is_some() { Err(Failure::Told) } else { Ok(()) }
        }
    }
}

/// A game of a file.
#[derive(Debug)]
struct ReadGame {
    record: Record,
    /// Which game it is, from 1, and how many the file has.
    which: usize,
    games: usize,
    encoding: &'static str,
}

fn read(words: Words, file: &SgfFile) -> Result<ReadGame, Failure> {
    let name = file.file.display();
    let failed = |error: std::io::Error| Failure::Local(format!("{name}: {error}"));
    let most = Limits::default().bytes;
    // One byte more than is read tells a file that is too long.
    let within = most as u64 + 1;
    let mut bytes = Vec::new();
    if file.file.as_os_str() == "-" {
        std::io::stdin().lock().take(within).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        File::open(&file.file).and_then(|file| file.take(within).read_to_end(&mut bytes)).map_err(failed)?;
    }
    understood(&bytes, file.which, file.encoding.as_deref())
        .map_err(|error| Failure::Local(format!("{name}: {}", words::unreadable(words, &error))))
}

fn understood(bytes: &[u8], which: usize, encoding: Option<&str>) -> Result<ReadGame, sgf::ReadError> {
    let tree = sgf::parse_as(bytes, encoding, &Limits::default())?;
    let record = Record::read(&tree, which)?;
    Ok(ReadGame { record, which, games: tree.games().len(), encoding: tree.encoding() })
}

/// Says what was odd; that is no part of the data.
fn tell_notes(words: Words, notes: &Notes) {
    for note in &notes.kept {
        output::say(words::note(words, note));
    }
    if notes.more > 0 {
        output::say(t!(words, "sgf-notes-more", n = notes.more));
    }
}

/// The notes for programs: where, what, and its parameters.
fn notes_json(notes: &Notes) -> Value {
    let notes = notes.kept.iter().map(|note| {
        let mut value = match &note.what {
            Oddity::EncodingGuessed { encoding } => json!({ "note": "encoding_guessed", "encoding": encoding }),
            Oddity::EncodingUnknown { named, encoding } => {
                json!({ "note": "encoding_unknown", "named": named, "encoding": encoding })
            }
            Oddity::EncodingWrong { named, encoding } => {
                json!({ "note": "encoding_wrong", "named": named, "encoding": encoding })
            }
            Oddity::Undecodable { encoding } => json!({ "note": "undecodable", "encoding": encoding }),
            Oddity::Skipped => json!({ "note": "skipped" }),
            Oddity::NoSemicolon => json!({ "note": "no_semicolon" }),
            Oddity::OpenValue => json!({ "note": "open_value" }),
            Oddity::OpenTrees { missing } => json!({ "note": "open_trees", "missing": missing }),
            Oddity::Value { property, value, expected } => json!({
                "note": "value", "property": property, "value": value,
                "expected": format!("{expected:?}").to_lowercase(),
            }),
            Oddity::Komi { value, komi } => json!({ "note": "komi", "value": value, "komi": komi }),
            Oddity::Handicap { handicap, stones } => {
                json!({ "note": "handicap", "handicap": handicap, "stones": stones })
            }
            Oddity::SeveralMoves => json!({ "note": "several_moves" }),
            Oddity::SetupAndMove => json!({ "note": "setup_and_move" }),
        };
        value["line"] = note.at.line.into();
        value["column"] = note.at.column.into();
        value
    });
    notes.collect()
}

/// A side, as JSON has it.
const fn side(colour: Colour) -> &'static str {
    crate::words::game::side(colour)
}

#[cfg(test)]
mod tests;
