//! `tengen`: play Go on a Tengen server, watch, or run a bot.
//!
//! `connection` keeps a session over as many connections as it takes, `game_view` is what a game
//! looks like, `bot` runs an engine; the rest reads arguments and prints.

mod account;
mod args;
mod board_text;
mod bot;
mod config;
mod connection;
mod context;
mod failure;
mod game_view;
mod http;
mod lists;
mod output;
mod play;
mod reach;
mod seat_text;
#[cfg(test)]
mod testing;
mod text;
mod tokens;
mod trust;
mod typed;
mod watch;

use args::{BotArgs, Cli, Command, Wanted};
use connection::Patience;
use context::{Account, Context};
use failure::Failure;
use std::{process::ExitCode, time::Duration};

fn main() -> ExitCode {
    let mut cli = Cli::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    cli.global.token = std::env::var("TENGEN_TOKEN").ok().filter(|token| !token.is_empty());
    cli.global.token_file = std::env::var_os("TENGEN_TOKEN_FILE").filter(|path| !path.is_empty()).map(Into::into);
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output::say(format_args!("tengen: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(Box::pin(run(cli)));
    // A thread that waits for stdin must not keep the process.
    runtime.shutdown_background();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::OutputClosed | Failure::Interrupted) {
                output::say(format_args!("tengen: {failure}"));
            }
            failure.exit_code().into()
        }
    }
}

async fn run(cli: Cli) -> Result<(), Failure> {
    if let Command::Completions { shell } = cli.command {
        clap_complete::generate(shell, &mut Cli::definition(), "tengen", &mut std::io::stdout());
        return Ok(());
    }
    let logging_in =
        matches!(cli.command, Command::Register { .. } | Command::Login { .. } | Command::Guest { print: false, .. });
    let context = Context::new(cli.global, logging_in)?;
    match cli.command {
        Command::Bot(args) => bot(&context, args).await,
        Command::Play(args) => play::run(&context, args, interrupted()).await,
        command => tokio::select! {
            result = Box::pin(dispatch(&context, command)) => result,
            () = interrupted() => Err(Failure::Interrupted),
        },
    }
}

async fn dispatch(context: &Context, command: Command) -> Result<(), Failure> {
    match command {
        Command::Register { name, saving } => account::register(context, name, &saving).await,
        Command::Login { name, saving } => account::login(context, name, &saving).await,
        Command::Guest { saving, print } => account::guest(context, &saving, print).await,
        Command::Logout => account::logout(context).await,
        Command::Whoami => account::whoami(context).await,
        Command::Token(command) => account::token(context, command).await,
        Command::Offer(terms) => lists::offer(context, terms.terms()).await,
        Command::Offers => lists::offers(context).await,
        Command::Accept { offer } => lists::accept(context, offer).await,
        Command::Withdraw { offer } => lists::withdraw(context, offer).await,
        Command::Games { mine: true, limit } => lists::my_games(context, limit).await,
        Command::Games { mine: false, limit } => lists::games(context, limit).await,
        Command::Sgf { game } => lists::sgf(context, game).await,
        Command::Watch { game, snapshot } => watch::run(context, game, snapshot).await,
        // Those that end in good order when they are interrupted, or need no server.
        Command::Bot(_) | Command::Play(_) | Command::Completions { .. } => Ok(()),
    }
}

async fn bot(context: &Context, args: BotArgs) -> Result<(), Failure> {
    let engine = bot::EngineCommand::read(&args.engine)
        .map_err(|why| Failure::Usage(format!("--engine '{}': {why}", args.engine)))?;
    let engine = engine.start_within(Duration::from_secs(args.start_within));
    let wanted = args.wanted();
    let finding = match args.accept {
        Some(Some(_)) if wanted != Wanted::default() => {
            return Err(Failure::Usage("--accept OFFER takes that offer as it is: leave its settings out".into()));
        }
        Some(Some(offer)) => bot::Finding::Accept(offer),
        Some(None) => bot::Finding::AcceptAny(wanted),
        None => bot::Finding::Offer(Box::new(args.terms.terms())),
    };
    let orders = bot::Orders { engine, finding, games: args.games, form: context.form };
    let mut client = context.client(Account::Needed, Patience::Unattended)?;
    let result = Box::pin(bot::run(&mut client, orders, interrupted())).await;
    client.close().await;
    result
}

/// Waits until somebody wants this process to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => return,
                _ = terminate.recv() => return,
            }
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without signals one can only be killed.
        std::future::pending::<()>().await;
    }
}
