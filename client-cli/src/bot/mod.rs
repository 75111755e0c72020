//! `tengen bot`: an engine that finds games and plays them, one after another.
//!
//! Unfinished games of the account come first. Then it makes one offer at a time, or takes the
//! first offer of somebody else that its engine can play, or waits for its games of a tournament. It ends
//! after the games that were asked for, or with the tournament; a lost connection never ends it.

mod gtp;
mod player;
mod scoring;
mod table;
#[cfg(test)]
mod testing;
mod timing;
mod tournament;

pub(crate) use gtp::EngineCommand;
pub(crate) use tournament::Entered;

use crate::{
    args::Wanted,
    connection::{Client, Update},
    failure::Failure,
    output::{self, Form, say},
    t, text,
    words::{Words, game},
};
use player::Player;
use std::{
    collections::{BTreeSet, VecDeque},
    time::{Duration, Instant},
};
use table::Table;
use tengen_protocol::{
    AccountId, Code, CommandId, Done, GameId, Offer, OfferId, Outcome, Request, Terms, Welcome, WireError,
};
use tokio::time;

/// The list of offers is looked at so often while one is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(700);

/// An own offer is checked so often: it may have expired.
const CHECK_EVERY: Duration = Duration::from_secs(30);

/// An offer that is gone may have become a game whose notice is on its way: wait so long.
const NOTICE_WITHIN: Duration = Duration::from_secs(5);

/// The wait after a refusal for which one must wait, such as too many games.
const WAIT: Duration = Duration::from_secs(5);

/// A bot that is interrupted takes so long to take its offer back.
const WITHDRAW_WITHIN: Duration = Duration::from_secs(2);

/// How the bot finds games.
#[derive(Clone, Debug)]
pub(crate) enum Finding {
    /// It makes offers.
    Offer(Box<Terms>),
    /// It accepts this offer.
    Accept(OfferId),
    /// It accepts the next open offer that has this.
    AcceptAny(Wanted),
    /// It plays its games of a tournament that has been entered.
    Tournament(Box<Entered>),
}

/// What the bot is to do.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    /// How the engine is started.
    pub(crate) engine: EngineCommand,
    /// How games are found.
    pub(crate) finding: Finding,
    /// How many games, or without end.
    pub(crate) games: Option<u32>,
    /// How finished games are printed.
    pub(crate) form: Form,
}

/// Runs the bot until it has played its games, fails, or is interrupted; an open offer is taken
/// back.
///
/// # Errors
/// Why it ended early.
pub(crate) async fn run(
    client: &mut Client,
    orders: Orders,
    interrupted: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let mut lobby = Lobby {
        client,
        orders,
        account: None,
        started: VecDeque::new(),
        played: BTreeSet::new(),
        open: None,
        offering: None,
        skipped: BTreeSet::new(),
        over: false,
    };
    let result = tokio::select! {
        result = lobby.run() => result,
        () = interrupted => Err(Failure::Interrupted),
    };
    lobby.withdraw().await;
    result
}

struct Lobby<'a> {
    client: &'a mut Client,
    orders: Orders,
    account: Option<AccountId>,
    started: VecDeque<GameId>,
    played: BTreeSet<GameId>,
    open: Option<OfferId>,
    /// An offer that is on its way.
    offering: Option<CommandId>,
    /// Offers that the engine cannot play, or that the server does not let this account accept.
    skipped: BTreeSet<OfferId>,
    /// The tournament is over.
    over: bool,
}

impl Lobby<'_> {
    async fn run(&mut self) -> Result<(), Failure> {
        let mut player = Some(self.warm_player().await?);
        let account = self.connected().await?;
        let mut left = self.orders.games;
        while left != Some(0) {
            let mut at_hand = match player.take() {
                Some(player) => player,
                None => self.warm_player().await?,
            };
            let Some(game) = self.next_game(&mut at_hand).await? else {
                at_hand.quit().await;
                break;
            };
            self.played.insert(game.clone());
            let table = Table::new(self.client, &mut self.started, game.clone(), account.clone(), at_hand);
            let outcome = table.play().await?;
            self.report(&game, &outcome)?;
            left = left.map(|left| left - 1);
        }
        Ok(())
    }

    async fn warm_player(&self) -> Result<Player, Failure> {
        let mut player = Player::new(self.orders.engine.clone());
        player.warm_up().await?;
        if let Finding::Offer(terms) = &self.orders.finding
            && !player.plays_on(terms.size).await?
        {
            let size = terms.size.to_string();
            return Err(Failure::Engine(t!(Words::current(), "engine-not-on-board", size = size)));
        }
        Ok(player)
    }

    /// Waits for the first connection.
    async fn connected(&mut self) -> Result<AccountId, Failure> {
        let welcome = self.client.welcome().await?;
        for game in &welcome.games {
            say(t!(Words::current(), "bot-game-first", game = game.to_string()));
        }
        self.welcomed(welcome)
    }

    fn welcomed(&mut self, welcome: Welcome) -> Result<AccountId, Failure> {
        let account = welcome.account.ok_or_else(|| Failure::NotLoggedIn(t!(Words::current(), "token-bot")))?;
        self.account = Some(account.clone());
        self.started.extend(welcome.games);
        Ok(account)
    }

    fn report(&self, game: &GameId, outcome: &Outcome) -> Result<(), Failure> {
        match self.orders.form {
            Form::Json => {
                let Outcome { result, reason, winner, .. } = outcome;
                output::json(&serde_json::json!({
                    "game": game, "result": result, "reason": reason, "winner": winner
                }))
            }
            Form::Human => {
                let words = Words::current();
                let (game, result) = (game.to_string(), game::outcome_with_area(words, outcome));
                output::line(&t!(words, "bot-game-over", game = game, result = result))
            }
        }
    }

    /// A game that was made and not played yet.
    fn made(&mut self) -> Option<GameId> {
        while let Some(game) = self.started.pop_front() {
            if !self.played.contains(&game) {
                return Some(game);
            }
        }
        None
    }

    /// The next game; nothing when the tournament is over.
    async fn next_game(&mut self, player: &mut Player) -> Result<Option<GameId>, Failure> {
        if let Some(game) = self.made() {
            return Ok(Some(game));
        }
        match self.orders.finding.clone() {
            Finding::Offer(terms) => self.offer(&terms).await.map(Some),
            Finding::Accept(offer) => self.accept(&offer).await?.map(Some).map_err(Failure::from),
            Finding::AcceptAny(wanted) => self.accept_any(player, &wanted).await.map(Some),
            Finding::Tournament(entered) => self.of_tournament(&entered).await,
        }
    }

    /// Keeps an offer open until it has become a game.
    async fn offer(&mut self, terms: &Terms) -> Result<GameId, Failure> {
        let words = Words::current();
        loop {
            let id = self.client.submit(Request::Offer { terms: terms.clone() }).await?;
            self.offering = Some(id.clone());
            let answer = self.answer_to(&id).await?;
            self.offering = None;
            let offer = match answer {
                Ok(Done::Offered { offer }) => offer,
                Err(error) if error.code == Code::TooMany => {
                    say(t!(words, "bot-no-offer-yet", why = text::refusal(&error)));
                    if let Some(game) = self.listen(WAIT).await? {
                        return Ok(game);
                    }
                    continue;
                }
                Err(error) => return Err(error.into()),
                Ok(_) => return Err(unanswered()),
            };
            say(t!(words, "bot-offer-open", offer = offer.to_string()));
            self.open = Some(offer.clone());
            let game = self.until_taken(&offer).await?;
            self.open = None;
            if let Some(game) = game {
                return Ok(game);
            }
            say(t!(words, "bot-offer-again", offer = offer.to_string()));
        }
    }

    /// The game of an offer; nothing when the offer is gone.
    async fn until_taken(&mut self, offer: &OfferId) -> Result<Option<GameId>, Failure> {
        loop {
            if let Some(game) = self.listen(CHECK_EVERY).await? {
                return Ok(Some(game));
            }
            let offers = self.offers().await?;
            if let Some(game) = self.made() {
                return Ok(Some(game));
            }
            if offers.iter().all(|open| open.offer != *offer) {
                return self.listen(NOTICE_WITHIN).await;
            }
        }
    }

    async fn accept(&mut self, offer: &OfferId) -> Result<Result<GameId, WireError>, Failure> {
        match self.ask(Request::AcceptOffer { offer: offer.clone() }).await? {
            Ok(Done::Started { game, .. }) => Ok(Ok(game)),
            Ok(_) => Err(unanswered()),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Takes the first offer that can be taken, as soon as there is one.
    async fn accept_any(&mut self, player: &mut Player, wanted: &Wanted) -> Result<GameId, Failure> {
        let words = Words::current();
        let mut told = false;
        loop {
            for offer in self.offers().await? {
                let own = Some(&offer.by) == self.account.as_ref();
                if own || self.skipped.contains(&offer.offer) || !wanted.takes(&offer.terms) {
                    continue;
                }
                if !player.plays_on(offer.terms.size).await? {
                    let (id, size) = (offer.offer.to_string(), offer.terms.size.to_string());
                    say(t!(words, "bot-offer-board", offer = id, size = size));
                    self.skipped.insert(offer.offer);
                    continue;
                }
                match self.accept(&offer.offer).await? {
                    Ok(game) => return Ok(game),
                    // Somebody else was faster.
                    Err(error) if error.code == Code::NoSuchOffer => {}
                    Err(error) if error.code == Code::TooMany => {
                        say(not_taken(&offer.offer, &error));
                        time::sleep(WAIT).await;
                    }
                    Err(error) => {
                        say(not_taken(&offer.offer, &error));
                        self.skipped.insert(offer.offer);
                    }
                }
            }
            if !std::mem::replace(&mut told, true) {
                say(t!(words, "bot-waiting"));
            }
            if let Some(game) = self.listen(LOOK_EVERY).await? {
                return Ok(game);
            }
        }
    }

    async fn offers(&mut self) -> Result<Vec<Offer>, Failure> {
        match self.ask(Request::Offers).await? {
            Ok(Done::Offers { offers }) => Ok(offers),
            Ok(_) => Err(unanswered()),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a command and waits for its answer; games that start meanwhile are kept.
    async fn ask(&mut self, request: Request) -> Result<Result<Done, WireError>, Failure> {
        let id = self.client.submit(request).await?;
        self.answer_to(&id).await
    }

    async fn answer_to(&mut self, id: &CommandId) -> Result<Result<Done, WireError>, Failure> {
        loop {
            let update = self.client.next().await?;
            if let Some(result) = self.heard(update, Some(id))? {
                return Ok(result);
            }
        }
    }

    /// Listens for a game that starts, for so long.
    async fn listen(&mut self, within: Duration) -> Result<Option<GameId>, Failure> {
        let until = Instant::now() + within;
        loop {
            if let Some(game) = self.made() {
                return Ok(Some(game));
            }
            if self.over {
                return Ok(None);
            }
            match time::timeout_at(until.into(), self.client.next()).await {
                Ok(update) => drop(self.heard(update?, None)?),
                Err(_) => return Ok(None),
            }
        }
    }

    fn heard(
        &mut self,
        update: Update,
        awaited: Option<&CommandId>,
    ) -> Result<Option<Result<Done, WireError>>, Failure> {
        match update {
            Update::Answer { id, result } if Some(&id) == awaited => return Ok(Some(result)),
            Update::Started { game, .. } => self.started.push_back(game),
            Update::Tournament(news) => self.over |= self.is_end(&news),
            // A game may have started while there was no connection.
            Update::Connected(welcome) => drop(self.welcomed(*welcome)?),
            other => other.message().into_iter().for_each(say),
        }
        Ok(None)
    }

    /// Takes an open offer back, so that nobody accepts what nobody will play.
    async fn withdraw(&mut self) {
        let withdrawn = async {
            if let Some(id) = self.offering.take()
                && let Ok(Ok(Done::Offered { offer })) = self.answer_to(&id).await
            {
                self.open = Some(offer);
            }
            if let Some(offer) = self.open.take() {
                // Whether it arrives does not matter: an offer ends by itself.
                let _ = self.ask(Request::WithdrawOffer { offer }).await;
            }
        };
        let _ = time::timeout(WITHDRAW_WITHIN, withdrawn).await;
    }
}

/// The server has answered with something else.
fn unanswered() -> Failure {
    Failure::Unreachable(t!(Words::current(), "connection-no-answer"))
}

fn not_taken(offer: &OfferId, error: &WireError) -> String {
    t!(Words::current(), "bot-offer-not-taken", offer = offer.to_string(), why = text::refusal(error))
}

#[cfg(test)]
mod tests;
