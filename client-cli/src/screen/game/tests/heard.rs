//! News of the session: what is told, when the bell rings, and that a look back is left alone.

use super::*;
use tengen_protocol::{Code, Done, WireError};

fn table(me: &str) -> Table {
    Table::new(Script::playing(9), me, look())
}

fn told(table: &mut Table) -> String {
    table.shown().lines().nth(21).unwrap().to_owned()
}

#[test]
fn the_bell_rings_at_ones_turn_and_not_at_the_opponents() {
    let mut table = table("a2");
    assert_eq!(table.play("D4"), [Effect::Bell]);
    assert!(table.play("E5").is_empty());
    let mut watching = super::Table::new(Script::playing(9), "a3", look());
    assert!(watching.play("D4").is_empty());
}

#[test]
fn a_refusal_names_what_was_refused_and_why() {
    let mut table = table("a1");
    let Some(Effect::Send(request)) = table.enter("d4").pop() else { panic!("a vertex is sent") };
    let id: CommandId = "c-1".parse().unwrap();
    table.screen.sent(id.clone(), &request);
    assert!(told(&mut table).contains("D4"), "on its way");
    let mut error = WireError::new(Code::Superko, "for developers");
    error.repeats_move = Some(7);
    table.hear(Update::Answer { id: id.clone(), result: Err(error) });
    let line = told(&mut table);
    assert!(line.starts_with("D4: ") && line.contains("move 7") && !line.contains("developers"), "{line}");
    table.hear(Update::Answer { id, result: Err(WireError::new(Code::Ko, "twice")) });
    assert_eq!(told(&mut table), line, "an answer to nothing is nothing");
}

#[test]
fn a_look_back_is_left_alone_and_news_are_told() {
    let mut table = table("a1");
    for at in ["D4", "E5", "C3"] {
        table.play(at);
    }
    table.press(KeyCode::Char('['));
    table.press(KeyCode::Char('['));
    let board = |table: &mut Table| {
        table.shown().lines().take(11).map(|line| line.chars().take(22).collect::<String>()).collect::<Vec<_>>()
    };
    let before = board(&mut table);
    table.play("G7");
    assert_eq!(board(&mut table), before);
    assert_eq!(table.screen.review.as_ref().map(|review| review.moves), Some(1));
    assert!(told(&mut table).contains("G7"), "{}", told(&mut table));
    assert!(table.shown().contains("move 1 of 4"), "{}", table.shown());
    table.after = Duration::from_secs(5);
    assert!(table.shown().contains("0:51"), "the clock goes on:\n{}", table.shown());
}

#[test]
fn a_look_back_ends_when_its_moves_are_taken_back() {
    let mut table = table("a1");
    table.play("D4");
    let (rows, hash) = (table.script.rows(), table.script.hash());
    table.play("E5");
    table.press(KeyCode::Char('['));
    assert!(table.screen.review.is_some());
    let undone = tengen_protocol::Undone {
        moves: 1,
        board: rows,
        hash,
        to_move: Colour::White,
        black: Some(Clock { main: 50_000, ..Clock::default() }),
        white: Some(Clock { main: 40_000, ..Clock::default() }),
    };
    table.script.set("E5", b'.');
    let id = crate::testing::command_id();
    table.append(Event::UndoAnswered { by: Colour::Black, id, undone: Some(undone) });
    assert!(table.screen.review.is_none());
    assert_eq!(table.screen.used.len(), 1);
}

#[test]
fn times_of_earlier_moves_are_read_from_the_log_once() {
    let mut script = Script::playing(9);
    script.play("D4");
    let mut table = Table::new(script, "a1", look());
    table.play("E5");
    assert_eq!(table.screen.used, [None, Some(2_000)]);
    let shown = table.shown();
    assert!(shown.contains("1 ● D4       ?"), "{shown}");
    assert!(shown.contains("2 ○ E5    0:02"), "{shown}");
    let snapshot = || News::Snapshot { raw: "".into(), lost: Vec::new() };
    assert_eq!(table.tell(snapshot()), [], "the log was asked for the same moves already");
    assert_eq!(table.screen.used, [None, Some(2_000)], "the same moves");

    let query = Query::Times { game: game_id() };
    table.fetch(Fetched::Failed(query.clone(), "no answer".into()));
    assert_eq!(table.tell(snapshot()), [Effect::Ask(query)]);
    let made = |number: usize| table.script.view().moves[number];
    let other = (Colour::White, "A1".parse().unwrap());
    let told = vec![(made(0), Some(61_000)), (other, Some(5)), (made(1), Some(7))];
    table.fetch(Fetched::Times { game: game_id(), moves: told });
    assert_eq!(table.screen.used, [Some(61_000), Some(2_000)], "as far as the moves are these");
    assert!(table.shown().contains("1 ● D4    1:01"), "{}", table.shown());
    assert_eq!(table.tell(snapshot()), [], "all is known");
}

#[test]
fn an_undo_that_is_asked_for_is_a_question() {
    let mut table = table("a1");
    table.play("D4");
    table.play("E5");
    let id = crate::testing::command_id();
    let effects = table.append(Event::UndoRequested { by: Colour::White, id, moves: 1 });
    assert_eq!(effects, [Effect::Bell]);
    assert!(told(&mut table).contains("take back 1 move"), "{}", told(&mut table));
    let view = table.script.view();
    let answer = Request::AnswerUndo { game: game_id(), accept: true, after: view.seq, head: view.head };
    assert_eq!(table.enter("yes"), [Effect::Send(answer)]);
}

#[test]
fn a_lost_connection_counts_down_and_the_board_stays() {
    let mut table = table("a1");
    table.play("D4");
    table.hear(Update::Disconnected { why: "the connection was cut".into(), retry_in: Duration::from_millis(4_200) });
    let shown = table.shown();
    assert!(shown.contains("next try in 5 s") && shown.contains("was cut") && shown.contains("(●)"), "{shown}");
    table.after = Duration::from_millis(1_300);
    assert!(table.shown().contains("next try in 3 s"), "{}", table.shown());
    let welcome = tengen_protocol::Welcome {
        server: "made up".into(),
        account: None,
        name: None,
        games: Vec::new(),
        expires_at: None,
    };
    table.hear(Update::Connected(Box::new(welcome)));
    assert!(!table.shown().contains("next try"));
    assert!(told(&mut table).contains("Connected again"));
}

#[test]
fn a_seat_that_was_taken_comes_back_by_a_command() {
    let mut table = table("a1");
    assert_eq!(table.hear(Update::SeatTaken { game: game_id() }), [Effect::Bell]);
    assert!(table.shown().contains("type seat"));
    let effects = table.enter("seat");
    assert_eq!(effects, [Effect::Send(Request::TakeSeat { game: game_id() })]);
    let id: CommandId = "c-1".parse().unwrap();
    table.screen.sent(id.clone(), &Request::TakeSeat { game: game_id() });
    table.hear(Update::Answer { id, result: Ok(Done::Nothing {}) });
    assert!(!table.screen.seat_taken && !table.shown().contains("type seat"));
}

#[test]
fn moves_that_the_server_lost_are_named() {
    let mut table = table("a1");
    table.tell(News::Snapshot { raw: "".into(), lost: vec!["D4".parse().unwrap(), "E5".parse().unwrap()] });
    assert!(told(&mut table).contains("D4 E5"), "{}", told(&mut table));
}

#[test]
fn a_game_that_went_back_while_nobody_listened_says_so() {
    let mut table = table("a1");
    table.play("D4");
    let earlier = table.script.clone();
    table.play("E5");
    table.script = earlier;
    table.tell(News::Snapshot { raw: "".into(), lost: Vec::new() });
    assert!(told(&mut table).contains("move 1"), "{}", told(&mut table));
    table.script.play("C3");
    table.tell(News::Snapshot { raw: "".into(), lost: Vec::new() });
    assert_eq!(table.screen.used, [Some(2_000), None], "what was taken back is forgotten");
}

#[test]
fn the_list_of_moves_follows_the_look_back() {
    let mut table = Table::new(Script::playing(19), "a1", look());
    for row in 1..=4 {
        for column in "ABCDEFGHJKLMNOPQRST".chars() {
            table.play(&format!("{column}{}", row * 4));
        }
    }
    let shown = table.shown();
    assert!(shown.contains(" 76 ○ T16   0:02") && !shown.contains("  1 ● A4"), "{shown}");
    table.press(KeyCode::Home);
    table.press(KeyCode::Char(']'));
    let shown = table.shown();
    assert!(shown.contains(">  1 ● A4") && !shown.contains(" 76 ○ T16   0:02"), "{shown}");
}

#[test]
fn news_of_other_games_is_not_shown() {
    let mut table = table("a1");
    let before = table.shown();
    let other: GameId = "g2".parse().unwrap();
    table.hear(Update::SeatTaken { game: other.clone() });
    table.hear(Update::NotFollowed { game: other, error: WireError::new(Code::NoSuchGame, "") });
    assert_eq!(table.shown(), before);
}

#[test]
fn it_is_drawn_again_when_a_second_has_gone() {
    let mut table = table("a1");
    assert_eq!(table.screen.next_tick(table.now()), Some(Duration::from_secs(1)));
    table.after = Duration::from_millis(300);
    assert_eq!(table.screen.next_tick(table.now()), Some(Duration::from_millis(700)));
    table.then(|script| script.resign(Colour::Black).clone());
    assert_eq!(table.screen.next_tick(table.now()), None);
}

#[test]
fn before_there_is_a_game_it_says_so() {
    let mut screen = GameScreen::new(look(), game_id(), None);
    let now = Instant::now();
    screen
        .heard(Update::NotFollowed { game: game_id(), error: WireError::new(Code::NoSuchGame, "for developers") }, now);
    let mut table = Table { script: Script::playing(9), screen, after: Duration::ZERO };
    let shown = table.shown();
    assert!(shown.contains("g1") && shown.contains("no such game"), "{shown}");
    assert_eq!(table.press(KeyCode::Esc), [Effect::Leave]);
}

#[test]
fn the_time_is_called_and_the_bell_rings_for_ones_own() {
    // 60 s of main time, then 3 periods of 10 s; Black moves.
    let called = |me: &str| {
        let mut table = table(me);
        let mut heard = Vec::new();
        for second in 1..=85 {
            table.after = Duration::from_secs(second);
            let now = table.now();
            let rung = table.screen.input(Input::Tick, now) == [Effect::Bell];
            if let Some((side, call)) = &table.screen.call
                && heard.last().is_none_or(|(_, _, last)| last != call)
            {
                assert_eq!(*side, Colour::Black);
                heard.push((second, rung, call.clone()));
            }
        }
        (heard, told(&mut table))
    };
    let (heard, line) = called("a1");
    let expected = [(60, "byo-yomi begins: 3 periods"), (65, "5 seconds"), (70, "2 periods left")];
    for (second, text) in expected {
        assert!(heard.contains(&(second, true, text.into())), "{second} {text}: {heard:?}");
    }
    assert!(line.ends_with("● five"), "{line}");
    let (heard, _) = called("a2");
    assert!(!heard.is_empty() && heard.iter().all(|(_, rung, _)| !rung), "another's time rings nothing: {heard:?}");
}

#[test]
fn a_move_ends_the_calling() {
    let mut table = table("a1");
    table.after = Duration::from_secs(61);
    let now = table.now();
    table.screen.input(Input::Tick, now);
    assert!(table.screen.call.is_some());
    table.play("D4");
    assert!(table.screen.call.is_none());
}
