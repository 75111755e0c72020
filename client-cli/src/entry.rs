//! How `tengen play` comes to its game, up to where the line mode and the full screen part: what was
//! asked for is asked of the server.

use crate::{args::PlayArgs, connection::Client, failure::Failure, t, words::Words};
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
