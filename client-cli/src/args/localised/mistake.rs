//! What is wrong with a command line, in the language of the user. Pure.

use super::{WHOLE, meaning, page::usage, path_of};
use crate::{args::Cli, t, text::printable, words::Words};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::{error::Error as _, ffi::OsString};

/// Arguments whose values are ids of the server.
const IDS: [&str; 5] = ["game", "offer", "accept", "to", "tournament"];

/// The whole message; nothing for what the parser's own words must say.
pub(super) fn told(error: &clap::Error, line: &[OsString], words: Words) -> Option<String> {
    let mut text = t!(words, "mistake", text = what(error, line, words)?);
    let suggested = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    for similar in suggested.into_iter().filter_map(|kind| list(error, kind)) {
        text.push_str(&format!("\n\n  {}", t!(words, "mistake-similar", similar = similar)));
    }
    if let Some(ContextValue::StyledStr(line)) = error.get(ContextKind::Usage) {
        let (heading, usage) = (t!(words, "usage-heading"), usage(&line.to_string(), words));
        text.push_str(&format!("\n\n{}", t!(words, "usage-line", heading = heading, usage = usage)));
    }
    text.push_str(&format!("\n\n{}", t!(words, "mistake-help")));
    Some(text)
}

/// The mistake alone.
fn what(error: &clap::Error, line: &[OsString], words: Words) -> Option<String> {
    let argument = || list(error, ContextKind::InvalidArg);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => t!(words, "mistake-unknown", argument = argument()?),
        ErrorKind::InvalidSubcommand => {
            t!(words, "mistake-command", name = list(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::MissingSubcommand => t!(words, "mistake-no-command"),
        ErrorKind::MissingRequiredArgument => t!(words, "mistake-missing", arguments = argument()?),
        ErrorKind::ArgumentConflict => {
            let (argument, others) = (argument()?, list(error, ContextKind::PriorArg));
            match others {
                Some(others) if others != argument => {
                    t!(words, "mistake-conflict", argument = argument, others = others)
                }
                _ => t!(words, "mistake-repeated", argument = argument),
            }
        }
        ErrorKind::InvalidValue => {
            let argument = argument()?;
            let mut text = match list(error, ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
                Some(value) => t!(words, "mistake-value", value = value, argument = argument),
                None => t!(words, "mistake-no-value", argument = argument),
            };
            if let Some(values) = list(error, ContextKind::ValidValue) {
                text.push_str(&format!("\n  {}", t!(words, "usage-values", values = values)));
            }
            text
        }
        ErrorKind::ValueValidation => {
            let argument = argument()?;
            let value = list(error, ContextKind::InvalidValue).unwrap_or_default();
            let why = meaning_of(&argument, line, words)
                .or_else(|| error.source().map(|source| printable(&source.to_string())))
                .unwrap_or_default();
            format!("{}\n  {why}", t!(words, "mistake-value", value = value, argument = argument))
        }
        ErrorKind::TooManyValues => {
            let value = list(error, ContextKind::InvalidValue)?;
            t!(words, "mistake-too-many", value = value, argument = argument()?)
        }
        _ => return None,
    })
}

/// What the parser says of a mistake, without anything that a terminal would obey.
fn list(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(one) => Some(printable(one)),
        ContextValue::Strings(all) if !all.is_empty() => Some(printable(&all.join(", "))),
        _ => None,
    }
}

/// What the argument means that the parser calls so (`--size <SIZE>`), in the command of the line.
fn meaning_of(argument: &str, line: &[OsString], words: Words) -> Option<String> {
    let mut whole = Cli::definition();
    whole.build();
    let mut command = &whole;
    let mut path = WHOLE.to_owned();
    for word in line.iter().skip(1) {
        if let Some(below) = word.to_str().and_then(|word| command.find_subcommand(word)) {
            path = path_of(&path, below.get_name());
            command = below;
        }
    }
    let arg = command.get_arguments().find(|arg| arg.to_string() == argument)?;
    let text = meaning(arg, &path, words);
    Some(if IDS.contains(&arg.get_id().as_str()) { t!(words, "mistake-id", text = text) } else { text })
        .filter(|text| !text.is_empty())
}
