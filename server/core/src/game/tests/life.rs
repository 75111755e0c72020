use super::*;

#[test]
fn clocks_begin_when_both_have_come() {
    let mut table = Table::waiting(&terms("9", "1m"));
    assert_eq!(table.play(BLACK, "E5").refused(), Code::NotStarted);
    table.say(BLACK, Command::Arrive).event();
    assert_eq!(table.say(BLACK, Command::Arrive).refused(), Code::AlreadyDone);
    table.wait(ARRIVE_WITHIN_MS - 1);
    assert_eq!(table.time_acts(), Ended::Time);
    table.say(WHITE, Command::Arrive).event();
    assert_eq!(table.game.phase(), Phase::Playing);
    table.wait(5_000);
    table.play(BLACK, "E5").event();
    assert_eq!(table.clock(BLACK).main, 55_000);
    table.check_replay();
}

#[test]
fn a_player_who_never_comes_makes_the_game_void() {
    let mut table = Table::waiting(&terms("9", "1m"));
    table.say(WHITE, Command::Arrive).event();
    table.wait(ARRIVE_WITHIN_MS);
    table.time_acts().event();
    assert_eq!(table.outcome(), "Void");
    table.check_replay();
}

#[test]
fn one_can_resign_in_every_phase_before_the_end() {
    let mut waiting = Table::waiting(&terms("9", "1m"));
    waiting.say(WHITE, Command::Resign).event();
    assert_eq!(waiting.outcome(), "B+R");
    let mut playing = Table::new(&terms("9", "1m"));
    playing.say(BLACK, Command::Resign).event();
    assert_eq!(playing.outcome(), "W+R");
    assert_eq!(playing.say(WHITE, Command::Resign).refused(), Code::GameOver);
    let mut scoring = Table::new(&terms("9", "1m"));
    scoring.plays("pass pass");
    scoring.say(BLACK, Command::Resign).event();
    assert_eq!(scoring.outcome(), "W+R");
    scoring.check_replay();
}

#[test]
fn refusals_name_what_was_wrong_and_change_nothing() {
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("E5");
    let before = table.game.position();
    assert_eq!(table.play(BLACK, "E4").refused(), Code::NotYourTurn);
    assert_eq!(table.play(WHITE, "E5").refused(), Code::Occupied);
    assert_eq!(table.play(WHITE, "K9").refused(), Code::OffBoard);
    assert_eq!(table.say(WHITE, Command::Accept { revision: 0 }).refused(), Code::NotInScoring);
    assert_eq!(table.say(WHITE, Command::Resume).refused(), Code::NotInScoring);
    assert_eq!(table.game.position(), before);
}

#[test]
fn a_command_is_applied_only_to_the_position_that_it_was_made_for() {
    let mut table = Table::new(&terms("9", "1m"));
    let start = table.game.position();
    table.plays("E5");
    let vertex: Vertex = "E4".parse().unwrap();
    let stale = Command::Play { vertex, after: start.seq, head: start.head };
    assert_eq!(table.say(WHITE, stale).refused(), Code::Stale);
    let now = table.game.position();
    let future = Command::Play { vertex, after: now.seq + 1, head: now.head };
    assert_eq!(table.say(WHITE, future).refused(), Code::Rollback);
    let other = Command::Play { vertex, after: now.seq, head: start.head };
    assert_eq!(table.say(WHITE, other).refused(), Code::Rollback);
    // A request that he has not seen does not make his move stale.
    table.say(BLACK, Command::RequestUndo { moves: 1, after: now.seq, head: now.head }).event();
    table.say(WHITE, Command::Play { vertex, after: now.seq, head: now.head }).event();
}

#[test]
fn a_command_sent_again_is_known_even_after_the_opponent_has_replied() {
    let mut table = Table::new(&terms("9", "1m"));
    let at = table.game.position();
    let id: CommandId = "x-1".parse().unwrap();
    let command = Command::Play { vertex: "E5".parse().unwrap(), after: at.seq, head: at.head };
    table.say_as(BLACK, &id, command.clone()).event();
    let seq = table.game.position().seq;
    table.plays("E4 D4");
    assert_eq!(table.game.repeat(BLACK, &id, &command), Some(Ok(seq)));
    let other = Command::Play { vertex: "A1".parse().unwrap(), after: at.seq, head: at.head };
    let reused = table.game.repeat(BLACK, &id, &other).unwrap().unwrap_err();
    assert_eq!(reused.code, Code::IdReused);
    assert_eq!(table.game.repeat(WHITE, &id, &command), None, "ids are each player's own");
    let again = Game::load(&table.stored).unwrap();
    assert_eq!(again.repeat(BLACK, &id, &command), Some(Ok(seq)), "known for ever, by every node");
}

#[test]
fn ko_and_superko_are_distinct_and_name_the_move() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    // Also an immediate ko: B1 was just taken.
    assert_eq!(table.game.to_move(), WHITE);
    let at = table.game.position();
    let command = Command::Play { vertex: "B1".parse().unwrap(), after: at.seq, head: at.head };
    let refusal = table.game.decide(WHITE, &"x".parse().unwrap(), &command, Arrival::default()).unwrap_err();
    assert_eq!((refusal.code, refusal.repeats_move), (Code::Superko, Some(7)));
}

#[test]
fn free_handicap_is_placed_before_white_moves() {
    let mut free = terms("9", "1m");
    free.handicap = 2;
    free.placement = Placement::Free;
    let mut table = Table::new(&free);
    assert_eq!(table.play(WHITE, "E5").refused(), Code::NotYourTurn);
    assert_eq!(table.play(BLACK, "pass").refused(), Code::PassWhilePlacing);
    assert_eq!(table.game.snapshot(Sides::default()).handicap_left, 2);
    table.play(BLACK, "C3").event();
    assert_eq!(table.play(BLACK, "C3").refused(), Code::Occupied);
    assert_eq!(table.game.to_move(), BLACK);
    let at = table.game.position();
    let undo = Command::RequestUndo { moves: 1, after: at.seq, head: at.head };
    assert_eq!(table.say(BLACK, undo).refused(), Code::NoSuchMoves);
    table.play(BLACK, "G7").event();
    assert_eq!(table.game.to_move(), WHITE);
    table.plays("E5 E4");
    table.check_replay();
}

#[test]
fn handicap_needs_a_board_that_holds_it() {
    let mut many = terms("9", "1m");
    many.handicap = 10;
    assert!(check_terms(&many).is_err());
    many.placement = Placement::Free;
    many.handicap = 80;
    assert!(check_terms(&many).is_ok());
    many.handicap = 81;
    assert!(check_terms(&many).is_err());
    let mut drawn = terms("9", "1m");
    drawn.handicap = 2;
    drawn.colour = ColourChoice::Nigiri;
    assert!(matches!(check_terms(&drawn), Err(SetupError::NigiriWithHandicap(2))));
}

/// As if the log had so many events.
pub(super) fn with_events(table: &mut Table, seq: u64) {
    table.game.at.seq = seq;
    table.game.turn_began = seq;
    table.game.heads = vec![table.game.at.head];
}

#[test]
fn at_the_limit_of_events_only_what_ends_the_game_passes() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("C3 G7");
    with_events(&mut table, limits::GAME_EVENTS - 1);
    table.plays("C4");
    assert_eq!(table.play(WHITE, "C5").refused(), Code::GameLimit);
    let at = table.game.position();
    let undo = Command::RequestUndo { moves: 1, after: at.seq, head: at.head };
    assert_eq!(table.say(BLACK, undo).refused(), Code::GameLimit);
    table.plays("pass pass");
    assert_eq!(table.say(BLACK, Command::Resume).refused(), Code::GameLimit);
    let mark = Command::Mark { vertex: "C3".parse().unwrap(), dead: true, revision: 0 };
    assert_eq!(table.say(BLACK, mark).refused(), Code::GameLimit);
    table.say(BLACK, Command::Accept { revision: 0 }).event();
    table.now = table.game.scoring.as_ref().unwrap().deadline;
    let Event::Settled { .. } = table.time_acts().event() else { panic!("a stop at the limit is final") };
}

#[test]
fn a_game_with_a_newer_event_is_not_served() {
    let mut table = Table::new(&terms("9", "1m"));
    let at = table.game.position();
    let newer = log::stored(at, 5, 5, br#""v":99,"event":{"kind":"flown"}}"#);
    assert!(matches!(table.game.apply(&newer), Err(Unreadable::Newer { format: 99, .. })));
    let unknown = log::stored(at, 5, 5, br#""v":1,"event":{"kind":"flown"}}"#);
    assert!(matches!(table.game.apply(&unknown), Err(Unreadable::Malformed { .. })));
    let elsewhere = log::stored(
        log::Position { seq: at.seq, head: Head::EMPTY },
        5,
        5,
        br#""v":1,"event":{"kind":"credited","to":"black","ms":1}}"#,
    );
    assert!(matches!(table.game.apply(&elsewhere), Err(Unreadable::Broken { .. })));
    assert!(matches!(Game::load(Vec::<Vec<u8>>::new()), Err(Unreadable::Empty)));
}

#[test]
fn a_thousand_moves_fit_into_a_snapshot_of_16_kib() {
    let mut table = Table::new(&terms("25", "30m+5x60s"));
    let points: Vec<String> =
        (10..=25).flat_map(|row| tengen_protocol::COLUMNS.map(|column| format!("{}{row}", column as char))).collect();
    // Three-letter vertices, as long as they get; what captures would empty is not played again.
    for point in &points {
        let by = table.game.to_move();
        table.play(by, point);
    }
    let names = || Sides { black: "x".repeat(96), white: "y".repeat(96) };
    let size = |table: &Table| serde_json::to_string(&table.game.snapshot(names())).unwrap().len();
    let moves = table.game.board_position().ply() as usize;
    assert!(moves > 300, "{moves}");
    let a_move = "Q16 ".len();
    assert!(size(&table) + (1_000 - moves) * a_move < 16 * 1024, "{} bytes for {moves} moves", size(&table));
}

#[test]
fn warnings_cost_a_zi_in_the_count() {
    let mut table = Table::new(&terms("9", "none"));
    let warned = Event::Warned { warned: BLACK, authority: authority(Reason::Device), revised: None, outcome: None };
    table.append(Decision { event: warned, guard: Guard::None, due: table.game.due(), lifecycle: false }).event();
    assert_eq!(table.game.snapshot(Sides::default()).warnings.black, 1);
    table.plays("E5 pass pass");
    table.say(BLACK, Command::Accept { revision: 0 }).event();
    table.say(WHITE, Command::Accept { revision: 0 }).event();
    // 81 points of Black: 4 * 81 - 2 * 81 - 15 - 4 quarter zi.
    assert_eq!(table.game.outcome().unwrap().count.unwrap().quarter_zi, 4 * 81 - 162 - 15 - 4);
}

#[test]
fn a_ruling_overturns_a_finished_game() {
    let mut table = Table::new(&terms("9", "none"));
    table.say(BLACK, Command::Resign).event();
    let outcome = count::win(BLACK, tengen_protocol::EndReason::Ruling);
    let ruling = tengen_protocol::Ruling::Result { outcome, dead: None };
    let ruled = Event::Ruled { authority: authority(Reason::Cheating), ruling };
    table.append(Decision { event: ruled, guard: Guard::None, due: None, lifecycle: true }).event();
    assert_eq!(table.game.outcome().unwrap().winner, Some(BLACK));
    table.check_replay();
}

#[test]
fn a_command_is_remembered_under_a_cryptographic_hash() {
    // printf Bx-1 | sha1sum, printf Wx-1 | sha1sum
    let id = "x-1".parse().unwrap();
    assert_eq!(decide::command_key(BLACK, &id), 0x95ae3a9b_71453f70_f9434a4b_fff18e62);
    assert_eq!(decide::command_key(WHITE, &id), 0xff4c1375_2d0c09c9_77f336e1_48bd7268);
}

#[test]
fn a_log_whose_boards_are_others_is_not_read() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("E5 pass");
    let hash = table.game.snapshot(Sides::default()).hash.to_string();
    for (seq, stored) in [(4, 3), (5, 4)] {
        let text = String::from_utf8(table.stored[stored].clone()).unwrap();
        assert!(text.contains(&hash), "{text}");
        let mut game = Game::load(&table.stored[..stored]).unwrap();
        let other = game.apply(text.replace(&hash, "00000000").as_bytes());
        assert!(matches!(other, Err(Unreadable::Broken { seq: broken, .. }) if broken == seq), "{other:?}");
    }
}
