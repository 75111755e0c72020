//! Lists of entries in and out, results and records: texts for other programs.

use super::{acts, command_id, page};
use crate::{
    args::FormatArg,
    context::{Account, Context},
    failure::Failure,
    http::tournaments::query,
    output::{self, Form, say},
    t,
    text::{printable, system},
    words::{Words, refusal::cause, tournament as said},
};
use serde_json::json;
use std::{
    io::{self, IsTerminal, Read},
    path::Path,
};
use tengen_protocol::{EntryListCheck, EntryListProblem, TournamentId, Why};

/// Prints the entries as a list that can be imported.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(super) async fn entries(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let text = page(context, tournament, "/entries.csv").await?;
    print(context, tournament, "csv", &text)
}

/// Enters a list, or only says whether it is in order.
///
/// # Errors
/// What is wrong with the file or the list, or a refusal.
pub(super) async fn import(
    context: &Context,
    tournament: &TournamentId,
    file: &Path,
    check: bool,
) -> Result<(), Failure> {
    let csv = read(file).map_err(|error| {
        let file = printable(&file.display().to_string());
        Failure::Usage(t!(context.words, "tournament-file", file = file, why = system(&error)))
    })?;
    let token = context.token(Account::Needed).await?;
    let send =
        async |check| context.api.import_entries(tournament, &csv, (&command_id()?, check), token.as_deref()).await;
    if check {
        let body = send(true).await?;
        let checked: EntryListCheck = context.api.understood(&body)?;
        match context.form {
            Form::Json => output::raw(&body)?,
            Form::Human => told(context.words, &checked).iter().try_for_each(|line| output::line(line))?,
        }
        return if checked.problems.is_empty() { Ok(()) } else { Err(Failure::Told) };
    }
    let body = match send(false).await {
        Err(Failure::Refused(error)) if error.why == Some(Why::EntryList) => {
            let checked: EntryListCheck = context.api.understood(&send(true).await?)?;
            told(context.words, &checked).iter().for_each(say);
            return Err(Failure::Refused(error));
        }
        sent => sent?,
    };
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => acts::told(context, &body),
    }
}

/// What is wrong with a list, line by line; or that nothing is.
pub(super) fn told(words: Words, checked: &EntryListCheck) -> Vec<String> {
    let mut lines: Vec<String> = checked.problems.iter().map(|of| problem(words, of)).collect();
    if !checked.ignored.is_empty() {
        let heads = said::listed(words, checked.ignored.iter().map(|head| printable(head)));
        lines.push(t!(words, "tournament-list-passed-over", heads = heads));
    }
    if checked.problems.is_empty() {
        lines.push(t!(words, "tournament-list-in-order", entries = checked.entries));
    }
    lines
}

fn problem(words: Words, problem: &EntryListProblem) -> String {
    let cause = cause(words, problem.why, problem.limit.as_ref());
    let why = match problem.field {
        Some(field) => t!(words, "tournament-problem-field", field = said::field(words, field), why = cause),
        None => cause,
    };
    match (problem.line, problem.column) {
        (Some(line), Some(column)) => t!(words, "tournament-problem-cell", line = line, column = column, why = why),
        (Some(line), None) => t!(words, "tournament-problem-line", line = line, why = why),
        (None, _) => why,
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    if file.as_os_str() != "-" {
        return std::fs::read(file);
    }
    let mut csv = Vec::new();
    io::stdin().lock().read_to_end(&mut csv)?;
    Ok(csv)
}

/// Prints results or records, or writes them to a file.
///
/// # Errors
/// A refusal, or that the file cannot be written.
pub(super) async fn export(
    context: &Context,
    tournament: &TournamentId,
    format: FormatArg,
    (stage, round): (Option<u32>, Option<u32>),
    file: Option<&Path>,
) -> Result<(), Failure> {
    let name = format.file();
    let number = |n: Option<u32>| n.map(|n| n.to_string());
    let said = query(&[("stage", number(stage)), ("round", number(round).filter(|_| format == FormatArg::Sgf))]);
    let token = context.token(Account::Optional).await?;
    let text = context.api.tournament_file(&format!("/{tournament}/{name}{said}"), token.as_deref()).await?;
    let Some(file) = file else {
        return print(context, tournament, name.rsplit('.').next().unwrap_or(name), &text);
    };
    let named = printable(&file.display().to_string());
    std::fs::write(file, &text).map_err(|error| {
        Failure::Local(t!(context.words, "tournament-file", file = named.as_str(), why = system(&error)))
    })?;
    match context.form {
        Form::Json => output::json(&json!({ "tournament": tournament, "file": named, "bytes": text.len() })),
        Form::Human => output::line(&t!(context.words, "tournament-written", file = named.as_str())),
    }
}

fn print(context: &Context, tournament: &TournamentId, format: &str, text: &str) -> Result<(), Failure> {
    match context.form {
        Form::Json => output::json(&json!({ "tournament": tournament, "format": format, "text": text })),
        // A list is data: as it is, but a terminal gets nothing that it would obey.
        Form::Human if io::stdout().is_terminal() => output::line(text.trim_end()),
        Form::Human => output::page(text.trim_end()),
    }
}
