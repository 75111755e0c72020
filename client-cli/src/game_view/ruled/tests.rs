use super::*;
use crate::testing::{Script, command_id, points, vertex};
use tengen_protocol::{Authority, Event, Head, Reason};

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
