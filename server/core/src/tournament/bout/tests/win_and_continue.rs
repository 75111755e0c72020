//! Win and continue.

use super::*;
use Say::{Drawn, First, NoResult, Nobody, Second, SecondByForfeit};

const REPLAYED: BoutKind = BoutKind::WinAndContinue { draw_both_out: false };
const BOTH_OUT: BoutKind = BoutKind::WinAndContinue { draw_both_out: true };

#[test]
fn the_winner_stays_and_the_losers_team_sends_the_next() {
    let mut played = Played::teams(REPLAYED, 3, 3, Rules::default());
    assert_eq!(played.play(&[First, First, Second, Second, Second]), lost());
    assert_eq!(played.pairs(), [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3)]);
}

#[test]
fn one_alone_may_beat_a_whole_team() {
    let mut played = Played::teams(REPLAYED, 5, 5, Rules::default());
    assert_eq!(played.play(&[Second; 5]), lost());
    assert_eq!(played.pairs(), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]);
}

#[test]
fn a_draw_is_replayed_with_colours_swapped_or_puts_both_out() {
    let mut played = Played::teams(REPLAYED, 2, 2, Rules::default());
    played.play(&[Drawn, NoResult, First]);
    assert_eq!(played.pairs(), [(1, 1), (1, 1), (1, 1), (1, 2)]);
    let colours = played.first_had_black();
    assert_eq!([colours[1], colours[2]], [!colours[0]; 2]);

    let mut played = Played::teams(BOTH_OUT, 3, 2, Rules::default());
    assert_eq!(played.play(&[Drawn, Drawn]), won(), "the first team has one left");
    assert_eq!(played.pairs(), [(1, 1), (2, 2)]);
}

#[test]
fn when_both_lose_both_are_out() {
    let mut played = Played::teams(REPLAYED, 2, 3, Rules::default());
    assert_eq!(played.play(&[Nobody, Second]), lost());
    assert_eq!(played.pairs(), [(1, 1), (2, 2)]);
}

#[test]
fn teams_that_are_exhausted_at_once_have_drawn_unless_somebody_must_win() {
    assert_eq!(Played::teams(BOTH_OUT, 2, 2, Rules::default()).play(&[Drawn, Drawn]), drawn());
    assert_eq!(Played::teams(BOTH_OUT, 2, 2, Rules::default()).play(&[Drawn, Nobody]), drawn());
    let mut played = Played::teams(BOTH_OUT, 2, 2, MUST_WIN);
    assert_eq!(played.play(&[Drawn, Drawn, Drawn, First]), won(), "only the last two play on");
    assert_eq!(played.pairs(), [(1, 1), (2, 2), (2, 2), (2, 2)]);
    let nobody = Played::teams(BOTH_OUT, 1, 1, MUST_WIN).play(&[Nobody]);
    assert_eq!(nobody, Step::Decided(Scores::both_lose(false)));
}

#[test]
fn colours_are_drawn_for_each_game_or_alternate() {
    let mut played = Played::teams(REPLAYED, 4, 4, Rules::default());
    let first = played.advance().begun;
    assert!(matches!(&first[0].why, Why::Nigiri { seed, .. } if *seed == format!("{SEED}01")), "{first:?}");
    played.play(&[First]);
    assert_eq!(played.bout.games.len(), 2);

    let rules = Rules { colours: ContinueColours::Alternate, ..Rules::default() };
    let mut played = Played::teams(REPLAYED, 4, 4, rules);
    played.play(&[First, Second, NoResult, First, Drawn]);
    assert_eq!(played.first_had_black(), [true, false, true, true, false, true]);
}

#[test]
fn whoever_is_absent_forfeits_when_his_turn_comes() {
    let mut played = Played::teams(REPLAYED, 3, 2, Rules::default());
    played.lineups.first.absent = [2].into();
    assert_eq!(played.play(&[Second]), Step::Wait);
    assert_eq!(played.pairs(), [(1, 1), (2, 1), (3, 1)], "the second member's game is on record as a forfeit");
    assert!(played.bout.games[1].result.is_some());
    assert_eq!(played.play(&[First, First]), won());
}

#[test]
fn a_team_that_is_not_there_has_lost_by_forfeit() {
    let mut played = Played::teams(REPLAYED, 3, 2, Rules::default());
    played.lineups.second = played.lineups.second.gone();
    assert_eq!(played.advance().then, Step::Decided(Scores::forfeited(Score::Win)));
    for (first, second, scores) in
        [(0, 2, Scores::forfeited(Score::Loss)), (2, 0, Scores::forfeited(Score::Win)), (0, 0, Scores::both_lose(true))]
    {
        let then = Played::teams(REPLAYED, first, second, Rules::default()).advance().then;
        assert_eq!(then, Step::Decided(scores));
    }
    let mut nobody = Played::teams(REPLAYED, 2, 3, Rules::default());
    nobody.lineups = Lineups { first: nobody.lineups.first.gone(), second: nobody.lineups.second.gone() };
    nobody.lineups.second.members.pop();
    assert_eq!(nobody.advance().then, Step::Decided(Scores::both_lose(true)));
    let mut rest = Played::teams(REPLAYED, 2, 2, Rules::default());
    assert_eq!(rest.play(&[First]), Step::Wait);
    rest.lineups.first = rest.lineups.first.gone();
    rest.say(1, SecondByForfeit);
    assert_eq!(rest.advance().then, lost(), "what was played stands, the rest is forfeited");
}

#[test]
fn an_overturned_game_changes_who_is_out_and_games_begun_stand() {
    let mut played = Played::teams(REPLAYED, 2, 2, Rules::default());
    // 1 beats 1, then loses to 2.
    assert_eq!(played.play(&[First, Second]), Step::Wait);
    assert_eq!(played.pairs(), [(1, 1), (1, 2), (2, 2)]);
    // The first game is overturned: 1 of the first team is out by both, 1 of the second is back.
    played.say(0, Second);
    assert_eq!(played.advance().then, Step::Wait);
    played.say(2, First);
    assert_eq!(played.advance().then, Step::Wait);
    assert_eq!(played.pairs()[3], (2, 1));
    played.say(3, First);
    assert_eq!(played.advance().then, won());
}

#[test]
fn a_match_that_is_closed_is_drawn() {
    let mut played = Played::teams(REPLAYED, 3, 3, Rules::default());
    played.play(&[First, First]);
    let closed = |rules| close(played.kind, &played.bout, &played.lineups, rules);
    assert_eq!(closed(Rules::default()), Some(Scores::played(Score::Draw)));
    assert_eq!(closed(MUST_WIN), None);
}
