//! Play that stops until a referee rules: a position for the third time, and the limit of moves.

use super::*;
use tengen_protocol::{Awaits, Ko, Matter, Recurrence, Repetition, UnruledRepetition};

/// Three kos at the edges of a 9x9 board, Black to move.
const BLACK_STONES: &str = "A1 B2 F1 G2 H1 A9 B8";
const WHITE_STONES: &str = "B1 C2 D1 H2 J1 B9 C8 D9";

/// One round of the three kos; six plies bring the board about again.
const ROUND: &str = "C1 G1 C9 B1 H1 B9";

fn setup(time: &str, with: impl FnOnce(&mut Setup)) -> Setup {
    let terms = Terms { ko: Some(Ko::Referee), undo: true, ..terms("9", time) };
    let players = Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
    let mut setup = settle(&terms, players, None, None).unwrap();
    setup.regulations.referees = vec!["ref".parse().unwrap()];
    with(&mut setup);
    setup
}

fn begun(setup: Setup) -> Table {
    let mut table = Table::created(setup);
    table.say(BLACK, Command::Arrive).event();
    table.say(WHITE, Command::Arrive).event();
    table
}

/// The kos are set up, and nobody has played.
fn triple_ko(time: &str, with: impl FnOnce(&mut Setup)) -> Table {
    let mut table = begun(setup(time, with));
    set_up(&mut table);
    table
}

fn set_up(table: &mut Table) {
    let (black, white) = (points(BLACK_STONES), points(WHITE_STONES));
    table.rule(Order::Edit { remove: vec![], black, white, to_move: Some(BLACK) }).event();
}

/// Two rounds have been played: the board has come about for the third time, by White's B9.
fn stopped(time: &str) -> Table {
    let mut table = triple_ko(time, |_| ());
    table.plays(ROUND);
    table.plays("C1 G1 C9 B1 H1");
    table.wait(4_000);
    let Event::Play { repeats: Some(repeats), awaits: Some(awaits), outcome: None, .. } =
        table.play(WHITE, "B9").event()
    else {
        panic!("play goes on")
    };
    assert_eq!(repeats, Recurrence { of_move: 6, occurrence: 3 });
    assert_eq!(awaits, Awaits { on: Matter::Repetition, until: table.now + limits::SUSPENDED_MS });
    table
}

impl Table {
    fn rules(&mut self, ruling: Repetition) -> Ended {
        self.rule(Order::Repetition { ruling })
    }

    fn awaited(&self) -> Option<Matter> {
        self.game.snapshot(Sides::default()).pause?.awaits
    }
}

#[test]
fn the_second_occurrence_is_noted_and_the_third_stops_the_clocks() {
    let mut table = triple_ko("10m+3x30s", |_| ());
    table.plays("C1 G1 C9 B1 H1");
    let Event::Play { repeats, awaits: None, outcome: None, .. } = table.play(WHITE, "B9").event() else { panic!() };
    assert_eq!(repeats, Some(Recurrence { of_move: 0, occurrence: 2 }));
    assert_eq!(table.awaited(), None);
    let mut table = stopped("10m+3x30s");
    assert_eq!((table.game.phase(), table.awaited()), (Phase::Paused, Some(Matter::Repetition)));
    let clocks = [table.clock(BLACK), table.clock(WHITE)];
    assert_eq!(clocks[1].main, 596_000, "the play was charged");
    table.wait(3_600_000);
    // every way to go on waits for the ruling
    let at = table.game.position();
    let (after, head) = (at.seq, at.head);
    for command in [
        Command::Play { vertex: "E5".parse().unwrap(), after, head },
        Command::RequestUndo { moves: 1, after, head },
        Command::Propose { proposal: Proposal::GoOn, resume_at: None, after, head },
        Command::Propose { proposal: Proposal::Count, resume_at: None, after, head },
    ] {
        assert_eq!(table.say(BLACK, command.clone()).refused(), Code::AwaitsRuling, "{command:?}");
    }
    assert_eq!(table.rule(Order::Resume).refused(), Code::AwaitsRuling, "it is ruled on");
    assert_eq!([table.clock(BLACK), table.clock(WHITE)], clocks);
    table.check_replay();
    table.say(BLACK, Command::Resign).event();
    assert_eq!(table.outcome(), "W+R");
}

#[test]
fn three_rulings_end_the_game() {
    for (ruling, result, reason) in [
        (Repetition::Draw, "0", EndReason::Repetition),
        (Repetition::NoResult, "Void", EndReason::Repetition),
        (Repetition::Replay, "Void", EndReason::Replay),
    ] {
        let mut table = stopped("10m");
        table.rules(ruling).event();
        assert_eq!(table.result(), (result, reason), "{ruling:?}");
        table.check_replay();
        assert_eq!(table.rules(ruling).refused(), Code::GameOver);
    }
}

#[test]
fn what_is_forbidden_is_taken_back_and_binds_its_side_to_the_end() {
    let mut table = stopped("10m+3x30s");
    let used = table.clock(WHITE);
    let Event::Ruled { ruling: Ruling::TakenBack { undone, forbids: Some(WHITE) }, .. } =
        table.rules(Repetition::Forbid).event()
    else {
        panic!()
    };
    assert_eq!((undone.moves, undone.to_move), (1, WHITE));
    assert_eq!(table.clock(WHITE), used, "no time is given back");
    assert_eq!((table.game.phase(), table.awaited()), (Phase::Playing, None));
    let bound = |table: &Table| table.game.snapshot(Sides::default()).no_repetition;
    assert_eq!(bound(&table), Sides { black: false, white: true });
    let refused = table.play(WHITE, "B9").refusal();
    assert_eq!((refused.code, refused.repeats_move), (Code::Superko, Some(6)));
    table.check_replay();
    // Black may still repeat, until it is ruled on once more
    table.plays("E5 F5 B9 C1 G1 C9 B1");
    let Event::Play { repeats: Some(repeats), awaits: None, .. } = table.play(BLACK, "H1").event() else { panic!() };
    assert_eq!(repeats.occurrence, 2);
    // neither what is taken back nor another position lifts it
    table.rule(Order::TakeBack { moves: 10, black: None, white: None }).event();
    assert!(bound(&table).white);
    let at = table.game.board_position().board().stones().map(|(_, point)| point).collect();
    table.rule(Order::Edit { remove: at, black: vec![], white: vec![], to_move: None }).event();
    assert!(bound(&table).white);
    table.rule(Order::Restart).event();
    assert!(bound(&table).white);
    table.check_replay();
}

#[test]
fn play_that_continues_stops_again_at_the_next_occurrence() {
    let mut table = stopped("10m");
    table.rules(Repetition::Continue).event();
    assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Playing, BLACK));
    let black = table.clock(BLACK);
    table.wait(5_000);
    // the board after the first of the cycle comes about for the third time now
    let Event::Play { repeats: Some(repeats), awaits: Some(_), .. } = table.play(BLACK, "C1").event() else { panic!() };
    assert_eq!((repeats.of_move, repeats.occurrence), (7, 3));
    assert_eq!(table.clock(BLACK).main, black.main - 5_000, "the clock of the opponent ran on");
    for at in ["G1", "C9", "B1", "H1", "B9"] {
        table.rules(Repetition::Continue).event();
        table.plays(at);
    }
    let Event::Play { repeats, .. } =
        serde_json::from_slice::<tengen_protocol::Recorded>(table.stored.last().unwrap()).unwrap().event
    else {
        panic!()
    };
    assert_eq!(repeats, Some(Recurrence { of_move: 12, occurrence: 4 }));
    assert_eq!(table.awaited(), Some(Matter::Repetition));
    table.check_replay();
}

#[test]
fn other_orders_work_while_it_waits() {
    let of = |order: Order| {
        let mut table = stopped("10m");
        table.rule(order).event();
        table.check_replay();
        table
    };
    assert_eq!(of(Order::Lose { side: Loser::White }).outcome(), "B+F");
    let void = Order::Adjudicate { result: GivenResult::Void, force_majeure: false };
    assert_eq!(of(void).result(), ("Void", EndReason::Ruling));
    let warned = of(Order::Warn { side: WHITE });
    assert_eq!(warned.awaited(), Some(Matter::Repetition));
    let mut suspended = of(Order::Suspend);
    assert_eq!(suspended.awaited(), Some(Matter::Repetition), "it waits on, for the ruling");
    assert_eq!(suspended.rule(Order::Resume).refused(), Code::AwaitsRuling);
    suspended.rules(Repetition::Continue).event();
    assert_eq!(suspended.game.phase(), Phase::Playing);
    let back = of(Order::TakeBack { moves: 1, black: None, white: None });
    assert_eq!((back.game.phase(), back.awaited()), (Phase::Playing, None));
    assert_eq!(back.game.snapshot(Sides::default()).no_repetition, Sides::default());
    // nothing waits where nothing has repeated
    let mut table = triple_ko("10m", |_| ());
    assert_eq!(table.rules(Repetition::Draw).refused(), Code::NotNow);
    table.rule(Order::Suspend).event();
    assert_eq!(table.rules(Repetition::Continue).refused(), Code::NotNow);
}

#[test]
fn an_edit_begins_a_new_history_of_repetitions() {
    let mut table = stopped("10m");
    table.rule(Order::Edit { remove: vec![], black: vec![], white: vec![], to_move: None }).event();
    assert_eq!((table.game.phase(), table.awaited()), (Phase::Playing, None));
    table.plays("C1 G1 C9 B1 H1");
    let Event::Play { repeats, .. } = table.play(WHITE, "B9").event() else { panic!() };
    assert_eq!(repeats, Some(Recurrence { of_move: 0, occurrence: 2 }));
}

#[test]
fn what_the_players_take_back_has_not_come_about() {
    let mut table = triple_ko("10m", |_| ());
    table.plays(ROUND);
    table.plays("C1 G1 C9 B1 H1");
    for _ in 0..2 {
        let at = table.game.position();
        table.say(BLACK, Command::RequestUndo { moves: 5, after: at.seq, head: at.head }).event();
        let at = table.game.position();
        table.say(WHITE, Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
        let Event::Play { repeats, awaits: None, .. } = table.play(BLACK, "C1").event() else { panic!() };
        assert_eq!(repeats, Some(Recurrence { of_move: 1, occurrence: 2 }), "as before it was taken back");
        table.plays("G1 C9 B1 H1");
    }
    table.check_replay();
}

#[test]
fn without_a_ruling_the_setting_ends_the_game() {
    for (unruled, result) in [(UnruledRepetition::NoResult, "Void"), (UnruledRepetition::Draw, "0")] {
        // nobody rules for 30 days
        let mut table = triple_ko("10m", |setup| setup.regulations.unruled_repetition = unruled);
        table.plays(ROUND);
        table.plays(ROUND);
        assert_eq!(table.due.unwrap().time, crate::timing::Time::Wall, "no clock has to be kept for it");
        table.wait(limits::SUSPENDED_MS - 1);
        assert_eq!(table.time_acts(), Ended::Time);
        table.wait(1);
        let Event::Settled { .. } = table.time_acts().event() else { panic!() };
        assert_eq!(table.result(), (result, EndReason::Repetition));
        table.check_replay();
        // nobody is there to rule
        let mut table = triple_ko("10m", |setup| {
            setup.regulations.unruled_repetition = unruled;
            setup.regulations.referees.clear();
        });
        table.plays(ROUND);
        table.plays("C1 G1 C9 B1 H1");
        let Event::Play { awaits: None, outcome: Some(_), repeats: Some(_), .. } = table.play(WHITE, "B9").event()
        else {
            panic!()
        };
        assert_eq!(table.result(), (result, EndReason::Repetition));
        table.check_replay();
    }
    // a tournament always has officials
    let mut table = triple_ko("10m", |setup| {
        setup.regulations.referees.clear();
        let bout = tengen_protocol::BoutRef { stage: 1, round: 1, table: 1 };
        let tournament = "t1".parse().unwrap();
        setup.tournament = Some(tengen_protocol::TournamentRef { tournament, bout, board: 1 });
    });
    table.plays(ROUND);
    table.plays(ROUND);
    assert_eq!(table.awaited(), Some(Matter::Repetition));
}

#[test]
fn a_sealed_play_that_repeats_is_noted_when_it_is_opened() {
    let mut table = triple_ko("10m", |_| ());
    table.plays(ROUND);
    table.plays("C1 G1 C9 B1 H1");
    table.agree(Proposal::Adjourn);
    table.seal(WHITE, "B9").event();
    table.wait(limits::ADJOURNED_DEFAULT_MS);
    let Event::Unsealed { repeats: Some(repeats), awaits: Some(awaits), .. } = table.time_acts().event() else {
        panic!()
    };
    assert_eq!((repeats.occurrence, awaits.on), (3, Matter::Repetition));
    assert_eq!(table.game.phase(), Phase::Paused);
    table.rules(Repetition::Forbid).event();
    assert_eq!(table.game.to_move(), WHITE);
    assert_eq!(table.play(WHITE, "B9").refused(), Code::Superko);
}

#[test]
fn a_clock_by_days_stands_too() {
    let mut table = stopped("1d/move");
    table.wait(7 * 86_400_000);
    assert_eq!(table.time_acts(), Ended::Time);
    table.rules(Repetition::Continue).event();
    table.wait(86_399_999);
    table.play(BLACK, "E5").event();
}

fn limited(moves: u32, with: impl FnOnce(&mut Setup)) -> Table {
    begun(setup("10m", |setup| {
        setup.regulations.move_limit = Some(moves);
        with(setup);
    }))
}

#[test]
fn at_the_limit_of_moves_a_referee_ends_the_game_or_lets_it_go_on() {
    let mut table = limited(10, |_| ());
    table.plays("E5 C3 pass G7 C7 G3 D2 F8 pass");
    let Event::Play { awaits: Some(awaits), .. } = table.play(WHITE, "J9").event() else { panic!() };
    assert_eq!(awaits.on, Matter::MoveLimit);
    assert_eq!(table.play(BLACK, "E6").refused(), Code::AwaitsRuling);
    assert_eq!(table.rules(Repetition::Draw).refused(), Code::NotNow, "nothing has repeated");
    // too few stones for force majeure, and it is none
    let count = |force_majeure| Order::AdjudicateCount { dead: vec![], force_majeure };
    assert_eq!(table.rule(count(true)).refused(), Code::RulingMoves);
    let mut counted = table.copy();
    counted.rule(count(false)).event();
    assert_eq!(counted.result().1, EndReason::Count);
    counted.check_replay();
    let mut back = table.copy();
    back.rule(Order::TakeBack { moves: 2, black: None, white: None }).event();
    back.plays("E6 J9");
    assert_eq!(back.awaited(), Some(Matter::MoveLimit), "nobody has let it go on");
    table.rule(Order::Resume).event();
    table.plays("E6 J8 pass E4");
    assert_eq!(table.game.phase(), Phase::Playing, "no second stop");
    table.check_replay();
    // a game that begins anew has all its moves before it
    table.rule(Order::Restart).event();
    table.plays("E5 C3 C7 G7 C6 G3 D2 F8 D3");
    table.plays("J9");
    assert_eq!(table.awaited(), Some(Matter::MoveLimit));
}

#[test]
fn moves_before_an_edit_count_to_the_limit() {
    let mut table = limited(10, |_| ());
    table.plays("E5 C3 C7 G7 C6 G3");
    let edit = || Order::Edit { remove: vec![], black: vec![], white: vec![], to_move: None };
    table.rule(edit()).event();
    table.plays("D2 F8 D3 J9");
    assert_eq!(table.awaited(), Some(Matter::MoveLimit));
    // a position that is set up then is there to be played from
    table.rule(edit()).event();
    table.plays("E2 E3");
    assert_eq!((table.game.phase(), table.awaited()), (Phase::Playing, None));
    table.check_replay();
}

#[test]
fn two_passes_at_the_limit_stop_for_counting() {
    let mut table = limited(10, |_| ());
    table.plays("E5 C3 C7 G7 C6 G3 D2 F8 pass pass");
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.say(BLACK, Command::Resume).event();
    table.plays("E2");
    assert_eq!(table.awaited(), Some(Matter::MoveLimit), "it is beyond it");
    table.check_replay();
    let mut table = limited(10, |_| ());
    table.plays("E5 C3 C7 G7 C6 G3 D2 F8 D3");
    let Event::Pass { awaits: Some(_), .. } = table.play(WHITE, "pass").event() else { panic!() };
    assert_eq!(table.awaited(), Some(Matter::MoveLimit));
}

#[test]
fn at_the_limit_without_a_referee_the_board_is_counted() {
    let mut table = limited(10, |setup| setup.regulations.referees.clear());
    table.plays("E5 C3 C7 G7 C6 G3 D2 F8 D3");
    let Event::Play { outcome: Some(outcome), .. } = table.play(WHITE, "J9").event() else { panic!() };
    let counted = outcome.count.unwrap();
    assert_eq!((counted.black, counted.white), (5, 5), "with the last stone");
    table.check_replay();
    // and where nobody rules in time
    let mut table = limited(10, |_| ());
    table.plays("E5 C3 C7 G7 C6 G3 D2 F8 D3 J9");
    table.wait(limits::SUSPENDED_MS);
    table.time_acts().event();
    assert_eq!(table.result(), ("W+7.5", EndReason::Count));
}

#[test]
fn a_limit_of_moves_has_limits() {
    for (moves, allowed) in [(9, false), (10, true), (2_000, true), (2_001, false)] {
        let made = Game::create(setup("10m", |setup| setup.regulations.move_limit = Some(moves)));
        assert_eq!(made.is_ok(), allowed, "{moves}");
        if let Err(error) = made {
            let refusal = Refusal::from(&error);
            assert_eq!(refusal.limit.unwrap().max, u64::from(limits::MOVE_LIMIT_MOST));
        }
    }
}
