//! Area, neutral points and results.

use crate::support::{point, size};
use tengen_core::rules::{
    Position,
    count::{Area, Terms, area, score},
};
use tengen_protocol::{Colour, Ko, Komi, Point, QuarterZi, Suicide};

/// A position drawn in rows from the top.
fn drawn(rows: &[&str]) -> Position {
    let mut stones = Vec::new();
    for (row, line) in (0..).zip(rows.iter().rev()) {
        for (column, what) in (0..).zip(line.chars()) {
            let at = Point::new(column, row).unwrap();
            match what {
                'X' => stones.push((Colour::Black, at)),
                'O' => stones.push((Colour::White, at)),
                _ => {}
            }
        }
    }
    let size = size(&format!("{}x{}", rows[0].len(), rows.len()));
    Position::with_stones(size, Ko::Positional, Suicide::No, &stones, Colour::Black).unwrap()
}

fn counted(position: &Position, dead: &[Point]) -> [u16; 3] {
    let Area { black, white, neutral } = area(position.board(), dead);
    [black, white, neutral]
}

#[test]
fn an_empty_board_is_nobodys() {
    assert_eq!(counted(&drawn(&["...", "..."]), &[]), [0, 0, 6]);
}

#[test]
fn groups_in_seki_count_their_stones_and_eyes() {
    // Unmarked, each side keeps its stones and its eye, and what touches both is neutral.
    let seki = drawn(&[
        ".XO.", // eyes A4 and D4
        "XXOO", //
        "X..O", // shared liberties B2, C2
        "XXOO", //
    ]);
    assert_eq!(counted(&seki, &[]), [7, 7, 2]);
    let dead = seki.board().chain(point("D1"));
    assert_eq!(counted(&seki, &dead), [16, 0, 0], "were White dead, all is Black's");
}

#[test]
fn dead_stones_are_removed_before_counting() {
    let position = drawn(&["XO.O", "XX.."]);
    assert_eq!(counted(&position, &[]), [3, 2, 3]);
    let dead = [point("B2"), point("D2")];
    assert_eq!(counted(&position, &dead), [8, 0, 0]);
    assert_eq!(counted(&position, &[point("C1"), point("A9")]), [3, 2, 3], "empty, off board");
}

/// A whole 19x19 area with this many points of Black.
fn full(black: u16, neutral: u16) -> Area {
    Area { black, white: 361 - black - neutral, neutral }
}

fn result(area: Area, komi: &str, penalties_black: u16, penalties_white: u16) -> QuarterZi {
    let komi: Komi = komi.parse().unwrap();
    score(area, Terms { komi, penalties_black, penalties_white, ..Terms::default() })
}

#[test]
fn results_on_nineteen() {
    for (black, neutral, komi, expected, zi) in [
        (185, 0, "7.5", "B+1.5", "3/4"),
        (184, 0, "7.5", "W+0.5", "1/4"),
        (184, 1, "7.5", "B+0.5", "1/4"),
        (183, 0, "5.5", "W+0.5", "1/4"),
        (184, 0, "5.5", "B+1.5", "3/4"),
        (180, 1, "0", "0", "0"),
        (181, 0, "0", "B+1", "1/2"),
        (180, 1, "-3.5", "B+3.5", "1 3/4"),
        (184, 0, "7", "0", "0"),
        (361, 0, "0", "B+361", "180 1/2"),
        (0, 0, "7.5", "W+368.5", "184 1/4"),
    ] {
        let margin = result(full(black, neutral), komi, 0, 0);
        assert_eq!((margin.to_string().as_str(), margin.zi().as_str()), (expected, zi));
    }
}

#[test]
fn results_on_nine_and_thirteen() {
    let on = |black, white, neutral| {
        let area = Area { black, white, neutral };
        result(area, "7.5", 0, 0).to_string()
    };
    assert_eq!(on(45, 36, 0), "B+1.5");
    assert_eq!(on(44, 37, 0), "W+0.5");
    assert_eq!(on(88, 80, 1), "B+0.5");
}

#[test]
fn a_warning_costs_one_zi() {
    assert_eq!(result(full(185, 0), "7.5", 1, 0).to_string(), "W+0.5");
    assert_eq!(result(full(184, 0), "7.5", 0, 1).to_string(), "B+1.5");
    assert_eq!(result(full(185, 0), "7.5", 1, 1).to_string(), "B+1.5");
}

#[test]
fn a_draw_needs_whole_komi() {
    for half_points in -40..=40 {
        let komi = Komi::from_half_points(half_points);
        let terms = Terms { komi, ..Terms::default() };
        let draws = (0..=361)
            .flat_map(|black| [(black, 0), (black.min(360), 1)])
            .filter(|(black, neutral)| score(full(*black, *neutral), terms).winner().is_none());
        assert_eq!(draws.count() > 0, half_points % 2 == 0, "{komi}");
    }
}
