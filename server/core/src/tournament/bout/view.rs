//! A bout as the judges of its kinds see it: by sides, not by colours.

use super::{Bout, BoutGame, GameScores, Lineup, Lineups, NewGame, Player, Rules, Why};
use crate::lobby::nigiri_colour;
use tengen_protocol::{Colour, DrawRule, Score, Scores};

/// One of the two sides of a bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
}

impl Side {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a game ended, for the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has not.
    Open,
    NoResult,
    Drawn,
    Won(Side),
    /// Both lost it.
    Nobody,
}

/// A game that counts in its bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) board: u32,
    /// Those of the side named first in front.
    pub(super) scores: Scores,
    /// Which game of the bout it is, from 0.
    pub(super) at: usize,
}

pub(super) struct View<'a> {
    pub(super) bout: &'a Bout,
    pub(super) lineups: &'a Lineups,
    pub(super) rules: Rules,
    pub(super) seed: &'a str,
}

impl View<'_> {
    pub(super) fn must_win(&self) -> bool {
        self.rules.draws == DrawRule::Replay
    }

    pub(super) const fn lineup(&self, side: Side) -> &Lineup {
        match side {
            Side::First => &self.lineups.first,
            Side::Second => &self.lineups.second,
        }
    }

    /// Who had Black.
    pub(super) fn black(&self, game: &BoutGame) -> Side {
        if game.black.entry == self.bout.first { Side::First } else { Side::Second }
    }

    /// The scores of a game, those of the side named first in front.
    pub(super) fn scores(&self, game: &BoutGame) -> Option<Scores> {
        match game.result {
            Some(GameScores::Scored(scores)) if self.black(game) == Side::First => Some(scores),
            Some(GameScores::Scored(scores)) => Some(scores.swapped()),
            Some(GameScores::NoResult | GameScores::WrongColours) | None => None,
        }
    }

    pub(super) fn verdict(&self, game: &BoutGame) -> Verdict {
        match (self.scores(game), game.result) {
            (Some(scores), _) => judge(scores),
            (None, None) => Verdict::Open,
            (None, Some(_)) => Verdict::NoResult,
        }
    }

    /// A game of the bout as one that counts, if it has a score.
    pub(super) fn counts(&self, at: usize) -> Option<Counts> {
        let game = self.bout.games.get(at)?;
        Some(Counts { board: game.board, scores: self.scores(game)?, at })
    }

    /// Whether a game has not ended.
    pub(super) fn is_open(&self) -> bool {
        self.bout.games.iter().any(|game| game.result.is_none())
    }

    /// Whether all of these games that have a score were forfeited, and there is one.
    pub(super) fn all_forfeited(&self, games: &[BoutGame]) -> bool {
        let mut scored = games.iter().filter_map(|game| self.scores(game)).peekable();
        scored.peek().is_some() && scored.all(|scores| scores.forfeit)
    }

    /// 1:1 for a bout that is closed undecided; without a single game nobody has played for it.
    pub(super) fn open_draw(&self) -> Option<Scores> {
        let forfeit = self.bout.games.is_empty();
        (!self.must_win()).then_some(Scores { forfeit, ..Scores::played(Score::Draw) })
    }

    /// A game between these two, of the side named first and of the other.
    pub(super) fn game(&self, board: u32, black: Side, members: [Option<u32>; 2], why: Why) -> NewGame {
        let [first, second] = members;
        let sit = |side: Side, member: Option<u32>| {
            let entry = if side == Side::First { self.bout.first } else { self.bout.second };
            let there = member.is_some_and(|member| self.lineup(side).has(member));
            (Player { entry, member: member.unwrap_or(0) }, there)
        };
        let (first, second) = (sit(Side::First, first), sit(Side::Second, second));
        let ((black, black_there), (white, white_there)) =
            if black == Side::First { (first, second) } else { (second, first) };
        let forfeit = match (black_there, white_there) {
            (true, true) => None,
            (true, false) => Some(Scores::forfeited(Score::Win)),
            (false, true) => Some(Scores::forfeited(Score::Loss)),
            (false, false) => Some(Scores::both_lose(true)),
        };
        NewGame { board, black, white, why, forfeit }
    }

    /// Another game of the two of this one.
    pub(super) fn again(&self, game: &BoutGame, black: Side, why: Why) -> NewGame {
        let had_black = self.black(game);
        let member = |side| Some(if side == had_black { game.black.member } else { game.white.member });
        self.game(game.board, black, [member(Side::First), member(Side::Second)], why)
    }

    /// The same game anew: with the same colours after no result, with the others after a draw or when they
    /// were wrong.
    pub(super) fn replay(&self, index: usize, game: &BoutGame) -> NewGame {
        let black = self.black(game);
        match self.verdict(game) {
            _ if game.result == Some(GameScores::WrongColours) => {
                self.again(game, black.other(), Why::WrongColours { game: index + 1 })
            }
            Verdict::Drawn => self.again(game, black.other(), Why::Draw { game: index + 1 }),
            _ => self.again(game, black, Why::NoResult { game: index + 1 }),
        }
    }

    /// Draws colours for the next game.
    pub(super) fn nigiri(&self) -> (Side, Why) {
        let seed = format!("{}{:02x}", self.seed, self.bout.games.len() + 1);
        let first = nigiri_colour(&seed);
        let black = if first == Colour::Black { Side::First } else { Side::Second };
        (black, Why::Nigiri { seed, first })
    }
}

/// By points: a referee may give each side any score.
const fn judge(scores: Scores) -> Verdict {
    match (scores.first, scores.second) {
        (Score::Loss, Score::Loss) => Verdict::Nobody,
        (first, second) if first.points() > second.points() => Verdict::Won(Side::First),
        (first, second) if first.points() < second.points() => Verdict::Won(Side::Second),
        _ => Verdict::Drawn,
    }
}
