//! Who of a pair has Black.
//!
//! Balance is the number of Blacks minus the number of Whites; forfeits give no colour (see
//! [`History::colours_of`]). Whoever has the lower balance has Black. Equal: who had the other colour
//! last, when only one of the two last colours was White. Else the better seed has Black at odd tables,
//! the other at even ones.

use crate::tournament::{Entrant, History, Pair};
use tengen_protocol::Colour;

/// What colours were given to one entrant so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Given {
    /// Blacks minus Whites.
    pub(super) balance: i64,
    last: Option<Colour>,
}

impl Given {
    pub(super) fn to(history: &History, entrant: &Entrant) -> Self {
        let colours = history.colours_of(entrant.no);
        let balance = colours.iter().map(|colour| if *colour == Colour::Black { 1 } else { -1 }).sum();
        Self { balance, last: colours.last().copied() }
    }
}

/// The pair with its colours. `table` counts from 0.
pub(super) fn assign(history: &History, one: &Entrant, other: &Entrant, table: usize) -> Pair {
    let (better, worse) = if one.seed <= other.seed { (one, other) } else { (other, one) };
    let (high, low) = (Given::to(history, better), Given::to(history, worse));
    let better_is_black = match high.balance.cmp(&low.balance) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => match (high.last == Some(Colour::White), low.last == Some(Colour::White)) {
            (true, false) => true,
            (false, true) => false,
            _ => table.is_multiple_of(2),
        },
    };
    let (first, second) = if better_is_black { (better.no, worse.no) } else { (worse.no, better.no) };
    Pair { first, second }
}
