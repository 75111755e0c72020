//! How `tengen play` comes to its game, up to where the line mode and the full screen part: what was
//! asked for is asked of the server.

use crate::{
    args::PlayArgs,
    connection::{Client, Update},
    failure::Failure,
    output::say,
    t,
    words::Words,
};
use tengen_protocol::{AccountId, Done, GameId, OfferId, Request, Terms, Welcome};

/// What there is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// This game.
    Game(GameId),
    /// What this offer becomes; nobody has taken it yet.
    Offer(OfferId, Terms),
    /// A game in progress: of none or several nobody has said which.
    InProgress,
}

/// Accepts or makes an offer, if that is what was asked for; with who one is.
///
/// # Errors
/// Without an account, or when the server refuses.
pub(crate) async fn enter(
    words: Words,
    client: &mut Client,
    args: PlayArgs,
) -> Result<(Welcome, AccountId, Entry), Failure> {
    let welcome = client.welcome().await?;
    let account = welcome.account.clone().ok_or_else(|| Failure::NotLoggedIn(t!(words, "play-account")))?;
    if let Some(tournament) = args.in_tournament.filter(|_| welcome.games.is_empty()) {
        say(t!(words, "play-tournament-waits", tournament = tournament.as_str()));
        let game = next_started(client).await?;
        return Ok((welcome, account, Entry::Game(game)));
    }
    let entry = match (args.game, args.accept) {
        (Some(game), _) => Entry::Game(game),
        (None, Some(offer)) => match client.request(Request::AcceptOffer { offer }).await? {
            Done::Started { game, .. } => Entry::Game(game),
            _ => return Err(Failure::Unreachable(t!(words, "server-no-game"))),
        },
        (None, None) if args.offer => {
            let terms = args.terms.terms();
            match client.request(Request::Offer { terms: terms.clone() }).await? {
                Done::Offered { offer } => Entry::Offer(offer, terms),
                _ => return Err(Failure::Unreachable(t!(words, "server-no-offer"))),
            }
        }
        (None, None) => Entry::InProgress,
    };
    Ok((welcome, account, entry))
}

/// Waits for a game of one's own to begin.
async fn next_started(client: &mut Client) -> Result<GameId, Failure> {
    loop {
        match client.next().await? {
            Update::Started { game } => return Ok(game),
            // It may have begun while there was no connection.
            Update::Connected(welcome) => {
                if let Some(game) = welcome.games.into_iter().next() {
                    return Ok(game);
                }
            }
            other => other.message().into_iter().for_each(say),
        }
    }
}
