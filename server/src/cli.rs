//! The command line of `tengen-server`: what it may say, and what each subcommand does with it.

use crate::{
    admin::AdminArgs,
    config::{Config, ConfigError, Effective, Options, from_matches},
    healthcheck,
    tls::Tls,
};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use std::{ffi::OsString, io::Write, path::PathBuf};

const HELP: &str = "\
{about}

Examples:
  tengen-server
      Serve on http://127.0.0.1:9191 and keep everything in the data directory
  tengen-server --data /var/lib/tengen --public-url https://go.example --trusted-proxy 127.0.0.1
      Serve people who reach a proxy on this machine as https://go.example
  tengen-server --listen 0.0.0.0:443 --public-url https://go.example --tls-cert cert.pem --tls-key key.pem
      Serve people with TLS and without a proxy
  TENGEN_REDIS=redis://:PASSWORD@10.0.0.5 tengen-server --secret-file /etc/tengen/secret
      One of many nodes on one Redis
  tengen-server check-config --config /etc/tengen/server.toml
      Say whether the configuration is right and what holds

{usage-heading} {usage}

{all-args}{after-help}";

const AFTER_HELP: &str = "\
Every option may be set by its flag, by its environment variable, or as a key of the configuration \
file (TOML; the flag without --); the first of these that says something holds. Lists are separated \
by commas in flags and variables; a list replaces the list of a lower source.

Exit codes: 0 stopped as asked, 1 failed, 2 wrong arguments or configuration. SIGTERM and SIGINT \
stop gracefully, a second one at once. With --tls-cert SIGHUP reads certificate and key again.";

/// Options of the server that matter to `admin`.
const ADMIN_SHOWS: [&str; 3] = ["config", "data", "admin_socket"];

/// The Tengen Go server
#[derive(Parser, Debug)]
#[command(name = "tengen-server", version, help_template = HELP, after_help = AFTER_HELP)]
#[command(subcommand_help_heading = "Commands", disable_help_subcommand = true)]
struct Cli {
    /// Configuration file (TOML)
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    options: Options,

    #[command(subcommand)]
    command: Option<Command>,
}

/// What `tengen-server` shall do.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Read and check the configuration, and print what holds
    CheckConfig,
    /// Ask the running server whether it is alive, or with --ready whether it takes connections
    Healthcheck(Healthcheck),
    /// Administer a running server on this machine: accounts, roles, tokens, talk
    Admin(AdminArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// How to check health.
#[derive(Args, Clone, Copy, Debug)]
pub struct Healthcheck {
    /// Also fail when the server should get no new connections; needs the admin listener
    #[arg(long)]
    ready: bool,
}

/// What the command line and the sources below it say.
#[derive(Debug)]
pub struct Invocation {
    /// The subcommand; `None` is to serve.
    pub command: Option<Command>,
    /// The options that hold.
    pub effective: Effective,
}

/// Why nothing could be started.
#[derive(Debug, thiserror::Error)]
pub enum InvocationError {
    /// The arguments are wrong, or help was asked for; clap prints it.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// The command line's definition, for completions and tests.
#[must_use]
pub fn command() -> clap::Command {
    // Options may stand before and after a subcommand; values of variables may be secrets.
    let command = Cli::command().mut_args(|arg| {
        let is_ours = arg.get_long().is_some_and(|long| !matches!(long, "help" | "version"));
        if is_ours { arg.global(true).hide_env_values(true) } else { arg }
    });
    // The help of `admin` shows what finds the server's socket; the rest is taken there too, silently.
    let server_only = |arg: &&clap::Arg| arg.is_global_set() && !ADMIN_SHOWS.contains(&arg.get_id().as_str());
    let hidden: Vec<clap::Arg> =
        command.get_arguments().filter(server_only).map(|arg| arg.clone().hide(true)).collect();
    command.mut_subcommand("admin", |admin| admin.args(hidden))
}

/// Reads arguments, environment and configuration file.
///
/// # Errors
/// If they are wrong, or only help was asked for.
pub fn invocation(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, InvocationError> {
    let matches = command().try_get_matches_from(arguments)?;
    let cli = Cli::from_arg_matches(&matches)?;
    let defaults = Options::defaults(Options::data_directory(|name| std::env::var_os(name)));
    let effective = from_matches(&matches, cli.config.as_deref(), &defaults)?;
    Ok(Invocation { command: cli.command, effective })
}

/// Prints what holds, once it was found right.
///
/// # Errors
/// If the configuration is wrong or stdout is closed.
pub fn check_config(effective: &Effective, out: &mut impl Write) -> anyhow::Result<()> {
    let config = Config::settle(effective.options())?;
    config.tls.as_ref().map(Tls::load).transpose().map_err(ConfigError::from)?;
    write!(out, "{effective}")?;
    Ok(())
}

/// Prints completions for a shell.
pub fn completions(shell: Shell, out: &mut impl Write) {
    clap_complete::generate(shell, &mut command(), "tengen-server", out);
}

/// Asks the running server with this configuration how it is.
///
/// # Errors
/// If it is not well, or not to be reached; the error says which.
pub fn healthcheck(config: &Config, how: Healthcheck) -> anyhow::Result<()> {
    healthcheck::ask(config, how.ready)
}
