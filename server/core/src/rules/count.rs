//! Counting by area (数子法, S1.10, S2 article 9) and the result in quarter zi.
//!
//! 1 zi (子) = 2 points (目); komi of 3 3/4 zi is 15 quarters. All arithmetic is in integers. Who
//! is dead is not judged here: the players or a referee say so.

use super::board::{Board, CELLS};
use tengen_protocol::{Komi, Point, QuarterZi};

/// The points of each side and those of nobody; together the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Black's living stones and the points that only they surround.
    pub black: u16,
    /// White's.
    pub white: u16,
    /// Points in regions that touch both colours or none: shared half and half.
    pub neutral: u16,
}

/// Counts the board without the dead stones. Points in `dead` that hold no stone are ignored.
#[must_use]
pub fn area(board: &Board, dead: &[Point]) -> Area {
    let mut contents = *board.contents();
    for at in dead.iter().filter_map(|point| board.cell(*point)) {
        contents[usize::from(at)] = 0;
    }
    let stride = usize::from(board.stride());
    let mut points_of = [0_u16; 4];
    let mut seen = [false; CELLS];
    let mut stack = Vec::new();
    for (start, content) in contents.iter().enumerate() {
        match content {
            0 if !seen[start] => {
                seen[start] = true;
                stack.push(start);
            }
            1 | 2 => points_of[usize::from(*content)] += 1,
            _ => {}
        }
        // Bit 0: touches Black. Bit 1: touches White.
        let mut touches = 0;
        let mut region = 0;
        while let Some(at) = stack.pop() {
            region += 1;
            for n in [at - stride, at - 1, at + 1, at + stride] {
                match contents[n] {
                    0 if !seen[n] => {
                        seen[n] = true;
                        stack.push(n);
                    }
                    1 => touches |= 1,
                    2 => touches |= 2,
                    _ => {}
                }
            }
        }
        points_of[touches] += region;
    }
    Area { black: points_of[1], white: points_of[2], neutral: points_of[0] + points_of[3] }
}

/// What is settled between the sides beside the area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// What Black gives White.
    pub komi: Komi,
    /// What White gets for handicap stones, in points; see
    /// [`compensation_points`](super::handicap::compensation_points).
    pub compensation_points: u16,
    /// Warnings of Black that count; each costs one zi (S1.15-21).
    pub penalties_black: u16,
    /// Warnings of White that count.
    pub penalties_white: u16,
}

/// The result in quarter zi, positive if Black wins: 4B - 2nm - 2 komi - 2 compensation - 4
/// Black's penalties + 4 White's, where B is Black's area with half of the neutral points and nm
/// the points of the board (归本数 is half of them).
#[must_use]
pub fn score(area: Area, terms: Terms) -> QuarterZi {
    let [black, white, neutral] = [area.black, area.white, area.neutral].map(i32::from);
    let board = black + white + neutral;
    let penalties = i32::from(terms.penalties_white) - i32::from(terms.penalties_black);
    QuarterZi(
        4 * black + 2 * neutral
            - 2 * board
            - i32::from(terms.komi.half_points())
            - 2 * i32::from(terms.compensation_points)
            + 4 * penalties,
    )
}
