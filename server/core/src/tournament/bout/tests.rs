//! Bouts of every kind, by hand and at random.

mod best_of;
mod boards;
mod counted;
mod lineups;
mod random;
mod single;
mod win_and_continue;

use super::*;
use tengen_protocol::EntryNo;

pub(super) const ONE: EntryNo = EntryNo(1);
pub(super) const TWO: EntryNo = EntryNo(2);
pub(super) const SEED: &str = "00112233445566778899aabbccddeeff";
pub(super) const MUST_WIN: Rules = Rules { draws: DrawRule::Replay, colours: ContinueColours::Nigiri };

/// What is said of a game: seen by the side named first of the bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Say {
    /// The first side wins, by playing.
    First,
    Second,
    Drawn,
    /// Both lose.
    Nobody,
    NoResult,
    /// The second side did not come.
    FirstByForfeit,
    SecondByForfeit,
    WrongColours,
}

/// A bout that is played.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) kind: BoutKind,
    pub(super) bout: Bout,
    pub(super) lineups: Lineups,
    pub(super) rules: Rules,
}

impl Played {
    pub(super) fn new(kind: BoutKind, lineups: Lineups, rules: Rules) -> Self {
        Self { kind, bout: Bout::new(ONE, TWO), lineups, rules }
    }

    pub(super) fn individual(kind: BoutKind, rules: Rules) -> Self {
        Self::new(kind, Lineups::individual(), rules)
    }

    /// Teams of so many, everybody there.
    pub(super) fn teams(kind: BoutKind, first: u32, second: u32, rules: Rules) -> Self {
        let team = |size| Lineup::team((1..=size).collect());
        Self::new(kind, Lineups { first: team(first), second: team(second) }, rules)
    }

    pub(super) fn advance(&mut self) -> Advance {
        let advance = advance(self.kind, &mut self.bout, &self.lineups, self.rules, SEED);
        // Nothing is begun twice, whoever asks again.
        let again = step(self.kind, &self.bout, &self.lineups, self.rules, SEED);
        assert_eq!(again, advance.then);
        advance
    }

    /// What is said of a game of the bout, from 0.
    pub(super) fn say(&mut self, index: usize, say: Say) {
        let scores = match say {
            Say::First => Scores::played(Score::Win),
            Say::Second => Scores::played(Score::Loss),
            Say::Drawn => Scores::played(Score::Draw),
            Say::Nobody => Scores::both_lose(false),
            Say::FirstByForfeit => Scores::forfeited(Score::Win),
            Say::SecondByForfeit => Scores::forfeited(Score::Loss),
            Say::NoResult => return self.bout.games[index].result = Some(GameScores::NoResult),
            Say::WrongColours => return self.bout.games[index].result = Some(GameScores::WrongColours),
        };
        let scores = if self.bout.games[index].black.entry == ONE { scores } else { scores.swapped() };
        self.bout.games[index].result = Some(GameScores::Scored(scores));
    }

    /// Plays game after game, saying these; what follows after the last.
    pub(super) fn play(&mut self, says: &[Say]) -> Step {
        let mut then = self.advance().then;
        for say in says {
            assert_eq!(then, Step::Wait, "{:?}", self.bout.games);
            let open = self.bout.games.iter().position(|game| game.result.is_none()).unwrap();
            self.say(open, *say);
            then = self.advance().then;
        }
        then
    }

    /// `true` where the side named first had Black, game by game.
    pub(super) fn first_had_black(&self) -> Vec<bool> {
        self.bout.games.iter().map(|game| game.black.entry == ONE).collect()
    }

    /// The members of the first and the second side, game by game.
    pub(super) fn pairs(&self) -> Vec<(u32, u32)> {
        let of = |game: &BoutGame| {
            if game.black.entry == ONE {
                (game.black.member, game.white.member)
            } else {
                (game.white.member, game.black.member)
            }
        };
        self.bout.games.iter().map(of).collect()
    }
}

pub(super) fn won() -> Step {
    Step::Decided(Scores::played(Score::Win))
}

pub(super) fn lost() -> Step {
    Step::Decided(Scores::played(Score::Loss))
}

pub(super) fn drawn() -> Step {
    Step::Decided(Scores::played(Score::Draw))
}

#[test]
fn only_what_can_be_played_may_be_set() {
    for games in 0..=u8::MAX {
        let good = [3, 5, 7].contains(&games);
        assert_eq!(check(BoutKind::BestOf { games }).is_ok(), good, "best of {games}");
        assert_eq!(check(BoutKind::Boards { boards: games }).is_ok(), (1..=20).contains(&games), "{games} boards");
    }
    assert_eq!(check(BoutKind::Game), Ok(()));
    assert_eq!(check(BoutKind::WinAndContinue { draw_both_out: true }), Ok(()));
}
