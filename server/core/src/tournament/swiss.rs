//! Swiss (积分编排制): one round as the best whole (S1.34).
//!
//! [`pair`] looks at the whole field at once and answers the one round that is best by the
//! criteria below; none is better, and a referee can check it by hand. It never draws lots, and the
//! order in which entrants are listed does not matter. [`Why`] says for each pair what was weighed.
//!
//! # Terms
//! - *Field*: who may be paired in this round ([`History::field`]).
//! - *Points*: those of the places ([`History::points`]): what was brought along from the stage before,
//!   2, 1, 0 for bouts as their results stand now, forfeits included, and for a bye what the event's
//!   order gives ([`Options::bye_points`]).
//! - *Place*: in the order of most points, then lowest seed number. A *group* is those of the field
//!   with the same points; the *rank* in it, from 0, goes by seed.
//! - *Met*: in a bout that was not decided by forfeit. Only such bouts give a colour.
//! - *Float* in a round: down for who met somebody with fewer points before that round, up for who
//!   met somebody with more. Who had a bye or won by forfeit floated down (points without a game);
//!   who lost by forfeit or was not there did not float.
//! - *Bounds*: a colour breaks one when it would be the third alike in a row
//!   ([`Options::in_a_row`]; byes and forfeits are skipped), another when blacks and whites would
//!   differ by more than 2 ([`Options::difference`]) and by more than before.
//! - *Wish*: *strong* for the colour that breaks fewer bounds, else for that which he had less
//!   often; with both equally often *mild* for the other than last; none before the first game.
//!
//! # Criteria
//! The least sum over the round counts, an earlier criterion before all later ones together.
//! 1. [`Criterion::Rematch`]: how often the two have met. Above 0 only by [`Rematches::WhenExhausted`].
//! 2. [`Criterion::ByeAgain`]: how many byes he has had who gets the bye of an odd field.
//! 3. [`Criterion::ColourBounds`]: bounds broken, 0 to 4 a pair.
//! 4. [`Criterion::ByePlace`]: places between the bye and the last place.
//! 5. [`Criterion::PointDifference`]: the square of the difference of points.
//! 6. [`Criterion::FloatAgain`]: who floats as in the last round of the stage.
//! 7. [`Criterion::FloatAsBefore`]: who floats as in the round before that.
//! 8. [`Criterion::SameClub`]: pairs of one club, in the first 2 rounds ([`Options::clubs_apart`]).
//! 9. [`Criterion::StrongWishes`], 10. [`Criterion::MildWishes`]: wishes for a colour not met.
//! 11. [`Criterion::Displacement`]: in a group of g, rank i should meet rank i + g/2 (rounded down):
//!     the square of (difference of ranks - g/2). Across groups the last of the upper should meet
//!     the first of the lower: the square of the ranks below him in the upper one, plus that of the
//!     rank in the lower. Groups are counted whole, with who floats or has the bye.
//! 12. [`Criterion::LowestList`]: each pair as two places, the better first, the pairs sorted: the
//!     first list in the order of dictionaries.
//!
//! A bye costs nothing by 5 to 11. So the first round is i against i + n/2, clubs kept apart.
//!
//! # Colours
//! A pair costs what its better colours cost by 3, 9 and 10. When both ways cost the same:
//! if both wish for the same colour, it goes to whose blacks and whites differ more; else each gets
//! the other colour than in the latest game (counted back from the last of each) in which they had
//! different ones; else the better placed gets his wish; if there is none, he gets
//! [`Options::first_colour`] if his seed number is odd, and the other if it is even.

mod cost;
mod field;
mod matching;
pub(super) mod optimum;
mod why;

use super::{History, NotYet, Pair, Plan, Remark};
use field::Member;
use serde::{Deserialize, Serialize};
use tengen_protocol::{Colour, EntryNo};
pub use why::{Amount, ColourReason, Criterion, Float, Natural, Obstacle, SideWhy, Strength, Why, Wish};

/// The largest field. Time grows with the cube of the field and memory with its square.
pub const MOST_ENTRANTS: usize = 2_000;

/// What an event may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "snake_case")]
pub struct Options {
    /// In so many first rounds members of a club are kept apart; 0 for never.
    pub clubs_apart: u32,
    /// So many games with the same colour in a row break a bound.
    pub in_a_row: u32,
    /// By so much blacks and whites may differ.
    pub difference: u32,
    /// What happens when there is no round without a rematch.
    pub rematches: Rematches,
    /// The colour of the first seed in the first round, as drawn.
    pub first_colour: Colour,
    /// Points for a bye, as in the places.
    pub bye_points: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clubs_apart: 2,
            in_a_row: 3,
            difference: 2,
            rematches: Rematches::Never,
            first_colour: Colour::Black,
            bye_points: 2,
        }
    }
}

/// Whether two may meet again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rematches {
    /// Rather no round.
    #[default]
    Never,
    /// When the round is impossible otherwise, as few as can be.
    WhenExhausted,
}

/// A round, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, its tables in the order of the better placed of each.
    pub plan: Plan,
    /// Why, for each pair in the same order and then for the bye.
    pub why: Vec<Why>,
}

/// The next round.
///
/// # Errors
/// [`NotYet::Undecided`] while a bout of an earlier round has no result; [`NotYet::TooFew`] and
/// [`NotYet::TooMany`] for a field below 2 or above [`MOST_ENTRANTS`]; [`NotYet::Exhausted`] when
/// there is no round without a rematch and [`Options::rematches`] allows none.
pub fn pair(history: &History, options: &Options) -> Result<Pairing, NotYet> {
    for (number, round) in (1..).zip(&history.rounds) {
        let undecided = round.bouts.iter().filter(|bout| bout.result.is_none()).count();
        if undecided > 0 {
            return Err(NotYet::Undecided { round: number, undecided });
        }
    }
    let members = field::members(history, options);
    match members.len() {
        few @ 0..2 => return Err(NotYet::TooFew(few)),
        given if given > MOST_ENTRANTS => return Err(NotYet::TooMany { given, most: MOST_ENTRANTS }),
        _ => {}
    }
    let drawing = Drawing { members, round: history.next_round(), options };
    let mate = drawing.mates().ok_or(NotYet::Exhausted)?;
    Ok(drawing.pairing(&mate))
}

/// A field about to be paired. Vertices of the matching are places, from 0; in an odd field the one
/// after the last stands for the bye.
struct Drawing<'a> {
    members: Vec<Member>,
    round: u32,
    options: &'a Options,
}

impl Drawing<'_> {
    fn mates(&self) -> Option<Vec<usize>> {
        let count = self.members.len();
        let vertices = count + count % 2;
        let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
        optimum::best(vertices, pairs.filter(|ends| self.allows(*ends)), |ends| self.costs(ends))
    }

    fn allows(&self, (a, b): (usize, usize)) -> bool {
        self.options.rematches == Rematches::WhenExhausted
            || b == self.members.len()
            || self.members[a].meetings(&self.members[b]) == 0
    }

    fn costs(&self, (a, b): (usize, usize)) -> cost::Costs {
        match self.members.get(b) {
            Some(other) => cost::of_pair(&self.members[a], other, self.round, self.options),
            None => cost::of_bye(&self.members[a], self.members.len() - 1 - a),
        }
    }

    fn pairing(&self, mate: &[usize]) -> Pairing {
        let mut pairing = Pairing { plan: Plan::default(), why: Vec::new() };
        let Pairing { plan, why } = &mut pairing;
        for (place, member) in self.members.iter().enumerate() {
            let partner = mate[place];
            if partner < place {
                continue;
            }
            let Some(other) = self.members.get(partner) else {
                plan.byes.push(member.no);
                if member.byes > 0 {
                    let times = usize::try_from(member.byes).unwrap_or(usize::MAX).saturating_add(1);
                    plan.remarks.push(Remark::ByeAgain { entry: member.no, times });
                }
                continue;
            };
            let better_black = cost::colours(member, other, self.options).better_black;
            let (first, second) = if better_black { (member.no, other.no) } else { (other.no, member.no) };
            let pair = Pair { first, second };
            plan.pairs.push(pair);
            why.push(self.why_pair(mate, place, partner));
            let times = member.meetings(other);
            if times > 0 {
                plan.remarks.push(Remark::Rematch { pair, times: times + 1 });
            }
        }
        let bye = mate.get(self.members.len());
        why.extend(bye.map(|&place| self.why_bye(mate, place)));
        pairing
    }

    fn no_of(&self, place: usize) -> Option<EntryNo> {
        self.members.get(place).map(|member| member.no)
    }
}

#[cfg(test)]
mod tests;
