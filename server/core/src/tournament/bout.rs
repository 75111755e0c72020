//! What a bout is made of: from its games to its result (S1.26, S1.30, S1.31).
//!
//! [`step`] looks at the games that a bout has had and says what follows: games to begin, to wait,
//! or the result. It is a pure function of them, so it resumes from any state: a game that is in the
//! list is not asked for again, and when a result is overturned later the same function says what
//! the bout's is now. [`advance`] takes its steps as far as they lead without anybody playing.
//!
//! What holds of every kind:
//! - *Games are taken in the order in which they were begun* (on each board of a team match by
//!   itself). The first of them with which the bout is decided decides it. Games after that one, begun
//!   before a result was overturned, stand on record and count nothing here; a game without a result
//!   before that one is waited for.
//! - *A game without result* (无胜负) is replayed with the same colours; with the others when a referee
//!   found them wrong. What was assigned stays what it was: `first` has Black (R02, 17.1).
//! - *Whoever is absent forfeits.* Such a game is not played: it comes with its result. When both are
//!   absent both lose it.
//! - *The result is a forfeit* when every game that counted was.
//! - *It ends.* What is played anew has a limit ([`MOST_REPLAYS`]); beyond it the referee rules on one
//!   of the games, which [`Step::Rule`] says.
//! - *Draws for colours* (猜先) are made with the bout's seed, each with one of its own: the bout's with
//!   the number of the game in the bout, from 1, as two hex digits after it. It is given with the game,
//!   to be put on record. [`nigiri_colour`](crate::lobby::nigiri_colour) of it is the colour of the side
//!   named first.

mod best_of;
mod boards;
mod lineup;
mod single;
#[cfg(test)]
mod tests;
mod view;
mod win_and_continue;

pub use lineup::{BadLineup, Lineup, Lineups, MOST_MEMBERS};

use super::{Bout, BoutGame, CountedGame, GameScores, Player};
use serde::{Deserialize, Serialize};
use tengen_protocol::{BoutKind, Colour, ContinueColours, DrawRule, Score, Scores};
use view::View;

/// Games of one bout beyond those that it takes without draws and without games that have no result.
pub const MOST_REPLAYS: usize = 16;

/// Boards of a team match.
pub const MOST_BOARDS: u8 = 20;

/// What the event has settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// What a draw does. With [`DrawRule::Replay`] no bout ends in a draw. Best of n replays draws under
    /// both, and with [`DrawRule::Stands`] is drawn only when rulings against both sides leave it even.
    pub draws: DrawRule,
    /// Colours in a win-and-continue match.
    pub colours: ContinueColours,
}

/// Why a game is played, and why with these colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Why {
    /// The first game: whoever is named first has Black.
    Paired,
    /// A board of a team match: whoever is named first has Black on the odd ones.
    Board,
    /// The next game; colours alternate.
    Alternate,
    /// The next game; colours were drawn (猜先).
    Nigiri {
        /// The seed of this draw.
        seed: String,
        /// The colour that the side named first drew.
        first: Colour,
    },
    /// A draw is replayed with colours swapped.
    Draw {
        /// Which game of the bout that was, from 1.
        game: usize,
    },
    /// A game with wrong colours begins anew with the right ones.
    WrongColours {
        /// Which game of the bout that was, from 1.
        game: usize,
    },
    /// A game without result is replayed with the same colours.
    NoResult {
        /// Which game of the bout that was, from 1.
        game: usize,
    },
}

/// A game that the bout needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The board, from 1; 1 outside of team matches.
    pub board: u32,
    /// Who has Black.
    pub black: Player,
    /// Who has White. On both sides member 0 of a team is a place that is empty.
    pub white: Player,
    /// Why it is played, and why with these colours.
    pub why: Why,
    /// It is not played, since one or both are absent: its result, Black's first.
    pub forfeit: Option<Scores>,
}

impl NewGame {
    /// As it stands in the bout from now on.
    #[must_use]
    pub const fn begun(&self) -> BoutGame {
        let result = match self.forfeit {
            Some(scores) => Some(GameScores::Scored(scores)),
            None => None,
        };
        BoutGame { board: self.board, black: self.black, white: self.white, result }
    }
}

/// What follows in a bout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These games are to be begun, in this order; one at least.
    Play(Vec<NewGame>),
    /// Games are going on.
    Wait,
    /// The result, of `first` and `second` of the bout.
    Decided(Scores),
    /// No more is played anew ([`MOST_REPLAYS`]): the referee gives one of the games a result.
    Rule,
}

/// What follows in this bout. `seed` is the bout's: 16 random bytes as hex, fixed with the pairing.
#[must_use]
pub fn step(kind: BoutKind, bout: &Bout, lineups: &Lineups, rules: Rules, seed: &str) -> Step {
    let view = View { bout, lineups, rules, seed };
    let step = match kind {
        BoutKind::Game => single::step(&view),
        BoutKind::BestOf { games } => best_of::step(&view, games),
        BoutKind::Boards { boards } => boards::step(&view, boards),
        BoutKind::WinAndContinue { draw_both_out } => win_and_continue::step(&view, draw_both_out),
    };
    match step {
        Step::Play(new) if bout.games.len() + new.len() > most_games(kind, lineups) => Step::Rule,
        other => other,
    }
}

/// The most games that a bout has on its record, those of a limit of replays included.
#[must_use]
pub fn most_games(kind: BoutKind, lineups: &Lineups) -> usize {
    let usual = match kind {
        BoutKind::Game => 1,
        BoutKind::BestOf { games } => usize::from(games),
        BoutKind::Boards { boards } => usize::from(boards),
        BoutKind::WinAndContinue { .. } => lineups.first.members.len() + lineups.second.members.len(),
    };
    usual + MOST_REPLAYS
}

/// Where [`advance`] has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// Games that were begun, forfeits included: the last ones of the bout now, in this order.
    pub begun: Vec<NewGame>,
    /// What follows: never [`Step::Play`].
    pub then: Step,
}

/// Takes every step that can be taken: begins the games that are due, puts forfeits on record, and
/// sets the bout's result, or takes it back when it is open again.
pub fn advance(kind: BoutKind, bout: &mut Bout, lineups: &Lineups, rules: Rules, seed: &str) -> Advance {
    let mut begun = Vec::new();
    loop {
        match step(kind, bout, lineups, rules, seed) {
            Step::Play(new) => {
                bout.games.extend(new.iter().map(NewGame::begun));
                begun.extend(new);
            }
            then => {
                bout.result = if let Step::Decided(scores) = then { Some(scores) } else { None };
                return Advance { begun, then };
            }
        }
    }
}

/// The result when the bout must be closed now, for the round ends: its own where it is decided. Else
/// a game without result, or not begun, counts 1:1: a game is drawn; best of n goes to whoever leads;
/// a team match is counted with 1:1 on those boards; a win-and-continue match is drawn. Games going on
/// are to be stopped by whoever closes it.
///
/// `None` when somebody must win and nobody leads: the referee then says who.
#[must_use]
pub fn close(kind: BoutKind, bout: &Bout, lineups: &Lineups, rules: Rules) -> Option<Scores> {
    let view = View { bout, lineups, rules, seed: "" };
    if let Step::Decided(scores) = step(kind, bout, lineups, rules, "") {
        return Some(scores);
    }
    match kind {
        BoutKind::BestOf { games } => best_of::close(&view, games),
        BoutKind::Boards { boards } => boards::close(&view, boards),
        BoutKind::Game | BoutKind::WinAndContinue { .. } => view.open_draw(),
    }
}

/// Which games of a bout count, and what: the one answer behind its result and behind all that is counted
/// by games (board points, wins on boards). Lowest board first; games of one board in their order.
///
/// - One game: the one that decides. Best of n: won and lost ones until it is decided. Win-and-continue: those
///   that put somebody out, until it is decided. A game that was replayed does not count.
/// - A team match: each board's first game with a score; when a play-off of a drawn board has decided the
///   match, that game in its place.
/// - A bout that was closed while games were open (its result is that of [`close`], and its games do not
///   decide it): what was open counts 1:1 as there, in a team match also boards that were not begun.
/// - A bout that an official decided otherwise: what its games say by themselves.
#[must_use]
pub fn counted(kind: BoutKind, bout: &Bout, lineups: &Lineups, rules: Rules) -> Vec<CountedGame> {
    let view = View { bout, lineups, rules, seed: "" };
    let decided = matches!(step(kind, bout, lineups, rules, ""), Step::Decided(_));
    let closed = !decided && bout.result.is_some() && bout.result == close(kind, bout, lineups, rules);
    let counted = match (kind, bout.result) {
        (BoutKind::Game, Some(scores)) if closed => return vec![CountedGame { board: 1, scores }],
        (BoutKind::Game, _) => single::counted(&view).into_iter().collect(),
        (BoutKind::BestOf { games }, _) => best_of::counted(&view, games, closed),
        (BoutKind::Boards { boards }, _) => boards::counted(&view, boards, closed),
        (BoutKind::WinAndContinue { draw_both_out }, _) => win_and_continue::counted(&view, draw_both_out, closed),
    };
    counted.into_iter().map(|view::Counts { board, scores, .. }| CountedGame { board, scores }).collect()
}

/// A kind of bout that nobody can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKind {
    /// Best of so many.
    #[error("best of {0}: choose 3, 5 or 7")]
    BestOf(u8),
    /// So many boards.
    #[error("{0} boards: a team match has 1 to {MOST_BOARDS}")]
    Boards(u8),
}

/// Whether an event may be set so.
///
/// # Errors
/// When it may not, with what is possible.
pub const fn check(kind: BoutKind) -> Result<(), BadKind> {
    match kind {
        BoutKind::Game
        | BoutKind::WinAndContinue { .. }
        | BoutKind::BestOf { games: 3 | 5 | 7 }
        | BoutKind::Boards { boards: 1..=MOST_BOARDS } => Ok(()),
        BoutKind::BestOf { games } => Err(BadKind::BestOf(games)),
        BoutKind::Boards { boards } => Err(BadKind::Boards(boards)),
    }
}

/// 2:0 for one of two, or 1:1 where they are equal.
const fn by_points(first: u32, second: u32, forfeit: bool) -> Scores {
    let first = if first > second {
        Score::Win
    } else if first < second {
        Score::Loss
    } else {
        Score::Draw
    };
    Scores { first, second: first.opposite(), forfeit }
}
