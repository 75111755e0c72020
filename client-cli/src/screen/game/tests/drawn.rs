//! Golden screens of 80x24 cells, and how colours and small terminals change them.

use super::*;
use crate::t;
use proptest::prelude::*;
use ratatui::style::{Color, Modifier};
use tengen_protocol::{Clock, Clocks, Count, EndReason, Outcome, Phase, Sides, Stop, TimeControl, Vertex};

/// A real opening, on 19x19.
const OPENING: [&str; 12] = ["Q16", "D4", "Q3", "D16", "F17", "C14", "R5", "O17", "Q14", "R17", "C17", "D17"];

#[test]
fn the_lowest_line_fits_in_80_cells_and_tells_players_of_talk() {
    for language in Language::ALL {
        let words = Words::of(language, false);
        let playing = [t!(words, "screen-hint-play"), t!(words, "screen-hint-scoring")];
        for hint in &playing {
            assert!(hint.contains("Tab"), "{hint}");
        }
        let others = [
            t!(words, "screen-hint-review"),
            t!(words, "screen-hint-talk"),
            t!(words, "screen-hint-asked"),
            t!(words, "screen-hint-watch"),
        ];
        for hint in playing.iter().chain(&others) {
            assert!(hint.width() <= 80, "{hint}");
        }
    }
}

fn opening(me: &str, look: Look) -> Table {
    let script = Script::with(19, |snapshot| {
        snapshot.names = Sides { black: "Honinbo Shusaku the Invincible".into(), white: "小林光一".into() };
        set_clock(snapshot, "2h(5x60s)", |_| {});
    });
    let mut table = Table::new(script, me, look);
    for at in OPENING {
        table.play(at);
    }
    table
}

fn set_clock(snapshot: &mut tengen_protocol::Snapshot, time: &str, change: impl Fn(&mut Clock)) {
    let time: TimeControl = time.parse().unwrap();
    let mut clock = time.initial().unwrap();
    change(&mut clock);
    snapshot.setup.time = time;
    snapshot.clocks =
        Some(Clocks { black: clock, white: clock, running: Some(snapshot.to_move), since: crate::testing::START });
}

/// A 9x9 game up to two passes, with one dead stone marked and White's acceptance.
fn scoring(me: &str, look: Look) -> Table {
    let mut table = Table::new(Script::playing(9), me, look);
    for at in ["E5", "E6", "D6", "F5", "E7", "F7", "D5", "F6", "A1"] {
        table.play(at);
    }
    table.then(|script| script.pass(None).clone());
    let stop = Stop { number: 1, is_final: false, revision: 0, deadline: 300_000, closing_pass: false };
    table.then(|script| script.pass(Some(stop)).clone());
    table.then(|script| script.mark(Colour::Black, &["A1"], true).clone());
    let accepted = Event::Accepted { by: Colour::White, id: crate::testing::command_id(), revision: 1, outcome: None };
    table.append(accepted);
    table
}

#[test]
fn an_empty_board_waits_for_the_first_move() {
    Table::new(Script::playing(19), "a1", look()).is_golden("opening-en");
    let script = Script::with(19, |snapshot| {
        snapshot.phase = Phase::Waiting;
        set_clock(snapshot, "1h", |_| {});
        snapshot.clocks = snapshot.clocks.map(|clocks| Clocks { running: None, ..clocks });
    });
    let mut table = Table::new(script, "a1", chinese());
    assert!(!table.shown().contains('▶'), "no clock runs");
}

#[test]
fn the_middle_of_a_game() {
    opening("a1", look()).is_golden("middle-en");
    opening("a2", chinese()).is_golden("middle-zh");
    opening("a1", plain()).is_golden("middle-ascii");
}

#[test]
fn byo_yomi_is_counted_down() {
    let script = Script::with(19, |snapshot| {
        set_clock(snapshot, "10m+3x30s", |clock| clock.main = 0);
    });
    let mut table = Table::new(script, "a1", look());
    table.play("Q16");
    table.after = Duration::from_millis(17_400);
    assert!(table.shown().contains("0:13, 3 periods"), "{}", table.shown());
    table.after = Duration::from_millis(47_000);
    table.is_golden("byo-yomi-en");
    table.after = Duration::from_millis(77_000);
    assert!(table.shown().contains("0:13, last period"), "{}", table.shown());
}

#[test]
fn dead_stones_are_agreed_on() {
    scoring("a1", look()).is_golden("scoring-en");
    scoring("a1", chinese()).is_golden("scoring-zh");
    scoring("a2", plain()).is_golden("scoring-ascii");
}

#[test]
fn a_result_is_said_in_zi_and_points() {
    for (look, name) in [(look(), "result-en"), (chinese(), "result-zh")] {
        let mut table = scoring("a1", look);
        let outcome = Outcome {
            result: "B+1.5".into(),
            reason: EndReason::Count,
            winner: Some(Colour::Black),
            count: Some(Count { black: 45, white: 36, neutral: 0, quarter_zi: 3, penalties: Sides::default() }),
        };
        let id = crate::testing::command_id();
        table.append(Event::Accepted { by: Colour::Black, id, revision: 1, outcome: Some(outcome) });
        table.is_golden(name);
    }
}

#[test]
fn a_look_back_says_where_one_is() {
    let mut table = opening("a1", look());
    table.press(KeyCode::PageUp);
    table.press(KeyCode::Char(']'));
    table.is_golden("review-en");
    let mut table = opening("nobody", chinese());
    table.press(KeyCode::Home);
    table.is_golden("review-zh");
}

#[test]
fn the_help_lies_over_everything() {
    for (look, name) in [(look(), "help-en"), (chinese(), "help-zh")] {
        let mut table = opening("a1", look);
        table.press(KeyCode::F(1));
        table.is_golden(name);
        table.press(KeyCode::Esc);
        assert_eq!(table.shown(), opening("a1", look).shown(), "a key closes it and does nothing else");
    }
}

#[test]
fn the_last_stone_and_the_cursor_are_told_apart_without_colours() {
    let mut table = Table::new(Script::playing(9), "a2", plain());
    table.play("E5");
    let row = |table: &mut Table| table.shown().lines().nth(5).unwrap()[..24].to_owned();
    assert_eq!(row(&mut table), " 5  . . . .(X). . . . 5 ");
    table.press(KeyCode::Up);
    assert_eq!(row(&mut table), " 5  . . . .{X}. . . . 5 ", "the cursor appears on the last stone");
    table.press(KeyCode::Right);
    assert_eq!(row(&mut table), " 5  . . . .(X[.]. . . 5 ");
    table.press(KeyCode::Left);
    table.press(KeyCode::Left);
    assert_eq!(row(&mut table), " 5  . . .[.]X). . . . 5 ", "one gap holds one sign");
}

#[test]
fn stones_and_marks_are_coloured_where_there_are_colours() {
    let mut table = Table::new(Script::playing(9), "a2", look());
    table.play("E5");
    table.play("A1");
    let buffer = table.buffer(80, 24);
    // A1 is the last stone: column 4 after the number and the gap; E5 in the middle.
    let (a1, e5) = (&buffer[(4, 9)], &buffer[(12, 5)]);
    assert_eq!((a1.symbol(), a1.fg, a1.bg), ("○", Color::White, Color::Yellow));
    assert_eq!((e5.symbol(), e5.fg, e5.bg), ("●", Color::Black, Color::Yellow));
    assert_eq!((buffer[(3, 9)].symbol(), buffer[(3, 9)].fg), ("(", Color::Red));
    table.press(KeyCode::Up);
    let buffer = table.buffer(80, 24);
    assert_eq!((buffer[(11, 5)].symbol(), buffer[(12, 5)].bg), ("[", Color::Cyan));
}

#[test]
fn without_colours_there_are_none() {
    let mut table = opening("a1", chinese());
    table.press(KeyCode::F(4));
    let buffer = table.buffer(80, 24);
    assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(buffer.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)), "the question is reversed");
}

#[test]
fn with_ascii_there_is_nothing_else_but_names() {
    for mut table in [Table::new(Script::playing(19), "a1", plain()), scoring("a1", plain())] {
        for key in [KeyCode::Up, KeyCode::Home, KeyCode::F(1)] {
            table.press(key);
            let shown = table.shown();
            assert!(shown.is_ascii(), "{shown}");
        }
    }
}

#[test]
fn a_small_terminal_says_what_is_needed() {
    let mut table = opening("a1", look());
    for (columns, rows) in [(59, 24), (80, 19)] {
        let shown = text(&table.buffer(columns, rows));
        assert!(shown.contains("60") && shown.contains("20") && !shown.contains('●'), "{shown}");
    }
    for (columns, rows) in [(1, 1), (5, 3), (20, 200)] {
        table.buffer(columns, rows);
    }
    assert!(table.click(10, 5).is_empty() && table.screen.cursor.is_none(), "there is no board to click on");
    // In the smallest one that is drawn the board shows the part around the last move.
    let shown = text(&table.buffer(60, 20));
    assert!(shown.contains("●(○)") && shown.contains("move 12: white D17") && !shown.contains("\n 1 "), "{shown}");
}

#[test]
fn boards_up_to_25_are_drawn_around_what_matters() {
    let mut table = Table::new(Script::playing(25), "a1", look());
    table.play("A1");
    let shown = table.shown();
    assert!(shown.contains(" 1 (●)") && !shown.contains("25 "), "{shown}");
    for (side, rows) in [(1, 3), (2, 4), (13, 15)] {
        let mut table = Table::new(Script::playing(side), "a1", look());
        assert!(table.shown().lines().nth(rows - 1).unwrap().starts_with("    A"), "{side}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Press(KeyCode),
    Click(u16, u16),
    Opponent(usize),
    Tick(u64),
    Draw(u16, u16),
}

fn step() -> impl Strategy<Value = Step> {
    let keys = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::F(1),
        KeyCode::F(2),
        KeyCode::F(4),
        KeyCode::Char('['),
        KeyCode::Char(']'),
        KeyCode::Char(' '),
        KeyCode::Char('棋'),
        KeyCode::Char('y'),
        KeyCode::Char('d'),
        KeyCode::Char('4'),
    ];
    prop_oneof![
        6 => prop::sample::select(keys.to_vec()).prop_map(Step::Press),
        2 => (0..90u16, 0..30u16).prop_map(|(x, y)| Step::Click(x, y)),
        2 => (0..OPENING.len()).prop_map(Step::Opponent),
        1 => (0..30_000u64).prop_map(Step::Tick),
        2 => (1..120u16, 1..40u16).prop_map(|(x, y)| Step::Draw(x, y)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is pressed, clicked and heard, in terminals of any size: it is drawn, and while one looks
    /// back nothing is put on the board.
    #[test]
    fn nothing_upsets_the_screen(steps in prop::collection::vec(step(), 1..60)) {
        let mut table = Table::new(Script::playing(19), "a1", look());
        for step in steps {
            let before = table.screen.review.as_ref().map(|review| review.moves);
            let effects = match step {
                Step::Press(key) => table.press(key),
                Step::Click(x, y) => table.click(x, y),
                Step::Opponent(n) => {
                    let at = OPENING[n];
                    let free = table.script.view().board.stone(at.parse().unwrap()).is_none();
                    if free {
                        table.play(at);
                        let after = table.screen.review.as_ref().map(|review| review.moves);
                        prop_assert_eq!(before, after, "a move does not move a look back");
                    }
                    Vec::new()
                }
                Step::Tick(ms) => {
                    table.after += Duration::from_millis(ms);
                    let now = table.now();
                    table.screen.input(Input::Tick, now)
                }
                Step::Draw(columns, rows) => {
                    table.buffer(columns, rows);
                    Vec::new()
                }
            };
            let played = effects.iter().any(|effect| matches!(effect, Effect::Send(Request::Play { vertex: Vertex::Point(_), .. })));
            prop_assert!(before.is_none() || !played);
        }
    }
}
