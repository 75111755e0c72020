//! How the full screen begins: the lobby, a game to play, a game to watch, a referee's console.

use super::{
    Look, Screen,
    game::GameScreen,
    lobby::{Lobby, Waiting},
    referee::{Console, table_of},
    shell::Shell,
};
use crate::{
    args::PlayArgs,
    connection::{Client, Patience},
    context::{Account, Context},
    entry::{self, Entry},
    failure::Failure,
    play::in_progress,
    watch::watching_as,
};
use std::{pin::pin, time::Instant};
use tengen_protocol::{AccountId, GameId, TournamentId, Welcome};

fn game_screen(look: Look, game: GameId, account: Option<AccountId>) -> Box<dyn Screen> {
    Box::new(GameScreen::new(look, game, account))
}

/// `tengen`: the lobby.
///
/// # Errors
/// Why the session has ended, or what is wrong with the terminal.
pub(crate) async fn lobby(context: &Context, look: Look, interrupted: impl Future<Output = ()>) -> Result<(), Failure> {
    let client = context.client(Account::Optional, Patience::Long)?;
    let mut shell = Shell::new(context, look, client, game_screen);
    shell.show(Box::new(Lobby::new(look, context.server.clone(), Instant::now())));
    shell.run(None, interrupted).await
}

/// What `tengen play` begins with.
enum First {
    Game(GameId),
    Waiting(Box<Waiting>),
    /// Several games are in progress.
    Lobby,
}

/// `tengen play`: one game, perhaps after its offer was taken.
///
/// # Errors
/// When there is no such game, or as [`lobby`].
pub(crate) async fn play(
    context: &Context,
    look: Look,
    args: PlayArgs,
    interrupted: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let mut interrupted = pin!(interrupted);
    let mut client = context.client(Account::Needed, Patience::Long)?;
    let found = tokio::select! {
        found = Box::pin(find(context, look, &mut client, args)) => found,
        () = &mut interrupted => Err(Failure::Interrupted),
    };
    let (welcome, first) = match found {
        Ok(found) => found,
        Err(failure) => {
            client.close().await;
            return Err(failure);
        }
    };
    let mut shell = Shell::new(context, look, client, game_screen);
    match first {
        First::Game(game) => shell.show_game(game, welcome.account.clone(), true).await?,
        First::Waiting(waiting) => shell.show(waiting),
        First::Lobby => shell.show(Box::new(Lobby::new(look, context.server.clone(), Instant::now()))),
    }
    shell.run(Some(welcome), interrupted).await
}

async fn find(context: &Context, look: Look, client: &mut Client, args: PlayArgs) -> Result<(Welcome, First), Failure> {
    let (welcome, _, entry) = entry::enter(context.words, client, args).await?;
    let first = match entry {
        Entry::Game(game) => First::Game(game),
        Entry::Offer(offer, terms) => {
            let before = welcome.games.clone();
            First::Waiting(Box::new(Waiting::new(look, offer, terms, before, Instant::now())))
        }
        Entry::InProgress if welcome.games.len() > 1 => First::Lobby,
        Entry::InProgress => First::Game(in_progress(context, welcome.games.clone()).await?),
    };
    Ok((welcome, first))
}

/// `tengen watch`: one game.
///
/// # Errors
/// As [`lobby`].
pub(crate) async fn watch(
    context: &Context,
    look: Look,
    game: GameId,
    interrupted: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let mut interrupted = pin!(interrupted);
    let found = tokio::select! {
        found = Box::pin(watched(context, &game)) => found?,
        () = &mut interrupted => return Err(Failure::Interrupted),
    };
    let (client, welcome) = found;
    let mut shell = Shell::new(context, look, client, game_screen);
    shell.show_game(game, welcome.account.clone(), false).await?;
    shell.run(Some(welcome), interrupted).await
}

/// `tengen referee EVENT`: the boards of a tournament.
///
/// # Errors
/// As [`lobby`].
pub(crate) async fn referee(
    context: &Context,
    look: Look,
    tournament: TournamentId,
    interrupted: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let client = context.client(Account::Needed, Patience::Long)?;
    let console = Console::new(look, tournament.clone(), Instant::now());
    let mut shell = Shell::new(context, look, client, table_of(tournament));
    shell.show(Box::new(console));
    shell.run(None, interrupted).await
}

async fn watched(context: &Context, game: &GameId) -> Result<(Client, Welcome), Failure> {
    let mut client = context.client_as(watching_as(context, game).await?, Patience::Long);
    let welcome = client.welcome().await?;
    Ok((client, welcome))
}
