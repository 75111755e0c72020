//! How places are decided, as it is written on the command line: `points,sos,direct-encounter,unplayed:none`. Pure.

use std::str::FromStr;
use tengen_protocol::{
    BoutKind, ParseError, StageSettings, System,
    standings::{Criterion, Highest, Order, Unplayed, Withdrawals},
};

/// Criteria one after the other, and how unplayed rounds and the highest score are understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrderArg {
    criteria: Vec<Criterion>,
    unplayed: Unplayed,
    highest: Highest,
}

impl OrderArg {
    /// The order of a stage. An elimination has its own: by when somebody went out.
    pub(super) fn of(&self, stage: &StageSettings) -> Option<Order> {
        let is_team = matches!(stage.bout, BoutKind::Boards { .. } | BoutKind::WinAndContinue { .. });
        let (bye_points, withdrawals) = match stage.system {
            System::Elimination { .. } | System::SwissElimination { .. } => return None,
            System::Swiss { .. } => (2, Withdrawals::Stand),
            System::RoundRobin { .. } if is_team => (0, Withdrawals::Stand),
            // the server knows the rounds of all laps when the stage begins
            System::RoundRobin { .. } => (0, Withdrawals::VoidBelowHalf { rounds: 0 }),
        };
        let Self { criteria, unplayed, highest } = self.clone();
        Some(Order { criteria, unplayed, highest, bye_points, withdrawals, drawn: Vec::new() })
    }
}

impl FromStr for OrderArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut order = Self { criteria: Vec::new(), unplayed: Unplayed::default(), highest: Highest::default() };
        for part in text.split(',').map(|part| part.trim().to_lowercase()) {
            match part.as_str() {
                "unplayed:own" => order.unplayed = Unplayed::Own,
                "unplayed:none" => order.unplayed = Unplayed::None,
                "unplayed:half" => order.unplayed = Unplayed::Half,
                "highest:twice-rounds" => order.highest = Highest::TwiceRounds,
                "highest:best-actual" => order.highest = Highest::BestActual,
                part => order.criteria.push(criterion(part)?),
            }
        }
        if order.criteria.is_empty() {
            return Err(ParseError(format!("'{text}': name a criterion, as points,sos")));
        }
        Ok(order)
    }
}

fn criterion(text: &str) -> Result<Criterion, ParseError> {
    Ok(match text {
        "points" => Criterion::Points,
        "total" => Criterion::Total,
        "sos" => Criterion::Sos,
        "sos-without-extremes" => Criterion::SosWithoutExtremes,
        "sodos" => Criterion::Sodos,
        "sosos" => Criterion::Sosos,
        "beaten-opponents" => Criterion::BeatenOpponents,
        "warnings" => Criterion::Warnings,
        "direct-encounter" => Criterion::DirectEncounter,
        "wins" => Criterion::Wins,
        "wins-with-white" => Criterion::WinsWithWhite,
        "board-points" => Criterion::BoardPoints,
        "board-wins" => Criterion::BoardWins,
        _ => match text.strip_prefix("wins-on-board:").and_then(|board| board.parse().ok()) {
            Some(board) => Criterion::WinsOnBoard { board },
            None => {
                let write = "points, total, sos, sos-without-extremes, sodos, sosos, beaten-opponents, warnings, \
                             direct-encounter, wins, wins-with-white, board-points, board-wins, wins-on-board:1, \
                             unplayed:own|none|half, highest:twice-rounds|best-actual";
                return Err(ParseError(format!("'{text}': choose from {write}")));
            }
        },
    })
}
