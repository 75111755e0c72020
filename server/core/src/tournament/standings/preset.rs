//! The orders of the regulations. Each may be changed by the event.

use tengen_protocol::{
    BoutKind, System,
    standings::{Criterion, Order, Withdrawals},
};

fn order(criteria: &[Criterion], bye_points: u8) -> Order {
    Order {
        criteria: criteria.to_vec(),
        unplayed: Default::default(),
        highest: Default::default(),
        bye_points,
        withdrawals: Withdrawals::Stand,
        drawn: Vec::new(),
    }
}

/// Swiss, method A (S1.27 A): the total, then warnings.
#[must_use]
pub fn swiss() -> Order {
    order(&[Criterion::Total, Criterion::Warnings], 2)
}

/// Swiss, method B (S1.27 B): points, opponents' points, warnings.
#[must_use]
pub fn swiss_by_points() -> Order {
    order(&[Criterion::Points, Criterion::Sos, Criterion::Warnings], 2)
}

/// Round robin (S1.28): points, 小分, warnings; a withdrawal before half of these rounds makes void
/// (S1.24). `rounds` are those of all laps.
#[must_use]
pub fn round_robin(rounds: u32) -> Order {
    let criteria = [Criterion::Points, Criterion::BeatenOpponents, Criterion::Warnings];
    Order { withdrawals: Withdrawals::VoidBelowHalf { rounds }, ..order(&criteria, 0) }
}

/// Elimination (S1.32): who was beaten later is placed better, who was beaten in the same round
/// shares; nobody left: the first place is shared by those who went out last.
#[must_use]
pub fn elimination(losses: u8) -> Order {
    order(&[Criterion::Survival { losses, returns: false }], 0)
}

/// Swiss with elimination (S1.29): as elimination; those of the same round by points, opponents'
/// points and warnings.
#[must_use]
pub fn swiss_elimination(losses: u8) -> Order {
    let survival = Criterion::Survival { losses, returns: true };
    order(&[survival, Criterion::Points, Criterion::Sos, Criterion::Warnings], 2)
}

/// Teams: match points, board points, SODOS, wins on board 1, 2, .., warnings.
/// Results of a team that leaves stand (S1.26). A bye gives no board points.
/// Without fixed boards (擂台赛) `boards` is 0.
#[must_use]
pub fn team(boards: u8, bye_points: u8) -> Order {
    let mut criteria = vec![Criterion::Points, Criterion::BoardPoints, Criterion::Sodos];
    criteria.extend((1..=boards).map(|board| Criterion::WinsOnBoard { board }));
    criteria.push(Criterion::Warnings);
    order(&criteria, bye_points)
}

/// The order that a stage has unless the event sets another. `rounds` are those of all laps of a
/// round robin; no other system looks at them.
#[must_use]
pub fn for_stage(system: System, bout: BoutKind, rounds: u32) -> Order {
    match (system, bout) {
        (System::RoundRobin { .. }, BoutKind::WinAndContinue { .. }) => team(0, 0),
        (System::Swiss { .. }, BoutKind::WinAndContinue { .. }) => team(0, 2),
        (System::RoundRobin { .. }, BoutKind::Boards { boards }) => team(boards, 0),
        (System::Swiss { .. }, BoutKind::Boards { boards }) => team(boards, 2),
        (System::RoundRobin { .. }, _) => round_robin(rounds),
        (System::Swiss { .. }, _) => swiss(),
        (System::Elimination { losses }, _) => elimination(losses),
        (System::SwissElimination { losses }, _) => swiss_elimination(losses),
    }
}
