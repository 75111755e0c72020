//! `tengen`: play Go on a Tengen server, watch, or run a bot.
//!
//! `connection` keeps a session over as many connections as it takes, `game_view` is what a game
//! looks like, `bot` runs an engine, `sgf` reads records with the server's core; the rest reads arguments and
//! prints.

mod account;
mod args;
mod asked;
mod board_text;
mod bot;
mod calls;
mod config;
mod connection;
mod context;
#[cfg(unix)]
mod ending;
mod entry;
mod failure;
mod game_view;
mod http;
mod lists;
mod output;
mod play;
mod reach;
mod referee;
mod screen;
mod seat_text;
mod sgf;
mod talk;
#[cfg(test)]
mod testing;
mod text;
mod tokens;
mod tournament;
mod trust;
mod typed;
mod watch;
mod words;

use args::{BotArgs, Cli, Command, RefereeArgs, SgfArgs, Wanted};
use connection::Patience;
use context::{Account, Context};
use failure::Failure;
use std::{process::ExitCode, time::Duration};

fn main() -> ExitCode {
    let mut cli = args::localised::read_or_exit();
    // Nobody has settled it before.
    let _first = cli.global.words().settle();
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
            match &failure {
                Failure::OutputClosed | Failure::Interrupted | Failure::Told => {}
                Failure::Help => output::say_page(&args::localised::page()),
                failure => output::say(format_args!("tengen: {failure}")),
            }
            failure.exit_code().into()
        }
    }
}

async fn run(cli: Cli) -> Result<(), Failure> {
    let look = screen::Look::of(&cli.global);
    let command = match (cli.command, look) {
        (Some(command), _) => command,
        (None, Some(look)) => {
            let context = Context::new(cli.global, false)?;
            return Box::pin(screen::lobby(&context, look, interrupted())).await;
        }
        (None, None) => return Err(Failure::Help),
    };
    if let Command::Completions { shell } = command {
        clap_complete::generate(shell, &mut Cli::definition(), "tengen", &mut std::io::stdout());
        return Ok(());
    }
    // Records in files need no server, and no login that is in order.
    if let Command::Sgf(SgfArgs { command: Some(command), .. }) = command {
        return sgf::run(&cli.global, command);
    }
    let logging_in =
        matches!(command, Command::Register { .. } | Command::Login { .. } | Command::Guest { print: false, .. });
    let context = Context::new(cli.global, logging_in)?;
    match (command, look) {
        (Command::Bot(args), _) => bot(&context, args).await,
        (Command::Play(args), Some(look)) => Box::pin(screen::play(&context, look, args, interrupted())).await,
        (Command::Watch { game, snapshot: false }, Some(look)) => {
            Box::pin(screen::watch(&context, look, game, interrupted())).await
        }
        (Command::Referee(RefereeArgs { of, order: None }), Some(look)) => {
            Box::pin(screen::referee(&context, look, referee::id(&of)?, interrupted())).await
        }
        (Command::Play(args), None) => play::run(&context, args, interrupted()).await,
        (command, _) => tokio::select! {
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
        Command::Games(args) => lists::games(context, args).await,
        Command::Sgf(SgfArgs { game: Some(game), .. }) => lists::sgf(context, game).await,
        Command::Watch { game, snapshot } => watch::run(context, game, snapshot).await,
        Command::Say { game, text, channel } => talk::say(context, game, channel, text.join(" ")).await,
        Command::Mute(args) => talk::mute(context, args, true).await,
        Command::Unmute(args) => talk::mute(context, args, false).await,
        Command::Referee(args) => referee::run(context, args).await,
        Command::Tournament(args) => tournament::run(context, args.order).await,
        // Those that end in good order when they are interrupted, or need no server.
        Command::Bot(_) | Command::Play(_) | Command::Sgf(_) | Command::Completions { .. } => Ok(()),
    }
}

async fn bot(context: &Context, args: BotArgs) -> Result<(), Failure> {
    let engine = bot::EngineCommand::read(&args.engine)
        .map_err(|why| Failure::Usage(t!(context.words, "engine-option", line = args.engine.as_str(), why = why)))?;
    let engine = engine.start_within(Duration::from_secs(args.start_within));
    let wanted = args.wanted();
    let finding = match (args.accept, args.in_tournament) {
        (Some(Some(_)), _) if wanted != Wanted::default() => {
            return Err(Failure::Usage(t!(context.words, "bot-accept-as-it-is")));
        }
        (Some(Some(offer)), _) => bot::Finding::Accept(offer),
        (Some(None), _) => bot::Finding::AcceptAny(wanted),
        (None, Some(tournament)) => {
            if args.enter {
                tournament::take_part(context, &tournament).await?;
            }
            bot::Finding::Tournament(Box::new(bot::Entered { tournament, context: context.clone() }))
        }
        (None, None) => bot::Finding::Offer(Box::new(args.terms.terms())),
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
        ending::insist(const { &[SignalKind::terminate(), SignalKind::interrupt()] });
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
