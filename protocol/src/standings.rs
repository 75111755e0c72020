//! Standings on the wire: what places are decided by, and how each number came about.
//!
//! Only plain data: the core counts. Numbers are exact fractions, so that two who differ by less
//! than a screen shows are still told apart, and two who tie really tie.

use crate::tournament::{EntryNo, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, num::NonZeroU64};

/// An exact number: a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Exact {
    /// Above the line.
    pub n: i64,
    /// Below the line; left out when 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub d: NonZeroU64,
}

const fn one() -> NonZeroU64 {
    NonZeroU64::MIN
}

fn is_one(d: &NonZeroU64) -> bool {
    *d == one()
}

impl Exact {
    /// A whole number.
    #[must_use]
    pub const fn whole(n: i64) -> Self {
        Self { n, d: one() }
    }

    /// As a decimal fraction with this many places (at most 9), rounded, halves away from zero.
    #[must_use]
    pub fn decimal(self, places: u32) -> String {
        let scale = 10u128.pow(places.min(9));
        let d = u128::from(self.d.get());
        let scaled = (u128::from(self.n.unsigned_abs()) * scale * 2 + d) / (2 * d);
        let sign = if self.n < 0 && scaled > 0 { "-" } else { "" };
        let whole = scaled / scale;
        if scale == 1 {
            return format!("{sign}{whole}");
        }
        let width = usize::try_from(places.min(9)).unwrap_or(9);
        format!("{sign}{whole}.{:0width$}", scaled % scale)
    }
}

impl fmt::Display for Exact {
    /// Up to four decimal places, as result lists print totals: `14.4286`, `8.5`, `12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.decimal(4).trim_end_matches('0').trim_end_matches('.'))
    }
}

/// One number by which entrants are ordered. More is better except for warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// 积分: points of the event from bouts and byes; match points in a team event.
    Points,
    /// 总得分 (S1.27 A): points + [opponents' points / (half of the highest score) - rounds].
    Total,
    /// 对手积分: the sum of the opponents' points (SOS, Buchholz).
    Sos,
    /// The same without the highest and the lowest of them.
    SosWithoutExtremes,
    /// Points of the opponents who were beaten and half of those drawn with (SODOS,
    /// Sonneborn-Berger); unplayed rounds as the order says.
    Sodos,
    /// The sum of the opponents' [`Criterion::Sos`].
    Sosos,
    /// 小分 (S1.28 A): points of the opponents who were beaten and half of those drawn with, wins by
    /// forfeit included.
    BeatenOpponents,
    /// Warnings in the whole stage (S1.28 B); fewer are better.
    Warnings,
    /// Points against those who tie in all that comes before, if each of them has met each other;
    /// otherwise it tells nobody apart. Named twice it is applied again to those who still tie.
    DirectEncounter,
    /// Bouts won, by forfeit too; byes are no wins.
    Wins,
    /// Bouts played and won as the second-named, who has White (on the odd boards of a team match).
    WinsWithWhite,
    /// Points of the single games of team matches, 2, 1 and 0.
    BoardPoints,
    /// Games won in team matches.
    BoardWins,
    /// Games won on one board of team matches.
    WinsOnBoard {
        /// The board, from 1.
        board: u8,
    },
    /// 淘汰 (S1.32): the round in which he went out, later is better; whoever is still in is best. Out is
    /// who has lost so often, and who does not take part in a round: since that round.
    Survival {
        /// How many losses put out.
        losses: u8,
        /// Whoever has gone out may be brought back, and is in until his next loss (S1.29). Else nobody is
        /// who has lost so often, whatever he has played since: a win of his was overturned later.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        returns: bool,
    },
}

/// What a round without an opponent across the board adds to sums of opponents' points: a bye, a
/// forfeit of either side, a round for which he was not paired. Rounds before he entered and after
/// he withdrew add nothing under each of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unplayed {
    /// His own points stand for the missing opponent's.
    #[default]
    Own,
    /// Nothing.
    None,
    /// Half of his own points.
    Half,
}

/// What "highest score" (最高积分) of S1.27 A is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Highest {
    /// The highest that could be reached: twice the completed rounds. The brackets then average 0.
    #[default]
    TwiceRounds,
    /// The most points that anybody has.
    BestActual,
}

/// What becomes of the results of somebody who withdraws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawals {
    /// They stand (S1.25, S1.26).
    #[default]
    Stand,
    /// Void for both sides when he has played fewer games than half of the rounds, otherwise they
    /// stand (S1.24).
    VoidBelowHalf {
        /// The rounds of all laps of the round robin.
        rounds: u32,
    },
}

/// How the places of a stage are decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    /// One after the other, until they tell two apart.
    pub criteria: Vec<Criterion>,
    /// Unplayed rounds in sums of opponents' points.
    #[serde(default)]
    pub unplayed: Unplayed,
    /// For [`Criterion::Total`].
    #[serde(default)]
    pub highest: Highest,
    /// Points for a bye: 2 in a Swiss, 0 in a round robin.
    #[serde(default)]
    pub bye_points: u8,
    /// Results of those who withdraw.
    #[serde(default)]
    pub withdrawals: Withdrawals,
    /// Who comes before whom by play-off or lot (S1.28 C) where nothing else tells them apart. A tie
    /// of which anybody is not named here is shared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<EntryNo>,
}

/// One number of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// Which.
    pub criterion: Criterion,
    /// The number; none where the criterion does not apply (a direct encounter of people who have
    /// not all met).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Exact>,
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// Who.
    pub entry: EntryNo,
    /// From 1; shared by all who tie, and the next one is as many further (1, 2, 2, 4). None for
    /// whoever never took part or whose results are void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// Points of the event so far, those of a round that is still going on and those brought along from
    /// the stage before included.
    pub points: u32,
    /// The criteria of the order. All but the points and what is added to them count completed
    /// rounds.
    pub values: Vec<Value>,
}

/// How somebody's place came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// Who.
    pub entry: EntryNo,
    /// As in [`Row::place`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// Rounds that are completed.
    pub rounds: u32,
    /// Where his points are from, by round.
    pub points: Vec<Term>,
    /// The criteria of the order, each with its parts.
    pub figures: Vec<Figure>,
    /// Who else has the same place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared_with: Vec<EntryNo>,
    /// His number in the play-off or lot, from 1, if that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u32>,
}

/// One number with its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Which, and the result.
    #[serde(flatten)]
    pub value: Value,
    /// How many were still level when this came, himself included; 1: it decided nothing for him.
    pub level: u32,
    /// What is made of the terms.
    pub formula: Formula,
    /// The parts, by round.
    pub terms: Vec<Term>,
}

/// What is made of the terms of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "formula", rename_all = "snake_case")]
pub enum Formula {
    /// They are added.
    Sum,
    /// points + bracket, bracket = opponents / (highest / 2) - rounds. The terms are those of
    /// `opponents`.
    Total {
        /// His points.
        points: Exact,
        /// The sum of the terms.
        opponents: Exact,
        /// The highest score; with 0 the bracket is 0.
        highest: u32,
        /// Completed rounds.
        rounds: u32,
        /// What is added to the points.
        bracket: Exact,
    },
    /// Those against whom he is compared have not all met: nothing is compared.
    NotAllMet,
    /// A count that is not made of rounds.
    Count,
    /// He is out since this round; the terms are his losses.
    Out {
        /// The round of the loss that put him out, or the first one in which he did not take part: he had
        /// withdrawn, or his loss was overturned when it was too late.
        round: u32,
    },
    /// He is still in.
    In,
}

/// What one round adds to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// The round, from 1; 0 for what was brought along.
    pub round: u32,
    /// Against whom, if anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<EntryNo>,
    /// What he got there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What the term is taken from: the opponent's points or sum, or his own in their place.
    pub from: Exact,
    /// What is added.
    pub counts: Exact,
    /// Why that.
    pub why: Counted,
}

/// Why a round counts as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// It was played.
    Played,
    /// It was won or lost without play.
    Forfeit,
    /// A bye (轮空).
    Bye,
    /// He was not paired.
    NotPaired,
    /// He had not entered yet.
    BeforeEntry,
    /// He had withdrawn or was out.
    AfterLeaving,
    /// One of the two withdrew before half of the rounds were played: void (S1.24).
    Void,
    /// There is no result yet.
    Undecided,
    /// The highest of the terms, left out.
    Highest,
    /// The lowest of the terms, left out.
    Lowest,
    /// Points brought along from the stage before.
    Carried,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(n: i64, d: u64) -> Exact {
        Exact { n, d: NonZeroU64::new(d).unwrap() }
    }

    #[test]
    fn exact_numbers_are_read_by_people() {
        assert_eq!(exact(101, 7).to_string(), "14.4286");
        assert_eq!(exact(17, 2).to_string(), "8.5");
        assert_eq!(Exact::whole(120).to_string(), "120");
        assert_eq!(exact(-1, 3).to_string(), "-0.3333");
        assert_eq!(exact(-1, 30000).to_string(), "0", "no minus before zero");
        assert_eq!(exact(1, 3).decimal(0), "0");
        assert_eq!(exact(i64::MIN, u64::MAX).decimal(9), "-0.500000000");
        assert_eq!(format!("{:>6}", exact(17, 2)), "   8.5");
    }

    #[test]
    fn a_zero_below_the_line_is_refused() {
        assert!(serde_json::from_str::<Exact>(r#"{"n":1,"d":0}"#).is_err());
        assert_eq!(serde_json::from_str::<Exact>(r#"{"n":5}"#).unwrap(), Exact::whole(5));
        assert_eq!(serde_json::to_string(&exact(101, 7)).unwrap(), r#"{"n":101,"d":7}"#);
    }
}
