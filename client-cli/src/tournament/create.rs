//! `tengen tournament create` and `change`: settings from a preset, a file or as they were, with what is
//! said in their place.

use super::{acts, command_id, view};
use crate::{
    args::{CreateArgs, NoSettings, SettingsArgs},
    context::{Account, Context},
    failure::Failure,
    output::{self, Form},
    t,
    text::{printable, system},
};
use std::path::Path;
use tengen_protocol::{
    AccountId, Code, EventSettings, NewTournament, TournamentAsk, TournamentDone, TournamentId,
    tournament_view::TournamentPresets,
};

/// Makes a tournament, or prints what its settings would be.
///
/// # Errors
/// What makes no sense, or a refusal.
pub(super) async fn create(context: &Context, args: CreateArgs) -> Result<(), Failure> {
    let base = match &args.settings.file {
        Some(file) => from_file(context, file)?,
        None => of_preset(context, &args.preset).await?,
    };
    let settings = said(context, EventSettings { name: args.name, ..base }, &args.settings).await?;
    if args.print {
        return print(context, &settings);
    }
    let token = context.token(Account::Needed).await?;
    let new = NewTournament { id: command_id()?, settings };
    let body = context.api.make_tournament(&new, token.as_deref()).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => {
            let done: TournamentDone = context.api.understood(&body)?;
            output::line(done.tournament.as_str())
        }
    }
}

/// Changes the settings of a tournament.
///
/// # Errors
/// As [`create`].
pub(super) async fn change(
    context: &Context,
    tournament: &TournamentId,
    (name, args): (Option<String>, &SettingsArgs),
    only_print: bool,
) -> Result<(), Failure> {
    let view = view(context, tournament).await?;
    let base = match &args.file {
        Some(file) => from_file(context, file)?,
        None => view.settings,
    };
    let name = name.unwrap_or_else(|| base.name.clone());
    let settings = Box::new(said(context, EventSettings { name, ..base }, args).await?);
    if only_print {
        return print(context, &settings);
    }
    acts::ask(context, tournament, Some(view.seq), TournamentAsk::Settings { settings }).await
}

fn from_file(context: &Context, file: &Path) -> Result<EventSettings, Failure> {
    let named = printable(&file.display().to_string());
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::Usage(t!(context.words, "tournament-file", file = named.as_str(), why = system(&error)))
    })?;
    serde_json::from_str(&text).map_err(|error| {
        let why = printable(&error.to_string());
        Failure::Usage(t!(context.words, "tournament-file", file = named.as_str(), why = why))
    })
}

async fn of_preset(context: &Context, name: &str) -> Result<EventSettings, Failure> {
    let known: TournamentPresets = context.api.understood(&context.api.tournaments("/presets", None).await?)?;
    let names: Vec<String> = known.presets.iter().map(|preset| printable(&preset.preset)).collect();
    let found = known.presets.into_iter().find(|preset| preset.preset == name.to_lowercase());
    found.map(|preset| preset.settings).ok_or_else(|| {
        let text = t!(context.words, "tournament-no-preset", name = printable(name), names = names.join(", "));
        Failure::Usage(text)
    })
}

/// The settings with what was said in their place, officials by their accounts.
async fn said(context: &Context, mut settings: EventSettings, args: &SettingsArgs) -> Result<EventSettings, Failure> {
    let words = context.words;
    args.apply(&mut settings).map_err(|no| {
        Failure::Usage(match no {
            NoSettings::NoSwiss => t!(words, "tournament-no-swiss"),
            NoSettings::NobodyComes(stage) => t!(words, "tournament-nobody-comes", stage = stage),
            NoSettings::NoTime(time) => t!(words, "tournament-no-time", time = printable(&time)),
        })
    })?;
    for (named, officials) in [(&args.organisers, &mut settings.organisers), (&args.referees, &mut settings.referees)] {
        for name in named {
            let account = account(context, name).await?;
            if !officials.contains(&account) {
                officials.push(account);
            }
        }
    }
    Ok(settings)
}

/// The account of a name or an id.
///
/// # Errors
/// When there is none.
pub(super) async fn account(context: &Context, named: &str) -> Result<AccountId, Failure> {
    match context.api.player(named).await {
        Ok(player) => Ok(player.account),
        Err(Failure::Refused(error)) if error.code == Code::NotFound => {
            Err(Failure::Usage(t!(context.words, "tournament-no-account", name = printable(named))))
        }
        Err(other) => Err(other),
    }
}

/// JSON for a file: on many lines, unless every line is to be an object.
fn print(context: &Context, settings: &EventSettings) -> Result<(), Failure> {
    match context.form {
        Form::Json => output::json(settings),
        Form::Human => {
            let text = serde_json::to_string_pretty(settings).map_err(|error| Failure::Local(error.to_string()))?;
            output::line(&text)
        }
    }
}
