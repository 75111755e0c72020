//! An offer of `tengen play --offer` waits for somebody. Pure state.

use super::sheet;
use crate::{
    connection::Update,
    screen::{Effect, Input, Look, Screen},
    t,
};
use ratatui::{Frame, crossterm::event::KeyCode};
use std::time::{Duration, Instant};
use tengen_protocol::{CommandId, Done, GameId, OfferId, Request, Terms};

/// Whether the offer is still open is asked this often.
const ASK_EVERY: Duration = Duration::from_secs(15);

/// See the module.
pub(in crate::screen) struct Waiting {
    look: Look,
    terms: Terms,
    offer: OfferId,
    /// Games that were in progress before.
    before: Vec<GameId>,
    since: Instant,
    /// When it was asked last whether the offer is open, and by which command.
    asked: Instant,
    question: Option<CommandId>,
    /// Whether the offer is open, as far as one knows.
    open: bool,
    /// Whether the game was shown.
    begun: bool,
    said: Option<String>,
}

impl Waiting {
    /// The offer was made now.
    pub(in crate::screen) const fn new(
        look: Look,
        offer: OfferId,
        terms: Terms,
        before: Vec<GameId>,
        now: Instant,
    ) -> Self {
        Self {
            look,
            terms,
            offer,
            before,
            since: now,
            asked: now,
            question: None,
            open: true,
            begun: false,
            said: None,
        }
    }

    fn begins(&mut self, game: GameId) -> Vec<Effect> {
        self.open = false;
        if std::mem::replace(&mut self.begun, true) {
            return Vec::new();
        }
        vec![Effect::Bell, Effect::Open(game)]
    }
}

impl Screen for Waiting {
    fn heard(&mut self, update: Update, _now: Instant) -> Vec<Effect> {
        match update {
            Update::Started { game } => return self.begins(game),
            // It may have begun while there was no connection.
            Update::Connected(welcome) => {
                self.said = None;
                let begun = welcome.games.into_iter().find(|game| !self.before.contains(game));
                return begun.map_or_else(Vec::new, |game| self.begins(game));
            }
            Update::Answer { id, result: Ok(Done::Offers { offers }) } if self.question.as_ref() == Some(&id) => {
                self.question = None;
                // Taken, it is told what began.
                if self.open && offers.iter().all(|offer| offer.offer != self.offer) {
                    self.open = false;
                    self.said = Some(t!(self.look.words, "lobby-offer-gone"));
                }
            }
            other => {
                if let Some(message) = other.message() {
                    self.said = Some(message);
                }
            }
        }
        Vec::new()
    }

    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect> {
        match input {
            Input::Tick if self.open && now.saturating_duration_since(self.asked) >= ASK_EVERY => {
                self.asked = now;
                vec![Effect::Send(Request::Offers)]
            }
            Input::Key(key) if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) => vec![Effect::Quit],
            _ => Vec::new(),
        }
    }

    fn sent(&mut self, id: CommandId, request: &Request) {
        if *request == Request::Offers {
            self.question = Some(id);
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        let waited = self.open.then(|| now.saturating_duration_since(self.since).as_secs());
        sheet::waiting(self.look, &self.terms, waited, self.said.as_deref(), frame);
    }

    fn next_tick(&self, now: Instant) -> Option<Duration> {
        let waited = now.saturating_duration_since(self.since);
        Some(Duration::from_secs(waited.as_secs() + 1).saturating_sub(waited))
    }

    /// The game was left: that is what the command was for.
    fn resumed(&mut self, _now: Instant) -> Vec<Effect> {
        vec![Effect::Quit]
    }

    fn parting(&mut self) -> Vec<Request> {
        let open = std::mem::replace(&mut self.open, false);
        open.then(|| Request::WithdrawOffer { offer: self.offer.clone() }).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing, *};

    fn waiting() -> Waiting {
        let terms = testing::offer("o1", "Ann").terms;
        let before = vec!["g0".parse().unwrap()];
        Waiting::new(
            testing::look(crate::words::Language::English),
            "o1".parse().unwrap(),
            terms,
            before,
            Instant::now(),
        )
    }

    #[test]
    fn the_game_is_shown_when_it_begins_and_the_program_ends_after_it() {
        let mut screen = waiting();
        let now = Instant::now();
        let game: GameId = "g1".parse().unwrap();
        let began = screen.heard(Update::Started { game: game.clone() }, now);
        assert_eq!(began, [Effect::Bell, Effect::Open(game.clone())]);
        assert_eq!(screen.heard(Update::Started { game }, now), []);
        assert_eq!(screen.parting(), [], "the offer was taken");
        assert_eq!(screen.resumed(now), [Effect::Quit]);
    }

    #[test]
    fn a_game_that_began_while_there_was_no_connection_is_found() {
        let mut screen = waiting();
        let now = Instant::now();
        assert_eq!(screen.heard(testing::welcome(Some("Ann"), &["g0"]), now), []);
        let began = screen.heard(testing::welcome(Some("Ann"), &["g0", "g1"]), now);
        assert!(began.contains(&Effect::Open("g1".parse().unwrap())));
    }

    #[test]
    fn an_offer_that_is_over_is_told() {
        let mut screen = waiting();
        let later = Instant::now() + ASK_EVERY + Duration::from_secs(1);
        assert_eq!(screen.input(Input::Tick, later), [Effect::Send(Request::Offers)]);
        assert_eq!(screen.input(Input::Tick, later), [], "one question at a time");
        let id: CommandId = "c1".parse().unwrap();
        screen.sent(id.clone(), &Request::Offers);
        let answer = |offers| Update::Answer { id: id.clone(), result: Ok(Done::Offers { offers }) };
        screen.heard(answer(vec![testing::offer("o1", "Ann")]), later);
        assert_eq!(screen.said, None);
        screen.sent(id.clone(), &Request::Offers);
        screen.heard(answer(vec![testing::offer("o2", "Bob")]), later);
        assert!(screen.said.as_ref().is_some_and(|said| said.contains("over")), "{:?}", screen.said);
        assert_eq!(screen.parting(), []);
        // It was taken, and the news of it came later.
        assert_eq!(screen.heard(Update::Started { game: "g1".parse().unwrap() }, later).len(), 2);
    }

    #[test]
    fn who_gives_up_takes_his_offer_back_once() {
        let mut screen = waiting();
        assert_eq!(screen.input(testing::press(KeyCode::Esc), Instant::now()), [Effect::Quit]);
        assert_eq!(screen.parting(), [Request::WithdrawOffer { offer: "o1".parse().unwrap() }]);
        assert_eq!(screen.parting(), []);
    }
}
