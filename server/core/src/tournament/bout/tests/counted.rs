//! Which games count.

use super::*;
use Say::{Drawn, First, FirstByForfeit, NoResult, Nobody, Second};

/// By board: points of the first and of the second side.
fn points(played: &Played) -> Vec<(u32, u32, u32)> {
    let counted = counted(played.kind, &played.bout, &played.lineups, played.rules);
    counted.iter().map(|game| (game.board, game.scores.first.points(), game.scores.second.points())).collect()
}

/// A bout that an official closes now.
fn closed(mut played: Played) -> Played {
    played.bout.result = close(played.kind, &played.bout, &played.lineups, played.rules);
    played
}

#[test]
fn of_a_game_and_its_replays_the_one_that_decides() {
    let mut played = Played::individual(BoutKind::Game, MUST_WIN);
    played.play(&[Drawn, NoResult, Second]);
    assert_eq!(points(&played), [(1, 0, 2)]);
    let mut open = Played::individual(BoutKind::Game, Rules::default());
    open.play(&[NoResult]);
    assert_eq!(points(&open), []);
    assert_eq!(points(&closed(open)), [(1, 1, 1)]);
}

#[test]
fn of_best_of_n_what_was_won_until_it_was_decided() {
    let mut played = Played::individual(BoutKind::BestOf { games: 3 }, Rules::default());
    played.play(&[First, Drawn, Second, NoResult, First]);
    assert_eq!(points(&played), [(1, 2, 0), (1, 0, 2), (1, 2, 0)]);
    // Overturned, it was decided before the last one.
    played.say(2, First);
    played.advance();
    assert_eq!(points(&played), [(1, 2, 0), (1, 2, 0)]);
    let mut led = Played::individual(BoutKind::BestOf { games: 5 }, Rules::default());
    led.play(&[First, Nobody]);
    assert_eq!(points(&closed(led)), [(1, 2, 0), (1, 0, 0)], "the one going on counts nothing");
}

#[test]
fn of_a_board_its_first_score_and_after_a_play_off_that() {
    let boards = BoutKind::Boards { boards: 2 };
    let mut played = Played::teams(boards, 2, 2, Rules::default());
    played.play(&[NoResult, Drawn, First]);
    assert_eq!(points(&played), [(1, 2, 0), (2, 1, 1)]);

    let mut even = Played::teams(boards, 2, 2, MUST_WIN);
    assert_eq!(even.play(&[Drawn, Drawn]), Step::Wait);
    assert_eq!(points(&even), [(1, 1, 1), (2, 1, 1)]);
    assert_eq!(even.play(&[Drawn, Second]), lost());
    assert_eq!(points(&even), [(1, 0, 2), (2, 1, 1)], "as the match: 1 to 3");
    // The other board is won after all: the play-off is not needed and counts nothing.
    even.say(1, First);
    assert_eq!(even.advance().then, won());
    assert_eq!(points(&even), [(1, 1, 1), (2, 2, 0)]);
}

#[test]
fn in_a_match_that_is_closed_open_boards_count_as_drawn_and_one_that_is_ruled_as_played() {
    let mut played = Played::teams(BoutKind::Boards { boards: 3 }, 3, 3, Rules::default());
    played.advance();
    played.say(0, FirstByForfeit);
    played.say(1, NoResult);
    assert_eq!(points(&played), [(1, 2, 0)]);
    let played = closed(played);
    assert_eq!(played.bout.result, Some(Scores::played(Score::Win)));
    assert_eq!(points(&played), [(1, 2, 0), (2, 1, 1), (3, 1, 1)]);
    let mut ruled = played;
    ruled.bout.result = Some(Scores::played(Score::Loss));
    assert_eq!(points(&ruled), [(1, 2, 0)]);
    let unbegun = closed(Played::teams(BoutKind::Boards { boards: 2 }, 2, 2, Rules::default()));
    assert_eq!(points(&unbegun), [(1, 1, 1), (2, 1, 1)]);
}

#[test]
fn of_win_and_continue_what_put_somebody_out() {
    let mut played = Played::teams(BoutKind::WinAndContinue { draw_both_out: false }, 2, 2, Rules::default());
    played.play(&[Drawn, First, NoResult, Second, First]);
    assert_eq!(played.bout.result, Some(Scores::played(Score::Win)));
    assert_eq!(points(&played), [(1, 2, 0), (1, 0, 2), (1, 2, 0)]);
    // Overturned, the match was decided before the last two.
    played.say(3, First);
    played.advance();
    assert_eq!(points(&played), [(1, 2, 0), (1, 2, 0)]);
    let mut both = Played::teams(BoutKind::WinAndContinue { draw_both_out: true }, 2, 2, Rules::default());
    both.play(&[Drawn, Nobody]);
    assert_eq!(points(&both), [(1, 1, 1), (1, 0, 0)]);
    let mut open = Played::teams(BoutKind::WinAndContinue { draw_both_out: false }, 3, 3, Rules::default());
    open.play(&[First, First]);
    assert_eq!(points(&open), [(1, 2, 0), (1, 2, 0)]);
    assert_eq!(points(&closed(open)), [(1, 2, 0), (1, 2, 0), (1, 1, 1)]);
}
