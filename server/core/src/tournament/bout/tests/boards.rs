//! Team matches.

use super::*;
use Say::{Drawn, First, FirstByForfeit, NoResult, Nobody, Second, SecondByForfeit};

fn boards(boards: u8, rules: Rules) -> Played {
    Played::teams(BoutKind::Boards { boards }, u32::from(boards), u32::from(boards), rules)
}

#[test]
fn the_first_named_have_black_on_odd_boards_and_all_begin_at_once() {
    let mut played = boards(4, Rules::default());
    let advance = played.advance();
    assert_eq!(advance.then, Step::Wait);
    assert!(advance.begun.iter().all(|game| game.why == Why::Board && game.forfeit.is_none()));
    assert_eq!(played.first_had_black(), [true, false, true, false]);
    assert_eq!(played.pairs(), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    assert_eq!(advance.begun.iter().map(|game| game.board).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn board_points_decide() {
    for (says, then) in [
        (&[First, First, Second][..], won()),
        (&[Second, Drawn, Drawn], lost()),
        (&[First, Second, Drawn], drawn()),
        (&[First, Nobody, Second], drawn()),
        (&[Nobody, Nobody, Drawn], drawn()),
        (&[Nobody, Nobody, Nobody], Step::Decided(Scores::both_lose(false))),
        (&[First, SecondByForfeit, FirstByForfeit], won()),
        (&[SecondByForfeit, SecondByForfeit, FirstByForfeit], Step::Decided(Scores::forfeited(Score::Loss))),
    ] {
        assert_eq!(boards(3, Rules::default()).play(says), then, "{says:?}");
    }
}

#[test]
fn results_come_in_any_order_and_a_board_without_result_is_replayed_meanwhile() {
    let mut played = boards(3, Rules::default());
    played.advance();
    played.say(2, Second);
    assert_eq!(played.advance(), Advance { begun: vec![], then: Step::Wait });
    played.say(0, NoResult);
    let again = played.advance();
    assert_eq!(again.begun[0].why, Why::NoResult { game: 1 });
    assert_eq!((again.begun[0].board, played.first_had_black()[3]), (1, true));
    played.say(3, First);
    assert_eq!(played.advance().then, Step::Wait);
    played.say(1, First);
    assert_eq!(played.advance().then, won());
}

#[test]
fn a_missing_player_forfeits_his_board() {
    let mut played = boards(3, Rules::default());
    played.lineups.first = Lineup::team(vec![1, 3]);
    played.lineups.second.absent = [1].into();
    let begun = played.advance().begun;
    let forfeits: Vec<_> = begun.iter().map(|game| game.forfeit).collect();
    // Black on board 1 are the first-named, and on board 3 nobody sits there for them.
    assert_eq!(forfeits, [Some(Scores::forfeited(Score::Win)), None, Some(Scores::forfeited(Score::Loss))]);
    assert_eq!(played.pairs(), [(1, 1), (3, 2), (0, 3)]);
    played.say(1, Second);
    assert_eq!(played.advance().then, lost());
}

#[test]
fn a_team_that_is_not_there_forfeits_every_board() {
    let mut played = boards(3, MUST_WIN);
    played.lineups.second = played.lineups.second.gone();
    assert_eq!(played.advance().then, Step::Decided(Scores::forfeited(Score::Win)));
    let mut played = boards(3, MUST_WIN);
    played.lineups = Lineups::default();
    assert_eq!(played.advance().then, Step::Decided(Scores::both_lose(true)));
    assert_eq!(played.bout.games.len(), 3);
}

#[test]
fn where_somebody_must_win_an_even_match_goes_by_the_lowest_board_that_was_won() {
    assert_eq!(boards(4, MUST_WIN).play(&[Drawn, Second, First, Drawn]), lost());
    assert_eq!(boards(2, MUST_WIN).play(&[First, Second]), won());
    // Nobody won a board: the lowest drawn one is replayed until it is won.
    let mut played = boards(2, MUST_WIN);
    assert_eq!(played.play(&[Nobody, Drawn]), Step::Wait);
    let replay = played.bout.games[2];
    assert_eq!((replay.board, replay.black.entry), (2, ONE), "colours swapped");
    assert_eq!(played.play(&[Drawn, NoResult, Second]), lost());
    assert_eq!(played.first_had_black(), [true, false, true, false, false]);
    // The board itself may still be overturned.
    played.say(1, First);
    assert_eq!(played.advance().then, won());
    let nobody = boards(1, MUST_WIN).play(&[Drawn, Nobody]);
    assert_eq!(nobody, Step::Decided(Scores::both_lose(false)));
}

#[test]
fn a_match_that_is_closed_counts_open_boards_as_drawn() {
    let closed = |says: &[(usize, Say)], rules| {
        let mut played = boards(3, rules);
        played.advance();
        says.iter().for_each(|(index, say)| played.say(*index, *say));
        close(played.kind, &played.bout, &played.lineups, rules)
    };
    assert_eq!(closed(&[(1, First)], MUST_WIN), Some(Scores::played(Score::Win)));
    assert_eq!(closed(&[(0, First), (1, Second)], Rules::default()), Some(Scores::played(Score::Draw)));
    assert_eq!(closed(&[(0, NoResult), (1, Drawn)], MUST_WIN), None);
    assert_eq!(closed(&[(0, First), (1, Second)], MUST_WIN), Some(Scores::played(Score::Win)));
    let unbegun = boards(3, Rules::default());
    let closed = close(unbegun.kind, &unbegun.bout, &unbegun.lineups, unbegun.rules);
    assert_eq!(closed, Some(Scores { forfeit: true, ..Scores::played(Score::Draw) }));
}
