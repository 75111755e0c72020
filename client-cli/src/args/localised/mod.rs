//! Help and mistakes of the command line in the language of the user.
//!
//! English is what the definition says, printed by the parser; completions are made of it too. For
//! another language the same definition is walked, and each of its texts is looked up by a key made
//! of the command's path and the argument's id: `help-play`, `help-play-game`, `help-play-after`,
//! and `help-any-size` for what several commands have. What has no text yet is shown in English.
//! Nothing here decides what a command line means.

mod mistake;
mod page;
mod wrap;

use super::Cli;
use crate::{
    output,
    words::{Language, Words},
};
use clap::{Arg, ArgAction, builder::PossibleValue, error::ErrorKind};
use std::{ffi::OsString, io::IsTerminal};

/// The name of the whole in keys, where commands have theirs.
const WHOLE: &str = "tengen";

/// Widest line, cells: as the definition says to the parser.
const WIDEST: usize = 100;

/// Reads the process's command line; ends the process with help or with what is wrong.
pub(crate) fn read_or_exit() -> Cli {
    let line: Vec<OsString> = std::env::args_os().collect();
    Cli::read(line.clone()).unwrap_or_else(|error| {
        let named = std::env::var("TENGEN_LANGUAGE").ok();
        let words = before_reading(&line, named.as_deref());
        if words.language() == Language::English {
            error.exit();
        }
        let Some(told) = tell(&error, line, words, width()) else { error.exit() };
        if error.use_stderr() {
            output::say_page(&told);
        } else if let Err(failure) = output::page(&told) {
            std::process::exit(failure.exit_code().into());
        }
        std::process::exit(error.exit_code())
    })
}

/// The page of the whole in short, in the language of the process: for who says nothing.
pub(crate) fn page() -> String {
    let words = Words::current();
    let mut whole = match words.language() {
        Language::English => Cli::definition(),
        _ => definition(words, width(), false),
    };
    whole.render_help().ansi().to_string().trim_end().to_owned()
}

/// What is told instead of the parser's words; nothing where those are right.
fn tell(error: &clap::Error, line: Vec<OsString>, words: Words, width: usize) -> Option<String> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let long = !line.iter().any(|word| word == "-h");
            let again = definition(words, width, long).try_get_matches_from(line);
            again.err().map(|help| help.render().ansi().to_string().trim_end().to_owned())
        }
        ErrorKind::DisplayVersion => None,
        _ => mistake::told(error, &line, words),
    }
}

/// The language before the line is read: help is made while it is.
fn before_reading(line: &[OsString], named: Option<&str>) -> Words {
    let mut language = None;
    let mut ascii = false;
    let mut said = line.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = said.next() {
        match word.split_once('=') {
            Some(("--language", name)) => language = Language::read(name),
            None if word == "--language" => language = said.next().and_then(|name| Language::read(&name)),
            None if word == "--ascii" => ascii = true,
            _ => {}
        }
    }
    let language = language.or_else(|| named.and_then(Language::read));
    super::words(language, ascii)
}

/// Cells of a line.
fn width() -> usize {
    let terminal = || crossterm::terminal::window_size().ok().map(|size| usize::from(size.columns));
    let named = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let known = if std::io::stdout().is_terminal() { terminal().or_else(named) } else { named() };
    known.filter(|columns| *columns > 0).unwrap_or(WIDEST).min(WIDEST)
}

/// The definition whose pages are in a language.
fn definition(words: Words, width: usize, long: bool) -> clap::Command {
    let mut whole = Cli::definition();
    whole.build();
    with_pages(whole, WHOLE, &page::Form { words, width, long })
}

fn with_pages(mut command: clap::Command, path: &str, form: &page::Form) -> clap::Command {
    let page = page::of(&mut command, path, form);
    let names: Vec<String> = below(&command).map(|below| below.get_name().to_owned()).collect();
    for name in names {
        let path = path_of(path, &name);
        command = command.mut_subcommand(name, |below| with_pages(below, &path, form));
    }
    command.override_help(page)
}

/// The commands below a command that have pages of their own.
fn below(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|below| below.get_name() != "help")
}

fn path_of(above: &str, name: &str) -> String {
    if above == WHOLE { name.to_owned() } else { format!("{above}-{name}") }
}

/// What a command is for.
fn about(command: &clap::Command, path: &str, words: Words) -> String {
    looked_up(words, [about_key(path)]).unwrap_or_else(|| english(command.get_about()))
}

/// What follows a command's page.
fn after(command: &clap::Command, path: &str, words: Words) -> Option<String> {
    let own = command.get_after_long_help().or(command.get_after_help())?;
    Some(looked_up(words, [after_key(path)]).unwrap_or_else(|| own.to_string()))
}

/// What an argument means.
fn meaning(arg: &Arg, path: &str, words: Words) -> String {
    looked_up(words, argument_keys(arg, path)).unwrap_or_else(|| english(arg.get_help()))
}

/// What a value of an argument means; nothing for one that says it by its name.
fn value_meaning(arg: &Arg, value: &PossibleValue, path: &str, words: Words) -> Option<String> {
    let own = value.get_help()?;
    let keys = argument_keys(arg, path).map(|key| value_key(&key, value.get_name()));
    Some(looked_up(words, keys).unwrap_or_else(|| own.to_string()))
}

fn about_key(path: &str) -> String {
    format!("help-{path}")
}

fn after_key(path: &str) -> String {
    format!("help-{path}-after")
}

/// The key of a command's own argument, and of one that several commands have.
fn argument_keys(arg: &Arg, path: &str) -> [String; 2] {
    // the parser's own flags
    let id = match arg.get_action() {
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong => "help",
        ArgAction::Version => "version",
        _ => arg.get_id().as_str(),
    };
    let id = id.replace('_', "-");
    [format!("help-{path}-{id}"), format!("help-any-{id}")]
}

fn value_key(argument: &str, value: &str) -> String {
    format!("{argument}-{value}")
}

fn looked_up(words: Words, keys: impl IntoIterator<Item = String>) -> Option<String> {
    let key = keys.into_iter().find(|key| words.has(key))?;
    Some(crate::t!(words, &key))
}

fn english(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests;
