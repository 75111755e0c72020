//! What a refusal says beside its code: all that a client needs to tell people in their language.

use super::*;
use tengen_protocol::{Limit, Limited, TimeControl, Why};

/// The parameters alone.
fn parameters(refusal: &Refusal) -> serde_json::Value {
    let mut value = serde_json::to_value(refusal).unwrap();
    let fields = value.as_object_mut().unwrap();
    fields.remove("message").unwrap();
    value
}

fn undo(table: &mut Table, by: Colour, moves: u32) -> Ended {
    let at = table.game.position();
    table.say(by, Command::RequestUndo { moves, after: at.seq, head: at.head })
}

fn limit(code: &str, limit: Limit) -> serde_json::Value {
    serde_json::json!({"code": code, "limit": limit})
}

#[test]
fn whose_turn_it_is() {
    let mut table = Table::new(&terms("9", "1m"));
    let refusal = table.play(WHITE, "E5").refusal();
    assert_eq!(parameters(&refusal), serde_json::json!({"code": "not_your_turn", "to_move": "black"}));
}

#[test]
fn whose_time_was_up() {
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("C3");
    assert_eq!(undo(&mut table, BLACK, 1).event().command().unwrap().0, BLACK);
    // White's flag falls: White's consent is late, and so is a move of his.
    let refusal = table.game.late();
    assert_eq!(parameters(&refusal), serde_json::json!({"code": "late", "to_move": "white"}));
    assert_eq!(refusal.message, "white's time was up before the command arrived");
}

#[test]
fn which_position_is_repeated_and_which_revision_is_now() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    let refusal = table.play(WHITE, "B1").refusal();
    assert_eq!(parameters(&refusal), serde_json::json!({"code": "superko", "repeats_move": 7}));
    table.plays("pass pass");
    let refusal = table.say(BLACK, Command::Accept { revision: 3 }).refusal();
    assert_eq!(parameters(&refusal), serde_json::json!({"code": "stale_marks", "revision": 0}));
}

#[test]
fn where_the_game_stands_when_a_command_was_made_for_another_place() {
    let mut table = Table::new(&terms("9", "none"));
    let start = table.game.position();
    table.plays("E5");
    let now = table.game.position();
    let vertex = "E4".parse().unwrap();
    let stale = table.say(WHITE, Command::Play { vertex, after: start.seq, head: start.head }).refusal();
    let expected = |code: &str| serde_json::json!({"code": code, "seq": now.seq, "head": now.head});
    assert_eq!(parameters(&stale), expected("stale"));
    let lost = table.say(WHITE, Command::Play { vertex, after: now.seq + 1, head: now.head }).refusal();
    assert_eq!(parameters(&lost), expected("rollback"));
}

#[test]
fn how_many_moves_can_be_taken_back() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("E5 E4");
    for given in [0, 3] {
        let refusal = undo(&mut table, BLACK, given).refusal();
        let moves = Limit { of: Limited::Moves, min: Some(1), max: 2, given: Some(given.into()) };
        assert_eq!(parameters(&refusal), limit("no_such_moves", moves));
    }
}

#[test]
fn how_many_stones_are_to_be_placed() {
    let mut free = terms("9", "none");
    (free.handicap, free.placement) = (3, Placement::Free);
    let mut table = Table::new(&free);
    for left in [3, 2, 1] {
        let refusal = table.play(BLACK, "pass").refusal();
        assert_eq!(parameters(&refusal), serde_json::json!({"code": "pass_while_placing", "handicap_left": left}));
        table.play(BLACK, &format!("C{left}")).event();
    }
}

#[test]
fn which_limit_of_the_game_is_reached() {
    let mut table = Table::new(&terms("9", "none"));
    super::life::with_events(&mut table, limits::GAME_EVENTS);
    let refusal = table.play(BLACK, "E5").refusal();
    assert_eq!(parameters(&refusal), limit("game_limit", Limit::most(Limited::Events, limits::GAME_EVENTS)));

    let mut table = Table::new(&terms("9", "none"));
    table.plays("E5");
    table.game.requests.black = limits::REQUESTS;
    let refusal = undo(&mut table, BLACK, 1).refusal();
    assert_eq!(parameters(&refusal), limit("game_limit", Limit::most(Limited::Requests, limits::REQUESTS.into())));

    table.plays("pass pass");
    table.game.changes_of_marks = limits::MARK_REVISIONS;
    let mark = Command::Mark { vertex: "E5".parse().unwrap(), dead: true, revision: 0 };
    let refusal = table.say(BLACK, mark).refusal();
    assert_eq!(parameters(&refusal), limit("game_limit", Limit::most(Limited::Marks, limits::MARK_REVISIONS.into())));
}

#[test]
fn which_setting_is_out_of_which_range() {
    let mut stones = terms("9", "none");
    stones.handicap = 10;
    let mut free = stones.clone();
    (free.handicap, free.placement) = (81, Placement::Free);
    let timed = |time| Terms { time, ..terms("9", "none") };
    let ranged = |of, min, max, given| Limit { of, min, max, given: Some(given) };
    let absolute = TimeControl::Absolute { main: 0 };
    let periods = TimeControl::ByoYomi { main: 0, periods: 61, period: 60_000 };
    for (terms, broken) in [
        (stones, ranged(Limited::Handicap, None, 9, 10)),
        (free, ranged(Limited::Handicap, None, 80, 81)),
        (timed(absolute), ranged(Limited::Main, Some(1_000), 86_400_000, 0)),
        (timed(periods), ranged(Limited::Periods, Some(1), 60, 61)),
    ] {
        let refusal = Refusal::from(&check_terms(&terms).unwrap_err());
        let mut wanted = limit("bad_terms", broken);
        wanted["why"] = "out_of_range".into();
        assert_eq!(parameters(&refusal), wanted);
    }
    let mut drawn = terms("9", "none");
    (drawn.handicap, drawn.colour) = (2, ColourChoice::Nigiri);
    let refusal = Refusal::from(&check_terms(&drawn).unwrap_err());
    assert_eq!(parameters(&refusal), serde_json::json!({"code": "bad_terms", "why": "nigiri_with_handicap"}));
    assert_eq!(Refusal::from(&SetupError::SamePlayer).why, Some(Why::SamePlayer));
}
