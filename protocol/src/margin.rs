//! Results for people, in zi (子) and points (目): 1 zi = 2 points.
//!
//! Servers and clients of every kind say a result in the same words. Nothing here counts a board.

use crate::{
    game::{Count, EndReason, Outcome},
    point::Colour,
};
use std::fmt;

/// A margin in quarters of a zi; positive is Black's, zero a draw. One quarter is half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuarterZi(pub i32);

impl QuarterZi {
    /// Who is ahead; `None` is a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self.0 {
            0 => None,
            1.. => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// The margin in points without sign: `1.5`, `2`.
    #[must_use]
    pub fn points(self) -> String {
        let half_points = self.0.unsigned_abs();
        let tail = if half_points % 2 == 1 { ".5" } else { "" };
        format!("{}{tail}", half_points / 2)
    }

    /// The margin in zi without sign, as people write it: `3/4`, `1 1/2`, `2`.
    #[must_use]
    pub fn zi(self) -> String {
        let quarters = self.0.unsigned_abs();
        let fraction = match quarters % 4 {
            1 => "1/4",
            2 => "1/2",
            3 => "3/4",
            _ => "",
        };
        match (quarters / 4, fraction) {
            (whole, "") => whole.to_string(),
            (0, fraction) => fraction.to_owned(),
            (whole, fraction) => format!("{whole} {fraction}"),
        }
    }
}

impl fmt::Display for QuarterZi {
    /// As SGF writes a counted result: `B+1.5`, `W+0.5`, `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(colour) => write!(f, "{}+{}", colour.letter(), self.points()),
            None => f.write_str("0"),
        }
    }
}

impl Count {
    /// Black's margin.
    #[must_use]
    pub const fn margin(&self) -> QuarterZi {
        QuarterZi(self.quarter_zi)
    }
}

impl Outcome {
    /// The result as people read it: `Black wins by 3/4 zi (1.5 points)`, `White wins by
    /// resignation`, `draw`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Some(winner) = self.winner else {
            return match (self.count, self.reason) {
                (Some(_), _) => "draw".into(),
                (None, EndReason::NoShow) => "no result: a player never came".into(),
                (None, EndReason::Abandoned) => "no result: both players left".into(),
                (None, _) => "no result".into(),
            };
        };
        let winner = match winner {
            Colour::Black => "Black",
            Colour::White => "White",
        };
        match (self.count, self.reason) {
            (Some(count), EndReason::Count) => {
                let margin = count.margin();
                format!("{winner} wins by {} zi ({} points)", margin.zi(), margin.points())
            }
            (_, EndReason::Resignation) => format!("{winner} wins by resignation"),
            (_, EndReason::Time) => format!("{winner} wins on time"),
            (_, EndReason::Forfeit) => format!("{winner} wins by forfeit"),
            (_, EndReason::Ruling) => format!("{winner} wins by a ruling"),
            (_, EndReason::Count | EndReason::NoShow | EndReason::Abandoned) => format!("{winner} wins"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_in_both_units() {
        for (quarters, sgf, zi, points) in [
            (3, "B+1.5", "3/4", "1.5"),
            (-1, "W+0.5", "1/4", "0.5"),
            (2, "B+1", "1/2", "1"),
            (15, "B+7.5", "3 3/4", "7.5"),
            (-8, "W+4", "2", "4"),
            (0, "0", "0", "0"),
            (i32::MIN, "W+1073741824", "536870912", "1073741824"),
        ] {
            let margin = QuarterZi(quarters);
            assert_eq!((margin.to_string(), margin.zi(), margin.points()), (sgf.into(), zi.into(), points.into()));
        }
    }

    fn outcome(winner: Option<Colour>, reason: EndReason, quarter_zi: Option<i32>) -> Outcome {
        let count = quarter_zi.map(|quarter_zi| Count { black: 0, white: 0, neutral: 0, quarter_zi });
        Outcome { result: String::new(), reason, winner, count }
    }

    #[test]
    fn results_in_words() {
        let (black, white) = (Some(Colour::Black), Some(Colour::White));
        for (outcome, words) in [
            (outcome(black, EndReason::Count, Some(3)), "Black wins by 3/4 zi (1.5 points)"),
            (outcome(white, EndReason::Count, Some(-15)), "White wins by 3 3/4 zi (7.5 points)"),
            (outcome(None, EndReason::Count, Some(0)), "draw"),
            (outcome(white, EndReason::Resignation, None), "White wins by resignation"),
            (outcome(black, EndReason::Time, None), "Black wins on time"),
            (outcome(black, EndReason::Forfeit, None), "Black wins by forfeit"),
            (outcome(black, EndReason::Ruling, None), "Black wins by a ruling"),
            (outcome(None, EndReason::Ruling, None), "no result"),
            (outcome(None, EndReason::NoShow, None), "no result: a player never came"),
            (outcome(None, EndReason::Abandoned, None), "no result: both players left"),
        ] {
            assert_eq!(outcome.in_words(), words);
        }
    }
}
