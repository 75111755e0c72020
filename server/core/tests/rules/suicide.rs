//! The forbidden point (S1.6, S2 article 5).

use crate::support::{played, point, size, vertex};
use tengen_core::rules::{Illegal, Position, SetupError};
use tengen_protocol::{Colour, Ko, Point, Suicide};

/// The three diagrams of S2 article 5: rows 7 to 1 of a 19x19 board, `A` forbidden for Black.
const DIAGRAMS: [&str; 7] = [
    "...................",
    ".........OOO...O...",
    "..OOO....OXO..OXO..",
    "..OAO...OXAO..OAO..",
    "...OO...OOOO...O...",
    "...................",
    "...................",
];

fn diagram() -> (Vec<(Colour, Point)>, Vec<Point>) {
    let (mut stones, mut forbidden) = (Vec::new(), Vec::new());
    for (row, line) in (0..).zip(DIAGRAMS.iter().rev()) {
        for (column, what) in (0..).zip(line.chars()) {
            let at = Point::new(column, row).unwrap();
            match what {
                'X' => stones.push((Colour::Black, at)),
                'O' => stones.push((Colour::White, at)),
                'A' => forbidden.push(at),
                _ => {}
            }
        }
    }
    (stones, forbidden)
}

fn diagram_position(suicide: Suicide, to_move: Colour) -> Position {
    let (stones, _) = diagram();
    Position::with_stones(size("19"), Ko::Positional, suicide, &stones, to_move).unwrap()
}

#[test]
fn the_three_diagrams_are_forbidden_for_black() {
    let (_, forbidden) = diagram();
    assert_eq!(forbidden, ["D4", "L4", "Q4"].map(point));
    let position = diagram_position(Suicide::No, Colour::Black);
    for at in forbidden {
        assert_eq!(position.check(at), Err(Illegal::Suicide), "{at}");
    }
}

#[test]
fn white_may_play_there_and_captures() {
    for (at, taken) in [("D4", 0), ("L4", 2), ("Q4", 1)] {
        let mut position = diagram_position(Suicide::No, Colour::White);
        assert_eq!(position.play(vertex(at)).unwrap().len(), taken, "{at}");
    }
}

#[test]
fn chains_may_be_given_up_where_the_setting_says_so() {
    for (at, lost) in [("L4", 3), ("Q4", 2)] {
        let mut position = diagram_position(Suicide::Multi, Colour::Black);
        assert_eq!(position.play(vertex(at)).unwrap().count(), lost, "{at}");
        assert_eq!(position.board().get(point(at)), None);
        assert_eq!(position.prisoners(Colour::Black) as usize, lost);
        assert_eq!(position.prisoners(Colour::White), 0);
        position.undo(1).unwrap();
        assert_eq!(position.prisoners(Colour::Black), 0);
        let before = diagram_position(Suicide::Multi, Colour::Black);
        assert_eq!(position.board(), before.board());
    }
}

#[test]
fn one_stone_may_never_be_given_up() {
    for ko in [Ko::Positional, Ko::Situational, Ko::Simple] {
        let game = played("9", ko, Suicide::Multi, "J9 A2 J8 B1");
        assert_eq!(game.check(point("A1")), Err(Illegal::Suicide), "{ko:?}");
    }
}

#[test]
fn capturing_comes_before_suicide() {
    // White A1 has no liberty when it is put, but nor have A2 and B1.
    let mut game = played("3", Ko::Simple, Suicide::No, "A2 A3 B1 B2 C3 C1 pass");
    let taken: Vec<Point> = game.play(vertex("A1")).unwrap().collect();
    assert_eq!((taken.len(), game.board().rows().as_str()), (2, "O.X.O.O.O"));
}

#[test]
fn stones_without_liberties_cannot_be_set_up() {
    let black =
        |texts: &[&str]| -> Vec<(Colour, Point)> { texts.iter().map(|text| (Colour::Black, point(text))).collect() };
    let set_up = |stones: &[(Colour, Point)]| {
        Position::with_stones(size("2"), Ko::Simple, Suicide::No, stones, Colour::White).err()
    };
    assert_eq!(set_up(&black(&["A1", "A2", "B1"])), None);
    let full = set_up(&black(&["A1", "A2", "B1", "B2"]));
    assert_eq!(full, Some(SetupError::NoLiberties(point("A1"))));
    let twice = set_up(&black(&["A1", "A1"]));
    assert_eq!(twice, Some(SetupError::Occupied(point("A1"))));
    let outside = set_up(&black(&["A3"]));
    assert_eq!(outside, Some(SetupError::OffBoard(point("A3"))));
}
