//! Lays the sources of options over each other: flags over variables over the file over defaults,
//! as tables of the same keys, and remembers where each value came from.

use super::{ConfigError, Options, RedisUrl, options::AdminListen};
use clap::{ArgMatches, Args, FromArgMatches, parser::ValueSource};
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// Largest configuration file, bytes.
const FILE_BYTES: u64 = 64 * 1024;

/// Where a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A flag.
    Flag,
    /// An environment variable.
    Variable,
    /// The configuration file.
    File,
    /// Nobody said anything.
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "flag",
            Self::Variable => "environment",
            Self::File => "file",
            Self::Default => "default",
        })
    }
}

/// The options that hold, each with its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Effective {
    options: Options,
    values: BTreeMap<String, (Value, Source)>,
}

impl Effective {
    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }
}

/// The effective options as a configuration file, each with its source; passwords are hidden.
impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, (value, source)) in &self.values {
            let shown = match (key.as_str(), value) {
                ("redis", Value::String(url)) => {
                    let url = url.parse::<RedisUrl>();
                    Value::String(url.map_or_else(|_| "***".to_owned(), |url| url.to_string()))
                }
                _ => value.clone(),
            };
            writeln!(f, "{key} = {shown} # {source}")?;
        }
        Ok(())
    }
}

/// Reads the options from what clap found (flags and variables), the file and `defaults`.
///
/// # Errors
/// If the file cannot be read or has keys that are no options, or a password is in a flag.
pub fn from_matches(matches: &ArgMatches, file: Option<&Path>, defaults: &Options) -> Result<Effective, ConfigError> {
    let said = Options::from_arg_matches(matches).map_err(|error| wrong("flags", error.to_string()))?;
    refuse_password_flag(&said, matches)?;
    let mut values = BTreeMap::new();
    let mut lay = |options: &Options, source: &dyn Fn(&str) -> Source| -> Result<(), ConfigError> {
        for (key, value) in table(options)? {
            let from = source(&key);
            values.insert(key, (value, from));
        }
        Ok(())
    };
    lay(defaults, &|_| Source::Default)?;
    if let Some(path) = file {
        lay(&read_file(path)?, &|_| Source::File)?;
    }
    lay(&said, &|key| match matches.value_source(&key.replace('-', "_")) {
        Some(ValueSource::EnvVariable) => Source::Variable,
        _ => Source::Flag,
    })?;
    let merged: Table = values.iter().map(|(key, (value, _))| (key.clone(), value.clone())).collect();
    let options = merged.try_into().map_err(|error: toml::de::Error| wrong("options", error.to_string()))?;
    Ok(Effective { options, values })
}

/// Everybody on the machine sees the flags of every process.
fn refuse_password_flag(said: &Options, matches: &ArgMatches) -> Result<(), ConfigError> {
    let url = said.redis.as_deref().and_then(|text| text.parse::<RedisUrl>().ok());
    let in_flag = matches.value_source("redis") == Some(ValueSource::CommandLine);
    if in_flag && url.is_some_and(|url| url.has_password()) {
        let why = "a flag is seen by everybody on this machine: put the password into --redis-password-file, \
                   TENGEN_REDIS or the configuration file";
        return Err(wrong("redis", why.to_owned()));
    }
    Ok(())
}

fn table(options: &Options) -> Result<Table, ConfigError> {
    Table::try_from(options).map_err(|error| wrong("options", error.to_string()))
}

fn read_file(path: &Path) -> Result<Options, ConfigError> {
    let path = PathBuf::from(path);
    let unreadable = |error: String| ConfigError::Unreadable { path: path.clone(), error };
    let size = std::fs::metadata(&path).map_err(|error| unreadable(error.to_string()))?.len();
    if size > FILE_BYTES {
        return Err(unreadable(format!("it has {size} bytes; {FILE_BYTES} are allowed")));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
    toml::from_str(&text).map_err(|error| ConfigError::File { path, error: place(&error, &text) })
}

/// The error with its line and the key, without the line's value: that may hold a password.
fn place(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else { return message.to_owned() };
    let line = before.matches('\n').count();
    let key = text.lines().nth(line).and_then(|line| line.split_once('=')).map_or("", |(key, _)| key.trim());
    let options = Options::augment_args(clap::Command::new("options"));
    let is_option = |key: &str| options.get_arguments().any(|option| option.get_long() == Some(key));
    let dashed = key.replace('_', "-");
    let line = line + 1;
    if is_option(key) {
        format!("line {line}: {key}: {message}")
    } else if is_option(&dashed) {
        format!("line {line}: there is no `{key}`: did you mean `{dashed}`?")
    } else {
        format!("line {line}: {message}")
    }
}

fn wrong(option: &'static str, why: String) -> ConfigError {
    ConfigError::Value { option, why }
}

impl Options {
    /// What holds where nobody says anything; `data` is the directory for this user.
    #[must_use]
    pub fn defaults(data: Option<PathBuf>) -> Self {
        Self {
            listen: Some(([127, 0, 0, 1], 9191).into()),
            admin_listen: Some(AdminListen::At(([127, 0, 0, 1], 9192).into())),
            page: Some(super::Switch::On),
            data,
            require_durable: Some(false),
            archive_after: Some(super::TimeOrOff::ARCHIVE_AFTER),
            talk_keep: Some(super::TimeOrOff::TALK_KEEP),
            dev: Some(false),
            anonymous_per_address: Some(crate::socket::ANONYMOUS_PER_ADDRESS.get()),
            guests_per_address: Some(crate::auth::GUESTS_PER_ADDRESS.get()),
            drain_seconds: Some(30),
            log: Some("info".to_owned()),
            log_format: Some(super::LogFormat::Text),
            ..Self::default()
        }
    }
}
