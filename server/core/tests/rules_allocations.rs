//! Judging and playing allocate nothing: only history grows, and only while it is longer than
//! ever before.
#![cfg(test)]

use tengen_core::rules::Position;
use tengen_protocol::{Ko, Point, Size, Suicide, Vertex};

/// A game of captures: each side in turn fills the board, passes included.
fn fill(position: &mut Position, points: &[Point]) -> u32 {
    let mut refused = 0;
    for round in 0..3 {
        for point in points.iter().skip(round) {
            refused += u32::from(position.check(*point).is_err());
            if position.play(Vertex::Point(*point)).is_err() {
                let _ = position.play(Vertex::Pass);
            }
        }
    }
    refused
}

#[test]
fn playing_again_what_was_undone_allocates_nothing() {
    let mut position = Position::new(Size::square(19).unwrap(), Ko::Positional, Suicide::Multi);
    // Every seventh point, so that neighbours come from both sides and at different times.
    let all: Vec<Point> = position.board().points().collect();
    let points: Vec<Point> = (0..all.len()).map(|i| all[i * 7 % all.len()]).collect();
    let refused = fill(&mut position, &points);
    let (plies, rows) = (position.ply(), position.board().rows());
    assert!(refused > 0 && plies > 1000);
    assert!(position.prisoners(tengen_protocol::Colour::Black) > 0);

    position.undo(plies).unwrap();
    let seen = allocation_counter::measure(|| {
        fill(&mut position, &points);
    });
    assert_eq!(position.board().rows(), rows);
    assert_eq!(seen.count_total, 0, "{seen:?}");
}

#[test]
fn a_new_game_allocates_rarely() {
    let size = Size::square(19).unwrap();
    let mut position = Position::new(size, Ko::Positional, Suicide::No);
    let points: Vec<Point> = position.board().points().collect();
    let seen = allocation_counter::measure(|| {
        fill(&mut position, &points);
    });
    // Three lists that double: about log2 of the plies each.
    assert!(seen.count_total < 40, "{seen:?}");
}
