//! Win and continue (擂台赛, S1.31): two teams in an order fixed beforehand.
//!
//! Whoever loses a game is out, and his team sends the next in its order; a team without anybody left
//! has lost. So at any time those who play are the first of each team who are not out, which also says
//! who follows when an earlier result was overturned. After a draw both are out, or it is replayed with
//! colours swapped; when both lose, both are out. Teams of a and b play min(a, b) to a + b - 1 games
//! that count.
//!
//! When the last of both teams go out at once the match is drawn; if nobody has played at all, both have
//! lost. Where somebody must win a draw of the last two is replayed, and when both lose that game both
//! have lost the match.

use super::{
    NewGame, Step, Why, by_points,
    view::{Counts, Side, Verdict, View},
};
use std::collections::BTreeSet;
use tengen_protocol::{ContinueColours, Score, Scores};

/// Who of the two teams is out.
#[derive(Default)]
struct Out {
    first: BTreeSet<u32>,
    second: BTreeSet<u32>,
}

impl Out {
    fn of(&mut self, side: Side) -> &mut BTreeSet<u32> {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// Those who play next, if there are any: of each team the first who is not out.
    fn next(&self, view: &View<'_>) -> [Option<u32>; 2] {
        let first = view.lineups.first.members.iter().find(|member| !self.first.contains(member));
        let second = view.lineups.second.members.iter().find(|member| !self.second.contains(member));
        [first.copied(), second.copied()]
    }

    /// Whether neither team has anybody but those who play.
    fn are_last_two(&self, view: &View<'_>) -> bool {
        let left = |members: &[u32], out: &BTreeSet<u32>| members.iter().filter(|member| !out.contains(member)).count();
        left(&view.lineups.first.members, &self.first) <= 1 && left(&view.lineups.second.members, &self.second) <= 1
    }
}

pub(super) fn step(view: &View<'_>, draw_both_out: bool) -> Step {
    let played = Played::of(view, draw_both_out);
    match played.result {
        Some(result) => Step::Decided(result),
        None if view.is_open() => Step::Wait,
        None => Step::Play(vec![next(view, played.out.next(view))]),
    }
}

/// The games that count: those that put somebody out. In a match that is closed the last one, if it was to be
/// replayed or was going on, is drawn.
pub(super) fn counted(view: &View<'_>, draw_both_out: bool, closed: bool) -> Vec<Counts> {
    let mut counted = Played::of(view, draw_both_out).counted;
    if let Some(last) = view.bout.games.len().checked_sub(1).filter(|_| closed)
        && counted.last().is_none_or(|counts| counts.at < last)
    {
        let board = view.bout.games[last].board;
        counted.push(Counts { board, scores: Scores::played(Score::Draw), at: last });
    }
    counted
}

/// What the games have led to.
struct Played {
    out: Out,
    counted: Vec<Counts>,
    result: Option<Scores>,
}

impl Played {
    fn of(view: &View<'_>, draw_both_out: bool) -> Self {
        let games = &view.bout.games;
        let mut played = Self { out: Out::default(), counted: Vec::new(), result: None };
        played.result = result(view, &played.out, true);
        for (at, game) in games.iter().enumerate() {
            let verdict = view.verdict(game);
            if played.result.is_some() || verdict == Verdict::Open {
                break;
            }
            let black = view.black(game);
            let member = |side| if side == black { game.black.member } else { game.white.member };
            match verdict {
                Verdict::Open | Verdict::NoResult => continue,
                Verdict::Drawn if !draw_both_out || (view.must_win() && played.out.are_last_two(view)) => continue,
                Verdict::Won(side) => drop(played.out.of(side.other()).insert(member(side.other()))),
                Verdict::Drawn | Verdict::Nobody => {
                    played.out.first.insert(member(Side::First));
                    played.out.second.insert(member(Side::Second));
                }
            }
            played.counted.extend(view.counts(at));
            played.result = result(view, &played.out, view.all_forfeited(&games[..=at]));
        }
        played
    }
}

/// The result, once a team has nobody left.
fn result(view: &View<'_>, out: &Out, forfeit: bool) -> Option<Scores> {
    match out.next(view) {
        [Some(_), Some(_)] => None,
        [Some(_), None] => Some(by_points(1, 0, forfeit)),
        [None, Some(_)] => Some(by_points(0, 1, forfeit)),
        [None, None] if forfeit || view.must_win() => Some(Scores::both_lose(forfeit)),
        [None, None] => Some(Scores { forfeit, ..Scores::played(Score::Draw) }),
    }
}

fn next(view: &View<'_>, members: [Option<u32>; 2]) -> NewGame {
    let games = &view.bout.games;
    if let Some(last) = games.last() {
        let again = view.replay(games.len() - 1, last);
        let replayed = matches!(view.verdict(last), Verdict::NoResult | Verdict::Drawn);
        let black_first = view.black(last) == Side::First;
        let pair = if black_first { [last.black, last.white] } else { [last.white, last.black] };
        if replayed && pair.map(|player| Some(player.member)) == members {
            return again;
        }
    }
    let (black, why) = match (view.rules.colours, games.last()) {
        (ContinueColours::Nigiri, _) => view.nigiri(),
        (ContinueColours::Alternate, None) => (Side::First, Why::Paired),
        (ContinueColours::Alternate, Some(last)) => (view.black(last).other(), Why::Alternate),
    };
    view.game(1, black, members, why)
}
