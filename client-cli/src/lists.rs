//! Commands that ask one thing and print it: offer, offers, accept, withdraw, games, sgf.

use crate::{
    connection::Patience,
    context::{Account, Context},
    failure::Failure,
    output::{self, Form},
    text::printable,
};
use serde_json::json;
use std::io::Write;
use tengen_protocol::{
    AccountId, ColourChoice, Done, GameId, Offer, OfferId, Phase, Request, Snapshot, Terms, http::GameSummary,
};

fn unexpected() -> Failure {
    Failure::Unreachable("the server's answer is to something else than was asked".into())
}

/// Makes an offer.
pub(crate) async fn offer(context: &Context, terms: Terms) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let Done::Offered { offer } = client.request(Request::Offer { terms }).await? else { return Err(unexpected()) };
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
        return Err(unexpected());
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
        Form::Human => output::line(&format!("offer {offer} is withdrawn")),
    }
}

/// Lists open offers.
pub(crate) async fn offers(context: &Context) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let me = client.welcome().await?.account;
    let Done::Offers { offers } = client.request(Request::Offers).await? else { return Err(unexpected()) };
    client.close().await;
    for offer in &offers {
        match context.form {
            Form::Json => output::json(offer)?,
            Form::Human => output::line(&offer_line(offer, me.as_ref()))?,
        }
    }
    Ok(())
}

fn offer_line(offer: &Offer, me: Option<&AccountId>) -> String {
    let Terms { size, rules, handicap, time, colour, .. } = &offer.terms;
    let komi = offer.terms.komi.map_or_else(String::new, |komi| format!(", komi {komi}"));
    let stones = if *handicap > 0 { format!(", handicap {handicap}") } else { String::new() };
    let colour = match colour {
        ColourChoice::Black => "plays Black",
        ColourChoice::White => "plays White",
        ColourChoice::Nigiri => "colours are drawn",
    };
    let whose = if me == Some(&offer.by) { " (yours)" } else { "" };
    let (id, name) = (&offer.offer, printable(&offer.name));
    format!("{id}  {name}{whose}: {size}, {rules}{komi}{stones}, {time}, {colour}")
}

/// Lists games.
pub(crate) async fn games(context: &Context, limit: Option<u32>) -> Result<(), Failure> {
    let token = context.token(Account::Optional).await?;
    print_games(context.form, &context.api.games(limit, token.as_deref()).await?.games)
}

/// Lists the account's games that are not finished, those that nobody else sees too.
pub(crate) async fn my_games(context: &Context, limit: Option<u32>) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let games = client.welcome().await?.games;
    client.close().await;
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    let mut games = summaries(context, &games).await?;
    games.truncate(limit);
    print_games(context.form, &games)
}

/// What the list of games says of these, newest first.
pub(crate) async fn summaries(context: &Context, games: &[GameId]) -> Result<Vec<GameSummary>, Failure> {
    let token = context.token(Account::Needed).await?;
    let mut summaries = Vec::new();
    for game in games {
        let snapshot = context.api.game(game, token.as_deref()).await?.snapshot;
        let Snapshot { setup, names, created_at, phase, outcome, .. } = snapshot;
        summaries.push(GameSummary { game: game.clone(), setup, names, created_at, phase, outcome });
    }
    summaries.sort_by_key(|game| std::cmp::Reverse(game.created_at));
    Ok(summaries)
}

/// Prints a list of games.
pub(crate) fn print_games(form: Form, games: &[GameSummary]) -> Result<(), Failure> {
    games.iter().try_for_each(|game| match form {
        Form::Json => output::json(game),
        Form::Human => output::line(&game_line(game)),
    })
}

fn game_line(game: &GameSummary) -> String {
    let phase = match (game.phase, &game.outcome) {
        (_, Some(outcome)) => outcome.in_words(),
        (Phase::Waiting, None) => "waiting".into(),
        (Phase::Playing, None) => "playing".into(),
        (Phase::Scoring, None) => "scoring".into(),
        (Phase::Finished, None) => "finished".into(),
    };
    let (black, white) = (printable(&game.names.black), printable(&game.names.white));
    format!("{}  {black} (Black) - {white} (White): {}, {}, {phase}", game.game, game.setup.size, game.setup.time)
}

/// Prints the record of a game.
pub(crate) async fn sgf(context: &Context, game: GameId) -> Result<(), Failure> {
    let token = context.token(Account::Optional).await?;
    let sgf = context.api.sgf(&game, token.as_deref()).await?;
    match context.form {
        Form::Json => output::json(&json!({ "game": game, "sgf": sgf })),
        // A record is data: as it is, but nothing that a terminal would obey.
        Form::Human => {
            let mut out = anstream::stdout().lock();
            write!(out, "{}", sgf.trim_end())
                .and_then(|()| writeln!(out))
                .map_err(|error| Failure::Local(format!("stdout: {error}")))
        }
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
        let line = |me: &str| offer_line(&offer, Some(&me.parse().unwrap()));
        assert_eq!(line("a1"), "o1  Ann (yours): 9x9, chinese, none, colours are drawn");
        assert_eq!(line("a2"), "o1  Ann: 9x9, chinese, none, colours are drawn");
    }
}
