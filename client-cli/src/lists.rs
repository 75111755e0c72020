//! Commands that ask one thing and print it: offer, offers, accept, withdraw, games, sgf.

use crate::{
    args::GamesArgs,
    connection::Patience,
    context::{Account, Context},
    failure::Failure,
    http::GameQuery,
    output::{self, Form},
    t,
    text::printable,
    words::{Words, clock::time_control, game, settings},
};
use serde_json::json;
use std::io::IsTerminal;
use tengen_protocol::{AccountId, Code, Done, GameId, Offer, OfferId, Request, Snapshot, Terms, http::GameSummary};

/// Games of a list if nothing is said: the server's own number.
const LISTED: u32 = 50;

/// A search that finds little looks at so many pages before it asks whether to go on.
const PAGES: usize = 20;

fn unexpected(words: Words) -> Failure {
    Failure::Unreachable(t!(words, "server-other-answer"))
}

/// Makes an offer.
pub(crate) async fn offer(context: &Context, terms: Terms) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let Done::Offered { offer } = client.request(Request::Offer { terms }).await? else {
        return Err(unexpected(context.words));
    };
    client.close().await;
    match context.form {
        Form::Json => output::json(&json!({ "offer": offer })),
        Form::Human => output::line(offer.as_str()),
    }
}

/// Accepts an offer.
pub(crate) async fn accept(context: &Context, offer: OfferId) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let Done::Started { game, offer } = client.request(Request::AcceptOffer { offer }).await? else {
        return Err(unexpected(context.words));
    };
    client.close().await;
    match context.form {
        Form::Json => output::json(&json!({ "game": game, "offer": offer })),
        Form::Human => output::line(game.as_str()),
    }
}

/// Withdraws an offer.
pub(crate) async fn withdraw(context: &Context, offer: OfferId) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    client.request(Request::WithdrawOffer { offer: offer.clone() }).await?;
    client.close().await;
    match context.form {
        Form::Json => output::json(&json!({ "withdrawn": offer })),
        Form::Human => output::line(&t!(context.words, "offer-withdrawn", offer = offer.as_str())),
    }
}

/// Lists open offers.
pub(crate) async fn offers(context: &Context) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let me = client.welcome().await?.account;
    let Done::Offers { offers } = client.request(Request::Offers).await? else { return Err(unexpected(context.words)) };
    client.close().await;
    for offer in &offers {
        match context.form {
            Form::Json => output::json(offer)?,
            Form::Human => output::line(&offer_line(context.words, offer, me.as_ref()))?,
        }
    }
    Ok(())
}

fn offer_line(words: Words, offer: &Offer, me: Option<&AccountId>) -> String {
    let (id, name, terms) = (offer.offer.as_str(), printable(&offer.name), settings::terms(words, &offer.terms));
    if me == Some(&offer.by) {
        t!(words, "offer-line-own", offer = id, name = name, terms = terms)
    } else {
        t!(words, "offer-line", offer = id, name = name, terms = terms)
    }
}

/// Lists games.
pub(crate) async fn games(context: &Context, args: GamesArgs) -> Result<(), Failure> {
    if args.mine {
        return my_games(context, args.limit).await;
    }
    let token = context.token(Account::Optional).await?;
    let searches = args.searches();
    let (mut wanted, mut query) = (args.limit.unwrap_or(LISTED), args.query());
    for _ in 0..PAGES {
        let page =
            context.api.games(&query, token.as_deref()).await.map_err(|failure| nobody(context, &query, failure))?;
        print_games(context, &page.games)?;
        wanted = wanted.saturating_sub(u32::try_from(page.games.len()).unwrap_or(u32::MAX));
        query.before = page.next;
        query.limit = Some(wanted);
        if !searches || query.before.is_none() || wanted == 0 {
            break;
        }
    }
    match (query.before.filter(|_| searches), context.form) {
        (Some(next), Form::Json) => output::json(&json!({ "next": next })),
        (Some(next), Form::Human) => {
            output::say(&t!(context.words, "games-more", before = printable(&next)));
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// The one thing that a list of games may not find: the player whose games they are to be.
fn nobody(context: &Context, query: &GameQuery, failure: Failure) -> Failure {
    match failure {
        Failure::Refused(error) if error.code == Code::NotFound && query.player.is_some() => {
            Failure::Usage(t!(context.words, "games-nobody"))
        }
        other => other,
    }
}

/// Lists the account's games that are not finished, those that nobody else sees too.
async fn my_games(context: &Context, limit: Option<u32>) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let games = client.welcome().await?.games;
    client.close().await;
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    let mut games = summaries(context, &games).await?;
    games.truncate(limit);
    print_games(context, &games)
}

/// What the list of games says of these, newest first.
pub(crate) async fn summaries(context: &Context, games: &[GameId]) -> Result<Vec<GameSummary>, Failure> {
    let token = context.token(Account::Needed).await?;
    let mut summaries = Vec::new();
    for game in games {
        let snapshot = context.api.game(game, token.as_deref()).await?.snapshot;
        let Snapshot { setup, names, created_at, phase, outcome, .. } = snapshot;
        summaries.push(GameSummary { game: game.clone(), setup, names, created_at, phase, outcome, ended_at: None });
    }
    summaries.sort_by_key(|game| std::cmp::Reverse(game.created_at));
    Ok(summaries)
}

/// Prints a list of games.
pub(crate) fn print_games(context: &Context, games: &[GameSummary]) -> Result<(), Failure> {
    games.iter().try_for_each(|game| match context.form {
        Form::Json => output::json(game),
        Form::Human => output::line(&game_line(context.words, game)),
    })
}

fn game_line(words: Words, of: &GameSummary) -> String {
    let state = of.outcome.as_ref().map_or_else(|| game::phase(words, of.phase), |it| game::outcome(words, it));
    let (black, white) = (printable(&of.names.black), printable(&of.names.white));
    let (size, time) = (of.setup.size.to_string(), time_control(words, &of.setup.time));
    let game = of.game.as_str();
    t!(words, "game-line", game = game, black = black, white = white, size = size, time = time, state = state)
}

/// Prints the record of a game.
pub(crate) async fn sgf(context: &Context, game: GameId) -> Result<(), Failure> {
    let token = context.token(Account::Optional).await?;
    let sgf = context.api.sgf(&game, token.as_deref()).await?;
    match context.form {
        Form::Json => output::json(&json!({ "game": game, "sgf": sgf })),
        // A record is data: as it is, but a terminal gets nothing that it would obey.
        Form::Human if std::io::stdout().is_terminal() => output::line(sgf.trim_end()),
        Form::Human => output::page(sgf.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_own_offer_is_marked() {
        let offer: Offer = serde_json::from_value(json!({
            "offer": "o1", "by": "a1", "name": "Ann", "at": 1,
            "terms": { "size": { "width": 9, "height": 9 }, "time": { "system": "none" } },
        }))
        .unwrap();
        let line = |me: &str| offer_line(Words::english(), &offer, Some(&me.parse().unwrap()));
        assert_eq!(line("a1"), "o1  Ann (yours): 9x9, Chinese rules, no clock, colours are drawn");
        assert_eq!(line("a2"), "o1  Ann: 9x9, Chinese rules, no clock, colours are drawn");
    }
}
