//! One game.

use super::{
    Step, Why,
    view::{Side, Verdict, View},
};
use tengen_protocol::Scores;

pub(super) fn step(view: &View<'_>) -> Step {
    let games = &view.bout.games;
    for (index, game) in games.iter().enumerate() {
        match view.verdict(game) {
            Verdict::Open => return Step::Wait,
            Verdict::NoResult => {}
            Verdict::Drawn if view.must_win() => {}
            Verdict::Drawn | Verdict::Won(_) | Verdict::Nobody => {
                if let Some(scores) = view.scores(game) {
                    // A draw that was played before makes it a meeting.
                    return Step::Decided(Scores { forfeit: view.all_forfeited(&games[..=index]), ..scores });
                }
            }
        }
    }
    Step::Play(vec![match games.last() {
        Some(last) => view.replay(games.len() - 1, last),
        None => {
            let only = |side| view.lineup(side).members.first().copied();
            view.game(1, Side::First, [only(Side::First), only(Side::Second)], Why::Paired)
        }
    }])
}
