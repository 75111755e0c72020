//! Team match (团体赛): a game on each board, and the match by board points.
//!
//! A board counts 2, 1, 0 as its game says; draws on boards stand. The match is decided when every
//! board is. More board points win; equal: a draw, and when nobody got any, both have lost.
//!
//! Where somebody must win an equal match goes to whoever won on the lowest board that was won. With
//! no board won the lowest that was drawn is replayed with colours swapped until it is won; when both
//! lose that game both have lost the match.

use super::{
    NewGame, Step, Why, by_points,
    view::{Side, Verdict, View},
};
use crate::tournament::BoutGame;
use tengen_protocol::{Score, Scores};

/// What a board has come to.
enum State {
    /// A game is to be begun.
    Due(NewGame),
    Open,
    /// The scores, and after which game of the bout they were there, from 0.
    Done(Scores, usize),
}

pub(super) fn step(view: &View<'_>, boards: u8) -> Step {
    let mut due = Vec::new();
    let mut done = Vec::new();
    let mut open = false;
    for board in 1..=u32::from(boards) {
        match state(view, board) {
            State::Due(game) => due.push(game),
            State::Open => open = true,
            State::Done(scores, index) => done.push((board, scores, index)),
        }
    }
    if !due.is_empty() {
        return Step::Play(due);
    }
    if open {
        return Step::Wait;
    }
    let scores: Vec<Scores> = done.iter().map(|(_, scores, _)| *scores).collect();
    if let Some(result) = result(view, &scores) {
        return Step::Decided(result);
    }
    let drawn = done.iter().find(|(_, scores, _)| scores.first == scores.second && scores.first != Score::Loss);
    match drawn {
        Some((board, _, after)) => play_off(view, *board, *after),
        None => Step::Decided(Scores::both_lose(false)),
    }
}

/// The games of a board with their place in the bout.
fn games_of<'a>(view: &'a View<'_>, board: u32) -> impl Iterator<Item = (usize, &'a BoutGame)> {
    view.bout.games.iter().enumerate().filter(move |(_, game)| game.board == board)
}

/// The first game of a board with a score is its result.
fn state(view: &View<'_>, board: u32) -> State {
    let mut last = None;
    for (index, game) in games_of(view, board) {
        match (view.scores(game), view.verdict(game)) {
            (Some(scores), _) => return State::Done(scores, index),
            (None, Verdict::Open) => return State::Open,
            (None, _) => last = Some((index, game)),
        }
    }
    State::Due(match last {
        Some((index, game)) => view.replay(index, game),
        None => {
            let black = if board % 2 == 1 { Side::First } else { Side::Second };
            let place = usize::try_from(board - 1).unwrap_or(usize::MAX);
            let at = |side| view.lineup(side).members.get(place).copied();
            view.game(board, black, [at(Side::First), at(Side::Second)], Why::Board)
        }
    })
}

/// The match by its boards, lowest first, unless somebody must win it and nobody has.
fn result(view: &View<'_>, boards: &[Scores]) -> Option<Scores> {
    let forfeit = !boards.is_empty() && boards.iter().all(|board| board.forfeit);
    let first: u32 = boards.iter().map(|board| board.first.points()).sum();
    let second: u32 = boards.iter().map(|board| board.second.points()).sum();
    if first == 0 && second == 0 {
        return Some(Scores::both_lose(forfeit));
    }
    if first != second || !view.must_win() {
        return Some(by_points(first, second, forfeit));
    }
    let won = boards.iter().find(|board| board.first != board.second)?;
    Some(by_points(won.first.points(), won.second.points(), forfeit))
}

/// The games of a drawn board after its result.
fn play_off(view: &View<'_>, board: u32, after: usize) -> Step {
    let mut last = None;
    for (index, game) in games_of(view, board).filter(|(index, _)| *index >= after) {
        match view.verdict(game) {
            Verdict::Open => return Step::Wait,
            Verdict::Won(side) => {
                let first = u32::from(side == Side::First);
                return Step::Decided(by_points(first, 1 - first, false));
            }
            Verdict::Nobody => return Step::Decided(Scores::both_lose(false)),
            Verdict::NoResult | Verdict::Drawn => last = Some((index, game)),
        }
    }
    match last {
        Some((index, game)) => Step::Play(vec![view.replay(index, game)]),
        None => Step::Wait,
    }
}

/// The match with 1:1 on every board without a result.
pub(super) fn close(view: &View<'_>, boards: u8) -> Option<Scores> {
    let scores: Vec<Scores> = (1..=u32::from(boards))
        .map(|board| match state(view, board) {
            State::Done(scores, _) => scores,
            State::Open => Scores::played(Score::Draw),
            State::Due(_) => Scores { forfeit: games_of(view, board).next().is_none(), ..Scores::played(Score::Draw) },
        })
        .collect();
    result(view, &scores)
}
