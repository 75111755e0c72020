//! Commands that ask one thing and print it: offer, offers, accept, games, sgf.

use crate::{
    connection::Patience,
    context::{Account, Context},
    failure::Failure,
    output::{self, Form},
    text::printable,
};
use serde_json::json;
use std::io::Write;
use tengen_protocol::{ColourChoice, Done, GameId, Offer, OfferId, Phase, Request, Terms, http::GameSummary};

fn unexpected() -> Failure {
    Failure::Unreachable("the server's answer is to something else".into())
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

/// Lists open offers.
pub(crate) async fn offers(context: &Context) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let Done::Offers { offers } = client.request(Request::Offers).await? else { return Err(unexpected()) };
    client.close().await;
    for offer in &offers {
        match context.form {
            Form::Json => output::json(offer)?,
            Form::Human => output::line(&offer_line(offer))?,
        }
    }
    Ok(())
}

fn offer_line(offer: &Offer) -> String {
    let Terms { size, rules, handicap, time, colour, .. } = &offer.terms;
    let komi = offer.terms.komi.map_or_else(String::new, |komi| format!(", komi {komi}"));
    let stones = if *handicap > 0 { format!(", handicap {handicap}") } else { String::new() };
    let colour = match colour {
        ColourChoice::Black => "plays Black",
        ColourChoice::White => "plays White",
        ColourChoice::Nigiri => "colours are drawn",
    };
    format!("{}  {}: {size}, {rules}{komi}{stones}, {time}, {colour}", offer.offer, printable(&offer.name))
}

/// Lists games.
pub(crate) async fn games(context: &Context) -> Result<(), Failure> {
    let token = context.token(Account::Optional).await?;
    for game in context.api.games(token.as_deref()).await?.games {
        match context.form {
            Form::Json => output::json(&game)?,
            Form::Human => output::line(&game_line(&game))?,
        }
    }
    Ok(())
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
