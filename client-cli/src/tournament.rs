//! `tengen tournament`: make one, take part, see how it stands, and rule in it.
//!
//! Everything goes over HTTP but `follow`, which hears of changes over the socket. With `--json` a body is
//! printed as the server sent it.

mod acts;
mod bracket;
mod create;
mod explain;
mod files;
mod follow;
mod log;
mod names;
mod rounds;
mod show;
mod standings;
mod table;
mod why;

pub(crate) use acts::{done, take_part};
pub(crate) use names::Names;
pub(crate) use table::{Side, Table};

use crate::{
    args::TournamentOrder,
    context::{Account, Context},
    failure::Failure,
    http::tournaments::query,
    output::{self, Form},
    t,
    text::printable,
};
use rand::RngExt;
use serde::Serialize;
use serde_json::json;
use tengen_protocol::{
    CommandId, TournamentId,
    tournament_view::{
        BracketView, ExplainView, RoundView, StandingsView, TournamentList, TournamentLogPage, TournamentPhase,
        TournamentPresets, TournamentView,
    },
};

/// Tournaments of a list if nothing is said, as the server has it.
const LISTED: u32 = 50;

/// A search that finds little looks at so many pages before it asks whether to go on.
const PAGES: usize = 20;

/// Does what is ordered.
///
/// # Errors
/// A refusal, that it was not confirmed, or that the server cannot be reached.
pub(crate) async fn run(context: &Context, order: TournamentOrder) -> Result<(), Failure> {
    match order {
        TournamentOrder::Create(args) => create::create(context, *args).await,
        TournamentOrder::Change { tournament, name, settings, print } => {
            create::change(context, &tournament, (name, &settings), print).await
        }
        TournamentOrder::Presets => presets(context).await,
        TournamentOrder::List { phase, before, limit } => {
            list(context, phase.map(|phase| phase.value()), before, limit).await
        }
        TournamentOrder::Show { tournament } => show(context, &tournament).await,
        TournamentOrder::Entries { tournament, csv: true } => files::entries(context, &tournament).await,
        TournamentOrder::Entries { tournament, csv: false } => entries(context, &tournament).await,
        TournamentOrder::Import { tournament, file, check } => files::import(context, &tournament, &file, check).await,
        TournamentOrder::Pairings { tournament, stage, round } => pairings(context, &tournament, stage, round).await,
        TournamentOrder::Standings { tournament, stage, crosstable } => {
            standings(context, &tournament, stage, crosstable).await
        }
        TournamentOrder::Bracket { tournament, stage } => bracket(context, &tournament, stage).await,
        TournamentOrder::Explain { tournament, entry, stage } => explain(context, &tournament, &entry, stage).await,
        TournamentOrder::Export { tournament, format, stage, round, output } => {
            files::export(context, &tournament, format, (stage, round), output.as_deref()).await
        }
        TournamentOrder::Log { tournament, from } => log(context, &tournament, from).await,
        TournamentOrder::Follow { tournament } => follow::run(context, &tournament).await,
        order => acts::run(context, order).await,
    }
}

/// A new name for a command.
fn command_id() -> Result<CommandId, Failure> {
    let id = format!("{:016x}-0", rand::rng().random::<u64>());
    id.parse().map_err(|error: tengen_protocol::ParseError| Failure::Local(error.to_string()))
}

/// What stands at a path below a tournament, as it came.
async fn page(context: &Context, tournament: &TournamentId, path: &str) -> Result<String, Failure> {
    let token = context.token(Account::Optional).await?;
    context.api.tournaments(&format!("/{tournament}{path}"), token.as_deref()).await
}

/// A tournament as it stands.
async fn view(context: &Context, tournament: &TournamentId) -> Result<TournamentView, Failure> {
    context.api.understood(&page(context, tournament, "").await?)
}

/// Where a tournament is in its life.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(crate) async fn phase(context: &Context, tournament: &TournamentId) -> Result<TournamentPhase, Failure> {
    Ok(view(context, tournament).await?.phase)
}

async fn presets(context: &Context) -> Result<(), Failure> {
    let body = context.api.tournaments("/presets", None).await?;
    let presets: TournamentPresets = context.api.understood(&body)?;
    match context.form {
        Form::Json => each(&presets.presets),
        Form::Human => output::line(&show::presets(context.words, &presets.presets)),
    }
}

fn each(values: &[impl Serialize]) -> Result<(), Failure> {
    values.iter().try_for_each(output::json)
}

async fn list(
    context: &Context,
    phase: Option<TournamentPhase>,
    mut before: Option<String>,
    limit: Option<u32>,
) -> Result<(), Failure> {
    let token = context.token(Account::Optional).await?;
    let phase = phase.map(wire).transpose()?;
    let (mut found, mut wanted) = (Vec::new(), limit.unwrap_or(LISTED));
    for _ in 0..PAGES {
        let said = query(&[("phase", phase.clone()), ("before", before), ("limit", Some(wanted.to_string()))]);
        let page: TournamentList = context.api.understood(&context.api.tournaments(&said, token.as_deref()).await?)?;
        wanted = wanted.saturating_sub(u32::try_from(page.tournaments.len()).unwrap_or(u32::MAX));
        found.extend(page.tournaments);
        before = page.next;
        if before.is_none() || wanted == 0 {
            break;
        }
    }
    match context.form {
        Form::Json => {
            each(&found)?;
            before.map_or(Ok(()), |next| output::json(&json!({ "next": next })))
        }
        Form::Human => {
            output::line(&show::list(context.words, &found))?;
            if let Some(next) = before {
                output::say(&t!(context.words, "games-more", before = printable(&next)));
            }
            Ok(())
        }
    }
}

/// A code as it is on the wire.
fn wire(code: impl Serialize) -> Result<String, Failure> {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(code)) => Ok(code),
        Ok(other) => Ok(other.to_string()),
        Err(error) => Err(Failure::Local(error.to_string())),
    }
}

async fn show(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let body = page(context, tournament, "").await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => output::line(&show::tournament(context.words, &context.api.understood(&body)?)),
    }
}

async fn entries(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let view = view(context, tournament).await?;
    match context.form {
        Form::Json => each(&view.entries),
        Form::Human => output::line(&show::entries(context.words, &view)),
    }
}

async fn pairings(
    context: &Context,
    tournament: &TournamentId,
    stage: Option<u32>,
    round: Option<u32>,
) -> Result<(), Failure> {
    let view = view(context, tournament).await?;
    let none = || Failure::Usage(t!(context.words, "tournament-no-round"));
    let stage = match stage {
        Some(stage) => stage,
        None => view.stages.last().ok_or_else(none)?.stage,
    };
    let round = match round {
        Some(round) => round,
        None => view.stages.iter().find(|began| began.stage == stage).ok_or_else(none)?.rounds,
    };
    if round == 0 {
        return Err(none());
    }
    let body = page(context, tournament, &format!("/rounds/{stage}/{round}")).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => {
            let round: RoundView = context.api.understood(&body)?;
            output::line(&rounds::round(context.words, &Names::of(&view), &round))
        }
    }
}

/// The query of a page of one stage, or of the newest.
fn of_stage(stage: Option<u32>) -> String {
    query(&[("stage", stage.map(|stage| stage.to_string()))])
}

async fn standings(
    context: &Context,
    tournament: &TournamentId,
    stage: Option<u32>,
    crosstable: bool,
) -> Result<(), Failure> {
    let body = page(context, tournament, &format!("/standings{}", of_stage(stage))).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => {
            let standings: StandingsView = context.api.understood(&body)?;
            let view = view(context, tournament).await?;
            output::line(&standings::standings(context.words, &Names::of(&view), &standings, crosstable))
        }
    }
}

async fn bracket(context: &Context, tournament: &TournamentId, stage: Option<u32>) -> Result<(), Failure> {
    let body = page(context, tournament, &format!("/bracket{}", of_stage(stage))).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => {
            let bracket: BracketView = context.api.understood(&body)?;
            let view = view(context, tournament).await?;
            output::line(&bracket::bracket(context.words, &Names::of(&view), &bracket))
        }
    }
}

async fn explain(context: &Context, tournament: &TournamentId, entry: &str, stage: Option<u32>) -> Result<(), Failure> {
    let view = view(context, tournament).await?;
    let names = Names::of(&view);
    let entry = names.named(context.words, entry)?;
    let said = query(&[("entry", Some(entry.0.to_string())), ("stage", stage.map(|stage| stage.to_string()))]);
    let body = page(context, tournament, &format!("/explain{said}")).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => {
            let explained: ExplainView = context.api.understood(&body)?;
            output::line(&explain::explain(context.words, &names, &explained))
        }
    }
}

/// The log, page by page; each is printed as it comes.
async fn log(context: &Context, tournament: &TournamentId, from: u64) -> Result<(), Failure> {
    let view = view(context, tournament).await?;
    let mut from = from.max(1);
    loop {
        let body = page(context, tournament, &format!("/log?from={from}")).await?;
        let page: TournamentLogPage = context.api.understood(&body)?;
        match context.form {
            Form::Json => each(&page.events)?,
            Form::Human => {
                page.events.iter().try_for_each(|event| output::line(&log::line(context.words, &view, event)))?;
            }
        }
        match page.events.last() {
            Some(last) if last.seq < page.seq => from = last.seq + 1,
            _ => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
