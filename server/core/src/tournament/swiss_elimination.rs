//! Swiss with elimination (积分编排加淘汰, S1.29): Swiss pairing, and whoever has lost k times leaves.
//!
//! After each round all with k losses leave. If more than one is left and their number is odd, one of
//! those who have left comes back, so that nobody has a bye: the best placed who has never come back
//! and may still play. He stays until his next loss. If there is nobody to bring back there is a bye.
//! *Best placed* is by the stage so far: points as the places take them ([`History::points`]), then the
//! sum of the points of all opponents of the bouts that were not forfeited, then seed. A draw stands and costs nobody a loss.
//!
//! Who came back is not stored anywhere: it is whoever took part in a round although he had k losses
//! before it. So a result that is overturned later does not change who is thought to have come back,
//! except that its loser counts as having come back in the rounds that he has played since.

use super::{
    Entrant, History, Next, NotYet, Plan,
    system::{takes_part, undecided},
};
use tengen_protocol::EntryNo;

/// Who is in the next round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Everybody, by seed.
    pub playing: Vec<EntryNo>,
    /// Who of them comes back now.
    pub returning: Option<EntryNo>,
    /// Who of them came back earlier and has not lost since.
    pub returned: Vec<EntryNo>,
}

/// Who is in the next round, by the results so far; `bye_points` are those of the event's places.
#[must_use]
pub fn field(history: &History, losses: u8, bye_points: u32) -> Field {
    let may_play = history.field();
    let tallies: Vec<_> = may_play.iter().map(|entrant| Tally::of(history, entrant.no, u32::from(losses))).collect();
    let mut field = Field::default();
    for (entrant, tally) in may_play.iter().zip(&tallies) {
        if tally.is_in {
            field.playing.push(entrant.no);
            if tally.ever_returned {
                field.returned.push(entrant.no);
            }
        }
    }
    if field.playing.len() > 1 && field.playing.len() % 2 == 1 {
        let leavers = may_play.iter().zip(&tallies).filter(|(_, tally)| !tally.is_in && !tally.ever_returned);
        // Of equals the last is the greatest: the best seed has to come last.
        let best = leavers
            .rev()
            .max_by_key(|(entrant, _)| standing(history, entrant.no, bye_points))
            .map(|(entrant, _)| entrant.no);
        if let Some(best) = best {
            field.returning = Some(best);
            field.playing = may_play
                .iter()
                .map(|entrant| entrant.no)
                .filter(|no| *no == best || field.playing.contains(no))
                .collect();
        }
    }
    field
}

/// How an entrant stands towards his losses.
struct Tally {
    /// He has losses left, or has come back and not lost since.
    is_in: bool,
    ever_returned: bool,
}

impl Tally {
    fn of(history: &History, no: EntryNo, most: u32) -> Self {
        let (mut lost, mut ever_returned, mut is_in) = (0, false, most > 0);
        for round in &history.rounds {
            let was_out = lost >= most;
            let loses = round.bout_of(no).is_some_and(|bout| bout.is_lost_by(no));
            lost += u32::from(loses);
            if was_out {
                let takes_part = takes_part(round, no);
                ever_returned |= takes_part;
                is_in = takes_part && !loses;
            } else {
                is_in = lost < most;
            }
        }
        Self { is_in, ever_returned }
    }
}

/// Points, and the sum of the opponents' points.
fn standing(history: &History, no: EntryNo, bye_points: u32) -> (u32, u32) {
    let points = |no| history.points(no, bye_points);
    let met = history.bouts_of(no).filter(|(_, bout)| bout.is_met()).filter_map(|(_, bout)| bout.opponent_of(no));
    (points(no), met.map(points).sum())
}

/// The stage as the Swiss pairing of the next round sees it: nobody but this round's field can be paired.
#[must_use]
pub fn reduced(history: &History, field: &Field) -> History {
    let last = history.next_round() - 1;
    let entrants = history.entrants.iter().map(|entrant| {
        let mut entrant: Entrant = entrant.clone();
        if !field.playing.contains(&entrant.no) {
            entrant.until_round = Some(entrant.until_round.map_or(last, |until| until.min(last)));
        }
        entrant
    });
    History { entrants: entrants.collect(), rounds: history.rounds.clone() }
}

/// The round that comes next. `pair` pairs all who may play in the stage that it is given, by Swiss;
/// when all have met it must allow that some meet again.
///
/// # Errors
/// When a bout has no result yet, the field is too small, or `pair` cannot pair it.
pub fn next(
    history: &History,
    losses: u8,
    bye_points: u32,
    pair: impl FnOnce(&History) -> Result<Plan, NotYet>,
) -> Result<Next, NotYet> {
    undecided(history, false)?;
    let field = field(history, losses, bye_points);
    if field.playing.len() < 2 {
        return if history.rounds.is_empty() { Err(NotYet::TooFew(field.playing.len())) } else { Ok(Next::Over) };
    }
    pair(&reduced(history, &field)).map(Next::Round)
}

/// No stage of so many entrants, none of them late, has more rounds than this in which somebody lost:
/// each can lose k times, and once more after coming back.
#[must_use]
pub fn most_rounds(entrants: usize, losses: u8) -> usize {
    entrants.saturating_mul(usize::from(losses) + 1)
}

#[cfg(test)]
mod tests;
