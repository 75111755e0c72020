//! Team match (团体赛): a game on each board, and the match by board points.
//!
//! A board counts 2, 1, 0 as its game says; draws on boards stand. The match is decided when every
//! board is. More board points win; equal: a draw, and when nobody got any, both have lost.
//!
//! Where somebody must win an equal match goes to whoever won on the lowest board that was won. With
//! no board won the lowest that was drawn is replayed with colours swapped until it is won; when both
//! lose that game both have lost the match. The board then counts what that game brought.

use super::{
    NewGame, Step, Why, by_points,
    view::{Counts, Side, Verdict, View},
};
use crate::tournament::BoutGame;
use tengen_protocol::{Score, Scores};

/// What a board has come to.
enum State {
    /// A game is to be begun.
    Due(NewGame),
    Open,
    Done(Counts),
}

pub(super) fn step(view: &View<'_>, boards: u8) -> Step {
    let mut due = Vec::new();
    let mut done = Vec::new();
    let mut open = false;
    for board in 1..=u32::from(boards) {
        match state(view, board) {
            State::Due(game) => due.push(game),
            State::Open => open = true,
            State::Done(counts) => done.push(counts),
        }
    }
    if !due.is_empty() {
        return Step::Play(due);
    }
    if open {
        return Step::Wait;
    }
    if let Some(result) = result(view, &done) {
        return Step::Decided(result);
    }
    match done.iter().find(|counts| is_drawn(counts)) {
        Some(drawn) => play_off(view, drawn),
        None => Step::Decided(Scores::both_lose(false)),
    }
}

/// What each board counts, lowest first; in a match that is `closed` 1:1 where there is no result.
pub(super) fn counted(view: &View<'_>, boards: u8, closed: bool) -> Vec<Counts> {
    let drawn = |board, forfeit| Counts { board, scores: Scores { forfeit, ..Scores::played(Score::Draw) }, at: 0 };
    let of_board = |board| match state(view, board) {
        State::Done(counts) => Some(counts),
        State::Open => closed.then(|| drawn(board, false)),
        State::Due(_) => closed.then(|| drawn(board, games_of(view, board).next().is_none())),
    };
    let mut counted: Vec<_> = (1..=u32::from(boards)).filter_map(of_board).collect();
    // a play-off that came to an end replaces the draw
    if counted.len() == usize::from(boards)
        && result(view, &counted).is_none()
        && let Some(drawn) = counted.iter_mut().find(|counts| is_drawn(counts))
        && let Some(decided) = decider(view, drawn)
    {
        *drawn = decided;
    }
    counted
}

fn is_drawn(counts: &Counts) -> bool {
    counts.scores.first == counts.scores.second && counts.scores.first != Score::Loss
}

/// The games of a board with their place in the bout.
fn games_of<'a>(view: &'a View<'_>, board: u32) -> impl Iterator<Item = (usize, &'a BoutGame)> {
    view.bout.games.iter().enumerate().filter(move |(_, game)| game.board == board)
}

/// The first game of a board with a score is its result.
fn state(view: &View<'_>, board: u32) -> State {
    let mut last = None;
    for (index, game) in games_of(view, board) {
        match (view.counts(index), view.verdict(game)) {
            (Some(counts), _) => return State::Done(counts),
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
fn result(view: &View<'_>, boards: &[Counts]) -> Option<Scores> {
    let forfeit = !boards.is_empty() && boards.iter().all(|board| board.scores.forfeit);
    let first: u32 = boards.iter().map(|board| board.scores.first.points()).sum();
    let second: u32 = boards.iter().map(|board| board.scores.second.points()).sum();
    if first == 0 && second == 0 {
        return Some(Scores::both_lose(forfeit));
    }
    if first != second || !view.must_win() {
        return Some(by_points(first, second, forfeit));
    }
    let won = boards.iter().map(|board| board.scores).find(|scores| scores.first != scores.second)?;
    Some(by_points(won.first.points(), won.second.points(), forfeit))
}

/// The first game of a drawn board after its draw that is no draw.
fn decider(view: &View<'_>, drawn: &Counts) -> Option<Counts> {
    let later = games_of(view, drawn.board).filter(|(at, _)| *at > drawn.at);
    let ended = later.take_while(|(_, game)| view.verdict(game) != Verdict::Open);
    ended.filter_map(|(at, _)| view.counts(at)).find(|counts| !is_drawn(counts))
}

/// A drawn board decides the match.
fn play_off(view: &View<'_>, drawn: &Counts) -> Step {
    if let Some(Counts { scores, .. }) = decider(view, drawn) {
        let (first, second) = (scores.first.points(), scores.second.points());
        let nobody = first == second;
        return Step::Decided(if nobody { Scores::both_lose(false) } else { by_points(first, second, false) });
    }
    match games_of(view, drawn.board).last() {
        Some((_, game)) if game.result.is_none() => Step::Wait,
        Some((index, game)) => Step::Play(vec![view.replay(index, game)]),
        None => Step::Wait,
    }
}

/// The match with 1:1 on every board without a result.
pub(super) fn close(view: &View<'_>, boards: u8) -> Option<Scores> {
    result(view, &counted(view, boards, true))
}
