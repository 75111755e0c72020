use super::*;
use crate::testing::{Script, points};
use std::time::Duration;

fn plain(text: &str) -> String {
    text.replace(BOLD, "").replace(PLAIN, "")
}

#[test]
fn a_board_has_coordinates_on_all_sides_and_one_mark() {
    let mut script = Script::playing(9);
    for at in ["C3", "G7", "E5", "A1"] {
        script.play(at);
    }
    let expected = [
        "    A B C D E F G H J",
        " 9  . . . . . . . . . 9",
        " 8  . . . . . . . . . 8",
        " 7  . . + . . . O . . 7",
        " 6  . . . . . . . . . 6",
        " 5  . . . . X . . . . 5",
        " 4  . . . . . . . . . 4",
        " 3  . . X . . . + . . 3",
        " 2  . . . . . . . . . 2",
        " 1 (O). . . . . . . . 1",
        "    A B C D E F G H J",
    ];
    assert_eq!(plain(&board(script.view())), expected.join("\n"));
}

#[test]
fn the_mark_is_on_the_last_stone_only_and_no_pass_is_marked() {
    let mut script = Script::playing(9);
    script.play("J9");
    let text = plain(&board(script.view()));
    assert!(text.contains(". . . . . . . .(X)9"), "{text}");
    script.pass(None);
    let text = plain(&board(script.view()));
    assert!(!text.contains('('), "{text}");
    assert_eq!(game::last_move(Words::english(), script.view()).unwrap(), "move 2: white passes");
}

#[test]
fn dead_stones_are_small() {
    let mut script = Script::playing(9);
    script.play("C3");
    script.play("G7");
    script.stop(1);
    script.mark(Colour::Black, &["G7"], true);
    let text = board(script.view());
    assert!(text.contains('o') && !text.contains('O') && text.contains('X'), "{text}");
    let state = game::state(Words::english(), script.view(), script.at());
    assert_eq!(state, "play has stopped: 1 stone is marked dead, small on the board (revision 1); 300 s left");
}

#[test]
fn stars_are_where_people_expect_them() {
    let on = |size: &str| stars(size.parse().unwrap());
    let sorted = |mut points: Vec<Point>| {
        points.sort_unstable();
        points
    };
    assert_eq!(sorted(on("19")), sorted(points("D4 K4 Q4 D10 K10 Q10 D16 K16 Q16")));
    assert_eq!(sorted(on("13")), sorted(points("D4 G4 K4 D7 G7 K7 D10 G10 K10")));
    assert_eq!(sorted(on("9")), sorted(points("C3 G3 E5 C7 G7")));
    assert_eq!(sorted(on("8")), sorted(points("C3 F3 C6 F6")));
    assert!(on("5").is_empty() && on("1").is_empty());
    assert!(on("25").len() == 9 && on("25x9").iter().all(|star| "25x9".parse::<Size>().unwrap().contains(*star)));
}

#[test]
fn both_sides_have_name_captures_and_clock() {
    let mut script = Script::with(9, |snapshot| snapshot.names.white = "Bo\u{1b}[2Jb".into());
    script.play("E4");
    script.play("D4");
    script.capture("C4", &["D4"]);
    let text = super::game(Words::english(), script.view(), script.at() + Duration::from_secs(1));
    assert!(text.contains("X black: Ann, captured 1, time 0:56 (3x0:10)\n"), "{text}");
    assert!(text.contains("O white: Bo\u{fffd}[2Jb, captured 0, time 0:57 (3x0:10) (running)\n"), "{text}");
    assert!(text.ends_with("move 3: black C4\nwhite to move"), "{text}");
}
