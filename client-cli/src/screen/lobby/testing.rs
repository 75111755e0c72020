//! What the tests of the lobby share.

use crate::{
    connection::Update,
    screen::{Input, Look, look::Colours},
    testing::Script,
    words::{Language, Words},
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_protocol::{Offer, Sides, Welcome, http::GameSummary};

pub(crate) fn look(language: Language) -> Look {
    Look { words: Words::of(language, false), colours: Colours::None, ascii: false, bell: false }
}

/// A game of 9x9 that is being played.
pub(super) fn game(id: &str, black: &str, white: &str) -> GameSummary {
    let first = Script::playing(9).first;
    GameSummary {
        game: id.parse().unwrap(),
        setup: first.setup,
        names: Sides { black: black.into(), white: white.into() },
        created_at: 1,
        phase: first.phase,
        outcome: None,
        ended_at: None,
    }
}

/// An offer by the account that is called as its maker, in small letters.
pub(super) fn offer(id: &str, name: &str) -> Offer {
    serde_json::from_value(serde_json::json!({
        "offer": id, "by": account(name), "name": name, "at": 1,
        "terms": { "size": { "width": 9, "height": 9 }, "time": { "system": "absolute", "main": 600_000 } },
    }))
    .unwrap()
}

fn account(name: &str) -> String {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    if plain.is_empty() { "han".into() } else { plain.to_lowercase() }
}

/// A new connection; without a name as nobody.
pub(super) fn welcome(name: Option<&str>, games: &[&str]) -> Update {
    Update::Connected(Box::new(Welcome {
        server: "tengen".into(),
        account: name.map(|name| account(name).parse().unwrap()),
        name: name.map(str::to_owned),
        games: games.iter().map(|game| game.parse().unwrap()).collect(),
        expires_at: None,
    }))
}

pub(super) fn press(code: KeyCode) -> Input {
    Input::Key(KeyEvent::new(code, KeyModifiers::NONE))
}
