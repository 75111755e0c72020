//! The lobby as state, and as it looks.

use super::{testing::*, *};
use crate::words::{Language, Words};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};
use std::{fmt::Write, path::Path};
use tengen_protocol::{Code, Phase, WireError};

struct Tried {
    lobby: Lobby,
    now: Instant,
    sent: usize,
}

impl Tried {
    fn new(look: Look) -> Self {
        let now = Instant::now();
        Self { lobby: Lobby::new(look, "http://go.example".into(), now), now, sent: 0 }
    }

    /// A lobby with a game of Ann's, two offers and two games of others.
    fn full(look: Look) -> Self {
        let mut tried = Self::new(look);
        tried.heard(welcome(Some("Ann"), &["g1"]));
        let mut han = offer("o2", "李明天元");
        han.terms.handicap = 3;
        han.terms.colour = tengen_protocol::ColourChoice::White;
        han.terms.rules = tengen_protocol::Preset::NewZealand;
        han.terms.time = "30m+5x60s".parse().unwrap();
        let mut own = offer("o1", "Ann");
        own.terms.komi = Some("0.5".parse().unwrap());
        tried.answer(Done::Offers { offers: vec![own, han, offer("o3", "A name\u{1b} of more than the column")] });
        let mut scoring = game("g3", "李明", "Ænn");
        scoring.phase = Phase::Scoring;
        let fetched =
            Fetched::Games { mine: vec![game("g1", "Ann", "Bob")], others: vec![game("g2", "Cem", "天元"), scoring] };
        tried.lobby.fetched(fetched, tried.now);
        tried
    }

    /// Hears it; commands get the ids `c0`, `c1`, ..
    fn did(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        for effect in &effects {
            if let Effect::Send(request) = effect {
                self.lobby.sent(format!("c{}", self.sent).parse().unwrap(), request);
                self.sent += 1;
            }
        }
        effects
    }

    fn heard(&mut self, update: Update) -> Vec<Effect> {
        let effects = self.lobby.heard(update, self.now);
        self.did(effects)
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        let effects = self.lobby.input(press(code), self.now);
        self.did(effects)
    }

    fn type_in(&mut self, text: &str) {
        text.chars().for_each(|c| drop(self.press(KeyCode::Char(c))));
    }

    /// The newest command is answered.
    fn result(&mut self, result: Result<Done, WireError>) -> Vec<Effect> {
        let id = format!("c{}", self.sent - 1).parse().unwrap();
        self.heard(Update::Answer { id, result })
    }

    fn answer(&mut self, done: Done) -> Vec<Effect> {
        self.result(Ok(done))
    }

    fn said(&self) -> &str {
        self.lobby.said.as_ref().map_or("", |said| said.text.as_str())
    }

    fn screen(&mut self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let now = self.now;
        terminal.draw(|frame| self.lobby.draw(frame, now)).unwrap();
        text_of(&terminal)
    }
}

/// What a terminal shows, without the spaces at the end of lines.
fn text_of(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut skip = 0;
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            if skip == 0 {
                line.push_str(symbol);
                skip = crate::screen::cells::width(symbol).max(1);
            }
            skip -= 1;
        }
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

/// Holds a screen against its file; `TENGEN_UPDATE=1` writes it anew.
fn golden(name: &str, screen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screen/lobby/golden").join(format!("{name}.txt"));
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(&path, screen).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, wanted, "{name}:\n{screen}");
}

fn english() -> Look {
    look(Language::English)
}

#[test]
fn the_lobby_looks_so() {
    let ascii = Look { words: Words::of(Language::English, true), ascii: true, ..english() };
    for (name, look) in [
        ("lobby-en", english()),
        ("lobby-zh-Hans", look(Language::Simplified)),
        ("lobby-zh-Hant", look(Language::Traditional)),
        ("lobby-ascii", ascii),
    ] {
        let mut tried = Tried::full(look);
        tried.press(KeyCode::Down);
        golden(name, &tried.screen(80, 24));
        tried.press(KeyCode::Char('n'));
        tried.press(KeyCode::Down);
        golden(&name.replace("lobby", "form"), &tried.screen(80, 24));
    }
    golden("lobby-small", &Tried::full(english()).screen(60, 20));
    let mut nobody = Tried::new(english());
    nobody.heard(welcome(None, &[]));
    nobody.lobby.fetched(Fetched::Games { mine: vec![], others: vec![] }, nobody.now);
    golden("nobody-en", &nobody.screen(80, 24));
    assert!(nobody.screen(59, 20).starts_with("The terminal is too small: 60x20 at least."));
    assert!(nobody.screen(20, 5).contains("60x20"), "{}", nobody.screen(20, 5));
    // However odd its size, a terminal is drawn upon.
    for (columns, rows) in [(1, 1), (60, 20), (200, 60)] {
        Tried::full(look(Language::Simplified)).screen(columns, rows);
    }
}

#[test]
fn an_offer_that_waits_looks_so() {
    for (name, language) in [("waiting-en", Language::English), ("waiting-zh-Hans", Language::Simplified)] {
        let now = Instant::now();
        let terms = offer("o1", "Ann").terms;
        let mut screen = Waiting::new(look(language), "o1".parse().unwrap(), terms, Vec::new(), now);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.draw(frame, now + Duration::from_secs(75))).unwrap();
        golden(name, &text_of(&terminal));
    }
}

#[test]
fn lists_are_asked_for_when_one_is_connected_and_again_after_a_while() {
    let mut tried = Tried::new(english());
    assert_eq!(tried.press(KeyCode::Char('r')), [], "there is no connection");
    let asked = tried.heard(welcome(Some("Ann"), &["g1"]));
    let games = Effect::Ask(Query::Games { mine: vec!["g1".parse().unwrap()] });
    assert_eq!(asked, [Effect::Send(Request::Offers), games]);
    tried.answer(Done::Offers { offers: vec![offer("o1", "Bob")] });
    tried.lobby.fetched(Fetched::Games { mine: vec![], others: vec![] }, tried.now);
    assert_eq!(tried.lobby.next_tick(tried.now), Some(REFRESH));
    assert_eq!(tried.lobby.input(Input::Tick, tried.now), []);
    let later = tried.now + REFRESH;
    assert_eq!(tried.lobby.input(Input::Tick, later).len(), 2);
    // What does not answer is not asked all the time.
    assert_eq!(tried.lobby.next_tick(later), Some(REFRESH_AGAIN));
}

#[test]
fn enter_does_what_the_selected_line_is_for() {
    let mut tried = Tried::full(english());
    assert_eq!(tried.press(KeyCode::Enter), [Effect::Open("g1".parse().unwrap())]);
    tried.press(KeyCode::Down);
    assert_eq!(tried.press(KeyCode::Enter), [], "one's own offer");
    assert!(tried.said().contains("your own"));
    tried.press(KeyCode::Down);
    let taken = tried.press(KeyCode::Enter);
    assert_eq!(taken, [Effect::Send(Request::AcceptOffer { offer: "o2".parse().unwrap() })]);
    let started = Done::Started { game: "g9".parse().unwrap(), offer: "o2".parse().unwrap() };
    assert_eq!(tried.answer(started), [Effect::Bell, Effect::Open("g9".parse().unwrap())]);
    tried.press(KeyCode::Tab);
    assert_eq!(tried.press(KeyCode::Enter), [Effect::Watch("g2".parse().unwrap())]);
    assert_eq!(tried.press(KeyCode::Char('q')), [Effect::Quit]);
}

#[test]
fn a_refusal_is_told_and_the_lists_are_read_again() {
    let mut tried = Tried::full(english());
    tried.lobby.lists.select(2);
    tried.press(KeyCode::Enter);
    let effects = tried.result(Err(WireError::new(Code::NoSuchOffer, "for developers")));
    assert!(!tried.said().is_empty() && !tried.said().contains("developers"), "{}", tried.said());
    assert_eq!(effects.len(), 2);
}

#[test]
fn an_offer_is_made_with_the_form_and_its_game_opens_by_itself() {
    let mut tried = Tried::full(english());
    tried.press(KeyCode::Char('n'));
    tried.type_in("9");
    tried.press(KeyCode::Down);
    tried.type_in("10");
    assert_eq!(tried.press(KeyCode::Enter), [], "10 is no time");
    assert!(tried.screen(80, 24).contains("No such time"));
    tried.type_in("10m");
    let late = tried.lobby.refresh(tried.now);
    tried.did(late);
    let made = tried.press(KeyCode::Enter);
    let [Effect::Send(Request::Offer { terms })] = &made[..] else { panic!("{made:?}") };
    assert_eq!((terms.size.to_string().as_str(), terms.time.to_string().as_str()), ("9x9", "10m"));
    tried.answer(Done::Offered { offer: "o7".parse().unwrap() });
    // The list that was asked for before does not have it.
    tried.heard(Update::Answer { id: "c1".parse().unwrap(), result: Ok(Done::Offers { offers: vec![] }) });
    let parting = tried.lobby.parting();
    assert_eq!(parting, [Request::WithdrawOffer { offer: "o7".parse().unwrap() }]);
    tried.lobby.made.insert("o7".parse().unwrap());
    let game: GameId = "g9".parse().unwrap();
    let began = tried.heard(Update::Started { game: game.clone() });
    assert_eq!(began, [Effect::Bell, Effect::Open(game)]);
    assert_eq!(tried.lobby.parting(), []);
}

#[test]
fn a_game_that_began_without_an_offer_of_this_lobby_is_told_and_not_opened() {
    let mut tried = Tried::full(english());
    assert_eq!(tried.heard(Update::Started { game: "g9".parse().unwrap() }), []);
    assert!(tried.said().contains("g9"));
}

#[test]
fn ones_own_offer_alone_can_be_withdrawn() {
    let mut tried = Tried::full(english());
    assert_eq!(tried.press(KeyCode::Char('w')), []);
    assert!(!tried.said().is_empty());
    tried.press(KeyCode::Down);
    let offer: OfferId = "o1".parse().unwrap();
    let withdrawn = tried.press(KeyCode::Char('w'));
    assert_eq!(withdrawn, [Effect::Send(Request::WithdrawOffer { offer })]);
    tried.answer(Done::Nothing {});
    assert_eq!(tried.said(), "The offer is withdrawn.");
}

#[test]
fn nobody_may_watch_and_can_become_a_guest() {
    let mut tried = Tried::new(english());
    tried.heard(welcome(None, &[]));
    tried.answer(Done::Offers { offers: vec![offer("o1", "Bob")] });
    assert_eq!(tried.press(KeyCode::Enter), []);
    assert!(tried.said().contains("account"));
    assert_eq!(tried.press(KeyCode::Char('n')), []);
    assert!(!tried.lobby.editing);
    assert_eq!(tried.press(KeyCode::Char('g')), [Effect::Ask(Query::Guest)]);
    tried.lobby.fetched(Fetched::Guest, tried.now);
    tried.heard(welcome(Some("Guest 7"), &[]));
    assert!(tried.screen(80, 24).contains("You are Guest 7."));
    assert_eq!(tried.press(KeyCode::Char('g')), [], "one is somebody");
}

#[test]
fn a_lost_connection_is_shown_with_its_seconds() {
    let mut tried = Tried::full(english());
    let retry_in = Duration::from_millis(2_500);
    tried.heard(Update::Disconnected { why: "connection lost (it was cut)".into(), retry_in });
    let screen = tried.screen(80, 24);
    assert!(screen.contains("no connection: again in 3 s") && screen.contains("it was cut"), "{screen}");
    assert_eq!(tried.lobby.next_tick(tried.now), Some(Duration::from_millis(500)));
    tried.heard(welcome(Some("Ann"), &["g1"]));
    assert!(tried.screen(80, 24).contains("connected\n"));
}

#[test]
fn the_mouse_selects_and_then_does_what_enter_does() {
    let click = |column, row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    };
    let mut tried = Tried::full(english());
    let screen = tried.screen(80, 24);
    let row = screen.lines().position(|line| line.contains("Cem")).unwrap();
    let row = u16::try_from(row).unwrap();
    assert_eq!(tried.lobby.input(click(3, row), tried.now), []);
    assert_eq!(tried.lobby.input(click(3, row), tried.now), [Effect::Watch("g2".parse().unwrap())]);
    assert_eq!(tried.lobby.input(click(3, 0), tried.now), []);
    tried.press(KeyCode::Char('n'));
    let screen = tried.screen(80, 24);
    let row = u16::try_from(screen.lines().position(|line| line.contains("Rules")).unwrap()).unwrap();
    tried.lobby.input(click(20, row), tried.now);
    assert_eq!(tried.lobby.form.field(), form::Field::Rules);
    tried.lobby.input(click(20, row), tried.now);
    assert_eq!(tried.lobby.form.rules(), tengen_protocol::Preset::Chinese1988);
}
