//! The pairings of a round and how they ended, as text. Pure.

use super::{
    names::Names,
    table::{Side, Table},
};
use crate::{
    t,
    words::{Words, game, tournament as said, when},
};
use tengen_protocol::{
    PairingRemark,
    tournament_view::{BoutGameView, BoutView, RoundView},
};

/// The page of a round.
pub(super) fn round(words: Words, names: &Names<'_>, view: &RoundView) -> String {
    let mut lines = vec![t!(words, "tournament-round", stage = view.stage, round = view.round), state(words, view)];
    if let Some(act) = &view.by_hand {
        lines.push(t!(words, "tournament-round-by-hand", reason = said::act(words, act)));
    }
    lines.extend(bouts(words, names, &view.bouts));
    for entry in &view.byes {
        lines.push(t!(words, "tournament-round-bye", entry = names.ranked(*entry)));
    }
    lines.extend(view.remarks.iter().map(|it| remark(words, names, it)));
    lines.join("\n")
}

fn state(words: Words, view: &RoundView) -> String {
    match (view.closed, view.complete, view.begun) {
        (true, Some(at), _) => t!(words, "tournament-round-closed", time = when::local(at)),
        (_, Some(at), _) => t!(words, "tournament-round-complete", time = when::local(at)),
        (_, None, Some(at)) => t!(words, "tournament-round-begun", time = when::local(at)),
        (_, None, None) => t!(words, "tournament-round-waits"),
    }
}

/// One line a bout; below it each of its games where there are several.
fn bouts(words: Words, names: &Names<'_>, bouts: &[BoutView]) -> Vec<String> {
    let mut table = Table::new([
        (t!(words, "tournament-head-table"), Side::Right),
        (t!(words, "tournament-head-black"), Side::Left),
        (t!(words, "tournament-head-white"), Side::Left),
        (t!(words, "tournament-head-result"), Side::Left),
        (t!(words, "tournament-head-game"), Side::Left),
        (t!(words, "tournament-head-state"), Side::Left),
    ]);
    for bout in bouts {
        let result = match bout.result {
            Some(scores) => said::scores(words, scores),
            None => "-".to_owned(),
        };
        let sides = [bout.table.to_string(), names.ranked(bout.first), names.ranked(bout.second), result];
        match bout.games.as_slice() {
            [] => table.row(sides.into_iter().chain([String::new(), fixed(words, bout)])),
            [game] if game.black.entry == bout.first && game.black.member == 0 => {
                table.row(sides.into_iter().chain([game.game.to_string(), game_state(words, game)]));
            }
            games => {
                table.row(sides.into_iter().chain([String::new(), fixed(words, bout)]));
                games.iter().for_each(|game| table.row(game_line(words, names, bout, game)));
            }
        }
    }
    if table.is_empty() { Vec::new() } else { table.lines() }
}

fn fixed(words: Words, bout: &BoutView) -> String {
    if bout.fixed { t!(words, "tournament-bout-fixed") } else { String::new() }
}

fn game_line(words: Words, names: &Names<'_>, bout: &BoutView, game: &BoutGameView) -> [String; 6] {
    let score = match game.score {
        Some(score) => said::game_score(words, score),
        None => "-".to_owned(),
    };
    [
        format!("{}.{}", bout.table, game.board),
        format!("  {}", names.seated(game.black)),
        format!("  {}", names.seated(game.white)),
        score,
        game.game.to_string(),
        game_state(words, game),
    ]
}

/// How a game ended or stands.
fn game_state(words: Words, of: &BoutGameView) -> String {
    let ended = match (&of.outcome, of.ruled) {
        (Some(outcome), false) => Some(game::outcome(words, outcome)),
        (Some(outcome), true) => {
            Some(t!(words, "tournament-game-ruled-outcome", outcome = game::outcome(words, outcome)))
        }
        (None, true) => Some(t!(words, "tournament-game-ruled")),
        (None, false) => None,
    };
    let stands = ended.unwrap_or_else(|| match (of.score, of.elsewhere, of.created) {
        (Some(_), true, _) => t!(words, "tournament-game-announced"),
        (Some(_), false, _) => String::new(),
        (None, true, _) => t!(words, "tournament-game-elsewhere"),
        (None, false, true) => t!(words, "tournament-game-created"),
        (None, false, false) => t!(words, "tournament-game-waits"),
    });
    match of.warnings {
        [0, 0] => stands,
        [black, white] => t!(words, "tournament-game-warned", state = stands, black = black, white = white),
    }
}

/// A rule that the field made impossible to keep.
fn remark(words: Words, names: &Names<'_>, remark: &PairingRemark) -> String {
    match remark {
        PairingRemark::ByeAgain { entry, times } => {
            t!(words, "tournament-remark-bye", entry = names.numbered(*entry), times = *times)
        }
        PairingRemark::Rematch { first, second, times } => {
            let (first, second) = (names.numbered(*first), names.numbered(*second));
            t!(words, "tournament-remark-rematch", first = first, second = second, times = *times)
        }
    }
}
