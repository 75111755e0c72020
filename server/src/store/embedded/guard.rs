//! Whether the guard of a commit holds at an instant: a pure function.

use crate::store::Outcome;
use tengen_core::{
    partition::{PartitionClock, arrival_stands},
    timing::{FLAG_GRACE_ELSEWHERE_MS, FLAG_GRACE_MS, Guard, Time},
};

/// Where the player sits whose flag may fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seated {
    /// Here, or nowhere.
    HereOrNowhere,
    /// At another node.
    Elsewhere,
}

/// `None` if the guard holds. `clock` has been advanced to now; `wall` is now.
pub(super) fn refusal(guard: &Guard, clock: &PartitionClock, wall: u64, seated: Seated) -> Option<Outcome> {
    let now = clock.logical;
    match *guard {
        Guard::None => None,
        Guard::Arrived { arrived, credit, start, deadline } => {
            if !arrival_stands(start, arrived, now) {
                return Some(Outcome::Time);
            }
            let late = deadline.is_some_and(|deadline| arrived.saturating_sub(credit) >= deadline);
            late.then_some(Outcome::Late)
        }
        Guard::Before { deadline } => (wall >= deadline).then_some(Outcome::Late),
        Guard::Due { time, at, flag } => {
            let grace = match (flag, seated) {
                (None, _) => 0,
                (Some((_, quota)), Seated::HereOrNowhere) => quota.saturating_add(FLAG_GRACE_MS),
                (Some((_, quota)), Seated::Elsewhere) => quota.saturating_add(FLAG_GRACE_ELSEWHERE_MS),
            };
            let earliest = at.saturating_add(grace);
            let may = match time {
                Time::Logical => now >= earliest && clock.may_time_out(),
                Time::Wall => wall >= earliest,
            };
            (!may).then_some(Outcome::Time)
        }
    }
}
