use super::*;
use crate::testing::{Script, command_id, points, vertex};
use tengen_protocol::{Authority, Event, Head, Matter, Reason, Recurrence};

fn ruled(ruling: Ruling) -> Event {
    let authority = Authority {
        referee: "ref".parse().unwrap(),
        id: command_id(),
        reason: Reason::Other,
        text: None,
        order: Head::EMPTY,
    };
    Event::Ruled { authority, ruling }
}

fn replaced(script: &Script, to_move: Colour) -> Replaced {
    let (board, hash) = (script.rows(), script.hash());
    let clock = script.view().clocks(script.at()).map(|clocks| clocks.black);
    Replaced { board, hash, to_move, handicap_left: 0, black: clock, white: clock }
}

/// The view is that of a snapshot which is taken now.
fn check(script: &Script) {
    let again = GameView::of(script.snapshot(), script.t, script.at()).unwrap();
    assert_eq!(&again, script.view());
}

#[test]
fn an_edited_position_begins_a_new_history_even_out_of_a_stop() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.play("E5");
    script.stop(1);
    script.set("D4", b'.');
    script.set("C3", b'O');
    let event = replaced(&script, Colour::Black);
    script.append(ruled(Ruling::Edited { replaced: event }));
    let view = script.view();
    assert_eq!((view.phase, view.to_move, view.moves.len()), (Phase::Playing, Colour::Black, 0));
    assert_eq!((view.running(), view.scoring.is_some()), (Some(Colour::Black), false));
    check(&script);
    script.play("D3");
    assert_eq!(script.view().moves, [(Colour::Black, vertex("D3"))]);
    check(&script);
}

#[test]
fn a_board_that_is_not_the_events_is_no_board() {
    let mut script = Script::playing(9);
    script.play("D4");
    let mut event = replaced(&script, Colour::White);
    event.board = event.board.replace('X', "O");
    let event = script.next(ruled(Ruling::Edited { replaced: event }));
    assert_eq!(script.view().after(&event).err(), Some(Misfit::BoardDiffers));
}

#[test]
fn a_game_that_begins_anew_has_its_first_board() {
    let mut script = Script::with(9, |snapshot| snapshot.phase = Phase::Playing);
    script.play("D4");
    script.set("D4", b'.');
    for at in ["C3", "G7"] {
        script.set(at, b'X');
    }
    let event = replaced(&script, Colour::White);
    script.append(ruled(Ruling::Restarted { replaced: event }));
    let view = script.view();
    let mut stones = view.handicap_stones.clone();
    stones.sort_unstable();
    assert_eq!((view.start.is_none(), view.moves.len(), stones), (true, 0, points("C3 G7")));
    check(&script);
}

/// A play after which play stands still, as the event has it.
fn play_that_stops(script: &mut Script, on: Matter) {
    let time = script.move_time(Colour::Black);
    script.set("D4", b'X');
    script.append(Event::Play {
        by: Colour::Black,
        id: command_id(),
        vertex: "D4".parse().unwrap(),
        captures: Vec::new(),
        time,
        hash: script.hash(),
        repeats: Some(Recurrence { of_move: 7, occurrence: 3 }),
        awaits: Some(Awaits { on, until: 1_800_000_000_000 }),
        outcome: None,
    });
}

#[test]
fn play_that_waits_for_a_ruling_stands_and_says_on_what() {
    for (on, said) in [(Matter::Repetition, "repeated itself"), (Matter::MoveLimit, "limit of moves")] {
        let mut script = Script::playing(9);
        play_that_stops(&mut script, on);
        let view = script.view();
        assert_eq!((view.phase, view.awaited(), view.running()), (Phase::Paused, Some(on), None));
        assert!(view.is_suspended(), "no player lets it go on");
        let state = crate::words::game::state(crate::words::Words::english(), view, script.at());
        assert!(state.contains(said) && state.contains("until a referee rules"), "{state}");
        check(&script);
        script.append(ruled(Ruling::Resumed { to_move: Colour::White }));
        assert_eq!((script.view().phase, script.view().awaited()), (Phase::Playing, None));
        check(&script);
    }
}

#[test]
fn who_is_forbidden_to_repeat_stays_so() {
    let mut script = Script::playing(9);
    play_that_stops(&mut script, Matter::Repetition);
    script.set("D4", b'.');
    let clock = script.view().clocks(script.at()).map(|clocks| clocks.black);
    let undone = tengen_protocol::Undone {
        moves: 1,
        board: script.rows(),
        hash: script.hash(),
        to_move: Colour::Black,
        black: clock,
        white: clock,
    };
    script.append(ruled(Ruling::TakenBack { undone, forbids: Some(Colour::Black) }));
    let view = script.view();
    assert_eq!((view.phase, view.to_move, view.awaited()), (Phase::Playing, Colour::Black, None));
    assert_eq!(view.no_repetition, Sides { black: true, white: false });
    check(&script);
}
