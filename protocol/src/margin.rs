//! Margins in zi (子) and points (目): 1 zi = 2 points.
//!
//! Servers and clients of every kind write a margin in the same way; the words around it are made from
//! the locales. Nothing here counts a board.

use crate::{
    game::{Count, Outcome},
    point::Colour,
    referee::{By, GivenResult},
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
    /// Black's margin: as it was counted, or as a referee has named it; none where nobody won by points.
    #[must_use]
    pub fn margin(&self) -> Option<QuarterZi> {
        if let Some(count) = &self.count {
            return Some(count.margin());
        }
        match self.result.parse() {
            Ok(GivenResult::Win(Colour::Black, By::HalfPoints(half))) => Some(QuarterZi(half.into())),
            Ok(GivenResult::Win(Colour::White, By::HalfPoints(half))) => Some(QuarterZi(-i32::from(half))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::EndReason;

    #[test]
    fn a_margin_that_a_referee_names_is_told() {
        for (result, margin) in [
            ("B+3.5", Some(7)),
            ("W+0.5", Some(-1)),
            ("W+2000", Some(-4_000)),
            ("B+R", None),
            ("W+F", None),
            ("0", None),
            ("Void", None),
            ("B+2000.5", None),
        ] {
            let outcome = Outcome { result: result.into(), reason: EndReason::Ruling, winner: None, count: None };
            assert_eq!(outcome.margin(), margin.map(QuarterZi), "{result}");
        }
        let count = Count { black: 185, white: 176, neutral: 0, quarter_zi: 3, penalties: crate::Sides::default() };
        let counted = Outcome { result: "B+1.5".into(), reason: EndReason::Count, winner: None, count: Some(count) };
        assert_eq!(counted.margin(), Some(QuarterZi(3)));
    }

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
}
