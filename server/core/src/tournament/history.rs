//! What has happened in a stage so far, as pairing and standings see it.
//!
//! Nothing here decides anything: it answers who met whom, with which colour and which result.

use std::ops::RangeInclusive;
use tengen_protocol::{Colour, EntryNo, Score, Scores};

/// Somebody who is paired: a player, or a team in a team event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// His number, from 1.
    pub no: EntryNo,
    /// His place in the order of the draw, from 1: the strongest, or as the lot fell. All different.
    pub seed: u32,
    /// Club or team that he belongs to in an individual event: in the first rounds its members are
    /// kept apart.
    pub club: Option<u32>,
    /// The first round in which he may be paired; later than 1 for a late entry.
    pub from_round: u32,
    /// The last round in which he may be paired, once he has withdrawn or been excluded: 0 when that
    /// was before the start.
    pub until_round: Option<u32>,
    /// Rounds that were paired after he had left and before he was readmitted, oldest first.
    pub away: Vec<RangeInclusive<u32>>,
    /// Warnings in the whole stage (S1.28 B).
    pub warnings: u32,
    /// Points that he brought along from the stage before.
    pub carried: u32,
}

impl Entrant {
    /// Somebody who is there from the first round to the last.
    #[must_use]
    pub const fn new(no: EntryNo, seed: u32) -> Self {
        Self { no, seed, club: None, from_round: 1, until_round: None, away: Vec::new(), warnings: 0, carried: 0 }
    }

    /// Whether he may be paired in this round.
    #[must_use]
    pub fn plays_in(&self, round: u32) -> bool {
        self.from_round <= round
            && self.until_round.is_none_or(|until| round <= until)
            && !self.away.iter().any(|away| away.contains(&round))
    }
}

/// Who sits at a board: a player, or a member of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The player or the team.
    pub entry: EntryNo,
    /// Which member of the team, from 1 in its order; 0 in an individual event.
    pub member: u32,
}

/// How one game of a bout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScores {
    /// Black is `first`, White `second`.
    Scored(Scores),
    /// No result: to be replayed, or 1:1 when the round ends without.
    NoResult,
    /// The same, since the colours were wrong.
    WrongColours,
}

/// One game of a bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoutGame {
    /// The board, from 1; 1 outside of team matches.
    pub board: u32,
    /// Who has Black.
    pub black: Player,
    /// Who has White.
    pub white: Player,
    /// The result, once it is there.
    pub result: Option<GameScores>,
}

/// What a game, or a board without one, counts in its bout: see [`counted`](super::bout::counted).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// The board, from 1; 1 outside of team matches.
    pub board: u32,
    /// Its scores, of `first` and `second` of the bout.
    pub scores: Scores,
}

/// Two entrants against each other in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// Has Black in the first game (on the odd boards of a team match).
    pub first: EntryNo,
    /// The other.
    pub second: EntryNo,
    /// Its games so far, in the order in which they were begun.
    pub games: Vec<BoutGame>,
    /// What they count. Standings look at nothing else of the games.
    pub counted: Vec<CountedGame>,
    /// The result, once it is decided.
    pub result: Option<Scores>,
}

impl Bout {
    /// A bout that has not begun.
    #[must_use]
    pub const fn new(first: EntryNo, second: EntryNo) -> Self {
        Self { first, second, games: Vec::new(), counted: Vec::new(), result: None }
    }

    /// The opponent, if this entrant is in it.
    #[must_use]
    pub fn opponent_of(&self, no: EntryNo) -> Option<EntryNo> {
        self.colour_of(no).map(|colour| if colour == Colour::Black { self.second } else { self.first })
    }

    /// The assigned colour: Black for `first`. A correction on the board does not change it.
    #[must_use]
    pub fn colour_of(&self, no: EntryNo) -> Option<Colour> {
        if no == self.first { Some(Colour::Black) } else { (no == self.second).then_some(Colour::White) }
    }

    /// What this entrant got, once the bout is decided.
    #[must_use]
    pub fn score_of(&self, no: EntryNo) -> Option<Score> {
        let scores = self.result?;
        self.colour_of(no).map(|colour| if colour == Colour::Black { scores.first } else { scores.second })
    }

    /// Whether this entrant has lost it: fewer points than the other, or neither has any. So of 2:0 and
    /// 1:0 one side has lost, of 0:0 both, of 1:1 neither.
    #[must_use]
    pub fn is_lost_by(&self, no: EntryNo) -> bool {
        let scores = self.result.zip(self.colour_of(no));
        let own_first = scores.map(|(scores, own)| if own == Colour::Black { scores } else { scores.swapped() });
        own_first.is_some_and(is_lost)
    }

    /// Whether it counts as met: not when it was decided by forfeit.
    #[must_use]
    pub fn is_met(&self) -> bool {
        !self.result.is_some_and(|scores| scores.forfeit)
    }
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Its bouts, in the order of the tables.
    pub bouts: Vec<Bout>,
    /// Who has a bye (轮空).
    pub byes: Vec<EntryNo>,
}

impl Round {
    /// The bout of this entrant.
    #[must_use]
    pub fn bout_of(&self, no: EntryNo) -> Option<&Bout> {
        self.bouts.iter().find(|bout| bout.colour_of(no).is_some())
    }

    /// Whether every bout is decided.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.bouts.iter().all(|bout| bout.result.is_some())
    }
}

/// A stage so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Everybody who was ever entered, by number.
    pub entrants: Vec<Entrant>,
    /// The rounds, oldest first; the last may be going on.
    pub rounds: Vec<Round>,
}

impl History {
    /// A stage that has not begun.
    #[must_use]
    pub const fn new(entrants: Vec<Entrant>) -> Self {
        Self { entrants, rounds: Vec::new() }
    }

    /// One entrant.
    #[must_use]
    pub fn entrant(&self, no: EntryNo) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.no == no)
    }

    /// The number of the round to be paired next, from 1.
    #[must_use]
    pub fn next_round(&self) -> u32 {
        u32::try_from(self.rounds.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Who may be paired in the next round, by seed.
    #[must_use]
    pub fn field(&self) -> Vec<&Entrant> {
        let round = self.next_round();
        let mut field: Vec<_> = self.entrants.iter().filter(|entrant| entrant.plays_in(round)).collect();
        field.sort_by_key(|entrant| entrant.seed);
        field
    }

    /// The bouts of an entrant, oldest first, with the number of their round.
    pub fn bouts_of(&self, no: EntryNo) -> impl Iterator<Item = (u32, &Bout)> {
        (1u32..).zip(&self.rounds).filter_map(move |(round, played)| played.bout_of(no).map(|bout| (round, bout)))
    }

    /// The byes that an entrant has had.
    #[must_use]
    pub fn byes_of(&self, no: EntryNo) -> usize {
        self.rounds.iter().filter(|round| round.byes.contains(&no)).count()
    }

    /// Points as pairings and places take them: brought along, of bouts, of byes.
    #[must_use]
    pub fn points(&self, no: EntryNo, bye_points: u32) -> u32 {
        let carried = self.entrant(no).map_or(0, |entrant| entrant.carried);
        let byes = u32::try_from(self.byes_of(no)).unwrap_or(u32::MAX);
        carried.saturating_add(self.points_from_bouts(no)).saturating_add(byes.saturating_mul(bye_points))
    }

    /// Points from bouts alone (2, 1, 0), byes not counted.
    #[must_use]
    pub fn points_from_bouts(&self, no: EntryNo) -> u32 {
        self.bouts_of(no).filter_map(|(_, bout)| bout.score_of(no)).map(Score::points).sum()
    }

    /// Bouts lost ([`Bout::is_lost_by`]), forfeits included.
    #[must_use]
    pub fn losses_of(&self, no: EntryNo) -> u32 {
        let lost = self.bouts_of(no).filter(|(_, bout)| bout.is_lost_by(no)).count();
        u32::try_from(lost).unwrap_or(u32::MAX)
    }

    /// How often two have met; forfeits are not meetings.
    #[must_use]
    pub fn meetings(&self, one: EntryNo, other: EntryNo) -> usize {
        self.bouts_of(one).filter(|(_, bout)| bout.opponent_of(one) == Some(other) && bout.is_met()).count()
    }

    /// The colours that an entrant was given, oldest first; forfeits give none.
    #[must_use]
    pub fn colours_of(&self, no: EntryNo) -> Vec<Colour> {
        self.bouts_of(no).filter(|(_, bout)| bout.is_met()).filter_map(|(_, bout)| bout.colour_of(no)).collect()
    }
}

/// Whether the side named first of these has lost: [`Bout::is_lost_by`].
pub(super) fn is_lost(scores: Scores) -> bool {
    scores.first < scores.second || (scores.first, scores.second) == (Score::Loss, Score::Loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_is_no_meeting_and_gives_no_colour() {
        let (one, two) = (EntryNo(1), EntryNo(2));
        let mut history = History::new(vec![Entrant::new(one, 1), Entrant::new(two, 2)]);
        let bout = |first, second, result| Bout { result, ..Bout::new(first, second) };
        let round = |bout| Round { bouts: vec![bout], byes: Vec::new() };
        history.rounds.push(round(bout(one, two, Some(Scores::forfeited(Score::Win)))));
        history.rounds.push(round(bout(two, one, Some(Scores::played(Score::Draw)))));
        history.rounds.push(round(bout(one, two, Some(Scores::both_lose(false)))));
        assert_eq!(history.meetings(one, two), 2);
        assert_eq!(history.colours_of(one), [Colour::White, Colour::Black]);
        assert_eq!((history.points_from_bouts(one), history.points_from_bouts(two)), (3, 1));
        assert_eq!((history.losses_of(one), history.losses_of(two)), (1, 2));
        assert_eq!(history.next_round(), 4);
        history.entrants[0].carried = 5;
        history.rounds[1].byes.push(one);
        assert_eq!((history.points(one, 2), history.points(one, 0), history.points(two, 2)), (10, 8, 1));
    }

    #[test]
    fn who_has_lost_goes_by_the_points_of_both() {
        use Score::{Draw, Loss, Win};
        let (one, two) = (EntryNo(1), EntryNo(2));
        for (first, second, lost) in [
            (Win, Loss, (false, true)),
            (Win, Draw, (false, true)),
            (Draw, Loss, (false, true)),
            (Loss, Draw, (true, false)),
            (Loss, Loss, (true, true)),
            (Draw, Draw, (false, false)),
            (Win, Win, (false, false)),
        ] {
            let bout = Bout { result: Some(Scores { first, second, forfeit: false }), ..Bout::new(one, two) };
            assert_eq!((bout.is_lost_by(one), bout.is_lost_by(two)), lost, "{first:?} {second:?}");
            assert!(!bout.is_lost_by(EntryNo(3)));
        }
        assert!(!Bout::new(one, two).is_lost_by(one), "undecided");
    }

    #[test]
    fn who_was_readmitted_did_not_play_in_between() {
        let entrant = Entrant { from_round: 2, away: vec![4..=5], ..Entrant::new(EntryNo(1), 1) };
        assert_eq!([1, 2, 3, 4, 5, 6].map(|round| entrant.plays_in(round)), [false, true, true, false, false, true]);
    }
}
