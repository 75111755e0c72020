use super::*;

fn ask(table: &mut Table, by: Colour, moves: u32) -> Ended {
    let at = table.game.position();
    table.say(by, Command::RequestUndo { moves, after: at.seq, head: at.head })
}

fn answer(table: &mut Table, by: Colour, accept: bool) -> Ended {
    let at = table.game.position();
    table.say(by, Command::AnswerUndo { accept, after: at.seq, head: at.head })
}

#[test]
fn an_accepted_undo_takes_back_what_was_asked_and_forgets_it() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("C3 G7 E5");
    ask(&mut table, BLACK, 1).event();
    assert_eq!(answer(&mut table, BLACK, true).refused(), Code::NoRequest, "one cannot accept one's own");
    let Event::UndoAnswered { undone: Some(undone), .. } = answer(&mut table, WHITE, true).event() else { panic!() };
    assert_eq!((undone.moves, undone.to_move), (1, BLACK));
    assert_eq!(table.game.snapshot(Sides::default()).moves, "C3 G7");
    table.plays("E5");
    table.check_replay();
}

#[test]
fn asked_on_ones_own_turn_it_takes_two() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("C3 G7 E5 D5");
    ask(&mut table, BLACK, 2).event();
    answer(&mut table, WHITE, true).event();
    assert_eq!(table.game.to_move(), BLACK);
    assert_eq!(table.game.snapshot(Sides::default()).moves, "C3 G7");
}

#[test]
fn any_move_cancels_the_request() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("C3");
    ask(&mut table, BLACK, 1).event();
    assert_eq!(ask(&mut table, BLACK, 1).refused(), Code::AlreadyRequested);
    table.plays("G7");
    assert_eq!(answer(&mut table, WHITE, true).refused(), Code::NoRequest);
    assert_eq!(table.game.snapshot(Sides::default()).undo_request, None);
}

#[test]
fn one_request_a_side_and_turn() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("C3");
    ask(&mut table, BLACK, 1).event();
    answer(&mut table, WHITE, false).event();
    assert_eq!(ask(&mut table, BLACK, 1).refused(), Code::AlreadyRequested);
    ask(&mut table, WHITE, 1).event();
    answer(&mut table, WHITE, false).event();
    table.plays("G7");
    ask(&mut table, BLACK, 1).event();
    table.check_replay();
}

#[test]
fn an_answer_to_a_request_that_was_not_seen_is_refused() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("C3");
    let before = table.game.position();
    ask(&mut table, BLACK, 1).event();
    let unseen = Command::AnswerUndo { accept: true, after: before.seq, head: before.head };
    assert_eq!(table.say(WHITE, unseen).refused(), Code::NoRequest);
}

#[test]
fn undo_has_limits() {
    let mut off = terms("9", "10m");
    off.undo = false;
    let mut table = Table::new(&off);
    table.plays("C3");
    assert_eq!(ask(&mut table, BLACK, 1).refused(), Code::UndoOff);
    let mut table = Table::new(&terms("9", "10m"));
    assert_eq!(ask(&mut table, BLACK, 1).refused(), Code::NoSuchMoves);
    table.plays("C3");
    assert_eq!(ask(&mut table, BLACK, 0).refused(), Code::NoSuchMoves);
    assert_eq!(ask(&mut table, BLACK, 2).refused(), Code::NoSuchMoves);
    for _ in 0..limits::REQUESTS {
        ask(&mut table, BLACK, 1).event();
        table.plays("pass D4");
        if table.game.phase() == Phase::Playing {
            ask(&mut table, WHITE, 2).event();
            answer(&mut table, BLACK, true).event();
        }
    }
    assert_eq!(ask(&mut table, BLACK, 1).refused(), Code::GameLimit);
}

#[test]
fn no_time_is_given_back_and_the_side_to_move_has_a_full_period() {
    let mut table = Table::new(&terms("9", "1m+3x30s"));
    table.plays("C3 G7");
    table.wait(70_000);
    table.plays("E5");
    assert_eq!(table.clock(BLACK).main, 0);
    table.wait(10_000);
    ask(&mut table, BLACK, 1).event();
    table.wait(5_000);
    answer(&mut table, WHITE, true).event();
    let black = table.clock(BLACK);
    assert_eq!((black.main, black.periods, black.period), (0, Some(3), Some(30_000)));
    assert_eq!(table.clock(WHITE).main, 45_000, "White thought 15 s in all");
    table.wait(29_999);
    table.plays("E5");
    assert_eq!(table.clock(BLACK).periods, Some(3));
}

#[test]
fn an_undo_is_not_accepted_after_the_flag() {
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("C3");
    ask(&mut table, BLACK, 1).event();
    table.wait(60_000);
    assert_eq!(answer(&mut table, WHITE, true), Ended::Late);
}

#[test]
fn undo_takes_increments_back() {
    let mut table = Table::new(&terms("9", "1m+10s/move"));
    table.plays("C3 G7");
    assert_eq!(table.clock(BLACK).main, 70_000);
    ask(&mut table, BLACK, 2).event();
    answer(&mut table, WHITE, true).event();
    assert_eq!((table.clock(BLACK).main, table.clock(WHITE).main), (60_000, 60_000));
}

#[test]
fn an_undone_position_may_come_again() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("C3 G7 E5");
    ask(&mut table, BLACK, 2).event();
    answer(&mut table, WHITE, true).event();
    table.plays("G7 E5");
    table.check_replay();
}

/// Two passes and a resumption, then moves that are taken back.
fn resumed_and_undone(moves: u32) -> Table {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5 C3 pass pass");
    table.say(WHITE, Command::Resume).event();
    table.plays("D5");
    ask(&mut table, BLACK, moves).event();
    answer(&mut table, WHITE, true).event();
    table
}

#[test]
fn two_passes_stop_play_again_after_an_undo_past_a_resumption() {
    let mut table = resumed_and_undone(2);
    assert_eq!(table.game.snapshot(Sides::default()).moves, "E5 C3 pass");
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Scoring, "the passes stand side by side, nothing was resumed between them");
    table.check_replay();
}

#[test]
fn an_undo_back_to_a_resumption_keeps_it() {
    let mut table = resumed_and_undone(1);
    assert_eq!(table.game.snapshot(Sides::default()).moves, "E5 C3 pass pass");
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Playing, "one pass after a resumption does not stop play");
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.check_replay();
}

#[test]
fn an_undo_past_the_last_resumption_falls_back_to_the_one_before() {
    let mut table = resumed_and_undone(1);
    table.plays("pass pass");
    table.say(WHITE, Command::Resume).event();
    table.say(BLACK, Command::Resume).event();
    ask(&mut table, BLACK, 1).event();
    answer(&mut table, WHITE, true).event();
    assert_eq!(table.game.snapshot(Sides::default()).moves, "E5 C3 pass pass pass");
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Scoring, "two passes since the first resumption");
    table.check_replay();
}

#[test]
fn an_undo_across_a_stop_does_not_make_the_next_one_a_first_stop_again() {
    let mut table = resumed_and_undone(3);
    table.plays("pass pass");
    let scoring = table.game.snapshot(Sides::default()).scoring.unwrap();
    assert_eq!(scoring.stop, 2, "nobody gets a second chance to resume alone by taking moves back");
    let Event::ResumeRequested { .. } = table.say(BLACK, Command::Resume).event() else { panic!() };
    table.check_replay();
}

#[test]
fn increments_that_a_cap_held_back_are_not_taken_back() {
    let mut table = Table::new(&terms("9", "10m+15s/move<10m"));
    table.plays("C3 G7 C4 G6 C5 G5 C6 G4 C7 G3");
    assert_eq!(table.clock(BLACK).main, 600_000);
    ask(&mut table, WHITE, 10).event();
    answer(&mut table, BLACK, true).event();
    assert_eq!((table.clock(BLACK).main, table.clock(WHITE).main), (600_000, 600_000), "instant moves added nothing");
    table.wait(20_000);
    table.plays("C3");
    assert_eq!(table.clock(BLACK).main, 595_000);
    ask(&mut table, BLACK, 1).event();
    answer(&mut table, WHITE, true).event();
    assert_eq!(table.clock(BLACK).main, 580_000, "what was thought stays thought");
    table.check_replay();
}

#[test]
fn a_pass_that_the_server_recorded_is_no_move_to_be_taken_back() {
    for (time, left) in [("10m+15s/move", (615_000, None)), ("0s+5/60s", (0, Some(4)))] {
        let mut aga = terms("9", time);
        aga.rules = Preset::Aga;
        let mut table = Table::new(&aga);
        table.plays("E5 pass pass");
        table.say(BLACK, Command::Resume).event();
        assert_eq!(table.game.snapshot(Sides::default()).moves, "E5 pass pass pass");
        // White's closing pass alone: it gave White nothing, so nothing is taken.
        ask(&mut table, BLACK, 1).event();
        answer(&mut table, WHITE, true).event();
        let white = table.clock(WHITE);
        assert_eq!((white.main, white.stones), left, "{time}");
        table.check_replay();
    }
}
