//! Judging what accounts ask of the lobby, and what time and games do to it.

use super::{ALL_OFFERS, Done, Event, Lobby, OFFER_FOR_MS, OpenOffer, Promised, SLOW_OFFER_FOR_MS};
use crate::{
    game::{check_terms, settle},
    timing::{Due, Time, When},
};
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use tengen_protocol::{
    AccountId, Code, Colour, CommandId, GameId, Limit, Limited, Nigiri, OfferId, Outcome, Sides, Terms, Why, WireError,
    limits,
};

/// What an account can ask. Ids and seeds are drawn by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make an offer.
    Offer {
        /// The new offer's id.
        offer: OfferId,
        /// What is offered.
        terms: Terms,
    },
    /// Withdraw one's own offer.
    Withdraw {
        /// The offer.
        offer: OfferId,
    },
    /// Accept an offer.
    Accept {
        /// The offer.
        offer: OfferId,
        /// The new game's id.
        game: GameId,
        /// 32 hex digits for the draw of colours.
        seed: String,
    },
}

/// A command without the ids and seeds that the server drew for it: two commands with the same id
/// must agree in this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// An offer with these terms: the first 16 hex digits of the SHA-1 of their JSON.
    Offer(String),
    /// Withdraw this offer.
    Withdraw(OfferId),
    /// Accept this offer.
    Accept(OfferId),
}

impl Said {
    fn offer(terms: &Terms) -> serde_json::Result<Self> {
        let digest = Sha1::digest(serde_json::to_vec(terms)?);
        Ok(Self::Offer(digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl Command {
    /// What the account asks.
    pub(super) fn said(&self) -> serde_json::Result<Said> {
        Ok(match self {
            Self::Offer { terms, .. } => Said::offer(terms)?,
            Self::Withdraw { offer } => Said::Withdraw(offer.clone()),
            Self::Accept { offer, .. } => Said::Accept(offer.clone()),
        })
    }
}

/// An event and when time may act on the lobby next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The event.
    pub event: Event,
    /// When the next offer ends.
    pub due: Option<Due>,
}

/// The offerer's colour in a draw with this seed (猜先): Black when the first bit of the SHA-1 of
/// the seed's hex digits is 0.
#[must_use]
pub fn nigiri_colour(seed: &str) -> Colour {
    if Sha1::digest(seed.as_bytes())[0] < 0x80 { Colour::Black } else { Colour::White }
}

impl Lobby {
    /// Judges a command that is not a repeat ([`Lobby::repeat`]); `now` is the store's wall time.
    ///
    /// # Errors
    /// A refusal; the lobby stays as it was.
    pub fn decide(&self, by: &AccountId, id: &CommandId, command: Command, now: u64) -> Result<Decision, WireError> {
        let (by, id) = (by.clone(), id.clone());
        match command {
            Command::Offer { offer, terms } => {
                self.may_offer(&by, &terms)?;
                let slow = terms.time.runs_on_wall_time();
                let until = now.saturating_add(if slow { SLOW_OFFER_FOR_MS } else { OFFER_FOR_MS });
                let due = self.due_with(Some(until), &[]);
                Ok(Decision { event: Event::Offered { by, id, offer, terms, until }, due })
            }
            Command::Withdraw { offer } => {
                let open = self.offer(&offer).filter(|open| open.by == by);
                open.ok_or_else(|| no_such_offer(&offer))?;
                let due = self.due_with(None, std::slice::from_ref(&offer));
                Ok(Decision { event: Event::Withdrawn { by, id, offer }, due })
            }
            Command::Accept { offer, game, seed } => self.accept(by, id, offer, game, seed, now),
        }
    }

    fn may_offer(&self, by: &AccountId, terms: &Terms) -> Result<(), WireError> {
        check_terms(terms).map_err(|error| WireError::from(&error))?;
        if terms.to.as_ref() == Some(by) {
            let message = "an offer to oneself: name another account, or none for everybody";
            return Err(WireError::new(Code::BadTerms, message).why(Why::SamePlayer));
        }
        if self.open_offers_of(by) >= limits::OPEN_OFFERS {
            let message = format!("an account has at most {} open offers: withdraw one", limits::OPEN_OFFERS);
            return Err(too_many(message, Limited::OpenOffers, limits::OPEN_OFFERS));
        }
        if self.state.offers.len() >= ALL_OFFERS {
            let message = format!("there are {ALL_OFFERS} open offers: accept one");
            return Err(too_many(message, Limited::AllOffers, ALL_OFFERS).retry_after(60_000));
        }
        self.must_have_room(by, "you have")
    }

    fn must_have_room(&self, account: &AccountId, who: &str) -> Result<(), WireError> {
        if self.has_room_for_a_game(account) {
            return Ok(());
        }
        let message = format!("{who} {} games in progress: finish one first", limits::LIVE_GAMES);
        Err(too_many(message, Limited::Games, limits::LIVE_GAMES))
    }

    fn accept(
        &self,
        by: AccountId,
        id: CommandId,
        offer: OfferId,
        game: GameId,
        seed: String,
        now: u64,
    ) -> Result<Decision, WireError> {
        let may_see = |open: &&OpenOffer| open.terms.to.as_ref().is_none_or(|to| *to == by || open.by == by);
        let open = self.offer(&offer).filter(|open| now < open.until).filter(may_see);
        let open = open.ok_or_else(|| no_such_offer(&offer))?;
        if open.by == by {
            return Err(WireError::new(Code::OwnOffer, "this offer is yours: another account must accept it"));
        }
        self.must_have_room(&by, "you have")?;
        self.must_have_room(&open.by, "the offer's maker has")?;
        let drawn = open.terms.colour.fixed().is_none();
        let colour = open.terms.colour.fixed().unwrap_or_else(|| nigiri_colour(&seed));
        let players = match colour {
            Colour::Black => Sides { black: open.by.clone(), white: by.clone() },
            Colour::White => Sides { black: by.clone(), white: open.by.clone() },
        };
        let nigiri = drawn.then_some(Nigiri { seed, offerer: colour });
        let setup =
            settle(&open.terms, players, Some(offer.clone()), nigiri).map_err(|error| WireError::from(&error))?;
        let withdrawn = self.others_of(&offer, &[&open.by, &by]);
        let mut gone = withdrawn.clone();
        gone.push(offer.clone());
        let due = self.due_with(None, &gone);
        Ok(Decision { event: Event::Accepted { by, id, offer, game, setup, withdrawn }, due })
    }

    /// The other live offers of these accounts: whoever plays now has no time for another game.
    fn others_of(&self, taken: &OfferId, accounts: &[&AccountId]) -> Vec<OfferId> {
        let live = |open: &OpenOffer| !open.terms.time.runs_on_wall_time();
        let is_other = |(id, open): &(&OfferId, &OpenOffer)| *id != taken && accounts.contains(&&open.by) && live(open);
        let is_live = self.offer(taken).is_some_and(live);
        self.state.offers.iter().filter(|_| is_live).filter(is_other).map(|(id, _)| id.clone()).collect()
    }

    /// Games of a tournament are to be made. Nothing if that is known of all of them. An account may have any
    /// number of them: nobody asked whether it has time.
    #[must_use]
    pub fn promise(&self, games: &[Promised]) -> Option<Decision> {
        let is_new = |promised: &&Promised| {
            let finished = || self.finished().any(|finished| finished.game == promised.game);
            self.game(&promised.game).is_none() && !finished()
        };
        let games: Vec<Promised> = games.iter().filter(is_new).cloned().collect();
        if games.is_empty() {
            return None;
        }
        Some(Decision { event: Event::Promised { games }, due: self.due_with(None, &[]) })
    }

    /// A game's own log exists. Nothing if that is known, or the game is not.
    #[must_use]
    pub fn created(&self, game: &GameId) -> Option<Decision> {
        let known = self.game(game).filter(|live| !live.created);
        known.map(|_| Decision { event: Event::Created { game: game.clone() }, due: self.due_with(None, &[]) })
    }

    /// A game is finished. Nothing if that is known, or the game is not.
    #[must_use]
    pub fn game_finished(&self, game: &GameId, outcome: &Outcome) -> Option<Decision> {
        self.game(game)?;
        let event = Event::Finished { game: game.clone(), outcome: outcome.clone() };
        Some(Decision { event, due: self.due_with(None, &[]) })
    }

    /// Offers whose time is over at wall time `now`. Nothing if there is none.
    #[must_use]
    pub fn time_acts(&self, now: u64) -> Option<Decision> {
        let over = |(_, open): &(&OfferId, &OpenOffer)| open.until <= now;
        let offers: Vec<OfferId> = self.state.offers.iter().filter(over).map(|(id, _)| id.clone()).collect();
        if offers.is_empty() {
            return None;
        }
        let due = self.due_with(None, &offers);
        Some(Decision { event: Event::Expired { offers }, due })
    }

    /// When the next offer ends, with one more and without some.
    fn due_with(&self, more: Option<u64>, without: &[OfferId]) -> Option<Due> {
        let ends = self.state.offers.iter().filter(|(id, _)| !without.contains(id)).map(|(_, open)| open.until);
        let at = ends.chain(more).min()?;
        Some(Due { time: Time::Wall, when: When::At(at) })
    }
}

impl Event {
    /// What the command behind this event is answered with.
    #[must_use]
    pub fn done(&self) -> Option<(&AccountId, &CommandId, Done)> {
        match self {
            Self::Offered { by, id, offer, .. } => Some((by, id, Done::Offered { offer: offer.clone() })),
            Self::Withdrawn { by, id, offer } => Some((by, id, Done::Withdrawn { offer: offer.clone() })),
            Self::Accepted { by, id, offer, game, .. } => {
                Some((by, id, Done::Started { offer: offer.clone(), game: game.clone() }))
            }
            Self::Promised { .. } | Self::Created { .. } | Self::Finished { .. } | Self::Expired { .. } => None,
        }
    }
}

impl Event {
    /// What the command behind this event asked.
    pub(super) fn said(&self) -> serde_json::Result<Option<Said>> {
        Ok(match self {
            Self::Offered { terms, .. } => Some(Said::offer(terms)?),
            Self::Withdrawn { offer, .. } => Some(Said::Withdraw(offer.clone())),
            Self::Accepted { offer, .. } => Some(Said::Accept(offer.clone())),
            Self::Promised { .. } | Self::Created { .. } | Self::Finished { .. } | Self::Expired { .. } => None,
        })
    }
}

fn too_many(message: String, of: Limited, most: usize) -> WireError {
    WireError::new(Code::TooMany, message).limit(Limit::most(of, most as u64))
}

fn no_such_offer(offer: &OfferId) -> WireError {
    WireError::new(
        Code::NoSuchOffer,
        format!("no open offer {offer}: it was taken, withdrawn, is over, or is not for you"),
    )
}
