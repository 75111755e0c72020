//! Where text of strangers enters: one function each, for the fuzzer and for the short property tests
//! alike. Each panics when what it was given is taken wrongly; that it is refused is right.

use std::sync::LazyLock;
use tengen_core::{
    game::Game,
    log::{self, Position},
};
use tengen_protocol::{ClientMessage, EVENT_FORMAT, Sides, TimeControl};
use tengen_server::auth::{SigningKeys, tokens::Use};

/// A client's message: what is understood means the same when it is written again.
pub fn frame(text: &str) {
    if let Ok(message) = ClientMessage::read(text) {
        let again = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(ClientMessage::read(&again).as_ref(), Ok(&message), "{again}");
    }
}

/// A time control as people write it: what is understood is read the same from its short form.
pub fn time_form(text: &str) {
    if let Ok(control) = text.parse::<TimeControl>() {
        let again = control.to_string();
        assert_eq!(again.parse(), Ok(control), "{again}");
    }
}

/// A token: nobody else can make one.
pub fn token(text: &str) {
    static KEYS: LazyLock<SigningKeys> = LazyLock::new(|| {
        let text = "-----BEGIN PRIVATE KEY-----\n\
            MC4CAQAwBQYDK2VwBCIEINxo11Sevrhv/ArFr+Oav6QU7iUEcCVcUiyw+uhZgnXy\n\
            -----END PRIVATE KEY-----\n\
            5bd5e4a3e0a94d1dbd3fcd5b7a0f1e2c5bd5e4a3e0a94d1dbd3fcd5b7a0f1e2c\n";
        SigningKeys::from_text(text).expect("they are keys")
    });
    let uses = [Use::Access, Use::Refresh, Use::Named, Use::Guest];
    assert!(KEYS.check(text, "tengen", &uses, 1_800_000_000).is_err(), "a forged token was accepted: {text}");
}

/// A game's log, one event a line, as damage or a newer server may have left it: what can be read is
/// read the same again, and can be shown.
pub fn stored_events(text: &str) {
    let mut stored = Vec::new();
    let mut game: Option<Game> = None;
    for (number, event) in (1_u64..).zip(text.lines()) {
        let before = game.as_ref().map_or_else(Position::default, Game::position);
        let body = format!("\"v\":{EVENT_FORMAT},\"event\":{event}}}");
        let bytes = log::stored(before, number * 2_000, 1_796_000_000_000 + number * 2_000, body.as_bytes());
        let taken = match &mut game {
            Some(game) => game.apply(&bytes).is_ok(),
            None => Game::load([&bytes]).map(|first| game = Some(first)).is_ok(),
        };
        if !taken {
            break;
        }
        stored.push(bytes);
    }
    let Some(game) = game else { return };
    let names = || Sides { black: "Li".to_owned(), white: "Kirin".to_owned() };
    let again = Game::load(&stored).expect("it was read before");
    assert_eq!(again.position(), game.position());
    let [shown, shown_again] = [game, again].map(|game| serde_json::to_string(&game.snapshot(names())));
    assert_eq!(shown.expect("a game can be shown"), shown_again.expect("a game can be shown"));
}
