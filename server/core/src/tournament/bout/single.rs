//! One game.

use super::{
    Step, Why,
    view::{Counts, Side, Verdict, View},
};
use tengen_protocol::Scores;

pub(super) fn step(view: &View<'_>) -> Step {
    let games = &view.bout.games;
    if let Some(Counts { scores, at, .. }) = counted(view) {
        // A draw that was played before makes it a meeting.
        return Step::Decided(Scores { forfeit: view.all_forfeited(&games[..=at]), ..scores });
    }
    if view.is_open() {
        return Step::Wait;
    }
    Step::Play(vec![match games.last() {
        Some(last) => view.replay(games.len() - 1, last),
        None => {
            let only = |side| view.lineup(side).members.first().copied();
            view.game(1, Side::First, [only(Side::First), only(Side::Second)], Why::Paired)
        }
    }])
}

/// The first game that decides.
pub(super) fn counted(view: &View<'_>) -> Option<Counts> {
    for at in 0..view.bout.games.len() {
        match view.verdict(&view.bout.games[at]) {
            Verdict::Open => return None,
            Verdict::NoResult => {}
            Verdict::Drawn if view.must_win() => {}
            Verdict::Drawn | Verdict::Won(_) | Verdict::Nobody => return view.counts(at),
        }
    }
    None
}
