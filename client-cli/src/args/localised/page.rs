//! One page of help, as the parser would print it in English. Pure.

use super::{about, after, meaning, path_of, value_meaning, wrap::wrap};
use crate::{t, words::Words};
use clap::{Arg, builder::styling::Style};
use unicode_width::UnicodeWidthStr;

/// Cells before what a long page says of an argument.
const INDENT: usize = 10;

/// A name that is longer has its text on the next line, cells.
const LONGEST_NAME: usize = 36;

/// How pages are written.
pub(super) struct Form {
    /// In which language.
    pub(super) words: Words,
    /// Cells of a line.
    pub(super) width: usize,
    /// Whether all is wanted (`--help`), or one line for each argument (`-h`).
    pub(super) long: bool,
}

/// A name, what of it is printed in bold, and its text.
struct Entry {
    name: String,
    bold: usize,
    text: String,
}

/// The page of a built command.
pub(super) fn of(command: &mut clap::Command, path: &str, form: &Form) -> String {
    let usage = usage(&command.render_usage().to_string(), form.words);
    let command = &*command;
    let header = *command.get_styles().get_header();
    let paint = |text: String| format!("{header}{text}{header:#}");
    let mut page = wrap(&about(command, path, form.words), form.width);
    let heading = paint(t!(form.words, "usage-heading"));
    page.extend([String::new(), t!(form.words, "usage-line", heading = heading, usage = usage)]);
    let mut shown: Vec<_> = command.get_subcommands().filter(|below| !below.is_hide_set()).collect();
    shown.sort_by_key(|below| below.get_display_order());
    let commands: Vec<Entry> = shown
        .into_iter()
        .map(|below| Entry {
            name: format!("  {}", below.get_name()),
            bold: below.get_name().len() + 2,
            text: about(below, &below_path(path, below), form.words),
        })
        .collect();
    let bold = *command.get_styles().get_literal();
    if !commands.is_empty() {
        page.extend([String::new(), paint(t!(form.words, "usage-commands"))]);
        columns(&mut page, &commands, form.width, bold);
    }
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) = shown.into_iter().partition(|arg| arg.is_positional());
    // as the parser does: where no argument has more to say, the long page is the short one
    let long = form.long && positional.iter().chain(&options).any(|arg| says_more(arg));
    for (heading, args) in [(t!(form.words, "usage-arguments"), positional), (t!(form.words, "usage-options"), options)]
    {
        if args.is_empty() {
            continue;
        }
        page.extend([String::new(), paint(heading)]);
        if long {
            at_length(&mut page, &args, path, form, bold);
        } else {
            let entries: Vec<Entry> = args.iter().map(|arg| in_short(arg, path, form.words)).collect();
            columns(&mut page, &entries, form.width, bold);
        }
    }
    if let Some(after) = after(command, path, form.words) {
        page.push(String::new());
        page.extend(wrap(&after, form.width));
    }
    page.join("\n")
}

/// The parser's own command has one text wherever it stands.
fn below_path(path: &str, command: &clap::Command) -> String {
    if command.get_name() == "help" { "help".to_owned() } else { path_of(path, command.get_name()) }
}

/// The parser's line of usage without its heading, in the language.
pub(super) fn usage(english: &str, words: Words) -> String {
    let line = english.strip_prefix("Usage: ").unwrap_or(english);
    // more ways to use it stand below the first
    let indent = t!(words, "usage-line", heading = t!(words, "usage-heading"), usage = "").width();
    line.replace("\n       ", &format!("\n{:indent$}", ""))
        .replace("[OPTIONS]", &t!(words, "usage-any-options"))
        .replace("[COMMAND]", &t!(words, "usage-any-command"))
        .replace("<COMMAND>", &t!(words, "usage-a-command"))
}

fn says_more(arg: &Arg) -> bool {
    arg.get_long_help().is_some() || arg.get_possible_values().iter().any(|value| value.get_help().is_some())
}

fn name(arg: &Arg) -> (String, usize) {
    let plain = arg.to_string();
    let flag = if arg.is_positional() { 0 } else { plain.find(' ').unwrap_or(plain.len()) };
    let before = match arg.get_short() {
        _ if arg.is_positional() => "  ".to_owned(),
        Some(short) if arg.get_long().is_some() => format!("  -{short}, "),
        Some(_) => "  ".to_owned(),
        None => "      ".to_owned(),
    };
    let bold = if flag == 0 { 0 } else { before.len() + flag };
    (format!("{before}{plain}"), bold)
}

fn in_short(arg: &Arg, path: &str, words: Words) -> Entry {
    let (name, bold) = name(arg);
    let values: Vec<String> =
        arg.get_possible_values().iter().filter(|it| !it.is_hide_set()).map(|it| it.get_name().to_owned()).collect();
    let values = (!values.is_empty()).then(|| t!(words, "usage-values", values = values.join(", ")));
    let text: Vec<String> = std::iter::once(meaning(arg, path, words)).chain(notes(arg, words)).chain(values).collect();
    Entry { name, bold, text: text.join(" ") }
}

/// Environment and default.
fn notes(arg: &Arg, words: Words) -> Vec<String> {
    let env = arg.get_env().filter(|_| !arg.is_hide_env_set()).map(|name| name.to_string_lossy().into_owned());
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let has_default = arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !defaults.is_empty();
    let env = env.map(|name| t!(words, "usage-env", name = name));
    env.into_iter().chain(has_default.then(|| t!(words, "usage-default", value = defaults.join(" ")))).collect()
}

/// Each argument on lines of its own.
fn at_length(page: &mut Vec<String>, args: &[&Arg], path: &str, form: &Form, bold: Style) {
    for (n, arg) in args.iter().enumerate() {
        if n > 0 {
            page.push(String::new());
        }
        let (name, end) = name(arg);
        page.push(painted(&name, end, bold));
        let room = form.width.saturating_sub(INDENT);
        let mut lines = wrap(&meaning(arg, path, form.words), room);
        let values = arg.get_possible_values();
        if !values.is_empty() {
            lines.extend([String::new(), t!(form.words, "usage-values-heading")]);
            for value in values.iter().filter(|value| !value.is_hide_set()) {
                let text = value_meaning(arg, value, path, form.words);
                let line = match text {
                    Some(text) => t!(form.words, "usage-value", value = value.get_name().to_owned(), text = text),
                    None => value.get_name().to_owned(),
                };
                let mut wrapped = wrap(&line, room.saturating_sub(2)).into_iter();
                lines.extend(wrapped.next().map(|line| format!("- {line}")));
                lines.extend(wrapped.map(|line| format!("  {line}")));
            }
        }
        let notes = notes(arg, form.words);
        if !notes.is_empty() {
            lines.push(String::new());
            lines.extend(wrap(&notes.join(" "), room));
        }
        page.extend(lines.into_iter().map(|line| match line.is_empty() {
            true => line,
            false => format!("{:INDENT$}{line}", ""),
        }));
    }
}

/// Names on the left, their texts in one column on the right.
fn columns(page: &mut Vec<String>, entries: &[Entry], width: usize, bold: Style) {
    let longest = entries.iter().map(|entry| entry.name.width()).filter(|cells| *cells <= LONGEST_NAME).max();
    let column = longest.unwrap_or(0) + 2;
    for entry in entries {
        let mut lines = wrap(&entry.text, width.saturating_sub(column)).into_iter();
        let name = painted(&entry.name, entry.bold, bold);
        let cells = entry.name.width();
        if cells + 2 <= column {
            let first = lines.next().unwrap_or_default();
            page.push(format!("{name}{:gap$}{first}", "", gap = column - cells).trim_end().to_owned());
        } else {
            page.push(name);
        }
        page.extend(lines.map(|line| format!("{:column$}{line}", "")));
    }
}

/// The name with its flag in bold; `end`: the byte where the flag ends, 0 for none.
fn painted(name: &str, end: usize, bold: Style) -> String {
    let flag = name.find(|c| c != ' ').unwrap_or(0);
    match (name.get(..flag), name.get(flag..end), name.get(end..)) {
        (Some(before), Some(flag), Some(after)) => format!("{before}{bold}{flag}{bold:#}{after}"),
        _ => name.to_owned(),
    }
}
