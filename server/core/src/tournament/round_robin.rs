//! Round robin (循环赛, S1.33): everybody meets everybody once a lap, by Berger's tables.
//!
//! Entrants are numbered 1 to n by seed. In an odd field number n + 1 is nobody: whoever meets it has a
//! bye. Every second lap swaps colours. Within a lap nobody has one colour more than once oftener than
//! the other; in an odd field both equally often.
//!
//! The tables stay as they are once round 1 is paired. Who withdraws before that is left out (S1.24:
//! redraw); who withdraws later keeps his number, his pairs stay in the plan, and
//! [`super::system::forfeit`] gives their result, unless the pairing is void by S1.24, which is for
//! the standings to say. Who comes late can only take the number that nobody has: see [`seats`].

use super::{
    Entrant, History, Next, NotYet, Pair, Plan,
    system::{is_on_time, takes_part, undecided},
};
use tengen_protocol::EntryNo;

/// The largest field.
pub const MOST_ENTRANTS: usize = 64;

/// Who has which number: number 1 comes first, and `None` is the number that nobody has.
///
/// Empty without entrants; else of even length. Once round 1 is paired the numbers are those of whoever is
/// in it, by seed, whatever happens to entrants later. The free number of an odd field goes to the first
/// who comes late, or comes back after leaving before the start (by the first round in which he has played
/// or may play, then by seed), and stays his from his first round on; nobody else can come late.
#[must_use]
pub fn seats(history: &History) -> Vec<Option<EntryNo>> {
    let (mut on_time, late): (Vec<_>, Vec<_>) =
        history.entrants.iter().partition(|entrant| is_on_time(history, entrant));
    on_time.sort_by_key(|entrant| entrant.seed);
    let mut seats: Vec<_> = on_time.into_iter().map(|entrant| Some(entrant.no)).collect();
    if seats.len() % 2 == 1 {
        let coming =
            late.into_iter().filter_map(|entrant| Some((comes_in(history, entrant)?, entrant.seed, entrant.no)));
        seats.push(coming.min().map(|(_, _, no)| no));
    }
    seats
}

/// The round in which a late one has come, or may come from now on.
fn comes_in(history: &History, late: &Entrant) -> Option<u32> {
    let played = (1..).zip(&history.rounds).find(|(_, round)| takes_part(round, late.no)).map(|(round, _)| round);
    let next = history.next_round().max(late.from_round);
    played.or_else(|| late.plays_in(next).then_some(next))
}

/// How many rounds a lap of so many entrants has: n - 1, in an odd field n.
#[must_use]
pub const fn rounds_in_lap(entrants: usize) -> usize {
    (entrants + entrants % 2).saturating_sub(1)
}

/// One round of Berger's table for an even number `n` of numbers: `round` from 0 to n - 2, pairs of
/// numbers from 1, Black first, in the order of the tables.
#[must_use]
pub fn berger(n: usize, round: usize) -> Vec<(usize, usize)> {
    let others = n.saturating_sub(1);
    if others == 0 {
        return Vec::new();
    }
    // The last number stands still; the others sit on a circle around its opponent, and those equally
    // far from him on both sides meet. He moves on by half the field each round.
    let opponent = round * (n / 2) % others;
    let on_circle = |place: usize| place % others + 1;
    let first = if round.is_multiple_of(2) { (opponent + 1, n) } else { (n, opponent + 1) };
    let around = (1..n / 2).map(|step| (on_circle(opponent + step), on_circle(opponent + others - step)));
    std::iter::once(first).chain(around).collect()
}

/// The whole schedule, which is known before the first round.
#[must_use]
pub fn schedule(history: &History, laps: u8) -> Vec<Plan> {
    let rounds = rounds_in_lap(seats(history).len()) * usize::from(laps);
    (0..rounds).map(|round| plan(history, round)).collect()
}

/// The round that comes next.
///
/// # Errors
/// When a bout has no result yet, or the field is too small or too large.
pub fn next(history: &History, laps: u8) -> Result<Next, NotYet> {
    let seats = seats(history);
    let given = seats.iter().flatten().count();
    if given < 2 {
        return Err(NotYet::TooFew(given));
    }
    if given > MOST_ENTRANTS {
        return Err(NotYet::TooMany { given, most: MOST_ENTRANTS });
    }
    undecided(history, false)?;
    let round = history.rounds.len();
    if round >= rounds_in_lap(seats.len()) * usize::from(laps) {
        return Ok(Next::Over);
    }
    Ok(Next::Round(plan(history, round)))
}

/// A round of the schedule, counted from 0.
fn plan(history: &History, round: usize) -> Plan {
    let seats = seats(history);
    let number = u32::try_from(round).unwrap_or(u32::MAX).saturating_add(1);
    let in_lap = rounds_in_lap(seats.len());
    let swapped = in_lap > 0 && round / in_lap % 2 == 1;
    let seat = |number: usize| seats.get(number - 1).copied().flatten();
    // A late entry's number is free before he comes. Once there, he keeps it when he leaves.
    let there = |no: EntryNo| {
        let late = history.entrant(no).filter(|entrant| !is_on_time(history, entrant));
        late.is_none_or(|late| comes_in(history, late).is_some_and(|from| from <= number))
    };
    let mut plan = Plan::default();
    for (black, white) in berger(seats.len(), round.checked_rem(in_lap).unwrap_or(0)) {
        match (seat(black).filter(|no| there(*no)), seat(white).filter(|no| there(*no))) {
            (Some(black), Some(white)) if swapped => plan.pairs.push(Pair { first: white, second: black }),
            (Some(black), Some(white)) => plan.pairs.push(Pair { first: black, second: white }),
            (Some(alone), None) | (None, Some(alone)) => {
                // Who has withdrawn is not there to have a bye.
                if history.entrant(alone).is_some_and(|entrant| entrant.plays_in(number)) {
                    plan.byes.push(alone);
                }
            }
            (None, None) => {}
        }
    }
    plan
}

#[cfg(test)]
mod tests;
