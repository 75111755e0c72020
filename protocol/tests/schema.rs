//! The JSON Schema under `schema/` is the one that the types give now.
//!
//! `TENGEN_UPDATE=1 cargo test -p tengen-protocol --test schema` writes it anew.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use schemars::{JsonSchema, schema_for};
use std::path::Path;
use tengen_protocol::{
    ClientMessage, Code, GameEvent, Recorded, ServerMessage, Snapshot, http, tournament_view as view,
};

fn check<T: JsonSchema>(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema").join(format!("{name}.json"));
    let now = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{} is stale: TENGEN_UPDATE=1 cargo test -p tengen-protocol --test schema", path.display());
}

#[test]
fn the_schema_is_current() {
    check::<ClientMessage>("client_message");
    check::<ServerMessage>("server_message");
    check::<GameEvent>("game_event");
    check::<Recorded>("recorded");
    check::<Snapshot>("snapshot");
    check::<Code>("error_code");
    check::<http::Credentials>("http_credentials");
    check::<http::Session>("http_session");
    check::<http::RefreshRequest>("http_refresh_request");
    check::<http::TokenRequest>("http_token_request");
    check::<http::NamedToken>("http_named_token");
    check::<http::TokenList>("http_token_list");
    check::<http::Me>("http_me");
    check::<http::GameList>("http_game_list");
    check::<http::GameSummary>("http_game_summary");
    check::<http::Player>("http_player");
    check::<http::LogPage>("http_log_page");
    check::<http::TalkPage>("http_talk_page");
    check::<http::ErrorBody>("http_error");
    check::<tengen_protocol::NewTournament>("http_new_tournament");
    check::<tengen_protocol::TournamentCommand>("http_tournament_command");
    check::<tengen_protocol::TournamentDone>("http_tournament_done");
    check::<tengen_protocol::EntryListCheck>("http_entry_list_check");
    check::<view::TournamentPresets>("http_tournament_presets");
    check::<view::TournamentList>("http_tournament_list");
    check::<view::TournamentView>("http_tournament");
    check::<view::RoundView>("http_tournament_round");
    check::<view::StandingsView>("http_tournament_standings");
    check::<view::ExplainView>("http_tournament_explain");
    check::<view::BracketView>("http_tournament_bracket");
    check::<view::BoardsView>("http_tournament_boards");
    check::<view::TournamentLogPage>("http_tournament_log");
}
