//! Best of n.

use super::*;
use crate::lobby::nigiri_colour;
use Say::{Drawn, First, FirstByForfeit, NoResult, Nobody, Second, SecondByForfeit};

fn best_of(games: u8, rules: Rules) -> Played {
    Played::individual(BoutKind::BestOf { games }, rules)
}

#[test]
fn it_stops_when_it_is_decided() {
    for (games, says, then) in [
        (3, &[First, First][..], won()),
        (3, &[First, Second, Second], lost()),
        (5, &[Second, Second, Second], lost()),
        (5, &[First, Second, First, Second, First], won()),
        (7, &[First, First, First, First], won()),
        (7, &[Second, First, First, Second, First, Second, Second], lost()),
        // Draws and games without result are not counted.
        (3, &[First, Drawn, NoResult, Second, Drawn, First], won()),
        // A game that both lose counts and is won by nobody: more wins win.
        (3, &[First, Nobody, Nobody], won()),
        (3, &[Nobody, Nobody, Second], lost()),
        (3, &[First, Nobody, First], won()),
        (5, &[First, First, Nobody, Second], Step::Wait),
        (5, &[First, First, Nobody, Nobody], won()),
        // Even at the end.
        (3, &[First, Second, Nobody], drawn()),
        (3, &[Nobody, Nobody, Nobody], Step::Decided(Scores::both_lose(false))),
        // Forfeits of single games count, and make a forfeit of the bout only when all are.
        (3, &[FirstByForfeit, First], won()),
        (3, &[FirstByForfeit, SecondByForfeit, FirstByForfeit], Step::Decided(Scores::forfeited(Score::Win))),
        (3, &[SecondByForfeit, Drawn, SecondByForfeit], lost()),
    ] {
        assert_eq!(best_of(games, Rules::default()).play(says), then, "best of {games}: {says:?}");
    }
    let even = best_of(3, MUST_WIN).play(&[First, Second, Nobody]);
    assert_eq!(even, Step::Decided(Scores::both_lose(false)), "an elimination goes on with neither");
}

#[test]
fn colours_alternate_and_those_of_the_last_possible_game_are_drawn() {
    let mut played = best_of(5, Rules::default());
    played.play(&[First, Second, Drawn, NoResult, First, Second]);
    assert_eq!(played.first_had_black()[..6], [true, false, true, false, false, true]);
    let seed = format!("{SEED}07");
    let first = nigiri_colour(&seed);
    assert_eq!(played.first_had_black()[6], first == Colour::Black);

    let mut played = best_of(3, Rules::default());
    played.play(&[First]);
    played.say(1, Second);
    let begun = played.advance().begun;
    let seed = format!("{SEED}03");
    assert_eq!(begun[0].why, Why::Nigiri { first: nigiri_colour(&seed), seed });
    // Its replay after a draw swaps the colours that were drawn.
    played.say(2, Drawn);
    assert_eq!(played.advance().begun[0].why, Why::Draw { game: 3 });
    let colours = played.first_had_black();
    assert_ne!(colours[2], colours[3]);
}

#[test]
fn both_colours_come_out_of_the_draw() {
    let drawn: Vec<bool> = (0..32)
        .map(|n| {
            let mut played = best_of(3, Rules::default());
            played.play(&[First, Second]);
            played.bout.games.truncate(2);
            let seed = format!("{n:032x}");
            match step(played.kind, &played.bout, &played.lineups, played.rules, &seed) {
                Step::Play(new) => new[0].black.entry == ONE,
                other => panic!("{other:?}"),
            }
        })
        .collect();
    assert!(drawn.contains(&true) && drawn.contains(&false));
}

#[test]
fn whoever_leaves_forfeits_the_rest() {
    let mut played = best_of(5, Rules::default());
    played.play(&[First, Second]);
    // The game going on is ended by the referee, the rest is not played.
    played.lineups.first = Lineup::individual().gone();
    assert_eq!(played.advance().then, Step::Wait);
    played.say(2, SecondByForfeit);
    let advance = played.advance();
    assert_eq!(advance.then, lost());
    assert_eq!((advance.begun.len(), played.bout.games.len()), (1, 4));
}

#[test]
fn an_overturned_game_opens_or_decides_it() {
    let mut played = best_of(3, Rules::default());
    assert_eq!(played.play(&[First, First]), won());
    played.say(0, Second);
    assert_eq!(played.advance().then, Step::Wait);
    assert_eq!(played.bout.games.len(), 3, "the third game is played after all");
    played.say(0, First);
    assert_eq!(played.advance().then, won(), "the third game has been begun and is not needed");
    played.say(2, Second);
    assert_eq!(played.advance().then, won());
    // A draw that is overturned counts; what followed the decision does not.
    let mut played = best_of(3, Rules::default());
    assert_eq!(played.play(&[Drawn, First, Second, First]), won());
    played.say(0, Second);
    assert_eq!(played.advance().then, lost());
}

#[test]
fn a_match_that_is_closed_goes_to_whoever_leads() {
    let closed = |says: &[Say], rules| {
        let mut played = best_of(5, rules);
        played.play(says);
        close(played.kind, &played.bout, &played.lineups, rules)
    };
    assert_eq!(closed(&[First, Second, Second], MUST_WIN), Some(Scores::played(Score::Loss)));
    assert_eq!(closed(&[First, Drawn, Second], Rules::default()), Some(Scores::played(Score::Draw)));
    assert_eq!(closed(&[First, Second], MUST_WIN), None);
    assert_eq!(closed(&[FirstByForfeit], MUST_WIN), Some(Scores::forfeited(Score::Win)));
}
