//! Which orders make sense for a stage.

use tengen_protocol::{
    BoutKind, EntryNo, System,
    standings::{Criterion, Order, Withdrawals},
};

/// The most points that a bye may give: those of a win.
pub const MOST_BYE_POINTS: u8 = 2;

/// What is wrong with an order of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOrder {
    /// It has no criterion.
    #[error("an order names at least one criterion")]
    Empty,
    /// Named twice; only a direct encounter may be, since it is applied again to those who still tie.
    #[error("{0:?} is named twice")]
    Twice(Criterion),
    /// Where people go out, who is in longest is first: with these losses, and coming back in Swiss with
    /// elimination only.
    #[error("in this system the first criterion is {0:?}")]
    NotSurvivalFirst(Criterion),
    /// It tells nobody apart, or nothing sensible, in this system.
    #[error("{0:?} makes no sense in this system")]
    System(Criterion),
    /// Only teams have boards.
    #[error("{0:?} counts boards: bouts of this stage have none")]
    NoBoards(Criterion),
    /// There are not so many boards.
    #[error("board {given}: a match of this stage has boards 1 to {most}")]
    NoSuchBoard {
        /// The board.
        given: u8,
        /// How many there are.
        most: u8,
    },
    /// More than a win.
    #[error("{0} points for a bye: 0 to {MOST_BYE_POINTS} are allowed")]
    ByePoints(u8),
    /// Results become void in a round robin only.
    #[error("only in a round robin do results of those who withdraw become void")]
    Void,
    /// Somebody has two places in the lot.
    #[error("{0} is named twice in the lot")]
    DrawnTwice(EntryNo),
}

/// Whether places of a stage with this system and these bouts can be decided so.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_order(order: &Order, system: System, bout: BoutKind) -> Result<(), BadOrder> {
    let first = *order.criteria.first().ok_or(BadOrder::Empty)?;
    if let Some(survival) = survival(system).filter(|survival| *survival != first) {
        return Err(BadOrder::NotSurvivalFirst(survival));
    }
    for (at, criterion) in order.criteria.iter().enumerate() {
        check_criterion(*criterion, system, bout)?;
        if *criterion != Criterion::DirectEncounter && order.criteria[..at].contains(criterion) {
            return Err(BadOrder::Twice(*criterion));
        }
    }
    if order.bye_points > MOST_BYE_POINTS {
        return Err(BadOrder::ByePoints(order.bye_points));
    }
    if order.withdrawals != Withdrawals::Stand && !matches!(system, System::RoundRobin { .. }) {
        return Err(BadOrder::Void);
    }
    let mut drawn = order.drawn.clone();
    drawn.sort_unstable();
    let twice = drawn.windows(2).find(|two| two[0] == two[1]);
    twice.map_or(Ok(()), |two| Err(BadOrder::DrawnTwice(two[0])))
}

/// What comes first where people go out.
const fn survival(system: System) -> Option<Criterion> {
    match system {
        System::Elimination { losses } => Some(Criterion::Survival { losses, returns: false }),
        System::SwissElimination { losses } => Some(Criterion::Survival { losses, returns: true }),
        System::RoundRobin { .. } | System::Swiss { .. } => None,
    }
}

fn check_criterion(criterion: Criterion, system: System, bout: BoutKind) -> Result<(), BadOrder> {
    let makes_sense = match criterion {
        Criterion::Survival { .. } => survival(system) == Some(criterion),
        // S1.27 A is about the rounds of a Swiss
        Criterion::Total => matches!(system, System::Swiss { .. }),
        // where all have the same opponents it says the contrary of the points
        Criterion::Sos | Criterion::SosWithoutExtremes | Criterion::Sosos => {
            !matches!(system, System::RoundRobin { .. })
        }
        _ => true,
    };
    if !makes_sense {
        return Err(BadOrder::System(criterion));
    }
    match (criterion, bout) {
        (Criterion::WinsOnBoard { board }, BoutKind::Boards { boards }) => {
            let is_there = (1..=boards).contains(&board);
            if is_there { Ok(()) } else { Err(BadOrder::NoSuchBoard { given: board, most: boards }) }
        }
        (Criterion::BoardPoints | Criterion::BoardWins, BoutKind::Boards { .. } | BoutKind::WinAndContinue { .. }) => {
            Ok(())
        }
        (Criterion::BoardPoints | Criterion::BoardWins | Criterion::WinsOnBoard { .. }, _) => {
            Err(BadOrder::NoBoards(criterion))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{for_stage, round_robin, swiss, swiss_by_points, team};
    use super::*;

    const SWISS: System = System::Swiss { rounds: 5 };
    const ROBIN: System = System::RoundRobin { laps: 1 };
    const KNOCKOUT: System = System::Elimination { losses: 2 };
    const BOARDS: BoutKind = BoutKind::Boards { boards: 3 };

    fn by(criteria: &[Criterion]) -> Order {
        Order { criteria: criteria.to_vec(), ..swiss() }
    }

    #[test]
    fn the_orders_of_the_regulations_make_sense() {
        let bouts =
            [BoutKind::Game, BoutKind::BestOf { games: 3 }, BOARDS, BoutKind::WinAndContinue { draw_both_out: true }];
        for system in
            [SWISS, ROBIN, KNOCKOUT, System::Elimination { losses: 1 }, System::SwissElimination { losses: 1 }]
        {
            for bout in bouts {
                assert_eq!(check_order(&for_stage(system, bout, 5), system, bout), Ok(()), "{system:?} {bout:?}");
            }
        }
        assert_eq!(check_order(&swiss_by_points(), SWISS, BoutKind::Game), Ok(()));
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        use Criterion::{BoardPoints, BoardWins, DirectEncounter, Points, Sos, Sosos, Survival, Total, WinsOnBoard};
        let survival = |losses, returns| Survival { losses, returns };
        let game = BoutKind::Game;
        for (criteria, system, bout, expected) in [
            (&[][..], SWISS, game, Err(BadOrder::Empty)),
            (&[Points, Sos, Points], SWISS, game, Err(BadOrder::Twice(Points))),
            (&[Points, DirectEncounter, Sos, DirectEncounter], SWISS, game, Ok(())),
            (&[Points, Total], ROBIN, game, Err(BadOrder::System(Total))),
            (&[Points, Sos], ROBIN, game, Err(BadOrder::System(Sos))),
            (&[Points, Sosos], ROBIN, game, Err(BadOrder::System(Sosos))),
            (&[survival(1, false)], SWISS, game, Err(BadOrder::System(survival(1, false)))),
            (&[Points], KNOCKOUT, game, Err(BadOrder::NotSurvivalFirst(survival(2, false)))),
            (&[survival(1, false)], KNOCKOUT, game, Err(BadOrder::NotSurvivalFirst(survival(2, false)))),
            (&[survival(2, true)], KNOCKOUT, game, Err(BadOrder::NotSurvivalFirst(survival(2, false)))),
            (&[survival(2, false), Points, Sos], KNOCKOUT, game, Ok(())),
            (&[survival(2, false), survival(1, false)], KNOCKOUT, game, Err(BadOrder::System(survival(1, false)))),
            (&[survival(2, false), Total], KNOCKOUT, game, Err(BadOrder::System(Total))),
            (&[Points, BoardPoints], SWISS, game, Err(BadOrder::NoBoards(BoardPoints))),
            (&[Points, BoardWins], SWISS, BoutKind::BestOf { games: 3 }, Err(BadOrder::NoBoards(BoardWins))),
            (&[Points, BoardPoints, WinsOnBoard { board: 3 }], SWISS, BOARDS, Ok(())),
            (&[WinsOnBoard { board: 4 }], SWISS, BOARDS, Err(BadOrder::NoSuchBoard { given: 4, most: 3 })),
            (&[WinsOnBoard { board: 0 }], SWISS, BOARDS, Err(BadOrder::NoSuchBoard { given: 0, most: 3 })),
        ] {
            assert_eq!(check_order(&by(criteria), system, bout), expected, "{criteria:?} {system:?}");
        }
        let order = Order { bye_points: 3, ..swiss() };
        assert_eq!(check_order(&order, SWISS, game), Err(BadOrder::ByePoints(3)));
        let order = Order { criteria: vec![Points], ..round_robin(5) };
        assert_eq!(check_order(&order, SWISS, game), Err(BadOrder::Void));
        let order = Order { drawn: [3, 1, 3].map(EntryNo).to_vec(), ..team(3, 0) };
        assert_eq!(check_order(&order, ROBIN, BOARDS), Err(BadOrder::DrawnTwice(EntryNo(3))));
        let continued = BoutKind::WinAndContinue { draw_both_out: false };
        let on_board = WinsOnBoard { board: 1 };
        assert_eq!(check_order(&by(&[Points, on_board]), ROBIN, continued), Err(BadOrder::NoBoards(on_board)));
    }
}
