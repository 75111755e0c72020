//! A whole game on 9x9 with a capture, a ko and a dead stone: what the people at terminals play.

/// The moves, Black first. 26 captures one stone; 29 takes the ko at E5, 32 takes it back at F5; 30 is
/// dead at the end.
pub const MOVES: [&str; 36] = [
    "F6", "C7", "F3", "C4", "E7", "D3", "E2", "D2", "D8", "C8", "E1", "D1", "C9", "B9", "D9", "B8", "D7", "D6", "E5",
    "D5", "E3", "E4", "F4", "E6", "F7", "F5", "G5", "D4", "E5", "G4", "H4", "F5", "F8", "E5", "pass", "pass",
];

/// After so many moves White may not take the ko back at once, and where.
pub const WHITE_WAITS: (usize, &str) = (29, "F5");

/// After so many moves Black may not.
pub const BLACK_WAITS: (usize, &str) = (32, "E5");

/// White's stone that is dead at the end.
pub const DEAD: &str = "G4";

/// The result with komi 7.5, in SGF's words: 45 points of 81.
pub const RESULT: &str = "B+1.5";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Position};

    #[test]
    fn the_story_is_a_game() {
        let mut position = Position::new(Board::new(9, 9));
        let mut captures = Vec::new();
        for (ply, vertex) in MOVES.into_iter().enumerate() {
            let by = ["black", "white"][ply % 2];
            for (after, ko) in [WHITE_WAITS, BLACK_WAITS] {
                let refused = position.clone().play(ko, by) == Err("a position that was there before");
                assert_eq!(refused, after == ply, "{ko} after {ply} moves");
            }
            if vertex == "pass" {
                position.pass();
            } else {
                let captured = position.play(vertex, by).unwrap_or_else(|why| panic!("{vertex}: {why}"));
                captures.extend((!captured.is_empty()).then(|| (ply + 1, captured.concat())));
            }
        }
        assert_eq!(captures, [(26, "E5"), (29, "F5"), (32, "E5")].map(|(ply, at)| (ply, at.to_owned())));
        assert!(position.board().rows().ends_with("...OX...."), "{}", position.board().rows());
    }
}
