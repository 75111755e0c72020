//! Lists of entries in and out, results and records: texts for other programs.

use super::{acts, command_id, of_stage, page};
use crate::{
    args::FormatArg,
    context::{Account, Context},
    failure::Failure,
    output::{self, Form},
    t,
    text::{printable, system},
};
use serde_json::json;
use std::{
    io::{self, IsTerminal, Read},
    path::Path,
};
use tengen_protocol::TournamentId;

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
    let body = context.api.import_entries(tournament, &csv, (&command_id()?, check), token.as_deref()).await?;
    match (context.form, check) {
        (Form::Json, _) => output::raw(&body),
        (Form::Human, true) => output::line(&t!(context.words, "tournament-list-in-order")),
        (Form::Human, false) => acts::told(context, &body),
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
    stage: Option<u32>,
    file: Option<&Path>,
) -> Result<(), Failure> {
    let (name, staged) = format.file();
    let stage = if staged { of_stage(stage) } else { String::new() };
    let token = context.token(Account::Optional).await?;
    let text = context.api.tournament_file(&format!("/{tournament}/{name}{stage}"), token.as_deref()).await?;
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
