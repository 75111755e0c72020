//! Results: the count with what the game's settings and warnings add, and the other endings.

use super::Game;
use crate::rules::{Board, count, handicap};
use tengen_protocol::{Colour, Count, EndReason, Outcome, Point, QuarterZi, Sides};

impl Game {
    /// The result of counting the board without these stones.
    pub(super) fn count(&self, dead: &[Point]) -> Outcome {
        self.count_of(self.position.board(), dead)
    }

    /// The result of counting a board to which the game comes.
    pub(super) fn count_of(&self, board: &Board, dead: &[Point]) -> Outcome {
        let penalties = self.penalties_in_zi();
        let area = count::area(board, dead);
        let margin = count::score(
            area,
            count::Terms {
                komi: self.setup.komi,
                compensation_points: handicap::compensation_points(self.setup.rules.compensation, self.setup.handicap),
                penalties_black: penalties.black.into(),
                penalties_white: penalties.white.into(),
            },
        );
        let QuarterZi(quarter_zi) = margin;
        Outcome {
            result: margin.to_string(),
            reason: EndReason::Count,
            winner: margin.winner(),
            count: Some(Count { black: area.black, white: area.white, neutral: area.neutral, quarter_zi, penalties }),
        }
    }

    /// What each side gives for warnings and for further periods (罚一子).
    fn penalties_in_zi(&self) -> Sides<u8> {
        let of = |colour| self.warnings.of(colour).saturating_add(*self.penalties.of(colour));
        Sides { black: of(Colour::Black), white: of(Colour::White) }
    }
}

/// A side has won without a count.
pub(super) fn win(winner: Colour, reason: EndReason) -> Outcome {
    let how = match reason {
        EndReason::Time => 'T',
        EndReason::Forfeit | EndReason::NoShow => 'F',
        _ => 'R',
    };
    Outcome { result: format!("{}+{how}", winner.letter()), reason, winner: Some(winner), count: None }
}

/// No result.
pub(super) fn void(reason: EndReason) -> Outcome {
    Outcome { result: "Void".into(), reason, winner: None, count: None }
}
