//! How a shell ends, without a terminal.

use super::*;
use crate::{
    config::ProfileFile,
    connection::News,
    screen::look::Colours,
    testing::{Script, game_id, server::FakeServer},
    words::Words,
};
use ratatui::Frame;
use serde_json::json;
use std::future::pending;
use tengen_protocol::{Code, CommandId};

/// Has an offer that is to be taken back.
struct Waiting;

impl Screen for Waiting {
    fn heard(&mut self, _update: Update, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    fn input(&mut self, _input: Input, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    fn sent(&mut self, _id: CommandId, _request: &Request) {}

    fn draw(&mut self, _frame: &mut Frame<'_>, _now: Instant) {}

    fn next_tick(&self, _now: Instant) -> Option<Duration> {
        None
    }

    fn parting(&mut self) -> Vec<Request> {
        vec![Request::WithdrawOffer { offer: "o1".parse().unwrap() }]
    }
}

#[tokio::test]
async fn an_offer_is_taken_back_where_no_terminal_can_be_had() {
    let home = tempfile::tempdir().unwrap();
    let file = ProfileFile::within(home.path().to_owned(), "main").unwrap();
    let context = Context::of_tests(file);
    let look = Look { words: Words::english(), colours: Colours::None, ascii: true, bell: false };
    let (server, mut client) = FakeServer::start().await;
    let (welcome, mut socket) = tokio::join!(client.welcome(), server.accept());
    let mut shell = Shell::new(&context, look, client, |_, _, _| Box::new(Waiting));
    shell.show(Box::new(Waiting));
    let none = || Err(Failure::Local("no terminal".into()));
    let withdrawn = async {
        let frame = socket.expect("withdraw_offer").await;
        socket.ok(&frame, json!({})).await;
        frame["offer"].clone()
    };
    let (result, offer) = tokio::join!(shell.run_on(none, Some(welcome.unwrap()), pending()), withdrawn);
    assert_eq!((result.unwrap_err().to_string().as_str(), offer), ("no terminal", json!("o1")));
}

#[test]
fn a_game_that_cannot_be_followed_is_how_the_program_ends() {
    let mut layer = Layer::new(Box::new(Waiting), Some(game_id()), false);
    let refusal = |game: &str| Update::NotFollowed {
        game: game.parse().unwrap(),
        error: WireError::new(Code::NoSuchGame, "for developers"),
    };
    layer.note(&refusal("g9"));
    assert_eq!(layer.end().unwrap(), Then::End);
    layer.note(&refusal("g1"));
    assert_eq!(layer.end().unwrap_err().exit_code(), 1);
    let view = Arc::new(Script::playing(9).view().clone());
    layer.note(&Update::Game { game: game_id(), view, news: News::UpToDate });
    assert_eq!(layer.end().unwrap(), Then::End, "it is followed again");
}
