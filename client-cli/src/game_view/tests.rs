use super::*;
use crate::testing::{START, Script, command_id, head_of, points, vertex};
use tengen_protocol::{EndReason, IllegalPlay, Recorded};

fn outcome(result: &str) -> Outcome {
    Outcome { result: result.into(), reason: EndReason::Count, winner: None, count: None }
}

#[test]
fn moves_change_board_turn_clocks_and_captures() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.play("E4");
    script.play("A1");
    script.play("D5");
    let view = script.view();
    assert_eq!((view.to_move, view.last_stone()), (Colour::Black, Some("D5".parse().unwrap())));
    assert_eq!(view.moves.len(), 4);
    script.capture("E5", &["E4", "D5"]);
    let view = script.view();
    assert_eq!((view.captures.black, view.captures.white), (2, 0));
    assert_eq!(view.board.stone("E4".parse().unwrap()), None);
    assert_eq!(view.running(), Some(Colour::White));
    let clocks = view.clocks(script.at()).unwrap();
    assert_eq!((clocks.black.main, clocks.white.main), (54_000, 56_000));
}

#[test]
fn a_running_clock_is_advanced_by_the_game_time() {
    let mut script = Script::playing(9);
    script.play("D4");
    let view = script.view();
    let shown = |ms| *view.clocks(script.at() + Duration::from_millis(ms)).unwrap().of(Colour::White);
    assert_eq!(shown(0).main, 60_000);
    assert_eq!(shown(1_500).main, 58_500);
    let over = shown(75_000);
    assert_eq!((over.main, over.periods, over.period), (0, Some(2), Some(5_000)));
    let fallen = shown(10_000_000);
    assert_eq!((fallen.main, fallen.periods, fallen.period), (0, Some(0), Some(0)));
}

#[test]
fn time_given_back_moves_the_start() {
    let mut script = Script::playing(9);
    script.append(Event::Credited { to: Colour::Black, ms: 3_000 });
    script.append(Event::Credited { to: Colour::White, ms: 9_000 });
    let clocks = script.view().clocks(script.at() + Duration::from_secs(5)).unwrap();
    assert_eq!((clocks.black.main, clocks.white.main), (58_000, 60_000));
}

#[test]
fn what_does_not_follow_changes_nothing() {
    let mut script = Script::playing(9);
    let first = script.play("D4").clone();
    let second = script.play("E5").clone();
    let view = script.view();
    assert_eq!(view.after(&first), Err(Misfit::Seen));
    assert_eq!(view.after(&second), Err(Misfit::Seen));
    let fresh = Script::playing(9);
    assert_eq!(fresh.view().after(&second), Err(Misfit::Gap));
    let mut forked = first.clone();
    forked.recorded.prev = head_of(99);
    assert_eq!(fresh.view().after(&forked), Err(Misfit::Forked));
    let mut other_board = first;
    let Event::Play { vertex, .. } = &mut other_board.recorded.event else { panic!() };
    *vertex = "A1".parse().unwrap();
    assert_eq!(fresh.view().after(&other_board), Err(Misfit::BoardDiffers));
}

#[test]
fn points_off_the_board_and_captures_of_nothing_do_not_fit() {
    let script = Script::playing(9);
    let play = |vertex: &str, captures: &str| {
        script.next(Event::Play {
            by: Colour::Black,
            id: command_id(),
            vertex: vertex.parse().unwrap(),
            captures: points(captures),
            time: tengen_protocol::MoveTime { used: 0, lag: 0, clock: None },
            hash: script.hash(),
            repeats: None,
            awaits: None,
            outcome: None,
        })
    };
    assert_eq!(script.view().after(&play("Q16", "")), Err(Misfit::BoardDiffers));
    assert_eq!(script.view().after(&play("D4", "E5")), Err(Misfit::BoardDiffers));
}

#[test]
fn snapshots_that_do_not_agree_with_themselves_are_refused() {
    let snapshot = Script::playing(9).snapshot();
    let at = Instant::now();
    assert!(GameView::of(snapshot.clone(), START, at).is_ok());
    for change in [
        |s: &mut Snapshot| s.board.push('.'),
        |s: &mut Snapshot| s.board.replace_range(0..1, "#"),
        |s: &mut Snapshot| s.board.replace_range(0..1, "X"),
        |s: &mut Snapshot| s.moves = "D4 nonsense".into(),
    ] {
        let mut bad = snapshot.clone();
        change(&mut bad);
        assert_eq!(GameView::of(bad, START, at), Err(Misfit::BoardDiffers));
    }
}

#[test]
fn a_snapshot_gives_the_view_that_its_events_give() {
    let mut script = Script::playing(9);
    for at in ["D4", "F6", "D6", "F4"] {
        script.play(at);
    }
    script.stop(1);
    script.mark(Colour::White, &["D4"], true);
    let again = GameView::of(script.snapshot(), script.t, script.at()).unwrap();
    assert_eq!(&again, script.view());
}

#[test]
fn what_refused_plays_and_overtime_lead_to_is_folded_as_a_snapshot_has_it() {
    let mut script = Script::playing(9);
    script.play("E5");
    let (by, clock) = (Colour::White, Clock { main: 0, periods: Some(1), stones: None, period: Some(10_000) });
    let illegal = |script: &Script, led_to| Event::Illegal {
        by,
        id: command_id(),
        vertex: "E5".parse().unwrap(),
        code: IllegalPlay::Occupied,
        repeats_move: None,
        led_to,
        time: MoveTime::default(),
        hash: script.hash(),
        stop: None,
        awaits: None,
        outcome: None,
    };
    let overran = |script: &Script, by, led_to, stop| {
        let time = MoveTime { used: 7, lag: 0, clock: Some(clock) };
        Event::Overran { by, led_to, time, hash: script.hash(), stop, awaits: None, outcome: None }
    };
    let same = |script: &Script| {
        let again = GameView::of(script.snapshot(), script.t, script.at()).unwrap();
        assert_eq!(&again, script.view());
    };
    script.append(illegal(&script, IllegalMove::Warn));
    assert_eq!((*script.view().warnings.of(by), script.view().to_move), (1, by));
    same(&script);
    script.append(overran(&script, by, Overtime::Penalty, None));
    assert_eq!((*script.view().penalties.of(by), script.view().to_move, script.view().running()), (1, by, Some(by)));
    assert_eq!(script.view().clocks(script.at()).unwrap().white, clock);
    same(&script);
    script.append(illegal(&script, IllegalMove::Pass));
    assert_eq!((script.view().moves.last(), script.view().to_move), (Some(&(by, Vertex::Pass)), Colour::Black));
    same(&script);
    let stop = Stop { number: 1, is_final: false, revision: 0, deadline: 300_000, closing_pass: false };
    script.append(overran(&script, Colour::Black, Overtime::Pass, Some(stop)));
    assert_eq!((script.view().phase, script.view().moves.len()), (Phase::Scoring, 3));
    same(&script);
}

#[test]
fn colours_alternate_from_white_after_handicap_stones() {
    let script = Script::with(9, |snapshot| {
        snapshot.handicap_stones = points("C3 G7");
        snapshot.moves = "E5 pass".into();
        snapshot.to_move = Colour::White;
    });
    let moves = [(Colour::White, vertex("E5")), (Colour::Black, Vertex::Pass)];
    assert_eq!(script.view().moves, moves);
}

#[test]
fn handicap_stones_are_placed_before_white_moves() {
    let mut script = Script::with(9, |snapshot| snapshot.handicap_left = 2);
    let place = |script: &mut Script, at: &str, left| {
        script.set(at, b'X');
        let time = tengen_protocol::MoveTime { used: 0, lag: 0, clock: None };
        let hash = script.hash();
        let (by, vertex) = (Colour::Black, at.parse().unwrap());
        script.append(Event::Handicap { by, id: command_id(), vertex, left, time, hash });
    };
    place(&mut script, "C3", 1);
    assert_eq!((script.view().to_move, script.view().handicap_left), (Colour::Black, 1));
    place(&mut script, "G7", 0);
    assert_eq!((script.view().to_move, script.view().running()), (Colour::White, Some(Colour::White)));
    assert_eq!(script.view().handicap_stones, points("C3 G7"));
    assert!(script.view().moves.is_empty());
}

#[test]
fn marks_are_revised_accepted_and_voided() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.play("E5");
    script.stop(1);
    assert_eq!((script.view().phase, script.view().running()), (Phase::Scoring, None));
    assert_eq!(script.view().until_deadline(script.at()), Some(300_000));
    script.append(Event::Accepted { by: Colour::White, id: command_id(), revision: 0, outcome: None });
    assert!(script.view().scoring.as_ref().unwrap().accepted.white);
    script.mark(Colour::Black, &["E5"], true);
    let scoring = script.view().scoring.as_ref().unwrap();
    assert_eq!((scoring.revision, scoring.accepted.white), (1, false), "a change voids acceptances");
    assert_eq!(scoring.dead, points("E5"));
    script.mark(Colour::White, &["E5"], false);
    assert!(script.view().scoring.as_ref().unwrap().dead.is_empty());
    script.append(Event::Accepted {
        by: Colour::Black,
        id: command_id(),
        revision: 2,
        outcome: Some(outcome("W+7.5")),
    });
    assert_eq!(script.view().phase, Phase::Finished);
}

#[test]
fn play_goes_on_after_a_stop() {
    let mut script = Script::playing(9);
    script.play("D4");
    let before = script.view().clocks(script.at()).unwrap();
    script.stop(1);
    script.t += 100_000;
    script.append(Event::Resumed {
        by: Some(Colour::Black),
        id: Some(command_id()),
        to_move: Colour::White,
        next_stop_final: true,
    });
    let view = script.view();
    assert_eq!((view.phase, view.to_move, view.running()), (Phase::Playing, Colour::White, Some(Colour::White)));
    assert!(view.scoring.is_none() && view.was_resumed());
    let after = view.clocks(script.at()).unwrap();
    assert_eq!(after.white.main, before.white.main - 2_000, "the pass is charged, the stop is not");
}

#[test]
fn a_closing_pass_is_the_other_sides_move() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.pass(None);
    script.pass(Some(Stop { number: 1, is_final: false, revision: 0, deadline: 300_000, closing_pass: true }));
    let view = script.view();
    let last: Vec<_> = view.moves.iter().rev().take(3).map(|(by, _)| *by).collect();
    assert_eq!(last, [Colour::White, Colour::Black, Colour::White]);
    assert_eq!(view.to_move, Colour::Black);
}

#[test]
fn undo_restores_board_turn_and_captures() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.play("E4");
    let (rows, hash) = (script.rows(), script.hash());
    script.capture("E5", &["E4"]);
    script.append(Event::UndoRequested { by: Colour::Black, id: command_id(), moves: 1 });
    assert_eq!(script.view().undo_request.unwrap().moves, 1);
    let undone = Undone {
        moves: 1,
        board: rows,
        hash,
        to_move: Colour::Black,
        black: Some(Clock { main: 50_000, ..Clock::default() }),
        white: Some(Clock { main: 40_000, ..Clock::default() }),
    };
    script.append(Event::UndoAnswered { by: Colour::White, id: command_id(), undone: Some(undone) });
    let view = script.view();
    assert_eq!((view.to_move, view.moves.len(), view.captures.black), (Colour::Black, 2, 0));
    assert!(view.undo_request.is_none());
    assert_eq!(view.clocks(script.at()).unwrap().white.main, 40_000);
}

#[test]
fn any_move_cancels_a_request_for_undo() {
    let mut script = Script::playing(9);
    script.play("D4");
    script.append(Event::UndoRequested { by: Colour::Black, id: command_id(), moves: 1 });
    script.play("E5");
    assert!(script.view().undo_request.is_none());
}

#[test]
fn the_end_stops_the_clock_at_what_it_shows() {
    let mut script = Script::playing(9);
    script.t += 5_000;
    script.resign(Colour::Black);
    let view = script.view();
    assert_eq!((view.phase, view.running()), (Phase::Finished, None));
    assert_eq!(view.clocks(script.at() + Duration::from_secs(100)).unwrap().black.main, 55_000);
}

#[test]
fn games_of_days_run_by_wall_time() {
    let mut script = Script::with(9, |snapshot| {
        snapshot.setup.time = "3d/move".parse().unwrap();
        let clock = snapshot.setup.time.initial().unwrap();
        snapshot.clocks = Some(Clocks { black: clock, white: clock, running: Some(Colour::Black), since: 5 });
    });
    let event = script.play("D4").clone();
    let Recorded { at, .. } = event.recorded;
    let mut view = script.view().clone();
    view.sync(at + 3_600_000, script.at());
    let left = view.clocks(script.at()).unwrap().white.main;
    assert_eq!(left, 3 * 86_400_000 - 3_600_000);
}

#[test]
fn chains_are_whole_and_of_one_colour() {
    let mut script = Script::playing(9);
    for at in ["D4", "D6", "D5", "E5", "E4", "A1"] {
        script.play(at);
    }
    assert_eq!(script.view().board.chain("D4".parse().unwrap()), points("D4 E4 D5"));
    assert_eq!(script.view().board.chain("E5".parse().unwrap()), points("E5"));
    assert!(script.view().board.chain("J9".parse().unwrap()).is_empty());
}
