//! Keys, mouse and typed lines: what is sent, and that nothing else is.

use super::*;
use tengen_protocol::{Stop, Vertex};

fn table(me: &str) -> Table {
    Table::new(Script::playing(9), me, look())
}

fn played(effects: &[Effect]) -> Option<Vertex> {
    match effects {
        [Effect::Send(Request::Play { vertex, .. })] => Some(*vertex),
        _ => None,
    }
}

fn vertex(text: &str) -> Vertex {
    text.parse().unwrap()
}

#[test]
fn the_cursor_is_moved_and_played_on() {
    let mut table = table("a1");
    assert!(table.press(KeyCode::Enter).is_empty(), "without a cursor Enter plays nowhere");
    assert!(table.press(KeyCode::Up).is_empty());
    for key in [KeyCode::Up, KeyCode::Left, KeyCode::Left, KeyCode::Down, KeyCode::Down, KeyCode::Right] {
        assert!(table.press(key).is_empty());
    }
    assert_eq!(played(&table.press(KeyCode::Enter)), Some(vertex("D4")));
    assert_eq!(played(&table.press(KeyCode::Char(' '))), Some(vertex("D4")));
    for _ in 0..20 {
        table.press(KeyCode::Left);
        table.press(KeyCode::Down);
    }
    assert_eq!(table.screen.cursor, Some("A1".parse().unwrap()), "it stays on the board");
    for _ in 0..20 {
        table.press(KeyCode::Right);
        table.press(KeyCode::Up);
    }
    assert_eq!(table.screen.cursor, Some("J9".parse().unwrap()));
}

#[test]
fn a_second_enter_is_not_a_second_move() {
    let mut table = table("a1");
    table.press(KeyCode::Up);
    let Some(Effect::Send(request)) = table.press(KeyCode::Enter).pop() else { panic!("a move is sent") };
    let id: CommandId = "c-1".parse().unwrap();
    table.screen.sent(id.clone(), &request);
    assert!(table.press(KeyCode::Enter).is_empty() && table.enter("d4").is_empty());
    assert!(table.shown().contains("Sent: E5"), "{}", table.shown());
    let error = tengen_protocol::WireError::new(tengen_protocol::Code::Unavailable, "");
    table.hear(Update::Answer { id, result: Err(error) });
    assert_eq!(played(&table.enter("d4")), Some(vertex("D4")), "an answer makes room for the next");
}

#[test]
fn a_command_names_the_position_that_is_shown() {
    let mut table = table("a2");
    table.play("D4");
    let (seq, head) = (table.script.view().seq, table.script.view().head);
    let effects = table.enter("e5");
    let expected = Request::Play { game: game_id(), vertex: vertex("E5"), after: seq, head, lag: None };
    assert_eq!(effects, [Effect::Send(expected)]);
}

#[test]
fn letters_are_typed_and_arrows_then_edit() {
    let mut table = table("a1");
    table.press(KeyCode::Up);
    for key in [KeyCode::Char('d'), KeyCode::Char('5'), KeyCode::Left, KeyCode::Backspace, KeyCode::Char('c')] {
        table.press(key);
    }
    assert_eq!(table.screen.cursor, Some("E5".parse().unwrap()), "the cursor stays while one types");
    assert_eq!(played(&table.press(KeyCode::Enter)), Some(vertex("C5")));
    assert!(table.screen.line.value().is_empty());
}

#[test]
fn what_is_no_vertex_is_explained_and_not_sent() {
    let mut table = table("a1");
    assert!(table.enter("hello there").is_empty());
    assert!(table.shown().contains("hello there"), "{}", table.shown());
    assert!(table.enter("i5").is_empty());
}

#[test]
fn a_first_click_puts_the_cursor_and_a_second_plays() {
    let mut table = table("a1");
    table.shown();
    // D4: the gap or the point of the fourth column; row 4 of 9 is the sixth from the top.
    assert!(table.click(10, 6).is_empty());
    assert_eq!(table.screen.cursor, Some("D4".parse().unwrap()));
    assert!(table.click(12, 6).is_empty(), "elsewhere it only moves the cursor");
    assert!(table.click(9, 6).is_empty());
    assert_eq!(played(&table.click(10, 6)), Some(vertex("D4")));
    for (column, row) in [(0, 6), (2, 6), (22, 6), (21, 5), (10, 0), (10, 10), (10, 23), (79, 6)] {
        let before = table.screen.cursor;
        assert!(table.click(column, row).is_empty());
        assert_eq!(table.screen.cursor, before, "{column},{row} is not a point");
    }
}

#[test]
fn what_cannot_be_taken_back_needs_a_yes() {
    for (key, expected) in [(2, "play"), (3, "undo"), (4, "resign")] {
        let mut table = table("a1");
        table.play("D4");
        table.play("E5");
        let ask = |table: &mut Table| {
            assert!(table.press(KeyCode::F(key)).is_empty(), "F{key} asks");
            assert!(table.shown().contains("yes or no"), "{}", table.shown());
        };
        ask(&mut table);
        assert!(table.press(KeyCode::Enter).is_empty(), "Enter is no answer");
        assert!(table.enter("no").is_empty());
        assert!(table.enter("yes").is_empty(), "nothing is asked any more");
        ask(&mut table);
        assert!(table.press(KeyCode::Esc).is_empty());
        assert!(table.enter("yes").is_empty());
        ask(&mut table);
        let sent = match table.enter("y").as_slice() {
            [Effect::Send(Request::Play { vertex: Vertex::Pass, .. })] => "play",
            [Effect::Send(Request::RequestUndo { moves: 2, .. })] => "undo",
            [Effect::Send(Request::Resign { .. })] => "resign",
            other => panic!("{other:?}"),
        };
        assert_eq!(sent, expected);
    }
    let mut table = table("a1");
    assert!(table.enter("resign").is_empty(), "typed it is asked too");
    assert_eq!(table.enter("yes"), [Effect::Send(Request::Resign { game: game_id() })]);
}

#[test]
fn a_question_about_another_position_is_dropped() {
    let mut table = table("a1");
    table.play("D4");
    table.press(KeyCode::F(2));
    table.play("E5");
    assert!(table.enter("yes").is_empty());
    assert!(table.shown().contains("gone on"), "{}", table.shown());
}

#[test]
fn a_yes_to_what_was_dropped_answers_nothing_else() {
    let mut table = table("a1");
    table.play("D4");
    table.press(KeyCode::F(2));
    table.play("E5");
    let id = crate::testing::command_id();
    table.append(Event::UndoRequested { by: Colour::White, id, moves: 1 });
    assert!(table.enter("yes").is_empty(), "it was meant for the pass");
    assert!(matches!(table.enter("yes").as_slice(), [Effect::Send(Request::AnswerUndo { accept: true, .. })]));
}

#[test]
fn ones_own_question_comes_before_a_request_of_the_opponent() {
    let mut table = table("a1");
    table.play("D4");
    table.play("E5");
    table.press(KeyCode::F(2));
    let id = crate::testing::command_id();
    table.append(Event::UndoRequested { by: Colour::White, id, moves: 1 });
    assert!(table.shown().contains("Pass?"), "{}", table.shown());
    assert_eq!(played(&table.enter("yes")), Some(Vertex::Pass));
}

#[test]
fn nobody_accepts_marks_that_he_has_not_seen() {
    let mut table = table("a1");
    for at in ["D4", "E5"] {
        table.play(at);
    }
    table.then(|script| script.stop(1));
    table.press(KeyCode::F(2));
    table.then(|script| script.mark(Colour::White, &["D4"], true).clone());
    assert!(table.enter("yes").is_empty());
    table.press(KeyCode::F(2));
    assert_eq!(table.enter("yes"), [Effect::Send(Request::Accept { game: game_id(), revision: 1 })]);
}

#[test]
fn the_opponent_may_accept_while_one_is_asked() {
    let mut table = table("a1");
    for at in ["D4", "E5"] {
        table.play(at);
    }
    table.then(|script| script.stop(1));
    table.then(|script| script.mark(Colour::White, &["D4"], true).clone());
    table.press(KeyCode::F(2));
    let id = crate::testing::command_id();
    table.append(Event::Accepted { by: Colour::White, id, revision: 1, outcome: None });
    assert_eq!(table.enter("yes"), [Effect::Send(Request::Accept { game: game_id(), revision: 1 })]);
}

#[test]
fn chains_are_marked_and_marks_accepted_by_revision() {
    let mut table = table("a1");
    for at in ["D4", "E5", "D5"] {
        table.play(at);
    }
    table.then(|script| script.pass(None).clone());
    let stop = Stop { number: 1, is_final: false, revision: 0, deadline: 300_000, closing_pass: false };
    table.then(|script| script.pass(Some(stop)).clone());
    table.press(KeyCode::Up);
    let mark = |dead, revision| Request::Mark { game: game_id(), vertex: "E5".parse().unwrap(), dead, revision };
    assert_eq!(table.press(KeyCode::Enter), [Effect::Send(mark(true, 0))]);
    table.then(|script| script.mark(Colour::White, &["E5"], true).clone());
    assert_eq!(table.press(KeyCode::Char(' ')), [Effect::Send(mark(false, 1))]);
    assert!(table.press(KeyCode::F(2)).is_empty());
    assert_eq!(table.enter("yes"), [Effect::Send(Request::Accept { game: game_id(), revision: 1 })]);
    assert!(table.press(KeyCode::F(3)).is_empty());
    assert_eq!(table.enter("yes"), [Effect::Send(Request::Resume { game: game_id() })]);
    assert_eq!(table.enter("dead d4").len(), 1);
}

#[test]
fn nothing_is_played_in_a_look_back() {
    let mut table = table("a1");
    for at in ["D4", "E5"] {
        table.play(at);
    }
    table.press(KeyCode::Up);
    table.press(KeyCode::Char('['));
    assert!(table.press(KeyCode::Enter).is_empty());
    assert!(table.press(KeyCode::Char(' ')).is_empty());
    assert!(table.enter("c3").is_empty());
    assert!(table.enter("pass").is_empty());
    assert!(table.press(KeyCode::F(2)).is_empty() && table.enter("yes").is_empty());
    table.press(KeyCode::End);
    table.press(KeyCode::F(2));
    table.press(KeyCode::PageUp);
    assert!(table.enter("yes").is_empty(), "nor after going back before the answer");
    assert!(table.shown().contains("End goes back"), "{}", table.shown());
    table.press(KeyCode::End);
    assert_eq!(played(&table.enter("c3")), Some(vertex("C3")));
}

#[test]
fn the_look_back_goes_by_one_by_ten_and_to_both_ends() {
    let mut table = table("a1");
    let moves = ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "J1", "A3", "B3", "C3"];
    for at in moves {
        table.play(at);
    }
    let at = |table: &Table| table.screen.review.as_ref().map(|review| review.moves);
    for (key, expected) in [
        (KeyCode::Char(']'), None),
        (KeyCode::Char('['), Some(11)),
        (KeyCode::PageUp, Some(1)),
        (KeyCode::PageUp, Some(0)),
        (KeyCode::Char('['), Some(0)),
        (KeyCode::Char(']'), Some(1)),
        (KeyCode::PageDown, Some(11)),
        (KeyCode::Char(']'), None),
        (KeyCode::Home, Some(0)),
        (KeyCode::End, None),
        (KeyCode::Home, Some(0)),
        (KeyCode::Esc, None),
    ] {
        assert!(table.press(key).is_empty());
        assert_eq!(at(&table), expected, "{key:?}");
    }
}

#[test]
fn whoever_watches_can_send_nothing() {
    let mut table = table("a3");
    table.press(KeyCode::Up);
    for key in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::F(2), KeyCode::F(3), KeyCode::F(4)] {
        assert!(table.press(key).is_empty(), "{key:?}");
    }
    for line in ["d4", "pass", "resign", "yes", "accept", "resume", "undo", "seat", "dead d4"] {
        assert!(table.enter(line).is_empty(), "{line}");
    }
    assert!(table.shown().contains("watching"), "{}", table.shown());
}

#[test]
fn pasted_text_is_only_typed() {
    let mut table = table("a1");
    let now = table.now();
    assert!(table.screen.input(Input::Paste("d4\nresign\nyes\n\u{1b}[2J".into()), now).is_empty());
    assert_eq!(table.screen.line.value(), "d4 resign yes  [2J");
    table.screen.input(Input::Paste("x".repeat(1_000)), now);
    assert_eq!(table.screen.line.value().chars().count(), tengen_protocol::limits::LINE_CHARS + 16);
    assert!(table.shown().lines().nth(22).unwrap().ends_with("xxx"), "the end of a long line is seen");
}

#[test]
fn leaving_is_never_by_accident() {
    let mut table = table("a1");
    assert!(table.press(KeyCode::Esc).is_empty());
    assert!(table.shown().contains("quit"), "{}", table.shown());
    assert_eq!(table.enter("quit"), [Effect::Leave]);
    let mut watching = super::Table::new(Script::playing(9), "a3", look());
    assert_eq!(watching.press(KeyCode::Esc), [Effect::Leave]);
}
