//! Best of n (多局决胜, S1.30).
//!
//! It stops as soon as the lead is greater than what is left to play, which without rulings against
//! both sides is when one has won more than half. A draw does not count and is replayed with colours
//! swapped; a game that both lose counts and is won by nobody. So after n games that count it is over:
//! more wins win. Even then (one win each and a game that both lost): a draw, or where somebody must
//! win, or nobody won a game, both have lost.
//!
//! Colours alternate from game to game, forfeited and drawn ones included; those of the last possible
//! game are drawn.

use super::{
    Step, Why, by_points,
    view::{Counts, Side, Verdict, View},
};
use tengen_protocol::Scores;

#[derive(Default)]
struct Tally {
    first: u32,
    second: u32,
    /// Games that count.
    counted: u32,
}

impl Tally {
    /// Whether it counts.
    fn add(&mut self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Open | Verdict::NoResult | Verdict::Drawn => return false,
            Verdict::Nobody => {}
            Verdict::Won(Side::First) => self.first += 1,
            Verdict::Won(Side::Second) => self.second += 1,
        }
        self.counted += 1;
        true
    }

    fn is_decided(&self, games: u8) -> bool {
        let left = u32::from(games).saturating_sub(self.counted);
        left == 0 || self.first.abs_diff(self.second) > left
    }
}

pub(super) fn step(view: &View<'_>, of: u8) -> Step {
    let (tally, counted) = count(view, of, false);
    if tally.is_decided(of) {
        let upto = counted.last().map_or(0, |last| last.at + 1);
        return Step::Decided(result(view, &tally, view.all_forfeited(&view.bout.games[..upto])));
    }
    if view.is_open() {
        return Step::Wait;
    }
    Step::Play(vec![next(view, &tally, of)])
}

/// The games that count until it is decided: all but draws and those without result. A game going on stops
/// the count, unless the bout is `closed`.
fn count(view: &View<'_>, of: u8, closed: bool) -> (Tally, Vec<Counts>) {
    let (mut tally, mut counted) = (Tally::default(), Vec::new());
    for (at, game) in view.bout.games.iter().enumerate() {
        let verdict = view.verdict(game);
        if tally.is_decided(of) || (verdict == Verdict::Open && !closed) {
            break;
        }
        if tally.add(verdict) {
            counted.extend(view.counts(at));
        }
    }
    (tally, counted)
}

pub(super) fn counted(view: &View<'_>, of: u8, closed: bool) -> Vec<Counts> {
    count(view, of, closed).1
}

fn result(view: &View<'_>, tally: &Tally, forfeit: bool) -> Scores {
    if tally.first == tally.second && (view.must_win() || tally.first == 0) {
        return Scores::both_lose(forfeit);
    }
    by_points(tally.first, tally.second, forfeit)
}

fn next(view: &View<'_>, tally: &Tally, of: u8) -> super::NewGame {
    let games = &view.bout.games;
    let Some(last) = games.last() else {
        let only = |side| view.lineup(side).members.first().copied();
        return view.game(1, Side::First, [only(Side::First), only(Side::Second)], Why::Paired);
    };
    match view.verdict(last) {
        Verdict::NoResult | Verdict::Drawn => view.replay(games.len() - 1, last),
        _ if tally.counted + 1 == u32::from(of) => {
            let (black, why) = view.nigiri();
            view.again(last, black, why)
        }
        _ => view.again(last, view.black(last).other(), Why::Alternate),
    }
}

/// Whoever leads has won it.
pub(super) fn close(view: &View<'_>, of: u8) -> Option<Scores> {
    let (tally, _) = count(view, of, true);
    if tally.first == tally.second {
        return view.open_draw();
    }
    Some(by_points(tally.first, tally.second, view.all_forfeited(&view.bout.games)))
}
