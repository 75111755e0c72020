//! Elimination (淘汰制, S1.32): whoever has lost k times is out.
//!
//! - k = 1 is a bracket of 2^m places by seed ([`bracket`]); its rules are in that module.
//! - k >= 2 pairs everybody with fewer than k losses anew each round; the objective is in
//!   [`knockout`]'s module. A late entry starts without losses.
//!
//! Nobody wins by a draw: a drawn bout is undecided here until it was replayed. Both may lose: a loss
//! each. When everybody is out the first place is shared by those who lost last.

mod bracket;
mod colours;
mod knockout;

use super::{History, Next, NotYet, system::undecided};

pub use bracket::bracket;
pub use knockout::{Cost, cost};

/// The largest field.
pub const MOST_ENTRANTS: usize = 1024;

/// The round that comes next.
///
/// # Errors
/// When a bout has no winner or losers yet, or the field is too small or too large.
pub fn next(history: &History, losses: u8) -> Result<Next, NotYet> {
    undecided(history, true)?;
    let field = history.field().len();
    if history.rounds.is_empty() && field < 2 {
        return Err(NotYet::TooFew(field));
    }
    if field > MOST_ENTRANTS {
        return Err(NotYet::TooMany { given: field, most: MOST_ENTRANTS });
    }
    Ok(if losses <= 1 { bracket::next(history) } else { knockout::next(history, losses) })
}

/// No elimination of so many entrants, none of them late, has more rounds than this.
///
/// k = 1: the layers of the bracket. Else: a field of f has at most f x k losses left to give and gives
/// at least one for each of its f / 2 bouts.
#[must_use]
pub fn most_rounds(entrants: usize, losses: u8) -> usize {
    let losses = usize::from(losses.max(1));
    if losses == 1 {
        return usize::try_from(entrants.next_power_of_two().ilog2()).unwrap_or(usize::MAX);
    }
    let (mut left, mut rounds) = (entrants.saturating_mul(losses), 0);
    while left > 1 {
        let field = left.div_ceil(losses).max(2);
        left = left.saturating_sub(field / 2);
        rounds += 1;
    }
    rounds
}

#[cfg(test)]
mod tests;
