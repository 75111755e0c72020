//! Handicap: places, compensation and komi for each preset, and what is refused.

use crate::support::{point, size, vertex};
use tengen_core::rules::{
    Position, SetupError,
    count::{Area, Terms, score},
    handicap::{HandicapError, check_free, compensation_points, default_komi, fixed, max_fixed},
};
use tengen_protocol::{Colour, Ko, Preset, Suicide};

#[test]
fn places_in_the_order_of_practice() {
    let names = |size_text: &str, stones| {
        let places = fixed(size(size_text), stones).unwrap();
        places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    for (stones, expected) in [
        (0, ""),
        (1, ""),
        (2, "D4 Q16"),
        (3, "D4 Q16 D16"),
        (4, "D4 Q16 D16 Q4"),
        (5, "D4 Q16 D16 Q4 K10"),
        (6, "D4 Q16 D16 Q4 D10 Q10"),
        (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ] {
        assert_eq!(names("19", stones), expected);
    }
    assert_eq!(names("13", 9), "D4 K10 D10 K4 D7 K7 G4 G10 G7");
    assert_eq!(names("9", 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
    assert_eq!(names("7", 4), "C3 E5 C5 E3");
    assert_eq!(names("8", 4), "C3 F6 C6 F3");
    assert_eq!(names("16", 2), "D4 N13");
    assert_eq!(names("25", 5), "D4 W22 D22 W4 N13");
}

#[test]
fn more_than_the_board_has_places_for_is_refused() {
    for (text, most) in [
        ("1", 0),
        ("6", 0),
        ("7", 4),
        ("8", 4),
        ("9", 9),
        ("10", 4),
        ("18", 4),
        ("19", 9),
        ("24", 4),
        ("25", 9),
        ("19x13", 0),
        ("13x19", 0),
    ] {
        let size = size(text);
        assert_eq!(max_fixed(size), most, "{text}");
        if most > 0 {
            assert_eq!(fixed(size, most.into()).unwrap().len(), usize::from(most));
        }
        for stones in [u16::from(most.max(1)) + 1, u16::MAX] {
            let refused = Err(HandicapError::TooManyFixed { size, most, given: stones });
            assert_eq!(fixed(size, stones), refused, "{text}");
        }
    }
    assert_eq!(check_free(size("9"), 80), Ok(()));
    assert!(check_free(size("9"), 81).is_err());
    assert!(check_free(size("1"), 1).is_err());
}

#[test]
fn each_preset_from_no_handicap_to_nine_stones() {
    // Compensation in points for H0..H9, komi of H0 in half points.
    let n = [0, 0, 2, 3, 4, 5, 6, 7, 8, 9];
    let n_minus_one = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (preset, compensation, komi) in [
        (Preset::Chinese, n, 15),
        (Preset::Chinese1988, n, 11),
        (Preset::Aga, n_minus_one, 15),
        (Preset::NewZealand, [0; 10], 14),
        (Preset::TrompTaylor, [0; 10], 15),
    ] {
        for (stones, expected) in (0..).zip(compensation) {
            let rule = preset.rules().compensation;
            assert_eq!(compensation_points(rule, stones), expected, "{preset} H{stones}");
            let expected_komi = if stones == 0 { komi } else { 0 };
            let half_points = default_komi(preset, stones).half_points();
            assert_eq!(half_points, expected_komi, "{preset} H{stones}");
        }
    }
}

#[test]
fn two_stones_under_chinese_rules_can_draw() {
    let at = |black, white, neutral| {
        let terms = Terms {
            komi: default_komi(Preset::Chinese, 2),
            compensation_points: compensation_points(Preset::Chinese.rules().compensation, 2),
            ..Terms::default()
        };
        let area = Area { black, white, neutral };
        score(area, terms).to_string()
    };
    assert_eq!(at(181, 179, 1), "0", "181.5");
    assert_eq!(at(182, 179, 0), "B+1");
    assert_eq!(at(181, 180, 0), "W+1");
}

#[test]
fn placed_stones_are_the_start_and_white_moves_next() {
    let mut position = Position::new(size("19"), Ko::Positional, Suicide::No);
    position.place(Colour::Black, &fixed(size("19"), 4).unwrap()).unwrap();
    assert_eq!((position.ply(), position.last_move()), (0, None));
    assert_eq!(position.to_move(), Colour::White);
    // One by one, as a player places them freely.
    position.place(Colour::Black, &[point("K10")]).unwrap();
    let taken = position.place(Colour::Black, &[point("K4"), point("K10")]);
    assert_eq!(taken, Err(SetupError::Occupied(point("K10"))));
    assert_eq!(position.board().stones().count(), 5, "a refused placing places nothing");
    position.play(vertex("C3")).unwrap();
    let late = position.place(Colour::Black, &[point("A1")]);
    assert_eq!(late, Err(SetupError::Begun));
    position.undo(1).unwrap();
    assert_eq!(position.board().stones().count(), 5, "undo keeps what was placed");
    assert!(position.undo(1).is_err());
}
