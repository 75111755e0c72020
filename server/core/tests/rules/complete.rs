//! All complete games and all legal positions of tiny boards.

use crate::{support::size, tiers::long_tier};
use std::collections::{BTreeMap, HashMap};
use tengen_core::rules::{Position, count};
use tengen_protocol::{Colour, Ko, Point, Size, Suicide, Vertex};

/// Black minus White at the end of each game, and how many games end so.
type Histogram = BTreeMap<i32, u64>;

/// What is on each point.
type Board = Vec<Option<Colour>>;

/// The games, with the areas of boards already counted.
struct Games {
    position: Position,
    points: Vec<Point>,
    differences: HashMap<Board, i32>,
    histogram: Histogram,
}

fn complete_games(size_text: &str) -> Histogram {
    let position = Position::new(size(size_text), Ko::Positional, Suicide::No);
    let points = position.board().points().collect();
    let mut games = Games { position, points, differences: HashMap::new(), histogram: Histogram::new() };
    games.walk();
    games.histogram
}

impl Games {
    /// Passes nest at most twice, so the depth is bounded by the number of positions.
    fn walk(&mut self) {
        for index in 0..self.points.len() {
            if self.position.play(Vertex::Point(self.points[index])).is_ok() {
                self.walk();
                self.position.undo(1).unwrap();
            }
        }
        if self.position.consecutive_passes() == 1 {
            self.end();
        } else {
            self.position.play(Vertex::Pass).unwrap();
            self.walk();
            self.position.undo(1).unwrap();
        }
    }

    /// The second pass ends the game.
    fn end(&mut self) {
        let board = self.position.board();
        let key = self.points.iter().map(|at| board.get(*at)).collect();
        let difference = *self.differences.entry(key).or_insert_with(|| {
            let area = count::area(board, &[]);
            i32::from(area.black) - i32::from(area.white)
        });
        *self.histogram.entry(difference).or_default() += 1;
    }
}

#[test]
fn games_on_boards_of_up_to_three_points() {
    let total = |size_text| complete_games(size_text).values().sum::<u64>();
    assert_eq!(total("1x1"), 1);
    assert_eq!(total("1x2"), 9);
    assert_eq!(total("2x1"), 9);
    let histogram = Histogram::from([(-3, 389), (0, 129), (3, 389)]);
    assert_eq!(complete_games("1x3"), histogram);
    assert_eq!(complete_games("3x1"), histogram);
}

#[test]
fn games_on_a_row_of_four() {
    if !long_tier("the 719,178,893 complete games on 1x4") {
        return;
    }
    let histogram = complete_games("4x1");
    let expected =
        Histogram::from([(-4, 242_830_788), (-1, 75_359_902), (0, 82_797_513), (1, 75_359_902), (4, 242_830_788)]);
    assert_eq!(histogram, expected);
    assert_eq!(histogram.values().sum::<u64>(), 719_178_893);
}

/// Every colouring of the points that can be set up.
fn legal_positions(size: Size) -> u64 {
    let points: Vec<Point> = Position::new(size, Ko::Simple, Suicide::No).board().points().collect();
    let colourings = 3_u64.pow(u32::from(size.points()));
    let mut stones = Vec::with_capacity(points.len());
    let mut legal = 0;
    for n in 0..colourings {
        stones.clear();
        let mut digits = n;
        for point in &points {
            match digits % 3 {
                0 => {}
                1 => stones.push((Colour::Black, *point)),
                _ => stones.push((Colour::White, *point)),
            }
            digits /= 3;
        }
        let set_up = Position::with_stones(size, Ko::Simple, Suicide::No, &stones, Colour::Black);
        legal += u64::from(set_up.is_ok());
    }
    legal
}

#[test]
fn legal_positions_up_to_three_by_four() {
    let rows = [1, 5, 15, 41, 113, 313, 867];
    for (n, expected) in (1..).zip(rows) {
        assert_eq!(legal_positions(Size::new(n, 1).unwrap()), expected, "1x{n}");
        assert_eq!(legal_positions(Size::new(1, n).unwrap()), expected, "{n}x1");
    }
    for (text, expected) in
        [("2x2", 57), ("3x2", 489), ("4x2", 4_125), ("5x2", 35_117), ("3x3", 12_675), ("4x3", 321_689)]
    {
        assert_eq!(legal_positions(size(text)), expected, "{text}");
    }
}

#[test]
fn legal_positions_of_four_by_four() {
    if long_tier("the 24,318,165 legal positions of 4x4") {
        assert_eq!(legal_positions(size("4")), 24_318_165);
    }
}
