//! One game.

use super::*;

#[test]
fn a_game_decides_and_a_draw_stands_or_is_replayed_with_colours_swapped() {
    for (says, rules, then, colours) in [
        (&[Say::First][..], Rules::default(), won(), &[true][..]),
        (&[Say::Second], MUST_WIN, lost(), &[true]),
        (&[Say::Drawn], Rules::default(), drawn(), &[true]),
        (&[Say::Drawn, Say::Drawn, Say::Second], MUST_WIN, lost(), &[true, false, true]),
        (&[Say::NoResult, Say::First], MUST_WIN, won(), &[true, true]),
        (&[Say::WrongColours, Say::NoResult, Say::First], Rules::default(), won(), &[true, false, false]),
        (&[Say::Drawn, Say::NoResult, Say::First], MUST_WIN, won(), &[true, false, false]),
        (&[Say::Nobody], MUST_WIN, Step::Decided(Scores::both_lose(false)), &[true]),
        (&[Say::FirstByForfeit], Rules::default(), Step::Decided(Scores::forfeited(Score::Win)), &[true]),
        // They met in the draw: what follows is no forfeit of the bout.
        (&[Say::Drawn, Say::SecondByForfeit], MUST_WIN, lost(), &[true, false]),
        // Without result nothing counted.
        (
            &[Say::NoResult, Say::SecondByForfeit],
            MUST_WIN,
            Step::Decided(Scores::forfeited(Score::Loss)),
            &[true, true],
        ),
    ] {
        let mut played = Played::individual(BoutKind::Game, rules);
        assert_eq!(played.play(says), then, "{says:?}");
        assert_eq!(played.first_had_black(), colours, "{says:?}");
        assert_eq!(Step::Decided(played.bout.result.unwrap()), then);
    }
}

#[test]
fn why_a_game_is_played_is_said() {
    let mut played = Played::individual(BoutKind::Game, MUST_WIN);
    assert_eq!(played.advance().begun[0].why, Why::Paired);
    played.say(0, Say::Drawn);
    assert_eq!(played.advance().begun[0].why, Why::Draw { game: 1 });
    played.say(1, Say::NoResult);
    assert_eq!(played.advance().begun[0].why, Why::NoResult { game: 2 });
    played.say(2, Say::WrongColours);
    assert_eq!(played.advance().begun[0].why, Why::WrongColours { game: 3 });
}

#[test]
fn whoever_is_absent_forfeits_without_a_game() {
    for (first, second, scores) in [
        (true, false, Scores::forfeited(Score::Win)),
        (false, true, Scores::forfeited(Score::Loss)),
        (false, false, Scores::both_lose(true)),
    ] {
        let side = |there| if there { Lineup::individual() } else { Lineup::individual().gone() };
        let lineups = Lineups { first: side(first), second: side(second) };
        let mut played = Played::new(BoutKind::Game, lineups, MUST_WIN);
        let advance = played.advance();
        assert_eq!(advance.then, Step::Decided(scores));
        assert_eq!(advance.begun[0].forfeit, Some(scores));
        assert_eq!(played.bout.result, Some(scores));
    }
}

#[test]
fn an_overturned_game_overturns_the_bout_and_games_begun_stand() {
    let mut played = Played::individual(BoutKind::Game, MUST_WIN);
    assert_eq!(played.play(&[Say::Drawn]), Step::Wait);
    assert_eq!(played.bout.games.len(), 2);
    played.say(0, Say::Second);
    assert_eq!(played.advance(), Advance { begun: vec![], then: lost() });
    // What the game that was already going on brings is on record and counts nothing.
    played.say(1, Say::First);
    assert_eq!(played.advance().then, lost());
    played.say(0, Say::Drawn);
    assert_eq!(played.advance().then, won());
    // A result that is taken back opens the bout again.
    played.bout.games[0].result = None;
    assert_eq!(played.advance().then, Step::Wait);
    assert_eq!(played.bout.result, None);
}

#[test]
fn replays_have_a_limit_and_then_the_referee_rules() {
    let mut played = Played::individual(BoutKind::Game, MUST_WIN);
    let says: Vec<_> = (0..=MOST_REPLAYS).map(|n| if n % 2 == 0 { Say::Drawn } else { Say::NoResult }).collect();
    assert_eq!(played.play(&says[..MOST_REPLAYS]), Step::Wait);
    played.say(MOST_REPLAYS, Say::Drawn);
    assert_eq!(played.advance().then, Step::Rule);
    assert_eq!(played.bout.games.len(), most_games(BoutKind::Game, &played.lineups));
    played.say(MOST_REPLAYS, Say::Second);
    assert_eq!(played.advance().then, lost());
}

#[test]
fn a_bout_that_is_closed_without_result_is_drawn_unless_somebody_must_win() {
    let close = |played: &Played| close(played.kind, &played.bout, &played.lineups, played.rules);
    let mut played = Played::individual(BoutKind::Game, Rules::default());
    // Nobody has sat down: they have not met.
    assert_eq!(close(&played), Some(Scores { forfeit: true, ..Scores::played(Score::Draw) }));
    played.play(&[Say::NoResult]);
    assert_eq!(close(&played), Some(Scores::played(Score::Draw)));
    played.play(&[Say::First]);
    assert_eq!(close(&played), Some(Scores::played(Score::Win)));

    let mut played = Played::individual(BoutKind::Game, MUST_WIN);
    played.play(&[Say::Drawn]);
    assert_eq!(close(&played), None);
}
