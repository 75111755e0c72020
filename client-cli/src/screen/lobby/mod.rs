//! The lobby: who one is, one's games, open offers, games to watch, and the form of an offer.
//!
//! Pure state; `draw` shows it. The lists are asked for again every few seconds while it is on top.

mod draw;
mod form;
mod keys;
mod lists;
mod sheet;
#[cfg(test)]
mod testing;
mod waiting;

pub(super) use waiting::Waiting;

use super::{Effect, Fetched, Input, Look, Query, Screen};
use crate::{connection::Update, t, text::printable, words::refusal::refusal};
use draw::Places;
use form::{Edit, Form};
use lists::Lists;
use ratatui::Frame;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};
use tengen_protocol::{AccountId, CommandId, Done, GameId, OfferId, Request, Welcome};

/// The lists are this old at most.
const REFRESH: Duration = Duration::from_secs(3);

/// An answer that does not come is not waited for longer.
const REFRESH_AGAIN: Duration = Duration::from_secs(30);

/// The connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Connection {
    /// There was none yet.
    Opening,
    /// It is there.
    Open,
    /// It is gone; the next try is then.
    Lost {
        /// Why, for people.
        why: String,
        /// When it is tried again.
        until: Instant,
    },
}

/// Who one is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    /// That is not known yet.
    Unknown,
    /// Nobody: one may watch.
    Nobody,
    /// An account.
    Account {
        /// Its id.
        id: AccountId,
        /// Its name, printable.
        name: String,
    },
}

/// A message at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    text: String,
    wrong: bool,
}

/// A command that is not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// With the own offers that were open then: a newer one need not be in the answer.
    Offers(BTreeSet<OfferId>),
    Offer,
    Take,
    Withdraw(OfferId),
}

/// See the module.
pub(super) struct Lobby {
    look: Look,
    /// The server's address.
    server: String,
    connection: Connection,
    who: Who,
    /// One's games in progress, as far as the session told.
    mine: BTreeSet<GameId>,
    lists: Lists,
    /// Whether lists have come.
    known: bool,
    /// Open offers that were made here: they end with this program, for then nobody waits.
    made: BTreeSet<OfferId>,
    asked: BTreeMap<CommandId, Asked>,
    /// What was shown as lost, so that it is told once.
    failing: bool,
    form: Form,
    editing: bool,
    said: Option<Said>,
    refresh_at: Instant,
    places: Places,
}

impl Lobby {
    /// A lobby that has heard nothing.
    pub(super) fn new(look: Look, server: String, now: Instant) -> Self {
        Self {
            look,
            server,
            connection: Connection::Opening,
            who: Who::Unknown,
            mine: BTreeSet::new(),
            lists: Lists::default(),
            known: false,
            made: BTreeSet::new(),
            asked: BTreeMap::new(),
            failing: false,
            form: Form::default(),
            editing: false,
            said: None,
            refresh_at: now,
            places: Places::default(),
        }
    }

    fn say(&mut self, text: String) {
        self.said = Some(Said { text, wrong: false });
    }

    fn complain(&mut self, text: String) {
        self.said = Some(Said { text, wrong: true });
    }

    fn account(&self) -> Option<&AccountId> {
        match &self.who {
            Who::Account { id, .. } => Some(id),
            Who::Unknown | Who::Nobody => None,
        }
    }

    /// Asks for the lists.
    fn refresh(&mut self, now: Instant) -> Vec<Effect> {
        if self.connection != Connection::Open {
            return Vec::new();
        }
        self.refresh_at = now + REFRESH_AGAIN;
        vec![Effect::Send(Request::Offers), Effect::Ask(Query::Games { mine: self.mine.iter().cloned().collect() })]
    }

    fn welcomed(&mut self, welcome: Welcome, now: Instant) -> Vec<Effect> {
        if let Connection::Lost { .. } = std::mem::replace(&mut self.connection, Connection::Open) {
            // What was said of the loss.
            self.said = None;
        }
        self.who = match (welcome.account, welcome.name) {
            (Some(id), name) => {
                let name = name.map_or_else(|| id.to_string(), |name| printable(&name));
                Who::Account { id, name }
            }
            (None, _) => Who::Nobody,
        };
        // An offer of ours may have been taken while there was no connection.
        let begun = welcome.games.iter().find(|game| !self.mine.contains(*game)).filter(|_| !self.made.is_empty());
        let begun = begun.cloned();
        self.mine = welcome.games.into_iter().collect();
        let mut effects = self.refresh(now);
        effects.extend(begun.into_iter().flat_map(|game| self.open(game)));
        effects
    }

    /// A game of one's own has begun. If it may come from an offer that was made here, it is shown.
    fn begins(&mut self, game: GameId) -> Vec<Effect> {
        if !self.mine.insert(game.clone()) {
            return Vec::new();
        }
        if self.made.is_empty() {
            self.say(t!(self.look.words, "lobby-another-began", game = game.as_str()));
            return Vec::new();
        }
        self.open(game)
    }

    /// Shows a game that has begun here.
    fn open(&mut self, game: GameId) -> Vec<Effect> {
        // The server withdraws the other offers with it.
        self.made.clear();
        self.editing = false;
        vec![Effect::Bell, Effect::Open(game)]
    }

    fn answered(&mut self, asked: Asked, done: Done, now: Instant) -> Vec<Effect> {
        match (asked, done) {
            (Asked::Offers(before), Done::Offers { offers }) => {
                self.made.retain(|made| !before.contains(made) || offers.iter().any(|offer| offer.offer == *made));
                self.lists.set_offers(offers);
                Vec::new()
            }
            (Asked::Offer, Done::Offered { offer }) => {
                self.made.insert(offer);
                self.say(t!(self.look.words, "lobby-offered"));
                self.refresh(now)
            }
            (Asked::Take, Done::Started { game, .. }) => {
                self.mine.insert(game.clone());
                self.open(game)
            }
            (Asked::Withdraw(offer), _) => {
                self.made.remove(&offer);
                self.say(t!(self.look.words, "lobby-withdrawn"));
                self.refresh(now)
            }
            _ => Vec::new(),
        }
    }

    /// When it does something by itself.
    fn wake(&self, now: Instant) -> Option<Instant> {
        match self.connection {
            Connection::Opening => None,
            Connection::Open => Some(self.refresh_at),
            // The seconds are counted down.
            Connection::Lost { until, .. } if until > now => {
                let left = until.duration_since(now);
                let part = Duration::from_nanos(left.subsec_nanos().into());
                Some(now + part.max(Duration::from_millis(50)))
            }
            Connection::Lost { .. } => None,
        }
    }
}

impl Screen for Lobby {
    fn heard(&mut self, update: Update, now: Instant) -> Vec<Effect> {
        match update {
            Update::Connected(welcome) => return self.welcomed(*welcome, now),
            Update::Disconnected { why, retry_in } => {
                self.connection = Connection::Lost { why, until: now + retry_in };
            }
            Update::Started { game } => return self.begins(game),
            Update::Answer { id, result } => {
                let Some(asked) = self.asked.remove(&id) else { return Vec::new() };
                match result {
                    Ok(done) => return self.answered(asked, done, now),
                    Err(error) => {
                        self.complain(refusal(self.look.words, &error));
                        return if matches!(asked, Asked::Offers(_)) { Vec::new() } else { self.refresh(now) };
                    }
                }
            }
            Update::Note(note) => self.say(note),
            Update::NotFollowed { error, .. } => self.complain(refusal(self.look.words, &error)),
            Update::Game { .. }
            | Update::Talk { .. }
            | Update::Unknown { .. }
            | Update::SeatTaken { .. }
            | Update::Tournament(_) => {}
        }
        Vec::new()
    }

    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => {
                if self.editing {
                    text.chars().for_each(|c| self.form.edit(Edit::Type(c)));
                }
                Vec::new()
            }
            Input::Tick if self.refresh_at <= now => self.refresh(now),
            Input::Tick | Input::Resized => Vec::new(),
        }
    }

    fn sent(&mut self, id: CommandId, request: &Request) {
        let asked = match request {
            Request::Offers => Asked::Offers(self.made.clone()),
            Request::Offer { .. } => Asked::Offer,
            Request::AcceptOffer { .. } => Asked::Take,
            Request::WithdrawOffer { offer } => Asked::Withdraw(offer.clone()),
            _ => return,
        };
        self.asked.insert(id, asked);
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        self.places = draw::lobby(self, frame, now);
    }

    fn next_tick(&self, now: Instant) -> Option<Duration> {
        self.wake(now).map(|at| at.saturating_duration_since(now))
    }

    fn fetched(&mut self, fetched: Fetched, now: Instant) -> Vec<Effect> {
        match fetched {
            Fetched::Games { mine, others } => {
                self.known = true;
                self.failing = false;
                self.refresh_at = now + REFRESH;
                self.lists.set_games(mine, others);
            }
            Fetched::Guest => {
                self.connection = Connection::Opening;
                self.asked.clear();
                self.said = None;
            }
            Fetched::Failed(Query::Games { .. }, why) => {
                self.refresh_at = now + REFRESH;
                if !std::mem::replace(&mut self.failing, true) {
                    self.complain(why);
                }
            }
            Fetched::Failed(Query::Guest, why) => self.complain(why),
            // For the game above.
            Fetched::Times { .. } | Fetched::Mutes(_) | Fetched::Failed(Query::Times { .. } | Query::Mutes, _) => {}
            // For a referee's console.
            Fetched::Boards(_) | Fetched::Event(_) | Fetched::Asked(_) | Fetched::Ordered { .. } => {}
            Fetched::Failed(
                Query::Boards { .. } | Query::Event { .. } | Query::Tournament { .. } | Query::ToAll { .. },
                _,
            ) => {}
        }
        Vec::new()
    }

    fn resumed(&mut self, now: Instant) -> Vec<Effect> {
        self.said = None;
        self.refresh(now)
    }

    fn parting(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.made).into_iter().map(|offer| Request::WithdrawOffer { offer }).collect()
    }
}

#[cfg(test)]
mod tests;
